//! The border between C and Rust, shared by the libraries that export C functions: the guard around each body,
//! the stub of what is not built, and the readers of arguments. This crate itself exports no C symbol.

pub mod arg;
pub mod guard;

// For the macros.
#[doc(hidden)]
pub use {hcomm_abi, hcomm_base};
