//! Streams.

use super::guard::{guard, not_null, write_out};
use crate::engine::context;
use crate::engine::device;
use crate::engine::graph;
use crate::engine::hooks::DEVICE_ABORT;
use crate::engine::job::{Job, Place};
use crate::engine::sched::Engine;
use crate::engine::stream::{self, Stream, StreamKind};
use crate::error::{Error, Result, code, fail};
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};

/// Most streams of a device.
const STREAMS: u32 = 1984;
/// Lowest priority; 0 is the highest.
const LEAST_PRIORITY: u32 = 7;
/// Flags of streams whose tasks the host does not start.
const NOT_BY_HOST: u64 = 0x04 | 0x10 | 0x20;
/// The flag `ACL_STREAM_DEVICE_USE_ONLY`.
const DEVICE_USE_ONLY: u64 = 0x20;

/// Attributes that are kept for the caller: numbers of `aclrtStreamAttr`, and two of our own.
mod attribute {
    pub const FAILURE_MODE: u32 = 1;
    pub const OVERFLOW: u32 = 2;
    pub const LAST: u32 = 5;
    pub const PRIORITY: u32 = 5;
    /// Creation flags.
    pub const FLAGS: u32 = 0x100;
}

/// `aclrtStreamConfigHandle`.
#[repr(C)]
#[derive(Default)]
pub struct StreamConfig {
    workspace: u64,
    workspace_size: usize,
    flag: usize,
    priority: u32,
}

/// `aclrtStreamAttrValue`.
#[repr(C)]
pub union AttributeValue {
    wide: u64,
    narrow: u32,
    all: [u64; 2],
}

fn create(priority: u32, flags: u64) -> Result<*mut c_void> {
    let context = context::current()?;
    if context.device.engine.streams().len() >= STREAMS as usize {
        fail!(code::RT_NO_STREAM, "device {} has {STREAMS} streams already", context.device.id);
    }
    let stream = Stream::create(&context, StreamKind::User)?;
    keep(&stream, attribute::PRIORITY, u64::from(priority.min(LEAST_PRIORITY)));
    keep(&stream, attribute::FLAGS, flags);
    Ok(stream.handle())
}

fn keep(stream: &Stream, number: u32, value: u64) {
    stream.attributes.lock().unwrap_or_else(PoisonError::into_inner).insert(number, value);
}

fn kept(stream: &Stream, number: u32) -> u64 {
    stream.attributes.lock().unwrap_or_else(PoisonError::into_inner).get(&number).copied().unwrap_or(0)
}

fn refuse_captured(stream: &Stream) -> Result {
    if let Some(graph) = stream.capture() {
        graph.invalidate();
        fail!(code::RT_STREAM_CAPTURED, "stream {} is being captured", stream.id);
    }
    Ok(())
}

/// Makes a stream in the current context. The stream is freed by `aclrtDestroyStream`.
///
/// # Safety
/// `stream` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCreateStream(stream: *mut *mut c_void) -> i32 {
    guard("aclrtCreateStream", || {
        not_null(stream, "stream")?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(stream, "stream", create(0, 0)?) }
    })
}

/// Makes a stream with a priority (0 highest, 7 lowest; larger ones count as 7) and flags (`ACL_STREAM_*`; unknown
/// bits are ignored).
///
/// # Safety
/// `stream` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCreateStreamWithConfig(
    stream: *mut *mut c_void,
    priority: u32,
    flag: u32,
) -> i32 {
    guard("aclrtCreateStreamWithConfig", || {
        not_null(stream, "stream")?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(stream, "stream", create(priority, u64::from(flag))?) }
    })
}

/// Makes an object that holds the properties of a stream to be made; freed by `aclrtDestroyStreamConfigHandle`.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtCreateStreamConfigHandle() -> *mut StreamConfig {
    Box::into_raw(Box::default())
}

/// Frees the properties of a stream.
///
/// # Safety
/// `handle` must be NULL or come from `aclrtCreateStreamConfigHandle` and not be freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtDestroyStreamConfigHandle(handle: *mut StreamConfig) -> i32 {
    guard("aclrtDestroyStreamConfigHandle", || {
        not_null(handle, "handle")?;
        // SAFETY: the caller gives up what `aclrtCreateStreamConfigHandle` made.
        drop(unsafe { Box::from_raw(handle) });
        Ok(())
    })
}

/// Sets one property: 0 work address (pointer), 1 work size (`size_t`), 2 flags (`size_t`), 3 priority (`uint32_t`).
///
/// # Safety
/// `handle` must be NULL or a living handle, `value` NULL or valid for reading `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtSetStreamConfigOpt(
    handle: *mut StreamConfig,
    attr: u32,
    value: *const c_void,
    size: usize,
) -> i32 {
    guard("aclrtSetStreamConfigOpt", || {
        not_null(handle, "handle")?;
        not_null(value, "attrValue")?;
        let expected = if attr == 3 { 4 } else { 8 };
        if attr > 3 || size != expected {
            fail!(code::INVALID_PARAM, "attribute {attr} with {size} bytes does not exist");
        }
        // SAFETY: neither pointer is null, the size of the value was checked, and the caller vouches for both.
        unsafe {
            let config = &mut *handle;
            match attr {
                0 => config.workspace = value.cast::<u64>().read_unaligned(),
                1 => config.workspace_size = value.cast::<usize>().read_unaligned(),
                2 => config.flag = value.cast::<usize>().read_unaligned(),
                _ => config.priority = value.cast::<u32>().read_unaligned(),
            }
        }
        Ok(())
    })
}

/// Makes a stream from properties; NULL means the defaults.
///
/// # Safety
/// `stream` must be NULL or valid for writing, `handle` NULL or a living handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCreateStreamV2(stream: *mut *mut c_void, handle: *const StreamConfig) -> i32 {
    guard("aclrtCreateStreamV2", || {
        not_null(stream, "stream")?;
        // SAFETY: null, or the caller vouches for the pointer.
        let (priority, flag) = unsafe { handle.as_ref() }.map_or((0, 0), |c| (c.priority, c.flag as u64));
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(stream, "stream", create(priority, flag)?) }
    })
}

/// Waits for the work of a stream, then frees it. 107027 while it is captured.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtDestroyStream(stream: *mut c_void) -> i32 {
    guard("aclrtDestroyStream", || destroy(stream, false))
}

/// Frees a stream and drops its work. 107027 while it is captured.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtDestroyStreamForce(stream: *mut c_void) -> i32 {
    guard("aclrtDestroyStreamForce", || destroy(stream, true))
}

fn destroy(stream: *mut c_void, force: bool) -> Result {
    not_null(stream, "stream")?;
    let stream = stream::lookup(stream)?;
    if stream.kind != StreamKind::User {
        fail!(code::RT_PARAM_INVALID, "stream {} belongs to the runtime", stream.id);
    }
    refuse_captured(&stream)?;
    stream.end(force);
    Ok(())
}

/// Waits for all work submitted to a stream before the call and returns the first error met in it.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSynchronizeStream(stream: *mut c_void) -> i32 {
    guard("aclrtSynchronizeStream", || synchronize(stream, -1))
}

/// Like `aclrtSynchronizeStream`, at most `timeout` ms (-1: for ever): 507046 when the time is up, 107000 for other
/// values below 1.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSynchronizeStreamWithTimeout(stream: *mut c_void, timeout: i32) -> i32 {
    guard("aclrtSynchronizeStreamWithTimeout", || {
        if timeout == 0 || timeout < -1 {
            fail!(code::RT_PARAM_INVALID, "the time-out is {timeout} ms, expected -1 or more than 0");
        }
        synchronize(stream, i64::from(timeout))
    })
}

fn synchronize(stream: *mut c_void, timeout_ms: i64) -> Result {
    let stream = stream::resolve(stream)?;
    refuse_captured(&stream)?;
    if kept(&stream, attribute::FLAGS) & NOT_BY_HOST != 0 {
        return Ok(());
    }
    stream.synchronize(timeout_ms)
}

/// Tells whether a stream has work left: 0 none, 1 some. 107027 while it is captured.
///
/// # Safety
/// `status` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtStreamQuery(stream: *mut c_void, status: *mut u32) -> i32 {
    guard("aclrtStreamQuery", || {
        not_null(status, "status")?;
        let stream = stream::resolve(stream)?;
        refuse_captured(&stream)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(status, "status", u32::from(stream.pending() != 0)) }
    })
}

/// Number of a stream, unique on its device; 0 is the default stream of the primary context.
///
/// # Safety
/// `stream_id` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtStreamGetId(stream: *mut c_void, stream_id: *mut i32) -> i32 {
    guard("aclrtStreamGetId", || {
        not_null(stream_id, "streamId")?;
        let id = stream::resolve(stream)?.id;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(stream_id, "streamId", id as i32) }
    })
}

/// Priority of a stream.
///
/// # Safety
/// `priority` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtStreamGetPriority(stream: *mut c_void, priority: *mut u32) -> i32 {
    guard("aclrtStreamGetPriority", || {
        not_null(priority, "priority")?;
        let value = kept(&*stream::resolve(stream)?, attribute::PRIORITY) as u32;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(priority, "priority", value) }
    })
}

/// Creation flags of a stream.
///
/// # Safety
/// `flags` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtStreamGetFlags(stream: *mut c_void, flags: *mut u32) -> i32 {
    guard("aclrtStreamGetFlags", || {
        not_null(flags, "flags")?;
        let value = kept(&*stream::resolve(stream)?, attribute::FLAGS) as u32;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(flags, "flags", value) }
    })
}

/// Range of priorities: 7 is the lowest, 0 the highest. Either output may be NULL.
///
/// # Safety
/// The pointers must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtDeviceGetStreamPriorityRange(least: *mut i32, greatest: *mut i32) -> i32 {
    guard("aclrtDeviceGetStreamPriorityRange", || {
        // SAFETY: null, or the caller vouches for the pointers.
        unsafe {
            if let Some(least) = least.as_mut() {
                *least = LEAST_PRIORITY as i32;
            }
            if let Some(greatest) = greatest.as_mut() {
                *greatest = 0;
            }
        }
        Ok(())
    })
}

/// Streams that can still be made on the current device.
///
/// # Safety
/// `stream_count` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetStreamAvailableNum(stream_count: *mut u32) -> i32 {
    guard("aclrtGetStreamAvailableNum", || {
        not_null(stream_count, "streamCount")?;
        let used = context::current_device()?.engine.streams().len() as u32;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(stream_count, "streamCount", STREAMS.saturating_sub(used)) }
    })
}

/// What happens after a task of a stream failed: 0 the rest runs all the same, 1 all streams of the context stop.
/// 207000 for going back from 1 to 0.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSetStreamFailureMode(stream: *mut c_void, mode: u64) -> i32 {
    guard("aclrtSetStreamFailureMode", || set_failure_mode(&*stream::resolve(stream)?, mode))
}

fn set_failure_mode(stream: &Stream, mode: u64) -> Result {
    let stop = mode & 1 == 1;
    if kept(stream, attribute::FLAGS) & DEVICE_USE_ONLY != 0 {
        fail!(code::RT_FEATURE_NOT_SUPPORT, "stream {} is for the device alone", stream.id);
    }
    if stream.stop.load(Ordering::Relaxed) && !stop {
        fail!(code::RT_FEATURE_NOT_SUPPORT, "stream {} stops at errors; that cannot be undone", stream.id);
    }
    stream.stop.store(stop, Ordering::Relaxed);
    Ok(())
}

/// Stores an attribute of a stream (`aclrtStreamAttr`).
///
/// # Safety
/// `value` must be NULL or valid for reading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtSetStreamAttribute(
    stream: *mut c_void,
    attr: u32,
    value: *mut AttributeValue,
) -> i32 {
    guard("aclrtSetStreamAttribute", || {
        not_null(value, "value")?;
        let stream = stream::resolve(stream)?;
        // SAFETY: not null, and the caller vouches for the pointer; every bit pattern is a number.
        let (wide, narrow) = unsafe { ((*value).wide, (*value).narrow) };
        match attr {
            attribute::FAILURE_MODE => set_failure_mode(&stream, wide),
            attribute::OVERFLOW..=attribute::LAST => {
                keep(&stream, attr, u64::from(narrow));
                Ok(())
            }
            _ => fail!(code::RT_PARAM_INVALID, "streams have no attribute {attr}"),
        }
    })
}

/// Reads an attribute of a stream (`aclrtStreamAttr`).
///
/// # Safety
/// `value` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetStreamAttribute(
    stream: *mut c_void,
    attr: u32,
    value: *mut AttributeValue,
) -> i32 {
    guard("aclrtGetStreamAttribute", || {
        not_null(value, "value")?;
        let stream = stream::resolve(stream)?;
        let found = match attr {
            attribute::FAILURE_MODE => u64::from(stream.stop.load(Ordering::Relaxed)),
            attribute::OVERFLOW..=attribute::LAST => kept(&stream, attr),
            _ => fail!(code::RT_PARAM_INVALID, "streams have no attribute {attr}"),
        };
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(value, "value", AttributeValue { all: [found, 0] }) }
    })
}

/// Stores whether overflows are looked for; the software NPU does not look.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSetStreamOverflowSwitch(stream: *mut c_void, flag: u32) -> i32 {
    guard("aclrtSetStreamOverflowSwitch", || {
        keep(&*stream::resolve(stream)?, attribute::OVERFLOW, u64::from(flag));
        Ok(())
    })
}

/// Reads what `aclrtSetStreamOverflowSwitch` stored.
///
/// # Safety
/// `flag` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetStreamOverflowSwitch(stream: *mut c_void, flag: *mut u32) -> i32 {
    guard("aclrtGetStreamOverflowSwitch", || {
        not_null(flag, "flag")?;
        let value = kept(&*stream::resolve(stream)?, attribute::OVERFLOW) as u32;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(flag, "flag", value) }
    })
}

/// Drops the running and the queued tasks of a stream. Threads that synchronise with it get 107023; the stream can
/// be used again at once.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtStreamAbort(stream: *mut c_void) -> i32 {
    guard("aclrtStreamAbort", || {
        let stream = stream::resolve(stream)?;
        stream.abort(Error::new(code::RT_STREAM_ABORT, format!("stream {} was aborted", stream.id)), false);
        Ok(())
    })
}

/// Drops the running task of a stream; the queued ones go on. Threads that synchronise with it get 107023.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtStreamStop(stream: *mut c_void) -> i32 {
    guard("aclrtStreamStop", || {
        let stream = stream::resolve(stream)?;
        stream.abort_first(Error::new(code::RT_STREAM_ABORT, format!("stream {} was stopped", stream.id)));
        Ok(())
    })
}

/// Drops the work of all streams of a device. Threads that synchronise with them get 107022. `timeout` ms bounds the
/// wait for tasks that cannot be interrupted; 0: does not wait.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtDeviceTaskAbort(device_id: i32, timeout: u32) -> i32 {
    guard("aclrtDeviceTaskAbort", || {
        let device = device::device(device_id)?;
        let tell = |stage| DEVICE_ABORT.get().map_or(0, |hook| hook(device_id, stage, timeout));
        let before = tell(0);
        let text = format!("the work of device {device_id} was aborted");
        let streams = device.engine.streams();
        for stream in &streams {
            stream.abort(Error::new(code::RT_DEVICE_TASK_ABORT, text.clone()), false);
        }
        for stream in &streams {
            if timeout != 0 {
                stream.wait(i64::from(timeout))?;
            }
        }
        match if before == 0 { tell(1) } else { before } {
            0 => Ok(()),
            code => fail!(code, "a function that hears of aborts failed with {code}"),
        }
    })
}

/// Writes a 64-bit word in stream order. `flag` must be 0.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtValueWrite(dev_addr: *mut c_void, value: u64, flag: u32, stream: *mut c_void) -> i32 {
    guard("aclrtValueWrite", || {
        not_null(dev_addr, "devAddr")?;
        if flag != 0 || !dev_addr.cast::<u64>().is_aligned() {
            fail!(
                code::RT_PARAM_INVALID,
                "flag {flag} and address {dev_addr:p}: expected 0 and a multiple of 8"
            );
        }
        stream::resolve(stream)?.push(ValueWrite { address: dev_addr as u64, value })
    })
}

/// Holds a stream back until a 64-bit word meets a condition: flag 0 at least `value`, 1 equal to it, 2 has a common
/// bit with it, 3 some bit is clear in both.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtValueWait(dev_addr: *mut c_void, value: u64, flag: u32, stream: *mut c_void) -> i32 {
    guard("aclrtValueWait", || {
        not_null(dev_addr, "devAddr")?;
        if flag > 3 || !dev_addr.cast::<u64>().is_aligned() {
            fail!(
                code::RT_PARAM_INVALID,
                "flag {flag} and address {dev_addr:p}: expected 0 to 3 and a multiple of 8"
            );
        }
        stream::resolve(stream)?.push(ValueWait { address: dev_addr as u64, value, flag })
    })
}

struct ValueWrite {
    address: u64,
    value: u64,
}

impl Job for ValueWrite {
    fn describe(&self) -> String {
        format!("write of {} to {:#x}", self.value, self.address)
    }

    fn run(&self, stream: &Arc<Stream>) -> Result {
        // SAFETY: the address is aligned, and the caller of aclrtValueWrite vouches for it.
        unsafe { &*(self.address as *const AtomicU64) }.store(self.value, Ordering::SeqCst);
        stream.engine.ring();
        Ok(())
    }
}

struct ValueWait {
    address: u64,
    value: u64,
    flag: u32,
}

impl Job for ValueWait {
    fn describe(&self) -> String {
        format!("wait for the word at {:#x} (value {}, condition {})", self.address, self.value, self.flag)
    }

    fn place(&self) -> Place {
        Place::Wait
    }

    fn poll(&self, _park: Option<&Arc<Engine>>) -> Result<bool> {
        // SAFETY: the address is aligned, and the caller of aclrtValueWait vouches for it.
        let word = unsafe { &*(self.address as *const AtomicU64) }.load(Ordering::SeqCst);
        Ok(match self.flag {
            0 => word >= self.value,
            1 => word == self.value,
            2 => word & self.value != 0,
            _ => !(word | self.value) != 0,
        })
    }

    fn must_poll(&self) -> bool {
        true
    }
}

/// Number of the last task that the calling thread submitted, and of its stream; 0xffffffff before the first.
///
/// # Safety
/// The pointers must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtGetTaskIdAndStreamID(task_id: *mut u32, stream_id: *mut u32) -> i32 {
    guard("rtGetTaskIdAndStreamID", || {
        not_null(task_id, "taskId")?;
        not_null(stream_id, "streamId")?;
        let (task, stream) = stream::newest_task();
        // SAFETY: the caller vouches for the pointers.
        unsafe {
            write_out(task_id, "taskId", task)?;
            write_out(stream_id, "streamId", stream)
        }
    })
}

/// Makes a stream, see `aclrtCreateStreamWithConfig`.
///
/// # Safety
/// `stream` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtStreamCreate(stream: *mut *mut c_void, priority: i32) -> i32 {
    guard("rtStreamCreate", || {
        not_null(stream, "stm")?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(stream, "stm", create(priority.max(0) as u32, 0)?) }
    })
}

/// See `aclrtDestroyStream`.
#[unsafe(no_mangle)]
pub extern "C" fn rtStreamDestroy(stream: *mut c_void) -> i32 {
    guard("rtStreamDestroy", || destroy(stream, false))
}

/// See `aclrtSynchronizeStream`.
#[unsafe(no_mangle)]
pub extern "C" fn rtStreamSynchronize(stream: *mut c_void) -> i32 {
    guard("rtStreamSynchronize", || synchronize(stream, -1))
}

/// Drops the work of a stream; `step` (0 stop, 1 clear) makes no difference.
#[unsafe(no_mangle)]
pub extern "C" fn rtStreamClear(stream: *mut c_void, step: u32) -> i32 {
    guard("rtStreamClear", || {
        if step > 1 {
            fail!(code::RT_PARAM_INVALID, "the step is {step}, expected 0 or 1");
        }
        let stream = stream::resolve(stream)?;
        stream.abort(Error::new(code::RT_STREAM_ABORT, format!("stream {} was cleared", stream.id)), false);
        Ok(())
    })
}

/// Number of the queue behind a stream: its own number.
///
/// # Safety
/// `sq_id` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtStreamGetSqid(stream: *const c_void, sq_id: *mut u32) -> i32 {
    guard("rtStreamGetSqid", || {
        not_null(sq_id, "sqId")?;
        let id = stream::resolve(stream)?.id;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(sq_id, "sqId", id) }
    })
}

/// Number of the completion queue behind a stream: its own number.
///
/// # Safety
/// The pointers must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtStreamGetCqid(
    stream: *const c_void,
    cq_id: *mut u32,
    logic_cq_id: *mut u32,
) -> i32 {
    guard("rtStreamGetCqid", || {
        not_null(cq_id, "cqId")?;
        not_null(logic_cq_id, "logicCqId")?;
        let id = stream::resolve(stream)?.id;
        // SAFETY: the caller vouches for the pointers.
        unsafe {
            write_out(cq_id, "cqId", id)?;
            write_out(logic_cq_id, "logicCqId", id)
        }
    })
}

/// Records the tasks of a stream into a model that is being captured.
#[unsafe(no_mangle)]
pub extern "C" fn rtStreamAddToModel(stream: *mut c_void, capture_model: *mut c_void) -> i32 {
    guard("rtStreamAddToModel", || {
        not_null(stream, "stm")?;
        not_null(capture_model, "captureMdl")?;
        graph::MODELS.get(capture_model)?.add(&stream::resolve(stream)?)
    })
}
