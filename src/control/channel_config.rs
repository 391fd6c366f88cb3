//! `HcclChannelConfig`: options for acquiring channels.

use std::sync::{Mutex, PoisonError};

use hcomm_base::{Code, Result};

use crate::handle::{Kind, Table};

/// Options of one object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChannelConfig {
    /// Channels with the same tag share a queue.
    pub shared: bool,
    /// Name of the shared queue.
    pub tag: String,
}

static CONFIGS: Table<Mutex<ChannelConfig>> = Table::new(Kind::ChannelConfig);

/// Makes an object without options.
pub fn create() -> Result<u64> {
    let shell = CONFIGS.reserve()?;
    *shell.lock().unwrap_or_else(PoisonError::into_inner) = ChannelConfig::default();
    Ok(shell.publish())
}

/// Ends an object; 0 is no error.
pub fn destroy(handle: u64) -> Result {
    if handle != 0 {
        CONFIGS.take(handle).ok_or_else(|| CONFIGS.refuse(Code::PARA, handle))?;
    }
    Ok(())
}

/// Changes an object.
pub fn change(handle: u64, change: impl FnOnce(&mut ChannelConfig)) -> Result {
    let shell = CONFIGS.get(handle).ok_or_else(|| CONFIGS.refuse(Code::PARA, handle))?;
    change(&mut shell.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(())
}

/// The options of an object.
pub fn get(handle: u64) -> Result<ChannelConfig> {
    let shell = CONFIGS.get(handle).ok_or_else(|| CONFIGS.refuse(Code::PARA, handle))?;
    Ok(shell.lock().unwrap_or_else(PoisonError::into_inner).clone())
}
