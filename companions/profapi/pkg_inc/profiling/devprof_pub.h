/*
 * Reports to the profiler, device side.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_PROFILING_DEVPROF_PUB_H
#define HCOMM_SDK_PROFILING_DEVPROF_PUB_H

#include <stdint.h>
#include <stddef.h>
#include "aprof_pub.h"

#ifdef __cplusplus
extern "C" {
#endif

int32_t AdprofReportAdditionalInfo(uint32_t nonPersistantFlag, const void *data, uint32_t length);
int32_t AdprofReportBatchAdditionalInfo(uint32_t nonPersistantFlag, const void *data, uint32_t length);

#ifdef __cplusplus
}
#endif

#endif
