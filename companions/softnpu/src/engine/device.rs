//! The devices of this process.
//!
//! A device is claimed at its first use and stays until the process ends: other processes may hold its memory,
//! and programs use objects of a device after resetting it. A forked child starts without devices.

use super::alloc::Memory;
use super::arena::Arena;
use super::config::{self, MAX_DEVICES};
use super::context::{self, Context};
use super::hooks::DEVICE_STATE;
use super::notify::NotifyPool;
use super::sched::{self, Engine};
use super::{export, graph, handle, peer, place, stream, vmm, watch};
use crate::error::{Result, code, fail};
use npu_ext::MemRange;
use std::any::Any;
use std::cell::RefCell;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, OnceLock, PoisonError};

/// Stages of `aclrtDeviceState`.
mod stage {
    pub const SET_PRE: u32 = 0;
    pub const SET_POST: u32 = 1;
    pub const RESET_PRE: u32 = 2;
    pub const RESET_POST: u32 = 3;
}

/// A device of this process.
pub(crate) struct Device {
    /// Logical id.
    pub id: i32,
    /// Slot number.
    pub slot: u32,
    /// Its memory.
    pub arena: Arena,
    /// Blocks in its memory.
    pub memory: Memory,
    /// Its notifies.
    pub notifies: NotifyPool,
    /// Runs its streams.
    pub engine: Arc<Engine>,
    peers: AtomicU64,
    users: Mutex<Users>,
}

/// Who has set the device.
#[derive(Default)]
struct Users {
    count: u64,
    primary: Option<Arc<Context>>,
}

/// The devices of one process; a forked child gets an empty one.
struct Process {
    devices: [OnceLock<Arc<Device>>; MAX_DEVICES as usize],
    claiming: Mutex<()>,
}

static PROCESS: AtomicPtr<Process> = AtomicPtr::new(std::ptr::null_mut());

/// Number of devices that this process may use.
pub(crate) fn count() -> u32 {
    config::get().visible.len() as u32
}

/// The device with a logical id, claimed now if this is its first use; 107001 if there is no such device.
pub(crate) fn device(id: i32) -> Result<Arc<Device>> {
    check_id(id)?;
    let process = process();
    let place = &process.devices[id as usize];
    if let Some(device) = place.get() {
        return Ok(Arc::clone(device));
    }
    let _claiming = process.claiming.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(device) = place.get() {
        return Ok(Arc::clone(device));
    }
    let device = Arc::new(Device::create(id)?);
    Ok(Arc::clone(place.get_or_init(|| device)))
}

/// 107001 unless `id` is a device.
pub(crate) fn check_id(id: i32) -> Result {
    if id < 0 || id as u32 >= count() {
        fail!(
            code::RT_INVALID_DEVICE,
            "device {id} does not exist; there are {} devices, from 0 on",
            count()
        );
    }
    Ok(())
}

/// The devices that this process has claimed.
pub(crate) fn claimed() -> impl Iterator<Item = &'static Arc<Device>> {
    process().devices.iter().filter_map(OnceLock::get)
}

/// The device with a logical id, if this process has claimed it.
pub(crate) fn existing(id: i32) -> Option<&'static Arc<Device>> {
    process().devices.get(usize::try_from(id).ok()?)?.get()
}

/// The own device in a slot, if it is the instance with this number.
pub(crate) fn own_by_uuid(slot: u32, uuid: u64) -> Option<&'static Arc<Device>> {
    claimed().find(|d| d.slot == slot && d.arena.uuid == uuid)
}

/// The own device whose memory contains an address.
pub(crate) fn containing(address: u64) -> Option<&'static Arc<Device>> {
    claimed().find(|d| d.arena.offset_of(address).is_some())
}

/// The allocation of an own device that contains an address.
pub(crate) fn find_range(address: u64) -> Option<MemRange> {
    let device = containing(address)?;
    let block = device.memory.range(address)?;
    Some(MemRange {
        base: block.base,
        size: block.size,
        kind: block.kind,
        device: device.id,
        slot: device.slot,
        reserved: 0,
    })
}

impl Device {
    fn create(id: i32) -> Result<Device> {
        let arena = Arena::create(id)?;
        // SAFETY: devices are kept in a static and never dropped.
        let memory = unsafe { Memory::new(&arena, config::get().memory) };
        let signals = &arena.control().signals;
        let notifies = NotifyPool::new(signals, arena.slot);
        let engine = Engine::new(id, arena.slot, &signals.bell);
        log::info!("device {id}: slot {}, {:#x} bytes at {:#x}", arena.slot, arena.size, arena.base);
        Ok(Device {
            id,
            slot: arena.slot,
            arena,
            memory,
            notifies,
            engine,
            peers: AtomicU64::new(0),
            users: Mutex::default(),
        })
    }

    /// False in a forked child for the devices of its parent.
    pub(crate) fn is_own(&self) -> bool {
        existing(self.id).is_some_and(|own| std::ptr::eq(Arc::as_ptr(own), self))
    }

    /// One more user of the device; returns its primary context.
    pub(crate) fn set(self: &Arc<Self>) -> Arc<Context> {
        let first = self.users().primary.is_none();
        if first {
            self.announce(stage::SET_PRE);
        }
        let context = {
            let mut users = self.users();
            users.count += 1;
            Arc::clone(users.primary.get_or_insert_with(|| context::create(self, true)))
        };
        if first {
            self.announce(stage::SET_POST);
        }
        context
    }

    /// One user less. The last one waits for all work (unless `force`) and ends the primary context; `force` ends
    /// it whoever else uses the device. 507007 if nobody has set the device.
    pub(crate) fn reset(&self, force: bool) -> Result {
        let ended = {
            let mut users = self.users();
            if users.count == 0 {
                fail!(code::RT_CONTEXT_RELEASE, "device {} is not set", self.id);
            }
            users.count = if force { 0 } else { users.count - 1 };
            if users.count == 0 { users.primary.take() } else { None }
        };
        if let Some(context) = ended {
            self.announce(stage::RESET_PRE);
            context::end(&context, force);
            self.announce(stage::RESET_POST);
        }
        Ok(())
    }

    /// The primary context, while the device is set.
    pub(crate) fn primary(&self) -> Option<Arc<Context>> {
        self.users().primary.clone()
    }

    /// The primary context; made without counting a user if the device is not set.
    pub(crate) fn primary_or_new(self: &Arc<Self>) -> Arc<Context> {
        Arc::clone(self.users().primary.get_or_insert_with(|| context::create(self, true)))
    }

    /// Lets this device use the memory of another device, or not. Kept for programs that ask; nothing checks it.
    pub(crate) fn set_peer_access(&self, peer: i32, on: bool) {
        let bit = 1 << peer;
        if on {
            self.peers.fetch_or(bit, Ordering::Relaxed);
        } else {
            self.peers.fetch_and(!bit, Ordering::Relaxed);
        }
    }

    /// What [`Self::set_peer_access`] said last.
    pub(crate) fn peer_access(&self, peer: i32) -> bool {
        self.peers.load(Ordering::Relaxed) & (1 << peer) != 0
    }

    /// Waits for all work of the device; -1 ms: for ever.
    pub(crate) fn synchronize(self: &Arc<Self>, timeout_ms: i64) -> Result {
        stream::synchronize_device(self, timeout_ms)
    }

    fn announce(&self, stage: u32) {
        if let Some(hook) = DEVICE_STATE.get() {
            hook(self.id, stage);
        }
    }

    fn users(&self) -> MutexGuard<'_, Users> {
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn process() -> &'static Process {
    let current = PROCESS.load(Ordering::Acquire);
    // SAFETY: the pointer is null or was stored by `start_process`, which never frees what it stored.
    match unsafe { current.as_ref() } {
        Some(process) => process,
        None => start_process(),
    }
}

#[cold]
fn start_process() -> &'static Process {
    static FORK_HANDLER: Once = Once::new();
    // SAFETY: the handlers take locks in one order, close descriptors and change tables; see there.
    FORK_HANDLER.call_once(|| unsafe {
        libc::pthread_atfork(Some(before_fork), Some(in_parent), Some(in_forked_child));
    });
    let fresh = Box::into_raw(Box::new(Process {
        devices: [const { OnceLock::new() }; MAX_DEVICES as usize],
        claiming: Mutex::new(()),
    }));
    match PROCESS.compare_exchange(std::ptr::null_mut(), fresh, Ordering::AcqRel, Ordering::Acquire) {
        // SAFETY: made above, and from now on never freed.
        Ok(_) => unsafe { &*fresh },
        Err(winner) => {
            // SAFETY: made above and shown to nobody.
            drop(unsafe { Box::from_raw(fresh) });
            // SAFETY: as in `process`.
            unsafe { &*winner }
        }
    }
}

thread_local! {
    /// Locks of the tables that a forked child uses, held while the thread forks.
    static HELD: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Runs before a fork: takes the locks of the tables, so that no other thread holds one at that moment. Code that holds
/// two of them takes them in this order.
extern "C" fn before_fork() {
    let mut locks =
        vec![peer::hold(), export::hold(), place::hold(), watch::hold(), graph::hold(), vmm::hold()];
    locks.extend(handle::hold_all());
    // A thread that is ending cannot keep them.
    let _ = HELD.try_with(|held| *held.borrow_mut() = locks);
}

/// Runs in the parent after a fork.
extern "C" fn in_parent() {
    let _ = HELD.try_with(|held| held.borrow_mut().clear());
}

/// Runs in a forked child on its only thread: the devices stay the parent's.
///
/// The child closes the sockets that hold the parent's slots, so that these end with the parent, and forgets the
/// devices. The parent's memory stays mapped at its place and counts as a mapped peer.
extern "C" fn in_forked_child() {
    in_parent();
    let old = PROCESS.swap(std::ptr::null_mut(), Ordering::AcqRel);
    // SAFETY: null or leaked by `start_process`.
    let Some(old) = (unsafe { old.as_ref() }) else { return };
    for device in old.devices.iter().filter_map(OnceLock::get) {
        for socket in device.arena.sockets() {
            // SAFETY: the child's copies; their owners are in the old table, which is never dropped.
            unsafe { libc::close(socket) };
        }
        peer::adopt(device.arena.info(), device.arena.base);
    }
    export::forget_all();
    vmm::forget();
    watch::forget();
    graph::forget();
    handle::forget_all();
    context::forget();
    sched::forget_engines();
}
