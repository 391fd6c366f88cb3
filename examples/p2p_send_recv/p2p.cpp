// Host part: makes the resources for a peer once, then launches the kernel and lets the user's stream wait for it.

#include "p2p.h"

#include <cstring>
#include <string>

#include "hccl/hccl_rank_graph.h"
#include "hccl/hccl_res.h"
#include "hccl/hccl_res_expt.h"
#include "hcomm_primitives.h"
#include "op_host.h"
#include "p2p_kernel.h"

namespace {

op::KernelBinary g_kernels("p2p_kernel.json", reinterpret_cast<const void*>(&HcclP2pCustomFinalize));

// Acquires what a transfer with `peer` needs and stores it on the device. Both sides run this at the same time.
HcclResult MakeResources(HcclComm comm, uint32_t peer, const char* tag, void** deviceResources)
{
    uint32_t self = 0;
    uint32_t rankNum = 0;
    OP_TRY_HCCL(HcclGetRankId(comm, &self));
    OP_TRY_HCCL(HcclGetRankSize(comm, &rankNum));

    p2p::Resources resources = {};
    OP_TRY_HCCL(HcclThreadAcquire(comm, COMM_ENGINE_AICPU_TS, 1, 0, &resources.thread));

    HcclChannelDesc desc;
    OP_TRY_HCCL(op::DescribeChannel(comm, peer, p2p::kChannelNotifyNum, &desc));
    OP_TRY_HCCL(HcclChannelAcquire(comm, COMM_ENGINE_AICPU_TS, &desc, 1, &resources.channel));

    void* localBuffer = nullptr;
    void* remoteBuffer = nullptr;
    uint64_t localSize = 0;
    uint64_t remoteSize = 0;
    OP_TRY_HCCL(HcclGetHcclBuffer(comm, &localBuffer, &localSize));
    OP_TRY_HCCL(HcclChannelGetHcclBuffer(comm, resources.channel, &remoteBuffer, &remoteSize));

    // Each pair of ranks has a part of its own, so that transfers with different peers do not meet.
    constexpr uint64_t kAlignment = 512;
    resources.pieceSize = (localSize < remoteSize ? localSize : remoteSize) / rankNum / kAlignment * kAlignment;
    resources.localPiece = reinterpret_cast<uint64_t>(localBuffer) + resources.pieceSize * peer;
    resources.remotePiece = reinterpret_cast<uint64_t>(remoteBuffer) + resources.pieceSize * self;
    if (resources.pieceSize == 0) {
        return HCCL_E_PARA;
    }

    OP_TRY_HCCL(HcclEngineCtxCreate(comm, tag, COMM_ENGINE_AICPU_TS, sizeof(resources), deviceResources));
    OP_TRY_HCCL(HcclEngineCtxCopy(comm, COMM_ENGINE_AICPU_TS, tag, &resources, sizeof(resources), 0));
    return HCCL_SUCCESS;
}

HcclResult Transfer(void* data, uint64_t count, HcclDataType dataType, uint32_t peer, HcclComm comm,
                    aclrtStream stream, bool isSender)
{
    if (comm == nullptr || stream == nullptr || data == nullptr) {
        return HCCL_E_PTR;
    }
    const uint64_t elementSize = op::DataTypeSize(dataType);
    uint32_t self = 0;
    uint32_t rankNum = 0;
    OP_TRY_HCCL(HcclGetRankId(comm, &self));
    OP_TRY_HCCL(HcclGetRankSize(comm, &rankNum));
    if (elementSize == 0 || peer >= rankNum || peer == self || count > UINT64_MAX / elementSize) {
        return HCCL_E_PARA;
    }
    if (count == 0) {
        return HCCL_SUCCESS;
    }

    p2p::Param param = {};
    OP_TRY_HCCL(HcclGetCommName(comm, param.commName));

    const std::string tag = "p2p_custom_" + std::to_string(peer);
    void* resources = nullptr;
    uint64_t resourcesSize = 0;
    if (HcclEngineCtxGet(comm, tag.c_str(), COMM_ENGINE_AICPU_TS, &resources, &resourcesSize) != HCCL_SUCCESS) {
        OP_TRY_HCCL(MakeResources(comm, peer, tag.c_str(), &resources));
    }

    // The user's stream as a thread of hcomm, and that thread as the AICPU engine sees it.
    ThreadHandle userThread = 0;
    OP_TRY_HCCL(HcclThreadAcquireWithStream(comm, COMM_ENGINE_CPU_TS, stream, 1, &userThread));
    OP_TRY_HCCL(HcclThreadExportToCommEngine(comm, 1, &userThread, COMM_ENGINE_AICPU_TS, &param.userThread));

    param.resources = reinterpret_cast<uint64_t>(resources);
    param.data = reinterpret_cast<uint64_t>(data);
    param.size = count * elementSize;
    param.isSender = isSender ? 1 : 0;
    param.timeoutSeconds = op::kTimeoutSeconds;

    // The kernel starts when the stream reaches it and ends when its tasks are queued on the kernel's thread; the last
    // of them wakes the stream.
    OP_TRY_HCCL(g_kernels.Launch("P2pTransferKernel", &param, sizeof(param), stream));
    OP_TRY_HCCL(HcommThreadNotifyWaitOnThread(userThread, p2p::kDoneNotify, op::kTimeoutSeconds));
    return HCCL_SUCCESS;
}

} // namespace

HcclResult HcclSendCustom(void* sendBuf, uint64_t count, HcclDataType dataType, uint32_t destRank, HcclComm comm,
                          aclrtStream stream)
{
    return Transfer(sendBuf, count, dataType, destRank, comm, stream, true);
}

HcclResult HcclRecvCustom(void* recvBuf, uint64_t count, HcclDataType dataType, uint32_t srcRank, HcclComm comm,
                          aclrtStream stream)
{
    return Transfer(recvBuf, count, dataType, srcRank, comm, stream, false);
}

HcclResult HcclP2pCustomFinalize() { return g_kernels.Unload(); }
