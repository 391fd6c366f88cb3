/* The functions with a variable number of arguments. Everything is hidden: src/variadic.rs exports the public names
 * as jumps to the hcomm_dlog_* functions here. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include "log_types.h"

/* In src/lib.rs: level check and output. */
int32_t hcomm_dlog_enabled(int32_t module, int32_t level);
void hcomm_dlog_write(int32_t module, int32_t level, const char *text, size_t length);

/* Formats into a line of at most MSG_LENGTH - 1 characters; longer ones are cut. */
static void record(int32_t module, int32_t level, const char *fmt, va_list list)
{
    char text[MSG_LENGTH];
    if (fmt == NULL || hcomm_dlog_enabled(module, level) == 0) {
        return;
    }
    int length = vsnprintf(text, sizeof(text), fmt, list);
    if (length < 0) {
        return;
    }
    hcomm_dlog_write(module, level, text, length < MSG_LENGTH ? (size_t)length : MSG_LENGTH - 1);
}

void hcomm_dlog_va_list(int32_t module, int32_t level, const char *fmt, va_list list)
{
    record(module, level, fmt, list);
}

void hcomm_dlog_record(int32_t module, int32_t level, const char *fmt, ...)
{
    va_list list;
    va_start(list, fmt);
    record(module, level, fmt, list);
    va_end(list);
}

int32_t hcomm_dlog_typed(uint32_t module, uint32_t type, int32_t level, const char *fmt, ...)
{
    if (type >= DLOG_TYPE_MAX || fmt == NULL) {
        return -1;
    }
    va_list list;
    va_start(list, fmt);
    record((int32_t)(type == DLOG_TYPE_RUN ? module | RUN_LOG_MASK : module), level, fmt, list);
    va_end(list);
    return 0;
}
