//! Random programs on several threads, each submitted by its own OS thread, against a sequential model.
//!
//! A program is made as one sequence of steps in which each region of memory has an owner. Ownership passes from thread
//! to thread through a notify, so the sequence fixes the result although the threads run side by side. Each thread is
//! then given its own steps only.

use std::time::Duration;

use hcomm::capi::hcomm_primitives::*;
use hcomm::data::thread;
use hcomm_abi::{AbiEnum, HcommDataType, HcommReduceOp};
use hcomm_kernels::dtype;

use crate::support::{Carrier, ENGINES, Pair, Random, Rank, own_thread, pair, watchdog};

const THREADS: usize = 4;
const REGIONS: usize = 8;
/// Bytes of a region; some work is longer than what a caller does itself.
const REGION: usize = 100 << 10;
const NOTIFIES: u32 = 8;

#[derive(Clone, Copy, Debug)]
enum Step {
    /// `to` becomes `from`, both regions of the same thread.
    Copy {
        to: (usize, usize),
        from: (usize, usize),
        len: usize,
    },
    /// `to` becomes `to + from` as INT16.
    Add {
        to: (usize, usize),
        from: (usize, usize),
        count: usize,
    },
    Record {
        to: usize,
        index: u32,
    },
    Wait {
        index: u32,
    },
    BatchStart,
    BatchEnd,
}

/// Steps of each thread and the memory after all of them.
fn program(random: &mut Random, steps: usize, memory: &mut [u8]) -> Vec<Vec<Step>> {
    let mut programs = vec![Vec::new(); THREADS];
    let mut owner: [usize; REGIONS] = std::array::from_fn(|region| region % THREADS);
    let mut open = [false; THREADS];
    for _ in 0..steps {
        let thread = random.below(THREADS as u64) as usize;
        let mine: Vec<usize> = (0..REGIONS).filter(|&region| owner[region] == thread).collect();
        if random.below(8) == 0 {
            programs[thread].push(if open[thread] { Step::BatchEnd } else { Step::BatchStart });
            open[thread] = !open[thread];
            continue;
        }
        if mine.is_empty() || random.below(4) == 0 {
            // Hand a region over: the old owner says that it is done, the new one waits for that, and answers, so that
            // the notify is free again before anybody records it the next time.
            let Some(&region) = mine.get(random.below(mine.len().max(1) as u64) as usize) else { continue };
            let to = (thread + 1 + random.below(THREADS as u64 - 1) as usize) % THREADS;
            let (go, back) = (2 * thread as u32, 2 * to as u32 + 1);
            programs[thread].push(Step::Record { to, index: go });
            programs[to].push(Step::Wait { index: go });
            programs[to].push(Step::Record { to: thread, index: back });
            programs[thread].push(Step::Wait { index: back });
            owner[region] = to;
            continue;
        }
        let to = mine[random.below(mine.len() as u64) as usize];
        let from = mine[random.below(mine.len() as u64) as usize];
        let longest = if random.below(5) == 0 { REGION / 2 } else { 300 };
        let len = 1 + random.below(longest as u64) as usize;
        // Both halves of one region may be the operands, never overlapping ones.
        let to = (to, random.below((REGION / 2 - len) as u64 + 1) as usize);
        let from = (from, REGION / 2 + random.below((REGION / 2 - len) as u64 + 1) as usize);
        let (t, f) = (to.0 * REGION + to.1, from.0 * REGION + from.1);
        if random.below(2) == 0 {
            programs[thread].push(Step::Copy { to, from, len });
            memory.copy_within(f..f + len, t);
        } else {
            let count = len / 2;
            programs[thread].push(Step::Add { to, from, count });
            for i in (0..count * 2).step_by(2) {
                let a = i16::from_le_bytes([memory[t + i], memory[t + i + 1]]);
                let b = i16::from_le_bytes([memory[f + i], memory[f + i + 1]]);
                memory[t + i..t + i + 2].copy_from_slice(&a.wrapping_add(b).to_le_bytes());
            }
        }
    }
    for thread in 0..THREADS {
        if open[thread] {
            programs[thread].push(Step::BatchEnd);
        }
    }
    programs
}

/// Gives one thread its steps, in the forms of local and of remote operations.
fn submit(random: &mut Random, rank: &Rank, threads: &[u64], me: usize, steps: &[Step]) {
    let thread = threads[me];
    let at = |(region, offset): (usize, usize)| rank.memory.at(region * REGION + offset).cast();
    for step in steps {
        let remote = random.below(2) == 0;
        // SAFETY: the memory lives until every queue is empty, and the program orders the accesses.
        let code = unsafe {
            match *step {
                Step::Copy { to, from, len } if remote => {
                    assert_eq!(HcommWriteOnThread(thread, rank.channel, at(to), at(from), len as u64), 0);
                    // Over a link a write is complete at the peer only then.
                    HcommChannelDrainOnThread(thread, rank.channel)
                }
                Step::Copy { to, from, len } => HcommLocalCopyOnThread(thread, at(to), at(from), len as u64),
                Step::Add { to, from, count } => HcommLocalReduceOnThread(
                    thread,
                    at(to),
                    at(from),
                    count as u64,
                    HcommDataType::try_from(dtype::INT16 as i32).unwrap().abi(),
                    HcommReduceOp::HCOMM_REDUCE_SUM.abi(),
                ),
                Step::Record { to, index } => HcommThreadNotifyRecordOnThread(thread, threads[to], index),
                Step::Wait { index } => HcommThreadNotifyWaitOnThread(thread, index, 60),
                Step::BatchStart => HcommBatchModeStart(std::ptr::null()),
                Step::BatchEnd => HcommBatchModeEnd(std::ptr::null()),
            }
        };
        assert_eq!(code, 0, "{step:?}");
    }
}

#[test]
fn random_programs_give_what_their_sequence_gives() {
    let _guard = watchdog("random programs", 240);
    let seeds = match std::env::var("HCOMM_UT_SEED") {
        Ok(seed) => vec![seed.parse().unwrap()],
        Err(_) => (1..=50).collect(),
    };
    for seed in seeds {
        let mut random = Random(seed);
        // Every fifth goes over a link.
        let carrier = if seed % 5 == 0 { Carrier::Link } else { Carrier::Mapped };
        let mut ranks = pair(Pair { carrier, memory: REGIONS * REGION, ..Pair::default() });
        let threads: Vec<u64> = (0..THREADS)
            .map(|i| {
                own_thread(
                    i as i32 % 2,
                    ENGINES[(i + seed as usize) % 4],
                    NOTIFIES,
                    Some(ranks[0].comm.clone()),
                )
            })
            .collect();
        random.fill(ranks[1].memory.bytes());
        let mut model = ranks[1].memory.bytes().to_vec();
        let steps = 50 + random.below(350) as usize;
        let programs = program(&mut random, steps, &mut model);
        // The memory belongs to rank 1, so the channel of rank 0 reaches it.
        let [a, b] = &mut ranks;
        std::mem::swap(&mut a.memory, &mut b.memory);
        std::thread::scope(|scope| {
            for (me, steps) in programs.iter().enumerate() {
                let (threads, a) = (&threads, &*a);
                scope.spawn(move || submit(&mut Random(seed ^ me as u64), a, threads, me, steps));
            }
        });
        for &thread in &threads {
            thread::sync(thread, Some(Duration::from_secs(60)))
                .unwrap_or_else(|error| panic!("HCOMM_UT_SEED={seed}: {error}"));
        }
        let wrong = a.memory.bytes().iter().zip(&model).position(|(is, want)| is != want);
        assert_eq!(wrong, None, "HCOMM_UT_SEED={seed}");
        for thread in threads {
            thread::destroy(thread, Duration::from_secs(5)).unwrap();
        }
    }
}
