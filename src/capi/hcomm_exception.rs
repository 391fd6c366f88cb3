//! C functions of `hcomm/hcomm_exception.h`, in the order of the header.

use core::ffi::c_void;

use hcomm_abi::HcommExceptionCallback;
use hcomm_base::bail;

use crate::control::exception;

/// For kernels: registers a function that the library calls when a queued task of a thread fails; the same
/// function again replaces its `userData`. It is called once for each failed task, on a thread of the library,
/// and may register and unregister. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommExceptionRegisterCallback(
    cb: HcommExceptionCallback,
    userData: *mut c_void,
) -> i32 {
    ffi_guard!(HcommExceptionRegisterCallback, {
        let Some(callback) = cb else { bail!(PTR, "cb is NULL") };
        exception::register(callback, userData)
    })
}

/// Ends the registration of a function; an unknown one is no error. A call that runs already goes on. Errors:
/// `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommExceptionUnregisterCallback(cb: HcommExceptionCallback) -> i32 {
    ffi_guard!(HcommExceptionUnregisterCallback, {
        let Some(callback) = cb else { bail!(PTR, "cb is NULL") };
        exception::unregister(callback);
        Ok(())
    })
}
