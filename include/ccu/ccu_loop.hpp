/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CCU_LOOP_HPP
#define CCU_LOOP_HPP

/**
 * @file ccu_loop.hpp
 * Loop and LoopGroup: repetition by the loop engines of the CCU.
 */

#include <cstdint>
#include <memory>
#include <vector>

#include "ccu_func.hpp"
#include "ccu_primitives_impl.h"
#include "ccu_types.h"
#include "ccu_utils.hpp"
#include "ccu_variable.hpp"

namespace AscendC {
namespace ccu {

/**
 * A body that a loop engine repeats, moving the addresses of its transfers forward by a fixed step each time.
 * The constructor records the body; only a LoopGroup with the loop in it makes the device run it.
 *
 * The body takes no parameters and records neither control flow nor CallFunc nor EventRecord.
 * A loop belongs in one LoopGroup, once. Variables given to a constructor must outlive that LoopGroup's constructor.
 */
class Loop {
public:
    /** Repetitions and address step (bytes) known while recording. @throws detail::CcuException */
    Loop(const CcuLoopConfig& loopCfg, const Func& func) : kind_(Kind::Constant)
    {
        config_.addrOffset = loopCfg.addrOffset;
        config_.iterNum = loopCfg.iterNum;
        Record(func);
    }

    /** The same with the extensible structure; its header need not be filled in. @throws detail::CcuException */
    Loop(const CcuLoopCfg& loopCfg, const Func& func) : kind_(Kind::Constant), config_(loopCfg) { Record(func); }

    /**
     * Repetitions and step read on the device from one Variable: bits [12:0] repetitions, [44:13] address step in
     * bytes, [52:45] zero. @throws detail::CcuException
     */
    Loop(Variable& loopCfg, const Func& func) : kind_(Kind::Packed), packed_(&loopCfg) { Record(func); }

    /** Repetitions and step (bytes) read from a Variable each. Not on Ascend 950. @throws detail::CcuException */
    Loop(Variable& iterNum, Variable& addrOffset, const Func& func)
        : kind_(Kind::Separate), iterations_(&iterNum), step_(&addrOffset)
    {
        Record(func);
        context_ = std::make_shared<Variable>();
    }

private:
    friend class LoopGroup;

    enum class Kind { Constant, Packed, Separate };

    void Record(const Func& func)
    {
        CcuLoopCfgInit(&config_);
        if (func.NumIn() != 0) {
            throw detail::CcuException(CCU_E_PARA, "Loop: the body must not take parameters; this check");
        }
        detail::ThrowIfFailed(CcuLoopCreate(&handle_), "Loop: CcuLoopCreate");
        detail::ThrowIfFailed(_CcuLoopBodyEnter(handle_), "Loop: _CcuLoopBodyEnter");
        try {
            func.RunBody(nullptr);
        } catch (...) {
            _CcuLoopBodyExit(handle_); // the body's error is the one to report
            throw;
        }
        detail::ThrowIfFailed(_CcuLoopBodyExit(handle_), "Loop: _CcuLoopBodyExit");
    }

    CcuResult AddTo(CcuLoopGroup group) const
    {
        switch (kind_) {
            case Kind::Packed:
                return CcuLoopGroupAddLoopFromVar(group, handle_, packed_->handle);
            case Kind::Separate:
                return CcuLoopGroupAddLoopFromVarV2(
                    group, handle_, iterations_->handle, step_->handle, context_->handle);
            default:
                return CcuLoopGroupAddLoopCfg(group, handle_, &config_);
        }
    }

    // Order and types are part of the ABI: the linker may merge these inline functions with those of an operator
    // that was built with the headers of CANN.
    CcuLoop handle_{0};
    Kind kind_;
    Variable* packed_{nullptr};
    Variable* iterations_{nullptr};
    Variable* step_{nullptr};
    std::shared_ptr<Variable> context_;
    CcuLoopCfg config_{};
};

/**
 * Loops that run next to each other on the loop engines, each possibly cloned. The constructor adds all loops;
 * afterwards the group cannot be changed.
 *
 * `maxLoopNum` loop engines are reserved: at least as many as there are loops, clones included.
 * All constructors throw detail::CcuException: CCU_E_PARA for a `maxLoopNum` of zero or too small.
 */
class LoopGroup {
public:
    /** Cloning known while recording. */
    LoopGroup(const CcuLoopGroupConfig& loopGroupCfg, uint32_t maxLoopNum, const std::vector<Loop>& loops)
    {
        CcuLoopGroupCfg config{};
        config.cloneNum = loopGroupCfg.cloneNum;
        config.cloneLoopOffset = loopGroupCfg.cloneLoopOffset;
        config.addrOffset = loopGroupCfg.addrOffset;
        config.ccuBufferOffset = loopGroupCfg.ccuBufferOffset;
        config.eventOffset = loopGroupCfg.eventOffset;
        Create(config, maxLoopNum);
        Add(loops);
    }

    /** The same with the extensible structure; its header need not be filled in. */
    LoopGroup(const CcuLoopGroupCfg& loopGroupCfg, uint32_t maxLoopNum, const std::vector<Loop>& loops)
    {
        Create(loopGroupCfg, maxLoopNum);
        Add(loops);
    }

    /**
     * Cloning read on the device from two Variables. `parallelCfg`: bits [47:41] number of loops, [54:48] first loop
     * to clone, [61:55] clones of each. `offsetCfg`, the distance between clones: bits [9:0] events, [20:10] buffers,
     * [52:21] address in bytes.
     */
    LoopGroup(Variable& parallelCfg, Variable& offsetCfg, uint32_t maxLoopNum, const std::vector<Loop>& loops)
    {
        detail::ThrowIfFailed(
            CcuLoopGroupCreateFromVar(&handle_, maxLoopNum, parallelCfg.handle, offsetCfg.handle),
            "LoopGroup: CcuLoopGroupCreateFromVar");
        Add(loops);
    }

    /** The same with a third Variable, the distance between the Variables of clones. Not on Ascend 950. */
    LoopGroup(
        Variable& parallelCfgV2, Variable& offsetCfgV2, Variable& varOffsetCfg, uint32_t maxLoopNum,
        const std::vector<Loop>& loops)
    {
        detail::ThrowIfFailed(
            CcuLoopGroupCreateFromVarV2(
                &handle_, maxLoopNum, parallelCfgV2.handle, offsetCfgV2.handle, varOffsetCfg.handle),
            "LoopGroup: CcuLoopGroupCreateFromVarV2");
        Add(loops);
    }

private:
    void Create(CcuLoopGroupCfg config, uint32_t maxLoopNum)
    {
        CcuLoopGroupCfgInit(&config);
        detail::ThrowIfFailed(
            CcuLoopGroupCreateCfg(&handle_, maxLoopNum, &config), "LoopGroup: CcuLoopGroupCreateCfg");
    }

    void Add(const std::vector<Loop>& loops)
    {
        for (const Loop& loop : loops) {
            detail::ThrowIfFailed(loop.AddTo(handle_), "LoopGroup: adding a Loop");
        }
    }

    CcuLoopGroup handle_{0};
};

} // namespace ccu
} // namespace AscendC

#endif // CCU_LOOP_HPP
