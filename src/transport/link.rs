//! One link: its state, its queues, and who may touch what.
//!
//! The sending half ([`Link::tx`]) and the receiving half ([`Link::rx`]) are each used by one thread at a time, which
//! takes its *turn*. Whoever finds a half taken leaves its work in a queue, and whoever gives a turn back looks at
//! the queues once more. The socket is closed by somebody who has both turns.

use std::cell::UnsafeCell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering, fence};

use hcomm_base::slab::{Pinned, Slab};
use hcomm_base::sync::{Mutex, lock};
use hcomm_base::{Code, Error};
use npu_ext::{Notify, NpuExt};

use super::cell;
use super::frame::{Frame, What};
use super::io;
use super::ring::{Ring, Turned};
use super::rx::Rx;
use super::tx::{self, Tx};
use super::{Kind, LinkId, LinkSpec, POST_RING, Post, Posted};

/// Questions (reads and fences) that an end may have open; part of the wire format.
pub(super) const QUESTIONS: usize = 256;
/// Bytes that one call moves in one direction before it looks at something else.
pub(super) const BUDGET: u64 = 4 << 20;

/// All links of the process.
pub(super) static LINKS: Slab<Link> = Slab::new(0x2A);

/// A link that does not go away.
pub(super) type Live = Pinned<'static, Link>;

/// Values of [`Link::state`].
pub(super) mod state {
    /// Not connected yet.
    pub const CONNECTING: u32 = 0;
    /// Established.
    pub const READY: u32 = 1;
    /// Given up.
    pub const FAILED: u32 = 2;
}

/// An operation that was posted.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// What travels, except that a read also has the type and operation with which its data is reduced here.
    pub frame: Frame,
    /// Data that was asked for is reduced, not copied.
    pub reduce: bool,
    /// Another post follows at once.
    pub more: bool,
    /// Address in this process.
    pub local: u64,
    /// Recorded when it is done; see [`Fire`].
    pub done: u64,
}

/// The queues, which are made when a shell is first used and then stay.
pub(super) struct Queues {
    /// Posted and not sent.
    pub posts: Ring<Entry>,
    /// Questions of this end that are sent and not answered; filled by who sends, emptied by who receives.
    pub open: Ring<Entry>,
    /// Questions of the other end; filled by who receives, emptied by who sends.
    pub asked: Ring<Frame>,
}

/// A link.
#[derive(Default)]
pub(super) struct Link {
    /// One of [`state`].
    pub state: AtomicU32,
    /// The socket; -1 before the link is established and after it failed.
    pub fd: AtomicI32,
    /// The sending half.
    pub tx: Turned<Tx>,
    /// The receiving half.
    pub rx: Turned<Rx>,
    /// The socket took no more; an event will tell when it does.
    pub blocked: AtomicBool,
    /// A part of a frame is sent.
    pub partial: AtomicBool,
    /// The oldest post has to wait for answers.
    pub held: AtomicBool,
    /// Reads that are sent and have not landed.
    pub reads: AtomicU32,
    /// Why it failed.
    pub error: Mutex<Option<Error>>,
    queues: OnceLock<Box<Queues>>,
    fixed: UnsafeCell<Option<Box<Fixed>>>,
}

/// What does not change while the link lives.
pub(super) struct Fixed {
    /// As given to [`super::open`], without the exports.
    pub spec: LinkSpec,
    /// Records that are not consumed, of a counted link.
    pub counts: Box<[AtomicU32]>,
}

// SAFETY: `fixed` is written by who reserved the shell, or took it when nobody had it pinned, and read by who has it
// pinned; everything else is synchronised by itself.
unsafe impl Sync for Link {}
// SAFETY: as above.
unsafe impl Send for Link {}

/// The link with this number.
#[inline]
pub(super) fn find(id: LinkId) -> Option<Live> {
    if io::forked() { None } else { LINKS.pin(id) }
}

/// What does not change.
pub(super) fn fixed(link: &Live) -> &Fixed {
    // SAFETY: it is pinned, so it was published, after `fixed` was written, and is not taken apart yet.
    match unsafe { &*link.shell().fixed.get() } {
        Some(fixed) => fixed,
        None => unreachable!("a published link has its specification"),
    }
}

impl Link {
    /// Sets up a shell, before it is published.
    pub(super) fn prepare(&self, spec: LinkSpec) {
        self.queues.get_or_init(|| {
            Box::new(Queues {
                posts: Ring::new(POST_RING),
                open: Ring::new(QUESTIONS),
                asked: Ring::new(QUESTIONS),
            })
        });
        self.rx.wait().start(&spec.exports);
        self.tx.wait().start();
        let counts = if spec.counted { spec.notifies.1 } else { 0 };
        let fixed = Fixed { spec, counts: (0..counts).map(|_| AtomicU32::new(0)).collect() };
        // SAFETY: the shell is not published: nobody reads.
        unsafe { *self.fixed.get() = Some(Box::new(fixed)) };
        *lock(&self.error) = None;
        self.fd.store(-1, Ordering::Relaxed);
        self.blocked.store(false, Ordering::Relaxed);
        self.partial.store(false, Ordering::Relaxed);
        self.held.store(false, Ordering::Relaxed);
        self.reads.store(0, Ordering::Relaxed);
        self.state.store(state::CONNECTING, Ordering::Release);
    }

    /// Takes the specification out.
    ///
    /// # Safety
    /// The shell is taken, and nobody has it pinned.
    pub(super) unsafe fn strip(&self) -> Option<Box<Fixed>> {
        // SAFETY: nobody else looks at it.
        unsafe { (*self.fixed.get()).take() }
    }

    /// The queues.
    #[inline]
    pub(super) fn queues(&self) -> &Queues {
        match self.queues.get() {
            Some(queues) => queues,
            None => unreachable!("a published link has its queues"),
        }
    }

    /// True if operations may be posted.
    #[inline]
    pub(super) fn ready(&self) -> bool {
        self.state.load(Ordering::Acquire) == state::READY
    }

    /// True if something could be sent that nobody has taken up.
    fn sendable(&self) -> bool {
        if self.blocked.load(Ordering::SeqCst) || !self.ready() {
            return false;
        }
        let queues = self.queues();
        self.partial.load(Ordering::SeqCst)
            || !queues.asked.is_empty()
            || !queues.posts.is_empty() && !self.held.load(Ordering::SeqCst)
    }
}

/// Records notifies, and lets the streams that wait for them run when nothing is held any more that their tasks might
/// want: at the latest when it is dropped.
pub(super) struct Fire {
    ext: &'static NpuExt,
    unsettled: bool,
}

impl Fire {
    /// Nothing is recorded yet.
    #[inline]
    pub(super) fn new(ext: &'static NpuExt) -> Fire {
        Fire { ext, unsettled: false }
    }

    /// Records the notify at an address.
    #[inline]
    pub(super) fn record(&mut self, notify: u64) {
        // SAFETY: usable table; who posted, or opened the link, promised a notify that lives.
        unsafe { (self.ext.notify_record_later)(notify as *mut Notify) };
        self.unsettled = true;
    }

    /// An operation has ended: `done` is 0, the address of a notify, or a [`cell`] with its mark.
    #[inline]
    pub(super) fn done(&mut self, done: u64, code: Code) {
        if done == 0 {
            return;
        }
        if cell::is(done) {
            // SAFETY: a marked address comes from `cell::Cell::mark`, and is fired once.
            return unsafe { cell::fire(done) };
        }
        // SAFETY: who posted promised a notify that lives until it is recorded.
        unsafe { &*(done as *const Notify) }.status.store(code.0 as u32, Ordering::Relaxed);
        self.record(done);
    }

    /// Lets streams run.
    #[inline]
    pub(super) fn settle(&mut self) {
        if std::mem::take(&mut self.unsettled) {
            // SAFETY: usable table.
            unsafe { (self.ext.settle)() };
        }
    }
}

impl Drop for Fire {
    fn drop(&mut self) {
        self.settle();
    }
}

/// The frame of a post; `None` if its arguments make no sense.
fn frame(link: &Live, post: &Post) -> Option<Frame> {
    let what = match post.kind {
        Kind::Write => What::Write,
        Kind::WriteReduce => What::WriteReduce,
        Kind::Read | Kind::ReadReduce => What::Read,
        Kind::Record => What::Record,
        Kind::Fence => What::Fence,
    };
    let mut frame = Frame::new(what);
    if matches!(what, What::Write | What::WriteReduce | What::Read) {
        frame.addr = post.remote;
        frame.len = post.n;
    }
    if matches!(post.kind, Kind::WriteReduce | Kind::ReadReduce) {
        if !hcomm_kernels::supported(post.dtype, post.op) {
            return None;
        }
        frame.len = post.n.checked_mul(hcomm_kernels::size_of(post.dtype)? as u64)?;
        (frame.dtype, frame.op) = (post.dtype as u8, post.op as u8);
    }
    if matches!(what, What::Write | What::WriteReduce | What::Record) {
        frame.notify = post.notify;
    }
    let known = frame.notify.is_none_or(|notify| notify < fixed(link).spec.remote_notify_num);
    let complete = what != What::Record || frame.notify.is_some();
    let bounded = frame.addr.checked_add(frame.len).is_some() && post.local.checked_add(frame.len).is_some();
    (known && complete && bounded).then_some(frame)
}

/// See [`super::post`]; `done` may be a [`cell`].
#[inline]
pub(super) fn post(id: LinkId, post: &Post, done: u64) -> Posted {
    let Some(link) = find(id) else { return Posted::Failed(Code::PTR) };
    if !link.ready() {
        return Posted::Failed(refusal(&link));
    }
    let Some(frame) = frame(&link, post) else { return Posted::Failed(Code::PARA) };
    let reduce = post.kind == Kind::ReadReduce;
    let entry = Entry { frame, reduce, more: post.more, local: post.local, done };
    let queues = link.queues();
    if queues.posts.is_empty()
        && let Some(mut tx) = link.tx.enter()
    {
        // What others posted meanwhile, and what is under way, comes first.
        if tx.idle() && queues.asked.is_empty() && queues.posts.is_empty() && tx.take(&link, &entry) {
            let here = tx.send_direct(&link, id);
            drop(tx);
            let mut fire = Fire::new(fixed(&link).spec.ext);
            kick(&link, id, &mut fire);
            if !here && !link.ready() {
                sweep(&link, &mut fire);
            }
            return if here { Posted::Done } else { Posted::Later };
        }
    }
    let taken = queues.posts.push(entry);
    let mut fire = Fire::new(fixed(&link).spec.ext);
    kick(&link, id, &mut fire);
    if !taken {
        return Posted::Full;
    }
    if !link.ready() {
        sweep(&link, &mut fire);
    }
    Posted::Later
}

#[cold]
fn refusal(link: &Live) -> Code {
    lock(&link.error).as_ref().map_or(Code::AGAIN, |error| error.code)
}

/// Sends what can be sent, unless somebody does; returns how much happened.
pub(super) fn kick(link: &Live, id: LinkId, fire: &mut Fire) -> u32 {
    let mut did = 0;
    loop {
        // Who queued something did so before; who has the turn looks at the queues after giving it back.
        fence(Ordering::SeqCst);
        if !link.sendable() {
            return did;
        }
        let Some(mut tx) = link.tx.enter() else { return did };
        did += tx::drive(link, id, &mut tx, fire);
        drop(tx);
        fire.settle();
    }
}

/// Ends the operations that were posted while a link failed, too late for the transport's thread to end them.
#[cold]
fn sweep(link: &Live, fire: &mut Fire) {
    let code = refusal(link);
    let (mut tx, _rx) = (link.tx.wait(), link.rx.wait());
    // While it has its socket, the thread is still to come.
    if link.fd.load(Ordering::Relaxed) < 0 {
        tx.end_all(link.queues(), |done| fire.done(done, code));
    }
}

/// Gives an established link up; the first reason counts. The transport's thread does the rest.
#[cold]
pub(super) fn fail(link: &Live, id: LinkId, error: Error) {
    {
        let mut known = lock(&link.error);
        if link.state.load(Ordering::Acquire) != state::READY {
            return;
        }
        *known = Some(error);
        link.state.store(state::FAILED, Ordering::Release);
    }
    io::bury(id);
}

/// Names both ends, for texts.
pub(super) fn ends(spec: &LinkSpec) -> String {
    let far = match spec.role {
        super::Role::Connect(address) => format!(" at {address}"),
        super::Role::Listen => String::new(),
    };
    format!(
        "link between local rank {} at {} and remote rank {}{far}",
        spec.local_rank, spec.local, spec.remote_rank
    )
}
