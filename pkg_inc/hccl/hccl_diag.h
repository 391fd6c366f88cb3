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
/** Bytes for the tag of an algorithm, with its NUL. */
static const uint32_t HCOMM_ALG_TAG_LENGTH = 0x120;
#else
#define HCOMM_ALG_TAG_LENGTH 0x120u
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** The operator that runs, for profiling and error reports. */
typedef struct HcclDfxOpInfo {
    /** Header of the structure; not checked. */
    CommAbiHeader header HCOMM_CXX({});
    /** Time stamp of its start. */
    uint64_t beginTime HCOMM_CXX({});
    /** Time stamp of its end. */
    uint64_t endTime HCOMM_CXX({});
    /** Single operator or graph. */
    uint32_t opMode HCOMM_CXX({});
    /** Kind, a number of HcclCMDType. */
    uint32_t opType HCOMM_CXX({});
    /** Reduction. */
    uint32_t reduceOp HCOMM_CXX({});
    /** Type of the elements. */
    uint32_t dataType HCOMM_CXX({});
    /** Type of the output elements. */
    uint32_t outputType HCOMM_CXX({});
    /** Elements. */
    uint64_t dataCount HCOMM_CXX({});
    /** Root rank, for operators that have one. */
    uint32_t root HCOMM_CXX({});
    /** Name of the algorithm. */
    char algTag[288] HCOMM_CXX({});
    /** Engine that uses it. */
    CommEngine engine HCOMM_CXX({});
    /** Host thread that launches it. */
    uint64_t cpuTsThread HCOMM_CXX({});
    /** Notify of that thread that tells its end. */
    uint32_t cpuWaitAicpuNotifyIdx HCOMM_CXX({});
    /** Number of that notify in the runtime. */
    uint32_t cpuWaitAicpuNotifyId HCOMM_CXX({});
    /** Address of the input. */
    uint64_t inputMemAddr HCOMM_CXX({});
    /** Bytes of the input. */
    uint64_t inputMemSize HCOMM_CXX({});
    /** Address of the output. */
    uint64_t outputMemAddr HCOMM_CXX({});
    /** Bytes of the output. */
    uint64_t outputMemSize HCOMM_CXX({});
    /** Not used; 0. */
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
 * Tells the library which operator runs next on the communicator with this name: the sentences about tasks
 * that fail name it. The structure is an HcclDfxOpInfo. Errors: HCCL_E_PTR for NULL or an unknown name,
 * HCCL_E_NOT_SUPPORT on A3 and 310P devices.
 */
HcclResult HcclDfxRegOpInfoByCommId(char *commId, void *hcclDfxOpInfo);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_DIAG_H */
