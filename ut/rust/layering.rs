//! The layers of ARCHITECTURE.md: which module of `src/` uses which, and that no Rust library is linked into two
//! shared objects together with its exported C functions.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Module, and the modules of this package that it may use besides itself.
const MAY_USE: &[(&str, &[&str])] = &[
    ("capi", &["control", "data", "handle", "observe"]),
    ("control", &["data", "transport", "driver", "handle", "observe"]),
    ("data", &["transport", "driver", "handle", "observe"]),
    ("transport", &["observe"]),
    ("driver", &["observe"]),
    ("handle", &["observe"]),
    ("observe", &[]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(directory: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file: without comments, and without its unit tests, which stand last and may use anything.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    text.lines().map(|line| line.split("//").next().unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// The modules of this package that the code names as `crate::module` or inside `crate::{…}`.
fn used(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for piece in code.split("crate::").skip(1) {
        let Some(group) = piece.strip_prefix('{') else {
            found.insert(word(piece));
            continue;
        };
        let mut depth = 1;
        let mut item = String::new();
        for letter in group.chars() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => {
                    found.insert(word(item.trim()));
                    item.clear();
                    continue;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
            item.push(letter);
        }
        found.insert(word(item.trim()));
    }
    found
}

fn word(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

/// Name and dependencies of the packages in `directory`.
fn manifests() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for parent in ["crates", "companions", "tools"] {
        for entry in fs::read_dir(root().join(parent)).unwrap() {
            let directory = entry.unwrap().path();
            if let Ok(text) = fs::read_to_string(directory.join("Cargo.toml")) {
                found.push((directory, text));
            }
        }
    }
    found.push((root().to_path_buf(), fs::read_to_string(root().join("Cargo.toml")).unwrap()));
    found
}

/// Names in the tables of dependencies that end up in the library.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut table = "";
    let mut found = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            table = line;
        } else if table == "[dependencies]" && line.contains('=') && !line.starts_with('#') {
            found.insert(line.split(['.', ' ', '=']).next().unwrap_or("").to_owned());
        }
    }
    found
}

fn package(manifest: &str) -> String {
    let line = manifest.lines().find(|line| line.starts_with("name = ")).expect("a package has a name");
    line.trim_start_matches("name = ").trim_matches('"').to_owned()
}

#[test]
fn modules_use_only_the_layers_below() {
    let mut faults = Vec::new();
    for (module, allowed) in MAY_USE {
        let mut files = Vec::new();
        rust_files(&root().join("src").join(module), &mut files);
        assert!(!files.is_empty(), "src/{module} has no file: update the table of layers");
        for file in files {
            for other in used(&code(&fs::read_to_string(&file).unwrap())) {
                let known = MAY_USE.iter().any(|(name, _)| *name == other);
                if known && other != *module && !allowed.contains(&other.as_str()) {
                    faults.push(format!("{} uses {other}, which {module} may not", file.display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_directory_of_src_is_a_layer() {
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let entry = entry.unwrap();
        if entry.path().is_dir() {
            let name = entry.file_name().to_string_lossy().into_owned();
            assert!(MAY_USE.iter().any(|(module, _)| *module == name), "src/{name} is in no layer");
        }
    }
}

#[test]
fn no_package_links_one_that_exports_c_functions() {
    let manifests = manifests();
    let mut exporting = BTreeSet::new();
    for (directory, text) in &manifests {
        let mut files = Vec::new();
        rust_files(&directory.join("src"), &mut files);
        let exports = |file: &PathBuf| {
            let code = code(&fs::read_to_string(file).unwrap());
            code.contains("#[unsafe(no_mangle)]") || code.contains("#[unsafe(export_name")
        };
        if files.iter().any(exports) {
            exporting.insert(package(text));
        }
    }
    assert!(exporting.contains("hcomm") && exporting.contains("hccl"), "found only {exporting:?}");
    for (directory, text) in &manifests {
        let both: Vec<_> = dependencies(text).intersection(&exporting).cloned().collect();
        assert!(
            both.is_empty(),
            "{} depends on {both:?}, whose C functions and state would exist twice; link the shared object instead",
            directory.display()
        );
    }
}

#[test]
fn names_are_found_alone_and_in_groups() {
    let code = code(
        "use crate::data::Lane; // crate::capi\nuse crate::{handle, driver::{self, Driver}, observe::x};",
    );
    assert_eq!(used(&code).into_iter().collect::<Vec<_>>(), ["data", "driver", "handle", "observe"]);
}
