/* The functions of base/err_msg.h and base/err_mgr.h. Everything is hidden here: src/lib.rs exports the public names. */
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <deque>
#include <map>
#include <mutex>
#include <string>

/* src/lib.rs takes the real names. */
#define error_message hcomm_error_message
#include "base/err_mgr.h"

namespace {
/* Reports kept per work stream: a program that never reads must not grow for ever. */
constexpr size_t KEPT = 256;
/* Work streams with unread reports; the oldest is forgotten first. */
constexpr size_t STREAMS = 1024;

struct Report {
    std::string code;
    std::string text;
    std::vector<std::string> keys;
    std::vector<std::string> values;
    std::string time;
};

struct Store {
    std::mutex lock;
    std::map<uint64_t, std::deque<Report>> reports; /* by work stream */
    std::atomic<uint64_t> next{1};
    std::atomic<bool> process_mode{false};
};

/* Never destroyed: other libraries report from their destructors. */
Store &store()
{
    static Store *const instance = new Store;
    return *instance;
}

thread_local uint64_t current_stream = 0;

uint64_t own_stream()
{
    if (current_stream == 0) {
        current_stream = store().next.fetch_add(1);
    }
    return current_stream;
}

std::string now()
{
    struct timespec time = {};
    (void)clock_gettime(CLOCK_REALTIME, &time);
    struct tm parts = {};
    (void)localtime_r(&time.tv_sec, &parts);
    char text[32];
    size_t length = strftime(text, sizeof(text), "%Y-%m-%d-%H:%M:%S", &parts);
    (void)snprintf(text + length, sizeof(text) - length, ".%03ld.%03ld", time.tv_nsec / 1000000, time.tv_nsec / 1000 % 1000);
    return text;
}

int32_t keep(Report report)
{
    report.time = now();
    Store &all = store();
    uint64_t stream = own_stream();
    std::lock_guard<std::mutex> guard(all.lock);
    if (all.reports.size() == STREAMS && all.reports.count(stream) == 0) {
        all.reports.erase(all.reports.begin());
    }
    std::deque<Report> &list = all.reports[stream];
    if (list.size() == KEPT) {
        list.pop_front();
    }
    list.push_back(std::move(report));
    return 0;
}

std::string format(const char *text, va_list list)
{
    char line[error_message::LIMIT_PER_MSG];
    return vsnprintf(line, sizeof(line), text, list) < 0 ? std::string() : std::string(line);
}

/* Takes the errors, or the warnings, of the calling thread's work stream (in process mode: of all). */
std::vector<Report> take(bool warnings)
{
    Store &all = store();
    uint64_t own = own_stream();
    std::vector<Report> taken;
    std::lock_guard<std::mutex> guard(all.lock);
    for (auto stream = all.reports.begin(); stream != all.reports.end();) {
        if (stream->first == own || all.process_mode) {
            std::deque<Report> rest;
            for (Report &report : stream->second) {
                bool warning = report.code[0] == 'W';
                if (warning == warnings) {
                    taken.push_back(std::move(report));
                } else {
                    rest.push_back(std::move(report));
                }
            }
            stream->second.swap(rest);
        }
        stream = stream->second.empty() ? all.reports.erase(stream) : std::next(stream);
    }
    return taken;
}

error_message::unique_const_char_array copy(const std::string &text)
{
    char *memory = new char[text.size() + 1];
    (void)memcpy(memory, text.c_str(), text.size() + 1);
    return error_message::unique_const_char_array(memory);
}

error_message::unique_const_char_array lines(const std::vector<Report> &reports)
{
    std::string text;
    for (const Report &report : reports) {
        text += report.code + ": [" + report.time + "] " + report.text + "\n";
    }
    return copy(text);
}

bool empty(const char *text)
{
    return text == nullptr || text[0] == '\0';
}
} // namespace

namespace error_message {
int32_t RegisterFormatErrorMessage(const char *error_msg, size_t error_msg_len)
{
    return error_msg == nullptr || error_msg_len == 0 ? -1 : 0;
}

int32_t ReportInnerErrMsg(
    const char *file_name, const char *func, uint32_t line, const char *error_code, const char *format_text, ...)
{
    if (empty(error_code) || file_name == nullptr || func == nullptr || format_text == nullptr) {
        return -1;
    }
    va_list list;
    va_start(list, format_text);
    std::string text = format(format_text, list);
    va_end(list);
    const char *base = strrchr(file_name, '/');
    text += std::string(" [") + func + "][" + (base == nullptr ? file_name : base + 1) + ":" + std::to_string(line) + "]";
    return keep(Report{error_code, text, {}, {}, {}});
}

int32_t ReportUserDefinedErrMsg(const char *error_code, const char *format_text, ...)
{
    if (empty(error_code) || format_text == nullptr) {
        return -1;
    }
    va_list list;
    va_start(list, format_text);
    std::string text = format(format_text, list);
    va_end(list);
    return keep(Report{error_code, text, {}, {}, {}});
}

int32_t ReportPredefinedErrMsg(
    const char *error_code, const std::vector<const char *> &key, const std::vector<const char *> &value)
{
    if (empty(error_code) || key.size() != value.size()) {
        return -1;
    }
    Report report{error_code, {}, {}, {}, {}};
    for (size_t i = 0; i < key.size(); i++) {
        if (key[i] == nullptr || value[i] == nullptr) {
            return -1;
        }
        report.keys.push_back(key[i]);
        report.values.push_back(value[i]);
        report.text += (i == 0 ? "" : ", ") + report.keys.back() + "=" + report.values.back();
    }
    return keep(std::move(report));
}

int32_t ReportPredefinedErrMsg(const char *error_code)
{
    return ReportPredefinedErrMsg(error_code, {}, {});
}

int32_t ErrMgrInit(ErrorMessageMode error_mode)
{
    if (error_mode != ErrorMessageMode::INTERNAL_MODE && error_mode != ErrorMessageMode::PROCESS_MODE) {
        return -1;
    }
    store().process_mode = error_mode == ErrorMessageMode::PROCESS_MODE;
    return 0;
}

ErrorManagerContext GetErrMgrContext()
{
    ErrorManagerContext context;
    context.work_stream_id = own_stream();
    return context;
}

void SetErrMgrContext(ErrorManagerContext error_context)
{
    current_stream = error_context.work_stream_id;
}

unique_const_char_array GetErrMgrErrorMessage()
{
    return lines(take(false));
}

unique_const_char_array GetErrMgrWarningMessage()
{
    return lines(take(true));
}

std::vector<ErrMsgRawItem> GetErrMgrRawErrorMessages()
{
    std::vector<ErrMsgRawItem> items;
    for (const Report &report : take(false)) {
        ErrMsgRawItem item;
        item.error_id = copy(report.code);
        item.error_title = copy("");
        item.error_message = copy(report.text);
        item.possible_cause = copy("");
        item.solution = copy("");
        for (size_t i = 0; i < report.keys.size(); i++) {
            item.args_key.push_back(copy(report.keys[i]));
            item.args_value.push_back(copy(report.values[i]));
        }
        item.report_time = copy(report.time);
        items.push_back(std::move(item));
    }
    return items;
}
} // namespace error_message
