//! The C functions, one file per group. What no file has is in `fallback`, which is generated.

// C names.
#![allow(non_snake_case)]

mod app_log;
pub mod callback;
pub mod capture;
pub mod context;
pub mod device;
pub mod event;
pub mod exception;
pub mod fallback;
pub(crate) mod guard;
pub mod ipc;
pub mod kernel;
pub mod memory;
pub mod misc;
mod missing;
pub mod notify;
pub mod props;
pub mod stream;
pub mod timeout;
pub mod version;
pub mod vmm;
