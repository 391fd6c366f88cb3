//! Tasks that failed: whoever asked hears of each once, on a thread of this library.
//!
//! The runtime tells of a failed task on the thread that ran it, where nothing may wait. So the news is queued, and a
//! thread that is started with the first subscription passes it on.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, Once, OnceLock, PoisonError};

use hcomm_base::sync::lock;
use hcomm_base::{Code, Result, err};

use super::thread;
use crate::driver::acl_calls::{self, FailedTask};
use crate::handle::ThreadHandle;

/// A task that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Thread whose queue it was in, unless that stream belongs to no thread.
    pub thread: Option<ThreadHandle>,
    /// Logical device.
    pub device: i32,
    /// Number of the stream on the device.
    pub stream: u32,
    /// Number of the task in the stream.
    pub task: u32,
    /// ACL code.
    pub acl: i32,
    /// First error of the thread as one of ours; INTERNAL if there is none.
    pub code: Code,
}

/// A function that hears of failures. It may do everything but wait for a stream that cannot end.
pub type Listener = fn(&Failure);

static LISTENERS: Mutex<Vec<Listener>> = Mutex::new(Vec::new());
/// Tasks, and the threads of those that are ours.
static QUEUE: Mutex<VecDeque<(FailedTask, Option<ThreadHandle>)>> = Mutex::new(VecDeque::new());
static NEWS: Condvar = Condvar::new();

thread_local! {
    /// Thread of the task that the runtime is about to tell of on this OS thread.
    static EXPLAINED: Cell<Option<ThreadHandle>> = const { Cell::new(None) };
}

/// The runtime has asked for the explanation of a failed task of this thread, and will tell of it next.
pub(super) fn explained(thread: ThreadHandle) {
    EXPLAINED.set(Some(thread));
}

/// From now on `listener` hears of failures; once is enough.
pub fn subscribe(listener: Listener) -> Result {
    static STARTED: OnceLock<Result> = OnceLock::new();
    STARTED.get_or_init(start).clone()?;
    let mut listeners = lock(&LISTENERS);
    if !listeners.iter().any(|&known| std::ptr::fn_addr_eq(known, listener)) {
        listeners.push(listener);
    }
    Ok(())
}

fn start() -> Result {
    std::thread::Builder::new()
        .name("hcomm-failures".into())
        .spawn(pass_on)
        .map_err(|error| err!(SYSCALL, "the thread that tells of failures cannot start: {error}"))?;
    acl_calls::on_task_failed(failed)
}

/// Called by the runtime.
unsafe extern "C" fn failed(info: *const FailedTask) {
    // SAFETY: the contract: null or a structure that begins with these members, during the call.
    let Some(&task) = (unsafe { info.as_ref() }) else { return };
    lock(&QUEUE).push_back((task, EXPLAINED.take()));
    NEWS.notify_one();
}

fn pass_on() {
    // Number of the task that was told last, by device and stream.
    let mut told = HashMap::new();
    loop {
        let task = {
            // Every statement leaves the queue valid, so a panic of another holder does not matter.
            let queue = QUEUE.lock().unwrap_or_else(PoisonError::into_inner);
            let mut queue =
                NEWS.wait_while(queue, |queue| queue.is_empty()).unwrap_or_else(PoisonError::into_inner);
            queue.pop_front()
        };
        let Some((task, thread)) = task else { continue };
        if told.insert((task.device, task.stream), task.task) == Some(task.task) {
            continue;
        }
        let device = task.device as i32;
        let thread = thread.or_else(|| thread::of_stream(device, task.stream));
        let failure = Failure {
            thread,
            device,
            stream: task.stream,
            task: task.task,
            acl: task.code as i32,
            code: thread.and_then(thread::error).map_or(Code::INTERNAL, |error| error.code),
        };
        let listeners = lock(&LISTENERS).clone();
        for listener in listeners {
            // A defect of one listener must not keep the news from the others.
            if std::panic::catch_unwind(|| listener(&failure)).is_err() {
                static ONCE: Once = Once::new();
                ONCE.call_once(|| log::error!("a listener for failed tasks met a defect"));
            }
        }
    }
}
