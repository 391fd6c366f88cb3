//! What the data plane knows of a communicator: names for error texts, the first error, and the switch that ends
//! every wait.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hcomm_base::{Code, Error, Result, bail, env};

use super::operator::Operator;
use super::{channel, kernel, thread, wait};
use crate::handle::{ChannelHandle, ThreadHandle};

thread_local! {
    /// The calling OS thread has acquired a communicator.
    static ACQUIRED: Cell<bool> = const { Cell::new(false) };
}

/// True between [`Comm::acquire`] and [`Comm::release`] on the calling thread.
pub fn has_acquired() -> bool {
    ACQUIRED.get()
}

/// One communicator, as its threads and channels see it. Shared by `Arc`; all functions are thread-safe.
#[derive(Debug)]
pub struct Comm {
    name: String,
    rank: u32,
    size: u32,
    device: i32,
    /// Seconds, 0: none.
    exec_timeout: u64,
    /// Not 0: waits end and new work is refused.
    abort: AtomicU32,
    state: Mutex<State>,
    /// A kernel uses the communicator.
    used: Mutex<bool>,
    released: Condvar,
    /// What runs, for error texts.
    operator: Operator,
}

#[derive(Debug, Default)]
struct State {
    /// First error since creation or the last resume.
    first: Option<Error>,
    /// Why work is refused, while it is.
    stopped: Option<Error>,
    threads: Vec<ThreadHandle>,
    channels: Vec<ChannelHandle>,
}

impl Comm {
    /// A communicator without threads and channels. `device` is the logical device of this rank. Waits of its threads
    /// that have no time-out of their own end after HCCL_EXEC_TIMEOUT, as the variable is now.
    pub fn new(name: &str, rank: u32, size: u32, device: i32) -> Arc<Comm> {
        let seconds = env::HCCL_EXEC_TIMEOUT.get_or_default();
        Self::with_timeout(name, rank, size, device, (seconds != 0).then(|| Duration::from_secs(seconds)))
    }

    /// As [`Comm::new`], with another time-out, in whole seconds; `None`: waits do not end by themselves.
    pub fn with_timeout(
        name: &str,
        rank: u32,
        size: u32,
        device: i32,
        exec_timeout: Option<Duration>,
    ) -> Arc<Comm> {
        Arc::new(Comm {
            name: name.to_owned(),
            rank,
            size,
            device,
            exec_timeout: exec_timeout.map_or(0, |timeout| timeout.as_secs()),
            abort: AtomicU32::new(0),
            state: Mutex::default(),
            used: Mutex::new(false),
            released: Condvar::new(),
            operator: Operator::default(),
        })
    }

    /// Name (identifier) of the communicator.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Rank of this process or thread in it.
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// Number of ranks.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Logical device of this rank.
    pub fn device(&self) -> i32 {
        self.device
    }

    /// Time-out in seconds of waits that have none of their own; 0: none.
    pub fn exec_timeout(&self) -> u64 {
        self.exec_timeout
    }

    /// The operator that runs, as far as it is known.
    pub fn operator(&self) -> &Operator {
        &self.operator
    }

    /// Makes the calling AICPU kernel the only one that uses the communicator; waits while another one does, and tells
    /// so every 10 s. Ends with the reason if the communicator is stopped meanwhile, with TIMEOUT after the execution
    /// time-out. Not recursive. On the host nobody has to wait: nothing happens.
    pub fn acquire(self: &Arc<Self>) -> Result {
        if !wait::in_kernel() {
            ACQUIRED.set(true);
            return Ok(());
        }
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let started = Instant::now();
        let mut told = 0;
        while *used {
            if let Some(stopped) = self.stopped() {
                return Err(stopped);
            }
            let seconds = started.elapsed().as_secs();
            if self.exec_timeout != 0 && seconds >= self.exec_timeout {
                bail!(
                    TIMEOUT,
                    "another kernel has used communicator {} for {} s: release it in every kernel that acquires it",
                    self.name,
                    self.exec_timeout
                );
            }
            if seconds >= told + 10 {
                told = seconds;
                log::warn!("communicator {} is used by another kernel for {seconds} s", self.name);
            }
            used = self
                .released
                .wait_timeout(used, Duration::from_millis(100))
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        *used = true;
        kernel::acquired(self);
        ACQUIRED.set(true);
        Ok(())
    }

    /// Ends what [`Comm::acquire`] began.
    pub fn release(&self) {
        ACQUIRED.set(false);
        if wait::in_kernel() {
            kernel::released(self);
            *self.used.lock().unwrap_or_else(PoisonError::into_inner) = false;
            self.released.notify_one();
        }
    }

    /// Word that becomes non-zero when waits must end: for `Driver::notify_wait` and loops of the control plane.
    pub fn abort_word(&self) -> &AtomicU32 {
        &self.abort
    }

    /// Stops the communicator for good, e.g. because a peer died: `error` becomes the asynchronous error unless there
    /// is one, every queued task is skipped, blocked waits of streams and callers end with `error`, and new work is
    /// refused with it. Logs nothing.
    pub fn fail(&self, error: &Error) {
        self.record(error);
        self.stop(error.clone());
    }

    /// Stops the communicator until [`Comm::resume`], as [`Comm::fail`] does but with SUSPENDING and without an
    /// asynchronous error.
    pub fn suspend(&self) {
        let text = format!(
            "communicator {} (rank {}) is suspended: resume it, then submit the work again",
            self.name, self.rank
        );
        self.stop(Error::new(Code::SUSPENDING, text));
    }

    /// Makes a suspended or failed communicator usable again: errors are forgotten, streams accept work. Work that was
    /// queued before is lost. Notifies keep their state.
    pub fn resume(&self) -> Result {
        let (threads, channels) = {
            let mut state = self.lock();
            state.first = None;
            state.stopped = None;
            self.abort.store(0, Ordering::SeqCst);
            (state.threads.clone(), state.channels.clone())
        };
        for handle in channels {
            channel::stop(handle, false);
        }
        // One that cannot be resumed does not keep the others stopped.
        let result = threads.into_iter().map(thread::resume).fold(Ok(()), Result::and);
        // A failure meanwhile may have stopped what was resumed after it.
        if let Some(stopped) = self.stopped() {
            self.stop(stopped);
        }
        result
    }

    /// Remembers the first error of the communicator; later ones change nothing.
    pub fn record(&self, error: &Error) {
        self.lock().first.get_or_insert_with(|| error.clone());
    }

    /// The asynchronous error: the first one recorded, else the error of a stream that failed without our doing.
    pub fn async_error(&self) -> Option<Error> {
        let threads = {
            let state = self.lock();
            if state.first.is_some() {
                return state.first.clone();
            }
            state.threads.clone()
        };
        threads.into_iter().find_map(thread::error)
    }

    /// Why work is refused, if it is.
    pub fn stopped(&self) -> Option<Error> {
        if self.abort.load(Ordering::Acquire) == 0 { None } else { self.lock().stopped.clone() }
    }

    /// Handles of the live threads, in the order of their creation.
    pub fn threads(&self) -> Vec<ThreadHandle> {
        self.lock().threads.clone()
    }

    /// Handles of the live channels, in the order of their creation.
    pub fn channels(&self) -> Vec<ChannelHandle> {
        self.lock().channels.clone()
    }

    fn stop(&self, error: Error) {
        let (threads, channels) = {
            let mut state = self.lock();
            state.stopped.get_or_insert_with(|| error.clone());
            // After the reason is there: whoever sees the word finds it.
            self.abort.store(1, Ordering::SeqCst);
            (state.threads.clone(), state.channels.clone())
        };
        for handle in threads {
            thread::stop(handle, &error);
        }
        for handle in channels {
            channel::stop(handle, true);
        }
    }

    /// Adds a thread; while the communicator is stopped, so is the thread.
    pub(super) fn add_thread(&self, handle: ThreadHandle) {
        self.lock().threads.push(handle);
        if let Some(stopped) = self.stopped() {
            thread::stop(handle, &stopped);
        }
    }

    pub(super) fn remove_thread(&self, handle: ThreadHandle) {
        self.lock().threads.retain(|&other| other != handle);
    }

    /// Adds a channel; while the communicator is stopped, so is the channel.
    pub(super) fn add_channel(&self, handle: ChannelHandle) {
        self.lock().channels.push(handle);
        if self.stopped().is_some() {
            channel::stop(handle, true);
        }
    }

    pub(super) fn remove_channel(&self, handle: ChannelHandle) {
        self.lock().channels.retain(|&other| other != handle);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Every statement leaves the state valid, so a panic of another holder does not matter.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
