//! Running plain tasks.

use super::notify;
use super::{latch, sched};
use crate::error::{Error, code};
use npu_ext::{CallFn, Notify, Task, op};

/// Largest copy or reduction that a submitting thread does itself when the stream is idle: waking another thread for it
/// takes about as long.
pub(crate) const DIRECT_BYTES: u64 = 1 << 20;
/// Largest copy, reduction or fill that a thread does which submits behind other work, or ends the wait of a stream.
pub(crate) const INLINE_BYTES: u64 = 64 << 10;
/// Bytes after which a big task looks around: at aborts, at other streams.
pub(crate) const CHUNK: u64 = 1 << 20;
/// Chunk of a task when no other stream is ready: long enough for the streaming loops of the kernels.
pub(crate) const LONG_CHUNK: u64 = 8 << 20;

/// What running a task (or a piece of it) led to.
pub(crate) enum Step {
    /// It is done; so many bytes were moved.
    Done(u64),
    /// So many of its bytes (from the start) are done, the rest is not.
    Partly(u64),
    /// It waits for this notify.
    Wait(*const Notify),
    /// It is too much for the calling thread.
    Heavy,
    /// It must run on a kernel thread.
    Blocking,
    /// It is not a plain task.
    Job,
    /// It failed.
    Failed(Error),
}

/// Runs a task if it is cheap and can end at once; returns the bytes moved. `None`: nothing was done.
///
/// # Safety
/// As [`run`].
#[inline]
pub(crate) unsafe fn run_cheap(task: &Task) -> Option<u64> {
    match task.op {
        op::COPY if task.n <= DIRECT_BYTES => {
            // SAFETY: both ranges have `n` bytes, per the contract of the function.
            unsafe { hcomm_kernels::copy(task.a as *mut u8, task.b as *const u8, task.n as usize) };
            Some(task.n)
        }
        op::NOTIFY_RECORD => {
            // SAFETY: `a` is the address of a notify, per the contract of the function.
            notify::record(unsafe { &*(task.a as *const Notify) });
            Some(0)
        }
        // SAFETY: `a` is the address of a notify, per the contract of the function.
        op::NOTIFY_WAIT => latch::take(unsafe { &(*(task.a as *const Notify)).flag }).then_some(0),
        op::REDUCE => {
            let (dtype, kind) = (task.aux & 0xffff, task.aux >> 16);
            let bytes = task.n.saturating_mul(hcomm_kernels::size_of(dtype)? as u64);
            if bytes > DIRECT_BYTES {
                return None;
            }
            // SAFETY: both ranges have `n` elements, per the contract of the function.
            let known = unsafe {
                hcomm_kernels::reduce(task.a as *mut u8, task.b as *const u8, task.n as usize, dtype, kind)
            };
            known.then_some(bytes)
        }
        op::NOP => Some(0),
        _ => None,
    }
}

/// Runs a task from byte `from` on, in pieces of `chunk` bytes; `inline` refuses big ones.
///
/// # Safety
/// The addresses in the task must be valid for what it does, as the submitter promised.
#[inline]
pub(crate) unsafe fn run(task: &Task, from: u64, chunk: u64, inline: bool) -> Step {
    match task.op {
        op::COPY => {
            if task.n <= INLINE_BYTES {
                // SAFETY: both ranges have `n` bytes, per the contract of the function.
                unsafe { hcomm_kernels::copy(task.a as *mut u8, task.b as *const u8, task.n as usize) };
                return Step::Done(task.n);
            }
            if inline {
                return Step::Heavy;
            }
            let n = (task.n - from).min(chunk);
            // SAFETY: a part of the two ranges.
            unsafe {
                hcomm_kernels::copy((task.a + from) as *mut u8, (task.b + from) as *const u8, n as usize)
            };
            piece(from + n, task.n, n)
        }
        op::NOTIFY_RECORD => {
            // SAFETY: `a` is the address of a notify, per the contract of the function.
            notify::record(unsafe { &*(task.a as *const Notify) });
            Step::Done(0)
        }
        op::NOTIFY_WAIT => {
            let notify = task.a as *const Notify;
            // SAFETY: `a` is the address of a notify, per the contract of the function.
            if latch::take(unsafe { &(*notify).flag }) { Step::Done(0) } else { Step::Wait(notify) }
        }
        // SAFETY: as for this function.
        _ => unsafe { run_rare(task, from, chunk, inline) },
    }
}

/// # Safety
/// As [`run`].
unsafe fn run_rare(task: &Task, from: u64, chunk: u64, inline: bool) -> Step {
    match task.op {
        op::NOP => Step::Done(0),
        op::REDUCE => {
            let (dtype, kind) = (task.aux & 0xffff, task.aux >> 16);
            let size = match hcomm_kernels::size_of(dtype) {
                Some(size) if hcomm_kernels::supported(dtype, kind) => size as u64,
                _ => {
                    let text = format!("no reduction {kind} of data type {dtype} exists");
                    return Step::Failed(Error::new(code::RT_PARAM_INVALID, text));
                }
            };
            let total = task.n.saturating_mul(size);
            if inline && total > INLINE_BYTES {
                return Step::Heavy;
            }
            let n = (total - from).min(chunk / size * size);
            // SAFETY: a part of the two ranges; `from` is a multiple of the element size, as all pieces are.
            unsafe {
                let (dst, src) = ((task.a + from) as *mut u8, (task.b + from) as *const u8);
                let known = hcomm_kernels::reduce(dst, src, (n / size) as usize, dtype, kind);
                debug_assert!(known);
            }
            piece(from + n, total, n)
        }
        op::MEMSET => {
            if inline && task.n > INLINE_BYTES {
                return Step::Heavy;
            }
            let n = (task.n - from).min(chunk);
            // SAFETY: a part of the range.
            unsafe { hcomm_kernels::set((task.a + from) as *mut u8, task.aux as u8, n as usize) };
            piece(from + n, task.n, n)
        }
        op::CALL => {
            // SAFETY: the submitter promised that `a` is a `CallFn` that accepts `b`.
            match unsafe { call(task) } {
                Ok(()) => Step::Done(0),
                Err(error) => Step::Failed(error),
            }
        }
        op::BLOCKING_CALL => Step::Blocking,
        super::job::OP_JOB => Step::Job,
        other => Step::Failed(Error::new(code::RT_PARAM_INVALID, format!("no task has number {other}"))),
    }
}

fn piece(done: u64, total: u64, moved: u64) -> Step {
    if done == total { Step::Done(moved) } else { Step::Partly(done) }
}

/// Runs the function of a [`op::CALL`] or [`op::BLOCKING_CALL`] task.
///
/// # Safety
/// `a` must be a [`CallFn`] that accepts `b`.
pub(crate) unsafe fn call(task: &Task) -> Result<(), Error> {
    // SAFETY: per the contract of the function; function pointers and addresses have the same size here.
    let result = unsafe {
        let function: CallFn = std::mem::transmute::<usize, CallFn>(task.a as usize);
        function(task.b, task)
    };
    match result {
        0 => Ok(()),
        code => Err(Error::new(code, format!("a function called in the stream returned {code}"))),
    }
}

/// Says in words what a task does.
///
/// # Safety
/// As for [`run`].
pub(crate) unsafe fn describe(task: &Task) -> String {
    match task.op {
        op::NOP => "empty task".into(),
        op::COPY => format!("copy of {} bytes", task.n),
        op::REDUCE => format!("reduction of {} elements", task.n),
        op::MEMSET => format!("fill of {} bytes", task.n),
        // SAFETY: `a` is the address of a notify.
        op::NOTIFY_RECORD => format!("record of {}", notify::name(unsafe { &*(task.a as *const Notify) })),
        // SAFETY: `a` is the address of a notify.
        op::NOTIFY_WAIT => format!("wait for {}", notify::name(unsafe { &*(task.a as *const Notify) })),
        op::CALL | op::BLOCKING_CALL => "call of a function".into(),
        // SAFETY: the task is not used up, per the contract of the function.
        super::job::OP_JOB => unsafe { super::job::peek(task) }.0.describe(),
        other => format!("task with unknown number {other}"),
    }
}

/// Fails a wait that came to its deadline.
pub(crate) fn timed_out(what: &str, waited_ns: u64) -> Error {
    let ms = waited_ns / 1_000_000;
    let gone = sched::gone();
    let tail = match gone.as_slice() {
        [] => String::new(),
        [pid] => format!("; process {pid} is gone"),
        pids => {
            let pids: Vec<String> = pids.iter().map(i32::to_string).collect();
            format!("; processes {} are gone", pids.join(", "))
        }
    };
    Error::new(code::RT_WAIT_TIMEOUT, format!("{what} timed out after {ms} ms{tail}"))
}
