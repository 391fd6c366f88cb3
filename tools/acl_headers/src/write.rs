//! Turns facts into text: headers, the layout test, the fallback functions.

use crate::facts::{Fact, Facts, Function, Header};
use std::collections::BTreeSet;
use std::fmt::Write as _;

const NOTICE: &str =
    "Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.";
const LICENSE: &str = "SPDX-License-Identifier: Apache-2.0";

/// The C header.
pub fn header(header: &Header) -> String {
    let mut out = String::new();
    let installed = installed(&header.path);
    let guard: String = format!("HCOMM_SDK_{}", installed.replace(['/', '.'], "_").to_uppercase());
    let _ = writeln!(out, "/*\n * {}\n *\n * {NOTICE}\n * {LICENSE}\n */", header.about);
    let _ = writeln!(out, "#ifndef {guard}\n#define {guard}\n");
    for include in &header.includes {
        let _ = writeln!(out, "#include {include}");
    }
    if header.facts.is_empty() {
        let _ = writeln!(out, "\n#endif");
        return out;
    }
    let _ = writeln!(out, "\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n");
    let mut before = "";
    for (doc, fact) in &header.facts {
        let kind = kind(fact);
        if !before.is_empty() && (before != kind || kind == "type" || !doc.is_empty()) {
            out.push('\n');
        }
        before = kind;
        comment(&mut out, doc);
        self::fact(&mut out, fact);
    }
    let _ = writeln!(out, "\n#ifdef __cplusplus\n}}\n#endif\n\n#endif");
    out
}

/// Path below include/ or pkg_inc/.
pub fn installed(path: &str) -> &str {
    let rest = path.split_once("/include/").map(|(_, rest)| rest);
    rest.or_else(|| path.split_once("/pkg_inc/").map(|(_, rest)| rest)).unwrap_or(path)
}

fn kind(fact: &Fact) -> &'static str {
    match fact {
        Fact::Macro { .. } | Fact::Raw(_) => "macro",
        Fact::Const { .. } => "const",
        Fact::Typedef(_) | Fact::Opaque(_) => "name",
        Fact::Enum { .. } | Fact::Record { .. } => "type",
        Fact::Function(_) => "fn",
    }
}

fn comment(out: &mut String, doc: &str) {
    if doc.is_empty() {
        return;
    }
    let mut line = String::from("/**");
    let mut lines = Vec::new();
    for word in doc.split(' ') {
        if line.len() + 1 + word.len() > 113 {
            lines.push(std::mem::replace(&mut line, String::from(" *")));
        }
        line.push(' ');
        line.push_str(word);
    }
    lines.push(line);
    let _ = writeln!(out, "{} */", lines.join("\n"));
}

fn fact(out: &mut String, fact: &Fact) {
    let _ = match fact {
        Fact::Macro { name, value } if value.is_empty() => {
            writeln!(out, "#ifndef {name}\n#define {name}\n#endif")
        }
        Fact::Macro { name, value } => writeln!(out, "#define {name} {value}"),
        Fact::Raw(text) => writeln!(out, "{text}"),
        Fact::Const { ty, name, value } => writeln!(out, "static const {ty} {name} = {value};"),
        Fact::Typedef(text) => writeln!(out, "typedef {text};"),
        Fact::Opaque(text) => writeln!(out, "{text};"),
        Fact::Enum { tag, typedefs, values } => {
            let mut body = String::new();
            for (name, value) in values {
                let _ = writeln!(body, "    {name} = {value},");
            }
            type_text(out, "enum", tag, typedefs, &body)
        }
        Fact::Record { kind, tag, typedefs, packed, lines, .. } => {
            let mut body = String::new();
            let mut depth = 1;
            for (_, line) in lines {
                if line.starts_with('}') {
                    depth -= 1;
                }
                let end = if line.ends_with('{') { "" } else { ";" };
                let _ = writeln!(body, "{}{line}{end}", "    ".repeat(depth));
                if line.ends_with('{') {
                    depth += 1;
                }
            }
            let (before, after) =
                if *packed { ("#pragma pack(push, 1)\n", "#pragma pack(pop)\n") } else { ("", "") };
            out.push_str(before);
            let written = type_text(out, kind, tag, typedefs, &body);
            out.push_str(after);
            written
        }
        Fact::Function(function) => {
            let weak = if function.weak { " __attribute__((weak))" } else { "" };
            writeln!(out, "{}{weak};", wrap(&function.declaration))
        }
    };
}

fn type_text(out: &mut String, kind: &str, tag: &str, typedefs: &[String], body: &str) -> std::fmt::Result {
    let tag = if tag.is_empty() { String::new() } else { format!(" {tag}") };
    if typedefs.is_empty() {
        writeln!(out, "{kind}{tag} {{\n{body}}};")
    } else {
        writeln!(out, "typedef {kind}{tag} {{\n{body}}} {};", typedefs.join(", "))
    }
}

/// Breaks a declaration at its commas.
fn wrap(text: &str) -> String {
    let mut lines = Vec::new();
    let mut line = String::new();
    for piece in text.split_inclusive(", ") {
        if line.len() + piece.trim_end().len() > 114 {
            lines.push(std::mem::replace(&mut line, String::from("    ")).trim_end().to_string());
        }
        line.push_str(piece);
    }
    lines.push(line);
    lines.join("\n")
}

/// The test program that compares every size, offset and value with the facts. Valid C11 and C++14.
pub fn layout_test(facts: &Facts) -> String {
    let mut out =
        format!("/*\n * Sizes, offsets and values of the ACL headers.\n *\n * {NOTICE}\n * {LICENSE}\n */\n");
    for header in &facts.headers {
        let _ = writeln!(out, "#include \"{}\"", installed_include(&header.path));
    }
    out.push_str(
        "#include <stddef.h>\n#include <stdio.h>\n\n#ifdef __cplusplus\n#define SAME(a, b) static_assert((a) == (b), \
         #a)\n#else\n#define SAME(a, b) _Static_assert((a) == (b), #a)\n#define alignof _Alignof\n#endif\n\n",
    );
    let mut count = 0;
    let mut constants = String::new();
    for (_, fact) in facts.headers.iter().flat_map(|h| &h.facts) {
        match fact {
            Fact::Enum { values, tag, typedefs } => {
                for (name, value) in values {
                    let _ = writeln!(out, "SAME({name}, {value});");
                    count += 1;
                }
                if let Some(name) = type_name("enum", tag, typedefs) {
                    let _ = writeln!(out, "SAME(sizeof({name}), 4);");
                    count += 1;
                }
            }
            Fact::Record { kind, tag, typedefs, size, align, lines, .. } => {
                let Some(name) = type_name(kind, tag, typedefs) else { continue };
                let _ = writeln!(out, "SAME(sizeof({name}), {size});\nSAME(alignof({name}), {align});");
                count += 2;
                let mut open = None;
                for (offset, line) in lines {
                    if line.ends_with('{') {
                        open = open.or(Some(offset.clone()));
                        continue;
                    }
                    let offset =
                        if line.starts_with('}') { open.take().unwrap_or_default() } else { offset.clone() };
                    if let (Ok(offset), Some(field)) = (offset.parse::<u64>(), field_name(line)) {
                        let _ = writeln!(out, "SAME(offsetof({name}, {field}), {offset});");
                        count += 1;
                    }
                }
            }
            Fact::Macro { name, value }
                if value.trim_start_matches('(').starts_with(|c: char| c.is_ascii_digit()) =>
            {
                let _ = writeln!(out, "SAME({name}, {value});");
                count += 1;
            }
            Fact::Const { name, value, .. } => {
                let _ = writeln!(constants, "    bad += {name} != {value};");
                count += 1;
            }
            _ => {}
        }
    }
    let _ = write!(
        out,
        "\nint main(void)\n{{\n    int bad = 0;\n{constants}    printf(\"%d of {count} facts differ\\n\", bad);\n    \
         return bad != 0;\n}}\n"
    );
    out
}

fn type_name(kind: &str, tag: &str, typedefs: &[String]) -> Option<String> {
    match typedefs.first() {
        Some(name) => Some(name.clone()),
        None if tag.is_empty() => None,
        None => Some(format!("{kind} {tag}")),
    }
}

fn field_name(line: &str) -> Option<&str> {
    if line.contains(" : ") {
        return None;
    }
    if let Some((_, rest)) = line.split_once("(*") {
        return rest.split_once(')').map(|(name, _)| name);
    }
    let line = line.split('[').next()?.trim_end();
    let name = &line[line.rfind([' ', '*', '}']).map_or(0, |at| at + 1)..];
    (!name.is_empty()).then_some(name)
}

/// The name clients include a header by.
fn installed_include(path: &str) -> &str {
    installed(path)
}

/// The bodies of functions that no other file implements.
pub fn fallback(facts: &Facts, implemented: &BTreeSet<String>) -> String {
    let mut out = format!(
        "//! Functions that are not built: each logs its name once and answers \"not supported\".\n//!\n//! \
         {NOTICE}\n\nuse super::missing::fallback;\n"
    );
    for (result, title) in [
        ("Code", "Answer `ACL_ERROR_RT_FEATURE_NOT_SUPPORT`."),
        ("Null", "Answer NULL."),
        ("Zero", "Answer 0."),
        ("Undefined", "Answer -1, the undefined type or format."),
        ("Nothing", "Have no result."),
    ] {
        let names: BTreeSet<&str> = facts
            .functions()
            .filter(|f| !implemented.contains(&f.name) && answer(f) == result)
            .map(|f| f.name.as_str())
            .collect();
        if !names.is_empty() {
            let _ = write!(out, "\n// {title}\nfallback! {{ {result};\n");
            for name in names {
                let _ = writeln!(out, "    {name}");
            }
            out.push_str("}\n");
        }
    }
    out
}

fn answer(function: &Function) -> &'static str {
    match function.result.as_str() {
        "void" => "Nothing",
        "size_t" | "uint64_t" | "aclFloat16" => "Zero",
        "aclDataType" | "aclFormat" => "Undefined",
        result if result.ends_with('*') || POINTERS.contains(&result) => "Null",
        _ => "Code",
    }
}

/// Result types that hide a pointer.
const POINTERS: [&str; 4] = ["aclrtAllocatorDesc", "aclrtBinary", "acltdtTensorDesc", "TraHandle"];

/// Table of functions for the documentation: header, function, where it is built.
pub fn table(facts: &Facts, implemented: &BTreeSet<String>) -> String {
    let mut out = String::new();
    for header in &facts.headers {
        let functions: Vec<&Function> = header
            .facts
            .iter()
            .filter_map(|(_, fact)| if let Fact::Function(f) = fact { Some(f) } else { None })
            .collect();
        if functions.is_empty() {
            continue;
        }
        let (built, rest): (Vec<_>, Vec<_>) = functions.iter().partition(|f| implemented.contains(&f.name));
        let _ =
            writeln!(out, "### {} ({} of {} built)\n", installed(&header.path), built.len(), functions.len());
        listing(&mut out, "Built", &built);
        listing(&mut out, "Fallback", &rest);
    }
    let (built, rest): (Vec<_>, Vec<_>) = facts.exports.iter().partition(|f| implemented.contains(&f.name));
    let _ = writeln!(out, "### without a header ({} of {} built)\n", built.len(), facts.exports.len());
    listing(&mut out, "Built", &built.iter().collect::<Vec<_>>());
    listing(&mut out, "Fallback", &rest.iter().collect::<Vec<_>>());
    out.trim_end().to_string()
}

fn listing(out: &mut String, title: &str, functions: &[&&Function]) {
    if functions.is_empty() {
        return;
    }
    let names: Vec<String> = functions.iter().map(|f| format!("`{}`", f.name)).collect();
    let _ = writeln!(out, "{title}: {}.\n", names.join(", "));
}

/// Names of the log modules, for the log library.
pub fn log_modules(facts: &Facts) -> Result<String, &'static str> {
    let modules = facts.headers.iter().flat_map(|h| &h.facts).find_map(|(_, fact)| match fact {
        Fact::Enum { values, .. } if values.first().is_some_and(|(name, _)| name == "SLOG") => Some(values),
        _ => None,
    });
    let modules = modules.ok_or("the enumeration of log modules (SLOG, ...) is missing")?;
    let mut out = format!("//! Modules that write log lines.\n//!\n//! {NOTICE}\n\n/// Number and name.\n");
    let named: Vec<_> = modules.iter().filter(|(name, _)| !name.starts_with("INVALID")).collect();
    let _ = writeln!(out, "pub(crate) const NAMES: [(i32, &str); {}] = [", named.len());
    for (name, value) in named {
        let _ = writeln!(out, "    ({value}, \"{name}\"),");
    }
    out.push_str("];\n");
    Ok(out)
}
