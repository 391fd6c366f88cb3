//! C functions of `hcomm/hcomm_primitives.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    ChannelHandle, HcommBatchTransferDesc, HcommDataType, HcommReduceOp, HcommResult, ThreadHandle,
};

/// `HcommLocalCopyOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommLocalCopyOnThread(
    thread: ThreadHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    stub!(HcommLocalCopyOnThread(thread, dst, src, len))
}

/// `HcommLocalReduceOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommLocalReduceOnThread(
    thread: ThreadHandle,
    dst: *mut c_void,
    src: *const c_void,
    count: u64,
    dataType: MaybeUninit<HcommDataType>,
    reduceOp: MaybeUninit<HcommReduceOp>,
) -> i32 {
    stub!(HcommLocalReduceOnThread(thread, dst, src, count, dataType, reduceOp))
}

/// `HcommThreadNotifyRecordOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadNotifyRecordOnThread(
    thread: ThreadHandle,
    dstThread: ThreadHandle,
    dstNotifyIdx: u32,
) -> i32 {
    stub!(HcommThreadNotifyRecordOnThread(thread, dstThread, dstNotifyIdx))
}

/// `HcommThreadNotifyWaitOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadNotifyWaitOnThread(
    thread: ThreadHandle,
    notifyIdx: u32,
    timeOut: u32,
) -> i32 {
    stub!(HcommThreadNotifyWaitOnThread(thread, notifyIdx, timeOut))
}

/// `HcommAclrtNotifyRecordOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAclrtNotifyRecordOnThread(thread: ThreadHandle, dstNotifyId: u64) -> i32 {
    stub!(HcommAclrtNotifyRecordOnThread(thread, dstNotifyId))
}

/// `HcommAclrtNotifyWaitOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAclrtNotifyWaitOnThread(
    thread: ThreadHandle,
    notifyId: u64,
    timeOut: u32,
) -> i32 {
    stub!(HcommAclrtNotifyWaitOnThread(thread, notifyId, timeOut))
}

/// `HcommWriteOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommWriteOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    stub!(HcommWriteOnThread(thread, channel, dst, src, len))
}

/// `HcommWriteReduceOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommWriteReduceOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    count: u64,
    dataType: MaybeUninit<HcommDataType>,
    reduceOp: MaybeUninit<HcommReduceOp>,
) -> i32 {
    stub!(HcommWriteReduceOnThread(thread, channel, dst, src, count, dataType, reduceOp))
}

/// `HcommWriteWithNotifyOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommWriteWithNotifyOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
    remoteNotifyIdx: u32,
) -> i32 {
    stub!(HcommWriteWithNotifyOnThread(thread, channel, dst, src, len, remoteNotifyIdx))
}

/// `HcommWriteReduceWithNotifyOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommWriteReduceWithNotifyOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    count: u64,
    dataType: MaybeUninit<HcommDataType>,
    reduceOp: MaybeUninit<HcommReduceOp>,
    remoteNotifyIdx: u32,
) -> i32 {
    stub!(HcommWriteReduceWithNotifyOnThread(
        thread,
        channel,
        dst,
        src,
        count,
        dataType,
        reduceOp,
        remoteNotifyIdx
    ))
}

/// `HcommReadOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommReadOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    stub!(HcommReadOnThread(thread, channel, dst, src, len))
}

/// `HcommReadReduceOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommReadReduceOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    count: u64,
    dataType: MaybeUninit<HcommDataType>,
    reduceOp: MaybeUninit<HcommReduceOp>,
) -> i32 {
    stub!(HcommReadReduceOnThread(thread, channel, dst, src, count, dataType, reduceOp))
}

/// `HcommWriteNbiOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommWriteNbiOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    stub!(HcommWriteNbiOnThread(thread, channel, dst, src, len))
}

/// `HcommWriteNbi` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommWriteNbi(
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    stub!(HcommWriteNbi(channel, dst, src, len))
}

/// `HcommWriteWithNotifyNbiOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommWriteWithNotifyNbiOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
    remoteNotifyIdx: u32,
) -> i32 {
    stub!(HcommWriteWithNotifyNbiOnThread(thread, channel, dst, src, len, remoteNotifyIdx))
}

/// `HcommWriteWithNotifyNbi` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommWriteWithNotifyNbi(
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
    remoteNotifyIdx: u32,
) -> i32 {
    stub!(HcommWriteWithNotifyNbi(channel, dst, src, len, remoteNotifyIdx))
}

/// `HcommReadNbiOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommReadNbiOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    stub!(HcommReadNbiOnThread(thread, channel, dst, src, len))
}

/// `HcommReadNbi` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommReadNbi(
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    stub!(HcommReadNbi(channel, dst, src, len))
}

/// `HcommBatchTransferOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommBatchTransferOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    transferDescs: *const HcommBatchTransferDesc,
    transferDescNum: u32,
) -> i32 {
    stub!(HcommBatchTransferOnThread(thread, channel, transferDescs, transferDescNum))
}

/// `HcommChannelNotifyRecordOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelNotifyRecordOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    remoteNotifyIdx: u32,
) -> i32 {
    stub!(HcommChannelNotifyRecordOnThread(thread, channel, remoteNotifyIdx))
}

/// `HcommChannelNotifyRecord` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelNotifyRecord(channel: ChannelHandle, remoteNotifyIdx: u32) -> i32 {
    stub!(HcommChannelNotifyRecord(channel, remoteNotifyIdx))
}

/// `HcommChannelNotifyWaitOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelNotifyWaitOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    localNotifyIdx: u32,
    timeOut: u32,
) -> i32 {
    stub!(HcommChannelNotifyWaitOnThread(thread, channel, localNotifyIdx, timeOut))
}

/// `HcommChannelNotifyWait` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelNotifyWait(
    channel: ChannelHandle,
    localNotifyIdx: u32,
    timeOut: u32,
) -> i32 {
    stub!(HcommChannelNotifyWait(channel, localNotifyIdx, timeOut))
}

/// `HcommAicpuTsTaskCacheLookup` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAicpuTsTaskCacheLookup(tag: *const c_char, isHit: *mut bool) -> HcommResult {
    stub!(HcommAicpuTsTaskCacheLookup(tag, isHit))
}

/// `HcommAicpuTsTaskCacheStart` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAicpuTsTaskCacheStart(
    tag: *const c_char,
    addrs: *mut *mut c_void,
    sizes: *mut u64,
    count: u64,
) -> HcommResult {
    stub!(HcommAicpuTsTaskCacheStart(tag, addrs, sizes, count))
}

/// `HcommAicpuTsTaskCacheEnd` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAicpuTsTaskCacheEnd(tag: *const c_char) -> HcommResult {
    stub!(HcommAicpuTsTaskCacheEnd(tag))
}

/// `HcommAicpuTsTaskCacheExecute` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAicpuTsTaskCacheExecute(
    tag: *const c_char,
    addrs: *mut *mut c_void,
    sizes: *mut u64,
    count: u64,
) -> HcommResult {
    stub!(HcommAicpuTsTaskCacheExecute(tag, addrs, sizes, count))
}

/// `HcommAicpuTsTaskCacheClear` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAicpuTsTaskCacheClear(tag: *const c_char) -> HcommResult {
    stub!(HcommAicpuTsTaskCacheClear(tag))
}

/// `HcommBatchModeStart` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommBatchModeStart(batchTag: *const c_char) -> i32 {
    stub!(HcommBatchModeStart(batchTag))
}

/// `HcommBatchModeEnd` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommBatchModeEnd(batchTag: *const c_char) -> i32 {
    stub!(HcommBatchModeEnd(batchTag))
}

/// `HcommAcquireComm` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAcquireComm(commId: *const c_char) -> i32 {
    stub!(HcommAcquireComm(commId))
}

/// `HcommReleaseComm` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommReleaseComm(commId: *const c_char) -> i32 {
    stub!(HcommReleaseComm(commId))
}

/// `HcommFenceOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommFenceOnThread(thread: ThreadHandle) -> i32 {
    stub!(HcommFenceOnThread(thread))
}

/// `HcommChannelFenceOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelFenceOnThread(thread: ThreadHandle, channel: ChannelHandle) -> i32 {
    stub!(HcommChannelFenceOnThread(thread, channel))
}

/// `HcommChannelFence` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelFence(channel: ChannelHandle) -> i32 {
    stub!(HcommChannelFence(channel))
}

/// `HcommSetNotifyWaitTimeOut` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommSetNotifyWaitTimeOut(timeOut: f32) -> i32 {
    stub!(HcommSetNotifyWaitTimeOut(timeOut))
}

/// `HcommThreadResAcquireTimeOut` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadResAcquireTimeOut(timeOut: f32) -> i32 {
    stub!(HcommThreadResAcquireTimeOut(timeOut))
}

/// `HcommChannelNotifyWaitOnThreadWithDefaultTimeout` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelNotifyWaitOnThreadWithDefaultTimeout(
    thread: ThreadHandle,
    channel: ChannelHandle,
    localNotifyIdx: u32,
) -> i32 {
    stub!(HcommChannelNotifyWaitOnThreadWithDefaultTimeout(thread, channel, localNotifyIdx))
}

/// `HcommThreadNotifyWaitOnThreadWithDefaultTimeout` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadNotifyWaitOnThreadWithDefaultTimeout(
    thread: ThreadHandle,
    notifyIdx: u32,
) -> i32 {
    stub!(HcommThreadNotifyWaitOnThreadWithDefaultTimeout(thread, notifyIdx))
}

/// `HcommChannelDrainOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelDrainOnThread(thread: ThreadHandle, channel: ChannelHandle) -> i32 {
    stub!(HcommChannelDrainOnThread(thread, channel))
}
