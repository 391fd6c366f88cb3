//! Types and constants of `hccl/hccl_comm.h`.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use crate::{HcclComm, HcclCommStatePhase, HcclResult};

/// Called with the communicator, the phase and the registered argument; a result other than success is passed
/// on.
pub type HcclCommStateCallback = Option<
    unsafe extern "C" fn(HcclComm, MaybeUninit<HcclCommStatePhase>, *mut c_void) -> MaybeUninit<HcclResult>,
>;

/// What `HcclConfigGetInfo` writes for `HCCL_CONFIG_TYPE_OP_EXPANSION_MODE`.
pub type HcclConfigTypeOpExpansionMode = HcclOpExpansionMode;

/// Where operators are turned into tasks.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclOpExpansionMode {
    /// Unknown.
    HCCL_OP_EXPANSION_MODE_INVALID = -1,
    /// On the AICPU.
    HCCL_OP_EXPANSION_MODE_AI_CPU = 0,
    /// On vector cores.
    HCCL_OP_EXPANSION_MODE_AIV = 1,
    /// On the host.
    HCCL_OP_EXPANSION_MODE_HOST = 2,
    /// On the host, run by the device's task scheduler.
    HCCL_OP_EXPANSION_MODE_HOST_TS = 3,
    /// On the CCU, with its own memory.
    HCCL_OP_EXPANSION_MODE_CCU_MS = 4,
    /// On the CCU, as a scheduler.
    HCCL_OP_EXPANSION_MODE_CCU_SCHED = 5,
    /// On vector cores and nowhere else.
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

/// What `HcclConfigGetInfo` reads.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclConfigType {
    /// Nothing.
    HCCL_CONFIG_TYPE_INVALID = -1,
    /// An `HcclOpExpansionMode`, 4 bytes.
    HCCL_CONFIG_TYPE_OP_EXPANSION_MODE = 0,
    /// The choice of algorithms, text of at most `HCCL_COMM_ALGO_MAX_LENGTH` bytes.
    HCCL_CONFIG_TYPE_HCCL_ALGO = 1,
}

abi_enum!(HcclConfigType {
    HCCL_CONFIG_TYPE_INVALID,
    HCCL_CONFIG_TYPE_OP_EXPANSION_MODE,
    HCCL_CONFIG_TYPE_HCCL_ALGO
});
pub use HcclConfigType::*;
