// The Send/Receive flow of the architecture article (chapters 3 and 4) with its call spellings, on the host engine of a
// server whose cards are linked by HCCS: even ranks send, odd ranks pull, two ranks as threads.

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "hcomm_ext.h"

namespace {

constexpr uint32_t kRankNum = 2;
constexpr uint64_t kCount = 1000;

struct RemoteBuffer {
    void* addr;
    uint64_t size;
};

struct AlgResourceCtx {
    ThreadHandle threadHandle;
    ChannelHandle channelHandle;
    RemoteBuffer remoteBuffer;
    uint32_t notifyIds[2];
};

struct OpParam {
    void* inputPtr;  // of the local copy: its destination, the communication buffer
    void* outputPtr; // its source, the user's data; on the receiver the result
    uint64_t size;
    bool isSender;
};

// Chapters 4.2 to 4.4. The thread is the user's stream.
HcclResult CreateResources(HcclComm comm, uint32_t destRank, aclrtStream stream, aclrtNotify* notifies,
                           AlgResourceCtx* resCtx)
{
    const CommEngine engine = CommEngine::COMM_ENGINE_CPU_TS;
    for (uint32_t idx = 0; idx < 2; idx++) {
        ACLCHECK(aclrtCreateNotify(&(notifies[idx]), ACL_NOTIFY_DEFAULT));
        ACLCHECK(aclrtGetNotifyId(notifies[idx], &(resCtx->notifyIds[idx])));
    }
    CHK_RET(HcclThreadAcquireWithStream(comm, engine, stream, 1, &(resCtx->threadHandle)));

    HcclChannelDesc channelDesc;
    HcclChannelDescInit(&channelDesc, 1);
    channelDesc.remoteRank = destRank;
    channelDesc.channelProtocol = CommProtocol::COMM_PROTOCOL_HCCS;
    channelDesc.notifyNum = 2;
    CHK_RET(HcclChannelAcquire(comm, engine, &channelDesc, 1, &(resCtx->channelHandle)));
    CHK_RET(HcclChannelGetHcclBuffer(comm, resCtx->channelHandle, &resCtx->remoteBuffer.addr,
                                     &resCtx->remoteBuffer.size));
    return HCCL_SUCCESS;
}

// Chapter 4.5.
HcclResult Transfer(const OpParam& param, const AlgResourceCtx* resCtx)
{
    if (param.isSender) {
        CHK_RET(HcommLocalCopyOnThread(resCtx->threadHandle, param.inputPtr, param.outputPtr, param.size));
        CHK_RET(HcommChannelNotifyRecordOnThread(resCtx->threadHandle, resCtx->channelHandle, 0));
        CHK_RET(HcommChannelNotifyWaitOnThread(resCtx->threadHandle, resCtx->channelHandle, 1));
    } else {
        CHK_RET(HcommChannelNotifyWaitOnThread(resCtx->threadHandle, resCtx->channelHandle, 0));
        CHK_RET(HcommReadOnThread(resCtx->threadHandle, resCtx->channelHandle, param.outputPtr,
                                  resCtx->remoteBuffer.addr, param.size));
        CHK_RET(HcommChannelNotifyRecordOnThread(resCtx->threadHandle, resCtx->channelHandle, 1));
    }
    return HCCL_SUCCESS;
}

// Chapters 3.4 to 3.6: a single write, then a write and a write with notify in one batch.
HcclResult Push(ThreadHandle thread, ChannelHandle channel, void* remoteBuffer, void* localBuffer, uint32_t notifyIdx)
{
    CHK_RET(HcommWriteOnThread(thread, channel, remoteBuffer, localBuffer, 4096));

    HcommBatchTransferDesc descs[2] = {};
    descs[0].transType = HCOMM_TRANSFER_TYPE_WRITE;
    descs[0].transferInfo.write.len = 4096;
    descs[0].transferInfo.write.dst = remoteBuffer;
    descs[0].transferInfo.write.src = localBuffer;
    descs[1].transType = HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY;
    descs[1].transferInfo.write.len = 8192;
    descs[1].transferInfo.write.dst = static_cast<char*>(remoteBuffer) + 4096;
    descs[1].transferInfo.write.src = static_cast<char*>(localBuffer) + 4096;
    descs[1].transferInfo.writeWithNotify.notifyIdx = notifyIdx;
    CHK_RET(HcommBatchTransferOnThread(thread, channel, descs, 2));
    return HCCL_SUCCESS;
}

// The values 0, 1, 2, ... at a device address.
HcclResult CheckValues(const void* device, uint64_t size)
{
    std::vector<int32_t> values(size / sizeof(int32_t));
    ACLCHECK(aclrtMemcpy(values.data(), size, device, size, ACL_MEMCPY_DEVICE_TO_HOST));
    for (uint64_t i = 0; i < values.size(); ++i) {
        if (values[i] != static_cast<int32_t>(i)) {
            std::printf("value %llu is %d\n", static_cast<unsigned long long>(i), values[i]);
            return HCCL_E_INTERNAL;
        }
    }
    return HCCL_SUCCESS;
}

HcclResult Work(HcclComm comm, aclrtStream stream, void* userData, aclrtNotify* notifies)
{
    // Chapter 4.1
    uint32_t rank, rankSize;
    CHK_RET(HcclGetRankId(comm, &rank));
    CHK_RET(HcclGetRankSize(comm, &rankSize));
    const uint32_t destRank = (rank % 2 == 0) ? rank + 1 : rank - 1;

    AlgResourceCtx resCtx = {};
    CHK_RET(CreateResources(comm, destRank, stream, notifies, &resCtx));
    void* localBuffer = nullptr;
    uint64_t localBufferSize = 0;
    CHK_RET(HcclGetHcclBuffer(comm, &localBuffer, &localBufferSize));

    OpParam param = {};
    param.isSender = rank % 2 == 0;
    param.inputPtr = localBuffer;
    param.outputPtr = userData;
    param.size = std::min({kCount * sizeof(int32_t), localBufferSize, resCtx.remoteBuffer.size});

    // The control notifies: the stream tells itself that the work may begin.
    CHK_RET(HcommAclrtNotifyRecordOnThread(resCtx.threadHandle, resCtx.notifyIds[0]));
    CHK_RET(HcommAclrtNotifyWaitOnThread(resCtx.threadHandle, resCtx.notifyIds[0]));
    CHK_RET(Transfer(param, &resCtx));
    if (param.isSender) {
        CHK_RET(Push(resCtx.threadHandle, resCtx.channelHandle, resCtx.remoteBuffer.addr, localBuffer, 0));
    } else {
        CHK_RET(HcommChannelNotifyWaitOnThread(resCtx.threadHandle, resCtx.channelHandle, 0));
    }
    ACLCHECK(aclrtSynchronizeStreamWithTimeout(stream, 60000));
    if (!param.isSender) {
        CHK_RET(CheckValues(param.outputPtr, param.size)); // what this rank pulled
        CHK_RET(CheckValues(localBuffer, param.size));     // what the sender pushed
    }
    // Chapter 4.6
    CHK_RET(HcclChannelDestroy(resCtx.channelHandle));
    CHK_RET(HcclThreadFree(resCtx.threadHandle));
    return HCCL_SUCCESS;
}

HcclResult RunRank(uint32_t rank, const HcclRootInfo& root)
{
    aclrtStream stream = nullptr;
    void* userData = nullptr;
    HcclComm comm = nullptr;
    aclrtNotify notifies[2] = {};
    std::vector<int32_t> values(kCount, -1);
    if (rank % 2 == 0) {
        for (uint64_t i = 0; i < kCount; ++i) {
            values[i] = static_cast<int32_t>(i);
        }
    }
    const uint64_t size = kCount * sizeof(int32_t);
    ACLCHECK(aclrtSetDevice(static_cast<int32_t>(rank)));
    ACLCHECK(aclrtCreateStream(&stream));
    ACLCHECK(aclrtMalloc(&userData, size, ACL_MEM_MALLOC_HUGE_FIRST));
    ACLCHECK(aclrtMemcpy(userData, size, values.data(), size, ACL_MEMCPY_HOST_TO_DEVICE));
    CHK_RET(HcclCommInitRootInfo(kRankNum, &root, rank, &comm));
    const HcclResult result = Work(comm, stream, userData, notifies);
    CHK_RET(HcclCommDestroy(comm));
    for (aclrtNotify notify : notifies) {
        if (notify != nullptr) {
            ACLCHECK(aclrtDestroyNotify(notify));
        }
    }
    ACLCHECK(aclrtFree(userData));
    ACLCHECK(aclrtDestroyStream(stream));
    ACLCHECK(aclrtResetDevice(static_cast<int32_t>(rank)));
    return result;
}

HcclResult RunAll()
{
    HcclRootInfo root;
    ACLCHECK(aclInit(nullptr));
    ACLCHECK(aclrtSetDevice(0));
    CHK_RET(HcclGetRootInfo(&root));
    HcclResult results[kRankNum] = {};
    std::vector<std::thread> threads;
    for (uint32_t rank = 0; rank < kRankNum; ++rank) {
        threads.emplace_back([&, rank] { results[rank] = RunRank(rank, root); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    ACLCHECK(aclrtResetDevice(0));
    ACLCHECK(aclFinalize());
    for (uint32_t rank = 0; rank < kRankNum; ++rank) {
        std::printf("rank %u: %s\n", rank, HcclGetErrorString(results[rank]));
        CHK_RET(results[rank]);
    }
    return HCCL_SUCCESS;
}

} // namespace

int main()
{
    setenv("SOFTNPU_SOC", "Ascend910B1", 0); // cards with HCCS and the host engine
    alarm(110);
    return RunAll() == HCCL_SUCCESS ? 0 : 1;
}
