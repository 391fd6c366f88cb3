/*
 * Memory kinds of the runtime.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RT_EXTERNAL_MEM_H
#define HCOMM_SDK_RUNTIME_RT_EXTERNAL_MEM_H

#include <stddef.h>
#include "rt_external_base.h"
#include "rt_external_stars_define.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RT_MEMORY_DEFAULT (0x0U)
#define RT_MEMORY_HBM (0x2U)
#define RT_MEMORY_DDR (0x4U)
#define RT_MEMORY_SPM (0x8U)
#define RT_MEMORY_P2P_HBM (0x10U)
#define RT_MEMORY_P2P_DDR (0x11U)
#define RT_MEMORY_DDR_NC (0x20U)
#define RT_MEMORY_TS (0x40U)
#define RT_MEMORY_TS_4G (0x40U)
#define RT_MEMORY_RESERVED (0x100U)
#define RT_MEMORY_L1 (0x1U << 16U)
#define RT_MEMORY_L2 (0x1U << 17U)

typedef uint32_t rtMemType_t;

rtError_t rtRDMASend(uint32_t sqIndex, uint32_t wqeIndex, rtStream_t stm);
rtError_t rtRDMADBSend(uint32_t dbIndex, uint64_t dbInfo, rtStream_t stm);

typedef enum tagRtMemcpyKind {
    RT_MEMCPY_HOST_TO_HOST = 0,
    RT_MEMCPY_HOST_TO_DEVICE = 1,
    RT_MEMCPY_DEVICE_TO_HOST = 2,
    RT_MEMCPY_DEVICE_TO_DEVICE = 3,
    RT_MEMCPY_MANAGED = 4,
    RT_MEMCPY_ADDR_DEVICE_TO_DEVICE = 5,
    RT_MEMCPY_HOST_TO_DEVICE_EX = 6,
    RT_MEMCPY_DEVICE_TO_HOST_EX = 7,
    RT_MEMCPY_DEFAULT = 8,
    RT_MEMCPY_RESERVED = 9,
} rtMemcpyKind_t;

rtError_t rtMemcpyEx(void *dst, uint64_t destMax, const void *src, uint64_t cnt, rtMemcpyKind_t kind);
rtError_t rtMemcpy(void *dst, uint64_t destMax, const void *src, uint64_t cnt, rtMemcpyKind_t kind);

#ifdef __cplusplus
}
#endif

#endif
