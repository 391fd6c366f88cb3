/*
 * Memory enumerations, older interface.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RUNTIME_MEM_BASE_H
#define HCOMM_SDK_RUNTIME_RUNTIME_MEM_BASE_H

#include "../rt_external_mem.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rtMemLocationType {
    RT_MEMORY_LOC_HOST = 0,
    RT_MEMORY_LOC_DEVICE = 1,
    RT_MEMORY_LOC_UNREGISTERED = 2,
    RT_MEMORY_LOC_MANAGED = 3,
    RT_MEMORY_LOC_HOST_NUMA = 4,
    RT_MEMORY_LOC_MAX = 5,
} rtMemLocationType;

typedef enum tagRtRecudeKind {
    RT_MEMCPY_SDMA_AUTOMATIC_ADD = 10,
    RT_MEMCPY_SDMA_AUTOMATIC_MAX = 11,
    RT_MEMCPY_SDMA_AUTOMATIC_MIN = 12,
    RT_MEMCPY_SDMA_AUTOMATIC_EQUAL = 13,
    RT_RECUDE_KIND_END = 14,
} rtRecudeKind_t;

typedef enum tagRtDataType {
    RT_DATA_TYPE_FP32 = 0,
    RT_DATA_TYPE_FP16 = 1,
    RT_DATA_TYPE_INT16 = 2,
    RT_DATA_TYPE_INT4 = 3,
    RT_DATA_TYPE_INT8 = 4,
    RT_DATA_TYPE_INT32 = 5,
    RT_DATA_TYPE_BFP16 = 6,
    RT_DATA_TYPE_BFP32 = 7,
    RT_DATA_TYPE_UINT8 = 8,
    RT_DATA_TYPE_UINT16 = 9,
    RT_DATA_TYPE_UINT32 = 10,
    RT_DATA_TYPE_END = 11,
} rtDataType_t;

typedef rtRecudeKind_t rtReduceKind;
typedef rtDataType_t rtDataType;

#ifdef __cplusplus
}
#endif

#endif
