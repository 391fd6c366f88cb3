//! `MATRIX.md`: which C functions are built and which are stubs, from the sources.

use std::fmt::Write as _;
use std::path::Path;

use crate::{Outcome, Output, manifest, source};

/// Makes the file.
pub fn run(root: &Path) -> Outcome<Vec<Output>> {
    let manifest = manifest::load(root)?;
    let (mut table, mut rows, mut built_all, mut all) = (String::new(), String::new(), 0, 0);
    for header in &manifest.header {
        let mut functions = Vec::new();
        for path in &header.functions {
            functions.extend(source::functions(root, path)?);
        }
        if functions.is_empty() {
            continue;
        }
        let built = functions.iter().filter(|function| !function.stub).count();
        let library =
            if header.functions[0].starts_with("companions/hccl/") { "libhccl.so" } else { "libhcomm.so" };
        let spelling = header.spelling();
        let _ = writeln!(table, "| `{spelling}` | {library} | {built} | {} |", functions.len() - built);
        let _ = writeln!(rows, "\n## {spelling}\n\n| function | state |\n| --- | --- |");
        for function in &functions {
            let state = if function.stub { "stub" } else { "built" };
            let _ = writeln!(rows, "| `{}` | {state} |", function.name);
        }
        built_all += built;
        all += functions.len();
    }
    let text = format!(
        "# What is built\n\n\
         Written by `cargo xtask matrix` from the sources; do not edit.\n\n\
         Every function of the headers is exported. A *built* function has a body; whether it offers all that its\n\
         header says is a matter of its tests. A *stub* answers `HCCL_E_NOT_SUPPORT` (or the value that its header\n\
         names) and logs its name once.\n\n\
         **{built_all} of {all} functions are built, {} are stubs.**\n\n\
         | header | library | built | stubs |\n| --- | --- | ---: | ---: |\n{table}{rows}",
        all - built_all
    );
    Ok(vec![Output { path: "MATRIX.md".to_owned(), text }])
}
