//! The primitives allocate nothing in their caller, and established links in no thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use hcomm::capi::hcomm_primitives::*;
use hcomm::transport::{self, Kind, Post, Posted};
use hcomm_abi::CommEngine::COMM_ENGINE_CPU;
use hcomm_abi::HcommTransferType::*;
use hcomm_abi::{AbiEnum, AbiStruct, HcommBatchTransferDesc, HcommDataType, HcommReduceOp};
use hcomm_kernels::dtype;

#[path = "transport/ends.rs"]
mod ends;
#[path = "support/mod.rs"]
mod support;
use support::{CARRIERS, Carrier, Pair, Rank, pair, watchdog};

/// The system's allocator, counting the calls of each thread and of all.
struct Counting;

static ALL_CALLS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: everything is passed on to the system's allocator; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        ALL_CALLS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as promised by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        CALLS.set(CALLS.get() + 1);
        ALL_CALLS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as promised by the caller.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocator calls of this thread during `run`.
fn calls(run: impl FnOnce()) -> u64 {
    let before = CALLS.get();
    run();
    CALLS.get() - before
}

#[test]
fn no_primitive_allocates_in_its_caller() {
    let _guard = watchdog("allocations", 120);
    for carrier in CARRIERS {
        no_primitive_allocates(carrier, pair(Pair { carrier, engine: COMM_ENGINE_CPU, ..Pair::default() }));
    }
    links_allocate_nothing();
}

fn no_primitive_allocates(carrier: Carrier, ranks: [Rank; 2]) {
    let [a, b] = &ranks;
    let (near, far) = (a.memory.at(0).cast(), b.memory.at(0).cast());
    let (fp32, sum) = (HcommDataType::HCOMM_DATA_TYPE_FP32.abi(), HcommReduceOp::HCOMM_REDUCE_SUM.abi());
    let mut desc = HcommBatchTransferDesc {
        transType: HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY.abi(),
        ..HcommBatchTransferDesc::zeroed()
    };
    // SAFETY: plain data.
    let it = unsafe { &mut desc.transferInfo.writeWithNotify };
    (it.len, it.dst, it.src, it.notifyIdx) = (64, far, near, 0);
    let descs = [desc; 64];

    let all = |len: u64| {
        // SAFETY: the operands lie in blocks that live until the queues are empty.
        let codes = unsafe {
            [
                HcommLocalCopyOnThread(a.thread, far, near, len),
                HcommLocalReduceOnThread(a.thread, far, near, len / 4, fp32, sum),
                HcommWriteOnThread(a.thread, a.channel, far, near, len),
                HcommReadOnThread(a.thread, a.channel, near, far, len),
                HcommWriteReduceOnThread(a.thread, a.channel, far, near, len / 4, fp32, sum),
                HcommReadReduceOnThread(a.thread, a.channel, near, far, len / 4, fp32, sum),
                HcommWriteWithNotifyOnThread(a.thread, a.channel, far, near, len, 1),
                HcommWriteReduceWithNotifyOnThread(a.thread, a.channel, far, near, len / 4, fp32, sum, 1),
                HcommWriteNbi(a.channel, far, near, len),
                HcommWriteNbiOnThread(a.thread, a.channel, far, near, len),
                HcommReadNbi(a.channel, near, far, len),
                HcommReadNbiOnThread(a.thread, a.channel, near, far, len),
                HcommWriteWithNotifyNbi(a.channel, far, near, len, 1),
                HcommWriteWithNotifyNbiOnThread(a.thread, a.channel, far, near, len, 1),
                HcommBatchTransferOnThread(a.thread, a.channel, descs.as_ptr(), 64),
                HcommChannelNotifyRecordOnThread(a.thread, a.channel, 2),
                HcommChannelNotifyWaitOnThread(b.thread, b.channel, 2, 5),
                HcommChannelNotifyRecord(a.channel, 3),
                HcommChannelNotifyWait(b.channel, 3, 5),
                HcommThreadNotifyRecordOnThread(a.thread, b.thread, 0),
                HcommThreadNotifyWaitOnThread(b.thread, 0, 5),
                HcommThreadNotifyRecordOnThread(a.thread, b.thread, 1),
                HcommThreadNotifyWaitOnThreadWithDefaultTimeout(b.thread, 1),
                HcommChannelFenceOnThread(a.thread, a.channel),
                HcommChannelDrainOnThread(a.thread, a.channel),
                HcommChannelFence(a.channel),
                HcommFenceOnThread(a.thread),
                HcommSetNotifyWaitTimeOut(5.0),
            ]
        };
        assert!(codes.iter().all(|&code| code == 0), "{codes:?}");
    };
    for len in [8, 64, 4096, 65_536] {
        let rounds = |num: u32| {
            (0..num).for_each(|_| {
                all(len);
                // Over a link work waits in the queue, which would grow with it.
                if carrier == Carrier::Link {
                    ranks.iter().for_each(Rank::sync);
                }
            })
        };
        // The first rounds may grow queues and look up the vector extensions.
        rounds(20);
        ranks.iter().for_each(Rank::sync);
        // Queues whose work waits grow with what happens to wait, until they are large enough.
        let attempts = if carrier == Carrier::Link { 20 } else { 1 };
        let calls = (0..attempts).map(|_| calls(|| rounds(100))).find(|&calls| calls == 0);
        assert_eq!(calls, Some(0), "{len} bytes, {carrier:?}");
    }
    // In the end nothing allocates; over a link, whose timing differs each time, queues may need longer for that.
    let quiet = |what: &str, run: &dyn Fn()| {
        let (first, rounds) = if carrier == Carrier::Link { (0, 60) } else { (5, 6) };
        let calls = (0..rounds).map(|_| {
            let calls = calls(run);
            ranks.iter().for_each(Rank::sync);
            calls
        });
        assert!(calls.skip(first).any(|calls| calls == 0), "{what}, {carrier:?}");
    };
    // A wait that blocks is queued, and so is everything behind it: no allocation while the queue has room.
    let queued = || {
        // SAFETY: as above.
        unsafe {
            assert_eq!(HcommThreadNotifyWaitOnThread(a.thread, 0, 5), 0);
            for _ in 0..20 {
                assert_eq!(HcommWriteOnThread(a.thread, a.channel, far, near, 8), 0);
            }
            assert_eq!(HcommThreadNotifyRecordOnThread(b.thread, a.thread, 0), 0);
        }
    };
    quiet("behind a wait", &queued);
    let batch = || {
        // SAFETY: as above.
        unsafe {
            assert_eq!(HcommBatchModeStart(std::ptr::null()), 0);
            all(64);
            assert_eq!(HcommBatchModeEnd(std::ptr::null()), 0);
        }
    };
    quiet("in batch mode", &batch);
}

/// A part of the one test, since other tests of the process would be counted too.
fn links_allocate_nothing() {
    let [a, b] = ends::pair(ends::V4, |_| {});
    let (near, far) = (a.addr(0), b.addr(0));
    let op = |kind, n| Post { kind, local: near, remote: far, n, dtype: dtype::FP32, ..Post::FENCE };
    let round = || {
        // The longest does not fit into the connection at once.
        for n in [0, 8, 4096, 300_000, ends::MEMORY] {
            a.run(a.write(0, far, n, Some(0)));
            b.wait(0);
            a.run(op(Kind::Read, n as u64));
            a.run(op(Kind::WriteReduce, n as u64 / 4));
            a.run(op(Kind::ReadReduce, n as u64 / 4));
            b.run(b.record(1));
            a.wait(1);
        }
        for _ in 0..64 {
            assert!(!matches!(a.post(a.write(0, far, ends::MEMORY / 4, None)), Posted::Failed(_)));
        }
        transport::flush(a.link, Some(ends::PATIENCE), None).unwrap();
    };
    // The first rounds make what threads keep.
    (0..5).for_each(|_| round());
    // Once a second a thread that waits counts the ranks of the machine, which allocates: not in every stretch of rounds.
    let mut calls = (0..20).map(|_| {
        let before = ALL_CALLS.load(Ordering::Relaxed);
        (0..10).for_each(|_| round());
        ALL_CALLS.load(Ordering::Relaxed) - before
    });
    assert!(calls.any(|calls| calls == 0), "some thread allocates in every stretch of rounds");
}
