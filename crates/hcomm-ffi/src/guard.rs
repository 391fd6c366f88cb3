//! The shell of every C function: panics stop here, errors are logged here, and nowhere else.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use hcomm_base::{Code, Error, Result, error, log as base_log};

/// Runs `body` for the C function `name` and makes its return value: `success` of what the body gave, or `failure`
/// of the code of its error.
#[inline(always)]
pub fn run<T, R>(
    name: &'static str,
    success: impl FnOnce(T) -> R,
    failure: impl FnOnce(i32) -> R,
    body: impl FnOnce() -> Result<T>,
) -> R {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => success(value),
        Ok(Err(error)) => failure(report(name, &error)),
        Err(payload) => failure(panicked(name, payload)),
    }
}

/// Logs `error` of the C function `name` and returns its code.
#[cold]
pub fn report(name: &'static str, error: &Error) -> i32 {
    base_log::init();
    error.report(name)
}

#[cold]
fn panicked(name: &'static str, payload: Box<dyn std::any::Any + Send>) -> i32 {
    let what = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    // Dropping a payload may panic again; it is leaked instead, as a panic is a defect of this library anyway.
    std::mem::forget(payload);
    report(name, &Error::new(Code::INTERNAL, format!("a defect of this library stopped the call: {what}")))
}

/// What a `stub!` does: remembers the error and logs the name at the first call.
#[cold]
pub fn not_built(name: &'static str, told: &AtomicBool) {
    let error = Error::new(
        Code::NOT_SUPPORT,
        format!("{name} is declared but not built in this release, see MATRIX.md"),
    );
    if told.swap(true, Ordering::Relaxed) {
        error::remember(error);
    } else {
        report(name, &error);
    }
}

/// The body of a C function: `ffi_guard!(Name, { … })`, where the block is run as a closure returning
/// [`hcomm_base::Result`], so `?` and `bail!` work and it ends in `Ok(())`.
///
/// The function returns the success code of its return type or the code of the error, which is logged here.
/// `ffi_guard!(Name, value, { … })` is for functions that do not return a code: the block gives the value itself,
/// and `value` is returned after an error or a panic.
#[macro_export]
macro_rules! ffi_guard {
    ($name:ident, $body:block) => {
        $crate::guard::run(
            stringify!($name),
            |()| $crate::hcomm_abi::ResultCode::from_code(0),
            $crate::hcomm_abi::ResultCode::from_code,
            || -> $crate::hcomm_base::Result { $body },
        )
    };
    ($name:ident, $value:expr, $body:block) => {
        $crate::guard::run(stringify!($name), |value| value, |_| $value, || $body)
    };
}

/// The body of a C function that is not built: `stub!(Name(arguments))` answers `HCCL_E_NOT_SUPPORT`, and
/// `stub!(Name(arguments), value)` answers `value`. The name is logged at the first call.
///
/// `MATRIX.md` is generated from these lines.
#[macro_export]
macro_rules! stub {
    ($name:ident($($argument:ident),*)) => {
        $crate::stub!($name($($argument),*), $crate::hcomm_abi::ResultCode::from_code($crate::hcomm_base::Code::NOT_SUPPORT.0))
    };
    ($name:ident($($argument:ident),*), $value:expr) => {{
        static TOLD: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
        $(let _ = $argument;)*
        $crate::guard::not_built(stringify!($name), &TOLD);
        $value
    }};
}

#[cfg(test)]
mod tests {
    use hcomm_abi::HcclResult;
    use hcomm_base::{bail, error};

    fn guarded(fail: bool, panic: bool) -> HcclResult {
        ffi_guard!(HcclTest, {
            if fail {
                bail!(PARA, "rank {} is not below {}", 9, 8);
            }
            assert!(!panic, "on purpose");
            Ok(())
        })
    }

    fn missing(rank: u32) -> HcclResult {
        stub!(HcclMissing(rank))
    }

    #[test]
    fn errors_and_panics_become_codes() {
        assert_eq!(guarded(false, false), HcclResult::HCCL_SUCCESS);
        assert_eq!(guarded(true, false), HcclResult::HCCL_E_PARA);
        assert_eq!(error::last().unwrap().text, "rank 9 is not below 8");
        assert_eq!(guarded(false, true), HcclResult::HCCL_E_INTERNAL);
        assert!(error::last().unwrap().text.contains("on purpose"));
        let number: i32 = ffi_guard!(HcclTest, -1, { bail!(PARA, "no") });
        assert_eq!(number, -1);
    }

    #[test]
    fn a_stub_answers_not_support_each_time() {
        for _ in 0..2 {
            assert_eq!(missing(1), HcclResult::HCCL_E_NOT_SUPPORT);
            assert!(error::last().unwrap().text.contains("HcclMissing"));
        }
    }
}
