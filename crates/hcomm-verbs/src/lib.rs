//! RDMA verbs: devices, registered memory, completion queues and reliable connections between queue pairs.
//!
//! `libibverbs.so.1` is opened when it is first needed and never linked, so a machine without RDMA runs the same
//! binary; it gets an error that says what is missing. [`probe`] tells which ports can carry RoCE v2 and why the
//! others cannot.
//!
//! An object keeps what it was made from alive: a [`QueuePair`] its [`Domain`] and [`CompletionQueue`]s, those their
//! [`Context`]. Dropping one destroys it in the device. All objects may be used by several threads at once; libibverbs
//! locks inside. [`QueuePair::post_send`], [`QueuePair::post_recv`] and [`CompletionQueue::poll`] allocate only when
//! they fail, and neither block nor log.
//!
//! Nothing here waits. A device may repeat a lost packet for ever whatever [`Path::retries`] says, so whoever waits
//! for a completion needs a deadline of its own.

mod device;
#[cfg(test)]
mod layout;
mod memory;
mod probe;
mod queue;
mod sys;

pub use device::{Context, Device, Gid, GidKind, Limits, Port, PortState, devices};
pub use memory::{Access, Domain, Piece, Region};
pub use probe::{Unusable, Usable, Verdict, find, probe};
pub use queue::{
    Completion, CompletionQueue, Endpoint, Event, Operation, Path, PostError, QueuePair, QueuePairConfig,
    QueuePairState, Remote, Request,
};
