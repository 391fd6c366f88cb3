/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hccl_diag.rs and src/capi/hccl_diag.rs.
 */
#ifndef HCCL_DIAG_H
#define HCCL_DIAG_H

/**
 * @file hccl_diag.h
 * Diagnosis: operator information and profiling of the host side.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hccl/hccl_types.h>
#include <hcomm/hcomm_res_defs.h>
#include "base.h"

/* Text that only C++ reads. */
#ifndef HCOMM_CXX
#ifdef __cplusplus
#define HCOMM_CXX(...) __VA_ARGS__
#else
#define HCOMM_CXX(...)
#endif
#endif

/* Constants: typed in C++; macros in C, so that they can be array bounds. */
#ifdef __cplusplus
/** Constant HCOMM_ALG_TAG_LENGTH. */
static const uint32_t HCOMM_ALG_TAG_LENGTH = 0x120;
#else
#define HCOMM_ALG_TAG_LENGTH 0x120u
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Structure HcclDfxOpInfo: 504 bytes. */
typedef struct HcclDfxOpInfo {
    /** Member header. */
    CommAbiHeader header HCOMM_CXX({});
    /** Member beginTime. */
    uint64_t beginTime HCOMM_CXX({});
    /** Member endTime. */
    uint64_t endTime HCOMM_CXX({});
    /** Member opMode. */
    uint32_t opMode HCOMM_CXX({});
    /** Member opType. */
    uint32_t opType HCOMM_CXX({});
    /** Member reduceOp. */
    uint32_t reduceOp HCOMM_CXX({});
    /** Member dataType. */
    uint32_t dataType HCOMM_CXX({});
    /** Member outputType. */
    uint32_t outputType HCOMM_CXX({});
    /** Member dataCount. */
    uint64_t dataCount HCOMM_CXX({});
    /** Member root. */
    uint32_t root HCOMM_CXX({});
    /** Member algTag. */
    char algTag[288] HCOMM_CXX({});
    /** Member engine. */
    CommEngine engine HCOMM_CXX({});
    /** Member cpuTsThread. */
    uint64_t cpuTsThread HCOMM_CXX({});
    /** Member cpuWaitAicpuNotifyIdx. */
    uint32_t cpuWaitAicpuNotifyIdx HCOMM_CXX({});
    /** Member cpuWaitAicpuNotifyId. */
    uint32_t cpuWaitAicpuNotifyId HCOMM_CXX({});
    /** Member inputMemAddr. */
    uint64_t inputMemAddr HCOMM_CXX({});
    /** Member inputMemSize. */
    uint64_t inputMemSize HCOMM_CXX({});
    /** Member outputMemAddr. */
    uint64_t outputMemAddr HCOMM_CXX({});
    /** Member outputMemSize. */
    uint64_t outputMemSize HCOMM_CXX({});
    /** Member reserve. */
    int8_t reserve[96] HCOMM_CXX({});
} HcclDfxOpInfo;

/**
 * Reports an operator to the profiler, from beginTime (of HcommGetProfilingSysCycleTime) until now.
 * Errors: HCCL_E_PTR for NULL.
 */
HcclResult HcclProfilingReportOp(HcclComm comm, uint64_t beginTime);

/** Reports an AICPU kernel to the profiler, from beginTime until now. Errors: HCCL_E_PTR for NULL. */
HcclResult HcclReportAicpuKernel(HcclComm comm, uint64_t beginTime, char *kernelName);

/** Reports a vector core kernel to the profiler, from beginTime until now. Errors: HCCL_E_PTR for NULL. */
HcclResult HcclReportAivKernel(HcclComm comm, uint64_t beginTime);

/** Time stamp for profiling, in the profiler's cycles; 0 when profiling is off. */
uint64_t HcommGetProfilingSysCycleTime(void);

/**
 * Tells the library which operator runs next on the communicator with this name, for profiling and error
 * reports; the structure is an HcclDfxOpInfo. Errors: HCCL_E_PTR for NULL or an unknown name.
 */
HcclResult HcclDfxRegOpInfoByCommId(char *commId, void *hcclDfxOpInfo);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_DIAG_H */
