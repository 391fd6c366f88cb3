// Makes and destroys each kind of object many times: memory, descriptors, threads and mappings must not grow.
//
//   cycles [COUNT [OBJECT]]      cycles of each object; default: as many as fit into kSeconds, at least kLeast
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <dirent.h>
#include <malloc.h>
#include <unistd.h>

#include "hccl/hccl_one_sided_services.h"
#include "hccl/hccl_res_expt.h"
#include "world.h"

extern "C" {
#include "check.h"
}

namespace {

constexpr double kSeconds = 1.0;
constexpr uint64_t kLeast = 100;
constexpr uint64_t kWarm = 60;
// Growth that is no leak: tables that double, buffers that are kept for the next; pages that the allocator keeps, and the
// control block of a device, whose notifies are used in turn.
constexpr int64_t kHeap = 64 << 10;
constexpr int64_t kHeapPerCycle = 4;
constexpr int64_t kResident = 24 << 20;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
#else
constexpr bool kSanitized = false;
#endif

struct Holdings {
    int64_t heap;
    int64_t resident;
    int64_t descriptors;
    int64_t threads;
    int64_t mappings;
};

int64_t Entries(const char *path)
{
    int64_t count = 0;
    if (DIR *directory = opendir(path)) {
        while (readdir(directory) != nullptr) {
            count++;
        }
        closedir(directory);
    }
    return count;
}

int64_t Heap()
{
    const struct mallinfo2 info = mallinfo2();
    return static_cast<int64_t>(info.uordblks + info.hblkhd);
}

// What the process holds once threads in the background have put down what was destroyed.
Holdings Held()
{
    Holdings held{};
    for (int turn = 0, still = 0; turn < 400 && still < 10; turn++) {
        const Holdings now{Heap(), 0, Entries("/proc/self/fd"), Entries("/proc/self/task"), 0};
        still = now.heap == held.heap && now.descriptors == held.descriptors && now.threads == held.threads ? still + 1 : 0;
        held = now;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    // Memory is not read through the allocator that is measured.
    char text[1 << 12];
    if (FILE *statm = std::fopen("/proc/self/statm", "r")) {
        long long size = 0;
        long long pages = 0;
        if (std::fgets(text, sizeof(text), statm) != nullptr && std::sscanf(text, "%lld %lld", &size, &pages) == 2) {
            held.resident = pages * sysconf(_SC_PAGESIZE);
        }
        std::fclose(statm);
    }
    if (FILE *maps = std::fopen("/proc/self/maps", "r")) {
        while (std::fgets(text, sizeof(text), maps) != nullptr) {
            held.mappings++;
        }
        std::fclose(maps);
    }
    return held;
}

enum class Cycle { Done, NotBuilt, Failed };

Cycle Of(bool good) { return good ? Cycle::Done : Cycle::Failed; }

world::Rank g_ranks[2];
EndpointHandle g_endpoint = nullptr;

// Endpoints of one protocol.
Cycle Endpoint(const EndpointDesc &desc)
{
    EndpointHandle handle = nullptr;
    const HcommResult result = HcommEndpointCreate(&desc, &handle);
    if (result == HCCL_E_NOT_SUPPORT) {
        return Cycle::NotBuilt;
    }
    return Of(WORLD(result) && WORLD(HcommEndpointDestroy(handle)));
}

Cycle Registration()
{
    CommMem range{COMM_MEM_TYPE_DEVICE, g_ranks[0].local, 4096};
    HcommMemHandle handle = nullptr;
    return Of(WORLD(HcommMemReg(g_endpoint, "cycles", &range, &handle)) && WORLD(HcommMemUnreg(g_endpoint, handle)));
}

Cycle ExportImport()
{
    static EndpointHandle other = nullptr;
    if (other == nullptr) {
        const EndpointDesc desc = world::DeviceEndpoint(0);
        if (!WORLD(HcommEndpointCreate(&desc, &other))) {
            return Cycle::Failed;
        }
    }
    CommMem range{COMM_MEM_TYPE_DEVICE, g_ranks[0].local, 4096};
    CommMem found{};
    HcommMemHandle handle = nullptr;
    void *bytes = nullptr;
    uint32_t length = 0;
    return Of(WORLD(HcommMemReg(g_endpoint, "cycles", &range, &handle)) &&
              WORLD(HcommMemExport(g_endpoint, handle, &bytes, &length)) &&
              WORLD(HcommMemImport(other, bytes, length, &found)) && WORLD(HcommMemUnimport(other, bytes, length)) &&
              WORLD(HcommMemUnreg(g_endpoint, handle)));
}

Cycle Memory()
{
    void *memory = nullptr;
    return Of(WORLD(HcommMemAlloc(&memory, 1 << 16)) && WORLD(HcommMemFree(memory)));
}

Cycle BaseThread()
{
    const uint32_t notifies = 4;
    ThreadHandle thread = 0;
    return Of(WORLD(HcommThreadAlloc(COMM_ENGINE_CPU_TS, 1, &notifies, &thread)) && WORLD(HcommThreadFree(&thread, 1)));
}

// A pair of base-layer channels between two endpoints of this process.
Cycle BaseChannel(const EndpointDesc &first, const EndpointDesc &second, CommEngine engine)
{
    EndpointHandle ends[2] = {};
    ChannelHandle channels[2] = {};
    const EndpointDesc descs[2] = {first, second};
    for (int i = 0; i < 2; i++) {
        const HcommResult result = HcommEndpointCreate(&descs[i], &ends[i]);
        if (result == HCCL_E_NOT_SUPPORT) {
            return Cycle::NotBuilt;
        }
        if (!WORLD(result)) {
            return Cycle::Failed;
        }
    }
    bool built = true;
    bool good = true;
    for (int i = 0; i < 2 && built; i++) {
        HcommChannelDesc desc;
        (void)HcommChannelDescInit(&desc, 1);
        desc.remoteEndpoint = descs[1 - i];
        desc.notifyNum = 2;
        desc.role = i == 0 ? HCOMM_SOCKET_ROLE_SERVER : HCOMM_SOCKET_ROLE_CLIENT;
        desc.channelName = "cycles";
        const HcommResult result = HcommChannelCreate(ends[i], engine, &desc, 1, &channels[i]);
        built = result != HCCL_E_NOT_SUPPORT;
        good = built && WORLD(result) && good;
    }
    for (int turn = 0; turn < 20000 && built && good; turn++) {
        int32_t status[2] = {-1, -1};
        const HcommResult result = HcommChannelGetStatus(channels, 2, status);
        if (status[0] == 0 && status[1] == 0) {
            break;
        }
        good = WORLD(result) && status[0] < 2 && status[1] < 2 && turn + 1 < 20000;
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    if (built && good) {
        good = WORLD(HcommChannelDestroy(channels, 2));
    }
    for (EndpointHandle end : ends) {
        good = WORLD(HcommEndpointDestroy(end)) && good;
    }
    return built ? Of(good) : Cycle::NotBuilt;
}

Cycle Communicators()
{
    int32_t devices[] = {2, 3};
    HcclComm comms[2] = {};
    return Of(WORLD(HcclCommInitAll(2, devices, comms)) && WORLD(HcclCommDestroy(comms[0])) &&
              WORLD(HcclCommDestroy(comms[1])) && WORLD(aclrtSetDevice(0)));
}

// Two ranks that meet through a root info.
Cycle RootInfo()
{
    HcclRootInfo info;
    if (!WORLD(HcclGetRootInfo(&info))) {
        return Cycle::Failed;
    }
    return Of(world::Both([&](uint32_t index) {
        HcclComm comm = nullptr;
        return WORLD(HcclCommInitRootInfo(2, &info, index, &comm)) && WORLD(HcclCommDestroy(comm));
    }));
}

// One that meets nobody.
Cycle Alone()
{
    HcclRootInfo info;
    HcclComm comm = nullptr;
    return Of(WORLD(HcclGetRootInfo(&info)) && WORLD(HcclCommInitRootInfo(1, &info, 0, &comm)) && WORLD(HcclCommDestroy(comm)));
}

// With what a communicator owns and frees: threads, a context, registered and tagged memory, a dedicated thread, a channel.
Cycle Furnished(CommProtocol protocol)
{
    int32_t devices[] = {0, 1};
    HcclComm comms[2] = {};
    std::atomic<bool> built{true};
    const bool made = WORLD(HcclCommInitAll(2, devices, comms));
    const bool good = made && world::Both([&](uint32_t index) {
        const HcclComm comm = comms[index];
        HcclChannelDesc desc = world::ChannelTo(1 - index);
        desc.channelProtocol = protocol;
        ChannelHandle channel = 0;
        const HcclResult result = HcclChannelAcquire(comm, COMM_ENGINE_AICPU_TS, &desc, 1, &channel);
        if (result == HCCL_E_NOT_SUPPORT) {
            built = false;
            return false;
        }
        ThreadHandle threads[2] = {};
        ThreadHandle dedicated = 0;
        void *context = nullptr;
        void *memory = nullptr;
        bool created = false;
        uint64_t size = 4096;
        return WORLD(result) && WORLD(HcclThreadAcquire(comm, COMM_ENGINE_AICPU_TS, 2, 2, threads)) &&
               WORLD(HcclDedicatedThreadAcquire(comm, HCCL_DED_THREAD_TYPE_AICPU_LAUNCH, 2, &dedicated)) &&
               WORLD(HcclEngineCtxCreate(comm, "cycles", COMM_ENGINE_AICPU_TS, 64, &context)) &&
               WORLD(HcclDevMemAcquire(comm, "cycles", &size, &memory, &created));
    });
    const bool gone = made && WORLD(HcclCommDestroy(comms[0])) && WORLD(HcclCommDestroy(comms[1]));
    return built ? Of(good && gone) : Cycle::NotBuilt;
}

Cycle Context()
{
    void *context = nullptr;
    const HcclComm comm = g_ranks[0].comm;
    return Of(WORLD(HcclEngineCtxCreate(comm, "cycles", COMM_ENGINE_AICPU_TS, 4096, &context)) &&
              WORLD(HcclEngineCtxDestroy(comm, "cycles", COMM_ENGINE_AICPU_TS)));
}

Cycle Configs()
{
    HcclChannelConfig config = nullptr;
    HcommChannelConfig base = nullptr;
    if (!WORLD(HcclChannelConfigCreate(&config)) || !WORLD(HcclChannelConfigDestroy(config))) {
        return Cycle::Failed;
    }
    const HcommResult result = HcommChannelConfigCreate(&base);
    return result == HCCL_E_NOT_SUPPORT ? Cycle::Done : Of(WORLD(result) && WORLD(HcommChannelConfigDestroy(base)));
}

Cycle Window()
{
    std::atomic<bool> built{true};
    const bool good = world::Both([&](uint32_t index) {
        HcclCommSymWindow window = nullptr;
        const HcclResult result = HcclCommSymWinRegister(g_ranks[index].comm, g_ranks[index].registered, world::kBytes,
                                                         &window, 1);
        if (result == HCCL_E_NOT_SUPPORT) {
            built = false;
            return false;
        }
        return WORLD(result) && WORLD(HcclCommSymWinDeregister(window));
    });
    return built ? Of(good) : Cycle::NotBuilt;
}

Cycle Team()
{
    std::atomic<bool> built{true};
    const bool good = world::Both([&](uint32_t index) {
        const uint32_t members[] = {0, 1};
        HcclTeamCreateDesc desc;
        (void)HcclTeamCreateDescInit(&desc);
        desc.rankIds = members;
        desc.rankNum = 2;
        desc.selfRankId = index;
        desc.requirement = {};
        desc.requirement.barrierCount = 1;
        HcommTeamHandle team = nullptr;
        const HcclResult result = HcclWorldTeamCreate(g_ranks[index].comm, &desc, &team);
        if (result == HCCL_E_NOT_SUPPORT) {
            built = false;
            return false;
        }
        return WORLD(result) && WORLD(HcclTeamDestroy(team));
    });
    return built ? Of(good) : Cycle::NotBuilt;
}

Cycle GlobalMemory()
{
    CommMem range{COMM_MEM_TYPE_DEVICE, g_ranks[0].local, 4096};
    void *handle = nullptr;
    const HcclResult result = HcclRegisterGlobalMem(&range, &handle);
    return result == HCCL_E_NOT_SUPPORT ? Cycle::NotBuilt : Of(WORLD(result) && WORLD(HcclDeregisterGlobalMem(handle)));
}

// The description of an AICPU kernel, with a library that is there anyway.
Cycle KernelBinary()
{
    static const char text[] = "{\"Cycles\": {\"opInfo\": {\"opKernelLib\": \"AICPUKernel\", \"kernelSo\": \"libc_sec.so\","
                               " \"functionName\": \"memcpy_s\", \"userDefined\": \"True\"}}}";
    char path[] = "/tmp/hcomm-cycles-XXXXXX.json";
    const int fd = mkstemps(path, 5);
    if (fd < 0 || write(fd, text, sizeof(text) - 1) < 0 || close(fd) != 0) {
        return Cycle::Failed;
    }
    aclrtBinaryLoadOption option = {};
    option.type = ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE;
    option.value.cpuKernelMode = 0;
    aclrtBinaryLoadOptions options = {};
    options.options = &option;
    options.numOpt = 1;
    aclrtBinHandle binary = nullptr;
    const bool good = WORLD(aclrtBinaryLoadFromFile(path, &options, &binary)) && WORLD(aclrtBinaryUnLoad(binary));
    (void)unlink(path);
    return Of(good);
}

Cycle Stream()
{
    aclrtStream stream = nullptr;
    return Of(WORLD(aclrtCreateStream(&stream)) && WORLD(aclrtDestroyStream(stream)));
}

// Calls that are refused keep nothing either.
Cycle Refusals()
{
    HcclComm comm = nullptr;
    ChannelHandle channel = 0;
    HcclChannelDesc desc = world::ChannelTo(7);
    HcclRootInfo info;
    std::memset(&info, 'x', sizeof(info));
    return Of(HcclChannelAcquire(g_ranks[0].comm, COMM_ENGINE_AICPU_TS, &desc, 1, &channel) != HCCL_SUCCESS &&
              HcclCommInitRootInfo(2, &info, 0, &comm) != HCCL_SUCCESS &&
              HcommChannelFence(0x12a0000100000000) != HCCL_SUCCESS);
}

void Run(const char *name, uint64_t count, const std::function<Cycle()> &cycle)
{
    Cycle last = Cycle::Done;
    for (uint64_t i = 0; i < kWarm && last == Cycle::Done; i++) {
        last = cycle();
    }
    if (last == Cycle::NotBuilt) {
        std::printf("SKIPPED: %s: not built yet\n", name);
        return;
    }
    const Holdings before = Held();
    const auto began = std::chrono::steady_clock::now();
    const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
    uint64_t done = 0;
    for (; last == Cycle::Done && (count != 0 ? done < count : done < kLeast || (passed() < kSeconds && done < 10000)); done++) {
        last = cycle();
    }
    const double seconds = passed();
    const Holdings after = Held();
    std::printf("cycles: %-32s %6llu in %6.2f s: heap %+lld B, resident %+lld KiB, descriptors %+lld, threads %+lld, mappings %+lld\n",
                name, static_cast<unsigned long long>(done), seconds, static_cast<long long>(after.heap - before.heap),
                static_cast<long long>((after.resident - before.resident) / 1024),
                static_cast<long long>(after.descriptors - before.descriptors),
                static_cast<long long>(after.threads - before.threads),
                static_cast<long long>(after.mappings - before.mappings));
    const std::string what = name;
    check_int_at(__FILE__, __LINE__, (what + ": cycles work").c_str(), last == Cycle::Done, 1);
    check_int_at(__FILE__, __LINE__, (what + ": heap grew").c_str(), after.heap - before.heap > kHeap + kHeapPerCycle * static_cast<int64_t>(done), 0);
    check_int_at(__FILE__, __LINE__, (what + ": descriptors grew").c_str(), after.descriptors > before.descriptors, 0);
    check_int_at(__FILE__, __LINE__, (what + ": threads grew").c_str(), after.threads > before.threads, 0);
    // Sanitizers keep freed memory, and shadows of memory that was used.
    if (!kSanitized) {
        check_int_at(__FILE__, __LINE__, (what + ": resident memory grew").c_str(), after.resident - before.resident > kResident, 0);
        check_int_at(__FILE__, __LINE__, (what + ": mappings grew").c_str(), after.mappings > before.mappings + 8, 0);
    }
}

} // namespace

int main(int argc, char **argv)
{
    const uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
    const std::string only = argc > 2 ? argv[2] : "";
    check_watchdog(count == 0 ? 280 : 24 * 3600);
    // One arena, so that mallinfo2 sees all; refusals stay out of the log; small buffers.
    (void)mallopt(M_ARENA_MAX, 1);
    setenv("ASCEND_GLOBAL_LOG_LEVEL", "4", 0);
    setenv("HCCL_BUFFSIZE", "1", 1);
    const EndpointDesc device = world::DeviceEndpoint(0);
    const EndpointDesc next = world::DeviceEndpoint(1);
    const EndpointDesc host = world::HostEndpoint();
    CHECK_INT(aclInit(nullptr), 0);
    CHECK(world::Make(g_ranks));
    CHECK_INT(aclrtSetDevice(0), 0);
    CHECK_INT(HcommEndpointCreate(&device, &g_endpoint), 0);
    const struct {
        const char *name;
        std::function<Cycle()> cycle;
    } objects[] = {
        {"endpoint", [&] { return Endpoint(device); }},
        {"host-endpoint", [&] { return Endpoint(host); }},
        {"registration", Registration},
        {"export-import", ExportImport},
        {"memory", Memory},
        {"base-thread", BaseThread},
        {"base-channel", [&] { return BaseChannel(device, next, COMM_ENGINE_AICPU_TS); }},
        {"base-channel-tcp", [&] { return BaseChannel(host, host, COMM_ENGINE_CPU); }},
        {"communicators", Communicators},
        {"communicators-by-root-info", RootInfo},
        {"communicator-alone", Alone},
        {"communicators-with-all", [&] { return Furnished(COMM_PROTOCOL_UB_CTP); }},
        {"communicators-with-all-tcp", [&] { return Furnished(COMM_PROTOCOL_ROCE); }},
        {"engine-context", Context},
        {"configs", Configs},
        {"window", Window},
        {"team", Team},
        {"global-memory", GlobalMemory},
        {"kernel-binary", KernelBinary},
        {"stream", Stream},
        {"refusals", Refusals},
    };
    for (const auto &object : objects) {
        if (check_failed < 20 && (only.empty() || only == object.name)) {
            Run(object.name, count, object.cycle);
        }
    }
    CHECK(world::Transfer(g_ranks, 5));
    CHECK_INT(HcommEndpointDestroy(g_endpoint), 0);
    CHECK(world::Destroy(g_ranks));
    return check_report("cycles");
}
