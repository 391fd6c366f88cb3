//! C functions of `hcomm/hcomm_primitives_expt.h`, in the order of the header.

use hcomm_abi::ThreadHandle;

/// `HcommThreadJoin` of `hcomm/hcomm_primitives_expt.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadJoin(thread: ThreadHandle, timeout: u32) -> i32 {
    stub!(HcommThreadJoin(thread, timeout))
}
