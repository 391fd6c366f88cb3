//! C functions of `hccl/hccl_sym_win.h`, in the order of the header.

use core::ffi::c_void;

use hcomm_abi::{HcclCommSymWindow, HcclResult};

/// For kernels: address at which `peerRank`'s part of a symmetric window can be reached, `offset` bytes from
/// its start. Pure arithmetic.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a rank or an offset outside.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclSymWinGetPeerPointer(
    winHandle: HcclCommSymWindow,
    offset: usize,
    peerRank: u32,
    ptr: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclSymWinGetPeerPointer(winHandle, offset, peerRank, ptr))
}
