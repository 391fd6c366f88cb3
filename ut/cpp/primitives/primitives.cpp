// The data-plane functions through the C interface, on channels of two ranks of one process: bad input answers the
// documented code and does nothing, good input does what the header says.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "hccl/hccl_channel.h"
#include "hccl/hccl_comm.h"
#include "hccl/hccl_res.h"
#include "hcomm_primitives.h"

extern "C" {
#include "check.h"
}

namespace {

constexpr uint32_t kNotifies = 4;
constexpr uint32_t kLong = 60;

struct Rank {
    HcclComm comm = nullptr;
    ThreadHandle thread = 0;
    ChannelHandle channel = 0;
    void* local = nullptr;
    uint64_t localSize = 0;
    void* remote = nullptr;
    uint64_t remoteSize = 0;
};

// Arguments of a call; each function takes those it has.
struct Args {
    ThreadHandle thread;
    ChannelHandle channel;
    void* dst;
    const void* src;
    uint64_t len;
    uint32_t notify;
};

HcommBatchTransferDesc BatchOf(const Args& a)
{
    HcommBatchTransferDesc desc;
    std::memset(&desc, 0, sizeof(desc));
    desc.transType = HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY;
    desc.transferInfo.writeWithNotify.len = a.len;
    desc.transferInfo.writeWithNotify.dst = a.dst;
    desc.transferInfo.writeWithNotify.src = const_cast<void*>(a.src);
    desc.transferInfo.writeWithNotify.notifyIdx = a.notify;
    return desc;
}

struct Function {
    const char* name;
    int32_t (*call)(const Args&);
    bool thread;   // takes a thread
    bool channel;  // takes a channel
    bool pointers; // takes dst and src
    char remote;   // 'd': dst lies at the peer, 's': src does, 0: neither
    int32_t range; // code of a remote range the peer did not export
    char notify;   // 'c': index of a channel's notify, 't': of a thread's, 0: none
};

// What calls without a thread answer on a channel of a device's engine; the contract of ut/cpp/contract has them on the CPU.
constexpr int32_t kOnDevice = HCCL_E_NOT_SUPPORT;
constexpr HcommDataType kType = HCOMM_DATA_TYPE_FP32;
constexpr HcommReduceOp kSum = HCOMM_REDUCE_SUM;

const Function kFunctions[] = {
    {"LocalCopy", [](const Args& a) { return HcommLocalCopyOnThread(a.thread, a.dst, a.src, a.len); },
     true, false, true, 0, 0, 0},
    {"LocalReduce",
     [](const Args& a) { return HcommLocalReduceOnThread(a.thread, a.dst, a.src, a.len / 4, kType, kSum); },
     true, false, true, 0, 0, 0},
    {"ThreadNotifyRecord", [](const Args& a) { return HcommThreadNotifyRecordOnThread(a.thread, a.thread, a.notify); },
     true, false, false, 0, 0, 't'},
    {"ThreadNotifyWait", [](const Args& a) { return HcommThreadNotifyWaitOnThread(a.thread, a.notify, kLong); },
     true, false, false, 0, 0, 't'},
    {"ThreadNotifyWaitDefault",
     [](const Args& a) { return HcommThreadNotifyWaitOnThreadWithDefaultTimeout(a.thread, a.notify); },
     true, false, false, 0, 0, 't'},
    {"Write", [](const Args& a) { return HcommWriteOnThread(a.thread, a.channel, a.dst, a.src, a.len); },
     true, true, true, 'd', HCCL_E_INTERNAL, 0},
    {"Read", [](const Args& a) { return HcommReadOnThread(a.thread, a.channel, a.dst, a.src, a.len); },
     true, true, true, 's', HCCL_E_INTERNAL, 0},
    {"WriteReduce",
     [](const Args& a) { return HcommWriteReduceOnThread(a.thread, a.channel, a.dst, a.src, a.len / 4, kType, kSum); },
     true, true, true, 'd', HCCL_E_INTERNAL, 0},
    {"ReadReduce",
     [](const Args& a) { return HcommReadReduceOnThread(a.thread, a.channel, a.dst, a.src, a.len / 4, kType, kSum); },
     true, true, true, 's', HCCL_E_INTERNAL, 0},
    {"WriteWithNotify",
     [](const Args& a) {
         return HcommWriteWithNotifyOnThread(a.thread, a.channel, a.dst, a.src, a.len, a.notify);
     },
     true, true, true, 'd', HCCL_E_INTERNAL, 'c'},
    {"WriteReduceWithNotify",
     [](const Args& a) {
         return HcommWriteReduceWithNotifyOnThread(a.thread, a.channel, a.dst, a.src, a.len / 4, kType, kSum, a.notify);
     },
     true, true, true, 'd', HCCL_E_INTERNAL, 'c'},
    {"BatchTransfer",
     [](const Args& a) {
         const HcommBatchTransferDesc desc = BatchOf(a);
         return HcommBatchTransferOnThread(a.thread, a.channel, &desc, 1);
     },
     true, true, true, 'd', HCCL_E_INTERNAL, 'c'},
    {"ChannelNotifyRecord",
     [](const Args& a) { return HcommChannelNotifyRecordOnThread(a.thread, a.channel, a.notify); },
     true, true, false, 0, 0, 'c'},
    {"ChannelNotifyWait",
     [](const Args& a) { return HcommChannelNotifyWaitOnThread(a.thread, a.channel, a.notify, kLong); },
     true, true, false, 0, 0, 'c'},
    {"ChannelNotifyWaitDefault",
     [](const Args& a) { return HcommChannelNotifyWaitOnThreadWithDefaultTimeout(a.thread, a.channel, a.notify); },
     true, true, false, 0, 0, 'c'},
    {"ChannelFenceOnThread", [](const Args& a) { return HcommChannelFenceOnThread(a.thread, a.channel); },
     true, true, false, 0, 0, 0},
    {"ChannelDrain", [](const Args& a) { return HcommChannelDrainOnThread(a.thread, a.channel); },
     true, true, false, 0, 0, 0},
    {"WriteNbi", [](const Args& a) { return HcommWriteNbi(a.channel, a.dst, a.src, a.len); },
     false, true, true, 'd', 0, 0},
    {"WriteNbiOnThread", [](const Args& a) { return HcommWriteNbiOnThread(0, a.channel, a.dst, a.src, a.len); },
     false, true, true, 'd', 0, 0},
    {"ReadNbi", [](const Args& a) { return HcommReadNbi(a.channel, a.dst, a.src, a.len); },
     false, true, true, 's', 0, 0},
    {"ReadNbiOnThread", [](const Args& a) { return HcommReadNbiOnThread(0, a.channel, a.dst, a.src, a.len); },
     false, true, true, 's', 0, 0},
    {"WriteWithNotifyNbi",
     [](const Args& a) { return HcommWriteWithNotifyNbi(a.channel, a.dst, a.src, a.len, a.notify); },
     false, true, true, 'd', 0, 'c'},
    {"WriteWithNotifyNbiOnThread",
     [](const Args& a) { return HcommWriteWithNotifyNbiOnThread(0, a.channel, a.dst, a.src, a.len, a.notify); },
     false, true, true, 'd', 0, 'c'},
    {"ChannelNotifyRecordNow", [](const Args& a) { return HcommChannelNotifyRecord(a.channel, a.notify); },
     false, true, false, 0, 0, 'c'},
    {"ChannelNotifyWaitNow", [](const Args& a) { return HcommChannelNotifyWait(a.channel, a.notify, 1); },
     false, true, false, 0, 0, 'c'},
    {"ChannelFence", [](const Args& a) { return HcommChannelFence(a.channel); }, false, true, false, 0, 0, 0},
};

// Checks one call and names it when it answers something else.
void Expect(const char* name, const char* what, int32_t got, int32_t want)
{
    const std::string text = std::string(name) + " " + what;
    check_int_at(__FILE__, __LINE__, text.c_str(), got, want);
}

void CheckMistakes(const Rank& rank)
{
    int onStack = 0;
    const uint64_t forged[] = {0, 1, 0x1234567890ULL, ~0ULL, 1ULL << 63, reinterpret_cast<uint64_t>(&onStack)};
    for (const Function& f : kFunctions) {
        Args good = {rank.thread, rank.channel, rank.remote, rank.local, 64, kNotifies - 1};
        if (f.remote == 's') {
            good.dst = rank.local;
            good.src = rank.remote;
        }
        if (f.pointers) {
            for (const uint64_t len : {uint64_t{0}, uint64_t{64}}) {
                Args bad = good;
                bad.len = len;
                bad.dst = nullptr;
                Expect(f.name, "dst NULL", f.call(bad), HCCL_E_PTR);
                bad = good;
                bad.len = len;
                bad.src = nullptr;
                Expect(f.name, "src NULL", f.call(bad), HCCL_E_PTR);
            }
        }
        for (const uint64_t handle : forged) {
            if (f.thread) {
                Args bad = good;
                bad.thread = handle;
                Expect(f.name, "forged thread", f.call(bad), HCCL_E_PTR);
            }
            if (f.channel) {
                Args bad = good;
                bad.channel = handle;
                Expect(f.name, "forged channel", f.call(bad), HCCL_E_PTR);
            }
        }
        if (f.thread) {
            Args bad = good;
            bad.thread = rank.channel;
            Expect(f.name, "channel as thread", f.call(bad), HCCL_E_PTR);
        }
        if (f.channel) {
            Args bad = good;
            bad.channel = rank.thread;
            Expect(f.name, "thread as channel", f.call(bad), HCCL_E_PTR);
        }
        if (f.remote != 0) {
            char* const end = static_cast<char*>(rank.remote) + rank.remoteSize;
            for (void* far : {static_cast<void*>(&onStack), static_cast<void*>(end), static_cast<void*>(end - 63)}) {
                Args bad = good;
                if (f.remote == 'd') {
                    bad.dst = far;
                } else {
                    bad.src = far;
                }
                Expect(f.name, "range not exported", f.call(bad), f.thread ? f.range : kOnDevice);
            }
        }
        if (f.notify != 0) {
            for (const uint32_t notify : {kNotifies, 1u << 31, ~0u}) {
                Args bad = good;
                bad.notify = notify;
                Expect(f.name, "notify out of range", f.call(bad),
                       !f.thread ? kOnDevice : f.notify == 't' ? HCCL_E_PTR : HCCL_E_PARA);
            }
        }
    }
}

void CheckReductionsRefused(const Rank& rank)
{
    for (const int type : {13, 14, 15, 16, 17, 255, -1}) {
        const auto bad = static_cast<HcommDataType>(type);
        CHECK_INT(HcommLocalReduceOnThread(rank.thread, rank.local, rank.local, 1, bad, kSum), HCCL_E_PARA);
        CHECK_INT(HcommWriteReduceOnThread(rank.thread, rank.channel, rank.remote, rank.local, 1, bad, kSum), HCCL_E_PARA);
        CHECK_INT(HcommReadReduceOnThread(rank.thread, rank.channel, rank.local, rank.remote, 1, bad, kSum), HCCL_E_PARA);
    }
    for (const int op : {4, 255, -1}) {
        const auto bad = static_cast<HcommReduceOp>(op);
        CHECK_INT(HcommLocalReduceOnThread(rank.thread, rank.local, rank.local, 1, kType, bad), HCCL_E_PARA);
    }
    // The type is looked at before the thread, and the pointers before the type.
    CHECK_INT(HcommLocalReduceOnThread(0, rank.local, rank.local, 1, HCOMM_DATA_TYPE_HIF8, kSum), HCCL_E_PARA);
    CHECK_INT(HcommLocalReduceOnThread(0, nullptr, rank.local, 1, HCOMM_DATA_TYPE_HIF8, kSum), HCCL_E_PTR);
}

void CheckBatches(const Rank& rank)
{
    HcommBatchTransferDesc desc = BatchOf({rank.thread, rank.channel, rank.remote, rank.local, 64, 0});
    CHECK_INT(HcommBatchTransferOnThread(rank.thread, rank.channel, nullptr, 1), HCCL_E_PTR);
    CHECK_INT(HcommBatchTransferOnThread(rank.thread, 0, &desc, 0), HCCL_E_PTR);
    CHECK_INT(HcommBatchTransferOnThread(0, rank.channel, &desc, 0), HCCL_E_PARA);
    for (const int type : {-1, 7, 1000}) {
        desc.transType = static_cast<HcommTransferType>(type);
        CHECK_INT(HcommBatchTransferOnThread(rank.thread, rank.channel, &desc, 1), HCCL_E_NOT_SUPPORT);
    }
}

void CheckTimeouts(const Rank& rank)
{
    for (const float bad : {-1.0f, 5e9f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        CHECK_INT(HcommSetNotifyWaitTimeOut(bad), HCCL_E_PARA);
        CHECK_INT(HcommThreadResAcquireTimeOut(bad), HCCL_E_NOT_SUPPORT);
    }
    CHECK_INT(HcommSetNotifyWaitTimeOut(1800.9f), 0);
    CHECK_INT(HcommChannelNotifyWait(rank.channel, 0, 0), kOnDevice);
    CHECK_INT(HcommBatchModeEnd("never started"), 0);
    CHECK_INT(HcommBatchModeStart(nullptr), 0);
    CHECK_INT(HcommBatchModeEnd("another tag"), 0);
    CHECK_INT(HcommFenceOnThread(0), 0);
    CHECK_INT(HcommAcquireComm(nullptr), HCCL_E_PTR);
    CHECK_INT(HcommAcquireComm("no such communicator"), HCCL_E_PTR);
    CHECK_INT(HcommReleaseComm(nullptr), HCCL_E_PTR);
    CHECK_INT(HcommReleaseComm("no such communicator"), 0);
    char name[COMM_NAME_MAX_LENGTH] = {};
    CHECK_INT(HcclGetCommName(rank.comm, name), 0);
    CHECK_INT(HcommAcquireComm(name), 0);
    CHECK_INT(HcommReleaseComm(name), 0);
}

// Rank 0 writes to rank 1, in a batch, and rank 1 adds what it reads to what it has.
void Send(const Rank& rank)
{
    auto* values = static_cast<float*>(rank.local);
    for (int i = 0; i < 1024; i++) {
        values[i] = static_cast<float>(i);
    }
    CHECK_INT(HcommBatchModeStart("send"), 0);
    for (int piece = 0; piece < 64; piece++) {
        CHECK_INT(HcommWriteOnThread(rank.thread, rank.channel, static_cast<char*>(rank.remote) + piece * 64,
                                     static_cast<char*>(rank.local) + piece * 64, 64), 0);
    }
    CHECK_INT(HcommChannelFenceOnThread(rank.thread, rank.channel), 0);
    CHECK_INT(HcommChannelNotifyRecordOnThread(rank.thread, rank.channel, 1), 0);
    CHECK_INT(HcommChannelNotifyWaitOnThread(rank.thread, rank.channel, 2, kLong), 0);
    CHECK_INT(HcommBatchModeEnd("send"), 0);
}

void Receive(const Rank& rank)
{
    CHECK_INT(HcommChannelNotifyWaitOnThread(rank.thread, rank.channel, 1, kLong), 0);
    CHECK_INT(HcommReadReduceOnThread(rank.thread, rank.channel, rank.local, rank.remote, 1024, kType, kSum), 0);
    CHECK_INT(HcommChannelDrainOnThread(rank.thread, rank.channel), 0);
    CHECK_INT(HcommChannelNotifyRecordOnThread(rank.thread, rank.channel, 2), 0);
}

void CheckReceived(const Rank& rank)
{
    int wrong = 0;
    for (int i = 0; i < 1024; i++) {
        wrong += static_cast<float*>(rank.local)[i] != 2.0f * static_cast<float>(i);
    }
    CHECK_INT(wrong, 0);
}

void Synchronize(const Rank& rank)
{
    aclrtStream stream = nullptr;
    CHECK_INT(HcclThreadResGetInfo(rank.comm, rank.thread, THREAD_RES_TYPE_STREAM, sizeof(stream),
                                   reinterpret_cast<void**>(&stream)), 0);
    CHECK_INT(aclrtSynchronizeStreamWithTimeout(stream, kLong * 1000), 0);
}

bool Connect(uint32_t index, HcclComm comm, Rank* rank)
{
    HcclChannelDesc desc;
    (void)HcclChannelDescInit(&desc, 1);
    desc.remoteRank = 1 - index;
    desc.channelProtocol = COMM_PROTOCOL_UB_CTP;
    desc.notifyNum = kNotifies;
    rank->comm = comm;
    return aclrtSetDevice(static_cast<int32_t>(index)) == 0 &&
           HcclThreadAcquire(comm, COMM_ENGINE_AICPU_TS, 1, kNotifies, &rank->thread) == HCCL_SUCCESS &&
           HcclChannelAcquire(comm, COMM_ENGINE_AICPU_TS, &desc, 1, &rank->channel) == HCCL_SUCCESS &&
           HcclGetHcclBuffer(comm, &rank->local, &rank->localSize) == HCCL_SUCCESS &&
           HcclChannelGetHcclBuffer(comm, rank->channel, &rank->remote, &rank->remoteSize) == HCCL_SUCCESS;
}

} // namespace

int main()
{
    check_watchdog(110);
    CHECK_INT(aclInit(nullptr), 0);
    int32_t devices[] = {0, 1};
    HcclComm comms[2] = {};
    CHECK_INT(HcclCommInitAll(2, devices, comms), HCCL_SUCCESS);
    Rank ranks[2];
    std::vector<std::thread> workers;
    bool connected[2] = {};
    for (uint32_t i = 0; i < 2; i++) {
        workers.emplace_back([&, i] { connected[i] = Connect(i, comms[i], &ranks[i]); });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    CHECK(connected[0] && connected[1]);
    if (check_failed == 0) {
        CHECK_INT(aclrtSetDevice(0), 0);
        CheckMistakes(ranks[0]);
        CheckReductionsRefused(ranks[0]);
        CheckBatches(ranks[0]);
        CheckTimeouts(ranks[0]);
        Receive(ranks[1]);
        Send(ranks[0]);
        Synchronize(ranks[0]);
        CHECK_INT(aclrtSetDevice(1), 0);
        Synchronize(ranks[1]);
        CheckReceived(ranks[1]);
        // Handles of a destroyed communicator are as bad as forged ones.
        const Rank gone = ranks[0];
        CHECK_INT(HcclCommDestroy(comms[0]), HCCL_SUCCESS);
        CHECK_INT(HcclCommDestroy(comms[1]), HCCL_SUCCESS);
        CHECK_INT(HcommWriteOnThread(gone.thread, gone.channel, gone.remote, gone.local, 64), HCCL_E_PTR);
        CHECK_INT(HcommChannelNotifyRecord(gone.channel, 0), HCCL_E_PTR);
        CHECK_INT(HcommChannelFence(gone.channel), HCCL_E_PTR);
    }
    return check_report("primitives");
}
