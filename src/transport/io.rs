//! The transport's thread, and how other threads do its work while they wait.
//!
//! One thread per process serves all sockets. Threads that spin in a wait serve the established links themselves
//! through [`poll`]; while they do, the thread keeps away and only looks now and then whether they still do.

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hcomm_base::sync::{Mutex, lock};
use hcomm_base::{Code, Error, Result, err};
use npu_ext::poll as phase;

use super::frame::{Frame, What};
use super::link::{self, Fire, LINKS, Live, ends, fixed, kick, state};
use super::setup::{self, Setup};
use super::sys::{self, epoll};
use super::{LinkId, LinkSpec};

/// How long the thread keeps away before it looks whether others still do its work.
const AWAY: Duration = Duration::from_micros(200);
/// Calls of [`poll`] of which one looks at all links, and the others only at the one that was heard last.
const ALL_EVERY: u32 = 4;
/// Events taken at once.
const EVENTS: usize = 32;

/// Marks of what is in the thread's event queue; setup has the others.
pub(super) mod mark {
    /// The bell.
    pub const BELL: u64 = 0;
    /// The queue of the established links.
    pub const LINKS: u64 = 1;
    /// First of those that [`super::Setup`] gives.
    pub const FIRST: u64 = 2;
}

/// What the process has once.
pub(super) struct Core {
    /// Everything but established links.
    pub control: OwnedFd,
    /// Established links, by their number.
    links: OwnedFd,
    bell: OwnedFd,
    /// Links that are connected and so on.
    pub setup: Mutex<Setup>,
    /// Failed links that wait for the thread.
    buried: Mutex<Vec<LinkId>>,
    /// Threads that spin in a wait.
    spinners: AtomicU32,
    /// Counts the calls of [`poll`] that looked at something.
    polls: AtomicU32,
    /// A thread polls.
    polling: AtomicBool,
    /// The link that was heard last.
    hot: AtomicU64,
    /// 1 while the thread keeps away; it sleeps on this word.
    away: AtomicU32,
}

static CORE: AtomicPtr<Core> = AtomicPtr::new(std::ptr::null_mut());
/// Serialises the making of [`CORE`].
static MAKING: Mutex<bool> = Mutex::new(false);
/// The process is a fork of the one that has the thread.
static FORKED: AtomicBool = AtomicBool::new(false);

/// True in a child that was forked and has not opened anything: all links are its parent's.
#[inline]
pub(super) fn forked() -> bool {
    FORKED.load(Ordering::Relaxed)
}

unsafe extern "C" fn in_child() {
    FORKED.store(true, Ordering::Relaxed);
}

/// What the process has, if anything was opened.
#[inline]
pub(super) fn existing() -> Option<&'static Core> {
    // SAFETY: null, or leaked by `core`.
    unsafe { CORE.load(Ordering::Acquire).as_ref() }
}

/// What the process has; the first call starts the thread.
pub(super) fn core() -> Result<&'static Core> {
    let mut registered = lock(&MAKING);
    if forked() {
        // The parent's connections and threads are not ours: its links stay in the table, out of reach, without sockets.
        for id in LINKS.handles() {
            if let Some(taken) = LINKS.take(id) {
                close_fd(taken.fd.swap(-1, Ordering::Relaxed));
                std::mem::forget(taken);
            }
        }
        CORE.store(std::ptr::null_mut(), Ordering::Release);
        FORKED.store(false, Ordering::Relaxed);
    }
    if let Some(core) = existing() {
        return Ok(core);
    }
    if !*registered {
        // SAFETY: the function only stores to an atomic.
        unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
        *registered = true;
    }
    let system = |e: std::io::Error| err!(SYSCALL, "the network transport cannot be started: {e}");
    let core = Core {
        control: epoll::new().map_err(system)?,
        links: epoll::new().map_err(system)?,
        bell: sys::bell().map_err(system)?,
        setup: Mutex::new(Setup::default()),
        buried: Mutex::new(Vec::new()),
        spinners: AtomicU32::new(0),
        polls: AtomicU32::new(0),
        polling: AtomicBool::new(false),
        hot: AtomicU64::new(0),
        away: AtomicU32::new(0),
    };
    epoll::add(&core.control, core.bell.as_raw_fd(), false, mark::BELL).map_err(system)?;
    epoll::add(&core.control, core.links.as_raw_fd(), false, mark::LINKS).map_err(system)?;
    let core: &'static Core = Box::leak(Box::new(core));
    std::thread::Builder::new().name("hcomm-net".into()).spawn(|| core.serve()).map_err(system)?;
    CORE.store(std::ptr::from_ref(core).cast_mut(), Ordering::Release);
    Ok(core)
}

fn close_fd(fd: RawFd) {
    if fd >= 0 {
        // SAFETY: the descriptor was a link's, whose owner gave it up.
        drop(unsafe { OwnedFd::from_raw_fd(fd) });
    }
}

/// Text of a connection that broke.
#[cold]
pub(super) fn connection_error(spec: &LinkSpec, errno: i32) -> Error {
    let reason = std::io::Error::from_raw_os_error(errno);
    let (code, why) = match errno {
        libc::ETIMEDOUT => (Code::NETWORK, "the other end's machine does not answer any more"),
        libc::ECONNRESET | libc::EPIPE => (Code::REMOTE, "the other end is gone: its process ended"),
        _ => (Code::NETWORK, "the connection broke"),
    };
    Error::new(code, format!("{}: {why} ({reason}); see the log of rank {}", ends(spec), spec.remote_rank))
}

/// Has the event queue tell when an established link has room to send, or not any more; false if that failed.
pub(super) fn watch_room(fd: RawFd, id: LinkId, on: bool) -> bool {
    existing().is_some_and(|core| epoll::change(&core.links, fd, on, id).is_ok())
}

/// Leaves a link that failed to the thread.
#[cold]
pub(super) fn bury(id: LinkId) {
    if let Some(core) = existing() {
        lock(&core.buried).push(id);
        core.ring();
    }
}

/// Serves one link: `events` are those of its socket. Returns how much happened.
fn serve_link(id: LinkId, events: u32) -> u32 {
    let Some(link) = link::find(id) else { return 0 };
    if !link.ready() {
        return 0;
    }
    let mut fire = Fire::new(fixed(&link).spec.ext);
    let mut did = 0;
    let gone = (libc::EPOLLHUP | libc::EPOLLERR) as u32;
    if events & (libc::EPOLLOUT as u32 | gone) != 0 {
        link.blocked.store(false, Ordering::SeqCst);
    }
    if events & (libc::EPOLLIN as u32 | gone) != 0
        && let Some(mut rx) = link.rx.enter()
        && link.ready()
    {
        did += rx.receive(&link, id, &mut fire);
    }
    did + kick(&link, id, &mut fire)
}

/// See [`super::poll`].
pub(super) fn poll() -> u32 {
    let Some(core) = existing() else { return 0 };
    if forked() {
        return 0;
    }
    // One thread is enough; another goes on with its own wait.
    if core.polling.swap(true, Ordering::Acquire) {
        return 0;
    }
    // Counted only by who polls: while that one is off its core or busy with a stream, the thread takes over.
    let polls = core.polls.load(Ordering::Relaxed).wrapping_add(1);
    core.polls.store(polls, Ordering::Relaxed);
    let did = match core.hot.load(Ordering::Relaxed) {
        hot if hot != 0 && !polls.is_multiple_of(ALL_EVERY) => serve_link(hot, libc::EPOLLIN as u32),
        _ => core.serve_links(),
    };
    core.polling.store(false, Ordering::Release);
    did
}

/// What the runtime calls from its waits.
pub(super) unsafe extern "C" fn poller(what: u32) -> u32 {
    let Some(core) = existing() else { return 0 };
    match what {
        phase::BEGIN => {
            core.spinners.fetch_add(1, Ordering::SeqCst);
        }
        phase::LOOK => return poll(),
        phase::END => {
            core.spinners.fetch_sub(1, Ordering::SeqCst);
        }
        phase::SLEEP => drop(Spinner(core)),
        _ => {}
    }
    0
}

/// A thread that spins in a wait of the transport itself.
pub(super) struct Spinner(&'static Core);

impl Spinner {
    /// Begins to spin.
    pub(super) fn new() -> Option<Spinner> {
        let core = existing()?;
        core.spinners.fetch_add(1, Ordering::SeqCst);
        Some(Spinner(core))
    }
}

impl Drop for Spinner {
    /// The thread is done, or goes to sleep.
    fn drop(&mut self) {
        if self.0.spinners.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.0.call_back();
        }
    }
}

impl Core {
    /// Makes the thread look at everything.
    pub(super) fn ring(&self) {
        sys::ring(&self.bell);
        self.call_back();
    }

    /// The thread's work is nobody's any more.
    fn call_back(&self) {
        if self.away.swap(0, Ordering::SeqCst) == 1 {
            sys::wake(&self.away);
        }
    }

    /// Begins to watch the socket of a link that is being established.
    pub(super) fn watch(&self, fd: RawFd, id: LinkId) -> std::io::Result<()> {
        epoll::add(&self.links, fd, false, id)
    }

    /// Stops to watch the socket of a link.
    pub(super) fn unwatch(&self, fd: RawFd) {
        epoll::remove(&self.links, fd);
    }

    /// Serves the established links that have something to do.
    fn serve_links(&self) -> u32 {
        let mut events = [libc::epoll_event { events: 0, u64: 0 }; EVENTS];
        let n = epoll::wait(&self.links, &mut events, 0);
        if let Some(heard) = events[..n].last() {
            self.hot.store(heard.u64, Ordering::Relaxed);
        }
        events[..n].iter().map(|event| serve_link(event.u64, event.events)).sum()
    }

    /// Keeps away for a moment if others poll. True if the thread has to serve the links now.
    fn take_over(&self) -> bool {
        let polls = self.polls.load(Ordering::Relaxed);
        self.away.store(1, Ordering::SeqCst);
        let spinning = self.spinners.load(Ordering::SeqCst) != 0;
        if spinning {
            sys::sleep(&self.away, 1, AWAY);
        }
        let called = self.away.swap(0, Ordering::SeqCst) == 0;
        // Who spins may have been put off its core: then its work is left undone.
        !spinning || called || self.polls.load(Ordering::Relaxed) == polls
    }

    fn serve(&self) {
        sys::block_signals();
        let mut events = [libc::epoll_event { events: 0, u64: 0 }; EVENTS];
        let mut due: Option<Instant> = None;
        loop {
            let ms = due.map_or(-1, |due| {
                let left = due.saturating_duration_since(Instant::now());
                // Rounded up, so that a deadline is never looked at too early and in a busy loop.
                i32::try_from(left.as_millis()).unwrap_or(i32::MAX - 1) + i32::from(!left.is_zero())
            });
            let n = epoll::wait(&self.control, &mut events, ms);
            let (mut links, mut control) = (false, due.is_some_and(|due| Instant::now() >= due));
            for event in &events[..n] {
                match event.u64 {
                    mark::LINKS => links = true,
                    mark::BELL => {
                        sys::hush(&self.bell);
                        control = true;
                    }
                    other => {
                        setup::ready(self, other, event.events);
                        control = true;
                    }
                }
            }
            if links && self.take_over() && self.serve_links() == 0 {
                // Somebody else is at it.
                sys::sleep(&self.away, 0, AWAY / 4);
            }
            if control {
                for id in std::mem::take(&mut *lock(&self.buried)) {
                    self.reap(id);
                }
                setup::tick(self, Instant::now());
                due = lock(&self.setup).due();
            }
        }
    }

    /// Ends a link that failed: its socket is closed, its operations end, its owner is told.
    #[cold]
    fn reap(&self, id: LinkId) {
        let Some(link) = link::find(id) else { return };
        let (owner, tell, in_order, error) = {
            let mut fire = Fire::new(fixed(&link).spec.ext);
            let mut tx = link.tx.wait();
            let mut rx = link.rx.wait();
            let fd = link.fd.swap(-1, Ordering::Relaxed);
            if fd < 0 {
                return;
            }
            self.unwatch(fd);
            let queues = link.queues();
            let idle = tx.idle() && queues.posts.is_empty() && queues.open.is_empty();
            let spec = &fixed(&link).spec;
            let error = {
                let mut error = lock(&link.error);
                let reason = error.take().unwrap_or_else(|| Error::new(Code::INTERNAL, ends(spec)));
                // What the other end did wrong, it is told.
                if reason.code == Code::PARA {
                    let text = cut(&reason.text, super::frame::TEXT);
                    let fault = Frame { len: text.len() as u64, ..Frame::new(What::Fault) };
                    tx.last_words(fd, &fault, text.as_bytes());
                }
                let text = format!("{} (sent {}; received {})", reason.text, tx.log, rx.log);
                error.insert(Error::new(reason.code, text)).clone()
            };
            tx.end_all(queues, |done| fire.done(done, error.code));
            rx.export(&[]);
            setup::drain(self, fd);
            lock(&self.setup).left(spec);
            (spec.owner, spec.on_fail, rx.bye && idle, error)
        };
        drop(link);
        if !in_order {
            log::error!("{}", error.text);
        }
        tell(owner, &error);
    }
}

/// The first `most` bytes of a text, without cutting a character.
fn cut(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

/// See [`super::close`].
pub(super) fn close(id: LinkId) {
    /// How long what was posted may take to be sent.
    const LAST: Duration = Duration::from_millis(300);
    let Some(core) = existing() else { return };
    let unsent = |link: &Live| {
        let turn = link.tx.enter();
        let queues = link.queues();
        let queued = !queues.posts.is_empty() || !queues.asked.is_empty();
        link.ready() && (queued || turn.is_none_or(|tx| !tx.idle()))
    };
    let until = Instant::now() + LAST;
    while link::find(id).is_some_and(|link| unsent(&link)) && Instant::now() < until {
        if poll() == 0 {
            std::thread::yield_now();
        }
    }
    setup::forget(core, id);
    let Some(taken) = LINKS.take(id) else { return };
    let until = Instant::now() + Duration::from_secs(2);
    while taken.is_pinned() {
        if Instant::now() > until {
            // Whoever has it still works with it: it stays as it is and is never used again.
            log::error!("a link that was closed is in use and cannot be freed");
            return;
        }
        std::thread::yield_now();
    }
    // Nobody has it pinned, and nobody will find it: everything in it is this thread's.
    let link = &*taken;
    let (mut tx, mut rx) = (link.tx.wait(), link.rx.wait());
    // SAFETY: the shell is taken and nobody has it pinned.
    let Some(fixed) = (unsafe { link.strip() }) else { return };
    link.state.store(state::FAILED, Ordering::Release);
    let fd = link.fd.swap(-1, Ordering::Relaxed);
    let queues = link.queues();
    if fd >= 0 {
        core.unwatch(fd);
        tx.last_words(fd, &Frame::new(What::Bye), &[]);
        setup::drain(core, fd);
        lock(&core.setup).left(&fixed.spec);
    }
    let mut ended = Vec::new();
    tx.end_all(queues, |done| ended.push(done));
    rx.export(&[]);
    drop((tx, rx));
    drop(taken);
    let mut fire = Fire::new(fixed.spec.ext);
    ended.into_iter().for_each(|done| fire.done(done, Code::SUSPENDING));
}
