//! C functions of `hccl/hccl_res_expt.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{Callback, CommEngine, HcclComm, HcclResult, ThreadHandle};

/// `HcclGetRemoteIpcHcclBuf` of `hccl/hccl_res_expt.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetRemoteIpcHcclBuf(
    comm: HcclComm,
    remoteRank: u64,
    addr: *mut *mut c_void,
    size: *mut u64,
) -> HcclResult {
    stub!(HcclGetRemoteIpcHcclBuf(comm, remoteRank, addr, size))
}

/// `HcclDevMemAcquire` of `hccl/hccl_res_expt.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDevMemAcquire(
    comm: HcclComm,
    memTag: *const c_char,
    size: *mut u64,
    addr: *mut *mut c_void,
    newCreated: *mut bool,
) -> HcclResult {
    stub!(HcclDevMemAcquire(comm, memTag, size, addr, newCreated))
}

/// `HcclThreadExportToCommEngine` of `hccl/hccl_res_expt.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclThreadExportToCommEngine(
    comm: HcclComm,
    threadNum: u32,
    threads: *const ThreadHandle,
    dstCommEngine: MaybeUninit<CommEngine>,
    exportedThreads: *mut ThreadHandle,
) -> HcclResult {
    stub!(HcclThreadExportToCommEngine(comm, threadNum, threads, dstCommEngine, exportedThreads))
}

/// `HcclTaskRegister` of `hccl/hccl_res_expt.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclTaskRegister(comm: HcclComm, msgTag: *const c_char, cb: Callback) -> i32 {
    stub!(HcclTaskRegister(comm, msgTag, cb))
}

/// `HcclTaskUnRegister` of `hccl/hccl_res_expt.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclTaskUnRegister(comm: HcclComm, msgTag: *const c_char) -> i32 {
    stub!(HcclTaskUnRegister(comm, msgTag))
}

/// `HcclCommAddExchangeInfo` of `hccl/hccl_res_expt.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommAddExchangeInfo(
    comm: HcclComm,
    data: *const c_void,
    length: u32,
) -> HcclResult {
    stub!(HcclCommAddExchangeInfo(comm, data, length))
}

/// `HcclCommGetExchangeInfo` of `hccl/hccl_res_expt.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommGetExchangeInfo(
    comm: HcclComm,
    remoteRank: u32,
    length: u32,
    data: *mut c_void,
    actualLength: *mut u32,
) -> HcclResult {
    stub!(HcclCommGetExchangeInfo(comm, remoteRank, length, data, actualLength))
}

/// `HcclCommResetExchangeInfo` of `hccl/hccl_res_expt.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommResetExchangeInfo(comm: HcclComm) -> HcclResult {
    stub!(HcclCommResetExchangeInfo(comm))
}
