/*
 * Reporting of errors that people see: a code of the catalogue with its arguments, or a text.
 *
 * Functions return 0, or -1 if a required argument is missing. They may be called from any thread, and are weak:
 * a program that does not link liberror_manager.so tests their address before it calls them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_BASE_ERR_MSG_H
#define HCOMM_SDK_BASE_ERR_MSG_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#ifndef GE_FUNC_HOST_VISIBILITY
#define GE_FUNC_HOST_VISIBILITY __attribute__((visibility("default")))
#endif
#ifndef GE_FUNC_DEV_VISIBILITY
#define GE_FUNC_DEV_VISIBILITY __attribute__((visibility("default")))
#endif
#ifndef WEAK_SYMBOL
#define WEAK_SYMBOL __attribute__((weak))
#endif
#ifndef FORMAT_PRINTF
#define FORMAT_PRINTF(format_idx, first_arg) __attribute__((format(printf, format_idx, first_arg)))
#endif

/** Reports an internal error: code, printf format, arguments. The place is added. */
#define REPORT_INNER_ERR_MSG(error_code, format, ...) \
    (void)error_message::ReportInnerErrMsg(__FILE__, __FUNCTION__, __LINE__, error_code, format, ##__VA_ARGS__)

/** Reports an error with a text of the caller: code, printf format, arguments. */
#define REPORT_USER_DEFINED_ERR_MSG(error_code, format, ...) \
    (void)error_message::ReportUserDefinedErrMsg(error_code, format, ##__VA_ARGS__)

/** Reports an error of the catalogue: (code) or (code, names of the arguments, values of the arguments). */
#define REPORT_PREDEFINED_ERR_MSG(...) error_message::ReportPredefinedErrMsg(__VA_ARGS__)

/** Adds a catalogue of errors (JSON text) when the library that contains the macro is loaded. */
#define REG_FORMAT_ERROR_MSG(error_msg, error_msg_len) REG_FORMAT_ERROR_MSG_AT(error_msg, error_msg_len, __COUNTER__)
#define REG_FORMAT_ERROR_MSG_AT(error_msg, error_msg_len, counter) \
    REG_FORMAT_ERROR_MSG_NAMED(error_msg, error_msg_len, counter)
#define REG_FORMAT_ERROR_MSG_NAMED(error_msg, error_msg_len, counter)                      \
    static const int32_t register_error_msg_##counter __attribute__((used)) =              \
        error_message::RegisterFormatErrorMessage(error_msg, error_msg_len)

namespace error_message {
/** Longest text of one report in bytes, its end included; longer ones are cut. */
constexpr size_t LIMIT_PER_MSG = 1024U;
using char_t = char;

/** Adds a catalogue: JSON text of `error_msg_len` bytes. Texts are not looked up here: codes and arguments are kept. */
GE_FUNC_HOST_VISIBILITY int32_t RegisterFormatErrorMessage(const char *error_msg, size_t error_msg_len) WEAK_SYMBOL;

/** Reports an internal error with its place. */
GE_FUNC_HOST_VISIBILITY int32_t ReportInnerErrMsg(const char *file_name, const char *func, uint32_t line,
    const char *error_code, const char *format, ...) FORMAT_PRINTF(5, 6) WEAK_SYMBOL;

/** Reports an error with a text of the caller. */
GE_FUNC_HOST_VISIBILITY int32_t ReportUserDefinedErrMsg(const char *error_code, const char *format, ...)
    FORMAT_PRINTF(2, 3) WEAK_SYMBOL;

/** Reports an error of the catalogue with its arguments; both vectors have the same length. */
GE_FUNC_HOST_VISIBILITY int32_t ReportPredefinedErrMsg(const char *error_code, const std::vector<const char *> &key,
    const std::vector<const char *> &value) WEAK_SYMBOL;

/** Reports an error of the catalogue that has no arguments. */
GE_FUNC_HOST_VISIBILITY int32_t ReportPredefinedErrMsg(const char *error_code) WEAK_SYMBOL;
} // namespace error_message

namespace ge {
using error_message::ReportInnerErrMsg;
using error_message::ReportPredefinedErrMsg;
using error_message::ReportUserDefinedErrMsg;
} // namespace ge

#endif
