//! The bell of an engine: how whoever makes work possible tells the threads that run it.
//!
//! It lies in the control block of the device, so that other processes can ring it when they record one of
//! the device's notifies. Two kinds of threads listen: *helpers*, threads that wait in a synchronise call and
//! run ready streams meanwhile, and the one *pool* thread of the engine, which is disturbed only when no
//! helper is there.
//!
//! Who rings changes the world first, then `seq`; who sleeps announces it first, then compares `seq` with the
//! value from before it looked at the world. One of them always notices the other.

use crate::sync::Word;
use npu_ext::{NOTIFY_COUNT, Notify};
use std::cell::UnsafeCell;
use std::sync::atomic::AtomicU32;

/// One helper in [`Bell::helpers`], awake or asleep.
const PRESENT: u32 = 1;
/// One sleeping helper in [`Bell::helpers`].
const ASLEEP: u32 = 1 << 16;

/// The bell. Zeroed memory is a valid one.
#[repr(C, align(64))]
pub(crate) struct Bell<W = AtomicU32> {
    /// Counts the rings; sleeping helpers sleep on it.
    seq: W,
    /// [`PRESENT`] for each helper plus [`ASLEEP`] for each that sleeps.
    helpers: W,
    /// 1 while the pool thread sleeps (on this word).
    pool: W,
}

/// What the control block of a device holds for its engine, in this order in memory.
#[repr(C, align(64))]
pub(crate) struct Signals {
    /// Bell of the engine of the device.
    pub bell: Bell,
    /// Notifies of the device; the bell is found from the address of any of them.
    pub notifies: UnsafeCell<[Notify; NOTIFY_COUNT as usize]>,
}

// SAFETY: the plain fields of a notify are written only by the notify pool while nobody else knows the notify; all
// others are atomic.
unsafe impl Sync for Signals {}

impl<W: Word> Bell<W> {
    /// Number of rings so far.
    #[inline]
    pub(crate) fn seq(&self) -> u32 {
        self.seq.get()
    }

    /// Tells the engine that something changed: wakes all sleeping helpers, or the pool thread if there is no
    /// helper. No system call if everybody who should hear is awake.
    #[inline]
    pub(crate) fn ring(&self) {
        self.seq.add(1);
        let helpers = self.helpers.get();
        if helpers >= ASLEEP {
            self.seq.wake(i32::MAX);
        } else if helpers == 0 {
            self.wake_pool();
        }
    }

    /// Makes the pool thread look at the world even if helpers are there.
    pub(crate) fn ring_pool(&self) {
        self.seq.add(1);
        self.wake_pool();
    }

    #[inline]
    fn wake_pool(&self) {
        if self.pool.get() == 1 && self.pool.exchange(0) == 1 {
            self.pool.wake(1);
        }
    }

    /// The caller becomes a helper.
    pub(crate) fn enter(&self) {
        self.helpers.add(PRESENT);
    }

    /// The caller is no helper any more. True if it was the last one: it must then look once more whether there
    /// is work, or whether the bell rang since its last look, and [`Self::ring`] for the pool thread if so.
    #[must_use]
    pub(crate) fn leave(&self) -> bool {
        self.helpers.add(PRESENT.wrapping_neg()) == PRESENT
    }

    /// True if a helper is there.
    pub(crate) fn attended(&self) -> bool {
        self.helpers.get() != 0
    }

    /// A helper sleeps until the bell rings, unless it rang since `seq` was read, at most until `deadline`.
    pub(crate) fn sleep(&self, seq: u32, deadline: u64) {
        self.helpers.add(ASLEEP);
        if self.seq.get() == seq {
            self.seq.sleep(seq, deadline);
        }
        self.helpers.add(ASLEEP.wrapping_neg());
    }

    /// The pool thread sleeps until the bell rings while no helper is there, unless it rang since `seq` was read,
    /// at most until `deadline`.
    pub(crate) fn sleep_pool(&self, seq: u32, deadline: u64) {
        self.pool.put(1);
        if self.seq.get() == seq {
            self.pool.sleep(1, deadline);
        }
        self.pool.put(0);
    }
}

const _: () = assert!(size_of::<Bell>() == 64);
const _: () = assert!(std::mem::offset_of!(Signals, notifies) == 64);

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn new() -> Bell {
        Bell { seq: AtomicU32::new(0), helpers: AtomicU32::new(0), pool: AtomicU32::new(0) }
    }

    #[test]
    fn a_ring_before_sleeping_is_not_lost() {
        let bell = new();
        bell.enter();
        let seq = bell.seq();
        bell.ring();
        bell.sleep(seq, crate::sync::NEVER);
        assert!(bell.leave());
        let seq = bell.seq();
        bell.ring();
        bell.sleep_pool(seq, crate::sync::NEVER);
        assert_eq!(bell.pool.get(), 0);
    }

    #[test]
    fn a_sleeper_wakes_at_its_deadline() {
        let bell = new();
        bell.enter();
        bell.sleep(bell.seq(), crate::sync::deadline_in(1_000_000));
        bell.sleep(bell.seq(), 0);
        bell.sleep_pool(bell.seq(), crate::sync::deadline_in(1_000_000));
        assert!(bell.leave());
    }

    #[test]
    fn rings_wake_helpers_and_the_pool() {
        let bell = Arc::new(new());
        for round in 0..200u32 {
            let pool = round % 2 == 1;
            let sleeper = {
                let bell = Arc::clone(&bell);
                std::thread::spawn(move || {
                    if !pool {
                        bell.enter();
                    }
                    while bell.seq() == round {
                        if pool {
                            bell.sleep_pool(round, crate::sync::NEVER);
                        } else {
                            bell.sleep(round, crate::sync::NEVER);
                        }
                    }
                    pool || bell.leave()
                })
            };
            std::thread::yield_now();
            bell.ring();
            assert!(sleeper.join().unwrap());
        }
    }
}

#[cfg(all(test, loom))]
mod model {
    use super::*;
    use crate::sync::NEVER;
    use crate::sync::model::{LoomWord, check};
    use loom::sync::Arc;
    use loom::thread;

    fn new() -> Arc<Bell<LoomWord>> {
        Arc::new(Bell { seq: LoomWord::new(0), helpers: LoomWord::new(0), pool: LoomWord::new(0) })
    }

    /// Two ringers, one helper that must see both changes; a lost wake-up is a deadlock.
    #[test]
    fn helper_sees_every_ring() {
        check(|| {
            let bell = new();
            let world = Arc::new(LoomWord::new(0));
            let ringers: Vec<_> = (0..2)
                .map(|_| {
                    let (bell, world) = (Arc::clone(&bell), Arc::clone(&world));
                    thread::spawn(move || {
                        world.add(1);
                        bell.ring();
                    })
                })
                .collect();
            bell.enter();
            loop {
                let seq = bell.seq();
                if world.get() == 2 {
                    break;
                }
                bell.sleep(seq, NEVER);
            }
            let _ = bell.leave();
            for ringer in ringers {
                ringer.join().unwrap();
            }
        });
    }

    /// A helper that comes and goes while the bell rings: the pool thread takes over what the helper leaves.
    #[test]
    fn pool_takes_over_from_a_leaving_helper() {
        check(|| {
            let bell = new();
            let world = Arc::new(LoomWord::new(0));
            let ringer = {
                let (bell, world) = (Arc::clone(&bell), Arc::clone(&world));
                thread::spawn(move || {
                    world.add(1);
                    bell.ring();
                })
            };
            let helper = {
                let (bell, world) = (Arc::clone(&bell), Arc::clone(&world));
                thread::spawn(move || {
                    bell.enter();
                    // Runs nothing: all work is left to the pool thread.
                    if bell.leave() && world.get() == 1 {
                        bell.ring();
                    }
                })
            };
            loop {
                let seq = bell.seq();
                if !bell.attended() && world.get() == 1 {
                    break;
                }
                bell.sleep_pool(seq, NEVER);
            }
            ringer.join().unwrap();
            helper.join().unwrap();
        });
    }
}
