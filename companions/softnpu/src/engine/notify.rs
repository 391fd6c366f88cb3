//! Notifies: one-bit signals in the control block of a device.

use super::bell::{Bell, Signals};
use super::latch;
use super::sched;
use crate::error::{Result, code, fail};
use crate::sync::{Word, now_ns};
use npu_ext::{NOTIFY_COUNT, Notify};
use std::mem::offset_of;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

const WORDS: usize = NOTIFY_COUNT as usize / 64;
/// Notifies that are used in turn while few are allocated: the pages of the others cost no memory.
const FEW: u32 = 4096;

/// The notifies of one device.
pub(crate) struct NotifyPool {
    signals: &'static Signals,
    slot: u32,
    used: Mutex<Used>,
}

struct Used {
    bits: Box<[u64; WORDS]>,
    /// Where the next search begins, so that a freed notify is not handed out again at once.
    next: u32,
}

impl NotifyPool {
    /// The notifies of the control block of `slot`, all free.
    pub(crate) fn new(signals: &'static Signals, slot: u32) -> NotifyPool {
        NotifyPool { signals, slot, used: Mutex::new(Used { bits: Box::new([0; WORDS]), next: 0 }) }
    }

    /// Allocates `n` notifies with consecutive ids, cleared; returns the first.
    pub(crate) fn alloc(&self, n: u32) -> Result<&'static Notify> {
        if n == 0 || n > NOTIFY_COUNT {
            fail!(code::RT_PARAM_INVALID, "the number of notifies is {n}, expected 1 to {NOTIFY_COUNT}");
        }
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let window = (2 * (used.count() + n)).next_power_of_two().clamp(FEW, NOTIFY_COUNT);
        let from = used.next;
        let found = used.find(from, window, n).or_else(|| used.find(0, window, n));
        let first = match found.or_else(|| used.find(0, NOTIFY_COUNT, n)) {
            Some(first) => first,
            None => fail!(
                code::RT_NO_NOTIFY,
                "the device has no {n} free notifies with consecutive ids (it has {NOTIFY_COUNT} in all)"
            ),
        };
        used.next = (first + n) % NOTIFY_COUNT;
        for id in first..first + n {
            used.bits[id as usize / 64] |= 1 << (id % 64);
            let notify = self.at(id);
            // SAFETY: the notify was free until now, so nobody else looks at its plain fields.
            unsafe {
                (*notify).id = id;
                (*notify).slot = self.slot;
            }
            // SAFETY: the control block outlives the device; only atomic fields change from now on.
            let notify = unsafe { &*notify };
            notify.generation.add(1);
            notify.waiter.put(0);
            notify.flag.put(0);
            notify.status.put(0);
            notify.ended.put(0);
        }
        // SAFETY: as above.
        Ok(unsafe { &*self.at(first) })
    }

    /// Frees `n` notifies from `first` on; streams that wait for them fail.
    pub(crate) fn free(&self, first: *const Notify, n: u32) -> Result {
        let id = self.id_of(first)?;
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if n == 0 || n > NOTIFY_COUNT - id || !(id..id + n).all(|id| used.has(id)) {
            fail!(
                code::RT_PARAM_INVALID,
                "{n} notifies from id {id} on are to be freed, not all of them are allocated"
            );
        }
        let mut rings = false;
        for id in id..id + n {
            used.bits[id as usize / 64] &= !(1 << (id % 64));
            // SAFETY: the notify is allocated, so only its atomic fields are in use.
            let notify = unsafe { &*self.at(id) };
            notify.generation.add(1);
            rings |= notify.waiter.exchange(0) != 0;
        }
        drop(used);
        if rings {
            self.signals.bell.ring();
        }
        Ok(())
    }

    /// Lets waits of streams for `n` notifies from `first` on fail unless they find a record.
    pub(crate) fn end(&self, first: *const Notify, n: u32) -> Result {
        let id = self.id_of(first)?;
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if n > NOTIFY_COUNT - id || !(id..id + n).all(|id| used.has(id)) {
            fail!(
                code::RT_PARAM_INVALID,
                "{n} notifies from id {id} on are to be ended, not all of them are allocated"
            );
        }
        for id in id..id + n {
            // SAFETY: the notify is allocated; only its atomic fields change.
            unsafe { &*self.at(id) }.ended.put(1);
        }
        drop(used);
        // Who has armed a notify is in a list that is looked at when the bell rings, or polls.
        self.signals.bell.ring();
        Ok(())
    }

    /// The notify with this id.
    pub(crate) fn by_id(&self, id: u32) -> Result<&'static Notify> {
        if id >= NOTIFY_COUNT || !self.used.lock().unwrap_or_else(PoisonError::into_inner).has(id) {
            fail!(code::RT_PARAM_INVALID, "no notify of the device has id {id}");
        }
        // SAFETY: the notify is allocated; only its atomic fields change.
        Ok(unsafe { &*self.at(id) })
    }

    fn at(&self, id: u32) -> *mut Notify {
        debug_assert!(id < NOTIFY_COUNT);
        self.signals.notifies.get().cast::<Notify>().wrapping_add(id as usize)
    }

    fn id_of(&self, notify: *const Notify) -> Result<u32> {
        let offset = (notify as usize).wrapping_sub(self.at(0) as usize);
        if !offset.is_multiple_of(size_of::<Notify>())
            || offset / size_of::<Notify>() >= NOTIFY_COUNT as usize
        {
            fail!(code::RT_PARAM_INVALID, "{notify:p} is not a notify of the device");
        }
        Ok((offset / size_of::<Notify>()) as u32)
    }
}

impl Used {
    fn has(&self, id: u32) -> bool {
        self.bits[id as usize / 64] >> (id % 64) & 1 == 1
    }

    /// Number of allocated notifies.
    fn count(&self) -> u32 {
        self.bits.iter().map(|word| word.count_ones()).sum()
    }

    /// First run of `n` free ids in `from..to`.
    fn find(&self, from: u32, to: u32, n: u32) -> Option<u32> {
        let mut start = from;
        let mut id = from;
        while id < to {
            if id.is_multiple_of(64) && self.bits[id as usize / 64] == u64::MAX {
                id += 64;
                start = id;
                continue;
            }
            let taken = self.has(id);
            id += 1;
            if taken {
                start = id;
            } else if id - start == n {
                return Some(start);
            }
        }
        None
    }
}

/// The bell of the device that owns a notify.
#[inline]
fn bell_of(notify: &Notify) -> &Bell {
    let back = notify.id as usize * size_of::<Notify>() + offset_of!(Signals, notifies);
    // SAFETY: every notify is element `id` of the array in a `Signals` (set when it was allocated, before anybody
    // could know it), so its bell lies that many bytes before it.
    unsafe { &*((notify as *const Notify as usize - back) as *const Bell) }
}

/// Records a notify; it may belong to another process.
#[inline]
pub(crate) fn record(notify: &Notify) {
    if latch::record(&notify.flag, &notify.waiter) {
        sched::wake(notify.slot, bell_of(notify));
    }
}

/// Like [`record`], but leaves streams that become ready to [`sched::settle_outside`].
#[inline]
pub(crate) fn record_later(notify: &Notify) {
    if latch::record(&notify.flag, &notify.waiter) {
        sched::wake_later(notify.slot, bell_of(notify));
    }
}

/// Waits for a notify in the calling thread, which runs ready streams meanwhile, and clears it. False if the monotonic
/// time `deadline` came first, or `stop` said so. The memory of the notify may belong to another process.
pub(crate) fn wait(notify: &Notify, deadline: u64, mut stop: impl FnMut() -> bool) -> bool {
    /// How often a stop request, or a notify of another process, is looked at.
    const LOOK_NS: u64 = 1_000_000;
    let mut taken = false;
    let mut over = || {
        taken = latch::take(&notify.flag)
            || latch::arm(&notify.flag, &notify.waiter) && latch::take(&notify.flag);
        taken || stop()
    };
    let engine = sched::owner(notify.slot, bell_of(notify));
    loop {
        let now = now_ns();
        let until = deadline.min(now + LOOK_NS);
        let ended = match &engine {
            Some(engine) => engine.run_until(&mut over, until),
            None => {
                let ended = over();
                if !ended {
                    std::thread::sleep(Duration::from_nanos((until.saturating_sub(now)).min(LOOK_NS / 10)));
                }
                ended
            }
        };
        if ended || until == deadline && now >= deadline {
            return taken;
        }
    }
}

/// Names a notify in error texts.
pub(crate) fn name(notify: &Notify) -> String {
    format!("notify {} of slot {}", notify.id, notify.slot)
}

#[cfg(all(test, not(loom)))]
mod fake {
    //! Control blocks in ordinary memory.

    use super::Signals;
    use std::alloc::{Layout, alloc_zeroed};

    /// A zeroed control block that lives for ever.
    pub(super) fn signals() -> &'static Signals {
        // SAFETY: zeroed memory is a valid `Signals`; it is never freed.
        unsafe { &*alloc_zeroed(Layout::new::<Signals>()).cast::<Signals>() }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn ids_are_consecutive_and_checked() {
        let pool = NotifyPool::new(fake::signals(), 3);
        let a = pool.alloc(1).unwrap();
        let b = pool.alloc(100).unwrap();
        assert_eq!((a.id, b.id, b.slot), (0, 1, 3));
        assert!(std::ptr::eq(pool.by_id(50).unwrap(), pool.at(50)));
        pool.free(b, 100).unwrap();
        assert_eq!(pool.by_id(50).unwrap_err().code, code::RT_PARAM_INVALID);
        assert_eq!(pool.free(b, 1).unwrap_err().code, code::RT_PARAM_INVALID);
        assert_eq!(pool.alloc(0).unwrap_err().code, code::RT_PARAM_INVALID);
        assert!(pool.free(std::ptr::null(), 1).is_err());
        assert!(pool.free((a as *const Notify).wrapping_byte_add(8), 1).is_err());
    }

    #[test]
    fn all_can_be_used_and_found_again() {
        let pool = NotifyPool::new(fake::signals(), 0);
        let all = pool.alloc(NOTIFY_COUNT).unwrap();
        assert_eq!(pool.alloc(1).unwrap_err().code, code::RT_NO_NOTIFY);
        pool.free(all, NOTIFY_COUNT).unwrap();
        let first = pool.alloc(NOTIFY_COUNT - 1).unwrap();
        let last = pool.alloc(1).unwrap();
        assert_eq!(last.id, NOTIFY_COUNT - 1);
        pool.free(pool.at(64), 64).unwrap();
        assert_eq!(pool.alloc(65).unwrap_err().code, code::RT_NO_NOTIFY);
        assert_eq!(pool.alloc(64).unwrap().id, 64);
        pool.free(first, NOTIFY_COUNT).unwrap();
    }

    #[test]
    fn few_notifies_touch_little_memory_and_are_not_used_again_at_once() {
        let pool = NotifyPool::new(fake::signals(), 0);
        let mut last = [u32::MAX; FEW as usize];
        for turn in 0..10_000 {
            let notify = pool.alloc(10).unwrap();
            assert!(notify.id + 10 <= FEW);
            let before = std::mem::replace(&mut last[notify.id as usize], turn);
            assert!(before == u32::MAX || turn - before > 300, "{turn} {before}");
            pool.free(notify, 10).unwrap();
        }
    }

    #[test]
    fn the_bell_is_found_from_any_notify() {
        let signals = fake::signals();
        let pool = NotifyPool::new(signals, 0);
        let notify = pool.alloc(7).unwrap();
        assert!(std::ptr::eq(bell_of(notify), &signals.bell));
        assert!(std::ptr::eq(bell_of(pool.by_id(6).unwrap()), &signals.bell));
    }
}
