//! C functions of `hccl/hccl_comm.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    HcclComm, HcclCommConfig, HcclCommStateCallback, HcclCommStatus, HcclCommSymWindow, HcclConfig,
    HcclConfigType, HcclConfigValue, HcclResult, HcclRootInfo, aclrtDrvMemHandle, aclrtStream,
};

/// `HcclCommInitClusterInfo` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommInitClusterInfo(
    clusterInfo: *const c_char,
    rank: u32,
    comm: *mut HcclComm,
) -> HcclResult {
    stub!(HcclCommInitClusterInfo(clusterInfo, rank, comm))
}

/// `HcclCommInitClusterInfoConfig` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommInitClusterInfoConfig(
    clusterInfo: *const c_char,
    rank: u32,
    config: *mut HcclCommConfig,
    comm: *mut HcclComm,
) -> HcclResult {
    stub!(HcclCommInitClusterInfoConfig(clusterInfo, rank, config, comm))
}

/// `HcclCreateSubCommConfig` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCreateSubCommConfig(
    comm: *mut HcclComm,
    rankNum: u32,
    rankIds: *mut u32,
    subCommId: u64,
    subCommRankId: u32,
    config: *mut HcclCommConfig,
    subComm: *mut HcclComm,
) -> HcclResult {
    stub!(HcclCreateSubCommConfig(comm, rankNum, rankIds, subCommId, subCommRankId, config, subComm))
}

/// `HcclGetRootInfo` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetRootInfo(rootInfo: *mut HcclRootInfo) -> HcclResult {
    stub!(HcclGetRootInfo(rootInfo))
}

/// `HcclCommInitRootInfo` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommInitRootInfo(
    nRanks: u32,
    rootInfo: *const HcclRootInfo,
    rank: u32,
    comm: *mut HcclComm,
) -> HcclResult {
    stub!(HcclCommInitRootInfo(nRanks, rootInfo, rank, comm))
}

/// `HcclCommInitRootInfoConfig` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommInitRootInfoConfig(
    nRanks: u32,
    rootInfo: *const HcclRootInfo,
    rank: u32,
    config: *const HcclCommConfig,
    comm: *mut HcclComm,
) -> HcclResult {
    stub!(HcclCommInitRootInfoConfig(nRanks, rootInfo, rank, config, comm))
}

/// `HcclSetConfig` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclSetConfig(
    config: MaybeUninit<HcclConfig>,
    configValue: HcclConfigValue,
) -> HcclResult {
    stub!(HcclSetConfig(config, configValue))
}

/// `HcclGetConfig` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetConfig(
    config: MaybeUninit<HcclConfig>,
    configValue: *mut HcclConfigValue,
) -> HcclResult {
    stub!(HcclGetConfig(config, configValue))
}

/// `HcclGetCommName` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetCommName(comm: HcclComm, commName: *mut c_char) -> HcclResult {
    stub!(HcclGetCommName(comm, commName))
}

/// `HcclCommGetHandleWithName` of `hccl/hccl_comm.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommGetHandleWithName(
    commName: *const c_char,
    comm: *mut HcclComm,
) -> HcclResult {
    stub!(HcclCommGetHandleWithName(commName, comm))
}

/// `HcclGetRankSize` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetRankSize(comm: HcclComm, rankSize: *mut u32) -> HcclResult {
    stub!(HcclGetRankSize(comm, rankSize))
}

/// `HcclGetRankId` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetRankId(comm: HcclComm, rank: *mut u32) -> HcclResult {
    stub!(HcclGetRankId(comm, rank))
}

/// `HcclBarrier` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclBarrier(comm: HcclComm, stream: aclrtStream) -> HcclResult {
    stub!(HcclBarrier(comm, stream))
}

/// `HcclCommDestroy` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommDestroy(comm: HcclComm) -> HcclResult {
    stub!(HcclCommDestroy(comm))
}

/// `HcclCommInitAll` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommInitAll(ndev: u32, devices: *mut i32, comms: *mut HcclComm) -> HcclResult {
    stub!(HcclCommInitAll(ndev, devices, comms))
}

/// `HcclGetCommAsyncError` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetCommAsyncError(
    comm: HcclComm,
    asyncError: *mut MaybeUninit<HcclResult>,
) -> HcclResult {
    stub!(HcclGetCommAsyncError(comm, asyncError))
}

/// `HcclGetErrorString` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetErrorString(code: MaybeUninit<HcclResult>) -> *const c_char {
    stub!(HcclGetErrorString(code), core::ptr::null())
}

/// `HcclGetCommConfigCapability` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetCommConfigCapability() -> u32 {
    stub!(HcclGetCommConfigCapability(), 0)
}

/// `HcclCommSuspend` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommSuspend(comm: HcclComm) -> HcclResult {
    stub!(HcclCommSuspend(comm))
}

/// `HcclCommRegCommStateCallback` of `hccl/hccl_comm.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommRegCommStateCallback(
    regName: *const c_char,
    cb: HcclCommStateCallback,
    args: *mut c_void,
) -> HcclResult {
    stub!(HcclCommRegCommStateCallback(regName, cb, args))
}

/// `HcclCommResume` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommResume(comm: HcclComm) -> HcclResult {
    stub!(HcclCommResume(comm))
}

/// `HcclCommGetStatus` of `hccl/hccl_comm.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommGetStatus(
    commId: *const c_char,
    status: *mut MaybeUninit<HcclCommStatus>,
) -> HcclResult {
    stub!(HcclCommGetStatus(commId, status))
}

/// `HcclCommSetMemoryRange` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommSetMemoryRange(
    comm: HcclComm,
    baseVirPtr: *mut c_void,
    size: usize,
    alignment: usize,
    flags: u64,
) -> HcclResult {
    stub!(HcclCommSetMemoryRange(comm, baseVirPtr, size, alignment, flags))
}

/// `HcclCommUnsetMemoryRange` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommUnsetMemoryRange(comm: HcclComm, baseVirPtr: *mut c_void) -> HcclResult {
    stub!(HcclCommUnsetMemoryRange(comm, baseVirPtr))
}

/// `HcclCommActivateCommMemory` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommActivateCommMemory(
    comm: HcclComm,
    virPtr: *mut c_void,
    size: usize,
    offset: usize,
    handle: aclrtDrvMemHandle,
    flags: u64,
) -> HcclResult {
    stub!(HcclCommActivateCommMemory(comm, virPtr, size, offset, handle, flags))
}

/// `HcclCommDeactivateCommMemory` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommDeactivateCommMemory(comm: HcclComm, virPtr: *mut c_void) -> HcclResult {
    stub!(HcclCommDeactivateCommMemory(comm, virPtr))
}

/// `HcclCommWorkingDevNicSet` of `hccl/hccl_comm.h`.
///
/// cbindgen:postfix=HCOMM_WEAK_SYMBOL
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommWorkingDevNicSet(
    comm: HcclComm,
    ranks: *mut u32,
    useBackup: *mut bool,
    nRanks: u32,
) -> HcclResult {
    stub!(HcclCommWorkingDevNicSet(comm, ranks, useBackup, nRanks))
}

/// `HcclGroupStart` of `hccl/hccl_comm.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGroupStart() -> HcclResult {
    stub!(HcclGroupStart())
}

/// `HcclGroupEnd` of `hccl/hccl_comm.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGroupEnd() -> HcclResult {
    stub!(HcclGroupEnd())
}

/// `HcclGroupStatusGet` of `hccl/hccl_comm.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGroupStatusGet(isGroupEnabled: *mut bool) -> HcclResult {
    stub!(HcclGroupStatusGet(isGroupEnabled))
}

/// `HcclCommSymWinRegister` of `hccl/hccl_comm.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommSymWinRegister(
    comm: HcclComm,
    addr: *mut c_void,
    size: u64,
    winHandle: *mut HcclCommSymWindow,
    flag: u32,
) -> HcclResult {
    stub!(HcclCommSymWinRegister(comm, addr, size, winHandle, flag))
}

/// `HcclCommSymWinDeregister` of `hccl/hccl_comm.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommSymWinDeregister(winHandle: HcclCommSymWindow) -> HcclResult {
    stub!(HcclCommSymWinDeregister(winHandle))
}

/// `HcclCommSymWinGet` of `hccl/hccl_comm.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclCommSymWinGet(
    comm: HcclComm,
    ptr: *mut c_void,
    size: usize,
    winHandle: *mut HcclCommSymWindow,
    offset: *mut usize,
) -> HcclResult {
    stub!(HcclCommSymWinGet(comm, ptr, size, winHandle, offset))
}

/// `HcclConfigGetInfo` of `hccl/hccl_comm.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclConfigGetInfo(
    comm: HcclComm,
    cfgType: MaybeUninit<HcclConfigType>,
    infoLen: u32,
    info: *mut c_void,
) -> HcclResult {
    stub!(HcclConfigGetInfo(comm, cfgType, infoLen, info))
}
