//! C functions of `hcomm/hcomm_res.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    CommEngine, CommMem, CommMemType, EndpointDesc, EndpointHandle, EnumArg, HcommEndpointFeatureType,
    HcommMemHandle, HcommResult, ThreadHandle, ThreadResType,
};
use hcomm_base::{Code, Error, bail};

use super::arg;
use crate::control::threads::Pool;
use crate::control::{base_threads, endpoint, plugin};

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
    ffi_guard!(HcommEndpointCreate, {
        // SAFETY: the caller's promise, see the module.
        let (endpoint, out) =
            unsafe { (arg::input(endpoint, "endpoint")?, arg::output(endpointHandle, "endpointHandle")?) };
        let handle = match plugin::create_endpoint(endpoint)? {
            Some(handle) => handle,
            None => endpoint::create(endpoint)?,
        };
        out.write(handle as EndpointHandle);
        Ok(())
    })
}

/// Closes an endpoint. Destroy its channels first.
///
/// Errors: `HCCL_E_NOT_FOUND` if the handle does not live, `HCCL_E_UNAVAIL` while it has channels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommEndpointDestroy(endpointHandle: EndpointHandle) -> HcommResult {
    ffi_guard!(HcommEndpointDestroy, {
        match plugin::destroy_endpoint(endpointHandle as u64) {
            Some(result) => result,
            None => endpoint::destroy(endpointHandle as u64),
        }
    })
}

/// Number of endpoints of the device with this logical id. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a
/// negative id, `HCCL_E_NOT_SUPPORT` for devices without a list.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommEndpointGetDescNum(deviceLogicId: i32, descNum: *mut u32) -> HcommResult {
    ffi_guard!(HcommEndpointGetDescNum, {
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(descNum, "descNum") }?;
        out.write(0);
        out.write(endpoint::descriptions(deviceLogicId)?.len() as u32);
        Ok(())
    })
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
    ffi_guard!(HcommEndpointGetDescs, {
        // SAFETY: the caller's promise, see the module.
        let room = *unsafe { arg::input(descNum, "descNum") }?;
        // SAFETY: as above; `descNum` says how many elements there are.
        let out = unsafe { arg::output_array(endpointDescs, room as usize, "endpointDescs") }?;
        let descriptions = endpoint::descriptions(deviceLogicId)?;
        if descriptions.len() > room as usize {
            bail!(PARA, "*descNum is {room}, room for {} endpoints is needed", descriptions.len());
        }
        // SAFETY: as above; nobody reads it in between.
        unsafe { arg::output(descNum, "descNum") }?.write(descriptions.len() as u32);
        for (to, description) in out.iter_mut().zip(descriptions) {
            to.write(description);
        }
        Ok(())
    })
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
    ffi_guard!(HcommMemReg, {
        if let Some(endpoint) = plugin::endpoint(endpointHandle as u64) {
            // SAFETY: the caller's promise, see the module; the plug-in gets what came.
            return unsafe { endpoint.register(mem, memTag, memHandle) };
        }
        endpoint::check(endpointHandle as u64)?;
        // SAFETY: the caller's promise, see the module.
        let (mem, out) = unsafe { (arg::input(mem, "mem")?, arg::output(memHandle, "memHandle")?) };
        arg::not_null(mem.addr, "mem->addr")?;
        if mem.size == 0 {
            bail!(PARA, "mem->size is 0");
        }
        let kind = match arg::enumerator(mem.r#type, Code::PARA, "mem->type")? {
            CommMemType::COMM_MEM_TYPE_INVALID => bail!(PARA, "mem->type is invalid (-1)"),
            kind => kind,
        };
        if !memTag.is_null() {
            // A text for whoever reads the caller's code; only its length is looked at.
            // SAFETY: the caller's promise, see the module.
            unsafe { arg::string(memTag, endpoint::TAG_MAX, "memTag") }?;
        }
        let handle = endpoint::register(endpointHandle as u64, kind, mem.addr as u64, mem.size)?;
        out.write(handle as HcommMemHandle);
        Ok(())
    })
}

/// Ends a registration. Errors: `HCCL_E_PTR` for a NULL handle, `HCCL_E_NOT_FOUND` for one that does not
/// live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemUnreg(
    endpointHandle: EndpointHandle,
    memHandle: HcommMemHandle,
) -> HcommResult {
    ffi_guard!(HcommMemUnreg, {
        if let Some(endpoint) = plugin::endpoint(endpointHandle as u64) {
            // SAFETY: the caller's promise, see the module; the plug-in gets what came.
            return unsafe { endpoint.unregister(memHandle) };
        }
        endpoint::check(endpointHandle as u64)?;
        arg::not_null(memHandle, "memHandle")?;
        endpoint::unregister(endpointHandle as u64, memHandle as u64)
    })
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
    ffi_guard!(HcommMemExport, {
        if let Some(endpoint) = plugin::endpoint(endpointHandle as u64) {
            // SAFETY: the caller's promise, see the module; the plug-in gets what came.
            return unsafe { endpoint.export(memHandle, memDesc, memDescLen) };
        }
        endpoint::check(endpointHandle as u64)?;
        arg::not_null(memHandle, "memHandle")?;
        // SAFETY: the caller's promise, see the module.
        let (address, len) =
            unsafe { (arg::output(memDesc, "memDesc")?, arg::output(memDescLen, "memDescLen")?) };
        let (bytes, count) = endpoint::export(endpointHandle as u64, memHandle as u64)?;
        address.write(bytes.cast_mut().cast());
        len.write(count);
        Ok(())
    })
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
    ffi_guard!(HcommMemImport, {
        if let Some(endpoint) = plugin::endpoint(endpointHandle as u64) {
            // SAFETY: the caller's promise, see the module; the plug-in gets what came.
            return unsafe { endpoint.import(memDesc, descLen, outMem) };
        }
        endpoint::check(endpointHandle as u64)?;
        // SAFETY: the caller's promise, see the module.
        let bytes = unsafe { arg::array(memDesc.cast::<u8>(), descLen as usize, "memDesc") }?;
        // SAFETY: as above.
        let out = unsafe { arg::output(outMem, "outMem") }?;
        let imported = endpoint::import(endpointHandle as u64, bytes)?;
        if let Some(memory) = imported.memory {
            out.write(memory);
        }
        if imported.again {
            let text = "the memory descriptor was imported before; its address is the same";
            return Err(Error::answer(Code::AGAIN, text));
        }
        Ok(())
    })
}

/// Ends one import. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND` for a description that is not imported,
/// `HCCL_E_AGAIN` while other imports of it remain.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemUnimport(
    endpointHandle: EndpointHandle,
    memDesc: *const c_void,
    descLen: u32,
) -> HcommResult {
    ffi_guard!(HcommMemUnimport, {
        if let Some(endpoint) = plugin::endpoint(endpointHandle as u64) {
            // SAFETY: the caller's promise, see the module; the plug-in gets what came.
            return unsafe { endpoint.unimport(memDesc, descLen) };
        }
        endpoint::check(endpointHandle as u64)?;
        // SAFETY: the caller's promise, see the module.
        let bytes = unsafe { arg::array(memDesc.cast::<u8>(), descLen as usize, "memDesc") }?;
        endpoint::unimport(endpointHandle as u64, bytes)
    })
}

/// Makes `threadNum` threads (1 to 1000) of an engine on the current device, each a queue of tasks with as
/// many notifies as its element of `notifyNumPerThread` says (at most 64). The caller frees them with
/// `HcommThreadFree`.
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
    ffi_guard!(HcommThreadAlloc, {
        arg::not_null(threads, "threads")?;
        arg::not_null(notifyNumPerThread, "notifyNumPerThread")?;
        if threadNum == 0 || threadNum > base_threads::THREADS_MAX {
            bail!(PARA, "threadNum is {threadNum}, 1 to {} are expected", base_threads::THREADS_MAX);
        }
        // SAFETY: the caller's promise, see the module.
        let notifies = unsafe { arg::array(notifyNumPerThread, threadNum as usize, "notifyNumPerThread") }?;
        if let Some(at) = notifies.iter().position(|&num| num > base_threads::NOTIFIES_MAX) {
            bail!(
                PARA,
                "notifyNumPerThread[{at}] is {}, at most {} are allowed",
                notifies[at],
                base_threads::NOTIFIES_MAX
            );
        }
        let engine = arg::enumerator(engine, Code::PARA, "engine")?;
        match Pool::of(engine) {
            None | Some(Pool::Aiv) => bail!(PARA, "engine is {engine:?}, which runs no threads"),
            Some(Pool::Aicpu) if threadNum > base_threads::AICPU_THREADS_MAX => bail!(
                PARA,
                "threadNum is {threadNum}, at most {} are allowed for {engine:?}",
                base_threads::AICPU_THREADS_MAX
            ),
            Some(_) => {}
        }
        let handles = base_threads::alloc(engine, notifies)?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output_array(threads, threadNum as usize, "threads") }?;
        for (to, handle) in out.iter_mut().zip(handles) {
            to.write(handle);
        }
        Ok(())
    })
}

/// Frees threads. It does not wait for what they still have to do: synchronise first.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a number of 0 or above 1000, `HCCL_E_NOT_FOUND` at the
/// first handle that does not live; those before it are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommThreadFree(threads: *const ThreadHandle, threadNum: u32) -> HcommResult {
    ffi_guard!(HcommThreadFree, {
        arg::not_null(threads, "threads")?;
        if threadNum == 0 || threadNum > base_threads::THREADS_MAX {
            bail!(PARA, "threadNum is {threadNum}, 1 to {} are expected", base_threads::THREADS_MAX);
        }
        // SAFETY: the caller's promise, see the module.
        base_threads::free(unsafe { arg::array(threads, threadNum as usize, "threads") }?)
    })
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
    ffi_guard!(HcommEndpointGetListenPort, {
        if let Some(endpoint) = plugin::endpoint(endpointHandle as u64) {
            // SAFETY: the caller's promise, see the module; the plug-in gets what came.
            return unsafe { endpoint.listen_port(port) };
        }
        endpoint::check(endpointHandle as u64)?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(port, "port") }?;
        out.write(u32::from(endpoint::listen_port(endpointHandle as u64)?));
        Ok(())
    })
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
    ffi_guard!(HcommThreadResGetInfo, {
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(info, "info") }?;
        if thread == 0 {
            bail!(PTR, "thread is 0");
        }
        if resType.known() != Some(ThreadResType::THREAD_RES_TYPE_STREAM) {
            bail!(NOT_SUPPORT, "resType is {}, 0 (stream) is expected", resType.raw());
        }
        if infoLen as usize != size_of::<*mut c_void>() {
            bail!(PARA, "infoLen is {infoLen}, a stream has {} bytes", size_of::<*mut c_void>());
        }
        out.write(base_threads::stream_of(thread)?);
        Ok(())
    })
}

/// Tells whether an endpoint offers a feature; unknown features are not offered, which is no error. Errors:
/// `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommEndpointCheckFeature(
    featureType: MaybeUninit<HcommEndpointFeatureType>,
    endpointDesc: *const EndpointDesc,
    value: *mut bool,
) -> HcommResult {
    ffi_guard!(HcommEndpointCheckFeature, {
        arg::not_null(endpointDesc, "endpointDesc")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(value, "value") }?;
        // The only feature there is belongs to RoCE ports of the host.
        let _ = featureType;
        out.write(false);
        Ok(())
    })
}

/// Allocates `size` bytes of device memory that other ranks can map; the size is rounded up to the
/// granularity of the device. The caller frees it with `HcommMemFree`.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for 0 bytes, `HCCL_E_RUNTIME` if the device has no room.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemAlloc(ptr: *mut *mut c_void, size: usize) -> HcommResult {
    ffi_guard!(HcommMemAlloc, {
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(ptr, "ptr") }?;
        if size == 0 {
            bail!(PARA, "size is 0");
        }
        out.write(base_threads::alloc_memory(size as u64)?);
        Ok(())
    })
}

/// Frees memory of `HcommMemAlloc`; NULL is no error. Errors: `HCCL_E_RUNTIME` for other addresses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommMemFree(ptr: *mut c_void) -> HcommResult {
    ffi_guard!(HcommMemFree, {
        match core::ptr::NonNull::new(ptr) {
            // SAFETY: the caller gives the memory up.
            Some(memory) => unsafe { base_threads::free_memory(memory) },
            None => Ok(()),
        }
    })
}
