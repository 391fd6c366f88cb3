//! Threads of a communicator: pools per engine, threads on streams of the caller, quotas.

use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use hcomm_abi::CommEngine;
use hcomm_base::sync::lock;
use hcomm_base::{Code, Error, Result, bail, env};
use npu_ext::Notify;

use super::comm::Comm;
use super::registry;
use crate::data::launch::Gate;
use crate::data::thread::{self, Queue, ThreadSpec};
use crate::driver::{self, Notifies, acl_calls};
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
    /// For launching kernels.
    dedicated: Option<ThreadHandle>,
    /// For ordering launches on the device.
    ordering: Option<ThreadHandle>,
    /// Notifies of `HcclAllocNotify`, by the address of the list that the caller has.
    lists: HashMap<usize, (Box<[u64]>, Notifies)>,
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
        // Products before the 950 tell it so for threads of the device.
        let code = match (comm.product().is_v2(), pool_of(engine)?) {
            (false, Pool::Aicpu) => Code::PARA,
            _ => Code::UNAVAIL,
        };
        if made > 0 && total as u64 > most {
            return Err(Error::new(
                code,
                format!(
                    "communicator {} would have {total} threads, at most {most} are allowed (HCOMM_MAX_THREADS_PER_COMM)",
                    comm.name()
                ),
            ));
        }
        if self.notifies + growth > NOTIFIES_MAX {
            return Err(Error::new(
                code,
                format!(
                    "the threads of communicator {} would have {} notifies, at most {NOTIFIES_MAX} are allowed",
                    comm.name(),
                    self.notifies + growth
                ),
            ));
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
            // Those that were there may have grown.
            let present = self.pools.values().flatten().map(|&handle| thread::notify_num(handle));
            self.notifies = present.map(|num| num.map_or(0, u64::from)).sum();
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
            .chain(&self.ordering)
            .any(|&h| h == handle)
    }

    /// Ends all threads; queued work has until `deadline`.
    pub(super) fn end(self, deadline: Instant) -> Result {
        let mut first = Ok(());
        let own = self.pools.into_values().flatten().chain(self.dedicated).chain(self.ordering);
        let handles = own.chain(self.streams.into_values());
        for handle in handles {
            let result = thread::destroy(handle, deadline.saturating_duration_since(Instant::now()));
            if first.is_ok() {
                first = result;
            }
        }
        let lists = self.lists.into_values().try_for_each(|(_, block)| driver::get()?.notify_free(block));
        first.and(lists)
    }

    /// Allocates notifies of the device; answers the address of a list of their ids, which lives until
    /// [`Threads::free_list`].
    fn alloc_list(&mut self, comm: &Comm, num: u32) -> Result<*mut u64> {
        let block = driver::get()?.notify_alloc(comm.device(), num)?;
        // SAFETY: the notifies were allocated a moment ago and their memory stays mapped.
        let id = |index| block.at(index).map_or(0, |addr| unsafe { (*(addr as *const Notify)).id });
        let mut ids: Box<[u64]> = (0..num).map(|index| u64::from(id(index))).collect();
        let list = ids.as_mut_ptr();
        self.lists.insert(list as usize, (ids, block));
        Ok(list)
    }

    fn free_list(&mut self, list: usize, num: u32) -> Result {
        match self.lists.get(&list) {
            Some((ids, block)) if ids.len() == num as usize => {
                let block = *block;
                self.lists.remove(&list);
                driver::get()?.notify_free(block)
            }
            Some((ids, _)) => bail!(PARA, "the list has {} notifies, {num} were named", ids.len()),
            None => bail!(PARA, "{list:#x} is no list of HcclAllocNotify of this communicator"),
        }
    }
}

/// `HcclAllocNotify`: the address of a list of ids.
pub fn alloc_notifies(comm: &Comm, num: u32) -> Result<*mut u64> {
    comm.check_usable()?;
    comm.threads(|threads| threads.alloc_list(comm, num))
}

/// `HcommFreeNotify`. PARA for a list that is not one of the communicator's, or of another length.
pub fn free_notifies(comm: &Comm, list: usize, num: u32) -> Result {
    comm.threads(|threads| threads.free_list(list, num))
}

/// Notifies of a thread of this communicator; PARA for another handle.
pub fn notify_num(comm: &Comm, handle: ThreadHandle) -> Result<u32> {
    export(comm, &[handle])?;
    thread::notify_num(handle)
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
        let handle = kept(comm, threads.dedicated, CommEngine::COMM_ENGINE_CPU, notifies)?;
        threads.dedicated = Some(handle);
        Ok(handle)
    })
}

/// What a thread of the process, not of one communicator, is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Launches of single operators.
    Single,
    /// Launches of captured graphs.
    Graph,
}

/// The thread on which all communicators of the current context order their launches; 0 while there are so few of them
/// that each kernel has a processor. RUNTIME without a context.
pub fn ordering(comm: &Comm, order: Order, notifies: u32) -> Result<ThreadHandle> {
    comm.check_usable()?;
    let Some(context) = acl_calls::current_context() else {
        bail!(RUNTIME, "the calling thread has no current context: call aclrtSetDevice first");
    };
    if !is_crowded(comm) {
        return Ok(0);
    }
    static THREADS: Mutex<Option<HashMap<(usize, Order), ThreadHandle>>> = Mutex::new(None);
    let mut threads = lock(&THREADS);
    let threads = threads.get_or_insert_default();
    if let Some(&handle) = threads.get(&(context, order))
        && thread::grow_notifies(handle, notifies).is_ok()
    {
        return Ok(handle);
    }
    let handle = thread::create(ThreadSpec {
        device: comm.device(),
        engine: CommEngine::COMM_ENGINE_CPU,
        queue: Queue::Own,
        notifies,
        comm: None,
    })?;
    threads.insert((context, order), handle);
    Ok(handle)
}

/// The thread of the communicator on which the device orders launches; 0 as for [`ordering`].
pub fn ordering_on_device(comm: &Comm, notifies: u32) -> Result<ThreadHandle> {
    comm.check_usable()?;
    if !is_crowded(comm) {
        return Ok(0);
    }
    comm.threads(|threads| {
        let handle = kept(comm, threads.ordering, CommEngine::COMM_ENGINE_AICPU, notifies)?;
        threads.ordering = Some(handle);
        Ok(handle)
    })
}

/// More communicators of this process are on the device than it has processors for their kernels.
fn is_crowded(comm: &Comm) -> bool {
    registry::on_device(comm.device()) > acl_calls::aicpu_cores() as usize
}

/// A thread that is made at the first call, with at least `notifies` notifies.
fn kept(comm: &Comm, known: Option<ThreadHandle>, engine: CommEngine, notifies: u32) -> Result<ThreadHandle> {
    if let Some(handle) = known {
        thread::grow_notifies(handle, notifies)?;
        return Ok(handle);
    }
    thread::create(ThreadSpec {
        device: comm.device(),
        engine,
        queue: Queue::Own,
        notifies,
        comm: Some(comm.data().clone()),
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
