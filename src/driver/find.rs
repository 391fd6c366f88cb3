//! Finding the runtime's extension table in the process.

use std::ffi::{CStr, CString, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;

use hcomm_base::{Result, err};
use npu_ext::{ENTRY_SYMBOL, EntryFn, NpuExt};

/// Names of the runtime library; all are links to one file.
const NAMES: [&CStr; 3] = [c"libascendcl.so", c"libacl_rt.so", c"libruntime.so"];

/// The table of the runtime that the program uses. Looks, in this order, at symbols visible in the whole process, at
/// libraries that are loaded under one of [`NAMES`], at the directory of this library, and at the loader's path.
pub(super) fn table() -> Result<&'static NpuExt> {
    let entry = entry(libc::RTLD_DEFAULT)
        .or_else(|| NAMES.iter().find_map(|name| open(name, libc::RTLD_NOLOAD)))
        .or_else(beside)
        .or_else(|| open(NAMES[0], 0));
    let Some(entry) = entry else {
        return Err(err!(
            DRV,
            "no device runtime with the software NPU's table ({ENTRY_SYMBOL}) was found: put the lib64 directory of \
             the SDK, which holds libascendcl.so, first in LD_LIBRARY_PATH"
        ));
    };
    // SAFETY: `entry` is the function that the contract names, of exactly this type.
    let table = unsafe { entry() };
    // SAFETY: the contract: null or a table that lives as long as the process.
    unsafe { table.as_ref() }
        .ok_or_else(|| err!(DRV, "the device runtime returned no table from {ENTRY_SYMBOL}"))
}

/// Address of a public function of the runtime.
pub(super) fn symbol(name: &CStr) -> Option<NonNull<c_void>> {
    let look = |library| {
        // SAFETY: `library` is RTLD_DEFAULT or a live dlopen handle; the name ends with NUL.
        NonNull::new(unsafe { libc::dlsym(library, name.as_ptr()) })
    };
    look(libc::RTLD_DEFAULT).or_else(|| {
        NAMES.iter().find_map(|library| {
            // SAFETY: RTLD_NOLOAD loads nothing; the handle is kept, the library stays loaded as long as it was.
            let handle = unsafe { libc::dlopen(library.as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD) };
            if handle.is_null() { None } else { look(handle) }
        })
    })
}

/// The entry function seen through a dlopen handle.
fn entry(library: *mut c_void) -> Option<EntryFn> {
    let symbol = CString::new(ENTRY_SYMBOL).ok()?;
    // SAFETY: `library` is RTLD_DEFAULT or a live dlopen handle.
    let address = unsafe { libc::dlsym(library, symbol.as_ptr()) };
    // SAFETY: the contract gives the symbol this type; a null address becomes `None`.
    unsafe { std::mem::transmute::<*mut c_void, Option<EntryFn>>(address) }
}

fn open(name: &CStr, flags: i32) -> Option<EntryFn> {
    // SAFETY: loading runs the library's constructors, as linking to it would. The handle is kept on purpose: the
    // table must stay valid.
    let library = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL | flags) };
    if library.is_null() { None } else { entry(library) }
}

/// A runtime in the directory that holds this library (or the program it is linked into).
fn beside() -> Option<EntryFn> {
    let directory = own_file()?.parent()?.to_owned();
    NAMES.iter().find_map(|name| {
        let path = directory.join(Path::new(std::ffi::OsStr::from_bytes(name.to_bytes())));
        open(&CString::new(path.into_os_string().as_bytes()).ok()?, 0)
    })
}

/// File from which the code of this function was loaded.
fn own_file() -> Option<PathBuf> {
    // SAFETY: plain C struct of pointers, for which all zero is a value.
    let mut info: libc::Dl_info = unsafe { std::mem::zeroed() };
    let here = own_file as fn() -> Option<PathBuf> as *const c_void;
    // SAFETY: the address is only compared with mapped objects; `info` is a live local.
    if unsafe { libc::dladdr(here, &mut info) } == 0 || info.dli_fname.is_null() {
        return None;
    }
    // SAFETY: dladdr succeeded, so the name is a NUL-terminated string of the loader.
    let name = unsafe { CStr::from_ptr(info.dli_fname) };
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(name.to_bytes())))
}
