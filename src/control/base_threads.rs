//! Threads and memory of the base layer, which the caller owns.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::time::Duration;

use hcomm_abi::CommEngine;
use hcomm_base::{Code, Error, Result, bail, err};

use super::comm::current_device;
use crate::data::thread::{self, Queue, ThreadSpec};
use crate::driver::vmm;
use crate::handle::ThreadHandle;

/// Threads of one call.
pub const THREADS_MAX: u32 = 1000;
/// Threads of one call whose engine is on the device.
pub const AICPU_THREADS_MAX: u32 = 200;
/// Notifies of one thread.
pub const NOTIFIES_MAX: u32 = 64;

/// Makes a thread for each element of `notifies`, with so many notifies, on the device of the calling thread, all or none.
pub fn alloc(engine: CommEngine, notifies: &[u32]) -> Result<Vec<ThreadHandle>> {
    let device = current_device()?;
    let mut handles = Vec::with_capacity(notifies.len());
    for &notifies in notifies {
        match thread::create(ThreadSpec { device, engine, queue: Queue::Own, notifies, comm: None }) {
            Ok(handle) => handles.push(handle),
            Err(error) => {
                for handle in handles {
                    // Made a moment ago and unused.
                    let _ = thread::destroy(handle, Duration::ZERO);
                }
                return Err(error);
            }
        }
    }
    Ok(handles)
}

/// Makes a thread of a stream of the caller, who keeps the stream. It must be a value that the runtime returned for a
/// stream.
pub fn of_stream(engine: CommEngine, stream: NonNull<c_void>, notifies: u32) -> Result<ThreadHandle> {
    let device = current_device()?;
    thread::create(ThreadSpec { device, engine, queue: Queue::Acl(Some(stream)), notifies, comm: None })
}

/// Ends threads, in order; stops at the first that is not one of the caller's on the device of the calling thread. Work
/// that is queued is ended.
pub fn free(handles: &[ThreadHandle]) -> Result {
    let device = current_device()?;
    handles.iter().try_for_each(|&handle| {
        if thread::comm(handle)?.is_some() {
            bail!(NOT_FOUND, "thread {handle:#x} belongs to a communicator and ends with it");
        }
        let own = thread::device(handle)?;
        if own != device {
            bail!(NOT_FOUND, "thread {handle:#x} is on device {own}, the calling thread on device {device}");
        }
        thread::destroy(handle, Duration::ZERO)
    })
}

/// The `aclrtStream` of a thread.
pub fn stream_of(handle: ThreadHandle) -> Result<*mut c_void> {
    thread::acl_stream(handle)
}

/// Memory of the calling thread's device that other ranks can reach: physical memory, mapped into a range of its own, so
/// that it can be exported and become a symmetric window. `size` is rounded up to the device's granularity.
pub fn alloc_memory(size: u64) -> Result<*mut c_void> {
    map_new(current_device()?, size).map(|address| address as *mut c_void).map_err(runtime)
}

fn map_new(device: i32, size: u64) -> Result<u64> {
    let unit = vmm::granularity(device)?;
    let size = size
        .checked_next_multiple_of(unit)
        .ok_or_else(|| err!(RUNTIME, "{size} bytes are more than an address space holds"))?;
    let physical = vmm::allocate(device, size)?;
    let mapped = vmm::reserve_anywhere(size).and_then(|address| {
        physical.map(address, size).map(|()| address).inspect_err(|_| drop(vmm::release(address)))
    });
    // The mapping keeps the memory.
    physical.free()?;
    mapped
}

/// Frees what [`alloc_memory`] gave.
///
/// # Safety
/// Nobody uses the memory any more.
pub unsafe fn free_memory(memory: NonNull<c_void>) -> Result {
    let address = memory.as_ptr() as u64;
    vmm::unmap(address).and_then(|()| vmm::release(address)).map_err(runtime)
}

fn runtime(error: Error) -> Error {
    Error::new(Code::RUNTIME, error.text)
}
