// NIC plug-ins through the C interface. `list`: named by HCOMM_NIC_PLUGIN_SO. `folder`: in a folder of ASCEND_HOME_PATH.

#include <dlfcn.h>
#include <sys/stat.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "hcomm/hcomm_channel.h"
#include "hcomm/hcomm_nic_plugin.h"
#include "hcomm/hcomm_res.h"
#include "hcomm_primitives.h"

extern "C" {
#include "check.h"
}

namespace {

constexpr uint32_t kBase = COMM_PROTOCOL_CUSTOM_BASE;
constexpr uint32_t kNotifies = 3;
constexpr ThreadHandle kThread = 0x1234; // Plug-ins get it as it is.

EndpointDesc Describe(uint32_t protocol, EndpointLocType where)
{
    EndpointDesc desc;
    (void)EndpointDescInit(&desc, 1);
    desc.protocol = static_cast<CommProtocol>(protocol);
    desc.loc.locType = where;
    return desc;
}

int32_t Create(uint32_t protocol, EndpointHandle* endpoint)
{
    const EndpointDesc desc = Describe(protocol, ENDPOINT_LOC_TYPE_HOST);
    return HcommEndpointCreate(&desc, endpoint);
}

HcommChannelDesc ChannelNamed(const char* name, uint32_t notifies)
{
    HcommChannelDesc desc;
    (void)HcommChannelDescInit(&desc, 1);
    desc.notifyNum = notifies;
    desc.channelName = const_cast<char*>(name);
    return desc;
}

void CheckMemory(EndpointHandle endpoint)
{
    int32_t words[4] = {1, 2, 3, 4};
    CommMem memory = {};
    memory.type = COMM_MEM_TYPE_HOST;
    memory.addr = words;
    memory.size = sizeof(words);
    HcommMemHandle handle = nullptr;
    CHECK_INT(HcommMemReg(endpoint, "words", nullptr, &handle), 2);
    CHECK_INT(HcommMemReg(endpoint, "words", &memory, &handle), 0);
    void* bytes = nullptr;
    uint32_t len = 0;
    CHECK_INT(HcommMemExport(endpoint, &len, &bytes, &len), 6);
    CHECK_INT(HcommMemExport(endpoint, handle, &bytes, &len), 0);
    CHECK_INT(len, 16);
    CommMem imported = {};
    CHECK_INT(HcommMemImport(endpoint, bytes, 3, &imported), 1);
    CHECK_INT(HcommMemImport(endpoint, bytes, len, &imported), 0);
    CHECK(imported.addr == words && imported.size == sizeof(words));
    CHECK_INT(HcommMemUnimport(endpoint, bytes, 3), 1);
    CHECK_INT(HcommMemUnimport(endpoint, bytes, len), 0);
    CHECK_INT(HcommMemUnreg(endpoint, handle), 0);
    CHECK_INT(HcommMemUnreg(endpoint, handle), 6);
    uint32_t port = 0;
    CHECK_INT(HcommEndpointGetListenPort(endpoint, &port), 0);
    CHECK_INT(port, 1000);
}

void CheckOperations(ChannelHandle a, ChannelHandle b)
{
    int32_t from[4] = {1, 2, 3, 4};
    int32_t to[4] = {};
    const auto moved = [&](int32_t code, int32_t want) {
        CHECK_INT(code, 0);
        CHECK_INT(to[3], want);
        from[3]++;
    };
    const uint64_t len = sizeof(from);
    moved(HcommWriteOnThread(kThread, a, to, from, len), 4);
    moved(HcommWriteNbi(a, to, from, len), 5);
    moved(HcommWriteNbiOnThread(kThread, a, to, from, len), 6);
    moved(HcommReadOnThread(kThread, a, to, from, len), 7);
    moved(HcommReadNbi(a, to, from, len), 8);
    moved(HcommReadNbiOnThread(kThread, a, to, from, len), 9);
    moved(HcommWriteWithNotifyOnThread(kThread, a, to, from, len, 0), 10);
    CHECK_INT(HcommChannelNotifyWait(b, 0, 5), 0);
    moved(HcommWriteWithNotifyNbi(a, to, from, len, 1), 11);
    CHECK_INT(HcommChannelNotifyWaitOnThread(kThread, b, 1, 5), 0);
    moved(HcommWriteWithNotifyNbiOnThread(kThread, a, to, from, len, 2), 12);
    CHECK_INT(HcommChannelNotifyWaitOnThreadWithDefaultTimeout(kThread, b, 2), 0);
    std::memset(to, 0, sizeof(to));
    moved(HcommWriteReduceOnThread(kThread, a, to, from, 4, HCOMM_DATA_TYPE_INT32, HCOMM_REDUCE_SUM), 13);
    moved(HcommReadReduceOnThread(kThread, a, to, from, 4, HCOMM_DATA_TYPE_INT32, HCOMM_REDUCE_SUM), 27);
    moved(HcommWriteReduceWithNotifyOnThread(kThread, a, to, from, 4, HCOMM_DATA_TYPE_INT32, HCOMM_REDUCE_SUM, 1), 42);
    CHECK_INT(HcommChannelNotifyWait(b, 1, 5), 0);
    HcommBatchTransferDesc batch[2];
    std::memset(batch, 0, sizeof(batch));
    for (int i = 0; i < 2; i++) {
        batch[i].transType = HCOMM_TRANSFER_TYPE_WRITE;
        batch[i].transferInfo.write.dst = to + 2 * i;
        batch[i].transferInfo.write.src = from + 2 * i;
        batch[i].transferInfo.write.len = 8;
    }
    moved(HcommBatchTransferOnThread(kThread, a, batch, 2), 16);
    CHECK_INT(HcommChannelNotifyRecord(b, 0), 0);
    CHECK_INT(HcommChannelNotifyRecordOnThread(kThread, b, 2), 0);
    CHECK_INT(HcommChannelNotifyWait(a, 0, 5), 0);
    CHECK_INT(HcommChannelNotifyWait(a, 2, 5), 0);
    CHECK_INT(HcommChannelFence(a), 0);
    CHECK_INT(HcommChannelFenceOnThread(kThread, a), 0);
    CHECK_INT(HcommChannelDrainOnThread(kThread, a), 0);

    // Codes and arguments are the plug-in's, good or bad.
    CHECK_INT(HcommWriteOnThread(0, a, nullptr, from, len), 2);
    CHECK_INT(HcommWriteOnThread(0, a, to, from, 0), 0);
    CHECK_INT(HcommWriteReduceOnThread(0, a, to, from, 4, HCOMM_DATA_TYPE_FP32, HCOMM_REDUCE_SUM), 5);
    CHECK_INT(HcommChannelNotifyRecord(a, kNotifies), 1);
    CHECK_INT(HcommChannelNotifyWait(a, 1, 0), 9);
}

void CheckLoopback()
{
    EndpointHandle endpoint = nullptr;
    CHECK_INT(Create(kBase, &endpoint), 0);
    CheckMemory(endpoint);
    HcommChannelDesc descs[3] = {ChannelNamed("one", kNotifies), ChannelNamed("one", kNotifies),
                                 ChannelNamed("two", kNotifies)};
    ChannelHandle channels[3] = {};
    CHECK_INT(HcommChannelCreate(endpoint, COMM_ENGINE_CPU, descs, 3, channels), 0);
    int32_t states[3] = {7, 7, 7};
    CHECK_INT(HcommChannelGetStatus(channels, 3, states), 0);
    CHECK_INT(states[0], 0);
    CHECK_INT(states[1], 0);
    CHECK_INT(states[2], 1);
    for (const ChannelHandle channel : channels) {
        CHECK_INT(channel >> 63, 1);
    }
    CheckOperations(channels[0], channels[1]);
    // One that cannot be made takes the others with it.
    descs[2].channelName = nullptr;
    ChannelHandle none[3] = {1, 1, 1};
    CHECK_INT(HcommChannelCreate(endpoint, COMM_ENGINE_CPU, descs, 3, none), 1);
    CHECK_INT(none[0], 1);
    CHECK_INT(HcommChannelDestroy(channels, 3), 0);
    CHECK_INT(HcommChannelDestroy(channels, 1), 6);
    CHECK_INT(HcommWriteOnThread(kThread, channels[0], states, states, 4), 2);
    CHECK_INT(HcommChannelFence(channels[0]), 2);
    CHECK_INT(HcommChannelFence(~0ULL), 2);
    CHECK_INT(HcommChannelGetStatus(channels, 1, states), 4);
    CHECK_INT(HcommEndpointDestroy(endpoint), 0);
    CHECK_INT(HcommEndpointDestroy(endpoint), 6);
    uint32_t port = 0;
    CHECK_INT(HcommEndpointGetListenPort(endpoint, &port), 6);
}

void CheckOdd(const std::string& library)
{
    void* odd = dlopen(library.c_str(), RTLD_NOW | RTLD_NOLOAD);
    CHECK(odd != nullptr);
    if (odd == nullptr) {
        return;
    }
    const auto destroyed = reinterpret_cast<int (*)()>(dlsym(odd, "OddDestroyed"));
    EndpointHandle endpoint = nullptr;
    CHECK_INT(Create(kBase + 101, &endpoint), 19);
    CHECK_INT(destroyed(), 1);
    CHECK_INT(Create(kBase + 102, &endpoint), 1);
    CHECK_INT(Create(kBase + 103, &endpoint), 1);
    CHECK_INT(destroyed(), 1);
    CHECK_INT(Create(kBase + 100, &endpoint), 0);

    // What the table does not have.
    int32_t word = 0;
    CommMem memory = {};
    memory.addr = &word;
    memory.size = sizeof(word);
    void* out = nullptr;
    uint32_t len = 0;
    CHECK_INT(HcommMemReg(endpoint, "word", &memory, &out), 5);
    CHECK_INT(HcommMemUnreg(endpoint, &word), 5);
    CHECK_INT(HcommMemExport(endpoint, &word, &out, &len), 5);
    CHECK_INT(HcommMemImport(endpoint, &word, 4, &memory), 5);
    CHECK_INT(HcommMemUnimport(endpoint, &word, 4), 5);
    CHECK_INT(HcommEndpointGetListenPort(endpoint, &len), 5);
    ChannelHandle channel = 0;
    HcommChannelDesc desc = ChannelNamed("odd", 1);
    CHECK_INT(HcommChannelCreate(endpoint, COMM_ENGINE_CPU, &desc, 1, &channel), 19);
    CHECK_INT(destroyed(), 2);
    desc.notifyNum = 2;
    CHECK_INT(HcommChannelCreate(endpoint, COMM_ENGINE_CPU, &desc, 1, &channel), 1);
    desc.notifyNum = 3;
    CHECK_INT(HcommChannelCreate(endpoint, COMM_ENGINE_CPU, &desc, 1, &channel), 1);
    desc.notifyNum = 4;
    CHECK_INT(HcommChannelCreate(endpoint, COMM_ENGINE_CPU, &desc, 1, &channel), 14);
    desc.notifyNum = 0;
    CHECK_INT(HcommChannelCreate(endpoint, COMM_ENGINE_CPU, &desc, 1, &channel), 0);
    int32_t state = 0;
    void* p = &word;
    const HcommDataType type = HCOMM_DATA_TYPE_INT32;
    const HcommReduceOp sum = HCOMM_REDUCE_SUM;
    const int32_t codes[] = {
        HcommChannelGetStatus(&channel, 1, &state),
        HcommWriteOnThread(0, channel, p, p, 4),
        HcommWriteNbi(channel, p, p, 4),
        HcommWriteNbiOnThread(0, channel, p, p, 4),
        HcommWriteWithNotifyOnThread(0, channel, p, p, 4, 0),
        HcommWriteWithNotifyNbi(channel, p, p, 4, 0),
        HcommWriteWithNotifyNbiOnThread(0, channel, p, p, 4, 0),
        HcommWriteReduceOnThread(0, channel, p, p, 1, type, sum),
        HcommWriteReduceWithNotifyOnThread(0, channel, p, p, 1, type, sum, 0),
        HcommReadOnThread(0, channel, p, p, 4),
        HcommReadNbi(channel, p, p, 4),
        HcommReadNbiOnThread(0, channel, p, p, 4),
        HcommReadReduceOnThread(0, channel, p, p, 1, type, sum),
        HcommBatchTransferOnThread(0, channel, nullptr, 0),
        HcommChannelNotifyRecord(channel, 0),
        HcommChannelNotifyRecordOnThread(0, channel, 0),
        HcommChannelNotifyWait(channel, 0, 1),
        HcommChannelNotifyWaitOnThread(0, channel, 0, 1),
        HcommChannelNotifyWaitOnThreadWithDefaultTimeout(0, channel, 0),
        HcommChannelFence(channel),
        HcommChannelFenceOnThread(0, channel),
        HcommChannelDrainOnThread(0, channel),
    };
    for (const int32_t code : codes) {
        CHECK_INT(code, 5);
    }
    CHECK_INT(HcommChannelDestroy(&channel, 1), 0);
    CHECK_INT(destroyed(), 3);
    CHECK_INT(HcommEndpointDestroy(endpoint), 0);
    CHECK_INT(destroyed(), 4);
}

// Channels that are destroyed while others use them.
void CheckRaces()
{
    EndpointHandle endpoint = nullptr;
    CHECK_INT(Create(kBase, &endpoint), 0);
    for (int round = 0; round < 50; round++) {
        HcommChannelDesc descs[2] = {ChannelNamed("race", 1), ChannelNamed("race", 1)};
        ChannelHandle channels[2] = {};
        CHECK_INT(HcommChannelCreate(endpoint, COMM_ENGINE_CPU, descs, 2, channels), 0);
        int wrong[2] = {};
        std::vector<std::thread> users;
        for (int& count : wrong) {
            users.emplace_back([&channels, &count] {
                int32_t from = 1;
                int32_t to = 0;
                int32_t code = 0;
                while (code == 0) {
                    code = HcommWriteNbi(channels[0], &to, &from, sizeof(to));
                }
                count = code != 2;
            });
        }
        CHECK_INT(HcommChannelDestroy(channels, 2), 0);
        for (std::thread& user : users) {
            user.join();
        }
        CHECK_INT(wrong[0] + wrong[1], 0);
    }
    CHECK_INT(HcommEndpointDestroy(endpoint), 0);
}

uint32_t PortOf(uint32_t protocol)
{
    EndpointHandle endpoint = nullptr;
    uint32_t port = 0;
    CHECK_INT(Create(protocol, &endpoint), 0);
    CHECK_INT(HcommEndpointGetListenPort(endpoint, &port), 0);
    CHECK_INT(HcommEndpointDestroy(endpoint), 0);
    return port;
}

} // namespace

int main(int argc, char** argv)
{
    check_watchdog(55);
    if (argc != 3) {
        return 2;
    }
    const std::string way = argv[1];
    const std::string folder = std::string(argv[2]) + "/";
    CHECK_INT(aclInit(nullptr), 0);
    CHECK_INT(aclrtSetDevice(0), 0);
    EndpointHandle endpoint = nullptr;
    if (way == "list") {
        std::string list = "/no/such/plugin.so::" + std::string(argv[0]);
        for (const char* fault : {"MAGIC", "VERSION", "SIZE", "NONE", "MANY", "PROTOCOL", "NULL", "SYMBOL"}) {
            list += ":" + folder + "nic_fault_" + fault + ".so";
        }
        list += ":" + folder + "nic_loopback.so:" + folder + "nic_odd.so:" + folder + "nic_override.so";
        unsetenv("ASCEND_HOME_PATH");
        setenv("HCOMM_NIC_PLUGIN_SO", list.c_str(), 1);
        CheckLoopback();
        CheckOdd(folder + "nic_odd.so");
        CheckRaces();
        CHECK_INT(PortOf(kBase + 1), 4242);
        // None of the faulty ones serves its protocol; plug-ins serve the host only.
        CHECK_INT(Create(kBase + 500, &endpoint), 1);
        const EndpointDesc device = Describe(kBase, ENDPOINT_LOC_TYPE_DEVICE);
        CHECK_INT(HcommEndpointCreate(&device, &endpoint), 1);
    } else {
        char home[] = "/tmp/hcomm-plugin-XXXXXX";
        CHECK(mkdtemp(home) != nullptr);
        const std::string plugins = std::string(home) + "/hcomm_plugin";
        CHECK_INT(mkdir(plugins.c_str(), 0700), 0);
        const std::string names[] = {"/20_loopback.so", "/10_override.so", "/notes.txt"};
        const std::string targets[] = {"nic_loopback.so", "nic_override.so", "nic_odd.so"};
        for (int i = 0; i < 3; i++) {
            CHECK_INT(symlink((folder + targets[i]).c_str(), (plugins + names[i]).c_str()), 0);
        }
        setenv("ASCEND_HOME_PATH", home, 1);
        setenv("HCOMM_NIC_PLUGIN_SO", (folder + "nic_odd.so").c_str(), 1);
        // By name, so the loopback plug-in comes last; the list is not read, nor are other files.
        CHECK_INT(PortOf(kBase + 1), 1000);
        CHECK_INT(Create(kBase + 100, &endpoint), 1);
        for (const std::string& name : names) {
            CHECK_INT(unlink((plugins + name).c_str()), 0);
        }
        CHECK_INT(rmdir(plugins.c_str()), 0);
        CHECK_INT(rmdir(home), 0);
    }
    return check_report("plugin");
}
