//! Types and constants of `hccl/hccl_rank_graph.h`.

use core::mem::MaybeUninit;

use crate::{CommAbiHeader, CommProtocol, EndpointDesc};

/// Magic word of `CommLink`.
pub const COMM_LINK_MAGIC_WORD: u32 = 0xf0e0f0f;
/// Version of `CommLink`.
pub const COMM_LINK_VERSION: u32 = 1;

/// Relative bandwidth of an endpoint.
pub type EndpointAttrBwCoeff = u32;

/// Die of an endpoint.
pub type EndpointAttrDieId = u32;

/// Location of an endpoint.
pub type EndpointAttrLocation = u32;

/// What `HcclRankGraphGetEndpointInfo` reads.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EndpointAttr {
    /// Nothing.
    ENDPOINT_ATTR_INVALID = -1,
    /// An `EndpointAttrBwCoeff`.
    ENDPOINT_ATTR_BW_COEFF = 0,
    /// An `EndpointAttrDieId`.
    ENDPOINT_ATTR_DIE_ID = 1,
    /// An `EndpointAttrLocation`.
    ENDPOINT_ATTR_LOCATION = 2,
}

abi_enum!(EndpointAttr {
    ENDPOINT_ATTR_INVALID,
    ENDPOINT_ATTR_BW_COEFF,
    ENDPOINT_ATTR_DIE_ID,
    ENDPOINT_ATTR_LOCATION
});
pub use EndpointAttr::*;

/// How ranks are wired.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommTopo {
    /// Unknown.
    COMM_TOPO_RESERVED = -1,
    /// Through switches.
    COMM_TOPO_CLOS = 0,
    /// Each with each.
    COMM_TOPO_1DMESH = 1,
    /// Pairs of dies through switches (A3).
    COMM_TOPO_910_93 = 2,
    /// Through PCIe (310P).
    COMM_TOPO_310P = 3,
    /// Two meshes in one server (A2).
    COMM_TOPO_A2AXSERVER = 4,
    /// As the topology says.
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

/// Whether ranks have different devices.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclHeterogMode {
    /// Unknown.
    HCCL_HETEROG_MODE_INVALID = -1,
    /// All the same.
    HCCL_HETEROG_MODE_HOMOGENEOUS = 0,
    /// A2 and A3.
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
    /// Protocol of the link.
    pub linkProtocol: MaybeUninit<CommProtocol>,
    /// Hops from end to end; 1 is a direct link.
    pub hop: u8,
}

/// Unnamed union inside [`CommLink`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_CommLink_linkAttr {
    /// All bytes; they fix the size.
    pub raws: [u8; 128],
    /// What is known about the link.
    pub anon_0: anon_CommLink_linkAttr_0,
}

/// A link of the rank graph.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CommLink {
    /// Magic word, version and size; the initialiser of this type writes it.
    pub header: CommAbiHeader,
    /// End at the source rank.
    pub srcEndpointDesc: EndpointDesc,
    /// End at the destination rank.
    pub dstEndpointDesc: EndpointDesc,
    /// Attributes.
    pub linkAttr: anon_CommLink_linkAttr,
}

abi_struct!(CommLink, size 464, align 4, { header @ 0, srcEndpointDesc @ 16, dstEndpointDesc @ 176, linkAttr @ 336, linkAttr.raws @ 336, linkAttr.anon_0.linkProtocol @ 336, linkAttr.anon_0.hop @ 340 });
