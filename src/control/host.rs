//! Which machine this is: processes of one host can map each other's memory, others meet over the network only.

use std::net::IpAddr;
use std::os::unix::fs::MetadataExt;

use serde::{Deserialize, Serialize};

/// Identity of a host: the running kernel and the network namespace. Two network namespaces of one machine are two
/// hosts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Host {
    boot: String,
    network: u64,
}

/// The host of the calling thread.
pub fn identity() -> Host {
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    // Without /proc all processes of the machine have the same namespace as far as anybody can tell.
    let network = std::fs::metadata("/proc/thread-self/ns/net").map(|meta| meta.ino()).unwrap_or(0);
    Host { boot: boot.trim().to_owned(), network }
}

/// True if the address belongs to this host: a loopback address, an address of an interface, or "any".
pub fn is_here(ip: IpAddr) -> bool {
    ip.is_loopback()
        || ip.is_unspecified()
        || if_addrs::get_if_addrs().is_ok_and(|list| list.iter().any(|interface| interface.ip() == ip))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_itself_and_owns_its_addresses() {
        assert_eq!(identity(), identity());
        assert!(is_here("127.0.0.1".parse().unwrap()) && is_here("::1".parse().unwrap()));
        // Reserved for documentation: no machine has them.
        assert!(!is_here("192.0.2.77".parse().unwrap()) && !is_here("2001:db8::77".parse().unwrap()));
    }
}
