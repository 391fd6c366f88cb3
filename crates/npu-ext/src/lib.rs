//! The private contract between `libhcomm.so` and the software NPU (`libacl_rt.so`).
//!
//! On a real NPU libhcomm drives the public ACL calls. On the software NPU it finds one exported function,
//! [`ENTRY_SYMBOL`], which returns a pointer to the [`NpuExt`] table: bulk submission of plain-data tasks,
//! shared device memory at one address in every process, and notifies that are words in that memory.
//! If the symbol is absent, or [`NpuExt::usable`] is false, the machine has real CANN.
//!
//! Everything here is plain data with a fixed layout: both libraries are built from the same source tree,
//! but either may be older than the other, so `magic`, `version` and `size` are checked before use and
//! fields are only ever added at the end.
//!
//! Return values: `0` is success; other values are ACL error codes (`ACL_ERROR_*`, see `acl/error_codes`).

#![no_std]

use core::ffi::{c_char, c_void};
use core::sync::atomic::AtomicU32;

/// Name of the exported entry function, of type [`EntryFn`].
pub const ENTRY_SYMBOL: &str = "softnpu_ext_v1";
/// Type of the function named by [`ENTRY_SYMBOL`]. The table lives as long as the process.
pub type EntryFn = unsafe extern "C" fn() -> *const NpuExt;

/// First word of [`NpuExt`].
pub const MAGIC: u32 = 0x534e_5055;
/// Version of the contract; a library refuses any other.
pub const VERSION: u32 = 1;

/// Base address of the window in which device memory slots lie, the same in every process.
pub const SLOT_WINDOW_BASE: u64 = 0x1800_0000_0000;
/// Address range of one slot: 64 GiB.
pub const SLOT_STRIDE: u64 = 1 << 36;
/// Number of slots. One slot belongs to one (process, device).
pub const SLOT_COUNT: u32 = 256;
/// Notifies in the control block of one device; ids are `0..NOTIFY_COUNT`. One communicator may have 65536 for its threads
/// alone.
pub const NOTIFY_COUNT: u32 = 1 << 18;

/// A one-bit latch in the control block of the device that owns it, in shared memory.
///
/// Record sets `flag`; wait blocks a stream until `flag` is set and clears it in one step. A second record
/// before the wait is lost. Memory written before a record is visible after the wait that consumes it.
/// `waiter` and `ended` are written by the runtime alone.
#[repr(C, align(64))]
#[derive(Debug)]
pub struct Notify {
    /// 1 when recorded and not yet consumed.
    pub flag: AtomicU32,
    /// Bell to ring when recorded (0: nobody waits). Runtime use only.
    pub waiter: AtomicU32,
    /// Index in the owner's notify array.
    pub id: u32,
    /// Slot of the owning device.
    pub slot: u32,
    /// Changes whenever the notify is freed or allocated.
    pub generation: AtomicU32,
    /// What the recorder tells the waiter, if they agreed on it; the runtime clears it when it allocates the notify and
    /// leaves it alone otherwise.
    pub status: AtomicU32,
    /// Not 0: waits that find no record fail ([`NpuExt::notify_end`]).
    pub ended: AtomicU32,
    /// Keeps the record on its own cache line.
    pub reserved: [u32; 9],
}

/// What a [`Task`] does. Values are stable.
pub mod op {
    /// Nothing.
    pub const NOP: u16 = 0;
    /// Copies `n` bytes from `b` to `a` (both valid addresses of this process, no overlap).
    pub const COPY: u16 = 1;
    /// `a[i] = a[i] (aux >> 16) b[i]` for `n` elements of type `aux & 0xffff` (HcclDataType, HcclReduceOp numbers).
    pub const REDUCE: u16 = 2;
    /// Records the [`super::Notify`] at address `a`; it may belong to another process.
    pub const NOTIFY_RECORD: u16 = 3;
    /// Waits for the [`super::Notify`] at address `a` and clears it. `n`: time-out in ns from the moment the
    /// task becomes the head of its stream, 0 for ever. Expiry fails the stream.
    pub const NOTIFY_WAIT: u16 = 4;
    /// Calls `a` as [`super::CallFn`] with context `b`. Must be short and must not block; may run on any thread.
    /// All other fields are free for the submitter.
    pub const CALL: u16 = 5;
    /// Like [`CALL`], but on a kernel thread, where blocking is allowed.
    pub const BLOCKING_CALL: u16 = 6;
    /// Sets `n` bytes at `a` to the low byte of `aux`.
    pub const MEMSET: u16 = 7;
    /// First number the runtime uses for its own tasks.
    pub const RUNTIME_FIRST: u16 = 0x100;
}

/// Function of a [`op::CALL`] task: context and the task itself. 0 is success, anything else fails the stream
/// with that code.
pub type CallFn = unsafe extern "C" fn(ctx: u64, task: *const Task) -> i32;

/// One unit of work of a stream: 64 bytes, copied at submission.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// One of [`op`].
    pub op: u16,
    /// Free for the submitter in calls, else 0.
    pub flags: u16,
    /// See [`op`].
    pub aux: u32,
    /// See [`op`].
    pub a: u64,
    /// See [`op`].
    pub b: u64,
    /// See [`op`].
    pub n: u64,
    /// Opaque to the runtime. If it is not 0, the describer (see [`NpuExt::set_describer`]) sees the task when it fails.
    pub tag: u64,
    /// Free for the submitter.
    pub c: u64,
    /// Free for the submitter.
    pub d: u64,
    /// Free for the submitter.
    pub e: u64,
}

impl Task {
    /// A task that does nothing; the starting point for the others.
    pub const NOP: Task = Task { op: op::NOP, flags: 0, aux: 0, a: 0, b: 0, n: 0, tag: 0, c: 0, d: 0, e: 0 };
}

/// A counted reference to a stream of the runtime; never dereferenced by libhcomm.
pub type StreamRef = *mut c_void;

/// Where the memory of a device can be found by other processes of the same user on the same machine.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Slot number, `0..SLOT_COUNT`.
    pub slot: u32,
    /// Logical device id in its process.
    pub device: i32,
    /// Process that owns the memory.
    pub pid: i32,
    /// File descriptor number of the memory in that process.
    pub fd: i32,
    /// Start time of the process, in clock ticks since boot: tells a re-used pid from the owner.
    pub start_time: u64,
    /// Random number of this device instance, also in its control block.
    pub uuid: u64,
    /// Address of the memory in the owner (its slot, unless the slot could not be mapped).
    pub base: u64,
    /// Bytes of the mapping.
    pub size: u64,
}

/// An allocation of the runtime that contains an address.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MemRange {
    /// First byte, as valid in this process.
    pub base: u64,
    /// Bytes.
    pub size: u64,
    /// 1 device memory, 0 host memory.
    pub kind: u32,
    /// Device id in the owning process.
    pub device: i32,
    /// Slot that holds it.
    pub slot: u32,
    /// 0.
    pub reserved: u32,
}

/// Explains a task of the submitter that failed, timed out or was aborted while it ran or waited: writes a whole
/// sentence (which thread, channel, notify, ranks, how long, what to change) into `buf`, at most `cap` bytes including
/// the NUL, and returns the bytes written without it; 0: nothing to say. The text becomes the text of the stream's
/// error. `task` is the task as submitted, `code` the stream's error, `waited_ns` how long the task was head of its
/// stream. Called once per failed stream, before anybody sees the error, on any thread of the runtime, without locks held.
pub type DescribeFn =
    unsafe extern "C" fn(task: *const Task, code: i32, waited_ns: u64, buf: *mut c_char, cap: usize) -> usize;

/// Called on the thread of a kernel when the kernel has ended, while `in_kernel` is still 1.
pub type KernelEndFn = unsafe extern "C" fn();

/// What a [`PollFn`] is asked for. Values are stable.
pub mod poll {
    /// Do what can be done now.
    pub const LOOK: u32 = 0;
    /// The calling thread begins to spin and will say LOOK again and again.
    pub const BEGIN: u32 = 1;
    /// It ends to spin, since its wait is over or it found other work.
    pub const END: u32 = 2;
    /// It ends to spin and goes to sleep: somebody else must do the work.
    pub const SLEEP: u32 = 3;
}

/// Makes progress outside of the runtime, such as on network connections, that may end a wait of the runtime. Takes
/// one of [`poll`], does not block, and returns how much it did (0: nothing). It may record notifies and run ready
/// streams. BEGIN is followed by END or SLEEP on the same thread.
pub type PollFn = unsafe extern "C" fn(what: u32) -> u32;

/// The table. All functions are thread-safe.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct NpuExt {
    /// [`MAGIC`].
    pub magic: u32,
    /// [`VERSION`].
    pub version: u32,
    /// Bytes of this table in the library that exports it.
    pub size: u32,
    /// 0.
    pub reserved: u32,

    /// Device of the calling thread (in a kernel: the kernel's device). 107002 if none.
    pub current_device: unsafe extern "C" fn(device: *mut i32) -> i32,
    /// Describes a device of this process, claiming and mapping it if needed.
    pub device_info: unsafe extern "C" fn(device: i32, info: *mut DeviceInfo) -> i32,
    /// Maps the memory of a peer; `base` receives where it lies here (the peer's own address, unless its slot is
    /// taken here). Idempotent and cheap when already mapped. Maps of this process's own devices succeed at once.
    pub map_peer: unsafe extern "C" fn(info: *const DeviceInfo, base: *mut u64) -> i32,
    /// 1 if the process described is alive (pid and start time), else 0.
    pub peer_alive: unsafe extern "C" fn(info: *const DeviceInfo) -> i32,
    /// Number of slots claimed on this machine by this user: how many ranks share the cores.
    pub live_slots: unsafe extern "C" fn() -> u32,

    /// Allocates `size` bytes of device (`kind` 1) or host (`kind` 0) memory of a device, 64-byte aligned or better,
    /// reachable by peers, not initialised.
    pub mem_alloc: unsafe extern "C" fn(device: i32, kind: u32, size: u64, ptr: *mut *mut c_void) -> i32,
    /// Frees what `mem_alloc`, aclrtMalloc or aclrtMallocHost gave.
    pub mem_free: unsafe extern "C" fn(ptr: *mut c_void) -> i32,
    /// Finds the allocation that contains `ptr` (own devices only); 107000 if none does.
    pub mem_range: unsafe extern "C" fn(ptr: *const c_void, range: *mut MemRange) -> i32,

    /// Creates a stream on a device.
    pub stream_create: unsafe extern "C" fn(device: i32, stream: *mut StreamRef) -> i32,
    /// Takes a reference to the stream behind an `aclrtStream` (NULL: default stream of the current context).
    pub stream_from_acl: unsafe extern "C" fn(acl_stream: *mut c_void, stream: *mut StreamRef) -> i32,
    /// The `aclrtStream` of a reference.
    pub stream_to_acl: unsafe extern "C" fn(stream: StreamRef) -> *mut c_void,
    /// Drops a reference. The last reference to a stream made by `stream_create` lets queued work finish, then frees it.
    pub stream_release: unsafe extern "C" fn(stream: StreamRef),
    /// Appends `n` tasks in order, as one unit. Cheap tasks at the head of an idle stream run in the caller before
    /// the call returns. Never blocks on another task; allocates only when the queue must grow.
    /// Returns 107017-family codes for a destroyed stream and the sticky error of a failed one.
    pub submit: unsafe extern "C" fn(stream: StreamRef, tasks: *const Task, n: u32) -> i32,
    /// Waits until all work submitted before the call is done; -1 ms for ever. Returns the stream's first error.
    pub stream_sync: unsafe extern "C" fn(stream: StreamRef, timeout_ms: i64) -> i32,
    /// Number of tasks submitted and not finished.
    pub stream_pending: unsafe extern "C" fn(stream: StreamRef) -> u64,
    /// First error of the stream and its text (NUL terminated, cut at `cap`), without clearing it; 0 if none.
    pub stream_error: unsafe extern "C" fn(stream: StreamRef, text: *mut c_char, cap: usize) -> i32,
    /// Fails the stream with `code` and `text`: queued tasks are skipped, a blocked wait ends, syncs return `code`.
    pub stream_abort: unsafe extern "C" fn(stream: StreamRef, code: i32, text: *const c_char) -> i32,
    /// Clears the sticky error so that the stream can be used again.
    pub stream_clear_error: unsafe extern "C" fn(stream: StreamRef) -> i32,

    /// Allocates `n` notifies with consecutive ids, cleared. 207009 when the device has no more.
    pub notify_alloc: unsafe extern "C" fn(device: i32, n: u32, first: *mut *mut Notify) -> i32,
    /// Frees `n` notifies from `first` on.
    pub notify_free: unsafe extern "C" fn(first: *mut Notify, n: u32) -> i32,
    /// Address of notify `id` of a device of this process; 107000 if it is not allocated.
    pub notify_by_id: unsafe extern "C" fn(device: i32, id: u32, notify: *mut *mut Notify) -> i32,
    /// Records a notify now, from the calling thread, outside any stream.
    pub notify_record: unsafe extern "C" fn(notify: *mut Notify) -> i32,
    /// Waits for a notify in the calling thread and clears it. `timeout_ns` 0: for ever. Ends with 107023 when
    /// `*abort` becomes non-zero (may be NULL), with 107019 on time-out. Runs ready streams meanwhile.
    pub notify_wait:
        unsafe extern "C" fn(notify: *mut Notify, timeout_ns: u64, abort: *const AtomicU32) -> i32,

    /// Sets the function that explains failed tasks whose `tag` is not 0.
    pub set_describer: unsafe extern "C" fn(describe: Option<DescribeFn>),
    /// Makes `text` the newest error message of the calling thread (aclGetRecentErrMsg).
    pub set_error_text: unsafe extern "C" fn(text: *const c_char),
    /// 1 if the calling thread runs an AICPU kernel, else 0.
    pub in_kernel: unsafe extern "C" fn() -> i32,
    /// Runs ready work of this process on the calling thread until there is none; returns the tasks run.
    /// For threads that must wait for something else in a loop.
    pub progress: unsafe extern "C" fn() -> u64,

    /// Takes the turn of a stream that is idle, not failed and not captured: 1. The caller then does short,
    /// non-blocking work of its own in stream order and must call `stream_leave` on the same thread. 0: the turn is
    /// not free; use `submit`. Costs one atomic exchange; allocates and logs nothing.
    pub stream_enter: unsafe extern "C" fn(stream: StreamRef) -> i32,
    /// Gives the turn back; what the caller wrote is visible to later tasks of the stream. Starts work that was
    /// submitted meanwhile.
    pub stream_leave: unsafe extern "C" fn(stream: StreamRef),

    /// Where the device memory that lies at `ptr` lies in the slot of its device, which peers map: `ptr` itself, or for
    /// physical memory that the program mapped elsewhere (aclrtMapMem) the address of its first place. `bytes` receives
    /// how many bytes follow there. 107000 if `ptr` is in no memory of a device of this process.
    pub mem_resolve: unsafe extern "C" fn(ptr: *const c_void, address: *mut u64, bytes: *mut u64) -> i32,
    /// Ends `n` notifies of this process's devices from `first` on: waits of streams that find no record, those under
    /// way and those that come later, fail with 107023, until the notifies are allocated anew.
    pub notify_end: unsafe extern "C" fn(first: *mut Notify, n: u32) -> i32,
    /// Sets the function that is called after every kernel, on the thread that ran it.
    pub set_kernel_hook: unsafe extern "C" fn(ended: Option<KernelEndFn>),

    /// Sets the function that threads which wait call while they spin, and before they sleep; None: there is none,
    /// and waits cost nothing more. It may still be called for a moment after it was replaced.
    pub set_poller: unsafe extern "C" fn(poll: Option<PollFn>),
    /// Like `notify_record`, but streams of this process that become ready do not run before the calling thread calls
    /// `settle`, which it must: for callers that hold something a task might want.
    pub notify_record_later: unsafe extern "C" fn(notify: *mut Notify) -> i32,
    /// Runs, or hands on, what `notify_record_later` left on the calling thread.
    pub settle: unsafe extern "C" fn(),
}

impl NpuExt {
    /// True if a table found through [`ENTRY_SYMBOL`] follows this version of the contract.
    pub fn usable(&self) -> bool {
        self.magic == MAGIC && self.version == VERSION && self.size as usize >= core::mem::size_of::<Self>()
    }
}

const _: () = assert!(core::mem::size_of::<Task>() == 64);
const _: () = assert!(core::mem::size_of::<Notify>() == 64);
const _: () = assert!(core::mem::size_of::<DeviceInfo>() == 48);
