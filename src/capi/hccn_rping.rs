//! C functions of `hccl/hccn_rping.h`, in the order of the header.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use hcomm_abi::{
    HccnResult, HccnRpingAddTargetConfig, HccnRpingAddTargetState, HccnRpingCtx, HccnRpingInitAttr,
    HccnRpingResultInfo, HccnRpingTargetInfo,
};

/// `HccnRpingInit` of `hccl/hccn_rping.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingInit(
    devLogicId: u32,
    initAttr: *mut HccnRpingInitAttr,
    rpingCtx: *mut HccnRpingCtx,
) -> HccnResult {
    stub!(HccnRpingInit(devLogicId, initAttr, rpingCtx))
}

/// `HccnRpingDeinit` of `hccl/hccn_rping.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingDeinit(rpingCtx: HccnRpingCtx) -> HccnResult {
    stub!(HccnRpingDeinit(rpingCtx))
}

/// `HccnRpingAddTarget` of `hccl/hccn_rping.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingAddTarget(
    rpingCtx: HccnRpingCtx,
    targetNum: u32,
    target: *mut HccnRpingTargetInfo,
) -> HccnResult {
    stub!(HccnRpingAddTarget(rpingCtx, targetNum, target))
}

/// `HccnRpingAddTargetV2` of `hccl/hccn_rping.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingAddTargetV2(
    rpingCtx: HccnRpingCtx,
    targetNum: u32,
    target: *mut HccnRpingTargetInfo,
    config: *mut HccnRpingAddTargetConfig,
) -> HccnResult {
    stub!(HccnRpingAddTargetV2(rpingCtx, targetNum, target, config))
}

/// `HccnRpingAddTargetWithCfg` of `hccl/hccn_rping.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingAddTargetWithCfg(
    rpingCtx: HccnRpingCtx,
    targetNum: u32,
    target: *mut HccnRpingTargetInfo,
    config: *mut HccnRpingAddTargetConfig,
) -> HccnResult {
    stub!(HccnRpingAddTargetWithCfg(rpingCtx, targetNum, target, config))
}

/// `HccnRpingRemoveTarget` of `hccl/hccn_rping.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingRemoveTarget(
    rpingCtx: HccnRpingCtx,
    targetNum: u32,
    target: *mut HccnRpingTargetInfo,
) -> HccnResult {
    stub!(HccnRpingRemoveTarget(rpingCtx, targetNum, target))
}

/// `HccnRpingGetTarget` of `hccl/hccn_rping.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingGetTarget(
    rpingCtx: HccnRpingCtx,
    targetNum: u32,
    target: *mut HccnRpingTargetInfo,
    targetState: *mut MaybeUninit<HccnRpingAddTargetState>,
) -> HccnResult {
    stub!(HccnRpingGetTarget(rpingCtx, targetNum, target, targetState))
}

/// `HccnRpingBatchPingStart` of `hccl/hccn_rping.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingBatchPingStart(
    rpingCtx: HccnRpingCtx,
    pktNum: u32,
    interval: u32,
    timeout: u32,
) -> HccnResult {
    stub!(HccnRpingBatchPingStart(rpingCtx, pktNum, interval, timeout))
}

/// `HccnRpingBatchPingStop` of `hccl/hccn_rping.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingBatchPingStop(rpingCtx: HccnRpingCtx) -> HccnResult {
    stub!(HccnRpingBatchPingStop(rpingCtx))
}

/// `HccnRpingGetResult` of `hccl/hccn_rping.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingGetResult(
    rpingCtx: HccnRpingCtx,
    targetNum: u32,
    target: *mut HccnRpingTargetInfo,
    result: *mut HccnRpingResultInfo,
) -> HccnResult {
    stub!(HccnRpingGetResult(rpingCtx, targetNum, target, result))
}

/// `HccnRpingGetPayload` of `hccl/hccn_rping.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingGetPayload(
    rpingCtx: HccnRpingCtx,
    payload: *mut *mut c_void,
    payloadLen: *mut u32,
) -> HccnResult {
    stub!(HccnRpingGetPayload(rpingCtx, payload, payloadLen))
}
