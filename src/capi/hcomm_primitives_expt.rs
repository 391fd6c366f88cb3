//! C functions of `hcomm/hcomm_primitives_expt.h`, in the order of the header.

use hcomm_abi::ThreadHandle;

use crate::data::op;

/// Blocks the calling kernel until everything queued on `thread` ran, at most `timeout` seconds.
///
/// Errors: `HCCL_E_PTR` if the thread does not live, `HCCL_E_TIMEOUT`, or the error that stopped the thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadJoin(thread: ThreadHandle, timeout: u32) -> i32 {
    ffi_guard!(HcommThreadJoin, { op::join(thread, timeout) })
}
