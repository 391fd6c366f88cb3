// Reporting errors through the C++ interface of liberror_manager.so, and reading them back.
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "base/err_mgr.h"

static int failed = 0;

static void check(bool good, const char *what, int line)
{
    if (!good) {
        std::printf("error_manager.cpp:%d: %s\n", line, what);
        failed++;
    }
}
#define CHECK(cond) check(cond, #cond, __LINE__)

using namespace error_message;

REG_FORMAT_ERROR_MSG("{\"error_info_list\":[]}", 22);

static std::string errors()
{
    return GetErrMgrErrorMessage().get();
}

static void predefined()
{
    CHECK(errors().empty());
    REPORT_PREDEFINED_ERR_MSG("EI0003", std::vector<const char *>({"ccl_op", "value"}),
        std::vector<const char *>({"AllReduce", "-1"}));
    ReportPredefinedErrMsg("EI9999");
    std::string text = errors();
    CHECK(text.find("EI0003: [") == 0);
    CHECK(text.find("ccl_op=AllReduce, value=-1\n") != std::string::npos);
    CHECK(text.find("EI9999: [") != std::string::npos);
    CHECK(errors().empty());
    CHECK(ReportPredefinedErrMsg(nullptr) == -1);
    CHECK(ReportPredefinedErrMsg("") == -1);
    CHECK(ReportPredefinedErrMsg("EI1", {"a"}, {}) == -1);
    CHECK(ReportPredefinedErrMsg("EI1", {"a"}, {nullptr}) == -1);
    CHECK(errors().empty());
}

static void formatted()
{
    REPORT_USER_DEFINED_ERR_MSG("E10001", "rank %d of %s", 3, "world");
    REPORT_INNER_ERR_MSG("E19999", "%s %.1f", "inner", 2.5);
    REPORT_USER_DEFINED_ERR_MSG("W20001", "only a %s", "warning");
    std::string text = errors();
    CHECK(text.find("rank 3 of world\n") != std::string::npos);
    CHECK(text.find("inner 2.5 [formatted][error_manager.cpp:") != std::string::npos);
    CHECK(text.find("warning") == std::string::npos);
    std::string warnings = GetErrMgrWarningMessage().get();
    CHECK(warnings.find("W20001: [") == 0 && warnings.find("only a warning\n") != std::string::npos);
    std::string longer(3000, 'y');
    CHECK(ReportUserDefinedErrMsg("E1", "%s", longer.c_str()) == 0);
    CHECK(errors().size() < LIMIT_PER_MSG + 100);
    CHECK(ReportUserDefinedErrMsg("E1", nullptr) == -1);
}

static void raw()
{
    (void)ReportPredefinedErrMsg("EI0006", {"reason"}, {"timeout"});
    std::vector<ErrMsgRawItem> items = GetErrMgrRawErrorMessages();
    CHECK(items.size() == 1);
    CHECK(std::strcmp(items[0].error_id.get(), "EI0006") == 0);
    CHECK(std::strcmp(items[0].error_message.get(), "reason=timeout") == 0);
    CHECK(items[0].args_key.size() == 1 && std::strcmp(items[0].args_key[0].get(), "reason") == 0);
    CHECK(items[0].args_value.size() == 1 && std::strcmp(items[0].args_value[0].get(), "timeout") == 0);
    CHECK(std::strlen(items[0].report_time.get()) == std::strlen("2026-08-01-10:11:12.123.456"));
    CHECK(GetErrMgrRawErrorMessages().empty());
}

static void contexts()
{
    ErrorManagerContext own = GetErrMgrContext();
    CHECK(own.work_stream_id != 0);
    std::thread([] { (void)ReportPredefinedErrMsg("EI0001"); }).join();
    CHECK(errors().empty()); // an error of another thread
    std::thread([own] {
        SetErrMgrContext(own);
        (void)ReportPredefinedErrMsg("EI0002");
    }).join();
    CHECK(errors().find("EI0002") == 0); // of another thread that reports for this one
    CHECK(ErrMgrInit(ErrorMessageMode::PROCESS_MODE) == 0);
    CHECK(errors().find("EI0001") == 0);
    CHECK(ErrMgrInit(ErrorMessageMode::INTERNAL_MODE) == 0);
    CHECK(ErrMgrInit(ErrorMessageMode::ERR_MSG_MODE_MAX) == -1);
}

static void many()
{
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++) {
        threads.emplace_back([] {
            for (int n = 0; n < 2000; n++) {
                (void)ReportUserDefinedErrMsg("E1", "number %d", n);
            }
            CHECK(GetErrMgrRawErrorMessages().size() == 256); // the newest
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
}

int main()
{
    alarm(30);
    predefined();
    formatted();
    raw();
    contexts();
    many();
    std::printf("error_manager: %d failed\n", failed);
    return failed == 0 ? 0 : 1;
}
