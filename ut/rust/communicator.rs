//! Communicators through the C API on the software NPU: creation, names, barrier, failure of ranks, destruction.

#[path = "../ranks/mod.rs"]
mod ranks;

use std::ffi::{CStr, CString, c_void};
use std::mem::MaybeUninit;
use std::ptr::null_mut;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::Duration;

use hcomm::capi::hccl_comm::*;
use hcomm_abi::*;
use ranks::Rank;
use ranks::hccl::*;

/// Passes in each test that uses it; long enough that loaded machines do the rest in it.
const SHORT: (&str, &str) = ("HCOMM_TEST_CONNECT_TIMEOUT_MS", "6000");

/// What every rank of a good communicator sees and does.
fn use_well(rank: &Rank, key: &str) {
    let comm = init(rank, key);
    let (mut id, mut size) = (99, 99);
    // SAFETY: live arguments.
    unsafe {
        assert_eq!(code(HcclGetRankId(comm, &mut id)), 0);
        assert_eq!(code(HcclGetRankSize(comm, &mut size)), 0);
    }
    assert_eq!((id, size), (rank.rank, rank.size));
    let named = CString::new(name(comm)).unwrap();
    let mut found = null_mut();
    // SAFETY: live arguments.
    assert_eq!(code(unsafe { HcclCommGetHandleWithName(named.as_ptr(), &mut found) }), 0);
    assert_eq!(found, comm);
    let stream = Stream::new(rank.rank);
    for _ in 0..3 {
        assert_eq!(barrier(comm, &stream), 0);
    }
    stream.sync().unwrap();
    assert_eq!(async_error(comm), 0);
    destroy(comm);
    // SAFETY: live arguments.
    assert_eq!(code(unsafe { HcclGetRankId(comm, &mut id) }), 1);
    // SAFETY: handles are checked.
    assert_eq!(code(unsafe { HcclCommDestroy(comm) }), 1);
}

#[test]
fn ranks_as_threads() {
    for size in 1..=8 {
        ranks::threads(size, |rank| use_well(rank, "root"));
    }
}

#[test]
fn ranks_as_processes() {
    for size in [1, 2, 5, 8] {
        ranks::processes("ranks_as_processes", size, &[], |rank| use_well(rank, "root"))
            .finish_with_killed(&[]);
    }
}

#[test]
fn nobody_passes_a_barrier_before_all_have_come() {
    let come = AtomicU32::new(0);
    ranks::threads(4, |rank| {
        let comm = init(rank, "root");
        let stream = Stream::new(rank.rank);
        for turn in 1..=50 {
            come.fetch_add(1, Ordering::SeqCst);
            assert_eq!(barrier(comm, &stream), 0);
            stream.sync().unwrap();
            assert!(come.load(Ordering::SeqCst) >= 4 * turn, "passed early");
        }
        rank.meet("end");
        destroy(comm);
    });
    assert_eq!(come.into_inner(), 200);
}

#[test]
fn a_barrier_is_asynchronous() {
    ranks::threads(2, |rank| {
        let comm = init(rank, "root");
        let stream = Stream::new(rank.rank);
        if rank.rank == 0 {
            for _ in 0..100 {
                assert_eq!(barrier(comm, &stream), 0);
            }
            // The other rank starts only now, so none of the calls above can have waited for it.
            rank.put("go", b"");
        } else {
            rank.get("go");
            for _ in 0..100 {
                assert_eq!(barrier(comm, &stream), 0);
            }
        }
        stream.sync().unwrap();
        destroy(comm);
    });
}

#[test]
fn barriers_on_several_streams_follow_each_other() {
    ranks::threads(3, |rank| {
        let comm = init(rank, "root");
        let streams = [Stream::new(rank.rank), Stream::new(rank.rank), Stream::new(rank.rank)];
        for turn in 0..30 {
            // Another stream on each rank.
            assert_eq!(barrier(comm, &streams[(turn + rank.rank as usize) % 3]), 0);
        }
        for stream in &streams {
            stream.sync().unwrap();
        }
        destroy(comm);
    });
}

#[test]
fn many_communicators_at_once() {
    ranks::threads(4, |rank| {
        let comms: Vec<_> = (0..10).map(|n| init(rank, &format!("root{n}"))).collect();
        let stream = Stream::new(rank.rank);
        let mut names: Vec<_> = comms.iter().map(|&comm| name(comm)).collect();
        for &comm in comms.iter().rev() {
            assert_eq!(barrier(comm, &stream), 0);
        }
        stream.sync().unwrap();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 10);
        for comm in comms {
            destroy(comm);
        }
    });
}

#[test]
fn two_jobs_at_once() {
    if std::env::var("HCOMM_UT_RANK").is_ok() {
        ranks::processes("two_jobs_at_once", 3, &[], |rank| use_well(rank, "root"));
    }
    let job = || ranks::processes("two_jobs_at_once", 3, &[], |_| unreachable!());
    let mut jobs = [job(), job()];
    for job in &mut jobs {
        job.finish_with_killed(&[]);
    }
}

#[test]
fn init_all_makes_every_rank_of_a_process() {
    let _watchdog = ranks::Watchdog::start("HcclCommInitAll");
    ranks::install();
    let mut devices = [3, 1, 0, 2];
    let mut comms = [null_mut::<c_void>(); 4];
    // SAFETY: arrays of four.
    assert_eq!(code(unsafe { HcclCommInitAll(4, devices.as_mut_ptr(), comms.as_mut_ptr()) }), 0);
    let streams: Vec<_> = devices.iter().map(|&device| Stream::new(device as u32)).collect();
    for (&comm, stream) in comms.iter().zip(&streams) {
        assert_eq!(barrier(comm, stream), 0);
    }
    for (comm, stream) in comms.into_iter().zip(&streams) {
        stream.sync().unwrap();
        destroy(comm);
    }
    devices[3] = 3;
    // SAFETY: arrays of four.
    unsafe {
        assert_eq!(code(HcclCommInitAll(4, devices.as_mut_ptr(), comms.as_mut_ptr())), 1);
        assert_eq!(code(HcclCommInitAll(0, devices.as_mut_ptr(), comms.as_mut_ptr())), 1);
        assert_eq!(code(HcclCommInitAll(4, null_mut(), comms.as_mut_ptr())), 2);
        assert_eq!(code(HcclCommInitAll(4, devices.as_mut_ptr(), null_mut())), 2);
    }
}

#[test]
fn arguments_are_checked_in_order() {
    let _watchdog = ranks::Watchdog::start("argument checks");
    ranks::install();
    let mut comm = null_mut();
    // SAFETY: live arguments or NULL; a thread without device refuses before it looks at them.
    unsafe {
        let other = std::thread::spawn(|| code(HcclGetRootInfo(null_mut())));
        assert_eq!(other.join().unwrap(), 15);
        set_device(0);
        assert_eq!(code(HcclGetRootInfo(null_mut())), 2);
        let info = HcclRootInfo::zeroed();
        assert_eq!(code(HcclCommInitRootInfo(0, null_mut(), 0, null_mut())), 1);
        assert_eq!(code(HcclCommInitRootInfo(2, null_mut(), 2, null_mut())), 1);
        assert_eq!(code(HcclCommInitRootInfo(65_537, null_mut(), 0, null_mut())), 1);
        assert_eq!(code(HcclCommInitRootInfo(2, null_mut(), 1, &mut comm)), 2);
        assert_eq!(code(HcclCommInitRootInfo(2, &info, 1, null_mut())), 2);
        assert_eq!(code(HcclCommInitRootInfo(2, &info, 1, &mut comm)), 1);
        assert_eq!(code(HcclGetRankId(null_mut(), &mut 0)), 2);
        assert_eq!(code(HcclGetRankId(8 as HcclComm, &mut 0)), 1);
        assert_eq!(code(HcclBarrier(null_mut(), null_mut())), 2);
        assert_eq!(code(HcclCommDestroy(null_mut())), 0);
        assert_eq!(code(HcclCommDestroy((&raw mut comm).cast())), 1);
        assert_eq!(code(HcclGroupEnd()), 5);
        let text = CStr::from_ptr(HcclGetErrorString(MaybeUninit::new(HcclResult::HCCL_E_TIMEOUT)));
        assert_eq!(text.to_str().unwrap(), "timeout");
        assert_eq!(HcclGetCommConfigCapability(), 10);
    }
    assert!(comm.is_null());
}

#[test]
fn a_communicator_of_one_process_is_made_in_a_group() {
    let _watchdog = ranks::Watchdog::start("group");
    ranks::install();
    set_device(0);
    let mut info = HcclRootInfo::zeroed();
    let mut comms = [null_mut::<c_void>(); 3];
    // SAFETY: live arguments that stay until the end of the group.
    unsafe {
        assert_eq!(code(HcclGetRootInfo(&mut info)), 0);
        assert_eq!(code(HcclGroupStart()), 0);
        for (comm, rank) in comms.iter_mut().zip(0..) {
            set_device(rank);
            assert_eq!(code(HcclCommInitRootInfo(3, &info, rank, comm)), 0);
        }
        assert_eq!(code(HcclGroupEnd()), 0);
    }
    assert!(comms.iter().all(|comm| !comm.is_null()));
    for comm in comms {
        destroy(comm);
    }
}

#[test]
fn a_missing_rank_is_an_error_for_all_others() {
    let mut job = ranks::processes("a_missing_rank_is_an_error_for_all_others", 4, &[SHORT], |rank| {
        set_device(rank.rank);
        let info = root(rank, "root");
        rank.meet("up");
        if rank.rank != 2 {
            assert_eq!(try_init(rank, &info), Err(4));
        }
    });
    job.finish_with_killed(&[]);
    assert!(job.output(1).contains("missing: rank 2"), "{}", job.output(1));
}

#[test]
fn a_duplicate_rank_is_an_error_for_all() {
    let mut job = ranks::processes("a_duplicate_rank_is_an_error_for_all", 3, &[], |rank| {
        set_device(rank.rank);
        let info = root(rank, "root");
        let rank = rank.renamed(rank.rank.min(1));
        assert_eq!(try_init(&rank, &info), Err(4));
    });
    job.finish_with_killed(&[]);
    assert!(job.output(0).contains("two processes want to be rank 1"), "{}", job.output(0));
}

#[test]
fn devices_are_told_apart_by_their_physical_number() {
    // Each process sees one device, which it calls 0; rank 2 sees the same as rank 1.
    let body = |rank: &Rank, expected: Result<(), i32>| {
        // SAFETY: no other thread of this process reads the environment now.
        unsafe { std::env::set_var("ASCEND_RT_VISIBLE_DEVICES", (4 + rank.rank.min(1)).to_string()) };
        set_device(0);
        let joined = try_init(rank, &root(rank, "root"));
        assert_eq!(joined.map(|_| ()), expected);
        if let Ok(comm) = joined {
            destroy(comm);
        }
    };
    let name = "devices_are_told_apart_by_their_physical_number";
    ranks::processes(name, 2, &[], |rank| {
        body(rank, if rank.size == 2 { Ok(()) } else { Err(4) });
    })
    .finish_with_killed(&[]);
    let mut job = ranks::processes(name, 3, &[], |_| unreachable!("the first call runs the rank"));
    job.finish_with_killed(&[]);
    assert!(job.output(0).contains("are both on device 5"), "{}", job.output(0));
}

#[test]
fn a_rank_that_cannot_join_ends_the_waiting_of_all_others() {
    ranks::threads(4, |rank| {
        // Ranks 2 and 3 are on one device, so one of them is refused before it meets the others.
        set_device(rank.rank.min(2));
        let error = try_init(rank, &root(rank, "device")).unwrap_err();
        rank.put(&format!("code.{}", rank.rank), &[error as u8]);
        let codes: Vec<u8> = (0..4).map(|other| rank.get(&format!("code.{other}"))[0]).collect();
        assert!(codes == [4, 4, 4, 1] || codes == [4, 4, 1, 4], "{codes:?}");
    });
    ranks::threads(2, |rank| {
        set_device(rank.rank);
        let info = root(rank, "config");
        let mut config = HcclCommConfig::zeroed();
        let words = [&size_of::<HcclCommConfig>().to_ne_bytes()[..], &[0xf0; 4], &[1, 0, 0, 0]].concat();
        for (to, from) in config.reserved.iter_mut().zip(words) {
            *to = from as std::ffi::c_char;
        }
        // Rank 1 asks for a buffer of 0 bytes.
        config.hcclBufferSize = 1 - rank.rank;
        let mut comm = null_mut();
        // SAFETY: live arguments.
        let result = unsafe { HcclCommInitRootInfoConfig(2, &info, rank.rank, &config, &mut comm) };
        assert_eq!(code(result), if rank.rank == 1 { 1 } else { 4 });
    });
}

#[test]
fn a_root_info_serves_once() {
    ranks::threads(2, |rank| {
        set_device(rank.rank);
        let info = root(rank, "root");
        let comm = try_init(rank, &info).unwrap();
        assert_eq!(try_init(rank, &info), Err(1));
        rank.meet("tried");
        destroy(comm);
        rank.meet("destroyed");
        // The hub has ended with the communicator.
        assert_eq!(try_init(rank, &info), Err(4));
    });
}

/// Kills rank 1 of 4 at `stage`; all others must hear of it and end well.
fn kill_at(test: &str, stage: &str, env: &[(&str, &str)], body: impl FnOnce(&Rank)) {
    let mut job = ranks::processes(test, 4, env, body);
    job.reached(1, stage);
    job.signal(1, libc::SIGKILL);
    job.finish_with_killed(&[1]);
}

/// Waits until the communicator knows that a rank died.
fn await_death(comm: HcclComm) {
    assert_eq!(within(|| Some(async_error(comm)).filter(|&error| error != 0)), 21);
}

#[test]
fn killed_before_it_connects() {
    kill_at("killed_before_it_connects", "up", &[SHORT], |rank| {
        set_device(rank.rank);
        let info = root(rank, "root");
        if rank.rank == 1 {
            rank.mark("up");
            rank.hold();
        }
        assert_eq!(try_init(rank, &info), Err(4));
    });
}

#[test]
fn killed_while_others_wait_in_creation() {
    kill_at("killed_while_others_wait_in_creation", "joining", &[], |rank| {
        set_device(rank.rank);
        let info = root(rank, "root");
        if rank.rank == 3 {
            // Never comes, so that the others are inside the call.
            rank.get("dead");
            return;
        }
        if rank.rank == 1 {
            let rank = rank.clone();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(500));
                rank.mark("joining");
            });
        }
        assert_eq!(try_init(rank, &info), Err(4));
        rank.put("dead", b"");
    });
}

#[test]
fn killed_when_connected() {
    kill_at("killed_when_connected", "connected", &[], |rank| {
        let comm = init(rank, "root");
        let stream = Stream::new(rank.rank);
        rank.meet("connected");
        if rank.rank == 1 {
            rank.hold();
        }
        await_death(comm);
        assert_eq!(barrier(comm, &stream), 21);
        destroy(comm);
    });
}

#[test]
fn killed_while_others_are_in_a_barrier() {
    kill_at("killed_while_others_are_in_a_barrier", "connected", &[], |rank| {
        let comm = init(rank, "root");
        let stream = Stream::new(rank.rank);
        rank.meet("connected");
        if rank.rank == 1 {
            rank.hold();
        }
        if barrier(comm, &stream) == 0 {
            let error = stream.sync().unwrap_err();
            assert!(error.text.contains("rank 1"), "{error}");
        }
        await_death(comm);
        destroy(comm);
    });
}

#[test]
fn killed_while_others_destroy() {
    kill_at("killed_while_others_destroy", "connected", &[], |rank| {
        let comm = init(rank, "root");
        rank.meet("connected");
        if rank.rank == 1 {
            rank.hold();
        }
        destroy(comm);
    });
}

#[test]
fn a_forked_child_does_not_hide_the_death_of_its_rank() {
    kill_at("a_forked_child_does_not_hide_the_death_of_its_rank", "forked", &[], |rank| {
        let comm = init(rank, "root");
        rank.meet("connected");
        if rank.rank == 1 {
            // The child keeps copies of all connections, until another rank ends it.
            // SAFETY: the child only sleeps and ends.
            let child = unsafe {
                let child = libc::fork();
                if child == 0 {
                    libc::sleep(600);
                    libc::_exit(0);
                }
                child
            };
            rank.put("child", &child.to_le_bytes());
            rank.mark("forked");
            rank.hold();
        }
        await_death(comm);
        destroy(comm);
        rank.mark("noticed");
        if rank.rank == 0 {
            for other in [2, 3] {
                rank.get(&format!("noticed.{other}"));
            }
            let child = i32::from_le_bytes(rank.get("child").try_into().unwrap());
            // SAFETY: the child of a rank of this test, which nobody else ends.
            assert_eq!(unsafe { libc::kill(child, libc::SIGKILL) }, 0);
        }
    });
}

#[test]
fn killed_root() {
    let mut job = ranks::processes("killed_root", 3, &[], |rank| {
        let comm = init(rank, "root");
        let stream = Stream::new(rank.rank);
        rank.meet("connected");
        if rank.rank == 0 {
            rank.hold();
        }
        if barrier(comm, &stream) == 0 {
            stream.sync().unwrap_err();
        }
        await_death(comm);
        destroy(comm);
    });
    job.reached(0, "connected");
    job.signal(0, libc::SIGKILL);
    job.finish_with_killed(&[0]);
}

#[test]
fn a_stopped_rank_only_delays() {
    let mut job = ranks::processes("a_stopped_rank_only_delays", 3, &[], |rank| {
        let comm = init(rank, "root");
        let stream = Stream::new(rank.rank);
        rank.meet("connected");
        if rank.rank == 1 {
            rank.get("go");
        }
        assert_eq!(barrier(comm, &stream), 0);
        stream.sync().unwrap();
        assert_eq!(async_error(comm), 0);
        destroy(comm);
    });
    job.reached(1, "connected");
    job.signal(1, libc::SIGSTOP);
    job.put("go", b"");
    std::thread::sleep(Duration::from_millis(500));
    job.signal(1, libc::SIGCONT);
    job.finish_with_killed(&[]);
}

#[test]
fn a_rank_that_ends_without_destroying_is_noticed_by_the_others() {
    let mut job =
        ranks::processes("a_rank_that_ends_without_destroying_is_noticed_by_the_others", 3, &[], |rank| {
            let comm = init(rank, "root");
            rank.meet("connected");
            if rank.rank != 2 {
                await_death(comm);
                destroy(comm);
            }
        });
    job.finish_with_killed(&[]);
}

#[test]
fn the_root_may_leave_first() {
    let mut job = ranks::processes("the_root_may_leave_first", 3, &[], |rank| {
        let comm = init(rank, "root");
        rank.meet("connected");
        if rank.rank == 0 {
            destroy(comm);
            return;
        }
        // Long enough to notice the end of the process; a communicator of the others stays usable.
        std::thread::sleep(Duration::from_millis(700));
        assert_eq!(async_error(comm), 0);
        destroy(comm);
    });
    job.finish_with_killed(&[]);
}

#[test]
fn suspended_communicators_refuse_work_until_they_are_resumed() {
    ranks::threads(2, |rank| {
        let comm = init(rank, "root");
        let stream = Stream::new(rank.rank);
        if rank.rank == 0 {
            // A barrier that the other rank never enters.
            assert_eq!(barrier(comm, &stream), 0);
        }
        rank.meet("in");
        // SAFETY: handles are checked.
        assert_eq!(code(unsafe { HcclCommSuspend(comm) }), 0);
        assert_eq!(barrier(comm, &stream), 22);
        let named = CString::new(name(comm)).unwrap();
        let mut status = MaybeUninit::<HcclCommStatus>::uninit();
        // SAFETY: live arguments.
        assert_eq!(code(unsafe { HcclCommGetStatus(named.as_ptr(), (&raw mut status).cast()) }), 0);
        // SAFETY: written by the call.
        assert_eq!(unsafe { status.assume_init() }, HcclCommStatus::HCCL_COMM_STATUS_SUSPENDING);
        rank.meet("suspended");
        // SAFETY: handles are checked.
        assert_eq!(code(unsafe { HcclCommResume(comm) }), 0);
        rank.meet("resumed");
        assert_eq!(barrier(comm, &stream), 0);
        stream.sync().unwrap();
        destroy(comm);
    });
}

/// The communicator that [`on_state`] looks at, what it saw, and how often.
static WATCHED: AtomicUsize = AtomicUsize::new(0);
static SEEN: Mutex<Vec<(i32, i32)>> = Mutex::new(Vec::new());

unsafe extern "C" fn on_state(
    comm: HcclComm,
    phase: MaybeUninit<HcclCommStatePhase>,
    _: *mut c_void,
) -> MaybeUninit<HcclResult> {
    if comm as usize == WATCHED.load(Ordering::Relaxed) {
        // SAFETY: any handle, a live output.
        let lives = code(unsafe { HcclGetRankId(comm, &mut 0) });
        SEEN.lock().unwrap().push((phase.raw(), lives));
    }
    MaybeUninit::new(HcclResult::HCCL_SUCCESS)
}

#[test]
fn state_callbacks_see_a_live_communicator_before_its_end() {
    ranks::threads(1, |rank| {
        set_device(0);
        let info = root(rank, "state");
        let mut config = HcclCommConfig::zeroed();
        let words = [&size_of::<HcclCommConfig>().to_ne_bytes()[..], &[0xf0; 4], &[8, 0, 0, 0]].concat();
        for (to, from) in config.reserved.iter_mut().zip(words) {
            *to = from as std::ffi::c_char;
        }
        config.hcclBufferSize = 1;
        config.hcclRdmaTrafficClass = u32::MAX;
        config.hcclRdmaServiceLevel = u32::MAX;
        config.hcclExecTimeOut = 7;
        let mut comm = null_mut();
        // SAFETY: live arguments; the function lives for ever.
        unsafe {
            assert_eq!(code(HcclCommInitRootInfoConfig(1, &info, 0, &config, &mut comm)), 0);
            assert_eq!(code(HcclCommRegCommStateCallback(c"test".as_ptr(), Some(on_state), null_mut())), 0);
        }
        let inner = hcomm::control::registry::find(comm as u64).unwrap();
        assert_eq!(inner.data().exec_timeout(), 7, "waits of threads end after hcclExecTimeOut");
        WATCHED.store(comm as usize, Ordering::Relaxed);
        destroy(comm);
        let (before, after) = (
            HcclCommStatePhase::HCCL_COMM_STATE_PHASE_DESTROY_PRE as i32,
            HcclCommStatePhase::HCCL_COMM_STATE_PHASE_DESTROY_POST as i32,
        );
        assert_eq!(*SEEN.lock().unwrap(), [(before, 0), (after, 1)]);
    });
}

#[test]
fn a_forked_child_is_refused() {
    let _watchdog = ranks::Watchdog::start("fork");
    ranks::install();
    let mut comm = [null_mut::<c_void>(); 1];
    // SAFETY: arrays of one.
    assert_eq!(code(unsafe { HcclCommInitAll(1, [0].as_mut_ptr(), comm.as_mut_ptr()) }), 0);
    // SAFETY: the child only makes calls that take no lock of another thread and ends.
    match unsafe { libc::fork() } {
        0 => {
            // SAFETY: live arguments.
            let asked = code(unsafe { HcclGetRankId(comm[0], &mut 0) });
            // SAFETY: any handle.
            let destroyed = code(unsafe { HcclCommDestroy(comm[0]) });
            // SAFETY: ends the child at once.
            unsafe { libc::_exit(10 * asked + destroyed) };
        }
        child => {
            let mut status = 0;
            // SAFETY: a child of ours.
            assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
            assert!(libc::WIFEXITED(status));
            assert_eq!(libc::WEXITSTATUS(status), 77);
        }
    }
    destroy(comm[0]);
}

#[test]
fn two_hundred_cycles_leave_nothing() {
    let mut job = ranks::processes("two_hundred_cycles_leave_nothing", 1, &[], |rank| {
        let cycle = || {
            let mut comms = [null_mut::<c_void>(); 2];
            // SAFETY: arrays of two.
            assert_eq!(code(unsafe { HcclCommInitAll(2, [0, 1].as_mut_ptr(), comms.as_mut_ptr()) }), 0);
            let streams = [Stream::new(0), Stream::new(1)];
            for (&comm, stream) in comms.iter().zip(&streams) {
                assert_eq!(barrier(comm, stream), 0);
            }
            for (comm, stream) in comms.into_iter().zip(&streams) {
                stream.sync().unwrap();
                destroy(comm);
            }
        };
        let settled = |first: ranks::Holdings| {
            within(|| {
                let now = ranks::holdings();
                // Connections that were closed a moment ago are forgotten by the control thread.
                (now.descriptors <= first.descriptors && now.threads <= first.threads).then_some(now)
            })
        };
        for _ in 0..50 {
            cycle();
        }
        std::thread::sleep(Duration::from_millis(200));
        let first = ranks::holdings();
        for _ in 0..200 {
            cycle();
        }
        let last = settled(first);
        assert!(last.resident < first.resident + (2 << 20), "{first:?} {last:?}");
        assert!(last.mappings < first.mappings + 20, "{first:?} {last:?}");
        rank.mark("done");
    });
    job.finish_with_killed(&[]);
}
