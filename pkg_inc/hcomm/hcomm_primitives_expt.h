/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from src/capi/hcomm_primitives_expt.rs.
 */
#ifndef HCOMM_PRIMITIVES_EXPT_H
#define HCOMM_PRIMITIVES_EXPT_H

/**
 * @file hcomm_primitives_expt.h
 * Primitives that may still change.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hcomm/hcomm_primitives.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Blocks the calling kernel until everything queued on thread ran, at most timeout seconds.
 *
 * Errors: HCCL_E_PTR if the thread does not live, HCCL_E_TIMEOUT, or the error that stopped the thread.
 */
int32_t HcommThreadJoin(ThreadHandle thread, uint32_t timeout);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_PRIMITIVES_EXPT_H */
