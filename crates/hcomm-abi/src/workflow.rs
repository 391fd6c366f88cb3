//! Types and constants of `hccl/workflow.h`.

/// Enumeration `HcclWorkflowMode`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclWorkflowMode {
    /// Value 0.
    HCCL_WORKFLOW_MODE_OPS_KERNEL_INFO_LIB = 0,
    /// Value 1.
    HCCL_WORKFLOW_MODE_OP_BASE = 1,
    /// Value 255.
    HCCL_WORKFLOW_MODE_RESERVED = 255,
}

abi_enum!(HcclWorkflowMode {
    HCCL_WORKFLOW_MODE_OPS_KERNEL_INFO_LIB,
    HCCL_WORKFLOW_MODE_OP_BASE,
    HCCL_WORKFLOW_MODE_RESERVED
});
