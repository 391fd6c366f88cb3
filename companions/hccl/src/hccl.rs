//! C functions of `hccl/hccl.h`, in the order of the header.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use hcomm_abi::{HcclComm, HcclDataType, HcclReduceOp, HcclResult, HcclSendRecvItem, aclrtStream};
use hcomm_ffi::stub;

/// Queues the reduction of `count` elements of every rank on `stream`; every rank gets the result in
/// `recvBuf`, which may be `sendBuf`.
///
/// All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
/// stream was synchronised. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` and `HCCL_E_NOT_SUPPORT` for
/// arguments that are not offered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAllReduce(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    count: u64,
    dataType: MaybeUninit<HcclDataType>,
    op: MaybeUninit<HcclReduceOp>,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclAllReduce(sendBuf, recvBuf, count, dataType, op, comm, stream))
}

/// Queues a copy of `count` elements from `buf` of rank `root` to `buf` of all ranks on `stream`.
///
/// All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
/// stream was synchronised. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` and `HCCL_E_NOT_SUPPORT` for
/// arguments that are not offered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclBroadcast(
    buf: *mut c_void,
    count: u64,
    dataType: MaybeUninit<HcclDataType>,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclBroadcast(buf, count, dataType, root, comm, stream))
}

/// Queues the reduction of all ranks' `sendBuf` on `stream`; rank r gets elements r * `recvCount` and
/// following of the result.
///
/// All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
/// stream was synchronised. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` and `HCCL_E_NOT_SUPPORT` for
/// arguments that are not offered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclReduceScatter(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    recvCount: u64,
    dataType: MaybeUninit<HcclDataType>,
    op: MaybeUninit<HcclReduceOp>,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclReduceScatter(sendBuf, recvBuf, recvCount, dataType, op, comm, stream))
}

/// As `HcclReduceScatter`, with counts and distances in elements for each rank; not in place.
///
/// All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
/// stream was synchronised. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` and `HCCL_E_NOT_SUPPORT` for
/// arguments that are not offered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclReduceScatterV(
    sendBuf: *mut c_void,
    sendCounts: *const c_void,
    sendDispls: *const c_void,
    recvBuf: *mut c_void,
    recvCount: u64,
    dataType: MaybeUninit<HcclDataType>,
    op: MaybeUninit<HcclReduceOp>,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclReduceScatterV(sendBuf, sendCounts, sendDispls, recvBuf, recvCount, dataType, op, comm, stream))
}

/// Queues the distribution of `sendBuf` of rank `root` on `stream`: rank r gets elements r * `recvCount` and
/// following. `sendBuf` may be NULL elsewhere.
///
/// All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
/// stream was synchronised. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` and `HCCL_E_NOT_SUPPORT` for
/// arguments that are not offered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclScatter(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    recvCount: u64,
    dataType: MaybeUninit<HcclDataType>,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclScatter(sendBuf, recvBuf, recvCount, dataType, root, comm, stream))
}

/// Queues the collection of `sendCount` elements of every rank on `stream`; every rank gets all of them in
/// the order of ranks.
///
/// All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
/// stream was synchronised. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` and `HCCL_E_NOT_SUPPORT` for
/// arguments that are not offered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAllGather(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    sendCount: u64,
    dataType: MaybeUninit<HcclDataType>,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclAllGather(sendBuf, recvBuf, sendCount, dataType, comm, stream))
}

/// As `HcclAllGather`, with counts and distances in elements for each rank; not in place.
///
/// All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
/// stream was synchronised. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` and `HCCL_E_NOT_SUPPORT` for
/// arguments that are not offered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAllGatherV(
    sendBuf: *mut c_void,
    sendCount: u64,
    recvBuf: *mut c_void,
    recvCounts: *const c_void,
    recvDispls: *const c_void,
    dataType: MaybeUninit<HcclDataType>,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclAllGatherV(sendBuf, sendCount, recvBuf, recvCounts, recvDispls, dataType, comm, stream))
}

/// Queues the sending of `count` elements to rank `destRank` on `stream`; that rank calls `HcclRecv`.
///
/// All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
/// stream was synchronised. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` and `HCCL_E_NOT_SUPPORT` for
/// arguments that are not offered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclSend(
    sendBuf: *mut c_void,
    count: u64,
    dataType: MaybeUninit<HcclDataType>,
    destRank: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclSend(sendBuf, count, dataType, destRank, comm, stream))
}

/// Queues the receiving of `count` elements from rank `srcRank` on `stream`; that rank calls `HcclSend`.
///
/// All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
/// stream was synchronised. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` and `HCCL_E_NOT_SUPPORT` for
/// arguments that are not offered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRecv(
    recvBuf: *mut c_void,
    count: u64,
    dataType: MaybeUninit<HcclDataType>,
    srcRank: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclRecv(recvBuf, count, dataType, srcRank, comm, stream))
}

/// Queues an exchange on `stream` in which element [i][j] of the matrix `sendCountMatrix` (the same on all
/// ranks) is the number of elements from rank i to rank j; not in place.
///
/// All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
/// stream was synchronised. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` and `HCCL_E_NOT_SUPPORT` for
/// arguments that are not offered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAlltoAllVC(
    sendBuf: *const c_void,
    sendCountMatrix: *const c_void,
    sendType: MaybeUninit<HcclDataType>,
    recvBuf: *const c_void,
    recvType: MaybeUninit<HcclDataType>,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclAlltoAllVC(sendBuf, sendCountMatrix, sendType, recvBuf, recvType, comm, stream))
}

/// Queues an exchange on `stream` with counts and distances in elements for each rank; not in place.
///
/// All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
/// stream was synchronised. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` and `HCCL_E_NOT_SUPPORT` for
/// arguments that are not offered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAlltoAllV(
    sendBuf: *const c_void,
    sendCounts: *const c_void,
    sdispls: *const c_void,
    sendType: MaybeUninit<HcclDataType>,
    recvBuf: *const c_void,
    recvCounts: *const c_void,
    rdispls: *const c_void,
    recvType: MaybeUninit<HcclDataType>,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclAlltoAllV(
        sendBuf, sendCounts, sdispls, sendType, recvBuf, recvCounts, rdispls, recvType, comm, stream
    ))
}

/// Queues an exchange of `sendCount` elements between every pair of ranks on `stream`; not in place.
///
/// All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
/// stream was synchronised. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` and `HCCL_E_NOT_SUPPORT` for
/// arguments that are not offered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAlltoAll(
    sendBuf: *const c_void,
    sendCount: u64,
    sendType: MaybeUninit<HcclDataType>,
    recvBuf: *const c_void,
    recvCount: u64,
    recvType: MaybeUninit<HcclDataType>,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclAlltoAll(sendBuf, sendCount, sendType, recvBuf, recvCount, recvType, comm, stream))
}

/// Queues the reduction of `count` elements of every rank on `stream`; rank `root` gets the result in
/// `recvBuf`, which may be NULL elsewhere.
///
/// All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
/// stream was synchronised. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` and `HCCL_E_NOT_SUPPORT` for
/// arguments that are not offered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclReduce(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    count: u64,
    dataType: MaybeUninit<HcclDataType>,
    op: MaybeUninit<HcclReduceOp>,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclReduce(sendBuf, recvBuf, count, dataType, op, root, comm, stream))
}

/// Queues `itemNum` sends and receives on `stream` together, so that their order among ranks cannot block
/// them.
///
/// All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
/// stream was synchronised. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` and `HCCL_E_NOT_SUPPORT` for
/// arguments that are not offered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclBatchSendRecv(
    sendRecvInfo: *mut HcclSendRecvItem,
    itemNum: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclBatchSendRecv(sendRecvInfo, itemNum, comm, stream))
}
