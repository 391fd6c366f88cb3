//! Contexts: what streams belong to, and what makes a device current for a thread.

use super::device::{self, Device};
use super::handle::Table;
use super::stream::{self, Stream};
use crate::error::{Result, code, fail};
use std::cell::RefCell;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// A context.
pub(crate) struct Context {
    /// Its device.
    pub device: Arc<Device>,
    /// Number in the process, never used twice.
    pub id: u64,
    /// Handle given to C callers.
    pub handle: u64,
    /// Made by setting the device rather than by `aclrtCreateContext`.
    pub primary: bool,
    /// Code of the failure that stopped all streams of the context; 0: none did.
    pub stopped: AtomicI32,
    /// The stream behind a NULL stream.
    pub default_stream: OnceLock<Arc<Stream>>,
    ended: AtomicBool,
}

static CONTEXTS: Table<Context> = Table::new("context", 1, code::RT_CONTEXT_NULL);

thread_local! {
    static CURRENT: RefCell<Option<Arc<Context>>> = const { RefCell::new(None) };
}

/// Makes a context on a device.
pub(crate) fn create(device: &Arc<Device>, primary: bool) -> Arc<Context> {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    let (_, context) = CONTEXTS.insert_with(|handle| {
        Arc::new(Context {
            device: Arc::clone(device),
            id,
            handle,
            primary,
            stopped: AtomicI32::new(0),
            default_stream: OnceLock::new(),
            ended: AtomicBool::new(false),
        })
    });
    context
}

/// The context of a handle; 107002 if it does not live.
pub(crate) fn resolve(handle: *mut c_void) -> Result<Arc<Context>> {
    CONTEXTS.get(handle)
}

/// The current context of the calling thread; 107002 if it has none, or it has ended.
pub(crate) fn current() -> Result<Arc<Context>> {
    match CURRENT.try_with(|c| c.borrow().clone()).ok().flatten() {
        Some(context) if !context.ended.load(Ordering::Acquire) => Ok(context),
        Some(context) => fail!(
            code::RT_CONTEXT_NULL,
            "the thread's context of device {} has ended; call aclrtSetDevice again",
            context.device.id
        ),
        None => fail!(code::RT_CONTEXT_NULL, "the thread has no current device; call aclrtSetDevice first"),
    }
}

/// The device of the calling thread; 107002 if it has none.
pub(crate) fn current_device() -> Result<Arc<Device>> {
    current().map(|context| Arc::clone(&context.device))
}

/// Makes a context current for the calling thread, or none; returns the one that was.
pub(crate) fn set_current(context: Option<Arc<Context>>) -> Option<Arc<Context>> {
    CURRENT.try_with(|c| c.replace(context)).ok().flatten()
}

/// Runs `body` with a current context of its own, for runtime threads that run a program's functions.
pub(crate) fn scope<T>(context: Arc<Context>, body: impl FnOnce() -> T) -> T {
    struct Restore(Option<Arc<Context>>);
    impl Drop for Restore {
        fn drop(&mut self) {
            set_current(self.0.take());
        }
    }
    let _restore = Restore(set_current(Some(context)));
    body()
}

/// Ends a context that `aclrtCreateContext` made: waits for its work and frees its streams. 107000 for a primary
/// context, which ends with its device.
pub(crate) fn destroy(handle: *mut c_void) -> Result {
    let context = resolve(handle)?;
    if context.primary {
        fail!(
            code::RT_PARAM_INVALID,
            "the context is the primary one of device {}; aclrtResetDevice ends it",
            context.device.id
        );
    }
    end(&context, false);
    Ok(())
}

/// Ends a context; `force` drops its queued work instead of waiting for it.
pub(crate) fn end(context: &Arc<Context>, force: bool) {
    stream::destroy_all(context, force);
    context.ended.store(true, Ordering::Release);
    // Somebody else may have ended it at the same time.
    let _ = CONTEXTS.remove(context.handle as *const c_void);
}

/// The calling thread has no current context any more if it is one of this device.
pub(crate) fn leave(device: i32) {
    let mine = |c: &RefCell<Option<Arc<Context>>>| c.borrow().as_ref().is_some_and(|c| c.device.id == device);
    if CURRENT.try_with(mine).unwrap_or(false) {
        set_current(None);
    }
}

/// The context that runtime threads use for a device: the primary one.
pub(crate) fn of_device(id: i32) -> Result<Arc<Context>> {
    Ok(device::device(id)?.primary_or_new())
}

/// In a forked child: the thread has no context, those there were are the parent's.
pub(crate) fn forget() {
    std::mem::forget(set_current(None));
}
