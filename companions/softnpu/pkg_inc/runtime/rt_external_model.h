/*
 * Captured models of the runtime.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RT_EXTERNAL_MODEL_H
#define HCOMM_SDK_RUNTIME_RT_EXTERNAL_MODEL_H

#include "rt_external_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Makes a stream part of a running capture. */
rtError_t rtStreamAddToModel(rtStream_t stm, rtModel_t captureMdl);
rtError_t rtModelGetId(rtModel_t mdl, uint32_t *modelId);

#ifdef __cplusplus
}
#endif

#endif
