/* Small checks for the C tests: every failed check prints file, line and both values; main() ends with
 * check_report(), which is the exit code. check_watchdog() ends a test that hangs with a message. */
#ifndef HCOMM_UT_CHECK_H
#define HCOMM_UT_CHECK_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int check_total;
static int check_failed;

static inline void check_int_at(const char *file, int line, const char *what, long long got, long long want)
{
    check_total++;
    if (got != want) {
        check_failed++;
        printf("%s:%d: %s is %lld, expected %lld\n", file, line, what, got, want);
    }
}

static inline void check_str_at(const char *file, int line, const char *what, const char *got, const char *want)
{
    check_total++;
    if (got == NULL || strcmp(got, want) != 0) {
        check_failed++;
        printf("%s:%d: %s is \"%s\", expected \"%s\"\n", file, line, what, got == NULL ? "(null)" : got, want);
    }
}

static void check_timed_out(int sig)
{
    static const char text[] = "watchdog: the test did not end in time\n";
    (void)sig;
    if (write(2, text, sizeof(text) - 1) < 0) {
        _exit(125);
    }
    _exit(124);
}

/* Ends the process with code 124 after `seconds`. */
static inline void check_watchdog(unsigned seconds)
{
    signal(SIGALRM, check_timed_out);
    alarm(seconds);
}

static inline int check_report(const char *name)
{
    printf("%s: %d checks, %d failed\n", name, check_total, check_failed);
    return check_failed == 0 ? 0 : 1;
}

#define CHECK_INT(got, want) check_int_at(__FILE__, __LINE__, #got, (long long)(got), (long long)(want))
#define CHECK_STR(got, want) check_str_at(__FILE__, __LINE__, #got, (got), (want))
#define CHECK(cond) check_int_at(__FILE__, __LINE__, #cond, (cond) ? 1 : 0, 1)

#endif
