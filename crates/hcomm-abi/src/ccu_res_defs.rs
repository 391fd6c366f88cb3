//! Types and constants of `hcomm/ccu/ccu_res_defs.h`.

/// A description of CCU resources.
pub type HcommCcuResDescHandle = u64;

/// Kinds of CCU resources.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcommCcuResType {
    /// None.
    HCOMM_CCU_RES_TYPE_INVALID = -1,
    /// Loops; in blocks of 16.
    HCOMM_CCU_RES_TYPE_LOOP = 0,
    /// Buffers of 4096 bytes; in blocks of 128.
    HCOMM_CCU_RES_TYPE_CCU_BUF = 1,
    /// Variables; in blocks of 16.
    HCOMM_CCU_RES_TYPE_VARIABLE = 2,
    /// Address registers; in blocks of 16.
    HCOMM_CCU_RES_TYPE_ADDRESS = 3,
    /// Events; in blocks of 16.
    HCOMM_CCU_RES_TYPE_EVENT = 4,
    /// Threads that run kernels; in blocks of 2, 16 on each die.
    HCOMM_CCU_RES_TYPE_CCU_THREAD = 5,
    /// Places for instructions.
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
