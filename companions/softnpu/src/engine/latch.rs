//! The protocol of a notify: recording and waiting through two words in shared memory.
//!
//! `flag` is 1 from the record to the wait that consumes it. `waiter` is 1 while somebody may sleep for it. Who
//! records sets the flag first, then looks for a waiter; who waits announces itself first, then looks at the flag.

use crate::sync::Word;

/// Sets the flag. True if somebody waits: the bell of the owner must be rung.
#[inline]
pub(crate) fn record<W: Word>(flag: &W, waiter: &W) -> bool {
    flag.exchange(1);
    waiter.get() != 0 && waiter.exchange(0) != 0
}

/// Consumes a record, if there is one.
#[inline]
pub(crate) fn take<W: Word>(flag: &W) -> bool {
    flag.get() == 1 && flag.replace(1, 0).is_ok()
}

/// Announces a waiter. True if the notify is recorded already: then nobody may ring.
#[inline]
pub(crate) fn arm<W: Word>(flag: &W, waiter: &W) -> bool {
    if waiter.get() == 0 {
        waiter.put(1);
    }
    flag.get() == 1
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn one_record_satisfies_one_wait() {
        let (flag, waiter) = (AtomicU32::new(0), AtomicU32::new(0));
        assert!(!take(&flag));
        assert!(!record(&flag, &waiter));
        assert!(!record(&flag, &waiter));
        assert!(take(&flag));
        assert!(!take(&flag));
        assert!(!arm(&flag, &waiter));
        assert!(record(&flag, &waiter));
        assert!(!record(&flag, &waiter));
        assert!(arm(&flag, &waiter));
    }
}

#[cfg(all(test, loom))]
mod model {
    use super::*;
    use crate::sync::model::{LoomWord, check};
    use crate::sync::{NEVER, Word};
    use loom::sync::Arc;
    use loom::thread;

    /// A waiter that sleeps on a bell word is always woken, and sees what was written before the record.
    #[test]
    fn a_record_is_never_missed() {
        check(|| {
            let words = Arc::new((LoomWord::new(0), LoomWord::new(0), LoomWord::new(0), LoomWord::new(0)));
            let recorder = {
                let words = Arc::clone(&words);
                thread::spawn(move || {
                    let (flag, waiter, bell, data) = &*words;
                    for round in 1..=2 {
                        data.put(round);
                        if record(flag, waiter) {
                            bell.add(1);
                            bell.wake(i32::MAX);
                        }
                    }
                })
            };
            let (flag, waiter, bell, data) = &*words;
            loop {
                let seq = bell.get();
                if take(flag) {
                    break;
                }
                if !arm(flag, waiter) {
                    bell.sleep(seq, NEVER);
                }
            }
            assert!(data.get() >= 1);
            recorder.join().unwrap();
        });
    }
}
