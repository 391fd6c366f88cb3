//! Notifies, and counting notifies.

use super::guard::{guard, not_null, write_out};
use super::ipc::{ServerPid, check_room, write_key};
use crate::engine::device::{self, Device};
use crate::engine::export::{self, Key};
use crate::engine::handle::{BAD, Table};
use crate::engine::job::{self, Job, Place};
use crate::engine::sched::Engine;
use crate::engine::stream::{self, Stream};
use crate::engine::watchers::Watchers;
use crate::engine::{context, notify};
use crate::error::{Result, code, fail};
use npu_ext::{NOTIFY_COUNT, Notify, Task, op};
use std::ffi::{CStr, c_char, c_void};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A notify behind a handle.
struct Held {
    notify: &'static Notify,
    /// The device it was allocated from; none if it was imported.
    owner: Option<Arc<Device>>,
    /// Its export, once it has one.
    export: Mutex<Option<Key>>,
    /// What it was imported by.
    import: Option<Key>,
}

static NOTIFIES: Table<Held> = Table::new("notify", 4, BAD);

/// Start of a key.
const PREFIX: &str = "softnpu-ntf-";
/// Export and import flag: no check of the process.
const NO_CHECK: u64 = 2;

fn find(notify: *const c_void) -> Result<Arc<Held>> {
    not_null(notify, "notify")?;
    NOTIFIES.get(notify)
}

/// Allocates a notify of the current device, cleared. `flag` 0, or 1 for use by the device alone. 207009 when there is
/// none left.
///
/// # Safety
/// `notify` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCreateNotify(notify: *mut *mut c_void, flag: u64) -> i32 {
    guard("aclrtCreateNotify", || {
        not_null(notify, "notify")?;
        if flag > 1 {
            fail!(code::RT_PARAM_INVALID, "the flag is {flag}, expected 0 or 1");
        }
        let device = context::current_device()?;
        let made = device.notifies.alloc(1)?;
        let held = Held { notify: made, owner: Some(device), export: Mutex::default(), import: None };
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(notify, "notify", NOTIFIES.insert(Arc::new(held))) }
    })
}

/// Frees a notify, or ends an import. Streams that wait for a freed notify fail.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtDestroyNotify(notify: *mut c_void) -> i32 {
    guard("aclrtDestroyNotify", || {
        not_null(notify, "notify")?;
        let held = NOTIFIES.remove(notify)?;
        if let Some(key) = held.export.lock().unwrap_or_else(PoisonError::into_inner).take() {
            export::remove(key)?;
        }
        if let Some(key) = held.import {
            export::end_import(key);
        }
        match &held.owner {
            Some(device) => device.notifies.free(held.notify, 1),
            None => Ok(()),
        }
    })
}

/// Records a notify in stream order.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtRecordNotify(notify: *mut c_void, stream: *mut c_void) -> i32 {
    guard("aclrtRecordNotify", || {
        let held = find(notify)?;
        let stream = stream::resolve(stream)?;
        stream.submit_named(&[Task {
            op: op::NOTIFY_RECORD,
            a: held.notify as *const Notify as u64,
            ..Task::NOP
        }])
    })
}

/// Holds a stream back until a notify is recorded, and clears it. `timeout` in s, 0: for ever; when it is over the
/// stream fails with 107019.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtWaitAndResetNotify(notify: *mut c_void, stream: *mut c_void, timeout: u32) -> i32 {
    guard("aclrtWaitAndResetNotify", || {
        let held = find(notify)?;
        if held.owner.is_none() {
            fail!(
                code::RT_PARAM_INVALID,
                "{} was imported: it can be recorded, its owner waits for it",
                notify::name(held.notify)
            );
        }
        stream::resolve(stream)?.submit_named(&[Task {
            op: op::NOTIFY_WAIT,
            a: held.notify as *const Notify as u64,
            n: u64::from(timeout) * 1_000_000_000,
            ..Task::NOP
        }])
    })
}

/// Number of a notify, unique on its device.
///
/// # Safety
/// `notify_id` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetNotifyId(notify: *mut c_void, notify_id: *mut u32) -> i32 {
    guard("aclrtGetNotifyId", || {
        not_null(notify_id, "notifyId")?;
        let id = find(notify)?.notify.id;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(notify_id, "notifyId", id) }
    })
}

/// Clears notifies.
///
/// # Safety
/// `notifies` must be NULL or valid for reading `num` handles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtNotifyBatchReset(notifies: *mut *mut c_void, num: usize) -> i32 {
    guard("aclrtNotifyBatchReset", || {
        not_null(notifies, "notifies")?;
        if num == 0 || num > NOTIFY_COUNT as usize {
            fail!(code::RT_PARAM_INVALID, "the number of notifies is {num}, expected 1 to {NOTIFY_COUNT}");
        }
        // SAFETY: not null, and the caller vouches for `num` handles.
        let handles = unsafe { std::slice::from_raw_parts(notifies, num) };
        let found = handles.iter().map(|handle| find(*handle)).collect::<Result<Vec<_>>>()?;
        for held in found {
            held.notify.flag.store(0, Ordering::SeqCst);
        }
        Ok(())
    })
}

/// Writes a key, by which other processes import a notify. `flags` 0 lets those processes import it that
/// `aclrtNotifySetImportPid` names, 2 all of the user. 107000 if `len` is below 65 or for other flags.
///
/// # Safety
/// `key` must be NULL or valid for writing `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtNotifyGetExportKey(
    notify: *mut c_void,
    key: *mut c_char,
    len: usize,
    flags: u64,
) -> i32 {
    guard("aclrtNotifyGetExportKey", || {
        not_null(key, "key")?;
        let held = find(notify)?;
        check_room(len)?;
        if flags & !NO_CHECK != 0 {
            fail!(code::RT_PARAM_INVALID, "flags is {flags} but must be 0 or 2");
        }
        let Some(device) = &held.owner else {
            fail!(code::RT_PARAM_INVALID, "{} was imported itself", notify::name(held.notify));
        };
        let mut exported = held.export.lock().unwrap_or_else(PoisonError::into_inner);
        let number = match *exported {
            Some(key) => key,
            None => {
                let offset = held.notify as *const Notify as u64 - device.arena.base;
                *exported.insert(export::add(device, offset, size_of::<Notify>() as u64, flags == NO_CHECK)?)
            }
        };
        // SAFETY: the caller vouches for `len` bytes, which are enough.
        unsafe { write_key(key, number, PREFIX) };
        Ok(())
    })
}

/// Makes an exported notify of another process usable here, for recording. `flags` 0 or 2.
///
/// # Safety
/// `notify` must be NULL or valid for writing, `key` NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtNotifyImportByKey(
    notify: *mut *mut c_void,
    key: *const c_char,
    flags: u64,
) -> i32 {
    guard("aclrtNotifyImportByKey", || {
        not_null(notify, "notify")?;
        not_null(key, "key")?;
        if flags & !NO_CHECK != 0 {
            fail!(code::RT_PARAM_INVALID, "flags is {flags} but must be 0 or 2");
        }
        // SAFETY: not null; the caller vouches for the string.
        let key = Key::parse(unsafe { CStr::from_ptr(key) }.to_bytes(), PREFIX)?;
        let address = export::import(key)?;
        // SAFETY: the address is where the exporter's notify lies here; its memory is never unmapped.
        let found = unsafe { &*(address as *const Notify) };
        let held = Held { notify: found, owner: None, export: Mutex::default(), import: Some(key) };
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(notify, "notify", NOTIFIES.insert(Arc::new(held))) }
    })
}

fn allow(notify: *mut c_void, pids: &[i32]) -> Result {
    let held = find(notify)?;
    let key = *held.export.lock().unwrap_or_else(PoisonError::into_inner);
    match key {
        Some(key) => export::allow(key, pids),
        None => {
            fail!(code::RT_PARAM_INVALID, "{} has no key yet", notify::name(held.notify))
        }
    }
}

/// Lets processes import a notify that has a key.
///
/// # Safety
/// `pid` must be NULL or valid for reading `num` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtNotifySetImportPid(notify: *mut c_void, pid: *mut i32, num: usize) -> i32 {
    guard("aclrtNotifySetImportPid", || {
        // SAFETY: the caller vouches for the list.
        allow(notify, unsafe { super::vmm::pid_list(pid, num)? })
    })
}

/// Like `aclrtNotifySetImportPid`, by server. All servers are this machine.
///
/// # Safety
/// `server_pids` must be NULL or valid for reading `num` entries, each with `num` process ids.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtNotifySetImportPidInterServer(
    notify: *mut c_void,
    server_pids: *const ServerPid,
    num: usize,
) -> i32 {
    guard("aclrtNotifySetImportPidInterServer", || {
        not_null(server_pids, "serverPids")?;
        if num == 0 {
            fail!(code::INVALID_PARAM, "num is 0");
        }
        // SAFETY: not null, and the caller vouches for `num` entries.
        for server in unsafe { std::slice::from_raw_parts(server_pids, num) } {
            // SAFETY: the caller vouches for the list.
            allow(notify, unsafe { super::vmm::pid_list(server.pid, server.num)? })?;
        }
        Ok(())
    })
}

/// Distance of a notify from the start of its device's memory.
///
/// # Safety
/// `dev_addr_offset` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtNotifyGetAddrOffset(notify: *mut c_void, dev_addr_offset: *mut u64) -> i32 {
    guard("rtNotifyGetAddrOffset", || {
        not_null(dev_addr_offset, "devAddrOffset")?;
        let held = find(notify)?;
        let address = held.notify as *const Notify as u64;
        let Some(offset) = device::containing(address).and_then(|device| device.arena.offset_of(address))
        else {
            fail!(code::RT_PARAM_INVALID, "{} is not of this process", notify::name(held.notify));
        };
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(dev_addr_offset, "devAddrOffset", offset) }
    })
}

/// Address of a notify.
///
/// # Safety
/// `notify_address` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtGetNotifyAddress(notify: *mut c_void, notify_address: *mut u64) -> i32 {
    guard("rtGetNotifyAddress", || {
        not_null(notify_address, "notifyAddres")?;
        let address = find(notify)?.notify as *const Notify as u64;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(notify_address, "notifyAddres", address) }
    })
}

/// Device of a notify, and 0 for the only task scheduler.
///
/// # Safety
/// The pointers must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtNotifyGetPhyInfo(
    notify: *mut c_void,
    phy_dev_id: *mut u32,
    ts_id: *mut u32,
) -> i32 {
    guard("rtNotifyGetPhyInfo", || {
        not_null(phy_dev_id, "phyDevId")?;
        not_null(ts_id, "tsId")?;
        let device = device_of(&*find(notify)?)?;
        // SAFETY: the caller vouches for the pointers.
        unsafe {
            write_out(phy_dev_id, "phyDevId", device)?;
            write_out(ts_id, "tsId", 0)
        }
    })
}

/// `rtNotifyPhyInfo`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PhyInfo {
    /// Device.
    pub phy_id: u32,
    /// Task scheduler.
    pub ts_id: u32,
    /// 0: notify.
    pub id_type: u32,
    /// Number of the notify.
    pub shr_id: u32,
    /// 1 if it was imported.
    pub flag: u32,
    /// 0.
    pub rsv: [u32; 3],
}

/// Device and number of a notify.
///
/// # Safety
/// `notify_info` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtNotifyGetPhyInfoExt(notify: *mut c_void, notify_info: *mut PhyInfo) -> i32 {
    guard("rtNotifyGetPhyInfoExt", || {
        not_null(notify_info, "notifyInfo")?;
        let held = find(notify)?;
        let info = PhyInfo {
            phy_id: device_of(&held)?,
            shr_id: held.notify.id,
            flag: u32::from(held.owner.is_none()),
            ..PhyInfo::default()
        };
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(notify_info, "notifyInfo", info) }
    })
}

fn device_of(held: &Held) -> Result<u32> {
    let address = held.notify as *const Notify as u64;
    if let Some(device) = &held.owner {
        return Ok(device.id as u32);
    }
    match crate::engine::peer::containing(address) {
        Some(info) => Ok(info.device as u32),
        None => fail!(code::RT_PARAM_INVALID, "the owner of {} is gone", notify::name(held.notify)),
    }
}

/// Clears all notifies that the program made on the current device.
#[unsafe(no_mangle)]
pub extern "C" fn rtNotifyResetAll() -> i32 {
    guard("rtNotifyResetAll", || {
        let device = context::current_device()?;
        let mine = |held: &Arc<Held>| held.owner.as_ref().is_some_and(|owner| owner.id == device.id);
        for (_, held) in NOTIFIES.select(mine) {
            held.notify.flag.store(0, Ordering::SeqCst);
        }
        Ok(())
    })
}

/// A counting notify: a 32-bit number that streams change and wait for.
struct Counter {
    id: u32,
    value: AtomicU32,
    watchers: Watchers,
}

static COUNTERS: Table<Counter> = Table::new("counting notify", 11, BAD);

/// `aclrtCntNotifyRecordInfo`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RecordInfo {
    /// 0 set, 1 add, 2 or, 4 and.
    pub mode: u32,
    /// Operand.
    pub value: u32,
}

/// `aclrtCntNotifyWaitInfo`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct WaitInfo {
    /// 0 less, 1 equal, 2 more, 3 at least, 4 all bits of the operand set.
    pub mode: u32,
    /// Operand.
    pub value: u32,
    /// In s, 0: for ever.
    pub timeout: u32,
    /// Not 0: the number becomes 0 when the wait is over.
    pub is_clear: u8,
    /// 0.
    pub rsv: [u8; 3],
}

/// Makes a counting notify, at first 0. `flag` 0 or 1.
///
/// # Safety
/// `cnt_notify` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCntNotifyCreate(cnt_notify: *mut *mut c_void, flag: u64) -> i32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    guard("aclrtCntNotifyCreate", || {
        not_null(cnt_notify, "cntNotify")?;
        if flag > 1 {
            fail!(code::RT_PARAM_INVALID, "the flag is {flag}, expected 0 or 1");
        }
        context::current()?;
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let made = Counter { id, value: AtomicU32::new(0), watchers: Watchers::default() };
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(cnt_notify, "cntNotify", COUNTERS.insert(Arc::new(made))) }
    })
}

/// Frees a counting notify; work that names it goes on.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtCntNotifyDestroy(cnt_notify: *mut c_void) -> i32 {
    guard("aclrtCntNotifyDestroy", || {
        not_null(cnt_notify, "cntNotify")?;
        COUNTERS.remove(cnt_notify).map(drop)
    })
}

/// Number of a counting notify, unique in the process.
///
/// # Safety
/// `notify_id` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCntNotifyGetId(cnt_notify: *mut c_void, notify_id: *mut u32) -> i32 {
    guard("aclrtCntNotifyGetId", || {
        not_null(cnt_notify, "cntNotify")?;
        not_null(notify_id, "notifyId")?;
        let id = COUNTERS.get(cnt_notify)?.id;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(notify_id, "notifyId", id) }
    })
}

/// Changes a counting notify in stream order.
///
/// # Safety
/// `info` must be NULL or valid for reading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCntNotifyRecord(
    cnt_notify: *mut c_void,
    stream: *mut c_void,
    info: *const RecordInfo,
) -> i32 {
    guard("aclrtCntNotifyRecord", || {
        not_null(cnt_notify, "cntNotify")?;
        not_null(info, "info")?;
        let counter = COUNTERS.get(cnt_notify)?;
        // SAFETY: not null, and the caller vouches for the pointer.
        let info = unsafe { *info };
        if !matches!(info.mode, 0 | 1 | 2 | 4) {
            fail!(code::RT_PARAM_INVALID, "the record mode is {}, expected 0, 1, 2 or 4", info.mode);
        }
        stream::resolve(stream)?.submit_named(&[job::task(CounterRecord { counter, info })])
    })
}

/// Holds a stream back until a counting notify meets a condition; 107019 after the time-out.
///
/// # Safety
/// `info` must be NULL or valid for reading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCntNotifyWaitWithTimeout(
    cnt_notify: *mut c_void,
    stream: *mut c_void,
    info: *const WaitInfo,
) -> i32 {
    guard("aclrtCntNotifyWaitWithTimeout", || {
        not_null(cnt_notify, "cntNotify")?;
        not_null(info, "info")?;
        let counter = COUNTERS.get(cnt_notify)?;
        // SAFETY: not null, and the caller vouches for the pointer.
        let info = unsafe { *info };
        if info.mode > 4 {
            fail!(code::RT_PARAM_INVALID, "the wait mode is {}, expected 0 to 4", info.mode);
        }
        let stream = stream::resolve(stream)?;
        let wait = job::task(CounterWait { counter: Arc::clone(&counter), info });
        if info.is_clear == 0 {
            return stream.submit_named(&[wait]);
        }
        let clear = RecordInfo { mode: 0, value: 0 };
        stream.submit_named(&[wait, job::task(CounterRecord { counter, info: clear })])
    })
}

struct CounterRecord {
    counter: Arc<Counter>,
    info: RecordInfo,
}

impl Job for CounterRecord {
    fn describe(&self) -> String {
        format!("record of counting notify {}", self.counter.id)
    }

    fn run(&self, _stream: &Arc<Stream>) -> Result {
        let value = &self.counter.value;
        match self.info.mode {
            0 => value.store(self.info.value, Ordering::SeqCst),
            1 => drop(value.fetch_add(self.info.value, Ordering::SeqCst)),
            2 => drop(value.fetch_or(self.info.value, Ordering::SeqCst)),
            _ => drop(value.fetch_and(self.info.value, Ordering::SeqCst)),
        }
        self.counter.watchers.ring();
        Ok(())
    }
}

struct CounterWait {
    counter: Arc<Counter>,
    info: WaitInfo,
}

impl Job for CounterWait {
    fn describe(&self) -> String {
        format!(
            "wait for counting notify {} (mode {}, value {})",
            self.counter.id, self.info.mode, self.info.value
        )
    }

    fn place(&self) -> Place {
        Place::Wait
    }

    fn poll(&self, park: Option<&Arc<Engine>>) -> Result<bool> {
        if let Some(engine) = park {
            self.counter.watchers.add(engine);
        }
        let (value, wanted) = (self.counter.value.load(Ordering::SeqCst), self.info.value);
        Ok(match self.info.mode {
            0 => value < wanted,
            1 => value == wanted,
            2 => value > wanted,
            3 => value >= wanted,
            _ => value & wanted == wanted,
        })
    }

    fn timeout_ns(&self) -> u64 {
        u64::from(self.info.timeout) * 1_000_000_000
    }
}
