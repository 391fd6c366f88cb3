//! Streams, events, notifies and captures through the C functions.

mod watch;

use acl_rt::api::callback::*;
use acl_rt::api::capture::*;
use acl_rt::api::device::{aclrtResetDevice, aclrtSetDevice};
use acl_rt::api::event::*;
use acl_rt::api::memory::{aclrtFree, aclrtMalloc, aclrtMemcpyAsync};
use acl_rt::api::notify::*;
use acl_rt::api::stream::*;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use watch::watched;

type Handle = *mut c_void;

/// Device memory, freed at the end.
struct Block(Handle);

impl Block {
    fn new(bytes: usize, fill: u8) -> Block {
        let mut address = null_mut();
        // SAFETY: `address` is writable, and the block has `bytes` bytes.
        unsafe {
            assert_eq!(aclrtMalloc(&mut address, bytes, 0), 0);
            address.cast::<u8>().write_bytes(fill, bytes);
        }
        Block(address)
    }

    fn first(&self) -> u8 {
        // SAFETY: the block has at least one byte.
        unsafe { self.0.cast::<u8>().read_volatile() }
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        assert_eq!(aclrtFree(self.0), 0);
    }
}

fn stream() -> Handle {
    let mut stream = null_mut();
    // SAFETY: `stream` is writable.
    assert_eq!(unsafe { aclrtCreateStream(&mut stream) }, 0);
    stream
}

fn notify() -> Handle {
    let mut notify = null_mut();
    // SAFETY: `notify` is writable.
    assert_eq!(unsafe { aclrtCreateNotify(&mut notify, 0) }, 0);
    notify
}

fn event(flag: u32) -> Handle {
    let mut event = null_mut();
    // SAFETY: `event` is writable.
    assert_eq!(unsafe { aclrtCreateEventExWithFlag(&mut event, flag) }, 0);
    event
}

fn copy(to: &Block, from: &Block, bytes: usize, stream: Handle) {
    // SAFETY: both blocks have `bytes` bytes and live until the stream is idle.
    assert_eq!(unsafe { aclrtMemcpyAsync(to.0, bytes, from.0, bytes, 3, stream) }, 0);
}

fn on_device(device: i32, body: impl FnOnce()) {
    watched(|| {
        assert_eq!(aclrtSetDevice(device), 0);
        body();
        assert_eq!(aclrtResetDevice(device), 0);
    });
}

#[test]
fn arguments_are_checked_in_order() {
    on_device(0, || {
        let forged = 0x1234_5678 as Handle;
        // SAFETY: outputs are NULL or writable.
        unsafe {
            assert_eq!(aclrtCreateStream(null_mut()), 100_000);
            assert_eq!(aclrtDestroyStream(null_mut()), 100_000);
            assert_eq!(aclrtSynchronizeStream(forged), 107_017);
            let stream = stream();
            for timeout in [0, -2] {
                assert_eq!(aclrtSynchronizeStreamWithTimeout(stream, timeout), 107_000);
            }
            assert_eq!(aclrtSetStreamFailureMode(stream, 1), 0);
            assert_eq!(aclrtSetStreamFailureMode(stream, 1), 0);
            assert_eq!(aclrtSetStreamFailureMode(stream, 0), 207_000);
            let mut id = -1;
            assert_eq!(aclrtStreamGetId(null_mut(), &mut id), 0);
            assert_eq!(aclrtStreamGetId(stream, null_mut()), 100_000);
            assert_eq!(aclrtDestroyStream(stream), 0);
            assert_eq!(aclrtDestroyStream(stream), 107_017);
            assert_eq!(aclrtStreamGetId(stream, &mut id), 107_017);

            let mut event = null_mut();
            assert_eq!(aclrtCreateEventWithFlag(&mut event, 0), 107_000);
            assert_eq!(aclrtCreateEventWithFlag(&mut event, 0x40), 107_000);
            assert_eq!(aclrtCreateEventWithFlag(&mut event, 0x1000), 107_000);
            assert_eq!(aclrtCreateEventWithFlag(&mut event, 0x11), 107_000);
            assert_eq!(aclrtRecordEvent(forged, null_mut()), 107_017);
            assert_eq!(aclrtRecordEvent(null_mut(), null_mut()), 100_000);

            let mut notify = null_mut();
            assert_eq!(aclrtCreateNotify(&mut notify, 2), 107_000);
            assert_eq!(aclrtRecordNotify(null_mut(), null_mut()), 100_000);
            assert_eq!(aclrtRecordNotify(forged, null_mut()), 107_017);
        }
    });
}

#[test]
fn a_stream_belongs_to_its_context() {
    on_device(1, || {
        let here = stream();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                assert_eq!(aclrtSynchronizeStream(null_mut()), 107_002);
                assert_eq!(aclrtSetDevice(2), 0);
                let other = stream();
                assert_eq!(aclrtDestroyStream(other), 0);
                assert_eq!(aclrtResetDevice(2), 0);
            });
        });
        let raw = here as usize;
        std::thread::spawn(move || {
            assert_eq!(aclrtSetDevice(2), 0);
            assert_eq!(aclrtSynchronizeStream(raw as Handle), 107_003);
            assert_eq!(aclrtResetDevice(2), 0);
        })
        .join()
        .unwrap();
        assert_eq!(aclrtDestroyStream(here), 0);
    });
}

#[test]
fn a_second_record_is_lost() {
    on_device(0, || {
        let (stream, notify) = (stream(), notify());
        assert_eq!(aclrtRecordNotify(notify, stream), 0);
        assert_eq!(aclrtRecordNotify(notify, stream), 0);
        assert_eq!(aclrtWaitAndResetNotify(notify, stream, 0), 0);
        assert_eq!(aclrtSynchronizeStream(stream), 0);
        assert_eq!(aclrtWaitAndResetNotify(notify, stream, 1), 0);
        assert_eq!(aclrtSynchronizeStreamWithTimeout(stream, 10), 507_046);
        assert_eq!(aclrtSynchronizeStream(stream), 107_019);
        // The error was told; the stream goes on.
        assert_eq!(aclrtSynchronizeStream(stream), 0);
        assert_eq!(aclrtDestroyNotify(notify), 0);
        assert_eq!(aclrtDestroyNotify(notify), 107_017);
        assert_eq!(aclrtDestroyStream(stream), 0);
    });
}

#[test]
fn a_destroyed_notify_ends_the_wait_for_it() {
    on_device(0, || {
        let (stream, notify) = (stream(), notify());
        assert_eq!(aclrtWaitAndResetNotify(notify, stream, 0), 0);
        assert_eq!(aclrtDestroyNotify(notify), 0);
        assert_eq!(aclrtSynchronizeStream(stream), 107_017);
        assert_eq!(aclrtDestroyStream(stream), 0);
    });
}

#[test]
fn failure_mode_stop_stops_the_context() {
    on_device(3, || {
        let (first, second, notify) = (stream(), stream(), notify());
        assert_eq!(aclrtSetStreamFailureMode(first, 1), 0);
        assert_eq!(aclrtWaitAndResetNotify(notify, second, 0), 0);
        assert_eq!(aclrtWaitAndResetNotify(notify, first, 1), 0);
        assert_eq!(aclrtSynchronizeStream(first), 107_019);
        assert_eq!(aclrtSynchronizeStream(second), 107_019);
        assert_eq!(aclrtDestroyStream(first), 0);
        assert_eq!(aclrtDestroyStream(second), 0);
        assert_eq!(aclrtDestroyNotify(notify), 0);
    });
}

#[test]
fn abort_wakes_who_synchronises() {
    on_device(0, || {
        let (stream, notify) = (stream(), notify());
        for end in [aclrtStreamAbort, aclrtStreamStop] {
            assert_eq!(aclrtWaitAndResetNotify(notify, stream, 0), 0);
            let raw = stream as usize;
            let syncer = std::thread::spawn(move || {
                assert_eq!(aclrtSetDevice(0), 0);
                let result = aclrtSynchronizeStream(raw as Handle);
                assert_eq!(aclrtResetDevice(0), 0);
                result
            });
            std::thread::sleep(Duration::from_millis(20));
            assert_eq!(end(stream), 0);
            // 0 if the thread came only after the abort.
            assert!([0, 107_023].contains(&syncer.join().unwrap()));
            assert_eq!(aclrtSynchronizeStream(stream), 0);
        }
        let (to, from) = (Block::new(64, 0), Block::new(64, 5));
        copy(&to, &from, 64, stream);
        assert_eq!(aclrtSynchronizeStream(stream), 0);
        assert_eq!(to.first(), 5);
        assert_eq!(aclrtDestroyStream(stream), 0);
        assert_eq!(aclrtDestroyNotify(notify), 0);
    });
}

#[test]
fn a_device_abort_drops_the_work_of_all_streams() {
    static HEARD: Mutex<Vec<(i32, u32, u32)>> = Mutex::new(Vec::new());
    unsafe extern "C" fn hear(device: i32, stage: u32, timeout: u32, _: *mut c_void) -> i32 {
        HEARD.lock().unwrap().push((device, stage, timeout));
        0
    }
    /// 1 once the function runs, 2 when it may end.
    static STEP: AtomicU32 = AtomicU32::new(0);
    unsafe extern "C" fn hold(_: *mut c_void) {
        STEP.store(1, Ordering::SeqCst);
        while STEP.load(Ordering::SeqCst) != 2 {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    on_device(7, || {
        let name = c"test".as_ptr();
        // SAFETY: a C string, and functions of the right types.
        assert_eq!(unsafe { aclrtSetDeviceTaskAbortCallback(name, Some(hear), null_mut()) }, 0);
        assert_eq!(aclrtDeviceTaskAbort(-1, 0), 107_001);
        let notify = notify();
        let streams: Vec<_> = (0..4).map(|_| stream()).collect();
        let (to, from) = (Block::new(64, 1), Block::new(64, 2));
        for stream in &streams {
            assert_eq!(aclrtWaitAndResetNotify(notify, *stream, 0), 0);
            copy(&to, &from, 64, *stream);
        }
        let waiting = streams[0] as usize;
        let mut context = null_mut();
        // SAFETY: the output is writable.
        assert_eq!(unsafe { acl_rt::api::context::aclrtGetCurrentContext(&mut context) }, 0);
        let context = context as usize;
        let waiter = std::thread::spawn(move || {
            assert_eq!(acl_rt::api::context::aclrtSetCurrentContext(context as Handle), 0);
            aclrtSynchronizeStream(waiting as Handle)
        });
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(aclrtDeviceTaskAbort(7, 5_000), 0);
        assert_eq!(waiter.join().unwrap(), 107_022);
        assert_eq!(*HEARD.lock().unwrap(), [(7, 0, 5_000), (7, 1, 5_000)]);
        // The streams are usable at once, and what was dropped stays so.
        for stream in &streams {
            assert_eq!(aclrtSynchronizeStream(*stream), 0);
            assert_eq!(to.first(), 1);
        }
        // A function that runs is waited for, as long as the time allows.
        assert_eq!(aclrtLaunchHostFunc(streams[1], Some(hold), null_mut()), 0);
        while STEP.load(Ordering::SeqCst) != 1 {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(aclrtDeviceTaskAbort(7, 20), 507_046);
        STEP.store(2, Ordering::SeqCst);
        assert_eq!(aclrtDeviceTaskAbort(7, 20_000), 0);
        copy(&to, &from, 64, streams[1]);
        assert_eq!(aclrtSynchronizeStream(streams[1]), 0);
        assert_eq!(to.first(), 2);
        for stream in streams {
            assert_eq!(aclrtDestroyStream(stream), 0);
        }
        assert_eq!(aclrtDestroyNotify(notify), 0);
        // SAFETY: as above.
        assert_eq!(unsafe { aclrtSetDeviceTaskAbortCallback(name, None, null_mut()) }, 0);
    });
}

#[test]
fn destroying_a_stream_waits_or_drops() {
    on_device(0, || {
        let notify = notify();
        let (to, from) = (Block::new(64, 0), Block::new(64, 5));
        let stuck = stream();
        assert_eq!(aclrtWaitAndResetNotify(notify, stuck, 0), 0);
        copy(&to, &from, 64, stuck);
        assert_eq!(aclrtDestroyStreamForce(stuck), 0);
        assert_eq!(to.first(), 0);
        let late = stream();
        assert_eq!(aclrtWaitAndResetNotify(notify, late, 0), 0);
        copy(&to, &from, 64, late);
        let (raw, helper) = (notify as usize, stream() as usize);
        let recorder = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(10));
            assert_eq!(aclrtSetDevice(0), 0);
            assert_eq!(aclrtRecordNotify(raw as Handle, helper as Handle), 0);
            assert_eq!(aclrtResetDevice(0), 0);
        });
        assert_eq!(aclrtDestroyStream(late), 0);
        assert_eq!(to.first(), 5);
        recorder.join().unwrap();
        assert_eq!(aclrtDestroyStream(helper as Handle), 0);
        assert_eq!(aclrtDestroyNotify(notify), 0);
    });
}

#[test]
fn events_before_and_after_their_record() {
    on_device(0, || {
        let (stream, other, notify) = (stream(), stream(), notify());
        let new = event(1 | 8);
        let mut old = null_mut();
        let (mut status, mut ms) = (9, 0f32);
        // SAFETY: all outputs are writable.
        unsafe {
            assert_eq!(aclrtCreateEvent(&mut old), 0);
            assert_eq!(aclrtQueryEventStatus(new, &mut status), 0);
            assert_eq!(status, 1);
            assert_eq!(aclrtQueryEventStatus(old, &mut status), 0);
            assert_eq!(status, 0);
            assert_eq!(aclrtEventElapsedTime(&mut ms, old, new), 507_000);
            assert_eq!(aclrtResetEvent(new, stream), 207_000);
            assert_eq!(aclrtStreamWaitEvent(other, new), 0);
            assert_eq!(aclrtSynchronizeEvent(new), 0);

            assert_eq!(aclrtRecordEvent(old, stream), 0);
            assert_eq!(aclrtWaitAndResetNotify(notify, stream, 0), 0);
            assert_eq!(aclrtRecordEvent(new, stream), 0);
            assert_eq!(aclrtEventElapsedTime(&mut ms, old, new), 107_006);
            assert_eq!(aclrtSynchronizeEventWithTimeout(new, 5), 507_047);
            assert_eq!(aclrtSynchronizeEventWithTimeout(new, 0), 107_000);
            assert_eq!(aclrtStreamWaitEvent(other, old), 0);
            assert_eq!(aclrtStreamWaitEventWithTimeout(other, new, 1), 0);
            assert_eq!(aclrtStreamQuery(other, &mut status), 0);
            assert_eq!(status, 1);
            std::thread::sleep(Duration::from_millis(5));
            let third = self::stream();
            assert_eq!(aclrtRecordNotify(notify, third), 0);
            assert_eq!(aclrtSynchronizeStream(other), 0);
            assert_eq!(aclrtSynchronizeEvent(new), 0);
            assert_eq!(aclrtEventElapsedTime(&mut ms, old, new), 0);
            assert!(ms >= 5.0, "{ms}");
            assert_eq!(aclrtQueryEvent(old, &mut status), 0);
            assert_eq!(status, 0);
            assert_eq!(aclrtQueryEventWaitStatus(old, &mut status), 0);
            assert_eq!(status, 0);
            assert_eq!(aclrtResetEvent(old, third), 0);
            assert_eq!(aclrtSynchronizeStream(third), 0);
            assert_eq!(aclrtQueryEvent(old, &mut status), 0);
            assert_eq!(status, 1);
            for stream in [stream, other, third] {
                assert_eq!(aclrtDestroyStream(stream), 0);
            }
            assert_eq!(aclrtDestroyEvent(old), 0);
            assert_eq!(aclrtDestroyEvent(new), 0);
            assert_eq!(aclrtDestroyEvent(new), 107_017);
        }
        assert_eq!(aclrtDestroyNotify(notify), 0);
    });
}

#[test]
fn values_are_written_and_waited_for_in_order() {
    on_device(0, || {
        let word = Block::new(8, 0);
        let (to, from) = (Block::new(64, 0), Block::new(64, 5));
        let (waiter, writer) = (stream(), stream());
        assert_eq!(aclrtValueWait(word.0, 3, 4, waiter), 107_000);
        assert_eq!(aclrtValueWait(word.0.wrapping_byte_add(1), 3, 0, waiter), 107_000);
        assert_eq!(aclrtValueWrite(null_mut(), 3, 0, writer), 100_000);
        assert_eq!(aclrtValueWait(word.0, 3, 0, waiter), 0);
        copy(&to, &from, 64, waiter);
        assert_eq!(aclrtValueWrite(word.0, 2, 0, writer), 0);
        assert_eq!(aclrtSynchronizeStreamWithTimeout(waiter, 5), 507_046);
        assert_eq!(aclrtValueWrite(word.0, 4, 0, writer), 0);
        assert_eq!(aclrtSynchronizeStream(waiter), 0);
        assert_eq!(to.first(), 5);
        assert_eq!(aclrtDestroyStream(waiter), 0);
        assert_eq!(aclrtDestroyStream(writer), 0);
    });
}

#[test]
fn counting_notifies_count() {
    on_device(0, || {
        let (waiter, counter) = (stream(), stream());
        let mut notify = null_mut();
        // SAFETY: all pointers are valid.
        unsafe {
            assert_eq!(aclrtCntNotifyCreate(&mut notify, 0), 0);
            let wait = WaitInfo { mode: 3, value: 3, timeout: 0, is_clear: 1, rsv: [0; 3] };
            assert_eq!(aclrtCntNotifyWaitWithTimeout(notify, waiter, &wait), 0);
            let add = RecordInfo { mode: 1, value: 1 };
            for _ in 0..2 {
                assert_eq!(aclrtCntNotifyRecord(notify, counter, &add), 0);
            }
            assert_eq!(aclrtSynchronizeStreamWithTimeout(waiter, 5), 507_046);
            assert_eq!(aclrtCntNotifyRecord(notify, counter, &add), 0);
            assert_eq!(aclrtSynchronizeStream(waiter), 0);
            // A thread that sleeps hears of every record.
            assert_eq!(aclrtCntNotifyWaitWithTimeout(notify, waiter, &wait), 0);
            let recorder = {
                let (notify, counter) = (notify as usize, counter as usize);
                std::thread::spawn(move || {
                    assert_eq!(aclrtSetDevice(0), 0);
                    for _ in 0..3 {
                        std::thread::sleep(Duration::from_millis(20));
                        assert_eq!(aclrtCntNotifyRecord(notify as Handle, counter as Handle, &add), 0);
                    }
                    assert_eq!(aclrtResetDevice(0), 0);
                })
            };
            assert_eq!(aclrtSynchronizeStream(waiter), 0);
            recorder.join().unwrap();
            let zero = WaitInfo { mode: 1, value: 0, timeout: 0, is_clear: 0, rsv: [0; 3] };
            assert_eq!(aclrtCntNotifyWaitWithTimeout(notify, waiter, &zero), 0);
            assert_eq!(aclrtSynchronizeStream(waiter), 0);
            assert_eq!(aclrtCntNotifyRecord(notify, counter, &RecordInfo { mode: 3, value: 1 }), 107_000);
        }
        assert_eq!(aclrtCntNotifyDestroy(notify), 0);
        assert_eq!(aclrtDestroyStream(waiter), 0);
        assert_eq!(aclrtDestroyStream(counter), 0);
    });
}

fn status(stream: Handle) -> (u32, Handle) {
    let (mut status, mut model) = (9, null_mut());
    // SAFETY: both outputs are writable.
    assert_eq!(unsafe { aclmdlRICaptureGetInfo(stream, &mut status, &mut model) }, 0);
    (status, model)
}

fn end(stream: Handle) -> (i32, Handle) {
    let mut model = 1 as Handle;
    // SAFETY: `model` is writable.
    let code = unsafe { aclmdlRICaptureEnd(stream, &mut model) };
    (code, model)
}

#[test]
fn a_capture_records_and_replays() {
    on_device(4, || {
        let (main, side, added) = (stream(), stream(), stream());
        let (fork, join) = (event(1), event(1));
        let (there, back) = (notify(), notify());
        let (a, b, c, d) = (Block::new(64, 1), Block::new(64, 2), Block::new(64, 3), Block::new(64, 4));
        assert_eq!(aclmdlRICaptureBegin(null_mut(), 0), 207_000);
        assert_eq!(aclmdlRICaptureBegin(main, 3), 100_000);
        assert_eq!(status(main).0, 0);
        assert_eq!(aclmdlRICaptureBegin(main, 2), 0);
        let (active, model) = status(main);
        assert_eq!(active, 1);
        assert_eq!(rtStreamAddToModel(added, model), 0);
        assert_eq!(aclrtRecordEvent(fork, main), 0);
        assert_eq!(aclrtStreamWaitEvent(side, fork), 0);
        assert_eq!(status(side), (1, model));
        // a -> b on side, b -> c on added after a notify, c -> d on main after another one. One notify for both would
        // let main take the record that added waits for.
        copy(&b, &a, 64, side);
        assert_eq!(aclrtRecordNotify(there, side), 0);
        assert_eq!(aclrtRecordEvent(join, side), 0);
        assert_eq!(aclrtWaitAndResetNotify(there, added, 0), 0);
        copy(&c, &b, 64, added);
        assert_eq!(aclrtRecordNotify(back, added), 0);
        assert_eq!(aclrtStreamWaitEvent(main, join), 0);
        assert_eq!(aclrtWaitAndResetNotify(back, main, 0), 0);
        copy(&d, &c, 64, main);
        let (code, graph) = end(main);
        assert_eq!((code, graph), (0, model));
        assert_eq!(status(side).0, 0);
        assert_eq!((b.first(), c.first(), d.first()), (2, 3, 4));
        for round in 0..100u8 {
            // SAFETY: the block has 64 bytes and no work is in flight.
            unsafe { a.0.cast::<u8>().write_bytes(round, 64) };
            assert_eq!(aclmdlRIExecuteAsync(graph, main), 0);
            if round % 2 == 0 {
                assert_eq!(aclmdlRIExecuteAsync(graph, side), 0);
                assert_eq!(aclrtSynchronizeStream(side), 0);
            }
            assert_eq!(aclrtSynchronizeStream(main), 0);
            assert_eq!(d.first(), round);
        }
        assert_eq!(aclmdlRIExecute(graph, -1), 0);
        assert_eq!(aclmdlRIDestroy(graph), 0);
        assert_eq!(aclmdlRIDestroy(graph), 107_000);
        for stream in [main, side, added] {
            assert_eq!(aclrtDestroyStream(stream), 0);
        }
        for event in [fork, join] {
            assert_eq!(aclrtDestroyEvent(event), 0);
        }
        for notify in [there, back] {
            assert_eq!(aclrtDestroyNotify(notify), 0);
        }
    });
}

#[test]
fn a_blocking_callback_runs_in_every_replay() {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    unsafe extern "C" fn call(data: *mut c_void) {
        // The stream must wait for the end of this function.
        std::thread::sleep(Duration::from_millis(2));
        let calls = CALLS.fetch_add(1, Ordering::SeqCst) + 1;
        // SAFETY: the block of the test has 64 bytes and lives until the stream is idle.
        unsafe { data.cast::<u8>().write_bytes(calls as u8, 64) };
    }
    on_device(4, || {
        const REPLAYS: u32 = 20;
        let main = stream();
        let (a, b) = (Block::new(64, 0), Block::new(64, 0));
        let (tell, told) = std::sync::mpsc::channel();
        let reporter = std::thread::spawn(move || {
            // SAFETY: no arguments.
            tell.send(unsafe { libc::pthread_self() }).unwrap();
            while CALLS.load(Ordering::SeqCst) < REPLAYS {
                // The subscription may not be there yet, and there may be nothing to do.
                if aclrtProcessReport(100) == 107_012 {
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        });
        let thread = told.recv().unwrap();
        assert_eq!(aclrtSubscribeReport(thread, main), 0);
        assert_eq!(aclmdlRICaptureBegin(main, 2), 0);
        assert_eq!(aclrtLaunchCallback(Some(call), a.0, 1, main), 0);
        copy(&b, &a, 64, main);
        let (code, graph) = end(main);
        assert_eq!((code, CALLS.load(Ordering::SeqCst)), (0, 0));
        for round in 1..=REPLAYS / 2 {
            assert_eq!(aclmdlRIExecuteAsync(graph, main), 0);
            assert_eq!(aclrtSynchronizeStream(main), 0);
            assert_eq!(u32::from(b.first()), round);
        }
        for _ in 0..REPLAYS / 2 {
            assert_eq!(aclmdlRIExecuteAsync(graph, main), 0);
        }
        assert_eq!(aclrtSynchronizeStream(main), 0);
        assert_eq!((u32::from(b.first()), CALLS.load(Ordering::SeqCst)), (REPLAYS, REPLAYS));
        reporter.join().unwrap();
        assert_eq!(aclrtUnSubscribeReport(thread, main), 0);
        assert_eq!(aclmdlRIDestroy(graph), 0);
        assert_eq!(aclrtDestroyStream(main), 0);
    });
}

#[test]
fn a_replay_that_fails_says_so_and_can_be_repeated() {
    on_device(4, || {
        let (main, notify) = (stream(), notify());
        assert_eq!(aclmdlRICaptureBegin(main, 2), 0);
        assert_eq!(aclrtWaitAndResetNotify(notify, main, 1), 0);
        let (code, graph) = end(main);
        assert_eq!(code, 0);
        assert_eq!(aclmdlRIExecuteAsync(graph, main), 0);
        assert_eq!(aclmdlRIDestroy(graph), 107_037);
        assert_eq!(aclrtSynchronizeStream(main), 107_019);
        let other = stream();
        assert_eq!(aclmdlRIExecuteAsync(graph, main), 0);
        assert_eq!(aclrtRecordNotify(notify, other), 0);
        assert_eq!(aclrtSynchronizeStream(main), 0);
        // Dropping a replay ends its lanes.
        assert_eq!(aclmdlRIExecuteAsync(graph, main), 0);
        assert_eq!(aclrtStreamAbort(main), 0);
        assert_eq!(aclmdlRIExecuteAsync(graph, main), 0);
        assert_eq!(aclrtRecordNotify(notify, other), 0);
        assert_eq!(aclrtSynchronizeStream(main), 0);
        assert_eq!(aclmdlRIDestroy(graph), 0);
        assert_eq!(aclrtDestroyStream(main), 0);
        assert_eq!(aclrtDestroyStream(other), 0);
        assert_eq!(aclrtDestroyNotify(notify), 0);
    });
}

#[test]
fn captures_end_with_the_documented_errors() {
    on_device(5, || {
        let (main, side, fork) = (stream(), stream(), event(1));
        assert_eq!(end(main), (107_029, null_mut()));
        // An unjoined fork.
        assert_eq!(aclmdlRICaptureBegin(main, 1), 0);
        assert_eq!(aclrtRecordEvent(fork, main), 0);
        assert_eq!(aclrtStreamWaitEvent(side, fork), 0);
        assert_eq!(end(side).0, 107_027);
        assert_eq!(end(main), (107_025, null_mut()));
        // Forbidden calls.
        for forbidden in [
            aclrtSynchronizeStream as extern "C" fn(Handle) -> i32,
            aclrtDestroyStream as extern "C" fn(Handle) -> i32,
        ] {
            assert_eq!(aclmdlRICaptureBegin(main, 1), 0);
            assert_eq!(forbidden(main), 107_027);
            assert_eq!(status(main).0, 2);
            assert_eq!(end(main), (507_903, null_mut()));
        }
        // Another thread.
        assert_eq!(aclmdlRICaptureBegin(main, 1), 0);
        let raw = main as usize;
        std::thread::spawn(move || {
            assert_eq!(aclrtSetDevice(5), 0);
            assert_eq!(end(raw as Handle), (107_038, null_mut()));
            assert_eq!(aclrtResetDevice(5), 0);
        })
        .join()
        .unwrap();
        let (code, graph) = end(main);
        assert_eq!(code, 0);
        assert_eq!(aclmdlRIDestroy(graph), 0);
        let mut mode = 2;
        // SAFETY: `mode` is readable and writable; NULL outputs are refused.
        unsafe {
            assert_eq!(aclmdlRICaptureThreadExchangeMode(&mut mode), 0);
            assert_eq!(mode, 0);
            assert_eq!(aclmdlRICaptureThreadExchangeMode(&mut mode), 0);
            assert_eq!(mode, 2);
            assert_eq!(aclmdlRICaptureGetInfo(main, null_mut(), null_mut()), 100_000);
        }
        assert_eq!(aclrtDestroyStream(main), 0);
        assert_eq!(aclrtDestroyStream(side), 0);
        assert_eq!(aclrtDestroyEvent(fork), 0);
    });
}

#[test]
fn events_are_shared_by_handle() {
    on_device(0, || {
        let (recorder, waiter, notify) = (stream(), stream(), notify());
        let made = event(0x40);
        let mut handle = IpcHandle { reserved: [0; 64] };
        let (mut opened, mut status, mut ms) = (null_mut(), 9, 0f32);
        // SAFETY: all outputs are writable.
        unsafe {
            assert_eq!(aclrtIpcOpenEventHandle(handle, &mut opened), 107_000);
            assert_eq!(aclrtIpcGetEventHandle(event(1), &mut handle), 107_000);
            assert_eq!(aclrtIpcGetEventHandle(made, &mut handle), 0);
            assert_eq!(aclrtIpcOpenEventHandle(handle, &mut opened), 0);
            assert_eq!(aclrtIpcGetEventHandle(opened, &mut handle), 107_000);
            assert_eq!(aclrtQueryEventStatus(opened, &mut status), 0);
            assert_eq!(status, 1);
            assert_eq!(aclrtWaitAndResetNotify(notify, recorder, 0), 0);
            assert_eq!(aclrtRecordEvent(made, recorder), 0);
            assert_eq!(aclrtQueryEventStatus(opened, &mut status), 0);
            assert_eq!(status, 0);
            assert_eq!(aclrtEventElapsedTime(&mut ms, opened, made), 107_006);
            assert_eq!(aclrtSynchronizeEventWithTimeout(opened, 5), 507_047);
            let (to, from) = (Block::new(64, 0), Block::new(64, 5));
            assert_eq!(aclrtStreamWaitEvent(waiter, opened), 0);
            copy(&to, &from, 64, waiter);
            assert_eq!(aclrtSynchronizeStreamWithTimeout(waiter, 5), 507_046);
            let third = stream();
            assert_eq!(aclrtRecordNotify(notify, third), 0);
            assert_eq!(aclrtSynchronizeStream(waiter), 0);
            assert_eq!(to.first(), 5);
            assert_eq!(aclrtSynchronizeEvent(opened), 0);
            assert_eq!(aclrtEventElapsedTime(&mut ms, opened, made), 0);
            assert_eq!(ms, 0.0);
            assert_eq!(aclrtDestroyStream(third), 0);
        }
        assert_eq!(aclrtDestroyEvent(opened), 0);
        assert_eq!(aclrtDestroyEvent(made), 0);
        // SAFETY: the output is writable.
        assert_eq!(unsafe { aclrtIpcOpenEventHandle(handle, &mut opened) }, 107_000);
        assert_eq!(aclrtDestroyStream(recorder), 0);
        assert_eq!(aclrtDestroyStream(waiter), 0);
        assert_eq!(aclrtDestroyNotify(notify), 0);
    });
}
