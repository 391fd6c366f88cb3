//! The C functions of `libhcomm.so`, one file per C header, each function in the order of its header.
//!
//! A function is a plain `extern "C"` item (so cbindgen sees it) whose body is one of
//!
//! - `ffi_guard!(Name, { … })`: the block runs as a closure returning [`hcomm_base::Result`] (`?` and `bail!` work) and
//!   ends in `Ok(())`. An error is logged here, once, with the name of the function, and its code is returned; a
//!   panic becomes `HCCL_E_INTERNAL`. Functions that return something else than a code use
//!   `ffi_guard!(Name, value_after_an_error, { … Ok(value) })`.
//! - `stub!(Name(every, argument))`: not built; answers `HCCL_E_NOT_SUPPORT` and logs its name once.
//!   `stub!(Name(), value)` answers `value`. `MATRIX.md` lists these lines (`cargo xtask matrix`).
//!
//! Arguments are read with [`arg`]: NULL and range checks in the documented order, outputs written after success only.
//! Enumerations come as `MaybeUninit<Enum>`, because C may pass any integer. The doc comment of a function becomes its
//! comment in the C header (`cargo xtask headers`).
//!
//! Every function here trusts its caller in what C lets nobody check: that a pointer which is not NULL points to
//! memory of the documented size, that strings end, that buffers outlive the operations on them.

#![allow(non_snake_case)] // C names.
#![allow(clippy::missing_safety_doc)] // One contract for all, in the last paragraph above.
#![allow(clippy::too_many_arguments)] // Prototypes are given.

pub use hcomm_ffi::arg;

pub mod ccu_launch;
pub mod ccu_primitives_impl;
pub mod ccu_res;
pub mod dtype_common;
pub mod hccl_ccu_res;
pub mod hccl_channel;
pub mod hccl_comm;
pub mod hccl_ctrl_plane;
pub mod hccl_diag;
pub mod hccl_ex;
pub mod hccl_inner;
pub mod hccl_launch;
pub mod hccl_one_sided_services;
pub mod hccl_rank_graph;
pub mod hccl_res;
pub mod hccl_res_expt;
pub mod hccl_sym_win;
pub mod hccl_team;
pub mod hccn_rping;
pub mod hcom;
pub mod hcomm_channel;
pub mod hcomm_diag;
pub mod hcomm_exception;
pub mod hcomm_primitives;
pub mod hcomm_primitives_expt;
pub mod hcomm_res;
pub mod unlisted;
pub mod workflow;
