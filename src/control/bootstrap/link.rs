//! A rank's connection to the hub of its communicator.

use std::collections::{HashMap, VecDeque};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::fd::AsRawFd;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hcomm_base::{Code, Error, Result, bail, err};

use super::reactor::{self, Actor};
use super::root_info::RootInfo;
use super::wire::{self, BODY_LIMIT, Entry, Inbox, Message, Tag};
use crate::driver;

/// How long a rank that cannot reach a hub that is gone keeps trying.
const GONE: Duration = Duration::from_secs(2);
/// How much longer than the hub a rank waits, so that the hub's better answer comes first.
const GRACE: Duration = Duration::from_secs(3);
/// Longest text of [`Link::give_up`] in bytes, so that it fits into a first message.
const TEXT_MAX: usize = 2048;
/// How long leaving waits for the hub to have noticed.
const FAREWELL: Duration = Duration::from_secs(2);

/// Called once when a rank fails, on the control thread: must not block. Arguments: the rank, what happened.
pub type Watcher = Arc<dyn Fn(u32, &Error) + Send + Sync>;

/// Called for each message that a tap takes, on the control thread and under the lock of the messages: must not block, and
/// only marks streams that it lets run ([`Driver::notify_record_later`](crate::driver::Driver::notify_record_later)).
/// Argument: the tag.
pub type Tap = Arc<dyn Fn(&[u8]) + Send + Sync>;

/// A member's side of the connection.
pub struct Link {
    rank: u32,
    table: Vec<Entry>,
    hub_pid: i32,
    secret: [u8; 16],
    stream: TcpStream,
    outbox: Mutex<Vec<u8>>,
    mail: Mutex<Mail>,
    bell: Condvar,
}

#[derive(Default)]
struct Mail {
    posts: HashMap<(u32, Tag), VecDeque<Vec<u8>>>,
    fault: Option<(u32, Error)>,
    watcher: Option<Watcher>,
    /// Who hears messages at once instead of having them kept, by the first byte of their tags.
    tap: Option<(u8, Tap)>,
    left: Vec<bool>,
    /// All ranks are ready.
    go: bool,
    /// This rank said goodbye.
    leaving: bool,
    /// The hub heard it, or is gone.
    released: bool,
    /// The hub is gone; the ranks can no longer talk.
    orphaned: bool,
}

impl Link {
    /// Joins the communicator of `info` as the rank of `entry` and waits until all `size` ranks have joined.
    pub fn join(info: &RootInfo, size: u32, mut entry: Entry, patience: Duration) -> Result<Arc<Link>> {
        let deadline = Instant::now() + patience + GRACE;
        let rank = entry.rank;
        let mut stream = connect(info, rank, deadline)?;
        // Whoever reaches the hub from here reaches the other ranks from here.
        entry.ip = stream
            .local_addr()
            .map_err(|e| err!(SYSCALL, "the connection to the hub has no address: {e}"))?
            .ip();
        wire::write(&mut stream, &Message::Hello { secret: info.secret, size, entry })?;
        let table = await_table(&mut stream, info, rank, size, deadline)?;
        stream
            .set_nonblocking(true)
            .map_err(|e| err!(SYSCALL, "the connection to the hub cannot be made non-blocking: {e}"))?;
        let left = vec![false; table.len()];
        let link = Arc::new(Link {
            rank,
            table,
            hub_pid: info.pid,
            secret: info.secret,
            stream,
            outbox: Mutex::default(),
            mail: Mutex::new(Mail { left, ..Mail::default() }),
            bell: Condvar::new(),
        });
        reactor::add(Box::new(Receiver { link: link.clone(), inbox: Inbox::default() }))?;
        Ok(link)
    }

    /// Tells the hub that `rank` of `size` will not join because of `error`, so that the other ranks need not wait for
    /// their deadline. Best effort.
    pub fn give_up(info: &RootInfo, size: u32, rank: u32, error: &Error) {
        let text = error.text[..error.text.floor_char_boundary(TEXT_MAX)].to_owned();
        let message = Message::GiveUp { secret: info.secret, size, rank, text };
        let Ok(mut stream) = TcpStream::connect_timeout(&info.address, GONE) else { return };
        if stream.set_read_timeout(Some(GONE)).is_ok() && wire::write(&mut stream, &message).is_ok() {
            // The hub answers when it has read the message.
            let _ = wire::read(&mut stream, BODY_LIMIT);
        }
    }

    /// All ranks in order.
    pub fn table(&self) -> &[Entry] {
        &self.table
    }

    /// What all ranks know and nobody else.
    pub fn secret(&self) -> &[u8; 16] {
        &self.secret
    }

    /// Sets who is told when a rank fails; at once, if one has failed already.
    pub fn watch(&self, watcher: Watcher) {
        let mut mail = self.mail();
        mail.watcher = Some(watcher.clone());
        let fault = mail.fault.clone();
        drop(mail);
        if let Some((rank, error)) = fault {
            watcher(rank, &error);
        }
    }

    /// Hands every message whose tag begins with `first` to `tap` instead of keeping it, those that came before included.
    pub fn tap(&self, first: u8, tap: Tap) {
        let mut mail = self.mail();
        let mut early: Vec<_> =
            mail.posts.keys().filter(|(_, tag)| tag.first() == Some(&first)).cloned().collect();
        early.sort();
        for key in early {
            let posts = mail.posts.remove(&key).map_or(0, |queue| queue.len());
            (0..posts).for_each(|_| tap(&key.1));
        }
        mail.tap = Some((first, tap));
        drop(mail);
        settle();
    }

    /// Ends [`Link::tap`]; the tap is not called any more afterwards.
    pub fn untap(&self) {
        self.mail().tap = None;
    }

    /// A rank that has left in good order.
    pub fn gone(&self) -> Option<u32> {
        self.mail().left.iter().position(|&left| left).map(|rank| rank as u32)
    }

    /// The first failure of a rank, if there was one.
    pub fn fault(&self) -> Option<Error> {
        self.mail().fault.as_ref().map(|(_, error)| error.clone())
    }

    /// True if the ranks can no longer talk: this one leaves, one has failed, or the hub is gone.
    pub fn is_over(&self) -> bool {
        let mail = self.mail();
        mail.leaving || mail.fault.is_some() || mail.orphaned
    }

    /// True if `rank` has left in good order.
    pub fn has_left(&self, rank: u32) -> bool {
        self.mail().left.get(rank as usize).copied().unwrap_or(true)
    }

    /// Sends `body` to another rank under `tag`. Does not wait.
    pub fn post(&self, rank: u32, tag: &[u8], body: Vec<u8>) -> Result {
        self.send(&Message::Post { rank, tag: tag.to_vec(), body })
    }

    /// Tells the others that this rank has failed.
    pub fn report_fault(&self, error: &Error) -> Result {
        let text = error.text.clone().into_owned();
        self.send(&Message::Fault { rank: self.rank, code: error.code.0, text })
    }

    /// Takes the oldest message that `rank` sent under `tag`, if it is there.
    pub fn take(&self, rank: u32, tag: &[u8]) -> Option<Vec<u8>> {
        self.mail().take(rank, tag)
    }

    /// Takes the oldest message that `rank` sent under `tag` and `wanted` accepts.
    pub fn take_if(&self, rank: u32, tag: &[u8], wanted: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
        let mut mail = self.mail();
        let key = (rank, tag.to_vec());
        let queue = mail.posts.get_mut(&key)?;
        let at = queue.iter().position(|body| wanted(body))?;
        let body = queue.remove(at);
        if queue.is_empty() {
            mail.posts.remove(&key);
        }
        body
    }

    /// Copies of the messages that `rank` sent under `tag` and nobody has taken, oldest first.
    pub fn peek(&self, rank: u32, tag: &[u8]) -> Vec<Vec<u8>> {
        self.mail()
            .posts
            .get(&(rank, tag.to_vec()))
            .map(|queue| queue.iter().cloned().collect())
            .unwrap_or_default()
    }

    /// Tags of the messages of `rank` that nobody has taken.
    pub fn unread(&self, rank: u32) -> Vec<Tag> {
        self.mail().posts.keys().filter(|(from, _)| *from == rank).map(|(_, tag)| tag.clone()).collect()
    }

    /// Says that this rank is ready and waits until all are.
    pub fn ready(&self, deadline: Instant) -> Result {
        self.send(&Message::Ready)?;
        self.wait_for(deadline, &[], |mail| mail.go.then_some(())).map_err(|error| match error.code {
            Code::TIMEOUT => {
                err!(INTERNAL, "not all ranks became ready in time: see the log of the other ranks")
            }
            _ => error,
        })
    }

    /// Waits until `rank` has sent something under `tag`. Fails with TIMEOUT at the deadline, with the fault when a
    /// rank failed, with NETWORK when `rank` left or the hub is gone.
    pub fn wait(&self, rank: u32, tag: &[u8], deadline: Instant) -> Result<Vec<u8>> {
        self.wait_for(deadline, &[rank], |mail| mail.take(rank, tag))
    }

    /// As [`Link::wait`], for the first message of any of several ranks and tags; answers whose it was.
    pub fn wait_any(&self, sources: &[(u32, Tag)], deadline: Instant) -> Result<(usize, Vec<u8>)> {
        let ranks: Vec<u32> = sources.iter().map(|(rank, _)| *rank).collect();
        self.wait_for(deadline, &ranks, |mail| {
            sources.iter().enumerate().find_map(|(at, (rank, tag))| Some((at, mail.take(*rank, tag)?)))
        })
    }

    fn wait_for<T>(
        &self,
        deadline: Instant,
        ranks: &[u32],
        mut probe: impl FnMut(&mut Mail) -> Option<T>,
    ) -> Result<T> {
        let mut mail = self.mail();
        loop {
            if let Some(found) = probe(&mut mail) {
                return Ok(found);
            }
            if let Some((_, error)) = &mail.fault {
                return Err(error.clone());
            }
            if mail.leaving {
                bail!(NETWORK, "rank {} has destroyed the communicator meanwhile", self.rank);
            }
            if let Some(rank) = ranks.iter().find(|&&r| mail.left.get(r as usize).copied().unwrap_or(true)) {
                bail!(NETWORK, "rank {rank} has destroyed its side of the communicator");
            }
            if mail.orphaned {
                bail!(
                    NETWORK,
                    "process {}, which called HcclGetRootInfo, has ended: ranks can no longer connect to each other",
                    self.hub_pid
                );
            }
            let now = Instant::now();
            if now >= deadline {
                let ranks: Vec<String> = ranks.iter().map(u32::to_string).collect();
                bail!(TIMEOUT, "rank {} did not answer in time", ranks.join(", "));
            }
            mail = self.bell.wait_timeout(mail, deadline - now).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Says goodbye, so that the end of this connection is no fault. Waits shortly until the hub has heard it.
    pub fn leave(&self) {
        self.mail().leaving = true;
        self.bell.notify_all();
        let sent = self.send(&Message::Bye);
        let until = Instant::now() + FAREWELL;
        let mut mail = self.mail();
        while sent.is_ok() && !mail.released {
            let now = Instant::now();
            if now >= until {
                break;
            }
            mail = self.bell.wait_timeout(mail, until - now).unwrap_or_else(PoisonError::into_inner).0;
        }
        mail.released = true;
        mail.watcher = None;
        drop(mail);
        // The control thread sees the end of the stream and forgets this link.
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
    }

    fn mail(&self) -> MutexGuard<'_, Mail> {
        self.mail.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, message: &Message) -> Result {
        let bytes = wire::encode(message)?;
        let mut outbox = self.outbox.lock().unwrap_or_else(PoisonError::into_inner);
        outbox.extend_from_slice(&bytes);
        self.flush(&mut outbox)?;
        if !outbox.is_empty() {
            reactor::wake();
        }
        Ok(())
    }

    fn flush(&self, outbox: &mut Vec<u8>) -> Result {
        while !outbox.is_empty() {
            match (&self.stream).write(outbox) {
                Ok(n) => drop(outbox.drain(..n)),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(e) => {
                    outbox.clear();
                    bail!(
                        NETWORK,
                        "the connection of rank {} to its communicator's hub is broken: {e}",
                        self.rank
                    );
                }
            }
        }
        Ok(())
    }

    fn handle(&self, message: Message) {
        match message {
            Message::Post { rank, tag, body } => {
                let mut mail = self.mail();
                match &mail.tap {
                    // Under the lock, so that nothing is called after `untap`.
                    Some((first, tap)) if tag.first() == Some(first) => {
                        tap(&tag);
                        drop(mail);
                        settle();
                    }
                    _ => mail.posts.entry((rank, tag)).or_default().push_back(body),
                }
            }
            Message::Fault { rank, code, text } => self.fail(rank, Error::new(Code(code), text)),
            Message::Left { rank } => {
                if let Some(left) = self.mail().left.get_mut(rank as usize) {
                    *left = true;
                }
            }
            Message::Go => self.mail().go = true,
            Message::ByeAck => self.mail().released = true,
            Message::Hello { .. }
            | Message::GiveUp { .. }
            | Message::Table(_)
            | Message::Refused { .. }
            | Message::Ready
            | Message::Bye => {
                log::warn!("rank {}: the hub sent {message:?} at the wrong time", self.rank);
            }
        }
        self.bell.notify_all();
    }

    /// Records the first fault and tells the watcher.
    fn fail(&self, rank: u32, error: Error) {
        let mut mail = self.mail();
        if mail.leaving || mail.fault.is_some() {
            return;
        }
        mail.fault = Some((rank, error.clone()));
        let watcher = mail.watcher.clone();
        drop(mail);
        self.bell.notify_all();
        if let Some(watcher) = watcher {
            watcher(rank, &error);
        }
    }

    /// The connection to the hub ended. It is a fault unless the ranks of the hub's process had left.
    fn lose_hub(&self) {
        let mut mail = self.mail();
        mail.orphaned = true;
        mail.released = true;
        if mail.leaving {
            drop(mail);
            self.bell.notify_all();
            return;
        }
        let lost = self.table.iter().find(|entry| {
            entry.pid == self.hub_pid && !mail.left.get(entry.rank as usize).copied().unwrap_or(true)
        });
        let rank = lost.map(|entry| entry.rank);
        let none = !self.table.iter().any(|entry| entry.pid == self.hub_pid);
        drop(mail);
        self.bell.notify_all();
        if let Some(rank) = rank {
            self.fail(
                rank,
                err!(
                    REMOTE,
                    "rank {rank} (process {}, which called HcclGetRootInfo) vanished without leaving the \
                     communicator: it ended or was killed",
                    self.hub_pid
                ),
            );
        } else if none {
            log::warn!(
                "process {}, which called HcclGetRootInfo, has ended: failures of ranks are no longer noticed",
                self.hub_pid
            );
        }
    }
}

impl Mail {
    fn take(&mut self, rank: u32, tag: &[u8]) -> Option<Vec<u8>> {
        let key = (rank, tag.to_vec());
        let queue = self.posts.get_mut(&key)?;
        let body = queue.pop_front();
        if queue.is_empty() {
            self.posts.remove(&key);
        }
        body
    }
}

fn connect(info: &RootInfo, rank: u32, deadline: Instant) -> Result<TcpStream> {
    let started = Instant::now();
    loop {
        let now = Instant::now();
        let left = deadline.saturating_duration_since(now);
        let error =
            match TcpStream::connect_timeout(&info.address, left.clamp(Duration::from_millis(1), GONE)) {
                Ok(stream) => {
                    stream
                        .set_nodelay(true)
                        .map_err(|e| err!(SYSCALL, "a socket option cannot be set: {e}"))?;
                    return Ok(stream);
                }
                Err(e) => e,
            };
        // The hub listens before its root info exists, so a refusal means that it has ended.
        let gone = error.kind() == ErrorKind::ConnectionRefused && started.elapsed() > GONE;
        if gone || now >= deadline {
            bail!(
                INTERNAL,
                "rank {rank} cannot reach the process that called HcclGetRootInfo at {} ({error}): see whether \
                 process {} still runs and whether the root info is fresh",
                info.address,
                info.pid
            );
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn await_table(
    stream: &mut TcpStream,
    info: &RootInfo,
    rank: u32,
    size: u32,
    deadline: Instant,
) -> Result<Vec<Entry>> {
    let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
    stream.set_read_timeout(Some(left)).map_err(|e| err!(SYSCALL, "a socket option cannot be set: {e}"))?;
    let answer = match wire::read(stream, BODY_LIMIT) {
        Ok(answer) => answer?,
        Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => bail!(
            INTERNAL,
            "rank {rank} waited {left:?} for the other {} ranks; process {}, which called HcclGetRootInfo, does not \
             answer any more",
            size - 1,
            info.pid
        ),
        Err(_) => None,
    };
    match answer {
        Some(Message::Table(table))
            if table.len() == size as usize
                && table.iter().zip(0..).all(|(entry, rank)| entry.rank == rank) =>
        {
            Ok(table)
        }
        Some(Message::Refused { code, text }) => Err(Error::new(Code(code), text)),
        None => Err(err!(
            INTERNAL,
            "process {}, which called HcclGetRootInfo, ended while rank {rank} was waiting for the other ranks",
            info.pid
        )),
        Some(other) => Err(err!(INTERNAL, "rank {rank} received {other:?} instead of the table of ranks")),
    }
}

/// Reads for a link on the control thread.
struct Receiver {
    link: Arc<Link>,
    inbox: Inbox,
}

impl Receiver {
    /// False when the stream has ended.
    fn fill(&mut self) -> bool {
        let mut buffer = [0; 16 * 1024];
        for _ in 0..16 {
            match (&self.link.stream).read(&mut buffer) {
                Ok(0) => return false,
                Ok(n) => self.inbox.extend(&buffer[..n]),
                Err(e) if e.kind() == ErrorKind::WouldBlock => return true,
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(_) => return false,
            }
        }
        true
    }
}

impl Actor for Receiver {
    fn interest(&mut self, fds: &mut Vec<libc::pollfd>) {
        let unsent = !self.link.outbox.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
        let events = libc::POLLIN | if unsent { libc::POLLOUT } else { 0 };
        fds.push(libc::pollfd { fd: self.link.stream.as_raw_fd(), events, revents: 0 });
    }

    fn deadline(&self) -> Option<Instant> {
        None
    }

    fn run(&mut self, ready: &[libc::pollfd], _now: Instant) -> bool {
        if ready.iter().all(|fd| fd.revents == 0) {
            return true;
        }
        let open = self.fill();
        loop {
            match self.inbox.next(BODY_LIMIT) {
                Ok(Some(message)) => self.link.handle(message),
                Ok(None) => break,
                Err(error) => {
                    log::error!("rank {}: the hub sent something unreadable: {}", self.link.rank, error.text);
                    self.link.lose_hub();
                    return false;
                }
            }
        }
        if !open {
            self.link.lose_hub();
            return false;
        }
        // A broken connection is noticed by the read above the next time.
        let mut outbox = self.link.outbox.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = self.link.flush(&mut outbox);
        true
    }
}

/// Lets streams run that a tap has marked; they may do anything, so no lock is held.
fn settle() {
    if let Some(driver) = driver::current() {
        driver.settle();
    }
}
