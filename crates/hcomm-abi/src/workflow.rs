//! Types and constants of `hccl/workflow.h`.

/// How the process runs operators.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclWorkflowMode {
    /// As graphs.
    HCCL_WORKFLOW_MODE_OPS_KERNEL_INFO_LIB = 0,
    /// One by one.
    HCCL_WORKFLOW_MODE_OP_BASE = 1,
    /// Not set.
    HCCL_WORKFLOW_MODE_RESERVED = 255,
}

abi_enum!(HcclWorkflowMode {
    HCCL_WORKFLOW_MODE_OPS_KERNEL_INFO_LIB,
    HCCL_WORKFLOW_MODE_OP_BASE,
    HCCL_WORKFLOW_MODE_RESERVED
});
