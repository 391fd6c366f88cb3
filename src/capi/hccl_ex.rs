//! C functions of `hccl/hccl_ex.h`, in the order of the header.

use core::ffi::{c_char, c_int, c_ulonglong, c_void};
use core::mem::MaybeUninit;
use std::sync::Mutex;

use hcomm_abi::{
    CommAttr, HcclAddr, HcclComm, HcclConn, HcclDataType, HcclMessage, HcclRequest, HcclResult, HcclStatus,
    HcclTopoDescs, rtStream_t,
};
use hcomm_base::bail;
use hcomm_base::sync::lock;

use super::arg;
use crate::control::{one_sided, registry};

/// Function of `HcclSetGrpIdCallback`.
static GROUP_OF_DEVICE: Mutex<Option<unsafe extern "C" fn(c_int, *mut c_int, *mut c_int) -> c_int>> =
    Mutex::new(None);

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

/// Registers host memory for all connections of the process. `size` is in bytes. Errors: `HCCL_E_PTR` for NULL,
/// `HCCL_E_PARA` for 0 bytes, more than 1 TiB, or memory that overlaps memory registered before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRegisterGlobalMemory(addr: *mut c_void, size: c_ulonglong) -> HcclResult {
    ffi_guard!(HcclRegisterGlobalMemory, {
        arg::not_null(addr, "addr")?;
        one_sided::register_host(addr as u64, size)
    })
}

/// Ends a registration of `HcclRegisterGlobalMemory`, given by its first byte. Errors: `HCCL_E_PTR` for NULL,
/// `HCCL_E_NOT_FOUND` for another address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclUnregisterGlobalMemory(addr: *mut c_void) -> HcclResult {
    ffi_guard!(HcclUnregisterGlobalMemory, {
        arg::not_null(addr, "addr")?;
        one_sided::deregister_host(addr as u64)
    })
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

/// Registers a function that gives the library the group of a device; it replaces the former one. Groups of devices do not
/// exist here, so it is kept but not called. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclSetGrpIdCallback(
    grpIdCallback: Option<unsafe extern "C" fn(c_int, *mut c_int, *mut c_int) -> c_int>,
) -> HcclResult {
    ffi_guard!(HcclSetGrpIdCallback, {
        if grpIdCallback.is_none() {
            bail!(PTR, "grpIdCallback is NULL");
        }
        *lock(&GROUP_OF_DEVICE) = grpIdCallback;
        Ok(())
    })
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

/// Declared for older programs; answers `HCCL_E_NOT_SUPPORT`. Use `HcclAllocComResourceByTiling`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAllocComResource(
    comm: HcclComm,
    streamMode: u32,
    commContext: *mut *mut c_void,
) -> HcclResult {
    ffi_guard!(HcclAllocComResource, {
        let _ = (comm, streamMode, commContext);
        bail!(NOT_SUPPORT, "HcclAllocComResource is not offered any more")
    })
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

/// Registers device memory of the user with a communicator; gives a handle. `HcclCommExchangeMem` makes it known to ranks;
/// `flag` is not looked at. The memory must live until `HcclCommDeregister` or the end of the communicator.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for 0 bytes or more than 64 GiB.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommRegister(
    comm: HcclComm,
    addr: *mut c_void,
    size: u64,
    handle: *mut *mut c_void,
    flag: u32,
) -> HcclResult {
    ffi_guard!(HcclCommRegister, {
        arg::not_null(comm, "comm")?;
        arg::not_null(addr, "addr")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(handle, "handle") }?;
        if flag != 0 {
            log::info!("HcclCommRegister: flag {flag} is not looked at");
        }
        let made = one_sided::register_for_all(&*registry::find(comm as u64)?, addr as u64, size)?;
        out.write(made as *mut c_void);
        Ok(())
    })
}

/// Takes one registration of `HcclCommRegister` back. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for an unknown handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommDeregister(comm: HcclComm, handle: *mut c_void) -> HcclResult {
    ffi_guard!(HcclCommDeregister, {
        arg::not_null(comm, "comm")?;
        arg::not_null(handle, "handle")?;
        one_sided::deregister_handle(&*registry::find(comm as u64)?, handle as u64)
    })
}

/// Exchanges registered memory with the listed ranks; all of them call it, each with its own memory, and it blocks until
/// they did. `HcclBatchPut` and `HcclBatchGet` reach the memory of the others afterwards, at the addresses that they know.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for an unknown handle or rank or no ranks, `HCCL_E_TIMEOUT` if a rank does
/// not come, and those of connecting.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommExchangeMem(
    comm: HcclComm,
    windowHandle: *mut c_void,
    peerRanks: *mut u32,
    peerRankNum: u32,
) -> HcclResult {
    ffi_guard!(HcclCommExchangeMem, {
        arg::not_null(comm, "comm")?;
        arg::not_null(windowHandle, "windowHandle")?;
        arg::not_null(peerRanks, "peerRanks")?;
        let comm = registry::find(comm as u64)?;
        if peerRankNum == 0 || peerRankNum > comm.size() {
            bail!(PARA, "peerRankNum is {peerRankNum}, 1 to {} are expected", comm.size());
        }
        // SAFETY: the caller's promise, see the module.
        let ranks = unsafe { arg::array(peerRanks, peerRankNum as usize, "peerRanks") }?;
        one_sided::share(&comm, windowHandle as u64, ranks)
    })
}
