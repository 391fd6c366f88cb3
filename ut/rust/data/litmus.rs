//! Small programs of two ranks whose outcomes the order of the data plane allows or forbids, on everything that carries a
//! channel.

use std::time::Duration;

use hcomm::capi::hcomm_primitives::*;
use hcomm::data::{channel, thread};
use hcomm_abi::CommEngine::*;
use hcomm_abi::CommProtocol::COMM_PROTOCOL_ROCE;
use hcomm_base::Code;

use crate::support::{CARRIERS, Carrier, Pair, Rank, pair, watchdog};

/// Seconds of waits that are meant to succeed.
const LONG: u32 = 60;

fn rounds(carrier: Carrier) -> u64 {
    match carrier {
        Carrier::Mapped => 4000,
        Carrier::Link => 400,
    }
}

/// A word of a rank's memory.
fn word(rank: &mut Rank, at: usize) -> u64 {
    u64::from_le_bytes(rank.memory.bytes()[at..at + 8].try_into().unwrap())
}

fn set_word(rank: &mut Rank, at: usize, value: u64) {
    rank.memory.bytes()[at..at + 8].copy_from_slice(&value.to_le_bytes());
}

/// Both ranks write to each other, record and wait: neither may miss what the other wrote (store buffering).
#[test]
fn two_ranks_that_write_and_record_both_see_the_others_value() {
    let _guard = watchdog("store buffering", 120);
    for carrier in CARRIERS {
        let ranks = pair(Pair { carrier, memory: 4096, ..Pair::default() });
        let addresses = [0, 1].map(|rank: usize| ranks[1 - rank].memory.addr);
        std::thread::scope(|scope| {
            for (mut rank, far) in ranks.into_iter().zip(addresses) {
                scope.spawn(move || {
                    for round in 1..=rounds(carrier) {
                        set_word(&mut rank, 64, round);
                        let (thread, channel) = (rank.thread, rank.channel);
                        // SAFETY: the operands live until `sync` below, the peer's until both ranks are done.
                        unsafe {
                            let (dst, src) = (far as *mut _, rank.memory.at(64).cast());
                            assert_eq!(HcommWriteOnThread(thread, channel, dst, src, 8), 0);
                            assert_eq!(HcommChannelNotifyRecordOnThread(thread, channel, 0), 0);
                            assert_eq!(HcommChannelNotifyWaitOnThread(thread, channel, 0, LONG), 0);
                        }
                        rank.sync();
                        assert_eq!(word(&mut rank, 0), round, "{carrier:?}");
                        // Nobody writes the next value before this one was looked at.
                        // SAFETY: no memory but notifies.
                        unsafe {
                            assert_eq!(HcommChannelNotifyRecordOnThread(thread, channel, 1), 0);
                            assert_eq!(HcommChannelNotifyWaitOnThread(thread, channel, 1, LONG), 0);
                        }
                        rank.sync();
                    }
                    rank
                });
            }
        });
    }
}

/// The owner fills its memory and records; the other rank waits, reads, and reads what was filled (message passing by
/// reads), also when it combines what it reads.
#[test]
fn what_is_read_after_a_notify_is_what_was_there_before_it() {
    let _guard = watchdog("read after notify", 120);
    const LEN: usize = 4096;
    for carrier in CARRIERS {
        let [mut owner, mut reader] = pair(Pair { carrier, memory: 4 * LEN, ..Pair::default() });
        let far = owner.memory.addr;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for round in 1..=rounds(carrier) {
                    owner.memory.bytes()[..LEN].fill(round as u8);
                    // SAFETY: no memory but notifies.
                    unsafe {
                        assert_eq!(HcommChannelNotifyRecordOnThread(owner.thread, owner.channel, 0), 0);
                        assert_eq!(HcommChannelNotifyWaitOnThread(owner.thread, owner.channel, 1, LONG), 0);
                    }
                    owner.sync();
                }
            });
            scope.spawn(|| {
                for round in 1..=rounds(carrier) {
                    let (thread, channel) = (reader.thread, reader.channel);
                    let near = reader.memory.at(LEN).cast();
                    // SAFETY: the operands live until both ranks are done.
                    unsafe {
                        assert_eq!(HcommChannelNotifyWaitOnThread(thread, channel, 0, LONG), 0);
                        assert_eq!(HcommReadOnThread(thread, channel, near, far as *const _, LEN as u64), 0);
                        // The next task of the thread sees what was read.
                        let copy = reader.memory.at(2 * LEN).cast();
                        assert_eq!(HcommLocalCopyOnThread(thread, copy, near, LEN as u64), 0);
                        assert_eq!(HcommChannelNotifyRecordOnThread(thread, channel, 1), 0);
                    }
                    reader.sync();
                    let wrong =
                        reader.memory.bytes()[LEN..3 * LEN].iter().position(|&byte| byte != round as u8);
                    assert_eq!(wrong, None, "{carrier:?}, round {round}");
                }
            });
        });
    }
}

/// Operations of the caller are complete, at both ends, when the fence is.
#[test]
fn operations_of_the_caller_are_complete_after_the_fence() {
    let _guard = watchdog("fence", 120);
    const LEN: usize = 60_000;
    for carrier in CARRIERS {
        let engine = COMM_ENGINE_CPU;
        let [mut act, mut peer] = pair(Pair { carrier, engine, memory: 4 * LEN, ..Pair::default() });
        for round in 1..=rounds(carrier) / 20 {
            act.memory.bytes()[..LEN].fill(round as u8);
            let (channel, far) = (act.channel, peer.memory.at(0));
            // SAFETY: the operands live until the fence.
            unsafe {
                for at in (0..LEN).step_by(LEN / 10) {
                    let (dst, src) = (far.wrapping_add(at).cast(), act.memory.at(at).cast());
                    assert_eq!(HcommWriteNbi(channel, dst, src, LEN as u64 / 10), 0);
                }
                assert_eq!(HcommChannelFence(channel), 0);
            }
            assert!(peer.memory.bytes()[..LEN].iter().all(|&byte| byte == round as u8), "{carrier:?}");
            peer.memory.bytes()[LEN..2 * LEN].fill(!(round as u8));
            // SAFETY: as above.
            unsafe {
                let (dst, src) = (act.memory.at(2 * LEN).cast(), far.wrapping_add(LEN).cast());
                assert_eq!(HcommReadNbi(channel, dst, src, LEN as u64), 0);
                assert_eq!(HcommChannelFence(channel), 0);
            }
            assert!(act.memory.bytes()[2 * LEN..3 * LEN].iter().all(|&byte| byte == !(round as u8)));
            // SAFETY: as above; the notify of a write says that its data is there.
            unsafe {
                let (dst, src) = (far.wrapping_add(3 * LEN).cast(), act.memory.at(0).cast());
                assert_eq!(HcommWriteWithNotifyNbi(channel, dst, src, LEN as u64, 2), 0);
                assert_eq!(HcommChannelNotifyWait(peer.channel, 2, LONG), 0);
            }
            assert!(peer.memory.bytes()[3 * LEN..].iter().all(|&byte| byte == round as u8), "{carrier:?}");
            // SAFETY: no memory is named.
            unsafe { assert_eq!(HcommChannelFence(channel), 0) };
        }
    }
}

/// Over RoCE the host counts records, and waits for one index do not touch those of another.
#[test]
fn records_over_host_roce_are_counted() {
    let _guard = watchdog("counted notifies", 60);
    let spec = Pair {
        carrier: Carrier::Link,
        engine: COMM_ENGINE_CPU,
        protocol: COMM_PROTOCOL_ROCE,
        memory: 4096,
        ..Pair::default()
    };
    let [a, b] = pair(spec);
    // SAFETY: no memory but notifies.
    unsafe {
        for _ in 0..50 {
            assert_eq!(HcommChannelNotifyRecord(a.channel, 1), 0);
            // The thread plays no part in a wait, and a thread that does not live none in a record.
            assert_eq!(HcommChannelNotifyRecordOnThread(0xdead, a.channel, 2), 0);
            assert_eq!(HcommChannelNotifyRecordOnThread(a.thread, a.channel, 3), 0);
        }
        assert_eq!(HcommChannelNotifyRecord(a.channel, 4), Code::PARA.0);
        for _ in 0..50 {
            assert_eq!(HcommChannelNotifyWaitOnThread(b.thread, b.channel, 3, LONG), 0);
            assert_eq!(HcommChannelNotifyWait(b.channel, 2, LONG), 0);
            assert_eq!(HcommChannelNotifyWaitOnThread(0, b.channel, 1, LONG), 0);
        }
        for index in 0..4 {
            assert_eq!(HcommChannelNotifyWait(b.channel, index, 0), Code::TIMEOUT.0, "notify {index}");
        }
        assert_eq!(HcommChannelNotifyWaitOnThread(b.thread, b.channel, 1, 1), Code::TIMEOUT.0);
    }
    assert_eq!(thread::error(b.thread), None);
}

/// A channel whose other end goes away ends the waits on it, those that are queued behind others, too; what was recorded
/// before is not lost.
#[test]
fn a_channel_that_fails_ends_the_waits_on_it() {
    let _guard = watchdog("failed channel", 120);
    for carrier in CARRIERS {
        let [a, b] = pair(Pair { carrier, memory: 4096, ..Pair::default() });
        // SAFETY: no memory but notifies.
        unsafe {
            assert_eq!(HcommChannelNotifyRecordOnThread(b.thread, b.channel, 0), 0);
            b.drain();
            assert_eq!(HcommThreadNotifyWaitOnThread(a.thread, 0, LONG), 0);
            assert_eq!(HcommChannelNotifyWaitOnThread(a.thread, a.channel, 0, LONG), 0);
            assert_eq!(HcommChannelNotifyWaitOnThread(a.thread, a.channel, 1, 0), 0);
        }
        match carrier {
            Carrier::Mapped => {
                channel::fail(a.channel, &hcomm_base::err!(NETWORK, "rank 1 has left")).unwrap();
            }
            Carrier::Link => {
                // Destroying the channel breaks the link under the fence that is asked for.
                channel::fail(a.channel, &hcomm_base::err!(NETWORK, "rank 1 has left")).unwrap();
                channel::destroy(b.channel).unwrap();
            }
        }
        // SAFETY: no memory but notifies.
        unsafe { assert_eq!(HcommThreadNotifyRecordOnThread(b.thread, a.thread, 0), 0) };
        let error = thread::sync(a.thread, Some(Duration::from_secs(30))).unwrap_err();
        assert_eq!(error.code, Code::NETWORK, "{error}");
        for part in ["notify 1 of channel", "local rank 0, remote rank 1", "rank 1 has left", "2 wait(s)"] {
            assert!(error.text.contains(part), "{part:?} is missing in: {}", error.text);
        }
        assert_eq!(a.comm.async_error(), Some(error));
    }
}
