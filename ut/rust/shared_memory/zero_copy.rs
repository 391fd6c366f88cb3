//! Memory ranges of the A3.

use std::ffi::c_void;
use std::ptr::null_mut;

use acl_rt::api::memory::MemLocation;
use acl_rt::api::vmm::*;
use hcomm::capi::hccl_comm::*;
use hcomm_abi::*;

use super::ranks::{self, Rank, hccl::*};
use super::*;

const UNIT: usize = 2 << 20;

/// A reserved range of four units, with physical memory mapped in the second.
struct Area {
    base: *mut u8,
    handle: *mut c_void,
}

impl Area {
    fn new(device: u32) -> Area {
        let (mut base, mut handle) = (null_mut(), null_mut());
        let properties = PhysicalMemProp {
            handle_type: 0,
            allocation_type: 0,
            mem_attr: 4,
            location: MemLocation { id: device, kind: 1 },
            reserve: 0,
        };
        // SAFETY: live arguments.
        unsafe {
            assert_eq!(aclrtReserveMemAddress(&mut base, 4 * UNIT, 0, null_mut(), 1), 0);
            assert_eq!(aclrtMallocPhysical(&mut handle, UNIT, &properties, 0), 0);
        }
        let area = Area { base: base.cast(), handle };
        assert_eq!(aclrtMapMem(area.block().cast(), UNIT, 0, handle, 0), 0);
        area
    }

    fn block(&self) -> *mut u8 {
        self.base.wrapping_add(UNIT)
    }

    fn free(self) {
        assert_eq!(aclrtUnmapMem(self.block().cast()), 0);
        assert_eq!(aclrtFreePhysical(self.handle), 0);
        assert_eq!(aclrtReleaseMemAddress(self.base.cast()), 0);
    }
}

fn set(comm: HcclComm, base: *mut u8, size: usize) -> i32 {
    // SAFETY: handles are checked.
    code(unsafe { HcclCommSetMemoryRange(comm, base.cast(), size, 0, 0) })
}

fn unset(comm: HcclComm, base: *mut u8) -> i32 {
    // SAFETY: handles are checked.
    code(unsafe { HcclCommUnsetMemoryRange(comm, base.cast()) })
}

fn activate(comm: HcclComm, at: *mut u8, size: usize, handle: *mut c_void) -> i32 {
    // SAFETY: handles are checked.
    code(unsafe { HcclCommActivateCommMemory(comm, at.cast(), size, 0, handle.cast(), 0) })
}

fn deactivate(comm: HcclComm, at: *mut u8) -> i32 {
    // SAFETY: handles are checked.
    code(unsafe { HcclCommDeactivateCommMemory(comm, at.cast()) })
}

/// Where memory that a rank activated lies here.
fn reach(comm: HcclComm, rank: u32, addr: u64, bytes: u64) -> Option<*mut u64> {
    let comm = hcomm::control::registry::find(comm as u64).unwrap();
    let found = hcomm::control::zero_copy::peer_address(&comm, rank, addr, bytes).unwrap();
    found.map(|at| at as *mut u64)
}

fn told(rank: &Rank, of: u32) -> u64 {
    u64::from_le_bytes(rank.get(&format!("block.{of}")).try_into().unwrap())
}

fn life(rank: &Rank) {
    let comm = init(rank, "root");
    let area = Area::new(rank.rank);
    let at = area.block().cast::<u64>();
    rank.put(&format!("block.{}", rank.rank), &(at as u64).to_le_bytes());
    assert_eq!(activate(comm, area.block(), UNIT, area.handle), 1);
    assert_eq!(set(comm, area.base, 4 * UNIT), 0);
    // Twice, and overlapping.
    assert_eq!(set(comm, area.base, 4 * UNIT), 1);
    assert_eq!(set(comm, area.base.wrapping_add(UNIT), UNIT), 1);
    assert_eq!(activate(comm, area.base.wrapping_add(4 * UNIT), UNIT, area.handle), 1);
    assert_eq!(deactivate(comm, area.block()), 1);
    // SAFETY: the mapped block.
    unsafe { at.write_volatile(500 + u64::from(rank.rank)) };
    assert_eq!(activate(comm, area.block(), UNIT, area.handle), 0);
    assert_eq!(activate(comm, area.block(), UNIT, area.handle), 1);
    rank.meet("active");
    for other in others(rank) {
        let theirs = told(rank, other);
        let here = reach(comm, other, theirs, UNIT as u64).unwrap();
        // SAFETY: the peer's block, each rank at its own place.
        unsafe {
            assert_eq!(here.read_volatile(), 500 + u64::from(other));
            here.add(8 + rank.rank as usize).write_volatile(u64::from(100 * other + rank.rank));
        }
        assert_eq!(reach(comm, other, theirs, UNIT as u64 + 1), None);
        assert_eq!(reach(comm, other, theirs - 8, 8), None);
    }
    rank.meet("written");
    for other in others(rank) {
        // SAFETY: the own block.
        let came = unsafe { at.add(8 + other as usize).read_volatile() };
        assert_eq!(came, u64::from(100 * rank.rank + other));
    }
    rank.meet("read");
    // Peers need not be in a call: ranks take their memory back one after the other.
    for turn in 0..rank.size {
        if turn == rank.rank {
            assert_eq!(unset(comm, area.base), 1);
            assert_eq!(deactivate(comm, area.base), 1);
            assert_eq!(deactivate(comm, area.block()), 0);
            assert_eq!(deactivate(comm, area.block()), 1);
        }
        rank.meet(&format!("turn {turn}"));
        assert!(turn == rank.rank || reach(comm, turn, told(rank, turn), 8).is_none());
    }
    // Half of them unset their range, for the others the communicator does.
    if rank.rank.is_multiple_of(2) {
        assert_eq!(unset(comm, area.base), 0);
        assert_eq!(unset(comm, area.base), 1);
    }
    rank.meet("end");
    destroy(comm);
    rank.meet("destroyed");
    assert_eq!(hcomm::control::zero_copy::live(), (0, 0));
    area.free();
}

#[test]
fn activated_memory_is_reached_by_processes_of_the_server() {
    let name = "zero_copy::activated_memory_is_reached_by_processes_of_the_server";
    ranks::processes(name, 3, &[A3], life).finish_with_killed(&[]);
}

#[test]
fn activated_memory_is_reached_by_threads_of_the_process() {
    let name = "zero_copy::activated_memory_is_reached_by_threads_of_the_process";
    ranks::processes(name, 1, &[A3], |_| ranks::threads(3, life)).finish_with_killed(&[]);
}

#[test]
fn ranges_need_the_other_ranks_once() {
    let name = "zero_copy::ranges_need_the_other_ranks_once";
    ranks::processes(name, 2, &[A3, ("HCOMM_TEST_CONNECT_TIMEOUT_MS", "3000")], |rank| {
        let comm = init(rank, "root");
        let area = Area::new(rank.rank);
        // SAFETY: arguments are live or NULL.
        unsafe {
            assert_eq!(code(HcclCommSetMemoryRange(null_mut(), area.base.cast(), UNIT, 0, 0)), 2);
            assert_eq!(code(HcclCommSetMemoryRange(comm, null_mut(), UNIT, 0, 0)), 2);
            assert_eq!(code(HcclCommUnsetMemoryRange(null_mut(), area.base.cast())), 2);
            assert_eq!(code(HcclCommUnsetMemoryRange(comm, null_mut())), 2);
            let at = area.block().cast();
            assert_eq!(code(HcclCommActivateCommMemory(null_mut(), at, UNIT, 0, area.handle.cast(), 0)), 2);
            assert_eq!(code(HcclCommActivateCommMemory(comm, null_mut(), UNIT, 0, area.handle.cast(), 0)), 2);
            assert_eq!(code(HcclCommActivateCommMemory(comm, at, UNIT, 0, null_mut(), 0)), 2);
            assert_eq!(code(HcclCommDeactivateCommMemory(null_mut(), at)), 2);
            assert_eq!(code(HcclCommDeactivateCommMemory(comm, null_mut())), 2);
        }
        assert_eq!(set(comm, area.base, 0), 1);
        rank.meet("up");
        if rank.rank == 0 {
            assert_eq!(set(comm, area.base, 4 * UNIT), 13);
        }
        rank.meet("tried");
        assert_eq!(set(comm, area.base, 4 * UNIT), 0);
        // A second communicator shares the table, but has no agent yet.
        let second = try_init(rank, &root(rank, "second")).unwrap();
        assert_eq!(set(second, area.base, UNIT), 1);
        assert_eq!(activate(second, area.block(), UNIT, area.handle), 4);
        rank.meet("end");
        destroy(second);
        destroy(comm);
        area.free();
    })
    .finish_with_killed(&[]);
}

#[test]
fn ranges_are_of_the_a3_only() {
    ranks::threads(2, |rank| {
        let comm = init(rank, "ranges");
        let memory = device_memory(rank.rank, 64);
        assert_eq!(set(comm, memory, 64), 5);
        assert_eq!(unset(comm, memory), 5);
        assert_eq!(activate(comm, memory, 64, memory.cast()), 5);
        assert_eq!(deactivate(comm, memory), 5);
        rank.meet("end");
        destroy(comm);
    });
}
