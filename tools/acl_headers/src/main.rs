//! Writes what follows from the facts of the ACL interface, or with `--check` tells what is out of date:
//! the headers, the layout test, the fallback functions of the software NPU, the table in docs/softnpu.md.
//!
//! `--exports DIR` instead compares the libraries in a lib64 folder with the facts: every function must be
//! exported by exactly one of them.

mod facts;
mod write;

use facts::Facts;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

const FACTS: &str = "companions/softnpu/abi/acl.facts";
const LAYOUT_TEST: &str = "ut/c/acl_layout.c";
const FALLBACK: &str = "companions/softnpu/src/api/fallback.rs";
const LOG_MODULES: &str = "companions/dlog/src/modules.rs";
const DOCUMENT: &str = "docs/softnpu.md";
const TABLE_START: &str = "<!-- acl functions: generated -->";
const TABLE_END: &str = "<!-- acl functions: end -->";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        [] => run(false),
        ["--check"] => run(true),
        ["--exports", dir] => exports(Path::new(dir)),
        _ => Err("usage: acl_headers [--check | --exports LIB64]".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("acl_headers: {error}");
            ExitCode::FAILURE
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read_facts() -> Result<Facts, Box<dyn Error>> {
    let text = fs::read_to_string(root().join(FACTS)).map_err(|e| format!("{FACTS}: {e}"))?;
    Facts::parse(&text).map_err(|bad| bad.to_string().into())
}

fn run(check: bool) -> Result<(), Box<dyn Error>> {
    let root = root();
    let facts = read_facts()?;
    let implemented = implemented(&root, &facts)?;
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for header in &facts.headers {
        let text = write::header(header);
        if let Some(also) = &header.also {
            files.insert(also.clone(), text.clone());
        }
        files.insert(header.path.clone(), text);
    }
    files.insert(LOG_MODULES.into(), write::log_modules(&facts)?);
    files.insert(LAYOUT_TEST.into(), write::layout_test(&facts));
    files.insert(FALLBACK.into(), write::fallback(&facts, &implemented));
    if let Ok(document) = fs::read_to_string(root.join(DOCUMENT)) {
        files.insert(DOCUMENT.into(), with_table(&document, &write::table(&facts, &implemented))?);
    }
    let mut stale = Vec::new();
    for (name, text) in &files {
        let path = root.join(name);
        if fs::read_to_string(&path).is_ok_and(|old| old == *text) {
            continue;
        }
        stale.push(name.as_str());
        if !check {
            fs::create_dir_all(path.parent().unwrap_or(&root))?;
            fs::write(&path, text).map_err(|e| format!("{name}: {e}"))?;
        }
    }
    if check && !stale.is_empty() {
        return Err(format!("out of date, run `cargo run -p acl_headers`: {}", stale.join(", ")).into());
    }
    println!("{} files, {} written, {} functions built", files.len(), stale.len(), implemented.len());
    Ok(())
}

fn with_table(document: &str, table: &str) -> Result<String, String> {
    let missing = || format!("{DOCUMENT}: the marks around the table are missing");
    let (before, rest) = document.split_once(TABLE_START).ok_or_else(missing)?;
    let (_, after) = rest.split_once(TABLE_END).ok_or_else(missing)?;
    Ok(format!("{before}{TABLE_START}\n\n{table}\n\n{TABLE_END}{after}"))
}

/// Names of the facts that some source file of the companions defines.
fn implemented(root: &Path, facts: &Facts) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let known: BTreeSet<&str> = facts.functions().map(|f| f.name.as_str()).collect();
    let mut found = BTreeSet::new();
    let mut folders = vec![root.join("companions")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                if !path.ends_with("include") && !path.ends_with("pkg_inc") && !path.ends_with("tests") {
                    folders.push(path);
                }
            } else if !path.ends_with("api/fallback.rs") {
                let rust = path.extension().is_some_and(|e| e == "rs");
                if rust || path.extension().is_some_and(|e| e == "c" || e == "cpp") {
                    let text = fs::read_to_string(&path)?;
                    for line in text.lines() {
                        found.extend(
                            listed(line)
                                .chain(defined(line, rust))
                                .filter(|n| known.contains(n))
                                .map(String::from),
                        );
                    }
                }
            }
        }
    }
    Ok(found)
}

/// Names after an "exports:" comment, for functions that a macro defines.
fn listed(line: &str) -> impl Iterator<Item = &str> {
    line.split_once("// exports: ").map_or("", |(_, names)| names).split_whitespace()
}

/// The name of the C function that starts in this line.
fn defined(line: &str, rust: bool) -> Option<&str> {
    let head = if rust {
        line.split_once("extern \"C\" fn ")?.1
    } else {
        if line.starts_with([' ', '\t', '#', '/', '*', '}']) || line.trim_end().ends_with(';') {
            return None;
        }
        let head = line.split_once('(')?.0;
        &head[head.rfind([' ', '*', ':']).map_or(0, |at| at + 1)..]
    };
    let end = head.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(head.len());
    Some(&head[..end])
}

/// Every function of the facts must be exported by exactly one library of the folder.
fn exports(dir: &Path) -> Result<(), Box<dyn Error>> {
    let facts = read_facts()?;
    let mut owners: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for library in
        ["libacl_rt.so", "libunified_dlog.so", "liberror_manager.so", "libprofapi.so", "libc_sec.so"]
    {
        let output =
            Command::new("nm").args(["-D", "--defined-only", "-C"]).arg(dir.join(library)).output()?;
        if !output.status.success() {
            return Err(format!("nm {library}: {}", String::from_utf8_lossy(&output.stderr)).into());
        }
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Some((_, symbol)) = line.split_once(" T ").or_else(|| line.split_once(" W ")) else {
                continue;
            };
            let name = symbol.split('(').next().unwrap_or(symbol);
            let owner = owners.entry(name.rsplit("::").next().unwrap_or(name).into()).or_default();
            if owner.last().is_none_or(|last| last != library) {
                owner.push(library.into());
            }
        }
    }
    let mut bad = Vec::new();
    let mut count = 0;
    for function in facts.functions() {
        count += 1;
        match owners.get(&function.name).map_or(&[][..], |o| &o[..]) {
            [_] => {}
            [] => bad.push(format!("{} is exported by no library", function.name)),
            many => bad.push(format!("{} is exported by {}", function.name, many.join(" and "))),
        }
    }
    if !bad.is_empty() {
        return Err(bad.join("\n").into());
    }
    println!("{count} functions, each exported by exactly one library");
    Ok(())
}
