//! Error codes, errors with one sentence, and the newest error of each thread.
//!
//! A [`Code`] has the number that the C API returns (`HcclResult`, `HcommResult` and the `int32_t` of the
//! primitives share one numbering). An [`Error`] adds one sentence for the developer who reads the log: what was
//! expected, what came, which rank, channel or address, and what to change.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ffi::CStr;
use std::fmt;

/// Result code of the C API.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Code(pub i32);

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $value:literal, $c:literal, $text:literal;)*) => {
        impl Code {
            $($(#[doc = $doc])* pub const $name: Code = Code($value);)*

            /// Name of the C constant, e.g. `HCCL_E_PARA`; `HCCL_E_?` for a number that is no code.
            pub const fn name(self) -> &'static str {
                match self.0 { $($value => $c,)* _ => "HCCL_E_?" }
            }

            /// Short text as `HcclGetErrorString` gives it.
            pub const fn text(self) -> &'static str {
                match self.0 { $($value => $text,)* 25..=1040 => "unknown err", _ => "unknown error" }
            }
        }
        impl Code {
            /// [`Code::text`] for C.
            pub const fn c_text(self) -> &'static CStr {
                const fn c(text: &'static str) -> &'static CStr {
                    match CStr::from_bytes_with_nul(text.as_bytes()) {
                        Ok(text) => text,
                        Err(_) => c"",
                    }
                }
                match self.0 {
                    $($value => c(concat!($text, "\0")),)*
                    25..=1040 => c"unknown err",
                    _ => c"unknown error",
                }
            }
        }

        /// Every code that has a name.
        pub const ALL_CODES: &[Code] = &[$(Code($value),)*];
    };
}

codes! {
    /// The call succeeded.
    SUCCESS = 0, "HCCL_SUCCESS", "no error";
    /// A value, a file or an environment variable is out of range.
    PARA = 1, "HCCL_E_PARA", "parameter error";
    /// A required pointer is NULL or a handle is not (any more) valid.
    PTR = 2, "HCCL_E_PTR", "empty pointer";
    /// Host memory could not be had.
    MEMORY = 3, "HCCL_E_MEMORY", "memory error";
    /// Something went wrong that has no code of its own.
    INTERNAL = 4, "HCCL_E_INTERNAL", "internal error";
    /// The product, mode or type does not offer this.
    NOT_SUPPORT = 5, "HCCL_E_NOT_SUPPORT", "not support feature";
    /// A named thing does not exist.
    NOT_FOUND = 6, "HCCL_E_NOT_FOUND", "not found specific resource";
    /// A limit is reached or the thing is busy.
    UNAVAIL = 7, "HCCL_E_UNAVAIL", "resource unavailable";
    /// A system call failed.
    SYSCALL = 8, "HCCL_E_SYSCALL", "call system interface error";
    /// A deadline passed.
    TIMEOUT = 9, "HCCL_E_TIMEOUT", "timeout";
    /// A file could not be opened.
    OPEN_FILE = 10, "HCCL_E_OPEN_FILE_FAILURE", "open file fail";
    /// A TCP connection could not be made.
    TCP_CONNECT = 11, "HCCL_E_TCP_CONNECT", "tcp connect fail";
    /// A RoCE connection could not be made.
    ROCE_CONNECT = 12, "HCCL_E_ROCE_CONNECT", "roce connect fail";
    /// A TCP connection broke.
    TCP_TRANSFER = 13, "HCCL_E_TCP_TRANSFER", "tcp transfer fail";
    /// A RoCE transfer failed.
    ROCE_TRANSFER = 14, "HCCL_E_ROCE_TRANSFER", "roce transfer fail";
    /// The device runtime (ACL) failed.
    RUNTIME = 15, "HCCL_E_RUNTIME", "call runtime api fail";
    /// The driver failed.
    DRV = 16, "HCCL_E_DRV", "call driver api fail";
    /// Profiling failed.
    PROFILING = 17, "HCCL_E_PROFILING", "call profiling api fail";
    /// CCE failed.
    CCE = 18, "HCCL_E_CCE", "call cce api fail";
    /// The network failed.
    NETWORK = 19, "HCCL_E_NETWORK", "call network api fail";
    /// Not ready yet; repeat the call.
    AGAIN = 20, "HCCL_E_AGAIN", "try again";
    /// A remote rank reported an error.
    REMOTE = 21, "HCCL_E_REMOTE", "error cqe";
    /// The communicator is being suspended.
    SUSPENDING = 22, "HCCL_E_SUSPENDING", "error communicator suspending";
    /// Repeating an operation failed.
    OPRETRY_FAIL = 23, "HCCL_E_OPRETRY_FAIL", "retry constraint";
    /// Device memory is exhausted.
    OOM = 24, "HCCL_E_OOM", "out of memory";
    /// The object is in a state that forbids the call.
    IN_STATUS = 1041, "HCCL_E_IN_STATUS", "unknown err";
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.0)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A code and one sentence. Building one from a string literal does not allocate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What the C API returns.
    pub code: Code,
    /// What was expected, what came, where, and what to change.
    pub text: Cow<'static, str>,
    /// An answer that callers ask for, such as a look-up that finds nothing: not worth a line in the error log.
    pub answer: bool,
}

/// Result of everything that can fail.
pub type Result<T = ()> = core::result::Result<T, Error>;

impl Error {
    /// Builds an error; nothing is logged.
    pub fn new(code: Code, text: impl Into<Cow<'static, str>>) -> Self {
        Error { code, text: text.into(), answer: false }
    }

    /// Builds an error that is a normal answer of its function; [`Error::report`] logs it at the debug level.
    pub fn answer(code: Code, text: impl Into<Cow<'static, str>>) -> Self {
        Error { code, text: text.into(), answer: true }
    }

    /// Puts `what` before the sentence, keeping the code.
    #[must_use]
    pub fn context(self, what: impl fmt::Display) -> Self {
        Error { text: Cow::Owned(format!("{what}: {}", self.text)), ..self }
    }

    /// Logs the error once, remembers it for [`last`], and returns the number for the C caller.
    pub fn report(&self, function: &str) -> i32 {
        let level = if self.answer { log::Level::Debug } else { log::Level::Error };
        log::log!(level, "{function}: {}", self.text);
        remember(self.clone());
        self.code.0
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.text, self.code)
    }
}

impl std::error::Error for Error {}

/// Builds an [`Error`]: `err!(PARA, "rank {rank} is not below {size}")`.
#[macro_export]
macro_rules! err {
    ($code:ident, $($text:tt)+) => { $crate::error::Error::new($crate::error::Code::$code, format!($($text)+)) };
}

/// Returns early with an [`Error`]: `bail!(PARA, "…")`.
#[macro_export]
macro_rules! bail {
    ($code:ident, $($text:tt)+) => { return Err($crate::err!($code, $($text)+)) };
}

thread_local! {
    static LAST: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// Makes `error` the newest error of the calling thread.
pub fn remember(error: Error) {
    // The slot is gone while the thread ends; nobody can ask for it then.
    let _ = LAST.try_with(|last| *last.borrow_mut() = Some(error));
}

/// The newest error reported on the calling thread.
pub fn last() -> Option<Error> {
    LAST.try_with(|last| last.borrow().clone()).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_the_numbers_of_the_c_api() {
        assert_eq!((Code::SUCCESS.0, Code::TIMEOUT.0, Code::OOM.0, Code::IN_STATUS.0), (0, 9, 24, 1041));
        let mut numbers: Vec<i32> = ALL_CODES.iter().map(|code| code.0).collect();
        numbers.dedup();
        assert_eq!(numbers[..25], (0..25).collect::<Vec<_>>()[..]);
        assert_eq!(Code(99).name(), "HCCL_E_?");
        for code in ALL_CODES.iter().chain(&[Code(99), Code(-1), Code(5000)]) {
            assert_eq!(code.c_text().to_str().unwrap(), code.text());
        }
    }

    #[test]
    fn the_newest_error_belongs_to_its_thread() {
        let error = err!(NOT_FOUND, "rank {} is unknown", 3).context("channel");
        assert_eq!(error.text, "channel: rank 3 is unknown");
        assert_eq!(error.report("HcclTest"), 6);
        assert_eq!(last(), Some(error));
        assert_eq!(std::thread::spawn(last).join().unwrap(), None);
    }
}
