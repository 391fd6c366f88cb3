//! The engine of the software NPU. Nothing here knows a C function.
//!
//! From the bottom up: `sys` (system calls), `config` (environment), `registry` (which process owns which slot),
//! `arena` (the memory of a slot and its control block), `alloc` (blocks in it), `peer` (memory of others),
//! `export` (memory handed to others), `vmm` (memory mapped where the program wants it), `place` (what lies at an address),
//! `bell`/`latch`/`word` (the wake-up protocols), `sched` (one [`sched::Engine`] per device: ready and parked
//! streams, sync helpers, pool and kernel threads), `queue`/`stream`/`task`/`job` (streams and what they run),
//! `notify`, `event`, `kernel`, `graph`, and on top `device` and `context`.

pub(crate) mod alloc;
pub(crate) mod arena;
pub(crate) mod bell;
pub(crate) mod config;
pub(crate) mod context;
pub(crate) mod device;
pub(crate) mod event;
pub(crate) mod export;
pub(crate) mod graph;
pub(crate) mod handle;
pub(crate) mod hooks;
pub(crate) mod job;
pub(crate) mod kernel;
pub(crate) mod latch;
pub(crate) mod notify;
pub(crate) mod peer;
pub(crate) mod place;
pub(crate) mod queue;
pub(crate) mod registry;
pub(crate) mod sched;
pub(crate) mod stream;
pub(crate) mod sys;
pub(crate) mod task;
#[cfg(all(test, not(loom)))]
mod tests;
pub(crate) mod vmm;
pub(crate) mod watch;
pub(crate) mod watchers;
pub(crate) mod word;
