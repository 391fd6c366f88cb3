//! C functions of `hccl/hccl_one_sided_services.h`, in the order of the header.

use core::ffi::{c_int, c_ulonglong, c_void};

use hcomm_abi::{
    CommMem, HcclComm, HcclMemDesc, HcclMemDescs, HcclOneSideOpDesc, HcclPrepareConfig, HcclResult,
    rtStream_t,
};

/// Registers memory for access by one rank and describes it in `desc`, for `HcclExchangeMemDesc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRegisterMem(
    comm: HcclComm,
    remoteRank: u32,
    r#type: c_int,
    addr: *mut c_void,
    size: c_ulonglong,
    desc: *mut HcclMemDesc,
) -> HcclResult {
    stub!(HcclRegisterMem(comm, remoteRank, r#type, addr, size, desc))
}

/// Ends a registration of `HcclRegisterMem`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDeregisterMem(comm: HcclComm, desc: *mut HcclMemDesc) -> HcclResult {
    stub!(HcclDeregisterMem(comm, desc))
}

/// Sends descriptions of memory to a rank and receives its; both call it. `timeout` is in seconds,
/// `*actualNum` how many came.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclExchangeMemDesc(
    comm: HcclComm,
    remoteRank: u32,
    local: *mut HcclMemDescs,
    timeout: c_int,
    remote: *mut HcclMemDescs,
    actualNum: *mut u32,
) -> HcclResult {
    stub!(HcclExchangeMemDesc(comm, remoteRank, local, timeout, remote, actualNum))
}

/// Makes memory that a description of another rank names usable, and gives its address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclEnableMemAccess(
    comm: HcclComm,
    remoteMemDesc: *mut HcclMemDesc,
    remoteMem: *mut CommMem,
) -> HcclResult {
    stub!(HcclEnableMemAccess(comm, remoteMemDesc, remoteMem))
}

/// Ends what `HcclEnableMemAccess` made.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDisableMemAccess(comm: HcclComm, remoteMemDesc: *mut HcclMemDesc) -> HcclResult {
    stub!(HcclDisableMemAccess(comm, remoteMemDesc))
}

/// Queues `descNum` copies of local memory to memory of a rank on `stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclBatchPut(
    comm: HcclComm,
    remoteRank: u32,
    desc: *mut HcclOneSideOpDesc,
    descNum: u32,
    stream: rtStream_t,
) -> HcclResult {
    stub!(HcclBatchPut(comm, remoteRank, desc, descNum, stream))
}

/// Queues `descNum` copies of memory of a rank to local memory on `stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclBatchGet(
    comm: HcclComm,
    remoteRank: u32,
    desc: *mut HcclOneSideOpDesc,
    descNum: u32,
    stream: rtStream_t,
) -> HcclResult {
    stub!(HcclBatchGet(comm, remoteRank, desc, descNum, stream))
}

/// Registers memory again for several communicators after its physical memory changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRemapRegistedMemory(
    comm: *mut HcclComm,
    memInfoArray: *mut CommMem,
    commSize: c_ulonglong,
    arraySize: c_ulonglong,
) -> HcclResult {
    stub!(HcclRemapRegistedMemory(comm, memInfoArray, commSize, arraySize))
}

/// Registers memory for all communicators of the process; bind it to each with `HcclCommBindMem`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRegisterGlobalMem(
    mem: *const CommMem,
    memHandle: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclRegisterGlobalMem(mem, memHandle))
}

/// Ends a registration of `HcclRegisterGlobalMem`; it must not be bound any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDeregisterGlobalMem(memHandle: *mut c_void) -> HcclResult {
    stub!(HcclDeregisterGlobalMem(memHandle))
}

/// Lets a communicator use memory of `HcclRegisterGlobalMem`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommBindMem(comm: HcclComm, memHandle: *mut c_void) -> HcclResult {
    stub!(HcclCommBindMem(comm, memHandle))
}

/// Ends what `HcclCommBindMem` allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommUnbindMem(comm: HcclComm, memHandle: *mut c_void) -> HcclResult {
    stub!(HcclCommUnbindMem(comm, memHandle))
}

/// Connects the ranks of a communicator for one-sided access and exchanges the bound memory; all ranks call
/// it. `timeout` is in seconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommPrepare(
    comm: HcclComm,
    prepareConfig: *const HcclPrepareConfig,
    timeout: c_int,
) -> HcclResult {
    stub!(HcclCommPrepare(comm, prepareConfig, timeout))
}
