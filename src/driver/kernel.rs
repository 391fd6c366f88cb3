//! Kernels of the device: finding them by library and function, launching them. Public ACL calls, looked up at run time.

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_int, c_void};
use std::io::Write as _;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use hcomm_base::sync::lock;
use hcomm_base::{Result, bail, err};

use super::find;

/// Folder below `ASCEND_HOME_PATH` with the descriptions of installed kernels.
const DESCRIPTIONS: &str = "opp/built-in/op_impl/aicpu/config";
/// `ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE`.
const CPU_KERNEL_MODE: u32 = 3;
/// `ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT`.
const ATTR_TIMEOUT: u32 = 7;

/// A kernel that can be launched on every device. Lives as long as the process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kernel {
    function: usize,
}

/// An option of loading, or an attribute of a launch: a number and a value of 16 bytes.
#[repr(C)]
struct Setting {
    id: u32,
    value: [u32; 4],
}

/// `aclrtBinaryLoadOptions`, `aclrtLaunchKernelCfg`.
#[repr(C)]
struct Settings {
    first: *const Setting,
    num: usize,
}

static KERNELS: Mutex<Option<HashMap<(String, String), Kernel>>> = Mutex::new(None);

/// The kernel `function` of the library file `library`.
///
/// An installed description that has the name of the library (`opp/built-in/op_impl/aicpu/config/<name>.json` below
/// `ASCEND_HOME_PATH`, or beside a library given with its folder) says which symbol `function` is; without a description
/// it is the symbol itself. The device runtime looks for the library. RUNTIME if there is no such kernel.
pub fn kernel(library: &str, function: &str) -> Result<Kernel> {
    let key = (library.to_owned(), function.to_owned());
    let mut kernels = lock(&KERNELS);
    let kernels = kernels.get_or_insert_default();
    if let Some(&known) = kernels.get(&key) {
        return Ok(known);
    }
    let described = description(library).map(|path| load(&path).and_then(|binary| named(binary, function)));
    let found = match described {
        Some(Ok(found)) => found,
        // The description may be of other functions of the library.
        _ => described_here(library, function)?,
    };
    kernels.insert(key, found);
    Ok(found)
}

/// Appends a launch of `kernel` with one block to an `aclrtStream`; the arguments are copied. `seconds`: how long it may
/// run, `None` for the runtime's default, 0 for any time.
///
/// # Safety
/// `stream` is a value that the runtime returned for a stream; the kernel knows what to do with the arguments.
pub unsafe fn launch(kernel: Kernel, stream: *mut c_void, arguments: &[u8], seconds: Option<u16>) -> Result {
    type Function = unsafe extern "C" fn(
        *mut c_void,
        u32,
        *mut c_void,
        *const Settings,
        *const c_void,
        usize,
        *const c_void,
        usize,
    ) -> c_int;
    // SAFETY: the public prototype of aclrtLaunchKernelWithHostArgs.
    let call: Function = unsafe { std::mem::transmute(symbol(c"aclrtLaunchKernelWithHostArgs")?) };
    let attribute = Setting { id: ATTR_TIMEOUT, value: [u32::from(seconds.unwrap_or_default()), 0, 0, 0] };
    let settings = Settings { first: &attribute, num: 1 };
    let settings = if seconds.is_some() { &raw const settings } else { std::ptr::null() };
    // SAFETY: live locals; the stream and the meaning of the arguments are the caller's promise.
    let code = unsafe {
        call(
            kernel.function as *mut c_void,
            1,
            stream,
            settings,
            arguments.as_ptr().cast(),
            arguments.len(),
            std::ptr::null(),
            0,
        )
    };
    if code != 0 {
        bail!(RUNTIME, "launching a kernel: the device runtime returned {code}");
    }
    Ok(())
}

fn symbol(name: &CStr) -> Result<*mut c_void> {
    match find::symbol(name) {
        Some(address) => Ok(address.as_ptr()),
        None => Err(err!(RUNTIME, "the device runtime has no function {}", name.to_string_lossy())),
    }
}

/// The installed description of a library.
fn description(library: &str) -> Option<PathBuf> {
    let file = Path::new(library).with_extension("json");
    let path = if file.components().count() > 1 {
        file
    } else {
        PathBuf::from(std::env::var_os("ASCEND_HOME_PATH")?).join(DESCRIPTIONS).join(file)
    };
    path.is_file().then_some(path)
}

/// Loads a description; answers the handle of the binary.
fn load(path: &Path) -> Result<*mut c_void> {
    type Function = unsafe extern "C" fn(*const i8, *const Settings, *mut *mut c_void) -> c_int;
    // SAFETY: the public prototype of aclrtBinaryLoadFromFile.
    let call: Function = unsafe { std::mem::transmute(symbol(c"aclrtBinaryLoadFromFile")?) };
    let Ok(name) = CString::new(path.as_os_str().as_bytes()) else {
        bail!(PARA, "the path {} holds a NUL", path.display())
    };
    let option = Setting { id: CPU_KERNEL_MODE, value: [0; 4] };
    let options = Settings { first: &option, num: 1 };
    let mut binary = std::ptr::null_mut();
    // SAFETY: a C string and live locals.
    match unsafe { call(name.as_ptr().cast(), &options, &mut binary) } {
        0 => Ok(binary),
        code => Err(err!(RUNTIME, "loading {}: the device runtime returned {code}", path.display())),
    }
}

fn named(binary: *mut c_void, function: &str) -> Result<Kernel> {
    type Function = unsafe extern "C" fn(*mut c_void, *const i8, *mut *mut c_void) -> c_int;
    // SAFETY: the public prototype of aclrtBinaryGetFunction.
    let call: Function = unsafe { std::mem::transmute(symbol(c"aclrtBinaryGetFunction")?) };
    let Ok(name) = CString::new(function) else { bail!(PARA, "the name of a kernel holds a NUL") };
    let mut found = std::ptr::null_mut();
    // SAFETY: a handle of the runtime, a C string and a live local.
    match unsafe { call(binary, name.as_ptr().cast(), &mut found) } {
        0 => Ok(Kernel { function: found as usize }),
        code => Err(err!(RUNTIME, "the device runtime has no kernel {function} and returned {code}")),
    }
}

/// A kernel without a description: the runtime reads one that exists in memory only.
fn described_here(library: &str, function: &str) -> Result<Kernel> {
    if function.is_empty() || library.contains(['"', '\\']) || function.contains(['"', '\\']) {
        bail!(RUNTIME, "there is no kernel \"{function}\" in a library \"{library}\"");
    }
    let text = format!(
        r#"{{"{function}": {{"opInfo": {{"opKernelLib": "AICPUKernel", "kernelSo": "{library}", "functionName": "{function}"}}}}}}"#
    );
    // SAFETY: a C string; a negative result is checked below.
    let fd = unsafe { libc::memfd_create(c"hcomm-kernel".as_ptr(), libc::MFD_CLOEXEC) };
    if fd < 0 {
        bail!(SYSCALL, "memfd_create failed: {}", std::io::Error::last_os_error());
    }
    // SAFETY: a descriptor of our own, opened a moment ago.
    let mut file = unsafe { std::fs::File::from_raw_fd(fd) };
    file.write_all(text.as_bytes())
        .map_err(|error| err!(SYSCALL, "a description in memory cannot be written: {error}"))?;
    let binary = load(Path::new(&format!("/proc/self/fd/{}", file.as_raw_fd())))?;
    named(binary, function).map_err(|error| error.context(format_args!("library {library}")))
}
