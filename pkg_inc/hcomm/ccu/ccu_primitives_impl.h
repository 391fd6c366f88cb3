/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from src/capi/ccu_primitives_impl.rs.
 */
#ifndef CCU_PRIMITIVES_IMPL_H
#define CCU_PRIMITIVES_IMPL_H

/**
 * @file ccu_primitives_impl.h
 * Functions beneath the C++ classes for CCU kernels.
 *
 * They record instructions while HcommCcuKernelRegister runs a kernel function, on the same OS thread. Handles belong to
 * the kernel that is being recorded.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hccl/hccl_types.h>
#include <hcomm/ccu/ccu_types.h>
#include <hcomm/hcomm_primitives.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Requests a new variable (64-bit register) from the kernel that is being recorded.
 *
 * As for all functions of this header: they record instructions while HcommCcuKernelRegister runs a kernel
 * function on this thread; at other times they give CCU_E_PTR. CCU_E_NOT_FOUND means a handle that is
 * none of the kernel's, CCU_E_PTR also a NULL pointer.
 */
CcuResult CcuVariableAlloc(CcuVariableHandle *varHandle);

/** Requests a new address register from the kernel. */
CcuResult CcuAddressAlloc(CcuAddressHandle *addrHandle);

/** Requests a new event (16 completion bits) from the kernel. */
CcuResult CcuEventAlloc(CcuEventHandle *eventHandle);

/** Requests a new buffer of 4096 bytes inside the CCU from the kernel. */
CcuResult CcuBufferAlloc(CcuBufferHandle *bufHandle);

/**
 * Requests a local address: a pair of an address register and a variable for its token, whose handles are
 * returned too.
 */
CcuResult CcuLocalAddrAlloc(CcuLocalAddrHandle *localAddrHandle,
                            CcuAddressHandle *addrHandle,
                            CcuVariableHandle *tokenHandle);

/**
 * Requests a remote address: a pair of an address register and a variable for its token, whose handles are
 * returned too.
 */
CcuResult CcuRemoteAddrAlloc(CcuRemoteAddrHandle *remoteAddrHandle,
                             CcuAddressHandle *addrHandle,
                             CcuVariableHandle *tokenHandle);

/** Requests count variables that follow each other; varHandles has room for them. */
CcuResult CcuBlockVariableAlloc(CcuVariableHandle *varHandles, uint32_t count);

/** Requests count events that follow each other; eventHandles has room for them. */
CcuResult CcuBlockEventAlloc(CcuEventHandle *eventHandles, uint32_t count);

/** Requests count buffers that follow each other; bufHandles has room for them. */
CcuResult CcuBlockBufferAlloc(CcuBufferHandle *bufHandles, uint32_t count);

/** Names variable varIndex of this end of a channel, which the peer can write. */
CcuResult CcuVariableCreateByChannel(ChannelHandle channel, uint32_t varIndex, CcuVariableHandle *varHandle);

/** Names variable index of a block that the host reserved with HcommCcuVariableAlloc. */
CcuResult CcuVariableGetByIndex(CcuVariableHandle acqHandle, uint32_t index, CcuVariableHandle *varHandle);

/** Names event index of a block that the host reserved with HcommCcuEventAlloc. */
CcuResult CcuEventGetByIndex(CcuEventHandle acqHandle, uint32_t index, CcuEventHandle *eventHandle);

/** Records: variable = constant. */
CcuResult CcuVariableAssignImm(CcuVariableHandle resVar, uint64_t immediate);

/** Records: variable = other variable. */
CcuResult CcuVariableAssignVar(CcuVariableHandle dstVarHandle, CcuVariableHandle srcVarHandle);

/** Records: result = a + b, modulo 2^64. */
CcuResult CcuVariableAddVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** Records: result = a - b, modulo 2^64. */
CcuResult CcuVariableSubVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** Records: result = a * b, modulo 2^64. */
CcuResult CcuVariableMulVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** Records: result = a + constant, modulo 2^64. */
CcuResult CcuVariableAddImmToVar(CcuVariableHandle resVar, CcuVariableHandle varA, uint16_t immediate);

/** Records: result = a - constant, modulo 2^64. */
CcuResult CcuVariableSubImmToVar(CcuVariableHandle resVar, CcuVariableHandle varA, uint16_t immediate);

/** Records: result = a * constant, modulo 2^64. */
CcuResult CcuVariableMulImmToVar(CcuVariableHandle resVar, CcuVariableHandle varA, uint16_t immediate);

/** Records: result = a and b, bit by bit. */
CcuResult CcuVariableAndVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** Records: result = a or b, bit by bit. */
CcuResult CcuVariableOrVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** Records: result = a exclusive-or b, bit by bit. */
CcuResult CcuVariableXorVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** Records: result = not a, bit by bit. */
CcuResult CcuVariableNotVar(CcuVariableHandle resVar, CcuVariableHandle varA);

/** Records: result = a shifted left by b bits. */
CcuResult CcuVariableShlVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** Records: result = a shifted right by b bits, zeros moving in. */
CcuResult CcuVariableShrVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** Records: address = constant. */
CcuResult CcuAddressAssignImm(CcuAddressHandle addr, uint64_t immediate);

/** Records: address = other address. */
CcuResult CcuAddressAssignAddr(CcuAddressHandle dstAddrHandle, CcuAddressHandle srcAddrHandle);

/** Records: address = variable. */
CcuResult CcuAddressAssignVar(CcuAddressHandle addr, CcuVariableHandle var);

/** Records: result = address + variable, in bytes. */
CcuResult CcuAddressAddVarToAddr(CcuAddressHandle resAddr,
                                 CcuAddressHandle lhsAddr,
                                 CcuVariableHandle rhsVar);

/** Records: result = address + address, in bytes. */
CcuResult CcuAddressAddAddrToAddr(CcuAddressHandle resAddr, CcuAddressHandle addrA, CcuAddressHandle addrB);

/** Records: address = address + variable, in bytes. */
CcuResult CcuAddressAddAssignVar(CcuAddressHandle addr, CcuVariableHandle var);

/** Records: result = address + constant, in bytes. */
CcuResult CcuAddressAddImmToAddr(CcuAddressHandle resAddr, CcuAddressHandle addrA, uint16_t imm);

/** Records: variable = argument argId of the launch. The ids of a kernel start at 0 and have no gaps. */
CcuResult CcuLoadArg(CcuVariableHandle varHandle, uint32_t argId);

/**
 * Records the loading of num variables that follow each other from device memory at addr. CCU_E_PARA
 * for 0 or variables that do not follow each other.
 */
CcuResult CcuLoadVar(uint64_t addr, CcuVariableHandle varHandle, uint32_t num);

/** As CcuLoadVar, with the address in a variable. */
CcuResult CcuLoadVarFromVarAddr(CcuVariableHandle addrHandle, CcuVariableHandle varHandle, uint32_t num);

/**
 * Records the storing of num variables that follow each other to device memory at addr. CCU_E_PARA for
 * 0 or variables that do not follow each other.
 */
CcuResult CcuStoreVar(uint64_t addr, CcuVariableHandle varHandle, uint32_t num);

/** As CcuStoreVar, with the address in a variable. */
CcuResult CcuStoreVarToVarAddr(CcuVariableHandle addrHandle, CcuVariableHandle varHandle, uint32_t num);

/** Records the setting of the bits mask of an event. Not inside loops: CCU_E_NOT_SUPPORT. */
CcuResult CcuEventRecord(CcuEventHandle eventHandle, uint16_t mask);

/** Records a wait until all bits of mask are set in an event; they are cleared then. */
CcuResult CcuEventWait(CcuEventHandle eventHandle, uint16_t mask);

/**
 * Records the setting of the bits mask of notify remoteNotifyIdx of the peer's end of a channel. Not
 * inside loops: CCU_E_NOT_SUPPORT.
 */
CcuResult CcuNotifyRecord(ChannelHandle channel, uint32_t remoteNotifyIdx, uint16_t mask);

/**
 * Records a wait until all bits of mask are set in notify localNotifyIdx of this end of a channel; they
 * are cleared then.
 */
CcuResult CcuNotifyWait(ChannelHandle channel, uint32_t localNotifyIdx, uint16_t mask);

/**
 * Records the writing of a variable to variable remoteVarIdx of the peer's end of a channel, then the
 * setting of bits of its notify. Not inside loops: CCU_E_NOT_SUPPORT.
 */
CcuResult CcuWriteVariableWithNotify(ChannelHandle channel,
                                     CcuVariableHandle varHandle,
                                     uint32_t remoteVarIdx,
                                     uint32_t remoteNotifyIdx,
                                     uint16_t mask);

/**
 * Records the setting of bits of a notify between kernels of this device that have the same tag. Not inside
 * loops: CCU_E_NOT_SUPPORT.
 */
CcuResult CcuLocalNotifyRecord(const char *notifyTag, uint16_t mask);

/** Records a wait for bits of a notify between kernels of this device that have the same tag. */
CcuResult CcuLocalNotifyWait(const char *notifyTag, uint16_t mask);

/**
 * Records a copy of local memory to local memory; len holds the bytes (1 to 256 MiB - 1). The bits mask
 * of event are set when it is done.
 */
CcuResult CcuLocalCopyMemToMem(CcuLocalAddrHandle dst,
                               CcuLocalAddrHandle src,
                               CcuVariableHandle len,
                               CcuEventHandle event,
                               uint16_t mask);

/**
 * Records a copy of local memory to a buffer of the CCU; len holds the bytes (at most 4096). Bits of the
 * event tell when it is done.
 */
CcuResult CcuLocalCopyMemToBuffer(CcuBufferHandle dst,
                                  CcuLocalAddrHandle src,
                                  CcuVariableHandle len,
                                  CcuEventHandle event,
                                  uint16_t mask);

/**
 * Records a copy of a buffer of the CCU to local memory; len holds the bytes (at most 4096). Bits of the
 * event tell when it is done.
 */
CcuResult CcuLocalCopyBufferToMem(CcuLocalAddrHandle dst,
                                  CcuBufferHandle src,
                                  CcuVariableHandle len,
                                  CcuEventHandle event,
                                  uint16_t mask);

/**
 * Records dst = dst op src in local memory; len holds the bytes. Bits of the event tell when it is done.
 * CCU_E_NOT_SUPPORT for a pair of type and operation that the CCU has not.
 */
CcuResult CcuLocalMemReduce(CcuLocalAddrHandle dst,
                            CcuLocalAddrHandle src,
                            CcuVariableHandle len,
                            HcclDataType dataType,
                            HcclReduceOp opType,
                            CcuEventHandle event,
                            uint16_t mask);

/**
 * Records the reduction of 2 to 8 buffers of the CCU into the first one; len holds the bytes. Bits of the
 * event tell when it is done.
 */
CcuResult CcuLocalBufferReduce(CcuBufferHandle *buffers,
                               uint32_t count,
                               HcclDataType dataType,
                               HcclDataType outputDataType,
                               HcclReduceOp opType,
                               CcuVariableHandle len,
                               CcuEventHandle event,
                               uint16_t mask);

/**
 * Records a copy of the peer's memory to local memory; len holds the bytes (1 to 256 MiB - 1). Bits of the
 * event tell when it is done.
 */
CcuResult CcuReadMemToMem(ChannelHandle channel,
                          CcuLocalAddrHandle localHandle,
                          CcuRemoteAddrHandle remoteHandle,
                          CcuVariableHandle len,
                          CcuEventHandle event,
                          uint16_t mask);

/**
 * Records a copy of the peer's memory to a buffer of the CCU; len holds the bytes (at most 4096). Bits of
 * the event tell when it is done.
 */
CcuResult CcuReadMemToBuffer(ChannelHandle channel,
                             CcuBufferHandle localHandle,
                             CcuRemoteAddrHandle remoteHandle,
                             CcuVariableHandle len,
                             CcuEventHandle event,
                             uint16_t mask);

/** Records local = local op remote; len holds the bytes. Bits of the event tell when it is done. */
CcuResult CcuReadMemToMemReduce(ChannelHandle channel,
                                CcuLocalAddrHandle localHandle,
                                CcuRemoteAddrHandle remoteHandle,
                                CcuVariableHandle len,
                                HcclDataType dataType,
                                HcclReduceOp opType,
                                CcuEventHandle event,
                                uint16_t mask);

/**
 * Records a copy of local memory to the peer's memory; len holds the bytes (1 to 256 MiB - 1). Bits of the
 * event tell when it is done.
 */
CcuResult CcuWriteMemToMem(ChannelHandle channel,
                           CcuRemoteAddrHandle remoteHandle,
                           CcuLocalAddrHandle localHandle,
                           CcuVariableHandle len,
                           CcuEventHandle event,
                           uint16_t mask);

/**
 * Records a copy of a buffer of the CCU to the peer's memory; len holds the bytes (at most 4096). Bits of
 * the event tell when it is done.
 */
CcuResult CcuWriteBufferToMem(ChannelHandle channel,
                              CcuRemoteAddrHandle remoteHandle,
                              CcuBufferHandle localHandle,
                              CcuVariableHandle len,
                              CcuEventHandle event,
                              uint16_t mask);

/** Records remote = remote op local; len holds the bytes. Bits of the event tell when it is done. */
CcuResult CcuWriteMemToMemReduce(ChannelHandle channel,
                                 CcuRemoteAddrHandle remoteHandle,
                                 CcuLocalAddrHandle localHandle,
                                 CcuVariableHandle len,
                                 HcclDataType dataType,
                                 HcclReduceOp opType,
                                 CcuEventHandle event,
                                 uint16_t mask);

/**
 * Begins what is done only if a variable equals (or differs from) a constant. label names the block; use
 * the macros of ccu_control_flow_macro.h. Control flow inside loops gives CCU_E_INTERNAL.
 */
CcuResult CcuIfBegin(CcuVariableHandle var, uint64_t immediate, CcuConditionType condType, const char *label);

/** Begins what is done otherwise. */
CcuResult CcuIfElse(const char *label);

/** Ends a conditional block. */
CcuResult CcuIfEnd(const char *label);

/** Ends all conditional blocks that have no other branch and whose body is over. */
CcuResult CcuFlushPendingIfs(void);

/** Begins what is repeated while a variable equals (or differs from) a constant; tested before each turn. */
CcuResult CcuWhileBegin(CcuVariableHandle var,
                        uint64_t immediate,
                        CcuConditionType condType,
                        const char *label);

/** Ends a repeated block. */
CcuResult CcuWhileEnd(const char *label);

/** Begins what is done once and then repeated. */
CcuResult CcuDoWhileBegin(const char *label);

/**
 * Ends a block that is repeated while a variable equals (or differs from) a constant; tested after each
 * turn.
 */
CcuResult CcuDoWhileEnd(CcuVariableHandle var,
                        uint64_t immediate,
                        CcuConditionType condType,
                        const char *label);

/** As CcuIfBegin, comparing two variables. */
CcuResult CcuIfBeginVar(CcuVariableHandle lhs,
                        CcuVariableHandle rhs,
                        CcuConditionType condType,
                        const char *label);

/** As CcuWhileBegin, comparing two variables. */
CcuResult CcuWhileBeginVar(CcuVariableHandle lhs,
                           CcuVariableHandle rhs,
                           CcuConditionType condType,
                           const char *label);

/** As CcuDoWhileEnd, comparing two variables. */
CcuResult CcuDoWhileEndVar(CcuVariableHandle lhs,
                           CcuVariableHandle rhs,
                           CcuConditionType condType,
                           const char *label);

/** Finds the subroutine recorded for a function of the host; CCU_E_NOT_FOUND if there is none yet. */
CcuResult CcuFuncBlockLookup(const void *funcPtr, uint64_t *outHandle);

/** Begins to record a subroutine for a function of the host. */
CcuResult CcuFuncBlockBegin(const void *funcPtr, uint64_t *outHandle);

/** Ends the recording of a subroutine. */
CcuResult CcuFuncBlockEnd(uint64_t handle);

/** Makes a variable the next argument of the subroutine that is being recorded. */
CcuResult CcuFuncDefineInArg(uint64_t handle, CcuVariableHandle formal);

/**
 * Records a call of a subroutine with numIn variables as arguments. Inside loops it gives
 * CCU_E_INTERNAL.
 */
CcuResult CcuFuncCall(uint64_t handle, const CcuVariableHandle *inArgs, uint32_t numIn);

/** For the control flow macros: a conditional block with this label begins. */
void _CcuIfStackPush(const char *label);

/** For the control flow macros: the body of the newest conditional block is over. */
void _CcuIfStackMarkBodyDone(void);

/** For the control flow macros: label of the conditional block that the other branch belongs to, or NULL. */
const char *_CcuIfStackPopForElse(void);

/** For the control flow macros: a block with this label, tested at its end, begins. */
void _CcuDoWhileStackPush(const char *label);

/** For the control flow macros: label of the block that is tested now, or NULL. */
const char *_CcuDoWhileStackPopForWhile(void);

/** Makes a loop of the hardware, empty; record its body between the two following functions. */
CcuResult CcuLoopCreate(CcuLoop *loop);

/** Begins to record the body of a loop. */
CcuResult _CcuLoopBodyEnter(CcuLoop loop);

/** Ends the recording of a loop's body. */
CcuResult _CcuLoopBodyExit(CcuLoop loop);

/** Makes a group of at most maxLoopNum loops that run together. CCU_E_PARA for 0 or too many. */
CcuResult CcuLoopGroupCreate(CcuLoopGroup *group, uint32_t maxLoopNum, const CcuLoopGroupConfig *config);

/** As CcuLoopGroupCreate, with the numbers in two packed variables. */
CcuResult CcuLoopGroupCreateFromVar(CcuLoopGroup *group,
                                    uint32_t maxLoopNum,
                                    CcuVariableHandle parallelVar,
                                    CcuVariableHandle offsetVar);

/**
 * As CcuLoopGroupCreate, with the numbers in three packed variables; CCU_E_NOT_SUPPORT on the first
 * version of the CCU.
 */
CcuResult CcuLoopGroupCreateFromVarV2(CcuLoopGroup *group,
                                      uint32_t maxLoopNum,
                                      CcuVariableHandle parallelVarV2,
                                      CcuVariableHandle offsetVarV2,
                                      CcuVariableHandle varOffsetVar);

/** Adds a loop to a group, with its number of turns and the step of its addresses. */
CcuResult CcuLoopGroupAddLoop(CcuLoopGroup group, CcuLoop loop, const CcuLoopConfig *config);

/**
 * As CcuLoopGroupCreate, with a configuration that has a header; CCU_E_PARA if the header is not that of
 * this version.
 */
CcuResult CcuLoopGroupCreateCfg(CcuLoopGroup *group, uint32_t maxLoopNum, const CcuLoopGroupCfg *cfg);

/**
 * As CcuLoopGroupAddLoop, with a configuration that has a header; CCU_E_PARA if the header is not that
 * of this version.
 */
CcuResult CcuLoopGroupAddLoopCfg(CcuLoopGroup group, CcuLoop loop, const CcuLoopCfg *cfg);

/** As CcuLoopGroupAddLoop, with the numbers packed in a variable. */
CcuResult CcuLoopGroupAddLoopFromVar(CcuLoopGroup group, CcuLoop loop, CcuVariableHandle loopParamVar);

/**
 * As CcuLoopGroupAddLoop, with the numbers in three variables; CCU_E_NOT_SUPPORT on the first version of
 * the CCU.
 */
CcuResult CcuLoopGroupAddLoopFromVarV2(CcuLoopGroup group,
                                       CcuLoop loop,
                                       CcuVariableHandle iterNumVar,
                                       CcuVariableHandle addrOffsetVar,
                                       CcuVariableHandle ctxIdVar);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* CCU_PRIMITIVES_IMPL_H */
