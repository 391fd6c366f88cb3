// A channel of the base layer between two ranks, with the steps in the hands of the case.
#ifndef UT_CASES_WIRE_H
#define UT_CASES_WIRE_H

#include "cases.h"

namespace cases {

struct Wire {
    EndpointHandle endpoint = nullptr;
    ChannelHandle channel = 0;
    ThreadHandle thread = 0;
    aclrtStream stream = nullptr;
    bool now = false;  // use functions without a thread

    int Settle() const { return now ? HcommChannelFence(channel) : ut::Synchronize(stream); }
    int Write(void* dst, const void* src, uint64_t len) const
    {
        return now ? HcommWriteNbi(channel, dst, src, len) : HcommWriteOnThread(thread, channel, dst, src, len);
    }
    int Read(void* dst, const void* src, uint64_t len) const
    {
        return now ? HcommReadNbi(channel, dst, src, len) : HcommReadOnThread(thread, channel, dst, src, len);
    }
    int Record(uint32_t notify) const
    {
        return now ? HcommChannelNotifyRecord(channel, notify) : HcommChannelNotifyRecordOnThread(thread, channel, notify);
    }
    int Wait(uint32_t notify) const
    {
        return now ? HcommChannelNotifyWait(channel, notify, ut::kLongSeconds)
                   : HcommChannelNotifyWaitOnThread(thread, channel, notify, ut::kLongSeconds);
    }
    // The first code of a write that is not 0, be it at once or when it is waited for.
    int WriteAndSettle(void* dst, const void* src, uint64_t len) const
    {
        const int code = Write(dst, src, len);
        return code != 0 ? code : Settle();
    }
};

// Ports: device ports of one box share memory, host ports talk over the network.
enum class PortKind { kDevice, kHost };

inline EndpointDesc PortOf(const ut::Rank& rank, uint32_t of, PortKind kind)
{
    return kind == PortKind::kDevice
               ? contract::Port(rank, of, COMM_PROTOCOL_UB_CTP, ENDPOINT_LOC_TYPE_DEVICE, COMM_ADDR_TYPE_EID)
               : contract::Port(rank, of, COMM_PROTOCOL_ROCE, ENDPOINT_LOC_TYPE_HOST, COMM_ADDR_TYPE_IP_V4);
}

inline EndpointHandle OpenPort(const ut::Rank& rank, PortKind kind)
{
    const EndpointDesc desc = PortOf(rank, rank.rank, kind);
    EndpointHandle endpoint = nullptr;
    UT_OK(HcommEndpointCreate(&desc, &endpoint));
    return endpoint;
}

// The description of a channel to the other rank of two.
inline HcommChannelDesc Describe(const ut::Rank& rank, uint32_t peer, PortKind kind, const char* name,
                                 std::vector<HcommMemHandle>& memory, uint32_t notifies = 4)
{
    HcommChannelDesc desc;
    UT_OK(HcommChannelDescInit(&desc, 1));
    desc.remoteEndpoint = PortOf(rank, peer, kind);
    desc.notifyNum = notifies;
    desc.memHandles = memory.empty() ? nullptr : memory.data();
    desc.memHandleNum = static_cast<uint32_t>(memory.size());
    desc.role = rank.rank < peer ? HCOMM_SOCKET_ROLE_SERVER : HCOMM_SOCKET_ROLE_CLIENT;
    desc.channelName = name;
    return desc;
}

// Connects to rank `peer` and makes a thread. Both ends call it.
inline Wire Connect(const ut::Rank& rank, EndpointHandle endpoint, PortKind kind, const char* name,
                    std::vector<HcommMemHandle> memory, uint32_t peer)
{
    Wire wire;
    wire.endpoint = endpoint;
    wire.now = kind == PortKind::kHost;
    const CommEngine engine = wire.now ? COMM_ENGINE_CPU : COMM_ENGINE_AICPU_TS;
    HcommChannelDesc desc = Describe(rank, peer, kind, name, memory);
    UT_OK(HcommChannelCreate(endpoint, engine, &desc, 1, &wire.channel));
    contract::WaitReady({wire.channel});
    const uint32_t notifies = 2;
    UT_OK(HcommThreadAlloc(engine, 1, &notifies, &wire.thread));
    UT_OK(HcommThreadResGetInfo(wire.thread, THREAD_RES_TYPE_STREAM, sizeof(wire.stream),
                                reinterpret_cast<void**>(&wire.stream)));
    return wire;
}

inline void Disconnect(Wire& wire)
{
    UT_OK(HcommChannelDestroy(&wire.channel, 1));
    UT_OK(HcommThreadFree(&wire.thread, 1));
}

inline HcommMemHandle Register(EndpointHandle endpoint, void* at, uint64_t size, CommMemType type = COMM_MEM_TYPE_HOST)
{
    const CommMem mem = {type, at, size};
    HcommMemHandle handle = nullptr;
    UT_OK(HcommMemReg(endpoint, "case", &mem, &handle));
    return handle;
}

inline std::string Exported(EndpointHandle endpoint, HcommMemHandle handle)
{
    void* desc = nullptr;
    uint32_t len = 0;
    UT_OK(HcommMemExport(endpoint, handle, &desc, &len));
    return std::string(static_cast<char*>(desc), len);
}

inline char* Imported(EndpointHandle endpoint, const std::string& desc)
{
    CommMem mem{};
    UT_OK(HcommMemImport(endpoint, desc.data(), static_cast<uint32_t>(desc.size()), &mem));
    return static_cast<char*>(mem.addr);
}

}  // namespace cases

#endif
