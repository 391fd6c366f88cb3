//! What a function that is not built does, see `fallback.rs`.

use crate::error::{Error, code, record};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Records the error and logs the name at the first call; returns `ACL_ERROR_RT_FEATURE_NOT_SUPPORT`.
#[cold]
pub(crate) fn not_built(name: &'static str) -> i32 {
    static TOLD: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let text = "the software NPU declares this function but does not have it, see docs/softnpu.md";
    if TOLD.lock().unwrap_or_else(PoisonError::into_inner).insert(name) {
        log::warn!("{name}: {text}");
    }
    record(name, &Error::new(code::RT_FEATURE_NOT_SUPPORT, text));
    code::RT_FEATURE_NOT_SUPPORT
}

/// Defines C functions that take whatever they are called with and answer as the first word says.
macro_rules! fallback {
    (Code; $($name:ident)*) => { $crate::api::missing::fallback!(@ i32, |code| code; $($name)*); };
    (Undefined; $($name:ident)*) => { $crate::api::missing::fallback!(@ i32, |_| -1; $($name)*); };
    (Zero; $($name:ident)*) => { $crate::api::missing::fallback!(@ u64, |_| 0; $($name)*); };
    (Null; $($name:ident)*) => {
        $crate::api::missing::fallback!(@ *mut std::ffi::c_void, |_| std::ptr::null_mut(); $($name)*);
    };
    (Nothing; $($name:ident)*) => { $crate::api::missing::fallback!(@ (), |_| (); $($name)*); };
    (@ $result:ty, $answer:expr; $($name:ident)*) => {$(
        /// Not built.
        #[unsafe(no_mangle)]
        #[allow(non_snake_case)]
        pub extern "C" fn $name() -> $result {
            let answer: fn(i32) -> $result = $answer;
            answer($crate::api::missing::not_built(stringify!($name)))
        }
    )*};
}
pub(crate) use fallback;

#[cfg(test)]
mod tests {
    use crate::error::{last_code, take_text};
    use std::ffi::CStr;

    #[test]
    fn a_missing_function_says_so_each_time() {
        for _ in 0..2 {
            assert_eq!(super::not_built("aclrtSomething"), 207_000);
            assert_eq!(last_code(true), 207_000);
            // SAFETY: the text is a C string that lives until the next call.
            let text = unsafe { CStr::from_ptr(take_text()) };
            assert!(text.to_str().unwrap().starts_with("aclrtSomething: "));
        }
    }
}
