//! Teams: groups of ranks whose kernels reach each other's memory through structures in device memory.
//!
//! A handle is the address of an `HcommTeam` or `HcommWindow` that kernels read. A world team has windows; its sub-teams
//! use its channels. Connecting a team acquires channels between its members and tells each the memory of the others.
//! Members find the same team and window of each other by name: the ranks of the team and the how many-th team of these
//! ranks it is; the how many-th window of its team.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use hcomm_abi::{
    AbiEnum, AbiStruct, ChannelEntity, CommAbiHeader, CommEngine, CommMem, CommMemType, CommProtocol,
    EnumArg, HcommTeam, HcommTeamSyncMemRequirement, HcommWindow,
};
use hcomm_base::sync::lock;
use hcomm_base::{Code, Error, Result, bail, err};

use super::channels::{self, Wish};
use super::comm::Comm;
use super::entity::{self, Block};
use super::{memory, registry};

/// Begin of the tags of synchronisation memory and of windows.
const SYNC_TAG: &str = "__hccl_team_syncmem__";
const WINDOW_TAG: &str = "__hccl_team_usermem__";
const TEAM_MAGIC: u32 = 0x0f0f_0f20;
const WINDOW_MAGIC: u32 = 0x0f0f_0f21;
const VERSION: u32 = 1;
/// Bytes of one barrier for each member.
const BARRIER_BYTES: u64 = 8;

/// What a caller wants, checked but for the ranks.
pub struct Wanted<'a> {
    /// Ranks of the communicator.
    pub ranks: &'a [u32],
    /// The caller's.
    pub own: u32,
    /// Layer of the network.
    pub layer: u32,
    /// Synchronisation memory.
    pub requirement: HcommTeamSyncMemRequirement,
}

struct Team {
    comm: u64,
    /// The world team, for a sub-team.
    world: Option<u64>,
    ranks: Vec<u32>,
    own: usize,
    name: String,
    /// What `block` holds.
    shown: HcommTeam,
    block: Block,
    sync: Block,
    /// Registration of the synchronisation memory.
    sync_memory: u64,
    /// Arrays that `shown` points to, and older ones that kernels may still read.
    arrays: Vec<Block>,
    /// Descriptions of the channels to each member.
    channels: Vec<Vec<u64>>,
    windows: Vec<Window>,
    /// Windows that were ever registered.
    numbered: u32,
}

struct Window {
    start: u64,
    bytes: u64,
    tag: String,
    /// Registration of the memory.
    memory: u64,
    block: Block,
    mems: Vec<CommMem>,
    arrays: Vec<Block>,
}

// SAFETY: the raw pointers in what kernels read are device addresses that are used as numbers here.
unsafe impl Send for Team {}

#[derive(Default)]
struct Teams {
    by_address: BTreeMap<u64, Team>,
    /// How many teams of the same ranks each communicator made.
    made: HashMap<(u64, String), u32>,
}

static TEAMS: Mutex<Option<Teams>> = Mutex::new(None);

fn with<T>(f: impl FnOnce(&mut Teams) -> T) -> T {
    f(lock(&TEAMS).get_or_insert_default())
}

fn header(magic: u32, size: usize) -> CommAbiHeader {
    CommAbiHeader { version: VERSION, magicWord: magic, size: size as u32, reserved: 0 }
}

fn device_memory(addr: u64, size: u64) -> CommMem {
    CommMem { r#type: CommMemType::COMM_MEM_TYPE_DEVICE.abi(), addr: addr as *mut _, size }
}

/// A number for a list of ranks that is the same on all of them.
fn digest(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Makes a world team; answers its address.
pub fn create(comm: &Comm, wanted: &Wanted) -> Result<u64> {
    if wanted.ranks.len() > comm.size() as usize {
        bail!(PARA, "rankNum is {}, the communicator has {} ranks", wanted.ranks.len(), comm.size());
    }
    let ids = (0..wanted.ranks.len() as u32).collect();
    make(comm, wanted, None, ids, "")
}

/// Makes a team of members of the world team at `world`.
pub fn create_sub(world: u64, wanted: &Wanted) -> Result<u64> {
    let found = with(|teams| {
        let team = teams.by_address.get(&world).filter(|team| team.world.is_none())?;
        Some((team.comm, team.ranks.clone(), team.name.clone()))
    });
    let Some((comm, ranks, name)) = found else { bail!(PARA, "{world:#x} is no world team") };
    check_own(wanted)?;
    let ids = wanted
        .ranks
        .iter()
        .map(|rank| {
            let id = ranks.iter().position(|other| other == rank);
            id.map(|id| id as u32).ok_or_else(|| err!(PARA, "rank {rank} is no member of the world team"))
        })
        .collect::<Result<Vec<u32>>>()?;
    make(&*registry::find(comm)?, wanted, Some(world), ids, &name)
}

fn check_own(wanted: &Wanted) -> Result<usize> {
    let own = wanted.ranks.iter().position(|&rank| rank == wanted.own);
    own.ok_or_else(|| err!(NOT_FOUND, "selfRankId {} is not among the ranks of the team", wanted.own))
}

fn make(comm: &Comm, wanted: &Wanted, world: Option<u64>, ids: Vec<u32>, parent: &str) -> Result<u64> {
    let own = check_own(wanted)?;
    if wanted.own != comm.rank() {
        bail!(PARA, "selfRankId is {}, but this is rank {} of the communicator", wanted.own, comm.rank());
    }
    let kind = format!("{parent}{:016x}", digest(&format!("{:?}", wanted.ranks)));
    let nth = with(|teams| {
        let count = teams.made.entry((comm.handle(), kind.clone())).or_insert(0);
        *count += 1;
        *count
    });
    let name = format!("{kind}_{nth}");
    let device = comm.device();
    let count = wanted.ranks.len();
    let bytes = u64::from(wanted.requirement.barrierCount) * BARRIER_BYTES * count as u64;
    let out_of_memory = |error: Error| {
        Error::new(Code::MEMORY, format!("{bytes} bytes to synchronise a team: {}", error.text))
    };
    let sync = Block::new(device, bytes).map_err(out_of_memory)?;
    let world_ids = Block::of(device, &ids)?;
    let block = Block::new(device, size_of::<HcommTeam>() as u64)?;
    let mut shown = HcommTeam::zeroed();
    shown.header = header(TEAM_MAGIC, size_of::<HcommTeam>());
    shown.engine = CommEngine::COMM_ENGINE_RESERVED.abi();
    shown.memberNum = count as u32;
    shown.selfMemberId = own as u32;
    shown.netLayer = wanted.layer;
    shown.worldTeamIds = world_ids.at() as *mut u32;
    shown.syncMem.syncMemReq = wanted.requirement;
    shown.syncMem.syncMemSize = bytes;
    block.write(shown);
    let tag = format!("{SYNC_TAG}{name}");
    let sync_memory = memory::register(comm, &tag, CommMemType::COMM_MEM_TYPE_DEVICE, sync.at(), bytes)?;
    let address = block.at();
    let team = Team {
        comm: comm.handle(),
        world,
        ranks: wanted.ranks.to_vec(),
        own,
        name,
        shown,
        block,
        sync,
        sync_memory,
        arrays: vec![world_ids],
        channels: vec![Vec::new(); count],
        windows: Vec::new(),
        numbered: 0,
    };
    with(|teams| teams.by_address.insert(address, team));
    Ok(address)
}

/// Ends a team, a world team with its sub-teams and windows. An unknown one is no error.
pub fn destroy(address: u64) -> Result {
    let ended: Vec<Team> = with(|teams| {
        let gone = |at: &u64, team: &mut Team| *at == address || team.world == Some(address);
        teams.by_address.extract_if(.., gone).map(|(_, team)| team).collect()
    });
    if ended.is_empty() {
        log::warn!("HcclTeamDestroy: {address:#x} is no team, nothing is done");
    }
    ended.iter().try_for_each(|team| {
        let comm = registry::find(team.comm)?;
        memory::deregister(&comm, &format!("{SYNC_TAG}{}", team.name), team.sync_memory)?;
        team.windows.iter().try_for_each(|window| memory::deregister(&comm, &window.tag, window.memory))
    })
}

/// Ends all teams of a communicator.
pub(super) fn end(comm: u64) {
    let ended: Vec<Team> = with(|teams| {
        teams.made.retain(|(of, _), _| *of != comm);
        teams.by_address.extract_if(.., |_, team| team.comm == comm).map(|(_, team)| team).collect()
    });
    // Frees their memory without the lock.
    drop(ended);
}

/// Registers memory as a window of a world team of `comm`; answers its address.
pub fn register(comm: &Comm, world: u64, addr: u64, bytes: u64) -> Result<u64> {
    if addr.checked_add(bytes).is_none() {
        bail!(PARA, "{bytes} bytes at {addr:#x} wrap around the address space");
    }
    let block = Block::new(comm.device(), size_of::<HcommWindow>() as u64)?;
    with(|teams| {
        let team = match teams.by_address.get_mut(&world) {
            Some(team) if team.world.is_none() && team.comm == comm.handle() => team,
            Some(team) if team.world.is_some() => {
                bail!(PARA, "{world:#x} is a sub-team: windows belong to world teams")
            }
            Some(_) => bail!(PARA, "team {world:#x} is of another communicator"),
            None => bail!(PARA, "{world:#x} is no team"),
        };
        let inside = |window: &&Window| addr >= window.start && addr + bytes <= window.start + window.bytes;
        if let Some(window) = team.windows.iter().find(inside) {
            return Ok(window.block.at());
        }
        let tag = format!("{WINDOW_TAG}{}_{}", team.name, team.numbered);
        let memory = memory::register(comm, &tag, CommMemType::COMM_MEM_TYPE_DEVICE, addr, bytes)?;
        team.numbered += 1;
        let mut shown = HcommWindow::zeroed();
        shown.header = header(WINDOW_MAGIC, size_of::<HcommWindow>());
        shown.worldTeam = world as *mut u64;
        block.write(shown);
        let address = block.at();
        team.windows.push(Window {
            start: addr,
            bytes,
            tag,
            memory,
            block,
            mems: Vec::new(),
            arrays: Vec::new(),
        });
        Ok(address)
    })
}

/// Ends a window. Unknown ones are no error.
pub fn deregister(world: u64, window: u64) -> Result {
    let found = with(|teams| {
        let team = teams.by_address.get_mut(&world)?;
        let at = team.windows.iter().position(|other| other.block.at() == window)?;
        Some((team.comm, team.windows.remove(at)))
    });
    match found {
        Some((comm, window)) => memory::deregister(&*registry::find(comm)?, &window.tag, window.memory),
        None => {
            log::warn!(
                "HcclTeamWindowDeregister: {window:#x} is no window of team {world:#x}, nothing is done"
            );
            Ok(())
        }
    }
}

/// What connecting needs to know of a team.
struct Plan {
    ranks: Vec<u32>,
    own: usize,
    layer: u32,
    sync_tag: String,
    /// Members of the world team, and where this rank is among them.
    world: u64,
    world_ranks: Vec<u32>,
    /// Tag and memory of each window of the world team.
    windows: Vec<(String, u64)>,
    memory: Vec<u64>,
}

fn plan(comm: &Comm, address: u64) -> Result<Plan> {
    with(|teams| {
        let Some(team) = teams.by_address.get(&address) else {
            bail!(PTR, "{address:#x} is no team: pass a handle of HcclWorldTeamCreate or HcclSubTeamCreate")
        };
        if team.comm != comm.handle() {
            bail!(PARA, "team {address:#x} is of another communicator than {}", comm.name());
        }
        let world = team.world.unwrap_or(address);
        let of_world = teams.by_address.get(&world).ok_or_else(|| err!(PTR, "the world team is gone"))?;
        let bound = !of_world.windows.is_empty() && team.channels.iter().any(|channels| !channels.is_empty());
        if bound {
            bail!(PARA, "the windows of team {address:#x} are bound already: a team is connected once");
        }
        let windows: Vec<_> =
            of_world.windows.iter().map(|window| (window.tag.clone(), window.memory)).collect();
        let memory =
            std::iter::once(team.sync_memory).chain(windows.iter().map(|(_, memory)| *memory)).collect();
        Ok(Plan {
            ranks: team.ranks.clone(),
            own: team.own,
            layer: team.shown.netLayer,
            sync_tag: format!("{SYNC_TAG}{}", team.name),
            world,
            world_ranks: of_world.ranks.clone(),
            windows,
            memory,
        })
    })
}

/// Connects the members of a team with `count` channels each. Collective.
pub fn connect(comm: &Comm, address: u64, engine: CommEngine, notifies: u32, count: u32) -> Result {
    let plan = plan(comm, address)?;
    let mut wishes = Vec::new();
    for (id, &rank) in plan.ranks.iter().enumerate() {
        if id == plan.own {
            continue;
        }
        let (links, num) = comm.graph().links(plan.layer, comm.rank(), rank)?;
        if num == 0 {
            bail!(NOT_FOUND, "layer {} has no link from rank {} to rank {rank}", plan.layer, comm.rank());
        }
        // SAFETY: the graph answers the address of `num` links that live as long as it.
        let link = unsafe { &*links };
        // SAFETY: the graph sets this member of the union.
        let protocol = unsafe { link.linkAttr.anon_0.linkProtocol };
        let Some(protocol) = protocol.known() else { bail!(INTERNAL, "a link has an unknown protocol") };
        let protocol: CommProtocol = protocol;
        let wish = Wish {
            remote: rank,
            protocol,
            endpoints: Wish::endpoint_bytes(&link.srcEndpointDesc, &link.dstEndpointDesc),
            notifies,
            memory: plan.memory.clone(),
            host: Wish::at_host(&link.srcEndpointDesc, &link.dstEndpointDesc),
            queue: String::new(),
        };
        wishes.extend(std::iter::repeat_n(wish, count as usize));
    }
    let handles = channels::acquire(comm, engine, &wishes)?;
    let entities =
        handles.iter().map(|&handle| entity::of(comm, handle, engine)).collect::<Result<Vec<u64>>>()?;
    // Memory of the members: for synchronising by member of this team, windows by member of the world team.
    let mut sync = vec![CommMem::zeroed(); plan.ranks.len()];
    let mut windows = vec![vec![CommMem::zeroed(); plan.world_ranks.len()]; plan.windows.len()];
    let mut of_member = vec![Vec::new(); plan.ranks.len()];
    let peers = (0..plan.ranks.len()).filter(|&id| id != plan.own);
    for ((id, handles), entities) in
        peers.zip(handles.chunks(count as usize)).zip(entities.chunks(count as usize))
    {
        let rank = plan.ranks[id];
        let theirs = channels::ends(comm, handles[0])?.remote_memory;
        let find = |tag: &str| theirs.iter().find(|range| range.tag == tag);
        let Some(range) = find(&plan.sync_tag) else {
            bail!(
                PARA,
                "rank {rank} has no team like {address:#x} of rank {}: all members make the team of the same ranks in \
                 the same order",
                comm.rank()
            )
        };
        sync[id] = device_memory(range.addr, range.size);
        let world_id = plan.world_ranks.iter().position(|&other| other == rank).unwrap_or(id);
        for ((tag, _), mems) in plan.windows.iter().zip(&mut windows) {
            let Some(range) = find(tag) else {
                bail!(
                    PARA,
                    "rank {rank} has registered fewer windows than rank {}: register as many in the same order on all \
                     members",
                    comm.rank()
                )
            };
            mems[world_id] = device_memory(range.addr, range.size);
        }
        of_member[id] = entities.to_vec();
    }
    show(comm, address, &plan, engine, of_member, sync, windows)
}

/// Writes what kernels read.
fn show(
    comm: &Comm,
    address: u64,
    plan: &Plan,
    engine: CommEngine,
    of_member: Vec<Vec<u64>>,
    mut sync: Vec<CommMem>,
    windows: Vec<Vec<CommMem>>,
) -> Result {
    let device = comm.device();
    with(|teams| {
        if let Some(world) = teams.by_address.get_mut(&plan.world) {
            let own = world.own;
            for ((tag, _), mems) in plan.windows.iter().zip(windows) {
                let Some(window) = world.windows.iter_mut().find(|window| window.tag == *tag) else {
                    continue;
                };
                window.mems.resize(mems.len(), CommMem::zeroed());
                window.mems[own] = device_memory(window.start, window.bytes);
                for (to, from) in window.mems.iter_mut().zip(mems).filter(|(_, from)| !from.addr.is_null()) {
                    *to = from;
                }
                let array = Block::of(device, &window.mems)?;
                let mut shown = HcommWindow::zeroed();
                shown.header = header(WINDOW_MAGIC, size_of::<HcommWindow>());
                shown.worldTeam = plan.world as *mut u64;
                shown.memsNum = window.mems.len() as u32;
                shown.mems = array.at() as *mut CommMem;
                window.block.write(shown);
                window.arrays.push(array);
            }
        }
        let Some(team) = teams.by_address.get_mut(&address) else {
            bail!(PTR, "team {address:#x} was destroyed while it was connected")
        };
        for (all, new) in team.channels.iter_mut().zip(of_member) {
            all.extend(new);
        }
        let entities: Vec<ChannelEntity> =
            team.channels.iter().flatten().filter_map(|&at| entity::description(at)).collect();
        let counts: Vec<u32> = team.channels.iter().map(|channels| channels.len() as u32).collect();
        let bytes = team.shown.syncMem.syncMemSize;
        sync[team.own] = device_memory(team.sync.at(), bytes);
        let blocks = [
            Block::of(device, &entities)?,
            Block::of(device, &counts)?,
            Block::of(device, &sync)?,
            Block::new(device, bytes)?,
        ];
        let shown = &mut team.shown;
        shown.engine = engine.abi();
        shown.channelsBaseAddr = blocks[0].at();
        shown.channelNumPerMember = blocks[1].at() as *mut u32;
        shown.syncMem.remoteMems = blocks[2].at() as *mut CommMem;
        shown.syncMem.remoteMemsNum = sync.len() as u32;
        shown.syncMem.shadowMem = device_memory(blocks[3].at(), bytes);
        team.block.write(team.shown);
        team.arrays.extend(blocks);
        Ok(())
    })
}

/// Number of teams and of windows of the process.
pub fn live() -> (usize, usize) {
    with(|teams| (teams.by_address.len(), teams.by_address.values().map(|team| team.windows.len()).sum()))
}
