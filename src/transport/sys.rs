//! System calls of the transport.

use std::io::{Error, ErrorKind, Result};
use std::net::{Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::AtomicU32;
use std::time::Duration;

/// What a non-blocking transfer did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moved {
    /// So many bytes; 0 from a receive: the other end sends nothing more.
    Bytes(usize),
    /// The socket is full, or empty.
    Blocked,
    /// An `errno`.
    Failed(i32),
}

/// Room for an address of either family.
#[repr(C)]
union Address {
    any: libc::sockaddr,
    v4: libc::sockaddr_in,
    v6: libc::sockaddr_in6,
}

fn check(result: i32) -> Result<i32> {
    if result < 0 { Err(Error::last_os_error()) } else { Ok(result) }
}

fn owned(result: i32) -> Result<OwnedFd> {
    // SAFETY: a call that returns a descriptor returned a new one, which nobody else owns.
    check(result).map(|fd| unsafe { OwnedFd::from_raw_fd(fd) })
}

fn encode(address: &SocketAddr) -> (Address, libc::socklen_t) {
    match address {
        SocketAddr::V4(a) => {
            let v4 = libc::sockaddr_in {
                sin_family: libc::AF_INET as libc::sa_family_t,
                sin_port: a.port().to_be(),
                sin_addr: libc::in_addr { s_addr: u32::from_ne_bytes(a.ip().octets()) },
                sin_zero: [0; 8],
            };
            (Address { v4 }, size_of::<libc::sockaddr_in>() as libc::socklen_t)
        }
        SocketAddr::V6(a) => {
            let v6 = libc::sockaddr_in6 {
                sin6_family: libc::AF_INET6 as libc::sa_family_t,
                sin6_port: a.port().to_be(),
                sin6_flowinfo: a.flowinfo(),
                sin6_addr: libc::in6_addr { s6_addr: a.ip().octets() },
                sin6_scope_id: a.scope_id(),
            };
            (Address { v6 }, size_of::<libc::sockaddr_in6>() as libc::socklen_t)
        }
    }
}

/// The address a socket is bound to.
pub(super) fn local_address(fd: &OwnedFd) -> Result<SocketAddr> {
    // SAFETY: plain integers, for which zero is a value.
    let mut address: Address = unsafe { std::mem::zeroed() };
    let mut len = size_of::<Address>() as libc::socklen_t;
    // SAFETY: the address has room for `len` bytes; both live during the call.
    check(unsafe { libc::getsockname(fd.as_raw_fd(), &raw mut address.any, &mut len) })?;
    // SAFETY: every variant begins with the family, and the family says which variant was written.
    unsafe {
        if i32::from(address.any.sa_family) == libc::AF_INET6 {
            let a = address.v6;
            let ip = Ipv6Addr::from(a.sin6_addr.s6_addr);
            let port = u16::from_be(a.sin6_port);
            Ok(SocketAddr::V6(SocketAddrV6::new(ip, port, a.sin6_flowinfo, a.sin6_scope_id)))
        } else {
            let a = address.v4;
            let ip = a.sin_addr.s_addr.to_ne_bytes().into();
            Ok(SocketAddr::V4(SocketAddrV4::new(ip, u16::from_be(a.sin_port))))
        }
    }
}

fn set(fd: &OwnedFd, level: i32, option: i32, value: i32) -> Result<()> {
    let size = size_of::<i32>() as libc::socklen_t;
    // SAFETY: the value is `size` bytes long and lives during the call.
    check(unsafe { libc::setsockopt(fd.as_raw_fd(), level, option, (&raw const value).cast(), size) })?;
    Ok(())
}

/// A non-blocking TCP socket of the family of `address`.
fn socket(address: &SocketAddr) -> Result<OwnedFd> {
    let family = if address.is_ipv6() { libc::AF_INET6 } else { libc::AF_INET };
    // SAFETY: no memory arguments.
    owned(unsafe {
        libc::socket(family, libc::SOCK_STREAM | libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC, libc::IPPROTO_TCP)
    })
}

fn bind(fd: &OwnedFd, address: &SocketAddr) -> Result<()> {
    let (raw, len) = encode(address);
    // SAFETY: the address is `len` bytes long and lives during the call.
    check(unsafe { libc::bind(fd.as_raw_fd(), &raw const raw.any, len) })?;
    Ok(())
}

/// A listening socket.
pub(super) fn listen(address: &SocketAddr) -> Result<OwnedFd> {
    let fd = socket(address)?;
    set(&fd, libc::SOL_SOCKET, libc::SO_REUSEADDR, 1)?;
    if address.is_ipv6() {
        set(&fd, libc::IPPROTO_IPV6, libc::IPV6_V6ONLY, 1)?;
    }
    bind(&fd, address)?;
    // SAFETY: no memory arguments.
    check(unsafe { libc::listen(fd.as_raw_fd(), 1024) })?;
    Ok(fd)
}

/// The next connection of a listening socket.
pub(super) fn accept(listener: &OwnedFd) -> Result<OwnedFd> {
    let flags = libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC;
    // SAFETY: the address of the other end is not asked for.
    owned(unsafe { libc::accept4(listener.as_raw_fd(), std::ptr::null_mut(), std::ptr::null_mut(), flags) })
}

/// Begins to connect; the socket becomes writable when it is decided, see [`pending_error`].
pub(super) fn connect(from: &SocketAddr, to: &SocketAddr) -> Result<OwnedFd> {
    let fd = socket(to)?;
    if !from.ip().is_unspecified() && from.is_ipv4() == to.is_ipv4() {
        // The port is chosen when the connection is made, so that the same one serves many destinations.
        set(&fd, libc::IPPROTO_IP, libc::IP_BIND_ADDRESS_NO_PORT, 1)?;
        let mut from = *from;
        from.set_port(0);
        bind(&fd, &from)?;
    }
    let (raw, len) = encode(to);
    // SAFETY: the address is `len` bytes long and lives during the call.
    match check(unsafe { libc::connect(fd.as_raw_fd(), &raw const raw.any, len) }) {
        Err(e) if e.raw_os_error() != Some(libc::EINPROGRESS) => Err(e),
        _ => Ok(fd),
    }
}

/// What became of a connection.
pub(super) fn pending_error(fd: &OwnedFd) -> Result<()> {
    let mut error = 0i32;
    let mut len = size_of::<i32>() as libc::socklen_t;
    // SAFETY: the value has room for `len` bytes; both live during the call.
    check(unsafe {
        libc::getsockopt(fd.as_raw_fd(), libc::SOL_SOCKET, libc::SO_ERROR, (&raw mut error).cast(), &mut len)
    })?;
    if error == 0 { Ok(()) } else { Err(Error::from_raw_os_error(error)) }
}

/// Options of the socket of a link: nothing is held back, and a silent peer is given up after `silence`.
pub(super) fn tune(fd: &OwnedFd, silence: Duration) -> Result<()> {
    let ms = silence.as_millis().clamp(100, i32::MAX as u128) as i32;
    set(fd, libc::IPPROTO_TCP, libc::TCP_NODELAY, 1)?;
    set(fd, libc::SOL_SOCKET, libc::SO_KEEPALIVE, 1)?;
    set(fd, libc::IPPROTO_TCP, libc::TCP_KEEPIDLE, 1)?;
    set(fd, libc::IPPROTO_TCP, libc::TCP_KEEPINTVL, 1)?;
    set(fd, libc::IPPROTO_TCP, libc::TCP_KEEPCNT, (ms / 1000).clamp(1, 100))?;
    set(fd, libc::IPPROTO_TCP, libc::TCP_USER_TIMEOUT, ms)
}

/// Sends what was held back since something was to follow.
#[cold]
pub(super) fn let_go(fd: RawFd) {
    let on = 1i32;
    let size = size_of::<i32>() as libc::socklen_t;
    // SAFETY: the value is `size` bytes long and lives during the call. Setting the option again sends what is held
    // back; that the connection is gone does not matter.
    unsafe { libc::setsockopt(fd, libc::IPPROTO_TCP, libc::TCP_NODELAY, (&raw const on).cast(), size) };
}

/// Nothing more is sent.
pub(super) fn shut_write(fd: RawFd) {
    // SAFETY: no memory arguments. That the connection is gone already does not matter.
    unsafe { libc::shutdown(fd, libc::SHUT_WR) };
}

fn moved(result: isize) -> Moved {
    if result >= 0 {
        return Moved::Bytes(result as usize);
    }
    let error = Error::last_os_error();
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::Interrupted => Moved::Blocked,
        _ => Moved::Failed(error.raw_os_error().unwrap_or(libc::EIO)),
    }
}

/// One piece of memory for [`send`] and [`receive`].
pub(super) fn piece(addr: u64, len: usize) -> libc::iovec {
    libc::iovec { iov_base: addr as *mut libc::c_void, iov_len: len }
}

fn message(pieces: &[libc::iovec]) -> libc::msghdr {
    // SAFETY: plain integers and pointers, for which zero is a value.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = pieces.as_ptr().cast_mut();
    message.msg_iovlen = pieces.len() as _;
    message
}

/// Sends what the socket takes. Memory that is not mapped gives EFAULT. `more`: something follows at once.
pub(super) fn send(fd: RawFd, pieces: &[libc::iovec], more: bool) -> Moved {
    let flags = libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL | if more { libc::MSG_MORE } else { 0 };
    // SAFETY: the message lives during the call; the kernel checks the addresses in it.
    moved(unsafe { libc::sendmsg(fd, &message(pieces), flags) })
}

/// Receives what has arrived. Memory that is not mapped gives EFAULT.
///
/// # Safety
/// Nobody else uses the pieces meanwhile, except memory of the user that the other end was told it may write.
pub(super) unsafe fn receive(fd: RawFd, pieces: &[libc::iovec]) -> Moved {
    // SAFETY: the message lives during the call; the kernel checks the addresses in it; the caller vouches for them.
    moved(unsafe { libc::recvmsg(fd, &mut message(pieces), libc::MSG_DONTWAIT) })
}

/// Receives into `buffer`.
pub(super) fn receive_into(fd: RawFd, buffer: &mut [u8]) -> Moved {
    // SAFETY: the buffer is borrowed for the call.
    unsafe { receive(fd, &[piece(buffer.as_mut_ptr() as u64, buffer.len())]) }
}

/// Event queues.
pub(super) mod epoll {
    use super::*;

    /// A queue.
    pub(in super::super) fn new() -> Result<OwnedFd> {
        // SAFETY: no memory arguments.
        owned(unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) })
    }

    fn control(queue: &OwnedFd, what: i32, fd: RawFd, write: bool, data: u64) -> Result<()> {
        let events = libc::EPOLLIN | if write { libc::EPOLLOUT } else { 0 };
        let mut event = libc::epoll_event { events: events as u32, u64: data };
        // SAFETY: the event lives during the call.
        check(unsafe { libc::epoll_ctl(queue.as_raw_fd(), what, fd, &mut event) })?;
        Ok(())
    }

    /// Watches a descriptor for input, and for room if `write`.
    pub(in super::super) fn add(queue: &OwnedFd, fd: RawFd, write: bool, data: u64) -> Result<()> {
        control(queue, libc::EPOLL_CTL_ADD, fd, write, data)
    }

    /// Changes what [`add`] said.
    pub(in super::super) fn change(queue: &OwnedFd, fd: RawFd, write: bool, data: u64) -> Result<()> {
        control(queue, libc::EPOLL_CTL_MOD, fd, write, data)
    }

    /// Stops watching.
    pub(in super::super) fn remove(queue: &OwnedFd, fd: RawFd) {
        // Closing the descriptor would do the same.
        let _ = control(queue, libc::EPOLL_CTL_DEL, fd, false, 0);
    }

    /// Waits for events, at most `ms` (-1: for ever).
    pub(in super::super) fn wait(queue: &OwnedFd, events: &mut [libc::epoll_event], ms: i32) -> usize {
        // SAFETY: the array is `events.len()` long and lives during the call.
        let n = unsafe { libc::epoll_wait(queue.as_raw_fd(), events.as_mut_ptr(), events.len() as i32, ms) };
        n.max(0) as usize
    }
}

/// A descriptor that [`ring`] makes readable.
pub(super) fn bell() -> Result<OwnedFd> {
    // SAFETY: no memory arguments.
    owned(unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) })
}

/// Makes a [`bell`] readable.
pub(super) fn ring(bell: &OwnedFd) {
    let one = 1u64.to_ne_bytes();
    // SAFETY: the buffer is 8 bytes long. A full counter is readable already.
    unsafe { libc::write(bell.as_raw_fd(), one.as_ptr().cast(), one.len()) };
}

/// Makes a [`bell`] not readable.
pub(super) fn hush(bell: &OwnedFd) {
    let mut count = [0u8; 8];
    // SAFETY: the buffer is 8 bytes long.
    unsafe { libc::read(bell.as_raw_fd(), count.as_mut_ptr().cast(), count.len()) };
}

/// Sleeps while the word is `value`, at most `time`; may return early.
pub(super) fn sleep(word: &AtomicU32, value: u32, time: Duration) {
    let time = libc::timespec {
        tv_sec: time.as_secs() as libc::time_t,
        tv_nsec: time.subsec_nanos() as libc::c_long,
    };
    let wait = libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG;
    // SAFETY: the word and the time outlive the call.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), wait, value, &raw const time) };
}

/// Wakes who sleeps on the word; the memory may be gone, since it is not looked at.
pub(super) fn wake(word: *const AtomicU32) {
    let wake = libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG;
    // SAFETY: the kernel takes the address as a name.
    unsafe { libc::syscall(libc::SYS_futex, word, wake, i32::MAX) };
}

/// Random bytes from the system.
pub(super) fn random() -> Result<[u8; 32]> {
    let mut bytes = [0u8; 32];
    // SAFETY: the buffer is 32 bytes long; requests of up to 256 bytes are not cut.
    let n = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    if n == bytes.len() as isize { Ok(bytes) } else { Err(Error::last_os_error()) }
}

/// Signals of the program are handled by the program's threads.
pub(super) fn block_signals() {
    // SAFETY: an all-zero sigset_t is a valid value; both calls get pointers to it; a thread may set its own mask.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_BLOCK, &all, std::ptr::null_mut());
    }
}
