/*
 * Log lines with a log type.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_BASE_ALOG_PUB_H
#define HCOMM_SDK_BASE_ALOG_PUB_H

#include <stdint.h>
#include "log_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** 1 if lines of this level of this module are written. */
int32_t AlogCheckDebugLevel(uint32_t moduleId, int32_t level) __attribute__((weak));

/** Writes a log line of a type (DLOG_TYPE_*). */
int32_t AlogRecord(uint32_t moduleId, uint32_t logType, int32_t level, const char *fmt, ...) __attribute__((weak));

#ifdef __cplusplus
}
#endif

#endif
