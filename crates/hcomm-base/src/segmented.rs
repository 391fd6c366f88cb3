//! A table that grows and whose elements never move, so that readers need no lock.

use crate::sync::atomic::{AtomicPtr, Ordering};
use crate::sync::const_fn;

/// Elements of type `T`, made with `Default` and kept until the table is dropped. Segment `k` holds
/// `FIRST << k` elements, `SEGMENTS` segments exist at most; `FIRST` is a power of two.
///
/// Reading an element costs two dependent loads. Growing may be done by any number of threads at once.
#[derive(Debug)]
pub struct Segmented<T, const FIRST: u64, const SEGMENTS: usize> {
    segments: [AtomicPtr<T>; SEGMENTS],
}

// SAFETY: the table owns its elements and hands out shared references only, so it may move to another thread
// exactly when the elements may, and be shared when they may be shared and dropped elsewhere.
unsafe impl<T: Send, const FIRST: u64, const SEGMENTS: usize> Send for Segmented<T, FIRST, SEGMENTS> {}
// SAFETY: as above; a shared table also creates elements on the growing thread, hence `Send`.
unsafe impl<T: Send + Sync, const FIRST: u64, const SEGMENTS: usize> Sync for Segmented<T, FIRST, SEGMENTS> {}

impl<T, const FIRST: u64, const SEGMENTS: usize> Segmented<T, FIRST, SEGMENTS> {
    /// Largest number of elements.
    pub const CAPACITY: u64 = FIRST * ((1 << SEGMENTS) - 1);

    const_fn! {
        /// An empty table; allocates nothing.
        pub const fn new() -> Self {
            assert!(FIRST.is_power_of_two() && SEGMENTS < 32);
            Segmented { segments: empty::<T, SEGMENTS>() }
        }
    }

    /// Segment, offset in it.
    #[inline]
    fn place(index: u32) -> (usize, usize) {
        let shifted = u64::from(index) + FIRST;
        let top = shifted.ilog2();
        ((top - FIRST.ilog2()) as usize, (shifted - (1 << top)) as usize)
    }

    /// Element `index`, if its segment exists.
    #[inline]
    pub fn get(&self, index: u32) -> Option<&T> {
        let (segment, offset) = Self::place(index);
        let base = self.segments.get(segment)?.load(Ordering::Acquire);
        if base.is_null() {
            return None;
        }
        // SAFETY: `ensure` published `base` as an array of `FIRST << segment` initialised elements, `place`
        // gives an offset below that, and the array lives as long as `self`.
        Some(unsafe { &*base.add(offset) })
    }
}

impl<T: Default, const FIRST: u64, const SEGMENTS: usize> Segmented<T, FIRST, SEGMENTS> {
    /// Makes elements `0..len` exist. False if `len` is above [`Self::CAPACITY`].
    pub fn ensure(&self, len: u64) -> bool {
        if len > Self::CAPACITY {
            return false;
        }
        if len == 0 {
            return true;
        }
        let (last, _) = Self::place((len - 1) as u32);
        for (segment, slot) in self.segments[..=last].iter().enumerate() {
            if !slot.load(Ordering::Acquire).is_null() {
                continue;
            }
            let elements: Box<[T]> = (0..FIRST << segment).map(|_| T::default()).collect();
            let base = Box::into_raw(elements).cast::<T>();
            if slot.compare_exchange(std::ptr::null_mut(), base, Ordering::AcqRel, Ordering::Acquire).is_err()
            {
                // SAFETY: `base` came from `into_raw` above with this length and was not published.
                drop(unsafe { Self::boxed(base, segment) });
            }
        }
        true
    }
}

impl<T, const FIRST: u64, const SEGMENTS: usize> Segmented<T, FIRST, SEGMENTS> {
    /// # Safety
    /// `base` must come from `Box::into_raw` of a boxed slice of `FIRST << segment` elements, once.
    unsafe fn boxed(base: *mut T, segment: usize) -> Box<[T]> {
        let slice = std::ptr::slice_from_raw_parts_mut(base, (FIRST << segment) as usize);
        // SAFETY: promised by the caller.
        unsafe { Box::from_raw(slice) }
    }
}

impl<T, const FIRST: u64, const SEGMENTS: usize> Drop for Segmented<T, FIRST, SEGMENTS> {
    fn drop(&mut self) {
        for (segment, slot) in self.segments.iter().enumerate() {
            let base = slot.load(Ordering::Acquire);
            if !base.is_null() {
                // SAFETY: only `ensure` stores non-null pointers, made by `into_raw` for this segment, and
                // `&mut self` says that nobody reads any more.
                drop(unsafe { Self::boxed(base, segment) });
            }
        }
    }
}

impl<T, const FIRST: u64, const SEGMENTS: usize> Default for Segmented<T, FIRST, SEGMENTS> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(not(loom))]
const fn empty<T, const SEGMENTS: usize>() -> [AtomicPtr<T>; SEGMENTS] {
    [const { AtomicPtr::new(std::ptr::null_mut()) }; SEGMENTS]
}

#[cfg(loom)]
fn empty<T, const SEGMENTS: usize>() -> [AtomicPtr<T>; SEGMENTS] {
    std::array::from_fn(|_| AtomicPtr::new(std::ptr::null_mut()))
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    type Table = Segmented<AtomicU64, 4, 4>;

    #[test]
    fn elements_exist_segment_by_segment_and_do_not_move() {
        let table = Table::new();
        assert!(table.get(0).is_none());
        assert!(table.ensure(1));
        let first: *const AtomicU64 = table.get(0).unwrap();
        assert!(table.get(3).is_some() && table.get(4).is_none());
        assert!(table.ensure(Table::CAPACITY));
        assert!(std::ptr::eq(first, table.get(0).unwrap()));
        for index in 0..Table::CAPACITY as u32 {
            table.get(index).unwrap().store(u64::from(index), Ordering::Relaxed);
        }
        for index in 0..Table::CAPACITY as u32 {
            assert_eq!(table.get(index).unwrap().load(Ordering::Relaxed), u64::from(index));
        }
    }

    #[test]
    fn indices_beyond_the_capacity_are_refused() {
        let table = Table::new();
        assert_eq!(Table::CAPACITY, 60);
        assert!(table.ensure(0) && table.ensure(60) && !table.ensure(61));
        for index in [60, 1000, u32::MAX] {
            assert!(table.get(index).is_none());
        }
    }

    #[test]
    fn threads_may_grow_the_table_together() {
        let table = Table::new();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    assert!(table.ensure(60));
                    for index in 0..60 {
                        table.get(index).unwrap().fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        assert!((0..60).all(|index| table.get(index).unwrap().load(Ordering::Relaxed) == 4));
    }
}
