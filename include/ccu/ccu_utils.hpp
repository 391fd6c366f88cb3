/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CCU_UTILS_HPP
#define CCU_UTILS_HPP

/**
 * @file ccu_utils.hpp
 * Errors of the CCU recording API, and the small types the other CCU headers share.
 */

#include <cstdint>
#include <exception>
#include <string>

#include "ccu_types.h"

namespace AscendC {
namespace ccu {
namespace detail {

/** Chooses the constructor that makes a wrapper object without requesting a resource. */
struct NoAllocTag {};

/** The enumerator's name, for messages. */
inline const char* ResultName(CcuResult code) noexcept
{
    switch (code) {
        case CCU_SUCCESS:
            return "CCU_SUCCESS";
        case CCU_E_PARA:
            return "CCU_E_PARA";
        case CCU_E_PTR:
            return "CCU_E_PTR";
        case CCU_E_INTERNAL:
            return "CCU_E_INTERNAL";
        case CCU_E_NOT_SUPPORT:
            return "CCU_E_NOT_SUPPORT";
        case CCU_E_NOT_FOUND:
            return "CCU_E_NOT_FOUND";
        case CCU_E_UNAVAIL:
            return "CCU_E_UNAVAIL";
        case CCU_E_RUNTIME:
            return "CCU_E_RUNTIME";
        default:
            return "CcuResult";
    }
}

/**
 * Thrown while a kernel is recorded when a step that has no return value fails: a declaration
 * (`Variable v;`), an operator (`a = b + c;`), a Loop or a Func. A kernel function need not catch it;
 * HcommCcuKernelRegister turns it into an error code.
 */
class CcuException : public std::exception {
public:
    CcuException(CcuResult code, const char* what)
        : code_(code),
          what_(std::string(what != nullptr ? what : "CCU call") + " failed: " + ResultName(code) + " ("
                + std::to_string(static_cast<unsigned>(code)) + ")")
    {}

    /** What failed, followed by the name and the number of the code. */
    const char* what() const noexcept override { return what_.c_str(); }

    /** The code the failing C function returned. */
    CcuResult code() const noexcept { return code_; }

private:
    CcuResult code_;
    std::string what_;
};

/** @throws CcuException if `result` is anything but CCU_SUCCESS. */
inline void ThrowIfFailed(CcuResult result, const char* what)
{
    if (result != CCU_SUCCESS) {
        throw CcuException(result, what);
    }
}

/**
 * Immediate operands of `+`, `-` and `*` are 16 bits wide.
 * @throws CcuException (CCU_E_PARA) for a larger value, which would otherwise lose its upper bits.
 */
inline uint16_t Immediate(uint64_t value)
{
    if (value > UINT16_MAX) {
        throw CcuException(CCU_E_PARA, "immediate operand above 65535 (assign it to a Variable first)");
    }
    return static_cast<uint16_t>(value);
}

/**
 * An operator and its two operands. Nothing is recorded until the expression is assigned, because the
 * hardware instruction needs to know its destination.
 *
 * @tparam Record the C function that records the instruction: `(destination, lhs, rhs)`.
 */
template <typename Lhs, typename Rhs, typename Record>
struct Expression {
    Record record;
    Lhs lhs;
    Rhs rhs;
    const char* what;
};

} // namespace detail
} // namespace ccu
} // namespace AscendC

/** Throws AscendC::ccu::detail::CcuException with the text `msg` if the CcuResult `ret` is a failure. */
#define CCU_THROW_IF_FAILED(ret, msg) ::AscendC::ccu::detail::ThrowIfFailed((ret), (msg))

#endif // CCU_UTILS_HPP
