//! The receiving half of a link.
//!
//! Headers and short payloads arrive in a buffer; the rest of a long payload is received straight into its place.

use std::sync::atomic::{Ordering, fence};

use hcomm_base::{Code, Error};

use super::LinkId;
use super::frame::{Frame, HEAD, TEXT, What};
use super::io;
use super::link::{BUDGET, Entry, Fire, Live, ends, fail, fixed};
use super::recent::Recent;
use super::sys::{self, Moved};

/// Bytes of the buffer.
const BUFFER: usize = 64 << 10;
/// Bytes received at most into the buffer where a header is next, so that most of a long payload need not be copied.
const SHORT: usize = 16 << 10;
/// From this payload on, the next one is expected to be long too, and only its header is received into the buffer.
const LONG: u64 = 8 << 10;
/// Longest element.
const ELEMENT: usize = 16;

/// Where the payload of the current frame goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goes {
    /// There is none: a header is next.
    Nowhere,
    /// To an address.
    Copy,
    /// Combined with what lies at an address: bytes of an element, its type and operation.
    Reduce(u8, u8, u8),
    /// Into a text.
    Text,
}

/// The receiving half.
pub(super) struct Rx {
    buffer: Box<[u8]>,
    /// What lies in the buffer.
    at: usize,
    end: usize,
    frame: Frame,
    goes: Goes,
    /// Rest of the payload: address and bytes.
    to: u64,
    left: u64,
    text: Box<[u8]>,
    /// Memory that the other end may use: address and end, sorted, apart.
    exports: Vec<(u64, u64)>,
    /// Parts of it that this process may only read.
    read_only: Vec<(u64, u64)>,
    /// The other end said goodbye.
    pub bye: bool,
    /// Number of the newest question of the other end.
    asked: u64,
    /// The newest frames.
    pub log: Recent,
}

impl Default for Rx {
    fn default() -> Rx {
        Rx {
            buffer: Box::default(),
            at: 0,
            end: 0,
            frame: Frame::new(What::Bye),
            goes: Goes::Nowhere,
            to: 0,
            left: 0,
            text: Box::default(),
            exports: Vec::new(),
            read_only: Vec::new(),
            bye: false,
            asked: 0,
            log: Recent::default(),
        }
    }
}

/// Sorted ranges without overlap: address and end.
pub(super) fn merge(ranges: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let mut sorted: Vec<_> = ranges
        .iter()
        .filter(|(_, len)| *len != 0)
        .map(|&(addr, len)| (addr, addr.saturating_add(len)))
        .collect();
    sorted.sort_unstable();
    let mut merged: Vec<(u64, u64)> = Vec::with_capacity(sorted.len());
    for (addr, end) in sorted {
        match merged.last_mut() {
            Some(last) if addr <= last.1 => last.1 = last.1.max(end),
            _ => merged.push((addr, end)),
        }
    }
    merged
}

/// True if `len` bytes at `addr` lie in one of the ranges of [`merge`]; no bytes lie everywhere.
fn within(ranges: &[(u64, u64)], addr: u64, len: u64) -> bool {
    let behind = ranges.partition_point(|range| range.0 <= addr);
    len == 0 || behind != 0 && addr.checked_add(len).is_some_and(|end| end <= ranges[behind - 1].1)
}

/// Those parts of sorted ranges that are mapped for reading only: address and end. `maps` is a table as in
/// /proc/self/maps.
fn read_only(ranges: &[(u64, u64)], maps: &str) -> Vec<(u64, u64)> {
    let hex = |text| u64::from_str_radix(text, 16).ok();
    let closed = maps.lines().filter_map(|line| {
        let (range, rest) = line.split_once(' ')?;
        let (from, to) = range.split_once('-')?;
        if rest.starts_with("r-") { Some((hex(from)?, hex(to)?)) } else { None }
    });
    let mut parts = Vec::new();
    for (from, to) in closed {
        let first = ranges.partition_point(|range| range.1 <= from);
        let shared = ranges[first..].iter().take_while(|range| range.0 < to);
        parts.extend(shared.map(|range| (range.0.max(from), range.1.min(to))));
    }
    parts
}

/// Why a link must be given up.
type Broken = Box<Error>;

impl Rx {
    /// For a new connection.
    pub(super) fn start(&mut self, exports: &[(u64, u64)]) {
        let (mut buffer, mut text) = (std::mem::take(&mut self.buffer), std::mem::take(&mut self.text));
        if buffer.is_empty() {
            (buffer, text) = (vec![0; BUFFER].into_boxed_slice(), vec![0; TEXT].into_boxed_slice());
        }
        *self = Rx { buffer, text, ..Rx::default() };
        self.export(exports);
    }

    /// Changes what the other end may use.
    pub(super) fn export(&mut self, exports: &[(u64, u64)]) {
        self.exports = merge(exports);
        // A table that cannot be read closes nothing.
        self.read_only =
            read_only(&self.exports, &std::fs::read_to_string("/proc/self/maps").unwrap_or_default());
    }

    /// Receives and executes what has arrived, as far as fairness allows; returns the frames and pieces.
    pub(super) fn receive(&mut self, link: &Live, id: LinkId, fire: &mut Fire) -> u32 {
        let fd = link.fd.load(Ordering::Relaxed);
        let mut budget = BUDGET;
        let mut did = 0;
        while budget != 0 && link.ready() {
            let (moved, wanted) = self.fill(fd);
            let n = match moved {
                Moved::Bytes(n) if n != 0 => n,
                Moved::Blocked => break,
                Moved::Bytes(_) => {
                    self.ended(link, id);
                    break;
                }
                Moved::Failed(libc::EFAULT) => {
                    fail(link, id, self.not_mapped(link));
                    break;
                }
                Moved::Failed(errno) => {
                    fail(link, id, io::connection_error(&fixed(link).spec, errno));
                    break;
                }
            };
            budget = budget.saturating_sub(n as u64);
            match self.consume(link, id, fire) {
                Ok(frames) => did += frames + 1,
                Err(error) => {
                    fail(link, id, *error);
                    break;
                }
            }
            // Much of what is long comes while the first of it is taken.
            if n < wanted && n < SHORT {
                break;
            }
        }
        did
    }

    /// Receives once: where it is known where the bytes go, to there. Returns what came and what there was room for.
    fn fill(&mut self, fd: i32) -> (Moved, usize) {
        if self.goes == Goes::Copy && self.at == self.end {
            (self.at, self.end) = (0, 0);
            let now = self.left.min(BUDGET) as usize;
            // What follows the payload comes in the same call.
            let behind = if now as u64 == self.left { self.ahead() } else { 0 };
            let pieces = [sys::piece(self.to, now), sys::piece(self.buffer.as_mut_ptr() as u64, behind)];
            // SAFETY: the buffer is this half's; the other piece lies in memory that the user exported, or gave for what
            // it reads.
            let moved = unsafe { sys::receive(fd, &pieces) };
            if let Moved::Bytes(n) = moved {
                let direct = n.min(now);
                self.to += direct as u64;
                self.left -= direct as u64;
                self.end = n - direct;
            }
            return (moved, now + behind);
        }
        // What is left is part of a header or of an element: it moves to the front.
        self.buffer.copy_within(self.at..self.end, 0);
        (self.at, self.end) = (0, self.end - self.at);
        let room = if matches!(self.goes, Goes::Reduce(..)) { BUFFER } else { self.ahead() };
        let room = &mut self.buffer[self.end..room];
        let wanted = room.len();
        let moved = sys::receive_into(fd, room);
        if let Moved::Bytes(n) = moved {
            self.end += n;
        }
        (moved, wanted)
    }

    /// Bytes to receive into the buffer where a header is next.
    fn ahead(&self) -> usize {
        if self.frame.payload() >= LONG { HEAD } else { SHORT }
    }

    /// Executes what lies in the buffer, and what was received in place; returns the frames that were finished.
    fn consume(&mut self, link: &Live, id: LinkId, fire: &mut Fire) -> Result<u32, Broken> {
        let mut frames = 0;
        loop {
            if self.goes == Goes::Nowhere {
                let Some(head) = self.buffer[self.at..self.end].first_chunk::<HEAD>() else {
                    return Ok(frames);
                };
                let frame = Frame::decode(head).map_err(|why| self.forged(link, why))?;
                self.at += HEAD;
                self.frame = frame;
                self.log.push(&frame);
                self.begin(link)?;
            }
            self.take();
            if self.left != 0 {
                return Ok(frames);
            }
            frames += 1;
            let goes = std::mem::replace(&mut self.goes, Goes::Nowhere);
            self.finish(link, id, goes, fire)?;
        }
    }

    /// Moves payload from the buffer to where it goes.
    fn take(&mut self) {
        let ready = self.left.min((self.end - self.at) as u64) as usize;
        let from = self.buffer[self.at..].as_ptr();
        let n = match self.goes {
            Goes::Nowhere => return,
            Goes::Copy => {
                // SAFETY: `begin` saw that the rest of the payload lies in memory of the user that is exported, or was
                // given for what is read; the buffer holds `ready` bytes.
                unsafe { hcomm_kernels::copy(self.to as *mut u8, from, ready) };
                ready
            }
            Goes::Reduce(size, dtype, op) => {
                let count = ready / usize::from(size);
                // SAFETY: as above; whole elements.
                let known = unsafe {
                    hcomm_kernels::reduce(self.to as *mut u8, from, count, u32::from(dtype), u32::from(op))
                };
                debug_assert!(known, "the type was checked with the frame");
                count * usize::from(size)
            }
            Goes::Text => {
                let written = (self.frame.len - self.left) as usize;
                self.text[written..written + ready].copy_from_slice(&self.buffer[self.at..self.at + ready]);
                ready
            }
        };
        self.at += n;
        self.to += n as u64;
        self.left -= n as u64;
    }

    /// A header came: checks what it wants, and says where its payload goes.
    fn begin(&mut self, link: &Live) -> Result<(), Broken> {
        let frame = self.frame;
        (self.to, self.left) = (frame.addr, frame.payload());
        self.goes = Goes::Copy;
        match frame.what {
            What::Write | What::WriteReduce | What::Read => {
                if !within(&self.exports, frame.addr, frame.len) {
                    return Err(self.trespass(link));
                }
                let end = frame.addr.saturating_add(frame.len);
                if frame.what != What::Read
                    && self.read_only.iter().any(|range| range.0 < end && frame.addr < range.1)
                {
                    return Err(self.protected(link));
                }
                if frame.what == What::WriteReduce {
                    self.goes = reduces(frame.dtype, frame.op);
                }
            }
            What::Data => {
                let open = link.queues().open.front();
                let Some(entry) = open.filter(|e| answers(e, &frame)) else {
                    return Err(self.forged(link, "it answers no open question"));
                };
                self.to = entry.local;
                if entry.reduce {
                    self.goes = reduces(entry.frame.dtype, entry.frame.op);
                }
            }
            What::Fault => self.goes = Goes::Text,
            What::Record | What::Fence | What::Ack | What::Bye => {}
        }
        Ok(())
    }

    /// The payload of the frame is where it belongs.
    fn finish(&mut self, link: &Live, id: LinkId, goes: Goes, fire: &mut Fire) -> Result<(), Broken> {
        let frame = self.frame;
        match frame.what {
            What::Read | What::Fence => {
                if frame.id != self.asked + 1 {
                    return Err(self.forged(link, "its number is not the next one"));
                }
                self.asked += 1;
                if !link.queues().asked.push(frame) {
                    return Err(self.forged(link, "more questions are open than are allowed"));
                }
            }
            What::Data | What::Ack => {
                let open = link.queues().open.front();
                let Some(entry) = open.filter(|e| answers(e, &frame)) else {
                    return Err(self.forged(link, "it answers no open question"));
                };
                link.queues().open.pop();
                if entry.frame.what == What::Read {
                    link.reads.fetch_sub(1, Ordering::SeqCst);
                }
                fence(Ordering::SeqCst);
                link.held.store(false, Ordering::SeqCst);
                fire.done(entry.done, Code::SUCCESS);
            }
            What::Bye => {
                self.bye = true;
                fail(link, id, self.closed(link));
            }
            What::Fault => {
                debug_assert_eq!(goes, Goes::Text);
                return Err(self.reported(link));
            }
            What::Write | What::WriteReduce | What::Record => {}
        }
        match frame.notify {
            Some(index) => self.record(link, index, fire),
            None => Ok(()),
        }
    }

    /// Records a notify of this end.
    fn record(&self, link: &Live, index: u32, fire: &mut Fire) -> Result<(), Broken> {
        let fixed = fixed(link);
        let (first, num) = fixed.spec.notifies;
        if index >= num {
            return Err(self.forged(link, "it records a notify that does not exist"));
        }
        let first_of_many = match fixed.counts.get(index as usize) {
            Some(count) => count.fetch_add(1, Ordering::AcqRel) == 0,
            None => true,
        };
        if first_of_many {
            fire.record(first + u64::from(index) * size_of::<npu_ext::Notify>() as u64);
        }
        Ok(())
    }

    /// The other end's process is gone, or closed the connection in a way it should not.
    #[cold]
    fn ended(&mut self, link: &Live, id: LinkId) {
        let spec = &fixed(link).spec;
        let error = Error::new(
            Code::REMOTE,
            format!(
                "{}: the other end is gone: its process ended, or its connection was cut; see the log of rank {}",
                ends(spec),
                spec.remote_rank
            ),
        );
        fail(link, id, error);
    }

    #[cold]
    fn closed(&self, link: &Live) -> Error {
        let spec = &fixed(link).spec;
        Error::new(Code::REMOTE, format!("{}: rank {} closed its end", ends(spec), spec.remote_rank))
    }

    #[cold]
    fn reported(&self, link: &Live) -> Broken {
        let spec = &fixed(link).spec;
        let text = String::from_utf8_lossy(&self.text[..self.frame.len as usize]);
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        Box::new(Error::new(
            Code::REMOTE,
            format!("{}: rank {} gave it up: {text}", ends(spec), spec.remote_rank),
        ))
    }

    #[cold]
    fn forged(&self, link: &Live, why: &str) -> Broken {
        let spec = &fixed(link).spec;
        Box::new(Error::new(
            Code::REMOTE,
            format!(
                "{}: rank {} sent a frame that makes no sense: {why} (before it {})",
                ends(spec),
                spec.remote_rank,
                self.frame
            ),
        ))
    }

    #[cold]
    fn trespass(&self, link: &Live) -> Broken {
        let spec = &fixed(link).spec;
        let frame = &self.frame;
        Box::new(Error::new(
            Code::PARA,
            format!(
                "{}: rank {} asked for a {} of {} bytes at {:#x} of rank {}, which are not all in one of the {} ranges of \
                 memory that rank {} exported: use addresses that the memory list of the channel gave",
                ends(spec),
                spec.remote_rank,
                frame.what.name(),
                frame.len,
                frame.addr,
                spec.local_rank,
                self.exports.len(),
                spec.local_rank
            ),
        ))
    }

    #[cold]
    fn protected(&self, link: &Live) -> Broken {
        let spec = &fixed(link).spec;
        let frame = &self.frame;
        Box::new(Error::new(
            Code::PARA,
            format!(
                "{}: rank {} asked for a {} of {} bytes at {:#x} of rank {}, which is mapped for reading only: peers may \
                 read it; to let them write, map it with PROT_WRITE before it is registered",
                ends(spec),
                spec.remote_rank,
                frame.what.name(),
                frame.len,
                frame.addr,
                spec.local_rank
            ),
        ))
    }

    #[cold]
    fn not_mapped(&self, link: &Live) -> Error {
        let spec = &fixed(link).spec;
        Error::new(
            Code::PARA,
            format!(
                "{}: {:#x} is not mapped in this process ({} bytes of a {} were still to be put there): memory must stay \
                 valid while it is exported or read into",
                ends(spec),
                self.to,
                self.left,
                self.frame.what.name()
            ),
        )
    }
}

fn reduces(dtype: u8, op: u8) -> Goes {
    let size = hcomm_kernels::size_of(u32::from(dtype)).unwrap_or(ELEMENT);
    Goes::Reduce(size as u8, dtype, op)
}

/// True if the frame is the answer to the question.
fn answers(question: &Entry, frame: &Frame) -> bool {
    let what = if frame.what == What::Data { What::Read } else { What::Fence };
    (question.frame.what, question.frame.id) == (what, frame.id)
        && (what == What::Fence || question.frame.len == frame.len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_for_reading_only_is_found() {
        let maps = "1000-3000 rw-p 00000000 00:00 0\n3000-4000 r--p 00000000 00:00 0 [x]\n\
                    4000-5000 ---p 00000000 00:00 0\n8000-a000 r-xp 00000000 00:00 0 /lib/y\nnonsense\n";
        assert_eq!(read_only(&[(0x1000, 0x2000)], maps), []);
        assert_eq!(read_only(&[(0x2800, 0x3800)], maps), [(0x3000, 0x3800)]);
        let ranges = [(0x2800, 0x3100), (0x3200, 0x9000), (0x9800, 0xf000)];
        assert_eq!(
            read_only(&ranges, maps),
            [(0x3000, 0x3100), (0x3200, 0x4000), (0x8000, 0x9000), (0x9800, 0xa000)]
        );
        assert_eq!(read_only(&[(0, u64::MAX)], ""), []);
    }

    #[test]
    fn ranges_are_merged_and_looked_up() {
        let ranges = merge(&[(100, 50), (10, 5), (15, 5), (0, 0), (120, 100), (u64::MAX - 5, 20)]);
        assert_eq!(ranges, [(10, 20), (100, 220), (u64::MAX - 5, u64::MAX)]);
        for (addr, len, inside) in [
            (10, 10, true),
            (10, 11, false),
            (9, 1, false),
            (9, 0, true),
            (219, 1, true),
            (220, 1, false),
            (100, u64::MAX, false),
            (100, 120, true),
            (20, 1, false),
        ] {
            assert_eq!(within(&ranges, addr, len), inside, "{addr} {len}");
        }
        assert!(!within(&[], 0, 1) && within(&[], 5, 0));
    }
}
