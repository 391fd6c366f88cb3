//! Engine contexts: named memory blocks in which operators keep what they need in every launch.

use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr::NonNull;

use hcomm_abi::CommEngine;
use hcomm_base::{Code, Error, Result, bail};

use super::comm::Comm;
use crate::driver::{self, Driver, Memory};

/// One block.
#[derive(Debug)]
struct Context {
    memory: NonNull<c_void>,
    size: u64,
}

// SAFETY: the block is owned by the table and only handed out as an address.
unsafe impl Send for Context {}

/// The contexts of one communicator.
#[derive(Debug, Default)]
pub struct Contexts(HashMap<(String, i32), Context>);

impl Contexts {
    /// Frees all blocks.
    pub(super) fn end(self, driver: &Driver) -> Result {
        self.0.into_values().try_for_each(|context| {
            // SAFETY: the communicator ends; its contexts are documented to end with it.
            unsafe { driver.mem_free(context.memory) }
        })
    }
}

/// Makes a zeroed block of `size` bytes under (`tag`, `engine`): host memory for engines on the host, device memory for
/// those on the device. PARA if it exists.
pub fn create(comm: &Comm, tag: &str, engine: CommEngine, size: u64) -> Result<*mut c_void> {
    if size == 0 {
        bail!(PARA, "size is 0");
    }
    let kind = match engine {
        CommEngine::COMM_ENGINE_CPU | CommEngine::COMM_ENGINE_CPU_TS | CommEngine::COMM_ENGINE_CCU => {
            Memory::Host
        }
        CommEngine::COMM_ENGINE_AICPU | CommEngine::COMM_ENGINE_AICPU_TS | CommEngine::COMM_ENGINE_AIV => {
            Memory::Device
        }
        CommEngine::COMM_ENGINE_RESERVED => bail!(PARA, "an engine is needed, not {engine:?}"),
    };
    let driver = driver::get()?;
    comm.contexts(|contexts| {
        let key = (tag.to_owned(), engine as i32);
        if contexts.0.contains_key(&key) {
            bail!(PARA, "communicator {} has a context \"{tag}\" of {engine:?} already", comm.name());
        }
        let memory = driver.mem_alloc(comm.device(), kind, size).map_err(|error| match kind {
            // As the interface has it, for want of a pointer.
            Memory::Host => Error { code: Code::PTR, ..error },
            Memory::Device => error,
        })?;
        // SAFETY: a new block of `size` bytes that the processor can write.
        unsafe { memory.cast::<u8>().write_bytes(0, size as usize) };
        contexts.0.insert(key, Context { memory, size });
        Ok(memory.as_ptr())
    })
}

/// Address and size of the block under (`tag`, `engine`); the engine is a `CommEngine` number.
pub fn get(comm: &Comm, tag: &str, engine: i32) -> Result<(*mut c_void, u64)> {
    comm.contexts(|contexts| match contexts.0.get(&(tag.to_owned(), engine)) {
        Some(context) => Ok((context.memory.as_ptr(), context.size)),
        None => {
            let code = if comm.product().is_v2() { Code::NOT_FOUND } else { Code::PARA };
            // Operators ask first and make the context when there is none.
            Err(Error::answer(code, missing(comm, tag, engine)))
        }
    })
}

fn missing(comm: &Comm, tag: &str, engine: i32) -> String {
    format!("communicator {} has no context \"{tag}\" of engine {engine}", comm.name())
}

/// Copies `size` bytes from `src` to `offset` in the block under (`tag`, `engine`).
///
/// # Safety
/// `src` points to `size` readable bytes.
pub unsafe fn copy(
    comm: &Comm,
    tag: &str,
    engine: i32,
    src: *const c_void,
    size: u64,
    offset: u64,
) -> Result {
    if size == 0 {
        bail!(PARA, "size is 0");
    }
    let (to, room) = get(comm, tag, engine)?;
    if offset.checked_add(size).is_none_or(|end| end > room) {
        bail!(PARA, "{size} bytes at offset {offset} do not fit into the {room} bytes of context \"{tag}\"");
    }
    // SAFETY: the source is the caller's promise, the target range was checked; `copy` allows them to overlap. The block
    // lives until the caller destroys it.
    unsafe { std::ptr::copy(src.cast::<u8>(), to.cast::<u8>().add(offset as usize), size as usize) };
    Ok(())
}

/// Frees the block under (`tag`, `engine`). PARA if it does not exist.
pub fn destroy(comm: &Comm, tag: &str, engine: i32) -> Result {
    let driver = driver::get()?;
    comm.contexts(|contexts| match contexts.0.remove(&(tag.to_owned(), engine)) {
        // SAFETY: the caller gives the block up.
        Some(context) => unsafe { driver.mem_free(context.memory) },
        None => bail!(PARA, "{}", missing(comm, tag, engine)),
    })
}
