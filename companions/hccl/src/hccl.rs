//! C functions of `hccl/hccl.h`, in the order of the header.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use hcomm_abi::{HcclComm, HcclDataType, HcclReduceOp, HcclResult, HcclSendRecvItem, aclrtStream};
use hcomm_ffi::stub;

/// `HcclAllReduce`.
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

/// `HcclBroadcast`.
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

/// `HcclReduceScatter`.
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

/// `HcclReduceScatterV`.
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

/// `HcclScatter`.
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

/// `HcclAllGather`.
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

/// `HcclAllGatherV`.
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

/// `HcclSend`.
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

/// `HcclRecv`.
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

/// `HcclAlltoAllVC`.
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

/// `HcclAlltoAllV`.
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

/// `HcclAlltoAll`.
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

/// `HcclReduce`.
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

/// `HcclBatchSendRecv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclBatchSendRecv(
    sendRecvInfo: *mut HcclSendRecvItem,
    itemNum: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    stub!(HcclBatchSendRecv(sendRecvInfo, itemNum, comm, stream))
}
