//! `aclprof*`: switches of an application, and marks in its time line. Codes are those of `acl_base_rt.h`.

use std::ffi::{c_char, c_void};
use std::ptr::null;

const SUCCESS: i32 = 0;
const INVALID_PARAM: i32 = 100_000;

/// 100000 for a missing argument, else 0.
fn needs<T>(pointer: *const T) -> i32 {
    if pointer.is_null() { INVALID_PARAM } else { SUCCESS }
}

/// An object that only exists: `aclprofConfig`, `aclprofStepInfo`, a stamp.
fn create() -> *mut c_void {
    Box::into_raw(Box::new(0u64)).cast()
}

/// Ends an object of [`create`].
///
/// # Safety
/// `object` is NULL or came from [`create`] and was not destroyed yet.
unsafe fn destroy(object: *const c_void) -> i32 {
    if object.is_null() {
        return INVALID_PARAM;
    }
    // SAFETY: per the function's contract.
    drop(unsafe { Box::from_raw(object.cast::<u64>().cast_mut()) });
    SUCCESS
}

/// Where results would go: a path of `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn aclprofInit(path: *const c_char, length: usize) -> i32 {
    if length == 0 { INVALID_PARAM } else { needs(path) }
}

/// Ends what [`aclprofInit`] began.
#[unsafe(no_mangle)]
pub extern "C" fn aclprofFinalize() -> i32 {
    SUCCESS
}

/// A configuration for `count` devices; NULL if the list is missing.
#[unsafe(no_mangle)]
pub extern "C" fn aclprofCreateConfig(
    devices: *mut u32,
    count: u32,
    _metrics: i32,
    _events: *const c_void,
    _data: u64,
) -> *mut c_void {
    if devices.is_null() && count != 0 { null::<c_void>().cast_mut() } else { create() }
}

/// Ends a configuration.
///
/// # Safety
/// `config` is NULL or came from [`aclprofCreateConfig`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclprofDestroyConfig(config: *const c_void) -> i32 {
    // SAFETY: per the function's contract.
    unsafe { destroy(config) }
}

/// Starts the collection.
#[unsafe(no_mangle)]
pub extern "C" fn aclprofStart(config: *const c_void) -> i32 {
    needs(config)
}

/// Stops it.
#[unsafe(no_mangle)]
pub extern "C" fn aclprofStop(config: *const c_void) -> i32 {
    needs(config)
}

/// One option as text.
#[unsafe(no_mangle)]
pub extern "C" fn aclprofSetConfig(_kind: i32, value: *const c_char, length: usize) -> i32 {
    if length == 0 { INVALID_PARAM } else { needs(value) }
}

/// An iteration of a training.
#[unsafe(no_mangle)]
pub extern "C" fn aclprofCreateStepInfo() -> *mut c_void {
    create()
}

/// Ends an iteration; NULL is allowed.
///
/// # Safety
/// `step` is NULL or came from [`aclprofCreateStepInfo`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclprofDestroyStepInfo(step: *mut c_void) {
    // SAFETY: per the function's contract.
    unsafe { destroy(step) };
}

/// Marks the begin or end of an iteration in a stream.
#[unsafe(no_mangle)]
pub extern "C" fn aclprofGetStepTimestamp(step: *mut c_void, _tag: i32, _stream: *mut c_void) -> i32 {
    needs(step)
}

/// A mark with a text of `length` bytes in a stream.
#[unsafe(no_mangle)]
pub extern "C" fn aclprofMarkEx(text: *const c_char, length: usize, _stream: *mut c_void) -> i32 {
    if length == 0 { INVALID_PARAM } else { needs(text) }
}

/// A stamp for marks and ranges.
#[unsafe(no_mangle)]
pub extern "C" fn aclprofCreateStamp() -> *mut c_void {
    create()
}

/// Ends a stamp; NULL is allowed.
///
/// # Safety
/// `stamp` is NULL or came from [`aclprofCreateStamp`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclprofDestroyStamp(stamp: *mut c_void) {
    // SAFETY: per the function's contract.
    unsafe { destroy(stamp) };
}

/// Text of a stamp.
#[unsafe(no_mangle)]
pub extern "C" fn aclprofSetStampTraceMessage(stamp: *mut c_void, text: *const c_char, _length: u32) -> i32 {
    needs(stamp).max(needs(text))
}

/// A mark at this moment.
#[unsafe(no_mangle)]
pub extern "C" fn aclprofMark(stamp: *mut c_void) -> i32 {
    needs(stamp)
}

/// Begins a nested range of the thread.
#[unsafe(no_mangle)]
pub extern "C" fn aclprofPush(stamp: *mut c_void) -> i32 {
    needs(stamp)
}

/// Ends the newest nested range.
#[unsafe(no_mangle)]
pub extern "C" fn aclprofPop() -> i32 {
    SUCCESS
}

/// Begins a range; writes its number.
///
/// # Safety
/// `range` is NULL or points to a `uint32_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclprofRangeStart(stamp: *mut c_void, range: *mut u32) -> i32 {
    if stamp.is_null() || range.is_null() {
        return INVALID_PARAM;
    }
    // SAFETY: not null; the caller vouches for the pointer.
    unsafe { range.write(0) };
    SUCCESS
}

/// Ends a range.
#[unsafe(no_mangle)]
pub extern "C" fn aclprofRangeStop(_range: u32) -> i32 {
    SUCCESS
}
