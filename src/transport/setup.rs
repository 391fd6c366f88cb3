//! Listeners, strangers, links that are being connected, and connections that are being closed.
//!
//! What has not proved that it knows the secret of a link is a *stranger*: it gets a fixed buffer and a short time, there
//! are few at once, and one that names no link that is expected gets no answer.

use std::net::SocketAddr;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hcomm_base::sync::lock;
use hcomm_base::{Code, Error, Result, env, err};

use super::handshake::{self, CHALLENGE, HELLO, Hello, PROOF, Pact, WELCOME};
use super::io::{Core, core, mark};
use super::link::{self, LINKS, Live, ends, fixed, state};
use super::sys::{self, Moved, epoll};
use super::{LinkId, LinkSpec, Role};

/// Strangers of the process.
const STRANGERS: usize = 256;
/// How long a stranger may take for each of its messages.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a stranger may wait for its link to be opened here.
const EARLY: Duration = Duration::from_secs(30);
/// How long a closed connection waits for the other end to close it too.
const DRAIN: Duration = Duration::from_secs(1);
/// Pause of a listener when the process has no descriptor left.
const REST: Duration = Duration::from_millis(50);
/// Pause between attempts to connect: the first, and the longest.
const RETRY: (Duration, Duration) = (Duration::from_millis(10), Duration::from_millis(250));

struct Listener {
    mark: u64,
    fd: OwnedFd,
    asked: SocketAddr,
    bound: SocketAddr,
    users: u32,
    rests: Option<Instant>,
}

/// A fixed buffer for messages of known length.
struct Inbox {
    bytes: [u8; CHALLENGE],
    got: usize,
}

/// What came of reading a message.
#[derive(PartialEq, Eq)]
enum Came {
    All,
    Part,
    End,
}

impl Inbox {
    fn new() -> Inbox {
        Inbox { bytes: [0; CHALLENGE], got: 0 }
    }

    /// Reads until the message has its length; never more.
    fn fill(&mut self, fd: &OwnedFd, len: usize) -> Came {
        match sys::receive_into(fd.as_raw_fd(), &mut self.bytes[self.got..len]) {
            Moved::Bytes(0) | Moved::Failed(_) => Came::End,
            Moved::Blocked => Came::Part,
            Moved::Bytes(n) => {
                self.got += n;
                if self.got == len { Came::All } else { Came::Part }
            }
        }
    }

    /// The message, and room for the next.
    fn take<const N: usize>(&mut self) -> [u8; N] {
        self.got = 0;
        std::array::from_fn(|i| self.bytes[i])
    }
}

enum Said {
    /// Nothing complete.
    Nothing,
    /// Which link it is for.
    Hello(Hello),
    /// It was challenged to prove that it knows the secret of this link.
    Challenged(Box<Pact>, LinkId),
}

struct Stranger {
    mark: u64,
    fd: OwnedFd,
    inbox: Inbox,
    said: Said,
    until: Instant,
}

/// A link that the other end connects.
struct Expected {
    link: LinkId,
    id: [u8; 16],
    deadline: Instant,
}

enum Stage {
    /// Until the next attempt.
    Rest,
    Connecting(OwnedFd),
    Greeted(OwnedFd, Hello),
    Proved(OwnedFd),
}

/// A link that this end connects.
struct Joining {
    link: LinkId,
    mark: u64,
    stage: Stage,
    inbox: Inbox,
    next: Instant,
    pause: Duration,
    deadline: Instant,
    reason: String,
}

struct Drain {
    mark: u64,
    fd: OwnedFd,
    until: Instant,
}

/// Everything but established links.
#[derive(Default)]
pub(super) struct Setup {
    /// Number of established links.
    pub established: u32,
    marks: u64,
    listeners: Vec<Listener>,
    strangers: Vec<Stranger>,
    expected: Vec<Expected>,
    joining: Vec<Joining>,
    drains: Vec<Drain>,
}

fn send_all(fd: &OwnedFd, message: &[u8]) -> bool {
    let piece = sys::piece(message.as_ptr() as u64, message.len());
    // A fresh connection has room for a few bytes.
    sys::send(fd.as_raw_fd(), &[piece], false) == Moved::Bytes(message.len())
}

/// Options of this end, as they stand in its greeting.
fn options() -> u16 {
    0
}

/// See [`super::listen`].
pub(super) fn listen(at: SocketAddr) -> Result<SocketAddr> {
    let core = core()?;
    let mut setup = lock(&core.setup);
    if let Some(known) = setup.listeners.iter_mut().find(|l| l.asked == at || l.bound == at) {
        known.users += 1;
        return Ok(known.bound);
    }
    let failed = |e: std::io::Error| {
        let code = match e.kind() {
            std::io::ErrorKind::AddrInUse => Code::UNAVAIL,
            std::io::ErrorKind::AddrNotAvailable => Code::PARA,
            _ => Code::NETWORK,
        };
        Error::new(
            code,
            format!(
                "listening at {at} is not possible ({e}): use an address of this machine and a free port"
            ),
        )
    };
    let fd = sys::listen(&at).map_err(failed)?;
    let bound = sys::local_address(&fd).map_err(failed)?;
    let mark = setup.mark();
    epoll::add(&core.control, fd.as_raw_fd(), false, mark).map_err(failed)?;
    setup.listeners.push(Listener { mark, fd, asked: at, bound, users: 1, rests: None });
    Ok(bound)
}

/// See [`super::unlisten`].
pub(super) fn unlisten(at: SocketAddr) {
    let Ok(core) = core() else { return };
    let mut setup = lock(&core.setup);
    if let Some(index) = setup.listeners.iter().position(|l| l.asked == at || l.bound == at) {
        setup.listeners[index].users -= 1;
        if setup.listeners[index].users == 0 {
            setup.listeners.swap_remove(index);
        }
    }
}

/// See [`super::open`].
pub(super) fn open(spec: LinkSpec) -> Result<LinkId> {
    let core = core()?;
    let Some(shell) = LINKS.reserve() else {
        return Err(err!(UNAVAIL, "the process has no room for a link to rank {}", spec.remote_rank));
    };
    let (id, role, deadline) = (spec.id, spec.role, spec.deadline);
    let mut setup = lock(&core.setup);
    if role == Role::Listen && setup.expected.iter().any(|e| e.id == id) {
        return Err(err!(
            PARA,
            "two links with one name are expected (rank {} to rank {}): give each link a name of its own",
            spec.remote_rank,
            spec.local_rank
        ));
    }
    shell.prepare(spec);
    let link = shell.publish();
    match role {
        Role::Listen => setup.expected.push(Expected { link, id, deadline }),
        Role::Connect(_) => {
            let mark = setup.mark();
            setup.joining.push(Joining {
                link,
                mark,
                stage: Stage::Rest,
                inbox: Inbox::new(),
                next: Instant::now(),
                pause: RETRY.0,
                deadline,
                reason: "no attempt was made".into(),
            });
        }
    }
    drop(setup);
    core.ring();
    Ok(link)
}

/// Forgets a link that is not connected yet.
pub(super) fn forget(core: &Core, link: LinkId) {
    let mut setup = lock(&core.setup);
    setup.expected.retain(|e| e.link != link);
    setup.joining.retain(|j| j.link != link);
}

/// Closes a connection in order: nothing more is sent, and what still comes is thrown away until the other end closes
/// it too, so that nothing that was sent is lost.
pub(super) fn drain(core: &Core, fd: RawFd) {
    sys::shut_write(fd);
    // SAFETY: the descriptor was a link's, whose owner gave it up.
    let fd = unsafe { OwnedFd::from_raw_fd(fd) };
    let mut setup = lock(&core.setup);
    let mark = setup.mark();
    if epoll::add(&core.control, fd.as_raw_fd(), false, mark).is_ok() {
        setup.drains.push(Drain { mark, fd, until: Instant::now() + DRAIN });
    }
}

/// A descriptor of the thread's queue is ready.
pub(super) fn ready(core: &Core, mark: u64, events: u32) {
    let mut setup = lock(&core.setup);
    if let Some(index) = setup.listeners.iter().position(|l| l.mark == mark) {
        setup.admit(core, index);
    } else if let Some(index) = setup.strangers.iter().position(|s| s.mark == mark) {
        setup.hear(core, index);
    } else if let Some(index) = setup.joining.iter().position(|j| j.mark == mark) {
        setup.join(core, index, events);
    } else if let Some(index) = setup.drains.iter().position(|d| d.mark == mark) {
        let mut rest = [0u8; 4096];
        for _ in 0..16 {
            match sys::receive_into(setup.drains[index].fd.as_raw_fd(), &mut rest) {
                Moved::Bytes(n) if n != 0 => {}
                Moved::Blocked => return,
                _ => {
                    setup.drains.swap_remove(index);
                    return;
                }
            }
        }
    }
}

/// Does what is due.
pub(super) fn tick(core: &Core, now: Instant) {
    let mut setup = lock(&core.setup);
    setup.drains.retain(|drain| now < drain.until);
    for listener in &mut setup.listeners {
        if listener.rests.take_if(|until| now >= *until).is_some() {
            // If it fails, the next opening of the listener reports it.
            let _ = epoll::add(&core.control, listener.fd.as_raw_fd(), false, listener.mark);
        }
    }
    setup.strangers.retain(|stranger| now < stranger.until);
    for index in (0..setup.strangers.len()).rev() {
        if matches!(setup.strangers[index].said, Said::Hello(_)) {
            setup.challenge(index);
        }
    }
    let late: Vec<Expected> = setup.expected.extract_if(.., |e| now >= e.deadline).collect();
    for expected in late {
        give_up(expected.link, "it did not connect, or could not prove that it knows the secret");
    }
    for index in (0..setup.joining.len()).rev() {
        let joining = &mut setup.joining[index];
        if now >= joining.deadline {
            give_up(joining.link, &joining.reason);
            setup.joining.swap_remove(index);
        } else if now >= joining.next && matches!(joining.stage, Stage::Rest) {
            joining.connect(core);
        }
    }
}

/// Fails a link that could not be connected in time.
fn give_up(id: LinkId, reason: &str) {
    let Some(link) = link::find(id) else { return };
    let spec = &fixed(&link).spec;
    let error = err!(
        TIMEOUT,
        "{}: rank {} was not connected in time: {reason}: see the log of rank {}",
        ends(spec),
        spec.remote_rank,
        spec.remote_rank
    );
    *lock(&link.error) = Some(error);
    link.state.store(state::FAILED, Ordering::Release);
}

impl Joining {
    /// Starts an attempt.
    fn connect(&mut self, core: &Core) {
        let Some(link) = link::find(self.link) else { return };
        let spec = &fixed(&link).spec;
        let Role::Connect(to) = spec.role else { return };
        let started = sys::connect(&spec.local, &to)
            .and_then(|fd| epoll::add(&core.control, fd.as_raw_fd(), true, self.mark).map(|()| fd));
        match started {
            Ok(fd) => self.stage = Stage::Connecting(fd),
            Err(e) => self.retry(format!("connecting failed ({e})")),
        }
    }

    fn retry(&mut self, reason: String) {
        self.stage = Stage::Rest;
        self.inbox = Inbox::new();
        self.reason = reason;
        self.next = Instant::now() + self.pause;
        self.pause = (self.pause * 2).min(RETRY.1);
    }
}

/// The other end of a link knows its secret: operations may be posted.
fn establish(core: &Core, setup: &mut Setup, id: LinkId, link: &Live, fd: OwnedFd) {
    let silence = Duration::from_millis(env::HCOMM_NET_TIMEOUT_MS.get_or_default());
    if let Err(e) = sys::tune(&fd, silence) {
        log::warn!(
            "options of a connection could not be set ({e}); it works, but a silent peer is found out late"
        );
    }
    epoll::remove(&core.control, fd.as_raw_fd());
    let fd = fd.into_raw_fd();
    link.fd.store(fd, Ordering::Release);
    // Watched first: whoever may post may have to wait for room.
    let watched = core.watch(fd, id);
    setup.joined(&fixed(link).spec);
    link.state.store(state::READY, Ordering::Release);
    if let Err(e) = watched {
        let error = err!(SYSCALL, "{}: it cannot be served ({e})", ends(&fixed(link).spec));
        link::fail(link, id, error);
    }
}

impl Setup {
    /// A new mark for the thread's queue.
    fn mark(&mut self) -> u64 {
        self.marks += 1;
        mark::FIRST + self.marks
    }

    /// When there is something to do although nothing happens.
    pub(super) fn due(&self) -> Option<Instant> {
        let joining = self.joining.iter().map(|j| match j.stage {
            Stage::Rest => j.next.min(j.deadline),
            _ => j.deadline,
        });
        (self.strangers.iter().map(|s| s.until))
            .chain(self.expected.iter().map(|e| e.deadline))
            .chain(self.drains.iter().map(|d| d.until))
            .chain(self.listeners.iter().filter_map(|l| l.rests))
            .chain(joining)
            .min()
    }

    /// An established link is there: waits of the runtime have to poll.
    fn joined(&mut self, spec: &LinkSpec) {
        self.established += 1;
        if self.established == 1 {
            // SAFETY: usable table.
            unsafe { (spec.ext.set_poller)(Some(super::io::poller)) };
        }
    }

    /// An established link is gone.
    pub(super) fn left(&mut self, spec: &LinkSpec) {
        self.established -= 1;
        if self.established == 0 {
            // SAFETY: usable table.
            unsafe { (spec.ext.set_poller)(None) };
        }
    }

    /// Lets strangers in.
    fn admit(&mut self, core: &Core, index: usize) {
        for _ in 0..64 {
            let fd = match sys::accept(&self.listeners[index].fd) {
                Ok(fd) => fd,
                Err(e) => {
                    if let Some(libc::EMFILE | libc::ENFILE | libc::ENOBUFS | libc::ENOMEM) = e.raw_os_error()
                    {
                        let listener = &mut self.listeners[index];
                        epoll::remove(&core.control, listener.fd.as_raw_fd());
                        listener.rests = Some(Instant::now() + REST);
                    }
                    return;
                }
            };
            if self.strangers.len() == STRANGERS {
                self.evict();
            }
            let mark = self.mark();
            if epoll::add(&core.control, fd.as_raw_fd(), false, mark).is_ok() {
                let until = Instant::now() + PATIENCE;
                self.strangers.push(Stranger { mark, fd, inbox: Inbox::new(), said: Said::Nothing, until });
            }
        }
    }

    /// Makes room: the one that has said least for the longest time goes.
    fn evict(&mut self) {
        let rank = |s: &Stranger| match s.said {
            Said::Nothing => 0,
            Said::Hello(_) => 1,
            Said::Challenged(..) => 2,
        };
        let oldest = (0..self.strangers.len()).min_by_key(|&i| {
            let stranger = &self.strangers[i];
            (rank(stranger), stranger.mark)
        });
        if let Some(index) = oldest {
            self.strangers.swap_remove(index);
        }
    }

    /// A stranger sent something.
    fn hear(&mut self, core: &Core, index: usize) {
        let stranger = &mut self.strangers[index];
        let want = match &stranger.said {
            Said::Nothing => HELLO,
            // It has nothing to say before it is challenged; one byte of room notices that it went away.
            Said::Hello(_) => 1,
            Said::Challenged(..) => PROOF,
        };
        match stranger.inbox.fill(&stranger.fd, want) {
            Came::Part => return,
            Came::End => {
                self.strangers.swap_remove(index);
                return;
            }
            Came::All => {}
        }
        let keep = match &stranger.said {
            Said::Nothing => match Hello::decode(&stranger.inbox.take()) {
                Ok(hello) => {
                    stranger.said = Said::Hello(hello);
                    stranger.until = Instant::now() + EARLY;
                    self.challenge(index);
                    return;
                }
                Err(_) => false,
            },
            Said::Hello(_) => false,
            Said::Challenged(pact, _) => pact.accepts(&stranger.inbox.take()),
        };
        let stranger = self.strangers.swap_remove(index);
        let Said::Challenged(_, id) = stranger.said else { return };
        let expected = self.expected.iter().position(|e| e.link == id);
        if let (true, Some(expected), Some(link)) = (keep, expected, link::find(id))
            && send_all(&stranger.fd, &handshake::welcome())
        {
            self.expected.swap_remove(expected);
            establish(core, self, id, &link, stranger.fd);
        }
    }

    /// Challenges a stranger if its link is expected; one that cannot be answered goes.
    fn challenge(&mut self, index: usize) {
        let stranger = &mut self.strangers[index];
        let Said::Hello(hello) = stranger.said else { return };
        let Some(link) = self.expected.iter().find(|e| e.id == hello.id).map(|e| e.link) else { return };
        let (Some(live), Ok(nonce)) = (link::find(link), sys::random()) else { return };
        // The challenge carries this end's options, so that the other end can tell what is wrong.
        let pact = Pact::new(&fixed(&live).spec.key, Hello { options: options(), ..hello }, nonce);
        if send_all(&stranger.fd, &pact.challenge()) && hello.options == options() {
            stranger.said = Said::Challenged(Box::new(pact), link);
            stranger.until = Instant::now() + PATIENCE;
        } else {
            self.strangers.swap_remove(index);
        }
    }

    /// The connection of a link that this end connects made a step.
    fn join(&mut self, core: &Core, index: usize, events: u32) {
        let joining = &mut self.joining[index];
        let Some(link) = link::find(joining.link) else { return };
        let key = &fixed(&link).spec.key;
        let gone =
            "the other end ended the connection: it does not expect this link (yet), or the secrets differ";
        match std::mem::replace(&mut joining.stage, Stage::Rest) {
            Stage::Rest => {}
            Stage::Connecting(fd) => {
                if events & (libc::EPOLLOUT | libc::EPOLLERR | libc::EPOLLHUP) as u32 == 0 {
                    joining.stage = Stage::Connecting(fd);
                    return;
                }
                let greeted = sys::pending_error(&fd).and_then(|()| {
                    epoll::change(&core.control, fd.as_raw_fd(), false, joining.mark)?;
                    let hello = Hello { options: options(), id: fixed(&link).spec.id, nonce: sys::random()? };
                    if send_all(&fd, &hello.encode()) {
                        Ok(hello)
                    } else {
                        Err(std::io::ErrorKind::BrokenPipe.into())
                    }
                });
                match greeted {
                    Ok(hello) => {
                        joining.reason =
                            "the other end does not answer: it does not expect this link (yet)".into();
                        joining.stage = Stage::Greeted(fd, hello);
                    }
                    Err(e) => joining.retry(format!("connecting failed ({e})")),
                }
            }
            Stage::Greeted(fd, hello) => match joining.inbox.fill(&fd, CHALLENGE) {
                Came::Part => joining.stage = Stage::Greeted(fd, hello),
                Came::End => joining.retry(gone.into()),
                Came::All => match Pact::answer(key, hello, &joining.inbox.take()) {
                    Ok(pact) if send_all(&fd, &pact.proof()) => joining.stage = Stage::Proved(fd),
                    Ok(_) => joining.retry(gone.into()),
                    Err(why) => joining.retry(why.into()),
                },
            },
            Stage::Proved(fd) => match joining.inbox.fill(&fd, WELCOME) {
                Came::Part => joining.stage = Stage::Proved(fd),
                Came::End => joining.retry(gone.into()),
                Came::All if joining.inbox.take() == handshake::welcome() => {
                    let id = joining.link;
                    self.joining.swap_remove(index);
                    establish(core, self, id, &link, fd);
                }
                Came::All => joining.retry("the other end answered nonsense".into()),
            },
        }
    }
}
