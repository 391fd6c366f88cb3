// Even ranks send to the odd rank behind them. Odd ranks check what they get and print the first values.

#include <algorithm>
#include <string>
#include <vector>

#include "p2p.h"
#include "ranks.h"

namespace {

constexpr uint64_t kPrinted = 8;

int32_t Value(uint32_t sender, uint64_t index) { return static_cast<int32_t>(sender * 1000 + index % 1000); }

int SendTo(uint32_t peer, uint64_t count, const ranks::Session& session)
{
    std::vector<int32_t> host(count);
    for (uint64_t i = 0; i < count; ++i) {
        host[i] = Value(session.rank, i);
    }
    if (session.options.injectError && session.rank == 0) {
        host[count / 2] += 1;
    }
    ranks::DeviceMemory device;
    TEST_TRY(device.Allocate(count * sizeof(int32_t)));
    TEST_TRY(device.CopyIn(host.data(), count * sizeof(int32_t)));
    TEST_TRY(HcclSendCustom(device.data, count, HCCL_DATA_TYPE_INT32, peer, session.comm, session.stream));
    return session.Synchronize();
}

// Counts a wrong message in `wrong`; the value is 1 if the operator failed.
int ReceiveFrom(uint32_t peer, uint64_t count, const ranks::Session& session, uint32_t* wrong)
{
    std::vector<int32_t> host(count, -1);
    ranks::DeviceMemory device;
    TEST_TRY(device.Allocate(count * sizeof(int32_t)));
    TEST_TRY(device.CopyIn(host.data(), count * sizeof(int32_t)));
    TEST_TRY(HcclRecvCustom(device.data, count, HCCL_DATA_TYPE_INT32, peer, session.comm, session.stream));
    TEST_TRY(session.Synchronize());
    TEST_TRY(device.CopyOut(host.data(), count * sizeof(int32_t)));

    std::string line = "rank " + std::to_string(session.rank) + " received from rank " + std::to_string(peer) + ":";
    for (uint64_t i = 0; i < std::min(count, kPrinted); ++i) {
        line += " " + std::to_string(host[i]);
    }
    line += count > kPrinted ? " ... (" + std::to_string(count) + " values)\n" : "\n";
    std::fwrite(line.data(), 1, line.size(), stdout); // one call, so that lines of ranks do not mix

    for (uint64_t i = 0; i < count; ++i) {
        if (host[i] != Value(peer, i)) {
            std::fprintf(stderr, "rank %u: value %llu from rank %u is %d, expected %d\n", session.rank,
                         static_cast<unsigned long long>(i), peer, host[i], Value(peer, i));
            ++*wrong; // not the end of this rank's test: its peer would wait for it
            break;
        }
    }
    return 0;
}

// What the operator must refuse.
int CheckArguments(const ranks::Session& session)
{
    char data = 0;
    const bool refused =
        HcclSendCustom(&data, 1, HCCL_DATA_TYPE_INT8, session.rank, session.comm, session.stream) == HCCL_E_PARA &&
        HcclSendCustom(&data, 1, HCCL_DATA_TYPE_INT8, session.rankNum, session.comm, session.stream) == HCCL_E_PARA &&
        HcclRecvCustom(&data, 1, HCCL_DATA_TYPE_RESERVED, session.rank, session.comm, session.stream) == HCCL_E_PARA &&
        HcclRecvCustom(nullptr, 1, HCCL_DATA_TYPE_INT8, 0, session.comm, session.stream) == HCCL_E_PTR;
    if (!refused) {
        std::fprintf(stderr, "rank %u: wrong arguments were not refused\n", session.rank);
    }
    return refused ? 0 : 1;
}

int RunRank(uint32_t rank, uint32_t rankNum, const ranks::Options& options, const HcclRootInfo& root)
{
    ranks::Session session(rank, rankNum, options);
    TEST_TRY(session.Open(root));
    TEST_TRY(CheckArguments(session));
    const bool isSender = rank % 2 == 0;
    const uint32_t peer = isSender ? rank + 1 : rank - 1;
    uint32_t wrong = 0;
    if (peer < rankNum) { // of an odd number of ranks the last one has nobody
        // The third one does not fit into the part of the HCCL buffer for one peer when HCCL_BUFFSIZE is 1 (MiB).
        for (const uint64_t count : {uint64_t{8}, uint64_t{1}, uint64_t{300007}}) {
            TEST_TRY(isSender ? SendTo(peer, count, session) : ReceiveFrom(peer, count, session, &wrong));
        }
    }
    return session.Close() + (wrong != 0);
}

int Finish() { return HcclP2pCustomFinalize(); }

} // namespace

int main(int argc, char** argv) { return ranks::Run(argc, argv, RunRank, Finish); }
