//! Work of a stream that does not fit into a plain [`Task`]: an object behind a counted pointer.
//!
//! Task `op::JOB` carries an `Arc<JobBox>` in `a`. Executing or discarding the task uses up that reference;
//! [`clone_task`] makes another, so graphs can replay their tasks.

use super::sched::Engine;
use super::stream::Stream;
use crate::error::Result;
use npu_ext::{Task, op};
use std::sync::Arc;

/// Task number of a job.
pub(crate) const OP_JOB: u16 = op::RUNTIME_FIRST;

/// Where a job runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// On whatever thread runs the stream: short, must not block.
    Inline,
    /// On a kernel thread of the device: may block, may call anything.
    Thread,
    /// It is a wait: [`Job::poll`] decides, the stream is parked meanwhile.
    Wait,
}

/// Work that is more than a plain task.
pub(crate) trait Job: Send + Sync {
    /// What this is, for error texts: "notify wait (slot 1, id 3)".
    fn describe(&self) -> String;

    /// Where it runs.
    fn place(&self) -> Place {
        Place::Inline
    }

    /// Does the work ([`Place::Inline`], [`Place::Thread`]).
    fn run(&self, _stream: &Arc<Stream>) -> Result {
        Ok(())
    }

    /// [`Place::Wait`]: true when the wait is over; once it was true, or failed, it stays so. With `park`, the stream is parked in that
    /// engine, or about to be: register it first, check afterwards, and ring its bell when the condition may have become
    /// true, once for each such call.
    fn poll(&self, _park: Option<&Arc<Engine>>) -> Result<bool> {
        Ok(true)
    }

    /// [`Place::Wait`], [`Place::Thread`]: time-out in ns from the moment the job is the head of its stream, 0: none.
    /// A job on a thread that runs out of time is left alone with its thread, and the stream goes on.
    fn timeout_ns(&self) -> u64 {
        0
    }

    /// [`Place::Wait`]: true if nobody rings when the condition becomes true, so it must be polled.
    fn must_poll(&self) -> bool {
        false
    }

    /// The stream failed or was aborted and does not run this job: release whoever waits for it.
    fn skip(&self) {}
}

/// Thin box around a job, so that one machine word names it.
pub(crate) struct JobBox(pub(crate) Box<dyn Job>);

/// Makes a task of a job.
pub(crate) fn task(job: impl Job + 'static) -> Task {
    let job = Arc::new(JobBox(Box::new(job)));
    Task { op: OP_JOB, a: Arc::into_raw(job) as u64, ..Task::NOP }
}

/// The job of a task; uses up the task's reference.
///
/// # Safety
/// `task.op` is [`OP_JOB`] and the task came from [`task`] or [`clone_task`] and was not used up before.
pub(crate) unsafe fn take(task: &Task) -> Arc<JobBox> {
    // SAFETY: `a` came from `Arc::into_raw`, per the function's contract.
    unsafe { Arc::from_raw(task.a as *const JobBox) }
}

/// The job of a task, counted once more.
///
/// # Safety
/// As for [`peek`].
pub(crate) unsafe fn share(task: &Task) -> Arc<JobBox> {
    // SAFETY: `a` came from `Arc::into_raw` and the task still holds its reference.
    unsafe {
        Arc::increment_strong_count(task.a as *const JobBox);
        Arc::from_raw(task.a as *const JobBox)
    }
}

/// The job of a task, borrowed.
///
/// # Safety
/// As for [`take`]; the reference ends before the task is used up.
pub(crate) unsafe fn peek<'a>(task: &Task) -> &'a JobBox {
    // SAFETY: `a` came from `Arc::into_raw` and the task still holds its reference.
    unsafe { &*(task.a as *const JobBox) }
}

/// A copy of a task that may be submitted on its own. Works for plain tasks as well.
///
/// # Safety
/// As for [`peek`].
pub(crate) unsafe fn clone_task(task: &Task) -> Task {
    if task.op == OP_JOB {
        // SAFETY: `a` came from `Arc::into_raw` and the task still holds its reference.
        unsafe { Arc::increment_strong_count(task.a as *const JobBox) };
    }
    *task
}

/// Drops a task without running it.
///
/// # Safety
/// As for [`take`].
pub(crate) unsafe fn discard(task: &Task) {
    if task.op == OP_JOB {
        // SAFETY: per the function's contract.
        let job = unsafe { take(task) };
        job.0.skip();
    }
}
