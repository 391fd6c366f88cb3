// Host part: connects all ranks once, then launches the kernel and lets the user's stream wait for it.

#include "allreduce.h"

#include <algorithm>
#include <vector>

#include "allreduce_kernel.h"
#include "hccl/hccl_rank_graph.h"
#include "hccl/hccl_res.h"
#include "hccl/hccl_res_expt.h"
#include "hcomm_primitives.h"
#include "op_host.h"

namespace {

constexpr char kTag[] = "allreduce_custom";

op::KernelBinary g_kernels("allreduce_kernel.json", reinterpret_cast<const void*>(&HcclAllReduceCustomFinalize));

// Acquires what the kernel needs and stores it on the device. All ranks run this at the same time.
HcclResult MakeResources(HcclComm comm, void** deviceResources)
{
    uint32_t rank = 0;
    uint32_t rankNum = 0;
    OP_TRY_HCCL(HcclGetRankId(comm, &rank));
    OP_TRY_HCCL(HcclGetRankSize(comm, &rankNum));

    const uint64_t size = sizeof(allreduce::Resources) + rankNum * sizeof(allreduce::Peer);
    std::vector<uint64_t> storage(size / sizeof(uint64_t)); // both structures are multiples of 8 bytes
    auto& resources = *reinterpret_cast<allreduce::Resources*>(storage.data());
    resources.rank = rank;
    resources.rankNum = rankNum;
    OP_TRY_HCCL(HcclThreadAcquire(comm, COMM_ENGINE_AICPU_TS, 1, 0, &resources.thread));
    void* buffer = nullptr;
    OP_TRY_HCCL(HcclGetHcclBuffer(comm, &buffer, &resources.bufferSize));
    resources.buffer = reinterpret_cast<uint64_t>(buffer);

    std::vector<HcclChannelDesc> descs;
    for (uint32_t peer = 0; peer < rankNum; ++peer) {
        if (peer != rank) {
            descs.emplace_back();
            OP_TRY_HCCL(op::DescribeChannel(comm, peer, allreduce::kChannelNotifyNum, &descs.back()));
        }
    }
    if (!descs.empty()) {
        std::vector<ChannelHandle> channels(descs.size());
        OP_TRY_HCCL(HcclChannelAcquire(comm, COMM_ENGINE_AICPU_TS, descs.data(), static_cast<uint32_t>(descs.size()),
                                       channels.data()));
        for (std::size_t i = 0; i < descs.size(); ++i) {
            void* remote = nullptr;
            uint64_t remoteSize = 0;
            OP_TRY_HCCL(HcclChannelGetHcclBuffer(comm, channels[i], &remote, &remoteSize));
            allreduce::Peers(&resources)[descs[i].remoteRank] = {channels[i], reinterpret_cast<uint64_t>(remote)};
            resources.bufferSize = std::min(resources.bufferSize, remoteSize);
        }
    }
    OP_TRY_HCCL(HcclEngineCtxCreate(comm, kTag, COMM_ENGINE_AICPU_TS, size, deviceResources));
    OP_TRY_HCCL(HcclEngineCtxCopy(comm, COMM_ENGINE_AICPU_TS, kTag, storage.data(), size, 0));
    return HCCL_SUCCESS;
}

bool IsReducible(HcclDataType dataType)
{
    switch (dataType) {
        case HCCL_DATA_TYPE_INT8:
        case HCCL_DATA_TYPE_INT16:
        case HCCL_DATA_TYPE_INT32:
        case HCCL_DATA_TYPE_FP16:
        case HCCL_DATA_TYPE_BFP16:
        case HCCL_DATA_TYPE_FP32:
            return true;
        default:
            return false;
    }
}

} // namespace

HcclResult HcclAllReduceCustom(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType, HcclReduceOp op,
                               HcclComm comm, aclrtStream stream)
{
    if (sendBuf == nullptr || recvBuf == nullptr || comm == nullptr || stream == nullptr) {
        return HCCL_E_PTR;
    }
    if (!IsReducible(dataType) || (op != HCCL_REDUCE_SUM && op != HCCL_REDUCE_MAX && op != HCCL_REDUCE_MIN)) {
        return HCCL_E_NOT_SUPPORT;
    }
    if (count > UINT64_MAX / op::DataTypeSize(dataType)) {
        return HCCL_E_PARA;
    }
    if (count == 0) {
        return HCCL_SUCCESS;
    }

    allreduce::Param param = {};
    OP_TRY_HCCL(HcclGetCommName(comm, param.commName));
    void* resources = nullptr;
    uint64_t resourcesSize = 0;
    if (HcclEngineCtxGet(comm, kTag, COMM_ENGINE_AICPU_TS, &resources, &resourcesSize) != HCCL_SUCCESS) {
        OP_TRY_HCCL(MakeResources(comm, &resources));
    }
    ThreadHandle userThread = 0;
    OP_TRY_HCCL(HcclThreadAcquireWithStream(comm, COMM_ENGINE_CPU_TS, stream, 1, &userThread));
    OP_TRY_HCCL(HcclThreadExportToCommEngine(comm, 1, &userThread, COMM_ENGINE_AICPU_TS, &param.userThread));

    param.resources = reinterpret_cast<uint64_t>(resources);
    param.input = reinterpret_cast<uint64_t>(sendBuf);
    param.output = reinterpret_cast<uint64_t>(recvBuf);
    param.count = count;
    param.elementSize = static_cast<uint32_t>(op::DataTypeSize(dataType));
    param.dataType = dataType; // the numbers of the Hccl and the Hcomm types are the same
    param.reduceOp = op;
    param.timeoutSeconds = op::kTimeoutSeconds;
    OP_TRY_HCCL(g_kernels.Launch("AllReduceKernel", &param, sizeof(param), stream));
    OP_TRY_HCCL(HcommThreadNotifyWaitOnThread(userThread, allreduce::kDoneNotify, op::kTimeoutSeconds));
    return HCCL_SUCCESS;
}

HcclResult HcclAllReduceCustomFinalize() { return g_kernels.Unload(); }
