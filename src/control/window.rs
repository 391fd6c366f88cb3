//! Symmetric windows: memory of which every rank has a piece, reachable by all at an address that can be computed.
//!
//! Two families. On the A3 registering is collective: each rank exports the physical memory behind its piece, and all
//! map all pieces into one range of address space, the piece of rank r at `base + r * stride + offset`. The ranks agree on
//! a base that is free in all of their processes, so an address means the same everywhere, on other hosts as a remote
//! address of channels; ranks that are threads of one process share the range. On the 950 registering is local; the next
//! acquisition of channels for the AICPU over UB exchanges what is new with the ranks it connects to, and each window keeps
//! the address of every rank's piece.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};
use std::time::Instant;

use hcomm_abi::{CommEngine, CommMemType, CommProtocol};
use hcomm_base::sync::lock;
use hcomm_base::{Code, Error, Result, bail, err};
use serde::{Deserialize, Serialize};

use super::channels::{self, Wish};
use super::comm::Comm;
use super::config;
use super::gather::gather;
use super::memory;
use super::registry;
use super::threads::Pool;
use super::topo::Product;
use crate::data::channel::Range;
use crate::driver;
use crate::driver::vmm::{self, Physical};
use crate::handle::{ChannelHandle, Kind, Table};

/// Begin of the tags under which channels exchange windows.
pub const TAG: &str = "__hccl_sym_win__";
/// Subject of the messages with which ranks register together.
const OFFER: &[u8] = b"SymWinOffer";
const MAPPED: &[u8] = b"SymWinMapped";
const BASE: &[u8] = b"SymWinBase";
/// Bases that are tried before the address space counts as full.
const BASES: u64 = 64;

/// All windows of the process.
static WINDOWS: Table<RwLock<Option<Arc<Window>>>> = Table::new(Kind::Window);

/// A window as one rank sees it.
struct Window {
    comm: u64,
    ranks: u32,
    /// First byte of this rank's piece, as the program knows it.
    start: u64,
    bytes: u64,
    place: Place,
}

enum Place {
    /// The piece of rank r lies at `first + r * stride`.
    Strided { first: u64, stride: u64 },
    /// Address of each rank's piece, 0 while it is not known; with the registration that channels offer.
    Listed { at: Box<[AtomicU64]>, memory: u64, tag: String },
}

/// The windows of one communicator.
#[derive(Default)]
pub struct Windows {
    handles: Vec<u64>,
    space: Option<Arc<Space>>,
    /// Bytes between the pieces of two ranks.
    stride: u64,
    blocks: Vec<Block>,
}

/// Physical memory of this rank that is a window.
struct Block {
    /// Where the program mapped it.
    start: u64,
    bytes: u64,
    offset: u64,
    windows: u32,
    physical: Physical,
}

/// Address space for the pieces of all ranks, shared by the ranks of one communicator in this process.
struct Space {
    base: u64,
    /// Mappings and how many ranks use each.
    mapped: Mutex<HashMap<u64, u32>>,
}

static SPACES: Mutex<BTreeMap<(String, u64), Weak<Space>>> = Mutex::new(BTreeMap::new());

impl Space {
    /// The space of the communicator called `identity` at `base`, reserved if this process has none; `None` if something
    /// else lies there.
    fn at(identity: &str, base: u64, bytes: u64) -> Result<Option<Arc<Space>>> {
        let mut spaces = lock(&SPACES);
        spaces.retain(|_, space| space.strong_count() > 0);
        let key = (identity.to_owned(), base);
        if let Some(space) = spaces.get(&key).and_then(Weak::upgrade) {
            return Ok(Some(space));
        }
        if vmm::reserve(base, bytes)?.is_none() {
            return Ok(None);
        }
        let space = Arc::new(Space { base, mapped: Mutex::default() });
        spaces.insert(key, Arc::downgrade(&space));
        Ok(Some(space))
    }

    /// Maps exported memory, once for all ranks of the process.
    fn map(&self, address: u64, bytes: u64, key: u64) -> Result {
        let mut mapped = lock(&self.mapped);
        if let Some(users) = mapped.get_mut(&address) {
            *users += 1;
            return Ok(());
        }
        let physical = vmm::import(key)?;
        let result = physical.map(address, bytes);
        physical.free()?;
        result?;
        mapped.insert(address, 1);
        Ok(())
    }

    fn unmap(&self, address: u64) -> Result {
        let mut mapped = lock(&self.mapped);
        match mapped.get_mut(&address) {
            Some(users) if *users > 1 => {
                *users -= 1;
                Ok(())
            }
            Some(_) => {
                mapped.remove(&address);
                vmm::unmap(address)
            }
            None => Ok(()),
        }
    }
}

impl Drop for Space {
    fn drop(&mut self) {
        if let Err(error) = vmm::release(self.base) {
            log::warn!("{}", error.text);
        }
    }
}

impl Windows {
    /// Ends all windows.
    pub(super) fn end(mut self, comm: &Comm) -> Result {
        let mut first = Ok(());
        for handle in std::mem::take(&mut self.handles) {
            let window = WINDOWS.take(handle).and_then(|shell| write(&shell).take());
            if let Some(window) = window {
                first = first.and(self.drop_piece(comm, &window));
            }
        }
        first
    }

    fn drop_piece(&mut self, comm: &Comm, window: &Window) -> Result {
        let Place::Strided { first, stride } = window.place else { return Ok(()) };
        let Some(at) = self.blocks.iter().position(|block| block.start == window.start) else {
            return Ok(());
        };
        self.blocks[at].windows -= 1;
        if self.blocks[at].windows > 0 {
            return Ok(());
        }
        let block = self.blocks.remove(at);
        let mut result = Ok(());
        if let Some(space) = &self.space {
            for rank in 0..window.ranks {
                let address = first + u64::from(rank) * stride;
                channels::forget(comm, rank, piece_range(address, block.bytes));
                channels::export_less(comm, rank, (first + u64::from(comm.rank()) * stride, block.bytes));
                result = result.and(space.unmap(address));
            }
        }
        result.and(block.physical.free())
    }

    /// Lowest place in the stride for `bytes` bytes.
    fn free_offset(&self, bytes: u64) -> Result<u64> {
        let mut taken: Vec<(u64, u64)> = self.blocks.iter().map(|b| (b.offset, b.offset + b.bytes)).collect();
        taken.sort_unstable();
        let mut offset = 0;
        for (start, end) in taken {
            if start - offset >= bytes {
                break;
            }
            offset = end;
        }
        if offset.checked_add(bytes).is_none_or(|end| end > self.stride) {
            bail!(
                MEMORY,
                "{bytes} bytes do not fit among the windows of this rank, which may have {} bytes \
                 (hcclSymWinMaxMemSizePerRank)",
                self.stride
            );
        }
        Ok(offset)
    }

    /// The window that contains a range.
    fn containing(&self, addr: u64, bytes: u64) -> Option<(u64, Arc<Window>)> {
        self.handles.iter().find_map(|&handle| {
            let window = find(handle)?;
            let offset = addr.checked_sub(window.start)?;
            (bytes <= window.bytes && offset <= window.bytes - bytes).then_some((handle, window))
        })
    }
}

fn piece_range(addr: u64, len: u64) -> Range {
    Range::mapped(addr, len)
}

fn write(shell: &RwLock<Option<Arc<Window>>>) -> std::sync::RwLockWriteGuard<'_, Option<Arc<Window>>> {
    shell.write().unwrap_or_else(PoisonError::into_inner)
}

fn find(handle: u64) -> Option<Arc<Window>> {
    WINDOWS.get(handle)?.read().unwrap_or_else(PoisonError::into_inner).clone()
}

fn publish(window: Window) -> Result<u64> {
    let shell = WINDOWS.reserve()?;
    *write(&shell) = Some(Arc::new(window));
    Ok(shell.publish())
}

/// Registers `bytes` bytes at `addr`; answers the window. Collective on the A3.
pub fn register(comm: &Comm, addr: u64, bytes: u64) -> Result<u64> {
    comm.check_usable()?;
    if addr.checked_add(bytes).is_none() {
        bail!(PARA, "{bytes} bytes at {addr:#x} wrap around the address space");
    }
    match comm.product() {
        Product::A5 => register_listed(comm, addr, bytes),
        Product::A3 => register_strided(comm, addr),
        other => bail!(NOT_SUPPORT, "symmetric windows are not offered on the product family {other:?}"),
    }
}

/// The registration of the 950.
fn register_listed(comm: &Comm, addr: u64, bytes: u64) -> Result<u64> {
    if let Some((handle, _)) = comm.windows(|windows| Ok(windows.containing(addr, bytes)))? {
        return Ok(handle);
    }
    let driver = driver::get()?;
    let here = driver.resolve(addr, bytes);
    // Equal memory is what lies at the same place of each rank's device.
    let tag = match here {
        Some(here) => {
            let base = driver.device_info(comm.device())?.base;
            format!("{TAG}{:x}_{bytes:x}", here.wrapping_sub(base))
        }
        None => format!("{TAG}at_{addr:x}_{bytes:x}"),
    };
    let memory = memory::register(comm, &tag, CommMemType::COMM_MEM_TYPE_DEVICE, addr, bytes)?;
    let at: Box<[AtomicU64]> = (0..comm.size()).map(|_| AtomicU64::new(0)).collect();
    at[comm.rank() as usize].store(here.unwrap_or(addr), Ordering::Release);
    let place = Place::Listed { at, memory, tag };
    let handle = publish(Window { comm: comm.handle(), ranks: comm.size(), start: addr, bytes, place })?;
    comm.windows(|windows| {
        windows.handles.push(handle);
        Ok(handle)
    })
}

/// What a rank tells when it registers on the A3.
#[derive(Serialize, Deserialize)]
struct Piece {
    offset: u64,
    bytes: u64,
    key: u64,
    failed: Option<String>,
}

fn register_strided(comm: &Comm, addr: u64) -> Result<u64> {
    let deadline = Instant::now() + comm.config().connect_timeout;
    let stride = stride(comm)?;
    let unit = vmm::granularity(comm.device())?;
    let no_memory = |error: Error| {
        err!(
            PARA,
            "{addr:#x} is not in physical memory that was mapped (aclrtMallocPhysical, HcommMemAlloc): {}",
            error.text
        )
    };
    let physical = vmm::retain(addr).map_err(no_memory)?;
    let made = vmm::range(addr).map_err(no_memory).and_then(|(start, bytes)| {
        if bytes == 0 || bytes % unit != 0 {
            bail!(PARA, "the memory at {addr:#x} has {bytes} bytes, a multiple of {unit} is expected");
        }
        enter(comm, stride, deadline)?;
        let known = comm.windows(|windows| {
            let block = windows.blocks.iter_mut().find(|block| block.start == start);
            Ok(block.map(|block| {
                block.windows += 1;
                block.offset
            }))
        })?;
        let offset = match known {
            Some(offset) => {
                physical.free()?;
                offset
            }
            None => share(comm, start, bytes, physical, deadline)?,
        };
        Ok((start, bytes, offset))
    });
    let (start, bytes, offset) = made.inspect_err(|_| drop(physical.free()))?;
    comm.windows(|windows| {
        let Some(space) = &windows.space else { bail!(INTERNAL, "a window has no address space") };
        let place = Place::Strided { first: space.base + offset, stride: windows.stride };
        let handle = publish(Window { comm: comm.handle(), ranks: comm.size(), start, bytes, place })?;
        windows.handles.push(handle);
        Ok(handle)
    })
}

/// Bytes that each rank may make windows of.
fn stride(comm: &Comm) -> Result<u64> {
    let total = vmm::total_memory()?;
    let gib = comm.config().window_gib;
    let wanted = gib.saturating_mul(1 << 30);
    if wanted == 0 {
        bail!(PARA, "hcclSymWinMaxMemSizePerRank is 0, at least 1 (GiB) is needed");
    }
    if gib != config::WINDOW_GIB && wanted > total {
        bail!(PARA, "hcclSymWinMaxMemSizePerRank is {gib} GiB, but the device has {total} bytes");
    }
    let unit = vmm::granularity(comm.device())?;
    let stride = wanted.min(total) / unit * unit;
    if stride == 0 {
        bail!(PARA, "the device has {total} bytes, less than one unit of {unit}");
    }
    Ok(stride)
}

fn others(comm: &Comm) -> Vec<u32> {
    (0..comm.size()).filter(|&rank| rank != comm.rank()).collect()
}

/// Agrees with the others on address space at the first registration.
fn enter(comm: &Comm, stride: u64, deadline: Instant) -> Result {
    if comm.windows(|windows| Ok(windows.space.is_some()))? {
        return Ok(());
    }
    let others = others(comm);
    // The smallest device decides.
    let strides = gather(comm, &others, BASE, &stride.to_le_bytes(), deadline)?;
    let number = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).unwrap_or(0);
    let stride = strides.iter().map(|bytes| number(bytes)).fold(stride, u64::min);
    let Some(bytes) = stride
        .checked_mul(u64::from(comm.size()))
        .and_then(|bytes| bytes.checked_next_multiple_of(vmm::RESERVE_UNIT))
    else {
        bail!(MEMORY, "windows of {} ranks with {stride} bytes each exceed the address space", comm.size());
    };
    let identity = format!("{} {:?}", comm.name(), comm.link().table());
    for attempt in 0..BASES {
        let base = vmm::RESERVE_FROM + attempt * bytes;
        let space = Space::at(&identity, base, bytes)?;
        let answers = gather(comm, &others, BASE, &[u8::from(space.is_some())], deadline)?;
        if space.is_some() && answers.iter().all(|answer| answer == &[1]) {
            return comm.windows(|windows| {
                windows.space = space;
                windows.stride = stride;
                Ok(())
            });
        }
    }
    bail!(MEMORY, "no {bytes} bytes of address space are free in the processes of all ranks")
}

/// Exports the memory at `start`, and maps that of all ranks; answers its offset in the stride. Collective.
fn share(comm: &Comm, start: u64, bytes: u64, physical: Physical, deadline: Instant) -> Result<u64> {
    let others = others(comm);
    let offset = comm.windows(|windows| windows.free_offset(bytes));
    let key = physical.export();
    let failure = offset.as_ref().err().or(key.as_ref().err());
    let own = Piece {
        offset: *offset.as_ref().unwrap_or(&0),
        bytes,
        key: *key.as_ref().unwrap_or(&0),
        failed: failure.map(|error| error.text.clone().into_owned()),
    };
    let encoded = postcard::to_allocvec(&own).map_err(|e| err!(INTERNAL, "{e}"))?;
    let pieces = gather(comm, &others, OFFER, &encoded, deadline)?;
    let (offset, key) = (offset?, key?);
    let mut keys = vec![(comm.rank(), key)];
    for (&rank, piece) in others.iter().zip(&pieces) {
        let piece: Piece = postcard::from_bytes(piece)
            .map_err(|e| err!(INTERNAL, "rank {rank} sent an unreadable window: {e}"))?;
        if let Some(text) = piece.failed {
            bail!(DRV, "rank {rank} could not register its part of the window: {text}");
        }
        if (piece.offset, piece.bytes) != (offset, bytes) {
            bail!(
                INTERNAL,
                "rank {rank} registers {} bytes at offset {:#x} of its windows, rank {} {bytes} at {offset:#x}: all \
                 ranks must register memory of equal size in the same order",
                piece.bytes,
                piece.offset,
                comm.rank()
            );
        }
        keys.push((rank, piece.key));
    }
    let (space, stride) = comm.windows(|windows| Ok((windows.space.clone(), windows.stride)))?;
    let Some(space) = space else { bail!(INTERNAL, "a window has no address space") };
    let address = |rank: u32| space.base + u64::from(rank) * stride + offset;
    let mut mapped = Vec::with_capacity(keys.len());
    let near = |rank: u32| comm.peer(rank).is_ok_and(super::comm::Peer::is_near);
    // What lies on another host is reached through channels alone, at the address that its rank gave it.
    let result: Result = keys.iter().filter(|(rank, _)| near(*rank)).try_for_each(|&(rank, key)| {
        space
            .map(address(rank), bytes, key)
            .map_err(|e| e.context(format_args!("the memory of rank {rank}")))?;
        mapped.push(rank);
        Ok(())
    });
    let text = result.as_ref().err().map(|error| error.text.clone().into_owned()).unwrap_or_default();
    let all = gather(comm, &others, MAPPED, text.as_bytes(), deadline).and_then(|answers| {
        result?;
        match others.iter().zip(&answers).find(|(_, text)| !text.is_empty()) {
            None => Ok(()),
            Some((rank, text)) => {
                bail!(DRV, "rank {rank} could not map the window: {}", String::from_utf8_lossy(text))
            }
        }
    });
    if let Err(error) = all {
        for rank in mapped {
            space.unmap(address(rank))?;
        }
        return Err(error);
    }
    comm.windows(|windows| {
        windows.blocks.push(Block { start, bytes, offset, windows: 1, physical });
        Ok(())
    })?;
    let shown = others.iter().try_for_each(|&rank| {
        channels::export_more(comm, rank, &[(address(comm.rank()), bytes)])?;
        channels::reach(comm, rank, piece_range(address(rank), bytes))
    });
    if let Err(error) = shown {
        comm.windows(|windows| {
            windows.blocks.retain(|block| block.start != start);
            Ok(())
        })?;
        for &rank in &others {
            channels::forget(comm, rank, piece_range(address(rank), bytes));
            channels::export_less(comm, rank, (address(comm.rank()), bytes));
        }
        mapped.into_iter().try_for_each(|rank| space.unmap(address(rank)))?;
        return Err(error);
    }
    Ok(offset)
}

/// Memory of `remote` that lies in windows here: every channel to it may use it.
pub(super) fn ranges_of(comm: &Comm, remote: u32) -> Vec<Range> {
    comm.windows(|windows| {
        let Some(base) = windows.space.as_ref().map(|space| space.base) else { return Ok(Vec::new()) };
        let piece = base + u64::from(remote) * windows.stride;
        Ok(windows.blocks.iter().map(|block| piece_range(piece + block.offset, block.bytes)).collect())
    })
    .unwrap_or_default()
}

/// Ends a window on this rank. PARA for what is none.
pub fn deregister(handle: u64) -> Result {
    let Some(window) = WINDOWS.take(handle).and_then(|shell| write(&shell).take()) else {
        return Err(WINDOWS.refuse(Code::PARA, handle));
    };
    let comm = registry::find(window.comm)?;
    if let Place::Listed { memory, tag, .. } = &window.place {
        memory::deregister(&comm, tag, *memory)?;
    }
    comm.windows(|windows| {
        windows.handles.retain(|&other| other != handle);
        windows.drop_piece(&comm, &window)
    })
}

/// The window that holds `bytes` bytes at `addr` and the distance from its start. On the 950 a range in no window is no
/// error: `None`; before, it is NOT_FOUND.
pub fn containing(comm: &Comm, addr: u64, bytes: u64) -> Result<Option<(u64, u64)>> {
    let found = match comm.size() {
        1 => None,
        _ => comm.windows(|windows| Ok(windows.containing(addr, bytes)))?,
    };
    match found {
        Some((handle, window)) => Ok(Some((handle, addr - window.start))),
        None if comm.product().is_v2() => Ok(None),
        // Operators ask for every buffer: not worth a line in the log.
        None => Err(Error::answer(Code::NOT_FOUND, "the range is in no symmetric window")),
    }
}

/// Where rank `peer`'s byte `offset` of a window lies. Touches no other memory than the window's description.
pub fn peer_pointer(handle: u64, offset: u64, peer: u32) -> Result<u64> {
    let Some(window) = find(handle) else { return Err(WINDOWS.refuse(Code::PARA, handle)) };
    if peer >= window.ranks {
        bail!(PARA, "peerRank {peer} is not below the number of ranks, {}", window.ranks);
    }
    if offset >= window.bytes {
        bail!(PARA, "offset {offset} is not below the size of the window, {} bytes", window.bytes);
    }
    match &window.place {
        Place::Strided { first, stride } => Ok(first + u64::from(peer) * stride + offset),
        Place::Listed { at, .. } => match at[peer as usize].load(Ordering::Acquire) {
            0 => bail!(
                PARA,
                "rank {peer}'s part of window {handle:#x} is not known yet: register the window before \
                 HcclChannelAcquire (engine AICPU, a UB protocol) on both ranks"
            ),
            start => Ok(start + offset),
        },
    }
}

/// Windows that `remote` has not been told of: registration, tag and the window.
fn unknown_to(comm: &Comm, remote: u32) -> Result<Vec<(u64, u64)>> {
    comm.windows(|windows| {
        Ok(windows
            .handles
            .iter()
            .filter_map(|&handle| match &find(handle)?.place {
                Place::Listed { at, memory, .. } => {
                    let here = at.get(remote as usize)?.load(Ordering::Acquire);
                    (here == 0).then_some((handle, *memory))
                }
                Place::Strided { .. } => None,
            })
            .collect())
    })
}

/// What [`offers`] added.
pub(super) struct Offered {
    /// The wishes with the memory of new windows.
    pub wishes: Vec<Wish>,
    /// Position of the wish and the windows that travel with it.
    windows: Vec<(usize, Vec<u64>)>,
}

/// Adds new windows to the first channel to each rank, if the channels are of a kind that exchanges windows.
pub(super) fn offers(comm: &Comm, engine: CommEngine, wishes: &[Wish]) -> Result<Option<Offered>> {
    use CommProtocol::*;
    let quiet = !comm.product().is_v2() || Pool::of(engine) != Some(Pool::Aicpu);
    if quiet || comm.windows(|windows| Ok(windows.handles.is_empty()))? {
        return Ok(None);
    }
    let mut offered = Offered { wishes: wishes.to_vec(), windows: Vec::new() };
    let mut seen = Vec::new();
    for (at, wish) in wishes.iter().enumerate() {
        let over_ub = matches!(
            wish.protocol,
            COMM_PROTOCOL_UB_CTP
                | COMM_PROTOCOL_UBC_TP
                | COMM_PROTOCOL_UB_RTP
                | COMM_PROTOCOL_UB_MEM
                | COMM_PROTOCOL_UBOE
        );
        if !over_ub || seen.contains(&wish.remote) || wish.remote >= comm.size() {
            continue;
        }
        seen.push(wish.remote);
        let new = unknown_to(comm, wish.remote)?;
        if !new.is_empty() {
            offered.wishes[at].memory.extend(new.iter().map(|(_, memory)| *memory));
            offered.windows.push((at, new.into_iter().map(|(handle, _)| handle).collect()));
        }
    }
    Ok((!offered.windows.is_empty()).then_some(offered))
}

/// Takes over what the peers offered; PARA if a peer has no window like one of this rank.
pub(super) fn agreed(comm: &Comm, offered: &Offered, channels: &[ChannelHandle]) -> Result {
    for (at, windows) in &offered.windows {
        let remote = offered.wishes[*at].remote;
        let theirs = channels::ends(comm, channels[*at])?.remote_memory;
        for &handle in windows {
            let Some(window) = find(handle) else { continue };
            let Place::Listed { at, tag, .. } = &window.place else { continue };
            let Some(range) = theirs.iter().find(|range| range.tag == *tag) else {
                let has: Vec<&str> = theirs.iter().filter_map(|range| range.tag.strip_prefix(TAG)).collect();
                bail!(
                    PARA,
                    "rank {remote} has no symmetric window like {} of rank {} (place in the device's memory and bytes, \
                     hexadecimal); it has [{}]: register windows of the same size and place on all ranks",
                    tag.strip_prefix(TAG).unwrap_or(tag),
                    comm.rank(),
                    has.join(", ")
                );
            };
            at[remote as usize].store(range.addr, Ordering::Release);
        }
    }
    Ok(())
}

/// Number of live windows of the process.
pub fn live() -> usize {
    WINDOWS.handles().len()
}
