//! Hub and links over real sockets, ranks as threads.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use hcomm_base::{Code, Error, Result};

use super::wire::{Entry, Memory, Message};
use super::{Hub, Link, RootInfo, wire};
use crate::control::host::Host;

/// Far above what anything here needs; reached only when something hangs.
const LONG: Duration = Duration::from_secs(30);

fn entry(rank: u32) -> Entry {
    Entry {
        rank,
        pid: 100 + rank as i32,
        host: "box".into(),
        identity: Host::default(),
        ip: [127, 0, 0, 1].into(),
        device: rank as i32,
        soc: "Ascend950PR_9599".into(),
        memory: Memory::default(),
        barrier: 0,
    }
}

fn open() -> RootInfo {
    Hub::open(0, LONG).unwrap()
}

/// Joins with each (size, rank) in a thread of its own.
fn join_all(info: &RootInfo, members: &[(u32, u32)]) -> Vec<Result<Arc<Link>>> {
    let threads: Vec<_> = members
        .iter()
        .map(|&(size, rank)| {
            let info = info.clone();
            thread::spawn(move || Link::join(&info, size, entry(rank), LONG))
        })
        .collect();
    threads.into_iter().map(|thread| thread.join().unwrap()).collect()
}

fn members(size: u32) -> Vec<(u32, u32)> {
    (0..size).map(|rank| (size, rank)).collect()
}

fn within<T>(limit: Duration, mut probe: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + limit;
    loop {
        if let Some(value) = probe() {
            return value;
        }
        assert!(Instant::now() < until, "nothing happened in {limit:?}");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn ranks_meet_talk_and_leave() {
    for size in [1, 2, 8] {
        let info = open();
        let links: Vec<_> = join_all(&info, &members(size)).into_iter().map(|link| link.unwrap()).collect();
        for (link, rank) in links.iter().zip(0..) {
            assert_eq!(
                link.table().iter().map(|e| e.rank).collect::<Vec<_>>(),
                (0..size).collect::<Vec<_>>()
            );
            for to in 0..size {
                link.post(to, b"tag", vec![rank as u8; 100_000]).unwrap();
            }
        }
        for link in &links {
            for from in 0..size {
                assert_eq!(
                    link.wait(from, b"tag", Instant::now() + LONG).unwrap(),
                    vec![from as u8; 100_000]
                );
            }
            let error = link.wait(0, b"other", Instant::now()).unwrap_err();
            assert_eq!(error.code, Code::TIMEOUT);
        }
        for link in &links {
            link.leave();
            assert!(link.fault().is_none());
        }
        within(LONG, || TcpStream::connect(info.address).is_err().then_some(()));
    }
}

#[test]
fn a_rank_that_leaves_is_no_fault_but_nobody_waits_for_it() {
    let info = open();
    let links: Vec<_> = join_all(&info, &members(3)).into_iter().map(|link| link.unwrap()).collect();
    links[1].leave();
    let error = links[0].wait(1, b"x", Instant::now() + LONG).unwrap_err();
    assert_eq!(error.code, Code::NETWORK);
    assert!(error.text.contains("rank 1"), "{error}");
    links[2].post(0, b"y", vec![7]).unwrap();
    assert_eq!(links[0].wait(2, b"y", Instant::now() + LONG).unwrap(), [7]);
    assert!(links[0].fault().is_none());
}

#[test]
fn a_rank_that_vanishes_is_reported_to_all_others() {
    let info = open();
    let mut vanishing = TcpStream::connect(info.address).unwrap();
    let hello = Message::Hello { secret: info.secret, size: 3, entry: entry(1) };
    wire::write(&mut vanishing, &hello).unwrap();
    let links: Vec<_> = join_all(&info, &[(3, 0), (3, 2)]).into_iter().map(|link| link.unwrap()).collect();
    let (tx, rx) = mpsc::channel();
    for link in &links {
        let tx = tx.clone();
        link.watch(Arc::new(move |rank, error: &Error| tx.send((rank, error.clone())).unwrap()));
    }
    let waiting = links[0].clone();
    let waiter = thread::spawn(move || waiting.wait(2, b"never", Instant::now() + LONG));
    drop(vanishing);
    for _ in 0..2 {
        let (rank, error) = rx.recv_timeout(LONG).unwrap();
        assert_eq!((rank, error.code), (1, Code::REMOTE));
        assert!(error.text.contains("rank 1 (process 101"), "{error}");
    }
    assert_eq!(waiter.join().unwrap().unwrap_err().code, Code::REMOTE);
    // One who watches late hears it as well.
    let (tx, rx) = mpsc::channel();
    links[0].watch(Arc::new(move |rank, _: &Error| tx.send(rank).unwrap()));
    assert_eq!(rx.recv_timeout(LONG).unwrap(), 1);
}

#[test]
fn a_rank_that_vanishes_early_fails_everybody() {
    let info = open();
    let early = {
        let info = info.clone();
        thread::spawn(move || Link::join(&info, 3, entry(0), LONG))
    };
    let mut vanishing = TcpStream::connect(info.address).unwrap();
    wire::write(&mut vanishing, &Message::Hello { secret: info.secret, size: 3, entry: entry(1) }).unwrap();
    // The hub must have read the greeting before the connection ends.
    thread::sleep(Duration::from_millis(50));
    drop(vanishing);
    let late = Link::join(&info, 3, entry(2), LONG);
    for error in [early.join().unwrap().err().unwrap(), late.err().unwrap()] {
        assert_eq!(error.code, Code::INTERNAL);
        assert!(error.text.contains("rank 1"), "{error}");
    }
}

#[test]
fn contradictions_fail_all_ranks_with_one_sentence() {
    for (wrong, words) in
        [((4, 1), "nRanks"), ((2, 0), "two processes want to be rank 0"), ((2, 2), "not below")]
    {
        let info = open();
        let first = {
            let info = info.clone();
            thread::spawn(move || Link::join(&info, 2, entry(0), LONG))
        };
        // The first must be first.
        thread::sleep(Duration::from_millis(100));
        let second = Link::join(&info, wrong.0, entry(wrong.1), LONG).err().unwrap();
        let first = first.join().unwrap().err().unwrap();
        assert_eq!((first.code, &first), (Code::INTERNAL, &second));
        assert!(first.text.contains(words), "{first}");
    }
    let info = open();
    let twins: Vec<_> = [0, 1]
        .map(|rank| {
            let info = info.clone();
            thread::spawn(move || Link::join(&info, 2, Entry { device: 5, ..entry(rank) }, LONG))
        })
        .into_iter()
        .map(|t| t.join().unwrap().err().unwrap())
        .collect();
    assert!(twins[0].text.contains("device 5") && twins[0] == twins[1], "{}", twins[0]);
}

#[test]
fn missing_ranks_are_named_at_the_deadline() {
    let info = Hub::open(0, Duration::from_millis(300)).unwrap();
    for result in join_all(&info, &[(4, 0), (4, 2)]) {
        let error = result.err().unwrap();
        assert_eq!(error.code, Code::INTERNAL);
        assert!(error.text.contains("2 of 4") && error.text.contains("rank 1, 3"), "{error}");
    }
    within(LONG, || TcpStream::connect(info.address).is_err().then_some(()));
}

#[test]
fn an_unused_hub_ends() {
    let info = Hub::open(0, Duration::from_millis(50)).unwrap();
    within(LONG, || TcpStream::connect(info.address).is_err().then_some(()));
    let error = Link::join(&info, 2, entry(0), LONG).err().unwrap();
    assert_eq!(error.code, Code::INTERNAL);
    assert!(error.text.contains("cannot reach"), "{error}");
}

#[test]
fn strangers_do_not_disturb() {
    let info = open();
    let mut strangers: Vec<TcpStream> = (0..300).map(|_| TcpStream::connect(info.address).unwrap()).collect();
    strangers[298].write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    let wrong = RootInfo { secret: [1; 16], ..info.clone() };
    let error = Link::join(&wrong, 2, entry(0), LONG).err().unwrap();
    assert!(error.text.contains("secret"), "{error}");
    let links: Vec<_> = join_all(&info, &members(2)).into_iter().map(|link| link.unwrap()).collect();
    links[0].post(1, b"t", vec![1]).unwrap();
    assert_eq!(links[1].wait(0, b"t", Instant::now() + LONG).unwrap(), [1]);
    let mut byte = [0];
    strangers[298].set_read_timeout(Some(LONG)).unwrap();
    assert!(matches!(strangers[298].read(&mut byte), Ok(0) | Err(_)));
    let error = Link::join(&info, 2, entry(1), LONG).err().unwrap();
    assert!(error.text.contains("all its 2 ranks already"), "{error}");
}

#[test]
fn those_who_were_sent_away_are_closed_and_not_listened_to() {
    let info = open();
    let hello = Message::Hello { secret: [1; 16], size: 2, entry: entry(0) };
    let mut away: Vec<TcpStream> = (0..300)
        .map(|_| {
            let mut stream = TcpStream::connect(info.address).unwrap();
            stream.set_read_timeout(Some(LONG)).unwrap();
            wire::write(&mut stream, &hello).unwrap();
            stream
        })
        .collect();
    // The last one is answered although nobody before it has closed.
    let answer = wire::read(away.last_mut().unwrap(), wire::BODY_LIMIT).unwrap().unwrap();
    assert!(matches!(answer, Some(Message::Refused { .. })), "{answer:?}");
    within(LONG, || away[0].write_all(b"x").is_err().then_some(()));
    // What the others still send is not kept.
    let before = resident();
    let waste = vec![0; 1 << 20];
    for _ in 0..128 {
        away.last_mut().unwrap().write_all(&waste).unwrap();
    }
    assert!(resident() < before + (64 << 20), "{before} {}", resident());
    let links: Vec<_> = join_all(&info, &members(2)).into_iter().map(|link| link.unwrap()).collect();
    assert_eq!(links.len(), 2);
}

/// Bytes of this process in memory.
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

#[test]
fn a_long_reason_for_not_coming_is_heard() {
    let info = open();
    let waiting = {
        let info = info.clone();
        thread::spawn(move || Link::join(&info, 2, entry(0), LONG))
    };
    Link::give_up(&info, 2, 1, &Error::new(Code::PARA, "\u{e4}".repeat(9000)));
    let error = waiting.join().unwrap().err().unwrap();
    assert!(error.text.contains("rank 1 could not join: \u{e4}\u{e4}"), "{error}");
}

#[test]
fn many_communicators_at_once() {
    let hubs: Vec<_> = (0..10).map(|_| open()).collect();
    let threads: Vec<_> = hubs
        .iter()
        .flat_map(|info| (0..4).map(|rank| (info.clone(), rank)))
        .map(|(info, rank)| thread::spawn(move || Link::join(&info, 4, entry(rank), LONG).unwrap()))
        .collect();
    for link in threads.into_iter().map(|t| t.join().unwrap()) {
        assert_eq!(link.table().len(), 4);
        link.leave();
    }
}
