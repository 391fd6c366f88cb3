//! Utilities that the libraries of this project share: errors, log lines, environment variables,
//! and the lock-free tables behind handles.

pub mod env;
pub mod error;
pub mod log;
pub mod segmented;
pub mod slab;
pub mod sync;

pub use error::{Code, Error, Result};
