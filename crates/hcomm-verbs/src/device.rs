//! Devices, their ports and the addresses (GIDs) of a port.

use std::ffi::{CStr, c_int};
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use hcomm_base::error::Result;

use crate::sys::{self, Verbs, check, errno, failure};

/// The list that libibverbs made; a device is valid as long as its list or a context of it.
struct List {
    verbs: &'static Verbs,
    devices: *mut *mut sys::Device,
}

// SAFETY: the list is never changed, and libibverbs may be called from any thread.
unsafe impl Send for List {}
// SAFETY: as above.
unsafe impl Sync for List {}

impl Drop for List {
    fn drop(&mut self) {
        // SAFETY: `devices` came from get_device_list and is freed once, here.
        unsafe { (self.verbs.free_device_list)(self.devices) }
    }
}

/// An RDMA device of this machine, not opened.
pub struct Device {
    list: Arc<List>,
    index: usize,
}

/// The RDMA devices of this machine; empty if there are none.
///
/// # Errors
/// libibverbs is not installed or too old, the kernel has no RDMA support, or access is denied.
pub fn devices() -> Result<Vec<Device>> {
    let verbs = Verbs::get()?;
    let mut count: c_int = 0;
    // SAFETY: `count` is written by the call; the result is NULL or a list of that many devices.
    let devices = unsafe { (verbs.get_device_list)(&mut count) };
    if devices.is_null() {
        return Err(failure(errno(), format_args!("listing the RDMA devices")));
    }
    let list = Arc::new(List { verbs, devices });
    Ok((0..count.max(0) as usize).map(|index| Device { list: list.clone(), index }).collect())
}

impl Device {
    fn raw(&self) -> *mut sys::Device {
        // SAFETY: `index` is below the count that came with the list, and the list lives.
        unsafe { *self.list.devices.add(self.index) }
    }

    /// Name of the device, for example `mlx5_0`.
    pub fn name(&self) -> String {
        // SAFETY: the device lives with its list; the name is a C string inside of it.
        unsafe { CStr::from_ptr((self.list.verbs.get_device_name)(self.raw())) }
            .to_string_lossy()
            .into_owned()
    }

    /// Opens the device.
    ///
    /// # Errors
    /// The device files under `/dev/infiniband` are missing or may not be opened.
    pub fn open(&self) -> Result<Context> {
        let verbs = self.list.verbs;
        // SAFETY: the device lives with its list.
        let raw = unsafe { (verbs.open_device)(self.raw()) };
        if raw.is_null() {
            // Without the rights to the file libibverbs says that there is none.
            let what = "whose file in /dev/infiniband must be there, readable and writable,";
            return Err(failure(errno(), format_args!("opening RDMA device {}, {what}", self.name())));
        }
        Ok(Context { inner: Arc::new(ContextInner { verbs, raw, name: self.name() }) })
    }
}

/// The open device, shared by everything that is made from it.
pub(crate) struct ContextInner {
    pub(crate) verbs: &'static Verbs,
    pub(crate) raw: *mut sys::Context,
    pub(crate) name: String,
}

// SAFETY: libibverbs locks what a context shares between threads.
unsafe impl Send for ContextInner {}
// SAFETY: as above.
unsafe impl Sync for ContextInner {}

impl Drop for ContextInner {
    fn drop(&mut self) {
        // SAFETY: the context came from open_device; all that was made from it kept it alive and is gone.
        unsafe { (self.verbs.close_device)(self.raw) };
    }
}

/// An open device. Clones are the same device; it is closed when the last one and all that was made from it are gone.
#[derive(Clone)]
pub struct Context {
    pub(crate) inner: Arc<ContextInner>,
}

/// What a device allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Number of ports; they are numbered from 1.
    pub ports: u8,
    /// Most work requests that one queue of a queue pair holds.
    pub queue_depth: u32,
    /// Most completions that one completion queue holds.
    pub completions: u32,
    /// Most reads that one queue pair may have running as the target of its peer.
    pub reads: u8,
    /// Most bytes of one registered region.
    pub region_size: u64,
}

/// State of a port, as the number that `verbs.h` gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortState(pub u32);

impl PortState {
    /// The only state in which a port carries data.
    pub const ACTIVE: PortState = PortState(sys::PORT_ACTIVE);
}

impl fmt::Display for PortState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("down"),
            2 => f.write_str("initialising"),
            3 => f.write_str("armed"),
            4 => f.write_str("active"),
            5 => f.write_str("active, link interrupted"),
            other => write!(f, "state {other}"),
        }
    }
}

/// What a port says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port {
    /// State.
    pub state: PortState,
    /// Whether the link is Ethernet, as RoCE needs it.
    pub ethernet: bool,
    /// Bytes of data in one packet.
    pub mtu: u32,
    /// Most bytes of one message (one write, read or send).
    pub max_message: u32,
}

/// Which protocol a [`Gid`] stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GidKind {
    /// InfiniBand.
    InfiniBand,
    /// RoCE in plain Ethernet frames, which no router forwards.
    RoceV1,
    /// RoCE in UDP over IP.
    RoceV2,
    /// A number that this library does not know.
    Other(u32),
}

/// One entry of a port's address table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gid {
    /// Position in the table. It is not the same on every machine, and changes with the addresses of the machine.
    pub index: u32,
    /// Protocol.
    pub kind: GidKind,
    /// The address: IPv6, or IPv4 written as `::ffff:a.b.c.d`.
    pub raw: [u8; 16],
}

impl Gid {
    /// The IP address of a RoCE v2 entry.
    pub fn address(&self) -> IpAddr {
        Ipv6Addr::from(self.raw).to_canonical()
    }
}

impl Context {
    /// Name of the device.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// What the device allows.
    ///
    /// # Errors
    /// The device does not answer.
    pub fn limits(&self) -> Result<Limits> {
        // SAFETY: zero is a value of every member: integers and arrays of them.
        let mut found: sys::DeviceAttr = unsafe { std::mem::zeroed() };
        // SAFETY: the context is open; `found` has the layout of the header and is filled by the call.
        let result = unsafe { (self.inner.verbs.query_device)(self.inner.raw, &mut found) };
        check(result, format_args!("asking RDMA device {} for its limits", self.name()))?;
        Ok(Limits {
            ports: found.phys_port_cnt,
            queue_depth: found.max_qp_wr.max(0) as u32,
            completions: found.max_cqe.max(0) as u32,
            reads: found.max_qp_rd_atom.clamp(0, 255) as u8,
            region_size: found.max_mr_size,
        })
    }

    /// State and limits of a port.
    ///
    /// # Errors
    /// There is no such port, or the device does not answer.
    pub fn port(&self, port: u8) -> Result<Port> {
        // SAFETY: zero is a value of every member, all of them integers.
        let mut found: sys::PortAttr = unsafe { std::mem::zeroed() };
        // SAFETY: the context is open; `found` is zero and at least as long as what the call fills.
        let result = unsafe { (self.inner.verbs.query_port)(self.inner.raw, port, &mut found) };
        check(result, format_args!("asking port {port} of RDMA device {}", self.name()))?;
        Ok(Port {
            state: PortState(found.state),
            ethernet: found.link_layer == sys::LINK_LAYER_ETHERNET,
            mtu: 128 << found.active_mtu.min(5),
            max_message: found.max_msg_sz,
        })
    }

    /// The addresses of a port that are in use.
    ///
    /// # Errors
    /// The device does not answer.
    pub fn gids(&self, port: u8) -> Result<Vec<Gid>> {
        // SAFETY: as in `port`.
        let mut attr: sys::PortAttr = unsafe { std::mem::zeroed() };
        let limits = self.limits()?;
        let mut room = 0;
        // The table that the call below fills holds the entries of all ports.
        for port in 1..=limits.ports {
            // SAFETY: as in `port`.
            let result = unsafe { (self.inner.verbs.query_port)(self.inner.raw, port, &mut attr) };
            check(result, format_args!("asking port {port} of RDMA device {}", self.name()))?;
            room += attr.gid_tbl_len.max(0) as usize;
        }
        let mut entries = vec![sys::GidEntry::default(); room];
        // SAFETY: the context is open; the call fills at most `room` entries of the size given.
        let count = unsafe {
            let entry = size_of::<sys::GidEntry>();
            (self.inner.verbs.query_gid_table)(self.inner.raw, entries.as_mut_ptr(), room, 0, entry)
        };
        if count < 0 {
            return Err(failure(
                -count as i32,
                format_args!("reading the addresses of RDMA device {}", self.name()),
            ));
        }
        entries.truncate(count as usize);
        let mine = entries.into_iter().filter(|entry| entry.port_num == u32::from(port));
        Ok(mine
            .map(|entry| Gid {
                index: entry.gid_index,
                kind: match entry.gid_type {
                    sys::GID_TYPE_IB => GidKind::InfiniBand,
                    sys::GID_TYPE_ROCE_V1 => GidKind::RoceV1,
                    sys::GID_TYPE_ROCE_V2 => GidKind::RoceV2,
                    other => GidKind::Other(other),
                },
                raw: entry.gid.raw,
            })
            .collect())
    }
}
