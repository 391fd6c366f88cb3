//! One-sided services: copies to and from memory that another rank has described, without its help.
//!
//! A rank registers memory for a peer and gets a description; the two exchange descriptions, which also connects them
//! with a channel of their own; a description that was enabled may be used by puts and gets on any stream. Memory of the
//! process (global memory) is bound to communicators and exchanged with all ranks at once when they prepare.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hcomm_abi::{AbiEnum, CommEngine, CommMem, CommMemType, CommProtocol, EnumArg};
use hcomm_base::{Code, Error, Result, bail, err};
use serde::{Deserialize, Serialize};

use super::channels::{self, Wish};
use super::comm::Comm;
use super::entity::Block;
use super::gather::gather;
use super::{memory, registry};
use crate::data::op;
use crate::handle::{ChannelHandle, Kind, Table, ThreadHandle};

/// Begin of the tags of memory of this module.
pub const TAG: &str = "__hccl_one_sided__";
/// Bytes of a description.
pub const DESCRIPTION: usize = 512;
/// Copies of one call.
pub const COPIES_MAX: u32 = 256;
/// Largest memory of a device and of a host that can be registered.
const DEVICE_MAX: u64 = 64 << 30;
const HOST_MAX: u64 = 1 << 40;
const MAGIC: u32 = 0x4f53_4d44;
/// Subjects of messages.
const EXCHANGE: &[u8] = b"OneSidedExchange";
const PREPARE: &[u8] = b"OneSidedPrepare";
/// Ends of the channels of this module, which no caller can name.
const ENDPOINTS: &[u8] = b"one-sided";

/// Memory of the process that communicators can use.
static GLOBAL: Table<Mutex<Option<Global>>> = Table::new(Kind::GlobalMemory);

struct Global {
    kind: CommMemType,
    addr: u64,
    bytes: u64,
    /// Communicators that it is bound to.
    bound: Vec<u64>,
}

/// Memory as one rank tells another about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Description {
    magic: u32,
    owner: u32,
    remote: u32,
    kind: i32,
    /// As the owner's program knows it.
    addr: u64,
    bytes: u64,
    /// Number of the registration in its communicator.
    number: u64,
}

impl Description {
    fn tag(&self) -> String {
        format!("{TAG}{}_{}", self.remote, self.number)
    }

    fn read(bytes: &[u8]) -> Result<Description> {
        match postcard::take_from_bytes::<Description>(bytes) {
            Ok((description, _)) if description.magic == MAGIC => Ok(description),
            _ => bail!(PARA, "the description of memory is not one of HcclRegisterMem, or it was changed"),
        }
    }

    fn write(&self) -> Result<[u8; DESCRIPTION]> {
        let mut bytes = [0; DESCRIPTION];
        postcard::to_slice(self, &mut bytes)
            .map_err(|e| err!(INTERNAL, "a description of memory cannot be encoded: {e}"))?;
        Ok(bytes)
    }
}

/// Memory registered for a peer, with how often.
struct Registered {
    description: Description,
    handle: u64,
    times: u32,
}

/// Memory of a peer: as its program knows it, and where it is reached from here.
struct Known {
    description: Description,
    reach: u64,
    enabled: u32,
}

/// What is connected to one peer.
struct Peer {
    channel: ChannelHandle,
    known: Vec<Known>,
}

/// The one-sided services of one communicator.
#[derive(Default)]
pub struct OneSided {
    numbers: u64,
    registered: Vec<Registered>,
    peers: HashMap<u32, Peer>,
    bound: Vec<u64>,
    prepared: bool,
    /// Always offered, so that every exchange has two sides.
    anchor: Option<(Block, u64)>,
}

impl OneSided {
    /// Unbinds global memory; registrations and channels end with the communicator.
    pub(super) fn end(self, comm: u64) {
        for handle in self.bound {
            log::warn!("global memory {handle:#x} was still bound to a communicator that is destroyed");
            if let Some(shell) = GLOBAL.get(handle)
                && let Some(global) = shell.lock().unwrap_or_else(PoisonError::into_inner).as_mut()
            {
                global.bound.retain(|&other| other != comm);
            }
        }
    }
}

/// Refuses memory that cannot be registered.
fn check_memory(kind: Option<CommMemType>, bytes: u64) -> Result<CommMemType> {
    let (kind, most) = match kind {
        Some(kind @ CommMemType::COMM_MEM_TYPE_DEVICE) => (kind, DEVICE_MAX),
        Some(kind @ CommMemType::COMM_MEM_TYPE_HOST) => (kind, HOST_MAX),
        _ => bail!(PARA, "the type of memory is neither device (0) nor host (1)"),
    };
    if bytes == 0 || bytes > most {
        bail!(PARA, "the memory has {bytes} bytes, 1 to {most} are possible");
    }
    Ok(kind)
}

/// Registers memory for `remote`; the same memory again is counted.
pub fn register(
    comm: &Comm,
    remote: u32,
    kind: Option<CommMemType>,
    addr: u64,
    bytes: u64,
) -> Result<[u8; DESCRIPTION]> {
    let kind = check_memory(kind, bytes)?;
    comm.peer(remote)?;
    let number = comm.one_sided(|service| {
        let same = |r: &&mut Registered| {
            let d = &r.description;
            (d.remote, d.kind, d.addr, d.bytes) == (remote, kind.raw(), addr, bytes)
        };
        if let Some(known) = service.registered.iter_mut().find(same) {
            known.times += 1;
            return known.description.write().map(Err);
        }
        service.numbers += 1;
        Ok(Ok(service.numbers))
    })?;
    let number = match number {
        Ok(number) => number,
        Err(known) => return Ok(known),
    };
    let description =
        Description { magic: MAGIC, owner: comm.rank(), remote, kind: kind.raw(), addr, bytes, number };
    let handle = memory::register(comm, &description.tag(), kind, addr, bytes)?;
    let written = description.write()?;
    comm.one_sided(|service| {
        service.registered.push(Registered { description, handle, times: 1 });
        Ok(written)
    })
}

/// Takes one [`register`] back.
pub fn deregister(comm: &Comm, description: &[u8]) -> Result {
    let description = Description::read(description)?;
    let gone = comm.one_sided(|service| {
        let Some(at) = service.registered.iter().position(|r| r.description == description) else {
            bail!(NOT_FOUND, "this memory is not registered with communicator {}", comm.name());
        };
        service.registered[at].times -= 1;
        Ok((service.registered[at].times == 0).then(|| service.registered.remove(at)))
    })?;
    match gone {
        Some(gone) => memory::deregister(comm, &gone.description.tag(), gone.handle),
        None => Ok(()),
    }
}

/// Deadline of a call with a time-out in seconds: 0 is the connect time-out, -1 as long as it takes.
fn deadline(comm: &Comm, seconds: i32) -> Result<Instant> {
    /// As long as it takes: a century.
    const FOREVER: Duration = Duration::from_secs(100 * 365 * 24 * 3600);
    let patience = match seconds {
        0 => comm.config().connect_timeout,
        -1 => FOREVER,
        1.. => Duration::from_secs(seconds as u64),
        _ => bail!(
            PARA,
            "timeout is {seconds}, -1 (no time-out), 0 (HCCL_CONNECT_TIMEOUT) or seconds are expected"
        ),
    };
    Ok(Instant::now() + patience)
}

/// Gives `local` descriptions to `remote` and answers those that it gave. Collective between the two; connects them.
pub fn exchange(comm: &Comm, remote: u32, local: &[&[u8]], seconds: i32) -> Result<Vec<[u8; DESCRIPTION]>> {
    let deadline = deadline(comm, seconds)?;
    comm.check_usable()?;
    comm.peer(remote)?;
    let descriptions: Vec<Description> =
        local.iter().map(|bytes| Description::read(bytes)).collect::<Result<_>>()?;
    let handles = comm.one_sided(|service| {
        descriptions
            .iter()
            .map(|description| {
                let found = service.registered.iter().find(|r| r.description == *description);
                found.map(|r| r.handle).ok_or_else(|| {
                    err!(
                        PARA,
                        "a description is of no memory that is registered with communicator {}",
                        comm.name()
                    )
                })
            })
            .collect::<Result<Vec<u64>>>()
    })?;
    let theirs = swap(comm, &[remote], EXCHANGE, &descriptions, deadline)?.remove(0);
    meet(comm, &[(remote, handles, theirs.clone())], deadline)?;
    theirs.iter().map(Description::write).collect()
}

/// Exchanges descriptions with ranks.
fn swap(
    comm: &Comm,
    ranks: &[u32],
    tag: &[u8],
    descriptions: &[Description],
    deadline: Instant,
) -> Result<Vec<Vec<Description>>> {
    let body = postcard::to_allocvec(descriptions)
        .map_err(|e| err!(INTERNAL, "descriptions of memory cannot be encoded: {e}"))?;
    let answers = gather(comm, ranks, tag, &body, deadline).map_err(|error| match error.code {
        Code::TCP_TRANSFER => Error::new(Code::TIMEOUT, error.text),
        _ => error,
    })?;
    ranks
        .iter()
        .zip(&answers)
        .map(|(rank, answer)| {
            postcard::from_bytes(answer)
                .map_err(|e| err!(INTERNAL, "rank {rank} sent unreadable descriptions of memory: {e}"))
        })
        .collect()
}

/// Connects to ranks, offers registered memory to each and takes over what each described.
fn meet(comm: &Comm, with: &[(u32, Vec<u64>, Vec<Description>)], deadline: Instant) -> Result {
    let anchor = anchor(comm)?;
    let wishes = with
        .iter()
        .map(|(remote, handles, _)| {
            let memory = std::iter::once(anchor).chain(handles.iter().copied()).collect();
            let protocol = protocol(comm, *remote)?;
            Ok(Wish {
                remote: *remote,
                protocol,
                endpoints: ENDPOINTS.into(),
                notifies: 0,
                memory,
                host: false,
                queue: String::new(),
            })
        })
        .collect::<Result<Vec<_>>>()?;
    let channels = channels::acquire_by(comm, CommEngine::COMM_ENGINE_CPU_TS, &wishes, deadline)?;
    for ((remote, _, descriptions), channel) in with.iter().zip(channels) {
        let theirs = channels::ends(comm, channel)?.remote_memory;
        let known = descriptions.iter().map(|description| {
            let tag = description.tag();
            match theirs.iter().find(|range| range.tag == tag) {
                Some(range) => Ok(Known { description: description.clone(), reach: range.addr, enabled: 0 }),
                None => bail!(INTERNAL, "rank {remote} described memory that it did not offer"),
            }
        });
        let known = known.collect::<Result<Vec<Known>>>()?;
        comm.one_sided(|service| {
            let peer = service.peers.entry(*remote).or_insert(Peer { channel, known: Vec::new() });
            peer.channel = channel;
            for new in known {
                match peer.known.iter_mut().find(|old| old.description == new.description) {
                    Some(old) => old.reach = new.reach,
                    None => peer.known.push(new),
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn anchor(comm: &Comm) -> Result<u64> {
    if let Some(handle) = comm.one_sided(|service| Ok(service.anchor.as_ref().map(|(_, handle)| *handle)))? {
        return Ok(handle);
    }
    let block = Block::new(comm.device(), 64)?;
    let device = CommMemType::COMM_MEM_TYPE_DEVICE;
    let handle = memory::register(comm, &format!("{TAG}anchor"), device, block.at(), 64)?;
    comm.one_sided(|service| {
        service.anchor = Some((block, handle));
        Ok(handle)
    })
}

/// Protocol of the first link to a rank.
fn protocol(comm: &Comm, remote: u32) -> Result<CommProtocol> {
    for &layer in comm.graph().layers() {
        let (links, num) = comm.graph().links(layer, comm.rank(), remote)?;
        if num > 0 {
            // SAFETY: the graph answers the address of `num` links that live as long as it, with this member set.
            let protocol = unsafe { (*links).linkAttr.anon_0.linkProtocol };
            return protocol.known().ok_or_else(|| err!(INTERNAL, "a link has an unknown protocol"));
        }
    }
    bail!(NOT_FOUND, "there is no link from rank {} to rank {remote}", comm.rank())
}

/// Allows puts and gets to described memory; answers it as the channel takes its address.
pub fn enable(comm: &Comm, description: &[u8]) -> Result<CommMem> {
    let description = Description::read(description)?;
    comm.one_sided(|service| {
        let known = find(service, &description)?;
        known.enabled += 1;
        let kind = CommMemType::from_raw(description.kind).unwrap_or(CommMemType::COMM_MEM_TYPE_DEVICE);
        Ok(CommMem { r#type: kind.abi(), addr: known.reach as *mut c_void, size: description.bytes })
    })
}

/// Takes one [`enable`] back.
pub fn disable(comm: &Comm, description: &[u8]) -> Result {
    let description = Description::read(description)?;
    comm.one_sided(|service| {
        let known = find(service, &description)?;
        if known.enabled == 0 {
            bail!(NOT_FOUND, "the described memory of rank {} is not enabled", description.owner);
        }
        known.enabled -= 1;
        Ok(())
    })
}

fn find<'a>(service: &'a mut OneSided, description: &Description) -> Result<&'a mut Known> {
    let owner = description.owner;
    let Some(peer) = service.peers.get_mut(&owner) else {
        bail!(INTERNAL, "rank {owner} is not connected: exchange descriptions with it first");
    };
    let known = peer.known.iter_mut().find(|known| known.description == *description);
    known.ok_or_else(|| {
        err!(INTERNAL, "rank {owner} has not sent this description: exchange descriptions first")
    })
}

/// One copy.
#[derive(Clone, core::marker::Copy, Debug)]
pub struct Copy {
    /// Address here.
    pub local: u64,
    /// Address at the peer, as [`enable`] or the peer's program knows it.
    pub remote: u64,
    /// Bytes.
    pub bytes: u64,
}

/// Direction of copies.
#[derive(Clone, core::marker::Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the peer.
    Put,
    /// From the peer.
    Get,
}

/// Queues copies on a stream, all or none.
///
/// # Safety
/// Local memory stays valid until the stream has done the copies.
pub unsafe fn copy(
    comm: &Comm,
    remote: u32,
    direction: Direction,
    copies: &[Copy],
    stream: *mut c_void,
) -> Result {
    comm.check_usable()?;
    comm.peer(remote)?;
    if remote == comm.rank() {
        bail!(PARA, "remoteRank {remote} is this rank");
    }
    let (channel, copies) = comm.one_sided(|service| {
        let Some(peer) = service.peers.get(&remote) else {
            bail!(NOT_FOUND, "rank {remote} is not connected: exchange descriptions of memory with it first");
        };
        let reached = copies.iter().map(|copy| reached(peer, remote, copy)).collect::<Result<Vec<_>>>()?;
        Ok((peer.channel, reached))
    })?;
    let thread = comm.threads(|threads| threads.of_stream(comm, stream, 0))?;
    // SAFETY: the caller's promise; the peer's memory was checked.
    copies.iter().try_for_each(|copy| unsafe { one(thread, channel, direction, copy) })?;
    // Over a link a write is done when its source is free again; the caller was promised that it has arrived.
    op::drain(thread, channel)
}

/// # Safety
/// As [`copy`].
unsafe fn one(thread: ThreadHandle, channel: ChannelHandle, direction: Direction, copy: &Copy) -> Result {
    let (here, there) = (copy.local as *mut u8, copy.remote as *mut u8);
    // SAFETY: the caller's promise.
    unsafe {
        match direction {
            Direction::Put => op::write(thread, channel, there, here, copy.bytes, None),
            Direction::Get => op::read(thread, channel, here, there, copy.bytes),
        }
    }
}

/// The copy with the address by which the channel reaches the peer's memory.
fn reached(peer: &Peer, remote: u32, copy: &Copy) -> Result<Copy> {
    let enabled = peer.known.iter().filter(|known| known.enabled > 0);
    for known in enabled {
        for start in [known.reach, known.description.addr] {
            let inside = copy.remote.checked_sub(start).filter(|offset| {
                offset.checked_add(copy.bytes).is_some_and(|end| end <= known.description.bytes)
            });
            if let Some(offset) = inside {
                return Ok(Copy { remote: known.reach + offset, ..*copy });
            }
        }
    }
    bail!(
        PARA,
        "{} bytes at {:#x} are in no memory of rank {remote} that was enabled: exchange its description and call \
         HcclEnableMemAccess",
        copy.bytes,
        copy.remote
    )
}

/// Registers memory for all communicators of the process; ranges may not overlap.
pub fn register_global(kind: Option<CommMemType>, addr: u64, bytes: u64) -> Result<u64> {
    /// Two ranges are compared and added as one step.
    static ADDING: Mutex<()> = Mutex::new(());
    let kind = check_memory(kind, bytes)?;
    let Some(end) = addr.checked_add(bytes) else {
        bail!(PARA, "{bytes} bytes at {addr:#x} wrap around the address space");
    };
    let _adding = ADDING.lock().unwrap_or_else(PoisonError::into_inner);
    for handle in GLOBAL.handles() {
        let overlap = GLOBAL.get(handle).and_then(|shell| {
            let global = shell.lock().unwrap_or_else(PoisonError::into_inner);
            let global = global.as_ref()?;
            (global.kind == kind && addr < global.addr + global.bytes && global.addr < end)
                .then_some((global.addr, global.bytes))
        });
        if let Some((other, length)) = overlap {
            bail!(
                PARA,
                "{bytes} bytes at {addr:#x} overlap global memory {handle:#x}, {length} bytes at {other:#x}: deregister \
                 it first"
            );
        }
    }
    let shell = GLOBAL.reserve()?;
    *shell.lock().unwrap_or_else(PoisonError::into_inner) =
        Some(Global { kind, addr, bytes, bound: Vec::new() });
    Ok(shell.publish())
}

/// Registers host memory for all communicators under its address.
pub fn register_host(addr: u64, bytes: u64) -> Result {
    register_global(Some(CommMemType::COMM_MEM_TYPE_HOST), addr, bytes).map(|_| ())
}

/// Ends a registration of [`register_host`].
pub fn deregister_host(addr: u64) -> Result {
    let at = |handle: &u64| {
        with_global(*handle, |global| {
            Ok(global.kind == CommMemType::COMM_MEM_TYPE_HOST && global.addr == addr)
        })
        .unwrap_or(false)
    };
    match GLOBAL.handles().into_iter().find(at) {
        Some(handle) => deregister_global(handle),
        None => bail!(NOT_FOUND, "no host memory is registered at {addr:#x}"),
    }
}

fn with_global<T>(handle: u64, f: impl FnOnce(&mut Global) -> Result<T>) -> Result<T> {
    let refuse = || GLOBAL.refuse(Code::PARA, handle);
    let shell = GLOBAL.get(handle).ok_or_else(refuse)?;
    let mut global = shell.lock().unwrap_or_else(PoisonError::into_inner);
    f(global.as_mut().ok_or_else(refuse)?)
}

/// Ends a registration of [`register_global`]; it must not be bound.
pub fn deregister_global(handle: u64) -> Result {
    with_global(handle, |global| match global.bound.len() {
        0 => Ok(()),
        count => {
            bail!(PARA, "global memory {handle:#x} is bound to {count} communicator(s): unbind it first")
        }
    })?;
    match GLOBAL.take(handle) {
        Some(shell) => {
            shell.lock().unwrap_or_else(PoisonError::into_inner).take();
            Ok(())
        }
        None => Err(GLOBAL.refuse(Code::PARA, handle)),
    }
}

/// Lets a communicator use global memory.
pub fn bind(comm: &Comm, handle: u64) -> Result {
    with_global(handle, |global| {
        if global.bound.contains(&comm.handle()) {
            bail!(PARA, "global memory {handle:#x} is bound to communicator {} already", comm.name());
        }
        global.bound.push(comm.handle());
        Ok(())
    })?;
    comm.one_sided(|service| {
        service.bound.push(handle);
        Ok(())
    })
}

/// Ends what [`bind`] allowed. What the peers know of the memory stays until the communicator ends.
pub fn unbind(comm: &Comm, handle: u64) -> Result {
    with_global(handle, |global| {
        let before = global.bound.len();
        global.bound.retain(|&other| other != comm.handle());
        if global.bound.len() == before {
            bail!(PARA, "global memory {handle:#x} is not bound to communicator {}", comm.name());
        }
        Ok(())
    })?;
    comm.one_sided(|service| {
        service.bound.retain(|&other| other != handle);
        Ok(())
    })
}

/// Connects all ranks with each other, exchanges the bound memory and enables it. Collective; once.
pub fn prepare(comm: &Comm, seconds: i32) -> Result {
    let deadline = deadline(comm, seconds)?;
    comm.check_usable()?;
    let (done, bound) = comm.one_sided(|service| Ok((service.prepared, service.bound.clone())))?;
    if done {
        log::warn!("communicator {} is prepared already, nothing is done", comm.name());
        return Ok(());
    }
    let others: Vec<u32> = (0..comm.size()).filter(|&rank| rank != comm.rank()).collect();
    let mut own = Vec::new();
    for handle in bound {
        let (kind, addr, bytes) = with_global(handle, |global| Ok((global.kind, global.addr, global.bytes)))?;
        // One description for everybody; a rank for itself is a number that no other description has.
        own.push(Description::read(&register(comm, comm.rank(), Some(kind), addr, bytes)?)?);
    }
    let handles = comm.one_sided(|service| {
        let of = |description: &Description| {
            service.registered.iter().find(|r| r.description == *description).map(|r| r.handle)
        };
        Ok(own.iter().filter_map(of).collect::<Vec<u64>>())
    })?;
    let theirs = swap(comm, &others, PREPARE, &own, deadline)?;
    let with: Vec<_> =
        others.iter().zip(theirs).map(|(&rank, theirs)| (rank, handles.clone(), theirs)).collect();
    meet(comm, &with, deadline)?;
    enable_all(comm, &with)?;
    comm.one_sided(|service| {
        service.prepared = true;
        Ok(())
    })
}

/// Registers memory for all ranks; answers its handle. [`share`] exchanges it.
pub fn register_for_all(comm: &Comm, addr: u64, bytes: u64) -> Result<u64> {
    let device = Some(CommMemType::COMM_MEM_TYPE_DEVICE);
    let description = Description::read(&register(comm, comm.rank(), device, addr, bytes)?)?;
    handle_of(comm, &description)
}

fn handle_of(comm: &Comm, description: &Description) -> Result<u64> {
    comm.one_sided(|service| {
        let found = service.registered.iter().find(|r| r.description == *description);
        found.map(|r| r.handle).ok_or_else(|| err!(INTERNAL, "a registration vanished"))
    })
}

fn description_of(comm: &Comm, handle: u64) -> Result<Description> {
    comm.one_sided(|service| {
        let found = service.registered.iter().find(|r| r.handle == handle);
        found.map(|r| r.description.clone()).ok_or_else(|| {
            err!(PARA, "{handle:#x} is no memory of HcclCommRegister of communicator {}", comm.name())
        })
    })
}

/// Takes one [`register_for_all`] back.
pub fn deregister_handle(comm: &Comm, handle: u64) -> Result {
    deregister(comm, &description_of(comm, handle)?.write()?)
}

/// Exchanges memory of [`register_for_all`] with ranks and enables theirs. Collective among them.
pub fn share(comm: &Comm, handle: u64, ranks: &[u32]) -> Result {
    let deadline = deadline(comm, 0)?;
    comm.check_usable()?;
    let own = description_of(comm, handle)?;
    let mut peers = Vec::with_capacity(ranks.len());
    for &rank in ranks {
        comm.peer(rank)?;
        if rank != comm.rank() && !peers.contains(&rank) {
            peers.push(rank);
        }
    }
    let theirs = swap(comm, &peers, EXCHANGE, &[own], deadline)?;
    let with: Vec<_> = peers.iter().zip(theirs).map(|(&rank, theirs)| (rank, vec![handle], theirs)).collect();
    meet(comm, &with, deadline)?;
    enable_all(comm, &with)
}

/// Enables what ranks described.
fn enable_all(comm: &Comm, with: &[(u32, Vec<u64>, Vec<Description>)]) -> Result {
    comm.one_sided(|service| {
        for (rank, _, theirs) in with {
            let Some(peer) = service.peers.get_mut(rank) else { continue };
            let known = peer.known.iter_mut().filter(|known| theirs.contains(&known.description));
            known.for_each(|known| known.enabled += 1);
        }
        Ok(())
    })
}

/// Tells communicators that the physical memory of registered ranges changed. The software NPU reaches memory through
/// mappings that need no repair, so the arguments are checked only.
pub fn remap(comms: &[u64]) -> Result {
    comms.iter().try_for_each(|&comm| registry::find(comm).map(|_| ()))
}
