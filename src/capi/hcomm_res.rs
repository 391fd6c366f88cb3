//! C functions of `hcomm/hcomm_res.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    CommEngine, CommMem, EndpointDesc, EndpointHandle, HcommEndpointFeatureType, HcommMemHandle, HcommResult,
    ThreadHandle, ThreadResType,
};

/// `HcommEndpointCreate` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommEndpointCreate(
    endpoint: *const EndpointDesc,
    endpointHandle: *mut EndpointHandle,
) -> HcommResult {
    stub!(HcommEndpointCreate(endpoint, endpointHandle))
}

/// `HcommEndpointDestroy` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommEndpointDestroy(endpointHandle: EndpointHandle) -> HcommResult {
    stub!(HcommEndpointDestroy(endpointHandle))
}

/// `HcommEndpointGetDescNum` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommEndpointGetDescNum(deviceLogicId: i32, descNum: *mut u32) -> HcommResult {
    stub!(HcommEndpointGetDescNum(deviceLogicId, descNum))
}

/// `HcommEndpointGetDescs` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommEndpointGetDescs(
    deviceLogicId: i32,
    descNum: *mut u32,
    endpointDescs: *mut EndpointDesc,
) -> HcommResult {
    stub!(HcommEndpointGetDescs(deviceLogicId, descNum, endpointDescs))
}

/// `HcommMemReg` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemReg(
    endpointHandle: EndpointHandle,
    memTag: *const c_char,
    mem: *const CommMem,
    memHandle: *mut HcommMemHandle,
) -> HcommResult {
    stub!(HcommMemReg(endpointHandle, memTag, mem, memHandle))
}

/// `HcommMemUnreg` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemUnreg(
    endpointHandle: EndpointHandle,
    memHandle: HcommMemHandle,
) -> HcommResult {
    stub!(HcommMemUnreg(endpointHandle, memHandle))
}

/// `HcommMemExport` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemExport(
    endpointHandle: EndpointHandle,
    memHandle: HcommMemHandle,
    memDesc: *mut *mut c_void,
    memDescLen: *mut u32,
) -> HcommResult {
    stub!(HcommMemExport(endpointHandle, memHandle, memDesc, memDescLen))
}

/// `HcommMemImport` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemImport(
    endpointHandle: EndpointHandle,
    memDesc: *const c_void,
    descLen: u32,
    outMem: *mut CommMem,
) -> HcommResult {
    stub!(HcommMemImport(endpointHandle, memDesc, descLen, outMem))
}

/// `HcommMemUnimport` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemUnimport(
    endpointHandle: EndpointHandle,
    memDesc: *const c_void,
    descLen: u32,
) -> HcommResult {
    stub!(HcommMemUnimport(endpointHandle, memDesc, descLen))
}

/// `HcommThreadAlloc` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadAlloc(
    engine: MaybeUninit<CommEngine>,
    threadNum: u32,
    notifyNumPerThread: *const u32,
    threads: *mut ThreadHandle,
) -> HcommResult {
    stub!(HcommThreadAlloc(engine, threadNum, notifyNumPerThread, threads))
}

/// `HcommThreadFree` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadFree(threads: *const ThreadHandle, threadNum: u32) -> HcommResult {
    stub!(HcommThreadFree(threads, threadNum))
}

/// `HcommEndpointGetListenPort` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommEndpointGetListenPort(
    endpointHandle: EndpointHandle,
    port: *mut u32,
) -> HcommResult {
    stub!(HcommEndpointGetListenPort(endpointHandle, port))
}

/// `HcommThreadResGetInfo` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadResGetInfo(
    thread: ThreadHandle,
    resType: MaybeUninit<ThreadResType>,
    infoLen: u32,
    info: *mut *mut c_void,
) -> HcommResult {
    stub!(HcommThreadResGetInfo(thread, resType, infoLen, info))
}

/// `HcommEndpointCheckFeature` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommEndpointCheckFeature(
    featureType: MaybeUninit<HcommEndpointFeatureType>,
    endpointDesc: *const EndpointDesc,
    value: *mut bool,
) -> HcommResult {
    stub!(HcommEndpointCheckFeature(featureType, endpointDesc, value))
}

/// `HcommMemAlloc` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemAlloc(ptr: *mut *mut c_void, size: usize) -> HcommResult {
    stub!(HcommMemAlloc(ptr, size))
}

/// `HcommMemFree` of `hcomm/hcomm_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemFree(ptr: *mut c_void) -> HcommResult {
    stub!(HcommMemFree(ptr))
}
