//! Types and constants of `hccl/hccn_rping.h`.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

/// Most bytes of a packet's content.
pub const HCCN_RPING_PAYLOAD_LEN_MAX: u32 = 0x5dc;
/// The address is an IP address.
pub const HCCN_RPING_ADDR_TYPE_IP: u32 = 0;
/// The address is an EID.
pub const HCCN_RPING_ADDR_TYPE_EID: u32 = 1;

/// An opened port.
pub type HccnRpingCtx = *mut c_void;

/// What functions of this header return.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HccnResult {
    /// Success.
    HCCN_SUCCESS = 0,
    /// Not now: try again.
    HCCN_E_AGAIN = 1,
    /// Failure, also of what is not offered.
    HCCN_E_FAIL = 2,
    /// An argument is out of range.
    HCCN_E_PARA = 3,
    /// Memory could not be had.
    HCCN_E_MEM = 4,
    /// Bound of the values; never returned.
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

/// Which network.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HccnRpingMode {
    /// RoCE.
    HCCN_RPING_MODE_ROCE = 0,
    /// UB.
    HCCN_RPING_MODE_UB = 1,
    /// IP over UB.
    PING_MODE_IPoUB = 2,
    /// Bound of the values.
    HCCN_RPING_MODE_RESERVED = 3,
}

abi_enum!(HccnRpingMode {
    HCCN_RPING_MODE_ROCE,
    HCCN_RPING_MODE_UB,
    PING_MODE_IPoUB,
    HCCN_RPING_MODE_RESERVED
});
pub use HccnRpingMode::*;

/// Whether a port can be measured yet.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HccnRpingAddTargetState {
    /// Yes.
    HCCN_RPING_ADDTARGET_STATE_DONE = 0,
    /// Not yet.
    HCCN_RPING_ADDTARGET_STATE_DOING = 1,
    /// No, it failed.
    HCCN_RPING_ADDTARGET_STATE_FAIL = 2,
    /// No, it did not answer in time.
    HCCN_RPING_ADDTARGET_STATE_TIMEOUT = 3,
    /// Bound of the values.
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

/// Whether a result means something.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HccnRpingResultState {
    /// The port is not among those that are measured.
    HCCN_RPING_RESULT_STATE_NOT_FOUND = 0,
    /// No: nothing was measured.
    HCCN_RPING_RESULT_STATE_INVALID = 1,
    /// Yes.
    HCCN_RPING_RESULT_STATE_VALID = 2,
    /// Bound of the values.
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
    /// IP address, as text.
    pub ipAddr: *mut c_char,
    /// EID, as text.
    pub eid: *mut c_char,
}

/// The port to open.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HccnRpingInitAttrDef {
    /// Network.
    pub mode: MaybeUninit<HccnRpingMode>,
    /// UDP or TCP port of the control connection.
    pub port: u32,
    /// Devices that will be measured.
    pub npuNum: u32,
    /// Bytes for answers.
    pub bufferSize: u32,
    /// Service level of the network, 0 to 7; all bits set is the default.
    pub sl: u32,
    /// Traffic class of the network, 0 to 255 and a multiple of 4; all bits set is the default.
    pub tc: u32,
    /// Address of the port.
    pub anon_0: anon_HccnRpingInitAttrDef_0,
}

/// `HccnRpingInitAttr` names [`HccnRpingInitAttrDef`].
pub type HccnRpingInitAttr = HccnRpingInitAttrDef;

abi_struct!(HccnRpingInitAttrDef, size 32, align 8, { mode @ 0, port @ 4, npuNum @ 8, bufferSize @ 12, sl @ 16, tc @ 20, anon_0.ipAddr @ 24, anon_0.eid @ 24 });

/// Unnamed union inside [`HccnRpingTargetInfoDef`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HccnRpingTargetInfoDef_0 {
    /// Not used; 0.
    pub reserved: u32,
    /// `HCCN_RPING_ADDR_TYPE_IP` or `HCCN_RPING_ADDR_TYPE_EID`.
    pub addrType: u32,
}

/// Unnamed union inside [`HccnRpingTargetInfoDef`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HccnRpingTargetInfoDef_1 {
    /// Address of this side, if it is an IP address.
    pub srcIp: *mut c_char,
    /// Address of this side, if it is an EID.
    pub srcEid: *mut c_char,
}

/// Unnamed union inside [`HccnRpingTargetInfoDef`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HccnRpingTargetInfoDef_2 {
    /// Address of the other side, if it is an IP address.
    pub dstIp: *mut c_char,
    /// Address of the other side, if it is an EID.
    pub dstEid: *mut c_char,
}

/// A port to measure.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HccnRpingTargetInfoDef {
    /// UDP source port; chooses the path.
    pub srcPort: u32,
    /// Kind of addresses.
    pub anon_0: anon_HccnRpingTargetInfoDef_0,
    /// Service level of the network, 0 to 7; all bits set is the default.
    pub sl: u32,
    /// Traffic class of the network, 0 to 255 and a multiple of 4; all bits set is the default.
    pub tc: u32,
    /// Port of the other side's control connection.
    pub port: u32,
    /// Bytes of content.
    pub payloadLen: u32,
    /// Content of the packets.
    pub payload: [c_char; 1500],
    /// Address of this side.
    pub anon_1: anon_HccnRpingTargetInfoDef_1,
    /// Address of the other side.
    pub anon_2: anon_HccnRpingTargetInfoDef_2,
}

/// `HccnRpingTargetInfo` names [`HccnRpingTargetInfoDef`].
pub type HccnRpingTargetInfo = HccnRpingTargetInfoDef;

abi_struct!(HccnRpingTargetInfoDef, size 1544, align 8, { srcPort @ 0, anon_0.reserved @ 4, anon_0.addrType @ 4, sl @ 8, tc @ 12, port @ 16, payloadLen @ 20, payload @ 24, anon_1.srcIp @ 1528, anon_1.srcEid @ 1528, anon_2.dstIp @ 1536, anon_2.dstEid @ 1536 });

/// What was measured for a port.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HccnRpingResultInfoDef {
    /// Packets sent.
    pub txPkt: u32,
    /// Packets answered.
    pub rxPkt: u32,
    /// Shortest round trip in microseconds.
    pub minRTT: u32,
    /// Longest round trip in microseconds.
    pub maxRTT: u32,
    /// Mean round trip in microseconds.
    pub avgRTT: u32,
    /// Whether the result means something.
    pub state: MaybeUninit<HccnRpingResultState>,
    /// Not used; 0.
    pub reserved: [u32; 5],
}

/// `HccnRpingResultInfo` names [`HccnRpingResultInfoDef`].
pub type HccnRpingResultInfo = HccnRpingResultInfoDef;

abi_struct!(HccnRpingResultInfoDef, size 44, align 4, { txPkt @ 0, rxPkt @ 4, minRTT @ 8, maxRTT @ 12, avgRTT @ 16, state @ 20, reserved @ 24 });

/// A time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HccnRpingTimestampDef {
    /// Seconds.
    pub sec: u64,
    /// Microseconds.
    pub usec: u64,
}

/// `HccnRpingTimestamp` names [`HccnRpingTimestampDef`].
pub type HccnRpingTimestamp = HccnRpingTimestampDef;

abi_struct!(HccnRpingTimestampDef, size 16, align 8, { sec @ 0, usec @ 8 });

/// Options for adding ports.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HccnRpingAddTargetConfigDef {
    /// Time limit for connecting in milliseconds.
    pub connectTimeout: u32,
    /// Not used; 0.
    pub reserve: [u8; 32],
}

/// `HccnRpingAddTargetConfig` names [`HccnRpingAddTargetConfigDef`].
pub type HccnRpingAddTargetConfig = HccnRpingAddTargetConfigDef;

abi_struct!(HccnRpingAddTargetConfigDef, size 36, align 4, { connectTimeout @ 0, reserve @ 4 });

/// Unnamed union inside [`HccnRpingPayloadHeadDef`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HccnRpingPayloadHeadDef_0 {
    /// Address of this side, if it is an IP address.
    pub srcIp: [c_char; 64],
    /// Address of this side, if it is an EID.
    pub srcEid: [c_char; 16],
}

/// Unnamed union inside [`HccnRpingPayloadHeadDef`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HccnRpingPayloadHeadDef_1 {
    /// Address of the other side, if it is an IP address.
    pub dstIp: [c_char; 64],
    /// Address of the other side, if it is an EID.
    pub dstEid: [c_char; 16],
}

/// Start of an answer's content.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HccnRpingPayloadHeadDef {
    /// Address of this side.
    pub anon_0: anon_HccnRpingPayloadHeadDef_0,
    /// Address of the other side.
    pub anon_1: anon_HccnRpingPayloadHeadDef_1,
    /// Bytes of content behind this header.
    pub payloadLen: u32,
    /// Not used; 0.
    pub resvd: [u32; 3],
    /// When the packet was sent.
    pub t1: HccnRpingTimestamp,
    /// When the other side got it.
    pub t2: HccnRpingTimestamp,
    /// When the other side answered.
    pub t3: HccnRpingTimestamp,
    /// When the answer came.
    pub t4: HccnRpingTimestamp,
    /// Number of the measurement.
    pub rpingBatchId: u32,
    /// `HCCN_RPING_ADDR_TYPE_IP` or `HCCN_RPING_ADDR_TYPE_EID`.
    pub addr_type: u32,
    /// Not used; 0.
    pub reserved: [u8; 40],
}

/// `HccnRpingPayloadHead` names [`HccnRpingPayloadHeadDef`].
pub type HccnRpingPayloadHead = HccnRpingPayloadHeadDef;

abi_struct!(HccnRpingPayloadHeadDef, size 256, align 8, { anon_0.srcIp @ 0, anon_0.srcEid @ 0, anon_1.dstIp @ 64, anon_1.dstEid @ 64, payloadLen @ 128, resvd @ 132, t1 @ 144, t2 @ 160, t3 @ 176, t4 @ 192, rpingBatchId @ 208, addr_type @ 212, reserved @ 216 });
