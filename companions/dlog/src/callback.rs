//! Functions of the application that get every line that is written.

use std::ffi::{c_char, c_void};
use std::sync::{Mutex, PoisonError};

/// `acllogRecordCallback`: user data, log type (0 debug, 1 run), the line (not NUL-terminated), its length in bytes.
type Callback = unsafe extern "C" fn(*mut c_void, u32, *const c_char, usize) -> i32;

#[derive(Clone, Copy)]
struct Entry {
    handle: usize,
    callback: Callback,
    data: usize,
    kinds: u32,
}

struct Entries {
    next: usize,
    list: Vec<Entry>,
}

static ENTRIES: Mutex<Entries> = Mutex::new(Entries { next: 1, list: Vec::new() });
/// Debug lines, run lines, both.
const BOTH: u32 = 2;

/// Registers `callback` for lines of a type (0 debug, 1 run, 2 both); writes a handle for
/// [`acllogUnregisterCallback`]. 0, or -1 if a pointer is NULL or the type unknown.
///
/// # Safety
/// `handle` is NULL or points to an `acllogCallbackHandle`; `callback` may be called from any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acllogRegisterCallback(
    callback: Option<Callback>,
    data: *mut c_void,
    kinds: u32,
    handle: *mut usize,
) -> i32 {
    let Some(callback) = callback else { return -1 };
    if handle.is_null() || kinds > BOTH {
        return -1;
    }
    let mut entries = ENTRIES.lock().unwrap_or_else(PoisonError::into_inner);
    let new = entries.next;
    entries.next += 1;
    entries.list.push(Entry { handle: new, callback, data: data as usize, kinds });
    // SAFETY: not null; the caller vouches for the pointer.
    unsafe { handle.write(new) };
    0
}

/// Ends a registration. 0, or -1 if the handle is unknown.
#[unsafe(no_mangle)]
pub extern "C" fn acllogUnregisterCallback(handle: usize) -> i32 {
    let mut entries = ENTRIES.lock().unwrap_or_else(PoisonError::into_inner);
    let before = entries.list.len();
    entries.list.retain(|entry| entry.handle != handle);
    if entries.list.len() < before { 0 } else { -1 }
}

/// Hands a line to everybody who wants it. The lock is not held during the calls.
pub(crate) fn tell(run: bool, line: &[u8]) {
    let list = ENTRIES.lock().unwrap_or_else(PoisonError::into_inner).list.clone();
    for entry in list {
        if entry.kinds == BOTH || entry.kinds == u32::from(run) {
            // SAFETY: the application registered the function for this; the line is live during the call.
            unsafe {
                (entry.callback)(entry.data as *mut c_void, u32::from(run), line.as_ptr().cast(), line.len())
            };
        }
    }
}
