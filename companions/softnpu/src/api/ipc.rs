//! Device memory handed to other processes by key.

use super::guard::{guard, not_null, write_out};
use super::vmm::pid_list;
use crate::engine::export::Key;
use crate::engine::{device, export, vmm};
use crate::error::{Result, code, fail};
use std::ffi::{CStr, c_char, c_void};

/// Bytes of a key, the final NUL included.
const KEY_BYTES: usize = 65;
/// Start of a key.
const PREFIX: &str = "softnpu-mem-";

/// `aclrtServerPid`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ServerPid {
    /// Device of the pod.
    pub sdid: u32,
    /// Processes there.
    pub pid: *const i32,
    /// Number of them.
    pub num: usize,
}

/// Writes a key, by which other processes import `size` bytes of device memory from `dev_ptr` on.
///
/// `flags` 1 lets every process of the user import it, 0 those named by [`aclrtIpcMemSetImportPid`]. 100000 for NULL or size
/// 0; 107000 if `len` is below 65, for other flags, or if the range does not lie in one allocation of this process.
///
/// # Safety
/// `key` must be NULL or valid for writing `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtIpcMemGetExportKey(
    dev_ptr: *mut c_void,
    size: usize,
    key: *mut c_char,
    len: usize,
    flags: u64,
) -> i32 {
    guard("aclrtIpcMemGetExportKey", || {
        not_null(dev_ptr, "devPtr")?;
        not_null(key, "key")?;
        if flags > 1 {
            fail!(code::RT_PARAM_INVALID, "flags is {flags} but must be 0 or 1");
        }
        // SAFETY: the caller vouches for the buffer.
        unsafe { export_key(dev_ptr, size, key, len, flags == 1) }
    })
}

/// As [`aclrtIpcMemGetExportKey`] with flags 0.
///
/// # Safety
/// `name` must be NULL or valid for writing `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtIpcSetMemoryName(
    ptr: *const c_void,
    byte_count: u64,
    name: *mut c_char,
    len: u32,
) -> i32 {
    guard("rtIpcSetMemoryName", || {
        not_null(ptr, "ptr")?;
        not_null(name, "name")?;
        // SAFETY: the caller vouches for the buffer.
        unsafe { export_key(ptr, byte_count as usize, name, len as usize, false) }
    })
}

/// Makes exported memory usable here and returns its address. Importing again counts.
///
/// 107000 if `key` is no key, the exporter is gone or withdrew it, or it does not allow this process.
///
/// # Safety
/// `dev_ptr` must be NULL or valid for writing, `key` NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtIpcMemImportByKey(
    dev_ptr: *mut *mut c_void,
    key: *const c_char,
    flags: u64,
) -> i32 {
    guard("aclrtIpcMemImportByKey", || {
        not_null(dev_ptr, "devPtr")?;
        if flags > 1 {
            fail!(code::RT_PARAM_INVALID, "flags is {flags} but must be 0 or 1");
        }
        // SAFETY: the caller vouches for the pointers.
        unsafe { write_out(dev_ptr, "devPtr", export::import(read_key(key)?)? as *mut c_void) }
    })
}

/// As [`aclrtIpcMemImportByKey`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtIpcOpenMemory(ptr: *mut *mut c_void, name: *const c_char) -> i32 {
    guard("rtIpcOpenMemory", || {
        not_null(ptr, "ptr")?;
        // SAFETY: the caller vouches for the pointers.
        unsafe { write_out(ptr, "ptr", export::import(read_key(name)?)? as *mut c_void) }
    })
}

/// In an importer: ends one import. In the exporter, when it has no import itself: withdraws the key. 107000 for other
/// keys.
///
/// # Safety
/// `key` must be NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtIpcMemClose(key: *const c_char) -> i32 {
    guard("aclrtIpcMemClose", || {
        // SAFETY: the caller vouches for the string.
        let key = unsafe { read_key(key)? };
        if export::end_import(key) {
            return Ok(());
        }
        if export::is_own(key) {
            return export::remove(key).map(drop);
        }
        fail!(code::RT_PARAM_INVALID, "this process has neither imported nor exported the key")
    })
}

/// Ends one import that gave this address; 107000 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn rtIpcCloseMemory(ptr: *const c_void) -> i32 {
    guard("rtIpcCloseMemory", || {
        not_null(ptr, "ptr")?;
        if !export::end_import_at(ptr as u64) {
            fail!(code::RT_PARAM_INVALID, "{ptr:p} is not the start of imported memory");
        }
        Ok(())
    })
}

/// Withdraws a key of this process; 107000 for other keys.
///
/// # Safety
/// `name` must be NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtIpcDestroyMemoryName(name: *const c_char) -> i32 {
    // SAFETY: the caller vouches for the string.
    guard("rtIpcDestroyMemoryName", || export::remove(unsafe { read_key(name)? }).map(drop))
}

/// Lets processes import a key of this process.
///
/// # Safety
/// `key` must be NULL or a C string, `pid` valid for `num` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtIpcMemSetImportPid(key: *const c_char, pid: *const i32, num: usize) -> i32 {
    // SAFETY: the caller vouches for the string and the list.
    guard("aclrtIpcMemSetImportPid", || unsafe { export::allow(read_key(key)?, pid_list(pid, num)?) })
}

/// As [`aclrtIpcMemSetImportPid`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtSetIpcMemPid(name: *const c_char, pid: *const i32, num: i32) -> i32 {
    guard("rtSetIpcMemPid", || {
        // SAFETY: the caller vouches for the string and the list.
        unsafe { export::allow(read_key(name)?, pid_list(pid, usize::try_from(num).unwrap_or(0))?) }
    })
}

/// As [`aclrtIpcMemSetImportPid`]; all processes run on this machine, so `sdid` has no effect.
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtSetIpcMemorySuperPodPid(
    name: *const c_char,
    _sdid: u32,
    pid: *const i32,
    num: i32,
) -> i32 {
    guard("rtSetIpcMemorySuperPodPid", || {
        // SAFETY: the caller vouches for the string and the list.
        unsafe { export::allow(read_key(name)?, pid_list(pid, usize::try_from(num).unwrap_or(0))?) }
    })
}

/// Lets processes of several servers import a key of this process. All processes run on this machine.
///
/// # Safety
/// `key` must be NULL or a C string, `server_pids` valid for `num` entries and their lists.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtIpcMemImportPidInterServer(
    key: *const c_char,
    server_pids: *const ServerPid,
    num: usize,
) -> i32 {
    guard("aclrtIpcMemImportPidInterServer", || {
        not_null(server_pids, "serverPids")?;
        // SAFETY: the caller vouches for the string and the lists.
        unsafe {
            let key = read_key(key)?;
            for server in std::slice::from_raw_parts(server_pids, num) {
                export::allow(key, pid_list(server.pid, server.num)?)?;
            }
        }
        Ok(())
    })
}

/// Accepts an attribute of a key (type 0: link to use, 0 to 3); it has no effect. 107000 for others.
///
/// # Safety
/// `key` must be NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtIpcMemSetAttr(key: *const c_char, kind: u32, attr: u64) -> i32 {
    guard("aclrtIpcMemSetAttr", || {
        // SAFETY: the caller vouches for the string.
        unsafe { read_key(key)? };
        if kind != 0 || attr > 3 {
            fail!(code::RT_PARAM_INVALID, "attribute {kind} with value {attr} does not exist");
        }
        Ok(())
    })
}

/// # Safety
/// `key` is valid for writing `len` bytes.
unsafe fn export_key(ptr: *const c_void, size: usize, key: *mut c_char, len: usize, open: bool) -> Result {
    if size == 0 {
        fail!(code::INVALID_PARAM, "size is 0");
    }
    check_room(len)?;
    let (address, size) = (ptr as u64, size as u64);
    let own = device::containing(address)
        .and_then(|device| {
            let block = device.memory.range(address)?;
            Some((device.clone(), address - device.arena.base, block.base + block.size - address))
        })
        .or_else(|| vmm::own_memory_at(address));
    let Some((device, offset, _)) = own.filter(|(_, _, room)| size <= *room) else {
        fail!(
            code::RT_PARAM_INVALID,
            "{size} bytes at {ptr:p} do not lie in one allocation of device memory of this process"
        );
    };
    let made = export::add(&device, offset, size, open)?;
    // SAFETY: the caller vouches for `len` bytes, which are enough.
    unsafe { write_key(key, made, PREFIX) };
    Ok(())
}

/// 107000 unless a buffer of `len` bytes has room for a key.
pub(super) fn check_room(len: usize) -> Result {
    if len < KEY_BYTES {
        fail!(code::RT_PARAM_INVALID, "the buffer for the key has {len} bytes but needs {KEY_BYTES}");
    }
    Ok(())
}

/// Writes the text of a key, then zeros.
///
/// # Safety
/// `buffer` must be valid for writing [`KEY_BYTES`] bytes.
pub(super) unsafe fn write_key(buffer: *mut c_char, key: Key, prefix: &str) {
    let mut bytes = [0u8; KEY_BYTES];
    let text = key.text(prefix);
    bytes[..text.len()].copy_from_slice(text.as_bytes());
    // SAFETY: per the function's contract.
    unsafe { buffer.cast::<[u8; KEY_BYTES]>().write(bytes) };
}

/// # Safety
/// `key` is NULL or a C string.
unsafe fn read_key(key: *const c_char) -> Result<Key> {
    not_null(key, "key")?;
    // SAFETY: not null; the caller vouches for the string.
    Key::parse(unsafe { CStr::from_ptr(key) }.to_bytes(), PREFIX)
}
