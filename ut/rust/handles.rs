//! Every C function of communicators, with handles that are NULL, stale, foreign and forged, and on older products.

#[path = "../ranks/mod.rs"]
mod ranks;

use std::ffi::{CString, c_void};
use std::mem::MaybeUninit;
use std::ptr::null_mut;

use acl_rt::api::device::aclrtResetDevice;
use hcomm::capi::hccl_channel::*;
use hcomm::capi::hccl_comm::*;
use hcomm::capi::hccl_ctrl_plane::*;
use hcomm::capi::hccl_diag::*;
use hcomm::capi::hccl_rank_graph::*;
use hcomm::capi::hccl_res::*;
use hcomm::capi::hccl_res_expt::*;
use hcomm_abi::*;
use ranks::hccl::*;

/// Room for any output of the functions below.
type Room = [u64; 1024];
type Call = (&'static str, unsafe fn(HcclComm, *mut Room) -> HcclResult);

const AICPU_TS: CommEngine = CommEngine::COMM_ENGINE_AICPU_TS;

macro_rules! calls {
    ($($function:ident($($argument:expr),*);)*) => {
        &[$((
            stringify!($function),
            // SAFETY: arguments after the communicator are live; outputs have room.
            |comm, _room| unsafe { $function(comm, $($argument(_room)),*) },
        ),)*]
    };
}

/// An output.
fn out<T>(room: *mut Room) -> *mut T {
    room.cast()
}

/// Another output.
fn second<T>(room: *mut Room) -> *mut T {
    // SAFETY: inside the room.
    unsafe { room.cast::<u64>().add(64) }.cast()
}

/// A third output.
fn third<T>(room: *mut Room) -> *mut T {
    // SAFETY: inside the room.
    unsafe { room.cast::<u64>().add(128) }.cast()
}

fn zero(_: *mut Room) -> u32 {
    0
}

fn one<T: From<u8>>(_: *mut Room) -> T {
    T::from(1)
}

fn four(_: *mut Room) -> u32 {
    4
}

fn engine(_: *mut Room) -> MaybeUninit<CommEngine> {
    AICPU_TS.abi()
}

fn cpu(_: *mut Room) -> MaybeUninit<CommEngine> {
    CommEngine::COMM_ENGINE_CPU_TS.abi()
}

fn tag(_: *mut Room) -> *const std::ffi::c_char {
    c"tag".as_ptr()
}

/// A description that passes the checks before the communicator is looked up.
fn desc(room: *mut Room) -> *const HcclChannelDesc {
    let desc: *mut HcclChannelDesc = third(room);
    // SAFETY: inside the room; all members may have any bits.
    unsafe {
        desc.cast::<u8>().write_bytes(0, size_of::<HcclChannelDesc>());
        (*desc).header.magicWord = HCCL_CHANNEL_MAGIC_WORD;
        (*desc).header.size = size_of::<HcclChannelDesc>() as u32;
        (*desc).channelProtocol = CommProtocol::COMM_PROTOCOL_UB_CTP.abi();
    }
    desc
}

fn memory(room: *mut Room) -> *const CommMem {
    let memory: *mut CommMem = third(room);
    let device = CommMemType::COMM_MEM_TYPE_DEVICE.abi();
    // SAFETY: inside the room.
    unsafe { memory.write(CommMem { r#type: device, addr: room.cast(), size: 8 }) };
    memory
}

fn config(_: *mut Room) -> MaybeUninit<HcclConfigType> {
    HcclConfigType::HCCL_CONFIG_TYPE_OP_EXPANSION_MODE.abi()
}

fn stream(_: *mut Room) -> MaybeUninit<ThreadResType> {
    ThreadResType::THREAD_RES_TYPE_STREAM.abi()
}

fn launch(_: *mut Room) -> MaybeUninit<HcclDedicatedThreadType> {
    HcclDedicatedThreadType::HCCL_DED_THREAD_TYPE_AICPU_LAUNCH.abi()
}

fn attribute(_: *mut Room) -> MaybeUninit<EndpointAttr> {
    EndpointAttr::ENDPOINT_ATTR_DIE_ID.abi()
}

fn sixty_four(room: *mut Room) -> *mut u64 {
    let size: *mut u64 = third(room);
    // SAFETY: inside the room.
    unsafe { size.write(64) };
    size
}

const CALLS: &[Call] = calls! {
    HcclGetRankId(out);
    HcclGetRankSize(out);
    HcclGetCommName(out);
    HcclBarrier(out::<c_void>);
    HcclGetCommAsyncError(out);
    HcclCommSuspend();
    HcclCommResume();
    HcclConfigGetInfo(config, four, out);
    HcclGetHcclBuffer(out, second);
    HcclGetHcclBufferCleared(out, second);
    HcclThreadAcquire(engine, one, one, out);
    HcclThreadAcquireWithStream(cpu, out::<c_void>, one, second);
    HcclDedicatedThreadAcquire(launch, one, out);
    HcclThreadResGetInfo(one, stream, four, out);
    HcclEngineCtxCreate(tag, engine, one, out);
    HcclEngineCtxGet(tag, engine, out, second);
    HcclEngineCtxCopy(engine, tag, out, one, one);
    HcclEngineCtxDestroy(tag, engine);
    HcclCommMemReg(tag, memory, out);
    HcclGetRemoteIpcHcclBuf(one, out, second);
    HcclDevMemAcquire(tag, sixty_four, out, second);
    HcclThreadExportToCommEngine(one, out, engine, second);
    HcclCommAddExchangeInfo(out, one);
    HcclCommGetExchangeInfo(one, one, out, second);
    HcclCommResetExchangeInfo();
    HcclChannelAcquire(engine, desc, one, out);
    HcclChannelQuery(engine, desc, one, out);
    HcclChannelDestroy(out, one);
    HcclChannelGetHcclBuffer(one, out, second);
    HcclChannelGetRemoteMems(one, out, second, third);
    HcclRankGraphGetLayers(out, second);
    HcclRankGraphGetRanksByLayer(zero, out, second);
    HcclRankGraphGetRankSizeByLayer(zero, out);
    HcclRankGraphGetTopoTypeByLayer(zero, out);
    HcclRankGraphGetInstSizeListByLayer(zero, out, second);
    HcclRankGraphGetLinks(zero, zero, one, out, second);
    HcclRankGraphGetTopoInstsByLayer(zero, out, second);
    HcclRankGraphGetTopoType(zero, zero, out);
    HcclRankGraphGetRanksByTopoInst(zero, zero, out, second);
    HcclGetHeterogMode(out);
    HcclRankGraphGetEndpointNum(zero, zero, out);
    HcclRankGraphGetEndpointDesc(zero, zero, sixty_four_words, out);
    HcclRankGraphGetEndpointInfo(zero, out, attribute, four, second);
    CommGetLocalCCLBuf(out, second);
    CommGetRemoteCCLBuf(zero, out, second);
    CommGetCCLBufSizeCfg(out);
    HcclProfilingReportOp(one);
    HcclReportAicpuKernel(one, out);
    HcclReportAivKernel(one);
};

fn sixty_four_words(room: *mut Room) -> *mut u32 {
    let num: *mut u32 = third(room);
    // SAFETY: inside the room.
    unsafe { num.write(7) };
    num
}

#[test]
fn null_stale_foreign_and_forged_communicators_are_refused() {
    ranks::threads(1, |rank| {
        let stale = init(rank, "stale");
        destroy(stale);
        let comm = init(rank, "root");
        let mut thread = 0;
        // SAFETY: live arguments.
        assert_eq!(code(unsafe { HcclThreadAcquire(comm, AICPU_TS.abi(), 1, 1, &mut thread) }), 0);
        let mut room: Box<Room> = Box::new([0; 1024]);
        let address: HcclComm = (&raw mut *room).cast();
        let forged = (comm as u64 ^ 1 << 33) as HcclComm;
        let handles = [
            (null_mut(), 2),
            (stale, 1),
            (thread as HcclComm, 1),
            (address, 1),
            (8 as HcclComm, 1),
            (forged, 1),
        ];
        for (name, call) in CALLS {
            for (handle, expected) in handles {
                room.fill(0);
                // SAFETY: room for every output; handles are checked.
                let result = code(unsafe { call(handle, &mut *room) });
                assert_eq!(result, expected, "{name} with {handle:?}");
                // Outputs are written after success only; inputs lie behind them.
                assert!(room[..64].iter().all(|&word| word == 0), "{name} wrote its output");
            }
        }
        destroy(comm);
    });
}

#[test]
fn two_destructions_at_once_have_one_winner() {
    ranks::threads(1, |rank| {
        for turn in 0..20 {
            let comm = init(rank, &format!("root{turn}")) as u64;
            let results: Vec<i32> = std::thread::scope(|scope| {
                let destroy = || {
                    // SAFETY: handles are checked.
                    scope.spawn(move || code(unsafe { HcclCommDestroy(comm as HcclComm) }))
                };
                [destroy(), destroy()].map(|thread| thread.join().unwrap()).to_vec()
            });
            assert!(results == [0, 1] || results == [1, 0], "{results:?}");
        }
    });
}

#[test]
fn older_products_answer_with_their_own_codes() {
    let soc = ("SOFTNPU_SOC", "Ascend910B3");
    let short = ("HCOMM_TEST_CONNECT_TIMEOUT_MS", "6000");
    let name = "older_products_answer_with_their_own_codes";
    let mut job = ranks::processes(name, 2, &[soc, short], |rank| {
        let comm = init(rank, "root");
        let (mut list, mut num, mut topo) = (null_mut(), 0, MaybeUninit::<CommTopo>::uninit());
        let (mut context, mut size, mut stream) = (null_mut(), 0, null_mut());
        // SAFETY: live arguments.
        unsafe {
            assert_eq!(HcclGetCommConfigCapability(), 12);
            assert_eq!(code(HcclRankGraphGetTopoTypeByLayer(comm, 0, (&raw mut topo).cast())), 0);
            assert_eq!(topo.assume_init(), CommTopo::COMM_TOPO_1DMESH);
            assert_eq!(code(HcclRankGraphGetLinks(comm, 0, 0, 1, &mut list, &mut num)), 0);
            let protocol = (*list).linkAttr.anon_0.linkProtocol.raw();
            assert_eq!(protocol, CommProtocol::COMM_PROTOCOL_HCCS.raw());
            assert_eq!(code(HcclRankGraphGetLinks(comm, 2, 0, 1, &mut list, &mut num)), 0);
            assert!(list.is_null() && num == 0);
            assert_eq!(
                code(HcclEngineCtxGet(comm, tag(null_mut()), AICPU_TS.abi(), &mut context, &mut size)),
                1
            );
            let kind = ThreadResType::THREAD_RES_TYPE_STREAM.abi();
            assert_eq!(code(HcclThreadResGetInfo(comm, 1, kind, 8, &mut stream)), 5);
            assert_eq!(code(HcclGetHcclBufferCleared(comm, &mut context, &mut size)), 5);
            let strict = HcclConfigValue { value: 2 };
            assert_eq!(code(HcclSetConfig(HcclConfig::HCCL_DETERMINISTIC.abi(), strict)), 0);
            let mut value = HcclConfigValue { value: 0 };
            assert_eq!(code(HcclGetConfig(HcclConfig::HCCL_DETERMINISTIC.abi(), &mut value)), 0);
            assert_eq!(value.value, 2);
        }
        destroy(comm);
        // A missing rank is a time-out there.
        if rank.rank == 0 {
            let info = root(rank, "second");
            assert_eq!(try_init(rank, &info), Err(9));
        }
    });
    job.finish_with_killed(&[]);
}

#[test]
fn a_device_may_be_reset_before_its_communicator_is_destroyed() {
    let name = "a_device_may_be_reset_before_its_communicator_is_destroyed";
    ranks::processes(name, 2, &[], |rank| {
        let comm = init(rank, "root");
        let stream = Stream::new(rank.rank);
        let mut thread = 0;
        // SAFETY: live arguments.
        assert_eq!(code(unsafe { HcclThreadAcquire(comm, AICPU_TS.abi(), 1, 1, &mut thread) }), 0);
        assert_eq!(barrier(comm, &stream), 0);
        stream.sync().unwrap();
        drop(stream);
        assert_eq!(aclrtResetDevice(rank.rank as i32), 0);
        rank.meet("reset");
        // SAFETY: handles are checked.
        let _ = unsafe { HcclCommDestroy(comm) };
        // SAFETY: handles are checked.
        assert_eq!(code(unsafe { HcclCommDestroy(comm) }), 1);
    })
    .finish_with_killed(&[]);
}

#[test]
fn ranks_need_not_follow_the_devices() {
    ranks::threads(4, |rank| {
        // Rank r is on device 3 - r.
        set_device(3 - rank.rank);
        let comm = try_init(rank, &root(rank, "root")).unwrap();
        let stream = Stream::new(3 - rank.rank);
        assert_eq!(barrier(comm, &stream), 0);
        stream.sync().unwrap();
        let named = CString::new(ranks::hccl::name(comm)).unwrap();
        let mut found = null_mut();
        // SAFETY: live arguments.
        assert_eq!(code(unsafe { HcclCommGetHandleWithName(named.as_ptr(), &mut found) }), 0);
        assert_eq!(found, comm);
        destroy(comm);
    });
}

#[test]
fn destroying_does_not_wait_for_a_stopped_root() {
    let name = "destroying_does_not_wait_for_a_stopped_root";
    let mut job = ranks::processes(name, 2, &[], |rank| {
        let comm = init(rank, "root");
        rank.meet("connected");
        if rank.rank == 0 {
            rank.hold();
        }
        rank.get("stopped");
        destroy(comm);
        rank.mark("destroyed");
    });
    job.reached(0, "connected");
    job.signal(0, libc::SIGSTOP);
    job.put("stopped", b"");
    job.reached(1, "destroyed");
    job.signal(0, libc::SIGKILL);
    job.finish_with_killed(&[0]);
}
