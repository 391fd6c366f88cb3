//! Teams, their windows and synchronisation memory, and the descriptions of channels that kernels read.

use std::ptr::{dangling_mut, null, null_mut};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hcomm::capi::hccl_channel::*;
use hcomm::capi::hccl_team::*;
use hcomm_abi::*;

use super::ranks::{self, Rank, hccl::*};
use super::*;

const AIV: CommEngine = CommEngine::COMM_ENGINE_AIV;

fn team_desc(ranks: &[u32], own: u32) -> HcclTeamCreateDesc {
    let mut desc = HcclTeamCreateDesc::zeroed();
    desc.rankIds = ranks.as_ptr();
    desc.rankNum = ranks.len() as u32;
    desc.selfRankId = own;
    desc.requirement.barrierCount = 3;
    desc
}

fn world(comm: HcclComm, ranks: &[u32], own: u32) -> Result<HcommTeamHandle, i32> {
    let mut team = null_mut();
    // SAFETY: live arguments.
    match code(unsafe { HcclWorldTeamCreate(comm, &team_desc(ranks, own), &mut team) }) {
        0 => Ok(team),
        error => Err(error),
    }
}

fn sub(of: HcommTeamHandle, ranks: &[u32], own: u32) -> Result<HcommTeamHandle, i32> {
    let mut team = null_mut();
    // SAFETY: live arguments.
    match code(unsafe { HcclSubTeamCreate(of, &team_desc(ranks, own), &mut team) }) {
        0 => Ok(team),
        error => Err(error),
    }
}

fn window(comm: HcclComm, team: HcommTeamHandle, addr: *mut u8, size: u64) -> Result<HcommWindowHandle, i32> {
    let mem = CommMem { r#type: CommMemType::COMM_MEM_TYPE_DEVICE.abi(), addr: addr.cast(), size };
    let mut window = null_mut();
    // SAFETY: live arguments.
    match code(unsafe { HcclTeamWindowRegister(comm, team, &mem, &mut window, 0) }) {
        0 => Ok(window),
        error => Err(error),
    }
}

fn connect(comm: HcclComm, team: HcommTeamHandle, engine: CommEngine, count: u32) -> i32 {
    let mut desc = HcclTeamCreateChannelsDesc::zeroed();
    desc.engine = engine.abi();
    desc.notifyNum = 2;
    desc.channelCnt = count;
    // SAFETY: live arguments.
    code(unsafe { HcclTeamChannelsCreate(comm, team, &desc) })
}

/// What a kernel finds in a team.
struct Seen {
    team: HcommTeam,
    counts: Vec<u32>,
    ids: Vec<u32>,
    entities: Vec<ChannelEntity>,
    sync: Vec<CommMem>,
}

fn look(team: HcommTeamHandle) -> Seen {
    // SAFETY: the handle is the address of a team, whose arrays have the lengths that it names.
    unsafe {
        let team = *team.cast::<HcommTeam>();
        let n = team.memberNum as usize;
        let list = |at: *const u32| match at.is_null() {
            true => Vec::new(),
            false => std::slice::from_raw_parts(at, n).to_vec(),
        };
        let (counts, ids) = (list(team.channelNumPerMember), list(team.worldTeamIds));
        let channels = counts.iter().sum::<u32>() as usize;
        let entities = match channels {
            0 => Vec::new(),
            _ => std::slice::from_raw_parts(team.channelsBaseAddr as *const ChannelEntity, channels).to_vec(),
        };
        let sync = match team.syncMem.remoteMems.is_null() {
            true => Vec::new(),
            false => std::slice::from_raw_parts(team.syncMem.remoteMems, team.syncMem.remoteMemsNum as usize)
                .to_vec(),
        };
        Seen { team, counts, ids, entities, sync }
    }
}

fn mems(window: HcommWindowHandle) -> Vec<CommMem> {
    // SAFETY: the handle is the address of a window, whose array has the length that it names.
    unsafe {
        let window = *window.cast::<HcommWindow>();
        assert_eq!((window.header.magicWord, window.header.size), (0x0f0f_0f21, 72));
        std::slice::from_raw_parts(window.mems, window.memsNum as usize).to_vec()
    }
}

/// What a kernel of a team does: writes its number to every member's window, meets the others at barrier `index` of the
/// synchronisation memory, and checks what came. Nothing but loads and stores.
fn kernel(team: HcommTeamHandle, window: HcommWindowHandle, index: u64, round: u64) {
    let seen = look(team);
    let (own, members) = (seen.team.selfMemberId as usize, seen.team.memberNum as usize);
    let mems = mems(window);
    for id in &seen.ids {
        let to = mems[*id as usize].addr.cast::<u64>();
        // SAFETY: a member's window, each member at its own place.
        unsafe { (*to.add(own).cast::<AtomicU64>()).store(round * 1000 + own as u64, Ordering::Relaxed) };
    }
    let slot = |mem: &CommMem, member: usize| {
        // SAFETY: the synchronisation memory holds 8 bytes for each barrier and member.
        unsafe { &*mem.addr.cast::<AtomicU64>().add(index as usize * members + member) }
    };
    for mem in &seen.sync {
        slot(mem, own).store(round, Ordering::Release);
    }
    let until = Instant::now() + ranks::LONG;
    for member in 0..members {
        while slot(&seen.sync[own], member).load(Ordering::Acquire) < round {
            assert!(Instant::now() < until, "member {member} did not come");
            std::thread::sleep(Duration::from_micros(100));
        }
    }
    let mine = mems[seen.ids[own] as usize].addr.cast::<u64>();
    for member in 0..members {
        // SAFETY: the own window.
        let came = unsafe { (*mine.add(member).cast::<AtomicU64>()).load(Ordering::Relaxed) };
        // A faster member may be a round further already.
        assert!(came >= round * 1000 + member as u64 && came % 1000 == member as u64, "{came}");
    }
}

/// Stores through a channel's description into the peer's memory, and records its notify 1, by hand.
fn poke(entity: &ChannelEntity, value: u32) {
    assert_eq!((entity.abiHeader.size, entity.localNotifyNum, entity.remoteNotifyNum), (256, 2, 2));
    // SAFETY: arrays of the lengths that the description names; memory of the peer, exchange buffer first.
    unsafe {
        let buffer = *entity.remoteBufferAddr;
        assert_eq!(buffer.r#type.raw(), 0);
        let (addr, size) = (buffer.bufferInfo.ipc.addr, buffer.bufferInfo.ipc.size);
        (*(addr as *const AtomicU32)).store(value, Ordering::Relaxed);
        (*((addr + size - 4) as *const AtomicU32)).store(value + 1, Ordering::Relaxed);
        let notify = *entity.remoteNotifyAddr.add(1);
        assert_eq!(notify.r#type.raw(), 1);
        (*(notify.notifyInfo.ipcMem.addr as *const AtomicU32)).store(1, Ordering::Release);
    }
}

fn await_poke(entity: &ChannelEntity, value: u32) {
    // SAFETY: as in `poke`.
    unsafe {
        let notify = (*entity.localNotifyAddr.add(1)).notifyInfo.ipcMem.addr as *const AtomicU32;
        let until = Instant::now() + ranks::LONG;
        while (*notify).swap(0, Ordering::Acquire) == 0 {
            assert!(Instant::now() < until, "the peer recorded nothing");
            std::thread::sleep(Duration::from_micros(100));
        }
        let buffer = (*entity.localBufferAddr).bufferInfo.ipc;
        assert_eq!((*(buffer.addr as *const AtomicU32)).load(Ordering::Relaxed), value);
        assert_eq!(
            (*((buffer.addr + buffer.size - 4) as *const AtomicU32)).load(Ordering::Relaxed),
            value + 1
        );
    }
}

/// The whole life of a world team and its sub-teams with the engine.
fn life(rank: &Rank, engine: CommEngine) {
    let comm = init(rank, "root");
    let size = rank.size;
    // Members in another order than the ranks.
    let all: Vec<u32> = (0..size).rev().collect();
    let team = world(comm, &all, rank.rank).unwrap();
    let seen = look(team);
    assert_eq!((seen.team.header.magicWord, seen.team.header.size), (0x0f0f_0f20, 200));
    assert_eq!((seen.team.memberNum, seen.team.selfMemberId), (size, size - 1 - rank.rank));
    assert_eq!(seen.team.syncMem.syncMemSize, 3 * 8 * u64::from(size));
    assert_eq!(seen.team.syncMem.syncMemReq.barrierCount, 3);
    assert_eq!(seen.ids, (0..size).collect::<Vec<_>>());
    assert!(seen.counts.is_empty() && seen.sync.is_empty());
    // A window of plain memory, and one of physical memory that is mapped.
    let memory = [device_memory(rank.rank, 4096), physical(2 << 20)];
    let windows = memory.map(|memory| window(comm, team, memory, 4096).unwrap());
    // SAFETY: inside the memory.
    assert_eq!(window(comm, team, unsafe { memory[0].add(64) }, 64), Ok(windows[0]));
    assert_ne!(windows[0], windows[1]);
    let evens: Vec<u32> = (0..size).filter(|rank| rank % 2 == 0).collect();
    let half =
        (rank.rank.is_multiple_of(2) && evens.len() > 1).then(|| sub(team, &evens, rank.rank).unwrap());
    assert_eq!(connect(comm, team, engine, 2), 0);
    let seen = look(team);
    assert_eq!(seen.team.engine.raw(), engine as i32);
    let own = seen.team.selfMemberId as usize;
    for (id, &count) in seen.counts.iter().enumerate() {
        assert_eq!(count, if id == own { 0 } else { 2 });
    }
    assert_eq!(seen.entities.len(), 2 * (size as usize - 1));
    assert_eq!(seen.team.syncMem.shadowMem.size, 3 * 8 * u64::from(size));
    for entity in &seen.entities {
        assert_eq!(entity.engine.raw(), engine as i32);
        // The exchange buffer, the synchronisation memory and two windows.
        assert!(entity.remoteBufferNum >= 4 && entity.localBufferNum >= 4);
    }
    for (round, window) in windows.iter().enumerate() {
        kernel(team, *window, round as u64, 1);
        kernel(team, *window, round as u64, 2);
    }
    // Second channel to each member.
    let peers: Vec<u32> = all.iter().copied().filter(|&other| other != rank.rank).collect();
    if size == 2 {
        poke(&seen.entities[1], 50 + rank.rank);
        await_poke(&seen.entities[1], 50 + 1 - rank.rank);
    }
    if let Some(half) = half {
        assert_eq!(connect(comm, half, engine, 1), 0);
        let ids: Vec<u32> = evens.iter().map(|rank| size - 1 - rank).collect();
        assert_eq!(look(half).ids, ids);
        assert_eq!(look(half).counts.iter().sum::<u32>() as usize, evens.len() - 1);
        kernel(half, windows[0], 0, 3);
    }
    rank.meet("used");
    assert_eq!(connect(comm, team, engine, 1), 1);
    // SAFETY: handles are checked.
    unsafe {
        assert_eq!(code(HcclTeamWindowDeregister(team, windows[0])), 0);
        assert_eq!(code(HcclTeamWindowDeregister(team, windows[0])), 0);
        assert_eq!(code(HcclTeamWindowDeregister(dangling_mut(), windows[1])), 0);
    }
    // One rank ends its team itself, for the others the communicator does.
    if rank.rank == 0 {
        // SAFETY: handles are checked.
        unsafe {
            assert_eq!(code(HcclTeamDestroy(team)), 0);
            assert_eq!(code(HcclTeamDestroy(team)), 0);
        }
        assert_eq!(connect(comm, team, engine, 1), 2);
        if let Some(half) = half {
            assert_eq!(connect(comm, half, engine, 1), 2);
        }
    }
    rank.meet("end");
    assert_eq!(peers.len() + 1, size as usize);
    destroy(comm);
    rank.meet("destroyed");
    assert_eq!(hcomm::control::team::live(), (0, 0));
    assert_eq!(hcomm::control::entity::live(), 0);
    free(memory[1]);
}

#[test]
fn teams_of_threads_share_windows_and_barriers() {
    let name = "teams::teams_of_threads_share_windows_and_barriers";
    ranks::processes(name, 1, &[], |_| ranks::threads(5, |rank| life(rank, AIV))).finish_with_killed(&[]);
}

#[test]
fn teams_of_processes_share_windows_and_barriers() {
    let name = "teams::teams_of_processes_share_windows_and_barriers";
    ranks::processes(name, 2, &[], |rank| life(rank, AIV)).finish_with_killed(&[]);
}

#[test]
fn teams_of_the_aicpu_have_channel_entities_too() {
    let name = "teams::teams_of_the_aicpu_have_channel_entities_too";
    ranks::processes(name, 4, &[], |rank| life(rank, AICPU_TS)).finish_with_killed(&[]);
}

#[test]
fn bad_teams_are_refused() {
    ranks::threads(3, |rank| {
        let comm = init(rank, "bad teams");
        let own = rank.rank;
        let mut team: HcommTeamHandle = null_mut();
        let good = team_desc(&[0, 1, 2], own);
        // SAFETY: arguments are live or NULL.
        unsafe {
            assert_eq!(code(HcclWorldTeamCreate(null_mut(), &good, &mut team)), 2);
            assert_eq!(code(HcclWorldTeamCreate(comm, null(), &mut team)), 2);
            assert_eq!(code(HcclWorldTeamCreate(comm, &good, null_mut())), 2);
            let mut desc = good;
            desc.rankIds = null();
            assert_eq!(code(HcclWorldTeamCreate(comm, &desc, &mut team)), 2);
            for change in [
                |desc: &mut HcclTeamCreateDesc| desc.rankNum = 0,
                |desc: &mut HcclTeamCreateDesc| desc.rankNum = 1,
                |desc: &mut HcclTeamCreateDesc| desc.requirement.signalCount = 1,
                |desc: &mut HcclTeamCreateDesc| desc.requirement.counterCount = 1,
                |desc: &mut HcclTeamCreateDesc| desc.requirement.barrierCount = 0,
            ] {
                let mut desc = good;
                change(&mut desc);
                assert_eq!(code(HcclWorldTeamCreate(comm, &desc, &mut team)), 1);
            }
        }
        assert!(team.is_null());
        assert_eq!(world(comm, &[0, 1, 2, 3], own), Err(1));
        assert_eq!(world(comm, &[(own + 1) % 3, (own + 2) % 3], own), Err(6));
        // Ranks are not looked at before they are connected.
        let odd = world(comm, &[own, 77], own).unwrap();
        assert_eq!(connect(comm, odd, AIV, 1), 1);
        let team = world(comm, &[0, 1], own % 2);
        let team = if own < 2 { team.unwrap() } else { world(comm, &[2, 1], own).unwrap() };
        let member = (own + 1) % 2;
        if own < 2 {
            assert_eq!(sub(team, &[own, 2], own), Err(1));
            assert_eq!(sub(team, &[member, 2], own), Err(6));
            assert_eq!(sub(dangling_mut(), &[0, 1], own), Err(1));
            let part = sub(team, &[0, 1], own).unwrap();
            assert_eq!(sub(part, &[0, 1], own), Err(1));
            let memory = device_memory(own, 64);
            assert_eq!(window(comm, part, memory, 64), Err(1));
            assert_eq!(window(comm, dangling_mut(), memory, 64), Err(1));
            assert_eq!(window(comm, team, null_mut(), 64), Err(2));
            assert_eq!(window(comm, team, memory, 0), Err(1));
            let mut out = null_mut();
            let mut mem =
                CommMem { r#type: CommMemType::COMM_MEM_TYPE_HOST.abi(), addr: memory.cast(), size: 64 };
            // SAFETY: arguments are live or NULL.
            unsafe {
                assert_eq!(code(HcclTeamWindowRegister(comm, team, &mem, &mut out, 0)), 1);
                mem.r#type = CommMemType::COMM_MEM_TYPE_DEVICE.abi();
                assert_eq!(code(HcclTeamWindowRegister(comm, team, &mem, &mut out, 1)), 1);
                assert_eq!(code(HcclTeamWindowRegister(null_mut(), team, &mem, &mut out, 0)), 2);
                assert_eq!(code(HcclTeamWindowRegister(comm, null_mut(), &mem, &mut out, 0)), 2);
                assert_eq!(code(HcclTeamWindowRegister(comm, team, null(), &mut out, 0)), 2);
                assert_eq!(code(HcclTeamWindowRegister(comm, team, &mem, null_mut(), 0)), 2);
                assert_eq!(code(HcclTeamWindowDeregister(null_mut(), dangling_mut())), 2);
                assert_eq!(code(HcclTeamWindowDeregister(team, null_mut())), 2);
                assert_eq!(code(HcclTeamDestroy(null_mut())), 2);
                assert_eq!(code(HcclTeamChannelsCreate(comm, team, null())), 2);
            }
            assert_eq!(connect(comm, team, AIV, 0), 1);
            assert_eq!(connect(comm, dangling_mut(), AIV, 1), 2);
            assert_eq!(connect(comm, team, CommEngine::COMM_ENGINE_RESERVED, 1), 1);
            let mut far = team_desc(&[0, 1], own);
            far.netLayer = 2;
            let mut handle = null_mut();
            // SAFETY: live arguments.
            assert_eq!(code(unsafe { HcclWorldTeamCreate(comm, &far, &mut handle) }), 0);
            assert_eq!(connect(comm, handle, AIV, 1), 1);
            // One window more than the peer.
            if own == 0 {
                window(comm, team, memory, 64).unwrap();
            }
            rank.put(&format!("ready.{own}"), b"");
            rank.get(&format!("ready.{member}"));
            assert_eq!(connect(comm, team, AIV, 1), if own == 0 { 1 } else { 0 });
        }
        rank.meet("end");
        destroy(comm);
    });
}

#[test]
fn a_channel_of_the_aiv_is_the_address_of_its_description() {
    ranks::threads(2, |rank| {
        let comm = init(rank, "aiv");
        let descs = [desc(1 - rank.rank, UB_CTP, 2)];
        let channel = acquire(comm, AIV, &descs).unwrap()[0];
        assert_eq!(acquire(comm, AIV, &descs), Ok(vec![channel]));
        let mut queried = 0;
        // SAFETY: live arguments.
        assert_eq!(code(unsafe { HcclChannelQuery(comm, AIV.abi(), &descs[0], 1, &mut queried) }), 0);
        assert_eq!(queried, channel);
        // SAFETY: a channel of the AIV is the address of its description.
        let entity = unsafe { *(channel as *const ChannelEntity) };
        assert_eq!((entity.engine.raw(), entity.protocol.raw()), (AIV as i32, UB_CTP as i32));
        assert_eq!((entity.localBufferNum, entity.remoteBufferNum), (1, 1));
        let (mut buffer, mut size) = (null_mut(), 0);
        // SAFETY: live arguments; the description has one buffer of the peer.
        unsafe {
            assert_eq!(code(HcclChannelGetHcclBuffer(comm, channel, &mut buffer, &mut size)), 0);
            let remote = (*entity.remoteBufferAddr).bufferInfo.ipc;
            assert_eq!((remote.addr, remote.size), (buffer as u64, size));
        }
        poke(&entity, 7 + rank.rank);
        await_poke(&entity, 8 - rank.rank);
        rank.meet("end");
        destroy(comm);
    });
}
