/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CCU_ADDRESS_HPP
#define CCU_ADDRESS_HPP

/**
 * @file ccu_address.hpp
 * Address: a 64-bit address register of the CCU.
 */

#include <cstdint>

#include "ccu_primitives_impl.h"
#include "ccu_types.h"
#include "ccu_utils.hpp"
#include "ccu_variable.hpp"

namespace AscendC {
namespace ccu {

namespace detail {

using AddrAddr =
    Expression<CcuAddressHandle, CcuAddressHandle, CcuResult (*)(CcuAddressHandle, CcuAddressHandle, CcuAddressHandle)>;

/** Variable handles and Address handles are the same C type; this keeps the two expressions apart. */
struct AddrVar {
    CcuAddressHandle lhs;
    CcuVariableHandle rhs;
};

using AddrImm = Expression<CcuAddressHandle, uint16_t, CcuResult (*)(CcuAddressHandle, CcuAddressHandle, uint16_t)>;

} // namespace detail

/**
 * A register that holds a byte address. The rules of Variable apply: copy construction and moving rename,
 * assignment from a named Address, a number, a Variable or a sum records an instruction, failures throw
 * detail::CcuException.
 */
class Address final {
public:
    /** Requests a new address register from the kernel that is being recorded. */
    Address() { detail::ThrowIfFailed(CcuAddressAlloc(&handle), "Address(): CcuAddressAlloc"); }

    // Written out rather than defaulted: a non-trivial copy is part of the class's calling convention.
    Address(const Address& other) noexcept : handle(other.handle) {}
    Address(Address&& other) noexcept : handle(other.handle) {}

    /** Becomes another name of `other`'s register. Records nothing. */
    void operator=(Address&& other) noexcept { handle = other.handle; }

    /** Records: copy the address held by `other` at run time. */
    void operator=(const Address& other) const
    {
        detail::ThrowIfFailed(CcuAddressAssignAddr(handle, other.handle), "Address = Address");
    }

    /** Records: load a constant address. */
    void operator=(uint64_t immediate) const
    {
        detail::ThrowIfFailed(CcuAddressAssignImm(handle, immediate), "Address = number");
    }

    /** Records: load the value of a Variable. */
    void operator=(const Variable& var) const
    {
        detail::ThrowIfFailed(CcuAddressAssignVar(handle, var.handle), "Address = Variable");
    }

    /** Records: store a sum. */
    void operator=(const detail::AddrAddr& expr) const
    {
        detail::ThrowIfFailed(expr.record(handle, expr.lhs, expr.rhs), expr.what);
    }
    void operator=(const detail::AddrVar& expr) const
    {
        detail::ThrowIfFailed(CcuAddressAddVarToAddr(handle, expr.lhs, expr.rhs), "Address + Variable");
    }
    void operator=(const detail::AddrImm& expr) const
    {
        detail::ThrowIfFailed(expr.record(handle, expr.lhs, expr.rhs), expr.what);
    }

    detail::AddrAddr operator+(const Address& rhs) const
    {
        return {CcuAddressAddAddrToAddr, handle, rhs.handle, "Address + Address"};
    }
    detail::AddrVar operator+(const Variable& rhs) const { return {handle, rhs.handle}; }
    /** A constant operand must fit in 16 bits. */
    detail::AddrImm operator+(uint64_t rhs) const
    {
        return {CcuAddressAddImmToAddr, handle, detail::Immediate(rhs), "Address + number"};
    }

    void operator+=(const Address& rhs) const { *this = *this + rhs; }
    void operator+=(const Variable& rhs) const
    {
        detail::ThrowIfFailed(CcuAddressAddAssignVar(handle, rhs.handle), "Address += Variable");
    }

    CcuAddressHandle handle{0};

private:
    explicit Address(detail::NoAllocTag) noexcept {}

    template <typename T>
    friend class Array;
    friend class LocalAddr;
    friend class RemoteAddr;
};

inline detail::AddrVar operator+(const Variable& lhs, const Address& rhs) { return rhs + lhs; }

} // namespace ccu
} // namespace AscendC

#endif // CCU_ADDRESS_HPP
