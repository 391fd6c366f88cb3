//! What reaches a listener or a link from outside: strangers, and an end that sends what it should not.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use hcomm::transport::{self, Role, Status};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use ring::hmac;

use super::ends::*;
use super::support::watchdog;

/// Connects to the listener of `end` and proves that it knows the secret, by the published wire format.
fn connect(end: &mut End) -> TcpStream {
    let at = transport::listen(SocketAddr::new(V4, 0)).unwrap();
    let id = name();
    let spec = end.spec(id, Role::Listen, at);
    let key = hmac::Key::new(hmac::HMAC_SHA256, &spec.key);
    end.link = transport::open(spec).unwrap();
    let mut stream = TcpStream::connect(at).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut hello = [0u8; 64];
    hello[..8].copy_from_slice(b"hcommnet");
    hello[8] = 1;
    hello[16..32].copy_from_slice(&id);
    hello[32..].copy_from_slice(&[9; 32]);
    stream.write_all(&hello).unwrap();
    let mut challenge = [0u8; 80];
    stream.read_exact(&mut challenge).unwrap();
    assert_eq!(challenge[..16], hello[..16]);
    let proof = |who: &[u8]| {
        let text: Vec<u8> = [who, &[0, 0], &id, &[9; 32], &challenge[16..48]].concat();
        hmac::sign(&key, &text)
    };
    assert_eq!(proof(b"listening end").as_ref(), &challenge[48..]);
    stream.write_all(proof(b"connecting   ").as_ref()).unwrap();
    let mut welcome = [0u8; 8];
    stream.read_exact(&mut welcome).unwrap();
    assert_eq!(&welcome, b"hcommnet");
    ready(end.link);
    stream
}

/// A header by the published wire format.
fn head(kind: u8, notify: Option<u32>, addr: u64, len: u64, id: u64) -> Vec<u8> {
    let mut head = vec![kind, 0, 0, u8::from(notify.is_some())];
    head.extend(notify.unwrap_or(0).to_le_bytes());
    [addr, len, id].iter().for_each(|word| head.extend(word.to_le_bytes()));
    head
}

#[test]
fn the_wire_format_is_as_published() {
    let _guard = watchdog("wire", 60);
    let mut end = End::new();
    let mut stream = connect(&mut end);
    // A write in pieces, with a notify.
    let mut bytes = head(1, Some(4), end.addr(10), 5, 0);
    bytes.extend(b"hello");
    for byte in bytes {
        stream.write_all(&[byte]).unwrap();
    }
    end.wait(4);
    assert_eq!(&end.memory[9..16], b"\0hello\0");
    // A read and a fence are answered in order.
    stream.write_all(&[head(3, None, end.addr(10), 5, 1), head(5, None, 0, 0, 2)].concat()).unwrap();
    let mut answer = vec![0; 32 + 5 + 32];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(answer, [head(6, None, 0, 5, 1), b"hello".to_vec(), head(7, None, 0, 0, 2)].concat());
    // A goodbye.
    transport::close(std::mem::take(&mut end.link));
    let mut bye = Vec::new();
    stream.read_to_end(&mut bye).unwrap();
    assert_eq!(bye, head(8, None, 0, 0, 0));
}

#[test]
fn an_end_that_sends_nonsense_is_given_up_and_told_why() {
    let _guard = watchdog("nonsense", 60);
    type Make = fn(&End) -> Vec<u8>;
    let frames: [(&str, Make); 12] = [
        ("kind is unknown", |_| vec![0; 32]),
        ("does not exist", |_| head(4, Some(NOTIFIES), 0, 0, 0)),
        ("does not exist", |end| head(1, Some(u32::MAX), end.addr(0), 0, 0)),
        ("answers no open question", |_| head(6, None, 0, 100, 1)),
        ("answers no open question", |_| head(7, None, 0, 0, 1)),
        ("not the next one", |_| head(5, None, 0, 0, 2)),
        ("not all in one", |end| head(1, None, end.addr(1), MEMORY as u64, 0)),
        ("not all in one", |_| head(1, None, 0, u64::MAX, 0)),
        ("not all in one", |_| head(3, None, 8, 1, 1)),
        ("wraps around", |_| head(1, None, u64::MAX, 2, 0)),
        ("payload", |_| head(4, Some(0), 0, 1, 0)),
        ("the other end says so", |_| [head(9, None, 0, 21, 0), b"the other end says so".to_vec()].concat()),
    ];
    for (words, frame) in frames {
        let mut end = End::new();
        let mut stream = connect(&mut end);
        stream.write_all(&frame(&end)).unwrap();
        assert!(end.failure().contains(words), "{words}: {}", end.failure());
        until("on_fail", || failures(end.owner).len() == 1);
        assert!(end.memory.iter().all(|&b| b == 0));
        // It is told, or cut off.
        let mut told = Vec::new();
        let _ = stream.read_to_end(&mut told);
    }
}

#[test]
fn more_questions_than_allowed_are_refused() {
    let _guard = watchdog("questions", 60);
    let mut end = End::new();
    let mut stream = connect(&mut end);
    // Answers of a megabyte each, which nobody takes.
    stream.set_write_timeout(Some(Duration::from_secs(5))).unwrap();
    for id in 1..=1000 {
        if stream.write_all(&head(3, None, end.addr(0), MEMORY as u64, id)).is_err() {
            break;
        }
    }
    assert!(end.failure().contains("more questions"), "{}", end.failure());
}

#[test]
fn an_end_that_goes_away_is_noticed_at_once() {
    let _guard = watchdog("gone", 60);
    for frame in [vec![], head(1, None, 0, 0, 0)[..9].to_vec()] {
        let mut end = End::new();
        let mut stream = connect(&mut end);
        stream.write_all(&frame).unwrap();
        drop(stream);
        let text = end.failure();
        assert!(
            text.contains("remote rank 1") && text.contains("local rank 0") && text.contains("gone"),
            "{text}"
        );
        until("on_fail", || failures(end.owner).len() == 1);
    }
}

#[test]
fn random_bytes_behind_a_good_handshake_do_no_harm() {
    let _guard = watchdog("random", 90);
    let mut runner = TestRunner::new(ProptestConfig {
        cases: 150,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    // Kinds and small numbers are mostly right, so that the bytes get further than the first check.
    let frame =
        (0u8..11, 0u8..18, 0u8..5, 0u8..3, 0u32..20, any::<u64>(), any::<u64>(), 0u64..4, any::<[bool; 5]>());
    let frames = proptest::collection::vec((frame, proptest::collection::vec(any::<u8>(), 0..200)), 1..20);
    runner
        .run(&frames, |frames| {
            let mut end = End::new();
            let mut stream = connect(&mut end);
            // Half of the memory must stay as it is.
            transport::set_exports(end.link, &[(end.addr(0), MEMORY as u64 / 2)]).unwrap();
            let mut bytes = Vec::new();
            for ((kind, dtype, op, flags, notify, addr, len, id, keep), payload) in frames {
                let notify = if keep[0] { Some(notify) } else { None };
                let addr = if keep[1] { end.addr((addr % MEMORY as u64) as usize) } else { addr };
                let len = if keep[2] { len % 300 } else { len };
                let mut one = head(kind, notify, addr, len, if keep[3] { id } else { 0 });
                if keep[4] {
                    (one[1], one[2], one[3]) = (dtype, op, flags);
                }
                bytes.extend(one);
                bytes.extend(payload);
            }
            let _ = stream.write_all(&bytes);
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let _ = stream.read_to_end(&mut Vec::new());
            end.failure();
            prop_assert!(end.memory[MEMORY / 2..].iter().all(|&b| b == 0));
            Ok(())
        })
        .unwrap();
}

#[test]
fn strangers_get_nothing_and_do_not_disturb() {
    let _guard = watchdog("strangers", 60);
    let at = transport::listen(SocketAddr::new(V4, 0)).unwrap();
    let stranger = || TcpStream::connect(at).unwrap();
    let mut kept = Vec::new();
    // Silent ones, more than the process keeps.
    kept.extend((0..300).map(|_| stranger()));
    // One that sends much, and one that sends something else.
    let mut huge = stranger();
    huge.set_write_timeout(Some(Duration::from_secs(1))).unwrap();
    let mut sent = 0;
    while sent < 64 << 20 {
        match huge.write(&[0x41; 65_536]) {
            Ok(n) => sent += n,
            Err(_) => break,
        }
    }
    assert!(sent < 64 << 20, "a stranger is read without end");
    // One that names a link that nobody expects gets no answer.
    let mut unknown = stranger();
    let mut hello = [0u8; 64];
    hello[..8].copy_from_slice(b"hcommnet");
    hello[8] = 1;
    hello[16..32].copy_from_slice(&name());
    unknown.write_all(&hello).unwrap();
    unknown.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    assert!(!matches!(unknown.read(&mut [0u8; 8]), Ok(n) if n != 0));
    // Links are connected meanwhile.
    let [a, b] = pair(V4, |_| {});
    a.run(a.write(0, b.addr(0), 64, Some(0)));
    b.wait(0);
    // One that knows the name but not the secret.
    let mut end = End::new();
    let id = name();
    let spec = end.spec(id, Role::Listen, at);
    end.link = transport::open(spec).unwrap();
    hello[16..32].copy_from_slice(&id);
    let mut liar = stranger();
    liar.set_read_timeout(Some(PATIENCE)).unwrap();
    liar.write_all(&hello).unwrap();
    let mut challenge = [0u8; 80];
    liar.read_exact(&mut challenge).unwrap();
    liar.write_all(&[0; 32]).unwrap();
    assert_eq!(liar.read(&mut [0u8; 8]).unwrap_or(0), 0);
    assert_eq!(transport::status(end.link), Status::Connecting);
    transport::unlisten(at);
}
