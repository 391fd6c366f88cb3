//! The data plane: threads (queues of tasks), channels (what one rank may do to another), and the operations on them.
//!
//! The control plane makes the objects: a [`comm::Comm`] per communicator, [`thread::create`], [`channel::create`].
//! The C functions of `hcomm_primitives.h` are the functions of [`op`], [`batch`] and [`wait`]. Operations are appended
//! to the stream of their thread, or run at once when that stream is idle and the work is short; they take no lock,
//! allocate nothing and log nothing unless they fail.

pub mod batch;
pub mod cache;
pub mod channel;
pub mod comm;
mod explain;
pub mod failure;
pub mod kernel;
pub mod launch;
mod link;
pub mod op;
pub mod operator;
pub mod plugin;
pub mod thread;
pub mod vm;
pub mod wait;
