//! The table through which `libhcomm.so` reaches the engine; see [`npu_ext`] for what each function does.

use crate::api::guard::{guard, not_null, write_out};
use crate::engine::context;
use crate::engine::device;
use crate::engine::stream::{self, Direct, Stream, StreamKind};
use crate::engine::{notify, peer, place, registry, sched, task, vmm};
use crate::error::{self, Error, Result, code, fail};
use crate::sync::deadline_in;
use npu_ext::{
    DescribeFn, DeviceInfo, KernelEndFn, MAGIC, MemRange, Notify, NpuExt, PollFn, StreamRef, Task, VERSION,
};
use std::ffi::{CStr, c_char, c_void};
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

static TABLE: NpuExt = NpuExt {
    magic: MAGIC,
    version: VERSION,
    size: size_of::<NpuExt>() as u32,
    reserved: 0,
    current_device,
    device_info,
    map_peer,
    peer_alive,
    live_slots,
    mem_alloc,
    mem_free,
    mem_range,
    stream_create,
    stream_from_acl,
    stream_to_acl,
    stream_release,
    submit,
    stream_sync,
    stream_pending,
    stream_error,
    stream_abort,
    stream_clear_error,
    notify_alloc,
    notify_free,
    notify_by_id,
    notify_record,
    notify_wait,
    set_describer,
    set_error_text,
    in_kernel,
    progress,
    stream_enter,
    stream_leave,
    mem_resolve,
    notify_end,
    set_kernel_hook,
    set_poller,
    notify_record_later,
    settle,
};

/// The table; it lives as long as the process.
#[unsafe(no_mangle)]
pub extern "C" fn softnpu_ext_v1() -> *const NpuExt {
    &TABLE
}

/// The stream behind a reference, without counting it.
///
/// # Safety
/// `stream` is null or a living reference.
#[inline]
unsafe fn borrow(stream: StreamRef) -> Result<ManuallyDrop<Arc<Stream>>> {
    if stream.is_null() {
        fail!(code::RT_INVALID_HANDLE, "the stream reference is NULL");
    }
    // SAFETY: the reference came from `give` and still counts, per the contract of the function.
    Ok(ManuallyDrop::new(unsafe { Arc::from_raw(stream as *const Stream) }))
}

fn give(stream: Arc<Stream>) -> StreamRef {
    stream.references.fetch_add(1, Ordering::Relaxed);
    Arc::into_raw(stream) as StreamRef
}

unsafe extern "C" fn current_device(device: *mut i32) -> i32 {
    guard("current_device", || {
        let id = context::current()?.device.id;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(device, "device", id) }
    })
}

unsafe extern "C" fn device_info(device: i32, info: *mut DeviceInfo) -> i32 {
    guard("device_info", || {
        let found = device::device(device)?.arena.info();
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(info, "info", found) }
    })
}

unsafe extern "C" fn map_peer(info: *const DeviceInfo, base: *mut u64) -> i32 {
    guard("map_peer", || {
        not_null(info, "info")?;
        // SAFETY: not null, and the caller vouches for both pointers.
        unsafe {
            let address = peer::map(&*info)?;
            write_out(base, "base", address)
        }
    })
}

unsafe extern "C" fn peer_alive(info: *const DeviceInfo) -> i32 {
    // SAFETY: null, or the caller vouches for the pointer.
    unsafe { info.as_ref() }.is_some_and(registry::alive).into()
}

unsafe extern "C" fn live_slots() -> u32 {
    registry::live_slots()
}

unsafe extern "C" fn mem_alloc(device: i32, kind: u32, size: u64, ptr: *mut *mut c_void) -> i32 {
    guard("mem_alloc", || {
        not_null(ptr, "ptr")?;
        if kind > 1 {
            fail!(code::RT_PARAM_INVALID, "the kind of memory is {kind}, expected 0 (host) or 1 (device)");
        }
        let address = device::device(device)?.memory.alloc(kind, size)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(ptr, "ptr", address as *mut c_void) }
    })
}

unsafe extern "C" fn mem_free(ptr: *mut c_void) -> i32 {
    guard("mem_free", || place::free(ptr as u64))
}

unsafe extern "C" fn mem_range(ptr: *const c_void, range: *mut MemRange) -> i32 {
    guard("mem_range", || match device::find_range(ptr as u64) {
        // SAFETY: the caller vouches for the pointer.
        Some(found) => unsafe { write_out(range, "range", found) },
        None => fail!(code::RT_PARAM_INVALID, "{ptr:p} is in no allocation of a device of this process"),
    })
}

unsafe extern "C" fn mem_resolve(ptr: *const c_void, address: *mut u64, bytes: *mut u64) -> i32 {
    guard("mem_resolve", || {
        not_null(address, "address")?;
        let (device, offset, left) = match device::find_range(ptr as u64) {
            Some(range) => (None, ptr as u64, range.base + range.size - ptr as u64),
            None => match vmm::own_memory_at(ptr as u64) {
                Some((device, offset, left)) => (Some(device), offset, left),
                None => fail!(code::RT_PARAM_INVALID, "{ptr:p} is in no memory of a device of this process"),
            },
        };
        // SAFETY: the caller vouches for the pointers.
        unsafe {
            write_out(address, "address", device.map_or(0, |device| device.arena.base) + offset)?;
            write_out(bytes, "bytes", left)
        }
    })
}

unsafe extern "C" fn stream_create(device: i32, stream: *mut StreamRef) -> i32 {
    guard("stream_create", || {
        not_null(stream, "stream")?;
        let made = Stream::create(&context::of_device(device)?, StreamKind::Extension)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(stream, "stream", give(made)) }
    })
}

unsafe extern "C" fn stream_from_acl(acl_stream: *mut c_void, stream: *mut StreamRef) -> i32 {
    guard("stream_from_acl", || {
        not_null(stream, "stream")?;
        let found = if acl_stream.is_null() {
            stream::default_of(&context::current()?)
        } else {
            stream::lookup(acl_stream)?
        };
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(stream, "stream", give(found)) }
    })
}

unsafe extern "C" fn stream_to_acl(stream: StreamRef) -> *mut c_void {
    // SAFETY: the caller holds the reference.
    unsafe { borrow(stream) }.map_or(std::ptr::null_mut(), |stream| stream.handle())
}

unsafe extern "C" fn stream_release(stream: StreamRef) {
    guard("stream_release", || {
        // SAFETY: the caller gives its reference up.
        let stream = ManuallyDrop::into_inner(unsafe { borrow(stream) }?);
        if stream.references.fetch_sub(1, Ordering::AcqRel) == 1 && stream.kind == StreamKind::Extension {
            stream.retire();
        }
        Ok(())
    });
}

unsafe extern "C" fn submit(stream: StreamRef, tasks: *const Task, n: u32) -> i32 {
    if tasks.is_null() && n != 0 {
        return guard("submit", || not_null(tasks, "tasks"));
    }
    // SAFETY: null, or the caller holds the reference.
    let Some(known) = (unsafe { stream.cast::<Stream>().as_ref() }) else {
        return guard("submit", || fail!(code::RT_INVALID_HANDLE, "the stream reference is NULL"));
    };
    // SAFETY: not null, and the caller vouches for `n` tasks.
    let tasks = if n == 0 { &[] } else { unsafe { std::slice::from_raw_parts(tasks, n as usize) } };
    // What runs here cannot panic; everything else is behind the guard.
    match known.run_direct(tasks) {
        Direct::Done => code::SUCCESS,
        Direct::Rest(at) => guard("submit", || {
            // SAFETY: the caller holds the reference.
            unsafe { borrow(stream) }?.run_rest(&tasks[at..]);
            Ok(())
        }),
        // SAFETY: the caller holds the reference.
        Direct::Busy => guard("submit", || unsafe { borrow(stream) }?.submit_queued(tasks)),
    }
}

unsafe extern "C" fn stream_sync(stream: StreamRef, timeout_ms: i64) -> i32 {
    guard("stream_sync", || {
        // SAFETY: the caller holds the reference.
        let stream = unsafe { borrow(stream) }?;
        stream.wait(timeout_ms)?;
        stream.error().map_or(Ok(()), Err)
    })
}

unsafe extern "C" fn stream_pending(stream: StreamRef) -> u64 {
    // SAFETY: the caller holds the reference.
    unsafe { borrow(stream) }.map_or(0, |stream| stream.pending())
}

unsafe extern "C" fn stream_error(stream: StreamRef, text: *mut c_char, cap: usize) -> i32 {
    // SAFETY: the caller holds the reference.
    let error = match unsafe { borrow(stream) } {
        Ok(stream) => stream.error(),
        Err(error) => Some(error),
    };
    let code = error.as_ref().map_or(code::SUCCESS, |e| e.code);
    if !text.is_null() && cap > 0 {
        let words = error.map_or(String::new(), |e| e.text);
        let mut n = words.len().min(cap - 1);
        while !words.is_char_boundary(n) {
            n -= 1;
        }
        // SAFETY: the caller vouches for `cap` bytes, and `n` is smaller.
        unsafe {
            std::ptr::copy_nonoverlapping(words.as_ptr(), text.cast::<u8>(), n);
            text.add(n).write(0);
        }
    }
    code
}

unsafe extern "C" fn stream_abort(stream: StreamRef, code: i32, text: *const c_char) -> i32 {
    guard("stream_abort", || {
        // SAFETY: the caller holds the reference.
        let stream = unsafe { borrow(stream) }?;
        let text = if text.is_null() {
            "the stream was aborted".into()
        } else {
            // SAFETY: not null, and the caller vouches for a NUL-terminated text.
            unsafe { CStr::from_ptr(text) }.to_string_lossy()
        };
        let code = if code == 0 { code::RT_STREAM_ABORT } else { code };
        stream.abort(Error::new(code, text), true);
        Ok(())
    })
}

unsafe extern "C" fn stream_clear_error(stream: StreamRef) -> i32 {
    guard("stream_clear_error", || {
        // SAFETY: the caller holds the reference.
        unsafe { borrow(stream) }?.clear_error();
        Ok(())
    })
}

unsafe extern "C" fn notify_alloc(device: i32, n: u32, first: *mut *mut Notify) -> i32 {
    guard("notify_alloc", || {
        not_null(first, "first")?;
        let notify: *const Notify = device::device(device)?.notifies.alloc(n)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(first, "first", notify.cast_mut()) }
    })
}

unsafe extern "C" fn notify_free(first: *mut Notify, n: u32) -> i32 {
    guard("notify_free", || match device::containing(first as u64) {
        Some(device) => device.notifies.free(first, n),
        None => fail!(code::RT_PARAM_INVALID, "{first:p} is not a notify of a device of this process"),
    })
}

unsafe extern "C" fn notify_by_id(device: i32, id: u32, notify: *mut *mut Notify) -> i32 {
    guard("notify_by_id", || {
        let found: *const Notify = device::device(device)?.notifies.by_id(id)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(notify, "notify", found.cast_mut()) }
    })
}

unsafe extern "C" fn notify_record(notify: *mut Notify) -> i32 {
    // SAFETY: null, or the caller vouches for a notify.
    match unsafe { notify.as_ref() } {
        Some(notify) => {
            notify::record(notify);
            code::SUCCESS
        }
        None => code::INVALID_PARAM,
    }
}

unsafe extern "C" fn notify_wait(notify: *mut Notify, timeout_ns: u64, abort: *const AtomicU32) -> i32 {
    guard("notify_wait", || {
        not_null(notify, "notify")?;
        // SAFETY: not null; the caller vouches for both pointers.
        let (notify, abort) = unsafe { (&*notify, abort.as_ref()) };
        let aborted = || abort.is_some_and(|word| word.load(Ordering::Acquire) != 0);
        if notify::wait(notify, deadline_in(timeout_ns), aborted) {
            Ok(())
        } else if aborted() {
            fail!(code::RT_STREAM_ABORT, "the wait for {} was aborted", notify::name(notify))
        } else {
            Err(task::timed_out(&format!("wait for {}", notify::name(notify)), timeout_ns))
        }
    })
}

unsafe extern "C" fn set_describer(describe: Option<DescribeFn>) {
    stream::set_describer(describe);
}

unsafe extern "C" fn set_error_text(text: *const c_char) {
    if !text.is_null() {
        // SAFETY: the caller vouches for a NUL-terminated text.
        error::set_text(&unsafe { CStr::from_ptr(text) }.to_string_lossy());
    }
}

unsafe extern "C" fn in_kernel() -> i32 {
    sched::in_kernel().into()
}

unsafe extern "C" fn progress() -> u64 {
    let mut sum = 0;
    guard("progress", || {
        if let Some(poll) = sched::poller() {
            // SAFETY: who set the poller promised a function of this contract.
            unsafe { poll(npu_ext::poll::LOOK) };
        }
        loop {
            let turns: u64 = sched::engines().map(|engine| engine.progress()).sum();
            sum += turns;
            if turns == 0 {
                return Ok(());
            }
        }
    });
    sum
}

unsafe extern "C" fn stream_enter(stream: StreamRef) -> i32 {
    // SAFETY: the caller holds the reference.
    unsafe { stream.cast::<Stream>().as_ref() }.is_some_and(Stream::enter).into()
}

unsafe extern "C" fn stream_leave(stream: StreamRef) {
    // SAFETY: the caller holds the reference.
    if let Ok(stream) = unsafe { borrow(stream) } {
        stream.leave();
    }
}

unsafe extern "C" fn notify_end(first: *mut Notify, n: u32) -> i32 {
    guard("notify_end", || match device::containing(first as u64) {
        Some(device) => device.notifies.end(first, n),
        None => fail!(code::RT_PARAM_INVALID, "{first:p} is not a notify of a device of this process"),
    })
}

unsafe extern "C" fn set_kernel_hook(ended: Option<KernelEndFn>) {
    sched::set_kernel_hook(ended);
}

unsafe extern "C" fn set_poller(poll: Option<PollFn>) {
    sched::set_poller(poll);
}

unsafe extern "C" fn notify_record_later(notify: *mut Notify) -> i32 {
    // SAFETY: null, or the caller vouches for a notify.
    match unsafe { notify.as_ref() } {
        Some(notify) => {
            notify::record_later(notify);
            code::SUCCESS
        }
        None => code::INVALID_PARAM,
    }
}

unsafe extern "C" fn settle() {
    guard("settle", || {
        sched::settle_outside();
        Ok(())
    });
}
