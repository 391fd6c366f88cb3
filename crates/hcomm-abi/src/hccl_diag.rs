//! Types and constants of `hccl/hccl_diag.h`.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use crate::{CommAbiHeader, CommEngine};

/// Bytes for the tag of an algorithm, with its NUL.
pub const HCOMM_ALG_TAG_LENGTH: u32 = 0x120;

/// The operator that runs, for profiling and error reports.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclDfxOpInfo {
    /// Header of the structure; not checked.
    pub header: CommAbiHeader,
    /// Time stamp of its start.
    pub beginTime: u64,
    /// Time stamp of its end.
    pub endTime: u64,
    /// Single operator or graph.
    pub opMode: u32,
    /// Kind, a number of `HcclCMDType`.
    pub opType: u32,
    /// Reduction.
    pub reduceOp: u32,
    /// Type of the elements.
    pub dataType: u32,
    /// Type of the output elements.
    pub outputType: u32,
    /// Elements.
    pub dataCount: u64,
    /// Root rank, for operators that have one.
    pub root: u32,
    /// Name of the algorithm.
    pub algTag: [c_char; 288],
    /// Engine that uses it.
    pub engine: MaybeUninit<CommEngine>,
    /// Host thread that launches it.
    pub cpuTsThread: u64,
    /// Notify of that thread that tells its end.
    pub cpuWaitAicpuNotifyIdx: u32,
    /// Number of that notify in the runtime.
    pub cpuWaitAicpuNotifyId: u32,
    /// Address of the input.
    pub inputMemAddr: u64,
    /// Bytes of the input.
    pub inputMemSize: u64,
    /// Address of the output.
    pub outputMemAddr: u64,
    /// Bytes of the output.
    pub outputMemSize: u64,
    /// Not used; 0.
    pub reserve: [i8; 96],
}

abi_struct!(HcclDfxOpInfo, size 504, align 8, { header @ 0, beginTime @ 16, endTime @ 24, opMode @ 32, opType @ 36, reduceOp @ 40, dataType @ 44, outputType @ 48, dataCount @ 56, root @ 64, algTag @ 68, engine @ 356, cpuTsThread @ 360, cpuWaitAicpuNotifyIdx @ 368, cpuWaitAicpuNotifyId @ 372, inputMemAddr @ 376, inputMemSize @ 384, outputMemAddr @ 392, outputMemSize @ 400, reserve @ 408 });
