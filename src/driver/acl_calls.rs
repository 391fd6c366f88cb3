//! The few public ACL calls that the extension table does not repeat, looked up at run time.

use std::ffi::{CStr, c_char, c_int};

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
