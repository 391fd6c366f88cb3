//! `headers/manifest.toml`: which headers there are and what cbindgen cannot know about them.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::{Outcome, read};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// One entry per header.
    pub header: Vec<Header>,
}

/// One header.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Where it lies in the repository.
    pub path: String,
    /// Include guard.
    #[serde(default)]
    pub guard: String,
    /// Comment of the header: what it is about, and rules for all its functions.
    #[serde(default)]
    pub about: String,
    /// `#include` operands for C and C++.
    #[serde(default)]
    pub include: Vec<String>,
    /// `#include` operands for C++ only.
    #[serde(default)]
    pub include_cxx: Vec<String>,
    /// Files with the types and constants.
    #[serde(default)]
    pub types: Vec<String>,
    /// Files with the functions.
    #[serde(default)]
    pub functions: Vec<String>,
    /// File that is copied as it is; the other members are then not used.
    pub raw: Option<String>,
    /// The header is C++ only.
    #[serde(default)]
    pub cxx: bool,
    /// Constants that stay preprocessor macros in C++ too, with their text.
    #[serde(default)]
    pub macros: BTreeMap<String, String>,
    /// Enumerations that are `enum class` in C++.
    #[serde(default)]
    pub scoped: Vec<String>,
    /// Typedefs that another header may have made already: `Type = "MACRO"`.
    #[serde(default)]
    pub guarded: BTreeMap<String, String>,
    /// Parameters (`Function.parameter`) that are references in C++ and pointers in C.
    #[serde(default)]
    pub reference: Vec<String>,
    /// Default arguments in C++: `"Function.parameter" = "value"`.
    #[serde(default)]
    pub default: BTreeMap<String, String>,
    /// Structures whose members are initialised in C++, with the members that do not start as zero.
    #[serde(default)]
    pub init: BTreeMap<String, BTreeMap<String, String>>,
    /// Structures that live in a namespace in C++: `Type = "namespace"`.
    #[serde(default)]
    pub namespace: BTreeMap<String, String>,
    /// Rust items that the head or the tail writes by hand.
    #[serde(default)]
    pub omit: Vec<String>,
}

impl Header {
    /// As `#include` names it: `hccl/hccl_comm.h`.
    pub fn spelling(&self) -> String {
        let inner = self.path.split_once('/').map_or(self.path.as_str(), |(_, rest)| rest);
        if self.path.starts_with("include/hcomm_") || self.path.starts_with("include/ccu/") {
            format!("hcomm/{inner}")
        } else {
            inner.to_owned()
        }
    }
}

/// Reads the manifest.
pub fn load(root: &Path) -> Outcome<Manifest> {
    let path = "headers/manifest.toml";
    toml::from_str(&read(root, path)?).map_err(|error| format!("{path}: {error}"))
}
