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

/** Enumeration HcommExceptionExpandType. */
typedef enum tagHcommExceptionExpandType {
    /** Value -1. */
    HCOMM_EXCEPTION_INVALID = -1,
    /** Value 0. */
    HCOMM_EXCEPTION_STARS = 0,
    /** Value 1. */
    HCOMM_EXCEPTION_ROCE = 1,
    /** Value 2. */
    HCOMM_EXCEPTION_URMA = 2,
} tagHcommExceptionExpandType;

/** HcommExceptionExpandType names tagHcommExceptionExpandType. */
typedef tagHcommExceptionExpandType HcommExceptionExpandType;

/** Structure StarsExDetailInfo: 128 bytes. */
typedef struct tagStarsExDetailInfo {
    /** Member starsErrcode. */
    uint32_t starsErrcode;
    /** Member sqeType. */
    uint8_t sqeType;
    /** Member statusMerged. */
    uint8_t statusMerged;
    /** Member rsvd. */
    uint8_t rsvd[122];
} tagStarsExDetailInfo;

/** StarsExDetailInfo names tagStarsExDetailInfo. */
typedef tagStarsExDetailInfo StarsExDetailInfo;

/** Structure HcommExceptionExpandInfo: 132 bytes. */
typedef struct tagHcommExceptionExpandInfo {
    /** Member type. */
    HcommExceptionExpandType type;
    /** Member detail. */
    union {
        /** Member starsInfo. */
        StarsExDetailInfo starsInfo;
    } detail;
} tagHcommExceptionExpandInfo;

/** HcommExceptionExpandInfo names tagHcommExceptionExpandInfo. */
typedef tagHcommExceptionExpandInfo HcommExceptionExpandInfo;

/** Structure HcommExceptionInfo: 216 bytes. */
typedef struct tagHcommExceptionInfo {
    /** Member header. */
    CommAbiHeader header;
    /** Member thread. */
    uint64_t thread;
    /** Member channel. */
    uint64_t channel;
    /** Member taskId. */
    uint32_t taskId;
    /** Member retCode. */
    uint32_t retCode;
    /** Member rsvd. */
    uint8_t rsvd[40];
    /** Member expandInfo. */
    HcommExceptionExpandInfo expandInfo;
} tagHcommExceptionInfo;

/** HcommExceptionInfo names tagHcommExceptionInfo. */
typedef tagHcommExceptionInfo HcommExceptionInfo;

/** Type HcommExceptionCallback. */
typedef void (*HcommExceptionCallback)(const HcommExceptionInfo*, void*);

/**
 * For kernels: registers a function that the library calls when a queued task fails; the same function again
 * replaces its userData. Do not register or unregister inside it. Errors: HCCL_E_PTR for NULL.
 */
int32_t HcommExceptionRegisterCallback(HcommExceptionCallback cb, void *userData);

/** Ends the registration of a function; an unknown one is no error. Errors: HCCL_E_PTR for NULL. */
int32_t HcommExceptionUnregisterCallback(HcommExceptionCallback cb);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_EXCEPTION_H */
