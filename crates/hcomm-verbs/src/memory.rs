//! Protection domains and registered memory.

use std::ffi::c_int;
use std::marker::PhantomData;
use std::ops::BitOr;
use std::sync::Arc;

use hcomm_base::bail;
use hcomm_base::error::Result;

use crate::device::{Context, ContextInner};
use crate::sys::{self, errno, failure};

pub(crate) struct DomainInner {
    pub(crate) context: Arc<ContextInner>,
    pub(crate) raw: *mut sys::Pd,
}

// SAFETY: libibverbs locks what a protection domain shares between threads.
unsafe impl Send for DomainInner {}
// SAFETY: as above.
unsafe impl Sync for DomainInner {}

impl Drop for DomainInner {
    fn drop(&mut self) {
        // SAFETY: the domain came from alloc_pd; regions and queue pairs of it kept it alive and are gone.
        unsafe { (self.context.verbs.dealloc_pd)(self.raw) };
    }
}

/// A protection domain: queue pairs reach only the memory that is registered in their own.
#[derive(Clone)]
pub struct Domain {
    pub(crate) inner: Arc<DomainInner>,
}

impl Domain {
    /// Makes a domain in an open device.
    ///
    /// # Errors
    /// The device has no room for one more.
    pub fn new(context: &Context) -> Result<Domain> {
        let context = context.inner.clone();
        // SAFETY: the context is open.
        let raw = unsafe { (context.verbs.alloc_pd)(context.raw) };
        if raw.is_null() {
            let name = &context.name;
            return Err(failure(errno(), format_args!("making a protection domain in RDMA device {name}")));
        }
        Ok(Domain { inner: Arc::new(DomainInner { context, raw }) })
    }
}

/// What a region may be used for besides being read by its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access(c_int);

impl Access {
    /// Target of nothing: only the source of sends and writes.
    pub const LOCAL_READ: Access = Access(0);
    /// Target of own reads and of receives.
    pub const LOCAL_WRITE: Access = Access(sys::ACCESS_LOCAL_WRITE);
    /// Target of writes of the peer; includes [`Access::LOCAL_WRITE`], without which devices refuse it.
    pub const REMOTE_WRITE: Access = Access(sys::ACCESS_REMOTE_WRITE | sys::ACCESS_LOCAL_WRITE);
    /// Source of reads of the peer.
    pub const REMOTE_READ: Access = Access(sys::ACCESS_REMOTE_READ);

    pub(crate) fn bits(self) -> c_int {
        self.0
    }
}

impl BitOr for Access {
    type Output = Access;

    fn bitor(self, other: Access) -> Access {
        Access(self.0 | other.0)
    }
}

/// Memory that a device may use. Dropping it ends that; requests on it which still run then fail.
pub struct Region {
    domain: Arc<DomainInner>,
    raw: *mut sys::Mr,
    address: u64,
    length: usize,
}

// SAFETY: the members are not changed after the registration, and libibverbs may be called from any thread.
unsafe impl Send for Region {}
// SAFETY: as above.
unsafe impl Sync for Region {}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: the region came from reg_mr and is given back once, here.
        unsafe { (self.domain.context.verbs.dereg_mr)(self.raw) };
    }
}

impl Region {
    /// Registers `length` bytes at `address`; their pages stay in memory until the region is dropped.
    ///
    /// # Errors
    /// `PARA` for a range that is empty or not mapped, `MEMORY` if the limit of locked memory does not allow it.
    ///
    /// # Safety
    /// The memory stays mapped until the region is dropped. The device reads it, and with any `access` but
    /// [`Access::LOCAL_READ`] and [`Access::REMOTE_READ`] writes it, at any time, so no Rust reference to it may exist
    /// while a request or the peer uses it.
    pub unsafe fn register(
        domain: &Domain,
        address: *mut u8,
        length: usize,
        access: Access,
    ) -> Result<Region> {
        let domain = domain.inner.clone();
        if length == 0 {
            bail!(
                PARA,
                "a region of 0 bytes at {address:p} cannot be registered with RDMA device {}",
                domain.context.name
            );
        }
        // SAFETY: the domain lives; the caller vouches for the memory.
        let raw = unsafe { (domain.context.verbs.reg_mr)(domain.raw, address.cast(), length, access.bits()) };
        if raw.is_null() {
            let name = &domain.context.name;
            return Err(failure(
                errno(),
                format_args!("registering {length} bytes at {address:p} with RDMA device {name}"),
            ));
        }
        Ok(Region { domain, raw, address: address as u64, length })
    }

    /// The key by which the peer names this region.
    pub fn remote_key(&self) -> u32 {
        // SAFETY: the region lives until drop.
        unsafe { (*self.raw).rkey }
    }

    /// First address.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// `length` bytes from byte `offset` on, for a request.
    ///
    /// # Errors
    /// `PARA` if they are not inside of the region, or are more than the 2 GiB that no device exceeds in one message.
    pub fn piece(&self, offset: usize, length: usize) -> Result<Piece<'_>> {
        let inside = offset.checked_add(length).is_some_and(|end| end <= self.length);
        if !inside || length > 1 << 31 {
            let size = self.length;
            bail!(
                PARA,
                "{length} bytes at byte {offset} are not inside of a region of {size} bytes, or more than 2 GiB"
            );
        }
        // SAFETY: the region lives until drop.
        let lkey = unsafe { (*self.raw).lkey };
        Ok(Piece {
            sge: sys::Sge { addr: self.address + offset as u64, length: length as u32, lkey },
            region: PhantomData,
        })
    }
}

/// A part of a [`Region`], as the local side of a request.
#[derive(Clone, Copy)]
pub struct Piece<'r> {
    pub(crate) sge: sys::Sge,
    region: PhantomData<&'r Region>,
}
