//! C functions of `hccl/hccl_res.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    CommEngine, CommMem, CommMemType, EnumArg, HCCL_RES_TAG_MAX_LEN, HCOMM_THREAD_CONFIG_MAGIC_WORD,
    HcclComm, HcclDedicatedThreadType, HcclMemHandle, HcclResult, ThreadConfig, ThreadHandle, ThreadResType,
    ThreadType, aclrtStream,
};
use hcomm_base::{Code, Result, bail, env};

use super::arg;
use crate::control::{contexts, memory, registry, threads};

/// Refuses numbers of threads that no communicator may have.
fn check_thread_num(num: u32) -> Result {
    let most = env::HCOMM_MAX_THREADS_PER_COMM.get()?;
    if num == 0 || u64::from(num) > most {
        bail!(PARA, "threadNum is {num}, 1 to {most} are expected (HCOMM_MAX_THREADS_PER_COMM)");
    }
    Ok(())
}

/// The tag of a context; NULL is the empty tag.
///
/// # Safety
/// As [`arg::string`].
unsafe fn context_tag<'a>(tag: *const c_char) -> Result<&'a str> {
    if tag.is_null() {
        return Ok("");
    }
    // SAFETY: the caller's promise.
    unsafe { arg::string(tag, HCCL_RES_TAG_MAX_LEN as usize, "ctxTag") }
}

/// Device buffer of the communicator for exchanging data: the same at each call, owned by the communicator,
/// content undefined at first. `*size` is in bytes: twice the configured size (HCCL_BUFFSIZE, 200 MiB unless
/// set).
///
/// Every channel offers it to its peer. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetHcclBuffer(
    comm: HcclComm,
    buffer: *mut *mut c_void,
    size: *mut u64,
) -> HcclResult {
    ffi_guard!(HcclGetHcclBuffer, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (address, bytes) = unsafe { (arg::output(buffer, "buffer")?, arg::output(size, "size")?) };
        let (at, len) = memory::buffer(&*registry::find(comm as u64)?)?;
        address.write(at);
        bytes.write(len);
        Ok(())
    })
}

/// As `HcclGetHcclBuffer`, and sets the whole buffer to 0 before it returns, at each call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetHcclBufferCleared(
    comm: HcclComm,
    buffer: *mut *mut c_void,
    size: *mut u64,
) -> HcclResult {
    ffi_guard!(HcclGetHcclBufferCleared, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (address, bytes) = unsafe { (arg::output(buffer, "buffer")?, arg::output(size, "size")?) };
        let (at, len) = memory::buffer_cleared(&*registry::find(comm as u64)?)?;
        address.write(at);
        bytes.write(len);
        Ok(())
    })
}

/// Gives `threadNum` threads of an engine, each with at least `notifyNumPerThread` notifies, on the
/// communicator's device. They belong to the communicator and live as long as it.
///
/// Threads are shared: asking again returns the first ones again and makes only what is missing. At most 200
/// threads and 65536 notifies per communicator. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for numbers or
/// engines out of range, `HCCL_E_UNAVAIL` beyond the limits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclThreadAcquire(
    comm: HcclComm,
    engine: MaybeUninit<CommEngine>,
    threadNum: u32,
    notifyNumPerThread: u32,
    threads: *mut ThreadHandle,
) -> HcclResult {
    ffi_guard!(HcclThreadAcquire, {
        arg::not_null(comm, "comm")?;
        arg::not_null(threads, "threads")?;
        let engine = arg::enumerator(engine, Code::PARA, "engine")?;
        check_thread_num(threadNum)?;
        if notifyNumPerThread > threads::NOTIFIES_PER_THREAD {
            bail!(
                PARA,
                "notifyNumPerThread is {notifyNumPerThread}, at most {} are allowed",
                threads::NOTIFIES_PER_THREAD
            );
        }
        let comm = registry::find(comm as u64)?;
        let handles = threads::acquire(&comm, engine, &vec![notifyNumPerThread; threadNum as usize])?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output_array(threads, threadNum as usize, "threads") }?;
        out.iter_mut().zip(handles).for_each(|(to, handle)| {
            to.write(handle);
        });
        Ok(())
    })
}

/// As `HcclThreadAcquire`, with one configuration per thread, prepared with `ThreadConfigInit`. The threads
/// come from the same pool. Engines CPU and AICPU only.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a type, an engine, a number or a magic word out of range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclThreadAcquireWithConfig(
    comm: HcclComm,
    engine: MaybeUninit<CommEngine>,
    threadNum: u32,
    r#type: MaybeUninit<ThreadType>,
    config: *const ThreadConfig,
    threads: *mut ThreadHandle,
) -> HcclResult {
    ffi_guard!(HcclThreadAcquireWithConfig, {
        arg::not_null(comm, "comm")?;
        arg::not_null(threads, "threads")?;
        if r#type.known() != Some(ThreadType::THREAD_TYPE_TS) {
            bail!(PARA, "type is {}, 0 (TS) is expected", r#type.raw());
        }
        let engine = arg::enumerator(engine, Code::PARA, "engine")?;
        check_thread_num(threadNum)?;
        // SAFETY: the caller's promise, see the module.
        let config = unsafe { arg::array(config, threadNum as usize, "config") }?;
        if let Some(at) = config.iter().position(|c| c.header.magicWord != HCOMM_THREAD_CONFIG_MAGIC_WORD) {
            bail!(
                PARA,
                "the magic word of config[{at}] is {:#x}, {HCOMM_THREAD_CONFIG_MAGIC_WORD:#x} is expected: initialise \
                 it with ThreadConfigInit",
                config[at].header.magicWord
            );
        }
        if !matches!(engine, CommEngine::COMM_ENGINE_CPU | CommEngine::COMM_ENGINE_AICPU) {
            bail!(PARA, "engine is {engine:?}, COMM_ENGINE_CPU or COMM_ENGINE_AICPU is expected");
        }
        let comm = registry::find(comm as u64)?;
        let notifies: Vec<u32> = config.iter().map(|c| u32::from(c.notifyNumPerThread)).collect();
        let handles = threads::acquire(&comm, engine, &notifies)?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output_array(threads, threadNum as usize, "threads") }?;
        out.iter_mut().zip(handles).for_each(|(to, handle)| {
            to.write(handle);
        });
        Ok(())
    })
}

/// Wraps a stream of the caller as a thread with `notifyNum` notifies, for the engines CPU, CPU_TS and CCU.
/// The same stream gives the same handle. The stream stays the caller's and must outlive the thread's use.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for other engines.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclThreadAcquireWithStream(
    comm: HcclComm,
    engine: MaybeUninit<CommEngine>,
    stream: aclrtStream,
    notifyNum: u32,
    thread: *mut ThreadHandle,
) -> HcclResult {
    ffi_guard!(HcclThreadAcquireWithStream, {
        arg::not_null(comm, "comm")?;
        arg::not_null(stream, "stream")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(thread, "thread") }?;
        let engine = arg::enumerator(engine, Code::PARA, "engine")?;
        if !matches!(threads::Pool::of(engine), Some(threads::Pool::Cpu | threads::Pool::Ccu)) {
            bail!(PARA, "engine is {engine:?}, a stream of the caller serves CPU, CPU_TS and CCU only");
        }
        out.write(threads::of_stream(&*registry::find(comm as u64)?, stream, notifyNum)?);
        Ok(())
    })
}

/// Gives a thread for one purpose of the framework. A handle of 0 with success means that none is needed: for
/// the streams of the graph engine, as there are none, and for ordering launches (`ORDER_*`), unless more
/// communicators of this process are on the device than it has AICPU processors. The threads for ordering single
/// operators and captured graphs belong to the current context, the others to the communicator.
///
/// Errors: `HCCL_E_RUNTIME` for those two without a context, `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for the invalid type, `HCCL_E_NOT_SUPPORT` for an unknown
/// one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDedicatedThreadAcquire(
    comm: HcclComm,
    useType: MaybeUninit<HcclDedicatedThreadType>,
    notifyNumPerThread: u32,
    thread: *mut ThreadHandle,
) -> HcclResult {
    ffi_guard!(HcclDedicatedThreadAcquire, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(thread, "thread") }?;
        match useType.known() {
            Some(HcclDedicatedThreadType::HCCL_DED_THREAD_TYPE_INVALID) => {
                bail!(PARA, "useType is invalid (-1)")
            }
            Some(HcclDedicatedThreadType::HCCL_DED_THREAD_TYPE_AICPU_LAUNCH) => {
                if notifyNumPerThread > 64 {
                    bail!(PARA, "notifyNumPerThread is {notifyNumPerThread}, at most 64 are allowed");
                }
                out.write(threads::dedicated(&*registry::find(comm as u64)?, notifyNumPerThread)?);
            }
            Some(
                kind @ (HcclDedicatedThreadType::HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_OPBASE
                | HcclDedicatedThreadType::HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_ACLGRAPH),
            ) => {
                let order = match kind {
                    HcclDedicatedThreadType::HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_OPBASE => {
                        threads::Order::Single
                    }
                    _ => threads::Order::Graph,
                };
                out.write(threads::ordering(&*registry::find(comm as u64)?, order, notifyNumPerThread)?);
            }
            Some(HcclDedicatedThreadType::HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_DEVICE) => {
                out.write(threads::ordering_on_device(&*registry::find(comm as u64)?, notifyNumPerThread)?);
            }
            // Streams of the graph engine: it has attached none.
            Some(_) => {
                registry::find(comm as u64)?;
                out.write(0);
            }
            None => bail!(NOT_SUPPORT, "useType is {}, 0 to 5 are known", useType.raw()),
        }
        Ok(())
    })
}

/// Makes a block of `size` bytes under a tag and an engine, in memory that the engine reads: host memory
/// filled with 0 for CPU, CPU_TS and CCU, device memory else. It lives until `HcclEngineCtxDestroy` or the
/// end of the communicator.
///
/// `ctxTag` has at most 255 characters; NULL is "". Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for size 0,
/// a long tag, another engine, or a pair that exists.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclEngineCtxCreate(
    comm: HcclComm,
    ctxTag: *const c_char,
    engine: MaybeUninit<CommEngine>,
    size: u64,
    ctx: *mut *mut c_void,
) -> HcclResult {
    ffi_guard!(HcclEngineCtxCreate, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(ctx, "ctx") }?;
        // SAFETY: the caller's promise, see the module.
        let tag = unsafe { context_tag(ctxTag) }?;
        if size == 0 {
            bail!(PARA, "size is 0");
        }
        let comm = registry::find(comm as u64)?;
        let engine = arg::enumerator(engine, Code::PARA, "engine")?;
        out.write(contexts::create(&comm, tag, engine, size)?);
        Ok(())
    })
}

/// Finds the block of a tag and an engine: its address and its size in bytes. Errors: `HCCL_E_PTR` for NULL,
/// `HCCL_E_NOT_FOUND` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclEngineCtxGet(
    comm: HcclComm,
    ctxTag: *const c_char,
    engine: MaybeUninit<CommEngine>,
    ctx: *mut *mut c_void,
    size: *mut u64,
) -> HcclResult {
    ffi_guard!(HcclEngineCtxGet, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (address, bytes) = unsafe { (arg::output(ctx, "ctx")?, arg::output(size, "size")?) };
        // SAFETY: the caller's promise, see the module.
        let tag = unsafe { context_tag(ctxTag) }?;
        let comm = registry::find(comm as u64)?;
        let (at, len) = contexts::get(&comm, tag, engine.raw())?;
        address.write(at);
        bytes.write(len);
        Ok(())
    })
}

/// Copies `size` bytes of host memory into the block of a tag and an engine, `dstCtxOffset` bytes from its
/// start, before it returns.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND` if there is no block, `HCCL_E_PARA` if it is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclEngineCtxCopy(
    comm: HcclComm,
    engine: MaybeUninit<CommEngine>,
    ctxTag: *const c_char,
    srcCtx: *const c_void,
    size: u64,
    dstCtxOffset: u64,
) -> HcclResult {
    ffi_guard!(HcclEngineCtxCopy, {
        arg::not_null(comm, "comm")?;
        arg::not_null(srcCtx, "srcCtx")?;
        // SAFETY: the caller's promise, see the module.
        let tag = unsafe { context_tag(ctxTag) }?;
        if size == 0 {
            bail!(PARA, "size is 0");
        }
        let comm = registry::find(comm as u64)?;
        // SAFETY: the caller's promise: `size` readable bytes.
        unsafe { contexts::copy(&comm, tag, engine.raw(), srcCtx, size, dstCtxOffset) }
    })
}

/// Frees the block of a tag and an engine. Errors: `HCCL_E_PTR` for a NULL communicator, `HCCL_E_PARA` if
/// there is no block.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclEngineCtxDestroy(
    comm: HcclComm,
    ctxTag: *const c_char,
    engine: MaybeUninit<CommEngine>,
) -> HcclResult {
    ffi_guard!(HcclEngineCtxDestroy, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let tag = unsafe { context_tag(ctxTag) }?;
        contexts::destroy(&*registry::find(comm as u64)?, tag, engine.raw())
    })
}

/// Registers memory under a tag, so that channels can offer it to peers (`HcclChannelDesc.memHandles`); peers
/// find it by the tag. The handle and the registration end with the communicator, and the memory must outlive
/// it.
///
/// `memTag` has 1 to 254 characters and does not start with `__hccl_`. Errors: `HCCL_E_PTR` for NULL,
/// `HCCL_E_PARA` for a tag that is used or not allowed, an empty range or no type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommMemReg(
    comm: HcclComm,
    memTag: *const c_char,
    mem: *const CommMem,
    memHandle: *mut HcclMemHandle,
) -> HcclResult {
    ffi_guard!(HcclCommMemReg, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let tag = unsafe { arg::string(memTag, HCCL_RES_TAG_MAX_LEN as usize, "memTag") }?;
        memory::check_tag(tag)?;
        // SAFETY: the caller's promise, see the module.
        let (mem, out) = unsafe { (arg::input(mem, "mem")?, arg::output(memHandle, "memHandle")?) };
        let kind = match arg::enumerator(mem.r#type, Code::PARA, "mem->type")? {
            CommMemType::COMM_MEM_TYPE_INVALID => bail!(PARA, "mem->type is invalid (-1)"),
            kind => kind,
        };
        arg::not_null(mem.addr, "mem->addr")?;
        if mem.size == 0 {
            bail!(PARA, "mem->size is 0");
        }
        let comm = registry::find(comm as u64)?;
        out.write(memory::register(&comm, tag, kind, mem.addr as u64, mem.size)? as HcclMemHandle);
        Ok(())
    })
}

/// Gives what lies beneath a thread of this communicator: with `THREAD_RES_TYPE_STREAM` its `aclrtStream`,
/// which stays the thread's.
///
/// `infoLen` is the size of a pointer. Errors, in this order: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_SUPPORT` for
/// other kinds, `HCCL_E_NOT_FOUND` for a thread of somebody else, `HCCL_E_PARA` for another length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclThreadResGetInfo(
    comm: HcclComm,
    thread: ThreadHandle,
    resType: MaybeUninit<ThreadResType>,
    infoLen: u32,
    info: *mut *mut c_void,
) -> HcclResult {
    ffi_guard!(HcclThreadResGetInfo, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(info, "info") }?;
        let comm = registry::find(comm as u64)?;
        if !comm.product().is_v2() || resType.known() != Some(ThreadResType::THREAD_RES_TYPE_STREAM) {
            bail!(NOT_SUPPORT, "resource {} of a thread is not told on this product", resType.raw());
        }
        let stream = threads::stream_of(&comm, thread)?;
        if infoLen as usize != size_of::<aclrtStream>() {
            bail!(PARA, "infoLen is {infoLen}, a stream has {} bytes", size_of::<aclrtStream>());
        }
        out.write(stream);
        Ok(())
    })
}
