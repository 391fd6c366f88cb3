//! What was written before a notify is seen after the wait for it: between threads and between processes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use hcomm::capi::hcomm_primitives::*;
use hcomm::data::channel::{self, ChannelSpec, Range, Remote};
use hcomm::data::comm::Comm;
use hcomm::driver::Notifies;
use hcomm_abi::CommEngine::COMM_ENGINE_AICPU_TS;
use hcomm_abi::CommProtocol::COMM_PROTOCOL_UB_MEM;
use npu_ext::DeviceInfo;

use crate::support::{Block, CARRIERS, Carrier, Pair, Rank, driver, own_thread, pair, watchdog};

const SIZES: [(usize, u32); 6] =
    [(1, 3000), (8, 3000), (64, 3000), (4096, 1000), (70_000, 200), (4 << 20, 12)];
/// Notify that says "written", and the one that says "checked".
const WRITTEN: u32 = 0;
const CHECKED: u32 = 1;

/// The value of every byte of round `round`.
fn mark(round: u32) -> u8 {
    (round % 251) as u8 + 1
}

/// Writes each round and waits until the reader has checked it.
fn write_rounds(rank: &mut Rank, far: u64, len: usize, rounds: u32) {
    for round in 0..rounds {
        rank.memory.bytes()[..len].fill(mark(round));
        let (near, far) = (rank.memory.at(0).cast(), far as *mut _);
        let (thread, channel) = (rank.thread, rank.channel);
        // SAFETY: the operands live until `sync` below.
        unsafe {
            if round % 2 == 0 {
                assert_eq!(HcommWriteOnThread(thread, channel, far, near, len as u64), 0);
                assert_eq!(HcommChannelNotifyRecordOnThread(thread, channel, WRITTEN), 0);
            } else {
                let code = HcommWriteWithNotifyOnThread(thread, channel, far, near, len as u64, WRITTEN);
                assert_eq!(code, 0);
            }
            assert_eq!(HcommChannelNotifyWaitOnThread(thread, channel, CHECKED, 60), 0);
        }
        rank.sync();
    }
}

/// Waits for each round, checks every byte, and says so.
fn check_rounds(rank: &mut Rank, len: usize, rounds: u32) {
    for round in 0..rounds {
        let (thread, channel) = (rank.thread, rank.channel);
        // SAFETY: no memory but notifies.
        unsafe { assert_eq!(HcommChannelNotifyWaitOnThread(thread, channel, WRITTEN, 60), 0) };
        rank.sync();
        let wrong = rank.memory.bytes()[..len].iter().position(|&byte| byte != mark(round));
        assert_eq!(wrong, None, "stale byte in round {round} of {len} bytes");
        // SAFETY: as above.
        unsafe { assert_eq!(HcommChannelNotifyRecordOnThread(thread, channel, CHECKED), 0) };
    }
    rank.sync();
}

#[test]
fn between_threads_no_stale_byte_is_seen_after_the_wait() {
    let _guard = watchdog("order between threads", 120);
    for carrier in CARRIERS {
        let [mut writer, mut reader] = pair(Pair { carrier, memory: 4 << 20, ..Pair::default() });
        let far = reader.memory.addr;
        for (len, rounds) in SIZES {
            let rounds = if carrier == Carrier::Link { rounds.min(300) } else { rounds };
            std::thread::scope(|scope| {
                scope.spawn(|| write_rounds(&mut writer, far, len, rounds));
                scope.spawn(|| check_rounds(&mut reader, len, rounds));
            });
        }
    }
}

/// Rounds that one thread of the program queues and runs for both ranks: many in a short time.
#[test]
fn in_a_hundred_thousand_rounds_no_stale_value_is_seen() {
    let _guard = watchdog("many rounds", 120);
    let [mut writer, mut reader] = pair(Pair { memory: 4096, ..Pair::default() });
    let (near, far) = (writer.memory.at(0), reader.memory.at(0));
    for round in 1..=100_000_u64 {
        writer.memory.bytes()[..8].copy_from_slice(&round.to_le_bytes());
        // SAFETY: the operands live until the queues are empty.
        unsafe {
            // The reader's end comes first in every other round: then its copy runs behind a wait.
            let read = || {
                let (thread, channel) = (reader.thread, reader.channel);
                assert_eq!(HcommChannelNotifyWaitOnThread(thread, channel, WRITTEN, 60), 0);
                let copy = far.wrapping_add(64).cast();
                assert_eq!(HcommLocalCopyOnThread(thread, copy, far.cast(), 8), 0);
                assert_eq!(HcommChannelNotifyRecordOnThread(thread, channel, CHECKED), 0);
            };
            let write = || {
                let (thread, channel) = (writer.thread, writer.channel);
                assert_eq!(HcommWriteOnThread(thread, channel, far.cast(), near.cast(), 8), 0);
                assert_eq!(HcommChannelNotifyRecordOnThread(thread, channel, WRITTEN), 0);
                assert_eq!(HcommChannelNotifyWaitOnThread(thread, channel, CHECKED, 60), 0);
            };
            match round % 2 {
                0 => (read(), write()),
                _ => (write(), read()),
            };
        }
        writer.sync();
        reader.sync();
        assert_eq!(reader.memory.bytes()[64..72], round.to_le_bytes(), "round {round}");
    }
}

/// Variable that makes the test program the peer of the one that started it.
const ROLE: &str = "HCOMM_UT_ORDER_PEER";

/// One line with what the peer needs: device, notifies, memory.
fn tell(info: &DeviceInfo, notifies: Notifies, memory: &Block) -> String {
    format!(
        "end {} {} {} {} {} {} {} {} {} {} {} {}",
        info.slot,
        info.device,
        info.pid,
        info.fd,
        info.start_time,
        info.uuid,
        info.base,
        info.size,
        notifies.addr,
        notifies.num,
        memory.addr,
        memory.len
    )
}

/// What the peer told, with addresses of this process.
fn hear(line: &str) -> (Notifies, Range) {
    let n: Vec<u64> = line.split(' ').skip(1).map(|word| word.parse().unwrap()).collect();
    let info = DeviceInfo {
        slot: n[0] as u32,
        device: n[1] as i32,
        pid: n[2] as i32,
        fd: n[3] as i32,
        start_time: n[4],
        uuid: n[5],
        base: n[6],
        size: n[7],
    };
    let here = driver().map_peer(&info).unwrap();
    let local = |addr: u64| addr - info.base + here;
    (Notifies { addr: local(n[8]), num: n[9] as u32 }, Range::mapped(local(n[10]), n[11]))
}

/// One end of a channel between two processes; `lines` are what the peer prints, `out` is what it reads.
fn end_of_pair(rank: u32, lines: &mut impl Iterator<Item = String>, out: &mut impl Write) -> (Rank, Range) {
    let device = 0;
    let comm = Comm::new("order", rank, 2, device);
    let notifies = driver().notify_alloc(device, 2).unwrap();
    let memory = Block::new(device, 4 << 20);
    writeln!(out, "{}", tell(&driver().device_info(device).unwrap(), notifies, &memory)).unwrap();
    out.flush().unwrap();
    let (remote, range) = hear(&lines.find(|line| line.starts_with("end ")).unwrap());
    let channel = channel::create(ChannelSpec {
        engine: COMM_ENGINE_AICPU_TS,
        protocol: COMM_PROTOCOL_UB_MEM,
        comm: Some(comm.clone()),
        local_rank: rank,
        remote_rank: 1 - rank,
        notifies,
    })
    .unwrap();
    channel::connect(channel, &Remote { notifies: Some(remote), ranges: vec![range] }).unwrap();
    let thread = own_thread(device, COMM_ENGINE_AICPU_TS, 0, Some(comm.clone()));
    (Rank { comm, thread, channel, memory }, range)
}

#[test]
fn between_processes_no_stale_byte_is_seen_after_the_wait() {
    let _guard = watchdog("order between processes", 120);
    if std::env::var_os(ROLE).is_some() {
        let mut lines = std::io::stdin().lines().map(Result::unwrap);
        let (mut reader, _) = end_of_pair(1, &mut lines, &mut std::io::stdout());
        for (len, rounds) in SIZES {
            check_rounds(&mut reader, len, rounds);
        }
        // Its memory is written until the other end is done.
        lines.find(|line| line == "done");
        return;
    }
    let name = "order::between_processes_no_stale_byte_is_seen_after_the_wait";
    let mut peer = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(ROLE, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = peer.stdin.take().unwrap();
    let mut lines = BufReader::new(peer.stdout.take().unwrap()).lines().map(Result::unwrap);
    let (mut writer, range) = end_of_pair(0, &mut lines, &mut out);
    for (len, rounds) in SIZES {
        write_rounds(&mut writer, range.addr, len, rounds);
    }
    writeln!(out, "done").unwrap();
    out.flush().unwrap();
    assert!(peer.wait().unwrap().success());
}
