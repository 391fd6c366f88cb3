//! C functions of `hccl/hccl_ccu_res.h`, in the order of the header.

use hcomm_abi::{CcuInsHandle, HcclComm, HcclResult};

/// Gives a CCU instance to a communicator, which destroys it at its end. Errors: `HCCL_E_PTR` for NULL,
/// `HCCL_E_PARA` for 0 or if there is one already, `HCCL_E_NOT_FOUND` for an unknown instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommAssignCcuIns(comm: HcclComm, insHandle: CcuInsHandle) -> HcclResult {
    stub!(HcclCommAssignCcuIns(comm, insHandle))
}

/// Gives the CCU instance that a communicator makes for itself at the first call; it stays the
/// communicator's. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_UNAVAIL` if the communicator does not use the CCU.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommQueryCcuIns(
    comm: HcclComm,
    insHandles: *mut CcuInsHandle,
    insNum: *mut u32,
) -> HcclResult {
    stub!(HcclCommQueryCcuIns(comm, insHandles, insNum))
}

/// Gives the CCU instance of `HcclCommAssignCcuIns`. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_UNAVAIL` if there
/// is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommQueryAssignedCcuIns(
    comm: HcclComm,
    insHandles: *mut CcuInsHandle,
    insNum: *mut u32,
) -> HcclResult {
    stub!(HcclCommQueryAssignedCcuIns(comm, insHandles, insNum))
}
