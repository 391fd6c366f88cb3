//! C functions of `hccl/hcomm_diag.h`, in the order of the header.

use core::ffi::{c_char, c_void};

use hcomm_abi::{HcclResult, HcommGetOpInfoCallback};

/// `HcommRegOpInfo` of `hccl/hcomm_diag.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommRegOpInfo(
    commId: *const c_char,
    opInfo: *mut c_void,
    size: usize,
) -> HcclResult {
    stub!(HcommRegOpInfo(commId, opInfo, size))
}

/// `HcommRegOpTaskException` of `hccl/hcomm_diag.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommRegOpTaskException(
    commId: *const c_char,
    callback: HcommGetOpInfoCallback,
) -> HcclResult {
    stub!(HcommRegOpTaskException(commId, callback))
}

/// `HcommProfilingReportDeviceOp` of `hccl/hcomm_diag.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommProfilingReportDeviceOp(groupname: *const c_char) -> HcclResult {
    stub!(HcommProfilingReportDeviceOp(groupname))
}

/// `HcommProfilingReportKernelStartTask` of `hccl/hcomm_diag.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommProfilingReportKernelStartTask(
    thread: u64,
    groupname: *const c_char,
) -> HcclResult {
    stub!(HcommProfilingReportKernelStartTask(thread, groupname))
}

/// `HcommProfilingReportKernelEndTask` of `hccl/hcomm_diag.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommProfilingReportKernelEndTask(
    thread: u64,
    groupname: *const c_char,
) -> HcclResult {
    stub!(HcommProfilingReportKernelEndTask(thread, groupname))
}
