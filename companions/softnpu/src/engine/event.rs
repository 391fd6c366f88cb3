//! Events: positions in streams that other streams and threads can wait for.

use super::arena::{Control, IpcWord};
use super::export::{self, Key};
use super::graph::{CapturedRecord, Graph};
use super::job::{self, Job, Place};
use super::sched::Engine;
use super::stream::Stream;
use super::sys;
use super::watchers::Watchers;
use crate::error::{Result, code, fail};
use crate::sync::{NEVER, now_ns};
use npu_ext::Task;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An event. What it stands for is the newest of its records.
pub(crate) struct Event {
    /// Number of the event in the process.
    pub id: u32,
    /// Creation flags.
    pub flags: u32,
    /// Made by the `Ex` form, whose events count as complete before their first record.
    pub extended: bool,
    /// Waits for it in streams that are not over.
    pub waits: AtomicU32,
    newest: Mutex<Option<Arc<Record>>>,
    /// Where its records are counted, if processes share it.
    pub shared: Option<&'static IpcWord>,
    /// Its key, if it has one; true if it was opened by the key.
    pub key: Mutex<Option<(Key, bool)>>,
    /// Its record in a graph that is being captured.
    pub captured: Mutex<Option<CapturedRecord>>,
}

/// One recording of an event.
pub(crate) struct Record {
    /// When the stream came to it, in monotonic ns; 0: not yet.
    stamp: AtomicU64,
    /// Engines with streams or threads that wait for it.
    watchers: Watchers,
    /// Engine of the stream it was recorded on.
    pub engine: Arc<Engine>,
    what: String,
}

impl Event {
    /// An event that was never recorded.
    pub(crate) fn new(id: u32, flags: u32, extended: bool) -> Event {
        Event {
            id,
            flags,
            extended,
            waits: AtomicU32::new(0),
            newest: Mutex::default(),
            shared: None,
            key: Mutex::default(),
            captured: Mutex::default(),
        }
    }

    /// The event with its records counted in an entry that processes share; `key` as in [`Event::key`].
    pub(crate) fn share(self, shared: Option<&'static IpcWord>, key: Option<(Key, bool)>) -> Event {
        Event { shared, key: Mutex::new(key), ..self }
    }

    /// Makes a record at the end of a stream the newest one. The task must be submitted to that stream next.
    pub(crate) fn new_record(&self, stream: &Stream) -> (Arc<Record>, Task) {
        let record = Record::new(&stream.engine, format!("event {} on stream {}", self.id, stream.id));
        *self.newest_slot() = Some(Arc::clone(&record));
        *self.captured.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let task = job::task(RecordJob(Arc::clone(&record)));
        (record, task)
    }

    /// The newest record.
    pub(crate) fn newest(&self) -> Option<Arc<Record>> {
        self.newest_slot().clone()
    }

    /// True if the newest record is complete, or a first record is not needed.
    pub(crate) fn is_complete(&self) -> bool {
        if let Some(entry) = self.shared {
            return shared_stamp(entry) != Some(0);
        }
        self.newest().map_or(self.extended, |record| record.is_done())
    }

    /// The graph in whose capture the event was recorded last, while that capture goes on.
    pub(crate) fn capturing(&self) -> Option<Arc<Graph>> {
        self.captured.lock().unwrap_or_else(PoisonError::into_inner).as_ref().and_then(CapturedRecord::graph)
    }

    /// Makes the event "not recorded", unless it was recorded again after `record`.
    pub(crate) fn reset(&self, record: &Arc<Record>) {
        let mut newest = self.newest_slot();
        if newest.as_ref().is_some_and(|r| Arc::ptr_eq(r, record)) {
            *newest = None;
        }
    }

    fn newest_slot(&self) -> MutexGuard<'_, Option<Arc<Record>>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Record {
    /// A record that some task of a stream of `engine` will complete.
    pub(crate) fn new(engine: &Arc<Engine>, what: String) -> Arc<Record> {
        Arc::new(Record {
            stamp: AtomicU64::new(0),
            watchers: Watchers::default(),
            engine: Arc::clone(engine),
            what,
        })
    }

    /// True when the stream has come to it.
    pub(crate) fn is_done(&self) -> bool {
        self.stamp.load(Ordering::SeqCst) != 0
    }

    /// When the stream came to it, in monotonic ns.
    pub(crate) fn stamp(&self) -> Option<u64> {
        match self.stamp.load(Ordering::SeqCst) {
            0 => None,
            stamp => Some(stamp),
        }
    }

    /// The stream has come to it: wakes whoever waits.
    pub(crate) fn complete(&self) {
        self.stamp.store(now_ns().max(1), Ordering::SeqCst);
        self.watchers.ring();
    }

    /// Rings the engine when the record completes. True if it is complete already.
    pub(crate) fn watch(&self, engine: &Arc<Engine>) -> bool {
        self.watchers.add(engine);
        self.is_done()
    }

    /// Waits in the calling thread, which runs ready streams meanwhile. False if the deadline came first.
    pub(crate) fn wait(self: &Arc<Self>, deadline: u64) -> bool {
        self.is_done() || self.engine.run_until(|| self.is_done() || self.watch(&self.engine), deadline)
    }
}

/// Words of the state of an event that processes share.
mod shared {
    /// [`FREE`], [`TAKEN`] or [`LEFT`].
    pub const STATE: usize = 0;
    /// Records submitted.
    pub const SUBMITTED: usize = 1;
    /// Records complete.
    pub const COMPLETE: usize = 2;
    /// Monotonic ns of the newest complete record.
    pub const STAMP: usize = 3;
    /// Process that submitted the newest record.
    pub const RECORDER: usize = 4;
    /// Export of an event that was left.
    pub const EXPORT: usize = 5;

    /// No event uses the entry.
    pub const FREE: u64 = 0;
    /// An event of the owner uses it.
    pub const TAKEN: u64 = 1;
    /// The owner destroyed its event while others had it open.
    pub const LEFT: u64 = 2;
}

/// Takes a free entry for an event that processes share.
pub(crate) fn claim_shared(control: &'static Control) -> Result<&'static IpcWord> {
    let entries = &control.ipc_events;
    let free = |entry: &&IpcWord| {
        let state = &entry.words[shared::STATE];
        let take =
            |from| state.compare_exchange(from, shared::TAKEN, Ordering::SeqCst, Ordering::Relaxed).is_ok();
        let unused = || {
            let export = entry.words[shared::EXPORT].load(Ordering::SeqCst) as usize;
            control.exports.get(export).is_none_or(|export| export::importers(export) == 0)
        };
        take(shared::FREE) || (state.load(Ordering::SeqCst) == shared::LEFT && unused() && take(shared::LEFT))
    };
    let Some(entry) = entries.iter().find(free) else {
        fail!(code::RT_NO_EVENT, "the device has {} events that processes share already", entries.len());
    };
    for word in &entry.words[shared::SUBMITTED..] {
        word.store(0, Ordering::SeqCst);
    }
    Ok(entry)
}

/// Gives an entry back; `key` is its export, if it has one. While others have the event open it is not used again.
pub(crate) fn free_shared(entry: &IpcWord, key: Option<Key>) -> Result {
    let mut state = shared::FREE;
    if let Some(key) = key
        && export::remove(key)? > 0
    {
        entry.words[shared::EXPORT].store(key.index().into(), Ordering::SeqCst);
        state = shared::LEFT;
    }
    entry.words[shared::STATE].store(state, Ordering::SeqCst);
    Ok(())
}

/// State of the newest record of an event that processes share: `None` before the first, else when it was complete, 0 if
/// it is not.
pub(crate) fn shared_stamp(entry: &IpcWord) -> Option<u64> {
    let submitted = entry.words[shared::SUBMITTED].load(Ordering::SeqCst);
    if submitted == 0 {
        return None;
    }
    let complete = entry.words[shared::COMPLETE].load(Ordering::SeqCst) >= submitted;
    Some(if complete { entry.words[shared::STAMP].load(Ordering::SeqCst) } else { 0 })
}

/// A task that records an event that processes share.
pub(crate) fn shared_record_task(entry: &'static IpcWord) -> Task {
    entry.words[shared::RECORDER].store(std::process::id().into(), Ordering::SeqCst);
    let number = entry.words[shared::SUBMITTED].fetch_add(1, Ordering::SeqCst) + 1;
    job::task(SharedRecord { entry, number })
}

/// A task that waits for the newest record of an event that processes share.
pub(crate) fn shared_wait_task(entry: &'static IpcWord, timeout_ns: u64) -> Task {
    let number = entry.words[shared::SUBMITTED].load(Ordering::SeqCst);
    job::task(SharedWait { entry, number, timeout_ns, looked: AtomicU64::new(now_ns()) })
}

struct SharedRecord {
    entry: &'static IpcWord,
    number: u64,
}

impl Job for SharedRecord {
    fn describe(&self) -> String {
        format!("record {} of an event that processes share", self.number)
    }

    fn run(&self, _stream: &Arc<Stream>) -> Result {
        self.entry.words[shared::STAMP].store(now_ns().max(1), Ordering::SeqCst);
        self.entry.words[shared::COMPLETE].fetch_max(self.number, Ordering::SeqCst);
        Ok(())
    }

    fn skip(&self) {
        self.entry.words[shared::COMPLETE].fetch_max(self.number, Ordering::SeqCst);
    }
}

/// Fails, from then on always, if the process that submitted the newest record has ended, so that nobody completes it.
/// Looks now and then only; `looked` is when it did, or [`NEVER`] once it failed.
pub(crate) fn recorder_lives(entry: &IpcWord, looked: &AtomicU64) -> Result {
    /// Time between two looks.
    const LOOK_NS: u64 = 20_000_000;
    let now = now_ns();
    let last = looked.load(Ordering::Relaxed);
    let pid = entry.words[shared::RECORDER].load(Ordering::SeqCst) as i32;
    if last != NEVER {
        if now.saturating_sub(last) < LOOK_NS {
            return Ok(());
        }
        looked.store(now, Ordering::Relaxed);
        if sys::start_time(pid).is_some() || shared_stamp(entry) != Some(0) {
            return Ok(());
        }
        looked.store(NEVER, Ordering::Relaxed);
    }
    fail!(code::RT_INTERNAL, "the event is never complete: process {pid}, which was to record it, is gone")
}

struct SharedWait {
    entry: &'static IpcWord,
    number: u64,
    timeout_ns: u64,
    /// When the recording process was last looked at.
    looked: AtomicU64,
}

impl Job for SharedWait {
    fn describe(&self) -> String {
        format!("wait for record {} of an event that processes share", self.number)
    }

    fn place(&self) -> Place {
        Place::Wait
    }

    fn poll(&self, _park: Option<&Arc<Engine>>) -> Result<bool> {
        if self.entry.words[shared::COMPLETE].load(Ordering::SeqCst) >= self.number {
            return Ok(true);
        }
        recorder_lives(self.entry, &self.looked)?;
        Ok(false)
    }

    fn timeout_ns(&self) -> u64 {
        self.timeout_ns
    }

    fn must_poll(&self) -> bool {
        true
    }
}

/// A task that waits for a record; `timeout_ns` 0: for ever.
pub(crate) fn wait_task(record: Arc<Record>, timeout_ns: u64) -> Task {
    job::task(WaitJob { record, timeout_ns, event: None })
}

/// Like [`wait_task`] for a record of an event, which counts the wait.
pub(crate) fn event_wait_task(event: &Arc<Event>, record: Arc<Record>, timeout_ns: u64) -> Task {
    event.waits.fetch_add(1, Ordering::SeqCst);
    job::task(WaitJob { record, timeout_ns, event: Some(Arc::clone(event)) })
}

/// A task that completes a record.
pub(crate) fn record_task(record: Arc<Record>) -> Task {
    job::task(RecordJob(record))
}

/// A task that makes an event "not recorded" unless it is recorded again before.
pub(crate) fn reset_task(event: Arc<Event>, record: Arc<Record>) -> Task {
    job::task(ResetJob { event, record })
}

struct RecordJob(Arc<Record>);

impl Job for RecordJob {
    fn describe(&self) -> String {
        format!("record of {}", self.0.what)
    }

    fn run(&self, _stream: &Arc<Stream>) -> Result {
        self.0.complete();
        Ok(())
    }

    fn skip(&self) {
        self.0.complete();
    }
}

struct WaitJob {
    record: Arc<Record>,
    timeout_ns: u64,
    event: Option<Arc<Event>>,
}

impl Drop for WaitJob {
    fn drop(&mut self) {
        if let Some(event) = &self.event {
            event.waits.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

impl Job for WaitJob {
    fn describe(&self) -> String {
        format!("wait for {}", self.record.what)
    }

    fn place(&self) -> Place {
        Place::Wait
    }

    fn poll(&self, park: Option<&Arc<Engine>>) -> Result<bool> {
        Ok(match park {
            Some(engine) => self.record.watch(engine),
            None => self.record.is_done(),
        })
    }

    fn timeout_ns(&self) -> u64 {
        self.timeout_ns
    }
}

struct ResetJob {
    event: Arc<Event>,
    record: Arc<Record>,
}

impl Job for ResetJob {
    fn describe(&self) -> String {
        format!("reset of event {}", self.event.id)
    }

    fn run(&self, _stream: &Arc<Stream>) -> Result {
        self.event.reset(&self.record);
        Ok(())
    }
}
