//! `libhccl.so`: the entry points of the collective operators.
//!
//! Operators themselves are no part of this project; programs and operator packages link this library by its name,
//! and through it they get `libhcomm.so`, which it needs. The functions follow the rules of the C functions of
//! `libhcomm.so`: one file per header, bodies in `ffi_guard!` or `stub!`.

#![allow(non_snake_case)] // C names.
#![allow(clippy::missing_safety_doc)] // Every function trusts its caller in what C lets nobody check.
#![allow(clippy::too_many_arguments)] // Prototypes are given.

pub mod hccl;
pub mod hccl_mc2;
