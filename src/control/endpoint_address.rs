//! Addresses of endpoints: what identifies a port, and the IP behind it, if there is one.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use hcomm_abi::{CommAddrType, EndpointDesc, EnumArg};
use serde::{Deserialize, Serialize};

/// The significant part of a `CommAddr`. Ordered by its bytes, the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Address {
    /// No address.
    None,
    /// Number of a device.
    Id(u32),
    /// IPv4 or IPv6 address.
    Ip(IpAddr),
    /// Entity of UB.
    Eid([u8; 16]),
}

impl Address {
    /// The address of an endpoint. The description came through C, so all its bytes are initialised.
    pub fn of(description: &EndpointDesc) -> Address {
        // SAFETY: every byte of the union is initialised, see above.
        let raws = unsafe { &description.commAddr.anon_0.raws };
        let (mut four, mut sixteen) = ([0; 4], [0; 16]);
        four.copy_from_slice(&raws[..4]);
        sixteen.copy_from_slice(&raws[..16]);
        match description.commAddr.r#type.known() {
            Some(CommAddrType::COMM_ADDR_TYPE_IP_V4) => Address::Ip(Ipv4Addr::from(four).into()),
            Some(CommAddrType::COMM_ADDR_TYPE_IP_V6) => Address::Ip(Ipv6Addr::from(sixteen).into()),
            Some(CommAddrType::COMM_ADDR_TYPE_ID) => Address::Id(u32::from_ne_bytes(four)),
            Some(CommAddrType::COMM_ADDR_TYPE_EID) => Address::Eid(sixteen),
            Some(CommAddrType::COMM_ADDR_TYPE_RESERVED) | None => Address::None,
        }
    }

    /// The IP address; an EID has one if it is an IPv4-mapped one. Other EIDs only look like IPv6 addresses.
    pub fn ip(&self) -> Option<IpAddr> {
        match *self {
            Address::Ip(ip) => Some(ip),
            Address::Eid(eid) => Ipv6Addr::from(eid).to_ipv4_mapped().map(IpAddr::from),
            Address::None | Address::Id(_) => None,
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::None => f.write_str("no address"),
            Address::Id(id) => write!(f, "device id {id}"),
            Address::Ip(ip) => write!(f, "{ip}"),
            Address::Eid(eid) => write!(f, "EID {}", Ipv6Addr::from(*eid)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hcomm_abi::{AbiEnum, AbiStruct};

    #[test]
    fn each_kind_reads_its_own_bytes() {
        let mut description = EndpointDesc::zeroed();
        let mut with = |kind: CommAddrType, bytes: &[u8]| {
            description.commAddr.r#type = kind.abi();
            let mut raws = [0xff; 36];
            raws[..bytes.len()].copy_from_slice(bytes);
            description.commAddr.anon_0.raws = raws;
            Address::of(&description)
        };
        let v6: Ipv6Addr = "fd00::5".parse().unwrap();
        assert_eq!(with(CommAddrType::COMM_ADDR_TYPE_IP_V4, &[10, 0, 0, 1]).to_string(), "10.0.0.1");
        assert_eq!(with(CommAddrType::COMM_ADDR_TYPE_IP_V6, &v6.octets()).ip(), Some(v6.into()));
        assert_eq!(with(CommAddrType::COMM_ADDR_TYPE_ID, &7u32.to_ne_bytes()), Address::Id(7));
        assert_eq!(with(CommAddrType::COMM_ADDR_TYPE_EID, &v6.octets()).to_string(), "EID fd00::5");
        assert_eq!(with(CommAddrType::COMM_ADDR_TYPE_EID, &v6.octets()).ip(), None);
        let mapped = Ipv4Addr::LOCALHOST.to_ipv6_mapped();
        let eid = with(CommAddrType::COMM_ADDR_TYPE_EID, &mapped.octets());
        assert_eq!(eid.ip(), Some(Ipv4Addr::LOCALHOST.into()));
        assert_eq!(with(CommAddrType::COMM_ADDR_TYPE_RESERVED, &[1]), Address::None);
    }
}
