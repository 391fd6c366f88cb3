//! Events.

use super::guard::{guard, not_null, write_out};
use crate::engine::arena::IpcWord;
use crate::engine::event::{self, Event};
use crate::engine::export::{self, Key};
use crate::engine::handle::{BAD, Table};
use crate::engine::{context, device, stream};
use crate::error::{Result, code, fail};
use crate::sync::{NEVER, now_ns};
use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};

static EVENTS: Table<Event> = Table::new("event", 3, BAD);
static COUNT: AtomicU32 = AtomicU32::new(0);
static NEXT_ID: AtomicU32 = AtomicU32::new(0);
/// Default time-out of waits in a stream, in s; 0: none.
static WAIT_TIMEOUT: AtomicU32 = AtomicU32::new(0);

/// Most events.
const MOST: u32 = 65_536;
const SYNC: u32 = 0x01;
const PROGRESS: u32 = 0x02;
const TIME_LINE: u32 = 0x08;
const DEVICE_USE_ONLY: u32 = 0x10;
const EXTERNAL: u32 = 0x20;
const IPC: u32 = 0x40;

/// `aclrtIpcEventHandle`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct IpcHandle {
    /// Key of the event: text, then zeros.
    pub reserved: [u8; 64],
}

/// Start of a key.
const PREFIX: &str = "softnpu-evt-";

fn create(flags: u32, extended: bool) -> Result<*mut c_void> {
    let plain = flags != 0 && flags & !(SYNC | PROGRESS | 0x04 | TIME_LINE) == 0;
    let alone = flags == DEVICE_USE_ONLY || flags == EXTERNAL || (flags == IPC && extended);
    if !plain && !alone {
        fail!(code::RT_PARAM_INVALID, "{flags:#x} is not a combination of event flags");
    }
    let device = context::current_device()?;
    let shared = match flags {
        IPC => Some(event::claim_shared(device.arena.control())?),
        _ => None,
    };
    let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
    let made = insert(Event::new(id, flags, extended).share(shared, None));
    if let (Err(_), Some(entry)) = (&made, shared) {
        event::free_shared(entry, None)?;
    }
    made
}

fn insert(event: Event) -> Result<*mut c_void> {
    if COUNT.fetch_add(1, Ordering::Relaxed) >= MOST {
        COUNT.fetch_sub(1, Ordering::Relaxed);
        fail!(code::RT_NO_EVENT, "there are {MOST} events already");
    }
    Ok(EVENTS.insert(Arc::new(event)))
}

fn find(event: *const c_void) -> Result<Arc<Event>> {
    not_null(event, "event")?;
    EVENTS.get(event)
}

/// An event of the calling program that is not part of a capture.
fn find_outside(event: *const c_void) -> Result<Arc<Event>> {
    let event = find(event)?;
    if let Some(graph) = event.capturing() {
        graph.invalidate();
        fail!(code::RT_EVENT_CAPTURED, "event {} was recorded in a capture", event.id);
    }
    Ok(event)
}

/// Makes an event that can order streams and take times (flags SYNC-like: progress, time line and device sync).
///
/// # Safety
/// `event` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCreateEvent(event: *mut *mut c_void) -> i32 {
    guard("aclrtCreateEvent", || {
        not_null(event, "event")?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(event, "event", create(SYNC | PROGRESS | 0x04 | TIME_LINE, false)?) }
    })
}

/// Makes an event with flags (`ACL_EVENT_*`): 107000 for 0 and unknown ones.
///
/// # Safety
/// `event` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCreateEventWithFlag(event: *mut *mut c_void, flag: u32) -> i32 {
    guard("aclrtCreateEventWithFlag", || {
        not_null(event, "event")?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(event, "event", create(flag, false)?) }
    })
}

/// Like `aclrtCreateEventWithFlag`; the event counts as complete before its first record.
///
/// # Safety
/// `event` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCreateEventExWithFlag(event: *mut *mut c_void, flag: u32) -> i32 {
    guard("aclrtCreateEventExWithFlag", || {
        not_null(event, "event")?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(event, "event", create(flag, true)?) }
    })
}

/// Frees an event; work that names it goes on.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtDestroyEvent(event: *mut c_void) -> i32 {
    guard("aclrtDestroyEvent", || {
        not_null(event, "event")?;
        let event = EVENTS.remove(event)?;
        COUNT.fetch_sub(1, Ordering::Relaxed);
        let Some(entry) = event.shared else { return Ok(()) };
        let key = event.key.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((key, true)) = key {
            export::end_import(key);
            return Ok(());
        }
        event::free_shared(entry, key.map(|(key, _)| key))
    })
}

/// Makes the end of a stream, as it is now, the position that the event stands for.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtRecordEvent(event: *mut c_void, stream: *mut c_void) -> i32 {
    guard("aclrtRecordEvent", || record(event, stream))
}

/// Like `aclrtRecordEvent`; `flag` 0, or 1 for events that are external to a capture.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtRecordEventWithFlag(event: *mut c_void, stream: *mut c_void, flag: u32) -> i32 {
    guard("aclrtRecordEventWithFlag", || {
        if flag > 1 {
            fail!(code::RT_PARAM_INVALID, "the flag is {flag}, expected 0 or 1");
        }
        record(event, stream)
    })
}

fn record(event: *mut c_void, stream: *mut c_void) -> Result {
    let event = find(event)?;
    let stream = stream::resolve(stream)?;
    if let Some(entry) = event.shared {
        return stream.submit_named(&[event::shared_record_task(entry)]);
    }
    if let Some(graph) = stream.capture() {
        return graph.record_event(&stream, &event);
    }
    let (_, task) = event.new_record(&stream);
    stream.submit_named(&[task])
}

/// Makes an event of the old kind "not recorded" in stream order. 207000 for the `Ex` kind.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtResetEvent(event: *mut c_void, stream: *mut c_void) -> i32 {
    guard("aclrtResetEvent", || {
        let event = find(event)?;
        if event.extended {
            fail!(code::RT_FEATURE_NOT_SUPPORT, "event {} is of the kind that is never reset", event.id);
        }
        let stream = stream::resolve(stream)?;
        match event.newest() {
            Some(record) => stream.submit_named(&[event::reset_task(Arc::clone(&event), record)]),
            None => Ok(()),
        }
    })
}

/// Holds a stream back until the newest record of the event, as of now, is complete.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtStreamWaitEvent(stream: *mut c_void, event: *mut c_void) -> i32 {
    guard("aclrtStreamWaitEvent", || wait(stream, event, WAIT_TIMEOUT.load(Ordering::Relaxed)))
}

/// Like `aclrtStreamWaitEvent`, at most `timeout` s (0 and -1: for ever); then the stream fails with 107019.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtStreamWaitEventWithTimeout(
    stream: *mut c_void,
    event: *mut c_void,
    timeout: i32,
) -> i32 {
    guard("aclrtStreamWaitEventWithTimeout", || {
        if timeout < -1 {
            fail!(code::RT_PARAM_INVALID, "the time-out is {timeout} s, expected -1 or more");
        }
        wait(stream, event, timeout.max(0) as u32)
    })
}

/// Like `aclrtStreamWaitEventWithTimeout`; `flag` 0, or 1 for events that are external to a capture.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtStreamWaitEventWithFlag(
    stream: *mut c_void,
    event: *mut c_void,
    timeout: u32,
    flag: u32,
) -> i32 {
    guard("aclrtStreamWaitEventWithFlag", || {
        if flag > 1 {
            fail!(code::RT_PARAM_INVALID, "the flag is {flag}, expected 0 or 1");
        }
        wait(stream, event, timeout)
    })
}

fn wait(stream: *mut c_void, event: *mut c_void, timeout_s: u32) -> Result {
    let event = find(event)?;
    let stream = stream::resolve(stream)?;
    let timeout_ns = u64::from(timeout_s) * 1_000_000_000;
    if let Some(entry) = event.shared {
        return stream.submit_named(&[event::shared_wait_task(entry, timeout_ns)]);
    }
    if !event.extended && event.flags & (SYNC | DEVICE_USE_ONLY | EXTERNAL) == 0 {
        fail!(code::RT_FEATURE_NOT_SUPPORT, "event {} was made without ACL_EVENT_SYNC", event.id);
    }
    if let Some(graph) = stream.capture().or_else(|| event.capturing()) {
        return graph.wait_event(&stream, &event);
    }
    match event.newest() {
        Some(record) => stream.submit_named(&[event::event_wait_task(&event, record, timeout_ns)]),
        None => Ok(()),
    }
}

/// Sets the time-out of later `aclrtStreamWaitEvent` calls in s; 0: none.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSetOpWaitTimeout(timeout: u32) -> i32 {
    WAIT_TIMEOUT.store(timeout, Ordering::Relaxed);
    code::SUCCESS
}

/// State of an event of the old kind: 0 complete, 1 not ready. 207000 for the `Ex` kind.
///
/// # Safety
/// `status` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtQueryEvent(event: *mut c_void, status: *mut u32) -> i32 {
    guard("aclrtQueryEvent", || {
        not_null(status, "status")?;
        let event = find_outside(event)?;
        if event.extended {
            fail!(
                code::RT_FEATURE_NOT_SUPPORT,
                "event {} is of the kind for aclrtQueryEventStatus",
                event.id
            );
        }
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(status, "status", u32::from(!event.is_complete())) }
    })
}

/// State of the newest record of an event: 0 not ready, 1 complete. Before the first record: 0 for the old kind, 1
/// for the `Ex` kind.
///
/// # Safety
/// `status` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtQueryEventStatus(event: *mut c_void, status: *mut u32) -> i32 {
    guard("aclrtQueryEventStatus", || {
        not_null(status, "status")?;
        let complete = find_outside(event)?.is_complete();
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(status, "status", u32::from(complete)) }
    })
}

/// State of the waits for an event of the old kind: 0 all over, 1 some wait. 207000 for the `Ex` kind.
///
/// # Safety
/// `status` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtQueryEventWaitStatus(event: *mut c_void, status: *mut u32) -> i32 {
    guard("aclrtQueryEventWaitStatus", || {
        not_null(status, "status")?;
        let event = find_outside(event)?;
        if event.extended {
            fail!(code::RT_FEATURE_NOT_SUPPORT, "waits for event {} are not counted", event.id);
        }
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(status, "status", u32::from(event.waits.load(Ordering::SeqCst) != 0)) }
    })
}

/// Waits in the calling thread until the newest record of the event, as of now, is complete.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSynchronizeEvent(event: *mut c_void) -> i32 {
    guard("aclrtSynchronizeEvent", || synchronize(event, -1))
}

/// Like `aclrtSynchronizeEvent`, at most `timeout` ms (-1: for ever): 507047 when the time is up, 107000 for other
/// values below 1.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSynchronizeEventWithTimeout(event: *mut c_void, timeout: i32) -> i32 {
    guard("aclrtSynchronizeEventWithTimeout", || {
        if timeout == 0 || timeout < -1 {
            fail!(code::RT_PARAM_INVALID, "the time-out is {timeout} ms, expected -1 or more than 0");
        }
        synchronize(event, timeout)
    })
}

fn synchronize(event: *mut c_void, timeout_ms: i32) -> Result {
    let event = find_outside(event)?;
    let deadline = if timeout_ms < 0 { NEVER } else { now_ns() + timeout_ms as u64 * 1_000_000 };
    let complete = if let Some(entry) = event.shared {
        wait_shared(&event, entry, deadline)?
    } else {
        event.newest().is_none_or(|record| record.wait(deadline))
    };
    if complete {
        return Ok(());
    }
    fail!(code::RT_EVENT_SYNC_TIMEOUT, "event {} was not complete after {timeout_ms} ms", event.id)
}

/// Waits for an event that processes share, which nobody rings for; runs ready streams meanwhile.
fn wait_shared(event: &Event, entry: &IpcWord, deadline: u64) -> Result<bool> {
    /// How often it is looked at.
    const LOOK_NS: u64 = 100_000;
    let engine = &context::current_device()?.engine;
    let looked = AtomicU64::new(now_ns());
    while now_ns() < deadline {
        if engine.run_until(|| event.is_complete(), deadline.min(now_ns() + LOOK_NS)) {
            return Ok(true);
        }
        event::recorder_lives(entry, &looked)?;
    }
    Ok(event.is_complete())
}

/// Time between the records of two events in ms. 507000 if one was never recorded, 107006 if one is not complete.
///
/// # Safety
/// `ms` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtEventElapsedTime(ms: *mut f32, start: *mut c_void, end: *mut c_void) -> i32 {
    guard("aclrtEventElapsedTime", || {
        not_null(ms, "ms")?;
        let (start, end) = (stamp(start)?, stamp(end)?);
        let elapsed = (end as f64 - start as f64) / 1e6;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(ms, "ms", elapsed as f32) }
    })
}

/// When the stream came to the newest record of the event, in µs of a clock that never goes back.
///
/// # Safety
/// `timestamp` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtEventGetTimestamp(event: *mut c_void, timestamp: *mut u64) -> i32 {
    guard("aclrtEventGetTimestamp", || {
        not_null(timestamp, "timestamp")?;
        let stamp = stamp(event)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(timestamp, "timestamp", stamp / 1_000) }
    })
}

fn stamp(event: *const c_void) -> Result<u64> {
    let event = find_outside(event)?;
    let stamp = match event.shared {
        Some(entry) => event::shared_stamp(entry),
        None => event.newest().map(|record| record.stamp().unwrap_or(0)),
    };
    match stamp {
        None => fail!(code::RT_INTERNAL, "event {} was never recorded", event.id),
        Some(stamp) if stamp != 0 => Ok(stamp),
        Some(_) => fail!(code::RT_EVENT_TIMESTAMP_INVALID, "event {} is not complete", event.id),
    }
}

/// Number of an event, unique in the process.
///
/// # Safety
/// `event_id` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetEventId(event: *mut c_void, event_id: *mut u32) -> i32 {
    guard("aclrtGetEventId", || {
        not_null(event_id, "eventId")?;
        let id = find(event)?.id;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(event_id, "eventId", id) }
    })
}

/// Events that can still be made.
///
/// # Safety
/// `event_count` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetEventAvailNum(event_count: *mut u32) -> i32 {
    // SAFETY: the caller vouches for the pointer.
    guard("aclrtGetEventAvailNum", || unsafe {
        write_out(event_count, "eventCount", MOST.saturating_sub(COUNT.load(Ordering::Relaxed)))
    })
}

/// Writes the handle by which other processes open an event made with `ACL_EVENT_IPC`. 107000 for other events and for
/// opened ones.
///
/// # Safety
/// `handle` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtIpcGetEventHandle(event: *mut c_void, handle: *mut IpcHandle) -> i32 {
    guard("aclrtIpcGetEventHandle", || {
        not_null(handle, "handle")?;
        let event = find(event)?;
        let Some(entry) = event.shared else {
            fail!(code::RT_PARAM_INVALID, "event {} was made without ACL_EVENT_IPC", event.id);
        };
        let mut known = event.key.lock().unwrap_or_else(PoisonError::into_inner);
        let key = match *known {
            Some((_, true)) => fail!(code::RT_PARAM_INVALID, "event {} was opened itself", event.id),
            Some((key, false)) => key,
            None => {
                let address = entry as *const IpcWord as u64;
                let Some(device) = device::containing(address) else {
                    fail!(code::RT_PARAM_INVALID, "event {} is not of this process", event.id);
                };
                let offset = address - device.arena.base;
                let key = export::add(device, offset, size_of::<IpcWord>() as u64, true)?;
                *known = Some((key, false));
                key
            }
        };
        let text = key.text(PREFIX);
        let mut made = IpcHandle { reserved: [0; 64] };
        made.reserved[..text.len()].copy_from_slice(text.as_bytes());
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(handle, "handle", made) }
    })
}

/// Opens an event of another process. It can be recorded and waited for here, and is closed by `aclrtDestroyEvent`.
///
/// # Safety
/// `event` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtIpcOpenEventHandle(handle: IpcHandle, event: *mut *mut c_void) -> i32 {
    guard("aclrtIpcOpenEventHandle", || {
        not_null(event, "event")?;
        let text = handle.reserved.split(|byte| *byte == 0).next().unwrap_or(&[]);
        let key = Key::parse(text, PREFIX)?;
        let address = export::import(key)?;
        // SAFETY: the address is where the exporter's entry lies here; its memory is never unmapped.
        let entry = unsafe { &*(address as *const IpcWord) };
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        let made = insert(Event::new(id, IPC, true).share(Some(entry), Some((key, true))));
        if made.is_err() {
            export::end_import(key);
        }
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(event, "event", made?) }
    })
}
