//! The 4108 bytes that the root hands to all ranks.
//!
//! The first 200 bytes hold address, port and identifier where the original has them; the rest is ours: a magic
//! word, the version, the secret of the hub and a checksum, so that a blob that was cut, mixed up or never filled
//! is noticed at once.

use std::ffi::CStr;
use std::net::{IpAddr, SocketAddr};

use hcomm_base::{Result, bail, err};

/// Bytes of an `HcclRootInfo`.
pub const SIZE: usize = 4108;
const IP: std::ops::Range<usize> = 0..64;
const PORT: std::ops::Range<usize> = 64..68;
const IDENTIFIER: std::ops::Range<usize> = 72..200;
const MAGIC: std::ops::Range<usize> = 200..208;
const SECRET: std::ops::Range<usize> = 208..224;
const PID: std::ops::Range<usize> = 224..228;
const SUM: std::ops::Range<usize> = 228..236;
const MAGIC_WORD: &[u8; 8] = b"HCMROOT1";

/// Longest identifier; it becomes the name of the communicator.
pub const IDENTIFIER_MAX: usize = 127;

/// Where the hub listens and what it wants to hear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootInfo {
    /// Address of the hub.
    pub address: SocketAddr,
    /// Default name of the communicator.
    pub identifier: String,
    /// Proves that a rank was invited.
    pub secret: [u8; 16],
    /// Process that hosts the hub.
    pub pid: i32,
}

impl RootInfo {
    /// Fills a blob.
    pub fn write(&self, blob: &mut [u8; SIZE]) {
        blob[..SUM.end].fill(0);
        let ip = self.address.ip().to_string();
        blob[IP][..ip.len()].copy_from_slice(ip.as_bytes());
        blob[PORT].copy_from_slice(&u32::from(self.address.port()).to_le_bytes());
        let length = self.identifier.len().min(IDENTIFIER_MAX);
        blob[IDENTIFIER][..length].copy_from_slice(&self.identifier.as_bytes()[..length]);
        blob[MAGIC].copy_from_slice(MAGIC_WORD);
        blob[SECRET].copy_from_slice(&self.secret);
        blob[PID].copy_from_slice(&self.pid.to_le_bytes());
        let sum = checksum(&blob[..SUM.start]);
        blob[SUM].copy_from_slice(&sum.to_le_bytes());
    }

    /// Reads a blob.
    pub fn read(blob: &[u8; SIZE]) -> Result<RootInfo> {
        if blob[MAGIC] != *MAGIC_WORD || blob[SUM] != checksum(&blob[..SUM.start]).to_le_bytes() {
            bail!(
                PARA,
                "the root info is not what HcclGetRootInfo wrote: hand all {SIZE} bytes of it to every rank, \
                 from a process that uses the same libhcomm"
            );
        }
        let text = |bytes: &[u8]| {
            CStr::from_bytes_until_nul(bytes).ok().and_then(|text| text.to_str().ok()).map(str::to_owned)
        };
        let ip: Option<IpAddr> = text(&blob[IP]).and_then(|ip| ip.parse().ok());
        let port = u32::from_le_bytes([blob[64], blob[65], blob[66], blob[67]]);
        let (Some(ip), Some(identifier), Ok(port)) = (ip, text(&blob[IDENTIFIER]), u16::try_from(port))
        else {
            return Err(err!(PARA, "the root info holds no usable address"));
        };
        let mut secret = [0; 16];
        secret.copy_from_slice(&blob[SECRET]);
        let pid = i32::from_le_bytes([blob[224], blob[225], blob[226], blob[227]]);
        Ok(RootInfo { address: SocketAddr::new(ip, port), identifier, secret, pid })
    }
}

/// FNV-1a; guards against accidents, not against forgery (the secret does that).
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sample() -> RootInfo {
        RootInfo {
            address: "127.0.0.1:4711".parse().unwrap(),
            identifier: "127.0.0.1_4711_0_1".into(),
            secret: [9; 16],
            pid: 77,
        }
    }

    #[test]
    fn a_blob_gives_back_what_was_written() {
        for address in ["127.0.0.1:4711", "[fe80::1]:65535"] {
            let info = RootInfo { address: address.parse().unwrap(), ..sample() };
            let mut blob = [0xee; SIZE];
            info.write(&mut blob);
            assert_eq!(RootInfo::read(&blob).unwrap(), info);
        }
    }

    proptest! {
        #[test]
        fn any_change_of_the_used_bytes_is_noticed(at in 0usize..SUM.end, change in 1u8..) {
            let mut blob = [0; SIZE];
            sample().write(&mut blob);
            blob[at] ^= change;
            prop_assert!(RootInfo::read(&blob).is_err());
        }
    }

    #[test]
    fn an_empty_or_random_blob_is_refused() {
        assert!(RootInfo::read(&[0; SIZE]).is_err());
        assert!(RootInfo::read(&[0xff; SIZE]).is_err());
    }
}
