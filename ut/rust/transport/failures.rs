//! What happens when an end, or its user, does something wrong, or goes away.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use hcomm::transport::{self, Kind, Post, Posted, Role, Status};
use hcomm_base::Code;
use hcomm_kernels::{dtype, op};
use npu_ext::Notify;

use super::ends::*;
use super::support::watchdog;

#[test]
fn memory_that_is_not_exported_is_not_touched_and_both_ends_hear_why() {
    let _guard = watchdog("ranges", 60);
    type Ask = fn(&End, &End) -> Post;
    let asks: [(&str, Ask); 4] = [
        ("write of 8 bytes", |a, b| a.write(0, b.addr(MEMORY - 7), 8, None)),
        ("read of 16 bytes", |a, b| Post {
            kind: Kind::Read,
            local: a.addr(0),
            remote: b.addr(0) - 1,
            n: 16,
            ..Post::FENCE
        }),
        ("write-reduce of 12 bytes", |a, b| Post {
            kind: Kind::WriteReduce,
            local: a.addr(0),
            remote: b.addr(MEMORY),
            n: 3,
            dtype: dtype::FP32,
            op: op::SUM,
            more: false,
            notify: Some(1),
        }),
        ("write of 1 bytes", |a, _| a.write(0, 0x10, 1, None)),
    ];
    for (words, ask) in asks {
        let ends = pair(V4, |_| {});
        ends[0].post(ask(&ends[0], &ends[1]));
        let told = ends[1].failure();
        assert!(
            told.contains(words) && told.contains("rank 0 asked") && told.contains("127.0.0.1"),
            "{told}"
        );
        let told = ends[0].failure();
        assert!(told.contains("rank 1 gave it up") && told.contains(words), "{told}");
        assert!(!ends[1].is_set(1) && ends[1].memory.iter().all(|&b| b == 0));
        for end in &ends {
            until("on_fail", || failures(end.owner).len() == 1);
            assert!(matches!(end.post(Post::FENCE), Posted::Failed(_)));
            assert!(transport::flush(end.link, Some(PATIENCE), None).is_err());
        }
    }
}

#[test]
fn exports_can_be_changed() {
    let _guard = watchdog("exports", 60);
    let ends = pair(V4, |spec| spec.exports.clear());
    let (base, half) = (ends[1].addr(0), MEMORY as u64 / 2);
    transport::set_exports(ends[1].link, &[(base + half, 8), (base + half + 8, 8)]).unwrap();
    // Ranges that touch are one.
    ends[0].run(ends[0].write(0, base + half + 4, 8, Some(0)));
    ends[1].wait(0);
    transport::set_exports(ends[1].link, &[]).unwrap();
    ends[0].post(ends[0].write(0, base + half, 8, None));
    assert!(ends[1].failure().contains("0 ranges"), "{}", ends[1].failure());
    assert!(transport::set_exports(12345, &[]).is_err());
}

#[test]
fn local_memory_that_is_not_mapped_fails_the_link_and_nothing_else() {
    let _guard = watchdog("unmapped", 60);
    let ends = pair(V4, |_| {});
    // SAFETY: the address is not mapped, which the test is about.
    let posted = unsafe {
        let post = Post { local: 0x1000, ..ends[0].write(0, ends[1].addr(0), 100, None) };
        transport::post(ends[0].link, &post, ends[0].done.addr as *mut Notify)
    };
    if posted == Posted::Later {
        wait(ends[0].done.addr);
    }
    assert!(ends[0].failure().contains("0x1000 is not mapped"), "{}", ends[0].failure());
    ends[1].failure();
    assert!(ends[1].memory.iter().all(|&b| b == 0));
    // The same for what is received: a long read goes straight to its place.
    let ends = pair(V4, |_| {});
    let read =
        Post { kind: Kind::Read, local: 0x1000, remote: ends[1].addr(0), n: MEMORY as u64, ..Post::FENCE };
    // SAFETY: nothing lies there. What arrives with the header is copied by the process itself, so a guard page that
    // may be written stands in front.
    let area = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            MEMORY,
            libc::PROT_NONE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        )
    };
    // SAFETY: the first 64 KiB of the new mapping.
    unsafe { libc::mprotect(area, 65_536, libc::PROT_READ | libc::PROT_WRITE) };
    ends[0].post(Post { local: area as u64, ..read });
    assert!(ends[0].failure().contains("is not mapped in this process"), "{}", ends[0].failure());
    // SAFETY: the link failed: nobody uses it.
    unsafe { libc::munmap(area, MEMORY) };
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let ends = pair(V4, |_| {});
    let good = ends[0].write(0, ends[1].addr(0), 8, None);
    for bad in [
        Post { notify: Some(NOTIFIES), ..good },
        Post { kind: Kind::Record, ..good },
        Post { remote: u64::MAX, ..good },
        Post { n: u64::MAX, ..good },
        Post { kind: Kind::WriteReduce, dtype: 15, ..good },
        Post { kind: Kind::ReadReduce, dtype: dtype::FP32, op: 4, ..good },
        Post { kind: Kind::ReadReduce, dtype: dtype::INT128, n: u64::MAX / 8, ..good },
    ] {
        assert_eq!(ends[0].post(bad), Posted::Failed(Code::PARA), "{bad:?}");
    }
    for link in [0, 1, u64::MAX, ends[0].link ^ 1 << 33] {
        // SAFETY: there is no such link.
        let posted = unsafe { transport::post(link, &good, std::ptr::null_mut()) };
        assert_eq!(posted, Posted::Failed(Code::PTR));
        assert!(matches!(transport::status(link), Status::Failed(_)));
        transport::close(link);
        transport::consumed(link, 0);
        assert_eq!(transport::last_operations(link), "");
    }
    assert_eq!(transport::status(ends[0].link), Status::Ready);
}

#[test]
fn what_was_recorded_before_an_end_closes_arrives_and_the_other_is_told() {
    let _guard = watchdog("close", 60);
    for _ in 0..20 {
        let [mut a, b] = pair(V4, |_| {});
        // What was done before arrives all the same.
        for i in 0..50 {
            a.post(a.write(0, b.addr(i * 4096), 4096, None));
        }
        a.post(a.record(5));
        let link = std::mem::take(&mut a.link);
        transport::close(link);
        assert_eq!(transport::status(link), transport::status(link));
        b.wait(5);
        assert!(
            b.failure().contains("rank 1 closed its end") || b.failure().contains("rank 0 closed its end")
        );
        assert!(matches!(b.post(Post::FENCE), Posted::Failed(Code::REMOTE)));
        until("on_fail", || failures(b.owner).len() == 1);
        assert!(failures(b.owner)[0].contains("closed its end") && failures(a.owner).is_empty());
    }
}

#[test]
fn what_is_posted_while_a_link_fails_ends() {
    let _guard = watchdog("posting", 60);
    for round in 0..100 {
        let [a, mut b] = pair(V4, |_| {});
        std::thread::scope(|scope| {
            let posting = scope.spawn(|| {
                // Each fence is answered or ends with the link; the one that is posted as the link fails, too.
                while transport::flush(a.link, None, None).is_ok() {}
            });
            if round % 2 == 0 {
                std::thread::yield_now();
            }
            transport::close(std::mem::take(&mut b.link));
            posting.join().unwrap();
        });
    }
}

#[test]
fn a_write_that_waits_for_a_read_does_not_hold_it_back() {
    let _guard = watchdog("held", 60);
    let [a, b] = pair(V4, |_| {});
    for _ in 0..100 {
        let read =
            Post { kind: Kind::Read, local: a.addr(0), remote: b.addr(0), n: 8, more: true, ..Post::FENCE };
        a.post(read);
        a.post(a.write(64, b.addr(64), 8, Some(0)));
        b.wait(0);
    }
}

#[test]
fn operations_end_when_the_other_end_closes() {
    let _guard = watchdog("outstanding", 60);
    let [a, mut b] = pair(V4, |_| {});
    // More than the connection holds, and a read behind it that will not be answered.
    for _ in 0..64 {
        a.post(a.write(0, b.addr(0), MEMORY, None));
    }
    let read =
        Post { kind: Kind::Read, local: a.addr(0), remote: b.addr(0), n: MEMORY as u64, ..Post::FENCE };
    // SAFETY: the memory lives.
    let posted = unsafe { transport::post(a.link, &read, a.done.addr as *mut Notify) };
    transport::close(std::mem::take(&mut b.link));
    if posted == Posted::Later {
        wait(a.done.addr);
    }
    a.failure();
    until("on_fail", || failures(a.owner).len() == 1);
}

#[test]
fn a_link_that_cannot_be_connected_fails_at_its_deadline() {
    let _guard = watchdog("deadline", 60);
    let soon = || Instant::now() + Duration::from_millis(400);
    let nobody = std::net::TcpListener::bind((V4, 0)).unwrap();
    let silent = nobody.local_addr().unwrap();
    let closed = {
        let gone = std::net::TcpListener::bind((V4, 0)).unwrap();
        gone.local_addr().unwrap()
    };
    let at = transport::listen(SocketAddr::new(V4, 0)).unwrap();
    let any = SocketAddr::new(V4, 0);
    let cases = [
        (Role::Connect(closed), "refused"),
        (Role::Connect(silent), "does not answer"),
        (Role::Connect(at), "does not expect this link"),
        (Role::Listen, "did not connect"),
    ];
    for (role, words) in cases {
        let mut end = End::new();
        let local = if role == Role::Listen { at } else { any };
        let mut spec = end.spec(name(), role, local);
        spec.deadline = soon();
        end.link = transport::open(spec).unwrap();
        assert_eq!(transport::status(end.link), Status::Connecting);
        assert_eq!(end.post(Post::FENCE), Posted::Failed(Code::AGAIN));
        until("the deadline", || transport::status(end.link) != Status::Connecting);
        let error = transport::last_error(end.link).unwrap();
        assert_eq!(error.code, Code::TIMEOUT);
        assert!(error.text.contains(words), "{role:?}: {error}");
        assert!(failures(end.owner).is_empty());
    }
    transport::unlisten(at);
}

#[test]
fn ends_with_different_secrets_do_not_connect() {
    let _guard = watchdog("secrets", 60);
    let at = transport::listen(SocketAddr::new(V4, 0)).unwrap();
    let id = name();
    let mut ends = [End::new(), End::new()];
    for (index, role) in [Role::Listen, Role::Connect(at)].into_iter().enumerate() {
        let mut spec = ends[index].spec(id, role, if index == 0 { at } else { SocketAddr::new(V4, 0) });
        spec.key = [index as u8; 32];
        spec.deadline = Instant::now() + Duration::from_millis(500);
        ends[index].link = transport::open(spec).unwrap();
    }
    ends.iter().for_each(|end| until("the deadline", || transport::status(end.link) != Status::Connecting));
    let error = transport::last_error(ends[1].link).unwrap();
    assert!(error.text.contains("does not know the secret"), "{error}");
}

#[test]
fn either_end_may_be_opened_first_and_names_are_unique() {
    let _guard = watchdog("early", 60);
    let at = transport::listen(SocketAddr::new(V4, 0)).unwrap();
    let id = name();
    let mut ends = [End::new(), End::new()];
    let connecting = ends[1].spec(id, Role::Connect(at), SocketAddr::new(V4, 0));
    ends[1].link = transport::open(connecting).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    let listening = ends[0].spec(id, Role::Listen, at);
    ends[0].link = transport::open(listening.clone()).unwrap();
    // The name may be used again once the first has been connected.
    ends.iter().for_each(|end| ready(end.link));
    let mut other = End::new();
    other.link = transport::open(listening.clone()).unwrap();
    assert_eq!(transport::open(listening).unwrap_err().code, Code::PARA);
}

#[test]
fn listeners_are_shared_and_counted() {
    let any = SocketAddr::new(V4, 0);
    let first = transport::listen(any).unwrap();
    assert_eq!(transport::listen(any).unwrap(), first);
    assert_eq!(transport::listen(first).unwrap(), first);
    let taken = std::net::TcpListener::bind((V4, 0)).unwrap();
    let error = transport::listen(taken.local_addr().unwrap()).unwrap_err();
    assert_eq!(error.code, Code::UNAVAIL);
    assert!(error.text.contains(&taken.local_addr().unwrap().to_string()), "{error}");
    assert_eq!(transport::listen("192.0.2.1:0".parse().unwrap()).unwrap_err().code, Code::PARA);
    for _ in 0..3 {
        transport::unlisten(first);
    }
}

#[test]
fn thousands_of_cycles_leave_nothing() {
    let _guard = watchdog("cycles", 90);
    let count = |what: &str| std::fs::read_dir(format!("/proc/self/{what}")).unwrap().count();
    drop(pair(V4, |_| {}));
    let (fds, threads) = (count("fd"), count("task"));
    for round in 0..1000 {
        let [a, b] = pair(V4, |_| {});
        if round % 3 == 0 {
            a.run(a.write(0, b.addr(0), 64, Some(0)));
            b.wait(0);
        }
        if round % 3 == 1 {
            b.post(a.write(0, 1, 64, None));
        }
    }
    // Other tests of this process run at the same time; a leak would be a thousand.
    until("connections are closed", || count("fd") < fds + 500);
    assert!(count("task") < threads + 100);
}
