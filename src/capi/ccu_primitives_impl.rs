//! C functions of `hcomm/ccu/ccu_primitives_impl.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    CcuAddressHandle, CcuBufferHandle, CcuConditionType, CcuEventHandle, CcuLocalAddrHandle, CcuLoop,
    CcuLoopCfg, CcuLoopConfig, CcuLoopGroup, CcuLoopGroupCfg, CcuLoopGroupConfig, CcuRemoteAddrHandle,
    CcuResult, CcuVariableHandle, ChannelHandle, HcclDataType, HcclReduceOp,
};

/// Requests a new variable (64-bit register) from the kernel that is being recorded.
///
/// As for all functions of this header: they record instructions while `HcommCcuKernelRegister` runs a kernel
/// function on this thread; at other times they give `CCU_E_PTR`. `CCU_E_NOT_FOUND` means a handle that is
/// none of the kernel's, `CCU_E_PTR` also a NULL pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableAlloc(varHandle: *mut CcuVariableHandle) -> CcuResult {
    stub!(CcuVariableAlloc(varHandle))
}

/// Requests a new address register from the kernel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAlloc(addrHandle: *mut CcuAddressHandle) -> CcuResult {
    stub!(CcuAddressAlloc(addrHandle))
}

/// Requests a new event (16 completion bits) from the kernel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuEventAlloc(eventHandle: *mut CcuEventHandle) -> CcuResult {
    stub!(CcuEventAlloc(eventHandle))
}

/// Requests a new buffer of 4096 bytes inside the CCU from the kernel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuBufferAlloc(bufHandle: *mut CcuBufferHandle) -> CcuResult {
    stub!(CcuBufferAlloc(bufHandle))
}

/// Requests a local address: a pair of an address register and a variable for its token, whose handles are
/// returned too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLocalAddrAlloc(
    localAddrHandle: *mut CcuLocalAddrHandle,
    addrHandle: *mut CcuAddressHandle,
    tokenHandle: *mut CcuVariableHandle,
) -> CcuResult {
    stub!(CcuLocalAddrAlloc(localAddrHandle, addrHandle, tokenHandle))
}

/// Requests a remote address: a pair of an address register and a variable for its token, whose handles are
/// returned too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuRemoteAddrAlloc(
    remoteAddrHandle: *mut CcuRemoteAddrHandle,
    addrHandle: *mut CcuAddressHandle,
    tokenHandle: *mut CcuVariableHandle,
) -> CcuResult {
    stub!(CcuRemoteAddrAlloc(remoteAddrHandle, addrHandle, tokenHandle))
}

/// Requests `count` variables that follow each other; `varHandles` has room for them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuBlockVariableAlloc(varHandles: *mut CcuVariableHandle, count: u32) -> CcuResult {
    stub!(CcuBlockVariableAlloc(varHandles, count))
}

/// Requests `count` events that follow each other; `eventHandles` has room for them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuBlockEventAlloc(eventHandles: *mut CcuEventHandle, count: u32) -> CcuResult {
    stub!(CcuBlockEventAlloc(eventHandles, count))
}

/// Requests `count` buffers that follow each other; `bufHandles` has room for them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuBlockBufferAlloc(bufHandles: *mut CcuBufferHandle, count: u32) -> CcuResult {
    stub!(CcuBlockBufferAlloc(bufHandles, count))
}

/// Names variable `varIndex` of this end of a channel, which the peer can write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableCreateByChannel(
    channel: ChannelHandle,
    varIndex: u32,
    varHandle: *mut CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableCreateByChannel(channel, varIndex, varHandle))
}

/// Names variable `index` of a block that the host reserved with `HcommCcuVariableAlloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableGetByIndex(
    acqHandle: CcuVariableHandle,
    index: u32,
    varHandle: *mut CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableGetByIndex(acqHandle, index, varHandle))
}

/// Names event `index` of a block that the host reserved with `HcommCcuEventAlloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuEventGetByIndex(
    acqHandle: CcuEventHandle,
    index: u32,
    eventHandle: *mut CcuEventHandle,
) -> CcuResult {
    stub!(CcuEventGetByIndex(acqHandle, index, eventHandle))
}

/// Records: variable = constant.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableAssignImm(resVar: CcuVariableHandle, immediate: u64) -> CcuResult {
    stub!(CcuVariableAssignImm(resVar, immediate))
}

/// Records: variable = other variable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableAssignVar(
    dstVarHandle: CcuVariableHandle,
    srcVarHandle: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableAssignVar(dstVarHandle, srcVarHandle))
}

/// Records: result = a + b, modulo 2^64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableAddVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableAddVarToVar(resVar, varA, varB))
}

/// Records: result = a - b, modulo 2^64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableSubVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableSubVarToVar(resVar, varA, varB))
}

/// Records: result = a * b, modulo 2^64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableMulVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableMulVarToVar(resVar, varA, varB))
}

/// Records: result = a + constant, modulo 2^64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableAddImmToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    immediate: u16,
) -> CcuResult {
    stub!(CcuVariableAddImmToVar(resVar, varA, immediate))
}

/// Records: result = a - constant, modulo 2^64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableSubImmToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    immediate: u16,
) -> CcuResult {
    stub!(CcuVariableSubImmToVar(resVar, varA, immediate))
}

/// Records: result = a * constant, modulo 2^64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableMulImmToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    immediate: u16,
) -> CcuResult {
    stub!(CcuVariableMulImmToVar(resVar, varA, immediate))
}

/// Records: result = a and b, bit by bit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableAndVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableAndVarToVar(resVar, varA, varB))
}

/// Records: result = a or b, bit by bit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableOrVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableOrVarToVar(resVar, varA, varB))
}

/// Records: result = a exclusive-or b, bit by bit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableXorVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableXorVarToVar(resVar, varA, varB))
}

/// Records: result = not a, bit by bit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableNotVar(resVar: CcuVariableHandle, varA: CcuVariableHandle) -> CcuResult {
    stub!(CcuVariableNotVar(resVar, varA))
}

/// Records: result = a shifted left by b bits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableShlVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableShlVarToVar(resVar, varA, varB))
}

/// Records: result = a shifted right by b bits, zeros moving in.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuVariableShrVarToVar(
    resVar: CcuVariableHandle,
    varA: CcuVariableHandle,
    varB: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuVariableShrVarToVar(resVar, varA, varB))
}

/// Records: address = constant.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAssignImm(addr: CcuAddressHandle, immediate: u64) -> CcuResult {
    stub!(CcuAddressAssignImm(addr, immediate))
}

/// Records: address = other address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAssignAddr(
    dstAddrHandle: CcuAddressHandle,
    srcAddrHandle: CcuAddressHandle,
) -> CcuResult {
    stub!(CcuAddressAssignAddr(dstAddrHandle, srcAddrHandle))
}

/// Records: address = variable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAssignVar(addr: CcuAddressHandle, var: CcuVariableHandle) -> CcuResult {
    stub!(CcuAddressAssignVar(addr, var))
}

/// Records: result = address + variable, in bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAddVarToAddr(
    resAddr: CcuAddressHandle,
    lhsAddr: CcuAddressHandle,
    rhsVar: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuAddressAddVarToAddr(resAddr, lhsAddr, rhsVar))
}

/// Records: result = address + address, in bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAddAddrToAddr(
    resAddr: CcuAddressHandle,
    addrA: CcuAddressHandle,
    addrB: CcuAddressHandle,
) -> CcuResult {
    stub!(CcuAddressAddAddrToAddr(resAddr, addrA, addrB))
}

/// Records: address = address + variable, in bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAddAssignVar(addr: CcuAddressHandle, var: CcuVariableHandle) -> CcuResult {
    stub!(CcuAddressAddAssignVar(addr, var))
}

/// Records: result = address + constant, in bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuAddressAddImmToAddr(
    resAddr: CcuAddressHandle,
    addrA: CcuAddressHandle,
    imm: u16,
) -> CcuResult {
    stub!(CcuAddressAddImmToAddr(resAddr, addrA, imm))
}

/// Records: variable = argument `argId` of the launch. The ids of a kernel start at 0 and have no gaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoadArg(varHandle: CcuVariableHandle, argId: u32) -> CcuResult {
    stub!(CcuLoadArg(varHandle, argId))
}

/// Records the loading of `num` variables that follow each other from device memory at `addr`. `CCU_E_PARA`
/// for 0 or variables that do not follow each other.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoadVar(addr: u64, varHandle: CcuVariableHandle, num: u32) -> CcuResult {
    stub!(CcuLoadVar(addr, varHandle, num))
}

/// As `CcuLoadVar`, with the address in a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoadVarFromVarAddr(
    addrHandle: CcuVariableHandle,
    varHandle: CcuVariableHandle,
    num: u32,
) -> CcuResult {
    stub!(CcuLoadVarFromVarAddr(addrHandle, varHandle, num))
}

/// Records the storing of `num` variables that follow each other to device memory at `addr`. `CCU_E_PARA` for
/// 0 or variables that do not follow each other.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuStoreVar(addr: u64, varHandle: CcuVariableHandle, num: u32) -> CcuResult {
    stub!(CcuStoreVar(addr, varHandle, num))
}

/// As `CcuStoreVar`, with the address in a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuStoreVarToVarAddr(
    addrHandle: CcuVariableHandle,
    varHandle: CcuVariableHandle,
    num: u32,
) -> CcuResult {
    stub!(CcuStoreVarToVarAddr(addrHandle, varHandle, num))
}

/// Records the setting of the bits `mask` of an event. Not inside loops: `CCU_E_NOT_SUPPORT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuEventRecord(eventHandle: CcuEventHandle, mask: u16) -> CcuResult {
    stub!(CcuEventRecord(eventHandle, mask))
}

/// Records a wait until all bits of `mask` are set in an event; they are cleared then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuEventWait(eventHandle: CcuEventHandle, mask: u16) -> CcuResult {
    stub!(CcuEventWait(eventHandle, mask))
}

/// Records the setting of the bits `mask` of notify `remoteNotifyIdx` of the peer's end of a channel. Not
/// inside loops: `CCU_E_NOT_SUPPORT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuNotifyRecord(
    channel: ChannelHandle,
    remoteNotifyIdx: u32,
    mask: u16,
) -> CcuResult {
    stub!(CcuNotifyRecord(channel, remoteNotifyIdx, mask))
}

/// Records a wait until all bits of `mask` are set in notify `localNotifyIdx` of this end of a channel; they
/// are cleared then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuNotifyWait(channel: ChannelHandle, localNotifyIdx: u32, mask: u16) -> CcuResult {
    stub!(CcuNotifyWait(channel, localNotifyIdx, mask))
}

/// Records the writing of a variable to variable `remoteVarIdx` of the peer's end of a channel, then the
/// setting of bits of its notify. Not inside loops: `CCU_E_NOT_SUPPORT`.
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

/// Records the setting of bits of a notify between kernels of this device that have the same tag. Not inside
/// loops: `CCU_E_NOT_SUPPORT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLocalNotifyRecord(notifyTag: *const c_char, mask: u16) -> CcuResult {
    stub!(CcuLocalNotifyRecord(notifyTag, mask))
}

/// Records a wait for bits of a notify between kernels of this device that have the same tag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLocalNotifyWait(notifyTag: *const c_char, mask: u16) -> CcuResult {
    stub!(CcuLocalNotifyWait(notifyTag, mask))
}

/// Records a copy of local memory to local memory; `len` holds the bytes (1 to 256 MiB - 1). The bits `mask`
/// of `event` are set when it is done.
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

/// Records a copy of local memory to a buffer of the CCU; `len` holds the bytes (at most 4096). Bits of the
/// event tell when it is done.
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

/// Records a copy of a buffer of the CCU to local memory; `len` holds the bytes (at most 4096). Bits of the
/// event tell when it is done.
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

/// Records dst = dst op src in local memory; `len` holds the bytes. Bits of the event tell when it is done.
/// `CCU_E_NOT_SUPPORT` for a pair of type and operation that the CCU has not.
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

/// Records the reduction of 2 to 8 buffers of the CCU into the first one; `len` holds the bytes. Bits of the
/// event tell when it is done.
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

/// Records a copy of the peer's memory to local memory; `len` holds the bytes (1 to 256 MiB - 1). Bits of the
/// event tell when it is done.
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

/// Records a copy of the peer's memory to a buffer of the CCU; `len` holds the bytes (at most 4096). Bits of
/// the event tell when it is done.
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

/// Records local = local op remote; `len` holds the bytes. Bits of the event tell when it is done.
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

/// Records a copy of local memory to the peer's memory; `len` holds the bytes (1 to 256 MiB - 1). Bits of the
/// event tell when it is done.
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

/// Records a copy of a buffer of the CCU to the peer's memory; `len` holds the bytes (at most 4096). Bits of
/// the event tell when it is done.
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

/// Records remote = remote op local; `len` holds the bytes. Bits of the event tell when it is done.
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

/// Begins what is done only if a variable equals (or differs from) a constant. `label` names the block; use
/// the macros of ccu_control_flow_macro.h. Control flow inside loops gives `CCU_E_INTERNAL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuIfBegin(
    var: CcuVariableHandle,
    immediate: u64,
    condType: MaybeUninit<CcuConditionType>,
    label: *const c_char,
) -> CcuResult {
    stub!(CcuIfBegin(var, immediate, condType, label))
}

/// Begins what is done otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuIfElse(label: *const c_char) -> CcuResult {
    stub!(CcuIfElse(label))
}

/// Ends a conditional block.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuIfEnd(label: *const c_char) -> CcuResult {
    stub!(CcuIfEnd(label))
}

/// Ends all conditional blocks that have no other branch and whose body is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuFlushPendingIfs() -> CcuResult {
    stub!(CcuFlushPendingIfs())
}

/// Begins what is repeated while a variable equals (or differs from) a constant; tested before each turn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuWhileBegin(
    var: CcuVariableHandle,
    immediate: u64,
    condType: MaybeUninit<CcuConditionType>,
    label: *const c_char,
) -> CcuResult {
    stub!(CcuWhileBegin(var, immediate, condType, label))
}

/// Ends a repeated block.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuWhileEnd(label: *const c_char) -> CcuResult {
    stub!(CcuWhileEnd(label))
}

/// Begins what is done once and then repeated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuDoWhileBegin(label: *const c_char) -> CcuResult {
    stub!(CcuDoWhileBegin(label))
}

/// Ends a block that is repeated while a variable equals (or differs from) a constant; tested after each
/// turn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuDoWhileEnd(
    var: CcuVariableHandle,
    immediate: u64,
    condType: MaybeUninit<CcuConditionType>,
    label: *const c_char,
) -> CcuResult {
    stub!(CcuDoWhileEnd(var, immediate, condType, label))
}

/// As `CcuIfBegin`, comparing two variables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuIfBeginVar(
    lhs: CcuVariableHandle,
    rhs: CcuVariableHandle,
    condType: MaybeUninit<CcuConditionType>,
    label: *const c_char,
) -> CcuResult {
    stub!(CcuIfBeginVar(lhs, rhs, condType, label))
}

/// As `CcuWhileBegin`, comparing two variables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuWhileBeginVar(
    lhs: CcuVariableHandle,
    rhs: CcuVariableHandle,
    condType: MaybeUninit<CcuConditionType>,
    label: *const c_char,
) -> CcuResult {
    stub!(CcuWhileBeginVar(lhs, rhs, condType, label))
}

/// As `CcuDoWhileEnd`, comparing two variables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuDoWhileEndVar(
    lhs: CcuVariableHandle,
    rhs: CcuVariableHandle,
    condType: MaybeUninit<CcuConditionType>,
    label: *const c_char,
) -> CcuResult {
    stub!(CcuDoWhileEndVar(lhs, rhs, condType, label))
}

/// Finds the subroutine recorded for a function of the host; `CCU_E_NOT_FOUND` if there is none yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuFuncBlockLookup(funcPtr: *const c_void, outHandle: *mut u64) -> CcuResult {
    stub!(CcuFuncBlockLookup(funcPtr, outHandle))
}

/// Begins to record a subroutine for a function of the host.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuFuncBlockBegin(funcPtr: *const c_void, outHandle: *mut u64) -> CcuResult {
    stub!(CcuFuncBlockBegin(funcPtr, outHandle))
}

/// Ends the recording of a subroutine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuFuncBlockEnd(handle: u64) -> CcuResult {
    stub!(CcuFuncBlockEnd(handle))
}

/// Makes a variable the next argument of the subroutine that is being recorded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuFuncDefineInArg(handle: u64, formal: CcuVariableHandle) -> CcuResult {
    stub!(CcuFuncDefineInArg(handle, formal))
}

/// Records a call of a subroutine with `numIn` variables as arguments. Inside loops it gives
/// `CCU_E_INTERNAL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuFuncCall(handle: u64, inArgs: *const CcuVariableHandle, numIn: u32) -> CcuResult {
    stub!(CcuFuncCall(handle, inArgs, numIn))
}

/// For the control flow macros: a conditional block with this label begins.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _CcuIfStackPush(label: *const c_char) {
    stub!(_CcuIfStackPush(label), ())
}

/// For the control flow macros: the body of the newest conditional block is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _CcuIfStackMarkBodyDone() {
    stub!(_CcuIfStackMarkBodyDone(), ())
}

/// For the control flow macros: label of the conditional block that the other branch belongs to, or NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _CcuIfStackPopForElse() -> *const c_char {
    stub!(_CcuIfStackPopForElse(), core::ptr::null())
}

/// For the control flow macros: a block with this label, tested at its end, begins.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _CcuDoWhileStackPush(label: *const c_char) {
    stub!(_CcuDoWhileStackPush(label), ())
}

/// For the control flow macros: label of the block that is tested now, or NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _CcuDoWhileStackPopForWhile() -> *const c_char {
    stub!(_CcuDoWhileStackPopForWhile(), core::ptr::null())
}

/// Makes a loop of the hardware, empty; record its body between the two following functions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopCreate(r#loop: *mut CcuLoop) -> CcuResult {
    stub!(CcuLoopCreate(r#loop))
}

/// Begins to record the body of a loop.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _CcuLoopBodyEnter(r#loop: CcuLoop) -> CcuResult {
    stub!(_CcuLoopBodyEnter(r#loop))
}

/// Ends the recording of a loop's body.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _CcuLoopBodyExit(r#loop: CcuLoop) -> CcuResult {
    stub!(_CcuLoopBodyExit(r#loop))
}

/// Makes a group of at most `maxLoopNum` loops that run together. `CCU_E_PARA` for 0 or too many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopGroupCreate(
    group: *mut CcuLoopGroup,
    maxLoopNum: u32,
    config: *const CcuLoopGroupConfig,
) -> CcuResult {
    stub!(CcuLoopGroupCreate(group, maxLoopNum, config))
}

/// As `CcuLoopGroupCreate`, with the numbers in two packed variables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopGroupCreateFromVar(
    group: *mut CcuLoopGroup,
    maxLoopNum: u32,
    parallelVar: CcuVariableHandle,
    offsetVar: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuLoopGroupCreateFromVar(group, maxLoopNum, parallelVar, offsetVar))
}

/// As `CcuLoopGroupCreate`, with the numbers in three packed variables; `CCU_E_NOT_SUPPORT` on the first
/// version of the CCU.
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

/// Adds a loop to a group, with its number of turns and the step of its addresses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopGroupAddLoop(
    group: CcuLoopGroup,
    r#loop: CcuLoop,
    config: *const CcuLoopConfig,
) -> CcuResult {
    stub!(CcuLoopGroupAddLoop(group, r#loop, config))
}

/// As `CcuLoopGroupCreate`, with a configuration that has a header; `CCU_E_PARA` if the header is not that of
/// this version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopGroupCreateCfg(
    group: *mut CcuLoopGroup,
    maxLoopNum: u32,
    cfg: *const CcuLoopGroupCfg,
) -> CcuResult {
    stub!(CcuLoopGroupCreateCfg(group, maxLoopNum, cfg))
}

/// As `CcuLoopGroupAddLoop`, with a configuration that has a header; `CCU_E_PARA` if the header is not that
/// of this version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopGroupAddLoopCfg(
    group: CcuLoopGroup,
    r#loop: CcuLoop,
    cfg: *const CcuLoopCfg,
) -> CcuResult {
    stub!(CcuLoopGroupAddLoopCfg(group, r#loop, cfg))
}

/// As `CcuLoopGroupAddLoop`, with the numbers packed in a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn CcuLoopGroupAddLoopFromVar(
    group: CcuLoopGroup,
    r#loop: CcuLoop,
    loopParamVar: CcuVariableHandle,
) -> CcuResult {
    stub!(CcuLoopGroupAddLoopFromVar(group, r#loop, loopParamVar))
}

/// As `CcuLoopGroupAddLoop`, with the numbers in three variables; `CCU_E_NOT_SUPPORT` on the first version of
/// the CCU.
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
