/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hccl_res_expt.rs and src/capi/hccl_res_expt.rs.
 */
#ifndef HCCL_RES_EXPT_H
#define HCCL_RES_EXPT_H

/**
 * @file hccl_res_expt.h
 * Resources of a communicator that may still change.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hccl/hccl_res.h>

/** A function that the library calls for a registered task: called with its handle and the result so far. */
typedef int32_t Callback(uint64_t, int32_t);

#ifdef __cplusplus
extern "C" {
#endif

/** HcclGetRemoteIpcHcclBuf of hccl/hccl_res_expt.h. */
HcclResult HcclGetRemoteIpcHcclBuf(HcclComm comm, uint64_t remoteRank, void **addr, uint64_t *size);

/** HcclDevMemAcquire of hccl/hccl_res_expt.h. */
HcclResult HcclDevMemAcquire(HcclComm comm,
                             const char *memTag,
                             uint64_t *size,
                             void **addr,
                             bool *newCreated);

/** HcclThreadExportToCommEngine of hccl/hccl_res_expt.h. */
HcclResult HcclThreadExportToCommEngine(HcclComm comm,
                                        uint32_t threadNum,
                                        const ThreadHandle *threads,
                                        CommEngine dstCommEngine,
                                        ThreadHandle *exportedThreads);

/** HcclTaskRegister of hccl/hccl_res_expt.h. */
int32_t HcclTaskRegister(HcclComm comm, const char *msgTag, Callback cb);

/** HcclTaskUnRegister of hccl/hccl_res_expt.h. */
int32_t HcclTaskUnRegister(HcclComm comm, const char *msgTag);

/** HcclCommAddExchangeInfo of hccl/hccl_res_expt.h. */
HcclResult HcclCommAddExchangeInfo(HcclComm comm, const void *data, uint32_t length);

/** HcclCommGetExchangeInfo of hccl/hccl_res_expt.h. */
HcclResult HcclCommGetExchangeInfo(HcclComm comm,
                                   uint32_t remoteRank,
                                   uint32_t length,
                                   void *data,
                                   uint32_t *actualLength);

/** HcclCommResetExchangeInfo of hccl/hccl_res_expt.h. */
HcclResult HcclCommResetExchangeInfo(HcclComm comm);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_RES_EXPT_H */
