//! Zero copy of the A3: physical memory that a rank activates is mapped by the other ranks of its server.
//!
//! A rank sets ranges of its address space and activates physical memory in them. Each call is a request to the other
//! ranks of the server, whose agents (a thread per communicator, begun by the first range) reserve, import, map and answer;
//! the caller waits for all answers, the peers need not be in a call. The tables are the process's: communicators share
//! them, and what was made through a communicator ends with it.

use std::collections::{BTreeMap, HashMap};
use std::ffi::c_void;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hcomm_base::sync::lock;
use hcomm_base::{Code, Error, Result, bail, err};
use serde::{Deserialize, Serialize};

use super::bootstrap::Link;
use super::comm::{self, Comm};
use super::gather::gather;
use super::topo::Product;
use crate::driver::vmm::{self, Physical};

/// Subjects of messages.
const HELLO: &[u8] = b"ZeroCopyHello";
const REQUEST: &[u8] = b"ZeroCopyRequest";
const ANSWER: &[u8] = b"ZeroCopyAnswer";
/// How often an agent looks at the ranks that are left.
const TURN: Duration = Duration::from_secs(1);
/// Number of requests that get no answer.
const QUIET: u64 = 0;

/// A range of this process, or the place that was reserved for a peer's.
struct Range {
    /// Communicator that it was set through.
    comm: u64,
    bytes: u64,
    /// Where it lies here.
    here: u64,
    /// Active blocks: bytes by address in the range, as its owner knows it.
    blocks: BTreeMap<u64, u64>,
}

/// Ranges of one rank by address, as the rank knows it.
type Ranges = BTreeMap<u64, Range>;

#[derive(Default)]
struct Tables {
    /// Ranges of the devices of this process.
    own: HashMap<i32, Ranges>,
    /// Ranges of peers as a device of this process maps them, by its number and the random number of the peer's device.
    peers: HashMap<(i32, u64), Ranges>,
}

static TABLES: Mutex<Option<Tables>> = Mutex::new(None);

fn tables<T>(f: impl FnOnce(&mut Tables) -> T) -> T {
    f(lock(&TABLES).get_or_insert_default())
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Request {
    Set {
        base: u64,
        bytes: u64,
    },
    Unset {
        base: u64,
    },
    Activate {
        addr: u64,
        bytes: u64,
        key: u64,
    },
    Deactivate {
        addr: u64,
    },
    /// The sender's communicator ends.
    Close,
}

/// Number of a request and what is wrong, if anything.
#[derive(Debug, Serialize, Deserialize)]
struct Answer(u64, Option<String>);

/// The agent of a communicator.
pub struct Agent {
    peers: Vec<u32>,
    numbers: u64,
    ended: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread of an agent works with.
struct Server {
    link: Arc<Link>,
    comm: u64,
    device: i32,
}

fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    postcard::to_allocvec(value).map_err(|e| err!(INTERNAL, "a request cannot be encoded: {e}"))
}

/// Refuses products without zero copy; false if there is nobody to share with.
fn check(comm: &Comm) -> Result<bool> {
    if comm.product() != Product::A3 {
        bail!(NOT_SUPPORT, "memory ranges are offered on the A3 only");
    }
    comm.check_usable()?;
    Ok(comm.size() > 1)
}

fn overlaps(ranges: impl Iterator<Item = (u64, u64)>, start: u64, bytes: u64) -> Option<u64> {
    let mut ranges = ranges;
    ranges.find(|(other, length)| start < other + length && *other < start + bytes).map(|(other, _)| other)
}

/// Sets a range of address space of this rank. The first in a communicator is collective over the ranks of the server.
pub fn set(comm: &Comm, base: u64, bytes: u64) -> Result {
    if !check(comm)? {
        return Ok(());
    }
    if bytes == 0 || base.checked_add(bytes).is_none() {
        bail!(
            PARA,
            "the range at {base:#x} has {bytes} bytes, which is empty or wraps around the address space"
        );
    }
    let deadline = Instant::now() + comm.config().connect_timeout;
    tables(|tables| {
        let ranges = tables.own.entry(comm.device()).or_default();
        match overlaps(ranges.iter().map(|(at, range)| (*at, range.bytes)), base, bytes) {
            Some(other) => {
                bail!(PARA, "{bytes} bytes at {base:#x} overlap the range that was set at {other:#x}")
            }
            None => {
                let range = Range { comm: comm.handle(), bytes, here: base, blocks: BTreeMap::new() };
                ranges.insert(base, range);
                Ok(())
            }
        }
    })?;
    let set = start(comm, deadline).and_then(|()| ask(comm, Request::Set { base, bytes }, deadline));
    set.inspect_err(|_| {
        retract(comm, Request::Unset { base });
        tables(|tables| tables.own.get_mut(&comm.device()).and_then(|ranges| ranges.remove(&base)));
    })
}

/// Takes a range back; nothing may be active in it.
pub fn unset(comm: &Comm, base: u64) -> Result {
    if !check(comm)? {
        return Ok(());
    }
    let deadline = Instant::now() + comm.config().connect_timeout;
    tables(|tables| match tables.own.get(&comm.device()).and_then(|ranges| ranges.get(&base)) {
        Some(range) if range.blocks.is_empty() => Ok(()),
        Some(range) => bail!(
            PARA,
            "{} block(s) are active in the range at {base:#x}: deactivate them first",
            range.blocks.len()
        ),
        None => bail!(PARA, "no range was set at {base:#x}"),
    })?;
    ask(comm, Request::Unset { base }, deadline)?;
    tables(|tables| tables.own.get_mut(&comm.device()).and_then(|ranges| ranges.remove(&base)));
    Ok(())
}

/// Shows physical memory, which the program mapped at `addr`, to the ranks of the server.
pub fn activate(comm: &Comm, addr: u64, bytes: u64, offset: u64, handle: *mut c_void) -> Result {
    if !check(comm)? {
        return Ok(());
    }
    let physical = Physical::new(handle)?;
    if bytes == 0 || offset != 0 {
        bail!(PARA, "size is {bytes} and offset {offset}: the size must be above 0, the offset 0");
    }
    let deadline = Instant::now() + comm.config().connect_timeout;
    change(comm.device(), addr, bytes, |range| {
        if let Some(other) = overlaps(range.blocks.iter().map(|(at, bytes)| (*at, *bytes)), addr, bytes) {
            bail!(PARA, "{bytes} bytes at {addr:#x} overlap the active block at {other:#x}");
        }
        range.blocks.insert(addr, bytes);
        Ok(())
    })?;
    let shown = comm
        .agent(|agent| Ok(agent.is_some()))
        .and_then(|begun| match begun {
            true => Ok(()),
            false => bail!(
                INTERNAL,
                "no range was set through communicator {}: call HcclCommSetMemoryRange",
                comm.name()
            ),
        })
        .and_then(|()| physical.export().map_err(|error| Error::new(Code::RUNTIME, error.text)))
        .and_then(|key| ask(comm, Request::Activate { addr, bytes, key }, deadline));
    shown.inspect_err(|_| {
        retract(comm, Request::Deactivate { addr });
        let _ = change(comm.device(), addr, bytes, |range| Ok(range.blocks.remove(&addr)));
    })
}

/// Hides what was activated at `addr`.
pub fn deactivate(comm: &Comm, addr: u64) -> Result {
    if !check(comm)? {
        return Ok(());
    }
    let deadline = Instant::now() + comm.config().connect_timeout;
    let unknown = || err!(PARA, "{addr:#x} is not the start of an active block");
    change(comm.device(), addr, 1, |range| range.blocks.get(&addr).map(|_| ()).ok_or_else(unknown))
        .map_err(|_| unknown())?;
    ask(comm, Request::Deactivate { addr }, deadline)?;
    change(comm.device(), addr, 1, |range| Ok(range.blocks.remove(&addr))).map(|_| ())
}

/// Calls `f` with the own range that contains `bytes` bytes at `addr`.
fn change<T>(device: i32, addr: u64, bytes: u64, f: impl FnOnce(&mut Range) -> Result<T>) -> Result<T> {
    tables(|tables| {
        let found = tables.own.get_mut(&device).and_then(|ranges| containing(ranges, addr, bytes));
        match found {
            Some((_, range)) => f(range),
            None => bail!(PARA, "{bytes} bytes at {addr:#x} lie in no range of HcclCommSetMemoryRange"),
        }
    })
}

fn containing(ranges: &mut Ranges, addr: u64, bytes: u64) -> Option<(u64, &mut Range)> {
    let (base, range) = ranges.range_mut(..=addr).next_back()?;
    (bytes <= range.bytes && addr - base <= range.bytes - bytes).then_some((*base, range))
}

/// Where `bytes` bytes that rank `rank` has activated at its address `addr` lie here; `None` if they are not active.
pub fn peer_address(comm: &Comm, rank: u32, addr: u64, bytes: u64) -> Result<Option<u64>> {
    let info: npu_ext::DeviceInfo = comm.peer(rank)?.entry.memory.into();
    tables(|tables| {
        let key = (comm.device(), info.uuid);
        let Some((base, range)) =
            tables.peers.get_mut(&key).and_then(|ranges| containing(ranges, addr, bytes))
        else {
            return Ok(None);
        };
        let active = range.blocks.range(..=addr).next_back();
        let inside = active.is_some_and(|(at, length)| bytes <= *length && addr - at <= length - bytes);
        Ok(inside.then_some(range.here + (addr - base)))
    })
}

/// Begins the agent of a communicator, together with the ranks of the server.
fn start(comm: &Comm, deadline: Instant) -> Result {
    if comm.agent(|agent| Ok(agent.is_some()))? {
        return Ok(());
    }
    let near = |rank: &u32| *rank != comm.rank() && comm.peer(*rank).is_ok_and(comm::Peer::is_near);
    let peers: Vec<u32> = (0..comm.size()).filter(near).collect();
    gather(comm, &peers, HELLO, &[], deadline)?;
    let server = Server { link: comm.shared_link(), comm: comm.handle(), device: comm.device() };
    let ended = Arc::new((Mutex::new(false), Condvar::new()));
    let (served, done) = (peers.clone(), ended.clone());
    let thread = std::thread::Builder::new()
        .name("hcomm-zero-copy".into())
        .spawn(move || {
            server.run(served);
            *done.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
            done.1.notify_all();
        })
        .map_err(|e| err!(SYSCALL, "no thread for the agent of memory ranges: {e}"))?;
    comm.agent(|agent| {
        *agent = Some(Agent { peers, numbers: 0, ended, thread: Some(thread) });
        Ok(())
    })
}

/// Sends a request to all ranks of the server and waits for their answers.
fn ask(comm: &Comm, request: Request, deadline: Instant) -> Result {
    let (peers, number) = comm.agent(|agent| match agent {
        Some(agent) => {
            agent.numbers += 1;
            Ok((agent.peers.clone(), agent.numbers))
        }
        None => bail!(INTERNAL, "no range was set through communicator {}", comm.name()),
    })?;
    let body = encode(&(number, request))?;
    peers.iter().try_for_each(|&rank| comm.link().post(rank, REQUEST, body.clone()))?;
    let mut waiting = peers;
    let mut first = Ok(());
    while !waiting.is_empty() {
        let sources: Vec<_> = waiting.iter().map(|&rank| (rank, ANSWER.to_vec())).collect();
        let (at, bytes) = comm.link().wait_any(&sources, deadline).map_err(|error| match error.code {
            Code::TIMEOUT => err!(
                TCP_TRANSFER,
                "rank(s) {waiting:?} did not answer to {request:?} in time (HCCL_CONNECT_TIMEOUT sets it)"
            ),
            _ => error,
        })?;
        let rank = waiting[at];
        let Answer(of, fault) = postcard::from_bytes(&bytes)
            .map_err(|e| err!(INTERNAL, "rank {rank} sent an unreadable answer: {e}"))?;
        // Answers to requests that were given up come late.
        if of != number {
            continue;
        }
        waiting.swap_remove(at);
        if let Some(text) = fault
            && first.is_ok()
        {
            first = Err(err!(RUNTIME, "rank {rank}: {text}"));
        }
    }
    first
}

/// Takes back a request that failed, from the ranks that have done it. Nobody waits for them: a rank that has not done it
/// has nothing to undo.
fn retract(comm: &Comm, request: Request) {
    let peers = comm.agent(|agent| Ok(agent.as_ref().map(|agent| agent.peers.clone()).unwrap_or_default()));
    if let (Ok(peers), Ok(body)) = (peers, encode(&(QUIET, request))) {
        for rank in peers {
            // A rank that is gone has nothing to undo either.
            let _ = comm.link().post(rank, REQUEST, body.clone());
        }
    }
}

impl Server {
    /// Serves peers until they have closed, one fails, or this rank leaves.
    fn run(&self, mut peers: Vec<u32>) {
        if let Err(error) = comm::make_current(self.device) {
            log::error!("the agent of memory ranges cannot use device {}: {}", self.device, error.text);
            return;
        }
        while !peers.is_empty() {
            let sources: Vec<_> = peers.iter().map(|&rank| (rank, REQUEST.to_vec())).collect();
            match self.link.wait_any(&sources, Instant::now() + TURN) {
                Ok((at, bytes)) => {
                    let rank = peers[at];
                    match postcard::from_bytes::<(u64, Request)>(&bytes) {
                        Ok((_, Request::Close)) => drop(peers.swap_remove(at)),
                        Ok((QUIET, request)) => drop(self.serve(rank, request)),
                        Ok((number, request)) => self.answer(rank, number, request),
                        Err(error) => log::error!("rank {rank} sent an unreadable request: {error}"),
                    }
                }
                Err(error) if error.code == Code::TIMEOUT => {}
                Err(_) if self.link.is_over() => return,
                Err(_) => peers.retain(|&rank| !self.link.has_left(rank)),
            }
        }
    }

    fn answer(&self, rank: u32, number: u64, request: Request) {
        let fault = self.serve(rank, request).err().map(|error| error.text.into_owned());
        if let Some(text) = &fault {
            log::error!("{request:?} of rank {rank}: {text}");
        }
        // A rank that is gone needs no answer.
        let _ = encode(&Answer(number, fault)).and_then(|body| self.link.post(rank, ANSWER, body));
    }

    fn serve(&self, rank: u32, request: Request) -> Result {
        let entry = &self.link.table()[rank as usize];
        let info: npu_ext::DeviceInfo = entry.memory.into();
        // Ranks of this process have the memory where the peer has it.
        let near = entry.pid == std::process::id() as i32;
        tables(|tables| {
            let ranges = tables.peers.entry((self.device, info.uuid)).or_default();
            match request {
                Request::Set { base, bytes } => {
                    let here = if near { base } else { vmm::reserve_anywhere(whole(self.device, bytes)?)? };
                    let range = Range { comm: self.comm, bytes, here, blocks: BTreeMap::new() };
                    ranges.insert(base, range);
                    Ok(())
                }
                Request::Unset { base } => match ranges.remove(&base) {
                    Some(range) => drop_range(base, &range),
                    None => bail!(PARA, "the range at {base:#x} is not known"),
                },
                Request::Activate { addr, bytes, key } => {
                    let Some((base, range)) = containing(ranges, addr, bytes) else {
                        bail!(PARA, "{bytes} bytes at {addr:#x} lie in no range that is known");
                    };
                    if !near {
                        let physical = vmm::import(key)?;
                        let mapped = physical.map(range.here + (addr - base), bytes);
                        physical.free()?;
                        mapped?;
                    }
                    range.blocks.insert(addr, bytes);
                    Ok(())
                }
                Request::Deactivate { addr } => {
                    let Some((base, range)) = containing(ranges, addr, 1) else {
                        bail!(PARA, "{addr:#x} lies in no range that is known");
                    };
                    if range.blocks.remove(&addr).is_none() {
                        bail!(PARA, "no block is active at {addr:#x}");
                    }
                    if range.here == base { Ok(()) } else { vmm::unmap(range.here + (addr - base)) }
                }
                Request::Close => Ok(()),
            }
        })
    }
}

fn whole(device: i32, bytes: u64) -> Result<u64> {
    let unit = vmm::granularity(device)?;
    bytes.checked_next_multiple_of(unit).ok_or_else(|| err!(PARA, "{bytes} bytes exceed the address space"))
}

/// Ends the place that was reserved for a peer's range at `base`.
fn drop_range(base: u64, range: &Range) -> Result {
    if range.here == base {
        return Ok(());
    }
    range.blocks.keys().try_for_each(|addr| vmm::unmap(range.here + (addr - base)))?;
    vmm::release(range.here)
}

impl Agent {
    /// Meets the agents of the server for the last time and ends. Waits until `deadline` for ranks that still work.
    pub(super) fn close(mut self, link: &Link, deadline: Instant) {
        if let Ok(body) = encode(&(QUIET, Request::Close)) {
            for &rank in &self.peers {
                let _ = link.post(rank, REQUEST, body.clone());
            }
        }
        let (ended, bell) = &*self.ended;
        let mut done = ended.lock().unwrap_or_else(PoisonError::into_inner);
        while !*done {
            let now = Instant::now();
            if now >= deadline {
                log::warn!("other ranks of the server have not destroyed their communicator in time");
                // The thread sees that this rank leaves and ends.
                return;
            }
            done = bell.wait_timeout(done, deadline - now).unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(done);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Ends what was made through a communicator.
pub(super) fn end(comm: u64) -> Result {
    tables(|tables| {
        tables.own.values_mut().for_each(|ranges| ranges.retain(|_, range| range.comm != comm));
        tables.own.retain(|_, ranges| !ranges.is_empty());
        let mut first = Ok(());
        for ranges in tables.peers.values_mut() {
            for (base, range) in ranges.extract_if(.., |_, range| range.comm == comm) {
                first = first.clone().and(drop_range(base, &range));
            }
        }
        tables.peers.retain(|_, ranges| !ranges.is_empty());
        first
    })
}

/// Ranges of this process and of its peers that live.
pub fn live() -> (usize, usize) {
    tables(|tables| {
        (tables.own.values().map(BTreeMap::len).sum(), tables.peers.values().map(BTreeMap::len).sum())
    })
}
