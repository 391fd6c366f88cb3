//! Functions that upper layers register to hear of events in the engine.

use std::sync::OnceLock;

/// A task that failed.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// Device of the stream.
    pub device: i32,
    /// Id of the stream.
    pub stream: u32,
    /// Number of the task in its stream.
    pub task: u32,
    /// Thread that ran it.
    pub thread: u32,
    /// ACL code.
    pub code: i32,
}

/// Called on a runtime thread for every failed task.
pub(crate) static TASK_FAILED: OnceLock<fn(&Failure)> = OnceLock::new();

/// Called when a device is set (first time) or reset (last time): device and `aclrtDeviceState`.
pub(crate) static DEVICE_STATE: OnceLock<fn(i32, u32)> = OnceLock::new();

/// Called before (stage 0) and after (stage 1) the tasks of a device are aborted: device, stage, time-out in ms. The
/// result is 0 or the code of the first function that failed.
pub(crate) static DEVICE_ABORT: OnceLock<fn(i32, u32, u32) -> i32> = OnceLock::new();
