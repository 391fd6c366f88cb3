//! Completion queues and queue pairs.

use std::ffi::{CStr, c_int, c_uint};
use std::fmt;
use std::mem::MaybeUninit;
use std::ptr::null_mut;
use std::sync::Arc;

use hcomm_base::error::{Code, Error, Result};
use hcomm_base::{bail, err};

use crate::device::{Context, ContextInner, Gid};
use crate::memory::{Access, Domain, DomainInner, Piece};
use crate::sys::{self, Verbs, check, errno, failure};

struct CompletionQueueInner {
    context: Arc<ContextInner>,
    raw: *mut sys::Cq,
}

// SAFETY: libibverbs locks a completion queue while it is polled.
unsafe impl Send for CompletionQueueInner {}
// SAFETY: as above.
unsafe impl Sync for CompletionQueueInner {}

impl Drop for CompletionQueueInner {
    fn drop(&mut self) {
        // SAFETY: the queue came from create_cq; queue pairs that use it kept it alive and are gone.
        unsafe { (self.context.verbs.destroy_cq)(self.raw) };
    }
}

/// Where a device reports what it has done.
#[derive(Clone)]
pub struct CompletionQueue {
    inner: Arc<CompletionQueueInner>,
}

/// What a completion is the end of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A send of this side.
    Sent,
    /// A write of this side.
    Written,
    /// A read of this side.
    Read,
    /// A receive that a send of the peer has used.
    Received,
    /// A receive that a write with immediate data of the peer has used.
    WriteReceived,
    /// Another number.
    Other(u32),
}

/// One entry of a completion queue.
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub struct Completion(sys::Wc);

impl Completion {
    /// The number given with the request.
    pub fn id(&self) -> u64 {
        self.0.wr_id
    }

    /// Number of the queue pair the request was posted to.
    pub fn queue_pair(&self) -> u32 {
        self.0.qp_num
    }

    /// What has ended, or the error that ended it. After an error the queue pair takes no requests, and those it has
    /// end with errors too.
    ///
    /// # Errors
    /// `ROCE_TRANSFER` with the device's reason.
    pub fn event(&self) -> Result<Event> {
        let wc = &self.0;
        if wc.status != sys::WC_SUCCESS {
            // SAFETY: the call takes any number and gives a constant C string.
            let why = unsafe { CStr::from_ptr((Verbs::get()?.wc_status_str)(wc.status)) }.to_string_lossy();
            bail!(
                ROCE_TRANSFER,
                "request {} of queue pair {} failed: {why} (status {}, vendor code {:#x})",
                wc.wr_id,
                wc.qp_num,
                wc.status,
                wc.vendor_err
            );
        }
        Ok(match wc.opcode {
            sys::WC_SEND => Event::Sent,
            sys::WC_RDMA_WRITE => Event::Written,
            sys::WC_RDMA_READ => Event::Read,
            sys::WC_RECV => Event::Received,
            sys::WC_RECV_RDMA_WITH_IMM => Event::WriteReceived,
            other => Event::Other(other),
        })
    }

    /// Bytes that arrived; of a receive or a read that succeeded.
    pub fn len(&self) -> u32 {
        self.0.byte_len
    }

    /// Whether no bytes arrived.
    pub fn is_empty(&self) -> bool {
        self.0.byte_len == 0
    }

    /// The number that came with the data.
    pub fn immediate(&self) -> Option<u32> {
        (self.0.wc_flags & sys::WC_WITH_IMM != 0).then(|| u32::from_be(self.0.imm_data))
    }
}

impl CompletionQueue {
    /// Makes a queue for at least `depth` completions. A queue that overflows is lost with its queue pairs.
    ///
    /// # Errors
    /// `depth` is 0 or more than [`crate::Limits::completions`], or memory is short.
    pub fn new(context: &Context, depth: u32) -> Result<CompletionQueue> {
        let context = context.inner.clone();
        let entries = c_int::try_from(depth).unwrap_or(c_int::MAX);
        // SAFETY: the context is open; there is no user pointer and no channel.
        let raw = unsafe { (context.verbs.create_cq)(context.raw, entries, null_mut(), null_mut(), 0) };
        if raw.is_null() {
            let name = &context.name;
            return Err(failure(
                errno(),
                format_args!("making a completion queue of {depth} entries in RDMA device {name}"),
            ));
        }
        Ok(CompletionQueue { inner: Arc::new(CompletionQueueInner { context, raw }) })
    }

    /// Takes what has completed, at most `room.len()` entries; returns how many. Never waits.
    ///
    /// # Errors
    /// `NETWORK` if the queue is broken.
    pub fn poll(&self, room: &mut [Completion]) -> Result<usize> {
        let raw = self.inner.raw;
        let space = c_int::try_from(room.len()).unwrap_or(c_int::MAX);
        // SAFETY: the queue lives, its context is open, and the table of an open context is complete; `Completion` has
        // the layout of the entries, of which the call writes at most `space`.
        let count = unsafe { ((*(*raw).context).ops.poll_cq)(raw, space, room.as_mut_ptr().cast()) };
        if count < 0 {
            bail!(
                NETWORK,
                "polling a completion queue of RDMA device {} failed ({count})",
                self.inner.context.name
            );
        }
        Ok(count as usize)
    }
}

/// Sizes of a queue pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueuePairConfig {
    /// Requests that may be posted and not completed.
    pub send_depth: u32,
    /// Receives that may be posted and not used.
    pub receive_depth: u32,
    /// Bytes that [`Request::inline`] may take along.
    pub inline: u32,
}

/// State of a queue pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueuePairState {
    /// New; takes no requests.
    Reset,
    /// Takes receives.
    Init,
    /// Receives.
    ReadyToReceive,
    /// Receives and sends.
    ReadyToSend,
    /// Broken; requests end with errors.
    Error,
    /// Another number.
    Other(u32),
}

/// What a side tells its peer so that the peer can connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// Number of the queue pair.
    pub queue_pair: u32,
    /// Number of its first packet; 24 bits, best chosen at random, so that packets of an older connection are dropped.
    pub first_packet: u32,
    /// Its address.
    pub gid: [u8; 16],
}

/// How packets travel. Both sides use the same `mtu`, the smaller one of their ports.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// Port of this side.
    pub port_number: u8,
    /// Address of this side.
    pub gid: Gid,
    /// Bytes of data in one packet: 256, 512, 1024, 2048 or 4096.
    pub mtu: u32,
    /// The time to wait for an answer before a packet is repeated is 4.096 µs · 2^`timeout`; 14 is 67 ms.
    pub timeout: u8,
    /// Repetitions before the connection counts as broken, at most 7.
    pub retries: u8,
    /// Repetitions if the peer has no receive posted; 7 means for ever.
    pub receiver_retries: u8,
    /// Traffic class of the IP header.
    pub traffic_class: u8,
    /// Reads that may run at the same time, in each direction.
    pub reads: u8,
}

impl Path {
    /// A path from `gid` with the defaults of this library.
    pub fn new(port_number: u8, gid: Gid, mtu: u32) -> Path {
        Path {
            port_number,
            gid,
            mtu,
            timeout: 14,
            retries: 6,
            receiver_retries: 6,
            traffic_class: 0,
            reads: 1,
        }
    }
}

/// Memory of the peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remote {
    /// Address in the peer.
    pub address: u64,
    /// Key of the peer's region, [`crate::Region::remote_key`].
    pub key: u32,
}

/// What a request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Writes the local piece into the peer's memory.
    Write(Remote),
    /// As `Write`; uses a receive of the peer, whose completion carries the number.
    WriteImmediate(Remote, u32),
    /// Sends the local piece into a receive of the peer.
    Send,
    /// Reads the peer's memory into the local piece.
    Read(Remote),
}

/// A request for the send queue.
#[derive(Clone, Copy)]
pub struct Request<'r> {
    /// Comes back in the completion.
    pub id: u64,
    /// What to do.
    pub operation: Operation,
    /// Local memory; `None` for a message without data.
    pub local: Option<Piece<'r>>,
    /// Whether success gives a completion; failure always does. Of every [`QueuePairConfig::send_depth`] requests at
    /// least one needs it, because a completion frees the places of all requests before it.
    pub signaled: bool,
    /// Whether the data is copied when the request is posted, so that `local` may be changed at once. Not for reads.
    pub inline: bool,
    /// Whether the request waits until reads before it have ended.
    pub fence: bool,
}

impl<'r> Request<'r> {
    /// A request that gives a completion.
    pub fn new(id: u64, operation: Operation, local: Option<Piece<'r>>) -> Request<'r> {
        Request { id, operation, local, signaled: true, inline: false, fence: false }
    }

    fn encode(&self, next: *mut sys::SendWr) -> sys::SendWr {
        let (opcode, remote, immediate) = match self.operation {
            Operation::Write(remote) => (sys::WR_RDMA_WRITE, remote, 0),
            Operation::WriteImmediate(remote, number) => (sys::WR_RDMA_WRITE_WITH_IMM, remote, number),
            Operation::Send => (sys::WR_SEND, Remote { address: 0, key: 0 }, 0),
            Operation::Read(remote) => (sys::WR_RDMA_READ, remote, 0),
        };
        let flag = |set: bool, bit: c_uint| if set { bit } else { 0 };
        let (sg_list, num_sge) = list(&self.local);
        sys::SendWr {
            wr_id: self.id,
            next,
            sg_list,
            num_sge,
            opcode,
            send_flags: flag(self.signaled, sys::SEND_SIGNALED)
                | flag(self.inline, sys::SEND_INLINE)
                | flag(self.fence, sys::SEND_FENCE),
            imm_data: immediate.to_be(),
            remote_addr: remote.address,
            rkey: remote.key,
            _others: [0; 9],
        }
    }
}

/// Pointer and number of the entries of a request; the pointer is into `piece`. A piece of 0 bytes is left out, because
/// some devices take 0 for 2 GiB.
fn list(piece: &Option<Piece<'_>>) -> (*const sys::Sge, c_int) {
    let some = piece.as_ref().filter(|piece| piece.sge.length != 0);
    some.map_or((std::ptr::null(), 0), |piece| (&raw const piece.sge, 1))
}

/// Requests that were not taken.
#[derive(Debug)]
pub struct PostError {
    /// How many of the requests were taken, counted from the first.
    pub posted: usize,
    /// Why the next one was not. `MEMORY` or `AGAIN` mostly mean that the queue is full.
    pub error: Error,
}

impl From<PostError> for Error {
    fn from(failed: PostError) -> Error {
        failed.error
    }
}

/// Requests that go to the device with one call.
const CHAIN: usize = 32;

/// One end of a reliable connection.
pub struct QueuePair {
    domain: Arc<DomainInner>,
    raw: *mut sys::Qp,
    inline: u32,
    /// Only kept alive.
    _queues: [CompletionQueue; 2],
}

// SAFETY: libibverbs locks a queue pair while requests are posted or its state changes.
unsafe impl Send for QueuePair {}
// SAFETY: as above.
unsafe impl Sync for QueuePair {}

impl Drop for QueuePair {
    fn drop(&mut self) {
        // SAFETY: the queue pair came from create_qp and is destroyed once, here.
        unsafe { (self.domain.context.verbs.destroy_qp)(self.raw) };
    }
}

impl fmt::Debug for QueuePair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "queue pair {} of RDMA device {}", self.number(), self.domain.context.name)
    }
}

impl QueuePair {
    /// Makes a queue pair whose requests complete in `sends` and whose receives complete in `receives`.
    ///
    /// # Errors
    /// `PARA` if a queue is of another device or the sizes are more than the device allows.
    pub fn new(
        domain: &Domain,
        sends: &CompletionQueue,
        receives: &CompletionQueue,
        config: QueuePairConfig,
    ) -> Result<QueuePair> {
        let domain = domain.inner.clone();
        let name = &domain.context.name;
        if [sends, receives].iter().any(|queue| !Arc::ptr_eq(&queue.inner.context, &domain.context)) {
            bail!(PARA, "a queue pair in RDMA device {name} needs completion queues of the same open device");
        }
        let mut wanted = sys::QpInitAttr {
            qp_context: null_mut(),
            send_cq: sends.inner.raw,
            recv_cq: receives.inner.raw,
            srq: null_mut(),
            cap: sys::QpCap {
                max_send_wr: config.send_depth,
                max_recv_wr: config.receive_depth,
                max_send_sge: 1,
                max_recv_sge: 1,
                max_inline_data: config.inline,
            },
            qp_type: sys::QPT_RC,
            sq_sig_all: 0,
        };
        // SAFETY: domain and queues live and are of one context; `wanted` has the layout of the header.
        let raw = unsafe { (domain.context.verbs.create_qp)(domain.raw, &mut wanted) };
        if raw.is_null() {
            return Err(failure(
                errno(),
                format_args!("making a queue pair with {config:?} in RDMA device {name}"),
            ));
        }
        let inline = wanted.cap.max_inline_data;
        Ok(QueuePair { domain, raw, inline, _queues: [sends.clone(), receives.clone()] })
    }

    /// Number of the queue pair in its device.
    pub fn number(&self) -> u32 {
        // SAFETY: the queue pair lives until drop; the number does not change.
        unsafe { (*self.raw).qp_num }
    }

    fn modify(&self, mut wanted: sys::QpAttr, mask: c_int, state: &str) -> Result {
        // SAFETY: the queue pair lives; `wanted` has the layout of the header.
        let result = unsafe { (self.domain.context.verbs.modify_qp)(self.raw, &mut wanted, mask) };
        check(result, format_args!("changing {self:?} to {state}"))
    }

    /// From `Reset` to `Init`: the peer may do what `access` names in the regions that allow it. Receives may be posted
    /// from now on.
    ///
    /// # Errors
    /// The queue pair is in another state, or there is no such port.
    pub fn init(&self, port_number: u8, access: Access) -> Result {
        let wanted = sys::QpAttr {
            qp_state: sys::QPS_INIT,
            port_num: port_number,
            qp_access_flags: access.bits() as c_uint,
            ..Default::default()
        };
        let mask = sys::QP_STATE | sys::QP_PKEY_INDEX | sys::QP_PORT | sys::QP_ACCESS_FLAGS;
        self.modify(wanted, mask, &format!("Init at port {port_number}"))
    }

    /// From `Init` to `ReadyToReceive`.
    ///
    /// # Errors
    /// `PARA` for an `mtu` that is none, a `gid` index above 255 or another state; else what the device answers, for
    /// example that there is no route to the peer.
    pub fn ready_to_receive(&self, path: &Path, peer: &Endpoint) -> Result {
        let Some(path_mtu) = [256, 512, 1024, 2048, 4096].iter().position(|&size| size == path.mtu) else {
            bail!(PARA, "{} bytes are no packet size; it is 256, 512, 1024, 2048 or 4096", path.mtu);
        };
        let Ok(sgid_index) = u8::try_from(path.gid.index) else {
            bail!(PARA, "address index {} does not fit in 8 bits", path.gid.index);
        };
        let wanted = sys::QpAttr {
            qp_state: sys::QPS_RTR,
            path_mtu: path_mtu as c_uint + 1,
            dest_qp_num: peer.queue_pair,
            rq_psn: peer.first_packet & 0xff_ffff,
            max_dest_rd_atomic: path.reads,
            // 0.64 ms, the time that a sender waits if no receive is posted.
            min_rnr_timer: 12,
            ah_attr: sys::AhAttr {
                grh: sys::GlobalRoute {
                    dgid: sys::Gid { raw: peer.gid },
                    sgid_index,
                    hop_limit: 64,
                    traffic_class: path.traffic_class,
                    ..Default::default()
                },
                is_global: 1,
                port_num: path.port_number,
                ..Default::default()
            },
            ..Default::default()
        };
        let mask = sys::QP_STATE
            | sys::QP_AV
            | sys::QP_PATH_MTU
            | sys::QP_DEST_QPN
            | sys::QP_RQ_PSN
            | sys::QP_MAX_DEST_RD_ATOMIC
            | sys::QP_MIN_RNR_TIMER;
        self.modify(wanted, mask, &format!("ReadyToReceive from {peer:?}"))
    }

    /// From `ReadyToReceive` to `ReadyToSend`. `first_packet` is the one that the peer was told.
    ///
    /// # Errors
    /// The queue pair is in another state, or a value of `path` is out of its range.
    pub fn ready_to_send(&self, path: &Path, first_packet: u32) -> Result {
        let wanted = sys::QpAttr {
            qp_state: sys::QPS_RTS,
            sq_psn: first_packet & 0xff_ffff,
            max_rd_atomic: path.reads,
            timeout: path.timeout,
            retry_cnt: path.retries,
            rnr_retry: path.receiver_retries,
            ..Default::default()
        };
        let mask = sys::QP_STATE
            | sys::QP_SQ_PSN
            | sys::QP_MAX_QP_RD_ATOMIC
            | sys::QP_TIMEOUT
            | sys::QP_RETRY_CNT
            | sys::QP_RNR_RETRY;
        self.modify(wanted, mask, "ReadyToSend")
    }

    /// To `Error`: every request that is posted completes with an error. This is how waiting for a peer is given up.
    ///
    /// # Errors
    /// The device does not answer.
    pub fn fail(&self) -> Result {
        self.modify(sys::QpAttr { qp_state: sys::QPS_ERR, ..Default::default() }, sys::QP_STATE, "Error")
    }

    /// The state in the device.
    ///
    /// # Errors
    /// The device does not answer.
    pub fn state(&self) -> Result<QueuePairState> {
        let mut found = sys::QpAttr::default();
        let mut made = MaybeUninit::<sys::QpInitAttr>::uninit();
        // SAFETY: the queue pair lives; both structures have the layout of the header and are filled by the call.
        let result = unsafe {
            (self.domain.context.verbs.query_qp)(self.raw, &mut found, sys::QP_STATE, made.as_mut_ptr())
        };
        check(result, format_args!("asking for the state of {self:?}"))?;
        Ok(match found.qp_state {
            sys::QPS_RESET => QueuePairState::Reset,
            sys::QPS_INIT => QueuePairState::Init,
            sys::QPS_RTR => QueuePairState::ReadyToReceive,
            sys::QPS_RTS => QueuePairState::ReadyToSend,
            sys::QPS_ERR => QueuePairState::Error,
            other => QueuePairState::Other(other),
        })
    }

    /// Gives requests to the device in this order; 32 of them share one call. What they name is used until they
    /// complete.
    ///
    /// # Errors
    /// The queue is full, or a request is wrong; the requests before it were taken.
    pub fn post_send(&self, requests: &[Request<'_>]) -> core::result::Result<(), PostError> {
        let long = |request: &Request<'_>| {
            request.inline && request.local.is_some_and(|piece| piece.sge.length > self.inline)
        };
        if requests.iter().any(long) {
            let error = err!(PARA, "{self:?} takes at most {} bytes inline", self.inline);
            return Err(PostError { posted: 0, error });
        }
        for (chunk, first) in requests.chunks(CHAIN).zip((0..).step_by(CHAIN)) {
            let mut chain = [const { MaybeUninit::<sys::SendWr>::uninit() }; CHAIN];
            let head: *mut sys::SendWr = chain.as_mut_ptr().cast();
            for (index, request) in chunk.iter().enumerate() {
                let next = if index + 1 < chunk.len() { head.wrapping_add(index + 1) } else { null_mut() };
                // SAFETY: a chunk has at most CHAIN requests.
                unsafe { head.add(index).write(request.encode(next)) };
            }
            let mut bad = null_mut();
            // SAFETY: the queue pair lives, its context is open, and the table of an open context is complete; the
            // chain ends with NULL, and its lists point into `requests`, which outlives the call. The addresses come
            // from pieces, inside of registered memory.
            let result = unsafe { ((*(*self.raw).context).ops.post_send)(self.raw, head, &mut bad) };
            if result != 0 {
                let taken = (0..chunk.len()).position(|index| head.wrapping_add(index) == bad).unwrap_or(0);
                let error = self.refused(result, "a request", chunk[taken].id);
                return Err(PostError { posted: first + taken, error });
            }
        }
        Ok(())
    }

    /// Posts a receive: `local` takes what one send of the peer brings, and one write with immediate data of the peer
    /// uses it up without touching `local`, which may then be `None`.
    ///
    /// # Errors
    /// The queue is full, or the queue pair is in the state `Reset`.
    pub fn post_recv(&self, id: u64, local: Option<Piece<'_>>) -> Result {
        let (sg_list, num_sge) = list(&local);
        let mut request = sys::RecvWr { wr_id: id, next: null_mut(), sg_list, num_sge };
        let mut bad = null_mut();
        // SAFETY: as in `post_send`; the list points to `local`.
        let result = unsafe { ((*(*self.raw).context).ops.post_recv)(self.raw, &mut request, &mut bad) };
        if result == 0 { Ok(()) } else { Err(self.refused(result, "a receive", id)) }
    }

    #[cold]
    fn refused(&self, result: c_int, what: &str, id: u64) -> Error {
        let errno = if result > 0 { result } else { errno() };
        let failed = failure(errno, format_args!("posting {what} ({id}) to {self:?}"));
        // Devices say in this way that the queue is full, whatever the limit of locked memory is.
        if failed.code != Code::MEMORY {
            return failed;
        }
        err!(AGAIN, "{what} ({id}) does not fit in {self:?}: its queue is full until completions are taken")
    }
}
