//! C functions of `hccl/hccl_channel.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    ChannelHandle, CommEngine, CommMem, HcclChannelConfig, HcclChannelConfigType, HcclChannelDesc, HcclComm,
    HcclResult,
};

/// `HcclChannelAcquire` of `hccl/hccl_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelAcquire(
    comm: HcclComm,
    engine: MaybeUninit<CommEngine>,
    channelDescs: *const HcclChannelDesc,
    channelNum: u32,
    channels: *mut ChannelHandle,
) -> HcclResult {
    stub!(HcclChannelAcquire(comm, engine, channelDescs, channelNum, channels))
}

/// `HcclChannelConfigCreate` of `hccl/hccl_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelConfigCreate(config: *mut HcclChannelConfig) -> HcclResult {
    stub!(HcclChannelConfigCreate(config))
}

/// `HcclChannelConfigDestroy` of `hccl/hccl_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelConfigDestroy(config: HcclChannelConfig) -> HcclResult {
    stub!(HcclChannelConfigDestroy(config))
}

/// `HcclChannelConfigSetInt` of `hccl/hccl_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelConfigSetInt(
    config: HcclChannelConfig,
    r#type: MaybeUninit<HcclChannelConfigType>,
    value: u32,
) -> HcclResult {
    stub!(HcclChannelConfigSetInt(config, r#type, value))
}

/// `HcclChannelConfigSetStr` of `hccl/hccl_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelConfigSetStr(
    config: HcclChannelConfig,
    r#type: MaybeUninit<HcclChannelConfigType>,
    value: *const c_char,
) -> HcclResult {
    stub!(HcclChannelConfigSetStr(config, r#type, value))
}

/// `HcclChannelAcquireWithConfig` of `hccl/hccl_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelAcquireWithConfig(
    comm: HcclComm,
    engine: MaybeUninit<CommEngine>,
    channelDescs: *const HcclChannelDesc,
    channelNum: u32,
    config: HcclChannelConfig,
    channels: *mut ChannelHandle,
) -> HcclResult {
    stub!(HcclChannelAcquireWithConfig(comm, engine, channelDescs, channelNum, config, channels))
}

/// `HcclChannelQuery` of `hccl/hccl_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelQuery(
    comm: HcclComm,
    engine: MaybeUninit<CommEngine>,
    channelDescs: *const HcclChannelDesc,
    channelNum: u32,
    channels: *mut ChannelHandle,
) -> HcclResult {
    stub!(HcclChannelQuery(comm, engine, channelDescs, channelNum, channels))
}

/// `HcclChannelDestroy` of `hccl/hccl_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelDestroy(
    comm: HcclComm,
    channels: *const ChannelHandle,
    channelNum: u32,
) -> HcclResult {
    stub!(HcclChannelDestroy(comm, channels, channelNum))
}

/// `HcclChannelGetHcclBuffer` of `hccl/hccl_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelGetHcclBuffer(
    comm: HcclComm,
    channel: ChannelHandle,
    buffer: *mut *mut c_void,
    size: *mut u64,
) -> HcclResult {
    stub!(HcclChannelGetHcclBuffer(comm, channel, buffer, size))
}

/// `HcclChannelGetRemoteMems` of `hccl/hccl_channel.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelGetRemoteMems(
    comm: HcclComm,
    channel: ChannelHandle,
    memNum: *mut u32,
    remoteMems: *mut *mut CommMem,
    memTags: *mut *mut *mut c_char,
) -> HcclResult {
    stub!(HcclChannelGetRemoteMems(comm, channel, memNum, remoteMems, memTags))
}
