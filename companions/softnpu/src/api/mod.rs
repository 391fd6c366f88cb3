//! The C functions, one file per group.

pub mod context;
pub mod device;
pub(crate) mod guard;
pub mod ipc;
pub mod kernel;
pub mod memory;
pub mod vmm;
