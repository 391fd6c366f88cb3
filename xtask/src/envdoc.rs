//! `docs/env.md`: every environment variable, from the sources that declare them.

use std::fmt::Write as _;
use std::path::Path;

use crate::{Outcome, Output, read};

/// Module of the software NPU whose comment holds the table of its variables.
const SOFTNPU: &str = "companions/softnpu/src/engine/config.rs";

/// Makes the file.
pub fn run(root: &Path) -> Outcome<Vec<Output>> {
    let mut text = String::from(
        "# Environment variables\n\n\
         Written by `cargo xtask env` from the sources; do not edit.\n\n\
         ## libhcomm.so\n\n\
         Read when they are needed, most of them when a communicator is created. An unset variable, an empty one and the\n\
         text `EmptyString` mean the default. A value that cannot be understood is an error that names the variable.\n\n\
         | variable | default | meaning |\n|---|---|---|\n",
    );
    for entry in hcomm_base::env::ALL {
        let default = if entry.default.is_empty() { String::new() } else { format!("`{}`", entry.default) };
        let _ = writeln!(text, "| `{}` | {default} | {} |", entry.name, entry.help.replace('|', "\\|"));
    }
    text.push_str(
        "\n## Software NPU\n\nRead once per process.\n\n| variable | default | meaning |\n|---|---|---|\n",
    );
    let source = read(root, SOFTNPU)?;
    let rows: Vec<_> = source.lines().filter_map(|line| line.strip_prefix("//! ")).collect();
    let rows: Vec<_> = rows.iter().filter(|row| row.starts_with("| `")).collect();
    if rows.is_empty() {
        return Err(format!("{SOFTNPU}: the comment has no table of variables"));
    }
    for row in rows {
        let _ = writeln!(text, "{row}");
    }
    Ok(vec![Output { path: "docs/env.md".to_owned(), text }])
}
