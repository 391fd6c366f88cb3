//! The engine through the extension table, in one process and between processes.

mod watch;

use acl_rt::ext::softnpu_ext_v1;
use npu_ext::{CallFn, DeviceInfo, Notify, NpuExt, StreamRef, Task, op, poll};
use proptest::prelude::*;
use std::ffi::{CStr, c_char, c_void};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;
use watch::watched;

fn npu() -> &'static NpuExt {
    // SAFETY: the table lives for ever.
    let npu = unsafe { &*softnpu_ext_v1() };
    assert!(npu.usable());
    npu
}

/// A stream of a device; released at the end.
struct Stream(StreamRef);

// SAFETY: the functions of the table are thread-safe.
unsafe impl Send for Stream {}
// SAFETY: as above.
unsafe impl Sync for Stream {}

impl Stream {
    fn new(device: i32) -> Stream {
        let mut stream = null_mut();
        // SAFETY: the output is writable.
        assert_eq!(unsafe { (npu().stream_create)(device, &mut stream) }, 0);
        Stream(stream)
    }

    fn submit(&self, tasks: &[Task]) -> i32 {
        // SAFETY: the tests pass tasks whose addresses live until the stream is idle.
        unsafe { (npu().submit)(self.0, tasks.as_ptr(), tasks.len() as u32) }
    }

    fn sync(&self) -> i32 {
        // SAFETY: the reference is alive.
        unsafe { (npu().stream_sync)(self.0, -1) }
    }

    fn pending(&self) -> u64 {
        // SAFETY: the reference is alive.
        unsafe { (npu().stream_pending)(self.0) }
    }

    fn error(&self) -> (i32, String) {
        let mut text = [0u8; 300];
        // SAFETY: the buffer has the size given and ends up terminated.
        unsafe {
            let code = (npu().stream_error)(self.0, text.as_mut_ptr().cast(), text.len());
            (code, CStr::from_ptr(text.as_ptr().cast()).to_str().unwrap().to_owned())
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: the reference is alive and given up.
        unsafe { (npu().stream_release)(self.0) };
    }
}

fn notifies(device: i32, n: u32) -> u64 {
    let mut first = null_mut();
    // SAFETY: the output is writable.
    assert_eq!(unsafe { (npu().notify_alloc)(device, n, &mut first) }, 0);
    first as u64
}

fn nth(first: u64, n: usize) -> u64 {
    first + (n * size_of::<Notify>()) as u64
}

fn free_notifies(first: u64, n: u32) {
    // SAFETY: the notifies came from `notifies`.
    assert_eq!(unsafe { (npu().notify_free)(first as *mut Notify, n) }, 0);
}

fn wait(notify: u64, timeout_ns: u64) -> Task {
    Task { op: op::NOTIFY_WAIT, a: notify, n: timeout_ns, ..Task::NOP }
}

fn record(notify: u64) -> Task {
    Task { op: op::NOTIFY_RECORD, a: notify, ..Task::NOP }
}

fn info(device: i32) -> DeviceInfo {
    let mut info = std::mem::MaybeUninit::uninit();
    // SAFETY: the function fills the output when it returns 0.
    unsafe {
        assert_eq!((npu().device_info)(device, info.as_mut_ptr()), 0);
        info.assume_init()
    }
}

unsafe extern "C" fn describe(
    task: *const Task,
    code: i32,
    waited_ns: u64,
    buf: *mut c_char,
    cap: usize,
) -> usize {
    // SAFETY: the runtime passes a valid task and buffer.
    unsafe {
        let text = format!("tag {} code {code} waited {}", (*task).tag, waited_ns >= 1_000_000);
        assert!(text.len() < cap);
        buf.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), text.len());
        text.len()
    }
}

unsafe extern "C" fn fails(ctx: u64, task: *const Task) -> i32 {
    // SAFETY: the runtime passes the task.
    assert_eq!(unsafe { (*task).c }, 77);
    ctx as i32
}

fn call(function: CallFn, ctx: u64, code: u16) -> Task {
    Task { op: code, a: function as usize as u64, b: ctx, c: 77, ..Task::NOP }
}

#[test]
fn failed_tasks_are_described_by_the_submitter() {
    watched(|| {
        // SAFETY: the function has the type asked for and lives for ever.
        unsafe { (npu().set_describer)(Some(describe)) };
        let notify = notifies(0, 1);
        for task in [wait(notify, 1_000_000), call(fails, 123, op::CALL), call(fails, 123, op::BLOCKING_CALL)]
        {
            let stream = Stream::new(0);
            let code = if task.op == op::NOTIFY_WAIT { 107_019 } else { 123 };
            assert_eq!(stream.submit(&[Task { tag: 9, ..task }, Task::NOP]), 0);
            assert_eq!(stream.sync(), code);
            let waited = task.op == op::NOTIFY_WAIT;
            assert_eq!(stream.error(), (code, format!("tag 9 code {code} waited {waited}")));
            // The error sticks.
            assert_eq!(stream.submit(&[Task::NOP]), code);
            // SAFETY: the reference is alive.
            assert_eq!(unsafe { (npu().stream_enter)(stream.0) }, 0);
            assert_eq!(stream.sync(), code);
            // SAFETY: the reference is alive.
            assert_eq!(unsafe { (npu().stream_clear_error)(stream.0) }, 0);
            assert_eq!(stream.submit(&[Task { tag: 0, ..task }]), 0);
            assert_eq!(stream.sync(), code);
            assert!(!stream.error().1.contains("tag"));
        }
        free_notifies(notify, 1);
    });
}

#[test]
fn abort_names_its_reason_and_skips() {
    watched(|| {
        let (stream, notify) = (Stream::new(0), notifies(0, 1));
        let mut word = 0u64;
        let set = Task { op: op::MEMSET, a: &raw mut word as u64, n: 8, aux: 1, ..Task::NOP };
        assert_eq!(stream.submit(&[wait(notify, 0), set]), 0);
        // SAFETY: the text is terminated.
        assert_eq!(unsafe { (npu().stream_abort)(stream.0, 107_022, c"rank 3 left".as_ptr()) }, 0);
        assert_eq!(stream.sync(), 107_022);
        assert_eq!(stream.error(), (107_022, "rank 3 left".to_owned()));
        assert_eq!((stream.pending(), word), (0, 0));
        free_notifies(notify, 1);
    });
}

#[test]
fn waits_of_threads_end_by_record_time_or_abort() {
    watched(|| {
        let notify = notifies(1, 1) as *mut Notify;
        let raw = notify as usize;
        let abort = AtomicU32::new(0);
        // SAFETY: the notify and the word are alive.
        unsafe {
            assert_eq!((npu().notify_wait)(notify, 2_000_000, std::ptr::null()), 107_019);
            assert_eq!((npu().notify_record)(notify), 0);
            assert_eq!((npu().notify_wait)(notify, 0, &abort), 0);
            let recorder = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(5));
                (npu().notify_record)(raw as *mut Notify)
            });
            assert_eq!((npu().notify_wait)(notify, 0, std::ptr::null()), 0);
            assert_eq!(recorder.join().unwrap(), 0);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(5));
                    abort.store(1, Ordering::Release);
                });
                assert_eq!((npu().notify_wait)(notify, 0, &abort), 107_023);
            });
        }
        free_notifies(notify as u64, 1);
    });
}

#[test]
fn the_turn_can_be_taken_and_given_back() {
    watched(|| {
        let (stream, notify) = (Stream::new(2), notifies(2, 1));
        let mut word = 0u64;
        let set = Task { op: op::MEMSET, a: &raw mut word as u64, n: 8, aux: 1, ..Task::NOP };
        // SAFETY: the reference is alive, and `leave` follows `enter` on this thread.
        unsafe {
            assert_eq!((npu().stream_enter)(stream.0), 1);
            assert_eq!((npu().stream_enter)(stream.0), 0);
            assert_eq!(stream.submit(&[set]), 0);
            assert_eq!((&raw const word).read_volatile(), 0);
            (npu().stream_leave)(stream.0);
            assert_ne!((&raw const word).read_volatile(), 0);
            assert_eq!(stream.submit(&[wait(notify, 0)]), 0);
            assert_eq!((npu().stream_enter)(stream.0), 0);
            (npu().notify_record)(notify as *mut Notify);
            assert_eq!(stream.sync(), 0);
            assert_eq!((npu().stream_enter)(stream.0), 1);
            (npu().stream_leave)(stream.0);
        }
        free_notifies(notify, 1);
    });
}

unsafe extern "C" fn count(ctx: u64, _task: *const Task) -> i32 {
    // SAFETY: the test passes a living counter.
    unsafe { &*(ctx as *const AtomicU64) }.fetch_add(1, Ordering::Relaxed);
    0
}

/// Notify that [`poller`] records at its tenth look; 0: none.
static POLLED: AtomicU64 = AtomicU64::new(0);
/// Calls of [`poller`] by what they asked for.
static POLLS: [AtomicU32; 4] = [const { AtomicU32::new(0) }; 4];

unsafe extern "C" fn poller(what: u32) -> u32 {
    let before = POLLS[what as usize].fetch_add(1, Ordering::SeqCst);
    if what != poll::LOOK || before < 10 {
        return 0;
    }
    let notify = POLLED.swap(0, Ordering::SeqCst);
    // SAFETY: 0, or a notify that is allocated.
    if notify != 0 { unsafe { (npu().notify_record)(notify as *mut Notify) as u32 + 1 } } else { 0 }
}

#[test]
fn waits_call_the_poller_and_say_when_they_sleep() {
    watched(|| {
        let first = notifies(5, 1);
        POLLED.store(first, Ordering::SeqCst);
        // SAFETY: a function of the contract.
        unsafe { (npu().set_poller)(Some(poller)) };
        // Nobody else records it.
        // SAFETY: the notify is allocated.
        while unsafe { (npu().notify_wait)(first as *mut Notify, 20_000_000, std::ptr::null()) } != 0 {}
        // SAFETY: no function.
        unsafe { (npu().set_poller)(None) };
        // Threads of other tests may be in a wait that began before.
        let count = |what: u32| POLLS[what as usize].load(Ordering::SeqCst);
        while count(poll::BEGIN) != count(poll::END) + count(poll::SLEEP) {
            std::thread::yield_now();
        }
        assert!(count(poll::LOOK) > 10);
        free_notifies(first, 1);
    });
}

#[test]
fn a_record_for_later_runs_no_task_before_it_is_settled() {
    watched(|| {
        let (stream, first) = (Stream::new(6), notifies(6, 1));
        let done = AtomicU64::new(0);
        for round in 1..=3 {
            let tasks = [wait(first, 0), call(count, &raw const done as u64, op::CALL)];
            assert_eq!(stream.submit(&tasks), 0);
            // SAFETY: the notify is allocated.
            assert_eq!(unsafe { (npu().notify_record_later)(first as *mut Notify) }, 0);
            assert_eq!(done.load(Ordering::SeqCst), round - 1);
            // SAFETY: no memory arguments.
            unsafe { (npu().settle)() };
            assert_eq!(done.load(Ordering::SeqCst), round);
        }
        assert_eq!(stream.sync(), 0);
        free_notifies(first, 1);
    });
}

/// 100 streams on two devices hand a token round, many times, submitted by four threads.
#[test]
fn a_hundred_streams_hand_a_token_round() {
    watched(|| {
        const STREAMS: usize = 100;
        const ROUNDS: usize = 300;
        let calls = AtomicU64::new(0);
        let firsts = [notifies(6, 50), notifies(7, 50)];
        let notify = |at: usize| nth(firsts[at % 2], at / 2 % 50);
        let streams: Vec<Stream> = (0..STREAMS).map(|at| Stream::new(6 + (at % 2) as i32)).collect();
        std::thread::scope(|scope| {
            for worker in 0..4 {
                let (streams, calls) = (&streams, &calls);
                scope.spawn(move || {
                    for round in 0..ROUNDS {
                        for at in (worker..STREAMS).step_by(4) {
                            let tasks = [
                                wait(notify(at), 0),
                                call(count, calls as *const AtomicU64 as u64, op::CALL),
                                record(notify((at + 1) % STREAMS)),
                            ];
                            assert_eq!(streams[at].submit(&tasks), 0);
                        }
                        if round % 50 == 0 && worker == 0 {
                            // SAFETY: plain call.
                            unsafe { (npu().progress)() };
                        }
                    }
                    for at in (worker..STREAMS).step_by(4) {
                        assert_eq!(streams[at].sync(), 0);
                    }
                });
            }
            std::thread::sleep(Duration::from_millis(1));
            // SAFETY: the notify is alive.
            assert_eq!(unsafe { (npu().notify_record)(notify(0) as *mut Notify) }, 0);
        });
        assert_eq!(calls.load(Ordering::Relaxed), (STREAMS * ROUNDS) as u64);
        drop(streams);
        for first in firsts {
            free_notifies(first, 50);
        }
    });
}

/// What one step of a random program does to cells of 64-bit words.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Copy { to: usize, from: usize },
    Fill { to: usize, byte: u8 },
    Sum { to: usize, from: usize },
    Call { to: usize, add: u8, blocking: bool },
}

impl Deed {
    fn cells(self) -> [usize; 2] {
        match self {
            Deed::Copy { to, from } | Deed::Sum { to, from } => [to, from],
            Deed::Fill { to, .. } | Deed::Call { to, .. } => [to, to],
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Step {
    stream: usize,
    deed: Deed,
    /// Submit what the stream has collected after this step.
    submit: bool,
    /// Wait for the stream after this step.
    sync: bool,
}

const CELLS: usize = 6;
const STREAMS: usize = 5;

/// Words of a cell: small ones run in the caller, big ones elsewhere.
fn words(big: bool) -> usize {
    if big { (3 << 20) / 8 } else { 24 }
}

fn step() -> impl Strategy<Value = Step> {
    let deed = prop_oneof![
        (0..CELLS, 0..CELLS).prop_map(|(to, from)| Deed::Copy { to, from }),
        (0..CELLS, any::<u8>()).prop_map(|(to, byte)| Deed::Fill { to, byte }),
        (0..CELLS, 0..CELLS).prop_map(|(to, from)| Deed::Sum { to, from }),
        (0..CELLS, any::<u8>(), prop::bool::weighted(0.2)).prop_map(|(to, add, blocking)| Deed::Call {
            to,
            add,
            blocking
        }),
    ];
    (0..STREAMS, deed, any::<bool>(), prop::bool::weighted(0.1))
        .prop_map(|(stream, deed, submit, sync)| Step { stream, deed, submit, sync })
}

unsafe extern "C" fn add_to_cell(ctx: u64, task: *const Task) -> i32 {
    // SAFETY: the test passes the first word of a cell that no other task touches now.
    unsafe {
        let word = ctx as *mut u64;
        word.write(word.read().wrapping_add((*task).d));
    }
    0
}

fn plan(deed: Deed, cell: impl Fn(usize) -> u64, words: usize) -> Task {
    let bytes = words as u64 * 8;
    match deed {
        Deed::Copy { to, from } if to == from => Task::NOP,
        Deed::Copy { to, from } => Task { op: op::COPY, a: cell(to), b: cell(from), n: bytes, ..Task::NOP },
        Deed::Fill { to, byte } => {
            Task { op: op::MEMSET, a: cell(to), n: bytes, aux: byte.into(), ..Task::NOP }
        }
        Deed::Sum { to, from } => {
            // HCCL_DATA_TYPE_UINT64 and HCCL_REDUCE_SUM.
            Task { op: op::REDUCE, a: cell(to), b: cell(from), n: words as u64, aux: 6, ..Task::NOP }
        }
        Deed::Call { to, add, blocking } => {
            let op = if blocking { op::BLOCKING_CALL } else { op::CALL };
            Task { op, a: add_to_cell as *const c_void as u64, b: cell(to), d: add.into(), ..Task::NOP }
        }
    }
}

fn imitate(deed: Deed, cells: &mut [Vec<u64>]) {
    match deed {
        Deed::Copy { to, from } => cells[to] = cells[from].clone(),
        Deed::Fill { to, byte } => cells[to].fill(u64::from_ne_bytes([byte; 8])),
        Deed::Sum { to, from } => {
            let from = cells[from].clone();
            cells[to].iter_mut().zip(from).for_each(|(to, from)| *to = to.wrapping_add(from));
        }
        Deed::Call { to, add, .. } => cells[to][0] = cells[to][0].wrapping_add(add.into()),
    }
}

fn play(program: &[Step], big: bool) {
    let words = words(big);
    let mut expected: Vec<Vec<u64>> = (0..CELLS).map(|at| vec![at as u64 + 1; words]).collect();
    let mut real = expected.clone();
    let addresses: Vec<u64> = real.iter_mut().map(|cell| cell.as_mut_ptr() as u64).collect();
    let streams: Vec<Stream> = (0..STREAMS).map(|at| Stream::new((at % 2) as i32)).collect();
    // Each use of a cell by another stream than the last one is ordered by a notify of its own.
    let count = (program.len() * 2) as u32;
    let pools = [notifies(0, count), notifies(1, count)];
    let mut used = 0;
    let mut last: [Option<usize>; CELLS] = [None; CELLS];
    let mut collected: Vec<Vec<Task>> = vec![Vec::new(); STREAMS];
    for step in program {
        for cell in step.deed.cells() {
            if let Some(before) = last[cell].filter(|before| *before != step.stream) {
                let notify = nth(pools[step.stream % 2], used);
                used += 1;
                collected[before].push(record(notify));
                collected[step.stream].push(wait(notify, 0));
            }
            last[cell] = Some(step.stream);
        }
        collected[step.stream].push(plan(step.deed, |cell| addresses[cell], words));
        imitate(step.deed, &mut expected);
        if step.submit {
            assert_eq!(streams[step.stream].submit(&std::mem::take(&mut collected[step.stream])), 0);
        }
        if step.sync {
            for (stream, tasks) in streams.iter().zip(&mut collected) {
                assert_eq!(stream.submit(&std::mem::take(tasks)), 0);
            }
            assert_eq!(streams[step.stream].sync(), 0);
        }
    }
    for (stream, tasks) in streams.iter().zip(&collected) {
        assert_eq!(stream.submit(tasks), 0);
    }
    for stream in &streams {
        assert_eq!(stream.sync(), 0);
    }
    for (cell, (real, expected)) in real.iter().zip(&expected).enumerate() {
        assert!(real == expected, "cell {cell} differs");
    }
    for pool in pools {
        free_notifies(pool, count);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_end_like_sequential_ones(program in prop::collection::vec(step(), 1..120)) {
        watched(|| play(&program, false));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_on_big_cells_end_like_sequential_ones(program in prop::collection::vec(step(), 1..40)) {
        watched(|| play(&program, true));
    }
}

/// This program again, running the test `child` in the role given.
fn spawn(role: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture", "--test-threads=1"])
        .env("SOFTNPU_TEST_ROLE", role)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Prints and reads where a notify lies: the device, and the distance from the start of its memory.
fn tell(to: &mut impl Write, device: &DeviceInfo, notify: u64) {
    let offset = notify - device.base;
    let DeviceInfo { slot, device, pid, fd, start_time, uuid, base, size } = *device;
    writeln!(to, "@ {slot} {device} {pid} {fd} {start_time} {uuid} {base} {size} {offset}").unwrap();
    to.flush().unwrap();
}

fn hear(from: &mut impl BufRead) -> (DeviceInfo, u64) {
    let mut line = String::new();
    // The test harness prints lines of its own, and may leave one unfinished.
    while !line.contains("@ ") {
        line.clear();
        assert_ne!(from.read_line(&mut line).unwrap(), 0, "the other process ended early");
    }
    let text = line.split("@ ").nth(1).unwrap();
    let n: Vec<u64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let info = DeviceInfo {
        slot: n[0] as u32,
        device: n[1] as i32,
        pid: n[2] as i32,
        fd: n[3] as i32,
        start_time: n[4],
        uuid: n[5],
        base: n[6],
        size: n[7],
    };
    (info, n[8])
}

fn map(info: &DeviceInfo) -> u64 {
    let mut base = 0;
    // SAFETY: the output is writable.
    assert_eq!(unsafe { (npu().map_peer)(info, &mut base) }, 0);
    base
}

const ROUNDS: usize = 3_000;

/// One of two players: waits for its notify and records the other's, half of the time from the calling thread.
fn play_ping_pong(first: bool, mine: u64, other: u64) {
    let stream = Stream::new(0);
    for round in 0..ROUNDS {
        let tasks = [record(other), wait(mine, 0)];
        let tasks = if first { tasks } else { [tasks[1], tasks[0]] };
        if round % 2 == 0 {
            assert_eq!(stream.submit(&tasks), 0);
            if round % 10 == 0 {
                assert_eq!(stream.sync(), 0);
            }
            continue;
        }
        assert_eq!(stream.sync(), 0);
        for task in tasks {
            // SAFETY: the notifies are alive.
            let code = unsafe {
                match task.op {
                    op::NOTIFY_RECORD => (npu().notify_record)(task.a as *mut Notify),
                    _ => (npu().notify_wait)(task.a as *mut Notify, 0, std::ptr::null()),
                }
            };
            assert_eq!(code, 0);
        }
    }
    assert_eq!(stream.sync(), 0);
}

/// The other process of the tests below; nothing to do when it is run as a test.
#[test]
fn child() {
    let Ok(role) = std::env::var("SOFTNPU_TEST_ROLE") else { return };
    watched(|| {
        let mine = notifies(0, 1);
        println!();
        tell(&mut std::io::stdout(), &info(0), mine);
        if role == "player" {
            let (peer, offset) = hear(&mut std::io::stdin().lock());
            play_ping_pong(false, mine, map(&peer) + offset);
        } else {
            loop {
                std::thread::sleep(Duration::from_secs(60));
            }
        }
    });
}

#[test]
fn processes_play_ping_pong() {
    watched(|| {
        let mine = notifies(0, 1);
        let mut process = spawn("player");
        let (peer, offset) = hear(&mut BufReader::new(process.stdout.as_mut().unwrap()));
        tell(process.stdin.as_mut().unwrap(), &info(0), mine);
        play_ping_pong(true, mine, map(&peer) + offset);
        assert!(process.wait().unwrap().success());
        free_notifies(mine, 1);
    });
}

#[test]
fn a_time_out_tells_which_process_is_gone() {
    watched(|| {
        let mut process = spawn("victim");
        let (peer, _) = hear(&mut BufReader::new(process.stdout.as_mut().unwrap()));
        map(&peer);
        process.kill().unwrap();
        process.wait().unwrap();
        // SAFETY: the description is readable.
        assert_eq!(unsafe { (npu().peer_alive)(&peer) }, 0);
        let (stream, notify) = (Stream::new(0), notifies(0, 1));
        assert_eq!(stream.submit(&[wait(notify, 1_000_000)]), 0);
        assert_eq!(stream.sync(), 107_019);
        let text = stream.error().1;
        assert!(text.contains(&peer.pid.to_string()) && text.contains("gone"), "{text}");
        free_notifies(notify, 1);
    });
}
