//! Types that the headers take from the C library and from the ACL runtime. Never emitted into our headers.

use core::ffi::c_void;

/// IPv4 address as `<netinet/in.h>` has it; network byte order.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct in_addr {
    /// The address, network byte order.
    pub s_addr: u32,
}

/// IPv6 address as `<netinet/in.h>` has it.
#[repr(C, align(4))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct in6_addr {
    /// The address, most significant byte first.
    pub s6_addr: [u8; 16],
}

/// A stream of the ACL runtime.
pub type aclrtStream = *mut c_void;
/// A physical memory handle of the ACL runtime.
pub type aclrtDrvMemHandle = *mut c_void;
