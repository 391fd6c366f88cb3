//! Types and constants of `hcomm/ccu/ccu_types.h`.

use core::ffi::c_void;

/// First word of the configurations with a header.
pub const CCU_CFG_MAGIC_WORD: u32 = 0xcc0cf000;
/// Version of `CcuLoopCfg`.
pub const CCU_LOOP_CFG_VERSION: u32 = 1;
/// Version of `CcuLoopGroupCfg`.
pub const CCU_LOOPGROUP_CFG_VERSION: u32 = 1;

/// A loop of the hardware.
pub type CcuLoop = u64;

/// A group of loops that run together.
pub type CcuLoopGroup = u64;

/// The units that run loops.
pub type CcuLoopExecutors = u64;

/// A CCU instance: a share of the CCU's resources with its kernels.
pub type CcuInsHandle = u64;

/// A registered kernel.
pub type CcuKernelHandle = u64;

/// A variable, or a block of variables that the host reserved.
pub type CcuVariableHandle = u64;

/// An address register.
pub type CcuAddressHandle = u64;

/// An event, or a block of events that the host reserved.
pub type CcuEventHandle = u64;

/// A buffer inside the CCU.
pub type CcuBufferHandle = u64;

/// A local address with its token.
pub type CcuLocalAddrHandle = u64;

/// A remote address with its token.
pub type CcuRemoteAddrHandle = u64;

/// Argument of a kernel function.
pub type CcuKernelArg = *mut c_void;

/// What functions of the CCU return; the numbers below 16 mean what they mean in HcclResult.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CcuResult {
    /// Success.
    CCU_SUCCESS = 0,
    /// An argument is out of range.
    CCU_E_PARA = 1,
    /// A required pointer is NULL, or there is no such instance or recording.
    CCU_E_PTR = 2,
    /// A call that does not belong here, or an error without a code of its own.
    CCU_E_INTERNAL = 4,
    /// Not offered by this CCU or release.
    CCU_E_NOT_SUPPORT = 5,
    /// A handle is unknown.
    CCU_E_NOT_FOUND = 6,
    /// Resources do not suffice.
    CCU_E_UNAVAIL = 7,
    /// The device runtime failed.
    CCU_E_RUNTIME = 15,
    /// First number of the driver.
    CCU_E_DRV_START = 4096,
    /// The driver could not start.
    CCU_E_DRV_INIT_FAILED = 4097,
    /// The driver is busy.
    CCU_E_DRV_BUSY = 4098,
    /// Last number of the driver.
    CCU_E_DRV_END = 4224,
    /// Bound of the values; never returned.
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

/// How a condition compares; the first version of the CCU has EQ and NE only.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CcuConditionType {
    /// Equal.
    CCU_CONDITION_EQ = 0,
    /// Not equal.
    CCU_CONDITION_NE = 1,
    /// Less.
    CCU_CONDITION_LT = 2,
    /// Less or equal.
    CCU_CONDITION_LE = 3,
    /// Greater.
    CCU_CONDITION_GT = 4,
    /// Greater or equal.
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

/// How often a loop runs and how its addresses move.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CcuLoopConfig {
    /// Bytes by which addresses move from turn to turn or copy to copy.
    pub addrOffset: u64,
    /// Turns.
    pub iterNum: u64,
}

abi_struct!(CcuLoopConfig, size 16, align 8, { addrOffset @ 0, iterNum @ 8 });

/// How the copies of a loop differ.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CcuLoopGroupConfig {
    /// Further copies of the loops.
    pub cloneNum: u32,
    /// First loop that is copied.
    pub cloneLoopOffset: u32,
    /// Bytes by which addresses move from turn to turn or copy to copy.
    pub addrOffset: u32,
    /// By how many buffers copies differ.
    pub ccuBufferOffset: u32,
    /// By how many events copies differ.
    pub eventOffset: u32,
}

abi_struct!(CcuLoopGroupConfig, size 20, align 4, { cloneNum @ 0, cloneLoopOffset @ 4, addrOffset @ 8, ccuBufferOffset @ 12, eventOffset @ 16 });

/// Header of configurations.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CcuCfgHeader {
    /// `CCU_CFG_MAGIC_WORD`.
    pub magic: u32,
    /// Version of the structure.
    pub version: u32,
    /// Bytes of the whole configuration.
    pub size: u32,
    /// Not used; 0.
    pub reserved: u32,
}

abi_struct!(CcuCfgHeader, size 16, align 4, { magic @ 0, version @ 4, size @ 8, reserved @ 12 });

/// As `CcuLoopConfig`, with a header; prepare it with `CcuLoopCfgInit`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CcuLoopCfg {
    /// Magic word, version and size; the initialiser of this type writes it.
    pub header: CcuCfgHeader,
    /// Bytes by which addresses move from turn to turn or copy to copy.
    pub addrOffset: u64,
    /// Turns.
    pub iterNum: u64,
    /// Not used; 0.
    pub reserved: [u64; 4],
}

abi_struct!(CcuLoopCfg, size 64, align 8, { header @ 0, addrOffset @ 16, iterNum @ 24, reserved @ 32 });

/// As `CcuLoopGroupConfig`, with a header; prepare it with `CcuLoopGroupCfgInit`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CcuLoopGroupCfg {
    /// Magic word, version and size; the initialiser of this type writes it.
    pub header: CcuCfgHeader,
    /// Further copies of the loops.
    pub cloneNum: u32,
    /// First loop that is copied.
    pub cloneLoopOffset: u32,
    /// Bytes by which addresses move from turn to turn or copy to copy.
    pub addrOffset: u32,
    /// By how many buffers copies differ.
    pub ccuBufferOffset: u32,
    /// By how many events copies differ.
    pub eventOffset: u32,
    /// By how many variables copies differ.
    pub varOffset: u32,
    /// Not used; 0.
    pub reserved: [u32; 8],
}

abi_struct!(CcuLoopGroupCfg, size 72, align 4, { header @ 0, cloneNum @ 16, cloneLoopOffset @ 20, addrOffset @ 24, ccuBufferOffset @ 28, eventOffset @ 32, varOffset @ 36, reserved @ 40 });
