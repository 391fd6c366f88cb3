//! The one synchronisation primitive of the engine: a 32-bit word that threads of any process can change
//! atomically and sleep on.
//!
//! The wake-up protocols ([`crate::engine`]'s bell, latch and stream word) are written against [`Word`], so
//! that loom can run the very same code on its own atomics.

use std::sync::atomic::{AtomicU32, Ordering};

/// A deadline that never comes.
pub(crate) const NEVER: u64 = u64::MAX;

/// A word to synchronise on. Every operation is sequentially consistent: the protocols rely on "store mine,
/// then read yours" from both sides.
pub(crate) trait Word {
    /// Reads.
    fn get(&self) -> u32;
    /// Writes.
    fn put(&self, value: u32);
    /// Writes and returns what was there.
    fn exchange(&self, value: u32) -> u32;
    /// Adds, wrapping; returns what was there.
    fn add(&self, value: u32) -> u32;
    /// Sets bits; returns what was there.
    fn set(&self, bits: u32) -> u32;
    /// Clears bits; returns what was there.
    fn clear(&self, bits: u32) -> u32;
    /// Replaces `old` by `new`; the error is what is there instead.
    fn replace(&self, old: u32, new: u32) -> Result<(), u32>;
    /// Sleeps while the word is `value`, at most until the monotonic time `deadline` in ns ([`NEVER`]: no limit).
    /// May return early.
    fn sleep(&self, value: u32, deadline: u64);
    /// Wakes up to `count` sleepers.
    fn wake(&self, count: i32);
}

impl Word for AtomicU32 {
    #[inline]
    fn get(&self) -> u32 {
        self.load(Ordering::SeqCst)
    }

    #[inline]
    fn put(&self, value: u32) {
        self.store(value, Ordering::SeqCst);
    }

    #[inline]
    fn exchange(&self, value: u32) -> u32 {
        AtomicU32::swap(self, value, Ordering::SeqCst)
    }

    #[inline]
    fn add(&self, value: u32) -> u32 {
        self.fetch_add(value, Ordering::SeqCst)
    }

    #[inline]
    fn set(&self, bits: u32) -> u32 {
        self.fetch_or(bits, Ordering::SeqCst)
    }

    #[inline]
    fn clear(&self, bits: u32) -> u32 {
        self.fetch_and(!bits, Ordering::SeqCst)
    }

    #[inline]
    fn replace(&self, old: u32, new: u32) -> Result<(), u32> {
        self.compare_exchange(old, new, Ordering::SeqCst, Ordering::SeqCst).map(|_| ())
    }

    fn sleep(&self, value: u32, deadline: u64) {
        let limit = libc::timespec {
            tv_sec: (deadline / 1_000_000_000).min(i64::MAX as u64) as libc::time_t,
            tv_nsec: (deadline % 1_000_000_000) as libc::c_long,
        };
        let limit: *const libc::timespec = if deadline == NEVER { std::ptr::null() } else { &limit };
        // SAFETY: the word and the time outlive the call. Not the private form, since the word may lie in
        // memory shared with other processes. FUTEX_WAIT_BITSET takes an absolute monotonic time.
        unsafe {
            libc::syscall(
                libc::SYS_futex,
                self.as_ptr(),
                libc::FUTEX_WAIT_BITSET,
                value,
                limit,
                std::ptr::null::<u32>(),
                libc::FUTEX_BITSET_MATCH_ANY,
            );
        }
    }

    fn wake(&self, count: i32) {
        // SAFETY: the word outlives the call.
        unsafe {
            libc::syscall(libc::SYS_futex, self.as_ptr(), libc::FUTEX_WAKE, count);
        }
    }
}

/// Monotonic time in ns, comparable between the processes of a machine.
pub(crate) fn now_ns() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `now` is writable.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now) };
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// The time `ns` from now, [`NEVER`] for 0.
pub(crate) fn deadline_in(ns: u64) -> u64 {
    if ns == 0 { NEVER } else { now_ns().saturating_add(ns) }
}

#[cfg(all(test, loom))]
pub(crate) mod model {
    //! [`Word`] for loom. The futex is a mutex and a condition variable: comparing and going to sleep are one
    //! step, as in the kernel. Deadlines do not exist, so a lost wake-up is a deadlock that loom reports.

    use super::Word;
    use loom::sync::atomic::{AtomicU32, Ordering};
    use loom::sync::{Condvar, Mutex};

    /// Runs `body` in every order of its threads' steps in which threads are preempted at most twice; more is known
    /// to find little and takes hours.
    pub(crate) fn check(body: impl Fn() + Sync + Send + 'static) {
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = Some(2);
        builder.check(body);
    }

    pub(crate) struct LoomWord {
        value: AtomicU32,
        bed: Mutex<()>,
        bell: Condvar,
    }

    impl LoomWord {
        pub(crate) fn new(value: u32) -> LoomWord {
            LoomWord { value: AtomicU32::new(value), bed: Mutex::new(()), bell: Condvar::new() }
        }
    }

    // Loom treats SeqCst accesses as AcqRel; read-modify-write operations always see the newest value, which
    // gives the order that the real accesses have.
    impl Word for LoomWord {
        fn get(&self) -> u32 {
            self.value.fetch_add(0, Ordering::AcqRel)
        }

        fn put(&self, value: u32) {
            self.value.swap(value, Ordering::AcqRel);
        }

        fn exchange(&self, value: u32) -> u32 {
            self.value.swap(value, Ordering::AcqRel)
        }

        fn add(&self, value: u32) -> u32 {
            self.value.fetch_add(value, Ordering::AcqRel)
        }

        fn set(&self, bits: u32) -> u32 {
            self.value.fetch_or(bits, Ordering::AcqRel)
        }

        fn clear(&self, bits: u32) -> u32 {
            self.value.fetch_and(!bits, Ordering::AcqRel)
        }

        fn replace(&self, old: u32, new: u32) -> Result<(), u32> {
            self.value.compare_exchange(old, new, Ordering::AcqRel, Ordering::Acquire).map(|_| ())
        }

        fn sleep(&self, value: u32, _deadline: u64) {
            let bed = self.bed.lock().unwrap();
            if self.get() == value {
                drop(self.bell.wait(bed).unwrap());
            }
        }

        fn wake(&self, _count: i32) {
            drop(self.bed.lock().unwrap());
            self.bell.notify_all();
        }
    }
}
