//! How the two ends of a base-layer channel find each other: sockets, frames and their authentication.
//!
//! Ends in one network namespace meet at an abstract unix socket whose name follows from what they share (addresses
//! and channel name): whoever comes first binds it, the others connect, and the kernel tells that both belong to one
//! user. Ends on different hosts meet over TCP at the address and port of the server. A frame is its length (4 bytes,
//! little endian), an HMAC-SHA256 over nonces, counter and body, and the body in postcard encoding.

use std::io::{self, ErrorKind};
use std::mem::MaybeUninit;
use std::net::SocketAddr;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

use hcomm_base::{Result, bail, env, err};
use serde::{Deserialize, Serialize};

use super::auth;
use super::endpoint_address::Address;
use super::host::Host;
use super::place::{Place, Wire};

/// Largest body of a first frame.
const HELLO_LIMIT: usize = 256;
/// Largest body of any other frame.
const BODY_LIMIT: usize = 8 * 1024 * 1024;
/// Length and code.
const HEADER: usize = 4 + 32;
/// What ends that belong together have in common.
pub(super) type Tag = [u8; 16];
/// A number used once.
pub(super) type Nonce = [u8; 16];

/// The tag of a pair of addresses and a name, the same from both sides.
pub(super) fn tag(one: &Address, other: &Address, name: &str) -> Tag {
    let (low, high) = if one <= other { (one, other) } else { (other, one) };
    let text = format!("{low}\n{high}\n{name}");
    auth::cut(auth::hmac(b"hcomm channel tag", &[text.as_bytes()]))
}

/// The secret of ends with this tag: from HCOMM_NET_SECRET, which strangers do not know.
fn secret(tag: &Tag) -> [u8; 32] {
    let shared = env::HCOMM_NET_SECRET.get_or_default();
    auth::hmac(shared.as_bytes(), &[b"hcomm rendezvous 1", tag])
}

/// Who an end is and whom it looks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Party {
    pub local: Address,
    pub remote: Address,
    /// -1: any, 0: client, 1: server.
    pub role: i32,
    /// TCP ports that both ends must have one of in common.
    pub ports: Vec<u16>,
    pub host: Host,
    pub pid: i32,
    /// Endpoint that the end belongs to.
    pub endpoint: u64,
}

impl Party {
    /// True if the two are the ends of one channel. Two ends of one endpoint are, only if their roles say so.
    pub(super) fn fits(&self, other: &Party) -> bool {
        let mirrored = self.local == other.remote && self.remote == other.local;
        let roles = self.role + other.role == 1;
        let free = self.role < 0 || other.role < 0;
        let same = (&self.host, self.pid, self.endpoint) == (&other.host, other.pid, other.endpoint);
        let port = self.ports.iter().any(|port| other.ports.contains(port));
        mirrored && port && (roles || free && !same)
    }
}

/// What an end offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Offer {
    pub party: Party,
    pub protocol: i32,
    /// The channel goes over the network in any case.
    pub network: bool,
    pub place: Place,
    pub notify_num: u32,
    /// Address and device memory of the notifies.
    pub notifies: Option<Wire>,
    pub queues: u32,
    pub memory: Vec<Wire>,
}

/// Everything that ends say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Note {
    /// First frame of each side.
    Hello { tag: Tag, nonce: Nonce },
    /// This is my end.
    Offer(Box<Offer>),
    /// I can (not) do without the network.
    Verdict { network: bool },
    /// My end of the link waits here.
    Listening(SocketAddr),
    /// My end is connected.
    Ready,
    /// The memory that I offer from now on.
    Memory(Place, Vec<Wire>),
    /// I cannot connect. `resources`: because this side ran out of something.
    Refuse { text: String, resources: bool },
    /// I destroyed my end.
    Bye,
}

/// A non-blocking connection and what is known of the other side.
#[derive(Debug)]
pub(super) struct Stream {
    fd: OwnedFd,
    inbox: Vec<u8>,
    outbox: Vec<u8>,
    key: [u8; 32],
    tag: Tag,
    /// Nonce of this side.
    pub mine: Nonce,
    /// Nonce of the other side, once it said hello.
    pub theirs: Option<Nonce>,
    sent: u64,
    seen: u64,
    /// The other side closed, or the connection broke.
    pub ended: bool,
}

impl Stream {
    /// A connection of an end with this tag, which says hello.
    pub(super) fn hello(fd: OwnedFd, tag: &Tag) -> Result<Stream> {
        let mut stream = Stream::quiet(fd)?;
        stream.greet(tag)?;
        Ok(stream)
    }

    /// A connection of somebody who has to say hello first.
    pub(super) fn quiet(fd: OwnedFd) -> Result<Stream> {
        let mine = auth::cut(auth::random()?);
        let (inbox, outbox) = (Vec::new(), Vec::new());
        let (key, tag, theirs) = ([0; 32], [0; 16], None);
        Ok(Stream { fd, inbox, outbox, key, tag, mine, theirs, sent: 0, seen: 0, ended: false })
    }

    fn greet(&mut self, tag: &Tag) -> Result {
        self.key = secret(tag);
        self.tag = *tag;
        let note = Note::Hello { tag: *tag, nonce: self.mine };
        self.put(&note, &[0; 16])
    }

    /// Tag of both sides.
    pub(super) fn tag(&self) -> Tag {
        self.tag
    }

    pub(super) fn fd(&self) -> RawFd {
        self.fd.as_raw_fd()
    }

    /// True if something waits to be sent.
    pub(super) fn is_full(&self) -> bool {
        !self.outbox.is_empty()
    }

    /// A key that both sides and nobody else can derive, for one use.
    pub(super) fn derive(&self, purpose: &[u8]) -> [u8; 32] {
        let theirs = self.theirs.unwrap_or_default();
        let (low, high) = if self.mine <= theirs { (&self.mine, &theirs) } else { (&theirs, &self.mine) };
        auth::hmac(&self.key, &[purpose, low, high])
    }

    /// Sends a note, as far as the connection takes it now.
    pub(super) fn send(&mut self, note: &Note) -> Result {
        let theirs = self.theirs.ok_or_else(|| err!(INTERNAL, "nobody said hello on this connection yet"))?;
        self.put(note, &theirs)
    }

    fn put(&mut self, note: &Note, theirs: &Nonce) -> Result {
        let body =
            postcard::to_allocvec(note).map_err(|e| err!(INTERNAL, "a note cannot be encoded: {e}"))?;
        if body.len() > BODY_LIMIT {
            bail!(
                PARA,
                "{} bytes about one channel's memory are too many, the limit is {BODY_LIMIT}",
                body.len()
            );
        }
        let code = auth::hmac(&self.key, &[&self.mine, theirs, &self.sent.to_le_bytes(), &body]);
        self.sent += 1;
        self.outbox.extend_from_slice(&(body.len() as u32).to_le_bytes());
        self.outbox.extend_from_slice(&code);
        self.outbox.extend_from_slice(&body);
        self.flush();
        Ok(())
    }

    /// Reads what is there.
    pub(super) fn fill(&mut self) {
        let mut buffer = [0u8; 16 * 1024];
        for _ in 0..16 {
            // SAFETY: the buffer is as long as stated, the descriptor is open.
            let got = unsafe {
                libc::recv(self.fd(), buffer.as_mut_ptr().cast(), buffer.len(), libc::MSG_DONTWAIT)
            };
            match got {
                0 => {
                    self.ended = true;
                    return;
                }
                n if n > 0 => self.inbox.extend_from_slice(&buffer[..n as usize]),
                _ => match io::Error::last_os_error().kind() {
                    ErrorKind::WouldBlock => return,
                    ErrorKind::Interrupted => {}
                    _ => {
                        self.ended = true;
                        return;
                    }
                },
            }
        }
    }

    /// Writes what the connection takes.
    pub(super) fn flush(&mut self) {
        while !self.outbox.is_empty() {
            let flags = libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT;
            // SAFETY: the buffer is as long as stated, the descriptor is open.
            let put = unsafe { libc::send(self.fd(), self.outbox.as_ptr().cast(), self.outbox.len(), flags) };
            if put > 0 {
                self.outbox.drain(..put as usize);
                continue;
            }
            match io::Error::last_os_error().kind() {
                ErrorKind::Interrupted => {}
                ErrorKind::WouldBlock => return,
                _ => {
                    // What the other side sent before still counts; the next read sees the end.
                    self.outbox.clear();
                    return;
                }
            }
        }
    }

    /// The next whole note. An error: the other side is not one of ours.
    pub(super) fn next(&mut self) -> Result<Option<Note>> {
        let Some(length) = self.inbox.first_chunk::<4>() else { return Ok(None) };
        let length = u32::from_le_bytes(*length) as usize;
        let limit = if self.theirs.is_some() { BODY_LIMIT } else { HELLO_LIMIT };
        if length > limit {
            bail!(NETWORK, "a note of {length} bytes came, the limit is {limit}");
        }
        let Some(frame) = self.inbox.get(4..HEADER + length) else { return Ok(None) };
        let (code, body) = frame.split_at(32);
        let Ok((note, [])) = postcard::take_from_bytes::<Note>(body) else {
            bail!(NETWORK, "what came is no note of a channel's end");
        };
        let (theirs, mine) = match (&note, self.theirs) {
            (Note::Hello { tag, nonce }, None) => {
                if self.sent == 0 {
                    self.key = secret(tag);
                } else if *tag != self.tag {
                    bail!(NETWORK, "an end of another channel came");
                }
                (*nonce, [0; 16])
            }
            (Note::Hello { .. }, Some(_)) | (_, None) => bail!(NETWORK, "a note came at the wrong time"),
            (_, Some(theirs)) => (theirs, self.mine),
        };
        let expected = auth::hmac(&self.key, &[&theirs, &mine, &self.seen.to_le_bytes(), body]);
        if !auth::equal(&expected, code) {
            bail!(
                NETWORK,
                "the other side does not know the secret of this channel: set HCOMM_NET_SECRET to the same text on both \
                 sides"
            );
        }
        self.seen += 1;
        self.inbox.drain(..HEADER + length);
        if let Note::Hello { tag, nonce } = &note {
            self.theirs = Some(*nonce);
            if self.sent == 0 {
                self.greet(tag)?;
            }
        }
        Ok(Some(note))
    }
}

/// Where ends meet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Spot {
    /// An abstract unix socket.
    Local(Tag),
    /// A TCP port.
    Tcp(SocketAddr),
}

fn last(what: &str) -> io::Error {
    let error = io::Error::last_os_error();
    io::Error::new(error.kind(), format!("{what}: {error}"))
}

fn socket(family: i32) -> io::Result<OwnedFd> {
    let kind = libc::SOCK_STREAM | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK;
    // SAFETY: no memory arguments; a new descriptor that nobody else owns.
    unsafe {
        let fd = libc::socket(family, kind, 0);
        if fd < 0 { Err(last("socket")) } else { Ok(OwnedFd::from_raw_fd(fd)) }
    }
}

/// The name of a local spot: only ends of one user and one network namespace share it.
fn unix_name(tag: &Tag) -> (libc::sockaddr_un, libc::socklen_t) {
    // SAFETY: plain integers, for which zero is a value.
    let mut name: libc::sockaddr_un = unsafe { MaybeUninit::zeroed().assume_init() };
    name.sun_family = libc::AF_UNIX as libc::sa_family_t;
    // SAFETY: no memory arguments.
    let user = unsafe { libc::geteuid() };
    let digits: String = tag.iter().map(|byte| format!("{byte:02x}")).collect();
    let text = format!("hcomm-channel-{user}-{digits}");
    // The first byte stays 0: no file.
    for (to, from) in name.sun_path[1..].iter_mut().zip(text.bytes()) {
        *to = from as libc::c_char;
    }
    (name, (size_of::<libc::sa_family_t>() + 1 + text.len()) as libc::socklen_t)
}

/// A socket address for the system's calls.
fn inet_name(address: SocketAddr) -> (libc::sockaddr_storage, libc::socklen_t, i32) {
    // SAFETY: plain integers, for which zero is a value.
    let mut name: libc::sockaddr_storage = unsafe { MaybeUninit::zeroed().assume_init() };
    match address {
        SocketAddr::V4(v4) => {
            let at = libc::sockaddr_in {
                sin_family: libc::AF_INET as libc::sa_family_t,
                sin_port: v4.port().to_be(),
                sin_addr: libc::in_addr { s_addr: u32::from_ne_bytes(v4.ip().octets()) },
                sin_zero: [0; 8],
            };
            // SAFETY: sockaddr_storage is large enough and aligned for every kind of address.
            unsafe { std::ptr::from_mut(&mut name).cast::<libc::sockaddr_in>().write(at) };
            (name, size_of::<libc::sockaddr_in>() as libc::socklen_t, libc::AF_INET)
        }
        SocketAddr::V6(v6) => {
            let at = libc::sockaddr_in6 {
                sin6_family: libc::AF_INET6 as libc::sa_family_t,
                sin6_port: v6.port().to_be(),
                sin6_flowinfo: v6.flowinfo(),
                sin6_addr: libc::in6_addr { s6_addr: v6.ip().octets() },
                sin6_scope_id: v6.scope_id(),
            };
            // SAFETY: as above.
            unsafe { std::ptr::from_mut(&mut name).cast::<libc::sockaddr_in6>().write(at) };
            (name, size_of::<libc::sockaddr_in6>() as libc::socklen_t, libc::AF_INET6)
        }
    }
}

/// Listens at a spot. AddrInUse: somebody else does.
pub(super) fn listen(spot: &Spot) -> io::Result<OwnedFd> {
    let fd = match spot {
        Spot::Local(tag) => {
            let fd = socket(libc::AF_UNIX)?;
            let (name, length) = unix_name(tag);
            // SAFETY: the name is at least as long as stated, the descriptor is open.
            if unsafe { libc::bind(fd.as_raw_fd(), std::ptr::from_ref(&name).cast(), length) } != 0 {
                return Err(last("bind"));
            }
            fd
        }
        Spot::Tcp(address) => {
            let (name, length, family) = inet_name(*address);
            let fd = socket(family)?;
            let on: libc::c_int = 1;
            // SAFETY: the option is an int, the name as long as stated, the descriptor open.
            let bound = unsafe {
                libc::setsockopt(
                    fd.as_raw_fd(),
                    libc::SOL_SOCKET,
                    libc::SO_REUSEADDR,
                    std::ptr::from_ref(&on).cast(),
                    size_of::<libc::c_int>() as libc::socklen_t,
                );
                libc::bind(fd.as_raw_fd(), std::ptr::from_ref(&name).cast(), length)
            };
            if bound != 0 {
                return Err(last("bind"));
            }
            fd
        }
    };
    // SAFETY: no memory arguments.
    if unsafe { libc::listen(fd.as_raw_fd(), 1024) } != 0 {
        return Err(last("listen"));
    }
    Ok(fd)
}

/// Begins to connect to a spot. The connection is made when the descriptor is writable and [`arrived`] agrees.
pub(super) fn dial(spot: &Spot) -> io::Result<OwnedFd> {
    let (fd, done) = match spot {
        Spot::Local(tag) => {
            let fd = socket(libc::AF_UNIX)?;
            let (name, length) = unix_name(tag);
            // SAFETY: the name is at least as long as stated, the descriptor is open.
            let done = unsafe { libc::connect(fd.as_raw_fd(), std::ptr::from_ref(&name).cast(), length) };
            (fd, done)
        }
        Spot::Tcp(address) => {
            let (name, length, family) = inet_name(*address);
            let fd = socket(family)?;
            // SAFETY: as above.
            let done = unsafe { libc::connect(fd.as_raw_fd(), std::ptr::from_ref(&name).cast(), length) };
            (fd, done)
        }
    };
    if done != 0 && io::Error::last_os_error().raw_os_error() != Some(libc::EINPROGRESS) {
        return Err(last("connect"));
    }
    Ok(fd)
}

/// Whether a connection that [`dial`] began was made.
pub(super) fn arrived(fd: &OwnedFd) -> io::Result<()> {
    let mut error: libc::c_int = 0;
    let mut length = size_of::<libc::c_int>() as libc::socklen_t;
    // SAFETY: the option is an int and goes to a live one.
    let got = unsafe {
        let to = std::ptr::from_mut(&mut error).cast();
        libc::getsockopt(fd.as_raw_fd(), libc::SOL_SOCKET, libc::SO_ERROR, to, &mut length)
    };
    match (got, error) {
        (0, 0) => Ok(()),
        (0, error) => Err(io::Error::from_raw_os_error(error)),
        _ => Err(last("getsockopt")),
    }
}

/// The next connection that waits at a listening socket.
pub(super) fn accept(listener: &OwnedFd) -> io::Result<OwnedFd> {
    let flags = libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK;
    let none = std::ptr::null_mut();
    // SAFETY: no address is asked for; a new descriptor that nobody else owns.
    unsafe {
        let fd = libc::accept4(listener.as_raw_fd(), none, std::ptr::null_mut(), flags);
        if fd < 0 { Err(last("accept")) } else { Ok(OwnedFd::from_raw_fd(fd)) }
    }
}

/// Two connected descriptors, for two ends in this process.
pub(super) fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut fds = [0; 2];
    let kind = libc::SOCK_STREAM | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK;
    // SAFETY: the array has two elements; new descriptors that nobody else owns.
    unsafe {
        if libc::socketpair(libc::AF_UNIX, kind, 0, fds.as_mut_ptr()) != 0 {
            return Err(last("socketpair"));
        }
        Ok((OwnedFd::from_raw_fd(fds[0]), OwnedFd::from_raw_fd(fds[1])))
    }
}

/// A copy of a connected stream socket that the caller keeps. What is set for the socket stays: both are one file.
pub(super) fn borrow(fd: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: no memory arguments; a new descriptor that nobody else owns.
    let copy = unsafe {
        let copy = libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 0);
        if copy < 0 {
            return Err(last("dup"));
        }
        OwnedFd::from_raw_fd(copy)
    };
    // SAFETY: plain integers, for which zero is a value.
    let mut name: libc::sockaddr_storage = unsafe { MaybeUninit::zeroed().assume_init() };
    let mut length = size_of::<libc::sockaddr_storage>() as libc::socklen_t;
    // SAFETY: the buffer is as long as stated.
    if unsafe { libc::getpeername(copy.as_raw_fd(), std::ptr::from_mut(&mut name).cast(), &mut length) } != 0
    {
        return Err(last("getpeername"));
    }
    Ok(copy)
}

/// True if the process at the other end of a unix socket belongs to this user.
pub(super) fn is_own_user(fd: &OwnedFd) -> bool {
    let mut peer = libc::ucred { pid: 0, uid: u32::MAX, gid: 0 };
    let mut length = size_of::<libc::ucred>() as libc::socklen_t;
    // SAFETY: the option is a ucred and goes to a live one.
    let got = unsafe {
        let to = std::ptr::from_mut(&mut peer).cast();
        libc::getsockopt(fd.as_raw_fd(), libc::SOL_SOCKET, libc::SO_PEERCRED, to, &mut length)
    };
    // SAFETY: no memory arguments.
    got == 0 && peer.uid == unsafe { libc::geteuid() }
}

/// The address at this side of a TCP connection.
pub(super) fn local_address(fd: RawFd) -> Option<SocketAddr> {
    // SAFETY: plain integers, for which zero is a value.
    let mut name: libc::sockaddr_storage = unsafe { MaybeUninit::zeroed().assume_init() };
    let mut length = size_of::<libc::sockaddr_storage>() as libc::socklen_t;
    // SAFETY: the buffer is as long as stated.
    if unsafe { libc::getsockname(fd, std::ptr::from_mut(&mut name).cast(), &mut length) } != 0 {
        return None;
    }
    let at = std::ptr::from_ref(&name);
    match i32::from(name.ss_family) {
        libc::AF_INET => {
            // SAFETY: an IPv4 address, as its family says; the buffer is aligned for it.
            let v4 = unsafe { &*at.cast::<libc::sockaddr_in>() };
            Some(SocketAddr::from((v4.sin_addr.s_addr.to_ne_bytes(), u16::from_be(v4.sin_port))))
        }
        libc::AF_INET6 => {
            // SAFETY: an IPv6 address, as its family says; the buffer is aligned for it.
            let v6 = unsafe { &*at.cast::<libc::sockaddr_in6>() };
            let (port, scope) = (u16::from_be(v6.sin6_port), v6.sin6_scope_id);
            let v6 = std::net::SocketAddrV6::new(v6.sin6_addr.s6_addr.into(), port, 0, scope);
            Some(SocketAddr::V6(v6))
        }
        _ => None,
    }
}
