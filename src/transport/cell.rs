//! A place to wait for the end of an operation without a notify.
//!
//! A waiter may give up before the operation ends; then the operation's end frees the place.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::sys;

/// Lowest bit of an address that is a [`Cell`] and not a notify; both are aligned.
const MARK: u64 = 1;

const WAITING: u32 = 1;
const DONE: u32 = 2;
const LEFT: u32 = 3;

/// A place to wait: an allocated word.
pub(super) struct Cell(*mut AtomicU32);

/// Frees the word when its thread ends.
struct Spare(std::cell::Cell<*mut AtomicU32>);

impl Drop for Spare {
    fn drop(&mut self) {
        free(self.0.get());
    }
}

thread_local! {
    /// The word the thread used last.
    static SPARE: Spare = const { Spare(std::cell::Cell::new(std::ptr::null_mut())) };
}

fn free(word: *mut AtomicU32) {
    if !word.is_null() {
        // SAFETY: words come from `Box::into_raw`, and their last owner frees them.
        drop(unsafe { Box::from_raw(word) });
    }
}

/// True for what [`Cell::mark`] returned.
#[inline]
pub(super) fn is(done: u64) -> bool {
    done & MARK != 0
}

/// Says that the operation has ended.
///
/// # Safety
/// `done` comes from [`Cell::mark`], and this is the only call for it.
pub(super) unsafe fn fire(done: u64) {
    let word = (done & !MARK) as *mut AtomicU32;
    // SAFETY: the waiter keeps the word until it sees DONE, or leaves it to this call.
    match unsafe { &*word }.compare_exchange(WAITING, DONE, Ordering::AcqRel, Ordering::Acquire) {
        // The waiter may free the word from now on: waking an address nobody sleeps on does no harm.
        Ok(_) => sys::wake(word),
        Err(_) => free(word),
    }
}

impl Cell {
    /// A place for one operation.
    pub(super) fn new() -> Cell {
        let spare =
            SPARE.try_with(|spare| spare.0.replace(std::ptr::null_mut())).unwrap_or(std::ptr::null_mut());
        let word = if spare.is_null() { Box::into_raw(Box::default()) } else { spare };
        Cell(word)
    }

    fn word(&self) -> &AtomicU32 {
        // SAFETY: the word lives until this is dropped.
        unsafe { &*self.0 }
    }

    /// What stands for it among the addresses of notifies. It must be fired, or [`Cell::unused`].
    pub(super) fn mark(&self) -> u64 {
        self.word().store(WAITING, Ordering::Release);
        self.0 as u64 | MARK
    }

    /// The operation was not taken: nobody will fire.
    pub(super) fn unused(&self) {
        self.word().store(DONE, Ordering::Release);
    }

    /// True when the operation has ended.
    pub(super) fn done(&self) -> bool {
        self.word().load(Ordering::Acquire) == DONE
    }

    /// Sleeps until the operation ends, at most `time`.
    pub(super) fn sleep(&self, time: Duration) {
        sys::sleep(self.word(), WAITING, time);
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        let left = self.word().compare_exchange(WAITING, LEFT, Ordering::AcqRel, Ordering::Acquire).is_ok();
        if !left {
            let word = std::mem::replace(&mut self.0, std::ptr::null_mut());
            free(SPARE.try_with(|spare| spare.0.replace(word)).unwrap_or(word));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_used_again_and_may_be_left() {
        let cell = Cell::new();
        let mark = cell.mark();
        assert!(is(mark) && !is(mark & !1) && !cell.done());
        // SAFETY: fired once.
        unsafe { fire(mark) };
        assert!(cell.done());
        drop(cell);
        let again = Cell::new();
        assert_eq!(again.mark(), mark);
        drop(again);
        // SAFETY: fired once.
        unsafe { fire(mark) };
        let unused = Cell::new();
        unused.mark();
        unused.unused();
    }

    #[test]
    fn a_sleeper_is_woken() {
        let cell = Cell::new();
        let mark = cell.mark();
        // SAFETY: fired once.
        let other = std::thread::spawn(move || unsafe { fire(mark) });
        while !cell.done() {
            cell.sleep(Duration::from_secs(10));
        }
        other.join().unwrap();
    }
}
