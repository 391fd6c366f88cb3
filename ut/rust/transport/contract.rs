//! What each operation does, in both directions, and in which order.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use hcomm::transport::{self, Kind, Post, Posted, Status};
use hcomm_base::Code;
use hcomm_kernels::{dtype, op};

use super::ends::*;
use super::support::{Random, driver, watchdog};

const LENGTHS: [usize; 12] = [0, 1, 3, 8, 64, 1000, 4096, 16_384, 16_385, 65_537, 300_001, MEMORY];

#[test]
fn every_operation_moves_exactly_what_it_says() {
    let _guard = watchdog("operations", 60);
    for ip in [V4, V6] {
        let mut ends = pair(ip, |_| {});
        for (near, n) in [0, 1].into_iter().flat_map(|near| LENGTHS.map(|n| (near, n))) {
            let far = 1 - near;
            let mut random = Random(n as u64 + near as u64);
            random.fill(&mut ends[near].memory);
            ends[far].memory.fill(0xEE);
            let at = if n == MEMORY { 0 } else { 5 };
            // Write with notify.
            let remote = ends[far].addr(at);
            ends[near].run(ends[near].write(0, remote, n, Some(3)));
            ends[far].wait(3);
            assert_eq!(ends[far].memory[at..at + n], ends[near].memory[..n]);
            assert!(ends[far].memory[..at].iter().chain(&ends[far].memory[at + n..]).all(|&b| b == 0xEE));
            // Read.
            random.fill(&mut ends[far].memory);
            ends[near].memory.fill(0xDD);
            let read = Post {
                kind: Kind::Read,
                local: ends[near].addr(at),
                remote: ends[far].addr(0),
                n: n as u64,
                ..Post::FENCE
            };
            ends[near].run(read);
            assert_eq!(ends[near].memory[at..at + n], ends[far].memory[..n]);
            assert!(ends[near].memory[..at].iter().chain(&ends[near].memory[at + n..]).all(|&b| b == 0xDD));
        }
    }
}

#[test]
fn reductions_combine_in_place_at_every_alignment() {
    let _guard = watchdog("reductions", 60);
    let mut ends = pair(V4, |_| {});
    let types = [
        (dtype::INT8, 1),
        (dtype::INT16, 2),
        (dtype::FP32, 4),
        (dtype::INT64, 8),
        (dtype::INT128, 16),
        (dtype::BFP16, 2),
    ];
    for (dtype, size) in types {
        for (op, count) in [(op::SUM, 1), (op::PROD, 7), (op::MAX, 4096), (op::MIN, 30_011), (op::SUM, 0)] {
            for (kind, at) in [(Kind::WriteReduce, 0), (Kind::ReadReduce, 1), (Kind::WriteReduce, 3)] {
                let n = count * size;
                let mut random = Random(u64::from(dtype) << 8 | u64::from(op) << 4 | at as u64);
                ends.iter_mut().for_each(|end| random.fill(&mut end.memory));
                let (target, source) = if kind == Kind::WriteReduce { (1, 0) } else { (0, 1) };
                let mut want = ends[target].memory.clone();
                // SAFETY: both ranges lie in their arrays.
                let known = unsafe {
                    hcomm_kernels::reduce(
                        want[at..].as_mut_ptr(),
                        ends[source].memory[at..].as_ptr(),
                        count,
                        dtype,
                        op,
                    )
                };
                assert!(known && at + n <= MEMORY);
                let (local, remote) = (ends[0].addr(at), ends[1].addr(at));
                let notify = (kind == Kind::WriteReduce).then_some(0);
                ends[0].run(Post { kind, more: false, local, remote, n: count as u64, dtype, op, notify });
                if kind == Kind::WriteReduce {
                    ends[1].wait(0);
                }
                assert!(ends[target].memory == want, "{kind:?} type {dtype} operation {op} {count} at {at}");
            }
        }
    }
}

#[test]
fn operations_of_a_link_are_executed_in_order() {
    let _guard = watchdog("order", 60);
    let ends = pair(V4, |_| {});
    const ROUNDS: u32 = 2000;
    // Each end overwrites one place of the other again and again with a growing number, and records behind each write;
    // who wakes up must see at least the number of that record. Both directions at once.
    std::thread::scope(|scope| {
        for near in 0..2 {
            let (end, other) = (&ends[near], &ends[1 - near]);
            scope.spawn(move || {
                for round in 1..=ROUNDS {
                    let len = 4 + (round as usize * 7919) % 40_000 / 4 * 4;
                    // SAFETY: this thread alone writes the first half of its memory.
                    let mine = unsafe { std::slice::from_raw_parts_mut(end.addr(0) as *mut u32, len / 4) };
                    mine.fill(round);
                    end.run(end.write(0, other.addr(MEMORY / 2), len, None));
                    assert!(!matches!(end.post(end.record(0)), Posted::Failed(_)));
                    end.wait(1);
                }
            });
            scope.spawn(move || {
                for round in 1..=ROUNDS {
                    end.wait(0);
                    // SAFETY: the other end writes the word by TCP; the wait orders it.
                    let seen = unsafe { std::ptr::read_volatile(end.addr(MEMORY / 2) as *const u32) };
                    assert_eq!(seen, round);
                    assert!(!matches!(end.post(end.record(1)), Posted::Failed(_)));
                }
            });
        }
    });
}

#[test]
fn much_in_both_directions_at_once_does_not_block() {
    let _guard = watchdog("crossing", 90);
    let mut ends = pair(V4, |_| {});
    let mut random = Random(3);
    ends.iter_mut().for_each(|end| random.fill(&mut end.memory[..MEMORY / 2]));
    // Both ends post far more writes and reads than the connection holds before either waits.
    let half = MEMORY / 2;
    for (near, far) in [(0, 1), (1, 0)] {
        for i in 0..100 {
            let (end, other) = (&ends[near], &ends[far]);
            let n = half / 2;
            let post = if i % 2 == 0 {
                end.write(0, other.addr(half), n, None)
            } else {
                Post {
                    kind: Kind::Read,
                    local: end.addr(half + n),
                    remote: other.addr(0),
                    n: n as u64,
                    ..Post::FENCE
                }
            };
            assert!(!matches!(end.post(post), Posted::Failed(_)));
        }
    }
    for end in &ends {
        transport::flush(end.link, Some(PATIENCE), None).unwrap();
    }
    for (near, far) in [(0, 1), (1, 0)] {
        let quarter = half / 2;
        assert!(ends[far].memory[half..half + quarter] == ends[near].memory[..quarter]);
        assert!(ends[near].memory[half + quarter..] == ends[far].memory[..quarter]);
    }
}

#[test]
fn what_the_connection_does_not_hold_is_sent_piece_by_piece() {
    let _guard = watchdog("long", 60);
    const LEN: usize = 48 << 20;
    let (source, target) = (vec![0x5A_u8; LEN], vec![0_u8; LEN]);
    let ends = pair(V4, |spec| spec.exports.push((target.as_ptr() as u64, LEN as u64)));
    let long = |at: usize| Post {
        kind: Kind::Write,
        local: source.as_ptr() as u64 + at as u64,
        remote: target.as_ptr() as u64 + at as u64,
        n: (LEN - at) as u64,
        ..Post::FENCE
    };
    // Nothing else is posted: the rest is sent although nobody asks for it.
    ends[0].run(Post { notify: Some(0), ..long(0) });
    ends[1].wait(0);
    ends[0].run(long(1));
    ends[0].run(Post { kind: Kind::Fence, ..Post::FENCE });
    assert!(target == source);
}

#[test]
fn a_record_behind_a_read_comes_after_it() {
    let _guard = watchdog("read then record", 60);
    let ends = pair(V4, |_| {});
    let (end, other) = (&ends[0], &ends[1]);
    let n = MEMORY / 2;
    for round in 1..=30u8 {
        // SAFETY: the other end's memory is read by the link only until the record arrives.
        unsafe { std::ptr::write_bytes(other.addr(0) as *mut u8, round, n) };
        let read =
            Post { kind: Kind::Read, local: end.addr(0), remote: other.addr(0), n: n as u64, ..Post::FENCE };
        end.post(read);
        end.post(end.record(0));
        other.wait(0);
        // The other end may change what was read as soon as it is told.
        // SAFETY: as above.
        unsafe { std::ptr::write_bytes(other.addr(0) as *mut u8, 0xFF, n) };
        transport::flush(end.link, Some(PATIENCE), None).unwrap();
        // SAFETY: the flush is over.
        let got = unsafe { std::slice::from_raw_parts(end.addr(0) as *const u8, n) };
        assert!(got.iter().all(|&b| b == round), "round {round}");
    }
}

#[test]
fn records_of_a_counted_link_are_all_counted() {
    let _guard = watchdog("counted", 60);
    let ends = pair(V4, |spec| spec.counted = true);
    const RECORDS: u32 = 3000;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..RECORDS {
                assert!(!matches!(ends[0].post(ends[0].record(2)), Posted::Failed(_)));
            }
        });
        for _ in 0..RECORDS {
            ends[1].wait(2);
            transport::consumed(ends[1].link, 2);
        }
    });
    transport::flush(ends[0].link, Some(PATIENCE), None).unwrap();
    assert!(!ends[1].is_set(2));
    // A latch is set once, however often it is recorded.
    let ends = pair(V4, |_| {});
    (0..5).for_each(|_| assert!(!matches!(ends[0].post(ends[0].record(2)), Posted::Failed(_))));
    transport::flush(ends[0].link, Some(PATIENCE), None).unwrap();
    ends[1].wait(2);
    assert!(!ends[1].is_set(2));
}

#[test]
fn many_threads_share_a_link() {
    let _guard = watchdog("threads", 60);
    let ends = pair(V4, |_| {});
    const THREADS: usize = 4;
    const ROUNDS: usize = 300;
    let piece = MEMORY / THREADS / 2;
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (end, other) = (&ends[thread % 2], &ends[1 - thread % 2]);
            scope.spawn(move || {
                let done = driver().notify_alloc(0, 1).unwrap();
                let mut random = Random(thread as u64);
                let at = thread * piece * 2;
                for round in 0..ROUNDS {
                    let n = random.below(piece as u64) as usize;
                    // SAFETY: each thread has its own part of both memories.
                    unsafe { std::ptr::write_bytes(end.addr(at) as *mut u8, round as u8 | 1, n) };
                    let run = |post: Post| loop {
                        // SAFETY: as above.
                        match unsafe { transport::post(end.link, &post, done.addr as *mut _) } {
                            Posted::Done => break,
                            Posted::Later => break wait(done.addr),
                            Posted::Full => drop(transport::poll()),
                            Posted::Failed(code) => panic!("{code}"),
                        }
                    };
                    run(end.write(at, other.addr(at), n, None));
                    run(Post {
                        kind: Kind::Read,
                        local: end.addr(at + piece),
                        remote: other.addr(at),
                        n: n as u64,
                        ..Post::FENCE
                    });
                    // SAFETY: as above.
                    let back = unsafe { std::slice::from_raw_parts(end.addr(at + piece) as *const u8, n) };
                    assert!(back.iter().all(|&b| b == round as u8 | 1), "thread {thread} round {round}");
                }
                driver().notify_free(done).unwrap();
            });
        }
    });
}

#[test]
fn hundreds_of_links_work_side_by_side() {
    let _guard = watchdog("many links", 90);
    let pairs: Vec<_> = (0..100).map(|i| pair(if i % 2 == 0 { V4 } else { V6 }, |_| {})).collect();
    for round in 0..5u32 {
        for [a, b] in &pairs {
            // SAFETY: the memory is this thread's between the waits.
            unsafe { std::ptr::write_volatile(a.addr(0) as *mut u32, round) };
            a.run(a.write(0, b.addr(64), 4, Some(1)));
        }
        for [a, b] in &pairs {
            b.wait(1);
            // SAFETY: as above.
            assert_eq!(unsafe { std::ptr::read_volatile(b.addr(64) as *const u32) }, round);
            b.run(b.record(0));
            a.wait(0);
        }
    }
}

#[test]
fn a_full_link_says_so_and_a_flush_can_be_ended() {
    let _guard = watchdog("full", 60);
    let ends = pair(V4, |_| {});
    let (end, other) = (&ends[0], &ends[1]);
    // A read holds back what is posted behind it; a fence cannot be answered before.
    let mut posted = 0;
    let big = end.write(0, other.addr(0), MEMORY, None);
    let full = loop {
        // SAFETY: the memory lives.
        match unsafe { transport::post(end.link, &big, std::ptr::null_mut()) } {
            Posted::Full => break true,
            Posted::Failed(code) => panic!("{code}"),
            _ => posted += 1,
        }
        if posted == 100_000 {
            break false;
        }
    };
    assert!(!full || posted >= transport::POST_RING);
    let abort = AtomicU32::new(1);
    let error = transport::flush(end.link, None, Some(&abort)).unwrap_err();
    assert_eq!(error.code, Code::SUSPENDING);
    match transport::flush(end.link, Some(Duration::ZERO), None) {
        Ok(()) => {}
        Err(error) => {
            assert_eq!(error.code, Code::TIMEOUT);
            assert!(error.text.contains("rank 0") && error.text.contains("write"), "{error}");
        }
    }
    abort.store(0, Ordering::Relaxed);
    transport::flush(end.link, Some(PATIENCE), Some(&abort)).unwrap();
    assert_eq!(transport::status(end.link), Status::Ready);
    assert!(transport::last_operations(end.link).contains("fence"));
}

#[test]
fn lengths_above_four_gigabytes_travel() {
    let _guard = watchdog("long", 90);
    // Memory of the kernel that is read as zeroes and takes no pages; nothing is written to it.
    const LEN: usize = 5 << 30;
    // SAFETY: a new mapping, which nothing else knows.
    let zeroes = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            LEN,
            libc::PROT_READ,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    assert_ne!(zeroes, libc::MAP_FAILED);
    let ends = pair(V4, |spec| spec.exports.push((1 << 40, 1 << 40)));
    // It is refused by the receiver, with its whole length in the sentence.
    let post = Post { local: zeroes as u64, n: LEN as u64, ..ends[0].write(0, ends[1].addr(0), 0, None) };
    ends[0].post(post);
    assert!(ends[1].failure().contains("5368709120 bytes"), "{}", ends[1].failure());
    assert!(ends[0].failure().contains("5368709120 bytes"), "{}", ends[0].failure());
    // SAFETY: both links failed: nobody reads it any more.
    unsafe { libc::munmap(zeroes, LEN) };
}
