//! The software NPU among processes: sharing, limits, users, forks, and what SIGKILL leaves behind.
//!
//! The program starts itself again in the roles below. Tests that look at the whole machine run in namespaces of
//! their own, so that other programs do not disturb them; that takes root, and is said when it is skipped.

mod common;

use acl_rt::api::context::*;
use acl_rt::api::device::*;
use acl_rt::api::event::*;
use acl_rt::api::ipc::*;
use acl_rt::api::memory::*;
use acl_rt::api::notify::*;
use acl_rt::api::stream::*;
use acl_rt::api::vmm::*;
use common::*;
use std::collections::BTreeSet;
use std::ffi::{CString, c_void};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::ptr::null_mut;
use std::time::{Duration, Instant};

const PARAM_INVALID: i32 = 107_000;
const CONTEXT_NULL: i32 = 107_002;
const INVALID_HANDLE: i32 = 107_017;
const MEMORY_ALLOCATION: i32 = 207_001;
const RESOURCE_ALLOC: i32 = 207_005;
const INTERNAL: i32 = 507_000;

const MIB: usize = 1 << 20;
const SLOT_BASE: u64 = 0x1800_0000_0000;
const SLOT_STRIDE: u64 = 1 << 36;

type Test = (&'static str, fn());

const TESTS: &[Test] = &[
    ("keys_between_processes", keys_between_processes),
    ("pointers_of_peers_work_as_they_are", pointers_of_peers_work_as_they_are),
    ("keys_name_who_may_import", keys_name_who_may_import),
    ("physical_memory_between_processes", physical_memory_between_processes),
    ("notify_keys_between_processes", notify_keys_between_processes),
    ("events_between_processes", events_between_processes),
    ("killed_importers_hold_nothing", killed_importers_hold_nothing),
    ("processes_share_a_device_id", processes_share_a_device_id),
    ("a_dead_peer_is_an_error", a_dead_peer_is_an_error),
    ("a_new_peer_takes_the_slot_of_a_dead_one", a_new_peer_takes_the_slot_of_a_dead_one),
    ("without_fixed_addresses", without_fixed_addresses),
    ("sigkill_leaves_nothing", sigkill_leaves_nothing),
    ("small_and_read_only_shm", small_and_read_only_shm),
    ("limits_of_address_space", limits_of_address_space),
    ("limits_of_file_size", limits_of_file_size),
    ("limits_of_device_memory", limits_of_device_memory),
    ("an_ordinary_user", an_ordinary_user),
    ("users_do_not_meet", users_do_not_meet),
    ("a_forked_child_has_its_own_device", a_forked_child_has_its_own_device),
    ("forks_beside_busy_threads", forks_beside_busy_threads),
    ("forks_beside_busy_streams", forks_beside_busy_streams),
    ("a_fork_does_not_keep_the_slot", a_fork_does_not_keep_the_slot),
    ("all_slots_taken", all_slots_taken),
    ("visible_devices", visible_devices),
    ("address_sanitizer", address_sanitizer),
    ("valgrind", valgrind),
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().map(String::as_str) == Some("--role") {
        role(&args[1], &args[2..]);
        return;
    }
    let filters: Vec<_> = args.iter().filter(|a| !a.starts_with('-')).collect();
    if args.iter().any(|a| a == "--list") {
        TESTS.iter().for_each(|(name, _)| println!("{name}: test"));
        return;
    }
    let chosen: Vec<_> = TESTS
        .iter()
        .filter(|(name, _)| filters.is_empty() || filters.iter().any(|f| name.contains(*f)))
        .collect();
    println!("\nrunning {} tests", chosen.len());
    let mut failed = Vec::new();
    for (name, body) in &chosen {
        // Every test in a process of its own, with a limit of time.
        let mut child = Role::new("test").args([*name]).start_plain();
        let good = wait(&mut child, Duration::from_secs(100)).success();
        println!("test {name} ... {}", if good { "ok" } else { "FAILED" });
        if !good {
            failed.push(*name);
        }
        let _ = body;
    }
    println!(
        "\ntest result: {}. {} passed; {} failed; 0 ignored; 0 measured; {} filtered out",
        if failed.is_empty() { "ok" } else { "FAILED" },
        chosen.len() - failed.len(),
        failed.len(),
        TESTS.len() - chosen.len()
    );
    if !failed.is_empty() {
        std::process::exit(101);
    }
}

/// Waits for a process, and kills it when the time is up.
fn wait(child: &mut Child, limit: Duration) -> std::process::ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if started.elapsed() > limit {
            eprintln!("the process still runs after {limit:?}");
            child.kill().unwrap();
            return child.wait().unwrap();
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A process of this program that is to be started.
struct Role(Command);

/// One that talks over its standard input and output.
struct Peer {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Role {
    fn new(name: &str) -> Role {
        // The link works even where the path is hidden or not to be read.
        let mut command = Command::new("/proc/self/exe");
        command.args(["--role", name]);
        Role(command)
    }

    fn args<T: std::fmt::Display>(mut self, args: impl IntoIterator<Item = T>) -> Role {
        self.0.args(args.into_iter().map(|a| a.to_string()));
        self
    }

    fn env(mut self, name: &str, value: &str) -> Role {
        self.0.env(name, value);
        self
    }

    /// Runs `body` in the process before the program starts; a system call that fails ends it.
    fn before(mut self, body: impl FnMut() -> std::io::Result<()> + Send + Sync + 'static) -> Role {
        // SAFETY: the bodies below make system calls only.
        unsafe { self.0.pre_exec(body) };
        self
    }

    fn limit(self, resource: libc::__rlimit_resource_t, value: u64) -> Role {
        self.before(move || {
            let limit = libc::rlimit { rlim_cur: value, rlim_max: value };
            // SAFETY: reads `limit` only.
            check(unsafe { libc::setrlimit(resource, &limit) })
        })
    }

    fn start_plain(mut self) -> Child {
        self.0.spawn().unwrap()
    }

    fn start(mut self) -> Peer {
        let mut child = self.0.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        Peer { child, input, output: BufReader::new(output) }
    }

    #[track_caller]
    fn succeeds(self) {
        let mut child = self.start_plain();
        let status = wait(&mut child, Duration::from_secs(80));
        assert!(status.success(), "{status}");
    }
}

impl Peer {
    /// The words of the next line.
    #[track_caller]
    fn listen(&mut self) -> Vec<String> {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        assert!(!line.is_empty(), "the peer ended without an answer");
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn say(&mut self, text: &str) {
        writeln!(self.input.as_mut().unwrap(), "{text}").unwrap();
    }

    #[track_caller]
    fn ask(&mut self, text: &str) -> Vec<String> {
        self.say(text);
        self.listen()
    }

    #[track_caller]
    fn end(mut self) {
        drop(self.input.take());
        let status = wait(&mut self.child, Duration::from_secs(30));
        assert!(status.success(), "{status}");
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        assert_eq!(self.child.wait().unwrap().signal(), Some(libc::SIGKILL));
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn check(result: i32) -> std::io::Result<()> {
    if result == 0 { Ok(()) } else { Err(std::io::Error::last_os_error()) }
}

fn root() -> bool {
    // SAFETY: cannot fail.
    unsafe { libc::geteuid() == 0 }
}

/// Says why a test, or a part of one, does not run.
fn skip(why: &str) {
    println!("SKIPPED: {why}");
}

fn slot_of(pointer: u64) -> u64 {
    (pointer - SLOT_BASE) / SLOT_STRIDE
}

fn hex(text: &str) -> u64 {
    u64::from_str_radix(text, 16).unwrap()
}

fn import(key: &str) -> (i32, *mut c_void) {
    let (key, mut p) = (CString::new(key).unwrap(), null_mut());
    // SAFETY: both pointers are valid.
    (unsafe { aclrtIpcMemImportByKey(&mut p, key.as_ptr(), 0) }, p)
}

fn close(key: &str) -> i32 {
    let key = CString::new(key).unwrap();
    // SAFETY: a C string.
    unsafe { aclrtIpcMemClose(key.as_ptr()) }
}

fn export(p: *mut c_void, size: usize, flags: u64) -> String {
    let mut key = [0u8; 65];
    // SAFETY: the buffer has 65 bytes.
    ok(unsafe { aclrtIpcMemGetExportKey(p, size, key.as_mut_ptr().cast(), 65, flags) });
    String::from_utf8(key.iter().copied().take_while(|b| *b != 0).collect()).unwrap()
}

/// A namespace of mounts with empty /tmp, /var/tmp, /run and a /dev/shm of 64 MiB, and one of networks, which holds the
/// names of sockets.
fn sandbox(role: Role, shm_options: &'static std::ffi::CStr) -> Role {
    role.before(move || {
        // SAFETY: plain system calls with C strings.
        unsafe {
            check(libc::unshare(libc::CLONE_NEWNS | libc::CLONE_NEWNET))?;
            let private = libc::MS_REC | libc::MS_PRIVATE;
            check(libc::mount(c"none".as_ptr(), c"/".as_ptr(), std::ptr::null(), private, std::ptr::null()))?;
            for (dir, options) in [
                (c"/tmp", c"mode=1777"),
                (c"/var/tmp", c"mode=1777"),
                (c"/run", c"mode=755"),
                (c"/dev/shm", shm_options),
            ] {
                check(libc::mount(
                    c"tmpfs".as_ptr(),
                    dir.as_ptr(),
                    c"tmpfs".as_ptr(),
                    0,
                    options.as_ptr().cast(),
                ))?;
            }
        }
        Ok(())
    })
}

/// A network namespace: no other program's slots are seen there.
fn alone(role: Role) -> Role {
    // SAFETY: a plain system call.
    role.before(|| check(unsafe { libc::unshare(libc::CLONE_NEWNET) }))
}

/// Names of the software NPU's sockets in this network namespace.
fn socket_names() -> BTreeSet<String> {
    let table = std::fs::read_to_string("/proc/net/unix").unwrap();
    table.lines().filter_map(|l| Some(l.rsplit_once(" @softnpu/")?.1.to_owned())).collect()
}

// ---- roles ----

fn role(name: &str, args: &[String]) {
    watchdog(90);
    match name {
        "test" => TESTS.iter().find(|(name, _)| *name == args[0]).unwrap().1(),
        "owner" => owner(&args[0]),
        "physical" => physical(),
        "signals" => signals(),
        "importer" => importer(&args[0], &args[1]),
        "busy" => busy(),
        "kill-many" => kill_many(),
        "touch" => touch(args[0].parse().unwrap(), args[1].parse().unwrap()),
        "set" => print!("{} ", aclrtSetDevice(0)),
        "pair" => pair(),
        "claim" => claim(),
        "claim-all" => claim_all(),
        "fork" => fork_child(),
        "fork-busy" => fork_busy(),
        "fork-streams" => fork_streams(),
        "fork-slot" => fork_slot(),
        "import" => println!("{}", {
            ok(aclrtSetDevice(0));
            import(&args[0]).0
        }),
        other => panic!("no role {other}"),
    }
}

/// Owns 1 MiB of device memory with a pattern, and answers questions until its input ends.
fn owner(device: &str) {
    ok(aclrtSetDevice(device.parse().unwrap()));
    let p = malloc(MIB);
    put(p, &pattern(1, MIB));
    let (open, closed) = (export(p, MIB, 1), export(p, MIB, 0));
    println!("{:x} {open} {closed}", p as u64);
    for line in std::io::stdin().lock().lines().map(Result::unwrap) {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[0] {
            "has" => println!("{}", get(p, MIB) == pattern(words[1].parse().unwrap(), MIB)),
            "allow" => {
                let (key, pid) = (CString::new(closed.as_str()).unwrap(), words[1].parse().unwrap());
                // SAFETY: both pointers are valid.
                println!("{}", unsafe { aclrtIpcMemSetImportPid(key.as_ptr(), &pid, 1) });
            }
            "free" => {
                free(p);
                println!("freed");
            }
            "close" => println!("{}", close(&open)),
            other => panic!("no command {other}"),
        }
    }
    ok(aclrtResetDevice(device.parse().unwrap()));
}

/// Exports physical memory and answers questions.
fn physical() {
    const SIZE: usize = 4 * MIB;
    ok(aclrtSetDevice(0));
    let prop = PhysicalMemProp {
        handle_type: 0,
        allocation_type: 0,
        mem_attr: 4,
        location: MemLocation { id: 0, kind: 1 },
        reserve: 0,
    };
    let (mut handle, mut va, mut number) = (null_mut(), null_mut(), 0u64);
    let mut fabric = MemFabricHandle { data: [0; 128] };
    let mut second = null_mut();
    // SAFETY: all pointers are valid.
    unsafe {
        ok(aclrtMallocPhysical(&mut handle, SIZE, &prop, 0));
        ok(aclrtReserveMemAddress(&mut va, SIZE, 0, null_mut(), 0));
        ok(aclrtMapMem(va, SIZE, 0, handle, 0));
        ok(aclrtMemExportToShareableHandleV2(handle, 1, 1, (&raw mut number).cast()));
        ok(aclrtMallocPhysical(&mut second, SIZE, &prop, 0));
        ok(aclrtMemExportToShareableHandleV2(second, 0, 2, (&raw mut fabric).cast()));
    }
    put(va, &pattern(5, SIZE));
    let text: String = fabric.data.iter().map(|b| format!("{b:02x}")).collect();
    println!("{number} {text}");
    let free_bytes = || {
        let (mut free, mut total) = (0, 0);
        // SAFETY: both pointers are valid.
        ok(unsafe { aclrtGetMemInfo(1, &mut free, &mut total) });
        total - free
    };
    for line in std::io::stdin().lock().lines().map(Result::unwrap) {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[0] {
            "has" => println!("{}", get(va, SIZE) == pattern(words[1].parse().unwrap(), SIZE)),
            "allow" => {
                let pid = words[1].parse().unwrap();
                // SAFETY: all pointers are valid.
                println!("{}", unsafe {
                    aclrtMemSetPidToShareableHandleV2((&raw const fabric).cast(), 2, &pid, 1)
                });
            }
            "drop" => {
                ok(aclrtUnmapMem(va));
                ok(aclrtFreePhysical(handle));
                println!("{}", free_bytes());
            }
            // New memory must not be what an importer still holds.
            "new" => {
                let mut other = null_mut();
                // SAFETY: all pointers are valid.
                ok(unsafe { aclrtMallocPhysical(&mut other, SIZE, &prop, 0) });
                ok(aclrtMapMem(va, SIZE, 0, other, 0));
                put(va, &pattern(9, SIZE));
                println!("{}", free_bytes());
            }
            other => panic!("no command {other}"),
        }
    }
}

fn stream() -> *mut c_void {
    let mut stream = null_mut();
    // SAFETY: the pointer is valid.
    ok(unsafe { aclrtCreateStream(&mut stream) });
    stream
}

fn notify() -> *mut c_void {
    let mut notify = null_mut();
    // SAFETY: the pointer is valid.
    ok(unsafe { aclrtCreateNotify(&mut notify, 0) });
    notify
}

/// A new event that processes share.
fn shared_event() -> (i32, *mut c_void) {
    let mut event = null_mut();
    // SAFETY: the pointer is valid.
    (unsafe { aclrtCreateEventExWithFlag(&mut event, 0x40) }, event)
}

fn notify_key(notify: *mut c_void, flags: u64) -> String {
    let mut key = [0u8; 65];
    // SAFETY: the buffer has 65 bytes.
    ok(unsafe { aclrtNotifyGetExportKey(notify, key.as_mut_ptr().cast(), 65, flags) });
    String::from_utf8(key.iter().copied().take_while(|b| *b != 0).collect()).unwrap()
}

fn import_notify(key: &str) -> (i32, *mut c_void) {
    let (key, mut notify) = (CString::new(key).unwrap(), null_mut());
    // SAFETY: both pointers are valid.
    (unsafe { aclrtNotifyImportByKey(&mut notify, key.as_ptr(), 0) }, notify)
}

fn open_event(handle: &str) -> (i32, *mut c_void) {
    let mut made = IpcHandle { reserved: [0; 64] };
    made.reserved[..handle.len()].copy_from_slice(handle.as_bytes());
    let mut event = null_mut();
    // SAFETY: the pointer is valid.
    (unsafe { aclrtIpcOpenEventHandle(made, &mut event) }, event)
}

/// Owns notifies and an event that others may use, and answers questions until its input ends.
fn signals() {
    ok(aclrtSetDevice(0));
    let (main, side) = (stream(), stream());
    let (open, closed, gate) = (notify(), notify(), notify());
    let (code, event) = shared_event();
    ok(code);
    let mut handle = IpcHandle { reserved: [0; 64] };
    // SAFETY: the pointer is valid.
    ok(unsafe { aclrtIpcGetEventHandle(event, &mut handle) });
    let handle = std::str::from_utf8(&handle.reserved).unwrap().trim_end_matches('\0');
    println!("{} {} {handle}", notify_key(open, 2), notify_key(closed, 0));
    for line in std::io::stdin().lock().lines().map(Result::unwrap) {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[0] {
            "allow" => {
                let mut pid = words[1].parse().unwrap();
                // SAFETY: the pointer is valid.
                println!("{}", unsafe { aclrtNotifySetImportPid(closed, &mut pid, 1) });
            }
            "wait" => {
                ok(aclrtWaitAndResetNotify(open, main, 20));
                ok(aclrtWaitAndResetNotify(closed, main, 20));
                println!("{}", aclrtSynchronizeStream(main));
            }
            // The event is recorded behind a wait, so that it is not complete.
            "hold" => {
                ok(aclrtWaitAndResetNotify(gate, main, 0));
                ok(aclrtRecordEvent(event, main));
                println!("held");
            }
            "go" => {
                ok(aclrtRecordNotify(gate, side));
                println!("{}", aclrtSynchronizeStream(main));
            }
            "follow" => {
                ok(aclrtStreamWaitEvent(side, event));
                println!("{}", aclrtSynchronizeStream(side));
            }
            "drop" => {
                ok(aclrtDestroyEvent(event));
                println!("dropped");
            }
            "fill" => {
                let events: Vec<_> =
                    std::iter::from_fn(|| Some(shared_event()).filter(|(code, _)| *code == 0)).collect();
                events.iter().for_each(|(_, event)| ok(aclrtDestroyEvent(*event)));
                println!("{}", events.len());
            }
            other => panic!("no command {other}"),
        }
    }
}

/// Holds imports until it is killed.
fn importer(number: &str, event: &str) {
    ok(aclrtSetDevice(0));
    let (number, mut handle): (u64, _) = (number.parse().unwrap(), null_mut());
    // SAFETY: both pointers are valid.
    ok(unsafe { aclrtMemImportFromShareableHandleV2((&raw const number).cast(), 1, 0, &mut handle) });
    ok(open_event(event).0);
    println!("ready");
    std::thread::sleep(Duration::from_secs(80));
}

/// Uses everything for ever.
fn busy() {
    let mut round = 0u64;
    let prop = |id| PhysicalMemProp {
        handle_type: 0,
        allocation_type: 0,
        mem_attr: 4,
        location: MemLocation { id, kind: 1 },
        reserve: 0,
    };
    loop {
        for device in [0, 1] {
            ok(aclrtSetDevice(device));
            let p = malloc(3 * MIB);
            put(p, &pattern(round, MIB));
            let key = export(p, MIB, 1);
            assert_eq!(import(&key), (0, p));
            let (mut handle, mut va, mut number) = (null_mut(), null_mut(), 0);
            // SAFETY: all pointers are valid.
            unsafe {
                ok(aclrtMallocPhysical(&mut handle, 2 * MIB, &prop(device as u32), 0));
                ok(aclrtReserveMemAddress(&mut va, 2 * MIB, 0, null_mut(), 0));
                ok(aclrtMapMem(va, 2 * MIB, 0, handle, 0));
                ok(aclrtMemExportToShareableHandle(handle, 0, 1, &mut number));
                ok(aclrtMemcpyAsync(va, 2 * MIB, p, MIB, D2D, null_mut()));
            }
            ok(aclrtSynchronizeDevice());
            if round == 0 && device == 1 {
                println!("ready");
            }
            ok(aclrtUnmapMem(va));
            ok(aclrtFreePhysical(handle));
            ok(aclrtReleaseMemAddress(va));
            free(p);
            ok(aclrtResetDevice(device));
        }
        round += 1;
    }
}

/// Touches so much memory of a device.
fn touch(device: i32, megabytes: usize) {
    ok(aclrtSetDevice(device));
    let size = megabytes * MIB;
    let p = malloc(size);
    // SAFETY: the block has `size` bytes.
    ok(unsafe { aclrtMemset(p, size, 0x5a, size) });
    let last = p.cast::<u8>().wrapping_add(size - 3);
    assert_eq!(get(last.cast(), 3), [0x5a; 3]);
    free(p);
    ok(aclrtResetDevice(device));
}

/// Claims all devices it has; says where they are or what went wrong.
fn claim() {
    let mut count = 0;
    // SAFETY: the pointer is valid.
    ok(unsafe { aclrtGetDeviceCount(&mut count) });
    let mut line = String::new();
    for device in 0..count as i32 {
        let code = aclrtSetDevice(device);
        line += &match code {
            0 => format!("{:x} ", malloc(64) as u64),
            code => format!("error={code} "),
        };
    }
    println!("{line}");
    let _ = std::io::stdin().lock().lines().count();
}

/// An owner and an importer under the limits of the caller.
fn pair() {
    let mut owner = Role::new("owner").args(["1"]).start();
    let words = owner.listen();
    ok(aclrtSetDevice(0));
    let p = malloc(MIB);
    let (code, q) = import(&words[1]);
    ok(code);
    // SAFETY: both blocks have 1 MiB.
    ok(unsafe { aclrtMemcpy(p, MIB, q, MIB, D2D) });
    assert!(get(p, MIB) == pattern(1, MIB));
    put(q, &pattern(2, MIB));
    assert_eq!(owner.ask("has 2"), ["true"]);
    owner.end();
}

// ---- tests ----

fn keys_between_processes() {
    ok(aclrtSetDevice(0));
    let mut owner = Role::new("owner").args(["3"]).start();
    let words = owner.listen();
    let (code, q) = import(&words[1]);
    ok(code);
    // The same address in both processes.
    assert_eq!(q as u64, hex(&words[0]));
    assert!(get(q, MIB) == pattern(1, MIB));
    put(q, &pattern(2, MIB));
    assert_eq!(owner.ask("has 2"), ["true"]);
    let mut attributes =
        PtrAttributes { location: MemLocation { id: 9, kind: 9 }, page_size: 0, rsv: [0; 4] };
    // SAFETY: the pointer is valid.
    ok(unsafe { aclrtPointerGetAttributes(q, &mut attributes) });
    assert_eq!((attributes.location.kind, attributes.location.id), (1, 3));
    let (mut base, mut size) = (null_mut(), 0);
    // SAFETY: the pointers are valid.
    ok(unsafe { aclrtMemGetAddressRange(q.cast::<u8>().wrapping_add(77).cast(), &mut base, &mut size) });
    assert_eq!((base, size), (q, MIB));
    // Not ours to free.
    assert_eq!(aclrtFree(q), PARAM_INVALID);
    ok(close(&words[1]));
    assert_eq!(close(&words[1]), PARAM_INVALID);
    assert_eq!(owner.ask("close"), ["0"]);
    assert_eq!(import(&words[1]).0, PARAM_INVALID);
    owner.end();
}

fn pointers_of_peers_work_as_they_are() {
    ok(aclrtSetDevice(0));
    let mut owner = Role::new("owner").args(["0"]).start();
    let q = hex(&owner.listen()[0]) as *mut c_void;
    let p = malloc(MIB);
    // SAFETY: both blocks have 1 MiB.
    unsafe {
        ok(aclrtMemcpy(p, MIB, q, MIB, D2D));
        assert!(get(p, MIB) == pattern(1, MIB));
        put(p, &pattern(3, MIB));
        ok(aclrtMemcpyAsync(q, MIB, p, MIB, D2D, null_mut()));
    }
    ok(aclrtSynchronizeDevice());
    assert_eq!(owner.ask("has 3"), ["true"]);
    free(p);
    owner.end();
}

fn keys_name_who_may_import() {
    ok(aclrtSetDevice(0));
    let mut owner = Role::new("owner").args(["0"]).start();
    let closed = owner.listen()[2].clone();
    assert_eq!(import(&closed).0, PARAM_INVALID);
    assert_eq!(owner.ask("allow 1"), ["0"]);
    assert_eq!(import(&closed).0, PARAM_INVALID);
    assert_eq!(owner.ask(&format!("allow {}", std::process::id())), ["0"]);
    ok(import(&closed).0);
    // Freeing the memory withdraws its keys.
    assert_eq!(owner.ask("free"), ["freed"]);
    assert_eq!(import(&closed).0, PARAM_INVALID);
    owner.end();
}

fn physical_memory_between_processes() {
    const SIZE: usize = 4 * MIB;
    ok(aclrtSetDevice(0));
    let mut owner = Role::new("physical").start();
    let words = owner.listen();
    let number: u64 = words[0].parse().unwrap();
    let (mut handle, mut va) = (null_mut(), null_mut());
    // SAFETY: all pointers are valid.
    unsafe {
        ok(aclrtMemImportFromShareableHandleV2((&raw const number).cast(), 1, 0, &mut handle));
        ok(aclrtReserveMemAddress(&mut va, SIZE, 0, null_mut(), 0));
    }
    ok(aclrtMapMem(va, SIZE, 0, handle, 0));
    assert!(get(va, SIZE) == pattern(5, SIZE));
    put(va, &pattern(6, SIZE));
    assert_eq!(owner.ask("has 6"), ["true"]);
    let mut again = 0;
    // SAFETY: the pointer is valid.
    let code = unsafe { aclrtMemExportToShareableHandle(handle, 0, 1, &mut again) };
    assert_eq!(code, PARAM_INVALID);
    // The memory stays ours when its owner drops it.
    assert_eq!(owner.ask("drop"), [(2 * SIZE).to_string()]);
    assert_eq!(owner.ask("new"), [(3 * SIZE).to_string()]);
    assert!(get(va, SIZE) == pattern(6, SIZE));
    ok(aclrtUnmapMem(va));
    ok(aclrtFreePhysical(handle));
    // The fabric handle names who may import.
    let mut fabric = MemFabricHandle { data: [0; 128] };
    for (i, byte) in fabric.data.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&words[1][i * 2..i * 2 + 2], 16).unwrap();
    }
    let open = |fabric: &MemFabricHandle| {
        let mut handle = null_mut();
        // SAFETY: all pointers are valid.
        let code =
            unsafe { aclrtMemImportFromShareableHandleV2((&raw const *fabric).cast(), 2, 0, &mut handle) };
        (code, handle)
    };
    assert_eq!(open(&fabric).0, PARAM_INVALID);
    assert_eq!(owner.ask(&format!("allow {}", std::process::id())), ["0"]);
    let (code, handle) = open(&fabric);
    ok(code);
    ok(aclrtFreePhysical(handle));
    let mut forged = fabric;
    forged.data[20] ^= 1;
    assert_eq!(open(&forged).0, PARAM_INVALID);
    forged = fabric;
    forged.data[0] ^= 1;
    assert_eq!(open(&forged).0, PARAM_INVALID);
    owner.end();
    // The owner is gone.
    assert_eq!(open(&fabric).0, PARAM_INVALID);
    ok(aclrtReleaseMemAddress(va));
}

fn notify_keys_between_processes() {
    ok(aclrtSetDevice(0));
    let mut owner = Role::new("signals").start();
    let keys = owner.listen();
    let (code, open) = import_notify(&keys[0]);
    ok(code);
    assert_eq!(import_notify(&keys[1]).0, PARAM_INVALID);
    assert_eq!(owner.ask(&format!("allow {}", std::process::id())), ["0"]);
    let (code, closed) = import_notify(&keys[1]);
    ok(code);
    let stream = stream();
    // Only the owner waits for it.
    assert_eq!(aclrtWaitAndResetNotify(open, stream, 1), PARAM_INVALID);
    for _ in 0..20 {
        owner.say("wait");
        ok(aclrtRecordNotify(open, stream));
        ok(aclrtRecordNotify(closed, stream));
        assert_eq!(owner.listen(), ["0"]);
    }
    owner.kill();
    // Recording goes on into memory that nobody looks at.
    ok(aclrtRecordNotify(open, stream));
    ok(aclrtSynchronizeStream(stream));
    assert_eq!(import_notify(&keys[0]).0, PARAM_INVALID);
    for notify in [open, closed] {
        ok(aclrtDestroyNotify(notify));
        assert_eq!(aclrtDestroyNotify(notify), INVALID_HANDLE);
    }
}

fn events_between_processes() {
    ok(aclrtSetDevice(0));
    let mut owner = Role::new("signals").start();
    let handle = owner.listen().remove(2);
    let (code, event) = open_event(&handle);
    ok(code);
    let stream = stream();
    let status = || {
        let mut status = 9;
        // SAFETY: the pointer is valid.
        ok(unsafe { aclrtQueryEventStatus(event, &mut status) });
        status
    };
    for _ in 0..10 {
        assert_eq!(owner.ask("hold"), ["held"]);
        assert_eq!(status(), 0);
        ok(aclrtStreamWaitEvent(stream, event));
        owner.say("go");
        ok(aclrtSynchronizeStream(stream));
        assert_eq!(owner.listen(), ["0"]);
        assert_eq!(status(), 1);
        // The other way round.
        ok(aclrtRecordEvent(event, stream));
        assert_eq!(owner.ask("follow"), ["0"]);
    }
    // Who waits for a process that is gone hears of it.
    assert_eq!(owner.ask("hold"), ["held"]);
    ok(aclrtStreamWaitEvent(stream, event));
    owner.kill();
    assert_eq!(aclrtSynchronizeStream(stream), INTERNAL);
    assert_eq!(aclrtSynchronizeEvent(event), INTERNAL);
    assert_eq!(open_event(&handle).0, PARAM_INVALID);
    ok(aclrtDestroyEvent(event));
}

/// Memory and events that a killed process had imported can be used again.
fn killed_importers_hold_nothing() {
    const SIZE: usize = 4 * MIB;
    const EVENTS: usize = 4096;
    let mut signals = Role::new("signals").start();
    let event = signals.listen().remove(2);
    for early in [true, false] {
        let mut memory = Role::new("physical").start();
        let number = memory.listen().remove(0);
        let mut importer = Role::new("importer").args([&number, &event]).start();
        assert_eq!(importer.listen(), ["ready"]);
        if early {
            importer.kill();
            assert_eq!(memory.ask("drop"), [SIZE.to_string()]);
        } else {
            assert_eq!(memory.ask("drop"), [(2 * SIZE).to_string()]);
            assert_eq!(signals.ask("drop"), ["dropped"]);
            assert_eq!(signals.ask("fill"), [(EVENTS - 1).to_string()]);
            importer.kill();
            assert_eq!(signals.ask("fill"), [EVENTS.to_string()]);
        }
        assert_eq!(memory.ask("new"), [(2 * SIZE).to_string()]);
        memory.end();
    }
    signals.end();
}

fn processes_share_a_device_id() {
    let mut peers: Vec<_> = (0..4).map(|_| Role::new("owner").args(["0"]).start()).collect();
    let keys: Vec<_> = peers.iter_mut().map(Peer::listen).collect();
    let slots: BTreeSet<_> = keys.iter().map(|k| slot_of(hex(&k[0]))).collect();
    assert_eq!(slots.len(), 4, "{slots:?}");
    ok(aclrtSetDevice(0));
    for (i, (peer, key)) in peers.iter_mut().zip(&keys).enumerate() {
        let (code, q) = import(&key[1]);
        ok(code);
        put(q, &pattern(100 + i as u64, MIB));
        assert_eq!(peer.ask(&format!("has {}", 100 + i)), ["true"]);
    }
    peers.into_iter().for_each(Peer::end);
}

fn a_dead_peer_is_an_error() {
    ok(aclrtSetDevice(0));
    let mut mapped = Role::new("owner").args(["0"]).start();
    let mut other = Role::new("owner").args(["0"]).start();
    let (a, b) = (mapped.listen(), other.listen());
    let (code, q) = import(&a[1]);
    ok(code);
    mapped.kill();
    other.kill();
    // What was mapped stays readable; nothing new can be mapped.
    assert!(get(q, MIB) == pattern(1, MIB));
    assert_eq!(import(&a[1]).0, PARAM_INVALID);
    assert_eq!(import(&b[1]).0, PARAM_INVALID);
    let mut word = 0u64;
    let address = hex(&b[0]) as *const c_void;
    // SAFETY: the target is valid; the source is refused before it is read.
    let code = unsafe { aclrtMemcpy((&raw mut word).cast(), 8, address, 8, D2H) };
    assert_eq!(code, PARAM_INVALID);
    ok(close(&a[1]));
}

fn a_new_peer_takes_the_slot_of_a_dead_one() {
    ok(aclrtSetDevice(0));
    let mut seen = 0;
    let mut old_slot = None;
    // Other programs on the machine may take the slot first; a few attempts are enough.
    for round in 0..20u64 {
        let mut owner = Role::new("owner").args(["0"]).start();
        let words = owner.listen();
        let slot = slot_of(hex(&words[0]));
        let (code, q) = import(&words[1]);
        ok(code);
        assert!(get(q, MIB) == pattern(1, MIB));
        put(q, &pattern(round, MIB));
        assert_eq!(owner.ask(&format!("has {round}")), ["true"]);
        seen += u32::from(old_slot == Some(slot));
        old_slot = Some(slot);
        owner.kill();
    }
    assert!(seen > 0, "no slot was used twice");
}

fn without_fixed_addresses() {
    Role::new("pair").env("SOFTNPU_NOFIXED", "1").succeeds();
}

/// Names of all files in the places where programs leave things.
fn litter() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<_> =
        ["/dev/shm", "/tmp", "/var/tmp", "/run"].map(|d| Path::new(d).to_path_buf()).into();
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(&dir).unwrap().flatten() {
            found.insert(entry.path().display().to_string());
            if entry.file_type().is_ok_and(|t| t.is_dir()) {
                open.push(entry.path());
            }
        }
    }
    found
}

fn kill_many() {
    let before = litter();
    assert_eq!(socket_names(), BTreeSet::new());
    let mut late = 0;
    for round in 0..40u64 {
        let mut peers: Vec<_> = (0..2).map(|_| Role::new("busy").start()).collect();
        if round % 2 == 0 {
            peers.iter_mut().for_each(|p| assert_eq!(p.listen(), ["ready"]));
            late += 1;
        }
        let random = round.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        std::thread::sleep(Duration::from_micros(random % 30_000));
        peers.iter_mut().for_each(Peer::kill);
        assert_eq!(litter(), before);
        assert_eq!(socket_names(), BTreeSet::new());
    }
    assert_eq!(late, 20);
    // All slots can be had again.
    let mut next = Role::new("claim").start();
    assert_eq!(slot_of(hex(&next.listen()[0])), 0);
    next.end();
}

fn sigkill_leaves_nothing() {
    if root() {
        return sandbox(Role::new("kill-many"), c"size=64m,mode=1777").succeeds();
    }
    // Other programs work in the same directories: only names of ours count.
    skip(
        "looking for leftovers of all kinds takes root (namespaces); looking for names of the software NPU only",
    );
    for round in 0..20u64 {
        let mut peer = Role::new("busy").start();
        let pid = peer.child.id();
        std::thread::sleep(Duration::from_millis(round * 3));
        peer.kill();
        let ours = |name: &String| name.split('/').nth(2) == Some(&format!("{pid:x}"));
        assert!(!socket_names().iter().any(ours));
        assert!(
            !std::fs::read_dir("/dev/shm")
                .unwrap()
                .flatten()
                .any(|e| { e.file_name().to_string_lossy().contains("softnpu") })
        );
    }
}

fn small_and_read_only_shm() {
    if !root() {
        return skip("mounting a small /dev/shm takes root");
    }
    sandbox(Role::new("touch").args([0, 300]), c"size=64m,mode=1777").succeeds();
    sandbox(Role::new("touch").args([0, 100]), c"size=4k,mode=555").succeeds();
}

fn limits_of_address_space() {
    for (limit, megabytes) in [(8u64 << 30, 500), (4 << 30, 300), (1 << 30, 60)] {
        Role::new("touch").args([0, megabytes]).limit(libc::RLIMIT_AS, limit).succeeds();
        Role::new("pair").limit(libc::RLIMIT_AS, limit).succeeds();
    }
    let mut poor = Role::new("set").limit(libc::RLIMIT_AS, 200 << 20).start();
    assert_eq!(poor.listen(), [MEMORY_ALLOCATION.to_string()]);
    // Fewer devices leave more for each.
    Role::new("touch").args([0, 60]).env("SOFTNPU_DEVICES", "1").limit(libc::RLIMIT_AS, 400 << 20).succeeds();
}

fn limits_of_file_size() {
    Role::new("touch").args([0, 100]).limit(libc::RLIMIT_FSIZE, 200 << 20).succeeds();
    let mut poor = Role::new("set").limit(libc::RLIMIT_FSIZE, 1 << 20).start();
    assert_eq!(poor.listen(), [MEMORY_ALLOCATION.to_string()]);
}

fn limits_of_device_memory() {
    Role::new("touch").args([0, 64]).env("SOFTNPU_MEM", "64M").succeeds();
    let mut child = Role::new("touch").args([0, 65]).env("SOFTNPU_MEM", "64M");
    let status = wait(&mut child.0.stderr(Stdio::null()).spawn().unwrap(), Duration::from_secs(30));
    assert!(!status.success());
}

fn nobody(role: Role) -> Role {
    role.before(|| {
        // SAFETY: plain system calls.
        unsafe {
            check(libc::setgroups(0, std::ptr::null()))?;
            check(libc::setgid(65534))?;
            check(libc::setuid(65534))
        }
    })
}

fn an_ordinary_user() {
    if !root() {
        // The other tests run as one anyhow.
        return Role::new("pair").succeeds();
    }
    nobody(Role::new("touch").args([0, 10])).succeeds();
    nobody(Role::new("pair")).succeeds();
}

fn users_do_not_meet() {
    if !root() {
        return skip("becoming another user takes root");
    }
    let mut owner = Role::new("owner").args(["0"]).start();
    let key = owner.listen()[1].clone();
    let mut stranger = nobody(Role::new("import").args([&key])).start();
    assert_eq!(stranger.listen(), [PARAM_INVALID.to_string()]);
    let mut friend = Role::new("import").args([&key]).start();
    assert_eq!(friend.listen(), ["0"]);
    owner.end();
}

/// Forks with a device; the child uses its own.
fn fork_child() {
    ok(aclrtSetDevice(0));
    let p = malloc(MIB);
    put(p, &pattern(7, MIB));
    let key = export(p, MIB, 1);
    let prop = PhysicalMemProp {
        handle_type: 0,
        allocation_type: 0,
        mem_attr: 4,
        location: MemLocation { id: 0, kind: 1 },
        reserve: 0,
    };
    let (mut handle, mut va) = (null_mut(), null_mut());
    // SAFETY: all pointers are valid.
    unsafe {
        ok(aclrtMallocPhysical(&mut handle, 2 * MIB, &prop, 0));
        ok(aclrtReserveMemAddress(&mut va, 2 * MIB, 0, null_mut(), 0));
    }
    ok(aclrtMapMem(va, 2 * MIB, 0, handle, 0));
    put(va, &pattern(9, MIB));
    let mut context = null_mut();
    // SAFETY: the pointer is valid.
    ok(unsafe { aclrtGetCurrentContext(&mut context) });
    // SAFETY: the threads of this process hold no locks the child needs: the watchdog sleeps, and no work is queued.
    let pid = unsafe { libc::fork() };
    assert!(pid >= 0);
    if pid == 0 {
        // SAFETY: a plain system call; ends the child if it hangs.
        unsafe { libc::alarm(40) };
        let body = || {
            let mut id = -1;
            // SAFETY: the pointer is valid.
            assert_eq!(unsafe { aclrtGetDevice(&mut id) }, CONTEXT_NULL);
            ok(aclrtSetDevice(0));
            let q = malloc(3 * MIB);
            assert_ne!(slot_of(q as u64), slot_of(p as u64));
            // The parent's memory is a peer's.
            let (code, imported) = import(&key);
            ok(code);
            assert_eq!(imported, p);
            // SAFETY: the blocks have 1 MiB.
            unsafe {
                ok(aclrtMemcpyAsync(q, MIB, p, MIB, D2D, null_mut()));
                ok(aclrtSynchronizeDevice());
            }
            assert!(get(q, MIB) == pattern(7, MIB));
            put(p, &pattern(8, MIB));
            assert_eq!(aclrtFree(p), PARAM_INVALID);
            // The parent's objects are not the child's.
            assert_eq!(aclrtSetCurrentContext(context), CONTEXT_NULL);
            assert_eq!(close(&key), 0);
            assert_eq!(close(&key), PARAM_INVALID);
            assert!(get(va, MIB) == pattern(9, MIB));
            ok(aclrtFreePhysical(handle));
            ok(aclrtUnmapMem(va));
            free(q);
            ok(aclrtResetDevice(0));
        };
        let good = std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).is_ok();
        std::process::exit(i32::from(!good));
    }
    let mut status = 0;
    // SAFETY: the pointer is valid.
    assert_eq!(unsafe { libc::waitpid(pid, &mut status, 0) }, pid);
    assert_eq!(status, 0);
    assert!(get(p, MIB) == pattern(8, MIB));
    assert!(get(va, MIB) == pattern(9, MIB));
    // The child took nothing with it.
    let mut friend = Role::new("import").args([&key]).start();
    assert_eq!(friend.listen(), ["0"]);
    free(p);
    ok(aclrtResetDevice(0));
}

fn a_forked_child_has_its_own_device() {
    Role::new("fork").succeeds();
}

/// Forks again and again while three threads do `work`; `child` says whether all went well in the child.
fn forks(times: u32, work: fn(), child: impl Fn() -> bool) {
    let stop = std::sync::atomic::AtomicBool::new(false);
    let stopped = || stop.load(std::sync::atomic::Ordering::Relaxed);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                ok(aclrtSetDevice(0));
                while !stopped() {
                    work();
                }
            });
        }
        for _ in 0..times {
            // SAFETY: the child uses the runtime only, whose fork handlers make that possible, and then leaves.
            unsafe {
                let pid = libc::fork();
                if pid == 0 {
                    libc::alarm(40);
                    libc::_exit(i32::from(!child()));
                }
                let mut status = 1;
                assert_eq!(libc::waitpid(pid, &mut status, 0), pid);
                assert_eq!(status, 0);
            }
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

/// Threads use the tables that a forked child needs; no fork may leave one of them locked.
fn fork_busy() {
    ok(aclrtSetDevice(0));
    let work = || {
        let p = malloc(4096);
        let key = export(p, 4096, 1);
        assert_eq!(import(&key), (0, p));
        ok(close(&key));
        let mut context = null_mut();
        // SAFETY: the pointer is valid.
        ok(unsafe { aclrtCreateContext(&mut context, 0) });
        ok(aclrtDestroyContext(context));
        ok(aclrtSetDevice(0));
        free(p);
    };
    forks(150, work, || {
        let p: *mut c_void = 0x1800_0000_0040 as *mut c_void;
        let mut attributes =
            PtrAttributes { location: MemLocation { id: 0, kind: 0 }, page_size: 0, rsv: [0; 4] };
        // SAFETY: the pointer is valid.
        unsafe { aclrtPointerGetAttributes(p, &mut attributes) == 0 && aclrtSetDevice(1) == 0 }
    });
}

fn forks_beside_busy_threads() {
    Role::new("fork-busy").succeeds();
}

/// Threads keep the engine of the parent busy; every child has streams, notifies and events of its own.
fn fork_streams() {
    fn round(stream: *mut c_void, notify: *mut c_void) -> i32 {
        let mut event = null_mut();
        // SAFETY: the pointer is valid.
        let mut code = unsafe { aclrtCreateEventExWithFlag(&mut event, 1) };
        for _ in 0..20 {
            code |= aclrtRecordNotify(notify, null_mut());
            code |= aclrtWaitAndResetNotify(notify, stream, 20);
            code |= aclrtRecordEvent(event, stream);
            code |= aclrtStreamWaitEvent(null_mut(), event);
            code |= aclrtSynchronizeEvent(event);
            code |= aclrtSynchronizeStream(null_mut());
        }
        code | aclrtDestroyEvent(event)
    }
    ok(aclrtSetDevice(0));
    let (parents_stream, parents_notify) = (stream(), notify());
    let work = || {
        let mut context = null_mut();
        // SAFETY: the pointer is valid.
        ok(unsafe { aclrtCreateContext(&mut context, 0) });
        let (stream, notify) = (stream(), notify());
        ok(round(stream, notify));
        ok(aclrtDestroyNotify(notify));
        ok(aclrtDestroyStream(stream));
        ok(aclrtDestroyContext(context));
        ok(aclrtSetDevice(0));
    };
    forks(60, work, || {
        let (mut stream, mut notify) = (null_mut(), null_mut());
        // SAFETY: the pointers are valid.
        let mut code =
            unsafe { aclrtSetDevice(0) | aclrtCreateStream(&mut stream) | aclrtCreateNotify(&mut notify, 0) };
        code |= round(stream, notify);
        code |= aclrtDestroyNotify(notify) | aclrtDestroyStream(stream);
        // The parent's objects are not the child's.
        code == 0
            && aclrtSynchronizeStream(parents_stream) == INVALID_HANDLE
            && aclrtDestroyNotify(parents_notify) == INVALID_HANDLE
    });
    ok(round(parents_stream, parents_notify));
}

fn forks_beside_busy_streams() {
    Role::new("fork-streams").succeeds();
}

/// The parent ends, its child goes on: the slot must be free.
fn fork_slot() {
    ok(aclrtSetDevice(0));
    let names = socket_names();
    assert_eq!(names.len(), 2);
    // SAFETY: as in `fork_child`; the child makes system calls only.
    unsafe {
        let middle = libc::fork();
        if middle == 0 {
            // A grandchild of a process with a device of its own.
            if aclrtSetDevice(0) != 0 || libc::fork() != 0 {
                libc::_exit(0);
            }
            libc::sleep(30);
            libc::_exit(0);
        }
        let mut status = 1;
        libc::waitpid(middle, &mut status, 0);
        assert_eq!(status, 0);
    }
    // The grandchild closes what it inherited as soon as it runs.
    let started = Instant::now();
    while socket_names() != names && started.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(socket_names(), names);
}

fn a_fork_does_not_keep_the_slot() {
    if !root() {
        return skip("a network namespace takes root");
    }
    alone(Role::new("fork-slot")).succeeds();
}

/// Takes all slots of the machine with four processes of 64 devices.
fn claim_all() {
    let mut peers: Vec<_> = (0..4).map(|_| Role::new("claim").env("SOFTNPU_DEVICES", "64").start()).collect();
    let mut slots = BTreeSet::new();
    for peer in &mut peers {
        slots.extend(peer.listen().iter().map(|w| slot_of(hex(w))));
    }
    assert_eq!(slots.len(), 256);
    assert_eq!(aclrtSetDevice(0), RESOURCE_ALLOC);
    peers.pop().unwrap().end();
    ok(aclrtSetDevice(0));
    free(malloc(64));
    peers.into_iter().for_each(Peer::end);
}

fn all_slots_taken() {
    if !root() {
        return skip("a network namespace takes root, and taking all slots without one would disturb others");
    }
    alone(Role::new("claim-all")).succeeds();
}

fn visible_devices() {
    let mut peer = Role::new("claim").env("ASCEND_RT_VISIBLE_DEVICES", "5,2").start();
    assert_eq!(peer.listen().len(), 2);
    peer.end();
}

/// Builds tests/c/sanitized.c; returns the program and the directory of the library.
fn build(name: &str, flags: &[&str]) -> Result<(PathBuf, PathBuf), String> {
    let here = std::env::current_exe().unwrap().parent().unwrap().to_path_buf();
    let library = here.join("libacl_rt.so");
    assert!(library.exists(), "{} is missing", library.display());
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let built = Command::new(&compiler)
        .args(["-std=c11", "-g", "-Wall", "-Werror", "-I"])
        .arg(crate_dir.join("include"))
        .args(flags)
        .arg(crate_dir.join("tests/c/sanitized.c"))
        .arg(&library)
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    if built.status.success() {
        Ok((program, here))
    } else {
        Err(String::from_utf8_lossy(&built.stderr).into())
    }
}

/// Runs a program against the library in a directory; it must succeed.
fn run(mut command: Command, library: &Path) {
    let status = wait(&mut command.env("LD_LIBRARY_PATH", library).spawn().unwrap(), Duration::from_secs(80));
    assert!(status.success(), "{status}");
}

fn address_sanitizer() {
    let (program, library) = match build("asan", &["-fsanitize=address"]) {
        Ok(built) => built,
        Err(text) if text.contains("asan") => return skip("the compiler has no AddressSanitizer"),
        Err(text) => panic!("{text}"),
    };
    let mut command = Command::new(&program);
    command.env("ASAN_OPTIONS", "detect_leaks=1:halt_on_error=1");
    run(command, &library);
    std::fs::remove_file(&program).unwrap();
}

/// Its search for leaks reads all memory that is mapped, so the arenas must be small there.
fn valgrind() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return skip("valgrind is not installed");
    }
    let (program, library) = build("valgrind", &[]).unwrap();
    let mut command = Command::new("valgrind");
    command.args([
        "-q",
        "--leak-check=full",
        "--errors-for-leak-kinds=definite",
        "--show-leak-kinds=definite",
    ]);
    command.arg("--error-exitcode=9").arg(&program).env("SOFTNPU_MEM", "16M");
    run(command, &library);
    std::fs::remove_file(&program).unwrap();
}
