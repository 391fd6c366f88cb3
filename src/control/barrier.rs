//! `HcclBarrier`: all ranks meet, on their streams.
//!
//! The barrier is a dissemination over notifies: in round k a rank records a notify of the rank 2^k further and waits
//! for the one 2^k before it. A notify is a single bit, so nobody may record one again before it was consumed. Two
//! disseminations after each other, with notifies of their own, ensure that without any counter: whoever begins the
//! second knows that all have begun the second, so all notifies of the first are free again. Without counters a
//! captured barrier can be replayed. One more notify, the turn, lets barriers of one rank on different streams follow
//! each other.
//!
//! A rank on another host is told through the hub: its control thread records the notify.

use std::ffi::c_void;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hcomm_base::sync::lock;
use hcomm_base::{Result, bail};
use npu_ext::{Notify, Task, op};

use super::bootstrap::Link;
use super::comm::Comm;
use crate::data::thread::{self, BARRIER_PEER};
use crate::driver::{self, Driver, Notifies};

/// One step: record there, wait here.
#[derive(Debug)]
struct Step {
    record: Record,
    to: u32,
    wait: u64,
    from: u32,
}

/// How a rank records a notify of another one.
#[derive(Debug)]
enum Record {
    /// At this address.
    Near(u64),
    /// By a message.
    Far(Arc<Message>),
}

/// What a message to a rank on another host needs.
struct Message {
    link: Arc<Link>,
    to: u32,
    step: u32,
}

impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "step {} of rank {}", self.step, self.to)
    }
}

/// First byte of the tags of barrier messages.
const TAG: u8 = b'B';

fn tag(step: u32) -> [u8; 5] {
    let [a, b, c, d] = step.to_le_bytes();
    [TAG, a, b, c, d]
}

/// See [`npu_ext::CallFn`].
unsafe extern "C" fn tell(message: u64, _task: *const Task) -> i32 {
    // SAFETY: the barrier keeps its messages until no stream runs a barrier any more.
    let message = unsafe { &*(message as *const Message) };
    // If the hub is gone, the wait of the other rank says so.
    let _ = message.link.post(message.to, &tag(message.step), Vec::new());
    0
}

/// The notifies of one rank for the barriers of a communicator.
#[derive(Debug)]
pub struct Barrier {
    rank: u32,
    size: u32,
    /// The turn, then one notify per step.
    own: Notifies,
    steps: Vec<Step>,
    /// Threads that ran a barrier.
    threads: Mutex<Vec<u64>>,
}

/// Disseminations of a barrier.
const PASSES: u32 = 2;

fn rounds(size: u32) -> u32 {
    size.next_power_of_two().trailing_zeros()
}

impl Barrier {
    /// No barrier.
    pub fn none() -> Barrier {
        Barrier { rank: 0, size: 1, own: Notifies::NONE, steps: Vec::new(), threads: Mutex::default() }
    }

    /// Notifies for the barriers of `rank` of `size`.
    pub fn new(driver: &Driver, device: i32, rank: u32, size: u32) -> Result<Barrier> {
        let own = driver.notify_alloc(device, 1 + PASSES * rounds(size))?;
        let barrier = Barrier { rank, size, own, steps: Vec::new(), threads: Mutex::default() };
        barrier.give_turn(driver)?;
        Ok(barrier)
    }

    /// Address of the notifies in this process.
    pub fn notifies(&self) -> u64 {
        self.own.addr
    }

    /// Tells where the notifies of all ranks lie in this process; `None`: on another host.
    pub fn connect(&mut self, addresses: &[Option<u64>], link: &Arc<Link>) -> Result {
        let own = self.own;
        let steps = PASSES * rounds(self.size);
        self.build(addresses, |to, step| Message { link: link.clone(), to, step });
        if addresses.iter().all(Option::is_some) {
            return Ok(());
        }
        let driver = driver::get()?;
        link.tap(
            TAG,
            Arc::new(move |tag| {
                let step = tag.get(1..5).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
                if let Some(notify) = step.filter(|&step| step < steps).and_then(|step| own.at(1 + step)) {
                    // SAFETY: a notify of this rank's device, allocated until the tap is gone.
                    let _ = unsafe { driver.notify_record_later(notify) };
                }
            }),
        );
        Ok(())
    }

    fn build(&mut self, addresses: &[Option<u64>], message: impl Fn(u32, u32) -> Message) {
        let rounds = rounds(self.size);
        let at = |base: u64, step: u32| base + u64::from(1 + step) * size_of::<Notify>() as u64;
        self.steps = (0..PASSES * rounds)
            .map(|step| {
                let distance = 1 << (step % rounds);
                let to = (self.rank + distance) % self.size;
                let from = (self.rank + self.size - distance % self.size) % self.size;
                let record = match addresses[to as usize] {
                    Some(base) => Record::Near(at(base, step)),
                    None => Record::Far(Arc::new(message(to, step))),
                };
                Step { record, to, wait: at(self.own.addr, step), from }
            })
            .collect();
    }

    /// No message reaches the notifies any more. Unless all is quiet, a stream may still want to send one: the messages
    /// stay for ever.
    pub fn disconnect(&self, quiet: bool) {
        for step in &self.steps {
            if let Record::Far(message) = &step.record {
                message.link.untap();
                if !quiet {
                    std::mem::forget(message.clone());
                }
            }
        }
    }

    /// True if a thread failed in a barrier, which will never end.
    pub fn is_broken(&self) -> bool {
        let taken = self.notify(0).is_some_and(|turn| turn.flag.load(Ordering::Acquire) == 0);
        taken && lock(&self.threads).iter().any(|&thread| thread::error(thread).is_some())
    }

    /// The tasks of one barrier for the thread with handle `thread`.
    fn tasks(&self, thread: u64, timeout: Option<Duration>) -> Vec<Task> {
        let ns = timeout.map_or(0, |t| u64::try_from(t.as_nanos()).unwrap_or(u64::MAX));
        let wait = |addr: u64, peer: u32| Task {
            op: op::NOTIFY_WAIT,
            a: addr,
            n: ns,
            tag: thread,
            d: BARRIER_PEER + u64::from(peer),
            ..Task::NOP
        };
        let record = |addr: u64, peer: u32| Task {
            op: op::NOTIFY_RECORD,
            a: addr,
            tag: thread,
            d: BARRIER_PEER + u64::from(peer),
            ..Task::NOP
        };
        let mut tasks = Vec::with_capacity(2 + 2 * self.steps.len());
        tasks.push(wait(self.own.addr, self.rank));
        for step in &self.steps {
            tasks.push(match &step.record {
                Record::Near(addr) => record(*addr, step.to),
                Record::Far(message) => Task {
                    op: op::CALL,
                    a: tell as *const () as u64,
                    b: Arc::as_ptr(message) as u64,
                    tag: thread,
                    d: BARRIER_PEER + u64::from(step.to),
                    ..Task::NOP
                },
            });
            tasks.push(wait(step.wait, step.from));
        }
        tasks.push(record(self.own.addr, self.rank));
        tasks
    }

    /// Forgets a barrier that was interrupted. No rank may be in a barrier.
    pub fn reset(&self, driver: &Driver) -> Result {
        for notify in (0..self.own.num).filter_map(|index| self.notify(index)) {
            notify.flag.store(0, Ordering::SeqCst);
        }
        self.give_turn(driver)
    }

    /// Waits until no barrier is running on this rank. False at the deadline.
    pub fn wait_idle(&self, driver: &Driver, deadline: Instant) -> bool {
        while self.notify(0).is_some_and(|turn| turn.flag.load(Ordering::Acquire) == 0) {
            if Instant::now() >= deadline {
                return false;
            }
            if driver.progress() == 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        true
    }

    /// Frees the notifies. No stream may use them any more.
    pub fn free(&self, driver: &Driver) {
        if let Err(error) = driver.notify_free(self.own) {
            log::warn!("{}", error.text);
        }
    }

    fn give_turn(&self, driver: &Driver) -> Result {
        match self.own.at(0) {
            // SAFETY: a notify of this rank's device, allocated until `free`.
            Some(turn) => unsafe { driver.notify_record(turn) },
            None => Ok(()),
        }
    }

    fn notify(&self, index: u32) -> Option<&Notify> {
        // SAFETY: a notify of this rank's device, allocated until `free`; its members are atomics.
        self.own.at(index).map(|addr| unsafe { &*(addr as *const Notify) })
    }
}

/// Appends a barrier of `comm` to a stream of the caller.
pub fn submit(comm: &Comm, stream: *mut c_void) -> Result {
    comm.check_usable()?;
    if let Some(rank) = comm.link().gone() {
        bail!(
            REMOTE,
            "rank {rank} has destroyed its side of communicator {}: a barrier needs all ranks",
            comm.name()
        );
    }
    let thread = comm.threads(|threads| threads.of_stream(comm, stream, 0))?;
    let barrier = comm.barrier();
    {
        let mut threads = lock(&barrier.threads);
        if !threads.contains(&thread) {
            threads.push(thread);
        }
    }
    let tasks = barrier.tasks(thread, comm.config().exec_timeout);
    // SAFETY: the addresses are notifies of ranks whose memory stays mapped, and of this rank, which keeps them until
    // no barrier runs any more.
    unsafe { thread::submit(thread, &tasks) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn barrier(rank: u32, size: u32) -> Barrier {
        let own = Notifies { addr: 0x10000 * u64::from(rank + 1), num: 1 + PASSES * rounds(size) };
        let mut barrier = Barrier { rank, size, own, steps: Vec::new(), threads: Mutex::default() };
        let all: Vec<Option<u64>> = (0..size).map(|rank| Some(0x10000 * u64::from(rank + 1))).collect();
        barrier.build(&all, |_, _| unreachable!("all ranks are near"));
        barrier
    }

    /// Runs the steps of all ranks in every order that a seed picks and checks that no notify is recorded twice and
    /// nobody passes before all have come.
    #[test]
    fn no_rank_passes_early_and_no_record_is_lost() {
        for size in 1..=9u32 {
            let barriers: Vec<_> = (0..size).map(|rank| barrier(rank, size)).collect();
            for seed in 0..200u64 {
                let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
                let mut set = std::collections::HashSet::new();
                let tasks: Vec<Vec<Task>> = barriers
                    .iter()
                    .map(|b| {
                        set.insert(b.own.addr);
                        b.tasks(1, None).repeat(5)
                    })
                    .collect();
                let mut at = vec![0; size as usize];
                let length = tasks[0].len();
                let turns = length / 5;
                while at.iter().any(|&a| a < length) {
                    let able: Vec<usize> = (0..size as usize)
                        .filter(|&r| at[r] < length)
                        .filter(|&r| {
                            let task = &tasks[r][at[r]];
                            task.op == op::NOTIFY_RECORD || set.contains(&task.a)
                        })
                        .collect();
                    assert!(!able.is_empty(), "size {size}, seed {seed}: nobody can go on");
                    random ^= random << 13;
                    random ^= random >> 7;
                    random ^= random << 17;
                    let rank = able[(random % able.len() as u64) as usize];
                    let task = &tasks[rank][at[rank]];
                    if task.op == op::NOTIFY_RECORD {
                        assert!(set.insert(task.a), "size {size}, seed {seed}: recorded twice");
                    } else {
                        set.remove(&task.a);
                    }
                    at[rank] += 1;
                    if at[rank].is_multiple_of(turns) {
                        let entered = at[rank] - turns;
                        assert!(at.iter().all(|&a| a > entered), "size {size}, seed {seed}: passed early");
                    }
                }
            }
        }
    }
}
