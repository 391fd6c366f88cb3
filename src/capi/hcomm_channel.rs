//! C functions of `hcomm/hcomm_channel.h`, in the order of the header.

use core::mem::MaybeUninit;

use hcomm_abi::{
    ChannelHandle, CommEngine, EndpointHandle, HcommChannelConfig, HcommChannelConfigType, HcommChannelDesc,
    HcommResult,
};

/// `HcommChannelCreate` of `hcomm/hcomm_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelCreate(
    endpointHandle: EndpointHandle,
    engine: MaybeUninit<CommEngine>,
    channelDescs: *mut HcommChannelDesc,
    channelNum: u32,
    channels: *mut ChannelHandle,
) -> HcommResult {
    stub!(HcommChannelCreate(endpointHandle, engine, channelDescs, channelNum, channels))
}

/// `HcommChannelConfigCreate` of `hcomm/hcomm_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelConfigCreate(config: *mut HcommChannelConfig) -> HcommResult {
    stub!(HcommChannelConfigCreate(config))
}

/// `HcommChannelConfigDestroy` of `hcomm/hcomm_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelConfigDestroy(config: HcommChannelConfig) -> HcommResult {
    stub!(HcommChannelConfigDestroy(config))
}

/// `HcommChannelConfigSetInt` of `hcomm/hcomm_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelConfigSetInt(
    config: HcommChannelConfig,
    r#type: MaybeUninit<HcommChannelConfigType>,
    value: u32,
) -> HcommResult {
    stub!(HcommChannelConfigSetInt(config, r#type, value))
}

/// `HcommChannelCreateWithConfig` of `hcomm/hcomm_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelCreateWithConfig(
    endpointHandle: EndpointHandle,
    engine: MaybeUninit<CommEngine>,
    channelDescs: *mut HcommChannelDesc,
    channelNum: u32,
    config: HcommChannelConfig,
    channels: *mut ChannelHandle,
) -> HcommResult {
    stub!(HcommChannelCreateWithConfig(endpointHandle, engine, channelDescs, channelNum, config, channels))
}

/// `HcommChannelGetStatus` of `hcomm/hcomm_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelGetStatus(
    channelList: *const ChannelHandle,
    listNum: u32,
    statusList: *mut i32,
) -> HcommResult {
    stub!(HcommChannelGetStatus(channelList, listNum, statusList))
}

/// `HcommChannelDestroy` of `hcomm/hcomm_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelDestroy(channels: *const ChannelHandle, channelNum: u32) -> HcommResult {
    stub!(HcommChannelDestroy(channels, channelNum))
}
