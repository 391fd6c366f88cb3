//! Contexts.

use super::guard::{guard, not_null, write_out};
use crate::engine::{context, device, stream};
use std::ffi::c_void;

/// Makes a further context with its own default stream on a device and makes it current for the calling thread.
///
/// # Safety
/// `context` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCreateContext(context: *mut *mut c_void, device_id: i32) -> i32 {
    guard("aclrtCreateContext", || {
        not_null(context, "context")?;
        let device = device::device(device_id)?;
        let made = context::create(&device, false);
        let handle = made.handle as *mut c_void;
        context::set_current(Some(made));
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(context, "context", handle) }
    })
}

/// Waits for the work of a context made by [`aclrtCreateContext`] and frees it. 107000 for a primary context.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtDestroyContext(context: *mut c_void) -> i32 {
    guard("aclrtDestroyContext", || {
        not_null(context, "context")?;
        context::destroy(context)
    })
}

/// Makes a context, and thereby its device, current for the calling thread.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSetCurrentContext(context: *mut c_void) -> i32 {
    guard("aclrtSetCurrentContext", || {
        not_null(context, "context")?;
        context::set_current(Some(context::resolve(context)?));
        Ok(())
    })
}

/// The current context of the calling thread; 107002 if it has none.
///
/// # Safety
/// `context` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetCurrentContext(context: *mut *mut c_void) -> i32 {
    guard("aclrtGetCurrentContext", || {
        not_null(context, "context")?;
        let current = context::current()?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(context, "context", current.handle as *mut c_void) }
    })
}

/// Tells whether the primary context of a device is alive: 1 or 0. `flags` may be NULL; it receives 0.
///
/// # Safety
/// `active` must be NULL or valid for writing, `flags` too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetPrimaryCtxState(device_id: i32, flags: *mut u32, active: *mut i32) -> i32 {
    guard("aclrtGetPrimaryCtxState", || {
        not_null(active, "active")?;
        device::check_id(device_id)?;
        let alive = device::existing(device_id).is_some_and(|d| d.primary().is_some());
        if !flags.is_null() {
            // SAFETY: not null; the caller vouches for the pointer.
            unsafe { flags.write(0) };
        }
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(active, "active", i32::from(alive)) }
    })
}

/// The default stream of the current context, as a handle that works like a NULL stream.
///
/// # Safety
/// `stream` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCtxGetCurrentDefaultStream(stream: *mut *mut c_void) -> i32 {
    guard("aclrtCtxGetCurrentDefaultStream", || {
        not_null(stream, "stream")?;
        let default = stream::resolve(std::ptr::null_mut())?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(stream, "stream", default.handle()) }
    })
}
