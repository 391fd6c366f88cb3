//! Which process owns which slot of the machine.
//!
//! A slot is claimed by binding the abstract Unix socket name `softnpu/<uid>/<slot>`: the kernel lets one process
//! have it and frees it when that process ends, however it ends, so nothing is ever left behind. A second
//! socket of the owner carries in its name where its memory is found; everybody reads the names in
//! `/proc/net/unix`. Names are per network namespace and user.

use super::sys;
use crate::error::{Result, code, fail};
use npu_ext::{DeviceInfo, SLOT_COUNT};
use std::fs;
use std::io::ErrorKind;
use std::os::fd::{AsRawFd, RawFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};

/// Start of all names.
const PREFIX: &str = "softnpu";

/// A slot that this process owns until it drops this.
#[derive(Debug)]
pub(crate) struct Claim {
    /// Slot number.
    pub slot: u32,
    name: UnixDatagram,
    entry: Option<UnixDatagram>,
}

impl Claim {
    /// Claims a slot if it is free.
    pub(crate) fn attempt(slot: u32) -> Result<Option<Claim>> {
        match bind(&claim_name(slot)) {
            Ok(name) => Ok(Some(Claim { slot, name, entry: None })),
            Err(error) if error.kind() == ErrorKind::AddrInUse => Ok(None),
            Err(error) => fail!(
                code::RT_RESOURCE_ALLOC,
                "cannot make the socket that claims device slot {slot}: {error}; raise the limit of open files or allow AF_UNIX sockets"
            ),
        }
    }

    /// Tells the other processes where the memory of the slot is.
    pub(crate) fn publish(&mut self, info: &DeviceInfo) -> Result {
        match bind(&entry_name(info)) {
            Ok(entry) => self.entry = Some(entry),
            Err(error) => {
                fail!(code::RT_RESOURCE_ALLOC, "cannot publish device slot {}: {error}", self.slot)
            }
        }
        Ok(())
    }

    /// Sockets that a forked child must close, so that the slot stays its parent's alone.
    pub(crate) fn sockets(&self) -> [Option<RawFd>; 2] {
        [Some(self.name.as_raw_fd()), self.entry.as_ref().map(AsRawFd::as_raw_fd)]
    }
}

/// The owner of a slot, if it has one.
pub(crate) fn lookup(slot: u32) -> Option<DeviceInfo> {
    entries().into_iter().find(|info| info.slot == slot)
}

/// Number of slots claimed by this user.
pub(crate) fn live_slots() -> u32 {
    let start = format!("{PREFIX}/{}/", sys::user());
    let mut seen = [false; SLOT_COUNT as usize];
    for name in names() {
        if let Some(slot) = name.strip_prefix(&start).and_then(|s| s.parse::<usize>().ok())
            && let Some(seen) = seen.get_mut(slot)
        {
            *seen = true;
        }
    }
    seen.iter().filter(|s| **s).count() as u32
}

/// True if the process described is the one that published the entry, and alive.
pub(crate) fn alive(info: &DeviceInfo) -> bool {
    sys::start_time(info.pid) == Some(info.start_time)
}

/// All published slots of this user whose owner is alive and really is this user.
fn entries() -> Vec<DeviceInfo> {
    let start = format!("{PREFIX}/{}/", sys::user());
    let found = names().into_iter().filter_map(|name| parse_entry(name.strip_prefix(&start)?));
    // A name can be bound by anybody: the process it points to must belong to this user.
    found.filter(|info| sys::owner_of(info.pid) == Some(sys::user()) && alive(info)).collect()
}

/// Abstract names of the softnpu on this machine.
fn names() -> Vec<String> {
    let Ok(table) = fs::read("/proc/net/unix") else {
        return Vec::new();
    };
    let table = String::from_utf8_lossy(&table);
    let name = |line: &str| {
        let name = line.rsplit(' ').next()?.strip_prefix('@')?;
        name.starts_with(PREFIX).then(|| name.to_owned())
    };
    table.lines().filter_map(name).collect()
}

fn bind(name: &str) -> std::io::Result<UnixDatagram> {
    UnixDatagram::bind_addr(&SocketAddr::from_abstract_name(name)?)
}

fn claim_name(slot: u32) -> String {
    format!("{PREFIX}/{}/{slot}", sys::user())
}

fn entry_name(info: &DeviceInfo) -> String {
    format!(
        "{PREFIX}/{}/{}/{:x}/{:x}/{:x}/{:x}/{:x}/{:x}/{:x}",
        sys::user(),
        info.slot,
        info.pid,
        info.fd,
        info.start_time,
        info.device,
        info.uuid,
        info.base,
        info.size
    )
}

fn parse_entry(text: &str) -> Option<DeviceInfo> {
    let mut fields = text.split('/');
    let slot = fields.next()?.parse().ok().filter(|slot| *slot < SLOT_COUNT)?;
    let mut hex = || u64::from_str_radix(fields.next()?, 16).ok();
    let info = DeviceInfo {
        slot,
        pid: hex()?.try_into().ok()?,
        fd: hex()?.try_into().ok()?,
        start_time: hex()?,
        device: hex()?.try_into().ok()?,
        uuid: hex()?,
        base: hex()?,
        size: hex()?,
    };
    fields.next().is_none().then_some(info)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> DeviceInfo {
        DeviceInfo {
            slot: 255,
            device: 63,
            pid: i32::MAX,
            fd: 1_000_000,
            start_time: u64::MAX >> 8,
            uuid: u64::MAX,
            base: 0x1bff_0000_0000,
            size: 1 << 36,
        }
    }

    #[test]
    fn the_longest_entry_fits_a_socket_name() {
        let name = format!("{}{}", "0000000000", entry_name(&example()));
        assert!(name.len() <= 107, "{} characters", name.len());
    }

    #[test]
    fn an_entry_survives_its_name() {
        let name = entry_name(&example());
        let text = name.strip_prefix(&format!("{PREFIX}/{}/", sys::user())).unwrap();
        assert_eq!(parse_entry(text), Some(example()));
        assert_eq!(parse_entry("3"), None);
        assert_eq!(parse_entry(&format!("{text}/1")), None);
        assert_eq!(parse_entry("300/1/1/1/1/1/1/1"), None);
        assert_eq!(parse_entry("3/x/1/1/1/1/1/1"), None);
    }

    #[test]
    fn a_claim_is_exclusive_and_ends_with_its_owner() {
        // Slots from the top: tests of other processes claim from the bottom.
        let slot = (0..SLOT_COUNT).rev().find(|s| lookup(*s).is_none()).unwrap();
        let mut claim = Claim::attempt(slot).unwrap().expect("free");
        assert!(Claim::attempt(slot).unwrap().is_none());
        assert!(live_slots() >= 1);
        let pid = std::process::id() as i32;
        let info = DeviceInfo {
            slot,
            pid,
            start_time: sys::start_time(pid).unwrap(),
            uuid: sys::random(),
            ..example()
        };
        claim.publish(&info).unwrap();
        assert_eq!(lookup(slot), Some(info));
        drop(claim);
        assert_eq!(lookup(slot), None);
        assert!(Claim::attempt(slot).unwrap().is_some());
    }

    #[test]
    fn a_dead_process_is_not_found() {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let pid = child.id() as i32;
        let started = sys::start_time(pid).unwrap_or(1);
        child.wait().unwrap();
        assert!(!alive(&DeviceInfo { pid, start_time: started, ..example() }));
        let me = std::process::id() as i32;
        let started = sys::start_time(me).unwrap();
        assert!(alive(&DeviceInfo { pid: me, start_time: started, ..example() }));
        assert!(!alive(&DeviceInfo { pid: me, start_time: started + 1, ..example() }));
    }
}
