//! The C ABI of hcomm as Rust types: every enumeration, structure, union, typedef and constant of the public and
//! inter-package headers, one module per header, all re-exported flat under their C names.
//!
//! This crate is the source of the headers in `include/` and `pkg_inc/` (`cargo xtask headers`). It exports no C
//! symbol, allocates nothing and needs no `std`.
//!
//! **Enumerations.** C code may pass any integer where a header says `CommEngine`. A Rust enum with an unknown
//! value is undefined behaviour, so parameters and members received from C are `MaybeUninit<CommEngine>`: the same
//! ABI, and any bit pattern is legal. [`EnumArg`] reads them, [`AbiEnum::abi`] makes them.
//!
//! **Unnamed members.** C has unnamed unions and structures inside others; Rust has not. Here their types are called
//! `anon_<owner>_<member or number>` and an unnamed member is called `anon_<number>`; the header generator splices
//! the bodies back into the owner.
//!
//! **Layout.** `abi_struct!` checks size, alignment and the offset of each member when this crate is compiled.

#![no_std]
#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]

#[macro_use]
mod support;
mod platform;

mod base;
mod ccu_res_defs;
mod ccu_types;
mod dtype_common;
mod hccl_channel;
mod hccl_comm;
mod hccl_diag;
mod hccl_launch;
mod hccl_one_sided_services;
mod hccl_rank_graph;
mod hccl_res;
mod hccl_res_expt;
mod hccl_team;
mod hccl_types;
mod hccn_rping;
mod hcom;
mod hcomm_channel;
mod hcomm_diag;
mod hcomm_exception;
mod hcomm_nic_plugin;
mod hcomm_primitives;
mod hcomm_res_defs;
mod hcomm_res_entity_defs;
mod hcomm_team_defs;
mod hcomm_team_entity_defs;
mod workflow;

pub use base::*;
pub use ccu_res_defs::*;
pub use ccu_types::*;
pub use dtype_common::*;
pub use hccl_channel::*;
pub use hccl_comm::*;
pub use hccl_diag::*;
pub use hccl_launch::*;
pub use hccl_one_sided_services::*;
pub use hccl_rank_graph::*;
pub use hccl_res::*;
pub use hccl_res_expt::*;
pub use hccl_team::*;
pub use hccl_types::*;
pub use hccn_rping::*;
pub use hcom::*;
pub use hcomm_channel::*;
pub use hcomm_diag::*;
pub use hcomm_exception::*;
pub use hcomm_nic_plugin::*;
pub use hcomm_primitives::*;
pub use hcomm_res_defs::*;
pub use hcomm_res_entity_defs::*;
pub use hcomm_team_defs::*;
pub use hcomm_team_entity_defs::*;
pub use platform::*;
pub use support::{AbiEnum, AbiStruct, BoolArg, EnumArg, ResultCode, UnknownValue};
pub use workflow::*;
