/* The formatted functions of securec.h. Everything is hidden: src/formatted.rs exports the public names as jumps
 * to the c_sec_* functions here, since the linker exports only Rust symbols from this library. */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "securec.h"

/* Position after '*' or a number. */
static const char *skip_width(const char *f)
{
    return *f == '*' ? f + 1 : f + strspn(f, "0123456789");
}

/* True if every conversion of a printf format is a plain C one: %n, %m and positional arguments are not. */
static bool format_ok(const char *format)
{
    for (const char *f = strchr(format, '%'); f != NULL; f = strchr(f, '%')) {
        f = skip_width(f + 1 + strspn(f + 1, "-+ #0'"));
        if (*f == '.') {
            f = skip_width(f + 1);
        }
        if (*f != '\0' && strchr("hlLqjzt", *f) != NULL) {
            f += (f[0] == 'h' || f[0] == 'l') && f[0] == f[1] ? 2 : 1;
        }
        if (*f == '\0' || strchr("diouxXeEfFgGaAcCsSp%", *f) == NULL) {
            return false;
        }
        f++;
    }
    return true;
}

static bool bad_destination(const char *dest, size_t max)
{
    return dest == NULL || max == 0 || max > SECUREC_STRING_MAX_LEN;
}

static int refuse(char *dest)
{
    dest[0] = '\0';
    return -1;
}

/* Formats into dest; the result is what vsnprintf returns, or -1 for a bad format. */
static int format_text(char *dest, size_t max, const char *format, va_list args)
{
    if (format == NULL || !format_ok(format)) {
        return -1;
    }
    return vsnprintf(dest, max, format, args);
}

int c_sec_vsprintf_s(char *dest, size_t max, const char *format, va_list args)
{
    if (bad_destination(dest, max)) {
        return -1;
    }
    int length = format_text(dest, max, format, args);
    return length < 0 || (size_t)length >= max ? refuse(dest) : length;
}

int c_sec_vsnprintf_s(char *dest, size_t max, size_t count, const char *format, va_list args)
{
    if (bad_destination(dest, max)) {
        return -1;
    }
    if (count >= SECUREC_STRING_MAX_LEN) {
        return refuse(dest);
    }
    size_t room = count < max ? count + 1 : max;
    int length = format_text(dest, room, format, args);
    if (length < 0) {
        return refuse(dest);
    }
    if ((size_t)length < room) {
        return length;
    }
    return count < max ? -1 : refuse(dest);
}

int c_sec_vsnprintf_truncated_s(char *dest, size_t max, const char *format, va_list args)
{
    if (bad_destination(dest, max)) {
        return -1;
    }
    int length = format_text(dest, max, format, args);
    if (length < 0) {
        return refuse(dest);
    }
    return (size_t)length < max ? length : (int)(max - 1);
}

int c_sec_sprintf_s(char *dest, size_t max, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = c_sec_vsprintf_s(dest, max, format, args);
    va_end(args);
    return length;
}

int c_sec_snprintf_s(char *dest, size_t max, size_t count, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = c_sec_vsnprintf_s(dest, max, count, format, args);
    va_end(args);
    return length;
}

int c_sec_snprintf_truncated_s(char *dest, size_t max, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = c_sec_vsnprintf_truncated_s(dest, max, format, args);
    va_end(args);
    return length;
}

/* One conversion of a scanf format. */
struct conversion {
    bool suppress;         /* '*': nothing is stored */
    unsigned width;        /* 0: none given */
    char length[3];        /* "", "hh", "h", "l", "ll", "L", "j", "z", "t" */
    char kind;             /* conversion character */
    bool set[UCHAR_MAX + 1]; /* for %[: the accepted characters */
};

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Reads the set of %[ from after the bracket on; NULL if it has no end. */
static const char *parse_set(const char *f, struct conversion *conv)
{
    bool invert = *f == '^';
    if (invert) {
        f++;
    }
    memset(conv->set, invert, sizeof(conv->set));
    const char *first = f;
    for (; *f != '\0' && (*f != ']' || f == first); f++) {
        unsigned char low = (unsigned char)*f;
        unsigned char high = low;
        if (f[1] == '-' && f[2] != ']' && f[2] != '\0') {
            high = (unsigned char)f[2];
            f += 2;
        }
        for (unsigned c = low; c <= high; c++) {
            conv->set[c] = !invert;
        }
    }
    return *f == ']' ? f + 1 : NULL;
}

/* Reads one conversion from after the '%'; NULL if it is not a known one. */
static const char *parse_conversion(const char *f, struct conversion *conv)
{
    conv->suppress = *f == '*';
    if (conv->suppress) {
        f++;
    }
    conv->width = 0;
    for (; *f >= '0' && *f <= '9'; f++) {
        if (conv->width > INT_MAX / 10 - 1) {
            return NULL;
        }
        conv->width = conv->width * 10 + (unsigned)(*f - '0');
    }
    size_t n = 0;
    if (*f != '\0' && strchr("hlLjzt", *f) != NULL) {
        conv->length[n++] = *f++;
        if ((*f == 'h' || *f == 'l') && *f == conv->length[0]) {
            conv->length[n++] = *f++;
        }
    }
    conv->length[n] = '\0';
    conv->kind = *f;
    if (conv->kind == '\0' || strchr("diouxXpeEfFgGaAsc[n", conv->kind) == NULL) {
        return NULL;
    }
    if (strchr("sc[", conv->kind) != NULL && n != 0) {
        return NULL; /* wide texts are not supported */
    }
    return conv->kind == '[' ? parse_set(f + 1, conv) : f + 1;
}

/* Scans a text conversion. Returns the position after it, or NULL: no match, or the buffer is too small. */
static const char *scan_text(const char *in, const struct conversion *conv, char *out, unsigned size)
{
    size_t limit = conv->width != 0 ? conv->width : (conv->kind == 'c' ? 1 : SIZE_MAX);
    size_t length = 0;
    for (; length < limit && in[length] != '\0'; length++) {
        if ((conv->kind == 's' && is_space(in[length])) ||
            (conv->kind == '[' && !conv->set[(unsigned char)in[length]])) {
            break;
        }
    }
    bool matched = conv->kind == 'c' ? length == limit : length != 0;
    if (conv->suppress) {
        return matched ? in + length : NULL;
    }
    size_t needed = conv->kind == 'c' ? length : length + 1;
    if (!matched || needed > size) {
        if (size != 0) {
            out[0] = '\0';
        }
        return NULL;
    }
    memcpy(out, in, length);
    if (conv->kind != 'c') {
        out[length] = '\0';
    }
    return in + length;
}

/* Scans a number by way of sscanf. Returns the position after it, or NULL if none matches. */
static const char *scan_number(const char *in, const struct conversion *conv, void *out)
{
    char format[32];
    char width[12] = "";
    int used = -1;
    if (conv->width != 0) {
        snprintf(width, sizeof(width), "%u", conv->width);
    }
    snprintf(format, sizeof(format), "%%%s%s%s%c%%n", conv->suppress ? "*" : "", width, conv->length, conv->kind);
    if (conv->suppress) {
        sscanf(in, format, &used);
    } else {
        sscanf(in, format, out, &used);
    }
    return used < 0 ? NULL : in + used;
}

static void store_position(const struct conversion *conv, void *out, ptrdiff_t position)
{
    if (strcmp(conv->length, "hh") == 0) {
        *(signed char *)out = (signed char)position;
    } else if (strcmp(conv->length, "h") == 0) {
        *(short *)out = (short)position;
    } else if (conv->length[0] == '\0') {
        *(int *)out = (int)position;
    } else {
        *(long long *)out = position; /* l, ll, j, z, t and L are 8 bytes */
    }
}

int c_sec_vsscanf_s(const char *buffer, const char *format, va_list args)
{
    if (buffer == NULL || format == NULL || buffer[0] == '\0') {
        return -1;
    }
    const char *in = buffer;
    int stored = 0;
    bool converted = false;
    for (const char *f = format; *f != '\0';) {
        if (is_space(*f)) {
            for (; is_space(*in); in++) {
            }
            f++;
            continue;
        }
        if (*f != '%' || f[1] == '%') {
            if (*f == '%') {
                for (f++; is_space(*in); in++) {
                }
            }
            if (*in != *f) {
                return *in == '\0' && !converted ? -1 : stored;
            }
            in++;
            f++;
            continue;
        }
        struct conversion conv;
        f = parse_conversion(f + 1, &conv);
        if (f == NULL) {
            return stored;
        }
        void *out = conv.suppress ? NULL : va_arg(args, void *);
        if (!conv.suppress && out == NULL) {
            return stored;
        }
        if (conv.kind == 'n') {
            if (out != NULL) {
                store_position(&conv, out, in - buffer);
            }
            continue;
        }
        bool text = strchr("sc[", conv.kind) != NULL;
        unsigned size = text && !conv.suppress ? va_arg(args, unsigned) : 0;
        if (conv.kind != 'c' && conv.kind != '[') {
            for (; is_space(*in); in++) {
            }
        }
        if (*in == '\0') {
            if (text && size != 0) {
                *(char *)out = '\0';
            }
            return converted ? stored : -1;
        }
        in = text ? scan_text(in, &conv, out, size) : scan_number(in, &conv, out);
        if (in == NULL) {
            return stored;
        }
        converted = true;
        stored += !conv.suppress;
    }
    return stored;
}

int c_sec_sscanf_s(const char *buffer, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int stored = c_sec_vsscanf_s(buffer, format, args);
    va_end(args);
    return stored;
}
