//! Harness for tests with several ranks: ranks as threads of the test or as processes that can be killed or stopped.
//!
//! A process is the test program again, told by the environment to run one test as one rank. Ranks leave notes for each
//! other and for the test on a board. Everything has a deadline: when it passes, the state of all threads and the output
//! of all processes is printed and the test fails.

#![allow(dead_code)] // Each test program uses a part.

pub mod hccl;

use std::collections::HashMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

/// Deadline of everything; far above what any test needs, even on a loaded machine.
pub const LONG: Duration = Duration::from_secs(120);
const VARIABLE: &str = "HCOMM_UT_RANK";

/// Makes the software NPU the device runtime of this program.
pub fn install() {
    // SAFETY: the table lives as long as the program.
    let table = unsafe { &*acl_rt::ext::softnpu_ext_v1() };
    // The library looks these up by name; naming them here keeps them in the program.
    std::hint::black_box(acl_rt::api::misc::aclrtGetSocName as *const ());
    std::hint::black_box(acl_rt::api::device::aclrtGetPhyDevIdByLogicDevId as *const ());
    {
        use acl_rt::api::memory::*;
        use acl_rt::api::vmm::*;
        let memory: [*const (); 13] = [
            aclrtReserveMemAddress as _,
            aclrtReserveMemAddressNoUCMemory as _,
            aclrtReleaseMemAddress as _,
            aclrtMallocPhysical as _,
            aclrtFreePhysical as _,
            aclrtMapMem as _,
            aclrtUnmapMem as _,
            aclrtMemGetAllocationGranularity as _,
            aclrtMemRetainAllocationHandle as _,
            aclrtMemExportToShareableHandleV2 as _,
            aclrtMemImportFromShareableHandleV2 as _,
            aclrtMemGetAddressRange as _,
            aclrtGetMemInfo as _,
        ];
        std::hint::black_box(memory);
    }
    hcomm::driver::install(table).expect("software NPU");
}

/// Notes that ranks leave for each other.
#[derive(Clone)]
enum Board {
    Memory(Arc<Notes>),
    Directory(PathBuf),
}

#[derive(Default)]
struct Notes {
    by_key: Mutex<HashMap<String, Vec<u8>>>,
}

impl Board {
    fn put(&self, key: &str, bytes: &[u8]) {
        match self {
            Board::Memory(board) => {
                board.by_key.lock().unwrap().insert(key.to_owned(), bytes.to_vec());
            }
            Board::Directory(directory) => {
                // Several ranks may put the same key.
                let name = directory.join(format!("{key}.{}.new", std::process::id()));
                fs::write(&name, bytes).unwrap();
                fs::rename(name, directory.join(key)).unwrap();
            }
        }
    }

    fn look(&self, key: &str) -> Option<Vec<u8>> {
        match self {
            Board::Memory(board) => board.by_key.lock().unwrap().get(key).cloned(),
            Board::Directory(directory) => fs::read(directory.join(key)).ok(),
        }
    }

    fn get(&self, key: &str) -> Vec<u8> {
        let until = Instant::now() + LONG;
        loop {
            if let Some(bytes) = self.look(key) {
                return bytes;
            }
            assert!(Instant::now() < until, "nobody put \"{key}\" on the board");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// One rank of a test.
#[derive(Clone)]
pub struct Rank {
    /// Number of this rank.
    pub rank: u32,
    /// Number of ranks.
    pub size: u32,
    board: Board,
}

impl Rank {
    /// The same place under another number.
    pub fn renamed(&self, rank: u32) -> Rank {
        Rank { rank, ..self.clone() }
    }

    /// Puts a note that any rank, and the test, can read.
    pub fn put(&self, key: &str, bytes: &[u8]) {
        self.board.put(key, bytes);
    }

    /// Waits for a note.
    pub fn get(&self, key: &str) -> Vec<u8> {
        self.board.get(key)
    }

    /// Tells the test that this rank has come to `stage`.
    pub fn mark(&self, stage: &str) {
        self.put(&format!("{stage}.{}", self.rank), b"");
    }

    /// Waits until all ranks have come to `stage`.
    pub fn meet(&self, stage: &str) {
        self.mark(stage);
        for rank in 0..self.size {
            self.get(&format!("{stage}.{rank}"));
        }
    }

    /// Does nothing until it is killed.
    pub fn hold(&self) -> ! {
        std::thread::sleep(LONG);
        panic!("rank {} was not killed", self.rank);
    }
}

/// Runs `body` as `size` ranks, each a thread.
pub fn threads(size: u32, body: impl Fn(&Rank) + Sync) {
    let _watchdog = Watchdog::start("ranks as threads");
    install();
    let board = Board::Memory(Arc::default());
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..size)
            .map(|rank| {
                let rank = Rank { rank, size, board: board.clone() };
                let body = &body;
                scope.spawn(move || body(&rank))
            })
            .collect();
        let failed = threads.into_iter().filter_map(|thread| thread.join().err()).count();
        assert_eq!(failed, 0, "{failed} of {size} ranks failed");
    });
}

/// Runs test `name` of this program as `size` processes. In each of them `body` runs and this function does not return.
pub fn processes(name: &str, size: u32, env: &[(&str, &str)], body: impl FnOnce(&Rank)) -> Job {
    if let Ok(value) = std::env::var(VARIABLE) {
        let mut parts = value.splitn(3, ',');
        let mut next = || parts.next().unwrap();
        let rank = Rank {
            rank: next().parse().unwrap(),
            size: next().parse().unwrap(),
            board: Board::Directory(next().into()),
        };
        let _watchdog = Watchdog::start("one rank as a process");
        install();
        body(&rank);
        // As a program would that returns from main: static destructors run.
        std::process::exit(0);
    }
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let directory = std::env::temp_dir().join(format!(
        "hcomm-ut-{}-{}",
        std::process::id(),
        NUMBER.fetch_add(1, Ordering::Relaxed)
    ));
    fs::create_dir_all(&directory).unwrap();
    let children = (0..size)
        .map(|rank| {
            let output = fs::File::create(directory.join(format!("output.{rank}"))).unwrap();
            Command::new(std::env::current_exe().unwrap())
                .args([name, "--exact", "--nocapture", "--test-threads=1"])
                .env(VARIABLE, format!("{rank},{size},{}", directory.display()))
                .envs(env.iter().copied())
                .stdin(Stdio::null())
                .stdout(output.try_clone().unwrap())
                .stderr(output)
                .spawn()
                .unwrap()
        })
        .collect();
    Job { name: name.to_owned(), board: Board::Directory(directory.clone()), directory, children }
}

/// Running processes; killed and forgotten when dropped.
pub struct Job {
    name: String,
    directory: PathBuf,
    board: Board,
    children: Vec<Child>,
}

impl Job {
    /// Process id of a rank.
    pub fn pid(&self, rank: u32) -> u32 {
        self.children[rank as usize].id()
    }

    /// Puts a note for the ranks.
    pub fn put(&self, key: &str, bytes: &[u8]) {
        self.board.put(key, bytes);
    }

    /// Waits until a rank has come to `stage`.
    pub fn reached(&mut self, rank: u32, stage: &str) {
        let until = Instant::now() + LONG;
        while self.board.look(&format!("{stage}.{rank}")).is_none() {
            let ended = self.children[rank as usize].try_wait().unwrap();
            if ended.is_some() || Instant::now() >= until {
                self.describe();
                panic!("rank {rank} did not come to \"{stage}\": {ended:?}");
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Sends a signal to a rank.
    pub fn signal(&self, rank: u32, signal: i32) {
        // SAFETY: a child of ours that was not waited for.
        assert_eq!(unsafe { libc::kill(self.pid(rank) as i32, signal) }, 0);
    }

    /// Waits until all ranks have ended; fails if one does not in time.
    pub fn finish(&mut self) -> Vec<ExitStatus> {
        let until = Instant::now() + LONG;
        let mut ends: Vec<Option<ExitStatus>> = vec![None; self.children.len()];
        while ends.iter().any(Option::is_none) {
            for (child, end) in self.children.iter_mut().zip(&mut ends) {
                if end.is_none() {
                    *end = child.try_wait().unwrap();
                }
            }
            if Instant::now() >= until {
                self.describe();
                panic!("{}: ranks still run: {ends:?}", self.name);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        ends.into_iter().flatten().collect()
    }

    /// Waits until all ranks have ended; those in `killed` by SIGKILL, all others well.
    pub fn finish_with_killed(&mut self, killed: &[u32]) {
        let ends = self.finish();
        for (end, rank) in ends.iter().zip(0..) {
            let good =
                if killed.contains(&rank) { end.signal() == Some(libc::SIGKILL) } else { end.success() };
            if !good {
                self.describe();
                panic!("{}: rank {rank} ended with {end}", self.name);
            }
        }
    }

    /// Output of a rank so far.
    pub fn output(&self, rank: u32) -> String {
        fs::read(self.directory.join(format!("output.{rank}")))
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .unwrap_or_default()
    }

    fn describe(&self) {
        for (child, rank) in self.children.iter().zip(0..) {
            eprintln!("== rank {rank}, process {}\n{}", child.id(), self.output(rank));
            describe_threads(&Path::new("/proc").join(child.id().to_string()));
        }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        for child in &mut self.children {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// Ends the program with the state of its threads when it is not dropped in time.
pub struct Watchdog(#[allow(dead_code, reason = "dropping it stops the watchdog")] mpsc::Sender<()>);

impl Watchdog {
    /// Watches what `what` names.
    pub fn start(what: &'static str) -> Watchdog {
        let (tx, rx) = mpsc::channel::<()>();
        std::thread::spawn(move || {
            if rx.recv_timeout(LONG) == Err(mpsc::RecvTimeoutError::Timeout) {
                eprintln!("watchdog: {what} hung for {LONG:?}");
                describe_threads(Path::new("/proc/self"));
                std::process::abort();
            }
        });
        Watchdog(tx)
    }
}

/// Prints what each thread of a process does.
fn describe_threads(process: &Path) {
    let Ok(tasks) = fs::read_dir(process.join("task")) else { return };
    for task in tasks.flatten() {
        let read = |name: &str| fs::read_to_string(task.path().join(name)).unwrap_or_default();
        let status = read("status");
        let state = status.lines().find(|line| line.starts_with("State:")).unwrap_or("State: ?");
        eprintln!(
            "   thread {} {}: {state}, kernel function {}, system call {}",
            task.file_name().to_string_lossy(),
            read("comm").trim(),
            read("wchan"),
            read("syscall").trim()
        );
        eprint!("{}", read("stack"));
    }
}

/// What a process holds: descriptors, threads, resident bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holdings {
    /// Open descriptors.
    pub descriptors: usize,
    /// Threads.
    pub threads: usize,
    /// Mappings.
    pub mappings: usize,
    /// Resident memory in bytes.
    pub resident: usize,
}

/// What this process holds now.
pub fn holdings() -> Holdings {
    let count = |path: &str| fs::read_dir(path).map(Iterator::count).unwrap_or(0);
    let pages = fs::read_to_string("/proc/self/statm").unwrap();
    let pages: usize = pages.split_whitespace().nth(1).unwrap().parse().unwrap();
    Holdings {
        descriptors: count("/proc/self/fd"),
        threads: count("/proc/self/task"),
        mappings: fs::read_to_string("/proc/self/maps").unwrap().lines().count(),
        resident: pages * 4096,
    }
}
