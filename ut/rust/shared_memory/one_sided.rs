//! One-sided services.

use std::ffi::c_int;
use std::ptr::{dangling_mut, null, null_mut};

use hcomm::capi::dtype_common::*;
use hcomm::capi::hccl_ctrl_plane::*;
use hcomm::capi::hccl_ex::*;
use hcomm::capi::hccl_one_sided_services::*;
use hcomm::capi::workflow::*;
use hcomm_abi::*;

use super::ranks::{self, Rank, hccl::*};
use super::*;

fn register(comm: HcclComm, remote: u32, kind: c_int, addr: *mut u8, size: u64) -> Result<HcclMemDesc, i32> {
    let mut desc = HcclMemDesc::zeroed();
    // SAFETY: live arguments.
    match code(unsafe { HcclRegisterMem(comm, remote, kind, addr.cast(), size, &mut desc) }) {
        0 => Ok(desc),
        error => Err(error),
    }
}

fn deregister(comm: HcclComm, desc: &HcclMemDesc) -> i32 {
    let mut desc = *desc;
    // SAFETY: live arguments.
    code(unsafe { HcclDeregisterMem(comm, &mut desc) })
}

fn exchange(
    comm: HcclComm,
    remote: u32,
    own: &[HcclMemDesc],
    room: u32,
    timeout: c_int,
) -> Result<Vec<HcclMemDesc>, i32> {
    let mut own = own.to_vec();
    let mut theirs = vec![HcclMemDesc::zeroed(); room as usize];
    let mut local = HcclMemDescs { array: own.as_mut_ptr(), arrayLength: own.len() as u32 };
    let mut remotes = HcclMemDescs { array: theirs.as_mut_ptr(), arrayLength: room };
    let mut num = 0;
    // SAFETY: live arguments.
    match code(unsafe { HcclExchangeMemDesc(comm, remote, &mut local, timeout, &mut remotes, &mut num) }) {
        0 => {
            theirs.truncate(num as usize);
            Ok(theirs)
        }
        error => Err(error),
    }
}

fn enable(comm: HcclComm, desc: &HcclMemDesc) -> Result<CommMem, i32> {
    let (mut desc, mut mem) = (*desc, CommMem::zeroed());
    // SAFETY: live arguments.
    match code(unsafe { HcclEnableMemAccess(comm, &mut desc, &mut mem) }) {
        0 => Ok(mem),
        error => Err(error),
    }
}

fn disable(comm: HcclComm, desc: &HcclMemDesc) -> i32 {
    let mut desc = *desc;
    // SAFETY: live arguments.
    code(unsafe { HcclDisableMemAccess(comm, &mut desc) })
}

fn copy_of(local: *mut u8, remote: u64, count: u64) -> HcclOneSideOpDesc {
    HcclOneSideOpDesc {
        localAddr: local.cast(),
        remoteAddr: remote as *mut _,
        count,
        dataType: HcclDataType::HCCL_DATA_TYPE_INT32.abi(),
    }
}

fn put(comm: HcclComm, remote: u32, copies: &[HcclOneSideOpDesc], stream: &Stream) -> i32 {
    let mut copies = copies.to_vec();
    // SAFETY: live arguments; the tests wait for the stream.
    code(unsafe { HcclBatchPut(comm, remote, copies.as_mut_ptr(), copies.len() as u32, stream.acl().cast()) })
}

fn get(comm: HcclComm, remote: u32, copies: &[HcclOneSideOpDesc], stream: &Stream) -> i32 {
    let mut copies = copies.to_vec();
    // SAFETY: live arguments; the tests wait for the stream.
    code(unsafe { HcclBatchGet(comm, remote, copies.as_mut_ptr(), copies.len() as u32, stream.acl().cast()) })
}

fn fill(at: *mut u8, words: usize, first: u32) {
    for word in 0..words {
        // SAFETY: memory of at least so many words.
        unsafe { at.cast::<u32>().add(word).write_volatile(first + word as u32) };
    }
}

fn expect(at: *mut u8, words: usize, first: u32) {
    for word in 0..words {
        // SAFETY: memory of at least so many words.
        assert_eq!(unsafe { at.cast::<u32>().add(word).read_volatile() }, first + word as u32);
    }
}

/// Every rank puts to and gets from every other, with memory of three kinds.
fn life(rank: &Rank) {
    let comm = init(rank, "root");
    let stream = Stream::new(rank.rank);
    let own = rank.rank;
    let scratch = device_memory(own, 1 << 16);
    let shared = [device_memory(own, 1 << 16), physical(2 << 20)];
    for other in others(rank) {
        let descs: Vec<_> =
            shared.iter().map(|&memory| register(comm, other, 0, memory, 1 << 16).unwrap()).collect();
        // The same again is the same and counted.
        assert_eq!(register(comm, other, 0, shared[0], 1 << 16).unwrap().desc, descs[0].desc);
        // Pairs meet in the order of their numbers.
        let theirs = exchange(comm, other, &descs, 5, 60).unwrap();
        assert_eq!(theirs.len(), 2);
        let copies = [copy_of(scratch, 0x1000, 4)];
        assert_eq!(put(comm, other, &copies, &stream), 1);
        let mems: Vec<_> = theirs.iter().map(|desc| enable(comm, desc).unwrap()).collect();
        assert!(mems.iter().all(|mem| mem.size == 1 << 16));
        rank.put(&format!("enabled.{own}.{other}"), b"");
        // Each pair has its own part of every shared block: 256 words at 4 KiB times the writer.
        fill(scratch, 512, 10_000 * own);
        let part = |mem: &CommMem, who: u32| mem.addr as u64 + 4096 * u64::from(who);
        let copies = [
            copy_of(scratch, part(&mems[0], own), 200),
            copy_of(scratch.wrapping_add(800), part(&mems[0], own) + 800, 56),
            copy_of(scratch.wrapping_add(1024), part(&mems[1], own), 256),
        ];
        assert_eq!(put(comm, other, &copies, &stream), 0);
        // What was put can be got back on the same stream.
        let back = [
            copy_of(scratch.wrapping_add(8192), part(&mems[0], own), 256),
            copy_of(scratch.wrapping_add(8192 + 1024), part(&mems[1], own), 256),
        ];
        assert_eq!(get(comm, other, &back, &stream), 0);
        stream.sync().unwrap();
        expect(scratch.wrapping_add(8192), 512, 10_000 * own);
        // Beyond the end, and after access was taken back: nothing of the call happens.
        let beyond = [copies[0], copy_of(scratch, mems[0].addr as u64 + (1 << 16) - 4, 2)];
        assert_eq!(put(comm, other, &beyond, &stream), 1);
        assert_eq!(disable(comm, &theirs[1]), 0);
        assert_eq!(disable(comm, &theirs[1]), 6);
        assert_eq!(put(comm, other, &copies, &stream), 1);
        assert_eq!(put(comm, other, &copies[..2], &stream), 0);
        stream.sync().unwrap();
        // Empty exchanges have two sides as well.
        assert_eq!(exchange(comm, other, &[], 1, 60).unwrap().len(), 0);
        assert_eq!(deregister(comm, &descs[0]), 0);
        assert_eq!(deregister(comm, &descs[0]), 0);
        assert_eq!(deregister(comm, &descs[0]), 6);
        assert_eq!(deregister(comm, &descs[1]), 0);
    }
    rank.meet("put");
    for other in others(rank) {
        expect(shared[0].wrapping_add(4096 * other as usize), 256, 10_000 * other);
        expect(shared[1].wrapping_add(4096 * other as usize), 256, 10_000 * other + 256);
    }
    rank.meet("end");
    destroy(comm);
    free(shared[1]);
}

#[test]
fn pairs_of_threads_put_and_get() {
    ranks::threads(2, life);
}

#[test]
fn pairs_of_processes_put_and_get() {
    let name = "one_sided::pairs_of_processes_put_and_get";
    ranks::processes(name, 2, &[], life).finish_with_killed(&[]);
}

#[test]
fn a_prepared_communicator_reaches_bound_memory_of_all_ranks() {
    let name = "one_sided::a_prepared_communicator_reaches_bound_memory_of_all_ranks";
    ranks::processes(name, 4, &[], |rank| {
        let comm = init(rank, "root");
        let stream = Stream::new(rank.rank);
        let own = physical(1 << 16);
        let mem =
            CommMem { r#type: CommMemType::COMM_MEM_TYPE_DEVICE.abi(), addr: own.cast(), size: 1 << 16 };
        let mut handle = null_mut();
        // SAFETY: live arguments; handles are checked.
        unsafe {
            assert_eq!(code(HcclRegisterGlobalMem(&mem, &mut handle)), 0);
            let mut again = null_mut();
            assert_eq!(code(HcclRegisterGlobalMem(&mem, &mut again)), 1);
            assert_eq!(code(HcclCommBindMem(comm, handle)), 0);
            assert_eq!(code(HcclCommBindMem(comm, handle)), 1);
            assert_eq!(code(HcclDeregisterGlobalMem(handle)), 1);
            let config = HcclPrepareConfig::zeroed();
            assert_eq!(code(HcclCommPrepare(comm, &config, 60)), 0);
            assert_eq!(code(HcclCommPrepare(comm, &config, 60)), 0);
        }
        // Addresses as the peers know them.
        rank.put(&format!("own.{}", rank.rank), &(own as u64).to_le_bytes());
        let scratch = device_memory(rank.rank, 4096);
        fill(scratch, 16, 100 * rank.rank);
        for other in others(rank) {
            let theirs = u64::from_le_bytes(rank.get(&format!("own.{other}")).try_into().unwrap());
            let at = theirs + 64 * u64::from(rank.rank);
            assert_eq!(put(comm, other, &[copy_of(scratch, at, 16)], &stream), 0);
        }
        stream.sync().unwrap();
        rank.meet("put");
        for other in others(rank) {
            expect(own.wrapping_add(64 * other as usize), 16, 100 * other);
        }
        rank.meet("end");
        // SAFETY: handles are checked.
        unsafe {
            assert_eq!(code(HcclCommUnbindMem(comm, handle)), 0);
            assert_eq!(code(HcclCommUnbindMem(comm, handle)), 1);
            assert_eq!(code(HcclDeregisterGlobalMem(handle)), 0);
            assert_eq!(code(HcclDeregisterGlobalMem(handle)), 1);
        }
        destroy(comm);
        free(own);
    })
    .finish_with_killed(&[]);
}

#[test]
fn bad_one_sided_calls_are_refused() {
    ranks::threads(2, |rank| {
        let comm = init(rank, "bad one-sided");
        let stream = Stream::new(rank.rank);
        let (own, other) = (rank.rank, 1 - rank.rank);
        let memory = device_memory(own, 4096);
        assert_eq!(register(null_mut(), other, 0, memory, 64).err(), Some(2));
        assert_eq!(register(comm, other, 0, null_mut(), 64).err(), Some(2));
        for (remote, kind, size) in
            [(other, 2, 64), (other, -1, 64), (other, 0, 0), (other, 0, (64 << 30) + 1), (9, 0, 64)]
        {
            assert_eq!(register(comm, remote, kind, memory, size).err(), Some(1));
        }
        // The rank itself: nothing happens.
        assert!(register(comm, own, 0, memory, 64).unwrap().desc.iter().all(|&byte| byte == 0));
        assert_eq!(exchange(comm, own, &[], 1, 1).unwrap().len(), 0);
        let forged = HcclMemDesc { desc: [0x5a; 512] };
        assert_eq!(deregister(comm, &forged), 1);
        assert_eq!(enable(comm, &forged).err(), Some(1));
        assert_eq!(disable(comm, &forged), 1);
        assert_eq!(exchange(comm, other, &[forged], 1, 1).err(), Some(1));
        assert_eq!(exchange(comm, other, &[], 1, -2).err(), Some(1));
        assert_eq!(exchange(comm, 7, &[], 1, 1).err(), Some(1));
        let desc = register(comm, other, 0, memory, 64).unwrap();
        assert_eq!(enable(comm, &desc).err(), Some(4));
        let copies = [copy_of(memory, memory as u64, 1)];
        assert_eq!(put(comm, other, &copies, &stream), 6);
        assert_eq!(get(comm, other, &copies, &stream), 6);
        assert_eq!(put(comm, own, &copies, &stream), 1);
        assert_eq!(put(comm, 5, &copies, &stream), 1);
        assert_eq!(put(comm, other, &vec![copies[0]; 257], &stream), 1);
        assert_eq!(put(comm, other, &[copy_of(null_mut(), 8, 1)], &stream), 2);
        assert_eq!(put(comm, other, &[copy_of(memory, 0, 1)], &stream), 2);
        let config = HcclPrepareConfig::zeroed();
        // SAFETY: arguments are live or NULL; handles are checked.
        unsafe {
            assert_eq!(code(HcclBatchPut(comm, other, null_mut(), 1, stream.acl().cast())), 2);
            assert_eq!(code(HcclBatchPut(comm, other, dangling_mut(), 0, stream.acl().cast())), 0);
            assert_eq!(code(HcclBatchGet(null_mut(), other, dangling_mut(), 1, stream.acl().cast())), 2);
            assert_eq!(code(HcclBatchGet(comm, other, dangling_mut(), 1, null_mut())), 2);
            assert_eq!(code(HcclCommPrepare(comm, null(), 1)), 2);
            assert_eq!(code(HcclCommPrepare(comm, &config, -2)), 1);
            assert_eq!(code(HcclCommBindMem(comm, null_mut())), 1);
            assert_eq!(code(HcclCommUnbindMem(comm, dangling_mut())), 1);
            assert_eq!(code(HcclDeregisterGlobalMem(null_mut())), 1);
            let (mut comms, mut mem) = ([comm], CommMem::zeroed());
            assert_eq!(code(HcclRemapRegistedMemory(comms.as_mut_ptr(), &mut mem, 1, 1)), 0);
            assert_eq!(code(HcclRemapRegistedMemory(comms.as_mut_ptr(), &mut mem, 0, 1)), 1);
            assert_eq!(code(HcclRemapRegistedMemory(comms.as_mut_ptr(), &mut mem, 1, 0)), 1);
            assert_eq!(code(HcclRemapRegistedMemory(null_mut(), &mut mem, 1, 1)), 2);
        }
        rank.meet("checked");
        // A rank that does not come.
        if own == 0 {
            assert_eq!(exchange(comm, other, &[desc], 1, 1).err(), Some(9));
        }
        rank.meet("tried");
        assert_eq!(exchange(comm, other, &[desc], 1, 60).unwrap().len(), 1);
        rank.meet("end");
        destroy(comm);
    });
}

#[test]
fn memory_registered_with_a_communicator_is_exchanged_with_ranks() {
    ranks::threads(3, |rank| {
        let comm = init(rank, "user memory");
        let stream = Stream::new(rank.rank);
        let own = device_memory(rank.rank, 4096);
        let mut handle = null_mut();
        let mut peers = others(rank);
        // SAFETY: live arguments; handles are checked.
        unsafe {
            assert_eq!(code(HcclCommRegister(comm, own.cast(), 0, &mut handle, 0)), 1);
            assert_eq!(code(HcclCommRegister(comm, null_mut(), 64, &mut handle, 0)), 2);
            assert_eq!(code(HcclCommRegister(comm, own.cast(), 4096, &mut handle, 0)), 0);
            assert_eq!(code(HcclCommExchangeMem(comm, handle, peers.as_mut_ptr(), 0)), 1);
            assert_eq!(code(HcclCommExchangeMem(comm, dangling_mut(), peers.as_mut_ptr(), 2)), 1);
            assert_eq!(code(HcclCommExchangeMem(comm, handle, peers.as_mut_ptr(), 2)), 0);
        }
        rank.put(&format!("at.{}", rank.rank), &(own as u64).to_le_bytes());
        let scratch = device_memory(rank.rank, 4096);
        fill(scratch, 16, 100 * rank.rank);
        for &other in &peers {
            let theirs = u64::from_le_bytes(rank.get(&format!("at.{other}")).try_into().unwrap());
            let at = theirs + 64 * u64::from(rank.rank);
            assert_eq!(put(comm, other, &[copy_of(scratch, at, 16)], &stream), 0);
        }
        stream.sync().unwrap();
        rank.meet("put");
        for &other in &peers {
            expect(own.wrapping_add(64 * other as usize), 16, 100 * other);
        }
        // SAFETY: handles are checked.
        unsafe {
            assert_eq!(code(HcclCommDeregister(comm, handle)), 0);
            assert_eq!(code(HcclCommDeregister(comm, handle)), 1);
            assert_eq!(code(HcclCommDeregister(comm, null_mut())), 2);
        }
        rank.meet("end");
        destroy(comm);
    });
}

#[test]
fn host_memory_workspace_device_type_and_mode() {
    ranks::threads(1, |rank| {
        let comm = init(rank, "small");
        let mut block = vec![0_u8; 4096];
        let at = block.as_mut_ptr().cast();
        let (mut work, mut bytes, mut device) = (null_mut(), 0, DevType::DEV_TYPE_COUNT);
        // SAFETY: live arguments; handles are checked.
        unsafe {
            assert_eq!(code(HcclRegisterGlobalMemory(null_mut(), 64)), 2);
            assert_eq!(code(HcclRegisterGlobalMemory(at, 0)), 1);
            assert_eq!(code(HcclRegisterGlobalMemory(at, 4096)), 0);
            assert_eq!(code(HcclRegisterGlobalMemory(at, 4096)), 1);
            assert_eq!(code(HcclUnregisterGlobalMemory(at)), 0);
            assert_eq!(code(HcclUnregisterGlobalMemory(at)), 6);
            assert_eq!(code(HcclSetGrpIdCallback(None)), 2);
            assert_eq!(code(CommGetKFCWorkSpace(comm, &mut work, &mut bytes)), 0);
            assert_eq!(bytes, 16 << 20);
            let first = work;
            assert_eq!(*first.cast::<u64>(), 0);
            assert_eq!(code(CommGetKFCWorkSpace(comm, &mut work, &mut bytes)), 0);
            assert_eq!(work, first);
            assert_eq!(code(CommGetKFCWorkSpace(comm, null_mut(), &mut bytes)), 2);
            assert_eq!(code(hrtGetDeviceType(null_mut())), 2);
            assert_eq!(code(hrtGetDeviceType(&mut device)), 0);
            assert_eq!(device, DevType::DEV_TYPE_950);
            assert_eq!(GetWorkflowMode(), HcclWorkflowMode::HCCL_WORKFLOW_MODE_RESERVED);
            let (graph, base) = (
                HcclWorkflowMode::HCCL_WORKFLOW_MODE_OPS_KERNEL_INFO_LIB,
                HcclWorkflowMode::HCCL_WORKFLOW_MODE_OP_BASE,
            );
            assert_eq!(code(InitWorkflowMode(base.abi())), 0);
            assert_eq!(code(InitWorkflowMode(graph.abi())), 0);
            assert_eq!(GetWorkflowMode(), base);
            assert_eq!(code(SetWorkflowMode(graph.abi())), 0);
            assert_eq!(GetWorkflowMode(), graph);
            let forged = std::mem::transmute::<i32, std::mem::MaybeUninit<HcclWorkflowMode>>(7);
            assert_eq!(code(SetWorkflowMode(forged)), 1);
        }
        destroy(comm);
    });
}
