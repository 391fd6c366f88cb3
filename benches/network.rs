//! Links against plain TCP sockets, between two processes, in one run: bandwidth of writes, and round trips.
//!
//!     cargo bench --bench network                      # over the loopback device
//!     cargo bench --bench network -- 10.9.0.1 ip netns exec b
//!
//! The words behind the address are put before the command of the second process, so that it may run in another
//! network namespace. Prints one line per measure: both medians and their ratio (bandwidth: higher is better; round trip:
//! lower is better). The rounds of both alternate.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hcomm::driver::{self, Driver, Notifies};
use hcomm::transport::{self, Kind, LinkId, LinkSpec, Post, Posted, Role, Status};
use npu_ext::{Notify, NpuExt};

use acl_rt as _;
unsafe extern "C" {
    fn softnpu_ext_v1() -> *const NpuExt;
}

const MEMORY: usize = 64 << 20;
const ROUNDS: usize = 7;
const WINDOW: Duration = Duration::from_millis(150);
const SIZES: [usize; 5] = [64 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20];
const SMALL: [usize; 3] = [8, 1024, 16_384];
const LONG: Duration = Duration::from_secs(30);

fn driver() -> &'static Driver {
    // SAFETY: the contract: null or a table that lives as long as the process.
    driver::install(unsafe { softnpu_ext_v1().as_ref() }.unwrap()).unwrap()
}

struct End {
    link: LinkId,
    memory: Vec<u8>,
    notifies: Notifies,
    done: Notifies,
}

impl End {
    fn new() -> End {
        End {
            link: 0,
            memory: vec![1; MEMORY],
            notifies: driver().notify_alloc(0, 2).unwrap(),
            done: driver().notify_alloc(0, 1).unwrap(),
        }
    }

    fn open(&mut self, role: Role, local: SocketAddr) {
        let spec = LinkSpec {
            ext: driver().ext(),
            key: [1; 32],
            id: [2; 16],
            role,
            local,
            deadline: Instant::now() + LONG,
            notifies: (self.notifies.addr, 2),
            counted: false,
            remote_notify_num: 2,
            exports: vec![(self.memory.as_ptr() as u64, MEMORY as u64)],
            owner: 0,
            local_rank: 0,
            remote_rank: 1,
            on_fail: |_, _| {},
        };
        self.link = transport::open(spec).unwrap();
    }

    fn ready(&self) {
        while transport::status(self.link) != Status::Ready {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn write(&self, remote: u64, n: usize, notify: Option<u32>) {
        let post = Post {
            kind: Kind::Write,
            local: self.memory.as_ptr() as u64,
            remote,
            n: n as u64,
            notify,
            ..Post::FENCE
        };
        // SAFETY: the memory lives until the process ends.
        match unsafe { transport::post(self.link, &post, self.done.addr as *mut Notify) } {
            Posted::Done => {}
            Posted::Later => wait(self.done.addr),
            other => panic!("{other:?}"),
        }
    }
}

fn wait(notify: u64) {
    // SAFETY: the notify is allocated.
    unsafe { driver().notify_wait(notify, Some(LONG), None).unwrap() }
}

/// The second process: answers what the first one asks on its standard input.
fn peer(ip: &str) {
    let at = transport::listen(SocketAddr::new(ip.parse().unwrap(), 0)).unwrap();
    let mut end = End::new();
    end.open(Role::Listen, at);
    let plain = TcpListener::bind((ip, 0)).unwrap();
    println!("{at} {} {}", plain.local_addr().unwrap(), end.memory.as_ptr() as u64);
    let mut stream = plain.accept().unwrap().0;
    stream.set_nodelay(true).unwrap();
    end.ready();
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let words: Vec<u64> = line.split(' ').skip(1).map(|w| w.parse().unwrap()).collect();
        match line.split(' ').next().unwrap() {
            "stream" => {
                // Bytes until the connection has been silent: each message is acknowledged by the last byte.
                let mut buffer = vec![0u8; MEMORY];
                for _ in 0..words[1] {
                    stream.read_exact(&mut buffer[..words[0] as usize]).unwrap();
                }
                stream.write_all(&[1]).unwrap();
            }
            "echo" => {
                let mut buffer = vec![0u8; words[0] as usize];
                for _ in 0..words[1] {
                    stream.read_exact(&mut buffer).unwrap();
                    stream.write_all(&buffer).unwrap();
                }
            }
            "spin" => {
                let mut buffer = vec![0u8; words[0] as usize];
                for _ in 0..words[1] {
                    read_spinning(&mut stream, &mut buffer);
                    stream.write_all(&buffer).unwrap();
                }
            }
            "notify" => {
                for _ in 0..words[1] {
                    wait(end.notifies.addr);
                    end.write(words[2], words[0] as usize, Some(0));
                }
            }
            other => panic!("{other}"),
        }
        println!("done");
    }
}

fn read_spinning(stream: &mut TcpStream, buffer: &mut [u8]) {
    stream.set_nonblocking(true).unwrap();
    let mut got = 0;
    while got < buffer.len() {
        match stream.read(&mut buffer[got..]) {
            Ok(0) => panic!("the connection ended"),
            Ok(n) => got += n,
            Err(e) => assert_eq!(e.kind(), std::io::ErrorKind::WouldBlock),
        }
    }
    stream.set_nonblocking(false).unwrap();
}

/// How often `run` is done in the window.
fn calibrate(mut run: impl FnMut(usize) -> Duration) -> usize {
    let mut n = 2;
    loop {
        let took = run(n);
        if took > WINDOW / 4 {
            return ((n as f64 * WINDOW.as_secs_f64() / took.as_secs_f64()) as usize).max(2);
        }
        n *= 2;
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if arguments.first().is_some_and(|word| word == "peer") {
        return peer(&arguments[1]);
    }
    let ip = arguments.first().map_or("127.0.0.1", String::as_str).to_owned();
    let own = std::env::current_exe().unwrap().display().to_string();
    let command: Vec<String> =
        arguments.iter().skip(1).cloned().chain([own, "peer".into(), ip.clone()]).collect();
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut ask = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let line = answers.next().unwrap();
    let words: Vec<&str> = line.split(' ').collect();
    let mut end = End::new();
    let at: SocketAddr = words[0].parse().unwrap();
    let any = if at.is_ipv4() { "0.0.0.0:0" } else { "[::]:0" };
    end.open(Role::Connect(at), any.parse().unwrap());
    let mut stream = TcpStream::connect(words[1]).unwrap();
    stream.set_nodelay(true).unwrap();
    end.ready();
    let remote: u64 = words[2].parse().unwrap();
    let mine = end.memory.as_ptr() as u64;
    let source = vec![1u8; MEMORY];

    for size in SIZES {
        let plain = &mut |n: usize| {
            writeln!(ask, "stream {size} {n}").unwrap();
            let began = Instant::now();
            for _ in 0..n {
                stream.write_all(&source[..size]).unwrap();
            }
            stream.read_exact(&mut [0]).unwrap();
            let took = began.elapsed();
            assert_eq!(answers.next().unwrap(), "done");
            took
        };
        let ours = &mut |n: usize| {
            let began = Instant::now();
            for _ in 0..n {
                end.write(remote, size, None);
            }
            transport::flush(end.link, Some(LONG), None).unwrap();
            began.elapsed()
        };
        let (a, b) = rounds(plain, ours);
        let rate = |per: f64| size as f64 / per / 1e9;
        println!(
            "write {size:>9} B: plain {:.2} GB/s, link {:.2} GB/s, ratio {:.2}",
            rate(a),
            rate(b),
            a / b
        );
    }
    for size in SMALL {
        let mut buffer = vec![0u8; size];
        let ask = std::cell::RefCell::new(&mut ask);
        let answers = std::cell::RefCell::new(&mut answers);
        let stream = std::cell::RefCell::new(&mut stream);
        let over = || assert_eq!(answers.borrow_mut().next().unwrap(), "done");
        let mut plain = |n: usize| {
            writeln!(ask.borrow_mut(), "echo {size} {n}").unwrap();
            let began = Instant::now();
            for _ in 0..n {
                stream.borrow_mut().write_all(&source[..size]).unwrap();
                stream.borrow_mut().read_exact(&mut buffer).unwrap();
            }
            let took = began.elapsed();
            over();
            took
        };
        let mut ours = |n: usize| {
            writeln!(ask.borrow_mut(), "notify {size} {n} {mine}").unwrap();
            let began = Instant::now();
            for _ in 0..n {
                end.write(remote, size, Some(0));
                wait(end.notifies.addr);
            }
            let took = began.elapsed();
            over();
            took
        };
        let (a, b) = rounds(&mut plain, &mut ours);
        let us = |per: f64| per * 1e6;
        println!("write+notify {size:>5} B: plain {:.1} us, link {:.1} us, ratio {:.2}", us(a), us(b), b / a);
        let mut buffer = vec![0u8; size];
        let mut spinning = |n: usize| {
            writeln!(ask.borrow_mut(), "spin {size} {n}").unwrap();
            let began = Instant::now();
            for _ in 0..n {
                stream.borrow_mut().write_all(&source[..size]).unwrap();
                read_spinning(*stream.borrow_mut(), &mut buffer);
            }
            let took = began.elapsed();
            over();
            took
        };
        let (a, b) = rounds(&mut spinning, &mut ours);
        println!(
            "write+notify {size:>5} B: plain, spinning {:.1} us, link {:.1} us, ratio {:.2}",
            us(a),
            us(b),
            b / a
        );
    }
    transport::close(end.link);
    drop(ask);
    child.wait().unwrap();
}

/// Median seconds of one repetition of both, in alternating rounds.
fn rounds(plain: &mut dyn FnMut(usize) -> Duration, ours: &mut dyn FnMut(usize) -> Duration) -> (f64, f64) {
    let (n, m) = (calibrate(&mut *plain), calibrate(&mut *ours));
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        a.push(plain(n).as_secs_f64() / n as f64);
        b.push(ours(m).as_secs_f64() / m as f64);
    }
    (median(a), median(b))
}
