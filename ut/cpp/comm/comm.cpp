// Four ranks as threads of one C++ program: communicator, rank graph, channels, data, barrier, and the codes of bad calls.
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "hccl/hccl_channel.h"
#include "hccl/hccl_comm.h"
#include "hccl/hccl_rank_graph.h"
#include "hccl/hccl_res.h"
#include "hcomm_primitives.h"

namespace {

constexpr uint32_t kRanks = 4;
std::atomic<int> g_failures{0};

void Check(bool good, const char *text, int line)
{
    if (!good) {
        std::fprintf(stderr, "comm.cpp:%d: %s\n", line, text);
        ++g_failures;
    }
}
#define CHECK(condition) Check((condition), #condition, __LINE__)

// Lets all ranks meet.
class Meeting {
public:
    void Arrive()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        const uint64_t turn = turn_;
        if (++count_ == kRanks) {
            count_ = 0;
            ++turn_;
            all_.notify_all();
            return;
        }
        all_.wait(lock, [&] { return turn_ != turn; });
    }

private:
    std::mutex mutex_;
    std::condition_variable all_;
    uint32_t count_ = 0;
    uint64_t turn_ = 0;
};

HcclRootInfo g_root;
Meeting g_meeting;

void Rank(uint32_t rank)
{
    CHECK(aclrtSetDevice(static_cast<int32_t>(rank)) == ACL_SUCCESS);
    if (rank == 0) {
        CHECK(HcclGetRootInfo(&g_root) == HCCL_SUCCESS);
    }
    g_meeting.Arrive();

    HcclCommConfig config;
    HcclCommConfigInit(&config);
    config.hcclBufferSize = 1;
    std::strcpy(config.hcclCommName, "four");
    HcclComm comm = nullptr;
    CHECK(HcclCommInitRootInfoConfig(kRanks, &g_root, rank, &config, &comm) == HCCL_SUCCESS);
    if (comm == nullptr) {
        std::abort();  // The other ranks would wait for this one.
    }

    uint32_t id = 99;
    uint32_t size = 99;
    char name[128] = {};
    CHECK(HcclGetRankId(comm, &id) == HCCL_SUCCESS && id == rank);
    CHECK(HcclGetRankSize(comm, &size) == HCCL_SUCCESS && size == kRanks);
    CHECK(HcclGetCommName(comm, name) == HCCL_SUCCESS && std::strcmp(name, "four") == 0);
    CHECK(HcclGetRankId(comm, nullptr) == HCCL_E_PTR);
    CHECK(HcclGetRankId(nullptr, &id) == HCCL_E_PTR);
    CHECK(std::strcmp(HcclGetErrorString(HCCL_E_PARA), "parameter error") == 0);

    void *buffer = nullptr;
    uint64_t bytes = 0;
    CHECK(HcclGetHcclBuffer(comm, &buffer, &bytes) == HCCL_SUCCESS && bytes == (2U << 20));
    auto *numbers = static_cast<volatile uint32_t *>(buffer);

    std::vector<HcclChannelDesc> descs;
    for (uint32_t peer = 0; peer < kRanks; ++peer) {
        if (peer == rank) {
            continue;
        }
        CommLink *links = nullptr;
        uint32_t count = 0;
        CHECK(HcclRankGraphGetLinks(comm, 0, rank, peer, &links, &count) == HCCL_SUCCESS && count == 1);
        HcclChannelDesc desc;
        CHECK(HcclChannelDescInit(&desc, 1) == HCCL_SUCCESS);
        desc.remoteRank = peer;
        desc.channelProtocol = links[0].linkAttr.linkProtocol;
        desc.localEndpoint = links[0].srcEndpointDesc;
        desc.remoteEndpoint = links[0].dstEndpointDesc;
        desc.notifyNum = 1;
        descs.push_back(desc);
    }
    const auto count = static_cast<uint32_t>(descs.size());
    std::vector<ChannelHandle> channels(count);
    CHECK(HcclChannelAcquire(comm, COMM_ENGINE_AICPU_TS, descs.data(), count, channels.data()) == HCCL_SUCCESS);
    CHECK(HcclChannelAcquire(comm, COMM_ENGINE_AICPU_TS, descs.data(), 0, channels.data()) == HCCL_E_PARA);

    aclrtStream stream = nullptr;
    CHECK(aclrtCreateStream(&stream) == ACL_SUCCESS);
    ThreadHandle thread = 0;
    CHECK(HcclThreadAcquireWithStream(comm, COMM_ENGINE_CPU_TS, stream, 1, &thread) == HCCL_SUCCESS);

    // Every rank writes its number into each buffer, at its own place.
    void *value = nullptr;
    CHECK(aclrtMalloc(&value, 64, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS);
    *static_cast<uint32_t *>(value) = 100 + rank;
    for (ChannelHandle channel : channels) {
        void *remote = nullptr;
        uint64_t remoteBytes = 0;
        CHECK(HcclChannelGetHcclBuffer(comm, channel, &remote, &remoteBytes) == HCCL_SUCCESS);
        CHECK(remoteBytes == bytes);
        CHECK(HcommWriteOnThread(thread, channel, static_cast<uint32_t *>(remote) + rank, value, 4) == 0);
        CHECK(HcommChannelNotifyRecordOnThread(thread, channel, 0) == 0);
    }
    for (ChannelHandle channel : channels) {
        CHECK(HcommChannelNotifyWaitOnThread(thread, channel, 0, 60) == 0);
    }
    CHECK(aclrtSynchronizeStream(stream) == ACL_SUCCESS);
    for (uint32_t peer = 0; peer < kRanks; ++peer) {
        CHECK(peer == rank || numbers[peer] == 100 + peer);
    }

    CHECK(HcclBarrier(comm, stream) == HCCL_SUCCESS);
    CHECK(HcclBarrier(comm, nullptr) == HCCL_E_PTR);
    CHECK(aclrtSynchronizeStream(stream) == ACL_SUCCESS);
    HcclResult error = HCCL_E_INTERNAL;
    CHECK(HcclGetCommAsyncError(comm, &error) == HCCL_SUCCESS && error == HCCL_SUCCESS);

    CHECK(HcclCommDestroy(comm) == HCCL_SUCCESS);
    CHECK(HcclCommDestroy(comm) == HCCL_E_PARA);
    CHECK(aclrtDestroyStream(stream) == ACL_SUCCESS);
    CHECK(aclrtFree(value) == ACL_SUCCESS);
}

}  // namespace

int main()
{
    CHECK(aclInit(nullptr) == ACL_SUCCESS);
    std::vector<std::thread> ranks;
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
        ranks.emplace_back(Rank, rank);
    }
    for (auto &rank : ranks) {
        rank.join();
    }
    CHECK(aclFinalize() == ACL_SUCCESS);
    std::printf("%d failure(s)\n", g_failures.load());
    return g_failures == 0 ? 0 : 1;
}
