//! Operations on channels that a link carries, as tasks of a stream.
//!
//! An operation is `[call: post] [wait: answer] [call: check]`: posting never blocks, the *answer* is a hidden notify of
//! the thread that the transport records when the operation is done, and its [`Notify::status`] says how it went.
//! Several operations of one channel may share one answer: they are posted one after the other, and a fence behind
//! them is waited for unless all of them were done at once.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use hcomm_base::{Code, Error, Result};
use npu_ext::{Notify, Task, op};

use super::channel;
use super::explain;
use super::op::{Reduction, Side, Work};
use super::thread::THREADS;
use crate::driver;
use crate::handle::{ChannelHandle, ThreadHandle};
use crate::transport::{self, Kind, LinkId, Post, Posted};

/// Value of [`Task::d`] of a wait for an answer.
pub(super) const ANSWER: u64 = 1 << 44;

/// Operations that share one answer at most: less than a link takes at once.
const SHARE: u32 = transport::POST_RING as u32 / 4;

/// Bits of [`Task::flags`]; the low ones are the [`Kind`].
const KIND: u16 = 0xff;
/// The answer at address [`Task::e`] is for this operation.
const ASKING: u16 = 0x100;
/// Another operation on the link follows at once.
const MORE: u16 = 0x200;

/// Where the index of a notify, plus one, begins in [`Task::aux`]; below it is the reduction.
const NOTIFY_SHIFT: u32 = 12;

fn kind_of(task: &Task) -> Kind {
    const KINDS: [Kind; 6] =
        [Kind::Write, Kind::Read, Kind::WriteReduce, Kind::ReadReduce, Kind::Record, Kind::Fence];
    KINDS.into_iter().find(|&kind| kind as u16 == task.flags & KIND).unwrap_or(Kind::Fence)
}

/// What `work`, with a record of the peer's notify behind it, asks of a link.
pub(super) fn request(work: &Work, remote: Side, notify: Option<u32>) -> Post {
    let kind = match (remote, work.reduction.is_some()) {
        _ if work.n == 0 && notify.is_some() => Kind::Record,
        (Side::Dst, false) => Kind::Write,
        (Side::Dst, true) => Kind::WriteReduce,
        (Side::Src, false) => Kind::Read,
        (Side::Src, true) => Kind::ReadReduce,
    };
    let (local, far) = if remote == Side::Dst { (work.src, work.dst) } else { (work.dst, work.src) };
    let (dtype, op) = work.reduction.map_or((0, 0), |reduction| reduction.parts());
    Post { kind, local, remote: far, n: work.n, dtype, op, notify, ..Post::FENCE }
}

/// The task that posts `request`.
pub(super) fn task(request: &Post, thread: ThreadHandle, channel: ChannelHandle) -> Task {
    let reduction = match request.kind {
        Kind::WriteReduce | Kind::ReadReduce => Reduction::number_of(request.dtype, request.op),
        _ => 0,
    };
    Task {
        op: op::CALL,
        flags: request.kind as u16,
        aux: reduction | request.notify.map_or(0, |index| (index + 1) << NOTIFY_SHIFT),
        a: post as *const () as u64,
        b: request.local,
        n: request.n,
        tag: thread,
        c: channel,
        d: request.remote,
        e: 0,
    }
}

/// True for the tasks of [`task`].
pub(super) fn is_post(task: &Task) -> bool {
    task.op == op::CALL && task.a == post as *const () as u64
}

/// Says that a further post follows this one at once.
pub(super) fn continued(task: &mut Task) {
    task.flags |= MORE;
}

/// Says that no further post is known to follow this one.
pub(super) fn last(task: &mut Task) {
    task.flags &= !MORE;
}

/// True for a post of [`Answer::to`].
pub(super) fn is_asking(task: &Task) -> bool {
    is_post(task) && task.flags & ASKING != 0
}

/// True for the tasks of [`Answer`] other than posts.
pub(super) fn is_answered(task: &Task) -> bool {
    let functions = [settle as *const () as u64, check as *const () as u64];
    match task.op {
        op::CALL => functions.contains(&task.a),
        op::NOTIFY_WAIT => task.d == ANSWER,
        _ => false,
    }
}

/// The answer of a thread and how long it is waited for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Answer {
    /// Address of the [`Notify`].
    pub(super) addr: u64,
    /// Nanoseconds, 0: no limit.
    pub(super) timeout: u64,
}

impl Answer {
    /// Tasks that post `task`, wait for its answer and check that.
    pub(super) fn to(self, task: Task) -> [Task; 3] {
        let asking = Task { flags: task.flags | ASKING, e: self.addr, ..task };
        self.behind(asking)
    }

    /// Tasks that wait for everything posted on the channel of `task`, and not asked for.
    pub(super) fn to_all(self, thread: ThreadHandle, channel: ChannelHandle) -> [Task; 3] {
        self.behind(Task {
            op: op::CALL,
            a: settle as *const () as u64,
            tag: thread,
            c: channel,
            e: self.addr,
            ..Task::NOP
        })
    }

    fn behind(self, first: Task) -> [Task; 3] {
        let Task { tag, c, .. } = first;
        let wait =
            Task { op: op::NOTIFY_WAIT, a: self.addr, n: self.timeout, tag, c, d: ANSWER, ..Task::NOP };
        let check = Task { op: op::CALL, a: check as *const () as u64, tag, c, e: self.addr, ..Task::NOP };
        [first, wait, check]
    }
}

/// Operations that were given to a stream and share one answer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Share(u32);

impl Share {
    /// True if no more operations may share the answer.
    pub(super) fn is_full(&self) -> bool {
        self.0 >= SHARE
    }

    /// Adds an operation; true if it follows another one.
    pub(super) fn add(&mut self) -> bool {
        self.0 += 1;
        self.0 > 1
    }
}

/// Posts what a task says. See [`npu_ext::CallFn`].
unsafe extern "C" fn post(local: u64, task: *const Task) -> i32 {
    // SAFETY: the contract: a valid task during the call.
    let task = unsafe { &*task };
    let open = match channel::open(task.c) {
        Ok(open) => open,
        Err(error) => return explain::failed_call(error),
    };
    let reduction = Reduction::of_number(task.aux);
    let (dtype, op) = reduction.map_or((0, 0), |reduction| reduction.parts());
    let request = Post {
        kind: kind_of(task),
        more: task.flags & MORE != 0,
        local,
        remote: task.d,
        n: task.n,
        dtype,
        op,
        notify: (task.aux >> NOTIFY_SHIFT).checked_sub(1),
    };
    let asking = task.flags & ASKING != 0;
    let answer = if asking { task.e as *mut Notify } else { std::ptr::null_mut() };
    // SAFETY: the submitter keeps the local operand valid until the answer has come; the answer belongs to the thread.
    match unsafe { insist(open.link, &request, answer, open.exec_timeout(), open.shell.abort_word()) } {
        Ok(Posted::Done) if asking => record(answer),
        Ok(Posted::Later) if !asking => {
            if let Some(thread) = THREADS.get(task.tag) {
                thread.outstanding().store(1, Ordering::Relaxed);
            }
            0
        }
        Ok(_) => 0,
        Err(error) => explain::failed_call(error),
    }
}

/// Asks for an answer behind everything posted, unless all of that is done. See [`npu_ext::CallFn`].
unsafe extern "C" fn settle(_: u64, task: *const Task) -> i32 {
    // SAFETY: the contract: a valid task during the call.
    let task = unsafe { &*task };
    let answer = task.e as *mut Notify;
    let outstanding =
        THREADS.get(task.tag).is_none_or(|thread| thread.outstanding().swap(0, Ordering::Relaxed) != 0);
    if !outstanding {
        return record(answer);
    }
    let result = channel::open(task.c).and_then(|open| {
        // SAFETY: a fence has no operand; the answer belongs to the thread.
        unsafe { insist(open.link, &Post::FENCE, answer, open.exec_timeout(), open.shell.abort_word()) }
    });
    match result {
        Ok(Posted::Done) => record(answer),
        Ok(_) => 0,
        Err(error) => explain::failed_call(error),
    }
}

/// Fails if the answer that was waited for says so. See [`npu_ext::CallFn`].
unsafe extern "C" fn check(_: u64, task: *const Task) -> i32 {
    // SAFETY: the contract: a valid task during the call.
    let task = unsafe { &*task };
    // SAFETY: the answer of the thread, which lives while its tasks run.
    let status = unsafe { &(*(task.e as *const Notify)).status }.load(Ordering::Relaxed);
    if status == 0 {
        return 0;
    }
    let link = channel::info(task.c).map_or(0, |info| info.link);
    let error = channel::failure(task.c).or_else(|| transport::last_error(link));
    let code = Code(status as i32);
    explain::failed_call(error.unwrap_or_else(|| failed(code)))
}

/// Records an answer that nobody else will: the operation was done at once.
fn record(answer: *mut Notify) -> i32 {
    let Some(driver) = driver::current() else { return 0 };
    // SAFETY: the answer of a thread whose task runs.
    unsafe {
        (*answer).status.store(0, Ordering::Relaxed);
        (driver.ext().notify_record)(answer)
    }
}

#[cold]
fn failed(code: Code) -> Error {
    Error::new(
        code,
        "an operation on the link of a channel failed: look for the reason in the log of the peer",
    )
}

/// The error of a post that answered `code`.
#[cold]
pub(super) fn refused(link: LinkId, code: Code) -> Error {
    transport::last_error(link).unwrap_or_else(|| failed(code))
}

/// Posts, and while the link is full lets it make progress.
///
/// # Safety
/// As [`transport::post`].
pub(super) unsafe fn insist(
    link: LinkId,
    request: &Post,
    done: *mut Notify,
    exec_timeout: u64,
    abort: &AtomicU32,
) -> Result<Posted> {
    let mut since = None;
    loop {
        // SAFETY: the caller's promise.
        match unsafe { transport::post(link, request, done) } {
            Posted::Failed(code) => return Err(refused(link, code)),
            Posted::Full => {}
            taken => return Ok(taken),
        }
        let waited = since.get_or_insert_with(Instant::now).elapsed();
        if abort.load(Ordering::Acquire) != 0 {
            return Err(Error::new(Code::SUSPENDING, "the channel was stopped while its link was full"));
        }
        if exec_timeout != 0 && waited > Duration::from_secs(exec_timeout) {
            return Err(Error::new(
                Code::TIMEOUT,
                format!(
                    "the link took no operation for {waited:?}: check that the peer runs ({})",
                    transport::last_operations(link)
                ),
            ));
        }
        if transport::poll() == 0 {
            std::thread::yield_now();
        }
    }
}
