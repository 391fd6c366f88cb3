//! Channels as kernels on the device see them: a `ChannelEntity` in device memory with the notifies and memory of both
//! ends. Its address is the handle of channels of the engine AIV; nothing but loads and stores is needed to use it.

use std::collections::HashMap;
use std::ffi::c_void;
use std::mem::offset_of;
use std::ptr::NonNull;
use std::sync::Mutex;

use hcomm_abi::{
    AbiEnum, AbiStruct, ChannelEntity, CommAbiHeader, CommEngine, RegedBufferEntity, RegedBufferType,
    RegedNotifyEntity, RegedNotifyType,
};
use hcomm_base::Result;
use hcomm_base::sync::lock;
use npu_ext::Notify;

use super::channels;
use super::comm::Comm;
use super::memory::Range;
use crate::data::channel;
use crate::driver::{self, Memory, Notifies};
use crate::handle::ChannelHandle;

/// Magic word of a `ChannelEntity`.
const MAGIC: u32 = 0x0f0f_0f0f;

/// Zeroed device memory that ends with its owner.
pub(super) struct Block {
    memory: NonNull<c_void>,
}

// SAFETY: the memory is only handed out as an address.
unsafe impl Send for Block {}

impl Block {
    /// `bytes` bytes of memory of a device, at least 1.
    pub(super) fn new(device: i32, bytes: u64) -> Result<Block> {
        let memory = driver::get()?.mem_alloc(device, Memory::Device, bytes.max(1))?;
        // SAFETY: a new block of this size that the processor can write.
        unsafe { memory.cast::<u8>().write_bytes(0, bytes as usize) };
        Ok(Block { memory })
    }

    /// An array in device memory.
    pub(super) fn of<T: Copy>(device: i32, values: &[T]) -> Result<Block> {
        let block = Block::new(device, size_of_val(values) as u64)?;
        // SAFETY: a new block of this size, 64-byte aligned, that the processor can write.
        unsafe {
            block.memory.cast::<T>().copy_from_nonoverlapping(NonNull::from(values).cast(), values.len())
        };
        Ok(block)
    }

    /// First byte.
    pub(super) fn at(&self) -> u64 {
        self.memory.as_ptr() as u64
    }

    /// Replaces what the block begins with.
    pub(super) fn write<T: Copy>(&self, value: T) {
        // SAFETY: blocks are as large as what they were made for, which the callers write; 64-byte aligned. Kernels that
        // read meanwhile see old and new members, all of them valid.
        unsafe { self.memory.cast::<T>().as_ptr().write_volatile(value) };
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: the owner ends, and with it, as documented, its memory.
        let freed = driver::get().and_then(|driver| unsafe { driver.mem_free(self.memory) });
        if let Err(error) = freed {
            log::warn!("{}", error.text);
        }
    }
}

/// One description.
struct Entity {
    comm: u64,
    channel: ChannelHandle,
    /// The `ChannelEntity`.
    block: Block,
    /// Its arrays, newest last; a kernel may still read older ones.
    arrays: Vec<Block>,
    /// What the newest arrays were made of.
    known: (Vec<Range>, Vec<Range>),
}

/// By address.
static ENTITIES: Mutex<Option<HashMap<u64, Entity>>> = Mutex::new(None);

/// Address of the description of a channel, made at the first call and brought up to date at each.
pub fn of(comm: &Comm, channel: ChannelHandle, engine: CommEngine) -> Result<u64> {
    let ends = channels::ends(comm, channel)?;
    let info = channel::info(channel)?;
    let network = ends.network;
    let known = (ends.local_memory, ends.remote_memory);
    let mut entities = lock(&ENTITIES);
    let entities = entities.get_or_insert_default();
    let found =
        entities.values_mut().find(|entity| entity.channel == channel && entity.comm == comm.handle());
    let entity = match found {
        Some(entity) if entity.known == known => return Ok(entity.block.at()),
        Some(entity) => entity,
        None => {
            let block = Block::new(comm.device(), size_of::<ChannelEntity>() as u64)?;
            let made =
                Entity { comm: comm.handle(), channel, block, arrays: Vec::new(), known: Default::default() };
            entities.entry(made.block.at()).or_insert(made)
        }
    };
    let device = comm.device();
    let notifies = |of: Notifies| -> Vec<RegedNotifyEntity> {
        (0..of.num).filter_map(|index| of.at(index)).map(notify).collect()
    };
    let buffers = |of: &[Range], far: bool| -> Vec<RegedBufferEntity> {
        of.iter().map(|range| buffer(range, far)).collect()
    };
    let (own, peer) = (notifies(info.notifies), notifies(info.remote_notifies));
    let (local, remote) = (buffers(&known.0, false), buffers(&known.1, network));
    let arrays = [
        Block::of(device, &own)?,
        Block::of(device, &peer)?,
        Block::of(device, &local)?,
        Block::of(device, &remote)?,
    ];
    let mut description = ChannelEntity::zeroed();
    description.abiHeader =
        CommAbiHeader { version: 1, magicWord: MAGIC, size: size_of::<ChannelEntity>() as u32, reserved: 0 };
    description.engine = engine.abi();
    description.protocol = info.protocol.abi();
    description.localNotifyNum = own.len() as u32;
    description.remoteNotifyNum = peer.len() as u32;
    description.localBufferNum = local.len() as u32;
    description.remoteBufferNum = remote.len() as u32;
    description.localNotifyAddr = arrays[0].at() as *mut _;
    description.remoteNotifyAddr = arrays[1].at() as *mut _;
    description.localBufferAddr = arrays[2].at() as *mut _;
    description.remoteBufferAddr = arrays[3].at() as *mut _;
    entity.block.write(description);
    entity.arrays.extend(arrays);
    entity.known = known;
    Ok(entity.block.at())
}

/// The word of a notify that a store of 1 records.
fn notify(addr: u64) -> RegedNotifyEntity {
    let mut entity = RegedNotifyEntity::zeroed();
    entity.r#type = RegedNotifyType::REGED_NOTIFY_IPC_MEM.abi();
    entity.notifyInfo.ipcMem.addr = addr + offset_of!(Notify, flag) as u64;
    entity.notifyInfo.ipcMem.size = size_of::<u32>() as u32;
    entity
}

/// Memory; what is `far` cannot be reached by loads and stores.
fn buffer(range: &Range, far: bool) -> RegedBufferEntity {
    let mut entity = RegedBufferEntity::zeroed();
    if far {
        entity.r#type = RegedBufferType::REGED_BUFFER_RMA.abi();
        entity.bufferInfo.rma.addr = range.addr;
        entity.bufferInfo.rma.size = range.size;
    } else {
        entity.r#type = RegedBufferType::REGED_BUFFER_IPC.abi();
        entity.bufferInfo.ipc.addr = range.addr;
        entity.bufferInfo.ipc.size = range.size;
    }
    entity
}

/// The channel behind a handle of the C API: the one described at this address, else the handle itself.
pub fn channel_of(handle: u64) -> ChannelHandle {
    let entities = lock(&ENTITIES);
    entities.as_ref().and_then(|entities| entities.get(&handle)).map_or(handle, |entity| entity.channel)
}

/// A copy of the description at an address of [`of`].
pub(super) fn description(address: u64) -> Option<ChannelEntity> {
    let entities = lock(&ENTITIES);
    let entity = entities.as_ref()?.get(&address)?;
    // SAFETY: the block of an entity holds a description and lives as long as the lock is held.
    Some(unsafe { entity.block.memory.cast::<ChannelEntity>().read() })
}

/// Frees the descriptions of a communicator that ends.
pub(super) fn end(comm: u64) {
    if let Some(entities) = lock(&ENTITIES).as_mut() {
        entities.retain(|_, entity| entity.comm != comm);
    }
}

/// Number of descriptions of the process.
pub fn live() -> usize {
    lock(&ENTITIES).as_ref().map_or(0, HashMap::len)
}
