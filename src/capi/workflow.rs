//! C functions of `hccl/workflow.h`, in the order of the header.

use core::mem::MaybeUninit;

use hcomm_abi::{HcclResult, HcclWorkflowMode};

/// Sets the mode of the process unless it is set already.
#[unsafe(export_name = "_Z16InitWorkflowMode16HcclWorkflowMode")]
pub unsafe extern "C" fn InitWorkflowMode(mode: MaybeUninit<HcclWorkflowMode>) -> HcclResult {
    stub!(InitWorkflowMode(mode))
}

/// Sets the mode of the process: operators one by one, or graphs.
#[unsafe(export_name = "_Z15SetWorkflowMode16HcclWorkflowMode")]
pub unsafe extern "C" fn SetWorkflowMode(mode: MaybeUninit<HcclWorkflowMode>) -> HcclResult {
    stub!(SetWorkflowMode(mode))
}

/// Mode of the process; the reserved value if none is set.
#[unsafe(export_name = "_Z15GetWorkflowModev")]
pub unsafe extern "C" fn GetWorkflowMode() -> HcclWorkflowMode {
    stub!(GetWorkflowMode(), HcclWorkflowMode::HCCL_WORKFLOW_MODE_RESERVED)
}
