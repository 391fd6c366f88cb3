/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CCU_BUFFER_HPP
#define CCU_BUFFER_HPP

/**
 * @file ccu_buffer.hpp
 * CcuBuffer: one 4096-byte piece of the CCU's scratch memory.
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
 * Scratch memory of 4096 bytes. Where several adjacent pieces are needed (LocalReduce over buffers), use
 * Array<CcuBuffer>. Copies name the same piece; copy assignment does not exist.
 */
class CcuBuffer final {
public:
    /** Requests one piece from the kernel that is being recorded. @throws detail::CcuException */
    CcuBuffer() { detail::ThrowIfFailed(CcuBufferAlloc(&handle), "CcuBuffer(): CcuBufferAlloc"); }

    // Written out rather than defaulted: a non-trivial copy is part of the class's calling convention.
    CcuBuffer(const CcuBuffer& other) noexcept : handle(other.handle) {}
    CcuBuffer(CcuBuffer&& other) noexcept : handle(other.handle) {}
    void operator=(const CcuBuffer& other) = delete;
    void operator=(CcuBuffer&& other) noexcept { handle = other.handle; }

    CcuBufferHandle handle{0};

private:
    explicit CcuBuffer(detail::NoAllocTag) noexcept {}

    template <typename T>
    friend class Array;
};

} // namespace ccu
} // namespace AscendC

#endif // CCU_BUFFER_HPP
