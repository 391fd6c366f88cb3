//! Channels of the base layer, which find their other ends by address, port and name.

use std::ffi::{CString, c_void};
use std::mem::MaybeUninit;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::ptr::{null, null_mut};
use std::time::{Duration, Instant};

use hcomm::capi::hcomm_channel::*;
use hcomm::capi::hcomm_primitives::*;
use hcomm::capi::hcomm_res::*;
use hcomm_abi::*;

use super::ranks::hccl::*;
use super::ranks::{self, Rank};
use super::{AICPU_TS, UB_CTP};

const READY: i32 = 0;
const CONNECTING: i32 = 1;
const FAILED: i32 = 2;
const TIMEOUT: i32 = 3;
const CPU: CommEngine = CommEngine::COMM_ENGINE_CPU;
const ROCE: CommProtocol = CommProtocol::COMM_PROTOCOL_ROCE;

/// Address of an endpoint.
#[derive(Clone, Copy)]
enum At {
    Eid(u64),
    Id(u32),
    V4(Ipv4Addr),
    V6(Ipv6Addr),
}

fn description(protocol: CommProtocol, host: bool, at: At) -> EndpointDesc {
    let mut description = EndpointDesc::zeroed();
    // SAFETY: all members are integers, `MaybeUninit` and unions of those: any bits are a value.
    unsafe { (&raw mut description).cast::<u8>().write_bytes(0xff, size_of::<EndpointDesc>()) };
    description.protocol = protocol.abi();
    description.loc.locType = if host {
        EndpointLocType::ENDPOINT_LOC_TYPE_HOST.abi()
    } else {
        EndpointLocType::ENDPOINT_LOC_TYPE_DEVICE.abi()
    };
    let mut raws = [0xff; 36];
    let kind = match at {
        At::Eid(number) => {
            raws[..8].copy_from_slice(b"\xfdhcomm-t");
            raws[8..16].copy_from_slice(&number.to_be_bytes());
            CommAddrType::COMM_ADDR_TYPE_EID
        }
        At::Id(id) => {
            raws[..4].copy_from_slice(&id.to_ne_bytes());
            CommAddrType::COMM_ADDR_TYPE_ID
        }
        At::V4(ip) => {
            raws[..4].copy_from_slice(&ip.octets());
            CommAddrType::COMM_ADDR_TYPE_IP_V4
        }
        At::V6(ip) => {
            raws[..16].copy_from_slice(&ip.octets());
            CommAddrType::COMM_ADDR_TYPE_IP_V6
        }
    };
    description.commAddr.r#type = kind.abi();
    description.commAddr.anon_0.raws = raws;
    description
}

fn endpoint(description: &EndpointDesc) -> EndpointHandle {
    let mut handle = null_mut();
    // SAFETY: live arguments.
    assert_eq!(unsafe { HcommEndpointCreate(description, &mut handle) }, 0);
    handle
}

fn channel_desc(remote: &EndpointDesc, notifies: u32) -> HcommChannelDesc {
    let mut desc = MaybeUninit::<HcommChannelDesc>::uninit();
    // SAFETY: all members are integers, pointers, `MaybeUninit` and unions of those: any bits are a value.
    let mut desc = unsafe {
        desc.as_mut_ptr().cast::<u8>().write_bytes(0xff, size_of::<HcommChannelDesc>());
        desc.assume_init()
    };
    desc.header = CommAbiHeader {
        version: HCOMM_CHANNEL_VERSION,
        magicWord: HCOMM_CHANNEL_MAGIC_WORD,
        size: size_of::<HcommChannelDesc>() as u32,
        reserved: 0,
    };
    desc.remoteEndpoint = *remote;
    desc.notifyNum = notifies;
    desc.exchangeAllMems = MaybeUninit::new(false);
    desc.memHandles = null_mut();
    desc.memHandleNum = 0;
    desc.socket = null_mut();
    desc.port = 0;
    desc.channelName = null();
    desc
}

fn create(
    endpoint: EndpointHandle,
    engine: CommEngine,
    descs: &mut [HcommChannelDesc],
) -> Result<Vec<u64>, i32> {
    let mut handles = vec![0; descs.len()];
    // SAFETY: arrays of this length.
    let result = unsafe {
        HcommChannelCreate(
            endpoint,
            engine.abi(),
            descs.as_mut_ptr(),
            descs.len() as u32,
            handles.as_mut_ptr(),
        )
    };
    if result == 0 { Ok(handles) } else { Err(result) }
}

/// Short enough for a test that fails, long enough for a busy machine.
const PATIENCE: (&str, &str) = ("HCOMM_TEST_CONNECT_TIMEOUT_MS", "30000");

fn status(channel: u64) -> i32 {
    let mut status = -1;
    // SAFETY: one channel.
    assert_eq!(unsafe { HcommChannelGetStatus(&channel, 1, &mut status) }, 0);
    status
}

/// The state of a channel when it is no longer connecting.
fn settled(channel: u64) -> i32 {
    let until = Instant::now() + ranks::LONG;
    loop {
        match status(channel) {
            CONNECTING => assert!(Instant::now() < until, "still connecting"),
            other => return other,
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn register(
    endpoint: EndpointHandle,
    kind: CommMemType,
    addr: *mut u8,
    size: u64,
) -> Result<HcommMemHandle, i32> {
    let mem = CommMem { r#type: kind.abi(), addr: addr.cast(), size };
    let mut handle = null_mut();
    // SAFETY: live arguments.
    match unsafe { HcommMemReg(endpoint, c"m".as_ptr(), &mem, &mut handle) } {
        0 => Ok(handle),
        error => Err(error),
    }
}

fn thread(engine: CommEngine) -> u64 {
    let mut handle = 0;
    // SAFETY: live arguments.
    assert_eq!(unsafe { HcommThreadAlloc(engine.abi(), 1, &1, &mut handle) }, 0);
    handle
}

fn export(endpoint: EndpointHandle, memory: HcommMemHandle) -> Vec<u8> {
    let (mut blob, mut len) = (null_mut(), 0);
    // SAFETY: live arguments; the bytes live until the memory is exported again.
    unsafe {
        assert_eq!(HcommMemExport(endpoint, memory, &mut blob, &mut len), 0);
        assert!(len <= 504, "{len}");
        std::slice::from_raw_parts(blob.cast::<u8>(), len as usize).to_vec()
    }
}

fn import(endpoint: EndpointHandle, blob: &[u8]) -> *mut u8 {
    let mut seen = CommMem { r#type: CommMemType::COMM_MEM_TYPE_INVALID.abi(), addr: null_mut(), size: 0 };
    // SAFETY: live arguments.
    assert_eq!(unsafe { HcommMemImport(endpoint, blob.as_ptr().cast(), blob.len() as u32, &mut seen) }, 0);
    seen.addr.cast()
}

/// Two ranks connect a channel; each writes into the other's memory, reads it back, and tells by a notify.
fn exchange(
    rank: &Rank,
    protocol: CommProtocol,
    host: bool,
    at: [At; 2],
    engine: CommEngine,
    malloc: bool,
    name: &str,
) {
    set_device(rank.rank);
    let peer = 1 - rank.rank;
    let own = description(protocol, host, at[rank.rank as usize]);
    let other = description(protocol, host, at[peer as usize]);
    let endpoint = endpoint(&own);
    let mut heap = vec![0u8; 8192];
    let (kind, memory) = if malloc {
        (CommMemType::COMM_MEM_TYPE_HOST, heap.as_mut_ptr())
    } else {
        (CommMemType::COMM_MEM_TYPE_DEVICE, super::device_memory(rank.rank, 8192))
    };
    let handle = register(endpoint, kind, memory, 8192).unwrap();
    let key = |what: &str, of: u32| format!("{name}.{what}.{of}");
    rank.put(&key("blob", rank.rank), &export(endpoint, handle));
    let c_name = CString::new(name).unwrap();
    let mut desc = channel_desc(&other, 2);
    desc.channelName = c_name.as_ptr();
    // One side offers everything, the other what it names.
    let mut handles = [handle];
    desc.exchangeAllMems = MaybeUninit::new(rank.rank == 0);
    desc.memHandles = handles.as_mut_ptr();
    desc.memHandleNum = 1;
    let channel = create(endpoint, engine, &mut [desc]).unwrap()[0];
    assert_eq!(settled(channel), READY);
    let remote = import(endpoint, &rank.get(&key("blob", peer)));
    let thread = thread(if engine == CPU { CommEngine::COMM_ENGINE_CPU } else { AICPU_TS });
    let local = super::device_memory(rank.rank, 4096);
    // SAFETY: live memory on both sides; handles are checked; the peer's notify comes behind its write.
    unsafe {
        for at in 0..4096 {
            local.add(at).write((at as u32 * (rank.rank + 3)) as u8);
        }
        assert_eq!(HcommWriteOnThread(thread, channel, remote.cast(), local.cast(), 4096), 0);
        assert_eq!(HcommChannelNotifyRecordOnThread(thread, channel, 1), 0);
        assert_eq!(HcommChannelNotifyWaitOnThread(thread, channel, 1, 60), 0);
        assert_eq!(HcommReadOnThread(thread, channel, local.cast(), remote.cast::<c_void>(), 4096), 0);
        if let Err(error) = hcomm::data::thread::sync(thread, Some(ranks::LONG)) {
            panic!("{error}");
        }
        for at in 0..4096usize {
            assert_eq!(memory.add(at).read_volatile(), (at as u32 * (peer + 3)) as u8, "{name}: byte {at}");
            assert_eq!(
                local.add(at).read(),
                (at as u32 * (rank.rank + 3)) as u8,
                "{name}: byte {at} read back"
            );
        }
        // What the peer did not offer cannot be reached.
        let outside = remote.add(8192).cast();
        assert_ne!(HcommWriteOnThread(thread, channel, outside, local.cast(), 64), 0);
    }
    rank.meet(&format!("{name} done"));
    // SAFETY: live arguments.
    unsafe {
        assert_eq!(HcommThreadFree(&thread, 1), 0);
        assert_eq!(HcommChannelDestroy(&channel, 1), 0);
        assert_eq!(HcommChannelDestroy(&channel, 1), 6);
        assert_eq!(HcommMemUnreg(endpoint, handle), 0);
        assert_eq!(HcommEndpointDestroy(endpoint), 0);
    }
}

/// A number that tells test `test` of this run of the program from all others of the machine.
fn unique(test: u32) -> u32 {
    let job = std::env::var("HCOMM_UT_RANK").unwrap_or_default();
    let pid = job.split("hcomm-ut-").nth(1).and_then(|name| name.split('-').next()?.parse().ok());
    pid.unwrap_or_else(std::process::id) * 32 + test * 2
}

fn eids(test: u32) -> [At; 2] {
    [0, 1].map(|rank| At::Eid(u64::from(unique(test) + rank)))
}

fn all_near(rank: &Rank, test: u32) {
    let eids = eids(test);
    let ids = [0, 1].map(|rank| At::Id(unique(test) + rank));
    exchange(rank, UB_CTP, false, eids, AICPU_TS, false, "ub");
    exchange(rank, CommProtocol::COMM_PROTOCOL_HCCS, false, ids, AICPU_TS, false, "hccs");
    exchange(rank, UB_CTP, false, eids, CPU, false, "ub cpu");
    exchange(rank, UB_CTP, false, eids, AICPU_TS, true, "ub malloc");
}

/// Everything that goes over the network also inside a host. The names tell tests apart, the addresses cannot.
fn all_network(rank: &Rank, test: u32) {
    let v4 = [At::V4(Ipv4Addr::LOCALHOST); 2];
    let v6 = [At::V6(Ipv6Addr::LOCALHOST); 2];
    let name = |what: &str| format!("{what} {}", unique(test));
    exchange(rank, ROCE, true, v4, CPU, false, &name("roce"));
    exchange(rank, ROCE, true, v6, CPU, true, &name("roce v6"));
    exchange(rank, ROCE, false, v4, AICPU_TS, false, &name("device roce"));
    exchange(rank, CommProtocol::COMM_PROTOCOL_UBOE, false, eids(test), AICPU_TS, false, "uboe");
    exchange(rank, UB_CTP, true, eids(test), CPU, false, "host ub");
}

#[test]
fn network_protocols_connect_processes_and_threads() {
    let name = "base_channels::network_protocols_connect_processes_and_threads";
    ranks::processes(name, 2, &[PATIENCE], |rank| all_network(rank, 15)).finish_with_killed(&[]);
    ranks::threads(2, |rank| all_network(rank, 13));
}

#[test]
fn device_protocols_connect_threads() {
    ranks::threads(2, |rank| all_near(rank, 0));
}

#[test]
fn device_protocols_connect_processes() {
    let name = "base_channels::device_protocols_connect_processes";
    ranks::processes(name, 2, &[PATIENCE], |rank| all_near(rank, 1)).finish_with_killed(&[]);
}

#[test]
fn many_channels_of_one_name_pair_in_order() {
    let body = |rank: &Rank, test: u32| {
        set_device(rank.rank);
        let own = description(UB_CTP, false, eids(test)[rank.rank as usize]);
        let other = description(UB_CTP, false, eids(test)[1 - rank.rank as usize]);
        let endpoint = endpoint(&own);
        // The n-th has n notifies on both sides, so only the right pairs connect.
        let mut descs: Vec<_> = (1..20).map(|notifies| channel_desc(&other, notifies)).collect();
        let channels = create(endpoint, AICPU_TS, &mut descs).unwrap();
        for &channel in &channels {
            assert_eq!(settled(channel), READY);
        }
        rank.meet("connected");
        // SAFETY: an array of this length.
        assert_eq!(unsafe { HcommChannelDestroy(channels.as_ptr(), channels.len() as u32) }, 0);
    };
    let name = "base_channels::many_channels_of_one_name_pair_in_order";
    ranks::processes(name, 2, &[PATIENCE], |rank| body(rank, 14)).finish_with_killed(&[]);
    ranks::threads(2, |rank| body(rank, 2));
}

#[test]
fn ends_that_do_not_agree_fail_on_both_sides() {
    ranks::threads(2, |rank| {
        set_device(rank.rank);
        let own = description(UB_CTP, false, eids(3)[rank.rank as usize]);
        let other = description(UB_CTP, false, eids(3)[1 - rank.rank as usize]);
        let endpoint = endpoint(&own);
        let channel = create(endpoint, AICPU_TS, &mut [channel_desc(&other, 1 + rank.rank)]).unwrap()[0];
        assert_eq!(settled(channel), FAILED);
        // SAFETY: handles are checked.
        assert_ne!(unsafe { HcommChannelNotifyRecord(channel, 0) }, 0);
        rank.meet("failed");
        // SAFETY: one channel.
        assert_eq!(unsafe { HcommChannelDestroy(&channel, 1) }, 0);
    });
}

#[test]
fn an_end_that_is_alone_times_out_and_names_keep_channels_apart() {
    let short = ("HCOMM_TEST_CONNECT_TIMEOUT_MS", "2500");
    let name = "base_channels::an_end_that_is_alone_times_out_and_names_keep_channels_apart";
    ranks::processes(name, 2, &[short], |rank| {
        set_device(rank.rank);
        let own = description(UB_CTP, false, eids(4)[rank.rank as usize]);
        let other = description(UB_CTP, false, eids(4)[1 - rank.rank as usize]);
        let endpoint = endpoint(&own);
        rank.meet("up");
        let names = [c"zero", c"one"];
        let with = |name: *const i8, version| {
            let mut desc = channel_desc(&other, 1);
            desc.channelName = name;
            desc.header.version = version;
            desc
        };
        // Names and ports count, the name of an older version does not.
        let mut port = with(null(), 4);
        port.port = 1000 + rank.rank as u16;
        let mut old = with(names[rank.rank as usize].as_ptr(), 3);
        old.port = 77;
        let mut descs = [with(names[rank.rank as usize].as_ptr(), 4), port, old];
        let channels = create(endpoint, AICPU_TS, &mut descs).unwrap();
        let states: Vec<i32> = channels.iter().map(|&channel| settled(channel)).collect();
        assert_eq!(states, [TIMEOUT, TIMEOUT, READY]);
        rank.meet("states");
        // SAFETY: an array of this length.
        assert_eq!(unsafe { HcommChannelDestroy(channels.as_ptr(), 3) }, 0);
    })
    .finish_with_killed(&[]);
}

#[test]
fn a_killed_peer_fails_the_channel() {
    let name = "base_channels::a_killed_peer_fails_the_channel";
    let mut job = ranks::processes(name, 2, &[PATIENCE], |rank| {
        set_device(rank.rank);
        let own = description(UB_CTP, false, eids(5)[rank.rank as usize]);
        let other = description(UB_CTP, false, eids(5)[1 - rank.rank as usize]);
        let endpoint = endpoint(&own);
        let channel = create(endpoint, AICPU_TS, &mut [channel_desc(&other, 1)]).unwrap()[0];
        assert_eq!(settled(channel), READY);
        rank.meet("ready");
        if rank.rank == 1 {
            rank.hold();
        }
        let thread = thread(AICPU_TS);
        // SAFETY: handles are checked.
        unsafe {
            if HcommChannelNotifyWaitOnThread(thread, channel, 0, 100) == 0 {
                assert!(hcomm::data::thread::sync(thread, Some(ranks::LONG)).is_err());
            }
            assert_eq!(settled(channel), FAILED);
            assert_ne!(HcommChannelNotifyRecordOnThread(thread, channel, 0), 0);
            assert_eq!(HcommChannelDestroy(&channel, 1), 0);
        }
        // A new incarnation connects again.
        let channel = create(endpoint, AICPU_TS, &mut [channel_desc(&other, 1)]).unwrap()[0];
        assert_eq!(status(channel), CONNECTING);
        // SAFETY: one channel.
        assert_eq!(unsafe { HcommChannelDestroy(&channel, 1) }, 0);
    });
    job.reached(1, "ready");
    std::thread::sleep(Duration::from_millis(100));
    job.signal(1, libc::SIGKILL);
    job.finish_with_killed(&[1]);
}

#[test]
fn descriptions_are_checked_and_older_ones_understood() {
    ranks::threads(1, |_| {
        set_device(0);
        let own = description(UB_CTP, false, eids(6)[0]);
        let other = description(UB_CTP, false, eids(6)[1]);
        let endpoint = endpoint(&own);
        let mut handle = 0;
        let engine = AICPU_TS.abi();
        let mut desc = channel_desc(&other, 1);
        // SAFETY: live arguments or NULL.
        unsafe {
            assert_eq!(HcommChannelCreate(null_mut(), engine, &mut desc, 1, &mut handle), 2);
            assert_eq!(HcommChannelCreate(endpoint, engine, null_mut(), 1, &mut handle), 2);
            assert_eq!(HcommChannelCreate(endpoint, engine, &mut desc, 1, null_mut()), 2);
            assert_eq!(HcommChannelCreate(endpoint, engine, &mut desc, 0, &mut handle), 1);
            assert_eq!(HcommChannelCreate(0x1230 as EndpointHandle, engine, &mut desc, 1, &mut handle), 6);
            assert_eq!(HcommChannelGetStatus(null(), 1, &mut 0), 2);
            assert_eq!(HcommChannelGetStatus(&1, 1, null_mut()), 2);
            assert_eq!(HcommChannelGetStatus(&1, 0, &mut 0), 1);
            assert_eq!(HcommChannelGetStatus(&1, 1, &mut 0), 4);
            assert_eq!(HcommChannelDestroy(null(), 1), 2);
            assert_eq!(HcommChannelDestroy(&1, 0), 1);
            assert_eq!(HcommChannelDestroy(&1, 1), 6);
        }
        let refused = |change: &dyn Fn(&mut HcommChannelDesc)| {
            let mut desc = channel_desc(&other, 1);
            change(&mut desc);
            create(endpoint, AICPU_TS, &mut [desc]).unwrap_err()
        };
        assert_eq!(refused(&|desc| desc.header.magicWord ^= 1), 1);
        assert_eq!(refused(&|desc| desc.header.size = 15), 1);
        let long = CString::new("n".repeat(192)).unwrap();
        assert_eq!(refused(&|desc| desc.channelName = long.as_ptr()), 1);
        assert_eq!(
            refused(&|desc| {
                desc.memHandleNum = 1;
                desc.memHandles = null_mut();
            }),
            2
        );
        for (engine, code) in [(CommEngine::COMM_ENGINE_CPU_TS, 5), (CommEngine::COMM_ENGINE_RESERVED, 6)] {
            assert_eq!(create(endpoint, engine, &mut [channel_desc(&other, 1)]), Err(code), "{engine:?}");
        }
        // A failure in the middle leaves nothing.
        let mut forged = channel_desc(&other, 1);
        let mut handles = [0x77 as HcommMemHandle];
        (forged.memHandles, forged.memHandleNum) = (handles.as_mut_ptr(), 1);
        assert_eq!(create(endpoint, AICPU_TS, &mut [channel_desc(&other, 1), forged]), Err(6));
        // Structures of the first version are shorter, those of later ones longer.
        for size in [HCOMM_CHANNEL_DESC_ABI_V1_SIZE as usize, 352, 360, 400] {
            let mut bytes = vec![0xffu8; size * 3];
            for at in 0..3 {
                let mut desc = channel_desc(&other, 1);
                desc.header.size = size as u32;
                desc.header.version = if size == 400 { 5 } else { 1 };
                // SAFETY: inside the array; all bytes are initialised.
                unsafe {
                    let from = (&raw const desc).cast::<u8>();
                    let known = size.min(size_of::<HcommChannelDesc>());
                    bytes.as_mut_ptr().add(at * size).copy_from_nonoverlapping(from, known);
                }
            }
            let mut channels = [0; 3];
            // SAFETY: three structures of this size, aligned as all memory from the heap.
            let made = unsafe {
                HcommChannelCreate(endpoint, engine, bytes.as_mut_ptr().cast(), 3, channels.as_mut_ptr())
            };
            assert_eq!(made, 0, "{size}");
            // SAFETY: an array of this length.
            assert_eq!(unsafe { HcommChannelDestroy(channels.as_ptr(), 3) }, 0);
        }
        // SAFETY: live arguments.
        assert_eq!(unsafe { HcommEndpointDestroy(endpoint) }, 0);
    });
}

#[test]
fn channels_keep_their_endpoint() {
    ranks::threads(1, |_| {
        set_device(0);
        let endpoint = endpoint(&description(UB_CTP, false, eids(7)[0]));
        let mut desc = channel_desc(&description(UB_CTP, false, eids(7)[1]), 1);
        let (mut config, mut channel) = (null_mut(), 0);
        let aiv = CommEngine::COMM_ENGINE_AIV.abi();
        let queue = HcommChannelConfigType::HCOMM_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE.abi();
        // SAFETY: live arguments or NULL.
        unsafe {
            assert_eq!(HcommChannelConfigCreate(null_mut()), 2);
            assert_eq!(HcommChannelConfigCreate(&mut config), 0);
            assert_eq!(HcommChannelConfigSetInt(null_mut(), queue, 1), 2);
            let none = HcommChannelConfigType::HCOMM_CHANNEL_CONFIG_TYPE_INVALID.abi();
            assert_eq!(HcommChannelConfigSetInt(config, none, 1), 1);
            assert_eq!(HcommChannelConfigSetInt(config, queue, 1), 0);
            let shared = HcommChannelCreateWithConfig;
            assert_eq!(shared(endpoint, AICPU_TS.abi(), &mut desc, 1, config, &mut channel), 5);
            assert_eq!(shared(endpoint, aiv, &mut desc, 1, config, &mut channel), 0);
            assert_eq!(HcommEndpointDestroy(endpoint), 7);
            assert_eq!(HcommChannelDestroy(&channel, 1), 0);
            assert_eq!(shared(endpoint, aiv, &mut desc, 1, null_mut(), &mut channel), 0);
            assert_eq!(HcommChannelConfigDestroy(config), 0);
            assert_eq!(HcommChannelConfigDestroy(null_mut()), 0);
            assert_eq!(HcommEndpointDestroy(endpoint), 7);
            assert_eq!(HcommChannelDestroy(&channel, 1), 0);
            assert_eq!(HcommEndpointDestroy(endpoint), 0);
        }
    });
}

#[test]
fn memory_that_is_unregistered_cannot_be_reached_any_more() {
    ranks::threads(2, |rank| {
        set_device(rank.rank);
        let own = description(UB_CTP, false, eids(8)[rank.rank as usize]);
        let other = description(UB_CTP, false, eids(8)[1 - rank.rank as usize]);
        let endpoint = endpoint(&own);
        let memory = super::device_memory(rank.rank, 4096);
        let device = CommMemType::COMM_MEM_TYPE_DEVICE;
        // Twice the same, and a part of it.
        let handles: Vec<_> = [4096, 4096, 1024]
            .into_iter()
            .map(|size| register(endpoint, device, memory, size).unwrap())
            .collect();
        rank.put(&format!("addr.{}", rank.rank), &(memory as u64).to_le_bytes());
        let mut desc = channel_desc(&other, 1);
        desc.exchangeAllMems = MaybeUninit::new(true);
        let channel = create(endpoint, AICPU_TS, &mut [desc]).unwrap()[0];
        assert_eq!(settled(channel), READY);
        let thread = thread(AICPU_TS);
        let peer = rank.get(&format!("addr.{}", 1 - rank.rank));
        let peer = u64::from_le_bytes(peer.try_into().unwrap());
        let source = super::device_memory(rank.rank, 64);
        let write = |at: u64| {
            // SAFETY: live memory on both sides; handles are checked.
            unsafe { HcommWriteOnThread(thread, channel, (peer + at) as *mut c_void, source.cast(), 64) }
        };
        assert_eq!((write(0), write(4000)), (0, 0));
        rank.meet("written");
        let unregister = |at: usize| {
            // SAFETY: handles are checked.
            assert_eq!(unsafe { HcommMemUnreg(endpoint, handles[at]) }, 0);
        };
        unregister(0);
        rank.meet("one gone");
        assert_eq!((write(0), write(4000)), (0, 0));
        rank.meet("written again");
        unregister(1);
        let until = Instant::now() + ranks::LONG;
        while write(4000) == 0 {
            assert!(Instant::now() < until, "the peer's memory can still be reached");
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(write(0), 0);
        rank.meet("end");
        // SAFETY: live arguments.
        unsafe {
            assert_eq!(HcommThreadFree(&thread, 1), 0);
            assert_eq!(HcommChannelDestroy(&channel, 1), 0);
        }
    });
}

#[test]
fn registrations_are_checked_and_shared_by_endpoints_of_a_port() {
    ranks::threads(1, |_| {
        set_device(0);
        let [one, two, other] =
            [eids(9)[0], eids(9)[0], eids(9)[1]].map(|at| endpoint(&description(UB_CTP, false, at)));
        let host = CommMemType::COMM_MEM_TYPE_HOST;
        let mut heap = vec![0u8; 1 << 16];
        let handle = register(one, host, heap.as_mut_ptr().wrapping_add(13), 4096).unwrap();
        assert_eq!(register(one, host, 0x1000 as *mut u8, 64), Err(1));
        assert_eq!(register(one, host, u64::MAX as *mut u8, 64), Err(1));
        // SAFETY: handles are checked.
        unsafe {
            assert_eq!(HcommMemUnreg(other, handle), 6);
            assert_eq!(HcommEndpointDestroy(one), 0);
            assert_eq!(HcommMemUnreg(two, handle), 0);
            assert_eq!(HcommMemUnreg(two, handle), 6);
            let last = register(two, host, heap.as_mut_ptr(), 64).unwrap();
            assert_eq!(HcommEndpointDestroy(two), 0);
            assert_eq!(HcommMemUnreg(other, last), 6);
            assert_eq!(HcommEndpointDestroy(other), 0);
        }
    });
}

#[test]
fn endpoints_exist_for_every_legal_pair_of_protocol_and_place() {
    ranks::threads(1, |_| {
        set_device(0);
        use CommProtocol::*;
        let try_one = |protocol: CommProtocol, host: bool, at: At| {
            let mut handle = null_mut();
            // SAFETY: live arguments.
            match unsafe { HcommEndpointCreate(&description(protocol, host, at), &mut handle) } {
                0 => {
                    let mut port = 0;
                    // SAFETY: live arguments.
                    let listens = unsafe { HcommEndpointGetListenPort(handle, &mut port) };
                    if host && protocol == ROCE {
                        let mut again = 0;
                        // SAFETY: live arguments.
                        let second = unsafe { HcommEndpointGetListenPort(handle, &mut again) };
                        assert_eq!((listens, second), (0, 0));
                        assert!(port != 0 && port == again);
                    } else {
                        assert_eq!(listens, 5);
                    }
                    // SAFETY: a live endpoint.
                    unsafe { HcommEndpointDestroy(handle) }
                }
                error => error,
            }
        };
        let v4 = At::V4(Ipv4Addr::LOCALHOST);
        let v6 = At::V6(Ipv6Addr::LOCALHOST);
        for protocol in [
            COMM_PROTOCOL_UBC_TP,
            COMM_PROTOCOL_UB_CTP,
            COMM_PROTOCOL_UB_MEM,
            COMM_PROTOCOL_PCIE,
            COMM_PROTOCOL_UBOE,
            COMM_PROTOCOL_UB_RTP,
            COMM_PROTOCOL_ROCE,
            COMM_PROTOCOL_HCCS,
        ] {
            let at_host =
                matches!(protocol, COMM_PROTOCOL_UBC_TP | COMM_PROTOCOL_UB_CTP | COMM_PROTOCOL_ROCE);
            let ip = matches!(protocol, COMM_PROTOCOL_ROCE | COMM_PROTOCOL_UBOE);
            for at in [v4, v6, eids(10)[0]] {
                assert_eq!(try_one(protocol, false, at), 0, "{protocol:?}");
                assert_eq!(try_one(protocol, true, at), if at_host { 0 } else { 1 }, "{protocol:?}");
            }
            assert_eq!(try_one(protocol, false, At::Id(0)), if ip { 5 } else { 0 }, "{protocol:?}");
        }
        for protocol in [COMM_PROTOCOL_SIO, COMM_PROTOCOL_HCCS_ONLY, COMM_PROTOCOL_RESERVED] {
            assert_eq!(try_one(protocol, false, v4), 1, "{protocol:?}");
        }
    });
}
