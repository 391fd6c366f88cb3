/*
 * Log lines of the CANN components.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_BASE_DLOG_PUB_H
#define HCOMM_SDK_BASE_DLOG_PUB_H

#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include "log_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DLOG_FILE_NAME __FILE__
#define __FILENAME__ DLOG_FILE_NAME

int32_t dlog_getlevel(int32_t moduleId, int32_t *enableEvent);
int32_t dlog_setlevel(int32_t moduleId, int32_t level, int32_t enableEvent);
int32_t CheckLogLevel(int32_t moduleId, int32_t logLevel);
int32_t DlogSetAttr(LogAttr logAttrInfo);
void DlogVaList(int32_t moduleId, int32_t level, const char *fmt, va_list list) __attribute__((weak));
void DlogFlush(void);

#define DLOG_AT(moduleId, level, prefix, fmt, ...) \
    DlogRecord(moduleId, level, "[%s:%d]" prefix fmt, DLOG_FILE_NAME, __LINE__, ##__VA_ARGS__)
#define dlog_error(moduleId, fmt, ...) DLOG_AT(moduleId, DLOG_ERROR, "", fmt, ##__VA_ARGS__)
#define Dlog(moduleId, level, fmt, ...)                         \
    do {                                                        \
        if (CheckLogLevel(moduleId, level) == 1) {              \
            DLOG_AT(moduleId, level, "", fmt, ##__VA_ARGS__);   \
        }                                                       \
    } while (0)
#define dlog_warn(moduleId, fmt, ...) Dlog(moduleId, DLOG_WARN, fmt, ##__VA_ARGS__)
#define dlog_info(moduleId, fmt, ...) Dlog(moduleId, DLOG_INFO, fmt, ##__VA_ARGS__)
#define dlog_debug(moduleId, fmt, ...) Dlog(moduleId, DLOG_DEBUG, fmt, ##__VA_ARGS__)
#define DlogSub(moduleId, submodule, level, fmt, ...)                                              \
    do {                                                                                           \
        if (CheckLogLevel(moduleId, level) == 1) {                                                 \
            DlogRecord(moduleId, level, "[%s:%d][%s]" fmt, DLOG_FILE_NAME, __LINE__, submodule,    \
                       ##__VA_ARGS__);                                                             \
        }                                                                                          \
    } while (0)

void DlogRecord(int32_t moduleId, int32_t level, const char *fmt, ...) __attribute__((weak));

#ifdef __cplusplus
}
#endif

#endif
