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

rtError_t rtStreamGetSqid(const rtStream_t stm, uint32_t *sqId);
rtError_t rtStreamGetCqid(const rtStream_t stm, uint32_t *cqId, uint32_t *logicCqId);

#ifdef __cplusplus
}
#endif

#endif
