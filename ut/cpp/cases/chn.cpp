// CHN: channels.
#include <arpa/inet.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>

#include "party.h"
#include "wire.h"

namespace cases {

using contract::Soak;

namespace {

// CHN-02. One side is killed and comes back with the same address and number, twenty times. Expected: what the survivor
// writes on the old channel answers an error and does not reach the newcomer; a new channel under the same name works at
// once.
void Restarted(ut::Rank&)
{
    if (const char* part = std::getenv("UT_PART")) {
        // The one that is killed.
        const std::string round = part;
        ut::Rank rank(1, 2, std::make_shared<ut::DirectoryBoard>(std::getenv("UT_BOARD")));
        UT_OK(aclInit(nullptr));
        UT_OK(aclrtSetDevice(1));
        std::vector<char> memory(8192, 0);
        const EndpointHandle port = OpenPort(rank, PortKind::kHost);
        const HcommMemHandle handle = Register(port, memory.data(), memory.size());
        rank.Put("desc." + round, Exported(port, handle));
        Wire wire = Connect(rank, port, PortKind::kHost, "chn02", {handle}, 0);
        UT_OK(wire.Wait(0));
        UT_CHECK(ut::FindWrong(memory.data(), 4096, std::stoul(round)) == 4096);
        UT_CHECK(ut::AllBytes(memory.data() + 4096, 4096, 0));
        rank.Put((ut::g_failed == 0 ? "good." : "bad.") + round, "");
        for (;;) {
            pause();
        }
    }
    char board[] = "/tmp/hcomm-case.XXXXXX";
    UT_REQUIRE(mkdtemp(board) != nullptr);
    ut::Rank rank(0, 2, std::make_shared<ut::DirectoryBoard>(board));
    UT_OK(aclInit(nullptr));
    UT_OK(aclrtSetDevice(0));
    const EndpointHandle port = OpenPort(rank, PortKind::kHost);
    std::vector<char> memory(8192);
    const HcommMemHandle handle = Register(port, memory.data(), memory.size());
    for (uint32_t round = 0; round < 8 * Soak(); ++round) {
        const std::string number = std::to_string(round);
        ut::Stage("CHN-02, round " + number);
        const pid_t child = Again("CHN-02", number, {std::string("UT_BOARD=") + board});
        const std::string desc = rank.Get("desc." + number);
        Wire wire = Connect(rank, port, PortKind::kHost, "chn02", {handle}, 1);
        char* const theirs = Imported(port, desc);
        ut::FillPattern(memory.data(), 4096, round);
        UT_OK(wire.WriteAndSettle(theirs, memory.data(), 4096));
        UT_OK(wire.Record(0));
        UT_OK(wire.Settle());
        (void)rank.Get("good." + number);
        UT_EQ(kill(child, SIGKILL), 0);
        UT_CHECK(Reap(child, 30) != -1);
        // The write after the death fails, now or when it is waited for, within a bound.
        int code = 0;
        for (int i = 0; i < 1000 && code == 0; ++i) {
            code = wire.WriteAndSettle(theirs + 4096, memory.data(), 64);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        UT_CHECK(code != 0);
        UT_CHECK(HcommChannelNotifyWait(wire.channel, 1, 5) != 0);
        Disconnect(wire);
        UT_OK(HcommMemUnimport(port, desc.data(), static_cast<uint32_t>(desc.size())));
    }
    UT_OK(HcommEndpointDestroy(port));
    UT_OK(aclrtResetDevice(0));
    UT_OK(aclFinalize());
    UT_EQ(std::system((std::string("rm -rf ") + board).c_str()), 0);
}

// CHN-03. Very many small operations without a fence, on one channel and on sixteen with one thread, then one fence.
// Expected: every slot is right and memory stays bounded; a posting call may answer AGAIN, never anything else. A peer
// that is stopped delays the poster, which goes on when the peer does.
void QueueFull(ut::Rank& rank)
{
    constexpr uint64_t kSlots = 100000;
    std::vector<uint64_t> out(kSlots);
    std::vector<uint64_t> in(kSlots, 0);
    for (uint64_t i = 0; i < kSlots; ++i) {
        out[i] = i * 3 + 1 + rank.rank;
    }
    const EndpointHandle port = OpenPort(rank, PortKind::kHost);
    const HcommMemHandle handle = Register(port, in.data(), kSlots * 8);
    const auto all = rank.ExchangeBytes(Exported(port, handle));
    constexpr uint32_t kChannels = 16;
    std::vector<Wire> wires;
    for (uint32_t i = 0; i < kChannels; ++i) {
        const std::string name = "chn03." + std::to_string(i);
        wires.push_back(Connect(rank, port, PortKind::kHost, name.c_str(), {handle}, rank.rank ^ 1));
    }
    auto* const theirs = reinterpret_cast<uint64_t*>(Imported(port, all[rank.rank ^ 1]));
    for (const uint32_t channels : {1u, kChannels}) {
        ut::Stage("CHN-03, " + std::to_string(channels) + " channels");
        std::fill(in.begin(), in.end(), 0);
        rank.Meet();
        const Holdings before = Held();
        for (uint64_t i = 0; i < kSlots; ++i) {
            const Wire& wire = wires[i % channels];
            int code = HcommWriteNbiOnThread(wire.thread, wire.channel, theirs + i, &out[i], 8);
            while (code == HCCL_E_AGAIN) {
                UT_OK(HcommChannelFence(wire.channel));
                code = HcommWriteNbiOnThread(wire.thread, wire.channel, theirs + i, &out[i], 8);
            }
            UT_OK(code);
        }
        for (uint32_t i = 0; i < channels; ++i) {
            UT_OK(HcommChannelFenceOnThread(wires[i].thread, wires[i].channel));
        }
        rank.Meet();
        uint64_t wrong = 0;
        for (uint64_t i = 0; i < kSlots; ++i) {
            wrong += in[i] != i * 3 + 1 + (rank.rank ^ 1) ? 1 : 0;
        }
        UT_EQ(wrong, 0);
        UT_CHECK(Held().residentKiB - before.residentKiB < 64 * 1024);
        rank.Meet();
    }
    if (rank.process) {
        ut::Stage("CHN-03, a stopped peer");
        const auto pids = rank.Exchange(getpid());
        if (rank.rank == 0) {
            UT_EQ(kill(pids[1], SIGSTOP), 0);
            std::thread waker([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(500));
                UT_EQ(kill(pids[1], SIGCONT), 0);
            });
            int code = 0;
            for (uint64_t i = 0; i < kSlots && code == 0; ++i) {
                code = wires[0].Write(theirs + i, &out[i], 8);
                while (code == HCCL_E_AGAIN) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    code = wires[0].Write(theirs + i, &out[i], 8);
                }
            }
            const int settled = wires[0].Settle();
            waker.join();
            UT_OK(code);
            UT_OK(settled);
        }
        rank.Meet();
    }
    for (Wire& wire : wires) {
        Disconnect(wire);
    }
    UT_OK(HcommEndpointDestroy(port));
    rank.Meet();
}

// CHN-04. A call makes sixteen channels of which one cannot be made: its description is bad, or descriptors run out.
// Expected: the call fails as a whole, the output stays as it was, nothing is left, and channels made later work.
void AllOrNothing(ut::Rank& rank)
{
    char memory[4096] = {};
    const EndpointHandle port = OpenPort(rank, PortKind::kHost);
    const HcommMemHandle handle = Register(port, memory, sizeof(memory));
    std::vector<HcommMemHandle> handles = {handle};
    // What a process needs for its first channel stays.
    Wire first = Connect(rank, port, PortKind::kHost, "first", handles, rank.rank ^ 1);
    rank.Meet();
    Disconnect(first);
    rank.Meet();
    Holdings before;
    for (const uint32_t bad : {0u, 0u, 7u, 15u}) {
        std::vector<HcommChannelDesc> descs(16, Describe(rank, rank.rank ^ 1, PortKind::kHost, "chn04", handles));
        std::vector<std::string> names;
        for (uint32_t i = 0; i < 16; ++i) {
            names.push_back("chn04." + std::to_string(i));
        }
        names[bad] = std::string(192, 'x');  // one more than a name may have
        for (uint32_t i = 0; i < 16; ++i) {
            descs[i].channelName = names[i].c_str();
        }
        std::vector<ChannelHandle> channels(16, 99);
        UT_EQ(HcommChannelCreate(port, COMM_ENGINE_CPU, descs.data(), 16, channels.data()), HCCL_E_PARA);
        UT_EQ(std::count(channels.begin(), channels.end(), ChannelHandle{99}), 16);
        if (before.descriptors == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            before = Held();
        }
    }
    rank.Meet();
    // Descriptors run out while channels connect. Threads of one process share them, so only one does it.
    if (rank.process) {
        rlimit limit = {};
        UT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
        const rlimit few = {static_cast<rlim_t>(Held().descriptors + 4), limit.rlim_max};
        UT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
        std::vector<HcommChannelDesc> descs(16, Describe(rank, rank.rank ^ 1, PortKind::kHost, "few", handles));
        std::vector<std::string> names;
        for (uint32_t i = 0; i < 16; ++i) {
            names.push_back("few." + std::to_string(i));
        }
        for (uint32_t i = 0; i < 16; ++i) {
            descs[i].channelName = names[i].c_str();
        }
        std::vector<ChannelHandle> channels(16, 99);
        const int code = HcommChannelCreate(port, COMM_ENGINE_CPU, descs.data(), 16, channels.data());
        if (code == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            std::vector<int32_t> status(16, -1);
            UT_OK(HcommChannelGetStatus(channels.data(), 16, status.data()));
            UT_CHECK(std::any_of(status.begin(), status.end(), [](int32_t one) { return one != 0; }));
            UT_OK(HcommChannelDestroy(channels.data(), 16));
        }
        UT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
    }
    rank.Meet();
    Holdings after = Held();
    for (int i = 0; i < 500 && after.descriptors > before.descriptors; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        after = Held();
    }
    UT_CHECK(after.descriptors <= before.descriptors);
    const auto all = rank.ExchangeBytes(Exported(port, handle));
    char* const theirs = Imported(port, all[rank.rank ^ 1]);
    for (int i = 0; i < 4; ++i) {
        const std::string name = "later." + std::to_string(i);
        Wire wire = Connect(rank, port, PortKind::kHost, name.c_str(), handles, rank.rank ^ 1);
        char out[8] = "right";
        UT_OK(wire.WriteAndSettle(theirs, out, 8));
        rank.Meet();
        UT_CHECK(std::strcmp(memory, "right") == 0);
        Disconnect(wire);
        rank.Meet();
    }
    UT_OK(HcommEndpointDestroy(port));
}

// CHN-05. Two ranks do not mean the same pair of ports: rank 0 connects to a port that rank 1 does not have. Expected:
// neither channel gets ready, both end with a status that says so when the time for connecting is over, and a channel
// over the port that both have works. (That devices differ at all ranks see in the rank graph, which is one for all.)
void DifferentPorts(ut::Rank& rank)
{
    const EndpointHandle port = OpenPort(rank, PortKind::kHost);
    std::vector<HcommMemHandle> none;
    HcommChannelDesc desc = Describe(rank, rank.rank ^ 1, PortKind::kHost, "chn05", none);
    desc.remoteEndpoint.commAddr.addr.s_addr ^= htonl(rank.rank == 0 ? 0x40 : 0x80);
    ChannelHandle channel = 0;
    int code = HcommChannelCreate(port, COMM_ENGINE_CPU, &desc, 1, &channel);
    if (code == 0) {
        int32_t status = 1;
        const auto until = ut::Clock::now() + std::chrono::seconds(60);
        while (status == 1 && ut::Clock::now() < until) {
            UT_OK(HcommChannelGetStatus(&channel, 1, &status));
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        UT_CHECK(status >= 2 && status <= 5);
        char byte = 0;
        UT_CHECK(HcommWriteNbi(channel, &byte, &byte, 1) != 0);
        UT_OK(HcommChannelDestroy(&channel, 1));
    }
    rank.Meet();
    Wire wire = Connect(rank, port, PortKind::kHost, "chn05 both", none, rank.rank ^ 1);
    UT_OK(wire.Record(0));
    UT_OK(wire.Wait(0));
    UT_OK(wire.Settle());
    rank.Meet();
    Disconnect(wire);
    UT_OK(HcommEndpointDestroy(port));
}

// CHN-06. The link between two hosts goes down in the middle of writes; a second channel, inside of one host, is not
// touched. Ranks 0 and 1 are on host 0, ranks 2 and 3 on host 1. Expected: the writes over the link answer an error
// within a bound, the other channel goes on, and when the link is up again a new channel works.
void LinkDown(ut::Rank& rank)
{
    if (rank.hosts < 2) {
        ut::Skip("CHN-06", "needs two hosts: started by ut/hosts.sh");
        return;
    }
    std::vector<char> memory(1 << 20);
    // Over the link: 0 with 2. Beside it: 0 with 1.
    const EndpointHandle port = OpenPort(rank, PortKind::kHost);
    const HcommMemHandle handle = Register(port, memory.data(), memory.size());
    const auto all = rank.ExchangeBytes(Exported(port, handle));
    std::vector<char> out(1 << 20);
    ut::FillPattern(out.data(), out.size(), 6);
    Wire far;
    Wire near;
    if (rank.rank == 0 || rank.rank == 2) {
        far = Connect(rank, port, PortKind::kHost, "far", {handle}, 2 - rank.rank);
    }
    // Two ranks of one host share its address: the roles tell them apart.
    const EndpointHandle local = rank.rank < 2 ? OpenPort(rank, PortKind::kHost) : nullptr;
    HcommMemHandle localHandle = nullptr;
    if (rank.rank < 2) {
        localHandle = Register(local, memory.data(), memory.size());
        near = Connect(rank, local, PortKind::kHost, "near", {localHandle}, 1 - rank.rank);
    }
    rank.Meet();
    if (rank.rank == 0) {
        char* const there = Imported(port, all[2]);
        char* const beside = Imported(local, all[1]);
        for (int i = 0; i < 20; ++i) {
            UT_OK(far.WriteAndSettle(there, out.data(), out.size()));
        }
        UT_EQ(std::system("ip link set eth0 down"), 0);
        const auto began = ut::Clock::now();
        int code = 0;
        for (int i = 0; i < 2000 && code == 0; ++i) {
            code = far.Write(there, out.data(), out.size());
            code = code != 0 ? code : far.Settle();
        }
        UT_CHECK(code != 0);
        UT_CHECK(ut::Clock::now() - began < std::chrono::seconds(30));
        std::printf("the write answered %d after %.1f s\n", code,
                    std::chrono::duration<double>(ut::Clock::now() - began).count());
        for (int i = 0; i < 5; ++i) {
            UT_OK(near.WriteAndSettle(beside, out.data(), out.size()));
        }
        UT_EQ(std::system("ip link set eth0 up && ip -6 addr replace $(echo $UT_IPV6 | cut -d' ' -f1)/64 dev eth0 nodad"), 0);
    }
    rank.Meet();
    if (rank.rank == 0 || rank.rank == 2) {
        UT_OK(HcommChannelDestroy(&far.channel, 1));
        UT_OK(HcommThreadFree(&far.thread, 1));
        Wire again = Connect(rank, port, PortKind::kHost, "again", {handle}, 2 - rank.rank);
        if (rank.rank == 0) {
            std::fill(out.begin(), out.end(), 9);
            CommMem mem{};
            (void)HcommMemImport(port, all[2].data(), static_cast<uint32_t>(all[2].size()), &mem);
            UT_OK(again.WriteAndSettle(mem.addr, out.data(), out.size()));
            UT_OK(again.Record(0));
            UT_OK(again.Settle());
        } else {
            UT_OK(again.Wait(0));
            UT_CHECK(ut::AllBytes(memory.data(), memory.size(), 9));
        }
        rank.Put("again." + std::to_string(rank.rank), "");
        (void)rank.Get("again." + std::to_string(2 - rank.rank));
        Disconnect(again);
    }
    rank.Meet();
    if (rank.rank < 2) {
        Disconnect(near);
        UT_OK(HcommEndpointDestroy(local));
    }
    UT_OK(HcommEndpointDestroy(port));
}

// CHN-07. Memory that is mapped for reading only is registered, is the source of a write, is read by the peer, and then
// the target of a write by the peer. Expected: source use works; target use is refused at the call or when it is waited
// for, with no crash and not a byte changed. (That memory a process gives for its own reads is writable is up to it, as
// for memcpy.)
void ReadOnly(ut::Rank& rank)
{
    for (const PortKind kind : {PortKind::kDevice, PortKind::kHost}) {
        ut::Stage(std::string("CHN-07, ") + (kind == PortKind::kHost ? "network" : "shared memory"));
        void* mapped = mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        UT_REQUIRE(mapped != MAP_FAILED);
        ut::FillPattern(mapped, 8192, rank.rank);
        UT_EQ(mprotect(mapped, 8192, PROT_READ), 0);
        char open[8192] = {};
        const EndpointHandle port = OpenPort(rank, kind);
        const HcommMemHandle closed = Register(port, mapped, 8192);
        const HcommMemHandle free = Register(port, open, sizeof(open));
        const auto closedAll = rank.ExchangeBytes(Exported(port, closed));
        const auto freeAll = rank.ExchangeBytes(Exported(port, free));
        Wire wire = Connect(rank, port, kind, "chn07", {closed, free}, rank.rank ^ 1);
        char* const theirClosed = Imported(port, closedAll[rank.rank ^ 1]);
        char* const theirFree = Imported(port, freeAll[rank.rank ^ 1]);
        UT_OK(wire.WriteAndSettle(theirFree, mapped, 4096));
        std::vector<char> got(8192);
        UT_OK(wire.Read(got.data(), theirClosed, 8192));
        UT_OK(wire.Settle());
        UT_EQ(ut::FindWrong(got.data(), 8192, rank.rank ^ 1), 8192);
        rank.Meet();
        UT_EQ(ut::FindWrong(open, 4096, rank.rank ^ 1), 4096);
        rank.Meet();
        UT_CHECK(wire.WriteAndSettle(theirClosed, got.data(), 64) != 0);
        rank.Meet();
        UT_EQ(ut::FindWrong(mapped, 8192, rank.rank), 8192);
        rank.Meet();
        Disconnect(wire);
        UT_OK(HcommEndpointDestroy(port));
        UT_EQ(munmap(mapped, 8192), 0);
    }
}

}  // namespace

const std::vector<Case> kChannelCases = {
    {"CHN-02", 0, Restarted},    {"CHN-03", 2, QueueFull},      {"CHN-04", 2, AllOrNothing},
    {"CHN-05", 2, DifferentPorts}, {"CHN-06", 4, LinkDown},
    {"CHN-07", 2, ReadOnly},
};

}  // namespace cases
