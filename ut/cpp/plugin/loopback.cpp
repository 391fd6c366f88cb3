// A NIC plug-in whose network is the memory of this process: two channels of one name are the ends of a connection.
// docs/nic-plugin.md explains it step by step.

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "hcomm/hcomm_nic_plugin.h"

namespace {

constexpr int32_t kOk = 0;
constexpr int32_t kPara = 1;
constexpr int32_t kPtr = 2;
constexpr int32_t kNotSupport = 5;
constexpr int32_t kNotFound = 6;
constexpr int32_t kTimeout = 9;
constexpr int32_t kReady = 0;
constexpr int32_t kConnecting = 1;

// What an export looks like on the wire.
struct Exported {
    void* addr;
    uint64_t size;
};

struct Endpoint {
    bool ready = false;
    std::map<void*, CommMem> memories;
    std::map<void*, Exported> exports;
};

struct Channel {
    std::string name;
    Channel* peer = nullptr;
    std::vector<uint32_t> notifies;
};

std::mutex g_mutex;
std::condition_variable g_changed;
std::map<std::string, Channel*> g_waiting;

// ---- endpoints ----

int32_t EndpointInit(void* ctx)
{
    static_cast<Endpoint*>(ctx)->ready = true;
    return kOk;
}

int32_t EndpointDestroy(void* ctx)
{
    delete static_cast<Endpoint*>(ctx);
    return kOk;
}

int32_t RegisterMemory(void* ctx, const CommMem* mem, const char*, void** handle)
{
    if (mem == nullptr || handle == nullptr) {
        return kPtr;
    }
    static_cast<Endpoint*>(ctx)->memories[mem->addr] = *mem;
    *handle = mem->addr;
    return kOk;
}

int32_t UnregisterMemory(void* ctx, void* handle)
{
    Endpoint& self = *static_cast<Endpoint*>(ctx);
    self.exports.erase(handle);
    return self.memories.erase(handle) == 1 ? kOk : kNotFound;
}

int32_t MemoryExport(void* ctx, void* handle, void** desc, uint32_t* len)
{
    Endpoint& self = *static_cast<Endpoint*>(ctx);
    const auto found = self.memories.find(handle);
    if (found == self.memories.end()) {
        return kNotFound;
    }
    Exported& exported = self.exports[handle];
    exported = {found->second.addr, found->second.size};
    *desc = &exported;
    *len = sizeof(exported);
    return kOk;
}

int32_t MemoryImport(void*, const void* desc, uint32_t len, CommMem* out)
{
    Exported exported;
    if (len != sizeof(exported)) {
        return kPara;
    }
    std::memcpy(&exported, desc, sizeof(exported));
    out->type = COMM_MEM_TYPE_HOST;
    out->addr = exported.addr;
    out->size = exported.size;
    return kOk;
}

int32_t MemoryUnimport(void*, const void*, uint32_t len) { return len == sizeof(Exported) ? kOk : kPara; }

int32_t GetListenPort(void*, uint32_t* port)
{
    *port = 1000;
    return kOk;
}

// ---- channels ----

int32_t ChannelInit(void* ctx)
{
    Channel& self = *static_cast<Channel*>(ctx);
    const std::lock_guard<std::mutex> lock(g_mutex);
    const auto waiting = g_waiting.find(self.name);
    if (waiting == g_waiting.end()) {
        g_waiting[self.name] = &self;
        return kOk;
    }
    self.peer = waiting->second;
    self.peer->peer = &self;
    g_waiting.erase(waiting);
    return kOk;
}

int32_t ChannelDestroy(void* ctx)
{
    Channel* self = static_cast<Channel*>(ctx);
    {
        const std::lock_guard<std::mutex> lock(g_mutex);
        if (self->peer != nullptr) {
            self->peer->peer = nullptr;
        }
        const auto waiting = g_waiting.find(self->name);
        if (waiting != g_waiting.end() && waiting->second == self) {
            g_waiting.erase(waiting);
        }
    }
    delete self;
    return kOk;
}

int32_t GetStatus(void* ctx, int32_t* status)
{
    const std::lock_guard<std::mutex> lock(g_mutex);
    *status = static_cast<Channel*>(ctx)->peer != nullptr ? kReady : kConnecting;
    return kOk;
}

int32_t Copy(void* dst, const void* src, uint64_t len)
{
    if (dst == nullptr || src == nullptr) {
        return kPtr;
    }
    std::memcpy(dst, src, len);
    return kOk;
}

int32_t Reduce(void* dst, const void* src, uint64_t count, HcommDataType type, HcommReduceOp op)
{
    if (type != HCOMM_DATA_TYPE_INT32 || op != HCOMM_REDUCE_SUM) {
        return kNotSupport;
    }
    for (uint64_t i = 0; i < count; i++) {
        static_cast<int32_t*>(dst)[i] += static_cast<const int32_t*>(src)[i];
    }
    return kOk;
}

int32_t Record(void* ctx, uint32_t index)
{
    const std::lock_guard<std::mutex> lock(g_mutex);
    Channel* peer = static_cast<Channel*>(ctx)->peer;
    if (peer == nullptr || index >= peer->notifies.size()) {
        return kPara;
    }
    peer->notifies[index] = 1;
    g_changed.notify_all();
    return kOk;
}

int32_t Wait(void* ctx, uint32_t index, uint32_t seconds)
{
    Channel& self = *static_cast<Channel*>(ctx);
    std::unique_lock<std::mutex> lock(g_mutex);
    if (index >= self.notifies.size()) {
        return kPara;
    }
    if (!g_changed.wait_for(lock, std::chrono::seconds(seconds), [&] { return self.notifies[index] != 0; })) {
        return kTimeout;
    }
    self.notifies[index] = 0;
    return kOk;
}

// The network is as fast as memory, so every operation is complete when its function returns, on a thread or not.

int32_t WriteNbi(void*, void* dst, const void* src, uint64_t len) { return Copy(dst, src, len); }

int32_t WriteOnThread(void*, ThreadHandle, void* dst, const void* src, uint64_t len) { return Copy(dst, src, len); }

int32_t WriteWithNotifyNbi(void* ctx, void* dst, const void* src, uint64_t len, uint32_t index)
{
    const int32_t code = Copy(dst, src, len);
    return code != kOk ? code : Record(ctx, index);
}

int32_t WriteWithNotifyOnThread(void* ctx, ThreadHandle, void* dst, const void* src, uint64_t len, uint32_t index)
{
    return WriteWithNotifyNbi(ctx, dst, src, len, index);
}

int32_t ReduceOnThread(void*, ThreadHandle, void* dst, const void* src, uint64_t count, HcommDataType type,
                       HcommReduceOp op)
{
    return Reduce(dst, src, count, type, op);
}

int32_t WriteReduceWithNotifyOnThread(void* ctx, ThreadHandle, void* dst, const void* src, uint64_t count,
                                      HcommDataType type, HcommReduceOp op, uint32_t index)
{
    const int32_t code = Reduce(dst, src, count, type, op);
    return code != kOk ? code : Record(ctx, index);
}

int32_t RecordOnThread(void* ctx, ThreadHandle, uint32_t index) { return Record(ctx, index); }

int32_t WaitOnThread(void* ctx, ThreadHandle, uint32_t index, uint32_t seconds) { return Wait(ctx, index, seconds); }

int32_t WaitOnThreadDefault(void* ctx, ThreadHandle, uint32_t index) { return Wait(ctx, index, 30); }

int32_t BatchTransferOnThread(void*, ThreadHandle, const HcommBatchTransferDesc* descs, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        if (descs[i].transType != HCOMM_TRANSFER_TYPE_WRITE) {
            return kNotSupport;
        }
        const int32_t code = Copy(descs[i].transferInfo.write.dst, descs[i].transferInfo.write.src,
                                  descs[i].transferInfo.write.len);
        if (code != kOk) {
            return code;
        }
    }
    return kOk;
}

int32_t Fence(void*) { return kOk; }

int32_t FenceOnThread(void*, ThreadHandle) { return kOk; }

} // namespace

extern "C" const HcommNicPluginInfo* HcommNicPluginGetInfo(void)
{
    static HcommNicPluginInfo info = [] {
        HcommNicPluginInfo made = {};
        made.header.magicWord = HCOMM_NIC_PLUGIN_INFO_MAGIC_WORD;
        made.header.version = HCOMM_NIC_PLUGIN_INFO_VERSION;
        made.header.size = sizeof(made);
        made.name = "loopback";
        made.protocolCount = 2;
        made.protocols[0] = static_cast<CommProtocol>(COMM_PROTOCOL_CUSTOM_BASE);
        made.protocols[1] = static_cast<CommProtocol>(COMM_PROTOCOL_CUSTOM_BASE + 1);
        return made;
    }();
    return &info;
}

extern "C" int32_t HcommNicPluginCreateEndpoint(const EndpointDesc*, void** outCtx, HcommNicEndpointOps** outOps)
{
    static HcommNicEndpointOps ops = [] {
        HcommNicEndpointOps made = {};
        made.header.magicWord = HCOMM_NIC_ENDPOINT_OPS_MAGIC_WORD;
        made.header.version = HCOMM_NIC_ENDPOINT_OPS_VERSION;
        made.header.size = sizeof(made);
        made.init = EndpointInit;
        made.destroy = EndpointDestroy;
        made.registerMemory = RegisterMemory;
        made.unregisterMemory = UnregisterMemory;
        made.memoryExport = MemoryExport;
        made.memoryImport = MemoryImport;
        made.memoryUnimport = MemoryUnimport;
        made.getListenPort = GetListenPort;
        return made;
    }();
    *outCtx = new Endpoint();
    *outOps = &ops;
    return kOk;
}

extern "C" int32_t HcommNicPluginCreateChannel(void* epCtx, const HcommChannelDesc* desc, void** outCtx,
                                               HcommNicChannelOps** outOps)
{
    if (!static_cast<Endpoint*>(epCtx)->ready || desc->channelName == nullptr) {
        return kPara;
    }
    static HcommNicChannelOps ops = [] {
        HcommNicChannelOps made = {};
        made.header.magicWord = HCOMM_NIC_CHANNEL_OPS_MAGIC_WORD;
        made.header.version = HCOMM_NIC_CHANNEL_OPS_VERSION;
        made.header.size = sizeof(made);
        made.init = ChannelInit;
        made.destroy = ChannelDestroy;
        made.getStatus = GetStatus;
        made.writeNbi = WriteNbi;
        made.writeNbiOnThread = WriteOnThread;
        made.writeOnThread = WriteOnThread;
        made.writeWithNotifyNbi = WriteWithNotifyNbi;
        made.writeWithNotifyNbiOnThread = WriteWithNotifyOnThread;
        made.writeWithNotifyOnThread = WriteWithNotifyOnThread;
        made.writeReduceOnThread = ReduceOnThread;
        made.writeReduceWithNotifyOnThread = WriteReduceWithNotifyOnThread;
        made.readNbi = WriteNbi;
        made.readNbiOnThread = WriteOnThread;
        made.readOnThread = WriteOnThread;
        made.readReduceOnThread = ReduceOnThread;
        made.notifyRecord = Record;
        made.notifyRecordOnThread = RecordOnThread;
        made.notifyWait = Wait;
        made.notifyWaitOnThread = WaitOnThread;
        made.notifyWaitOnThreadWithDefaultTimeout = WaitOnThreadDefault;
        made.batchTransferOnThread = BatchTransferOnThread;
        made.fence = Fence;
        made.fenceOnThread = FenceOnThread;
        made.drainOnThread = FenceOnThread;
        return made;
    }();
    Channel* channel = new Channel();
    channel->name = desc->channelName;
    channel->notifies.resize(desc->notifyNum);
    *outCtx = channel;
    *outOps = &ops;
    return kOk;
}
