//! C functions of `hccl/hccl_launch.h`, in the order of the header.

use hcomm_abi::{
    HcclComm, HcclKernelFuncInfo, HcclKernelLaunchCfg, HcclOpDesc, HcclResult, ThreadHandle, aclrtStream,
};

/// Launches the kernel that `funcInfo` names on the AICPU of the communicator's device, behind what
/// `userStream` holds; later work of the stream waits for it. Arguments are copied before the call returns.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_RUNTIME` if the runtime refuses the launch.
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
