//! Batch mode: tasks of the calling thread are collected and handed to their streams in one go.

use std::cell::{Cell, RefCell};

use hcomm_base::Result;
use npu_ext::Task;

use super::thread::THREADS;
use crate::driver;
use crate::handle::ThreadHandle;
use hcomm_base::Code;

/// Tasks that are collected before they are handed over although the batch is still open.
const CAPACITY: usize = 1024;

/// The batch of one caller. Buffers are made at the first [`start`] and kept.
#[derive(Debug)]
struct Recording {
    /// In the order of the calls; [`Task::tag`] is the thread.
    tasks: Vec<Task>,
    /// The tasks of one thread, while they are handed over.
    run: Vec<Task>,
    /// Threads with tasks, in the order of their first one.
    threads: Vec<ThreadHandle>,
}

thread_local! {
    /// True between [`start`] and [`end`].
    static OPEN: Cell<bool> = const { Cell::new(false) };
    static RECORDING: RefCell<Option<Recording>> = const { RefCell::new(None) };
}

/// From now on the tasks of the calling thread are collected. Starting twice changes nothing.
pub fn start() {
    let made = RECORDING.try_with(|recording| {
        recording.borrow_mut().get_or_insert_with(|| Recording {
            tasks: Vec::with_capacity(CAPACITY),
            run: Vec::with_capacity(CAPACITY),
            threads: Vec::with_capacity(CAPACITY),
        });
    });
    // While the thread ends there is no batch mode: tasks start at once, which is always allowed.
    OPEN.set(made.is_ok());
}

/// Hands over what was collected and stops collecting. Answers the first failure; the other threads get their tasks
/// nevertheless. Without [`start`]: nothing happens.
pub fn end() -> Result {
    OPEN.set(false);
    flush()
}

/// True if tasks of the calling thread are collected.
#[inline]
pub(super) fn is_open() -> bool {
    OPEN.get()
}

/// Collects tasks of one thread; all carry its handle as tag.
pub(super) fn push(tasks: &[Task]) -> Result {
    RECORDING.with_borrow_mut(|recording| {
        let Some(recording) = recording else { return Ok(()) };
        let mut result = Ok(());
        for task in tasks {
            if recording.tasks.len() == CAPACITY {
                result = result.and(recording.flush());
            }
            if recording.threads.last() != Some(&task.tag) && !recording.threads.contains(&task.tag) {
                recording.threads.push(task.tag);
            }
            recording.tasks.push(*task);
        }
        result
    })
}

/// Hands over what was collected so far.
pub(super) fn flush() -> Result {
    match RECORDING.try_with(|recording| recording.borrow_mut().as_mut().map(Recording::flush)) {
        Ok(Some(result)) => result,
        _ => Ok(()),
    }
}

impl Recording {
    fn flush(&mut self) -> Result {
        let mut result = Ok(());
        for &thread in &self.threads {
            self.run.clear();
            self.run.extend(self.tasks.iter().filter(|task| task.tag == thread));
            result = result.and(hand_over(thread, &self.run));
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
