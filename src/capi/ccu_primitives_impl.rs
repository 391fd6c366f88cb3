//! C functions of `hcomm/ccu/ccu_primitives_impl.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    CcuAddressHandle, CcuBufferHandle, CcuConditionType, CcuEventHandle, CcuLocalAddrHandle, CcuLoop,
    CcuLoopCfg, CcuLoopConfig, CcuLoopGroup, CcuLoopGroupCfg, CcuLoopGroupConfig, CcuRemoteAddrHandle,
    CcuResult, CcuVariableHandle, ChannelHandle, HcclDataType, HcclReduceOp,
};

/// `CcuVariableAlloc` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableAlloc(varHandle: *mut CcuVariableHandle) -> CcuResult {
    stub!(CcuVariableAlloc(varHandle))
}

/// `CcuAddressAlloc` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAlloc(addrHandle: *mut CcuAddressHandle) -> CcuResult {
    stub!(CcuAddressAlloc(addrHandle))
}

/// `CcuEventAlloc` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuEventAlloc(eventHandle: *mut CcuEventHandle) -> CcuResult {
    stub!(CcuEventAlloc(eventHandle))
}

/// `CcuBufferAlloc` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuBufferAlloc(bufHandle: *mut CcuBufferHandle) -> CcuResult {
    stub!(CcuBufferAlloc(bufHandle))
}

/// `CcuLocalAddrAlloc` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLocalAddrAlloc(
    localAddrHandle: *mut CcuLocalAddrHandle,
    addrHandle: *mut CcuAddressHandle,
    tokenHandle: *mut CcuVariableHandle,
) -> CcuResult {
    stub!(CcuLocalAddrAlloc(localAddrHandle, addrHandle, tokenHandle))
}

/// `CcuRemoteAddrAlloc` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuRemoteAddrAlloc(
    remoteAddrHandle: *mut CcuRemoteAddrHandle,
    addrHandle: *mut CcuAddressHandle,
    tokenHandle: *mut CcuVariableHandle,
) -> CcuResult {
    stub!(CcuRemoteAddrAlloc(remoteAddrHandle, addrHandle, tokenHandle))
}

/// `CcuBlockVariableAlloc` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuBlockVariableAlloc(varHandles: *mut CcuVariableHandle, count: u32) -> CcuResult {
    stub!(CcuBlockVariableAlloc(varHandles, count))
}

/// `CcuBlockEventAlloc` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuBlockEventAlloc(eventHandles: *mut CcuEventHandle, count: u32) -> CcuResult {
    stub!(CcuBlockEventAlloc(eventHandles, count))
}

/// `CcuBlockBufferAlloc` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuBlockBufferAlloc(bufHandles: *mut CcuBufferHandle, count: u32) -> CcuResult {
    stub!(CcuBlockBufferAlloc(bufHandles, count))
}

/// `CcuVariableCreateByChannel` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableCreateByChannel(
    channel: ChannelHandle,
    varIndex: u32,
    varHandle: *mut CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableCreateByChannel(channel, varIndex, varHandle))
}

/// `CcuVariableGetByIndex` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableGetByIndex(
    acqHandle: CcuVariableHandle,
    index: u32,
    varHandle: *mut CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableGetByIndex(acqHandle, index, varHandle))
}

/// `CcuEventGetByIndex` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuEventGetByIndex(
    acqHandle: CcuEventHandle,
    index: u32,
    eventHandle: *mut CcuEventHandle,
) -> CcuResult {
    stub!(CcuEventGetByIndex(acqHandle, index, eventHandle))
}

/// `CcuVariableAssignImm` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableAssignImm(resVar: CcuVariableHandle, immediate: u64) -> CcuResult {
    stub!(CcuVariableAssignImm(resVar, immediate))
}

/// `CcuVariableAssignVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableAssignVar(
    dstVarHandle: CcuVariableHandle,
    srcVarHandle: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableAssignVar(dstVarHandle, srcVarHandle))
}

/// `CcuVariableAddVarToVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableAddVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableAddVarToVar(resVar, varA, varB))
}

/// `CcuVariableSubVarToVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableSubVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableSubVarToVar(resVar, varA, varB))
}

/// `CcuVariableMulVarToVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableMulVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableMulVarToVar(resVar, varA, varB))
}

/// `CcuVariableAddImmToVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableAddImmToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    immediate: u16,
) -> CcuResult {
    stub!(CcuVariableAddImmToVar(resVar, varA, immediate))
}

/// `CcuVariableSubImmToVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableSubImmToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    immediate: u16,
) -> CcuResult {
    stub!(CcuVariableSubImmToVar(resVar, varA, immediate))
}

/// `CcuVariableMulImmToVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableMulImmToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    immediate: u16,
) -> CcuResult {
    stub!(CcuVariableMulImmToVar(resVar, varA, immediate))
}

/// `CcuVariableAndVarToVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableAndVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableAndVarToVar(resVar, varA, varB))
}

/// `CcuVariableOrVarToVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableOrVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableOrVarToVar(resVar, varA, varB))
}

/// `CcuVariableXorVarToVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableXorVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableXorVarToVar(resVar, varA, varB))
}

/// `CcuVariableNotVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableNotVar(resVar: CcuVariableHandle, varA: CcuVariableHandle) -> CcuResult {
    stub!(CcuVariableNotVar(resVar, varA))
}

/// `CcuVariableShlVarToVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableShlVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableShlVarToVar(resVar, varA, varB))
}

/// `CcuVariableShrVarToVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableShrVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableShrVarToVar(resVar, varA, varB))
}

/// `CcuAddressAssignImm` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAssignImm(addr: CcuAddressHandle, immediate: u64) -> CcuResult {
    stub!(CcuAddressAssignImm(addr, immediate))
}

/// `CcuAddressAssignAddr` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAssignAddr(
    dstAddrHandle: CcuAddressHandle,
    srcAddrHandle: CcuAddressHandle,
) -> CcuResult {
    stub!(CcuAddressAssignAddr(dstAddrHandle, srcAddrHandle))
}

/// `CcuAddressAssignVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAssignVar(addr: CcuAddressHandle, var: CcuVariableHandle) -> CcuResult {
    stub!(CcuAddressAssignVar(addr, var))
}

/// `CcuAddressAddVarToAddr` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAddVarToAddr(
    resAddr: CcuAddressHandle,
    lhsAddr: CcuAddressHandle,
    rhsVar: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuAddressAddVarToAddr(resAddr, lhsAddr, rhsVar))
}

/// `CcuAddressAddAddrToAddr` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAddAddrToAddr(
    resAddr: CcuAddressHandle,
    addrA: CcuAddressHandle,
    addrB: CcuAddressHandle,
) -> CcuResult {
    stub!(CcuAddressAddAddrToAddr(resAddr, addrA, addrB))
}

/// `CcuAddressAddAssignVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAddAssignVar(addr: CcuAddressHandle, var: CcuVariableHandle) -> CcuResult {
    stub!(CcuAddressAddAssignVar(addr, var))
}

/// `CcuAddressAddImmToAddr` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAddImmToAddr(
    resAddr: CcuAddressHandle,
    addrA: CcuAddressHandle,
    imm: u16,
) -> CcuResult {
    stub!(CcuAddressAddImmToAddr(resAddr, addrA, imm))
}

/// `CcuLoadArg` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoadArg(varHandle: CcuVariableHandle, argId: u32) -> CcuResult {
    stub!(CcuLoadArg(varHandle, argId))
}

/// `CcuLoadVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoadVar(addr: u64, varHandle: CcuVariableHandle, num: u32) -> CcuResult {
    stub!(CcuLoadVar(addr, varHandle, num))
}

/// `CcuLoadVarFromVarAddr` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoadVarFromVarAddr(
    addrHandle: CcuVariableHandle,
    varHandle: CcuVariableHandle,
    num: u32,
) -> CcuResult {
    stub!(CcuLoadVarFromVarAddr(addrHandle, varHandle, num))
}

/// `CcuStoreVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuStoreVar(addr: u64, varHandle: CcuVariableHandle, num: u32) -> CcuResult {
    stub!(CcuStoreVar(addr, varHandle, num))
}

/// `CcuStoreVarToVarAddr` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuStoreVarToVarAddr(
    addrHandle: CcuVariableHandle,
    varHandle: CcuVariableHandle,
    num: u32,
) -> CcuResult {
    stub!(CcuStoreVarToVarAddr(addrHandle, varHandle, num))
}

/// `CcuEventRecord` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuEventRecord(eventHandle: CcuEventHandle, mask: u16) -> CcuResult {
    stub!(CcuEventRecord(eventHandle, mask))
}

/// `CcuEventWait` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuEventWait(eventHandle: CcuEventHandle, mask: u16) -> CcuResult {
    stub!(CcuEventWait(eventHandle, mask))
}

/// `CcuNotifyRecord` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuNotifyRecord(
    channel: ChannelHandle,
    remoteNotifyIdx: u32,
    mask: u16,
) -> CcuResult {
    stub!(CcuNotifyRecord(channel, remoteNotifyIdx, mask))
}

/// `CcuNotifyWait` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuNotifyWait(channel: ChannelHandle, localNotifyIdx: u32, mask: u16) -> CcuResult {
    stub!(CcuNotifyWait(channel, localNotifyIdx, mask))
}

/// `CcuWriteVariableWithNotify` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuWriteVariableWithNotify(
    channel: ChannelHandle,
    varHandle: CcuVariableHandle,
    remoteVarIdx: u32,
    remoteNotifyIdx: u32,
    mask: u16,
) -> CcuResult {
    stub!(CcuWriteVariableWithNotify(channel, varHandle, remoteVarIdx, remoteNotifyIdx, mask))
}

/// `CcuLocalNotifyRecord` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLocalNotifyRecord(notifyTag: *const c_char, mask: u16) -> CcuResult {
    stub!(CcuLocalNotifyRecord(notifyTag, mask))
}

/// `CcuLocalNotifyWait` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLocalNotifyWait(notifyTag: *const c_char, mask: u16) -> CcuResult {
    stub!(CcuLocalNotifyWait(notifyTag, mask))
}

/// `CcuLocalCopyMemToMem` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLocalCopyMemToMem(
    dst: CcuLocalAddrHandle,
    src: CcuLocalAddrHandle,
    len: CcuVariableHandle,
    event: CcuEventHandle,
    mask: u16,
) -> CcuResult {
    stub!(CcuLocalCopyMemToMem(dst, src, len, event, mask))
}

/// `CcuLocalCopyMemToBuffer` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLocalCopyMemToBuffer(
    dst: CcuBufferHandle,
    src: CcuLocalAddrHandle,
    len: CcuVariableHandle,
    event: CcuEventHandle,
    mask: u16,
) -> CcuResult {
    stub!(CcuLocalCopyMemToBuffer(dst, src, len, event, mask))
}

/// `CcuLocalCopyBufferToMem` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLocalCopyBufferToMem(
    dst: CcuLocalAddrHandle,
    src: CcuBufferHandle,
    len: CcuVariableHandle,
    event: CcuEventHandle,
    mask: u16,
) -> CcuResult {
    stub!(CcuLocalCopyBufferToMem(dst, src, len, event, mask))
}

/// `CcuLocalMemReduce` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLocalMemReduce(
    dst: CcuLocalAddrHandle,
    src: CcuLocalAddrHandle,
    len: CcuVariableHandle,
    dataType: MaybeUninit<HcclDataType>,
    opType: MaybeUninit<HcclReduceOp>,
    event: CcuEventHandle,
    mask: u16,
) -> CcuResult {
    stub!(CcuLocalMemReduce(dst, src, len, dataType, opType, event, mask))
}

/// `CcuLocalBufferReduce` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLocalBufferReduce(
    buffers: *mut CcuBufferHandle,
    count: u32,
    dataType: MaybeUninit<HcclDataType>,
    outputDataType: MaybeUninit<HcclDataType>,
    opType: MaybeUninit<HcclReduceOp>,
    len: CcuVariableHandle,
    event: CcuEventHandle,
    mask: u16,
) -> CcuResult {
    stub!(CcuLocalBufferReduce(buffers, count, dataType, outputDataType, opType, len, event, mask))
}

/// `CcuReadMemToMem` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuReadMemToMem(
    channel: ChannelHandle,
    localHandle: CcuLocalAddrHandle,
    remoteHandle: CcuRemoteAddrHandle,
    len: CcuVariableHandle,
    event: CcuEventHandle,
    mask: u16,
) -> CcuResult {
    stub!(CcuReadMemToMem(channel, localHandle, remoteHandle, len, event, mask))
}

/// `CcuReadMemToBuffer` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuReadMemToBuffer(
    channel: ChannelHandle,
    localHandle: CcuBufferHandle,
    remoteHandle: CcuRemoteAddrHandle,
    len: CcuVariableHandle,
    event: CcuEventHandle,
    mask: u16,
) -> CcuResult {
    stub!(CcuReadMemToBuffer(channel, localHandle, remoteHandle, len, event, mask))
}

/// `CcuReadMemToMemReduce` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuReadMemToMemReduce(
    channel: ChannelHandle,
    localHandle: CcuLocalAddrHandle,
    remoteHandle: CcuRemoteAddrHandle,
    len: CcuVariableHandle,
    dataType: MaybeUninit<HcclDataType>,
    opType: MaybeUninit<HcclReduceOp>,
    event: CcuEventHandle,
    mask: u16,
) -> CcuResult {
    stub!(CcuReadMemToMemReduce(channel, localHandle, remoteHandle, len, dataType, opType, event, mask))
}

/// `CcuWriteMemToMem` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuWriteMemToMem(
    channel: ChannelHandle,
    remoteHandle: CcuRemoteAddrHandle,
    localHandle: CcuLocalAddrHandle,
    len: CcuVariableHandle,
    event: CcuEventHandle,
    mask: u16,
) -> CcuResult {
    stub!(CcuWriteMemToMem(channel, remoteHandle, localHandle, len, event, mask))
}

/// `CcuWriteBufferToMem` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuWriteBufferToMem(
    channel: ChannelHandle,
    remoteHandle: CcuRemoteAddrHandle,
    localHandle: CcuBufferHandle,
    len: CcuVariableHandle,
    event: CcuEventHandle,
    mask: u16,
) -> CcuResult {
    stub!(CcuWriteBufferToMem(channel, remoteHandle, localHandle, len, event, mask))
}

/// `CcuWriteMemToMemReduce` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuWriteMemToMemReduce(
    channel: ChannelHandle,
    remoteHandle: CcuRemoteAddrHandle,
    localHandle: CcuLocalAddrHandle,
    len: CcuVariableHandle,
    dataType: MaybeUninit<HcclDataType>,
    opType: MaybeUninit<HcclReduceOp>,
    event: CcuEventHandle,
    mask: u16,
) -> CcuResult {
    stub!(CcuWriteMemToMemReduce(channel, remoteHandle, localHandle, len, dataType, opType, event, mask))
}

/// `CcuIfBegin` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuIfBegin(
    var: CcuVariableHandle,
    immediate: u64,
    condType: MaybeUninit<CcuConditionType>,
    label: *const c_char,
) -> CcuResult {
    stub!(CcuIfBegin(var, immediate, condType, label))
}

/// `CcuIfElse` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuIfElse(label: *const c_char) -> CcuResult {
    stub!(CcuIfElse(label))
}

/// `CcuIfEnd` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuIfEnd(label: *const c_char) -> CcuResult {
    stub!(CcuIfEnd(label))
}

/// `CcuFlushPendingIfs` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuFlushPendingIfs() -> CcuResult {
    stub!(CcuFlushPendingIfs())
}

/// `CcuWhileBegin` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuWhileBegin(
    var: CcuVariableHandle,
    immediate: u64,
    condType: MaybeUninit<CcuConditionType>,
    label: *const c_char,
) -> CcuResult {
    stub!(CcuWhileBegin(var, immediate, condType, label))
}

/// `CcuWhileEnd` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuWhileEnd(label: *const c_char) -> CcuResult {
    stub!(CcuWhileEnd(label))
}

/// `CcuDoWhileBegin` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuDoWhileBegin(label: *const c_char) -> CcuResult {
    stub!(CcuDoWhileBegin(label))
}

/// `CcuDoWhileEnd` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuDoWhileEnd(
    var: CcuVariableHandle,
    immediate: u64,
    condType: MaybeUninit<CcuConditionType>,
    label: *const c_char,
) -> CcuResult {
    stub!(CcuDoWhileEnd(var, immediate, condType, label))
}

/// `CcuIfBeginVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuIfBeginVar(
    lhs: CcuVariableHandle,
    rhs: CcuVariableHandle,
    condType: MaybeUninit<CcuConditionType>,
    label: *const c_char,
) -> CcuResult {
    stub!(CcuIfBeginVar(lhs, rhs, condType, label))
}

/// `CcuWhileBeginVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuWhileBeginVar(
    lhs: CcuVariableHandle,
    rhs: CcuVariableHandle,
    condType: MaybeUninit<CcuConditionType>,
    label: *const c_char,
) -> CcuResult {
    stub!(CcuWhileBeginVar(lhs, rhs, condType, label))
}

/// `CcuDoWhileEndVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuDoWhileEndVar(
    lhs: CcuVariableHandle,
    rhs: CcuVariableHandle,
    condType: MaybeUninit<CcuConditionType>,
    label: *const c_char,
) -> CcuResult {
    stub!(CcuDoWhileEndVar(lhs, rhs, condType, label))
}

/// `CcuFuncBlockLookup` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuFuncBlockLookup(funcPtr: *const c_void, outHandle: *mut u64) -> CcuResult {
    stub!(CcuFuncBlockLookup(funcPtr, outHandle))
}

/// `CcuFuncBlockBegin` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuFuncBlockBegin(funcPtr: *const c_void, outHandle: *mut u64) -> CcuResult {
    stub!(CcuFuncBlockBegin(funcPtr, outHandle))
}

/// `CcuFuncBlockEnd` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuFuncBlockEnd(handle: u64) -> CcuResult {
    stub!(CcuFuncBlockEnd(handle))
}

/// `CcuFuncDefineInArg` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuFuncDefineInArg(handle: u64, formal: CcuVariableHandle) -> CcuResult {
    stub!(CcuFuncDefineInArg(handle, formal))
}

/// `CcuFuncCall` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuFuncCall(handle: u64, inArgs: *const CcuVariableHandle, numIn: u32) -> CcuResult {
    stub!(CcuFuncCall(handle, inArgs, numIn))
}

/// `_CcuIfStackPush` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _CcuIfStackPush(label: *const c_char) {
    stub!(_CcuIfStackPush(label), ())
}

/// `_CcuIfStackMarkBodyDone` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _CcuIfStackMarkBodyDone() {
    stub!(_CcuIfStackMarkBodyDone(), ())
}

/// `_CcuIfStackPopForElse` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _CcuIfStackPopForElse() -> *const c_char {
    stub!(_CcuIfStackPopForElse(), core::ptr::null())
}

/// `_CcuDoWhileStackPush` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _CcuDoWhileStackPush(label: *const c_char) {
    stub!(_CcuDoWhileStackPush(label), ())
}

/// `_CcuDoWhileStackPopForWhile` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _CcuDoWhileStackPopForWhile() -> *const c_char {
    stub!(_CcuDoWhileStackPopForWhile(), core::ptr::null())
}

/// `CcuLoopCreate` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopCreate(r#loop: *mut CcuLoop) -> CcuResult {
    stub!(CcuLoopCreate(r#loop))
}

/// `_CcuLoopBodyEnter` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _CcuLoopBodyEnter(r#loop: CcuLoop) -> CcuResult {
    stub!(_CcuLoopBodyEnter(r#loop))
}

/// `_CcuLoopBodyExit` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _CcuLoopBodyExit(r#loop: CcuLoop) -> CcuResult {
    stub!(_CcuLoopBodyExit(r#loop))
}

/// `CcuLoopGroupCreate` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopGroupCreate(
    group: *mut CcuLoopGroup,
    maxLoopNum: u32,
    config: *const CcuLoopGroupConfig,
) -> CcuResult {
    stub!(CcuLoopGroupCreate(group, maxLoopNum, config))
}

/// `CcuLoopGroupCreateFromVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopGroupCreateFromVar(
    group: *mut CcuLoopGroup,
    maxLoopNum: u32,
    parallelVar: CcuVariableHandle,
    offsetVar: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuLoopGroupCreateFromVar(group, maxLoopNum, parallelVar, offsetVar))
}

/// `CcuLoopGroupCreateFromVarV2` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopGroupCreateFromVarV2(
    group: *mut CcuLoopGroup,
    maxLoopNum: u32,
    parallelVarV2: CcuVariableHandle,
    offsetVarV2: CcuVariableHandle,
    varOffsetVar: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuLoopGroupCreateFromVarV2(group, maxLoopNum, parallelVarV2, offsetVarV2, varOffsetVar))
}

/// `CcuLoopGroupAddLoop` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopGroupAddLoop(
    group: CcuLoopGroup,
    r#loop: CcuLoop,
    config: *const CcuLoopConfig,
) -> CcuResult {
    stub!(CcuLoopGroupAddLoop(group, r#loop, config))
}

/// `CcuLoopGroupCreateCfg` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopGroupCreateCfg(
    group: *mut CcuLoopGroup,
    maxLoopNum: u32,
    cfg: *const CcuLoopGroupCfg,
) -> CcuResult {
    stub!(CcuLoopGroupCreateCfg(group, maxLoopNum, cfg))
}

/// `CcuLoopGroupAddLoopCfg` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopGroupAddLoopCfg(
    group: CcuLoopGroup,
    r#loop: CcuLoop,
    cfg: *const CcuLoopCfg,
) -> CcuResult {
    stub!(CcuLoopGroupAddLoopCfg(group, r#loop, cfg))
}

/// `CcuLoopGroupAddLoopFromVar` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopGroupAddLoopFromVar(
    group: CcuLoopGroup,
    r#loop: CcuLoop,
    loopParamVar: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuLoopGroupAddLoopFromVar(group, r#loop, loopParamVar))
}

/// `CcuLoopGroupAddLoopFromVarV2` of `hcomm/ccu/ccu_primitives_impl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopGroupAddLoopFromVarV2(
    group: CcuLoopGroup,
    r#loop: CcuLoop,
    iterNumVar: CcuVariableHandle,
    addrOffsetVar: CcuVariableHandle,
    ctxIdVar: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuLoopGroupAddLoopFromVarV2(group, r#loop, iterNumVar, addrOffsetVar, ctxIdVar))
}
