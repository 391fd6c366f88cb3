/*
 * Types of the trace recorder.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_TRACE_ATRACE_TYPES_H
#define HCOMM_SDK_TRACE_ATRACE_TYPES_H

#include <stdint.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t TraStatus;
typedef intptr_t TraHandle;
typedef intptr_t TraEventHandle;

#define TRACE_EXPORT __attribute__((visibility("default")))
#define TRACE_SUCCESS 0
#define TRACE_FAILURE (- 1)
#define TRACE_INVALID_PARAM (- 2)
#define TRACE_INVALID_PTR (- 3)
#define TRACE_INVALID_DATA (- 4)
#define TRACE_UNSUPPORTED (- 5)
#define TRACE_INVALID_HANDLE (- 1)
#define TRACE_UNSUPPORTED_HANDLE (- 2)
#define DEFAULT_ATRACE_MSG_NUM 1024U
#define DEFAULT_ATRACE_MSG_SIZE 112U
#define TRACE_STRUCT_FIELD_TYPE_CHAR 0
#define TRACE_STRUCT_FIELD_TYPE_INT8 1
#define TRACE_STRUCT_FIELD_TYPE_UINT8 2
#define TRACE_STRUCT_FIELD_TYPE_INT16 3
#define TRACE_STRUCT_FIELD_TYPE_UINT16 4
#define TRACE_STRUCT_FIELD_TYPE_INT32 5
#define TRACE_STRUCT_FIELD_TYPE_UINT32 6
#define TRACE_STRUCT_FIELD_TYPE_INT64 7
#define TRACE_STRUCT_FIELD_TYPE_UINT64 8
#define TRACE_STRUCT_ARRAY_TYPE_CHAR 100
#define TRACE_STRUCT_ARRAY_TYPE_INT8 101
#define TRACE_STRUCT_ARRAY_TYPE_UINT8 102
#define TRACE_STRUCT_ARRAY_TYPE_INT16 103
#define TRACE_STRUCT_ARRAY_TYPE_UINT16 104
#define TRACE_STRUCT_ARRAY_TYPE_INT32 105
#define TRACE_STRUCT_ARRAY_TYPE_UINT32 106
#define TRACE_STRUCT_ARRAY_TYPE_INT64 107
#define TRACE_STRUCT_ARRAY_TYPE_UINT64 108
#define TRACE_STRUCT_SHOW_MODE_DEC 0
#define TRACE_STRUCT_SHOW_MODE_BIN 1
#define TRACE_STRUCT_SHOW_MODE_HEX 2
#define TRACE_STRUCT_SHOW_MODE_CHAR 3
#define TRACE_EVENT_PROCESS_SYNC 0U
#define TRACE_EVENT_PROCESS_ASYNC 1U
#define TRACE_EVENT_PROCESS_ASYNC_DEDUPLICATION 2U
#define TRACE_NAME_LENGTH 32U
#define TRACE_STRUCT_ENTRY_MAX_NUM 10U
#define TRACE_LOCK_BASED 0U
#define TRACE_LOCK_FREE 1U

typedef enum TracerType {
    TRACER_TYPE_SCHEDULE = 0,
    TRACER_TYPE_PROGRESS = 1,
    TRACER_TYPE_STATISTICS = 2,
    TRACER_TYPE_MAX = 3,
} TracerType;

typedef struct TraceStructEntry {
    char name[32];
    void *list;
} TraceStructEntry;

typedef struct TraceAttr {
    bool exitSave;
    uint16_t msgNum;
    uint16_t msgSize;
    TraceStructEntry * handle[10];
    uint8_t noLock;
    uint8_t reserve[31];
} TraceAttr;

typedef struct TraceEventAttr {
    uint16_t limitedNum;
    uint8_t reserve[30];
} TraceEventAttr;

typedef struct TraceGlobalAttr {
    uint8_t saveMode;
    uint8_t deviceId;
    uint32_t pid;
    uint8_t reserve[32];
} TraceGlobalAttr;

#ifdef __cplusplus
}
#endif

#endif
