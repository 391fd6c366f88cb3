//! C functions of `hccl/hccl_ctrl_plane.h`, in the order of the header.

use core::ffi::c_void;

use hcomm_abi::{HcclComm, HcclResult};

use super::arg;
use crate::control::{channels, memory, registry};

/// Address and size in bytes of the exchange buffer of this rank; it stays the communicator's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CommGetLocalCCLBuf(
    comm: HcclComm,
    addr: *mut *mut c_void,
    size: *mut u64,
) -> HcclResult {
    ffi_guard!(CommGetLocalCCLBuf, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (address, bytes) = unsafe { (arg::output(addr, "addr")?, arg::output(size, "size")?) };
        let (at, len) = memory::buffer(&*registry::find(comm as u64)?)?;
        address.write(at);
        bytes.write(len);
        Ok(())
    })
}

/// Address, as this rank can use it, and size in bytes of the exchange buffer of another rank.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CommGetRemoteCCLBuf(
    comm: HcclComm,
    remoteRank: u32,
    addr: *mut *mut c_void,
    size: *mut u64,
) -> HcclResult {
    ffi_guard!(CommGetRemoteCCLBuf, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (address, bytes) = unsafe { (arg::output(addr, "addr")?, arg::output(size, "size")?) };
        let (at, len) = channels::buffer_of_rank(&*registry::find(comm as u64)?, remoteRank)?;
        address.write(at);
        bytes.write(len);
        Ok(())
    })
}

/// Memory for the state of fused operators: 16 MiB.
const WORKSPACE: u64 = 16 << 20;

/// Address and size in bytes of the device memory in which fused operators keep their state. It is made, zeroed, at the
/// first call and belongs to the communicator. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_OOM` without memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CommGetKFCWorkSpace(
    comm: HcclComm,
    addr: *mut *mut c_void,
    size: *mut u64,
) -> HcclResult {
    ffi_guard!(CommGetKFCWorkSpace, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (address, bytes) = unsafe { (arg::output(addr, "addr")?, arg::output(size, "size")?) };
        address.write(memory::workspace(&*registry::find(comm as u64)?, WORKSPACE)?);
        bytes.write(WORKSPACE);
        Ok(())
    })
}

/// Configured size in bytes of one half of the exchange buffer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CommGetCCLBufSizeCfg(comm: HcclComm, cclBufSize: *mut u64) -> HcclResult {
    ffi_guard!(CommGetCCLBufSizeCfg, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(cclBufSize, "cclBufSize") }?;
        out.write(registry::find(comm as u64)?.config().buffer_bytes);
        Ok(())
    })
}
