/*
 * Stream queries of the runtime.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RT_EXTERNAL_STREAM_H
#define HCOMM_SDK_RUNTIME_RT_EXTERNAL_STREAM_H

#include <stdlib.h>
#include "rt_external_base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RT_STREAM_DEFAULT (0x00U)
#define RT_STREAM_PERSISTENT (0x01U)
#define RT_STREAM_FORCE_COPY (0x02U)
#define RT_STREAM_HUGE (0x04U)
#define RT_STREAM_AICPU (0x08U)
#define RT_STREAM_CPU_SCHEDULE (0x08U)
#define RT_STREAM_FORBIDDEN_DEFAULT (0x10U)
#define RT_STREAM_HEAD (0x20U)
#define RT_STREAM_PRIMARY_DEFAULT (0x40U)
#define RT_STREAM_PRIMARY_FIRST_DEFAULT (0x80U)
#define RT_STREAM_OVERFLOW (0x100U)
#define RT_STREAM_VECTOR_CORE_USE (0x1000U)
#define RT_STREAM_ACSQ_LOCK (0x2000U)
#define RT_STREAM_DQS_CTRL (0x4000U)
#define RT_STREAM_DQS_INTER_CHIP (0x8000U)
#define RT_STREAM_PRIORITY_DEFAULT (0U)
#define RT_NORMAL_STREAM (0x00U)
#define RT_HUGE_STREAM (0x01U)

rtError_t rtStreamGetSqid(const rtStream_t stm, uint32_t *sqId);
rtError_t rtStreamGetCqid(const rtStream_t stm, uint32_t *cqId, uint32_t *logicCqId);

#ifdef __cplusplus
}
#endif

#endif
