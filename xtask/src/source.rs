//! The C functions and constants that the Rust sources define, read with `syn`.

use std::path::Path;

use syn::{Attribute, Expr, Item, Lit, Meta, Stmt, Type, UnOp};

use crate::{Outcome, read};

/// A function with C linkage.
pub struct Function {
    /// Name in Rust and in the header.
    pub name: String,
    /// Name of the exported symbol.
    pub symbol: String,
    /// True if the body is `stub!(…)`.
    pub stub: bool,
    /// True if it has a documentation comment.
    pub documented: bool,
}

/// A constant.
pub struct Constant {
    /// Name.
    pub name: String,
    /// Type and value.
    pub value: Value,
    /// Lines of the documentation comment.
    pub doc: Vec<String>,
}

/// Value of a constant.
pub enum Value {
    /// Rust type and C literal.
    Number(String, String),
    /// Text.
    Text(String),
    /// Another enumerator, by its name: the constant is a second name for it.
    Alias(String),
}

fn parse(root: &Path, path: &str) -> Outcome<syn::File> {
    syn::parse_file(&read(root, path)?).map_err(|error| format!("{path}: {error}"))
}

/// Functions with C linkage in a file, in its order.
pub fn functions(root: &Path, path: &str) -> Outcome<Vec<Function>> {
    let mut found = Vec::new();
    for item in parse(root, path)?.items {
        let Item::Fn(function) = item else { continue };
        let Some(symbol) = function.attrs.iter().find_map(|attribute| symbol(attribute, &function.sig.ident))
        else {
            continue;
        };
        let stub = match &function.block.stmts[..] {
            [Stmt::Macro(only)] => only.mac.path.is_ident("stub"),
            [Stmt::Expr(Expr::Macro(only), _)] => only.mac.path.is_ident("stub"),
            _ => false,
        };
        let documented = !doc(&function.attrs).is_empty();
        found.push(Function { name: function.sig.ident.to_string(), symbol, stub, documented });
    }
    Ok(found)
}

/// The symbol that `#[unsafe(no_mangle)]` or `#[unsafe(export_name = "…")]` gives a function.
fn symbol(attribute: &Attribute, name: &syn::Ident) -> Option<String> {
    let Meta::List(list) = &attribute.meta else { return None };
    if !list.path.is_ident("unsafe") {
        return None;
    }
    match list.parse_args::<Meta>().ok()? {
        Meta::Path(path) if path.is_ident("no_mangle") => Some(name.to_string()),
        Meta::NameValue(pair) if pair.path.is_ident("export_name") => match pair.value {
            Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// Constants of a file, in its order.
pub fn constants(root: &Path, path: &str) -> Outcome<Vec<Constant>> {
    let mut found = Vec::new();
    for item in parse(root, path)?.items {
        let Item::Const(constant) = item else { continue };
        if constant.ident == "_" {
            continue;
        }
        let name = constant.ident.to_string();
        let value = match (&*constant.ty, &*constant.expr) {
            (_, Expr::Path(path))
                if path.path.segments.len() == 2 && path.path.segments[1].ident != "MAX" =>
            {
                Some(Value::Alias(path.path.segments[1].ident.to_string()))
            }
            (Type::Path(path_type), expr) => {
                let kind = path_type.path.get_ident().map(ToString::to_string).unwrap_or_default();
                number(expr).map(|number| Value::Number(kind, number))
            }
            (Type::Reference(_), Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. })) => {
                Some(Value::Text(text.value()))
            }
            _ => None,
        };
        let value = value.ok_or_else(|| format!("{path}: {name} is neither a number nor a text literal"))?;
        found.push(Constant { name, value, doc: doc(&constant.attrs) });
    }
    Ok(found)
}

/// Names of the types that a file defines.
pub fn types(root: &Path, path: &str) -> Outcome<Vec<String>> {
    let name = |item| match item {
        Item::Enum(item) => Some(item.ident),
        Item::Struct(item) => Some(item.ident),
        Item::Type(item) => Some(item.ident),
        Item::Union(item) => Some(item.ident),
        _ => None,
    };
    Ok(parse(root, path)?.items.into_iter().filter_map(name).map(|name| name.to_string()).collect())
}

fn number(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(syn::ExprLit { lit: Lit::Int(number), .. }) => Some(number.to_string().replace('_', "")),
        Expr::Path(path)
            if path.path.segments.iter().map(|part| part.ident.to_string()).eq(["u32", "MAX"]) =>
        {
            Some("0xffffffff".to_owned())
        }
        Expr::Unary(syn::ExprUnary { op: UnOp::Neg(_), expr, .. }) => Some(format!("-{}", number(expr)?)),
        _ => None,
    }
}

/// Lines of the documentation comment.
pub fn doc(attributes: &[Attribute]) -> Vec<String> {
    attributes
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
                Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
                _ => None,
            },
            _ => None,
        })
        .map(|line| line.strip_prefix(' ').unwrap_or(&line).to_owned())
        .collect()
}
