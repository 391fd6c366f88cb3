//! What the tests of the software NPU share.

#![allow(dead_code)]

use std::ffi::c_void;
use std::time::Duration;

/// Copy kinds.
pub const H2D: u32 = 1;
pub const D2H: u32 = 2;
pub const D2D: u32 = 3;
pub const DEFAULT: u32 = 4;

/// Ends the process with an error if it still runs after so many seconds.
pub fn watchdog(seconds: u64) {
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(seconds));
        eprintln!("watchdog: the test still runs after {seconds} s");
        std::process::abort();
    });
}

/// Fails unless an ACL function returned 0.
#[track_caller]
pub fn ok(code: i32) {
    assert_eq!(code, 0, "{}", newest_error());
}

/// The text of the thread's newest error.
fn newest_error() -> String {
    let text = acl_rt::api::misc::aclGetRecentErrMsg();
    if text.is_null() {
        return "(no text)".into();
    }
    // SAFETY: a C string that is valid until the thread's next call.
    unsafe { std::ffi::CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// Allocates device memory.
#[track_caller]
pub fn malloc(size: usize) -> *mut c_void {
    let mut p = std::ptr::null_mut();
    // SAFETY: the pointer is valid.
    ok(unsafe { acl_rt::api::memory::aclrtMalloc(&mut p, size, 0) });
    p
}

/// Frees device memory.
#[track_caller]
pub fn free(p: *mut c_void) {
    ok(acl_rt::api::memory::aclrtFree(p));
}

/// Copies from the program to the device.
#[track_caller]
pub fn put(dst: *mut c_void, data: &[u8]) {
    // SAFETY: the tests pass ranges that are valid.
    ok(unsafe { acl_rt::api::memory::aclrtMemcpy(dst, data.len(), data.as_ptr().cast(), data.len(), H2D) });
}

/// Copies from the device to the program.
#[track_caller]
pub fn get(src: *const c_void, size: usize) -> Vec<u8> {
    let mut data = vec![0u8; size];
    // SAFETY: the tests pass ranges that are valid.
    ok(unsafe { acl_rt::api::memory::aclrtMemcpy(data.as_mut_ptr().cast(), size, src, size, D2H) });
    data
}

/// Bytes that depend on a seed.
pub fn pattern(seed: u64, size: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    (0..size)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as u8
        })
        .collect()
}
