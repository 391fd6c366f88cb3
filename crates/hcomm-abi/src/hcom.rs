//! Types and constants of `hccl/hcom.h`.

use core::ffi::{c_char, c_ulonglong, c_void};
use core::mem::MaybeUninit;

use crate::{HcclDataType, HcclReduceOp};

/// Most ranks of an AlltoAllV in a graph.
pub const ALLTOALLV_RANK_MAX_NUM: u32 = 0x100;
/// Most ranks of an AlltoAllVC in a graph.
pub const ALLTOALLVC_RANK_MAX_NUM: u32 = 0x100;
/// Bytes for the tag of an operation, with its NUL.
pub const CCL_OP_TAG_MAX_LEN: u32 = 0x200;
/// Bytes for the name of an algorithm, with its NUL.
pub const ALG_NAME_MAX_LEN: u32 = 0x100;
/// Name of Broadcast in graphs.
pub const HCCL_KERNEL_OP_TYPE_BROADCAST: &str = "HcomBroadcast";
/// Name of Scatter in graphs.
pub const HCCL_KERNEL_OP_TYPE_SCATTER: &str = "HcomScatter";
/// Name of AllReduce in graphs.
pub const HCCL_KERNEL_OP_TYPE_ALLREDUCE: &str = "HcomAllReduce";
/// Name of AllGather in graphs.
pub const HCCL_KERNEL_OP_TYPE_ALLGATHER: &str = "HcomAllGather";
/// Name of AllGatherV in graphs.
pub const HCCL_KERNEL_OP_TYPE_ALLGATHERV: &str = "HcomAllGatherV";
/// Name of ReduceScatter in graphs.
pub const HCCL_KERNEL_OP_TYPE_REDUCESCATTER: &str = "HcomReduceScatter";
/// Name of Send in graphs.
pub const HCCL_KERNEL_OP_TYPE_SEND: &str = "HcomSend";
/// Name of Receive in graphs.
pub const HCCL_KERNEL_OP_TYPE_RECEIVE: &str = "HcomReceive";
/// Name of Reduce in graphs.
pub const HCCL_KERNEL_OP_TYPE_REDUCE: &str = "HcomReduce";
/// Name of AlltoAllV in graphs.
pub const HCCL_KERNEL_OP_TYPE_ALLTOALLV: &str = "HcomAllToAllV";
/// Name of AlltoAllVC in graphs.
pub const HCCL_KERNEL_OP_TYPE_ALLTOALLVC: &str = "HcomAllToAllVC";
/// Name of an AlltoAllV whose input is gathered, in graphs.
pub const HCCL_KERNEL_OP_TYPE_GATHER_ALLTOALLV: &str = "HcomGatherAllToAllV";
/// Name of AlltoAll in graphs.
pub const HCCL_KERNEL_OP_TYPE_ALLTOALL: &str = "HcomAllToAll";
/// Name of ReduceScatterV in graphs.
pub const HCCL_KERNEL_OP_TYPE_REDUCESCATTERV: &str = "HcomReduceScatterV";
/// Defined for programs that test it; means nothing else.
pub const TEMP_WEAK_DEF: u32 = 1;

/// A stream of the device runtime.
pub type HcclRtStream = *mut c_void;

/// Whether profiling is on.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcomProfilingMode {
    /// Off.
    PROFILING_CLOSE = 0,
    /// On.
    PROFILING_OPEN = 1,
    /// Bound of the values.
    PROFILING_RESERVED = 2,
}

abi_enum!(HcomProfilingMode { PROFILING_CLOSE, PROFILING_OPEN, PROFILING_RESERVED });

/// Special numbers of communicators.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommNumHcom {
    /// The world group.
    COMM_VALUE_DEFAULT = 0,
    /// Bound of the values.
    COMM_VALUE_RESERVED = 1,
}

abi_enum!(CommNumHcom { COMM_VALUE_DEFAULT, COMM_VALUE_RESERVED });

/// A task, for dumps.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclDumpInfo {
    /// Number of the task.
    pub task_id: u32,
    /// Number of its stream.
    pub stream_id: u32,
    /// Kind.
    pub sub_task_type: u32,
    /// Address of the output.
    pub output_addr: *mut c_void,
    /// Bytes of the output.
    pub output_size: u64,
    /// Address of the input.
    pub input_addr: *mut c_void,
    /// Bytes of the input.
    pub input_size: u64,
}

abi_struct!(HcclDumpInfo, size 48, align 8, { task_id @ 0, stream_id @ 4, sub_task_type @ 8, output_addr @ 16, output_size @ 24, input_addr @ 32, input_size @ 40 });

/// Options for making the world group.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomInitConfig {
    /// Choice of algorithms, as HCCL_ALGO has it; NULL is not set.
    pub algo: *mut c_char,
    /// Execution time-out in seconds, as text; NULL is not set.
    pub execTimeOut: *mut c_char,
    /// Whether results are the same in every run: 0, 1 or 2.
    pub deterministic: u8,
}

abi_struct!(HcomInitConfig, size 24, align 8, { algo @ 0, execTimeOut @ 8, deterministic @ 16 });

/// Unnamed struct inside [`HcomOpParamDef`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcomOpParamDef_All2AllDataDes {
    /// Type of the elements that are sent.
    pub sendType: MaybeUninit<HcclDataType>,
    /// Type of the elements that are received.
    pub recvType: MaybeUninit<HcclDataType>,
    /// Elements for each rank.
    pub sendCounts: *mut c_void,
    /// Elements from each rank.
    pub recvCounts: *mut c_void,
    /// Distances of the parts for each rank, in elements.
    pub sendDispls: *mut c_void,
    /// Distances of the parts from each rank, in elements.
    pub recvDispls: *mut c_void,
    /// Elements from each rank (row) to each rank.
    pub sendCountMatrix: *mut c_void,
}

/// Unnamed union inside [`HcomOpParamDef`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcomOpParamDef_0 {
    /// Not used; 0.
    pub reserved: [u8; 128],
}

/// An operation that a graph engine asks about.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcomOpParamDef {
    /// Name of the group; NULL is the world group.
    pub group: *mut c_char,
    /// Name of the operation.
    pub opType: *mut c_char,
    /// Type of the elements.
    pub dataType: MaybeUninit<HcclDataType>,
    /// Reduction.
    pub reduceOp: MaybeUninit<HcclReduceOp>,
    /// Whether results are the same in every run: 0, 1 or 2.
    pub geDeterministic: u8,
    /// Vector cores that it may use.
    pub aivCoreLimit: u32,
    /// Name of the chip.
    pub socVersion: *mut c_char,
    /// Path of the rank table.
    pub rankTable: *mut c_char,
    /// Ranks of the group.
    pub groupList: *mut u32,
    /// How many ranks `groupList` has.
    pub groupListSize: u32,
    /// Elements.
    pub count: c_ulonglong,
    /// Ranks of the group.
    pub rankSize: c_ulonglong,
    /// For the AlltoAll kinds.
    pub All2AllDataDes: anon_HcomOpParamDef_All2AllDataDes,
    /// Room for later versions.
    pub anon_0: anon_HcomOpParamDef_0,
}

/// `HcomOpParam` names [`HcomOpParamDef`].
pub type HcomOpParam = HcomOpParamDef;

abi_struct!(HcomOpParamDef, size 256, align 8, { group @ 0, opType @ 8, dataType @ 16, reduceOp @ 20, geDeterministic @ 24, aivCoreLimit @ 28, socVersion @ 32, rankTable @ 40, groupList @ 48, groupListSize @ 56, count @ 64, rankSize @ 72, All2AllDataDes @ 80, All2AllDataDes.sendType @ 80, All2AllDataDes.recvType @ 84, All2AllDataDes.sendCounts @ 88, All2AllDataDes.recvCounts @ 96, All2AllDataDes.sendDispls @ 104, All2AllDataDes.recvDispls @ 112, All2AllDataDes.sendCountMatrix @ 120, anon_0.reserved @ 128 });

/// What an operation needs.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomResResponseDef {
    /// Streams besides its own.
    pub streamNum: c_ulonglong,
    /// Tasks.
    pub taskNum: c_ulonglong,
    /// Bytes of device memory.
    pub opMemSize: c_ulonglong,
}

/// `HcomResResponse` names [`HcomResResponseDef`].
pub type HcomResResponse = HcomResResponseDef;

abi_struct!(HcomResResponseDef, size 24, align 8, { streamNum @ 0, taskNum @ 8, opMemSize @ 16 });
