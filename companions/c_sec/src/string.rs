//! `strcpy_s`, `strncpy_s`, `strcat_s`, `strncat_s`, `strtok_s`.

use core::ffi::c_char;
use core::ptr;

use crate::{EINVAL, EINVAL_AND_RESET, EOK, EOVERLAP_AND_RESET, ERANGE, ERANGE_AND_RESET, Errno, MAX_LEN};

/// Length of the string at `s`, looking at no more than `limit` bytes; `limit` if there is no NUL among them.
///
/// # Safety
/// `s` points to a string, or to at least `limit` readable bytes.
unsafe fn length_within(s: *const c_char, limit: usize) -> usize {
    // SAFETY: index i is read only if no NUL came before it and i < limit.
    (0..limit).find(|&i| unsafe { *s.add(i) } == 0).unwrap_or(limit)
}

/// Empties the destination and returns `code`.
///
/// # Safety
/// `dest` points to at least one writable byte.
unsafe fn reset(dest: *mut c_char, code: Errno) -> Errno {
    // SAFETY: one writable byte, as required.
    unsafe { *dest = 0 };
    code
}

/// Checks that come before any access to the destination.
fn refuse(dest: *const c_char, dest_max: usize) -> Option<Errno> {
    if dest_max == 0 || dest_max > MAX_LEN {
        Some(ERANGE)
    } else if dest.is_null() {
        Some(EINVAL)
    } else {
        None
    }
}

/// Puts at most `count` characters of `src` and a NUL at `dest[at..]`, within `dest_max` bytes of `dest`.
///
/// # Safety
/// `dest` has `dest_max` writable bytes, `at < dest_max`, `src` is a string or has `count` readable bytes.
unsafe fn append(dest: *mut c_char, dest_max: usize, at: usize, src: *const c_char, count: usize) -> Errno {
    let room = dest_max - at;
    // SAFETY: src as required; a text that does not fit is recognised after `room` characters.
    let length = unsafe { length_within(src, count.min(room)) };
    if length >= room {
        // SAFETY: dest has dest_max > 0 writable bytes.
        return unsafe { reset(dest, ERANGE_AND_RESET) };
    }
    // Bytes read of src, and bytes of dest that hold the result: neither may reach into the other.
    let read = if length == count { length } else { length + 1 };
    let (from, to) = (src.addr(), dest.addr());
    if from < to + at + length + 1 && to < from + read {
        // SAFETY: dest has dest_max > 0 writable bytes.
        return unsafe { reset(dest, EOVERLAP_AND_RESET) };
    }
    // SAFETY: at + length < dest_max, src has length readable bytes, and the ranges do not overlap.
    unsafe {
        ptr::copy_nonoverlapping(src, dest.add(at), length);
        *dest.add(at + length) = 0;
    }
    EOK
}

/// Copies a string.
///
/// # Safety
/// `dest` is NULL or has `dest_max` writable bytes; `src` is NULL or a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strcpy_s(dest: *mut c_char, dest_max: usize, src: *const c_char) -> Errno {
    // SAFETY: same requirements, passed on; a string is readable up to its NUL.
    unsafe { copy(dest, dest_max, src, usize::MAX) }
}

/// Copies at most `count` characters of a string and adds a NUL.
///
/// # Safety
/// `dest` is NULL or has `dest_max` writable bytes; `src` is NULL, a string, or has `count` readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strncpy_s(
    dest: *mut c_char,
    dest_max: usize,
    src: *const c_char,
    count: usize,
) -> Errno {
    if refuse(dest, dest_max).is_none() && !src.is_null() && count > MAX_LEN {
        // SAFETY: dest has dest_max > 0 writable bytes.
        return unsafe { reset(dest, ERANGE_AND_RESET) };
    }
    // SAFETY: same requirements, passed on.
    unsafe { copy(dest, dest_max, src, count) }
}

/// # Safety
/// As for [`strncpy_s`].
unsafe fn copy(dest: *mut c_char, dest_max: usize, src: *const c_char, count: usize) -> Errno {
    if let Some(code) = refuse(dest, dest_max) {
        return code;
    }
    if src.is_null() {
        // SAFETY: dest has dest_max > 0 writable bytes.
        return unsafe { reset(dest, EINVAL_AND_RESET) };
    }
    if ptr::eq(dest, src) {
        // SAFETY: dest has dest_max bytes and is the source as well.
        let length = unsafe { length_within(src, count.min(dest_max)) };
        if length == dest_max {
            // SAFETY: dest has dest_max > 0 writable bytes.
            return unsafe { reset(dest, ERANGE_AND_RESET) };
        }
        // SAFETY: length < dest_max.
        unsafe { *dest.add(length) = 0 };
        return EOK;
    }
    // SAFETY: dest_max > 0 and both pointers were checked; sizes as the caller says.
    unsafe { append(dest, dest_max, 0, src, count) }
}

/// Appends a string.
///
/// # Safety
/// `dest` is NULL or has `dest_max` writable bytes; `src` is NULL or a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strcat_s(dest: *mut c_char, dest_max: usize, src: *const c_char) -> Errno {
    // SAFETY: same requirements, passed on; a string is readable up to its NUL.
    unsafe { concatenate(dest, dest_max, src, usize::MAX) }
}

/// Appends at most `count` characters of a string and a NUL.
///
/// # Safety
/// `dest` is NULL or has `dest_max` writable bytes; `src` is NULL, a string, or has `count` readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strncat_s(
    dest: *mut c_char,
    dest_max: usize,
    src: *const c_char,
    count: usize,
) -> Errno {
    if refuse(dest, dest_max).is_none() && !src.is_null() && count > MAX_LEN {
        // SAFETY: dest has dest_max > 0 writable bytes.
        return unsafe { reset(dest, ERANGE_AND_RESET) };
    }
    // SAFETY: same requirements, passed on.
    unsafe { concatenate(dest, dest_max, src, count) }
}

/// # Safety
/// As for [`strncat_s`].
unsafe fn concatenate(dest: *mut c_char, dest_max: usize, src: *const c_char, count: usize) -> Errno {
    if let Some(code) = refuse(dest, dest_max) {
        return code;
    }
    // SAFETY: dest has dest_max readable bytes.
    let at = unsafe { length_within(dest, dest_max) };
    if src.is_null() || at == dest_max {
        // SAFETY: dest has dest_max > 0 writable bytes.
        return unsafe { reset(dest, EINVAL_AND_RESET) };
    }
    // SAFETY: at < dest_max and both pointers were checked; sizes as the caller says.
    unsafe { append(dest, dest_max, at, src, count) }
}

/// Next token of a string that is cut in place; NULL when there is none.
///
/// # Safety
/// `token` is NULL or a writable string, `delimiters` is NULL or a string, `context` is NULL or holds NULL or what an
/// earlier call on the same string left there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strtok_s(
    token: *mut c_char,
    delimiters: *const c_char,
    context: *mut *mut c_char,
) -> *mut c_char {
    if delimiters.is_null() || context.is_null() {
        return ptr::null_mut();
    }
    // SAFETY: context is not NULL and, as required, holds a position or NULL.
    let mut start = if token.is_null() { unsafe { *context } } else { token };
    if start.is_null() {
        return ptr::null_mut();
    }
    // SAFETY: a string, as required.
    let delimiters = unsafe { core::ffi::CStr::from_ptr(delimiters) }.to_bytes();
    // SAFETY: start and end walk over a string and stop at its NUL; the character after the token is part of it.
    unsafe {
        while *start != 0 && delimiters.contains(&(*start as u8)) {
            start = start.add(1);
        }
        let mut end = start;
        while *end != 0 && !delimiters.contains(&(*end as u8)) {
            end = end.add(1);
        }
        if *end != 0 {
            *end = 0;
            *context = end.add(1);
        } else {
            *context = end;
        }
        if *start == 0 && end == start { ptr::null_mut() } else { start }
    }
}
