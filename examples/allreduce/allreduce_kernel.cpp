// AICPU part. The data is cut into one slice per rank; rank r owns slice r.
//
//   1. Each rank copies its input into its HCCL buffer, one slice after the other.
//   2. In round d, rank r adds its slice of owner r + d into the owner's buffer. The owner lets one rank in at a time,
//      because a reduction into memory is a read and a write. After the last round each owner has its result.
//   3. Each owner writes its result into the buffers of all others, in one batch with the notify.
//   4. Each rank copies the buffer to its output and tells the others that their results were taken.
//
// More data than fits into the buffer goes in pieces, all with the same four steps.

#include "allreduce_kernel.h"

#include <algorithm>

#include "op_kernel.h"

namespace {

using allreduce::Param;
using allreduce::Peer;
using allreduce::Resources;

const Peer& PeerOf(const Resources& res, uint32_t rank) { return allreduce::Peers(&res)[rank]; }

// A piece of the data and its slices. Slices differ by at most one element; in a short piece some are empty.
class Piece {
public:
    Piece(const Param& param, const Resources& res, uint64_t first, uint64_t count)
        : param_(param), res_(res), first_(first), count_(count)
    {}

    uint64_t SliceCount(uint32_t owner) const
    {
        return count_ / res_.rankNum + (owner < count_ % res_.rankNum ? 1 : 0);
    }
    uint64_t SliceSize(uint32_t owner) const { return SliceCount(owner) * param_.elementSize; }

    void* Input(uint32_t owner) const { return op::At(param_.input, (first_ + SliceFirst(owner)) * param_.elementSize); }
    void* Output(uint32_t owner) const
    {
        return op::At(param_.output, (first_ + SliceFirst(owner)) * param_.elementSize);
    }
    void* Local(uint32_t owner) const { return op::At(res_.buffer, SliceFirst(owner) * param_.elementSize); }
    void* Remote(uint32_t peer, uint32_t owner) const
    {
        return op::At(PeerOf(res_, peer).buffer, SliceFirst(owner) * param_.elementSize);
    }

private:
    uint64_t SliceFirst(uint32_t owner) const
    {
        return owner * (count_ / res_.rankNum) + std::min<uint64_t>(owner, count_ % res_.rankNum);
    }

    const Param& param_;
    const Resources& res_;
    uint64_t first_; // elements
    uint64_t count_;
};

int32_t Copy(const Resources& res, void* dst, const void* src, uint64_t size)
{
    return size == 0 ? 0 : HcommLocalCopyOnThread(res.thread, dst, src, size);
}

int32_t Wait(const Param& param, const Resources& res, uint32_t peer, uint32_t notify)
{
    return HcommChannelNotifyWaitOnThread(res.thread, PeerOf(res, peer).channel, notify, param.timeoutSeconds);
}

int32_t Record(const Resources& res, uint32_t peer, uint32_t notify)
{
    return HcommChannelNotifyRecordOnThread(res.thread, PeerOf(res, peer).channel, notify);
}

// Step 2.
int32_t ReduceToOwners(const Param& param, const Resources& res, const Piece& piece)
{
    const auto type = static_cast<HcommDataType>(param.dataType);
    const auto reduceOp = static_cast<HcommReduceOp>(param.reduceOp);
    for (uint32_t distance = 1; distance < res.rankNum; ++distance) {
        const uint32_t owner = (res.rank + distance) % res.rankNum;
        const uint32_t contributor = (res.rank + res.rankNum - distance) % res.rankNum;
        KERNEL_TRY(Record(res, contributor, allreduce::kMayReduce));
        KERNEL_TRY(Wait(param, res, owner, allreduce::kMayReduce));
        if (piece.SliceCount(owner) == 0) {
            KERNEL_TRY(Record(res, owner, allreduce::kReduced));
        } else {
            KERNEL_TRY(HcommWriteReduceWithNotifyOnThread(
                res.thread, PeerOf(res, owner).channel, piece.Remote(owner, owner), piece.Local(owner),
                piece.SliceCount(owner), type, reduceOp, allreduce::kReduced));
        }
        KERNEL_TRY(Wait(param, res, contributor, allreduce::kReduced));
    }
    return 0;
}

// Step 3.
int32_t SpreadResult(const Resources& res, const Piece& piece, uint32_t peer)
{
    HcommBatchTransferDesc descs[2] = {};
    uint32_t descNum = 0;
    if (piece.SliceCount(res.rank) != 0) {
        HcommBatchTransferDesc& write = descs[descNum++];
        write.transType = HCOMM_TRANSFER_TYPE_WRITE;
        write.transferInfo.write.len = piece.SliceSize(res.rank);
        write.transferInfo.write.dst = piece.Remote(peer, res.rank);
        write.transferInfo.write.src = piece.Local(res.rank);
    }
    HcommBatchTransferDesc& notify = descs[descNum++];
    notify.transType = HCOMM_TRANSFER_TYPE_NOTIFY_RECORD;
    notify.transferInfo.notifyRecord.notifyIdx = allreduce::kResult;
    return HcommBatchTransferOnThread(res.thread, PeerOf(res, peer).channel, descs, descNum);
}

int32_t ReducePiece(const Param& param, const Resources& res, const Piece& piece)
{
    for (uint32_t owner = 0; owner < res.rankNum; ++owner) {
        KERNEL_TRY(Copy(res, piece.Local(owner), piece.Input(owner), piece.SliceSize(owner)));
    }
    KERNEL_TRY(ReduceToOwners(param, res, piece));
    for (uint32_t distance = 1; distance < res.rankNum; ++distance) {
        KERNEL_TRY(SpreadResult(res, piece, (res.rank + distance) % res.rankNum));
    }
    for (uint32_t distance = 1; distance < res.rankNum; ++distance) {
        KERNEL_TRY(Wait(param, res, (res.rank + distance) % res.rankNum, allreduce::kResult));
    }
    for (uint32_t owner = 0; owner < res.rankNum; ++owner) {
        KERNEL_TRY(Copy(res, piece.Output(owner), piece.Local(owner), piece.SliceSize(owner)));
    }
    // Nobody fills its buffer again while its result may still be on the way.
    for (uint32_t distance = 1; distance < res.rankNum; ++distance) {
        KERNEL_TRY(Record(res, (res.rank + distance) % res.rankNum, allreduce::kTaken));
    }
    for (uint32_t distance = 1; distance < res.rankNum; ++distance) {
        KERNEL_TRY(Wait(param, res, (res.rank + distance) % res.rankNum, allreduce::kTaken));
    }
    return 0;
}

} // namespace

extern "C" uint32_t AllReduceKernel(void* args)
{
    const Param& param = *static_cast<const Param*>(args);
    const Resources& res = *reinterpret_cast<const Resources*>(param.resources);
    return op::RunKernel(param.commName, "allreduce", [&]() -> int32_t {
        const uint64_t pieceCount = res.bufferSize / param.elementSize;
        for (uint64_t first = 0; first < param.count; first += pieceCount) {
            const Piece piece(param, res, first, std::min(param.count - first, pieceCount));
            KERNEL_TRY(ReducePiece(param, res, piece));
        }
        KERNEL_TRY(HcommThreadNotifyRecordOnThread(res.thread, param.userThread, allreduce::kDoneNotify));
        return 0;
    });
}
