//! Fixed queues between the threads that use a link.

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

struct Slot<T> {
    /// Position whose value the slot waits for, or one more than the position of the value in it.
    turn: AtomicUsize,
    value: UnsafeCell<MaybeUninit<T>>,
}

/// A queue of fixed size for any number of producers; consumers take turns by themselves (see [`Turned`]).
pub(super) struct Ring<T> {
    slots: Box<[Slot<T>]>,
    head: AtomicUsize,
    tail: AtomicUsize,
}

// SAFETY: a value is written by the producer that owns its position and read by the consumer that owns it; the `turn`
// of its slot orders the two.
unsafe impl<T: Copy + Send> Sync for Ring<T> {}
// SAFETY: as above.
unsafe impl<T: Copy + Send> Send for Ring<T> {}

impl<T: Copy> Ring<T> {
    /// An empty queue for `size` values, a power of two.
    pub(super) fn new(size: usize) -> Ring<T> {
        assert!(size.is_power_of_two());
        let slot =
            |turn| Slot { turn: AtomicUsize::new(turn), value: UnsafeCell::new(MaybeUninit::uninit()) };
        Ring { slots: (0..size).map(slot).collect(), head: AtomicUsize::new(0), tail: AtomicUsize::new(0) }
    }

    fn slot(&self, position: usize) -> &Slot<T> {
        &self.slots[position & (self.slots.len() - 1)]
    }

    /// True if a consumer would find nothing.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        let head = self.head.load(Ordering::SeqCst);
        self.slot(head).turn.load(Ordering::SeqCst) != head + 1
    }

    /// Appends a value; false if the queue is full.
    pub(super) fn push(&self, value: T) -> bool {
        let mut tail = self.tail.load(Ordering::Relaxed);
        loop {
            let slot = self.slot(tail);
            let turn = slot.turn.load(Ordering::Acquire);
            if turn == tail {
                match self.tail.compare_exchange_weak(tail, tail + 1, Ordering::Relaxed, Ordering::Relaxed) {
                    Ok(_) => {
                        // SAFETY: the position is this producer's alone, and its slot is empty.
                        unsafe { (*slot.value.get()).write(value) };
                        slot.turn.store(tail + 1, Ordering::SeqCst);
                        return true;
                    }
                    Err(newer) => tail = newer,
                }
            } else if turn < tail {
                return false;
            } else {
                tail = self.tail.load(Ordering::Relaxed);
            }
        }
    }

    /// The oldest value. One consumer at a time.
    pub(super) fn front(&self) -> Option<T> {
        let head = self.head.load(Ordering::Relaxed);
        let slot = self.slot(head);
        if slot.turn.load(Ordering::Acquire) != head + 1 {
            return None;
        }
        // SAFETY: the turn says that the value was written, and only the consumer takes it out.
        Some(unsafe { (*slot.value.get()).assume_init() })
    }

    /// Takes the oldest value out. One consumer at a time.
    pub(super) fn pop(&self) -> Option<T> {
        let value = self.front()?;
        let head = self.head.load(Ordering::Relaxed);
        self.head.store(head + 1, Ordering::SeqCst);
        self.slot(head).turn.store(head + self.slots.len(), Ordering::Release);
        Some(value)
    }
}

/// Something that one thread at a time may use; the others go on with something else.
#[derive(Default)]
pub(super) struct Turned<T> {
    taken: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: the value is reached only through a `Turn`, of which there is one at a time.
unsafe impl<T: Send> Sync for Turned<T> {}

impl<T> Turned<T> {
    /// The turn, if nobody has it.
    #[inline]
    pub(super) fn enter(&self) -> Option<Turn<'_, T>> {
        let free = self.taken.compare_exchange(false, true, Ordering::SeqCst, Ordering::Relaxed).is_ok();
        // Lazily: a turn that is made is given back.
        free.then(|| Turn(self))
    }

    /// Waits for the turn. For control only; who has the turn gives it back soon.
    pub(super) fn wait(&self) -> Turn<'_, T> {
        loop {
            match self.enter() {
                Some(turn) => return turn,
                None => std::thread::yield_now(),
            }
        }
    }
}

/// The turn; dropping it gives it back.
pub(super) struct Turn<'a, T>(&'a Turned<T>);

impl<T> Deref for Turn<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: this is the only turn.
        unsafe { &*self.0.value.get() }
    }
}

impl<T> DerefMut for Turn<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: this is the only turn.
        unsafe { &mut *self.0.value.get() }
    }
}

impl<T> Drop for Turn<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.0.taken.store(false, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn a_ring_is_in_order_and_bounded() {
        let ring = Ring::new(4);
        assert!(ring.is_empty() && ring.pop().is_none());
        for round in 0..10u64 {
            (0..4).for_each(|i| assert!(ring.push(round * 4 + i)));
            assert!(!ring.push(99) && !ring.is_empty());
            (0..4).for_each(|i| {
                assert_eq!((ring.front(), ring.pop()), (Some(round * 4 + i), Some(round * 4 + i)))
            });
        }
        assert!(ring.is_empty());
    }

    #[test]
    fn nothing_is_lost_between_threads() {
        const EACH: u64 = 20_000;
        let ring = Turned { taken: AtomicBool::new(false), value: UnsafeCell::new([0u64; 3]) };
        let (queue, sum) = (Ring::new(16), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for producer in 0..3u64 {
                let queue = &queue;
                scope.spawn(move || {
                    for i in 1..=EACH {
                        while !queue.push((producer, i)) {
                            std::thread::yield_now();
                        }
                    }
                });
            }
            for _ in 0..2 {
                scope.spawn(|| {
                    while sum.load(Ordering::Relaxed) < 3 * EACH {
                        let Some(mut newest) = ring.enter() else { continue };
                        while let Some((producer, i)) = queue.pop() {
                            assert_eq!(i, newest[producer as usize] + 1);
                            newest[producer as usize] = i;
                            sum.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        assert_eq!(*ring.wait(), [EACH; 3]);
    }
}
