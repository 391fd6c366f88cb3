//! Launching the kernels of operators on behalf of a communicator, alone or as the sends and receives of a group.

use std::collections::{BTreeMap, VecDeque};
use std::ffi::c_void;
use std::sync::{Arc, Mutex};

use hcomm_abi::{CommEngine, P2P_MAX_ARG_SIZE};
use hcomm_base::sync::lock;
use hcomm_base::{Code, Error, Result, bail};

use super::comm::Comm;
use super::{registry, threads};
use crate::data::failure::{self, Failure};
use crate::data::launch::Gate;
use crate::data::thread;
use crate::driver::acl_calls;
use crate::driver::kernel::{self, Kernel};
use crate::handle::ThreadHandle;

/// Bytes of the arguments that every kernel may read behind the thread handle.
const ARGUMENTS: usize = P2P_MAX_ARG_SIZE as usize;

/// Which way a launch of a group moves data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the peer.
    Send,
    /// From the peer.
    Receive,
}

/// One kernel to launch.
#[derive(Clone, Debug)]
pub struct Launch {
    kernel: Kernel,
    /// What the operator gave; the kernel gets it behind a thread handle.
    arguments: Vec<u8>,
    /// Time the kernel may run, in seconds, 0: any; `None`: the runtime's default.
    seconds: Option<u16>,
    /// Values of `aclrtStream`: the user's, and the one the kernel runs on.
    user: usize,
    unfold: usize,
    /// For groups.
    direction: Direction,
    peer: u32,
}

/// What the C function was given; streams are values that the runtime returned for streams.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Library of the kernel.
    pub library: &'a str,
    /// Name of the kernel.
    pub function: &'a str,
    /// Arguments of the operator.
    pub arguments: &'a [u8],
    /// Time limit in seconds; all bits set: none given.
    pub time_out: u64,
    /// The user's `aclrtStream`.
    pub user: *mut c_void,
    /// The `aclrtStream` that the kernel runs on.
    pub unfold: *mut c_void,
    /// Which way it moves data; `None`: neither send nor receive.
    pub direction: Option<Direction>,
    /// The other rank.
    pub peer: u32,
}

impl Request<'_> {
    fn launch(&self, direction: Direction) -> Result<Launch> {
        if self.unfold.is_null() {
            bail!(PTR, "opInfo->p2p.unfoldStream is NULL: name the stream on which the kernel is to run");
        }
        Ok(Launch {
            kernel: kernel::kernel(self.library, self.function)?,
            arguments: self.arguments.to_vec(),
            seconds: (self.time_out != u64::MAX).then(|| u16::try_from(self.time_out).unwrap_or(u16::MAX)),
            user: self.user as usize,
            unfold: self.unfold as usize,
            direction,
            peer: self.peer,
        })
    }
}

impl Launch {
    /// Appends the kernel to a stream, with `thread` in front of its arguments.
    ///
    /// # Safety
    /// `unfold` is a value that the runtime returned for a stream.
    unsafe fn start(&self, unfold: *mut c_void, thread: ThreadHandle) -> Result {
        let size = size_of::<ThreadHandle>() + ARGUMENTS.max(self.arguments.len());
        let mut block = Vec::with_capacity(size);
        block.extend_from_slice(&thread.to_ne_bytes());
        block.extend_from_slice(&self.arguments);
        block.resize(size, 0);
        // SAFETY: the caller's promise; what the arguments mean is between the operator and its kernel.
        unsafe { kernel::launch(self.kernel, unfold, &block, self.seconds) }
    }
}

/// Launches a kernel that fills thread `device`: it begins, for the tasks it queues there, when `request.user` comes
/// here, and the stream goes on when those tasks are done. Returns at once. PTR for a thread of 0, PARA for one of another
/// communicator.
pub fn alone(comm: &Comm, request: &Request<'_>, device: ThreadHandle) -> Result {
    comm.check_usable()?;
    if device == 0 {
        bail!(PTR, "aicpuThreadHandle is 0: acquire a thread of engine AICPU_TS from this communicator");
    }
    threads::export(comm, &[device])?;
    let launch = request.launch(request.direction.unwrap_or(Direction::Send))?;
    let gate = gate(comm, request.user, device)?;
    watch(comm, request.unfold, &[gate])?;
    // SAFETY: the streams are the caller's promise (see `Request`).
    unsafe {
        gate.open(request.unfold)?;
        // What was opened is closed also without a kernel: else the next launch would record a notify that this one
        // still waits for, and the two records would count once.
        let started = launch.start(request.unfold, device);
        let closed = gate.close(request.unfold);
        started.and(closed)
    }
}

/// A launch to keep for the end of a group.
pub fn for_group(comm: &Comm, request: &Request<'_>) -> Result<Launch> {
    comm.check_usable()?;
    if request.arguments.len() > ARGUMENTS {
        bail!(
            PARA,
            "argSize is {}, a kernel of a group has {ARGUMENTS} bytes at most",
            request.arguments.len()
        );
    }
    let Some(direction) = request.direction else {
        bail!(PARA, "opInfo->p2p.cmdType is neither send nor receive: groups hold no other operators");
    };
    comm.peer(request.peer)?;
    request.launch(direction)
}

/// Launches the kernels of a group on the communicator with this handle. All sends fill one thread, all receives another;
/// both are ordered so that ranks which send to each other never wait in a circle.
pub fn together(comm: u64, launches: Vec<Launch>) -> Result {
    let comm = registry::find(comm)?;
    let Some(unfold) = launches.first().map(|launch| launch.unfold as *mut c_void) else { return Ok(()) };
    let devices = threads::acquire(&comm, CommEngine::COMM_ENGINE_AICPU_TS, &[0, 0])?;
    let mut users: Vec<usize> = Vec::new();
    for launch in &launches {
        if !users.contains(&launch.user) {
            users.push(launch.user);
        }
    }
    let order = schedule(launches, comm.rank(), comm.size());
    let used = |direction| order.iter().any(|launch| launch.direction == direction);
    let mut gates = Vec::new();
    for (direction, &device) in [Direction::Send, Direction::Receive].into_iter().zip(&devices) {
        if used(direction) {
            for &user in &users {
                gates.push(gate(&comm, user as *mut c_void, device)?);
            }
        }
    }
    watch(&comm, unfold, &gates)?;
    // SAFETY: the streams are the caller's promise (see `Request`).
    unsafe {
        let mut opened = 0;
        let result =
            gates.iter().try_for_each(|gate| gate.open(unfold).map(|()| opened += 1)).and_then(|()| {
                order.iter().try_for_each(|launch| {
                    launch.start(unfold, devices[usize::from(launch.direction == Direction::Receive)])
                })
            });
        // As in `alone`.
        gates[..opened].iter().fold(result, |result, gate| result.and(gate.close(unfold)))
    }
}

/// Sends and receives in turns, by rounds: in round `i` a rank sends to the rank `i` above it and receives from the one
/// `i` below it, so the two sides of a transfer meet in the same round. Transfers with one peer keep their order.
fn schedule(launches: Vec<Launch>, rank: u32, size: u32) -> Vec<Launch> {
    let total = launches.len();
    let mut waiting: BTreeMap<(bool, u32), VecDeque<Launch>> = BTreeMap::new();
    for launch in launches {
        waiting.entry((launch.direction == Direction::Send, launch.peer)).or_default().push_back(launch);
    }
    let mut order = Vec::with_capacity(total);
    while order.len() < total {
        for round in 0..size {
            let to = (u64::from(rank) + u64::from(round)) % u64::from(size);
            let from = (u64::from(rank) + u64::from(size - round)) % u64::from(size);
            for key in [(true, to as u32), (false, from as u32)] {
                order.extend(waiting.get_mut(&key).and_then(VecDeque::pop_front));
            }
        }
    }
    order
}

fn gate(comm: &Comm, user: *mut c_void, device: ThreadHandle) -> Result<Gate> {
    comm.threads(|threads| {
        let host = threads.of_stream(comm, user, 0)?;
        threads.gate(host, device)
    })
}

/// A stream on which kernels of a communicator run, and who waits for them.
#[derive(Debug)]
struct Watched {
    comm: std::sync::Weak<crate::data::comm::Comm>,
    device: i32,
    unfold: u32,
    host: ThreadHandle,
}

static WATCHED: Mutex<Vec<Watched>> = Mutex::new(Vec::new());

/// From now on a failure of the unfold stream ends the wait of the host threads.
fn watch(comm: &Comm, unfold: *mut c_void, gates: &[Gate]) -> Result {
    failure::subscribe(kernel_failed)?;
    // SAFETY: the stream is the caller's promise (see `Request`).
    let Some(unfold) = (unsafe { acl_calls::stream_id(unfold) }) else {
        bail!(PTR, "opInfo->p2p.unfoldStream is no live stream");
    };
    let mut watched = lock(&WATCHED);
    for gate in gates {
        let known = watched.iter().any(|w| {
            w.unfold == unfold
                && w.device == comm.device()
                && w.host == gate.host()
                && std::ptr::eq(w.comm.as_ptr(), Arc::as_ptr(comm.data()))
        });
        if !known {
            watched.retain(|w| w.comm.strong_count() != 0);
            watched.push(Watched {
                comm: Arc::downgrade(comm.data()),
                device: comm.device(),
                unfold,
                host: gate.host(),
            });
        }
    }
    Ok(())
}

/// A kernel that failed will not come to the end of its launch: whoever waits for that hears of it now.
fn kernel_failed(failure: &Failure) {
    let hosts: Vec<_> = lock(&WATCHED)
        .iter()
        .filter(|w| w.unfold == failure.stream && w.device == failure.device)
        .filter_map(|w| Some((w.comm.upgrade()?, w.host)))
        .collect();
    for (comm, host) in hosts {
        let error = Error::new(
            Code::RUNTIME,
            format!(
                "a kernel of communicator {} (rank {}) failed on stream {} of device {} with {}: the log has its reason",
                comm.name(),
                comm.rank(),
                failure.stream,
                failure.device,
                failure.acl
            ),
        );
        comm.record(&error);
        if thread::is_busy(host) {
            thread::abort(host, &error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launches(rank: u32, size: u32, each: u32) -> Vec<Launch> {
        let one = |direction, peer, number: u32| Launch {
            kernel: Kernel::default(),
            arguments: number.to_ne_bytes().to_vec(),
            seconds: None,
            user: 1,
            unfold: 2,
            direction,
            peer,
        };
        let others = (0..size).filter(|&peer| peer != rank).flat_map(|peer| {
            (0..each)
                .flat_map(move |number| [(Direction::Receive, peer, number), (Direction::Send, peer, number)])
        });
        others.map(|(direction, peer, number)| one(direction, peer, number)).collect()
    }

    /// Runs all ranks of a schedule: a send and its receive take place together, when both are heads of their queues.
    #[test]
    fn a_full_exchange_never_waits_in_a_circle() {
        for size in 1..9 {
            for each in 1..4 {
                let mut queues: Vec<[VecDeque<Launch>; 2]> = (0..size)
                    .map(|rank| {
                        let order = schedule(launches(rank, size, each), rank, size);
                        let (sends, receives): (Vec<_>, Vec<_>) =
                            order.into_iter().partition(|launch| launch.direction == Direction::Send);
                        [sends.into(), receives.into()]
                    })
                    .collect();
                let mut left = size * (size - 1) * each;
                while left > 0 {
                    let before = left;
                    for rank in 0..size {
                        let Some(send) = queues[rank as usize][0].front() else { continue };
                        let (peer, number) = (send.peer as usize, send.arguments.clone());
                        let Some(receive) = queues[peer][1].front() else { continue };
                        if receive.peer == rank {
                            assert_eq!(receive.arguments, number, "transfers of a pair keep their order");
                            queues[peer][1].pop_front();
                            queues[rank as usize][0].pop_front();
                            left -= 1;
                        }
                    }
                    assert!(left < before, "{size} ranks with {each} transfers each wait in a circle");
                }
            }
        }
    }
}
