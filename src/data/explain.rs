//! Sentences about tasks that failed, for the runtime, the log and the asynchronous error.

use std::cell::RefCell;
use std::ffi::c_char;
use std::fmt::Write as _;
use std::time::Duration;

use hcomm_base::Error;
use npu_ext::{Task, op};

use super::channel::{self, CHANNELS, Ends};
use super::failure;
use super::link::ANSWER;
use super::thread::{self, THREADS};
use crate::driver::{self, Driver, acl};

/// Value of [`Task::d`]: a notify of the runtime, named by its id, added to this.
pub(super) const RUNTIME_NOTIFY: u64 = 1 << 40;

/// Value of [`Task::d`]: the wait of a barrier for the rank that is added to this.
pub const BARRIER_PEER: u64 = 1 << 41;

/// Value of [`Task::d`]: the user's stream reaches the launch of a kernel.
pub(super) const LAUNCH_START: u64 = 1 << 42;

/// Value of [`Task::d`]: what a launched kernel queued is done.
pub(super) const LAUNCH_DONE: u64 = 1 << 43;

thread_local! {
    /// Why the call that ran last on this OS thread failed; taken by [`describe`], which follows at once.
    static FAILED: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// The result of a call task that failed with `error`.
#[cold]
pub(super) fn failed_call(error: Error) -> i32 {
    FAILED.set(Some(error));
    acl::LINK_ERROR
}

/// Makes [`describe`] the explainer of the runtime's failed tasks.
pub(super) fn install(driver: &Driver) {
    driver.set_describer(describe);
}

/// A task of ours failed: remembers the error with the thread and its communicator, and tells the runtime the
/// text, which it logs. See [`npu_ext::DescribeFn`].
unsafe extern "C" fn describe(
    task: *const Task,
    code: i32,
    waited_ns: u64,
    buf: *mut c_char,
    cap: usize,
) -> usize {
    // A panic must not reach the runtime.
    let text = std::panic::catch_unwind(|| {
        // SAFETY: the contract: a valid task during the call.
        let task = unsafe { &*task };
        let error = error_of(task, code, waited_ns);
        thread::record(task.tag, &error);
        failure::explained(task.tag);
        error.text
    })
    .unwrap_or_default();
    let len = text.len().min(cap.saturating_sub(1));
    if len > 0 {
        // SAFETY: the contract: `buf` holds `cap` bytes, and `len` is below that.
        unsafe {
            std::ptr::copy_nonoverlapping(text.as_ptr(), buf.cast::<u8>(), len);
            buf.add(len).write(0);
        }
    }
    len
}

/// What failed, where, and what to change. `tag` is the thread, `c` the channel or 0, `d` the index of the notify.
fn error_of(task: &Task, code: i32, waited_ns: u64) -> Error {
    let mut error = driver::failed("", code);
    let mut text = String::with_capacity(512);
    // What ended the task from outside: a call's own error, or for a wait that did not run out of time the channel's.
    let reason = match task.op {
        op::CALL | op::BLOCKING_CALL => FAILED.take(),
        op::NOTIFY_WAIT if code == acl::ABORT => channel::failure(task.c),
        _ => None,
    };
    // Writing to a String cannot fail.
    let _ = write_sentence(&mut text, task, waited_ns, reason.as_ref());
    if let Some(reason) = reason {
        error.code = reason.code;
    }
    Error { text: text.into(), ..error }
}

fn write_sentence(
    text: &mut String,
    task: &Task,
    waited_ns: u64,
    reason: Option<&Error>,
) -> std::fmt::Result {
    let comm = THREADS.pin(task.tag).and_then(|shell| shell.comm());
    write!(text, "thread {:#x}", task.tag)?;
    if let Some(comm) = &comm {
        write!(text, " of communicator {} (rank {} of {})", comm.name(), comm.rank(), comm.size())?;
    }
    let channel = CHANNELS.get(task.c).map(|shell| shell.ends());
    match task.op {
        op::NOTIFY_WAIT => {
            let waited = Duration::from_nanos(waited_ns).as_secs_f64();
            write!(text, " waited {waited:.3} s for ")?;
            match (channel, reason) {
                (Some(ends), Some(reason)) => {
                    let what = match task.d {
                        ANSWER => "an operation on".into(),
                        index => format!("notify {index} of"),
                    };
                    write!(
                        text,
                        "{what} channel {:#x} ({ends}), until the channel failed: {}",
                        task.c, reason.text
                    )?;
                }
                (Some(ends), None) if task.d == ANSWER => write!(
                    text,
                    "an operation on channel {:#x} ({ends}), which {peer} did not answer: check that {peer} runs and the \
                     network between both works",
                    task.c,
                    peer = ends.peer()
                )?,
                (Some(ends), None) => write!(
                    text,
                    "notify {} of channel {:#x} ({ends}), which {peer} did not record: check that {peer} runs and records \
                     this index",
                    task.d,
                    task.c,
                    peer = ends.peer()
                )?,
                (None, _) if task.d == LAUNCH_DONE => write!(
                    text,
                    "the end of a kernel that HcclAicpuKernelLaunch started: check that the kernel ended without an \
                     error and that what it queued can run"
                )?,
                (None, _) if task.d == LAUNCH_START => write!(
                    text,
                    "the stream of the user to come to a launch of HcclAicpuKernelLaunch: check what the stream does \
                     before"
                )?,
                (None, _) if task.d >= BARRIER_PEER => write!(
                    text,
                    "rank {}, which has not reached the barrier: check that this rank runs and calls it as well",
                    task.d - BARRIER_PEER
                )?,
                (None, _) if task.d >= RUNTIME_NOTIFY => write!(
                    text,
                    "notify id {} of the runtime, which nobody recorded: check that a stream records this id",
                    task.d - RUNTIME_NOTIFY
                )?,
                (None, _) => write!(
                    text,
                    "its notify {}, which no thread recorded: check that a thread records this index",
                    task.d
                )?,
            }
            if task.n != 0 && reason.is_none() {
                write!(text, ", or allow more than {} s", Duration::from_nanos(task.n).as_secs_f64())?;
            }
            if channel.is_some() {
                write!(text, " ({})", channel::history(task.c))?;
            }
        }
        op::COPY => {
            write!(text, " could not copy {} bytes from {:#x} to {:#x}", task.n, task.b, task.a)?;
            write_channel(text, task, channel)?;
        }
        op::REDUCE => {
            write!(
                text,
                " could not combine {} elements (type {}, operation {}) at {:#x} with {:#x}",
                task.n,
                task.aux & 0xffff,
                task.aux >> 16,
                task.a,
                task.b
            )?;
            write_channel(text, task, channel)?;
        }
        op::NOTIFY_RECORD => {
            write!(text, " could not record notify {}", task.d)?;
            write_channel(text, task, channel)?;
        }
        op::BLOCKING_CALL if reason.is_none() && task.d >= LAUNCH_START => write!(
            text,
            " takes no tasks any more, so a kernel that HcclAicpuKernelLaunch started is not in order"
        )?,
        other => match reason {
            Some(reason) => {
                write!(text, " failed at an operation")?;
                if let Some(ends) = channel {
                    write!(text, " on channel {:#x} ({ends})", task.c)?;
                }
                write!(text, ": {}", reason.text)?;
            }
            None => write!(text, " failed at a task of kind {other}")?,
        },
    }
    if let Some(operator) = comm.and_then(|comm| comm.operator().text()) {
        write!(text, " (operator: {operator})")?;
    }
    Ok(())
}

fn write_channel(text: &mut String, task: &Task, channel: Option<Ends>) -> std::fmt::Result {
    if let Some(ends) = channel {
        write!(text, " on channel {:#x} ({ends})", task.c)?;
    }
    write!(text, ": check that both ends are alive and the memory is still allocated")
}
