// A rank gets SIGKILL, or is stopped for a while, and the others notice: killed PHASE PROTOCOL, as processes of ut/hosts.sh.
//
//   join      the others are still waiting for a further rank to make the communicator
//   connect   they connect channels to it
//   transfer  they exchange data with it
//   wait      they wait for its notify
//   destroy   they destroy the communicator
//   stop      it is stopped (SIGSTOP) for a while: slow is not dead, and nothing fails
//
// Rank 1 is the victim. The others must get an error, their log must name rank 1, and all they made can be destroyed.
// The aim is 2 s from the kill to the error; the time is printed, the limit of the test leaves room for a loaded machine.
#include "../ranks.h"

#include <fcntl.h>
#include <time.h>

#include "hccl/hccl_channel.h"
#include "hccl/hccl_rank_graph.h"
#include "hccl/hccl_res.h"
#include "hcomm_primitives.h"

namespace {

constexpr uint32_t kVictim = 1;
constexpr double kAim = 2.0;
constexpr double kLimit = 25.0;
constexpr uint32_t kWaitSeconds = 90;
constexpr uint64_t kBytes = 64 << 10;

std::string g_log;

double Now()
{
    timespec now{};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void Milliseconds(int n) { std::this_thread::sleep_for(std::chrono::milliseconds(n)); }

[[noreturn]] void Die(ut::Rank& rank)
{
    rank.PutValue("killed", Now());
    (void)kill(getpid(), SIGKILL);
    for (;;) {
        pause();
    }
}

std::string Log()
{
    std::ifstream in(g_log, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// The time from the kill to now, and whether the log tells who died.
void Noticed(ut::Rank& rank, const char* what, int code)
{
    const double seconds = Now() - rank.GetValue<double>("killed");
    const char* verdict = seconds <= kAim ? "within" : "later than";
    std::printf("%s: error %d, %.3f s after the kill, %s the aim of %.0f s\n", what, code, seconds, verdict, kAim);
    UT_CHECK(code != 0);
    UT_CHECK(seconds < kLimit);
    const std::string log = Log();
    UT_CHECK(log.find("rank 1") != std::string::npos);
    if (log.find("rank 1") == std::string::npos) {
        std::printf("the log does not name rank 1:\n%s\n", log.c_str());
    }
}

struct Peer {
    uint32_t rank = 0;
    ChannelHandle channel = 0;
    void* buffer = nullptr;
    uint64_t size = 0;
};

HcclChannelDesc Describe(HcclComm comm, uint32_t own, uint32_t peer, CommProtocol protocol)
{
    HcclChannelDesc desc;
    UT_OK(HcclChannelDescInit(&desc, 1));
    desc.remoteRank = peer;
    desc.channelProtocol = protocol;
    desc.notifyNum = 4;
    uint32_t* layers = nullptr;
    uint32_t layerNum = 0;
    UT_OK(HcclRankGraphGetLayers(comm, &layers, &layerNum));
    const std::vector<uint32_t> kept(layers, layers + layerNum);
    for (const uint32_t layer : kept) {
        CommLink* links = nullptr;
        uint32_t linkNum = 0;
        UT_OK(HcclRankGraphGetLinks(comm, layer, own, peer, &links, &linkNum));
        for (uint32_t i = 0; i < linkNum; ++i) {
            if (links[i].linkAttr.linkProtocol == protocol) {
                desc.localEndpoint = links[i].srcEndpointDesc;
                desc.remoteEndpoint = links[i].dstEndpointDesc;
                return desc;
            }
        }
    }
    return desc;
}

// Channels between the victim and each other rank. False if the library has no such channels.
bool Connect(ut::Rank& rank, HcclComm comm, CommProtocol protocol, std::vector<Peer>* peers)
{
    std::vector<HcclChannelDesc> descs;
    for (uint32_t other = 0; other < rank.size; ++other) {
        if (other != rank.rank && (other == kVictim || rank.rank == kVictim)) {
            descs.push_back(Describe(comm, rank.rank, other, protocol));
            peers->push_back({other, 0, nullptr, 0});
        }
    }
    std::vector<ChannelHandle> channels(descs.size());
    const HcclResult result = HcclChannelAcquire(comm, COMM_ENGINE_AICPU_TS, descs.data(),
                                                 static_cast<uint32_t>(descs.size()), channels.data());
    std::string note;
    if (result == HCCL_E_NOT_SUPPORT || (result != HCCL_SUCCESS && rank.board->Look("not-built", &note))) {
        rank.Put("not-built", "");
        return false;
    }
    UT_OK(result);
    for (size_t i = 0; i < channels.size(); ++i) {
        (*peers)[i].channel = channels[i];
        UT_OK(HcclChannelGetHcclBuffer(comm, channels[i], &(*peers)[i].buffer, &(*peers)[i].size));
    }
    return true;
}

void Destroy(HcclComm comm)
{
    const double began = Now();
    UT_EQ(HcclCommDestroy(comm), HCCL_SUCCESS);
    const double seconds = Now() - began;
    std::printf("destroyed in %.3f s\n", seconds);
    UT_CHECK(seconds < kLimit);
}

// The communicator never comes to be: one more rank is expected than there are, all others wait when the victim dies.
void JoinPhase(ut::Rank& rank)
{
    HcclRootInfo root{};
    if (rank.rank == 0) {
        UT_OK(HcclGetRootInfo(&root));
        rank.PutValue("root", root);
    } else {
        root = rank.GetValue<HcclRootInfo>("root");
    }
    HcclComm comm = nullptr;
    rank.Meet();
    if (rank.rank == kVictim) {
        std::thread([&] {
            (void)aclrtSetDevice(static_cast<int32_t>(kVictim));
            (void)HcclCommInitRootInfo(rank.size + 1, &root, rank.rank, &comm);
        }).detach();
        Milliseconds(1500);
        Die(rank);
    }
    const HcclResult result = HcclCommInitRootInfo(rank.size + 1, &root, rank.rank, &comm);
    Noticed(rank, "HcclCommInitRootInfo", result);
}

void ConnectPhase(ut::Rank& rank, HcclComm comm, CommProtocol protocol)
{
    if (rank.rank == kVictim) {
        rank.Meet();
        Milliseconds(300);
        Die(rank);
    }
    const HcclChannelDesc desc = Describe(comm, rank.rank, kVictim, protocol);
    rank.Meet();
    ChannelHandle channel = 0;
    const HcclResult result = HcclChannelAcquire(comm, COMM_ENGINE_AICPU_TS, &desc, 1, &channel);
    Noticed(rank, "HcclChannelAcquire", result);
    Destroy(comm);
}

// Both sides write and notify in turns until one dies.
void TransferPhase(ut::Rank& rank, HcclComm comm, const std::vector<Peer>& peers, bool destroy)
{
    ThreadHandle thread = 0;
    aclrtStream stream = nullptr;
    void* own = nullptr;
    uint64_t size = 0;
    UT_OK(HcclThreadAcquire(comm, COMM_ENGINE_AICPU_TS, 1, 4, &thread));
    UT_OK(HcclThreadResGetInfo(comm, thread, THREAD_RES_TYPE_STREAM, sizeof(stream), reinterpret_cast<void**>(&stream)));
    UT_OK(HcclGetHcclBuffer(comm, &own, &size));
    rank.Meet();
    int code = 0;
    for (uint32_t round = 0; code == 0; ++round) {
        if (rank.rank == kVictim && round == 200) {
            // Work is under way and queued: killed in the middle of it.
            for (const Peer& peer : peers) {
                (void)HcommWriteOnThread(thread, peer.channel, peer.buffer, own, kBytes);
            }
            Die(rank);
        }
        for (const Peer& peer : peers) {
            if (code == 0) {
                code = HcommWriteWithNotifyOnThread(thread, peer.channel, peer.buffer, own, kBytes, 0);
            }
        }
        for (const Peer& peer : peers) {
            if (code == 0) {
                code = HcommChannelNotifyWaitOnThread(thread, peer.channel, 0, kWaitSeconds);
            }
        }
        if (destroy && rank.rank != kVictim && round > 200) {
            // Nothing looks at the error: the communicator goes down with work queued.
            (void)rank.GetValue<double>("killed");
            break;
        }
        if (code == 0) {
            code = ut::Synchronize(stream);
        }
    }
    if (!destroy) {
        Noticed(rank, "transfer", code);
        HcclResult asynchronous = HCCL_SUCCESS;
        UT_EQ(HcclGetCommAsyncError(comm, &asynchronous), HCCL_SUCCESS);
        UT_CHECK(asynchronous != HCCL_SUCCESS);
    }
    Destroy(comm);
}

void WaitPhase(ut::Rank& rank, HcclComm comm, const std::vector<Peer>& peers, bool stop)
{
    ThreadHandle thread = 0;
    aclrtStream stream = nullptr;
    UT_OK(HcclThreadAcquire(comm, COMM_ENGINE_AICPU_TS, 1, 4, &thread));
    UT_OK(HcclThreadResGetInfo(comm, thread, THREAD_RES_TYPE_STREAM, sizeof(stream), reinterpret_cast<void**>(&stream)));
    rank.Meet();
    if (rank.rank == kVictim) {
        Milliseconds(300);
        if (!stop) {
            Die(rank);
        }
        // A child wakes this process up again.
        const pid_t self = getpid();
        const pid_t child = fork();
        if (child == 0) {
            Milliseconds(4000);
            (void)kill(self, SIGCONT);
            _exit(0);
        }
        (void)kill(self, SIGSTOP);
        for (const Peer& peer : peers) {
            UT_OK(HcommChannelNotifyRecordOnThread(thread, peer.channel, 1));
        }
        UT_OK(ut::Synchronize(stream));
    } else {
        for (const Peer& peer : peers) {
            UT_OK(HcommChannelNotifyWaitOnThread(thread, peer.channel, 1, kWaitSeconds));
        }
        const int code = ut::Synchronize(stream);
        if (stop) {
            UT_EQ(code, 0);
        } else {
            Noticed(rank, "wait", code);
            HcclResult asynchronous = HCCL_SUCCESS;
            UT_EQ(HcclGetCommAsyncError(comm, &asynchronous), HCCL_SUCCESS);
            UT_CHECK(asynchronous != HCCL_SUCCESS);
        }
    }
    if (stop) {
        rank.Meet();
    }
    Destroy(comm);
}

} // namespace

int main(int argc, char** argv)
{
    const std::string phase = argc > 1 ? argv[1] : "";
    const std::string carrier = argc > 2 ? argv[2] : "";
    const CommProtocol protocol = carrier == "roce" ? COMM_PROTOCOL_ROCE : COMM_PROTOCOL_UB_CTP;
    const char* board = std::getenv("UT_BOARD");
    if (board == nullptr || phase.empty()) {
        std::fprintf(stderr, "usage: ut/hosts.sh --may-die 1 --ranks N killed PHASE mapped|roce\n");
        return 2;
    }
    if (ut::Number("UT_HOSTS", 1) > 1) {
        setenv("HCCL_SOCKET_IFNAME", "eth0", 0);
    }
    // What the library logs is looked at: the errors must say who died.
    g_log = std::string(board) + "/log." + std::getenv("UT_RANK");
    const int log = open(g_log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    const int errors = dup(2);
    if (log < 0 || errors < 0 || dup2(log, 2) < 0) {
        std::perror("killed: log");
        return 1;
    }
    const int code = ut::Run("killed", 3, 115, [&](ut::Rank& rank) {
        if (phase == "join") {
            JoinPhase(rank);
            return;
        }
        HcclComm comm = rank.Join("killed", 1);
        if (phase == "connect") {
            ConnectPhase(rank, comm, protocol);
            return;
        }
        std::vector<Peer> peers;
        if (!Connect(rank, comm, protocol, &peers)) {
            ut::Skip(phase, "channels of " + carrier + " are not built");
            UT_OK(HcclCommDestroy(comm));
            return;
        }
        if (phase == "transfer" || phase == "destroy") {
            TransferPhase(rank, comm, peers, phase == "destroy");
        } else {
            WaitPhase(rank, comm, peers, phase == "stop");
        }
    });
    if (code == 1) {
        std::printf("log:\n%s", Log().c_str());
    }
    return code;
}
