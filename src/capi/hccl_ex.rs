//! C functions of `hccl/hccl_ex.h`, in the order of the header.

use core::ffi::{c_char, c_int, c_ulonglong, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    CommAttr, HcclAddr, HcclComm, HcclConn, HcclDataType, HcclMessage, HcclRequest, HcclResult, HcclStatus,
    HcclTopoDescs, rtStream_t,
};

/// Makes a communicator from the text of a rank table, for services between hosts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclInitComm(
    rankTableM: *const c_char,
    rank: u32,
    attr: *const CommAttr,
    comm: *mut HcclComm,
) -> HcclResult {
    stub!(HcclInitComm(rankTableM, rank, attr, comm))
}

/// Ends a communicator of `HcclInitComm`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclFinalizeComm(comm: HcclComm) -> HcclResult {
    stub!(HcclFinalizeComm(comm))
}

/// Registers host memory for all connections of the process. `size` is in bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRegisterGlobalMemory(addr: *mut c_void, size: c_ulonglong) -> HcclResult {
    stub!(HcclRegisterGlobalMemory(addr, size))
}

/// Ends a registration of `HcclRegisterGlobalMemory`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclUnregisterGlobalMemory(addr: *mut c_void) -> HcclResult {
    stub!(HcclUnregisterGlobalMemory(addr))
}

/// Registers host memory for one communicator. `size` is in bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRegisterMemory(comm: HcclComm, buffer: *mut c_void, size: u64) -> HcclResult {
    stub!(HcclRegisterMemory(comm, buffer, size))
}

/// Ends a registration of `HcclRegisterMemory`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclUnregisterMemory(comm: HcclComm, buffer: *mut c_void) -> HcclResult {
    stub!(HcclUnregisterMemory(comm, buffer))
}

/// Starts to send `count` elements to a rank and returns a request for `HcclTestSome`.
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

/// Starts to receive the message that `HcclImprobe` found and returns a request for `HcclTestSome`.
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

/// Looks for a message of a rank with a tag, without waiting; `*flag` tells whether there is one.
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

/// Number of elements of a message, from its status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetCount(
    status: *const HcclStatus,
    dataType: MaybeUninit<HcclDataType>,
    count: *mut c_int,
) -> c_int {
    stub!(HcclGetCount(status, dataType, count))
}

/// Tells which of `count` requests are complete, without waiting; those are gone afterwards.
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

/// Makes a connection object outside of communicators; `HcclRawClose` ends it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawOpen(conn: *mut HcclConn) -> HcclResult {
    stub!(HcclRawOpen(conn))
}

/// Ends a connection when its operations are complete.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawClose(conn: HcclConn) -> HcclResult {
    stub!(HcclRawClose(conn))
}

/// Ends a connection at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawForceClose(conn: HcclConn) -> HcclResult {
    stub!(HcclRawForceClose(conn))
}

/// Gives a connection its local address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawBind(conn: HcclConn, bindAddr: *mut HcclAddr) -> HcclResult {
    stub!(HcclRawBind(conn, bindAddr))
}

/// Connects to the address of a listening process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawConnect(conn: HcclConn, connectAddr: *mut HcclAddr) -> HcclResult {
    stub!(HcclRawConnect(conn, connectAddr))
}

/// Waits for connections; at most `backLog` may wait to be accepted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawListen(conn: HcclConn, backLog: c_int) -> HcclResult {
    stub!(HcclRawListen(conn, backLog))
}

/// Takes one waiting connection, with the address that it comes from.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawAccept(
    listenConn: HcclConn,
    acceptAddr: *mut HcclAddr,
    acceptConn: *mut HcclConn,
) -> HcclResult {
    stub!(HcclRawAccept(listenConn, acceptAddr, acceptConn))
}

/// Starts to send `count` elements through a connection.
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

/// Looks for a message of a connection, without waiting.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawImprobe(
    conn: HcclConn,
    flag: *mut c_int,
    msg: *mut HcclMessage,
    status: *mut HcclStatus,
) -> HcclResult {
    stub!(HcclRawImprobe(conn, flag, msg, status))
}

/// Starts to receive the message that `HcclRawImprobe` found.
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

/// Starts to receive the message that `HcclRawImprobe` found into `bufCount` buffers.
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

/// Number of elements of a message, from its status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRawGetCount(
    status: *const HcclStatus,
    dataType: MaybeUninit<HcclDataType>,
    count: *mut c_int,
) -> HcclResult {
    stub!(HcclRawGetCount(status, dataType, count))
}

/// Tells which of `count` requests are complete, without waiting.
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

/// Registers a function that gives the library the group of a device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclSetGrpIdCallback(
    grpIdCallback: Option<unsafe extern "C" fn(c_int, *mut c_int, *mut c_int) -> c_int>,
) -> HcclResult {
    stub!(HcclSetGrpIdCallback(grpIdCallback))
}

/// Makes the resources that a fused operator needs on the communicator with this name and gives the device
/// address of their description.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCreateComResource(
    commName: *const c_char,
    streamMode: u32,
    commContext: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclCreateComResource(commName, streamMode, commContext))
}

/// Gives the stream and the notify between the AICPU and the communicator with this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetAicpuOpStreamNotify(
    commName: *const c_char,
    Opstream: *mut rtStream_t,
    aicpuNotify: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclGetAicpuOpStreamNotify(commName, Opstream, aicpuNotify))
}

/// Declared for older programs; never offered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAllocComResource(
    comm: HcclComm,
    streamMode: u32,
    commContext: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclAllocComResource(comm, streamMode, commContext))
}

/// Makes the resources that the tiling data of a fused operator asks for and gives the device address of
/// their description.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAllocComResourceByTiling(
    comm: HcclComm,
    stream: *mut c_void,
    Mc2Tiling: *mut c_void,
    commContext: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclAllocComResourceByTiling(comm, stream, Mc2Tiling, commContext))
}

/// Gives the stream and `aicpuNotifyNum` notifies between the AICPU and a communicator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetAicpuOpStreamAndNotify(
    comm: HcclComm,
    opstream: *mut rtStream_t,
    aicpuNotifyNum: u8,
    aicpuNotify: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclGetAicpuOpStreamAndNotify(comm, opstream, aicpuNotifyNum, aicpuNotify))
}

/// Writes what the layers of the communicator's network can do; `topoSize` is the room of the array.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetTopoDesc(
    comm: HcclComm,
    topoDescs: *mut HcclTopoDescs,
    topoSize: u32,
) -> HcclResult {
    stub!(HcclGetTopoDesc(comm, topoDescs, topoSize))
}

/// Registers memory of the user with a communicator, for operators without copies; gives a handle.
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

/// Ends a registration of `HcclCommRegister`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommDeregister(comm: HcclComm, handle: *mut c_void) -> HcclResult {
    stub!(HcclCommDeregister(comm, handle))
}

/// Exchanges registered memory with the listed ranks; all of them call it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommExchangeMem(
    comm: HcclComm,
    windowHandle: *mut c_void,
    peerRanks: *mut u32,
    peerRankNum: u32,
) -> HcclResult {
    stub!(HcclCommExchangeMem(comm, windowHandle, peerRanks, peerRankNum))
}
