//! Reads `acl.facts`: names, values and layouts of the ACL interface, one fact a line.
//!
//! ```text
//! header PATH               starts a header; `about TEXT` is its first comment, `include X` its includes,
//!                           `also PATH` a second place where it is installed
//! macro NAME [VALUE]        raw TEXT: a line taken as it is (macros with parameters)
//! const TYPE NAME VALUE     typedef DECLARATION     opaque struct NAME
//! enum TAG|- TYPEDEFS|-     followed by lines "  NAME VALUE"
//! struct TAG|- TYPEDEFS|- SIZE ALIGN [packed]   (or union) followed by lines "  OFFSET|- DECLARATION"
//! doc TEXT                  comment of the next fact
//! [weak] fn DECLARATION     a function
//! export RETURN NAME        a function that no header declares
//! ```

use std::fmt;

/// One fact of a header.
#[derive(Debug)]
pub enum Fact {
    Macro {
        name: String,
        value: String,
    },
    Raw(String),
    Const {
        ty: String,
        name: String,
        value: String,
    },
    Typedef(String),
    Opaque(String),
    Enum {
        tag: String,
        typedefs: Vec<String>,
        values: Vec<(String, i64)>,
    },
    Record {
        kind: String,
        tag: String,
        typedefs: Vec<String>,
        size: u64,
        align: u64,
        packed: bool,
        lines: Vec<(String, String)>,
    },
    Function(Function),
}

/// A C function.
#[derive(Debug, Clone)]
pub struct Function {
    pub name: String,
    pub declaration: String,
    pub result: String,
    pub weak: bool,
}

/// One header: its facts, each with its comment.
#[derive(Debug)]
pub struct Header {
    pub path: String,
    pub also: Option<String>,
    pub about: String,
    pub includes: Vec<String>,
    pub facts: Vec<(String, Fact)>,
}

/// The whole file.
#[derive(Debug, Default)]
pub struct Facts {
    pub headers: Vec<Header>,
    pub exports: Vec<Function>,
}

/// A line that cannot be understood.
#[derive(Debug)]
pub struct Bad(usize, String);

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "acl.facts line {}: {}", self.0, self.1)
    }
}

impl Facts {
    /// Parses the text of the file.
    pub fn parse(text: &str) -> Result<Facts, Bad> {
        let mut facts = Facts::default();
        let mut doc = String::new();
        for (number, line) in text.lines().enumerate() {
            let bad = |what: &str| Bad(number + 1, format!("{what}: {line}"));
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            if line.starts_with("  ") {
                let (_, last) = facts.last().ok_or_else(|| bad("member outside a type"))?;
                last.add_member(line.trim()).ok_or_else(|| bad("member"))?;
                continue;
            }
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "header" => facts.headers.push(Header {
                    path: rest.into(),
                    also: None,
                    about: String::new(),
                    includes: Vec::new(),
                    facts: Vec::new(),
                }),
                "export" => {
                    let (result, name) = rest.rsplit_once(' ').ok_or_else(|| bad("export"))?;
                    let declaration = format!("{result} {name}()");
                    facts.exports.push(Function {
                        name: name.into(),
                        declaration,
                        result: result.into(),
                        weak: false,
                    });
                }
                _ => {
                    let header = facts.headers.last_mut().ok_or_else(|| bad("fact outside a header"))?;
                    match word {
                        "about" => header.about = rest.into(),
                        "also" => header.also = Some(rest.into()),
                        "include" => header.includes.push(rest.into()),
                        "doc" => doc = rest.into(),
                        _ => {
                            let fact = Fact::parse(word, rest).ok_or_else(|| bad("not understood"))?;
                            header.facts.push((std::mem::take(&mut doc), fact));
                        }
                    }
                }
            }
        }
        Ok(facts)
    }

    fn last(&mut self) -> Option<&mut (String, Fact)> {
        self.headers.last_mut()?.facts.last_mut()
    }

    /// All functions: declared ones and bare exports.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        let declared = self.headers.iter().flat_map(|h| &h.facts).filter_map(|(_, fact)| match fact {
            Fact::Function(function) => Some(function),
            _ => None,
        });
        declared.chain(&self.exports)
    }
}

fn list(text: &str) -> Vec<String> {
    if text == "-" { Vec::new() } else { text.split(',').map(String::from).collect() }
}

fn tag(text: &str) -> String {
    if text == "-" { String::new() } else { text.into() }
}

impl Fact {
    fn parse(word: &str, rest: &str) -> Option<Fact> {
        let words: Vec<&str> = rest.split(' ').collect();
        Some(match word {
            "macro" => {
                let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
                Fact::Macro { name: name.into(), value: value.into() }
            }
            "raw" => Fact::Raw(rest.into()),
            "const" => {
                let [ty, name, value] = words[..] else { return None };
                Fact::Const { ty: ty.into(), name: name.into(), value: value.into() }
            }
            "typedef" => Fact::Typedef(rest.into()),
            "opaque" => Fact::Opaque(rest.into()),
            "enum" => {
                let [name, typedefs] = words[..] else { return None };
                Fact::Enum { tag: tag(name), typedefs: list(typedefs), values: Vec::new() }
            }
            "struct" | "union" => {
                let [name, typedefs, size, align, ref rest @ ..] = words[..] else { return None };
                Fact::Record {
                    kind: word.into(),
                    tag: tag(name),
                    typedefs: list(typedefs),
                    size: size.parse().ok()?,
                    align: align.parse().ok()?,
                    packed: rest == ["packed"],
                    lines: Vec::new(),
                }
            }
            "fn" => Fact::Function(Function::parse(rest, false)?),
            "weak" => Fact::Function(Function::parse(rest.strip_prefix("fn ")?, true)?),
            _ => return None,
        })
    }

    fn add_member(&mut self, line: &str) -> Option<()> {
        let (first, rest) = line.split_once(' ')?;
        match self {
            Fact::Enum { values, .. } => values.push((first.into(), rest.parse().ok()?)),
            Fact::Record { lines, .. } => lines.push((first.into(), rest.into())),
            _ => return None,
        }
        Some(())
    }
}

impl Function {
    fn parse(declaration: &str, weak: bool) -> Option<Function> {
        let head = declaration.split_once('(')?.0;
        let start = head.rfind([' ', '*'])? + 1;
        let (result, name) = head.split_at(start);
        Some(Function {
            name: name.into(),
            declaration: declaration.into(),
            result: result.trim().into(),
            weak,
        })
    }
}
