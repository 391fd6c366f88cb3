//! C functions of `hccl/hccl_one_sided_services.h`, in the order of the header.

use core::ffi::{c_int, c_ulonglong, c_void};

use hcomm_abi::{
    AbiEnum, CommMem, CommMemType, EnumArg, HcclComm, HcclMemDesc, HcclMemDescs, HcclOneSideOpDesc,
    HcclPrepareConfig, HcclResult, HcclTopoType, rtStream_t,
};
use hcomm_base::{Result, bail};

use super::arg;
use crate::control::comm::Comm;
use crate::control::one_sided::{self, Copy, DESCRIPTION, Direction};
use crate::control::registry;

/// The bytes of a description.
fn bytes(desc: &HcclMemDesc) -> [u8; DESCRIPTION] {
    desc.desc.map(|byte| byte as u8)
}

fn description(bytes: [u8; DESCRIPTION]) -> HcclMemDesc {
    HcclMemDesc { desc: bytes.map(|byte| byte as core::ffi::c_char) }
}

/// Copies of a call, checked; `None`: there are none.
///
/// # Safety
/// As the C functions.
unsafe fn copies(
    comm: HcclComm,
    desc: *mut HcclOneSideOpDesc,
    num: u32,
    stream: rtStream_t,
) -> Result<Option<Vec<Copy>>> {
    arg::not_null(comm, "comm")?;
    arg::not_null(stream, "stream")?;
    arg::not_null(desc, "desc")?;
    if num == 0 {
        log::warn!("descNum is 0, nothing is done");
        return Ok(None);
    }
    if num > one_sided::COPIES_MAX {
        bail!(PARA, "descNum is {num}, at most {} are possible", one_sided::COPIES_MAX);
    }
    // SAFETY: the caller's promise.
    let descs = unsafe { arg::array(desc, num as usize, "desc") }?;
    let copy = |desc: &HcclOneSideOpDesc| {
        arg::not_null(desc.localAddr, "localAddr")?;
        arg::not_null(desc.remoteAddr, "remoteAddr")?;
        let size = hcomm_kernels::size_of(desc.dataType.raw() as u32);
        let Some(bytes) = size.and_then(|size| (size as u64).checked_mul(desc.count)) else {
            bail!(PARA, "dataType is {} and count {}: no type, or too many", desc.dataType.raw(), desc.count);
        };
        Ok(Copy { local: desc.localAddr as u64, remote: desc.remoteAddr as u64, bytes })
    };
    descs.iter().map(copy).collect::<Result<Vec<_>>>().map(Some)
}

/// # Safety
/// As the C functions.
unsafe fn transfer(
    comm: HcclComm,
    remote: u32,
    direction: Direction,
    desc: *mut HcclOneSideOpDesc,
    num: u32,
    stream: rtStream_t,
) -> Result {
    // SAFETY: the caller's promise.
    let Some(copies) = unsafe { copies(comm, desc, num, stream) }? else { return Ok(()) };
    let comm = registry::find(comm as u64)?;
    // SAFETY: the caller's promise.
    unsafe { one_sided::copy(&comm, remote, direction, &copies, stream) }
}

/// True, with a warning, if a call names the rank itself, which needs nothing.
fn is_self(comm: &Comm, remote: u32, what: &str) -> bool {
    let own = comm.rank() == remote;
    if own {
        log::warn!("{what}: remoteRank {remote} is this rank, nothing is done");
    }
    own
}

/// Registers `size` bytes of memory (`type` 0: device, 1: host) for access by one rank and describes it in `desc`, for
/// `HcclExchangeMemDesc`. The same memory again gives the same description and is counted. The memory must live until
/// `HcclDeregisterMem` or the end of the communicator. For this rank itself nothing is done.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for another type, 0 bytes, more than 64 GiB of device or 1 TiB of host
/// memory, or an unknown rank.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRegisterMem(
    comm: HcclComm,
    remoteRank: u32,
    r#type: c_int,
    addr: *mut c_void,
    size: c_ulonglong,
    desc: *mut HcclMemDesc,
) -> HcclResult {
    ffi_guard!(HcclRegisterMem, {
        arg::not_null(comm, "comm")?;
        arg::not_null(addr, "addr")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(desc, "desc") }?;
        let comm = registry::find(comm as u64)?;
        if !is_self(&comm, remoteRank, "HcclRegisterMem") {
            let kind = CommMemType::from_raw(r#type);
            out.write(description(one_sided::register(&comm, remoteRank, kind, addr as u64, size)?));
        }
        Ok(())
    })
}

/// Takes one registration of `HcclRegisterMem` back. Peers must be done with the memory. Errors: `HCCL_E_PTR` for NULL,
/// `HCCL_E_PARA` for what is no description, `HCCL_E_NOT_FOUND` for memory that is not registered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDeregisterMem(comm: HcclComm, desc: *mut HcclMemDesc) -> HcclResult {
    ffi_guard!(HcclDeregisterMem, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let desc = unsafe { arg::input(desc, "desc") }?;
        one_sided::deregister(&*registry::find(comm as u64)?, &bytes(desc))
    })
}

/// Sends descriptions of memory to a rank and receives its; both call it, and it blocks until they did. The first call
/// connects the two. `timeout` is in seconds, 0 for HCCL_CONNECT_TIMEOUT, -1 for none; `remote->arrayLength` is the
/// room, `*actualNum` how many came. With this rank itself nothing is done.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for another time-out, an unknown rank, a description of memory that is not
/// registered or too little room, `HCCL_E_TIMEOUT` if the peer does not come, and those of connecting.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclExchangeMemDesc(
    comm: HcclComm,
    remoteRank: u32,
    local: *mut HcclMemDescs,
    timeout: c_int,
    remote: *mut HcclMemDescs,
    actualNum: *mut u32,
) -> HcclResult {
    ffi_guard!(HcclExchangeMemDesc, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (local, remote) = unsafe { (arg::input(local, "local")?, arg::input(remote, "remote")?) };
        // SAFETY: as above.
        let count = unsafe { arg::output(actualNum, "actualNum") }?;
        let list = match local.arrayLength {
            0 => &[][..],
            // SAFETY: as above.
            num => unsafe { arg::array(local.array, num as usize, "the array of local") }?,
        };
        let room = match remote.arrayLength {
            0 => &mut [][..],
            // SAFETY: as above.
            num => unsafe { arg::output_array(remote.array, num as usize, "the array of remote") }?,
        };
        let comm = registry::find(comm as u64)?;
        if is_self(&comm, remoteRank, "HcclExchangeMemDesc") {
            return Ok(());
        }
        let own: Vec<_> = list.iter().map(bytes).collect();
        let own: Vec<&[u8]> = own.iter().map(|bytes| &bytes[..]).collect();
        let theirs = one_sided::exchange(&comm, remoteRank, &own, timeout)?;
        if theirs.len() > room.len() {
            bail!(
                PARA,
                "rank {remoteRank} sent {} descriptions, remote has room for {}",
                theirs.len(),
                room.len()
            );
        }
        count.write(theirs.len() as u32);
        room.iter_mut().zip(theirs).for_each(|(to, from)| {
            to.write(description(from));
        });
        Ok(())
    })
}

/// Makes memory that a description of another rank names usable by puts and gets, and gives its address and size. May be
/// called several times; `HcclDisableMemAccess` takes each back.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for what is no description, `HCCL_E_INTERNAL` for one that no
/// `HcclExchangeMemDesc` of this communicator gave.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclEnableMemAccess(
    comm: HcclComm,
    remoteMemDesc: *mut HcclMemDesc,
    remoteMem: *mut CommMem,
) -> HcclResult {
    ffi_guard!(HcclEnableMemAccess, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (desc, out) =
            unsafe { (arg::input(remoteMemDesc, "remoteMemDesc")?, arg::output(remoteMem, "remoteMem")?) };
        out.write(one_sided::enable(&*registry::find(comm as u64)?, &bytes(desc))?);
        Ok(())
    })
}

/// Takes one `HcclEnableMemAccess` back; copies that are queued already are done. Errors: as there, and
/// `HCCL_E_NOT_FOUND` for memory that is not enabled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDisableMemAccess(comm: HcclComm, remoteMemDesc: *mut HcclMemDesc) -> HcclResult {
    ffi_guard!(HcclDisableMemAccess, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let desc = unsafe { arg::input(remoteMemDesc, "remoteMemDesc") }?;
        one_sided::disable(&*registry::find(comm as u64)?, &bytes(desc))
    })
}

/// Queues `descNum` copies of local memory to memory of a rank on `stream`. They run in order with
/// the stream's other work, all or (on an error) none of them; when the stream is synchronised they are complete. Remote
/// addresses lie in memory that was enabled, as `HcclEnableMemAccess` gave them or as the peer knows them.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for more than 256 copies, an unknown rank or this one, an unknown data type
/// or memory that was not enabled, `HCCL_E_NOT_FOUND` if the rank is not connected.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclBatchPut(
    comm: HcclComm,
    remoteRank: u32,
    desc: *mut HcclOneSideOpDesc,
    descNum: u32,
    stream: rtStream_t,
) -> HcclResult {
    ffi_guard!(HcclBatchPut, {
        // SAFETY: the caller's promise, see the module.
        unsafe { transfer(comm, remoteRank, Direction::Put, desc, descNum, stream) }
    })
}

/// Queues `descNum` copies of memory of a rank to local memory on `stream`. They run in order with
/// the stream's other work, all or (on an error) none of them; when the stream is synchronised they are complete. Remote
/// addresses lie in memory that was enabled, as `HcclEnableMemAccess` gave them or as the peer knows them.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for more than 256 copies, an unknown rank or this one, an unknown data type
/// or memory that was not enabled, `HCCL_E_NOT_FOUND` if the rank is not connected.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclBatchGet(
    comm: HcclComm,
    remoteRank: u32,
    desc: *mut HcclOneSideOpDesc,
    descNum: u32,
    stream: rtStream_t,
) -> HcclResult {
    ffi_guard!(HcclBatchGet, {
        // SAFETY: the caller's promise, see the module.
        unsafe { transfer(comm, remoteRank, Direction::Get, desc, descNum, stream) }
    })
}

/// Most communicators of one call.
const COMMS_MAX: u64 = 65_536;

/// Tells several communicators that the physical memory behind registered memory changed. Memory is reached through
/// mappings here, so nothing needs repair: the arguments are checked.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for 0 elements or a communicator that does not live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRemapRegistedMemory(
    comm: *mut HcclComm,
    memInfoArray: *mut CommMem,
    commSize: c_ulonglong,
    arraySize: c_ulonglong,
) -> HcclResult {
    ffi_guard!(HcclRemapRegistedMemory, {
        arg::not_null(comm, "comm")?;
        arg::not_null(memInfoArray, "memInfoArray")?;
        if commSize == 0 || arraySize == 0 {
            bail!(PARA, "commSize is {commSize} and arraySize {arraySize}, both must be above 0");
        }
        if commSize > COMMS_MAX {
            bail!(PARA, "commSize is {commSize}, at most {COMMS_MAX} are allowed");
        }
        // SAFETY: the caller's promise, see the module.
        let comms = unsafe { arg::array(comm, commSize as usize, "comm") }?;
        one_sided::remap(&comms.iter().map(|&comm| comm as u64).collect::<Vec<_>>())
    })
}

/// Registers memory for all communicators of the process; bind it to each with `HcclCommBindMem`. The memory must live
/// until `HcclDeregisterGlobalMem`.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for an address of NULL, a size out of range, another type, or memory that
/// overlaps memory registered before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRegisterGlobalMem(
    mem: *const CommMem,
    memHandle: *mut *mut c_void,
) -> HcclResult {
    ffi_guard!(HcclRegisterGlobalMem, {
        // SAFETY: the caller's promise, see the module.
        let (mem, out) = unsafe { (arg::input(mem, "mem")?, arg::output(memHandle, "memHandle")?) };
        if mem.addr.is_null() {
            bail!(PARA, "the address of mem is NULL");
        }
        let handle = one_sided::register_global(mem.r#type.known(), mem.addr as u64, mem.size)?;
        out.write(handle as *mut c_void);
        Ok(())
    })
}

/// Ends a registration of `HcclRegisterGlobalMem`. Errors: `HCCL_E_PARA` for an unknown handle or memory that is still
/// bound.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclDeregisterGlobalMem(memHandle: *mut c_void) -> HcclResult {
    ffi_guard!(HcclDeregisterGlobalMem, { one_sided::deregister_global(memHandle as u64) })
}

/// Lets a communicator use memory of `HcclRegisterGlobalMem`; `HcclCommPrepare` exchanges it. Errors: `HCCL_E_PTR` for
/// NULL, `HCCL_E_PARA` for an unknown handle or memory that is bound to it already.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommBindMem(comm: HcclComm, memHandle: *mut c_void) -> HcclResult {
    ffi_guard!(HcclCommBindMem, {
        arg::not_null(comm, "comm")?;
        one_sided::bind(&*registry::find(comm as u64)?, memHandle as u64)
    })
}

/// Ends what `HcclCommBindMem` allowed; what the peers know of the memory stays until the communicator ends. Errors:
/// `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for an unknown handle or memory that is not bound to it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommUnbindMem(comm: HcclComm, memHandle: *mut c_void) -> HcclResult {
    ffi_guard!(HcclCommUnbindMem, {
        arg::not_null(comm, "comm")?;
        one_sided::unbind(&*registry::find(comm as u64)?, memHandle as u64)
    })
}

/// Connects all ranks of a communicator with each other for one-sided access and exchanges and enables the bound memory:
/// puts and gets take remote addresses as the peer knows them. All ranks call it, and it blocks until they did; a second
/// call does nothing. `timeout` is in seconds, 0 for HCCL_CONNECT_TIMEOUT, -1 for none.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for another time-out or topology, `HCCL_E_TIMEOUT` if a rank does not come,
/// and those of connecting.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommPrepare(
    comm: HcclComm,
    prepareConfig: *const HcclPrepareConfig,
    timeout: c_int,
) -> HcclResult {
    ffi_guard!(HcclCommPrepare, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let config = unsafe { arg::input(prepareConfig, "prepareConfig") }?;
        if timeout < -1 {
            bail!(
                PARA,
                "timeout is {timeout}, -1 (no time-out), 0 (HCCL_CONNECT_TIMEOUT) or seconds are expected"
            );
        }
        if config.topoType.known() != Some(HcclTopoType::HCCL_TOPO_FULLMESH) {
            bail!(PARA, "topoType is {}, HCCL_TOPO_FULLMESH (0) is expected", config.topoType.raw());
        }
        one_sided::prepare(&*registry::find(comm as u64)?, timeout)
    })
}
