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

/** Turns the bytes of HcommRegOpInfo (first argument) into text: buffer and its size in bytes. */
typedef void (*HcommGetOpInfoCallback)(const void*, char*, size_t);

/**
 * For kernels: keeps a copy of size bytes about the running operator of the communicator with this name, for
 * error texts (see HcommRegOpTaskException). A name that is unknown changes nothing. Errors: HCCL_E_PTR
 * for NULL, HCCL_E_PARA for more than 1 MiB.
 */
HcclResult HcommRegOpInfo(const char *commId,
                          void *opInfo,
                          size_t size);

/**
 * For kernels: registers the function that turns the bytes of HcommRegOpInfo into text; the sentences about
 * tasks that fail show it. A name that is unknown changes nothing. Errors: HCCL_E_PTR for NULL in a kernel;
 * on the host NULL changes nothing.
 */
HcclResult HcommRegOpTaskException(const char *commId, HcommGetOpInfoCallback callback);

/**
 * For kernels: reports the running operator of a communicator, by its name, to the profiler; none listens.
 * Errors: HCCL_E_PTR for NULL, or on the 950 if the kernel has acquired no communicator.
 */
HcclResult HcommProfilingReportDeviceOp(const char *groupname);

/**
 * For kernels: reports the first task of the running kernel on a thread to the profiler; none listens. Errors,
 * on the 950: HCCL_E_PTR for NULL or a thread of 0.
 */
HcclResult HcommProfilingReportKernelStartTask(uint64_t thread,
                                               const char *groupname);

/**
 * For kernels: reports the last task of the running kernel on a thread to the profiler; none listens. Errors:
 * HCCL_E_PTR for NULL, and on the 950 for a thread of 0.
 */
HcclResult HcommProfilingReportKernelEndTask(uint64_t thread, const char *groupname);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_DIAG_H */
