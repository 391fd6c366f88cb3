//! The measurements. Rank 0 measures; rank 1 does its part where there is one.

use std::mem::MaybeUninit;
use std::ptr::null;
use std::time::{Duration, Instant};

use hcomm_abi::*;

use crate::clock::{Compared, Effort, Timed, compare, summary, whole};
use crate::pingpong::{SPINS, Words};
use crate::rank::{AREA, Rank, TIMEOUT_S};

/// Transfers of a batch.
const BATCH: usize = 64;
/// Round trips of one round of a ping-pong.
const TRIPS: u32 = 1000;
/// Notify of the channel that nobody waits for; the ping-pong uses the other one.
const IDLE_NOTIFY: u32 = 1;
/// Largest number of calls before a synchronisation.
const MOST: usize = 1 << 20;

/// What a row's numbers are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Time of an operation.
    Time,
    /// Bytes per operation; throughput is shown.
    Rate(usize),
}

/// A finished measurement.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Short name, also the name for `--only`.
    pub name: &'static str,
    /// What was measured.
    pub what: &'static str,
    /// What it is compared with.
    pub limit: &'static str,
    /// How to show it.
    pub show: Show,
    /// The numbers.
    pub compared: Compared,
}

/// A measurement: name, description, description of its limit, how to show it, and the code.
pub struct Test {
    /// Short name.
    pub name: &'static str,
    /// What is measured.
    pub what: &'static str,
    limit: &'static str,
    show: Show,
    run: fn(&Rank, Effort) -> Result<Option<Compared>, String>,
}

impl Test {
    /// Runs on this rank. Rank 0 gets the outcome.
    pub fn run(&self, rank: &Rank, effort: Effort) -> Result<Option<Outcome>, String> {
        let compared = (self.run)(rank, effort).map_err(|error| format!("{}: {error}", self.name))?;
        rank.barrier()?;
        let Test { name, what, limit, show, .. } = *self;
        Ok(compared.map(|compared| Outcome { name, what, limit, show, compared }))
    }
}

/// All measurements, in order.
pub const TESTS: &[Test] = &[
    Test {
        name: "caller-8",
        what: "HcommWriteOnThread of 8 B, caller's time",
        limit: "memcpy",
        show: Show::Time,
        run: |rank, effort| caller(rank, effort, 8),
    },
    Test {
        name: "caller-64",
        what: "HcommWriteOnThread of 64 B, caller's time",
        limit: "memcpy",
        show: Show::Time,
        run: |rank, effort| caller(rank, effort, 64),
    },
    Test {
        name: "caller-4k",
        what: "HcommWriteOnThread of 4 KiB, caller's time",
        limit: "memcpy",
        show: Show::Time,
        run: |rank, effort| caller(rank, effort, 4 << 10),
    },
    Test {
        name: "ping-pong",
        what: "8 B write + notify, one way",
        limit: "shared words",
        show: Show::Time,
        run: ping_pong,
    },
    Test {
        name: "single-64",
        what: "64 B messages, one by one",
        limit: "memcpy",
        show: Show::Rate(64),
        run: |rank, effort| singles(rank, effort, 64),
    },
    Test {
        name: "notify-64",
        what: "64 B messages, each with a notify",
        limit: "memcpy",
        show: Show::Rate(64),
        run: |rank, effort| delivered(rank, effort, 64),
    },
    Test {
        name: "mode-64",
        what: "64 B messages, 64 between batch mode calls",
        limit: "memcpy",
        show: Show::Rate(64),
        run: |rank, effort| collected(rank, effort, 64),
    },
    Test {
        name: "batch-64",
        what: "64 B messages, 64 a batch",
        limit: "memcpy",
        show: Show::Rate(64),
        run: |rank, effort| batches(rank, effort, 64, false),
    },
    Test {
        name: "batch-64n",
        what: "64 B messages, 64 a batch, last one notifies",
        limit: "memcpy",
        show: Show::Rate(64),
        run: |rank, effort| batches(rank, effort, 64, true),
    },
    Test {
        name: "batch-1k",
        what: "1 KiB messages, 64 a batch",
        limit: "memcpy",
        show: Show::Rate(1 << 10),
        run: |rank, effort| batches(rank, effort, 1 << 10, false),
    },
    Test {
        name: "write-1m",
        what: "write of 1 MiB",
        limit: "memcpy",
        show: Show::Rate(1 << 20),
        run: |rank, effort| large(rank, effort, 1 << 20, Direction::Write),
    },
    Test {
        name: "read-1m",
        what: "read of 1 MiB",
        limit: "memcpy",
        show: Show::Rate(1 << 20),
        run: |rank, effort| large(rank, effort, 1 << 20, Direction::Read),
    },
    Test {
        name: "write-64m",
        what: "write of 64 MiB",
        limit: "memcpy",
        show: Show::Rate(64 << 20),
        run: |rank, effort| large(rank, effort, 64 << 20, Direction::Write),
    },
    Test {
        name: "read-64m",
        what: "read of 64 MiB",
        limit: "memcpy",
        show: Show::Rate(64 << 20),
        run: |rank, effort| large(rank, effort, 64 << 20, Direction::Read),
    },
    Test {
        name: "hand-over",
        what: "notify from thread to thread of a rank",
        limit: "atomic swap",
        show: Show::Time,
        run: hand_over,
    },
];

/// `memcpy` of the C library, kept from being removed.
fn memcpy(to: *mut u8, from: *const u8, len: usize) {
    // SAFETY: callers pass ranges inside the two exchange buffers, which nobody else uses while rank 0 measures.
    unsafe { libc::memcpy(to.cast(), from.cast(), len) };
    std::hint::black_box(to);
}

/// Position of message `index` in an area that stays in the first cache.
fn place(index: usize, len: usize) -> usize {
    index % BATCH * len
}

fn write(rank: &Rank, at: usize, len: usize) -> Result<(), String> {
    debug_assert!(at + len <= AREA);
    // SAFETY: live handles; the range lies inside both buffers.
    let code = unsafe {
        let (to, from) = (rank.remote.add(at), rank.local.add(at));
        (rank.api.HcommWriteOnThread)(rank.thread, rank.channel, to.cast(), from.cast(), len as u64)
    };
    rank.api.check("HcommWriteOnThread", code)
}

/// Copies `count` messages of `len` bytes.
fn copies(rank: &Rank, len: usize) -> impl FnMut(usize) -> Result<(), String> {
    let (to, from) = (rank.remote, rank.local);
    move |count| {
        for index in 0..count {
            let at = place(index, len);
            memcpy(to.wrapping_add(at), from.wrapping_add(at), len);
        }
        Ok(())
    }
}

fn caller(rank: &Rank, effort: Effort, len: usize) -> Result<Option<Compared>, String> {
    if rank.rank != 0 {
        return Ok(None);
    }
    let mut body = |count: usize| {
        let start = Instant::now();
        for index in 0..count {
            write(rank, place(index, len), len)?;
        }
        let time = start.elapsed();
        rank.sync()?;
        Ok(time)
    };
    compare(effort, MOST, &mut whole(copies(rank, len)), &mut body).map(Some)
}

fn singles(rank: &Rank, effort: Effort, len: usize) -> Result<Option<Compared>, String> {
    if rank.rank != 0 {
        return Ok(None);
    }
    let body = |count| {
        for index in 0..count {
            write(rank, place(index, len), len)?;
        }
        rank.sync()
    };
    compare(effort, MOST, &mut whole(copies(rank, len)), &mut whole(body)).map(Some)
}

/// Messages that tell the other rank of their arrival, each for itself.
fn delivered(rank: &Rank, effort: Effort, len: usize) -> Result<Option<Compared>, String> {
    if rank.rank != 0 {
        return Ok(None);
    }
    let body = |count| {
        for index in 0..count {
            let at = place(index, len);
            let (to, from) = (rank.remote.wrapping_add(at), rank.local.wrapping_add(at));
            // SAFETY: live handles; the range lies inside both buffers.
            let code = unsafe {
                let write = rank.api.HcommWriteWithNotifyOnThread;
                write(rank.thread, rank.channel, to.cast(), from.cast(), len as u64, IDLE_NOTIFY)
            };
            rank.api.check("HcommWriteWithNotifyOnThread", code)?;
        }
        rank.sync()
    };
    compare(effort, MOST, &mut whole(copies(rank, len)), &mut whole(body)).map(Some)
}

/// Messages that batch mode collects and hands over together. Counts are batches.
fn collected(rank: &Rank, effort: Effort, len: usize) -> Result<Option<Compared>, String> {
    if rank.rank != 0 {
        return Ok(None);
    }
    let body = |count| {
        for _ in 0..count {
            // SAFETY: no name is needed.
            rank.api.check("HcommBatchModeStart", unsafe { (rank.api.HcommBatchModeStart)(null()) })?;
            for index in 0..BATCH {
                write(rank, place(index, len), len)?;
            }
            // SAFETY: as above.
            rank.api.check("HcommBatchModeEnd", unsafe { (rank.api.HcommBatchModeEnd)(null()) })?;
        }
        rank.sync()
    };
    by_message(rank, effort, len, &mut whole(body))
}

/// Compares batches with the copies of their messages, in ns per message.
fn by_message(rank: &Rank, effort: Effort, len: usize, body: &mut Timed) -> Result<Option<Compared>, String> {
    let mut messages = copies(rank, len);
    let limit = |count| messages(count * BATCH);
    let per_batch = compare(effort, MOST / BATCH, &mut whole(limit), body)?;
    let each = |ns: f64| ns / BATCH as f64;
    Ok(Some(Compared {
        ns: each(per_batch.ns),
        best_ns: each(per_batch.best_ns),
        limit_ns: each(per_batch.limit_ns),
        share: per_batch.share,
    }))
}

/// `notify`: the last message tells the other rank that the batch has arrived.
fn batches(rank: &Rank, effort: Effort, len: usize, notify: bool) -> Result<Option<Compared>, String> {
    if rank.rank != 0 {
        return Ok(None);
    }
    let mut descs: Vec<HcommBatchTransferDesc> = (0..BATCH)
        .map(|index| HcommBatchTransferDesc {
            transType: MaybeUninit::new(HCOMM_TRANSFER_TYPE_WRITE),
            reserved: [0; 4],
            transferInfo: anon_HcommBatchTransferDesc_transferInfo {
                write: anon_HcommBatchTransferDesc_transferInfo_write {
                    len: len as u64,
                    dst: rank.remote.wrapping_add(place(index, len)).cast(),
                    src: rank.local.wrapping_add(place(index, len)).cast(),
                },
            },
        })
        .collect();
    if notify && let Some(last) = descs.last_mut() {
        last.transType = MaybeUninit::new(HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY);
        // A write is the beginning of a write with notify.
        last.transferInfo.writeWithNotify.notifyIdx = IDLE_NOTIFY;
    }
    // Counts are batches here, of `BATCH` messages each.
    let body = |count| {
        for _ in 0..count {
            // SAFETY: live handles and descriptors of ranges inside both buffers.
            let code = unsafe {
                (rank.api.HcommBatchTransferOnThread)(rank.thread, rank.channel, descs.as_ptr(), BATCH as u32)
            };
            rank.api.check("HcommBatchTransferOnThread", code)?;
        }
        rank.sync()
    };
    by_message(rank, effort, len, &mut whole(body))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Write,
    Read,
}

fn large(rank: &Rank, effort: Effort, len: usize, direction: Direction) -> Result<Option<Compared>, String> {
    if rank.rank != 0 {
        return Ok(None);
    }
    let (to, from) = match direction {
        Direction::Write => (rank.remote, rank.local),
        Direction::Read => (rank.local, rank.remote),
    };
    let body = |count| {
        for _ in 0..count {
            match direction {
                Direction::Write => write(rank, 0, len)?,
                Direction::Read => {
                    // SAFETY: live handles; both buffers are at least `len` long.
                    let code = unsafe {
                        let len = len as u64;
                        (rank.api.HcommReadOnThread)(rank.thread, rank.channel, to.cast(), from.cast(), len)
                    };
                    rank.api.check("HcommReadOnThread", code)?;
                }
            }
            rank.sync()?;
        }
        Ok(())
    };
    let limit = |count| {
        for _ in 0..count {
            memcpy(to, from, len);
        }
        Ok(())
    };
    compare(effort, MOST, &mut whole(limit), &mut whole(body)).map(Some)
}

/// One direction of a ping-pong in nanoseconds, given a round trip for rank 0 and for rank 1.
fn trips(rank: &Rank, mut trip: impl FnMut(u32) -> Result<(), String>) -> Result<f64, String> {
    rank.barrier()?;
    let start = Instant::now();
    for number in 1..=TRIPS {
        trip(number)?;
    }
    Ok(start.elapsed().as_nanos() as f64 / f64::from(TRIPS) / 2.0)
}

fn ping_pong(rank: &Rank, effort: Effort) -> Result<Option<Compared>, String> {
    let send = || -> Result<(), String> {
        write(rank, 0, 8)?;
        // SAFETY: live handles.
        let code = unsafe { (rank.api.HcommChannelNotifyRecordOnThread)(rank.thread, rank.channel, 0) };
        rank.api.check("HcommChannelNotifyRecordOnThread", code)
    };
    let receive = || -> Result<(), String> {
        // SAFETY: live handles.
        let code =
            unsafe { (rank.api.HcommChannelNotifyWaitOnThread)(rank.thread, rank.channel, 0, TIMEOUT_S) };
        rank.api.check("HcommChannelNotifyWaitOnThread", code)
    };
    let (mut limits, mut bodies) = (Vec::new(), Vec::new());
    // Both ranks run the same number of rounds; the first one warms up.
    for round in 0..=effort.rounds {
        let mut limit = f64::INFINITY;
        for spins in SPINS {
            let words = Words::new(rank);
            let bare = trips(rank, |number| {
                if rank.rank == 0 {
                    words.tell(number);
                    words.hear(number, spins)
                } else {
                    words.hear(number, spins)?;
                    words.tell(number);
                    Ok(())
                }
            })?;
            limit = limit.min(bare);
        }
        let body = trips(rank, |_| {
            if rank.rank == 0 {
                send()?;
                receive()?;
            } else {
                receive()?;
                send()?;
            }
            rank.sync()
        })?;
        if round > 0 {
            limits.push(limit);
            bodies.push(body);
        }
    }
    Ok((rank.rank == 0).then(|| summary(limits, bodies)))
}

fn hand_over(rank: &Rank, effort: Effort) -> Result<Option<Compared>, String> {
    if rank.rank != 0 {
        return Ok(None);
    }
    let record = |by, to| -> Result<(), String> {
        // SAFETY: live handles.
        let code = unsafe { (rank.api.HcommThreadNotifyRecordOnThread)(by, to, 0) };
        rank.api.check("HcommThreadNotifyRecordOnThread", code)
    };
    let wait = |by| -> Result<(), String> {
        // SAFETY: live handle.
        let code = unsafe { (rank.api.HcommThreadNotifyWaitOnThread)(by, 0, TIMEOUT_S) };
        rank.api.check("HcommThreadNotifyWaitOnThread", code)
    };
    // There and back is two hand-overs; the helper's part is queued first, so each hand-over wakes a waiting thread.
    let mut body = |count: usize| -> Result<Duration, String> {
        let start = Instant::now();
        for _ in 0..count {
            wait(rank.helper)?;
            record(rank.helper, rank.thread)?;
            record(rank.thread, rank.helper)?;
            wait(rank.thread)?;
        }
        rank.sync()?;
        Ok(start.elapsed() / 2)
    };
    let word = std::sync::atomic::AtomicU32::new(0);
    let limit = |count| {
        for _ in 0..count {
            word.swap(1, std::sync::atomic::Ordering::SeqCst);
        }
        Ok(())
    };
    compare(effort, 1 << 14, &mut whole(limit), &mut body).map(Some)
}
