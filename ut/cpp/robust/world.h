// Two ranks of a communicator in one process with an object of each kind, and a transfer that proves that they work.
#ifndef HCOMM_UT_ROBUST_WORLD_H
#define HCOMM_UT_ROBUST_WORLD_H

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <thread>

#include <arpa/inet.h>

#include "acl/acl.h"
#include "hccl/hccl_channel.h"
#include "hccl/hccl_comm.h"
#include "hccl/hccl_res.h"
#include "hccl/hccl_team.h"
#include "hcomm_channel.h"
#include "hcomm_primitives.h"
#include "hcomm_res.h"

namespace world {

constexpr uint32_t kNotifies = 4;
constexpr uint32_t kLong = 60;
constexpr uint64_t kBytes = 4096;

struct Rank {
    HcclComm comm = nullptr;
    ThreadHandle thread = 0;
    ChannelHandle channel = 0;
    void *local = nullptr;
    uint64_t localSize = 0;
    void *remote = nullptr;
    uint64_t remoteSize = 0;
    HcclMemHandle memory = nullptr;
    void *registered = nullptr;
    aclrtStream stream = nullptr;
};

// A description of the channel of rank `index` to the other one.
inline HcclChannelDesc ChannelTo(uint32_t peer)
{
    HcclChannelDesc desc;
    (void)HcclChannelDescInit(&desc, 1);
    desc.remoteRank = peer;
    desc.channelProtocol = COMM_PROTOCOL_UB_CTP;
    desc.notifyNum = kNotifies;
    return desc;
}

inline EndpointDesc DeviceEndpoint(uint32_t device)
{
    EndpointDesc desc;
    (void)EndpointDescInit(&desc, 1);
    desc.protocol = COMM_PROTOCOL_UB_CTP;
    desc.commAddr.type = COMM_ADDR_TYPE_ID;
    desc.commAddr.id = device;
    desc.loc.locType = ENDPOINT_LOC_TYPE_DEVICE;
    desc.loc.device.devPhyId = device;
    return desc;
}

inline EndpointDesc HostEndpoint()
{
    EndpointDesc desc;
    (void)EndpointDescInit(&desc, 1);
    desc.protocol = COMM_PROTOCOL_ROCE;
    desc.commAddr.type = COMM_ADDR_TYPE_IP_V4;
    desc.commAddr.addr.s_addr = htonl(INADDR_LOOPBACK);
    desc.loc.locType = ENDPOINT_LOC_TYPE_HOST;
    desc.loc.host.id = 0;
    return desc;
}

inline bool Good(int32_t result, const char *what)
{
    if (result != 0) {
        std::printf("world: %s answered %d\n", what, result);
    }
    return result == 0;
}
#define WORLD(call) ::world::Good(static_cast<int32_t>(call), #call)

inline bool Connect(uint32_t index, HcclComm comm, Rank *rank)
{
    const HcclChannelDesc desc = ChannelTo(1 - index);
    rank->comm = comm;
    if (!WORLD(aclrtSetDevice(static_cast<int32_t>(index))) || !WORLD(aclrtCreateStream(&rank->stream)) ||
        !WORLD(aclrtMalloc(&rank->registered, kBytes, ACL_MEM_MALLOC_HUGE_FIRST))) {
        return false;
    }
    CommMem memory;
    memory.type = COMM_MEM_TYPE_DEVICE;
    memory.addr = rank->registered;
    memory.size = kBytes;
    return WORLD(HcclCommMemReg(comm, "world", &memory, &rank->memory)) &&
           WORLD(HcclThreadAcquire(comm, COMM_ENGINE_AICPU_TS, 1, kNotifies, &rank->thread)) &&
           WORLD(HcclChannelAcquire(comm, COMM_ENGINE_AICPU_TS, &desc, 1, &rank->channel)) &&
           WORLD(HcclGetHcclBuffer(comm, &rank->local, &rank->localSize)) &&
           WORLD(HcclChannelGetHcclBuffer(comm, rank->channel, &rank->remote, &rank->remoteSize));
}

// Runs `work(index)` for both ranks at once.
template <class Work>
bool Both(Work work)
{
    bool good[2] = {};
    std::thread other([&] { good[1] = aclrtSetDevice(1) == 0 && work(1); });
    good[0] = aclrtSetDevice(0) == 0 && work(0);
    other.join();
    return good[0] && good[1];
}

inline bool Make(Rank *ranks)
{
    int32_t devices[] = {0, 1};
    HcclComm comms[2] = {};
    return WORLD(HcclCommInitAll(2, devices, comms)) &&
           Both([&](uint32_t index) { return Connect(index, comms[index], &ranks[index]); });
}

inline bool Synchronize(const Rank &rank)
{
    aclrtStream stream = nullptr;
    return WORLD(HcclThreadResGetInfo(rank.comm, rank.thread, THREAD_RES_TYPE_STREAM, sizeof(stream),
                                      reinterpret_cast<void **>(&stream))) &&
           WORLD(aclrtSynchronizeStreamWithTimeout(stream, kLong * 1000));
}

// Rank 0 writes bytes that follow from `seed` and notifies rank 1, which answers; the bytes must be there.
inline bool Transfer(const Rank *ranks, uint32_t seed)
{
    auto *from = static_cast<unsigned char *>(ranks[0].local);
    const auto *to = static_cast<const unsigned char *>(ranks[1].local);
    for (uint64_t i = 0; i < kBytes; i++) {
        from[i] = static_cast<unsigned char>(seed * 31 + i * 7 + (i >> 8));
    }
    if (!WORLD(HcommChannelNotifyWaitOnThread(ranks[1].thread, ranks[1].channel, 1, kLong)) ||
        !WORLD(HcommChannelNotifyRecordOnThread(ranks[1].thread, ranks[1].channel, 2)) ||
        !WORLD(HcommWriteWithNotifyOnThread(ranks[0].thread, ranks[0].channel, ranks[0].remote, from, kBytes, 1)) ||
        !WORLD(HcommChannelNotifyWaitOnThread(ranks[0].thread, ranks[0].channel, 2, kLong)) ||
        !WORLD(aclrtSetDevice(1)) || !Synchronize(ranks[1]) || !WORLD(aclrtSetDevice(0)) || !Synchronize(ranks[0])) {
        return false;
    }
    if (std::memcmp(from, to, kBytes) != 0) {
        std::printf("world: the bytes of a transfer are wrong\n");
        return false;
    }
    return true;
}

inline bool Destroy(Rank *ranks)
{
    bool good = true;
    for (int index = 0; index < 2; index++) {
        good = WORLD(aclrtSetDevice(index)) && good;
        good = WORLD(HcclCommDestroy(ranks[index].comm)) && good;
        good = WORLD(aclrtFree(ranks[index].registered)) && good;
        good = WORLD(aclrtDestroyStream(ranks[index].stream)) && good;
    }
    return good;
}

}  // namespace world

#endif
