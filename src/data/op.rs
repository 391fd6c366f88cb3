//! The operations: what the functions of `hcomm_primitives.h` do.
//!
//! Functions with a thread append to its queue; those named `…_now` act in the caller. A thread runs its tasks in order,
//! and what it wrote before it records a notify is visible to whoever waits for that notify. On mapped memory copies and
//! reductions are complete when their task is, so fences and drains have nothing to wait for. On a link (see
//! [`super::link`]) a read is complete when its task is, a write when the peer has drained or been notified.
//!
//! Arguments are checked in the order of the C interface: local pointers, reduction, thread, channel, remote range,
//! notify. Local addresses are addresses of this process, remote ones what the memory list of the channel gives.

use std::time::Duration;

use hcomm_abi::{
    EnumArg, HcommBatchTransferDesc, HcommTransferType,
    anon_HcommBatchTransferDesc_transferInfo_writeWithNotify,
};
use hcomm_base::slab::Pinned;
use hcomm_base::{Code, Error, Result, bail, err};
use npu_ext::{Notify, Task, op};

use super::batch;
use super::channel::{self, Count, Open, Shell as Channel};
use super::explain::RUNTIME_NOTIFY;
use super::link::{self, Share};
use super::thread::{self, Shell as Thread, THREADS};
use super::vm;
use super::wait::{self, Timeout};
use crate::driver::{self, Driver};
use crate::handle::{ChannelHandle, ThreadHandle};
use crate::transport::{self, Kind, Post, Posted};

/// Work of up to this many bytes is done by the caller when the queue is idle: handing it to another thread takes about
/// as long.
pub(super) const SHORT: u64 = 1 << 20;

/// Bytes that no object in memory has more of.
const LONGEST: u64 = isize::MAX as u64;

/// Tasks that are built on the stack of the caller and handed over together.
const CHUNK: usize = 128;

/// Value of a channel in tasks without one.
const NO_CHANNEL: ChannelHandle = 0;

/// A reduction that was found to exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduction {
    dtype: u32,
    op: u32,
    size: u64,
}

impl Reduction {
    /// Checks numbers of `HcommDataType` and `HcommReduceOp`; an unsupported pair is PARA.
    #[inline]
    pub fn new(dtype: i32, reduce_op: i32) -> Result<Reduction> {
        let (dtype, op) = (dtype as u32, reduce_op as u32);
        match hcomm_kernels::size_of(dtype) {
            Some(size) if hcomm_kernels::supported(dtype, op) => {
                Ok(Reduction { dtype, op, size: size as u64 })
            }
            _ => Err(no_reduction(dtype, op)),
        }
    }

    /// Numbers of the type and the operation.
    #[inline]
    pub(super) fn parts(self) -> (u32, u32) {
        (self.dtype, self.op)
    }

    /// Bytes of an element.
    #[inline]
    pub(super) fn size(self) -> u64 {
        self.size
    }

    /// Both as one number of 12 bits, not 0, for fields of tasks.
    pub(super) fn number(self) -> u32 {
        Self::number_of(self.dtype, self.op)
    }

    /// [`Reduction::number`] of checked parts.
    pub(super) fn number_of(dtype: u32, op: u32) -> u32 {
        1 << 11 | (op & 7) << 8 | dtype & 0xff
    }

    /// The reduction whose [`Reduction::number`] the low bits of `number` are; `None` for 0.
    pub(super) fn of_number(number: u32) -> Option<Reduction> {
        let (dtype, op) = (number & 0xff, number >> 8 & 7);
        let size = hcomm_kernels::size_of(dtype)? as u64;
        (number >> 11 & 1 == 1).then_some(Reduction { dtype, op, size })
    }

    /// `dst[i] = dst[i] op src[i]` for `count` elements.
    ///
    /// # Safety
    /// Both operands are valid memory of this process and nobody else writes them meanwhile.
    #[inline]
    pub(super) unsafe fn run(self, dst: *mut u8, src: *const u8, count: u64) {
        // SAFETY: the caller's promise.
        let known = unsafe { hcomm_kernels::reduce(dst, src, count as usize, self.dtype, self.op) };
        debug_assert!(known, "Reduction::new checked the pair");
    }
}

#[cold]
fn no_reduction(dtype: u32, reduce_op: u32) -> Error {
    Error::new(
        Code::PARA,
        format!(
            "data type {} cannot be combined with operation {}: use an integer, FP16, BFP16, FP32 or FP64 type with SUM, \
             PROD, MAX or MIN",
            dtype as i32, reduce_op as i32
        ),
    )
}

/// What happens to memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    pub(super) dst: u64,
    pub(super) src: u64,
    /// Bytes of a copy, elements of a reduction.
    pub(super) n: u64,
    pub(super) reduction: Option<Reduction>,
}

impl Work {
    const NOTHING: Work = Work { dst: 0, src: 0, n: 0, reduction: None };

    #[inline]
    fn copy(dst: *mut u8, src: *const u8, len: u64) -> Work {
        Work { dst: dst as u64, src: src as u64, n: len, reduction: None }
    }

    #[inline]
    fn reduce(dst: *mut u8, src: *const u8, count: u64, reduction: Reduction) -> Work {
        Work { dst: dst as u64, src: src as u64, n: count, reduction: Some(reduction) }
    }

    /// Bytes of each operand, `u64::MAX` if they would not fit into memory.
    #[inline]
    pub(super) fn bytes(&self) -> u64 {
        match &self.reduction {
            None => self.n,
            Some(reduction) => self.n.saturating_mul(reduction.size),
        }
    }

    #[inline]
    fn task(&self, thread: ThreadHandle, channel: ChannelHandle) -> Task {
        let (op, aux) = match self.reduction {
            None => (op::COPY, 0),
            Some(reduction) => (op::REDUCE, reduction.op << 16 | reduction.dtype),
        };
        Task { op, aux, a: self.dst, b: self.src, n: self.n, tag: thread, c: channel, ..Task::NOP }
    }

    /// # Safety
    /// Both operands are valid memory of this process and nobody else writes them meanwhile.
    #[inline]
    unsafe fn run(&self) {
        let (dst, src) = (self.dst as *mut u8, self.src as *const u8);
        match self.reduction {
            // SAFETY: the caller's promise.
            None => unsafe { hcomm_kernels::copy(dst, src, self.n as usize) },
            // SAFETY: the caller's promise.
            Some(reduction) => unsafe { reduction.run(dst, src, self.n) },
        }
    }
}

/// A notify to record: its address and, for texts, its index.
#[derive(Clone, Copy, Debug)]
struct Signal {
    addr: u64,
    index: u64,
    /// Thread that the notify belongs to, 0: none.
    owner: ThreadHandle,
}

impl Signal {
    /// A notify of the peer of a channel.
    #[inline]
    fn remote(addr: u64, index: u32) -> Signal {
        Signal { addr, index: u64::from(index), owner: 0 }
    }

    #[inline]
    fn task(&self, thread: ThreadHandle, channel: ChannelHandle) -> Task {
        let (op, a, d, e) = (op::NOTIFY_RECORD, self.addr, self.index, self.owner);
        Task { op, a, tag: thread, c: channel, d, e, ..Task::NOP }
    }
}

/// A thread while the caller uses it.
struct Queue {
    shell: &'static Thread,
    handle: ThreadHandle,
    driver: &'static Driver,
    way: Way,
}

/// How tasks get to the stream.
enum Way {
    /// At once; the pin keeps the stream.
    Direct(#[expect(dead_code, reason = "held until the queue is dropped")] Pinned<'static, Thread>),
    /// Through the batch that the caller has open.
    Batch(batch::Open),
}

impl Queue {
    #[inline(always)]
    fn open(handle: ThreadHandle) -> Result<Queue> {
        let found = match batch::open() {
            None => THREADS.pin(handle).map(|pin| (pin.shell(), Way::Direct(pin))),
            Some(batch) => THREADS.get(handle).map(|shell| (shell, Way::Batch(batch))),
        };
        match (found, driver::current()) {
            (Some((shell, way)), Some(driver)) => Ok(Queue { shell, handle, driver, way }),
            _ => Err(THREADS.refuse(Code::PTR, handle)),
        }
    }

    /// Does `work`, then records `signal`, in queue order.
    ///
    /// # Safety
    /// As [`Work::run`], until the task is done.
    #[inline(always)]
    unsafe fn run(&self, channel: ChannelHandle, work: Work, signal: Option<Signal>) -> Result {
        let bytes = work.bytes();
        if bytes <= SHORT && self.enter() {
            // SAFETY: the caller's promise.
            unsafe { work.run() };
            let result = signal.map_or(0, |signal| self.record(&signal));
            self.leave();
            return if result == 0 { Ok(()) } else { Err(self.shell.submit_error(self.driver, result)) };
        }
        if let Way::Batch(batch) = self.way
            && bytes <= LONGEST
        {
            return self.collect(batch, channel, work, signal);
        }
        // SAFETY: the caller's promise.
        unsafe { self.queue(channel, work, signal) }
    }

    /// Adds `work` and `signal` to the open batch.
    #[inline(always)]
    fn collect(
        &self,
        batch: batch::Open,
        channel: ChannelHandle,
        work: Work,
        signal: Option<Signal>,
    ) -> Result {
        self.check()?;
        if work.n != 0 {
            batch.push(work.task(self.handle, channel));
        }
        if let Some(signal) = signal {
            batch.push(signal.task(self.handle, channel));
        }
        Ok(())
    }

    /// Appends tasks for `work` and `signal` to the stream.
    ///
    /// # Safety
    /// As [`Work::run`], until the task is done.
    #[cold]
    #[inline(never)]
    unsafe fn queue(&self, channel: ChannelHandle, work: Work, signal: Option<Signal>) -> Result {
        if work.bytes() > LONGEST {
            bail!(PARA, "{} is more than an address space holds", work.n);
        }
        let mut tasks = Tasks::<2>::new();
        if work.n != 0 {
            tasks.push(work.task(self.handle, channel));
        }
        if let Some(signal) = &signal {
            tasks.push(signal.task(self.handle, channel));
        }
        // SAFETY: the caller's promise.
        unsafe { self.append(tasks.filled()) }
    }

    /// Takes the turn of the queue if it is idle, takes work, and the caller does not collect a batch.
    #[inline(always)]
    fn enter(&self) -> bool {
        matches!(self.way, Way::Direct(_))
            && !self.shell.is_stopped()
            // SAFETY: usable table; the stream lives while the shell is pinned.
            && unsafe { (self.driver.ext().stream_enter)(self.shell.stream().0) } == 1
    }

    /// [`Queue::enter`] after the channel was looked at: fails if it has ended since.
    #[inline(always)]
    fn enter_on(&self, channel: ChannelHandle) -> Result<bool> {
        channel::recheck(channel)?;
        Ok(self.enter())
    }

    #[inline]
    fn leave(&self) {
        // SAFETY: usable table; the stream lives while the shell is pinned, and `enter` took its turn.
        unsafe { (self.driver.ext().stream_leave)(self.shell.stream().0) }
    }

    #[inline]
    fn record(&self, signal: &Signal) -> i32 {
        // SAFETY: usable table; the address is that of a notify in mapped memory.
        unsafe { (self.driver.ext().notify_record)(signal.addr as *mut Notify) }
    }

    /// # Safety
    /// Addresses in the tasks must stay valid until the tasks are done.
    unsafe fn append(&self, tasks: &[Task]) -> Result {
        if tasks.is_empty() {
            return self.check();
        }
        if let Way::Batch(batch) = self.way {
            self.check()?;
            tasks.iter().for_each(|task| batch.push(*task));
            return Ok(());
        }
        // SAFETY: the caller's promise.
        unsafe { self.shell.submit(self.driver, tasks) }
    }

    /// Fails if the thread does not take work.
    #[inline]
    fn check(&self) -> Result {
        if self.shell.is_stopped() { Err(self.refusal()) } else { Ok(()) }
    }

    #[cold]
    fn refusal(&self) -> Error {
        match THREADS.pin(self.handle) {
            None => THREADS.refuse(Code::PTR, self.handle),
            Some(shell) => shell.refusal(self.driver).unwrap_or_else(|| {
                Error::new(Code::SUSPENDING, "the thread was resumed meanwhile: repeat the call")
            }),
        }
    }

    /// Gives an operation on a link to the stream.
    ///
    /// # Safety
    /// As [`Work::run`], until the answer has come.
    #[cold]
    #[inline(never)]
    unsafe fn request(&self, channel: ChannelHandle, request: &Post) -> Result {
        self.check()?;
        let task = link::task(request, self.handle, channel);
        match self.way {
            Way::Batch(batch) => {
                batch.push_request(task, self.shell.answer(self.driver)?);
                Ok(())
            }
            // It has no operand that anybody could wait for.
            // SAFETY: the caller's promise.
            Way::Direct(_) if request.kind == Kind::Record => unsafe { self.append(&[task]) },
            Way::Direct(_) => {
                let tasks = self.shell.answer(self.driver)?.to(task);
                // SAFETY: the caller's promise.
                unsafe { self.append(&tasks) }
            }
        }
    }

    fn wait(&self, notify: u64, channel: ChannelHandle, index: u64, timeout: Timeout) -> Result {
        let n = timeout.nanos(self.shell.exec_timeout(), || self.driver.in_kernel());
        let task =
            Task { op: op::NOTIFY_WAIT, a: notify, n, tag: self.handle, c: channel, d: index, ..Task::NOP };
        // SAFETY: the address is that of a notify in memory that stays mapped.
        unsafe { self.append(&[task]) }
    }
}

/// Up to `N` tasks on the stack.
struct Tasks<const N: usize> {
    tasks: [std::mem::MaybeUninit<Task>; N],
    len: usize,
}

impl<const N: usize> Tasks<N> {
    #[inline]
    fn new() -> Self {
        Tasks { tasks: [const { std::mem::MaybeUninit::uninit() }; N], len: 0 }
    }

    #[inline]
    fn push(&mut self, task: Task) {
        self.tasks[self.len].write(task);
        self.len += 1;
    }

    #[inline]
    fn last_mut(&mut self) -> Option<&mut Task> {
        let last = self.len.checked_sub(1)?;
        // SAFETY: `push` wrote the first `len` elements, in order.
        Some(unsafe { self.tasks[last].assume_init_mut() })
    }

    #[inline]
    fn room(&self) -> usize {
        N - self.len
    }

    #[inline]
    fn filled(&self) -> &[Task] {
        // SAFETY: `push` wrote the first `len` elements, in order.
        unsafe { std::slice::from_raw_parts(self.tasks.as_ptr().cast(), self.len) }
    }
}

#[cold]
fn null(name: &str) -> Error {
    Error::new(Code::PTR, format!("{name} is NULL"))
}

#[inline]
fn pointers(dst: *mut u8, src: *const u8) -> Result {
    if dst.is_null() {
        return Err(null("dst"));
    }
    if src.is_null() {
        return Err(null("src"));
    }
    Ok(())
}

/// Fails if the length can only be a mistake: carried out, it would fill the memory of the machine.
#[inline]
fn plausible(len: u64) -> Result {
    if len <= npu_ext::SLOT_STRIDE {
        return Ok(());
    }
    Err(err!(PARA, "length {len}: no device has more than {} bytes", npu_ext::SLOT_STRIDE))
}

/// Fails unless the peer of the channel exported the range.
#[inline]
fn reach(channel: &Channel, handle: ChannelHandle, addr: u64, len: u64, code: Code) -> Result {
    if len == 0 || channel.covers(addr, len) {
        Ok(())
    } else {
        Err(channel.unreachable(code, handle, addr, len))
    }
}

/// Which operand lies at the peer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Dst,
    Src,
}

impl Side {
    #[inline]
    fn of(self, work: &Work) -> u64 {
        if self == Side::Dst { work.dst } else { work.src }
    }
}

/// Checks thread, channel, range and notify, in this order, and queues the work.
///
/// # Safety
/// As [`Work::run`], until the task is done.
#[inline(always)]
unsafe fn transfer(
    thread: ThreadHandle,
    channel: ChannelHandle,
    work: Work,
    remote: Side,
    notify: Option<u32>,
) -> Result {
    let queue = Queue::open(thread)?;
    let open = channel::open(channel)?;
    if work.n != 0 && (open.link != 0 || !open.covers(remote.of(&work), work.bytes())) {
        // SAFETY: the caller's promise.
        return unsafe { transfer_far(&queue, open, channel, work, remote, notify) };
    }
    let signal = match notify {
        None => None,
        Some(index) if open.link != 0 => return record_on(&queue, open, channel, index),
        Some(index) => Some(Signal::remote(open.remote_notify(channel, index)?, index)),
    };
    channel::recheck(channel)?;
    open.count(Count::Transfer);
    // SAFETY: the caller's promise.
    unsafe { queue.run(channel, work, signal) }
}

/// [`transfer`] to memory that is not mapped here: over a link, or of another process.
///
/// # Safety
/// As [`transfer`].
#[cold]
#[inline(never)]
unsafe fn transfer_far(
    queue: &Queue,
    open: Open,
    channel: ChannelHandle,
    work: Work,
    remote: Side,
    notify: Option<u32>,
) -> Result {
    let far = remote.of(&work);
    if open.link != 0 {
        reach(open.shell, channel, far, work.bytes(), Code::INTERNAL)?;
        notify.map_or(Ok(()), |index| open.check_remote_notify(channel, index))?;
        channel::recheck(channel)?;
        open.count(Count::Transfer);
        // SAFETY: the caller's promise.
        return unsafe { queue.request(channel, &link::request(&work, remote, notify)) };
    }
    let Some(process) = open.process_of(far, work.bytes()) else {
        return Err(open.unreachable(Code::INTERNAL, channel, far, work.bytes()));
    };
    let mut tasks = Tasks::<2>::new();
    tasks.push(vm::task(&work, remote == Side::Dst, process, queue.handle, channel));
    if let Some(index) = notify {
        tasks.push(Signal::remote(open.remote_notify(channel, index)?, index).task(queue.handle, channel));
    }
    channel::recheck(channel)?;
    open.count(Count::Transfer);
    // SAFETY: the caller's promise.
    unsafe { queue.append(tasks.filled()) }
}

/// Records notify `index` of the peer of a link, in queue order.
#[cold]
fn record_on(queue: &Queue, open: Open, channel: ChannelHandle, index: u32) -> Result {
    open.check_remote_notify(channel, index)?;
    channel::recheck(channel)?;
    open.count(Count::Record);
    let request = link::request(&Work::NOTHING, Side::Dst, Some(index));
    // SAFETY: no memory of this process is touched.
    unsafe { queue.request(channel, &request) }
}

/// A reduction, or its error; in a kernel a missing thread or channel is reported before it.
#[cold]
fn refused_reduction(error: Error, thread: ThreadHandle, channel: Option<ChannelHandle>) -> Error {
    if wait::in_kernel() {
        if let Some(Err(error)) = channel.map(channel::open) {
            return error;
        }
        if let Err(error) = Queue::open(thread) {
            return error;
        }
    }
    error
}

/// Copies `len` bytes.
///
/// # Safety
/// `src` and `dst` are valid for `len` bytes until the task is done, and nobody else writes them meanwhile.
#[inline]
pub unsafe fn local_copy(thread: ThreadHandle, dst: *mut u8, src: *const u8, len: u64) -> Result {
    pointers(dst, src)?;
    let queue = Queue::open(thread)?;
    plausible(len)?;
    let len = if std::ptr::eq(dst, src) { 0 } else { len };
    // SAFETY: the caller's promise.
    unsafe { queue.run(NO_CHANNEL, Work::copy(dst, src, len), None) }
}

/// `dst[i] = dst[i] op src[i]` for `count` elements.
///
/// # Safety
/// As [`local_copy`], for `count` elements.
pub unsafe fn local_reduce(
    thread: ThreadHandle,
    dst: *mut u8,
    src: *const u8,
    count: u64,
    reduction: Result<Reduction>,
) -> Result {
    pointers(dst, src)?;
    let reduction = reduction.map_err(|error| refused_reduction(error, thread, None))?;
    let queue = Queue::open(thread)?;
    plausible(count)?;
    // SAFETY: the caller's promise.
    unsafe { queue.run(NO_CHANNEL, Work::reduce(dst, src, count, reduction), None) }
}

/// Copies `len` bytes to the peer, then records its notify, if one is given.
///
/// # Safety
/// As [`local_copy`].
#[inline]
pub unsafe fn write(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut u8,
    src: *const u8,
    len: u64,
    notify: Option<u32>,
) -> Result {
    pointers(dst, src)?;
    // SAFETY: the caller's promise.
    unsafe { transfer(thread, channel, Work::copy(dst, src, len), Side::Dst, notify) }
}

/// Copies `len` bytes from the peer.
///
/// # Safety
/// As [`local_copy`].
#[inline]
pub unsafe fn read(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut u8,
    src: *const u8,
    len: u64,
) -> Result {
    pointers(dst, src)?;
    // SAFETY: the caller's promise.
    unsafe { transfer(thread, channel, Work::copy(dst, src, len), Side::Src, None) }
}

/// Combines `count` elements into the peer's memory, then records its notify, if one is given.
///
/// # Safety
/// As [`local_copy`], for `count` elements.
pub unsafe fn write_reduce(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut u8,
    src: *const u8,
    count: u64,
    reduction: Result<Reduction>,
    notify: Option<u32>,
) -> Result {
    pointers(dst, src)?;
    let reduction = reduction.map_err(|error| refused_reduction(error, thread, Some(channel)))?;
    // SAFETY: the caller's promise.
    unsafe { transfer(thread, channel, Work::reduce(dst, src, count, reduction), Side::Dst, notify) }
}

/// Combines `count` elements of the peer into local memory.
///
/// # Safety
/// As [`local_copy`], for `count` elements.
pub unsafe fn read_reduce(
    thread: ThreadHandle,
    channel: ChannelHandle,
    dst: *mut u8,
    src: *const u8,
    count: u64,
    reduction: Result<Reduction>,
) -> Result {
    pointers(dst, src)?;
    let reduction = reduction.map_err(|error| refused_reduction(error, thread, Some(channel)))?;
    // SAFETY: the caller's promise.
    unsafe { transfer(thread, channel, Work::reduce(dst, src, count, reduction), Side::Src, None) }
}

/// One checked entry of [`batch_transfer`].
#[derive(Clone, Copy)]
struct Entry {
    work: Work,
    remote: Side,
    /// Index of a notify to record behind it, with its address where it is mapped.
    signal: Option<Signal>,
    /// Process to whose private memory the remote operand belongs, 0: it is mapped, or the peer of a link's.
    process: i32,
}

impl Entry {
    #[inline]
    fn read(desc: &HcommBatchTransferDesc, open: Open, channel: ChannelHandle) -> Result<Entry> {
        let signal_of = |index: u32| -> Result<Signal> {
            if open.link != 0 {
                open.check_remote_notify(channel, index)?;
                return Ok(Signal::remote(0, index));
            }
            Ok(Signal::remote(open.remote_notify(channel, index)?, index))
        };
        use HcommTransferType::*;
        let Some(kind) = desc.transType.known() else { return Err(unknown_transfer(desc.transType.raw())) };
        let info = &desc.transferInfo;
        // SAFETY (all reads of the union): every member is plain data, for which any bytes are valid, and the caller of
        // the C function filled the one that `transType` names.
        let (work, remote, notify) = match kind {
            HCOMM_TRANSFER_TYPE_WRITE | HCOMM_TRANSFER_TYPE_READ => {
                // SAFETY: as above; `write` and `read` have the same layout.
                let it = unsafe { info.write };
                let remote = if kind == HCOMM_TRANSFER_TYPE_WRITE { Side::Dst } else { Side::Src };
                (Work::copy(it.dst.cast(), it.src.cast(), it.len), remote, None)
            }
            HCOMM_TRANSFER_TYPE_WRITE_REDUCE | HCOMM_TRANSFER_TYPE_READ_REDUCE => {
                // SAFETY: as above.
                let it = unsafe { info.reduce };
                pointers(it.dst.cast(), it.src.cast())?;
                let reduction = Reduction::new(it.dataType.raw(), it.reduceOp.raw())?;
                let remote = if kind == HCOMM_TRANSFER_TYPE_WRITE_REDUCE { Side::Dst } else { Side::Src };
                (Work::reduce(it.dst.cast(), it.src.cast(), it.count, reduction), remote, None)
            }
            HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY => {
                // SAFETY: as above.
                let it = unsafe { info.writeWithNotify };
                (Work::copy(it.dst.cast(), it.src.cast(), it.len), Side::Dst, Some(it.notifyIdx))
            }
            HCOMM_TRANSFER_TYPE_WRITE_REDUCE_WITH_NOTIFY => {
                // SAFETY: as above.
                let it = unsafe { info.writeReduceWithNotify };
                pointers(it.dst.cast(), it.src.cast())?;
                let reduction = Reduction::new(it.dataType.raw(), it.reduceOp.raw())?;
                (
                    Work::reduce(it.dst.cast(), it.src.cast(), it.count, reduction),
                    Side::Dst,
                    Some(it.notifyIdx),
                )
            }
            HCOMM_TRANSFER_TYPE_NOTIFY_RECORD => {
                // SAFETY: as above.
                let index = unsafe { info.notifyRecord.notifyIdx };
                let signal = Some(signal_of(index)?);
                return Ok(Entry { work: Work::NOTHING, remote: Side::Dst, signal, process: 0 });
            }
            HCOMM_TRANSFER_TYPE_INVALID => return Err(unknown_transfer(kind as i32)),
        };
        pointers(work.dst as *mut u8, work.src as *const u8)?;
        let (far, bytes) = (remote.of(&work), work.bytes());
        let process = match work.n == 0 || open.covers(far, bytes) {
            true => 0,
            false => match open.process_of(far, bytes) {
                Some(process) => process,
                None => return Err(open.unreachable(Code::INTERNAL, channel, far, bytes)),
            },
        };
        let signal = notify.map(signal_of).transpose()?;
        Ok(Entry { work, remote, signal, process })
    }

    /// What the entry asks of a link; `None`: nothing.
    fn request(&self) -> Option<Post> {
        let notify = self.signal.map(|signal| signal.index as u32);
        (self.work.n != 0 || notify.is_some()).then(|| link::request(&self.work, self.remote, notify))
    }
}

#[cold]
fn unknown_transfer(kind: i32) -> Error {
    Error::new(
        Code::NOT_SUPPORT,
        format!("transfer type {kind} does not exist: use 0 to 6 of HcommTransferType"),
    )
}

/// Numbers of the transfers of [`Simple`] batches.
const WRITE: i32 = HcommTransferType::HCOMM_TRANSFER_TYPE_WRITE as i32;
const WRITE_NOTIFY: i32 = HcommTransferType::HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY as i32;
const READ: i32 = HcommTransferType::HCOMM_TRANSFER_TYPE_READ as i32;
const RECORD: i32 = HcommTransferType::HCOMM_TRANSFER_TYPE_NOTIFY_RECORD as i32;

/// A valid batch of copies and notifies only, all in the range of the peer that was used last, with little enough data
/// for the caller: the common case, checked and done without building tasks.
struct Simple<'a> {
    descs: &'a [HcommBatchTransferDesc],
    notify_base: u64,
}

impl<'a> Simple<'a> {
    /// `None` if a batch is something else, valid or not.
    #[inline]
    fn new(descs: &'a [HcommBatchTransferDesc], shell: &Channel) -> Option<Self> {
        let (first, end) = shell.last_span()?;
        let notifies = shell.remote_notifies();
        let mut bytes = 0_u64;
        for desc in descs {
            let (kind, it) = Self::read(desc);
            if kind == RECORD {
                // The index is the first member of this kind, where the others have their length.
                if it.len as u32 >= notifies.num {
                    return None;
                }
                continue;
            }
            let (dst, src) = (it.dst as u64, it.src as u64);
            let far = match kind {
                WRITE => dst,
                READ => src,
                WRITE_NOTIFY if it.notifyIdx < notifies.num => dst,
                _ => return None,
            };
            // The length is compared before it is added, so the sums cannot wrap around.
            if dst == 0 || src == 0 || it.len > SHORT || far < first || far > end || it.len > end - far {
                return None;
            }
            bytes += it.len;
        }
        (bytes <= SHORT).then_some(Simple { descs, notify_base: notifies.addr })
    }

    /// Kind and members of an entry.
    #[inline(always)]
    fn read(
        desc: &HcommBatchTransferDesc,
    ) -> (i32, anon_HcommBatchTransferDesc_transferInfo_writeWithNotify) {
        // SAFETY: plain data, for which any bytes are valid; the other copies are a prefix of this member, and every
        // descriptor has all its 64 bytes.
        (desc.transType.raw(), unsafe { desc.transferInfo.writeWithNotify })
    }

    /// Does the work; the code of a notify that could not be recorded, else 0.
    ///
    /// # Safety
    /// As [`local_copy`], for the memory of every entry.
    #[inline]
    unsafe fn run(&self, queue: &Queue) -> i32 {
        let mut result = 0;
        for desc in self.descs {
            let (kind, it) = Self::read(desc);
            if kind != RECORD {
                // SAFETY: the caller's promise.
                unsafe { hcomm_kernels::copy(it.dst.cast(), it.src.cast(), it.len as usize) };
            }
            let index = match kind {
                WRITE_NOTIFY => it.notifyIdx,
                RECORD => it.len as u32,
                _ => continue,
            };
            let addr = self.notify_base + u64::from(index) * size_of::<Notify>() as u64;
            let code = queue.record(&Signal::remote(addr, index));
            if code != 0 {
                result = code;
            }
        }
        result
    }
}

/// A valid batch of writes, or of reads, of one length, in the range of the peer that was used last, with little enough
/// data for the caller; the last write may record a notify.
struct Uniform<'a> {
    descs: &'a [HcommBatchTransferDesc],
    len: u64,
    signal: Option<Signal>,
}

impl<'a> Uniform<'a> {
    /// `None` if a batch is something else, valid or not. One pass without branches, as checking must not cost more than
    /// copying a few bytes.
    #[inline]
    fn new(descs: &'a [HcommBatchTransferDesc], shell: &Channel) -> Option<Self> {
        let (first, end) = shell.last_span()?;
        let (tail, rest) = descs.split_last()?;
        let (kind, it) = Simple::read(tail);
        let (write, signal) = match kind {
            WRITE => (true, None),
            READ => (false, None),
            WRITE_NOTIFY => {
                let addr = shell.remote_notifies().at(it.notifyIdx)?;
                (true, Some(Signal::remote(addr, it.notifyIdx)))
            }
            _ => return None,
        };
        let len = it.len;
        if first == 0 || len.saturating_mul(descs.len() as u64) > SHORT {
            return None;
        }
        // Last offset at which `len` bytes still fit; an address below `first` becomes a larger one.
        let last = end.checked_sub(first)?.checked_sub(len)?;
        let members = |it: &anon_HcommBatchTransferDesc_transferInfo_writeWithNotify| {
            let (far, near) = if write { (it.dst, it.src) } else { (it.src, it.dst) };
            ((far as u64).wrapping_sub(first), near as u64)
        };
        let kind = if write { WRITE } else { READ };
        let (mut farthest, mut nearest) = members(&it);
        let mut different = 0;
        for desc in rest {
            let (other, it) = Simple::read(desc);
            let (far, near) = members(&it);
            different |= u64::from((other ^ kind) as u32) | (it.len ^ len);
            farthest = farthest.max(far);
            nearest = nearest.min(near);
        }
        let valid = different == 0 && farthest <= last && nearest != 0;
        valid.then_some(Uniform { descs, len, signal })
    }

    /// Does the work; the code of a notify that could not be recorded, else 0.
    ///
    /// # Safety
    /// As [`local_copy`], for the memory of every entry.
    #[inline]
    unsafe fn run(&self, queue: &Queue) -> i32 {
        let pairs = self.descs.iter().map(|desc| {
            let (_, it) = Simple::read(desc);
            (it.dst.cast::<u8>(), it.src.cast::<u8>().cast_const())
        });
        // SAFETY: the caller's promise.
        unsafe {
            if self.len == hcomm_kernels::LINE as u64 {
                hcomm_kernels::copy_lines(pairs);
            } else {
                pairs.for_each(|(dst, src)| hcomm_kernels::copy(dst, src, self.len as usize));
            }
        }
        self.signal.map_or(0, |signal| queue.record(&signal))
    }
}

/// Transfers of all kinds on one channel, in their order, as one unit; nothing starts unless every entry is valid. An
/// empty batch is PARA.
///
/// # Safety
/// As [`local_copy`], for the memory of every entry.
pub unsafe fn batch_transfer(
    thread: ThreadHandle,
    channel: ChannelHandle,
    descs: Option<&[HcommBatchTransferDesc]>,
) -> Result {
    let descs = descs.ok_or_else(|| null("transferDescs"))?;
    let open = channel::open(channel)?;
    if descs.is_empty() {
        bail!(PARA, "transferDescNum is 0: a batch has at least one entry");
    }
    let queue = Queue::open(thread)?;
    if open.link != 0 {
        // SAFETY: the caller's promise.
        return unsafe { batch_on_link(&queue, open, channel, descs) };
    }
    let shell = open.shell;
    if let Some(uniform) = Uniform::new(descs, shell)
        && queue.enter_on(channel)?
    {
        open.count(Count::Transfer);
        // SAFETY: the caller's promise.
        let code = unsafe { uniform.run(&queue) };
        queue.leave();
        return if code == 0 { Ok(()) } else { Err(queue.shell.submit_error(queue.driver, code)) };
    }
    if let Some(simple) = Simple::new(descs, shell)
        && queue.enter_on(channel)?
    {
        open.count(Count::Transfer);
        // SAFETY: the caller's promise.
        let code = unsafe { simple.run(&queue) };
        queue.leave();
        return if code == 0 { Ok(()) } else { Err(queue.shell.submit_error(queue.driver, code)) };
    }
    check_entries(descs, open, channel)?;
    channel::recheck(channel)?;
    open.count(Count::Transfer);
    let mut tasks = Tasks::<CHUNK>::new();
    for desc in descs {
        let entry = Entry::read(desc, open, channel)?;
        if tasks.room() < 2 {
            // SAFETY: the caller's promise.
            unsafe { queue.append(tasks.filled())? };
            tasks.len = 0;
        }
        if entry.process != 0 {
            tasks.push(vm::task(&entry.work, entry.remote == Side::Dst, entry.process, thread, channel));
        } else if entry.work.n != 0 {
            tasks.push(entry.work.task(thread, channel));
        }
        if let Some(signal) = entry.signal {
            tasks.push(signal.task(thread, channel));
        }
    }
    // SAFETY: the caller's promise.
    unsafe { queue.append(tasks.filled()) }
}

fn check_entries(descs: &[HcommBatchTransferDesc], open: Open, channel: ChannelHandle) -> Result {
    for (index, desc) in descs.iter().enumerate() {
        if let Err(error) = Entry::read(desc, open, channel) {
            return Err(error.context(format_args!("entry {index} of {}", descs.len())));
        }
    }
    Ok(())
}

/// [`batch_transfer`] over a link: everything is posted, then waited for once.
///
/// # Safety
/// As [`batch_transfer`].
#[cold]
#[inline(never)]
unsafe fn batch_on_link(
    queue: &Queue,
    open: Open,
    channel: ChannelHandle,
    descs: &[HcommBatchTransferDesc],
) -> Result {
    check_entries(descs, open, channel)?;
    channel::recheck(channel)?;
    queue.check()?;
    open.count(Count::Transfer);
    let answer = queue.shell.answer(queue.driver)?;
    let mut tasks = Tasks::<CHUNK>::new();
    let mut share = Share::default();
    for desc in descs {
        let Some(request) = Entry::read(desc, open, channel)?.request() else { continue };
        let task = link::task(&request, queue.handle, channel);
        if let Way::Batch(batch) = queue.way {
            batch.push_request(task, answer);
            continue;
        }
        if tasks.room() < 8 {
            // SAFETY: the caller's promise.
            unsafe { queue.append(tasks.filled())? };
            tasks.len = 0;
        }
        if share.is_full() {
            answer.to_all(queue.handle, channel).into_iter().for_each(|task| tasks.push(task));
            share = Share::default();
        }
        if share.add()
            && let Some(before) = tasks.last_mut()
        {
            link::continued(before);
        }
        tasks.push(task);
    }
    if let Way::Direct(_) = queue.way {
        answer.to_all(queue.handle, channel).into_iter().for_each(|task| tasks.push(task));
        // SAFETY: the caller's promise.
        unsafe { queue.append(tasks.filled())? };
    }
    Ok(())
}

/// Records notify `index` of the peer, after everything the thread was given before. On a channel of the CPU engine
/// thread 0 means now, from the caller, and over RoCE so does every thread that does not live.
pub fn record_channel(thread: ThreadHandle, channel: ChannelHandle, index: u32) -> Result {
    let open = channel::open(channel)?;
    if thread == 0 && open.is_cpu() || open.is_counted() && THREADS.get(thread).is_none() {
        return record_now(channel, index);
    }
    let queue = Queue::open(thread)?;
    if open.link != 0 {
        return record_on(&queue, open, channel, index);
    }
    let signal = Signal::remote(open.remote_notify(channel, index)?, index);
    channel::recheck(channel)?;
    open.count(Count::Record);
    queue.signal(channel, signal)
}

/// Lets the thread wait for notify `index` of this end of the channel. On a channel of the CPU engine thread 0 means
/// that the caller waits; over RoCE it always does, whatever the thread.
pub fn wait_channel(thread: ThreadHandle, channel: ChannelHandle, index: u32, timeout: Timeout) -> Result {
    let open = channel::open_to_wait(channel, index)?;
    if open.is_cpu() && (thread == 0 || open.is_counted()) {
        // What the caller has collected comes first, as it would on the thread.
        batch::flush();
        return wait_here(open, channel, index, timeout);
    }
    let queue = Queue::open(thread)?;
    let notify = open.local_notify(channel, index)?;
    channel::recheck(channel)?;
    open.count(Count::Wait);
    queue.wait(notify, channel, u64::from(index), timeout)
}

/// Records notify `index` of thread `owner`, after everything `thread` was given before. The threads may belong to
/// different engines and devices.
pub fn record_thread(thread: ThreadHandle, owner: ThreadHandle, index: u32) -> Result {
    let queue = Queue::open(thread)?;
    let addr = match THREADS.get(owner) {
        None => return Err(THREADS.refuse(Code::PTR, owner)),
        Some(shell) => shell.notify(index).ok_or_else(|| no_thread_notify(shell, owner, index))?,
    };
    queue.signal(NO_CHANNEL, Signal { addr, index: u64::from(index), owner })
}

/// Lets the thread wait for its own notify `index`.
pub fn wait_thread(thread: ThreadHandle, index: u32, timeout: Timeout) -> Result {
    let queue = Queue::open(thread)?;
    let notify = queue.shell.notify(index).ok_or_else(|| no_thread_notify(queue.shell, thread, index))?;
    queue.wait(notify, NO_CHANNEL, u64::from(index), timeout)
}

/// Records the notify of the runtime with this id (`aclrtGetNotifyId`) on the device of the thread.
pub fn record_runtime(thread: ThreadHandle, id: u64) -> Result {
    let queue = Queue::open(thread)?;
    let addr = runtime_notify(&queue, id)?;
    queue.signal(NO_CHANNEL, Signal { addr, index: RUNTIME_NOTIFY + id, owner: 0 })
}

/// Lets the thread wait for the notify of the runtime with this id on its device.
pub fn wait_runtime(thread: ThreadHandle, id: u64, timeout: Timeout) -> Result {
    let queue = Queue::open(thread)?;
    let addr = runtime_notify(&queue, id)?;
    queue.wait(addr, NO_CHANNEL, RUNTIME_NOTIFY + id, timeout)
}

fn runtime_notify(queue: &Queue, id: u64) -> Result<u64> {
    let device = queue.shell.device();
    match u32::try_from(id).ok().and_then(|id| queue.driver.notify_by_id(device, id)) {
        Some(addr) => Ok(addr),
        None => {
            bail!(PARA, "device {device} has no notify with id {id}: pass what aclrtGetNotifyId returned")
        }
    }
}

#[cold]
fn no_thread_notify(shell: &Thread, thread: ThreadHandle, index: u32) -> Error {
    Error::new(
        Code::PTR,
        format!(
            "notify {index} does not exist: thread {thread:#x} has {} notify(s): pass an index below that, or ask for \
             more when the thread is acquired",
            shell.notify_count()
        ),
    )
}

/// What the thread is given for the channel from now on starts after everything before it on the channel. Nothing to do
/// on queued engines: tasks run in order, and so does the peer of a link. On a channel of the CPU engine the caller
/// waits for that, thread 0 meaning [`fence_now`].
pub fn fence(thread: ThreadHandle, channel: ChannelHandle) -> Result {
    let open = channel::open(channel)?;
    if open.is_cpu() && (thread == 0 || open.link != 0) {
        if thread != 0 {
            drain(thread, channel)?;
        }
        return fence_now(channel);
    }
    Queue::open(thread)?.check()
}

/// Everything the thread was given before on the channel is complete for its later tasks, at both ends.
pub fn drain(thread: ThreadHandle, channel: ChannelHandle) -> Result {
    let open = channel::open(channel)?;
    let queue = Queue::open(thread)?;
    queue.check()?;
    if open.link == 0 {
        return Ok(());
    }
    channel::recheck(channel)?;
    let task = link::task(&Post::FENCE, queue.handle, channel);
    let tasks = queue.shell.answer(queue.driver)?.to(task);
    // SAFETY: no memory of this process is touched but the answer, which lives as long as the thread.
    unsafe { queue.append(&tasks) }
}

/// Waits until the queue of the thread is empty; hands over a batch that the caller has open first. `seconds` 0 only
/// looks. TIMEOUT if it takes longer.
pub fn join(thread: ThreadHandle, seconds: u32) -> Result {
    if thread == 0 {
        return Err(THREADS.refuse(Code::PTR, thread));
    }
    batch::flush();
    thread::sync(thread, Some(Duration::from_secs(u64::from(seconds))))
}

/// Copies to the peer in the caller, then records its notify, if one is given.
///
/// # Safety
/// As [`local_copy`], until [`fence_now`] has succeeded.
pub unsafe fn write_now(
    channel: ChannelHandle,
    dst: *mut u8,
    src: *const u8,
    len: u64,
    notify: Option<u32>,
) -> Result {
    // SAFETY: the caller's promise.
    unsafe { transfer_now(channel, Work::copy(dst, src, len), Side::Dst, notify) }
}

/// Copies from the peer in the caller.
///
/// # Safety
/// As [`write_now`].
pub unsafe fn read_now(channel: ChannelHandle, dst: *mut u8, src: *const u8, len: u64) -> Result {
    // SAFETY: the caller's promise.
    unsafe { transfer_now(channel, Work::copy(dst, src, len), Side::Src, None) }
}

/// # Safety
/// As [`write_now`].
#[inline]
unsafe fn transfer_now(channel: ChannelHandle, work: Work, remote: Side, notify: Option<u32>) -> Result {
    let open = channel::open(channel)?;
    pointers(work.dst as *mut u8, work.src as *const u8)?;
    on_host(open, channel)?;
    if open.link != 0 || work.n != 0 && !open.covers(remote.of(&work), work.n) {
        // SAFETY: the caller's promise.
        return unsafe { transfer_now_far(open, channel, work, remote, notify) };
    }
    let notify = notify.map(|index| open.remote_notify(channel, index)).transpose()?;
    channel::recheck(channel)?;
    open.count(Count::Transfer);
    // SAFETY: the caller's promise.
    unsafe { work.run() };
    notify.map_or(Ok(()), record_addr)
}

/// [`transfer_now`] to memory that is not mapped here.
///
/// # Safety
/// As [`write_now`].
#[cold]
#[inline(never)]
unsafe fn transfer_now_far(
    open: Open,
    channel: ChannelHandle,
    work: Work,
    remote: Side,
    notify: Option<u32>,
) -> Result {
    let far = remote.of(&work);
    if open.link == 0 {
        let Some(process) = open.process_of(far, work.n) else {
            return Err(open.unreachable(open.range_code(), channel, far, work.n));
        };
        let notify = notify.map(|index| open.remote_notify(channel, index)).transpose()?;
        channel::recheck(channel)?;
        open.count(Count::Transfer);
        let (local, to_peer) = if remote == Side::Dst { (work.src, true) } else { (work.dst, false) };
        // SAFETY: the caller's promise.
        unsafe { vm::work(process, local, far, work.n, None, to_peer)? };
        return notify.map_or(Ok(()), record_addr);
    }
    if work.n != 0 && !open.covers(far, work.n) {
        return Err(open.unreachable(open.range_code(), channel, far, work.n));
    }
    notify.map_or(Ok(()), |index| open.check_remote_notify(channel, index))?;
    channel::recheck(channel)?;
    if work.n == 0 && notify.is_none() {
        return Ok(());
    }
    open.count(Count::Transfer);
    let request = link::request(&work, remote, notify);
    // SAFETY: the caller's promise; nobody asks for an answer.
    match unsafe { transport::post(open.link, &request, std::ptr::null_mut()) } {
        Posted::Done | Posted::Later => Ok(()),
        Posted::Full => Err(err!(
            AGAIN,
            "the send queue of channel {channel:#x} ({}) is full: call HcommChannelFence, then repeat the call",
            open.ends()
        )),
        Posted::Failed(code) => Err(link::refused(open.link, code)),
    }
}

/// Records notify `index` of the peer from the caller.
pub fn record_now(channel: ChannelHandle, index: u32) -> Result {
    let open = channel::open(channel)?;
    on_host(open, channel)?;
    if open.link != 0 {
        open.check_remote_notify(channel, index)?;
        channel::recheck(channel)?;
        open.count(Count::Record);
        let request = link::request(&Work::NOTHING, Side::Dst, Some(index));
        // SAFETY: no memory of this process is touched, and nobody asks for an answer.
        let posted = unsafe {
            link::insist(
                open.link,
                &request,
                std::ptr::null_mut(),
                open.exec_timeout(),
                open.shell.abort_word(),
            )
        };
        return posted.map(drop);
    }
    let addr = open.remote_notify(channel, index)?;
    channel::recheck(channel)?;
    open.count(Count::Record);
    record_addr(addr)
}

/// Waits in the caller for notify `index` of this end; 0 s only looks. TIMEOUT if it takes longer; ends early when the
/// channel or its communicator fails, is suspended or destroyed.
pub fn wait_now(channel: ChannelHandle, index: u32, seconds: u32) -> Result {
    let open = channel::open_to_wait(channel, index)?;
    if !open.is_host() {
        return Err(device_engine(channel));
    }
    wait_here(open, channel, index, Timeout::Seconds(seconds))
}

fn wait_here(open: Open, channel: ChannelHandle, index: u32, timeout: Timeout) -> Result {
    let (shell, link) = (channel::hold(channel)?, open.link);
    let notify = shell.local_notify(channel, index)?;
    shell.count(Count::Wait);
    let driver = driver::get()?;
    let timeout = match timeout {
        // Only looks, unlike a queued wait.
        Timeout::Seconds(seconds) => Some(Duration::from_secs(u64::from(seconds))),
        Timeout::Default => match timeout.nanos(shell.exec_timeout(), || driver.in_kernel()) {
            0 => None,
            nanos => Some(Duration::from_nanos(nanos)),
        },
    };
    if link != 0 {
        // What has arrived is there for those who only look.
        transport::poll();
    }
    // SAFETY: the notify lies in memory that stays mapped, and the channel owns it while it is held.
    let result = unsafe { driver.notify_wait(notify, timeout, Some(shell.abort_word())) };
    if result.is_ok() && link != 0 && shell.is_counted() {
        transport::consumed(link, index);
    }
    result.map_err(|error| match error.code {
        Code::TIMEOUT => {
            let (ends, seconds) = (shell.ends(), timeout.unwrap_or_default().as_secs());
            let peer = ends.peer();
            err!(
                TIMEOUT,
                "waited {seconds} s for notify {index} of channel {channel:#x} ({ends}), which {peer} did not record: \
                 check that {peer} runs and records this index, or allow more time ({})",
                channel::history(channel)
            )
        }
        Code::SUSPENDING => channel::stopped(channel),
        _ => error,
    })
}

/// Completes everything that was started on the channel from the calling thread. On mapped memory nothing is
/// outstanding, as operations of the caller are complete when they return; over a link it waits, at most the execution
/// time-out.
pub fn fence_now(channel: ChannelHandle) -> Result {
    let open = channel::open(channel)?;
    on_host(open, channel)?;
    if open.link != 0 {
        let shell = channel::hold(channel)?;
        let timeout = match shell.exec_timeout() {
            0 => None,
            seconds => Some(Duration::from_secs(seconds)),
        };
        return transport::flush(open.link, timeout, Some(shell.abort_word())).map_err(|error| {
            match error.code {
                Code::SUSPENDING => channel::stopped(channel),
                Code::TIMEOUT => error.context(format_args!(
                    "channel {channel:#x} ({}); {}",
                    shell.ends(),
                    channel::history(channel)
                )),
                _ => error,
            }
        });
    }
    std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
    Ok(())
}

/// Fails on a channel of a device's engine, which the caller cannot drive itself, and on a stopped one.
#[inline]
fn on_host(open: Open, handle: ChannelHandle) -> Result {
    if !open.is_host() {
        return Err(device_engine(handle));
    }
    if open.abort_word().load(std::sync::atomic::Ordering::Acquire) != 0 {
        return Err(channel::stopped(handle));
    }
    Ok(())
}

#[cold]
fn device_engine(handle: ChannelHandle) -> Error {
    err!(
        NOT_SUPPORT,
        "channel {handle:#x} belongs to an engine of the device, which the caller cannot drive: use the functions \
         ...OnThread, or acquire the channel for COMM_ENGINE_CPU"
    )
}

fn record_addr(addr: u64) -> Result {
    // SAFETY: the address is that of a notify in memory that stays mapped.
    unsafe { driver::get()?.notify_record(addr) }
}

impl Queue {
    fn signal(&self, channel: ChannelHandle, signal: Signal) -> Result {
        // SAFETY: no memory is touched but the notify, which stays mapped.
        unsafe { self.run(channel, Work::NOTHING, Some(signal)) }
    }
}
