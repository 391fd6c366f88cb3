//! Types and constants of `hccl/hccl_res_expt.h`.

/// A function that the library calls for a registered task, with a handle and the result so far.
pub type Callback = Option<unsafe extern "C" fn(u64, i32) -> i32>;
