// AICPU part: queues the transfer, piece by piece, on the thread of the resources.

#include "p2p_kernel.h"

#include <algorithm>

#include "op_kernel.h"

namespace {

int32_t Send(const p2p::Param& param, const p2p::Resources& res)
{
    for (uint64_t done = 0; done < param.size; done += res.pieceSize) {
        const uint64_t size = std::min(param.size - done, res.pieceSize);
        KERNEL_TRY(HcommLocalCopyOnThread(res.thread, op::At(res.localPiece, 0), op::At(param.data, done), size));
        KERNEL_TRY(HcommChannelNotifyRecordOnThread(res.thread, res.channel, p2p::kDataReady));
        KERNEL_TRY(
            HcommChannelNotifyWaitOnThread(res.thread, res.channel, p2p::kDataTaken, param.timeoutSeconds));
    }
    return 0;
}

int32_t Receive(const p2p::Param& param, const p2p::Resources& res)
{
    for (uint64_t done = 0; done < param.size; done += res.pieceSize) {
        const uint64_t size = std::min(param.size - done, res.pieceSize);
        KERNEL_TRY(
            HcommChannelNotifyWaitOnThread(res.thread, res.channel, p2p::kDataReady, param.timeoutSeconds));
        KERNEL_TRY(HcommReadOnThread(res.thread, res.channel, op::At(param.data, done), op::At(res.remotePiece, 0),
                                     size));
        // The record must not overtake the read.
        KERNEL_TRY(HcommChannelFenceOnThread(res.thread, res.channel));
        KERNEL_TRY(HcommChannelNotifyRecordOnThread(res.thread, res.channel, p2p::kDataTaken));
    }
    return 0;
}

} // namespace

extern "C" uint32_t P2pTransferKernel(void* args)
{
    const p2p::Param& param = *static_cast<const p2p::Param*>(args);
    const p2p::Resources& res = *reinterpret_cast<const p2p::Resources*>(param.resources);
    return op::RunKernel(param.commName, "p2p_transfer", [&]() -> int32_t {
        KERNEL_TRY(param.isSender != 0 ? Send(param, res) : Receive(param, res));
        KERNEL_TRY(HcommThreadNotifyRecordOnThread(res.thread, param.userThread, p2p::kDoneNotify));
        return 0;
    });
}
