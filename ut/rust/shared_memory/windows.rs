//! Symmetric windows of both families.

use std::ffi::c_void;
use std::ptr::{dangling_mut, null_mut};

use hcomm::capi::hccl_comm::*;
use hcomm::capi::hccl_sym_win::*;
use hcomm::capi::hcomm_primitives::*;
use hcomm_abi::*;

use super::ranks::{self, Rank, hccl::*};
use super::*;

fn register(comm: HcclComm, addr: *mut u8, size: u64) -> Result<HcclCommSymWindow, i32> {
    let mut window = null_mut();
    // SAFETY: a live output.
    match code(unsafe { HcclCommSymWinRegister(comm, addr.cast(), size, &mut window, 1) }) {
        0 => Ok(window),
        error => Err(error),
    }
}

fn deregister(window: HcclCommSymWindow) -> i32 {
    // SAFETY: handles are checked.
    code(unsafe { HcclCommSymWinDeregister(window) })
}

fn get(comm: HcclComm, addr: *mut u8, size: usize) -> Result<(HcclCommSymWindow, usize), i32> {
    let (mut window, mut offset) = (dangling_mut::<c_void>(), 77);
    // SAFETY: live outputs.
    match code(unsafe { HcclCommSymWinGet(comm, addr.cast(), size, &mut window, &mut offset) }) {
        0 => Ok((window, offset)),
        error => Err(error),
    }
}

fn peer(window: HcclCommSymWindow, offset: usize, rank: u32) -> Result<*mut u8, i32> {
    let mut pointer = null_mut();
    // SAFETY: a live output.
    match code(unsafe { HcclSymWinGetPeerPointer(window, offset, rank, &mut pointer) }) {
        0 => Ok(pointer.cast()),
        error => Err(error),
    }
}

/// Every rank stores its number into every other rank's piece, then reads what the others stored, then writes once more
/// through a channel.
fn exchange(
    rank: &Rank,
    name: &str,
    comm: HcclComm,
    window: HcclCommSymWindow,
    own: *mut u8,
    protocol: CommProtocol,
) {
    let meet = |stage: &str| rank.meet(&format!("{stage} {name}"));
    let at = |to: u32, index: u32| peer(window, 64 + 4 * index as usize, to).unwrap().cast::<u32>();
    for to in 0..rank.size {
        // SAFETY: inside the piece of rank `to`, each rank at its own place.
        unsafe { at(to, rank.rank).write_volatile(100 * to + rank.rank) };
    }
    meet("stored");
    for from in 0..rank.size {
        // SAFETY: the own piece; the barrier above orders the stores.
        let (mine, theirs) = unsafe {
            (
                own.add(64).cast::<u32>().add(from as usize).read_volatile(),
                at(from, rank.rank).read_volatile(),
            )
        };
        assert_eq!(mine, 100 * rank.rank + from);
        assert_eq!(theirs, 100 * from + rank.rank);
    }
    meet("read");
    let thread = thread(comm);
    let descs: Vec<_> = others(rank).iter().map(|&other| desc(other, protocol, 1)).collect();
    let channels = acquire(comm, AICPU_TS, &descs).unwrap();
    let value = device_memory(rank.rank, 64).cast::<u32>();
    // SAFETY: 64 bytes of device memory.
    unsafe { value.write(7000 + rank.rank) };
    for (&to, &channel) in others(rank).iter().zip(&channels) {
        // SAFETY: live memory on both sides.
        unsafe {
            assert_eq!(HcommWriteOnThread(thread, channel, at(to, rank.rank).cast(), value.cast(), 4), 0);
            assert_eq!(HcommChannelNotifyRecordOnThread(thread, channel, 0), 0);
        }
    }
    for &channel in &channels {
        // SAFETY: handles are checked.
        assert_eq!(unsafe { HcommChannelNotifyWaitOnThread(thread, channel, 0, 60) }, 0);
    }
    hcomm::data::thread::sync(thread, Some(ranks::LONG)).unwrap();
    for from in others(rank) {
        // SAFETY: the own piece, after the notify of that rank.
        assert_eq!(unsafe { own.add(64).cast::<u32>().add(from as usize).read_volatile() }, 7000 + from);
    }
    meet("exchanged");
}

/// The whole life of windows of the A3.
fn strided(rank: &Rank) {
    let comm = init(rank, "root");
    const SIZE: usize = 4 << 20;
    let own = physical(SIZE);
    // SAFETY: inside the memory.
    let window = register(comm, unsafe { own.add(4096) }, 100).unwrap();
    // The whole memory is the window, and each rank's piece lies a stride further.
    assert_eq!(get(comm, own, SIZE), Ok((window, 0)));
    // SAFETY: inside the memory.
    assert_eq!(get(comm, unsafe { own.add(5000) }, 8), Ok((window, 5000)));
    // SAFETY: one past the end, used as a number.
    assert_eq!(get(comm, unsafe { own.add(SIZE - 4) }, 8), Err(6));
    let pieces: Vec<u64> = (0..rank.size).map(|r| peer(window, 0, r).unwrap() as u64).collect();
    assert!(pieces[0] >= 40 << 40, "{:#x}", pieces[0]);
    assert!(pieces.windows(3).all(|p| p[2] - p[1] == p[1] - p[0]), "{pieces:x?}");
    // An address means the same in every process.
    rank.put(&format!("base.{}", rank.rank), &pieces[0].to_le_bytes());
    for other in 0..rank.size {
        assert_eq!(rank.get(&format!("base.{other}")), pieces[0].to_le_bytes());
    }
    exchange(rank, "first", comm, window, own, HCCS);
    // A second window behind the first; channels that exist reach it as well.
    let further = physical(2 << 20);
    let second = register(comm, further, 2 << 20).unwrap();
    assert_eq!(peer(second, 0, 0).unwrap() as u64, pieces[0] + SIZE as u64);
    rank.meet("second");
    exchange(rank, "second", comm, second, further, HCCS);
    // The same memory again: counted.
    let again = register(comm, own, 8).unwrap();
    assert_eq!(peer(again, 9, 1), peer(window, 9, 1));
    rank.meet("counted");
    assert_eq!(deregister(window), 0);
    assert_eq!(deregister(window), 1);
    rank.meet("deregistered once");
    let last = peer(again, 0, rank.size - 1).unwrap();
    // SAFETY: still mapped.
    unsafe { last.read_volatile() };
    rank.meet("read once more");
    assert_eq!(deregister(again), 0);
    assert_eq!(get(comm, own, 8), Err(6));
    rank.meet("gone");
    // The place of the first is free again.
    let third = register(comm, own, 8).unwrap();
    assert_eq!(peer(third, 0, 0).unwrap() as u64, pieces[0]);
    for (offset, to) in [(SIZE, 0), (0, rank.size), (usize::MAX, 0)] {
        assert_eq!(peer(third, offset, to), Err(1));
    }
    rank.meet("end");
    destroy(comm);
    assert_eq!(peer(third, 0, 0), Err(1));
    assert_eq!(deregister(third), 1);
    assert_eq!(hcomm_live_windows(rank), 0);
    free(own);
    free(further);
}

/// Windows that live, once all ranks of the process have destroyed their communicator.
fn hcomm_live_windows(rank: &Rank) -> usize {
    rank.meet("destroyed");
    hcomm::control::window::live()
}

#[test]
fn windows_of_the_a3_lie_a_stride_apart_in_every_process() {
    let name = "windows::windows_of_the_a3_lie_a_stride_apart_in_every_process";
    ranks::processes(name, 4, &[A3], strided).finish_with_killed(&[]);
}

#[test]
fn windows_of_the_a3_lie_a_stride_apart_for_threads() {
    let name = "windows::windows_of_the_a3_lie_a_stride_apart_for_threads";
    ranks::processes(name, 1, &[A3], |_| ranks::threads(3, strided)).finish_with_killed(&[]);
}

#[test]
fn bad_windows_of_the_a3_are_refused() {
    let name = "windows::bad_windows_of_the_a3_are_refused";
    ranks::processes(name, 2, &[A3, ("HCOMM_TEST_CONNECT_TIMEOUT_MS", "3000")], |rank| {
        let comm = init(rank, "root");
        let plain = device_memory(rank.rank, 4 << 20);
        assert_eq!(register(comm, plain, 64), Err(1));
        assert_eq!(register(comm, dangling_mut::<u64>().cast(), 64), Err(1));
        assert_eq!(get(comm, plain, 64), Err(6));
        let own = physical(2 << 20);
        let mut window = null_mut();
        // SAFETY: arguments are live or NULL.
        unsafe {
            assert_eq!(code(HcclCommSymWinRegister(null_mut(), own.cast(), 8, &mut window, 1)), 2);
            assert_eq!(code(HcclCommSymWinRegister(comm, null_mut(), 8, &mut window, 1)), 2);
            assert_eq!(code(HcclCommSymWinRegister(comm, own.cast(), 8, null_mut(), 1)), 2);
            assert_eq!(code(HcclCommSymWinRegister(comm, own.cast(), 0, &mut window, 1)), 1);
            assert_eq!(code(HcclCommSymWinRegister(comm, own.cast(), 8, &mut window, 0)), 1);
            assert_eq!(code(HcclCommSymWinRegister(comm, own.cast(), 8, &mut window, 2)), 1);
        }
        assert!(window.is_null());
        assert_eq!(deregister(null_mut()), 2);
        assert_eq!(deregister(dangling_mut()), 1);
        rank.meet("up");
        // Ranks that register unequal memory hear of it.
        let unequal = physical(if rank.rank == 0 { 2 << 20 } else { 4 << 20 });
        assert_eq!(register(comm, unequal, 8), Err(4));
        rank.meet("unequal");
        // A rank that does not come is waited for, and the next attempt works.
        if rank.rank == 0 {
            assert_eq!(register(comm, own, 8), Err(13));
        }
        rank.meet("late");
        register(comm, own, 8).unwrap();
        rank.meet("end");
        destroy(comm);
    })
    .finish_with_killed(&[]);
}

/// The whole life of windows of the 950.
fn listed(rank: &Rank) {
    let comm = init(rank, "root");
    const SIZE: u64 = 1 << 20;
    let own = device_memory(rank.rank, SIZE);
    let window = register(comm, own, SIZE).unwrap();
    // Equal and contained ranges are the same window, overlapping ones are not.
    assert_eq!(register(comm, own, SIZE), Ok(window));
    // SAFETY: inside the memory.
    assert_eq!(register(comm, unsafe { own.add(64) }, 64), Ok(window));
    assert_eq!(get(comm, own, SIZE as usize), Ok((window, 0)));
    // SAFETY: inside the memory.
    assert_eq!(get(comm, unsafe { own.add(100) }, 8), Ok((window, 100)));
    // SAFETY: one past the end, used as a number.
    assert_eq!(get(comm, unsafe { own.add(SIZE as usize - 4) }, 8), Ok((null_mut(), 0)));
    assert_eq!(peer(window, 5, rank.rank).unwrap() as u64, own as u64 + 5);
    for other in others(rank) {
        assert_eq!(peer(window, 0, other), Err(1));
    }
    // Channels of other engines exchange nothing.
    let descs: Vec<_> = others(rank).iter().map(|&other| desc(other, UB_CTP, 1)).collect();
    acquire(comm, CommEngine::COMM_ENGINE_CPU_TS, &descs).unwrap();
    assert_eq!(peer(window, 0, others(rank)[0]), Err(1));
    acquire(comm, AICPU_TS, &descs).unwrap();
    exchange(rank, "first", comm, window, own, UB_CTP);
    // A later one, in physical memory, travels with a channel that exists.
    let mapped = physical(2 << 20);
    let second = register(comm, mapped, 4096).unwrap();
    acquire(comm, AICPU_TS, &descs).unwrap();
    // SAFETY: the first bytes of the own piece, then of the piece of the next rank.
    unsafe { mapped.cast::<u64>().write_volatile(u64::from(rank.rank)) };
    rank.meet("second");
    for to in 0..rank.size {
        // SAFETY: the piece of a rank.
        assert_eq!(unsafe { peer(second, 0, to).unwrap().cast::<u64>().read_volatile() }, u64::from(to));
    }
    for (offset, to) in [(SIZE as usize, 0), (0, rank.size), (usize::MAX, 0)] {
        assert_eq!(peer(window, offset, to), Err(1));
    }
    rank.meet("end");
    assert_eq!(deregister(window), 0);
    assert_eq!(deregister(window), 1);
    assert_eq!(get(comm, own, 8), Ok((null_mut(), 0)));
    destroy(comm);
    assert_eq!(peer(second, 0, 0), Err(1));
    assert_eq!(hcomm_live_windows(rank), 0);
}

#[test]
fn windows_of_the_950_are_exchanged_with_channels_between_threads() {
    ranks::processes(
        "windows::windows_of_the_950_are_exchanged_with_channels_between_threads",
        1,
        &[],
        |_| ranks::threads(4, listed),
    )
    .finish_with_killed(&[]);
}

#[test]
fn windows_of_the_950_are_exchanged_with_channels_between_processes() {
    let name = "windows::windows_of_the_950_are_exchanged_with_channels_between_processes";
    ranks::processes(name, 3, &[], listed).finish_with_killed(&[]);
}

#[test]
fn unequal_windows_of_the_950_are_refused_when_channels_connect() {
    ranks::threads(2, |rank| {
        let comm = init(rank, "unequal");
        let own = device_memory(rank.rank, 1 << 20);
        // SAFETY: inside the memory.
        let start = unsafe { own.add(4096 * rank.rank as usize) };
        let window = register(comm, start, 4096).unwrap();
        let descs = [desc(1 - rank.rank, UB_CTP, 1)];
        assert_eq!(acquire(comm, AICPU_TS, &descs), Err(1));
        assert_eq!(peer(window, 0, 1 - rank.rank), Err(1));
        rank.meet("refused");
        // Without it the channel is usable.
        assert_eq!(deregister(window), 0);
        rank.meet("deregistered");
        acquire(comm, AICPU_TS, &descs).unwrap();
        rank.meet("end");
        destroy(comm);
    });
}

#[test]
fn a_single_rank_has_windows_that_are_not_found() {
    ranks::threads(1, |rank| {
        let comm = init(rank, "single");
        let own = device_memory(rank.rank, 4096);
        let window = register(comm, own, 64).unwrap();
        assert_eq!(peer(window, 7, 0).unwrap() as u64, own as u64 + 7);
        assert_eq!(get(comm, own, 8), Ok((null_mut(), 0)));
        assert_eq!(deregister(window), 0);
        destroy(comm);
    });
}
