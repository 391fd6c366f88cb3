//! Handles given to C callers: numbers that are never used twice, looked up in a table, so that stale,
//! foreign and forged handles are recognised instead of dereferenced.

use crate::error::{Result, code, fail};
use std::any::Any;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// Objects of one kind that C callers hold handles to.
pub(crate) struct Table<T> {
    what: &'static str,
    bad: i32,
    /// Forked children keep the objects.
    inherited: bool,
    next: AtomicU64,
    objects: RwLock<BTreeMap<u64, Arc<T>>>,
    /// It is one of [`USED`].
    listed: AtomicBool,
}

/// What a fork does to a table.
trait Forking: Sync {
    fn hold(&'static self) -> Box<dyn Any>;
    fn forget(&self);
}

/// Tables that ever had an object.
static USED: Mutex<Vec<&'static dyn Forking>> = Mutex::new(Vec::new());

/// Locks all tables until the result is dropped: nobody else holds such a lock then. Whoever holds one takes no other.
pub(crate) fn hold_all() -> Vec<Box<dyn Any>> {
    let used = USED.lock().unwrap_or_else(PoisonError::into_inner);
    let mut locks: Vec<Box<dyn Any>> = used.iter().map(|table| table.hold()).collect();
    locks.push(Box::new(used));
    locks
}

/// In a forked child: the objects behind handles are the parent's, unless [`Table::inherited`] says otherwise.
pub(crate) fn forget_all() {
    USED.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|table| table.forget());
}

impl<T: Send + Sync + 'static> Table<T> {
    /// `what`: name for error texts; `tag`: number of the kind, part of the handle; `bad`: code for a bad handle.
    pub(crate) const fn new(what: &'static str, tag: u8, bad: i32) -> Self {
        Self::make(what, tag, bad, false)
    }

    /// Like [`Table::new`], with objects that a forked child keeps.
    pub(crate) const fn inherited(what: &'static str, tag: u8, bad: i32) -> Self {
        Self::make(what, tag, bad, true)
    }

    const fn make(what: &'static str, tag: u8, bad: i32, inherited: bool) -> Self {
        // User addresses end below 2^47, so a handle is never a valid pointer; multiples of 16 look like one.
        let first = (0x4e << 56) | ((tag as u64) << 48) | 0x10;
        Table {
            what,
            bad,
            inherited,
            next: AtomicU64::new(first),
            objects: RwLock::new(BTreeMap::new()),
            listed: AtomicBool::new(false),
        }
    }

    /// Adds an object; returns its handle.
    pub(crate) fn insert(&'static self, object: Arc<T>) -> *mut c_void {
        self.insert_with(|_| object).0
    }

    /// Adds an object that wants to know its own handle.
    pub(crate) fn insert_with(&'static self, make: impl FnOnce(u64) -> Arc<T>) -> (*mut c_void, Arc<T>) {
        if !self.listed.load(Ordering::Acquire) {
            let mut used = USED.lock().unwrap_or_else(PoisonError::into_inner);
            if !self.listed.swap(true, Ordering::AcqRel) {
                used.push(self);
            }
        }
        let handle = self.next.fetch_add(16, Ordering::Relaxed);
        let object = make(handle);
        self.write().insert(handle, Arc::clone(&object));
        (handle as *mut c_void, object)
    }

    /// The object behind a handle.
    pub(crate) fn get(&self, handle: *const c_void) -> Result<Arc<T>> {
        match self.objects.read().unwrap_or_else(PoisonError::into_inner).get(&(handle as u64)) {
            Some(object) => Ok(Arc::clone(object)),
            None => fail!(self.bad, "{handle:p} is not the handle of a living {}", self.what),
        }
    }

    /// Takes an object out; the handle is bad from now on.
    pub(crate) fn remove(&self, handle: *const c_void) -> Result<Arc<T>> {
        match self.write().remove(&(handle as u64)) {
            Some(object) => Ok(object),
            None => fail!(self.bad, "{handle:p} is not the handle of a living {}", self.what),
        }
    }

    /// All objects that satisfy `keep`, with their handles.
    pub(crate) fn select(&self, keep: impl Fn(&Arc<T>) -> bool) -> Vec<(*mut c_void, Arc<T>)> {
        let objects = self.objects.read().unwrap_or_else(PoisonError::into_inner);
        objects.iter().filter(|(_, o)| keep(o)).map(|(h, o)| (*h as *mut c_void, Arc::clone(o))).collect()
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, BTreeMap<u64, Arc<T>>> {
        self.objects.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Send + Sync + 'static> Forking for Table<T> {
    fn hold(&'static self) -> Box<dyn Any> {
        Box::new(self.write())
    }

    fn forget(&self) {
        if !self.inherited {
            // What hangs on them is the parent's and not to be freed.
            std::mem::forget(std::mem::take(&mut *self.write()));
        }
    }
}

/// Code for handles that the runtime does not know.
pub(crate) const BAD: i32 = code::RT_INVALID_HANDLE;
