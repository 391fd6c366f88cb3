//! What lies at an address: device memory, host memory the runtime knows, or something else.

use super::alloc::{self, Block};
use super::arena::slot_address;
use super::{device, export, peer, registry, sys, vmm};
use crate::error::{Result, code, fail};
use npu_ext::{SLOT_COUNT, SLOT_STRIDE, SLOT_WINDOW_BASE};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Memory the runtime knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Device whose memory it is; `None`: host memory.
    pub device: Option<i32>,
    /// First byte of the allocation.
    pub base: u64,
    /// Bytes of the allocation; 0 when they are not known, or the memory is free.
    pub size: u64,
}

/// Host memory outside of all arenas.
#[derive(Clone, Copy)]
struct HostRange {
    size: u64,
    /// Mapped by the runtime, rather than registered by the program.
    owned: bool,
}

/// Host ranges by address.
static HOST: Mutex<BTreeMap<u64, HostRange>> = Mutex::new(BTreeMap::new());

/// What the runtime knows about an address; `None`: memory of the program.
pub(crate) fn find(address: u64) -> Option<Place> {
    if let Some(device) = device::containing(address) {
        let id = device.id;
        return Some(match device.memory.range(address) {
            Some(Block { base, size, kind: alloc::HOST }) => Place { device: None, base, size },
            Some(Block { base, size, .. }) => Place { device: Some(id), base, size },
            None => Place { device: Some(id), base: address, size: 0 },
        });
    }
    if let Some((base, size, device)) = vmm::mapping_at(address) {
        return Some(Place { device: Some(device), base, size });
    }
    if let Some(info) = peer::containing(address) {
        return Some(Place { device: Some(info.device), base: address, size: 0 });
    }
    let (base, range) = host_containing(&host(), address)?;
    Some(Place { device: None, base, size: range.size })
}

/// Maps the memory of the peer that owns a device address, if it is not mapped yet; other addresses are left alone.
/// 107000 if the address is one of no living device.
#[inline]
pub(crate) fn reach(address: u64) -> Result {
    if address.wrapping_sub(SLOT_WINDOW_BASE) < u64::from(SLOT_COUNT) * SLOT_STRIDE {
        reach_slot(address)
    } else {
        Ok(())
    }
}

#[cold]
fn reach_slot(address: u64) -> Result {
    if device::containing(address).is_some() || peer::containing(address).is_some() {
        return Ok(());
    }
    let slot = ((address - SLOT_WINDOW_BASE) / SLOT_STRIDE) as u32;
    if let Some(info) = registry::lookup(slot)
        && address - slot_address(slot) < info.size
        && peer::map(&info)? == slot_address(slot)
    {
        return Ok(());
    }
    fail!(code::RT_PARAM_INVALID, "{address:#x} is an address of device memory, but of no living device")
}

/// Host memory for a thread without a device.
pub(crate) fn alloc_host(size: u64) -> Result<u64> {
    let Some(bytes) = size.checked_next_multiple_of(sys::PAGE).filter(|bytes| *bytes > 0) else {
        fail!(code::RT_PARAM_INVALID, "a size of {size} bytes is not possible");
    };
    match sys::map_private(bytes) {
        Ok(address) => {
            host().insert(address, HostRange { size, owned: true });
            Ok(address)
        }
        Err(error) => fail!(code::RT_MEMORY_ALLOCATION, "cannot get {size} bytes of host memory: {error}"),
    }
}

/// Frees what [`alloc_host`] or [`alloc::Memory::alloc`] of any own device gave; 107000 for other addresses.
pub(crate) fn free(address: u64) -> Result {
    if let Some(device) = device::containing(address) {
        if let Some(block) = device.memory.range(address).filter(|block| block.base == address) {
            export::forget(device, address - device.arena.base, block.size);
        }
        return device.memory.free(address);
    }
    let owned = {
        let mut host = host();
        host.get(&address).copied().filter(|range| range.owned).inspect(|_| {
            host.remove(&address);
        })
    };
    if let Some(range) = owned {
        // SAFETY: `alloc_host` mapped it, and the program gives it up.
        let _ = unsafe { sys::unmap(address, range.size.next_multiple_of(sys::PAGE)) };
        return Ok(());
    }
    if peer::containing(address).is_some() {
        fail!(
            code::RT_PARAM_INVALID,
            "{address:#x} is memory of another process; close it, its owner frees it"
        );
    }
    if vmm::mapping_at(address).is_some() {
        fail!(
            code::RT_PARAM_INVALID,
            "{address:#x} is mapped physical memory; aclrtUnmapMem and aclrtFreePhysical end it"
        );
    }
    fail!(code::RT_PARAM_INVALID, "{address:#x} is not the start of an allocation (freed before?)")
}

/// Remembers memory of the program as host memory that devices may use.
pub(crate) fn register_host(address: u64, size: u64) -> Result {
    let Some(end) = address.checked_add(size) else {
        fail!(code::RT_PARAM_INVALID, "{size} bytes at {address:#x} exceed the address space");
    };
    let mut host = host();
    let before = host.range(..end).next_back().filter(|(base, range)| **base + range.size > address);
    if let Some((base, range)) = before {
        fail!(
            code::RT_PARAM_INVALID,
            "{size} bytes at {address:#x} overlap {} known ones at {base:#x}",
            range.size
        );
    }
    host.insert(address, HostRange { size, owned: false });
    Ok(())
}

/// Forgets what [`register_host`] remembered; 107000 for other addresses.
pub(crate) fn unregister_host(address: u64) -> Result {
    let mut host = host();
    match host.get(&address) {
        Some(range) if !range.owned => {
            host.remove(&address);
            Ok(())
        }
        _ => fail!(code::RT_PARAM_INVALID, "{address:#x} is not the start of registered memory"),
    }
}

/// Locks the table until the result is dropped.
pub(crate) fn hold() -> Box<dyn Any> {
    Box::new(host())
}

fn host_containing(host: &BTreeMap<u64, HostRange>, address: u64) -> Option<(u64, HostRange)> {
    let (base, range) = host.range(..=address).next_back()?;
    (address - base < range.size).then_some((*base, *range))
}

fn host() -> MutexGuard<'static, BTreeMap<u64, HostRange>> {
    HOST.lock().unwrap_or_else(PoisonError::into_inner)
}
