/*
 * Core counts.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RUNTIME_CONFIG_H
#define HCOMM_SDK_RUNTIME_RUNTIME_CONFIG_H

#include "base.h"
#include "../rt_external_device.h"

#ifdef __cplusplus
extern "C" {
#endif

rtError_t rtGetAiCoreCount(uint32_t *aiCoreCnt);
rtError_t rtGetAiCpuCount(uint32_t *aiCpuCnt);

#ifdef __cplusplus
}
#endif

#endif
