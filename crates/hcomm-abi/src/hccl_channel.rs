//! Types and constants of `hccl/hccl_channel.h`.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use crate::{CommAbiHeader, CommProtocol, EndpointDesc};

/// Constant `HCCL_CHANNEL_MAGIC_WORD`.
pub const HCCL_CHANNEL_MAGIC_WORD: u32 = 0xf0f0f0f;
/// Constant `HCCL_CHANNEL_VERSION`.
pub const HCCL_CHANNEL_VERSION: u32 = 1;
/// Constant `HCCL_CHANNEL_DESC_RAW_MAX_LEN`.
pub const HCCL_CHANNEL_DESC_RAW_MAX_LEN: u32 = 128;
/// Constant `HCCL_CHANNEL_CONFIG_SHARED_QUEUE_TAG_MAX_LEN`.
pub const HCCL_CHANNEL_CONFIG_SHARED_QUEUE_TAG_MAX_LEN: u32 = 255;

/// Type `HcclMemHandle`.
pub type HcclMemHandle = *mut c_void;

/// Type `HcclChannelConfig`.
pub type HcclChannelConfig = *mut c_void;

/// Enumeration `HcclChannelConfigType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclChannelConfigType {
    /// Value -1.
    HCCL_CHANNEL_CONFIG_TYPE_INVALID = -1,
    /// Value 0.
    HCCL_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE = 0,
    /// Value 1.
    HCCL_CHANNEL_CONFIG_TYPE_SHARED_QUEUE_TAG = 1,
}

abi_enum!(HcclChannelConfigType {
    HCCL_CHANNEL_CONFIG_TYPE_INVALID,
    HCCL_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE,
    HCCL_CHANNEL_CONFIG_TYPE_SHARED_QUEUE_TAG
});
pub use HcclChannelConfigType::*;

/// Unnamed struct inside [`HcclChannelDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcclChannelDesc_0_roceAttr {
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
}

/// Unnamed struct inside [`HcclChannelDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcclChannelDesc_0_ubMemAttr {
    /// Member `pathMode`.
    pub pathMode: u8,
}

/// Unnamed union inside [`HcclChannelDesc`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcclChannelDesc_0 {
    /// Member `raws`.
    pub raws: [u8; 128],
    /// Member `roceAttr`.
    pub roceAttr: anon_HcclChannelDesc_0_roceAttr,
    /// Member `ubMemAttr`.
    pub ubMemAttr: anon_HcclChannelDesc_0_ubMemAttr,
}

/// Structure `HcclChannelDesc`: 496 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcclChannelDesc {
    /// Member `header`.
    pub header: CommAbiHeader,
    /// Member `remoteRank`.
    pub remoteRank: u32,
    /// Member `channelProtocol`.
    pub channelProtocol: MaybeUninit<CommProtocol>,
    /// Member `localEndpoint`.
    pub localEndpoint: EndpointDesc,
    /// Member `remoteEndpoint`.
    pub remoteEndpoint: EndpointDesc,
    /// Member `notifyNum`.
    pub notifyNum: u32,
    /// Member `memHandles`.
    pub memHandles: *mut HcclMemHandle,
    /// Member `memHandleNum`.
    pub memHandleNum: u32,
    /// Member `anon_0`.
    pub anon_0: anon_HcclChannelDesc_0,
}

abi_struct!(HcclChannelDesc, size 496, align 8, { header @ 0, remoteRank @ 16, channelProtocol @ 20, localEndpoint @ 24, remoteEndpoint @ 184, notifyNum @ 344, memHandles @ 352, memHandleNum @ 360, anon_0.raws @ 364, anon_0.roceAttr @ 364, anon_0.roceAttr.queueNum @ 364, anon_0.roceAttr.retryCnt @ 368, anon_0.roceAttr.retryInterval @ 372, anon_0.roceAttr.tc @ 376, anon_0.roceAttr.sl @ 377, anon_0.ubMemAttr @ 364, anon_0.ubMemAttr.pathMode @ 364 });
