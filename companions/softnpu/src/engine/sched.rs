//! Who runs the streams of a device.
//!
//! There is no thread per stream. A stream with work is *ready* or *parked* (its first task waits), or some
//! thread runs it: the submitter, a helper (a thread that waits in a synchronise call), the pool thread of the
//! engine, which is started when it is first needed and disturbed only when no helper is there, or a kernel
//! thread that has just run a blocking task of it.

use super::bell::Bell;
use super::job::JobBox;
use super::stream::Stream;
use super::word::{FAILED, PARKED, READY, RUNNING};
use super::{latch, peer, registry};
use crate::error::{Error, Result, code};
use crate::sync::{NEVER, Word, now_ns};
use npu_ext::{KernelEndFn, Notify, PollFn, SLOT_COUNT, poll as phase};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

/// Tasks that a thread runs of one stream before it looks at the others.
const TURN_TASKS: u32 = 64;
/// Bytes that a thread moves for one stream before it looks at the others.
const TURN_BYTES: u64 = 1 << 20;
/// How often waits are looked at that nobody rings for.
const POLL_NS: u64 = 100_000;
/// How long the pool thread leaves ready work to a thread that may be about to synchronise.
const GRACE_NS: u64 = 30_000;
/// Looks at the bell before a helper sleeps, on a machine with a core for every rank.
const SPINS: u32 = 2_000;
/// How long a helper polls in vain before it sleeps.
const POLLING_NS: u64 = 60_000;
/// Looks at the bell between two calls of the poller.
const SPINS_PER_POLL: u32 = 16;
/// Idle kernel threads that an engine keeps.
const SPARE_THREADS: usize = 8;
/// How long an idle kernel thread is kept.
const SPARE_TIME: Duration = Duration::from_secs(10);

/// What a parked stream waits for.
pub(crate) enum WaitOn {
    /// A record of this notify, as long as it has this generation.
    Notify(*const Notify, u32),
    /// A job of place `Wait`.
    Job(Arc<JobBox>),
}

// SAFETY: notifies lie in memory that is never unmapped, and are used through their atomic fields alone.
unsafe impl Send for WaitOn {}

struct Parked {
    stream: Arc<Stream>,
    on: WaitOn,
    deadline: u64,
    poll: bool,
}

#[derive(Default)]
struct Lists {
    ready: VecDeque<Arc<Stream>>,
    parked: Vec<Parked>,
    /// Until when the pool thread will not look at the deadlines.
    guard: u64,
    pool_started: bool,
}

/// What a thread may do for a stream before it must look at the others.
pub(crate) struct Budget {
    /// A submitting thread: it does not start big tasks.
    pub inline: bool,
    /// Tasks left.
    pub tasks: u32,
    /// Bytes left.
    pub bytes: u64,
    /// A task was too big.
    pub refused: bool,
}

impl Budget {
    /// For a submitting thread.
    pub(crate) fn inline() -> Budget {
        Budget { inline: true, tasks: 4 * TURN_TASKS, bytes: 4 * TURN_BYTES, refused: false }
    }

    fn helper() -> Budget {
        Budget { inline: false, tasks: TURN_TASKS, bytes: TURN_BYTES, refused: false }
    }

    /// True when nothing is left.
    pub(crate) fn spent(&self) -> bool {
        self.refused || self.tasks == 0 || self.bytes == 0
    }

    /// Takes a task of so many bytes.
    pub(crate) fn take(&mut self, bytes: u64) {
        self.tasks = self.tasks.saturating_sub(1);
        self.bytes = self.bytes.saturating_sub(bytes);
    }
}

/// Runs the streams of one device of this process. Engines live until the process ends.
pub(crate) struct Engine {
    /// Device id.
    pub device: i32,
    /// Slot of the device.
    pub slot: u32,
    /// Bell of the device.
    pub bell: &'static Bell,
    lists: Mutex<Lists>,
    /// Ready and parked streams together, to look at without the lock.
    load: AtomicU32,
    /// Ready streams, to look at without the lock.
    ready: AtomicU32,
    /// Earliest moment at which a parked stream must be looked at, to look at without the lock.
    nearest: AtomicU64,
    members: Mutex<BTreeMap<u32, Weak<Stream>>>,
    spare: Mutex<Vec<Arc<Seat>>>,
}

/// Makes progress from outside; null: there is none to make.
static POLLER: AtomicPtr<()> = AtomicPtr::new(std::ptr::null_mut());

/// Sets the function that makes progress from outside.
pub(crate) fn set_poller(poll: Option<PollFn>) {
    POLLER.store(poll.map_or(std::ptr::null_mut(), |poll| poll as *mut ()), Ordering::Release);
}

/// The function that makes progress from outside.
#[inline]
pub(crate) fn poller() -> Option<PollFn> {
    let poll = POLLER.load(Ordering::Acquire);
    // SAFETY: what is not null was stored by `set_poller`.
    (!poll.is_null()).then(|| unsafe { std::mem::transmute::<*mut (), PollFn>(poll) })
}

static ENGINES: [AtomicPtr<Engine>; SLOT_COUNT as usize] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; SLOT_COUNT as usize];

thread_local! {
    /// True while the thread runs a stream.
    static DRIVING: Cell<bool> = const { Cell::new(false) };
    /// True while the thread runs an AICPU kernel.
    static IN_KERNEL: Cell<bool> = const { Cell::new(false) };
    /// Engines that the thread must look at when it has finished with the stream it runs.
    static DIRTY: RefCell<Vec<Arc<Engine>>> = const { RefCell::new(Vec::new()) };
}

impl Engine {
    /// The engine of a device. It stays for ever, and so must the bell.
    pub(crate) fn new(device: i32, slot: u32, bell: &'static Bell) -> Arc<Engine> {
        let engine = Arc::new(Engine {
            device,
            slot,
            bell,
            lists: Mutex::new(Lists { guard: NEVER, ..Lists::default() }),
            load: AtomicU32::new(0),
            ready: AtomicU32::new(0),
            nearest: AtomicU64::new(NEVER),
            members: Mutex::default(),
            spare: Mutex::default(),
        });
        let forever = Arc::into_raw(Arc::clone(&engine)).cast_mut();
        ENGINES[slot as usize % ENGINES.len()].store(forever, Ordering::Release);
        engine
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that something changed that a parked stream, or a thread in [`Engine::run_until`], may wait for.
    pub(crate) fn ring(self: &Arc<Self>) {
        if DRIVING.get() && !self.bell.attended() {
            later(self);
        } else {
            self.bell.ring();
            if !self.bell.attended() && self.load.load(Ordering::Relaxed) != 0 {
                self.start_pool();
            }
        }
    }

    /// Lists a stream whose turn the caller owns as ready; the caller must [`Engine::ring`] or run it later.
    pub(crate) fn make_ready(&self, stream: &Arc<Stream>, from: u32) {
        let mut lists = self.lists();
        stream.turn.shift(from, READY);
        lists.ready.push_back(Arc::clone(stream));
        self.count(&lists);
    }

    /// Parks a stream whose turn the caller owns. True if it need not wait after all: then the caller still owns
    /// the turn.
    pub(crate) fn park(
        self: &Arc<Self>,
        stream: &Arc<Stream>,
        on: WaitOn,
        deadline: u64,
        poll: bool,
    ) -> bool {
        let watch = match &on {
            WaitOn::Notify(notify, _) => WaitOn::Notify(*notify, 0),
            WaitOn::Job(job) => WaitOn::Job(Arc::clone(job)),
        };
        let sooner;
        let old = {
            let mut lists = self.lists();
            lists.parked.push(Parked { stream: Arc::clone(stream), on, deadline, poll });
            let due = if poll { deadline.min(now_ns() + POLL_NS) } else { deadline };
            sooner = due < self.nearest.load(Ordering::Relaxed);
            if sooner {
                self.nearest.store(due, Ordering::Relaxed);
            }
            self.count(&lists);
            stream.turn.shift(RUNNING, PARKED)
        };
        let over = match watch {
            // SAFETY: the submitter of the wait promised a valid notify.
            WaitOn::Notify(notify, _) => unsafe {
                latch::arm(&(*notify).flag, &(*notify).waiter) || (*notify).ended.get() != 0
            },
            WaitOn::Job(job) => !matches!(job.0.poll(Some(self)), Ok(false)),
        };
        if (over || old & FAILED != 0) && self.unpark(stream) {
            return true;
        }
        if !self.bell.attended() {
            self.watch_deadlines();
        } else if sooner {
            self.bell.ring();
        }
        false
    }

    /// Takes a parked stream out of the list; true if it was there: then the caller owns its turn.
    pub(crate) fn unpark(&self, stream: &Arc<Stream>) -> bool {
        let mut lists = self.lists();
        let Some(at) = lists.parked.iter().position(|p| Arc::ptr_eq(&p.stream, stream)) else { return false };
        lists.parked.swap_remove(at);
        self.count(&lists);
        stream.turn.shift(PARKED, RUNNING);
        true
    }

    /// Makes sure that the pool thread watches over the parked streams.
    fn watch_deadlines(self: &Arc<Self>) {
        let nearest = self.nearest.load(Ordering::Relaxed);
        let (start, poke) = {
            let mut lists = self.lists();
            let poke = nearest < lists.guard;
            lists.guard = lists.guard.min(nearest);
            (!lists.pool_started, poke)
        };
        if start {
            self.start_pool();
        } else if poke {
            self.bell.ring_pool();
        }
    }

    fn count(&self, lists: &Lists) {
        self.ready.store(lists.ready.len() as u32, Ordering::Relaxed);
        self.load.store((lists.ready.len() + lists.parked.len()) as u32, Ordering::SeqCst);
    }

    /// Makes parked streams ready whose wait is over or out of time.
    fn scan(self: &Arc<Self>) {
        // What was unparked since may have left a moment to look at, which must not stay when it is over.
        if self.load.load(Ordering::SeqCst) == 0 && self.nearest.load(Ordering::Relaxed) == NEVER {
            return;
        }
        let mut jobs = Vec::new();
        {
            let mut lists = self.lists();
            let lists = &mut *lists;
            let timed = self.nearest.load(Ordering::Relaxed) != NEVER;
            let now = if timed { now_ns() } else { 0 };
            let mut nearest = NEVER;
            let mut at = 0;
            while at < lists.parked.len() {
                let parked = &lists.parked[at];
                let over = match &parked.on {
                    WaitOn::Notify(notify, generation) => {
                        // SAFETY: notifies lie in memory that is never unmapped.
                        let notify = unsafe { &**notify };
                        latch::arm(&notify.flag, &notify.waiter)
                            || notify.generation.get() != *generation
                            || notify.ended.get() != 0
                    }
                    WaitOn::Job(job) => {
                        jobs.push((Arc::clone(job), Arc::clone(&parked.stream)));
                        false
                    }
                };
                if over || (timed && parked.deadline <= now) {
                    let parked = lists.parked.swap_remove(at);
                    parked.stream.turn.shift(PARKED, READY);
                    lists.ready.push_back(parked.stream);
                } else {
                    let due =
                        if parked.poll { parked.deadline.min(now_ns() + POLL_NS) } else { parked.deadline };
                    nearest = nearest.min(due);
                    at += 1;
                }
            }
            self.nearest.store(nearest, Ordering::Relaxed);
            self.count(lists);
        }
        if jobs.is_empty() {
            return;
        }
        // Without the lock, since a job may take locks of its own, and submit to other streams.
        turn(|| {
            for (job, stream) in jobs {
                // It may have to wait for a further ring.
                if !matches!(job.0.poll(Some(self)), Ok(false)) && self.unpark_job(&stream, &job) {
                    self.make_ready(&stream, RUNNING);
                }
            }
        });
    }

    /// Like [`Engine::unpark`], if the stream is still parked on that job.
    fn unpark_job(&self, stream: &Arc<Stream>, job: &Arc<JobBox>) -> bool {
        let mut lists = self.lists();
        let same = |p: &Parked| {
            Arc::ptr_eq(&p.stream, stream) && matches!(&p.on, WaitOn::Job(on) if Arc::ptr_eq(on, job))
        };
        let Some(at) = lists.parked.iter().position(same) else { return false };
        lists.parked.swap_remove(at);
        self.count(&lists);
        stream.turn.shift(PARKED, RUNNING);
        true
    }

    /// True if a stream is ready.
    pub(crate) fn has_ready(&self) -> bool {
        self.ready.load(Ordering::Relaxed) != 0
    }

    fn pop_ready(&self) -> Option<Arc<Stream>> {
        if !self.has_ready() {
            return None;
        }
        let mut lists = self.lists();
        let stream = lists.ready.pop_front()?;
        self.count(&lists);
        stream.turn.shift(READY, RUNNING);
        Some(stream)
    }

    /// Runs one ready stream for a while; false if there was none.
    fn run_one(self: &Arc<Self>) -> bool {
        let Some(stream) = self.pop_ready() else { return false };
        turn(|| stream.run(&mut Budget::helper()));
        true
    }

    /// Runs what is ready now, in the calling thread, as far as it is cheap; the rest is left to others.
    fn drive(self: &Arc<Self>) {
        self.scan();
        let mut budget = Budget::inline();
        while !budget.spent() {
            let Some(stream) = self.pop_ready() else { return };
            let outer = DRIVING.replace(true);
            stream.run(&mut budget);
            DRIVING.set(outer);
        }
        if self.has_ready() {
            self.call_others();
        }
    }

    /// Leaves ready streams to the helpers or the pool thread.
    pub(crate) fn call_others(self: &Arc<Self>) {
        self.bell.ring();
        if !self.bell.attended() {
            self.start_pool();
        }
    }

    /// Runs ready streams until `condition` holds; sleeps when there are none. Whoever makes the condition true
    /// must [`Engine::ring`] afterwards. False if the monotonic time `deadline` came first.
    pub(crate) fn run_until(self: &Arc<Self>, mut condition: impl FnMut() -> bool, deadline: u64) -> bool {
        if condition() {
            return true;
        }
        self.bell.enter();
        let guest = Guest(self);
        let mut seen = self.bell.seq().wrapping_sub(1);
        let held = loop {
            let seq = self.bell.seq();
            if condition() {
                break true;
            }
            if seq != seen {
                self.scan();
                seen = seq;
            }
            if self.run_one() {
                continue;
            }
            let nearest = self.nearest.load(Ordering::Relaxed);
            let until = nearest.min(deadline);
            if until != NEVER {
                let now = now_ns();
                if now >= deadline {
                    break condition();
                }
                if now >= nearest {
                    seen = seq.wrapping_sub(1);
                    continue;
                }
            }
            let rang = match poller() {
                Some(poll) => self.spin_polling(poll, seq, until),
                None => self.spin(seq),
            };
            if !rang {
                self.bell.sleep(seq, until);
            }
        };
        std::mem::forget(guest);
        self.depart(seen);
        held
    }

    /// The calling thread stops being a helper and passes on what it leaves: ready streams also to helpers that went to
    /// sleep while it ran one of them.
    fn depart(self: &Arc<Self>, seen: u32) {
        let last = self.bell.leave();
        if self.load.load(Ordering::SeqCst) == 0 {
            return;
        }
        if self.has_ready() || (last && self.bell.seq() != seen) {
            self.call_others();
        } else if last {
            self.watch_deadlines();
        }
    }

    /// Waits a little for the bell without sleeping, if every rank has a core; true if it rang.
    fn spin(&self, seq: u32) -> bool {
        for _ in 0..spins() {
            std::hint::spin_loop();
            if self.bell.seq() != seq {
                return true;
            }
        }
        false
    }

    /// Like [`Engine::spin`], and makes progress on what may end the wait from outside, as long as there is any.
    /// True also when it is `until`.
    fn spin_polling(&self, poll: PollFn, seq: u32, until: u64) -> bool {
        // SAFETY: who set the poller promised a function of this contract.
        let poll = |what| unsafe { poll(what) };
        let spins = spins();
        let mut since = now_ns();
        poll(phase::BEGIN);
        loop {
            let did = poll(phase::LOOK) != 0;
            let now = now_ns();
            if self.bell.seq() != seq || now >= until {
                poll(phase::END);
                return true;
            }
            if did {
                since = now;
            } else if now - since > POLLING_NS {
                poll(phase::SLEEP);
                return self.bell.seq() != seq;
            }
            if spins == 0 {
                // Ranks share cores: the one that is waited for may want this one.
                std::thread::yield_now();
            }
            for _ in 0..SPINS_PER_POLL.min(spins) {
                std::hint::spin_loop();
                if self.bell.seq() != seq {
                    poll(phase::END);
                    return true;
                }
            }
        }
    }

    /// Runs ready streams of this engine until there are none; returns how many turns were run.
    pub(crate) fn progress(self: &Arc<Self>) -> u64 {
        self.scan();
        let mut turns = 0;
        while self.run_one() {
            turns += 1;
        }
        turns
    }

    fn start_pool(self: &Arc<Self>) {
        {
            let mut lists = self.lists();
            if std::mem::replace(&mut lists.pool_started, true) {
                return;
            }
        }
        let engine = Arc::clone(self);
        if let Err(error) = spawn(format!("npu{}-pool", self.device), 1 << 20, move || engine.pool()) {
            // Work still runs in threads that synchronise; the next one that is needed tries again.
            log::warn!("device {}: the pool thread cannot be started: {error}", self.device);
            self.lists().pool_started = false;
        }
    }

    fn pool(self: &Arc<Self>) {
        // SAFETY: plain system call; deadlines of this thread are met within a microsecond.
        unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, 1_000) };
        let mut seen = self.bell.seq().wrapping_sub(1);
        loop {
            let seq = self.bell.seq();
            let due = self.nearest.load(Ordering::Relaxed);
            let late = due != NEVER && now_ns() >= due;
            if late || (seq != seen && !self.bell.attended()) {
                if !late {
                    // A thread that is about to synchronise runs the work at less cost.
                    self.bell.sleep_pool(seq, now_ns() + GRACE_NS);
                    if self.bell.attended() {
                        continue;
                    }
                }
                seen = seq;
                self.scan();
                while self.run_one() {}
                continue;
            }
            if self.has_ready() && !self.bell.attended() && self.run_one() {
                continue;
            }
            let until = {
                let mut lists = self.lists();
                lists.guard = self.nearest.load(Ordering::Relaxed);
                lists.guard
            };
            self.bell.sleep_pool(seq, until);
        }
    }

    /// Runs `work` on a kernel thread, where blocking is allowed. Threads are added on demand.
    pub(crate) fn run_blocking(self: &Arc<Self>, work: Box<dyn FnOnce() + Send>) -> Result {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(seat) = spare {
            *seat.work.lock().unwrap_or_else(PoisonError::into_inner) = Some(work);
            seat.filled.notify_one();
            return Ok(());
        }
        let engine = Arc::clone(self);
        spawn(format!("npu{}-kernel", self.device), 8 << 20, move || engine.kernel_thread(work)).map_err(
            |error| {
                Error::new(code::RT_RESOURCE_ALLOC, format!("a kernel thread cannot be started: {error}"))
            },
        )
    }

    fn kernel_thread(self: &Arc<Self>, mut work: Box<dyn FnOnce() + Send>) {
        let seat = Arc::new(Seat::default());
        loop {
            work();
            {
                let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
                if spare.len() >= SPARE_THREADS {
                    return;
                }
                spare.push(Arc::clone(&seat));
            }
            let slot = seat.work.lock().unwrap_or_else(PoisonError::into_inner);
            let (mut slot, _) = seat
                .filled
                .wait_timeout_while(slot, SPARE_TIME, |work| work.is_none())
                .unwrap_or_else(PoisonError::into_inner);
            if let Some(next) = slot.take() {
                work = next;
                continue;
            }
            drop(slot);
            let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
            match spare.iter().position(|s| Arc::ptr_eq(s, &seat)) {
                Some(at) => {
                    spare.swap_remove(at);
                    return;
                }
                // Somebody has just taken the seat: its work arrives at once.
                None => drop(spare),
            }
            let slot = seat.work.lock().unwrap_or_else(PoisonError::into_inner);
            let mut slot =
                seat.filled.wait_while(slot, |work| work.is_none()).unwrap_or_else(PoisonError::into_inner);
            match slot.take() {
                Some(next) => work = next,
                None => return,
            }
        }
    }

    /// Adds a stream under the smallest free number from `from` on.
    pub(crate) fn adopt(&self, from: u32, make: impl FnOnce(u32) -> Arc<Stream>) -> Arc<Stream> {
        let mut members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        let mut id = from;
        for used in members.range(from..).map(|(id, _)| *id) {
            if used != id {
                break;
            }
            id += 1;
        }
        let stream = make(id);
        members.insert(id, Arc::downgrade(&stream));
        stream
    }

    /// Frees the number of a stream.
    pub(crate) fn forget(&self, id: u32) {
        self.members.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }

    /// All streams.
    pub(crate) fn streams(&self) -> Vec<Arc<Stream>> {
        self.members
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .values()
            .filter_map(Weak::upgrade)
            .collect()
    }
}

/// A helper that must leave even if a condition panics.
struct Guest<'a>(&'a Arc<Engine>);

impl Drop for Guest<'_> {
    fn drop(&mut self) {
        self.0.depart(self.0.bell.seq().wrapping_sub(1));
    }
}

/// Place of an idle kernel thread.
#[derive(Default)]
struct Seat {
    work: Mutex<Option<Box<dyn FnOnce() + Send>>>,
    filled: Condvar,
}

/// Runs `body`, which runs a stream, and afterwards the engines it made work for.
pub(crate) fn turn<T>(body: impl FnOnce() -> T) -> T {
    let outer = DRIVING.replace(true);
    let result = body();
    DRIVING.set(outer);
    if !outer {
        settle();
    }
    result
}

/// Marks an engine that the thread looks at when it has finished with the stream it runs.
fn later(engine: &Arc<Engine>) {
    let kept = DIRTY.try_with(|dirty| {
        let mut dirty = dirty.borrow_mut();
        if !dirty.iter().any(|e| Arc::ptr_eq(e, engine)) {
            dirty.push(Arc::clone(engine));
        }
    });
    if kept.is_err() {
        // The thread is ending.
        engine.bell.ring();
    }
}

/// Looks at the marked engines.
fn settle() {
    while let Ok(Some(engine)) = DIRTY.try_with(|dirty| dirty.borrow_mut().pop()) {
        if engine.bell.attended() {
            engine.bell.ring();
        } else {
            engine.drive();
        }
    }
}

/// Runs `body`, an AICPU kernel, so that [`in_kernel`] is true in it.
pub(crate) fn kernel_scope<T>(body: impl FnOnce() -> T) -> T {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            IN_KERNEL.set(self.0);
        }
    }
    let _restore = Restore(IN_KERNEL.replace(true));
    let result = body();
    let hook = KERNEL_HOOK.load(Ordering::Acquire);
    if !hook.is_null() {
        // SAFETY: the pointer was stored by `set_kernel_hook` from a function of this type.
        unsafe { std::mem::transmute::<*mut c_void, KernelEndFn>(hook)() };
    }
    result
}

static KERNEL_HOOK: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());

/// Sets the function that is called after every kernel.
pub(crate) fn set_kernel_hook(ended: Option<KernelEndFn>) {
    let hook = ended.map_or(std::ptr::null_mut(), |f| f as *mut c_void);
    KERNEL_HOOK.store(hook, Ordering::Release);
}

/// True if the calling thread runs an AICPU kernel.
pub(crate) fn in_kernel() -> bool {
    IN_KERNEL.get()
}

/// The engine of this process that owns the bell of a slot.
pub(crate) fn owner(slot: u32, bell: &Bell) -> Option<Arc<Engine>> {
    let own = ENGINES[slot as usize % ENGINES.len()].load(Ordering::Acquire);
    // SAFETY: null, or an engine, which lives for ever.
    let engine = unsafe { own.as_ref() }?;
    if !std::ptr::eq(engine.bell, bell) {
        return None;
    }
    // SAFETY: the pointer came from `Arc::into_raw` in `Engine::new`, and that reference is never dropped.
    unsafe {
        Arc::increment_strong_count(own);
        Some(Arc::from_raw(own))
    }
}

/// A notify of `slot` was recorded while somebody waits for it.
#[cold]
pub(crate) fn wake(slot: u32, bell: &Bell) {
    match owner(slot, bell) {
        Some(engine) if !bell.attended() => {
            if DRIVING.get() {
                later(&engine);
            } else {
                engine.drive();
                settle();
            }
        }
        _ => bell.ring(),
    }
}

/// Like [`wake`], but streams of this process wait for [`settle_outside`].
#[cold]
pub(crate) fn wake_later(slot: u32, bell: &Bell) {
    match owner(slot, bell) {
        Some(engine) if !bell.attended() => later(&engine),
        _ => bell.ring(),
    }
}

/// Looks at the marked engines, unless the thread runs a stream: then it does so when it has finished with that.
pub(crate) fn settle_outside() {
    if !DRIVING.get() {
        settle();
    }
}

/// All engines of this process.
pub(crate) fn engines() -> impl Iterator<Item = Arc<Engine>> {
    ENGINES.iter().filter_map(|engine| {
        let engine = engine.load(Ordering::Acquire);
        if engine.is_null() {
            return None;
        }
        // SAFETY: as in `wake`.
        unsafe {
            Arc::increment_strong_count(engine);
            Some(Arc::from_raw(engine))
        }
    })
}

/// In a forked child: the engines are the parent's, their threads do not exist here.
pub(crate) fn forget_engines() {
    for engine in &ENGINES {
        engine.store(std::ptr::null_mut(), Ordering::Release);
    }
    set_poller(None);
    DRIVING.set(false);
    IN_KERNEL.set(false);
    let _ = DIRTY.try_with(|dirty| dirty.borrow_mut().drain(..).for_each(std::mem::forget));
}

/// Processes whose memory is mapped here and that are dead.
pub(crate) fn gone() -> Vec<i32> {
    peer::gone()
}

/// Looks at the bell that a thread may spend before it sleeps: none when ranks share cores.
fn spins() -> u32 {
    static CHECKED: AtomicU64 = AtomicU64::new(0);
    static ALONE: AtomicBool = AtomicBool::new(false);
    /// How long the answer is good, in ns.
    const GOOD: u64 = 1_000_000_000;
    let now = now_ns();
    let checked = CHECKED.load(Ordering::Relaxed);
    let expired = now.saturating_sub(checked) >= GOOD || checked == 0;
    if expired && CHECKED.compare_exchange(checked, now, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get()) as u32;
        ALONE.store(registry::live_slots() <= cores && cores > 1, Ordering::Relaxed);
    }
    static SETTING: OnceLock<Option<u32>> = OnceLock::new();
    let setting =
        SETTING.get_or_init(|| std::env::var("SOFTNPU_SPIN").ok().and_then(|v| v.trim().parse().ok()));
    if let Some(spins) = *setting {
        return spins;
    }
    if ALONE.load(Ordering::Relaxed) { SPINS } else { 0 }
}

/// Starts a thread of the runtime; signals are left to the threads of the program.
pub(crate) fn spawn(name: String, stack: usize, body: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    // SAFETY: both sets are initialised by the calls before their use.
    unsafe {
        let mut all = std::mem::zeroed();
        let mut before = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
        let started = std::thread::Builder::new().name(name).stack_size(stack).spawn(body);
        libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut());
        started.map(drop)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::engine::context;
    use crate::engine::stream::StreamKind;
    use npu_ext::{Task, op};

    #[test]
    fn the_hook_is_called_at_the_end_of_each_kernel_on_its_thread() {
        thread_local! {
            static ENDED: Cell<u32> = const { Cell::new(0) };
        }
        unsafe extern "C" fn ended() {
            assert!(in_kernel());
            ENDED.set(ENDED.get() + 1);
        }
        set_kernel_hook(Some(ended));
        for kernel in 0..3 {
            kernel_scope(|| assert!(in_kernel() && ENDED.get() == kernel));
            assert_eq!(ENDED.get(), kernel + 1);
        }
        assert!(!in_kernel());
        set_kernel_hook(None);
    }

    #[test]
    fn an_ended_notify_ends_the_waits_for_it_and_keeps_what_was_recorded() {
        let context = context::of_device(5).unwrap();
        let stream = || Stream::create(&context, StreamKind::Extension).unwrap();
        let notifies = context.device.notifies.alloc(2).unwrap();
        let second = (notifies as *const Notify).wrapping_add(1);
        let wait =
            |notify: *const Notify| Task { op: op::NOTIFY_WAIT, a: notify as u64, tag: 0, ..Task::NOP };
        let (waiting, later) = (stream(), stream());
        // The wait that is under way, and one that comes to be the first task afterwards.
        waiting.submit(&[wait(notifies)]).unwrap();
        super::super::notify::record(notifies);
        waiting.wait(10_000).unwrap();
        later.submit(&[wait(notifies), wait(second)]).unwrap();
        waiting.submit(&[wait(second)]).unwrap();
        super::super::notify::record(notifies);
        context.device.notifies.end(notifies, 2).unwrap();
        for stream in [&waiting, &later] {
            stream.wait(10_000).unwrap();
            assert_eq!(stream.error().unwrap().code, code::RT_STREAM_ABORT);
        }
        context.device.notifies.free(notifies, 2).unwrap();
        assert!(context.device.notifies.end(notifies, 2).is_err());
    }

    /// Threads must not keep looking at the deadline of a wait that has ended.
    #[test]
    fn an_ended_wait_leaves_no_deadline() {
        let context = context::of_device(6).unwrap();
        let engine = &context.device.engine;
        let stream = Stream::create(&context, StreamKind::User).unwrap();
        let notify = context.device.notifies.alloc(1).unwrap();
        let wait = Task {
            op: op::NOTIFY_WAIT,
            a: notify as *const Notify as u64,
            n: 3_600_000_000_000,
            ..Task::NOP
        };
        stream.submit(&[wait]).unwrap();
        assert_ne!(engine.nearest.load(Ordering::Relaxed), NEVER);
        stream.abort(Error::new(code::RT_STREAM_ABORT, "test"), false);
        engine.scan();
        assert_eq!(engine.nearest.load(Ordering::Relaxed), NEVER);
        assert_eq!(stream.pending(), 0);
    }
}
