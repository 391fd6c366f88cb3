//! C functions of `hccl/hccl_inner.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{HcclComm, HcclDataType, HcclReduceOp, HcclResult, HcclSendRecvItem, aclrtStream};

/// What `HcclAllReduce` of libhccl.so calls. Queues the reduction of `count` elements of every rank on
/// `stream`; every rank gets the result in `recvBuf`, which may be `sendBuf`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAllReduceInner(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    count: u64,
    dataType: MaybeUninit<HcclDataType>,
    op: MaybeUninit<HcclReduceOp>,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclAllReduceInner(sendBuf, recvBuf, count, dataType, op, comm, stream))
}

/// What `HcclBroadcast` of libhccl.so calls. Queues a copy of `count` elements from `buf` of rank `root` to
/// `buf` of all ranks on `stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclBroadcastInner(
    buf: *mut c_void,
    count: u64,
    dataType: MaybeUninit<HcclDataType>,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclBroadcastInner(buf, count, dataType, root, comm, stream))
}

/// What `HcclReduceScatter` of libhccl.so calls. Queues the reduction of all ranks' `sendBuf` on `stream`;
/// rank r gets elements r * `recvCount` and following of the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclReduceScatterInner(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    recvCount: u64,
    dataType: MaybeUninit<HcclDataType>,
    op: MaybeUninit<HcclReduceOp>,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclReduceScatterInner(sendBuf, recvBuf, recvCount, dataType, op, comm, stream))
}

/// What `HcclReduceScatterV` of libhccl.so calls. As `HcclReduceScatterInner`, with counts and distances in
/// elements for each rank; not in place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclReduceScatterVInner(
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
    stub!(HcclReduceScatterVInner(
        sendBuf, sendCounts, sendDispls, recvBuf, recvCount, dataType, op, comm, stream
    ))
}

/// What `HcclScatter` of libhccl.so calls. Queues the distribution of `sendBuf` of rank `root` on `stream`:
/// rank r gets elements r * `recvCount` and following. `sendBuf` may be NULL elsewhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclScatterInner(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    recvCount: u64,
    dataType: MaybeUninit<HcclDataType>,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclScatterInner(sendBuf, recvBuf, recvCount, dataType, root, comm, stream))
}

/// What `HcclAllGather` of libhccl.so calls. Queues the collection of `sendCount` elements of every rank on
/// `stream`; every rank gets all of them in the order of ranks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAllGatherInner(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    sendCount: u64,
    dataType: MaybeUninit<HcclDataType>,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclAllGatherInner(sendBuf, recvBuf, sendCount, dataType, comm, stream))
}

/// What `HcclAllGatherV` of libhccl.so calls. As `HcclAllGatherInner`, with counts and distances in elements
/// for each rank; not in place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAllGatherVInner(
    sendBuf: *mut c_void,
    sendCount: u64,
    recvBuf: *mut c_void,
    recvCounts: *const c_void,
    recvDispls: *const c_void,
    dataType: MaybeUninit<HcclDataType>,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclAllGatherVInner(sendBuf, sendCount, recvBuf, recvCounts, recvDispls, dataType, comm, stream))
}

/// What `HcclSend` of libhccl.so calls. Queues the sending of `count` elements to rank `destRank` on
/// `stream`; that rank calls `HcclRecvInner`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclSendInner(
    sendBuf: *mut c_void,
    count: u64,
    dataType: MaybeUninit<HcclDataType>,
    destRank: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclSendInner(sendBuf, count, dataType, destRank, comm, stream))
}

/// What `HcclRecv` of libhccl.so calls. Queues the receiving of `count` elements from rank `srcRank` on
/// `stream`; that rank calls `HcclSendInner`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRecvInner(
    recvBuf: *mut c_void,
    count: u64,
    dataType: MaybeUninit<HcclDataType>,
    srcRank: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclRecvInner(recvBuf, count, dataType, srcRank, comm, stream))
}

/// What `HcclAlltoAllVC` of libhccl.so calls. Queues an exchange on `stream` in which element [i][j] of the
/// matrix `sendCountMatrix` (the same on all ranks) is the number of elements from rank i to rank j; not in
/// place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAlltoAllVCInner(
    sendBuf: *const c_void,
    sendCountMatrix: *const c_void,
    sendType: MaybeUninit<HcclDataType>,
    recvBuf: *const c_void,
    recvType: MaybeUninit<HcclDataType>,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclAlltoAllVCInner(sendBuf, sendCountMatrix, sendType, recvBuf, recvType, comm, stream))
}

/// What `HcclAlltoAllV` of libhccl.so calls. Queues an exchange on `stream` with counts and distances in
/// elements for each rank; not in place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAlltoAllVInner(
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
    stub!(HcclAlltoAllVInner(
        sendBuf, sendCounts, sdispls, sendType, recvBuf, recvCounts, rdispls, recvType, comm, stream
    ))
}

/// What `HcclAlltoAll` of libhccl.so calls. Queues an exchange of `sendCount` elements between every pair of
/// ranks on `stream`; not in place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAlltoAllInner(
    sendBuf: *const c_void,
    sendCount: u64,
    sendType: MaybeUninit<HcclDataType>,
    recvBuf: *const c_void,
    recvCount: u64,
    recvType: MaybeUninit<HcclDataType>,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclAlltoAllInner(sendBuf, sendCount, sendType, recvBuf, recvCount, recvType, comm, stream))
}

/// What `HcclReduce` of libhccl.so calls. Queues the reduction of `count` elements of every rank on `stream`;
/// rank `root` gets the result in `recvBuf`, which may be NULL elsewhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclReduceInner(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    count: u64,
    dataType: MaybeUninit<HcclDataType>,
    op: MaybeUninit<HcclReduceOp>,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclReduceInner(sendBuf, recvBuf, count, dataType, op, root, comm, stream))
}

/// What `HcclBatchSendRecv` of libhccl.so calls. Queues `itemNum` sends and receives on `stream` together, so
/// that their order among ranks cannot block them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclBatchSendRecvInner(
    sendRecvInfo: *mut HcclSendRecvItem,
    itemNum: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclBatchSendRecvInner(sendRecvInfo, itemNum, comm, stream))
}

/// What `HcclCreateOpResCtx` of libhccl.so calls: makes the resources of a fused operator and gives the
/// device address of their description.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCreateOpResCtxInner(
    comm: HcclComm,
    opType: u8,
    srcDataType: MaybeUninit<HcclDataType>,
    dstDataType: MaybeUninit<HcclDataType>,
    reduceType: MaybeUninit<HcclReduceOp>,
    count: u64,
    algConfig: *mut c_char,
    commEngine: u32,
    opResCtx: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclCreateOpResCtxInner(
        comm,
        opType,
        srcDataType,
        dstDataType,
        reduceType,
        count,
        algConfig,
        commEngine,
        opResCtx
    ))
}
