//! Memory of other processes, mapped here.
//!
//! Mappings stay until the process ends: another thread may still use them. The slot of a dead peer is mapped
//! over when a new owner of that slot is mapped.

use super::arena::{self, CONTROL_SIZE};
use super::device;
use super::sys::{self, At};
use super::{config, registry};
use crate::error::{Result, code, fail};
use npu_ext::{DeviceInfo, SLOT_COUNT};
use std::any::Any;
use std::collections::HashMap;
use std::fs::File;
use std::sync::{LazyLock, Mutex, PoisonError};

/// A mapped peer.
#[derive(Clone, Copy)]
struct Mapping {
    info: DeviceInfo,
    base: u64,
}

/// The newest mapping of each slot.
static MAPPINGS: LazyLock<Mutex<HashMap<u32, Mapping>>> = LazyLock::new(Default::default);

/// Maps the memory of a device of another process and returns where it lies here: at the owner's own address,
/// unless something else lies there. Own devices are found as they are. Cheap when already mapped.
///
/// Fails with 107000 when the description is not of a living device, with 207001 when there is no room.
pub(crate) fn map(info: &DeviceInfo) -> Result<u64> {
    if info.slot >= SLOT_COUNT
        || info.size < CONTROL_SIZE
        || !info.size.is_multiple_of(sys::PAGE)
        || info.uuid == 0
    {
        fail!(code::RT_PARAM_INVALID, "the description of a peer's memory is damaged: {info:x?}");
    }
    if let Some(own) = device::own_by_uuid(info.slot, info.uuid) {
        return Ok(own.arena.base);
    }
    let mut mappings = MAPPINGS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = mappings.get(&info.slot).copied();
    if let Some(known) = known
        && known.info.uuid == info.uuid
    {
        return Ok(known.base);
    }
    let base = map_new(info, known)?;
    mappings.insert(info.slot, Mapping { info: *info, base });
    Ok(base)
}

/// The mapped peer whose memory contains an address.
pub(crate) fn containing(address: u64) -> Option<DeviceInfo> {
    let mappings = MAPPINGS.lock().unwrap_or_else(PoisonError::into_inner);
    mappings.values().find(|m| address.wrapping_sub(m.base) < m.info.size).map(|m| m.info)
}

/// Where the newest mapped owner of a slot lies.
pub(crate) fn base_of_slot(slot: u32) -> Option<u64> {
    let mappings = MAPPINGS.lock().unwrap_or_else(PoisonError::into_inner);
    mappings.get(&slot).map(|m| m.base)
}

/// Processes whose memory is mapped here and that are dead.
pub(crate) fn gone() -> Vec<i32> {
    let mappings = MAPPINGS.lock().unwrap_or_else(PoisonError::into_inner);
    let mut pids: Vec<i32> =
        mappings.values().filter(|m| !registry::alive(&m.info)).map(|m| m.info.pid).collect();
    pids.sort_unstable();
    pids.dedup();
    pids
}

/// In a forked child: memory of the parent that the child has inherited counts as mapped.
pub(crate) fn adopt(info: DeviceInfo, base: u64) {
    let mut mappings = MAPPINGS.lock().unwrap_or_else(PoisonError::into_inner);
    mappings.insert(info.slot, Mapping { info, base });
}

/// Locks the table until the result is dropped.
pub(crate) fn hold() -> Box<dyn Any> {
    Box::new(MAPPINGS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Opens the memory file of a device of another process and makes sure that it is the one described.
pub(crate) fn open_file(info: &DeviceInfo) -> Result<File> {
    let who = name_of(info);
    if !registry::alive(info) {
        fail!(code::RT_PARAM_INVALID, "{who} is gone; its memory cannot be reached");
    }
    let path = format!("/proc/{}/fd/{}", info.pid, info.fd);
    let file = match File::options().read(true).write(true).open(&path) {
        Ok(file) => file,
        Err(error) => fail!(
            code::RT_PARAM_INVALID,
            "cannot open the memory of {who}: {error}; it must run as the same user in the same PID namespace and must not have dropped privileges without exec"
        ),
    };
    let size = file.metadata().map_or(0, |m| m.len());
    if size < info.size || !arena::is_instance(&file, info) {
        fail!(
            code::RT_PARAM_INVALID,
            "{who} is not the one described: descriptor {} is other memory",
            info.fd
        );
    }
    Ok(file)
}

fn name_of(info: &DeviceInfo) -> String {
    format!("device {} of process {}", info.device, info.pid)
}

fn map_new(info: &DeviceInfo, stale: Option<Mapping>) -> Result<u64> {
    let file = open_file(info)?;
    let map = |at| {
        // SAFETY: `Replace` is used below only for the mapping of a dead peer, which lies in this slot and
        // belongs to this table.
        unsafe { sys::map_shared(&file, 0, info.size, at) }
    };
    let wanted = arena::slot_address(info.slot);
    let fixed = info.base == wanted && !config::get().no_fixed;
    let replace = stale.is_some_and(|old| old.base == wanted && old.info.size >= info.size);
    let mapped = match fixed {
        true if replace => map(At::Replace(wanted)),
        true => map(At::Free(wanted)).or_else(|_| map(At::Any)),
        false => map(At::Any),
    };
    let base = match mapped {
        Ok(base) => base,
        Err(error) => fail!(
            code::RT_MEMORY_ALLOCATION,
            "cannot map {} bytes of {}: {error}; the limit of address space (ulimit -v) may be too small",
            info.size,
            name_of(info)
        ),
    };
    sys::exclude_from_core(base, info.size);
    Ok(base)
}
