//! C functions of `hcomm/ccu/ccu_res.h`, in the order of the header.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use hcomm_abi::{
    CcuEventHandle, CcuInsHandle, CcuResult, CcuVariableHandle, HcommCcuResDescHandle, HcommCcuResType,
};

/// Reserves `num` variables of an instance on a die for the host. Errors: `CCU_E_PTR` for NULL or an unknown
/// instance, `CCU_E_PARA` for a die or a number out of range, `CCU_E_UNAVAIL` if there are not enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuVariableAlloc(
    insHandle: CcuInsHandle,
    dieId: u8,
    num: u32,
    varHandle: *mut CcuVariableHandle,
) -> CcuResult {
    stub!(HcommCcuVariableAlloc(insHandle, dieId, num, varHandle))
}

/// Reserves `num` events of an instance on a die for the host. Errors: as `HcommCcuVariableAlloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuEventAlloc(
    insHandle: CcuInsHandle,
    dieId: u8,
    num: u32,
    eventHandle: *mut CcuEventHandle,
) -> CcuResult {
    stub!(HcommCcuEventAlloc(insHandle, dieId, num, eventHandle))
}

/// Gives the address at which the host can reach a reserved variable. Errors: `CCU_E_PTR` for NULL,
/// `CCU_E_NOT_FOUND` for an unknown handle, `CCU_E_PARA` for an index out of range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuVariableGetAddr(
    varHandle: CcuVariableHandle,
    index: u32,
    va: *mut u64,
) -> CcuResult {
    stub!(HcommCcuVariableGetAddr(varHandle, index, va))
}

/// Gives the address at which the host can reach a reserved event. Errors: as `HcommCcuVariableGetAddr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuEventGetAddr(
    eventHandle: CcuEventHandle,
    index: u32,
    va: *mut u64,
) -> CcuResult {
    stub!(HcommCcuEventGetAddr(eventHandle, index, va))
}

/// Makes an empty description of resources on a die (0 or 1); the caller destroys it. Use it on one thread at
/// a time. Errors: `CCU_E_PARA` for another die, `CCU_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsResDescCreate(
    dieId: u32,
    resDesc: *mut HcommCcuResDescHandle,
) -> CcuResult {
    stub!(HcommCcuInsResDescCreate(dieId, resDesc))
}

/// Destroys a description of resources. Errors: `CCU_E_NOT_FOUND` for an unknown one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsResDescDestroy(resDesc: HcommCcuResDescHandle) -> CcuResult {
    stub!(HcommCcuInsResDescDestroy(resDesc))
}

/// Gives the die of a description. Errors: `CCU_E_NOT_FOUND` for an unknown one, `CCU_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsResDescQueryDieId(
    resDesc: HcommCcuResDescHandle,
    dieId: *mut u32,
) -> CcuResult {
    stub!(HcommCcuInsResDescQueryDieId(resDesc, dieId))
}

/// Sets how many resources of a kind a description has. Errors: `CCU_E_NOT_FOUND` for an unknown description,
/// `CCU_E_PARA` for an unknown kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsResDescSetNum(
    resDesc: HcommCcuResDescHandle,
    resType: MaybeUninit<HcommCcuResType>,
    resNum: u32,
) -> CcuResult {
    stub!(HcommCcuInsResDescSetNum(resDesc, resType, resNum))
}

/// Gives how many resources of a kind a description has. Errors: as `HcommCcuInsResDescSetNum`, `CCU_E_PTR`
/// for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsResDescQueryNum(
    resDesc: HcommCcuResDescHandle,
    resType: MaybeUninit<HcommCcuResType>,
    resNum: *mut u32,
) -> CcuResult {
    stub!(HcommCcuInsResDescQueryNum(resDesc, resType, resNum))
}

/// Makes a CCU instance with the described resources, at most one description per die; the caller destroys
/// it. Errors: `CCU_E_PTR` for NULL or an unknown description, `CCU_E_PARA` for a number out of range or a
/// die twice, `CCU_E_UNAVAIL` if there are not enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsCreate(
    resDescs: *const HcommCcuResDescHandle,
    resDescNum: u32,
    ccuInsHandle: *mut CcuInsHandle,
) -> CcuResult {
    stub!(HcommCcuInsCreate(resDescs, resDescNum, ccuInsHandle))
}

/// Makes a CCU instance with everything that is left on the given dies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsCreateDefault(
    dieIds: *const u32,
    dieNum: u32,
    ccuInsHandle: *mut CcuInsHandle,
) -> CcuResult {
    stub!(HcommCcuInsCreateDefault(dieIds, dieNum, ccuInsHandle))
}

/// Destroys a CCU instance with its kernels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsDestroy(ccuInsHandle: CcuInsHandle) -> CcuResult {
    stub!(HcommCcuInsDestroy(ccuInsHandle))
}

/// Writes the resources of an instance into a description; blocks may have been rounded up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsQueryResDesc(
    ccuInsHandle: CcuInsHandle,
    resDesc: HcommCcuResDescHandle,
) -> CcuResult {
    stub!(HcommCcuInsQueryResDesc(ccuInsHandle, resDesc))
}

/// Writes the resources that are left on the die of a description into it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuQueryRemainResDesc(resDesc: HcommCcuResDescHandle) -> CcuResult {
    stub!(HcommCcuQueryRemainResDesc(resDesc))
}

/// Runs a kernel function without keeping its instructions and writes the resources that it needs into a
/// description. Errors: `CCU_E_PTR` for NULL, `CCU_E_PARA` for more than one argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuKernelQueryResReq(
    kernelFunc: *const c_void,
    kernelArgs: *mut *const c_void,
    argNum: u32,
    resDesc: HcommCcuResDescHandle,
) -> CcuResult {
    stub!(HcommCcuKernelQueryResReq(kernelFunc, kernelArgs, argNum, resDesc))
}

/// Gives the token that a kernel needs for `size` bytes of memory at `srcVa`. Errors: `CCU_E_PTR` for NULL,
/// `CCU_E_PARA` for 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuGetMemToken(srcVa: u64, size: u64, tokenInfo: *mut u64) -> CcuResult {
    stub!(HcommCcuGetMemToken(srcVa, size, tokenInfo))
}
