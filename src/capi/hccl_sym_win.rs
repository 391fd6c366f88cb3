//! C functions of `hccl/hccl_sym_win.h`, in the order of the header.

use core::ffi::c_void;

use hcomm_abi::{HcclCommSymWindow, HcclResult};

use super::arg;
use crate::control::window;

/// For kernels: address at which `peerRank`'s part of a symmetric window can be reached, `offset` bytes from
/// its start. Pure arithmetic, callable on the host as well; any number of threads may call it.
///
/// Loads, stores and operations on channels to that rank take the address; in a network channel to another host it is a
/// remote address only. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a rank or an offset outside, an unknown window,
/// or a part that its rank has not exchanged yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclSymWinGetPeerPointer(
    winHandle: HcclCommSymWindow,
    offset: usize,
    peerRank: u32,
    ptr: *mut *mut c_void,
) -> HcclResult {
    ffi_guard!(HcclSymWinGetPeerPointer, {
        arg::not_null(winHandle, "winHandle")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(ptr, "ptr") }?;
        out.write(window::peer_pointer(winHandle as u64, offset as u64, peerRank)? as *mut c_void);
        Ok(())
    })
}
