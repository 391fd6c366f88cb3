// COL: collectives. Those of libhccl are not part of this library; what they are built on is.
#include "party.h"

namespace cases {

using contract::Soak;

namespace {

// COL-10. Two operations of one communicator are issued on two streams without an event between them: barriers, and sums
// over all ranks that use the communicator's thread and buffer as operators do. Expected: the communicator's thread takes
// them in the order of the calls, all results are right and nothing times out; barriers may come from two threads at once.
void TwoStreams(ut::Rank& rank)
{
    const uint32_t size = rank.size;
    const uint32_t rounds = 60 * Soak();
    const HcclComm comm = rank.Join("streams", 1);
    std::vector<HcclChannelDesc> descs;
    std::vector<uint32_t> peers;
    for (uint32_t peer = 0; peer < size; ++peer) {
        if (peer != rank.rank) {
            HcclChannelDesc desc;
            UT_OK(HcclChannelDescInit(&desc, 1));
            desc.remoteRank = peer;
            desc.channelProtocol = COMM_PROTOCOL_UB_CTP;
            desc.notifyNum = 2;
            descs.push_back(desc);
            peers.push_back(peer);
        }
    }
    std::vector<ChannelHandle> channels(descs.size());
    UT_OK(HcclChannelAcquire(comm, COMM_ENGINE_AICPU_TS, descs.data(), static_cast<uint32_t>(descs.size()),
                             channels.data()));
    ThreadHandle worker = 0;
    UT_OK(HcclThreadAcquire(comm, COMM_ENGINE_AICPU_TS, 1, 2, &worker));
    void* buffer = nullptr;
    uint64_t bytes = 0;
    UT_OK(HcclGetHcclBuffer(comm, &buffer, &bytes));
    auto* const base = static_cast<char*>(buffer);
    const uint64_t piece = bytes / size / 64 * 64;

    aclrtStream streams[2] = {};
    ThreadHandle users[2] = {};
    for (int i = 0; i < 2; ++i) {
        UT_OK(aclrtCreateStream(&streams[i]));
        UT_OK(HcclThreadAcquireWithStream(comm, COMM_ENGINE_CPU_TS, streams[i], 1, &users[i]));
    }
    struct Job {
        int32_t* data;
        uint64_t count;
    };
    std::vector<Job> jobs;
    for (uint32_t round = 0; round < rounds; ++round) {
        for (const uint64_t count : {uint64_t{1} + round % 7, uint64_t{3000} + round}) {
            void* data = nullptr;
            UT_OK(aclrtMalloc(&data, count * 4, ACL_MEM_MALLOC_HUGE_FIRST));
            for (uint64_t i = 0; i < count; ++i) {
                static_cast<int32_t*>(data)[i] = static_cast<int32_t>(i + rank.rank * 10 + round);
            }
            jobs.push_back({static_cast<int32_t*>(data), count});
        }
    }
    rank.Meet();
    for (size_t j = 0; j < jobs.size(); ++j) {
        const Job& job = jobs[j];
        const uint32_t which = j % 2;
        // The worker begins when the stream is there, and the stream goes on when the worker is done.
        UT_OK(HcommThreadNotifyRecordOnThread(users[which], worker, which));
        UT_OK(HcommThreadNotifyWaitOnThread(worker, which, ut::kLongSeconds));
        for (size_t i = 0; i < channels.size(); ++i) {
            void* remote = nullptr;
            uint64_t remoteBytes = 0;
            UT_OK(HcclChannelGetHcclBuffer(comm, channels[i], &remote, &remoteBytes));
            UT_OK(HcommWriteWithNotifyOnThread(worker, channels[i], static_cast<char*>(remote) + rank.rank * piece, job.data,
                                               job.count * 4, 0));
        }
        for (size_t i = 0; i < channels.size(); ++i) {
            UT_OK(HcommChannelNotifyWaitOnThread(worker, channels[i], 0, ut::kLongSeconds));
        }
        for (const uint32_t peer : peers) {
            UT_OK(HcommLocalReduceOnThread(worker, job.data, base + peer * piece, job.count, HCOMM_DATA_TYPE_INT32,
                                           HCOMM_REDUCE_SUM));
        }
        // Nobody writes to the buffer before all have read it.
        for (size_t i = 0; i < channels.size(); ++i) {
            UT_OK(HcommChannelNotifyRecordOnThread(worker, channels[i], 1));
        }
        for (size_t i = 0; i < channels.size(); ++i) {
            UT_OK(HcommChannelNotifyWaitOnThread(worker, channels[i], 1, ut::kLongSeconds));
        }
        UT_OK(HcommThreadNotifyRecordOnThread(worker, users[which], 0));
        UT_OK(HcommThreadNotifyWaitOnThread(users[which], 0, ut::kLongSeconds));
        if (j % 5 == 0) {
            UT_OK(HcclBarrier(comm, streams[which]));
        }
    }
    for (const aclrtStream stream : streams) {
        UT_OK(ut::Synchronize(stream));
    }
    uint64_t wrong = 0;
    for (size_t j = 0; j < jobs.size(); ++j) {
        const auto round = static_cast<int32_t>(j / 2);
        const auto all = static_cast<int32_t>(size);
        for (uint64_t i = 0; i < jobs[j].count; ++i) {
            const int32_t want = all * (static_cast<int32_t>(i) + round) + 10 * all * (all - 1) / 2;
            wrong += jobs[j].data[i] != want ? 1 : 0;
        }
    }
    UT_EQ(wrong, 0);
    rank.Meet();
    // Barriers of two threads, a stream each, in any order.
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i) {
        threads.emplace_back([&, i] {
            UT_EQ(aclrtSetDevice(static_cast<int32_t>(rank.rank)), 0);
            for (uint32_t round = 0; round < 100 * Soak(); ++round) {
                UT_EQ(HcclBarrier(comm, streams[i]), 0);
            }
            UT_EQ(ut::Synchronize(streams[i]), 0);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    HcclResult error = HCCL_E_INTERNAL;
    UT_OK(HcclGetCommAsyncError(comm, &error));
    UT_EQ(error, HCCL_SUCCESS);
    rank.Meet();
    UT_OK(HcclCommDestroy(comm));
    for (int i = 0; i < 2; ++i) {
        UT_OK(aclrtDestroyStream(streams[i]));
    }
    for (const Job& job : jobs) {
        UT_OK(aclrtFree(job.data));
    }
}

}  // namespace

const std::vector<Case> kCollectiveCases = {{"COL-10", 4, TwoStreams}};

}  // namespace cases
