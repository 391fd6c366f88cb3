/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/ccu_res_defs.rs.
 */
#ifndef CCU_RES_DEFS_H
#define CCU_RES_DEFS_H

/**
 * @file ccu_res_defs.h
 * Descriptions of CCU resources.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of CCU resources. */
typedef enum HcommCcuResType {
    /** None. */
    HCOMM_CCU_RES_TYPE_INVALID = -1,
    /** Loops; in blocks of 16. */
    HCOMM_CCU_RES_TYPE_LOOP = 0,
    /** Buffers of 4096 bytes; in blocks of 128. */
    HCOMM_CCU_RES_TYPE_CCU_BUF = 1,
    /** Variables; in blocks of 16. */
    HCOMM_CCU_RES_TYPE_VARIABLE = 2,
    /** Address registers; in blocks of 16. */
    HCOMM_CCU_RES_TYPE_ADDRESS = 3,
    /** Events; in blocks of 16. */
    HCOMM_CCU_RES_TYPE_EVENT = 4,
    /** Threads that run kernels; in blocks of 2, 16 on each die. */
    HCOMM_CCU_RES_TYPE_CCU_THREAD = 5,
    /** Places for instructions. */
    HCOMM_CCU_RES_TYPE_INSTRUCTION = 6,
} HcommCcuResType;

/** A description of CCU resources. */
typedef uint64_t HcommCcuResDescHandle;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* CCU_RES_DEFS_H */
