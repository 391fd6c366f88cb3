//! Types and constants of `hccl/hccl_types.h`.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

/// Bytes of `HcclRootInfo`.
pub const HCCL_ROOT_INFO_BYTES: u32 = 0x100c;
/// Bytes for the name of a communicator, with its NUL.
pub const COMM_NAME_MAX_LENGTH: u32 = 128;
/// Bytes for the name of an exchange buffer, with its NUL.
pub const BUFFER_NAME_MAX_LENGTH: u32 = 128;
/// Bytes for the user's own description of a communicator, with its NUL.
pub const UDI_MAX_LENGTH: u32 = 128;
/// Bytes for the choice of algorithms, with its NUL.
pub const HCCL_COMM_ALGO_MAX_LENGTH: u32 = 0x640;
/// Bytes for switching repetition on, with its NUL.
pub const HCCL_COMM_RETRY_ENABLE_MAX_LENGTH: u32 = 50;
/// Bytes for the numbers of repetition, with its NUL.
pub const HCCL_COMM_RETRY_PARAMS_MAX_LENGTH: u32 = 128;
/// Bytes of the header of `HcclCommConfig`.
pub const HCCL_COMM_CONFIG_INFO_BYTES: u32 = 24;
/// Magic word of `HcclCommConfig`.
pub const HCCL_COMM_CONFIG_MAGIC_WORD: u32 = 0xf0f0f0f0;
/// Version of `HcclCommConfig`.
pub const HCCL_COMM_CONFIG_VERSION: u32 = 11;
/// Size of half an exchange buffer unless set, in MiB.
pub const HCCL_COMM_DEFAULT_BUFFSIZE: u32 = 200;
/// No buffer size is set.
pub const HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET: u32 = u32::MAX;
/// Determinism unless set.
pub const HCCL_COMM_DEFAULT_DETERMINISTIC: u32 = 0;
/// No determinism is set.
pub const HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET: u32 = u32::MAX;
/// The device's own mode of expanding operators.
pub const HCCL_COMM_DEFAULT_OP_EXPANSION_MODE: u32 = 0;
/// No traffic class is set.
pub const HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET: u32 = u32::MAX;
/// No service level is set.
pub const HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET: u32 = u32::MAX;
/// No execution time-out is set.
pub const HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET: i32 = -1;
/// No quality of service is set.
pub const HCCL_COMM_QOS_CONFIG_NOT_SET: u32 = u32::MAX;
/// No depth of send queues is set.
pub const HCCL_COMM_SQ_DEPTH_CONFIG_NOT_SET: u32 = u32::MAX;
/// Address space of symmetric windows for each rank unless set, in GiB.
pub const HCCL_DEFAULT_SYMMETRIC_MEMORY_STRIDE: u64 = 16;

/// A communicator.
pub type HcclComm = *mut c_void;

/// A connection between two processes, outside of communicators.
pub type HcclConn = *mut c_void;

/// A symmetric window.
pub type HcclCommSymWindow = *mut c_void;

/// What most functions return. The log holds one sentence about each error.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclResult {
    /// Success.
    HCCL_SUCCESS = 0,
    /// An argument, a file or an environment variable is out of range.
    HCCL_E_PARA = 1,
    /// A required pointer is NULL, or a handle does not live.
    HCCL_E_PTR = 2,
    /// Host memory or address space could not be had.
    HCCL_E_MEMORY = 3,
    /// Something went wrong that has no code of its own.
    HCCL_E_INTERNAL = 4,
    /// The device, the mode or this release does not offer it.
    HCCL_E_NOT_SUPPORT = 5,
    /// A named thing does not exist.
    HCCL_E_NOT_FOUND = 6,
    /// A limit is reached, or the thing is in use.
    HCCL_E_UNAVAIL = 7,
    /// A system call failed.
    HCCL_E_SYSCALL = 8,
    /// A time limit passed.
    HCCL_E_TIMEOUT = 9,
    /// A file could not be opened.
    HCCL_E_OPEN_FILE_FAILURE = 10,
    /// A TCP connection could not be made.
    HCCL_E_TCP_CONNECT = 11,
    /// An RDMA connection could not be made.
    HCCL_E_ROCE_CONNECT = 12,
    /// A TCP transfer failed.
    HCCL_E_TCP_TRANSFER = 13,
    /// An RDMA transfer failed.
    HCCL_E_ROCE_TRANSFER = 14,
    /// The device runtime failed.
    HCCL_E_RUNTIME = 15,
    /// The driver failed.
    HCCL_E_DRV = 16,
    /// The profiler failed.
    HCCL_E_PROFILING = 17,
    /// A function of the compute engine failed.
    HCCL_E_CCE = 18,
    /// A network operation failed.
    HCCL_E_NETWORK = 19,
    /// Not now: try again.
    HCCL_E_AGAIN = 20,
    /// The other side failed.
    HCCL_E_REMOTE = 21,
    /// The communicator is suspended.
    HCCL_E_SUSPENDING = 22,
    /// Repeating an operation failed.
    HCCL_E_OPRETRY_FAIL = 23,
    /// Device memory is exhausted.
    HCCL_E_OOM = 24,
    /// The object is in a state that forbids the call.
    HCCL_E_IN_STATUS = 1041,
    /// Bound of the values; never returned.
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

/// How two elements become one.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclReduceOp {
    /// Sum.
    HCCL_REDUCE_SUM = 0,
    /// Product.
    HCCL_REDUCE_PROD = 1,
    /// Larger one.
    HCCL_REDUCE_MAX = 2,
    /// Smaller one.
    HCCL_REDUCE_MIN = 3,
    /// No reduction.
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

/// Type of the elements of a buffer.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclDataType {
    /// 8-bit signed integer.
    HCCL_DATA_TYPE_INT8 = 0,
    /// 16-bit signed integer.
    HCCL_DATA_TYPE_INT16 = 1,
    /// 32-bit signed integer.
    HCCL_DATA_TYPE_INT32 = 2,
    /// 16-bit float (IEEE 754 binary16).
    HCCL_DATA_TYPE_FP16 = 3,
    /// 32-bit float.
    HCCL_DATA_TYPE_FP32 = 4,
    /// 64-bit signed integer.
    HCCL_DATA_TYPE_INT64 = 5,
    /// 64-bit unsigned integer.
    HCCL_DATA_TYPE_UINT64 = 6,
    /// 8-bit unsigned integer.
    HCCL_DATA_TYPE_UINT8 = 7,
    /// 16-bit unsigned integer.
    HCCL_DATA_TYPE_UINT16 = 8,
    /// 32-bit unsigned integer.
    HCCL_DATA_TYPE_UINT32 = 9,
    /// 64-bit float.
    HCCL_DATA_TYPE_FP64 = 10,
    /// 16-bit float with the exponent of a 32-bit float (bfloat16).
    HCCL_DATA_TYPE_BFP16 = 11,
    /// 128-bit signed integer.
    HCCL_DATA_TYPE_INT128 = 12,
    /// 8-bit float with a variable exponent.
    HCCL_DATA_TYPE_HIF8 = 14,
    /// 8-bit float, 4 bits of exponent, 3 of mantissa.
    HCCL_DATA_TYPE_FP8E4M3 = 15,
    /// 8-bit float, 5 bits of exponent, 2 of mantissa.
    HCCL_DATA_TYPE_FP8E5M2 = 16,
    /// 8-bit exponent without mantissa.
    HCCL_DATA_TYPE_FP8E8M0 = 17,
    /// No type.
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

/// Options of `HcclSetConfig`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclConfig {
    /// Whether results are the same in every run: 0 no, 1 yes, 2 yes and in a strict order.
    HCCL_DETERMINISTIC = 0,
    /// Bound of the values.
    HCCL_CONFIG_RESERVED = 1,
}

abi_enum!(HcclConfig { HCCL_DETERMINISTIC, HCCL_CONFIG_RESERVED });
pub use HcclConfig::*;

/// Features of `HcclCommConfig`; see `HcclGetCommConfigCapability`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclCommConfigCapability {
    /// Size of the exchange buffer.
    HCCL_COMM_CONFIG_BUFFER_SIZE = 0,
    /// Determinism.
    HCCL_COMM_CONFIG_DETERMINISTIC = 1,
    /// Name of the communicator.
    HCCL_COMM_CONFIG_COMM_NAME = 2,
    /// Mode of expanding operators.
    HCCL_COMM_CONFIG_OP_EXPANSION_MODE = 3,
    /// Values that are not set come from the environment.
    HCCL_COMM_CONFIG_SUPPORT_INIT_BY_ENV = 4,
    /// Rank in the job.
    HCCL_COMM_CONFIG_WORLD_RANKID = 5,
    /// Number of the job.
    HCCL_COMM_CONFIG_JOBID = 6,
    /// Captured graphs without copies.
    HCCL_COMM_CONFIG_ACLGRAPH_ZEROCOPY_ENABLE = 7,
    /// Execution time-out.
    HCCL_COMM_CONFIG_EXEC_TIMEOUT = 8,
    /// Choice of algorithms.
    HCCL_COMM_CONFIG_ALGO = 9,
    /// Repetition of operators.
    HCCL_COMM_CONFIG_RETRY = 10,
    /// Name of the exchange buffer.
    HCCL_COMM_CONFIG_BUFFER_NAME = 11,
    /// Bound of the values.
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

/// Direction of an `HcclSendRecvItem`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclSendRecvType {
    /// Send.
    HCCL_SEND = 0,
    /// Receive.
    HCCL_RECV = 1,
    /// Bound of the values.
    HCCL_SEND_RECV_RESERVED = 2,
}

abi_enum!(HcclSendRecvType { HCCL_SEND, HCCL_RECV, HCCL_SEND_RECV_RESERVED });
pub use HcclSendRecvType::*;

/// Kinds of operators.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclCMDType {
    /// None.
    HCCL_CMD_INVALID = 0,
    /// Broadcast.
    HCCL_CMD_BROADCAST = 1,
    /// AllReduce.
    HCCL_CMD_ALLREDUCE = 2,
    /// Reduce.
    HCCL_CMD_REDUCE = 3,
    /// Send.
    HCCL_CMD_SEND = 4,
    /// Receive.
    HCCL_CMD_RECEIVE = 5,
    /// AllGather.
    HCCL_CMD_ALLGATHER = 6,
    /// ReduceScatter.
    HCCL_CMD_REDUCE_SCATTER = 7,
    /// AlltoAllV.
    HCCL_CMD_ALLTOALLV = 8,
    /// AlltoAllVC.
    HCCL_CMD_ALLTOALLVC = 9,
    /// AlltoAll.
    HCCL_CMD_ALLTOALL = 10,
    /// Gather.
    HCCL_CMD_GATHER = 11,
    /// Scatter.
    HCCL_CMD_SCATTER = 12,
    /// BatchSendRecv.
    HCCL_CMD_BATCH_SEND_RECV = 13,
    /// BatchPut.
    HCCL_CMD_BATCH_PUT = 14,
    /// BatchGet.
    HCCL_CMD_BATCH_GET = 15,
    /// AllGatherV.
    HCCL_CMD_ALLGATHER_V = 16,
    /// ReduceScatterV.
    HCCL_CMD_REDUCE_SCATTER_V = 17,
    /// BatchWrite.
    HCCL_CMD_BATCH_WRITE = 18,
    /// AlltoAllV of which one half is computed meanwhile.
    HCCL_CMD_HALF_ALLTOALLV = 20,
    /// All kinds.
    HCCL_CMD_ALL = 21,
    /// End of a fused operator.
    HCCL_CMD_FINALIZE = 100,
    /// Synchronisation between groups.
    HCCL_CMD_INTER_GROUP_SYNC = 101,
    /// Start of a fused operator.
    HCCL_CMD_INIT = 102,
    /// Barrier.
    HCCL_CMD_BARRIER = 103,
    /// Bound of the values.
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

/// State of a communicator.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclCommStatus {
    /// Usable.
    HCCL_COMM_STATUS_READY = 0,
    /// Suspended.
    HCCL_COMM_STATUS_SUSPENDING = 1,
    /// Unknown.
    HCCL_COMM_STATUS_INVALID = 254,
    /// Bound of the values.
    HCCL_COMM_STATUS_RESERVED = 255,
}

abi_enum!(HcclCommStatus {
    HCCL_COMM_STATUS_READY,
    HCCL_COMM_STATUS_SUSPENDING,
    HCCL_COMM_STATUS_INVALID,
    HCCL_COMM_STATUS_RESERVED
});
pub use HcclCommStatus::*;

/// What happens to a communicator while a callback runs.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclCommStatePhase {
    /// Nothing.
    HCCL_COMM_STATE_PHASE_INVALID = -1,
    /// It will be destroyed.
    HCCL_COMM_STATE_PHASE_DESTROY_PRE = 0,
    /// It was destroyed; the handle is dead.
    HCCL_COMM_STATE_PHASE_DESTROY_POST = 1,
    /// It will be resumed.
    HCCL_COMM_STATE_PHASE_RESUME_PRE = 2,
    /// It was resumed.
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

/// Value of an option.
#[repr(C)]
#[derive(Clone, Copy)]
pub union HcclConfigValue {
    /// The value.
    pub value: i32,
}

abi_struct!(HcclConfigValue, size 4, align 4, { value @ 0 });

/// Address and secret of a communicator that is being made. Opaque: copy it as it is to all ranks, and to
/// nobody else.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclRootInfoDef {
    /// The bytes.
    pub internal: [c_char; 4108],
}

/// `HcclRootInfo` names [`HcclRootInfoDef`].
pub type HcclRootInfo = HcclRootInfoDef;

abi_struct!(HcclRootInfoDef, size 4108, align 1, { internal @ 0 });

/// Configuration of a communicator. Prepare it with `HcclCommConfigInit`, then change members.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclCommConfigDef {
    /// Header; for the library.
    pub reserved: [c_char; 24],
    /// Size of half the exchange buffer, in MiB.
    pub hcclBufferSize: u32,
    /// Whether results are the same in every run: 0, 1 or 2 as for `HCCL_DETERMINISTIC`.
    pub hcclDeterministic: u32,
    /// Name; "" lets the library make one.
    pub hcclCommName: [c_char; 128],
    /// Text of the user for diagnosis.
    pub hcclUdi: [c_char; 128],
    /// Where operators are turned into tasks: 0 default, 1 host, 2 AICPU, 3 vector cores, 4 vector cores
    /// only, 5 and 6 CCU.
    pub hcclOpExpansionMode: u32,
    /// Traffic class, 0 to 255 and a multiple of 4.
    pub hcclRdmaTrafficClass: u32,
    /// Service level, 0 to 7.
    pub hcclRdmaServiceLevel: u32,
    /// Rank in the job, for diagnosis.
    pub hcclWorldRankID: u32,
    /// Number of the job, for diagnosis.
    pub hcclJobID: u64,
    /// 1 if captured graphs run without copies.
    pub aclGraphZeroCopyEnable: u8,
    /// Execution time-out in seconds; negative is not set.
    pub hcclExecTimeOut: i32,
    /// Choice of algorithms, as HCCL_ALGO has it.
    pub hcclAlgo: [c_char; 1600],
    /// Switches repetition on, as HCCL_OP_RETRY_ENABLE has it.
    pub hcclRetryEnable: [c_char; 50],
    /// Numbers of repetition, as HCCL_OP_RETRY_PARAMS has them.
    pub hcclRetryParams: [c_char; 128],
    /// Communicators with the same name share the exchange buffer and must not be used together; "" shares
    /// none.
    pub hcclBufferName: [c_char; 128],
    /// Quality of service, 0 to 7.
    pub hcclQos: u32,
    /// Address space of symmetric windows for each rank, in GiB.
    pub hcclSymWinMaxMemSizePerRank: u64,
    /// Depth of send queues, a power of two.
    pub hcclChannelSqDepth: u32,
}

/// `HcclCommConfig` names [`HcclCommConfigDef`].
pub type HcclCommConfig = HcclCommConfigDef;

abi_struct!(HcclCommConfigDef, size 2248, align 8, { reserved @ 0, hcclBufferSize @ 24, hcclDeterministic @ 28, hcclCommName @ 32, hcclUdi @ 160, hcclOpExpansionMode @ 288, hcclRdmaTrafficClass @ 292, hcclRdmaServiceLevel @ 296, hcclWorldRankID @ 300, hcclJobID @ 304, aclGraphZeroCopyEnable @ 312, hcclExecTimeOut @ 316, hcclAlgo @ 320, hcclRetryEnable @ 1920, hcclRetryParams @ 1970, hcclBufferName @ 2098, hcclQos @ 2228, hcclSymWinMaxMemSizePerRank @ 2232, hcclChannelSqDepth @ 2240 });

/// One send or receive of a batch.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclSendRecvItemDef {
    /// Direction.
    pub sendRecvType: MaybeUninit<HcclSendRecvType>,
    /// Buffer.
    pub buf: *mut c_void,
    /// Elements.
    pub count: u64,
    /// Type of the elements.
    pub dataType: MaybeUninit<HcclDataType>,
    /// The other rank.
    pub remoteRank: u32,
}

/// `HcclSendRecvItem` names [`HcclSendRecvItemDef`].
pub type HcclSendRecvItem = HcclSendRecvItemDef;

abi_struct!(HcclSendRecvItemDef, size 32, align 8, { sendRecvType @ 0, buf @ 8, count @ 16, dataType @ 24, remoteRank @ 28 });
