//! C functions of `hccl/workflow.h`, in the order of the header.

use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicI32, Ordering};

use hcomm_abi::{AbiEnum, HcclResult, HcclWorkflowMode};
use hcomm_base::{Code, Result};

use super::arg;

/// Mode of the process.
static MODE: AtomicI32 = AtomicI32::new(HcclWorkflowMode::HCCL_WORKFLOW_MODE_RESERVED as i32);

fn mode_of(mode: MaybeUninit<HcclWorkflowMode>) -> Result<i32> {
    Ok(arg::enumerator(mode, Code::PARA, "mode")? as i32)
}

/// Sets the mode of the process unless it is set already. Thread-safe. Errors: `HCCL_E_PARA` for no mode.
#[unsafe(export_name = "_Z16InitWorkflowMode16HcclWorkflowMode")]
pub unsafe extern "C" fn InitWorkflowMode(mode: MaybeUninit<HcclWorkflowMode>) -> HcclResult {
    ffi_guard!(InitWorkflowMode, {
        let unset = HcclWorkflowMode::HCCL_WORKFLOW_MODE_RESERVED as i32;
        // A mode that is set stays.
        let _ = MODE.compare_exchange(unset, mode_of(mode)?, Ordering::AcqRel, Ordering::Acquire);
        Ok(())
    })
}

/// Sets the mode of the process: operators one by one, or graphs. Thread-safe. Errors: `HCCL_E_PARA` for no mode.
#[unsafe(export_name = "_Z15SetWorkflowMode16HcclWorkflowMode")]
pub unsafe extern "C" fn SetWorkflowMode(mode: MaybeUninit<HcclWorkflowMode>) -> HcclResult {
    ffi_guard!(SetWorkflowMode, {
        MODE.store(mode_of(mode)?, Ordering::Release);
        Ok(())
    })
}

/// Mode of the process; the reserved value if none is set.
#[unsafe(export_name = "_Z15GetWorkflowModev")]
pub unsafe extern "C" fn GetWorkflowMode() -> HcclWorkflowMode {
    ffi_guard!(GetWorkflowMode, HcclWorkflowMode::HCCL_WORKFLOW_MODE_RESERVED, {
        let mode = HcclWorkflowMode::from_raw(MODE.load(Ordering::Acquire));
        Ok(mode.unwrap_or(HcclWorkflowMode::HCCL_WORKFLOW_MODE_RESERVED))
    })
}
