/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CCU_REMOTE_ADDR_HPP
#define CCU_REMOTE_ADDR_HPP

/**
 * @file ccu_remote_addr.hpp
 * RemoteAddr: an address in memory of the rank at the other end of a channel, with the token that allows access to it.
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
 * The far end of Read and Write. Set `addr` and `token` before use; both are ordinary registers.
 * Copy construction and moving rename; assignment from a named RemoteAddr records a copy of both registers.
 */
class RemoteAddr final {
public:
    /** Requests the pair of registers from the kernel that is being recorded. @throws detail::CcuException */
    RemoteAddr() : RemoteAddr(detail::NoAllocTag{})
    {
        detail::ThrowIfFailed(
            CcuRemoteAddrAlloc(&handle, &addr.handle, &token.handle), "RemoteAddr(): CcuRemoteAddrAlloc");
    }

    // Written out rather than defaulted: a non-trivial copy is part of the class's calling convention.
    RemoteAddr(const RemoteAddr& other) noexcept : addr(other.addr), token(other.token), handle(other.handle) {}
    RemoteAddr(RemoteAddr&& other) noexcept : addr(other.addr), token(other.token), handle(other.handle) {}

    /** Records: copy address and token of `other` at run time. */
    void operator=(const RemoteAddr& other)
    {
        addr = other.addr;
        token = other.token;
    }

    /** Becomes another name of `other`. Records nothing. */
    void operator=(RemoteAddr&& other) noexcept
    {
        addr = static_cast<Address&&>(other.addr);
        token = static_cast<Variable&&>(other.token);
        handle = other.handle;
    }

    Address addr;
    Variable token;
    CcuRemoteAddrHandle handle{0};

private:
    explicit RemoteAddr(detail::NoAllocTag tag) noexcept : addr(tag), token(tag) {}

    template <typename T>
    friend class Array;
};

} // namespace ccu
} // namespace AscendC

#endif // CCU_REMOTE_ADDR_HPP
