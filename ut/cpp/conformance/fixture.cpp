#include "fixture.h"

#include <arpa/inet.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <string>
#include <thread>

#include "hccl/hccl_rank_graph.h"

namespace {

Comms g_shared = {};
HcclComm g_single = nullptr;
bool g_device = false;
Ends g_device_ends = {};
std::map<int, Ends> g_host_ends;
std::map<int, EndpointHandle> g_endpoints;
EndpointHandle g_host_endpoint = nullptr;
void* g_memory = nullptr;
aclrtStream g_stream = nullptr;

// What the kernel of kernel.cpp gets.
struct KernelArgs {
    void (*run)(const std::function<void()>*);
    const std::function<void()>* body;
};

void RunBody(const std::function<void()>* body) { (*body)(); }

aclrtFuncHandle Kernel(Test& t)
{
    static aclrtFuncHandle function = nullptr;
    if (function == nullptr) {
        const std::string json = FolderOfProgram() + "conformance_kernel.json";
        aclrtBinaryLoadOption option = {};
        option.type = ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE;
        option.value.cpuKernelMode = 0;
        aclrtBinaryLoadOptions options = {};
        options.options = &option;
        options.numOpt = 1;
        aclrtBinHandle binary = nullptr;
        STEP(t, aclrtBinaryLoadFromFile(json.c_str(), &options, &binary));
        STEP(t, aclrtBinaryGetFunction(binary, "ConformanceKernel", &function));
    }
    return function;
}

// Threads and buffers for a channel of the shared communicator.
void Complete(Test& t, CommEngine engine, Ends* ends)
{
    const Comms& comms = Shared(t);
    for (int rank = 0; rank < 2; rank++) {
        STEP(t, aclrtSetDevice(rank));
        STEP(t, HcclThreadAcquire(comms[rank], engine, 1, kNotifies, &ends->thread[rank]));
        STEP(t, HcclGetHcclBuffer(comms[rank], &ends->local[rank], &ends->size));
        STEP(t, HcclChannelGetHcclBuffer(comms[rank], ends->channel[rank], &ends->remote[rank], &ends->size));
    }
    STEP(t, aclrtSetDevice(0));
}

// Connects two ends of host RoCE; those named "broken" offer each other the device memory of cases.
void ConnectBase(Test& t, const char* name, ChannelHandle channels[2])
{
    const bool offers = std::strcmp(name, "broken") == 0;
    for (int end = 0; end < 2; end++) {
        EndpointDesc port = HostPort();
        port.commAddr.addr.s_addr = htonl(INADDR_LOOPBACK + (offers ? 1 : 0));
        EndpointHandle endpoint = nullptr;
        STEP(t, HcommEndpointCreate(&port, &endpoint));
        HcommChannelDesc desc = BaseDesc(port);
        desc.role = end == 0 ? HCOMM_SOCKET_ROLE_SERVER : HCOMM_SOCKET_ROLE_CLIENT;
        desc.channelName = name;
        desc.exchangeAllMems = offers;
        if (offers) {
            const CommMem mem = {COMM_MEM_TYPE_DEVICE, DeviceMemory(t), kDeviceMemory};
            HcommMemHandle handle = nullptr;
            STEP(t, HcommMemReg(endpoint, name, &mem, &handle));
        }
        STEP(t, HcommChannelCreate(endpoint, COMM_ENGINE_CPU, &desc, 1, &channels[end]));
    }
    int32_t status[2] = {1, 1};
    for (int tries = 0; tries < 10000 && (status[0] == 1 || status[1] == 1); tries++) {
        STEP(t, HcommChannelGetStatus(channels, 2, status));
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    CHECK(t, status[0] == 0 && status[1] == 0);
}

} // namespace

std::string FolderOfProgram()
{
    char path[4096] = {};
    const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    const std::string program(path, length > 0 ? static_cast<std::size_t>(length) : 0);
    return program.substr(0, program.rfind('/') + 1);
}

void Both(const std::function<void(int)>& body)
{
    std::thread other([&] {
        (void)aclrtSetDevice(1);
        body(1);
    });
    (void)aclrtSetDevice(0);
    body(0);
    other.join();
}

void InKernel(Test& t, const std::function<void()>& body)
{
    // What the body uses is made before, on the host.
    (void)Device(t);
    const KernelArgs param = {RunBody, &body};
    aclrtArgsHandle args = nullptr;
    aclrtParamHandle appended = nullptr;
    const aclrtFuncHandle function = Kernel(t);
    STEP(t, aclrtKernelArgsInit(function, &args));
    STEP(t, aclrtKernelArgsAppend(args, const_cast<KernelArgs*>(&param), sizeof(param), &appended));
    STEP(t, aclrtKernelArgsFinalize(args));
    aclrtLaunchKernelAttr attribute = {};
    attribute.id = ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT;
    attribute.value.timeout = 60;
    aclrtLaunchKernelCfg config = {};
    config.attrs = &attribute;
    config.numAttrs = 1;
    STEP(t, aclrtLaunchKernelWithConfig(function, 1, Stream(t), &config, args, nullptr));
    STEP(t, aclrtSynchronizeStream(Stream(t)));
}

Comms NewComms(Test& t)
{
    int32_t devices[] = {0, 1};
    Comms comms = {};
    STEP(t, HcclCommInitAll(2, devices, comms.comm));
    return comms;
}

void Destroy(Test& t, const Comms& comms)
{
    HcclResult results[2] = {};
    Both([&](int rank) { results[rank] = HcclCommDestroy(comms[rank]); });
    t.Step(results[0], "HcclCommDestroy of rank 0");
    t.Step(results[1], "HcclCommDestroy of rank 1");
}

const Comms& Shared(Test& t)
{
    if (g_shared[0] == nullptr) {
        g_shared = NewComms(t);
    }
    return g_shared;
}

HcclComm Single(Test& t)
{
    if (g_single == nullptr) {
        int32_t device = 0;
        STEP(t, HcclCommInitAll(1, &device, &g_single));
    }
    return g_single;
}

HcclChannelDesc DeviceDesc(Test& t, int rank)
{
    HcclChannelDesc desc;
    (void)HcclChannelDescInit(&desc, 1);
    CommLink* links = nullptr;
    uint32_t num = 0;
    STEP(t, HcclRankGraphGetLinks(Shared(t)[rank], 0, static_cast<uint32_t>(rank), static_cast<uint32_t>(1 - rank),
                                  &links, &num));
    t.Check(num > 0, "the ranks are linked");
    if (num > 0) {
        desc.channelProtocol = links[0].linkAttr.linkProtocol;
        // The dies of a card have a protocol of their own, which older products do not offer to channels.
        if (desc.channelProtocol == COMM_PROTOCOL_SIO) {
            desc.channelProtocol = COMM_PROTOCOL_HCCS;
        }
        desc.localEndpoint = links[0].srcEndpointDesc;
        desc.remoteEndpoint = links[0].dstEndpointDesc;
    }
    desc.remoteRank = static_cast<uint32_t>(1 - rank);
    desc.notifyNum = kNotifies;
    return desc;
}

HcclChannelDesc HostDesc(int rank, CommProtocol protocol)
{
    HcclChannelDesc desc;
    (void)HcclChannelDescInit(&desc, 1);
    desc.channelProtocol = protocol;
    desc.localEndpoint = HostPort(protocol);
    desc.remoteEndpoint = HostPort(protocol);
    desc.remoteRank = static_cast<uint32_t>(1 - rank);
    desc.notifyNum = kNotifies;
    return desc;
}

void Acquire(Test& t, const Comms& comms, CommEngine engine, const HcclChannelDesc descs[2], ChannelHandle channels[2])
{
    HcclResult results[2] = {};
    Both([&](int rank) { results[rank] = HcclChannelAcquire(comms[rank], engine, &descs[rank], 1, &channels[rank]); });
    t.Step(results[0], "HcclChannelAcquire of rank 0");
    t.Step(results[1], "HcclChannelAcquire of rank 1");
}

const Ends& Device(Test& t)
{
    if (!g_device) {
        const HcclChannelDesc descs[] = {DeviceDesc(t, 0), DeviceDesc(t, 1)};
        Acquire(t, Shared(t), COMM_ENGINE_AICPU_TS, descs, g_device_ends.channel);
        Complete(t, COMM_ENGINE_AICPU_TS, &g_device_ends);
        g_device = true;
    }
    return g_device_ends;
}

const Ends& Host(Test& t, CommProtocol protocol)
{
    const auto found = g_host_ends.find(protocol);
    if (found != g_host_ends.end()) {
        return found->second;
    }
    Ends& ends = g_host_ends[protocol];
    const HcclChannelDesc descs[] = {HostDesc(0, protocol), HostDesc(1, protocol)};
    Acquire(t, Shared(t), COMM_ENGINE_CPU, descs, ends.channel);
    Complete(t, COMM_ENGINE_CPU, &ends);
    return ends;
}

EndpointDesc DevicePort(CommProtocol protocol, uint32_t device)
{
    EndpointDesc desc;
    (void)EndpointDescInit(&desc, 1);
    desc.protocol = protocol;
    desc.loc.locType = ENDPOINT_LOC_TYPE_DEVICE;
    desc.loc.device.devPhyId = device;
    switch (protocol) {
        case COMM_PROTOCOL_ROCE:
        case COMM_PROTOCOL_UBOE:
            desc.commAddr.type = COMM_ADDR_TYPE_IP_V4;
            desc.commAddr.addr.s_addr = htonl(INADDR_LOOPBACK + device);
            break;
        case COMM_PROTOCOL_HCCS:
        case COMM_PROTOCOL_PCIE:
            desc.commAddr.type = COMM_ADDR_TYPE_ID;
            desc.commAddr.id = device;
            break;
        default:
            desc.commAddr.type = COMM_ADDR_TYPE_EID;
            std::memset(desc.commAddr.eid, 0, sizeof(desc.commAddr.eid));
            desc.commAddr.eid[0] = 0xfd;
            desc.commAddr.eid[11] = static_cast<uint8_t>(device);
            break;
    }
    return desc;
}

EndpointDesc HostPort(CommProtocol protocol)
{
    EndpointDesc desc;
    (void)EndpointDescInit(&desc, 1);
    desc.protocol = protocol;
    desc.loc.locType = ENDPOINT_LOC_TYPE_HOST;
    desc.loc.host.id = 0;
    desc.commAddr.type = COMM_ADDR_TYPE_IP_V4;
    desc.commAddr.addr.s_addr = htonl(INADDR_LOOPBACK);
    return desc;
}

EndpointHandle Endpoint(Test& t, CommProtocol protocol)
{
    EndpointHandle& handle = g_endpoints[protocol];
    if (handle == nullptr) {
        const EndpointDesc desc = DevicePort(protocol);
        STEP(t, HcommEndpointCreate(&desc, &handle));
    }
    return handle;
}

EndpointHandle HostEndpoint(Test& t)
{
    if (g_host_endpoint == nullptr) {
        const EndpointDesc desc = HostPort();
        STEP(t, HcommEndpointCreate(&desc, &g_host_endpoint));
    }
    return g_host_endpoint;
}

HcommChannelDesc BaseDesc(const EndpointDesc& remote)
{
    HcommChannelDesc desc;
    (void)HcommChannelDescInit(&desc, 1);
    desc.remoteEndpoint = remote;
    desc.notifyNum = kNotifies;
    return desc;
}

ChannelHandle Bare(Test& t)
{
    static ChannelHandle channels[2] = {};
    if (channels[0] == 0) {
        ConnectBase(t, "bare", channels);
    }
    return channels[0];
}

ChannelHandle Broken(Test& t)
{
    static ChannelHandle channels[2] = {};
    if (channels[0] == 0) {
        ConnectBase(t, "broken", channels);
        STEP(t, HcommChannelDestroy(&channels[1], 1));
    }
    return channels[0];
}

void* DeviceMemory(Test& t)
{
    if (g_memory == nullptr) {
        STEP(t, aclrtMalloc(&g_memory, kDeviceMemory, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    return g_memory;
}

aclrtStream Stream(Test& t)
{
    if (g_stream == nullptr) {
        STEP(t, aclrtCreateStream(&g_stream));
    }
    return g_stream;
}

void EndFixtures()
{
    if (g_shared[0] != nullptr) {
        Both([](int rank) { (void)HcclCommDestroy(g_shared[rank]); });
    }
    if (g_single != nullptr) {
        (void)HcclCommDestroy(g_single);
    }
    for (const auto& endpoint : g_endpoints) {
        (void)HcommEndpointDestroy(endpoint.second);
    }
}
