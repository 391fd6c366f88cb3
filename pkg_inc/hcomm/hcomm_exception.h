/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hcomm_exception.rs and src/capi/hcomm_exception.rs.
 */
#ifndef HCOMM_EXCEPTION_H
#define HCOMM_EXCEPTION_H

/**
 * @file hcomm_exception.h
 * Callbacks for exceptions of tasks.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hcomm/hcomm_res_defs.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where an exception comes from. */
typedef enum tagHcommExceptionExpandType {
    /** Unknown. */
    HCOMM_EXCEPTION_INVALID = -1,
    /** The task scheduler. */
    HCOMM_EXCEPTION_STARS = 0,
    /** RoCE. */
    HCOMM_EXCEPTION_ROCE = 1,
    /** UB. */
    HCOMM_EXCEPTION_URMA = 2,
} tagHcommExceptionExpandType;

/** HcommExceptionExpandType names tagHcommExceptionExpandType. */
typedef tagHcommExceptionExpandType HcommExceptionExpandType;

/** What the task scheduler tells. */
typedef struct tagStarsExDetailInfo {
    /** Its error code. */
    uint32_t starsErrcode;
    /** Kind of the task. */
    uint8_t sqeType;
    /** Status bits. */
    uint8_t statusMerged;
    /** Not used; 0. */
    uint8_t rsvd[122];
} tagStarsExDetailInfo;

/** StarsExDetailInfo names tagStarsExDetailInfo. */
typedef tagStarsExDetailInfo StarsExDetailInfo;

/** Where an exception comes from, and details. */
typedef struct tagHcommExceptionExpandInfo {
    /** Where from. */
    HcommExceptionExpandType type;
    /** Details. */
    union {
        /** For HCOMM_EXCEPTION_STARS. */
        StarsExDetailInfo starsInfo;
    } detail;
} tagHcommExceptionExpandInfo;

/** HcommExceptionExpandInfo names tagHcommExceptionExpandInfo. */
typedef tagHcommExceptionExpandInfo HcommExceptionExpandInfo;

/** A task that failed. */
typedef struct tagHcommExceptionInfo {
    /** Magic word, version and size; the initialiser of this type writes it. */
    CommAbiHeader header;
    /** Its thread. */
    uint64_t thread;
    /** Its channel; 0 if unknown. */
    uint64_t channel;
    /** Its number. */
    uint32_t taskId;
    /** Result, a number of HcclResult. */
    uint32_t retCode;
    /** Not used; 0. */
    uint8_t rsvd[40];
    /** Details. */
    HcommExceptionExpandInfo expandInfo;
} tagHcommExceptionInfo;

/** HcommExceptionInfo names tagHcommExceptionInfo. */
typedef tagHcommExceptionInfo HcommExceptionInfo;

/** Called with what happened and the registered userData. */
typedef void (*HcommExceptionCallback)(const HcommExceptionInfo*, void*);

/**
 * For kernels: registers a function that the library calls when a queued task of a thread fails; the same
 * function again replaces its userData. It is called once for each failed task, on a thread of the library,
 * and may register and unregister. Errors: HCCL_E_PTR for NULL.
 */
int32_t HcommExceptionRegisterCallback(HcommExceptionCallback cb, void *userData);

/**
 * Ends the registration of a function; an unknown one is no error. A call that runs already goes on. Errors:
 * HCCL_E_PTR for NULL.
 */
int32_t HcommExceptionUnregisterCallback(HcommExceptionCallback cb);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_EXCEPTION_H */
