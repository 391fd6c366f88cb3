//! Streams, notifies and events of the engine, on real devices of this process.

#[path = "../../tests/watch/mod.rs"]
mod watch;

use super::context::{self, Context};
use super::event::{self, Event};
use super::job::{Job, Place};
use super::notify;
use super::stream::{Stream, StreamKind};
use crate::error::{Result, code};
use npu_ext::{Notify, Task, op};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use watch::watched;

fn home(device: i32) -> Arc<Context> {
    context::of_device(device).unwrap()
}

fn stream(device: i32, kind: StreamKind) -> Arc<Stream> {
    Stream::create(&home(device), kind).unwrap()
}

fn wait(notify: &Notify, timeout_ns: u64) -> Task {
    Task { op: op::NOTIFY_WAIT, a: notify as *const Notify as u64, n: timeout_ns, ..Task::NOP }
}

fn record(notify: &Notify) -> Task {
    Task { op: op::NOTIFY_RECORD, a: notify as *const Notify as u64, ..Task::NOP }
}

fn copy(to: &mut [u8], from: &[u8]) -> Task {
    assert_eq!(to.len(), from.len());
    let (a, b) = (to.as_mut_ptr() as u64, from.as_ptr() as u64);
    Task { op: op::COPY, a, b, n: to.len() as u64, ..Task::NOP }
}

#[test]
fn cheap_tasks_run_in_the_caller() {
    watched(|| {
        let stream = stream(0, StreamKind::Extension);
        let (from, mut to) = ([7u8; 100], [0u8; 100]);
        stream.submit(&[copy(&mut to, &from)]).unwrap();
        assert_eq!(to, from);
        assert_eq!(stream.pending(), 0);
        stream.synchronize(-1).unwrap();
    });
}

/// A helper whose condition holds while it runs a long stream leaves the rest of it to a helper that sleeps.
#[test]
fn a_leaving_helper_wakes_a_sleeping_one() {
    unsafe extern "C" fn slow(flag: u64, _: *const Task) -> i32 {
        // Long enough for the other helper to fall asleep.
        std::thread::sleep(Duration::from_millis(5));
        // SAFETY: the test passes its flag, which outlives the stream's work.
        unsafe { &*(flag as *const AtomicBool) }.store(true, Ordering::SeqCst);
        0
    }
    watched(|| {
        let context = home(2);
        let (busy, waiting) = (stream(2, StreamKind::Extension), stream(2, StreamKind::Extension));
        let (go, end) =
            (context.device.notifies.alloc(1).unwrap(), context.device.notifies.alloc(1).unwrap());
        let engine = &context.device.engine;
        for _ in 0..30 {
            let flag = AtomicBool::new(false);
            let call: npu_ext::CallFn = slow;
            let first =
                Task { op: op::CALL, a: call as usize as u64, b: &raw const flag as u64, ..Task::NOP };
            busy.submit(&[wait(go, 0), first]).unwrap();
            busy.submit(&[Task::NOP; 100]).unwrap();
            busy.submit(&[record(end)]).unwrap();
            waiting.submit(&[wait(end, 0)]).unwrap();
            std::thread::scope(|scope| {
                scope.spawn(|| waiting.synchronize(-1).unwrap());
                scope.spawn(|| engine.run_until(|| flag.load(Ordering::SeqCst), crate::sync::NEVER));
                std::thread::sleep(Duration::from_millis(2));
                notify::record(go);
            });
            busy.synchronize(-1).unwrap();
        }
    });
}

#[test]
fn a_wait_holds_back_what_follows() {
    watched(|| {
        let stream = stream(0, StreamKind::Extension);
        let notify = home(0).device.notifies.alloc(1).unwrap();
        let (from, mut to) = ([7u8; 100], [0u8; 100]);
        let task = copy(&mut to, &from);
        stream.submit(&[wait(notify, 0), task]).unwrap();
        assert_eq!(stream.pending(), 2);
        assert_eq!(stream.synchronize(20).unwrap_err().code, code::RT_STREAM_SYNC_TIMEOUT);
        assert_eq!(to[0], 0);
        notify::record(notify);
        stream.synchronize(-1).unwrap();
        assert_eq!(to, from);
        assert_eq!(notify.flag.load(Ordering::Relaxed), 0);
    });
}

#[test]
fn work_goes_on_without_any_caller() {
    watched(|| {
        let stream = stream(1, StreamKind::Extension);
        let notify = home(1).device.notifies.alloc(1).unwrap();
        let from = vec![7u8; 20 << 20];
        let mut to = vec![0u8; 20 << 20];
        let task = copy(&mut to, &from);
        stream.submit(&[wait(notify, 0), task]).unwrap();
        std::thread::spawn(move || notify::record(notify)).join().unwrap();
        while stream.pending() != 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(to, from);
    });
}

#[test]
fn a_wait_times_out_without_any_caller() {
    watched(|| {
        let stream = stream(2, StreamKind::Extension);
        let notify = home(2).device.notifies.alloc(1).unwrap();
        stream.submit(&[wait(notify, 5_000_000), Task::NOP]).unwrap();
        while stream.pending() != 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        let error = stream.error().unwrap();
        assert_eq!(error.code, code::RT_WAIT_TIMEOUT);
        assert!(error.text.contains("timed out after"), "{}", error.text);
        assert_eq!(stream.submit(&[Task::NOP]).unwrap_err().code, code::RT_WAIT_TIMEOUT);
        stream.clear_error();
        stream.submit(&[Task::NOP]).unwrap();
        stream.synchronize(-1).unwrap();
    });
}

#[test]
fn a_user_stream_goes_on_after_an_error() {
    watched(|| {
        let stream = stream(0, StreamKind::User);
        let notify = home(0).device.notifies.alloc(1).unwrap();
        let (from, mut to) = ([7u8; 100], [0u8; 100]);
        let task = copy(&mut to, &from);
        stream.submit(&[wait(notify, 1_000_000), task]).unwrap();
        assert_eq!(stream.synchronize(-1).unwrap_err().code, code::RT_WAIT_TIMEOUT);
        assert_eq!(to, from);
        stream.synchronize(-1).unwrap();
    });
}

#[test]
fn abort_ends_a_blocked_wait() {
    watched(|| {
        for sticky in [false, true] {
            let stream = stream(0, StreamKind::Extension);
            let notify = home(0).device.notifies.alloc(1).unwrap();
            stream.submit(&[wait(notify, 0), Task::NOP]).unwrap();
            let syncer = {
                let stream = Arc::clone(&stream);
                std::thread::spawn(move || stream.synchronize(-1))
            };
            std::thread::sleep(Duration::from_millis(5));
            stream.abort(crate::error::Error::new(code::RT_STREAM_ABORT, "enough"), sticky);
            // The thread may have come too late to see a work in progress.
            if let Err(error) = syncer.join().unwrap() {
                assert_eq!((error.code, error.text.as_str()), (code::RT_STREAM_ABORT, "enough"));
            }
            assert_eq!(stream.pending(), 0);
            assert_eq!(stream.submit(&[Task::NOP]).is_err(), sticky);
            stream.clear_error();
            stream.submit(&[Task::NOP]).unwrap();
            stream.synchronize(-1).unwrap();
        }
    });
}

#[test]
fn threads_play_ping_pong() {
    watched(|| {
        const ROUNDS: usize = 5_000;
        let notifies = [home(3).device.notifies.alloc(1).unwrap(), home(4).device.notifies.alloc(1).unwrap()];
        let players: Vec<_> = (0..2)
            .map(|me| {
                std::thread::spawn(move || {
                    let stream = stream(3 + me, StreamKind::Extension);
                    for round in 0..ROUNDS {
                        if me == 0 {
                            stream.submit(&[record(notifies[1]), wait(notifies[0], 0)]).unwrap();
                        } else {
                            stream.submit(&[wait(notifies[1], 0), record(notifies[0])]).unwrap();
                        }
                        if round % 3 == 0 {
                            stream.synchronize(-1).unwrap();
                        }
                    }
                    stream.synchronize(-1).unwrap();
                })
            })
            .collect();
        for player in players {
            player.join().unwrap();
        }
    });
}

#[test]
fn events_order_streams() {
    watched(|| {
        let (a, b) = (stream(0, StreamKind::User), stream(1, StreamKind::User));
        let notify = home(0).device.notifies.alloc(1).unwrap();
        let event = Event::new(0, 1, true);
        let (from, mut to) = ([7u8; 100], [0u8; 100]);
        a.submit(&[wait(notify, 0)]).unwrap();
        let (first, task) = event.new_record(&a);
        a.submit(&[task]).unwrap();
        b.submit(&[event::wait_task(Arc::clone(&first), 0), copy(&mut to, &from)]).unwrap();
        assert!(!first.is_done());
        assert!(!first.wait(crate::sync::deadline_in(1_000_000)));
        notify::record(notify);
        b.synchronize(-1).unwrap();
        assert!(first.wait(0));
        assert_eq!(to, from);
        assert!(first.stamp().unwrap() <= crate::sync::now_ns());
    });
}

struct Blocking(Arc<AtomicU64>);

impl Job for Blocking {
    fn describe(&self) -> String {
        "test job".into()
    }

    fn place(&self) -> Place {
        Place::Thread
    }

    fn run(&self, stream: &Arc<Stream>) -> Result {
        // Blocking on another stream of the device must not hold anything up.
        let helper = Stream::create(&home(stream.engine.device), StreamKind::User).unwrap();
        helper.submit(&[Task::NOP])?;
        helper.synchronize(-1)?;
        std::thread::sleep(Duration::from_millis(1));
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

#[test]
fn blocking_jobs_run_in_order_on_kernel_threads() {
    watched(|| {
        let count = Arc::new(AtomicU64::new(0));
        let streams: Vec<_> = (0..12).map(|_| stream(5, StreamKind::User)).collect();
        for _ in 0..5 {
            for stream in &streams {
                stream.push(Blocking(Arc::clone(&count))).unwrap();
            }
        }
        for stream in &streams {
            stream.synchronize(-1).unwrap();
        }
        assert_eq!(count.load(Ordering::Relaxed), 60);
    });
}
