//! C functions of `hccl/hccl_ctrl_plane.h`, in the order of the header.

use core::ffi::c_void;

use hcomm_abi::{HcclComm, HcclResult};

/// `CommGetLocalCCLBuf` of `hccl/hccl_ctrl_plane.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CommGetLocalCCLBuf(
    comm: HcclComm,
    addr: *mut *mut c_void,
    size: *mut u64,
) -> HcclResult {
    stub!(CommGetLocalCCLBuf(comm, addr, size))
}

/// `CommGetRemoteCCLBuf` of `hccl/hccl_ctrl_plane.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CommGetRemoteCCLBuf(
    comm: HcclComm,
    remoteRank: u32,
    addr: *mut *mut c_void,
    size: *mut u64,
) -> HcclResult {
    stub!(CommGetRemoteCCLBuf(comm, remoteRank, addr, size))
}

/// `CommGetKFCWorkSpace` of `hccl/hccl_ctrl_plane.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CommGetKFCWorkSpace(
    comm: HcclComm,
    addr: *mut *mut c_void,
    size: *mut u64,
) -> HcclResult {
    stub!(CommGetKFCWorkSpace(comm, addr, size))
}

/// `CommGetCCLBufSizeCfg` of `hccl/hccl_ctrl_plane.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CommGetCCLBufSizeCfg(comm: HcclComm, cclBufSize: *mut u64) -> HcclResult {
    stub!(CommGetCCLBufSizeCfg(comm, cclBufSize))
}
