/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CCU_VARIABLE_HPP
#define CCU_VARIABLE_HPP

/**
 * @file ccu_variable.hpp
 * Variable: a 64-bit register of the CCU, and the conditions made from it.
 */

#include <cstdint>

#include "ccu_primitives_impl.h"
#include "ccu_types.h"
#include "ccu_utils.hpp"

namespace AscendC {
namespace ccu {

class Variable;
template <typename T>
class Array;
template <typename T>
T GetResByChannel(ChannelHandle channel, uint32_t index);

/**
 * A comparison, as CCU_IF and CCU_WHILE take it. Evaluated by the device at run time, not while
 * recording; the Variables it points to must outlive the macro that uses it.
 */
struct CondExpr {
    Variable* var{nullptr};          /**< left operand */
    const Variable* rhsVar{nullptr}; /**< right operand if isVarCompare */
    uint64_t imm{0};                 /**< right operand if not isVarCompare */
    CcuConditionType cond{CCU_CONDITION_EQ};
    bool isVarCompare{false};
};

namespace detail {

/** `a + b`, `a & b`, ... : two registers. */
using VarVar = Expression<
    CcuVariableHandle, CcuVariableHandle,
    CcuResult (*)(CcuVariableHandle, CcuVariableHandle, CcuVariableHandle)>;

/** `a + 1` and the like: a register and a 16-bit constant. */
using VarImm = Expression<CcuVariableHandle, uint16_t, CcuResult (*)(CcuVariableHandle, CcuVariableHandle, uint16_t)>;

/** `~a`. */
struct VarNot {
    CcuVariableHandle operand;
};

} // namespace detail

/**
 * A 64-bit unsigned register. Arithmetic wraps around.
 *
 * Copy construction and moving give a second name to the same register. Assignment from another named
 * Variable, from a number and from an expression records an instruction that runs on the device.
 * All operations throw detail::CcuException when the library refuses them.
 */
class Variable final {
public:
    /** Requests a new register from the kernel that is being recorded. */
    Variable() { detail::ThrowIfFailed(CcuVariableAlloc(&handle), "Variable(): CcuVariableAlloc"); }

    /** Names register `index` of a block that the host reserved with HcommCcuVariableAlloc. */
    explicit Variable(CcuVariableHandle varHandle, uint32_t index = 0)
    {
        detail::ThrowIfFailed(
            CcuVariableGetByIndex(varHandle, index, &handle), "Variable(handle, index): CcuVariableGetByIndex");
    }

    // Written out rather than defaulted: a non-trivial copy is part of the class's calling convention.
    Variable(const Variable& other) noexcept : handle(other.handle) {}
    Variable(Variable&& other) noexcept : handle(other.handle) {}

    /** Becomes another name of `other`'s register. Records nothing. */
    void operator=(Variable&& other) noexcept { handle = other.handle; }

    /** Records: copy the value of `other` at run time. */
    void operator=(const Variable& other) const
    {
        detail::ThrowIfFailed(CcuVariableAssignVar(handle, other.handle), "Variable = Variable");
    }

    /** Records: load a constant. */
    void operator=(uint64_t immediate) const
    {
        detail::ThrowIfFailed(CcuVariableAssignImm(handle, immediate), "Variable = number");
    }

    /** Records: store the value of an expression. */
    void operator=(const detail::VarVar& expr) const
    {
        detail::ThrowIfFailed(expr.record(handle, expr.lhs, expr.rhs), expr.what);
    }
    void operator=(const detail::VarImm& expr) const
    {
        detail::ThrowIfFailed(expr.record(handle, expr.lhs, expr.rhs), expr.what);
    }
    void operator=(const detail::VarNot& expr) const
    {
        detail::ThrowIfFailed(CcuVariableNotVar(handle, expr.operand), "~Variable");
    }

    detail::VarVar operator+(const Variable& rhs) const { return With(CcuVariableAddVarToVar, rhs, "Variable + Variable"); }
    detail::VarVar operator-(const Variable& rhs) const { return With(CcuVariableSubVarToVar, rhs, "Variable - Variable"); }
    detail::VarVar operator*(const Variable& rhs) const { return With(CcuVariableMulVarToVar, rhs, "Variable * Variable"); }
    detail::VarVar operator&(const Variable& rhs) const { return With(CcuVariableAndVarToVar, rhs, "Variable & Variable"); }
    detail::VarVar operator|(const Variable& rhs) const { return With(CcuVariableOrVarToVar, rhs, "Variable | Variable"); }
    detail::VarVar operator^(const Variable& rhs) const { return With(CcuVariableXorVarToVar, rhs, "Variable ^ Variable"); }
    detail::VarVar operator<<(const Variable& rhs) const { return With(CcuVariableShlVarToVar, rhs, "Variable << Variable"); }
    detail::VarVar operator>>(const Variable& rhs) const { return With(CcuVariableShrVarToVar, rhs, "Variable >> Variable"); }
    detail::VarNot operator~() const { return {handle}; }

    /** A constant operand must fit in 16 bits. */
    detail::VarImm operator+(uint64_t rhs) const { return With(CcuVariableAddImmToVar, rhs, "Variable + number"); }
    detail::VarImm operator-(uint64_t rhs) const { return With(CcuVariableSubImmToVar, rhs, "Variable - number"); }
    detail::VarImm operator*(uint64_t rhs) const { return With(CcuVariableMulImmToVar, rhs, "Variable * number"); }

    void operator+=(const Variable& rhs) const { *this = *this + rhs; }
    void operator-=(const Variable& rhs) const { *this = *this - rhs; }
    void operator*=(const Variable& rhs) const { *this = *this * rhs; }
    void operator&=(const Variable& rhs) const { *this = *this & rhs; }
    void operator|=(const Variable& rhs) const { *this = *this | rhs; }
    void operator^=(const Variable& rhs) const { *this = *this ^ rhs; }
    void operator<<=(const Variable& rhs) const { *this = *this << rhs; }
    void operator>>=(const Variable& rhs) const { *this = *this >> rhs; }
    void operator+=(uint64_t rhs) const { *this = *this + rhs; }
    void operator-=(uint64_t rhs) const { *this = *this - rhs; }
    void operator*=(uint64_t rhs) const { *this = *this * rhs; }

    /** Conditions for CCU_IF and CCU_WHILE. Ascend 950 evaluates `==` and `!=` only. */
    CondExpr operator==(uint64_t rhs) const { return Compare(CCU_CONDITION_EQ, rhs); }
    CondExpr operator!=(uint64_t rhs) const { return Compare(CCU_CONDITION_NE, rhs); }
    CondExpr operator<(uint64_t rhs) const { return Compare(CCU_CONDITION_LT, rhs); }
    CondExpr operator<=(uint64_t rhs) const { return Compare(CCU_CONDITION_LE, rhs); }
    CondExpr operator>(uint64_t rhs) const { return Compare(CCU_CONDITION_GT, rhs); }
    CondExpr operator>=(uint64_t rhs) const { return Compare(CCU_CONDITION_GE, rhs); }
    CondExpr operator==(const Variable& rhs) const { return Compare(CCU_CONDITION_EQ, rhs); }
    CondExpr operator!=(const Variable& rhs) const { return Compare(CCU_CONDITION_NE, rhs); }
    CondExpr operator<(const Variable& rhs) const { return Compare(CCU_CONDITION_LT, rhs); }
    CondExpr operator<=(const Variable& rhs) const { return Compare(CCU_CONDITION_LE, rhs); }
    CondExpr operator>(const Variable& rhs) const { return Compare(CCU_CONDITION_GT, rhs); }
    CondExpr operator>=(const Variable& rhs) const { return Compare(CCU_CONDITION_GE, rhs); }

    CcuVariableHandle handle{0};

private:
    explicit Variable(detail::NoAllocTag) noexcept {}

    template <typename Record>
    detail::VarVar With(Record record, const Variable& rhs, const char* what) const
    {
        return {record, handle, rhs.handle, what};
    }
    template <typename Record>
    detail::VarImm With(Record record, uint64_t rhs, const char* what) const
    {
        return {record, handle, detail::Immediate(rhs), what};
    }

    CondExpr Compare(CcuConditionType cond, uint64_t rhs) const
    {
        CondExpr expr;
        // CondExpr names its operand through a plain pointer, but a comparison never changes it.
        expr.var = const_cast<Variable*>(this);
        expr.imm = rhs;
        expr.cond = cond;
        return expr;
    }
    CondExpr Compare(CcuConditionType cond, const Variable& rhs) const
    {
        CondExpr expr = Compare(cond, uint64_t{0});
        expr.rhsVar = &rhs;
        expr.isVarCompare = true;
        return expr;
    }

    template <typename T>
    friend class Array;
    friend class LocalAddr;
    friend class RemoteAddr;
    template <typename T>
    friend T GetResByChannel(ChannelHandle channel, uint32_t index);
};

} // namespace ccu
} // namespace AscendC

#endif // CCU_VARIABLE_HPP
