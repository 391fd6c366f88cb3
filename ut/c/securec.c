/* The bounds-checked functions of <securec.h>: every documented edge case, with the value and the buffer it leaves. */
#include <securec.h>
#include <stdarg.h>
#include <stdint.h>
#include "check.h"

#define OVER_LIMIT 0x80000000UL

static char d[64];

static void fill(char c)
{
    memset(d, c, sizeof(d));
}

/* True if the n bytes from `from` on all equal c. */
static int all(size_t from, size_t n, char c)
{
    for (size_t i = from; i < from + n; i++) {
        if (d[i] != c) {
            return 0;
        }
    }
    return 1;
}

static void test_memset(void)
{
    fill('x');
    CHECK_INT(memset_s(d, 8, 'a', 4), EOK);
    CHECK(all(0, 4, 'a') && all(4, 60, 'x'));
    fill('x');
    CHECK_INT(memset_s(d, 8, 'a', 9), ERANGE_AND_RESET);
    CHECK(all(0, 8, 'a') && all(8, 56, 'x'));
    CHECK_INT(memset_s(d, 0, 'a', 0), EOK);
    CHECK_INT(memset_s(d, 0, 'b', 1), ERANGE);
    CHECK(all(0, 8, 'a'));
    CHECK_INT(memset_s(NULL, 8, 'a', 4), EINVAL);
    CHECK_INT(memset_s(d, OVER_LIMIT, 'a', 4), ERANGE);
}

static void test_memcpy(void)
{
    const char *src = "0123456789";
    fill('x');
    CHECK_INT(memcpy_s(d, 8, src, 8), EOK);
    CHECK(memcmp(d, src, 8) == 0 && all(8, 56, 'x'));
    fill('x');
    CHECK_INT(memcpy_s(d, 8, src, 9), ERANGE_AND_RESET);
    CHECK(all(0, 8, 0) && all(8, 56, 'x'));
    fill('x');
    CHECK_INT(memcpy_s(d, 0, src, 0), ERANGE);
    CHECK_INT(memcpy_s(d, 0, src, 1), ERANGE);
    CHECK(all(0, 64, 'x'));
    CHECK_INT(memcpy_s(d, 8, NULL, 0), EINVAL_AND_RESET);
    CHECK(all(0, 8, 0) && all(8, 56, 'x'));
    CHECK_INT(memcpy_s(NULL, 8, src, 4), EINVAL);
    CHECK_INT(memcpy_s(NULL, 0, src, 0), ERANGE);
    fill('x');
    CHECK_INT(memcpy_s(d, 16, d + 4, 8), EOVERLAP_AND_RESET);
    CHECK(all(0, 16, 0) && all(16, 48, 'x'));
    fill('x');
    CHECK_INT(memcpy_s(d + 4, 16, d, 8), EOVERLAP_AND_RESET);
    CHECK(all(4, 16, 0) && all(0, 4, 'x') && all(20, 44, 'x'));
    fill('x');
    CHECK_INT(memcpy_s(d, 8, d, 8), EOK);
    CHECK(all(0, 64, 'x'));
    CHECK_INT(memcpy_s(d, OVER_LIMIT, src, 4), ERANGE);
    CHECK_INT(memcpy_s(d, 8, d + 8, 8), EOK); /* adjacent ranges do not overlap */
    CHECK_INT(memcpy_s(d, 8, src, 0), EOK);
    CHECK(all(0, 64, 'x'));
}

static void test_memmove(void)
{
    fill('x');
    memcpy(d, "abcdefgh", 8);
    CHECK_INT(memmove_s(d + 2, 16, d, 8), EOK);
    CHECK(memcmp(d, "ababcdefgh", 10) == 0);
    CHECK_INT(memmove_s(d, 16, d + 2, 8), EOK);
    CHECK(memcmp(d, "abcdefgh", 8) == 0);
    fill('x');
    CHECK_INT(memmove_s(d, 8, "0123456789", 9), ERANGE_AND_RESET);
    CHECK(all(0, 8, 0) && all(8, 56, 'x'));
    CHECK_INT(memmove_s(d, 0, "0", 1), ERANGE);
    fill('x');
    CHECK_INT(memmove_s(d, 8, NULL, 0), EINVAL_AND_RESET);
    CHECK(all(0, 8, 0));
    CHECK_INT(memmove_s(NULL, 8, "0", 1), EINVAL);
    CHECK_INT(memmove_s(d, OVER_LIMIT, "0", 1), ERANGE);
}

static void test_strcpy(void)
{
    fill('x');
    CHECK_INT(strcpy_s(d, 8, "1234567"), EOK);
    CHECK_STR(d, "1234567");
    fill('x');
    CHECK_INT(strcpy_s(d, 8, "12345678"), ERANGE_AND_RESET);
    CHECK(d[0] == 0 && all(1, 63, 'x'));
    fill('x');
    CHECK_INT(strcpy_s(d, 0, "1"), ERANGE);
    CHECK(all(0, 64, 'x'));
    CHECK_INT(strcpy_s(d, OVER_LIMIT, "1"), ERANGE);
    CHECK_INT(strcpy_s(d, 8, NULL), EINVAL_AND_RESET);
    CHECK(d[0] == 0 && all(1, 63, 'x'));
    CHECK_INT(strcpy_s(NULL, 8, "1"), EINVAL);
    fill('x');
    strcpy(d, "abcdef");
    CHECK_INT(strcpy_s(d, 16, d + 2), EOVERLAP_AND_RESET);
    CHECK_INT(d[0], 0);
    strcpy(d, "abcdef");
    CHECK_INT(strcpy_s(d + 2, 16, d), EOVERLAP_AND_RESET);
    CHECK_INT(d[2], 0);
    strcpy(d, "abcdef");
    CHECK_INT(strcpy_s(d, 16, d), EOK);
    CHECK_STR(d, "abcdef");
}

static void test_strncpy(void)
{
    fill('x');
    CHECK_INT(strncpy_s(d, 8, "abcdef", 3), EOK);
    CHECK_STR(d, "abc");
    CHECK_INT(strncpy_s(d, 8, "abc", 100), EOK);
    CHECK_STR(d, "abc");
    CHECK_INT(strncpy_s(d, 8, "abcdefghij", 7), EOK);
    CHECK_STR(d, "abcdefg");
    fill('x');
    CHECK_INT(strncpy_s(d, 8, "abcdefghij", 8), ERANGE_AND_RESET);
    CHECK(d[0] == 0 && all(1, 63, 'x'));
    fill('x');
    CHECK_INT(strncpy_s(d, 8, "abc", 0), EOK);
    CHECK_STR(d, "");
    fill('x');
    CHECK_INT(strncpy_s(d, 8, NULL, 3), EINVAL_AND_RESET);
    CHECK_INT(d[0], 0);
    fill('x');
    CHECK_INT(strncpy_s(d, 8, "abc", OVER_LIMIT), ERANGE_AND_RESET);
    CHECK_INT(d[0], 0);
    CHECK_INT(strncpy_s(NULL, 8, "abc", 3), EINVAL);
    CHECK_INT(strncpy_s(d, 0, "abc", 3), ERANGE);
    CHECK_INT(strncpy_s(d, OVER_LIMIT, "abc", 3), ERANGE);
}

static void test_strcat(void)
{
    strcpy(d, "abc");
    CHECK_INT(strcat_s(d, 8, "defg"), EOK);
    CHECK_STR(d, "abcdefg");
    strcpy(d, "abc");
    CHECK_INT(strcat_s(d, 8, "defgh"), ERANGE_AND_RESET);
    CHECK_INT(d[0], 0);
    fill('x');
    CHECK_INT(strcat_s(d, 8, "a"), EINVAL_AND_RESET);
    CHECK(d[0] == 0 && all(1, 63, 'x'));
    strcpy(d, "abc");
    CHECK_INT(strcat_s(d, 8, NULL), EINVAL_AND_RESET);
    CHECK_INT(d[0], 0);
    CHECK_INT(strcat_s(d, 0, "a"), ERANGE);
    CHECK_INT(strcat_s(NULL, 8, "a"), EINVAL);
    CHECK_INT(strcat_s(d, OVER_LIMIT, "a"), ERANGE);
    fill('x');
    strcpy(d, "abcdef");
    CHECK_INT(strcat_s(d, 32, d + 2), EOVERLAP_AND_RESET);
    CHECK_INT(d[0], 0);
    strcpy(d, "abc");
    CHECK_INT(strncat_s(d, 8, "defghijkl", 4), EOK);
    CHECK_STR(d, "abcdefg");
    strcpy(d, "abc");
    CHECK_INT(strncat_s(d, 8, "defghijkl", 5), ERANGE_AND_RESET);
    CHECK_INT(d[0], 0);
    strcpy(d, "abc");
    CHECK_INT(strncat_s(d, 8, "de", 100), EOK);
    CHECK_STR(d, "abcde");
    strcpy(d, "abc");
    CHECK_INT(strncat_s(d, 8, "de", 0), EOK);
    CHECK_STR(d, "abc");
    CHECK_INT(strncat_s(d, 8, NULL, 1), EINVAL_AND_RESET);
    strcpy(d, "abc");
    CHECK_INT(strncat_s(d, 8, "de", OVER_LIMIT), ERANGE_AND_RESET);
    CHECK_INT(d[0], 0);
}

/* The va_list forms, so that both spellings run the same rows. */
static int vs(char *dst, size_t max, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsprintf_s(dst, max, format, args);
    va_end(args);
    return n;
}

static int vsn(char *dst, size_t max, size_t count, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf_s(dst, max, count, format, args);
    va_end(args);
    return n;
}

static int vsnt(char *dst, size_t max, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf_truncated_s(dst, max, format, args);
    va_end(args);
    return n;
}

static const char *volatile null_text = NULL;
static const char *volatile null_format = NULL;

static void test_sprintf(void)
{
    int (*const forms[])(char *, size_t, const char *, ...) = {sprintf_s, vs};
    for (size_t i = 0; i < 2; i++) {
        fill('x');
        CHECK_INT(forms[i](d, 8, "%d-%s", 12, "abcd"), 7);
        CHECK_STR(d, "12-abcd");
        fill('x');
        CHECK_INT(forms[i](d, 8, "%d-%s", 12, "abcde"), -1);
        CHECK_INT(d[0], 0);
        fill('x');
        CHECK_INT(forms[i](d, 8, null_format), -1);
        CHECK(d[0] == 0 && all(1, 63, 'x'));
        CHECK_INT(forms[i](NULL, 8, "a"), -1);
        fill('x');
        CHECK_INT(forms[i](d, 0, "a"), -1);
        CHECK_INT(forms[i](d, OVER_LIMIT, "a"), -1);
        CHECK(all(0, 64, 'x'));
        CHECK_INT(forms[i](d, 8, "%s", ""), 0);
        CHECK_STR(d, "");
    }
}

static void test_snprintf(void)
{
    int (*const forms[])(char *, size_t, size_t, const char *, ...) = {snprintf_s, vsn};
    for (size_t i = 0; i < 2; i++) {
        fill('x');
        CHECK_INT(forms[i](d, 8, 7, "%s", "1234567"), 7);
        CHECK_STR(d, "1234567");
        fill('x');
        CHECK_INT(forms[i](d, 8, 3, "%s", "abcdef"), -1);
        CHECK_STR(d, "abc");
        fill('x');
        CHECK_INT(forms[i](d, 8, 7, "%s", "12345678"), -1);
        CHECK_STR(d, "1234567");
        fill('x');
        CHECK_INT(forms[i](d, 8, 8, "%s", "12345678"), -1);
        CHECK_INT(d[0], 0);
        fill('x');
        CHECK_INT(forms[i](d, 8, 20, "%s", "1234567890"), -1);
        CHECK_INT(d[0], 0);
        fill('x');
        CHECK_INT(forms[i](d, 8, 20, "%s", "123"), 3);
        CHECK_STR(d, "123");
        fill('x');
        CHECK_INT(forms[i](d, 8, 0, "%s", "a"), -1);
        CHECK_INT(d[0], 0);
        fill('x');
        CHECK_INT(forms[i](d, 8, (size_t)-1, "%s", "1234567890"), -1);
        CHECK_INT(d[0], 0);
        fill('x');
        CHECK_INT(forms[i](d, 8, OVER_LIMIT, "%s", "a"), -1);
        CHECK_INT(d[0], 0);
        fill('x');
        CHECK_INT(forms[i](d, 8, 7, null_format), -1);
        CHECK_INT(d[0], 0);
        CHECK_INT(forms[i](NULL, 8, 7, "a"), -1);
        fill('x');
        CHECK_INT(forms[i](d, 0, 7, "a"), -1);
        CHECK(all(0, 64, 'x'));
    }
}

static void test_truncated(void)
{
    int (*const forms[])(char *, size_t, const char *, ...) = {snprintf_truncated_s, vsnt};
    for (size_t i = 0; i < 2; i++) {
        fill('x');
        CHECK_INT(forms[i](d, 8, "%s", "123"), 3);
        CHECK_STR(d, "123");
        fill('x');
        CHECK_INT(forms[i](d, 8, "%s", "1234567890"), 7);
        CHECK_STR(d, "1234567");
        CHECK_INT(forms[i](d, 0, "a"), -1);
        CHECK_INT(forms[i](NULL, 8, "a"), -1);
        CHECK_INT(forms[i](d, 8, null_format), -1);
        CHECK_INT(d[0], 0);
    }
}

static void test_formats(void)
{
    static const struct {
        const char *format;
        unsigned long long value;
        const char *want;
    } ints[] = {
        {"%llx", 0x123456789abcdefULL, "123456789abcdef"}, {"%06x", 0xabc, "000abc"},
        {"%#o", 8, "010"}, {"%zu", 12345, "12345"}, {"%lu", 7, "7"}, {"%5d|", 42, "   42|"},
        {"%-5d|", 42, "42   |"}, {"%+d", 42, "+42"}, {"%hhu", 300, "44"}, {"%jd", 5, "5"}, {"%c", 'z', "z"},
    };
    for (size_t i = 0; i < sizeof(ints) / sizeof(ints[0]); i++) {
        CHECK_INT(sprintf_s(d, sizeof(d), ints[i].format, ints[i].value), strlen(ints[i].want));
        CHECK_STR(d, ints[i].want);
    }
    CHECK_INT(sprintf_s(d, sizeof(d), "%-6s|%.2s|%*d", "ab", "xyz", 4, 7), 14);
    CHECK_STR(d, "ab    |xy|   7");
    CHECK_INT(sprintf_s(d, sizeof(d), "%.3f %e %g", 3.14159, 1.5, 0.25), 23);
    CHECK_STR(d, "3.142 1.500000e+00 0.25");
    CHECK_INT(sprintf_s(d, sizeof(d), "100%%"), 4);
    CHECK_STR(d, "100%");
    CHECK_INT(sprintf_s(d, sizeof(d), "%s", null_text), 6);
    CHECK_STR(d, "(null)");
    CHECK_INT(sprintf_s(d, sizeof(d), "%p", NULL), 5);
    CHECK_STR(d, "(nil)");
    CHECK_INT(sprintf_s(d, sizeof(d), "%p", (void *)0x1234), 6);
    CHECK_STR(d, "0x1234");
    int stored = 77;
    CHECK_INT(sprintf_s(d, sizeof(d), "abc%n", &stored), -1);
    CHECK_INT(d[0], 0);
    CHECK_INT(stored, 77);
    CHECK_INT(sprintf_s(d, sizeof(d), "abc%hhn", &stored), -1);
    CHECK_INT(stored, 77);
    fill('x');
    CHECK_INT(sprintf_s(d, sizeof(d), "abc %y", 1), -1);
    CHECK_INT(d[0], 0);
}

static void test_scanf(void)
{
    int a = 0, b = 0;
    char word[8] = "";
    char c = 0;
    CHECK_INT(sscanf_s("12 0x1f", "%d %x", &a, &b), 2);
    CHECK_INT(a, 12);
    CHECK_INT(b, 0x1f);
    CHECK_INT(sscanf_s("hello 5", "%s %d", word, (unsigned)sizeof(word), &a), 2);
    CHECK_STR(word, "hello");
    CHECK_INT(a, 5);
    memset(word, 'x', sizeof(word));
    CHECK_INT(sscanf_s("toolongword 5", "%s", word, (unsigned)sizeof(word)), 0);
    CHECK_INT(word[0], 0);
    CHECK_INT(sscanf_s("q", "%c", &c, 1u), 1);
    CHECK_INT(c, 'q');
    CHECK_INT(sscanf_s("abc123", "%[a-z]%d", word, (unsigned)sizeof(word), &a), 2);
    CHECK_STR(word, "abc");
    CHECK_INT(a, 123);
    CHECK_INT(sscanf_s("7:x:9", "%d:%*[^:]:%d", &a, &b), 2);
    CHECK_INT(b, 9);
    CHECK_INT(sscanf_s("", "%d", &a), -1);
    CHECK_INT(sscanf_s(NULL, "%d", &a), -1);
    CHECK_INT(sscanf_s("1", NULL), -1);
    CHECK_INT(sscanf_s("zzz", "%d", &a), 0);
    unsigned long long big = 0;
    float f = 0;
    double g = 0;
    signed char tiny = 0;
    CHECK_INT(sscanf_s("18446744073709551615 1.5 2.25 -3", "%llu %f %lf %hhd", &big, &f, &g, &tiny), 4);
    CHECK(big == UINT64_MAX && f == 1.5f && g == 2.25 && tiny == -3);
    CHECK_INT(sscanf_s("1234", "%2d%2d", &a, &b), 2);
    CHECK(a == 12 && b == 34);
    CHECK_INT(sscanf_s("10 %", "%d %%", &a), 1);
    CHECK_INT(sscanf_s("12,34", "%i,%i", &a, &b), 2);
    CHECK(a == 12 && b == 34);
}

static void test_strtok(void)
{
    char text[] = ",,a,b;c,";
    char *rest = NULL;
    CHECK_STR(strtok_s(text, ",;", &rest), "a");
    CHECK_STR(strtok_s(NULL, ",;", &rest), "b");
    CHECK_STR(strtok_s(NULL, ",;", &rest), "c");
    CHECK(strtok_s(NULL, ",;", &rest) == NULL);
    CHECK(strtok_s(text, NULL, &rest) == NULL);
    CHECK(strtok_s(text, ",", NULL) == NULL);
    rest = NULL;
    CHECK(strtok_s(NULL, ",", &rest) == NULL);
}

int main(void)
{
    check_watchdog(30);
    CHECK_INT(EOK, 0);
    CHECK_INT(EINVAL_AND_RESET, 150);
    CHECK_INT(ERANGE_AND_RESET, 162);
    CHECK_INT(EOVERLAP_AND_RESET, 182);
    CHECK_INT(SECUREC_MEM_MAX_LEN, 0x7fffffff);
    CHECK_INT(SECUREC_STRING_MAX_LEN, 0x7fffffff);
    test_memset();
    test_memcpy();
    test_memmove();
    test_strcpy();
    test_strncpy();
    test_strcat();
    test_sprintf();
    test_snprintf();
    test_truncated();
    test_formats();
    test_scanf();
    test_strtok();
    return check_report("securec");
}
