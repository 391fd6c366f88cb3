// MEM: registered memory.
#include <linux/mempolicy.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <algorithm>

#include "party.h"
#include "wire.h"

namespace cases {

using contract::Soak;

namespace {

constexpr uint64_t kMiB = 1 << 20;

void* Map(uint64_t size, int protection = PROT_READ | PROT_WRITE, int flags = MAP_PRIVATE | MAP_ANONYMOUS, int file = -1)
{
    void* at = mmap(nullptr, size, protection, flags, file, 0);
    UT_REQUIRE(at != MAP_FAILED);
    return at;
}

// Rank 0 owns `at`; rank 1 writes to it over the wire and reads it back.
void UseAsTarget(ut::Rank& rank, const Wire& wire, char* at, char* theirs, uint64_t size, uint64_t seed)
{
    if (rank.rank == 1) {
        std::vector<char> out(size);
        std::vector<char> back(size, 0);
        ut::FillPattern(out.data(), size, seed);
        UT_OK(wire.WriteAndSettle(theirs, out.data(), size));
        UT_OK(wire.Read(back.data(), theirs, size));
        UT_OK(wire.Settle());
        UT_EQ(ut::FindWrong(back.data(), size, seed), size);
        UT_OK(wire.Record(0));
        UT_OK(wire.Settle());
    } else {
        UT_OK(wire.Wait(0));
        UT_OK(wire.Settle());
        UT_EQ(ut::FindWrong(at, size, seed), size);
    }
}

// MEM-01. With a limit of 1 MiB for locked memory, 64 MiB are registered at a RoCE endpoint of the host and at a device
// endpoint. Expected: both succeed, for neither the network over TCP nor shared memory locks pages. (The limit of RDMA
// devices is checked where there is one.)
void LockedMemory(ut::Rank& rank)
{
    const rlimit limit = {kMiB, kMiB};
    UT_EQ(setrlimit(RLIMIT_MEMLOCK, &limit), 0);
    void* memory = Map(64 * kMiB);
    for (const PortKind kind : {PortKind::kHost, PortKind::kDevice}) {
        const EndpointHandle port = OpenPort(rank, kind);
        const HcommMemHandle large = Register(port, memory, 64 * kMiB);
        const HcommMemHandle small = Register(port, memory, 64 << 10);
        UT_EQ(StatusValue("VmLck"), 0);
        UT_EQ(StatusValue("VmPin"), 0);
        UT_OK(HcommMemUnreg(port, large));
        UT_OK(HcommMemUnreg(port, small));
        UT_OK(HcommEndpointDestroy(port));
    }
    UT_EQ(munmap(memory, 64 * kMiB), 0);
}

// MEM-02. A range is registered twice, and ranges that overlap it. Expected, as the interface documents: all succeed, each
// with a handle of its own; a range stays reachable until the last registration that contains it ends, and writes to it are
// refused afterwards. Two threads may register the same range at once.
void RegisteredTwice(ut::Rank& rank)
{
    std::vector<char> memory(4 * kMiB);
    char* const at = memory.data() + kMiB;
    for (const PortKind kind : {PortKind::kDevice, PortKind::kHost}) {
        ut::Stage(std::string("MEM-02, ") + (kind == PortKind::kHost ? "network" : "shared memory"));
        const EndpointHandle port = OpenPort(rank, kind);
        const HcommMemHandle first = Register(port, at, kMiB);
        const HcommMemHandle second = Register(port, at, kMiB);
        UT_CHECK(first != second);
        const auto all = rank.ExchangeBytes(Exported(port, first));
        Wire wire = Connect(rank, port, kind, "mem02", {first, second}, rank.rank ^ 1);
        char* const theirs = Imported(port, all[rank.rank ^ 1]);
        rank.Meet();
        std::memset(at, 0, kMiB);
        UT_OK(HcommMemUnreg(port, first));
        rank.Meet();
        UT_OK(wire.WriteAndSettle(theirs, memory.data(), 4096));
        rank.Meet();
        // An import is a claim of its own, which ends here.
        UT_OK(HcommMemUnimport(port, all[rank.rank ^ 1].data(), static_cast<uint32_t>(all[rank.rank ^ 1].size())));
        rank.Meet();
        UT_OK(HcommMemUnreg(port, second));
        UT_EQ(HcommMemUnreg(port, second), HCCL_E_NOT_FOUND);
        rank.Meet();
        // The peer learns of it without a call of its own.
        int code = 0;
        for (int i = 0; i < 500 && code == 0; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            code = wire.WriteAndSettle(theirs, memory.data(), 4096);
        }
        UT_CHECK(code != 0);
        rank.Meet();
        Disconnect(wire);

        std::vector<HcommMemHandle> handles;
        handles.push_back(Register(port, at, kMiB));
        handles.push_back(Register(port, at + 4096, kMiB));
        handles.push_back(Register(port, at, kMiB / 2));
        handles.push_back(Register(port, at - 4096, 2 * kMiB));
        handles.push_back(Register(port, at + kMiB, kMiB));
        for (const HcommMemHandle handle : handles) {
            UT_OK(HcommMemUnreg(port, handle));
        }
        std::vector<std::thread> threads;
        for (int i = 0; i < 2; ++i) {
            threads.emplace_back([&] {
                const CommMem mem = {COMM_MEM_TYPE_HOST, at, kMiB};
                for (int round = 0; round < 500; ++round) {
                    HcommMemHandle handle = nullptr;
                    UT_EQ(HcommMemReg(port, "race", &mem, &handle), 0);
                    UT_EQ(HcommMemUnreg(port, handle), 0);
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        UT_OK(HcommEndpointDestroy(port));
        rank.Meet();
    }
}

// MEM-03. Registrations of nothing, of NULL and of ranges that wrap around. Expected: each is refused and leaves the
// handle as it was; a good registration afterwards works, and only it is exchanged.
void BadRegistrations(ut::Rank& rank)
{
    char memory[4096];
    const std::string longest(255, 't');
    const std::string tooLong(256, 't');
    struct Bad {
        CommMemType type;
        void* addr;
        uint64_t size;
        const char* tag;
        int code;
    };
    const Bad bad[] = {
        {COMM_MEM_TYPE_HOST, memory, 0, "t", HCCL_E_PARA},
        {COMM_MEM_TYPE_HOST, nullptr, 4096, "t", HCCL_E_PTR},
        {COMM_MEM_TYPE_HOST, memory, ~uint64_t{0}, "t", HCCL_E_PARA},
        {COMM_MEM_TYPE_HOST, reinterpret_cast<void*>(0xfffffffffffff000), 0x2000, "t", HCCL_E_PARA},
        {COMM_MEM_TYPE_INVALID, memory, 4096, "t", HCCL_E_PARA},
        {static_cast<CommMemType>(17), memory, 4096, "t", HCCL_E_PARA},
    };
    for (const PortKind kind : {PortKind::kDevice, PortKind::kHost}) {
        const EndpointHandle port = OpenPort(rank, kind);
        for (const Bad& one : bad) {
            const CommMem mem = {one.type, one.addr, one.size};
            auto handle = reinterpret_cast<HcommMemHandle>(0x5eed);
            UT_EQ(HcommMemReg(port, one.tag, &mem, &handle), one.code);
            UT_CHECK(handle == reinterpret_cast<HcommMemHandle>(0x5eed));
        }
        const CommMem good = {COMM_MEM_TYPE_HOST, memory, sizeof(memory)};
        HcommMemHandle handle = nullptr;
        UT_EQ(HcommMemReg(port, "t", nullptr, &handle), HCCL_E_PTR);
        UT_EQ(HcommMemReg(port, "t", &good, nullptr), HCCL_E_PTR);
        UT_CHECK(HcommMemReg(port, tooLong.c_str(), &good, &handle) != 0 || HcommMemUnreg(port, handle) == 0);
        UT_OK(HcommMemReg(port, longest.c_str(), &good, &handle));
        UT_OK(HcommMemUnreg(port, handle));
        UT_OK(HcommMemReg(port, nullptr, &good, &handle));
        const auto all = rank.ExchangeBytes(Exported(port, handle));
        Wire wire = Connect(rank, port, kind, "mem03", {handle}, rank.rank ^ 1);
        char* const theirs = Imported(port, all[rank.rank ^ 1]);
        UseAsTarget(rank, wire, memory, theirs, sizeof(memory), 3);
        rank.Meet();
        Disconnect(wire);
        UT_OK(HcommEndpointDestroy(port));
    }
    // Tags of a communicator are names and have limits.
    const HcclComm comm = rank.Join("mem03", 1);
    const CommMem good = {COMM_MEM_TYPE_HOST, memory, sizeof(memory)};
    HcclMemHandle handle = nullptr;
    UT_EQ(HcclCommMemReg(comm, tooLong.c_str(), &good, &handle), HCCL_E_PARA);
    UT_EQ(HcclCommMemReg(comm, nullptr, &good, &handle), HCCL_E_PTR);
    UT_EQ(HcclCommMemReg(comm, "", &good, &handle), HCCL_E_PARA);
    for (const Bad& one : bad) {
        const CommMem mem = {one.type, one.addr, one.size};
        UT_EQ(HcclCommMemReg(comm, "bad", &mem, &handle), one.code);
    }
    UT_CHECK(handle == nullptr);
    UT_OK(HcclCommMemReg(comm, "good", &good, &handle));
    UT_OK(HcclCommDestroy(comm));
}

char g_static[100000];

// MEM-04. Host memory from everywhere is registered and used by the peer: malloc at an odd address, anonymous and shared
// mappings, huge pages, the stack, static data, memory bound to a node. Expected: right data for all. A range that is not
// mapped, or whose second half is not, is refused at registration, or its use answers an error; nothing crashes.
void ForeignMemory(ut::Rank& rank)
{
    struct Range {
        const char* name;
        char* at;
        uint64_t size;
    };
    std::vector<char> heap(kMiB + 64);
    char stack[70000];
    const int file = static_cast<int>(syscall(SYS_memfd_create, "case", 0));
    UT_REQUIRE(file >= 0 && ftruncate(file, kMiB) == 0);
    void* bound = Map(kMiB);
    const unsigned long node = 1;
    // Where nodes cannot be chosen it is one more anonymous mapping.
    (void)syscall(SYS_mbind, bound, kMiB, MPOL_BIND, &node, sizeof(node) * 8, 0);
    std::vector<Range> ranges = {
        {"malloc", heap.data() + 13, kMiB},
        {"anonymous", static_cast<char*>(Map(kMiB)), kMiB},
        {"shared", static_cast<char*>(Map(kMiB, PROT_READ | PROT_WRITE, MAP_SHARED, file)), kMiB},
        {"stack", stack, sizeof(stack)},
        {"static", g_static + rank.rank * 50000, 50000},
        {"bound", static_cast<char*>(bound), kMiB},
    };
    void* huge = mmap(nullptr, 2 * kMiB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
    if (huge == MAP_FAILED) {
        if (rank.rank == 0) {
            std::printf("SKIPPED: part of MEM-04: this machine has no free huge page\n");
        }
        huge = nullptr;
    }
    bool hugeEverywhere = true;
    for (const bool one : rank.Exchange(huge != nullptr)) {
        hugeEverywhere = hugeEverywhere && one;
    }
    if (hugeEverywhere) {
        ranges.push_back({"huge", static_cast<char*>(huge), 2 * kMiB});
    }

    ut::Stage("MEM-04, a channel of a communicator");
    const HcclComm comm = rank.Join("mem04", 1);
    std::vector<HcclMemHandle> handles;
    for (const Range& range : ranges) {
        const CommMem mem = {COMM_MEM_TYPE_HOST, range.at, range.size};
        HcclMemHandle handle = nullptr;
        UT_OK(HcclCommMemReg(comm, range.name, &mem, &handle));
        handles.push_back(handle);
    }
    const Party party = Meet(comm, rank.rank ^ 1, 4, handles);
    Wire wire;
    wire.channel = party.channel;
    wire.thread = party.thread;
    wire.stream = party.stream;
    uint64_t seed = 40;
    for (const Range& range : ranges) {
        const CommMem theirs = Shown(party, range.name);
        UT_EQ(theirs.size, range.size);
        UseAsTarget(rank, wire, range.at, static_cast<char*>(theirs.addr), range.size, ++seed);
        rank.Meet();
        // And as the source of what rank 1 writes.
        if (rank.rank == 1) {
            ut::FillPattern(range.at, range.size, ++seed);
            UT_OK(wire.WriteAndSettle(theirs.addr, range.at, range.size));
            UT_OK(wire.Record(1));
            UT_OK(wire.Settle());
        } else {
            ++seed;
            UT_OK(wire.Wait(1));
            UT_OK(wire.Settle());
            UT_EQ(ut::FindWrong(range.at, range.size, seed), range.size);
        }
    }
    rank.Meet();
    UT_OK(HcclCommDestroy(comm));

    for (const PortKind kind : {PortKind::kDevice, PortKind::kHost}) {
        ut::Stage(std::string("MEM-04, base layer, ") + (kind == PortKind::kHost ? "network" : "shared memory"));
        const EndpointHandle port = OpenPort(rank, kind);
        std::vector<HcommMemHandle> offered;
        std::vector<std::string> theirs;
        for (const Range& range : ranges) {
            offered.push_back(Register(port, range.at, range.size));
            theirs.push_back(rank.ExchangeBytes(Exported(port, offered.back()))[rank.rank ^ 1]);
        }
        Wire base = Connect(rank, port, kind, "mem04", offered, rank.rank ^ 1);
        for (size_t i = 0; i < ranges.size(); ++i) {
            UseAsTarget(rank, base, ranges[i].at, Imported(port, theirs[i]), ranges[i].size, ++seed);
            rank.Meet();
        }
        Disconnect(base);
        UT_OK(HcommEndpointDestroy(port));

        ut::Stage(std::string("MEM-04, not mapped, ") + (kind == PortKind::kHost ? "network" : "shared memory"));
        auto* const hole = static_cast<char*>(Map(4 * kMiB));
        UT_EQ(munmap(hole + 2 * kMiB, 2 * kMiB), 0);
        const EndpointHandle other = OpenPort(rank, kind);
        std::vector<HcommMemHandle> accepted;
        for (const CommMem& mem : {CommMem{COMM_MEM_TYPE_HOST, hole + 3 * kMiB, 4096},
                                   CommMem{COMM_MEM_TYPE_HOST, hole + 2 * kMiB - 4096, 8192}}) {
            HcommMemHandle handle = nullptr;
            const int code = HcommMemReg(other, "hole", &mem, &handle);
            UT_CHECK(code == 0 || code == HCCL_E_MEMORY || code == HCCL_E_PARA);
            if (code == 0) {
                accepted.push_back(handle);
            }
        }
        UT_OK(HcommEndpointDestroy(other));
        UT_EQ(munmap(hole, 2 * kMiB), 0);
        rank.Meet();
    }
    for (const Range& range : ranges) {
        if (std::strcmp(range.name, "malloc") != 0 && std::strcmp(range.name, "stack") != 0 &&
            std::strcmp(range.name, "static") != 0) {
            UT_EQ(munmap(range.at, range.size), 0);
        }
    }
    close(file);
}

// MEM-05. The result of a registration that failed is ignored and its handle used. Expected: the handle keeps what it
// had, as for all results of failed calls, and every call that gets it answers an error; a write to memory that was not
// registered is refused.
void IgnoredFailure(ut::Rank& rank)
{
    char memory[8192];
    for (const PortKind kind : {PortKind::kDevice, PortKind::kHost}) {
        ut::Stage(std::string("MEM-05, ") + (kind == PortKind::kHost ? "network" : "shared memory"));
        const EndpointHandle port = OpenPort(rank, kind);
        auto handle = reinterpret_cast<HcommMemHandle>(0xdeadbeefdeadbeef);
        const CommMem nothing = {COMM_MEM_TYPE_HOST, memory, 0};
        UT_EQ(HcommMemReg(port, "m", &nothing, &handle), HCCL_E_PARA);
        UT_CHECK(handle == reinterpret_cast<HcommMemHandle>(0xdeadbeefdeadbeef));
        void* desc = nullptr;
        uint32_t len = 0;
        UT_EQ(HcommMemExport(port, handle, &desc, &len), HCCL_E_NOT_FOUND);
        UT_EQ(HcommMemUnreg(port, handle), HCCL_E_NOT_FOUND);
        std::vector<HcommMemHandle> handles = {handle};
        HcommChannelDesc channel = Describe(rank, rank.rank ^ 1, kind, "mem05", handles);
        ChannelHandle none = 77;
        UT_CHECK(HcommChannelCreate(port, kind == PortKind::kHost ? COMM_ENGINE_CPU : COMM_ENGINE_AICPU_TS, &channel, 1,
                                    &none) != 0);
        UT_EQ(none, 77);
        // Half of the memory is registered.
        const HcommMemHandle good = Register(port, memory, 4096);
        const auto all = rank.ExchangeBytes(Exported(port, good));
        Wire wire = Connect(rank, port, kind, "mem05", {good}, rank.rank ^ 1);
        char* const theirs = Imported(port, all[rank.rank ^ 1]);
        std::memset(memory, 0x11, sizeof(memory));
        rank.Meet();
        char mine[8192] = {};
        UT_CHECK(wire.WriteAndSettle(theirs + 4096, mine, 64) != 0);
        UT_CHECK(wire.WriteAndSettle(theirs + 4000, mine, 200) != 0);
        rank.Meet();
        UT_CHECK(ut::AllBytes(memory, sizeof(memory), 0x11));
        rank.Meet();
        Disconnect(wire);
        UT_OK(HcommEndpointDestroy(port));
    }
}

// MEM-06. 64 GiB of sparse memory are registered in one call, the peer writes 1 MiB at the start, around 4 GiB, at 33 GiB
// and at the end. Expected: right data everywhere, and only the pages that were touched take memory.
void VeryLarge(ut::Rank& rank)
{
    constexpr uint64_t kSize = uint64_t{64} << 30;
    const uint64_t places[] = {0, (uint64_t{4} << 30) - kMiB / 2, uint64_t{33} << 30, kSize - kMiB};
    for (const PortKind kind : {PortKind::kDevice, PortKind::kHost}) {
        ut::Stage(std::string("MEM-06, ") + (kind == PortKind::kHost ? "network" : "shared memory"));
        const EndpointHandle port = OpenPort(rank, kind);
        std::vector<HcommMemHandle> handles;
        char* at = nullptr;
        std::string desc;
        if (rank.rank == 0) {
            void* mapped = mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            UT_REQUIRE(mapped != MAP_FAILED);
            at = static_cast<char*>(mapped);
            handles.push_back(Register(port, at, kSize));
            desc = Exported(port, handles[0]);
        }
        const auto all = rank.ExchangeBytes(desc);
        Wire wire = Connect(rank, port, kind, "mem06", handles, rank.rank ^ 1);
        if (rank.rank == 1) {
            char* const theirs = Imported(port, all[0]);
            std::vector<char> out(kMiB);
            ut::FillPattern(out.data(), kMiB, 6);
            for (const uint64_t place : places) {
                UT_OK(wire.Write(theirs + place, out.data(), kMiB));
            }
            UT_OK(wire.Settle());
            UT_CHECK(wire.WriteAndSettle(theirs + kSize - 1, out.data(), 2) != 0);
            UT_OK(wire.Record(0));
            UT_OK(wire.Settle());
            rank.Meet();
        } else {
            UT_OK(wire.Wait(0));
            UT_OK(wire.Settle());
            for (const uint64_t place : places) {
                UT_EQ(ut::FindWrong(at + place, kMiB, 6), kMiB);
            }
            UT_CHECK(StatusValue("VmRSS") < (1 << 20));
            rank.Meet();
        }
        Disconnect(wire);
        UT_OK(HcommEndpointDestroy(port));
        if (at != nullptr) {
            UT_EQ(munmap(at, kSize), 0);
        }
        rank.Meet();
    }
}

// MEM-07. A descriptor is imported twice, from two threads, and given back as often. Expected: the second import answers
// AGAIN with the same address and counts; each import needs an unimport, the last one succeeds; unimporting what was never
// imported, or once too often, answers NOT_FOUND.
void ImportedTwice(ut::Rank& rank)
{
    char memory[4096];
    for (const PortKind kind : {PortKind::kDevice, PortKind::kHost}) {
        ut::Stage(std::string("MEM-07, ") + (kind == PortKind::kHost ? "network" : "shared memory"));
        const EndpointHandle port = OpenPort(rank, kind);
        const HcommMemHandle handle = Register(port, memory, sizeof(memory));
        const std::string mine = Exported(port, handle);
        const std::string theirs = rank.ExchangeBytes(mine)[rank.rank ^ 1];
        const auto len = static_cast<uint32_t>(theirs.size());
        UT_EQ(HcommMemUnimport(port, theirs.data(), len), HCCL_E_NOT_FOUND);
        Wire wire = Connect(rank, port, kind, "mem07", {handle}, rank.rank ^ 1);
        CommMem got[2] = {};
        int codes[2] = {};
        std::vector<std::thread> threads;
        for (int i = 0; i < 2; ++i) {
            threads.emplace_back([&, i] {
                (void)aclrtSetDevice(static_cast<int32_t>(rank.rank));
                codes[i] = HcommMemImport(port, theirs.data(), len, &got[i]);
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        UT_EQ(std::min(codes[0], codes[1]), 0);
        UT_EQ(std::max(codes[0], codes[1]), HCCL_E_AGAIN);
        char* const at = static_cast<char*>(got[codes[0] == 0 ? 0 : 1].addr);
        std::memset(memory, 0, sizeof(memory));
        rank.Meet();
        char out[64] = {7};
        UT_OK(wire.WriteAndSettle(at, out, 64));
        UT_EQ(HcommMemUnimport(port, theirs.data(), len), HCCL_E_AGAIN);
        UT_OK(wire.WriteAndSettle(at + 64, out, 64));
        UT_OK(HcommMemUnimport(port, theirs.data(), len));
        UT_EQ(HcommMemUnimport(port, theirs.data(), len), HCCL_E_NOT_FOUND);
        rank.Meet();
        UT_EQ(memory[0], 7);
        UT_EQ(memory[64], 7);
        std::string forged = theirs;
        forged[forged.size() / 2] = static_cast<char>(~forged[forged.size() / 2]);
        UT_CHECK(HcommMemUnimport(port, forged.data(), len) != 0);
        rank.Meet();
        Disconnect(wire);
        UT_OK(HcommEndpointDestroy(port));
    }
}

// MEM-08. Memory is unregistered while writes from it and to it are under way. Expected: the unregistration succeeds or
// answers AGAIN and is repeated; what was written before is right where it was accepted; nothing crashes, and descriptors
// and mappings are back to what they were.
void UnregisteredInFlight(ut::Rank& rank)
{
    constexpr uint64_t kBytes = 4 * kMiB;
    constexpr int kWrites = 16;
    constexpr int kWarm = 2;
    constexpr int kRounds = 16;
    std::vector<char> source(kBytes);
    std::vector<char> target(kBytes);
    for (const PortKind kind : {PortKind::kDevice, PortKind::kHost}) {
        ut::Stage(std::string("MEM-08, ") + (kind == PortKind::kHost ? "network" : "shared memory"));
        Holdings before;
        for (int round = 0; round < kWarm + kRounds; ++round) {
            if (round == kWarm) {
                rank.Meet();
                before = Held();
                rank.Meet();
            }
            const EndpointHandle port = OpenPort(rank, kind);
            const HcommMemHandle out = Register(port, source.data(), kBytes);
            const HcommMemHandle in = Register(port, target.data(), kBytes);
            const auto all = rank.ExchangeBytes(Exported(port, in));
            Wire wire = Connect(rank, port, kind, "mem08", {in}, rank.rank ^ 1);
            char* const theirs = Imported(port, all[rank.rank ^ 1]);
            ut::FillPattern(source.data(), kBytes, rank.rank * 100 + round);
            std::fill(target.begin(), target.end(), 0);
            rank.Meet();
            for (int i = 0; i < kWrites; ++i) {
                UT_OK(wire.Write(theirs, source.data(), kBytes));
            }
            // The source, at once.
            int code = HcommMemUnreg(port, out);
            for (int i = 0; i < 10000 && code == HCCL_E_AGAIN; ++i) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                code = HcommMemUnreg(port, out);
            }
            UT_EQ(code, 0);
            UT_OK(wire.Settle());
            rank.Meet();
            UT_EQ(ut::FindWrong(target.data(), kBytes, (rank.rank ^ 1) * 100 + round), kBytes);
            rank.Meet();
            // The target of rank 0, while rank 1 writes to it.
            if (rank.rank == 1) {
                int written = 0;
                for (int i = 0; i < kWrites && written == 0; ++i) {
                    written = wire.Write(theirs, source.data(), kBytes);
                }
                (void)wire.Settle();
            } else {
                code = HcommMemUnreg(port, in);
                for (int i = 0; i < 10000 && code == HCCL_E_AGAIN; ++i) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    code = HcommMemUnreg(port, in);
                }
                UT_EQ(code, 0);
            }
            rank.Meet();
            Disconnect(wire);
            UT_OK(HcommEndpointDestroy(port));
            rank.Meet();
        }
        Holdings after = Held();
        for (int i = 0; i < 500 && after.descriptors > before.descriptors; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            after = Held();
        }
        UT_CHECK(after.descriptors <= before.descriptors);
        // Threads that the runtime starts when it needs them, with their stacks and heaps, come on top; fewer than one
        // mapping a round.
        UT_CHECK(after.mappings < before.mappings + kRounds);
        rank.Meet();
    }
}

}  // namespace

const std::vector<Case> kMemoryCases = {
    {"MEM-01", 2, LockedMemory},   {"MEM-02", 2, RegisteredTwice}, {"MEM-03", 2, BadRegistrations},
    {"MEM-04", 2, ForeignMemory},  {"MEM-05", 2, IgnoredFailure},  {"MEM-06", 2, VeryLarge},
    {"MEM-07", 2, ImportedTwice},  {"MEM-08", 2, UnregisteredInFlight},
};

}  // namespace cases
