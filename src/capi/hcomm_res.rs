//! C functions of `hcomm/hcomm_res.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    CommEngine, CommMem, EndpointDesc, EndpointHandle, HcommEndpointFeatureType, HcommMemHandle, HcommResult,
    ThreadHandle, ThreadResType,
};

/// Opens the port that `endpoint` describes and returns a handle for it; the caller destroys it with
/// `HcommEndpointDestroy`. Each call makes a new handle. Thread-safe.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a location or a pair of protocol and location that does
/// not exist, `HCCL_E_NOT_SUPPORT` for an address that the protocol cannot use.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommEndpointCreate(
    endpoint: *const EndpointDesc,
    endpointHandle: *mut EndpointHandle,
) -> HcommResult {
    stub!(HcommEndpointCreate(endpoint, endpointHandle))
}

/// Closes an endpoint. Destroy its channels first.
///
/// Errors: `HCCL_E_NOT_FOUND` if the handle does not live, `HCCL_E_UNAVAIL` if channels with a shared queue
/// still use it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommEndpointDestroy(endpointHandle: EndpointHandle) -> HcommResult {
    stub!(HcommEndpointDestroy(endpointHandle))
}

/// Number of endpoints of the device with this logical id. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a
/// negative id, `HCCL_E_NOT_SUPPORT` for devices without a list.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommEndpointGetDescNum(deviceLogicId: i32, descNum: *mut u32) -> HcommResult {
    stub!(HcommEndpointGetDescNum(deviceLogicId, descNum))
}

/// Writes the endpoints of a device. `*descNum` is the room of `endpointDescs` on entry and the number
/// written on return.
///
/// Errors: those of `HcommEndpointGetDescNum`, and `HCCL_E_PARA` if the room is too small; nothing is written
/// then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommEndpointGetDescs(
    deviceLogicId: i32,
    descNum: *mut u32,
    endpointDescs: *mut EndpointDesc,
) -> HcommResult {
    stub!(HcommEndpointGetDescs(deviceLogicId, descNum, endpointDescs))
}

/// Registers memory at an endpoint, so that channels of it may use the range; the caller ends that with
/// `HcommMemUnreg`. A range inside a registered one shares its registration.
///
/// `memTag` is text for diagnosis and may be NULL. The memory must outlive the registration. Errors, in this
/// order: `HCCL_E_NOT_FOUND` for an endpoint that does not live, `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for an
/// empty range or no type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemReg(
    endpointHandle: EndpointHandle,
    memTag: *const c_char,
    mem: *const CommMem,
    memHandle: *mut HcommMemHandle,
) -> HcommResult {
    stub!(HcommMemReg(endpointHandle, memTag, mem, memHandle))
}

/// Ends a registration. Errors: `HCCL_E_PTR` for a NULL handle, `HCCL_E_NOT_FOUND` for one that does not
/// live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemUnreg(
    endpointHandle: EndpointHandle,
    memHandle: HcommMemHandle,
) -> HcommResult {
    stub!(HcommMemUnreg(endpointHandle, memHandle))
}

/// Describes registered memory for another process: `*memDesc` points to `*memDescLen` bytes of the library,
/// valid until the memory is unregistered; send a copy.
///
/// Errors: `HCCL_E_NOT_FOUND` for handles that do not live, `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemExport(
    endpointHandle: EndpointHandle,
    memHandle: HcommMemHandle,
    memDesc: *mut *mut c_void,
    memDescLen: *mut u32,
) -> HcommResult {
    stub!(HcommMemExport(endpointHandle, memHandle, memDesc, memDescLen))
}

/// Makes memory that another process exported usable at this endpoint; `outMem` gets its address, as
/// operations of channels take it, and its size in bytes.
///
/// Importing the same description again gives `HCCL_E_AGAIN` and counts. Errors: `HCCL_E_NOT_FOUND` for an
/// endpoint that does not live, `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a length of 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemImport(
    endpointHandle: EndpointHandle,
    memDesc: *const c_void,
    descLen: u32,
    outMem: *mut CommMem,
) -> HcommResult {
    stub!(HcommMemImport(endpointHandle, memDesc, descLen, outMem))
}

/// Ends one import. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND` for a description that is not imported,
/// `HCCL_E_AGAIN` while other imports of it remain.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemUnimport(
    endpointHandle: EndpointHandle,
    memDesc: *const c_void,
    descLen: u32,
) -> HcommResult {
    stub!(HcommMemUnimport(endpointHandle, memDesc, descLen))
}

/// Makes `threadNum` threads (1 to 1000) of an engine on the current device, each a queue of tasks with
/// `notifyNumPerThread[0]` notifies (at most 64). The caller frees them with `HcommThreadFree`.
///
/// On failure no thread is made. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for numbers or engines out of
/// range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadAlloc(
    engine: MaybeUninit<CommEngine>,
    threadNum: u32,
    notifyNumPerThread: *const u32,
    threads: *mut ThreadHandle,
) -> HcommResult {
    stub!(HcommThreadAlloc(engine, threadNum, notifyNumPerThread, threads))
}

/// Frees threads. It does not wait for what they still have to do: synchronise first.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a number of 0 or above 1000, `HCCL_E_NOT_FOUND` at the
/// first handle that does not live; those before it are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadFree(threads: *const ThreadHandle, threadNum: u32) -> HcommResult {
    stub!(HcommThreadFree(threads, threadNum))
}

/// TCP port on which the endpoint waits for channels, for `HcommChannelDesc.port` of the other side. The
/// first call opens it.
///
/// Errors: `HCCL_E_NOT_FOUND` for an endpoint that does not live, `HCCL_E_PTR` for NULL, `HCCL_E_NOT_SUPPORT`
/// for endpoints that do not listen.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommEndpointGetListenPort(
    endpointHandle: EndpointHandle,
    port: *mut u32,
) -> HcommResult {
    stub!(HcommEndpointGetListenPort(endpointHandle, port))
}

/// Gives what lies beneath a thread: with `THREAD_RES_TYPE_STREAM` its `aclrtStream`, which stays the
/// thread's.
///
/// `infoLen` is the size of a pointer. Errors: `HCCL_E_PTR` for NULL or a thread of 0, `HCCL_E_NOT_SUPPORT`
/// for other kinds, `HCCL_E_PARA` for another length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadResGetInfo(
    thread: ThreadHandle,
    resType: MaybeUninit<ThreadResType>,
    infoLen: u32,
    info: *mut *mut c_void,
) -> HcommResult {
    stub!(HcommThreadResGetInfo(thread, resType, infoLen, info))
}

/// Tells whether an endpoint offers a feature; unknown features are not offered, which is no error. Errors:
/// `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommEndpointCheckFeature(
    featureType: MaybeUninit<HcommEndpointFeatureType>,
    endpointDesc: *const EndpointDesc,
    value: *mut bool,
) -> HcommResult {
    stub!(HcommEndpointCheckFeature(featureType, endpointDesc, value))
}

/// Allocates `size` bytes of device memory that other ranks can map; the size is rounded up to the
/// granularity of the device. The caller frees it with `HcommMemFree`.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for 0 bytes, `HCCL_E_RUNTIME` if the device has no room.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemAlloc(ptr: *mut *mut c_void, size: usize) -> HcommResult {
    stub!(HcommMemAlloc(ptr, size))
}

/// Frees memory of `HcommMemAlloc`; NULL is no error. Errors: `HCCL_E_RUNTIME` for other addresses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemFree(ptr: *mut c_void) -> HcommResult {
    stub!(HcommMemFree(ptr))
}
