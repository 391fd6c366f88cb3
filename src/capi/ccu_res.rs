//! C functions of `hcomm/ccu/ccu_res.h`, in the order of the header.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use hcomm_abi::{
    CcuEventHandle, CcuInsHandle, CcuResult, CcuVariableHandle, HcommCcuResDescHandle, HcommCcuResType,
};

/// `HcommCcuVariableAlloc` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuVariableAlloc(
    insHandle: CcuInsHandle,
    dieId: u8,
    num: u32,
    varHandle: *mut CcuVariableHandle,
) -> CcuResult {
    stub!(HcommCcuVariableAlloc(insHandle, dieId, num, varHandle))
}

/// `HcommCcuEventAlloc` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuEventAlloc(
    insHandle: CcuInsHandle,
    dieId: u8,
    num: u32,
    eventHandle: *mut CcuEventHandle,
) -> CcuResult {
    stub!(HcommCcuEventAlloc(insHandle, dieId, num, eventHandle))
}

/// `HcommCcuVariableGetAddr` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuVariableGetAddr(
    varHandle: CcuVariableHandle,
    index: u32,
    va: *mut u64,
) -> CcuResult {
    stub!(HcommCcuVariableGetAddr(varHandle, index, va))
}

/// `HcommCcuEventGetAddr` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuEventGetAddr(
    eventHandle: CcuEventHandle,
    index: u32,
    va: *mut u64,
) -> CcuResult {
    stub!(HcommCcuEventGetAddr(eventHandle, index, va))
}

/// `HcommCcuInsResDescCreate` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsResDescCreate(
    dieId: u32,
    resDesc: *mut HcommCcuResDescHandle,
) -> CcuResult {
    stub!(HcommCcuInsResDescCreate(dieId, resDesc))
}

/// `HcommCcuInsResDescDestroy` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsResDescDestroy(resDesc: HcommCcuResDescHandle) -> CcuResult {
    stub!(HcommCcuInsResDescDestroy(resDesc))
}

/// `HcommCcuInsResDescQueryDieId` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsResDescQueryDieId(
    resDesc: HcommCcuResDescHandle,
    dieId: *mut u32,
) -> CcuResult {
    stub!(HcommCcuInsResDescQueryDieId(resDesc, dieId))
}

/// `HcommCcuInsResDescSetNum` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsResDescSetNum(
    resDesc: HcommCcuResDescHandle,
    resType: MaybeUninit<HcommCcuResType>,
    resNum: u32,
) -> CcuResult {
    stub!(HcommCcuInsResDescSetNum(resDesc, resType, resNum))
}

/// `HcommCcuInsResDescQueryNum` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsResDescQueryNum(
    resDesc: HcommCcuResDescHandle,
    resType: MaybeUninit<HcommCcuResType>,
    resNum: *mut u32,
) -> CcuResult {
    stub!(HcommCcuInsResDescQueryNum(resDesc, resType, resNum))
}

/// `HcommCcuInsCreate` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsCreate(
    resDescs: *const HcommCcuResDescHandle,
    resDescNum: u32,
    ccuInsHandle: *mut CcuInsHandle,
) -> CcuResult {
    stub!(HcommCcuInsCreate(resDescs, resDescNum, ccuInsHandle))
}

/// `HcommCcuInsCreateDefault` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsCreateDefault(
    dieIds: *const u32,
    dieNum: u32,
    ccuInsHandle: *mut CcuInsHandle,
) -> CcuResult {
    stub!(HcommCcuInsCreateDefault(dieIds, dieNum, ccuInsHandle))
}

/// `HcommCcuInsDestroy` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsDestroy(ccuInsHandle: CcuInsHandle) -> CcuResult {
    stub!(HcommCcuInsDestroy(ccuInsHandle))
}

/// `HcommCcuInsQueryResDesc` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuInsQueryResDesc(
    ccuInsHandle: CcuInsHandle,
    resDesc: HcommCcuResDescHandle,
) -> CcuResult {
    stub!(HcommCcuInsQueryResDesc(ccuInsHandle, resDesc))
}

/// `HcommCcuQueryRemainResDesc` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuQueryRemainResDesc(resDesc: HcommCcuResDescHandle) -> CcuResult {
    stub!(HcommCcuQueryRemainResDesc(resDesc))
}

/// `HcommCcuKernelQueryResReq` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuKernelQueryResReq(
    kernelFunc: *const c_void,
    kernelArgs: *mut *const c_void,
    argNum: u32,
    resDesc: HcommCcuResDescHandle,
) -> CcuResult {
    stub!(HcommCcuKernelQueryResReq(kernelFunc, kernelArgs, argNum, resDesc))
}

/// `HcommCcuGetMemToken` of `hcomm/ccu/ccu_res.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommCcuGetMemToken(srcVa: u64, size: u64, tokenInfo: *mut u64) -> CcuResult {
    stub!(HcommCcuGetMemToken(srcVa, size, tokenInfo))
}
