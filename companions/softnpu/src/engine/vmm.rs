//! Address ranges reserved by the program, and physical memory mapped into them.
//!
//! Physical memory is a run of units of an arena's file; mapping it means mapping that part of the file a second
//! time, so one piece of memory can appear at many addresses and in many processes.

use super::arena::{Export, UNIT};
use super::device::Device;
use super::export::{self, Key};
use super::handle::{BAD, Table};
use super::peer;
use super::sys::{self, At};
use crate::error::{Result, code, fail};
use npu_ext::DeviceInfo;
use std::any::Any;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::fs::File;
use std::os::fd::{AsRawFd, RawFd};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Mappings begin and end at multiples of this.
pub(crate) const GRANULARITY: u64 = UNIT;

/// What the program said when it asked for physical memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Properties {
    /// Attribute of the memory (`aclrtMemAttr`).
    pub attribute: u32,
    /// Kind of the location (`aclrtMemLocationType`).
    pub location: u32,
    /// Device of the location.
    pub device: u32,
}

/// Physical memory; handles and mappings hold references, the last one frees it.
pub(crate) struct Physical {
    /// Bytes.
    pub size: u64,
    /// As asked for, or as the importer named it.
    pub properties: Properties,
    offset: u64,
    owner: Owner,
    exported: Mutex<Option<Exported>>,
}

/// How physical memory is known to other processes.
struct Exported {
    key: Key,
    /// Handles by which the program exported it; each may do so once.
    handles: Vec<usize>,
}

enum Owner {
    /// A device of this process.
    Own(Arc<Device>),
    /// A device of another process: its memory file and the export that keeps the units alive.
    Peer(File, &'static Export),
    /// A device of this process, by way of an export.
    Shared(Arc<Physical>),
}

/// Units whose memory importers of other processes still hold.
struct Lingering {
    device: Arc<Device>,
    offset: u64,
    size: u64,
    entry: &'static Export,
}

struct Mapping {
    physical: Arc<Physical>,
    /// Device and access flags given by `aclrtMemSetAccess`.
    access: BTreeMap<u32, u32>,
}

#[derive(Default)]
struct State {
    /// Bytes by address.
    reserved: BTreeMap<u64, u64>,
    mappings: BTreeMap<u64, Mapping>,
    lingering: Vec<Lingering>,
    /// Physical memory of this process that is exported, by key.
    exported: Vec<(Key, std::sync::Weak<Physical>)>,
}

static STATE: Mutex<State> = Mutex::new(State {
    reserved: BTreeMap::new(),
    mappings: BTreeMap::new(),
    lingering: Vec::new(),
    exported: Vec::new(),
});

static PHYSICAL: Table<Physical> = Table::inherited("physical memory", 8, BAD);

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks the table of mappings until the result is dropped.
pub(crate) fn hold() -> Box<dyn Any> {
    Box::new(state())
}

/// In a forked child: memory that importers hold, and what was exported, is the parent's. Mappings stay usable.
pub(crate) fn forget() {
    let mut state = state();
    state.exported.clear();
    std::mem::forget(std::mem::take(&mut state.lingering));
}

/// Takes an address range of `size` bytes, 2 MiB aligned: at `wanted` if it is free, else anywhere.
pub(crate) fn reserve(size: u64, wanted: Option<u64>) -> Result<u64> {
    let mut state = state();
    if let Some(wanted) = wanted.filter(|w| w % GRANULARITY == 0) {
        // SAFETY: replaces nothing.
        if let Ok(address) = unsafe { sys::reserve(size, At::Free(wanted)) } {
            state.reserved.insert(address, size);
            return Ok(address);
        }
    }
    let Some(larger) = size.checked_add(GRANULARITY) else {
        fail!(code::RT_PARAM_INVALID, "a size of {size} bytes is not possible");
    };
    // SAFETY: replaces nothing.
    let raw = match unsafe { sys::reserve(larger, At::Any) } {
        Ok(raw) => raw,
        Err(error) => {
            fail!(code::RT_MEMORY_ALLOCATION, "cannot reserve {size} bytes of address space: {error}")
        }
    };
    let address = raw.next_multiple_of(GRANULARITY);
    let (head, tail) = (address - raw, raw + larger - (address + size));
    for (start, length) in [(raw, head), (address + size, tail)] {
        if length > 0 {
            // SAFETY: the unaligned ends of the range reserved just now.
            let _ = unsafe { sys::unmap(start, length) };
        }
    }
    state.reserved.insert(address, size);
    Ok(address)
}

/// Gives an address range back; it must be empty.
pub(crate) fn release(address: u64) -> Result {
    let mut state = state();
    let Some(&size) = state.reserved.get(&address) else {
        fail!(code::RT_PARAM_INVALID, "{address:#x} is not the start of a reserved address range");
    };
    if let Some((mapped, _)) = state.mappings.range(address..address + size).next() {
        fail!(
            code::RT_PARAM_INVALID,
            "memory is still mapped at {mapped:#x} in the reserved range; unmap it first"
        );
    }
    state.reserved.remove(&address);
    // SAFETY: reserved by `reserve`, nothing is mapped in it, the program gives it up.
    let _ = unsafe { sys::unmap(address, size) };
    Ok(())
}

/// Takes physical memory of a device, rounded up to whole units; returns its handle.
pub(crate) fn allocate(device: &Arc<Device>, size: u64, properties: Properties) -> Result<*mut c_void> {
    let Some(size) = size.checked_next_multiple_of(GRANULARITY) else {
        fail!(code::RT_MEMORY_ALLOCATION, "a size of {size} bytes is not possible");
    };
    sweep();
    let offset = device.memory.alloc_units(size)?;
    Ok(PHYSICAL.insert(Arc::new(Physical {
        size,
        properties,
        offset,
        owner: Owner::Own(Arc::clone(device)),
        exported: Mutex::new(None),
    })))
}

/// The physical memory of a handle; 107017 if it does not live.
pub(crate) fn physical(handle: *const c_void) -> Result<Arc<Physical>> {
    PHYSICAL.get(handle)
}

/// Drops a handle. The memory goes when no other handle and no mapping holds it.
pub(crate) fn free(handle: *const c_void) -> Result {
    let physical = PHYSICAL.remove(handle)?;
    if let Some(exported) = physical.exported.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        exported.handles.retain(|&other| other != handle as usize);
    }
    Ok(())
}

/// Maps physical memory, as a whole, into a reserved range.
pub(crate) fn map(address: u64, size: u64, handle: *const c_void) -> Result {
    let physical = physical(handle)?;
    if size != physical.size {
        fail!(code::RT_PARAM_INVALID, "size is {size} but the physical memory has {} bytes", physical.size);
    }
    if !address.is_multiple_of(GRANULARITY) {
        fail!(code::RT_PARAM_INVALID, "{address:#x} is not a multiple of {GRANULARITY:#x}");
    }
    let mut state = state();
    let reserved = state.reserved.range(..=address).next_back();
    if !reserved.is_some_and(|(base, bytes)| size <= *bytes && address - base <= bytes - size) {
        fail!(code::RT_PARAM_INVALID, "{size} bytes at {address:#x} do not lie in one reserved range");
    }
    let before = state.mappings.range(..address + size).next_back();
    if let Some((start, mapping)) = before
        && start + mapping.physical.size > address
    {
        fail!(code::RT_PARAM_INVALID, "memory is mapped at {start:#x} already");
    }
    // SAFETY: the range lies in a reservation of this module and nothing is mapped there.
    if let Err(error) = unsafe { physical.map_at(At::Replace(address)) } {
        fail!(code::RT_MEMORY_ALLOCATION, "cannot map {size} bytes at {address:#x}: {error}");
    }
    state.mappings.insert(address, Mapping { physical, access: BTreeMap::new() });
    Ok(())
}

/// Ends a mapping; `address` is where it begins.
pub(crate) fn unmap(address: u64) -> Result {
    let mapping = {
        let mut state = state();
        let Some(mapping) = state.mappings.remove(&address) else {
            fail!(code::RT_PARAM_INVALID, "no memory is mapped from {address:#x} on");
        };
        // SAFETY: the range of a mapping of this module, which the program gives up; it stays reserved.
        if let Err(error) = unsafe { sys::reserve(mapping.physical.size, At::Replace(address)) } {
            state.mappings.insert(address, mapping);
            fail!(code::RT_MEMORY_ALLOCATION, "cannot unmap the memory at {address:#x}: {error}");
        }
        mapping
    };
    // Outside the lock: the last reference frees the memory.
    drop(mapping);
    Ok(())
}

/// The mapping that contains an address: start, bytes, device.
pub(crate) fn mapping_at(address: u64) -> Option<(u64, u64, i32)> {
    let state = state();
    let (start, mapping) = state.mappings.range(..=address).next_back()?;
    let physical = &mapping.physical;
    (address - start < physical.size).then_some((*start, physical.size, physical.properties.device as i32))
}

/// For an address in a mapping of own memory: the device, the offset in its arena, and the bytes up to the end.
pub(crate) fn own_memory_at(address: u64) -> Option<(Arc<Device>, u64, u64)> {
    let state = state();
    let (start, mapping) = state.mappings.range(..=address).next_back()?;
    let inside = address - start;
    let mut physical = &mapping.physical;
    while let Owner::Shared(other) = &physical.owner {
        physical = other;
    }
    match &physical.owner {
        Owner::Own(device) if inside < physical.size && device.is_own() => {
            Some((Arc::clone(device), physical.offset + inside, physical.size - inside))
        }
        _ => None,
    }
}

/// A further handle to the memory mapped at an address.
pub(crate) fn retain(address: u64) -> Result<*mut c_void> {
    let state = state();
    match state.mappings.range(..=address).next_back() {
        Some((start, mapping)) if address - start < mapping.physical.size => {
            Ok(PHYSICAL.insert(Arc::clone(&mapping.physical)))
        }
        _ => fail!(code::RT_PARAM_INVALID, "no physical memory is mapped at {address:#x}"),
    }
}

/// Notes what a device may do with mapped memory. All devices of the process can do everything; programs only ask.
pub(crate) fn set_access(address: u64, size: u64, device: u32, flags: u32) -> Result {
    let mut state = state();
    let Some(end) = address.checked_add(size) else {
        fail!(code::RT_PARAM_INVALID, "{size} bytes at {address:#x} exceed the address space");
    };
    let mut next = address;
    while next < end {
        match state.mappings.range(..=next).next_back() {
            Some((start, mapping)) if next - start < mapping.physical.size => {
                next = start + mapping.physical.size
            }
            _ => fail!(code::RT_PARAM_INVALID, "no physical memory is mapped at {next:#x}"),
        }
    }
    let first = state.mappings.range(..=address).next_back().map_or(address, |(start, _)| *start);
    for (_, mapping) in state.mappings.range_mut(first..end) {
        mapping.access.insert(device, flags);
    }
    Ok(())
}

/// What [`set_access`] noted; the owning device may read and write.
pub(crate) fn access(address: u64, device: u32) -> Result<u32> {
    /// `ACL_RT_MEM_ACCESS_FLAGS_READWRITE`.
    const READ_WRITE: u32 = 3;
    let state = state();
    match state.mappings.range(..=address).next_back() {
        Some((start, mapping)) if address - start < mapping.physical.size => {
            let own = if mapping.physical.properties.device == device { READ_WRITE } else { 0 };
            Ok(mapping.access.get(&device).copied().unwrap_or(own))
        }
        _ => fail!(code::RT_PARAM_INVALID, "no physical memory is mapped at {address:#x}"),
    }
}

/// Makes physical memory known to other processes, once for each handle to it; `open`: to all of the user.
pub(crate) fn export_physical(handle: *const c_void, open: bool) -> Result<(Key, DeviceInfo)> {
    let physical = physical(handle)?;
    let device = match &physical.owner {
        Owner::Own(device) if device.is_own() => device,
        _ => fail!(code::RT_PARAM_INVALID, "only the process that allocated the memory can export it"),
    };
    let mut exported = physical.exported.lock().unwrap_or_else(PoisonError::into_inner);
    let key = match exported.as_mut() {
        Some(known) if known.handles.contains(&(handle as usize)) => {
            fail!(
                code::RT_PARAM_INVALID,
                "the memory is exported already; pass the first shareable handle on"
            )
        }
        Some(known) => {
            if open {
                export::allow_all(known.key);
            }
            known.handles.push(handle as usize);
            known.key
        }
        None => {
            let key = export::add(device, physical.offset, physical.size, open)?;
            *exported = Some(Exported { key, handles: vec![handle as usize] });
            state().exported.push((key, Arc::downgrade(&physical)));
            key
        }
    };
    Ok((key, device.arena.info()))
}

/// A handle to physical memory that a process exported, this one included; `device` is where it will be used.
pub(crate) fn import_physical(key: Key, device: u32) -> Result<*mut c_void> {
    let properties = Properties { attribute: 0, location: 1, device };
    let known = state().exported.iter().find(|(k, _)| *k == key).and_then(|(_, weak)| weak.upgrade());
    if let Some(own) = known {
        return Ok(PHYSICAL.insert(Arc::new(Physical {
            size: own.size,
            properties,
            offset: own.offset,
            owner: Owner::Shared(own),
            exported: Mutex::new(None),
        })));
    }
    let (range, entry) = export::open(key)?;
    let opened = if range.offset % GRANULARITY == 0 && range.size % GRANULARITY == 0 && range.size > 0 {
        peer::open_file(&range.owner)
    } else {
        Err(crate::error::Error::new(code::RT_PARAM_INVALID, "the key is not of physical memory"))
    };
    match opened {
        Ok(file) => Ok(PHYSICAL.insert(Arc::new(Physical {
            size: range.size,
            properties,
            offset: range.offset,
            owner: Owner::Peer(file, entry),
            exported: Mutex::new(None),
        }))),
        Err(error) => {
            export::close(entry);
            Err(error)
        }
    }
}

/// Frees units that importers have let go.
fn sweep() {
    let done: Vec<Lingering> = {
        let mut state = state();
        let gone = |l: &mut Lingering| export::importers(l.entry) == 0;
        state.lingering.extract_if(.., gone).collect()
    };
    for l in done {
        l.device.memory.free_units(l.offset, l.size);
    }
}

impl Physical {
    fn file(&self) -> RawFd {
        match &self.owner {
            Owner::Own(device) => device.arena.file().as_raw_fd(),
            Owner::Peer(file, _) => file.as_raw_fd(),
            Owner::Shared(own) => own.file(),
        }
    }

    /// # Safety
    /// As for [`sys::map_shared`].
    unsafe fn map_at(&self, at: At) -> sys::OsResult<u64> {
        // SAFETY: per the function's contract.
        unsafe { sys::map_shared(&self.file(), self.offset, self.size, at) }
    }
}

impl Drop for Physical {
    fn drop(&mut self) {
        match &self.owner {
            // In a forked child the memory is the parent's.
            Owner::Own(device) if !device.is_own() => {}
            Owner::Own(device) => {
                let exported = self.exported.get_mut().unwrap_or_else(PoisonError::into_inner).take();
                let entry = exported.and_then(|Exported { key, .. }| {
                    let mut state = state();
                    state.exported.retain(|(k, _)| *k != key);
                    drop(state);
                    let held = export::remove(key).ok()? > 0;
                    held.then(|| export::entry_here(key)).flatten()
                });
                match entry {
                    Some(entry) => state().lingering.push(Lingering {
                        device: Arc::clone(device),
                        offset: self.offset,
                        size: self.size,
                        entry,
                    }),
                    None => device.memory.free_units(self.offset, self.size),
                }
            }
            Owner::Peer(_, entry) => export::close(entry),
            Owner::Shared(_) => {}
        }
    }
}
