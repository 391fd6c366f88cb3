//! What the tests of the data plane share: a device, memory, threads and channel pairs of two ranks in one process, a
//! watchdog, and reproducible random numbers.

#![allow(dead_code)] // Every test program uses a part.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::Arc;
use std::time::Duration;

use hcomm::data::channel::{self, ChannelSpec, Range, Remote};
use hcomm::data::comm::Comm;
use hcomm::data::thread::{self, Queue, ThreadSpec};
use hcomm::driver::{self, Driver, Memory};
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

/// How a pair is made.
#[derive(Clone, Copy)]
pub struct Pair {
    pub engine: CommEngine,
    pub protocol: CommProtocol,
    pub thread_notifies: u32,
    pub channel_notifies: u32,
    pub memory: usize,
}

impl Default for Pair {
    fn default() -> Pair {
        Pair {
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

impl Drop for Rank {
    fn drop(&mut self) {
        // Tests destroy some of them themselves.
        let _ = thread::destroy(self.thread, Duration::from_secs(5));
        let _ = channel::destroy(self.channel);
    }
}
