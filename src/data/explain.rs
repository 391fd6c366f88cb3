//! Sentences about tasks that failed, for the runtime, the log and the asynchronous error.

use std::ffi::c_char;
use std::fmt::Write as _;
use std::time::Duration;

use hcomm_base::Error;
use npu_ext::{Task, op};

use super::channel::CHANNELS;
use super::thread::{self, THREADS};
use crate::driver::{self, Driver};

/// Value of [`Task::d`]: a notify of the runtime, named by its id, added to this.
pub(super) const RUNTIME_NOTIFY: u64 = 1 << 40;

/// Value of [`Task::d`]: the wait of a barrier for the rank that is added to this.
pub const BARRIER_PEER: u64 = 1 << 41;

/// Value of [`Task::d`]: the user's stream reaches the launch of a kernel.
pub(super) const LAUNCH_START: u64 = 1 << 42;

/// Value of [`Task::d`]: what a launched kernel queued is done.
pub(super) const LAUNCH_DONE: u64 = 1 << 43;

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
        let error = Error { text: sentence(task, waited_ns).into(), ..driver::failed("", code) };
        thread::record(task.tag, &error);
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
fn sentence(task: &Task, waited_ns: u64) -> String {
    let mut text = String::with_capacity(256);
    // Writing to a String cannot fail.
    let _ = write_sentence(&mut text, task, waited_ns);
    text
}

fn write_sentence(text: &mut String, task: &Task, waited_ns: u64) -> std::fmt::Result {
    let comm = THREADS.pin(task.tag).and_then(|shell| shell.comm());
    write!(text, "thread {:#x}", task.tag)?;
    if let Some(comm) = &comm {
        write!(text, " of communicator {} (rank {} of {})", comm.name(), comm.rank(), comm.size())?;
    }
    let channel = CHANNELS.get(task.c).map(|shell| shell.ranks());
    match task.op {
        op::NOTIFY_WAIT => {
            let waited = Duration::from_nanos(waited_ns).as_secs_f64();
            write!(text, " waited {waited:.3} s for ")?;
            match channel {
                Some((local, remote)) => write!(
                    text,
                    "notify {} of channel {:#x} (local rank {local}, remote rank {remote}), which rank {remote} did not \
                     record: check that rank {remote} runs and records this index",
                    task.d, task.c
                )?,
                None if task.d == LAUNCH_DONE => write!(
                    text,
                    "the end of a kernel that HcclAicpuKernelLaunch started: check that the kernel ended without an \
                     error and that what it queued can run"
                )?,
                None if task.d == LAUNCH_START => write!(
                    text,
                    "the stream of the user to come to a launch of HcclAicpuKernelLaunch: check what the stream does \
                     before"
                )?,
                None if task.d >= BARRIER_PEER => write!(
                    text,
                    "rank {}, which has not reached the barrier: check that this rank runs and calls it as well",
                    task.d - BARRIER_PEER
                )?,
                None if task.d >= RUNTIME_NOTIFY => write!(
                    text,
                    "notify id {} of the runtime, which nobody recorded: check that a stream records this id",
                    task.d - RUNTIME_NOTIFY
                )?,
                None => write!(
                    text,
                    "its notify {}, which no thread recorded: check that a thread records this index",
                    task.d
                )?,
            }
            if task.n != 0 {
                write!(text, ", or allow more than {} s", Duration::from_nanos(task.n).as_secs_f64())?;
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
        op::BLOCKING_CALL if task.d >= LAUNCH_START => write!(
            text,
            " takes no tasks any more, so a kernel that HcclAicpuKernelLaunch started is not in order"
        )?,
        other => write!(text, " failed at a task of kind {other}")?,
    }
    Ok(())
}

fn write_channel(text: &mut String, task: &Task, channel: Option<(u32, u32)>) -> std::fmt::Result {
    if let Some((local, remote)) = channel {
        write!(text, " on channel {:#x} (local rank {local}, remote rank {remote})", task.c)?;
    }
    write!(text, ": check that both ends are alive and the memory is still allocated")
}
