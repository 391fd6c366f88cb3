//! Types and constants of `hcomm/hcomm_res_defs.h`.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use crate::{in_addr, in6_addr};

/// Constant `COMM_ADDR_EID_LEN`.
pub const COMM_ADDR_EID_LEN: u32 = 16;
/// Constant `HCOMM_THREAD_CONFIG_MAGIC_WORD`.
pub const HCOMM_THREAD_CONFIG_MAGIC_WORD: u32 = 0xf0f0f2f;
/// Constant `HCOMM_THREAD_CONFIG_VERSION`.
pub const HCOMM_THREAD_CONFIG_VERSION: u32 = 1;

/// Type `HcommResult`.
pub type HcommResult = i32;

/// Type `EndpointHandle`.
pub type EndpointHandle = *mut c_void;

/// Type `HcommMemHandle`.
pub type HcommMemHandle = *mut c_void;

/// Type `HcommSocket`.
pub type HcommSocket = *mut c_void;

/// Type `ChannelHandle`.
pub type ChannelHandle = u64;

/// Type `ThreadHandle`.
pub type ThreadHandle = u64;

/// Enumeration `ThreadType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThreadType {
    /// Value -1.
    THREAD_TYPE_INVALID = -1,
    /// Value 0.
    THREAD_TYPE_TS = 0,
}

abi_enum!(ThreadType { THREAD_TYPE_INVALID, THREAD_TYPE_TS });
pub use ThreadType::*;

/// Enumeration `CommEngine`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommEngine {
    /// Value -1.
    COMM_ENGINE_RESERVED = -1,
    /// Value 0.
    COMM_ENGINE_CPU = 0,
    /// Value 1.
    COMM_ENGINE_CPU_TS = 1,
    /// Value 2.
    COMM_ENGINE_AICPU = 2,
    /// Value 3.
    COMM_ENGINE_AICPU_TS = 3,
    /// Value 4.
    COMM_ENGINE_AIV = 4,
    /// Value 5.
    COMM_ENGINE_CCU = 5,
}

abi_enum!(CommEngine {
    COMM_ENGINE_RESERVED,
    COMM_ENGINE_CPU,
    COMM_ENGINE_CPU_TS,
    COMM_ENGINE_AICPU,
    COMM_ENGINE_AICPU_TS,
    COMM_ENGINE_AIV,
    COMM_ENGINE_CCU
});
pub use CommEngine::*;

/// Enumeration `CommProtocol`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommProtocol {
    /// Value -1.
    COMM_PROTOCOL_RESERVED = -1,
    /// Value 0.
    COMM_PROTOCOL_HCCS = 0,
    /// Value 1.
    COMM_PROTOCOL_ROCE = 1,
    /// Value 2.
    COMM_PROTOCOL_PCIE = 2,
    /// Value 3.
    COMM_PROTOCOL_SIO = 3,
    /// Value 4.
    COMM_PROTOCOL_UB_CTP = 4,
    /// Value 5.
    COMM_PROTOCOL_UBC_TP = 5,
    /// Value 6.
    COMM_PROTOCOL_UB_MEM = 6,
    /// Value 7.
    COMM_PROTOCOL_UBOE = 7,
    /// Value 8.
    COMM_PROTOCOL_HCCS_ONLY = 8,
    /// Value 9.
    COMM_PROTOCOL_UB_RTP = 9,
}

abi_enum!(CommProtocol {
    COMM_PROTOCOL_RESERVED,
    COMM_PROTOCOL_HCCS,
    COMM_PROTOCOL_ROCE,
    COMM_PROTOCOL_PCIE,
    COMM_PROTOCOL_SIO,
    COMM_PROTOCOL_UB_CTP,
    COMM_PROTOCOL_UBC_TP,
    COMM_PROTOCOL_UB_MEM,
    COMM_PROTOCOL_UBOE,
    COMM_PROTOCOL_HCCS_ONLY,
    COMM_PROTOCOL_UB_RTP
});
pub use CommProtocol::*;
/// Another name of [`CommProtocol::COMM_PROTOCOL_UB_CTP`].
///
/// cbindgen:ignore
pub const COMM_PROTOCOL_UBC_CTP: CommProtocol = CommProtocol::COMM_PROTOCOL_UB_CTP;
/// Another name of [`CommProtocol::COMM_PROTOCOL_UB_RTP`].
///
/// cbindgen:ignore
pub const COMM_PROTOCOL_UBG: CommProtocol = CommProtocol::COMM_PROTOCOL_UB_RTP;

/// Enumeration `CommAddrType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommAddrType {
    /// Value -1.
    COMM_ADDR_TYPE_RESERVED = -1,
    /// Value 0.
    COMM_ADDR_TYPE_IP_V4 = 0,
    /// Value 1.
    COMM_ADDR_TYPE_IP_V6 = 1,
    /// Value 2.
    COMM_ADDR_TYPE_ID = 2,
    /// Value 3.
    COMM_ADDR_TYPE_EID = 3,
}

abi_enum!(CommAddrType {
    COMM_ADDR_TYPE_RESERVED,
    COMM_ADDR_TYPE_IP_V4,
    COMM_ADDR_TYPE_IP_V6,
    COMM_ADDR_TYPE_ID,
    COMM_ADDR_TYPE_EID
});
pub use CommAddrType::*;

/// Enumeration `EndpointLocType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EndpointLocType {
    /// Value -1.
    ENDPOINT_LOC_TYPE_RESERVED = -1,
    /// Value 0.
    ENDPOINT_LOC_TYPE_DEVICE = 0,
    /// Value 1.
    ENDPOINT_LOC_TYPE_HOST = 1,
}

abi_enum!(EndpointLocType { ENDPOINT_LOC_TYPE_RESERVED, ENDPOINT_LOC_TYPE_DEVICE, ENDPOINT_LOC_TYPE_HOST });
pub use EndpointLocType::*;

/// Enumeration `CommMemType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommMemType {
    /// Value -1.
    COMM_MEM_TYPE_INVALID = -1,
    /// Value 0.
    COMM_MEM_TYPE_DEVICE = 0,
    /// Value 1.
    COMM_MEM_TYPE_HOST = 1,
}

abi_enum!(CommMemType { COMM_MEM_TYPE_INVALID, COMM_MEM_TYPE_DEVICE, COMM_MEM_TYPE_HOST });
pub use CommMemType::*;

/// Enumeration `HcommSocketRole`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcommSocketRole {
    /// Value -1.
    HCOMM_SOCKET_ROLE_RESERVED = -1,
    /// Value 0.
    HCOMM_SOCKET_ROLE_CLIENT = 0,
    /// Value 1.
    HCOMM_SOCKET_ROLE_SERVER = 1,
}

abi_enum!(HcommSocketRole { HCOMM_SOCKET_ROLE_RESERVED, HCOMM_SOCKET_ROLE_CLIENT, HCOMM_SOCKET_ROLE_SERVER });
pub use HcommSocketRole::*;

/// Enumeration `HcommEndpointFeatureType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcommEndpointFeatureType {
    /// Value -1.
    HCOMM_ENDPOINT_FEATURE_INVALID = -1,
    /// Value 0.
    HCOMM_ENDPOINT_FEATURE_NDA = 0,
}

abi_enum!(HcommEndpointFeatureType { HCOMM_ENDPOINT_FEATURE_INVALID, HCOMM_ENDPOINT_FEATURE_NDA });
pub use HcommEndpointFeatureType::*;

/// Enumeration `ThreadResType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThreadResType {
    /// Value -1.
    THREAD_RES_TYPE_INVALID = -1,
    /// Value 0.
    THREAD_RES_TYPE_STREAM = 0,
}

abi_enum!(ThreadResType { THREAD_RES_TYPE_INVALID, THREAD_RES_TYPE_STREAM });
pub use ThreadResType::*;

/// Structure `CommAbiHeader`: 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CommAbiHeader {
    /// Member `version`.
    pub version: u32,
    /// Member `magicWord`.
    pub magicWord: u32,
    /// Member `size`.
    pub size: u32,
    /// Member `reserved`.
    pub reserved: u32,
}

abi_struct!(CommAbiHeader, size 16, align 4, { version @ 0, magicWord @ 4, size @ 8, reserved @ 12 });

/// Structure `ThreadConfig`: 32 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ThreadConfig {
    /// Member `header`.
    pub header: CommAbiHeader,
    /// Member `notifyNumPerThread`.
    pub notifyNumPerThread: u16,
    /// Member `reserved`.
    pub reserved: [u8; 14],
}

abi_struct!(ThreadConfig, size 32, align 4, { header @ 0, notifyNumPerThread @ 16, reserved @ 18 });

/// Unnamed union inside [`CommAddr`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_CommAddr_0 {
    /// Member `raws`.
    pub raws: [u8; 36],
    /// Member `addr`.
    pub addr: in_addr,
    /// Member `addr6`.
    pub addr6: in6_addr,
    /// Member `id`.
    pub id: u32,
    /// Member `eid`.
    pub eid: [u8; 16],
}

/// Structure `CommAddr`: 40 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CommAddr {
    /// Member `type`.
    pub r#type: MaybeUninit<CommAddrType>,
    /// Member `anon_0`.
    pub anon_0: anon_CommAddr_0,
}

abi_struct!(CommAddr, size 40, align 4, { r#type @ 0, anon_0.raws @ 4, anon_0.addr @ 4, anon_0.addr6 @ 4, anon_0.id @ 4, anon_0.eid @ 4 });

/// Unnamed struct inside [`EndpointLoc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_EndpointLoc_0_device {
    /// Member `devPhyId`.
    pub devPhyId: u32,
    /// Member `superDevId`.
    pub superDevId: u32,
    /// Member `serverIdx`.
    pub serverIdx: u32,
    /// Member `superPodIdx`.
    pub superPodIdx: u32,
}

/// Unnamed struct inside [`EndpointLoc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_EndpointLoc_0_host {
    /// Member `id`.
    pub id: u32,
}

/// Unnamed union inside [`EndpointLoc`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_EndpointLoc_0 {
    /// Member `raws`.
    pub raws: [u8; 60],
    /// Member `device`.
    pub device: anon_EndpointLoc_0_device,
    /// Member `host`.
    pub host: anon_EndpointLoc_0_host,
}

/// Structure `EndpointLoc`: 64 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct EndpointLoc {
    /// Member `locType`.
    pub locType: MaybeUninit<EndpointLocType>,
    /// Member `anon_0`.
    pub anon_0: anon_EndpointLoc_0,
}

abi_struct!(EndpointLoc, size 64, align 4, { locType @ 0, anon_0.raws @ 4, anon_0.device @ 4, anon_0.device.devPhyId @ 4, anon_0.device.superDevId @ 8, anon_0.device.serverIdx @ 12, anon_0.device.superPodIdx @ 16, anon_0.host @ 4, anon_0.host.id @ 4 });

/// Unnamed union inside [`EndpointDesc`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_EndpointDesc_0 {
    /// Member `raws`.
    pub raws: [u8; 52],
}

/// Structure `EndpointDesc`: 160 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct EndpointDesc {
    /// Member `protocol`.
    pub protocol: MaybeUninit<CommProtocol>,
    /// Member `commAddr`.
    pub commAddr: CommAddr,
    /// Member `loc`.
    pub loc: EndpointLoc,
    /// Member `anon_0`.
    pub anon_0: anon_EndpointDesc_0,
}

abi_struct!(EndpointDesc, size 160, align 4, { protocol @ 0, commAddr @ 4, loc @ 44, anon_0.raws @ 108 });

/// Structure `CommMem`: 24 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CommMem {
    /// Member `type`.
    pub r#type: MaybeUninit<CommMemType>,
    /// Member `addr`.
    pub addr: *mut c_void,
    /// Member `size`.
    pub size: u64,
}

abi_struct!(CommMem, size 24, align 8, { r#type @ 0, addr @ 8, size @ 16 });
