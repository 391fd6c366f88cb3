//! Types and constants of `hccl/hccl_rank_graph.h`.

use core::mem::MaybeUninit;

use crate::{CommAbiHeader, CommProtocol, EndpointDesc};

/// Constant `COMM_LINK_MAGIC_WORD`.
pub const COMM_LINK_MAGIC_WORD: u32 = 0xf0e0f0f;
/// Constant `COMM_LINK_VERSION`.
pub const COMM_LINK_VERSION: u32 = 1;

/// Type `EndpointAttrBwCoeff`.
pub type EndpointAttrBwCoeff = u32;

/// Type `EndpointAttrDieId`.
pub type EndpointAttrDieId = u32;

/// Type `EndpointAttrLocation`.
pub type EndpointAttrLocation = u32;

/// Enumeration `EndpointAttr`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EndpointAttr {
    /// Value -1.
    ENDPOINT_ATTR_INVALID = -1,
    /// Value 0.
    ENDPOINT_ATTR_BW_COEFF = 0,
    /// Value 1.
    ENDPOINT_ATTR_DIE_ID = 1,
    /// Value 2.
    ENDPOINT_ATTR_LOCATION = 2,
}

abi_enum!(EndpointAttr {
    ENDPOINT_ATTR_INVALID,
    ENDPOINT_ATTR_BW_COEFF,
    ENDPOINT_ATTR_DIE_ID,
    ENDPOINT_ATTR_LOCATION
});
pub use EndpointAttr::*;

/// Enumeration `CommTopo`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommTopo {
    /// Value -1.
    COMM_TOPO_RESERVED = -1,
    /// Value 0.
    COMM_TOPO_CLOS = 0,
    /// Value 1.
    COMM_TOPO_1DMESH = 1,
    /// Value 2.
    COMM_TOPO_910_93 = 2,
    /// Value 3.
    COMM_TOPO_310P = 3,
    /// Value 4.
    COMM_TOPO_A2AXSERVER = 4,
    /// Value 5.
    COMM_TOPO_CUSTOM = 5,
}

abi_enum!(CommTopo {
    COMM_TOPO_RESERVED,
    COMM_TOPO_CLOS,
    COMM_TOPO_1DMESH,
    COMM_TOPO_910_93,
    COMM_TOPO_310P,
    COMM_TOPO_A2AXSERVER,
    COMM_TOPO_CUSTOM
});
pub use CommTopo::*;

/// Enumeration `HcclHeterogMode`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclHeterogMode {
    /// Value -1.
    HCCL_HETEROG_MODE_INVALID = -1,
    /// Value 0.
    HCCL_HETEROG_MODE_HOMOGENEOUS = 0,
    /// Value 1.
    HCCL_HETEROG_MODE_MIX_A2_A3 = 1,
}

abi_enum!(HcclHeterogMode {
    HCCL_HETEROG_MODE_INVALID,
    HCCL_HETEROG_MODE_HOMOGENEOUS,
    HCCL_HETEROG_MODE_MIX_A2_A3
});
pub use HcclHeterogMode::*;

/// Unnamed struct inside [`CommLink`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_CommLink_linkAttr_0 {
    /// Member `linkProtocol`.
    pub linkProtocol: MaybeUninit<CommProtocol>,
    /// Member `hop`.
    pub hop: u8,
}

/// Unnamed union inside [`CommLink`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_CommLink_linkAttr {
    /// Member `raws`.
    pub raws: [u8; 128],
    /// Member `anon_0`.
    pub anon_0: anon_CommLink_linkAttr_0,
}

/// Structure `CommLink`: 464 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CommLink {
    /// Member `header`.
    pub header: CommAbiHeader,
    /// Member `srcEndpointDesc`.
    pub srcEndpointDesc: EndpointDesc,
    /// Member `dstEndpointDesc`.
    pub dstEndpointDesc: EndpointDesc,
    /// Member `linkAttr`.
    pub linkAttr: anon_CommLink_linkAttr,
}

abi_struct!(CommLink, size 464, align 4, { header @ 0, srcEndpointDesc @ 16, dstEndpointDesc @ 176, linkAttr @ 336, linkAttr.raws @ 336, linkAttr.anon_0.linkProtocol @ 336, linkAttr.anon_0.hop @ 340 });
