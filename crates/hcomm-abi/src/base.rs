//! Types and constants of `hccl/base.h`.

use core::ffi::{c_char, c_int, c_longlong, c_ulonglong, c_void};
use core::mem::MaybeUninit;

use crate::{HcclComm, HcclDataType, HcclReduceOp};

/// Constant `HCCL_MAX_SEGMENT_NUM`.
pub const HCCL_MAX_SEGMENT_NUM: u32 = 8;
/// Constant `HCCL_MAX_MEM_REGISTER_NUM`.
pub const HCCL_MAX_MEM_REGISTER_NUM: u32 = 32;
/// Constant `TAG_MAX_LEN`.
pub const TAG_MAX_LEN: u32 = 191;
/// Constant `HCOM_GROUP_NAME_MAX_LEN`.
pub const HCOM_GROUP_NAME_MAX_LEN: u32 = 127;
/// Constant `HCCL_TAG_ANY`.
pub const HCCL_TAG_ANY: u32 = 0x40000000;

/// Type `rtStream_t`.
pub type rtStream_t = *mut c_void;

/// Type `rtModel_t`.
pub type rtModel_t = *mut c_void;

/// Type `HcclMessage`.
pub type HcclMessage = *mut c_void;

/// Type `HcclRequest`.
pub type HcclRequest = *mut c_void;

/// Type `ServiceHandle`.
pub type ServiceHandle = *mut c_void;

/// Type `HcomRequest`.
pub type HcomRequest = *mut c_void;

/// Enumeration `HorovodReduceOp`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HorovodReduceOp {
    /// Value 0.
    HOROVOD_REDUCE_AVERAGE = 0,
    /// Value 1.
    HOROVOD_REDUCE_SUM = 1,
    /// Value 2.
    HOROVOD_REDUCE_ADASUM = 2,
    /// Value 3.
    HOROVOD_REDUCE_MIN = 3,
    /// Value 4.
    HOROVOD_REDUCE_MAX = 4,
    /// Value 5.
    HOROVOD_REDUCE_PROD = 5,
    /// Value 6.
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

/// Enumeration `GradSplitForceMode`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GradSplitForceMode {
    /// Value 0.
    FORCE_NONE = 0,
    /// Value 1.
    FORCE_SIZE = 1,
    /// Value 2.
    FORCE_RESERVED = 2,
}

abi_enum!(GradSplitForceMode { FORCE_NONE, FORCE_SIZE, FORCE_RESERVED });
pub use GradSplitForceMode::*;

/// Enumeration `OriginalGraphShapeType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OriginalGraphShapeType {
    /// Value 0.
    KNOWN_SHAPE = 0,
    /// Value 1.
    UNKNOWN_SHAPE = 1,
    /// Value 2.
    SHAPE_RESERVED = 2,
}

abi_enum!(OriginalGraphShapeType { KNOWN_SHAPE, UNKNOWN_SHAPE, SHAPE_RESERVED });
pub use OriginalGraphShapeType::*;

/// Enumeration `HcclEventType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclEventType {
    /// Value 0.
    HCCL_EVENT_SEND_COMPLETION = 0,
    /// Value 1.
    HCCL_EVENT_RECV_REQUEST = 1,
    /// Value 2.
    HCCL_EVENT_RECV_COMPLETION = 2,
    /// Value 3.
    HCCL_EVENT_CONGESTION_RELIEF = 3,
    /// Value 4.
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

/// Enumeration `WorkMode`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum workMode {
    /// Value 0.
    HCCL_MODE_NORMAL = 0,
    /// Value 1.
    HCCL_MODE_ANY = 1,
    /// Value 2.
    HCCL_MODE_PS = 2,
    /// Value 3.
    HCCL_MODE_AI_CPU = 3,
    /// Value 4.
    HCCL_MODE_SCHED_OS = 4,
}

/// `WorkMode` names [`workMode`].
pub type WorkMode = workMode;

abi_enum!(workMode { HCCL_MODE_NORMAL, HCCL_MODE_ANY, HCCL_MODE_PS, HCCL_MODE_AI_CPU, HCCL_MODE_SCHED_OS });
pub use workMode::*;

/// Enumeration `HcomSchedType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcomSchedType {
    /// Value 0.
    HCOM_SCHED_TYPE_OS = 0,
    /// Value 1.
    HCOM_SCHED_TYPE_NPU_TS_OFFLOAD = 1,
    /// Value 2.
    HCOM_SCHED_TYPE_NPU_TS = 2,
    /// Value 3.
    HCOM_SCHED_TYPE_NUM = 3,
}

abi_enum!(HcomSchedType {
    HCOM_SCHED_TYPE_OS,
    HCOM_SCHED_TYPE_NPU_TS_OFFLOAD,
    HCOM_SCHED_TYPE_NPU_TS,
    HCOM_SCHED_TYPE_NUM
});
pub use HcomSchedType::*;

/// Enumeration `HcomOperationType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcomOperationType {
    /// Value 0.
    HCOM_OP_TYPE_SEND = 0,
    /// Value 1.
    HCOM_OP_TYPE_RECV = 1,
    /// Value 2.
    HCOM_OP_TYPE_BROADCAST = 2,
    /// Value 3.
    HCOM_OP_TYPE_GATHER = 3,
    /// Value 4.
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

/// Enumeration `HcclAddrType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcclAddrType {
    /// Value 0.
    HCCL_ADDR_TYPE_ROCE = 0,
    /// Value 1.
    HCCL_ADDR_TYPE_NUM = 1,
}

abi_enum!(HcclAddrType { HCCL_ADDR_TYPE_ROCE, HCCL_ADDR_TYPE_NUM });
pub use HcclAddrType::*;

/// Structure `model_feature`: 32 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct model_feature {
    /// Member `model_name`.
    pub model_name: *const c_char,
    /// Member `gradient_num`.
    pub gradient_num: u32,
    /// Member `gradient_size`.
    pub gradient_size: *mut f32,
    /// Member `gradient_time`.
    pub gradient_time: *mut f32,
}

abi_struct!(model_feature, size 32, align 8, { model_name @ 0, gradient_num @ 8, gradient_size @ 16, gradient_time @ 24 });

/// Structure `MemRegisterAddr`: 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MemRegisterAddr {
    /// Member `addr`.
    pub addr: c_ulonglong,
    /// Member `length`.
    pub length: c_ulonglong,
}

abi_struct!(MemRegisterAddr, size 16, align 8, { addr @ 0, length @ 8 });

/// Structure `TagAttr`: 204 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TagAttrDef {
    /// Member `name`.
    pub name: [c_char; 192],
    /// Member `activeRecv`.
    pub activeRecv: u32,
    /// Member `sendCredit`.
    pub sendCredit: u32,
    /// Member `eventId`.
    pub eventId: u32,
}

/// `TagAttr` names [`TagAttrDef`].
pub type TagAttr = TagAttrDef;

abi_struct!(TagAttrDef, size 204, align 4, { name @ 0, activeRecv @ 192, sendCredit @ 196, eventId @ 200 });

/// Unnamed struct inside [`HcclEventMsgDef`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcclEventMsgDef_desc_sendCompletionItem {
    /// Member `reserver`.
    pub reserver: u32,
}

/// Unnamed struct inside [`HcclEventMsgDef`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcclEventMsgDef_desc_recvRequestItem {
    /// Member `reserver`.
    pub reserver: u32,
}

/// Unnamed struct inside [`HcclEventMsgDef`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcclEventMsgDef_desc_recvCompletionItem {
    /// Member `reserver`.
    pub reserver: u32,
}

/// Unnamed struct inside [`HcclEventMsgDef`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcclEventMsgDef_desc_congestionReliefItem {
    /// Member `reserver`.
    pub reserver: u32,
}

/// Unnamed union inside [`HcclEventMsgDef`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcclEventMsgDef_desc {
    /// Member `sendCompletionItem`.
    pub sendCompletionItem: anon_HcclEventMsgDef_desc_sendCompletionItem,
    /// Member `recvRequestItem`.
    pub recvRequestItem: anon_HcclEventMsgDef_desc_recvRequestItem,
    /// Member `recvCompletionItem`.
    pub recvCompletionItem: anon_HcclEventMsgDef_desc_recvCompletionItem,
    /// Member `congestionReliefItem`.
    pub congestionReliefItem: anon_HcclEventMsgDef_desc_congestionReliefItem,
}

/// Structure `HcclEventMsg`: 24 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcclEventMsgDef {
    /// Member `comm`.
    pub comm: HcclComm,
    /// Member `peerRank`.
    pub peerRank: u32,
    /// Member `tag`.
    pub tag: u32,
    /// Member `hcclEventType`.
    pub hcclEventType: u32,
    /// Member `desc`.
    pub desc: anon_HcclEventMsgDef_desc,
}

/// `HcclEventMsg` names [`HcclEventMsgDef`].
pub type HcclEventMsg = HcclEventMsgDef;

abi_struct!(HcclEventMsgDef, size 24, align 8, { comm @ 0, peerRank @ 8, tag @ 12, hcclEventType @ 16, desc @ 20, desc.sendCompletionItem @ 20, desc.sendCompletionItem.reserver @ 20, desc.recvRequestItem @ 20, desc.recvRequestItem.reserver @ 20, desc.recvCompletionItem @ 20, desc.recvCompletionItem.reserver @ 20, desc.congestionReliefItem @ 20, desc.congestionReliefItem.reserver @ 20 });

/// Structure `HcomRemoteOperation`: 88 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomRemoteOperation {
    /// Member `opdesc`.
    pub opdesc: *mut c_void,
    /// Member `keyAddr`.
    pub keyAddr: *mut c_void,
    /// Member `tableId`.
    pub tableId: *mut c_int,
    /// Member `keyNumInput`.
    pub keyNumInput: *mut c_longlong,
    /// Member `uniqueIndices`.
    pub uniqueIndices: *mut c_int,
    /// Member `keyCount`.
    pub keyCount: *mut c_int,
    /// Member `value`.
    pub value: *mut c_void,
    /// Member `indices`.
    pub indices: *mut c_void,
    /// Member `numUniqued`.
    pub numUniqued: *mut c_void,
    /// Member `psSeg`.
    pub psSeg: *mut c_void,
    /// Member `psSegNum`.
    pub psSegNum: *mut c_void,
}

abi_struct!(HcomRemoteOperation, size 88, align 8, { opdesc @ 0, keyAddr @ 8, tableId @ 16, keyNumInput @ 24, uniqueIndices @ 32, keyCount @ 40, value @ 48, indices @ 56, numUniqued @ 64, psSeg @ 72, psSegNum @ 80 });

/// Structure `HcomRemoteAccessAddrInfo`: 32 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomRemoteAccessAddrInfo {
    /// Member `remotetRankID`.
    pub remotetRankID: u32,
    /// Member `remoteAddr`.
    pub remoteAddr: c_ulonglong,
    /// Member `localAddr`.
    pub localAddr: c_ulonglong,
    /// Member `length`.
    pub length: c_ulonglong,
}

abi_struct!(HcomRemoteAccessAddrInfo, size 32, align 8, { remotetRankID @ 0, remoteAddr @ 8, localAddr @ 16, length @ 24 });

/// Structure `HcomAllToAllVParams`: 72 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomAllToAllVParams {
    /// Member `sendbuf`.
    pub sendbuf: *mut c_void,
    /// Member `sendcounts`.
    pub sendcounts: *mut c_void,
    /// Member `sdispls`.
    pub sdispls: *mut c_void,
    /// Member `sendtype`.
    pub sendtype: MaybeUninit<HcclDataType>,
    /// Member `recvbuf`.
    pub recvbuf: *mut c_void,
    /// Member `recvcounts`.
    pub recvcounts: *mut c_void,
    /// Member `rdispls`.
    pub rdispls: *mut c_void,
    /// Member `recvtype`.
    pub recvtype: MaybeUninit<HcclDataType>,
    /// Member `group`.
    pub group: *const c_char,
}

abi_struct!(HcomAllToAllVParams, size 72, align 8, { sendbuf @ 0, sendcounts @ 8, sdispls @ 16, sendtype @ 24, recvbuf @ 32, recvcounts @ 40, rdispls @ 48, recvtype @ 56, group @ 64 });

/// Structure `HcomAllToAllVCParams`: 48 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomAllToAllVCParams {
    /// Member `sendbuf`.
    pub sendbuf: *mut c_void,
    /// Member `sendtype`.
    pub sendtype: MaybeUninit<HcclDataType>,
    /// Member `recvbuf`.
    pub recvbuf: *mut c_void,
    /// Member `recvtype`.
    pub recvtype: MaybeUninit<HcclDataType>,
    /// Member `sendcountmatrix`.
    pub sendcountmatrix: *mut c_void,
    /// Member `group`.
    pub group: *const c_char,
}

abi_struct!(HcomAllToAllVCParams, size 48, align 8, { sendbuf @ 0, sendtype @ 8, recvbuf @ 16, recvtype @ 24, sendcountmatrix @ 32, group @ 40 });

/// Structure `HcomGatherAllToAllVParams`: 64 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomGatherAllToAllVParams {
    /// Member `addrInfo`.
    pub addrInfo: *mut c_void,
    /// Member `addrInfoCountPerRank`.
    pub addrInfoCountPerRank: *mut c_void,
    /// Member `recvbuf`.
    pub recvbuf: *mut c_void,
    /// Member `recvcounts`.
    pub recvcounts: *mut c_void,
    /// Member `rdispls`.
    pub rdispls: *mut c_void,
    /// Member `gatheredbuf`.
    pub gatheredbuf: *mut c_void,
    /// Member `addrLength`.
    pub addrLength: c_int,
    /// Member `recvtype`.
    pub recvtype: MaybeUninit<HcclDataType>,
    /// Member `group`.
    pub group: *const c_char,
}

abi_struct!(HcomGatherAllToAllVParams, size 64, align 8, { addrInfo @ 0, addrInfoCountPerRank @ 8, recvbuf @ 16, recvcounts @ 24, rdispls @ 32, gatheredbuf @ 40, addrLength @ 48, recvtype @ 52, group @ 56 });

/// Structure `CommAttr`: 8 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagCommAttr {
    /// Member `mode`.
    pub mode: MaybeUninit<WorkMode>,
    /// Member `deviceId`.
    pub deviceId: u32,
}

/// `CommAttr` names [`tagCommAttr`].
pub type CommAttr = tagCommAttr;

abi_struct!(tagCommAttr, size 8, align 4, { mode @ 0, deviceId @ 4 });

/// Structure `HcclStatus`: 20 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclStatus {
    /// Member `srcRank`.
    pub srcRank: c_int,
    /// Member `tag`.
    pub tag: c_int,
    /// Member `error`.
    pub error: c_int,
    /// Member `cancelled`.
    pub cancelled: c_int,
    /// Member `count`.
    pub count: c_int,
}

abi_struct!(HcclStatus, size 20, align 4, { srcRank @ 0, tag @ 4, error @ 8, cancelled @ 12, count @ 16 });

/// Structure `ReqStatus`: 24 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagReqStatus {
    /// Member `tableId`.
    pub tableId: c_int,
    /// Member `tag`.
    pub tag: c_int,
    /// Member `actualSize`.
    pub actualSize: c_int,
    /// Member `rsvd0`.
    pub rsvd0: c_int,
    /// Member `globalStep`.
    pub globalStep: c_longlong,
}

/// `ReqStatus` names [`tagReqStatus`].
pub type ReqStatus = tagReqStatus;

abi_struct!(tagReqStatus, size 24, align 8, { tableId @ 0, tag @ 4, actualSize @ 8, rsvd0 @ 12, globalStep @ 16 });

/// Structure `LookupReqStatus`: 20 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagLookupReqStatus {
    /// Member `tableId`.
    pub tableId: c_int,
    /// Member `tag`.
    pub tag: c_int,
    /// Member `actualCount`.
    pub actualCount: c_int,
    /// Member `rsvd0`.
    pub rsvd0: c_int,
    /// Member `workerId`.
    pub workerId: c_int,
}

/// `LookupReqStatus` names [`tagLookupReqStatus`].
pub type LookupReqStatus = tagLookupReqStatus;

abi_struct!(tagLookupReqStatus, size 20, align 4, { tableId @ 0, tag @ 4, actualCount @ 8, rsvd0 @ 12, workerId @ 16 });

/// Structure `UpdateReqStatus`: 24 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagUpdateReqStatus {
    /// Member `tableId`.
    pub tableId: c_int,
    /// Member `tag`.
    pub tag: c_int,
    /// Member `actualKeyCount`.
    pub actualKeyCount: c_int,
    /// Member `actualValueCount`.
    pub actualValueCount: c_int,
    /// Member `globalStep`.
    pub globalStep: c_longlong,
}

/// `UpdateReqStatus` names [`tagUpdateReqStatus`].
pub type UpdateReqStatus = tagUpdateReqStatus;

abi_struct!(tagUpdateReqStatus, size 24, align 8, { tableId @ 0, tag @ 4, actualKeyCount @ 8, actualValueCount @ 12, globalStep @ 16 });

/// Structure `CalcParams`: 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tagCalcParams {
    /// Member `uniqueCost0`.
    pub uniqueCost0: c_int,
    /// Member `gatherCost0`.
    pub gatherCost0: c_int,
    /// Member `uniqueCost1`.
    pub uniqueCost1: c_int,
    /// Member `gatherCost1`.
    pub gatherCost1: c_int,
}

/// `CalcParams` names [`tagCalcParams`].
pub type CalcParams = tagCalcParams;

abi_struct!(tagCalcParams, size 16, align 4, { uniqueCost0 @ 0, gatherCost0 @ 4, uniqueCost1 @ 8, gatherCost1 @ 12 });

/// Structure `HcomP2pOpInfo`: 168 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomP2pOpInfo {
    /// Member `group`.
    pub group: [c_char; 127],
    /// Member `tag`.
    pub tag: u32,
    /// Member `peerRank`.
    pub peerRank: u32,
    /// Member `addr`.
    pub addr: *mut c_void,
    /// Member `count`.
    pub count: u64,
    /// Member `dataType`.
    pub dataType: MaybeUninit<HcclDataType>,
    /// Member `rsv0`.
    pub rsv0: i32,
    /// Member `rsv1`.
    pub rsv1: i32,
    /// Member `rsv2`.
    pub rsv2: i32,
}

abi_struct!(HcomP2pOpInfo, size 168, align 8, { group @ 0, tag @ 128, peerRank @ 132, addr @ 136, count @ 144, dataType @ 152, rsv0 @ 156, rsv1 @ 160, rsv2 @ 164 });

/// Structure `HcomCollOpInfo`: 176 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomCollOpInfo {
    /// Member `group`.
    pub group: [c_char; 127],
    /// Member `inputAddr`.
    pub inputAddr: *mut c_void,
    /// Member `outputAddr`.
    pub outputAddr: *mut c_void,
    /// Member `count`.
    pub count: u64,
    /// Member `dataType`.
    pub dataType: MaybeUninit<HcclDataType>,
    /// Member `root`.
    pub root: u32,
    /// Member `reduceOp`.
    pub reduceOp: MaybeUninit<HcclReduceOp>,
    /// Member `strideCount`.
    pub strideCount: u64,
}

abi_struct!(HcomCollOpInfo, size 176, align 8, { group @ 0, inputAddr @ 128, outputAddr @ 136, count @ 144, dataType @ 152, root @ 156, reduceOp @ 160, strideCount @ 168 });

/// Unnamed union inside [`HcomOpDesc`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcomOpDesc_info {
    /// Member `p2p`.
    pub p2p: HcomP2pOpInfo,
    /// Member `coll`.
    pub coll: HcomCollOpInfo,
}

/// Structure `HcomOpDesc`: 200 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcomOpDesc {
    /// Member `opType`.
    pub opType: MaybeUninit<HcomOperationType>,
    /// Member `schedType`.
    pub schedType: MaybeUninit<HcomSchedType>,
    /// Member `cxtId`.
    pub cxtId: i32,
    /// Member `flag`.
    pub flag: u64,
    /// Member `info`.
    pub info: anon_HcomOpDesc_info,
}

abi_struct!(HcomOpDesc, size 200, align 8, { opType @ 0, schedType @ 4, cxtId @ 8, flag @ 16, info @ 24, info.p2p @ 24, info.coll @ 24 });

/// Structure `HcomStatus`: 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcomStatus {
    /// Member `status`.
    pub status: u32,
    /// Member `rsv0`.
    pub rsv0: u32,
    /// Member `rsv1`.
    pub rsv1: u32,
    /// Member `rsv2`.
    pub rsv2: u32,
}

abi_struct!(HcomStatus, size 16, align 4, { status @ 0, rsv0 @ 4, rsv1 @ 8, rsv2 @ 12 });

/// Structure `HcclTopoDescs`: 8 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclTopoDescs {
    /// Member `algSets`.
    pub algSets: u32,
    /// Member `rankSize`.
    pub rankSize: u32,
}

abi_struct!(HcclTopoDescs, size 8, align 4, { algSets @ 0, rankSize @ 4 });

/// Unnamed struct inside [`HcclAddr`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcclAddr_info_tcp {
    /// Member `ipv4Addr`.
    pub ipv4Addr: u32,
    /// Member `port`.
    pub port: u16,
}

/// Unnamed union inside [`HcclAddr`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcclAddr_info {
    /// Member `tcp`.
    pub tcp: anon_HcclAddr_info_tcp,
    /// Member `bytes`.
    pub bytes: [u8; 28],
}

/// Structure `HcclAddr`: 32 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcclAddr {
    /// Member `type`.
    pub r#type: MaybeUninit<HcclAddrType>,
    /// Member `info`.
    pub info: anon_HcclAddr_info,
}

abi_struct!(HcclAddr, size 32, align 4, { r#type @ 0, info @ 4, info.tcp @ 4, info.tcp.ipv4Addr @ 4, info.tcp.port @ 8, info.bytes @ 4 });
