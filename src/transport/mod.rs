//! Links: one-sided operations and notifies between two processes over TCP.
//!
//! A *link* is one TCP connection between two ends that share a secret. Either end reads, writes and reduces the
//! other end's memory by the addresses that hold there, and records the other end's notifies. An end executes the
//! requests of the other in the order in which they were posted, so whoever sees a notify also sees what was written
//! before it. `docs/network.md` has the wire format and says what is secured how.
//!
//! Nothing in [`post`], [`poll`] and the service of established links allocates, locks or logs unless something
//! fails. All functions may be called from every thread.

mod cell;
mod frame;
mod handshake;
mod io;
mod link;
mod recent;
mod ring;
mod rx;
mod setup;
mod sys;
mod tx;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use hcomm_base::sync::lock;
use hcomm_base::{Code, Error, Result, bail};
use npu_ext::{Notify, NpuExt};

/// Number of a link; 0 is none, and the number of a closed link is refused for ever.
pub type LinkId = u64;

/// Who makes the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The other end connects to the listener at [`LinkSpec::local`].
    Listen,
    /// This end connects to the other end's listener.
    Connect(SocketAddr),
}

/// What [`open`] needs to know.
#[derive(Clone, Debug)]
pub struct LinkSpec {
    /// The runtime's table, for recording notifies.
    pub ext: &'static NpuExt,
    /// Secret that both ends share and nobody else knows; used for one link.
    pub key: [u8; 32],
    /// Name of the link, the same at both ends, unique among the links of the listener's process.
    pub id: [u8; 16],
    /// Who connects.
    pub role: Role,
    /// [`Role::Listen`]: what [`listen`] returned. [`Role::Connect`]: the address to come from, with its scope if it
    /// is a link-local one; the port is not used, and an unspecified address (`0.0.0.0`, `::`) means any.
    pub local: SocketAddr,
    /// When connecting has failed.
    pub deadline: Instant,
    /// Address of the first of this end's [`Notify`]s, and how many follow each other: what the other end records.
    pub notifies: (u64, u32),
    /// Each record of this end's notifies counts, instead of setting a latch; see [`consumed`].
    pub counted: bool,
    /// Notifies of the other end.
    pub remote_notify_num: u32,
    /// Memory of this process that the other end may read and write: address, bytes.
    pub exports: Vec<(u64, u64)>,
    /// Number that `on_fail` gets, usually the channel.
    pub owner: u64,
    /// For texts.
    pub local_rank: u32,
    /// For texts.
    pub remote_rank: u32,
    /// Called once when an established link fails or the other end closes it, on the transport's thread, without locks
    /// held; everything that the other end recorded before is recorded. It may still be under way when a [`close`] at
    /// the same time returns.
    pub on_fail: fn(owner: u64, error: &Error),
}

/// State of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not connected yet.
    Connecting,
    /// Operations may be posted.
    Ready,
    /// It could not be connected, broke, or was closed by the other end.
    Failed(Error),
}

/// What a [`Post`] does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Copies `n` bytes from `local` to `remote`.
    Write,
    /// Copies `n` bytes from `remote` to `local`.
    Read,
    /// `remote[i] = remote[i] op local[i]` for `n` elements.
    WriteReduce,
    /// `local[i] = local[i] op remote[i]` for `n` elements.
    ReadReduce,
    /// Records the other end's notify [`Post::notify`].
    Record,
    /// Is done when everything posted before has been executed at the other end.
    Fence,
}

/// One operation.
#[derive(Clone, Copy, Debug)]
pub struct Post {
    /// What is done.
    pub kind: Kind,
    /// Another post follows at once on this thread: the transport may hold this one back for it. The last one says
    /// false.
    pub more: bool,
    /// Address in this process.
    pub local: u64,
    /// Address in the other end's process.
    pub remote: u64,
    /// Bytes; of reductions: elements.
    pub n: u64,
    /// Reductions: number of the `HcclDataType`.
    pub dtype: u32,
    /// Reductions: number of the `HcclReduceOp`.
    pub op: u32,
    /// [`Kind::Record`], [`Kind::Write`], [`Kind::WriteReduce`]: notify of the other end that is recorded behind it.
    pub notify: Option<u32>,
}

impl Post {
    /// A fence; the starting point for others.
    pub const FENCE: Post =
        Post { kind: Kind::Fence, more: false, local: 0, remote: 0, n: 0, dtype: 0, op: 0, notify: None };
}

/// Answer of [`post`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posted {
    /// Done as the `done` notify would have said; it is not recorded.
    Done,
    /// Taken; the `done` notify is recorded when it is done or has failed. Its `status` then is 0 or the [`Code`].
    Later,
    /// Not taken, since too many operations are posted and not sent: call [`poll`], or wait for one of them, and
    /// post again. At least [`POST_RING`] operations of a link are taken.
    Full,
    /// Not taken; [`last_error`] has the sentence.
    Failed(Code),
}

/// Operations that a link holds while its connection takes no more.
pub const POST_RING: usize = 512;

/// Starts to listen at an address of this machine; port 0: any free port. There is one listener for each address and
/// port (port 0 counts as one) of the process: further calls count, and return the same address.
pub fn listen(at: SocketAddr) -> Result<SocketAddr> {
    setup::listen(at)
}

/// Undoes one [`listen`] of this address, as asked for or as returned; the last one closes the listener. Established
/// links stay.
pub fn unlisten(at: SocketAddr) {
    setup::unlisten(at);
}

/// Starts to connect a link and returns at once; [`status`] tells how it went.
pub fn open(spec: LinkSpec) -> Result<LinkId> {
    setup::open(spec)
}

#[cold]
fn unknown(link: LinkId) -> Error {
    Error::new(Code::PTR, format!("link {link:#x} does not exist: it was closed, or never opened"))
}

/// How it stands with a link.
pub fn status(link: LinkId) -> Status {
    let Some(link) = link::find(link) else { return Status::Failed(unknown(link)) };
    match link.state.load(Ordering::Acquire) {
        link::state::CONNECTING => Status::Connecting,
        link::state::READY => Status::Ready,
        _ => Status::Failed(
            lock(&link.error)
                .clone()
                .unwrap_or_else(|| Error::new(Code::INTERNAL, link::ends(&link::fixed(&link).spec))),
        ),
    }
}

/// Replaces the memory that the other end may read and write. When the call has returned, the other end can write no
/// memory that is not in the list; what it asked to read before may still be read.
pub fn set_exports(link: LinkId, exports: &[(u64, u64)]) -> Result {
    let Some(live) = link::find(link) else { return Err(unknown(link)) };
    live.rx.wait().export(exports);
    Ok(())
}

/// Closes a link. What was posted before is still sent if the other end takes it within a short time; `done` notifies
/// of what is not are recorded. When the call has returned, nothing of this process's memory is touched any more on
/// behalf of the link. Takes at most about a second. Not from `on_fail`.
pub fn close(link: LinkId) {
    io::close(link);
}

/// Posts an operation. Never blocks. `done` is recorded when the source may be changed (writes, records), when what
/// was read has landed, or when the fence is answered; null: nobody asks.
///
/// # Safety
/// The local memory must stay valid until the operation is done. `done` is null or a notify that lives until then. A
/// local address that is not mapped fails the link where the system finds it out: when it is sent from, or a long
/// payload is received into it.
#[inline]
pub unsafe fn post(link: LinkId, post: &Post, done: *mut Notify) -> Posted {
    link::post(link, post, done as u64)
}

/// Why a link failed, or that it does not exist.
pub fn last_error(link: LinkId) -> Option<Error> {
    match status(link) {
        Status::Failed(error) => Some(error),
        _ => None,
    }
}

/// The newest operations of both directions of a link, for error texts; empty if there is no such link.
pub fn last_operations(link: LinkId) -> String {
    let Some(link) = link::find(link) else { return String::new() };
    let sent = link.tx.wait().log.to_string();
    let received = link.rx.wait().log.to_string();
    format!("sent {sent}; received {received}")
}

/// Waits until all operations posted before are executed at the other end. `None`: as long as it takes. TIMEOUT when
/// the time is over, SUSPENDING when `abort` becomes non-zero, the link's error when it failed.
pub fn flush(link: LinkId, timeout: Option<Duration>, abort: Option<&AtomicU32>) -> Result {
    /// How long a wait polls before it leaves that to the transport's thread.
    const SPIN: Duration = Duration::from_micros(100);
    /// How often `abort` is looked at.
    const LOOK: Duration = Duration::from_millis(1);
    let began = Instant::now();
    let over = |what: &str| -> Result {
        if abort.is_some_and(|word| word.load(Ordering::Acquire) != 0) {
            bail!(SUSPENDING, "{what} of link {link:#x} was aborted");
        }
        if timeout.is_some_and(|timeout| began.elapsed() >= timeout) {
            let who = link::find(link).map(|link| link::ends(&link::fixed(&link).spec)).unwrap_or_default();
            bail!(
                TIMEOUT,
                "{who}: {what} took longer than {} ms ({})",
                began.elapsed().as_millis(),
                last_operations(link)
            );
        }
        Ok(())
    };
    let cell = cell::Cell::new();
    loop {
        match link::post(link, &Post::FENCE, cell.mark()) {
            Posted::Done | Posted::Later => break,
            Posted::Failed(code) => {
                cell.unused();
                return Err(
                    last_error(link).unwrap_or_else(|| Error::new(code, "a fence could not be posted"))
                );
            }
            Posted::Full => {
                cell.unused();
                over("posting a fence")?;
                if poll() == 0 {
                    std::thread::yield_now();
                }
            }
        }
    }
    let mut spinner = io::Spinner::new();
    let mut idle_since = Instant::now();
    while !cell.done() {
        if spinner.is_some() {
            let now = Instant::now();
            if poll() != 0 {
                idle_since = now;
            } else if now - idle_since > SPIN {
                spinner = None;
            }
        } else {
            cell.sleep(LOOK);
        }
        over("the fence")?;
    }
    last_error(link).map_or(Ok(()), Err)
}

/// Sends and receives what can be sent and received now, for all links of the process, on the calling thread; returns
/// how much happened (0: nothing). For loops that wait for something a link brings.
pub fn poll() -> u32 {
    io::poll()
}

/// A wait for notify `index` of this end of a [`LinkSpec::counted`] link took its latch: one record is consumed, and
/// the latch is set again if there are more. Each such wait must call it.
pub fn consumed(link: LinkId, index: u32) {
    let Some(link) = link::find(link) else { return };
    let fixed = link::fixed(&link);
    if let Some(count) = fixed.counts.get(index as usize)
        && count.fetch_update(Ordering::AcqRel, Ordering::Acquire, |n| n.checked_sub(1)).is_ok_and(|n| n > 1)
    {
        let notify = fixed.spec.notifies.0 + u64::from(index) * size_of::<Notify>() as u64;
        // SAFETY: usable table; the notifies live as long as the link.
        unsafe { (fixed.spec.ext.notify_record)(notify as *mut Notify) };
    }
}
