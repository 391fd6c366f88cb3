//! Types and constants of `hcomm/ccu/ccu_types.h`.

use core::ffi::c_void;

/// Constant `CCU_CFG_MAGIC_WORD`.
pub const CCU_CFG_MAGIC_WORD: u32 = 0xcc0cf000;
/// Constant `CCU_LOOP_CFG_VERSION`.
pub const CCU_LOOP_CFG_VERSION: u32 = 1;
/// Constant `CCU_LOOPGROUP_CFG_VERSION`.
pub const CCU_LOOPGROUP_CFG_VERSION: u32 = 1;

/// Type `CcuLoop`.
pub type CcuLoop = u64;

/// Type `CcuLoopGroup`.
pub type CcuLoopGroup = u64;

/// Type `CcuLoopExecutors`.
pub type CcuLoopExecutors = u64;

/// Type `CcuInsHandle`.
pub type CcuInsHandle = u64;

/// Type `CcuKernelHandle`.
pub type CcuKernelHandle = u64;

/// Type `CcuVariableHandle`.
pub type CcuVariableHandle = u64;

/// Type `CcuAddressHandle`.
pub type CcuAddressHandle = u64;

/// Type `CcuEventHandle`.
pub type CcuEventHandle = u64;

/// Type `CcuBufferHandle`.
pub type CcuBufferHandle = u64;

/// Type `CcuLocalAddrHandle`.
pub type CcuLocalAddrHandle = u64;

/// Type `CcuRemoteAddrHandle`.
pub type CcuRemoteAddrHandle = u64;

/// Type `CcuKernelArg`.
pub type CcuKernelArg = *mut c_void;

/// Enumeration `CcuResult`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CcuResult {
    /// Value 0.
    CCU_SUCCESS = 0,
    /// Value 1.
    CCU_E_PARA = 1,
    /// Value 2.
    CCU_E_PTR = 2,
    /// Value 4.
    CCU_E_INTERNAL = 4,
    /// Value 5.
    CCU_E_NOT_SUPPORT = 5,
    /// Value 6.
    CCU_E_NOT_FOUND = 6,
    /// Value 7.
    CCU_E_UNAVAIL = 7,
    /// Value 15.
    CCU_E_RUNTIME = 15,
    /// Value 4096.
    CCU_E_DRV_START = 4096,
    /// Value 4097.
    CCU_E_DRV_INIT_FAILED = 4097,
    /// Value 4098.
    CCU_E_DRV_BUSY = 4098,
    /// Value 4224.
    CCU_E_DRV_END = 4224,
    /// Value 9216.
    CCU_E_RESERVED = 9216,
}

abi_enum!(CcuResult {
    CCU_SUCCESS,
    CCU_E_PARA,
    CCU_E_PTR,
    CCU_E_INTERNAL,
    CCU_E_NOT_SUPPORT,
    CCU_E_NOT_FOUND,
    CCU_E_UNAVAIL,
    CCU_E_RUNTIME,
    CCU_E_DRV_START,
    CCU_E_DRV_INIT_FAILED,
    CCU_E_DRV_BUSY,
    CCU_E_DRV_END,
    CCU_E_RESERVED
});
abi_result!(CcuResult, CCU_E_INTERNAL);
pub use CcuResult::*;

/// Enumeration `CcuConditionType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CcuConditionType {
    /// Value 0.
    CCU_CONDITION_EQ = 0,
    /// Value 1.
    CCU_CONDITION_NE = 1,
    /// Value 2.
    CCU_CONDITION_LT = 2,
    /// Value 3.
    CCU_CONDITION_LE = 3,
    /// Value 4.
    CCU_CONDITION_GT = 4,
    /// Value 5.
    CCU_CONDITION_GE = 5,
}

abi_enum!(CcuConditionType {
    CCU_CONDITION_EQ,
    CCU_CONDITION_NE,
    CCU_CONDITION_LT,
    CCU_CONDITION_LE,
    CCU_CONDITION_GT,
    CCU_CONDITION_GE
});
pub use CcuConditionType::*;

/// Structure `CcuLoopConfig`: 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CcuLoopConfig {
    /// Member `addrOffset`.
    pub addrOffset: u64,
    /// Member `iterNum`.
    pub iterNum: u64,
}

abi_struct!(CcuLoopConfig, size 16, align 8, { addrOffset @ 0, iterNum @ 8 });

/// Structure `CcuLoopGroupConfig`: 20 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CcuLoopGroupConfig {
    /// Member `cloneNum`.
    pub cloneNum: u32,
    /// Member `cloneLoopOffset`.
    pub cloneLoopOffset: u32,
    /// Member `addrOffset`.
    pub addrOffset: u32,
    /// Member `ccuBufferOffset`.
    pub ccuBufferOffset: u32,
    /// Member `eventOffset`.
    pub eventOffset: u32,
}

abi_struct!(CcuLoopGroupConfig, size 20, align 4, { cloneNum @ 0, cloneLoopOffset @ 4, addrOffset @ 8, ccuBufferOffset @ 12, eventOffset @ 16 });

/// Structure `CcuCfgHeader`: 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CcuCfgHeader {
    /// Member `magic`.
    pub magic: u32,
    /// Member `version`.
    pub version: u32,
    /// Member `size`.
    pub size: u32,
    /// Member `reserved`.
    pub reserved: u32,
}

abi_struct!(CcuCfgHeader, size 16, align 4, { magic @ 0, version @ 4, size @ 8, reserved @ 12 });

/// Structure `CcuLoopCfg`: 64 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CcuLoopCfg {
    /// Member `header`.
    pub header: CcuCfgHeader,
    /// Member `addrOffset`.
    pub addrOffset: u64,
    /// Member `iterNum`.
    pub iterNum: u64,
    /// Member `reserved`.
    pub reserved: [u64; 4],
}

abi_struct!(CcuLoopCfg, size 64, align 8, { header @ 0, addrOffset @ 16, iterNum @ 24, reserved @ 32 });

/// Structure `CcuLoopGroupCfg`: 72 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CcuLoopGroupCfg {
    /// Member `header`.
    pub header: CcuCfgHeader,
    /// Member `cloneNum`.
    pub cloneNum: u32,
    /// Member `cloneLoopOffset`.
    pub cloneLoopOffset: u32,
    /// Member `addrOffset`.
    pub addrOffset: u32,
    /// Member `ccuBufferOffset`.
    pub ccuBufferOffset: u32,
    /// Member `eventOffset`.
    pub eventOffset: u32,
    /// Member `varOffset`.
    pub varOffset: u32,
    /// Member `reserved`.
    pub reserved: [u32; 8],
}

abi_struct!(CcuLoopGroupCfg, size 72, align 4, { header @ 0, cloneNum @ 16, cloneLoopOffset @ 20, addrOffset @ 24, ccuBufferOffset @ 28, eventOffset @ 32, varOffset @ 36, reserved @ 40 });
