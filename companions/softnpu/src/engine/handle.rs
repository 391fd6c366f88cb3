//! Handles given to C callers: numbers that are never used twice, looked up in a table, so that stale,
//! foreign and forged handles are recognised instead of dereferenced.

use crate::error::{Result, code, fail};
use std::any::Any;
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

/// Objects of one kind that C callers hold handles to.
pub(crate) struct Table<T: ?Sized> {
    what: &'static str,
    bad: i32,
    next: AtomicU64,
    objects: LazyLock<RwLock<HashMap<u64, Arc<T>>>>,
}

impl<T: ?Sized> Table<T> {
    /// `what`: name for error texts; `tag`: number of the kind, part of the handle; `bad`: code for a bad handle.
    pub(crate) const fn new(what: &'static str, tag: u8, bad: i32) -> Self {
        // User addresses end below 2^47, so a handle is never a valid pointer; multiples of 16 look like one.
        let first = (0x4e << 56) | ((tag as u64) << 48) | 0x10;
        Table { what, bad, next: AtomicU64::new(first), objects: LazyLock::new(Default::default) }
    }

    /// Adds an object; returns its handle.
    pub(crate) fn insert(&self, object: Arc<T>) -> *mut c_void {
        self.insert_with(|_| object).0
    }

    /// Adds an object that wants to know its own handle.
    pub(crate) fn insert_with(&self, make: impl FnOnce(u64) -> Arc<T>) -> (*mut c_void, Arc<T>) {
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

    /// Locks the table until the result is dropped: nobody else holds the lock then.
    pub(crate) fn hold(&'static self) -> Box<dyn Any>
    where
        T: 'static,
    {
        Box::new(self.write())
    }

    /// All objects that satisfy `keep`, with their handles.
    pub(crate) fn select(&self, keep: impl Fn(&Arc<T>) -> bool) -> Vec<(*mut c_void, Arc<T>)> {
        let objects = self.objects.read().unwrap_or_else(PoisonError::into_inner);
        objects.iter().filter(|(_, o)| keep(o)).map(|(h, o)| (*h as *mut c_void, Arc::clone(o))).collect()
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, HashMap<u64, Arc<T>>> {
        self.objects.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Code for handles that the runtime does not know.
pub(crate) const BAD: i32 = code::RT_INVALID_HANDLE;
