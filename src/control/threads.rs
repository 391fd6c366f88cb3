//! Threads of a communicator: pools per engine, threads on streams of the caller, quotas.

use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr::NonNull;
use std::time::{Duration, Instant};

use hcomm_abi::CommEngine;
use hcomm_base::{Result, bail, env};

use super::comm::Comm;
use crate::data::launch::Gate;
use crate::data::thread::{self, Queue, ThreadSpec};
use crate::driver;
use crate::handle::ThreadHandle;

/// Notifies of all threads of one communicator.
const NOTIFIES_MAX: u64 = 65_536;
/// Notifies that one request may name.
pub const NOTIFIES_PER_THREAD: u32 = 65_535;
/// Threads that one export may name.
pub const EXPORT_MAX: u32 = 40;

/// Engines that share a pool: each pair of names means the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pool {
    /// CPU and CPU_TS.
    Cpu,
    /// AICPU and AICPU_TS.
    Aicpu,
    /// AIV.
    Aiv,
    /// CCU.
    Ccu,
}

impl Pool {
    /// The pool of an engine; `None` for the reserved value.
    pub fn of(engine: CommEngine) -> Option<Pool> {
        match engine {
            CommEngine::COMM_ENGINE_CPU | CommEngine::COMM_ENGINE_CPU_TS => Some(Pool::Cpu),
            CommEngine::COMM_ENGINE_AICPU | CommEngine::COMM_ENGINE_AICPU_TS => Some(Pool::Aicpu),
            CommEngine::COMM_ENGINE_AIV => Some(Pool::Aiv),
            CommEngine::COMM_ENGINE_CCU => Some(Pool::Ccu),
            CommEngine::COMM_ENGINE_RESERVED => None,
        }
    }
}

/// The threads of one communicator.
#[derive(Debug, Default)]
pub struct Threads {
    pools: HashMap<Pool, Vec<ThreadHandle>>,
    streams: HashMap<usize, ThreadHandle>,
    dedicated: Option<ThreadHandle>,
    /// How launches are ordered, by host thread and device thread.
    gates: HashMap<(ThreadHandle, ThreadHandle), Gate>,
    /// Notifies of the threads in `pools`.
    notifies: u64,
}

impl Threads {
    /// The first threads of a pool, one for each element of `notifies`, made if they are missing and with at least that
    /// many notifies. All or nothing.
    fn acquire(&mut self, comm: &Comm, engine: CommEngine, notifies: &[u32]) -> Result<Vec<ThreadHandle>> {
        let pool = self.pools.entry(pool_of(engine)?).or_default();
        let have = pool.len();
        let most = env::HCOMM_MAX_THREADS_PER_COMM.get()?;
        let mut growth = 0;
        for (at, &wanted) in notifies.iter().enumerate() {
            let present = match pool.get(at) {
                Some(&handle) => thread::notify_num(handle)?,
                None => 0,
            };
            growth += u64::from(wanted.saturating_sub(present));
        }
        let made = notifies.len().saturating_sub(have);
        let total: usize = self.pools.values().map(Vec::len).sum::<usize>() + made;
        if made > 0 && total as u64 > most {
            bail!(
                UNAVAIL,
                "communicator {} would have {total} threads, at most {most} are allowed (HCOMM_MAX_THREADS_PER_COMM)",
                comm.name()
            );
        }
        if self.notifies + growth > NOTIFIES_MAX {
            bail!(
                UNAVAIL,
                "the threads of communicator {} would have {} notifies, at most {NOTIFIES_MAX} are allowed",
                comm.name(),
                self.notifies + growth
            );
        }
        let mut created = Vec::with_capacity(made);
        let result = notifies.iter().enumerate().try_for_each(|(at, &wanted)| {
            match self.pools.get(&pool_of(engine)?).and_then(|pool| pool.get(at)) {
                Some(&handle) => thread::grow_notifies(handle, wanted),
                None => {
                    created.push(thread::create(ThreadSpec {
                        device: comm.device(),
                        engine,
                        queue: Queue::Own,
                        notifies: wanted,
                        comm: Some(comm.data().clone()),
                    })?);
                    Ok(())
                }
            }
        });
        if let Err(error) = result {
            for handle in created {
                // Made a moment ago and unused.
                let _ = thread::destroy(handle, Duration::ZERO);
            }
            return Err(error);
        }
        self.notifies += growth;
        let pool = self.pools.entry(pool_of(engine)?).or_default();
        pool.extend(created);
        Ok(pool[..notifies.len()].to_vec())
    }

    /// The thread on a stream of the caller, with at least `notifies` notifies.
    pub(super) fn of_stream(
        &mut self,
        comm: &Comm,
        stream: *mut c_void,
        notifies: u32,
    ) -> Result<ThreadHandle> {
        if let Some(&handle) = self.streams.get(&(stream as usize)) {
            thread::grow_notifies(handle, notifies)?;
            return Ok(handle);
        }
        self.drop_dead_streams()?;
        let handle = thread::create(ThreadSpec {
            device: comm.device(),
            engine: CommEngine::COMM_ENGINE_CPU_TS,
            queue: Queue::Acl(NonNull::new(stream)),
            notifies,
            comm: Some(comm.data().clone()),
        })?;
        self.streams.insert(stream as usize, handle);
        Ok(handle)
    }

    /// Ends the threads of streams that the caller has destroyed, so that a program that makes a stream for each
    /// operation does not collect them.
    fn drop_dead_streams(&mut self) -> Result {
        let driver = driver::get()?;
        let mut dead = Vec::new();
        self.streams.retain(|&stream, &mut handle| {
            // SAFETY: a value that the runtime returned for a stream; it recognises those that were destroyed.
            match unsafe { driver.stream_from_acl(stream as *mut c_void) } {
                Ok(reference) => {
                    // SAFETY: taken a moment ago and not used elsewhere.
                    unsafe { driver.stream_release(reference) };
                    true
                }
                Err(_) => {
                    dead.push(handle);
                    false
                }
            }
        });
        self.gates.retain(|(host, _), _| !dead.contains(host));
        dead.into_iter().try_for_each(|handle| thread::destroy(handle, Duration::ZERO))
    }

    /// The order of launches between the thread of a user's stream and one that kernels fill.
    pub(super) fn gate(&mut self, host: ThreadHandle, device: ThreadHandle) -> Result<Gate> {
        if let Some(&gate) = self.gates.get(&(host, device)) {
            return Ok(gate);
        }
        let gate = Gate::new(host, device)?;
        self.gates.insert((host, device), gate);
        Ok(gate)
    }

    pub(super) fn owns(&self, handle: ThreadHandle) -> bool {
        self.pools
            .values()
            .flatten()
            .chain(self.streams.values())
            .chain(&self.dedicated)
            .any(|&h| h == handle)
    }

    /// Ends all threads; queued work has until `deadline`.
    pub(super) fn end(self, deadline: Instant) -> Result {
        let mut first = Ok(());
        let handles =
            self.pools.into_values().flatten().chain(self.dedicated).chain(self.streams.into_values());
        for handle in handles {
            let result = thread::destroy(handle, deadline.saturating_duration_since(Instant::now()));
            if first.is_ok() {
                first = result;
            }
        }
        first
    }
}

fn pool_of(engine: CommEngine) -> Result<Pool> {
    match Pool::of(engine) {
        Some(pool) => Ok(pool),
        None => bail!(PARA, "the engine is {engine:?}, which runs no threads"),
    }
}

/// `HcclThreadAcquire`: see [`Threads::acquire`].
pub fn acquire(comm: &Comm, engine: CommEngine, notifies: &[u32]) -> Result<Vec<ThreadHandle>> {
    comm.check_usable()?;
    comm.threads(|threads| threads.acquire(comm, engine, notifies))
}

/// `HcclThreadAcquireWithStream`: the thread on a stream of the caller, the same for the same stream.
pub fn of_stream(comm: &Comm, stream: *mut c_void, notifies: u32) -> Result<ThreadHandle> {
    comm.check_usable()?;
    comm.threads(|threads| threads.of_stream(comm, stream, notifies))
}

/// The thread of the communicator for launching kernels, made at the first call.
pub fn dedicated(comm: &Comm, notifies: u32) -> Result<ThreadHandle> {
    comm.check_usable()?;
    comm.threads(|threads| {
        if let Some(handle) = threads.dedicated {
            thread::grow_notifies(handle, notifies)?;
            return Ok(handle);
        }
        let handle = thread::create(ThreadSpec {
            device: comm.device(),
            engine: CommEngine::COMM_ENGINE_CPU,
            queue: Queue::Own,
            notifies,
            comm: Some(comm.data().clone()),
        })?;
        threads.dedicated = Some(handle);
        Ok(handle)
    })
}

/// The handles by which another engine names threads of this communicator. PARA for a handle that is not one of them.
pub fn export(comm: &Comm, handles: &[ThreadHandle]) -> Result<Vec<ThreadHandle>> {
    handles
        .iter()
        .map(|&handle| {
            if !comm.threads(|threads| Ok(threads.owns(handle)))? {
                bail!(PARA, "thread {handle:#x} is not one of communicator {}", comm.name());
            }
            thread::export(handle)
        })
        .collect()
}

/// The `aclrtStream` of a thread of this communicator.
pub fn stream_of(comm: &Comm, handle: ThreadHandle) -> Result<*mut c_void> {
    if !comm.threads(|threads| Ok(threads.owns(handle)))? {
        bail!(NOT_FOUND, "thread {handle:#x} is not one of communicator {}", comm.name());
    }
    thread::acl_stream(handle)
}
