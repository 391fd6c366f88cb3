//! C functions of `hcomm/hcomm_primitives_expt.h`, in the order of the header.

use hcomm_abi::ThreadHandle;

use crate::data::op;

/// `HcommThreadJoin` of `hcomm/hcomm_primitives_expt.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadJoin(thread: ThreadHandle, timeout: u32) -> i32 {
    ffi_guard!(HcommThreadJoin, { op::join(thread, timeout) })
}
