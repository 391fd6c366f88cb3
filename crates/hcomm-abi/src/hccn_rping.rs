//! Types and constants of `hccl/hccn_rping.h`.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

/// Constant `HCCN_RPING_PAYLOAD_LEN_MAX`.
pub const HCCN_RPING_PAYLOAD_LEN_MAX: u32 = 0x5dc;
/// Constant `HCCN_RPING_ADDR_TYPE_IP`.
pub const HCCN_RPING_ADDR_TYPE_IP: u32 = 0;
/// Constant `HCCN_RPING_ADDR_TYPE_EID`.
pub const HCCN_RPING_ADDR_TYPE_EID: u32 = 1;

/// Type `HccnRpingCtx`.
pub type HccnRpingCtx = *mut c_void;

/// Enumeration `HccnResult`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HccnResult {
    /// Value 0.
    HCCN_SUCCESS = 0,
    /// Value 1.
    HCCN_E_AGAIN = 1,
    /// Value 2.
    HCCN_E_FAIL = 2,
    /// Value 3.
    HCCN_E_PARA = 3,
    /// Value 4.
    HCCN_E_MEM = 4,
    /// Value 5.
    HCCN_E_RESERVED = 5,
}

abi_enum!(HccnResult { HCCN_SUCCESS, HCCN_E_AGAIN, HCCN_E_FAIL, HCCN_E_PARA, HCCN_E_MEM, HCCN_E_RESERVED });

impl crate::ResultCode for HccnResult {
    fn from_code(code: i32) -> Self {
        match code {
            0 => HccnResult::HCCN_SUCCESS,
            // HCCL_E_PARA, HCCL_E_PTR.
            1 | 2 => HccnResult::HCCN_E_PARA,
            // HCCL_E_MEMORY, HCCL_E_OOM.
            3 | 24 => HccnResult::HCCN_E_MEM,
            // HCCL_E_AGAIN.
            20 => HccnResult::HCCN_E_AGAIN,
            _ => HccnResult::HCCN_E_FAIL,
        }
    }
    fn code(self) -> i32 {
        self as i32
    }
}

pub use HccnResult::*;

/// Enumeration `HccnRpingMode`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HccnRpingMode {
    /// Value 0.
    HCCN_RPING_MODE_ROCE = 0,
    /// Value 1.
    HCCN_RPING_MODE_UB = 1,
    /// Value 2.
    PING_MODE_IPoUB = 2,
    /// Value 3.
    HCCN_RPING_MODE_RESERVED = 3,
}

abi_enum!(HccnRpingMode {
    HCCN_RPING_MODE_ROCE,
    HCCN_RPING_MODE_UB,
    PING_MODE_IPoUB,
    HCCN_RPING_MODE_RESERVED
});
pub use HccnRpingMode::*;

/// Enumeration `HccnRpingAddTargetState`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HccnRpingAddTargetState {
    /// Value 0.
    HCCN_RPING_ADDTARGET_STATE_DONE = 0,
    /// Value 1.
    HCCN_RPING_ADDTARGET_STATE_DOING = 1,
    /// Value 2.
    HCCN_RPING_ADDTARGET_STATE_FAIL = 2,
    /// Value 3.
    HCCN_RPING_ADDTARGET_STATE_TIMEOUT = 3,
    /// Value 4.
    HCCN_RPING_ADDTARGET_STATE_RESERVED = 4,
}

abi_enum!(HccnRpingAddTargetState {
    HCCN_RPING_ADDTARGET_STATE_DONE,
    HCCN_RPING_ADDTARGET_STATE_DOING,
    HCCN_RPING_ADDTARGET_STATE_FAIL,
    HCCN_RPING_ADDTARGET_STATE_TIMEOUT,
    HCCN_RPING_ADDTARGET_STATE_RESERVED
});
pub use HccnRpingAddTargetState::*;

/// Enumeration `HccnRpingResultState`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HccnRpingResultState {
    /// Value 0.
    HCCN_RPING_RESULT_STATE_NOT_FOUND = 0,
    /// Value 1.
    HCCN_RPING_RESULT_STATE_INVALID = 1,
    /// Value 2.
    HCCN_RPING_RESULT_STATE_VALID = 2,
    /// Value 3.
    HCCN_RPING_RESULT_STATE_RESERVED = 3,
}

abi_enum!(HccnRpingResultState {
    HCCN_RPING_RESULT_STATE_NOT_FOUND,
    HCCN_RPING_RESULT_STATE_INVALID,
    HCCN_RPING_RESULT_STATE_VALID,
    HCCN_RPING_RESULT_STATE_RESERVED
});
pub use HccnRpingResultState::*;

/// Unnamed union inside [`HccnRpingInitAttrDef`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HccnRpingInitAttrDef_0 {
    /// Member `ipAddr`.
    pub ipAddr: *mut c_char,
    /// Member `eid`.
    pub eid: *mut c_char,
}

/// Structure `HccnRpingInitAttr`: 32 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HccnRpingInitAttrDef {
    /// Member `mode`.
    pub mode: MaybeUninit<HccnRpingMode>,
    /// Member `port`.
    pub port: u32,
    /// Member `npuNum`.
    pub npuNum: u32,
    /// Member `bufferSize`.
    pub bufferSize: u32,
    /// Member `sl`.
    pub sl: u32,
    /// Member `tc`.
    pub tc: u32,
    /// Member `anon_0`.
    pub anon_0: anon_HccnRpingInitAttrDef_0,
}

/// `HccnRpingInitAttr` names [`HccnRpingInitAttrDef`].
pub type HccnRpingInitAttr = HccnRpingInitAttrDef;

abi_struct!(HccnRpingInitAttrDef, size 32, align 8, { mode @ 0, port @ 4, npuNum @ 8, bufferSize @ 12, sl @ 16, tc @ 20, anon_0.ipAddr @ 24, anon_0.eid @ 24 });

/// Unnamed union inside [`HccnRpingTargetInfoDef`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HccnRpingTargetInfoDef_0 {
    /// Member `reserved`.
    pub reserved: u32,
    /// Member `addrType`.
    pub addrType: u32,
}

/// Unnamed union inside [`HccnRpingTargetInfoDef`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HccnRpingTargetInfoDef_1 {
    /// Member `srcIp`.
    pub srcIp: *mut c_char,
    /// Member `srcEid`.
    pub srcEid: *mut c_char,
}

/// Unnamed union inside [`HccnRpingTargetInfoDef`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HccnRpingTargetInfoDef_2 {
    /// Member `dstIp`.
    pub dstIp: *mut c_char,
    /// Member `dstEid`.
    pub dstEid: *mut c_char,
}

/// Structure `HccnRpingTargetInfo`: 1544 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HccnRpingTargetInfoDef {
    /// Member `srcPort`.
    pub srcPort: u32,
    /// Member `anon_0`.
    pub anon_0: anon_HccnRpingTargetInfoDef_0,
    /// Member `sl`.
    pub sl: u32,
    /// Member `tc`.
    pub tc: u32,
    /// Member `port`.
    pub port: u32,
    /// Member `payloadLen`.
    pub payloadLen: u32,
    /// Member `payload`.
    pub payload: [c_char; 1500],
    /// Member `anon_1`.
    pub anon_1: anon_HccnRpingTargetInfoDef_1,
    /// Member `anon_2`.
    pub anon_2: anon_HccnRpingTargetInfoDef_2,
}

/// `HccnRpingTargetInfo` names [`HccnRpingTargetInfoDef`].
pub type HccnRpingTargetInfo = HccnRpingTargetInfoDef;

abi_struct!(HccnRpingTargetInfoDef, size 1544, align 8, { srcPort @ 0, anon_0.reserved @ 4, anon_0.addrType @ 4, sl @ 8, tc @ 12, port @ 16, payloadLen @ 20, payload @ 24, anon_1.srcIp @ 1528, anon_1.srcEid @ 1528, anon_2.dstIp @ 1536, anon_2.dstEid @ 1536 });

/// Structure `HccnRpingResultInfo`: 44 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HccnRpingResultInfoDef {
    /// Member `txPkt`.
    pub txPkt: u32,
    /// Member `rxPkt`.
    pub rxPkt: u32,
    /// Member `minRTT`.
    pub minRTT: u32,
    /// Member `maxRTT`.
    pub maxRTT: u32,
    /// Member `avgRTT`.
    pub avgRTT: u32,
    /// Member `state`.
    pub state: MaybeUninit<HccnRpingResultState>,
    /// Member `reserved`.
    pub reserved: [u32; 5],
}

/// `HccnRpingResultInfo` names [`HccnRpingResultInfoDef`].
pub type HccnRpingResultInfo = HccnRpingResultInfoDef;

abi_struct!(HccnRpingResultInfoDef, size 44, align 4, { txPkt @ 0, rxPkt @ 4, minRTT @ 8, maxRTT @ 12, avgRTT @ 16, state @ 20, reserved @ 24 });

/// Structure `HccnRpingTimestamp`: 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HccnRpingTimestampDef {
    /// Member `sec`.
    pub sec: u64,
    /// Member `usec`.
    pub usec: u64,
}

/// `HccnRpingTimestamp` names [`HccnRpingTimestampDef`].
pub type HccnRpingTimestamp = HccnRpingTimestampDef;

abi_struct!(HccnRpingTimestampDef, size 16, align 8, { sec @ 0, usec @ 8 });

/// Structure `HccnRpingAddTargetConfig`: 36 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HccnRpingAddTargetConfigDef {
    /// Member `connectTimeout`.
    pub connectTimeout: u32,
    /// Member `reserve`.
    pub reserve: [u8; 32],
}

/// `HccnRpingAddTargetConfig` names [`HccnRpingAddTargetConfigDef`].
pub type HccnRpingAddTargetConfig = HccnRpingAddTargetConfigDef;

abi_struct!(HccnRpingAddTargetConfigDef, size 36, align 4, { connectTimeout @ 0, reserve @ 4 });

/// Unnamed union inside [`HccnRpingPayloadHeadDef`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HccnRpingPayloadHeadDef_0 {
    /// Member `srcIp`.
    pub srcIp: [c_char; 64],
    /// Member `srcEid`.
    pub srcEid: [c_char; 16],
}

/// Unnamed union inside [`HccnRpingPayloadHeadDef`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HccnRpingPayloadHeadDef_1 {
    /// Member `dstIp`.
    pub dstIp: [c_char; 64],
    /// Member `dstEid`.
    pub dstEid: [c_char; 16],
}

/// Structure `HccnRpingPayloadHead`: 256 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HccnRpingPayloadHeadDef {
    /// Member `anon_0`.
    pub anon_0: anon_HccnRpingPayloadHeadDef_0,
    /// Member `anon_1`.
    pub anon_1: anon_HccnRpingPayloadHeadDef_1,
    /// Member `payloadLen`.
    pub payloadLen: u32,
    /// Member `resvd`.
    pub resvd: [u32; 3],
    /// Member `t1`.
    pub t1: HccnRpingTimestamp,
    /// Member `t2`.
    pub t2: HccnRpingTimestamp,
    /// Member `t3`.
    pub t3: HccnRpingTimestamp,
    /// Member `t4`.
    pub t4: HccnRpingTimestamp,
    /// Member `rpingBatchId`.
    pub rpingBatchId: u32,
    /// Member `addr_type`.
    pub addr_type: u32,
    /// Member `reserved`.
    pub reserved: [u8; 40],
}

/// `HccnRpingPayloadHead` names [`HccnRpingPayloadHeadDef`].
pub type HccnRpingPayloadHead = HccnRpingPayloadHeadDef;

abi_struct!(HccnRpingPayloadHeadDef, size 256, align 8, { anon_0.srcIp @ 0, anon_0.srcEid @ 0, anon_1.dstIp @ 64, anon_1.dstEid @ 64, payloadLen @ 128, resvd @ 132, t1 @ 144, t2 @ 160, t3 @ 176, t4 @ 192, rpingBatchId @ 208, addr_type @ 212, reserved @ 216 });
