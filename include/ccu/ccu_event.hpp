/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CCU_EVENT_HPP
#define CCU_EVENT_HPP

/**
 * @file ccu_event.hpp
 * Event: 16 completion bits of the CCU.
 */

#include <cstdint>

#include "ccu_primitives_impl.h"
#include "ccu_types.h"
#include "ccu_utils.hpp"

namespace AscendC {
namespace ccu {

template <typename T>
class Array;

/**
 * Sixteen flags. Asynchronous operations set some of them on completion, EventWait waits for all bits of
 * its mask and clears them. Copies name the same event; copy assignment does not exist.
 */
class Event final {
public:
    /** Requests a new event from the kernel that is being recorded. @throws detail::CcuException */
    Event() { detail::ThrowIfFailed(CcuEventAlloc(&handle), "Event(): CcuEventAlloc"); }

    /** Names event `index` of a block that the host reserved with HcommCcuEventAlloc. */
    explicit Event(CcuEventHandle acqHandle, uint32_t index = 0)
    {
        detail::ThrowIfFailed(CcuEventGetByIndex(acqHandle, index, &handle), "Event(handle, index): CcuEventGetByIndex");
    }

    // Written out rather than defaulted: a non-trivial copy is part of the class's calling convention.
    Event(const Event& other) noexcept : handle(other.handle) {}
    Event(Event&& other) noexcept : handle(other.handle) {}
    void operator=(const Event& other) = delete;
    void operator=(Event&& other) noexcept { handle = other.handle; }

    CcuEventHandle handle{0};

private:
    explicit Event(detail::NoAllocTag) noexcept {}

    template <typename T>
    friend class Array;
};

} // namespace ccu
} // namespace AscendC

#endif // CCU_EVENT_HPP
