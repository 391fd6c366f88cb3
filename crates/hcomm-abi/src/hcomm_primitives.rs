//! Types and constants of `hcomm/hcomm_primitives.h`.

use core::ffi::c_void;
use core::mem::MaybeUninit;

/// Tells that the functions for time-outs take a float.
pub const HCOMM_TIMEOUT_FLOAT_TYPE: u32 = 1;

/// How two elements become one.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcommReduceOp {
    /// Sum.
    HCOMM_REDUCE_SUM = 0,
    /// Product.
    HCOMM_REDUCE_PROD = 1,
    /// Larger one.
    HCOMM_REDUCE_MAX = 2,
    /// Smaller one.
    HCOMM_REDUCE_MIN = 3,
    /// No reduction.
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

/// Type of the elements of a buffer.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcommDataType {
    /// 8-bit signed integer.
    HCOMM_DATA_TYPE_INT8 = 0,
    /// 16-bit signed integer.
    HCOMM_DATA_TYPE_INT16 = 1,
    /// 32-bit signed integer.
    HCOMM_DATA_TYPE_INT32 = 2,
    /// 16-bit float (IEEE 754 binary16).
    HCOMM_DATA_TYPE_FP16 = 3,
    /// 32-bit float.
    HCOMM_DATA_TYPE_FP32 = 4,
    /// 64-bit signed integer.
    HCOMM_DATA_TYPE_INT64 = 5,
    /// 64-bit unsigned integer.
    HCOMM_DATA_TYPE_UINT64 = 6,
    /// 8-bit unsigned integer.
    HCOMM_DATA_TYPE_UINT8 = 7,
    /// 16-bit unsigned integer.
    HCOMM_DATA_TYPE_UINT16 = 8,
    /// 32-bit unsigned integer.
    HCOMM_DATA_TYPE_UINT32 = 9,
    /// 64-bit float.
    HCOMM_DATA_TYPE_FP64 = 10,
    /// 16-bit float with the exponent of a 32-bit float (bfloat16).
    HCOMM_DATA_TYPE_BFP16 = 11,
    /// 128-bit signed integer.
    HCOMM_DATA_TYPE_INT128 = 12,
    /// 8-bit float with a variable exponent.
    HCOMM_DATA_TYPE_HIF8 = 14,
    /// 8-bit float, 4 bits of exponent, 3 of mantissa.
    HCOMM_DATA_TYPE_FP8E4M3 = 15,
    /// 8-bit float, 5 bits of exponent, 2 of mantissa.
    HCOMM_DATA_TYPE_FP8E5M2 = 16,
    /// 8-bit exponent without mantissa.
    HCOMM_DATA_TYPE_FP8E8M0 = 17,
    /// No type.
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

/// Kinds of transfers of a batch.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HcommTransferType {
    /// None.
    HCOMM_TRANSFER_TYPE_INVALID = -1,
    /// Write; member `write`.
    HCOMM_TRANSFER_TYPE_WRITE = 0,
    /// Reduction into the peer's memory; member `reduce`.
    HCOMM_TRANSFER_TYPE_WRITE_REDUCE = 1,
    /// Write, then notify; member `writeWithNotify`.
    HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY = 2,
    /// Reduction, then notify; member `writeReduceWithNotify`.
    HCOMM_TRANSFER_TYPE_WRITE_REDUCE_WITH_NOTIFY = 3,
    /// Read; member `read`.
    HCOMM_TRANSFER_TYPE_READ = 4,
    /// Reduction from the peer's memory; member `reduce`.
    HCOMM_TRANSFER_TYPE_READ_REDUCE = 5,
    /// Notify; member `notifyRecord`.
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
    /// Bytes.
    pub len: u64,
    /// Where the result goes.
    pub dst: *mut c_void,
    /// Where the data comes from.
    pub src: *mut c_void,
}

/// Unnamed struct inside [`HcommBatchTransferDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommBatchTransferDesc_transferInfo_read {
    /// Bytes.
    pub len: u64,
    /// Where the result goes.
    pub dst: *mut c_void,
    /// Where the data comes from.
    pub src: *mut c_void,
}

/// Unnamed struct inside [`HcommBatchTransferDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommBatchTransferDesc_transferInfo_reduce {
    /// Elements.
    pub count: u64,
    /// Where the result goes.
    pub dst: *mut c_void,
    /// Where the data comes from.
    pub src: *mut c_void,
    /// Reduction.
    pub reduceOp: MaybeUninit<HcommReduceOp>,
    /// Type of the elements.
    pub dataType: MaybeUninit<HcommDataType>,
}

/// Unnamed struct inside [`HcommBatchTransferDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommBatchTransferDesc_transferInfo_notifyRecord {
    /// Notify of the peer.
    pub notifyIdx: u32,
}

/// Unnamed struct inside [`HcommBatchTransferDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommBatchTransferDesc_transferInfo_writeWithNotify {
    /// Bytes.
    pub len: u64,
    /// Where the result goes.
    pub dst: *mut c_void,
    /// Where the data comes from.
    pub src: *mut c_void,
    /// Notify of the peer that is recorded behind the data.
    pub notifyIdx: u32,
}

/// Unnamed struct inside [`HcommBatchTransferDesc`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_HcommBatchTransferDesc_transferInfo_writeReduceWithNotify {
    /// Elements.
    pub count: u64,
    /// Where the result goes.
    pub dst: *mut c_void,
    /// Where the data comes from.
    pub src: *mut c_void,
    /// Reduction.
    pub reduceOp: MaybeUninit<HcommReduceOp>,
    /// Type of the elements.
    pub dataType: MaybeUninit<HcommDataType>,
    /// Notify of the peer that is recorded behind the data.
    pub notifyIdx: u32,
}

/// Unnamed union inside [`HcommBatchTransferDesc`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcommBatchTransferDesc_transferInfo {
    /// All bytes; they fix the size.
    pub raws: [u8; 56],
    /// For a write.
    pub write: anon_HcommBatchTransferDesc_transferInfo_write,
    /// For a read.
    pub read: anon_HcommBatchTransferDesc_transferInfo_read,
    /// For both reductions.
    pub reduce: anon_HcommBatchTransferDesc_transferInfo_reduce,
    /// For a notify.
    pub notifyRecord: anon_HcommBatchTransferDesc_transferInfo_notifyRecord,
    /// For a write with a notify.
    pub writeWithNotify: anon_HcommBatchTransferDesc_transferInfo_writeWithNotify,
    /// For a reduction with a notify.
    pub writeReduceWithNotify: anon_HcommBatchTransferDesc_transferInfo_writeReduceWithNotify,
}

/// One transfer of `HcommBatchTransferOnThread`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcommBatchTransferDesc {
    /// Kind.
    pub transType: MaybeUninit<HcommTransferType>,
    /// Not used; 0.
    pub reserved: [u8; 4],
    /// Arguments, by kind.
    pub transferInfo: anon_HcommBatchTransferDesc_transferInfo,
}

abi_struct!(HcommBatchTransferDesc, size 64, align 8, { transType @ 0, reserved @ 4, transferInfo @ 8, transferInfo.raws @ 8, transferInfo.write @ 8, transferInfo.write.len @ 8, transferInfo.write.dst @ 16, transferInfo.write.src @ 24, transferInfo.read @ 8, transferInfo.read.len @ 8, transferInfo.read.dst @ 16, transferInfo.read.src @ 24, transferInfo.reduce @ 8, transferInfo.reduce.count @ 8, transferInfo.reduce.dst @ 16, transferInfo.reduce.src @ 24, transferInfo.reduce.reduceOp @ 32, transferInfo.reduce.dataType @ 36, transferInfo.notifyRecord @ 8, transferInfo.notifyRecord.notifyIdx @ 8, transferInfo.writeWithNotify @ 8, transferInfo.writeWithNotify.len @ 8, transferInfo.writeWithNotify.dst @ 16, transferInfo.writeWithNotify.src @ 24, transferInfo.writeWithNotify.notifyIdx @ 32, transferInfo.writeReduceWithNotify @ 8, transferInfo.writeReduceWithNotify.count @ 8, transferInfo.writeReduceWithNotify.dst @ 16, transferInfo.writeReduceWithNotify.src @ 24, transferInfo.writeReduceWithNotify.reduceOp @ 32, transferInfo.writeReduceWithNotify.dataType @ 36, transferInfo.writeReduceWithNotify.notifyIdx @ 40 });
