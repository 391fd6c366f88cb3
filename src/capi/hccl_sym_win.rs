//! C functions of `hccl/hccl_sym_win.h`, in the order of the header.

use core::ffi::c_void;

use hcomm_abi::{HcclCommSymWindow, HcclResult};

/// `HcclSymWinGetPeerPointer` of `hccl/hccl_sym_win.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclSymWinGetPeerPointer(
    winHandle: HcclCommSymWindow,
    offset: usize,
    peerRank: u32,
    ptr: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclSymWinGetPeerPointer(winHandle, offset, peerRank, ptr))
}
