//! Reserved address ranges, physical memory, and sharing it between processes.

use super::guard::{guard, not_null, write_out};
use super::memory::{MemLocation, location};
use crate::engine::export::Key;
use crate::engine::{context, device, export, vmm};
use crate::error::{Result, code, fail};
use npu_ext::DeviceInfo;
use std::ffi::c_void;

/// `aclrtPhysicalMemProp`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhysicalMemProp {
    /// `aclrtMemHandleType`.
    pub handle_type: u32,
    /// `aclrtMemAllocationType`.
    pub allocation_type: u32,
    /// `aclrtMemAttr`.
    pub mem_attr: u32,
    /// Where the memory is to be.
    pub location: MemLocation,
    /// 0.
    pub reserve: u64,
}

/// `aclrtMemAccessDesc`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MemAccessDesc {
    /// `aclrtMemAccessFlags`.
    pub flags: u32,
    /// Who may use the memory.
    pub location: MemLocation,
    /// 0.
    pub rsv: [u8; 12],
}

/// `aclrtMemFabricHandle`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct MemFabricHandle {
    /// Opaque.
    pub data: [u8; 128],
}

const _: () = assert!(size_of::<PhysicalMemProp>() == 32 && size_of::<MemAccessDesc>() == 24);

/// Reserved ranges of [`aclrtReserveMemAddressNoUCMemory`] come in multiples of this: 1 GiB.
const NO_UC_GRANULARITY: u64 = 1 << 30;
const TIB: u64 = 1 << 40;
/// User addresses end here on x86-64 and, without extensions, on aarch64.
const ADDRESS_END: u64 = 1 << 47;

/// Numbers of `aclrtMemSharedHandleType`.
mod share {
    pub const DEFAULT: u32 = 1;
    pub const FABRIC: u32 = 2;
}

/// First bytes of a fabric handle.
const FABRIC_MAGIC: &[u8; 8] = b"softnpu1";

/// Reserves an address range of `size` bytes (a multiple of 2 MiB, else 107000), at `expect_ptr` if that is not NULL and
/// free. 100000 for NULL, size 0, an alignment other than 0, flags other than 0 and 1; 107000 if `expect_ptr` lies outside
/// 16 to 24 TiB.
///
/// # Safety
/// `vir_ptr` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtReserveMemAddress(
    vir_ptr: *mut *mut c_void,
    size: usize,
    alignment: usize,
    expect_ptr: *mut c_void,
    flags: u64,
) -> i32 {
    guard("aclrtReserveMemAddress", || {
        // SAFETY: the caller vouches for the pointer.
        unsafe { reserve(vir_ptr, size, alignment, expect_ptr, flags, vmm::GRANULARITY, 16 * TIB, 24 * TIB) }
    })
}

/// As [`aclrtReserveMemAddress`], in multiples of 1 GiB and with `expect_ptr` in 40 to 128 TiB.
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtReserveMemAddressNoUCMemory(
    vir_ptr: *mut *mut c_void,
    size: usize,
    alignment: usize,
    expect_ptr: *mut c_void,
    flags: u64,
) -> i32 {
    guard("aclrtReserveMemAddressNoUCMemory", || {
        // SAFETY: the caller vouches for the pointer.
        unsafe {
            reserve(vir_ptr, size, alignment, expect_ptr, flags, NO_UC_GRANULARITY, 40 * TIB, ADDRESS_END)
        }
    })
}

/// Gives a reserved range back; 107000 if `vir_ptr` is not its start or memory is still mapped in it.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtReleaseMemAddress(vir_ptr: *mut c_void) -> i32 {
    guard("aclrtReleaseMemAddress", || {
        not_null(vir_ptr, "virPtr")?;
        vmm::release(vir_ptr as u64)
    })
}

/// Takes physical memory (rounded up to 2 MiB) without an address.
///
/// 100000 for NULL, size 0, flags other than 0, a handle type other than NONE, an allocation type other than PINNED, a
/// location other than a device or the host; 107001 for a device that does not exist; 207001 out of memory.
///
/// # Safety
/// `handle` must be NULL or valid for writing, `prop` NULL or valid for reading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMallocPhysical(
    handle: *mut *mut c_void,
    size: usize,
    prop: *const PhysicalMemProp,
    flags: u64,
) -> i32 {
    /// `ACL_MEM_LOCATION_TYPE_HOST_NUMA`.
    const HOST_NUMA: u32 = 4;
    /// The attributes of host memory: `ACL_DDR_MEM`, `_HUGE`, `_NORMAL`, `_P2P_HUGE`, `_P2P_NORMAL`.
    const DDR: [u32; 5] = [0, 2, 3, 6, 7];
    guard("aclrtMallocPhysical", || {
        not_null(handle, "handle")?;
        not_null(prop, "prop")?;
        // SAFETY: not null; the caller vouches for the pointer.
        let prop = unsafe { prop.read() };
        if size == 0 || flags != 0 {
            fail!(
                code::INVALID_PARAM,
                "size is {size} and flags {flags}; the size must be above 0, the flags 0"
            );
        }
        if prop.handle_type != 0 || prop.allocation_type != 0 || prop.mem_attr > 17 {
            fail!(
                code::INVALID_PARAM,
                "handle type {}, allocation type {} and attribute {} must be NONE (0), PINNED (0) and at most 17",
                prop.handle_type,
                prop.allocation_type,
                prop.mem_attr
            );
        }
        let on_host = matches!(prop.location.kind, location::HOST | HOST_NUMA);
        if !on_host && prop.location.kind != location::DEVICE {
            fail!(
                code::INVALID_PARAM,
                "location type {} is neither a device nor the host",
                prop.location.kind
            );
        }
        if !on_host && DDR.contains(&prop.mem_attr) {
            fail!(
                code::INVALID_PARAM,
                "attribute {} is of host memory, the location a device",
                prop.mem_attr
            );
        }
        let device = if on_host {
            context::current_device()?
        } else {
            device::device(i32::try_from(prop.location.id).unwrap_or(-1))?
        };
        let properties = vmm::Properties {
            attribute: prop.mem_attr,
            location: prop.location.kind,
            device: device.id as u32,
        };
        let made = vmm::allocate(&device, size as u64, properties)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(handle, "handle", made) }
    })
}

/// Drops a handle of physical memory; what is mapped stays usable. 107017 for a stale handle.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtFreePhysical(handle: *mut c_void) -> i32 {
    guard("aclrtFreePhysical", || {
        not_null(handle, "handle")?;
        vmm::free(handle)
    })
}

/// Maps physical memory, as a whole (`offset` 0, `flags` 0), into a reserved range.
///
/// 100000 for NULL, another offset or flags; 107000 if `size` is not the memory's or the range is not free; 107017 for a
/// stale handle.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtMapMem(
    vir_ptr: *mut c_void,
    size: usize,
    offset: usize,
    handle: *mut c_void,
    flags: u64,
) -> i32 {
    guard("aclrtMapMem", || {
        not_null(vir_ptr, "virPtr")?;
        not_null(handle, "handle")?;
        if offset != 0 || flags != 0 {
            fail!(code::INVALID_PARAM, "offset is {offset} and flags {flags}; both must be 0");
        }
        vmm::map(vir_ptr as u64, size as u64, handle)
    })
}

/// Ends a mapping that begins at `vir_ptr`; 107000 if none does.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtUnmapMem(vir_ptr: *mut c_void) -> i32 {
    guard("aclrtUnmapMem", || {
        not_null(vir_ptr, "virPtr")?;
        vmm::unmap(vir_ptr as u64)
    })
}

/// Multiple in which physical memory is taken and mapped: 2 MiB. 100000 for NULL or an unknown option.
///
/// # Safety
/// `granularity` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemGetAllocationGranularity(
    prop: *const PhysicalMemProp,
    option: u32,
    granularity: *mut usize,
) -> i32 {
    guard("aclrtMemGetAllocationGranularity", || {
        not_null(prop, "prop")?;
        not_null(granularity, "granularity")?;
        if option > 1 {
            fail!(code::INVALID_PARAM, "option is {option} but must be 0 (minimum) or 1 (recommended)");
        }
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(granularity, "granularity", vmm::GRANULARITY as usize) }
    })
}

/// Notes what devices may do with mapped memory. The owner may always read and write; the notes are only given back by
/// [`aclrtMemGetAccess`].
///
/// # Safety
/// `desc` must be valid for `count` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemSetAccess(
    vir_ptr: *mut c_void,
    size: usize,
    desc: *const MemAccessDesc,
    count: usize,
) -> i32 {
    guard("aclrtMemSetAccess", || {
        not_null(vir_ptr, "virPtr")?;
        not_null(desc, "desc")?;
        if size == 0 || count == 0 {
            fail!(code::INVALID_PARAM, "size is {size} and count {count}; both must be above 0");
        }
        // SAFETY: not null; the caller vouches for the length.
        let list = unsafe { std::slice::from_raw_parts(desc, count) };
        for desc in list {
            if !matches!(desc.flags, 0 | 1 | 3) {
                fail!(code::INVALID_PARAM, "access flags are {} but must be 0, 1 or 3", desc.flags);
            }
            if desc.location.kind == location::DEVICE {
                device::check_id(i32::try_from(desc.location.id).unwrap_or(-1))?;
            }
        }
        for desc in list.iter().filter(|desc| desc.location.kind == location::DEVICE) {
            vmm::set_access(vir_ptr as u64, size as u64, desc.location.id, desc.flags)?;
        }
        Ok(())
    })
}

/// What [`aclrtMemSetAccess`] noted for a location; the owner of the memory reads and writes (3).
///
/// # Safety
/// `location` must be valid for reading, `flag` for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemGetAccess(
    vir_ptr: *mut c_void,
    location: *const MemLocation,
    flag: *mut u64,
) -> i32 {
    guard("aclrtMemGetAccess", || {
        not_null(vir_ptr, "virPtr")?;
        not_null(location, "location")?;
        not_null(flag, "flag")?;
        // SAFETY: not null; the caller vouches for the pointer.
        let location = unsafe { location.read() };
        let flags = vmm::access(vir_ptr as u64, location.id)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(flag, "flag", u64::from(flags)) }
    })
}

/// A further handle to the physical memory mapped at `vir_ptr`; free it like any other.
///
/// # Safety
/// `handle` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemRetainAllocationHandle(
    vir_ptr: *mut c_void,
    handle: *mut *mut c_void,
) -> i32 {
    guard("aclrtMemRetainAllocationHandle", || {
        not_null(vir_ptr, "virPtr")?;
        not_null(handle, "handle")?;
        let made = vmm::retain(vir_ptr as u64)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(handle, "handle", made) }
    })
}

/// What was asked for when the physical memory was taken.
///
/// # Safety
/// `prop` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemGetAllocationPropertiesFromHandle(
    handle: *mut c_void,
    prop: *mut PhysicalMemProp,
) -> i32 {
    guard("aclrtMemGetAllocationPropertiesFromHandle", || {
        not_null(handle, "handle")?;
        not_null(prop, "prop")?;
        let properties = vmm::physical(handle)?.properties;
        let value = PhysicalMemProp {
            handle_type: 0,
            allocation_type: 0,
            mem_attr: properties.attribute,
            location: MemLocation { id: properties.device, kind: properties.location },
            reserve: 0,
        };
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(prop, "prop", value) }
    })
}

/// Exports physical memory as a number that other processes import, once for each handle to it (else 107000).
///
/// `flags` 1 lets every process of the user import it, 0 those named by [`aclrtMemSetPidToShareableHandle`]; else 100000.
///
/// # Safety
/// `shareable_handle` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemExportToShareableHandle(
    handle: *mut c_void,
    handle_type: u32,
    flags: u64,
    shareable_handle: *mut u64,
) -> i32 {
    guard("aclrtMemExportToShareableHandle", || {
        not_null(shareable_handle, "shareableHandle")?;
        if handle_type != 0 {
            fail!(code::INVALID_PARAM, "handleType is {handle_type} but must be 0 (NONE)");
        }
        let (key, _) = export(handle, flags)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(shareable_handle, "shareableHandle", key.to_u64()) }
    })
}

/// As [`aclrtMemExportToShareableHandle`]; `share_type` 1 gives a `uint64_t`, 2 an `aclrtMemFabricHandle`, else 100000.
///
/// # Safety
/// `shareable_handle` must be NULL or valid for writing the type named.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemExportToShareableHandleV2(
    handle: *mut c_void,
    flags: u64,
    share_type: u32,
    shareable_handle: *mut c_void,
) -> i32 {
    guard("aclrtMemExportToShareableHandleV2", || {
        not_null(shareable_handle, "shareableHandle")?;
        check_share_type(share_type)?;
        let (key, owner) = export(handle, flags)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe {
            if share_type == share::FABRIC {
                let handle = pack_fabric(key, &owner);
                shareable_handle.cast::<MemFabricHandle>().write(handle);
            } else {
                shareable_handle.cast::<u64>().write_unaligned(key.to_u64());
            }
        }
        Ok(())
    })
}

/// A handle to physical memory that another process (or this one) exported, for use by `device_id`.
///
/// 107000 if the exporter is gone, withdrew it, or does not allow this process.
///
/// # Safety
/// `handle` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemImportFromShareableHandle(
    shareable_handle: u64,
    device_id: i32,
    handle: *mut *mut c_void,
) -> i32 {
    guard("aclrtMemImportFromShareableHandle", || {
        not_null(handle, "handle")?;
        device::check_id(device_id)?;
        let made = vmm::import_physical(Key::from_u64(shareable_handle)?, device_id as u32)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(handle, "handle", made) }
    })
}

/// As [`aclrtMemImportFromShareableHandle`], for the current device. `flags` must be 0.
///
/// # Safety
/// `shareable_handle` must be valid for reading the type named, `handle` for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemImportFromShareableHandleV2(
    shareable_handle: *const c_void,
    share_type: u32,
    flags: u64,
    handle: *mut *mut c_void,
) -> i32 {
    guard("aclrtMemImportFromShareableHandleV2", || {
        not_null(shareable_handle, "shareableHandle")?;
        not_null(handle, "handle")?;
        check_share_type(share_type)?;
        if flags != 0 {
            fail!(code::INVALID_PARAM, "flags is {flags} but must be 0");
        }
        let device = context::current_device()?.id;
        // SAFETY: the caller vouches for the pointer.
        let key = unsafe { read_shareable(shareable_handle, share_type)? };
        let made = vmm::import_physical(key, device as u32)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(handle, "handle", made) }
    })
}

/// Lets processes import an export of this process.
///
/// # Safety
/// `pid` must be valid for `pid_num` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemSetPidToShareableHandle(
    shareable_handle: u64,
    pid: *const i32,
    pid_num: usize,
) -> i32 {
    guard("aclrtMemSetPidToShareableHandle", || {
        // SAFETY: the caller vouches for the list.
        let pids = unsafe { pid_list(pid, pid_num)? };
        export::allow(Key::from_u64(shareable_handle)?, pids)
    })
}

/// As [`aclrtMemSetPidToShareableHandle`].
///
/// # Safety
/// As there; `shareable_handle` must be valid for reading the type named.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemSetPidToShareableHandleV2(
    shareable_handle: *const c_void,
    share_type: u32,
    pid: *const i32,
    pid_num: usize,
) -> i32 {
    guard("aclrtMemSetPidToShareableHandleV2", || {
        not_null(shareable_handle, "shareableHandle")?;
        check_share_type(share_type)?;
        // SAFETY: the caller vouches for the list and the handle.
        unsafe {
            let pids = pid_list(pid, pid_num)?;
            export::allow(read_shareable(shareable_handle, share_type)?, pids)
        }
    })
}

/// A list of process ids; 100000 if it is NULL or empty.
///
/// # Safety
/// `pids`, if not NULL, is valid for `count` entries.
pub(crate) unsafe fn pid_list<'a>(pids: *const i32, count: usize) -> Result<&'a [i32]> {
    not_null(pids, "pid")?;
    if count == 0 {
        fail!(code::INVALID_PARAM, "the list of process ids is empty");
    }
    // SAFETY: not null; the length is the function's contract.
    Ok(unsafe { std::slice::from_raw_parts(pids, count) })
}

#[allow(clippy::too_many_arguments)]
/// # Safety
/// `out`, if not NULL, is valid for writing.
unsafe fn reserve(
    out: *mut *mut c_void,
    size: usize,
    alignment: usize,
    expect: *mut c_void,
    flags: u64,
    granularity: u64,
    lowest: u64,
    end: u64,
) -> Result {
    not_null(out, "virPtr")?;
    if size == 0 || alignment != 0 || flags > 1 {
        fail!(
            code::INVALID_PARAM,
            "size is {size}, alignment {alignment}, flags {flags}; the size must be above 0, the alignment 0, the flags 0 or 1"
        );
    }
    let size = size as u64;
    if !size.is_multiple_of(granularity) {
        fail!(code::RT_PARAM_INVALID, "size is {size}, no multiple of {granularity}");
    }
    let wanted = (!expect.is_null()).then_some(expect as u64);
    if let Some(wanted) = wanted
        && !(lowest..end).contains(&wanted)
    {
        fail!(
            code::RT_PARAM_INVALID,
            "expectPtr is {wanted:#x} but must be NULL or lie in {lowest:#x} to {end:#x}"
        );
    }
    let address = vmm::reserve(size, wanted)?;
    // SAFETY: per the function's contract.
    unsafe { write_out(out, "virPtr", address as *mut c_void) }
}

fn export(handle: *mut c_void, flags: u64) -> Result<(Key, DeviceInfo)> {
    not_null(handle, "handle")?;
    if flags > 1 {
        fail!(code::INVALID_PARAM, "flags is {flags} but must be 0 or 1");
    }
    vmm::export_physical(handle, flags == 1)
}

fn check_share_type(share_type: u32) -> Result {
    if !matches!(share_type, share::DEFAULT | share::FABRIC) {
        fail!(code::INVALID_PARAM, "shareType is {share_type} but must be 1 (default) or 2 (fabric)");
    }
    Ok(())
}

fn pack_fabric(key: Key, owner: &DeviceInfo) -> MemFabricHandle {
    let mut data = [0; 128];
    data[..8].copy_from_slice(FABRIC_MAGIC);
    data[8..16].copy_from_slice(&key.to_u64().to_le_bytes());
    data[16..24].copy_from_slice(&owner.uuid.to_le_bytes());
    MemFabricHandle { data }
}

/// # Safety
/// `handle` is valid for reading the type named.
unsafe fn read_shareable(handle: *const c_void, share_type: u32) -> Result<Key> {
    if share_type == share::DEFAULT {
        // SAFETY: per the function's contract.
        return Key::from_u64(unsafe { handle.cast::<u64>().read_unaligned() });
    }
    // SAFETY: per the function's contract.
    let data = unsafe { handle.cast::<MemFabricHandle>().read() }.data;
    let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| data[at + i]));
    if &data[..8] != FABRIC_MAGIC {
        fail!(code::RT_PARAM_INVALID, "the fabric handle is not one of this runtime");
    }
    let key = Key::from_u64(word(8))?;
    if export::owner_uuid(key) != Some(word(16)) {
        fail!(
            code::RT_PARAM_INVALID,
            "the process that exported the memory is gone, or runs on another machine"
        );
    }
    Ok(key)
}
