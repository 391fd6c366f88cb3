/* The log library: what is written where, for each setting of the environment. Every case runs in a child process,
 * since the settings are read once. */
#include <fcntl.h>
#include <sys/wait.h>

#include "base/acl_log.h"
#include "base/alog_pub.h"
#include "base/dlog_pub.h"
#include "base/plog.h"
#include "check.h"

static char output[8192];
static char errors[8192];

static void drain(int fd, char *text, size_t size)
{
    size_t used = 0;
    ssize_t got;
    while (used + 1 < size && (got = read(fd, text + used, size - 1 - used)) > 0) {
        used += (size_t)got;
    }
    text[used] = '\0';
    close(fd);
}

/* Runs `body` in a child and keeps what it wrote; its exit code is the number of failed checks. */
static void in_child(void (*body)(void))
{
    int out[2], err[2], status = -1;
    CHECK_INT(pipe(out), 0);
    CHECK_INT(pipe(err), 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(out[1], 1);
        dup2(err[1], 2);
        close(out[0]);
        close(out[1]);
        close(err[0]);
        close(err[1]);
        check_failed = 0;
        alarm(20);
        body();
        fflush(stdout);
        _exit(check_failed);
    }
    close(out[1]);
    close(err[1]);
    drain(out[0], output, sizeof(output));
    drain(err[0], errors, sizeof(errors));
    CHECK_INT(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        printf("%s%s\n", output, errors);
    }
    CHECK(WIFEXITED(status));
    CHECK_INT(WEXITSTATUS(status), 0);
}

static void all_levels(void)
{
    dlog_error(HCCL, "number %d", 1);
    dlog_warn(HCCL, "number %d", 2);
    dlog_info(HCCL, "number %d", 3);
    dlog_debug(HCCL, "number %d", 4);
    DlogSub(HCCL, "part", DLOG_ERROR, "number %d", 5);
    Dlog(ASCENDCL, DLOG_INFO, "number %d", 6);
}

static void defaults(void)
{
    int32_t events = -1;
    CHECK_INT(dlog_getlevel(HCCL, &events), DLOG_ERROR);
    CHECK_INT(events, 0);
    CHECK_INT(dlog_getlevel(HCCL, NULL), DLOG_ERROR);
    CHECK_INT(CheckLogLevel(HCCL, DLOG_ERROR), 1);
    CHECK_INT(CheckLogLevel(HCCL, DLOG_WARN), 0);
    CHECK_INT(acllogCheckDebugLevel(HCCL, DLOG_INFO), 0);
    CHECK_INT(AlogCheckDebugLevel(HCCL, DLOG_ERROR), 1);
    all_levels();
}

static void odd_calls(void)
{
    char text[3000];
    LogAttr attributes;
    memset(&attributes, 0, sizeof(attributes));
    memset(text, 'x', sizeof(text));
    text[sizeof(text) - 1] = '\0';
    CHECK_INT(DlogSetAttr(attributes), 0);
    CHECK_INT(dlog_setlevel(-1, 7, 0), -1);
    CHECK_INT(dlog_setlevel(5000, 1, 0), -1);
    CHECK_INT(dlog_setlevel(HCCL, DLOG_DEBUG, 1), 0);
    CHECK_INT(CheckLogLevel(HCCL, DLOG_DEBUG), 1);
    CHECK_INT(CheckLogLevel(ASCENDCL, DLOG_DEBUG), 0);
    CHECK_INT(CheckLogLevel(HCCL, -3), 0);
    CHECK_INT(CheckLogLevel(-77, DLOG_ERROR), 1);
    DlogRecord(HCCL | RUN_LOG_MASK, DLOG_DEBUG, "%s|%5.2f|%lld|%c|%d|%d|%d|%d", "mixed", 1.5, 1LL << 40, 'z', 1, 2, 3, 4);
    DlogRecord(HCCL, DLOG_ERROR, "%s", text);
    DlogRecord(30000, DLOG_ERROR, "no such module\n");
    DlogRecord(HCCL, DLOG_ERROR, NULL);
    CHECK_INT(AlogRecord(ASCENDCL, DLOG_TYPE_RUN, DLOG_ERROR, "typed %d", 9), 0);
    CHECK_INT(AlogRecord(ASCENDCL, DLOG_TYPE_MAX, DLOG_ERROR, "typed %d", 10), -1);
    CHECK_INT(dlog_setlevel(-1, DLOG_NULL, 0), 0);
    acllogRecord(HCCL, DLOG_ERROR, "%s", "silent");
    DlogFlush();
    CHECK_INT(DlogReportInitialize(), 0);
    CHECK_INT(DlogReportStart(0, 0), 0);
    DlogReportStop(0);
    CHECK_INT(DlogReportFinalize(), 0);
}

static int32_t keep(void *data, uint32_t type, const char *text, size_t length)
{
    char *kept = (char *)data;
    if (length > 0 && length < 400 && text[length - 1] == '\n') {
        memcpy(kept, text, length);
        kept[length] = '\0';
        kept[500] = (char)type;
    }
    return 0;
}

static void callbacks(void)
{
    static char kept[512];
    acllogCallbackHandle handle = 0;
    CHECK_INT(acllogRegisterCallback(NULL, kept, OUTPUT_TYPE_BOTH, &handle), -1);
    CHECK_INT(acllogRegisterCallback(keep, kept, OUTPUT_TYPE_MAX, &handle), -1);
    CHECK_INT(acllogRegisterCallback(keep, kept, OUTPUT_TYPE_BOTH, NULL), -1);
    CHECK_INT(acllogRegisterCallback(keep, kept, OUTPUT_TYPE_RUN, &handle), 0);
    acllogRecord(HCCL, DLOG_ERROR, "debug line");
    CHECK_STR(kept, "");
    acllogRecord(HCCL | RUN_LOG_MASK, DLOG_ERROR, "run line");
    CHECK(strstr(kept, "[ERROR] HCCL(") == kept && strstr(kept, " run line\n") != NULL);
    CHECK_INT(kept[500], OUTPUT_TYPE_RUN);
    CHECK_INT(acllogUnregisterCallback(handle), 0);
    CHECK_INT(acllogUnregisterCallback(handle), -1);
    kept[0] = '\0';
    acllogRecord(HCCL | RUN_LOG_MASK, DLOG_ERROR, "after");
    CHECK_STR(kept, "");
}

static int lines(const char *text)
{
    int count = 0;
    for (; *text != '\0'; text++) {
        count += *text == '\n';
    }
    return count;
}

int main(void)
{
    check_watchdog(60);
    unsetenv("ASCEND_GLOBAL_LOG_LEVEL");
    unsetenv("ASCEND_MODULE_LOG_LEVEL");
    unsetenv("ASCEND_SLOG_PRINT_TO_STDOUT");
    unsetenv("ASCEND_GLOBAL_EVENT_ENABLE");

    in_child(defaults);
    CHECK_INT(lines(errors), 2);
    CHECK_INT(lines(output), 0);
    CHECK(strstr(errors, "[ERROR] HCCL(") == errors);
    CHECK(strstr(errors, "dlog.c:") != NULL && strstr(errors, "]number 1\n") != NULL);
    CHECK(strstr(errors, "[part]number 5\n") != NULL);

    setenv("ASCEND_GLOBAL_LOG_LEVEL", "2", 1);
    setenv("ASCEND_MODULE_LOG_LEVEL", "ASCENDCL=0", 1);
    setenv("ASCEND_SLOG_PRINT_TO_STDOUT", "1", 1);
    in_child(all_levels);
    CHECK_INT(lines(errors), 0);
    CHECK_INT(lines(output), 4);
    CHECK(strstr(output, "[WARNING] HCCL(") != NULL && strstr(output, "[INFO] ASCENDCL(") != NULL);
    CHECK(strstr(output, "number 3") == NULL);

    unsetenv("ASCEND_SLOG_PRINT_TO_STDOUT");
    unsetenv("ASCEND_MODULE_LOG_LEVEL");
    unsetenv("ASCEND_GLOBAL_LOG_LEVEL");
    in_child(odd_calls);
    CHECK_INT(lines(errors), 4);
    CHECK(strstr(errors, "mixed| 1.50|1099511627776|z|1|2|3|4\n") != NULL);
    CHECK(strstr(errors, "[ERROR] UNKNOWN(") != NULL && strstr(errors, "no such module\n\n") == NULL);
    CHECK(strstr(errors, "[ERROR] ASCENDCL(") != NULL && strstr(errors, " typed 9\n") != NULL);
    CHECK(strstr(errors, "silent") == NULL);
    CHECK(strlen(errors) < MSG_LENGTH + 600);

    in_child(callbacks);
    return check_report("dlog");
}
