//! What a communicator owns, through the C API on the software NPU: threads, channels, memory, contexts, rank graph.

#[path = "base_channels.rs"]
mod base_channels;
#[path = "../ranks/mod.rs"]
mod ranks;

use std::ffi::{CStr, CString, c_char, c_void};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::time::{Duration, Instant};

use hcomm::capi::hccl_channel::*;
use hcomm::capi::hccl_comm::*;
use hcomm::capi::hccl_rank_graph::*;
use hcomm::capi::hccl_res::*;
use hcomm::capi::hccl_res_expt::*;
use hcomm::capi::hcomm_primitives::*;
use hcomm::capi::hcomm_res::*;
use hcomm_abi::*;
use ranks::Rank;
use ranks::hccl::*;

const TS: CommEngine = CommEngine::COMM_ENGINE_CPU_TS;
const AICPU_TS: CommEngine = CommEngine::COMM_ENGINE_AICPU_TS;
const UB_CTP: CommProtocol = CommProtocol::COMM_PROTOCOL_UB_CTP;

fn desc(remote: u32, protocol: CommProtocol, notifies: u32) -> HcclChannelDesc {
    let mut desc = MaybeUninit::<HcclChannelDesc>::uninit();
    // SAFETY: all members are integers, pointers, `MaybeUninit` and unions of those: any bits are a value.
    let mut desc = unsafe {
        desc.as_mut_ptr().cast::<u8>().write_bytes(0xff, size_of::<HcclChannelDesc>());
        desc.assume_init()
    };
    desc.header = CommAbiHeader {
        version: HCCL_CHANNEL_VERSION,
        magicWord: HCCL_CHANNEL_MAGIC_WORD,
        size: size_of::<HcclChannelDesc>() as u32,
        reserved: 0,
    };
    desc.remoteRank = remote;
    desc.channelProtocol = protocol.abi();
    desc.notifyNum = notifies;
    desc.memHandles = null_mut();
    desc.memHandleNum = 0;
    desc
}

fn acquire(comm: HcclComm, engine: CommEngine, descs: &[HcclChannelDesc]) -> Result<Vec<u64>, i32> {
    let mut handles = vec![0; descs.len()];
    // SAFETY: arrays of this length.
    let result = unsafe {
        HcclChannelAcquire(comm, engine.abi(), descs.as_ptr(), descs.len() as u32, handles.as_mut_ptr())
    };
    if code(result) == 0 { Ok(handles) } else { Err(code(result)) }
}

fn threads(comm: HcclComm, engine: CommEngine, num: u32, notifies: u32) -> Result<Vec<u64>, i32> {
    let mut handles = vec![0; num.max(1) as usize];
    // SAFETY: an array of this length.
    let result = unsafe { HcclThreadAcquire(comm, engine.abi(), num, notifies, handles.as_mut_ptr()) };
    if code(result) == 0 { Ok(handles) } else { Err(code(result)) }
}

fn buffer(comm: HcclComm) -> (*mut u8, u64) {
    let (mut address, mut size) = (null_mut(), 0);
    // SAFETY: live arguments.
    assert_eq!(code(unsafe { HcclGetHcclBuffer(comm, &mut address, &mut size) }), 0);
    (address.cast(), size)
}

fn remote_buffer(comm: HcclComm, channel: u64) -> (*mut u8, u64) {
    let (mut address, mut size) = (null_mut(), 0);
    // SAFETY: live arguments.
    assert_eq!(code(unsafe { HcclChannelGetHcclBuffer(comm, channel, &mut address, &mut size) }), 0);
    (address.cast(), size)
}

/// Tags and ranges of the other end.
fn remote_memory(comm: HcclComm, channel: u64) -> Vec<(String, u64, u64)> {
    let (mut num, mut mems, mut tags) = (0, null_mut(), null_mut());
    // SAFETY: live arguments; the arrays have `num` elements.
    unsafe {
        assert_eq!(code(HcclChannelGetRemoteMems(comm, channel, &mut num, &mut mems, &mut tags)), 0);
        (0..num as usize)
            .map(|at| {
                let (mem, tag): (CommMem, *mut c_char) = (*mems.add(at), *tags.add(at));
                (CStr::from_ptr(tag).to_str().unwrap().to_owned(), mem.addr as u64, mem.size)
            })
            .collect()
    }
}

fn register(
    comm: HcclComm,
    tag: &str,
    kind: CommMemType,
    addr: *mut c_void,
    size: u64,
) -> Result<HcclMemHandle, i32> {
    let tag = CString::new(tag).unwrap();
    let mem = CommMem { r#type: kind.abi(), addr, size };
    let mut handle = null_mut();
    // SAFETY: live arguments.
    match code(unsafe { HcclCommMemReg(comm, tag.as_ptr(), &mem, &mut handle) }) {
        0 => Ok(handle),
        error => Err(error),
    }
}

fn device_memory(device: u32, size: u64) -> *mut u8 {
    let driver = hcomm::driver::get().unwrap();
    driver.mem_alloc(device as i32, hcomm::driver::Memory::Device, size).unwrap().as_ptr().cast()
}

/// Every rank writes its number into every other rank's buffer and waits for a notify of each.
fn all_to_all(rank: &Rank, comm: HcclComm, protocol: CommProtocol, engine: CommEngine) {
    let others: Vec<u32> = (0..rank.size).filter(|&other| other != rank.rank).collect();
    // Each rank in another order: the order of peers must not matter.
    let mut rotated = others.clone();
    rotated.rotate_left(rank.rank as usize % others.len().max(1));
    let descs: Vec<_> = rotated.iter().map(|&other| desc(other, protocol, 2)).collect();
    let channels = acquire(comm, engine, &descs).unwrap();
    let thread = threads(comm, engine, 1, 1).unwrap()[0];
    let (own, size) = buffer(comm);
    let value = device_memory(rank.rank, 64).cast::<u32>();
    // SAFETY: 64 bytes of device memory, which the processor can write.
    unsafe { value.write(1000 + rank.rank) };
    for &channel in &channels {
        let (remote, remote_size) = remote_buffer(comm, channel);
        assert_eq!(remote_size, size);
        // SAFETY: an address inside the remote buffer, used as a number.
        let to = unsafe { remote.cast::<u32>().add(rank.rank as usize) };
        // SAFETY: live memory on both sides.
        unsafe {
            assert_eq!(HcommWriteOnThread(thread, channel, to.cast(), value.cast(), 4), 0);
            assert_eq!(HcommChannelNotifyRecordOnThread(thread, channel, 1), 0);
        }
    }
    for &channel in &channels {
        // SAFETY: handles are checked.
        assert_eq!(unsafe { HcommChannelNotifyWaitOnThread(thread, channel, 1, 60) }, 0);
    }
    hcomm::data::thread::sync(thread, Some(ranks::LONG)).unwrap();
    for &other in &others {
        // SAFETY: inside the own buffer; the notify of this rank has come.
        assert_eq!(unsafe { own.cast::<u32>().add(other as usize).read() }, 1000 + other);
    }
    assert_eq!(acquire(comm, engine, &descs).unwrap(), channels);
}

#[test]
fn channels_of_every_protocol_carry_data_between_threads() {
    ranks::threads(4, |rank| {
        let comm = init(rank, "root");
        for protocol in [
            UB_CTP,
            CommProtocol::COMM_PROTOCOL_UBC_TP,
            CommProtocol::COMM_PROTOCOL_UB_MEM,
            CommProtocol::COMM_PROTOCOL_HCCS,
            CommProtocol::COMM_PROTOCOL_PCIE,
            CommProtocol::COMM_PROTOCOL_SIO,
            CommProtocol::COMM_PROTOCOL_ROCE,
            CommProtocol::COMM_PROTOCOL_UBOE,
        ] {
            all_to_all(rank, comm, protocol, AICPU_TS);
            rank.meet(&format!("{protocol:?}"));
        }
        all_to_all(rank, comm, UB_CTP, TS);
        all_to_all(rank, comm, CommProtocol::COMM_PROTOCOL_ROCE, CommEngine::COMM_ENGINE_CPU);
        rank.meet("end");
        destroy(comm);
    });
}

#[test]
fn channels_carry_data_between_processes() {
    let mut job = ranks::processes("channels_carry_data_between_processes", 8, &[], |rank| {
        let comm = init(rank, "root");
        all_to_all(rank, comm, UB_CTP, AICPU_TS);
        all_to_all(rank, comm, CommProtocol::COMM_PROTOCOL_UBOE, AICPU_TS);
        rank.meet("end");
        destroy(comm);
    });
    job.finish_with_killed(&[]);
}

/// Two network namespaces that are connected, gone when dropped.
struct Hosts(String);

impl Hosts {
    fn run(command: &str) -> bool {
        let done = std::process::Command::new("ip").args(command.split(' ')).output();
        done.is_ok_and(|output| output.status.success())
    }

    fn name(&self, host: u32) -> String {
        format!("{}{}", self.0, host)
    }

    /// The reason if this machine cannot.
    fn new() -> Result<Hosts, String> {
        let hosts = Hosts(format!("hcu{}-", std::process::id() % 100_000));
        let (one, two) = (hosts.name(0), hosts.name(1));
        let steps = [
            format!("netns add {one}"),
            format!("netns add {two}"),
            format!("link add {one} netns {one} type veth peer name {two} netns {two}"),
            format!("-n {one} addr add 192.0.2.1/24 dev {one}"),
            format!("-n {two} addr add 192.0.2.2/24 dev {two}"),
            format!("-n {one} link set lo up"),
            format!("-n {two} link set lo up"),
            format!("-n {one} link set {one} up"),
            format!("-n {two} link set {two} up"),
        ];
        match steps.iter().find(|step| !Self::run(step)) {
            None => Ok(hosts),
            Some(step) => Err(format!("\"ip {step}\" failed: root and iproute2 are needed")),
        }
    }

    /// Moves the calling thread, and those that it starts, to a host of the test that started this process.
    fn enter(host: u32) {
        let file =
            std::fs::File::open(format!("/run/netns/{}{host}", std::env::var("HCOMM_UT_HOSTS").unwrap()));
        let file = file.unwrap();
        // SAFETY: no memory arguments; the descriptor is open.
        assert_eq!(unsafe { libc::setns(std::os::fd::AsRawFd::as_raw_fd(&file), libc::CLONE_NEWNET) }, 0);
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        for host in 0..2 {
            Self::run(&format!("netns del {}", self.name(host)));
        }
    }
}

#[test]
fn ranks_of_two_hosts_work_together() {
    let child = std::env::var_os("HCOMM_UT_HOSTS").is_some();
    let hosts = if child { Ok(Hosts("-none-".into())) } else { Hosts::new() };
    let hosts = match hosts {
        Ok(hosts) => hosts,
        Err(reason) => {
            eprintln!("skipped: {reason}");
            return;
        }
    };
    let env = [("HCOMM_UT_HOSTS", hosts.0.as_str()), ("HCCL_IF_IP", "192.0.2.1")];
    ranks::processes("ranks_of_two_hosts_work_together", 4, &env, |rank| {
        Hosts::enter(rank.rank / 2);
        let comm = init(rank, "root");
        let (mut layers, mut num) = (null_mut(), 0);
        // SAFETY: live arguments; the arrays have `num` elements.
        unsafe {
            assert_eq!(code(HcclRankGraphGetLayers(comm, &mut layers, &mut num)), 0);
            assert_eq!(std::slice::from_raw_parts(layers, num as usize), [0, 1, 3]);
            assert_eq!(code(HcclRankGraphGetInstSizeListByLayer(comm, 0, &mut layers, &mut num)), 0);
            assert_eq!(std::slice::from_raw_parts(layers, num as usize), [2, 2]);
        }
        // Device protocols use memory where they can, and the network to the other host.
        all_to_all(rank, comm, UB_CTP, AICPU_TS);
        all_to_all(rank, comm, CommProtocol::COMM_PROTOCOL_UBOE, AICPU_TS);
        let other = (rank.rank + 2) % 4;
        let (mut links, mut num) = (null_mut(), 0);
        // SAFETY: live arguments.
        let found = unsafe { HcclRankGraphGetLinks(comm, 3, rank.rank, other, &mut links, &mut num) };
        assert_eq!(code(found), 0);
        assert_eq!(num, 1);
        // SAFETY: one link.
        let link = unsafe { *links };
        let mut wish = desc(other, CommProtocol::COMM_PROTOCOL_ROCE, 1);
        (wish.localEndpoint, wish.remoteEndpoint) = (link.srcEndpointDesc, link.dstEndpointDesc);
        acquire(comm, CommEngine::COMM_ENGINE_CPU, &[wish]).unwrap();
        let stream = Stream::new(rank.rank);
        for _ in 0..20 {
            // SAFETY: handles are checked.
            assert_eq!(code(unsafe { HcclBarrier(comm, stream.acl()) }), 0);
        }
        stream.sync().unwrap();
        rank.meet("end");
        destroy(comm);
    })
    .finish_with_killed(&[]);
}

#[test]
fn a_barrier_names_the_rank_that_has_left_and_a_failed_one_does_not_delay_the_end() {
    let limit = ("HCCL_EXEC_TIMEOUT", "1");
    let name = "a_barrier_names_the_rank_that_has_left_and_a_failed_one_does_not_delay_the_end";
    let mut job = ranks::processes(name, 2, &[limit], |rank| {
        let comm = init(rank, "root");
        let stream = Stream::new(rank.rank);
        if rank.rank == 1 {
            rank.get("failed");
            destroy(comm);
            rank.put("left", b"");
            return;
        }
        // SAFETY: handles are checked.
        let barrier = || code(unsafe { HcclBarrier(comm, stream.acl()) });
        assert_eq!(barrier(), 0);
        assert!(stream.sync().is_err());
        rank.put("failed", b"");
        rank.get("left");
        let until = Instant::now() + ranks::LONG;
        while barrier() != 21 {
            assert!(Instant::now() < until, "the barrier does not notice that rank 1 has left");
            std::thread::sleep(Duration::from_millis(1));
        }
        let began = Instant::now();
        destroy(comm);
        println!("destroyed after {} ms", began.elapsed().as_millis());
    });
    job.finish_with_killed(&[]);
    let output = job.output(0);
    assert!(output.contains("rank 1 has destroyed its side"), "{output}");
}

#[test]
fn endpoints_of_links_and_unset_endpoints_both_connect() {
    ranks::threads(2, |rank| {
        let comm = init(rank, "root");
        let peer = 1 - rank.rank;
        let (mut links, mut num) = (null_mut(), 0);
        // SAFETY: live arguments.
        assert_eq!(code(unsafe { HcclRankGraphGetLinks(comm, 0, rank.rank, peer, &mut links, &mut num) }), 0);
        assert_eq!(num, 1);
        let mut with = desc(peer, UB_CTP, 1);
        // SAFETY: one link.
        let link = unsafe { *links };
        with.localEndpoint = link.srcEndpointDesc;
        with.remoteEndpoint = link.dstEndpointDesc;
        let without = desc(peer, UB_CTP, 1);
        let both = acquire(comm, AICPU_TS, &[with, without]).unwrap();
        assert_ne!(both[0], both[1]);
        assert_eq!(acquire(comm, AICPU_TS, &[without]).unwrap(), [both[1]]);
        // The names of an engine share their channels; other engines have their own.
        assert_eq!(acquire(comm, CommEngine::COMM_ENGINE_AICPU, &[with]).unwrap(), [both[0]]);
        let mut queried = [9; 2];
        let engines = [AICPU_TS, TS];
        for (engine, expected) in engines.into_iter().zip([both[0], 0]) {
            // SAFETY: arrays of this length.
            let result = unsafe { HcclChannelQuery(comm, engine.abi(), &with, 1, queried.as_mut_ptr()) };
            assert_eq!((code(result), queried[0]), (0, expected));
        }
        // Two equal descriptions in one call are two channels.
        let twice = acquire(comm, AICPU_TS, &[without, without]).unwrap();
        assert!(twice[0] == both[1] && twice[1] != both[1], "{twice:?} {both:?}");
        rank.meet("end");
        destroy(comm);
    });
}

#[test]
fn a_late_peer_is_waited_for() {
    ranks::threads(2, |rank| {
        let comm = init(rank, "root");
        if rank.rank == 1 {
            std::thread::sleep(Duration::from_millis(300));
        }
        acquire(comm, AICPU_TS, &[desc(1 - rank.rank, UB_CTP, 1)]).unwrap();
        rank.meet("end");
        destroy(comm);
    });
}

#[test]
fn an_absent_peer_is_named_and_a_later_attempt_works() {
    let short = ("HCOMM_TEST_CONNECT_TIMEOUT_MS", "6000");
    let name = "an_absent_peer_is_named_and_a_later_attempt_works";
    let mut job = ranks::processes(name, 3, &[short], |rank| {
        let comm = init(rank, "root");
        rank.meet("up");
        let to = |peers: &[u32]| -> Vec<HcclChannelDesc> {
            peers.iter().map(|&peer| desc(peer, UB_CTP, 1)).collect()
        };
        match rank.rank {
            // Rank 2 does not come at first; the channel between 0 and 1 stays.
            0 => assert_eq!(acquire(comm, AICPU_TS, &to(&[1, 2])), Err(9)),
            1 => drop(acquire(comm, AICPU_TS, &to(&[0])).unwrap()),
            _ => {}
        }
        rank.meet("tried");
        match rank.rank {
            0 => drop(acquire(comm, AICPU_TS, &to(&[1, 2])).unwrap()),
            1 => drop(acquire(comm, AICPU_TS, &to(&[0])).unwrap()),
            _ => drop(acquire(comm, AICPU_TS, &to(&[0])).unwrap()),
        }
        rank.meet("end");
        destroy(comm);
    });
    job.finish_with_killed(&[]);
    assert!(job.output(0).contains("rank 0 waited 6s for its channels to rank 2:"), "{}", job.output(0));
}

#[test]
fn asymmetric_descriptions_are_errors_on_both_ranks() {
    let short = ("HCOMM_TEST_CONNECT_TIMEOUT_MS", "6000");
    let name = "asymmetric_descriptions_are_errors_on_both_ranks";
    let mut job = ranks::processes(name, 2, &[short], |rank| {
        let comm = init(rank, "root");
        let peer = 1 - rank.rank;
        rank.meet("up");
        assert_eq!(acquire(comm, AICPU_TS, &[desc(peer, UB_CTP, 1 + rank.rank)]), Err(19));
        rank.meet("notifies");
        let protocol = if rank.rank == 0 { UB_CTP } else { CommProtocol::COMM_PROTOCOL_UB_MEM };
        assert_eq!(acquire(comm, AICPU_TS, &[desc(peer, protocol, 1)]), Err(9));
        rank.meet("protocols");
        drop(acquire(comm, AICPU_TS, &[desc(peer, UB_CTP, 1)]).unwrap());
        rank.meet("end");
        destroy(comm);
    });
    job.finish_with_killed(&[]);
    assert!(job.output(0).contains("another engine or protocol"), "{}", job.output(0));
}

#[test]
fn a_peer_that_dies_ends_the_waiting_for_its_channel() {
    let name = "a_peer_that_dies_ends_the_waiting_for_its_channel";
    let mut job = ranks::processes(name, 3, &[], |rank| {
        let comm = init(rank, "root");
        rank.meet("connected");
        if rank.rank == 1 {
            rank.hold();
        }
        assert_eq!(acquire(comm, AICPU_TS, &[desc(1, UB_CTP, 1)]), Err(21));
        destroy(comm);
    });
    job.reached(1, "connected");
    job.signal(1, libc::SIGKILL);
    job.finish_with_killed(&[1]);
}

#[test]
fn a_killed_peer_ends_waits_of_threads() {
    let mut job = ranks::processes("a_killed_peer_ends_waits_of_threads", 2, &[], |rank| {
        let comm = init(rank, "root");
        let channel = acquire(comm, AICPU_TS, &[desc(1 - rank.rank, UB_CTP, 1)]).unwrap()[0];
        let thread = threads(comm, AICPU_TS, 1, 1).unwrap()[0];
        rank.meet("ready");
        if rank.rank == 1 {
            rank.hold();
        }
        // SAFETY: handles are checked.
        let submitted = unsafe { HcommChannelNotifyWaitOnThread(thread, channel, 0, 1800) };
        if submitted == 0 {
            let error = hcomm::data::thread::sync(thread, Some(ranks::LONG)).unwrap_err();
            assert!(error.text.contains("rank 1"), "{error}");
        }
        destroy(comm);
    });
    job.reached(1, "ready");
    std::thread::sleep(Duration::from_millis(100));
    job.signal(1, libc::SIGKILL);
    job.finish_with_killed(&[1]);
}

#[test]
fn registered_memory_is_seen_by_the_peer() {
    let body = |rank: &Rank| {
        let comm = init(rank, "root");
        let peer = 1 - rank.rank;
        let size = 4096 + u64::from(rank.rank) * 64;
        let memory = device_memory(rank.rank, size);
        // SAFETY: `size` bytes that the processor can write.
        unsafe { memory.write_bytes(0x10 + rank.rank as u8, size as usize) };
        let own = format!("mine{}", rank.rank);
        let handle = register(comm, &own, CommMemType::COMM_MEM_TYPE_DEVICE, memory.cast(), size).unwrap();
        assert_eq!(register(comm, &own, CommMemType::COMM_MEM_TYPE_DEVICE, memory.cast(), size), Err(1));
        let mut handles = [handle];
        let mut wish = desc(peer, UB_CTP, 1);
        wish.memHandles = handles.as_mut_ptr();
        wish.memHandleNum = 1;
        let channel = acquire(comm, AICPU_TS, &[wish]).unwrap()[0];
        let seen = remote_memory(comm, channel);
        assert_eq!(seen.len(), 2);
        assert_eq!((seen[0].0.as_str(), seen[0].1), ("HcclBuffer", remote_buffer(comm, channel).0 as u64));
        assert_eq!((seen[1].0.clone(), seen[1].2), (format!("mine{peer}"), 4096 + u64::from(peer) * 64));
        let thread = threads(comm, AICPU_TS, 1, 0).unwrap()[0];
        let copy = device_memory(rank.rank, 64);
        // SAFETY: live memory on both sides.
        unsafe {
            assert_eq!(HcommReadOnThread(thread, channel, copy.cast(), seen[1].1 as *const c_void, 64), 0);
        }
        hcomm::data::thread::sync(thread, Some(ranks::LONG)).unwrap();
        // SAFETY: 64 bytes that were written.
        assert_eq!(unsafe { *copy }, 0x10 + peer as u8);
        // What was not offered cannot be reached.
        let outside = seen[1].1 + seen[1].2;
        // SAFETY: the address is refused before it is used.
        let refused =
            unsafe { HcommReadOnThread(thread, channel, copy.cast(), outside as *const c_void, 64) };
        assert_ne!(refused, 0);
        // Offering more memory later is another exchange on the same channel.
        let more = device_memory(rank.rank, 128);
        let mut handles =
            [register(comm, "more", CommMemType::COMM_MEM_TYPE_DEVICE, more.cast(), 128).unwrap()];
        wish.memHandles = handles.as_mut_ptr();
        assert_eq!(acquire(comm, AICPU_TS, &[wish]).unwrap(), [channel]);
        let seen = remote_memory(comm, channel);
        let tags: Vec<&str> = seen.iter().map(|(tag, ..)| tag.as_str()).collect();
        assert_eq!(tags, ["HcclBuffer", &format!("mine{peer}"), "more"]);
        // SAFETY: live memory on both sides.
        unsafe {
            assert_eq!(HcommWriteOnThread(thread, channel, seen[2].1 as *mut c_void, copy.cast(), 64), 0);
        }
        hcomm::data::thread::sync(thread, Some(ranks::LONG)).unwrap();
        rank.meet("end");
        destroy(comm);
    };
    ranks::processes("registered_memory_is_seen_by_the_peer", 2, &[], body).finish_with_killed(&[]);
    ranks::threads(2, body);
}

#[test]
fn foreign_and_forged_memory_is_refused() {
    ranks::threads(2, |rank| {
        let comm = init(rank, "root");
        let other = init(rank, "other");
        let memory = device_memory(rank.rank, 64);
        let foreign = register(other, "x", CommMemType::COMM_MEM_TYPE_DEVICE, memory.cast(), 64).unwrap();
        for handle in [foreign, 0x1234 as HcclMemHandle, comm, null_mut()] {
            let mut handles = [handle];
            let mut wish = desc(1 - rank.rank, UB_CTP, 1);
            wish.memHandles = handles.as_mut_ptr();
            wish.memHandleNum = 1;
            assert_eq!(acquire(comm, AICPU_TS, &[wish]), Err(1));
        }
        let device = CommMemType::COMM_MEM_TYPE_DEVICE;
        assert_eq!(register(comm, "", device, memory.cast(), 64), Err(1));
        assert_eq!(register(comm, "__hccl_sym_win__x", device, memory.cast(), 64), Err(1));
        assert_eq!(register(comm, &"t".repeat(256), device, memory.cast(), 64), Err(1));
        assert_eq!(register(comm, &"t".repeat(255), device, memory.cast(), 64).map(|_| ()), Ok(()));
        assert_eq!(register(comm, "a", CommMemType::COMM_MEM_TYPE_INVALID, memory.cast(), 64), Err(1));
        assert_eq!(register(comm, "a", device, null_mut(), 64), Err(2));
        assert_eq!(register(comm, "a", device, memory.cast(), 0), Err(1));
        assert_eq!(register(comm, "a", device, memory.cast(), u64::MAX), Err(1));
        rank.meet("end");
        destroy(comm);
        destroy(other);
    });
}

#[test]
fn host_memory_of_the_program_reaches_other_ranks() {
    let body = |rank: &Rank| {
        let comm = init(rank, "root");
        let peer = 1 - rank.rank;
        let mut memory = vec![7 + rank.rank as u8; 100];
        let kind = CommMemType::COMM_MEM_TYPE_HOST;
        let handle = register(comm, "heap", kind, memory.as_mut_ptr().cast(), 100).unwrap();
        let mut handles = [handle];
        // Over the network as well, where addresses are the peer's.
        for protocol in [UB_CTP, CommProtocol::COMM_PROTOCOL_ROCE] {
            let mut wish = desc(peer, protocol, 1);
            wish.memHandles = handles.as_mut_ptr();
            wish.memHandleNum = 1;
            let channel = acquire(comm, AICPU_TS, &[wish]).unwrap()[0];
            let seen = remote_memory(comm, channel);
            assert_eq!((seen[1].0.as_str(), seen[1].2), ("heap", 100));
            let thread = threads(comm, AICPU_TS, 1, 0).unwrap()[0];
            let copy = device_memory(rank.rank, 64);
            // SAFETY: live memory on both sides.
            unsafe {
                assert_eq!(
                    HcommReadOnThread(thread, channel, copy.cast(), seen[1].1 as *const c_void, 64),
                    0
                );
                hcomm::data::thread::sync(thread, Some(ranks::LONG)).unwrap();
                assert_eq!(*copy.add(63), 7 + peer as u8);
            }
        }
        assert_eq!(register(comm, "nothing", kind, 0x1000 as *mut c_void, 64), Err(1));
        rank.meet("end");
        destroy(comm);
    };
    ranks::processes("host_memory_of_the_program_reaches_other_ranks", 2, &[], body).finish_with_killed(&[]);
    ranks::threads(2, body);
}

#[test]
fn bytes_can_be_sent_along_with_a_connect() {
    ranks::threads(2, |rank| {
        let comm = init(rank, "root");
        let peer = 1 - rank.rank;
        let mut bytes = [0u8; 8];
        let mut actual = 9;
        // SAFETY: live arguments.
        unsafe {
            let own = [rank.rank as u8 + 1; 8];
            assert_eq!(code(HcclCommAddExchangeInfo(comm, own.as_ptr().cast(), 0)), 1);
            assert_eq!(code(HcclCommAddExchangeInfo(comm, own.as_ptr().cast(), 2049)), 1);
            assert_eq!(code(HcclCommAddExchangeInfo(comm, own.as_ptr().cast(), 8)), 0);
            drop(acquire(comm, AICPU_TS, &[desc(peer, UB_CTP, 1)]).unwrap());
            let out: *mut c_void = bytes.as_mut_ptr().cast();
            assert_eq!(code(HcclCommGetExchangeInfo(comm, peer, 7, out, &mut actual)), 1);
            assert_eq!(code(HcclCommGetExchangeInfo(comm, peer, 8, out, &mut actual)), 0);
            assert_eq!((bytes, actual), ([peer as u8 + 1; 8], 8));
            assert_eq!(code(HcclCommGetExchangeInfo(comm, peer, 8, out, &mut actual)), 0);
            assert_eq!(actual, 0);
        }
        rank.meet("end");
        destroy(comm);
    });
}

#[test]
fn descriptions_are_checked() {
    ranks::threads(2, |rank| {
        let comm = init(rank, "root");
        let peer = 1 - rank.rank;
        let good = desc(peer, UB_CTP, 1);
        let with = |change: fn(&mut HcclChannelDesc)| {
            let mut changed = good;
            change(&mut changed);
            acquire(comm, AICPU_TS, &[changed])
        };
        assert_eq!(with(|d| d.header.magicWord = 1), Err(1));
        assert_eq!(with(|d| d.header.size = 15), Err(1));
        assert_eq!(with(|d| d.channelProtocol = CommProtocol::COMM_PROTOCOL_RESERVED.abi()), Err(1));
        assert_eq!(with(|d| d.notifyNum = 65), Err(1));
        assert_eq!(with(|d| d.memHandleNum = 1), Err(1));
        assert_eq!(with(|d| d.remoteRank = 2), Err(1));
        let roce = |interval: u32, count: u32| {
            let mut desc = desc(peer, CommProtocol::COMM_PROTOCOL_ROCE, 1);
            desc.anon_0.roceAttr.retryInterval = interval;
            desc.anon_0.roceAttr.retryCnt = count;
            acquire(comm, AICPU_TS, &[desc]).map(|_| ())
        };
        for (interval, count) in [(4, 7), (25, 7), (5, 0), (24, 8)] {
            assert_eq!(roce(interval, count), Err(1));
        }
        assert_eq!(roce(24, 1), Ok(()));
        assert_eq!(acquire(comm, AICPU_TS, &[desc(rank.rank, UB_CTP, 1)]), Err(1));
        assert_eq!(acquire(comm, CommEngine::COMM_ENGINE_CCU, &[good]), Err(7));
        assert_eq!(acquire(comm, CommEngine::COMM_ENGINE_RESERVED, &[good]), Err(1));
        let (mut handle, mut size) = (0, 0);
        let mut address = null_mut();
        // SAFETY: live arguments or NULL.
        unsafe {
            let engine = AICPU_TS.abi();
            assert_eq!(code(HcclChannelAcquire(null_mut(), engine, &good, 1, &mut handle)), 2);
            assert_eq!(code(HcclChannelAcquire(comm, engine, null(), 1, &mut handle)), 2);
            assert_eq!(code(HcclChannelAcquire(comm, engine, &good, 1, null_mut())), 2);
            assert_eq!(code(HcclChannelAcquire(comm, engine, &good, 0, &mut handle)), 1);
            assert_eq!(code(HcclChannelAcquire(comm, engine, &good, 1_048_577, &mut handle)), 1);
            assert_eq!(code(HcclChannelGetHcclBuffer(comm, 0, &mut address, &mut size)), 2);
            assert_eq!(code(HcclChannelGetHcclBuffer(comm, 77, &mut address, &mut size)), 6);
            assert_eq!(code(HcclChannelGetHcclBuffer(comm, comm as u64, &mut address, &mut size)), 6);
            assert_eq!(code(HcclChannelDestroy(comm, &77, 1)), 6);
        }
        rank.meet("end");
        destroy(comm);
    });
}

#[test]
fn threads_are_shared_grow_and_are_counted() {
    ranks::threads(1, |rank| {
        let comm = init(rank, "root");
        let three = threads(comm, AICPU_TS, 3, 1).unwrap();
        let five = threads(comm, CommEngine::COMM_ENGINE_AICPU, 5, 4).unwrap();
        assert_eq!(three, five[..3]);
        assert_eq!(hcomm::data::thread::notify_num(three[0]).unwrap(), 4);
        assert!(threads(comm, TS, 1, 0).unwrap()[0] != three[0]);
        assert_eq!(threads(comm, AICPU_TS, 0, 0), Err(1));
        assert_eq!(threads(comm, AICPU_TS, 201, 0), Err(1));
        assert_eq!(threads(comm, AICPU_TS, 1, 65_536), Err(1));
        assert_eq!(threads(comm, CommEngine::COMM_ENGINE_RESERVED, 1, 0), Err(1));
        assert_eq!(threads(comm, AICPU_TS, 200, 0), Err(7));
        assert_eq!(threads(comm, AICPU_TS, 2, 40_000), Err(7));
        let stream = Stream::new(0);
        let mut wrapped = [0; 2];
        let mut exported = [0; 2];
        let mut acl = null_mut();
        // SAFETY: live arguments.
        unsafe {
            for to in &mut wrapped {
                assert_eq!(code(HcclThreadAcquireWithStream(comm, TS.abi(), stream.acl(), 3, to)), 0);
            }
            assert_eq!(wrapped[0], wrapped[1]);
            let engine = AICPU_TS.abi();
            assert_eq!(code(HcclThreadAcquireWithStream(comm, engine, stream.acl(), 3, &mut wrapped[1])), 1);
            let both = [three[0], wrapped[0]];
            assert_eq!(
                code(HcclThreadExportToCommEngine(comm, 2, both.as_ptr(), engine, exported.as_mut_ptr())),
                0
            );
            assert!(exported.iter().all(|&handle| handle != 0));
            let forged = [comm as u64];
            assert_eq!(
                code(HcclThreadExportToCommEngine(comm, 1, forged.as_ptr(), engine, exported.as_mut_ptr())),
                1
            );
            assert_eq!(
                code(HcclThreadExportToCommEngine(comm, 41, both.as_ptr(), engine, exported.as_mut_ptr())),
                1
            );
            let kind = ThreadResType::THREAD_RES_TYPE_STREAM.abi();
            assert_eq!(code(HcclThreadResGetInfo(comm, wrapped[0], kind, 8, &mut acl)), 0);
            assert_eq!(acl, stream.acl());
            assert_eq!(code(HcclThreadResGetInfo(comm, wrapped[0], kind, 4, &mut acl)), 1);
            assert_eq!(code(HcclThreadResGetInfo(comm, 5, kind, 8, &mut acl)), 6);
        }
        destroy(comm);
    });
}

#[test]
fn contexts_are_named_blocks() {
    ranks::threads(1, |rank| {
        let comm = init(rank, "root");
        let (tag, long) = (c"op", CString::new("t".repeat(256)).unwrap());
        let (mut block, mut other, mut size) = (null_mut(), null_mut(), 0);
        let (host, device) = (TS.abi(), AICPU_TS.abi());
        // SAFETY: live arguments or NULL; the blocks are as large as they say.
        unsafe {
            assert_eq!(code(HcclEngineCtxGet(comm, tag.as_ptr(), device, &mut block, &mut size)), 6);
            assert_eq!(code(HcclEngineCtxCreate(comm, tag.as_ptr(), device, 0, &mut block)), 1);
            assert_eq!(code(HcclEngineCtxCreate(comm, long.as_ptr(), device, 8, &mut block)), 1);
            assert_eq!(code(HcclEngineCtxCreate(comm, tag.as_ptr(), device, 581, &mut block)), 0);
            assert_eq!(code(HcclEngineCtxCreate(comm, tag.as_ptr(), device, 581, &mut other)), 1);
            assert_eq!(code(HcclEngineCtxCreate(comm, tag.as_ptr(), host, 16, &mut other)), 0);
            assert_ne!(block, other);
            assert!(std::slice::from_raw_parts(block.cast::<u8>(), 581).iter().all(|&byte| byte == 0));
            let bytes = [5u8; 16];
            let copy = |len, offset| {
                code(HcclEngineCtxCopy(comm, device, tag.as_ptr(), bytes.as_ptr().cast(), len, offset))
            };
            assert_eq!((copy(16, 565), copy(16, 566), copy(16, u64::MAX - 4), copy(0, 0)), (0, 1, 1, 1));
            let mut found = null_mut();
            assert_eq!(code(HcclEngineCtxGet(comm, tag.as_ptr(), device, &mut found, &mut size)), 0);
            assert_eq!((found, size, *found.cast::<u8>().add(580)), (block, 581, 5));
            assert_eq!(code(HcclEngineCtxCreate(comm, null(), host, 16, &mut other)), 0);
            assert_eq!(code(HcclEngineCtxGet(comm, c"".as_ptr(), host, &mut found, &mut size)), 0);
            assert_eq!(found, other);
            assert_eq!(code(HcclEngineCtxDestroy(comm, tag.as_ptr(), device)), 0);
            assert_eq!(code(HcclEngineCtxDestroy(comm, tag.as_ptr(), device)), 1);
            assert_eq!(code(HcclEngineCtxGet(comm, tag.as_ptr(), device, &mut found, &mut size)), 6);
        }
        // The others end with the communicator.
        destroy(comm);
    });
}

#[test]
fn buffers_and_named_memory_belong_to_the_communicator() {
    ranks::threads(1, |rank| {
        let comm = init(rank, "root");
        let first = buffer(comm);
        assert_eq!((buffer(comm), first.1), (first, 400 << 20));
        let (mut address, mut size, mut created) = (null_mut(), 4096, false);
        let mut mode = 9i32;
        let mut algo = [1u8; 1600];
        // SAFETY: live arguments.
        unsafe {
            first.0.write(1);
            for expected in [true, false] {
                let result = HcclDevMemAcquire(comm, c"tag".as_ptr(), &mut size, &mut address, &mut created);
                assert_eq!((code(result), created), (0, expected));
            }
            size = 8192;
            let result = HcclDevMemAcquire(comm, c"tag".as_ptr(), &mut size, &mut address, &mut created);
            assert_eq!(code(result), 1);
            let mode_type = HcclConfigType::HCCL_CONFIG_TYPE_OP_EXPANSION_MODE.abi();
            assert_eq!(code(HcclConfigGetInfo(comm, mode_type, 4, (&raw mut mode).cast())), 0);
            assert_eq!(code(HcclConfigGetInfo(comm, mode_type, 8, (&raw mut mode).cast())), 1);
            let algo_type = HcclConfigType::HCCL_CONFIG_TYPE_HCCL_ALGO.abi();
            assert_eq!(code(HcclConfigGetInfo(comm, algo_type, 1600, algo.as_mut_ptr().cast())), 0);
            assert_eq!(code(HcclConfigGetInfo(comm, algo_type, 1599, algo.as_mut_ptr().cast())), 1);
        }
        assert_eq!((mode, algo), (0, [0; 1600]));
        destroy(comm);
    });
}

#[test]
fn the_rank_graph_describes_one_server() {
    ranks::threads(8, |rank| {
        let comm = init(rank, "root");
        let (mut list, mut num) = (null_mut(), 0u32);
        // SAFETY: live arguments; the arrays have `num` elements.
        unsafe {
            assert_eq!(code(HcclRankGraphGetLayers(comm, &mut list, &mut num)), 0);
            assert_eq!(std::slice::from_raw_parts(list, num as usize), [0]);
            assert_eq!(code(HcclRankGraphGetInstSizeListByLayer(comm, 0, &mut list, &mut num)), 0);
            assert_eq!(std::slice::from_raw_parts(list, num as usize), [8]);
            assert_eq!(code(HcclRankGraphGetRanksByLayer(comm, 0, &mut list, &mut num)), 0);
            assert_eq!(std::slice::from_raw_parts(list, num as usize), [0, 1, 2, 3, 4, 5, 6, 7]);
            assert_eq!(code(HcclRankGraphGetRanksByLayer(comm, 1, &mut list, &mut num)), 1);
            assert_eq!(code(HcclRankGraphGetRanksByLayer(null_mut(), 1, &mut list, &mut num)), 2);
            let mut topo = MaybeUninit::<CommTopo>::uninit();
            assert_eq!(code(HcclRankGraphGetTopoTypeByLayer(comm, 0, (&raw mut topo).cast())), 0);
            assert_eq!(topo.assume_init(), CommTopo::COMM_TOPO_CUSTOM);
            assert_eq!(code(HcclRankGraphGetTopoType(comm, 0, 0, (&raw mut topo).cast())), 0);
            assert_eq!(topo.assume_init(), CommTopo::COMM_TOPO_1DMESH);
            let mut endpoints = [EndpointDesc::zeroed(); 7];
            num = 6;
            assert_eq!(code(HcclRankGraphGetEndpointDesc(comm, 0, 0, &mut num, endpoints.as_mut_ptr())), 1);
            num = 7;
            assert_eq!(code(HcclRankGraphGetEndpointDesc(comm, 0, 0, &mut num, endpoints.as_mut_ptr())), 0);
            let mut die = 9u32;
            let attribute = EndpointAttr::ENDPOINT_ATTR_DIE_ID.abi();
            let info: *mut c_void = (&raw mut die).cast();
            assert_eq!(
                code(HcclRankGraphGetEndpointInfo(comm, rank.rank, &endpoints[6], attribute, 4, info)),
                0
            );
            assert_eq!(die, 0);
            assert_eq!(
                code(HcclRankGraphGetEndpointInfo(comm, rank.rank, &endpoints[6], attribute, 8, info)),
                1
            );
        }
        destroy(comm);
    });
}

#[test]
fn destroying_with_everything_alive_and_work_queued() {
    ranks::threads(2, |rank| {
        let comm = init(rank, "root");
        let channel = acquire(comm, AICPU_TS, &[desc(1 - rank.rank, UB_CTP, 1)]).unwrap()[0];
        let thread = threads(comm, AICPU_TS, 4, 2).unwrap()[0];
        let memory = device_memory(rank.rank, 4096);
        register(comm, "m", CommMemType::COMM_MEM_TYPE_DEVICE, memory.cast(), 4096).unwrap();
        let (own, size) = buffer(comm);
        let (remote, _) = remote_buffer(comm, channel);
        for _ in 0..20 {
            // SAFETY: live memory on both sides; the buffers do not overlap.
            let wrote =
                unsafe { HcommWriteOnThread(thread, channel, remote.cast(), own.cast(), size.min(1 << 20)) };
            assert_eq!(wrote, 0);
        }
        // Both ranks destroy at once with work in the queue.
        destroy(comm);
        let mut size = 0;
        let mut address = null_mut();
        // SAFETY: live arguments; the handles are stale.
        unsafe {
            assert_eq!(code(HcclChannelGetHcclBuffer(comm, channel, &mut address, &mut size)), 1);
            assert_ne!(HcommWriteOnThread(thread, channel, remote.cast(), own.cast(), 8), 0);
        }
    });
}

fn endpoint() -> EndpointHandle {
    let (mut num, mut description, mut handle) = (1, EndpointDesc::zeroed(), null_mut());
    // SAFETY: live arguments.
    unsafe {
        assert_eq!(HcommEndpointGetDescs(0, &mut num, &mut description), 0);
        assert_eq!(HcommEndpointCreate(&description, &mut handle), 0);
    }
    handle
}

#[test]
fn exported_memory_is_imported_by_another_process() {
    let mut job = ranks::processes("exported_memory_is_imported_by_another_process", 2, &[], |rank| {
        set_device(rank.rank);
        let endpoint = endpoint();
        // SAFETY: live arguments; addresses come from the library.
        unsafe {
            if rank.rank == 0 {
                let mut memory = null_mut();
                assert_eq!(HcommMemAlloc(&mut memory, 8192), 0);
                memory.cast::<u8>().write_bytes(0x5a, 8192);
                let mem =
                    CommMem { r#type: CommMemType::COMM_MEM_TYPE_DEVICE.abi(), addr: memory, size: 8192 };
                let (mut handle, mut blob, mut len) = (null_mut(), null_mut(), 0);
                assert_eq!(HcommMemReg(endpoint, c"m".as_ptr(), &mem, &mut handle), 0);
                assert_eq!(HcommMemExport(endpoint, handle, &mut blob, &mut len), 0);
                assert!(len <= 504);
                rank.put("blob", std::slice::from_raw_parts(blob.cast::<u8>(), len as usize));
                rank.get("written");
                assert_eq!(memory.cast::<u8>().read_volatile(), 0x77);
                assert_eq!(HcommMemUnreg(endpoint, handle), 0);
                assert_eq!(HcommMemUnreg(endpoint, handle), 6);
                assert_eq!(HcommMemFree(memory), 0);
                assert_eq!(HcommMemFree(memory), 15);
                rank.put("freed", b"");
            } else {
                let blob = rank.get("blob");
                let (at, len) = (blob.as_ptr().cast::<c_void>(), blob.len() as u32);
                let mut seen =
                    CommMem { r#type: CommMemType::COMM_MEM_TYPE_INVALID.abi(), addr: null_mut(), size: 0 };
                assert_eq!(HcommMemImport(endpoint, at, 0, &mut seen), 1);
                assert_eq!(HcommMemImport(endpoint, at, 100, &mut seen), 1);
                assert_eq!(HcommMemImport(endpoint, at, len - 1, &mut seen), 1);
                assert_eq!(HcommMemImport(null_mut(), at, len, &mut seen), 6);
                assert_eq!(HcommMemImport(endpoint, at, len, &mut seen), 0);
                assert_eq!(seen.size, 8192);
                let bytes = seen.addr.cast::<u8>();
                assert_eq!(bytes.add(8191).read_volatile(), 0x5a);
                bytes.write_volatile(0x77);
                assert_eq!(HcommMemImport(endpoint, at, len, &mut seen), 20);
                assert_eq!(HcommMemUnimport(endpoint, at, len), 20);
                assert_eq!(HcommMemUnimport(endpoint, at, len), 0);
                assert_eq!(HcommMemUnimport(endpoint, at, len), 6);
                rank.put("written", b"");
                rank.get("freed");
            }
            assert_eq!(HcommEndpointDestroy(endpoint), 0);
            assert_eq!(HcommEndpointDestroy(endpoint), 6);
        }
    });
    job.finish_with_killed(&[]);
}

#[test]
fn threads_of_the_base_layer_belong_to_the_caller() {
    ranks::threads(1, |_| {
        set_device(0);
        let mut handles = [0; 3];
        let engine = TS.abi();
        // SAFETY: live arguments or NULL.
        unsafe {
            let ones = [1_u32; 3];
            let ones = ones.as_ptr();
            assert_eq!(HcommThreadAlloc(engine, 3, null(), handles.as_mut_ptr()), 2);
            assert_eq!(HcommThreadAlloc(engine, 3, ones, null_mut()), 2);
            assert_eq!(HcommThreadAlloc(engine, 0, ones, handles.as_mut_ptr()), 1);
            assert_eq!(HcommThreadAlloc(engine, 1001, ones, handles.as_mut_ptr()), 1);
            assert_eq!(HcommThreadAlloc(engine, 3, [1, 1, 65].as_ptr(), handles.as_mut_ptr()), 1);
            assert_eq!(HcommThreadAlloc(CommEngine::COMM_ENGINE_AIV.abi(), 3, ones, handles.as_mut_ptr()), 1);
            // Each thread has the notifies of its own element.
            assert_eq!(HcommThreadAlloc(engine, 3, [1, 0, 2].as_ptr(), handles.as_mut_ptr()), 0);
            assert_eq!(HcommThreadNotifyRecordOnThread(handles[0], handles[2], 1), 0);
            assert_eq!(HcommThreadNotifyRecordOnThread(handles[0], handles[1], 0), 2);
            let mut stream = null_mut();
            let kind = ThreadResType::THREAD_RES_TYPE_STREAM.abi();
            assert_eq!(HcommThreadResGetInfo(handles[0], kind, 8, &mut stream), 0);
            assert!(!stream.is_null());
            assert_eq!(HcommThreadFree(handles.as_ptr(), 3), 0);
            assert_eq!(HcommThreadFree(handles.as_ptr(), 1), 6);
        }
    });
}

#[test]
fn cycles_with_everything_left_to_the_communicator_leave_nothing() {
    let name = "cycles_with_everything_left_to_the_communicator_leave_nothing";
    ranks::processes(name, 1, &[("HCCL_BUFFSIZE", "1")], |_| {
        let turn = |comm: HcclComm, rank: u32| {
            let memory = device_memory(rank, 4096);
            let handle = register(comm, "m", CommMemType::COMM_MEM_TYPE_DEVICE, memory.cast(), 4096).unwrap();
            let mut handles = [handle];
            let mut wish = desc(1 - rank, UB_CTP, 3);
            wish.memHandles = handles.as_mut_ptr();
            wish.memHandleNum = 1;
            let channel = acquire(comm, AICPU_TS, &[wish]).unwrap()[0];
            assert_eq!(remote_memory(comm, channel).len(), 2);
            let thread = threads(comm, AICPU_TS, 3, 2).unwrap()[0];
            let (to, _) = remote_buffer(comm, channel);
            let mut context = null_mut();
            // SAFETY: live arguments and memory.
            unsafe {
                assert_eq!(HcommWriteOnThread(thread, channel, to.cast(), memory.cast(), 64), 0);
                let engine = AICPU_TS.abi();
                assert_eq!(code(HcclEngineCtxCreate(comm, c"c".as_ptr(), engine, 64, &mut context)), 0);
                assert_eq!(code(HcclEngineCtxCreate(comm, c"c".as_ptr(), TS.abi(), 64, &mut context)), 0);
            }
            hcomm::data::thread::sync(thread, Some(ranks::LONG)).unwrap();
            memory as u64
        };
        let cycle = || {
            let mut comms = [null_mut::<c_void>(); 2];
            // SAFETY: arrays of two.
            assert_eq!(code(unsafe { HcclCommInitAll(2, [0, 1].as_mut_ptr(), comms.as_mut_ptr()) }), 0);
            let comms = comms.map(|comm| comm as u64);
            let memory = std::thread::scope(|scope| {
                let ranks =
                    [0, 1].map(|rank| scope.spawn(move || turn(comms[rank as usize] as HcclComm, rank)));
                ranks.map(|rank| rank.join().unwrap())
            });
            for (comm, address) in comms.into_iter().zip(memory) {
                destroy(comm as HcclComm);
                let memory = std::ptr::NonNull::new(address as *mut c_void).unwrap();
                // SAFETY: allocated above, used by nobody any more.
                unsafe { hcomm::driver::get().unwrap().mem_free(memory) }.unwrap();
            }
        };
        for _ in 0..50 {
            cycle();
        }
        std::thread::sleep(Duration::from_millis(200));
        let first = ranks::holdings();
        for _ in 0..200 {
            cycle();
        }
        let last = within(|| {
            let now = ranks::holdings();
            (now.descriptors <= first.descriptors && now.threads <= first.threads).then_some(now)
        });
        assert!(last.resident < first.resident + (2 << 20), "{first:?} {last:?}");
        assert!(last.mappings < first.mappings + 20, "{first:?} {last:?}");
    })
    .finish_with_killed(&[]);
}

#[test]
fn a_stream_may_be_destroyed_before_the_communicator() {
    ranks::threads(1, |rank| {
        let comm = init(rank, "root");
        let mut handles = Vec::new();
        for _ in 0..50 {
            let mut stream = null_mut();
            let mut thread = 0;
            // SAFETY: live arguments; the stream is destroyed once.
            unsafe {
                assert_eq!(acl_rt::api::stream::aclrtCreateStream(&mut stream), 0);
                let stream: aclrtStream = stream.cast();
                assert_eq!(code(HcclThreadAcquireWithStream(comm, TS.abi(), stream, 1, &mut thread)), 0);
                assert_eq!(code(HcclBarrier(comm, stream)), 0);
                assert_eq!(HcommThreadNotifyRecordOnThread(thread, thread, 0), 0);
                assert_eq!(HcommThreadNotifyWaitOnThread(thread, 0, 60), 0);
                assert_eq!(acl_rt::api::stream::aclrtSynchronizeStream(stream.cast()), 0);
                assert_eq!(acl_rt::api::stream::aclrtDestroyStream(stream.cast()), 0);
            }
            handles.push(thread);
        }
        let known = hcomm::control::registry::find(comm as u64).unwrap().data().threads();
        // The newest one is found dead when the next stream comes.
        assert_eq!(known, handles[49..]);
        // SAFETY: handles are checked.
        assert_ne!(unsafe { HcommThreadNotifyRecordOnThread(handles[0], handles[0], 0) }, 0);
        destroy(comm);
    });
}
