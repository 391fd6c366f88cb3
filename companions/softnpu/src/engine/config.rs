//! Settings from the environment, read once per process.
//!
//! | variable | default | meaning |
//! |---|---|---|
//! | `SOFTNPU_DEVICES` | 8 | number of devices, 1 to 64 |
//! | `SOFTNPU_SOC` | `Ascend950PR_9599` | name that `aclrtGetSocName` returns |
//! | `SOFTNPU_MEM` | memory of the machine / devices, at most 64 GiB | memory of one device; a number of bytes, or with K, M, G |
//! | `SOFTNPU_NOFIXED` | 0 | 1: map no device memory at its fixed address (tests the fallback) |
//! | `ASCEND_RT_VISIBLE_DEVICES` | all | list of the devices to show, in their new order |
//! | `SOFTNPU_SPIN` | automatic | looks at the bell before a waiting thread sleeps |
//! | `SOFTNPU_HCOMM_VERSION` | that of `version.info` | number that `aclsysGetVersionNum` answers for hcomm and hccl |
//! | `ASCEND_AICPU_KERNEL_PATH` | | further directories of AICPU kernel libraries, separated by colons |

use super::sys;
use std::sync::OnceLock;

/// Most devices of one process.
pub(crate) const MAX_DEVICES: u32 = 64;
/// SoC name unless configured.
const DEFAULT_SOC: &str = "Ascend950PR_9599";
/// Devices unless configured.
const DEFAULT_DEVICES: u32 = 8;
/// Most memory of one device unless configured.
const DEFAULT_MEMORY: u64 = 64 << 30;
/// Least memory of one device.
const LEAST_MEMORY: u64 = 4 << 20;

/// The settings.
#[derive(Debug)]
pub(crate) struct Config {
    /// Physical devices of the machine.
    pub devices: u32,
    /// Physical id of each visible device, by logical id.
    pub visible: Vec<u32>,
    /// Name of the SoC.
    pub soc: String,
    /// Memory of one device in bytes.
    pub memory: u64,
    /// `memory` was asked for, not guessed.
    pub memory_set: bool,
    /// Map device memory anywhere instead of at its fixed address.
    pub no_fixed: bool,
}

/// The settings of this process.
pub(crate) fn get() -> &'static Config {
    static CONFIG: OnceLock<Config> = OnceLock::new();
    CONFIG.get_or_init(|| Config::read(&|name| std::env::var(name).ok().filter(|v| !v.is_empty())))
}

impl Config {
    fn read(env: &dyn Fn(&str) -> Option<String>) -> Config {
        let devices = match env("SOFTNPU_DEVICES") {
            None => DEFAULT_DEVICES,
            Some(text) => match text.trim().parse() {
                Ok(n) if (1..=MAX_DEVICES).contains(&n) => n,
                _ => {
                    log::warn!(
                        "SOFTNPU_DEVICES is \"{text}\" but must be 1 to {MAX_DEVICES}; using {DEFAULT_DEVICES}"
                    );
                    DEFAULT_DEVICES
                }
            },
        };
        let memory = match env("SOFTNPU_MEM") {
            None => None,
            Some(text) => match parse_bytes(&text) {
                Some(bytes) if bytes >= LEAST_MEMORY => Some(bytes),
                _ => {
                    log::warn!(
                        "SOFTNPU_MEM is \"{text}\" but must be a size of {LEAST_MEMORY} bytes or more, such as 2G; using the default"
                    );
                    None
                }
            },
        };
        let memory_set = memory.is_some();
        let memory = memory.unwrap_or_else(|| {
            (sys::machine_memory() / u64::from(devices)).clamp(LEAST_MEMORY, DEFAULT_MEMORY)
                & !(sys::PAGE - 1)
        });
        Config {
            devices,
            visible: visible(env("ASCEND_RT_VISIBLE_DEVICES").as_deref(), devices),
            soc: env("SOFTNPU_SOC").unwrap_or_else(|| DEFAULT_SOC.to_owned()),
            memory,
            memory_set,
            no_fixed: env("SOFTNPU_NOFIXED").is_some_and(|v| v != "0"),
        }
    }
}

/// The list of visible devices: it ends at the first entry that is no device, or named before.
fn visible(list: Option<&str>, devices: u32) -> Vec<u32> {
    let Some(list) = list else {
        return (0..devices).collect();
    };
    let mut result = Vec::new();
    for entry in list.split(',') {
        match entry.trim().parse::<u32>() {
            Ok(id) if id < devices && !result.contains(&id) => result.push(id),
            _ => {
                log::warn!(
                    "ASCEND_RT_VISIBLE_DEVICES is \"{list}\": \"{entry}\" is not a further device of 0 to {}; the list ends there",
                    devices - 1
                );
                break;
            }
        }
    }
    result
}

fn parse_bytes(text: &str) -> Option<u64> {
    let text = text.trim().trim_end_matches(['b', 'B']).trim_end_matches('i');
    let (digits, shift) = match text.as_bytes().last()? {
        b'k' | b'K' => (&text[..text.len() - 1], 10),
        b'm' | b'M' => (&text[..text.len() - 1], 20),
        b'g' | b'G' => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number = digits.trim().parse::<u64>().ok()?;
    number.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(pairs: &[(&str, &str)]) -> Config {
        Config::read(&|name| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned()))
    }

    #[test]
    fn defaults() {
        let config = with(&[]);
        assert_eq!(config.devices, 8);
        assert_eq!(config.visible, (0..8).collect::<Vec<_>>());
        assert_eq!(config.soc, "Ascend950PR_9599");
        assert!(config.memory >= LEAST_MEMORY && config.memory <= DEFAULT_MEMORY);
        assert!(!config.no_fixed);
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_bytes("4096"), Some(4096));
        assert_eq!(parse_bytes("2G"), Some(2 << 30));
        assert_eq!(parse_bytes(" 512 MiB "), Some(512 << 20));
        assert_eq!(parse_bytes("64kB"), Some(64 << 10));
        assert_eq!(parse_bytes("lots"), None);
        assert_eq!(parse_bytes("99999999999G"), None);
        assert_eq!(with(&[("SOFTNPU_MEM", "1G")]).memory, 1 << 30);
    }

    #[test]
    fn bad_values_fall_back() {
        assert_eq!(with(&[("SOFTNPU_DEVICES", "0")]).devices, 8);
        assert_eq!(with(&[("SOFTNPU_DEVICES", "65")]).devices, 8);
        assert_eq!(with(&[("SOFTNPU_DEVICES", "64")]).devices, 64);
        assert!(with(&[("SOFTNPU_MEM", "12")]).memory >= LEAST_MEMORY);
    }

    #[test]
    fn visible_devices() {
        assert_eq!(visible(Some("3,1"), 8), [3, 1]);
        assert_eq!(visible(Some("3,9,1"), 8), [3]);
        assert_eq!(visible(Some("3,3"), 8), [3]);
        assert_eq!(visible(Some("-1"), 8), Vec::<u32>::new());
    }
}
