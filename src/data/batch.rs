//! Batch mode: tasks of the calling thread are collected and handed to their streams in one go.

use std::cell::{Cell, RefCell};
use std::ptr::null_mut;

use hcomm_base::{Code, Result};
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
}

thread_local! {
    /// The recording between [`start`] and [`end`], else null.
    static OPEN: Cell<*mut Recording> = const { Cell::new(null_mut()) };
    /// Owns the recording. Only `OPEN` is used to reach it while it is open, on this thread alone.
    static RECORDING: RefCell<Option<Box<Recording>>> = const { RefCell::new(None) };
}

impl Drop for Recording {
    fn drop(&mut self) {
        OPEN.set(null_mut());
    }
}

/// From now on the tasks of the calling thread are collected. Starting twice changes nothing.
pub fn start() {
    if is_open() {
        return;
    }
    let recording = RECORDING.try_with(|recording| {
        let mut recording = recording.borrow_mut();
        let made = recording.get_or_insert_with(|| {
            Box::new(Recording {
                tasks: Vec::with_capacity(CAPACITY),
                run: Vec::with_capacity(CAPACITY),
                threads: Vec::with_capacity(CAPACITY),
            })
        });
        &raw mut **made
    });
    // While the thread ends there is no batch mode: tasks start at once, which is always allowed.
    OPEN.set(recording.unwrap_or(null_mut()));
}

/// Hands over what was collected and stops collecting. Answers the first failure; the other threads get their tasks
/// nevertheless. Without [`start`]: nothing happens.
pub fn end() -> Result {
    let result = flush();
    OPEN.set(null_mut());
    result
}

/// True if tasks of the calling thread are collected.
#[inline]
pub(super) fn is_open() -> bool {
    !OPEN.get().is_null()
}

/// The open recording.
#[inline]
fn open<'a>() -> Option<&'a mut Recording> {
    // SAFETY: null, or the recording of this thread: it lives until the thread ends, when its drop makes `OPEN` null, and
    // nothing that runs while the reference is used comes back to this module.
    unsafe { OPEN.get().as_mut() }
}

/// Collects tasks of one thread; all carry its handle as tag. Nothing happens unless a batch is open.
#[inline]
pub(super) fn push(tasks: &[Task]) -> Result {
    let Some(recording) = open() else { return Ok(()) };
    let mut result = Ok(());
    for task in tasks {
        if recording.tasks.len() == CAPACITY {
            result = result.and(recording.flush());
        }
        if recording.threads.last() != Some(&task.tag) {
            recording.add_thread(task.tag);
        }
        recording.tasks.push(*task);
    }
    result
}

/// Hands over what was collected so far.
pub(super) fn flush() -> Result {
    open().map_or(Ok(()), Recording::flush)
}

impl Recording {
    fn add_thread(&mut self, thread: ThreadHandle) {
        if !self.threads.contains(&thread) {
            self.threads.push(thread);
        }
    }

    fn flush(&mut self) -> Result {
        let mut result = Ok(());
        if let [thread] = self.threads[..] {
            result = hand_over(thread, &self.tasks);
        } else {
            for &thread in &self.threads {
                self.run.clear();
                self.run.extend(self.tasks.iter().filter(|task| task.tag == thread));
                result = result.and(hand_over(thread, &self.run));
            }
        }
        self.threads.clear();
        self.tasks.clear();
        result
    }
}

/// Appends tasks to the stream of their thread.
fn hand_over(thread: ThreadHandle, tasks: &[Task]) -> Result {
    let shell = THREADS.pin(thread).ok_or_else(|| THREADS.refuse(Code::PTR, thread))?;
    // SAFETY: the callers of the primitives keep the memory until the tasks are done.
    unsafe { shell.submit(driver::get()?, tasks) }
}
