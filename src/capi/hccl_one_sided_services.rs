//! C functions of `hccl/hccl_one_sided_services.h`, in the order of the header.

use core::ffi::{c_int, c_ulonglong, c_void};

use hcomm_abi::{
    CommMem, HcclComm, HcclMemDesc, HcclMemDescs, HcclOneSideOpDesc, HcclPrepareConfig, HcclResult,
    rtStream_t,
};

/// `HcclRegisterMem` of `hccl/hccl_one_sided_services.h`.
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

/// `HcclDeregisterMem` of `hccl/hccl_one_sided_services.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDeregisterMem(comm: HcclComm, desc: *mut HcclMemDesc) -> HcclResult {
    stub!(HcclDeregisterMem(comm, desc))
}

/// `HcclExchangeMemDesc` of `hccl/hccl_one_sided_services.h`.
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

/// `HcclEnableMemAccess` of `hccl/hccl_one_sided_services.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclEnableMemAccess(
    comm: HcclComm,
    remoteMemDesc: *mut HcclMemDesc,
    remoteMem: *mut CommMem,
) -> HcclResult {
    stub!(HcclEnableMemAccess(comm, remoteMemDesc, remoteMem))
}

/// `HcclDisableMemAccess` of `hccl/hccl_one_sided_services.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDisableMemAccess(comm: HcclComm, remoteMemDesc: *mut HcclMemDesc) -> HcclResult {
    stub!(HcclDisableMemAccess(comm, remoteMemDesc))
}

/// `HcclBatchPut` of `hccl/hccl_one_sided_services.h`.
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

/// `HcclBatchGet` of `hccl/hccl_one_sided_services.h`.
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

/// `HcclRemapRegistedMemory` of `hccl/hccl_one_sided_services.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRemapRegistedMemory(
    comm: *mut HcclComm,
    memInfoArray: *mut CommMem,
    commSize: c_ulonglong,
    arraySize: c_ulonglong,
) -> HcclResult {
    stub!(HcclRemapRegistedMemory(comm, memInfoArray, commSize, arraySize))
}

/// `HcclRegisterGlobalMem` of `hccl/hccl_one_sided_services.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRegisterGlobalMem(
    mem: *const CommMem,
    memHandle: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclRegisterGlobalMem(mem, memHandle))
}

/// `HcclDeregisterGlobalMem` of `hccl/hccl_one_sided_services.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDeregisterGlobalMem(memHandle: *mut c_void) -> HcclResult {
    stub!(HcclDeregisterGlobalMem(memHandle))
}

/// `HcclCommBindMem` of `hccl/hccl_one_sided_services.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommBindMem(comm: HcclComm, memHandle: *mut c_void) -> HcclResult {
    stub!(HcclCommBindMem(comm, memHandle))
}

/// `HcclCommUnbindMem` of `hccl/hccl_one_sided_services.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommUnbindMem(comm: HcclComm, memHandle: *mut c_void) -> HcclResult {
    stub!(HcclCommUnbindMem(comm, memHandle))
}

/// `HcclCommPrepare` of `hccl/hccl_one_sided_services.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommPrepare(
    comm: HcclComm,
    prepareConfig: *const HcclPrepareConfig,
    timeout: c_int,
) -> HcclResult {
    stub!(HcclCommPrepare(comm, prepareConfig, timeout))
}
