//! Functions that want to know when communicators are destroyed and resumed.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::{Mutex, PoisonError};

use hcomm_abi::{AbiEnum, EnumArg, HcclComm, HcclCommStatePhase, HcclResult};
use hcomm_base::{Code, Error, Result};

/// A registered function.
pub type Function =
    unsafe extern "C" fn(HcclComm, MaybeUninit<HcclCommStatePhase>, *mut c_void) -> MaybeUninit<HcclResult>;

/// When functions are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Before a communicator is destroyed.
    DestroyBefore,
    /// After it was destroyed; the handle is only a number then.
    DestroyAfter,
    /// Before a communicator is resumed.
    ResumeBefore,
    /// After it was resumed.
    ResumeAfter,
}

#[derive(Clone, Copy)]
struct Entry {
    function: Function,
    argument: usize,
}

static ENTRIES: Mutex<BTreeMap<String, Entry>> = Mutex::new(BTreeMap::new());

/// Registers a function under a name; a second one replaces the first.
pub fn register(name: &str, function: Function, argument: *mut c_void) {
    let entry = Entry { function, argument: argument as usize };
    ENTRIES.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), entry);
}

/// Calls all functions and answers the first result that is not success.
pub(super) fn call(comm: u64, phase: Phase) -> Result {
    let phase = match phase {
        Phase::DestroyBefore => HcclCommStatePhase::HCCL_COMM_STATE_PHASE_DESTROY_PRE,
        Phase::DestroyAfter => HcclCommStatePhase::HCCL_COMM_STATE_PHASE_DESTROY_POST,
        Phase::ResumeBefore => HcclCommStatePhase::HCCL_COMM_STATE_PHASE_RESUME_PRE,
        Phase::ResumeAfter => HcclCommStatePhase::HCCL_COMM_STATE_PHASE_RESUME_POST,
    };
    // Not under the lock: a function may register another.
    let entries: Vec<(String, Entry)> = ENTRIES
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .iter()
        .map(|(name, entry)| (name.clone(), *entry))
        .collect();
    let mut first = Ok(());
    for (name, entry) in entries {
        // SAFETY: the program registered this function with this argument for exactly this use.
        let code =
            unsafe { (entry.function)(comm as HcclComm, phase.abi(), entry.argument as *mut c_void) }.raw();
        if code != 0 && first.is_ok() {
            first = Err(Error::new(Code(code), format!("the state callback {name} returned {code}")));
        }
    }
    first
}
