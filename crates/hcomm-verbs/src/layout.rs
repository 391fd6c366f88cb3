//! Compares the structures and numbers of `sys` with the installed `infiniband/verbs.h`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::sys;

/// Runs the C compiler over `source`; `None` if there is no compiler.
fn compile(source: &str, arguments: &[&str]) -> Option<std::process::Output> {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let mut child = Command::new(compiler)
        .args(["-std=gnu11", "-x", "c", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take().unwrap().write_all(source.as_bytes()).unwrap();
    Some(child.wait_with_output().unwrap())
}

#[test]
fn structures_and_numbers_are_those_of_the_header() {
    let header = "#include <infiniband/verbs.h>\n";
    // Written past the capture of the test runner: what is skipped is always shown.
    let skip =
        |why: &str| writeln!(std::io::stderr(), "\nSKIPPED: layout of the verbs structures: {why}").unwrap();
    match compile(header, &["-fsyntax-only"]) {
        None => return skip("there is no C compiler"),
        Some(output) if !output.status.success() => {
            return skip("infiniband/verbs.h is not installed (package libibverbs-dev)");
        }
        Some(_) => {}
    }
    let mut facts = sys::structures();
    facts.extend(sys::NUMBERS.iter().map(|&(name, value)| (name.into(), value)));
    let mut source = format!("{header}#include <stdio.h>\n#include <stddef.h>\nint main(void) {{\n");
    for (expression, _) in &facts {
        writeln!(source, "printf(\"%s=%lld\\n\", \"{expression}\", (long long)({expression}));").unwrap();
    }
    source.push_str("return 0; }\n");
    let program = std::env::temp_dir().join(format!("hcomm-verbs-layout-{}", std::process::id()));
    let output = compile(&source, &["-o", program.to_str().unwrap()]).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(&program).output();
    std::fs::remove_file(&program).unwrap();
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    let there: BTreeMap<&str, i64> = text
        .lines()
        .map(|line| line.rsplit_once('=').unwrap())
        .map(|(name, value)| (name, value.parse().unwrap()))
        .collect();
    let wrong: Vec<_> = facts
        .iter()
        .filter(|(expression, here)| there.get(expression.as_str()) != Some(here))
        .map(|(expression, here)| {
            format!("{expression}: {here} here, {:?} in the header", there.get(expression.as_str()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(facts.len() > 350, "only {} facts were compared", facts.len());
}
