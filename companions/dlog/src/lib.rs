//! `libunified_dlog.so`: log lines of CANN components and operators.
//!
//! A line looks like `[ERROR] HCCL(pid,program):2026-08-01-10:11:12.123.456 text`. It goes to standard error, or
//! with `ASCEND_SLOG_PRINT_TO_STDOUT=1` to standard output; no files are written. See [`level`] for what is written.
//!
//! Every function may be called from any thread and never fails its caller.

#![allow(non_snake_case)]

mod callback;
mod level;
mod line;
mod modules;
mod variadic;

use level::levels;
use std::ffi::c_int;

/// 1 if lines of `level` from `module` are written, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn CheckLogLevel(module: i32, level: i32) -> i32 {
    i32::from(levels().enabled(module, level))
}

/// See [`CheckLogLevel`].
#[unsafe(no_mangle)]
pub extern "C" fn acllogCheckDebugLevel(module: i32, level: i32) -> i32 {
    CheckLogLevel(module, level)
}

/// See [`CheckLogLevel`].
#[unsafe(no_mangle)]
pub extern "C" fn AlogCheckDebugLevel(module: u32, level: i32) -> i32 {
    CheckLogLevel(module as i32, level)
}

/// The lowest level that is written for `module`; `events` (may be NULL) tells whether event lines are on.
///
/// # Safety
/// `events` is NULL or points to an `int32_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dlog_getlevel(module: i32, events: *mut i32) -> i32 {
    if !events.is_null() {
        // SAFETY: not null; the caller vouches for the pointer.
        unsafe { events.write(i32::from(levels().events())) };
    }
    levels().of(module)
}

/// Sets the level of `module`, -1 for all. 0, or -1 if a number is out of range.
#[unsafe(no_mangle)]
pub extern "C" fn dlog_setlevel(module: i32, level: i32, events: i32) -> i32 {
    if levels().set(module, level, events != 0) { 0 } else { -1 }
}

/// Process attributes of a device-side log; there is nothing to do with them here. 0.
///
/// The parameter (64 bytes by value) is not read, so it is not declared.
#[unsafe(no_mangle)]
pub extern "C" fn DlogSetAttr() -> i32 {
    0
}

/// Lines are written at once, there is nothing to flush.
#[unsafe(no_mangle)]
pub extern "C" fn DlogFlush() {}

/// Logs of devices are lines of this process already. 0.
#[unsafe(no_mangle)]
pub extern "C" fn DlogReportInitialize() -> c_int {
    0
}

/// See [`DlogReportInitialize`].
#[unsafe(no_mangle)]
pub extern "C" fn DlogReportFinalize() -> c_int {
    0
}

/// See [`DlogReportInitialize`].
#[unsafe(no_mangle)]
pub extern "C" fn DlogReportStart(_device: c_int, _mode: c_int) -> c_int {
    0
}

/// See [`DlogReportInitialize`].
#[unsafe(no_mangle)]
pub extern "C" fn DlogReportStop(_device: c_int) {}

/// Called by `csrc/variadic.c` before it formats.
#[unsafe(no_mangle)]
extern "C" fn hcomm_dlog_enabled(module: i32, level: i32) -> i32 {
    CheckLogLevel(module, level)
}

/// Called by `csrc/variadic.c` with a formatted line.
///
/// # Safety
/// `text` points to `length` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn hcomm_dlog_write(module: i32, level: i32, text: *const u8, length: usize) {
    // SAFETY: per the function's contract.
    let text = unsafe { std::slice::from_raw_parts(text, length) };
    // Panics must not reach C; a line that cannot be made is dropped.
    let _ = std::panic::catch_unwind(|| line::write(module, level, text));
}
