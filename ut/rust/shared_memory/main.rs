//! Memory that ranks share beyond plain channels, through the C API on the software NPU: symmetric windows, teams, zero
//! copy, one-sided services.

#[path = "../../ranks/mod.rs"]
mod ranks;

mod one_sided;
mod teams;
mod windows;
mod zero_copy;

use std::mem::MaybeUninit;
use std::ptr::null_mut;

use hcomm::capi::hccl_channel::*;
use hcomm::capi::hccl_res::*;
use hcomm::capi::hcomm_res::*;
use hcomm_abi::*;
use ranks::hccl::*;

const AICPU_TS: CommEngine = CommEngine::COMM_ENGINE_AICPU_TS;
const UB_CTP: CommProtocol = CommProtocol::COMM_PROTOCOL_UB_CTP;
const HCCS: CommProtocol = CommProtocol::COMM_PROTOCOL_HCCS;

const A3: (&str, &str) = ("SOFTNPU_SOC", "Ascend910_9391");

fn desc(remote: u32, protocol: CommProtocol, notifies: u32) -> HcclChannelDesc {
    let mut desc = MaybeUninit::<HcclChannelDesc>::uninit();
    // SAFETY: all members are integers, pointers, `MaybeUninit` and unions of those: any bits are a value.
    let mut desc = unsafe {
        desc.as_mut_ptr().cast::<u8>().write_bytes(0xff, size_of::<HcclChannelDesc>());
        desc.assume_init()
    };
    desc.header = CommAbiHeader {
        version: HCCL_CHANNEL_VERSION,
        magicWord: HCCL_CHANNEL_MAGIC_WORD,
        size: size_of::<HcclChannelDesc>() as u32,
        reserved: 0,
    };
    desc.remoteRank = remote;
    desc.channelProtocol = protocol.abi();
    desc.notifyNum = notifies;
    desc.memHandles = null_mut();
    desc.memHandleNum = 0;
    desc
}

fn acquire(comm: HcclComm, engine: CommEngine, descs: &[HcclChannelDesc]) -> Result<Vec<u64>, i32> {
    let mut handles = vec![0; descs.len()];
    // SAFETY: arrays of this length.
    let result = unsafe {
        HcclChannelAcquire(comm, engine.abi(), descs.as_ptr(), descs.len() as u32, handles.as_mut_ptr())
    };
    if code(result) == 0 { Ok(handles) } else { Err(code(result)) }
}

fn thread(comm: HcclComm) -> u64 {
    let mut handle = 0;
    // SAFETY: an array of one.
    assert_eq!(code(unsafe { HcclThreadAcquire(comm, AICPU_TS.abi(), 1, 1, &mut handle) }), 0);
    handle
}

/// Physical memory that is mapped, of the current device.
fn physical(size: usize) -> *mut u8 {
    let mut memory = null_mut();
    // SAFETY: a live output.
    assert_eq!(unsafe { HcommMemAlloc(&mut memory, size) } as i32, 0);
    memory.cast()
}

fn free(memory: *mut u8) {
    // SAFETY: memory of `physical`, which nobody uses any more.
    assert_eq!(unsafe { HcommMemFree(memory.cast()) } as i32, 0);
}

/// Memory of a device.
fn device_memory(device: u32, size: u64) -> *mut u8 {
    let driver = hcomm::driver::get().unwrap();
    driver.mem_alloc(device as i32, hcomm::driver::Memory::Device, size).unwrap().as_ptr().cast()
}

fn others(rank: &ranks::Rank) -> Vec<u32> {
    (0..rank.size).filter(|&other| other != rank.rank).collect()
}
