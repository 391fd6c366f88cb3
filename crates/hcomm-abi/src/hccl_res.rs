//! Types and constants of `hccl/hccl_res.h`.

use crate::aclrtStream;

/// Constant `HCCL_RES_TAG_MAX_LEN`.
pub const HCCL_RES_TAG_MAX_LEN: u32 = 255;

/// Type `ThreadResTypeStream`.
pub type ThreadResTypeStream = aclrtStream;

/// Enumeration `HcclDedicatedThreadType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclDedicatedThreadType {
    /// Value -1.
    HCCL_DED_THREAD_TYPE_INVALID = -1,
    /// Value 0.
    HCCL_DED_THREAD_TYPE_AICPU_LAUNCH = 0,
    /// Value 1.
    HCCL_DED_THREAD_TYPE_AICPU_LAUNCH_GE = 1,
    /// Value 2.
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_OPBASE = 2,
    /// Value 3.
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_ACLGRAPH = 3,
    /// Value 4.
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_GE = 4,
    /// Value 5.
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
