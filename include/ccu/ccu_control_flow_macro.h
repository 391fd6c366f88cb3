/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CCU_CONTROL_FLOW_MACRO_H
#define CCU_CONTROL_FLOW_MACRO_H

/**
 * @file ccu_control_flow_macro.h
 * CCU_IF, CCU_ELSE, CCU_WHILE and CCU_DO: branches and loops the device decides at run time.
 *
 *     CCU_IF(a == 0) { ... } CCU_ELSE { ... }
 *     CCU_WHILE(i != n) { ... }
 *     CCU_DO { ... } CCU_WHILE(i != n);
 *
 * Each block is run once while the kernel is recorded, whatever the condition. Leave it only through its end: after
 * `return` or `break` the block stays open. There must be no CCU call between CCU_IF's block and CCU_ELSE, nor between
 * CCU_DO's block and its CCU_WHILE. When the library refuses to open a block (it logs why) the block is skipped.
 * Not inside a Loop. The Variables of a condition are those that exist where the macro stands.
 */

#include "ccu_primitives_impl.h"
#include "ccu_types.h"
#include "ccu_variable.hpp"

namespace AscendC {
namespace ccu {
namespace detail {

/**
 * The life of one block: Open() is true once, if the block could be opened, and Close() ends it. Written as
 * `for (Block b(...); b.Open(); b.Close())`, so that the statement behind the macro is the block.
 */
class Block {
public:
    bool Open() const noexcept { return open_; }

protected:
    explicit Block(CcuResult begun) noexcept : open_(begun == CCU_SUCCESS) {}

    void Shut() noexcept { open_ = false; }

private:
    bool open_;
};

/** CCU_IF. The library closes it at CCU_ELSE, at the next call that records something, or at the end of the kernel. */
class IfBlock : public Block {
public:
    IfBlock(const CondExpr& cond, const char* label) : Block(Begin(cond, label))
    {
        if (Open()) {
            _CcuIfStackPush(label);
        }
    }

    void Close()
    {
        CcuFlushPendingIfs(); // of blocks inside this one
        _CcuIfStackMarkBodyDone();
        Shut();
    }

private:
    static CcuResult Begin(const CondExpr& cond, const char* label)
    {
        return cond.isVarCompare ? CcuIfBeginVar(cond.var->handle, cond.rhsVar->handle, cond.cond, label) :
                                   CcuIfBegin(cond.var->handle, cond.imm, cond.cond, label);
    }
};

/** CCU_ELSE. */
class ElseBlock : public Block {
public:
    /** @param label of the CCU_IF it belongs to, null if there is none */
    explicit ElseBlock(const char* label) : Block(label != nullptr ? CcuIfElse(label) : CCU_E_NOT_FOUND), label_(label)
    {}

    void Close()
    {
        CcuIfEnd(label_);
        Shut();
    }

private:
    const char* label_;
};

/** CCU_DO. */
class DoBlock : public Block {
public:
    explicit DoBlock(const char* label) : Block(CcuDoWhileBegin(label)), label_(label) {}

    void Close()
    {
        _CcuDoWhileStackPush(label_);
        Shut();
    }

private:
    const char* label_;
};

/** CCU_WHILE: the end of the CCU_DO before it, or a loop of its own. */
class WhileBlock : public Block {
public:
    /** @param doLabel of the CCU_DO it ends, null if there is none */
    WhileBlock(const CondExpr& cond, const char* doLabel, const char* label)
        : Block(doLabel != nullptr ? CCU_SUCCESS : Begin(cond, label)), cond_(cond), doLabel_(doLabel), label_(label)
    {}

    void Close()
    {
        if (doLabel_ == nullptr) {
            CcuWhileEnd(label_);
        } else if (cond_.isVarCompare) {
            CcuDoWhileEndVar(cond_.var->handle, cond_.rhsVar->handle, cond_.cond, doLabel_);
        } else {
            CcuDoWhileEnd(cond_.var->handle, cond_.imm, cond_.cond, doLabel_);
        }
        Shut();
    }

private:
    static CcuResult Begin(const CondExpr& cond, const char* label)
    {
        return cond.isVarCompare ? CcuWhileBeginVar(cond.var->handle, cond.rhsVar->handle, cond.cond, label) :
                                   CcuWhileBegin(cond.var->handle, cond.imm, cond.cond, label);
    }

    CondExpr cond_;
    const char* doLabel_;
    const char* label_;
};

} // namespace detail
} // namespace ccu
} // namespace AscendC

#define CCU_CONCAT_INNER(a, b) a##b
#define CCU_CONCAT(a, b) CCU_CONCAT_INNER(a, b)
#define CCU_STRINGIFY_INNER(x) #x
#define CCU_STRINGIFY(x) CCU_STRINGIFY_INNER(x)

/** The name of one block in the source: file, line and `uid`, which tells blocks of one line apart. */
#define CCU_LABEL(uid) (__FILE__ ":" CCU_STRINGIFY(__LINE__) ":" CCU_STRINGIFY(uid))

/** Opens a block that runs if `expr`, an AscendC::ccu::CondExpr, holds. */
#define CCU_IF(expr) CCU_IF_EXPAND(expr, CCU_CONCAT(ccu_if_, __COUNTER__))
#define CCU_IF_EXPAND(expr, uid) CCU_IF_IMPL(expr, uid)
#define CCU_IF_IMPL(expr, uid) \
    for (::AscendC::ccu::detail::IfBlock uid((expr), CCU_LABEL(uid)); uid.Open(); uid.Close())

/** Opens the block that runs if the condition of the CCU_IF directly before it does not hold. */
#define CCU_ELSE CCU_ELSE_EXPAND(CCU_CONCAT(ccu_else_, __COUNTER__))
#define CCU_ELSE_EXPAND(uid) CCU_ELSE_IMPL(uid)
#define CCU_ELSE_IMPL(uid) \
    for (::AscendC::ccu::detail::ElseBlock uid(_CcuIfStackPopForElse()); uid.Open(); uid.Close())

/** Opens a block that runs as long as `expr` holds; after a CCU_DO block, ends that loop instead. */
#define CCU_WHILE(expr) CCU_WHILE_EXPAND(expr, CCU_CONCAT(ccu_while_, __COUNTER__))
#define CCU_WHILE_EXPAND(expr, uid) CCU_WHILE_IMPL(expr, uid)
#define CCU_WHILE_IMPL(expr, uid)                                                                            \
    for (::AscendC::ccu::detail::WhileBlock uid((expr), _CcuDoWhileStackPopForWhile(), CCU_LABEL(uid));     \
         uid.Open(); uid.Close())

/** Opens a block that runs once and again as long as the condition of the CCU_WHILE behind it holds. */
#define CCU_DO CCU_DO_EXPAND(CCU_CONCAT(ccu_do_, __COUNTER__))
#define CCU_DO_EXPAND(uid) CCU_DO_IMPL(uid)
#define CCU_DO_IMPL(uid) for (::AscendC::ccu::detail::DoBlock uid(CCU_LABEL(uid)); uid.Open(); uid.Close())

#endif // CCU_CONTROL_FLOW_MACRO_H
