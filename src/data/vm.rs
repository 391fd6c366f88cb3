//! Private memory of another process of this machine (memory that no runtime allocated): the kernel copies.
//!
//! `process_vm_readv` and `process_vm_writev` need the right to trace the other process. Reductions go through a small
//! buffer on the stack, so the other process must not change the elements meanwhile, as with every reduction.

use std::io;

use hcomm_base::{Code, Error, Result};
use npu_ext::{Task, op};

use super::explain;
use super::op::{Reduction, SHORT, Work};
use crate::handle::{ChannelHandle, ThreadHandle};

/// Bytes that a reduction moves at once.
const STAGE: usize = 16 << 10;

/// Direction bit in [`Task::flags`]: the destination is the other process.
const TO_PEER: u16 = 1;

/// Fails if this process may not reach the memory of `process`; reads one byte at `addr`. `rank` is for the text.
pub fn probe(process: i32, addr: u64, rank: u32) -> Result {
    let mut byte = 0_u8;
    // SAFETY: one byte of a live local.
    match unsafe { copy(process, (&raw mut byte) as u64, addr, 1, false) } {
        Ok(()) => Ok(()),
        Err(error) => {
            let error = explained(process, addr, 1, &error);
            Err(error.context(format_args!("rank {rank}")))
        }
    }
}

/// The task for `work`, whose operand on `to_peer`'s side lies in `process`.
pub(super) fn task(
    work: &Work,
    to_peer: bool,
    process: i32,
    thread: ThreadHandle,
    channel: ChannelHandle,
) -> Task {
    let (local, remote) = if to_peer { (work.src, work.dst) } else { (work.dst, work.src) };
    Task {
        // Long copies must not keep the thread that submits them.
        op: if work.bytes() <= SHORT { op::CALL } else { op::BLOCKING_CALL },
        flags: if to_peer { TO_PEER } else { 0 },
        aux: work.reduction.map_or(0, |reduction| reduction.number()),
        a: run as *const () as u64,
        b: local,
        n: work.n,
        tag: thread,
        c: channel,
        d: remote,
        e: process as u64,
    }
}

/// See [`npu_ext::CallFn`].
unsafe extern "C" fn run(local: u64, task: *const Task) -> i32 {
    // SAFETY: the contract: a valid task during the call.
    let task = unsafe { &*task };
    let (process, to_peer) = (task.e as i32, task.flags & TO_PEER != 0);
    let reduction = Reduction::of_number(task.aux);
    // SAFETY: the submitter keeps the local operand valid until the task is done.
    match unsafe { work(process, local, task.d, task.n, reduction, to_peer) } {
        Ok(()) => 0,
        Err(error) => explain::failed_call(error),
    }
}

/// Does the work now.
///
/// # Safety
/// The local operand is valid memory that nobody else writes meanwhile.
pub(super) unsafe fn work(
    process: i32,
    local: u64,
    remote: u64,
    n: u64,
    reduction: Option<Reduction>,
    to_peer: bool,
) -> Result {
    let bytes = n * reduction.map_or(1, |reduction| reduction.size());
    // SAFETY: the caller's promise.
    let result = match reduction {
        // SAFETY: as above.
        None => unsafe { copy(process, local, remote, bytes, to_peer) },
        // SAFETY: as above.
        Some(reduction) => unsafe { reduce(process, local, remote, bytes, reduction, to_peer) },
    };
    result.map_err(|error| explained(process, remote, bytes, &error))
}

/// # Safety
/// As [`work`].
unsafe fn copy(process: i32, local: u64, remote: u64, bytes: u64, to_peer: bool) -> io::Result<()> {
    let mut done = 0;
    while done < bytes {
        let len = (bytes - done) as usize;
        let near = libc::iovec { iov_base: (local + done) as *mut _, iov_len: len };
        let far = libc::iovec { iov_base: (remote + done) as *mut _, iov_len: len };
        // SAFETY: the caller's promise for the local range; the kernel checks the other one.
        let moved = unsafe {
            match to_peer {
                true => libc::process_vm_writev(process, &near, 1, &far, 1, 0),
                false => libc::process_vm_readv(process, &near, 1, &far, 1, 0),
            }
        };
        match moved {
            // An end before the last byte: the next attempt tells why.
            1.. => done += moved as u64,
            0 => return Err(io::Error::from_raw_os_error(libc::EFAULT)),
            _ => return Err(io::Error::last_os_error()),
        }
    }
    Ok(())
}

/// # Safety
/// As [`work`].
unsafe fn reduce(
    process: i32,
    local: u64,
    remote: u64,
    bytes: u64,
    reduction: Reduction,
    to_peer: bool,
) -> io::Result<()> {
    #[repr(align(64))]
    struct Stage([u8; STAGE]);
    let mut stage = Stage([0; STAGE]);
    let buffer = stage.0.as_mut_ptr();
    let mut done = 0;
    // Every element size divides the size of the buffer.
    while done < bytes {
        let part = (bytes - done).min(STAGE as u64);
        let near = local + done;
        // SAFETY: `part` bytes fit into the buffer; the local range is the caller's promise.
        unsafe {
            copy(process, buffer as u64, remote + done, part, false)?;
            let count = part / reduction.size();
            if to_peer {
                reduction.run(buffer, near as *const u8, count);
                copy(process, buffer as u64, remote + done, part, true)?;
            } else {
                reduction.run(near as *mut u8, buffer, count);
            }
        }
        done += part;
    }
    Ok(())
}

#[cold]
fn explained(process: i32, addr: u64, bytes: u64, error: &io::Error) -> Error {
    let what = format!("{bytes} bytes at {addr:#x} of process {process}");
    match error.raw_os_error() {
        Some(libc::EPERM) => Error::new(
            Code::SYSCALL,
            format!(
                "{what} cannot be reached, as this process may not trace that one (EPERM): run both as the same user with \
                 /proc/sys/kernel/yama/ptrace_scope 0, or allocate the memory with aclrtMalloc or aclrtMallocHost"
            ),
        ),
        Some(libc::ESRCH) => Error::new(
            Code::REMOTE,
            format!(
                "{what} cannot be reached, as that process has ended (ESRCH): look for the reason in its log"
            ),
        ),
        Some(libc::EFAULT) => Error::new(
            Code::INTERNAL,
            format!(
                "{what} cannot be reached, as a part of it or of the local operand is not mapped (EFAULT): keep both \
                 allocated until the operation is done"
            ),
        ),
        _ => Error::new(Code::SYSCALL, format!("{what} cannot be reached: {error}")),
    }
}
