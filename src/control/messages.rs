//! Messages that kernels send to functions of the host, and the answers.
//!
//! A message goes through a named block of device memory (`HcclDevMemAcquire`), which says whose message it is. It has a
//! tag; the function that the host registered for the tag runs on a thread of the communicator, one message after the
//! other. The kernel then takes the answer from the same block.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use hcomm_base::sync::lock;
use hcomm_base::{Code, Error, Result, bail, err};

use super::comm::Comm;
use crate::data;
use crate::driver::acl_calls;

/// Longest tag of a message.
pub const TAG_MAX: usize = 255;
/// Bytes that a message has besides its data in the block.
const HEAD: u64 = 1 + 256 + 4 + 4 + 8;
/// How long the end of a communicator waits for a function that runs.
const GRACE: Duration = Duration::from_secs(10);
/// How often a waiting kernel looks whether its communicator was stopped.
const LOOK: Duration = Duration::from_millis(50);

/// A function for messages: address and number of the bytes. Not 0 is a failure.
pub type Handler = unsafe extern "C" fn(u64, i32) -> i32;

#[derive(Debug)]
struct Message {
    id: u32,
    tag: String,
    bytes: Vec<u8>,
    /// First byte of the block.
    block: u64,
}

#[derive(Debug)]
struct Answer {
    id: u32,
    bytes: Result<Vec<u8>>,
}

#[derive(Debug, Default)]
struct State {
    handlers: HashMap<String, Handler>,
    messages: VecDeque<Message>,
    /// By block.
    answers: HashMap<u64, VecDeque<Answer>>,
    thread: Option<ThreadId>,
    busy: bool,
    ended: bool,
}

/// The messages of one communicator.
#[derive(Debug)]
struct Mailbox {
    comm: Weak<data::comm::Comm>,
    name: String,
    device: i32,
    state: Mutex<State>,
    changed: Condvar,
}

/// Mailboxes by communicator handle.
static BOXES: Mutex<BTreeMap<u64, Arc<Mailbox>>> = Mutex::new(BTreeMap::new());
/// Blocks by their first byte: bytes, and handle of the communicator.
static BLOCKS: Mutex<BTreeMap<u64, (u64, u64)>> = Mutex::new(BTreeMap::new());

/// Messages may go through `bytes` bytes at `addr` from now on.
pub(super) fn add_block(comm: u64, addr: u64, bytes: u64) {
    lock(&BLOCKS).insert(addr, (bytes, comm));
}

/// Ends the messages of a communicator; waits for a function that runs, unless that is the caller.
pub(super) fn end(comm: u64) {
    lock(&BLOCKS).retain(|_, (_, owner)| *owner != comm);
    let Some(mailbox) = lock(&BOXES).remove(&comm) else { return };
    let mut state = mailbox.lock();
    state.ended = true;
    mailbox.changed.notify_all();
    if state.thread == Some(std::thread::current().id()) {
        return;
    }
    let (state, _) = mailbox
        .changed
        .wait_timeout_while(state, GRACE, |state| state.busy)
        .unwrap_or_else(PoisonError::into_inner);
    if state.busy {
        log::warn!("a function for messages of communicator {} has not returned in {GRACE:?}", mailbox.name);
    }
}

/// `HcclTaskRegister`: the function for a tag; the first one stays.
pub fn register(comm: &Comm, tag: &str, handler: Handler) -> Result {
    let mailbox = lock(&BOXES).entry(comm.handle()).or_insert_with(|| Arc::new(Mailbox::new(comm))).clone();
    let mut state = mailbox.lock();
    state.handlers.entry(tag.to_owned()).or_insert(handler);
    if state.thread.is_none() {
        let served = mailbox.clone();
        let thread = std::thread::Builder::new()
            .name("hcomm-messages".into())
            .spawn(move || served.serve())
            .map_err(|error| err!(SYSCALL, "the thread for messages of kernels cannot start: {error}"))?;
        state.thread = Some(thread.thread().id());
    }
    Ok(())
}

/// `HcclTaskUnRegister`. NOT_FOUND for an unknown tag.
pub fn unregister(comm: &Comm, tag: &str) -> Result {
    let mailbox = lock(&BOXES).get(&comm.handle()).cloned();
    match mailbox.and_then(|mailbox| mailbox.lock().handlers.remove(tag)) {
        Some(_) => Ok(()),
        None => bail!(NOT_FOUND, "communicator {} has no function for messages \"{tag}\"", comm.name()),
    }
}

/// The block that contains an address, and the mailbox of its communicator.
fn find(addr: u64) -> Result<(u64, u64, Arc<Mailbox>)> {
    let block = lock(&BLOCKS).range(..=addr).next_back().map(|(&at, &(bytes, comm))| (at, bytes, comm));
    let Some((at, bytes, comm)) = block.filter(|&(at, bytes, _)| addr - at < bytes) else {
        bail!(
            PARA,
            "messages need memory of HcclDevMemAcquire, {addr:#x} lies in none of a live communicator"
        );
    };
    let mailbox = lock(&BOXES).get(&comm).cloned();
    let mailbox = mailbox.ok_or_else(|| {
        err!(NOT_FOUND, "the host has registered no function for messages: call HcclTaskRegister first")
    })?;
    Ok((at, bytes, mailbox))
}

/// `HcommSendRequest`: hands a message over; answers its number. NOT_FOUND if no function is registered for the tag, PARA
/// for memory that is not a block or too small.
pub fn send(addr: u64, tag: &str, bytes: &[u8]) -> Result<u32> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let (block, room, mailbox) = find(addr)?;
    // One half of a block is for messages, the other for answers.
    if bytes.len() as u64 + HEAD > room / 2 {
        bail!(PARA, "a message of {} bytes does not fit into half of a block of {room} bytes", bytes.len());
    }
    let mut state = mailbox.lock();
    if !state.handlers.contains_key(tag) {
        bail!(
            NOT_FOUND,
            "communicator {} has no function for messages \"{tag}\": call HcclTaskRegister first",
            mailbox.name
        );
    }
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    state.messages.push_back(Message { id, tag: tag.to_owned(), bytes: bytes.to_vec(), block });
    mailbox.changed.notify_all();
    Ok(id)
}

/// `HcommWaitResponse`: waits for the next answer through a block; its number, and the data as the function left it. Fails
/// with what went wrong with the message, TIMEOUT after the execution time-out.
pub fn wait(addr: u64) -> Result<(u32, Vec<u8>)> {
    let (block, _, mailbox) = find(addr)?;
    let comm = mailbox.comm.upgrade();
    let limit = comm.as_ref().map_or(0, |comm| comm.exec_timeout());
    let started = Instant::now();
    let mut state = mailbox.lock();
    loop {
        if let Some(answer) = state.answers.get_mut(&block).and_then(VecDeque::pop_front) {
            return answer.bytes.map(|bytes| (answer.id, bytes));
        }
        if let Some(stopped) = comm.as_ref().and_then(|comm| comm.stopped()) {
            return Err(stopped);
        }
        if state.ended {
            bail!(SUSPENDING, "communicator {} ends, so no answer will come", mailbox.name);
        }
        if limit != 0 && started.elapsed() > Duration::from_secs(limit) {
            bail!(
                TIMEOUT,
                "communicator {}: no answer to a message in {limit} s: check the function of HcclTaskRegister, or \
                 raise HCCL_EXEC_TIMEOUT",
                mailbox.name
            );
        }
        state = mailbox.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
    }
}

impl Mailbox {
    fn new(comm: &Comm) -> Mailbox {
        Mailbox {
            comm: Arc::downgrade(comm.data()),
            name: comm.name().to_owned(),
            device: comm.device(),
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Every statement leaves the state valid, so a panic of another holder does not matter.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self) {
        if let Err(error) = acl_calls::set_device(self.device) {
            log::warn!("the thread for messages of communicator {}: {}", self.name, error.text);
        }
        while let Some((message, handler)) = self.next() {
            let (id, block) = (message.id, message.block);
            let bytes = self.run(message, handler);
            if let Err(error) = &bytes {
                log::error!("{}", error.text);
                if let Some(comm) = self.comm.upgrade() {
                    comm.record(error);
                }
            }
            let mut state = self.lock();
            state.busy = false;
            state.answers.entry(block).or_default().push_back(Answer { id, bytes });
            self.changed.notify_all();
        }
    }

    /// The next message and its function; `None` at the end.
    fn next(&self) -> Option<(Message, Option<Handler>)> {
        let mut state = self
            .changed
            .wait_while(self.lock(), |state| state.messages.is_empty() && !state.ended)
            .unwrap_or_else(PoisonError::into_inner);
        if state.ended {
            return None;
        }
        let message = state.messages.pop_front()?;
        state.busy = true;
        let handler = state.handlers.get(&message.tag).copied();
        Some((message, handler))
    }

    fn run(&self, message: Message, handler: Option<Handler>) -> Result<Vec<u8>> {
        let Message { id, tag, mut bytes, .. } = message;
        let Some(handler) = handler else {
            bail!(
                NOT_FOUND,
                "the function of communicator {} for messages \"{tag}\" was unregistered before message {id}",
                self.name
            );
        };
        // SAFETY: the host registered the function for this; the bytes are live and its own during the call.
        let code = unsafe { handler(bytes.as_mut_ptr() as u64, bytes.len() as i32) };
        if code != 0 {
            return Err(Error::new(
                Code::INTERNAL,
                format!(
                    "the function of communicator {} for messages \"{tag}\" answered {code} to message {id} of {} bytes",
                    self.name,
                    bytes.len()
                ),
            ));
        }
        Ok(bytes)
    }
}
