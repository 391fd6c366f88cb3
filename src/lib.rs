//! `libhcomm.so`: the communication base library of CANN behind its C ABI, written in Rust.
//!
//! The modules are layers; `ARCHITECTURE.md` says who may use whom and `ut/rust/layering.rs` checks it.

#[macro_use]
extern crate hcomm_ffi;

pub mod capi;
pub mod control;
pub mod data;
pub mod driver;
pub mod handle;
pub mod observe;
pub mod transport;
