//! Utilities that the libraries of this project share: errors, log lines, environment variables.

pub mod env;
pub mod error;
pub mod log;

pub use error::{Code, Error, Result};
