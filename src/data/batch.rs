//! Batch mode: tasks of the calling thread are collected and handed to their streams in one go.

use std::cell::{Cell, RefCell};
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

use hcomm_base::{Code, Error, Result};
use npu_ext::Task;

use super::thread::THREADS;
use crate::driver;
use crate::handle::ThreadHandle;

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
    }
}

/// From now on the tasks of the calling thread are collected. Starting twice changes nothing.
pub fn start() {
    if open().is_some() {
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
            })
        });
        &raw mut **made
    });
    // While the thread ends there is no batch mode: tasks start at once, which is always allowed.
    set_open(recording.unwrap_or(null_mut()));
}

/// Hands over what was collected and stops collecting. Answers the first failure of the batch; the other threads get
/// their tasks nevertheless. Without [`start`]: nothing happens.
pub fn end() -> Result {
    flush();
    let failed = open().and_then(|open| open.recording().failed.take());
    set_open(null_mut());
    failed.map_or(Ok(()), Err)
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
        self.recording().tasks.reserve(1);
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
