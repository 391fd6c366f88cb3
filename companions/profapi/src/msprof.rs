//! `Msprof*` and `Adprof*`: reports of components. 0 is success, -1 a missing argument.

use std::ffi::{c_char, c_void};

fn needs<T>(pointer: *const T) -> i32 {
    if pointer.is_null() { -1 } else { 0 }
}

/// Starts the profiler of the process; `data` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofInit(_kind: u32, _data: *mut c_void, _length: u32) -> i32 {
    0
}

/// Ends it.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofFinalize() -> i32 {
    0
}

/// Registers a function that is told when profiling is switched on or off; that never happens here.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofRegisterCallback(
    _module: u32,
    callback: Option<extern "C" fn(u32, *mut c_void, u32) -> i32>,
) -> i32 {
    if callback.is_none() { -1 } else { 0 }
}

/// A call of an API.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofReportApi(_lasting: u32, api: *const c_void) -> i32 {
    needs(api)
}

/// An event.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofReportEvent(_lasting: u32, event: *const c_void) -> i32 {
    needs(event)
}

/// A compact record.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofReportCompactInfo(_lasting: u32, data: *const c_void, _length: u32) -> i32 {
    needs(data)
}

/// A record with additional data.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofReportAdditionalInfo(_lasting: u32, data: *const c_void, _length: u32) -> i32 {
    needs(data)
}

/// Several records with additional data.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofReportBatchAdditionalInfo(_lasting: u32, data: *const c_void, _length: u32) -> i32 {
    needs(data)
}

/// Largest batch in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofGetBatchReportMaxSize(_kind: u32) -> usize {
    128 * 1024
}

/// Names a type of records.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofRegTypeInfo(_level: u16, _id: u32, name: *const c_char) -> i32 {
    needs(name)
}

/// Describes the layout of a type of records.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofRegDataFormat(_level: u16, _id: u32, format: *const c_char) -> i32 {
    needs(format)
}

/// Number of a text of `length` bytes: its FNV-1a hash; 0 for NULL.
///
/// # Safety
/// `text` is NULL or points to `length` readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MsprofGetHashId(text: *const c_char, length: usize) -> u64 {
    if text.is_null() {
        return 0;
    }
    // SAFETY: not null; the caller vouches for the length.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// See [`MsprofGetHashId`].
///
/// # Safety
/// As for [`MsprofGetHashId`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MsprofStr2Id(text: *const c_char, length: usize) -> u64 {
    // SAFETY: per the function's contract.
    unsafe { MsprofGetHashId(text, length) }
}

/// Text of a number; texts are not kept, so NULL.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofId2Str(_id: u64) -> *mut c_char {
    std::ptr::null_mut()
}

/// Folder of the results; there are none, so NULL.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofGetPath() -> *mut c_char {
    std::ptr::null_mut()
}

/// Ties a graph to a device.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofSetDeviceIdByGeModelIdx(_model: u32, _device: u32) -> i32 {
    0
}

/// Unties it.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofUnsetDeviceIdByGeModelIdx(_model: u32, _device: u32) -> i32 {
    0
}

/// Time stamp for reports: nanoseconds of the monotonic clock.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofSysCycleTime() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a live local.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now) };
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// True if an operator is profiled: never.
#[unsafe(no_mangle)]
pub extern "C" fn MsprofCheckOpSwitch(_kind: u32, _operator: *const c_char, _length: usize) -> bool {
    false
}

/// Device side of [`MsprofReportAdditionalInfo`].
#[unsafe(no_mangle)]
pub extern "C" fn AdprofReportAdditionalInfo(_lasting: u32, data: *const c_void, _length: u32) -> i32 {
    needs(data)
}

/// Device side of [`MsprofReportBatchAdditionalInfo`].
#[unsafe(no_mangle)]
pub extern "C" fn AdprofReportBatchAdditionalInfo(_lasting: u32, data: *const c_void, _length: u32) -> i32 {
    needs(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_equal_numbers_and_time_does_not_go_back() {
        let (a, b) = (c"AllReduce", c"AllGather");
        // SAFETY: both are live texts of 9 bytes.
        let (x, y, z) = unsafe {
            (MsprofGetHashId(a.as_ptr(), 9), MsprofStr2Id(a.as_ptr(), 9), MsprofGetHashId(b.as_ptr(), 9))
        };
        assert!(x == y && x != z && x != 0);
        let first = MsprofSysCycleTime();
        assert!(MsprofSysCycleTime() >= first);
    }

    #[test]
    fn missing_arguments_are_refused() {
        assert_eq!(MsprofReportApi(0, std::ptr::null()), -1);
        assert_eq!(MsprofRegisterCallback(3, None), -1);
        assert_eq!(MsprofRegTypeInfo(1, 2, c"x".as_ptr()), 0);
    }
}
