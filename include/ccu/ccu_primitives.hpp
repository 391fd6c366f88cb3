/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CCU_PRIMITIVES_HPP
#define CCU_PRIMITIVES_HPP

/**
 * @file ccu_primitives.hpp
 * The whole recording API of CCU kernels: include this file to write one.
 *
 * A kernel is a C++ function that HcommCcuKernelRegister runs once. Each call in it appends an instruction to the
 * kernel that is being recorded on this device; HcommCcuKernelLaunch later runs the instructions. Outside of a
 * registration every call returns CCU_E_PTR.
 *
 * Data movements are asynchronous: when one is complete, the bits `mask` of `event` are set, and EventWait must see
 * them before the data is used. Lengths are bytes, held in a Variable: not zero, below 256 MiB, and at most 4096 where
 * a CcuBuffer takes part. Notifies are numbered 0 to 7 on each channel and have 16 bits each.
 */

#include <cstdint>
#include <vector>

#include "ccu_address.hpp"
#include "ccu_array.hpp"
#include "ccu_buffer.hpp"
#include "ccu_control_flow_macro.h"
#include "ccu_event.hpp"
#include "ccu_func.hpp"
#include "ccu_local_addr.hpp"
#include "ccu_loop.hpp"
#include "ccu_primitives_impl.h"
#include "ccu_remote_addr.hpp"
#include "ccu_types.h"
#include "ccu_utils.hpp"
#include "ccu_variable.hpp"

namespace AscendC {
namespace ccu {

using LoopConfig = ::CcuLoopConfig;
using LoopGroupConfig = ::CcuLoopGroupConfig;
using LoopCfg = ::CcuLoopCfg;
using LoopGroupCfg = ::CcuLoopGroupCfg;

/** @name Resources of a channel @{ */

/** Resource `index` that both ends of `channel` share. Exists for T = Variable only. */
template <typename T>
inline T GetResByChannel(ChannelHandle /*channel*/, uint32_t /*index*/)
{
    static_assert(sizeof(T) == 0, "a channel has resources of type Variable only");
}

/** A Variable that the peer can set with WriteVariableWithNotify. @throws detail::CcuException */
template <>
inline Variable GetResByChannel<Variable>(ChannelHandle channel, uint32_t varIndex)
{
    Variable result{detail::NoAllocTag{}};
    detail::ThrowIfFailed(
        CcuVariableCreateByChannel(channel, varIndex, &result.handle),
        "GetResByChannel<Variable>: CcuVariableCreateByChannel");
    return result;
}
/** @} */

/** @name Synchronisation @{ */

/** Sets bits of an event. Not inside a Loop. */
inline CcuResult EventRecord(Event e, uint16_t mask = 1) { return CcuEventRecord(e.handle, mask); }

/** Waits for all bits of `mask`, then clears them. */
inline CcuResult EventWait(Event e, uint16_t mask = 1) { return CcuEventWait(e.handle, mask); }

/** Sets bits of the event that kernels of this communicator share under the name `notifyTag`. Not inside a Loop. */
inline CcuResult EventRecord(const char* notifyTag, uint16_t mask = 1)
{
    return CcuLocalNotifyRecord(notifyTag, mask);
}

/** Waits for all bits of `mask` of that shared event, then clears them. */
inline CcuResult EventWait(const char* notifyTag, uint16_t mask = 1) { return CcuLocalNotifyWait(notifyTag, mask); }

/** Sets bits of notify `remoteNotifyIdx` at the peer of `channel`. */
inline CcuResult NotifyRecord(ChannelHandle channel, uint32_t remoteNotifyIdx, uint16_t mask = 1)
{
    return CcuNotifyRecord(channel, remoteNotifyIdx, mask);
}

/** Waits for all bits of `mask` of this rank's notify `localNotifyIdx`, then clears them. */
inline CcuResult NotifyWait(ChannelHandle channel, uint32_t localNotifyIdx, uint16_t mask = 1)
{
    return CcuNotifyWait(channel, localNotifyIdx, mask);
}

/** Copies `var` to the peer's Variable `remoteVarIdx` of `channel`, then sets bits of its notify `remoteNotifyIdx`. */
inline CcuResult WriteVariableWithNotify(
    ChannelHandle channel, Variable var, uint32_t remoteVarIdx, uint32_t remoteNotifyIdx, uint16_t mask = 1)
{
    return CcuWriteVariableWithNotify(channel, var.handle, remoteVarIdx, remoteNotifyIdx, mask);
}
/** @} */

/** @name Arguments and memory words @{ */

/** Sets `v` to argument `argId` of the launch, before the first instruction of the kernel runs. */
inline CcuResult LoadArg(Variable v, uint32_t argId) { return CcuLoadArg(v.handle, argId); }

/** Reads the 64-bit word at device address `addr`, known while recording or held in a Variable. */
inline CcuResult Load(uint64_t addr, Variable v) { return CcuLoadVar(addr, v.handle, 1); }
inline CcuResult Load(Variable addrVar, Variable v) { return CcuLoadVarFromVarAddr(addrVar.handle, v.handle, 1); }

/** Writes `v` to the 64-bit word at device address `addr`, known while recording or held in a Variable. */
inline CcuResult Store(uint64_t addr, Variable v) { return CcuStoreVar(addr, v.handle, 1); }
inline CcuResult Store(Variable addrVar, Variable v) { return CcuStoreVarToVarAddr(addrVar.handle, v.handle, 1); }

/** Reads or writes `num` words in a row. CCU_E_PARA if `num` is zero or larger than the array. */
inline CcuResult Load(uint64_t addr, Array<Variable>& vArr, uint32_t num)
{
    return num == 0 || num > vArr.size() ? CCU_E_PARA : CcuLoadVar(addr, vArr[0].handle, num);
}
inline CcuResult Load(Variable addrVar, Array<Variable>& vArr, uint32_t num)
{
    return num == 0 || num > vArr.size() ? CCU_E_PARA : CcuLoadVarFromVarAddr(addrVar.handle, vArr[0].handle, num);
}
inline CcuResult Store(uint64_t addr, Array<Variable>& vArr, uint32_t num)
{
    return num == 0 || num > vArr.size() ? CCU_E_PARA : CcuStoreVar(addr, vArr[0].handle, num);
}
inline CcuResult Store(Variable addrVar, Array<Variable>& vArr, uint32_t num)
{
    return num == 0 || num > vArr.size() ? CCU_E_PARA : CcuStoreVarToVarAddr(addrVar.handle, vArr[0].handle, num);
}
/** @} */

/** @name Movement inside this rank @{ */

inline CcuResult LocalCopy(LocalAddr dst, LocalAddr src, Variable len, Event event, uint16_t mask = 1)
{
    return CcuLocalCopyMemToMem(dst.handle, src.handle, len.handle, event.handle, mask);
}
inline CcuResult LocalCopy(CcuBuffer dst, LocalAddr src, Variable len, Event event, uint16_t mask = 1)
{
    return CcuLocalCopyMemToBuffer(dst.handle, src.handle, len.handle, event.handle, mask);
}
inline CcuResult LocalCopy(LocalAddr dst, CcuBuffer src, Variable len, Event event, uint16_t mask = 1)
{
    return CcuLocalCopyBufferToMem(dst.handle, src.handle, len.handle, event.handle, mask);
}

/** dst = dst op src, element by element. */
inline CcuResult LocalReduce(
    LocalAddr dst, LocalAddr src, Variable len, HcclDataType dataType, HcclReduceOp opType, Event event,
    uint16_t mask = 1)
{
    return CcuLocalMemReduce(dst.handle, src.handle, len.handle, dataType, opType, event.handle, mask);
}

/** buffers[0] = buffers[0] op buffers[1] op ..., over 2 to 8 neighbouring buffers (see Array). */
inline CcuResult LocalReduce(
    CcuBuffer* buffers, uint32_t count, HcclDataType dataType, HcclDataType outputDataType, HcclReduceOp opType,
    Variable len, Event event, uint16_t mask = 1)
{
    if (buffers == nullptr) {
        return CCU_E_PTR;
    }
    std::vector<CcuBufferHandle> handles;
    handles.reserve(count);
    for (uint32_t index = 0; index < count; ++index) {
        handles.push_back(buffers[index].handle);
    }
    return CcuLocalBufferReduce(
        handles.data(), count, dataType, outputDataType, opType, len.handle, event.handle, mask);
}
/** @} */

/** @name Movement over a channel @{ */

/** Fetches `len` bytes from the peer. */
inline CcuResult Read(
    ChannelHandle ch, LocalAddr local, RemoteAddr remote, Variable len, Event event, uint16_t mask = 1)
{
    return CcuReadMemToMem(ch, local.handle, remote.handle, len.handle, event.handle, mask);
}
inline CcuResult Read(
    ChannelHandle ch, CcuBuffer local, RemoteAddr remote, Variable len, Event event, uint16_t mask = 1)
{
    return CcuReadMemToBuffer(ch, local.handle, remote.handle, len.handle, event.handle, mask);
}

/** local = local op remote. */
inline CcuResult ReadReduce(
    ChannelHandle ch, LocalAddr local, RemoteAddr remote, Variable len, HcclDataType dataType, HcclReduceOp opType,
    Event event, uint16_t mask = 1)
{
    return CcuReadMemToMemReduce(
        ch, local.handle, remote.handle, len.handle, dataType, opType, event.handle, mask);
}

/** Puts `len` bytes into the peer's memory. */
inline CcuResult Write(
    ChannelHandle ch, RemoteAddr remote, LocalAddr local, Variable len, Event event, uint16_t mask = 1)
{
    return CcuWriteMemToMem(ch, remote.handle, local.handle, len.handle, event.handle, mask);
}
inline CcuResult Write(
    ChannelHandle ch, RemoteAddr remote, CcuBuffer local, Variable len, Event event, uint16_t mask = 1)
{
    return CcuWriteBufferToMem(ch, remote.handle, local.handle, len.handle, event.handle, mask);
}

/** remote = remote op local. */
inline CcuResult WriteReduce(
    ChannelHandle ch, RemoteAddr remote, LocalAddr local, Variable len, HcclDataType dataType, HcclReduceOp opType,
    Event event, uint16_t mask = 1)
{
    return CcuWriteMemToMemReduce(
        ch, remote.handle, local.handle, len.handle, dataType, opType, event.handle, mask);
}
/** @} */

} // namespace ccu
} // namespace AscendC

#endif // CCU_PRIMITIVES_HPP
