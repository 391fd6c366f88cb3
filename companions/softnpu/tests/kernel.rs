//! AICPU kernels: loading, arguments, launches, errors, and globals of their own for each device.

// SAFETY of all blocks here: the C functions get pointers to variables and blocks of the test that live through the
// call, with their true sizes, or bad ones on purpose that the functions must refuse.
#![allow(clippy::undocumented_unsafe_blocks)]

mod common;

use acl_rt::api::device::*;
use acl_rt::api::kernel::*;
use common::*;
use std::ffi::{CString, c_void};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::ptr::{null, null_mut};
use std::sync::OnceLock;

const INVALID_PARAM: i32 = 100_000;
const PARAM_INVALID: i32 = 107_000;
const INVALID_HANDLE: i32 = 107_017;
const NOT_SUPPORT: i32 = 207_000;
const AICPU_TIMEOUT: i32 = 507_017;
const AICPU_EXCEPTION: i32 = 507_018;
const KERNEL_LOOKUP: i32 = 507_027;

/// Builds the kernels, laid out like an installed vendor package; returns the description.
fn description() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("kernels-{}", std::process::id()));
        let (config, kernel) = (root.join("aicpu/config"), root.join("aicpu/kernel"));
        std::fs::create_dir_all(&config).unwrap();
        std::fs::create_dir_all(&kernel).unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels/kernels.cc");
        let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".into());
        let built = Command::new(&compiler)
            .args(["-std=c++14", "-O1", "-shared", "-fPIC", "-o"])
            .arg(kernel.join("libtest_kernels.so"))
            .arg(source)
            .status()
            .unwrap_or_else(|error| panic!("{compiler} cannot be run: {error}"));
        assert!(built.success());
        std::fs::copy(kernel.join("libtest_kernels.so"), config.join("beside.so")).unwrap();
        let entry = |name: &str, so: &str| {
            format!(r#""{name}": {{"opInfo": {{"opKernelLib": "AICPUKernel", "kernelSo": "{so}", "functionName": "{name}"}}}}"#)
        };
        let names = ["Count", "Fail", "Sleep", "Block", "Thread", "RunCpuKernelWithBlock", "Text", "Nowhere"];
        let mut entries: Vec<_> = names.iter().map(|n| entry(n, "libtest_kernels.so")).collect();
        entries.push(entry("Lost", "libnot_there.so"));
        let text = format!("{{{}}}", entries.join(","));
        std::fs::write(config.join("libtest.json"), &text).unwrap();
        std::fs::write(config.join("beside.json"), r#"{"Fail": {"opInfo": {"functionName": "Fail"}}}"#).unwrap();
        std::fs::write(config.join("broken.json"), "{").unwrap();
        config.join("libtest.json")
    })
}

fn c(path: &Path) -> CString {
    CString::new(path.to_str().unwrap()).unwrap()
}

fn load_mode(path: &Path, mode: u32) -> (i32, *mut c_void) {
    let option = BinaryLoadOption { kind: 3, value: [mode, 0, 0, 0] };
    let options = BinaryLoadOptions { options: &option, num_opt: 1 };
    let mut handle = null_mut();
    // SAFETY: all pointers are valid.
    let code = unsafe { aclrtBinaryLoadFromFile(c(path).as_ptr(), &options, &mut handle) };
    (code, handle)
}

fn load() -> *mut c_void {
    let (code, handle) = load_mode(description(), 0);
    ok(code);
    handle
}

fn try_function(binary: *mut c_void, name: &str) -> (i32, *mut c_void) {
    let mut function = null_mut();
    let name = CString::new(name).unwrap();
    // SAFETY: all pointers are valid.
    (unsafe { aclrtBinaryGetFunction(binary, name.as_ptr(), &mut function) }, function)
}

fn function(binary: *mut c_void, name: &str) -> *mut c_void {
    let (code, function) = try_function(binary, name);
    ok(code);
    function
}

fn launch<T>(function: *mut c_void, blocks: u32, args: &T) -> i32 {
    // SAFETY: the arguments are valid for their size.
    unsafe { aclrtLaunchKernel(function, blocks, (&raw const *args).cast(), size_of::<T>(), null_mut()) }
}

fn with_timeout<T>(function: *mut c_void, args: &T, attrs: &[LaunchKernelAttr]) -> i32 {
    let cfg = LaunchKernelCfg { attrs: attrs.as_ptr(), num_attrs: attrs.len() };
    // SAFETY: the arguments are valid for their size.
    unsafe { aclrtLaunchKernelV2(function, 1, (&raw const *args).cast(), size_of::<T>(), &cfg, null_mut()) }
}

fn on(device: i32, body: impl FnOnce() + Send + 'static) {
    watchdog(60);
    let thread = std::thread::spawn(move || {
        ok(aclrtSetDevice(device));
        body();
        ok(aclrtResetDevice(device));
    });
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Runs `Count` once; returns its three numbers.
fn count(function: *mut c_void) -> [u64; 3] {
    let p = malloc(24);
    ok(launch(function, 1, &(p as u64)));
    ok(aclrtSynchronizeDevice());
    let data = get(p, 24);
    free(p);
    std::array::from_fn(|i| u64::from_ne_bytes(data[i * 8..i * 8 + 8].try_into().unwrap()))
}

#[test]
fn each_device_has_its_own_globals() {
    watchdog(60);
    description();
    // One after the other, so that the numbers are known.
    for (device, times) in [(2, 3), (3, 2), (4, 1)] {
        on(device, move || {
            let count_fn = function(load(), "Count");
            for i in 1..=times {
                assert_eq!(count(count_fn), [i; 3], "device {device}");
            }
        });
    }
    // The second binary of a device is the same library.
    on(2, || assert_eq!(count(function(load(), "Count")), [4; 3]));
    on(3, || assert_eq!(count(function(load(), "Count")), [3; 3]));
}

#[test]
fn one_function_handle_serves_all_devices() {
    watchdog(60);
    // On devices of their own.
    let shared = std::thread::spawn(|| {
        ok(aclrtSetDevice(5));
        let f = function(load(), "Count");
        assert_eq!(count(f), [1; 3]);
        ok(aclrtResetDevice(5));
        f as usize
    })
    .join()
    .unwrap();
    on(6, move || assert_eq!(count(shared as *mut c_void), [1; 3]));
    on(5, move || assert_eq!(count(shared as *mut c_void), [2; 3]));
}

#[test]
fn results_come_at_synchronisation() {
    on(0, || {
        let binary = load();
        let fail = function(binary, "Fail");
        ok(launch(fail, 1, &0u32));
        ok(aclrtSynchronizeDevice());
        ok(launch(fail, 1, &7u32));
        assert_eq!(aclrtSynchronizeDevice(), AICPU_EXCEPTION);
        ok(aclrtSynchronizeDevice());
        ok(launch(fail, 1, &0u32));
        ok(aclrtSynchronizeDevice());
    });
}

#[test]
fn a_kernel_that_takes_too_long_is_reported() {
    on(1, || {
        let sleep = function(load(), "Sleep");
        let seconds = |n| LaunchKernelAttr { id: 7, value: [n, 0, 0, 0] };
        let micros = |n| LaunchKernelAttr { id: 8, value: [n, 0, 0, 0] };
        ok(with_timeout(sleep, &200u64, &[micros(1_000)]));
        assert_eq!(aclrtSynchronizeDevice(), AICPU_TIMEOUT);
        ok(with_timeout(sleep, &1u64, &[seconds(50)]));
        ok(aclrtSynchronizeDevice());
        ok(with_timeout(sleep, &1u64, &[seconds(0)]));
        ok(aclrtSynchronizeDevice());
        assert_eq!(with_timeout(sleep, &1u64, &[seconds(1), micros(1)]), PARAM_INVALID);
        let unknown = LaunchKernelAttr { id: 4711, value: [0; 4] };
        ok(with_timeout(sleep, &0u64, &[unknown]));
        let schedule = LaunchKernelAttr { id: 1, value: [3, 0, 0, 0] };
        assert_eq!(with_timeout(sleep, &0u64, &[schedule]), PARAM_INVALID);
        let cfg = LaunchKernelCfg { attrs: null(), num_attrs: 0 };
        // SAFETY: the arguments are valid.
        let code = unsafe { aclrtLaunchKernelV2(sleep, 1, null(), 0, &cfg, null_mut()) };
        assert_eq!(code, PARAM_INVALID);
        ok(aclrtSynchronizeDevice());
    });
}

#[test]
fn a_kernel_that_never_ends_is_reported_while_it_runs() {
    on(7, || {
        let block = function(load(), "Block");
        let p = malloc(4);
        put(p, &[0; 4]);
        let micros = LaunchKernelAttr { id: 8, value: [20_000, 0, 0, 0] };
        ok(with_timeout(block, &(p as u64), &[micros]));
        assert_eq!(aclrtSynchronizeDevice(), AICPU_TIMEOUT);
        // The stream can be used beside the kernel, which still runs.
        ok(launch(function(load(), "Fail"), 1, &0u32));
        ok(aclrtSynchronizeDevice());
        assert_eq!(get(p, 4), 0u32.to_ne_bytes());
        put(p, &1u32.to_ne_bytes());
        while get(p, 4) != 2u32.to_ne_bytes() {
            std::thread::yield_now();
        }
        // It ends late: nobody hears of it.
        ok(aclrtSynchronizeDevice());
        free(p);
    });
}

#[test]
fn kernels_run_on_kernel_threads_with_arguments_of_their_own() {
    on(0, || {
        let thread = function(load(), "Thread");
        let p = malloc(24);
        let args = [p as u64, p as u64 + 16];
        for _ in 0..2 {
            ok(launch(thread, 1, &args));
        }
        ok(aclrtSynchronizeDevice());
        let data = get(p, 24);
        let name = &data[..data.iter().position(|b| *b == 0).unwrap()];
        assert_eq!(std::str::from_utf8(name).unwrap(), "npu0-kernel");
        let address = u64::from_ne_bytes(data[16..24].try_into().unwrap());
        assert_eq!(address % 64, 0);
        assert_ne!(address, args.as_ptr() as u64);
        assert_eq!(args, [p as u64, p as u64 + 16]);
        free(p);
    });
}

#[test]
fn blocks_are_numbered() {
    on(0, || {
        let f = function(load(), "RunCpuKernelWithBlock");
        let p = malloc(16);
        ok(launch(f, 4, &(p as u64)));
        ok(aclrtSynchronizeDevice());
        assert_eq!(get(p, 16), [4u32; 4].map(u32::to_ne_bytes).concat());
        assert_eq!(launch(f, 0, &(p as u64)), INVALID_PARAM);
        free(p);
    });
}

#[test]
fn argument_lists_are_packed_and_copied() {
    on(0, || unsafe {
        let f = function(load(), "Text");
        let out = malloc(16);
        let (wrong, right) = (78u32, 77u32);
        let (mut args, mut param, mut place) = (null_mut(), null_mut(), null_mut());
        ok(aclrtKernelArgsInit(f, &mut args));
        ok(aclrtKernelArgsAppend(args, (&raw const wrong).cast(), 4, &mut param));
        ok(aclrtKernelArgsAppendPlaceHolder(args, &mut place));
        let mut last = null_mut();
        ok(aclrtKernelArgsAppend(args, (&raw const out).cast(), 8, &mut last));
        assert_eq!(aclrtKernelArgsAppend(args, null(), 8, &mut last), INVALID_PARAM);
        assert_eq!(aclrtKernelArgsAppend(args, (&raw const out).cast(), 0, &mut last), INVALID_PARAM);
        assert_eq!(aclrtKernelArgsFinalize(args), PARAM_INVALID);
        let mut buffer = null_mut();
        assert_eq!(aclrtKernelArgsGetPlaceHolderBuffer(args, param, 6, &mut buffer), PARAM_INVALID);
        ok(aclrtKernelArgsGetPlaceHolderBuffer(args, place, 6, &mut buffer));
        buffer.cast::<[u8; 6]>().write(*b"hello\0");
        ok(aclrtKernelArgsParaUpdate(args, param, (&raw const right).cast(), 4));
        assert_eq!(aclrtKernelArgsParaUpdate(args, param, (&raw const right).cast(), 5), PARAM_INVALID);
        let run = || aclrtLaunchKernelWithConfig(f, 1, null_mut(), null(), args, null_mut());
        assert_eq!(run(), PARAM_INVALID);
        ok(aclrtKernelArgsFinalize(args));
        assert_eq!(aclrtKernelArgsAppend(args, (&raw const out).cast(), 8, &mut last), PARAM_INVALID);
        ok(run());
        ok(run());
        // The list can be used again at once; the thread gets the same one.
        let mut again = null_mut();
        ok(aclrtKernelArgsInit(f, &mut again));
        assert_eq!(again, args);
        ok(aclrtSynchronizeDevice());
        assert_eq!(get(out, 6), b"hello\0");
        let (code, other) = try_function(load(), "Fail");
        ok(code);
        assert_eq!(
            aclrtLaunchKernelWithConfig(other, 1, null_mut(), null(), args, null_mut()),
            PARAM_INVALID
        );
        assert_eq!(aclrtLaunchKernelWithConfig(f, 1, null_mut(), null(), args, out), INVALID_PARAM);
        assert_eq!(aclrtLaunchKernelWithConfig(f, 1, null_mut(), null(), out, null_mut()), INVALID_HANDLE);
        free(out);
    });
}

#[test]
fn blocks_of_bytes_have_placeholders() {
    on(0, || unsafe {
        let f = function(load(), "Text");
        let out = malloc(16);
        let mut block = [0u8; 32];
        block[..4].copy_from_slice(&77u32.to_ne_bytes());
        block[12..20].copy_from_slice(&(out as u64).to_ne_bytes());
        block[24..28].copy_from_slice(b"abc\0");
        let holder = PlaceHolderInfo { addr_offset: 4, data_offset: 24 };
        ok(aclrtLaunchKernelWithHostArgs(f, 1, null_mut(), null(), block.as_ptr().cast(), 32, &holder, 1));
        ok(aclrtSynchronizeDevice());
        assert_eq!(get(out, 4), b"abc\0");
        let outside = PlaceHolderInfo { addr_offset: 28, data_offset: 24 };
        let code =
            aclrtLaunchKernelWithHostArgs(f, 1, null_mut(), null(), block.as_ptr().cast(), 32, &outside, 1);
        assert_eq!(code, PARAM_INVALID);
        free(out);
    });
}

#[test]
fn bad_binaries_and_names_are_refused() {
    on(0, || unsafe {
        let dir = description().parent().unwrap();
        assert_eq!(load_mode(&dir.join("none.json"), 0).0, PARAM_INVALID);
        assert_eq!(load_mode(&dir.join("broken.json"), 0).0, PARAM_INVALID);
        assert_eq!(load_mode(description(), 2).0, PARAM_INVALID);
        assert_eq!(load_mode(description(), 9).0, PARAM_INVALID);
        let binary = load();
        assert_eq!(try_function(binary, "Unknown").0, KERNEL_LOOKUP);
        assert_eq!(try_function(binary, "").0, KERNEL_LOOKUP);
        // In the description, but not in the library.
        assert_eq!(try_function(binary, "Nowhere").0, KERNEL_LOOKUP);
        // The library is missing: the launch says so.
        let lost = function(binary, "Lost");
        assert_eq!(launch(lost, 1, &0u64), KERNEL_LOOKUP);
        assert_eq!(try_function(lost, "Fail").0, INVALID_HANDLE);
        assert_eq!(try_function(null_mut(), "Fail").0, INVALID_PARAM);
        let fail = function(binary, "Fail");
        let mut name = [1i8; 4];
        ok(aclrtGetFunctionName(fail, 4, name.as_mut_ptr()));
        assert_eq!(name, [b'F' as i8, b'a' as i8, b'i' as i8, 0]);
        let mut owner = null_mut();
        ok(aclrtFunctionGetBinary(fail, &mut owner));
        assert_eq!(owner, binary);
        ok(aclrtBinaryUnLoad(binary));
        assert_eq!(aclrtBinaryUnLoad(binary), INVALID_HANDLE);
        assert_eq!(launch(fail, 1, &0u32), INVALID_HANDLE);
        assert_eq!(launch(null_mut(), 1, &0u32), INVALID_PARAM);
        let mut args = null_mut();
        assert_eq!(aclrtKernelArgsInit(fail, &mut args), INVALID_HANDLE);
    });
}

#[test]
fn a_library_beside_its_description() {
    on(0, || {
        let (code, binary) = load_mode(&description().with_file_name("beside.json"), 1);
        ok(code);
        ok(launch(function(binary, "Fail"), 1, &3u32));
        assert_eq!(aclrtSynchronizeDevice(), AICPU_EXCEPTION);
    });
}

#[test]
fn a_library_from_memory() {
    on(0, || unsafe {
        let data = std::fs::read(description().with_file_name("beside.so")).unwrap();
        let option = BinaryLoadOption { kind: 3, value: [2, 0, 0, 0] };
        let options = BinaryLoadOptions { options: &option, num_opt: 1 };
        let mut binary = null_mut();
        ok(aclrtBinaryLoadFromData(data.as_ptr().cast(), data.len(), &options, &mut binary));
        let mut f = null_mut();
        ok(aclrtRegisterCpuFunc(binary, c"Fail".as_ptr(), c"MyName".as_ptr(), &mut f));
        assert_eq!(aclrtRegisterCpuFunc(binary, c"No".as_ptr(), c"Other".as_ptr(), &mut f), KERNEL_LOOKUP);
        ok(launch(function(binary, "MyName"), 1, &0u32));
        ok(aclrtSynchronizeDevice());
        assert_eq!(
            aclrtBinaryLoadFromData(b"no library".as_ptr().cast(), 10, &options, &mut binary),
            PARAM_INVALID
        );
    });
}

#[test]
fn code_of_ai_cores_loads_but_does_not_run() {
    on(0, || unsafe {
        let blob = aclrtCreateBinary(c"code".as_ptr().cast(), 4);
        assert!(!blob.is_null());
        assert!(aclrtCreateBinary(null(), 4).is_null());
        let mut binary = null_mut();
        ok(aclrtBinaryLoad(blob, &mut binary));
        assert_eq!(try_function(binary, "Any").0, NOT_SUPPORT);
        ok(aclrtDestroyBinary(blob));
        assert_eq!(aclrtDestroyBinary(blob), INVALID_HANDLE);
        assert_eq!(aclrtBinaryLoad(blob, &mut binary), INVALID_HANDLE);
        ok(aclrtBinaryLoadFromData(c"code".as_ptr().cast(), 4, null(), &mut binary));
        assert_eq!(try_function(binary, "Any").0, NOT_SUPPORT);
    });
}
