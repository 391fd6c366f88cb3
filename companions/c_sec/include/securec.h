/* Bounds-checked memory, string and formatting functions (libc_sec.so).
 *
 * Every function takes the size of its destination. A size of 0 or above the limit, a NULL pointer, a result
 * that does not fit or an overlap of source and destination is an error: the call returns a code and, where
 * the destination is usable, leaves it empty instead of half written. There is no constraint handler, and errno
 * is not used. All functions are thread-safe as long as the buffers are not shared.
 */
#ifndef SECUREC_H
#define SECUREC_H

#include <stdarg.h>
#include <stddef.h>

#ifndef SECUREC_DEFINED_ERRNO_TYPE
#define SECUREC_DEFINED_ERRNO_TYPE
/* 0, an errno value, or an errno value with bit 7 set: the destination was cleared. */
typedef int errno_t;
#endif

/* Done. */
#ifndef EOK
#define EOK 0
#endif
/* NULL destination. */
#ifndef EINVAL
#define EINVAL 22
#endif
/* Destination size 0 or above the limit. */
#ifndef ERANGE
#define ERANGE 34
#endif
/* Bad source or unterminated destination; destination cleared. */
#define EINVAL_AND_RESET 150
/* The result does not fit; destination cleared. */
#define ERANGE_AND_RESET 162
/* Source and destination overlap; destination cleared. */
#define EOVERLAP_AND_RESET 182

/* Largest destination size, in bytes. */
#define SECUREC_MEM_MAX_LEN 0x7fffffffUL
#define SECUREC_STRING_MAX_LEN 0x7fffffffUL

#if defined(__GNUC__)
#define SECUREC_PRINTF(format_index, first_index) __attribute__((format(printf, format_index, first_index)))
#else
#define SECUREC_PRINTF(format_index, first_index)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Sets count bytes of dest to c. If count > destMax: fills all destMax bytes and returns ERANGE_AND_RESET. */
errno_t memset_s(void *dest, size_t destMax, int c, size_t count);

/* Copies count bytes. On ERANGE_AND_RESET, EINVAL_AND_RESET and EOVERLAP_AND_RESET all destMax bytes of dest are 0.
 * dest == src is allowed. */
errno_t memcpy_s(void *dest, size_t destMax, const void *src, size_t count);

/* As memcpy_s, for ranges that may overlap. */
errno_t memmove_s(void *dest, size_t destMax, const void *src, size_t count);

/* Copies a string with its NUL. On a ..._AND_RESET code dest is "". */
errno_t strcpy_s(char *strDest, size_t destMax, const char *strSrc);

/* Copies at most count characters of strSrc and adds a NUL. */
errno_t strncpy_s(char *strDest, size_t destMax, const char *strSrc, size_t count);

/* Appends strSrc to the string in strDest; destMax is the size of the whole buffer. */
errno_t strcat_s(char *strDest, size_t destMax, const char *strSrc);

/* Appends at most count characters of strSrc and a NUL. */
errno_t strncat_s(char *strDest, size_t destMax, const char *strSrc, size_t count);

/* printf into strDest. Returns the characters written without the NUL, or -1 with strDest "" if the text does not
 * fit or the format is bad. %n and unknown conversions are bad formats; nothing is stored. */
int sprintf_s(char *strDest, size_t destMax, const char *format, ...) SECUREC_PRINTF(3, 4);
int vsprintf_s(char *strDest, size_t destMax, const char *format, va_list argList) SECUREC_PRINTF(3, 0);

/* As sprintf_s for at most count characters. A text longer than count returns -1, but leaves its first count
 * characters in strDest if count < destMax. */
int snprintf_s(char *strDest, size_t destMax, size_t count, const char *format, ...) SECUREC_PRINTF(4, 5);
int vsnprintf_s(char *strDest, size_t destMax, size_t count, const char *format, va_list argList)
    SECUREC_PRINTF(4, 0);

/* As sprintf_s, but a text that does not fit is cut: returns destMax - 1. */
int snprintf_truncated_s(char *strDest, size_t destMax, const char *format, ...) SECUREC_PRINTF(3, 4);
int vsnprintf_truncated_s(char *strDest, size_t destMax, const char *format, va_list argList)
    SECUREC_PRINTF(3, 0);

/* scanf from a string. %s, %c and %[ take the size of their buffer as an extra unsigned int after the pointer; a
 * text that does not fit ends the scan with the buffer empty. Returns the conversions stored, -1 if the text ended
 * before the first one. */
int sscanf_s(const char *buffer, const char *format, ...);
int vsscanf_s(const char *buffer, const char *format, va_list argList);

/* Next token of a string; *context keeps the position between calls (pass NULL as strToken from the second on). */
char *strtok_s(char *strToken, const char *strDelimit, char **context);

#ifdef __cplusplus
}
#endif

#endif
