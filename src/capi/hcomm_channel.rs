//! C functions of `hcomm/hcomm_channel.h`, in the order of the header.

use core::mem::MaybeUninit;

use hcomm_abi::{
    ChannelHandle, CommEngine, EndpointHandle, HcommChannelConfig, HcommChannelConfigType, HcommChannelDesc,
    HcommResult,
};

/// Makes `channelNum` channels from an endpoint and starts to connect them; poll `HcommChannelGetStatus`
/// until they are ready. Both sides must do so, with the same number of notifies.
///
/// The caller destroys them with `HcommChannelDestroy`. If one cannot be made, none is. Errors: `HCCL_E_PTR`
/// for NULL, `HCCL_E_PARA` for a number of 0 or a description with another magic word or values out of range,
/// `HCCL_E_NOT_SUPPORT` for an engine that has no such protocol.
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

/// Makes options for `HcommChannelCreateWithConfig`, all unset; the caller destroys them. Errors:
/// `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelConfigCreate(config: *mut HcommChannelConfig) -> HcommResult {
    stub!(HcommChannelConfigCreate(config))
}

/// Destroys options; NULL is no error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelConfigDestroy(config: HcommChannelConfig) -> HcommResult {
    stub!(HcommChannelConfigDestroy(config))
}

/// Sets an option that is a number. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for an option that does not
/// exist.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelConfigSetInt(
    config: HcommChannelConfig,
    r#type: MaybeUninit<HcommChannelConfigType>,
    value: u32,
) -> HcommResult {
    stub!(HcommChannelConfigSetInt(config, r#type, value))
}

/// As `HcommChannelCreate`, with options; NULL options set none. With a shared queue all channels of the
/// endpoint use one send queue, and their user must serialise them.
///
/// Errors: those of `HcommChannelCreate`, and `HCCL_E_NOT_SUPPORT` for engines or protocols without shared
/// queues.
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

/// Drives the connecting of channels one step, without blocking, and writes their states: 0 ready, 1
/// connecting, 2 failed, 3 timed out, 4 no local resources, 5 no remote resources. Use it from one thread at
/// a time.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a number of 0, `HCCL_E_INTERNAL` for a channel that does
/// not live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelGetStatus(
    channelList: *const ChannelHandle,
    listNum: u32,
    statusList: *mut i32,
) -> HcommResult {
    stub!(HcommChannelGetStatus(channelList, listNum, statusList))
}

/// Destroys channels on this side; the peer is not told. Let their operations complete first.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a number of 0, `HCCL_E_NOT_FOUND` at the first channel
/// that does not live; those before it are destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelDestroy(channels: *const ChannelHandle, channelNum: u32) -> HcommResult {
    stub!(HcommChannelDestroy(channels, channelNum))
}
