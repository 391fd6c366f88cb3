//! C functions of `hcomm/hcomm_primitives.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    ChannelHandle, EnumArg, HcommBatchTransferDesc, HcommDataType, HcommReduceOp, HcommResult, ThreadHandle,
};
use hcomm_base::bail;

use super::arg;
use crate::data::batch;
use crate::data::op::{self, Reduction};
use crate::data::wait::{self, Timeout};

/// `HcommLocalCopyOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommLocalCopyOnThread(
    thread: ThreadHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    ffi_guard!(HcommLocalCopyOnThread, {
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::local_copy(thread, dst.cast(), src.cast(), len) }
    })
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
    ffi_guard!(HcommLocalReduceOnThread, {
        let reduction = Reduction::new(dataType.raw(), reduceOp.raw());
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::local_reduce(thread, dst.cast(), src.cast(), count, reduction) }
    })
}

/// `HcommThreadNotifyRecordOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadNotifyRecordOnThread(
    thread: ThreadHandle,
    dstThread: ThreadHandle,
    dstNotifyIdx: u32,
) -> i32 {
    ffi_guard!(HcommThreadNotifyRecordOnThread, { op::record_thread(thread, dstThread, dstNotifyIdx) })
}

/// `HcommThreadNotifyWaitOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadNotifyWaitOnThread(
    thread: ThreadHandle,
    notifyIdx: u32,
    timeOut: u32,
) -> i32 {
    ffi_guard!(HcommThreadNotifyWaitOnThread, {
        op::wait_thread(thread, notifyIdx, Timeout::Seconds(timeOut))
    })
}

/// `HcommAclrtNotifyRecordOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAclrtNotifyRecordOnThread(thread: ThreadHandle, dstNotifyId: u64) -> i32 {
    ffi_guard!(HcommAclrtNotifyRecordOnThread, { op::record_runtime(thread, dstNotifyId) })
}

/// `HcommAclrtNotifyWaitOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAclrtNotifyWaitOnThread(
    thread: ThreadHandle,
    notifyId: u64,
    timeOut: u32,
) -> i32 {
    ffi_guard!(HcommAclrtNotifyWaitOnThread, {
        op::wait_runtime(thread, notifyId, Timeout::Seconds(timeOut))
    })
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
    ffi_guard!(HcommWriteOnThread, {
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::write(thread, channel, dst.cast(), src.cast(), len, None) }
    })
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
    ffi_guard!(HcommWriteReduceOnThread, {
        let reduction = Reduction::new(dataType.raw(), reduceOp.raw());
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::write_reduce(thread, channel, dst.cast(), src.cast(), count, reduction, None) }
    })
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
    ffi_guard!(HcommWriteWithNotifyOnThread, {
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::write(thread, channel, dst.cast(), src.cast(), len, Some(remoteNotifyIdx)) }
    })
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
    ffi_guard!(HcommWriteReduceWithNotifyOnThread, {
        let reduction = Reduction::new(dataType.raw(), reduceOp.raw());
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe {
            op::write_reduce(thread, channel, dst.cast(), src.cast(), count, reduction, Some(remoteNotifyIdx))
        }
    })
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
    ffi_guard!(HcommReadOnThread, {
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::read(thread, channel, dst.cast(), src.cast(), len) }
    })
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
    ffi_guard!(HcommReadReduceOnThread, {
        let reduction = Reduction::new(dataType.raw(), reduceOp.raw());
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::read_reduce(thread, channel, dst.cast(), src.cast(), count, reduction) }
    })
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
    ffi_guard!(HcommWriteNbiOnThread, {
        // The queue of the thread plays no part: the operation starts at once.
        let _ = thread;
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::write_now(channel, dst.cast(), src.cast(), len, None) }
    })
}

/// `HcommWriteNbi` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommWriteNbi(
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    ffi_guard!(HcommWriteNbi, {
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::write_now(channel, dst.cast(), src.cast(), len, None) }
    })
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
    ffi_guard!(HcommWriteWithNotifyNbiOnThread, {
        // The queue of the thread plays no part: the operation starts at once.
        let _ = thread;
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::write_now(channel, dst.cast(), src.cast(), len, Some(remoteNotifyIdx)) }
    })
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
    ffi_guard!(HcommWriteWithNotifyNbi, {
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::write_now(channel, dst.cast(), src.cast(), len, Some(remoteNotifyIdx)) }
    })
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
    ffi_guard!(HcommReadNbiOnThread, {
        // The queue of the thread plays no part: the operation starts at once.
        let _ = thread;
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::read_now(channel, dst.cast(), src.cast(), len) }
    })
}

/// `HcommReadNbi` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommReadNbi(
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    ffi_guard!(HcommReadNbi, {
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::read_now(channel, dst.cast(), src.cast(), len) }
    })
}

/// `HcommBatchTransferOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommBatchTransferOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    transferDescs: *const HcommBatchTransferDesc,
    transferDescNum: u32,
) -> i32 {
    ffi_guard!(HcommBatchTransferOnThread, {
        let descs = match transferDescs.is_null() {
            true => None,
            // SAFETY: the caller passes `transferDescNum` descriptors.
            false => Some(unsafe { arg::array(transferDescs, transferDescNum as usize, "transferDescs")? }),
        };
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::batch_transfer(thread, channel, descs) }
    })
}

/// `HcommChannelNotifyRecordOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelNotifyRecordOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    remoteNotifyIdx: u32,
) -> i32 {
    ffi_guard!(HcommChannelNotifyRecordOnThread, { op::record_channel(thread, channel, remoteNotifyIdx) })
}

/// `HcommChannelNotifyRecord` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelNotifyRecord(channel: ChannelHandle, remoteNotifyIdx: u32) -> i32 {
    ffi_guard!(HcommChannelNotifyRecord, { op::record_now(channel, remoteNotifyIdx) })
}

/// `HcommChannelNotifyWaitOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelNotifyWaitOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    localNotifyIdx: u32,
    timeOut: u32,
) -> i32 {
    ffi_guard!(HcommChannelNotifyWaitOnThread, {
        op::wait_channel(thread, channel, localNotifyIdx, Timeout::Seconds(timeOut))
    })
}

/// `HcommChannelNotifyWait` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelNotifyWait(
    channel: ChannelHandle,
    localNotifyIdx: u32,
    timeOut: u32,
) -> i32 {
    ffi_guard!(HcommChannelNotifyWait, { op::wait_now(channel, localNotifyIdx, timeOut) })
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
    ffi_guard!(HcommBatchModeStart, {
        // Nothing is cached between batches, so the tag has no meaning here.
        let _ = batchTag;
        batch::start();
        Ok(())
    })
}

/// `HcommBatchModeEnd` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommBatchModeEnd(batchTag: *const c_char) -> i32 {
    ffi_guard!(HcommBatchModeEnd, {
        let _ = batchTag;
        batch::end()
    })
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
    ffi_guard!(HcommFenceOnThread, {
        // No device of this library writes behind the caller's back, so there is nothing to flush on any thread.
        let _ = thread;
        Ok(())
    })
}

/// `HcommChannelFenceOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelFenceOnThread(thread: ThreadHandle, channel: ChannelHandle) -> i32 {
    ffi_guard!(HcommChannelFenceOnThread, { op::fence(thread, channel) })
}

/// `HcommChannelFence` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelFence(channel: ChannelHandle) -> i32 {
    ffi_guard!(HcommChannelFence, { op::fence_now(channel) })
}

/// `HcommSetNotifyWaitTimeOut` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommSetNotifyWaitTimeOut(timeOut: f32) -> i32 {
    ffi_guard!(HcommSetNotifyWaitTimeOut, { wait::set_default(timeOut) })
}

/// `HcommThreadResAcquireTimeOut` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadResAcquireTimeOut(timeOut: f32) -> i32 {
    ffi_guard!(HcommThreadResAcquireTimeOut, {
        if !wait::in_kernel() {
            bail!(NOT_SUPPORT, "a queue on the host has no limit to wait for: call this in an AICPU kernel");
        }
        // Queues grow, so nothing ever waits for room in one.
        wait::seconds_of(timeOut).map(drop)
    })
}

/// `HcommChannelNotifyWaitOnThreadWithDefaultTimeout` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelNotifyWaitOnThreadWithDefaultTimeout(
    thread: ThreadHandle,
    channel: ChannelHandle,
    localNotifyIdx: u32,
) -> i32 {
    ffi_guard!(HcommChannelNotifyWaitOnThreadWithDefaultTimeout, {
        op::wait_channel(thread, channel, localNotifyIdx, Timeout::Default)
    })
}

/// `HcommThreadNotifyWaitOnThreadWithDefaultTimeout` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadNotifyWaitOnThreadWithDefaultTimeout(
    thread: ThreadHandle,
    notifyIdx: u32,
) -> i32 {
    ffi_guard!(HcommThreadNotifyWaitOnThreadWithDefaultTimeout, {
        op::wait_thread(thread, notifyIdx, Timeout::Default)
    })
}

/// `HcommChannelDrainOnThread` of `hcomm/hcomm_primitives.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelDrainOnThread(thread: ThreadHandle, channel: ChannelHandle) -> i32 {
    ffi_guard!(HcommChannelDrainOnThread, { op::fence(thread, channel) })
}
