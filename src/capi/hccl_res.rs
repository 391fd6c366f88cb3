//! C functions of `hccl/hccl_res.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    CommEngine, CommMem, HcclComm, HcclDedicatedThreadType, HcclMemHandle, HcclResult, ThreadConfig,
    ThreadHandle, ThreadResType, ThreadType, aclrtStream,
};

/// `HcclGetHcclBuffer` of `hccl/hccl_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetHcclBuffer(
    comm: HcclComm,
    buffer: *mut *mut c_void,
    size: *mut u64,
) -> HcclResult {
    stub!(HcclGetHcclBuffer(comm, buffer, size))
}

/// `HcclGetHcclBufferCleared` of `hccl/hccl_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetHcclBufferCleared(
    comm: HcclComm,
    buffer: *mut *mut c_void,
    size: *mut u64,
) -> HcclResult {
    stub!(HcclGetHcclBufferCleared(comm, buffer, size))
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
    stub!(HcclThreadAcquire(comm, engine, threadNum, notifyNumPerThread, threads))
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
    stub!(HcclThreadAcquireWithConfig(comm, engine, threadNum, r#type, config, threads))
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
    stub!(HcclThreadAcquireWithStream(comm, engine, stream, notifyNum, thread))
}

/// `HcclDedicatedThreadAcquire` of `hccl/hccl_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDedicatedThreadAcquire(
    comm: HcclComm,
    useType: MaybeUninit<HcclDedicatedThreadType>,
    notifyNumPerThread: u32,
    thread: *mut ThreadHandle,
) -> HcclResult {
    stub!(HcclDedicatedThreadAcquire(comm, useType, notifyNumPerThread, thread))
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
    stub!(HcclEngineCtxCreate(comm, ctxTag, engine, size, ctx))
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
    stub!(HcclEngineCtxGet(comm, ctxTag, engine, ctx, size))
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
    stub!(HcclEngineCtxCopy(comm, engine, ctxTag, srcCtx, size, dstCtxOffset))
}

/// `HcclEngineCtxDestroy` of `hccl/hccl_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclEngineCtxDestroy(
    comm: HcclComm,
    ctxTag: *const c_char,
    engine: MaybeUninit<CommEngine>,
) -> HcclResult {
    stub!(HcclEngineCtxDestroy(comm, ctxTag, engine))
}

/// `HcclCommMemReg` of `hccl/hccl_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommMemReg(
    comm: HcclComm,
    memTag: *const c_char,
    mem: *const CommMem,
    memHandle: *mut HcclMemHandle,
) -> HcclResult {
    stub!(HcclCommMemReg(comm, memTag, mem, memHandle))
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
    stub!(HcclThreadResGetInfo(comm, thread, resType, infoLen, info))
}
