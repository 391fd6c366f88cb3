//! Compares the functions that the sources export with the facts of the ABI.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;

use crate::{Outcome, manifest, read, source};

/// Every function of the facts is exported by the right library, nothing else is, and each is documented.
pub fn run(root: &Path) -> Outcome {
    let facts = facts(root)?;
    let mut faults = Vec::new();
    for (library, prefix) in [("libhcomm.so", "src/capi/"), ("libhccl.so", "companions/hccl/")] {
        let mut found = BTreeSet::new();
        for header in manifest::load(root)?.header {
            for path in header.functions.iter().filter(|path| path.starts_with(prefix)) {
                for function in source::functions(root, path)? {
                    if !function.documented {
                        faults.push(format!("{path}: {} has no documentation", function.name));
                    }
                    if !found.insert(function.symbol.clone()) {
                        faults.push(format!("{path}: {} is exported twice", function.symbol));
                    }
                }
            }
        }
        let wanted: BTreeSet<String> =
            facts.iter().filter(|fact| fact.exporter == library).map(|fact| fact.symbol.clone()).collect();
        faults.extend(wanted.difference(&found).map(|name| format!("{library}: {name} is missing")));
        faults.extend(found.difference(&wanted).map(|name| format!("{library}: {name} is not in the facts")));
        println!("{library}: {} exported functions", found.len());
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// What `ut/abi/facts.json` says, as far as it is needed here.
#[derive(Deserialize)]
struct Facts {
    headers: Vec<HeaderFacts>,
}

#[derive(Deserialize)]
struct HeaderFacts {
    /// Name, result, parameters, more.
    #[serde(default)]
    functions: Vec<(String, String, Vec<String>, More)>,
}

#[derive(Deserialize)]
struct More {
    #[serde(rename = "library")]
    exporter: String,
    symbol: Option<String>,
}

struct Fact {
    exporter: String,
    symbol: String,
}

fn facts(root: &Path) -> Outcome<Vec<Fact>> {
    let path = "ut/abi/facts.json";
    let facts: Facts =
        serde_json::from_str(&read(root, path)?).map_err(|error| format!("{path}: {error}"))?;
    let functions = facts.headers.into_iter().flat_map(|header| header.functions);
    Ok(functions
        .map(|(name, _, _, more)| Fact { exporter: more.exporter, symbol: more.symbol.unwrap_or(name) })
        .collect())
}
