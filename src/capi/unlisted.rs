//! C functions that no header of CANN declares, but that clients find by name. docs/unlisted.md has their prototypes.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    ChannelHandle, CommEngine, EnumArg, HCOMM_THREAD_CONFIG_MAGIC_WORD, HcclComm, HcclResult, HcommResult,
    ThreadConfig, ThreadHandle, ThreadType, aclrtStream,
};
use hcomm_base::{Code, Error, Result, bail, env};

use super::arg;
use crate::control::threads::Pool;
use crate::control::{base_threads, channels, entity, memory, messages, registry, threads};
use crate::data::op;

/// Notifies of one list of `HcclAllocNotify`.
const LIST_MAX: u32 = 2048;
/// `NotifyType`: a notify of the runtime, a word in device memory.
const NOTIFY_TYPE_RTS_NOTIFY: i32 = 0;
const NOTIFY_TYPE_DEVICE_MEM: i32 = 2;

/// Number of notifies of a thread of the communicator; `engine` only has to exist. Errors: `HCCL_E_PTR` for NULL or
/// a thread of 0, `HCCL_E_PARA` for another engine or a thread of somebody else.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetNotifyNumInThread(
    comm: HcclComm,
    thread: ThreadHandle,
    engine: MaybeUninit<CommEngine>,
    notifyNum: *mut u32,
) -> HcclResult {
    ffi_guard!(HcclGetNotifyNumInThread, {
        arg::not_null(comm, "comm")?;
        engine_of(engine)?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(notifyNum, "notifyNum") }?;
        if thread == 0 {
            bail!(PTR, "thread is 0");
        }
        out.write(threads::notify_num(&*registry::find(comm as u64)?, thread)?);
        Ok(())
    })
}

/// Allocates 1 to 2048 notifies of the device; `*notifyHandleList`, NULL before, becomes the address of their ids,
/// which `HcommAclrtNotifyRecordOnThread` takes. They live until `HcommFreeNotify` or the end of the communicator.
/// Type 0 goes with the engines CPU, CPU_TS and CCU, type 2 with the others. Errors: `HCCL_E_PARA` for every bad
/// argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAllocNotify(
    comm: HcclComm,
    commEngine: MaybeUninit<CommEngine>,
    notifyType: i32,
    notifyNum: u32,
    notifyHandleList: *mut *mut u64,
) -> HcclResult {
    ffi_guard!(HcclAllocNotify, {
        if comm.is_null() {
            bail!(PARA, "comm is NULL");
        }
        let engine = engine_of(commEngine)?;
        let host = matches!(Pool::of(engine), Some(Pool::Cpu | Pool::Ccu));
        let wanted = if host { NOTIFY_TYPE_RTS_NOTIFY } else { NOTIFY_TYPE_DEVICE_MEM };
        list_length(notifyNum)?;
        // SAFETY: the caller's promise, see the module.
        let list = unsafe { arg::input(notifyHandleList.cast_const(), "notifyHandleList") };
        let list = list.map_err(|error| Error::new(Code::PARA, error.text))?;
        if !list.is_null() {
            bail!(PARA, "*notifyHandleList is {list:p}, NULL is expected");
        }
        if notifyType != wanted {
            bail!(PARA, "notifyType is {notifyType}, {engine:?} needs {wanted}");
        }
        let list = threads::alloc_notifies(&*registry::find(comm as u64)?, notifyNum)?;
        // SAFETY: not NULL, as checked; the caller's promise.
        unsafe { notifyHandleList.write(list) };
        Ok(())
    })
}

/// Frees a list of `HcclAllocNotify` with all its notifies. Errors: `HCCL_E_PARA` for every bad argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommFreeNotify(
    comm: HcclComm,
    notifyNum: u32,
    notifyHandleList: *mut u64,
) -> HcclResult {
    ffi_guard!(HcommFreeNotify, {
        if comm.is_null() || notifyHandleList.is_null() {
            bail!(PARA, "comm or notifyHandleList is NULL");
        }
        list_length(notifyNum)?;
        threads::free_notifies(&*registry::find(comm as u64)?, notifyHandleList as usize, notifyNum)
    })
}

/// Number of notifies of this end of a channel of the communicator. Errors: `HCCL_E_PTR` for NULL, and what
/// `HcclChannelGetRemoteMems` answers for a channel of somebody else.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelGetNotifyNum(
    comm: HcclComm,
    channel: ChannelHandle,
    notifyNum: *mut u32,
) -> HcclResult {
    ffi_guard!(HcclChannelGetNotifyNum, {
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(notifyNum, "notifyNum") }?;
        arg::not_null(comm, "comm")?;
        out.write(channels::notify_num(&*registry::find(comm as u64)?, entity::channel_of(channel))?);
        Ok(())
    })
}

/// Another name of `HcclChannelDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CommChannelDestroy(
    comm: HcclComm,
    channelList: *const ChannelHandle,
    channelNum: u32,
) -> HcclResult {
    // SAFETY: the caller's promise, see the module.
    unsafe { super::hccl_channel::HcclChannelDestroy(comm, channelList, channelNum) }
}

/// Forgets memory of `HcclCommMemReg`; channels that offered it go on doing so. What is not registered is no error.
/// Errors: `HCCL_E_PTR` for a NULL communicator or handle, `HCCL_E_PARA` for a NULL or empty tag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommDeregMem(
    comm: HcclComm,
    memTag: *const c_char,
    memHandle: *const c_void,
) -> HcclResult {
    ffi_guard!(HcclCommDeregMem, {
        arg::not_null(comm, "comm")?;
        arg::not_null(memHandle, "memHandle")?;
        // SAFETY: the caller's promise, see the module.
        let tag = unsafe { arg::string(memTag, 255, "memTag") };
        let tag = tag.map_err(|error| Error::new(Code::PARA, error.text))?;
        if tag.is_empty() {
            bail!(PARA, "memTag is empty");
        }
        memory::deregister(&*registry::find(comm as u64)?, tag, memHandle as u64)
    })
}

/// As `HcommThreadAlloc`, with a configuration for each thread, prepared with `ThreadConfigInit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadAllocWithConfig(
    engine: MaybeUninit<CommEngine>,
    threadNum: u32,
    r#type: MaybeUninit<ThreadType>,
    config: *const ThreadConfig,
    threads: *mut ThreadHandle,
) -> HcommResult {
    ffi_guard!(HcommThreadAllocWithConfig, {
        arg::not_null(threads, "threads")?;
        arg::not_null(config, "config")?;
        if r#type.known() != Some(ThreadType::THREAD_TYPE_TS) {
            bail!(PARA, "type is {}, 0 (TS) is expected", r#type.raw());
        }
        if threadNum == 0 || threadNum > base_threads::THREADS_MAX {
            bail!(PARA, "threadNum is {threadNum}, 1 to {} are expected", base_threads::THREADS_MAX);
        }
        // SAFETY: the caller's promise, see the module.
        let config = unsafe { arg::array(config, threadNum as usize, "config") }?;
        if let Some(at) = config.iter().position(|c| c.header.magicWord != HCOMM_THREAD_CONFIG_MAGIC_WORD) {
            bail!(PARA, "config[{at}] has a wrong magic word: initialise it with ThreadConfigInit");
        }
        let notifies: Vec<u32> = config.iter().map(|c| u32::from(c.notifyNumPerThread)).collect();
        if let Some(most) = notifies.iter().find(|&&num| num > base_threads::NOTIFIES_MAX) {
            bail!(PARA, "{most} notifies are asked for, at most {} are allowed", base_threads::NOTIFIES_MAX);
        }
        let engine = thread_engine(engine)?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output_array(threads, threadNum as usize, "threads") }?;
        let handles = base_threads::alloc(engine, &notifies)?;
        out.iter_mut().zip(handles).for_each(|(to, handle)| {
            to.write(handle);
        });
        Ok(())
    })
}

/// Makes a thread of a stream of the caller, with up to 64 notifies; `HcommThreadFreeWithStream` ends it. The stream
/// stays the caller's. Errors: `HCCL_E_PTR` for NULL or a stream that does not live, `HCCL_E_PARA` for numbers or
/// engines out of range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadAllocWithStream(
    engine: MaybeUninit<CommEngine>,
    stream: aclrtStream,
    notifyNum: u32,
    thread: *mut ThreadHandle,
) -> HcommResult {
    ffi_guard!(HcommThreadAllocWithStream, {
        let Some(stream) = core::ptr::NonNull::new(stream) else { bail!(PTR, "stream is NULL") };
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(thread, "thread") }?;
        let engine = thread_engine(engine)?;
        if notifyNum > base_threads::NOTIFIES_MAX {
            bail!(PARA, "notifyNum is {notifyNum}, at most {} are allowed", base_threads::NOTIFIES_MAX);
        }
        out.write(base_threads::of_stream(engine, stream, notifyNum)?);
        Ok(())
    })
}

/// As `HcommThreadFree`, for threads of `HcommThreadAllocWithStream`; the streams stay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadFreeWithStream(
    threads: *const ThreadHandle,
    threadNum: u32,
) -> HcommResult {
    ffi_guard!(HcommThreadFreeWithStream, {
        arg::not_null(threads, "threads")?;
        if threadNum == 0 || threadNum > base_threads::THREADS_MAX {
            bail!(PARA, "threadNum is {threadNum}, 1 to {} are expected", base_threads::THREADS_MAX);
        }
        // SAFETY: the caller's promise, see the module.
        base_threads::free(unsafe { arg::array(threads, threadNum as usize, "threads") }?)
    })
}

/// Number of notifies of a thread. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND` for a thread that does not live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadGetNotifyNum(thread: ThreadHandle, notifyNum: *mut u32) -> HcommResult {
    ffi_guard!(HcommThreadGetNotifyNum, {
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(notifyNum, "notifyNum") }?;
        out.write(crate::data::thread::notify_num(thread)?);
        Ok(())
    })
}

/// `HcommFenceOnThread` without a thread.
#[unsafe(no_mangle)]
pub extern "C" fn HcommFlush() -> i32 {
    // Whatever ports deliver lies in memory that every thread of the process sees at once.
    0
}

/// For kernels: hands `sizeByte` bytes to the function that the host registered for the tag with `HcclTaskRegister`;
/// `handle` is the address of memory of `HcclDevMemAcquire`, of which half must hold the message and 273 bytes more.
/// `*msgId` is a number for the message. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for memory that is something
/// else or too small and for a tag of more than 255 characters, `HCCL_E_NOT_FOUND` if the tag has no function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommSendRequest(
    handle: u64,
    msgTag: *const c_char,
    src: *const c_void,
    sizeByte: usize,
    msgId: *mut u32,
) -> i32 {
    ffi_guard!(HcommSendRequest, {
        arg::not_null(handle as *const u8, "handle")?;
        // SAFETY: the caller's promise, see the module.
        let tag = unsafe { arg::string(msgTag, messages::TAG_MAX, "msgTag") }?;
        // SAFETY: as above.
        let bytes = unsafe { arg::array(src.cast::<u8>(), sizeByte, "src") }?;
        // SAFETY: as above.
        let out = unsafe { arg::output(msgId, "msgId") }?;
        out.write(messages::send(handle, tag, bytes)?);
        Ok(())
    })
}

/// For kernels: waits for the answer to the oldest message that was sent through the memory in which `handle` lies,
/// and copies up to `sizeByte` bytes of the message, as the function left them, to `dst`; the rest becomes 0.
/// `*msgId` is the number of the message. Errors: `HCCL_E_PTR` for NULL (`dst` may be, with a size of 0),
/// `HCCL_E_PARA` for other memory, `HCCL_E_INTERNAL` if the function failed, `HCCL_E_TIMEOUT` after the execution
/// time-out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommWaitResponse(
    handle: u64,
    dst: *mut c_void,
    sizeByte: usize,
    msgId: *mut u32,
) -> i32 {
    ffi_guard!(HcommWaitResponse, {
        arg::not_null(handle as *const u8, "handle")?;
        // SAFETY: the caller's promise, see the module.
        let out = match sizeByte {
            0 => &mut [],
            // SAFETY: as above.
            size => unsafe { arg::output_array(dst.cast::<u8>(), size, "dst") }?,
        };
        // SAFETY: as above.
        let number = unsafe { arg::output(msgId, "msgId") }?;
        let (id, bytes) = messages::wait(handle)?;
        for (to, byte) in out.iter_mut().zip(bytes.into_iter().chain(core::iter::repeat(0))) {
            to.write(byte);
        }
        number.write(id);
        Ok(())
    })
}

/// For kernels: waits until the queue of a thread is empty, at most the execution time-out. Errors: `HCCL_E_PTR` for
/// a thread that does not live, `HCCL_E_TIMEOUT`, or the first error of the thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadSynchronize(thread: ThreadHandle) -> i32 {
    ffi_guard!(HcommThreadSynchronize, {
        let seconds = match env::HCCL_EXEC_TIMEOUT.get_or_default() {
            0 => u32::MAX,
            seconds => u32::try_from(seconds).unwrap_or(u32::MAX),
        };
        op::join(thread, seconds)
    })
}

/// As `HcommRegOpInfo`, for the host, which keeps nothing.
#[unsafe(no_mangle)]
pub extern "C" fn HcommRegisterOpInfo(commId: *const c_char, opInfo: *mut c_void, size: usize) -> HcclResult {
    let _ = (commId, opInfo, size);
    HcclResult::HCCL_SUCCESS
}

/// Takes note of a function (a `std::function`) that is to hear of the tasks of a thread; nobody is told, as no
/// profiler listens. Errors: `HCCL_E_PTR` for a thread that does not live.
#[unsafe(no_mangle)]
pub extern "C" fn HcommThreadRegisterDfx(thread: ThreadHandle, callback: *const c_void) -> i32 {
    ffi_guard!(HcommThreadRegisterDfx, {
        let _ = callback;
        crate::data::thread::notify_num(thread).map(|_| ()).map_err(|e| Error::new(Code::PTR, e.text))
    })
}

/// As `HcommThreadRegisterDfx`, for a channel of the host. Errors: `HCCL_E_PTR` for a channel of 0.
#[unsafe(no_mangle)]
pub extern "C" fn HcommDpuChannelRegisterDfx(channel: ChannelHandle, callback: *const c_void) -> i32 {
    ffi_guard!(HcommDpuChannelRegisterDfx, {
        let _ = callback;
        arg::not_null(channel as *const u8, "channel")
    })
}

/// What older operators tell the profiler (`HcomProInfo`).
#[repr(C)]
pub struct ProfilingInfo {
    types: [u8; 2],
    count: u64,
    ranks: [u32; 3],
    begin: u64,
    root: u32,
    threads: u32,
    lengths: [u64; 2],
    names: [[c_char; 128]; 3],
    flags: [u8; 2],
    reserved: [u8; 128],
}

const _: () = assert!(size_of::<ProfilingInfo>() == 584);

/// Reports an operator of the host to the profiler; none listens.
#[unsafe(no_mangle)]
pub extern "C" fn HcommProfilingReportOp(profInfo: ProfilingInfo) -> HcclResult {
    let _ = profInfo;
    HcclResult::HCCL_SUCCESS
}

/// As `HcommProfilingReportOp`, in a kernel.
#[unsafe(no_mangle)]
pub extern "C" fn HcommProfilingReportDeviceHcclOpInfo(profInfo: ProfilingInfo) -> HcclResult {
    let _ = profInfo;
    HcclResult::HCCL_SUCCESS
}

/// Tells the profiler which threads an operator uses; none listens. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn HcommProfilingRegThread(profInfo: ProfilingInfo, threads: *mut ThreadHandle) -> HcclResult {
    let _ = profInfo;
    ffi_guard!(HcommProfilingRegThread, { arg::not_null(threads, "threads") })
}

/// Ends `HcommProfilingRegThread`. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn HcommProfilingUnRegThread(
    profInfo: ProfilingInfo,
    threads: *mut ThreadHandle,
) -> HcclResult {
    let _ = profInfo;
    ffi_guard!(HcommProfilingUnRegThread, { arg::not_null(threads, "threads") })
}

/// Reports the launch of a kernel to the profiler; none listens. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn HcommProfilingReportKernel(beginTime: u64, profName: *const c_char) -> HcclResult {
    let _ = beginTime;
    ffi_guard!(HcommProfilingReportKernel, { arg::not_null(profName, "profName") })
}

/// For kernels: begins the profiling of threads. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn HcommProfilingInit(threads: *mut ThreadHandle, threadNum: u32) -> HcclResult {
    let _ = threadNum;
    ffi_guard!(HcommProfilingInit, { arg::not_null(threads, "threads") })
}

/// For kernels: ends the profiling of threads. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn HcommProfilingEnd(threads: *mut ThreadHandle, threadNum: u32) -> HcclResult {
    let _ = threadNum;
    ffi_guard!(HcommProfilingEnd, { arg::not_null(threads, "threads") })
}

/// For kernels: reports the first task of the running kernel. Errors: `HCCL_E_PTR` for a thread of 0.
#[unsafe(no_mangle)]
pub extern "C" fn HcommProfilingReportMainStreamAndFirstTask(thread: ThreadHandle) -> HcclResult {
    ffi_guard!(HcommProfilingReportMainStreamAndFirstTask, { arg::not_null(thread as *const u8, "thread") })
}

/// For kernels: reports the last task of the running kernel. Errors: `HCCL_E_PTR` for a thread of 0.
#[unsafe(no_mangle)]
pub extern "C" fn HcommProfilingReportMainStreamAndLastTask(thread: ThreadHandle) -> HcclResult {
    ffi_guard!(HcommProfilingReportMainStreamAndLastTask, { arg::not_null(thread as *const u8, "thread") })
}

fn list_length(num: u32) -> Result {
    if num == 0 || num > LIST_MAX {
        bail!(PARA, "notifyNum is {num}, 1 to {LIST_MAX} are expected");
    }
    Ok(())
}

/// An engine that exists.
fn engine_of(engine: MaybeUninit<CommEngine>) -> Result<CommEngine> {
    let engine = arg::enumerator(engine, Code::PARA, "engine")?;
    match Pool::of(engine) {
        Some(_) => Ok(engine),
        None => bail!(PARA, "engine is {engine:?}, an engine that exists is expected"),
    }
}

/// An engine whose threads the base layer makes.
fn thread_engine(engine: MaybeUninit<CommEngine>) -> Result<CommEngine> {
    let engine = engine_of(engine)?;
    if Pool::of(engine) == Some(Pool::Aiv) {
        bail!(PARA, "engine is {engine:?}, which runs no threads");
    }
    Ok(engine)
}
