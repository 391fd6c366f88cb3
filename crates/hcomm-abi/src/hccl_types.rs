//! Types and constants of `hccl/hccl_types.h`.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

/// Constant `HCCL_ROOT_INFO_BYTES`.
pub const HCCL_ROOT_INFO_BYTES: u32 = 0x100c;
/// Constant `COMM_NAME_MAX_LENGTH`.
pub const COMM_NAME_MAX_LENGTH: u32 = 128;
/// Constant `BUFFER_NAME_MAX_LENGTH`.
pub const BUFFER_NAME_MAX_LENGTH: u32 = 128;
/// Constant `UDI_MAX_LENGTH`.
pub const UDI_MAX_LENGTH: u32 = 128;
/// Constant `HCCL_COMM_ALGO_MAX_LENGTH`.
pub const HCCL_COMM_ALGO_MAX_LENGTH: u32 = 0x640;
/// Constant `HCCL_COMM_RETRY_ENABLE_MAX_LENGTH`.
pub const HCCL_COMM_RETRY_ENABLE_MAX_LENGTH: u32 = 50;
/// Constant `HCCL_COMM_RETRY_PARAMS_MAX_LENGTH`.
pub const HCCL_COMM_RETRY_PARAMS_MAX_LENGTH: u32 = 128;
/// Constant `HCCL_COMM_CONFIG_INFO_BYTES`.
pub const HCCL_COMM_CONFIG_INFO_BYTES: u32 = 24;
/// Constant `HCCL_COMM_CONFIG_MAGIC_WORD`.
pub const HCCL_COMM_CONFIG_MAGIC_WORD: u32 = 0xf0f0f0f0;
/// Constant `HCCL_COMM_CONFIG_VERSION`.
pub const HCCL_COMM_CONFIG_VERSION: u32 = 11;
/// Constant `HCCL_COMM_DEFAULT_BUFFSIZE`.
pub const HCCL_COMM_DEFAULT_BUFFSIZE: u32 = 200;
/// Constant `HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET`.
pub const HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET: u32 = u32::MAX;
/// Constant `HCCL_COMM_DEFAULT_DETERMINISTIC`.
pub const HCCL_COMM_DEFAULT_DETERMINISTIC: u32 = 0;
/// Constant `HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET`.
pub const HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET: u32 = u32::MAX;
/// Constant `HCCL_COMM_DEFAULT_OP_EXPANSION_MODE`.
pub const HCCL_COMM_DEFAULT_OP_EXPANSION_MODE: u32 = 0;
/// Constant `HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET`.
pub const HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET: u32 = u32::MAX;
/// Constant `HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET`.
pub const HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET: u32 = u32::MAX;
/// Constant `HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET`.
pub const HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET: i32 = -1;
/// Constant `HCCL_COMM_QOS_CONFIG_NOT_SET`.
pub const HCCL_COMM_QOS_CONFIG_NOT_SET: u32 = u32::MAX;
/// Constant `HCCL_COMM_SQ_DEPTH_CONFIG_NOT_SET`.
pub const HCCL_COMM_SQ_DEPTH_CONFIG_NOT_SET: u32 = u32::MAX;
/// Constant `HCCL_DEFAULT_SYMMETRIC_MEMORY_STRIDE`.
pub const HCCL_DEFAULT_SYMMETRIC_MEMORY_STRIDE: u64 = 16;

/// Type `HcclComm`.
pub type HcclComm = *mut c_void;

/// Type `HcclConn`.
pub type HcclConn = *mut c_void;

/// Type `HcclCommSymWindow`.
pub type HcclCommSymWindow = *mut c_void;

/// Enumeration `HcclResult`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclResult {
    /// Value 0.
    HCCL_SUCCESS = 0,
    /// Value 1.
    HCCL_E_PARA = 1,
    /// Value 2.
    HCCL_E_PTR = 2,
    /// Value 3.
    HCCL_E_MEMORY = 3,
    /// Value 4.
    HCCL_E_INTERNAL = 4,
    /// Value 5.
    HCCL_E_NOT_SUPPORT = 5,
    /// Value 6.
    HCCL_E_NOT_FOUND = 6,
    /// Value 7.
    HCCL_E_UNAVAIL = 7,
    /// Value 8.
    HCCL_E_SYSCALL = 8,
    /// Value 9.
    HCCL_E_TIMEOUT = 9,
    /// Value 10.
    HCCL_E_OPEN_FILE_FAILURE = 10,
    /// Value 11.
    HCCL_E_TCP_CONNECT = 11,
    /// Value 12.
    HCCL_E_ROCE_CONNECT = 12,
    /// Value 13.
    HCCL_E_TCP_TRANSFER = 13,
    /// Value 14.
    HCCL_E_ROCE_TRANSFER = 14,
    /// Value 15.
    HCCL_E_RUNTIME = 15,
    /// Value 16.
    HCCL_E_DRV = 16,
    /// Value 17.
    HCCL_E_PROFILING = 17,
    /// Value 18.
    HCCL_E_CCE = 18,
    /// Value 19.
    HCCL_E_NETWORK = 19,
    /// Value 20.
    HCCL_E_AGAIN = 20,
    /// Value 21.
    HCCL_E_REMOTE = 21,
    /// Value 22.
    HCCL_E_SUSPENDING = 22,
    /// Value 23.
    HCCL_E_OPRETRY_FAIL = 23,
    /// Value 24.
    HCCL_E_OOM = 24,
    /// Value 1041.
    HCCL_E_IN_STATUS = 1041,
    /// Value 1042.
    HCCL_E_RESERVED = 1042,
}

abi_enum!(HcclResult {
    HCCL_SUCCESS,
    HCCL_E_PARA,
    HCCL_E_PTR,
    HCCL_E_MEMORY,
    HCCL_E_INTERNAL,
    HCCL_E_NOT_SUPPORT,
    HCCL_E_NOT_FOUND,
    HCCL_E_UNAVAIL,
    HCCL_E_SYSCALL,
    HCCL_E_TIMEOUT,
    HCCL_E_OPEN_FILE_FAILURE,
    HCCL_E_TCP_CONNECT,
    HCCL_E_ROCE_CONNECT,
    HCCL_E_TCP_TRANSFER,
    HCCL_E_ROCE_TRANSFER,
    HCCL_E_RUNTIME,
    HCCL_E_DRV,
    HCCL_E_PROFILING,
    HCCL_E_CCE,
    HCCL_E_NETWORK,
    HCCL_E_AGAIN,
    HCCL_E_REMOTE,
    HCCL_E_SUSPENDING,
    HCCL_E_OPRETRY_FAIL,
    HCCL_E_OOM,
    HCCL_E_IN_STATUS,
    HCCL_E_RESERVED
});
abi_result!(HcclResult, HCCL_E_INTERNAL);
pub use HcclResult::*;

/// Enumeration `HcclReduceOp`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclReduceOp {
    /// Value 0.
    HCCL_REDUCE_SUM = 0,
    /// Value 1.
    HCCL_REDUCE_PROD = 1,
    /// Value 2.
    HCCL_REDUCE_MAX = 2,
    /// Value 3.
    HCCL_REDUCE_MIN = 3,
    /// Value 255.
    HCCL_REDUCE_RESERVED = 255,
}

abi_enum!(HcclReduceOp {
    HCCL_REDUCE_SUM,
    HCCL_REDUCE_PROD,
    HCCL_REDUCE_MAX,
    HCCL_REDUCE_MIN,
    HCCL_REDUCE_RESERVED
});
pub use HcclReduceOp::*;

/// Enumeration `HcclDataType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclDataType {
    /// Value 0.
    HCCL_DATA_TYPE_INT8 = 0,
    /// Value 1.
    HCCL_DATA_TYPE_INT16 = 1,
    /// Value 2.
    HCCL_DATA_TYPE_INT32 = 2,
    /// Value 3.
    HCCL_DATA_TYPE_FP16 = 3,
    /// Value 4.
    HCCL_DATA_TYPE_FP32 = 4,
    /// Value 5.
    HCCL_DATA_TYPE_INT64 = 5,
    /// Value 6.
    HCCL_DATA_TYPE_UINT64 = 6,
    /// Value 7.
    HCCL_DATA_TYPE_UINT8 = 7,
    /// Value 8.
    HCCL_DATA_TYPE_UINT16 = 8,
    /// Value 9.
    HCCL_DATA_TYPE_UINT32 = 9,
    /// Value 10.
    HCCL_DATA_TYPE_FP64 = 10,
    /// Value 11.
    HCCL_DATA_TYPE_BFP16 = 11,
    /// Value 12.
    HCCL_DATA_TYPE_INT128 = 12,
    /// Value 14.
    HCCL_DATA_TYPE_HIF8 = 14,
    /// Value 15.
    HCCL_DATA_TYPE_FP8E4M3 = 15,
    /// Value 16.
    HCCL_DATA_TYPE_FP8E5M2 = 16,
    /// Value 17.
    HCCL_DATA_TYPE_FP8E8M0 = 17,
    /// Value 255.
    HCCL_DATA_TYPE_RESERVED = 255,
}

abi_enum!(HcclDataType {
    HCCL_DATA_TYPE_INT8,
    HCCL_DATA_TYPE_INT16,
    HCCL_DATA_TYPE_INT32,
    HCCL_DATA_TYPE_FP16,
    HCCL_DATA_TYPE_FP32,
    HCCL_DATA_TYPE_INT64,
    HCCL_DATA_TYPE_UINT64,
    HCCL_DATA_TYPE_UINT8,
    HCCL_DATA_TYPE_UINT16,
    HCCL_DATA_TYPE_UINT32,
    HCCL_DATA_TYPE_FP64,
    HCCL_DATA_TYPE_BFP16,
    HCCL_DATA_TYPE_INT128,
    HCCL_DATA_TYPE_HIF8,
    HCCL_DATA_TYPE_FP8E4M3,
    HCCL_DATA_TYPE_FP8E5M2,
    HCCL_DATA_TYPE_FP8E8M0,
    HCCL_DATA_TYPE_RESERVED
});
pub use HcclDataType::*;

/// Enumeration `HcclConfig`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclConfig {
    /// Value 0.
    HCCL_DETERMINISTIC = 0,
    /// Value 1.
    HCCL_CONFIG_RESERVED = 1,
}

abi_enum!(HcclConfig { HCCL_DETERMINISTIC, HCCL_CONFIG_RESERVED });
pub use HcclConfig::*;

/// Enumeration `HcclCommConfigCapability`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclCommConfigCapability {
    /// Value 0.
    HCCL_COMM_CONFIG_BUFFER_SIZE = 0,
    /// Value 1.
    HCCL_COMM_CONFIG_DETERMINISTIC = 1,
    /// Value 2.
    HCCL_COMM_CONFIG_COMM_NAME = 2,
    /// Value 3.
    HCCL_COMM_CONFIG_OP_EXPANSION_MODE = 3,
    /// Value 4.
    HCCL_COMM_CONFIG_SUPPORT_INIT_BY_ENV = 4,
    /// Value 5.
    HCCL_COMM_CONFIG_WORLD_RANKID = 5,
    /// Value 6.
    HCCL_COMM_CONFIG_JOBID = 6,
    /// Value 7.
    HCCL_COMM_CONFIG_ACLGRAPH_ZEROCOPY_ENABLE = 7,
    /// Value 8.
    HCCL_COMM_CONFIG_EXEC_TIMEOUT = 8,
    /// Value 9.
    HCCL_COMM_CONFIG_ALGO = 9,
    /// Value 10.
    HCCL_COMM_CONFIG_RETRY = 10,
    /// Value 11.
    HCCL_COMM_CONFIG_BUFFER_NAME = 11,
    /// Value 12.
    HCCL_COMM_CONFIG_RESERVED = 12,
}

abi_enum!(HcclCommConfigCapability {
    HCCL_COMM_CONFIG_BUFFER_SIZE,
    HCCL_COMM_CONFIG_DETERMINISTIC,
    HCCL_COMM_CONFIG_COMM_NAME,
    HCCL_COMM_CONFIG_OP_EXPANSION_MODE,
    HCCL_COMM_CONFIG_SUPPORT_INIT_BY_ENV,
    HCCL_COMM_CONFIG_WORLD_RANKID,
    HCCL_COMM_CONFIG_JOBID,
    HCCL_COMM_CONFIG_ACLGRAPH_ZEROCOPY_ENABLE,
    HCCL_COMM_CONFIG_EXEC_TIMEOUT,
    HCCL_COMM_CONFIG_ALGO,
    HCCL_COMM_CONFIG_RETRY,
    HCCL_COMM_CONFIG_BUFFER_NAME,
    HCCL_COMM_CONFIG_RESERVED
});
pub use HcclCommConfigCapability::*;

/// Enumeration `HcclSendRecvType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclSendRecvType {
    /// Value 0.
    HCCL_SEND = 0,
    /// Value 1.
    HCCL_RECV = 1,
    /// Value 2.
    HCCL_SEND_RECV_RESERVED = 2,
}

abi_enum!(HcclSendRecvType { HCCL_SEND, HCCL_RECV, HCCL_SEND_RECV_RESERVED });
pub use HcclSendRecvType::*;

/// Enumeration `HcclCMDType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclCMDType {
    /// Value 0.
    HCCL_CMD_INVALID = 0,
    /// Value 1.
    HCCL_CMD_BROADCAST = 1,
    /// Value 2.
    HCCL_CMD_ALLREDUCE = 2,
    /// Value 3.
    HCCL_CMD_REDUCE = 3,
    /// Value 4.
    HCCL_CMD_SEND = 4,
    /// Value 5.
    HCCL_CMD_RECEIVE = 5,
    /// Value 6.
    HCCL_CMD_ALLGATHER = 6,
    /// Value 7.
    HCCL_CMD_REDUCE_SCATTER = 7,
    /// Value 8.
    HCCL_CMD_ALLTOALLV = 8,
    /// Value 9.
    HCCL_CMD_ALLTOALLVC = 9,
    /// Value 10.
    HCCL_CMD_ALLTOALL = 10,
    /// Value 11.
    HCCL_CMD_GATHER = 11,
    /// Value 12.
    HCCL_CMD_SCATTER = 12,
    /// Value 13.
    HCCL_CMD_BATCH_SEND_RECV = 13,
    /// Value 14.
    HCCL_CMD_BATCH_PUT = 14,
    /// Value 15.
    HCCL_CMD_BATCH_GET = 15,
    /// Value 16.
    HCCL_CMD_ALLGATHER_V = 16,
    /// Value 17.
    HCCL_CMD_REDUCE_SCATTER_V = 17,
    /// Value 18.
    HCCL_CMD_BATCH_WRITE = 18,
    /// Value 20.
    HCCL_CMD_HALF_ALLTOALLV = 20,
    /// Value 21.
    HCCL_CMD_ALL = 21,
    /// Value 100.
    HCCL_CMD_FINALIZE = 100,
    /// Value 101.
    HCCL_CMD_INTER_GROUP_SYNC = 101,
    /// Value 102.
    HCCL_CMD_INIT = 102,
    /// Value 103.
    HCCL_CMD_BARRIER = 103,
    /// Value 104.
    HCCL_CMD_MAX = 104,
}

abi_enum!(HcclCMDType {
    HCCL_CMD_INVALID,
    HCCL_CMD_BROADCAST,
    HCCL_CMD_ALLREDUCE,
    HCCL_CMD_REDUCE,
    HCCL_CMD_SEND,
    HCCL_CMD_RECEIVE,
    HCCL_CMD_ALLGATHER,
    HCCL_CMD_REDUCE_SCATTER,
    HCCL_CMD_ALLTOALLV,
    HCCL_CMD_ALLTOALLVC,
    HCCL_CMD_ALLTOALL,
    HCCL_CMD_GATHER,
    HCCL_CMD_SCATTER,
    HCCL_CMD_BATCH_SEND_RECV,
    HCCL_CMD_BATCH_PUT,
    HCCL_CMD_BATCH_GET,
    HCCL_CMD_ALLGATHER_V,
    HCCL_CMD_REDUCE_SCATTER_V,
    HCCL_CMD_BATCH_WRITE,
    HCCL_CMD_HALF_ALLTOALLV,
    HCCL_CMD_ALL,
    HCCL_CMD_FINALIZE,
    HCCL_CMD_INTER_GROUP_SYNC,
    HCCL_CMD_INIT,
    HCCL_CMD_BARRIER,
    HCCL_CMD_MAX
});
pub use HcclCMDType::*;

/// Enumeration `HcclCommStatus`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclCommStatus {
    /// Value 0.
    HCCL_COMM_STATUS_READY = 0,
    /// Value 1.
    HCCL_COMM_STATUS_SUSPENDING = 1,
    /// Value 254.
    HCCL_COMM_STATUS_INVALID = 254,
    /// Value 255.
    HCCL_COMM_STATUS_RESERVED = 255,
}

abi_enum!(HcclCommStatus {
    HCCL_COMM_STATUS_READY,
    HCCL_COMM_STATUS_SUSPENDING,
    HCCL_COMM_STATUS_INVALID,
    HCCL_COMM_STATUS_RESERVED
});
pub use HcclCommStatus::*;

/// Enumeration `HcclCommStatePhase`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclCommStatePhase {
    /// Value -1.
    HCCL_COMM_STATE_PHASE_INVALID = -1,
    /// Value 0.
    HCCL_COMM_STATE_PHASE_DESTROY_PRE = 0,
    /// Value 1.
    HCCL_COMM_STATE_PHASE_DESTROY_POST = 1,
    /// Value 2.
    HCCL_COMM_STATE_PHASE_RESUME_PRE = 2,
    /// Value 3.
    HCCL_COMM_STATE_PHASE_RESUME_POST = 3,
}

abi_enum!(HcclCommStatePhase {
    HCCL_COMM_STATE_PHASE_INVALID,
    HCCL_COMM_STATE_PHASE_DESTROY_PRE,
    HCCL_COMM_STATE_PHASE_DESTROY_POST,
    HCCL_COMM_STATE_PHASE_RESUME_PRE,
    HCCL_COMM_STATE_PHASE_RESUME_POST
});
pub use HcclCommStatePhase::*;

/// Union `HcclConfigValue`: 4 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub union HcclConfigValue {
    /// Member `value`.
    pub value: i32,
}

abi_struct!(HcclConfigValue, size 4, align 4, { value @ 0 });

/// Structure `HcclRootInfo`: 4108 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclRootInfoDef {
    /// Member `internal`.
    pub internal: [c_char; 4108],
}

/// `HcclRootInfo` names [`HcclRootInfoDef`].
pub type HcclRootInfo = HcclRootInfoDef;

abi_struct!(HcclRootInfoDef, size 4108, align 1, { internal @ 0 });

/// Structure `HcclCommConfig`: 2248 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclCommConfigDef {
    /// Member `reserved`.
    pub reserved: [c_char; 24],
    /// Member `hcclBufferSize`.
    pub hcclBufferSize: u32,
    /// Member `hcclDeterministic`.
    pub hcclDeterministic: u32,
    /// Member `hcclCommName`.
    pub hcclCommName: [c_char; 128],
    /// Member `hcclUdi`.
    pub hcclUdi: [c_char; 128],
    /// Member `hcclOpExpansionMode`.
    pub hcclOpExpansionMode: u32,
    /// Member `hcclRdmaTrafficClass`.
    pub hcclRdmaTrafficClass: u32,
    /// Member `hcclRdmaServiceLevel`.
    pub hcclRdmaServiceLevel: u32,
    /// Member `hcclWorldRankID`.
    pub hcclWorldRankID: u32,
    /// Member `hcclJobID`.
    pub hcclJobID: u64,
    /// Member `aclGraphZeroCopyEnable`.
    pub aclGraphZeroCopyEnable: u8,
    /// Member `hcclExecTimeOut`.
    pub hcclExecTimeOut: i32,
    /// Member `hcclAlgo`.
    pub hcclAlgo: [c_char; 1600],
    /// Member `hcclRetryEnable`.
    pub hcclRetryEnable: [c_char; 50],
    /// Member `hcclRetryParams`.
    pub hcclRetryParams: [c_char; 128],
    /// Member `hcclBufferName`.
    pub hcclBufferName: [c_char; 128],
    /// Member `hcclQos`.
    pub hcclQos: u32,
    /// Member `hcclSymWinMaxMemSizePerRank`.
    pub hcclSymWinMaxMemSizePerRank: u64,
    /// Member `hcclChannelSqDepth`.
    pub hcclChannelSqDepth: u32,
}

/// `HcclCommConfig` names [`HcclCommConfigDef`].
pub type HcclCommConfig = HcclCommConfigDef;

abi_struct!(HcclCommConfigDef, size 2248, align 8, { reserved @ 0, hcclBufferSize @ 24, hcclDeterministic @ 28, hcclCommName @ 32, hcclUdi @ 160, hcclOpExpansionMode @ 288, hcclRdmaTrafficClass @ 292, hcclRdmaServiceLevel @ 296, hcclWorldRankID @ 300, hcclJobID @ 304, aclGraphZeroCopyEnable @ 312, hcclExecTimeOut @ 316, hcclAlgo @ 320, hcclRetryEnable @ 1920, hcclRetryParams @ 1970, hcclBufferName @ 2098, hcclQos @ 2228, hcclSymWinMaxMemSizePerRank @ 2232, hcclChannelSqDepth @ 2240 });

/// Structure `HcclSendRecvItem`: 32 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclSendRecvItemDef {
    /// Member `sendRecvType`.
    pub sendRecvType: MaybeUninit<HcclSendRecvType>,
    /// Member `buf`.
    pub buf: *mut c_void,
    /// Member `count`.
    pub count: u64,
    /// Member `dataType`.
    pub dataType: MaybeUninit<HcclDataType>,
    /// Member `remoteRank`.
    pub remoteRank: u32,
}

/// `HcclSendRecvItem` names [`HcclSendRecvItemDef`].
pub type HcclSendRecvItem = HcclSendRecvItemDef;

abi_struct!(HcclSendRecvItemDef, size 32, align 8, { sendRecvType @ 0, buf @ 8, count @ 16, dataType @ 24, remoteRank @ 28 });
