//! C functions of `hccl/hccn_rping.h`, in the order of the header.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use hcomm_abi::{
    HccnResult, HccnRpingAddTargetConfig, HccnRpingAddTargetState, HccnRpingCtx, HccnRpingInitAttr,
    HccnRpingResultInfo, HccnRpingTargetInfo,
};

/// Opens a network port of a device for measuring; the caller ends that with `HccnRpingDeinit`.
///
/// As for all functions of this header, what is not offered gives `HCCN_E_FAIL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingInit(
    devLogicId: u32,
    initAttr: *mut HccnRpingInitAttr,
    rpingCtx: *mut HccnRpingCtx,
) -> HccnResult {
    stub!(HccnRpingInit(devLogicId, initAttr, rpingCtx))
}

/// Ends what `HccnRpingInit` opened.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingDeinit(rpingCtx: HccnRpingCtx) -> HccnResult {
    stub!(HccnRpingDeinit(rpingCtx))
}

/// Adds ports of other devices to those that are measured.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingAddTarget(
    rpingCtx: HccnRpingCtx,
    targetNum: u32,
    target: *mut HccnRpingTargetInfo,
) -> HccnResult {
    stub!(HccnRpingAddTarget(rpingCtx, targetNum, target))
}

/// As `HccnRpingAddTarget`, with a time limit for connecting.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingAddTargetV2(
    rpingCtx: HccnRpingCtx,
    targetNum: u32,
    target: *mut HccnRpingTargetInfo,
    config: *mut HccnRpingAddTargetConfig,
) -> HccnResult {
    stub!(HccnRpingAddTargetV2(rpingCtx, targetNum, target, config))
}

/// As `HccnRpingAddTarget`, with a configuration.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingAddTargetWithCfg(
    rpingCtx: HccnRpingCtx,
    targetNum: u32,
    target: *mut HccnRpingTargetInfo,
    config: *mut HccnRpingAddTargetConfig,
) -> HccnResult {
    stub!(HccnRpingAddTargetWithCfg(rpingCtx, targetNum, target, config))
}

/// Removes ports from those that are measured.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingRemoveTarget(
    rpingCtx: HccnRpingCtx,
    targetNum: u32,
    target: *mut HccnRpingTargetInfo,
) -> HccnResult {
    stub!(HccnRpingRemoveTarget(rpingCtx, targetNum, target))
}

/// Writes the state of each port: whether it can be measured yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingGetTarget(
    rpingCtx: HccnRpingCtx,
    targetNum: u32,
    target: *mut HccnRpingTargetInfo,
    targetState: *mut MaybeUninit<HccnRpingAddTargetState>,
) -> HccnResult {
    stub!(HccnRpingGetTarget(rpingCtx, targetNum, target, targetState))
}

/// Starts to send packets to all ports: how many, at which distance in milliseconds, and how long to wait for
/// each answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingBatchPingStart(
    rpingCtx: HccnRpingCtx,
    pktNum: u32,
    interval: u32,
    timeout: u32,
) -> HccnResult {
    stub!(HccnRpingBatchPingStart(rpingCtx, pktNum, interval, timeout))
}

/// Stops to send packets.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingBatchPingStop(rpingCtx: HccnRpingCtx) -> HccnResult {
    stub!(HccnRpingBatchPingStop(rpingCtx))
}

/// Writes the results of ports: packets sent and answered, round trip times.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingGetResult(
    rpingCtx: HccnRpingCtx,
    targetNum: u32,
    target: *mut HccnRpingTargetInfo,
    result: *mut HccnRpingResultInfo,
) -> HccnResult {
    stub!(HccnRpingGetResult(rpingCtx, targetNum, target, result))
}

/// Gives the content of the newest answers; the memory stays the library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HccnRpingGetPayload(
    rpingCtx: HccnRpingCtx,
    payload: *mut *mut c_void,
    payloadLen: *mut u32,
) -> HccnResult {
    stub!(HccnRpingGetPayload(rpingCtx, payload, payloadLen))
}
