//! Channels of a communicator: finding the other end, agreeing, and keeping what was agreed.
//!
//! Both ranks send an offer (their notifies and memory) and accept the other's. A channel is ready when its rank has
//! the peer's offer and the peer has accepted its own. A rank that gives up withdraws its offer, so that the peer does
//! not take it for the offer of a later attempt.
//!
//! A channel goes over the network if its protocol or the place of its endpoints says so, or if one of the ranks cannot
//! reach the other's memory otherwise. The rank with the lower number then listens for the link; its key follows from
//! the secret of the communicator.

use std::collections::{HashMap, HashSet};
use std::ffi::{CString, c_char, c_void};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::ptr;
use std::time::{Duration, Instant};

use hcomm_abi::{CommEngine, CommMem, CommProtocol, EndpointDesc, EndpointLocType, EnumArg};
use hcomm_base::{Code, Error, Result, bail, err};
use serde::{Deserialize, Serialize};

use super::auth;
use super::comm::Comm;
use super::endpoint;
use super::memory::{self, Range};
use super::place::{Place, Wire};
use super::threads::Pool;
use super::window;
use crate::data::channel::{self, ChannelSpec, Remote, RemoteNet};
use crate::driver::{self, Notifies};
use crate::handle::ChannelHandle;
use crate::transport::{self, LinkId, LinkSpec, Role};

/// Notifies of one channel.
pub const NOTIFIES_MAX: u32 = 64;
/// Most memory handles of one description for the engine AIV.
pub const AIV_MEMORIES_MAX: usize = 256;
/// Most memory handles of one description.
pub const MEMORIES_MAX: u32 = 65_536;
/// Channels of one call.
pub const CHANNELS_MAX: u32 = 1_048_576;
/// How long a link may take when both ranks have agreed on it.
const LINK_TIME: Duration = Duration::from_secs(20);
/// How long bytes of a peer that were sent along a channel that existed are waited for.
const EXCHANGE_TIME: Duration = Duration::from_secs(10);
/// Bytes that ranks may exchange while they connect.
pub const EXCHANGE_MAX: u32 = 2048;

/// What a caller wants, checked.
#[derive(Clone)]
pub struct Wish {
    /// The other end.
    pub remote: u32,
    /// How.
    pub protocol: CommProtocol,
    /// Bytes of both endpoint descriptions, local first.
    pub endpoints: Box<[u8]>,
    /// Notifies of each end.
    pub notifies: u32,
    /// Registered memory to offer, by handle.
    pub memory: Vec<u64>,
    /// An endpoint is located at the host, which only a network reaches.
    pub host: bool,
    /// Name of the queue that it shares with others; empty: it has its own.
    pub queue: String,
}

impl Wish {
    /// True if an endpoint is located at the host.
    pub fn at_host(local: &EndpointDesc, remote: &EndpointDesc) -> bool {
        [local, remote]
            .iter()
            .any(|desc| desc.loc.locType.known() == Some(EndpointLocType::ENDPOINT_LOC_TYPE_HOST))
    }

    /// True if only a network carries the channel.
    fn is_network(&self) -> bool {
        self.host || endpoint::is_network(self.protocol)
    }

    /// The bytes of two endpoint descriptions.
    pub fn endpoint_bytes(local: &EndpointDesc, remote: &EndpointDesc) -> Box<[u8]> {
        let mut bytes = Vec::with_capacity(2 * size_of::<EndpointDesc>());
        for desc in [local, remote] {
            // SAFETY: a structure that came through C has all its bytes initialised; it has no padding (160 = 4 + 40 +
            // 64 + 52).
            bytes.extend_from_slice(unsafe {
                std::slice::from_raw_parts(ptr::from_ref(desc).cast::<u8>(), size_of::<EndpointDesc>())
            });
        }
        bytes.into()
    }
}

/// What makes a channel the same as one that exists.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    remote: u32,
    pool: Pool,
    protocol: i32,
    endpoints: Box<[u8]>,
    queue: String,
    /// Which of several equal ones in one call.
    occurrence: u32,
}

/// Name of a channel between two ranks on which both agree: the n-th of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Line {
    remote: u32,
    pool: Pool,
    protocol: i32,
    index: u32,
}

impl Line {
    fn tag(&self) -> Vec<u8> {
        let mut tag = vec![b'C', self.pool as u8, self.protocol as u8];
        tag.extend_from_slice(&self.index.to_le_bytes());
        tag
    }
}

/// The memory of the peer as the C API shows it.
struct Shown {
    mems: Box<[CommMem]>,
    tags: Box<[*mut c_char]>,
    _names: Vec<CString>,
}

struct Channel {
    key: Key,
    line: Line,
    handle: ChannelHandle,
    notifies: u32,
    /// Number of the peer's attempt.
    peer: u64,
    /// Memory offered to the peer so far, without the exchange buffer.
    offered: Vec<u64>,
    /// Memory of the peer, exchange buffer first.
    remote: Vec<Range>,
    /// The same as the data plane takes it.
    reach: Vec<channel::Range>,
    /// Link of a channel that goes over the network.
    link: Option<LinkId>,
    /// What the peer may reach through the link.
    exports: Vec<(u64, u64)>,
    shown: Option<Box<Shown>>,
}

// SAFETY: the raw pointers in `Shown` point into memory that it owns itself.
unsafe impl Send for Channel {}

/// The channels of one communicator.
#[derive(Default)]
pub struct Channels {
    list: Vec<Channel>,
    /// Lines of attempts under way.
    pending: HashSet<Line>,
    attempts: u64,
    /// Bytes to send along with the next connect.
    exchange: Vec<u8>,
    /// Bytes that ranks sent along.
    received: HashMap<u32, Vec<u8>>,
    /// Ranks that were sent bytes through a channel that existed, and may have sent theirs the same way.
    expected: HashSet<u32>,
    /// Memory that ranks may reach in addition to what is offered.
    further: HashMap<u32, Vec<(u64, u64)>>,
}

impl Channels {
    /// Ends all channels.
    pub(super) fn end(self) -> Result {
        self.list.into_iter().try_for_each(|channel| channel::destroy(channel.handle))
    }

    /// What `remote` may reach through the link of a channel with this offer.
    fn exports(&self, remote: u32, offer: &Offer) -> Vec<(u64, u64)> {
        let mut exports = offer.exports();
        exports.extend(self.further.get(&remote).into_iter().flatten());
        exports
    }

    fn free_line(&mut self, remote: u32, pool: Pool, protocol: i32) -> Line {
        let mut line = Line { remote, pool, protocol, index: 0 };
        while self.pending.contains(&line) || self.list.iter().any(|channel| channel.line == line) {
            line.index += 1;
        }
        self.pending.insert(line);
        line
    }

    /// Ends a channel whose peer gave up at the last moment, after this end was ready.
    fn drop_withdrawn(&mut self, comm: &Comm, key: &Key) -> Result {
        let Some(at) = self.list.iter().position(|channel| channel.key == *key) else { return Ok(()) };
        let (line, peer) = (self.list[at].line, self.list[at].peer);
        let withdrawn =
            comm.link().peek(line.remote, &line.tag()).iter().any(
                |bytes| matches!(decode(line.remote, bytes), Ok(Note::Withdraw(number)) if number == peer),
            );
        if withdrawn {
            channel::destroy(self.list.remove(at).handle)?;
        }
        Ok(())
    }

    fn find(&self, comm: &Comm, handle: ChannelHandle) -> Result<&Channel> {
        match self.list.iter().find(|channel| channel.handle == handle) {
            Some(channel) => Ok(channel),
            None => Err(Error::new(
                if comm.product().is_v2() { Code::NOT_FOUND } else { Code::PARA },
                format!("channel {handle:#x} is not one of communicator {}", comm.name()),
            )),
        }
    }
}

/// Memory as it travels: tag and range.
type Named = (String, Wire);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Offer {
    notify_num: u32,
    notifies: Option<Wire>,
    place: Place,
    memory: Vec<Named>,
    exchange: Vec<u8>,
    /// The channel goes over the network in any case.
    network: bool,
}

impl Offer {
    /// What a peer may do to this rank's memory over the network.
    fn exports(&self) -> Vec<(u64, u64)> {
        self.memory.iter().map(|(_, wire)| (wire.addr, wire.size)).collect()
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Note {
    /// My end, in this attempt.
    Offer(u64, Offer),
    /// I have your offer of this attempt. Whether I need the network for it, and where my end of the link listens.
    Accept(u64, bool, Option<SocketAddr>),
    /// Bytes sent along a channel that exists.
    Exchange(Vec<u8>),
    /// Forget my offer of this attempt.
    Withdraw(u64),
    /// The channel exists; this is the memory I offer now.
    Update(Offer),
}

fn post(comm: &Comm, line: &Line, note: &Note) -> Result {
    let bytes =
        postcard::to_allocvec(note).map_err(|e| err!(INTERNAL, "a channel offer cannot be encoded: {e}"))?;
    comm.link().post(line.remote, &line.tag(), bytes)
}

fn decode(remote: u32, bytes: &[u8]) -> Result<Note> {
    postcard::from_bytes(bytes)
        .map_err(|e| err!(INTERNAL, "rank {remote} sent an unreadable channel offer: {e}"))
}

/// A channel that is being connected or updated.
struct Attempt {
    line: Line,
    key: Key,
    number: u64,
    handle: ChannelHandle,
    memory: Vec<u64>,
    offer: Offer,
    /// The peer's offer and, unless it is an update, its number.
    theirs: Option<(u64, Offer)>,
    accepted: bool,
    engine: CommEngine,
    protocol: CommProtocol,
    /// This end needs the network; the other end does.
    network: (bool, bool),
    /// Listeners of the link: here, at the peer.
    listener: Option<SocketAddr>,
    their_listener: Option<SocketAddr>,
    link: Option<LinkId>,
    /// The channel exists; only memory and bytes are exchanged.
    update: bool,
}

impl Attempt {
    fn done(&self) -> bool {
        self.theirs.is_some() && (self.update || self.accepted)
    }

    /// What this end says first.
    fn open(&self, comm: &Comm) -> Result {
        let note = if self.update {
            if let Some(link) = self.link {
                let exports =
                    comm.channels(|channels| Ok(channels.exports(self.line.remote, &self.offer)))?;
                transport::set_exports(link, &exports)?;
            }
            Note::Update(self.offer.clone())
        } else {
            Note::Offer(self.number, self.offer.clone())
        };
        post(comm, &self.line, &note)
    }

    fn react(&mut self, comm: &Comm, note: Note) -> Result {
        match note {
            Note::Offer(number, offer) if !self.update => {
                let apart = self.offer.network || offer.network;
                let reachable = |wire: &Wire| offer.place.reach(wire, false).is_ok();
                let whole = || offer.memory.iter().map(|(_, wire)| wire).chain(&offer.notifies);
                if !whole().all(|wire| offer.place.holds(wire)) {
                    bail!(INTERNAL, "rank {} offered ranges that cannot be memory", self.line.remote);
                }
                self.network.0 = apart || !whole().all(reachable);
                // The peer may need the network for memory that no runtime allocated.
                let private = self.offer.memory.iter().any(|(_, wire)| wire.device.is_none());
                if comm.rank() < self.line.remote && (self.network.0 || private) && self.listener.is_none() {
                    let own = comm.peer(comm.rank())?.entry.ip;
                    self.listener = Some(transport::listen(SocketAddr::new(own, 0))?);
                }
                self.theirs = Some((number, offer));
                post(comm, &self.line, &Note::Accept(number, self.network.0, self.listener))
            }
            Note::Accept(number, network, listener) if !self.update => {
                if number == self.number {
                    self.accepted = true;
                    self.network.1 = network;
                    self.their_listener = listener;
                }
                Ok(())
            }
            Note::Exchange(bytes) => comm.channels(|channels| {
                channels.received.insert(self.line.remote, bytes);
                Ok(())
            }),
            Note::Withdraw(number)
                if !self.update && self.theirs.as_ref().is_some_and(|(theirs, _)| *theirs == number) =>
            {
                self.theirs = None;
                self.accepted = false;
                // The peer has thrown away what it had of this end.
                self.open(comm)
            }
            Note::Update(offer) if self.update => {
                self.theirs = Some((0, offer));
                Ok(())
            }
            // Left over from an attempt that was given up.
            Note::Offer(..) | Note::Accept(..) | Note::Withdraw(_) | Note::Update(_) => Ok(()),
        }
    }
}

/// Where the caller finds the result of a wish.
enum Slot {
    Ready(ChannelHandle),
    Attempt(usize),
}

/// The channels that `wishes` ask for, connected; existing ones are answered at once unless memory or bytes are to be
/// exchanged. Collective with each peer. On failure, channels of this call that were connected stay for the next call.
pub fn acquire(comm: &Comm, engine: CommEngine, wishes: &[Wish]) -> Result<Vec<ChannelHandle>> {
    acquire_by(comm, engine, wishes, Instant::now() + comm.config().connect_timeout)
}

/// As [`acquire`], with a deadline of the caller. Exchanges new symmetric windows as well.
pub fn acquire_by(
    comm: &Comm,
    engine: CommEngine,
    wishes: &[Wish],
    deadline: Instant,
) -> Result<Vec<ChannelHandle>> {
    match window::offers(comm, engine, wishes)? {
        None => connect(comm, engine, wishes, deadline),
        Some(offered) => {
            let channels = connect(comm, engine, &offered.wishes, deadline)?;
            window::agreed(comm, &offered, &channels)?;
            Ok(channels)
        }
    }
}

fn connect(
    comm: &Comm,
    engine: CommEngine,
    wishes: &[Wish],
    deadline: Instant,
) -> Result<Vec<ChannelHandle>> {
    comm.check_usable()?;
    let pool =
        Pool::of(engine).ok_or_else(|| err!(PARA, "the engine is {engine:?}, which has no channels"))?;
    for wish in wishes {
        comm.peer(wish.remote)?;
        if wish.remote == comm.rank() {
            bail!(PARA, "remoteRank {} is this rank: a rank has no channel to itself", wish.remote);
        }
    }
    check_legacy(comm, wishes)?;
    let exchange = comm.channels(|channels| Ok(std::mem::take(&mut channels.exchange)))?;
    let connected = attempt(comm, engine, pool, wishes, &exchange, deadline);
    if connected.is_err() && !exchange.is_empty() {
        // They go with the next attempt, unless there are newer ones.
        comm.channels(|channels| {
            if channels.exchange.is_empty() {
                channels.exchange = exchange;
            }
            Ok(())
        })?;
    }
    connected
}

/// Refuses what products before the 950 have no channels for.
fn check_legacy(comm: &Comm, wishes: &[Wish]) -> Result {
    use CommProtocol::*;
    if comm.product().is_v2() {
        return Ok(());
    }
    for (at, wish) in wishes.iter().enumerate() {
        // Links of the 310P are PCIe, as its rank graph says.
        let known = matches!(
            wish.protocol,
            COMM_PROTOCOL_HCCS
                | COMM_PROTOCOL_ROCE
                | COMM_PROTOCOL_HCCS_ONLY
                | COMM_PROTOCOL_SIO
                | COMM_PROTOCOL_PCIE
        );
        if !known {
            bail!(PARA, "channelProtocol is {:?}, which this product has no channels for", wish.protocol);
        }
        let twice = wishes[..at].iter().any(|other| {
            (other.remote, other.protocol, &other.endpoints, &other.memory)
                == (wish.remote, wish.protocol, &wish.endpoints, &wish.memory)
        });
        if twice {
            bail!(PARA, "description {at} is the same as an earlier one of the call");
        }
    }
    Ok(())
}

fn attempt(
    comm: &Comm,
    engine: CommEngine,
    pool: Pool,
    wishes: &[Wish],
    exchange: &[u8],
    deadline: Instant,
) -> Result<Vec<ChannelHandle>> {
    let (slots, mut attempts) = prepare(comm, engine, pool, wishes, exchange)?;
    let result = converse(comm, &mut attempts, deadline).map_err(|error| explain(comm, &attempts, error));
    settle(comm, &mut attempts, result)?;
    Ok(slots
        .into_iter()
        .map(|slot| match slot {
            Slot::Ready(handle) => handle,
            Slot::Attempt(at) => attempts[at].handle,
        })
        .collect())
}

/// Finds what exists and makes this end of what does not.
fn prepare(
    comm: &Comm,
    engine: CommEngine,
    pool: Pool,
    wishes: &[Wish],
    exchange: &[u8],
) -> Result<(Vec<Slot>, Vec<Attempt>)> {
    let driver = driver::get()?;
    let (buffer, bytes) = memory::buffer(comm)?;
    let mut place = Place::here();
    let buffer = place.describe(comm.device(), 0, buffer as u64, bytes)?;
    let own: Named = (memory::BUFFER_TAG.into(), buffer);
    let ranges: Vec<Vec<Named>> = wishes
        .iter()
        .map(|wish| wish.memory.iter().map(|&handle| offered(comm, &mut place, handle)).collect())
        .collect::<Result<_>>()?;
    let mut attempts: Vec<Attempt> = Vec::new();
    let slots = comm.channels(|channels| {
        let mut seen: HashMap<Key, u32> = HashMap::new();
        let mut slots = Vec::with_capacity(wishes.len());
        let made = wishes.iter().zip(&ranges).try_for_each(|(wish, ranges)| {
            let mut key = Key {
                remote: wish.remote,
                pool,
                protocol: wish.protocol as i32,
                endpoints: wish.endpoints.clone(),
                queue: wish.queue.clone(),
                occurrence: 0,
            };
            let occurrence = seen.entry(key.clone()).or_insert(0);
            key.occurrence = *occurrence;
            *occurrence += 1;
            let mut memory = vec![own.clone()];
            channels.drop_withdrawn(comm, &key)?;
            let network = wish.is_network() || !comm.peer(wish.remote)?.is_near();
            let (line, number, handle, notifies, offered, update) =
                if let Some(channel) = channels.list.iter().find(|channel| channel.key == key) {
                    if !exchange.is_empty() {
                        post(comm, &channel.line, &Note::Exchange(exchange.to_vec()))?;
                        channels.expected.insert(wish.remote);
                    }
                    if wish.memory.is_empty() {
                        slots.push(Slot::Ready(channel.handle));
                        return Ok(());
                    }
                    let mut handles = channel.offered.clone();
                    handles.retain(|&handle| memory::find(comm.handle(), handle).is_ok());
                    handles.extend(wish.memory.iter().filter(|handle| !channel.offered.contains(handle)));
                    for &handle in &handles {
                        // Memory that was deregistered meanwhile is not offered again.
                        if let Ok(range) = self::offered(comm, &mut place, handle) {
                            memory.push(range);
                        }
                    }
                    let notifies = Notifies { addr: 0, num: channel.notifies };
                    (channel.line, 0, channel.handle, notifies, handles, true)
                } else {
                    memory.extend(ranges.iter().cloned());
                    let notifies = driver.notify_alloc(comm.device(), wish.notifies)?;
                    let handle = channel::create(ChannelSpec {
                        engine,
                        protocol: wish.protocol,
                        comm: Some(comm.data().clone()),
                        local_rank: comm.rank(),
                        remote_rank: wish.remote,
                        notifies,
                    })
                    .inspect_err(|_| drop(driver.notify_free(notifies)))?;
                    channels.attempts += 1;
                    let line = channels.free_line(wish.remote, pool, wish.protocol as i32);
                    (line, channels.attempts, handle, notifies, wish.memory.clone(), false)
                };
            let words = u64::from(notifies.num) * size_of::<npu_ext::Notify>() as u64;
            let words = (notifies.addr != 0)
                .then(|| place.describe(comm.device(), 0, notifies.addr, words))
                .transpose();
            let link = channels.list.iter().find(|channel| channel.handle == handle).and_then(|c| c.link);
            attempts.push(Attempt {
                line,
                key,
                number,
                handle,
                memory: offered,
                offer: Offer {
                    notify_num: notifies.num,
                    notifies: words?,
                    place: place.clone(),
                    memory,
                    exchange: if update { Vec::new() } else { exchange.to_vec() },
                    network,
                },
                theirs: None,
                accepted: false,
                engine,
                protocol: wish.protocol,
                network: (network, false),
                listener: None,
                their_listener: None,
                link,
                update,
            });
            slots.push(Slot::Attempt(attempts.len() - 1));
            Ok(())
        });
        made.map(|()| slots)
    });
    match slots {
        Ok(slots) => Ok((slots, attempts)),
        Err(error) => {
            settle(comm, &mut attempts, Err(error.clone()))?;
            Err(error)
        }
    }
}

/// A registered range as it is offered.
fn offered(comm: &Comm, place: &mut Place, handle: u64) -> Result<Named> {
    let range = memory::find(comm.handle(), handle)?;
    let wire = place
        .describe(comm.device(), range.kind, range.addr, range.size)
        .map_err(|error| error.context(format_args!("memory \"{}\"", range.tag)))?;
    Ok((range.tag, wire))
}

/// Sends all offers and answers the peers until every attempt is done.
fn converse(comm: &Comm, attempts: &mut [Attempt], deadline: Instant) -> Result {
    attempts.iter().try_for_each(|attempt| attempt.open(comm))?;
    loop {
        let open: Vec<usize> = (0..attempts.len()).filter(|&at| !attempts[at].done()).collect();
        if open.is_empty() {
            return Ok(());
        }
        let sources: Vec<_> =
            open.iter().map(|&at| (attempts[at].line.remote, attempts[at].line.tag())).collect();
        let (at, bytes) = comm.link().wait_any(&sources, deadline)?;
        let attempt = &mut attempts[open[at]];
        attempt.react(comm, decode(attempt.line.remote, &bytes)?)?;
    }
}

/// Keeps what is done, ends what is not.
fn settle(comm: &Comm, attempts: &mut [Attempt], mut result: Result) -> Result {
    let linked: Vec<Result> = attempts
        .iter_mut()
        .map(|attempt| if attempt.done() && !attempt.update { attempt.begin_link(comm) } else { Ok(()) })
        .collect();
    let until = Instant::now() + LINK_TIME.min(comm.config().connect_timeout);
    for (attempt, linked) in attempts.iter_mut().zip(linked) {
        let linked = linked.and_then(|()| attempt.end_link(comm, until));
        let kept = match linked {
            Ok(()) if attempt.done() => keep(comm, attempt),
            Ok(()) => Ok(false),
            Err(error) => Err(error),
        };
        if let Some(at) = attempt.listener.take() {
            transport::unlisten(at);
        }
        if !matches!(kept, Ok(true)) && !attempt.update {
            if let Some(link) = attempt.link.take() {
                transport::close(link);
            }
            // The peer may be gone, and the channel ended with the communicator: nothing is left to do then.
            let _ = post(comm, &attempt.line, &Note::Withdraw(attempt.number));
            let _ = channel::destroy(attempt.handle);
        }
        if !attempt.update {
            let _ = comm.channels(|channels| Ok(channels.pending.remove(&attempt.line)));
        }
        if let (Err(error), Ok(())) = (kept, &result) {
            result = Err(error);
        }
    }
    result
}

impl Attempt {
    /// Starts to connect the link of a channel that goes over the network.
    fn begin_link(&mut self, comm: &Comm) -> Result {
        let Some((theirs, offer)) = &self.theirs else { return Ok(()) };
        if !(self.network.0 || self.network.1) || offer.notify_num != self.offer.notify_num {
            // Ends that do not agree are refused by `keep`.
            return Ok(());
        }
        self.network.0 = true;
        let remote = self.line.remote;
        let own = comm.peer(comm.rank())?.entry.ip;
        let (role, local) = if comm.rank() < remote {
            let at =
                self.listener.ok_or_else(|| err!(INTERNAL, "no listener was opened for rank {remote}"))?;
            (Role::Listen, at)
        } else {
            let at = self
                .their_listener
                .ok_or_else(|| err!(INTERNAL, "rank {remote} did not say where its link listens"))?;
            let any: IpAddr = if at.is_ipv4() && own.is_ipv4() {
                Ipv4Addr::UNSPECIFIED.into()
            } else {
                Ipv6Addr::UNSPECIFIED.into()
            };
            (Role::Connect(at), SocketAddr::new(any, 0))
        };
        let numbers = if comm.rank() < remote { [self.number, *theirs] } else { [*theirs, self.number] };
        let low = comm.rank().min(remote).to_le_bytes();
        let high = comm.rank().max(remote).to_le_bytes();
        let mut name = self.line.tag();
        numbers.iter().for_each(|number| name.extend_from_slice(&number.to_le_bytes()));
        let secret = comm.link().secret();
        let notifies = self.offer.notifies.map_or(0, |wire| wire.addr);
        let derive = |purpose: &[u8]| auth::hmac(secret, &[purpose, &low, &high, &name]);
        let spec = LinkSpec {
            ext: driver::get()?.ext(),
            key: derive(b"key of a link"),
            id: auth::cut(derive(b"id of a link")),
            role,
            local,
            deadline: Instant::now() + LINK_TIME,
            notifies: (notifies, self.offer.notify_num),
            counted: channel::is_counted(self.engine, self.protocol),
            remote_notify_num: offer.notify_num,
            exports: comm.channels(|channels| Ok(channels.exports(remote, &self.offer)))?,
            owner: self.handle,
            local_rank: comm.rank(),
            remote_rank: remote,
            on_fail: channel::link_failed,
        };
        self.link = Some(transport::open(spec)?);
        Ok(())
    }

    /// Waits until the link is connected.
    fn end_link(&self, comm: &Comm, until: Instant) -> Result {
        let Some(link) = self.link.filter(|_| !self.update) else { return Ok(()) };
        loop {
            match transport::status(link) {
                transport::Status::Ready => return Ok(()),
                transport::Status::Failed(error) => {
                    let fault = comm.link().fault();
                    let text = format!("the link to rank {} failed: {}", self.line.remote, error.text);
                    return Err(fault.unwrap_or(Error::new(Code::NETWORK, text)));
                }
                transport::Status::Connecting => {}
            }
            if let Some(fault) = comm.link().fault() {
                return Err(fault);
            }
            if Instant::now() >= until {
                bail!(NETWORK, "the link to rank {} was not connected in {LINK_TIME:?}", self.line.remote);
            }
            if transport::poll() == 0 {
                std::thread::sleep(Duration::from_micros(200));
            }
        }
    }
}

/// Connects a channel whose ends agree, or takes over new memory. True if the channel is in the list afterwards.
fn keep(comm: &Comm, attempt: &mut Attempt) -> Result<bool> {
    let line = attempt.line;
    // Updates of calls that the peer gave up may have come before the newest.
    while attempt.update
        && let Some(bytes) = comm.link().take(line.remote, &line.tag())
    {
        attempt.react(comm, decode(line.remote, &bytes)?)?;
    }
    let Some((number, theirs)) = attempt.theirs.take() else { return Ok(false) };
    if theirs.notify_num != attempt.offer.notify_num {
        bail!(
            NETWORK,
            "rank {} wants {} notifies on its channel to rank {}, which wants {}: pass the same notifyNum on both sides",
            comm.rank(),
            attempt.offer.notify_num,
            line.remote,
            theirs.notify_num
        );
    }
    if theirs.exchange.len() > EXCHANGE_MAX as usize {
        bail!(
            PARA,
            "rank {} sent {} bytes of exchange info, at most {EXCHANGE_MAX} are allowed",
            line.remote,
            theirs.exchange.len()
        );
    }
    let network = attempt.link.is_some();
    let mut remote = Vec::with_capacity(theirs.memory.len());
    let mut reach = Vec::with_capacity(theirs.memory.len());
    for (tag, wire) in theirs.memory {
        if !theirs.place.holds(&wire) {
            bail!(INTERNAL, "rank {} offered ranges that cannot be memory", line.remote);
        }
        let range = theirs
            .place
            .reach(&wire, network)
            .map_err(|error| error.context(format_args!("memory \"{tag}\" of rank {}", line.remote)))?;
        remote.push(Range { comm: comm.handle(), tag, kind: wire.kind, addr: range.addr, size: wire.size });
        reach.push(range);
    }
    let windows = window::ranges_of(comm, line.remote);
    comm.channels(|channels| {
        if attempt.update {
            let exports = channels.exports(line.remote, &attempt.offer);
            let Some(channel) = channels.list.iter_mut().find(|channel| channel.handle == attempt.handle)
            else {
                return Ok(false);
            };
            for &old in channel.reach.iter().filter(|range| !reach.contains(range)) {
                channel::drop_range(attempt.handle, old);
            }
            let new: Vec<_> = reach.iter().filter(|range| !channel.reach.contains(range)).copied().collect();
            channel::add_ranges(attempt.handle, &new)?;
            channel.remote = remote;
            channel.reach = reach;
            channel.exports = exports;
            channel.offered = std::mem::take(&mut attempt.memory);
            channel.shown = None;
        } else {
            if let Some(link) = attempt.link {
                let remote = RemoteNet { ranges: reach.clone(), notify_num: theirs.notify_num };
                channel::connect_net(attempt.handle, link, &remote)?;
            } else {
                let notifies = match &theirs.notifies {
                    Some(wire) => {
                        Some(Notifies { addr: theirs.place.reach(wire, false)?.addr, num: theirs.notify_num })
                    }
                    None => None,
                };
                let ranges = reach.iter().copied().chain(windows).collect();
                channel::connect(attempt.handle, &Remote { notifies, ranges })?;
            }
            let exports = channels.exports(line.remote, &attempt.offer);
            channels.list.push(Channel {
                key: attempt.key.clone(),
                line,
                handle: attempt.handle,
                notifies: attempt.offer.notify_num,
                peer: number,
                offered: std::mem::take(&mut attempt.memory),
                remote,
                reach,
                // From now on the channel closes it.
                link: attempt.link.take(),
                exports,
                shown: None,
            });
        }
        if !theirs.exchange.is_empty() {
            channels.received.insert(line.remote, theirs.exchange);
        }
        Ok(true)
    })
}

/// Says which ranks did not come, and what they want instead.
fn explain(comm: &Comm, attempts: &[Attempt], error: Error) -> Error {
    if error.code != Code::TIMEOUT {
        return error;
    }
    let mut absent: Vec<String> = Vec::new();
    for attempt in attempts.iter().filter(|attempt| !attempt.done()) {
        let rank = attempt.line.remote;
        let own = attempt.line.tag();
        let other = comm.link().unread(rank).iter().any(|tag| *tag != own && tag.first() == Some(&b'C'));
        let hint = if attempt.theirs.is_some() {
            " (it offered its end and went away)"
        } else if other {
            " (it waits for a channel of another engine or protocol, or for one more of them)"
        } else {
            ""
        };
        let text = format!("rank {rank}{hint}");
        if !absent.contains(&text) {
            absent.push(text);
        }
    }
    err!(
        TIMEOUT,
        "communicator {}: rank {} waited {:?} for its channels to {}: acquire channels on both ranks, with the same \
         engine and protocol and in the same order (HCCL_CONNECT_TIMEOUT sets the time)",
        comm.name(),
        comm.rank(),
        comm.config().connect_timeout,
        absent.join(", ")
    )
}

/// The handles of channels that exist, 0 for those that do not. No communication.
pub fn query(comm: &Comm, engine: CommEngine, wishes: &[Wish]) -> Result<Vec<ChannelHandle>> {
    let pool =
        Pool::of(engine).ok_or_else(|| err!(PARA, "the engine is {engine:?}, which has no channels"))?;
    comm.channels(|channels| {
        let mut seen: HashMap<Key, u32> = HashMap::new();
        Ok(wishes
            .iter()
            .map(|wish| {
                let mut key = Key {
                    remote: wish.remote,
                    pool,
                    protocol: wish.protocol as i32,
                    endpoints: wish.endpoints.clone(),
                    queue: wish.queue.clone(),
                    occurrence: 0,
                };
                let occurrence = seen.entry(key.clone()).or_insert(0);
                key.occurrence = *occurrence;
                *occurrence += 1;
                channels.list.iter().find(|channel| channel.key == key).map_or(0, |channel| channel.handle)
            })
            .collect())
    })
}

/// What a channel connects.
pub struct Ends {
    /// Rank at the other end.
    pub remote: u32,
    /// The peer's memory is not mapped here; addresses are the peer's own.
    pub network: bool,
    /// Memory of this rank that the peer may reach, exchange buffer first.
    pub local_memory: Vec<Range>,
    /// Memory of the peer, exchange buffer first.
    pub remote_memory: Vec<Range>,
}

/// What a channel of this communicator connects.
pub fn ends(comm: &Comm, handle: ChannelHandle) -> Result<Ends> {
    let (buffer, size) = memory::buffer(comm)?;
    comm.channels(|channels| {
        let channel = channels.find(comm, handle)?;
        let own =
            Range { comm: comm.handle(), tag: memory::BUFFER_TAG.into(), kind: 0, addr: buffer as u64, size };
        let offered = channel.offered.iter().filter_map(|&handle| memory::find(comm.handle(), handle).ok());
        Ok(Ends {
            remote: channel.line.remote,
            network: channel.link.is_some(),
            local_memory: std::iter::once(own).chain(offered).collect(),
            remote_memory: channel.remote.clone(),
        })
    })
}

/// Lets every channel to `remote` reach a further range, which lies in this process.
pub(super) fn reach(comm: &Comm, remote: u32, range: channel::Range) -> Result {
    comm.channels(|channels| {
        channels
            .list
            .iter()
            .filter(|channel| channel.line.remote == remote)
            .try_for_each(|channel| channel::add_ranges(channel.handle, &[range]))
    })
}

/// Ends what [`reach`] allowed.
pub(super) fn forget(comm: &Comm, remote: u32, range: channel::Range) {
    // While the communicator ends there are no channels any more.
    let _ = comm.channels(|channels| {
        channels
            .list
            .iter()
            .filter(|channel| channel.line.remote == remote)
            .for_each(|channel| channel::drop_range(channel.handle, range));
        Ok(())
    });
}

/// Refuses handles that are no channels of this communicator.
pub fn check(comm: &Comm, handle: ChannelHandle) -> Result {
    comm.channels(|channels| channels.find(comm, handle).map(|_| ()))
}

/// The exchange buffer of the other end, as valid here.
pub fn remote_buffer(comm: &Comm, handle: ChannelHandle) -> Result<(*mut c_void, u64)> {
    comm.channels(|channels| {
        let channel = channels.find(comm, handle)?;
        let buffer = channel.remote.iter().find(|range| range.tag == memory::BUFFER_TAG);
        match buffer {
            Some(range) => Ok((range.addr as *mut c_void, range.size)),
            None => bail!(INTERNAL, "rank {} offered no exchange buffer", channel.line.remote),
        }
    })
}

/// Number of notifies of each end.
pub fn notify_num(comm: &Comm, handle: ChannelHandle) -> Result<u32> {
    comm.channels(|channels| Ok(channels.find(comm, handle)?.notifies))
}

/// The memory of the other end: number, ranges and tags. The arrays stay valid until the channel is updated or ends.
pub fn remote_memory(comm: &Comm, handle: ChannelHandle) -> Result<(u32, *mut CommMem, *mut *mut c_char)> {
    comm.channels(|channels| {
        channels.find(comm, handle)?;
        let channel = channels.list.iter_mut().find(|channel| channel.handle == handle);
        let Some(channel) = channel else { bail!(INTERNAL, "a channel vanished") };
        let remote = &channel.remote;
        let shown = channel.shown.get_or_insert_with(|| {
            let names: Vec<CString> =
                remote.iter().map(|range| CString::new(range.tag.as_str()).unwrap_or_default()).collect();
            Box::new(Shown {
                mems: remote.iter().map(Range::to_c).collect(),
                tags: names.iter().map(|name| name.as_ptr().cast_mut()).collect(),
                _names: names,
            })
        });
        Ok((shown.mems.len() as u32, shown.mems.as_mut_ptr(), shown.tags.as_mut_ptr()))
    })
}

/// Address of the exchange buffer of `remote`, if a channel to it exists. PARA otherwise.
pub fn buffer_of_rank(comm: &Comm, remote: u32) -> Result<(*mut c_void, u64)> {
    let handle = comm.channels(|channels| {
        let channel = channels.list.iter().find(|channel| channel.line.remote == remote);
        channel.map(|channel| channel.handle).ok_or_else(|| {
            err!(PARA, "there is no channel to rank {remote} yet: acquire one with HcclChannelAcquire first")
        })
    })?;
    remote_buffer(comm, handle)
}

/// Sets bytes that the next [`acquire`] sends to every rank it connects to.
pub fn set_exchange(comm: &Comm, bytes: &[u8]) -> Result {
    comm.channels(|channels| {
        channels.exchange = bytes.to_vec();
        Ok(())
    })
}

/// Takes the bytes that `remote` sent; `None` if there are none, PARA if they are not `length` long. If this rank sent
/// some along a channel that existed already, those of the peer are waited for a while.
pub fn take_exchange(comm: &Comm, remote: u32, length: u32) -> Result<Option<Vec<u8>>> {
    let (expected, lines) = comm.channels(|channels| {
        let lines: Vec<Line> =
            channels.list.iter().map(|channel| channel.line).filter(|line| line.remote == remote).collect();
        let expected = channels.expected.remove(&remote) && !channels.received.contains_key(&remote);
        Ok((expected, lines))
    })?;
    let until = Instant::now() + EXCHANGE_TIME.min(comm.config().connect_timeout);
    loop {
        let mut came = false;
        for line in &lines {
            came |= collect(comm, line)?;
        }
        if came || !expected || Instant::now() >= until || comm.link().fault().is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    comm.channels(|channels| {
        let Some(bytes) = channels.received.get(&remote) else { return Ok(None) };
        if bytes.len() != length as usize {
            bail!(PARA, "rank {remote} sent {} bytes, {length} were asked for", bytes.len());
        }
        Ok(channels.received.remove(&remote))
    })
}

/// Takes the bytes that came along a channel that exists; other messages stay for who waits for them.
fn collect(comm: &Comm, line: &Line) -> Result<bool> {
    let sent = comm.link().take_if(line.remote, &line.tag(), |bytes| {
        matches!(decode(line.remote, bytes), Ok(Note::Exchange(_)))
    });
    let Some(bytes) = sent else { return Ok(false) };
    let Note::Exchange(bytes) = decode(line.remote, &bytes)? else { return Ok(false) };
    if bytes.len() > EXCHANGE_MAX as usize {
        bail!(PARA, "rank {} sent {} bytes, at most {EXCHANGE_MAX} are allowed", line.remote, bytes.len());
    }
    comm.channels(|channels| Ok(channels.received.insert(line.remote, bytes).is_none()))?;
    Ok(true)
}

/// Lets `remote` reach further memory of this rank through the links of its channels, now and later.
pub fn export_more(comm: &Comm, remote: u32, ranges: &[(u64, u64)]) -> Result {
    comm.channels(|channels| {
        channels.further.entry(remote).or_default().extend(ranges);
        for channel in channels.list.iter_mut().filter(|channel| channel.line.remote == remote) {
            channel.exports.extend(ranges);
            if let Some(link) = channel.link {
                transport::set_exports(link, &channel.exports)?;
            }
        }
        Ok(())
    })
}

/// Takes one range of [`export_more`] back.
pub(super) fn export_less(comm: &Comm, remote: u32, range: (u64, u64)) {
    fn remove(ranges: &mut Vec<(u64, u64)>, range: (u64, u64)) -> bool {
        let at = ranges.iter().position(|&other| other == range);
        at.map(|at| ranges.remove(at)).is_some()
    }
    // While the communicator ends there are no channels any more.
    let _ = comm.channels(|channels| {
        let Channels { further, list, .. } = channels;
        further.get_mut(&remote).map(|ranges| remove(ranges, range));
        for channel in list.iter_mut().filter(|channel| channel.line.remote == remote) {
            if remove(&mut channel.exports, range)
                && let Some(link) = channel.link
                && let Err(error) = transport::set_exports(link, &channel.exports)
            {
                // A link that has failed lets nobody reach anything.
                log::debug!("channel {:#x}: {}", channel.handle, error.text);
            }
        }
        Ok(())
    });
}
