//! Generational tables behind the 64-bit handles of the C API.
//!
//! A handle is `[tag:8][0xA:4][generation:20][index:32]`: below 2^63, never 0, and no valid address on x86-64 or
//! aarch64. Looking one up takes no lock and answers `None` for every value that is not the handle of a live
//! object of this table: 0, values of other kinds, forged and stale ones.
//!
//! The *shells*, values of type `T`, are made once with `Default`, re-used for later objects, and live as long as
//! the table. A reader that races with the removal therefore never touches freed memory; `T` uses atomics for
//! what it shares and its owner decides what a reader may see of an object that is going away.

use std::cell::Cell;
use std::fmt;

use crate::segmented::Segmented;
use crate::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use crate::sync::{Mutex, const_fn, lock};

/// Elements of the first segment of a table.
const FIRST: u64 = 64;
/// 64 × (2^20 − 1) ≈ 67 million objects of a kind.
const SEGMENTS: usize = 20;
/// Key of a slot without a live object. No handle: its index is above every table's capacity.
const VACANT: u64 = u64::MAX;
/// Value of bits 55..52 of each handle.
const MARK: u64 = 0xA;
/// Bits of the generation.
const GENERATION_BITS: u32 = 20;
/// Bits of a handle below the generation.
const INDEX_BITS: u32 = 32;

#[derive(Debug)]
#[repr(C, align(64))]
struct Slot<T> {
    /// Handle of the live object, or [`VACANT`].
    key: AtomicU64,
    /// Generation of the object that will live here next.
    generation: AtomicU32,
    /// Number of [`Pinned`] of this slot.
    pins: AtomicU32,
    value: T,
}

impl<T: Default> Default for Slot<T> {
    fn default() -> Self {
        Slot {
            key: AtomicU64::new(VACANT),
            generation: AtomicU32::new(0),
            pins: AtomicU32::new(0),
            value: T::default(),
        }
    }
}

#[derive(Debug)]
struct FreeList {
    /// Re-usable indices, oldest first.
    vacant: std::collections::VecDeque<u32>,
    /// Indices handed out so far.
    used: u32,
}

/// The table of one kind of object.
#[derive(Debug)]
pub struct Slab<T> {
    slots: Segmented<Slot<T>, FIRST, SEGMENTS>,
    free: Mutex<FreeList>,
    tag: u8,
}

impl<T> Slab<T> {
    const_fn! {
        /// An empty table for handles with `tag` in their top byte (1 to 127, unique in the process).
        pub const fn new(tag: u8) -> Self {
            assert!(tag != 0 && tag < 0x80);
            Slab {
                slots: Segmented::new(),
                free: Mutex::new(FreeList { vacant: std::collections::VecDeque::new(), used: 0 }),
                tag,
            }
        }
    }

    /// The shell of the live object with this handle.
    #[inline]
    pub fn get(&self, handle: u64) -> Option<&T> {
        let slot = self.slots.get(handle as u32)?;
        (slot.key.load(Ordering::Acquire) == handle).then_some(&slot.value)
    }

    /// As [`Slab::get`], and whoever takes the object sees that it is in use until the result is dropped.
    #[inline]
    pub fn pin(&self, handle: u64) -> Option<Pinned<'_, T>> {
        let slot = self.slots.get(handle as u32)?;
        // All changes of `pins` have one order. If this one comes before the look of `Taken::is_pinned`, the taker
        // waits; if it comes after, it sees what the taker did before: the key is another one.
        slot.pins.fetch_add(1, Ordering::AcqRel);
        let pinned = Pinned { slot };
        (slot.key.load(Ordering::Acquire) == handle).then_some(pinned)
    }

    /// Ends the life of an object: of all callers with this handle exactly one gets it, and from now on
    /// [`Slab::get`] refuses the handle. The shell becomes available again when the result is dropped.
    pub fn take(&self, handle: u64) -> Option<Taken<'_, T>> {
        let slot = self.slots.get(handle as u32)?;
        slot.key.compare_exchange(handle, VACANT, Ordering::AcqRel, Ordering::Acquire).ok().map(|_| Taken {
            slab: self,
            slot,
            index: handle as u32,
            unused: Cell::new(false),
        })
    }

    /// The live handle with these parts (see [`parts`]).
    pub fn find(&self, (index, generation): (u32, u32)) -> Option<(u64, &T)> {
        let handle = compose(self.tag, generation, index);
        Some((handle, self.get(handle)?))
    }

    /// Handles of all live objects at some moment during the call.
    pub fn handles(&self) -> Vec<u64> {
        let used = lock(&self.free).used;
        (0..used)
            .filter_map(|index| self.slots.get(index))
            .map(|slot| slot.key.load(Ordering::Acquire))
            .filter(|&key| key != VACANT)
            .collect()
    }

    /// Keeps others from making objects until the result is dropped. For a fork: the child must not inherit the lock of
    /// another thread.
    #[cfg(not(loom))]
    pub fn hold(&'static self) -> Box<dyn std::any::Any>
    where
        T: 'static,
    {
        Box::new(self.free.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    /// Makes all handles stale and leaves the contents of the shells as they are, for ever. For a forked child, whose
    /// objects are those of its parent.
    pub fn forget(&self) {
        let slots = (0..).map_while(|index| self.slots.get(index));
        slots.for_each(|slot| slot.key.store(VACANT, Ordering::Release));
    }

    /// Makes a shell available again, unless its generations are used up.
    fn recycle(&self, slot: &Slot<T>, index: u32) {
        let next = slot.generation.load(Ordering::Relaxed) + 1;
        // A slot that has been through all generations is not used again: no old handle ever becomes valid.
        if next < 1 << GENERATION_BITS {
            slot.generation.store(next, Ordering::Relaxed);
            lock(&self.free).vacant.push_back(index);
        }
    }
}

impl<T: Default> Slab<T> {
    /// Reserves a shell for a new object. `None`: the table is full.
    pub fn reserve(&self) -> Option<Reserved<'_, T>> {
        let index = {
            let mut free = lock(&self.free);
            match free.vacant.pop_front() {
                Some(index) => index,
                None => {
                    let index = free.used;
                    if !self.slots.ensure(u64::from(index) + 1) {
                        return None;
                    }
                    free.used += 1;
                    index
                }
            }
        };
        let slot = self.slots.get(index)?;
        Some(Reserved { slab: self, slot, index, published: false })
    }
}

/// A shell that is being filled; nobody else sees it before [`Reserved::publish`]. Dropping it unpublished gives
/// it back.
pub struct Reserved<'a, T> {
    slab: &'a Slab<T>,
    slot: &'a Slot<T>,
    index: u32,
    published: bool,
}

impl<T> Reserved<'_, T> {
    /// The handle that the object will have.
    pub fn handle(&self) -> u64 {
        compose(self.slab.tag, self.slot.generation.load(Ordering::Relaxed), self.index)
    }

    /// Makes the object live: everything written to the shell before is visible to those who look it up.
    pub fn publish(mut self) -> u64 {
        let handle = self.handle();
        self.published = true;
        self.slot.key.store(handle, Ordering::Release);
        handle
    }
}

impl<T> std::ops::Deref for Reserved<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.slot.value
    }
}

impl<T> fmt::Debug for Reserved<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reserved({:#x})", self.handle())
    }
}

impl<T> Drop for Reserved<'_, T> {
    fn drop(&mut self) {
        if !self.published {
            self.slab.recycle(self.slot, self.index);
        }
    }
}

/// A live object that is in use; see [`Slab::pin`].
pub struct Pinned<'a, T> {
    slot: &'a Slot<T>,
}

impl<'a, T> Pinned<'a, T> {
    /// The shell, which outlives the pin; only while it is pinned do its contents belong to the object.
    #[inline]
    pub fn shell(&self) -> &'a T {
        &self.slot.value
    }
}

impl<T> std::ops::Deref for Pinned<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        &self.slot.value
    }
}

impl<T> fmt::Debug for Pinned<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pinned")
    }
}

impl<T> Drop for Pinned<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // Release: what the user did with the object happens before the taker takes it apart.
        self.slot.pins.fetch_sub(1, Ordering::Release);
    }
}

/// The shell of an object whose life has ended; its owner takes the contents apart.
pub struct Taken<'a, T> {
    slab: &'a Slab<T>,
    slot: &'a Slot<T>,
    index: u32,
    /// No pin was seen once: whoever pins from then on finds that the object is gone.
    unused: Cell<bool>,
}

impl<T> Taken<'_, T> {
    /// True while somebody who found the object before it was taken still uses it ([`Slab::pin`]). Once false, it
    /// stays false, although callers with a stale handle pin the slot for the moment that they look at it.
    pub fn is_pinned(&self) -> bool {
        if !self.unused.get() {
            self.unused.set(self.slot.pins.fetch_add(0, Ordering::AcqRel) == 0);
        }
        !self.unused.get()
    }
}

impl<T> std::ops::Deref for Taken<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.slot.value
    }
}

impl<T> fmt::Debug for Taken<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Taken({})", self.index)
    }
}

impl<T> Drop for Taken<'_, T> {
    fn drop(&mut self) {
        // A shell that is still in use is not used again.
        if !self.is_pinned() {
            self.slab.recycle(self.slot, self.index);
        }
    }
}

fn compose(tag: u8, generation: u32, index: u32) -> u64 {
    u64::from(tag) << 56 | MARK << 52 | u64::from(generation) << INDEX_BITS | u64::from(index)
}

/// Tag of a handle, if it has the shape of one.
pub fn tag(handle: u64) -> Option<u8> {
    (handle >> 52 & 0xF == MARK).then_some((handle >> 56) as u8)
}

/// Index and generation of a handle, for compact storage; [`Slab::find`] turns them back.
#[inline]
pub fn parts(handle: u64) -> (u32, u32) {
    (handle as u32, (handle >> INDEX_BITS) as u32 & ((1 << GENERATION_BITS) - 1))
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn insert(slab: &Slab<AtomicU64>, value: u64) -> u64 {
        let shell = slab.reserve().unwrap();
        shell.store(value, Ordering::Relaxed);
        shell.publish()
    }

    fn value(slab: &Slab<AtomicU64>, handle: u64) -> Option<u64> {
        slab.get(handle).map(|shell| shell.load(Ordering::Relaxed))
    }

    #[test]
    fn handles_have_the_documented_shape() {
        let slab = Slab::new(0x11);
        let handle = insert(&slab, 5);
        assert_eq!(handle, 0x11A0_0000_0000_0000);
        assert_eq!(tag(handle), Some(0x11));
        assert_eq!(insert(&slab, 6), handle + 1);
        assert_eq!(tag(0x1234_5678), None);
        assert_eq!(slab.find(parts(handle)).unwrap().0, handle);
    }

    #[test]
    fn only_the_exact_live_handle_is_found() {
        let (slab, other) = (Slab::new(0x11), Slab::new(0x12));
        assert!(slab.get(0).is_none() && slab.take(0).is_none());
        let handle = insert(&slab, 5);
        assert_eq!(value(&slab, handle), Some(5));
        for bit in 0..64 {
            assert!(slab.get(handle ^ (1 << bit)).is_none(), "bit {bit}");
        }
        for forged in [0, 1, VACANT, handle as u32 as u64, insert(&other, 9)] {
            assert!(slab.get(forged).is_none() && slab.take(forged).is_none(), "{forged:#x}");
        }
    }

    #[test]
    fn a_removed_handle_stays_invalid_when_its_shell_is_used_again() {
        let slab = Slab::new(0x11);
        let old = insert(&slab, 1);
        let taken = slab.take(old).unwrap();
        assert_eq!(taken.load(Ordering::Relaxed), 1);
        assert!(slab.get(old).is_none() && slab.take(old).is_none());
        drop(taken);
        let new = insert(&slab, 2);
        assert_eq!(new as u32, old as u32);
        assert_ne!(new, old);
        assert_eq!((value(&slab, old), value(&slab, new)), (None, Some(2)));
        assert_eq!(slab.handles(), [new]);
    }

    #[test]
    fn a_pinned_object_is_not_recycled_under_its_user() {
        let slab = Slab::new(0x11);
        let handle = insert(&slab, 1);
        let pin = slab.pin(handle).unwrap();
        let taken = slab.take(handle).unwrap();
        assert!(taken.is_pinned() && slab.pin(handle).is_none() && taken.is_pinned());
        drop(pin);
        assert!(!taken.is_pinned());
        drop(taken);
        let other = insert(&slab, 2);
        assert_eq!(other as u32, handle as u32);
        let pin = slab.pin(other).unwrap();
        drop(slab.take(other));
        assert_ne!(insert(&slab, 3) as u32, other as u32);
        assert_eq!(pin.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn a_glance_with_a_stale_handle_does_not_hold_what_nobody_uses() {
        let slab = Slab::new(0x11);
        let handle = insert(&slab, 1);
        let taken = slab.take(handle).unwrap();
        assert!(!taken.is_pinned());
        // The moment inside `Slab::pin` before it finds that the object is gone.
        let pins = &slab.slots.get(handle as u32).unwrap().pins;
        pins.fetch_add(1, Ordering::AcqRel);
        assert!(!taken.is_pinned());
        drop(taken);
        pins.fetch_sub(1, Ordering::Release);
        assert_eq!(insert(&slab, 2) as u32, handle as u32);
    }

    #[test]
    fn a_dropped_reservation_is_never_seen() {
        let slab: Slab<AtomicU64> = Slab::new(0x11);
        let reserved = slab.reserve().unwrap();
        let handle = reserved.handle();
        assert!(slab.get(handle).is_none());
        drop(reserved);
        assert!(slab.get(handle).is_none() && slab.handles().is_empty());
        assert_ne!(insert(&slab, 3), handle);
    }

    #[test]
    fn a_slot_without_unused_generations_is_retired() {
        let slab = Slab::new(0x11);
        let first = insert(&slab, 1);
        let last = (1 << GENERATION_BITS) - 1;
        slab.slots.get(0).unwrap().generation.store(last, Ordering::Relaxed);
        drop(slab.take(first));
        assert_eq!(insert(&slab, 2) as u32, 1);
        assert!(slab.get(first).is_none());
    }

    #[test]
    fn many_threads_insert_look_up_and_remove() {
        let slab = Slab::new(0x11);
        let rounds = if cfg!(miri) { 20 } else { 2000 };
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let slab = &slab;
                scope.spawn(move || {
                    for round in 0..rounds {
                        let handle = insert(slab, thread << 32 | round);
                        assert_eq!(value(slab, handle), Some(thread << 32 | round));
                        drop(slab.take(handle).unwrap());
                        assert!(slab.get(handle).is_none());
                    }
                });
            }
        });
        assert!(slab.handles().is_empty());
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use super::*;
    use loom::sync::Arc;
    use loom::sync::atomic::fence;
    use loom::thread;

    #[test]
    fn what_was_written_before_publish_is_seen_by_the_reader() {
        loom::model(|| {
            let slab: Arc<Slab<AtomicU64>> = Arc::new(Slab::new(0x11));
            let reserved = slab.reserve().unwrap();
            let handle = reserved.handle();
            let reader = {
                let slab = slab.clone();
                thread::spawn(move || slab.get(handle).map(|shell| shell.load(Ordering::Relaxed)))
            };
            reserved.store(7, Ordering::Relaxed);
            reserved.publish();
            assert!(matches!(reader.join().unwrap(), None | Some(7)));
        });
    }

    #[test]
    fn the_taker_waits_for_every_user_it_does_not_lock_out() {
        loom::model(|| {
            let slab: Arc<Slab<AtomicU64>> = Arc::new(Slab::new(0x11));
            let reserved = slab.reserve().unwrap();
            reserved.store(7, Ordering::Relaxed);
            let handle = reserved.publish();
            let user = {
                let slab = slab.clone();
                thread::spawn(move || slab.pin(handle).map(|shell| shell.load(Ordering::Relaxed)))
            };
            let taken = slab.take(handle).unwrap();
            while taken.is_pinned() {
                thread::yield_now();
            }
            // Nobody may see what the taker does to the contents from here on.
            taken.store(8, Ordering::Relaxed);
            assert!(matches!(user.join().unwrap(), None | Some(7)));
        });
    }

    /// Without a pin: a reader looks the handle up again after it has read, as the channels of the data plane do.
    #[test]
    fn what_is_read_between_two_looks_belongs_to_the_handle() {
        loom::model(|| {
            let slab: Arc<Slab<AtomicU64>> = Arc::new(Slab::new(0x11));
            let reserved = slab.reserve().unwrap();
            reserved.store(7, Ordering::Relaxed);
            let handle = reserved.publish();
            let reader = {
                let slab = slab.clone();
                thread::spawn(move || {
                    let read = slab.get(handle)?.load(Ordering::Relaxed);
                    fence(Ordering::Acquire);
                    slab.get(handle).map(|_| read)
                })
            };
            drop(slab.take(handle).unwrap());
            let next = slab.reserve().unwrap();
            fence(Ordering::Release);
            next.store(8, Ordering::Relaxed);
            next.publish();
            assert!(matches!(reader.join().unwrap(), None | Some(7)));
        });
    }

    #[test]
    fn of_two_removals_one_wins_and_the_shell_is_free_once() {
        loom::model(|| {
            let slab: Arc<Slab<AtomicU64>> = Arc::new(Slab::new(0x11));
            let handle = slab.reserve().unwrap().publish();
            let other = {
                let slab = slab.clone();
                thread::spawn(move || slab.take(handle).is_some())
            };
            let mine = slab.take(handle).is_some();
            assert!(mine ^ other.join().unwrap());
            let (a, b) = (slab.reserve().unwrap(), slab.reserve().unwrap());
            assert_ne!(a.handle(), b.handle());
            assert!(a.handle() != handle && b.handle() != handle);
        });
    }
}
