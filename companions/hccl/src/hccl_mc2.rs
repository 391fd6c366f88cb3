//! C functions of `hccl/hccl_mc2.h`, in the order of the header.

use core::ffi::{c_char, c_void};

use hcomm_abi::{HcclComm, HcclResult};
use hcomm_ffi::stub;

/// `HcclKfcAllocOpArgs`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcAllocOpArgs(opArgs: *mut *mut c_void) -> HcclResult {
    stub!(HcclKfcAllocOpArgs(opArgs))
}

/// `HcclKfcFreeOpArgs`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcFreeOpArgs(opArgs: *mut c_void) -> HcclResult {
    stub!(HcclKfcFreeOpArgs(opArgs))
}

/// `HcclKfcOpArgsSetSrcDataType`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcOpArgsSetSrcDataType(opArgs: *mut c_void, srcDataType: u8) -> HcclResult {
    stub!(HcclKfcOpArgsSetSrcDataType(opArgs, srcDataType))
}

/// `HcclKfcOpArgsSetDstDataType`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcOpArgsSetDstDataType(opArgs: *mut c_void, dstDataType: u8) -> HcclResult {
    stub!(HcclKfcOpArgsSetDstDataType(opArgs, dstDataType))
}

/// `HcclKfcOpArgsSetReduceType`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcOpArgsSetReduceType(opArgs: *mut c_void, reduceType: u32) -> HcclResult {
    stub!(HcclKfcOpArgsSetReduceType(opArgs, reduceType))
}

/// `HcclKfcOpArgsSetCount`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcOpArgsSetCount(opArgs: *mut c_void, count: u64) -> HcclResult {
    stub!(HcclKfcOpArgsSetCount(opArgs, count))
}

/// `HcclKfcOpArgsSetAlgConfig`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcOpArgsSetAlgConfig(
    opArgs: *mut c_void,
    algConfig: *mut c_char,
) -> HcclResult {
    stub!(HcclKfcOpArgsSetAlgConfig(opArgs, algConfig))
}

/// `HcclKfcOpArgsSetCommEngine`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcOpArgsSetCommEngine(opArgs: *mut c_void, commEngine: u8) -> HcclResult {
    stub!(HcclKfcOpArgsSetCommEngine(opArgs, commEngine))
}

/// `HcclCreateOpResCtx`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCreateOpResCtx(
    comm: HcclComm,
    opType: u8,
    opArgs: *mut c_void,
    opResCtx: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclCreateOpResCtx(comm, opType, opArgs, opResCtx))
}
