//! `memset_s`, `memcpy_s`, `memmove_s`.

use core::ffi::{c_int, c_void};

use crate::{EINVAL, EINVAL_AND_RESET, EOK, EOVERLAP_AND_RESET, ERANGE, ERANGE_AND_RESET, Errno, MAX_LEN};

/// Sets `count` bytes of `dest` to `c`; more than `dest_max` fills `dest` and fails.
///
/// # Safety
/// `dest` is NULL or points to `dest_max` writable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn memset_s(dest: *mut c_void, dest_max: usize, c: c_int, count: usize) -> Errno {
    // The one function that takes an empty destination, if nothing is to be written.
    if dest_max > MAX_LEN || (dest_max == 0 && count != 0) {
        return ERANGE;
    }
    if dest.is_null() {
        return EINVAL;
    }
    // SAFETY: at most dest_max bytes of a destination that the caller says has dest_max bytes.
    unsafe { dest.cast::<u8>().write_bytes(c as u8, count.min(dest_max)) };
    if count > dest_max { ERANGE_AND_RESET } else { EOK }
}

/// The checks that memcpy_s and memmove_s share: `None` means copy.
///
/// # Safety
/// As for [`memcpy_s`].
unsafe fn refuse(dest: *mut c_void, dest_max: usize, src: *const c_void, count: usize) -> Option<Errno> {
    if dest_max == 0 || dest_max > MAX_LEN {
        return Some(ERANGE);
    }
    if dest.is_null() {
        return Some(EINVAL);
    }
    let code = if src.is_null() {
        EINVAL_AND_RESET
    } else if count > dest_max {
        ERANGE_AND_RESET
    } else {
        return None;
    };
    // SAFETY: the caller says that dest has dest_max writable bytes.
    unsafe { dest.cast::<u8>().write_bytes(0, dest_max) };
    Some(code)
}

/// Copies `count` bytes between ranges that do not overlap.
///
/// # Safety
/// `dest` is NULL or points to `dest_max` writable bytes; `src` is NULL or points to `count` readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn memcpy_s(
    dest: *mut c_void,
    dest_max: usize,
    src: *const c_void,
    count: usize,
) -> Errno {
    // SAFETY: same requirements, passed on.
    if let Some(code) = unsafe { refuse(dest, dest_max, src, count) } {
        return code;
    }
    if core::ptr::eq(dest, src) || count == 0 {
        return EOK;
    }
    if dest.addr().abs_diff(src.addr()) < count {
        // SAFETY: the caller says that dest has dest_max writable bytes.
        unsafe { dest.cast::<u8>().write_bytes(0, dest_max) };
        return EOVERLAP_AND_RESET;
    }
    // SAFETY: both ranges have count bytes (count <= dest_max was checked) and are further apart than count.
    unsafe { core::ptr::copy_nonoverlapping(src.cast::<u8>(), dest.cast::<u8>(), count) };
    EOK
}

/// Copies `count` bytes between ranges that may overlap.
///
/// # Safety
/// As for [`memcpy_s`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn memmove_s(
    dest: *mut c_void,
    dest_max: usize,
    src: *const c_void,
    count: usize,
) -> Errno {
    // SAFETY: same requirements, passed on.
    if let Some(code) = unsafe { refuse(dest, dest_max, src, count) } {
        return code;
    }
    // SAFETY: both ranges have count bytes (count <= dest_max was checked); copy allows overlap.
    unsafe { core::ptr::copy(src.cast::<u8>(), dest.cast::<u8>(), count) };
    EOK
}
