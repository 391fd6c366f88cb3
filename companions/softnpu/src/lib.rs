//! `libacl_rt.so`: the ACL runtime of a software NPU.
//!
//! Devices are slots of shared memory, streams are queues that run in the threads of the program, notifies are
//! words in shared memory. Programs written for the ACL runtime link it as `libascendcl.so` or `libruntime.so`;
//! `libhcomm.so` reaches the engine through the table of [`npu_ext`].
//!
//! Layers: [`api`] holds the C functions (checks, then one call inward), `engine` does the work.

pub mod api;
mod engine;
mod error;
pub mod ext;
mod logging;
mod sync;
