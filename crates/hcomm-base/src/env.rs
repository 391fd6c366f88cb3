//! The registry of environment variables: each is declared once, with its type, default and help text.
//!
//! A variable is read when it is asked for. Code that must not pay for that keeps the value (the control plane
//! reads at communicator creation). As with the original, an unset and an empty variable, and the literal value
//! `EmptyString`, mean the default; a value that cannot be understood is an error that names the variable, the
//! value and what would have been accepted.

use crate::err;
use crate::error::{Error, Result};

/// How the text of a variable becomes a value. `Err` says what would have been accepted.
type Parse<T> = fn(&str) -> core::result::Result<T, String>;

/// One environment variable.
pub struct Var<T: 'static> {
    /// Its name.
    pub name: &'static str,
    /// The value when it is not set, as a user would write it; empty: nothing.
    pub default: &'static str,
    /// One sentence for the user.
    pub help: &'static str,
    parse: Parse<T>,
}

impl<T> Var<T> {
    /// The value now, or the default.
    pub fn get(&self) -> Result<T> {
        self.parse(self.raw().as_deref().unwrap_or(self.default))
    }

    /// The value now, or the default also when the value cannot be understood.
    pub fn get_or_default(&self) -> T {
        self.get()
            .or_else(|_| self.parse(self.default))
            .unwrap_or_else(|_| unreachable!("{}: default", self.name))
    }

    /// True if the variable has a value.
    pub fn is_set(&self) -> bool {
        self.raw().is_some()
    }

    /// Parses `text` by the rules of this variable.
    pub fn parse(&self, text: &str) -> Result<T> {
        (self.parse)(text).map_err(|accepted| -> Error {
            err!(PARA, "environment variable {}=\"{text}\" is not usable: {accepted}", self.name)
        })
    }

    fn raw(&self) -> Option<String> {
        let value = std::env::var_os(self.name)?.to_string_lossy().into_owned();
        (!value.is_empty() && value != "EmptyString").then_some(value)
    }
}

/// Name, default and help of one variable, for documentation and tools.
pub struct Entry {
    /// Name of the variable.
    pub name: &'static str,
    /// Default as text.
    pub default: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// True if the current value (or the default) can be understood.
    pub valid: fn() -> Result<()>,
}

macro_rules! variables {
    ($($name:ident : $type:ty = $default:literal, $parse:expr, $help:literal;)*) => {
        $(#[doc = $help]
        pub static $name: Var<$type> =
            Var { name: stringify!($name), default: $default, help: $help, parse: $parse };)*
        /// All variables, in the order of their declaration.
        pub static ALL: &[Entry] = &[
            $(Entry {
                name: stringify!($name), default: $default, help: $help, valid: || $name.get().map(|_| ()),
            },)*
        ];
    };
}

variables! {
    HCCL_CONNECT_TIMEOUT: u64 = "120", |t| number(t, 120, 7200),
        "Deadline in seconds, 120 to 7200, for creating a communicator and connecting channels.";
    HCCL_EXEC_TIMEOUT: u64 = "1836", |t| number(t, 0, 2_147_483_647),
        "Time in seconds that a stream waits for a peer's notify, up to 2147483647; 0 waits for ever.";
    HCCL_BUFFSIZE: u64 = "200", |t| number(t, 1, 9_999_999_999),
        "Size in MiB of each half of the exchange buffer of a communicator.";
    HCCL_IF_IP: String = "", text,
        "IPv4 or IPv6 address of this host for creating communicators, optionally address%interface.";
    HCCL_SOCKET_IFNAME: String = "", interface_list,
        "Interfaces for creating communicators: name prefixes with commas, ^ excludes, = is exact.";
    HCCL_SOCKET_FAMILY: Option<Family> = "", family,
        "Preferred address family for creating communicators: AF_INET or AF_INET6.";
    HCCL_IF_BASE_PORT: Option<u16> = "", |t| optional(t, |t| number(t, 1024, 65520).map(|n| n as u16)),
        "Creating a communicator listens on exactly this port plus the device id; unset: any free port.";
    HCCL_HOST_SOCKET_PORT_RANGE: Option<Vec<(u16, u16)>> = "", port_ranges,
        "Ports for creating communicators: \"auto\", or ports and ranges a-b with commas.";
    HCCL_OP_EXPANSION_MODE: ExpansionMode = "AI_CPU", expansion_mode,
        "Where collectives run: AI_CPU, AICPU_TS, AICPU_CacheDisable, AIV, HOST, HOST_TS, CCU_MS or CCU_SCHED.";
    HCCL_DETERMINISTIC: u8 = "false", deterministic,
        "Reproducible reductions: false, true or strict.";
    HCCL_ALGO: String = "", text,
        "Algorithm choice that operators ask for through HcclConfigGetInfo.";
    ASCEND_GLOBAL_LOG_LEVEL: u64 = "3", |t| number(t, 0, 4),
        "Log level: 0 debug, 1 info, 2 warning, 3 error, 4 nothing.";
    ASCEND_SLOG_PRINT_TO_STDOUT: bool = "0", switch,
        "1: log lines go to standard output instead of standard error.";
    HCOMM_DEBUG: bool = "0", switch,
        "1: log everything, whatever ASCEND_GLOBAL_LOG_LEVEL says.";
    HCOMM_LINK_PROTOCOL: Option<LinkProtocol> = "", link_protocol,
        "Protocol of the links inside a server that the rank graph offers: UB_CTP, UBC_TP, UB_MEM, UB_RTP, HCCS, PCIE, SIO.";
    HCOMM_NET_SECRET: String = "", text,
        "Secret shared by both ends of base-layer channels between hosts; unset: derived from their addresses and name, which keeps accidents out, not attackers.";
    HCOMM_MAX_THREADS_PER_COMM: u64 = "200", |t| number(t, 1, 65_536),
        "Threads that one communicator may acquire.";
    HCOMM_NET_TIMEOUT_MS: u64 = "2000", |t| number(t, 500, 3_600_000),
        "Time in milliseconds, 500 to 3600000, after which a peer whose machine does not answer on a network link counts as dead.";
    HCOMM_NIC_PLUGIN_SO: String = "", text,
        "NIC plug-ins to load, separated by `:`, in this order; read only if ASCEND_HOME_PATH is not set. See docs/nic-plugin.md.";
    HCOMM_TEST_CONNECT_TIMEOUT_MS: Option<u64> = "", |t| optional(t, |t| number(t, 1, 7_200_000)),
        "For tests only: replaces HCCL_CONNECT_TIMEOUT, in milliseconds.";
}

/// An address family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// AF_INET.
    V4,
    /// AF_INET6.
    V6,
}

/// Where collectives are expanded; the number is what `HcclConfigGetInfo` reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpansionMode(pub i32);

/// `CommProtocol` number of the links inside a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkProtocol(pub i32);

fn number(text: &str, least: u64, most: u64) -> core::result::Result<u64, String> {
    let digits = !text.is_empty() && text.len() <= 10 && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse() {
        Ok(value) if digits && (least..=most).contains(&value) => Ok(value),
        _ => Err(format!("a whole number from {least} to {most} in decimal digits is expected")),
    }
}

fn optional<T>(text: &str, parse: Parse<T>) -> core::result::Result<Option<T>, String> {
    if text.is_empty() { Ok(None) } else { parse(text).map(Some) }
}

fn text(text: &str) -> core::result::Result<String, String> {
    Ok(text.to_owned())
}

fn switch(text: &str) -> core::result::Result<bool, String> {
    match text {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err("0 or 1 is expected".into()),
    }
}

fn choice<T: Copy>(text: &str, choices: &[(&str, T)]) -> core::result::Result<T, String> {
    choices.iter().find(|(name, _)| *name == text).map(|&(_, value)| value).ok_or_else(|| {
        format!("one of {} is expected", choices.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "))
    })
}

fn family(text: &str) -> core::result::Result<Option<Family>, String> {
    optional(text, |t| choice(t, &[("AF_INET", Family::V4), ("AF_INET6", Family::V6)]))
}

fn deterministic(text: &str) -> core::result::Result<u8, String> {
    choice(&text.to_ascii_lowercase(), &[("false", 0), ("true", 1), ("strict", 2)])
}

fn expansion_mode(text: &str) -> core::result::Result<ExpansionMode, String> {
    let modes = [
        ("AI_CPU", 0),
        ("AICPU_TS", 0),
        ("AICPU_CacheDisable", 0),
        ("AIV", 1),
        ("HOST", 2),
        ("HOST_TS", 3),
        ("CCU_MS", 4),
        ("CCU_SCHED", 5),
    ];
    choice(text, &modes).map(ExpansionMode)
}

fn link_protocol(text: &str) -> core::result::Result<Option<LinkProtocol>, String> {
    let protocols = [
        ("HCCS", 0),
        ("PCIE", 2),
        ("SIO", 3),
        ("UB_CTP", 4),
        ("UBC_TP", 5),
        ("UB_MEM", 6),
        ("HCCS_ONLY", 8),
        ("UB_RTP", 9),
    ];
    if text.is_empty() { Ok(None) } else { choice(text, &protocols).map(|p| Some(LinkProtocol(p))) }
}

fn interface_list(text: &str) -> core::result::Result<String, String> {
    let names = text.trim_start_matches('^').trim_start_matches('=');
    if !text.is_empty() && names.split(',').any(str::is_empty) {
        return Err("interface names separated by single commas are expected, e.g. eth,=lo".into());
    }
    Ok(text.to_owned())
}

fn port_ranges(text: &str) -> core::result::Result<Option<Vec<(u16, u16)>>, String> {
    let accepted =
        || "\"auto\", or ports (1 to 65535) and ranges a-b that do not overlap, with commas".to_string();
    let text: String = text.chars().filter(|c| *c != ' ').collect();
    if text.is_empty() || text == "auto" {
        return Ok((!text.is_empty()).then(|| vec![(0, 0)]));
    }
    let port = |t: &str| number(t, 1, 65_535).map(|n| n as u16).map_err(|_| accepted());
    let mut ranges = Vec::new();
    for part in text.split(',') {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        let (low, high) = (port(low)?, port(high)?);
        let overlaps = |&(l, h): &(u16, u16)| low <= h && l <= high;
        if low > high || ranges.iter().any(overlaps) {
            return Err(accepted());
        }
        ranges.push((low, high));
    }
    Ok(Some(ranges))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_valid_and_every_name_is_unique() {
        let mut names: Vec<_> = ALL.iter().map(|entry| entry.name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
        for entry in ALL {
            assert!((entry.valid)().is_ok(), "{}", entry.name);
            assert!(entry.help.ends_with('.'), "{}", entry.name);
        }
    }

    #[test]
    fn numbers_are_decimal_and_in_range() {
        assert_eq!(HCCL_CONNECT_TIMEOUT.parse("7200").unwrap(), 7200);
        for bad in ["119", "7201", "-1", "0x80", " 120", "120 ", "", "12000000000", "١٢٠"] {
            let error = HCCL_CONNECT_TIMEOUT.parse(bad).unwrap_err();
            assert!(
                error.text.contains("HCCL_CONNECT_TIMEOUT") && error.text.contains("120 to 7200"),
                "{error}"
            );
        }
    }

    #[test]
    fn port_ranges_may_be_lists_but_not_overlap() {
        let parse = |text| HCCL_HOST_SOCKET_PORT_RANGE.parse(text);
        assert_eq!(parse("").unwrap(), None);
        assert_eq!(parse("auto").unwrap(), Some(vec![(0, 0)]));
        assert_eq!(parse("60000, 60010-60020").unwrap(), Some(vec![(60000, 60000), (60010, 60020)]));
        for bad in ["0", "70000", "2-1", "1-5,5", "1,,2", "a-b", "1-2-3"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn words_are_exact_where_the_manual_says_so() {
        assert_eq!(HCCL_SOCKET_FAMILY.parse("AF_INET6").unwrap(), Some(Family::V6));
        assert!(HCCL_SOCKET_FAMILY.parse("af_inet").is_err());
        assert_eq!(HCCL_DETERMINISTIC.parse("Strict").unwrap(), 2);
        assert_eq!(HCCL_OP_EXPANSION_MODE.parse("CCU_SCHED").unwrap().0, 5);
        assert_eq!(HCOMM_LINK_PROTOCOL.parse("").unwrap(), None);
        assert_eq!(HCOMM_LINK_PROTOCOL.parse("PCIE").unwrap(), Some(LinkProtocol(2)));
        assert!(HCOMM_LINK_PROTOCOL.parse("TCP").is_err());
        assert!(HCCL_SOCKET_IFNAME.parse("eth,").is_err());
        assert!(HCCL_SOCKET_IFNAME.parse("^=eth0,lo").is_ok());
    }
}
