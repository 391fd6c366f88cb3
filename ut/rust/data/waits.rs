//! Waits end: with their notify, at their deadline with a text that says what was waited for, or when the communicator
//! stops. Errors stick to the thread and reach the communicator.

use std::ptr::NonNull;
use std::time::{Duration, Instant};

use hcomm::capi::hcomm_primitives::*;
use hcomm::capi::hcomm_primitives_expt::HcommThreadJoin;
use hcomm::data::thread::{Queue, ThreadSpec};
use hcomm::data::{channel, thread};
use hcomm_abi::CommEngine::*;
use hcomm_base::{Code, err, error};
use npu_ext::{Notify, Task, op};

use crate::support::{Pair, driver, own_thread, pair, watchdog};

/// Longer than any wait that is meant to end by something else.
const LONG: u32 = 600;

#[test]
fn a_time_out_says_what_was_waited_for_and_sticks_until_resume() {
    let _guard = watchdog("time-out text", 60);
    let ranks = pair(Pair::default());
    let rank = &ranks[0];
    assert_eq!(rank.comm.async_error(), None);
    // SAFETY: no memory but notifies.
    unsafe { assert_eq!(HcommChannelNotifyWaitOnThread(rank.thread, rank.channel, 2, 1), 0) };
    let error = thread::sync(rank.thread, Some(Duration::from_secs(30))).unwrap_err();
    assert_eq!(error.code, Code::TIMEOUT);
    for part in [
        format!("thread {:#x}", rank.thread),
        "communicator pair (rank 0 of 2)".into(),
        format!("notify 2 of channel {:#x}", rank.channel),
        "local rank 0, remote rank 1".into(),
        "waited 1.".into(),
        "allow more than 1 s".into(),
        "check that rank 1 runs".into(),
    ] {
        assert!(error.text.contains(&part), "{part:?} is missing in: {}", error.text);
    }
    assert_eq!(rank.comm.async_error(), Some(error.clone()));
    assert_eq!(thread::error(rank.thread), Some(error.clone()));
    // The peer is not affected.
    assert_eq!(ranks[1].comm.async_error(), None);
    let (near, far) = (rank.memory.at(0).cast(), ranks[1].memory.at(0).cast());
    // SAFETY: refused, or done before the blocks are freed.
    unsafe {
        assert_eq!(HcommWriteOnThread(rank.thread, rank.channel, far, near, 8), Code::TIMEOUT.0);
        assert_eq!(error::last().unwrap().text, error.text);
        rank.comm.resume().unwrap();
        assert_eq!(rank.comm.async_error(), None);
        assert_eq!(HcommWriteOnThread(rank.thread, rank.channel, far, near, 8), 0);
    }
    rank.sync();
}

#[test]
fn the_default_time_out_of_the_caller_counts_for_its_waits() {
    let _guard = watchdog("default time-out", 60);
    let ranks = pair(Pair::default());
    let (thread, channel) = (ranks[0].thread, ranks[0].channel);
    // SAFETY: no memory but notifies.
    unsafe {
        assert_eq!(HcommSetNotifyWaitTimeOut(1.5), 0);
        assert_eq!(HcommThreadNotifyWaitOnThreadWithDefaultTimeout(thread, 3), 0);
        let error = thread::sync(thread, Some(Duration::from_secs(30))).unwrap_err();
        assert!(error.code == Code::TIMEOUT && error.text.contains("its notify 3"), "{error}");
        ranks[0].comm.resume().unwrap();
        assert_eq!(HcommChannelNotifyWaitOnThreadWithDefaultTimeout(thread, channel, 1), 0);
        let error = thread::sync(thread, Some(Duration::from_secs(30))).unwrap_err();
        assert!(error.code == Code::TIMEOUT && error.text.contains("notify 1 of channel"), "{error}");
        for bad in [-1.0, f32::NAN, 5e9] {
            assert_eq!(HcommSetNotifyWaitTimeOut(bad), Code::PARA.0);
            assert_eq!(HcommThreadResAcquireTimeOut(bad), Code::NOT_SUPPORT.0);
        }
    }
}

#[test]
fn a_notify_is_a_latch() {
    let _guard = watchdog("latch", 60);
    let ranks = pair(Pair::default());
    let (a, b) = (&ranks[0], &ranks[1]);
    // SAFETY: no memory but notifies.
    unsafe {
        // Recorded before the wait: remembered. Recorded twice: once.
        for _ in 0..2 {
            assert_eq!(HcommChannelNotifyRecordOnThread(a.thread, a.channel, 0), 0);
            assert_eq!(HcommThreadNotifyRecordOnThread(a.thread, b.thread, 1), 0);
        }
        a.sync();
        assert_eq!(HcommChannelNotifyWaitOnThread(b.thread, b.channel, 0, LONG), 0);
        assert_eq!(HcommThreadNotifyWaitOnThread(b.thread, 1, LONG), 0);
        b.sync();
        assert_eq!(HcommChannelNotifyWaitOnThread(b.thread, b.channel, 0, 1), 0);
        assert_eq!(thread::sync(b.thread, None).unwrap_err().code, Code::TIMEOUT);
        b.comm.resume().unwrap();
        assert_eq!(HcommThreadNotifyWaitOnThread(b.thread, 1, 1), 0);
        assert_eq!(thread::sync(b.thread, None).unwrap_err().code, Code::TIMEOUT);
    }
}

#[test]
fn threads_of_different_engines_and_devices_notify_each_other() {
    let _guard = watchdog("engines", 60);
    let engines = [COMM_ENGINE_CPU, COMM_ENGINE_CPU_TS, COMM_ENGINE_AICPU, COMM_ENGINE_AICPU_TS];
    let threads: Vec<u64> =
        engines.iter().enumerate().map(|(i, &engine)| own_thread(i as i32 % 2, engine, 2, None)).collect();
    // A ring: each waits for the one before it, the first is started at the end.
    for (index, &thread) in threads.iter().enumerate() {
        let next = thread::export(threads[(index + 1) % threads.len()]).unwrap();
        // SAFETY: no memory but notifies.
        unsafe {
            assert_eq!(HcommThreadNotifyWaitOnThread(thread, 0, LONG), 0);
            assert_eq!(HcommThreadNotifyRecordOnThread(thread, next, u32::from(index == 3)), 0);
        }
    }
    let starter = own_thread(0, COMM_ENGINE_CPU, 0, None);
    // SAFETY: no memory but notifies.
    unsafe {
        assert_eq!(HcommThreadNotifyRecordOnThread(starter, threads[0], 0), 0);
        assert_eq!(HcommThreadNotifyWaitOnThread(threads[0], 1, LONG), 0);
    }
    for thread in threads.into_iter().chain([starter]) {
        thread::sync(thread, Some(Duration::from_secs(30))).unwrap();
        thread::destroy(thread, Duration::from_secs(5)).unwrap();
    }
}

#[test]
fn notifies_of_the_runtime_are_named_by_their_id() {
    let _guard = watchdog("runtime notifies", 60);
    let ranks = pair(Pair::default());
    let block = driver().notify_alloc(0, 1).unwrap();
    // SAFETY: a live notify.
    let id = u64::from(unsafe { (*(block.addr as *const Notify)).id });
    let other = own_thread(0, COMM_ENGINE_CPU_TS, 0, None);
    // SAFETY: no memory but notifies.
    unsafe {
        assert_eq!(HcommAclrtNotifyWaitOnThread(ranks[0].thread, id, LONG), 0);
        assert_eq!(HcommAclrtNotifyRecordOnThread(other, id), 0);
        ranks[0].sync();
        assert_eq!(HcommAclrtNotifyWaitOnThread(ranks[0].thread, id, 1), 0);
        let error = thread::sync(ranks[0].thread, None).unwrap_err();
        assert!(
            error.code == Code::TIMEOUT && error.text.contains(&format!("notify id {id} of the runtime")),
            "{error}"
        );
        for bad in [u64::MAX, 1 << 32, u64::from(npu_ext::NOTIFY_COUNT)] {
            assert_eq!(HcommAclrtNotifyRecordOnThread(other, bad), Code::PARA.0);
            assert_eq!(HcommAclrtNotifyWaitOnThread(other, bad, 1), Code::PARA.0);
        }
    }
    thread::destroy(other, Duration::from_secs(5)).unwrap();
    driver().notify_free(block).unwrap();
}

#[test]
fn waits_in_the_caller_end_with_their_notify_or_their_deadline() {
    let _guard = watchdog("caller waits", 60);
    let ranks = pair(Pair { engine: COMM_ENGINE_CPU, ..Pair::default() });
    let (mine, theirs) = (ranks[0].channel, ranks[1].channel);
    // SAFETY: no memory but notifies.
    unsafe {
        assert_eq!(HcommChannelNotifyWait(mine, 0, 0), Code::TIMEOUT.0);
        assert_eq!(HcommChannelNotifyWait(mine, 1, 1), Code::TIMEOUT.0);
        let text = error::last().unwrap().text;
        assert!(text.contains("waited 1 s for notify 1") && text.contains("remote rank 1"), "{text}");
        assert_eq!(HcommChannelNotifyRecord(theirs, 0), 0);
        assert_eq!(HcommChannelNotifyWait(mine, 0, 0), 0);
        // Thread 0 on a channel of the CPU engine stands for the caller.
        assert_eq!(HcommChannelNotifyRecordOnThread(0, theirs, 2), 0);
        assert_eq!(HcommChannelNotifyWaitOnThread(0, mine, 2, LONG), 0);
        assert_eq!(HcommChannelFenceOnThread(0, mine), 0);
    }
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            // SAFETY: no memory but notifies.
            unsafe { assert_eq!(HcommChannelNotifyRecord(theirs, 3), 0) };
        });
        // SAFETY: no memory but notifies.
        unsafe { assert_eq!(HcommChannelNotifyWait(mine, 3, LONG), 0) };
    });
}

#[test]
fn a_failed_communicator_ends_every_wait_with_its_reason() {
    let _guard = watchdog("failure", 60);
    let ranks = pair(Pair { engine: COMM_ENGINE_CPU, ..Pair::default() });
    let rank = &ranks[0];
    let reason = err!(REMOTE, "rank 1 died: start it again");
    std::thread::scope(|scope| {
        // SAFETY: no memory but notifies.
        let caller = scope.spawn(|| unsafe { HcommChannelNotifyWait(rank.channel, 0, LONG) });
        // SAFETY: no memory but notifies.
        unsafe { assert_eq!(HcommChannelNotifyWaitOnThread(rank.thread, rank.channel, 1, LONG), 0) };
        let queue = scope.spawn(|| thread::sync(rank.thread, None));
        std::thread::sleep(Duration::from_millis(50));
        rank.comm.fail(&reason);
        assert_eq!(caller.join().unwrap(), Code::REMOTE.0);
        assert_eq!(queue.join().unwrap(), Err(reason.clone()));
    });
    assert_eq!(rank.comm.async_error(), Some(reason.clone()));
    // SAFETY: refused before anything is touched.
    unsafe {
        assert_eq!(HcommChannelNotifyRecordOnThread(rank.thread, rank.channel, 0), Code::REMOTE.0);
        assert_eq!(HcommChannelNotifyRecord(rank.channel, 0), Code::REMOTE.0);
    }
    assert_eq!(error::last().unwrap().text, reason.text);
}

#[test]
fn a_suspended_communicator_refuses_work_until_it_is_resumed() {
    let _guard = watchdog("suspend", 60);
    let ranks = pair(Pair::default());
    let rank = &ranks[0];
    // SAFETY: no memory but notifies.
    unsafe { assert_eq!(HcommThreadNotifyWaitOnThread(rank.thread, 0, LONG), 0) };
    rank.comm.suspend();
    assert_eq!(thread::sync(rank.thread, Some(Duration::from_secs(30))).unwrap_err().code, Code::SUSPENDING);
    assert_eq!(rank.comm.async_error(), thread::error(rank.thread));
    // SAFETY: no memory but notifies.
    unsafe {
        assert_eq!(HcommThreadNotifyRecordOnThread(rank.thread, rank.thread, 0), Code::SUSPENDING.0);
        rank.comm.resume().unwrap();
        assert_eq!(HcommThreadNotifyRecordOnThread(rank.thread, rank.thread, 0), 0);
        assert_eq!(HcommThreadNotifyWaitOnThread(rank.thread, 0, LONG), 0);
    }
    rank.sync();
    assert_eq!(rank.comm.async_error(), None);
}

#[test]
fn a_failed_channel_answers_its_error_and_leaves_the_thread_alone() {
    let _guard = watchdog("failed channel", 60);
    let ranks = pair(Pair::default());
    let rank = &ranks[0];
    channel::fail(rank.channel, &err!(NETWORK, "the link is down")).unwrap();
    assert_eq!(channel::status(rank.channel).unwrap(), channel::Status::Failed);
    // SAFETY: refused, or no memory but notifies.
    unsafe {
        assert_eq!(HcommChannelNotifyRecordOnThread(rank.thread, rank.channel, 0), Code::NETWORK.0);
        assert_eq!(HcommThreadNotifyRecordOnThread(rank.thread, rank.thread, 0), 0);
    }
    rank.sync();
}

#[test]
fn a_destroyed_thread_does_not_leave_its_wait_behind() {
    let _guard = watchdog("destroy", 60);
    let started = Instant::now();
    let thread = own_thread(0, COMM_ENGINE_AICPU, 1, None);
    // SAFETY: no memory but notifies.
    unsafe { assert_eq!(HcommThreadNotifyWaitOnThread(thread, 0, LONG), 0) };
    thread::destroy(thread, Duration::from_millis(20)).unwrap();
    assert!(started.elapsed() < Duration::from_secs(u64::from(LONG)));
    assert_eq!(thread::destroy(thread, Duration::ZERO).unwrap_err().code, Code::NOT_FOUND);
}

#[test]
fn a_thread_on_a_stream_of_the_user_shares_its_order_and_leaves_it_alone() {
    let _guard = watchdog("stream of the user", 60);
    let ranks = pair(Pair::default());
    let stream = driver().stream_create(0).unwrap();
    let queue = Queue::Acl(NonNull::new(driver().stream_to_acl(stream)));
    let spec = ThreadSpec {
        device: 0,
        engine: COMM_ENGINE_CPU_TS,
        queue,
        notifies: 2,
        comm: Some(ranks[0].comm.clone()),
    };
    let thread = thread::create(spec).unwrap();
    assert_eq!(thread::acl_stream(thread).unwrap(), driver().stream_to_acl(stream));
    thread::grow_notifies(thread, 5).unwrap();
    assert_eq!(thread::notify_num(thread).unwrap(), 5);
    // SAFETY: no memory but notifies.
    unsafe {
        assert_eq!(HcommThreadNotifyWaitOnThread(thread, 4, LONG), 0);
        assert_eq!(driver().stream_pending(stream), 1);
        assert_eq!(HcommThreadNotifyRecordOnThread(ranks[1].thread, thread, 4), 0);
        driver().stream_sync(stream, Some(Duration::from_secs(30))).unwrap();
        // A failure belongs to the thread; the user's stream outlives it.
        assert_eq!(HcommThreadNotifyWaitOnThread(thread, 0, 1), 0);
        assert_eq!(thread::sync(thread, None).unwrap_err().code, Code::TIMEOUT);
        assert_eq!(HcommThreadNotifyRecordOnThread(thread, thread, 0), Code::TIMEOUT.0);
    }
    assert_eq!(ranks[0].comm.async_error().unwrap().code, Code::TIMEOUT);
    thread::destroy(thread, Duration::from_secs(5)).unwrap();
    driver().stream_clear_error(stream).unwrap();
    driver().stream_sync(stream, Some(Duration::from_secs(30))).unwrap();
    // SAFETY: the only reference, not used any more.
    unsafe { driver().stream_release(stream) };
}

#[test]
fn join_waits_for_the_queue() {
    let _guard = watchdog("join", 60);
    let ranks = pair(Pair::default());
    let (a, b) = (ranks[0].thread, ranks[1].thread);
    // SAFETY: no memory but notifies.
    unsafe {
        assert_eq!(HcommThreadJoin(0, 1), Code::PTR.0);
        assert_eq!(HcommThreadJoin(a, 0), 0);
        assert_eq!(HcommThreadNotifyWaitOnThread(a, 0, LONG), 0);
        assert_eq!(HcommThreadJoin(a, 1), Code::TIMEOUT.0);
        assert_eq!(HcommThreadJoin(a, 0), Code::TIMEOUT.0);
        assert_eq!(HcommThreadNotifyRecordOnThread(b, a, 0), 0);
        assert_eq!(HcommThreadJoin(a, LONG), 0);
    }
}

#[test]
fn a_batch_is_handed_over_at_its_end() {
    let _guard = watchdog("batch mode", 60);
    let mut ranks = pair(Pair::default());
    let (tag, none) = (c"batch".as_ptr(), std::ptr::null());
    // SAFETY: tags are C strings or NULL; the operands live until the queues are empty.
    unsafe {
        assert_eq!(HcommBatchModeEnd(none), 0);
        for round in 1..=3_u8 {
            ranks[0].memory.bytes().fill(round);
            let (near, far) = (ranks[0].memory.at(0), ranks[1].memory.at(0));
            let (a, b) = (&ranks[0], &ranks[1]);
            assert_eq!(HcommBatchModeStart(if round == 1 { none } else { tag }), 0);
            assert_eq!(HcommBatchModeStart(tag), 0);
            // More than fits into one batch, on two threads that depend on each other.
            for piece in 0..1500 {
                let (dst, src) = (far.wrapping_add(piece * 16).cast(), near.wrapping_add(piece * 16).cast());
                assert_eq!(HcommWriteOnThread(a.thread, a.channel, dst, src, 16), 0);
                if piece % 100 == 0 {
                    assert_eq!(HcommThreadNotifyRecordOnThread(a.thread, b.thread, 0), 0);
                    assert_eq!(HcommThreadNotifyWaitOnThread(b.thread, 0, LONG), 0);
                    assert_eq!(HcommThreadNotifyRecordOnThread(b.thread, a.thread, 0), 0);
                    assert_eq!(HcommThreadNotifyWaitOnThread(a.thread, 0, LONG), 0);
                }
            }
            assert_eq!(HcommBatchModeEnd(tag), 0);
            a.sync();
            b.sync();
            assert!(ranks[1].memory.bytes()[..24_000].iter().all(|&byte| byte == round));
            assert!(ranks[1].memory.bytes()[24_000] == 0);
        }
        // A thread that is gone at the end is told then.
        let gone = own_thread(0, COMM_ENGINE_AICPU, 1, None);
        assert_eq!(HcommBatchModeStart(tag), 0);
        assert_eq!(HcommThreadNotifyRecordOnThread(gone, gone, 0), 0);
        assert_eq!(HcommThreadNotifyRecordOnThread(ranks[0].thread, ranks[1].thread, 2), 0);
        thread::destroy(gone, Duration::ZERO).unwrap();
        assert_eq!(HcommBatchModeEnd(tag), Code::PTR.0);
        // The other thread got its task nevertheless.
        assert_eq!(HcommThreadNotifyWaitOnThread(ranks[1].thread, 2, LONG), 0);
        ranks[1].sync();
    }
}

#[test]
fn a_failure_inside_a_batch_is_told_at_its_end_to_nobody_else() {
    let _guard = watchdog("batch failure", 60);
    let ranks = pair(Pair::default());
    let gone = own_thread(0, COMM_ENGINE_AICPU, 1, None);
    let (thread, channel) = (ranks[0].thread, ranks[0].channel);
    let (near, far) = (ranks[0].memory.at(0).cast(), ranks[1].memory.at(0).cast());
    // SAFETY: tags may be NULL; the operands live until the queue is empty.
    unsafe {
        assert_eq!(HcommBatchModeStart(std::ptr::null()), 0);
        assert_eq!(HcommThreadNotifyRecordOnThread(gone, gone, 0), 0);
        thread::destroy(gone, Duration::ZERO).unwrap();
        // More than one batch holds: what was collected is handed over on the way.
        for _ in 0..3000 {
            assert_eq!(HcommWriteOnThread(thread, channel, far, near, 8), 0);
        }
        assert_eq!(HcommThreadJoin(thread, LONG), 0);
        assert_eq!(HcommBatchModeEnd(std::ptr::null()), Code::PTR.0);
        // It is told once.
        assert_eq!(HcommBatchModeStart(std::ptr::null()), 0);
        assert_eq!(HcommBatchModeEnd(std::ptr::null()), 0);
    }
}

#[test]
fn work_of_the_library_comes_after_what_the_caller_has_collected() {
    let _guard = watchdog("order after a batch", 60);
    let mut ranks = pair(Pair::default());
    ranks[0].memory.bytes()[..8].fill(7);
    let (thread, channel) = (ranks[0].thread, ranks[0].channel);
    let (near, far) = (ranks[0].memory.addr, ranks[1].memory.addr);
    let back = Task { op: op::COPY, a: near + 64, b: far, n: 8, tag: thread, ..Task::NOP };
    // SAFETY: tags may be NULL; the operands live until the queue is empty.
    unsafe {
        assert_eq!(HcommBatchModeStart(std::ptr::null()), 0);
        assert_eq!(HcommWriteOnThread(thread, channel, far as *mut _, near as *const _, 8), 0);
        thread::submit(thread, &[back]).unwrap();
        assert_eq!(HcommBatchModeEnd(std::ptr::null()), 0);
    }
    ranks[0].sync();
    assert_eq!(ranks[0].memory.bytes()[64..72], [7; 8]);
}
