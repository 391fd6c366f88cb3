//! Functions that kernels register to hear of tasks that fail in the queues of threads.

use std::ffi::c_void;
use std::sync::Mutex;

use hcomm_abi::{
    AbiEnum, AbiStruct, HcommExceptionExpandType, HcommExceptionInfo, StarsExDetailInfo,
    tagHcommExceptionExpandInfo,
};
use hcomm_base::sync::lock;
use hcomm_base::{Code, Result};

use crate::data::failure::{self, Failure};

/// A registered function: information, and its user's pointer.
pub type Callback = unsafe extern "C" fn(*const HcommExceptionInfo, *mut c_void);

#[derive(Clone, Copy, Debug)]
struct Registered {
    callback: Callback,
    user: *mut c_void,
}

// SAFETY: the pointer is only passed on; whoever registered it knows that this happens on another thread.
unsafe impl Send for Registered {}

static CALLBACKS: Mutex<Vec<Registered>> = Mutex::new(Vec::new());

/// Adds a function, or gives a registered one another pointer.
pub fn register(callback: Callback, user: *mut c_void) -> Result {
    failure::subscribe(tell)?;
    let mut callbacks = lock(&CALLBACKS);
    match callbacks.iter_mut().find(|known| std::ptr::fn_addr_eq(known.callback, callback)) {
        Some(known) => known.user = user,
        None => callbacks.push(Registered { callback, user }),
    }
    Ok(())
}

/// Takes a function away; one that is not there is no error.
pub fn unregister(callback: Callback) {
    lock(&CALLBACKS).retain(|known| !std::ptr::fn_addr_eq(known.callback, callback));
}

fn tell(failure: &Failure) {
    // Other streams of the program are not ours to report.
    let Some(thread) = failure.thread else { return };
    // A copy, so that a function may register and unregister.
    let callbacks = lock(&CALLBACKS).clone();
    if callbacks.is_empty() {
        return;
    }
    let mut stars = StarsExDetailInfo::zeroed();
    stars.starsErrcode = failure.acl as u32;
    let mut info = HcommExceptionInfo::zeroed();
    info.thread = thread;
    info.taskId = failure.task;
    info.retCode = match failure.code {
        Code::ROCE_TRANSFER | Code::NETWORK | Code::TCP_TRANSFER | Code::REMOTE => Code::ROCE_TRANSFER,
        _ => Code::INTERNAL,
    }
    .0 as u32;
    info.expandInfo = expand(stars);
    for Registered { callback, user } in callbacks {
        // SAFETY: the function was registered for this; the information is live during the call.
        unsafe { callback(&info, user) };
    }
}

fn expand(stars: StarsExDetailInfo) -> tagHcommExceptionExpandInfo {
    let mut expand = tagHcommExceptionExpandInfo::zeroed();
    expand.r#type = HcommExceptionExpandType::HCOMM_EXCEPTION_STARS.abi();
    expand.detail.starsInfo = stars;
    expand
}
