/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hcomm_diag.rs and src/capi/hcomm_diag.rs.
 */
#ifndef HCOMM_DIAG_H
#define HCOMM_DIAG_H

/**
 * @file hcomm_diag.h
 * Diagnosis: operator information and profiling of the device side.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hccl/hccl_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Type HcommGetOpInfoCallback. */
typedef void (*HcommGetOpInfoCallback)(const void*, char*, size_t);

/** HcommRegOpInfo of hccl/hcomm_diag.h. */
HcclResult HcommRegOpInfo(const char *commId, void *opInfo, size_t size);

/** HcommRegOpTaskException of hccl/hcomm_diag.h. */
HcclResult HcommRegOpTaskException(const char *commId, HcommGetOpInfoCallback callback);

/** HcommProfilingReportDeviceOp of hccl/hcomm_diag.h. */
HcclResult HcommProfilingReportDeviceOp(const char *groupname);

/** HcommProfilingReportKernelStartTask of hccl/hcomm_diag.h. */
HcclResult HcommProfilingReportKernelStartTask(uint64_t thread, const char *groupname);

/** HcommProfilingReportKernelEndTask of hccl/hcomm_diag.h. */
HcclResult HcommProfilingReportKernelEndTask(uint64_t thread, const char *groupname);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_DIAG_H */
