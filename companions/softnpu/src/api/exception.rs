//! Functions of the program that hear of failed tasks, and what they ask about them.
//!
//! They are called on the thread that ran the task, one after the other, in the order of their registration. They
//! must not wait for the stream whose task failed.

use super::guard::{guard, not_null};
use crate::engine::device;
use crate::engine::hooks::{Failure, TASK_FAILED};
use crate::error::{code, fail};
use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::{Mutex, PoisonError};

/// `rtExceptionInfo`: the numbers of the task; the part that only AI cores fill is 0.
#[repr(C)]
pub struct ExceptionInfo {
    task: u32,
    stream: u32,
    thread: u32,
    device: u32,
    code: u32,
    expand_type: u64,
    expand: [u64; 260],
}

const _: () = assert!(size_of::<ExceptionInfo>() == 2112);

/// `rtExceptionExpandType_t`: no more is known.
const EXPAND_NOTHING: u64 = 0;

/// `aclrtExceptionInfoCallback`, `rtTaskFailCallback`.
type Callback = unsafe extern "C" fn(*mut ExceptionInfo);

/// Who registered a function.
#[derive(Clone, PartialEq, Eq)]
enum Owner {
    /// `aclrtSetExceptionInfoCallback`: there is one.
    Application,
    /// `aclrtExceptionInfoCallbackRegister`: each function once.
    Function(usize),
    /// `rtRegTaskFailCallbackByModule`: one for each name.
    Module(CString),
}

static CALLBACKS: Mutex<Vec<(Owner, Callback)>> = Mutex::new(Vec::new());

/// Registers a function in place of the owner's old one; `None` only takes the old one away.
fn set(owner: Owner, callback: Option<Callback>) -> bool {
    let mut callbacks = CALLBACKS.lock().unwrap_or_else(PoisonError::into_inner);
    let before = callbacks.len();
    match callback {
        Some(callback) => match callbacks.iter_mut().find(|(known, _)| *known == owner) {
            Some((_, old)) => *old = callback,
            None => callbacks.push((owner, callback)),
        },
        None => callbacks.retain(|(known, _)| *known != owner),
    }
    let _ = TASK_FAILED.set(tell);
    callbacks.len() != before
}

/// Tells everybody of a failed task. The lock is not held during the calls.
fn tell(failure: &Failure) {
    let callbacks: Vec<Callback> = {
        let callbacks = CALLBACKS.lock().unwrap_or_else(PoisonError::into_inner);
        callbacks.iter().map(|(_, callback)| *callback).collect()
    };
    for callback in callbacks {
        let mut info = ExceptionInfo {
            task: failure.task,
            stream: failure.stream,
            thread: failure.thread,
            device: failure.device as u32,
            code: failure.code as u32,
            expand_type: EXPAND_NOTHING,
            expand: [0; 260],
        };
        // SAFETY: the program registered the function for this; the information is live during the call.
        unsafe { callback(&mut info) };
    }
}

/// Makes `callback` the function of the application; NULL takes it away.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSetExceptionInfoCallback(callback: Option<Callback>) -> i32 {
    guard("aclrtSetExceptionInfoCallback", || {
        set(Owner::Application, callback);
        Ok(())
    })
}

/// Adds a function; adding it again changes nothing. 107000 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtExceptionInfoCallbackRegister(callback: Option<Callback>) -> i32 {
    guard("aclrtExceptionInfoCallbackRegister", || {
        let Some(callback) = callback else { fail!(code::RT_PARAM_INVALID, "callback is NULL") };
        set(Owner::Function(callback as usize), Some(callback));
        Ok(())
    })
}

/// Takes away what [`aclrtExceptionInfoCallbackRegister`] added. 107000 if it was not added.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtExceptionInfoCallbackUnregister(callback: Option<Callback>) -> i32 {
    guard("aclrtExceptionInfoCallbackUnregister", || {
        let address = callback.map_or(0, |callback| callback as usize);
        if !set(Owner::Function(address), None) {
            fail!(code::RT_PARAM_INVALID, "callback {address:#x} is not registered");
        }
        Ok(())
    })
}

/// Makes `callback` the function of a module; NULL takes it away. 107000 for a NULL name.
///
/// # Safety
/// `module` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtRegTaskFailCallbackByModule(
    module: *const c_char,
    callback: Option<Callback>,
) -> i32 {
    guard("rtRegTaskFailCallbackByModule", || {
        if module.is_null() {
            fail!(code::RT_PARAM_INVALID, "moduleName is NULL");
        }
        // SAFETY: not null; the caller vouches for the string.
        let module = unsafe { CStr::from_ptr(module) };
        set(Owner::Module(module.to_owned()), callback);
        Ok(())
    })
}

/// What the getters answer for NULL.
const NOTHING: u32 = u32::MAX;

macro_rules! getter {
    ($($name:ident = $field:ident, $doc:literal;)*) => {$(
        #[doc = $doc]
        /// 0xFFFFFFFF for NULL.
        ///
        /// # Safety
        /// `info` is NULL or the argument of a running exception callback.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(info: *const ExceptionInfo) -> u32 {
            // SAFETY: per the function's contract.
            unsafe { info.as_ref() }.map_or(NOTHING, |info| info.$field)
        }
    )*};
}

// exports: aclrtGetTaskIdFromExceptionInfo aclrtGetStreamIdFromExceptionInfo aclrtGetThreadIdFromExceptionInfo
// exports: aclrtGetDeviceIdFromExceptionInfo aclrtGetErrorCodeFromExceptionInfo
getter! {
    aclrtGetTaskIdFromExceptionInfo = task, "Number of the task in its stream.";
    aclrtGetStreamIdFromExceptionInfo = stream, "Number of the stream on its device.";
    aclrtGetThreadIdFromExceptionInfo = thread, "System number of the thread that ran the task.";
    aclrtGetDeviceIdFromExceptionInfo = device, "Device of the stream.";
    aclrtGetErrorCodeFromExceptionInfo = code, "Code of the failure.";
}

/// Bytes of `aclrtErrorInfo`.
const ERROR_INFO: usize = 2576;

/// Hardware errors of a device: there are none, everything is 0.
///
/// # Safety
/// `info` is NULL or points to an `aclrtErrorInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetErrorVerbose(id: i32, info: *mut [u8; ERROR_INFO]) -> i32 {
    guard("aclrtGetErrorVerbose", || {
        not_null(info, "errorInfo")?;
        device::check_id(id)?;
        // SAFETY: not null; the caller vouches for the pointer. Every field may be 0.
        unsafe { info.write([0; ERROR_INFO]) };
        Ok(())
    })
}

/// Repairs what [`aclrtGetErrorVerbose`] told: nothing to do.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtRepairError(id: i32, info: *const c_void) -> i32 {
    guard("aclrtRepairError", || {
        not_null(info, "errorInfo")?;
        device::check_id(id)
    })
}

/// Memory with errors that cannot be corrected: there is none, `count` becomes 0.
///
/// # Safety
/// `count` is NULL or points to a `size_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetMemUceInfo(
    id: i32,
    list: *mut c_void,
    _size: usize,
    count: *mut usize,
) -> i32 {
    guard("aclrtGetMemUceInfo", || {
        not_null(list, "memUceInfoArray")?;
        not_null(count, "retSize")?;
        device::check_id(id)?;
        // SAFETY: not null; the caller vouches for the pointer.
        unsafe { count.write(0) };
        Ok(())
    })
}

/// Repairs what [`aclrtGetMemUceInfo`] told: nothing to do.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtMemUceRepair(id: i32, list: *mut c_void, _size: usize) -> i32 {
    guard("aclrtMemUceRepair", || {
        not_null(list, "memUceInfoArray")?;
        device::check_id(id)
    })
}
