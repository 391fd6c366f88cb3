//! C functions of `hccl/hcomm_diag.h`, in the order of the header.

use core::ffi::{c_char, c_void};

use hcomm_abi::{HcclResult, HcommGetOpInfoCallback};
use hcomm_base::bail;

use super::arg;

/// For kernels: keeps a copy of `size` bytes about the running operator for error reports. Errors:
/// `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommRegOpInfo(
    commId: *const c_char,
    opInfo: *mut c_void,
    size: usize,
) -> HcclResult {
    ffi_guard!(HcommRegOpInfo, {
        arg::not_null(commId, "commId")?;
        let _ = size;
        arg::not_null(opInfo, "opInfo")
    })
}

/// For kernels: registers the function that turns the bytes of `HcommRegOpInfo` into text. Errors:
/// `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommRegOpTaskException(
    commId: *const c_char,
    callback: HcommGetOpInfoCallback,
) -> HcclResult {
    ffi_guard!(HcommRegOpTaskException, {
        arg::not_null(commId, "commId")?;
        if callback.is_none() {
            bail!(PTR, "callback is NULL");
        }
        Ok(())
    })
}

/// For kernels: reports the running operator of a communicator, by its name, to the profiler. Errors:
/// `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommProfilingReportDeviceOp(groupname: *const c_char) -> HcclResult {
    ffi_guard!(HcommProfilingReportDeviceOp, { arg::not_null(groupname, "groupname") })
}

/// For kernels: reports the first task of the running kernel on a thread. Errors: `HCCL_E_PTR` for NULL or a
/// thread of 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommProfilingReportKernelStartTask(
    thread: u64,
    groupname: *const c_char,
) -> HcclResult {
    ffi_guard!(HcommProfilingReportKernelStartTask, {
        arg::not_null(groupname, "groupname")?;
        if thread == 0 {
            bail!(PTR, "thread is 0");
        }
        Ok(())
    })
}

/// For kernels: reports the last task of the running kernel on a thread. Errors: `HCCL_E_PTR` for NULL or a
/// thread of 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommProfilingReportKernelEndTask(
    thread: u64,
    groupname: *const c_char,
) -> HcclResult {
    ffi_guard!(HcommProfilingReportKernelEndTask, {
        arg::not_null(groupname, "groupname")?;
        if thread == 0 {
            bail!(PTR, "thread is 0");
        }
        Ok(())
    })
}
