//! C functions of `hcomm/ccu/ccu_launch.h`, in the order of the header.

use core::ffi::{c_char, c_void};

use hcomm_abi::{CcuInsHandle, CcuKernelHandle, CcuResult, ThreadHandle};

/// Begins a round of registering kernels in an instance. Errors: `CCU_E_PTR` for an unknown instance,
/// `CCU_E_INTERNAL` inside a round.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuKernelRegisterStart(insHandle: CcuInsHandle) -> CcuResult {
    stub!(HcommCcuKernelRegisterStart(insHandle))
}

/// Runs a kernel function once and records its instructions as a kernel of the instance. An error ends the
/// whole round. Errors: `CCU_E_PTR` for NULL, `CCU_E_PARA` for more than one argument, `CCU_E_INTERNAL`
/// outside of a round or if the function throws, `CCU_E_UNAVAIL` if resources do not suffice.
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

/// Ends a round: resources are assigned and the kernels can be launched. Errors: `CCU_E_INTERNAL` outside of
/// a round.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuKernelRegisterEnd(insHandle: CcuInsHandle) -> CcuResult {
    stub!(HcommCcuKernelRegisterEnd(insHandle))
}

/// Number of arguments that a launch of a kernel takes. Errors: `CCU_E_NOT_FOUND` for an unknown kernel,
/// `CCU_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuGetTaskArgsNum(
    kernelHandle: CcuKernelHandle,
    taskArgsNum: *mut u32,
) -> CcuResult {
    stub!(HcommCcuGetTaskArgsNum(kernelHandle, taskArgsNum))
}

/// Queues a kernel on a thread, in the order of its other tasks, with `argNum` 64-bit arguments. Errors:
/// `CCU_E_PARA` for handles of 0, `CCU_E_PTR` for NULL or an unknown kernel, `CCU_E_INTERNAL` for another
/// number of arguments.
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
