//! Memory: blocks, copies, fills, what lies at an address.

use super::guard::{guard, not_null, write_out};
use crate::engine::job::{self, Job, Place as RunPlace};
use crate::engine::place::{self, Place};
use crate::engine::stream::{self, Stream};
use crate::engine::{alloc, context, graph, vmm};
use crate::error::{Result, code, fail};
use npu_ext::{Task, op};
use std::ffi::c_void;
use std::sync::Arc;

/// Numbers of `aclrtMemcpyKind`.
mod kind {
    pub const HOST_TO_HOST: u32 = 0;
    pub const HOST_TO_DEVICE: u32 = 1;
    pub const DEVICE_TO_HOST: u32 = 2;
    pub const HOST_TO_BUF_TO_DEVICE: u32 = 5;
    pub const INTER_DEVICE_TO_DEVICE: u32 = 7;
}

/// Numbers of `aclrtMemLocationType`.
pub(crate) mod location {
    pub const HOST: u32 = 0;
    pub const DEVICE: u32 = 1;
    pub const UNREGISTERED: u32 = 2;
}

/// `aclrtMemLocation`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MemLocation {
    /// Device, or NUMA node.
    pub id: u32,
    /// `aclrtMemLocationType`.
    pub kind: u32,
}

/// `aclrtPtrAttributes`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PtrAttributes {
    /// Where the memory is.
    pub location: MemLocation,
    /// Bytes of a page of it.
    pub page_size: u32,
    /// 0.
    pub rsv: [u32; 4],
}

/// `rtPointerAttributes_t`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RtPointerAttributes {
    /// `rtMemoryType_t`.
    pub memory_type: u32,
    /// `rtMemLocationType`.
    pub location_type: u32,
    /// Device.
    pub device_id: u32,
    /// Bytes of a page of it.
    pub page_size: u32,
}

/// `aclrtMallocConfig`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MallocConfig {
    /// `aclrtMallocAttribute[numAttrs]`.
    pub attrs: *mut c_void,
    /// Number of attributes.
    pub num_attrs: usize,
}

/// `aclrtMemcpyBatchAttr`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MemcpyBatchAttr {
    /// Where the targets are.
    pub dst: MemLocation,
    /// Where the sources are.
    pub src: MemLocation,
    /// 0.
    pub rsv: [u8; 16],
}

/// `aclrtMemUsageInfo`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MemUsageInfo {
    /// Name of the user of the memory.
    pub name: [u8; 32],
    /// Bytes now.
    pub current: u64,
    /// Most bytes so far.
    pub peak: u64,
    /// 0.
    pub reserved: [usize; 8],
}

const _: () = assert!(size_of::<PtrAttributes>() == 28 && size_of::<RtPointerAttributes>() == 16);
const _: () = assert!(size_of::<MemcpyBatchAttr>() == 32 && size_of::<MemUsageInfo>() == 112);

/// Bytes that a copy may have to run inside the call that submits it.
const INLINE_BYTES: usize = 1 << 20;

// ---- device memory ----

/// Allocates `size` bytes of memory of the current device, at least 64-byte aligned, contents undefined.
///
/// `policy` is accepted and has no effect. 100000 if `dev_ptr` is NULL or `size` 0, 107002 without a device, 207001
/// when the device has not enough memory.
///
/// # Safety
/// `dev_ptr` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMalloc(dev_ptr: *mut *mut c_void, size: usize, _policy: u32) -> i32 {
    // SAFETY: the caller vouches for the pointer.
    guard("aclrtMalloc", || unsafe { malloc("aclrtMalloc", dev_ptr, size as u64) })
}

/// As [`aclrtMalloc`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMallocAlign32(dev_ptr: *mut *mut c_void, size: usize, _policy: u32) -> i32 {
    // SAFETY: the caller vouches for the pointer.
    guard("aclrtMallocAlign32", || unsafe { malloc("aclrtMallocAlign32", dev_ptr, size as u64) })
}

/// As [`aclrtMalloc`]; the memory is coherent, so flushing and invalidating it do nothing.
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMallocCached(dev_ptr: *mut *mut c_void, size: usize, _policy: u32) -> i32 {
    // SAFETY: the caller vouches for the pointer.
    guard("aclrtMallocCached", || unsafe { malloc("aclrtMallocCached", dev_ptr, size as u64) })
}

/// As [`aclrtMalloc`]; `cfg` may be NULL, its attributes are accepted and have no effect.
///
/// # Safety
/// As there; `cfg` must be NULL or point to a configuration.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMallocWithCfg(
    dev_ptr: *mut *mut c_void,
    size: usize,
    _policy: u32,
    cfg: *const MallocConfig,
) -> i32 {
    guard("aclrtMallocWithCfg", || {
        // SAFETY: the caller vouches for the pointers.
        unsafe {
            check_malloc_config(cfg)?;
            malloc("aclrtMallocWithCfg", dev_ptr, size as u64)
        }
    })
}

/// As [`aclrtMallocWithCfg`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMallocForTaskScheduler(
    dev_ptr: *mut *mut c_void,
    size: usize,
    _policy: u32,
    cfg: *const MallocConfig,
) -> i32 {
    guard("aclrtMallocForTaskScheduler", || {
        // SAFETY: the caller vouches for the pointers.
        unsafe {
            check_malloc_config(cfg)?;
            malloc("aclrtMallocForTaskScheduler", dev_ptr, size as u64)
        }
    })
}

/// As [`aclrtMalloc`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtMalloc(dev_ptr: *mut *mut c_void, size: u64, _kind: u32, _module: u16) -> i32 {
    // SAFETY: the caller vouches for the pointer.
    guard("rtMalloc", || unsafe { malloc("rtMalloc", dev_ptr, size) })
}

/// Frees memory at once, without waiting for streams. 100000 for NULL, 107000 for what is not the start of an
/// allocation, freed before included.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtFree(dev_ptr: *mut c_void) -> i32 {
    guard("aclrtFree", || free(dev_ptr, "devPtr"))
}

/// As [`aclrtFree`].
#[unsafe(no_mangle)]
pub extern "C" fn rtFree(dev_ptr: *mut c_void) -> i32 {
    guard("rtFree", || free(dev_ptr, "devPtr"))
}

/// Waits for all work of the current device, then frees.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtFreeWithDevSync(dev_ptr: *mut c_void) -> i32 {
    guard("aclrtFreeWithDevSync", || {
        not_null(dev_ptr, "devPtr")?;
        context::current_device()?.synchronize(-1)?;
        free(dev_ptr, "devPtr")
    })
}

/// Does nothing: device memory is coherent. 100000 for NULL or size 0.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtMemFlush(dev_ptr: *mut c_void, size: usize) -> i32 {
    guard("aclrtMemFlush", || check_cached(dev_ptr, size))
}

/// As [`aclrtMemFlush`].
#[unsafe(no_mangle)]
pub extern "C" fn aclrtMemInvalidate(dev_ptr: *mut c_void, size: usize) -> i32 {
    guard("aclrtMemInvalidate", || check_cached(dev_ptr, size))
}

// ---- host memory ----

/// Allocates `size` bytes of host memory that devices use directly, at least 64-byte aligned. Works without a device.
///
/// # Safety
/// `host_ptr` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMallocHost(host_ptr: *mut *mut c_void, size: usize) -> i32 {
    // SAFETY: the caller vouches for the pointer.
    guard("aclrtMallocHost", || unsafe { malloc_host("aclrtMallocHost", host_ptr, size as u64) })
}

/// As [`aclrtMallocHost`]; `cfg` may be NULL, its attributes are accepted and have no effect.
///
/// # Safety
/// As there; `cfg` must be NULL or point to a configuration.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMallocHostWithCfg(
    host_ptr: *mut *mut c_void,
    size: u64,
    cfg: *const MallocConfig,
) -> i32 {
    guard("aclrtMallocHostWithCfg", || {
        // SAFETY: the caller vouches for the pointers.
        unsafe {
            check_malloc_config(cfg)?;
            malloc_host("aclrtMallocHostWithCfg", host_ptr, size)
        }
    })
}

/// As [`aclrtMallocHost`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtMallocHost(host_ptr: *mut *mut c_void, size: u64, _module: u16) -> i32 {
    // SAFETY: the caller vouches for the pointer.
    guard("rtMallocHost", || unsafe { malloc_host("rtMallocHost", host_ptr, size) })
}

/// Frees host memory at once; errors as for [`aclrtFree`].
#[unsafe(no_mangle)]
pub extern "C" fn aclrtFreeHost(host_ptr: *mut c_void) -> i32 {
    guard("aclrtFreeHost", || free(host_ptr, "hostPtr"))
}

/// As [`aclrtFreeHost`].
#[unsafe(no_mangle)]
pub extern "C" fn rtFreeHost(host_ptr: *mut c_void) -> i32 {
    guard("rtFreeHost", || free(host_ptr, "hostPtr"))
}

/// Waits for all work of the current device, then frees.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtFreeHostWithDevSync(host_ptr: *mut c_void) -> i32 {
    guard("aclrtFreeHostWithDevSync", || {
        not_null(host_ptr, "hostPtr")?;
        context::current_device()?.synchronize(-1)?;
        free(host_ptr, "hostPtr")
    })
}

/// Lets devices use page-aligned memory of the program; its address for devices is its own address.
///
/// `kind` is 0 (mapped), 4 (I/O memory) or 8 (read-only), else 100000. 107000 if the memory is not 4 KiB aligned or
/// registered already.
///
/// # Safety
/// `dev_ptr` must be NULL or valid for writing; the memory must live until it is unregistered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtHostRegister(
    ptr: *mut c_void,
    size: u64,
    kind: u32,
    dev_ptr: *mut *mut c_void,
) -> i32 {
    guard("aclrtHostRegister", || {
        not_null(dev_ptr, "devPtr")?;
        if !matches!(kind, 0 | 4 | 8) {
            fail!(
                code::INVALID_PARAM,
                "type is {kind} but must be 0 (mapped), 4 (I/O memory) or 8 (read-only)"
            );
        }
        register(ptr, size)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(dev_ptr, "devPtr", ptr) }
    })
}

/// Lets devices use page-aligned memory of the program. `flag` is an OR of 2 (mapped), 4 (I/O memory), 8 (read-only) and
/// 0x10000000 (pinned), else 100000.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtHostRegisterV2(ptr: *mut c_void, size: u64, flag: u32) -> i32 {
    guard("aclrtHostRegisterV2", || {
        if flag == 0 || flag & !0x1000_000e != 0 {
            fail!(code::INVALID_PARAM, "flag is {flag:#x}; bits 2, 4, 8 and 0x10000000 are known");
        }
        register(ptr, size)
    })
}

/// Address for devices of registered or allocated host memory: its own address. 107000 for other memory.
///
/// # Safety
/// `device` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtHostGetDevicePointer(
    host: *mut c_void,
    device: *mut *mut c_void,
    flag: u32,
) -> i32 {
    guard("aclrtHostGetDevicePointer", || {
        not_null(host, "pHost")?;
        not_null(device, "pDevice")?;
        if flag != 0 {
            fail!(code::INVALID_PARAM, "flag is {flag} but must be 0");
        }
        if !matches!(place::find(host as u64), Some(Place { device: None, .. })) {
            fail!(code::RT_PARAM_INVALID, "{host:p} is not registered host memory");
        }
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(device, "pDevice", host) }
    })
}

/// Ends what [`aclrtHostRegister`] began; 107000 if `ptr` is not the start of registered memory.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtHostUnregister(ptr: *mut c_void) -> i32 {
    guard("aclrtHostUnregister", || {
        not_null(ptr, "ptr")?;
        place::unregister_host(ptr as u64)
    })
}

// ---- copies and fills that are complete on return ----

/// Copies `count` bytes at once, without waiting for streams.
///
/// `count` 0 succeeds whatever the pointers are. 100000 for a NULL pointer or an unknown kind, 107000 if `count` is
/// greater than `dest_max` or an address is of device memory that no living process has, 107002 without a device.
/// The kind has no other effect.
///
/// # Safety
/// `dst` must be writable and `src` readable for `count` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemcpy(
    dst: *mut c_void,
    dest_max: usize,
    src: *const c_void,
    count: usize,
    kind: u32,
) -> i32 {
    // SAFETY: the caller vouches for the ranges.
    guard("aclrtMemcpy", || unsafe { memcpy("aclrtMemcpy", dst, dest_max, src, count, kind) })
}

/// As [`aclrtMemcpy`]; `kind` is not checked.
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtMemcpy(
    dst: *mut c_void,
    dest_max: u64,
    src: *const c_void,
    count: u64,
    _kind: u32,
) -> i32 {
    // SAFETY: the caller vouches for the ranges.
    guard("rtMemcpy", || unsafe { memcpy("rtMemcpy", dst, dest_max as usize, src, count as usize, 0) })
}

/// As [`rtMemcpy`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtMemcpyEx(
    dst: *mut c_void,
    dest_max: u64,
    src: *const c_void,
    count: u64,
    _kind: u32,
) -> i32 {
    // SAFETY: the caller vouches for the ranges.
    guard("rtMemcpyEx", || unsafe { memcpy("rtMemcpyEx", dst, dest_max as usize, src, count as usize, 0) })
}

/// Sets `count` bytes to the low byte of `value` at once. Errors as for [`aclrtMemcpy`].
///
/// # Safety
/// `dev_ptr` must be writable for `count` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemset(
    dev_ptr: *mut c_void,
    max_count: usize,
    value: i32,
    count: usize,
) -> i32 {
    guard("aclrtMemset", || {
        if !check_set(dev_ptr, max_count, count)? {
            return Ok(());
        }
        context::current()?;
        graph::check_unsafe("aclrtMemset")?;
        // SAFETY: the caller vouches for the range.
        unsafe { hcomm_kernels::set(dev_ptr.cast(), value as u8, count) };
        Ok(())
    })
}

/// Sets `n` 32-bit words to `value` at once. 107000 if they exceed `mem_size` bytes or `ptr` is not 4-byte aligned.
///
/// # Safety
/// `ptr` must be writable for `4 * n` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemsetD32(ptr: *mut c_void, mem_size: usize, value: u32, n: usize) -> i32 {
    guard("aclrtMemsetD32", || {
        if !check_words(ptr, mem_size, n)? {
            return Ok(());
        }
        context::current()?;
        graph::check_unsafe("aclrtMemsetD32")?;
        // SAFETY: aligned (checked), and the caller vouches for the range.
        unsafe { std::slice::from_raw_parts_mut(ptr.cast::<u32>(), n) }.fill(value);
        Ok(())
    })
}

/// Copies `height` rows of `width` bytes that lie `spitch` and `dpitch` bytes apart. 100000 if a row is longer than a
/// pitch; other errors as for [`aclrtMemcpy`].
///
/// # Safety
/// All rows must be valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemcpy2d(
    dst: *mut c_void,
    dpitch: usize,
    src: *const c_void,
    spitch: usize,
    width: usize,
    height: usize,
    kind: u32,
) -> i32 {
    guard("aclrtMemcpy2d", || {
        check_kind(kind, kind::HOST_TO_BUF_TO_DEVICE)?;
        let Some(rows) = Rows::new(dst, dpitch, src, spitch, width, height)? else { return Ok(()) };
        context::current()?;
        graph::check_unsafe("aclrtMemcpy2d")?;
        // SAFETY: the caller vouches for the rows.
        unsafe { rows.copy() };
        Ok(())
    })
}

/// Copies many ranges at once, all from host to device or all from device to host.
///
/// `attrs[k]` holds for the entries from `attrs_indexes[k]` to the next index. `fail_index` receives the entry to blame
/// for an error, or `SIZE_MAX`.
///
/// # Safety
/// The arrays must have `num_batches` and `num_attrs` entries, and the ranges must be valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemcpyBatch(
    dsts: *const *mut c_void,
    dest_maxs: *const usize,
    srcs: *const *mut c_void,
    sizes: *const usize,
    num_batches: usize,
    attrs: *const MemcpyBatchAttr,
    attrs_indexes: *const usize,
    num_attrs: usize,
    fail_index: *mut usize,
) -> i32 {
    guard("aclrtMemcpyBatch", || {
        not_null(fail_index, "failIndex")?;
        // SAFETY: the caller vouches for the arrays and ranges.
        unsafe {
            fail_index.write(usize::MAX);
            let batch =
                Batch::new(dsts, dest_maxs, srcs, sizes, num_batches, attrs, attrs_indexes, num_attrs)?;
            batch.run("aclrtMemcpyBatch", fail_index)
        }
    })
}

/// As [`aclrtMemcpyBatch`], without telling which entry is to blame.
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemcpyBatchV2(
    dsts: *const *mut c_void,
    dest_maxs: *const usize,
    srcs: *const *mut c_void,
    sizes: *const usize,
    num_batches: usize,
    attrs: *const MemcpyBatchAttr,
    attrs_indexes: *const usize,
    num_attrs: usize,
) -> i32 {
    guard("aclrtMemcpyBatchV2", || {
        let mut blamed = usize::MAX;
        // SAFETY: the caller vouches for the arrays and ranges.
        unsafe {
            Batch::new(dsts, dest_maxs, srcs, sizes, num_batches, attrs, attrs_indexes, num_attrs)?
                .run("aclrtMemcpyBatchV2", &mut blamed)
        }
    })
}

// ---- copies and fills in stream order ----

/// Copies `count` bytes in stream order.
///
/// Memory of the program that is not registered is read before the call returns; other memory must live until the
/// copy is done. Errors as for [`aclrtMemcpy`], 207000 for the kind host-to-host, 107003 and 107017 for the stream.
///
/// # Safety
/// `dst` must be writable and `src` readable for `count` bytes when the copy runs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemcpyAsync(
    dst: *mut c_void,
    dest_max: usize,
    src: *const c_void,
    count: usize,
    kind: u32,
    stream: *mut c_void,
) -> i32 {
    guard("aclrtMemcpyAsync", || {
        // SAFETY: the caller vouches for the ranges.
        unsafe { memcpy_async("aclrtMemcpyAsync", dst, dest_max, src, count, kind, stream) }
    })
}

/// As [`aclrtMemcpyAsync`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemcpyAsyncWithCondition(
    dst: *mut c_void,
    dest_max: usize,
    src: *const c_void,
    count: usize,
    kind: u32,
    stream: *mut c_void,
) -> i32 {
    guard("aclrtMemcpyAsyncWithCondition", || {
        // SAFETY: the caller vouches for the ranges.
        unsafe { memcpy_async("aclrtMemcpyAsyncWithCondition", dst, dest_max, src, count, kind, stream) }
    })
}

/// As [`aclrtMemcpyAsync`]; the kinds are those of the runtime layer and have no effect.
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtMemcpyAsync(
    dst: *mut c_void,
    dest_max: u64,
    src: *const c_void,
    count: u64,
    _kind: u32,
    stream: *mut c_void,
) -> i32 {
    guard("rtMemcpyAsync", || {
        // SAFETY: the caller vouches for the ranges.
        unsafe { memcpy_async("rtMemcpyAsync", dst, dest_max as usize, src, count as usize, 1, stream) }
    })
}

/// As [`rtMemcpyAsync`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtMemcpyAsyncWithoutCheckKind(
    dst: *mut c_void,
    dest_max: u64,
    src: *const c_void,
    count: u64,
    _kind: u32,
    stream: *mut c_void,
) -> i32 {
    guard("rtMemcpyAsyncWithoutCheckKind", || {
        // SAFETY: the caller vouches for the ranges.
        unsafe {
            memcpy_async(
                "rtMemcpyAsyncWithoutCheckKind",
                dst,
                dest_max as usize,
                src,
                count as usize,
                1,
                stream,
            )
        }
    })
}

/// Copies in stream order between addresses that are read when the copy runs: from `*src + src_data_offset` to
/// `*dst + dst_data_offset`.
///
/// # Safety
/// `dst` and `src` must point to addresses when the copy runs, and the ranges there must be valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemcpyAsyncWithOffset(
    dst: *mut *mut c_void,
    dest_max: usize,
    dst_data_offset: usize,
    src: *const *const c_void,
    count: usize,
    src_data_offset: usize,
    kind: u32,
    stream: *mut c_void,
) -> i32 {
    guard("aclrtMemcpyAsyncWithOffset", || {
        check_kind(kind, kind::INTER_DEVICE_TO_DEVICE)?;
        if !check_copy(dst.cast(), dest_max, src.cast(), count)? {
            return Ok(());
        }
        stream::resolve(stream)?.submit_named(&[job::task(CopyIndirect {
            dst: dst as u64,
            dst_offset: dst_data_offset,
            src: src as u64,
            src_offset: src_data_offset,
            count,
        })])
    })
}

/// Sets `count` bytes in stream order. Errors as for [`aclrtMemset`] and for the stream.
///
/// # Safety
/// `dev_ptr` must be writable for `count` bytes when the task runs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemsetAsync(
    dev_ptr: *mut c_void,
    max_count: usize,
    value: i32,
    count: usize,
    stream: *mut c_void,
) -> i32 {
    guard("aclrtMemsetAsync", || {
        if !check_set(dev_ptr, max_count, count)? {
            return Ok(());
        }
        let task =
            Task { op: op::MEMSET, aux: value as u8 as u32, a: dev_ptr as u64, n: count as u64, ..Task::NOP };
        stream::resolve(stream)?.submit_named(&[task])
    })
}

/// Sets `n` 32-bit words in stream order; errors as for [`aclrtMemsetD32`] and for the stream.
///
/// # Safety
/// `ptr` must be writable for `4 * n` bytes when the task runs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemsetD32Async(
    ptr: *mut c_void,
    mem_size: usize,
    value: u32,
    n: usize,
    stream: *mut c_void,
) -> i32 {
    guard("aclrtMemsetD32Async", || {
        if !check_words(ptr, mem_size, n)? {
            return Ok(());
        }
        stream::resolve(stream)?.submit_named(&[job::task(FillWords { address: ptr as u64, value, n })])
    })
}

/// Copies rows in stream order; errors as for [`aclrtMemcpy2d`] and for the stream.
///
/// # Safety
/// All rows must be valid when the copy runs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemcpy2dAsync(
    dst: *mut c_void,
    dpitch: usize,
    src: *const c_void,
    spitch: usize,
    width: usize,
    height: usize,
    kind: u32,
    stream: *mut c_void,
) -> i32 {
    guard("aclrtMemcpy2dAsync", || {
        check_kind(kind, kind::HOST_TO_BUF_TO_DEVICE)?;
        let Some(rows) = Rows::new(dst, dpitch, src, spitch, width, height)? else { return Ok(()) };
        stream::resolve(stream)?.submit_named(&[job::task(rows)])
    })
}

/// Copies many ranges in stream order; parameters as for [`aclrtMemcpyBatch`].
///
/// # Safety
/// As there; the ranges must be valid when the copies run.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemcpyBatchAsync(
    dsts: *const *mut c_void,
    dest_maxs: *const usize,
    srcs: *const *mut c_void,
    sizes: *const usize,
    num_batches: usize,
    attrs: *const MemcpyBatchAttr,
    attrs_indexes: *const usize,
    num_attrs: usize,
    fail_index: *mut usize,
    stream: *mut c_void,
) -> i32 {
    guard("aclrtMemcpyBatchAsync", || {
        not_null(fail_index, "failIndex")?;
        // SAFETY: the caller vouches for the arrays and ranges.
        unsafe {
            fail_index.write(usize::MAX);
            Batch::new(dsts, dest_maxs, srcs, sizes, num_batches, attrs, attrs_indexes, num_attrs)?
                .submit(stream, fail_index)
        }
    })
}

/// As [`aclrtMemcpyBatchAsync`], without telling which entry is to blame.
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemcpyBatchAsyncV2(
    dsts: *const *mut c_void,
    dest_maxs: *const usize,
    srcs: *const *mut c_void,
    sizes: *const usize,
    num_batches: usize,
    attrs: *const MemcpyBatchAttr,
    attrs_indexes: *const usize,
    num_attrs: usize,
    stream: *mut c_void,
) -> i32 {
    guard("aclrtMemcpyBatchAsyncV2", || {
        let mut blamed = usize::MAX;
        // SAFETY: the caller vouches for the arrays and ranges.
        unsafe {
            Batch::new(dsts, dest_maxs, srcs, sizes, num_batches, attrs, attrs_indexes, num_attrs)?
                .submit(stream, &mut blamed)
        }
    })
}

/// `dst[i] = dst[i] op src[i]` over `count` **bytes** in stream order.
///
/// `kind` is 10 (sum), 11 (maximum) or 12 (minimum), else 100000 (207000 for 13, equal); `data_type` one of INT8, INT16,
/// INT32, UINT32, FLOAT16, FLOAT, BF16, else 207000. 100000 for NULL or a non-NULL `reserve`, 107000 if `count` is no multiple
/// of the element.
///
/// # Safety
/// Both ranges must be valid when the task runs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtReduceAsync(
    dst: *mut c_void,
    src: *const c_void,
    count: u64,
    kind: u32,
    data_type: i32,
    stream: *mut c_void,
    reserve: *mut c_void,
) -> i32 {
    use hcomm_kernels::{dtype, op as reduction};
    guard("aclrtReduceAsync", || {
        not_null(dst, "dst")?;
        not_null(src, "src")?;
        if !reserve.is_null() {
            fail!(code::INVALID_PARAM, "reserve must be NULL");
        }
        let operation = match kind {
            10 => reduction::SUM,
            11 => reduction::MAX,
            12 => reduction::MIN,
            13 => fail!(code::RT_FEATURE_NOT_SUPPORT, "the reduction EQUAL (13) is not supported"),
            _ => fail!(code::INVALID_PARAM, "kind is {kind} but must be 10 (sum), 11 (max) or 12 (min)"),
        };
        let element = match data_type {
            0 => dtype::FP32,
            1 => dtype::FP16,
            2 => dtype::INT8,
            3 => dtype::INT32,
            6 => dtype::INT16,
            8 => dtype::UINT32,
            27 => dtype::BFP16,
            _ => fail!(code::RT_FEATURE_NOT_SUPPORT, "data type {data_type} cannot be reduced"),
        };
        let bytes = hcomm_kernels::size_of(element).unwrap_or(1) as u64;
        if !count.is_multiple_of(bytes) {
            fail!(code::RT_PARAM_INVALID, "count is {count} bytes, no multiple of the element's {bytes}");
        }
        if count == 0 {
            return Ok(());
        }
        place::reach(dst as u64)?;
        place::reach(src as u64)?;
        let task = Task {
            op: op::REDUCE,
            aux: element | (operation << 16),
            a: dst as u64,
            b: src as u64,
            n: count / bytes,
            ..Task::NOP
        };
        stream::resolve(stream)?.submit_named(&[task])
    })
}

/// A hint about caches: does nothing, in stream order. 100000 for NULL, size 0 or a type above 3.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtCmoAsync(src: *mut c_void, size: usize, cmo_type: u32, stream: *mut c_void) -> i32 {
    guard("aclrtCmoAsync", || {
        check_cached(src, size)?;
        if cmo_type > 3 {
            fail!(code::INVALID_PARAM, "cmoType is {cmo_type} but must be 0 to 3");
        }
        stream::resolve(stream)?.submit_named(&[Task::NOP])
    })
}

// ---- questions ----

/// Free and total memory of the current device in bytes. The kind of memory `attr` has no effect; 107000 above 17.
///
/// # Safety
/// `free` and `total` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetMemInfo(attr: u32, free: *mut usize, total: *mut usize) -> i32 {
    guard("aclrtGetMemInfo", || {
        not_null(free, "free")?;
        not_null(total, "total")?;
        if attr > 17 {
            fail!(code::RT_PARAM_INVALID, "attr is {attr} but must be 0 to 17");
        }
        let device = context::current_device()?;
        let limit = device.memory.limit();
        let (used, _) = device.memory.used();
        // SAFETY: the caller vouches for the pointers.
        unsafe {
            write_out(free, "free", (limit - used.min(limit)) as usize)?;
            write_out(total, "total", limit as usize)
        }
    })
}

/// Memory in use by module: one entry, "app", for everything. `output_num` receives 1.
///
/// # Safety
/// `usage` must be valid for `input_num` entries, `output_num` for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetMemUsageInfo(
    device_id: i32,
    usage: *mut MemUsageInfo,
    input_num: usize,
    output_num: *mut usize,
) -> i32 {
    guard("aclrtGetMemUsageInfo", || {
        not_null(usage, "memUsageInfo")?;
        not_null(output_num, "outputNum")?;
        if input_num == 0 {
            fail!(code::INVALID_PARAM, "inputNum is 0");
        }
        let (current, peak) = crate::engine::device::device(device_id)?.memory.used();
        let mut name = [0; 32];
        name[..3].copy_from_slice(b"app");
        // SAFETY: the caller vouches for at least one entry and the pointer.
        unsafe {
            usage.write(MemUsageInfo { name, current, peak, reserved: [0; 8] });
            write_out(output_num, "outputNum", 1)
        }
    })
}

/// Tells where the memory at `ptr` is: location HOST 0 (allocated or registered), DEVICE 1, UNREGISTERED 2.
///
/// # Safety
/// `attributes` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtPointerGetAttributes(
    ptr: *const c_void,
    attributes: *mut PtrAttributes,
) -> i32 {
    guard("aclrtPointerGetAttributes", || {
        not_null(ptr, "ptr")?;
        not_null(attributes, "attributes")?;
        let (kind, id, page_size) = attributes_of(ptr);
        let value = PtrAttributes { location: MemLocation { id, kind }, page_size, rsv: [0; 4] };
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(attributes, "attributes", value) }
    })
}

/// As [`aclrtPointerGetAttributes`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtPointerGetAttributes(
    attributes: *mut RtPointerAttributes,
    ptr: *const c_void,
) -> i32 {
    guard("rtPointerGetAttributes", || {
        not_null(ptr, "ptr")?;
        not_null(attributes, "attributes")?;
        let (location_type, device_id, page_size) = attributes_of(ptr);
        let memory_type = match location_type {
            location::DEVICE => 2,
            location::HOST => 1,
            _ => 5,
        };
        let value = RtPointerAttributes { memory_type, location_type, device_id, page_size };
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(attributes, "attributes", value) }
    })
}

/// Start and size of the allocation, mapping or import that contains `ptr`; 107000 if there is none.
///
/// # Safety
/// `base` and `size` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemGetAddressRange(
    ptr: *mut c_void,
    base: *mut *mut c_void,
    size: *mut usize,
) -> i32 {
    guard("aclrtMemGetAddressRange", || {
        not_null(ptr, "ptr")?;
        not_null(base, "pbase")?;
        not_null(size, "psize")?;
        let Some((start, bytes)) = range_of(ptr as u64) else {
            fail!(code::RT_PARAM_INVALID, "{ptr:p} lies in no allocation of the runtime");
        };
        // SAFETY: the caller vouches for the pointers.
        unsafe {
            write_out(base, "pbase", start as *mut c_void)?;
            write_out(size, "psize", bytes as usize)
        }
    })
}

// ---- behind the functions ----

/// # Safety
/// `out`, if not NULL, is valid for writing.
unsafe fn malloc(name: &str, out: *mut *mut c_void, size: u64) -> Result {
    not_null(out, "devPtr")?;
    if size == 0 {
        fail!(code::INVALID_PARAM, "size is 0");
    }
    let device = context::current_device()?;
    graph::check_unsafe(name)?;
    let address = device.memory.alloc(alloc::DEVICE, size)?;
    // SAFETY: per the function's contract.
    unsafe { write_out(out, "devPtr", address as *mut c_void) }
}

/// # Safety
/// As for [`malloc`].
unsafe fn malloc_host(name: &str, out: *mut *mut c_void, size: u64) -> Result {
    not_null(out, "hostPtr")?;
    if size == 0 {
        fail!(code::INVALID_PARAM, "size is 0");
    }
    graph::check_unsafe(name)?;
    let address = match context::current_device() {
        Ok(device) => device.memory.alloc(alloc::HOST, size)?,
        Err(_) => place::alloc_host(size)?,
    };
    // SAFETY: per the function's contract.
    unsafe { write_out(out, "hostPtr", address as *mut c_void) }
}

/// # Safety
/// `cfg` is NULL or points to a configuration.
unsafe fn check_malloc_config(cfg: *const MallocConfig) -> Result {
    // SAFETY: per the function's contract.
    if let Some(cfg) = unsafe { cfg.as_ref() }
        && cfg.num_attrs != 0
        && cfg.attrs.is_null()
    {
        fail!(code::INVALID_PARAM, "cfg->attrs is NULL but cfg->numAttrs is {}", cfg.num_attrs);
    }
    Ok(())
}

fn free(pointer: *mut c_void, what: &str) -> Result {
    not_null(pointer, what)?;
    place::free(pointer as u64)
}

fn register(ptr: *mut c_void, size: u64) -> Result {
    not_null(ptr, "ptr")?;
    if size == 0 {
        fail!(code::INVALID_PARAM, "size is 0");
    }
    if !(ptr as u64).is_multiple_of(crate::engine::sys::PAGE) {
        fail!(code::RT_PARAM_INVALID, "{ptr:p} is not aligned to 4 KiB");
    }
    place::register_host(ptr as u64, size)
}

fn check_cached(pointer: *mut c_void, size: usize) -> Result {
    not_null(pointer, "the address")?;
    if size == 0 {
        fail!(code::INVALID_PARAM, "size is 0");
    }
    Ok(())
}

fn check_kind(kind: u32, last: u32) -> Result {
    if kind > last {
        fail!(code::INVALID_PARAM, "kind is {kind} but must be 0 to {last}");
    }
    Ok(())
}

/// False if there is nothing to copy.
#[inline]
fn check_copy(dst: *mut c_void, dest_max: usize, src: *const c_void, count: usize) -> Result<bool> {
    if count == 0 {
        return Ok(false);
    }
    not_null(dst, "dst")?;
    not_null(src, "src")?;
    if count > dest_max {
        fail!(code::RT_PARAM_INVALID, "count is {count} but the target has {dest_max} bytes");
    }
    place::reach(dst as u64)?;
    place::reach(src as u64)?;
    Ok(!std::ptr::eq(dst, src))
}

/// False if there is nothing to set.
fn check_set(address: *mut c_void, max: usize, count: usize) -> Result<bool> {
    if count == 0 {
        return Ok(false);
    }
    not_null(address, "devPtr")?;
    if count > max {
        fail!(code::RT_PARAM_INVALID, "count is {count} but the memory has {max} bytes");
    }
    place::reach(address as u64)?;
    Ok(true)
}

fn check_words(address: *mut c_void, max: usize, n: usize) -> Result<bool> {
    let Some(bytes) = n.checked_mul(4) else {
        fail!(code::RT_PARAM_INVALID, "N is {n} but the memory has {max} bytes");
    };
    if !(address as usize).is_multiple_of(4) {
        fail!(code::RT_PARAM_INVALID, "{address:p} is not aligned to 4 bytes");
    }
    check_set(address, max, bytes)
}

/// # Safety
/// The ranges are valid for `count` bytes.
unsafe fn memcpy(
    name: &str,
    dst: *mut c_void,
    dest_max: usize,
    src: *const c_void,
    count: usize,
    kind: u32,
) -> Result {
    check_kind(kind, kind::HOST_TO_BUF_TO_DEVICE)?;
    if !check_copy(dst, dest_max, src, count)? {
        return Ok(());
    }
    context::current()?;
    graph::check_unsafe(name)?;
    // SAFETY: per the function's contract.
    unsafe { hcomm_kernels::copy(dst.cast(), src.cast(), count) };
    Ok(())
}

/// # Safety
/// The ranges are valid for `count` bytes when the copy runs; `src` also now.
unsafe fn memcpy_async(
    name: &str,
    dst: *mut c_void,
    dest_max: usize,
    src: *const c_void,
    count: usize,
    kind: u32,
    stream: *mut c_void,
) -> Result {
    check_kind(kind, kind::HOST_TO_BUF_TO_DEVICE)?;
    if kind == kind::HOST_TO_HOST {
        fail!(code::RT_FEATURE_NOT_SUPPORT, "an asynchronous copy from host to host is not supported");
    }
    if !check_copy(dst, dest_max, src, count)? {
        return Ok(());
    }
    let stream = stream::resolve(stream)?;
    // SAFETY: per the function's contract.
    unsafe { submit_copy(name, &stream, dst, src, count) }
}

/// # Safety
/// As for [`memcpy_async`].
unsafe fn submit_copy(
    name: &str,
    stream: &Arc<Stream>,
    dst: *mut c_void,
    src: *const c_void,
    count: usize,
) -> Result {
    if place::find(src as u64).is_some() {
        return stream.submit_named(&[copy_task(dst, src, count)]);
    }
    graph::check_unsafe(name)?;
    // SAFETY: `src` is readable now, per the function's contract.
    let data = unsafe { std::slice::from_raw_parts(src.cast::<u8>(), count) }.into();
    stream.submit_named(&[job::task(CopyStaged { dst: dst as u64, data })])
}

fn copy_task(dst: *mut c_void, src: *const c_void, count: usize) -> Task {
    Task { op: op::COPY, a: dst as u64, b: src as u64, n: count as u64, ..Task::NOP }
}

/// Place for a copy of so many bytes.
fn run_place(bytes: usize) -> RunPlace {
    if bytes <= INLINE_BYTES { RunPlace::Inline } else { RunPlace::Thread }
}

/// Copy of data taken when it was submitted.
struct CopyStaged {
    dst: u64,
    data: Box<[u8]>,
}

impl Job for CopyStaged {
    fn describe(&self) -> String {
        format!("copy of {} bytes to {:#x}", self.data.len(), self.dst)
    }

    fn place(&self) -> RunPlace {
        run_place(self.data.len())
    }

    fn run(&self, _stream: &Arc<Stream>) -> Result {
        // SAFETY: the submitter vouches for the target until the task is done.
        unsafe { hcomm_kernels::copy(self.dst as *mut u8, self.data.as_ptr(), self.data.len()) };
        Ok(())
    }
}

/// Copy between addresses found in memory.
struct CopyIndirect {
    dst: u64,
    dst_offset: usize,
    src: u64,
    src_offset: usize,
    count: usize,
}

impl Job for CopyIndirect {
    fn describe(&self) -> String {
        format!("copy of {} bytes between addresses kept at {:#x} and {:#x}", self.count, self.src, self.dst)
    }

    fn place(&self) -> RunPlace {
        run_place(self.count)
    }

    fn run(&self, _stream: &Arc<Stream>) -> Result {
        // SAFETY: the submitter vouches for the two words and the ranges they lead to.
        unsafe {
            let dst = (self.dst as *const *mut u8).read().wrapping_add(self.dst_offset);
            let src = (self.src as *const *const u8).read().wrapping_add(self.src_offset);
            hcomm_kernels::copy(dst, src, self.count);
        }
        Ok(())
    }
}

/// Fill with a 32-bit value.
struct FillWords {
    address: u64,
    value: u32,
    n: usize,
}

impl Job for FillWords {
    fn describe(&self) -> String {
        format!("fill of {} words at {:#x}", self.n, self.address)
    }

    fn place(&self) -> RunPlace {
        run_place(self.n * 4)
    }

    fn run(&self, _stream: &Arc<Stream>) -> Result {
        // SAFETY: aligned (checked by the submitter), who also vouches for the range until the task is done.
        unsafe { std::slice::from_raw_parts_mut(self.address as *mut u32, self.n) }.fill(self.value);
        Ok(())
    }
}

/// Rows of bytes.
struct Rows {
    dst: u64,
    dpitch: usize,
    src: u64,
    spitch: usize,
    width: usize,
    height: usize,
}

impl Rows {
    /// Checks; `None` if there is nothing to copy.
    fn new(
        dst: *mut c_void,
        dpitch: usize,
        src: *const c_void,
        spitch: usize,
        width: usize,
        height: usize,
    ) -> Result<Option<Rows>> {
        if width == 0 || height == 0 {
            return Ok(None);
        }
        not_null(dst, "dst")?;
        not_null(src, "src")?;
        if width > dpitch || width > spitch {
            fail!(code::INVALID_PARAM, "width is {width} but the pitches are {dpitch} and {spitch}");
        }
        if dpitch.checked_mul(height).is_none() || spitch.checked_mul(height).is_none() {
            fail!(code::RT_PARAM_INVALID, "{height} rows do not fit into the address space");
        }
        place::reach(dst as u64)?;
        place::reach(src as u64)?;
        Ok(Some(Rows { dst: dst as u64, dpitch, src: src as u64, spitch, width, height }))
    }

    /// # Safety
    /// All rows are valid.
    unsafe fn copy(&self) {
        for row in 0..self.height {
            let dst = (self.dst as *mut u8).wrapping_add(row * self.dpitch);
            let src = (self.src as *const u8).wrapping_add(row * self.spitch);
            // SAFETY: per the function's contract.
            unsafe { hcomm_kernels::copy(dst, src, self.width) };
        }
    }
}

impl Job for Rows {
    fn describe(&self) -> String {
        format!(
            "copy of {} rows of {} bytes from {:#x} to {:#x}",
            self.height, self.width, self.src, self.dst
        )
    }

    fn place(&self) -> RunPlace {
        run_place(self.width.saturating_mul(self.height))
    }

    fn run(&self, _stream: &Arc<Stream>) -> Result {
        // SAFETY: the submitter vouches for the rows until the task is done.
        unsafe { self.copy() };
        Ok(())
    }
}

/// The arrays of a batch of copies.
struct Batch<'a> {
    dsts: &'a [*mut c_void],
    dest_maxs: &'a [usize],
    srcs: &'a [*mut c_void],
    sizes: &'a [usize],
}

impl<'a> Batch<'a> {
    /// Checks the arrays.
    ///
    /// # Safety
    /// The arrays are NULL or have the lengths given.
    #[allow(clippy::too_many_arguments)]
    unsafe fn new(
        dsts: *const *mut c_void,
        dest_maxs: *const usize,
        srcs: *const *mut c_void,
        sizes: *const usize,
        n: usize,
        attrs: *const MemcpyBatchAttr,
        indexes: *const usize,
        num_attrs: usize,
    ) -> Result<Batch<'a>> {
        not_null(dsts, "dsts")?;
        not_null(dest_maxs, "destMaxs")?;
        not_null(srcs, "srcs")?;
        not_null(sizes, "sizes")?;
        not_null(attrs, "attrs")?;
        not_null(indexes, "attrsIndexes")?;
        if n == 0 || num_attrs == 0 || num_attrs > n {
            fail!(
                code::RT_PARAM_INVALID,
                "numBatches is {n} and numAttrs {num_attrs}; both must be above 0, and numAttrs not above numBatches"
            );
        }
        // SAFETY: not null; the lengths are the function's contract.
        let (attrs, indexes) = unsafe {
            (std::slice::from_raw_parts(attrs, num_attrs), std::slice::from_raw_parts(indexes, num_attrs))
        };
        let rising = indexes.windows(2).all(|pair| pair[0] < pair[1]);
        if indexes[0] != 0 || !rising || indexes[num_attrs - 1] >= n {
            fail!(code::RT_PARAM_INVALID, "attrsIndexes must begin with 0, rise, and stay below {n}");
        }
        let direction = |a: &MemcpyBatchAttr| match (a.src.kind, a.dst.kind) {
            (location::HOST, location::DEVICE) => Some(kind::HOST_TO_DEVICE),
            (location::DEVICE, location::HOST) => Some(kind::DEVICE_TO_HOST),
            _ => None,
        };
        let first = direction(&attrs[0]);
        if first.is_none() || attrs.iter().any(|a| direction(a) != first) {
            fail!(
                code::RT_PARAM_INVALID,
                "all entries must be copied from host to device, or all from device to host"
            );
        }
        // SAFETY: not null; the lengths are the function's contract.
        unsafe {
            Ok(Batch {
                dsts: std::slice::from_raw_parts(dsts, n),
                dest_maxs: std::slice::from_raw_parts(dest_maxs, n),
                srcs: std::slice::from_raw_parts(srcs, n),
                sizes: std::slice::from_raw_parts(sizes, n),
            })
        }
    }

    /// Checks every entry before the first byte moves; yields those that have bytes to move.
    ///
    /// # Safety
    /// `fail_index` is valid for writing.
    unsafe fn entries(
        &self,
        fail_index: *mut usize,
    ) -> Result<impl Iterator<Item = (*mut c_void, *const c_void, usize)>> {
        let mut checked = Vec::with_capacity(self.sizes.len());
        for i in 0..self.sizes.len() {
            match check_copy(self.dsts[i], self.dest_maxs[i], self.srcs[i], self.sizes[i]) {
                Ok(true) => checked.push((self.dsts[i], self.srcs[i].cast_const(), self.sizes[i])),
                Ok(false) => {}
                Err(error) => {
                    // SAFETY: per the function's contract.
                    unsafe { fail_index.write(i) };
                    fail!(error.code, "entry {i}: {}", error.text);
                }
            }
        }
        Ok(checked.into_iter())
    }

    /// # Safety
    /// The ranges are valid, and so is `fail_index`.
    unsafe fn run(&self, name: &str, fail_index: *mut usize) -> Result {
        // SAFETY: per the function's contract.
        let entries = unsafe { self.entries(fail_index)? };
        context::current()?;
        graph::check_unsafe(name)?;
        for (dst, src, size) in entries {
            // SAFETY: per the function's contract.
            unsafe { hcomm_kernels::copy(dst.cast(), src.cast(), size) };
        }
        Ok(())
    }

    /// # Safety
    /// As for [`Self::run`], when the copies run.
    unsafe fn submit(&self, stream: *mut c_void, fail_index: *mut usize) -> Result {
        // SAFETY: per the function's contract.
        let entries = unsafe { self.entries(fail_index)? };
        let stream = stream::resolve(stream)?;
        let tasks: Vec<Task> = entries
            .map(|(dst, src, size)| match place::find(src as u64) {
                Some(_) => copy_task(dst, src, size),
                None => {
                    // SAFETY: the source is readable now, per the function's contract.
                    let data = unsafe { std::slice::from_raw_parts(src.cast::<u8>(), size) }.into();
                    job::task(CopyStaged { dst: dst as u64, data })
                }
            })
            .collect();
        stream.submit_named(&tasks)
    }
}

fn attributes_of(ptr: *const c_void) -> (u32, u32, u32) {
    const SMALL_PAGE: u32 = crate::engine::sys::PAGE as u32;
    match place::find(ptr as u64) {
        Some(Place { device: Some(id), .. }) => (location::DEVICE, id as u32, vmm::GRANULARITY as u32),
        Some(Place { device: None, .. }) => (location::HOST, 0, SMALL_PAGE),
        None => (location::UNREGISTERED, 0, SMALL_PAGE),
    }
}

fn range_of(address: u64) -> Option<(u64, u64)> {
    crate::engine::export::imported_at(address).or_else(|| {
        let place = place::find(address).filter(|place| place.size > 0)?;
        Some((place.base, place.size))
    })
}
