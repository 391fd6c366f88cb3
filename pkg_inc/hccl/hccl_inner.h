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

/**
 * What HcclAllReduce of libhccl.so calls. Queues the reduction of count elements of every rank on
 * stream; every rank gets the result in recvBuf, which may be sendBuf.
 */
HcclResult HcclAllReduceInner(void *sendBuf,
                              void *recvBuf,
                              uint64_t count,
                              HcclDataType dataType,
                              HcclReduceOp op,
                              HcclComm comm,
                              aclrtStream stream);

/**
 * What HcclBroadcast of libhccl.so calls. Queues a copy of count elements from buf of rank root to
 * buf of all ranks on stream.
 */
HcclResult HcclBroadcastInner(void *buf,
                              uint64_t count,
                              HcclDataType dataType,
                              uint32_t root,
                              HcclComm comm,
                              aclrtStream stream);

/**
 * What HcclReduceScatter of libhccl.so calls. Queues the reduction of all ranks' sendBuf on stream;
 * rank r gets elements r * recvCount and following of the result.
 */
HcclResult HcclReduceScatterInner(void *sendBuf,
                                  void *recvBuf,
                                  uint64_t recvCount,
                                  HcclDataType dataType,
                                  HcclReduceOp op,
                                  HcclComm comm,
                                  aclrtStream stream);

/**
 * What HcclReduceScatterV of libhccl.so calls. As HcclReduceScatterInner, with counts and distances in
 * elements for each rank; not in place.
 */
HcclResult HcclReduceScatterVInner(void *sendBuf,
                                   const void *sendCounts,
                                   const void *sendDispls,
                                   void *recvBuf,
                                   uint64_t recvCount,
                                   HcclDataType dataType,
                                   HcclReduceOp op,
                                   HcclComm comm,
                                   aclrtStream stream);

/**
 * What HcclScatter of libhccl.so calls. Queues the distribution of sendBuf of rank root on stream:
 * rank r gets elements r * recvCount and following. sendBuf may be NULL elsewhere.
 */
HcclResult HcclScatterInner(void *sendBuf,
                            void *recvBuf,
                            uint64_t recvCount,
                            HcclDataType dataType,
                            uint32_t root,
                            HcclComm comm,
                            aclrtStream stream);

/**
 * What HcclAllGather of libhccl.so calls. Queues the collection of sendCount elements of every rank on
 * stream; every rank gets all of them in the order of ranks.
 */
HcclResult HcclAllGatherInner(void *sendBuf,
                              void *recvBuf,
                              uint64_t sendCount,
                              HcclDataType dataType,
                              HcclComm comm,
                              aclrtStream stream);

/**
 * What HcclAllGatherV of libhccl.so calls. As HcclAllGatherInner, with counts and distances in elements
 * for each rank; not in place.
 */
HcclResult HcclAllGatherVInner(void *sendBuf,
                               uint64_t sendCount,
                               void *recvBuf,
                               const void *recvCounts,
                               const void *recvDispls,
                               HcclDataType dataType,
                               HcclComm comm,
                               aclrtStream stream);

/**
 * What HcclSend of libhccl.so calls. Queues the sending of count elements to rank destRank on
 * stream; that rank calls HcclRecvInner.
 */
HcclResult HcclSendInner(void *sendBuf,
                         uint64_t count,
                         HcclDataType dataType,
                         uint32_t destRank,
                         HcclComm comm,
                         aclrtStream stream);

/**
 * What HcclRecv of libhccl.so calls. Queues the receiving of count elements from rank srcRank on
 * stream; that rank calls HcclSendInner.
 */
HcclResult HcclRecvInner(void *recvBuf,
                         uint64_t count,
                         HcclDataType dataType,
                         uint32_t srcRank,
                         HcclComm comm,
                         aclrtStream stream);

/**
 * What HcclAlltoAllVC of libhccl.so calls. Queues an exchange on stream in which element [i][j] of the
 * matrix sendCountMatrix (the same on all ranks) is the number of elements from rank i to rank j; not in
 * place.
 */
HcclResult HcclAlltoAllVCInner(const void *sendBuf,
                               const void *sendCountMatrix,
                               HcclDataType sendType,
                               const void *recvBuf,
                               HcclDataType recvType,
                               HcclComm comm,
                               aclrtStream stream);

/**
 * What HcclAlltoAllV of libhccl.so calls. Queues an exchange on stream with counts and distances in
 * elements for each rank; not in place.
 */
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

/**
 * What HcclAlltoAll of libhccl.so calls. Queues an exchange of sendCount elements between every pair of
 * ranks on stream; not in place.
 */
HcclResult HcclAlltoAllInner(const void *sendBuf,
                             uint64_t sendCount,
                             HcclDataType sendType,
                             const void *recvBuf,
                             uint64_t recvCount,
                             HcclDataType recvType,
                             HcclComm comm,
                             aclrtStream stream);

/**
 * What HcclReduce of libhccl.so calls. Queues the reduction of count elements of every rank on stream;
 * rank root gets the result in recvBuf, which may be NULL elsewhere.
 */
HcclResult HcclReduceInner(void *sendBuf,
                           void *recvBuf,
                           uint64_t count,
                           HcclDataType dataType,
                           HcclReduceOp op,
                           uint32_t root,
                           HcclComm comm,
                           aclrtStream stream);

/**
 * What HcclBatchSendRecv of libhccl.so calls. Queues itemNum sends and receives on stream together, so
 * that their order among ranks cannot block them.
 */
HcclResult HcclBatchSendRecvInner(HcclSendRecvItem *sendRecvInfo,
                                  uint32_t itemNum,
                                  HcclComm comm,
                                  aclrtStream stream);

/**
 * What HcclCreateOpResCtx of libhccl.so calls: makes the resources of a fused operator and gives the
 * device address of their description.
 */
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
