//! Settings of one communicator: the environment, overruled by `HcclCommConfig`.

use std::ffi::{CStr, c_char};
use std::mem::offset_of;
use std::time::Duration;

use hcomm_abi::{AbiStruct, HcclCommConfig};
use hcomm_base::{Result, bail, env};

/// Magic word of `HcclCommConfig`.
const MAGIC: u32 = 0xf0f0_f0f0;
/// Newest version of `HcclCommConfig` that is known here.
const VERSION: u32 = 11;
/// Value of members that were not set.
const UNSET: u32 = u32::MAX;
/// GiB of each rank that may become symmetric windows unless the program says otherwise.
pub const WINDOW_GIB: u64 = 16;
/// Longest name of a communicator.
pub const NAME_MAX: usize = 127;

/// Settings of one communicator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Name of the communicator; `None`: from the root info.
    pub name: Option<String>,
    /// Bytes of each half of the exchange buffer.
    pub buffer_bytes: u64,
    /// Where collectives are expanded, as `HcclOpExpansionMode`.
    pub expansion_mode: i32,
    /// Algorithm choice for operators.
    pub algo: String,
    /// Deadline for creating the communicator and connecting channels.
    pub connect_timeout: Duration,
    /// Time a stream waits for a peer; `None`: for ever.
    pub exec_timeout: Option<Duration>,
    /// GiB of each rank that may become symmetric windows; the default is cut to what the device has.
    pub window_gib: u64,
}

impl Config {
    /// What the environment says.
    pub fn from_env() -> Result<Config> {
        let seconds = env::HCCL_CONNECT_TIMEOUT.get()?;
        let connect_timeout = match env::HCOMM_TEST_CONNECT_TIMEOUT_MS.get()? {
            Some(ms) => Duration::from_millis(ms),
            None => Duration::from_secs(seconds),
        };
        let exec = env::HCCL_EXEC_TIMEOUT.get()?;
        Ok(Config {
            name: None,
            buffer_bytes: env::HCCL_BUFFSIZE.get()? << 20,
            expansion_mode: env::HCCL_OP_EXPANSION_MODE.get()?.0,
            algo: env::HCCL_ALGO.get()?,
            connect_timeout,
            exec_timeout: (exec != 0).then(|| Duration::from_secs(exec)),
            window_gib: WINDOW_GIB,
        })
    }

    /// The environment and what `config` sets in addition.
    ///
    /// # Safety
    /// `config` points to as many readable bytes as its first member says, at least 32.
    pub unsafe fn with(config: *const HcclCommConfig) -> Result<Config> {
        // SAFETY: the caller's promise covers the first 32 bytes.
        let size = unsafe { config.cast::<usize>().read_unaligned() };
        if size < offset_of!(HcclCommConfig, hcclCommName) {
            bail!(
                PARA,
                "the size in HcclCommConfig is {size}, at least {} is needed: initialise it with HcclCommConfigInit",
                offset_of!(HcclCommConfig, hcclCommName)
            );
        }
        let mut known = HcclCommConfig::zeroed();
        let bytes = size.min(size_of::<HcclCommConfig>());
        // SAFETY: the caller promises `size` readable bytes; the copy is not larger than the local.
        unsafe { std::ptr::copy_nonoverlapping(config.cast::<u8>(), (&raw mut known).cast(), bytes) };
        let word = |at: usize| {
            let word = &known.reserved[at..at + 4];
            u32::from_ne_bytes([word[0] as u8, word[1] as u8, word[2] as u8, word[3] as u8])
        };
        let (magic, version) = (word(8), word(12));
        if magic != MAGIC {
            bail!(
                PARA,
                "the magic word in HcclCommConfig is {magic:#x}, {MAGIC:#x} is expected: initialise it with \
                 HcclCommConfigInit"
            );
        }
        if version > VERSION {
            log::warn!(
                "HcclCommConfig has version {version}; what is newer than version {VERSION} is ignored"
            );
        }
        // A member counts if the caller's header had it and its bytes were passed.
        let has = |since: u32, offset: usize, len: usize| version >= since && offset + len <= bytes;
        macro_rules! member {
            ($name:ident, $since:literal) => {
                has($since, offset_of!(HcclCommConfig, $name), size_of_val(&known.$name))
                    .then_some(known.$name)
            };
        }
        let mut result = Config::from_env()?;
        match known.hcclBufferSize {
            UNSET => {}
            0 => bail!(PARA, "hcclBufferSize is 0, at least 1 (MiB) is needed"),
            mib => result.buffer_bytes = u64::from(mib) << 20,
        }
        if let Some(name) = member!(hcclCommName, 2) {
            let name = text(&name, "hcclCommName")?;
            result.name = (!name.is_empty()).then_some(name);
        }
        match member!(hcclOpExpansionMode, 4) {
            None | Some(0) => {}
            Some(2) => result.expansion_mode = 0,
            Some(3) => result.expansion_mode = 1,
            Some(4) => result.expansion_mode = 6,
            Some(5) => result.expansion_mode = 4,
            Some(6) => result.expansion_mode = 5,
            Some(mode @ (1 | 7)) => bail!(NOT_SUPPORT, "hcclOpExpansionMode {mode} (host) is not offered"),
            Some(mode) => bail!(INTERNAL, "hcclOpExpansionMode is {mode}, 0 to 6 is expected"),
        }
        if let Some(class) = member!(hcclRdmaTrafficClass, 5)
            && class != UNSET
            && (class > 255 || class % 4 != 0)
        {
            bail!(PARA, "hcclRdmaTrafficClass is {class}, a multiple of 4 up to 252 is expected");
        }
        if let Some(level) = member!(hcclRdmaServiceLevel, 5)
            && level != UNSET
            && level > 7
        {
            bail!(PARA, "hcclRdmaServiceLevel is {level}, 0 to 7 is expected");
        }
        if let Some(seconds) = member!(hcclExecTimeOut, 8)
            && seconds >= 0
        {
            result.exec_timeout = (seconds != 0).then(|| Duration::from_secs(seconds as u64));
        }
        if let Some(algo) = member!(hcclAlgo, 8) {
            let algo = text(&algo, "hcclAlgo")?;
            if !algo.is_empty() {
                result.algo = algo;
            }
        }
        if let Some(qos) = member!(hcclQos, 10)
            && qos != UNSET
            && qos > 7
        {
            bail!(PARA, "hcclQos is {qos}, 0 to 7 is expected");
        }
        if let Some(gib) = member!(hcclSymWinMaxMemSizePerRank, 10) {
            result.window_gib = gib;
        }
        if let Some(depth) = member!(hcclChannelSqDepth, 11)
            && depth != UNSET
            && !(depth.is_power_of_two() && depth >= 16)
        {
            bail!(PARA, "hcclChannelSqDepth is {depth}, a power of two of at least 16 is expected");
        }
        Ok(result)
    }
}

fn text(bytes: &[c_char], name: &str) -> Result<String> {
    let bytes: Vec<u8> = bytes.iter().map(|&c| c as u8).collect();
    match CStr::from_bytes_until_nul(&bytes).map(CStr::to_str) {
        Ok(Ok(text)) => Ok(text.to_owned()),
        Ok(Err(_)) => bail!(PARA, "{name} is not UTF-8"),
        Err(_) => bail!(PARA, "{name} has no NUL in its {} bytes", bytes.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hcomm_base::Code;

    /// What HcclCommConfigInit makes, with another version and size.
    fn initialised(version: u32, size: usize) -> HcclCommConfig {
        let mut config = HcclCommConfig::zeroed();
        let words = [&size.to_ne_bytes()[..], &MAGIC.to_ne_bytes(), &version.to_ne_bytes()].concat();
        for (to, from) in config.reserved.iter_mut().zip(words) {
            *to = from as c_char;
        }
        config.hcclBufferSize = UNSET;
        config.hcclDeterministic = UNSET;
        config.hcclRdmaTrafficClass = UNSET;
        config.hcclRdmaServiceLevel = UNSET;
        config.hcclExecTimeOut = -1;
        config.hcclQos = UNSET;
        config.hcclSymWinMaxMemSizePerRank = WINDOW_GIB;
        config.hcclChannelSqDepth = UNSET;
        config
    }

    fn read(config: &HcclCommConfig) -> Result<Config> {
        // SAFETY: a live structure that says its own size or less.
        unsafe { Config::with(config) }
    }

    fn named(config: &mut HcclCommConfig, name: &str) {
        for (to, from) in config.hcclCommName.iter_mut().zip(name.bytes()) {
            *to = from as c_char;
        }
    }

    #[test]
    fn defaults_are_the_environment() {
        for (version, size) in [
            (1, 32),
            (2, 160),
            (3, 288),
            (4, 292),
            (5, 300),
            (6, 312),
            (7, 320),
            (8, 2104),
            (9, 2232),
            (10, 2240),
        ] {
            assert_eq!(read(&initialised(version, size)).unwrap(), Config::from_env().unwrap());
        }
        assert_eq!(read(&initialised(11, size_of::<HcclCommConfig>())).unwrap(), Config::from_env().unwrap());
        assert_eq!(Config::from_env().unwrap().buffer_bytes, 200 << 20);
    }

    #[test]
    fn members_count_from_their_version_on() {
        let mut config = initialised(2, 160);
        named(&mut config, "mine");
        config.hcclOpExpansionMode = 99;
        assert_eq!(read(&config).unwrap().name.as_deref(), Some("mine"));
        let mut config = initialised(1, 2248);
        named(&mut config, "mine");
        assert_eq!(read(&config).unwrap().name, None);
        let mut config = initialised(12, 9000);
        config.hcclOpExpansionMode = 6;
        config.hcclBufferSize = 3;
        config.hcclExecTimeOut = 7;
        // SAFETY: more than the structure is never read.
        let read = unsafe { Config::with(&config) }.unwrap();
        assert_eq!((read.expansion_mode, read.buffer_bytes), (5, 3 << 20));
        assert_eq!(read.exec_timeout, Some(Duration::from_secs(7)));
    }

    #[test]
    fn bad_values_have_their_codes() {
        let full = size_of::<HcclCommConfig>();
        type Change = fn(&mut HcclCommConfig);
        let cases: [(Change, Code); 11] = [
            (|c| c.hcclBufferSize = 0, Code::PARA),
            (|c| c.reserved[8] = 1, Code::PARA),
            (|c| c.reserved[..8].fill(0), Code::PARA),
            (|c| c.hcclCommName = [b'x' as c_char; 128], Code::PARA),
            (|c| c.hcclOpExpansionMode = 1, Code::NOT_SUPPORT),
            (|c| c.hcclOpExpansionMode = 7, Code::NOT_SUPPORT),
            (|c| c.hcclOpExpansionMode = 8, Code::INTERNAL),
            (|c| c.hcclRdmaTrafficClass = 6, Code::PARA),
            (|c| c.hcclRdmaServiceLevel = 8, Code::PARA),
            (|c| c.hcclQos = 8, Code::PARA),
            (|c| c.hcclChannelSqDepth = 24, Code::PARA),
        ];
        for (change, code) in cases {
            let mut config = initialised(11, full);
            change(&mut config);
            assert_eq!(read(&config).unwrap_err().code, code);
        }
    }
}
