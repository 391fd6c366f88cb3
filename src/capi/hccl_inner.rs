//! C functions of `hccl/hccl_inner.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{HcclComm, HcclDataType, HcclReduceOp, HcclResult, HcclSendRecvItem, aclrtStream};

/// `HcclAllReduceInner` of `hccl/hccl_inner.h`.
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

/// `HcclBroadcastInner` of `hccl/hccl_inner.h`.
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

/// `HcclReduceScatterInner` of `hccl/hccl_inner.h`.
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

/// `HcclReduceScatterVInner` of `hccl/hccl_inner.h`.
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

/// `HcclScatterInner` of `hccl/hccl_inner.h`.
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

/// `HcclAllGatherInner` of `hccl/hccl_inner.h`.
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

/// `HcclAllGatherVInner` of `hccl/hccl_inner.h`.
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

/// `HcclSendInner` of `hccl/hccl_inner.h`.
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

/// `HcclRecvInner` of `hccl/hccl_inner.h`.
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

/// `HcclAlltoAllVCInner` of `hccl/hccl_inner.h`.
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

/// `HcclAlltoAllVInner` of `hccl/hccl_inner.h`.
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

/// `HcclAlltoAllInner` of `hccl/hccl_inner.h`.
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

/// `HcclReduceInner` of `hccl/hccl_inner.h`.
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

/// `HcclBatchSendRecvInner` of `hccl/hccl_inner.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclBatchSendRecvInner(
    sendRecvInfo: *mut HcclSendRecvItem,
    itemNum: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclBatchSendRecvInner(sendRecvInfo, itemNum, comm, stream))
}

/// `HcclCreateOpResCtxInner` of `hccl/hccl_inner.h`.
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
