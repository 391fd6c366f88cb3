//! C functions of `hccl/hccl_comm.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    AbiEnum, EnumArg, HcclComm, HcclCommConfig, HcclCommStateCallback, HcclCommStatus, HcclCommSymWindow,
    HcclConfig, HcclConfigType, HcclConfigValue, HcclResult, HcclRootInfo, ResultCode, aclrtDrvMemHandle,
    aclrtStream,
};
use hcomm_base::{Code, Result, bail};

use super::arg;
use crate::control::bootstrap::{RootInfo, hub, root_info};
use crate::control::comm::{self, product};
use crate::control::config::{Config, NAME_MAX};
use crate::control::{barrier, deterministic, group, registry, state_callbacks, window, zero_copy};

/// `HCCL_WIN_COLL_SYMMETRIC`.
const WINDOW_COLL_SYMMETRIC: u32 = 1;
/// Bytes of the text that `HcclConfigGetInfo` gives for the algorithm.
const ALGO_BYTES: usize = 1600;

/// Where a call that may run at the end of a group writes its communicator.
struct Out(*mut HcclComm);

// SAFETY: the caller of the C function promises that the address stays writable until the group ends, on any thread.
unsafe impl Send for Out {}

impl Out {
    fn write(&self, handle: u64) {
        // SAFETY: not NULL, as checked; see above.
        unsafe { self.0.write(handle as HcclComm) };
    }
}

fn check_rank(rank: u32, size: u32) -> Result {
    if size == 0 {
        bail!(PARA, "nRanks is 0");
    }
    if size > hub::RANKS_MAX {
        bail!(PARA, "nRanks is {size}, at most {} are possible", hub::RANKS_MAX);
    }
    if rank >= size {
        bail!(PARA, "rank {rank} is not below nRanks, {size}");
    }
    Ok(())
}

/// # Safety
/// As [`arg::input`].
unsafe fn read_root(info: *const HcclRootInfo) -> Result<RootInfo> {
    // SAFETY: the caller's promise.
    let info = unsafe { arg::input(info, "rootInfo") }?;
    RootInfo::read(&info.internal.map(|byte| byte as u8))
}

/// Makes the world communicator from a rank table file (JSON) and returns it in `*comm`. Every rank of the
/// table calls it with the same file; a device must be set. The caller ends it with `HcclCommDestroy`.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_INTERNAL` for a file that cannot be read, `HCCL_E_PARA` for a table
/// or a rank that does not fit, `HCCL_E_UNAVAIL` for another device.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommInitClusterInfo(
    clusterInfo: *const c_char,
    rank: u32,
    comm: *mut HcclComm,
) -> HcclResult {
    stub!(HcclCommInitClusterInfo(clusterInfo, rank, comm))
}

/// As `HcclCommInitClusterInfo`, with a configuration prepared by `HcclCommConfigInit`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommInitClusterInfoConfig(
    clusterInfo: *const c_char,
    rank: u32,
    config: *mut HcclCommConfig,
    comm: *mut HcclComm,
) -> HcclResult {
    stub!(HcclCommInitClusterInfoConfig(clusterInfo, rank, config, comm))
}

/// Makes a communicator of `rankNum` ranks of `*comm`; the order of `rankIds` gives their new numbers, the
/// caller's is `subCommRankId`. All members call it with the same list and the same `subCommId`; ranks
/// outside call it with NULL and 0xFFFFFFFF and get nothing.
///
/// The caller ends it with `HcclCommDestroy`. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for ranks that are
/// twice or not in the parent, a name in use or a configuration out of range.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCreateSubCommConfig(
    comm: *mut HcclComm,
    rankNum: u32,
    rankIds: *mut u32,
    subCommId: u64,
    subCommRankId: u32,
    config: *mut HcclCommConfig,
    subComm: *mut HcclComm,
) -> HcclResult {
    stub!(HcclCreateSubCommConfig(comm, rankNum, rankIds, subCommId, subCommRankId, config, subComm))
}

/// Makes the address of a new communicator and starts to wait for its ranks in this process, which must live
/// until all of them joined. One rank calls it and sends the bytes to all others, in any way it likes.
///
/// A device must be set. Errors: `HCCL_E_RUNTIME` without a device, `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for an
/// environment variable out of range, `HCCL_E_INTERNAL` if no port or no address of this host is usable.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetRootInfo(rootInfo: *mut HcclRootInfo) -> HcclResult {
    ffi_guard!(HcclGetRootInfo, {
        let device = comm::current_device()?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(rootInfo, "rootInfo") }?;
        let info = comm::open_root(device)?;
        let mut blob = [0; root_info::SIZE];
        info.write(&mut blob);
        out.write(HcclRootInfo { internal: blob.map(|byte| byte as c_char) });
        Ok(())
    })
}

/// Joins the communicator that `rootInfo` (of `HcclGetRootInfo`) names, as `rank` of `nRanks`, and returns it
/// in `*comm`. All ranks call it, as threads or processes, each with its own device set; it blocks until all
/// came or HCCL_CONNECT_TIMEOUT (120 s) passed.
///
/// The caller ends it with `HcclCommDestroy`. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for numbers out of
/// range, a damaged `rootInfo` or a name in use, `HCCL_E_INTERNAL` if ranks contradict each other, cannot reach
/// the root or do not come (`HCCL_E_TIMEOUT` on products before the 950): the log names them.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommInitRootInfo(
    nRanks: u32,
    rootInfo: *const HcclRootInfo,
    rank: u32,
    comm: *mut HcclComm,
) -> HcclResult {
    ffi_guard!(HcclCommInitRootInfo, {
        let device = comm::current_device()?;
        check_rank(rank, nRanks)?;
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let info = unsafe { read_root(rootInfo) }?;
        let (config, to) = (Config::from_env(), Out(comm));
        group::run_or_queue(move || {
            let handle = comm::join(&info, nRanks, rank, device, config)?;
            to.write(handle);
            Ok(())
        })
    })
}

/// As `HcclCommInitRootInfo`, with a configuration prepared by `HcclCommConfigInit`; it must be the same on
/// all ranks.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommInitRootInfoConfig(
    nRanks: u32,
    rootInfo: *const HcclRootInfo,
    rank: u32,
    config: *const HcclCommConfig,
    comm: *mut HcclComm,
) -> HcclResult {
    ffi_guard!(HcclCommInitRootInfoConfig, {
        let device = comm::current_device()?;
        check_rank(rank, nRanks)?;
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let info = unsafe { read_root(rootInfo) }?;
        if config.is_null() && !product().is_v2() {
            bail!(PARA, "config is NULL");
        }
        arg::not_null(config, "config")?;
        // SAFETY: the caller's promise: a structure of the size that it names.
        let config = unsafe { Config::with(config) };
        let to = Out(comm);
        group::run_or_queue(move || {
            let handle = comm::join(&info, nRanks, rank, device, config)?;
            to.write(handle);
            Ok(())
        })
    })
}

/// Sets an option of the process and of the communicators of the current device; only `HCCL_DETERMINISTIC`
/// exists, with values 0, 1 and 2. An environment variable wins over it.
///
/// Errors: `HCCL_E_PARA` for another value, `HCCL_E_NOT_SUPPORT` for one that the device does not offer.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclSetConfig(
    config: MaybeUninit<HcclConfig>,
    configValue: HcclConfigValue,
) -> HcclResult {
    ffi_guard!(HcclSetConfig, {
        if config.known() != Some(HcclConfig::HCCL_DETERMINISTIC) {
            return Ok(());
        }
        // SAFETY: a union of one integer.
        deterministic::set(product(), unsafe { configValue.value })
    })
}

/// Reads an option of `HcclSetConfig`. Errors: `HCCL_E_PTR` for NULL.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetConfig(
    config: MaybeUninit<HcclConfig>,
    configValue: *mut HcclConfigValue,
) -> HcclResult {
    ffi_guard!(HcclGetConfig, {
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(configValue, "configValue") }?;
        if config.known() == Some(HcclConfig::HCCL_DETERMINISTIC) {
            out.write(HcclConfigValue { value: deterministic::get(product())? });
        }
        Ok(())
    })
}

/// Writes the name of a communicator with its NUL; `commName` has room for 128 bytes. Errors: `HCCL_E_PTR`
/// for NULL.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetCommName(comm: HcclComm, commName: *mut c_char) -> HcclResult {
    ffi_guard!(HcclGetCommName, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise: the longest name and its NUL fit.
        let out = unsafe { arg::output_array(commName, NAME_MAX + 1, "commName") }?;
        let comm = registry::find(comm as u64)?;
        for (to, from) in out.iter_mut().zip(comm.name().bytes().chain([0])) {
            to.write(from as c_char);
        }
        Ok(())
    })
}

/// Finds a communicator of the current device by its name. The handle does not keep it alive. Errors:
/// `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for an unknown name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommGetHandleWithName(
    commName: *const c_char,
    comm: *mut HcclComm,
) -> HcclResult {
    ffi_guard!(HcclCommGetHandleWithName, {
        // SAFETY: the caller's promise, see the module.
        let (name, out) =
            unsafe { (arg::string(commName, NAME_MAX, "commName")?, arg::output(comm, "comm")?) };
        let device = comm::current_device()?;
        match registry::handle_by_name(name, device) {
            Some(handle) => out.write(handle as HcclComm),
            None => bail!(PARA, "no communicator named {name} exists on device {device}"),
        };
        Ok(())
    })
}

/// Number of ranks of a communicator. Errors: `HCCL_E_PTR` for NULL.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetRankSize(comm: HcclComm, rankSize: *mut u32) -> HcclResult {
    ffi_guard!(HcclGetRankSize, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(rankSize, "rankSize") }?;
        out.write(registry::find(comm as u64)?.size());
        Ok(())
    })
}

/// Rank of the caller in a communicator, from 0. Errors: `HCCL_E_PTR` for NULL.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetRankId(comm: HcclComm, rank: *mut u32) -> HcclResult {
    ffi_guard!(HcclGetRankId, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(rank, "rank") }?;
        out.write(registry::find(comm as u64)?.rank());
        Ok(())
    })
}

/// Queues a barrier of all ranks on `stream`: later work of the stream runs after every rank reached it.
/// Asynchronous; all ranks call it.
///
/// Errors: `HCCL_E_PTR` for NULL. A rank that does not come in time puts the stream into its error state.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclBarrier(comm: HcclComm, stream: aclrtStream) -> HcclResult {
    ffi_guard!(HcclBarrier, {
        arg::not_null(comm, "comm")?;
        arg::not_null(stream, "stream")?;
        barrier::submit(&*registry::find(comm as u64)?, stream)
    })
}

/// Ends a communicator on this rank and frees everything that it owns: threads, channels, buffers.
/// Synchronise its streams first, on all ranks. NULL is no error.
///
/// Errors: `HCCL_E_PARA` if it does not live any more, `HCCL_E_AGAIN` while another call uses it: repeat.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommDestroy(comm: HcclComm) -> HcclResult {
    ffi_guard!(HcclCommDestroy, {
        if comm.is_null() {
            log::warn!("HcclCommDestroy: comm is NULL, nothing is done");
            return Ok(());
        }
        let handle = comm as u64;
        group::run_or_queue(move || comm::destroy(handle))
    })
}

/// Makes a communicator of `ndev` ranks in this process: `comms[i]` is rank i on device `devices[i]`. The
/// calling thread's device is `devices[0]` afterwards.
///
/// If one rank fails, all are ended and `HCCL_E_INTERNAL` is returned. Errors: `HCCL_E_PTR` for NULL,
/// `HCCL_E_PARA` for 0 devices or one that is named twice.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommInitAll(ndev: u32, devices: *mut i32, comms: *mut HcclComm) -> HcclResult {
    ffi_guard!(HcclCommInitAll, {
        if ndev == 0 {
            bail!(PARA, "ndev is 0");
        }
        // SAFETY: the caller's promise, see the module.
        let (devices, out) = unsafe {
            (
                arg::array(devices, ndev as usize, "devices")?,
                arg::output_array(comms, ndev as usize, "comms")?,
            )
        };
        if let Some(at) = (1..devices.len()).find(|&at| devices[..at].contains(&devices[at])) {
            bail!(PARA, "device {} is named twice: each rank needs its own device", devices[at]);
        }
        let config = Config::from_env()?;
        comm::make_current(devices[0])?;
        for comm in out.iter_mut() {
            comm.write(core::ptr::null_mut());
        }
        for (to, handle) in out.iter_mut().zip(comm::join_all(devices, &config)?) {
            to.write(handle as HcclComm);
        }
        Ok(())
    })
}

/// Newest error that happened in queued operations of a communicator; `HCCL_SUCCESS` if there was none.
/// Errors: `HCCL_E_PTR` for NULL.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetCommAsyncError(
    comm: HcclComm,
    asyncError: *mut MaybeUninit<HcclResult>,
) -> HcclResult {
    ffi_guard!(HcclGetCommAsyncError, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(asyncError, "asyncError") }?;
        let error = registry::find(comm as u64)?.data().async_error();
        let code = error.map_or(0, |error| error.code.0);
        out.write(MaybeUninit::new(HcclResult::from_code(code)));
        Ok(())
    })
}

/// Short English text for a result; never NULL, constant for the life of the process. Thread-safe.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetErrorString(code: MaybeUninit<HcclResult>) -> *const c_char {
    ffi_guard!(HcclGetErrorString, Code::INTERNAL.c_text().as_ptr(), {
        Ok(Code(code.raw()).c_text().as_ptr())
    })
}

/// Number of members of `HcclCommConfig` that this library reads: a feature of `HcclCommConfigCapability`
/// below it is offered.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetCommConfigCapability() -> u32 {
    ffi_guard!(HcclGetCommConfigCapability, 0, { Ok(if product().is_v2() { 10 } else { 12 }) })
}

/// Stops a communicator: what waits ends with `HCCL_E_SUSPENDING`, and new operations are refused with it,
/// until `HcclCommResume`. Errors: `HCCL_E_PTR` for NULL.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommSuspend(comm: HcclComm) -> HcclResult {
    ffi_guard!(HcclCommSuspend, { registry::find(comm as u64)?.suspend() })
}

/// Registers a function that the library calls when a communicator is destroyed or resumed; the same name
/// replaces the former one. `regName` has 1 to 159 characters.
///
/// The first result that is not success is returned by the call that changes the state. Errors: `HCCL_E_PTR`
/// for NULL, `HCCL_E_PARA` for a name of another length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommRegCommStateCallback(
    regName: *const c_char,
    cb: HcclCommStateCallback,
    args: *mut c_void,
) -> HcclResult {
    ffi_guard!(HcclCommRegCommStateCallback, {
        arg::not_null(regName, "regName")?;
        let Some(function) = cb else { bail!(PTR, "cb is NULL") };
        // SAFETY: the caller's promise, see the module.
        let name = unsafe { arg::string(regName, 159, "regName") }?;
        if name.is_empty() {
            bail!(PARA, "regName is empty");
        }
        state_callbacks::register(name, function, args);
        Ok(())
    })
}

/// Makes a suspended communicator usable again, with all notifies cleared. All ranks call it, after all
/// suspended. Errors: `HCCL_E_PTR` for NULL.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommResume(comm: HcclComm) -> HcclResult {
    ffi_guard!(HcclCommResume, { registry::find(comm as u64)?.resume() })
}

/// State of the communicator with this name. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND` for an unknown
/// name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommGetStatus(
    commId: *const c_char,
    status: *mut MaybeUninit<HcclCommStatus>,
) -> HcclResult {
    ffi_guard!(HcclCommGetStatus, {
        // SAFETY: the caller's promise, see the module.
        let (name, out) =
            unsafe { (arg::string(commId, NAME_MAX, "commId")?, arg::output(status, "status")?) };
        let device = comm::current_device()?;
        let Some(comm) = registry::find_by_name(name, device) else {
            bail!(NOT_FOUND, "no communicator named {name} exists on device {device}");
        };
        let status = match comm.data().stopped() {
            None => HcclCommStatus::HCCL_COMM_STATUS_READY,
            Some(error) if error.code == Code::SUSPENDING => HcclCommStatus::HCCL_COMM_STATUS_SUSPENDING,
            Some(_) => HcclCommStatus::HCCL_COMM_STATUS_INVALID,
        };
        out.write(status.abi());
        Ok(())
    })
}

/// Names a range of this rank's virtual addresses, `size` bytes from `baseVirPtr`, in which it will show memory to the
/// other ranks of the server; `alignment` and `flags` are not looked at. A range is set once in a process; it ends with
/// `HcclCommUnsetMemoryRange` or the communicator, whose destruction then waits for the ranks of the server.
///
/// The first call in a communicator is made by all ranks of the server and blocks until they did; later ones, and the
/// calls below, block until the other ranks have answered, which need not be in a call. A communicator of one rank does
/// nothing. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_SUPPORT` on other products than the A3, `HCCL_E_PARA` for an empty
/// range or one that overlaps another, `HCCL_E_TCP_TRANSFER` if a rank does not come or answer in time.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommSetMemoryRange(
    comm: HcclComm,
    baseVirPtr: *mut c_void,
    size: usize,
    alignment: usize,
    flags: u64,
) -> HcclResult {
    ffi_guard!(HcclCommSetMemoryRange, {
        arg::not_null(comm, "comm")?;
        arg::not_null(baseVirPtr, "baseVirPtr")?;
        if alignment != 0 || flags != 0 {
            log::info!("HcclCommSetMemoryRange: alignment {alignment} and flags {flags} are not looked at");
        }
        zero_copy::set(&*registry::find(comm as u64)?, baseVirPtr as u64, size as u64)
    })
}

/// Ends a range of `HcclCommSetMemoryRange`. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_SUPPORT` on other products than
/// the A3, `HCCL_E_PARA` for an unknown range or one with active memory, `HCCL_E_TCP_TRANSFER` without an answer.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommUnsetMemoryRange(comm: HcclComm, baseVirPtr: *mut c_void) -> HcclResult {
    ffi_guard!(HcclCommUnsetMemoryRange, {
        arg::not_null(comm, "comm")?;
        arg::not_null(baseVirPtr, "baseVirPtr")?;
        zero_copy::unset(&*registry::find(comm as u64)?, baseVirPtr as u64)
    })
}

/// Shows physical memory (`handle`, mapped at `virPtr` as a whole, `size` bytes; `offset` 0, `flags` not looked at) inside
/// a range of `HcclCommSetMemoryRange` to the ranks of the server, which map it. Deactivate it before the memory is freed.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_SUPPORT` on other products than the A3, `HCCL_E_PARA` outside of a range or
/// over an active block, `HCCL_E_INTERNAL` if no range was set through this communicator, `HCCL_E_RUNTIME` if the memory
/// cannot be exported or a rank cannot map it, `HCCL_E_TCP_TRANSFER` without an answer.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommActivateCommMemory(
    comm: HcclComm,
    virPtr: *mut c_void,
    size: usize,
    offset: usize,
    handle: aclrtDrvMemHandle,
    flags: u64,
) -> HcclResult {
    ffi_guard!(HcclCommActivateCommMemory, {
        arg::not_null(comm, "comm")?;
        arg::not_null(virPtr, "virPtr")?;
        arg::not_null(handle, "handle")?;
        if flags != 0 {
            log::info!("HcclCommActivateCommMemory: flags {flags} are not looked at");
        }
        let comm = registry::find(comm as u64)?;
        zero_copy::activate(&comm, virPtr as u64, size as u64, offset as u64, handle)
    })
}

/// Hides a block of `HcclCommActivateCommMemory`, given by its start. Errors: `HCCL_E_PTR` for NULL,
/// `HCCL_E_NOT_SUPPORT` on other products than the A3, `HCCL_E_PARA` for another address, `HCCL_E_TCP_TRANSFER` without an
/// answer.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommDeactivateCommMemory(comm: HcclComm, virPtr: *mut c_void) -> HcclResult {
    ffi_guard!(HcclCommDeactivateCommMemory, {
        arg::not_null(comm, "comm")?;
        arg::not_null(virPtr, "virPtr")?;
        zero_copy::deactivate(&*registry::find(comm as u64)?, virPtr as u64)
    })
}

/// Switches the listed ranks between their first network port and the spare one. All ranks call it. Errors:
/// `HCCL_E_PTR` for NULL, `HCCL_E_NOT_SUPPORT` for devices without spare ports.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommWorkingDevNicSet(
    comm: HcclComm,
    ranks: *mut u32,
    useBackup: *mut bool,
    nRanks: u32,
) -> HcclResult {
    stub!(HcclCommWorkingDevNicSet(comm, ranks, useBackup, nRanks))
}

/// Starts a group on the calling OS thread: creations and destructions of communicators until `HcclGroupEnd`
/// are collected. Groups may lie inside each other.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGroupStart() -> HcclResult {
    ffi_guard!(HcclGroupStart, {
        group::start();
        Ok(())
    })
}

/// Ends a group; the outermost end carries out what was collected. Arguments given by pointer must live until
/// then. Errors: `HCCL_E_NOT_SUPPORT` without a start, or the first error of what was collected.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGroupEnd() -> HcclResult {
    ffi_guard!(HcclGroupEnd, { group::end() })
}

/// Tells whether the calling OS thread is inside a group. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGroupStatusGet(isGroupEnabled: *mut bool) -> HcclResult {
    ffi_guard!(HcclGroupStatusGet, {
        // SAFETY: the caller's promise, see the module.
        unsafe { arg::output(isGroupEnabled, "isGroupEnabled") }?.write(group::active());
        Ok(())
    })
}

/// Registers `size` bytes at `addr` as a window that every rank can reach at an address that
/// `HcclSymWinGetPeerPointer` computes; `flag` is 1. All ranks register windows of equal size in the same order.
///
/// On the A3 all ranks call it together, it blocks until they did, and the whole physical memory
/// (`aclrtMallocPhysical`, `HcommMemAlloc`) that holds `addr` becomes the window. On the 950 it is local; the next
/// `HcclChannelAcquire` of an AICPU engine over UB exchanges it and answers `HCCL_E_PARA` if the peer has no window of
/// this size at the same place of its device's memory. A range inside a window of the 950 gives that window.
///
/// The window ends with `HcclCommSymWinDeregister` or the communicator. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA`
/// for an empty range, another flag, or (A3) memory that is not physical memory or an impossible
/// hcclSymWinMaxMemSizePerRank, `HCCL_E_NOT_SUPPORT` for other devices; A3: `HCCL_E_MEMORY` without address space,
/// `HCCL_E_INTERNAL` if ranks register unequal memory, `HCCL_E_DRV` if memory cannot be shared, `HCCL_E_TCP_TRANSFER`
/// if a rank does not come.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommSymWinRegister(
    comm: HcclComm,
    addr: *mut c_void,
    size: u64,
    winHandle: *mut HcclCommSymWindow,
    flag: u32,
) -> HcclResult {
    ffi_guard!(HcclCommSymWinRegister, {
        arg::not_null(comm, "comm")?;
        arg::not_null(addr, "addr")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(winHandle, "winHandle") }?;
        if size == 0 {
            bail!(PARA, "size is 0");
        }
        if flag != WINDOW_COLL_SYMMETRIC {
            bail!(PARA, "flag is {flag}, HCCL_WIN_COLL_SYMMETRIC ({WINDOW_COLL_SYMMETRIC}) is expected");
        }
        let comm = registry::find(comm as u64)?;
        out.write(window::register(&comm, addr as u64, size)? as HcclCommSymWindow);
        Ok(())
    })
}

/// Ends a window on this rank; all ranks must be done with it. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA`
/// for an unknown window.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommSymWinDeregister(winHandle: HcclCommSymWindow) -> HcclResult {
    ffi_guard!(HcclCommSymWinDeregister, {
        arg::not_null(winHandle, "winHandle")?;
        window::deregister(winHandle as u64)
    })
}

/// Finds the window that holds `size` bytes at `ptr`, and the distance in bytes from its start. On the 950 a range that
/// is in no window is no error: the window is NULL then. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for an empty
/// range, `HCCL_E_NOT_FOUND` on other devices if no window holds it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommSymWinGet(
    comm: HcclComm,
    ptr: *mut c_void,
    size: usize,
    winHandle: *mut HcclCommSymWindow,
    offset: *mut usize,
) -> HcclResult {
    ffi_guard!(HcclCommSymWinGet, {
        arg::not_null(comm, "comm")?;
        arg::not_null(ptr, "ptr")?;
        // SAFETY: the caller's promise, see the module.
        let (window, distance) =
            unsafe { (arg::output(winHandle, "winHandle")?, arg::output(offset, "offset")?) };
        if size == 0 {
            bail!(PARA, "size is 0");
        }
        let comm = registry::find(comm as u64)?;
        let (handle, at) = window::containing(&comm, ptr as u64, size as u64)?.unwrap_or((0, 0));
        window.write(handle as HcclCommSymWindow);
        distance.write(at as usize);
        Ok(())
    })
}

/// Reads what a communicator uses: its mode of expanding operators into 4 bytes, or its choice of algorithms
/// as text into at least 1600 bytes. `infoLen` is the room in bytes.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for another kind or length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclConfigGetInfo(
    comm: HcclComm,
    cfgType: MaybeUninit<HcclConfigType>,
    infoLen: u32,
    info: *mut c_void,
) -> HcclResult {
    ffi_guard!(HcclConfigGetInfo, {
        arg::not_null(comm, "comm")?;
        arg::not_null(info, "info")?;
        let comm = registry::find(comm as u64)?;
        match cfgType.known() {
            Some(HcclConfigType::HCCL_CONFIG_TYPE_OP_EXPANSION_MODE) => {
                if infoLen != 4 {
                    bail!(PARA, "infoLen is {infoLen}, the operator expansion mode has 4 bytes");
                }
                // SAFETY: the caller's promise: `infoLen` writable bytes, of any alignment.
                unsafe { info.cast::<i32>().write_unaligned(comm.config().expansion_mode) };
            }
            Some(HcclConfigType::HCCL_CONFIG_TYPE_HCCL_ALGO) => {
                let algo = comm.config().algo.as_bytes();
                if (infoLen as usize) < ALGO_BYTES {
                    bail!(PARA, "infoLen is {infoLen}, at least {ALGO_BYTES} bytes are needed");
                }
                // SAFETY: the caller's promise: `infoLen` writable bytes, no fewer than these.
                let out = unsafe { arg::output_array(info.cast::<u8>(), ALGO_BYTES, "info") }?;
                for (at, byte) in out.iter_mut().enumerate() {
                    byte.write(algo.get(at).copied().filter(|_| at < ALGO_BYTES - 1).unwrap_or(0));
                }
            }
            _ => bail!(PARA, "cfgType is {}, 0 or 1 is expected", cfgType.raw()),
        }
        Ok(())
    })
}
