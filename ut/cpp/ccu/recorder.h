// The C functions below the C++ recording API, replaced by ones that write down what they are called with.
#ifndef HCOMM_UT_CCU_RECORDER_H
#define HCOMM_UT_CCU_RECORDER_H

#include <string>

#include "ccu_types.h"

namespace recorder {

// Forgets everything; the next handle is 1.
void Reset();

// The calls since Reset, one a line: name and arguments.
std::string Take();

// The next call of the named function returns `code` and does nothing.
void FailNext(const char* function, CcuResult code);

} // namespace recorder

#endif
