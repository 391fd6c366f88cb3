//! Types and constants of `hccl/hccl_res.h`.

use crate::aclrtStream;

/// Longest tag of memory or of a context, without its NUL.
pub const HCCL_RES_TAG_MAX_LEN: u32 = 255;

/// What `THREAD_RES_TYPE_STREAM` gives.
pub type ThreadResTypeStream = aclrtStream;

/// What a thread of `HcclDedicatedThreadAcquire` is for.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclDedicatedThreadType {
    /// Nothing.
    HCCL_DED_THREAD_TYPE_INVALID = -1,
    /// Launching AICPU kernels.
    HCCL_DED_THREAD_TYPE_AICPU_LAUNCH = 0,
    /// Launching AICPU kernels from graphs of a graph engine.
    HCCL_DED_THREAD_TYPE_AICPU_LAUNCH_GE = 1,
    /// Ordering launches of single operators.
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_OPBASE = 2,
    /// Ordering launches in captured graphs.
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_ACLGRAPH = 3,
    /// Ordering launches from graphs of a graph engine.
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_GE = 4,
    /// Ordering launches on the device.
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_DEVICE = 5,
}

abi_enum!(HcclDedicatedThreadType {
    HCCL_DED_THREAD_TYPE_INVALID,
    HCCL_DED_THREAD_TYPE_AICPU_LAUNCH,
    HCCL_DED_THREAD_TYPE_AICPU_LAUNCH_GE,
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_OPBASE,
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_ACLGRAPH,
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_GE,
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_DEVICE
});
pub use HcclDedicatedThreadType::*;
