//! C functions of `hccl/hccl_ccu_res.h`, in the order of the header.

use hcomm_abi::{CcuInsHandle, HcclComm, HcclResult};

/// `HcclCommAssignCcuIns` of `hccl/hccl_ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommAssignCcuIns(comm: HcclComm, insHandle: CcuInsHandle) -> HcclResult {
    stub!(HcclCommAssignCcuIns(comm, insHandle))
}

/// `HcclCommQueryCcuIns` of `hccl/hccl_ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommQueryCcuIns(
    comm: HcclComm,
    insHandles: *mut CcuInsHandle,
    insNum: *mut u32,
) -> HcclResult {
    stub!(HcclCommQueryCcuIns(comm, insHandles, insNum))
}

/// `HcclCommQueryAssignedCcuIns` of `hccl/hccl_ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommQueryAssignedCcuIns(
    comm: HcclComm,
    insHandles: *mut CcuInsHandle,
    insNum: *mut u32,
) -> HcclResult {
    stub!(HcclCommQueryAssignedCcuIns(comm, insHandles, insNum))
}
