//! Which address and port the hub listens on.
//!
//! Without settings it is the loopback address and any free port: all ranks of one machine reach it and nobody else
//! does. `HCCL_IF_IP` names an address, `HCCL_SOCKET_IFNAME` an interface, `HCCL_SOCKET_FAMILY` the family to prefer.
//! Only when the user configures ports can they run out.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};

use hcomm_base::env::{self, Family};
use hcomm_base::{Result, bail, err};

/// One address of one interface.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Candidate {
    interface: String,
    ip: IpAddr,
}

/// Opens the listening socket of a hub for a rank on `device`.
pub fn listen(device: i32) -> Result<TcpListener> {
    let ip = choose_ip()?;
    let ranges = match (env::HCCL_HOST_SOCKET_PORT_RANGE.get()?, env::HCCL_IF_BASE_PORT.get()?) {
        (Some(ranges), _) => ranges,
        (None, Some(base)) => {
            let port = base.checked_add(device as u16).ok_or_else(|| {
                err!(
                    PARA,
                    "HCCL_IF_BASE_PORT={base} plus device {device} is above 65535: choose a lower port"
                )
            })?;
            vec![(port, port)]
        }
        (None, None) => vec![(0, 0)],
    };
    let mut last = None;
    for port in ranges.iter().flat_map(|&(low, high)| low..=high) {
        match TcpListener::bind(SocketAddr::new(ip, port)) {
            Ok(listener) => return Ok(listener),
            Err(e) => last = Some(e),
        }
    }
    let reason = last.map_or_else(|| "no port is given".into(), |e| e.to_string());
    Err(err!(
        INTERNAL,
        "no port on {ip} is free for creating a communicator ({reason}): set HCCL_HOST_SOCKET_PORT_RANGE to free \
         ports or to \"auto\", and HCCL_IF_IP to an address of this host"
    ))
}

fn choose_ip() -> Result<IpAddr> {
    let fixed = env::HCCL_IF_IP.get()?;
    if !fixed.is_empty() {
        let ip = fixed.split('%').next().unwrap_or_default();
        return ip.parse().map_err(|_| {
            err!(PARA, "environment variable HCCL_IF_IP=\"{fixed}\" is not usable: an IPv4 or IPv6 address is expected")
        });
    }
    let pattern = env::HCCL_SOCKET_IFNAME.get()?;
    let family = env::HCCL_SOCKET_FAMILY.get()?.unwrap_or(Family::V4);
    if pattern.is_empty() {
        return Ok(match family {
            Family::V4 => Ipv4Addr::LOCALHOST.into(),
            Family::V6 => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    let candidates: Vec<Candidate> = if_addrs::get_if_addrs()
        .map_err(|e| err!(SYSCALL, "the network interfaces cannot be listed: {e}"))?
        .into_iter()
        .map(|interface| Candidate { ip: interface.ip(), interface: interface.name })
        .collect();
    match select(&candidates, &pattern, family) {
        Some(ip) => Ok(ip),
        None => {
            let names: Vec<_> = candidates.iter().map(|c| c.interface.as_str()).collect();
            bail!(
                INTERNAL,
                "no interface fits HCCL_SOCKET_IFNAME=\"{pattern}\": this host has {}",
                names.join(", ")
            )
        }
    }
}

/// The first candidate that the pattern admits, of the preferred family if there is one; ordinary interfaces come
/// before `docker*` and `lo*`.
fn select(candidates: &[Candidate], pattern: &str, family: Family) -> Option<IpAddr> {
    let (exclude, rest) = pattern.strip_prefix('^').map_or((false, pattern), |rest| (true, rest));
    let (exact, rest) = rest.strip_prefix('=').map_or((false, rest), |rest| (true, rest));
    let named = |name: &str| rest.split(',').any(|p| if exact { name == p } else { name.starts_with(p) });
    let class = |name: &str| match name {
        n if n.starts_with("lo") => 2,
        n if n.starts_with("docker") => 1,
        _ => 0,
    };
    let is_family = |ip: &IpAddr| ip.is_ipv4() == (family == Family::V4);
    let mut fitting: Vec<_> = candidates.iter().filter(|c| named(&c.interface) != exclude).collect();
    fitting.sort_by_key(|c| (!is_family(&c.ip), class(&c.interface)));
    fitting.first().map(|c| c.ip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_choose_interfaces_by_prefix_exactly_or_by_exclusion() {
        let candidate =
            |interface: &str, ip: &str| Candidate { interface: interface.into(), ip: ip.parse().unwrap() };
        let all = [
            candidate("lo", "127.0.0.1"),
            candidate("docker0", "172.17.0.1"),
            candidate("eth0", "10.0.0.1"),
            candidate("eth01", "10.0.1.1"),
            candidate("eth0", "fe80::1"),
        ];
        let pick = |pattern, family| select(&all, pattern, family).map(|ip| ip.to_string());
        assert_eq!(pick("eth", Family::V4).as_deref(), Some("10.0.0.1"));
        assert_eq!(pick("eth", Family::V6).as_deref(), Some("fe80::1"));
        assert_eq!(pick("=eth01", Family::V6).as_deref(), Some("10.0.1.1"));
        assert_eq!(pick("^eth", Family::V4).as_deref(), Some("172.17.0.1"));
        assert_eq!(pick("^=eth0", Family::V4).as_deref(), Some("10.0.1.1"));
        assert_eq!(pick("lo,docker", Family::V4).as_deref(), Some("172.17.0.1"));
        assert_eq!(pick("ib", Family::V4), None);
    }

    #[test]
    fn many_hubs_listen_at_once_without_settings() {
        let listeners: Vec<_> = (0..40).map(|_| listen(0).unwrap()).collect();
        assert!(listeners.iter().all(|l| l.local_addr().unwrap().ip().is_loopback()));
    }
}
