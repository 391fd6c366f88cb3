/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/workflow.rs and src/capi/workflow.rs.
 */
#ifndef WORKFLOW_H
#define WORKFLOW_H

/**
 * @file workflow.h
 * Single operator or graph mode.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hccl/hccl_types.h>

/* C++ makes this name itself, C needs to be told. */
#ifdef __cplusplus
#define HCOMM_SYMBOL(name)
#else
#define HCOMM_SYMBOL(name) __asm__(name)
#endif

/** How the process runs operators. */
#ifdef __cplusplus
enum class HcclWorkflowMode
#else
typedef enum HcclWorkflowMode
#endif
{
    /** As graphs. */
    HCCL_WORKFLOW_MODE_OPS_KERNEL_INFO_LIB = 0,
    /** One by one. */
    HCCL_WORKFLOW_MODE_OP_BASE = 1,
    /** Not set. */
    HCCL_WORKFLOW_MODE_RESERVED = 255,
}
#ifndef __cplusplus
HcclWorkflowMode
#endif
;

/** Sets the mode of the process unless it is set already. Thread-safe. Errors: HCCL_E_PARA for no mode. */
HcclResult InitWorkflowMode(HcclWorkflowMode mode) HCOMM_SYMBOL("_Z16InitWorkflowMode16HcclWorkflowMode");

/** Sets the mode of the process: operators one by one, or graphs. Thread-safe. Errors: HCCL_E_PARA for no mode. */
HcclResult SetWorkflowMode(HcclWorkflowMode mode) HCOMM_SYMBOL("_Z15SetWorkflowMode16HcclWorkflowMode");

/** Mode of the process; the reserved value if none is set. */
HcclWorkflowMode GetWorkflowMode(void) HCOMM_SYMBOL("_Z15GetWorkflowModev");
#undef HCOMM_SYMBOL

#endif /* WORKFLOW_H */
