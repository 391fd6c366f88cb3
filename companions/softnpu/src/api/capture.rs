//! Capture of streams into models, and their replay.

use super::guard::{guard, not_null, write_out};
use crate::engine::context;
use crate::engine::graph::{self, Graph, MODELS, Mode, Status};
use crate::engine::stream;
use crate::error::{Result, code, fail};
use std::ffi::c_void;

fn mode(number: u32) -> Result<Mode> {
    match Mode::from_number(number) {
        Some(mode) => Ok(mode),
        None => fail!(code::INVALID_PARAM, "the capture mode is {number}, expected 0, 1 or 2"),
    }
}

/// Records the tasks of a stream from now on instead of running them. `mode`: 0 forbids calls that are unsafe during
/// captures to all threads, 1 to this thread, 2 to none. 207000 for a default stream.
#[unsafe(no_mangle)]
pub extern "C" fn aclmdlRICaptureBegin(stream: *mut c_void, mode_number: u32) -> i32 {
    guard("aclmdlRICaptureBegin", || {
        let mode = mode(mode_number)?;
        Graph::begin(&stream::resolve(stream)?, mode).map(drop)
    })
}

/// Tells whether a stream is captured (0 no, 1 yes, 2 yes but the capture is invalid) and into which model. One of the
/// outputs may be NULL.
///
/// # Safety
/// The pointers must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclmdlRICaptureGetInfo(
    stream: *mut c_void,
    status: *mut u32,
    model_ri: *mut *mut c_void,
) -> i32 {
    guard("aclmdlRICaptureGetInfo", || {
        if status.is_null() && model_ri.is_null() {
            fail!(code::INVALID_PARAM, "status and modelRI are both NULL");
        }
        let graph = stream::resolve(stream)?.capture();
        let found = graph.as_ref().map_or(Status::None, |graph| graph.status());
        let handle = graph.map_or(std::ptr::null_mut(), |graph| graph.handle());
        // SAFETY: null, or the caller vouches for the pointers.
        unsafe {
            if let Some(status) = status.as_mut() {
                *status = found as u32;
            }
            if let Some(model) = model_ri.as_mut() {
                *model = handle;
            }
        }
        Ok(())
    })
}

/// Ends the capture that began on a stream. `model_ri` receives the model, which `aclmdlRIDestroy` frees, or NULL.
///
/// # Safety
/// `model_ri` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclmdlRICaptureEnd(stream: *mut c_void, model_ri: *mut *mut c_void) -> i32 {
    guard("aclmdlRICaptureEnd", || {
        not_null(model_ri, "modelRI")?;
        let result = Graph::end(&stream::resolve(stream)?);
        let handle = result.as_ref().map_or(std::ptr::null_mut(), |graph| graph.handle());
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(model_ri, "modelRI", handle)? };
        result.map(drop)
    })
}

/// Exchanges the capture mode of the calling thread with `*mode` (see `aclmdlRICaptureBegin`; at first 0): in mode 2
/// no call of the thread is forbidden.
///
/// # Safety
/// `mode_number` must be NULL or valid for reading and writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclmdlRICaptureThreadExchangeMode(mode_number: *mut u32) -> i32 {
    guard("aclmdlRICaptureThreadExchangeMode", || {
        not_null(mode_number, "mode")?;
        // SAFETY: not null, and the caller vouches for the pointer.
        let old = graph::exchange_mode(mode(unsafe { mode_number.read() })?);
        // SAFETY: as above.
        unsafe { write_out(mode_number, "mode", old as u32) }
    })
}

/// Replays a model in the order of a stream.
#[unsafe(no_mangle)]
pub extern "C" fn aclmdlRIExecuteAsync(model_ri: *mut c_void, stream: *mut c_void) -> i32 {
    guard("aclmdlRIExecuteAsync", || {
        not_null(model_ri, "modelRI")?;
        MODELS.get(model_ri)?.execute(&stream::resolve(stream)?)
    })
}

/// Replays a model and waits for its end, at most `timeout` ms (-1: for ever): 507046 when the time is up, 107000 for
/// other values below 1.
#[unsafe(no_mangle)]
pub extern "C" fn aclmdlRIExecute(model_ri: *mut c_void, timeout: i32) -> i32 {
    guard("aclmdlRIExecute", || {
        not_null(model_ri, "modelRI")?;
        if timeout == 0 || timeout < -1 {
            fail!(code::RT_PARAM_INVALID, "the time-out is {timeout} ms, expected -1 or more than 0");
        }
        let stream = stream::default_of(&context::current()?);
        MODELS.get(model_ri)?.execute(&stream)?;
        stream.synchronize(i64::from(timeout))
    })
}

/// Frees a model. 107037 while it is replayed, 107026 while it is captured.
#[unsafe(no_mangle)]
pub extern "C" fn aclmdlRIDestroy(model_ri: *mut c_void) -> i32 {
    guard("aclmdlRIDestroy", || {
        not_null(model_ri, "modelRI")?;
        let graph = MODELS.get(model_ri)?;
        if graph.status() != Status::None {
            fail!(code::RT_MODEL_CAPTURED, "model {} is still being captured", graph.id);
        }
        if graph.is_running() {
            fail!(code::RT_MODEL_RUNNING, "model {} is being replayed", graph.id);
        }
        MODELS.remove(model_ri).map(drop)
    })
}

/// Number of a model.
///
/// # Safety
/// `id` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclmdlRIGetId(model_ri: *mut c_void, id: *mut u32) -> i32 {
    guard("aclmdlRIGetId", || {
        not_null(model_ri, "modelRI")?;
        not_null(id, "modelRIId")?;
        let found = MODELS.get(model_ri)?.id;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(id, "modelRIId", found) }
    })
}

/// Number of a model.
///
/// # Safety
/// `model_id` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtModelGetId(model: *mut c_void, model_id: *mut u32) -> i32 {
    guard("rtModelGetId", || {
        not_null(model, "mdl")?;
        not_null(model_id, "modelId")?;
        let found = MODELS.get(model)?.id;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(model_id, "modelId", found) }
    })
}
