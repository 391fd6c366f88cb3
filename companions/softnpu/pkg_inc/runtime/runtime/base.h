/*
 * Basic types of the runtime.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RUNTIME_BASE_H
#define HCOMM_SDK_RUNTIME_RUNTIME_BASE_H

#include <stdbool.h>
#include <stdint.h>
#include "../rt_external_base.h"

#ifdef __cplusplus
extern "C" {
#endif

rtError_t rtSetIpcMemorySuperPodPid(const char *name, uint32_t sdid, int32_t pid[], int32_t num);

#ifdef __cplusplus
}
#endif

#endif
