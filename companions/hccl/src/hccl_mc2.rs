//! C functions of `hccl/hccl_mc2.h`, in the order of the header.

use core::ffi::{c_char, c_void};

use hcomm_abi::{HcclComm, HcclResult};
use hcomm_ffi::stub;

/// Makes an empty set of arguments for `HcclCreateOpResCtx`; the caller frees it with `HcclKfcFreeOpArgs`.
/// Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcAllocOpArgs(opArgs: *mut *mut c_void) -> HcclResult {
    stub!(HcclKfcAllocOpArgs(opArgs))
}

/// Frees a set of arguments. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcFreeOpArgs(opArgs: *mut c_void) -> HcclResult {
    stub!(HcclKfcFreeOpArgs(opArgs))
}

/// Sets the type of the input elements, a number of `HcclDataType`. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcOpArgsSetSrcDataType(opArgs: *mut c_void, srcDataType: u8) -> HcclResult {
    stub!(HcclKfcOpArgsSetSrcDataType(opArgs, srcDataType))
}

/// Sets the type of the output elements, a number of `HcclDataType`. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcOpArgsSetDstDataType(opArgs: *mut c_void, dstDataType: u8) -> HcclResult {
    stub!(HcclKfcOpArgsSetDstDataType(opArgs, dstDataType))
}

/// Sets the reduction, a number of `HcclReduceOp`. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcOpArgsSetReduceType(opArgs: *mut c_void, reduceType: u32) -> HcclResult {
    stub!(HcclKfcOpArgsSetReduceType(opArgs, reduceType))
}

/// Sets the number of elements. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcOpArgsSetCount(opArgs: *mut c_void, count: u64) -> HcclResult {
    stub!(HcclKfcOpArgsSetCount(opArgs, count))
}

/// Sets the choice of algorithms, as text that is copied. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcOpArgsSetAlgConfig(
    opArgs: *mut c_void,
    algConfig: *mut c_char,
) -> HcclResult {
    stub!(HcclKfcOpArgsSetAlgConfig(opArgs, algConfig))
}

/// Sets the engine, a number of `CommEngine`. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclKfcOpArgsSetCommEngine(opArgs: *mut c_void, commEngine: u8) -> HcclResult {
    stub!(HcclKfcOpArgsSetCommEngine(opArgs, commEngine))
}

/// Makes the resources that an operator which fuses computing and communication needs, and gives the device
/// address of their description; it lives as long as the communicator. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCreateOpResCtx(
    comm: HcclComm,
    opType: u8,
    opArgs: *mut c_void,
    opResCtx: *mut *mut c_void,
) -> HcclResult {
    stub!(HcclCreateOpResCtx(comm, opType, opArgs, opResCtx))
}
