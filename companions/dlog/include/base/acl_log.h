/*
 * Log lines of applications and operators.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_BASE_ACL_LOG_H
#define HCOMM_SDK_BASE_ACL_LOG_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "log_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef uintptr_t acllogCallbackHandle;

typedef enum acllogOutputLogType {
    OUTPUT_TYPE_DEBUG = 0,
    OUTPUT_TYPE_RUN = 1,
    OUTPUT_TYPE_BOTH = 2,
    OUTPUT_TYPE_MAX = 3,
} acllogOutputLogType;

typedef int32_t (*acllogRecordCallback)(void *, uint32_t, const char *, size_t);

/** Makes a function get every log line of a type. */
int32_t acllogRegisterCallback(acllogRecordCallback callbackFunc, void *userData, uint32_t outputLogType,
    acllogCallbackHandle *callbackHandle);

/** Ends acllogRegisterCallback. */
int32_t acllogUnregisterCallback(acllogCallbackHandle callback);

/** 1 if lines of this level of this module are written. */
int32_t acllogCheckDebugLevel(int32_t moduleId, int32_t logLevel) __attribute__((weak));

/** Writes a log line. */
void acllogRecord(int32_t moduleId, int32_t level, const char *fmt, ...) __attribute__((weak));

/** Writes a log line. */
void acllogVaList(int32_t moduleId, int32_t level, const char *fmt, va_list list) __attribute__((weak));

#ifdef __cplusplus
}
#endif

#endif
