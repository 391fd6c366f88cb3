//! What the tests of the data plane share: a device, memory, threads and channel pairs of two ranks in one process, a
//! watchdog, and reproducible random numbers.

#![allow(dead_code)] // Every test program uses a part.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hcomm::capi::hcomm_primitives::HcommChannelDrainOnThread;
use hcomm::data::channel::{self, ChannelSpec, Range, Remote, RemoteNet};
use hcomm::data::comm::Comm;
use hcomm::data::thread::{self, Queue, ThreadSpec};
use hcomm::driver::{self, Driver, Memory, Notifies};
use hcomm::transport::{self, LinkId, LinkSpec, Role};
use hcomm_abi::CommEngine::{self, *};
use hcomm_abi::CommProtocol::{self, *};
use npu_ext::NpuExt;

// The runtime is linked in; only its entry function is named.
use acl_rt as _;
unsafe extern "C" {
    fn softnpu_ext_v1() -> *const NpuExt;
}

/// Engines whose threads and channels exist.
pub const ENGINES: [CommEngine; 4] =
    [COMM_ENGINE_CPU, COMM_ENGINE_CPU_TS, COMM_ENGINE_AICPU, COMM_ENGINE_AICPU_TS];

/// Protocols that are carried by mapped memory.
pub const PROTOCOLS: [CommProtocol; 8] = [
    COMM_PROTOCOL_HCCS,
    COMM_PROTOCOL_PCIE,
    COMM_PROTOCOL_SIO,
    COMM_PROTOCOL_UB_CTP,
    COMM_PROTOCOL_UBC_TP,
    COMM_PROTOCOL_UB_MEM,
    COMM_PROTOCOL_HCCS_ONLY,
    COMM_PROTOCOL_UB_RTP,
];

/// The driver on the software NPU.
pub fn driver() -> &'static Driver {
    // SAFETY: the contract: null or a table that lives as long as the process.
    let table = unsafe { softnpu_ext_v1().as_ref() }.expect("the runtime has a table");
    driver::install(table).unwrap()
}

/// Ends the process with code 124 and a message unless it is dropped in time.
pub struct Watchdog(Option<std::sync::mpsc::Sender<()>>);

/// Starts a watchdog for the test `name`.
pub fn watchdog(name: &'static str, seconds: u64) -> Watchdog {
    let (alive, gone) = std::sync::mpsc::channel::<()>();
    std::thread::spawn(move || {
        if gone.recv_timeout(Duration::from_secs(seconds)) == Err(std::sync::mpsc::RecvTimeoutError::Timeout)
        {
            eprintln!("watchdog: {name} did not end in {seconds} s");
            std::process::exit(124);
        }
    });
    Watchdog(Some(alive))
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.0.take();
    }
}

/// SplitMix64: the same numbers for the same seed.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let word = self.next().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
    }
}

/// Device memory that peers can map.
pub struct Block {
    pub addr: u64,
    pub len: usize,
}

impl Block {
    pub fn new(device: i32, len: usize) -> Block {
        let addr = driver().mem_alloc(device, Memory::Device, len as u64).unwrap().as_ptr() as u64;
        let mut block = Block { addr, len };
        block.bytes().fill(0);
        block
    }

    pub fn at(&self, offset: usize) -> *mut u8 {
        assert!(offset <= self.len);
        (self.addr as *mut u8).wrapping_add(offset)
    }

    /// The contents; nothing else may use the block meanwhile.
    pub fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: `addr` is an allocation of `len` bytes that lives as long as `self`.
        unsafe { std::slice::from_raw_parts_mut(self.addr as *mut u8, self.len) }
    }

    pub fn range(&self) -> Range {
        Range::mapped(self.addr, self.len as u64)
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        if let Some(ptr) = NonNull::new(self.addr as *mut c_void) {
            // SAFETY: the tests wait for the work that uses a block before they drop it.
            unsafe { driver().mem_free(ptr).unwrap() };
        }
    }
}

/// A rank of a communicator of two in this process: a thread, its end of a channel, and memory that the peer reaches.
pub struct Rank {
    pub comm: Arc<Comm>,
    pub thread: u64,
    pub channel: u64,
    pub memory: Block,
}

/// What carries a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carrier {
    Mapped,
    /// A link over TCP.
    Link,
}

pub const CARRIERS: [Carrier; 2] = [Carrier::Mapped, Carrier::Link];

/// How a pair is made.
#[derive(Clone, Copy)]
pub struct Pair {
    pub carrier: Carrier,
    pub engine: CommEngine,
    pub protocol: CommProtocol,
    pub thread_notifies: u32,
    pub channel_notifies: u32,
    pub memory: usize,
}

impl Default for Pair {
    fn default() -> Pair {
        Pair {
            carrier: Carrier::Mapped,
            engine: COMM_ENGINE_AICPU_TS,
            protocol: COMM_PROTOCOL_UB_CTP,
            thread_notifies: 4,
            channel_notifies: 4,
            memory: 1 << 20,
        }
    }
}

/// Two connected ranks, on devices 0 and 1.
pub fn pair(spec: Pair) -> [Rank; 2] {
    let driver = driver();
    let ranks = [0_u32, 1].map(|rank| {
        let comm = Comm::new("pair", rank, 2, rank as i32);
        let notifies = driver.notify_alloc(rank as i32, spec.channel_notifies).unwrap();
        let channel = channel::create(ChannelSpec {
            engine: spec.engine,
            protocol: spec.protocol,
            comm: Some(comm.clone()),
            local_rank: rank,
            remote_rank: 1 - rank,
            notifies,
        })
        .unwrap();
        let thread = own_thread(rank as i32, spec.engine, spec.thread_notifies, Some(comm.clone()));
        Rank { comm, thread, channel, memory: Block::new(rank as i32, spec.memory) }
    });
    if spec.carrier == Carrier::Link {
        link_up(&ranks, spec);
        return ranks;
    }
    for rank in 0..2 {
        let peer = &ranks[1 - rank];
        let remote = Remote {
            notifies: Some(channel::info(peer.channel).unwrap().notifies),
            ranges: vec![peer.memory.range()],
        };
        channel::connect(ranks[rank].channel, &remote).unwrap();
    }
    ranks
}

/// One end of a link, of a channel.
pub struct End {
    pub channel: u64,
    pub key: [u8; 32],
    pub role: Role,
    pub local: std::net::SocketAddr,
    pub notifies: Notifies,
    pub counted: bool,
    pub remote_notify_num: u32,
    pub exports: Vec<(u64, u64)>,
    pub ranks: (u32, u32),
}

/// Opens one end of a link.
pub fn open_link(end: End) -> LinkId {
    transport::open(LinkSpec {
        ext: driver().ext(),
        key: end.key,
        id: end.key[..16].try_into().unwrap(),
        role: end.role,
        local: end.local,
        deadline: Instant::now() + Duration::from_secs(30),
        notifies: (end.notifies.addr, end.notifies.num),
        counted: end.counted,
        remote_notify_num: end.remote_notify_num,
        exports: end.exports,
        owner: end.channel,
        local_rank: end.ranks.0,
        remote_rank: end.ranks.1,
        on_fail: channel::link_failed,
    })
    .unwrap()
}

/// Waits until a link is ready.
pub fn await_link(link: LinkId) {
    loop {
        match transport::status(link) {
            transport::Status::Ready => return,
            transport::Status::Failed(error) => panic!("the link is not ready: {error}"),
            transport::Status::Connecting => {
                if transport::poll() == 0 {
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        }
    }
}

/// A key that no other link of the machine has.
pub fn new_key() -> [u8; 32] {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut key = [7; 32];
    key[..8].copy_from_slice(&COUNT.fetch_add(1, Ordering::Relaxed).to_le_bytes());
    key[8..12].copy_from_slice(&std::process::id().to_le_bytes());
    key
}

/// Connects the channels of two ranks of this process by a link.
fn link_up(ranks: &[Rank; 2], spec: Pair) {
    let any = |port| std::net::SocketAddr::from(([127, 0, 0, 1], port));
    let listener = transport::listen(any(0)).unwrap();
    let key = new_key();
    let links = [0, 1].map(|rank: usize| {
        open_link(End {
            channel: ranks[rank].channel,
            key,
            role: if rank == 0 { Role::Listen } else { Role::Connect(listener) },
            local: if rank == 0 { listener } else { any(0) },
            notifies: channel::info(ranks[rank].channel).unwrap().notifies,
            counted: channel::is_counted(spec.engine, spec.protocol),
            remote_notify_num: spec.channel_notifies,
            exports: vec![(ranks[rank].memory.addr, ranks[rank].memory.len as u64)],
            ranks: (rank as u32, 1 - rank as u32),
        })
    });
    for rank in 0..2 {
        await_link(links[rank]);
        let remote =
            RemoteNet { notify_num: spec.channel_notifies, ranges: vec![ranks[1 - rank].memory.range()] };
        channel::connect_net(ranks[rank].channel, links[rank], &remote).unwrap();
    }
    transport::unlisten(listener);
}

/// A thread with its own stream.
pub fn own_thread(device: i32, engine: CommEngine, notifies: u32, comm: Option<Arc<Comm>>) -> u64 {
    driver();
    thread::create(ThreadSpec { device, engine, queue: Queue::Own, notifies, comm }).unwrap()
}

impl Rank {
    /// Waits until everything queued is done.
    pub fn sync(&self) {
        thread::sync(self.thread, Some(Duration::from_secs(30))).unwrap();
    }
}

impl Rank {
    /// Waits until everything queued is done, at the peer, too.
    pub fn drain(&self) {
        // SAFETY: no memory is named.
        unsafe { assert_eq!(HcommChannelDrainOnThread(self.thread, self.channel), 0) };
        self.sync();
    }
}

impl Drop for Rank {
    fn drop(&mut self) {
        // Tests destroy some of them themselves.
        let _ = thread::destroy(self.thread, Duration::from_secs(5));
        let _ = channel::destroy(self.channel);
    }
}
