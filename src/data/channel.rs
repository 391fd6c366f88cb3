//! Channels: what one rank may do to another.
//!
//! A channel is carried in one of two ways, fixed when it connects. [`connect`]: the peer's device memory and notifies
//! lie in this process, and its other memory is copied between the processes. [`connect_net`]: a link of the transport
//! carries everything, and remote addresses are the peer's own.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering, fence};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use hcomm_abi::{CommEngine, CommProtocol};
use hcomm_base::segmented::Segmented;
use hcomm_base::slab::Pinned;
use hcomm_base::{Code, Error, Result, bail, env};
use npu_ext::Notify;

use super::comm::Comm;
use crate::driver::{self, Notifies};
use crate::handle::{ChannelHandle, Kind, Table};
use crate::transport::{self, LinkId};

/// All channels of the process.
pub(super) static CHANNELS: Table<Shell> = Table::new(Kind::Channel);

/// What a channel is made of on this side.
#[derive(Clone, Debug)]
pub struct ChannelSpec {
    /// Engine whose code uses the channel.
    pub engine: CommEngine,
    /// Protocol; mapped memory carries those that [`is_memory_semantic`] accepts.
    pub protocol: CommProtocol,
    /// Communicator, `None` for a channel of the base layer.
    pub comm: Option<Arc<Comm>>,
    /// Rank at this end, for error texts (base layer: 0).
    pub local_rank: u32,
    /// Rank at the other end, for error texts (base layer: 0).
    pub remote_rank: u32,
    /// Notifies of this end, which the peer records. The channel owns them: [`destroy`] frees them.
    pub notifies: Notifies,
}

/// A range of the peer's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// First byte: as valid in this process, or as its owner knows it.
    pub addr: u64,
    /// Bytes.
    pub len: u64,
    /// 0, or the process of this machine to whose private memory it belongs: then [`super::vm`] copies.
    pub process: i32,
}

impl Range {
    /// Memory that lies in this process; on a link: memory of the peer at its own address.
    pub fn mapped(addr: u64, len: u64) -> Range {
        Range { addr, len, process: 0 }
    }

    /// Private memory of another process of this machine, at its own address.
    pub fn of_process(process: i32, addr: u64, len: u64) -> Range {
        Range { addr, len, process }
    }
}

/// What the peer told about its end.
#[derive(Clone, Debug, Default)]
pub struct Remote {
    /// Notifies of the peer, at an address valid in this process; `None`: it has none.
    pub notifies: Option<Notifies>,
    /// Memory of the peer that this side may reach.
    pub ranges: Vec<Range>,
}

/// What the peer told about its end of a link.
#[derive(Clone, Debug, Default)]
pub struct RemoteNet {
    /// Number of the peer's notifies.
    pub notify_num: u32,
    /// Memory of the peer that this side may reach, at the peer's addresses.
    pub ranges: Vec<Range>,
}

/// How far a channel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// [`connect`] has not been called yet: operations answer AGAIN.
    Connecting,
    /// Operations work.
    Ready,
    /// Operations answer the error of [`fail`].
    Failed,
}

/// What is fixed about a channel.
#[derive(Clone, Debug)]
pub struct Info {
    /// As in [`ChannelSpec`].
    pub engine: CommEngine,
    /// As in [`ChannelSpec`].
    pub protocol: CommProtocol,
    /// As in [`ChannelSpec`].
    pub comm: Option<Arc<Comm>>,
    /// As in [`ChannelSpec`].
    pub local_rank: u32,
    /// As in [`ChannelSpec`].
    pub remote_rank: u32,
    /// Notifies of this end.
    pub notifies: Notifies,
    /// Notifies of the other end ([`Notifies::NONE`] before [`connect`]); their address is 0 on a link.
    pub remote_notifies: Notifies,
    /// Link that carries the channel, 0: none.
    pub link: LinkId,
}

/// State words of a shell.
mod state {
    pub(super) const CONNECTING: u32 = 0;
    /// Ready, carried by mapped memory.
    pub(super) const READY: u32 = 1;
    pub(super) const FAILED: u32 = 2;
    /// Ready, carried by a link.
    pub(super) const NET: u32 = 3;
}

/// What the data plane reads of a channel without a lock. Re-used for later channels; a reader that races with the
/// end of a channel may see values of two channels, all of them addresses of mapped memory.
#[derive(Debug, Default)]
pub(super) struct Shell {
    state: AtomicU32,
    /// Index of the range that matched last.
    hint: AtomicU32,
    range_num: AtomicU32,
    remote_notify_num: AtomicU32,
    remote_notify_base: AtomicU64,
    /// The first [`NEAR`] ranges the peer exported: `[first, end)`.
    near: [Span; NEAR],
    /// The others.
    far: Segmented<Span, 8, 20>,
    /// Ranges of the private memory of `process`.
    private: Segmented<Span, 8, 20>,
    private_num: AtomicU32,
    process: AtomicI32,
    link: AtomicU64,
    notify_base: AtomicU64,
    notify_num: AtomicU32,
    /// Seconds, 0: none.
    exec_timeout: AtomicU64,
    /// Not 0: callers that wait for a notify of the channel give up.
    abort: AtomicU32,
    engine: AtomicI32,
    protocol: AtomicI32,
    /// The ranks are those of a communicator.
    ranked: AtomicU32,
    local_rank: AtomicU32,
    remote_rank: AtomicU32,
    counts: Counts,
    cold: Mutex<Option<Cold>>,
}

/// What was done on a channel, for error texts. Not exact where several threads use a channel at once. Lines of their
/// own: everything else of a shell is read only.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Counts {
    transfers: AtomicU64,
    records: AtomicU64,
    waits: AtomicU64,
}

/// What [`Shell::count`] counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    Transfer,
    Record,
    Wait,
}

/// First byte and end of a range.
type Span = [AtomicU64; 2];

/// Ranges that are found without going through a table.
const NEAR: usize = 4;

#[derive(Debug)]
struct Cold {
    info: Info,
    error: Option<Error>,
}

/// True for the protocols that this library carries by loads and stores to mapped memory.
pub fn is_memory_semantic(protocol: CommProtocol) -> bool {
    use CommProtocol::*;
    matches!(
        protocol,
        COMM_PROTOCOL_HCCS
            | COMM_PROTOCOL_HCCS_ONLY
            | COMM_PROTOCOL_PCIE
            | COMM_PROTOCOL_SIO
            | COMM_PROTOCOL_UB_CTP
            | COMM_PROTOCOL_UBC_TP
            | COMM_PROTOCOL_UB_MEM
            | COMM_PROTOCOL_UB_RTP
    )
}

/// True if each record of a channel's notify counts: channels of the CPU engine over RoCE.
pub fn is_counted(engine: CommEngine, protocol: CommProtocol) -> bool {
    engine == CommEngine::COMM_ENGINE_CPU && protocol == CommProtocol::COMM_PROTOCOL_ROCE
}

/// Makes a channel in status [`Status::Connecting`]. On failure the notifies stay the caller's.
pub fn create(spec: ChannelSpec) -> Result<ChannelHandle> {
    let shell = CHANNELS.reserve()?;
    let handle = shell.handle();
    // Whoever reads something of this channel through the handle of an earlier one sees that it has ended.
    fence(Ordering::Release);
    shell.reset();
    shell.notify_base.store(spec.notifies.addr, Ordering::Relaxed);
    shell.notify_num.store(spec.notifies.num, Ordering::Relaxed);
    shell.local_rank.store(spec.local_rank, Ordering::Relaxed);
    shell.remote_rank.store(spec.remote_rank, Ordering::Relaxed);
    shell.engine.store(spec.engine as i32, Ordering::Relaxed);
    shell.protocol.store(spec.protocol as i32, Ordering::Relaxed);
    shell.ranked.store(u32::from(spec.comm.is_some()), Ordering::Relaxed);
    let exec_timeout = spec
        .comm
        .as_ref()
        .map_or_else(|| env::HCCL_EXEC_TIMEOUT.get_or_default(), |comm| comm.exec_timeout());
    shell.exec_timeout.store(exec_timeout, Ordering::Relaxed);
    shell.abort.store(0, Ordering::Relaxed);
    let comm = spec.comm.clone();
    *shell.lock() = Some(Cold {
        info: Info {
            engine: spec.engine,
            protocol: spec.protocol,
            comm: spec.comm,
            local_rank: spec.local_rank,
            remote_rank: spec.remote_rank,
            notifies: spec.notifies,
            remote_notifies: Notifies::NONE,
            link: 0,
        },
        error: None,
    });
    shell.publish();
    if let Some(comm) = comm {
        comm.add_channel(handle);
    }
    Ok(handle)
}

/// Gives a channel what the peer told and makes it [`Status::Ready`], carried by mapped memory. A second call is an
/// INTERNAL error.
pub fn connect(handle: ChannelHandle, remote: &Remote) -> Result {
    ready(handle, remote.notifies.unwrap_or(Notifies::NONE), &remote.ranges, 0)
}

/// Gives a channel what the peer told and makes it [`Status::Ready`], carried by a link, which belongs to the channel
/// from now on: [`destroy`] closes it. The owner of the link is the handle, its `on_fail` is [`link_failed`]. A second
/// call is an INTERNAL error.
pub fn connect_net(handle: ChannelHandle, link: LinkId, remote: &RemoteNet) -> Result {
    ready(handle, Notifies { addr: 0, num: remote.notify_num }, &remote.ranges, link)
}

fn ready(handle: ChannelHandle, notifies: Notifies, ranges: &[Range], link: LinkId) -> Result {
    let shell = find(handle)?;
    let mut cold = shell.lock();
    let Some(cold) = cold.as_mut() else { return Err(CHANNELS.refuse(Code::NOT_FOUND, handle)) };
    if let Some(error) = &cold.error {
        return Err(error.clone());
    }
    if shell.state.load(Ordering::Relaxed) != state::CONNECTING {
        bail!(INTERNAL, "channel {handle:#x} was connected before");
    }
    if link == 0 && !is_memory_semantic(cold.info.protocol) {
        bail!(NOT_SUPPORT, "protocol {:?} is carried by a link, not by mapped memory", cold.info.protocol);
    }
    shell.add(ranges)?;
    shell.remote_notify_base.store(notifies.addr, Ordering::Relaxed);
    shell.remote_notify_num.store(notifies.num, Ordering::Relaxed);
    shell.link.store(link, Ordering::Relaxed);
    cold.info.remote_notifies = notifies;
    cold.info.link = link;
    shell.state.store(if link == 0 { state::READY } else { state::NET }, Ordering::Release);
    Ok(())
}

/// Adds memory of the peer that this side may reach from now on.
pub fn add_ranges(handle: ChannelHandle, ranges: &[Range]) -> Result {
    let shell = find(handle)?;
    let cold = shell.lock();
    if cold.is_none() {
        return Err(CHANNELS.refuse(Code::NOT_FOUND, handle));
    }
    shell.add(ranges)
}

/// Takes a range of [`add_ranges`] back: later operations may not reach it.
pub fn drop_range(handle: ChannelHandle, range: Range) {
    let Some(shell) = CHANNELS.pin(handle) else { return };
    let _cold = shell.lock();
    for index in 0..shell.range_num.load(Ordering::Acquire) {
        let Some([first, last]) = shell.span(index) else { continue };
        if first.load(Ordering::Relaxed) == range.addr
            && last.load(Ordering::Relaxed) == range.addr + range.len
        {
            last.store(0, Ordering::Release);
        }
    }
}

/// Replaces the memory of the peer that this side may reach. Operations at the same time on memory that is in one of
/// the lists only may be refused or not.
pub fn set_ranges(handle: ChannelHandle, ranges: &[Range]) -> Result {
    let shell = find(handle)?;
    let cold = shell.lock();
    if cold.is_none() {
        return Err(CHANNELS.refuse(Code::NOT_FOUND, handle));
    }
    shell.range_num.store(0, Ordering::Release);
    shell.private_num.store(0, Ordering::Release);
    shell.add(ranges)
}

/// Makes every later operation on the channel answer `error`; the first error wins. Waits for notifies of this end
/// still consume what was recorded before, all others end with the error.
pub fn fail(handle: ChannelHandle, error: &Error) -> Result {
    let shell = find(handle)?;
    let notifies = {
        let mut cold = shell.lock();
        let Some(cold) = cold.as_mut() else { return Ok(()) };
        cold.error.get_or_insert_with(|| error.clone());
        shell.state.store(state::FAILED, Ordering::Release);
        shell.abort.store(1, Ordering::SeqCst);
        cold.info.notifies
    };
    // Without the lock: streams that go on may come back to this module. The notifies stay while the shell is pinned.
    driver::current().map_or(Ok(()), |driver| driver.notify_end(notifies))
}

/// [`fail`] for a link's `on_fail`: `owner` is the channel.
pub fn link_failed(owner: u64, error: &Error) {
    // Destroyed meanwhile: nobody is left to tell.
    let _ = fail(owner, error);
}

/// Ends the waits of callers on the channel (`on`), or allows them again.
pub(super) fn stop(handle: ChannelHandle, on: bool) {
    let Some(shell) = CHANNELS.pin(handle) else { return };
    // Under the lock of `fail`, or a failure at the same moment would be taken back.
    let _cold = shell.lock();
    let failed = shell.state.load(Ordering::Acquire) == state::FAILED;
    shell.abort.store(u32::from(on || failed), Ordering::SeqCst);
}

/// How far the channel is.
pub fn status(handle: ChannelHandle) -> Result<Status> {
    Ok(match find(handle)?.state.load(Ordering::Acquire) {
        state::CONNECTING => Status::Connecting,
        state::READY | state::NET => Status::Ready,
        _ => Status::Failed,
    })
}

/// What is fixed about the channel.
pub fn info(handle: ChannelHandle) -> Result<Info> {
    let shell = find(handle)?;
    let cold = shell.lock();
    match cold.as_ref() {
        Some(cold) => Ok(cold.info.clone()),
        None => Err(CHANNELS.refuse(Code::NOT_FOUND, handle)),
    }
}

/// Ends the channel and frees the notifies of this end. Queued work that uses the channel must be done (the control
/// plane destroys the threads of a communicator first). Unknown handle: NOT_FOUND.
pub fn destroy(handle: ChannelHandle) -> Result {
    let Some(shell) = CHANNELS.take(handle) else { return Err(CHANNELS.refuse(Code::NOT_FOUND, handle)) };
    shell.reset();
    shell.abort.store(1, Ordering::SeqCst);
    let deadline = Instant::now() + CALLER_GRACE;
    while shell.is_pinned() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_micros(50));
    }
    let Some(cold) = shell.lock().take() else { return Ok(()) };
    if cold.info.link != 0 {
        transport::close(cold.info.link);
    }
    if let Some(comm) = &cold.info.comm {
        comm.remove_channel(handle);
    }
    if shell.is_pinned() {
        bail!(INTERNAL, "channel {handle:#x} is still used by a caller; its notifies are not freed");
    }
    drop(shell);
    driver::get()?.notify_free(cold.info.notifies)
}

/// How long [`destroy`] waits for callers that wait for a notify of the channel to give up.
const CALLER_GRACE: Duration = Duration::from_secs(2);

/// A channel on which operations work.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub(super) shell: &'static Shell,
    /// The link that carries it, 0: mapped memory.
    pub(super) link: LinkId,
}

impl std::ops::Deref for Open {
    type Target = Shell;
    #[inline]
    fn deref(&self) -> &Shell {
        self.shell
    }
}

/// The channel, if operations work on it.
#[inline]
pub(super) fn open(handle: ChannelHandle) -> Result<Open> {
    match CHANNELS.get(handle) {
        Some(shell) if shell.state.load(Ordering::Acquire) == state::READY => Ok(Open { shell, link: 0 }),
        _ => open_link(handle),
    }
}

#[cold]
fn open_link(handle: ChannelHandle) -> Result<Open> {
    let Some(shell) = CHANNELS.pin(handle) else { return Err(CHANNELS.refuse(Code::PTR, handle)) };
    match shell.state.load(Ordering::Acquire) {
        state::NET => Ok(shell.shell().opened()),
        _ => Err(refuse(handle)),
    }
}

/// As [`open`], for waits: a failed channel is accepted, too, when notify `index` of this end is recorded.
#[inline]
pub(super) fn open_to_wait(handle: ChannelHandle, index: u32) -> Result<Open> {
    open(handle).or_else(|error| match CHANNELS.pin(handle) {
        Some(shell) if shell.state.load(Ordering::Acquire) == state::FAILED && shell.is_recorded(index) => {
            Ok(shell.shell().opened())
        }
        _ => Err(error),
    })
}

/// Keeps an open channel, and with it the notifies of this end, until the result is dropped; for callers that block.
pub(super) fn hold(handle: ChannelHandle) -> Result<Pinned<'static, Shell>> {
    CHANNELS.pin(handle).ok_or_else(|| CHANNELS.refuse(Code::PTR, handle))
}

/// Fails if the channel ended since it was opened: what was read of it may belong to the next one in its place.
#[inline]
pub(super) fn recheck(handle: ChannelHandle) -> Result {
    // What was read before is read before the handle is looked at again.
    fence(Ordering::Acquire);
    if CHANNELS.get(handle).is_some() { Ok(()) } else { Err(CHANNELS.refuse(Code::PTR, handle)) }
}

/// Why the channel failed, if it did.
pub(super) fn failure(handle: ChannelHandle) -> Option<Error> {
    CHANNELS.pin(handle)?.lock().as_ref()?.error.clone()
}

/// A sentence part about what was done on the channel, for texts of failed waits.
pub(super) fn history(handle: ChannelHandle) -> String {
    CHANNELS.pin(handle).map(|shell| shell.history()).unwrap_or_default()
}

/// Why operations on a channel do not work.
#[cold]
fn refuse(handle: ChannelHandle) -> Error {
    let Some(shell) = CHANNELS.pin(handle) else { return CHANNELS.refuse(Code::PTR, handle) };
    match shell.lock().as_ref().map(|cold| cold.error.clone()) {
        None => CHANNELS.refuse(Code::PTR, handle),
        Some(Some(error)) => error,
        Some(None) => Error::new(
            Code::AGAIN,
            format!("channel {handle:#x} is not connected yet: wait until its status is READY"),
        ),
    }
}

/// Why a caller's wait on a channel ended early.
#[cold]
pub(super) fn stopped(handle: ChannelHandle) -> Error {
    let reason = CHANNELS.pin(handle).and_then(|shell| {
        let cold = shell.lock();
        let cold = cold.as_ref()?;
        cold.error.clone().or_else(|| cold.info.comm.as_ref()?.stopped())
    });
    reason.unwrap_or_else(|| CHANNELS.refuse(Code::PTR, handle))
}

/// Pinned, so that the shell is not another channel's before the caller is done with it.
fn find(handle: ChannelHandle) -> Result<Pinned<'static, Shell>> {
    CHANNELS.pin(handle).ok_or_else(|| CHANNELS.refuse(Code::NOT_FOUND, handle))
}

impl Shell {
    fn lock(&self) -> MutexGuard<'_, Option<Cold>> {
        // Every statement leaves the contents valid, so a panic of another holder does not matter.
        self.cold.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn opened(&'static self) -> Open {
        Open { shell: self, link: self.link.load(Ordering::Relaxed) }
    }

    /// Both ends, for texts.
    pub(super) fn ends(&self) -> Ends {
        let ranked = self.ranked.load(Ordering::Relaxed) != 0;
        let ranks = (self.local_rank.load(Ordering::Relaxed), self.remote_rank.load(Ordering::Relaxed));
        Ends { ranks: ranked.then_some(ranks) }
    }

    /// Counts an operation.
    #[inline(always)]
    pub(super) fn count(&self, what: Count) {
        let counter = match what {
            Count::Transfer => &self.counts.transfers,
            Count::Record => &self.counts.records,
            Count::Wait => &self.counts.waits,
        };
        // Cheaper than an atomic addition.
        counter.store(counter.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }

    /// True if notify `index` of this end is recorded and not consumed.
    fn is_recorded(&self, index: u32) -> bool {
        self.own_notifies().at(index).is_some_and(|addr| {
            // SAFETY: a notify of a live channel, which the pin of the caller keeps.
            let notify = unsafe { &*(addr as *const Notify) };
            notify.flag.load(Ordering::Acquire) != 0
        })
    }

    /// Notifies of this end.
    fn own_notifies(&self) -> Notifies {
        let num = self.notify_num.load(Ordering::Acquire);
        Notifies { addr: self.notify_base.load(Ordering::Relaxed), num }
    }

    /// The last operations of both ends, as far as this end can see them.
    #[cold]
    fn history(&self) -> String {
        let counts = &self.counts;
        let peer = self.ends().peer();
        let mut text = format!(
            "so far this end did {} transfer(s), {} record(s) and {} wait(s)",
            counts.transfers.load(Ordering::Relaxed),
            counts.records.load(Ordering::Relaxed),
            counts.waits.load(Ordering::Relaxed),
        );
        // Writing to a String cannot fail.
        let mut list = |words: &str, notifies: Notifies, wanted: fn(&Notify) -> bool| {
            let mut any = false;
            for index in 0..notifies.num {
                let Some(addr) = notifies.at(index).filter(|_| notifies.addr != 0) else { return };
                // SAFETY: notifies of either end lie in memory that stays mapped.
                if wanted(unsafe { &*(addr as *const Notify) }) {
                    let _ = if any { write!(text, ", {index}") } else { write!(text, "; {words} {index}") };
                    any = true;
                }
            }
        };
        let recorded = |notify: &Notify| notify.flag.load(Ordering::Relaxed) != 0;
        let wanted = |notify: &Notify| {
            notify.flag.load(Ordering::Relaxed) == 0 && notify.waiter.load(Ordering::Relaxed) != 0
        };
        list("recorded and not waited for at this end: notify", self.own_notifies(), recorded);
        let theirs = self.remote_notifies();
        list(&format!("recorded and not waited for at {peer}: notify"), theirs, recorded);
        list(&format!("{peer} itself waits for notify"), theirs, wanted);
        let link = self.link.load(Ordering::Relaxed);
        if link != 0 {
            let operations = transport::last_operations(link);
            if !operations.is_empty() {
                let _ = write!(text, "; {operations}");
            }
        }
        text
    }

    /// True if `len` bytes at `addr` lie in one range of the peer's memory.
    #[inline]
    pub(super) fn covers(&self, addr: u64, len: u64) -> bool {
        let Some(end) = addr.checked_add(len) else { return false };
        let num = self.range_num.load(Ordering::Acquire);
        let hint = self.hint.load(Ordering::Relaxed);
        hint < num && self.within(hint, addr, end) || self.search(num, addr, end)
    }

    #[cold]
    fn search(&self, num: u32, addr: u64, end: u64) -> bool {
        match (0..num).find(|&index| self.within(index, addr, end)) {
            Some(index) => {
                self.hint.store(index, Ordering::Relaxed);
                true
            }
            None => false,
        }
    }

    #[inline]
    fn within(&self, index: u32, addr: u64, end: u64) -> bool {
        self.span(index).is_some_and(|[first, last]| {
            first.load(Ordering::Relaxed) <= addr && end <= last.load(Ordering::Relaxed)
        })
    }

    #[inline]
    fn span(&self, index: u32) -> Option<&Span> {
        match self.near.get(index as usize) {
            None => self.far.get(index - NEAR as u32),
            near => near,
        }
    }

    /// First byte and end of the range that was used last.
    #[inline]
    pub(super) fn last_span(&self) -> Option<(u64, u64)> {
        let num = self.range_num.load(Ordering::Acquire);
        let hint = self.hint.load(Ordering::Relaxed);
        let [first, end] = if hint < num { self.span(hint)? } else { return None };
        Some((first.load(Ordering::Relaxed), end.load(Ordering::Relaxed)))
    }

    /// Notifies of the peer.
    #[inline]
    pub(super) fn remote_notifies(&self) -> Notifies {
        let num = self.remote_notify_num.load(Ordering::Acquire);
        Notifies { addr: self.remote_notify_base.load(Ordering::Relaxed), num }
    }

    /// The process whose private memory contains the range.
    #[cold]
    pub(super) fn process_of(&self, addr: u64, len: u64) -> Option<i32> {
        let end = addr.checked_add(len)?;
        let num = self.private_num.load(Ordering::Acquire);
        let inside = |index| {
            let Some([first, last]) = self.private.get(index) else { return false };
            first.load(Ordering::Relaxed) <= addr && end <= last.load(Ordering::Relaxed)
        };
        (0..num).any(inside).then(|| self.process.load(Ordering::Relaxed))
    }

    /// What is wrong with a remote range that no range of the peer contains.
    #[cold]
    pub(super) fn unreachable(&self, code: Code, handle: ChannelHandle, addr: u64, len: u64) -> Error {
        let ends = self.ends();
        let mut text = format!(
            "{len} bytes at {addr:#x} are not in memory that {} exported to this end of channel {handle:#x} ({ends}; it \
             exported",
            ends.peer()
        );
        let num = self.range_num.load(Ordering::Acquire);
        let private = self.private_num.load(Ordering::Acquire);
        let spans =
            (0..num).map(|index| self.span(index)).chain((0..private).map(|index| self.private.get(index)));
        for [first, end] in spans.take(8).flatten() {
            let (first, end) = (first.load(Ordering::Relaxed), end.load(Ordering::Relaxed));
            text += &format!(" {first:#x}..{end:#x}");
        }
        let num = num + private;
        text += match num {
            0 => " nothing): register the memory at the peer before connecting",
            1..=8 => "): pass an address the peer's memory list gave",
            _ => " and more): pass an address the peer's memory list gave",
        };
        Error::new(code, text)
    }

    /// Address of the peer's notify `index`.
    #[inline]
    pub(super) fn remote_notify(&self, handle: ChannelHandle, index: u32) -> Result<u64> {
        let notifies = self.remote_notifies();
        notifies.at(index).ok_or_else(|| self.no_notify(handle, index, notifies.num, true))
    }

    /// Address of this end's notify `index`.
    #[inline]
    pub(super) fn local_notify(&self, handle: ChannelHandle, index: u32) -> Result<u64> {
        let own = self.own_notifies();
        own.at(index).ok_or_else(|| self.no_notify(handle, index, own.num, false))
    }

    /// Fails if the peer has no notify `index`; for links, where the index travels.
    #[inline]
    pub(super) fn check_remote_notify(&self, handle: ChannelHandle, index: u32) -> Result {
        let num = self.remote_notifies().num;
        if index < num { Ok(()) } else { Err(self.no_notify(handle, index, num, true)) }
    }

    #[cold]
    fn no_notify(&self, handle: ChannelHandle, index: u32, num: u32, at_peer: bool) -> Error {
        let ends = self.ends();
        let whose = if at_peer { ends.peer() } else { "this end".into() };
        Error::new(
            Code::PARA,
            format!(
                "notify {index} does not exist: {whose} has {num} notify(s) on channel {handle:#x} ({ends}): pass an index \
                 below that, or ask for more when the channel is made"
            ),
        )
    }

    /// Execution time-out in seconds, 0: none.
    pub(super) fn exec_timeout(&self) -> u64 {
        self.exec_timeout.load(Ordering::Relaxed)
    }

    /// Word that ends a caller's wait.
    pub(super) fn abort_word(&self) -> &AtomicU32 {
        &self.abort
    }

    /// True if code of the CPU engine uses the channel: it may act without a thread.
    pub(super) fn is_cpu(&self) -> bool {
        self.engine.load(Ordering::Relaxed) == CommEngine::COMM_ENGINE_CPU as i32
    }

    /// True if code on the host uses the channel.
    #[inline]
    pub(super) fn is_host(&self) -> bool {
        let engine = self.engine.load(Ordering::Relaxed);
        engine == CommEngine::COMM_ENGINE_CPU as i32 || engine == CommEngine::COMM_ENGINE_CPU_TS as i32
    }

    /// True if each record counts ([`is_counted`]).
    pub(super) fn is_counted(&self) -> bool {
        self.is_cpu() && self.is_roce()
    }

    fn is_roce(&self) -> bool {
        self.protocol.load(Ordering::Relaxed) == CommProtocol::COMM_PROTOCOL_ROCE as i32
    }

    /// Code for a range that the peer did not export, where the caller acts itself: the host's RoCE and UB transports
    /// differ.
    #[cold]
    pub(super) fn range_code(&self) -> Code {
        use CommProtocol::*;
        let protocol = self.protocol.load(Ordering::Relaxed);
        let ub = [COMM_PROTOCOL_UB_CTP, COMM_PROTOCOL_UBC_TP, COMM_PROTOCOL_UB_MEM, COMM_PROTOCOL_UB_RTP];
        let none = self.range_num.load(Ordering::Acquire) == 0;
        match () {
            () if self.is_roce() && none => Code::ROCE_CONNECT,
            () if ub.iter().any(|&ub| ub as i32 == protocol) => Code::INTERNAL,
            () => Code::NOT_FOUND,
        }
    }

    fn reset(&self) {
        self.state.store(state::CONNECTING, Ordering::Release);
        self.link.store(0, Ordering::Release);
        self.range_num.store(0, Ordering::Release);
        self.notify_num.store(0, Ordering::Release);
        self.remote_notify_num.store(0, Ordering::Release);
        self.private_num.store(0, Ordering::Release);
        self.hint.store(0, Ordering::Relaxed);
        for counter in [&self.counts.transfers, &self.counts.records, &self.counts.waits] {
            counter.store(0, Ordering::Relaxed);
        }
    }

    /// Adds ranges; the caller holds the lock.
    fn add(&self, ranges: &[Range]) -> Result {
        for range in ranges.iter().filter(|range| range.len != 0) {
            let Some(end) = range.addr.checked_add(range.len) else {
                bail!(
                    PARA,
                    "remote memory {:#x} of {} bytes wraps around the address space",
                    range.addr,
                    range.len
                );
            };
            if range.process != 0 {
                self.add_private(range, end)?;
                continue;
            }
            let num = self.range_num.load(Ordering::Relaxed);
            let emptied =
                |index: &u32| self.span(*index).is_some_and(|[_, last]| last.load(Ordering::Relaxed) == 0);
            let index = (0..num).find(emptied).unwrap_or(num);
            let far = (u64::from(index) + 1).saturating_sub(NEAR as u64);
            let span = if self.far.ensure(far) { self.span(index) } else { None };
            let Some([first, last]) = span else {
                bail!(UNAVAIL, "a channel holds at most {index} remote memory ranges");
            };
            first.store(range.addr, Ordering::Relaxed);
            last.store(end, Ordering::Relaxed);
            self.range_num.store(num.max(index + 1), Ordering::Release);
        }
        Ok(())
    }

    fn add_private(&self, range: &Range, end: u64) -> Result {
        let index = self.private_num.load(Ordering::Relaxed);
        let process = self.process.load(Ordering::Relaxed);
        if index != 0 && process != range.process {
            bail!(
                INTERNAL,
                "a channel has one peer, but ranges of processes {process} and {}",
                range.process
            );
        }
        if !self.private.ensure(u64::from(index) + 1) {
            bail!(UNAVAIL, "a channel holds at most {index} ranges of private memory");
        }
        if let Some([first, last]) = self.private.get(index) {
            first.store(range.addr, Ordering::Relaxed);
            last.store(end, Ordering::Relaxed);
        }
        self.process.store(range.process, Ordering::Relaxed);
        self.private_num.store(index + 1, Ordering::Release);
        Ok(())
    }
}

/// The ends of a channel, for texts; base-layer channels have no ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ends {
    ranks: Option<(u32, u32)>,
}

impl Ends {
    /// Name of the other end.
    pub(super) fn peer(&self) -> String {
        self.ranks.map_or_else(|| "the peer".into(), |(_, remote)| format!("rank {remote}"))
    }
}

impl std::fmt::Display for Ends {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.ranks {
            Some((local, remote)) => write!(f, "local rank {local}, remote rank {remote}"),
            None => f.write_str("of the base layer"),
        }
    }
}
