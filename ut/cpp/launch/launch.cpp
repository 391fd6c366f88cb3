// HcclAicpuKernelLaunch: every documented mistake; a kernel in its place between the tasks of the user's stream; many
// launches from two streams; a kernel that fails; sends and receives of three ranks in groups.

#include <chrono>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "hccl/hccl_channel.h"
#include "hccl/hccl_comm.h"
#include "hccl/hccl_launch.h"
#include "hccl/hccl_res.h"
#include "launch_kernel.h"

extern "C" {
#include "check.h"
}

// The ranks check at the same time.
#undef CHECK_INT
#undef CHECK
#define CHECK_INT(got, want) CheckAt(__LINE__, #got, static_cast<long long>(got), static_cast<long long>(want))
#define CHECK(good) CheckAt(__LINE__, #good, (good) ? 1 : 0, 1)

namespace {

void CheckAt(int line, const char* what, long long got, long long want)
{
    static std::mutex mutex;
    const std::lock_guard<std::mutex> lock(mutex);
    check_int_at(__FILE__, line, what, got, want);
}

constexpr uint32_t kRanks = 3;
constexpr uint64_t kPiece = 64 * 1024;
constexpr int32_t kLong = 60 * 1000;
const char* const kLibrary = "liblaunch_kernel.so";

struct Rank {
    HcclComm comm = nullptr;
    char name[128] = {};
    ThreadHandle thread = 0;
    aclrtStream unfold = nullptr;
    aclrtStream user = nullptr;
    ChannelHandle channels[kRanks] = {};
    // The exchange buffers: one piece for each sender.
    uint64_t local = 0;
    uint64_t remote[kRanks] = {};
};

// A launch, good unless the caller spoils it.
struct Call {
    HcclOpDesc desc;
    HcclKernelFuncInfo info;
    HcclKernelLaunchCfg config;
    std::vector<uint8_t> args;

    Call(const Rank& rank, const char* function, const launch::Param& param, uint32_t size = sizeof(launch::Param))
    {
        (void)HcclOpDescInit(&desc);
        std::strcpy(desc.opName, "Test");
        desc.opDescType = 1;
        desc.p2p.cmdType = HCCL_CMD_SEND;
        desc.p2p.dataType = HCCL_DATA_TYPE_INT8;
        desc.p2p.remoteRank = 0;
        desc.p2p.unfoldStream = rank.unfold;
        std::memset(&info, 0, sizeof(info));
        std::strcpy(info.kernelSoName, kLibrary);
        std::strcpy(info.kernelFuncName, function);
        args.resize(size < sizeof(param) ? sizeof(param) : size, 3);
        std::memcpy(args.data(), &param, sizeof(param));
        std::memcpy(reinterpret_cast<launch::Param*>(args.data())->comm, rank.name, sizeof(rank.name));
        info.args = args.data();
        info.argSize = size;
        (void)HcclKernelLaunchCfgInit(&config);
    }

    int Run(const Rank& rank) { return On(rank.comm, rank.thread, rank.user); }
    int On(HcclComm comm, ThreadHandle thread, aclrtStream user)
    {
        return HcclAicpuKernelLaunch(comm, &desc, &info, thread, user, &config);
    }
};

launch::Param Copy(void* from, void* to, uint64_t size)
{
    launch::Param param = {};
    param.data = reinterpret_cast<uint64_t>(from);
    param.piece = reinterpret_cast<uint64_t>(to);
    param.size = size;
    return param;
}

bool Prepare(uint32_t self, HcclComm comm, Rank* rank)
{
    rank->comm = comm;
    ThreadHandle unfold = 0;
    void* buffer = nullptr;
    uint64_t size = 0;
    bool good = aclrtSetDevice(static_cast<int32_t>(self)) == 0 && HcclGetCommName(comm, rank->name) == 0 &&
                HcclThreadAcquire(comm, COMM_ENGINE_AICPU_TS, 1, 0, &rank->thread) == 0 &&
                HcclThreadAcquire(comm, COMM_ENGINE_CPU, 1, 1, &unfold) == 0 &&
                HcclThreadResGetInfo(comm, unfold, THREAD_RES_TYPE_STREAM, sizeof(rank->unfold), &rank->unfold) == 0 &&
                HcclGetHcclBuffer(comm, &buffer, &size) == 0 && aclrtCreateStream(&rank->user) == 0;
    rank->local = reinterpret_cast<uint64_t>(buffer);
    for (uint32_t peer = 0; good && peer < kRanks; peer++) {
        if (peer == self) {
            continue;
        }
        HcclChannelDesc desc;
        (void)HcclChannelDescInit(&desc, 1);
        desc.remoteRank = peer;
        desc.channelProtocol = COMM_PROTOCOL_UB_CTP;
        desc.notifyNum = launch::kChannelNotifies;
        good = HcclChannelAcquire(comm, COMM_ENGINE_AICPU_TS, &desc, 1, &rank->channels[peer]) == 0 &&
               HcclChannelGetHcclBuffer(comm, rank->channels[peer], &buffer, &size) == 0;
        rank->remote[peer] = reinterpret_cast<uint64_t>(buffer);
    }
    return good;
}

void CheckMistakes(const Rank& rank, const Rank& other)
{
    const launch::Param none = {};
    Call good(rank, "LaunchCopy", none);
    CHECK_INT(good.On(nullptr, rank.thread, rank.user), HCCL_E_PTR);
    CHECK_INT(good.On(rank.comm, rank.thread, nullptr), HCCL_E_PTR);
    CHECK_INT(good.On(rank.comm, 0, rank.user), HCCL_E_PTR);
    CHECK_INT(good.On(rank.comm, other.thread, rank.user), HCCL_E_PARA);
    CHECK_INT(good.On(rank.comm, 0x1234, rank.user), HCCL_E_PARA);
    CHECK_INT(good.On(reinterpret_cast<HcclComm>(0x1234), rank.thread, rank.user), HCCL_E_PARA);
    CHECK_INT(good.On(rank.comm, rank.thread, reinterpret_cast<aclrtStream>(0x1234)), HCCL_E_PTR);
    CHECK_INT(HcclAicpuKernelLaunch(rank.comm, &good.desc, nullptr, rank.thread, rank.user, &good.config), HCCL_E_PTR);
    CHECK_INT(HcclAicpuKernelLaunch(rank.comm, nullptr, &good.info, rank.thread, rank.user, &good.config), HCCL_E_PTR);
    CHECK_INT(HcclAicpuKernelLaunch(rank.comm, &good.desc, &good.info, rank.thread, rank.user, nullptr), HCCL_E_PTR);
    Call noArgs(rank, "LaunchCopy", none);
    noArgs.info.args = nullptr;
    CHECK_INT(noArgs.Run(rank), HCCL_E_PTR);
    Call noUnfold(rank, "LaunchCopy", none);
    noUnfold.desc.p2p.unfoldStream = nullptr;
    CHECK_INT(noUnfold.Run(rank), HCCL_E_PTR);
    CHECK_INT(Call(rank, "NoSuchKernel", none).Run(rank), HCCL_E_RUNTIME);
    Call noLibrary(rank, "LaunchCopy", none);
    std::strcpy(noLibrary.info.kernelSoName, "libno_such_library.so");
    CHECK_INT(noLibrary.Run(rank), HCCL_E_RUNTIME);
    Call endless(rank, "LaunchCopy", none);
    std::memset(endless.info.kernelFuncName, 'x', sizeof(endless.info.kernelFuncName));
    CHECK_INT(endless.Run(rank), HCCL_E_PARA);

    CHECK_INT(HcclGroupStart(), 0);
    Call large(rank, "LaunchReport", none, P2P_MAX_ARG_SIZE + 1);
    CHECK_INT(large.Run(rank), HCCL_E_PARA);
    Call collective(rank, "LaunchCopy", none);
    collective.desc.p2p.cmdType = HCCL_CMD_ALLREDUCE;
    CHECK_INT(collective.Run(rank), HCCL_E_PARA);
    Call farAway(rank, "LaunchCopy", none);
    farAway.desc.p2p.remoteRank = kRanks;
    CHECK_INT(farAway.Run(rank), HCCL_E_PARA);
    CHECK_INT(HcclGroupEnd(), 0);
    // Nothing of all this reached the stream.
    CHECK_INT(aclrtSynchronizeStreamWithTimeout(rank.user, kLong), 0);
}

void CheckOrder(const Rank& rank)
{
    uint8_t* memory = nullptr;
    CHECK_INT(aclrtMalloc(reinterpret_cast<void**>(&memory), 3 * kPiece, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    CHECK_INT(aclrtMemset(memory, 3 * kPiece, 0, 3 * kPiece), 0);
    aclrtNotify gate = nullptr;
    aclrtStream opener = nullptr;
    CHECK_INT(aclrtCreateNotify(&gate, 0), 0);
    CHECK_INT(aclrtCreateStream(&opener), 0);
    CHECK_INT(aclrtWaitAndResetNotify(gate, rank.user, 0), 0);
    CHECK_INT(aclrtMemsetAsync(memory, kPiece, 5, kPiece, rank.user), 0);
    CHECK_INT(Call(rank, "LaunchCopy", Copy(memory, memory + kPiece, kPiece)).Run(rank), 0);
    CHECK_INT(aclrtMemcpyAsync(memory + 2 * kPiece, kPiece, memory + kPiece, kPiece, ACL_MEMCPY_DEVICE_TO_DEVICE,
                               rank.user), 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    CHECK_INT(memory[kPiece], 0);
    CHECK_INT(memory[2 * kPiece], 0);
    CHECK_INT(aclrtRecordNotify(gate, opener), 0);
    CHECK_INT(aclrtSynchronizeStreamWithTimeout(rank.user, kLong), 0);
    CHECK_INT(memory[kPiece], 5);
    CHECK_INT(memory[3 * kPiece - 1], 5);
    CHECK_INT(aclrtDestroyStream(opener), 0);
    CHECK_INT(aclrtDestroyNotify(gate), 0);
    CHECK_INT(aclrtFree(memory), 0);
}

// Two streams of the user share one kernel thread; what each does is in its own order.
void CheckManyLaunches(const Rank& rank)
{
    constexpr int kTimes = 60;
    uint8_t* memory = nullptr;
    CHECK_INT(aclrtMalloc(reinterpret_cast<void**>(&memory), 4 * kPiece, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    aclrtStream users[2] = {rank.user, nullptr};
    CHECK_INT(aclrtCreateStream(&users[1]), 0);
    uint64_t wrong = 0;
    for (int i = 0; i < kTimes; i++) {
        for (int u = 0; u < 2; u++) {
            uint8_t* mine = memory + 2 * static_cast<uint64_t>(u) * kPiece;
            wrong += aclrtMemsetAsync(mine, kPiece, i + u, kPiece, users[u]) != 0;
            wrong += Call(rank, "LaunchCopy", Copy(mine, mine + kPiece, kPiece)).On(rank.comm, rank.thread, users[u]) != 0;
        }
    }
    for (int u = 0; u < 2; u++) {
        CHECK_INT(aclrtSynchronizeStreamWithTimeout(users[u], kLong), 0);
        CHECK_INT(memory[(2 * u + 1) * kPiece], kTimes - 1 + u);
    }
    CHECK_INT(wrong, 0);
    CHECK_INT(aclrtDestroyStream(users[1]), 0);
    CHECK_INT(aclrtFree(memory), 0);
}

void CheckArguments(const Rank& rank)
{
    for (const uint32_t size : {static_cast<uint32_t>(sizeof(launch::Param)), P2P_MAX_ARG_SIZE, 3 * P2P_MAX_ARG_SIZE}) {
        launch::Report report = {};
        launch::Param param = {};
        param.report = reinterpret_cast<uint64_t>(&report);
        // One byte more than was given is still readable and 0.
        param.size = size < P2P_MAX_ARG_SIZE ? size + 1 : size;
        Call call(rank, "LaunchReport", param, size);
        call.config.timeOut = 30;
        CHECK_INT(call.Run(rank), 0);
        call.args.assign(call.args.size(), 9);
        CHECK_INT(aclrtSynchronizeStreamWithTimeout(rank.user, kLong), 0);
        CHECK_INT(report.thread, rank.thread);
        CHECK_INT(report.sum, 3 * (size - sizeof(launch::Param)));
    }
}

// Sends a piece to every peer and receives one from each; `round` is in the data.
void Exchange(uint32_t self, const Rank& rank, uint8_t round, bool nested)
{
    uint8_t* memory = nullptr;
    CHECK_INT(aclrtMalloc(reinterpret_cast<void**>(&memory), 2 * kRanks * kPiece, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    CHECK_INT(aclrtMemset(memory, 2 * kRanks * kPiece, 0, 2 * kRanks * kPiece), 0);
    CHECK_INT(aclrtMemsetAsync(memory, kRanks * kPiece, 16 * round + static_cast<int32_t>(self), kRanks * kPiece,
                               rank.user), 0);
    CHECK_INT(HcclGroupStart(), 0);
    if (nested) {
        CHECK_INT(HcclGroupStart(), 0);
    }
    for (uint32_t peer = 0; peer < kRanks; peer++) {
        if (peer == self) {
            continue;
        }
        launch::Param receive = Copy(memory + (kRanks + peer) * kPiece, reinterpret_cast<void*>(rank.local + peer * kPiece),
                                     kPiece);
        receive.channel = rank.channels[peer];
        Call receiver(rank, "LaunchReceive", receive);
        receiver.desc.p2p.cmdType = HCCL_CMD_RECEIVE;
        receiver.desc.p2p.remoteRank = peer;
        CHECK_INT(receiver.Run(rank), 0);
        launch::Param send = Copy(memory + peer * kPiece, reinterpret_cast<void*>(rank.remote[peer] + self * kPiece), kPiece);
        send.channel = rank.channels[peer];
        Call sender(rank, "LaunchSend", send);
        sender.desc.p2p.remoteRank = peer;
        CHECK_INT(sender.Run(rank), 0);
    }
    if (nested) {
        CHECK_INT(HcclGroupEnd(), 0);
        bool inside = false;
        CHECK_INT(HcclGroupStatusGet(&inside), 0);
        CHECK(inside);
    }
    CHECK_INT(HcclGroupEnd(), 0);
    CHECK_INT(aclrtSynchronizeStreamWithTimeout(rank.user, kLong), 0);
    for (uint32_t peer = 0; peer < kRanks; peer++) {
        if (peer != self) {
            CHECK_INT(memory[(kRanks + peer) * kPiece], 16 * round + static_cast<int32_t>(peer));
            CHECK_INT(memory[(kRanks + peer + 1) * kPiece - 1], 16 * round + static_cast<int32_t>(peer));
        }
    }
    CHECK_INT(aclrtFree(memory), 0);
}

// Nobody waits for a kernel that failed until the time-out.
void CheckFailure(const Rank& rank)
{
    const launch::Param none = {};
    // The kernel may have failed before the launch is complete.
    const int launched = Call(rank, "LaunchFail", none).Run(rank);
    CHECK(launched == HCCL_SUCCESS || launched == HCCL_E_RUNTIME);
    CHECK(launched != HCCL_SUCCESS || aclrtSynchronizeStreamWithTimeout(rank.user, kLong) != 0);
    HcclResult asynchronous = HCCL_SUCCESS;
    for (int i = 0; i < 600 && asynchronous == HCCL_SUCCESS; i++) {
        CHECK_INT(HcclGetCommAsyncError(rank.comm, &asynchronous), 0);
        std::this_thread::sleep_for(std::chrono::milliseconds(asynchronous == HCCL_SUCCESS ? 100 : 0));
    }
    CHECK_INT(asynchronous, HCCL_E_RUNTIME);
}

template <typename Body>
void OnAll(Body body)
{
    std::vector<std::thread> threads;
    for (uint32_t i = 0; i < kRanks; i++) {
        threads.emplace_back([=] {
            CHECK_INT(aclrtSetDevice(static_cast<int32_t>(i)), 0);
            body(i);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

} // namespace

int main()
{
    check_watchdog(110);
    CHECK_INT(aclInit(nullptr), 0);
    int32_t devices[kRanks] = {0, 1, 2};
    HcclComm comms[kRanks] = {};
    CHECK_INT(HcclCommInitAll(kRanks, devices, comms), HCCL_SUCCESS);
    Rank ranks[kRanks];
    OnAll([&](uint32_t i) { CHECK(Prepare(i, comms[i], &ranks[i])); });
    if (check_failed == 0) {
        CHECK_INT(aclrtSetDevice(0), 0);
        CheckMistakes(ranks[0], ranks[1]);
        CheckOrder(ranks[0]);
        CheckManyLaunches(ranks[0]);
        CheckArguments(ranks[0]);
        OnAll([&](uint32_t i) {
            for (uint8_t round = 0; round < 5; round++) {
                Exchange(i, ranks[i], round, round % 2 == 1);
            }
        });
        CHECK_INT(aclrtSetDevice(0), 0);
        CheckFailure(ranks[0]);
        for (uint32_t i = 0; i < kRanks; i++) {
            CHECK_INT(HcclCommDestroy(comms[i]), 0);
        }
        CHECK_INT(Call(ranks[0], "LaunchCopy", {}).Run(ranks[0]), HCCL_E_PARA);
    }
    return check_report("launch");
}
