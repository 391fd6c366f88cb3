//! The sending half of a link.

use std::sync::atomic::{Ordering, fence};

use hcomm_base::{Code, Error};

use super::LinkId;
use super::frame::{Frame, HEAD, What};
use super::io;
use super::link::{BUDGET, Entry, Fire, Live, Queues, ends, fail, fixed};
use super::recent::Recent;
use super::sys::{self, Moved};

/// The frame that is being sent, and what belongs to it.
pub(super) struct Tx {
    head: [u8; HEAD],
    /// Bytes of the header that are sent.
    at: usize,
    /// Rest of the payload: address and bytes.
    from: u64,
    left: u64,
    /// Recorded when all is sent.
    done: u64,
    /// A frame is under way.
    active: bool,
    /// Something follows at once.
    more: bool,
    /// The event queue watches for room.
    armed: bool,
    /// The last frame was an answer.
    answered: bool,
    /// Number of the newest question.
    id: u64,
    /// The newest frames.
    pub log: Recent,
}

impl Default for Tx {
    fn default() -> Tx {
        Tx {
            head: [0; HEAD],
            at: 0,
            from: 0,
            left: 0,
            done: 0,
            active: false,
            more: false,
            armed: false,
            answered: false,
            id: 0,
            log: Recent::default(),
        }
    }
}

/// How far [`Tx::push`] came.
enum Sent {
    /// The frame is sent.
    All,
    /// The socket is full, or enough was sent for now.
    Part,
    /// The link failed.
    Failed,
}

impl Tx {
    /// For a new connection.
    pub(super) fn start(&mut self) {
        *self = Tx::default();
    }

    /// True if no frame is under way.
    pub(super) fn idle(&self) -> bool {
        !self.active
    }

    fn load(&mut self, frame: &Frame, from: u64, done: u64, more: bool) {
        self.head = frame.encode();
        self.at = 0;
        (self.from, self.left) = (from, frame.payload());
        (self.done, self.more) = (done, more);
        self.active = true;
        self.log.push(frame);
    }

    /// Begins with a post; false if it has to wait for answers.
    pub(super) fn take(&mut self, link: &Live, entry: &Entry) -> bool {
        let mut entry = *entry;
        match entry.frame.what {
            What::Read => {}
            // Otherwise the other end could change what it has not yet sent.
            _ if link.reads.load(Ordering::SeqCst) != 0 => return false,
            What::Fence => {}
            _ => {
                self.load(&entry.frame, entry.local, entry.done, entry.more);
                return true;
            }
        }
        entry.frame.id = self.id + 1;
        if !link.queues().open.push(entry) {
            return false;
        }
        self.id += 1;
        if entry.frame.what == What::Read {
            link.reads.fetch_add(1, Ordering::SeqCst);
        }
        self.load(&Frame { dtype: 0, op: 0, ..entry.frame }, 0, 0, entry.more);
        true
    }

    /// Begins with the next frame, answers and posts in turn; false if there is none that may go.
    fn next(&mut self, link: &Live) -> bool {
        let queues = link.queues();
        for _ in 0..2 {
            self.answered = !self.answered;
            if self.answered {
                if let Some(asked) = queues.asked.pop() {
                    let answer = match asked.what {
                        What::Read => Frame { len: asked.len, id: asked.id, ..Frame::new(What::Data) },
                        _ => Frame { id: asked.id, ..Frame::new(What::Ack) },
                    };
                    self.load(&answer, asked.addr, 0, false);
                    return true;
                }
            } else if let Some(entry) = queues.posts.front() {
                if self.take(link, &entry) {
                    queues.posts.pop();
                    return true;
                }
                if std::mem::take(&mut self.more) {
                    // What the system holds back for this frame is what it has to wait for.
                    sys::let_go(link.fd.load(Ordering::Relaxed));
                }
                link.held.store(true, Ordering::SeqCst);
                fence(Ordering::SeqCst);
                // The answer may have come before the mark.
                if self.take(link, &entry) {
                    link.held.store(false, Ordering::SeqCst);
                    queues.posts.pop();
                    return true;
                }
            }
        }
        false
    }

    /// Sends of the frame under way what the socket takes.
    fn push(&mut self, link: &Live, id: LinkId, budget: &mut u64) -> Sent {
        let fd = link.fd.load(Ordering::Relaxed);
        loop {
            if !link.ready() {
                return Sent::Failed;
            }
            let now = self.left.min(BUDGET) as usize;
            let pieces = [
                sys::piece(self.head[self.at..].as_ptr() as u64, HEAD - self.at),
                sys::piece(self.from, now),
            ];
            let pieces = if self.at == HEAD { &pieces[1..] } else { &pieces[..] };
            let n = match sys::send(fd, pieces, self.more || self.left > now as u64) {
                Moved::Bytes(n) => n,
                Moved::Blocked => return Sent::Part,
                Moved::Failed(errno) => {
                    self.broken(link, id, errno);
                    return Sent::Failed;
                }
            };
            let of_head = n.min(HEAD - self.at);
            self.at += of_head;
            let n = (n - of_head) as u64;
            self.from += n;
            self.left -= n;
            *budget = budget.saturating_sub(n + HEAD as u64);
            if self.at == HEAD && self.left == 0 {
                self.active = false;
                if link.partial.load(Ordering::Relaxed) {
                    link.partial.store(false, Ordering::SeqCst);
                }
                return Sent::All;
            }
            if *budget == 0 {
                return Sent::Part;
            }
        }
    }

    #[cold]
    fn broken(&self, link: &Live, id: LinkId, errno: i32) {
        let spec = &fixed(link).spec;
        let error = if errno == libc::EFAULT {
            Error::new(
                Code::PARA,
                format!(
                    "{}: {:#x} is not mapped in this process ({} bytes were still to be sent from there): pass memory \
                     that stays valid until the operation is done",
                    ends(spec),
                    self.from,
                    self.left
                ),
            )
        } else {
            io::connection_error(spec, errno)
        };
        fail(link, id, error);
    }

    /// Sends a frame begun with [`Tx::take`]; true if it is sent and needs no answer.
    #[inline]
    pub(super) fn send_direct(&mut self, link: &Live, id: LinkId) -> bool {
        let mut budget = BUDGET;
        match self.push(link, id, &mut budget) {
            Sent::All => self.done_here(),
            Sent::Part => {
                self.arm(link, id, true);
                false
            }
            Sent::Failed => false,
        }
    }

    /// The kind of the frame that was sent needs no answer.
    fn done_here(&self) -> bool {
        self.head[0] != What::Read as u8 && self.head[0] != What::Fence as u8
    }

    /// Has the event queue tell when there is room for the rest of a frame, or not any more.
    fn arm(&mut self, link: &Live, id: LinkId, on: bool) {
        if on {
            link.partial.store(true, Ordering::SeqCst);
            link.blocked.store(true, Ordering::SeqCst);
        }
        if self.armed != on && io::watch_room(link.fd.load(Ordering::Relaxed), id, on) {
            self.armed = on;
        }
    }

    /// Ends all operations, sent or not, and forgets what the other end asked. For links that failed or are closed; the
    /// caller has the receiving half, too.
    pub(super) fn end_all(&mut self, queues: &Queues, mut end: impl FnMut(u64)) {
        if std::mem::take(&mut self.active) {
            end(self.done);
        }
        while let Some(entry) = queues.posts.pop().or_else(|| queues.open.pop()) {
            end(entry.done);
        }
        while queues.asked.pop().is_some() {}
    }

    /// Sends a last frame, if no other is under way and the socket takes it.
    pub(super) fn last_words(&mut self, fd: i32, frame: &Frame, text: &[u8]) -> bool {
        let head = frame.encode();
        let pieces = [sys::piece(head.as_ptr() as u64, HEAD), sys::piece(text.as_ptr() as u64, text.len())];
        self.idle() && sys::send(fd, &pieces, false) == Moved::Bytes(HEAD + text.len())
    }
}

/// Sends what is queued, as far as the socket takes it and fairness allows; returns the frames that were finished and
/// pieces that were sent.
pub(super) fn drive(link: &Live, id: LinkId, tx: &mut Tx, fire: &mut Fire) -> u32 {
    let mut budget = BUDGET;
    let mut did = 0;
    while link.ready() {
        if tx.idle() && !tx.next(link) {
            tx.arm(link, id, false);
            return did;
        }
        did += 1;
        match tx.push(link, id, &mut budget) {
            Sent::All => fire.done(std::mem::take(&mut tx.done), Code::SUCCESS),
            Sent::Part => {
                tx.arm(link, id, true);
                return did - u32::from(budget == BUDGET);
            }
            Sent::Failed => return did,
        }
    }
    did
}
