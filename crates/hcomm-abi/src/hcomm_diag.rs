//! Types and constants of `hccl/hcomm_diag.h`.

use core::ffi::{c_char, c_void};

/// Turns the bytes of `HcommRegOpInfo` (first argument) into text: buffer and its size in bytes.
pub type HcommGetOpInfoCallback = Option<unsafe extern "C" fn(*const c_void, *mut c_char, usize)>;
