//! The operations: what the functions of `hcomm_primitives.h` do.
//!
//! Functions with a thread append to its queue; those named `…_now` act in the caller. A thread runs its tasks in order,
//! and what it wrote before it records a notify is visible to whoever waits for that notify. Copies and reductions are
//! complete when their task is, so fences and drains have nothing to wait for.
//!
//! Arguments are checked in the order of the C interface: local pointers, reduction, thread, channel, remote range,
//! notify. All addresses are addresses of this process.

use std::time::Duration;

use hcomm_abi::{
    EnumArg, HcommBatchTransferDesc, HcommTransferType,
    anon_HcommBatchTransferDesc_transferInfo_writeWithNotify,
};
use hcomm_base::slab::Pinned;
use hcomm_base::{Code, Error, Result, bail, err};
use npu_ext::{Notify, Task, op};

use super::batch;
use super::channel::{self, Shell as Channel};
use super::explain::RUNTIME_NOTIFY;
use super::thread::{self, Shell as Thread, THREADS};
use super::wait::{self, Timeout};
use crate::driver::{self, Driver};
use crate::handle::{ChannelHandle, ThreadHandle};

/// Work of up to this many bytes is done by the caller when the queue is idle: handing it to another thread takes about
/// as long.
const SHORT: u64 = 1 << 20;

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
struct Work {
    dst: u64,
    src: u64,
    /// Bytes of a copy, elements of a reduction.
    n: u64,
    reduction: Option<Reduction>,
}

impl Work {
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
    fn bytes(&self) -> u64 {
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
        let (dst, src, n) = (self.dst as *mut u8, self.src as *const u8, self.n as usize);
        match self.reduction {
            // SAFETY: the caller's promise.
            None => unsafe { hcomm_kernels::copy(dst, src, n) },
            Some(Reduction { dtype, op, .. }) => {
                // SAFETY: the caller's promise.
                let known = unsafe { hcomm_kernels::reduce(dst, src, n, dtype, op) };
                debug_assert!(known, "Reduction::new checked the pair");
            }
        }
    }
}

/// A notify to record: its address and, for texts, its index.
#[derive(Clone, Copy, Debug)]
struct Signal {
    addr: u64,
    index: u64,
}

impl Signal {
    #[inline]
    fn task(&self, thread: ThreadHandle, channel: ChannelHandle) -> Task {
        Task { op: op::NOTIFY_RECORD, a: self.addr, tag: thread, c: channel, d: self.index, ..Task::NOP }
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
enum Side {
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
    let shell = channel::open(channel)?;
    reach(shell, channel, remote.of(&work), work.bytes(), Code::INTERNAL)?;
    let signal = match notify {
        None => None,
        Some(index) => Some(Signal { addr: shell.remote_notify(channel, index)?, index: u64::from(index) }),
    };
    // SAFETY: the caller's promise.
    unsafe { queue.run(channel, work, signal) }
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
    signal: Option<Signal>,
}

impl Entry {
    #[inline]
    fn read(desc: &HcommBatchTransferDesc, shell: &Channel, channel: ChannelHandle) -> Result<Entry> {
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
                let signal = Signal { addr: shell.remote_notify(channel, index)?, index: u64::from(index) };
                let nothing = Work { dst: 0, src: 0, n: 0, reduction: None };
                return Ok(Entry { work: nothing, signal: Some(signal) });
            }
            HCOMM_TRANSFER_TYPE_INVALID => return Err(unknown_transfer(kind as i32)),
        };
        pointers(work.dst as *mut u8, work.src as *const u8)?;
        reach(shell, channel, remote.of(&work), work.bytes(), Code::INTERNAL)?;
        let signal = match notify {
            None => None,
            Some(index) => {
                Some(Signal { addr: shell.remote_notify(channel, index)?, index: u64::from(index) })
            }
        };
        Ok(Entry { work, signal })
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
            let code = queue.record(&Signal { addr, index: u64::from(index) });
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
                (true, Some(Signal { addr, index: u64::from(it.notifyIdx) }))
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
    let shell = channel::open(channel)?;
    if descs.is_empty() {
        bail!(PARA, "transferDescNum is 0: a batch has at least one entry");
    }
    let queue = Queue::open(thread)?;
    if let Some(uniform) = Uniform::new(descs, shell)
        && queue.enter()
    {
        // SAFETY: the caller's promise.
        let code = unsafe { uniform.run(&queue) };
        queue.leave();
        return if code == 0 { Ok(()) } else { Err(queue.shell.submit_error(queue.driver, code)) };
    }
    if let Some(simple) = Simple::new(descs, shell)
        && queue.enter()
    {
        // SAFETY: the caller's promise.
        let code = unsafe { simple.run(&queue) };
        queue.leave();
        return if code == 0 { Ok(()) } else { Err(queue.shell.submit_error(queue.driver, code)) };
    }
    for (index, desc) in descs.iter().enumerate() {
        if let Err(error) = Entry::read(desc, shell, channel) {
            return Err(error.context(format_args!("entry {index} of {}", descs.len())));
        }
    }
    let mut tasks = Tasks::<CHUNK>::new();
    for desc in descs {
        let entry = Entry::read(desc, shell, channel)?;
        if tasks.room() < 2 {
            // SAFETY: the caller's promise.
            unsafe { queue.append(tasks.filled())? };
            tasks.len = 0;
        }
        if entry.work.n != 0 {
            tasks.push(entry.work.task(thread, channel));
        }
        if let Some(signal) = entry.signal {
            tasks.push(signal.task(thread, channel));
        }
    }
    // SAFETY: the caller's promise.
    unsafe { queue.append(tasks.filled()) }
}

/// Records notify `index` of the peer, after everything the thread was given before. On a channel of the CPU engine
/// thread 0 means now, from the caller.
pub fn record_channel(thread: ThreadHandle, channel: ChannelHandle, index: u32) -> Result {
    let shell = channel::open(channel)?;
    if thread == 0 && shell.is_cpu() {
        return record_now(channel, index);
    }
    let queue = Queue::open(thread)?;
    let signal = Signal { addr: shell.remote_notify(channel, index)?, index: u64::from(index) };
    queue.signal(channel, signal)
}

/// Lets the thread wait for notify `index` of this end of the channel. On a channel of the CPU engine thread 0 means
/// that the caller waits.
pub fn wait_channel(thread: ThreadHandle, channel: ChannelHandle, index: u32, timeout: Timeout) -> Result {
    let shell = channel::open(channel)?;
    if let (0, true, Timeout::Seconds(seconds)) = (thread, shell.is_cpu(), timeout) {
        return wait_now(channel, index, seconds);
    }
    let queue = Queue::open(thread)?;
    let notify = shell.local_notify(channel, index)?;
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
    queue.signal(NO_CHANNEL, Signal { addr, index: u64::from(index) })
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
    queue.signal(NO_CHANNEL, Signal { addr, index: RUNTIME_NOTIFY + id })
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

/// Everything the thread was given before is complete for its later tasks: nothing to do, as tasks run in order. On a
/// channel of the CPU engine thread 0 means [`fence_now`].
pub fn fence(thread: ThreadHandle, channel: ChannelHandle) -> Result {
    if thread == 0 && channel::open(channel)?.is_cpu() {
        return fence_now(channel);
    }
    channel::open(channel)?;
    Queue::open(thread)?.check()
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

/// Copies to the peer in the caller, then records its notify, if one is given. An unknown range is NOT_FOUND.
///
/// # Safety
/// As [`local_copy`], during the call.
pub unsafe fn write_now(
    channel: ChannelHandle,
    dst: *mut u8,
    src: *const u8,
    len: u64,
    notify: Option<u32>,
) -> Result {
    let shell = usable(channel)?;
    pointers(dst, src)?;
    reach(shell, channel, dst as u64, len, Code::NOT_FOUND)?;
    let notify = notify.map(|index| shell.remote_notify(channel, index)).transpose()?;
    // SAFETY: the caller's promise.
    unsafe { Work::copy(dst, src, len).run() };
    notify.map_or(Ok(()), record_addr)
}

/// Copies from the peer in the caller. An unknown range is NOT_FOUND.
///
/// # Safety
/// As [`local_copy`], during the call.
pub unsafe fn read_now(channel: ChannelHandle, dst: *mut u8, src: *const u8, len: u64) -> Result {
    let shell = usable(channel)?;
    pointers(dst, src)?;
    reach(shell, channel, src as u64, len, Code::NOT_FOUND)?;
    // SAFETY: the caller's promise.
    unsafe { Work::copy(dst, src, len).run() };
    Ok(())
}

/// Records notify `index` of the peer from the caller.
pub fn record_now(channel: ChannelHandle, index: u32) -> Result {
    record_addr(usable(channel)?.remote_notify(channel, index)?)
}

/// Waits in the caller for notify `index` of this end; 0 s only looks. TIMEOUT if it takes longer; ends early when the
/// channel or its communicator fails, is suspended or destroyed.
pub fn wait_now(channel: ChannelHandle, index: u32, seconds: u32) -> Result {
    usable(channel)?;
    let shell = channel::hold(channel)?;
    let notify = shell.local_notify(channel, index)?;
    let driver = driver::get()?;
    let timeout = Duration::from_secs(u64::from(seconds));
    // SAFETY: the notify lies in memory that stays mapped, and the channel owns it while it is held.
    let result = unsafe { driver.notify_wait(notify, Some(timeout), Some(shell.abort_word())) };
    result.map_err(|error| match error.code {
        Code::TIMEOUT => {
            let (local, remote) = shell.ranks();
            Error::new(
                Code::TIMEOUT,
                format!(
                    "waited {seconds} s for notify {index} of channel {channel:#x} (local rank {local}, remote rank \
                     {remote}), which rank {remote} did not record: check that rank {remote} runs and records this \
                     index, or allow more time"
                ),
            )
        }
        Code::SUSPENDING => channel::stopped(channel),
        _ => error,
    })
}

/// Completes everything that was started on the channel from the calling thread: nothing is outstanding, as operations of
/// the caller are complete when they return.
pub fn fence_now(channel: ChannelHandle) -> Result {
    usable(channel)?;
    std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
    Ok(())
}

/// An open channel that is not stopped.
fn usable(handle: ChannelHandle) -> Result<&'static Channel> {
    let shell = channel::open(handle)?;
    if shell.abort_word().load(std::sync::atomic::Ordering::Acquire) != 0 {
        return Err(channel::stopped(handle));
    }
    Ok(shell)
}

fn record_addr(addr: u64) -> Result {
    // SAFETY: the address is that of a notify in memory that stays mapped.
    unsafe { driver::get()?.notify_record(addr) }
}

impl Queue {
    fn signal(&self, channel: ChannelHandle, signal: Signal) -> Result {
        let nothing = Work { dst: 0, src: 0, n: 0, reduction: None };
        // SAFETY: no memory is touched but the notify, which stays mapped.
        unsafe { self.run(channel, nothing, Some(signal)) }
    }
}
