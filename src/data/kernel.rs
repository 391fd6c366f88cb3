//! What a kernel leaves behind on its OS thread, which the next kernel must not find.

use std::cell::RefCell;
use std::sync::{Arc, Weak};

use super::comm::Comm;
use super::{batch, cache, wait};
use crate::driver::Driver;

thread_local! {
    /// Communicators that the running kernel has acquired.
    static ACQUIRED: RefCell<Vec<Weak<Comm>>> = const { RefCell::new(Vec::new()) };
}

/// Makes [`ended`] follow every kernel of the runtime.
pub(super) fn install(driver: &Driver) {
    driver.set_kernel_hook(hook);
}

unsafe extern "C" fn hook() {
    // A panic must not reach the runtime.
    let _ = std::panic::catch_unwind(ended);
}

/// A kernel has ended on the calling OS thread: its open batch and recording are dropped, the communicators that it
/// did not release are released, each with a warning, and the default time-out of its waits is forgotten. Whoever runs
/// kernels other than through the runtime calls this after each.
pub fn ended() {
    let lost = batch::abandon();
    if !lost.is_empty() {
        log::warn!(
            "a kernel ended without HcommBatchModeEnd: {lost} are dropped; end every batch in the kernel that starts it"
        );
    }
    if let Some(tag) = cache::abandon() {
        log::warn!("a kernel ended without HcommAicpuTsTaskCacheEnd: the recording \"{tag}\" is dropped");
    }
    for comm in ACQUIRED.take().into_iter().filter_map(|comm| comm.upgrade()) {
        log::warn!("a kernel ended without HcommReleaseComm: communicator {} is released", comm.name());
        comm.release();
    }
    wait::forget_default();
}

/// The running kernel has acquired a communicator.
pub(super) fn acquired(comm: &Arc<Comm>) {
    ACQUIRED.with_borrow_mut(|acquired| acquired.push(Arc::downgrade(comm)));
}

/// The running kernel has released a communicator.
pub(super) fn released(comm: &Comm) {
    ACQUIRED.with_borrow_mut(|acquired| acquired.retain(|other| !std::ptr::eq(other.as_ptr(), comm)));
}
