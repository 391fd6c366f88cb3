//! The measurements. Rank 0 measures; rank 1 does its part where there is one.

use std::mem::MaybeUninit;
use std::ptr::null;
use std::time::{Duration, Instant};

use hcomm_abi::*;

use crate::clock::{Compared, Effort, Timed, compare, summary, whole};
use crate::pingpong::{SPINS, Words};
use crate::plain::Plain;
use crate::rank::{AREA, Rank, TIMEOUT_S};

/// Transfers of a batch.
pub const BATCH: usize = 64;
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

/// Between which ranks a measurement makes sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Ranks that share memory.
    Memory,
    /// Ranks that meet over the network.
    Network,
}

/// A measurement: name, description, description of its limit, how to show it, and the code.
pub struct Test {
    /// Short name.
    pub name: &'static str,
    /// What is measured.
    pub what: &'static str,
    limit: &'static str,
    show: Show,
    /// Between which ranks.
    pub place: Place,
    run: fn(&Rank, Effort) -> Result<Option<Compared>, String>,
}

impl Test {
    /// Runs on this rank. Rank 0 gets the outcome, unless the measurement makes no sense between these ranks.
    pub fn run(&self, rank: &Rank, effort: Effort) -> Result<Option<Outcome>, String> {
        if (self.place == Place::Network) != rank.network.is_some() {
            return Ok(None);
        }
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
        place: Place::Memory,
        run: |rank, effort| caller(rank, effort, 8),
    },
    Test {
        name: "caller-64",
        what: "HcommWriteOnThread of 64 B, caller's time",
        limit: "memcpy",
        show: Show::Time,
        place: Place::Memory,
        run: |rank, effort| caller(rank, effort, 64),
    },
    Test {
        name: "caller-4k",
        what: "HcommWriteOnThread of 4 KiB, caller's time",
        limit: "memcpy",
        show: Show::Time,
        place: Place::Memory,
        run: |rank, effort| caller(rank, effort, 4 << 10),
    },
    Test {
        name: "ping-pong",
        what: "8 B write + notify, one way",
        limit: "shared words",
        show: Show::Time,
        place: Place::Memory,
        run: ping_pong,
    },
    Test {
        name: "single-64",
        what: "64 B messages, one by one",
        limit: "memcpy",
        show: Show::Rate(64),
        place: Place::Memory,
        run: |rank, effort| one_by_one(rank, effort, 64, |at| rank.write(at, 64)),
    },
    Test {
        name: "notify-64",
        what: "64 B messages, each with a notify",
        limit: "memcpy",
        show: Show::Rate(64),
        place: Place::Memory,
        run: |rank, effort| one_by_one(rank, effort, 64, |at| rank.write_with_notify(at, 64, IDLE_NOTIFY)),
    },
    Test {
        name: "mode-64",
        what: "64 B messages, 64 between batch mode calls",
        limit: "memcpy",
        show: Show::Rate(64),
        place: Place::Memory,
        run: |rank, effort| collected(rank, effort, 64),
    },
    Test {
        name: "batch-64",
        what: "64 B messages, 64 a batch",
        limit: "memcpy",
        show: Show::Rate(64),
        place: Place::Memory,
        run: |rank, effort| batches(rank, effort, 64, false),
    },
    Test {
        name: "batch-64n",
        what: "64 B messages, 64 a batch, last one notifies",
        limit: "memcpy",
        show: Show::Rate(64),
        place: Place::Memory,
        run: |rank, effort| batches(rank, effort, 64, true),
    },
    Test {
        name: "batch-1k",
        what: "1 KiB messages, 64 a batch",
        limit: "memcpy",
        show: Show::Rate(1 << 10),
        place: Place::Memory,
        run: |rank, effort| batches(rank, effort, 1 << 10, false),
    },
    Test {
        name: "write-1m",
        what: "write of 1 MiB",
        limit: "memcpy",
        show: Show::Rate(1 << 20),
        place: Place::Memory,
        run: |rank, effort| large(rank, effort, 1 << 20, Direction::Write),
    },
    Test {
        name: "read-1m",
        what: "read of 1 MiB",
        limit: "memcpy",
        show: Show::Rate(1 << 20),
        place: Place::Memory,
        run: |rank, effort| large(rank, effort, 1 << 20, Direction::Read),
    },
    Test {
        name: "write-64m",
        what: "write of 64 MiB",
        limit: "memcpy",
        show: Show::Rate(64 << 20),
        place: Place::Memory,
        run: |rank, effort| large(rank, effort, 64 << 20, Direction::Write),
    },
    Test {
        name: "read-64m",
        what: "read of 64 MiB",
        limit: "memcpy",
        show: Show::Rate(64 << 20),
        place: Place::Memory,
        run: |rank, effort| large(rank, effort, 64 << 20, Direction::Read),
    },
    Test {
        name: "hand-over",
        what: "notify from thread to thread of a rank",
        limit: "atomic swap",
        show: Show::Time,
        place: Place::Memory,
        run: hand_over,
    },
    Test {
        name: "read-64",
        what: "64 B reads, one by one",
        limit: "memcpy",
        show: Show::Rate(64),
        place: Place::Memory,
        run: |rank, effort| one_by_one(rank, effort, 64, |at| rank.read(at, 64)),
    },
    Test {
        name: "direct-64",
        what: "64 B messages from the caller (Nbi), one fence",
        limit: "memcpy",
        show: Show::Rate(64),
        place: Place::Memory,
        run: |rank, effort| direct(rank, effort, 64),
    },
    Test {
        name: "local-1m",
        what: "local copy of 1 MiB",
        limit: "memcpy",
        show: Show::Rate(1 << 20),
        place: Place::Memory,
        run: |rank, effort| one_by_one(rank, effort, 1 << 20, |_| local_copy(rank, 1 << 20)),
    },
    Test {
        name: "local-sum",
        what: "local FP32 sum of 256 KiB",
        limit: "plain loop",
        show: Show::Rate(SUM),
        place: Place::Memory,
        run: |rank, effort| sum(rank, effort, Operand::Local),
    },
    Test {
        name: "write-sum",
        what: "write of 256 KiB with FP32 sum",
        limit: "plain loop",
        show: Show::Rate(SUM),
        place: Place::Memory,
        run: |rank, effort| sum(rank, effort, Operand::Write),
    },
    Test {
        name: "read-sum",
        what: "read of 256 KiB with FP32 sum",
        limit: "plain loop",
        show: Show::Rate(SUM),
        place: Place::Memory,
        run: |rank, effort| sum(rank, effort, Operand::Read),
    },
    Test {
        name: "net-trip",
        what: "8 B write + notify, one way",
        limit: "plain TCP",
        show: Show::Time,
        place: Place::Network,
        run: net_trip,
    },
    Test {
        name: "net-write-1m",
        what: "writes of 1 MiB, then drain",
        limit: "plain TCP stream",
        show: Show::Rate(1 << 20),
        place: Place::Network,
        run: |rank, effort| net_large(rank, effort, 1 << 20, Direction::Write),
    },
    Test {
        name: "net-write-16m",
        what: "writes of 16 MiB, then drain",
        limit: "plain TCP stream",
        show: Show::Rate(16 << 20),
        place: Place::Network,
        run: |rank, effort| net_large(rank, effort, 16 << 20, Direction::Write),
    },
    Test {
        name: "net-read-1m",
        what: "reads of 1 MiB",
        limit: "plain TCP stream",
        show: Show::Rate(1 << 20),
        place: Place::Network,
        run: |rank, effort| net_large(rank, effort, 1 << 20, Direction::Read),
    },
    Test {
        name: "net-read-16m",
        what: "reads of 16 MiB",
        limit: "plain TCP stream",
        show: Show::Rate(16 << 20),
        place: Place::Network,
        run: |rank, effort| net_large(rank, effort, 16 << 20, Direction::Read),
    },
    Test {
        name: "net-batch-1k",
        what: "1 KiB messages, 64 a batch, then drain",
        limit: "plain TCP stream",
        show: Show::Rate(1 << 10),
        place: Place::Network,
        run: net_batches,
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
            rank.write(place(index, len), len)?;
        }
        let time = start.elapsed();
        rank.sync()?;
        Ok(time)
    };
    compare(effort, MOST, &mut whole(copies(rank, len)), &mut body).map(Some)
}

/// Messages of `len` bytes by `message`, which gets their places, against copies of as many bytes.
fn one_by_one(
    rank: &Rank,
    effort: Effort,
    len: usize,
    message: impl Fn(usize) -> Result<(), String>,
) -> Result<Option<Compared>, String> {
    if rank.rank != 0 {
        return Ok(None);
    }
    let body = |count| {
        for index in 0..count {
            message(place(index, len))?;
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
                rank.write(place(index, len), len)?;
            }
            // SAFETY: as above.
            rank.api.check("HcommBatchModeEnd", unsafe { (rank.api.HcommBatchModeEnd)(null()) })?;
        }
        rank.sync()
    };
    with_copies(rank, effort, len, &mut whole(body))
}

/// Compares batches with the copies of their messages, in ns per message.
fn with_copies(
    rank: &Rank,
    effort: Effort,
    len: usize,
    body: &mut Timed,
) -> Result<Option<Compared>, String> {
    let mut messages = copies(rank, len);
    let limit = |count| messages(count * BATCH);
    compare(effort, MOST / BATCH, &mut whole(limit), body).map(|per_batch| Some(by_message(per_batch)))
}

/// Times of a message from those of its batch.
fn by_message(per_batch: Compared) -> Compared {
    let each = |ns: f64| ns / BATCH as f64;
    Compared {
        ns: each(per_batch.ns),
        best_ns: each(per_batch.best_ns),
        limit_ns: each(per_batch.limit_ns),
        share: per_batch.share,
    }
}

/// Descriptors of a batch. `notify`: the last message tells the other rank that the batch has arrived.
pub fn batch(rank: &Rank, len: usize, notify: bool) -> Vec<HcommBatchTransferDesc> {
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
    descs
}

/// Transfers a batch.
pub fn send_batch(rank: &Rank, descs: &[HcommBatchTransferDesc]) -> Result<(), String> {
    // SAFETY: live handles and descriptors of ranges inside both buffers.
    let code = unsafe {
        (rank.api.HcommBatchTransferOnThread)(rank.thread, rank.channel, descs.as_ptr(), descs.len() as u32)
    };
    rank.api.check("HcommBatchTransferOnThread", code)
}

fn batches(rank: &Rank, effort: Effort, len: usize, notify: bool) -> Result<Option<Compared>, String> {
    if rank.rank != 0 {
        return Ok(None);
    }
    let descs = batch(rank, len, notify);
    // Counts are batches here, of `BATCH` messages each.
    let body = |count| {
        for _ in 0..count {
            send_batch(rank, &descs)?;
        }
        rank.sync()
    };
    with_copies(rank, effort, len, &mut whole(body))
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
                Direction::Write => rank.write(0, len)?,
                Direction::Read => rank.read(0, len)?,
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
        rank.write(0, 8)?;
        // SAFETY: live handles.
        let code = unsafe { (rank.api.HcommChannelNotifyRecordOnThread)(rank.thread, rank.channel, 0) };
        rank.api.check("HcommChannelNotifyRecordOnThread", code)
    };
    let receive = || rank.wait(0);
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

/// Messages without a thread, with one fence behind them.
fn direct(rank: &Rank, effort: Effort, len: usize) -> Result<Option<Compared>, String> {
    if rank.rank != 0 {
        return Ok(None);
    }
    let body = |count| {
        for index in 0..count {
            rank.write_direct(place(index, len), len)?;
        }
        rank.fence()
    };
    compare(effort, MOST, &mut whole(copies(rank, len)), &mut whole(body)).map(Some)
}

fn local_copy(rank: &Rank, len: usize) -> Result<(), String> {
    // SAFETY: a live handle; two parts of the own buffer that do not overlap.
    let code = unsafe {
        let to = rank.local.add(AREA / 2);
        (rank.api.HcommLocalCopyOnThread)(rank.thread, to.cast(), rank.local.cast(), len as u64)
    };
    rank.api.check("HcommLocalCopyOnThread", code)
}

/// Bytes of a reduction.
const SUM: usize = 256 << 10;

/// Where the two operands of a reduction lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    Local,
    Write,
    Read,
}

fn sum(rank: &Rank, effort: Effort, operand: Operand) -> Result<Option<Compared>, String> {
    if rank.rank != 0 {
        return Ok(None);
    }
    let (api, thread, channel) = (rank.api, rank.thread, rank.channel);
    let (to, from) = match operand {
        Operand::Local => (rank.local.wrapping_add(AREA / 2), rank.local),
        Operand::Write => (rank.remote, rank.local),
        Operand::Read => (rank.local, rank.remote),
    };
    let numbers = SUM / size_of::<f32>();
    let (dtype, op) = (HcclDataType::HCCL_DATA_TYPE_FP32 as i32, HcclReduceOp::HCCL_REDUCE_SUM as i32);
    let (dst, src, count) = (to.cast(), from.cast_const().cast(), numbers as u64);
    let body = |times| {
        for _ in 0..times {
            // SAFETY: live handles; both operands have `SUM` bytes.
            let code = unsafe {
                match operand {
                    Operand::Local => (api.HcommLocalReduceOnThread)(thread, dst, src, count, dtype, op),
                    Operand::Write => {
                        (api.HcommWriteReduceOnThread)(thread, channel, dst, src, count, dtype, op)
                    }
                    Operand::Read => {
                        (api.HcommReadReduceOnThread)(thread, channel, dst, src, count, dtype, op)
                    }
                }
            };
            api.check("a reduction", code)?;
        }
        rank.sync()
    };
    let limit = |times| {
        for _ in 0..times {
            // SAFETY: both operands have `SUM` bytes, aligned to more than 4, and nobody else uses them meanwhile.
            let (to, from) = unsafe {
                (
                    std::slice::from_raw_parts_mut(to.cast::<f32>(), numbers),
                    std::slice::from_raw_parts(from.cast::<f32>(), numbers),
                )
            };
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
            std::hint::black_box(to);
        }
        Ok(())
    };
    compare(effort, MOST, &mut whole(limit), &mut whole(body)).map(Some)
}

/// One way of a ping-pong over the network, against the better of two plain ones.
fn net_trip(rank: &Rank, effort: Effort) -> Result<Option<Compared>, String> {
    let mut plain = Plain::new(rank)?;
    let (mut limits, mut bodies) = (Vec::new(), Vec::new());
    for round in 0..=effort.rounds {
        let mut limit = f64::INFINITY;
        for look in [false, true] {
            plain.look(look)?;
            let bare = trips(rank, |_| {
                if rank.rank == 0 {
                    plain.send(8)?;
                    plain.receive(8)
                } else {
                    plain.receive(8)?;
                    plain.send(8)
                }
            })?;
            limit = limit.min(bare);
        }
        let body = trips(rank, |_| {
            if rank.rank == 0 {
                rank.write_with_notify(0, 8, 0)?;
                rank.wait(0)?;
            } else {
                rank.wait(0)?;
                rank.write_with_notify(0, 8, 0)?;
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

/// Compares with a plain connection, which the other rank serves.
fn net(
    rank: &Rank,
    effort: Effort,
    most: usize,
    limit: impl Fn(&mut Plain, usize) -> Result<(), String>,
    body: impl Fn(usize) -> Result<(), String>,
) -> Result<Option<Compared>, String> {
    let mut plain = Plain::new(rank)?;
    if rank.rank != 0 {
        return plain.serve().map(|()| None);
    }
    let compared = compare(effort, most, &mut whole(|count| limit(&mut plain, count)), &mut whole(body))?;
    plain.stop()?;
    Ok(Some(compared))
}

fn net_large(
    rank: &Rank,
    effort: Effort,
    len: usize,
    direction: Direction,
) -> Result<Option<Compared>, String> {
    let limit = |plain: &mut Plain, count| match direction {
        Direction::Write => plain.stream_to(count, len),
        Direction::Read => plain.stream_from(count, len),
    };
    let body = |count| {
        for _ in 0..count {
            match direction {
                Direction::Write => rank.write(0, len)?,
                Direction::Read => rank.read(0, len)?,
            }
        }
        match direction {
            Direction::Write => rank.drain(),
            Direction::Read => rank.sync(),
        }
    };
    net(rank, effort, MOST, limit, body)
}

fn net_batches(rank: &Rank, effort: Effort) -> Result<Option<Compared>, String> {
    const LEN: usize = 1 << 10;
    let descs = batch(rank, LEN, false);
    let body = |count| {
        for _ in 0..count {
            send_batch(rank, &descs)?;
        }
        rank.drain()
    };
    let per_batch =
        net(rank, effort, MOST / BATCH, |plain, count| plain.stream_to(count * BATCH, LEN), body)?;
    Ok(per_batch.map(by_message))
}
