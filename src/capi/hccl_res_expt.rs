//! C functions of `hccl/hccl_res_expt.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{Callback, CommEngine, HcclComm, HcclResult, ThreadHandle};
use hcomm_base::{Code, bail};

use super::arg;
use crate::control::{channels, memory, messages, registry, threads};

/// Address and size in bytes of the exchange buffer of another rank of this server. Errors: `HCCL_E_PTR` for
/// NULL, `HCCL_E_PARA` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetRemoteIpcHcclBuf(
    comm: HcclComm,
    remoteRank: u64,
    addr: *mut *mut c_void,
    size: *mut u64,
) -> HcclResult {
    ffi_guard!(HcclGetRemoteIpcHcclBuf, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (address, bytes) = unsafe { (arg::output(addr, "addr")?, arg::output(size, "size")?) };
        let comm = registry::find(comm as u64)?;
        let Ok(rank) = u32::try_from(remoteRank) else { bail!(PARA, "remoteRank is {remoteRank}") };
        let (at, len) = channels::buffer_of_rank(&comm, rank)?;
        address.write(at);
        bytes.write(len);
        Ok(())
    })
}

/// Gives device memory of the communicator under a tag: new with `*newCreated` true, or that of an earlier
/// call with the same size. It lives as long as the communicator; the content of new memory is undefined.
/// `memTag` NULL is the empty tag; `newCreated` may be NULL.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a long tag or another size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDevMemAcquire(
    comm: HcclComm,
    memTag: *const c_char,
    size: *mut u64,
    addr: *mut *mut c_void,
    newCreated: *mut bool,
) -> HcclResult {
    ffi_guard!(HcclDevMemAcquire, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (wanted, out) = unsafe { (arg::input(size, "size")?, arg::output(addr, "addr")?) };
        let tag = match memTag.is_null() {
            true => "",
            // SAFETY: the caller's promise, see the module.
            false => unsafe { arg::string(memTag, 255, "memTag") }?,
        };
        let (at, new) = memory::named(&*registry::find(comm as u64)?, tag, *wanted)?;
        out.write(at);
        // SAFETY: the caller's promise, see the module.
        if let Ok(created) = unsafe { arg::output(newCreated, "newCreated") } {
            created.write(new);
        }
        Ok(())
    })
}

/// Turns threads of one engine into handles that another engine can use in notify operations; at most 40 per
/// call. The handles live as long as the threads.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for numbers, engines or threads that do not fit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclThreadExportToCommEngine(
    comm: HcclComm,
    threadNum: u32,
    threads: *const ThreadHandle,
    dstCommEngine: MaybeUninit<CommEngine>,
    exportedThreads: *mut ThreadHandle,
) -> HcclResult {
    ffi_guard!(HcclThreadExportToCommEngine, {
        arg::not_null(comm, "comm")?;
        arg::not_null(threads, "threads")?;
        arg::not_null(exportedThreads, "exportedThreads")?;
        let engine = arg::enumerator(dstCommEngine, Code::PARA, "dstCommEngine")?;
        if threadNum == 0 || threadNum > threads::EXPORT_MAX {
            bail!(PARA, "threadNum is {threadNum}, 1 to {} are expected", threads::EXPORT_MAX);
        }
        if !matches!(threads::Pool::of(engine), Some(threads::Pool::Cpu | threads::Pool::Aicpu)) {
            bail!(PARA, "dstCommEngine is {engine:?}, CPU, CPU_TS, AICPU or AICPU_TS is expected");
        }
        // SAFETY: the caller's promise, see the module.
        let (handles, out) = unsafe {
            (
                arg::array(threads, threadNum as usize, "threads")?,
                arg::output_array(exportedThreads, threadNum as usize, "exportedThreads")?,
            )
        };
        let exported = threads::export(&*registry::find(comm as u64)?, handles)?;
        out.iter_mut().zip(exported).for_each(|(to, handle)| {
            to.write(handle);
        });
        Ok(())
    })
}

/// Registers a function that the library calls for messages with this tag that kernels send to the host
/// (`HcommSendRequest`): with the address and the number of the bytes, on a thread of the communicator, one
/// message after the other. The kernel gets what the function leaves in the bytes. A result that is not 0 is a
/// failure, which the kernel and the communicator's asynchronous error hear of. The function may register and
/// unregister.
///
/// The first function of a tag stays. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a tag of more than 255
/// characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclTaskRegister(comm: HcclComm, msgTag: *const c_char, cb: Callback) -> i32 {
    ffi_guard!(HcclTaskRegister, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let tag = unsafe { arg::string(msgTag, messages::TAG_MAX, "msgTag") }?;
        let Some(handler) = cb else { bail!(PTR, "cb is NULL") };
        messages::register(&*registry::find(comm as u64)?, tag, handler)
    })
}

/// Ends the registration of a tag; a call that runs already goes on. Errors: `HCCL_E_PTR` for NULL,
/// `HCCL_E_NOT_FOUND` for an unknown tag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclTaskUnRegister(comm: HcclComm, msgTag: *const c_char) -> i32 {
    ffi_guard!(HcclTaskUnRegister, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let tag = unsafe { arg::string(msgTag, messages::TAG_MAX, "msgTag") }?;
        messages::unregister(&*registry::find(comm as u64)?, tag)
    })
}

/// Sends `length` bytes (1 to 2048) along when this rank connects channels the next time; all ranks concerned
/// must do so. A second call replaces the bytes.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for another length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommAddExchangeInfo(
    comm: HcclComm,
    data: *const c_void,
    length: u32,
) -> HcclResult {
    ffi_guard!(HcclCommAddExchangeInfo, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let bytes = unsafe { arg::array(data.cast::<u8>(), length as usize, "data") }?;
        if length == 0 || length > channels::EXCHANGE_MAX {
            bail!(PARA, "length is {length}, 1 to {} are expected", channels::EXCHANGE_MAX);
        }
        channels::set_exchange(&*registry::find(comm as u64)?, bytes)
    })
}

/// Takes the bytes that a peer sent with `HcclCommAddExchangeInfo`; `*actualLength` is 0 if there are none.
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for another length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommGetExchangeInfo(
    comm: HcclComm,
    remoteRank: u32,
    length: u32,
    data: *mut c_void,
    actualLength: *mut u32,
) -> HcclResult {
    ffi_guard!(HcclCommGetExchangeInfo, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (out, actual) = unsafe {
            (
                arg::output_array(data.cast::<u8>(), length as usize, "data")?,
                arg::output(actualLength, "actualLength")?,
            )
        };
        let bytes = channels::take_exchange(&*registry::find(comm as u64)?, remoteRank, length)?;
        actual.write(bytes.as_ref().map_or(0, |bytes| bytes.len() as u32));
        out.iter_mut().zip(bytes.unwrap_or_default()).for_each(|(to, byte)| {
            to.write(byte);
        });
        Ok(())
    })
}

/// Forgets the bytes of `HcclCommAddExchangeInfo` that were not sent yet. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommResetExchangeInfo(comm: HcclComm) -> HcclResult {
    ffi_guard!(HcclCommResetExchangeInfo, {
        arg::not_null(comm, "comm")?;
        channels::set_exchange(&*registry::find(comm as u64)?, &[])
    })
}
