//! C functions of `hccl/hccl_diag.h`, in the order of the header.

use core::ffi::{c_char, c_void};

use hcomm_abi::{HcclComm, HcclResult};

/// `HcclProfilingReportOp` of `hccl/hccl_diag.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclProfilingReportOp(comm: HcclComm, beginTime: u64) -> HcclResult {
    stub!(HcclProfilingReportOp(comm, beginTime))
}

/// `HcclReportAicpuKernel` of `hccl/hccl_diag.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclReportAicpuKernel(
    comm: HcclComm,
    beginTime: u64,
    kernelName: *mut c_char,
) -> HcclResult {
    stub!(HcclReportAicpuKernel(comm, beginTime, kernelName))
}

/// `HcclReportAivKernel` of `hccl/hccl_diag.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclReportAivKernel(comm: HcclComm, beginTime: u64) -> HcclResult {
    stub!(HcclReportAivKernel(comm, beginTime))
}

/// `HcommGetProfilingSysCycleTime` of `hccl/hccl_diag.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommGetProfilingSysCycleTime() -> u64 {
    stub!(HcommGetProfilingSysCycleTime(), 0)
}

/// `HcclDfxRegOpInfoByCommId` of `hccl/hccl_diag.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDfxRegOpInfoByCommId(
    commId: *mut c_char,
    hcclDfxOpInfo: *mut c_void,
) -> HcclResult {
    stub!(HcclDfxRegOpInfoByCommId(commId, hcclDfxOpInfo))
}
