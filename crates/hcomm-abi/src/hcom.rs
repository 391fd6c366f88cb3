//! Types and constants of `hccl/hcom.h`.

use core::ffi::{c_char, c_ulonglong, c_void};
use core::mem::MaybeUninit;

use crate::{HcclDataType, HcclReduceOp};

/// Constant `ALLTOALLV_RANK_MAX_NUM`.
pub const ALLTOALLV_RANK_MAX_NUM: u32 = 0x100;
/// Constant `ALLTOALLVC_RANK_MAX_NUM`.
pub const ALLTOALLVC_RANK_MAX_NUM: u32 = 0x100;
/// Constant `CCL_OP_TAG_MAX_LEN`.
pub const CCL_OP_TAG_MAX_LEN: u32 = 0x200;
/// Constant `ALG_NAME_MAX_LEN`.
pub const ALG_NAME_MAX_LEN: u32 = 0x100;
/// Constant `HCCL_KERNEL_OP_TYPE_BROADCAST`.
pub const HCCL_KERNEL_OP_TYPE_BROADCAST: &str = "HcomBroadcast";
/// Constant `HCCL_KERNEL_OP_TYPE_SCATTER`.
pub const HCCL_KERNEL_OP_TYPE_SCATTER: &str = "HcomScatter";
/// Constant `HCCL_KERNEL_OP_TYPE_ALLREDUCE`.
pub const HCCL_KERNEL_OP_TYPE_ALLREDUCE: &str = "HcomAllReduce";
/// Constant `HCCL_KERNEL_OP_TYPE_ALLGATHER`.
pub const HCCL_KERNEL_OP_TYPE_ALLGATHER: &str = "HcomAllGather";
/// Constant `HCCL_KERNEL_OP_TYPE_ALLGATHERV`.
pub const HCCL_KERNEL_OP_TYPE_ALLGATHERV: &str = "HcomAllGatherV";
/// Constant `HCCL_KERNEL_OP_TYPE_REDUCESCATTER`.
pub const HCCL_KERNEL_OP_TYPE_REDUCESCATTER: &str = "HcomReduceScatter";
/// Constant `HCCL_KERNEL_OP_TYPE_SEND`.
pub const HCCL_KERNEL_OP_TYPE_SEND: &str = "HcomSend";
/// Constant `HCCL_KERNEL_OP_TYPE_RECEIVE`.
pub const HCCL_KERNEL_OP_TYPE_RECEIVE: &str = "HcomReceive";
/// Constant `HCCL_KERNEL_OP_TYPE_REDUCE`.
pub const HCCL_KERNEL_OP_TYPE_REDUCE: &str = "HcomReduce";
/// Constant `HCCL_KERNEL_OP_TYPE_ALLTOALLV`.
pub const HCCL_KERNEL_OP_TYPE_ALLTOALLV: &str = "HcomAllToAllV";
/// Constant `HCCL_KERNEL_OP_TYPE_ALLTOALLVC`.
pub const HCCL_KERNEL_OP_TYPE_ALLTOALLVC: &str = "HcomAllToAllVC";
/// Constant `HCCL_KERNEL_OP_TYPE_GATHER_ALLTOALLV`.
pub const HCCL_KERNEL_OP_TYPE_GATHER_ALLTOALLV: &str = "HcomGatherAllToAllV";
/// Constant `HCCL_KERNEL_OP_TYPE_ALLTOALL`.
pub const HCCL_KERNEL_OP_TYPE_ALLTOALL: &str = "HcomAllToAll";
/// Constant `HCCL_KERNEL_OP_TYPE_REDUCESCATTERV`.
pub const HCCL_KERNEL_OP_TYPE_REDUCESCATTERV: &str = "HcomReduceScatterV";
/// Constant `TEMP_WEAK_DEF`.
pub const TEMP_WEAK_DEF: u32 = 1;

/// Type `HcclRtStream`.
pub type HcclRtStream = *mut c_void;

/// Enumeration `HcomProfilingMode`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcomProfilingMode {
    /// Value 0.
    PROFILING_CLOSE = 0,
    /// Value 1.
    PROFILING_OPEN = 1,
    /// Value 2.
    PROFILING_RESERVED = 2,
}

abi_enum!(HcomProfilingMode { PROFILING_CLOSE, PROFILING_OPEN, PROFILING_RESERVED });

/// Enumeration `CommNumHcom`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommNumHcom {
    /// Value 0.
    COMM_VALUE_DEFAULT = 0,
    /// Value 1.
    COMM_VALUE_RESERVED = 1,
}

abi_enum!(CommNumHcom { COMM_VALUE_DEFAULT, COMM_VALUE_RESERVED });

/// Structure `HcclDumpInfo`: 48 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclDumpInfo {
    /// Member `task_id`.
    pub task_id: u32,
    /// Member `stream_id`.
    pub stream_id: u32,
    /// Member `sub_task_type`.
    pub sub_task_type: u32,
    /// Member `output_addr`.
    pub output_addr: *mut c_void,
    /// Member `output_size`.
    pub output_size: u64,
    /// Member `input_addr`.
    pub input_addr: *mut c_void,
    /// Member `input_size`.
    pub input_size: u64,
}

abi_struct!(HcclDumpInfo, size 48, align 8, { task_id @ 0, stream_id @ 4, sub_task_type @ 8, output_addr @ 16, output_size @ 24, input_addr @ 32, input_size @ 40 });

/// Structure `HcomInitConfig`: 24 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomInitConfig {
    /// Member `algo`.
    pub algo: *mut c_char,
    /// Member `execTimeOut`.
    pub execTimeOut: *mut c_char,
    /// Member `deterministic`.
    pub deterministic: u8,
}

abi_struct!(HcomInitConfig, size 24, align 8, { algo @ 0, execTimeOut @ 8, deterministic @ 16 });

/// Unnamed struct inside [`HcomOpParamDef`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcomOpParamDef_All2AllDataDes {
    /// Member `sendType`.
    pub sendType: MaybeUninit<HcclDataType>,
    /// Member `recvType`.
    pub recvType: MaybeUninit<HcclDataType>,
    /// Member `sendCounts`.
    pub sendCounts: *mut c_void,
    /// Member `recvCounts`.
    pub recvCounts: *mut c_void,
    /// Member `sendDispls`.
    pub sendDispls: *mut c_void,
    /// Member `recvDispls`.
    pub recvDispls: *mut c_void,
    /// Member `sendCountMatrix`.
    pub sendCountMatrix: *mut c_void,
}

/// Unnamed union inside [`HcomOpParamDef`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcomOpParamDef_0 {
    /// Member `reserved`.
    pub reserved: [u8; 128],
}

/// Structure `HcomOpParam`: 256 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcomOpParamDef {
    /// Member `group`.
    pub group: *mut c_char,
    /// Member `opType`.
    pub opType: *mut c_char,
    /// Member `dataType`.
    pub dataType: MaybeUninit<HcclDataType>,
    /// Member `reduceOp`.
    pub reduceOp: MaybeUninit<HcclReduceOp>,
    /// Member `geDeterministic`.
    pub geDeterministic: u8,
    /// Member `aivCoreLimit`.
    pub aivCoreLimit: u32,
    /// Member `socVersion`.
    pub socVersion: *mut c_char,
    /// Member `rankTable`.
    pub rankTable: *mut c_char,
    /// Member `groupList`.
    pub groupList: *mut u32,
    /// Member `groupListSize`.
    pub groupListSize: u32,
    /// Member `count`.
    pub count: c_ulonglong,
    /// Member `rankSize`.
    pub rankSize: c_ulonglong,
    /// Member `All2AllDataDes`.
    pub All2AllDataDes: anon_HcomOpParamDef_All2AllDataDes,
    /// Member `anon_0`.
    pub anon_0: anon_HcomOpParamDef_0,
}

/// `HcomOpParam` names [`HcomOpParamDef`].
pub type HcomOpParam = HcomOpParamDef;

abi_struct!(HcomOpParamDef, size 256, align 8, { group @ 0, opType @ 8, dataType @ 16, reduceOp @ 20, geDeterministic @ 24, aivCoreLimit @ 28, socVersion @ 32, rankTable @ 40, groupList @ 48, groupListSize @ 56, count @ 64, rankSize @ 72, All2AllDataDes @ 80, All2AllDataDes.sendType @ 80, All2AllDataDes.recvType @ 84, All2AllDataDes.sendCounts @ 88, All2AllDataDes.recvCounts @ 96, All2AllDataDes.sendDispls @ 104, All2AllDataDes.recvDispls @ 112, All2AllDataDes.sendCountMatrix @ 120, anon_0.reserved @ 128 });

/// Structure `HcomResResponse`: 24 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomResResponseDef {
    /// Member `streamNum`.
    pub streamNum: c_ulonglong,
    /// Member `taskNum`.
    pub taskNum: c_ulonglong,
    /// Member `opMemSize`.
    pub opMemSize: c_ulonglong,
}

/// `HcomResResponse` names [`HcomResResponseDef`].
pub type HcomResResponse = HcomResResponseDef;

abi_struct!(HcomResResponseDef, size 24, align 8, { streamNum @ 0, taskNum @ 8, opMemSize @ 16 });
