//! Types and constants of `hccl/hccl_one_sided_services.h`.

use core::ffi::{c_char, c_ulonglong, c_void};
use core::mem::MaybeUninit;

use crate::HcclDataType;

/// Bytes of a description of memory.
pub const HCCL_MEM_DESC_LENGTH: u32 = 0x1ff;

/// How `HcclCommPrepare` connects the ranks.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclTopoType {
    /// Each with each.
    HCCL_TOPO_FULLMESH = 0,
    /// Bound of the values.
    HCCL_TOPO_NUM = 1,
}

abi_enum!(HcclTopoType { HCCL_TOPO_FULLMESH, HCCL_TOPO_NUM });
pub use HcclTopoType::*;

/// Description of registered memory for another rank; opaque.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclMemDesc {
    /// The bytes.
    pub desc: [c_char; 512],
}

abi_struct!(HcclMemDesc, size 512, align 1, { desc @ 0 });

/// Several descriptions.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclMemDescs {
    /// The first.
    pub array: *mut HcclMemDesc,
    /// How many.
    pub arrayLength: u32,
}

abi_struct!(HcclMemDescs, size 16, align 8, { array @ 0, arrayLength @ 8 });

/// One copy of `HcclBatchPut` or `HcclBatchGet`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclOneSideOpDesc {
    /// Address here.
    pub localAddr: *mut c_void,
    /// Address at the other rank.
    pub remoteAddr: *mut c_void,
    /// Elements.
    pub count: c_ulonglong,
    /// Type of the elements.
    pub dataType: MaybeUninit<HcclDataType>,
}

abi_struct!(HcclOneSideOpDesc, size 32, align 8, { localAddr @ 0, remoteAddr @ 8, count @ 16, dataType @ 24 });

/// Options of `HcclCommPrepare`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclPrepareConfig {
    /// How to connect.
    pub topoType: MaybeUninit<HcclTopoType>,
    /// Not used; 0.
    pub rsvd0: c_ulonglong,
    /// Not used; 0.
    pub rsvd1: c_ulonglong,
    /// Not used; 0.
    pub rsvd2: c_ulonglong,
}

abi_struct!(HcclPrepareConfig, size 32, align 8, { topoType @ 0, rsvd0 @ 8, rsvd1 @ 16, rsvd2 @ 24 });
