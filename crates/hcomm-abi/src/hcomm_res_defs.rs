//! Types and constants of `hcomm/hcomm_res_defs.h`.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use crate::{in_addr, in6_addr};

/// Bytes of an EID.
pub const COMM_ADDR_EID_LEN: u32 = 16;
/// Magic word of `ThreadConfig`.
pub const HCOMM_THREAD_CONFIG_MAGIC_WORD: u32 = 0xf0f0f2f;
/// Version of `ThreadConfig`.
pub const HCOMM_THREAD_CONFIG_VERSION: u32 = 1;

/// Result of a function; the numbers of `HcclResult`.
pub type HcommResult = i32;

/// A local port of the network.
pub type EndpointHandle = *mut c_void;

/// Memory registered at an endpoint.
pub type HcommMemHandle = *mut c_void;

/// A connected socket.
pub type HcommSocket = *mut c_void;

/// A connection of two ranks or endpoints.
pub type ChannelHandle = u64;

/// A queue of tasks with its notifies.
pub type ThreadHandle = u64;

/// Kinds of threads.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThreadType {
    /// None.
    THREAD_TYPE_INVALID = -1,
    /// Run by the task scheduler.
    THREAD_TYPE_TS = 0,
}

abi_enum!(ThreadType { THREAD_TYPE_INVALID, THREAD_TYPE_TS });
pub use ThreadType::*;

/// Who carries out operations.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommEngine {
    /// Nobody.
    COMM_ENGINE_RESERVED = -1,
    /// The host's CPU.
    COMM_ENGINE_CPU = 0,
    /// The device's task scheduler, fed by the host.
    COMM_ENGINE_CPU_TS = 1,
    /// The device's CPU.
    COMM_ENGINE_AICPU = 2,
    /// The device's task scheduler, fed by the device's CPU.
    COMM_ENGINE_AICPU_TS = 3,
    /// Vector cores.
    COMM_ENGINE_AIV = 4,
    /// The collective communication unit.
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

/// How two endpoints exchange data.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommProtocol {
    /// Not at all.
    COMM_PROTOCOL_RESERVED = -1,
    /// HCCS: memory accesses between devices.
    COMM_PROTOCOL_HCCS = 0,
    /// RDMA over Ethernet.
    COMM_PROTOCOL_ROCE = 1,
    /// PCIe.
    COMM_PROTOCOL_PCIE = 2,
    /// Between the dies of a device.
    COMM_PROTOCOL_SIO = 3,
    /// UB with the compact transport.
    COMM_PROTOCOL_UB_CTP = 4,
    /// UB with the reliable transport.
    COMM_PROTOCOL_UBC_TP = 5,
    /// Memory accesses over UB.
    COMM_PROTOCOL_UB_MEM = 6,
    /// UB over Ethernet.
    COMM_PROTOCOL_UBOE = 7,
    /// HCCS and nothing else.
    COMM_PROTOCOL_HCCS_ONLY = 8,
    /// UB with the routed transport.
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

/// Kinds of addresses.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommAddrType {
    /// None.
    COMM_ADDR_TYPE_RESERVED = -1,
    /// IPv4; member `addr`.
    COMM_ADDR_TYPE_IP_V4 = 0,
    /// IPv6; member `addr6`.
    COMM_ADDR_TYPE_IP_V6 = 1,
    /// Number; member `id`.
    COMM_ADDR_TYPE_ID = 2,
    /// Entity of UB; member `eid`.
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

/// Where an endpoint is.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EndpointLocType {
    /// Nowhere.
    ENDPOINT_LOC_TYPE_RESERVED = -1,
    /// At a device; member `device`.
    ENDPOINT_LOC_TYPE_DEVICE = 0,
    /// At the host; member `host`.
    ENDPOINT_LOC_TYPE_HOST = 1,
}

abi_enum!(EndpointLocType { ENDPOINT_LOC_TYPE_RESERVED, ENDPOINT_LOC_TYPE_DEVICE, ENDPOINT_LOC_TYPE_HOST });
pub use EndpointLocType::*;

/// Kinds of memory.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommMemType {
    /// None.
    COMM_MEM_TYPE_INVALID = -1,
    /// Device memory.
    COMM_MEM_TYPE_DEVICE = 0,
    /// Host memory.
    COMM_MEM_TYPE_HOST = 1,
}

abi_enum!(CommMemType { COMM_MEM_TYPE_INVALID, COMM_MEM_TYPE_DEVICE, COMM_MEM_TYPE_HOST });
pub use CommMemType::*;

/// Which side of a connection listens.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcommSocketRole {
    /// The library decides.
    HCOMM_SOCKET_ROLE_RESERVED = -1,
    /// The other one.
    HCOMM_SOCKET_ROLE_CLIENT = 0,
    /// This one.
    HCOMM_SOCKET_ROLE_SERVER = 1,
}

abi_enum!(HcommSocketRole { HCOMM_SOCKET_ROLE_RESERVED, HCOMM_SOCKET_ROLE_CLIENT, HCOMM_SOCKET_ROLE_SERVER });
pub use HcommSocketRole::*;

/// Features of endpoints.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcommEndpointFeatureType {
    /// None.
    HCOMM_ENDPOINT_FEATURE_INVALID = -1,
    /// The device starts RDMA of a host port itself.
    HCOMM_ENDPOINT_FEATURE_NDA = 0,
}

abi_enum!(HcommEndpointFeatureType { HCOMM_ENDPOINT_FEATURE_INVALID, HCOMM_ENDPOINT_FEATURE_NDA });
pub use HcommEndpointFeatureType::*;

/// What lies beneath a thread.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThreadResType {
    /// Nothing.
    THREAD_RES_TYPE_INVALID = -1,
    /// An `aclrtStream`.
    THREAD_RES_TYPE_STREAM = 0,
}

abi_enum!(ThreadResType { THREAD_RES_TYPE_INVALID, THREAD_RES_TYPE_STREAM });
pub use ThreadResType::*;

/// Start of structures that can grow; an initialiser writes it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CommAbiHeader {
    /// Version of the structure.
    pub version: u32,
    /// Which structure it is.
    pub magicWord: u32,
    /// Bytes of the whole structure.
    pub size: u32,
    /// Not used; 0.
    pub reserved: u32,
}

abi_struct!(CommAbiHeader, size 16, align 4, { version @ 0, magicWord @ 4, size @ 8, reserved @ 12 });

/// Options of a thread; prepare it with `ThreadConfigInit`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ThreadConfig {
    /// Magic word, version and size; the initialiser of this type writes it.
    pub header: CommAbiHeader,
    /// Notifies of the thread.
    pub notifyNumPerThread: u16,
    /// Not used; 0.
    pub reserved: [u8; 14],
}

abi_struct!(ThreadConfig, size 32, align 4, { header @ 0, notifyNumPerThread @ 16, reserved @ 18 });

/// Unnamed union inside [`CommAddr`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_CommAddr_0 {
    /// All bytes; they fix the size.
    pub raws: [u8; 36],
    /// IPv4 address, network byte order.
    pub addr: in_addr,
    /// IPv6 address.
    pub addr6: in6_addr,
    /// Number.
    pub id: u32,
    /// Entity of UB.
    pub eid: [u8; 16],
}

/// Address of an endpoint.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CommAddr {
    /// Kind.
    pub r#type: MaybeUninit<CommAddrType>,
    /// The address, by kind.
    pub anon_0: anon_CommAddr_0,
}

abi_struct!(CommAddr, size 40, align 4, { r#type @ 0, anon_0.raws @ 4, anon_0.addr @ 4, anon_0.addr6 @ 4, anon_0.id @ 4, anon_0.eid @ 4 });

/// Unnamed struct inside [`EndpointLoc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_EndpointLoc_0_device {
    /// Physical number of the device.
    pub devPhyId: u32,
    /// Number of the device in its super pod.
    pub superDevId: u32,
    /// Number of its server.
    pub serverIdx: u32,
    /// Number of its super pod.
    pub superPodIdx: u32,
}

/// Unnamed struct inside [`EndpointLoc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_EndpointLoc_0_host {
    /// Number of the host.
    pub id: u32,
}

/// Unnamed union inside [`EndpointLoc`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_EndpointLoc_0 {
    /// All bytes; they fix the size.
    pub raws: [u8; 60],
    /// For device endpoints.
    pub device: anon_EndpointLoc_0_device,
    /// For host endpoints.
    pub host: anon_EndpointLoc_0_host,
}

/// Where an endpoint is.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct EndpointLoc {
    /// Kind.
    pub locType: MaybeUninit<EndpointLocType>,
    /// The place, by kind.
    pub anon_0: anon_EndpointLoc_0,
}

abi_struct!(EndpointLoc, size 64, align 4, { locType @ 0, anon_0.raws @ 4, anon_0.device @ 4, anon_0.device.devPhyId @ 4, anon_0.device.superDevId @ 8, anon_0.device.serverIdx @ 12, anon_0.device.superPodIdx @ 16, anon_0.host @ 4, anon_0.host.id @ 4 });

/// Unnamed union inside [`EndpointDesc`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_EndpointDesc_0 {
    /// All bytes; they fix the size.
    pub raws: [u8; 52],
}

/// An endpoint: prepare it with `EndpointDescInit` or copy it from the rank graph.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct EndpointDesc {
    /// Protocol.
    pub protocol: MaybeUninit<CommProtocol>,
    /// Address.
    pub commAddr: CommAddr,
    /// Place.
    pub loc: EndpointLoc,
    /// Room for later versions; copy it as it is.
    pub anon_0: anon_EndpointDesc_0,
}

abi_struct!(EndpointDesc, size 160, align 4, { protocol @ 0, commAddr @ 4, loc @ 44, anon_0.raws @ 108 });

/// A range of memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CommMem {
    /// Kind.
    pub r#type: MaybeUninit<CommMemType>,
    /// Address.
    pub addr: *mut c_void,
    /// Bytes.
    pub size: u64,
}

abi_struct!(CommMem, size 24, align 8, { r#type @ 0, addr @ 8, size @ 16 });
