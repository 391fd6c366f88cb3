//! The memory of one device: a file in memory, mapped at the address of its slot, with a control block in front.
//!
//! The file has no name, so it vanishes with the last process that maps it. Other processes of the same user
//! open it through `/proc/<pid>/fd/<fd>` (see [`super::peer`]) and map it at the same address.

use super::bell::Signals;
use super::config;
use super::registry::Claim;
use super::sys::{self, At};
use crate::error::{Result, code, fail};
use npu_ext::{DeviceInfo, SLOT_COUNT, SLOT_STRIDE, SLOT_WINDOW_BASE};
use std::mem::offset_of;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Granularity of big allocations and of mappings: 2 MiB.
pub(crate) const UNIT: u64 = 2 << 20;
/// Bytes in front of the first allocation.
pub(crate) const CONTROL_SIZE: u64 = (size_of::<Control>() as u64).next_multiple_of(UNIT);
/// Events of one device that other processes can open.
pub(crate) const IPC_EVENT_COUNT: usize = 4096;
/// Exported pieces of memory of one device.
pub(crate) const EXPORT_COUNT: usize = 4096;
/// Process ids that may import one export.
pub(crate) const EXPORT_PIDS: usize = 24;
/// Imports of one export that are counted by process.
pub(crate) const EXPORT_IMPORTERS: usize = 32;

/// First word of a control block.
const MAGIC: u64 = 0x0031_7570_6e74_666f;
/// Largest arena under valgrind: 512 MiB.
const VALGRIND_SIZE: u64 = 512 << 20;
/// Smallest useful arena.
const LEAST_SIZE: u64 = CONTROL_SIZE + 16 * UNIT;

/// First bytes of a device's memory, shared by all processes that map it. All-zero is a valid state.
#[repr(C, align(4096))]
pub(crate) struct Control {
    /// [`MAGIC`] once the block is complete.
    pub magic: AtomicU64,
    /// Random number of this device instance.
    pub uuid: AtomicU64,
    /// Start time of the owner in clock ticks since boot.
    pub start_time: AtomicU64,
    /// Owner.
    pub pid: AtomicU32,
    /// Slot number.
    pub slot: AtomicU32,
    /// Logical device id in the owner.
    pub device: AtomicU32,
    /// Bell of the device's engine and notifies of the device.
    pub signals: Signals,
    /// Events that other processes can open.
    pub ipc_events: [IpcWord; IPC_EVENT_COUNT],
    /// Memory that other processes can import.
    pub exports: [Export; EXPORT_COUNT],
}

/// State of an event shared between processes; the meaning of the words is the event code's.
#[repr(C, align(64))]
pub(crate) struct IpcWord {
    /// Free for the event code.
    pub words: [AtomicU64; 8],
}

/// Memory that another process may import by key or by shareable handle. Written by the owner of the memory, except
/// `importers` and `further`.
#[repr(C, align(64))]
pub(crate) struct Export {
    /// Random number of this export, part of the key; 0: the entry is free.
    pub nonce: AtomicU64,
    /// First byte, relative to the start of the arena.
    pub offset: AtomicU64,
    /// Bytes.
    pub size: AtomicU64,
    /// 1: every process of the user may import, 0: those in `pids`.
    pub open: AtomicU32,
    /// Imports without a place in `importers`.
    pub further: AtomicU32,
    /// Processes that may import; 0: empty place.
    pub pids: [AtomicU32; EXPORT_PIDS],
    /// One for each import that is alive: the importing process, as the importers enter it; 0: empty place.
    pub importers: [AtomicU64; EXPORT_IMPORTERS],
}

const _: () = assert!(size_of::<Export>() == 384 && size_of::<IpcWord>() == 64);

/// The memory of one device of this process.
#[derive(Debug)]
pub(crate) struct Arena {
    /// Address of the control block.
    pub base: u64,
    /// Bytes of the mapping, control block included.
    pub size: u64,
    /// Random number of this instance.
    pub uuid: u64,
    /// Slot number.
    pub slot: u32,
    info: DeviceInfo,
    file: OwnedFd,
    claim: Claim,
}

impl Arena {
    /// Claims a slot for a device and maps its memory.
    pub(crate) fn create(device: i32) -> Result<Arena> {
        let size = wanted_size()?;
        let (file, size) = make_file(size)?;
        let (mut claim, base) = place(&file, size)?;
        sys::exclude_from_core(base, size);
        let pid = std::process::id() as i32;
        let info = DeviceInfo {
            slot: claim.slot,
            device,
            pid,
            fd: file.as_raw_fd(),
            start_time: sys::start_time(pid).unwrap_or(0),
            uuid: sys::random() | 1,
            base,
            size,
        };
        // SAFETY: `place` mapped at least `LEAST_SIZE` zero bytes at `base`, page aligned, for the life of the
        // process; all-zero is a valid control block and all its fields are atomics.
        let control = unsafe { &*(base as *const Control) };
        control.uuid.store(info.uuid, Ordering::Relaxed);
        control.start_time.store(info.start_time, Ordering::Relaxed);
        control.pid.store(pid as u32, Ordering::Relaxed);
        control.slot.store(claim.slot, Ordering::Relaxed);
        control.device.store(device as u32, Ordering::Relaxed);
        control.magic.store(MAGIC, Ordering::Release);
        claim.publish(&info)?;
        Ok(Arena { base, size, uuid: info.uuid, slot: claim.slot, info, file, claim })
    }

    /// The control block. The mapping is never removed, so the reference holds as long as the process.
    pub(crate) fn control(&self) -> &'static Control {
        // SAFETY: `create` mapped and filled it; arenas are never unmapped.
        unsafe { &*(self.base as *const Control) }
    }

    /// Where other processes find this memory.
    pub(crate) fn info(&self) -> DeviceInfo {
        self.info
    }

    /// The memory file.
    pub(crate) fn file(&self) -> &OwnedFd {
        &self.file
    }

    /// Distance of an address from the start, if it lies inside.
    pub(crate) fn offset_of(&self, address: u64) -> Option<u64> {
        address.checked_sub(self.base).filter(|offset| *offset < self.size)
    }

    /// Sockets that a forked child must close.
    pub(crate) fn sockets(&self) -> impl Iterator<Item = RawFd> {
        self.claim.sockets().into_iter().flatten()
    }
}

/// True if the file begins with the control block of this device instance.
pub(crate) fn is_instance(file: &std::fs::File, info: &DeviceInfo) -> bool {
    use std::os::unix::fs::FileExt;
    let mut head = [0u8; offset_of!(Control, signals)];
    if file.read_exact_at(&mut head, 0).is_err() {
        return false;
    }
    let word = |at: usize| u64::from_ne_bytes(std::array::from_fn(|i| head[at + i]));
    word(offset_of!(Control, magic)) == MAGIC
        && word(offset_of!(Control, uuid)) == info.uuid
        && word(offset_of!(Control, start_time)) == info.start_time
}

/// Address of a slot.
pub(crate) fn slot_address(slot: u32) -> u64 {
    SLOT_WINDOW_BASE + u64::from(slot) * SLOT_STRIDE
}

/// Bytes to map: a whole slot, unless the limits of the process or `SOFTNPU_MEM` ask for less, or valgrind runs it. Under a limit of the address space
/// each device takes such a share that the memory of as many peers as there are devices fits beside it.
fn wanted_size() -> Result<u64> {
    let mut size = SLOT_STRIDE;
    if let Some(limit) = sys::limit(libc::RLIMIT_AS) {
        let free = limit.saturating_sub(sys::address_space_used());
        size = size.min(free / (u64::from(config::get().devices) + 1));
    }
    if let Some(limit) = sys::limit(libc::RLIMIT_FSIZE) {
        size = size.min(limit);
    }
    let config = config::get();
    if config.memory_set {
        // Room for host memory and pieces that do not fit, but no more for those who look at all that is mapped.
        size = size.min((CONTROL_SIZE + config.memory.saturating_mul(4)).max(LEAST_SIZE));
    }
    if under_valgrind() {
        // Its search for leaks reads every mapped byte, and reading makes memory of holes.
        size = size.min(VALGRIND_SIZE.min(CONTROL_SIZE + config.memory).max(LEAST_SIZE));
    }
    size &= !(UNIT - 1);
    if size < LEAST_SIZE {
        fail!(
            code::RT_MEMORY_ALLOCATION,
            "a device needs {LEAST_SIZE} bytes of address space but its share is {size}; raise the limits (ulimit -v, ulimit -f) or lower SOFTNPU_DEVICES"
        );
    }
    Ok(size)
}

/// The memory file, halved until the system accepts its size.
fn make_file(mut size: u64) -> Result<(OwnedFd, u64)> {
    loop {
        match sys::memory_file(c"softnpu", size) {
            Ok(file) => return Ok((file, size)),
            Err(_) if size / 2 >= LEAST_SIZE => size = (size / 2) & !(UNIT - 1),
            Err(error) => fail!(
                code::RT_MEMORY_ALLOCATION,
                "cannot make a memory file of {size} bytes for a device: {error}"
            ),
        }
    }
}

/// Claims a slot and maps the file, at the slot's own address if any free slot has room there.
fn place(file: &OwnedFd, size: u64) -> Result<(Claim, u64)> {
    let fixed = !config::get().no_fixed && !under_thread_sanitizer();
    let mut claimed_by_others = 0;
    let mut reason = None;
    for slot in (0..SLOT_COUNT).filter(|_| fixed) {
        let Some(claim) = Claim::attempt(slot)? else {
            claimed_by_others += 1;
            continue;
        };
        // SAFETY: replaces nothing.
        match unsafe { sys::map_shared(file, 0, size, At::Free(slot_address(slot))) } {
            Ok(base) => return Ok((claim, base)),
            // Something else lies there: another slot may be free.
            Err(error) if error.raw_os_error() == Some(libc::EEXIST) => reason = Some(error),
            Err(error) => {
                reason = Some(error);
                break;
            }
        }
    }
    if claimed_by_others == SLOT_COUNT {
        fail!(
            code::RT_RESOURCE_ALLOC,
            "all {SLOT_COUNT} device slots of this user are taken; end other programs that use the software NPU"
        );
    }
    for slot in 0..SLOT_COUNT {
        let Some(claim) = Claim::attempt(slot)? else { continue };
        // SAFETY: replaces nothing.
        match unsafe { sys::map_shared(file, 0, size, At::Any) } {
            Ok(base) => {
                if let Some(reason) = reason {
                    log::warn!("device memory is not at its fixed address: {reason}");
                }
                return Ok((claim, base));
            }
            Err(error) => {
                fail!(code::RT_MEMORY_ALLOCATION, "cannot map {size} bytes of device memory: {error}")
            }
        }
    }
    fail!(
        code::RT_RESOURCE_ALLOC,
        "all {SLOT_COUNT} device slots of this user are taken; end other programs that use the software NPU"
    )
}

/// True in a program that valgrind runs.
fn under_valgrind() -> bool {
    std::fs::read_to_string("/proc/self/maps").is_ok_and(|maps| maps.contains("/vgpreload_core"))
}

/// ThreadSanitizer ends the program when memory is mapped in the middle of the address space.
fn under_thread_sanitizer() -> bool {
    // SAFETY: looks a name up, touches nothing else.
    !unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"__tsan_init".as_ptr()) }.is_null()
}

#[cfg(test)]
mod tests {
    use super::super::registry;
    use super::*;

    #[test]
    fn an_arena_is_published_and_its_memory_can_be_opened() {
        let arena = Arena::create(5).unwrap();
        let info = arena.info();
        assert_eq!(registry::lookup(arena.slot), Some(info));
        assert_eq!((info.device, info.base, info.size), (5, arena.base, arena.size));
        let file = std::fs::File::open(format!("/proc/{}/fd/{}", info.pid, info.fd)).unwrap();
        assert!(is_instance(&file, &info));
        assert!(!is_instance(&file, &DeviceInfo { uuid: info.uuid ^ 2, ..info }));
        assert_eq!(arena.offset_of(arena.base), Some(0));
        assert_eq!(arena.offset_of(arena.base + arena.size), None);
        assert_eq!(arena.offset_of(arena.base - 1), None);
        assert_eq!(arena.control().device.load(Ordering::Relaxed), 5);
        let slot = arena.slot;
        let (base, size) = (arena.base, arena.size);
        drop(arena);
        // SAFETY: the arena is gone and nobody else knows the mapping.
        unsafe { sys::unmap(base, size) }.unwrap();
        assert_ne!(registry::lookup(slot).map(|i| i.uuid), Some(info.uuid));
    }

    #[test]
    fn arenas_lie_at_the_addresses_of_their_slots() {
        let arenas: Vec<_> = (0..3).map(|d| Arena::create(d).unwrap()).collect();
        for arena in &arenas {
            assert_eq!(arena.base, slot_address(arena.slot));
        }
        for arena in arenas {
            let (base, size) = (arena.base, arena.size);
            drop(arena);
            // SAFETY: as above.
            unsafe { sys::unmap(base, size) }.unwrap();
        }
    }
}
