//! Types and constants of `hccl/hcomm_diag.h`.

use core::ffi::{c_char, c_void};

/// Type `HcommGetOpInfoCallback`.
pub type HcommGetOpInfoCallback = Option<unsafe extern "C" fn(*const c_void, *mut c_char, usize)>;
