//! Types and constants of `hccl/hccl_diag.h`.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use crate::{CommAbiHeader, CommEngine};

/// Constant `HCOMM_ALG_TAG_LENGTH`.
pub const HCOMM_ALG_TAG_LENGTH: u32 = 0x120;

/// Structure `HcclDfxOpInfo`: 504 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclDfxOpInfo {
    /// Member `header`.
    pub header: CommAbiHeader,
    /// Member `beginTime`.
    pub beginTime: u64,
    /// Member `endTime`.
    pub endTime: u64,
    /// Member `opMode`.
    pub opMode: u32,
    /// Member `opType`.
    pub opType: u32,
    /// Member `reduceOp`.
    pub reduceOp: u32,
    /// Member `dataType`.
    pub dataType: u32,
    /// Member `outputType`.
    pub outputType: u32,
    /// Member `dataCount`.
    pub dataCount: u64,
    /// Member `root`.
    pub root: u32,
    /// Member `algTag`.
    pub algTag: [c_char; 288],
    /// Member `engine`.
    pub engine: MaybeUninit<CommEngine>,
    /// Member `cpuTsThread`.
    pub cpuTsThread: u64,
    /// Member `cpuWaitAicpuNotifyIdx`.
    pub cpuWaitAicpuNotifyIdx: u32,
    /// Member `cpuWaitAicpuNotifyId`.
    pub cpuWaitAicpuNotifyId: u32,
    /// Member `inputMemAddr`.
    pub inputMemAddr: u64,
    /// Member `inputMemSize`.
    pub inputMemSize: u64,
    /// Member `outputMemAddr`.
    pub outputMemAddr: u64,
    /// Member `outputMemSize`.
    pub outputMemSize: u64,
    /// Member `reserve`.
    pub reserve: [i8; 96],
}

abi_struct!(HcclDfxOpInfo, size 504, align 8, { header @ 0, beginTime @ 16, endTime @ 24, opMode @ 32, opType @ 36, reduceOp @ 40, dataType @ 44, outputType @ 48, dataCount @ 56, root @ 64, algTag @ 68, engine @ 356, cpuTsThread @ 360, cpuWaitAicpuNotifyIdx @ 368, cpuWaitAicpuNotifyId @ 372, inputMemAddr @ 376, inputMemSize @ 384, outputMemAddr @ 392, outputMemSize @ 400, reserve @ 408 });
