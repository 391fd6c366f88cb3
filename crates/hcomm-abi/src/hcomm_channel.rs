//! Types and constants of `hcomm/hcomm_channel.h`.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use crate::{CommAbiHeader, EndpointDesc, HcommMemHandle, HcommSocket, HcommSocketRole};

/// Constant `HCOMM_CHANNEL_MAGIC_WORD`.
pub const HCOMM_CHANNEL_MAGIC_WORD: u32 = 0xfcf0f0f;
/// Constant `HCOMM_CHANNEL_VERSION_ONE`.
pub const HCOMM_CHANNEL_VERSION_ONE: u32 = 1;
/// Constant `HCOMM_CHANNEL_VERSION`.
pub const HCOMM_CHANNEL_VERSION: u32 = 4;
/// Constant `HCOMM_CHANNEL_NAME_MAX_LEN`.
pub const HCOMM_CHANNEL_NAME_MAX_LEN: u32 = 191;
/// Constant `HCOMM_CHANNEL_DESC_RAW_MAX_LEN`.
pub const HCOMM_CHANNEL_DESC_RAW_MAX_LEN: u32 = 128;
/// Constant `HCOMM_CHANNEL_DESC_ABI_V1_SIZE`.
pub const HCOMM_CHANNEL_DESC_ABI_V1_SIZE: u32 = 0x158;

/// Type `HcommChannelConfig`.
pub type HcommChannelConfig = *mut c_void;

/// Enumeration `HcommChannelConfigType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcommChannelConfigType {
    /// Value -1.
    HCOMM_CHANNEL_CONFIG_TYPE_INVALID = -1,
    /// Value 0.
    HCOMM_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE = 0,
}

abi_enum!(HcommChannelConfigType {
    HCOMM_CHANNEL_CONFIG_TYPE_INVALID,
    HCOMM_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE
});
pub use HcommChannelConfigType::*;

/// Unnamed struct inside [`HcommChannelDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommChannelDesc_0_roceAttr {
    /// Member `queueNum`.
    pub queueNum: u32,
    /// Member `retryCnt`.
    pub retryCnt: u32,
    /// Member `retryInterval`.
    pub retryInterval: u32,
    /// Member `tc`.
    pub tc: u8,
    /// Member `sl`.
    pub sl: u8,
    /// Member `qpThreshold`.
    pub qpThreshold: u32,
    /// Member `cqAttrFlags`.
    pub cqAttrFlags: u32,
    /// Member `srcPortList`.
    pub srcPortList: *mut u16,
}

/// Unnamed struct inside [`HcommChannelDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommChannelDesc_0_hccsAttr {
    /// Member `qos`.
    pub qos: u32,
}

/// Unnamed struct inside [`HcommChannelDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommChannelDesc_0_ubAttr {
    /// Member `sqDepth`.
    pub sqDepth: u32,
}

/// Unnamed struct inside [`HcommChannelDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommChannelDesc_0_ubMemAttr {
    /// Member `pathMode`.
    pub pathMode: u8,
}

/// Unnamed union inside [`HcommChannelDesc`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcommChannelDesc_0 {
    /// Member `raws`.
    pub raws: [u8; 128],
    /// Member `roceAttr`.
    pub roceAttr: anon_HcommChannelDesc_0_roceAttr,
    /// Member `hccsAttr`.
    pub hccsAttr: anon_HcommChannelDesc_0_hccsAttr,
    /// Member `ubAttr`.
    pub ubAttr: anon_HcommChannelDesc_0_ubAttr,
    /// Member `ubMemAttr`.
    pub ubMemAttr: anon_HcommChannelDesc_0_ubMemAttr,
}

/// Structure `HcommChannelDesc`: 360 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcommChannelDesc {
    /// Member `header`.
    pub header: CommAbiHeader,
    /// Member `remoteEndpoint`.
    pub remoteEndpoint: EndpointDesc,
    /// Member `notifyNum`.
    pub notifyNum: u32,
    /// Member `exchangeAllMems`.
    pub exchangeAllMems: MaybeUninit<bool>,
    /// Member `memHandles`.
    pub memHandles: *mut HcommMemHandle,
    /// Member `memHandleNum`.
    pub memHandleNum: u32,
    /// Member `socket`.
    pub socket: HcommSocket,
    /// Member `role`.
    pub role: MaybeUninit<HcommSocketRole>,
    /// Member `port`.
    pub port: u16,
    /// Member `anon_0`.
    pub anon_0: anon_HcommChannelDesc_0,
    /// Member `qos`.
    pub qos: u32,
    /// Member `channelName`.
    pub channelName: *const c_char,
}

abi_struct!(HcommChannelDesc, size 360, align 8, { header @ 0, remoteEndpoint @ 16, notifyNum @ 176, exchangeAllMems @ 180, memHandles @ 184, memHandleNum @ 192, socket @ 200, role @ 208, port @ 212, anon_0.raws @ 216, anon_0.roceAttr @ 216, anon_0.roceAttr.queueNum @ 216, anon_0.roceAttr.retryCnt @ 220, anon_0.roceAttr.retryInterval @ 224, anon_0.roceAttr.tc @ 228, anon_0.roceAttr.sl @ 229, anon_0.roceAttr.qpThreshold @ 232, anon_0.roceAttr.cqAttrFlags @ 236, anon_0.roceAttr.srcPortList @ 240, anon_0.hccsAttr @ 216, anon_0.hccsAttr.qos @ 216, anon_0.ubAttr @ 216, anon_0.ubAttr.sqDepth @ 216, anon_0.ubMemAttr @ 216, anon_0.ubMemAttr.pathMode @ 216, qos @ 344, channelName @ 352 });
