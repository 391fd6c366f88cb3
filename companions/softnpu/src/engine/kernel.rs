//! AICPU kernels: descriptions, libraries, arguments, launches.
//!
//! A description is a JSON file that maps names to functions in a library. On the software NPU the library is
//! built for the host and loaded into the process. A kernel's global variables belong to one device: the first
//! device that uses a library loads the file, every further one a private copy of it.

use super::context::{self, Context};
use super::device::Device;
use super::handle::{BAD, Table};
use super::job::{self, Job, Place};
use super::stream::Stream;
use super::{sched, sys};
use crate::error::{Error, Result, code, fail};
use std::collections::HashMap;
use std::ffi::{CStr, CString, OsStr, c_void};
use std::io::{Seek, Write};
use std::os::fd::IntoRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Directories below `opp/vendors/<name>/aicpu` are searched so deep.
const VENDOR_DEPTH: u32 = 4;

/// A kernel function: arguments, and the block, which only `RunCpuKernelWithBlock` looks at. 0 is success.
type KernelFn = unsafe extern "C" fn(*mut c_void, *const BlockInfo) -> u32;

/// Second argument of a kernel.
#[repr(C)]
struct BlockInfo {
    block_num: u32,
    block_id: u32,
}

/// A loaded binary.
pub(crate) struct Binary {
    kind: Kind,
}

enum Kind {
    /// Functions by name, and where their libraries may be.
    Cpu { functions: Mutex<HashMap<String, Entry>>, home: PathBuf },
    /// Code for cores that the software NPU has not.
    Core,
}

/// Where a function is.
#[derive(Clone)]
struct Entry {
    so_path: PathBuf,
    symbol: String,
}

/// A function of a binary.
pub(crate) struct Function {
    /// Name in the description.
    pub name: String,
    /// Its binary.
    pub binary: Arc<Binary>,
    /// Handle of its binary.
    pub binary_handle: usize,
    entry: Entry,
    /// Address by device.
    resolved: Mutex<HashMap<i32, usize>>,
}

/// Contents of an AI-core binary, kept by `aclrtCreateBinary`.
pub(crate) struct Blob;

static BINARIES: Table<Binary> = Table::inherited("binary", 5, BAD);
static FUNCTIONS: Table<Function> = Table::inherited("kernel function", 6, BAD);
static BLOBS: Table<Blob> = Table::inherited("binary description", 9, BAD);

/// Time a kernel may run when its launch does not say; 0: any.
static DEFAULT_TIMEOUT_NS: AtomicU64 = AtomicU64::new(0);

/// Sets the time a kernel may run when its launch does not say; 0: any.
pub(crate) fn set_default_timeout_ns(ns: u64) {
    DEFAULT_TIMEOUT_NS.store(ns, Ordering::Relaxed);
}

// ---- binaries and functions ----

/// Loads a description (JSON); `beside`: the library is the file beside it with the same name. A file that is no
/// JSON is taken for code of AI cores unless `must_be_json`.
pub(crate) fn load_file(path: &Path, beside: bool, must_be_json: bool) -> Result<*mut c_void> {
    let text = match std::fs::read(path) {
        Ok(text) => text,
        Err(error) => fail!(code::RT_PARAM_INVALID, "cannot read {}: {error}", path.display()),
    };
    let home = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let library = path.with_extension("so");
    let kind = match parse(&text, beside.then_some(library.as_path())) {
        Ok(functions) => Kind::Cpu { functions: Mutex::new(functions), home },
        Err(error) if must_be_json || looks_like_json(&text) => {
            fail!(code::RT_PARAM_INVALID, "{} is no kernel description: {error}", path.display())
        }
        Err(_) => Kind::Core,
    };
    if let Kind::Cpu { functions, home } = &kind {
        for (name, entry) in functions.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            if find_library(&entry.so_path, home).is_none() {
                log::warn!("kernel {name}: library {} is not found yet", entry.so_path.display());
            }
        }
    }
    Ok(BINARIES.insert(Arc::new(Binary { kind })))
}

/// Loads the library of AICPU kernels in `data`; its functions are named by [`register`].
pub(crate) fn load_library(data: &[u8]) -> Result<*mut c_void> {
    if !data.starts_with(b"\x7fELF") {
        fail!(code::RT_PARAM_INVALID, "the data is no shared library");
    }
    let path = memory_library(data)?;
    let home = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let functions =
        Mutex::new(HashMap::from([(String::new(), Entry { so_path: path, symbol: String::new() })]));
    Ok(BINARIES.insert(Arc::new(Binary { kind: Kind::Cpu { functions, home } })))
}

/// Loads code of AI cores, which nothing can run.
pub(crate) fn load_core() -> *mut c_void {
    BINARIES.insert(Arc::new(Binary { kind: Kind::Core }))
}

/// Keeps the description of an AI-core binary.
pub(crate) fn create_blob() -> *mut c_void {
    BLOBS.insert(Arc::new(Blob))
}

/// Checks the handle of an AI-core binary's description.
pub(crate) fn check_blob(handle: *const c_void) -> Result {
    BLOBS.get(handle).map(drop)
}

/// Drops the description of an AI-core binary.
pub(crate) fn destroy_blob(handle: *const c_void) -> Result {
    BLOBS.remove(handle).map(drop)
}

/// Unloads a binary: its functions are bad from now on. What was launched runs all the same.
pub(crate) fn unload(handle: *const c_void) -> Result {
    let binary = BINARIES.remove(handle)?;
    for (function, _) in FUNCTIONS.select(|f| Arc::ptr_eq(&f.binary, &binary)) {
        // Somebody else may have unloaded it at the same time.
        let _ = FUNCTIONS.remove(function);
    }
    Ok(())
}

/// Gives a name to a symbol of a library loaded from memory.
pub(crate) fn register(handle: *const c_void, name: &str, symbol: &str) -> Result<*mut c_void> {
    let binary = BINARIES.get(handle)?;
    let Kind::Cpu { functions, .. } = &binary.kind else {
        fail!(code::RT_PARAM_INVALID, "the binary holds no AICPU kernels");
    };
    {
        let mut functions = functions.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(library) = functions.get("").map(|entry| entry.so_path.clone()) else {
            fail!(code::RT_PARAM_INVALID, "functions can be named only in a library loaded from memory");
        };
        functions.insert(name.to_owned(), Entry { so_path: library, symbol: symbol.to_owned() });
    }
    function(handle, name)
}

/// The function with a name: 507027 if the binary has none, 207000 for AI-core code.
///
/// If a device is current and the library is there, it is loaded now, and 507027 is the answer too when the library
/// lacks the function.
pub(crate) fn function(handle: *const c_void, name: &str) -> Result<*mut c_void> {
    let binary = BINARIES.get(handle)?;
    let Kind::Cpu { functions, home } = &binary.kind else {
        fail!(
            code::RT_FEATURE_NOT_SUPPORT,
            "kernel {name} is code for AI cores, which the software NPU has not; use the AICPU engine"
        );
    };
    let entry = functions.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
    let Some(entry) = entry.filter(|_| !name.is_empty()) else {
        fail!(code::RT_KERNEL_LOOKUP, "the binary has no kernel {name}");
    };
    let found = find_library(&entry.so_path, home).is_some();
    let function = Arc::new(Function {
        name: name.to_owned(),
        binary: Arc::clone(&binary),
        binary_handle: handle as usize,
        entry,
        resolved: Mutex::default(),
    });
    if found && let Ok(device) = context::current_device() {
        function.resolve(&device)?;
    }
    Ok(FUNCTIONS.insert(function))
}

/// The function of a handle; 107017 if it does not live.
pub(crate) fn lookup(handle: *const c_void) -> Result<Arc<Function>> {
    FUNCTIONS.get(handle)
}

impl Function {
    /// Address of the function in a device's copy of its library, loaded now if need be.
    fn resolve(&self, device: &Device) -> Result<KernelFn> {
        let mut resolved = self.resolved.lock().unwrap_or_else(PoisonError::into_inner);
        let address = match resolved.get(&device.id) {
            Some(address) => *address,
            None => {
                let address = self.load(device.id)?;
                resolved.insert(device.id, address);
                address
            }
        };
        // SAFETY: the address of a function that the description names as a kernel; a kernel with one parameter
        // ignores the second on every supported ABI.
        Ok(unsafe { std::mem::transmute::<usize, KernelFn>(address) })
    }

    fn load(&self, device: i32) -> Result<usize> {
        let Kind::Cpu { home, .. } = &self.binary.kind else {
            fail!(code::RT_FEATURE_NOT_SUPPORT, "kernel {} is code for AI cores", self.name);
        };
        let library = open_library(&self.entry.so_path, home, device)
            .map_err(|text| Error::new(code::RT_KERNEL_LOOKUP, format!("kernel {}: {text}", self.name)))?;
        let Ok(symbol) = CString::new(self.entry.symbol.as_str()) else {
            fail!(code::RT_KERNEL_LOOKUP, "kernel {}: its function's name holds a NUL", self.name);
        };
        // SAFETY: the handle came from dlopen and is never closed.
        let address = unsafe { libc::dlsym(library as *mut c_void, symbol.as_ptr()) };
        if address.is_null() {
            fail!(
                code::RT_KERNEL_LOOKUP,
                "kernel {}: library {} has no function {}",
                self.name,
                self.entry.so_path.display(),
                self.entry.symbol
            );
        }
        Ok(address as usize)
    }
}

fn looks_like_json(text: &[u8]) -> bool {
    text.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{')
}

/// Functions of a description by name.
fn parse(text: &[u8], library: Option<&Path>) -> std::result::Result<HashMap<String, Entry>, String> {
    let root: serde_json::Value = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    let root = root.as_object().ok_or("its top level is no object")?;
    let mut functions = HashMap::new();
    for (name, value) in root {
        let Some(info) = value.get("opInfo") else { continue };
        let field = |key: &str| info.get(key).and_then(|v| v.as_str()).filter(|v| !v.is_empty());
        let library = match (library, field("kernelSo")) {
            (Some(library), _) => library.to_path_buf(),
            (None, Some(named)) => PathBuf::from(named),
            (None, None) => return Err(format!("operator {name} names no kernelSo")),
        };
        let symbol = field("functionName").unwrap_or(name).to_owned();
        functions.insert(name.clone(), Entry { so_path: library, symbol });
    }
    Ok(functions)
}

// ---- libraries ----

/// Finds the file of a library that a description in `home` names.
fn find_library(name: &Path, home: &Path) -> Option<PathBuf> {
    if name.components().count() > 1 {
        return name.exists().then(|| name.to_path_buf());
    }
    let beside = ["", "../kernel", "../kernels", "../aicpu_kernels_device", "../lib"]
        .map(|dir| home.join(dir).join(name));
    if let Some(found) = beside.into_iter().find(|path| path.is_file()) {
        return Some(found);
    }
    let listed = std::env::var_os("ASCEND_AICPU_KERNEL_PATH").unwrap_or_default();
    if let Some(found) = std::env::split_paths(&listed).map(|dir| dir.join(name)).find(|path| path.is_file())
    {
        return Some(found);
    }
    let cann = PathBuf::from(std::env::var_os("ASCEND_HOME_PATH")?);
    let installed = [cann.join("lib64").join(name), cann.join("lib64/device/lib64").join(name)];
    if let Some(found) = installed.into_iter().find(|path| path.is_file()) {
        return Some(found);
    }
    let vendors = std::fs::read_dir(cann.join("opp/vendors")).ok()?;
    vendors
        .flatten()
        .find_map(|vendor| find_below(&vendor.path().join("aicpu"), name.as_os_str(), VENDOR_DEPTH))
}

fn find_below(dir: &Path, name: &OsStr, depth: u32) -> Option<PathBuf> {
    let here = dir.join(name);
    if here.is_file() {
        return Some(here);
    }
    if depth == 0 {
        return None;
    }
    let below = std::fs::read_dir(dir).ok()?;
    below
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .find_map(|entry| find_below(&entry.path(), name, depth - 1))
}

/// Handles of `dlopen` by file and device, and the device that has the file itself.
#[derive(Default)]
struct Libraries {
    handles: HashMap<(PathBuf, i32), usize>,
    first: HashMap<PathBuf, i32>,
}

fn libraries() -> MutexGuard<'static, Libraries> {
    static LIBRARIES: OnceLock<Mutex<Libraries>> = OnceLock::new();
    LIBRARIES.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens a library for a device; it stays open for ever.
fn open_library(name: &Path, home: &Path, device: i32) -> std::result::Result<usize, String> {
    let found = find_library(name, home);
    let path = match &found {
        // A library in memory has no path but that of its descriptor, which is unique.
        Some(path) => path.canonicalize().unwrap_or_else(|_| path.clone()),
        // The loader knows further places; a copy needs the file, so all devices share what it finds.
        None => {
            return dlopen(name).map_err(|error| format!("library {} is not found: {error}", name.display()));
        }
    };
    let mut libraries = libraries();
    if let Some(handle) = libraries.handles.get(&(path.clone(), device)) {
        return Ok(*handle);
    }
    let owner = *libraries.first.entry(path.clone()).or_insert(device);
    let handle = if owner == device {
        dlopen(&path)?
    } else {
        let mut data = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        make_symbols_local(&mut data);
        let copy = memory_library(&data).map_err(|error| error.text)?;
        dlopen(&copy).map_err(|error| format!("private copy of {}: {error}", path.display()))?
    };
    libraries.handles.insert((path, device), handle);
    Ok(handle)
}

fn dlopen(path: &Path) -> std::result::Result<usize, String> {
    let path = CString::new(path.as_os_str().as_bytes()).map_err(|_| "its path holds a NUL".to_owned())?;
    // SAFETY: the path is a C string. Constructors of the library run here, as they would on a device.
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_LAZY | libc::RTLD_LOCAL) };
    if handle.is_null() {
        // SAFETY: after a failure dlerror returns a C string that stays valid until the thread's next dl call.
        let text = unsafe { libc::dlerror() };
        if text.is_null() {
            return Err("it cannot be loaded".to_owned());
        }
        // SAFETY: as above.
        return Err(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned());
    }
    Ok(handle as usize)
}

/// Puts a library into memory; returns a path by which `dlopen` finds it.
fn memory_library(data: &[u8]) -> Result<PathBuf> {
    let write = || {
        let mut file = std::fs::File::from(sys::memory_file(c"softnpu-kernel", 0)?);
        file.write_all(data)?;
        file.rewind()?;
        Ok::<_, std::io::Error>(file)
    };
    match write() {
        // The descriptor stays open: the loader compares paths, and the number must not be used for another library.
        Ok(file) => Ok(PathBuf::from(format!("/proc/self/fd/{}", file.into_raw_fd()))),
        Err(error) => fail!(code::RT_RESOURCE_ALLOC, "cannot copy a kernel library into memory: {error}"),
    }
}

/// Makes the process-wide unique symbols of a library (`STB_GNU_UNIQUE`) global ones, so that two copies of it do not
/// share the variables behind them.
fn make_symbols_local(elf: &mut [u8]) {
    const SHT_DYNSYM: u64 = 11;
    const STB_GLOBAL: u8 = 1;
    const STB_GNU_UNIQUE: u8 = 10;
    fn read(elf: &[u8], at: u64, bytes: usize) -> Option<u64> {
        let at = usize::try_from(at).ok()?;
        let part = elf.get(at..at.checked_add(bytes)?)?;
        Some(part.iter().rev().fold(0, |value, byte| (value << 8) | u64::from(*byte)))
    }
    let sections = |elf: &[u8]| -> Option<Vec<(u64, u64)>> {
        // 64-bit, little-endian.
        if elf.get(..6)? != b"\x7fELF\x02\x01" {
            return None;
        }
        let (table, entry, count) = (read(elf, 0x28, 8)?, read(elf, 0x3a, 2)?, read(elf, 0x3c, 2)?);
        let mut found = Vec::new();
        for i in 0..count {
            let header = table.checked_add(i * entry).filter(|at| *at <= elf.len() as u64)?;
            if read(elf, header + 4, 4)? == SHT_DYNSYM {
                found.push((read(elf, header + 0x18, 8)?, read(elf, header + 0x20, 8)?));
            }
        }
        Some(found)
    };
    for (offset, size) in sections(elf).unwrap_or_default() {
        // A symbol has 24 bytes; byte 4 holds its binding and type.
        for symbol in (0..size / 24).map(|i| offset.saturating_add(i * 24 + 4)) {
            if let Some(info) = usize::try_from(symbol).ok().and_then(|at| elf.get_mut(at))
                && *info >> 4 == STB_GNU_UNIQUE
            {
                *info = (STB_GLOBAL << 4) | (*info & 0xf);
            }
        }
    }
}

// ---- launches ----

/// Arguments of a launch: a block of bytes, in which some words are to hold addresses inside the block.
#[derive(Clone, Default)]
pub(crate) struct Arguments {
    bytes: Vec<u8>,
    /// Offset of the word, offset that it points to.
    pointers: Vec<(usize, usize)>,
}

impl Arguments {
    /// Checks that every pointer word, and what it points to, lies in the block.
    pub(crate) fn new(bytes: Vec<u8>, pointers: Vec<(usize, usize)>) -> Result<Arguments> {
        for (word, target) in &pointers {
            let inside = word.checked_add(8).is_some_and(|end| end <= bytes.len()) && *target <= bytes.len();
            if !inside {
                fail!(
                    code::RT_PARAM_INVALID,
                    "a placeholder at {word} that points to {target} leaves the {} bytes of arguments",
                    bytes.len()
                );
            }
        }
        Ok(Arguments { bytes, pointers })
    }
}

/// 64 bytes that begin at a multiple of 64.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
struct Line([u8; 64]);

/// A launch of a kernel in a stream.
struct Launch {
    function: Arc<Function>,
    entry: KernelFn,
    context: Arc<Context>,
    arguments: Arguments,
    blocks: u32,
    timeout_ns: u64,
}

/// Launches a function in a stream. `timeout_ns` `None`: the default of the process; 0: any time.
pub(crate) fn launch(
    stream: &Arc<Stream>,
    function: Arc<Function>,
    arguments: Arguments,
    blocks: u32,
    timeout_ns: Option<u64>,
) -> Result {
    let Some(context) = stream.context() else {
        fail!(code::RT_CONTEXT_NULL, "the context of the stream has ended");
    };
    let entry = function.resolve(&context.device)?;
    let timeout_ns = timeout_ns.unwrap_or_else(|| DEFAULT_TIMEOUT_NS.load(Ordering::Relaxed));
    stream.submit_named(&[job::task(Launch { function, entry, context, arguments, blocks, timeout_ns })])
}

impl Job for Launch {
    fn describe(&self) -> String {
        format!("kernel {}", self.function.name)
    }

    fn place(&self) -> Place {
        Place::Thread
    }

    fn timeout_ns(&self) -> u64 {
        self.timeout_ns
    }

    fn run(&self, _stream: &Arc<Stream>) -> Result {
        // A copy of its own for every run: the kernel may write to it, and a graph runs the launch again.
        let size = self.arguments.bytes.len();
        let mut block = vec![Line([0; 64]); size.div_ceil(64).max(1)];
        let base = block.as_mut_ptr().cast::<u8>();
        // SAFETY: the block has room for `size` bytes, and every pointer word lies inside them (`Arguments::new`).
        unsafe {
            base.copy_from_nonoverlapping(self.arguments.bytes.as_ptr(), size);
            for (word, target) in &self.arguments.pointers {
                base.add(*word).cast::<u64>().write_unaligned(base as u64 + *target as u64);
            }
        }
        let run_block = |block_id| {
            let block = BlockInfo { block_num: self.blocks, block_id };
            // SAFETY: the function named as a kernel, with the arguments of the launch; the caller of the launch
            // vouches for what they mean.
            unsafe { (self.entry)(base.cast(), &block) }
        };
        let run_all = || (0..self.blocks).map(run_block).find(|result| *result != 0);
        let result = context::scope(Arc::clone(&self.context), || sched::kernel_scope(run_all));
        if let Some(result) = result {
            fail!(code::RT_AICPU_EXCEPTION, "kernel {} returned {result}", self.function.name);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions() {
        let text = br#"{
            "HcclA": {"opInfo": {"opKernelLib": "AICPUKernel", "kernelSo": "liba.so", "functionName": "Run"}},
            "HcclB": {"opInfo": {"kernelSo": "liba.so"}},
            "other": {"input0": {}}
        }"#;
        let functions = parse(text, None).unwrap();
        assert_eq!(functions.len(), 2);
        assert_eq!(functions["HcclA"].symbol, "Run");
        assert_eq!(functions["HcclB"].symbol, "HcclB");
        assert_eq!(functions["HcclA"].so_path, Path::new("liba.so"));
        let beside = parse(text, Some(Path::new("/x/y.so"))).unwrap();
        assert_eq!(beside["HcclA"].so_path, Path::new("/x/y.so"));
        assert!(parse(b"[]", None).is_err());
        assert!(parse(b"{", None).is_err());
        assert!(parse(br#"{"A": {"opInfo": {}}}"#, None).is_err());
    }

    #[test]
    fn damaged_libraries_are_left_alone() {
        for text in [
            &b""[..],
            b"\x7fELF",
            b"\x7fELF\x02\x01",
            &[0xff; 100],
            &[b"\x7fELF\x02\x01".as_slice(), &[0xff; 200]].concat(),
        ] {
            let mut data = text.to_vec();
            make_symbols_local(&mut data);
            assert_eq!(data, text);
        }
    }

    #[test]
    fn placeholders_stay_inside_the_block() {
        assert!(Arguments::new(vec![0; 16], vec![(0, 8), (8, 16)]).is_ok());
        assert!(Arguments::new(vec![0; 16], vec![(9, 0)]).is_err());
        assert!(Arguments::new(vec![0; 16], vec![(0, 17)]).is_err());
        assert!(Arguments::new(vec![0; 16], vec![(usize::MAX, 0)]).is_err());
        assert!(Arguments::new(Vec::new(), Vec::new()).is_ok());
    }
}
