// LIF: the life of objects and processes.
#include <dirent.h>
#include <dlfcn.h>
#include <sys/wait.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "party.h"

namespace cases {

using contract::Soak;

namespace {

// An instrumented program keeps what was freed for a while, so its resident memory tells nothing.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kInstrumented = true;
#else
constexpr bool kInstrumented = false;
#endif

bool IsPart(const char* part)
{
    const char* text = std::getenv("UT_PART");
    return text != nullptr && std::strcmp(text, part) == 0;
}

// LIF-01. Communicators are made, used and destroyed over and over, with channels, threads, registrations and contexts
// left to the destruction, and some creations fail. Expected: as many descriptors, threads and mappings at the end as
// after the first rounds, and less than 1 MiB more resident memory.
void Cycles(ut::Rank& rank)
{
    const uint32_t warm = 30;
    const uint32_t rounds = 130 * Soak();
    std::vector<char> memory(1 << 16);
    Holdings before;
    for (uint32_t round = 0; round < rounds; ++round) {
        if (round == warm) {
            rank.Meet();
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            before = Held();
            rank.Meet();
        }
        const Party party = Enter(rank, "cycle");
        const CommMem mem = {COMM_MEM_TYPE_HOST, memory.data(), memory.size()};
        HcclMemHandle handle = nullptr;
        UT_OK(HcclCommMemReg(party.comm, "left", &mem, &handle));
        void* context = nullptr;
        UT_OK(HcclEngineCtxCreate(party.comm, "left", COMM_ENGINE_AICPU_TS, 4096, &context));
        UT_OK(party.Swap(4096));
        if (round % 10 == 0) {
            HcclRootInfo root{};
            HcclComm none = nullptr;
            UT_CHECK(HcclCommInitRootInfo(2, &root, 7, &none) != 0);
            UT_CHECK(none == nullptr);
        }
        UT_OK(HcclCommDestroy(party.comm));
    }
    rank.Meet();
    // Connections of the last round may be about to be closed.
    Holdings after = Held();
    for (int i = 0; i < 500 && (after.descriptors > before.descriptors || after.threads > before.threads); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        after = Held();
    }
    UT_CHECK(after.descriptors <= before.descriptors);
    UT_CHECK(after.threads <= before.threads);
    UT_CHECK(after.mappings <= before.mappings + 8);
    if (!kInstrumented && !UT_CHECK(after.residentKiB - before.residentKiB < 1024)) {
        std::fprintf(stderr, "  resident memory grew by %ld KiB in %u rounds\n", after.residentKiB - before.residentKiB,
                     rounds - warm);
    }
    rank.Meet();
}

// LIF-02. Small writes with notifies in a long loop, at one address and at very many. Expected: resident memory does not
// grow by 1 MiB.
void ManyOperations(ut::Rank& rank)
{
    const Party party = Enter(rank, "loop", 4);
    const uint32_t rounds = 100000 * Soak();
    std::memset(party.mine, 1, party.size);
    rank.Meet();
    // Pages that a rank sees for the first time count as its memory.
    UT_OK(HcommReadOnThread(party.thread, party.channel, party.mine, party.theirs, party.size / 2));
    UT_OK(party.Swap(party.size / 2));
    const Holdings before = Held();
    for (uint32_t round = 0; round < rounds; ++round) {
        // The second half goes to different addresses.
        const uint64_t at = round < rounds / 2 ? 0 : uint64_t{round} * 40 % (party.size / 2);
        UT_OK(HcommWriteOnThread(party.thread, party.channel, party.theirs + at, party.mine + party.size / 2 + at, 8));
        // A notify is used again when the one after it was seen.
        UT_OK(HcommChannelNotifyRecordOnThread(party.thread, party.channel, round % 2));
        UT_OK(HcommChannelNotifyWaitOnThread(party.thread, party.channel, round % 2, ut::kLongSeconds));
        if (round % 64 == 0) {
            UT_OK(party.Sync());
        }
    }
    UT_OK(party.Sync());
    const Holdings after = Held();
    if (!kInstrumented && !UT_CHECK(after.residentKiB - before.residentKiB < 1024)) {
        std::fprintf(stderr, "  resident memory grew by %ld KiB\n", after.residentKiB - before.residentKiB);
    }
    rank.Meet();
    UT_OK(HcclCommDestroy(party.comm));
}

// LIF-03. The communicator is destroyed while work is queued. Expected: on all ranks at once, queued work of its threads
// is finished first, or the destruction answers a code; if only one rank leaves, the other one's work ends, with its
// result or an error, and it can destroy, too; freeing a buffer that queued work uses does no harm to the process.
void PendingWork(ut::Rank& rank)
{
    constexpr uint64_t kBytes = 1 << 20;
    constexpr int kWrites = 40;
    for (int round = 0; round < 6; ++round) {
        const bool alone = round % 2 == 1;
        ut::Stage(std::string("LIF-03, ") + (alone ? "one rank leaves early" : "all ranks destroy at once"));
        const HcclComm comm = rank.Join("pending", 1);
        void* target = nullptr;
        void* source = nullptr;
        UT_OK(aclrtMalloc(&target, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
        UT_OK(aclrtMalloc(&source, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
        const CommMem mem = {COMM_MEM_TYPE_DEVICE, target, kBytes};
        HcclMemHandle handle = nullptr;
        UT_OK(HcclCommMemReg(comm, "target", &mem, &handle));
        const Party party = Meet(comm, rank.rank ^ 1, 2, {handle});
        auto* const there = static_cast<char*>(Shown(party, "target").addr);
        std::memset(target, 0, kBytes);
        ut::FillPattern(source, kBytes, rank.rank);
        rank.Meet();
        for (int i = 0; i < kWrites; ++i) {
            UT_OK(HcommWriteOnThread(party.thread, party.channel, there, source, kBytes));
        }
        UT_OK(HcommChannelNotifyRecordOnThread(party.thread, party.channel, 0));
        UT_OK(HcommChannelNotifyWaitOnThread(party.thread, party.channel, 0, ut::kLongSeconds));
        int code = 0;
        if (!alone || rank.rank == 0) {
            code = HcclCommDestroy(comm);
        } else {
            const int waited = party.Sync();
            if (waited == 0) {
                UT_EQ(ut::FindWrong(target, kBytes, rank.rank ^ 1), kBytes);
            }
            code = HcclCommDestroy(comm);
        }
        rank.Meet();
        // The peer's writes were done before its notify was waited for, or the destruction said why not.
        if (code == 0 && !alone) {
            UT_EQ(ut::FindWrong(target, kBytes, rank.rank ^ 1), kBytes);
        }
        rank.Meet();
        UT_OK(aclrtFree(target));
        UT_OK(aclrtFree(source));
    }
    ut::Stage("LIF-03, a buffer is freed under queued work");
    const Party party = Enter(rank, "pending");
    void* source = nullptr;
    UT_OK(aclrtMalloc(&source, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
    // The thread stands at this wait until the buffer is gone.
    UT_OK(HcommThreadNotifyWaitOnThread(party.thread, 0, ut::kLongSeconds));
    UT_OK(HcommWriteOnThread(party.thread, party.channel, party.theirs, source, kBytes));
    UT_OK(aclrtFree(source));
    ThreadHandle other[2] = {};
    UT_OK(HcclThreadAcquire(party.comm, COMM_ENGINE_AICPU_TS, 2, 2, other));
    UT_OK(HcommThreadNotifyRecordOnThread(other[1], party.thread, 0));
    (void)party.Sync();
    rank.Meet();
    UT_OK(HcclCommDestroy(party.comm));
}

// LIF-04. Stream, channel, memory handle, base-layer endpoint, base-layer memory, base-layer thread, communicator: given
// back in many orders. Expected: no order crashes; a call that is refused leaves the rest usable; a device may be reset
// before the communicator is destroyed.
void TearDown(ut::Rank& rank)
{
    std::vector<int> order = {0, 1, 2, 3, 4, 5};
    const Holdings before = Held();
    int tried = 0;
    do {
        // All 720 with UT_SOAK, else each 9th.
        if (Soak() == 1 && tried++ % 9 != 0) {
            continue;
        }
        const HcclComm comm = rank.Join("orders", 1);
        aclrtStream stream = nullptr;
        UT_OK(aclrtCreateStream(&stream));
        ThreadHandle wrapped = 0;
        UT_OK(HcclThreadAcquireWithStream(comm, COMM_ENGINE_CPU_TS, stream, 1, &wrapped));
        const Party party = Meet(comm, rank.rank ^ 1);
        EndpointDesc desc;
        UT_OK(EndpointDescInit(&desc, 1));
        desc.protocol = COMM_PROTOCOL_UB_CTP;
        desc.commAddr.type = COMM_ADDR_TYPE_ID;
        desc.commAddr.id = rank.rank;
        desc.loc.locType = ENDPOINT_LOC_TYPE_DEVICE;
        desc.loc.device = {rank.rank, rank.rank, 0, 0};
        EndpointHandle endpoint = nullptr;
        UT_OK(HcommEndpointCreate(&desc, &endpoint));
        void* memory = nullptr;
        UT_OK(aclrtMalloc(&memory, 4096, ACL_MEM_MALLOC_HUGE_FIRST));
        const CommMem mem = {COMM_MEM_TYPE_DEVICE, memory, 4096};
        HcommMemHandle handle = nullptr;
        UT_OK(HcommMemReg(endpoint, "m", &mem, &handle));
        const uint32_t notifies = 1;
        ThreadHandle thread = 0;
        UT_OK(HcommThreadAlloc(COMM_ENGINE_CPU_TS, 1, &notifies, &thread));
        UT_OK(party.Swap(64));
        rank.Meet();
        bool endpointGone = false;
        for (const int step : order) {
            switch (step) {
                case 0:
                    UT_OK(aclrtDestroyStream(stream));
                    break;
                case 1:
                    UT_OK(HcclCommDestroy(comm));
                    break;
                case 2:
                    UT_OK(HcommEndpointDestroy(endpoint));
                    endpointGone = true;
                    break;
                case 3: {
                    // The endpoint took its memory along.
                    const int code = HcommMemUnreg(endpoint, handle);
                    UT_EQ(code, endpointGone ? HCCL_E_NOT_FOUND : 0);
                    break;
                }
                case 4:
                    UT_OK(HcommThreadFree(&thread, 1));
                    break;
                default:
                    UT_OK(aclrtFree(memory));
                    break;
            }
        }
        rank.Meet();
    } while (std::next_permutation(order.begin(), order.end()));
    const Holdings after = Held();
    rank.Meet();
    UT_CHECK(after.descriptors <= before.descriptors + 12);
    ut::Stage("LIF-04, the device is reset first");
    const Party party = Enter(rank, "reset");
    UT_OK(party.Swap(64));
    rank.Meet();
    const int reset = aclrtResetDevice(static_cast<int32_t>(rank.rank));
    const int destroyed = HcclCommDestroy(party.comm);
    UT_CHECK(reset == 0 || destroyed == 0);
    UT_OK(aclrtSetDevice(static_cast<int32_t>(rank.rank)));
    rank.Meet();
}

// The part of LIF-05 that ends: argument UT_END says how, UT_WORK in which state.
[[noreturn]] void End()
{
    const std::string end = std::getenv("UT_END");
    if (end == "exit") {
        std::exit(3);
    }
    if (end == "_exit") {
        _exit(3);
    }
    if (end == "signal") {
        raise(SIGTERM);
    }
    if (end == "exception") {
        std::thread([] { throw std::runtime_error("not caught"); }).join();
    }
    if (end == "dlclose") {
        void* library = dlopen("libhcomm.so", RTLD_NOW | RTLD_NOLOAD);
        UT_CHECK(library != nullptr && dlclose(library) == 0);
        void* again = dlopen("libhcomm.so", RTLD_NOW);
        UT_CHECK(again != nullptr && dlclose(again) == 0 && dlclose(library) == 0);
        std::exit(ut::g_failed == 0 ? 3 : 4);
    }
    _exit(5);
}

void Ending()
{
    const std::string work = std::getenv("UT_WORK");
    int32_t devices[] = {0, 1};
    HcclComm comms[2] = {};
    UT_OK(aclInit(nullptr));
    const auto make = [&] { UT_OK(HcclCommInitAll(2, devices, comms)); };
    if (work == "second thread") {
        std::thread(make).join();
    } else {
        make();
    }
    Party parties[2];
    std::vector<std::thread> callers;
    for (uint32_t i = 0; i < 2; ++i) {
        callers.emplace_back([&, i] {
            UT_OK(aclrtSetDevice(static_cast<int32_t>(i)));
            parties[i] = Meet(comms[i], 1 - i);
        });
    }
    for (std::thread& caller : callers) {
        caller.join();
    }
    UT_OK(aclrtSetDevice(0));
    if (work == "pending") {
        UT_OK(HcommChannelNotifyWaitOnThread(parties[0].thread, parties[0].channel, 1, ut::kLongSeconds));
        UT_OK(HcommWriteOnThread(parties[0].thread, parties[0].channel, parties[0].theirs, parties[0].mine, 1 << 20));
    }
    UT_REQUIRE(ut::g_failed == 0);
}

// LIF-05. A process ends without destroying anything: exit, _exit, a signal, an exception that nobody catches, after
// dlclose, a return from main; idle, with pending work, with a communicator that another thread made. Expected: the status
// is what the program asked for, at once.
void EndWithoutDestroy(ut::Rank&)
{
    if (std::getenv("UT_PART") != nullptr) {
        Ending();
        if (IsPart("return")) {
            return;
        }
        std::set_terminate([] { _exit(7); });
        End();
    }
    struct Way {
        const char* end;
        int status;
    };
    const Way ways[] = {{"return", 0}, {"exit", 3}, {"_exit", 3}, {"signal", -SIGTERM}, {"exception", 7}, {"dlclose", 3}};
    for (uint32_t round = 0; round < Soak(); ++round) {
        for (const char* work : {"idle", "pending", "second thread"}) {
            for (const Way& way : ways) {
                ut::Stage(std::string("LIF-05, ") + way.end + ", " + work);
                const bool back = std::strcmp(way.end, "return") == 0;
                const pid_t child = Again("LIF-05", back ? "return" : "end",
                                          {std::string("UT_END=") + way.end, std::string("UT_WORK=") + work});
                const int status = Reap(child, 60);
                UT_REQUIRE(status != -1);
                if (way.status < 0) {
                    UT_CHECK(WIFSIGNALED(status) && WTERMSIG(status) == -way.status);
                } else {
                    UT_CHECK(WIFEXITED(status));
                    UT_EQ(WEXITSTATUS(status), way.status);
                }
            }
        }
    }
}

// What a forked child does; its exit code says what went wrong.
int Forked(int kind, const Party& party, uint32_t device)
{
    alarm(30);  // the parent's watchdog is not inherited
    void* memory = std::malloc(100000);
    std::memset(memory, 1, 100000);
    std::free(memory);
    FILE* file = std::fopen("/proc/self/stat", "r");
    if (file == nullptr || std::fclose(file) != 0) {
        return 10;
    }
    switch (kind) {
        case 0:
            return 0;
        case 1:
            return std::system("true") == 0 ? 0 : 11;
        case 2: {
            // The parent's objects: an error, no hanging.
            HcclResult error = HCCL_SUCCESS;
            uint32_t id = 0;
            int bad = 0;
            bad += HcommWriteOnThread(party.thread, party.channel, party.theirs, party.mine, 8) == 0;
            bad += HcommChannelNotifyRecordOnThread(party.thread, party.channel, 0) == 0;
            bad += HcommChannelNotifyWaitOnThread(party.thread, party.channel, 0, 1) == 0 &&
                   aclrtSynchronizeStreamWithTimeout(party.stream, 3000) == 0;
            bad += HcclBarrier(party.comm, party.stream) == 0 && aclrtSynchronizeStreamWithTimeout(party.stream, 3000) == 0;
            (void)HcclGetRankId(party.comm, &id);
            (void)HcclGetCommAsyncError(party.comm, &error);
            return bad == 0 ? 0 : 20 + bad;
        }
        default: {
            // A world of its own.
            HcclRootInfo root;
            HcclComm comm = nullptr;
            if (aclrtSetDevice(static_cast<int32_t>(device)) != 0 || HcclGetRootInfo(&root) != 0 ||
                HcclCommInitRootInfo(1, &root, 0, &comm) != 0) {
                return 30;
            }
            return HcclCommDestroy(comm) == 0 ? 0 : 31;
        }
    }
}

// LIF-06. Ranks fork while they work: children that only use the C library or run a program, children that use the
// parent's objects, children that make a communicator of their own. Expected: the parent's results stay right, no child
// crashes or hangs, and the parent's objects answer an error in the child.
void Forks(ut::Rank& rank)
{
    const Party party = Meet(rank.Join("forks", 1), rank.rank ^ 1, 3);
    const uint32_t rounds = 12 * Soak();
    std::atomic<bool> done{false};
    // Work goes on while another thread forks.
    uint64_t swaps = 0;
    std::thread worker([&] {
        try {
            UT_OK(aclrtSetDevice(static_cast<int32_t>(rank.rank)));
            for (bool last = false; !last;) {
                // Both ranks agree on the last round.
                last = done.load();
                auto* const out = reinterpret_cast<uint64_t*>(party.mine + party.size / 2);
                out[0] = ++swaps;
                out[1] = last ? 1 : 0;
                UT_OK(party.Swap(16));
                const auto* const in = reinterpret_cast<volatile uint64_t*>(party.mine);
                UT_REQUIRE(in[0] == swaps);
                last = last && in[1] != 0;
                // The next write must not meet a reader of this one.
                UT_OK(HcommChannelNotifyRecordOnThread(party.thread, party.channel, 2));
                UT_OK(HcommChannelNotifyWaitOnThread(party.thread, party.channel, 2, ut::kLongSeconds));
                UT_OK(party.Sync());
            }
        } catch (const ut::Stop&) {
        }
    });
    const auto grace = std::chrono::milliseconds(1);
    for (uint32_t round = 0; round < rounds; ++round) {
        const int kind = static_cast<int>(round % 4);
        ut::Stage("LIF-06, child of kind " + std::to_string(kind));
        std::fflush(nullptr);
        const pid_t child = fork();
        if (child == 0) {
            _exit(Forked(kind, party, rank.rank));
        }
        const int status = Reap(child, 40);
        UT_CHECK(status != -1 && WIFEXITED(status));
        UT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : 255, 0);
        std::this_thread::sleep_for(grace);
    }
    done = true;
    worker.join();
    UT_CHECK(swaps > 0);
    rank.Meet();
    UT_OK(HcclCommDestroy(party.comm));
}

// Every rank sends its number round the ring and back.
void Ring(HcclComm comm, uint32_t rank, uint32_t size)
{
    const uint32_t next = (rank + 1) % size;
    const uint32_t before = (rank + size - 1) % size;
    HcclChannelDesc descs[2];
    UT_OK(HcclChannelDescInit(descs, 2));
    descs[0].remoteRank = next;
    descs[1].remoteRank = before;
    for (HcclChannelDesc& desc : descs) {
        desc.channelProtocol = COMM_PROTOCOL_UB_CTP;
        desc.notifyNum = 2;
    }
    ChannelHandle channels[2] = {};
    UT_OK(HcclChannelAcquire(comm, COMM_ENGINE_AICPU_TS, descs, 2, channels));
    aclrtStream stream = nullptr;
    UT_OK(aclrtCreateStream(&stream));
    ThreadHandle thread = 0;
    UT_OK(HcclThreadAcquireWithStream(comm, COMM_ENGINE_CPU_TS, stream, 1, &thread));
    void* buffer = nullptr;
    void* remote = nullptr;
    uint64_t bytes = 0;
    UT_OK(HcclGetHcclBuffer(comm, &buffer, &bytes));
    UT_OK(HcclChannelGetHcclBuffer(comm, channels[0], &remote, &bytes));
    auto* const values = static_cast<volatile uint32_t*>(buffer);
    values[16] = rank;
    for (uint32_t step = 0; step < size; ++step) {
        UT_OK(HcommWriteOnThread(thread, channels[0], remote, const_cast<uint32_t*>(values) + 16, 4));
        UT_OK(HcommChannelNotifyRecordOnThread(thread, channels[0], 0));
        UT_OK(HcommChannelNotifyWaitOnThread(thread, channels[1], 0, ut::kLongSeconds));
        UT_OK(ut::Synchronize(stream));
        UT_EQ(values[0], (rank + size - 1 - step) % size);
        values[16] = values[0];
        // The one before may write again.
        UT_OK(HcommChannelNotifyRecordOnThread(thread, channels[1], 1));
        UT_OK(HcommChannelNotifyWaitOnThread(thread, channels[0], 1, ut::kLongSeconds));
        UT_OK(ut::Synchronize(stream));
    }
    UT_EQ(values[0], rank);
    UT_OK(HcclCommDestroy(comm));
    UT_OK(aclrtDestroyStream(stream));
}

// LIF-07. Eight ranks, as eight threads of a process, as processes of two threads each (started with as many processes),
// and all by HcclCommInitAll; two communicators of the same devices at once. Expected: right results, destruction in any
// order.
void RanksAsThreads(ut::Rank& rank)
{
    if (!rank.process) {
        Ring(rank.Join("one", 1), rank.rank, rank.size);
        // Two communicators at once; the older one goes first on even ranks.
        const HcclComm first = rank.Join("first", 1);
        const HcclComm second = rank.Join("second", 1);
        if (rank.rank % 2 == 0) {
            Ring(first, rank.rank, rank.size);
            Ring(second, rank.rank, rank.size);
        } else {
            std::thread other([&] {
                UT_EQ(aclrtSetDevice(static_cast<int32_t>(rank.rank)), 0);
                try {
                    Ring(second, rank.rank, rank.size);
                } catch (const ut::Stop&) {
                }
            });
            Ring(first, rank.rank, rank.size);
            other.join();
        }
        rank.Meet();
        if (rank.rank == 0) {
            int32_t devices[8];
            HcclComm comms[8] = {};
            for (int32_t i = 0; i < 8; ++i) {
                devices[i] = i;
            }
            UT_OK(HcclCommInitAll(8, devices, comms));
            std::vector<std::thread> threads;
            for (uint32_t i = 0; i < 8; ++i) {
                threads.emplace_back([&, i] {
                    try {
                        UT_OK(aclrtSetDevice(static_cast<int32_t>(i)));
                        Ring(comms[i], i, 8);
                    } catch (const ut::Stop&) {
                    }
                });
            }
            for (std::thread& thread : threads) {
                thread.join();
            }
        }
        rank.Meet();
        return;
    }
    // Two ranks in each process.
    std::vector<std::thread> threads;
    for (uint32_t i = 0; i < 2; ++i) {
        threads.emplace_back([&, i] {
            ut::Rank one(rank.rank * 2 + i, rank.size * 2, rank.board);
            ut::RunRank(one, [](ut::Rank& inner) {
                ut::Stage("LIF-07, rank " + std::to_string(inner.rank));
                UT_OK(aclrtSetDevice(static_cast<int32_t>(inner.rank)));
                Ring(inner.Join("mixed", 1), inner.rank, inner.size);
            });
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

std::set<std::string> Names(const char* directory)
{
    std::set<std::string> names;
    if (DIR* opened = opendir(directory)) {
        while (const dirent* entry = readdir(opened)) {
            names.insert(entry->d_name);
        }
        closedir(opened);
    }
    return names;
}

// LIF-08. Four ranks with large buffers get SIGKILL during creation, work and destruction. Expected: nothing is left in
// /dev/shm, no socket name, no System V object, and the next job starts at once.
void Killed(ut::Rank& alone)
{
    if (IsPart("victim")) {
        ut::Rank rank(ut::Number("UT_RANK", 0), 4, std::make_shared<ut::DirectoryBoard>(std::getenv("UT_BOARD")));
        // The others are killed a moment earlier or later, so all of it may fail.
        (void)std::freopen("/dev/null", "w", stderr);
        try {
            UT_OK(aclInit(nullptr));
            UT_OK(aclrtSetDevice(static_cast<int32_t>(rank.rank)));
            for (;;) {
                const HcclComm comm = rank.Join("victims", 200);
                const Party party = Meet(comm, rank.rank ^ 1);
                std::memset(party.mine, 1, 4 << 20);
                for (int i = 0; i < 50; ++i) {
                    UT_OK(party.Swap(1 << 20));
                }
                rank.Put("works." + std::to_string(rank.rank), "");
                UT_OK(HcclCommDestroy(comm));
            }
        } catch (const ut::Stop&) {
        }
        for (;;) {
            pause();
        }
    }
    const uint32_t rounds = 12 * Soak();
    for (uint32_t round = 0; round < rounds; ++round) {
        char board[] = "/tmp/hcomm-case.XXXXXX";
        UT_REQUIRE(mkdtemp(board) != nullptr);
        const std::set<std::string> before = Names("/dev/shm");
        std::vector<pid_t> children;
        for (int i = 0; i < 4; ++i) {
            children.push_back(Again("LIF-08", "victim", {"UT_RANK=" + std::to_string(i), "UT_RANKS=4",
                                                          std::string("UT_BOARD=") + board}));
        }
        // Every other round they come to work first.
        ut::DirectoryBoard notes(board);
        if (round % 2 == 0) {
            (void)notes.Get("works.0");
        }
        std::this_thread::sleep_for(std::chrono::microseconds(round * 2654435761U % 150000));
        for (const pid_t child : children) {
            UT_EQ(kill(child, SIGKILL), 0);
        }
        for (const pid_t child : children) {
            const int status = Reap(child, 60);
            UT_CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        }
        for (const std::string& name : Names("/dev/shm")) {
            UT_CHECK(before.count(name) == 1 || name.find("softnpu") == std::string::npos);
        }
        std::ifstream sockets("/proc/net/unix");
        std::string line;
        while (std::getline(sockets, line)) {
            for (const pid_t child : children) {
                char mark[32];
                std::snprintf(mark, sizeof(mark), "/%x/", static_cast<unsigned>(child));
                UT_CHECK(line.find("softnpu") == std::string::npos || line.find(mark) == std::string::npos);
            }
        }
        for (const char* kind : {"shm", "sem", "msg"}) {
            std::ifstream table(std::string("/proc/sysvipc/") + kind);
            int lines = 0;
            while (std::getline(table, line)) {
                ++lines;
            }
            UT_CHECK(lines <= 1);
        }
        UT_EQ(std::system((std::string("rm -rf ") + board).c_str()), 0);
    }
    UT_OK(aclInit(nullptr));
    UT_OK(aclrtSetDevice(0));
    const HcclComm comm = alone.Join("next", 200);
    UT_OK(HcclCommDestroy(comm));
    UT_OK(aclrtResetDevice(0));
    UT_OK(aclFinalize());
}

// LIF-09. Every kind of object destroyed twice, made-up handles destroyed, objects used after their end, and two threads
// destroying one at the same moment. Expected: documented codes, and exactly one of the two succeeds.
void DestroyedTwice(ut::Rank& rank)
{
    int onStack = 0;
    const uint64_t forged[] = {1, 4096, 0x1234567890ULL, ~uint64_t{0}, reinterpret_cast<uint64_t>(&onStack)};
    const auto race = [](const std::function<int()>& destroy) {
        std::atomic<int> won{0};
        std::atomic<int> ready{0};
        std::vector<std::thread> threads;
        for (int i = 0; i < 2; ++i) {
            threads.emplace_back([&] {
                ++ready;
                while (ready < 2) {
                }
                won += destroy() == 0 ? 1 : 0;
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        UT_EQ(won.load(), 1);
    };

    ut::Stage("LIF-09, communicators");
    UT_OK(HcclCommDestroy(nullptr));
    for (const uint64_t handle : forged) {
        UT_CHECK(HcclCommDestroy(reinterpret_cast<HcclComm>(handle)) != 0);
    }
    const Party party = Enter(rank, "twice");
    UT_OK(party.Swap(64));
    rank.Meet();
    UT_OK(HcclCommDestroy(party.comm));
    UT_CHECK(HcclCommDestroy(party.comm) != 0);
    uint32_t number = 0;
    uint64_t size = 0;
    void* memory = nullptr;
    ThreadHandle thread = 0;
    ChannelHandle channel = 0;
    HcclChannelDesc desc;
    UT_OK(HcclChannelDescInit(&desc, 1));
    desc.remoteRank = rank.rank ^ 1;
    desc.channelProtocol = COMM_PROTOCOL_UB_CTP;
    HcclResult error = HCCL_SUCCESS;
    char name[COMM_NAME_MAX_LENGTH] = {};
    UT_CHECK(HcclGetRankId(party.comm, &number) != 0);
    UT_CHECK(HcclGetRankSize(party.comm, &number) != 0);
    UT_CHECK(HcclGetCommName(party.comm, name) != 0);
    UT_CHECK(HcclGetCommAsyncError(party.comm, &error) != 0);
    UT_CHECK(HcclGetHcclBuffer(party.comm, &memory, &size) != 0);
    UT_CHECK(HcclThreadAcquire(party.comm, COMM_ENGINE_AICPU_TS, 1, 0, &thread) != 0);
    UT_CHECK(HcclChannelAcquire(party.comm, COMM_ENGINE_AICPU_TS, &desc, 1, &channel) != 0);
    UT_CHECK(HcclChannelGetHcclBuffer(party.comm, party.channel, &memory, &size) != 0);
    UT_CHECK(HcclBarrier(party.comm, party.stream) != 0);
    UT_EQ(HcommWriteOnThread(party.thread, party.channel, party.theirs, party.mine, 8), HCCL_E_PTR);
    UT_EQ(HcommChannelNotifyRecordOnThread(party.thread, party.channel, 0), HCCL_E_PTR);
    UT_EQ(HcommThreadNotifyWaitOnThread(party.thread, 0, 1), HCCL_E_PTR);
    for (int i = 0; i < 10; ++i) {
        const HcclComm comm = rank.Join("raced", 1);
        race([&] { return HcclCommDestroy(comm); });
    }

    ut::Stage("LIF-09, endpoints, memory and threads of the base layer");
    EndpointDesc local;
    UT_OK(EndpointDescInit(&local, 1));
    local.protocol = COMM_PROTOCOL_UB_CTP;
    local.commAddr.type = COMM_ADDR_TYPE_ID;
    local.commAddr.id = rank.rank;
    local.loc.locType = ENDPOINT_LOC_TYPE_DEVICE;
    local.loc.device = {rank.rank, rank.rank, 0, 0};
    for (const uint64_t handle : forged) {
        UT_EQ(HcommEndpointDestroy(reinterpret_cast<EndpointHandle>(handle)), HCCL_E_NOT_FOUND);
        UT_EQ(HcommThreadFree(&handle, 1), HCCL_E_NOT_FOUND);
    }
    UT_OK(aclrtMalloc(&memory, 4096, ACL_MEM_MALLOC_HUGE_FIRST));
    const CommMem mem = {COMM_MEM_TYPE_DEVICE, memory, 4096};
    for (int i = 0; i < 20; ++i) {
        EndpointHandle endpoint = nullptr;
        HcommMemHandle handle = nullptr;
        UT_OK(HcommEndpointCreate(&local, &endpoint));
        UT_OK(HcommMemReg(endpoint, "m", &mem, &handle));
        for (const uint64_t bad : forged) {
            UT_EQ(HcommMemUnreg(endpoint, reinterpret_cast<HcommMemHandle>(bad)), HCCL_E_NOT_FOUND);
        }
        race([&] { return HcommMemUnreg(endpoint, handle); });
        UT_EQ(HcommMemUnreg(endpoint, handle), HCCL_E_NOT_FOUND);
        race([&] { return HcommEndpointDestroy(endpoint); });
        UT_EQ(HcommEndpointDestroy(endpoint), HCCL_E_NOT_FOUND);
        UT_EQ(HcommMemReg(endpoint, "m", &mem, &handle), HCCL_E_NOT_FOUND);
        const uint32_t notifies = 1;
        UT_OK(HcommThreadAlloc(COMM_ENGINE_CPU_TS, 1, &notifies, &thread));
        // A thread belongs to the device of its maker.
        const auto free = [&] {
            (void)aclrtSetDevice(static_cast<int32_t>(rank.rank));
            return HcommThreadFree(&thread, 1);
        };
        race(free);
        UT_EQ(HcommThreadFree(&thread, 1), HCCL_E_NOT_FOUND);
        UT_EQ(HcommThreadNotifyWaitOnThread(thread, 0, 1), HCCL_E_PTR);
    }
    UT_OK(aclrtFree(memory));
    rank.Meet();
}

}  // namespace

const std::vector<Case> kLifeCases = {
    {"LIF-01", 2, Cycles},         {"LIF-02", 2, ManyOperations}, {"LIF-03", 2, PendingWork},
    {"LIF-04", 2, TearDown},       {"LIF-05", 0, EndWithoutDestroy}, {"LIF-06", 2, Forks},
    {"LIF-07", 8, RanksAsThreads}, {"LIF-08", 0, Killed},         {"LIF-09", 2, DestroyedTwice},
};

}  // namespace cases
