/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from companions/hccl/src/hccl.rs.
 */
#ifndef HCCL_H_
#define HCCL_H_

/**
 * @file hccl.h
 * Collective operators of libhccl.so.
 *
 * Counts are in elements. All functions queue their operation on a stream of the caller's device and return; results are
 * there after the stream was synchronised. All ranks of the communicator call them in the same order.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <acl/acl.h>
#include "hccl_comm.h"
#include "hccl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Queues the reduction of count elements of every rank on stream; every rank gets the result in
 * recvBuf, which may be sendBuf.
 *
 * All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
 * stream was synchronised. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA and HCCL_E_NOT_SUPPORT for
 * arguments that are not offered.
 */
HcclResult HcclAllReduce(void *sendBuf,
                         void *recvBuf,
                         uint64_t count,
                         HcclDataType dataType,
                         HcclReduceOp op,
                         HcclComm comm,
                         aclrtStream stream);

/**
 * Queues a copy of count elements from buf of rank root to buf of all ranks on stream.
 *
 * All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
 * stream was synchronised. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA and HCCL_E_NOT_SUPPORT for
 * arguments that are not offered.
 */
HcclResult HcclBroadcast(void *buf,
                         uint64_t count,
                         HcclDataType dataType,
                         uint32_t root,
                         HcclComm comm,
                         aclrtStream stream);

/**
 * Queues the reduction of all ranks' sendBuf on stream; rank r gets elements r * recvCount and
 * following of the result.
 *
 * All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
 * stream was synchronised. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA and HCCL_E_NOT_SUPPORT for
 * arguments that are not offered.
 */
HcclResult HcclReduceScatter(void *sendBuf,
                             void *recvBuf,
                             uint64_t recvCount,
                             HcclDataType dataType,
                             HcclReduceOp op,
                             HcclComm comm,
                             aclrtStream stream);

/**
 * As HcclReduceScatter, with counts and distances in elements for each rank; not in place.
 *
 * All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
 * stream was synchronised. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA and HCCL_E_NOT_SUPPORT for
 * arguments that are not offered.
 */
HcclResult HcclReduceScatterV(void *sendBuf,
                              const void *sendCounts,
                              const void *sendDispls,
                              void *recvBuf,
                              uint64_t recvCount,
                              HcclDataType dataType,
                              HcclReduceOp op,
                              HcclComm comm,
                              aclrtStream stream);

/**
 * Queues the distribution of sendBuf of rank root on stream: rank r gets elements r * recvCount and
 * following. sendBuf may be NULL elsewhere.
 *
 * All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
 * stream was synchronised. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA and HCCL_E_NOT_SUPPORT for
 * arguments that are not offered.
 */
HcclResult HcclScatter(void *sendBuf,
                       void *recvBuf,
                       uint64_t recvCount,
                       HcclDataType dataType,
                       uint32_t root,
                       HcclComm comm,
                       aclrtStream stream);

/**
 * Queues the collection of sendCount elements of every rank on stream; every rank gets all of them in
 * the order of ranks.
 *
 * All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
 * stream was synchronised. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA and HCCL_E_NOT_SUPPORT for
 * arguments that are not offered.
 */
HcclResult HcclAllGather(void *sendBuf,
                         void *recvBuf,
                         uint64_t sendCount,
                         HcclDataType dataType,
                         HcclComm comm,
                         aclrtStream stream);

/**
 * As HcclAllGather, with counts and distances in elements for each rank; not in place.
 *
 * All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
 * stream was synchronised. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA and HCCL_E_NOT_SUPPORT for
 * arguments that are not offered.
 */
HcclResult HcclAllGatherV(void *sendBuf,
                          uint64_t sendCount,
                          void *recvBuf,
                          const void *recvCounts,
                          const void *recvDispls,
                          HcclDataType dataType,
                          HcclComm comm,
                          aclrtStream stream);

/**
 * Queues the sending of count elements to rank destRank on stream; that rank calls HcclRecv.
 *
 * All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
 * stream was synchronised. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA and HCCL_E_NOT_SUPPORT for
 * arguments that are not offered.
 */
HcclResult HcclSend(void *sendBuf,
                    uint64_t count,
                    HcclDataType dataType,
                    uint32_t destRank,
                    HcclComm comm,
                    aclrtStream stream);

/**
 * Queues the receiving of count elements from rank srcRank on stream; that rank calls HcclSend.
 *
 * All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
 * stream was synchronised. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA and HCCL_E_NOT_SUPPORT for
 * arguments that are not offered.
 */
HcclResult HcclRecv(void *recvBuf,
                    uint64_t count,
                    HcclDataType dataType,
                    uint32_t srcRank,
                    HcclComm comm,
                    aclrtStream stream);

/**
 * Queues an exchange on stream in which element [i][j] of the matrix sendCountMatrix (the same on all
 * ranks) is the number of elements from rank i to rank j; not in place.
 *
 * All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
 * stream was synchronised. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA and HCCL_E_NOT_SUPPORT for
 * arguments that are not offered.
 */
HcclResult HcclAlltoAllVC(const void *sendBuf,
                          const void *sendCountMatrix,
                          HcclDataType sendType,
                          const void *recvBuf,
                          HcclDataType recvType,
                          HcclComm comm,
                          aclrtStream stream);

/**
 * Queues an exchange on stream with counts and distances in elements for each rank; not in place.
 *
 * All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
 * stream was synchronised. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA and HCCL_E_NOT_SUPPORT for
 * arguments that are not offered.
 */
HcclResult HcclAlltoAllV(const void *sendBuf,
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
 * Queues an exchange of sendCount elements between every pair of ranks on stream; not in place.
 *
 * All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
 * stream was synchronised. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA and HCCL_E_NOT_SUPPORT for
 * arguments that are not offered.
 */
HcclResult HcclAlltoAll(const void *sendBuf,
                        uint64_t sendCount,
                        HcclDataType sendType,
                        const void *recvBuf,
                        uint64_t recvCount,
                        HcclDataType recvType,
                        HcclComm comm,
                        aclrtStream stream);

/**
 * Queues the reduction of count elements of every rank on stream; rank root gets the result in
 * recvBuf, which may be NULL elsewhere.
 *
 * All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
 * stream was synchronised. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA and HCCL_E_NOT_SUPPORT for
 * arguments that are not offered.
 */
HcclResult HcclReduce(void *sendBuf,
                      void *recvBuf,
                      uint64_t count,
                      HcclDataType dataType,
                      HcclReduceOp op,
                      uint32_t root,
                      HcclComm comm,
                      aclrtStream stream);

/**
 * Queues itemNum sends and receives on stream together, so that their order among ranks cannot block
 * them.
 *
 * All ranks concerned call it with matching arguments; it returns at once, buffers must stay until the
 * stream was synchronised. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA and HCCL_E_NOT_SUPPORT for
 * arguments that are not offered.
 */
HcclResult HcclBatchSendRecv(HcclSendRecvItem *sendRecvInfo,
                             uint32_t itemNum,
                             HcclComm comm,
                             aclrtStream stream);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_H_ */
