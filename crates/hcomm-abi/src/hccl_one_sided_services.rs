//! Types and constants of `hccl/hccl_one_sided_services.h`.

use core::ffi::{c_char, c_ulonglong, c_void};
use core::mem::MaybeUninit;

use crate::HcclDataType;

/// Constant `HCCL_MEM_DESC_LENGTH`.
pub const HCCL_MEM_DESC_LENGTH: u32 = 0x1ff;

/// Enumeration `HcclTopoType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclTopoType {
    /// Value 0.
    HCCL_TOPO_FULLMESH = 0,
    /// Value 1.
    HCCL_TOPO_NUM = 1,
}

abi_enum!(HcclTopoType { HCCL_TOPO_FULLMESH, HCCL_TOPO_NUM });
pub use HcclTopoType::*;

/// Structure `HcclMemDesc`: 512 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclMemDesc {
    /// Member `desc`.
    pub desc: [c_char; 512],
}

abi_struct!(HcclMemDesc, size 512, align 1, { desc @ 0 });

/// Structure `HcclMemDescs`: 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclMemDescs {
    /// Member `array`.
    pub array: *mut HcclMemDesc,
    /// Member `arrayLength`.
    pub arrayLength: u32,
}

abi_struct!(HcclMemDescs, size 16, align 8, { array @ 0, arrayLength @ 8 });

/// Structure `HcclOneSideOpDesc`: 32 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclOneSideOpDesc {
    /// Member `localAddr`.
    pub localAddr: *mut c_void,
    /// Member `remoteAddr`.
    pub remoteAddr: *mut c_void,
    /// Member `count`.
    pub count: c_ulonglong,
    /// Member `dataType`.
    pub dataType: MaybeUninit<HcclDataType>,
}

abi_struct!(HcclOneSideOpDesc, size 32, align 8, { localAddr @ 0, remoteAddr @ 8, count @ 16, dataType @ 24 });

/// Structure `HcclPrepareConfig`: 32 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclPrepareConfig {
    /// Member `topoType`.
    pub topoType: MaybeUninit<HcclTopoType>,
    /// Member `rsvd0`.
    pub rsvd0: c_ulonglong,
    /// Member `rsvd1`.
    pub rsvd1: c_ulonglong,
    /// Member `rsvd2`.
    pub rsvd2: c_ulonglong,
}

abi_struct!(HcclPrepareConfig, size 32, align 8, { topoType @ 0, rsvd0 @ 8, rsvd1 @ 16, rsvd2 @ 24 });
