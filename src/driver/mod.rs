//! The device runtime below: the software NPU through its extension table.
//!
//! [`get`] finds the table once per process. The functions of [`Driver`] are the table's, with checked arguments,
//! Rust types and [`Error`]s; the numbers stay those of ACL.

pub mod acl_calls;
mod find;
pub mod kernel;
pub mod vmm;

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::NonNull;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

use hcomm_base::{Code, Error, Result, bail, err};
use npu_ext::{DescribeFn, DeviceInfo, KernelEndFn, MemRange, Notify, NpuExt, StreamRef, Task};

/// ACL error codes that the driver tells apart.
pub mod acl {
    /// An argument is invalid; also: no allocation contains an address, no notify has an id.
    pub const PARAM_INVALID: i32 = 107_000;
    /// The calling thread has no device.
    pub const CONTEXT_NULL: i32 = 107_002;
    /// A stream does not exist any more.
    pub const STREAM_INVALID: i32 = 107_017;
    /// A deadline passed.
    pub const TIMEOUT: i32 = 107_019;
    /// A wait was ended from outside.
    pub const ABORT: i32 = 107_023;
    /// Device memory is exhausted.
    pub const MEMORY_ALLOCATION: i32 = 207_001;
    /// The device has no notify left.
    pub const NO_NOTIFY: i32 = 207_009;
    /// Waiting for a stream took too long.
    pub const SYNC_TIMEOUT: i32 = 507_046;
    /// A notify was not recorded in time (error of a stream).
    pub const NOTIFY_TIMEOUT: i32 = 507_020;
    /// The connection to a peer, or an operation on it, failed.
    pub const LINK_ERROR: i32 = 507_056;
}

/// Kind of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Host memory.
    Host = 0,
    /// Device memory.
    Device = 1,
}

/// The device runtime.
#[derive(Debug)]
pub struct Driver {
    ext: &'static NpuExt,
}

static DRIVER: OnceLock<Driver> = OnceLock::new();

/// The driver of the process. The first call looks for the runtime; a failure is not remembered, so a program may
/// load the runtime and try again.
pub fn get() -> Result<&'static Driver> {
    match DRIVER.get() {
        Some(driver) => Ok(driver),
        None => install(find::table()?),
    }
}

/// The driver, if [`get`] or [`install`] succeeded before: true whenever a thread or a channel exists.
#[inline]
pub fn current() -> Option<&'static Driver> {
    DRIVER.get()
}

/// Makes `table` the driver of the process unless there is one already; returns the one in use.
pub fn install(table: &'static NpuExt) -> Result<&'static Driver> {
    if !table.usable() {
        bail!(
            DRV,
            "the runtime's extension table has magic {:#x}, version {}, size {}, but {:#x}, {}, at least {} is needed: \
             install libhcomm.so and libacl_rt.so of the same release",
            table.magic,
            table.version,
            table.size,
            npu_ext::MAGIC,
            npu_ext::VERSION,
            size_of::<NpuExt>()
        );
    }
    Ok(DRIVER.get_or_init(|| {
        // Threads of the library log what no C function reports, such as the death of a rank.
        hcomm_base::log::init();
        Driver { ext: table }
    }))
}

/// Turns an ACL code into an error of ours that names the operation.
#[cold]
pub(crate) fn failed(what: &str, acl: i32) -> Error {
    let code = match acl {
        acl::TIMEOUT | acl::SYNC_TIMEOUT | acl::NOTIFY_TIMEOUT => Code::TIMEOUT,
        acl::ABORT => Code::SUSPENDING,
        acl::MEMORY_ALLOCATION => Code::OOM,
        acl::NO_NOTIFY => Code::UNAVAIL,
        acl::STREAM_INVALID => Code::PTR,
        acl::LINK_ERROR => Code::NETWORK,
        _ => Code::RUNTIME,
    };
    Error::new(code, format!("{what}: the device runtime returned {acl}"))
}

fn check(what: &str, acl: i32) -> Result {
    if acl == 0 { Ok(()) } else { Err(failed(what, acl)) }
}

/// A counted reference to a stream of the runtime; dropped explicitly with [`Driver::stream_release`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream(pub(crate) StreamRef);

// SAFETY: a reference is an opaque token, and all functions of the table are thread-safe.
unsafe impl Send for Stream {}
// SAFETY: as above.
unsafe impl Sync for Stream {}

/// An array of notifies of one device of this process, or mapped from a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notifies {
    /// Address of the first [`Notify`], valid in this process; 0 if `num` is 0.
    pub addr: u64,
    /// How many follow each other.
    pub num: u32,
}

impl Notifies {
    /// No notifies.
    pub const NONE: Notifies = Notifies { addr: 0, num: 0 };

    /// Address of notify `index`.
    pub fn at(&self, index: u32) -> Option<u64> {
        (index < self.num).then(|| self.addr + u64::from(index) * size_of::<Notify>() as u64)
    }
}

impl Driver {
    /// The table itself, for the data plane.
    #[inline]
    pub fn ext(&self) -> &'static NpuExt {
        self.ext
    }

    /// Device of the calling thread; `None` if it has none.
    pub fn current_device(&self) -> Option<i32> {
        let mut device = -1;
        // SAFETY: usable table; the pointer is to a live local.
        (unsafe { (self.ext.current_device)(&mut device) } == 0).then_some(device)
    }

    /// True while the calling thread runs an AICPU kernel.
    pub fn in_kernel(&self) -> bool {
        // SAFETY: usable table.
        unsafe { (self.ext.in_kernel)() == 1 }
    }

    /// Describes a device of this process; peers hand the result to [`Driver::map_peer`].
    pub fn device_info(&self, device: i32) -> Result<DeviceInfo> {
        // SAFETY: plain integers, for which zero is a value.
        let mut info: DeviceInfo = unsafe { std::mem::zeroed() };
        // SAFETY: usable table; the pointer is to a live local.
        check("describing device memory", unsafe { (self.ext.device_info)(device, &mut info) })?;
        Ok(info)
    }

    /// Maps the memory of a peer's device and returns where it lies in this process: an address `a` of the peer is
    /// `a - info.base + result` here. Cheap if already mapped.
    pub fn map_peer(&self, info: &DeviceInfo) -> Result<u64> {
        let mut base = 0;
        // SAFETY: usable table; both pointers are to live values.
        check("mapping the device memory of a peer", unsafe { (self.ext.map_peer)(info, &mut base) })
            .map_err(|error| error.context(format_args!("process {}, device {}", info.pid, info.device)))?;
        Ok(base)
    }

    /// True if the process described is alive.
    pub fn peer_alive(&self, info: &DeviceInfo) -> bool {
        // SAFETY: usable table; the pointer is to a live value.
        unsafe { (self.ext.peer_alive)(info) == 1 }
    }

    /// Ranks (claimed device slots) of this user on this machine.
    pub fn live_slots(&self) -> u32 {
        // SAFETY: usable table.
        unsafe { (self.ext.live_slots)() }
    }

    /// Allocates memory of a device that peers can map, 64-byte aligned or better, not initialised.
    pub fn mem_alloc(&self, device: i32, kind: Memory, size: u64) -> Result<NonNull<c_void>> {
        let mut ptr = std::ptr::null_mut();
        // SAFETY: usable table; the pointer is to a live local.
        check("allocating memory", unsafe { (self.ext.mem_alloc)(device, kind as u32, size, &mut ptr) })
            .map_err(|error| error.context(format_args!("{size} bytes on device {device}")))?;
        NonNull::new(ptr)
            .ok_or_else(|| err!(RUNTIME, "allocating {size} bytes on device {device} gave address 0"))
    }

    /// Frees what [`Driver::mem_alloc`] returned.
    ///
    /// # Safety
    /// Nobody may use the memory any more.
    pub unsafe fn mem_free(&self, ptr: NonNull<c_void>) -> Result {
        // SAFETY: usable table; unused memory by the caller's promise; the runtime refuses what it did not allocate.
        check("freeing memory", unsafe { (self.ext.mem_free)(ptr.as_ptr()) })
    }

    /// The allocation of this process's devices that contains `addr`, if any.
    pub fn mem_range(&self, addr: u64) -> Option<MemRange> {
        // SAFETY: plain integers, for which zero is a value.
        let mut range: MemRange = unsafe { std::mem::zeroed() };
        // SAFETY: usable table; `addr` is looked up, not dereferenced; the other pointer is to a live local.
        (unsafe { (self.ext.mem_range)(addr as *const c_void, &mut range) } == 0).then_some(range)
    }

    /// Where `bytes` bytes at `addr` lie in the memory that peers map, if they are memory of a device of this process:
    /// `addr`, unless the program mapped physical memory there itself.
    pub fn resolve(&self, addr: u64, bytes: u64) -> Option<u64> {
        let (mut address, mut left) = (0, 0);
        // SAFETY: usable table; `addr` is looked up, not dereferenced; the other pointers are to live locals.
        let found = unsafe { (self.ext.mem_resolve)(addr as *const c_void, &mut address, &mut left) } == 0;
        (found && bytes <= left).then_some(address)
    }

    /// Creates a stream on a device.
    pub fn stream_create(&self, device: i32) -> Result<Stream> {
        let mut stream = std::ptr::null_mut();
        // SAFETY: usable table; the pointer is to a live local.
        check("creating a stream", unsafe { (self.ext.stream_create)(device, &mut stream) })
            .map_err(|error| error.context(format_args!("device {device}")))?;
        Ok(Stream(stream))
    }

    /// Takes a reference to the stream behind an `aclrtStream` (null: default stream of the current context).
    ///
    /// # Safety
    /// `acl_stream` must be null or a value that the runtime returned for a stream.
    pub unsafe fn stream_from_acl(&self, acl_stream: *mut c_void) -> Result<Stream> {
        let mut stream = std::ptr::null_mut();
        // SAFETY: usable table; the handle is the caller's promise; the other pointer is to a live local.
        check("looking up a stream", unsafe { (self.ext.stream_from_acl)(acl_stream, &mut stream) })?;
        Ok(Stream(stream))
    }

    /// The `aclrtStream` of a reference.
    pub fn stream_to_acl(&self, stream: Stream) -> *mut c_void {
        // SAFETY: usable table; `stream` is a live reference (see `Stream`).
        unsafe { (self.ext.stream_to_acl)(stream.0) }
    }

    /// Gives a reference back. Queued work of a stream of [`Driver::stream_create`] finishes first, in the background.
    ///
    /// # Safety
    /// `stream` and its copies must not be used afterwards.
    pub unsafe fn stream_release(&self, stream: Stream) {
        // SAFETY: usable table; last use of the reference by the caller's promise.
        unsafe { (self.ext.stream_release)(stream.0) }
    }

    /// Appends tasks in order, as one unit.
    ///
    /// # Safety
    /// Addresses in the tasks must stay valid until the tasks are done.
    pub unsafe fn submit(&self, stream: Stream, tasks: &[Task]) -> Result {
        // SAFETY: usable table, live reference; addresses are the caller's promise.
        check("appending to a stream", unsafe {
            (self.ext.submit)(stream.0, tasks.as_ptr(), tasks.len() as u32)
        })
    }

    /// Waits until all work submitted before is done; `None`: as long as it takes. Fails with the stream's first error.
    pub fn stream_sync(&self, stream: Stream, timeout: Option<Duration>) -> Result {
        let ms = timeout.map_or(-1, |t| i64::try_from(t.as_millis()).unwrap_or(i64::MAX));
        // SAFETY: usable table, live reference.
        match unsafe { (self.ext.stream_sync)(stream.0, ms) } {
            0 => Ok(()),
            acl => {
                let (first, text) = self.stream_error(stream);
                if first == 0 || text.is_empty() {
                    Err(failed("waiting for a stream", acl))
                } else {
                    Err(failed(&text, first))
                }
            }
        }
    }

    /// Tasks submitted and not finished.
    pub fn stream_pending(&self, stream: Stream) -> u64 {
        // SAFETY: usable table, live reference.
        unsafe { (self.ext.stream_pending)(stream.0) }
    }

    /// First error of the stream and its text; 0 if none.
    pub fn stream_error(&self, stream: Stream) -> (i32, String) {
        let mut text = [0 as c_char; 1024];
        // SAFETY: usable table, live reference; the buffer is `text.len()` bytes long.
        let code = unsafe { (self.ext.stream_error)(stream.0, text.as_mut_ptr(), text.len()) };
        text[text.len() - 1] = 0;
        // SAFETY: the last byte is 0, so the text ends inside the array.
        (code, unsafe { CStr::from_ptr(text.as_ptr()) }.to_string_lossy().into_owned())
    }

    /// Fails the stream: queued tasks are skipped, a blocked wait ends, and waiting for the stream returns `code`.
    pub fn stream_abort(&self, stream: Stream, code: i32, text: &str) -> Result {
        let text = c_string(text);
        // SAFETY: usable table, live reference; the text lives during the call.
        check("aborting a stream", unsafe { (self.ext.stream_abort)(stream.0, code, text.as_ptr()) })
    }

    /// Makes a failed stream usable again.
    pub fn stream_clear_error(&self, stream: Stream) -> Result {
        // SAFETY: usable table, live reference.
        check("clearing the error of a stream", unsafe { (self.ext.stream_clear_error)(stream.0) })
    }

    /// Allocates `num` notifies of a device with consecutive ids, cleared.
    pub fn notify_alloc(&self, device: i32, num: u32) -> Result<Notifies> {
        if num == 0 {
            return Ok(Notifies::NONE);
        }
        let mut first = std::ptr::null_mut();
        // SAFETY: usable table; the pointer is to a live local.
        check("allocating notifies", unsafe { (self.ext.notify_alloc)(device, num, &mut first) }).map_err(
            |error| error.context(format_args!("{num} of the {} of device {device}", npu_ext::NOTIFY_COUNT)),
        )?;
        Ok(Notifies { addr: first as u64, num })
    }

    /// Frees what [`Driver::notify_alloc`] returned. A record or wait that comes later has no effect on memory but
    /// may reach the next owner.
    pub fn notify_free(&self, notifies: Notifies) -> Result {
        if notifies.num == 0 {
            return Ok(());
        }
        // SAFETY: usable table; the runtime refuses what is not allocated.
        check("freeing notifies", unsafe {
            (self.ext.notify_free)(notifies.addr as *mut Notify, notifies.num)
        })
    }

    /// Lets waits of streams for these notifies fail unless they find a record, until they are freed.
    pub fn notify_end(&self, notifies: Notifies) -> Result {
        if notifies.num == 0 {
            return Ok(());
        }
        // SAFETY: usable table; the runtime refuses what is not allocated.
        check("ending notifies", unsafe { (self.ext.notify_end)(notifies.addr as *mut Notify, notifies.num) })
    }

    /// Sets the function that is called after every kernel, on its thread.
    pub fn set_kernel_hook(&self, ended: KernelEndFn) {
        // SAFETY: usable table; a function of this library, which is never unloaded (`-z nodelete`).
        unsafe { (self.ext.set_kernel_hook)(Some(ended)) }
    }

    /// Address of the notify with this id on a device of this process, if it is allocated.
    #[inline]
    pub fn notify_by_id(&self, device: i32, id: u32) -> Option<u64> {
        let mut notify = std::ptr::null_mut();
        // SAFETY: usable table; the pointer is to a live local.
        (unsafe { (self.ext.notify_by_id)(device, id, &mut notify) } == 0).then_some(notify as u64)
    }

    /// Records the notify at `addr` now, from the calling thread.
    ///
    /// # Safety
    /// `addr` must be the address of a [`Notify`] in mapped device memory.
    pub unsafe fn notify_record(&self, addr: u64) -> Result {
        // SAFETY: usable table; the address is the caller's promise.
        check("recording a notify", unsafe { (self.ext.notify_record)(addr as *mut Notify) })
    }

    /// As [`Driver::notify_record`], but streams of this process that it lets run wait for [`Driver::settle`], which the
    /// calling thread must call: for callers that hold something a task might want.
    ///
    /// # Safety
    /// As [`Driver::notify_record`].
    pub unsafe fn notify_record_later(&self, addr: u64) -> Result {
        // SAFETY: usable table; the address is the caller's promise.
        check("recording a notify", unsafe { (self.ext.notify_record_later)(addr as *mut Notify) })
    }

    /// Runs, or hands on, what [`Driver::notify_record_later`] left on the calling thread.
    pub fn settle(&self) {
        // SAFETY: usable table.
        unsafe { (self.ext.settle)() }
    }

    /// Waits for the notify at `addr` in the calling thread and clears it. `None`: for ever. A non-zero `abort` ends
    /// the wait with SUSPENDING.
    ///
    /// # Safety
    /// As [`Driver::notify_record`].
    pub unsafe fn notify_wait(
        &self,
        addr: u64,
        timeout: Option<Duration>,
        abort: Option<&AtomicU32>,
    ) -> Result {
        let ns = timeout.map_or(0, |t| u64::try_from(t.as_nanos()).unwrap_or(u64::MAX).max(1));
        let abort = abort.map_or(std::ptr::null(), |flag| flag as *const AtomicU32);
        // SAFETY: usable table; the address is the caller's promise; `abort` is null or a live flag.
        check("waiting for a notify", unsafe { (self.ext.notify_wait)(addr as *mut Notify, ns, abort) })
    }

    /// Runs ready work of this process on the calling thread until there is none; for loops that wait.
    pub fn progress(&self) -> u64 {
        // SAFETY: usable table.
        unsafe { (self.ext.progress)() }
    }

    /// Sets the function that explains failed tasks.
    pub fn set_describer(&self, describe: DescribeFn) {
        // SAFETY: usable table; a function of this library, which is never unloaded (`-z nodelete`).
        unsafe { (self.ext.set_describer)(Some(describe)) }
    }

    /// Makes `text` the newest error message of the calling thread (aclGetRecentErrMsg).
    pub fn set_error_text(&self, text: &str) {
        let text = c_string(text);
        // SAFETY: usable table; the text lives during the call.
        unsafe { (self.ext.set_error_text)(text.as_ptr()) }
    }
}

/// `text` up to its first NUL.
fn c_string(text: &str) -> CString {
    CString::new(text.split('\0').next().unwrap_or_default()).unwrap_or_default()
}
