//! Batch mode: tasks of the calling thread are collected and handed to their streams in one go.

use std::cell::{Cell, RefCell};
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

use hcomm_base::{Code, Error, Result};
use npu_ext::Task;

use super::cache;
use super::link::{self, Answer, Share};
use super::thread::THREADS;
use crate::driver;
use crate::handle::{ChannelHandle, ThreadHandle};

/// Tasks that are collected before they are handed over although the batch is still open.
const CAPACITY: usize = 1024;

/// The batch of one caller. Made at the first [`start`] and kept.
#[derive(Debug)]
struct Recording {
    /// In the order of the calls; [`Task::tag`] is the thread.
    tasks: Vec<Task>,
    /// The tasks of one of several threads, while they are handed over.
    run: Vec<Task>,
    /// Threads with tasks, in the order of their first one.
    threads: Vec<ThreadHandle>,
    /// First failure of a hand-over before the end of the batch, for [`end`].
    failed: Option<Error>,
    /// Operations on a link at the end of `tasks` that share one answer; thread 0: none.
    unsettled: Unsettled,
    /// Who collects: bits of [`USER`] and [`CACHE`].
    openers: u8,
}

/// [`start`] without [`end`].
const USER: u8 = 1;
/// The task cache records.
const CACHE: u8 = 2;

#[derive(Clone, Copy, Debug, Default)]
struct Unsettled {
    thread: ThreadHandle,
    channel: ChannelHandle,
    answer: Answer,
    share: Share,
}

thread_local! {
    /// The recording between [`start`] and [`end`], else null.
    static OPEN: Cell<*mut Recording> = const { Cell::new(null_mut()) };
    /// Owns the recording. Only `OPEN` is used to reach it while it is open, on this thread alone.
    static RECORDING: RefCell<Option<Box<Recording>>> = const { RefCell::new(None) };
}

/// Batches that threads of the process have open.
static OPENED: AtomicU32 = AtomicU32::new(0);

/// Makes `recording` what the calling thread has open, null: nothing.
fn set_open(recording: *mut Recording) {
    let before = OPEN.replace(recording);
    match (before.is_null(), recording.is_null()) {
        (true, false) => OPENED.fetch_add(1, Ordering::Relaxed),
        (false, true) => OPENED.fetch_sub(1, Ordering::Relaxed),
        _ => 0,
    };
}

impl Drop for Recording {
    fn drop(&mut self) {
        set_open(null_mut());
        if !self.tasks.is_empty() {
            log::warn!(
                "an OS thread ended without HcommBatchModeEnd: {} are lost; end every batch on the thread that starts it",
                self.contents()
            );
        }
    }
}

/// From now on the tasks of the calling thread are collected. Starting twice changes nothing.
pub fn start() {
    open_for(USER);
}

/// [`start`] for the task cache.
pub(super) fn start_recording() {
    open_for(CACHE);
}

fn open_for(opener: u8) {
    if let Some(open) = open() {
        open.recording().openers |= opener;
        return;
    }
    let recording = RECORDING.try_with(|recording| {
        let mut recording = recording.borrow_mut();
        let made = recording.get_or_insert_with(|| {
            Box::new(Recording {
                tasks: Vec::with_capacity(CAPACITY),
                run: Vec::with_capacity(CAPACITY),
                threads: Vec::with_capacity(CAPACITY),
                failed: None,
                unsettled: Unsettled::default(),
                openers: 0,
            })
        });
        made.openers = opener;
        &raw mut **made
    });
    // While the thread ends there is no batch mode: tasks start at once, which is always allowed.
    set_open(recording.unwrap_or(null_mut()));
}

/// Hands over what was collected and stops collecting. Answers the first failure of the batch; the other threads get
/// their tasks nevertheless. Without [`start`]: nothing happens.
pub fn end() -> Result {
    close_for(USER)
}

/// [`end`] for the task cache.
pub(super) fn end_recording() -> Result {
    close_for(CACHE)
}

fn close_for(opener: u8) -> Result {
    flush();
    let Some(open) = open() else { return Ok(()) };
    let recording = open.recording();
    recording.openers &= !opener;
    let failed = recording.failed.take();
    if recording.openers == 0 {
        set_open(null_mut());
    }
    failed.map_or(Ok(()), Err)
}

/// Drops what was collected and stops collecting, for the end of a kernel; answers in words what was dropped, or nothing.
pub(super) fn abandon() -> String {
    let Some(open) = open() else { return String::new() };
    let recording = open.recording();
    let lost = match recording.openers & USER {
        0 => String::new(),
        _ => recording.contents(),
    };
    (recording.openers, recording.failed, recording.unsettled) = (0, None, Unsettled::default());
    recording.tasks.clear();
    recording.threads.clear();
    set_open(null_mut());
    lost
}

/// The open batch of the calling thread. Cannot leave the thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open(NonNull<Recording>);

/// The batch that the calling thread has open.
#[inline(always)]
pub(super) fn open() -> Option<Open> {
    // Looked at first, as finding a variable of the thread costs more. Own changes are seen in any case.
    if OPENED.load(Ordering::Relaxed) == 0 {
        return None;
    }
    NonNull::new(OPEN.get()).map(Open)
}

impl Open {
    /// Collects a task; its tag is its thread.
    #[inline(always)]
    pub(super) fn push(self, task: Task) {
        if self.recording().unsettled.thread != 0 {
            self.settle();
        }
        self.put(task);
    }

    /// Collects an operation on a link, given as [`link::task`]; `answer` is that of its thread.
    #[cold]
    pub(super) fn push_request(self, mut task: Task, answer: Answer) {
        // Handing over settles, so it must not happen between the two changes below.
        if self.recording().tasks.spare_capacity_mut().len() < 8 {
            self.make_room();
        }
        let unsettled = self.recording().unsettled;
        let same = unsettled.thread == task.tag && unsettled.channel == task.c;
        if unsettled.thread != 0 && (!same || unsettled.share.is_full()) {
            self.settle();
        }
        let recording = self.recording();
        if recording.unsettled.thread == 0 {
            recording.unsettled =
                Unsettled { thread: task.tag, channel: task.c, answer, share: Share::default() };
        }
        if recording.unsettled.share.add()
            && let Some(before) = recording.tasks.last_mut().filter(|before| link::is_post(before))
        {
            link::continued(before);
        }
        link::last(&mut task);
        self.put(task);
    }

    /// Lets later tasks wait for the operations on a link that were collected last.
    #[cold]
    #[inline(never)]
    fn settle(self) {
        let Unsettled { thread, channel, answer, .. } = std::mem::take(&mut self.recording().unsettled);
        if thread != 0 {
            answer.to_all(thread, channel).into_iter().for_each(|task| self.put(task));
        }
    }

    #[inline(always)]
    fn put(self, task: Task) {
        if self.recording().tasks.len() >= self.recording().tasks.capacity() {
            self.make_room();
        }
        let recording = self.recording();
        if recording.threads.last() != Some(&task.tag) {
            recording.add_thread(task.tag);
        }
        if let Some(slot) = recording.tasks.spare_capacity_mut().first_mut() {
            // In place: a task that is made elsewhere first costs a second copy, which must wait for the first.
            slot.write(task);
            // SAFETY: the element behind the last one exists and was just written.
            unsafe { recording.tasks.set_len(recording.tasks.len() + 1) };
        }
    }

    #[cold]
    #[inline(never)]
    fn make_room(self) {
        flush();
        // Still without room in a function that a hand-over calls.
        self.recording().tasks.reserve(8);
    }

    #[inline(always)]
    fn recording<'a>(self) -> &'a mut Recording {
        // SAFETY: the recording of this thread: it lives until the thread ends, and every function here has done with the
        // reference before it calls anything that may come back to this module.
        unsafe { &mut *self.0.as_ptr() }
    }
}

/// Hands over what was collected so far; [`end`] answers a failure.
pub(super) fn flush() {
    let Some(open) = open() else { return };
    open.settle();
    if open.recording().openers & CACHE != 0 {
        cache::add(&open.recording().tasks);
    }
    // Functions of the program that the runtime calls meanwhile may come back to this module: nothing of the recording
    // is borrowed while it hands over.
    let (mut tasks, mut threads, mut run) = open.recording().detach();
    let mut result = Ok(());
    if let [thread] = threads[..] {
        result = hand_over(thread, &tasks);
    } else {
        for &thread in &threads {
            run.clear();
            run.extend(tasks.iter().filter(|task| task.tag == thread));
            result = result.and(hand_over(thread, &run));
        }
    }
    let recording = open.recording();
    if let Err(error) = result {
        recording.failed.get_or_insert(error);
    }
    recording.run = run;
    if recording.tasks.is_empty() {
        tasks.clear();
        threads.clear();
        (recording.tasks, recording.threads) = (tasks, threads);
    }
}

impl Recording {
    #[cold]
    fn add_thread(&mut self, thread: ThreadHandle) {
        if !self.threads.contains(&thread) {
            self.threads.push(thread);
        }
    }

    /// What was collected, in words; nothing if nothing was.
    fn contents(&self) -> String {
        match (self.tasks.len(), &self.threads[..]) {
            (0, _) => String::new(),
            (tasks, [thread]) => format!("{tasks} task(s) of thread {thread:#x}"),
            (tasks, threads) => format!("{tasks} tasks of {} threads", threads.len()),
        }
    }

    /// Takes the buffers out: tasks, threads, and room for the tasks of one thread.
    fn detach(&mut self) -> (Vec<Task>, Vec<ThreadHandle>, Vec<Task>) {
        use std::mem::take;
        (take(&mut self.tasks), take(&mut self.threads), take(&mut self.run))
    }
}

/// Appends tasks to the stream of their thread.
fn hand_over(thread: ThreadHandle, tasks: &[Task]) -> Result {
    let shell = THREADS.pin(thread).ok_or_else(|| THREADS.refuse(Code::PTR, thread))?;
    // SAFETY: the callers of the primitives keep the memory until the tasks are done.
    unsafe { shell.submit(driver::get()?, tasks) }
}
