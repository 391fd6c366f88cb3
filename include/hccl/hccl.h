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

/** HcclAllReduce. */
HcclResult HcclAllReduce(void *sendBuf,
                         void *recvBuf,
                         uint64_t count,
                         HcclDataType dataType,
                         HcclReduceOp op,
                         HcclComm comm,
                         aclrtStream stream);

/** HcclBroadcast. */
HcclResult HcclBroadcast(void *buf,
                         uint64_t count,
                         HcclDataType dataType,
                         uint32_t root,
                         HcclComm comm,
                         aclrtStream stream);

/** HcclReduceScatter. */
HcclResult HcclReduceScatter(void *sendBuf,
                             void *recvBuf,
                             uint64_t recvCount,
                             HcclDataType dataType,
                             HcclReduceOp op,
                             HcclComm comm,
                             aclrtStream stream);

/** HcclReduceScatterV. */
HcclResult HcclReduceScatterV(void *sendBuf,
                              const void *sendCounts,
                              const void *sendDispls,
                              void *recvBuf,
                              uint64_t recvCount,
                              HcclDataType dataType,
                              HcclReduceOp op,
                              HcclComm comm,
                              aclrtStream stream);

/** HcclScatter. */
HcclResult HcclScatter(void *sendBuf,
                       void *recvBuf,
                       uint64_t recvCount,
                       HcclDataType dataType,
                       uint32_t root,
                       HcclComm comm,
                       aclrtStream stream);

/** HcclAllGather. */
HcclResult HcclAllGather(void *sendBuf,
                         void *recvBuf,
                         uint64_t sendCount,
                         HcclDataType dataType,
                         HcclComm comm,
                         aclrtStream stream);

/** HcclAllGatherV. */
HcclResult HcclAllGatherV(void *sendBuf,
                          uint64_t sendCount,
                          void *recvBuf,
                          const void *recvCounts,
                          const void *recvDispls,
                          HcclDataType dataType,
                          HcclComm comm,
                          aclrtStream stream);

/** HcclSend. */
HcclResult HcclSend(void *sendBuf,
                    uint64_t count,
                    HcclDataType dataType,
                    uint32_t destRank,
                    HcclComm comm,
                    aclrtStream stream);

/** HcclRecv. */
HcclResult HcclRecv(void *recvBuf,
                    uint64_t count,
                    HcclDataType dataType,
                    uint32_t srcRank,
                    HcclComm comm,
                    aclrtStream stream);

/** HcclAlltoAllVC. */
HcclResult HcclAlltoAllVC(const void *sendBuf,
                          const void *sendCountMatrix,
                          HcclDataType sendType,
                          const void *recvBuf,
                          HcclDataType recvType,
                          HcclComm comm,
                          aclrtStream stream);

/** HcclAlltoAllV. */
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

/** HcclAlltoAll. */
HcclResult HcclAlltoAll(const void *sendBuf,
                        uint64_t sendCount,
                        HcclDataType sendType,
                        const void *recvBuf,
                        uint64_t recvCount,
                        HcclDataType recvType,
                        HcclComm comm,
                        aclrtStream stream);

/** HcclReduce. */
HcclResult HcclReduce(void *sendBuf,
                      void *recvBuf,
                      uint64_t count,
                      HcclDataType dataType,
                      HcclReduceOp op,
                      uint32_t root,
                      HcclComm comm,
                      aclrtStream stream);

/** HcclBatchSendRecv. */
HcclResult HcclBatchSendRecv(HcclSendRecvItem *sendRecvInfo,
                             uint32_t itemNum,
                             HcclComm comm,
                             aclrtStream stream);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_H_ */
