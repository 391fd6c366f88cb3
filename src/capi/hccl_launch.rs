//! C functions of `hccl/hccl_launch.h`, in the order of the header.

use hcomm_abi::{
    HcclComm, HcclKernelFuncInfo, HcclKernelLaunchCfg, HcclOpDesc, HcclResult, ThreadHandle, aclrtStream,
};

/// `HcclAicpuKernelLaunch` of `hccl/hccl_launch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAicpuKernelLaunch(
    comm: HcclComm,
    opInfo: *const HcclOpDesc,
    funcInfo: *const HcclKernelFuncInfo,
    aicpuThreadHandle: ThreadHandle,
    userStream: aclrtStream,
    kernelLaunchCfg: *const HcclKernelLaunchCfg,
) -> HcclResult {
    stub!(HcclAicpuKernelLaunch(comm, opInfo, funcInfo, aicpuThreadHandle, userStream, kernelLaunchCfg))
}
