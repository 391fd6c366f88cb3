//! The limit of two ranks that answer each other: bare words in the shared buffers.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::rank::{AREA, Rank};

/// Looks at the word before sleeping: at once asleep (best on a busy machine), or awake as long as the answer usually
/// takes (best if both ranks have a core).
pub const SPINS: [u32; 2] = [0, 2000];
/// Longest sleep; after it the other rank is taken for dead.
const PATIENCE_S: i64 = 20;

/// The words of the two ranks.
pub struct Words<'a> {
    own: &'a AtomicU32,
    other: &'a AtomicU32,
}

impl<'a> Words<'a> {
    /// The words behind the areas of both exchange buffers, set to 0. Both ranks must meet in a barrier afterwards.
    pub fn new(rank: &'a Rank) -> Self {
        // SAFETY: the buffers have room behind the area, are aligned to more than 4 bytes, live as long as the rank,
        // and only these atomics touch the words.
        let word = |base: *mut u8| unsafe { &*base.add(AREA).cast::<AtomicU32>() };
        let words = Words { own: word(rank.local), other: word(rank.remote) };
        words.own.store(0, Ordering::SeqCst);
        words
    }

    /// Tells the other rank `value`.
    pub fn tell(&self, value: u32) {
        self.other.store(value, Ordering::SeqCst);
        futex(self.other, libc::FUTEX_WAKE, 1);
    }

    /// Waits until the other rank has told `value`, looking `spins` times before sleeping.
    pub fn hear(&self, value: u32, spins: u32) -> Result<(), String> {
        for _ in 0..spins {
            if self.own.load(Ordering::Acquire) == value {
                return Ok(());
            }
            std::hint::spin_loop();
        }
        loop {
            let seen = self.own.load(Ordering::Acquire);
            if seen == value {
                return Ok(());
            }
            if futex(self.own, libc::FUTEX_WAIT, seen) == -1
                && std::io::Error::last_os_error().raw_os_error() == Some(libc::ETIMEDOUT)
            {
                return Err(format!("the other rank did not answer within {PATIENCE_S} s"));
            }
        }
    }
}

fn futex(word: &AtomicU32, operation: i32, value: u32) -> i64 {
    let patience = libc::timespec { tv_sec: PATIENCE_S, tv_nsec: 0 };
    // SAFETY: a live, aligned word, and a live time-out, which waking ignores.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), operation, value, &patience) as i64 }
}
