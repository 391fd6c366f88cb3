//! C functions of `hcomm/hcomm_primitives.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    ChannelHandle, EnumArg, HcommBatchTransferDesc, HcommDataType, HcommReduceOp, HcommResult, ThreadHandle,
};
use hcomm_base::{Code, Result, bail};

use super::arg;
use crate::control::comm::product;
use crate::control::registry;
use crate::data::batch;
use crate::data::cache::{self, Operand};
use crate::data::op::{self, Reduction};
use crate::data::plugin;
use crate::data::wait::{self, Timeout};

/// A channel of a NIC plug-in: its function gets the arguments as they came, and answers for them.
macro_rules! plugin_first {
    ($channel:expr, $op:ident($($arg:expr),*)) => {
        if plugin::is_plugin($channel) {
            return plugin::call($channel, Code::PTR, |ops, context| match ops.$op {
                // SAFETY: what the arguments mean is between the caller and the plug-in.
                Some(function) => unsafe { function(context $(, $arg)*) },
                None => Code::NOT_SUPPORT.0,
            });
        }
    };
}

/// Longest name of a communicator, and longest tag, that is looked up.
const MAX_NAME: usize = 4096;

/// Fails on products without task cache.
fn cache_offered() -> Result {
    if product().is_v2() {
        return Ok(());
    }
    bail!(NOT_SUPPORT, "this product has no task cache: queue the tasks each time")
}

/// The memory ranges of a recording. NULL is PTR.
///
/// # Safety
/// Arrays that are not NULL have `count` elements.
unsafe fn operands(addrs: *const *mut c_void, sizes: *const u64, count: u64) -> Result<Vec<Operand>> {
    arg::not_null(addrs, "addrs")?;
    arg::not_null(sizes, "sizes")?;
    if count > 2 {
        // More are refused by their number alone, after the tag.
        return Ok(vec![Operand { addr: 0, len: 0 }; 3]);
    }
    // SAFETY: the caller's promise.
    let (addrs, sizes) =
        unsafe { (arg::array(addrs, count as usize, "addrs")?, arg::array(sizes, count as usize, "sizes")?) };
    Ok(addrs.iter().zip(sizes).map(|(&addr, &len)| Operand { addr: addr as u64, len }).collect())
}

/// The communicator of this device with a name; `None` if there is none, as for names that no communicator can have.
///
/// # Safety
/// A pointer that is not NULL points to a C string.
unsafe fn named(name: *const c_char) -> Result<Option<std::sync::Arc<crate::control::comm::Comm>>> {
    // SAFETY: the caller's promise.
    match unsafe { arg::string(name, MAX_NAME, "commId") } {
        Ok(name) => Ok(registry::find_by_name(name, wait::device().unwrap_or(-1))),
        Err(error) if error.code == Code::PARA => Ok(None),
        Err(error) => Err(error),
    }
}

/// Queues a copy of `len` bytes inside this process's memory on `thread` and returns; it runs in the order of
/// the queue.
///
/// `dst` and `src` must stay valid until it ran and must not overlap. A `len` of 0 copies nothing. Errors:
/// `HCCL_E_PTR` if `dst`, `src` or `thread` is NULL, 0 or no live thread.
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

/// Queues `dst[i] = dst[i] op src[i]` for `count` elements on `thread` and returns.
///
/// Sums wrap for integers; floats are rounded once per element. Errors: `HCCL_E_PTR` for NULL pointers or a
/// thread that does not live, `HCCL_E_PARA` for a pair of type and operation that is not offered.
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

/// Queues the recording of notify `dstNotifyIdx` of `dstThread`, so that a wait there may pass once
/// everything queued on `thread` before is done.
///
/// A notify is a latch: records before a wait are remembered, but count once. Errors: `HCCL_E_PTR` if a
/// thread does not live or has no such notify.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadNotifyRecordOnThread(
    thread: ThreadHandle,
    dstThread: ThreadHandle,
    dstNotifyIdx: u32,
) -> i32 {
    ffi_guard!(HcommThreadNotifyRecordOnThread, { op::record_thread(thread, dstThread, dstNotifyIdx) })
}

/// Queues a wait on `thread` for its own notify `notifyIdx`; later tasks of the thread run after it was
/// recorded, and the wait clears it.
///
/// `timeOut` is in seconds; 0 waits for the default time. The call returns at once; a wait that runs out of
/// time puts the thread's stream into its error state. Errors: `HCCL_E_PTR` if the thread does not live or
/// has no such notify.
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

/// Queues the recording of a notify of the runtime, given by the number that `aclrtGetNotifyId` returned, on
/// `thread`.
///
/// Errors: `HCCL_E_PTR` if the thread does not live, `HCCL_E_PARA` if the device has no notify with this
/// number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAclrtNotifyRecordOnThread(thread: ThreadHandle, dstNotifyId: u64) -> i32 {
    ffi_guard!(HcommAclrtNotifyRecordOnThread, { op::record_runtime(thread, dstNotifyId) })
}

/// Queues a wait for a notify of the runtime (number from `aclrtGetNotifyId`) on `thread`; the wait clears
/// it.
///
/// `timeOut` is in seconds; 0 waits for the default time. Errors: `HCCL_E_PTR` if the thread does not live,
/// `HCCL_E_PARA` if the device has no notify with this number.
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

/// Queues a copy of `len` bytes from local memory `src` to memory `dst` of the rank at the other end of
/// `channel`.
///
/// `dst` is an address as the channel's remote memories give it. The other rank may read the data after a
/// notify that was recorded later on the same thread and channel; `src` may be changed after
/// `HcommChannelDrainOnThread` or a notify back. Errors: `HCCL_E_PTR` for NULL pointers, a thread or a
/// channel that does not live, `HCCL_E_INTERNAL` for memory that the peer does not offer through the channel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommWriteOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    ffi_guard!(HcommWriteOnThread, {
        plugin_first!(channel, writeOnThread(thread, dst, src, len));
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::write(thread, channel, dst.cast(), src.cast(), len, None) }
    })
}

/// Queues `dst[i] = dst[i] op src[i]` for `count` elements, where `dst` is memory of the rank at the other
/// end of `channel`.
///
/// Concurrent reductions into the same elements through several channels are not atomic. Errors: as
/// `HcommWriteOnThread`, and `HCCL_E_PARA` for a pair of type and operation that is not offered.
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
        plugin_first!(channel, writeReduceOnThread(thread, dst, src, count, dataType, reduceOp));
        let reduction = Reduction::new(dataType.raw(), reduceOp.raw());
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::write_reduce(thread, channel, dst.cast(), src.cast(), count, reduction, None) }
    })
}

/// Queues a write of `len` bytes followed by a record of the peer's notify `remoteNotifyIdx` of the channel,
/// as one operation.
///
/// Whoever waited for the notify sees the data. Errors: as `HcommWriteOnThread`, and for an index that the
/// channel has not.
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
        plugin_first!(channel, writeWithNotifyOnThread(thread, dst, src, len, remoteNotifyIdx));
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::write(thread, channel, dst.cast(), src.cast(), len, Some(remoteNotifyIdx)) }
    })
}

/// Queues a reduction into memory of the peer followed by a record of its notify `remoteNotifyIdx`, as one
/// operation.
///
/// Errors: those of `HcommWriteReduceOnThread` and `HcommWriteWithNotifyOnThread`.
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
        plugin_first!(
            channel,
            writeReduceWithNotifyOnThread(thread, dst, src, count, dataType, reduceOp, remoteNotifyIdx)
        );
        let reduction = Reduction::new(dataType.raw(), reduceOp.raw());
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe {
            op::write_reduce(thread, channel, dst.cast(), src.cast(), count, reduction, Some(remoteNotifyIdx))
        }
    })
}

/// Queues a copy of `len` bytes from memory `src` of the rank at the other end of `channel` to local memory
/// `dst`.
///
/// On all protocols the data is there for the next task after `HcommChannelDrainOnThread`. Errors: as
/// `HcommWriteOnThread`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommReadOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    ffi_guard!(HcommReadOnThread, {
        plugin_first!(channel, readOnThread(thread, dst, src, len));
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::read(thread, channel, dst.cast(), src.cast(), len) }
    })
}

/// Queues `dst[i] = dst[i] op src[i]` for `count` elements, where `src` is memory of the rank at the other
/// end of `channel`.
///
/// Errors: as `HcommWriteReduceOnThread`.
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
        plugin_first!(channel, readReduceOnThread(thread, dst, src, count, dataType, reduceOp));
        let reduction = Reduction::new(dataType.raw(), reduceOp.raw());
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::read_reduce(thread, channel, dst.cast(), src.cast(), count, reduction) }
    })
}

/// Starts a write at once, without waiting for the queue; `thread` only says for whom. Otherwise as
/// `HcommWriteNbi`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommWriteNbiOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    ffi_guard!(HcommWriteNbiOnThread, {
        plugin_first!(channel, writeNbiOnThread(thread, dst, src, len));
        // The queue of the thread plays no part: the operation starts at once.
        let _ = thread;
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::write_now(channel, dst.cast(), src.cast(), len, None) }
    })
}

/// Starts a write of `len` bytes to memory `dst` of the peer from the calling CPU and returns; for channels
/// of the CPU engine.
///
/// `src` must not change until `HcommChannelFence` succeeded. Errors: `HCCL_E_PTR` for NULL pointers or a
/// channel that does not live, `HCCL_E_NOT_SUPPORT` for channels of device engines, `HCCL_E_NOT_FOUND` for
/// memory that the peer does not offer (`HCCL_E_INTERNAL` over UB, `HCCL_E_ROCE_CONNECT` over RoCE to a peer
/// that offers none), `HCCL_E_AGAIN` if the channel's queue is full: fence, then try again,
/// `HCCL_E_NETWORK` if the connection failed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommWriteNbi(
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    ffi_guard!(HcommWriteNbi, {
        plugin_first!(channel, writeNbi(dst, src, len));
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::write_now(channel, dst.cast(), src.cast(), len, None) }
    })
}

/// Starts a write with a notify at once, without waiting for the queue; `thread` only says for whom.
/// Otherwise as `HcommWriteWithNotifyNbi`.
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
        plugin_first!(channel, writeWithNotifyNbiOnThread(thread, dst, src, len, remoteNotifyIdx));
        // The queue of the thread plays no part: the operation starts at once.
        let _ = thread;
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::write_now(channel, dst.cast(), src.cast(), len, Some(remoteNotifyIdx)) }
    })
}

/// Starts a write of `len` bytes and a record of the peer's notify `remoteNotifyIdx` behind it from the
/// calling CPU; for channels of the CPU engine.
///
/// Errors: as `HcommWriteNbi`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommWriteWithNotifyNbi(
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
    remoteNotifyIdx: u32,
) -> i32 {
    ffi_guard!(HcommWriteWithNotifyNbi, {
        plugin_first!(channel, writeWithNotifyNbi(dst, src, len, remoteNotifyIdx));
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::write_now(channel, dst.cast(), src.cast(), len, Some(remoteNotifyIdx)) }
    })
}

/// Starts a read at once, without waiting for the queue; `thread` only says for whom. Otherwise as
/// `HcommReadNbi`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommReadNbiOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    ffi_guard!(HcommReadNbiOnThread, {
        plugin_first!(channel, readNbiOnThread(thread, dst, src, len));
        // The queue of the thread plays no part: the operation starts at once.
        let _ = thread;
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::read_now(channel, dst.cast(), src.cast(), len) }
    })
}

/// Starts a read of `len` bytes from memory `src` of the peer from the calling CPU; for channels of the CPU
/// engine. `dst` holds the data after `HcommChannelFence` succeeded.
///
/// Errors: as `HcommWriteNbi`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommReadNbi(
    channel: ChannelHandle,
    dst: *mut c_void,
    src: *const c_void,
    len: u64,
) -> i32 {
    ffi_guard!(HcommReadNbi, {
        plugin_first!(channel, readNbi(dst, src, len));
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::read_now(channel, dst.cast(), src.cast(), len) }
    })
}

/// Queues `transferDescNum` transfers on one channel with one call: writes, reads, their reductions and
/// notifies in any mix.
///
/// The descriptions are read before the call returns. Transfers of one batch have no order among each other,
/// except that the last one comes after all others. Errors: `HCCL_E_PTR` for NULL descriptions or members,
/// `HCCL_E_PARA` for 0 transfers or members out of range, `HCCL_E_NOT_SUPPORT` for an unknown kind; nothing
/// is queued then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommBatchTransferOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    transferDescs: *const HcommBatchTransferDesc,
    transferDescNum: u32,
) -> i32 {
    ffi_guard!(HcommBatchTransferOnThread, {
        plugin_first!(channel, batchTransferOnThread(thread, transferDescs, transferDescNum));
        let descs = match transferDescs.is_null() {
            true => None,
            // SAFETY: the caller passes `transferDescNum` descriptors.
            false => Some(unsafe { arg::array(transferDescs, transferDescNum as usize, "transferDescs")? }),
        };
        // SAFETY: the caller keeps the memory valid and alone until the operation is done, as the header says.
        unsafe { op::batch_transfer(thread, channel, descs) }
    })
}

/// Queues the recording of the peer's notify `remoteNotifyIdx` of `channel` behind everything queued on
/// `thread`.
///
/// Writes on the same thread and channel before it are visible to the peer after its wait. Errors:
/// `HCCL_E_PTR` if thread or channel does not live, `HCCL_E_PARA` for an index that the channel has not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelNotifyRecordOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    remoteNotifyIdx: u32,
) -> i32 {
    ffi_guard!(HcommChannelNotifyRecordOnThread, {
        plugin_first!(channel, notifyRecordOnThread(thread, remoteNotifyIdx));
        op::record_channel(thread, channel, remoteNotifyIdx)
    })
}

/// Records the peer's notify `remoteNotifyIdx` of `channel` from the calling CPU; for channels of the CPU
/// engine.
///
/// Errors: `HCCL_E_PTR` if the channel does not live, `HCCL_E_PARA` for an index that it has not,
/// `HCCL_E_NOT_SUPPORT` for other engines.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelNotifyRecord(channel: ChannelHandle, remoteNotifyIdx: u32) -> i32 {
    ffi_guard!(HcommChannelNotifyRecord, {
        plugin_first!(channel, notifyRecord(remoteNotifyIdx));
        op::record_now(channel, remoteNotifyIdx)
    })
}

/// Queues a wait on `thread` until the peer records notify `localNotifyIdx` of this end of `channel`; the
/// wait clears it.
///
/// `timeOut` is in seconds; 0 waits for the default time. The call returns at once; a wait that runs out of
/// time puts the thread's stream into its error state. On channels of the CPU engine over RoCE the caller
/// waits instead, whatever the thread, and 0 only looks. Errors: as `HcommChannelNotifyRecordOnThread`, and
/// `HCCL_E_TIMEOUT` where the caller waits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelNotifyWaitOnThread(
    thread: ThreadHandle,
    channel: ChannelHandle,
    localNotifyIdx: u32,
    timeOut: u32,
) -> i32 {
    ffi_guard!(HcommChannelNotifyWaitOnThread, {
        plugin_first!(channel, notifyWaitOnThread(thread, localNotifyIdx, timeOut));
        op::wait_channel(thread, channel, localNotifyIdx, Timeout::Seconds(timeOut))
    })
}

/// Blocks the calling CPU until the peer records notify `localNotifyIdx` of this end of `channel`, at most
/// `timeOut` seconds; for channels of the CPU engine.
///
/// Errors: those of `HcommChannelNotifyRecord`, and `HCCL_E_TIMEOUT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelNotifyWait(
    channel: ChannelHandle,
    localNotifyIdx: u32,
    timeOut: u32,
) -> i32 {
    ffi_guard!(HcommChannelNotifyWait, {
        plugin_first!(channel, notifyWait(localNotifyIdx, timeOut));
        op::wait_now(channel, localNotifyIdx, timeOut)
    })
}

/// Asks whether tasks were recorded under `tag` in this process; the answer decides between
/// `HcommAicpuTsTaskCacheExecute` and a recording, on the same OS thread.
///
/// The cache holds 10 MiB of tasks of 64 bytes; what does not fit is carried out and not kept. Errors:
/// `HCCL_E_NOT_SUPPORT` for products without the cache (here and in the functions below), `HCCL_E_PTR` for
/// NULL arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAicpuTsTaskCacheLookup(tag: *const c_char, isHit: *mut bool) -> HcommResult {
    ffi_guard!(HcommAicpuTsTaskCacheLookup, {
        cache_offered()?;
        // SAFETY: the caller passes a C string and a place for the answer.
        let (tag, out) = unsafe { (arg::string(tag, MAX_NAME, "tag")?, arg::output(isHit, "isHit")?) };
        out.write(cache::look_up(tag));
        Ok(())
    })
}

/// Starts recording the tasks of the calling thread under `tag`, after a look-up that found nothing.
///
/// `addrs` and `sizes` (bytes) name `count` = 2 memory ranges, input and output, whose addresses may differ
/// at each execution. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for another tag, count or range,
/// `HCCL_E_INTERNAL` after a hit or when already recording.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAicpuTsTaskCacheStart(
    tag: *const c_char,
    addrs: *mut *mut c_void,
    sizes: *mut u64,
    count: u64,
) -> HcommResult {
    ffi_guard!(HcommAicpuTsTaskCacheStart, {
        cache_offered()?;
        // SAFETY: the caller passes a C string and `count` elements of each array.
        unsafe {
            let tag = arg::string(tag, MAX_NAME, "tag")?;
            cache::start(tag, &operands(addrs, sizes, count)?)
        }
    })
}

/// Ends the recording that `HcommAicpuTsTaskCacheStart` began with the same tag.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for another tag, `HCCL_E_INTERNAL` if nothing is being
/// recorded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAicpuTsTaskCacheEnd(tag: *const c_char) -> HcommResult {
    ffi_guard!(HcommAicpuTsTaskCacheEnd, {
        cache_offered()?;
        // SAFETY: the caller passes a C string.
        cache::end(unsafe { arg::string(tag, MAX_NAME, "tag")? })
    })
}

/// Queues the tasks recorded under `tag` again, with the given two ranges in place of those of the recording.
///
/// Sizes must equal the recorded ones. Errors: `HCCL_E_PTR` for NULL or a missing record, `HCCL_E_PARA` for
/// another tag, `HCCL_E_INTERNAL` after a miss or if the sizes differ.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAicpuTsTaskCacheExecute(
    tag: *const c_char,
    addrs: *mut *mut c_void,
    sizes: *mut u64,
    count: u64,
) -> HcommResult {
    ffi_guard!(HcommAicpuTsTaskCacheExecute, {
        cache_offered()?;
        // SAFETY: the caller passes a C string and `count` elements of each array.
        unsafe {
            let tag = arg::string(tag, MAX_NAME, "tag")?;
            cache::execute(tag, &operands(addrs, sizes, count)?)
        }
    })
}

/// Forgets what was recorded under `tag`; an unknown tag is no error. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAicpuTsTaskCacheClear(tag: *const c_char) -> HcommResult {
    ffi_guard!(HcommAicpuTsTaskCacheClear, {
        cache_offered()?;
        // SAFETY: the caller passes a C string.
        cache::clear(unsafe { arg::string(tag, MAX_NAME, "tag")? });
        Ok(())
    })
}

/// Starts a batch on the calling OS thread: what it queues may be held back until `HcommBatchModeEnd`, and
/// must not be relied on to be held back.
///
/// `batchTag` names the batch; NULL and "" are a batch without a name. A batch inside a batch replaces the
/// name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommBatchModeStart(batchTag: *const c_char) -> i32 {
    ffi_guard!(HcommBatchModeStart, {
        // Nothing is cached between batches, so the tag has no meaning here.
        let _ = batchTag;
        batch::start();
        Ok(())
    })
}

/// Ends the batch of the calling OS thread and hands over everything it queued. Without a batch it does
/// nothing and succeeds.
///
/// Errors of the hand-over are returned here.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommBatchModeEnd(batchTag: *const c_char) -> i32 {
    ffi_guard!(HcommBatchModeEnd, {
        let _ = batchTag;
        batch::end()
    })
}

/// Takes the communicator named `commId` for the calling kernel, so that no other kernel uses it before
/// `HcommReleaseComm`.
///
/// Not recursive. The wait has a limit and ends when the communicator is suspended. Errors: `HCCL_E_PTR` for
/// NULL or an unknown name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommAcquireComm(commId: *const c_char) -> i32 {
    ffi_guard!(HcommAcquireComm, {
        // SAFETY: the caller passes a C string.
        match unsafe { named(commId)? } {
            Some(comm) => comm.data().acquire(),
            None => bail!(
                PTR,
                "device {} has no communicator of this name: pass what HcclGetCommName gave",
                wait::device().unwrap_or(-1)
            ),
        }
    })
}

/// Gives back what `HcommAcquireComm` took. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommReleaseComm(commId: *const c_char) -> i32 {
    ffi_guard!(HcommReleaseComm, {
        // SAFETY: the caller passes a C string.
        if let Some(comm) = unsafe { named(commId)? } {
            comm.data().release();
        }
        Ok(())
    })
}

/// Waits until data that network ports delivered to device memory of this process is visible to the device.
/// It does not wait for operations on channels: fence those first.
///
/// Errors: `HCCL_E_TIMEOUT`, `HCCL_E_NETWORK`, `HCCL_E_NOT_SUPPORT` in a kernel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommFenceOnThread(thread: ThreadHandle) -> i32 {
    ffi_guard!(HcommFenceOnThread, {
        // What arrives on a link is copied by a CPU, so there is nothing to flush on any thread.
        let _ = thread;
        if wait::in_kernel() {
            bail!(NOT_SUPPORT, "a kernel has no network ports to flush: call this on the host");
        }
        Ok(())
    })
}

/// Orders operations on one channel: what is queued on `thread` for `channel` afterwards starts after
/// everything before it completed, reads included. It does not block the caller on queued engines; on the
/// CPU engine it does.
///
/// Errors: `HCCL_E_PTR` if thread or channel does not live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelFenceOnThread(thread: ThreadHandle, channel: ChannelHandle) -> i32 {
    ffi_guard!(HcommChannelFenceOnThread, {
        plugin_first!(channel, fenceOnThread(thread));
        op::fence(thread, channel)
    })
}

/// Blocks the calling CPU until everything it started on `channel` (`...Nbi` functions) completed; for
/// channels of the CPU engine.
///
/// Errors: `HCCL_E_PTR` if the channel does not live, `HCCL_E_NOT_SUPPORT` for other engines,
/// `HCCL_E_TIMEOUT` if not everything completes within the execution time-out, `HCCL_E_NETWORK` if an
/// operation failed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelFence(channel: ChannelHandle) -> i32 {
    ffi_guard!(HcommChannelFence, {
        plugin_first!(channel, fence());
        op::fence_now(channel)
    })
}

/// Sets the time-out of waits `...WithDefaultTimeout` for the calling OS thread, in seconds; fractions are
/// cut off. Unset it is the execution time-out (HCCL_EXEC_TIMEOUT, 1836 s).
///
/// Errors: `HCCL_E_PARA` for a value that is negative, no number or above 4294967295.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommSetNotifyWaitTimeOut(timeOut: f32) -> i32 {
    ffi_guard!(HcommSetNotifyWaitTimeOut, { wait::set_default(timeOut) })
}

/// Sets how long, in seconds, a kernel may wait for room in a full queue of tasks; 0 waits without a limit of
/// its own. For the calling OS thread.
///
/// Errors: `HCCL_E_PARA` for a value out of range, `HCCL_E_NOT_SUPPORT` outside kernels.
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

/// As `HcommChannelNotifyWaitOnThread`, with the time-out of `HcommSetNotifyWaitTimeOut`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelNotifyWaitOnThreadWithDefaultTimeout(
    thread: ThreadHandle,
    channel: ChannelHandle,
    localNotifyIdx: u32,
) -> i32 {
    ffi_guard!(HcommChannelNotifyWaitOnThreadWithDefaultTimeout, {
        plugin_first!(channel, notifyWaitOnThreadWithDefaultTimeout(thread, localNotifyIdx));
        op::wait_channel(thread, channel, localNotifyIdx, Timeout::Default)
    })
}

/// As `HcommThreadNotifyWaitOnThread`, with the time-out of `HcommSetNotifyWaitTimeOut`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadNotifyWaitOnThreadWithDefaultTimeout(
    thread: ThreadHandle,
    notifyIdx: u32,
) -> i32 {
    ffi_guard!(HcommThreadNotifyWaitOnThreadWithDefaultTimeout, {
        op::wait_thread(thread, notifyIdx, Timeout::Default)
    })
}

/// Queues a point on `thread` that is reached when everything before it on `channel` completed: after it,
/// source buffers may be reused and data that was read is there.
///
/// Errors: `HCCL_E_PTR` if thread or channel does not live, `HCCL_E_NOT_SUPPORT` for protocols without it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelDrainOnThread(thread: ThreadHandle, channel: ChannelHandle) -> i32 {
    ffi_guard!(HcommChannelDrainOnThread, {
        plugin_first!(channel, drainOnThread(thread));
        op::drain(thread, channel)
    })
}
