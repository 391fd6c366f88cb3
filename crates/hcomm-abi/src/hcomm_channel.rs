//! Types and constants of `hcomm/hcomm_channel.h`.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use crate::{CommAbiHeader, EndpointDesc, HcommMemHandle, HcommSocket, HcommSocketRole};

/// Magic word of `HcommChannelDesc`.
pub const HCOMM_CHANNEL_MAGIC_WORD: u32 = 0xfcf0f0f;
/// First version of `HcommChannelDesc`, without the members from `qos` on.
pub const HCOMM_CHANNEL_VERSION_ONE: u32 = 1;
/// Version of `HcommChannelDesc`.
pub const HCOMM_CHANNEL_VERSION: u32 = 4;
/// Longest name of a channel, without its NUL.
pub const HCOMM_CHANNEL_NAME_MAX_LEN: u32 = 191;
/// Bytes for attributes of protocols in `HcommChannelDesc`.
pub const HCOMM_CHANNEL_DESC_RAW_MAX_LEN: u32 = 128;
/// Bytes of the first version of `HcommChannelDesc`.
pub const HCOMM_CHANNEL_DESC_ABI_V1_SIZE: u32 = 0x158;

/// Options for `HcommChannelCreateWithConfig`.
pub type HcommChannelConfig = *mut c_void;

/// Which option.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcommChannelConfigType {
    /// None.
    HCOMM_CHANNEL_CONFIG_TYPE_INVALID = -1,
    /// 1 if channels share a send queue, 0 (default) if not.
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
    /// Bytes from which a transfer is split over queue pairs; 0xFFFFFFFF is the default.
    pub qpThreshold: u32,
    /// Flags of the completion queue; 0xFFFFFFFF is the default, 0.
    pub cqAttrFlags: u32,
    /// UDP source port of each queue pair; NULL is the default.
    pub srcPortList: *mut u16,
}

/// Unnamed struct inside [`HcommChannelDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommChannelDesc_0_hccsAttr {
    /// Quality of service; 0xFFFFFFFF is the default.
    pub qos: u32,
}

/// Unnamed struct inside [`HcommChannelDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommChannelDesc_0_ubAttr {
    /// Entries of the queue; for channels a power of two, 0xFFFFFFFF is the default.
    pub sqDepth: u32,
}

/// Unnamed struct inside [`HcommChannelDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommChannelDesc_0_ubMemAttr {
    /// Which path memory accesses take, 0 to 2; 0xFF is the default.
    pub pathMode: u8,
}

/// Unnamed union inside [`HcommChannelDesc`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcommChannelDesc_0 {
    /// All bytes; they fix the size.
    pub raws: [u8; 128],
    /// For RoCE.
    pub roceAttr: anon_HcommChannelDesc_0_roceAttr,
    /// For HCCS.
    pub hccsAttr: anon_HcommChannelDesc_0_hccsAttr,
    /// For UB.
    pub ubAttr: anon_HcommChannelDesc_0_ubAttr,
    /// For memory accesses over UB.
    pub ubMemAttr: anon_HcommChannelDesc_0_ubMemAttr,
}

/// A channel to be made; prepare it with `HcommChannelDescInit`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcommChannelDesc {
    /// Magic word, version and size; the initialiser of this type writes it.
    pub header: CommAbiHeader,
    /// The other end.
    pub remoteEndpoint: EndpointDesc,
    /// Notifies of each channel end.
    pub notifyNum: u32,
    /// True offers all memory registered at the endpoint, false that of `memHandles`.
    pub exchangeAllMems: MaybeUninit<bool>,
    /// Memory to offer to the peer; NULL if `memHandleNum` is 0.
    pub memHandles: *mut HcommMemHandle,
    /// Number of `memHandles`.
    pub memHandleNum: u32,
    /// Connected socket to use for connecting; NULL lets the library make one.
    pub socket: HcommSocket,
    /// Which side listens; reserved lets the library decide.
    pub role: MaybeUninit<HcommSocketRole>,
    /// TCP port of the listening side; 0 is the default.
    pub port: u16,
    /// Attributes of the protocol; bytes 0xFF are defaults.
    pub anon_0: anon_HcommChannelDesc_0,
    /// Quality of service; 0xFFFFFFFF is the default.
    pub qos: u32,
    /// Name that both sides use to find each other; NULL is a common one. Copied.
    pub channelName: *const c_char,
}

abi_struct!(HcommChannelDesc, size 360, align 8, { header @ 0, remoteEndpoint @ 16, notifyNum @ 176, exchangeAllMems @ 180, memHandles @ 184, memHandleNum @ 192, socket @ 200, role @ 208, port @ 212, anon_0.raws @ 216, anon_0.roceAttr @ 216, anon_0.roceAttr.queueNum @ 216, anon_0.roceAttr.retryCnt @ 220, anon_0.roceAttr.retryInterval @ 224, anon_0.roceAttr.tc @ 228, anon_0.roceAttr.sl @ 229, anon_0.roceAttr.qpThreshold @ 232, anon_0.roceAttr.cqAttrFlags @ 236, anon_0.roceAttr.srcPortList @ 240, anon_0.hccsAttr @ 216, anon_0.hccsAttr.qos @ 216, anon_0.ubAttr @ 216, anon_0.ubAttr.sqDepth @ 216, anon_0.ubMemAttr @ 216, anon_0.ubMemAttr.pathMode @ 216, qos @ 344, channelName @ 352 });
