//! Streams: tasks that run one after the other.

use super::context::{self, Context};
use super::device::Device;
use super::graph::Graph;
use super::handle::{BAD, Table};
use super::hooks::{Failure, TASK_FAILED};
use super::job::{self, Job, JobBox, Place};
use super::queue::Queue;
use super::sched::{self, Budget, Engine, WaitOn};
use super::task::{self, CHUNK, LONG_CHUNK, Step};
use super::watch::{self, Ticket};
use super::word::{AWAY, CAPTURE, CLOSED, FAILED, IDLE, Left, PARKED, PHASE, RUNNING, Turn};
use crate::error::{Error, Result, code, fail};
use crate::sync::{NEVER, Word, now_ns};
use npu_ext::{DescribeFn, Notify, Task};
use std::cell::{Cell, UnsafeCell};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// What a stream is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StreamKind {
    /// The stream behind a NULL stream.
    Default,
    /// Made by a C function.
    User,
    /// Made by the extension table: its first error sticks until it is cleared.
    Extension,
    /// Made by the runtime, for the replay of graphs; errors stick.
    Internal,
}

/// How far [`Stream::run_direct`] came.
pub(crate) enum Direct {
    /// All tasks are done.
    Done,
    /// The tasks from here on are not, and the caller still has the turn: [`Stream::run_rest`] must follow.
    Rest(usize),
    /// The stream is not idle: nothing was done.
    Busy,
}

/// A stream.
pub(crate) struct Stream {
    /// Whose turn it is.
    pub turn: Turn,
    /// Belongs to who owns the turn (and, in phase `AWAY`, to the kernel thread).
    local: UnsafeCell<Local>,
    /// Tasks pushed while somebody else had the turn.
    incoming: Mutex<Queue>,
    /// Tasks that ever entered a queue.
    pushed: AtomicU64,
    /// Tasks of the queues that are finished; written by who owns the turn.
    done: AtomicU64,
    /// Tasks that ran without entering a queue; written by who owns the turn.
    direct: AtomicU64,
    /// Threads that wait for `done`.
    syncers: AtomicU32,
    /// While failed: tasks below this number are skipped.
    skip_until: AtomicU64,
    /// Times the stream was aborted.
    aborts: AtomicU32,
    errored: AtomicBool,
    errors: Mutex<Errors>,
    /// Stop at the first error (failure mode 1).
    pub stop: AtomicBool,
    capture: Mutex<Option<Arc<Graph>>>,
    /// Number of the stream on its device; 0 for a default stream.
    pub id: u32,
    /// What it is for.
    pub kind: StreamKind,
    /// Runs it.
    pub engine: Arc<Engine>,
    context: Weak<Context>,
    context_id: u64,
    /// Handle given to C callers; 0 until asked for.
    handle: AtomicU64,
    /// References held through the extension table.
    pub references: AtomicU32,
    /// Values that C functions store and return, by attribute number.
    pub attributes: Mutex<std::collections::BTreeMap<u32, u64>>,
}

// SAFETY: `local` is touched only by who owns the turn, see `word`; everything else is synchronised by itself.
unsafe impl Sync for Stream {}
// SAFETY: as above; tasks may run on any thread.
unsafe impl Send for Stream {}

#[derive(Default)]
struct Local {
    queue: Queue,
    /// When the first task began to wait; 0: it does not.
    since: u64,
    /// Bytes of the first task that are done.
    offset: u64,
}

#[derive(Default)]
struct Errors {
    first: Option<Error>,
    abort: Option<Error>,
}

static STREAMS: Table<Stream> = Table::new("stream", 2, BAD);
static DESCRIBER: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());

thread_local! {
    static NEWEST: Cell<(u32, u32)> = const { Cell::new((u32::MAX, u32::MAX)) };
}

/// Sets the function that explains failed tasks.
pub(crate) fn set_describer(describe: Option<DescribeFn>) {
    let describe = describe.map_or(std::ptr::null_mut(), |f| f as *mut c_void);
    DESCRIBER.store(describe, Ordering::Release);
}

/// Numbers of the task that the calling thread pushed last, and of its stream.
pub(crate) fn newest_task() -> (u32, u32) {
    NEWEST.get()
}

/// The stream behind a handle, NULL meaning the default stream of the current context: 107003 if it belongs to
/// another context, 107017 if it does not live, 107002 without a current context.
pub(crate) fn resolve(handle: *const c_void) -> Result<Arc<Stream>> {
    if handle.is_null() {
        return Ok(default_of(&context::current()?));
    }
    let stream = STREAMS.get(handle)?;
    let current = context::current()?;
    if stream.context_id != current.id {
        fail!(
            code::RT_STREAM_CONTEXT,
            "stream {} belongs to another context (device {}) than the current one (device {})",
            stream.id,
            stream.engine.device,
            current.device.id
        );
    }
    Ok(stream)
}

/// The stream behind a handle, whatever the current context; 107017 if it does not live.
pub(crate) fn lookup(handle: *const c_void) -> Result<Arc<Stream>> {
    STREAMS.get(handle)
}

/// The default stream of a context.
pub(crate) fn default_of(context: &Arc<Context>) -> Arc<Stream> {
    Arc::clone(context.default_stream.get_or_init(|| Stream::build(context, StreamKind::Default)))
}

/// Ends all streams of a context; `force` drops their work instead of waiting for it.
pub(crate) fn destroy_all(context: &Arc<Context>, force: bool) {
    for stream in context.device.engine.streams() {
        if stream.context_id != context.id || stream.kind == StreamKind::Internal {
            continue;
        }
        if stream.kind == StreamKind::Extension {
            // It belongs to who made it; its work is waited for all the same.
            let _ = if force { Ok(()) } else { stream.wait(-1) };
            continue;
        }
        stream.end(force);
    }
}

/// Waits for all streams of a device; -1 ms: for ever.
pub(crate) fn synchronize_device(device: &Arc<Device>, timeout_ms: i64) -> Result {
    let limit = deadline_ms(timeout_ms);
    let mut first = Ok(());
    for stream in device.engine.streams() {
        if stream.kind == StreamKind::Internal {
            continue;
        }
        let result = stream.wait_until(limit).and_then(|()| {
            let sticky = stream.kind == StreamKind::Extension;
            if sticky { Ok(()) } else { stream.take_error() }
        });
        if let Err(error) = result {
            if error.code == code::RT_STREAM_SYNC_TIMEOUT {
                return Err(error);
            }
            first = first.and(Err(error));
        }
    }
    first
}

fn deadline_ms(timeout_ms: i64) -> u64 {
    if timeout_ms < 0 { NEVER } else { now_ns().saturating_add(timeout_ms as u64 * 1_000_000) }
}

impl Stream {
    /// Makes a stream; C callers get at it through [`Stream::handle`].
    pub(crate) fn create(context: &Arc<Context>, kind: StreamKind) -> Result<Arc<Stream>> {
        if kind == StreamKind::Default {
            return Ok(default_of(context));
        }
        Ok(Stream::build(context, kind))
    }

    fn build(context: &Arc<Context>, kind: StreamKind) -> Arc<Stream> {
        let engine = &context.device.engine;
        engine.adopt(u32::from(kind != StreamKind::Default), |id| {
            Arc::new(Stream {
                turn: Turn(AtomicU32::new(IDLE)),
                local: UnsafeCell::default(),
                incoming: Mutex::default(),
                pushed: AtomicU64::new(0),
                done: AtomicU64::new(0),
                direct: AtomicU64::new(0),
                syncers: AtomicU32::new(0),
                skip_until: AtomicU64::new(0),
                aborts: AtomicU32::new(0),
                errored: AtomicBool::new(false),
                errors: Mutex::default(),
                stop: AtomicBool::new(matches!(kind, StreamKind::Extension | StreamKind::Internal)),
                capture: Mutex::default(),
                id,
                kind,
                engine: Arc::clone(engine),
                context: Arc::downgrade(context),
                context_id: context.id,
                handle: AtomicU64::new(0),
                references: AtomicU32::new(0),
                attributes: Mutex::default(),
            })
        })
    }

    /// The context, unless it has ended.
    pub(crate) fn context(&self) -> Option<Arc<Context>> {
        self.context.upgrade()
    }

    /// Number of the context.
    pub(crate) fn context_id(&self) -> u64 {
        self.context_id
    }

    /// The handle for C callers; from now on the table of handles keeps the stream alive.
    pub(crate) fn handle(self: &Arc<Self>) -> *mut c_void {
        // The lock makes one caller insert.
        let _errors = self.errors();
        let known = self.handle.load(Ordering::Relaxed);
        if known != 0 {
            return known as *mut c_void;
        }
        let handle = STREAMS.insert(Arc::clone(self));
        self.handle.store(handle as u64, Ordering::Relaxed);
        handle
    }

    /// Ends the stream for C callers: its handle is bad from now on and nothing new is accepted. `force` drops its
    /// work instead of waiting for it.
    pub(crate) fn end(self: &Arc<Self>, force: bool) {
        let handle = self.handle.load(Ordering::Relaxed);
        if handle != 0 {
            // Somebody else may have ended it at the same time.
            let _ = STREAMS.remove(handle as *const c_void);
        }
        self.turn.raise(CLOSED);
        if force {
            self.abort(Error::new(code::RT_STREAM_ABORT, format!("stream {} was destroyed", self.id)), false);
        }
        // The error of a stream nobody can ask any more is of no use. A kernel that runs cannot be stopped.
        let _ = self.wait(if force { 1_000 } else { -1 });
    }

    /// The extension table gave up its last reference: the stream ends when its queued work has.
    pub(crate) fn retire(&self) {
        let handle = self.handle.load(Ordering::Relaxed);
        if handle != 0 {
            // Somebody else may have ended it at the same time.
            let _ = STREAMS.remove(handle as *const c_void);
        }
    }

    /// Appends tasks as one unit, and runs them now if the stream is idle and they are cheap. The jobs in them
    /// belong to the stream from now on, even if the call fails.
    #[inline]
    pub(crate) fn submit(self: &Arc<Self>, tasks: &[Task]) -> Result {
        match self.run_direct(tasks) {
            Direct::Done => return Ok(()),
            Direct::Rest(at) => {
                self.run_rest(&tasks[at..]);
                return Ok(());
            }
            Direct::Busy => {}
        }
        self.submit_queued(tasks)
    }

    /// Appends a job.
    pub(crate) fn push(self: &Arc<Self>, job: impl Job + 'static) -> Result {
        self.submit(&[job::task(job)])
    }

    /// Like [`Stream::submit`] for C callers; remembers the number of the task for [`newest_task`].
    pub(crate) fn submit_named(self: &Arc<Self>, tasks: &[Task]) -> Result {
        self.submit(tasks)?;
        NEWEST.set((self.newest_number(), self.id));
        Ok(())
    }

    fn newest_number(&self) -> u32 {
        (self.pushed.load(Ordering::Relaxed) + self.direct.load(Ordering::Relaxed)) as u32
    }

    /// Runs cheap tasks straight from the caller's memory if the stream is idle. Cannot panic.
    #[inline]
    pub(crate) fn run_direct(&self, tasks: &[Task]) -> Direct {
        if !self.turn.enter() {
            return Direct::Busy;
        }
        let (mut at, mut bytes) = (0, 0);
        for task in tasks {
            // SAFETY: the submitter promised valid addresses.
            match unsafe { task::run_cheap(task) } {
                Some(moved) if bytes <= 4 * CHUNK => bytes += moved,
                Some(_) => {
                    at += 1;
                    break;
                }
                None => break,
            }
            at += 1;
        }
        // Only who owns the turn writes.
        let direct = self.direct.load(Ordering::Relaxed);
        self.direct.store(direct + at as u64, Ordering::Relaxed);
        if at == tasks.len() && self.turn.leave() == Left::Idle { Direct::Done } else { Direct::Rest(at) }
    }

    /// Goes on with the rest of the tasks after [`Direct::Rest`].
    #[cold]
    pub(crate) fn run_rest(self: &Arc<Self>, tasks: &[Task]) {
        // SAFETY: the caller has the turn.
        let local = unsafe { &mut *self.local.get() };
        local.queue.push(tasks);
        self.pushed.fetch_add(tasks.len() as u64, Ordering::SeqCst);
        sched::turn(|| self.run(&mut Budget::inline()));
    }

    /// Like [`Stream::submit`] after [`Direct::Busy`].
    #[cold]
    pub(crate) fn submit_queued(self: &Arc<Self>, tasks: &[Task]) -> Result {
        let word = self.turn.get();
        let refused = if word & CLOSED != 0 {
            Some(Error::new(code::RT_INVALID_HANDLE, format!("stream {} is destroyed", self.id)))
        } else if word & FAILED != 0 && self.skip_until.load(Ordering::SeqCst) == u64::MAX {
            self.error()
        } else {
            None
        };
        if let Some(error) = refused {
            discard(tasks);
            return Err(error);
        }
        if word & CAPTURE != 0
            && let Some(graph) = self.capture()
        {
            return graph.append(self, tasks);
        }
        {
            let mut incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
            incoming.push(tasks);
            self.pushed.fetch_add(tasks.len() as u64, Ordering::SeqCst);
        }
        if self.turn.announce() {
            sched::turn(|| self.run(&mut Budget::inline()));
        }
        Ok(())
    }

    /// Takes the turn of an idle, healthy stream that is not captured; [`Stream::leave`] gives it back.
    #[inline]
    pub(crate) fn enter(&self) -> bool {
        self.turn.enter()
    }

    /// Gives the turn back, or starts what was pushed meanwhile.
    #[inline]
    pub(crate) fn leave(self: &Arc<Self>) {
        if self.turn.leave() == Left::More {
            sched::turn(|| self.run(&mut Budget::inline()));
        }
    }

    /// Runs queued tasks until there are none, one must wait, or the budget is spent. The caller owns the turn and
    /// does not own it afterwards.
    pub(crate) fn run(self: &Arc<Self>, budget: &mut Budget) {
        // SAFETY: the caller has the turn. The reference is not used after it is given away: every branch that
        // does so returns.
        let local = unsafe { &mut *self.local.get() };
        loop {
            if local.queue.is_empty() {
                local.queue.refill(&mut self.incoming.lock().unwrap_or_else(PoisonError::into_inner));
            }
            if self.turn.get() & FAILED != 0 {
                self.skip(local);
            }
            let Some(first) = local.queue.front() else {
                if self.turn.leave() == Left::Idle {
                    self.tell();
                    return;
                }
                continue;
            };
            if budget.spent() {
                self.engine.make_ready(self, RUNNING);
                if budget.inline {
                    self.engine.call_others();
                }
                self.tell();
                return;
            }
            let short = first.n.saturating_sub(local.offset) < LONG_CHUNK || self.engine.has_ready();
            let chunk = if short { CHUNK } else { LONG_CHUNK };
            // SAFETY: the submitter promised valid addresses.
            match unsafe { task::run(first, local.offset, chunk, budget.inline) } {
                Step::Done(bytes) => {
                    budget.take(bytes);
                    self.finish_first(local);
                }
                Step::Partly(offset) => {
                    budget.take(offset - local.offset);
                    local.offset = offset;
                }
                Step::Heavy => budget.refused = true,
                Step::Failed(error) => {
                    self.fail(local, error);
                    self.finish_first(local);
                }
                Step::Wait(notify) => {
                    if !self.wait_for_notify(local, notify) {
                        return;
                    }
                }
                Step::Blocking => {
                    if !self.send_away(local) {
                        return;
                    }
                }
                Step::Job => {
                    if !self.run_job(local, budget) {
                        return;
                    }
                }
            }
        }
    }

    /// The first task waits for a notify: parks the stream. True if the caller must go on running it.
    fn wait_for_notify(self: &Arc<Self>, local: &mut Local, notify: *const Notify) -> bool {
        let Some(&first) = local.queue.front() else { return true };
        let now = now_ns();
        // SAFETY: the submitter promised a valid notify.
        let notify_ref = unsafe { &*notify };
        let generation = notify_ref.generation.get();
        let started = local.since != 0;
        if !started {
            local.since = now;
            // Kept where a repeated look at the task finds it.
            local.offset = u64::from(generation);
        }
        let deadline = if first.n == 0 { NEVER } else { local.since.saturating_add(first.n) };
        if notify_ref.ended.get() != 0 {
            let text = format!("the wait for {} was ended", super::notify::name(notify_ref));
            self.fail(local, Error::new(code::RT_STREAM_ABORT, text));
            self.finish_first(local);
            return true;
        }
        if started && local.offset != u64::from(generation) {
            let name = super::notify::name(notify_ref);
            let text = format!("{name} was destroyed while stream {} waited for it", self.id);
            self.fail(local, Error::new(code::RT_INVALID_HANDLE, text));
            self.finish_first(local);
            return true;
        }
        if now >= deadline {
            // SAFETY: the submitter promised valid addresses.
            let what = unsafe { task::describe(&first) };
            self.fail(local, task::timed_out(&what, now - local.since));
            self.finish_first(local);
            return true;
        }
        // Whoever records a notify of another slot rings another bell.
        let poll = notify_ref.slot != self.engine.slot;
        self.tell();
        self.engine.park(self, WaitOn::Notify(notify, generation), deadline, poll)
    }

    /// Runs the job that is the first task. True if the caller must go on running the stream.
    fn run_job(self: &Arc<Self>, local: &mut Local, budget: &mut Budget) -> bool {
        let Some(first) = local.queue.front() else { return true };
        // SAFETY: the queue owns the task, which is not used up before `finish_first`.
        let job = unsafe { job::share(first) };
        match job.0.place() {
            Place::Thread => self.send_away(local),
            Place::Inline => {
                let result = guarded(|| job.0.run(self));
                budget.take(0);
                if let Err(error) = result {
                    self.fail(local, error);
                }
                self.finish_first(local);
                true
            }
            Place::Wait => {
                match guarded(|| job.0.poll(None)) {
                    Ok(true) => {
                        budget.take(0);
                        self.finish_first(local);
                        return true;
                    }
                    Ok(false) => {}
                    Err(error) => {
                        self.fail(local, error);
                        self.finish_first(local);
                        return true;
                    }
                }
                let now = now_ns();
                if local.since == 0 {
                    local.since = now;
                }
                let timeout = job.0.timeout_ns();
                let deadline = if timeout == 0 { NEVER } else { local.since.saturating_add(timeout) };
                if now >= deadline {
                    self.fail(local, task::timed_out(&job.0.describe(), now - local.since));
                    self.finish_first(local);
                    return true;
                }
                let poll = job.0.must_poll();
                self.tell();
                self.engine.park(self, WaitOn::Job(job), deadline, poll)
            }
        }
    }

    /// The first task must run on a kernel thread. True if the caller must go on running the stream.
    fn send_away(self: &Arc<Self>, local: &mut Local) -> bool {
        let Some(&first) = local.queue.front() else { return true };
        self.tell();
        // Before the watch begins, which may end at once.
        self.turn.shift(RUNNING, AWAY);
        // SAFETY: the queue owns the task; the reference of its own lets the job outlive a time-out.
        let job = (first.op == job::OP_JOB).then(|| unsafe { job::share(&first) });
        let mut ticket = None;
        if let Some(job) = &job {
            let timeout = job.0.timeout_ns();
            if timeout != 0 {
                let text = format!(
                    "{} still runs after its time-out of {} ms",
                    job.0.describe(),
                    timeout / 1_000_000
                );
                let (stream, error) = (Arc::clone(self), Error::new(code::RT_AICPU_TIMEOUT, text));
                let deadline = now_ns().saturating_add(timeout);
                match watch::begin(deadline, Box::new(move || stream.give_up_away(error))) {
                    Ok(begun) => ticket = Some(begun),
                    Err(error) => {
                        self.turn.shift(AWAY, RUNNING);
                        self.fail(local, error);
                        self.finish_first(local);
                        return true;
                    }
                }
            }
        }
        let stream = Arc::clone(self);
        match self.engine.run_blocking(Box::new(move || stream.come_back(first, job, ticket))) {
            Ok(()) => false,
            Err(_) if ticket.is_some_and(|ticket| !ticket.end()) => false,
            Err(error) => {
                self.turn.shift(AWAY, RUNNING);
                self.fail(local, error);
                self.finish_first(local);
                true
            }
        }
    }

    /// Runs the first task on this kernel thread, then goes on with the stream, unless the task's time is up: then
    /// the stream has gone on without it.
    fn come_back(self: Arc<Self>, first: Task, job: Option<Arc<JobBox>>, ticket: Option<Ticket>) {
        let failed = self.turn.get() & FAILED != 0;
        let result = match job {
            _ if failed => Ok(()),
            Some(job) => guarded(|| job.0.run(&self)),
            None => {
                // SAFETY: the submitter promised a valid function.
                let call = || unsafe { task::call(&first) };
                match self.context() {
                    Some(context) => context::scope(context, call),
                    None => call(),
                }
            }
        };
        if ticket.is_some_and(|ticket| !ticket.end()) {
            return;
        }
        // SAFETY: in phase AWAY the local queue belongs to this thread, since the watch is over.
        let local = unsafe { &mut *self.local.get() };
        if !failed {
            if let Err(error) = result {
                self.fail(local, error);
            }
            self.finish_first(local);
        }
        self.turn.shift(AWAY, RUNNING);
        sched::turn(|| self.run(&mut Budget::inline()));
    }

    /// The time of the task on the kernel thread is up: the stream goes on without it.
    fn give_up_away(self: Arc<Self>, error: Error) {
        // SAFETY: in phase AWAY the local queue belongs to this thread: the kernel thread asks the watch first.
        let local = unsafe { &mut *self.local.get() };
        self.fail(local, error);
        self.finish_first(local);
        self.turn.shift(AWAY, RUNNING);
        sched::turn(|| self.run(&mut Budget::inline()));
    }

    /// Takes the first task out: it is done, or failed.
    fn finish_first(&self, local: &mut Local) {
        let Some(task) = local.queue.pop() else { return };
        if task.op == job::OP_JOB {
            // SAFETY: the queue owned the task.
            drop(unsafe { job::take(&task) });
        }
        self.count_done(local);
    }

    fn count_done(&self, local: &mut Local) {
        local.since = 0;
        local.offset = 0;
        // Only who owns the turn writes.
        let done = self.done.load(Ordering::Relaxed);
        self.done.store(done + 1, Ordering::SeqCst);
    }

    /// Drops queued tasks of a failed stream; ends the failed state when all that were to be dropped are.
    fn skip(&self, local: &mut Local) {
        while self.done.load(Ordering::Relaxed) < self.skip_until.load(Ordering::SeqCst) {
            let Some(task) = local.queue.pop() else { break };
            // SAFETY: the queue owned the task.
            unsafe { job::discard(&task) };
            self.count_done(local);
        }
        // Under the lock, since a failure may come in from an abort right now.
        let _errors = self.errors();
        if self.done.load(Ordering::Relaxed) >= self.skip_until.load(Ordering::SeqCst) {
            self.turn.lower(FAILED);
        }
    }

    /// Wakes the threads that wait for tasks of this stream.
    fn tell(&self) {
        if self.syncers.load(Ordering::SeqCst) != 0 {
            self.engine.ring();
        }
    }

    fn errors(&self) -> MutexGuard<'_, Errors> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first task failed: explains it, keeps the error, and stops the stream if it stops at errors.
    fn fail(&self, local: &Local, mut error: Error) {
        let Some(first) = local.queue.front() else { return };
        let waited = if local.since == 0 { 0 } else { now_ns() - local.since };
        if first.tag != 0
            && let Some(text) = explain(first, error.code, waited)
        {
            error.text = text;
        }
        log::error!("stream {} of device {}: {error}", self.id, self.engine.device);
        if let Some(hook) = TASK_FAILED.get() {
            hook(&Failure {
                device: self.engine.device,
                stream: self.id,
                task: (self.done.load(Ordering::Relaxed) + self.direct.load(Ordering::Relaxed) + 1) as u32,
                // SAFETY: plain system call.
                thread: unsafe { libc::gettid() } as u32,
                code: error.code,
            });
        }
        let stop = self.stop.load(Ordering::Relaxed);
        self.keep(error.clone(), stop);
        if stop && matches!(self.kind, StreamKind::User | StreamKind::Default) {
            self.stop_context(&error);
        }
    }

    /// Keeps the first error; `sticky` skips everything queued from now on.
    fn keep(&self, error: Error, sticky: bool) {
        let mut errors = self.errors();
        errors.first.get_or_insert(error);
        self.errored.store(true, Ordering::SeqCst);
        if sticky {
            self.skip_until.store(u64::MAX, Ordering::SeqCst);
            self.turn.raise(FAILED);
        }
    }

    /// Failure mode STOP: all streams of the context end with this error.
    fn stop_context(&self, error: &Error) {
        if let Some(context) = self.context() {
            context.stopped.store(error.code, Ordering::Release);
        }
        for other in self.engine.streams() {
            if other.context_id == self.context_id
                && other.id != self.id
                && other.kind != StreamKind::Internal
            {
                other.abort(error.clone(), true);
            }
        }
    }

    /// Drops all work: queued tasks are skipped and a blocked wait ends. Threads in a synchronise call get `error`.
    /// With `sticky` it stays the error of the stream; otherwise the stream can be used again at once.
    pub(crate) fn abort(self: &Arc<Self>, error: Error, sticky: bool) {
        if sticky {
            self.keep(error.clone(), true);
        }
        self.drop_until(self.pushed.load(Ordering::SeqCst), error);
    }

    /// Drops the task that runs or waits; the queued ones go on. Threads in a synchronise call get `error`.
    pub(crate) fn abort_first(self: &Arc<Self>, error: Error) {
        self.drop_until(self.done.load(Ordering::SeqCst) + 1, error);
    }

    fn drop_until(self: &Arc<Self>, until: u64, error: Error) {
        {
            let mut errors = self.errors();
            errors.abort = Some(error);
            self.skip_until.fetch_max(until.min(self.pushed.load(Ordering::SeqCst)), Ordering::SeqCst);
            self.aborts.fetch_add(1, Ordering::SeqCst);
            self.turn.raise(FAILED);
        }
        self.nudge();
    }

    /// Makes somebody look at the stream's flags.
    fn nudge(self: &Arc<Self>) {
        let mine = match self.turn.get() & PHASE {
            IDLE => self.turn.claim(),
            PARKED => self.engine.unpark(self),
            _ => false,
        };
        if mine {
            sched::turn(|| self.run(&mut Budget::inline()));
        }
        self.engine.ring();
    }

    /// Forgets the error, so that the stream can be used again; what was queued before is dropped.
    pub(crate) fn clear_error(self: &Arc<Self>) {
        {
            let mut errors = self.errors();
            errors.first = None;
            self.errored.store(false, Ordering::SeqCst);
            self.skip_until.store(self.pushed.load(Ordering::SeqCst), Ordering::SeqCst);
        }
        self.nudge();
    }

    /// The first error, which stays.
    pub(crate) fn error(&self) -> Option<Error> {
        if !self.errored.load(Ordering::SeqCst) {
            return None;
        }
        self.errors().first.clone()
    }

    /// The first error; it is forgotten unless the stream is stopped by it.
    fn take_error(&self) -> Result {
        if !self.errored.load(Ordering::SeqCst) {
            return Ok(());
        }
        let mut errors = self.errors();
        if self.turn.get() & FAILED != 0 {
            return errors.first.clone().map_or(Ok(()), Err);
        }
        self.errored.store(false, Ordering::SeqCst);
        errors.first.take().map_or(Ok(()), Err)
    }

    /// Waits for all work submitted before the call; -1 ms: for ever. Returns the stream's first error, which is
    /// then forgotten unless the stream is stopped by it.
    pub(crate) fn synchronize(self: &Arc<Self>, timeout_ms: i64) -> Result {
        self.wait(timeout_ms)?;
        self.take_error()
    }

    /// Like [`Stream::synchronize`], without forgetting the error.
    pub(crate) fn wait(self: &Arc<Self>, timeout_ms: i64) -> Result {
        self.wait_until(deadline_ms(timeout_ms))
    }

    fn wait_until(self: &Arc<Self>, deadline: u64) -> Result {
        let target = self.pushed.load(Ordering::SeqCst);
        if self.done.load(Ordering::SeqCst) >= target {
            return Ok(());
        }
        let aborts = self.aborts.load(Ordering::SeqCst);
        self.syncers.fetch_add(1, Ordering::SeqCst);
        let done = self.engine.run_until(
            || self.done.load(Ordering::SeqCst) >= target || self.aborts.load(Ordering::SeqCst) != aborts,
            deadline,
        );
        self.syncers.fetch_sub(1, Ordering::SeqCst);
        if self.aborts.load(Ordering::SeqCst) != aborts
            && let Some(error) = self.errors().abort.clone()
        {
            return Err(error);
        }
        if !done {
            fail!(
                code::RT_STREAM_SYNC_TIMEOUT,
                "stream {} of device {} still has {} tasks to run",
                self.id,
                self.engine.device,
                self.pending()
            );
        }
        Ok(())
    }

    /// Tasks submitted and not finished.
    pub(crate) fn pending(&self) -> u64 {
        let done = self.done.load(Ordering::SeqCst);
        self.pushed.load(Ordering::SeqCst).saturating_sub(done)
    }

    /// Records tasks into a graph from now on, or runs them again.
    pub(crate) fn set_capture(&self, graph: Option<Arc<Graph>>) {
        let mut capture = self.capture.lock().unwrap_or_else(PoisonError::into_inner);
        if graph.is_some() {
            self.turn.raise(CAPTURE);
        } else {
            self.turn.lower(CAPTURE);
        }
        *capture = graph;
    }

    /// The graph that records the stream.
    pub(crate) fn capture(&self) -> Option<Arc<Graph>> {
        if self.turn.get() & CAPTURE == 0 {
            return None;
        }
        self.capture.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.engine.forget(self.id);
    }
}

/// Drops tasks that were not accepted.
fn discard(tasks: &[Task]) {
    for task in tasks {
        // SAFETY: the submitter gave the tasks away.
        unsafe { job::discard(task) };
    }
}

/// Runs code of a job; a panic becomes an error.
fn guarded<T>(body: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(body))
        .unwrap_or_else(|_| Err(Error::new(code::INTERNAL, "internal error: a task of the runtime panicked")))
}

/// Asks the describer about a failed task.
fn explain(task: &Task, code: i32, waited_ns: u64) -> Option<String> {
    let describe = DESCRIBER.load(Ordering::Acquire);
    if describe.is_null() {
        return None;
    }
    let mut text = vec![0u8; 1024];
    // SAFETY: the pointer was stored by `set_describer` from a function of this type.
    let written = unsafe {
        let describe = std::mem::transmute::<*mut c_void, DescribeFn>(describe);
        describe(task, code, waited_ns, text.as_mut_ptr().cast(), text.len())
    };
    text.truncate(written.min(1023));
    (!text.is_empty()).then(|| String::from_utf8_lossy(&text).into_owned())
}
