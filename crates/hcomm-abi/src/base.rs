//! Types and constants of `hccl/base.h`.

use core::ffi::{c_char, c_int, c_longlong, c_ulonglong, c_void};
use core::mem::MaybeUninit;

use crate::{HcclComm, HcclDataType, HcclReduceOp};

/// Most segments into which gradients are split.
pub const HCCL_MAX_SEGMENT_NUM: u32 = 8;
/// Most ranges of memory that one call registers.
pub const HCCL_MAX_MEM_REGISTER_NUM: u32 = 32;
/// Longest tag, without its NUL.
pub const TAG_MAX_LEN: u32 = 191;
/// Longest name of a group, without its NUL.
pub const HCOM_GROUP_NAME_MAX_LEN: u32 = 127;
/// Tag that matches every message.
pub const HCCL_TAG_ANY: u32 = 0x40000000;

/// A stream of the device runtime.
pub type rtStream_t = *mut c_void;

/// A graph of the device runtime.
pub type rtModel_t = *mut c_void;

/// A message that was found and not yet received.
pub type HcclMessage = *mut c_void;

/// An operation that was started and may not be complete.
pub type HcclRequest = *mut c_void;

/// A service of remote look-ups.
pub type ServiceHandle = *mut c_void;

/// An operation of a group that was started and may not be complete.
pub type HcomRequest = *mut c_void;

/// Reductions as Horovod numbers them.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HorovodReduceOp {
    /// Mean.
    HOROVOD_REDUCE_AVERAGE = 0,
    /// Sum.
    HOROVOD_REDUCE_SUM = 1,
    /// Adaptive sum.
    HOROVOD_REDUCE_ADASUM = 2,
    /// Smallest.
    HOROVOD_REDUCE_MIN = 3,
    /// Largest.
    HOROVOD_REDUCE_MAX = 4,
    /// Product.
    HOROVOD_REDUCE_PROD = 5,
    /// Bound of the values.
    HOROVOD_REDUCE_RESERVED = 6,
}

abi_enum!(HorovodReduceOp {
    HOROVOD_REDUCE_AVERAGE,
    HOROVOD_REDUCE_SUM,
    HOROVOD_REDUCE_ADASUM,
    HOROVOD_REDUCE_MIN,
    HOROVOD_REDUCE_MAX,
    HOROVOD_REDUCE_PROD,
    HOROVOD_REDUCE_RESERVED
});
pub use HorovodReduceOp::*;

/// Whether a split of gradients is forced.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GradSplitForceMode {
    /// Not forced.
    FORCE_NONE = 0,
    /// By size.
    FORCE_SIZE = 1,
    /// Bound of the values.
    FORCE_RESERVED = 2,
}

abi_enum!(GradSplitForceMode { FORCE_NONE, FORCE_SIZE, FORCE_RESERVED });
pub use GradSplitForceMode::*;

/// Whether the shapes of a graph are known.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OriginalGraphShapeType {
    /// Known.
    KNOWN_SHAPE = 0,
    /// Known at run time only.
    UNKNOWN_SHAPE = 1,
    /// Bound of the values.
    SHAPE_RESERVED = 2,
}

abi_enum!(OriginalGraphShapeType { KNOWN_SHAPE, UNKNOWN_SHAPE, SHAPE_RESERVED });
pub use OriginalGraphShapeType::*;

/// Kinds of events of services between hosts.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclEventType {
    /// Sending is complete.
    HCCL_EVENT_SEND_COMPLETION = 0,
    /// A message came.
    HCCL_EVENT_RECV_REQUEST = 1,
    /// Receiving is complete.
    HCCL_EVENT_RECV_COMPLETION = 2,
    /// There is room to send again.
    HCCL_EVENT_CONGESTION_RELIEF = 3,
    /// Bound of the values.
    HCCL_EVENT_RESERVED = 4,
}

abi_enum!(HcclEventType {
    HCCL_EVENT_SEND_COMPLETION,
    HCCL_EVENT_RECV_REQUEST,
    HCCL_EVENT_RECV_COMPLETION,
    HCCL_EVENT_CONGESTION_RELIEF,
    HCCL_EVENT_RESERVED
});
pub use HcclEventType::*;

/// What a communicator is for.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum workMode {
    /// Collectives.
    HCCL_MODE_NORMAL = 0,
    /// Messages with any rank.
    HCCL_MODE_ANY = 1,
    /// Parameter servers.
    HCCL_MODE_PS = 2,
    /// Operators expanded on the AICPU.
    HCCL_MODE_AI_CPU = 3,
    /// Operators scheduled by the host.
    HCCL_MODE_SCHED_OS = 4,
}

/// `WorkMode` names [`workMode`].
pub type WorkMode = workMode;

abi_enum!(workMode { HCCL_MODE_NORMAL, HCCL_MODE_ANY, HCCL_MODE_PS, HCCL_MODE_AI_CPU, HCCL_MODE_SCHED_OS });
pub use workMode::*;

/// Who schedules an operation.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcomSchedType {
    /// The host.
    HCOM_SCHED_TYPE_OS = 0,
    /// The device's task scheduler, as part of a graph.
    HCOM_SCHED_TYPE_NPU_TS_OFFLOAD = 1,
    /// The device's task scheduler.
    HCOM_SCHED_TYPE_NPU_TS = 2,
    /// Bound of the values.
    HCOM_SCHED_TYPE_NUM = 3,
}

abi_enum!(HcomSchedType {
    HCOM_SCHED_TYPE_OS,
    HCOM_SCHED_TYPE_NPU_TS_OFFLOAD,
    HCOM_SCHED_TYPE_NPU_TS,
    HCOM_SCHED_TYPE_NUM
});
pub use HcomSchedType::*;

/// Kinds of operations of `HcomOpDesc`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcomOperationType {
    /// Send.
    HCOM_OP_TYPE_SEND = 0,
    /// Receive.
    HCOM_OP_TYPE_RECV = 1,
    /// Broadcast.
    HCOM_OP_TYPE_BROADCAST = 2,
    /// Gather.
    HCOM_OP_TYPE_GATHER = 3,
    /// Bound of the values.
    HCOM_OP_TYPE_NUM = 4,
}

abi_enum!(HcomOperationType {
    HCOM_OP_TYPE_SEND,
    HCOM_OP_TYPE_RECV,
    HCOM_OP_TYPE_BROADCAST,
    HCOM_OP_TYPE_GATHER,
    HCOM_OP_TYPE_NUM
});
pub use HcomOperationType::*;

/// Kinds of addresses of `HcclAddr`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclAddrType {
    /// IPv4 address and port.
    HCCL_ADDR_TYPE_ROCE = 0,
    /// Bound of the values.
    HCCL_ADDR_TYPE_NUM = 1,
}

abi_enum!(HcclAddrType { HCCL_ADDR_TYPE_ROCE, HCCL_ADDR_TYPE_NUM });
pub use HcclAddrType::*;

/// What is known about the gradients of a model.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct model_feature {
    /// Name of the model.
    pub model_name: *const c_char,
    /// Number of gradients.
    pub gradient_num: u32,
    /// Bytes of each gradient.
    pub gradient_size: *mut f32,
    /// When each gradient is ready, in microseconds.
    pub gradient_time: *mut f32,
}

abi_struct!(model_feature, size 32, align 8, { model_name @ 0, gradient_num @ 8, gradient_size @ 16, gradient_time @ 24 });

/// A range of memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MemRegisterAddr {
    /// Address.
    pub addr: c_ulonglong,
    /// Bytes.
    pub length: c_ulonglong,
}

abi_struct!(MemRegisterAddr, size 16, align 8, { addr @ 0, length @ 8 });

/// Options of a tag.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TagAttrDef {
    /// Name of the tag, with its NUL.
    pub name: [c_char; 192],
    /// 1 if the receiver asks for messages.
    pub activeRecv: u32,
    /// Messages that may be sent before one is received.
    pub sendCredit: u32,
    /// Number of the event that tells about messages.
    pub eventId: u32,
}

/// `TagAttr` names [`TagAttrDef`].
pub type TagAttr = TagAttrDef;

abi_struct!(TagAttrDef, size 204, align 4, { name @ 0, activeRecv @ 192, sendCredit @ 196, eventId @ 200 });

/// Unnamed struct inside [`HcclEventMsgDef`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcclEventMsgDef_desc_sendCompletionItem {
    /// Not used; 0.
    pub reserver: u32,
}

/// Unnamed struct inside [`HcclEventMsgDef`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcclEventMsgDef_desc_recvRequestItem {
    /// Not used; 0.
    pub reserver: u32,
}

/// Unnamed struct inside [`HcclEventMsgDef`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcclEventMsgDef_desc_recvCompletionItem {
    /// Not used; 0.
    pub reserver: u32,
}

/// Unnamed struct inside [`HcclEventMsgDef`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcclEventMsgDef_desc_congestionReliefItem {
    /// Not used; 0.
    pub reserver: u32,
}

/// Unnamed union inside [`HcclEventMsgDef`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcclEventMsgDef_desc {
    /// For `HCCL_EVENT_SEND_COMPLETION`.
    pub sendCompletionItem: anon_HcclEventMsgDef_desc_sendCompletionItem,
    /// For `HCCL_EVENT_RECV_REQUEST`.
    pub recvRequestItem: anon_HcclEventMsgDef_desc_recvRequestItem,
    /// For `HCCL_EVENT_RECV_COMPLETION`.
    pub recvCompletionItem: anon_HcclEventMsgDef_desc_recvCompletionItem,
    /// For `HCCL_EVENT_CONGESTION_RELIEF`.
    pub congestionReliefItem: anon_HcclEventMsgDef_desc_congestionReliefItem,
}

/// An event of a service between hosts.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcclEventMsgDef {
    /// Communicator that it happened in.
    pub comm: HcclComm,
    /// The other rank.
    pub peerRank: u32,
    /// Tag that matches both sides.
    pub tag: u32,
    /// Kind, a number of `HcclEventType`.
    pub hcclEventType: u32,
    /// What the kind adds.
    pub desc: anon_HcclEventMsgDef_desc,
}

/// `HcclEventMsg` names [`HcclEventMsgDef`].
pub type HcclEventMsg = HcclEventMsgDef;

abi_struct!(HcclEventMsgDef, size 24, align 8, { comm @ 0, peerRank @ 8, tag @ 12, hcclEventType @ 16, desc @ 20, desc.sendCompletionItem @ 20, desc.sendCompletionItem.reserver @ 20, desc.recvRequestItem @ 20, desc.recvRequestItem.reserver @ 20, desc.recvCompletionItem @ 20, desc.recvCompletionItem.reserver @ 20, desc.congestionReliefItem @ 20, desc.congestionReliefItem.reserver @ 20 });

/// Addresses of a remote look-up or update.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomRemoteOperation {
    /// Description of the operation.
    pub opdesc: *mut c_void,
    /// Keys.
    pub keyAddr: *mut c_void,
    /// Number of the table.
    pub tableId: *mut c_int,
    /// Number of keys.
    pub keyNumInput: *mut c_longlong,
    /// Positions of the keys that differ.
    pub uniqueIndices: *mut c_int,
    /// How often each key came.
    pub keyCount: *mut c_int,
    /// Values.
    pub value: *mut c_void,
    /// Positions of the keys.
    pub indices: *mut c_void,
    /// How many keys differ.
    pub numUniqued: *mut c_void,
    /// Segments of the parameter servers.
    pub psSeg: *mut c_void,
    /// How many segments.
    pub psSegNum: *mut c_void,
}

abi_struct!(HcomRemoteOperation, size 88, align 8, { opdesc @ 0, keyAddr @ 8, tableId @ 16, keyNumInput @ 24, uniqueIndices @ 32, keyCount @ 40, value @ 48, indices @ 56, numUniqued @ 64, psSeg @ 72, psSegNum @ 80 });

/// One transfer between local and remote memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomRemoteAccessAddrInfo {
    /// The other rank.
    pub remotetRankID: u32,
    /// Address there.
    pub remoteAddr: c_ulonglong,
    /// Address here.
    pub localAddr: c_ulonglong,
    /// Bytes.
    pub length: c_ulonglong,
}

abi_struct!(HcomRemoteAccessAddrInfo, size 32, align 8, { remotetRankID @ 0, remoteAddr @ 8, localAddr @ 16, length @ 24 });

/// Arguments of an AlltoAllV.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomAllToAllVParams {
    /// Send buffer.
    pub sendbuf: *mut c_void,
    /// Elements for each rank.
    pub sendcounts: *mut c_void,
    /// Distances of the parts for each rank from the start, in elements.
    pub sdispls: *mut c_void,
    /// Type of the elements that are sent.
    pub sendtype: MaybeUninit<HcclDataType>,
    /// Receive buffer.
    pub recvbuf: *mut c_void,
    /// Elements from each rank.
    pub recvcounts: *mut c_void,
    /// Distances of the parts from each rank from the start, in elements.
    pub rdispls: *mut c_void,
    /// Type of the elements that are received.
    pub recvtype: MaybeUninit<HcclDataType>,
    /// Name of the group; NULL is the world group.
    pub group: *const c_char,
}

abi_struct!(HcomAllToAllVParams, size 72, align 8, { sendbuf @ 0, sendcounts @ 8, sdispls @ 16, sendtype @ 24, recvbuf @ 32, recvcounts @ 40, rdispls @ 48, recvtype @ 56, group @ 64 });

/// Arguments of an AlltoAllVC.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomAllToAllVCParams {
    /// Send buffer.
    pub sendbuf: *mut c_void,
    /// Type of the elements that are sent.
    pub sendtype: MaybeUninit<HcclDataType>,
    /// Receive buffer.
    pub recvbuf: *mut c_void,
    /// Type of the elements that are received.
    pub recvtype: MaybeUninit<HcclDataType>,
    /// Elements from each rank (row) to each rank, the same on all ranks.
    pub sendcountmatrix: *mut c_void,
    /// Name of the group; NULL is the world group.
    pub group: *const c_char,
}

abi_struct!(HcomAllToAllVCParams, size 48, align 8, { sendbuf @ 0, sendtype @ 8, recvbuf @ 16, recvtype @ 24, sendcountmatrix @ 32, group @ 40 });

/// Arguments of an AlltoAllV whose input is gathered first.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomGatherAllToAllVParams {
    /// Addresses and sizes of the pieces to gather.
    pub addrInfo: *mut c_void,
    /// How many pieces go to each rank.
    pub addrInfoCountPerRank: *mut c_void,
    /// Receive buffer.
    pub recvbuf: *mut c_void,
    /// Elements from each rank.
    pub recvcounts: *mut c_void,
    /// Distances of the parts from each rank from the start, in elements.
    pub rdispls: *mut c_void,
    /// Buffer for the gathered input.
    pub gatheredbuf: *mut c_void,
    /// Bytes of each piece; negative if they differ.
    pub addrLength: c_int,
    /// Type of the elements that are received.
    pub recvtype: MaybeUninit<HcclDataType>,
    /// Name of the group; NULL is the world group.
    pub group: *const c_char,
}

abi_struct!(HcomGatherAllToAllVParams, size 64, align 8, { addrInfo @ 0, addrInfoCountPerRank @ 8, recvbuf @ 16, recvcounts @ 24, rdispls @ 32, gatheredbuf @ 40, addrLength @ 48, recvtype @ 52, group @ 56 });

/// Options of a communicator for services between hosts.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagCommAttr {
    /// What it is for.
    pub mode: MaybeUninit<WorkMode>,
    /// Device, logical id.
    pub deviceId: u32,
}

/// `CommAttr` names [`tagCommAttr`].
pub type CommAttr = tagCommAttr;

abi_struct!(tagCommAttr, size 8, align 4, { mode @ 0, deviceId @ 4 });

/// What came with a message.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclStatus {
    /// Rank that sent it.
    pub srcRank: c_int,
    /// Tag that matches both sides.
    pub tag: c_int,
    /// Result, a number of `HcclResult`.
    pub error: c_int,
    /// Not 0 if it was cancelled.
    pub cancelled: c_int,
    /// Elements.
    pub count: c_int,
}

abi_struct!(HcclStatus, size 20, align 4, { srcRank @ 0, tag @ 4, error @ 8, cancelled @ 12, count @ 16 });

/// What came with a request to a table.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagReqStatus {
    /// Number of the table.
    pub tableId: c_int,
    /// Tag that matches both sides.
    pub tag: c_int,
    /// Bytes that came.
    pub actualSize: c_int,
    /// Not used; 0.
    pub rsvd0: c_int,
    /// Step of the training.
    pub globalStep: c_longlong,
}

/// `ReqStatus` names [`tagReqStatus`].
pub type ReqStatus = tagReqStatus;

abi_struct!(tagReqStatus, size 24, align 8, { tableId @ 0, tag @ 4, actualSize @ 8, rsvd0 @ 12, globalStep @ 16 });

/// What came with a look-up.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagLookupReqStatus {
    /// Number of the table.
    pub tableId: c_int,
    /// Tag that matches both sides.
    pub tag: c_int,
    /// Keys that came.
    pub actualCount: c_int,
    /// Not used; 0.
    pub rsvd0: c_int,
    /// Number of the asking process.
    pub workerId: c_int,
}

/// `LookupReqStatus` names [`tagLookupReqStatus`].
pub type LookupReqStatus = tagLookupReqStatus;

abi_struct!(tagLookupReqStatus, size 20, align 4, { tableId @ 0, tag @ 4, actualCount @ 8, rsvd0 @ 12, workerId @ 16 });

/// What came with an update.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagUpdateReqStatus {
    /// Number of the table.
    pub tableId: c_int,
    /// Tag that matches both sides.
    pub tag: c_int,
    /// Keys that came.
    pub actualKeyCount: c_int,
    /// Values that came.
    pub actualValueCount: c_int,
    /// Step of the training.
    pub globalStep: c_longlong,
}

/// `UpdateReqStatus` names [`tagUpdateReqStatus`].
pub type UpdateReqStatus = tagUpdateReqStatus;

abi_struct!(tagUpdateReqStatus, size 24, align 8, { tableId @ 0, tag @ 4, actualKeyCount @ 8, actualValueCount @ 12, globalStep @ 16 });

/// Costs that a look-up measured.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagCalcParams {
    /// Removing equal keys, first part.
    pub uniqueCost0: c_int,
    /// Gathering, first part.
    pub gatherCost0: c_int,
    /// Removing equal keys, second part.
    pub uniqueCost1: c_int,
    /// Gathering, second part.
    pub gatherCost1: c_int,
}

/// `CalcParams` names [`tagCalcParams`].
pub type CalcParams = tagCalcParams;

abi_struct!(tagCalcParams, size 16, align 4, { uniqueCost0 @ 0, gatherCost0 @ 4, uniqueCost1 @ 8, gatherCost1 @ 12 });

/// A send or receive of `HcomOpDesc`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomP2pOpInfo {
    /// Name of the group, at most 126 characters.
    pub group: [c_char; 127],
    /// Tag that matches both sides.
    pub tag: u32,
    /// The other rank.
    pub peerRank: u32,
    /// Address.
    pub addr: *mut c_void,
    /// Elements.
    pub count: u64,
    /// Type of the elements.
    pub dataType: MaybeUninit<HcclDataType>,
    /// Not used; 0.
    pub rsv0: i32,
    /// Not used; 0.
    pub rsv1: i32,
    /// Not used; 0.
    pub rsv2: i32,
}

abi_struct!(HcomP2pOpInfo, size 168, align 8, { group @ 0, tag @ 128, peerRank @ 132, addr @ 136, count @ 144, dataType @ 152, rsv0 @ 156, rsv1 @ 160, rsv2 @ 164 });

/// A collective of `HcomOpDesc`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomCollOpInfo {
    /// Name of the group, at most 126 characters.
    pub group: [c_char; 127],
    /// Input buffer.
    pub inputAddr: *mut c_void,
    /// Output buffer.
    pub outputAddr: *mut c_void,
    /// Elements.
    pub count: u64,
    /// Type of the elements.
    pub dataType: MaybeUninit<HcclDataType>,
    /// Root rank, for operations that have one.
    pub root: u32,
    /// Reduction.
    pub reduceOp: MaybeUninit<HcclReduceOp>,
    /// Elements between the parts of two ranks; 0 if they follow each other.
    pub strideCount: u64,
}

abi_struct!(HcomCollOpInfo, size 176, align 8, { group @ 0, inputAddr @ 128, outputAddr @ 136, count @ 144, dataType @ 152, root @ 156, reduceOp @ 160, strideCount @ 168 });

/// Unnamed union inside [`HcomOpDesc`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcomOpDesc_info {
    /// For send and receive.
    pub p2p: HcomP2pOpInfo,
    /// For collectives.
    pub coll: HcomCollOpInfo,
}

/// An operation for a scheduler outside of the library.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcomOpDesc {
    /// Kind.
    pub opType: MaybeUninit<HcomOperationType>,
    /// Who schedules it.
    pub schedType: MaybeUninit<HcomSchedType>,
    /// Number of the scheduler's context.
    pub cxtId: i32,
    /// Options; 0.
    pub flag: u64,
    /// Arguments.
    pub info: anon_HcomOpDesc_info,
}

abi_struct!(HcomOpDesc, size 200, align 8, { opType @ 0, schedType @ 4, cxtId @ 8, flag @ 16, info @ 24, info.p2p @ 24, info.coll @ 24 });

/// State of an operation.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomStatus {
    /// Result, a number of `HcclResult`.
    pub status: u32,
    /// Not used; 0.
    pub rsv0: u32,
    /// Not used; 0.
    pub rsv1: u32,
    /// Not used; 0.
    pub rsv2: u32,
}

abi_struct!(HcomStatus, size 16, align 4, { status @ 0, rsv0 @ 4, rsv1 @ 8, rsv2 @ 12 });

/// What one layer of the network can do.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclTopoDescs {
    /// Bit set of usable algorithms.
    pub algSets: u32,
    /// Ranks of the layer.
    pub rankSize: u32,
}

abi_struct!(HcclTopoDescs, size 8, align 4, { algSets @ 0, rankSize @ 4 });

/// Unnamed struct inside [`HcclAddr`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcclAddr_info_tcp {
    /// IPv4 address, network byte order.
    pub ipv4Addr: u32,
    /// TCP port.
    pub port: u16,
}

/// Unnamed union inside [`HcclAddr`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcclAddr_info {
    /// For `HCCL_ADDR_TYPE_ROCE`.
    pub tcp: anon_HcclAddr_info_tcp,
    /// All bytes; they fix the size.
    pub bytes: [u8; 28],
}

/// Address of a connection outside of communicators.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcclAddr {
    /// Kind.
    pub r#type: MaybeUninit<HcclAddrType>,
    /// The address.
    pub info: anon_HcclAddr_info,
}

abi_struct!(HcclAddr, size 32, align 4, { r#type @ 0, info @ 4, info.tcp @ 4, info.tcp.ipv4Addr @ 4, info.tcp.port @ 8, info.bytes @ 4 });
