//! Types and constants of `hcomm/ccu/ccu_res_defs.h`.

/// Type `HcommCcuResDescHandle`.
pub type HcommCcuResDescHandle = u64;

/// Enumeration `HcommCcuResType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcommCcuResType {
    /// Value -1.
    HCOMM_CCU_RES_TYPE_INVALID = -1,
    /// Value 0.
    HCOMM_CCU_RES_TYPE_LOOP = 0,
    /// Value 1.
    HCOMM_CCU_RES_TYPE_CCU_BUF = 1,
    /// Value 2.
    HCOMM_CCU_RES_TYPE_VARIABLE = 2,
    /// Value 3.
    HCOMM_CCU_RES_TYPE_ADDRESS = 3,
    /// Value 4.
    HCOMM_CCU_RES_TYPE_EVENT = 4,
    /// Value 5.
    HCOMM_CCU_RES_TYPE_CCU_THREAD = 5,
    /// Value 6.
    HCOMM_CCU_RES_TYPE_INSTRUCTION = 6,
}

abi_enum!(HcommCcuResType {
    HCOMM_CCU_RES_TYPE_INVALID,
    HCOMM_CCU_RES_TYPE_LOOP,
    HCOMM_CCU_RES_TYPE_CCU_BUF,
    HCOMM_CCU_RES_TYPE_VARIABLE,
    HCOMM_CCU_RES_TYPE_ADDRESS,
    HCOMM_CCU_RES_TYPE_EVENT,
    HCOMM_CCU_RES_TYPE_CCU_THREAD,
    HCOMM_CCU_RES_TYPE_INSTRUCTION
});
pub use HcommCcuResType::*;
