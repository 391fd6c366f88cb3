//! The shell of every C function: stops panics at the border and records errors.

use crate::error::{Error, Result, code, fail, record};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs the body of the C function `name`; returns its ACL code.
#[inline]
pub(crate) fn guard(name: &'static str, body: impl FnOnce() -> Result) -> i32 {
    guard_or(name, |code| code, || body().map(|()| code::SUCCESS))
}

/// Like [`guard`] for functions that do not return an ACL code: `on_error` makes their value.
#[inline]
pub(crate) fn guard_or<T>(
    name: &'static str,
    on_error: impl FnOnce(i32) -> T,
    body: impl FnOnce() -> Result<T>,
) -> T {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => value,
        Ok(Err(error)) => {
            record(name, &error);
            on_error(error.code)
        }
        Err(_) => {
            let error = Error::new(code::INTERNAL, "internal error: the function panicked");
            record(name, &error);
            on_error(error.code)
        }
    }
}

/// 100000 if a required pointer is null; `what` is its parameter name.
#[inline]
pub(crate) fn not_null<T>(pointer: *const T, what: &str) -> Result {
    if pointer.is_null() {
        fail!(code::INVALID_PARAM, "{what} is NULL");
    }
    Ok(())
}

/// Writes an output after the null check.
///
/// # Safety
/// `out`, if not null, must point to writable memory for a `T`.
#[inline]
pub(crate) unsafe fn write_out<T>(out: *mut T, what: &str, value: T) -> Result {
    not_null(out, what)?;
    // SAFETY: not null, and the caller of the C function vouches for the pointer.
    unsafe { out.write(value) };
    Ok(())
}
