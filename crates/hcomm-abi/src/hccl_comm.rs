//! Types and constants of `hccl/hccl_comm.h`.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use crate::{HcclComm, HcclCommStatePhase, HcclResult};

/// Type `HcclCommStateCallback`.
pub type HcclCommStateCallback = Option<
    unsafe extern "C" fn(HcclComm, MaybeUninit<HcclCommStatePhase>, *mut c_void) -> MaybeUninit<HcclResult>,
>;

/// Type `HcclConfigTypeOpExpansionMode`.
pub type HcclConfigTypeOpExpansionMode = HcclOpExpansionMode;

/// Enumeration `HcclOpExpansionMode`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclOpExpansionMode {
    /// Value -1.
    HCCL_OP_EXPANSION_MODE_INVALID = -1,
    /// Value 0.
    HCCL_OP_EXPANSION_MODE_AI_CPU = 0,
    /// Value 1.
    HCCL_OP_EXPANSION_MODE_AIV = 1,
    /// Value 2.
    HCCL_OP_EXPANSION_MODE_HOST = 2,
    /// Value 3.
    HCCL_OP_EXPANSION_MODE_HOST_TS = 3,
    /// Value 4.
    HCCL_OP_EXPANSION_MODE_CCU_MS = 4,
    /// Value 5.
    HCCL_OP_EXPANSION_MODE_CCU_SCHED = 5,
    /// Value 6.
    HCCL_OP_EXPANSION_AIV_ONLY = 6,
}

abi_enum!(HcclOpExpansionMode {
    HCCL_OP_EXPANSION_MODE_INVALID,
    HCCL_OP_EXPANSION_MODE_AI_CPU,
    HCCL_OP_EXPANSION_MODE_AIV,
    HCCL_OP_EXPANSION_MODE_HOST,
    HCCL_OP_EXPANSION_MODE_HOST_TS,
    HCCL_OP_EXPANSION_MODE_CCU_MS,
    HCCL_OP_EXPANSION_MODE_CCU_SCHED,
    HCCL_OP_EXPANSION_AIV_ONLY
});
pub use HcclOpExpansionMode::*;

/// Enumeration `HcclConfigType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclConfigType {
    /// Value -1.
    HCCL_CONFIG_TYPE_INVALID = -1,
    /// Value 0.
    HCCL_CONFIG_TYPE_OP_EXPANSION_MODE = 0,
    /// Value 1.
    HCCL_CONFIG_TYPE_HCCL_ALGO = 1,
}

abi_enum!(HcclConfigType {
    HCCL_CONFIG_TYPE_INVALID,
    HCCL_CONFIG_TYPE_OP_EXPANSION_MODE,
    HCCL_CONFIG_TYPE_HCCL_ALGO
});
pub use HcclConfigType::*;
