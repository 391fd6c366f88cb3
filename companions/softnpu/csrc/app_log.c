/* aclAppLog has a variable number of arguments. Hidden: src/api/app_log.rs exports the public name as a jump. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* In src/api/misc.rs. */
void hcomm_app_log(int level, const char *place, const char *text);

void hcomm_acl_app_log(int level, const char *func, const char *file, uint32_t line, const char *fmt, ...)
{
    char text[1024];
    char place[256];
    if (func == NULL || file == NULL || fmt == NULL) {
        return;
    }
    va_list list;
    va_start(list, fmt);
    int length = vsnprintf(text, sizeof(text), fmt, list);
    va_end(list);
    if (length < 0) {
        return;
    }
    const char *base = strrchr(file, '/');
    (void)snprintf(place, sizeof(place), "[%s:%u][%s]", base == NULL ? file : base + 1, line, func);
    hcomm_app_log(level, place, text);
}
