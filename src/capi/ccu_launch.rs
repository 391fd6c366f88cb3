//! C functions of `hcomm/ccu/ccu_launch.h`, in the order of the header.

use core::ffi::{c_char, c_void};

use hcomm_abi::{CcuInsHandle, CcuKernelHandle, CcuResult, ThreadHandle};

/// `HcommCcuKernelRegisterStart` of `hcomm/ccu/ccu_launch.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuKernelRegisterStart(insHandle: CcuInsHandle) -> CcuResult {
    stub!(HcommCcuKernelRegisterStart(insHandle))
}

/// `HcommCcuKernelRegister` of `hcomm/ccu/ccu_launch.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuKernelRegister(
    insHandle: CcuInsHandle,
    dieId: u32,
    kernelFuncName: *const c_char,
    kernelFunc: *const c_void,
    kernelArgs: *mut *const c_void,
    argNum: u32,
    kernelHandle: *mut CcuKernelHandle,
) -> CcuResult {
    stub!(HcommCcuKernelRegister(
        insHandle,
        dieId,
        kernelFuncName,
        kernelFunc,
        kernelArgs,
        argNum,
        kernelHandle
    ))
}

/// `HcommCcuKernelRegisterEnd` of `hcomm/ccu/ccu_launch.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuKernelRegisterEnd(insHandle: CcuInsHandle) -> CcuResult {
    stub!(HcommCcuKernelRegisterEnd(insHandle))
}

/// `HcommCcuGetTaskArgsNum` of `hcomm/ccu/ccu_launch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuGetTaskArgsNum(
    kernelHandle: CcuKernelHandle,
    taskArgsNum: *mut u32,
) -> CcuResult {
    stub!(HcommCcuGetTaskArgsNum(kernelHandle, taskArgsNum))
}

/// `HcommCcuKernelLaunch` of `hcomm/ccu/ccu_launch.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuKernelLaunch(
    threadHandle: ThreadHandle,
    kernelHandle: CcuKernelHandle,
    taskArgs: *const c_void,
    argNum: u32,
) -> CcuResult {
    stub!(HcommCcuKernelLaunch(threadHandle, kernelHandle, taskArgs, argNum))
}
