//! Channels of the base layer, which the caller owns.
//!
//! Both ends are made by themselves and find each other (see [`rendezvous`](super::rendezvous)). They exchange offers,
//! agree on memory or network as the carrier, and then keep their connection: it tells of memory that is no longer
//! registered, and its end is the end of the channel. All of it runs on the control thread; callers only look.

use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hcomm_abi::{CommEngine, CommProtocol, EndpointDesc};
use hcomm_base::sync::lock;
use hcomm_base::{Code, Error, Result, bail, err};

use super::auth;
use super::bootstrap::reactor::{self, Actor};
use super::comm::product;
use super::config::Config;
use super::endpoint::{self, Endpoint};
use super::endpoint_address::Address;
use super::host;
use super::place::{Place, Wire};
use super::rendezvous::{self, Note, Offer, Party, Spot, Stream, Tag};
use crate::data::channel::{self, ChannelSpec, Range, Remote, RemoteNet};
use crate::driver::{self, Notifies};
use crate::handle::ChannelHandle;
use crate::transport::{self, LinkId, LinkSpec, Role};

/// Longest name of a channel, in bytes.
pub const NAME_MAX: usize = 191;
/// Channels of one call.
pub const CHANNELS_MAX: u32 = 1_048_576;
/// TCP port of servers that name none.
const PORT: u16 = 60_001;
/// Notifies of a channel of the engine CCU.
const CCU_NOTIFIES: u32 = 8;
/// Shortest and longest pause between attempts to reach the other side.
const PAUSE: (Duration, Duration) = (Duration::from_millis(2), Duration::from_millis(100));
/// How often a link that connects is looked at.
const GLANCE: Duration = Duration::from_millis(1);
/// How long a connection may be silent before it says whose end it is.
const PATIENCE: Duration = Duration::from_secs(5);
/// Connections that have not said so yet.
const STRANGERS: usize = 256;

/// How far a channel is, as `HcommChannelGetStatus` tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Operations work.
    Ready = 0,
    /// The other end has not come yet, or both are connecting.
    Connecting = 1,
    /// It cannot be connected, or its other end is gone.
    Failed = 2,
    /// The other end did not come in time.
    Timeout = 3,
    /// This side ran out of something.
    NoLocalResources = 4,
    /// The other side ran out of something.
    NoRemoteResources = 5,
}

/// What a caller wants.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Address of the other end's endpoint.
    pub remote: Address,
    /// Notifies of each end.
    pub notifies: u32,
    /// Memory to offer, by handle; `None`: all that is registered at the endpoint.
    pub memory: Option<Vec<u64>>,
    /// Connected stream socket to use instead of looking for the other end; the caller keeps it.
    pub socket: Option<RawFd>,
    /// -1: any, 0: client, 1: server.
    pub role: i32,
    /// TCP port of the server; 0: [`PORT`].
    pub port: u16,
    /// Both ends of a channel have the same name.
    pub name: String,
    /// Queue pairs; both ends want the same number.
    pub queues: u32,
}

impl Wish {
    /// The address in an endpoint description.
    pub fn address(description: &EndpointDesc) -> Address {
        Address::of(description)
    }
}

/// One end of a channel.
#[derive(Debug)]
struct End {
    handle: ChannelHandle,
    endpoint: Arc<Endpoint>,
    endpoint_handle: u64,
    engine: CommEngine,
    wish: Wish,
    notifies: Notifies,
    tag: Tag,
    created: Instant,
    patience: Duration,
    closed: AtomicBool,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    state: State,
    /// Memory offered to the other end, by handle.
    offered: Vec<u64>,
    /// What the other end offered.
    theirs: Option<Theirs>,
    stream: Option<Stream>,
    /// The other end came to a listener.
    arrival: Option<Arrival>,
    link: Option<LinkId>,
    /// What happened last that may explain why it takes so long.
    hint: String,
}

#[derive(Debug)]
struct Theirs {
    place: Place,
    memory: Vec<Wire>,
    network: bool,
}

#[derive(Debug)]
enum Arrival {
    /// A connection to an end in this process, on which nothing was said.
    Fresh(OwnedFd),
    /// A connection whose other side has made its offer.
    Known(Stream, Box<Offer>),
}

static ENDS: Mutex<Option<HashMap<ChannelHandle, Arc<End>>>> = Mutex::new(None);

fn ends() -> Vec<Arc<End>> {
    lock(&ENDS).iter().flat_map(HashMap::values).cloned().collect()
}

fn end_of(handle: ChannelHandle) -> Option<Arc<End>> {
    lock(&ENDS).as_ref()?.get(&handle).cloned()
}

/// Which protocols an engine has channels for. NOT_SUPPORT if there are none.
fn check_engine(engine: CommEngine, protocol: CommProtocol) -> Result {
    use CommEngine::*;
    use CommProtocol::*;
    let v2 = product().is_v2();
    let possible = match engine {
        COMM_ENGINE_CPU => {
            matches!(protocol, COMM_PROTOCOL_ROCE | COMM_PROTOCOL_UB_CTP | COMM_PROTOCOL_UBC_TP)
        }
        COMM_ENGINE_CPU_TS => false,
        COMM_ENGINE_AICPU | COMM_ENGINE_AICPU_TS => match protocol {
            COMM_PROTOCOL_UB_RTP => v2,
            other => matches!(
                other,
                COMM_PROTOCOL_UBOE
                    | COMM_PROTOCOL_PCIE
                    | COMM_PROTOCOL_ROCE
                    | COMM_PROTOCOL_UB_CTP
                    | COMM_PROTOCOL_UBC_TP
                    | COMM_PROTOCOL_HCCS
            ),
        },
        // What has no channel of its own is reached as UB memory.
        COMM_ENGINE_AIV => protocol != COMM_PROTOCOL_ROCE || v2,
        COMM_ENGINE_CCU => {
            matches!(protocol, COMM_PROTOCOL_UB_CTP | COMM_PROTOCOL_UBC_TP | COMM_PROTOCOL_UB_RTP)
        }
        COMM_ENGINE_RESERVED => bail!(NOT_FOUND, "engine {engine:?} has no channels"),
    };
    if !possible {
        bail!(NOT_SUPPORT, "engine {engine:?} has no channels of protocol {protocol:?} on this product");
    }
    Ok(())
}

/// Makes channels of an endpoint and starts to connect them, all or none. With `shared` they share the endpoint's queue.
pub fn create(
    endpoint_handle: u64,
    engine: CommEngine,
    wishes: &[Wish],
    shared: bool,
) -> Result<Vec<ChannelHandle>> {
    let endpoint = endpoint::find(endpoint_handle)?;
    check_engine(engine, endpoint.protocol)?;
    if shared {
        let protocol = endpoint.protocol;
        if engine != CommEngine::COMM_ENGINE_AIV {
            bail!(NOT_SUPPORT, "engine {engine:?} has no channels that share a queue: only AIV has");
        }
        if !matches!(protocol, CommProtocol::COMM_PROTOCOL_UB_CTP | CommProtocol::COMM_PROTOCOL_UBC_TP) {
            bail!(NOT_SUPPORT, "channels of protocol {protocol:?} do not share queues: UB_CTP and UBC_TP do");
        }
    }
    let patience = Config::from_env()?.connect_timeout;
    let mut made: Vec<Arc<End>> = Vec::with_capacity(wishes.len());
    for (at, wish) in wishes.iter().enumerate() {
        match End::new(&endpoint, endpoint_handle, engine, wish, patience) {
            Ok(end) => made.push(end),
            Err(error) => {
                for end in made {
                    // Made a moment ago and unknown to everybody else.
                    let _ = channel::destroy(end.handle);
                }
                return Err(error.context(format_args!("channel {at} of {}", wishes.len())));
            }
        }
    }
    let handles: Vec<ChannelHandle> = made.iter().map(|end| end.handle).collect();
    for end in &made {
        endpoint.channels.fetch_add(1, Ordering::AcqRel);
        lock(&ENDS).get_or_insert_default().insert(end.handle, end.clone());
    }
    let begun = made.into_iter().try_for_each(|end| reactor::add(Box::new(Talk::new(end))));
    if let Err(error) = begun {
        // The first error is the one that counts.
        let _ = destroy(&handles);
        return Err(error);
    }
    Ok(handles)
}

/// States of channels. INTERNAL for a handle that is none of the base layer.
pub fn states(handles: &[ChannelHandle]) -> Result<Vec<State>> {
    handles
        .iter()
        .map(|&handle| match end_of(handle) {
            Some(end) => Ok(end.state()),
            None => match channel::status(handle) {
                // A channel of a communicator.
                Ok(channel::Status::Ready) => Ok(State::Ready),
                Ok(channel::Status::Connecting) => Ok(State::Connecting),
                Ok(channel::Status::Failed) => Ok(State::Failed),
                Err(error) => Err(Error::new(Code::INTERNAL, error.text)),
            },
        })
        .collect()
}

/// Ends channels in order; NOT_FOUND at the first that is none, those before it are ended.
pub fn destroy(handles: &[ChannelHandle]) -> Result {
    handles.iter().try_for_each(|&handle| {
        let end = lock(&ENDS).as_mut().and_then(|ends| ends.remove(&handle));
        let Some(end) = end else {
            bail!(NOT_FOUND, "channel {handle:#x} is none of HcommChannelCreate, or was destroyed before");
        };
        end.close()
    })
}

/// Tells the other ends of an endpoint's channels that a registration ended or was exported.
pub(super) fn memory_changed(endpoint: &Endpoint, memory: u64) {
    for end in ends().iter().filter(|end| end.endpoint.is_port_of(endpoint)) {
        if let Err(error) = end.offer_again(memory) {
            log::warn!("channel {:#x}: the other end still counts on old memory: {}", end.handle, error.text);
        }
    }
}

/// Gives the channels of an endpoint what it imports now.
pub(super) fn imports_changed(endpoint: &Arc<Endpoint>) {
    for end in ends().iter().filter(|end| Arc::ptr_eq(&end.endpoint, endpoint)) {
        let inner = lock(&end.inner);
        if inner.state == State::Ready
            && let Err(error) = channel::set_ranges(end.handle, &end.ranges(&inner))
        {
            log::warn!("channel {:#x} cannot take over imported memory: {}", end.handle, error.text);
        }
    }
}

/// Opens a TCP port of an endpoint, once.
pub(super) fn listen(endpoint: &Endpoint) -> Result<u16> {
    static OPENING: Mutex<()> = Mutex::new(());
    let _one_at_a_time = lock(&OPENING);
    if endpoint.listening.load(Ordering::Acquire) == 0 {
        let ip = own_ip(endpoint);
        let fd = rendezvous::listen(&Spot::Tcp(SocketAddr::new(ip, 0)))
            .map_err(|e| err!(NETWORK, "endpoint {} cannot listen at {ip}: {e}", endpoint.name()))?;
        let at = rendezvous::local_address(fd.as_raw_fd())
            .ok_or_else(|| err!(SYSCALL, "a listening socket has no address"))?;
        open_door(&mut lock(&DESK), Spot::Tcp(at), fd, true)?;
        endpoint.listening.store(at.port(), Ordering::Release);
    }
    Ok(endpoint.listening.load(Ordering::Acquire))
}

/// Closes what [`listen`] opened.
pub(super) fn unlisten(endpoint: &Endpoint) {
    let port = endpoint.listening.swap(0, Ordering::AcqRel);
    if port != 0 {
        let spot = Spot::Tcp(SocketAddr::new(own_ip(endpoint), port));
        if let Some(door) = lock(&DESK).doors.iter_mut().find(|door| door.spot == spot) {
            door.held = false;
        }
        reactor::wake();
    }
}

/// The address of this host that an endpoint stands for; the loopback address if it has none.
fn own_ip(endpoint: &Endpoint) -> IpAddr {
    match endpoint.address.ip() {
        Some(ip) if !ip.is_unspecified() && !is_link_local(ip) && host::is_here(ip) => ip,
        Some(IpAddr::V6(v6)) if host::is_here(IpAddr::V6(v6)) => Ipv6Addr::LOCALHOST.into(),
        _ => Ipv4Addr::LOCALHOST.into(),
    }
}

fn is_link_local(ip: IpAddr) -> bool {
    matches!(ip, IpAddr::V6(v6) if v6.is_unicast_link_local())
}

/// How the ends of a channel meet: on this host, or over TCP from one address to another.
enum Way {
    Local,
    Tcp { local: IpAddr, remote: IpAddr },
}

fn way(local: &Address, remote: &Address) -> Way {
    match (local.ip(), remote.ip()) {
        // Only who has a true address of this host can look for an address that this host does not have.
        (Some(local), Some(remote)) if host::is_here(local) && !host::is_here(remote) => {
            Way::Tcp { local, remote }
        }
        _ => Way::Local,
    }
}

impl End {
    fn new(
        endpoint: &Arc<Endpoint>,
        endpoint_handle: u64,
        engine: CommEngine,
        wish: &Wish,
        patience: Duration,
    ) -> Result<Arc<End>> {
        let driver = driver::get()?;
        let mut wish = wish.clone();
        if engine == CommEngine::COMM_ENGINE_CCU {
            wish.notifies = CCU_NOTIFIES;
        }
        let offered = match &wish.memory {
            Some(handles) => handles.clone(),
            None => endpoint::memories(endpoint),
        };
        for &memory in &offered {
            endpoint::range(endpoint, memory)?;
        }
        let notifies = driver.notify_alloc(endpoint.device, wish.notifies)?;
        let spec = ChannelSpec {
            engine,
            protocol: endpoint.protocol,
            comm: None,
            local_rank: 0,
            remote_rank: 0,
            notifies,
        };
        let handle = channel::create(spec).inspect_err(|_| drop(driver.notify_free(notifies)))?;
        let tag = rendezvous::tag(&endpoint.address, &wish.remote, &wish.name);
        let inner = Inner {
            state: State::Connecting,
            offered,
            theirs: None,
            stream: None,
            arrival: None,
            link: None,
            hint: String::new(),
        };
        let end = End {
            handle,
            endpoint: endpoint.clone(),
            endpoint_handle,
            engine,
            wish,
            notifies,
            tag,
            created: Instant::now(),
            patience,
            closed: AtomicBool::new(false),
            inner: Mutex::new(inner),
        };
        Ok(Arc::new(end))
    }

    fn state(&self) -> State {
        let mut inner = lock(&self.inner);
        // The data plane may have noticed first that the other end is gone.
        if inner.state == State::Ready && channel::status(self.handle) != Ok(channel::Status::Ready) {
            inner.state = State::Failed;
        }
        inner.state
    }

    fn way(&self) -> Way {
        way(&self.endpoint.address, &self.wish.remote)
    }

    fn port(&self) -> u16 {
        if self.wish.port == 0 { PORT } else { self.wish.port }
    }

    fn party(&self) -> Party {
        let mut ports = vec![self.port()];
        if self.wish.role != 0 {
            ports.extend(Some(self.endpoint.listening.load(Ordering::Acquire)).filter(|&port| port != 0));
        }
        Party {
            local: self.endpoint.address,
            remote: self.wish.remote,
            role: self.wish.role,
            ports,
            host: host::identity(),
            pid: std::process::id() as i32,
            endpoint: self.endpoint_handle,
        }
    }

    /// Other end, for texts.
    fn name(&self) -> String {
        let name =
            if self.wish.name.is_empty() { String::new() } else { format!(" named \"{}\"", self.wish.name) };
        format!("channel {:#x}{name} from {} to {}", self.handle, self.endpoint.name(), self.wish.remote)
    }

    /// Memory that is offered now.
    fn memory(&self, inner: &Inner) -> Result<(Place, Vec<Wire>)> {
        let mut place = Place::here();
        let mut memory = Vec::with_capacity(inner.offered.len());
        for &handle in &inner.offered {
            let (kind, addr, size) = endpoint::range(&self.endpoint, handle)?;
            memory.push(place.describe(self.endpoint.device, kind, addr, size)?);
        }
        Ok((place, memory))
    }

    fn offer(&self, inner: &mut Inner) -> Result<Offer> {
        // Memory that was unregistered meanwhile is not offered.
        inner.offered.retain(|&memory| endpoint::range(&self.endpoint, memory).is_ok());
        let (mut place, memory) = self.memory(inner)?;
        let notifies = match self.notifies.num {
            0 => None,
            num => {
                let bytes = u64::from(num) * size_of::<npu_ext::Notify>() as u64;
                Some(place.describe(self.endpoint.device, 0, self.notifies.addr, bytes)?)
            }
        };
        Ok(Offer {
            party: self.party(),
            protocol: self.endpoint.protocol as i32,
            network: self.endpoint.is_network(),
            place,
            notify_num: self.notifies.num,
            notifies,
            queues: self.wish.queues,
            memory,
        })
    }

    /// What the other end may do to this process's memory over the network.
    fn exports(&self, inner: &Inner) -> Vec<(u64, u64)> {
        let exported = endpoint::exported(&self.endpoint);
        inner
            .offered
            .iter()
            .copied()
            .chain(exported)
            .filter_map(|memory| endpoint::range(&self.endpoint, memory).ok())
            .map(|(_, addr, size)| (addr, size))
            .collect()
    }

    /// Memory of the other end as the data plane takes it.
    fn ranges(&self, inner: &Inner) -> Vec<Range> {
        let Some(theirs) = &inner.theirs else { return Vec::new() };
        let imported = self.endpoint.imported(theirs.place.host(), theirs.place.pid());
        let offered = theirs.memory.iter().map(|wire| theirs.place.reach(wire, theirs.network));
        let imported = imported.iter().map(|(place, wire)| place.reach(wire, theirs.network));
        offered
            .chain(imported)
            .filter_map(|range| {
                range.inspect_err(|e| log::warn!("channel {:#x}: {}", self.handle, e.text)).ok()
            })
            .collect()
    }

    /// The registration of `memory` ended, or it was exported.
    fn offer_again(&self, memory: u64) -> Result {
        let mut inner = lock(&self.inner);
        let gone = endpoint::range(&self.endpoint, memory).is_err();
        let before = inner.offered.len();
        inner.offered.retain(|&other| !gone || other != memory);
        if let Some(link) = inner.link {
            transport::set_exports(link, &self.exports(&inner))?;
        }
        if inner.offered.len() != before && inner.state == State::Ready {
            let (place, memory) = self.memory(&inner)?;
            if let Some(stream) = &mut inner.stream {
                stream.send(&Note::Memory(place, memory))?;
            }
        }
        Ok(())
    }

    /// The channel will not work (any more). True if that is news: then the data plane has to hear of it.
    fn fail(&self, inner: &mut Inner, state: State, error: &Error) -> bool {
        let news = matches!(inner.state, State::Connecting | State::Ready);
        if news {
            inner.state = state;
            log::error!("{}: {}", self.name(), error.text);
        }
        news
    }

    fn close(&self) -> Result {
        self.closed.store(true, Ordering::Release);
        lock(&DESK).waiting.retain(|end| end.handle != self.handle);
        {
            let mut inner = lock(&self.inner);
            if let Some(stream) = &mut inner.stream
                && stream.theirs.is_some()
            {
                // It is told as far as the connection takes it; the end of the connection says the same.
                let _ = stream.send(&Note::Bye);
            }
            inner.arrival = None;
        }
        let ended = channel::destroy(self.handle);
        self.endpoint.channels.fetch_sub(1, Ordering::AcqRel);
        reactor::wake();
        ended
    }
}

/// A place where ends of this process are waited for.
#[derive(Debug)]
struct Door {
    spot: Spot,
    /// Stays open although nobody waits.
    held: bool,
}

/// Ends that wait for their other ends, oldest first, and where.
#[derive(Debug)]
struct Desk {
    waiting: Vec<Arc<End>>,
    doors: Vec<Door>,
}

static DESK: Mutex<Desk> = Mutex::new(Desk { waiting: Vec::new(), doors: Vec::new() });

impl Desk {
    /// True if an end waits that can come in at `spot`.
    fn is_waited_for(&self, spot: &Spot) -> bool {
        let waiting = self.waiting.iter().filter(|end| !end.closed.load(Ordering::Acquire));
        waiting.into_iter().any(|end| match spot {
            Spot::Local(tag) => end.tag == *tag && matches!(end.way(), Way::Local),
            Spot::Tcp(at) => end.party().ports.contains(&at.port()) && matches!(end.way(), Way::Tcp { .. }),
        })
    }

    /// Takes the oldest end that `party` looks for. Ends with this tag that do not fit hear of it.
    fn take(&mut self, tag: &Tag, party: &Party) -> Option<Arc<End>> {
        let mine = |end: &Arc<End>| end.tag == *tag && !end.closed.load(Ordering::Acquire);
        match self.waiting.iter().position(|end| mine(end) && end.party().fits(party)) {
            Some(at) => Some(self.waiting.remove(at)),
            None => {
                for end in self.waiting.iter().filter(|end| mine(end)) {
                    lock(&end.inner).hint = format!(
                        "an end came with role {}, port(s) {:?}, from {} to {}, which does not fit",
                        party.role, party.ports, party.local, party.remote
                    );
                }
                None
            }
        }
    }
}

/// Starts to serve a listening socket.
fn open_door(desk: &mut Desk, spot: Spot, fd: OwnedFd, held: bool) -> Result {
    desk.doors.push(Door { spot: spot.clone(), held });
    reactor::add(Box::new(Porter { spot, fd, guests: Vec::new() }))
}

/// Serves one door.
struct Porter {
    spot: Spot,
    fd: OwnedFd,
    guests: Vec<Guest>,
}

/// A connection that has not found its end yet.
struct Guest {
    stream: Stream,
    offer: Option<Box<Offer>>,
    since: Instant,
}

impl Porter {
    fn accept(&mut self, now: Instant) {
        while self.guests.len() < STRANGERS
            && let Ok(fd) = rendezvous::accept(&self.fd)
        {
            if matches!(self.spot, Spot::Local(_)) && !rendezvous::is_own_user(&fd) {
                continue;
            }
            if let Ok(stream) = Stream::quiet(fd) {
                self.guests.push(Guest { stream, offer: None, since: now });
            }
        }
    }

    /// Hears a guest and brings it to its end. False if it is done or unwelcome.
    fn serve(guest: &mut Guest, now: Instant) -> bool {
        guest.stream.fill();
        while guest.offer.is_none() {
            match guest.stream.next() {
                Ok(Some(Note::Hello { .. })) => {}
                Ok(Some(Note::Offer(offer))) => guest.offer = Some(offer),
                Ok(None) => break,
                Ok(Some(other)) => {
                    log::debug!("a channel's end began with {other:?} and is sent away");
                    return false;
                }
                Err(error) => {
                    log::warn!("somebody who is no end of a channel is sent away: {}", error.text);
                    return false;
                }
            }
        }
        guest.stream.flush();
        !guest.stream.ended && (guest.offer.is_some() || now.duration_since(guest.since) < PATIENCE)
    }
}

impl Actor for Porter {
    fn interest(&mut self, fds: &mut Vec<libc::pollfd>) {
        let open = if self.guests.len() < STRANGERS { self.fd.as_raw_fd() } else { -1 };
        fds.push(libc::pollfd { fd: open, events: libc::POLLIN, revents: 0 });
        for guest in &self.guests {
            fds.push(interest(&guest.stream));
        }
    }

    fn deadline(&self) -> Option<Instant> {
        let hasty = self.guests.iter().filter(|guest| guest.offer.is_none());
        hasty.map(|guest| guest.since + PATIENCE).min()
    }

    fn run(&mut self, _ready: &[libc::pollfd], now: Instant) -> bool {
        self.accept(now);
        self.guests.retain_mut(|guest| Self::serve(guest, now));
        let mut desk = lock(&DESK);
        let mut at = 0;
        while let Some(guest) = self.guests.get(at) {
            let found = guest.offer.as_ref().and_then(|offer| {
                let tag = guest.stream.tag();
                desk.take(&tag, &offer.party)
            });
            let Some(end) = found else {
                at += 1;
                continue;
            };
            let guest = self.guests.remove(at);
            if let Some(offer) = guest.offer {
                lock(&end.inner).arrival = Some(Arrival::Known(guest.stream, offer));
                reactor::wake();
            }
        }
        let door = desk.doors.iter().position(|door| door.spot == self.spot);
        match door {
            Some(door) if !desk.doors[door].held && !desk.is_waited_for(&self.spot) => {
                // Who knocks meanwhile sees the end of the connection and opens a door itself.
                desk.doors.remove(door);
                false
            }
            door => door.is_some(),
        }
    }
}

fn interest(stream: &Stream) -> libc::pollfd {
    let events = libc::POLLIN | if stream.is_full() { libc::POLLOUT } else { 0 };
    libc::pollfd { fd: stream.fd(), events, revents: 0 }
}

/// Connects an end, then watches its connection.
struct Talk {
    end: Arc<End>,
    /// A connection that is being made.
    dialled: Option<OwnedFd>,
    /// When to look for the other end (again).
    next: Option<Instant>,
    pause: Duration,
    /// The end waits at the desk.
    waits: bool,
    /// This side listens for the link; `None`: nonces decide.
    listens: Option<bool>,
    /// The connection cannot be made again.
    given: bool,
    /// Notifies of the other end.
    notifies: Option<Wire>,
    verdicts: (Option<bool>, Option<bool>),
    /// Listener of the link.
    listener: Option<SocketAddr>,
    their_listener: Option<SocketAddr>,
    connected: bool,
    ready: bool,
}

impl Talk {
    fn new(end: Arc<End>) -> Talk {
        Talk {
            end,
            dialled: None,
            next: Some(Instant::now()),
            pause: PAUSE.0,
            waits: false,
            listens: None,
            given: false,
            notifies: None,
            verdicts: (None, None),
            listener: None,
            their_listener: None,
            connected: false,
            ready: false,
        }
    }

    /// Looks for the other end.
    fn seek(&mut self, inner: &mut Inner, now: Instant) -> Result {
        self.next = None;
        if let Some(fd) = self.end.wish.socket {
            let fd = rendezvous::borrow(fd)
                .map_err(|e| err!(NETWORK, "the socket of the description is not connected: {e}"))?;
            self.given = true;
            inner.stream = Some(Stream::hello(fd, &self.end.tag)?);
            return Ok(());
        }
        let sought = match self.end.way() {
            Way::Local => self.seek_here(inner)?,
            Way::Tcp { local, remote } => self.seek_there(local, remote)?,
        };
        if let Err(error) = sought {
            inner.hint = error.to_string();
            self.again(now);
        }
        Ok(())
    }

    fn again(&mut self, now: Instant) {
        self.next = Some(now + self.pause);
        self.pause = (self.pause * 2).min(PAUSE.1);
    }

    fn seek_here(&mut self, inner: &mut Inner) -> Result<io::Result<()>> {
        let spot = Spot::Local(self.end.tag);
        let mut desk = lock(&DESK);
        if let Some(other) = desk.take(&self.end.tag, &self.end.party()) {
            drop(desk);
            let (own, theirs) = match rendezvous::pair() {
                Ok(pair) => pair,
                Err(error) => {
                    lock(&DESK).waiting.insert(0, other);
                    return Ok(Err(error));
                }
            };
            lock(&other.inner).arrival = Some(Arrival::Fresh(theirs));
            reactor::wake();
            self.listens = Some(false);
            inner.stream = Some(Stream::hello(own, &self.end.tag)?);
            return Ok(Ok(()));
        }
        if !desk.doors.iter().any(|door| door.spot == spot) {
            match rendezvous::listen(&spot) {
                Ok(fd) => open_door(&mut desk, spot, fd, false)?,
                Err(error) if error.kind() == ErrorKind::AddrInUse => {
                    drop(desk);
                    let dialled = match rendezvous::dial(&spot) {
                        Ok(fd) => fd,
                        Err(error) => return Ok(Err(error)),
                    };
                    if !rendezvous::is_own_user(&dialled) {
                        return Ok(Err(io::Error::other("the meeting point belongs to another user")));
                    }
                    self.listens = Some(false);
                    inner.stream = Some(Stream::hello(dialled, &self.end.tag)?);
                    return Ok(Ok(()));
                }
                Err(error) => return Ok(Err(error)),
            }
        }
        desk.waiting.push(self.end.clone());
        self.waits = true;
        Ok(Ok(()))
    }

    fn seek_there(&mut self, local: IpAddr, remote: IpAddr) -> Result<io::Result<()>> {
        let serves = match self.end.wish.role {
            0 => false,
            1 => true,
            _ => self.end.endpoint.address < self.end.wish.remote,
        };
        if !serves {
            return Ok(rendezvous::dial(&Spot::Tcp(SocketAddr::new(remote, self.end.port())))
                .map(|fd| self.dialled = Some(fd)));
        }
        let mut desk = lock(&DESK);
        let mut failure = None;
        let ports = self.end.party().ports;
        let mut open = false;
        for port in ports {
            let spot = Spot::Tcp(SocketAddr::new(local, port));
            if desk.doors.iter().any(|door| door.spot == spot) {
                open = true;
                continue;
            }
            match rendezvous::listen(&spot) {
                Ok(fd) => {
                    open_door(&mut desk, spot, fd, false)?;
                    open = true;
                }
                Err(error) => {
                    failure =
                        Some(io::Error::other(format!("port {port} of {local} cannot be opened: {error}")));
                }
            }
        }
        match failure {
            Some(error) if !open => Ok(Err(error)),
            _ => {
                desk.waiting.push(self.end.clone());
                self.waits = true;
                Ok(Ok(()))
            }
        }
    }

    /// Takes over a connection that came to the desk.
    fn welcome(&mut self, inner: &mut Inner, arrival: Arrival) -> Result {
        self.waits = false;
        self.listens = Some(true);
        match arrival {
            Arrival::Fresh(fd) => inner.stream = Some(Stream::hello(fd, &self.end.tag)?),
            Arrival::Known(stream, offer) => {
                inner.stream = Some(stream);
                self.propose(inner)?;
                self.consider(inner, *offer)?;
            }
        }
        Ok(())
    }

    fn propose(&mut self, inner: &mut Inner) -> Result {
        let offer = self.end.offer(inner)?;
        send(inner, &Note::Offer(Box::new(offer)))
    }

    /// Judges what the other end offers.
    fn consider(&mut self, inner: &mut Inner, offer: Offer) -> Result {
        let end = &self.end;
        let differ = |what: &str, mine: &dyn std::fmt::Display, theirs: &dyn std::fmt::Display| {
            err!(
                ROCE_CONNECT,
                "{what} is {mine} at this end and {theirs} at the other: use the same on both sides"
            )
        };
        if !end.party().fits(&offer.party) {
            bail!(
                ROCE_CONNECT,
                "the other end has role {}, port(s) {:?} and goes from {} to {}, which does not fit",
                offer.party.role,
                offer.party.ports,
                offer.party.local,
                offer.party.remote
            );
        }
        if offer.notify_num != end.notifies.num {
            return Err(differ("notifyNum", &end.notifies.num, &offer.notify_num));
        }
        if offer.queues != end.wish.queues {
            return Err(differ("queueNum", &end.wish.queues, &offer.queues));
        }
        if offer.protocol != end.endpoint.protocol as i32 {
            return Err(differ("the protocol", &(end.endpoint.protocol as i32), &offer.protocol));
        }
        let whole = offer.memory.iter().chain(&offer.notifies).all(|wire| offer.place.holds(wire));
        if !whole || offer.notifies.is_some() != (offer.notify_num > 0) {
            bail!(ROCE_CONNECT, "the other end offered ranges that cannot be memory");
        }
        let near = !offer.network && !end.endpoint.is_network() && *offer.place.host() == host::identity();
        let reachable = |wire: &Wire| match offer.place.reach(wire, false) {
            Ok(_) => true,
            Err(error) => {
                log::info!("{}: it goes over the network, because {}", end.name(), error.text);
                false
            }
        };
        let network = !near || !offer.memory.iter().chain(&offer.notifies).all(reachable);
        inner.theirs = Some(Theirs { place: offer.place, memory: offer.memory, network });
        self.notifies = offer.notifies;
        self.verdicts.0 = Some(network);
        send(inner, &Note::Verdict { network })
    }
}

/// Who hears why a channel cannot be connected.
struct Failure {
    state: State,
    error: Error,
    /// The other end does not know yet.
    tell: bool,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let short = [Code::OOM, Code::MEMORY, Code::UNAVAIL].contains(&error.code);
        let state = if short { State::NoLocalResources } else { State::Failed };
        Failure { state, error, tell: true }
    }
}

impl Talk {
    /// Listens to the other end.
    fn hear(&mut self, inner: &mut Inner) -> std::result::Result<(), Failure> {
        loop {
            let Some(stream) = &mut inner.stream else { return Ok(()) };
            let Some(note) = stream.next()? else { return Ok(()) };
            match note {
                Note::Hello { .. } => self.propose(inner)?,
                Note::Offer(offer) if inner.theirs.is_none() => self.consider(inner, *offer)?,
                Note::Verdict { network } => self.verdicts.1 = Some(network),
                Note::Listening(at) => self.their_listener = Some(at),
                Note::Ready => self.ready = true,
                Note::Memory(place, memory) if self.connected => {
                    if !memory.iter().all(|wire| place.holds(wire)) {
                        return Err(
                            err!(NETWORK, "the other end offered ranges that cannot be memory").into()
                        );
                    }
                    if let Some(theirs) = &mut inner.theirs {
                        (theirs.place, theirs.memory) = (place, memory);
                    }
                    channel::set_ranges(self.end.handle, &self.end.ranges(inner))?;
                }
                Note::Refuse { text, resources } => {
                    let state = if resources { State::NoRemoteResources } else { State::Failed };
                    let error = err!(ROCE_CONNECT, "the other end could not connect: {text}");
                    return Err(Failure { state, error, tell: false });
                }
                Note::Bye => return Err(self.gone("destroyed its end of the channel")),
                Note::Offer(_) | Note::Memory(..) => {
                    return Err(err!(NETWORK, "the other end sent {note:?} at the wrong time").into());
                }
            }
        }
    }

    fn gone(&self, what: &str) -> Failure {
        let error = err!(NETWORK, "the other end ({}) {what}", self.end.wish.remote);
        Failure { state: State::Failed, error, tell: false }
    }

    /// Connects as far as both sides have agreed.
    fn settle(&mut self, inner: &mut Inner) -> std::result::Result<(), Failure> {
        let (Some(mine), Some(theirs)) = self.verdicts else { return Ok(()) };
        if !self.connected {
            if mine || theirs {
                if let Some(their) = &mut inner.theirs {
                    their.network = true;
                }
                self.link(inner)?;
            } else {
                let ranges = self.end.ranges(inner);
                let notifies = match (&self.notifies, &inner.theirs) {
                    (Some(wire), Some(their)) => {
                        let addr = their.place.reach(wire, false)?.addr;
                        Some(Notifies { addr, num: self.end.notifies.num })
                    }
                    _ => None,
                };
                channel::connect(self.end.handle, &Remote { notifies, ranges })?;
                self.connected = true;
                send(inner, &Note::Ready)?;
            }
        }
        if self.connected && self.ready {
            inner.state = State::Ready;
            inner.hint.clear();
        }
        Ok(())
    }

    /// Makes the link of a channel that goes over the network.
    fn link(&mut self, inner: &mut Inner) -> Result {
        let Some(stream) = &mut inner.stream else { return Ok(()) };
        let listens = self.listens.unwrap_or(Some(stream.mine) > stream.theirs);
        let ip = rendezvous::local_address(stream.fd())
            .unwrap_or_else(|| SocketAddr::new(own_ip(&self.end.endpoint), 0));
        if inner.link.is_none() {
            let (role, local) = if listens {
                let mut at = ip;
                at.set_port(0);
                let at = transport::listen(at)?;
                self.listener = Some(at);
                stream.send(&Note::Listening(at))?;
                (Role::Listen, at)
            } else {
                let Some(at) = self.their_listener else { return Ok(()) };
                let any: IpAddr =
                    if at.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
                (Role::Connect(at), SocketAddr::new(any, 0))
            };
            let spec = LinkSpec {
                ext: driver::get()?.ext(),
                key: stream.derive(b"key of the link"),
                id: auth::cut(stream.derive(b"id of the link")),
                role,
                local,
                deadline: self.end.created + self.end.patience,
                notifies: (self.end.notifies.addr, self.end.notifies.num),
                counted: channel::is_counted(self.end.engine, self.end.endpoint.protocol),
                remote_notify_num: self.end.notifies.num,
                exports: self.end.exports(inner),
                owner: self.end.handle,
                local_rank: 0,
                remote_rank: 0,
                on_fail: channel::link_failed,
            };
            inner.link = Some(transport::open(spec)?);
        }
        let Some(link) = inner.link else { return Ok(()) };
        match transport::status(link) {
            transport::Status::Connecting => Ok(()),
            transport::Status::Failed(error) => Err(error),
            transport::Status::Ready => {
                let remote = RemoteNet { ranges: self.end.ranges(inner), notify_num: self.end.notifies.num };
                channel::connect_net(self.end.handle, link, &remote)?;
                self.connected = true;
                self.unlisten();
                send(inner, &Note::Ready)
            }
        }
    }

    fn unlisten(&mut self) {
        if let Some(at) = self.listener.take() {
            transport::unlisten(at);
        }
    }

    fn step(&mut self, inner: &mut Inner, now: Instant) -> std::result::Result<(), Failure> {
        if let Some(arrival) = inner.arrival.take() {
            self.welcome(inner, arrival)?;
        }
        if let Some(fd) = self.dialled.take() {
            if self.is_connected(&fd) {
                match rendezvous::arrived(&fd) {
                    Ok(()) => {
                        self.listens = Some(false);
                        inner.stream = Some(Stream::hello(fd, &self.end.tag)?);
                    }
                    Err(error) => {
                        inner.hint = error.to_string();
                        self.again(now);
                    }
                }
            } else {
                self.dialled = Some(fd);
            }
        }
        if inner.stream.is_none() && self.next.is_some_and(|next| next <= now) {
            self.seek(inner, now)?;
        }
        if let Some(stream) = &mut inner.stream {
            stream.fill();
            self.hear(inner)?;
            self.settle(inner)?;
        }
        if let Some(stream) = &mut inner.stream {
            stream.flush();
            if stream.ended {
                if inner.theirs.is_some() || self.given {
                    return Err(self.gone("has ended, was killed or lost its connection"));
                }
                // A door that was closed at this moment, or a stranger: look again.
                inner.stream = None;
                self.listens = None;
                self.again(now);
            }
        }
        let over = self.end.created + self.end.patience;
        if inner.state == State::Connecting && now >= over {
            let hint =
                if inner.hint.is_empty() { String::new() } else { format!("; last seen: {}", inner.hint) };
            let error = err!(
                TIMEOUT,
                "the other end did not come in {:?}: make a channel there from {} to {} with the same name and port \
                 {} (HCCL_CONNECT_TIMEOUT sets the time){hint}",
                self.end.patience,
                self.end.wish.remote,
                self.end.endpoint.address,
                self.end.port()
            );
            let state = if self.next.is_some() && inner.hint.contains("cannot be opened") {
                State::NoLocalResources
            } else {
                State::Timeout
            };
            return Err(Failure { state, error, tell: true });
        }
        Ok(())
    }

    /// True if a connection attempt has ended, well or not.
    fn is_connected(&self, fd: &OwnedFd) -> bool {
        let mut poll = libc::pollfd { fd: fd.as_raw_fd(), events: libc::POLLOUT, revents: 0 };
        // SAFETY: one entry, live during the call, which does not wait.
        unsafe { libc::poll(&mut poll, 1, 0) == 1 }
    }

    /// Leaves nothing behind. A link that the channel does not own yet ends.
    fn finish(&mut self, inner: &mut Inner) {
        if self.waits {
            lock(&DESK).waiting.retain(|end| end.handle != self.end.handle);
        }
        self.unlisten();
        if let Some(link) = inner.link.take()
            && !self.connected
        {
            transport::close(link);
        }
        inner.stream = None;
        inner.arrival = None;
    }
}

impl Actor for Talk {
    fn interest(&mut self, fds: &mut Vec<libc::pollfd>) {
        let inner = lock(&self.end.inner);
        fds.extend(inner.stream.as_ref().map(interest));
        fds.extend(self.dialled.as_ref().map(|fd| libc::pollfd {
            fd: fd.as_raw_fd(),
            events: libc::POLLOUT,
            revents: 0,
        }));
    }

    fn deadline(&self) -> Option<Instant> {
        let inner = lock(&self.end.inner);
        if inner.state != State::Connecting {
            return None;
        }
        let links = inner.link.is_some() && !self.connected;
        let glance = links.then(|| Instant::now() + GLANCE);
        [self.next, glance, Some(self.end.created + self.end.patience)].into_iter().flatten().min()
    }

    fn run(&mut self, _ready: &[libc::pollfd], now: Instant) -> bool {
        let end = self.end.clone();
        let mut inner = lock(&end.inner);
        let mut news = None;
        if !end.closed.load(Ordering::Acquire) {
            match self.step(&mut inner, now) {
                Ok(()) => return true,
                Err(Failure { state, error, tell }) => {
                    if tell {
                        let text = error.text.clone().into_owned();
                        let resources = state == State::NoLocalResources;
                        // The other end may be gone, or may not have said hello.
                        let _ = send(&mut inner, &Note::Refuse { text, resources });
                    }
                    news = end.fail(&mut inner, state, &error).then_some(error);
                }
            }
        }
        self.finish(&mut inner);
        // Without the lock: streams that go on may ask for the state of the channel.
        drop(inner);
        if let Some(error) = news {
            // The channel may be destroyed at this moment; then nobody asks any more.
            let _ = channel::fail(end.handle, &error);
        }
        false
    }
}

fn send(inner: &mut Inner, note: &Note) -> Result {
    match &mut inner.stream {
        Some(stream) => stream.send(note),
        None => Ok(()),
    }
}
