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

/** Enumeration HcommCcuResType. */
typedef enum HcommCcuResType {
    /** Value -1. */
    HCOMM_CCU_RES_TYPE_INVALID = -1,
    /** Value 0. */
    HCOMM_CCU_RES_TYPE_LOOP = 0,
    /** Value 1. */
    HCOMM_CCU_RES_TYPE_CCU_BUF = 1,
    /** Value 2. */
    HCOMM_CCU_RES_TYPE_VARIABLE = 2,
    /** Value 3. */
    HCOMM_CCU_RES_TYPE_ADDRESS = 3,
    /** Value 4. */
    HCOMM_CCU_RES_TYPE_EVENT = 4,
    /** Value 5. */
    HCOMM_CCU_RES_TYPE_CCU_THREAD = 5,
    /** Value 6. */
    HCOMM_CCU_RES_TYPE_INSTRUCTION = 6,
} HcommCcuResType;

/** Type HcommCcuResDescHandle. */
typedef uint64_t HcommCcuResDescHandle;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* CCU_RES_DEFS_H */
