//! The task cache, and what the end of a kernel does to a batch, a recording and a default time-out.

use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};
use std::time::Duration;

use hcomm::capi::hcomm_primitives::*;
use hcomm::data::{kernel, thread};
use hcomm_abi::CommEngine::COMM_ENGINE_AICPU_TS;
use hcomm_abi::{AbiEnum, HcommDataType, HcommReduceOp};
use hcomm_base::Code;

use crate::support::{CARRIERS, Pair, Rank, own_thread, pair, watchdog};

const SIZE: u64 = 4096;

fn look_up(tag: &CStr) -> bool {
    let mut hit = false;
    // SAFETY: a C string and a live local.
    unsafe { assert_eq!(HcommAicpuTsTaskCacheLookup(tag.as_ptr(), &mut hit), 0) };
    hit
}

fn start(tag: &CStr, addrs: &mut [*mut c_void], sizes: &mut [u64]) -> Code {
    let count = addrs.len() as u64;
    // SAFETY: a C string and arrays of `count` elements.
    Code(unsafe { HcommAicpuTsTaskCacheStart(tag.as_ptr(), addrs.as_mut_ptr(), sizes.as_mut_ptr(), count) })
}

fn execute(tag: &CStr, addrs: &mut [*mut c_void], sizes: &mut [u64]) -> Code {
    let count = addrs.len() as u64;
    // SAFETY: as above.
    Code(unsafe { HcommAicpuTsTaskCacheExecute(tag.as_ptr(), addrs.as_mut_ptr(), sizes.as_mut_ptr(), count) })
}

fn end(tag: &CStr) -> Code {
    // SAFETY: a C string.
    Code(unsafe { HcommAicpuTsTaskCacheEnd(tag.as_ptr()) })
}

/// What an operator does: sends the input to the peer, gets it back into the output, adds the input to that, and tells the
/// peer and another thread.
fn expand(rank: &Rank, far: *mut c_void, input: *mut c_void, output: *mut c_void, other: u64) {
    let (thread, channel) = (rank.thread, rank.channel);
    let (kind, sum) = (HcommDataType::HCOMM_DATA_TYPE_UINT8.abi(), HcommReduceOp::HCOMM_REDUCE_SUM.abi());
    // SAFETY: the operands live until the queues are empty.
    unsafe {
        assert_eq!(HcommBatchModeStart(c"inner".as_ptr()), 0);
        assert_eq!(HcommWriteOnThread(thread, channel, far, input, SIZE / 2), 0);
        let (half_far, half_in) = (far.wrapping_byte_add(2048), input.wrapping_byte_add(2048));
        assert_eq!(HcommWriteWithNotifyOnThread(thread, channel, half_far, half_in, SIZE / 2, 1), 0);
        assert_eq!(HcommBatchModeEnd(c"inner".as_ptr()), 0);
        assert_eq!(HcommChannelDrainOnThread(thread, channel), 0);
        assert_eq!(HcommReadOnThread(thread, channel, output, far, SIZE), 0);
        assert_eq!(HcommLocalReduceOnThread(thread, output, input, SIZE, kind, sum), 0);
        assert_eq!(HcommThreadNotifyRecordOnThread(thread, other, 0), 0);
        assert_eq!(HcommThreadNotifyWaitOnThread(other, 0, 20), 0);
    }
}

#[test]
fn a_recording_is_given_again_with_other_addresses() {
    let _guard = watchdog("task cache", 60);
    for (carrier, tag) in CARRIERS.into_iter().zip([c"replay mapped", c"replay link"]) {
        let [mut act, mut peer] = pair(Pair { carrier, ..Pair::default() });
        let other = own_thread(0, COMM_ENGINE_AICPU_TS, 1, Some(act.comm.clone()));
        let far = peer.memory.at(0).cast::<c_void>();
        for round in 0..4_u8 {
            // Input and output lie elsewhere each time.
            let at = usize::from(round) * 16_384;
            act.memory.bytes()[at..at + 4096].fill(round + 1);
            act.memory.bytes()[at + 8192..at + 12_288].fill(0xee);
            let operands = [act.memory.at(at).cast(), act.memory.at(at + 8192).cast()];
            let mut sizes = [SIZE; 2];
            if look_up(tag) {
                assert!(round > 0);
                assert_eq!(execute(tag, &mut operands.clone(), &mut sizes), Code::SUCCESS);
            } else {
                assert_eq!(round, 0);
                assert_eq!(start(tag, &mut operands.clone(), &mut sizes), Code::SUCCESS);
                expand(&act, far, operands[0], operands[1], other);
                assert_eq!(end(tag), Code::SUCCESS);
            }
            act.sync();
            thread::sync(other, Some(Duration::from_secs(30))).unwrap();
            // SAFETY: no memory but notifies.
            unsafe { assert_eq!(HcommChannelNotifyWaitOnThread(peer.thread, peer.channel, 1, 20), 0) };
            peer.sync();
            assert!(peer.memory.bytes()[..4096].iter().all(|&byte| byte == round + 1), "{carrier:?} {round}");
            let output = &act.memory.bytes()[at + 8192..at + 12_288];
            assert!(output.iter().all(|&byte| byte == 2 * (round + 1)), "{carrier:?} {round}: {}", output[0]);
        }
        // A thread that has ended ends the recording, too.
        thread::destroy(other, Duration::from_secs(5)).unwrap();
        assert!(look_up(tag));
        let mut operands = [act.memory.at(0).cast(), act.memory.at(8192).cast()];
        assert_eq!(execute(tag, &mut operands, &mut [SIZE; 2]), Code::PTR);
        assert!(!look_up(tag));
        // SAFETY: a C string.
        unsafe { assert_eq!(HcommAicpuTsTaskCacheClear(tag.as_ptr()), 0) };
    }
}

#[test]
fn mistakes_with_the_cache_have_their_documented_codes() {
    let _guard = watchdog("task cache codes", 60);
    let [act, peer] = pair(Pair::default());
    let tag = c"mistakes";
    let (near, far) = (act.memory.at(0).cast::<c_void>(), peer.memory.at(0).cast::<c_void>());
    let mut good = [near, near.wrapping_byte_add(8192)];
    let mut sizes = [SIZE; 2];
    let mut hit = true;
    // SAFETY: NULL, C strings, or live arrays.
    unsafe {
        assert_eq!(HcommAicpuTsTaskCacheLookup(null(), &mut hit), Code::PTR.0);
        assert_eq!(HcommAicpuTsTaskCacheLookup(tag.as_ptr(), null_mut()), Code::PTR.0);
        assert_eq!(HcommAicpuTsTaskCacheEnd(null()), Code::PTR.0);
        assert_eq!(HcommAicpuTsTaskCacheClear(null()), Code::PTR.0);
        for function in [HcommAicpuTsTaskCacheStart, HcommAicpuTsTaskCacheExecute] {
            assert_eq!(function(null(), good.as_mut_ptr(), sizes.as_mut_ptr(), 2), Code::PTR.0);
            assert_eq!(function(tag.as_ptr(), null_mut(), sizes.as_mut_ptr(), 2), Code::PTR.0);
            assert_eq!(function(tag.as_ptr(), good.as_mut_ptr(), null_mut(), 2), Code::PTR.0);
        }
        assert_eq!(HcommAicpuTsTaskCacheClear(c"unknown".as_ptr()), 0);
    }
    assert_eq!(start(tag, &mut good, &mut sizes), Code::PARA, "not looked up");
    assert!(!look_up(tag));
    assert_eq!(start(c"other", &mut good, &mut sizes), Code::PARA);
    assert_eq!(end(c"other"), Code::PARA);
    assert_eq!(execute(c"other", &mut good, &mut sizes), Code::PARA);
    assert_eq!(execute(tag, &mut good, &mut sizes), Code::INTERNAL, "after a miss");
    assert_eq!(start(tag, &mut good[..1], &mut sizes[..1]), Code::PARA);
    assert_eq!(start(tag, &mut [near; 3], &mut [SIZE; 3]), Code::PARA);
    assert_eq!(start(tag, &mut [null_mut(), near], &mut sizes), Code::PARA);
    assert_eq!(start(tag, &mut good, &mut [u64::MAX, SIZE]), Code::PARA);
    assert_eq!(start(tag, &mut good, &mut sizes), Code::SUCCESS);
    assert_eq!(start(tag, &mut good, &mut sizes), Code::INTERNAL, "twice");
    // SAFETY: the operands live until the queue is empty.
    unsafe { assert_eq!(HcommWriteOnThread(act.thread, act.channel, far, near, SIZE), 0) };
    // Another thread looks up the same tag meanwhile: a miss, and its recording is not kept.
    std::thread::scope(|scope| {
        scope.spawn(|| {
            assert!(!look_up(tag));
            let near = peer.memory.at(0).cast::<c_void>();
            assert_eq!(start(tag, &mut [near, near], &mut [8, 8]), Code::SUCCESS);
            assert_eq!(end(tag), Code::SUCCESS);
        });
    });
    assert_eq!(end(tag), Code::SUCCESS);
    assert_eq!(end(tag), Code::PARA, "forgotten");
    assert!(look_up(tag));
    assert_eq!(start(tag, &mut good, &mut sizes), Code::INTERNAL, "after a hit");
    assert_eq!(end(tag), Code::INTERNAL, "after a hit");
    assert_eq!(execute(tag, &mut good, &mut [SIZE, 8]), Code::INTERNAL);
    assert_eq!(execute(tag, &mut good, &mut sizes), Code::PARA, "forgotten");
    assert!(look_up(tag));
    assert_eq!(execute(tag, &mut good[..1], &mut sizes[..1]), Code::INTERNAL);
    assert!(look_up(tag));
    // SAFETY: a C string.
    unsafe { assert_eq!(HcommAicpuTsTaskCacheClear(tag.as_ptr()), 0) };
    assert_eq!(execute(tag, &mut good, &mut sizes), Code::PTR, "cleared");
    assert!(!look_up(tag));
    act.sync();
}

#[test]
fn a_recording_that_is_too_long_runs_and_is_not_kept() {
    let _guard = watchdog("full task cache", 60);
    let [act, peer] = pair(Pair::default());
    let (near, far) = (act.memory.at(0).cast::<c_void>(), peer.memory.at(0).cast::<c_void>());
    let tag = c"too long";
    assert!(!look_up(tag));
    assert_eq!(start(tag, &mut [near, far], &mut [64, 64]), Code::SUCCESS);
    let tasks = hcomm::data::cache::CAPACITY / size_of::<npu_ext::Task>() + 1;
    for _ in 0..tasks {
        // SAFETY: the operands live until the queue is empty.
        unsafe { assert_eq!(HcommWriteOnThread(act.thread, act.channel, far, near, 8), 0) };
    }
    assert_eq!(end(tag), Code::SUCCESS);
    act.sync();
    assert!(!look_up(tag));
    kernel::ended();
}

#[test]
fn a_kernel_that_ends_leaves_nothing_behind_on_its_thread() {
    let _guard = watchdog("end of a kernel", 60);
    let [mut act, peer] = pair(Pair::default());
    let (near, far) = (act.memory.at(0).cast::<c_void>(), peer.memory.at(64).cast::<c_void>());
    let tag = c"left behind";
    act.memory.bytes()[..8].fill(1);
    // SAFETY: the operands live until the queue is empty.
    unsafe {
        assert_eq!(HcommBatchModeStart(null()), 0);
        assert_eq!(HcommSetNotifyWaitTimeOut(1.0), 0);
        assert!(!look_up(tag));
        assert_eq!(start(tag, &mut [near, near], &mut [8, 8]), Code::SUCCESS);
        assert_eq!(HcommWriteOnThread(act.thread, act.channel, far, near, 8), 0);
        kernel::ended();
        // What comes now starts at once, and nothing of what was collected does.
        act.memory.bytes()[..8].fill(2);
        assert_eq!(HcommWriteOnThread(act.thread, act.channel, far.wrapping_byte_add(8), near, 8), 0);
        act.sync();
        let bytes = std::slice::from_raw_parts(far.cast::<u8>(), 16);
        assert_eq!(bytes, [0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2]);
        assert_eq!(start(tag, &mut [near, near], &mut [8, 8]), Code::PARA);
        assert!(!look_up(tag), "the tag is free again");
        kernel::ended();
        // The time-out of the wait is not the one of the kernel before.
        assert_eq!(HcommThreadNotifyWaitOnThreadWithDefaultTimeout(act.thread, 0), 0);
        std::thread::sleep(Duration::from_millis(1500));
        assert_eq!(thread::error(act.thread), None);
        assert_eq!(HcommThreadNotifyRecordOnThread(peer.thread, act.thread, 0), 0);
        act.sync();
    }
}
