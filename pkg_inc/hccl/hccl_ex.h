/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from src/capi/hccl_ex.rs.
 */
#ifndef HCCL_EX_H
#define HCCL_EX_H

/**
 * @file hccl_ex.h
 * Older extensions of communicators.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** HcclInitComm of hccl/hccl_ex.h. */
HcclResult HcclInitComm(const char *rankTableM, uint32_t rank, const CommAttr *attr, HcclComm *comm);

/** HcclFinalizeComm of hccl/hccl_ex.h. */
HcclResult HcclFinalizeComm(HcclComm comm);

/** HcclRegisterGlobalMemory of hccl/hccl_ex.h. */
HcclResult HcclRegisterGlobalMemory(void *addr, unsigned long long size);

/** HcclUnregisterGlobalMemory of hccl/hccl_ex.h. */
HcclResult HcclUnregisterGlobalMemory(void *addr);

/** HcclRegisterMemory of hccl/hccl_ex.h. */
HcclResult HcclRegisterMemory(HcclComm comm, void *buffer, uint64_t size);

/** HcclUnregisterMemory of hccl/hccl_ex.h. */
HcclResult HcclUnregisterMemory(HcclComm comm, void *buffer);

/** HcclIsend of hccl/hccl_ex.h. */
int HcclIsend(void *buffer,
              int count,
              HcclDataType dataType,
              int dstRank,
              int tag,
              HcclComm comm,
              HcclRequest *request);

/** HcclImrecv of hccl/hccl_ex.h. */
int HcclImrecv(void *buffer, int count, HcclDataType dataType, HcclMessage *msg, HcclRequest *request);

/** HcclImprobe of hccl/hccl_ex.h. */
int HcclImprobe(int srcRank, int tag, HcclComm comm, int *flag, HcclMessage *msg, HcclStatus *status);

/** HcclGetCount of hccl/hccl_ex.h. */
int HcclGetCount(const HcclStatus *status, HcclDataType dataType, int *count);

/** HcclTestSome of hccl/hccl_ex.h. */
int HcclTestSome(int count,
                 HcclRequest *requestArray,
                 int *compCount,
                 int *compIndices,
                 HcclStatus *compStatus);

/** HcclRawOpen of hccl/hccl_ex.h. */
HcclResult HcclRawOpen(HcclConn *conn);

/** HcclRawClose of hccl/hccl_ex.h. */
HcclResult HcclRawClose(HcclConn conn);

/** HcclRawForceClose of hccl/hccl_ex.h. */
HcclResult HcclRawForceClose(HcclConn conn);

/** HcclRawBind of hccl/hccl_ex.h. */
HcclResult HcclRawBind(HcclConn conn, HcclAddr *bindAddr);

/** HcclRawConnect of hccl/hccl_ex.h. */
HcclResult HcclRawConnect(HcclConn conn, HcclAddr *connectAddr);

/** HcclRawListen of hccl/hccl_ex.h. */
HcclResult HcclRawListen(HcclConn conn, int backLog);

/** HcclRawAccept of hccl/hccl_ex.h. */
HcclResult HcclRawAccept(HcclConn listenConn, HcclAddr *acceptAddr, HcclConn *acceptConn);

/** HcclRawIsend of hccl/hccl_ex.h. */
HcclResult HcclRawIsend(const void *buf,
                        int count,
                        HcclDataType dataType,
                        HcclConn conn,
                        HcclRequest *request);

/** HcclRawImprobe of hccl/hccl_ex.h. */
HcclResult HcclRawImprobe(HcclConn conn, int *flag, HcclMessage *msg, HcclStatus *status);

/** HcclRawImrecv of hccl/hccl_ex.h. */
HcclResult HcclRawImrecv(void *buf, int count, HcclDataType datatype, HcclMessage *msg, HcclRequest *request);

/** HcclRawImrecvScatter of hccl/hccl_ex.h. */
HcclResult HcclRawImrecvScatter(void **buf,
                                int *count,
                                int bufCount,
                                HcclDataType datatype,
                                HcclMessage *msg,
                                HcclRequest *request);

/** HcclRawGetCount of hccl/hccl_ex.h. */
HcclResult HcclRawGetCount(const HcclStatus *status, HcclDataType dataType, int *count);

/** HcclRawTestSome of hccl/hccl_ex.h. */
HcclResult HcclRawTestSome(int count,
                           HcclRequest *requestArray,
                           int *compCount,
                           int *compIndices,
                           HcclStatus *compStatus);

/** HcclSetGrpIdCallback of hccl/hccl_ex.h. */
HcclResult HcclSetGrpIdCallback(int (*grpIdCallback)(int, int*, int*));

/** HcclCreateComResource of hccl/hccl_ex.h. */
HcclResult HcclCreateComResource(const char *commName, uint32_t streamMode, void **commContext);

/** HcclGetAicpuOpStreamNotify of hccl/hccl_ex.h. */
HcclResult HcclGetAicpuOpStreamNotify(const char *commName, rtStream_t *Opstream, void **aicpuNotify);

/** HcclAllocComResource of hccl/hccl_ex.h. */
HcclResult HcclAllocComResource(HcclComm comm, uint32_t streamMode, void **commContext);

/** HcclAllocComResourceByTiling of hccl/hccl_ex.h. */
HcclResult HcclAllocComResourceByTiling(HcclComm comm, void *stream, void *Mc2Tiling, void **commContext);

/** HcclGetAicpuOpStreamAndNotify of hccl/hccl_ex.h. */
HcclResult HcclGetAicpuOpStreamAndNotify(HcclComm comm,
                                         rtStream_t *opstream,
                                         uint8_t aicpuNotifyNum,
                                         void **aicpuNotify);

/** HcclGetTopoDesc of hccl/hccl_ex.h. */
HcclResult HcclGetTopoDesc(HcclComm comm, HcclTopoDescs *topoDescs, uint32_t topoSize);

/** HcclCommRegister of hccl/hccl_ex.h. */
HcclResult HcclCommRegister(HcclComm comm, void *addr, uint64_t size, void **handle, uint32_t flag);

/** HcclCommDeregister of hccl/hccl_ex.h. */
HcclResult HcclCommDeregister(HcclComm comm, void *handle);

/** HcclCommExchangeMem of hccl/hccl_ex.h. */
HcclResult HcclCommExchangeMem(HcclComm comm, void *windowHandle, uint32_t *peerRanks, uint32_t peerRankNum);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_EX_H */
