//! Channels: what one rank may do to another through mapped memory.

use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use hcomm_abi::{CommEngine, CommProtocol};
use hcomm_base::segmented::Segmented;
use hcomm_base::slab::Pinned;
use hcomm_base::{Code, Error, Result, bail};

use super::comm::Comm;
use crate::driver::{self, Notifies};
use crate::handle::{ChannelHandle, Kind, Table};

/// All channels of the process.
pub(super) static CHANNELS: Table<Shell> = Table::new(Kind::Channel);

/// What a channel is made of on this side.
#[derive(Clone, Debug)]
pub struct ChannelSpec {
    /// Engine whose code uses the channel.
    pub engine: CommEngine,
    /// Protocol; one of those that [`is_memory_semantic`] accepts.
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
    /// First byte, as valid in this process.
    pub addr: u64,
    /// Bytes.
    pub len: u64,
}

/// What the peer told about its end.
#[derive(Clone, Debug, Default)]
pub struct Remote {
    /// Notifies of the peer, at an address valid in this process; `None`: it has none.
    pub notifies: Option<Notifies>,
    /// Memory of the peer that this side may reach.
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
    /// Notifies of the other end ([`Notifies::NONE`] before [`connect`]).
    pub remote_notifies: Notifies,
}

/// State words of a shell.
mod state {
    pub(super) const CONNECTING: u32 = 0;
    pub(super) const READY: u32 = 1;
    pub(super) const FAILED: u32 = 2;
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
    notify_base: AtomicU64,
    notify_num: AtomicU32,
    /// Not 0: callers that wait for a notify of the channel give up.
    abort: AtomicU32,
    engine: AtomicI32,
    local_rank: AtomicU32,
    remote_rank: AtomicU32,
    cold: Mutex<Option<Cold>>,
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

/// Makes a channel in status [`Status::Connecting`]. On failure the notifies stay the caller's.
pub fn create(spec: ChannelSpec) -> Result<ChannelHandle> {
    if !is_memory_semantic(spec.protocol) {
        bail!(NOT_SUPPORT, "channels of protocol {:?} are not built", spec.protocol);
    }
    let shell = CHANNELS.reserve()?;
    let handle = shell.handle();
    shell.reset();
    shell.notify_base.store(spec.notifies.addr, Ordering::Relaxed);
    shell.notify_num.store(spec.notifies.num, Ordering::Relaxed);
    shell.local_rank.store(spec.local_rank, Ordering::Relaxed);
    shell.remote_rank.store(spec.remote_rank, Ordering::Relaxed);
    shell.engine.store(spec.engine as i32, Ordering::Relaxed);
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
        },
        error: None,
    });
    shell.publish();
    if let Some(comm) = comm {
        comm.add_channel(handle);
    }
    Ok(handle)
}

/// Gives a channel what the peer told and makes it [`Status::Ready`]. A second call is an INTERNAL error.
pub fn connect(handle: ChannelHandle, remote: &Remote) -> Result {
    let shell = find(handle)?;
    let mut cold = shell.lock();
    let Some(cold) = cold.as_mut() else { return Err(CHANNELS.refuse(Code::NOT_FOUND, handle)) };
    if shell.state.load(Ordering::Relaxed) != state::CONNECTING {
        bail!(INTERNAL, "channel {handle:#x} was connected or failed before");
    }
    let notifies = remote.notifies.unwrap_or(Notifies::NONE);
    shell.add(&remote.ranges)?;
    shell.remote_notify_base.store(notifies.addr, Ordering::Relaxed);
    shell.remote_notify_num.store(notifies.num, Ordering::Relaxed);
    cold.info.remote_notifies = notifies;
    shell.state.store(state::READY, Ordering::Release);
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

/// Makes every later operation on the channel answer `error`; the first error wins.
pub fn fail(handle: ChannelHandle, error: &Error) -> Result {
    let shell = find(handle)?;
    if let Some(cold) = shell.lock().as_mut() {
        cold.error.get_or_insert_with(|| error.clone());
        shell.state.store(state::FAILED, Ordering::Release);
        shell.abort.store(1, Ordering::SeqCst);
    }
    Ok(())
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
        state::READY => Status::Ready,
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

/// The channel, if operations work on it.
#[inline]
pub(super) fn open(handle: ChannelHandle) -> Result<&'static Shell> {
    match CHANNELS.get(handle) {
        Some(shell) if shell.state.load(Ordering::Acquire) == state::READY => Ok(shell),
        _ => Err(refuse(handle)),
    }
}

/// As [`open`], for callers that may block: the channel's notifies stay until the result is dropped.
pub(super) fn hold(handle: ChannelHandle) -> Result<Pinned<'static, Shell>> {
    match CHANNELS.pin(handle) {
        Some(shell) if shell.state.load(Ordering::Acquire) == state::READY => Ok(shell),
        _ => Err(refuse(handle)),
    }
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

    /// Local and remote rank.
    pub(super) fn ranks(&self) -> (u32, u32) {
        (self.local_rank.load(Ordering::Relaxed), self.remote_rank.load(Ordering::Relaxed))
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

    /// What is wrong with a remote range that no range of the peer contains.
    #[cold]
    pub(super) fn unreachable(&self, code: Code, handle: ChannelHandle, addr: u64, len: u64) -> Error {
        let (local, remote) = self.ranks();
        let mut text = format!(
            "{len} bytes at {addr:#x} are not in memory that rank {remote} exported to rank {local} on channel {handle:#x} \
             (it exported"
        );
        let num = self.range_num.load(Ordering::Acquire);
        for index in 0..num.min(8) {
            if let Some([first, end]) = self.span(index) {
                let (first, end) = (first.load(Ordering::Relaxed), end.load(Ordering::Relaxed));
                text += &format!(" {first:#x}..{end:#x}");
            }
        }
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
        let num = self.notify_num.load(Ordering::Acquire);
        let base = self.notify_base.load(Ordering::Relaxed);
        Notifies { addr: base, num }.at(index).ok_or_else(|| self.no_notify(handle, index, num, false))
    }

    #[cold]
    fn no_notify(&self, handle: ChannelHandle, index: u32, num: u32, at_peer: bool) -> Error {
        let (local, remote) = self.ranks();
        let whose = if at_peer { remote } else { local };
        Error::new(
            Code::PARA,
            format!(
                "notify {index} does not exist: rank {whose} has {num} notify(s) on channel {handle:#x} (local rank \
                 {local}, remote rank {remote}): pass an index below that, or ask for more when the channel is made"
            ),
        )
    }

    /// Word that ends a caller's wait.
    pub(super) fn abort_word(&self) -> &AtomicU32 {
        &self.abort
    }

    /// True if code of the CPU engine uses the channel: it may act without a thread.
    pub(super) fn is_cpu(&self) -> bool {
        self.engine.load(Ordering::Relaxed) == CommEngine::COMM_ENGINE_CPU as i32
    }

    fn reset(&self) {
        self.state.store(state::CONNECTING, Ordering::Release);
        self.range_num.store(0, Ordering::Release);
        self.notify_num.store(0, Ordering::Release);
        self.remote_notify_num.store(0, Ordering::Release);
        self.hint.store(0, Ordering::Relaxed);
    }

    /// Adds ranges; the caller holds the lock.
    fn add(&self, ranges: &[Range]) -> Result {
        for range in ranges.iter().filter(|range| range.len != 0) {
            let num = self.range_num.load(Ordering::Relaxed);
            let emptied =
                |index: &u32| self.span(*index).is_some_and(|[_, last]| last.load(Ordering::Relaxed) == 0);
            let index = (0..num).find(emptied).unwrap_or(num);
            let Some(end) = range.addr.checked_add(range.len) else {
                bail!(
                    PARA,
                    "remote memory {:#x} of {} bytes wraps around the address space",
                    range.addr,
                    range.len
                );
            };
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
}
