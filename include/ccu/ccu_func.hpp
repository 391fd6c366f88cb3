/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CCU_FUNC_HPP
#define CCU_FUNC_HPP

/**
 * @file ccu_func.hpp
 * Func and CallFunc: a piece of a kernel that is recorded once and jumped to from several places.
 */

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "ccu_primitives_impl.h"
#include "ccu_types.h"
#include "ccu_utils.hpp"
#include "ccu_variable.hpp"

namespace AscendC {
namespace ccu {

namespace detail {

/** How many parameters a callable takes. Defined for objects with one, not templated, call operator and for functions. */
template <typename Callable>
struct Arity : Arity<decltype(&Callable::operator())> {};

template <typename Result, typename... Parameters>
struct Arity<Result (*)(Parameters...)> {
    static_assert(std::is_void<Result>::value, "the body of a ccu::Func returns void");
    static constexpr std::size_t value = sizeof...(Parameters);
};
template <typename Result, typename Object, typename... Parameters>
struct Arity<Result (Object::*)(Parameters...)> : Arity<Result (*)(Parameters...)> {};
template <typename Result, typename Object, typename... Parameters>
struct Arity<Result (Object::*)(Parameters...) const> : Arity<Result (*)(Parameters...)> {};
#ifdef __cpp_noexcept_function_type
template <typename Result, typename... Parameters>
struct Arity<Result (*)(Parameters...) noexcept> : Arity<Result (*)(Parameters...)> {};
template <typename Result, typename Object, typename... Parameters>
struct Arity<Result (Object::*)(Parameters...) noexcept> : Arity<Result (*)(Parameters...)> {};
template <typename Result, typename Object, typename... Parameters>
struct Arity<Result (Object::*)(Parameters...) const noexcept> : Arity<Result (*)(Parameters...)> {};
#endif

/** Calls `body` with the first sizeof...(Index) elements of an array. */
template <typename Callable, std::size_t... Index>
void Spread(Callable& body, Variable* arguments, std::index_sequence<Index...>)
{
    static_cast<void>(arguments); // not used when there are no parameters
    body(arguments[Index]...);
}

} // namespace detail

/**
 * The body of a subroutine or of a Loop. The constructor only stores it; nothing is recorded before the first
 * CallFunc, or before a Loop is made from it. Each object is a subroutine of its own, even if two bodies are equal.
 */
class Func {
public:
    /** @param body returns void and takes any number of Variable, `Variable&` or `const Variable&`. */
    template <typename Lambda>
    explicit Func(Lambda body)
        : numIn_(static_cast<uint32_t>(detail::Arity<Lambda>::value)),
          body_([body](Variable* arguments) mutable {
              detail::Spread(body, arguments, std::make_index_sequence<detail::Arity<Lambda>::value>{});
          })
    {}

    Func(const Func&) = delete;
    Func& operator=(const Func&) = delete;

    /** The number of parameters. */
    uint32_t NumIn() const { return numIn_; }

    /** What the library tells subroutines apart by: the address of this object. */
    const void* Key() const { return this; }

    /** Runs the body on NumIn() parameters, recording into whatever block is open. `parameters` may be null for none. */
    void RunBody(Variable* parameters) const { body_(parameters); }

private:
    uint32_t numIn_;
    std::function<void(Variable*)> body_;
};

/**
 * Records a call of `Obj` with `args`, and the subroutine itself the first time. Not inside a Loop or another Func.
 *
 * @tparam Obj a Func with static storage at namespace or class scope
 * @return CCU_E_PARA if the number of arguments is not `Obj.NumIn()`, else what the recorded call returned
 * @throws detail::CcuException when the subroutine cannot be recorded
 */
template <Func& Obj, typename... Args>
CcuResult CallFunc(Args... args)
{
    if (Obj.NumIn() != sizeof...(Args)) {
        return CCU_E_PARA;
    }
    uint64_t block = 0;
    detail::ThrowIfFailed(CcuFuncBlockLookup(Obj.Key(), &block), "CallFunc: CcuFuncBlockLookup");
    if (block == 0) { // not recorded in this kernel yet
        detail::ThrowIfFailed(CcuFuncBlockBegin(Obj.Key(), &block), "CallFunc: CcuFuncBlockBegin");
        std::vector<Variable> parameters(Obj.NumIn());
        for (const Variable& parameter : parameters) {
            detail::ThrowIfFailed(CcuFuncDefineInArg(block, parameter.handle), "CallFunc: CcuFuncDefineInArg");
        }
        Obj.RunBody(parameters.data());
        detail::ThrowIfFailed(CcuFuncBlockEnd(block), "CallFunc: CcuFuncBlockEnd");
    }
    // The extra element keeps the array legal when there are no arguments.
    const CcuVariableHandle handles[sizeof...(Args) + 1] = {args.handle..., 0};
    return CcuFuncCall(block, handles, static_cast<uint32_t>(sizeof...(Args)));
}

} // namespace ccu
} // namespace AscendC

#endif // CCU_FUNC_HPP
