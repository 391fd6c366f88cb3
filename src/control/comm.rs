//! A communicator of one rank.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use hcomm_base::sync::lock;
use hcomm_base::{Code, Error, Result, bail, err};

use super::barrier::Barrier;
use super::bootstrap::wire::Entry;
use super::bootstrap::{Hub, Link, RootInfo, hub};
use super::channels::Channels;
use super::config::{Config, NAME_MAX};
use super::contexts::Contexts;
use super::host::{self, Host};
use super::memory::Memories;
use super::messages;
use super::one_sided::OneSided;
use super::registry::{self, Reservation};
use super::threads::Threads;
use super::topo::{Graph, Node, Product};
use super::window::Windows;
use super::{entity, state_callbacks, team, zero_copy};
use crate::data;
use crate::driver::{self, Driver, acl_calls};

/// How long destroying waits for queued work that may still finish.
const GRACE: Duration = Duration::from_secs(10);
/// How long it waits when the communicator has failed and its work was ended.
const FAILED_GRACE: Duration = Duration::from_secs(2);

/// Another rank.
#[derive(Debug)]
pub struct Peer {
    /// What it told about itself.
    pub entry: Entry,
    /// Where the first byte of its device memory lies in this process; `None` on another host.
    base: Option<u64>,
}

/// A communicator, as the rank that created this object sees it.
pub struct Comm {
    data: Arc<data::comm::Comm>,
    config: Config,
    product: Product,
    link: Arc<Link>,
    peers: Vec<Peer>,
    graph: Graph,
    barrier: Barrier,
    threads: Mutex<Option<Threads>>,
    channels: Mutex<Option<Channels>>,
    contexts: Mutex<Option<Contexts>>,
    memories: Mutex<Option<Memories>>,
    windows: Mutex<Option<Windows>>,
    one_sided: Mutex<Option<OneSided>>,
    agent: Mutex<Option<zero_copy::Agent>>,
    handle: OnceLock<u64>,
}

/// Device of the calling thread.
pub fn current_device() -> Result<i32> {
    driver::get()?
        .current_device()
        .ok_or_else(|| err!(RUNTIME, "the calling thread has no device: call aclrtSetDevice first"))
}

/// Product family of the runtime's SoC.
pub fn product() -> Product {
    Product::of(&acl_calls::soc_name())
}

/// Name of the runtime's SoC.
pub fn soc_name() -> String {
    acl_calls::soc_name()
}

/// Makes `device` the current device of the calling thread.
pub fn make_current(device: i32) -> Result {
    acl_calls::set_device(device)
}

/// The communicator with this name on the device of the calling thread; `code` if there is none.
pub fn named_here(name: &str, code: Code) -> Result<Arc<Comm>> {
    let device = current_device()?;
    registry::find_by_name(name, device)
        .ok_or_else(|| Error::new(code, format!("no communicator named {name} exists on device {device}")))
}

/// Starts a hub for a new communicator. The calling thread's device becomes part of its name.
pub fn open_root(device: i32) -> Result<RootInfo> {
    Hub::open(device, Config::from_env()?.connect_timeout)
}

/// Joins the communicator of `info` as `rank` of `size` on `device`; returns when all ranks have joined. When this rank
/// cannot join, `config` being an error included, the other ranks hear why at once.
pub fn join(info: &RootInfo, size: u32, rank: u32, device: i32, config: Result<Config>) -> Result<u64> {
    let prepared = config.and_then(|config| prepare(info, rank, size, device, config));
    let prepared = prepared.inspect_err(|error| Link::give_up(info, size, rank, error))?;
    prepared.join(info, size)
}

/// What a rank holds before it meets the others.
struct Prepared {
    driver: &'static Driver,
    name: String,
    soc: String,
    config: Config,
    reservation: Reservation,
    barrier: Barrier,
    entry: Entry,
    device: i32,
}

fn prepare(info: &RootInfo, rank: u32, size: u32, device: i32, config: Config) -> Result<Prepared> {
    let driver = driver::get()?;
    let name = match &config.name {
        Some(name) => name.clone(),
        None => info.identifier.clone(),
    };
    if name.len() > NAME_MAX {
        bail!(
            INTERNAL,
            "the name of the communicator has {} characters, at most {NAME_MAX} are allowed",
            name.len()
        );
    }
    let reservation = registry::reserve(device, &name)?;
    let device_info = driver.device_info(device)?;
    let soc = acl_calls::soc_name();
    let barrier = Barrier::new(driver, device, rank, size)?;
    let entry = Entry {
        rank,
        pid: std::process::id() as i32,
        host: hub::host_name(),
        identity: host::identity(),
        // Known when the rank has reached the hub.
        ip: Ipv4Addr::UNSPECIFIED.into(),
        device: acl_calls::physical_device(device),
        soc: soc.clone(),
        memory: device_info.into(),
        barrier: barrier.notifies(),
    };
    Ok(Prepared { driver, name, soc, config, reservation, barrier, entry, device })
}

impl Prepared {
    fn join(self, info: &RootInfo, size: u32) -> Result<u64> {
        let Prepared { driver, name, soc, config, reservation, barrier, entry, device } = self;
        let rank = entry.rank;
        let made = Link::join(info, size, entry, config.connect_timeout)
            .and_then(|link| Comm::assemble(driver, &name, &soc, rank, device, config, link));
        match made {
            Ok((mut comm, addresses)) => {
                comm.barrier = barrier;
                comm.barrier.connect(&addresses, &comm.link)?;
                let comm = Arc::new(comm);
                comm.start()?;
                reservation.publish(comm)
            }
            Err(error) => {
                barrier.free(driver);
                Err(error)
            }
        }
    }
}

/// Makes a communicator of `devices` with all ranks in this process; handles in order of rank.
pub fn join_all(devices: &[i32], config: &Config) -> Result<Vec<u64>> {
    let info = Hub::open(devices[0], config.connect_timeout)?;
    let results: Vec<Result<u64>> = std::thread::scope(|scope| {
        let threads: Vec<_> = devices
            .iter()
            .zip(0..)
            .map(|(&device, rank)| {
                let (info, config) = (&info, config.clone());
                scope.spawn(move || join(info, devices.len() as u32, rank, device, Ok(config)))
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| {
                thread.join().unwrap_or_else(|_| Err(err!(INTERNAL, "creating a rank met a defect")))
            })
            .collect()
    });
    if let Some(error) = results.iter().find_map(|result| result.as_ref().err()) {
        let error = Error::new(Code::INTERNAL, error.text.clone());
        for handle in results.into_iter().flatten() {
            // Already failing; the first error is the one that counts.
            let _ = destroy(handle);
        }
        return Err(error);
    }
    Ok(results.into_iter().flatten().collect())
}

/// Ends a communicator on this rank. Queued work gets up to ten seconds; other ranks are told, not waited for.
pub fn destroy(handle: u64) -> Result {
    // A forked child must not say goodbye for its parent.
    registry::find(handle)?;
    let before = state_callbacks::call(handle, state_callbacks::Phase::DestroyBefore);
    let comm = registry::take(handle)?;
    let ended = comm.end();
    registry::forget(comm.device(), comm.name());
    let after = state_callbacks::call(handle, state_callbacks::Phase::DestroyAfter);
    before.and(ended).and(after)
}

impl Comm {
    /// Maps the memory of all ranks and waits until all have done so. Also answers the barrier notifies of all ranks,
    /// as valid here.
    fn assemble(
        driver: &Driver,
        name: &str,
        soc: &str,
        rank: u32,
        device: i32,
        config: Config,
        link: Arc<Link>,
    ) -> Result<(Comm, Vec<Option<u64>>)> {
        let deadline = Instant::now() + config.connect_timeout;
        let mapped = Self::map(driver, soc, &link)
            .and_then(|peers| Graph::new(soc, rank, nodes(&peers)).map(|graph| (peers, graph)))
            .inspect_err(|error| {
                // The others must not wait for this rank; that they hear of it is best effort.
                let text = format!("rank {rank} could not create the communicator: {}", error.text);
                let _ = link.report_fault(&Error::new(Code::REMOTE, text));
            });
        let made = mapped.and_then(|made| link.ready(deadline).map(|()| made));
        let (peers, graph) = match made {
            Ok(made) => made,
            Err(error) => {
                link.leave();
                return Err(error);
            }
        };
        let addresses =
            peers.iter().map(|peer| peer.is_near().then(|| peer.translate(peer.entry.barrier))).collect();
        let comm = Comm {
            data: data::comm::Comm::with_timeout(name, rank, peers.len() as u32, device, config.exec_timeout),
            config,
            product: Product::of(soc),
            link,
            peers,
            graph,
            barrier: Barrier::none(),
            threads: Mutex::new(Some(Threads::default())),
            channels: Mutex::new(Some(Channels::default())),
            contexts: Mutex::new(Some(Contexts::default())),
            memories: Mutex::new(Some(Memories::default())),
            windows: Mutex::new(Some(Windows::default())),
            one_sided: Mutex::new(Some(OneSided::default())),
            agent: Mutex::default(),
            handle: OnceLock::new(),
        };
        Ok((comm, addresses))
    }

    fn map(driver: &Driver, soc: &str, link: &Link) -> Result<Vec<Peer>> {
        let here = host::identity();
        link.table()
            .iter()
            .map(|entry| {
                if entry.soc != soc {
                    bail!(
                        INTERNAL,
                        "rank {} has the SoC {}, this rank {soc}: use one SoC for all ranks",
                        entry.rank,
                        entry.soc
                    );
                }
                let base = if entry.identity == here {
                    let mapped = driver.map_peer(&entry.memory.into());
                    Some(mapped.map_err(|e| e.context(format_args!("rank {}", entry.rank)))?)
                } else {
                    None
                };
                Ok(Peer { entry: entry.clone(), base })
            })
            .collect()
    }

    /// Begins to listen for failures of other ranks.
    fn start(&self) -> Result {
        let data = Arc::downgrade(&self.data);
        self.link.watch(Arc::new(move |_, error| {
            if let Some(data) = data.upgrade() {
                log::error!("communicator {} (rank {}): {}", data.name(), data.rank(), error.text);
                data.fail(error);
            }
        }));
        Ok(())
    }

    fn end(&self) -> Result {
        let driver = driver::get()?;
        let grace = if self.data.stopped().is_some() { FAILED_GRACE } else { GRACE };
        let deadline = Instant::now() + grace;
        let mut first = Ok(());
        let mut note = |result: Result| {
            if first.is_ok() {
                first = result;
            }
        };
        messages::end(self.handle());
        let threads = lock(&self.threads).take();
        let channels = lock(&self.channels).take();
        let broken = self.barrier.is_broken();
        if let Some(threads) = threads {
            note(threads.end(deadline));
        }
        let quiet = !broken && self.barrier.wait_idle(driver, deadline);
        self.barrier.disconnect(quiet);
        if let Some(agent) = lock(&self.agent).take() {
            agent.close(&self.link, Instant::now() + self.config.connect_timeout);
        }
        self.link.leave();
        note(zero_copy::end(self.handle()));
        if let Some(channels) = channels {
            note(channels.end());
        }
        if let Some(contexts) = lock(&self.contexts).take() {
            note(contexts.end(driver));
        }
        if let Some(one_sided) = lock(&self.one_sided).take() {
            one_sided.end(self.handle());
        }
        team::end(self.handle());
        entity::end(self.handle());
        if let Some(windows) = lock(&self.windows).take() {
            note(windows.end(self));
        }
        if let Some(memories) = lock(&self.memories).take() {
            note(memories.end(driver));
        }
        if quiet {
            self.barrier.free(driver);
        }
        first
    }

    /// What the data plane knows of it.
    pub fn data(&self) -> &Arc<data::comm::Comm> {
        &self.data
    }

    /// Keeps its handle; the registry tells it before anybody can find the communicator by name.
    pub(super) fn adopt(&self, handle: u64) {
        let _ = self.handle.set(handle);
    }

    /// Its handle.
    pub fn handle(&self) -> u64 {
        self.handle.get().copied().unwrap_or(0)
    }

    /// Name.
    pub fn name(&self) -> &str {
        self.data.name()
    }

    /// This rank.
    pub fn rank(&self) -> u32 {
        self.data.rank()
    }

    /// Number of ranks.
    pub fn size(&self) -> u32 {
        self.data.size()
    }

    /// Logical device of this rank.
    pub fn device(&self) -> i32 {
        self.data.device()
    }

    /// Settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Product family of all ranks.
    pub fn product(&self) -> Product {
        self.product
    }

    /// Rank graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Connection to the hub.
    pub fn link(&self) -> &Link {
        &self.link
    }

    /// Another rank (or this one).
    pub fn peer(&self, rank: u32) -> Result<&Peer> {
        self.peers
            .get(rank as usize)
            .ok_or_else(|| err!(PARA, "rank {rank} is not below the number of ranks, {}", self.size()))
    }

    /// Runs the barrier on a stream.
    pub(super) fn barrier(&self) -> &Barrier {
        &self.barrier
    }

    /// Its threads, unless it is being destroyed.
    pub(super) fn threads<T>(&self, f: impl FnOnce(&mut Threads) -> Result<T>) -> Result<T> {
        f(lock(&self.threads).as_mut().ok_or_else(ended)?)
    }

    /// Its channels, unless it is being destroyed.
    pub(super) fn channels<T>(&self, f: impl FnOnce(&mut Channels) -> Result<T>) -> Result<T> {
        f(lock(&self.channels).as_mut().ok_or_else(ended)?)
    }

    /// Its contexts, unless it is being destroyed.
    pub(super) fn contexts<T>(&self, f: impl FnOnce(&mut Contexts) -> Result<T>) -> Result<T> {
        f(lock(&self.contexts).as_mut().ok_or_else(ended)?)
    }

    /// Its memory, unless it is being destroyed.
    pub(super) fn memories<T>(&self, f: impl FnOnce(&mut Memories) -> Result<T>) -> Result<T> {
        f(lock(&self.memories).as_mut().ok_or_else(ended)?)
    }

    /// Its symmetric windows, unless it is being destroyed.
    pub(super) fn windows<T>(&self, f: impl FnOnce(&mut Windows) -> Result<T>) -> Result<T> {
        f(lock(&self.windows).as_mut().ok_or_else(ended)?)
    }

    /// Its one-sided services, unless it is being destroyed.
    pub(super) fn one_sided<T>(&self, f: impl FnOnce(&mut OneSided) -> Result<T>) -> Result<T> {
        f(lock(&self.one_sided).as_mut().ok_or_else(ended)?)
    }

    /// The agent of its memory ranges, if it has begun.
    pub(super) fn agent<T>(&self, f: impl FnOnce(&mut Option<zero_copy::Agent>) -> Result<T>) -> Result<T> {
        f(&mut lock(&self.agent))
    }

    /// The connection to the hub, for a thread that may outlive the communicator.
    pub(super) fn shared_link(&self) -> Arc<Link> {
        self.link.clone()
    }

    /// Refuses work while the communicator is suspended or after it failed.
    pub(super) fn check_usable(&self) -> Result {
        self.data.stopped().map_or(Ok(()), Err)
    }

    /// Stops all work of this rank until [`Comm::resume`].
    pub fn suspend(&self) -> Result {
        self.data.suspend();
        Ok(())
    }

    /// Makes a suspended communicator usable again. All ranks must have suspended before the first resumes.
    pub fn resume(&self) -> Result {
        self.check_fault()?;
        state_callbacks::call(self.handle(), state_callbacks::Phase::ResumeBefore)?;
        self.data.resume()?;
        // The failure of a rank meanwhile is among what was forgotten.
        self.check_fault()?;
        self.barrier.reset(driver::get()?)?;
        state_callbacks::call(self.handle(), state_callbacks::Phase::ResumeAfter)
    }

    /// Stops the communicator for good if another rank has failed.
    fn check_fault(&self) -> Result {
        let Some(fault) = self.link.fault() else { return Ok(()) };
        self.data.fail(&fault);
        Err(fault.context("the communicator cannot be resumed"))
    }
}

impl Peer {
    /// True if it is on this host, so that its device memory is mapped in this process.
    pub fn is_near(&self) -> bool {
        self.base.is_some()
    }

    /// An address of the peer's device memory as valid in this process; of a peer on another host as it is.
    pub fn translate(&self, address: u64) -> u64 {
        let info: npu_ext::DeviceInfo = self.entry.memory.into();
        match self.base {
            Some(base) => address.wrapping_sub(info.base).wrapping_add(base),
            None => address,
        }
    }

    /// True if `bytes` bytes at `address` lie in the peer's device memory.
    pub fn owns(&self, address: u64, bytes: u64) -> bool {
        let info: npu_ext::DeviceInfo = self.entry.memory.into();
        let Some(offset) = address.checked_sub(info.base) else { return false };
        offset.checked_add(bytes).is_some_and(|end| end <= info.size)
    }
}

/// What the rank graph is made of: servers are numbered in the order of their lowest ranks.
fn nodes(peers: &[Peer]) -> Vec<Node> {
    let mut hosts: Vec<&Host> = Vec::new();
    peers
        .iter()
        .map(|peer| {
            let identity = &peer.entry.identity;
            let server = hosts.iter().position(|host| *host == identity).unwrap_or_else(|| {
                hosts.push(identity);
                hosts.len() - 1
            });
            Node { device: peer.entry.device as u32, server: server as u32, ip: peer.entry.ip }
        })
        .collect()
}

fn ended() -> Error {
    Error::new(Code::PARA, "the communicator is being destroyed")
}
