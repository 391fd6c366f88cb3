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
 *
 * All functions are called on the host and concern the calling rank alone: none waits for another rank. What they return
 * belongs to the communicator and lives as long as it. Outputs are written only on success. NULL for a communicator gives
 * HCCL_E_PTR, one that does not live (any more) HCCL_E_PARA.
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
/** Longest tag of memory or of a context, without its NUL. */
static const uint32_t HCCL_RES_TAG_MAX_LEN = 255;
#else
#define HCCL_RES_TAG_MAX_LEN 255u
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** What a thread of HcclDedicatedThreadAcquire is for. */
typedef enum HcclDedicatedThreadType {
    /** Nothing. */
    HCCL_DED_THREAD_TYPE_INVALID = -1,
    /** Launching AICPU kernels. */
    HCCL_DED_THREAD_TYPE_AICPU_LAUNCH = 0,
    /** Launching AICPU kernels from graphs of a graph engine. */
    HCCL_DED_THREAD_TYPE_AICPU_LAUNCH_GE = 1,
    /** Ordering launches of single operators. */
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_OPBASE = 2,
    /** Ordering launches in captured graphs. */
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_ACLGRAPH = 3,
    /** Ordering launches from graphs of a graph engine. */
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_GE = 4,
    /** Ordering launches on the device. */
    HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_DEVICE = 5,
} HcclDedicatedThreadType;

/** What THREAD_RES_TYPE_STREAM gives. */
typedef aclrtStream ThreadResTypeStream;

/**
 * Device buffer of the communicator for exchanging data: the same at each call, owned by the communicator,
 * content undefined at first. *size is in bytes: twice the configured size (HCCL_BUFFSIZE, 200 MiB unless
 * set).
 *
 * Every channel offers it to its peer. Errors: HCCL_E_PTR for NULL.
 */
HcclResult HcclGetHcclBuffer(HcclComm comm, void **buffer, uint64_t *size);

/** As HcclGetHcclBuffer, and sets the whole buffer to 0 before it returns, at each call. */
HcclResult HcclGetHcclBufferCleared(HcclComm comm, void **buffer, uint64_t *size);

/**
 * Gives threadNum threads of an engine, each with at least notifyNumPerThread notifies, on the
 * communicator's device. They belong to the communicator and live as long as it.
 *
 * Threads are shared: asking again returns the first ones again and makes only what is missing. At most 200
 * threads and 65536 notifies per communicator. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for numbers or
 * engines out of range, HCCL_E_UNAVAIL beyond the limits.
 */
HcclResult HcclThreadAcquire(HcclComm comm,
                             CommEngine engine,
                             uint32_t threadNum,
                             uint32_t notifyNumPerThread,
                             ThreadHandle *threads);

/**
 * As HcclThreadAcquire, with one configuration per thread, prepared with ThreadConfigInit. The threads
 * come from the same pool. Engines CPU and AICPU only.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for a type, an engine, a number or a magic word out of range.
 */
HcclResult HcclThreadAcquireWithConfig(HcclComm comm,
                                       CommEngine engine,
                                       uint32_t threadNum,
                                       ThreadType type,
                                       const ThreadConfig *config,
                                       ThreadHandle *threads);

/**
 * Wraps a stream of the caller as a thread with notifyNum notifies, for the engines CPU, CPU_TS and CCU.
 * The same stream gives the same handle. The stream stays the caller's and must outlive the thread's use.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for other engines.
 */
HcclResult HcclThreadAcquireWithStream(HcclComm comm,
                                       CommEngine engine,
                                       aclrtStream stream,
                                       uint32_t notifyNum,
                                       ThreadHandle *thread);

/**
 * Gives a thread for one purpose of the framework. A handle of 0 with success means that none is needed: for
 * the streams of the graph engine, as there are none, and for ordering launches (ORDER_*), unless more
 * communicators of this process are on the device than it has AICPU processors. The threads for ordering single
 * operators and captured graphs belong to the current context, the others to the communicator.
 *
 * Errors: HCCL_E_RUNTIME for those two without a context, HCCL_E_PTR for NULL, HCCL_E_PARA for the invalid type, HCCL_E_NOT_SUPPORT for an unknown
 * one.
 */
HcclResult HcclDedicatedThreadAcquire(HcclComm comm,
                                      HcclDedicatedThreadType useType,
                                      uint32_t notifyNumPerThread,
                                      ThreadHandle *thread);

/**
 * Makes a block of size bytes under a tag and an engine, in memory that the engine reads: host memory
 * filled with 0 for CPU, CPU_TS and CCU, device memory else. It lives until HcclEngineCtxDestroy or the
 * end of the communicator.
 *
 * ctxTag has at most 255 characters; NULL is "". Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for size 0,
 * a long tag, another engine, or a pair that exists.
 */
HcclResult HcclEngineCtxCreate(HcclComm comm,
                               const char *ctxTag,
                               CommEngine engine,
                               uint64_t size,
                               void **ctx);

/**
 * Finds the block of a tag and an engine: its address and its size in bytes. Errors: HCCL_E_PTR for NULL,
 * HCCL_E_NOT_FOUND if there is none.
 */
HcclResult HcclEngineCtxGet(HcclComm comm, const char *ctxTag, CommEngine engine, void **ctx, uint64_t *size);

/**
 * Copies size bytes of host memory into the block of a tag and an engine, dstCtxOffset bytes from its
 * start, before it returns.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND if there is no block, HCCL_E_PARA if it is too small.
 */
HcclResult HcclEngineCtxCopy(HcclComm comm,
                             CommEngine engine,
                             const char *ctxTag,
                             const void *srcCtx,
                             uint64_t size,
                             uint64_t dstCtxOffset);

/**
 * Frees the block of a tag and an engine. Errors: HCCL_E_PTR for a NULL communicator, HCCL_E_PARA if
 * there is no block.
 */
HcclResult HcclEngineCtxDestroy(HcclComm comm, const char *ctxTag, CommEngine engine);

/**
 * Registers memory under a tag, so that channels can offer it to peers (HcclChannelDesc.memHandles); peers
 * find it by the tag. The handle and the registration end with the communicator, and the memory must outlive
 * it.
 *
 * memTag has 1 to 254 characters and does not start with __hccl_. Errors: HCCL_E_PTR for NULL,
 * HCCL_E_PARA for a tag that is used or not allowed, an empty range or no type.
 */
HcclResult HcclCommMemReg(HcclComm comm, const char *memTag, const CommMem *mem, HcclMemHandle *memHandle);

/**
 * Gives what lies beneath a thread of this communicator: with THREAD_RES_TYPE_STREAM its aclrtStream,
 * which stays the thread's.
 *
 * infoLen is the size of a pointer. Errors, in this order: HCCL_E_PTR for NULL, HCCL_E_NOT_SUPPORT for
 * other kinds, HCCL_E_NOT_FOUND for a thread of somebody else, HCCL_E_PARA for another length.
 */
HcclResult HcclThreadResGetInfo(HcclComm comm,
                                ThreadHandle thread,
                                ThreadResType resType,
                                uint32_t infoLen,
                                void **info);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_RES_H */
