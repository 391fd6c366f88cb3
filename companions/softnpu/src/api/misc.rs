//! Begin and end, errors, versions, names, small types.

use super::guard::{guard, guard_or, not_null, write_out};
use crate::engine::{config, device};
use crate::error::{Result, code, fail, last_code, take_text};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::null_mut;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Calls of `aclInit` that no `aclFinalize` answered.
static INITS: AtomicU64 = AtomicU64::new(0);

/// Begins the use of the runtime. `path` names a JSON file of settings that mean nothing here; it may be NULL or
/// missing. 100002 from the second call on, which counts all the same.
#[unsafe(no_mangle)]
pub extern "C" fn aclInit(_path: *const c_char) -> i32 {
    guard("aclInit", || match INITS.fetch_add(1, Ordering::Relaxed) {
        0 => Ok(()),
        n => fail!(code::REPEAT_INITIALIZE, "the runtime is in use already, {} times", n),
    })
}

/// Ends the use of the runtime, however often it began; devices and memory stay. 100037 if it had not begun.
#[unsafe(no_mangle)]
pub extern "C" fn aclFinalize() -> i32 {
    guard("aclFinalize", || match INITS.swap(0, Ordering::Relaxed) {
        0 => fail!(code::REPEAT_FINALIZE, "aclInit was not called, or aclFinalize was called before"),
        _ => Ok(()),
    })
}

/// Takes back one `aclInit`; writes how many are left to `left` (may be NULL). 100037 if there is none.
///
/// # Safety
/// `left` is NULL or points to a `uint64_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclFinalizeReference(left: *mut u64) -> i32 {
    guard("aclFinalizeReference", || {
        let before = INITS.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
        let Ok(before) = before else {
            fail!(code::REPEAT_FINALIZE, "there is no call of aclInit left to take back");
        };
        if !left.is_null() {
            // SAFETY: not null; the caller vouches for the pointer.
            unsafe { left.write(before - 1) };
        }
        Ok(())
    })
}

/// Text of the newest error of the calling thread, or NULL; taken away by the call, valid until the next one.
#[unsafe(no_mangle)]
pub extern "C" fn aclGetRecentErrMsg() -> *const c_char {
    take_text()
}

/// The only level that exists.
const THREAD_LEVEL: i32 = 0;

fn newest_code(name: &'static str, level: i32, clear: bool) -> i32 {
    if level == THREAD_LEVEL {
        return last_code(clear);
    }
    guard(name, || {
        fail!(code::INVALID_PARAM, "level is {level}, expected ACL_RT_THREAD_LEVEL ({THREAD_LEVEL})")
    })
}

/// Newest error code of the calling thread, forgotten by the call; 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtGetLastError(level: i32) -> i32 {
    newest_code("aclrtGetLastError", level, true)
}

/// Like [`aclrtGetLastError`], but the code stays.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtPeekAtLastError(level: i32) -> i32 {
    newest_code("aclrtPeekAtLastError", level, false)
}

/// Version of the interface: `ACL_MAJOR_VERSION` and its like.
///
/// # Safety
/// The pointers are NULL or point to an `int32_t` each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetVersion(major: *mut i32, minor: *mut i32, patch: *mut i32) -> i32 {
    guard("aclrtGetVersion", || {
        not_null(major, "majorVersion")?;
        not_null(minor, "minorVersion")?;
        not_null(patch, "patchVersion")?;
        for (out, value) in [(major, 1), (minor, 17), (patch, 0)] {
            // SAFETY: not null; the caller vouches for the pointers.
            unsafe { out.write(value) };
        }
        Ok(())
    })
}

/// Name of the SoC, see `SOFTNPU_SOC`; a static text.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtGetSocName() -> *const c_char {
    static NAME: LazyLock<CString> =
        LazyLock::new(|| CString::new(config::get().soc.replace('\0', "")).unwrap_or_default());
    NAME.as_ptr()
}

/// Older form of [`aclrtGetSocName`]: copies the name with its end into `size` bytes. 107000 if it does not fit.
///
/// # Safety
/// `name` is NULL or points to `size` writable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtGetSocVersion(name: *mut c_char, size: u32) -> i32 {
    guard("rtGetSocVersion", || {
        if name.is_null() {
            fail!(code::RT_PARAM_INVALID, "ver is NULL");
        }
        // SAFETY: a static C string.
        let soc = unsafe { CStr::from_ptr(aclrtGetSocName()) }.to_bytes_with_nul();
        if soc.len() > size as usize {
            fail!(code::RT_PARAM_INVALID, "maxLen is {size}, the name needs {} bytes", soc.len());
        }
        // SAFETY: the destination has `size` bytes, no fewer than the source.
        unsafe { std::ptr::copy_nonoverlapping(soc.as_ptr().cast(), name, soc.len()) };
        Ok(())
    })
}

/// `ACL_HOST`: the program runs beside the device, as with a PCIe card.
///
/// # Safety
/// `mode` is NULL or points to an `aclrtRunMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetRunMode(mode: *mut u32) -> i32 {
    const HOST: u32 = 1;
    // SAFETY: the caller vouches for the pointer.
    guard("aclrtGetRunMode", || unsafe { write_out(mode, "runMode", HOST) })
}

const INF_NAN: i32 = 0;
const BF16: i32 = 1;
const JIT_COMPILE: i32 = 2;

/// Writes the attributes that [`aclGetCannAttribute`] knows: a static array and its length.
///
/// # Safety
/// The pointers are NULL or point to a pointer and a `size_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclGetCannAttributeList(list: *mut *const i32, count: *mut usize) -> i32 {
    static KNOWN: [i32; 3] = [INF_NAN, BF16, JIT_COMPILE];
    guard("aclGetCannAttributeList", || {
        not_null(list, "cannAttrList")?;
        not_null(count, "num")?;
        // SAFETY: not null; the caller vouches for the pointers.
        unsafe {
            list.write(KNOWN.as_ptr());
            count.write(KNOWN.len());
        }
        Ok(())
    })
}

/// 1 for INF/NaN mode and bfloat16, 0 for compilation at run time.
///
/// # Safety
/// `value` is NULL or points to an `int32_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclGetCannAttribute(attribute: i32, value: *mut i32) -> i32 {
    guard("aclGetCannAttribute", || {
        not_null(value, "value")?;
        let answer = match attribute {
            INF_NAN | BF16 => 1,
            JIT_COMPILE => 0,
            _ => fail!(code::INVALID_PARAM, "cannAttr is {attribute}, expected 0 to {JIT_COMPILE}"),
        };
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(value, "value", answer) }
    })
}

/// Numbers of cores, size of the cache in bytes.
///
/// # Safety
/// `value` is NULL or points to an `int64_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclGetDeviceCapability(id: u32, info: i32, value: *mut i64) -> i32 {
    guard("aclGetDeviceCapability", || {
        not_null(value, "value")?;
        if id >= device::count() {
            fail!(code::INVALID_PARAM, "device {id} does not exist; there are {} devices", device::count());
        }
        let model = super::props::model();
        let answer = match info {
            0 => model.cube_cores.into(),
            1 => model.vector_cores.into(),
            2 => model.l2_bytes,
            _ => fail!(code::INVALID_PARAM, "deviceInfo is {info}, expected 0 to 2"),
        };
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(value, "value", answer) }
    })
}

/// binary16 to binary32, exact.
#[unsafe(no_mangle)]
pub extern "C" fn aclFloat16ToFloat(value: u16) -> f32 {
    hcomm_kernels::f16_to_f32(value)
}

/// binary32 to binary16, to nearest, ties to even.
#[unsafe(no_mangle)]
pub extern "C" fn aclFloatToFloat16(value: f32) -> u16 {
    hcomm_kernels::f32_to_f16(value)
}

/// Bytes of one element; 0 if the type is unknown or smaller than a byte.
#[unsafe(no_mangle)]
pub extern "C" fn aclDataTypeSize(kind: i32) -> usize {
    match kind {
        2 | 4 | 12 | 34..=37 => 1, // int8, uint8, bool, the 8-bit floats
        1 | 6 | 7 | 27 => 2,       // fp16, int16, uint16, bf16
        0 | 3 | 8 | 33 => 4,       // fp32, int32, uint32, complex32
        9 | 10 | 11 | 16 => 8,     // int64, uint64, fp64, complex64
        17 => 16,                  // complex128
        _ => 0,
    }
}

/// A piece of memory of somebody else.
struct DataBuffer {
    data: *mut c_void,
    size: usize,
}

/// Makes an `aclDataBuffer` that names `size` bytes at `data`; nothing is copied.
#[unsafe(no_mangle)]
pub extern "C" fn aclCreateDataBuffer(data: *mut c_void, size: usize) -> *mut c_void {
    Box::into_raw(Box::new(DataBuffer { data, size })).cast()
}

/// The buffer behind a handle.
///
/// # Safety
/// `buffer` is NULL or came from [`aclCreateDataBuffer`] and lives.
unsafe fn buffer_of<'a>(buffer: *const c_void) -> Result<&'a mut DataBuffer> {
    not_null(buffer, "dataBuffer")?;
    // SAFETY: per the function's contract.
    Ok(unsafe { &mut *buffer.cast::<DataBuffer>().cast_mut() })
}

/// Ends an `aclDataBuffer`; the memory it names stays.
///
/// # Safety
/// `buffer` is NULL or came from [`aclCreateDataBuffer`] and lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclDestroyDataBuffer(buffer: *const c_void) -> i32 {
    guard("aclDestroyDataBuffer", || {
        // SAFETY: per the function's contract.
        let buffer: *mut DataBuffer = unsafe { buffer_of(buffer) }?;
        // SAFETY: it came from a box.
        drop(unsafe { Box::from_raw(buffer) });
        Ok(())
    })
}

/// Makes a buffer name other memory.
///
/// # Safety
/// `buffer` is NULL or came from [`aclCreateDataBuffer`] and lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclUpdateDataBuffer(buffer: *mut c_void, data: *mut c_void, size: usize) -> i32 {
    guard("aclUpdateDataBuffer", || {
        // SAFETY: per the function's contract.
        *unsafe { buffer_of(buffer) }? = DataBuffer { data, size };
        Ok(())
    })
}

/// Address of the memory of a buffer; NULL for NULL.
///
/// # Safety
/// `buffer` is NULL or came from [`aclCreateDataBuffer`] and lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclGetDataBufferAddr(buffer: *const c_void) -> *mut c_void {
    // SAFETY: per the function's contract.
    guard_or("aclGetDataBufferAddr", |_| null_mut(), || Ok(unsafe { buffer_of(buffer) }?.data))
}

/// Bytes of a buffer; 0 for NULL.
///
/// # Safety
/// `buffer` is NULL or came from [`aclCreateDataBuffer`] and lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclGetDataBufferSizeV2(buffer: *const c_void) -> usize {
    // SAFETY: per the function's contract.
    guard_or("aclGetDataBufferSizeV2", |_| 0, || Ok(unsafe { buffer_of(buffer) }?.size))
}

/// Like [`aclGetDataBufferSizeV2`], cut to 32 bits.
///
/// # Safety
/// As for [`aclGetDataBufferSizeV2`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclGetDataBufferSize(buffer: *const c_void) -> u32 {
    // SAFETY: per the function's contract.
    unsafe { aclGetDataBufferSizeV2(buffer) as u32 }
}

/// Data dump is not there; beginning and ending it does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn aclmdlInitDump() -> i32 {
    code::SUCCESS
}

/// See [`aclmdlInitDump`].
#[unsafe(no_mangle)]
pub extern "C" fn aclmdlSetDump(path: *const c_char) -> i32 {
    guard("aclmdlSetDump", || not_null(path, "dumpCfgPath"))
}

/// See [`aclmdlInitDump`].
#[unsafe(no_mangle)]
pub extern "C" fn aclmdlFinalizeDump() -> i32 {
    code::SUCCESS
}

/// `dlopen`.
///
/// # Safety
/// As for `dlopen`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mmDlopen(file: *const c_char, mode: c_int) -> *mut c_void {
    if file.is_null() {
        return null_mut();
    }
    // SAFETY: per the function's contract.
    unsafe { libc::dlopen(file, mode) }
}

/// `dlsym`; NULL for NULL.
///
/// # Safety
/// As for `dlsym`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mmDlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void {
    if handle.is_null() || name.is_null() {
        return null_mut();
    }
    // SAFETY: per the function's contract.
    unsafe { libc::dlsym(handle, name) }
}

/// `dlclose`; -1 for NULL.
///
/// # Safety
/// As for `dlclose`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mmDlclose(handle: *mut c_void) -> c_int {
    if handle.is_null() {
        return -1;
    }
    // SAFETY: per the function's contract.
    if unsafe { libc::dlclose(handle) } == 0 { 0 } else { -1 }
}

/// `dlerror`.
#[unsafe(no_mangle)]
pub extern "C" fn mmDlerror() -> *mut c_char {
    // SAFETY: no arguments.
    unsafe { libc::dlerror() }
}

/// A trace object. Traces are not kept, so each gets a number and nothing else.
#[unsafe(no_mangle)]
pub extern "C" fn AtraceCreateWithAttr(_kind: u32, name: *const c_char, _attributes: *const c_void) -> isize {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    const INVALID: isize = -1;
    if name.is_null() { INVALID } else { NEXT.fetch_add(1, Ordering::Relaxed) as isize }
}

/// Ends a trace object.
#[unsafe(no_mangle)]
pub extern "C" fn AtraceDestroy(_handle: isize) {}

/// A record of a trace; dropped. 0, or -1 if something is missing.
#[unsafe(no_mangle)]
pub extern "C" fn AtraceSubmit(handle: isize, buffer: *const c_void, _size: u32) -> i32 {
    if handle <= 0 || buffer.is_null() { -1 } else { 0 }
}

/// Called by `csrc/app_log.c` with a formatted line of an application.
///
/// # Safety
/// `text` and `place` are C strings.
#[unsafe(no_mangle)]
unsafe extern "C" fn hcomm_app_log(level: c_int, place: *const c_char, text: *const c_char) {
    let level = match level {
        0 => log::Level::Debug,
        1 => log::Level::Info,
        2 => log::Level::Warn,
        _ => log::Level::Error,
    };
    // SAFETY: per the function's contract.
    let (place, text) = unsafe { (CStr::from_ptr(place), CStr::from_ptr(text)) };
    guard_or(
        "aclAppLog",
        |_| (),
        || {
            log::log!(level, "{} {}", place.to_string_lossy(), text.to_string_lossy());
            Ok(())
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_types() {
        let sizes = [(0, 4), (1, 2), (2, 1), (9, 8), (11, 8), (17, 16), (27, 2), (13, 0), (-1, 0), (29, 0)];
        for (kind, size) in sizes {
            assert_eq!(aclDataTypeSize(kind), size, "{kind}");
        }
    }

    #[test]
    fn halves_convert() {
        assert_eq!(aclFloat16ToFloat(0x3c00), 1.0);
        assert_eq!(aclFloatToFloat16(-2.0), 0xc000);
    }
}
