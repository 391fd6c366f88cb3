//! Types and constants of `hccl/hccl_res_expt.h`.

/// A function that the library calls for messages of kernels: address and number of the bytes. 0 is success.
pub type Callback = Option<unsafe extern "C" fn(u64, i32) -> i32>;
