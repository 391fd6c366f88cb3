//! Threads: ordered queues of tasks with their own notifies. A thread is a stream of the device runtime.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicI32, AtomicPtr, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use hcomm_abi::CommEngine;
use hcomm_base::segmented::Segmented;
use hcomm_base::slab::{Pinned, Taken};
use hcomm_base::{Code, Error, Result, bail, env};
use npu_ext::Task;

use super::batch;
use super::comm::Comm;
use super::explain;
pub use super::explain::BARRIER_PEER;
use super::kernel;
use super::link::Answer;
use crate::driver::{self, Driver, Notifies, Stream, acl, acl_calls};
use crate::handle::{Kind, Table, ThreadHandle};

/// All threads of the process.
pub(super) static THREADS: Table<Shell> = Table::new(Kind::Thread);

/// Largest number of notifies of one thread.
pub const MAX_NOTIFIES: u32 = 65_536;

/// Where the tasks of a thread run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queue {
    /// A stream that is made for the thread and ends with it.
    Own,
    /// The stream behind this `aclrtStream` (`None`: default stream of the current context), which the caller keeps.
    /// It must be a value that the runtime returned for a stream.
    Acl(Option<NonNull<c_void>>),
}

/// What a thread is made of.
#[derive(Clone, Debug)]
pub struct ThreadSpec {
    /// Logical device that runs the tasks.
    pub device: i32,
    /// Engine whose code uses the thread.
    pub engine: CommEngine,
    /// Where the tasks run.
    pub queue: Queue,
    /// Number of notifies, up to [`MAX_NOTIFIES`].
    pub notifies: u32,
    /// Communicator, `None` for a thread of the base layer.
    pub comm: Option<Arc<Comm>>,
}

/// What the data plane reads of a thread without a lock. Re-used for later threads.
#[derive(Debug, Default)]
pub(super) struct Shell {
    stream: AtomicPtr<c_void>,
    notify_num: AtomicU32,
    /// Not 0: new work is refused ([`Shell::refusal`] says why).
    stopped: AtomicU32,
    device: AtomicI32,
    engine: AtomicI32,
    /// Number of the stream on the device, `u32::MAX` if unknown.
    stream_id: AtomicU32,
    exec_timeout: AtomicU64,
    /// Address of the hidden notify that says when an operation on a link is done; 0: not made yet.
    answer: AtomicU64,
    /// Not 0: operations were posted on a link that are not done; written by who runs the stream.
    outstanding: AtomicU32,
    /// Addresses of the notifies.
    notifies: Segmented<AtomicU64, 8, 14>,
    cold: Mutex<Cold>,
}

#[derive(Debug)]
struct Cold {
    comm: Option<Arc<Comm>>,
    blocks: Vec<Notifies>,
    /// The hidden notify.
    answer: Notifies,
    /// The stream belongs to the user of the library.
    borrowed: bool,
    /// First error of the thread.
    first: Option<Error>,
}

impl Default for Cold {
    fn default() -> Self {
        Cold { comm: None, blocks: Vec::new(), answer: Notifies::NONE, borrowed: false, first: None }
    }
}

/// Makes a thread. Needs the device runtime (`driver::get`).
pub fn create(spec: ThreadSpec) -> Result<ThreadHandle> {
    let driver = driver::get()?;
    explain::install(driver);
    kernel::install(driver);
    if let Some(stopped) = spec.comm.as_ref().and_then(|comm| comm.stopped()) {
        return Err(stopped);
    }
    let shell = THREADS.reserve()?;
    let stream = match spec.queue {
        Queue::Own => driver.stream_create(spec.device)?,
        // SAFETY: the caller of the C API vouches for its stream, see `Queue::Acl`.
        Queue::Acl(stream) => unsafe {
            driver.stream_from_acl(stream.map_or(std::ptr::null_mut(), NonNull::as_ptr))?
        },
    };
    shell.notify_num.store(0, Ordering::Relaxed);
    shell.stopped.store(0, Ordering::Relaxed);
    shell.device.store(spec.device, Ordering::Relaxed);
    shell.engine.store(spec.engine as i32, Ordering::Relaxed);
    shell.stream.store(stream.0, Ordering::Relaxed);
    // SAFETY: the runtime returned the value; it refuses streams of other contexts than the caller's.
    let id = unsafe { acl_calls::stream_id(driver.stream_to_acl(stream)) };
    shell.stream_id.store(id.unwrap_or(u32::MAX), Ordering::Relaxed);
    let exec_timeout = spec
        .comm
        .as_ref()
        .map_or_else(|| env::HCCL_EXEC_TIMEOUT.get_or_default(), |comm| comm.exec_timeout());
    shell.exec_timeout.store(exec_timeout, Ordering::Relaxed);
    shell.answer.store(0, Ordering::Relaxed);
    shell.outstanding.store(0, Ordering::Relaxed);
    let comm = spec.comm.clone();
    *shell.lock() = Cold { comm: spec.comm, borrowed: spec.queue != Queue::Own, ..Cold::default() };
    if let Err(error) = shell.grow(driver, spec.notifies) {
        shell.lock().comm = None;
        // SAFETY: the reference was taken above and the shell is not published: nobody else has it.
        unsafe { driver.stream_release(stream) };
        return Err(error);
    }
    let handle = shell.publish();
    if let Some(comm) = comm {
        comm.add_thread(handle);
    }
    Ok(handle)
}

/// Ends a thread. New work is refused at once; queued work gets `grace` to finish, then what is left in an own stream is
/// aborted (a stream of the user is left alone, and the notifies it may still wait for are never used again).
/// Unknown handle: NOT_FOUND.
pub fn destroy(handle: ThreadHandle, grace: Duration) -> Result {
    let Some(shell) = THREADS.take(handle) else { return Err(THREADS.refuse(Code::NOT_FOUND, handle)) };
    let driver = driver::get()?;
    let deadline = Instant::now() + grace;
    // Callers inside the data plane leave soon: they never block.
    while shell.is_pinned() && Instant::now() < deadline + CALLER_GRACE {
        std::thread::yield_now();
    }
    let (comm, borrowed, mut blocks, answer) = {
        let mut cold = shell.lock();
        (cold.comm.take(), cold.borrowed, std::mem::take(&mut cold.blocks), cold.answer)
    };
    if let Some(comm) = comm {
        comm.remove_thread(handle);
    }
    if shell.is_pinned() {
        bail!(
            INTERNAL,
            "thread {handle:#x} is still used by a caller; its stream and notifies are not freed"
        );
    }
    let stream = shell.stream();
    let done = finish(driver, stream, borrowed, deadline.saturating_duration_since(Instant::now()));
    if driver.stream_error(stream).0 == 0 {
        // Else an operation that was given up may still record it.
        blocks.push(answer);
    }
    // SAFETY: the handle is taken and nobody is pinned, so nobody else has the reference.
    unsafe { driver.stream_release(stream) };
    drop::<Taken<'_, Shell>>(shell);
    if !done {
        return Ok(());
    }
    blocks.into_iter().try_for_each(|block| driver.notify_free(block))
}

/// How long [`destroy`] waits for callers inside the data plane, beyond the grace for queued work.
const CALLER_GRACE: Duration = Duration::from_secs(2);
/// How long [`destroy`] waits until an aborted stream has skipped what was queued.
const ABORT_GRACE: Duration = Duration::from_secs(2);

/// Waits for queued work, at most `grace`; aborts the rest of an own stream. True if nothing is queued any more.
fn finish(driver: &Driver, stream: Stream, borrowed: bool, grace: Duration) -> bool {
    if driver.stream_pending(stream) == 0 {
        return true;
    }
    // A failed stream has skipped its queue, so an error means done as well.
    let _ = driver.stream_sync(stream, Some(grace));
    if driver.stream_pending(stream) == 0 {
        return true;
    }
    if borrowed {
        log::warn!("a stream of the user still has work; the notifies of its thread are not used again");
        return false;
    }
    let text = "the thread was destroyed before its queue was empty: synchronise the stream first";
    let _ = driver.stream_abort(stream, acl::ABORT, text);
    let _ = driver.stream_sync(stream, Some(ABORT_GRACE));
    driver.stream_pending(stream) == 0
}

/// Number of notifies of the thread.
pub fn notify_num(handle: ThreadHandle) -> Result<u32> {
    Ok(find(handle)?.notify_num.load(Ordering::Acquire))
}

/// Makes the thread have at least `num` notifies; those it has keep their index and state.
pub fn grow_notifies(handle: ThreadHandle, num: u32) -> Result {
    let shell = THREADS.pin(handle).ok_or_else(|| THREADS.refuse(Code::NOT_FOUND, handle))?;
    shell.grow(driver::get()?, num)
}

/// Allocates `num` notifies on the device of the thread that have no index; they end with the thread.
pub(super) fn private_notifies(handle: ThreadHandle, num: u32) -> Result<Notifies> {
    let shell = THREADS.pin(handle).ok_or_else(|| THREADS.refuse(Code::NOT_FOUND, handle))?;
    let mut cold = shell.lock();
    let block = driver::get()?.notify_alloc(shell.device.load(Ordering::Relaxed), num)?;
    cold.blocks.push(block);
    Ok(block)
}

/// The thread of a stream, given by its number on a device; `None` as well if the number was not known when the thread was
/// made.
pub(super) fn of_stream(device: i32, stream: u32) -> Option<ThreadHandle> {
    THREADS.handles().into_iter().find(|&handle| {
        THREADS.pin(handle).is_some_and(|shell| {
            shell.device.load(Ordering::Relaxed) == device
                && shell.stream_id.load(Ordering::Relaxed) == stream
        })
    })
}

/// True if the stream of the thread has tasks that are not done.
pub fn is_busy(handle: ThreadHandle) -> bool {
    let (Some(shell), Some(driver)) = (THREADS.pin(handle), driver::current()) else { return false };
    driver.stream_pending(shell.stream()) != 0
}

/// Ends what is queued in the stream of the thread with `error`, as if a task had failed; remembers the error.
pub fn abort(handle: ThreadHandle, error: &Error) {
    record(handle, error);
    let (Some(shell), Some(driver)) = (THREADS.pin(handle), driver::current()) else { return };
    // The stream of a user who destroyed it meanwhile has nothing left to end.
    let _ = driver.stream_abort(shell.stream(), acl::ABORT, &error.text);
}

/// The `aclrtStream` of the thread.
pub fn acl_stream(handle: ThreadHandle) -> Result<*mut c_void> {
    let shell = THREADS.pin(handle).ok_or_else(|| THREADS.refuse(Code::NOT_FOUND, handle))?;
    Ok(driver::get()?.stream_to_acl(shell.stream()))
}

/// Logical device of the thread.
pub fn device(handle: ThreadHandle) -> Result<i32> {
    Ok(find(handle)?.device.load(Ordering::Relaxed))
}

/// Engine whose code uses the thread.
pub fn engine(handle: ThreadHandle) -> Result<CommEngine> {
    let raw = find(handle)?.engine.load(Ordering::Relaxed);
    CommEngine::try_from(raw).map_err(|_| Error::new(Code::INTERNAL, "a thread has no engine"))
}

/// Communicator of the thread.
pub fn comm(handle: ThreadHandle) -> Result<Option<Arc<Comm>>> {
    Ok(find(handle)?.lock().comm.clone())
}

/// The handle by which code of another engine names the thread. Handles are valid on every engine of the process, so
/// it is the same one.
pub fn export(handle: ThreadHandle) -> Result<ThreadHandle> {
    find(handle).map(|_| handle)
}

/// First error of the thread or of its stream; `None` if there is none or the handle is unknown.
pub fn error(handle: ThreadHandle) -> Option<Error> {
    let shell = THREADS.pin(handle)?;
    let first = shell.lock().first.clone();
    first.or_else(|| stream_error(driver::current()?, shell.stream()))
}

/// Waits until everything queued before is done. `None`: as long as it takes. Answers the first error of the thread,
/// TIMEOUT if the time passes.
pub fn sync(handle: ThreadHandle, timeout: Option<Duration>) -> Result {
    let shell = THREADS.pin(handle).ok_or_else(|| THREADS.refuse(Code::PTR, handle))?;
    let driver = driver::get()?;
    driver.stream_sync(shell.stream(), timeout).map_err(|error| match error.code {
        Code::TIMEOUT if driver.stream_error(shell.stream()).0 == 0 => Error::new(
            Code::TIMEOUT,
            format!(
                "thread {handle:#x} still has {} task(s) after {:?}: allow more time, or look for the notify it waits for",
                driver.stream_pending(shell.stream()),
                timeout.unwrap_or_default()
            ),
        ),
        _ => shell.refusal(driver).unwrap_or(error),
    })
}

/// Appends tasks, as one unit, behind what the caller has collected in a batch. For error texts `tag` of each is `handle`, `c` a channel or 0, and `d` the index of a
/// notify, or [`BARRIER_PEER`] plus a rank.
///
/// # Safety
/// Addresses in the tasks must stay valid until the tasks are done.
pub unsafe fn submit(handle: ThreadHandle, tasks: &[Task]) -> Result {
    batch::flush();
    let shell = THREADS.pin(handle).ok_or_else(|| THREADS.refuse(Code::PTR, handle))?;
    // SAFETY: the caller's promise.
    unsafe { shell.submit(driver::get()?, tasks) }
}

/// Refuses new work with `error` and ends queued work.
pub(super) fn stop(handle: ThreadHandle, error: &Error) {
    let (Some(shell), Some(driver)) = (THREADS.pin(handle), driver::current()) else { return };
    {
        let mut cold = shell.lock();
        cold.first.get_or_insert_with(|| error.clone());
        shell.forget_answer(&mut cold);
    }
    shell.stopped.store(1, Ordering::Release);
    // The stream of a user who destroyed it meanwhile has nothing left to end.
    let _ = driver.stream_abort(shell.stream(), acl::ABORT, &error.text);
}

/// Accepts work again.
pub(super) fn resume(handle: ThreadHandle) -> Result {
    // Destroyed meanwhile: nothing to resume.
    let Some(shell) = THREADS.pin(handle) else { return Ok(()) };
    shell.lock().first = None;
    driver::get()?.stream_clear_error(shell.stream())?;
    shell.stopped.store(0, Ordering::Release);
    Ok(())
}

/// A task of the thread failed: remembers the first error of the thread and of its communicator, and refuses new work.
pub(super) fn record(handle: ThreadHandle, error: &Error) {
    let Some(shell) = THREADS.pin(handle) else { return };
    let comm = {
        let mut cold = shell.lock();
        cold.first.get_or_insert_with(|| error.clone());
        shell.stopped.store(1, Ordering::Release);
        shell.forget_answer(&mut cold);
        cold.comm.clone()
    };
    if let Some(comm) = comm {
        comm.record(error);
    }
}

/// Pinned, so that the shell is not another thread's before the caller is done with it.
fn find(handle: ThreadHandle) -> Result<Pinned<'static, Shell>> {
    THREADS.pin(handle).ok_or_else(|| THREADS.refuse(Code::NOT_FOUND, handle))
}

/// First error of a stream as one of ours.
fn stream_error(driver: &Driver, stream: Stream) -> Option<Error> {
    let (code, text) = driver.stream_error(stream);
    (code != 0)
        .then(|| driver::failed(if text.is_empty() { "a task of the stream failed" } else { &text }, code))
}

impl Shell {
    /// The stream; live while the shell is pinned.
    #[inline]
    pub(super) fn stream(&self) -> Stream {
        Stream(self.stream.load(Ordering::Relaxed))
    }

    /// Not 0: new work is refused.
    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire) != 0
    }

    /// Address of notify `index`.
    #[inline]
    pub(super) fn notify(&self, index: u32) -> Option<u64> {
        if index >= self.notify_num.load(Ordering::Acquire) {
            return None;
        }
        Some(self.notifies.get(index)?.load(Ordering::Relaxed))
    }

    /// The hidden notify of the thread and how long it is waited for.
    pub(super) fn answer(&self, driver: &Driver) -> Result<Answer> {
        let exec_timeout = self.exec_timeout().saturating_mul(Duration::from_secs(1).as_nanos() as u64);
        let addr = match self.answer.load(Ordering::Relaxed) {
            0 => self.make_answer(driver)?,
            addr => addr,
        };
        Ok(Answer { addr, timeout: exec_timeout })
    }

    #[cold]
    fn make_answer(&self, driver: &Driver) -> Result<u64> {
        let mut cold = self.lock();
        if cold.answer.num == 0 {
            cold.answer = driver.notify_alloc(self.device.load(Ordering::Relaxed), 1)?;
            self.answer.store(cold.answer.addr, Ordering::Relaxed);
        }
        Ok(cold.answer.addr)
    }

    /// Lets later operations use another hidden notify: those that fail now may still record this one, so it is not
    /// used again. The caller holds the lock.
    fn forget_answer(&self, cold: &mut Cold) {
        cold.answer = Notifies::NONE;
        self.answer.store(0, Ordering::Relaxed);
        self.outstanding.store(0, Ordering::Relaxed);
    }

    /// Not 0: operations were posted on a link that are not done.
    #[inline]
    pub(super) fn outstanding(&self) -> &AtomicU32 {
        &self.outstanding
    }

    /// Appends tasks as one unit.
    ///
    /// # Safety
    /// Addresses in the tasks must stay valid until the tasks are done.
    pub(super) unsafe fn submit(&self, driver: &Driver, tasks: &[Task]) -> Result {
        if self.is_stopped() {
            return Err(self
                .refusal(driver)
                .unwrap_or_else(|| Error::new(Code::SUSPENDING, "the thread is stopped")));
        }
        // SAFETY: usable table, stream live while pinned; addresses are the caller's promise.
        let code = unsafe { (driver.ext().submit)(self.stream().0, tasks.as_ptr(), tasks.len() as u32) };
        if code == 0 { Ok(()) } else { Err(self.submit_error(driver, code)) }
    }

    /// Why the runtime refused tasks with `code`.
    #[cold]
    pub(super) fn submit_error(&self, driver: &Driver, code: i32) -> Error {
        self.refusal(driver).unwrap_or_else(|| driver::failed("appending to the stream of a thread", code))
    }

    /// Execution time-out in seconds, 0: none.
    #[inline]
    pub(super) fn exec_timeout(&self) -> u64 {
        self.exec_timeout.load(Ordering::Relaxed)
    }

    /// Number of notifies.
    pub(super) fn notify_count(&self) -> u32 {
        self.notify_num.load(Ordering::Acquire)
    }

    /// Logical device.
    pub(super) fn device(&self) -> i32 {
        self.device.load(Ordering::Relaxed)
    }

    /// Communicator, for texts.
    pub(super) fn comm(&self) -> Option<Arc<Comm>> {
        self.lock().comm.clone()
    }

    /// Why the thread does not take work: its first error, else that of its stream.
    #[cold]
    pub(super) fn refusal(&self, driver: &Driver) -> Option<Error> {
        let (first, comm) = {
            let cold = self.lock();
            (cold.first.clone(), cold.comm.clone())
        };
        comm.and_then(|comm| comm.stopped()).or(first).or_else(|| stream_error(driver, self.stream()))
    }

    fn grow(&self, driver: &Driver, num: u32) -> Result {
        if num > MAX_NOTIFIES {
            bail!(PARA, "a thread has at most {MAX_NOTIFIES} notifies, {num} were asked for");
        }
        let mut cold = self.lock();
        let have = self.notify_num.load(Ordering::Relaxed);
        if num <= have {
            return Ok(());
        }
        if !self.notifies.ensure(u64::from(num)) {
            bail!(UNAVAIL, "the notify table of a thread cannot hold {num} notifies");
        }
        let block = driver.notify_alloc(self.device.load(Ordering::Relaxed), num - have)?;
        for offset in 0..block.num {
            if let (Some(slot), Some(addr)) = (self.notifies.get(have + offset), block.at(offset)) {
                slot.store(addr, Ordering::Relaxed);
            }
        }
        cold.blocks.push(block);
        self.notify_num.store(num, Ordering::Release);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Cold> {
        // Every statement leaves the contents valid, so a panic of another holder does not matter.
        self.cold.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
