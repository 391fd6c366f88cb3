//! Address ranges, physical memory and its export: the public calls of the runtime, looked up at run time.
//!
//! Real runtimes and the software NPU offer the same functions, so nothing here goes through the extension table.

use std::ffi::{CStr, c_int, c_void};
use std::ptr::{NonNull, null_mut};

use hcomm_base::{Code, Error, Result, err};

use super::find;

/// Units in which address space for windows is reserved: 1 GiB.
pub const RESERVE_UNIT: u64 = 1 << 30;
/// Where ranges of [`reserve`] may begin: 40 TiB.
pub const RESERVE_FROM: u64 = 40 << 40;
/// Kind of the exported key that is a number.
const SHARE_NUMBER: u32 = 1;
/// Every process of the user may import.
const NO_PID_CHECK: u64 = 1;

/// Physical memory; a counted reference, given back by [`Physical::free`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Physical(NonNull<c_void>);

// SAFETY: an opaque handle; the runtime's functions are thread-safe.
unsafe impl Send for Physical {}

/// `aclrtPhysicalMemProp` for memory of a device.
#[repr(C)]
struct Properties {
    handle_type: u32,
    allocation_type: u32,
    attribute: u32,
    device: u32,
    location: u32,
    reserved: u64,
}

fn symbol(name: &CStr) -> Result<NonNull<c_void>> {
    find::symbol(name)
        .ok_or_else(|| err!(DRV, "the device runtime has no function {}", name.to_string_lossy()))
}

fn check(what: &str, acl: c_int) -> Result {
    match acl {
        0 => Ok(()),
        acl => Err(Error::new(Code::DRV, format!("{what}: the device runtime returned {acl}"))),
    }
}

macro_rules! call {
    ($name:literal, fn($($kind:ty),*), $($argument:expr),*) => {{
        let address = symbol($name)?;
        // SAFETY: the public prototype of the function.
        let function: unsafe extern "C" fn($($kind),*) -> c_int = unsafe { std::mem::transmute(address) };
        // SAFETY: pointers are to live locals or are values that the runtime looks up.
        unsafe { function($($argument),*) }
    }};
}

/// Reserves `size` bytes of address space, a multiple of [`RESERVE_UNIT`], exactly at `at`; `None` if it is not free.
pub fn reserve(at: u64, size: u64) -> Result<Option<u64>> {
    let mut address: *mut c_void = null_mut();
    let acl = call!(
        c"aclrtReserveMemAddressNoUCMemory",
        fn(*mut *mut c_void, usize, usize, *mut c_void, u64),
        &mut address,
        size as usize,
        0,
        at as *mut c_void,
        1
    );
    if acl != 0 {
        return Ok(None);
    }
    if address as u64 != at {
        release(address as u64)?;
        return Ok(None);
    }
    Ok(Some(at))
}

/// Reserves `size` bytes of address space, a multiple of [`granularity`], anywhere.
pub fn reserve_anywhere(size: u64) -> Result<u64> {
    let mut address: *mut c_void = null_mut();
    let acl = call!(
        c"aclrtReserveMemAddress",
        fn(*mut *mut c_void, usize, usize, *mut c_void, u64),
        &mut address,
        size as usize,
        0,
        null_mut(),
        1
    );
    check("reserving address space", acl).map(|()| address as u64)
}

/// Gives a reserved range back; nothing may be mapped in it.
pub fn release(address: u64) -> Result {
    let acl = call!(c"aclrtReleaseMemAddress", fn(*mut c_void), address as *mut c_void);
    check("giving address space back", acl)
}

/// Multiple in which physical memory comes.
pub fn granularity(device: i32) -> Result<u64> {
    let properties = properties(device);
    let mut bytes = 0_usize;
    let acl = call!(
        c"aclrtMemGetAllocationGranularity",
        fn(*const Properties, u32, *mut usize),
        &properties,
        1,
        &mut bytes
    );
    check("asking for the granularity of memory", acl).map(|()| bytes as u64)
}

/// Bytes of memory of the calling thread's device.
pub fn total_memory() -> Result<u64> {
    /// `ACL_HBM_MEM`.
    const HBM: u32 = 1;
    let (mut free, mut total) = (0_usize, 0_usize);
    let acl = call!(c"aclrtGetMemInfo", fn(u32, *mut usize, *mut usize), HBM, &mut free, &mut total);
    check("asking for the size of device memory", acl).map(|()| total as u64)
}

fn properties(device: i32) -> Properties {
    /// `ACL_HBM_MEM_HUGE`.
    const HBM_HUGE: u32 = 4;
    /// `ACL_MEM_LOCATION_TYPE_DEVICE`.
    const DEVICE: u32 = 1;
    Properties {
        handle_type: 0,
        allocation_type: 0,
        attribute: HBM_HUGE,
        device: device as u32,
        location: DEVICE,
        reserved: 0,
    }
}

/// Takes physical memory of a device.
pub fn allocate(device: i32, size: u64) -> Result<Physical> {
    let properties = properties(device);
    let mut handle: *mut c_void = null_mut();
    let acl = call!(
        c"aclrtMallocPhysical",
        fn(*mut *mut c_void, usize, *const Properties, u64),
        &mut handle,
        size as usize,
        &properties,
        0
    );
    check("taking physical memory", acl)?;
    Physical::new(handle)
}

/// A further reference to the physical memory mapped at `address`.
pub fn retain(address: u64) -> Result<Physical> {
    let mut handle: *mut c_void = null_mut();
    let acl = call!(
        c"aclrtMemRetainAllocationHandle",
        fn(*mut c_void, *mut *mut c_void),
        address as *mut c_void,
        &mut handle
    );
    check("looking up physical memory", acl)?;
    Physical::new(handle)
}

/// Start and bytes of the mapping or allocation that contains `address`.
pub fn range(address: u64) -> Result<(u64, u64)> {
    let (mut base, mut size): (*mut c_void, usize) = (null_mut(), 0);
    let acl = call!(
        c"aclrtMemGetAddressRange",
        fn(*mut c_void, *mut *mut c_void, *mut usize),
        address as *mut c_void,
        &mut base,
        &mut size
    );
    check("looking up memory", acl).map(|()| (base as u64, size as u64))
}

/// Physical memory that a process, this one included, exported under `key`.
pub fn import(key: u64) -> Result<Physical> {
    let mut handle: *mut c_void = null_mut();
    let acl = call!(
        c"aclrtMemImportFromShareableHandleV2",
        fn(*const c_void, u32, u64, *mut *mut c_void),
        (&raw const key).cast(),
        SHARE_NUMBER,
        0,
        &mut handle
    );
    check("importing physical memory", acl)?;
    Physical::new(handle)
}

/// Ends the mapping that begins at `address`.
pub fn unmap(address: u64) -> Result {
    let acl = call!(c"aclrtUnmapMem", fn(*mut c_void), address as *mut c_void);
    check("unmapping memory", acl)
}

impl Physical {
    /// The handle that a program passed; it stays the program's.
    pub fn new(handle: *mut c_void) -> Result<Physical> {
        NonNull::new(handle)
            .map(Physical)
            .ok_or_else(|| err!(DRV, "the device runtime gave a physical memory handle of 0"))
    }

    /// Gives the reference back.
    pub fn free(self) -> Result {
        let acl = call!(c"aclrtFreePhysical", fn(*mut c_void), self.0.as_ptr());
        check("giving physical memory back", acl)
    }

    /// Maps the memory, `size` bytes as a whole, at a reserved address.
    pub fn map(self, address: u64, size: u64) -> Result {
        let acl = call!(
            c"aclrtMapMem",
            fn(*mut c_void, usize, usize, *mut c_void, u64),
            address as *mut c_void,
            size as usize,
            0,
            self.0.as_ptr(),
            0
        );
        check("mapping memory", acl).map_err(|e| e.context(format_args!("{size} bytes at {address:#x}")))
    }

    /// Makes the memory known to the other processes of the user; works once for each piece of memory.
    pub fn export(self) -> Result<u64> {
        let mut key = 0_u64;
        let acl = call!(
            c"aclrtMemExportToShareableHandleV2",
            fn(*mut c_void, u64, u32, *mut c_void),
            self.0.as_ptr(),
            NO_PID_CHECK,
            SHARE_NUMBER,
            (&raw mut key).cast()
        );
        check("exporting physical memory", acl).map(|()| key)
    }
}
