//! C functions of `hcomm/hcomm_exception.h`, in the order of the header.

use core::ffi::c_void;

use hcomm_abi::HcommExceptionCallback;

/// For kernels: registers a function that the library calls when a queued task fails; the same function again
/// replaces its `userData`. Do not register or unregister inside it. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommExceptionRegisterCallback(
    cb: HcommExceptionCallback,
    userData: *mut c_void,
) -> i32 {
    stub!(HcommExceptionRegisterCallback(cb, userData))
}

/// Ends the registration of a function; an unknown one is no error. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommExceptionUnregisterCallback(cb: HcommExceptionCallback) -> i32 {
    stub!(HcommExceptionUnregisterCallback(cb))
}
