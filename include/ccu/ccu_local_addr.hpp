/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CCU_LOCAL_ADDR_HPP
#define CCU_LOCAL_ADDR_HPP

/**
 * @file ccu_local_addr.hpp
 * LocalAddr: an address in memory of this rank, with the token that allows access to it.
 */

#include "ccu_address.hpp"
#include "ccu_primitives_impl.h"
#include "ccu_types.h"
#include "ccu_utils.hpp"
#include "ccu_variable.hpp"

namespace AscendC {
namespace ccu {

template <typename T>
class Array;

/**
 * The source and destination of copies. Set `addr` and `token` before use; both are ordinary registers.
 * Copy construction and moving rename; assignment from a named LocalAddr records a copy of both registers.
 */
class LocalAddr final {
public:
    /** Requests the pair of registers from the kernel that is being recorded. @throws detail::CcuException */
    LocalAddr() : LocalAddr(detail::NoAllocTag{})
    {
        detail::ThrowIfFailed(
            CcuLocalAddrAlloc(&handle, &addr.handle, &token.handle), "LocalAddr(): CcuLocalAddrAlloc");
    }

    // Written out rather than defaulted: a non-trivial copy is part of the class's calling convention.
    LocalAddr(const LocalAddr& other) noexcept : addr(other.addr), token(other.token), handle(other.handle) {}
    LocalAddr(LocalAddr&& other) noexcept : addr(other.addr), token(other.token), handle(other.handle) {}

    /** Records: copy address and token of `other` at run time. */
    void operator=(const LocalAddr& other)
    {
        addr = other.addr;
        token = other.token;
    }

    /** Becomes another name of `other`. Records nothing. */
    void operator=(LocalAddr&& other) noexcept
    {
        addr = static_cast<Address&&>(other.addr);
        token = static_cast<Variable&&>(other.token);
        handle = other.handle;
    }

    Address addr;
    Variable token;
    CcuLocalAddrHandle handle{0};

private:
    explicit LocalAddr(detail::NoAllocTag tag) noexcept : addr(tag), token(tag) {}

    template <typename T>
    friend class Array;
};

} // namespace ccu
} // namespace AscendC

#endif // CCU_LOCAL_ADDR_HPP
