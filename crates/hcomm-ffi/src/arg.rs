//! Reading the arguments of C functions: pointers, strings, enumerators.
//!
//! A required pointer that is NULL gives `HCCL_E_PTR`, one that is not aligned and a value out of range `HCCL_E_PARA`; the
//! sentence names the parameter. What a non-NULL pointer points at is the caller's promise, which is why most functions are `unsafe`.

use core::ffi::{CStr, c_char};
use core::mem::MaybeUninit;

use hcomm_abi::{AbiEnum, EnumArg};
use hcomm_base::{Code, Error, Result, bail};

#[cold]
fn null(name: &str) -> Error {
    Error::new(Code::PTR, format!("{name} is NULL"))
}

/// Refuses a NULL pointer, and one that is not aligned for a `T`.
#[inline]
fn usable<T>(pointer: *const T, name: &str) -> Result {
    if pointer.is_null() {
        return Err(null(name));
    }
    if pointer.is_aligned() { Ok(()) } else { Err(misaligned(name, pointer as usize, align_of::<T>())) }
}

#[cold]
fn misaligned(name: &str, address: usize, align: usize) -> Error {
    Error::new(Code::PARA, format!("{name} is {address:#x}, which is no multiple of {align}"))
}

/// Refuses a NULL pointer that is only passed on or compared.
#[inline]
pub fn not_null<T>(pointer: *const T, name: &str) -> Result {
    if pointer.is_null() { Err(null(name)) } else { Ok(()) }
}

/// A required input structure.
///
/// # Safety
/// A pointer that is not NULL points to a `T` that lives and does not change during `'a`.
#[inline]
pub unsafe fn input<'a, T>(pointer: *const T, name: &str) -> Result<&'a T> {
    usable(pointer, name)?;
    // SAFETY: the caller's promise; not NULL and aligned, as checked.
    Ok(unsafe { &*pointer })
}

/// An optional input structure; NULL is `None`.
///
/// # Safety
/// As [`input`].
#[inline]
pub unsafe fn optional<'a, T>(pointer: *const T) -> Option<&'a T> {
    // SAFETY: the caller's promise; NULL becomes `None`.
    unsafe { pointer.as_ref() }
}

/// A required output. Check it before any work, write it after everything else succeeded:
/// `let out = unsafe { arg::output(size, "size") }?; …; out.write(8);`.
///
/// # Safety
/// A pointer that is not NULL points to writable memory for a `T` that nobody else uses during `'a`.
#[inline]
pub unsafe fn output<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut MaybeUninit<T>> {
    usable(pointer, name)?;
    // SAFETY: the caller's promise; `MaybeUninit` needs no initialised memory; not NULL and aligned, as checked.
    Ok(unsafe { &mut *pointer.cast::<MaybeUninit<T>>() })
}

/// An input array of `len` elements; NULL is refused even when `len` is 0.
///
/// # Safety
/// A pointer that is not NULL points to `len` elements that live and do not change during `'a`.
#[inline]
pub unsafe fn array<'a, T>(pointer: *const T, len: usize, name: &str) -> Result<&'a [T]> {
    usable(pointer, name)?;
    if len > isize::MAX as usize / size_of::<T>().max(1) {
        bail!(PARA, "{name} would have {len} elements, more than an address space holds");
    }
    // SAFETY: the caller's promise; not NULL, aligned and not larger than an address space, as checked.
    Ok(unsafe { core::slice::from_raw_parts(pointer, len) })
}

/// An output array of `len` elements; NULL is refused even when `len` is 0.
///
/// # Safety
/// A pointer that is not NULL points to writable memory for `len` elements that nobody else uses during `'a`.
#[inline]
pub unsafe fn output_array<'a, T>(
    pointer: *mut T,
    len: usize,
    name: &str,
) -> Result<&'a mut [MaybeUninit<T>]> {
    usable(pointer, name)?;
    if len > isize::MAX as usize / size_of::<T>().max(1) {
        bail!(PARA, "{name} would have {len} elements, more than an address space holds");
    }
    // SAFETY: the caller's promise; not NULL, aligned and not larger than an address space, as checked.
    Ok(unsafe { core::slice::from_raw_parts_mut(pointer.cast(), len) })
}

/// A required string of at most `max` bytes without its NUL. Longer strings and bytes that are not UTF-8 are refused
/// with `HCCL_E_PARA`; no byte after `max + 1` is read.
///
/// # Safety
/// A pointer that is not NULL points to bytes that are readable up to a NUL or up to `max + 1` of them, whichever
/// comes first, and that do not change during `'a`.
pub unsafe fn string<'a>(pointer: *const c_char, max: usize, name: &str) -> Result<&'a str> {
    not_null(pointer, name)?;
    // SAFETY: the caller's promise; strnlen stops at the NUL.
    let len = unsafe { libc::strnlen(pointer, max + 1) };
    if len > max {
        bail!(PARA, "{name} has more than {max} characters");
    }
    // SAFETY: strnlen saw `len` readable bytes and a NUL after them.
    let bytes =
        unsafe { CStr::from_bytes_with_nul_unchecked(core::slice::from_raw_parts(pointer.cast(), len + 1)) };
    match bytes.to_str() {
        Ok(text) => Ok(text),
        Err(error) => bail!(PARA, "{name} is not UTF-8 after byte {}", error.valid_up_to()),
    }
}

/// The enumerator that was passed; `code` answers a value that is none.
#[inline]
pub fn enumerator<E: AbiEnum>(value: MaybeUninit<E>, code: Code, name: &str) -> Result<E> {
    value.known().ok_or_else(|| unknown(value.raw(), code, name))
}

#[cold]
fn unknown(value: i32, code: Code, name: &str) -> Error {
    Error::new(code, format!("{name} is {value}, which is no value of its enumeration"))
}

#[cfg(test)]
mod tests {
    use hcomm_abi::HcclReduceOp;

    use super::*;

    #[test]
    fn pointers() {
        let number = 7_u32;
        // SAFETY: NULL or a live local.
        unsafe {
            assert_eq!(*input(&number, "n").unwrap(), 7);
            assert_eq!(input::<u32>(core::ptr::null(), "n").unwrap_err().code, Code::PTR);
            assert!(optional::<u32>(core::ptr::null()).is_none());
            assert_eq!(output::<u32>(core::ptr::null_mut(), "n").unwrap_err().text, "n is NULL");
            assert_eq!(array(&number, 1, "n").unwrap(), [7]);
            assert_eq!(array(&number, usize::MAX, "n").unwrap_err().code, Code::PARA);
            let odd = (&raw const number).wrapping_byte_add(1);
            assert_eq!(input(odd, "n").unwrap_err().code, Code::PARA);
            assert_eq!(array(odd, 1, "n").unwrap_err().code, Code::PARA);
            assert_eq!(output(odd.cast_mut(), "n").unwrap_err().code, Code::PARA);
            assert_eq!(output_array(odd.cast_mut(), 1, "n").unwrap_err().code, Code::PARA);
            let mut out = 0_u32;
            output(&mut out, "n").unwrap().write(9);
            output_array(&mut out, 1, "n").unwrap()[0].write(out + 1);
            assert_eq!(out, 10);
        }
    }

    #[test]
    fn strings_are_bounded() {
        // SAFETY: literals with NUL, or bytes of which no more than max + 1 are read.
        unsafe {
            assert_eq!(string(c"abc".as_ptr(), 3, "s").unwrap(), "abc");
            assert_eq!(string(c"abc".as_ptr(), 2, "s").unwrap_err().code, Code::PARA);
            assert_eq!(string(b"abc".as_ptr().cast(), 2, "s").unwrap_err().code, Code::PARA);
            assert_eq!(string(c"a\xff".as_ptr(), 9, "s").unwrap_err().text, "s is not UTF-8 after byte 1");
            assert_eq!(string(core::ptr::null(), 9, "s").unwrap_err().code, Code::PTR);
        }
    }

    #[test]
    fn enumerators() {
        assert_eq!(
            enumerator(HcclReduceOp::HCCL_REDUCE_MAX.abi(), Code::PARA, "op"),
            Ok(HcclReduceOp::HCCL_REDUCE_MAX)
        );
        let mut forged = MaybeUninit::<HcclReduceOp>::uninit();
        // SAFETY: the enumeration has four bytes.
        unsafe { forged.as_mut_ptr().cast::<i32>().write(77) };
        let error = enumerator(forged, Code::NOT_SUPPORT, "op").unwrap_err();
        assert!(error.code == Code::NOT_SUPPORT && error.text.contains("op is 77"), "{error}");
    }
}
