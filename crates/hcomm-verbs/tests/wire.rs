//! Two queue pairs move data over a real device: write, write with immediate data, send, read, chains and failures.
//! Between two usable ports if there are two, else from a port to itself. Says why it does nothing without a port.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use hcomm_base::error::{Code, Result};
use hcomm_verbs::{
    Access, Completion, CompletionQueue, Domain, Endpoint, Event, Operation, Path, QueuePair,
    QueuePairConfig, QueuePairState, Region, Remote, Request, Usable, find, probe,
};

const SIZE: usize = 1 << 20;

/// One end of the connection, with its own device, memory and queue.
struct Side {
    queue_pair: QueuePair,
    completions: CompletionQueue,
    region: Region,
    memory: *mut u8,
    here: Endpoint,
    path: Path,
}

impl Side {
    fn new(port: &Usable, mtu: u32) -> Result<Side> {
        let domain = Domain::new(&port.context)?;
        // SAFETY: a new anonymous mapping; it is never unmapped.
        let memory = unsafe {
            let (access, kind) =
                (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
            libc::mmap(std::ptr::null_mut(), SIZE, access, kind, -1, 0)
        };
        assert_ne!(memory, libc::MAP_FAILED);
        let memory: *mut u8 = memory.cast();
        // SAFETY: the mapping stays, and is used through pointers only.
        let region =
            unsafe { Region::register(&domain, memory, SIZE, Access::REMOTE_WRITE | Access::REMOTE_READ)? };
        let completions = CompletionQueue::new(&port.context, 128)?;
        let config = QueuePairConfig { send_depth: 64, receive_depth: 16, inline: 64 };
        let queue_pair = QueuePair::new(&domain, &completions, &completions, config)?;
        let here = Endpoint { queue_pair: queue_pair.number(), first_packet: 0x12_3456, gid: port.gid.raw };
        Ok(Side {
            queue_pair,
            completions,
            region,
            memory,
            here,
            path: Path::new(port.port_number, port.gid, mtu),
        })
    }

    fn connect(&self, peer: &Side) -> Result {
        let pair = &self.queue_pair;
        assert_eq!(pair.state()?, QueuePairState::Reset);
        assert_eq!(pair.ready_to_send(&self.path, 0).unwrap_err().code, Code::PARA);
        pair.init(self.path.port_number, Access::REMOTE_WRITE | Access::REMOTE_READ)?;
        assert_eq!(pair.state()?, QueuePairState::Init);
        pair.ready_to_receive(&self.path, &peer.here)?;
        assert_eq!(pair.state()?, QueuePairState::ReadyToReceive);
        pair.ready_to_send(&self.path, self.here.first_packet)?;
        assert_eq!(pair.state()?, QueuePairState::ReadyToSend);
        Ok(())
    }

    fn completion(&self) -> Result<Completion> {
        let deadline = Instant::now() + Duration::from_secs(30);
        let mut one = [Completion::default()];
        while self.completions.poll(&mut one)? == 0 {
            assert!(Instant::now() < deadline, "{:?}: no completion", self.queue_pair);
            std::thread::yield_now();
        }
        Ok(one[0])
    }

    fn expect(&self, id: u64, event: Event) -> Result<Completion> {
        let done = self.completion()?;
        assert_eq!((done.id(), done.event()?, done.queue_pair()), (id, event, self.queue_pair.number()));
        Ok(done)
    }

    fn remote(&self, offset: usize) -> Remote {
        Remote { address: self.region.address() + offset as u64, key: self.region.remote_key() }
    }

    fn fill(&self, offset: usize, length: usize, seed: usize) {
        assert!(offset + length <= SIZE);
        for index in 0..length {
            // SAFETY: inside of the mapping, and no request uses it now.
            unsafe { self.memory.add(offset + index).write_volatile((index * 7 + seed) as u8) };
        }
    }

    fn holds(&self, offset: usize, length: usize, seed: usize) -> bool {
        assert!(offset + length <= SIZE);
        // SAFETY: inside of the mapping; the completion was seen before.
        (0..length).all(
            |index| unsafe { self.memory.add(offset + index).read_volatile() } == (index * 7 + seed) as u8,
        )
    }
}

fn run(first: &Usable, second: &Usable) -> Result {
    let again = find(Some(first.gid.address()))?;
    assert_eq!((again.context.name(), again.gid), (first.context.name(), first.gid));
    let mtu = first.port.mtu.min(second.port.mtu);
    let (a, b) = (Side::new(first, mtu)?, Side::new(second, mtu)?);
    a.connect(&b)?;
    b.connect(&a)?;
    let post = |operation, local| a.queue_pair.post_send(&[Request::new(1, operation, local)]);

    a.fill(0, 64, 1);
    post(Operation::Write(b.remote(4096)), Some(a.region.piece(0, 64)?))?;
    a.expect(1, Event::Written)?;
    assert!(b.holds(4096, 64, 1) && !b.holds(4096, 65, 1));
    println!("write of 64 bytes: ok");

    a.fill(0, SIZE, 2);
    post(Operation::Write(b.remote(0)), Some(a.region.piece(0, SIZE)?))?;
    a.expect(1, Event::Written)?;
    assert!(b.holds(0, SIZE, 2));
    println!("write of {SIZE} bytes in packets of {mtu}: ok");

    b.queue_pair.post_recv(70, None)?;
    b.queue_pair.post_recv(71, None)?;
    a.fill(0, 100, 3);
    post(Operation::WriteImmediate(b.remote(200), 0xdead_0001), Some(a.region.piece(0, 100)?))?;
    a.expect(1, Event::Written)?;
    let seen = b.expect(70, Event::WriteReceived)?;
    assert_eq!((seen.immediate(), seen.len()), (Some(0xdead_0001), 100));
    assert!(b.holds(200, 100, 3));
    post(Operation::WriteImmediate(b.remote(0), 9), None)?;
    a.expect(1, Event::Written)?;
    let seen = b.expect(71, Event::WriteReceived)?;
    assert_eq!((seen.immediate(), seen.is_empty()), (Some(9), true));
    println!("write with immediate data, with and without bytes: ok");

    b.queue_pair.post_recv(72, Some(b.region.piece(1000, 500)?))?;
    a.fill(0, 333, 4);
    post(Operation::Send, Some(a.region.piece(0, 333)?))?;
    a.expect(1, Event::Sent)?;
    let seen = b.expect(72, Event::Received)?;
    assert_eq!((seen.immediate(), seen.len()), (None, 333));
    assert!(b.holds(1000, 333, 4));
    println!("send: ok");

    b.fill(5000, 777, 5);
    post(Operation::Read(b.remote(5000)), Some(a.region.piece(10, 777)?))?;
    a.expect(1, Event::Read)?;
    assert!(a.holds(10, 777, 5));
    println!("read: ok");

    // More than one chain, only the last one reports; inline data may be changed at once.
    for round in 0..3 {
        a.fill(0, 40 * 64, round);
        let mut requests = Vec::new();
        for index in 0..40 {
            let local = Some(a.region.piece(index * 64, 64)?);
            let request = Request::new(index as u64, Operation::Write(b.remote(index * 64)), local);
            requests.push(Request { signaled: index == 39, inline: true, ..request });
        }
        a.queue_pair.post_send(&requests)?;
        a.fill(0, 40 * 64, 99);
        a.expect(39, Event::Written)?;
        assert!(b.holds(0, 40 * 64, round));
    }
    println!("lists of 40 inline writes: ok");

    let long = Request {
        inline: true,
        ..Request::new(1, Operation::Write(b.remote(0)), Some(a.region.piece(0, SIZE)?))
    };
    assert_eq!(a.queue_pair.post_send(&[long]).unwrap_err().error.code, Code::PARA);
    assert_eq!(a.region.piece(SIZE, 1).err().unwrap().code, Code::PARA);
    // The device may have made the queue longer than asked for.
    let full = (0..10_000)
        .map(|id| b.queue_pair.post_recv(id, None))
        .find_map(Result::err)
        .expect("an endless queue");
    assert_eq!(full.code, Code::AGAIN, "{full}");
    println!("full queue: {full}");

    // A key that the peer never gave out: the request fails with a reason, and the connection with it.
    let wrong = Remote { key: !b.region.remote_key(), ..b.remote(0) };
    post(Operation::Write(wrong), Some(a.region.piece(0, 64)?))?;
    let failed = a.completion()?.event().unwrap_err();
    assert_eq!(failed.code, Code::ROCE_TRANSFER);
    assert_eq!(a.queue_pair.state()?, QueuePairState::Error);
    println!("wrong key: {failed}");
    b.queue_pair.fail()?;
    assert_eq!(b.completion()?.event().unwrap_err().code, Code::ROCE_TRANSFER);
    println!("receives are flushed when the queue pair is failed: ok");
    Ok(())
}

/// The same port with an address of the other IP version, if it has one that is not link-local.
fn other_family(port: &Usable) -> Result<Option<Usable>> {
    let gids = port.context.gids(port.port_number)?;
    let other = gids.iter().map(|gid| gid.address()).find(|address| {
        let link_local = matches!(address, IpAddr::V6(address) if address.is_unicast_link_local());
        address.is_ipv4() != port.gid.address().is_ipv4() && !link_local
    });
    other.map(|address| find(Some(address))).transpose()
}

fn main() {
    let verdicts = match probe(None) {
        Ok(verdicts) => verdicts,
        Err(error) => return println!("SKIPPED: verbs over a device: {error}"),
    };
    let (mut ports, mut reasons) = (Vec::new(), Vec::new());
    for verdict in verdicts {
        let place = format!("{} port {}", verdict.device, verdict.port_number);
        match verdict.result {
            Ok(port) => {
                println!("{place}: {} index {}, {:?}", port.gid.address(), port.gid.index, port.port);
                ports.push(port);
            }
            Err(why) => reasons.push(format!("{place}: {why}")),
        }
    }
    let Some(first) = ports.first() else {
        let why = if reasons.is_empty() { "there is no RDMA device".into() } else { reasons.join("; ") };
        return println!("SKIPPED: verbs over a device: {why}");
    };
    // A wait in the device must not last longer than the test may.
    // SAFETY: alarm has no preconditions; its signal ends the program.
    unsafe { libc::alarm(240) };
    let second = ports.get(1).unwrap_or(first);
    let result = run(first, second).and_then(|()| match (other_family(first)?, other_family(second)?) {
        (Some(first), Some(second)) => {
            println!("again from {} to {}", first.gid.address(), second.gid.address());
            run(&first, &second)
        }
        _ => Ok(()),
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    println!("test result: ok. 1 passed; 0 failed; 0 ignored");
}
