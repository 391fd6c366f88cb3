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

/** CcuVariableAlloc of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableAlloc(CcuVariableHandle *varHandle);

/** CcuAddressAlloc of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuAddressAlloc(CcuAddressHandle *addrHandle);

/** CcuEventAlloc of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuEventAlloc(CcuEventHandle *eventHandle);

/** CcuBufferAlloc of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuBufferAlloc(CcuBufferHandle *bufHandle);

/** CcuLocalAddrAlloc of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLocalAddrAlloc(CcuLocalAddrHandle *localAddrHandle,
                            CcuAddressHandle *addrHandle,
                            CcuVariableHandle *tokenHandle);

/** CcuRemoteAddrAlloc of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuRemoteAddrAlloc(CcuRemoteAddrHandle *remoteAddrHandle,
                             CcuAddressHandle *addrHandle,
                             CcuVariableHandle *tokenHandle);

/** CcuBlockVariableAlloc of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuBlockVariableAlloc(CcuVariableHandle *varHandles, uint32_t count);

/** CcuBlockEventAlloc of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuBlockEventAlloc(CcuEventHandle *eventHandles, uint32_t count);

/** CcuBlockBufferAlloc of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuBlockBufferAlloc(CcuBufferHandle *bufHandles, uint32_t count);

/** CcuVariableCreateByChannel of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableCreateByChannel(ChannelHandle channel, uint32_t varIndex, CcuVariableHandle *varHandle);

/** CcuVariableGetByIndex of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableGetByIndex(CcuVariableHandle acqHandle, uint32_t index, CcuVariableHandle *varHandle);

/** CcuEventGetByIndex of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuEventGetByIndex(CcuEventHandle acqHandle, uint32_t index, CcuEventHandle *eventHandle);

/** CcuVariableAssignImm of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableAssignImm(CcuVariableHandle resVar, uint64_t immediate);

/** CcuVariableAssignVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableAssignVar(CcuVariableHandle dstVarHandle, CcuVariableHandle srcVarHandle);

/** CcuVariableAddVarToVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableAddVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** CcuVariableSubVarToVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableSubVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** CcuVariableMulVarToVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableMulVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** CcuVariableAddImmToVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableAddImmToVar(CcuVariableHandle resVar, CcuVariableHandle varA, uint16_t immediate);

/** CcuVariableSubImmToVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableSubImmToVar(CcuVariableHandle resVar, CcuVariableHandle varA, uint16_t immediate);

/** CcuVariableMulImmToVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableMulImmToVar(CcuVariableHandle resVar, CcuVariableHandle varA, uint16_t immediate);

/** CcuVariableAndVarToVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableAndVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** CcuVariableOrVarToVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableOrVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** CcuVariableXorVarToVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableXorVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** CcuVariableNotVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableNotVar(CcuVariableHandle resVar, CcuVariableHandle varA);

/** CcuVariableShlVarToVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableShlVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** CcuVariableShrVarToVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuVariableShrVarToVar(CcuVariableHandle resVar, CcuVariableHandle varA, CcuVariableHandle varB);

/** CcuAddressAssignImm of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuAddressAssignImm(CcuAddressHandle addr, uint64_t immediate);

/** CcuAddressAssignAddr of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuAddressAssignAddr(CcuAddressHandle dstAddrHandle, CcuAddressHandle srcAddrHandle);

/** CcuAddressAssignVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuAddressAssignVar(CcuAddressHandle addr, CcuVariableHandle var);

/** CcuAddressAddVarToAddr of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuAddressAddVarToAddr(CcuAddressHandle resAddr,
                                 CcuAddressHandle lhsAddr,
                                 CcuVariableHandle rhsVar);

/** CcuAddressAddAddrToAddr of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuAddressAddAddrToAddr(CcuAddressHandle resAddr, CcuAddressHandle addrA, CcuAddressHandle addrB);

/** CcuAddressAddAssignVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuAddressAddAssignVar(CcuAddressHandle addr, CcuVariableHandle var);

/** CcuAddressAddImmToAddr of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuAddressAddImmToAddr(CcuAddressHandle resAddr, CcuAddressHandle addrA, uint16_t imm);

/** CcuLoadArg of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLoadArg(CcuVariableHandle varHandle, uint32_t argId);

/** CcuLoadVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLoadVar(uint64_t addr, CcuVariableHandle varHandle, uint32_t num);

/** CcuLoadVarFromVarAddr of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLoadVarFromVarAddr(CcuVariableHandle addrHandle, CcuVariableHandle varHandle, uint32_t num);

/** CcuStoreVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuStoreVar(uint64_t addr, CcuVariableHandle varHandle, uint32_t num);

/** CcuStoreVarToVarAddr of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuStoreVarToVarAddr(CcuVariableHandle addrHandle, CcuVariableHandle varHandle, uint32_t num);

/** CcuEventRecord of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuEventRecord(CcuEventHandle eventHandle, uint16_t mask);

/** CcuEventWait of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuEventWait(CcuEventHandle eventHandle, uint16_t mask);

/** CcuNotifyRecord of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuNotifyRecord(ChannelHandle channel, uint32_t remoteNotifyIdx, uint16_t mask);

/** CcuNotifyWait of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuNotifyWait(ChannelHandle channel, uint32_t localNotifyIdx, uint16_t mask);

/** CcuWriteVariableWithNotify of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuWriteVariableWithNotify(ChannelHandle channel,
                                     CcuVariableHandle varHandle,
                                     uint32_t remoteVarIdx,
                                     uint32_t remoteNotifyIdx,
                                     uint16_t mask);

/** CcuLocalNotifyRecord of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLocalNotifyRecord(const char *notifyTag, uint16_t mask);

/** CcuLocalNotifyWait of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLocalNotifyWait(const char *notifyTag, uint16_t mask);

/** CcuLocalCopyMemToMem of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLocalCopyMemToMem(CcuLocalAddrHandle dst,
                               CcuLocalAddrHandle src,
                               CcuVariableHandle len,
                               CcuEventHandle event,
                               uint16_t mask);

/** CcuLocalCopyMemToBuffer of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLocalCopyMemToBuffer(CcuBufferHandle dst,
                                  CcuLocalAddrHandle src,
                                  CcuVariableHandle len,
                                  CcuEventHandle event,
                                  uint16_t mask);

/** CcuLocalCopyBufferToMem of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLocalCopyBufferToMem(CcuLocalAddrHandle dst,
                                  CcuBufferHandle src,
                                  CcuVariableHandle len,
                                  CcuEventHandle event,
                                  uint16_t mask);

/** CcuLocalMemReduce of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLocalMemReduce(CcuLocalAddrHandle dst,
                            CcuLocalAddrHandle src,
                            CcuVariableHandle len,
                            HcclDataType dataType,
                            HcclReduceOp opType,
                            CcuEventHandle event,
                            uint16_t mask);

/** CcuLocalBufferReduce of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLocalBufferReduce(CcuBufferHandle *buffers,
                               uint32_t count,
                               HcclDataType dataType,
                               HcclDataType outputDataType,
                               HcclReduceOp opType,
                               CcuVariableHandle len,
                               CcuEventHandle event,
                               uint16_t mask);

/** CcuReadMemToMem of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuReadMemToMem(ChannelHandle channel,
                          CcuLocalAddrHandle localHandle,
                          CcuRemoteAddrHandle remoteHandle,
                          CcuVariableHandle len,
                          CcuEventHandle event,
                          uint16_t mask);

/** CcuReadMemToBuffer of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuReadMemToBuffer(ChannelHandle channel,
                             CcuBufferHandle localHandle,
                             CcuRemoteAddrHandle remoteHandle,
                             CcuVariableHandle len,
                             CcuEventHandle event,
                             uint16_t mask);

/** CcuReadMemToMemReduce of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuReadMemToMemReduce(ChannelHandle channel,
                                CcuLocalAddrHandle localHandle,
                                CcuRemoteAddrHandle remoteHandle,
                                CcuVariableHandle len,
                                HcclDataType dataType,
                                HcclReduceOp opType,
                                CcuEventHandle event,
                                uint16_t mask);

/** CcuWriteMemToMem of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuWriteMemToMem(ChannelHandle channel,
                           CcuRemoteAddrHandle remoteHandle,
                           CcuLocalAddrHandle localHandle,
                           CcuVariableHandle len,
                           CcuEventHandle event,
                           uint16_t mask);

/** CcuWriteBufferToMem of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuWriteBufferToMem(ChannelHandle channel,
                              CcuRemoteAddrHandle remoteHandle,
                              CcuBufferHandle localHandle,
                              CcuVariableHandle len,
                              CcuEventHandle event,
                              uint16_t mask);

/** CcuWriteMemToMemReduce of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuWriteMemToMemReduce(ChannelHandle channel,
                                 CcuRemoteAddrHandle remoteHandle,
                                 CcuLocalAddrHandle localHandle,
                                 CcuVariableHandle len,
                                 HcclDataType dataType,
                                 HcclReduceOp opType,
                                 CcuEventHandle event,
                                 uint16_t mask);

/** CcuIfBegin of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuIfBegin(CcuVariableHandle var, uint64_t immediate, CcuConditionType condType, const char *label);

/** CcuIfElse of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuIfElse(const char *label);

/** CcuIfEnd of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuIfEnd(const char *label);

/** CcuFlushPendingIfs of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuFlushPendingIfs(void);

/** CcuWhileBegin of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuWhileBegin(CcuVariableHandle var,
                        uint64_t immediate,
                        CcuConditionType condType,
                        const char *label);

/** CcuWhileEnd of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuWhileEnd(const char *label);

/** CcuDoWhileBegin of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuDoWhileBegin(const char *label);

/** CcuDoWhileEnd of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuDoWhileEnd(CcuVariableHandle var,
                        uint64_t immediate,
                        CcuConditionType condType,
                        const char *label);

/** CcuIfBeginVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuIfBeginVar(CcuVariableHandle lhs,
                        CcuVariableHandle rhs,
                        CcuConditionType condType,
                        const char *label);

/** CcuWhileBeginVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuWhileBeginVar(CcuVariableHandle lhs,
                           CcuVariableHandle rhs,
                           CcuConditionType condType,
                           const char *label);

/** CcuDoWhileEndVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuDoWhileEndVar(CcuVariableHandle lhs,
                           CcuVariableHandle rhs,
                           CcuConditionType condType,
                           const char *label);

/** CcuFuncBlockLookup of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuFuncBlockLookup(const void *funcPtr, uint64_t *outHandle);

/** CcuFuncBlockBegin of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuFuncBlockBegin(const void *funcPtr, uint64_t *outHandle);

/** CcuFuncBlockEnd of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuFuncBlockEnd(uint64_t handle);

/** CcuFuncDefineInArg of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuFuncDefineInArg(uint64_t handle, CcuVariableHandle formal);

/** CcuFuncCall of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuFuncCall(uint64_t handle, const CcuVariableHandle *inArgs, uint32_t numIn);

/** _CcuIfStackPush of hcomm/ccu/ccu_primitives_impl.h. */
void _CcuIfStackPush(const char *label);

/** _CcuIfStackMarkBodyDone of hcomm/ccu/ccu_primitives_impl.h. */
void _CcuIfStackMarkBodyDone(void);

/** _CcuIfStackPopForElse of hcomm/ccu/ccu_primitives_impl.h. */
const char *_CcuIfStackPopForElse(void);

/** _CcuDoWhileStackPush of hcomm/ccu/ccu_primitives_impl.h. */
void _CcuDoWhileStackPush(const char *label);

/** _CcuDoWhileStackPopForWhile of hcomm/ccu/ccu_primitives_impl.h. */
const char *_CcuDoWhileStackPopForWhile(void);

/** CcuLoopCreate of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLoopCreate(CcuLoop *loop);

/** _CcuLoopBodyEnter of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult _CcuLoopBodyEnter(CcuLoop loop);

/** _CcuLoopBodyExit of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult _CcuLoopBodyExit(CcuLoop loop);

/** CcuLoopGroupCreate of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLoopGroupCreate(CcuLoopGroup *group, uint32_t maxLoopNum, const CcuLoopGroupConfig *config);

/** CcuLoopGroupCreateFromVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLoopGroupCreateFromVar(CcuLoopGroup *group,
                                    uint32_t maxLoopNum,
                                    CcuVariableHandle parallelVar,
                                    CcuVariableHandle offsetVar);

/** CcuLoopGroupCreateFromVarV2 of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLoopGroupCreateFromVarV2(CcuLoopGroup *group,
                                      uint32_t maxLoopNum,
                                      CcuVariableHandle parallelVarV2,
                                      CcuVariableHandle offsetVarV2,
                                      CcuVariableHandle varOffsetVar);

/** CcuLoopGroupAddLoop of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLoopGroupAddLoop(CcuLoopGroup group, CcuLoop loop, const CcuLoopConfig *config);

/** CcuLoopGroupCreateCfg of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLoopGroupCreateCfg(CcuLoopGroup *group, uint32_t maxLoopNum, const CcuLoopGroupCfg *cfg);

/** CcuLoopGroupAddLoopCfg of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLoopGroupAddLoopCfg(CcuLoopGroup group, CcuLoop loop, const CcuLoopCfg *cfg);

/** CcuLoopGroupAddLoopFromVar of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLoopGroupAddLoopFromVar(CcuLoopGroup group, CcuLoop loop, CcuVariableHandle loopParamVar);

/** CcuLoopGroupAddLoopFromVarV2 of hcomm/ccu/ccu_primitives_impl.h. */
CcuResult CcuLoopGroupAddLoopFromVarV2(CcuLoopGroup group,
                                       CcuLoop loop,
                                       CcuVariableHandle iterNumVar,
                                       CcuVariableHandle addrOffsetVar,
                                       CcuVariableHandle ctxIdVar);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* CCU_PRIMITIVES_IMPL_H */
