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

/** Lowest level that is written for a module; enableEvent may be NULL. */
int32_t dlog_getlevel(int32_t moduleId, int32_t *enableEvent);

/** Sets the level of a module, -1 for all. */
int32_t dlog_setlevel(int32_t moduleId, int32_t level, int32_t enableEvent);

/** 1 if lines of this level of this module are written. */
int32_t CheckLogLevel(int32_t moduleId, int32_t logLevel);

/** Tells the log which process this is. */
int32_t DlogSetAttr(LogAttr logAttrInfo);

/** Writes a log line. */
void DlogVaList(int32_t moduleId, int32_t level, const char *fmt, va_list list) __attribute__((weak));

/** Writes what is buffered. */
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

/** Writes a log line. */
void DlogRecord(int32_t moduleId, int32_t level, const char *fmt, ...) __attribute__((weak));

#ifdef __cplusplus
}
#endif

#endif
