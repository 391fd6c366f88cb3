//! Memory of a communicator: the exchange buffer, named device memory, and ranges the user registers for peers.

use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::{Mutex, PoisonError};

use hcomm_abi::{AbiEnum, CommMem, CommMemType};
use hcomm_base::{Code, Error, Result, bail};

use super::comm::Comm;
use super::messages;
use super::place::Place;
use crate::driver::{self, Driver, Memory};
use crate::handle::{Kind, Table};

/// Tag under which peers see the exchange buffer.
pub const BUFFER_TAG: &str = "HcclBuffer";
/// Tags that begin so belong to the library.
const RESERVED: [&str; 4] =
    ["__hccl_sym_win__", "__hccl_team_syncmem__", "__hccl_team_usermem__", super::one_sided::TAG];

/// A registered range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// Handle of the communicator it belongs to.
    pub comm: u64,
    /// Name for peers.
    pub tag: String,
    /// `CommMemType` number.
    pub kind: i32,
    /// First byte.
    pub addr: u64,
    /// Bytes.
    pub size: u64,
}

impl Range {
    /// As the C API shows it.
    pub fn to_c(&self) -> CommMem {
        let kind = CommMemType::from_raw(self.kind).unwrap_or(CommMemType::COMM_MEM_TYPE_DEVICE);
        CommMem { r#type: kind.abi(), addr: self.addr as *mut c_void, size: self.size }
    }
}

static RANGES: Table<Mutex<Option<Range>>> = Table::new(Kind::CommMemory);

#[derive(Debug)]
struct Block {
    memory: NonNull<c_void>,
    size: u64,
}

// SAFETY: the block is owned by the table and only handed out as an address.
unsafe impl Send for Block {}

/// The memory of one communicator.
#[derive(Debug, Default)]
pub struct Memories {
    buffer: Option<Block>,
    named: HashMap<String, Block>,
    ranges: HashMap<String, u64>,
}

impl Memories {
    /// Frees everything and forgets registrations.
    pub(super) fn end(self, driver: &Driver) -> Result {
        for handle in self.ranges.into_values() {
            drop(RANGES.take(handle));
        }
        self.buffer.into_iter().chain(self.named.into_values()).try_for_each(|block| {
            // SAFETY: the communicator ends, and with it, as documented, its memory.
            unsafe { driver.mem_free(block.memory) }
        })
    }
}

/// Address and size of the exchange buffer, allocated at the first call; its pages cost memory when they are used.
pub fn buffer(comm: &Comm) -> Result<(*mut c_void, u64)> {
    let driver = driver::get()?;
    comm.memories(|memories| {
        if let Some(block) = &memories.buffer {
            return Ok((block.memory.as_ptr(), block.size));
        }
        let size = 2 * comm.config().buffer_bytes;
        let memory = driver.mem_alloc(comm.device(), Memory::Device, size).map_err(|error| {
            error.context("the exchange buffer (HCCL_BUFFSIZE sets half its size in MiB)")
        })?;
        memories.buffer = Some(Block { memory, size });
        Ok((memory.as_ptr(), size))
    })
}

/// The exchange buffer with all bytes 0.
pub fn buffer_cleared(comm: &Comm) -> Result<(*mut c_void, u64)> {
    if !comm.product().is_v2() {
        bail!(NOT_SUPPORT, "clearing the exchange buffer is not offered on this product");
    }
    let (address, size) = buffer(comm)?;
    // SAFETY: the buffer is `size` bytes of memory that the processor can write, alive as long as the communicator. Its
    // contents belong to the caller.
    unsafe { address.cast::<u8>().write_bytes(0, size as usize) };
    Ok((address, size))
}

/// Device memory of the communicator under a name. Answers the address and whether it was made by this call. PARA if it
/// exists with another size.
pub fn named(comm: &Comm, tag: &str, size: u64) -> Result<(*mut c_void, bool)> {
    if size == 0 {
        bail!(PARA, "size is 0");
    }
    let driver = driver::get()?;
    comm.memories(|memories| match memories.named.get(tag) {
        Some(block) if block.size == size => Ok((block.memory.as_ptr(), false)),
        Some(block) => {
            bail!(PARA, "memory \"{tag}\" exists with {} bytes, {size} were asked for", block.size)
        }
        None => {
            let memory = driver.mem_alloc(comm.device(), Memory::Device, size)?;
            memories.named.insert(tag.to_owned(), Block { memory, size });
            messages::add_block(comm.handle(), memory.as_ptr() as u64, size);
            Ok((memory.as_ptr(), true))
        }
    })
}

/// Device memory of the communicator for the state of fused operators, zeroed at the first call.
pub fn workspace(comm: &Comm, size: u64) -> Result<*mut c_void> {
    // Longer than any name that a caller can give.
    let (memory, new) = named(comm, &"kfc workspace ".repeat(20), size)?;
    if new {
        // SAFETY: memory of `size` bytes, made a moment ago, which the processor can write.
        unsafe { memory.cast::<u8>().write_bytes(0, size as usize) };
    }
    Ok(memory)
}

/// Refuses tags that a user may not give.
pub fn check_tag(tag: &str) -> Result {
    if tag.is_empty() {
        bail!(PARA, "memTag is empty");
    }
    if let Some(prefix) = RESERVED.iter().find(|prefix| tag.starts_with(**prefix)) {
        bail!(PARA, "memTag \"{tag}\" begins with {prefix}, which the library uses itself");
    }
    Ok(())
}

/// Registers a range for peers under a tag; PARA if the tag has another range already (products before the 950 answer
/// the handle of the same range).
pub fn register(comm: &Comm, tag: &str, kind: CommMemType, addr: u64, size: u64) -> Result<u64> {
    if addr.checked_add(size).is_none() {
        bail!(PARA, "{size} bytes at {addr:#x} wrap around the address space");
    }
    // Peers reach memory that the program mapped itself at its place in the device's memory.
    let addr = driver::get()?.resolve(addr, size).unwrap_or(addr);
    Place::here().describe(comm.device(), kind.raw(), addr, size)?;
    let range = Range { comm: comm.handle(), tag: tag.to_owned(), kind: kind.raw(), addr, size };
    comm.memories(|memories| {
        if let Some(&handle) = memories.ranges.get(tag) {
            if !comm.product().is_v2() && find(comm.handle(), handle).ok().as_ref() == Some(&range) {
                return Ok(handle);
            }
            bail!(PARA, "memTag \"{tag}\" is registered already: use another tag");
        }
        let shell = RANGES.reserve()?;
        *shell.lock().unwrap_or_else(PoisonError::into_inner) = Some(range);
        let handle = shell.publish();
        memories.ranges.insert(tag.to_owned(), handle);
        Ok(handle)
    })
}

/// Forgets a registration; unknown ones are no error.
pub fn deregister(comm: &Comm, tag: &str, handle: u64) -> Result {
    comm.memories(|memories| {
        if memories.ranges.get(tag) == Some(&handle) {
            memories.ranges.remove(tag);
            drop(RANGES.take(handle));
        }
        Ok(())
    })
}

/// The registered range behind a handle of the communicator `comm`.
pub fn find(comm: u64, handle: u64) -> Result<Range> {
    let range =
        RANGES.get(handle).and_then(|shell| shell.lock().unwrap_or_else(PoisonError::into_inner).clone());
    match range {
        Some(range) if range.comm == comm => Ok(range),
        Some(_) => Err(Error::new(
            Code::PARA,
            format!(
                "memory handle {handle:#x} belongs to another communicator: register the memory here as well"
            ),
        )),
        None => Err(RANGES.refuse(Code::PARA, handle)),
    }
}
