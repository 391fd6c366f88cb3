//! Headers: cbindgen's declarations, then passes for what cbindgen cannot write.
//!
//! For each header of `headers/manifest.toml` the text is, in this order: licence, guard, `#include`s,
//! `headers/head/<name>` (if there is one), constants, the declarations of cbindgen, `headers/tail/<name>`.
//! `docs/adding-an-api.md` tells how to add to a header.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::manifest::{self, Header};
use crate::source::{self, Constant, Value};
use crate::{Outcome, Output, read};

const LICENCE: &str =
    "/*\n * Copyright (c) 2026 the hcomm authors.\n * SPDX-License-Identifier: Apache-2.0\n";

/// Makes all headers.
pub fn run(root: &Path) -> Outcome<Vec<Output>> {
    let manifest = manifest::load(root)?;
    let mut files = Vec::new();
    for header in &manifest.header {
        let text = make(root, header).map_err(|error| format!("{}: {error}", header.path))?;
        files.push(Output { path: header.path.clone(), text });
    }
    Ok(files)
}

fn make(root: &Path, header: &Header) -> Outcome<String> {
    if let Some(raw) = &header.raw {
        return read(root, raw);
    }
    let mut declarations = bindgen(root, header)?;
    declarations = splice_unnamed(&declarations)?;
    declarations = plain_comments(&declarations);
    let all = all_constants(root, header)?;
    for constant in &all {
        if let Value::Alias(old) = &constant.value {
            declarations = alias(&declarations, &constant.name, old)?;
        }
    }
    for name in &header.scoped {
        declarations = scoped(&declarations, name)?;
    }
    for (name, guard) in &header.guarded {
        declarations = guarded(&declarations, name, guard)?;
    }
    for parameter in &header.reference {
        declarations = reference(&declarations, parameter)?;
    }
    for (parameter, value) in &header.default {
        declarations = default_argument(&declarations, parameter, value)?;
    }
    for (name, values) in &header.init {
        declarations = initialise(&declarations, name, values)?;
    }
    for (name, space) in &header.namespace {
        declarations = namespace(&declarations, name, space)?;
    }
    let declarations = linkage(root, header, declarations)?;
    let constants = constants(header, all)?;
    let file = header.path.rsplit('/').next().unwrap_or(&header.path);
    let part = |kind: &str| {
        let path = format!("headers/{kind}/{file}");
        if root.join(&path).exists() { read(root, &path) } else { Ok(String::new()) }
    };
    let (head, tail) = (part("head")?, part("tail")?);

    let mut out = String::from(LICENCE);
    let mut from: Vec<&str> = header.types.iter().chain(&header.functions).map(String::as_str).collect();
    from.dedup();
    let _ = write!(out, " *\n * Written by `cargo xtask headers` from {}.\n */\n", from.join(" and "));
    let guard = &header.guard;
    let _ = write!(out, "#ifndef {guard}\n#define {guard}\n\n/**\n * @file {file}\n");
    for line in header.about.trim().lines() {
        let _ = writeln!(out, "{}", format!(" * {line}").trim_end());
    }
    out.push_str(" */\n\n");
    for include in &header.include {
        let _ = writeln!(out, "#include {include}");
    }
    if !header.include_cxx.is_empty() {
        let includes: String = header.include_cxx.iter().map(|name| format!("#include {name}\n")).collect();
        if header.cxx {
            out.push_str(&includes);
        } else {
            let _ = write!(out, "#ifdef __cplusplus\n{includes}#endif\n");
        }
    }
    if declarations.contains("HCOMM_CXX(") || tail.contains("HCOMM_CXX(") {
        out.push_str("\n/* Text that only C++ reads. */\n#ifndef HCOMM_CXX\n#ifdef __cplusplus\n#define HCOMM_CXX(...) __VA_ARGS__\n#else\n#define HCOMM_CXX(...)\n#endif\n#endif\n");
    }
    if declarations.contains("HCOMM_REF ") {
        out.push_str("\n/* A reference in C++ is passed as a pointer, which is what C sees. */\n#ifndef HCOMM_REF\n#ifdef __cplusplus\n#define HCOMM_REF &\n#else\n#define HCOMM_REF *\n#endif\n#endif\n");
    }
    for part in [&head, &constants, &declarations, &tail] {
        if !part.trim().is_empty() {
            let _ = write!(out, "\n{}\n", part.trim_matches('\n'));
        }
    }
    let _ = write!(out, "\n#endif /* {guard} */\n");
    while out.contains("\n\n\n") {
        out = out.replace("\n\n\n", "\n\n");
    }
    Ok(out)
}

fn bindgen(root: &Path, header: &Header) -> Outcome<String> {
    let mut config = cbindgen::Config::from_file(root.join("cbindgen.toml"))?;
    config.export.exclude = header.omit.clone();
    // Without this, types that no function mentions would be left out.
    for path in &header.types {
        config.export.include.extend(source::types(root, path)?);
    }
    let mut builder = cbindgen::Builder::new().with_config(config);
    for path in header.types.iter().chain(&header.functions) {
        builder = builder.with_src(root.join(path));
    }
    let mut text = Vec::new();
    builder.generate().map_err(|error| error.to_string())?.write(&mut text);
    String::from_utf8(text).map_err(|error| error.to_string())
}

/// Puts the bodies of `anon_*` types where they are used: C's unnamed structures and unions.
fn splice_unnamed(text: &str) -> Outcome<String> {
    let mut bodies = BTreeMap::new();
    let mut rest: Vec<&str> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let mut words = line.split_whitespace();
        let (first, kind, name) = (words.next(), words.next(), words.next());
        match (first, kind, name) {
            (Some("typedef"), Some(kind @ ("struct" | "union")), Some(name)) if name.starts_with("anon_") => {
                // Its comment stands before it.
                if rest.last().is_some_and(|line| line.trim_end().ends_with("*/")) {
                    while let Some(line) = rest.pop() {
                        if line.trim_start().starts_with("/**") {
                            break;
                        }
                    }
                }
                let end = format!("}} {name};");
                let body: Vec<&str> = lines.by_ref().take_while(|line| *line != end).collect();
                bodies.insert(name, (kind, body));
            }
            _ => rest.push(line),
        }
    }
    let mut out = String::new();
    for line in rest {
        expand(line, "", &bodies, &mut out)?;
    }
    Ok(out)
}

/// Writes a line, or the type that a member of an `anon_*` type stands for.
fn expand(line: &str, indent: &str, bodies: &BTreeMap<&str, (&str, Vec<&str>)>, out: &mut String) -> Outcome {
    let trimmed = line.trim_start();
    let member = trimmed.strip_prefix("struct ").or(trimmed.strip_prefix("union ")).unwrap_or(trimmed);
    if !member.starts_with("anon_") {
        let _ = writeln!(out, "{}", format!("{indent}{line}").trim_end());
        return Ok(());
    }
    let (name, member) = member.split_once(' ').ok_or_else(|| format!("not a member: {line}"))?;
    let (kind, body) = bodies.get(name).ok_or_else(|| format!("{name} is not defined in this header"))?;
    let inner = format!("{indent}{}", &line[..line.len() - trimmed.len()]);
    // Unnamed members are C11; C++ compilers take those of structures as an extension.
    let unnamed = member.starts_with("anon_");
    let mark = if unnamed { "__extension__ " } else { "" };
    let _ = writeln!(out, "{inner}{mark}{kind} {{");
    for line in body {
        expand(line, &inner, bodies, out)?;
    }
    let member = if unnamed { ";".to_owned() } else { format!(" {member}") };
    let _ = writeln!(out, "{inner}}}{member}");
    Ok(())
}

/// Comments without the marks of rustdoc and empty last lines, those of one line on one line; code with typedefs.
fn plain_comments(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let trimmed = line.trim_start();
        if trimmed != "/**" {
            let _ = writeln!(out, "{}", untagged(line));
            continue;
        }
        let indent = &line[..line.len() - trimmed.len()];
        let mut inner: Vec<String> = lines
            .by_ref()
            .map(|line| line.trim_start().to_owned())
            .take_while(|line| line != "*/")
            .map(|line| plain(line.strip_prefix("* ").unwrap_or("")))
            .collect();
        while inner.last().is_some_and(|line| line.trim().is_empty()) {
            inner.pop();
        }
        if let [only] = &inner[..] {
            let _ = writeln!(out, "{indent}/** {only} */");
            continue;
        }
        let _ = writeln!(out, "{indent}/**");
        for line in inner {
            let _ = writeln!(out, "{}", format!("{indent} * {line}").trim_end());
        }
        let _ = writeln!(out, "{indent} */");
    }
    out
}

/// A line of code that uses typedefs: `struct CommAddr addr` becomes `CommAddr addr`.
fn untagged(line: &str) -> String {
    if line.ends_with('{') {
        return line.to_owned();
    }
    let mut out = String::new();
    let mut words = line.split_inclusive(' ').peekable();
    while let Some(word) = words.next() {
        let (before, last) =
            word.rsplit_once('(').map_or(("", word), |(_, last)| (&word[..word.len() - last.len()], last));
        let tag = matches!(last.trim_end(), "struct" | "enum" | "union");
        // The C library has no typedefs for its addresses.
        if tag
            && words.peek().is_some_and(|name| !name.starts_with("in_addr") && !name.starts_with("in6_addr"))
        {
            out.push_str(before);
            continue;
        }
        out.push_str(word);
    }
    out
}

fn plain(line: &str) -> String {
    line.replace("[`", "").replace("`]", "").replace('`', "").replace("crate::", "")
}

/// Adds an enumerator with the value of another one.
fn alias(text: &str, new: &str, old: &str) -> Outcome<String> {
    let at = text.find(&format!("    {old} = ")).ok_or_else(|| format!("no enumerator {old}"))?;
    let end = at + text[at..].find('\n').ok_or("no end of line")? + 1;
    Ok(format!("{}    /** Same as {old}. */\n    {new} = {old},\n{}", &text[..end], &text[end..]))
}

/// Makes an enumeration `enum class` in C++.
fn scoped(text: &str, name: &str) -> Outcome<String> {
    let open = format!("typedef enum {name} {{");
    let close = format!("}} {name};");
    if !text.contains(&open) || !text.contains(&close) {
        return Err(format!("no enumeration {name}"));
    }
    let text = text.replace(
        &open,
        &format!("#ifdef __cplusplus\nenum class {name}\n#else\ntypedef enum {name}\n#endif\n{{"),
    );
    Ok(text.replace(&close, &format!("}}\n#ifndef __cplusplus\n{name}\n#endif\n;")))
}

/// Range of the declaration that starts with the comment before `start` and ends with the first `end` after it.
fn with_comment(text: &str, start: usize, end: &str) -> Outcome<std::ops::Range<usize>> {
    let stop = start + text[start..].find(end).ok_or("no end of the declaration")? + end.len();
    let before = &text[..start];
    let begin = if before.trim_end().ends_with("*/") { before.rfind("/**").unwrap_or(start) } else { start };
    Ok(begin..stop)
}

/// Makes a typedef only if no other header did.
fn guarded(text: &str, name: &str, guard: &str) -> Outcome<String> {
    let line = text
        .lines()
        .find(|line| line.starts_with("typedef ") && line.ends_with(&format!(" {name};")))
        .ok_or_else(|| format!("no typedef {name}"))?;
    let range = with_comment(text, text.find(line).unwrap_or(0), "\n")?;
    let (before, after) = (&text[..range.start], &text[range.end..]);
    let inner = &text[range];
    Ok(format!("{before}#ifndef {guard}\n#define {guard}\n{inner}#endif /* {guard} */\n{after}"))
}

/// Range of the parameter `function.parameter`, without the comma.
fn parameter(text: &str, path: &str) -> Outcome<std::ops::Range<usize>> {
    let (function, parameter) =
        path.split_once('.').ok_or_else(|| format!("not Function.parameter: {path}"))?;
    let open = text.find(&format!(" {function}(")).ok_or_else(|| format!("no function {function}"))?
        + function.len()
        + 2;
    let close = open + text[open..].find(");").ok_or("no end of the prototype")?;
    let mut start = open;
    for piece in text[open..close].split(',') {
        let end = start + piece.len();
        if piece.ends_with(parameter)
            && !piece.trim_end_matches(parameter).ends_with(|c: char| c.is_alphanumeric() || c == '_')
        {
            return Ok(start..end);
        }
        start = end + 1;
    }
    Err(format!("no parameter {path}"))
}

/// Makes a pointer parameter a reference in C++.
fn reference(text: &str, path: &str) -> Outcome<String> {
    let range = parameter(text, path)?;
    let changed = text[range.clone()].replacen('*', "HCOMM_REF ", 1);
    Ok(format!("{}{changed}{}", &text[..range.start], &text[range.end..]))
}

/// Gives a parameter a default value in C++.
fn default_argument(text: &str, path: &str, value: &str) -> Outcome<String> {
    let end = parameter(text, path)?.end;
    Ok(format!("{} HCOMM_CXX(= {value}){}", &text[..end], &text[end..]))
}

/// Initialises the members of a structure in C++: with zero, or with the value given for a name.
fn initialise(text: &str, name: &str, values: &BTreeMap<String, String>) -> Outcome<String> {
    let open = format!("typedef struct {name} {{\n");
    let start = text.find(&open).ok_or_else(|| format!("no structure {name}"))? + open.len();
    let stop = start + text[start..].find(&format!("}} {name};")).ok_or("no end of the structure")?;
    let mut body = String::new();
    for line in text[start..stop].lines() {
        let trimmed = line.trim_start();
        match line.strip_suffix(';') {
            Some(member) if !trimmed.starts_with(['}', '*', '/']) => {
                let field = member.trim_end_matches(']').rsplit(['[', ' ', '*']).find(|word| {
                    word.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_')
                });
                let value = field.and_then(|field| values.get(field)).map_or("", String::as_str);
                let _ = writeln!(body, "{member} HCOMM_CXX({{{value}}});");
            }
            _ => {
                let _ = writeln!(body, "{line}");
            }
        }
    }
    Ok(format!("{}{body}{}", &text[..start], &text[stop..]))
}

/// Puts a structure into a namespace in C++.
fn namespace(text: &str, name: &str, space: &str) -> Outcome<String> {
    let start =
        text.find(&format!("typedef struct {name} {{")).ok_or_else(|| format!("no structure {name}"))?;
    let range = with_comment(text, start, &format!("}} {name};\n"))?;
    let (before, after) = (&text[..range.start], &text[range.end..]);
    let inner = text[range].trim_end();
    Ok(format!(
        "{before}#ifdef __cplusplus\nnamespace {space} {{\n#endif\n{inner}\n#ifdef __cplusplus\n}} // namespace {space}\n#endif\n{after}"
    ))
}

/// Wraps the declarations in `extern "C"`. Functions whose symbol is not their name have C++ linkage; C finds them by
/// an assembler name.
fn linkage(root: &Path, header: &Header, text: String) -> Outcome<String> {
    let mut text = text;
    let mut mangled = false;
    for path in &header.functions {
        for function in source::functions(root, path)? {
            if function.symbol == function.name {
                continue;
            }
            mangled = true;
            let at = text.find(&format!("{}(", function.symbol)).ok_or("no mangled function")?;
            let end = at + text[at..].find(';').ok_or("no end of the prototype")?;
            let parameters = text[at + function.symbol.len()..end].to_owned();
            let new = format!("{}{parameters} HCOMM_SYMBOL(\"{}\")", function.name, function.symbol);
            text = format!("{}{new}{}", &text[..at], &text[end..]);
        }
    }
    if text.trim().is_empty() {
        return Ok(text);
    }
    if mangled {
        return Ok(format!(
            "/* C++ makes this name itself, C needs to be told. */\n#ifdef __cplusplus\n#define HCOMM_SYMBOL(name)\n#else\n#define HCOMM_SYMBOL(name) __asm__(name)\n#endif\n\n{}\n#undef HCOMM_SYMBOL\n",
            text.trim_end()
        ));
    }
    Ok(format!(
        "#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n{}\n\n#ifdef __cplusplus\n}} /* extern \"C\" */\n#endif\n",
        text.trim_matches('\n')
    ))
}

fn all_constants(root: &Path, header: &Header) -> Outcome<Vec<Constant>> {
    let mut all: Vec<Constant> = Vec::new();
    for path in &header.types {
        all.extend(source::constants(root, path)?);
    }
    all.retain(|constant| !header.omit.contains(&constant.name));
    Ok(all)
}

/// The constants: typed in C++, macros in C.
fn constants(header: &Header, mut all: Vec<Constant>) -> Outcome<String> {
    all.retain(|constant| !matches!(constant.value, Value::Alias(_)));
    let (macros, typed): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|constant| header.macros.contains_key(&constant.name));
    let mut out = String::new();
    for constant in &macros {
        comment(&constant.doc, &mut out);
        let _ = writeln!(out, "#define {} {}", constant.name, header.macros[&constant.name]);
    }
    if typed.is_empty() {
        return Ok(out);
    }
    let (mut cxx, mut c) = (String::new(), String::new());
    for constant in &typed {
        comment(&constant.doc, &mut cxx);
        let name = &constant.name;
        match &constant.value {
            Value::Text(text) => {
                let _ = writeln!(cxx, "static const std::string {name} = \"{text}\";");
                let _ = writeln!(c, "#define {name} \"{text}\"");
            }
            Value::Alias(_) => {}
            Value::Number(kind, number) => {
                let (c_type, literal) = match kind.as_str() {
                    "u8" => ("uint8_t", format!("((uint8_t){number})")),
                    "u16" => ("uint16_t", format!("((uint16_t){number})")),
                    "u32" => ("uint32_t", format!("{number}u")),
                    "u64" => ("uint64_t", format!("UINT64_C({number})")),
                    "i32" => (
                        "int32_t",
                        if number.starts_with('-') { format!("({number})") } else { number.clone() },
                    ),
                    _ => {
                        return Err(format!(
                            "{name} has type {kind}, which no constant of a header has so far"
                        ));
                    }
                };
                let _ = writeln!(cxx, "static const {c_type} {name} = {number};");
                let _ = writeln!(c, "#define {name} {literal}");
            }
        }
    }
    let _ = write!(out, "\n/* Constants: typed in C++; macros in C, so that they can be array bounds. */\n");
    if header.cxx {
        out.push_str(&cxx);
    } else {
        let _ = write!(out, "#ifdef __cplusplus\n{cxx}#else\n{c}#endif\n");
    }
    Ok(out)
}

fn comment(doc: &[String], out: &mut String) {
    match doc {
        [] => {}
        [line] => {
            let _ = writeln!(out, "/** {} */", plain(line));
        }
        lines => {
            out.push_str("/**\n");
            for line in lines {
                let _ = writeln!(out, "{}", format!(" * {}", plain(line)).trim_end());
            }
            out.push_str(" */\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unnamed_members_are_spliced_at_any_depth() {
        let text = "/**\n * Unnamed.\n */\ntypedef struct anon_A_0_b {\n    int x;\n} anon_A_0_b;\n\n\
                    typedef union anon_A_0 {\n    int raw;\n    struct anon_A_0_b b;\n} anon_A_0;\n\n\
                    typedef struct A {\n    int kind;\n    union anon_A_0 anon_0;\n} A;\n";
        let out = splice_unnamed(text).unwrap();
        let want = "typedef struct A {\n    int kind;\n    __extension__ union {\n        int raw;\n        struct {\n            \
                    int x;\n        } b;\n    };\n} A;";
        assert_eq!(out.trim(), want);
        assert!(splice_unnamed("    anon_B_0 b;\n").is_err());
    }

    #[test]
    fn comments_lose_the_marks_of_rustdoc_and_code_its_tags() {
        let text = "/**\n * See [`A`], `b`.\n *\n */\nenum E f(struct A *a, struct in_addr i, enum E e);\n";
        assert_eq!(plain_comments(text), "/** See A, b. */\nE f(A *a, struct in_addr i, E e);\n");
        let text = "/**\n * One.\n *\n * Two.\n */\n";
        assert_eq!(plain_comments(text), text);
    }

    #[test]
    fn enumerations_get_second_names_and_scopes() {
        let text = "typedef enum E {\n    OLD = 1,\n} E;\n";
        assert!(
            alias(text, "NEW", "OLD")
                .unwrap()
                .contains("OLD = 1,\n    /** Same as OLD. */\n    NEW = OLD,\n")
        );
        assert!(alias(text, "NEW", "NONE").is_err());
        let out = scoped(text, "E").unwrap();
        assert!(
            out.starts_with("#ifdef __cplusplus\nenum class E\n#else\ntypedef enum E\n#endif\n{\n"),
            "{out}"
        );
    }

    #[test]
    fn parameters_become_references_and_get_defaults() {
        let text = "int f(int *a,\n      bool aa);\nint ff(int *a);\n";
        assert_eq!(
            reference(text, "f.a").unwrap(),
            "int f(int HCOMM_REF a,\n      bool aa);\nint ff(int *a);\n"
        );
        let out = default_argument(text, "f.aa", "false").unwrap();
        assert!(out.contains("bool aa HCOMM_CXX(= false));"), "{out}");
        assert!(reference(text, "f.b").is_err());
    }

    #[test]
    fn typedefs_are_guarded_and_members_initialised() {
        let text = "/** A handle. */\ntypedef uint64_t H;\ntypedef struct S {\n    int n;\n    char name[4];\n} S;\n";
        let out = guarded(text, "H", "H_DEFINED").unwrap();
        assert!(out.starts_with(
            "#ifndef H_DEFINED\n#define H_DEFINED\n/** A handle. */\ntypedef uint64_t H;\n#endif"
        ));
        let values = BTreeMap::from([("n".to_owned(), "7".to_owned())]);
        let out = initialise(text, "S", &values).unwrap();
        assert!(out.contains("int n HCOMM_CXX({7});\n    char name[4] HCOMM_CXX({});"), "{out}");
    }
}
