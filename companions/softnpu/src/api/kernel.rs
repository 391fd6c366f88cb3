//! Kernels: binaries, functions, arguments, launches.

use super::guard::{guard, guard_or, not_null, write_out};
use crate::engine::handle::{BAD, Table};
use crate::engine::kernel::{self, Arguments, Function};
use crate::engine::stream;
use crate::error::{Result, code, fail};
use std::cell::RefCell;
use std::ffi::{CStr, OsStr, c_char, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// `aclrtBinaryLoadOption`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BinaryLoadOption {
    /// `aclrtBinaryLoadOptionType`.
    pub kind: u32,
    /// `aclrtBinaryLoadOptionValue`.
    pub value: [u32; 4],
}

/// `aclrtBinaryLoadOptions`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BinaryLoadOptions {
    /// The options.
    pub options: *const BinaryLoadOption,
    /// Number of them.
    pub num_opt: usize,
}

/// `aclrtLaunchKernelAttr`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LaunchKernelAttr {
    /// `aclrtLaunchKernelAttrId`.
    pub id: u32,
    /// `aclrtLaunchKernelAttrValue`.
    pub value: [u32; 4],
}

/// `aclrtLaunchKernelCfg`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LaunchKernelCfg {
    /// The attributes.
    pub attrs: *const LaunchKernelAttr,
    /// Number of them.
    pub num_attrs: usize,
}

/// `aclrtPlaceHolderInfo`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PlaceHolderInfo {
    /// Offset of the word that is to hold an address.
    pub addr_offset: u32,
    /// Offset of what the address is of.
    pub data_offset: u32,
}

const _: () = assert!(size_of::<BinaryLoadOption>() == 20 && size_of::<LaunchKernelAttr>() == 20);

/// Most parameters of one kernel.
const MAX_PARAMETERS: usize = 128;
/// Largest block of arguments: far above what any kernel takes.
const MAX_ARGUMENTS: usize = 64 << 20;

/// How a binary is to be loaded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CpuMode {
    /// No AICPU binary was asked for.
    Unset,
    /// A description; its library is installed.
    Description,
    /// A description with the library beside it.
    Beside,
    /// The library itself, from memory.
    Library,
}

/// Arguments under construction.
#[derive(Default)]
struct Draft {
    function: Option<Arc<Function>>,
    bytes: Vec<u8>,
    parameters: Vec<Parameter>,
    finished: bool,
}

struct Parameter {
    offset: usize,
    size: usize,
    /// Data of a placeholder; `Some` once asked for.
    data: Option<Box<[u64]>>,
    data_size: usize,
    placeholder: bool,
}

type Args = Mutex<Draft>;

static ARGS: Table<Args> = Table::inherited("kernel argument list", 7, BAD);

/// The argument list of a thread, used again by its next `aclrtKernelArgsInit`.
struct ThreadArgs {
    handle: *mut c_void,
    args: Arc<Args>,
}

impl Drop for ThreadArgs {
    fn drop(&mut self) {
        // Nobody else removes it.
        let _ = ARGS.remove(self.handle);
    }
}

thread_local! {
    static THREAD_ARGS: RefCell<Option<ThreadArgs>> = const { RefCell::new(None) };
}

// ---- binaries ----

/// Loads a binary from a file: a JSON description of AICPU kernels, or code of AI cores (which loads but cannot run).
///
/// Option 3 (CPU kernel mode) says where the library of the kernels is: 0 installed, 1 beside the description under the
/// same name; else 107000. 100000 for NULL or unknown options, 107000 for a file that cannot be read or is no description.
///
/// # Safety
/// `bin_path` must be NULL or a C string, `options` NULL or valid, `bin_handle` NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtBinaryLoadFromFile(
    bin_path: *const c_char,
    options: *const BinaryLoadOptions,
    bin_handle: *mut *mut c_void,
) -> i32 {
    guard("aclrtBinaryLoadFromFile", || {
        not_null(bin_path, "binPath")?;
        not_null(bin_handle, "binHandle")?;
        // SAFETY: the caller vouches for the options.
        let mode = unsafe { cpu_mode(options)? };
        if mode == CpuMode::Library {
            fail!(
                code::RT_PARAM_INVALID,
                "CPU kernel mode 2 is for aclrtBinaryLoadFromData; files take 0 or 1"
            );
        }
        // SAFETY: not null; the caller vouches for the string.
        let path = Path::new(OsStr::from_bytes(unsafe { CStr::from_ptr(bin_path) }.to_bytes()));
        let handle = kernel::load_file(path, mode == CpuMode::Beside, mode != CpuMode::Unset)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(bin_handle, "binHandle", handle) }
    })
}

/// Loads a binary from memory: with CPU kernel mode 2 a library of AICPU kernels (name its functions with
/// [`aclrtRegisterCpuFunc`]), without the mode code of AI cores; other modes 107000. 100000 for NULL or length 0.
///
/// # Safety
/// `data` must be valid for `length` bytes; `options` NULL or valid; `bin_handle` NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtBinaryLoadFromData(
    data: *const c_void,
    length: usize,
    options: *const BinaryLoadOptions,
    bin_handle: *mut *mut c_void,
) -> i32 {
    guard("aclrtBinaryLoadFromData", || {
        not_null(data, "data")?;
        not_null(bin_handle, "binHandle")?;
        if length == 0 {
            fail!(code::INVALID_PARAM, "length is 0");
        }
        // SAFETY: the caller vouches for the options.
        let handle = match unsafe { cpu_mode(options)? } {
            CpuMode::Unset => kernel::load_core(),
            CpuMode::Library => {
                // SAFETY: not null; the caller vouches for the length.
                kernel::load_library(unsafe { std::slice::from_raw_parts(data.cast(), length) })?
            }
            _ => fail!(code::RT_PARAM_INVALID, "data takes CPU kernel mode 2, files take 0 and 1"),
        };
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(bin_handle, "binHandle", handle) }
    })
}

/// Gives a function of a library loaded from memory the name `kernel_name`; 507027 if the library lacks it.
///
/// # Safety
/// The names must be NULL or C strings, `func_handle` NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtRegisterCpuFunc(
    handle: *mut c_void,
    func_name: *const c_char,
    kernel_name: *const c_char,
    func_handle: *mut *mut c_void,
) -> i32 {
    guard("aclrtRegisterCpuFunc", || {
        not_null(handle, "handle")?;
        not_null(func_handle, "funcHandle")?;
        // SAFETY: the caller vouches for the strings and the pointer.
        unsafe {
            let (symbol, name) = (text(func_name, "funcName")?, text(kernel_name, "kernelName")?);
            write_out(func_handle, "funcHandle", kernel::register(handle, name, symbol)?)
        }
    })
}

/// Ends a binary; its function handles are bad from now on. What was launched runs all the same. 107017 for a stale
/// handle.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtBinaryUnLoad(bin_handle: *mut c_void) -> i32 {
    guard("aclrtBinaryUnLoad", || {
        not_null(bin_handle, "binHandle")?;
        kernel::unload(bin_handle)
    })
}

/// Describes code of AI cores in memory; NULL if `data` is NULL or empty. It can be loaded but not run.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtCreateBinary(data: *const c_void, data_len: usize) -> *mut c_void {
    guard_or(
        "aclrtCreateBinary",
        |_| std::ptr::null_mut(),
        || {
            not_null(data, "data")?;
            if data_len == 0 {
                fail!(code::INVALID_PARAM, "dataLen is 0");
            }
            Ok(kernel::create_blob())
        },
    )
}

/// Drops what [`aclrtCreateBinary`] made.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtDestroyBinary(binary: *mut c_void) -> i32 {
    guard("aclrtDestroyBinary", || {
        not_null(binary, "binary")?;
        kernel::destroy_blob(binary)
    })
}

/// Loads code of AI cores. Asking it for a function fails with 207000.
///
/// # Safety
/// `bin_handle` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtBinaryLoad(binary: *mut c_void, bin_handle: *mut *mut c_void) -> i32 {
    guard("aclrtBinaryLoad", || {
        not_null(binary, "binary")?;
        not_null(bin_handle, "binHandle")?;
        kernel::check_blob(binary)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(bin_handle, "binHandle", kernel::load_core()) }
    })
}

// ---- functions ----

/// Finds a kernel by its name in the description.
///
/// 100000 for NULL, 107017 for a stale binary, 507027 if there is no such kernel or its library lacks the function, 207000 for
/// code of AI cores. A library that is missing is reported by the launch.
///
/// # Safety
/// `kernel_name` must be NULL or a C string, `func_handle` NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtBinaryGetFunction(
    bin_handle: *mut c_void,
    kernel_name: *const c_char,
    func_handle: *mut *mut c_void,
) -> i32 {
    guard("aclrtBinaryGetFunction", || {
        not_null(bin_handle, "binHandle")?;
        not_null(func_handle, "funcHandle")?;
        // SAFETY: the caller vouches for the string and the pointer.
        unsafe {
            let name = text(kernel_name, "kernelName")?;
            write_out(func_handle, "funcHandle", kernel::function(bin_handle, name)?)
        }
    })
}

/// Writes the name of a kernel, cut to `max_len` bytes with the NUL.
///
/// # Safety
/// `name` must be NULL or valid for writing `max_len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetFunctionName(
    func_handle: *mut c_void,
    max_len: u32,
    name: *mut c_char,
) -> i32 {
    guard("aclrtGetFunctionName", || {
        not_null(func_handle, "funcHandle")?;
        not_null(name, "name")?;
        if max_len == 0 {
            fail!(code::INVALID_PARAM, "maxLen is 0");
        }
        let function = kernel::lookup(func_handle)?;
        let bytes = function.name.as_bytes();
        let cut = bytes.len().min(max_len as usize - 1);
        // SAFETY: not null, and `cut` bytes and the NUL fit into the buffer the caller vouches for.
        unsafe {
            name.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), cut);
            name.add(cut).write(0);
        }
        Ok(())
    })
}

/// The binary of a kernel.
///
/// # Safety
/// `bin_handle` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtFunctionGetBinary(
    func_handle: *mut c_void,
    bin_handle: *mut *mut c_void,
) -> i32 {
    guard("aclrtFunctionGetBinary", || {
        not_null(func_handle, "funcHandle")?;
        not_null(bin_handle, "binHandle")?;
        let binary = kernel::lookup(func_handle)?.binary_handle as *mut c_void;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(bin_handle, "binHandle", binary) }
    })
}

// ---- arguments ----

/// Begins an argument list for a kernel. The list belongs to the calling thread, whose next call uses it again.
///
/// # Safety
/// `args_handle` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtKernelArgsInit(func_handle: *mut c_void, args_handle: *mut *mut c_void) -> i32 {
    guard("aclrtKernelArgsInit", || {
        not_null(func_handle, "funcHandle")?;
        not_null(args_handle, "argsHandle")?;
        let function = kernel::lookup(func_handle)?;
        let made = THREAD_ARGS.try_with(|own| {
            let mut own = own.borrow_mut();
            let own = own.get_or_insert_with(|| {
                let args: Arc<Args> = Arc::default();
                ThreadArgs { handle: ARGS.insert(Arc::clone(&args)), args }
            });
            let mut draft = lock(&own.args);
            // The buffers stay for the next launch.
            draft.bytes.clear();
            draft.parameters.clear();
            draft.finished = false;
            draft.function = Some(function);
            own.handle
        });
        let Ok(handle) = made else {
            fail!(code::INTERNAL, "the thread is ending");
        };
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(args_handle, "argsHandle", handle) }
    })
}

/// Copies `param_size` bytes to the end of the argument list, without a gap. `param_handle` receives a number for
/// [`aclrtKernelArgsParaUpdate`].
///
/// 100000 for NULL or size 0, 107017 for a stale list, 107000 after [`aclrtKernelArgsFinalize`] or above 128 parameters.
///
/// # Safety
/// `param` must be valid for `param_size` bytes, `param_handle` NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtKernelArgsAppend(
    args_handle: *mut c_void,
    param: *const c_void,
    param_size: usize,
    param_handle: *mut *mut c_void,
) -> i32 {
    guard("aclrtKernelArgsAppend", || {
        not_null(args_handle, "argsHandle")?;
        not_null(param, "param")?;
        not_null(param_handle, "paramHandle")?;
        if param_size == 0 {
            fail!(code::INVALID_PARAM, "paramSize is 0");
        }
        let args = ARGS.get(args_handle)?;
        let mut draft = open(&args)?;
        draft.check_room(param_size)?;
        let offset = draft.bytes.len();
        // SAFETY: not null; the caller vouches for the length.
        draft.bytes.extend_from_slice(unsafe { std::slice::from_raw_parts(param.cast(), param_size) });
        let number = draft.add(offset, param_size, false);
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(param_handle, "paramHandle", number) }
    })
}

/// Appends a word that will hold the address of data given later by [`aclrtKernelArgsGetPlaceHolderBuffer`].
///
/// # Safety
/// `param_handle` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtKernelArgsAppendPlaceHolder(
    args_handle: *mut c_void,
    param_handle: *mut *mut c_void,
) -> i32 {
    guard("aclrtKernelArgsAppendPlaceHolder", || {
        not_null(args_handle, "argsHandle")?;
        not_null(param_handle, "paramHandle")?;
        let args = ARGS.get(args_handle)?;
        let mut draft = open(&args)?;
        draft.check_room(8)?;
        let offset = draft.bytes.len();
        draft.bytes.extend_from_slice(&[0; 8]);
        let number = draft.add(offset, 8, true);
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(param_handle, "paramHandle", number) }
    })
}

/// A buffer of `data_size` bytes for the data of a placeholder; write it before the launch.
///
/// # Safety
/// `buffer_addr` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtKernelArgsGetPlaceHolderBuffer(
    args_handle: *mut c_void,
    param_handle: *mut c_void,
    data_size: usize,
    buffer_addr: *mut *mut c_void,
) -> i32 {
    guard("aclrtKernelArgsGetPlaceHolderBuffer", || {
        not_null(args_handle, "argsHandle")?;
        not_null(param_handle, "paramHandle")?;
        not_null(buffer_addr, "bufferAddr")?;
        if data_size == 0 {
            fail!(code::INVALID_PARAM, "dataSize is 0");
        }
        let args = ARGS.get(args_handle)?;
        let mut draft = open(&args)?;
        draft.check_room(data_size)?;
        let parameter = draft.parameter(param_handle)?;
        if !parameter.placeholder || parameter.data.is_some() {
            fail!(code::RT_PARAM_INVALID, "the parameter is no placeholder, or has its buffer already");
        }
        parameter.data_size = data_size;
        let buffer = parameter.data.insert(vec![0; data_size.div_ceil(8)].into_boxed_slice());
        let address = buffer.as_mut_ptr().cast();
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(buffer_addr, "bufferAddr", address) }
    })
}

/// Replaces a parameter by another of the same size, also after [`aclrtKernelArgsFinalize`].
///
/// # Safety
/// `param` must be valid for `param_size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtKernelArgsParaUpdate(
    args_handle: *mut c_void,
    param_handle: *mut c_void,
    param: *const c_void,
    param_size: usize,
) -> i32 {
    guard("aclrtKernelArgsParaUpdate", || {
        not_null(args_handle, "argsHandle")?;
        not_null(param_handle, "paramHandle")?;
        not_null(param, "param")?;
        let args = ARGS.get(args_handle)?;
        let mut draft = lock(&args);
        let parameter = draft.parameter(param_handle)?;
        if parameter.placeholder || parameter.size != param_size {
            fail!(code::RT_PARAM_INVALID, "the parameter has {} bytes, not {param_size}", parameter.size);
        }
        let offset = parameter.offset;
        // SAFETY: not null; the caller vouches for the length.
        let value = unsafe { std::slice::from_raw_parts(param.cast(), param_size) };
        draft.bytes[offset..offset + param_size].copy_from_slice(value);
        Ok(())
    })
}

/// Closes an argument list; it can be launched now.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtKernelArgsFinalize(args_handle: *mut c_void) -> i32 {
    guard("aclrtKernelArgsFinalize", || {
        not_null(args_handle, "argsHandle")?;
        let args = ARGS.get(args_handle)?;
        let mut draft = lock(&args);
        if draft.parameters.iter().any(|p| p.placeholder && p.data.is_none()) {
            fail!(
                code::RT_PARAM_INVALID,
                "a placeholder has no data; call aclrtKernelArgsGetPlaceHolderBuffer"
            );
        }
        draft.finished = true;
        Ok(())
    })
}

// ---- launches ----

/// Launches a kernel with an argument list; the arguments are copied now.
///
/// 100000 for NULL, 0 blocks or a non-NULL `reserve`; 107017 for stale handles; 107000 for a list of another kernel or
/// one that is not finalized, and for bad attributes; 507027 if the library of the kernel cannot be loaded. What the
/// kernel returns comes at synchronisation: 507018 for a value other than 0, 507017 when it takes longer than attribute
/// 7 (seconds) or 8 (microseconds) allows.
///
/// # Safety
/// `cfg` must be NULL or valid; pointers among the arguments must be valid when the kernel runs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtLaunchKernelWithConfig(
    func_handle: *mut c_void,
    num_blocks: u32,
    stream: *mut c_void,
    cfg: *const LaunchKernelCfg,
    args_handle: *mut c_void,
    reserve: *mut c_void,
) -> i32 {
    guard("aclrtLaunchKernelWithConfig", || {
        not_null(args_handle, "argsHandle")?;
        if !reserve.is_null() {
            fail!(code::INVALID_PARAM, "reserve must be NULL");
        }
        let function = launched(func_handle, num_blocks)?;
        let args = ARGS.get(args_handle)?;
        let arguments = {
            let draft = lock(&args);
            if !draft.function.as_ref().is_some_and(|f| Arc::ptr_eq(f, &function)) {
                fail!(code::RT_PARAM_INVALID, "the argument list was made for another kernel");
            }
            if !draft.finished {
                fail!(code::RT_PARAM_INVALID, "the argument list is not finalized");
            }
            draft.arguments()?
        };
        // SAFETY: the caller vouches for the configuration.
        let timeout = unsafe { timeout_of(cfg)? };
        kernel::launch(&stream::resolve(stream)?, function, arguments, num_blocks, timeout)
    })
}

/// As [`aclrtLaunchKernelWithConfig`], with the arguments as a block of bytes. Each of the `place_holder_num` placeholders
/// makes the word at `addrOffset` point to `dataOffset` of the copy.
///
/// # Safety
/// As there; `host_args` must be valid for `args_size` bytes, `place_holders` for its entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtLaunchKernelWithHostArgs(
    func_handle: *mut c_void,
    num_blocks: u32,
    stream: *mut c_void,
    cfg: *const LaunchKernelCfg,
    host_args: *const c_void,
    args_size: usize,
    place_holders: *const PlaceHolderInfo,
    place_holder_num: usize,
) -> i32 {
    guard("aclrtLaunchKernelWithHostArgs", || {
        let function = launched(func_handle, num_blocks)?;
        if place_holder_num != 0 {
            not_null(place_holders, "placeHolderArray")?;
        }
        // SAFETY: the caller vouches for the block, the placeholders and the configuration.
        unsafe {
            let bytes = block(host_args, args_size)?;
            let pointers = match place_holder_num {
                0 => Vec::new(),
                n => std::slice::from_raw_parts(place_holders, n)
                    .iter()
                    .map(|p| (p.addr_offset as usize, p.data_offset as usize))
                    .collect(),
            };
            let arguments = Arguments::new(bytes, pointers)?;
            let timeout = timeout_of(cfg)?;
            kernel::launch(&stream::resolve(stream)?, function, arguments, num_blocks, timeout)
        }
    })
}

/// As [`aclrtLaunchKernelWithHostArgs`] without placeholders; `args_data` may be device memory.
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtLaunchKernelV2(
    func_handle: *mut c_void,
    num_blocks: u32,
    args_data: *const c_void,
    args_size: usize,
    cfg: *const LaunchKernelCfg,
    stream: *mut c_void,
) -> i32 {
    guard("aclrtLaunchKernelV2", || {
        let function = launched(func_handle, num_blocks)?;
        // SAFETY: the caller vouches for the block and the configuration.
        unsafe {
            let arguments = Arguments::new(block(args_data, args_size)?, Vec::new())?;
            let timeout = timeout_of(cfg)?;
            kernel::launch(&stream::resolve(stream)?, function, arguments, num_blocks, timeout)
        }
    })
}

/// As [`aclrtLaunchKernelV2`] without attributes.
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtLaunchKernel(
    func_handle: *mut c_void,
    num_blocks: u32,
    args_data: *const c_void,
    args_size: usize,
    stream: *mut c_void,
) -> i32 {
    guard("aclrtLaunchKernel", || {
        let function = launched(func_handle, num_blocks)?;
        // SAFETY: the caller vouches for the block.
        let arguments = Arguments::new(unsafe { block(args_data, args_size)? }, Vec::new())?;
        kernel::launch(&stream::resolve(stream)?, function, arguments, num_blocks, None)
    })
}

// ---- behind the functions ----

impl Draft {
    fn check_room(&self, more: usize) -> Result {
        if self.parameters.len() >= MAX_PARAMETERS {
            fail!(code::RT_PARAM_INVALID, "a kernel takes at most {MAX_PARAMETERS} parameters");
        }
        if more > MAX_ARGUMENTS - self.bytes.len().min(MAX_ARGUMENTS) {
            fail!(code::RT_PARAM_INVALID, "the arguments exceed {MAX_ARGUMENTS} bytes");
        }
        Ok(())
    }

    /// Notes a parameter; returns its handle, its number counted from 1.
    fn add(&mut self, offset: usize, size: usize, placeholder: bool) -> *mut c_void {
        self.parameters.push(Parameter { offset, size, data: None, data_size: 0, placeholder });
        self.parameters.len() as *mut c_void
    }

    fn parameter(&mut self, handle: *mut c_void) -> Result<&mut Parameter> {
        let count = self.parameters.len();
        match (handle as usize).checked_sub(1).and_then(|index| self.parameters.get_mut(index)) {
            Some(parameter) => Ok(parameter),
            None => fail!(code::RT_INVALID_HANDLE, "the argument list has {count} parameters, not this one"),
        }
    }

    /// The block with the data of the placeholders behind it.
    fn arguments(&self) -> Result<Arguments> {
        let mut bytes = self.bytes.clone();
        let mut pointers = Vec::new();
        for parameter in &self.parameters {
            let Some(data) = &parameter.data else { continue };
            bytes.resize(bytes.len().next_multiple_of(8), 0);
            pointers.push((parameter.offset, bytes.len()));
            bytes.extend(data.iter().flat_map(|word| word.to_ne_bytes()).take(parameter.data_size));
        }
        Arguments::new(bytes, pointers)
    }
}

fn lock(args: &Args) -> MutexGuard<'_, Draft> {
    args.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The list, if it is not finalized.
fn open(args: &Args) -> Result<MutexGuard<'_, Draft>> {
    let draft = lock(args);
    if draft.finished {
        fail!(code::RT_PARAM_INVALID, "the argument list is finalized");
    }
    Ok(draft)
}

fn launched(handle: *mut c_void, blocks: u32) -> Result<Arc<Function>> {
    not_null(handle, "funcHandle")?;
    if blocks == 0 {
        fail!(code::INVALID_PARAM, "numBlocks is 0");
    }
    kernel::lookup(handle)
}

/// # Safety
/// `data`, if not NULL, is valid for `size` bytes.
unsafe fn block(data: *const c_void, size: usize) -> Result<Vec<u8>> {
    if size == 0 {
        return Ok(Vec::new());
    }
    not_null(data, "the block of arguments")?;
    if size > MAX_ARGUMENTS {
        fail!(code::RT_PARAM_INVALID, "the arguments exceed {MAX_ARGUMENTS} bytes");
    }
    // SAFETY: not null; the length is the function's contract.
    Ok(unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) }.to_vec())
}

/// # Safety
/// `text` is NULL or a C string.
unsafe fn text<'a>(text: *const c_char, what: &str) -> Result<&'a str> {
    not_null(text, what)?;
    // SAFETY: not null; the caller vouches for the string.
    match unsafe { CStr::from_ptr(text) }.to_str() {
        Ok(text) => Ok(text),
        Err(_) => fail!(code::RT_PARAM_INVALID, "{what} is not UTF-8"),
    }
}

/// # Safety
/// `options` is NULL or valid.
unsafe fn cpu_mode(options: *const BinaryLoadOptions) -> Result<CpuMode> {
    // SAFETY: per the function's contract.
    let Some(options) = (unsafe { options.as_ref() }) else { return Ok(CpuMode::Unset) };
    if options.num_opt == 0 {
        return Ok(CpuMode::Unset);
    }
    not_null(options.options, "options->options")?;
    let mut mode = CpuMode::Unset;
    // SAFETY: not null; the length is the function's contract.
    for option in unsafe { std::slice::from_raw_parts(options.options, options.num_opt) } {
        match (option.kind, option.value[0]) {
            // Lazy loading and magic numbers concern code of AI cores.
            (1 | 2, _) => {}
            (3, 0) => mode = CpuMode::Description,
            (3, 1) => mode = CpuMode::Beside,
            (3, 2) => mode = CpuMode::Library,
            (3, other) => {
                fail!(code::RT_PARAM_INVALID, "CPU kernel mode is {} but must be 0, 1 or 2", other as i32)
            }
            (kind, _) => fail!(code::INVALID_PARAM, "option type {kind} does not exist"),
        }
    }
    Ok(mode)
}

/// The time-out that a configuration sets, in ns.
///
/// # Safety
/// `cfg` is NULL or valid.
unsafe fn timeout_of(cfg: *const LaunchKernelCfg) -> Result<Option<u64>> {
    // SAFETY: per the function's contract.
    let Some(cfg) = (unsafe { cfg.as_ref() }) else { return Ok(None) };
    if cfg.attrs.is_null() {
        fail!(code::RT_PARAM_INVALID, "cfg->attrs is NULL");
    }
    let (mut seconds, mut micros) = (None, None);
    // SAFETY: not null; the length is the function's contract.
    for attr in unsafe { std::slice::from_raw_parts(cfg.attrs, cfg.num_attrs) } {
        match attr.id {
            1 if attr.value[0] as u8 > 2 => {
                fail!(code::RT_PARAM_INVALID, "schedule mode is {} but must be 0 to 2", attr.value[0] as u8)
            }
            7 => seconds = Some(u64::from(attr.value[0] as u16)),
            8 => micros = Some((u64::from(attr.value[1]) << 32) | u64::from(attr.value[0])),
            // The others do not concern kernels on a CPU.
            _ => {}
        }
    }
    match (seconds, micros) {
        (Some(_), Some(_)) => {
            fail!(
                code::RT_PARAM_INVALID,
                "the time-out is set in seconds and in microseconds; set one of them"
            )
        }
        (Some(seconds), None) => Ok(Some(seconds * 1_000_000_000)),
        (None, Some(micros)) => Ok(Some(micros.saturating_mul(1_000))),
        (None, None) => Ok(None),
    }
}
