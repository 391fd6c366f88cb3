//! Types and constants of `hccl/hccl_channel.h`.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use crate::{CommAbiHeader, CommProtocol, EndpointDesc};

/// Magic word of `HcclChannelDesc`.
pub const HCCL_CHANNEL_MAGIC_WORD: u32 = 0xf0f0f0f;
/// Version of `HcclChannelDesc`.
pub const HCCL_CHANNEL_VERSION: u32 = 1;
/// Bytes for attributes of protocols in `HcclChannelDesc`.
pub const HCCL_CHANNEL_DESC_RAW_MAX_LEN: u32 = 128;
/// Longest tag of a shared queue, without its NUL.
pub const HCCL_CHANNEL_CONFIG_SHARED_QUEUE_TAG_MAX_LEN: u32 = 255;

/// Memory registered with `HcclCommMemReg`.
pub type HcclMemHandle = *mut c_void;

/// Options for `HcclChannelAcquireWithConfig`.
pub type HcclChannelConfig = *mut c_void;

/// Which option.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclChannelConfigType {
    /// None.
    HCCL_CHANNEL_CONFIG_TYPE_INVALID = -1,
    /// Number: 1 if channels share a send queue, 0 (default) if not.
    HCCL_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE = 0,
    /// Text: channels with the same tag share a queue.
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
    /// Queue pairs of the channel; 0xFFFFFFFF is the default, 1.
    pub queueNum: u32,
    /// How often a packet is sent again, 1 to 7; 0xFFFFFFFF is the default.
    pub retryCnt: u32,
    /// Exponent of the time between repetitions, 5 to 24; 0xFFFFFFFF is the default.
    pub retryInterval: u32,
    /// Traffic class of the network, 0 to 255 and a multiple of 4; all bits set is the default.
    pub tc: u8,
    /// Service level of the network, 0 to 7; all bits set is the default.
    pub sl: u8,
}

/// Unnamed struct inside [`HcclChannelDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcclChannelDesc_0_ubMemAttr {
    /// Which path memory accesses take, 0 to 2; 0xFF is the default.
    pub pathMode: u8,
}

/// Unnamed union inside [`HcclChannelDesc`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcclChannelDesc_0 {
    /// All bytes; they fix the size.
    pub raws: [u8; 128],
    /// For RoCE.
    pub roceAttr: anon_HcclChannelDesc_0_roceAttr,
    /// For memory accesses over UB.
    pub ubMemAttr: anon_HcclChannelDesc_0_ubMemAttr,
}

/// A channel to be acquired; prepare it with `HcclChannelDescInit`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcclChannelDesc {
    /// Magic word, version and size; the initialiser of this type writes it.
    pub header: CommAbiHeader,
    /// Rank at the other end.
    pub remoteRank: u32,
    /// Protocol, as a link of the rank graph gives it.
    pub channelProtocol: MaybeUninit<CommProtocol>,
    /// This end, as a link of the rank graph gives it.
    pub localEndpoint: EndpointDesc,
    /// The other end, as a link of the rank graph gives it.
    pub remoteEndpoint: EndpointDesc,
    /// Notifies at each end, at most 64; the same on both sides.
    pub notifyNum: u32,
    /// Memory to offer to the peer besides the exchange buffer; NULL if `memHandleNum` is 0.
    pub memHandles: *mut HcclMemHandle,
    /// Number of `memHandles`.
    pub memHandleNum: u32,
    /// Attributes of the protocol; bytes 0xFF are defaults.
    pub anon_0: anon_HcclChannelDesc_0,
}

abi_struct!(HcclChannelDesc, size 496, align 8, { header @ 0, remoteRank @ 16, channelProtocol @ 20, localEndpoint @ 24, remoteEndpoint @ 184, notifyNum @ 344, memHandles @ 352, memHandleNum @ 360, anon_0.raws @ 364, anon_0.roceAttr @ 364, anon_0.roceAttr.queueNum @ 364, anon_0.roceAttr.retryCnt @ 368, anon_0.roceAttr.retryInterval @ 372, anon_0.roceAttr.tc @ 376, anon_0.roceAttr.sl @ 377, anon_0.ubMemAttr @ 364, anon_0.ubMemAttr.pathMode @ 364 });
