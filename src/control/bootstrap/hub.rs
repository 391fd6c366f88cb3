//! The meeting point of the ranks of one communicator.
//!
//! A hub first *gathers*: it waits until every rank has said hello with the right secret, then sends the table to
//! all. Afterwards it *runs*: it passes messages on and tells everybody who leaves and who vanishes. If gathering
//! fails (a rank comes twice, the sizes differ, ranks are missing at the deadline), every rank that came or still
//! comes hears the same sentence.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::time::{Duration, Instant};

use hcomm_base::{Code, Error, Result, err};

use super::address;
use super::reactor::{self, Actor};
use super::root_info::RootInfo;
use super::wire::{self, BODY_LIMIT, Entry, HELLO_LIMIT, Inbox, Message};
use crate::control::host::{self, Host};

/// Connections without a rank; for one more the oldest is closed.
const STRANGERS: usize = 256;
/// How long a connection may be without a rank before it may be closed for another.
const FRESH: Duration = Duration::from_secs(1);
/// How long a connection may be without a rank while nobody else needs its place.
const PATIENT: Duration = Duration::from_secs(60);
/// Connections accepted before those that are there are read again.
const BURST: usize = 64;
/// Pause of accepting when there is no place or no descriptor for another connection.
const REST: Duration = Duration::from_millis(100);
/// How long a connection may keep unread bytes before it counts as broken.
const STALLED: Duration = Duration::from_secs(60);
/// Largest communicator.
pub const RANKS_MAX: u32 = 65_536;

/// Starts hubs.
#[derive(Debug)]
pub struct Hub;

impl Hub {
    /// Listens for the ranks of a new communicator, for `patience` at most. The root process is on `device`.
    pub fn open(device: i32, patience: Duration) -> Result<RootInfo> {
        let listener = address::listen(device)?;
        let address =
            listener.local_addr().map_err(|e| err!(SYSCALL, "a listening socket has no address: {e}"))?;
        listener
            .set_nonblocking(true)
            .map_err(|e| err!(SYSCALL, "a listening socket cannot be made non-blocking: {e}"))?;
        let secret = random()?;
        let stamp = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let pid = std::process::id() as i32;
        let identifier = format!("{}_{}_{device}_{}", address.ip(), address.port(), stamp.as_micros());
        let info = RootInfo { address, identifier, secret, pid };
        reactor::add(Box::new(State {
            listener,
            info: info.clone(),
            host: host::identity(),
            patience,
            deadline: Some(Instant::now() + patience),
            size: None,
            phase: Phase::Gathering,
            ready: 0,
            answered: 0,
            rest: None,
            connections: Vec::new(),
        }))?;
        Ok(info)
    }
}

/// 16 bytes that nobody can guess.
fn random() -> Result<[u8; 16]> {
    let mut bytes = [0; 16];
    // SAFETY: the buffer is as long as stated.
    let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    if got == bytes.len() as isize {
        return Ok(bytes);
    }
    Err(err!(SYSCALL, "no random numbers could be had: {}", std::io::Error::last_os_error()))
}

enum Phase {
    Gathering,
    Running,
    Failed(Error),
}

/// What is known about the other end of a connection.
enum Peer {
    Stranger,
    Rank(u32),
    /// Told to go; closed when the last bytes are out.
    Dismissed,
}

struct Connection {
    stream: TcpStream,
    address: SocketAddr,
    peer: Peer,
    entry: Option<Entry>,
    /// Tells when the process of the rank ends, also while a forked child keeps its connection open. Only on this host.
    process: Option<OwnedFd>,
    inbox: Inbox,
    outbox: Vec<u8>,
    /// Since when the outbox was never empty.
    waiting: Option<Instant>,
    /// Since when it is what `peer` says.
    since: Instant,
    /// The process of the rank has ended; what it sent before still counts.
    dead: bool,
    ended: bool,
}

impl Connection {
    fn send(&mut self, message: &Message) {
        match wire::encode(message) {
            Ok(bytes) => self.outbox.extend_from_slice(&bytes),
            Err(e) => log::error!("{e}"),
        }
    }

    fn dismiss(&mut self, error: &Error) {
        self.send(&Message::Refused { code: error.code.0, text: error.text.clone().into_owned() });
        self.part();
    }

    /// Only sends what is left and listens no more.
    fn part(&mut self) {
        self.peer = Peer::Dismissed;
        self.since = Instant::now();
        self.inbox = Inbox::default();
    }

    fn has_rank(&self) -> bool {
        matches!(self.peer, Peer::Rank(_))
    }

    /// Reads what has arrived.
    fn fill(&mut self) {
        let mut buffer = [0; 16 * 1024];
        // A talkative connection must not keep the others waiting.
        for _ in 0..16 {
            match self.stream.read(&mut buffer) {
                Ok(0) => {
                    self.ended = true;
                    return;
                }
                // Nobody listens to one who was told to go.
                Ok(_) if matches!(self.peer, Peer::Dismissed) => {}
                Ok(n) => self.inbox.extend(&buffer[..n]),
                Err(e) if e.kind() == ErrorKind::WouldBlock => return,
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(_) => {
                    self.ended = true;
                    return;
                }
            }
        }
    }

    /// Writes what the socket takes.
    fn flush(&mut self, now: Instant) {
        while !self.outbox.is_empty() {
            match self.stream.write(&self.outbox) {
                Ok(n) => {
                    self.outbox.drain(..n);
                    self.waiting = None;
                }
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => {
                    let since = *self.waiting.get_or_insert(now);
                    self.ended |= now.duration_since(since) > STALLED;
                    return;
                }
                Err(_) => {
                    self.ended = true;
                    return;
                }
            }
        }
        self.waiting = None;
        if matches!(self.peer, Peer::Dismissed) {
            // The other end reads the refusal and closes; half-closing keeps the bytes from being thrown away.
            let _ = self.stream.shutdown(std::net::Shutdown::Write);
        }
    }
}

struct State {
    listener: TcpListener,
    info: RootInfo,
    host: Host,
    patience: Duration,
    deadline: Option<Instant>,
    size: Option<u32>,
    phase: Phase,
    /// Ranks that said that they are ready.
    ready: u32,
    /// Ranks that heard that gathering failed.
    answered: u32,
    /// No connection is accepted until then.
    rest: Option<Instant>,
    connections: Vec<Connection>,
}

impl State {
    fn name(&self) -> &str {
        &self.info.identifier
    }

    fn accept(&mut self, now: Instant) {
        for _ in 0..BURST {
            match self.listener.accept() {
                Ok((stream, address)) => {
                    if stream.set_nonblocking(true).is_err() || stream.set_nodelay(true).is_err() {
                        continue;
                    }
                    self.connections.push(Connection {
                        stream,
                        address,
                        peer: Peer::Stranger,
                        entry: None,
                        process: None,
                        inbox: Inbox::default(),
                        outbox: Vec::new(),
                        waiting: None,
                        since: now,
                        dead: false,
                        ended: false,
                    });
                    if !self.make_room(now) {
                        self.rest = Some(now + REST);
                        return;
                    }
                }
                Err(e) if matches!(e.kind(), ErrorKind::Interrupted | ErrorKind::ConnectionAborted) => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => return,
                Err(e) => {
                    log::warn!(
                        "communicator {}: a rank's connection could not be accepted: {e}",
                        self.name()
                    );
                    self.rest = Some(now + REST);
                    return;
                }
            }
        }
    }

    /// Closes the oldest connection without a rank if there are too many. False if all are so new that they may still
    /// say who they are.
    fn make_room(&mut self, now: Instant) -> bool {
        let without_rank = || self.connections.iter().enumerate().filter(|(_, c)| !c.has_rank());
        let Some((at, oldest)) = without_rank().min_by_key(|(_, c)| c.since) else { return true };
        if without_rank().count() <= STRANGERS {
            return true;
        }
        if now.saturating_duration_since(oldest.since) < FRESH {
            return false;
        }
        log::warn!(
            "communicator {}: the connection from {} had no rank and made room for others",
            self.name(),
            oldest.address
        );
        self.connections.remove(at);
        true
    }

    /// Handles everything that connection `at` has sent.
    fn receive(&mut self, at: usize) {
        loop {
            let connection = &mut self.connections[at];
            let stranger = matches!(connection.peer, Peer::Stranger);
            let limit = if stranger { HELLO_LIMIT } else { BODY_LIMIT };
            if matches!(connection.peer, Peer::Dismissed) {
                return;
            }
            match connection.inbox.next(limit) {
                Ok(None) => return,
                Ok(Some(message)) => self.handle(at, message),
                Err(error) => {
                    log::warn!(
                        "communicator {}: {} sent something else than a rank would ({}); its connection is closed",
                        self.info.identifier,
                        connection.address,
                        error.text
                    );
                    connection.ended = true;
                    return;
                }
            }
        }
    }

    fn handle(&mut self, at: usize, message: Message) {
        match (&self.connections[at].peer, message) {
            (Peer::Stranger, Message::Hello { secret, size, entry }) => self.hello(at, secret, size, entry),
            (Peer::Stranger, Message::GiveUp { secret, size, rank, text }) => {
                self.give_up(at, secret, size, rank, &text);
            }
            (&Peer::Rank(from), Message::Post { rank, tag, body }) => {
                match self.connections.iter_mut().find(|c| matches!(c.peer, Peer::Rank(r) if r == rank)) {
                    Some(to) => to.send(&Message::Post { rank: from, tag, body }),
                    // The sender has heard, or will hear, that the rank left or failed.
                    None => {
                        log::debug!("communicator {}: a message to rank {rank} came too late", self.name())
                    }
                }
            }
            (Peer::Rank(_), Message::Ready) => {
                self.ready += 1;
                if self.size == Some(self.ready) {
                    self.broadcast(&Message::Go);
                }
            }
            (&Peer::Rank(rank), Message::Bye) => {
                self.connections[at].send(&Message::ByeAck);
                self.connections[at].part();
                self.broadcast(&Message::Left { rank });
            }
            (&Peer::Rank(rank), Message::Fault { code, text, .. }) => {
                self.broadcast_except(at, &Message::Fault { rank, code, text });
            }
            (_, message) => {
                let connection = &mut self.connections[at];
                log::warn!(
                    "communicator {}: {} sent {message:?} at the wrong time; its connection is closed",
                    self.info.identifier,
                    connection.address
                );
                connection.ended = true;
            }
        }
    }

    /// A rank says that it will not come.
    fn give_up(&mut self, at: usize, secret: [u8; 16], size: u32, rank: u32, text: &str) {
        let error = err!(INTERNAL, "rank {rank} could not join: {text}");
        if equal(&secret, &self.info.secret) && matches!(self.phase, Phase::Gathering) {
            self.size.get_or_insert(size);
            self.fail(error.clone());
            self.answered += 1;
        }
        self.connections[at].dismiss(&error);
    }

    fn hello(&mut self, at: usize, secret: [u8; 16], size: u32, entry: Entry) {
        if !equal(&secret, &self.info.secret) {
            let address = self.connections[at].address;
            let error = err!(
                INTERNAL,
                "the secret does not fit communicator {}: use the root info of this communicator",
                self.name()
            );
            log::warn!("communicator {}: {address} came with a wrong secret and was sent away", self.name());
            self.connections[at].dismiss(&error);
            return;
        }
        match &self.phase {
            Phase::Failed(error) => {
                let error = error.clone();
                self.connections[at].dismiss(&error);
                self.answered += 1;
            }
            Phase::Running => {
                let error = err!(
                    INTERNAL,
                    "communicator {} has all its {} ranks already: rank {} of process {} came in addition; call \
                     HcclGetRootInfo again for each communicator",
                    self.name(),
                    self.size.unwrap_or(0),
                    entry.rank,
                    entry.pid
                );
                self.connections[at].dismiss(&error);
            }
            Phase::Gathering => self.gather(at, size, entry),
        }
    }

    fn gather(&mut self, at: usize, size: u32, entry: Entry) {
        let wanted = match self.size {
            Some(wanted) => wanted,
            None => {
                // The clock starts with the first rank: a root info may be made long before it is used.
                self.deadline = Some(Instant::now() + self.patience);
                self.size = Some(size);
                size
            }
        };
        let rank = entry.rank;
        let there = self.connections.iter().find(|c| matches!(c.peer, Peer::Rank(r) if r == rank));
        let problem = if size != wanted {
            Some(err!(
                INTERNAL,
                "rank {rank} (process {}) was told that the communicator has {size} ranks, another rank said {wanted}: \
                 pass the same nRanks on all ranks",
                entry.pid
            ))
        } else if rank >= size {
            Some(err!(INTERNAL, "rank {rank} is not below the number of ranks, {size}"))
        } else if let Some(first) = there.and_then(|c| c.entry.as_ref()) {
            Some(err!(
                INTERNAL,
                "two processes want to be rank {rank}: {} on {} and {} on {}",
                first.pid,
                first.host,
                entry.pid,
                entry.host
            ))
        } else if let Some(other) = self
            .connections
            .iter()
            .filter_map(|c| c.entry.as_ref())
            .find(|other| (&other.identity, other.device) == (&entry.identity, entry.device))
        {
            Some(err!(
                INTERNAL,
                "ranks {} (process {}) and {rank} (process {}) are both on device {} of {}: give each rank its own \
                 device with aclrtSetDevice",
                other.rank,
                other.pid,
                entry.pid,
                entry.device,
                entry.host
            ))
        } else {
            None
        };
        self.connections[at].peer = Peer::Rank(rank);
        self.connections[at].process = if entry.identity == self.host { process(entry.pid) } else { None };
        self.connections[at].entry = Some(entry);
        match problem {
            Some(error) => self.fail(error),
            None => self.complete(),
        }
    }

    /// Sends the table when everybody is there.
    fn complete(&mut self) {
        let mut entries: Vec<Entry> = self.connections.iter().filter_map(|c| c.entry.clone()).collect();
        if self.size.is_none_or(|size| entries.len() < size as usize) {
            return;
        }
        entries.sort_by_key(|entry| entry.rank);
        self.phase = Phase::Running;
        self.deadline = None;
        for connection in &mut self.connections {
            connection.ended |= matches!(connection.peer, Peer::Stranger);
        }
        self.broadcast(&Message::Table(entries));
    }

    /// Tells all ranks that the communicator cannot be made, and will tell those who still come, until the deadline.
    fn fail(&mut self, error: Error) {
        log::error!("communicator {} cannot be created: {}", self.name(), error.text);
        for connection in &mut self.connections {
            if matches!(connection.peer, Peer::Rank(_)) {
                connection.dismiss(&error);
                self.answered += 1;
            }
        }
        self.phase = Phase::Failed(error);
        // Ranks of other processes first: one of this process may end it as soon as it knows, and the hub with it.
        let (own, now) = (self.info.pid, Instant::now());
        let (inside, outside): (Vec<_>, Vec<_>) = self
            .connections
            .iter_mut()
            .filter(|c| matches!(c.peer, Peer::Dismissed))
            .partition(|c| c.entry.as_ref().is_some_and(|entry| entry.pid == own));
        outside.into_iter().chain(inside).for_each(|connection| connection.flush(now));
    }

    fn broadcast(&mut self, message: &Message) {
        self.broadcast_except(usize::MAX, message);
    }

    fn broadcast_except(&mut self, at: usize, message: &Message) {
        for (index, connection) in self.connections.iter_mut().enumerate() {
            if index != at && matches!(connection.peer, Peer::Rank(_)) {
                connection.send(message);
            }
        }
    }

    /// Forgets connections that ended; a rank that went without a goodbye is a fault.
    fn bury(&mut self) {
        let mut lost = Vec::new();
        self.connections.retain(|c| {
            if c.ended
                && let (Peer::Rank(rank), Some(entry)) = (&c.peer, &c.entry)
            {
                lost.push((*rank, entry.pid, entry.host.clone()));
            }
            !c.ended
        });
        for (rank, pid, host) in lost {
            let text = format!(
                "rank {rank} (process {pid} on {host}) vanished without leaving communicator {}: it ended or was killed",
                self.name()
            );
            match self.phase {
                Phase::Gathering => self.fail(Error::new(Code::INTERNAL, text)),
                _ => self.broadcast(&Message::Fault { rank, code: Code::REMOTE.0, text }),
            }
        }
    }

    fn expire(&mut self) {
        let Some(size) = self.size else { return };
        let here: BTreeMap<u32, i32> =
            self.connections.iter().filter_map(|c| c.entry.as_ref()).map(|e| (e.rank, e.pid)).collect();
        let missing: Vec<String> =
            (0..size).filter(|rank| !here.contains_key(rank)).take(16).map(|rank| rank.to_string()).collect();
        let legacy = self.connections.iter().filter_map(|c| c.entry.as_ref()).all(|e| !is_v2(&e.soc));
        let code = if legacy { Code::TIMEOUT } else { Code::INTERNAL };
        let more = (size as usize - here.len()).saturating_sub(missing.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        self.fail(Error::new(
            code,
            format!(
                "after {:?} {} of {size} ranks have come; missing: rank {}{more}. See whether they were started, can \
                 reach {}, and raise HCCL_CONNECT_TIMEOUT if they start late",
                self.patience,
                here.len(),
                missing.join(", "),
                self.info.address
            ),
        ));
    }
}

/// A descriptor that is ready when the process has ended.
fn process(pid: i32) -> Option<OwnedFd> {
    // SAFETY: pidfd_open has no memory arguments. Kernels without it answer ENOSYS.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) } as i32;
    // SAFETY: a new descriptor that nobody else owns.
    (fd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Name of this host.
pub fn host_name() -> String {
    let mut buffer = [0u8; 256];
    // SAFETY: the buffer is as long as stated.
    if unsafe { libc::gethostname(buffer.as_mut_ptr().cast(), buffer.len()) } != 0 {
        return "localhost".into();
    }
    let end = buffer.iter().position(|&b| b == 0).unwrap_or(buffer.len());
    String::from_utf8_lossy(&buffer[..end]).into_owned()
}

/// True for the SoCs whose functions follow the newer of the two sets of result codes.
pub fn is_v2(soc: &str) -> bool {
    let soc = soc.to_ascii_lowercase();
    ["ascend950", "ascend960", "ascend910_96"].iter().any(|name| soc.contains(name))
}

/// Compares without telling by its duration where the first difference is.
fn equal(a: &[u8; 16], b: &[u8; 16]) -> bool {
    a.iter().zip(b).fold(0, |sum, (x, y)| sum | (x ^ y)) == 0
}

impl Actor for State {
    fn interest(&mut self, fds: &mut Vec<libc::pollfd>) {
        // A negative descriptor is none for poll.
        let listener = if self.rest.is_some() { -1 } else { self.listener.as_raw_fd() };
        fds.push(libc::pollfd { fd: listener, events: libc::POLLIN, revents: 0 });
        for connection in &self.connections {
            let write = if connection.outbox.is_empty() { 0 } else { libc::POLLOUT };
            let events = libc::POLLIN | write;
            fds.push(libc::pollfd { fd: connection.stream.as_raw_fd(), events, revents: 0 });
            let process = connection.process.as_ref().map_or(-1, AsRawFd::as_raw_fd);
            fds.push(libc::pollfd { fd: process, events: libc::POLLIN, revents: 0 });
        }
    }

    fn deadline(&self) -> Option<Instant> {
        let stalled = self.connections.iter().filter_map(|c| c.waiting).min().map(|since| since + STALLED);
        let patience =
            self.connections.iter().filter(|c| !c.has_rank()).map(|c| c.since).min().map(|at| at + PATIENT);
        [self.deadline, self.rest, stalled, patience].into_iter().flatten().min()
    }

    fn run(&mut self, ready: &[libc::pollfd], now: Instant) -> bool {
        let mut events = ready.iter().map(|fd| fd.revents);
        let knock = events.next().unwrap_or(0) != 0;
        let events: Vec<_> = events.collect();
        for (connection, events) in self.connections.iter_mut().zip(events.chunks(2)) {
            connection.dead = events.get(1).is_some_and(|&revents| revents != 0);
            if events[0] != 0 || connection.dead {
                connection.fill();
            }
        }
        if self.rest.is_some_and(|until| until <= now) {
            self.rest = None;
        }
        if knock {
            self.accept(now);
        }
        for at in 0..self.connections.len() {
            self.receive(at);
        }
        for connection in &mut self.connections {
            let patient = connection.has_rank() || now.saturating_duration_since(connection.since) < PATIENT;
            // The process has ended after its last messages, which may have been a goodbye.
            connection.ended |= connection.dead || !patient;
        }
        self.bury();
        let over = self.deadline.is_some_and(|deadline| deadline <= now);
        if over {
            if matches!(self.phase, Phase::Gathering) {
                self.expire();
            }
            // Nobody else is waited for; only what is unsent may keep the hub.
            self.deadline = None;
            self.answered = u32::MAX;
        }
        for connection in &mut self.connections {
            connection.flush(now);
        }
        self.bury();
        let unsent = self.connections.iter().any(|c| !c.outbox.is_empty());
        match self.phase {
            Phase::Gathering => !over,
            Phase::Running => unsent || self.connections.iter().any(|c| matches!(c.peer, Peer::Rank(_))),
            // Whoever still comes hears why, until all have heard it.
            Phase::Failed(_) => unsent || self.answered < self.size.unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connection(
        address: SocketAddr,
        listener: &TcpListener,
        peer: Peer,
        since: Instant,
    ) -> (TcpStream, Connection) {
        let client = TcpStream::connect(address).unwrap();
        let (stream, address) = listener.accept().unwrap();
        stream.set_nonblocking(true).unwrap();
        let (inbox, outbox) = (Inbox::default(), Vec::new());
        let (entry, process, waiting) = (None, None, None);
        let server = Connection {
            stream,
            address,
            peer,
            entry,
            process,
            inbox,
            outbox,
            waiting,
            since,
            dead: false,
            ended: false,
        };
        (client, server)
    }

    #[test]
    fn making_room_does_not_mix_up_whose_process_has_ended() {
        let now = Instant::now();
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let mut clients = Vec::new();
        let mut connections = Vec::new();
        let old = now.checked_sub(2 * FRESH).unwrap();
        let peers = (0..STRANGERS).map(|_| Peer::Stranger).chain([Peer::Rank(0), Peer::Rank(1)]);
        for peer in peers {
            let (client, server) = connection(address, &listener, peer, old);
            clients.push(client);
            connections.push(server);
        }
        listener.set_nonblocking(true).unwrap();
        let info = RootInfo { address, identifier: "x".into(), secret: [0; 16], pid: 1 };
        let mut state = State {
            listener,
            info,
            host: host::identity(),
            patience: FRESH,
            deadline: None,
            size: Some(2),
            phase: Phase::Running,
            ready: 2,
            answered: 0,
            rest: None,
            connections,
        };
        clients.push(TcpStream::connect(address).unwrap());
        let mut ready = Vec::new();
        state.interest(&mut ready);
        ready[0].revents = libc::POLLIN;
        // The process of rank 0.
        ready[1 + 2 * STRANGERS + 1].revents = libc::POLLIN;
        assert!(state.run(&ready, now));
        let ranks: Vec<_> = state.connections.iter().filter(|c| c.has_rank()).map(|c| &c.peer).collect();
        assert!(matches!(ranks[..], [Peer::Rank(1)]));
        assert_eq!(state.connections.len(), STRANGERS + 1, "one stranger made room for another");
    }
}
