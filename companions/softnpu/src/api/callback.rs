//! Functions of the program that run as tasks of a stream, and those that hear of devices.
//!
//! `aclrtLaunchHostFunc` runs on a thread of the runtime. `aclrtLaunchCallback` runs on the thread that subscribed to
//! the stream, inside its `aclrtProcessReport`. A stream uses one of the two kinds.

use super::guard::{guard, not_null};
use crate::engine::context;
use crate::engine::hooks::{DEVICE_ABORT, DEVICE_STATE};
use crate::engine::job::{self, Job, Place};
use crate::engine::sched::Engine;
use crate::engine::stream::{self, Stream};
use crate::engine::watchers::Watchers;
use crate::error::{Result, code, fail};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// `aclrtCallback`, `aclrtHostFunc`.
type Function = unsafe extern "C" fn(*mut c_void);

/// A function and its argument.
#[derive(Clone, Copy)]
struct Call {
    function: Function,
    data: usize,
}

impl Call {
    fn run(self) {
        // SAFETY: the program gave the function for this, with this argument.
        unsafe { (self.function)(self.data as *mut c_void) };
    }
}

/// Most threads that may subscribe.
const MOST_THREADS: usize = 1024;

/// A thread that subscribed to streams.
#[derive(Default)]
struct Subscriber {
    reports: Mutex<VecDeque<Report>>,
    more: Condvar,
}

/// A callback that waits for its thread.
struct Report {
    stream: u64,
    call: Call,
    done: Arc<Done>,
}

/// Tells the stream that a callback has run.
#[derive(Default)]
struct Done {
    over: AtomicBool,
    waiters: Watchers,
}

impl Done {
    fn finish(&self) {
        self.over.store(true, Ordering::SeqCst);
        self.waiters.ring();
    }
}

/// Who handles the callbacks of which stream.
#[derive(Default)]
struct Subscriptions {
    /// Threads by `pthread_self()`.
    threads: HashMap<u64, Arc<Subscriber>>,
    /// Threads by handle of the stream.
    streams: HashMap<u64, u64>,
    /// Streams with host functions, by handle.
    host: BTreeSet<u64>,
}

static SUBSCRIPTIONS: LazyLock<Mutex<Subscriptions>> = LazyLock::new(Default::default);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a thread (its `pthread_self()`) run the callbacks of a stream. 107011 if the stream has host functions or a
/// subscriber already, 207005 if too many threads subscribed.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSubscribeReport(thread: u64, stream: *mut c_void) -> i32 {
    guard("aclrtSubscribeReport", || {
        let stream = stream::resolve(stream)?;
        let handle = stream.handle() as u64;
        let mut all = lock(&SUBSCRIPTIONS);
        if all.host.contains(&handle) {
            fail!(
                code::RT_STREAM_SUBSCRIBE,
                "stream {} runs host functions, it cannot be subscribed",
                stream.id
            );
        }
        if all.streams.contains_key(&handle) {
            fail!(code::RT_STREAM_SUBSCRIBE, "stream {} has a subscriber already", stream.id);
        }
        if !all.threads.contains_key(&thread) && all.threads.len() == MOST_THREADS {
            fail!(code::RT_RESOURCE_ALLOC, "{MOST_THREADS} threads have subscribed, more are not possible");
        }
        all.threads.entry(thread).or_default();
        all.streams.insert(handle, thread);
        Ok(())
    })
}

/// Ends a subscription; callbacks that did not run yet are dropped and their stream goes on. 107011 if the stream has
/// no subscriber, 107012 if it is another thread.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtUnSubscribeReport(thread: u64, stream: *mut c_void) -> i32 {
    guard("aclrtUnSubscribeReport", || {
        let stream = stream::resolve(stream)?;
        let handle = stream.handle() as u64;
        let dropped: VecDeque<Report> = {
            let mut all = lock(&SUBSCRIPTIONS);
            match all.streams.get(&handle) {
                None => fail!(code::RT_STREAM_SUBSCRIBE, "stream {} has no subscriber", stream.id),
                Some(owner) if *owner != thread => {
                    fail!(
                        code::RT_THREAD_SUBSCRIBE,
                        "thread {thread:#x} did not subscribe to stream {}",
                        stream.id
                    )
                }
                Some(_) => {}
            }
            all.streams.remove(&handle);
            let subscriber = all.threads.get(&thread).cloned().unwrap_or_default();
            if !all.streams.values().any(|owner| *owner == thread) {
                all.threads.remove(&thread);
                subscriber.more.notify_all();
            }
            let mut reports = lock(&subscriber.reports);
            let (dropped, kept) = reports.drain(..).partition(|report| report.stream == handle);
            *reports = kept;
            dropped
        };
        dropped.iter().for_each(|report| report.done.finish());
        Ok(())
    })
}

fn subscriber_of_this_thread() -> Result<Arc<Subscriber>> {
    // SAFETY: no arguments.
    let thread = unsafe { libc::pthread_self() } as u64;
    let Some(subscriber) = lock(&SUBSCRIPTIONS).threads.get(&thread).cloned() else {
        fail!(code::RT_THREAD_SUBSCRIBE, "the thread has not subscribed to a stream");
    };
    Ok(subscriber)
}

/// Runs the next callback of the streams that the calling thread subscribed to; waits for it up to `timeout` ms, -1
/// for ever. 100000 for other time-outs below 1, 107012 if the thread has no subscription, 507012 if none came.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtProcessReport(timeout: i32) -> i32 {
    guard("aclrtProcessReport", || {
        if timeout == 0 || timeout < -1 {
            fail!(code::INVALID_PARAM, "timeout is {timeout} ms, expected -1 or more than 0");
        }
        let deadline = u64::try_from(timeout).ok().map(|ms| Instant::now() + Duration::from_millis(ms));
        loop {
            let subscriber = subscriber_of_this_thread()?;
            let mut reports = lock(&subscriber.reports);
            if let Some(report) = reports.pop_front() {
                drop(reports);
                report.call.run();
                report.done.finish();
                return Ok(());
            }
            // A wait without end looks up its subscription again now and then: another thread may have ended it.
            let most = Duration::from_millis(200);
            let left = deadline.map_or(most, |deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                fail!(code::RT_REPORT_TIMEOUT, "no callback came within {timeout} ms");
            }
            drop(subscriber.more.wait_timeout(reports, left.min(most)));
        }
    })
}

/// First half of a callback: hands it to the thread.
struct Post {
    stream: u64,
    call: Call,
    /// The report of the newest run; a graph may run the task again.
    newest: Arc<Mutex<Arc<Done>>>,
}

impl Job for Post {
    fn describe(&self) -> String {
        format!("callback {:p}", self.call.function)
    }

    fn run(&self, _stream: &Arc<Stream>) -> Result {
        let done = Arc::new(Done::default());
        *lock(&self.newest) = Arc::clone(&done);
        let subscriber = {
            let all = lock(&SUBSCRIPTIONS);
            all.streams.get(&self.stream).and_then(|thread| all.threads.get(thread)).cloned()
        };
        let Some(subscriber) = subscriber else {
            done.finish();
            fail!(code::RT_STREAM_NO_CB_REG, "the stream lost its subscriber before the callback could run");
        };
        lock(&subscriber.reports).push_back(Report { stream: self.stream, call: self.call, done });
        subscriber.more.notify_one();
        Ok(())
    }
}

/// Second half of a blocking callback: waits until it has run.
struct Await {
    newest: Arc<Mutex<Arc<Done>>>,
}

impl Job for Await {
    fn describe(&self) -> String {
        "blocking callback, run by aclrtProcessReport".to_owned()
    }

    fn place(&self) -> Place {
        Place::Wait
    }

    fn poll(&self, park: Option<&Arc<Engine>>) -> Result<bool> {
        let done = Arc::clone(&lock(&self.newest));
        if let Some(engine) = park {
            done.waiters.add(engine);
        }
        Ok(done.over.load(Ordering::SeqCst))
    }
}

const NO_BLOCK: i32 = 0;
const BLOCK: i32 = 1;

/// Adds a callback to a stream; its subscriber runs it. With block type 1 the stream waits until it has run. 100000
/// for another type, 107000 for a NULL function, 107011 if the stream has host functions, 107015 without subscriber.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtLaunchCallback(
    function: Option<Function>,
    data: *mut c_void,
    kind: i32,
    stream: *mut c_void,
) -> i32 {
    guard("aclrtLaunchCallback", || {
        if !(NO_BLOCK..=BLOCK).contains(&kind) {
            fail!(code::INVALID_PARAM, "blockType is {kind}, expected {NO_BLOCK} or {BLOCK}");
        }
        let Some(function) = function else { fail!(code::RT_PARAM_INVALID, "fn is NULL") };
        let stream = stream::resolve(stream)?;
        let handle = stream.handle() as u64;
        {
            let all = lock(&SUBSCRIPTIONS);
            if all.host.contains(&handle) {
                fail!(
                    code::RT_STREAM_SUBSCRIBE,
                    "stream {} runs host functions, it takes no callbacks",
                    stream.id
                );
            }
            if !all.streams.contains_key(&handle) {
                fail!(
                    code::RT_STREAM_NO_CB_REG,
                    "stream {} has no subscriber, call aclrtSubscribeReport",
                    stream.id
                );
            }
        }
        let newest = Arc::new(Mutex::new(Arc::new(Done::default())));
        let post = Post {
            stream: handle,
            call: Call { function, data: data as usize },
            newest: Arc::clone(&newest),
        };
        if kind == BLOCK {
            stream.submit_named(&[job::task(post), job::task(Await { newest })])
        } else {
            stream.submit_named(&[job::task(post)])
        }
    })
}

/// A host function.
struct HostFunction {
    call: Call,
}

impl Job for HostFunction {
    fn describe(&self) -> String {
        format!("host function {:p}", self.call.function)
    }

    fn place(&self) -> Place {
        Place::Thread
    }

    fn run(&self, stream: &Arc<Stream>) -> Result {
        match stream.context() {
            Some(context) => context::scope(context, || self.call.run()),
            None => self.call.run(),
        }
        Ok(())
    }
}

/// Adds a function to a stream; a thread of the runtime runs it and the stream waits for its end. It must not wait for
/// its own stream. 107000 for a NULL function, 107011 if the stream was subscribed.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtLaunchHostFunc(
    stream: *mut c_void,
    function: Option<Function>,
    data: *mut c_void,
) -> i32 {
    guard("aclrtLaunchHostFunc", || {
        let Some(function) = function else { fail!(code::RT_PARAM_INVALID, "fn is NULL") };
        let stream = stream::resolve(stream)?;
        let handle = stream.handle() as u64;
        {
            let mut all = lock(&SUBSCRIPTIONS);
            if all.streams.contains_key(&handle) {
                fail!(
                    code::RT_STREAM_SUBSCRIBE,
                    "stream {} was subscribed, it takes no host functions",
                    stream.id
                );
            }
            all.host.insert(handle);
        }
        stream.submit_named(&[job::task(HostFunction { call: Call { function, data: data as usize } })])
    })
}

/// `aclrtDeviceStateCallback`: device, `aclrtDeviceState`, argument.
type StateFunction = unsafe extern "C" fn(i32, u32, *mut c_void);
/// `aclrtDeviceTaskAbortCallback`: device, `aclrtDeviceTaskAbortStage`, time-out in ms, argument.
type AbortFunction = unsafe extern "C" fn(i32, u32, u32, *mut c_void) -> i32;
/// `aclrtSnapShotCallBack`: device, argument.
type SnapshotFunction = unsafe extern "C" fn(i32, *mut c_void) -> u32;

/// Functions by the name they were registered under, in the order of registration.
type Named<F> = Mutex<Vec<(CString, F, usize)>>;

static STATE: Named<StateFunction> = Mutex::new(Vec::new());
static ABORT: Named<AbortFunction> = Mutex::new(Vec::new());

/// Registers a function under a name in place of the old one; `None` takes the old one away.
///
/// # Safety
/// `name` is a C string.
unsafe fn register<F: Copy>(list: &Named<F>, name: *const c_char, function: Option<F>, data: *mut c_void) {
    // SAFETY: per the function's contract.
    let name = unsafe { CStr::from_ptr(name) }.to_owned();
    let mut list = lock(list);
    match (list.iter_mut().find(|(known, ..)| *known == name), function) {
        (Some(entry), Some(function)) => *entry = (name, function, data as usize),
        (None, Some(function)) => list.push((name, function, data as usize)),
        (_, None) => list.retain(|(known, ..)| *known != name),
    }
}

fn tell_state(device: i32, state: u32) {
    let list = lock(&STATE).clone();
    for (_, function, data) in list {
        // SAFETY: the program registered the function for this, with this argument.
        unsafe { function(device, state, data as *mut c_void) };
    }
}

fn tell_abort(device: i32, stage: u32, timeout: u32) -> i32 {
    let list = lock(&ABORT).clone();
    let mut first = 0;
    for (_, function, data) in list {
        // SAFETY: the program registered the function for this, with this argument.
        let result = unsafe { function(device, stage, timeout, data as *mut c_void) };
        if first == 0 {
            first = result;
        }
    }
    first
}

/// Registers a function that hears when a device is set the first time and reset the last time, before and after;
/// NULL takes the function of that name away.
///
/// # Safety
/// `name` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtRegDeviceStateCallback(
    name: *const c_char,
    function: Option<StateFunction>,
    data: *mut c_void,
) -> i32 {
    guard("aclrtRegDeviceStateCallback", || {
        not_null(name, "regName")?;
        // SAFETY: not null; the caller vouches for the string.
        unsafe { register(&STATE, name, function, data) };
        let _ = DEVICE_STATE.set(tell_state);
        Ok(())
    })
}

/// Registers a function that hears before and after `aclrtDeviceTaskAbort`; NULL takes the function of that name away.
///
/// # Safety
/// `name` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtSetDeviceTaskAbortCallback(
    name: *const c_char,
    function: Option<AbortFunction>,
    data: *mut c_void,
) -> i32 {
    guard("aclrtSetDeviceTaskAbortCallback", || {
        not_null(name, "regName")?;
        // SAFETY: not null; the caller vouches for the string.
        unsafe { register(&ABORT, name, function, data) };
        let _ = DEVICE_ABORT.set(tell_abort);
        Ok(())
    })
}

/// Highest `aclrtSnapShotStage`.
const LAST_STAGE: i32 = 5;

fn check_snapshot(stage: i32, function: Option<SnapshotFunction>) -> Result {
    if !(0..=LAST_STAGE).contains(&stage) {
        fail!(code::RT_PARAM_INVALID, "stage is {stage}, expected 0 to {LAST_STAGE}");
    }
    if function.is_none() {
        fail!(code::RT_PARAM_INVALID, "callback is NULL");
    }
    Ok(())
}

/// Registered functions for snapshots of the process: stage and address. Snapshots are never taken.
static SNAPSHOT: Mutex<BTreeSet<(i32, usize)>> = Mutex::new(BTreeSet::new());

/// Registers a function for a stage of process snapshots; they are never taken here.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSnapShotCallbackRegister(
    stage: i32,
    function: Option<SnapshotFunction>,
    _data: *mut c_void,
) -> i32 {
    guard("aclrtSnapShotCallbackRegister", || {
        check_snapshot(stage, function)?;
        lock(&SNAPSHOT).insert((stage, function.map_or(0, |f| f as usize)));
        Ok(())
    })
}

/// Takes away what [`aclrtSnapShotCallbackRegister`] added. 107000 if it was not added.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSnapShotCallbackUnregister(stage: i32, function: Option<SnapshotFunction>) -> i32 {
    guard("aclrtSnapShotCallbackUnregister", || {
        check_snapshot(stage, function)?;
        if !lock(&SNAPSHOT).remove(&(stage, function.map_or(0, |f| f as usize))) {
            fail!(code::RT_PARAM_INVALID, "the callback is not registered for stage {stage}");
        }
        Ok(())
    })
}
