//! C functions of `hccl/hccl_ex.h`, in the order of the header.

use core::ffi::{c_char, c_int, c_ulonglong, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    CommAttr, HcclAddr, HcclComm, HcclConn, HcclDataType, HcclMessage, HcclRequest, HcclResult, HcclStatus,
    HcclTopoDescs, rtStream_t,
};

/// `HcclInitComm` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclInitComm(
    rankTableM: *const c_char,
    rank: u32,
    attr: *const CommAttr,
    comm: *mut HcclComm,
) -> HcclResult {
    stub!(HcclInitComm(rankTableM, rank, attr, comm))
}

/// `HcclFinalizeComm` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclFinalizeComm(comm: HcclComm) -> HcclResult {
    stub!(HcclFinalizeComm(comm))
}

/// `HcclRegisterGlobalMemory` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRegisterGlobalMemory(addr: *mut c_void, size: c_ulonglong) -> HcclResult {
    stub!(HcclRegisterGlobalMemory(addr, size))
}

/// `HcclUnregisterGlobalMemory` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclUnregisterGlobalMemory(addr: *mut c_void) -> HcclResult {
    stub!(HcclUnregisterGlobalMemory(addr))
}

/// `HcclRegisterMemory` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRegisterMemory(comm: HcclComm, buffer: *mut c_void, size: u64) -> HcclResult {
    stub!(HcclRegisterMemory(comm, buffer, size))
}

/// `HcclUnregisterMemory` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclUnregisterMemory(comm: HcclComm, buffer: *mut c_void) -> HcclResult {
    stub!(HcclUnregisterMemory(comm, buffer))
}

/// `HcclIsend` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclIsend(
    buffer: *mut c_void,
    count: c_int,
    dataType: MaybeUninit<HcclDataType>,
    dstRank: c_int,
    tag: c_int,
    comm: HcclComm,
    request: *mut HcclRequest,
) -> c_int {
    stub!(HcclIsend(buffer, count, dataType, dstRank, tag, comm, request))
}

/// `HcclImrecv` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclImrecv(
    buffer: *mut c_void,
    count: c_int,
    dataType: MaybeUninit<HcclDataType>,
    msg: *mut HcclMessage,
    request: *mut HcclRequest,
) -> c_int {
    stub!(HcclImrecv(buffer, count, dataType, msg, request))
}

/// `HcclImprobe` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclImprobe(
    srcRank: c_int,
    tag: c_int,
    comm: HcclComm,
    flag: *mut c_int,
    msg: *mut HcclMessage,
    status: *mut HcclStatus,
) -> c_int {
    stub!(HcclImprobe(srcRank, tag, comm, flag, msg, status))
}

/// `HcclGetCount` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetCount(
    status: *const HcclStatus,
    dataType: MaybeUninit<HcclDataType>,
    count: *mut c_int,
) -> c_int {
    stub!(HcclGetCount(status, dataType, count))
}

/// `HcclTestSome` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclTestSome(
    count: c_int,
    requestArray: *mut HcclRequest,
    compCount: *mut c_int,
    compIndices: *mut c_int,
    compStatus: *mut HcclStatus,
) -> c_int {
    stub!(HcclTestSome(count, requestArray, compCount, compIndices, compStatus))
}

/// `HcclRawOpen` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawOpen(conn: *mut HcclConn) -> HcclResult {
    stub!(HcclRawOpen(conn))
}

/// `HcclRawClose` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawClose(conn: HcclConn) -> HcclResult {
    stub!(HcclRawClose(conn))
}

/// `HcclRawForceClose` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawForceClose(conn: HcclConn) -> HcclResult {
    stub!(HcclRawForceClose(conn))
}

/// `HcclRawBind` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawBind(conn: HcclConn, bindAddr: *mut HcclAddr) -> HcclResult {
    stub!(HcclRawBind(conn, bindAddr))
}

/// `HcclRawConnect` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawConnect(conn: HcclConn, connectAddr: *mut HcclAddr) -> HcclResult {
    stub!(HcclRawConnect(conn, connectAddr))
}

/// `HcclRawListen` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawListen(conn: HcclConn, backLog: c_int) -> HcclResult {
    stub!(HcclRawListen(conn, backLog))
}

/// `HcclRawAccept` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawAccept(
    listenConn: HcclConn,
    acceptAddr: *mut HcclAddr,
    acceptConn: *mut HcclConn,
) -> HcclResult {
    stub!(HcclRawAccept(listenConn, acceptAddr, acceptConn))
}

/// `HcclRawIsend` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawIsend(
    buf: *const c_void,
    count: c_int,
    dataType: MaybeUninit<HcclDataType>,
    conn: HcclConn,
    request: *mut HcclRequest,
) -> HcclResult {
    stub!(HcclRawIsend(buf, count, dataType, conn, request))
}

/// `HcclRawImprobe` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawImprobe(
    conn: HcclConn,
    flag: *mut c_int,
    msg: *mut HcclMessage,
    status: *mut HcclStatus,
) -> HcclResult {
    stub!(HcclRawImprobe(conn, flag, msg, status))
}

/// `HcclRawImrecv` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawImrecv(
    buf: *mut c_void,
    count: c_int,
    datatype: MaybeUninit<HcclDataType>,
    msg: *mut HcclMessage,
    request: *mut HcclRequest,
) -> HcclResult {
    stub!(HcclRawImrecv(buf, count, datatype, msg, request))
}

/// `HcclRawImrecvScatter` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawImrecvScatter(
    buf: *mut *mut c_void,
    count: *mut c_int,
    bufCount: c_int,
    datatype: MaybeUninit<HcclDataType>,
    msg: *mut HcclMessage,
    request: *mut HcclRequest,
) -> HcclResult {
    stub!(HcclRawImrecvScatter(buf, count, bufCount, datatype, msg, request))
}

/// `HcclRawGetCount` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawGetCount(
    status: *const HcclStatus,
    dataType: MaybeUninit<HcclDataType>,
    count: *mut c_int,
) -> HcclResult {
    stub!(HcclRawGetCount(status, dataType, count))
}

/// `HcclRawTestSome` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawTestSome(
    count: c_int,
    requestArray: *mut HcclRequest,
    compCount: *mut c_int,
    compIndices: *mut c_int,
    compStatus: *mut HcclStatus,
) -> HcclResult {
    stub!(HcclRawTestSome(count, requestArray, compCount, compIndices, compStatus))
}

/// `HcclSetGrpIdCallback` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclSetGrpIdCallback(
    grpIdCallback: Option<unsafe extern "C" fn(c_int, *mut c_int, *mut c_int) -> c_int>,
) -> HcclResult {
    stub!(HcclSetGrpIdCallback(grpIdCallback))
}

/// `HcclCreateComResource` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCreateComResource(
    commName: *const c_char,
    streamMode: u32,
    commContext: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclCreateComResource(commName, streamMode, commContext))
}

/// `HcclGetAicpuOpStreamNotify` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetAicpuOpStreamNotify(
    commName: *const c_char,
    Opstream: *mut rtStream_t,
    aicpuNotify: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclGetAicpuOpStreamNotify(commName, Opstream, aicpuNotify))
}

/// `HcclAllocComResource` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAllocComResource(
    comm: HcclComm,
    streamMode: u32,
    commContext: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclAllocComResource(comm, streamMode, commContext))
}

/// `HcclAllocComResourceByTiling` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAllocComResourceByTiling(
    comm: HcclComm,
    stream: *mut c_void,
    Mc2Tiling: *mut c_void,
    commContext: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclAllocComResourceByTiling(comm, stream, Mc2Tiling, commContext))
}

/// `HcclGetAicpuOpStreamAndNotify` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetAicpuOpStreamAndNotify(
    comm: HcclComm,
    opstream: *mut rtStream_t,
    aicpuNotifyNum: u8,
    aicpuNotify: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclGetAicpuOpStreamAndNotify(comm, opstream, aicpuNotifyNum, aicpuNotify))
}

/// `HcclGetTopoDesc` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetTopoDesc(
    comm: HcclComm,
    topoDescs: *mut HcclTopoDescs,
    topoSize: u32,
) -> HcclResult {
    stub!(HcclGetTopoDesc(comm, topoDescs, topoSize))
}

/// `HcclCommRegister` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommRegister(
    comm: HcclComm,
    addr: *mut c_void,
    size: u64,
    handle: *mut *mut c_void,
    flag: u32,
) -> HcclResult {
    stub!(HcclCommRegister(comm, addr, size, handle, flag))
}

/// `HcclCommDeregister` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommDeregister(comm: HcclComm, handle: *mut c_void) -> HcclResult {
    stub!(HcclCommDeregister(comm, handle))
}

/// `HcclCommExchangeMem` of `hccl/hccl_ex.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommExchangeMem(
    comm: HcclComm,
    windowHandle: *mut c_void,
    peerRanks: *mut u32,
    peerRankNum: u32,
) -> HcclResult {
    stub!(HcclCommExchangeMem(comm, windowHandle, peerRanks, peerRankNum))
}
