//! C functions of `hcomm/hcomm_exception.h`, in the order of the header.

use core::ffi::c_void;

use hcomm_abi::HcommExceptionCallback;

/// `HcommExceptionRegisterCallback` of `hcomm/hcomm_exception.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommExceptionRegisterCallback(
    cb: HcommExceptionCallback,
    userData: *mut c_void,
) -> i32 {
    stub!(HcommExceptionRegisterCallback(cb, userData))
}

/// `HcommExceptionUnregisterCallback` of `hcomm/hcomm_exception.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommExceptionUnregisterCallback(cb: HcommExceptionCallback) -> i32 {
    stub!(HcommExceptionUnregisterCallback(cb))
}
