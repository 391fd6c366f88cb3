//! Where memory is: host, process and device memory; and how another process reaches it.

use hcomm_base::{Result, bail, err};
use serde::{Deserialize, Serialize};

use super::bootstrap::wire::Memory as WireMemory;
use super::host::{self, Host};
use crate::data::channel::Range;
use crate::data::vm;
use crate::driver;

/// A process and those of its device memories that matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    host: Host,
    pid: i32,
    devices: Vec<WireMemory>,
}

/// A range of a [`Place`], as it travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wire {
    /// `CommMemType` number.
    pub kind: i32,
    /// Index of the device memory that contains it; `None`: other memory of the process.
    pub device: Option<u32>,
    /// False if the process itself may not write to it.
    pub writable: bool,
    /// First byte, as valid in the process.
    pub addr: u64,
    /// Bytes.
    pub size: u64,
}

impl Place {
    /// This process, without device memory.
    pub fn here() -> Place {
        Place { host: host::identity(), pid: std::process::id() as i32, devices: Vec::new() }
    }

    /// Host of the process.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Process id.
    pub fn pid(&self) -> i32 {
        self.pid
    }

    /// True if it is the process `pid` of `host`.
    pub fn is(&self, host: &Host, pid: i32) -> bool {
        self.host == *host && self.pid == pid
    }

    /// Describes a range of this process for others; `device` is where it is looked for first. PARA if it is not memory
    /// that the process can read.
    pub fn describe(&mut self, device: i32, kind: i32, addr: u64, size: u64) -> Result<Wire> {
        if size == 0 || addr.checked_add(size).is_none() {
            bail!(PARA, "{size} bytes at {addr:#x} are no range of memory");
        }
        if let Some(at) = self.device_of(addr, size) {
            return Ok(Wire { kind, device: Some(at), writable: true, addr, size });
        }
        let driver = driver::get()?;
        let elsewhere = driver.mem_range(addr).map(|range| range.device);
        for device in [Some(device), elsewhere.filter(|&other| other != device)].into_iter().flatten() {
            self.devices.push(driver.device_info(device)?.into());
            if let Some(at) = self.device_of(addr, size) {
                return Ok(Wire { kind, device: Some(at), writable: true, addr, size });
            }
            self.devices.pop();
        }
        let writable = readable(addr, size)?;
        Ok(Wire { kind, device: None, writable, addr, size })
    }

    fn device_of(&self, addr: u64, size: u64) -> Option<u32> {
        self.devices.iter().position(|memory| offset(memory, addr, size).is_some()).map(|at| at as u32)
    }

    /// False if the range cannot be one of the process: it wraps, or is not in the device memory that it names.
    pub fn holds(&self, wire: &Wire) -> bool {
        let whole = wire.size > 0 && wire.addr.checked_add(wire.size).is_some();
        whole
            && wire.device.is_none_or(|at| {
                self.devices
                    .get(at as usize)
                    .is_some_and(|memory| offset(memory, wire.addr, wire.size).is_some())
            })
    }

    /// An address in device memory of the process, as valid here.
    pub fn translate(&self, device: u32, addr: u64) -> Result<u64> {
        let memory = self
            .devices
            .get(device as usize)
            .ok_or_else(|| err!(INTERNAL, "process {} has no device memory {device}", self.pid))?;
        let offset = offset(memory, addr, 1)
            .ok_or_else(|| err!(INTERNAL, "{addr:#x} is not in the device memory of process {}", self.pid))?;
        Ok(driver::get()?.map_peer(&(*memory).into())? + offset)
    }

    /// How the range is reached from this process. `network`: only through the network, by the process's own address.
    /// Fails if it cannot be reached otherwise.
    pub fn reach(&self, wire: &Wire, network: bool) -> Result<Range> {
        if network || self.host != host::identity() {
            return Ok(Range::mapped(wire.addr, wire.size));
        }
        match wire.device {
            Some(device) => Ok(Range::mapped(self.translate(device, wire.addr)?, wire.size)),
            None if self.pid == std::process::id() as i32 && wire.writable => {
                Ok(Range::mapped(wire.addr, wire.size))
            }
            None => {
                vm::probe(self.pid, wire.addr, 0)?;
                Ok(Range::of_process(self.pid, wire.addr, wire.size))
            }
        }
    }
}

fn offset(memory: &WireMemory, addr: u64, size: u64) -> Option<u64> {
    let info: npu_ext::DeviceInfo = (*memory).into();
    let offset = addr.checked_sub(info.base)?;
    (offset.checked_add(size)? <= info.size).then_some(offset)
}

/// True if this process may read and write the range, false if it may only read it; PARA if it may not even read it.
fn readable(addr: u64, size: u64) -> Result<bool> {
    let maps = std::fs::read_to_string("/proc/self/maps")
        .map_err(|e| err!(SYSCALL, "/proc/self/maps cannot be read: {e}"))?;
    let (mut at, end, mut writable) = (addr, addr + size, true);
    for (first, last, rights) in maps.lines().filter_map(mapping) {
        if last <= at {
            continue;
        }
        if first > at || at >= end || !rights.starts_with('r') {
            break;
        }
        writable &= rights.as_bytes().get(1) == Some(&b'w');
        at = last;
    }
    if at < end {
        bail!(
            PARA,
            "{size} bytes at {addr:#x} are not all memory that this process can read: nothing is mapped at {at:#x}"
        );
    }
    Ok(writable)
}

/// First byte, end and rights of a line of `/proc/self/maps`.
fn mapping(line: &str) -> Option<(u64, u64, &str)> {
    let mut words = line.split_ascii_whitespace();
    let (first, last) = words.next()?.split_once('-')?;
    let number = |text| u64::from_str_radix(text, 16).ok();
    Some((number(first)?, number(last)?, words.next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_mapped_is_told_from_what_is_not() {
        let own = vec![1u8; 100_000];
        assert_eq!(readable(own.as_ptr() as u64 + 13, 90_000), Ok(true));
        static TEXT: &str = "read-only";
        assert_eq!(readable(TEXT.as_ptr() as u64, TEXT.len() as u64), Ok(false));
        assert!(readable(0x1000, 8).is_err());
        // SAFETY: new mappings of this test, the second half of the first one unmapped again.
        let at = unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let at = libc::mmap(std::ptr::null_mut(), 8192, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
            libc::munmap(at.cast::<u8>().add(4096).cast(), 4096);
            at as u64
        };
        assert_eq!(readable(at, 4096), Ok(true));
        // Another thread may have mapped something there meanwhile.
        if let Err(error) = readable(at, 8192) {
            assert!(error.text.contains(&format!("{:#x}", at + 4096)), "{error}");
        }
        assert!(Place::here().holds(&Wire { kind: 0, device: None, writable: true, addr: 1, size: 2 }));
        for (device, addr, size) in [(Some(0), 1, 2), (None, u64::MAX, 2), (None, 1, 0)] {
            let wire = Wire { kind: 0, device, writable: true, addr, size };
            assert!(!Place::here().holds(&wire));
        }
    }
}
