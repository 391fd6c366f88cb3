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

/// `HcclGetHcclBuffer` of `hccl/hccl_res.h`.
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

/// `HcclGetHcclBufferCleared` of `hccl/hccl_res.h`.
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

/// `HcclThreadAcquire` of `hccl/hccl_res.h`.
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

/// `HcclThreadAcquireWithConfig` of `hccl/hccl_res.h`.
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

/// `HcclThreadAcquireWithStream` of `hccl/hccl_res.h`.
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

/// `HcclDedicatedThreadAcquire` of `hccl/hccl_res.h`.
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
            // Kernels have processors of their own here, so their launches need no common order.
            Some(_) => {
                registry::find(comm as u64)?;
                out.write(0);
            }
            None => bail!(NOT_SUPPORT, "useType is {}, 0 to 5 are known", useType.raw()),
        }
        Ok(())
    })
}

/// `HcclEngineCtxCreate` of `hccl/hccl_res.h`.
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

/// `HcclEngineCtxGet` of `hccl/hccl_res.h`.
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

/// `HcclEngineCtxCopy` of `hccl/hccl_res.h`.
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

/// `HcclEngineCtxDestroy` of `hccl/hccl_res.h`.
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

/// `HcclCommMemReg` of `hccl/hccl_res.h`.
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

/// `HcclThreadResGetInfo` of `hccl/hccl_res.h`.
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
