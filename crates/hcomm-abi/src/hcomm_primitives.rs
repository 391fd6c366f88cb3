//! Types and constants of `hcomm/hcomm_primitives.h`.

use core::ffi::c_void;
use core::mem::MaybeUninit;

/// Constant `HCOMM_TIMEOUT_FLOAT_TYPE`.
pub const HCOMM_TIMEOUT_FLOAT_TYPE: u32 = 1;

/// Enumeration `HcommReduceOp`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcommReduceOp {
    /// Value 0.
    HCOMM_REDUCE_SUM = 0,
    /// Value 1.
    HCOMM_REDUCE_PROD = 1,
    /// Value 2.
    HCOMM_REDUCE_MAX = 2,
    /// Value 3.
    HCOMM_REDUCE_MIN = 3,
    /// Value 255.
    HCOMM_REDUCE_RESERVED = 255,
}

abi_enum!(HcommReduceOp {
    HCOMM_REDUCE_SUM,
    HCOMM_REDUCE_PROD,
    HCOMM_REDUCE_MAX,
    HCOMM_REDUCE_MIN,
    HCOMM_REDUCE_RESERVED
});
pub use HcommReduceOp::*;

/// Enumeration `HcommDataType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcommDataType {
    /// Value 0.
    HCOMM_DATA_TYPE_INT8 = 0,
    /// Value 1.
    HCOMM_DATA_TYPE_INT16 = 1,
    /// Value 2.
    HCOMM_DATA_TYPE_INT32 = 2,
    /// Value 3.
    HCOMM_DATA_TYPE_FP16 = 3,
    /// Value 4.
    HCOMM_DATA_TYPE_FP32 = 4,
    /// Value 5.
    HCOMM_DATA_TYPE_INT64 = 5,
    /// Value 6.
    HCOMM_DATA_TYPE_UINT64 = 6,
    /// Value 7.
    HCOMM_DATA_TYPE_UINT8 = 7,
    /// Value 8.
    HCOMM_DATA_TYPE_UINT16 = 8,
    /// Value 9.
    HCOMM_DATA_TYPE_UINT32 = 9,
    /// Value 10.
    HCOMM_DATA_TYPE_FP64 = 10,
    /// Value 11.
    HCOMM_DATA_TYPE_BFP16 = 11,
    /// Value 12.
    HCOMM_DATA_TYPE_INT128 = 12,
    /// Value 14.
    HCOMM_DATA_TYPE_HIF8 = 14,
    /// Value 15.
    HCOMM_DATA_TYPE_FP8E4M3 = 15,
    /// Value 16.
    HCOMM_DATA_TYPE_FP8E5M2 = 16,
    /// Value 17.
    HCOMM_DATA_TYPE_FP8E8M0 = 17,
    /// Value 255.
    HCOMM_DATA_TYPE_RESERVED = 255,
}

abi_enum!(HcommDataType {
    HCOMM_DATA_TYPE_INT8,
    HCOMM_DATA_TYPE_INT16,
    HCOMM_DATA_TYPE_INT32,
    HCOMM_DATA_TYPE_FP16,
    HCOMM_DATA_TYPE_FP32,
    HCOMM_DATA_TYPE_INT64,
    HCOMM_DATA_TYPE_UINT64,
    HCOMM_DATA_TYPE_UINT8,
    HCOMM_DATA_TYPE_UINT16,
    HCOMM_DATA_TYPE_UINT32,
    HCOMM_DATA_TYPE_FP64,
    HCOMM_DATA_TYPE_BFP16,
    HCOMM_DATA_TYPE_INT128,
    HCOMM_DATA_TYPE_HIF8,
    HCOMM_DATA_TYPE_FP8E4M3,
    HCOMM_DATA_TYPE_FP8E5M2,
    HCOMM_DATA_TYPE_FP8E8M0,
    HCOMM_DATA_TYPE_RESERVED
});
pub use HcommDataType::*;

/// Enumeration `HcommTransferType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcommTransferType {
    /// Value -1.
    HCOMM_TRANSFER_TYPE_INVALID = -1,
    /// Value 0.
    HCOMM_TRANSFER_TYPE_WRITE = 0,
    /// Value 1.
    HCOMM_TRANSFER_TYPE_WRITE_REDUCE = 1,
    /// Value 2.
    HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY = 2,
    /// Value 3.
    HCOMM_TRANSFER_TYPE_WRITE_REDUCE_WITH_NOTIFY = 3,
    /// Value 4.
    HCOMM_TRANSFER_TYPE_READ = 4,
    /// Value 5.
    HCOMM_TRANSFER_TYPE_READ_REDUCE = 5,
    /// Value 6.
    HCOMM_TRANSFER_TYPE_NOTIFY_RECORD = 6,
}

abi_enum!(HcommTransferType {
    HCOMM_TRANSFER_TYPE_INVALID,
    HCOMM_TRANSFER_TYPE_WRITE,
    HCOMM_TRANSFER_TYPE_WRITE_REDUCE,
    HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY,
    HCOMM_TRANSFER_TYPE_WRITE_REDUCE_WITH_NOTIFY,
    HCOMM_TRANSFER_TYPE_READ,
    HCOMM_TRANSFER_TYPE_READ_REDUCE,
    HCOMM_TRANSFER_TYPE_NOTIFY_RECORD
});
pub use HcommTransferType::*;

/// Unnamed struct inside [`HcommBatchTransferDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommBatchTransferDesc_transferInfo_write {
    /// Member `len`.
    pub len: u64,
    /// Member `dst`.
    pub dst: *mut c_void,
    /// Member `src`.
    pub src: *mut c_void,
}

/// Unnamed struct inside [`HcommBatchTransferDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommBatchTransferDesc_transferInfo_read {
    /// Member `len`.
    pub len: u64,
    /// Member `dst`.
    pub dst: *mut c_void,
    /// Member `src`.
    pub src: *mut c_void,
}

/// Unnamed struct inside [`HcommBatchTransferDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommBatchTransferDesc_transferInfo_reduce {
    /// Member `count`.
    pub count: u64,
    /// Member `dst`.
    pub dst: *mut c_void,
    /// Member `src`.
    pub src: *mut c_void,
    /// Member `reduceOp`.
    pub reduceOp: MaybeUninit<HcommReduceOp>,
    /// Member `dataType`.
    pub dataType: MaybeUninit<HcommDataType>,
}

/// Unnamed struct inside [`HcommBatchTransferDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommBatchTransferDesc_transferInfo_notifyRecord {
    /// Member `notifyIdx`.
    pub notifyIdx: u32,
}

/// Unnamed struct inside [`HcommBatchTransferDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommBatchTransferDesc_transferInfo_writeWithNotify {
    /// Member `len`.
    pub len: u64,
    /// Member `dst`.
    pub dst: *mut c_void,
    /// Member `src`.
    pub src: *mut c_void,
    /// Member `notifyIdx`.
    pub notifyIdx: u32,
}

/// Unnamed struct inside [`HcommBatchTransferDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommBatchTransferDesc_transferInfo_writeReduceWithNotify {
    /// Member `count`.
    pub count: u64,
    /// Member `dst`.
    pub dst: *mut c_void,
    /// Member `src`.
    pub src: *mut c_void,
    /// Member `reduceOp`.
    pub reduceOp: MaybeUninit<HcommReduceOp>,
    /// Member `dataType`.
    pub dataType: MaybeUninit<HcommDataType>,
    /// Member `notifyIdx`.
    pub notifyIdx: u32,
}

/// Unnamed union inside [`HcommBatchTransferDesc`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcommBatchTransferDesc_transferInfo {
    /// Member `raws`.
    pub raws: [u8; 56],
    /// Member `write`.
    pub write: anon_HcommBatchTransferDesc_transferInfo_write,
    /// Member `read`.
    pub read: anon_HcommBatchTransferDesc_transferInfo_read,
    /// Member `reduce`.
    pub reduce: anon_HcommBatchTransferDesc_transferInfo_reduce,
    /// Member `notifyRecord`.
    pub notifyRecord: anon_HcommBatchTransferDesc_transferInfo_notifyRecord,
    /// Member `writeWithNotify`.
    pub writeWithNotify: anon_HcommBatchTransferDesc_transferInfo_writeWithNotify,
    /// Member `writeReduceWithNotify`.
    pub writeReduceWithNotify: anon_HcommBatchTransferDesc_transferInfo_writeReduceWithNotify,
}

/// Structure `HcommBatchTransferDesc`: 64 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcommBatchTransferDesc {
    /// Member `transType`.
    pub transType: MaybeUninit<HcommTransferType>,
    /// Member `reserved`.
    pub reserved: [u8; 4],
    /// Member `transferInfo`.
    pub transferInfo: anon_HcommBatchTransferDesc_transferInfo,
}

abi_struct!(HcommBatchTransferDesc, size 64, align 8, { transType @ 0, reserved @ 4, transferInfo @ 8, transferInfo.raws @ 8, transferInfo.write @ 8, transferInfo.write.len @ 8, transferInfo.write.dst @ 16, transferInfo.write.src @ 24, transferInfo.read @ 8, transferInfo.read.len @ 8, transferInfo.read.dst @ 16, transferInfo.read.src @ 24, transferInfo.reduce @ 8, transferInfo.reduce.count @ 8, transferInfo.reduce.dst @ 16, transferInfo.reduce.src @ 24, transferInfo.reduce.reduceOp @ 32, transferInfo.reduce.dataType @ 36, transferInfo.notifyRecord @ 8, transferInfo.notifyRecord.notifyIdx @ 8, transferInfo.writeWithNotify @ 8, transferInfo.writeWithNotify.len @ 8, transferInfo.writeWithNotify.dst @ 16, transferInfo.writeWithNotify.src @ 24, transferInfo.writeWithNotify.notifyIdx @ 32, transferInfo.writeReduceWithNotify @ 8, transferInfo.writeReduceWithNotify.count @ 8, transferInfo.writeReduceWithNotify.dst @ 16, transferInfo.writeReduceWithNotify.src @ 24, transferInfo.writeReduceWithNotify.reduceOp @ 32, transferInfo.writeReduceWithNotify.dataType @ 36, transferInfo.writeReduceWithNotify.notifyIdx @ 40 });
