//! All communicators of the process, by handle and by name.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hcomm_base::{Code, Error, Result, bail};

use super::comm::Comm;
use crate::handle::{Kind, Table};

static COMMS: Table<Mutex<Option<Arc<Comm>>>> = Table::new(Kind::Comm);

/// Handle of the communicator with this name on this device; 0 while it is being created.
static NAMES: Mutex<Option<HashMap<(i32, String), u64>>> = Mutex::new(None);

fn names() -> MutexGuard<'static, Option<HashMap<(i32, String), u64>>> {
    NAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps a name until the communicator is published or its creation fails.
#[derive(Debug)]
pub struct Reservation {
    key: (i32, String),
    done: bool,
}

/// Reserves a name on a device.
pub fn reserve(device: i32, name: &str) -> Result<Reservation> {
    let key = (device, name.to_owned());
    let mut names = names();
    let names = names.get_or_insert_default();
    if names.contains_key(&key) {
        bail!(
            PARA,
            "a communicator named {name} exists on device {device} already: use each root info once per device and give \
             each communicator its own hcclCommName"
        );
    }
    names.insert(key.clone(), 0);
    Ok(Reservation { key, done: false })
}

impl Reservation {
    /// Makes the communicator findable; answers its handle.
    pub fn publish(mut self, comm: Arc<Comm>) -> Result<u64> {
        let shell = COMMS.reserve()?;
        *shell.lock().unwrap_or_else(PoisonError::into_inner) = Some(comm.clone());
        let handle = shell.publish();
        comm.adopt(handle);
        self.done = true;
        names().get_or_insert_default().insert(self.key.clone(), handle);
        Ok(handle)
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if !self.done {
            names().get_or_insert_default().remove(&self.key);
        }
    }
}

/// The communicator with this handle. 0: PTR; not the handle of a live communicator: PARA.
pub fn find(handle: u64) -> Result<Arc<Comm>> {
    if handle == 0 {
        bail!(PTR, "comm is NULL");
    }
    let comm =
        COMMS.get(handle).and_then(|shell| shell.lock().unwrap_or_else(PoisonError::into_inner).clone());
    match comm {
        Some(comm) => Ok(comm),
        None => Err(COMMS.refuse(Code::PARA, handle)),
    }
}

/// Ends the life of a handle; of all callers exactly one gets the communicator.
pub fn take(handle: u64) -> Result<Arc<Comm>> {
    let Some(shell) = COMMS.take(handle) else { return Err(COMMS.refuse(Code::PARA, handle)) };
    let comm = shell.lock().unwrap_or_else(PoisonError::into_inner).take();
    comm.ok_or_else(|| Error::new(Code::INTERNAL, "a communicator's entry is empty"))
}

/// Frees the name of a communicator that was taken.
pub fn forget(device: i32, name: &str) {
    names().get_or_insert_default().remove(&(device, name.to_owned()));
}

/// Communicators of this process on a device.
pub fn on_device(device: i32) -> usize {
    names().get_or_insert_default().keys().filter(|(known, _)| *known == device).count()
}

/// Handle of the communicator with this name on this device.
pub fn handle_by_name(name: &str, device: i32) -> Option<u64> {
    let handle = names().get_or_insert_default().get(&(device, name.to_owned())).copied()?;
    (handle != 0).then_some(handle)
}

/// The communicator with this name on this device.
pub fn find_by_name(name: &str, device: i32) -> Option<Arc<Comm>> {
    find(handle_by_name(name, device)?).ok()
}
