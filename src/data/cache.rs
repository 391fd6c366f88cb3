//! The task cache: what a caller gave to threads under a tag, to be given again with other addresses.
//!
//! A recording is a batch (see [`super::batch`]) whose tasks are kept when they are handed over. The cache belongs to the
//! process and holds [`CAPACITY`] bytes of tasks; which tag was looked up last, and how that went, belongs to the
//! calling OS thread.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hcomm_base::{Code, Result, bail};
use npu_ext::{Task, op};

use super::batch;
use super::channel;
use super::explain::{BARRIER_PEER, RUNTIME_NOTIFY};
use super::link;
use super::thread::THREADS;
use crate::driver;
use crate::handle::{ChannelHandle, ThreadHandle};

/// Bytes of tasks that the cache of a process holds.
pub const CAPACITY: usize = 10 << 20;

/// Ranges of a recording: input and output.
pub const RANGES: usize = 2;

/// A memory range whose address may differ at each execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// First byte.
    pub addr: u64,
    /// Bytes.
    pub len: u64,
}

/// Recorded tasks.
#[derive(Debug)]
struct Entry {
    operands: [Operand; RANGES],
    tasks: Vec<Task>,
    /// Handles of the threads and channels that must live when the tasks are given again.
    threads: Vec<ThreadHandle>,
    channels: Vec<ChannelHandle>,
}

#[derive(Debug, Default)]
struct Cache {
    /// By tag; `None` while somebody records.
    entries: HashMap<String, Option<Arc<Entry>>>,
    /// Bytes of all recorded tasks.
    bytes: usize,
}

/// What the calling OS thread is about to do.
#[derive(Debug, Default)]
struct State {
    /// The tag that was looked up last.
    tag: Option<String>,
    hit: Option<Arc<Entry>>,
    /// This thread may record under the tag.
    reserved: bool,
    recording: Option<Recording>,
}

#[derive(Debug)]
struct Recording {
    operands: [Operand; RANGES],
    tasks: Vec<Task>,
    /// There was no room for all tasks.
    overflow: bool,
}

static CACHE: Mutex<Option<Cache>> = Mutex::new(None);

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

impl Drop for State {
    fn drop(&mut self) {
        self.release();
    }
}

impl State {
    /// Gives back the tag that this thread may record under.
    fn release(&mut self) {
        if std::mem::take(&mut self.reserved)
            && let Some(tag) = &self.tag
        {
            with_cache(|cache| cache.entries.remove(tag));
        }
    }

    /// Forgets everything.
    fn reset(&mut self) {
        self.release();
        *self = State::default();
    }

    /// Fails unless `tag` was looked up last.
    fn check_tag(&self, tag: &str) -> Result {
        match self.tag.as_deref() {
            Some(known) if known == tag => Ok(()),
            Some(known) => bail!(PARA, "tag \"{tag}\" is not the one that was looked up last (\"{known}\")"),
            None => bail!(PARA, "tag \"{tag}\" was not looked up: call HcommAicpuTsTaskCacheLookup first"),
        }
    }
}

fn with_cache<T>(use_it: impl FnOnce(&mut Cache) -> T) -> T {
    // Every statement leaves the contents valid, so a panic of another holder does not matter.
    let mut cache: MutexGuard<'_, Option<Cache>> = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    use_it(cache.get_or_insert_with(Cache::default))
}

/// True if tasks are recorded under `tag`. If not, the caller may record them, unless somebody else does or the cache is
/// full: then the recording is carried out and not kept.
pub fn look_up(tag: &str) -> bool {
    if let Some(unended) = abandon() {
        log::warn!("the recording \"{unended}\" was not ended and is dropped");
        // What was queued on the way runs all the same; a failure is that of the thread.
        let _ = batch::end_recording();
    }
    STATE.with_borrow_mut(|state| {
        state.tag = Some(tag.to_owned());
        with_cache(|cache| match cache.entries.get(tag) {
            Some(entry) => state.hit = entry.clone(),
            None if cache.bytes < CAPACITY => {
                cache.entries.insert(tag.to_owned(), None);
                state.reserved = true;
            }
            None => {}
        });
        state.hit.is_some()
    })
}

/// Starts to record what the calling OS thread gives to threads. PARA for another tag than that of the last look-up, for
/// another number of ranges than [`RANGES`], and for an address of 0 or a range that wraps around; INTERNAL after a hit
/// and when it records already.
pub fn start(tag: &str, operands: &[Operand]) -> Result {
    // What was collected before does not belong to the recording.
    batch::flush();
    STATE.with_borrow_mut(|state| {
        state.check_tag(tag)?;
        if state.hit.is_some() {
            bail!(INTERNAL, "tag \"{tag}\" was found: execute it instead of recording it");
        }
        let operands = checked(operands)?;
        if state.recording.is_some() {
            bail!(INTERNAL, "tag \"{tag}\" is being recorded already");
        }
        state.recording = Some(Recording { operands, tasks: Vec::new(), overflow: false });
        Ok(())
    })?;
    batch::start_recording();
    Ok(())
}

fn checked(operands: &[Operand]) -> Result<[Operand; RANGES]> {
    let Ok(operands) = <[Operand; RANGES]>::try_from(operands) else {
        bail!(PARA, "{} memory ranges were passed, {RANGES} are expected: input and output", operands.len());
    };
    for Operand { addr, len } in operands {
        if addr == 0 || addr.checked_add(len).is_none() {
            bail!(PARA, "a memory range of {len} bytes at {addr:#x} is none");
        }
    }
    Ok(operands)
}

/// Tasks of the calling OS thread are about to be handed over while it records.
pub(super) fn add(tasks: &[Task]) {
    let _ = STATE.try_with(|state| {
        let Ok(mut state) = state.try_borrow_mut() else { return };
        let Some(recording) = &mut state.recording else { return };
        if size_of_val(recording.tasks.as_slice()) + size_of_val(tasks) > CAPACITY {
            recording.overflow = true;
        }
        if recording.overflow {
            recording.tasks = Vec::new();
        } else {
            recording.tasks.extend_from_slice(tasks);
        }
    });
}

/// Ends the recording and keeps it. PARA for another tag; INTERNAL after a hit, without [`start`], and when the tasks
/// could not be given to their threads: then nothing is kept.
pub fn end(tag: &str) -> Result {
    STATE.with_borrow(|state| {
        state.check_tag(tag)?;
        if state.hit.is_some() {
            bail!(INTERNAL, "tag \"{tag}\" was found and is not being recorded");
        }
        if state.recording.is_none() {
            bail!(INTERNAL, "tag \"{tag}\" is not being recorded: call HcommAicpuTsTaskCacheStart first");
        }
        Ok(())
    })?;
    // It comes back to this module.
    let submitted = batch::end_recording();
    STATE.with_borrow_mut(|state| {
        let recording = state.recording.take();
        if let (true, Ok(()), Some(recording)) = (state.reserved, &submitted, recording) {
            let entry = entry(recording);
            with_cache(|cache| {
                let bytes = entry.as_ref().map_or(usize::MAX, |entry| size_of_val(entry.tasks.as_slice()));
                if bytes <= CAPACITY - cache.bytes.min(CAPACITY) {
                    cache.bytes += bytes;
                    cache.entries.insert(tag.to_owned(), entry.map(Arc::new));
                    state.reserved = false;
                } else {
                    log::info!("the task cache has no room for the recording \"{tag}\", which is not kept");
                }
            });
        }
        state.reset();
    });
    submitted.map_err(|error| hcomm_base::Error { code: Code::INTERNAL, ..error })
}

/// `None`: it did not fit.
fn entry(recording: Recording) -> Option<Entry> {
    let Recording { operands, tasks, overflow } = recording;
    if overflow {
        return None;
    }
    let distinct = |handles: &mut dyn Iterator<Item = u64>| {
        let mut handles: Vec<u64> = handles.filter(|&handle| handle != 0).collect();
        handles.sort_unstable();
        handles.dedup();
        handles
    };
    let owners = tasks.iter().filter(|task| task.op == op::NOTIFY_RECORD).map(|task| task.e);
    Some(Entry {
        threads: distinct(&mut tasks.iter().map(|task| task.tag).chain(owners)),
        channels: distinct(&mut tasks.iter().map(|task| task.c)),
        operands,
        tasks,
    })
}

/// Gives the tasks recorded under `tag` to their threads again, with addresses in the recorded ranges moved into
/// `operands`. PARA for another tag; INTERNAL after a miss and when number or sizes of the ranges differ; PTR if the
/// recording was dropped meanwhile, or uses a thread or channel that does not live any more: then it is dropped.
pub fn execute(tag: &str, operands: &[Operand]) -> Result {
    let entry = STATE.with_borrow_mut(|state| {
        state.check_tag(tag)?;
        let Some(entry) = state.hit.take() else {
            bail!(INTERNAL, "tag \"{tag}\" was not found: record it instead of executing it");
        };
        state.reset();
        Ok(entry)
    })?;
    let live = with_cache(
        |cache| matches!(cache.entries.get(tag), Some(Some(current)) if Arc::ptr_eq(current, &entry)),
    );
    if !live {
        bail!(PTR, "the recording \"{tag}\" was cleared meanwhile: look it up again");
    }
    let sizes = |operands: &[Operand]| operands.iter().map(|operand| operand.len).collect::<Vec<_>>();
    if sizes(operands) != sizes(&entry.operands) {
        bail!(
            INTERNAL,
            "the recording \"{tag}\" has ranges of {:?} bytes, not {:?}: record each size under a tag of its own",
            sizes(&entry.operands),
            sizes(operands)
        );
    }
    let operands = checked(operands)?;
    if let Err(error) = entry.check() {
        clear(tag);
        return Err(error.context(format_args!("the recording \"{tag}\" is dropped")));
    }
    batch::start_recording();
    if let Some(open) = batch::open() {
        for task in &entry.tasks {
            again(open, moved(task, &entry.operands, &operands))?;
        }
    }
    batch::end_recording()
}

/// Collects a recorded task. Those that wait for operations on a link name a hidden notify of their thread, which may be
/// another one by now, so they are made anew.
fn again(open: batch::Open, task: Task) -> Result {
    if link::is_answered(&task) {
        return Ok(());
    }
    if !link::is_post(&task) {
        open.push(task);
        return Ok(());
    }
    let thread = THREADS.pin(task.tag).ok_or_else(|| THREADS.refuse(Code::PTR, task.tag))?;
    let answer = thread.answer(driver::get()?)?;
    if link::is_asking(&task) {
        answer.to(task).into_iter().for_each(|task| open.push(task));
    } else {
        open.push_request(task, answer);
    }
    Ok(())
}

impl Entry {
    /// Fails if something that the tasks use has ended.
    fn check(&self) -> Result {
        for &thread in &self.threads {
            if THREADS.get(thread).is_none() {
                return Err(THREADS.refuse(Code::PTR, thread));
            }
        }
        for &handle in &self.channels {
            channel::open(handle)?;
        }
        let driver = driver::get()?;
        for task in self.tasks.iter().filter(|task| matches!(task.op, op::NOTIFY_RECORD | op::NOTIFY_WAIT)) {
            // A notify of the runtime: its owner may have freed it.
            if (RUNTIME_NOTIFY..BARRIER_PEER).contains(&task.d) {
                let id = task.d - RUNTIME_NOTIFY;
                let device = THREADS.get(task.tag).map_or(-1, |shell| shell.device());
                if driver.notify_by_id(device, id as u32) != Some(task.a) {
                    bail!(PTR, "device {device} has no notify with id {id} any more");
                }
            }
        }
        Ok(())
    }
}

/// The task with local addresses inside `from` moved into `to`.
fn moved(task: &Task, from: &[Operand; RANGES], to: &[Operand; RANGES]) -> Task {
    let place = |addr: u64| {
        let inside = |range: &&Operand| addr.wrapping_sub(range.addr) < range.len;
        from.iter()
            .zip(to)
            .find(|(range, _)| inside(range))
            .map_or(addr, |(old, new)| addr - old.addr + new.addr)
    };
    match task.op {
        op::COPY | op::REDUCE => Task { a: place(task.a), b: place(task.b), ..*task },
        op::CALL | op::BLOCKING_CALL => Task { b: place(task.b), ..*task },
        _ => *task,
    }
}

/// Forgets what is recorded under `tag`; nothing happens if there is nothing.
pub fn clear(tag: &str) {
    with_cache(|cache| {
        // A recording under way keeps its place: whoever makes it would otherwise find it taken.
        if let Some(Some(entry)) = cache.entries.get(tag) {
            cache.bytes -= size_of_val(entry.tasks.as_slice());
            cache.entries.remove(tag);
        }
    });
}

/// Forgets what the calling OS thread looked up or records, for the end of a kernel; answers the tag of a recording that
/// was not ended.
pub(super) fn abandon() -> Option<String> {
    STATE.with_borrow_mut(|state| {
        let tag = state.recording.take().and_then(|_| state.tag.clone());
        state.reset();
        tag
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_local_addresses_inside_the_ranges_are_moved() {
        let from = [Operand { addr: 0x1000, len: 0x100 }, Operand { addr: 0x1100, len: 0x10 }];
        let to = [Operand { addr: 0x9000, len: 0x100 }, Operand { addr: 0x5000, len: 0x10 }];
        let task = Task { op: op::COPY, a: 0x10ff, b: 0x1100, d: 0x1000, e: 0x1000, ..Task::NOP };
        let new = moved(&task, &from, &to);
        assert_eq!((new.a, new.b, new.d, new.e), (0x90ff, 0x5000, 0x1000, 0x1000));
        let call = Task { op: op::CALL, a: 0x1000, b: 0x1001, d: 0x1000, ..Task::NOP };
        let new = moved(&call, &from, &to);
        assert_eq!((new.a, new.b, new.d), (0x1000, 0x9001, 0x1000));
        let record = Task { op: op::NOTIFY_RECORD, a: 0x1000, ..Task::NOP };
        assert_eq!(moved(&record, &from, &to).a, 0x1000);
        let outside = Task { op: op::COPY, a: 0xfff, b: 0x1110, ..Task::NOP };
        let new = moved(&outside, &from, &to);
        assert_eq!((new.a, new.b), (0xfff, 0x1110));
    }
}
