//! Types and constants of `hccl/hccl_res_expt.h`.

/// Type `Callback`.
pub type Callback = Option<unsafe extern "C" fn(u64, i32) -> i32>;
