/*
 * Memory, older interface.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RUNTIME_MEM_H
#define HCOMM_SDK_RUNTIME_RUNTIME_MEM_H

#include <stddef.h>
#include "base.h"
#include "config.h"
#include "stream.h"
#include "mem_base.h"
#include "../rt_external_mem.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tagRtMemoryType {
    RT_MEMORY_TYPE_HOST = 1,
    RT_MEMORY_TYPE_DEVICE = 2,
    RT_MEMORY_TYPE_SVM = 3,
    RT_MEMORY_TYPE_DVPP = 4,
    RT_MEMORY_TYPE_USER = 5,
} rtMemoryType_t;

typedef struct tagRtPointerAttributes {
    rtMemoryType_t memoryType;
    rtMemLocationType locationType;
    uint32_t deviceID;
    uint32_t pageSize;
} rtPointerAttributes_t;

rtError_t rtMalloc(void **devPtr, uint64_t size, rtMemType_t type, const uint16_t moduleId);
rtError_t rtFree(void *devPtr);
rtError_t rtMallocHost(void **hostPtr, uint64_t size, const uint16_t moduleId);
rtError_t rtFreeHost(void *hostPtr);
rtError_t rtMemcpyAsync(void *dst, uint64_t destMax, const void *src, uint64_t cnt, rtMemcpyKind_t kind,
    rtStream_t stm);
rtError_t rtMemcpyAsyncWithoutCheckKind(void *dst, uint64_t destMax, const void *src, uint64_t cnt,
    rtMemcpyKind_t kind, rtStream_t stm);
rtError_t rtPointerGetAttributes(rtPointerAttributes_t *attributes, const void *ptr);
rtError_t rtIpcSetMemoryName(const void *ptr, uint64_t byteCount, char_t *name, uint32_t len);
rtError_t rtIpcDestroyMemoryName(const char_t *name);
rtError_t rtIpcOpenMemory(void **ptr, const char_t *name);
rtError_t rtIpcCloseMemory(const void *ptr);
rtError_t rtSetIpcMemPid(const char_t *name, int32_t pid[], int32_t num);

#ifdef __cplusplus
}
#endif

#endif
