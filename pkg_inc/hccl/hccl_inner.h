/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from src/capi/hccl_inner.rs.
 */
#ifndef HCCL_INNER_H_
#define HCCL_INNER_H_

/**
 * @file hccl_inner.h
 * Collective operators as libhccl.so calls them in libhcomm.so.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hccl/hccl_comm.h>
#include <hccl/hccl_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** HcclAllReduceInner of hccl/hccl_inner.h. */
HcclResult HcclAllReduceInner(void *sendBuf,
                              void *recvBuf,
                              uint64_t count,
                              HcclDataType dataType,
                              HcclReduceOp op,
                              HcclComm comm,
                              aclrtStream stream);

/** HcclBroadcastInner of hccl/hccl_inner.h. */
HcclResult HcclBroadcastInner(void *buf,
                              uint64_t count,
                              HcclDataType dataType,
                              uint32_t root,
                              HcclComm comm,
                              aclrtStream stream);

/** HcclReduceScatterInner of hccl/hccl_inner.h. */
HcclResult HcclReduceScatterInner(void *sendBuf,
                                  void *recvBuf,
                                  uint64_t recvCount,
                                  HcclDataType dataType,
                                  HcclReduceOp op,
                                  HcclComm comm,
                                  aclrtStream stream);

/** HcclReduceScatterVInner of hccl/hccl_inner.h. */
HcclResult HcclReduceScatterVInner(void *sendBuf,
                                   const void *sendCounts,
                                   const void *sendDispls,
                                   void *recvBuf,
                                   uint64_t recvCount,
                                   HcclDataType dataType,
                                   HcclReduceOp op,
                                   HcclComm comm,
                                   aclrtStream stream);

/** HcclScatterInner of hccl/hccl_inner.h. */
HcclResult HcclScatterInner(void *sendBuf,
                            void *recvBuf,
                            uint64_t recvCount,
                            HcclDataType dataType,
                            uint32_t root,
                            HcclComm comm,
                            aclrtStream stream);

/** HcclAllGatherInner of hccl/hccl_inner.h. */
HcclResult HcclAllGatherInner(void *sendBuf,
                              void *recvBuf,
                              uint64_t sendCount,
                              HcclDataType dataType,
                              HcclComm comm,
                              aclrtStream stream);

/** HcclAllGatherVInner of hccl/hccl_inner.h. */
HcclResult HcclAllGatherVInner(void *sendBuf,
                               uint64_t sendCount,
                               void *recvBuf,
                               const void *recvCounts,
                               const void *recvDispls,
                               HcclDataType dataType,
                               HcclComm comm,
                               aclrtStream stream);

/** HcclSendInner of hccl/hccl_inner.h. */
HcclResult HcclSendInner(void *sendBuf,
                         uint64_t count,
                         HcclDataType dataType,
                         uint32_t destRank,
                         HcclComm comm,
                         aclrtStream stream);

/** HcclRecvInner of hccl/hccl_inner.h. */
HcclResult HcclRecvInner(void *recvBuf,
                         uint64_t count,
                         HcclDataType dataType,
                         uint32_t srcRank,
                         HcclComm comm,
                         aclrtStream stream);

/** HcclAlltoAllVCInner of hccl/hccl_inner.h. */
HcclResult HcclAlltoAllVCInner(const void *sendBuf,
                               const void *sendCountMatrix,
                               HcclDataType sendType,
                               const void *recvBuf,
                               HcclDataType recvType,
                               HcclComm comm,
                               aclrtStream stream);

/** HcclAlltoAllVInner of hccl/hccl_inner.h. */
HcclResult HcclAlltoAllVInner(const void *sendBuf,
                              const void *sendCounts,
                              const void *sdispls,
                              HcclDataType sendType,
                              const void *recvBuf,
                              const void *recvCounts,
                              const void *rdispls,
                              HcclDataType recvType,
                              HcclComm comm,
                              aclrtStream stream);

/** HcclAlltoAllInner of hccl/hccl_inner.h. */
HcclResult HcclAlltoAllInner(const void *sendBuf,
                             uint64_t sendCount,
                             HcclDataType sendType,
                             const void *recvBuf,
                             uint64_t recvCount,
                             HcclDataType recvType,
                             HcclComm comm,
                             aclrtStream stream);

/** HcclReduceInner of hccl/hccl_inner.h. */
HcclResult HcclReduceInner(void *sendBuf,
                           void *recvBuf,
                           uint64_t count,
                           HcclDataType dataType,
                           HcclReduceOp op,
                           uint32_t root,
                           HcclComm comm,
                           aclrtStream stream);

/** HcclBatchSendRecvInner of hccl/hccl_inner.h. */
HcclResult HcclBatchSendRecvInner(HcclSendRecvItem *sendRecvInfo,
                                  uint32_t itemNum,
                                  HcclComm comm,
                                  aclrtStream stream);

/** HcclCreateOpResCtxInner of hccl/hccl_inner.h. */
HcclResult HcclCreateOpResCtxInner(HcclComm comm,
                                   uint8_t opType,
                                   HcclDataType srcDataType,
                                   HcclDataType dstDataType,
                                   HcclReduceOp reduceType,
                                   uint64_t count,
                                   char *algConfig,
                                   uint32_t commEngine,
                                   void **opResCtx);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_INNER_H_ */
