//! Time-outs of work that runs on kernel threads: one thread, started when it is first needed, looks at the nearest.

use crate::error::Error;
use crate::sync::now_ns;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Deadline and number of an entry.
type Key = (u64, u64);

struct Watch {
    entries: BTreeMap<Key, Box<dyn FnOnce() + Send>>,
    next: u64,
    started: bool,
}

static WATCH: Mutex<Watch> = Mutex::new(Watch { entries: BTreeMap::new(), next: 0, started: false });
static CHANGED: Condvar = Condvar::new();

/// Work under watch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ticket(Key);

/// Calls `expired` on the watching thread when the monotonic time `deadline` comes, unless [`Ticket::end`] came first.
pub(crate) fn begin(deadline: u64, expired: Box<dyn FnOnce() + Send>) -> Result<Ticket, Error> {
    let mut watch = lock();
    if !watch.started {
        super::sched::spawn("npu-watch".to_owned(), 1 << 20, run).map_err(|error| {
            let text = format!("the thread that watches time-outs cannot be started: {error}");
            Error::new(crate::error::code::RT_RESOURCE_ALLOC, text)
        })?;
        watch.started = true;
    }
    let key = (deadline, watch.next);
    watch.next += 1;
    watch.entries.insert(key, expired);
    if watch.entries.first_key_value().is_some_and(|(first, _)| *first == key) {
        CHANGED.notify_one();
    }
    Ok(Ticket(key))
}

impl Ticket {
    /// Ends the watch; false if the time is up and `expired` was called or is about to be.
    pub(crate) fn end(self) -> bool {
        lock().entries.remove(&self.0).is_some()
    }
}

/// Locks the table until the result is dropped.
pub(crate) fn hold() -> Box<dyn Any> {
    Box::new(lock())
}

/// In a forked child: the thread and the work are the parent's.
pub(crate) fn forget() {
    let mut watch = lock();
    watch.started = false;
    std::mem::forget(std::mem::take(&mut watch.entries));
}

fn run() {
    let mut watch = lock();
    loop {
        let wait = watch.entries.first_key_value().map(|(key, _)| key.0.saturating_sub(now_ns()));
        watch = match wait {
            None => CHANGED.wait(watch).unwrap_or_else(PoisonError::into_inner),
            Some(0) => {
                let expired = watch.entries.pop_first();
                drop(watch);
                if let Some((_, expired)) = expired {
                    expired();
                }
                lock()
            }
            Some(ns) => {
                CHANGED
                    .wait_timeout(watch, Duration::from_nanos(ns))
                    .unwrap_or_else(PoisonError::into_inner)
                    .0
            }
        };
    }
}

fn lock() -> MutexGuard<'static, Watch> {
    WATCH.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn the_nearest_expires_first_and_ended_ones_never() {
        let (send, receive) = mpsc::channel();
        let note = |n: u32| {
            let send = send.clone();
            Box::new(move || send.send(n).unwrap())
        };
        let now = now_ns();
        let late = begin(now + 60_000_000, note(3)).unwrap();
        let never = begin(now + 40_000_000, note(2)).unwrap();
        let soon = begin(now + 20_000_000, note(1)).unwrap();
        let far = begin(u64::MAX, note(4)).unwrap();
        assert!(never.end());
        assert!(!never.end());
        assert_eq!(receive.recv().unwrap(), 1);
        assert_eq!(receive.recv().unwrap(), 3);
        assert!(!soon.end() && !late.end());
        assert!(far.end());
    }
}
