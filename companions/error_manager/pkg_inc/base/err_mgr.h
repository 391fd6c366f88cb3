/*
 * Reading of reported errors. See base/err_msg.h for reporting.
 *
 * Errors are kept per work stream in the default mode, or for the whole process; reading takes them away. Threads
 * that call SetErrMgrContext with the same context share its errors.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_BASE_ERR_MGR_H
#define HCOMM_SDK_BASE_ERR_MGR_H

#include <memory>

#include "base/err_msg.h"

namespace error_message {
/** Names the errors of one piece of work. */
struct ErrorManagerContext {
    uint64_t work_stream_id = 0; /* 0: none, errors belong to the thread */
    uint64_t reserved[7] = {0};
};

/** Whose errors are read. */
enum class ErrorMessageMode : uint32_t {
    INTERNAL_MODE = 0U, /* those of the calling thread's work stream */
    PROCESS_MODE = 1U,  /* those of the whole process */
    ERR_MSG_MODE_MAX = 10U
};

using unique_const_char_array = std::unique_ptr<const char_t[]>;

/** One reported error. */
struct ErrMsgRawItem {
    unique_const_char_array error_id;
    unique_const_char_array error_title;
    unique_const_char_array error_message;
    unique_const_char_array possible_cause;
    unique_const_char_array solution;
    std::vector<unique_const_char_array> args_key;
    std::vector<unique_const_char_array> args_value;
    unique_const_char_array report_time;
};

/** Chooses the mode. 0, or -1 for an unknown one. */
GE_FUNC_HOST_VISIBILITY int32_t ErrMgrInit(ErrorMessageMode error_mode);

/** Context of the calling thread; a thread without one gets a new one. */
GE_FUNC_HOST_VISIBILITY ErrorManagerContext GetErrMgrContext();

/** Makes the calling thread report to a context. */
GE_FUNC_HOST_VISIBILITY void SetErrMgrContext(ErrorManagerContext error_context);

/** All errors as one text, one error a line; empty if there is none. */
GE_FUNC_HOST_VISIBILITY unique_const_char_array GetErrMgrErrorMessage();

/** All warnings (codes that begin with W) as one text; empty if there is none. */
GE_FUNC_HOST_VISIBILITY unique_const_char_array GetErrMgrWarningMessage();

/** All errors, piece by piece. */
GE_FUNC_HOST_VISIBILITY std::vector<ErrMsgRawItem> GetErrMgrRawErrorMessages();
} // namespace error_message

#endif
