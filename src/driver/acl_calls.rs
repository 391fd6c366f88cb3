//! The few public ACL calls that the extension table does not repeat, looked up at run time.

use std::ffi::{CStr, c_char, c_int, c_void};

use hcomm_base::{Result, err};

use super::find;

/// SoC of processes whose runtime does not name one.
const DEFAULT_SOC: &str = "Ascend950PR_9599";

/// Name of the SoC that the runtime emulates or drives.
pub fn soc_name() -> String {
    type Function = unsafe extern "C" fn() -> *const c_char;
    find::symbol(c"aclrtGetSocName")
        .and_then(|address| {
            // SAFETY: the public prototype of aclrtGetSocName.
            let function: Function = unsafe { std::mem::transmute(address) };
            // SAFETY: no arguments; the result is null or a string that lives as long as the runtime.
            let name = unsafe { function() };
            // SAFETY: as above.
            (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned())
        })
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| DEFAULT_SOC.to_owned())
}

/// Number that the machine gives to logical device `device` of this process; the same number if the runtime does not
/// tell.
pub fn physical_device(device: i32) -> i32 {
    type Function = unsafe extern "C" fn(i32, *mut i32) -> c_int;
    let Some(address) = find::symbol(c"aclrtGetPhyDevIdByLogicDevId") else { return device };
    // SAFETY: the public prototype of aclrtGetPhyDevIdByLogicDevId.
    let function: Function = unsafe { std::mem::transmute(address) };
    let mut physical = device;
    // SAFETY: the pointer is to a live local.
    if unsafe { function(device, &mut physical) } == 0 { physical } else { device }
}

/// Makes `device` the current device of the calling thread.
pub fn set_device(device: i32) -> Result {
    type Function = unsafe extern "C" fn(i32) -> c_int;
    let address = find::symbol(c"aclrtSetDevice")
        .ok_or_else(|| err!(DRV, "the device runtime has no function aclrtSetDevice"))?;
    // SAFETY: the public prototype of aclrtSetDevice.
    let function: Function = unsafe { std::mem::transmute(address) };
    // SAFETY: an integer argument.
    match unsafe { function(device) } {
        0 => Ok(()),
        acl => {
            Err(err!(RUNTIME, "device {device} cannot be made current: the device runtime returned {acl}"))
        }
    }
}

/// The context of the calling thread, as a number; `None` if it has none.
pub fn current_context() -> Option<usize> {
    type Function = unsafe extern "C" fn(*mut *mut c_void) -> c_int;
    let address = find::symbol(c"aclrtGetCurrentContext")?;
    // SAFETY: the public prototype of aclrtGetCurrentContext.
    let function: Function = unsafe { std::mem::transmute(address) };
    let mut context = std::ptr::null_mut();
    // SAFETY: the pointer is to a live local.
    (unsafe { function(&mut context) } == 0 && !context.is_null()).then_some(context as usize)
}

/// Processors of a device for kernels; 1 if the runtime does not tell.
pub fn aicpu_cores() -> u32 {
    type Function = unsafe extern "C" fn(*mut u32) -> c_int;
    let Some(address) = find::symbol(c"rtGetAiCpuCount") else { return 1 };
    // SAFETY: the public prototype of rtGetAiCpuCount.
    let function: Function = unsafe { std::mem::transmute(address) };
    let mut count = 1;
    // SAFETY: the pointer is to a live local.
    if unsafe { function(&mut count) } == 0 { count } else { 1 }
}

/// Number of an `aclrtStream` on its device; `None` if it does not exist.
///
/// # Safety
/// `stream` is a value that the runtime returned for a stream.
pub unsafe fn stream_id(stream: *mut c_void) -> Option<u32> {
    type Function = unsafe extern "C" fn(*mut c_void, *mut i32) -> c_int;
    let address = find::symbol(c"aclrtStreamGetId")?;
    // SAFETY: the public prototype of aclrtStreamGetId.
    let function: Function = unsafe { std::mem::transmute(address) };
    let mut id = 0;
    // SAFETY: the stream is the caller's promise; the other pointer is to a live local.
    (unsafe { function(stream, &mut id) } == 0).then_some(id as u32)
}

/// A task that the runtime says has failed (`rtExceptionInfo`, its first members).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailedTask {
    /// Number of the task in its stream.
    pub task: u32,
    /// Number of the stream on its device.
    pub stream: u32,
    /// System number of the thread that ran the task.
    pub thread: u32,
    /// Logical device.
    pub device: u32,
    /// ACL code.
    pub code: u32,
}

/// Function for failed tasks. It gets a pointer to a longer structure that begins with a [`FailedTask`].
pub type FailedTaskFn = unsafe extern "C" fn(*const FailedTask);

/// Lets the runtime call `callback` for every task that fails, on the thread that ran it.
pub fn on_task_failed(callback: FailedTaskFn) -> Result {
    type Function = unsafe extern "C" fn(*const c_char, FailedTaskFn) -> c_int;
    let address = find::symbol(c"rtRegTaskFailCallbackByModule")
        .ok_or_else(|| err!(DRV, "the device runtime has no function rtRegTaskFailCallbackByModule"))?;
    // SAFETY: the public prototype of rtRegTaskFailCallbackByModule.
    let function: Function = unsafe { std::mem::transmute(address) };
    // SAFETY: a C string, and a function of this library, which is never unloaded (`-z nodelete`).
    match unsafe { function(c"HCOMM".as_ptr(), callback) } {
        0 => Ok(()),
        acl => Err(err!(RUNTIME, "failed tasks cannot be watched: the device runtime returned {acl}")),
    }
}
