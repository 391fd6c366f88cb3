//! Tasks in order: a ring buffer that grows and keeps its memory.

use super::job;
use npu_ext::Task;
use std::collections::VecDeque;

/// Tasks that wait for their turn. Owns the jobs in them.
#[derive(Default)]
pub(crate) struct Queue(VecDeque<Task>);

impl Queue {
    /// Appends tasks in order; the queue owns them from now on.
    pub(crate) fn push(&mut self, tasks: &[Task]) {
        self.0.extend(tasks);
    }

    /// The oldest task.
    pub(crate) fn front(&self) -> Option<&Task> {
        self.0.front()
    }

    /// Takes the oldest task out; the caller owns it.
    pub(crate) fn pop(&mut self) -> Option<Task> {
        self.0.pop_front()
    }

    /// True without tasks.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Exchanges an empty queue for a filled one without copying tasks.
    pub(crate) fn refill(&mut self, from: &mut Queue) {
        debug_assert!(self.is_empty());
        std::mem::swap(&mut self.0, &mut from.0);
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        for task in self.0.drain(..) {
            // SAFETY: the queue owns its tasks.
            unsafe { job::discard(&task) };
        }
    }
}
