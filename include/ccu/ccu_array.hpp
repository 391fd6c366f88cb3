/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CCU_ARRAY_HPP
#define CCU_ARRAY_HPP

/**
 * @file ccu_array.hpp
 * Array: neighbouring resources of one kind.
 */

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ccu_buffer.hpp"
#include "ccu_event.hpp"
#include "ccu_primitives_impl.h"
#include "ccu_types.h"
#include "ccu_utils.hpp"
#include "ccu_variable.hpp"

namespace AscendC {
namespace ccu {

/** How an Array of T gets its handles. Exists for Variable, Event and CcuBuffer. */
template <typename T>
struct CcuArrayTraits;

template <>
struct CcuArrayTraits<Variable> {
    using Handle = CcuVariableHandle;
    static CcuResult BlockAlloc(Handle* handles, uint32_t count) { return CcuBlockVariableAlloc(handles, count); }
    static CcuResult CreateByAcquire(Handle block, uint32_t index, Handle* handle)
    {
        return CcuVariableGetByIndex(block, index, handle);
    }
    static void SetHandle(Variable& element, Handle handle) { element.handle = handle; }
};

template <>
struct CcuArrayTraits<Event> {
    using Handle = CcuEventHandle;
    static CcuResult BlockAlloc(Handle* handles, uint32_t count) { return CcuBlockEventAlloc(handles, count); }
    static CcuResult CreateByAcquire(Handle block, uint32_t index, Handle* handle)
    {
        return CcuEventGetByIndex(block, index, handle);
    }
    static void SetHandle(Event& element, Handle handle) { element.handle = handle; }
};

/** Buffers cannot be reserved by the host, hence no CreateByAcquire. */
template <>
struct CcuArrayTraits<CcuBuffer> {
    using Handle = CcuBufferHandle;
    static CcuResult BlockAlloc(Handle* handles, uint32_t count) { return CcuBlockBufferAlloc(handles, count); }
    static void SetHandle(CcuBuffer& element, Handle handle) { element.handle = handle; }
};

/**
 * `count` resources next to each other, as Load, Store and LocalReduce over buffers need them.
 * Move-only. Indices are not checked.
 */
template <typename T>
class Array final {
    using Traits = CcuArrayTraits<T>;
    using Handle = typename Traits::Handle;

public:
    /** Requests `count` adjacent resources from the kernel that is being recorded. @throws detail::CcuException */
    explicit Array(uint32_t count)
    {
        if (count == 0) {
            return;
        }
        std::vector<Handle> handles(count);
        detail::ThrowIfFailed(Traits::BlockAlloc(handles.data(), count), "Array(count): block allocation");
        elements_.reserve(count);
        for (Handle handle : handles) {
            Append(handle);
        }
    }

    /**
     * Names the first `count` resources of a block that the host reserved with HcommCcuVariableAlloc or
     * HcommCcuEventAlloc. @throws detail::CcuException, also if the block is smaller than `count`.
     */
    Array(Handle acqHandle, uint32_t count)
    {
        elements_.reserve(count);
        for (uint32_t index = 0; index < count; ++index) {
            Handle handle{};
            const CcuResult result = Traits::CreateByAcquire(acqHandle, index, &handle);
            if (result != CCU_SUCCESS) {
                const std::string what = "Array(handle, " + std::to_string(count) + "): element "
                                         + std::to_string(index) + " of the reserved block";
                throw detail::CcuException(result, what.c_str());
            }
            Append(handle);
        }
    }

    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    Array(Array&&) noexcept = default;
    Array& operator=(Array&&) noexcept = default;

    T& operator[](uint32_t index) { return elements_[index]; }
    const T& operator[](uint32_t index) const { return elements_[index]; }
    T* data() { return elements_.data(); }
    const T* data() const { return elements_.data(); }
    uint32_t size() const { return static_cast<uint32_t>(elements_.size()); }

private:
    void Append(Handle handle)
    {
        T element{detail::NoAllocTag{}};
        Traits::SetHandle(element, handle);
        elements_.push_back(std::move(element));
    }

    std::vector<T> elements_;
};

} // namespace ccu
} // namespace AscendC

#endif // CCU_ARRAY_HPP
