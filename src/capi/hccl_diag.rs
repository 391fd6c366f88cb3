//! C functions of `hccl/hccl_diag.h`, in the order of the header.

use core::ffi::{c_char, c_void};

use hcomm_abi::{HcclComm, HcclResult};
use hcomm_base::Code;

use super::arg;
use crate::control::{comm, config, registry};

/// Reports an operator to the profiler, from `beginTime` (of `HcommGetProfilingSysCycleTime`) until now.
/// Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclProfilingReportOp(comm: HcclComm, beginTime: u64) -> HcclResult {
    ffi_guard!(HcclProfilingReportOp, {
        arg::not_null(comm, "comm")?;
        let _ = beginTime;
        // Nothing is recorded about operators, so there is nothing to report.
        registry::find(comm as u64).map(|_| ())
    })
}

/// Reports an AICPU kernel to the profiler, from `beginTime` until now. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclReportAicpuKernel(
    comm: HcclComm,
    beginTime: u64,
    kernelName: *mut c_char,
) -> HcclResult {
    ffi_guard!(HcclReportAicpuKernel, {
        arg::not_null(comm, "comm")?;
        arg::not_null(kernelName, "kernelName")?;
        let _ = beginTime;
        registry::find(comm as u64).map(|_| ())
    })
}

/// Reports a vector core kernel to the profiler, from `beginTime` until now. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclReportAivKernel(comm: HcclComm, beginTime: u64) -> HcclResult {
    ffi_guard!(HcclReportAivKernel, {
        arg::not_null(comm, "comm")?;
        let _ = beginTime;
        registry::find(comm as u64).map(|_| ())
    })
}

/// Time stamp for profiling, in the profiler's cycles; 0 when profiling is off.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommGetProfilingSysCycleTime() -> u64 {
    ffi_guard!(HcommGetProfilingSysCycleTime, 0, {
        // 0 means that profiling is off.
        Ok(0)
    })
}

/// Tells the library which operator runs next on the communicator with this name, for profiling and error
/// reports; the structure is an `HcclDfxOpInfo`. Errors: `HCCL_E_PTR` for NULL or an unknown name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDfxRegOpInfoByCommId(
    commId: *mut c_char,
    hcclDfxOpInfo: *mut c_void,
) -> HcclResult {
    ffi_guard!(HcclDfxRegOpInfoByCommId, {
        // SAFETY: the caller's promise, see the module.
        let name = unsafe { arg::string(commId, config::NAME_MAX, "commId") }?;
        arg::not_null(hcclDfxOpInfo, "hcclDfxOpInfo")?;
        comm::named_here(name, Code::PTR).map(|_| ())
    })
}
