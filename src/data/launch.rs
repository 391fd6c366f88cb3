//! The order of a kernel launch: what a stream of the user holds, then the kernel and what it queues, then the rest of
//! the stream.
//!
//! Three queues take part. The *host* thread is the user's stream, the *device* thread is the one that the kernel fills,
//! and the kernel itself runs on a third stream, the *unfold* stream. Before the kernel, the host thread records a notify
//! that the device thread waits for; behind it, the device thread records one that the host thread waits for. What
//! concerns the device thread is queued when the unfold stream reaches it, so that it lies before and behind exactly the
//! tasks of this kernel.

use std::ffi::c_void;

use hcomm_base::{Code, Error, Result};
use npu_ext::{Task, op};

use super::explain::{LAUNCH_DONE, LAUNCH_START};
use super::thread::{self, THREADS, private_notifies, submit};
use super::wait::Timeout;
use crate::driver::{self, acl};
use crate::handle::ThreadHandle;

/// The order between one host thread and one device thread. Launches that share it must come one after the other, as
/// those of one stream do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    host: ThreadHandle,
    device: ThreadHandle,
    start: u64,
    done: u64,
}

impl Gate {
    /// A gate; its two notifies end with the threads.
    pub fn new(host: ThreadHandle, device: ThreadHandle) -> Result<Gate> {
        let start = private_notifies(device, 1)?;
        let done = private_notifies(host, 1)?;
        Ok(Gate { host, device, start: start.addr, done: done.addr })
    }

    /// Thread of the user's stream.
    pub fn host(&self) -> ThreadHandle {
        self.host
    }

    /// Thread that the kernel fills.
    pub fn device(&self) -> ThreadHandle {
        self.device
    }

    /// Lets the device thread wait for what the host thread holds.
    ///
    /// # Safety
    /// `unfold` is a value that the runtime returned for a stream.
    pub unsafe fn open(&self, unfold: *mut c_void) -> Result {
        let record =
            Task { op: op::NOTIFY_RECORD, a: self.start, tag: self.host, d: LAUNCH_START, ..Task::NOP };
        // SAFETY: the address is that of a notify that ends with its thread, in memory that stays mapped.
        unsafe { submit(self.host, &[record])? };
        // SAFETY: the caller's promise.
        unsafe { self.relay(unfold, op::NOTIFY_WAIT, self.start, LAUNCH_START) }
    }

    /// Lets the host thread wait for what the device thread holds once the unfold stream comes here.
    ///
    /// # Safety
    /// As [`Gate::open`].
    pub unsafe fn close(&self, unfold: *mut c_void) -> Result {
        // SAFETY: the caller's promise.
        unsafe { self.relay(unfold, op::NOTIFY_RECORD, self.done, LAUNCH_DONE)? };
        let n = match THREADS.pin(self.host) {
            Some(shell) => Timeout::Default.nanos(shell.exec_timeout(), || false),
            None => return Err(THREADS.refuse(Code::PTR, self.host)),
        };
        let wait = Task { op: op::NOTIFY_WAIT, a: self.done, n, tag: self.host, d: LAUNCH_DONE, ..Task::NOP };
        // SAFETY: as above.
        unsafe { submit(self.host, &[wait]) }
    }

    /// Appends a task to the unfold stream that appends one to the device thread. Not a short call: the device thread
    /// may run what it was given at once.
    ///
    /// # Safety
    /// As [`Gate::open`].
    unsafe fn relay(&self, unfold: *mut c_void, what: u16, notify: u64, index: u64) -> Result {
        let task = Task {
            op: op::BLOCKING_CALL,
            aux: u32::from(what),
            a: relayed as *const () as u64,
            b: self.host,
            n: notify,
            tag: self.device,
            d: index,
            e: unfold as u64,
            ..Task::NOP
        };
        let driver = driver::get()?;
        // SAFETY: the caller's promise.
        let stream = unsafe { driver.stream_from_acl(unfold) }?;
        // SAFETY: the function of the task exists always, and its context is a number.
        let result = unsafe { driver.submit(stream, &[task]) }.map_err(|error| {
            let (code, text) = driver.stream_error(stream);
            match code {
                0 => error,
                _ => Error::new(
                    Code::RUNTIME,
                    format!("the stream for kernels has failed with {code}: {text}"),
                ),
            }
        });
        // SAFETY: taken above and not used again.
        unsafe { driver.stream_release(stream) };
        result
    }
}

/// Appends what [`Gate::relay`] describes to the device thread. Behind a kernel that failed nothing is recorded: the
/// context, the host thread, hears of the failure instead.
unsafe extern "C" fn relayed(host: u64, task: *const Task) -> i32 {
    // SAFETY: the contract: a valid task during the call.
    let task = unsafe { &*task };
    let (Some(shell), Some(driver)) = (THREADS.pin(task.tag), driver::current()) else {
        return acl::STREAM_INVALID;
    };
    let what = task.aux as u16;
    if what == op::NOTIFY_RECORD {
        // SAFETY: the stream that runs this task, so it lives.
        let failed = unsafe { driver.stream_from_acl(task.e as *mut c_void) }.map(|stream| {
            let failed = driver.stream_error(stream);
            // SAFETY: taken above and not used again.
            unsafe { driver.stream_release(stream) };
            failed
        });
        if let Ok((code, text)) = failed
            && code != 0
        {
            let text = format!("a kernel that HcclAicpuKernelLaunch started failed with {code}: {text}");
            thread::abort(host, &Error::new(Code::RUNTIME, text));
            return 0;
        }
    }
    let n = if what == op::NOTIFY_WAIT { Timeout::Default.nanos(shell.exec_timeout(), || true) } else { 0 };
    let append = Task { op: what, a: task.n, n, tag: task.tag, d: task.d, ..Task::NOP };
    // SAFETY: the address is that of a notify that ends with its thread, in memory that stays mapped.
    match unsafe { shell.submit(driver, &[append]) } {
        Ok(()) => 0,
        Err(_) => acl::ABORT,
    }
}
