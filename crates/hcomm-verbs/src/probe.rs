//! Which ports of this machine can carry RoCE v2, and why the others cannot.

use std::fmt;
use std::net::IpAddr;

use hcomm_base::error::{Code, Error, Result};

use crate::device::{Context, Gid, GidKind, Port, PortState, devices};

/// A port that can be used.
pub struct Usable {
    /// The open device.
    pub context: Context,
    /// Number of the port.
    pub port_number: u8,
    /// State and limits of the port.
    pub port: Port,
    /// The RoCE v2 address to use.
    pub gid: Gid,
}

/// Why a port cannot be used; its text is one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// The device cannot be opened or asked.
    Device(Error),
    /// The port carries no data now.
    NotActive(PortState),
    /// The link is not Ethernet.
    NotEthernet,
    /// The port has no RoCE v2 address.
    NoRoceV2,
    /// The port has RoCE v2 addresses, but not the one asked for.
    OtherAddress {
        /// The address asked for.
        wanted: IpAddr,
        /// The addresses of the port.
        found: Vec<IpAddr>,
    },
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::Device(error) => f.write_str(&error.text),
            Unusable::NotActive(state) => {
                write!(f, "the port is {state} instead of active; bring up the link of its network interface")
            }
            Unusable::NotEthernet => f.write_str("the link of the port is InfiniBand, RoCE needs Ethernet"),
            Unusable::NoRoceV2 => {
                f.write_str("the port has no RoCE v2 address; give its network interface an IP address")
            }
            Unusable::OtherAddress { wanted, found } => {
                write!(f, "the port does not have the address {wanted}, but")?;
                found.iter().try_for_each(|address| write!(f, " {address}"))
            }
        }
    }
}

/// What [`probe`] found out about one port, or about a device that cannot be opened.
pub struct Verdict {
    /// Name of the device.
    pub device: String,
    /// Number of the port; 0 if the device itself is the reason.
    pub port_number: u8,
    /// The port, ready for use, or the reason.
    pub result: core::result::Result<Usable, Unusable>,
}

/// Judges every port of every RDMA device. With an `address` only the port that has it is usable.
///
/// # Errors
/// As [`devices`].
pub fn probe(address: Option<IpAddr>) -> Result<Vec<Verdict>> {
    let mut verdicts = Vec::new();
    for device in devices()? {
        let name = device.name();
        let opened = device.open().and_then(|context| Ok((context.limits()?.ports, context)));
        let (ports, context) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                let result = Err(Unusable::Device(error));
                verdicts.push(Verdict { device: name, port_number: 0, result });
                continue;
            }
        };
        for port_number in 1..=ports {
            let asked = context.port(port_number).and_then(|port| Ok((port, context.gids(port_number)?)));
            let result = asked.map_err(Unusable::Device).and_then(|(port, gids)| {
                let gid = judge(&port, &gids, address)?;
                Ok(Usable { context: context.clone(), port_number, port, gid })
            });
            verdicts.push(Verdict { device: name.clone(), port_number, result });
        }
    }
    Ok(verdicts)
}

/// The first usable port.
///
/// # Errors
/// As [`devices`]; `NOT_FOUND` with the reason for every port if none is usable.
pub fn find(address: Option<IpAddr>) -> Result<Usable> {
    let mut text = String::from("this machine has no usable RDMA port");
    let mut mark = ": ";
    for verdict in probe(address)? {
        match verdict.result {
            Ok(usable) => return Ok(usable),
            Err(why) => {
                text.push_str(&format!("{mark}{} port {}: {why}", verdict.device, verdict.port_number));
                mark = "; ";
            }
        }
    }
    if mark == ": " {
        text.push_str(
            ": there is no RDMA device, or its driver is missing from libibverbs (package ibverbs-providers)",
        );
    }
    Err(Error::new(Code::NOT_FOUND, text))
}

/// Chooses the address to use: the one asked for, else the first of IPv4, else of IPv6, link-local addresses last.
fn judge(port: &Port, gids: &[Gid], wanted: Option<IpAddr>) -> core::result::Result<Gid, Unusable> {
    if !port.ethernet {
        return Err(Unusable::NotEthernet);
    }
    if port.state != PortState::ACTIVE {
        return Err(Unusable::NotActive(port.state));
    }
    let roce = || gids.iter().filter(|gid| gid.kind == GidKind::RoceV2);
    let rank = |gid: &&Gid| match gid.address() {
        IpAddr::V4(_) => 0,
        IpAddr::V6(address) if !address.is_unicast_link_local() => 1,
        IpAddr::V6(_) => 2,
    };
    let best = roce().min_by_key(rank).ok_or(Unusable::NoRoceV2)?;
    let Some(wanted) = wanted.map(|address| address.to_canonical()) else { return Ok(*best) };
    roce()
        .find(|gid| gid.address() == wanted)
        .copied()
        .ok_or_else(|| Unusable::OtherAddress { wanted, found: roce().map(Gid::address).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORT: Port = Port { state: PortState::ACTIVE, ethernet: true, mtu: 1024, max_message: 1 << 23 };

    fn gid(index: u32, kind: GidKind, address: &str) -> Gid {
        let raw = match address.parse().unwrap() {
            IpAddr::V4(address) => address.to_ipv6_mapped().octets(),
            IpAddr::V6(address) => address.octets(),
        };
        Gid { index, kind, raw }
    }

    #[test]
    fn the_address_decides_and_not_its_position() {
        let table = [
            gid(0, GidKind::RoceV2, "fe80::1"),
            gid(1, GidKind::RoceV1, "10.0.0.1"),
            gid(4, GidKind::RoceV2, "fd00::1"),
            gid(7, GidKind::RoceV2, "10.0.0.1"),
        ];
        let index = |address: Option<&str>| {
            judge(&PORT, &table, address.map(|it| it.parse().unwrap())).map(|it| it.index)
        };
        assert_eq!(index(None), Ok(7));
        assert_eq!(index(Some("10.0.0.1")), Ok(7));
        assert_eq!(index(Some("::ffff:10.0.0.1")), Ok(7));
        assert_eq!(index(Some("fd00::1")), Ok(4));
        assert_eq!(judge(&PORT, &table[..3], None).unwrap().index, 4);
        assert_eq!(judge(&PORT, &table[..1], None).unwrap().index, 0);
        assert_eq!(
            index(Some("10.0.0.2")).unwrap_err().to_string(),
            "the port does not have the address 10.0.0.2, but fe80::1 fd00::1 10.0.0.1"
        );
    }

    /// Field case CHN-01: the address decides, whatever else the table holds. Expected: the entry of RoCE v2 with the
    /// address that was asked for, the first of several equal ones, routable addresses before link-local ones, and an
    /// error that lists what there is if nothing fits.
    #[test]
    fn chn_01_the_gid_is_chosen_by_its_content() {
        use GidKind::{RoceV1, RoceV2};
        let index = |table: &[Gid], address: &str| {
            judge(&PORT, table, Some(address.parse().unwrap())).map(|gid| gid.index)
        };
        let both_versions = [
            gid(0, RoceV1, "fe80::5"),
            gid(1, RoceV2, "fe80::5"),
            gid(2, RoceV1, "192.0.2.5"),
            gid(3, RoceV2, "192.0.2.5"),
        ];
        assert_eq!(index(&both_versions, "192.0.2.5"), Ok(3));
        let six_only = [gid(0, RoceV2, "fe80::5"), gid(1, RoceV2, "2001:db8::5")];
        assert_eq!(index(&six_only, "2001:db8::5"), Ok(1));
        assert_eq!(judge(&PORT, &six_only, None).unwrap().index, 1);
        // Empty entries of the table are not reported by the driver: the numbers have holes.
        let holes = [gid(3, RoceV1, "192.0.2.5"), gid(200, RoceV2, "192.0.2.5")];
        assert_eq!(index(&holes, "192.0.2.5"), Ok(200));
        let mut long: Vec<Gid> =
            (0..255).map(|i| gid(i, RoceV2, &format!("198.51.100.{}", i % 200 + 1))).collect();
        long.push(gid(255, RoceV2, "192.0.2.5"));
        assert_eq!(index(&long, "192.0.2.5"), Ok(255));
        assert_eq!(index(&long, "198.51.100.7"), Ok(6));
        let error = index(&both_versions, "192.0.2.9").unwrap_err().to_string();
        assert!(error.contains("192.0.2.9") && error.contains("fe80::5 192.0.2.5"), "{error}");
    }

    #[test]
    fn each_reason_has_a_sentence() {
        let table = [gid(0, GidKind::RoceV2, "10.0.0.1")];
        let why = |port: Port, table: &[Gid]| judge(&port, table, None).unwrap_err().to_string();
        assert!(
            why(Port { state: PortState(1), ..PORT }, &table)
                .starts_with("the port is down instead of active")
        );
        assert!(why(Port { ethernet: false, ..PORT }, &table).contains("InfiniBand"));
        assert!(why(PORT, &[]).contains("no RoCE v2 address"));
        assert!(why(PORT, &[gid(0, GidKind::RoceV1, "10.0.0.1")]).contains("no RoCE v2 address"));
    }

    #[test]
    fn a_machine_without_usable_port_gets_a_reason() {
        // An address of the block for documentation: no port has it.
        let error = find(Some("192.0.2.77".parse().unwrap())).err().unwrap();
        assert!(error.text.contains("RDMA"), "{error}");
        assert!([Code::NOT_FOUND, Code::NOT_SUPPORT, Code::NETWORK].contains(&error.code), "{error}");
        match devices() {
            Ok(list) => list.iter().for_each(|device| assert!(!device.name().is_empty())),
            Err(why) => assert_eq!(why, error),
        }
    }
}
