//! Error codes, the error value used inside the runtime, and the thread's newest error message.

use std::cell::{Cell, RefCell};
use std::ffi::CString;

/// ACL error numbers that the runtime produces.
#[allow(missing_docs)]
pub mod code {
    pub const SUCCESS: i32 = 0;
    pub const INVALID_PARAM: i32 = 100_000;
    pub const REPEAT_INITIALIZE: i32 = 100_002;
    pub const INVALID_FILE: i32 = 100_003;
    pub const REPEAT_FINALIZE: i32 = 100_037;
    pub const FEATURE_UNSUPPORTED: i32 = 200_006;
    pub const INTERNAL: i32 = 500_000;
    pub const RT_PARAM_INVALID: i32 = 107_000;
    pub const RT_INVALID_DEVICE: i32 = 107_001;
    pub const RT_CONTEXT_NULL: i32 = 107_002;
    pub const RT_STREAM_CONTEXT: i32 = 107_003;
    pub const RT_EVENT_TIMESTAMP_INVALID: i32 = 107_006;
    pub const RT_STREAM_SUBSCRIBE: i32 = 107_011;
    pub const RT_THREAD_SUBSCRIBE: i32 = 107_012;
    pub const RT_STREAM_NO_CB_REG: i32 = 107_015;
    pub const RT_INVALID_HANDLE: i32 = 107_017;
    pub const RT_WAIT_TIMEOUT: i32 = 107_019;
    pub const RT_DEVICE_TASK_ABORT: i32 = 107_022;
    pub const RT_STREAM_ABORT: i32 = 107_023;
    pub const RT_CAPTURE_DEPENDENCY: i32 = 107_024;
    pub const RT_STREAM_UNJOINED: i32 = 107_025;
    pub const RT_MODEL_CAPTURED: i32 = 107_026;
    pub const RT_STREAM_CAPTURED: i32 = 107_027;
    pub const RT_EVENT_CAPTURED: i32 = 107_028;
    pub const RT_STREAM_NOT_CAPTURED: i32 = 107_029;
    pub const RT_CAPTURE_MODE: i32 = 107_030;
    pub const RT_MODEL_RUNNING: i32 = 107_037;
    pub const RT_CAPTURE_WRONG_THREAD: i32 = 107_038;
    pub const RT_FEATURE_NOT_SUPPORT: i32 = 207_000;
    pub const RT_MEMORY_ALLOCATION: i32 = 207_001;
    pub const RT_RESOURCE_ALLOC: i32 = 207_005;
    pub const RT_NO_EVENT: i32 = 207_007;
    pub const RT_NO_STREAM: i32 = 207_008;
    pub const RT_NO_NOTIFY: i32 = 207_009;
    pub const RT_INTERNAL: i32 = 507_000;
    pub const RT_CONTEXT_RELEASE: i32 = 507_007;
    pub const RT_REPORT_TIMEOUT: i32 = 507_012;
    pub const RT_AICPU_TIMEOUT: i32 = 507_017;
    pub const RT_AICPU_EXCEPTION: i32 = 507_018;
    pub const RT_KERNEL_LOOKUP: i32 = 507_027;
    pub const RT_STREAM_SYNC_TIMEOUT: i32 = 507_046;
    pub const RT_EVENT_SYNC_TIMEOUT: i32 = 507_047;
    pub const RT_CAPTURE_INVALIDATED: i32 = 507_903;
}

/// What went wrong: an ACL code and one sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Error {
    /// One of [`code`].
    pub code: i32,
    /// One sentence: what was expected, what came.
    pub text: String,
}

impl Error {
    pub(crate) fn new(code: i32, text: impl Into<String>) -> Error {
        Error { code, text: text.into() }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (code {})", self.text, self.code)
    }
}

/// Result of everything inside the runtime.
pub(crate) type Result<T = ()> = std::result::Result<T, Error>;

/// Returns early with an error: `fail!(code::RT_PARAM_INVALID, "size is {n}")`.
macro_rules! fail {
    ($code:expr, $($text:tt)+) => {
        return Err($crate::error::Error::new($code, format!($($text)+)))
    };
}
pub(crate) use fail;

thread_local! {
    static LAST_CODE: Cell<i32> = const { Cell::new(0) };
    static NEWEST: RefCell<Option<CString>> = const { RefCell::new(None) };
    static HANDED_OUT: RefCell<Option<CString>> = const { RefCell::new(None) };
}

/// Makes `text` the newest error message of the calling thread.
pub(crate) fn set_text(text: &str) {
    let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
    // The thread may be shutting down: then nobody can ask for the text any more.
    let _ = NEWEST.try_with(|t| *t.borrow_mut() = Some(text));
}

/// Records an error of a C function for `aclrtGetLastError` and `aclGetRecentErrMsg`.
pub(crate) fn record(function: &str, error: &Error) {
    let _ = LAST_CODE.try_with(|c| c.set(error.code));
    set_text(&format!("{function}: {}", error.text));
    log::info!("{function}: {error}");
}

/// Hands out the newest message and forgets it; valid until the next call on this thread.
pub(crate) fn take_text() -> *const libc::c_char {
    let Some(text) = NEWEST.try_with(|t| t.borrow_mut().take()).ok().flatten() else {
        return std::ptr::null();
    };
    HANDED_OUT
        .try_with(|h| {
            let mut h = h.borrow_mut();
            *h = Some(text);
            h.as_ref().map_or(std::ptr::null(), |t| t.as_ptr())
        })
        .unwrap_or(std::ptr::null())
}

/// Last error code of the thread; `clear` resets it.
pub(crate) fn last_code(clear: bool) -> i32 {
    LAST_CODE.try_with(|c| if clear { c.replace(0) } else { c.get() }).unwrap_or(0)
}
