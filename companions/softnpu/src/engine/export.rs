//! Memory handed from process to process by key or by shareable handle.
//!
//! The exporter enters the range into the table in its control block. A key names the slot, the entry and the
//! entry's random number; the importer maps the exporter's arena and reads the entry, so nobody has to answer.

use super::arena::{Control, EXPORT_COUNT, Export};
use super::device::{self, Device};
use super::{peer, registry, sys};
use crate::error::{Result, code, fail};
use npu_ext::{DeviceInfo, SLOT_COUNT};
use std::any::Any;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bits of the random number of an export.
const NONCE_BITS: u32 = 44;
/// Bits of the start time of a process, beside its id.
const START_BITS: u32 = 42;
const START_MASK: u64 = (1 << START_BITS) - 1;
/// Bits of the index of an export.
const INDEX_BITS: u32 = 12;

const _: () = assert!(EXPORT_COUNT == 1 << INDEX_BITS && SLOT_COUNT == 1 << (64 - NONCE_BITS - INDEX_BITS));

/// Names an export, machine-wide. As a number: slot, entry, random number, from the top bits down; never 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Key {
    slot: u32,
    index: u32,
    nonce: u64,
}

impl Key {
    /// The key in words that begin with `prefix`, which tells what the key is of.
    pub(crate) fn text(self, prefix: &str) -> String {
        format!("{prefix}{:016x}", self.to_u64())
    }

    /// The key that [`Key::text`] put in words; 107000 for others.
    pub(crate) fn parse(text: &[u8], prefix: &str) -> Result<Key> {
        let number = std::str::from_utf8(text)
            .ok()
            .and_then(|text| u64::from_str_radix(text.strip_prefix(prefix)?, 16).ok());
        match number {
            Some(number) => Key::from_u64(number),
            None => fail!(code::RT_PARAM_INVALID, "the key is not one of this runtime ({prefix}...)"),
        }
    }

    /// Number of the entry on its device.
    pub(crate) fn index(self) -> u32 {
        self.index
    }

    /// The key as a number.
    pub(crate) fn to_u64(self) -> u64 {
        (u64::from(self.slot) << (NONCE_BITS + INDEX_BITS))
            | (u64::from(self.index) << NONCE_BITS)
            | self.nonce
    }

    /// The key behind a number; 107000 if it cannot be one.
    pub(crate) fn from_u64(number: u64) -> Result<Key> {
        let nonce = number & ((1 << NONCE_BITS) - 1);
        if nonce == 0 {
            fail!(code::RT_PARAM_INVALID, "{number:#x} is not a shareable handle");
        }
        let index = (number >> NONCE_BITS) as u32 & ((1 << INDEX_BITS) - 1);
        Ok(Key { slot: (number >> (NONCE_BITS + INDEX_BITS)) as u32, index, nonce })
    }
}

/// A range of memory behind a key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    /// The device it belongs to.
    pub owner: DeviceInfo,
    /// Distance from the start of the owner's arena.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
}

/// Exports of this process, and imports by key text.
struct State {
    /// Entry by key: device and range, for [`forget`].
    exports: HashMap<Key, (i32, u64, u64)>,
    /// Address that an import gave: its key and how often it was given.
    imports: BTreeMap<u64, Vec<(Key, u32)>>,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

fn with_state<T>(body: impl FnOnce(&mut State) -> T) -> T {
    let mut state: MutexGuard<'_, Option<State>> = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    body(state.get_or_insert_with(|| State { exports: HashMap::new(), imports: BTreeMap::new() }))
}

/// Locks the tables until the result is dropped.
pub(crate) fn hold() -> Box<dyn Any> {
    Box::new(STATE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Exports a range of an own device; `open`: every process of the user may import it. 207005 when the table is full.
pub(crate) fn add(device: &Arc<Device>, offset: u64, size: u64, open: bool) -> Result<Key> {
    with_state(|state| {
        let table = &device.arena.control().exports;
        let Some(index) = table.iter().position(|e| e.nonce.load(Relaxed) == 0 && importers(e) == 0) else {
            fail!(
                code::RT_RESOURCE_ALLOC,
                "device {} has {EXPORT_COUNT} exported ranges already; close some",
                device.id
            );
        };
        let entry = &table[index];
        let nonce = (sys::random() & ((1 << NONCE_BITS) - 1)).max(1);
        entry.offset.store(offset, Relaxed);
        entry.size.store(size, Relaxed);
        entry.open.store(u32::from(open), Relaxed);
        entry.pids.iter().for_each(|p| p.store(0, Relaxed));
        entry.nonce.store(nonce, Release);
        let key = Key { slot: device.slot, index: index as u32, nonce };
        state.exports.insert(key, (device.id, offset, size));
        Ok(key)
    })
}

/// Lets processes import an export of this process. A full list lets all in.
pub(crate) fn allow(key: Key, pids: &[i32]) -> Result {
    let Some(entry) = own_entry(key) else {
        fail!(code::RT_PARAM_INVALID, "the key is not of an export of this process");
    };
    for pid in pids {
        let known = entry.pids.iter().any(|p| p.load(Relaxed) == *pid as u32);
        let free = || entry.pids.iter().find(|p| p.load(Relaxed) == 0);
        if known {
            continue;
        }
        match free() {
            Some(place) => place.store(*pid as u32, Release),
            None => entry.open.store(1, Release),
        }
    }
    Ok(())
}

/// Lets every process of the user import an export of this process.
pub(crate) fn allow_all(key: Key) {
    if let Some(entry) = own_entry(key) {
        entry.open.store(1, Release);
    }
}

/// True if this process made the export.
pub(crate) fn is_own(key: Key) -> bool {
    with_state(|state| state.exports.contains_key(&key))
}

/// Withdraws an export of this process; later imports fail. Returns the number of imports that are still alive.
pub(crate) fn remove(key: Key) -> Result<u32> {
    let Some(entry) = own_entry(key) else {
        fail!(code::RT_PARAM_INVALID, "the key is not of an export of this process (closed before?)");
    };
    with_state(|state| state.exports.remove(&key));
    entry.nonce.store(0, Release);
    Ok(importers(entry))
}

/// Number of imports that are alive. Those of processes that have ended do not count any more.
pub(crate) fn importers(entry: &Export) -> u32 {
    let alive = |place: &&AtomicU64| {
        let who = place.load(Acquire);
        if who == 0 {
            return false;
        }
        let (pid, start) = ((who >> START_BITS) as i32, who & START_MASK);
        let alive = sys::start_time(pid).is_some_and(|now| now & START_MASK == start);
        if !alive {
            // Somebody else may have noticed as well.
            let _ = place.compare_exchange(who, 0, AcqRel, Relaxed);
        }
        alive
    };
    entry.importers.iter().filter(alive).count() as u32 + entry.further.load(Acquire)
}

/// This process as [`Export::importers`] names it.
fn myself() -> u64 {
    let pid = std::process::id();
    (u64::from(pid) << START_BITS) | (sys::start_time(pid as i32).unwrap_or(0) & START_MASK)
}

/// Withdraws all exports inside a range of an own device that is about to be freed.
pub(crate) fn forget(device: &Device, offset: u64, size: u64) {
    with_state(|state| {
        state.exports.retain(|key, (id, start, _)| {
            let inside = *id == device.id && start.wrapping_sub(offset) < size && key.slot == device.slot;
            if inside && let Some(entry) = device.arena.control().exports.get(key.index as usize) {
                entry.nonce.store(0, Release);
            }
            !inside
        });
    });
}

/// In a forked child: exports and imports are the parent's.
pub(crate) fn forget_all() {
    with_state(|state| {
        state.exports.clear();
        state.imports.clear();
    });
}

/// Finds the range behind a key and counts one more import of it.
///
/// 107000 if the exporter is gone, withdrew the export, or did not allow this process.
pub(crate) fn open(key: Key) -> Result<(Range, &'static Export)> {
    let own = device::claimed().find(|d| d.slot == key.slot);
    let (owner, base) = match own {
        Some(device) => (device.arena.info(), device.arena.base),
        None => {
            let Some(info) = registry::lookup(key.slot) else {
                fail!(
                    code::RT_PARAM_INVALID,
                    "the process that exported the memory is gone (device slot {})",
                    key.slot
                );
            };
            (info, peer::map(&info)?)
        }
    };
    // SAFETY: own arenas and mapped peers begin with a control block and are never unmapped.
    let control = unsafe { &*(base as *const Control) };
    let entry = &control.exports[key.index as usize];
    if entry.nonce.load(Acquire) != key.nonce {
        fail!(
            code::RT_PARAM_INVALID,
            "the export was withdrawn, or its memory freed, by process {}",
            owner.pid
        );
    }
    let me = std::process::id();
    let allowed =
        own.is_some() || entry.open.load(Acquire) != 0 || entry.pids.iter().any(|p| p.load(Acquire) == me);
    if !allowed {
        fail!(
            code::RT_PARAM_INVALID,
            "process {} does not let process {me} import this memory; it must name it (SetImportPid) or export without the check",
            owner.pid
        );
    }
    let range = Range { owner, offset: entry.offset.load(Relaxed), size: entry.size.load(Relaxed) };
    let inside = range.offset.checked_add(range.size).is_some_and(|end| end <= owner.size);
    if !inside {
        fail!(code::RT_PARAM_INVALID, "the export of process {} is damaged", owner.pid);
    }
    let who = myself();
    let place = entry.importers.iter().find(|place| place.compare_exchange(0, who, AcqRel, Relaxed).is_ok());
    if place.is_none() {
        entry.further.fetch_add(1, AcqRel);
    }
    if entry.nonce.load(Acquire) != key.nonce {
        close(entry);
        fail!(code::RT_PARAM_INVALID, "the export was withdrawn by process {}", owner.pid);
    }
    Ok((range, entry))
}

/// Ends one import that [`open`] counted.
pub(crate) fn close(entry: &Export) {
    let who = myself();
    let place = entry.importers.iter().find(|place| place.compare_exchange(who, 0, AcqRel, Relaxed).is_ok());
    if place.is_none() {
        // A forked child ends imports of its parent, which do not count here.
        let _ = entry.further.fetch_update(AcqRel, Acquire, |n| n.checked_sub(1));
    }
}

/// Imports the range behind a key at the address it has here.
pub(crate) fn import(key: Key) -> Result<u64> {
    let (range, entry) = open(key)?;
    let address = peer::map(&range.owner)? + range.offset;
    let again = with_state(|state| {
        let keys = state.imports.entry(address).or_default();
        match keys.iter_mut().find(|(k, _)| *k == key) {
            Some((_, count)) => {
                *count += 1;
                true
            }
            None => {
                keys.push((key, 1));
                false
            }
        }
    });
    if again {
        // The shared count is of importing processes, not of calls.
        close(entry);
    }
    Ok(address)
}

/// The imported range that contains an address: start and bytes.
pub(crate) fn imported_at(address: u64) -> Option<(u64, u64)> {
    let (start, key) = with_state(|state| {
        let (start, keys) = state.imports.range(..=address).next_back()?;
        Some((*start, keys.last()?.0))
    })?;
    let size = entry_here(key)?.size.load(Relaxed);
    (address - start < size).then_some((start, size))
}

/// Ends one import of a key by this process; false if there is none.
pub(crate) fn end_import(key: Key) -> bool {
    end(|k, _| k == key)
}

/// Ends one import that gave this address; false if there is none.
pub(crate) fn end_import_at(address: u64) -> bool {
    end(|_, a| a == address)
}

fn end(matches: impl Fn(Key, u64) -> bool) -> bool {
    let ended = with_state(|state| {
        let (address, place, key) = state.imports.iter().find_map(|(address, keys)| {
            let place = keys.iter().position(|(key, _)| matches(*key, *address))?;
            Some((*address, place, keys[place].0))
        })?;
        let keys = state.imports.get_mut(&address)?;
        keys[place].1 -= 1;
        if keys[place].1 > 0 {
            return Some(None);
        }
        keys.remove(place);
        if keys.is_empty() {
            state.imports.remove(&address);
        }
        Some(Some(key))
    });
    if let Some(Some(key)) = ended
        && let Some(entry) = entry_here(key)
    {
        close(entry);
    }
    ended.is_some()
}

/// Random number of the device instance that owns a slot now.
pub(crate) fn owner_uuid(key: Key) -> Option<u64> {
    match device::claimed().find(|d| d.slot == key.slot) {
        Some(device) => Some(device.arena.uuid),
        None => registry::lookup(key.slot).map(|info| info.uuid),
    }
}

/// The entry of a key, if its owner's memory is mapped here.
pub(crate) fn entry_here(key: Key) -> Option<&'static Export> {
    let base = match device::claimed().find(|d| d.slot == key.slot) {
        Some(device) => device.arena.base,
        None => peer::base_of_slot(key.slot)?,
    };
    // SAFETY: own arenas and mapped peers begin with a control block and are never unmapped.
    let control = unsafe { &*(base as *const Control) };
    control.exports.get(key.index as usize)
}

fn own_entry(key: Key) -> Option<&'static Export> {
    let (id, _, _) = with_state(|state| state.exports.get(&key).copied())?;
    device::existing(id)?.arena.control().exports.get(key.index as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_survive_their_number() {
        for key in [
            Key { slot: 0, index: 0, nonce: 1 },
            Key { slot: 255, index: 4095, nonce: (1 << 44) - 1 },
            Key { slot: 7, index: 100, nonce: 0xabc_def0_1234 },
        ] {
            assert_eq!(Key::from_u64(key.to_u64()).unwrap(), key);
        }
        assert!(Key::from_u64(0).is_err());
        assert!(Key::from_u64(5 << 44).is_err());
    }
}
