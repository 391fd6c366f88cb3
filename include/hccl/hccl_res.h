/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hccl_res.rs and src/capi/hccl_res.rs.
 */
#ifndef HCCL_RES_H
#define HCCL_RES_H

/**
 * @file hccl_res.h
 * Resources of a communicator: threads, buffers, contexts, memory.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <acl/acl.h>
#include "hccl_channel.h"
#include "hccl_types.h"
#include "hcomm_res_defs.h"

/* Constants: typed in C++; macros in C, so that they can be array bounds. */
#ifdef __cplusplus
/** Constant HCCL_RES_TAG_MAX_LEN. */
static const uint32_t HCCL_RES_TAG_MAX_LEN = 255;
#else
#define HCCL_RES_TAG_MAX_LEN 255u
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Enumeration HcclDedicatedThreadType. */
typedef enum HcclDedicatedThreadType {
    /** Value -1. */
    HCCL_DED_THREAD_TYPE_INVALID = -1,
    /** Value 0. */
    HCCL_DED_THREAD_TYPE_AICPU_LAUNCH = 0,
    /** Value 1. */
    HCCL_DED_THREAD_TYPE_AICPU_LAUNCH_GE = 1,
    /** Value 2. */
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_OPBASE = 2,
    /** Value 3. */
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_ACLGRAPH = 3,
    /** Value 4. */
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_GE = 4,
    /** Value 5. */
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_DEVICE = 5,
} HcclDedicatedThreadType;

/** Type ThreadResTypeStream. */
typedef aclrtStream ThreadResTypeStream;

/** HcclGetHcclBuffer of hccl/hccl_res.h. */
HcclResult HcclGetHcclBuffer(HcclComm comm, void **buffer, uint64_t *size);

/** HcclGetHcclBufferCleared of hccl/hccl_res.h. */
HcclResult HcclGetHcclBufferCleared(HcclComm comm, void **buffer, uint64_t *size);

/** HcclThreadAcquire of hccl/hccl_res.h. */
HcclResult HcclThreadAcquire(HcclComm comm,
                             CommEngine engine,
                             uint32_t threadNum,
                             uint32_t notifyNumPerThread,
                             ThreadHandle *threads);

/** HcclThreadAcquireWithConfig of hccl/hccl_res.h. */
HcclResult HcclThreadAcquireWithConfig(HcclComm comm,
                                       CommEngine engine,
                                       uint32_t threadNum,
                                       ThreadType type,
                                       const ThreadConfig *config,
                                       ThreadHandle *threads);

/** HcclThreadAcquireWithStream of hccl/hccl_res.h. */
HcclResult HcclThreadAcquireWithStream(HcclComm comm,
                                       CommEngine engine,
                                       aclrtStream stream,
                                       uint32_t notifyNum,
                                       ThreadHandle *thread);

/** HcclDedicatedThreadAcquire of hccl/hccl_res.h. */
HcclResult HcclDedicatedThreadAcquire(HcclComm comm,
                                      HcclDedicatedThreadType useType,
                                      uint32_t notifyNumPerThread,
                                      ThreadHandle *thread);

/** HcclEngineCtxCreate of hccl/hccl_res.h. */
HcclResult HcclEngineCtxCreate(HcclComm comm,
                               const char *ctxTag,
                               CommEngine engine,
                               uint64_t size,
                               void **ctx);

/** HcclEngineCtxGet of hccl/hccl_res.h. */
HcclResult HcclEngineCtxGet(HcclComm comm, const char *ctxTag, CommEngine engine, void **ctx, uint64_t *size);

/** HcclEngineCtxCopy of hccl/hccl_res.h. */
HcclResult HcclEngineCtxCopy(HcclComm comm,
                             CommEngine engine,
                             const char *ctxTag,
                             const void *srcCtx,
                             uint64_t size,
                             uint64_t dstCtxOffset);

/** HcclEngineCtxDestroy of hccl/hccl_res.h. */
HcclResult HcclEngineCtxDestroy(HcclComm comm, const char *ctxTag, CommEngine engine);

/** HcclCommMemReg of hccl/hccl_res.h. */
HcclResult HcclCommMemReg(HcclComm comm, const char *memTag, const CommMem *mem, HcclMemHandle *memHandle);

/** HcclThreadResGetInfo of hccl/hccl_res.h. */
HcclResult HcclThreadResGetInfo(HcclComm comm,
                                ThreadHandle thread,
                                ThreadResType resType,
                                uint32_t infoLen,
                                void **info);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_RES_H */
