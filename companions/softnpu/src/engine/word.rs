//! Whose turn it is on a stream: one word per stream that says what the stream does and who may touch its tasks.
//!
//! A thread owns the turn while the phase is [`RUNNING`] and it made it so; only then it may touch the stream's
//! local queue. Whoever adds work sets [`MORE`] after pushing; the owner cannot become idle while it is set, so no
//! work is forgotten.

use crate::sync::Word;
use std::sync::atomic::AtomicU32;

/// Bits that hold the phase.
pub(crate) const PHASE: u32 = 7;
/// Nothing to do.
pub(crate) const IDLE: u32 = 0;
/// A thread owns the turn.
pub(crate) const RUNNING: u32 = 1;
/// In the ready list of its engine.
pub(crate) const READY: u32 = 2;
/// In the parked list of its engine.
pub(crate) const PARKED: u32 = 3;
/// Its first task runs on a kernel thread.
pub(crate) const AWAY: u32 = 4;
/// Work was pushed that the owner has not seen.
pub(crate) const MORE: u32 = 1 << 3;
/// Queued tasks are skipped (up to a limit that the stream keeps).
pub(crate) const FAILED: u32 = 1 << 4;
/// Tasks are recorded into a graph instead of being run.
pub(crate) const CAPTURE: u32 = 1 << 5;
/// The stream is destroyed: nothing new is accepted.
pub(crate) const CLOSED: u32 = 1 << 6;

/// What [`Turn::leave`] found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// The stream is idle; the caller owns nothing any more.
    Idle,
    /// Work was pushed meanwhile; the caller still owns the turn.
    More,
}

/// The word.
#[repr(align(64))]
pub(crate) struct Turn<W = AtomicU32>(pub(crate) W);

impl<W: Word> Turn<W> {
    /// Takes the turn of an idle stream without any flag.
    #[inline]
    pub(crate) fn enter(&self) -> bool {
        self.0.replace(IDLE, RUNNING).is_ok()
    }

    /// Phase and flags.
    #[inline]
    pub(crate) fn get(&self) -> u32 {
        self.0.get()
    }

    /// Says that work was pushed. True if the caller got the turn and must run it.
    pub(crate) fn announce(&self) -> bool {
        self.0.set(MORE) & PHASE == IDLE && self.claim()
    }

    /// Takes the turn of an idle stream, whatever its flags.
    pub(crate) fn claim(&self) -> bool {
        let mut word = self.0.get();
        while word & PHASE == IDLE {
            match self.0.replace(word, word | RUNNING) {
                Ok(()) => return true,
                Err(now) => word = now,
            }
        }
        false
    }

    /// Ends the owner's turn, unless there is more to do.
    #[inline]
    pub(crate) fn leave(&self) -> Left {
        let mut word = match self.0.replace(RUNNING, IDLE) {
            Ok(()) => return Left::Idle,
            Err(now) => now,
        };
        loop {
            if word & MORE != 0 {
                self.0.clear(MORE);
                return Left::More;
            }
            match self.0.replace(word, word & !PHASE) {
                Ok(()) => return Left::Idle,
                Err(now) => word = now,
            }
        }
    }

    /// Changes the phase; only who owns the turn, or the list that holds the stream, may do so. Returns the word
    /// as it was: flags set before are in it, later ones are set by someone who saw the new phase.
    pub(crate) fn shift(&self, from: u32, to: u32) -> u32 {
        let old = self.0.add(to.wrapping_sub(from));
        debug_assert_eq!(old & PHASE, from);
        old
    }

    /// Sets flags; returns the word as it was.
    pub(crate) fn raise(&self, flags: u32) -> u32 {
        self.0.set(flags)
    }

    /// Clears flags; returns the word as it was.
    pub(crate) fn lower(&self, flags: u32) -> u32 {
        self.0.clear(flags)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn more_work_keeps_the_turn() {
        let turn = Turn(AtomicU32::new(0));
        assert!(turn.enter());
        assert!(!turn.enter());
        assert!(!turn.announce());
        assert_eq!(turn.leave(), Left::More);
        assert_eq!(turn.leave(), Left::Idle);
        assert!(turn.announce());
        assert_eq!(turn.leave(), Left::More);
        assert_eq!(turn.leave(), Left::Idle);
    }

    #[test]
    fn flags_survive_a_turn() {
        let turn = Turn(AtomicU32::new(0));
        assert!(turn.enter());
        turn.raise(FAILED | CLOSED);
        turn.shift(RUNNING, PARKED);
        assert!(!turn.claim());
        turn.shift(PARKED, RUNNING);
        assert_eq!(turn.leave(), Left::Idle);
        assert_eq!(turn.get(), FAILED | CLOSED);
        assert!(!turn.enter());
        assert!(turn.claim());
        turn.lower(FAILED | CLOSED);
        assert_eq!(turn.leave(), Left::Idle);
        assert!(turn.enter());
    }
}

#[cfg(all(test, loom))]
mod model {
    use super::*;
    use crate::sync::model::{LoomWord, check};
    use loom::cell::UnsafeCell;
    use loom::sync::{Arc, Mutex};
    use loom::thread;

    struct Stream {
        turn: Turn<LoomWord>,
        incoming: Mutex<u32>,
        done: UnsafeCell<u32>,
    }

    impl Stream {
        fn run(&self) {
            loop {
                let pulled = std::mem::take(&mut *self.incoming.lock().unwrap());
                // SAFETY: the caller owns the turn; loom checks that nobody else is here.
                self.done.with_mut(|done| unsafe { *done += pulled });
                if pulled == 0 && self.turn.leave() == Left::Idle {
                    return;
                }
            }
        }

        fn submit(&self) {
            if self.turn.enter() {
                // SAFETY: as in `run`.
                self.done.with_mut(|done| unsafe { *done += 1 });
                if self.turn.leave() == Left::More {
                    self.run();
                }
            } else {
                *self.incoming.lock().unwrap() += 1;
                if self.turn.announce() {
                    self.run();
                }
            }
        }
    }

    /// Submitters race for the turn: every task runs, one at a time, and the stream ends idle.
    #[test]
    fn no_task_is_forgotten() {
        check(|| {
            let stream = Arc::new(Stream {
                turn: Turn(LoomWord::new(0)),
                incoming: Mutex::new(0),
                done: UnsafeCell::new(0),
            });
            let others: Vec<_> = (0..2)
                .map(|_| {
                    let stream = Arc::clone(&stream);
                    thread::spawn(move || stream.submit())
                })
                .collect();
            stream.submit();
            for other in others {
                other.join().unwrap();
            }
            assert_eq!(stream.turn.get(), IDLE);
            // SAFETY: all threads have ended.
            assert_eq!(stream.done.with(|done| unsafe { *done }), 3);
        });
    }
}
