//! Maintenance tasks of the repository: `cargo xtask help`.

mod envdoc;
mod headers;
mod manifest;
mod matrix;
mod source;
mod symbols;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask headers [--check]   write include/ and pkg_inc/ from the Rust sources (--check: compare only)
cargo xtask matrix [--check]    write MATRIX.md, which functions are built (--check: compare only)
cargo xtask env [--check]       write docs/env.md, the environment variables (--check: compare only)
cargo xtask symbols             compare the exported functions in the sources with ut/abi/facts.json";

/// Result of a task; the text goes to standard error.
type Outcome<T = ()> = Result<T, String>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let root = root();
    let outcome = match words[..] {
        ["headers"] => headers::run(&root).and_then(|files| write(&root, files)),
        ["headers", "--check"] => headers::run(&root).and_then(|files| check(&root, &files, "headers")),
        ["matrix"] => matrix::run(&root).and_then(|files| write(&root, files)),
        ["matrix", "--check"] => matrix::run(&root).and_then(|files| check(&root, &files, "matrix")),
        ["env"] => envdoc::run(&root).and_then(|files| write(&root, files)),
        ["env", "--check"] => envdoc::run(&root).and_then(|files| check(&root, &files, "env")),
        ["symbols"] | ["symbols", "--check"] => symbols::run(&root),
        ["help"] | [] => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(format!("unknown task {words:?}\n{HELP}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("xtask: {text}");
            ExitCode::FAILURE
        }
    }
}

/// Root directory of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository").to_path_buf()
}

/// A generated file: path below the root, text.
struct Output {
    path: String,
    text: String,
}

/// Reads a file below the root.
fn read(root: &Path, path: &str) -> Outcome<String> {
    std::fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

fn write(root: &Path, files: Vec<Output>) -> Outcome {
    let mut changed = 0;
    for Output { path, text } in &files {
        let target = root.join(path);
        if std::fs::read_to_string(&target).is_ok_and(|old| old == *text) {
            continue;
        }
        let parent = target.parent().expect("below the root");
        std::fs::create_dir_all(parent)
            .and_then(|()| std::fs::write(&target, text))
            .map_err(|error| format!("{path}: {error}"))?;
        println!("wrote {path}");
        changed += 1;
    }
    println!("{} file(s) generated, {changed} changed", files.len());
    Ok(())
}

fn check(root: &Path, files: &[Output], task: &str) -> Outcome {
    let stale: Vec<_> = files
        .iter()
        .filter(|Output { path, text }| {
            !std::fs::read_to_string(root.join(path)).is_ok_and(|old| old == *text)
        })
        .map(|output| output.path.as_str())
        .collect();
    if stale.is_empty() {
        println!("{} file(s) up to date", files.len());
        return Ok(());
    }
    Err(format!("not up to date: {}; run `cargo xtask {task}` and commit the result", stale.join(", ")))
}
