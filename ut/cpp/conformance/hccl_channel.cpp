// Cases of hccl_channel.h: channels of a communicator.

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "hccl/hccl_res_expt.h"

#include "fixture.h"

namespace {

constexpr CommEngine kEngine = COMM_ENGINE_AICPU_TS;

using Call = HcclResult (*)(HcclComm, CommEngine, const HcclChannelDesc*, uint32_t, ChannelHandle*);

// Both functions that acquire channels, with the same arguments.
struct Function {
    const char* name;
    Call call;
};

const Function kAcquires[] = {
    {"HcclChannelAcquire", HcclChannelAcquire},
    {"HcclChannelAcquireWithConfig",
     [](HcclComm comm, CommEngine engine, const HcclChannelDesc* descs, uint32_t num, ChannelHandle* channels) {
         return HcclChannelAcquireWithConfig(comm, engine, descs, num, nullptr, channels);
     }},
};

// The call of both ranks.
void CallBoth(Test& t, Call call, const Comms& comms, CommEngine engine, const HcclChannelDesc& first,
              const HcclChannelDesc& second, ChannelHandle channels[2])
{
    HcclResult results[2] = {};
    const HcclChannelDesc descs[] = {first, second};
    Both([&](int rank) { results[rank] = call(comms[rank], engine, &descs[rank], 1, &channels[rank]); });
    t.Got(results[0]);
    t.Got(results[1]);
}

// Communicators whose channels give up soon.
Comms Impatient(Test& t)
{
    setenv("HCOMM_TEST_CONNECT_TIMEOUT_MS", "1500", 1);
    const Comms comms = NewComms(t);
    setenv("HCOMM_TEST_CONNECT_TIMEOUT_MS", "10000", 1);
    return comms;
}

void ArgumentCases(const Function& f)
{
    const auto one = [f](Test& t, const HcclChannelDesc& desc, CommEngine engine = kEngine) {
        t.Got(f.call(Shared(t)[0], engine, &desc, 1, t.Out<ChannelHandle>()));
    };
    Add(f.name, 1, [f](Test& t) {
        const HcclChannelDesc desc = DeviceDesc(t, 0);
        t.Got(f.call(nullptr, kEngine, &desc, 1, t.Out<ChannelHandle>()));
        t.Got(f.call(Shared(t)[0], kEngine, nullptr, 1, t.Out<ChannelHandle>()));
        t.Got(f.call(Shared(t)[0], kEngine, &desc, 1, nullptr));
        t.Got(f.call(Shared(t)[0], kEngine, nullptr, 0, nullptr));
    }, kAll);
    Add(f.name, 2, [f](Test& t) {
        const HcclChannelDesc desc = DeviceDesc(t, 0);
        for (const uint32_t num : {0u, 1048577u, UINT32_MAX}) {
            t.Got(f.call(Shared(t)[0], kEngine, &desc, num, t.Out<ChannelHandle>()));
        }
    }, kAll);
    Add(f.name, 3, [f](Test& t) {
        for (const uint32_t magic : {0u, 0x0fcf0f0fu, UINT32_MAX}) {
            HcclChannelDesc descs[] = {DeviceDesc(t, 0), DeviceDesc(t, 0)};
            descs[1].header.magicWord = magic;
            t.Got(f.call(Shared(t)[0], kEngine, descs, 2, t.Out<ChannelHandle>(2)));
        }
    }, kAll);
    Add(f.name, 4, [one](Test& t) {
        for (const uint32_t size : {0u, 15u}) {
            HcclChannelDesc desc = DeviceDesc(t, 0);
            desc.header.size = size;
            one(t, desc);
        }
    });
    Add(f.name, 5, [one](Test& t) {
        for (const int protocol : {-1, 10, 77}) {
            HcclChannelDesc desc = DeviceDesc(t, 0);
            desc.channelProtocol = static_cast<CommProtocol>(protocol);
            one(t, desc);
        }
    });
    const char* const refused = "creating a communicator with such a configuration answers PARA already";
    NotProvoked(f.name, 6, 7, refused);
    Add(f.name, 8, [one](Test& t) {
        for (const uint32_t interval : {0u, 4u, 25u}) {
            HcclChannelDesc desc = HostDesc(0);
            desc.roceAttr.retryInterval = interval;
            one(t, desc, COMM_ENGINE_CPU);
        }
    });
    Add(f.name, 9, [one](Test& t) {
        for (const uint32_t count : {0u, 8u}) {
            HcclChannelDesc desc = HostDesc(0);
            desc.roceAttr.retryCnt = count;
            one(t, desc, COMM_ENGINE_CPU);
        }
    });
    NotProvoked(f.name, 10, "CCU: not built");
    Add(f.name, 11, [f](Test& t) {
        for (const uint32_t notifies : {65u, UINT32_MAX}) {
            for (const int which : {0, 1}) {
                HcclChannelDesc descs[] = {DeviceDesc(t, 0), DeviceDesc(t, 0)};
                descs[which].notifyNum = notifies;
                t.Got(f.call(Shared(t)[0], kEngine, descs, 2, t.Out<ChannelHandle>(2)));
            }
        }
    }, kAll);
    Add(f.name, 12, [one](Test& t) {
        std::vector<HcclMemHandle> handles(257, Forged());
        HcclChannelDesc desc = DeviceDesc(t, 0);
        desc.memHandles = handles.data();
        desc.memHandleNum = 257;
        one(t, desc, COMM_ENGINE_AIV);
    });
    Add(f.name, 13, [f](Test& t) {
        for (const int which : {0, 1}) {
            HcclChannelDesc descs[] = {DeviceDesc(t, 0), DeviceDesc(t, 0)};
            descs[which].memHandles = nullptr;
            descs[which].memHandleNum = 1;
            t.Got(f.call(Shared(t)[0], kEngine, descs, 2, t.Out<ChannelHandle>(2)));
        }
    }, kAll);
    Add(f.name, 14, [f, one](Test& t) {
        HcclChannelDesc self = DeviceDesc(t, 0);
        self.remoteRank = 0;
        one(t, self);
        HcclChannelDesc other = DeviceDesc(t, 0);
        other.channelProtocol = COMM_PROTOCOL_UB_CTP;
        one(t, other);
        one(t, DeviceDesc(t, 0), static_cast<CommEngine>(77));
        const HcclChannelDesc twice[] = {DeviceDesc(t, 0), DeviceDesc(t, 0)};
        t.Got(f.call(Shared(t)[0], kEngine, twice, 2, t.Out<ChannelHandle>(2)));
    }, kLegacy);
    // Pairs of engine and protocol that the original cannot build.
    Add(f.name, 15, [f](Test& t) {
        const Comms comms = NewComms(t);
        ChannelHandle channels[2] = {};
        CallBoth(t, f.call, comms, COMM_ENGINE_CPU_TS, DeviceDesc(t, 0), DeviceDesc(t, 1), channels);
        for (const CommEngine engine : {COMM_ENGINE_CPU, COMM_ENGINE_AICPU_TS}) {
            HcclChannelDesc descs[] = {DeviceDesc(t, 0), DeviceDesc(t, 1)};
            descs[0].channelProtocol = descs[1].channelProtocol = COMM_PROTOCOL_UB_MEM;
            CallBoth(t, f.call, comms, engine, descs[0], descs[1], channels);
        }
        Destroy(t, comms);
    });
}

void ConnectCases(const Function& f)
{
    Add(f.name, 16, [f](Test& t) {
        const Comms comms = Impatient(t);
        const HcclChannelDesc desc = DeviceDesc(t, 0);
        t.Got(f.call(comms[0], kEngine, &desc, 1, t.Out<ChannelHandle>()));
        Destroy(t, comms);
    });
    NotProvoked(f.name, 17, "a connection that breaks while connecting is the matter of the robustness tests");
    NotProvoked(f.name, 18, "CCU: not built");
    Add(f.name, 19, [f](Test& t) {
        const Comms comms = NewComms(t);
        void* memory[2] = {};
        HcclCommSymWindow windows[2] = {};
        for (int rank = 0; rank < 2; rank++) {
            STEP(t, aclrtSetDevice(rank));
            STEP(t, HcommMemAlloc(&memory[rank], 8 << 20));
            STEP(t, HcclCommSymWinRegister(comms[rank], memory[rank], rank == 0 ? 2 << 20 : 4 << 20, &windows[rank], 1));
        }
        HcclResult results[2] = {};
        ChannelHandle channels[2] = {};
        const HcclChannelDesc descs[] = {DeviceDesc(t, 0), DeviceDesc(t, 1)};
        Both([&](int rank) { results[rank] = f.call(comms[rank], kEngine, &descs[rank], 1, &channels[rank]); });
        t.Got(results[0]);
        t.Got(results[1]);
        Destroy(t, comms);
        for (int rank = 0; rank < 2; rank++) {
            STEP(t, aclrtSetDevice(rank));
            STEP(t, HcommMemFree(memory[rank]));
        }
    });
    NotProvoked(f.name, 20, "both ends of this program load the same library and no rank table");
    Add(f.name, 21, [f](Test& t) {
        const Comms comms = Impatient(t);
        const HcclChannelDesc descs[] = {DeviceDesc(t, 0), DeviceDesc(t, 1)};
        // It fails as long as the peer does not come, and connects when it does.
        STEP_IS(t, f.call(comms[0], kEngine, &descs[0], 1, t.Out<ChannelHandle>()), HCCL_E_TIMEOUT);
        t.Got(f.call(comms[0], kEngine, &descs[0], 1, t.Out<ChannelHandle>()));
        ChannelHandle channels[2] = {};
        Acquire(t, comms, kEngine, descs, channels);
        Destroy(t, comms);
    });
    Add(f.name, 22, [f](Test& t) {
        const Comms comms = NewComms(t);
        const HcclChannelDesc plain[] = {HostDesc(0), HostDesc(1)};
        ChannelHandle first[2] = {};
        Acquire(t, comms, COMM_ENGINE_CPU, plain, first);
        void* memory = nullptr;
        STEP(t, aclrtMalloc(&memory, 4096, ACL_MEM_MALLOC_HUGE_FIRST));
        HcclMemHandle handles[2] = {};
        for (int rank = 0; rank < 2; rank++) {
            const CommMem mem = {COMM_MEM_TYPE_DEVICE, memory, 4096};
            STEP(t, HcclCommMemReg(comms[rank], "later", &mem, &handles[rank]));
        }
        HcclChannelDesc more[] = {HostDesc(0), HostDesc(1)};
        for (int rank = 0; rank < 2; rank++) {
            more[rank].memHandles = &handles[rank];
            more[rank].memHandleNum = 1;
        }
        ChannelHandle second[2] = {};
        CallBoth(t, f.call, comms, COMM_ENGINE_CPU, more[0], more[1], second);
        CHECK(t, first[0] == second[0] && first[1] == second[1]);
        uint32_t num = 0;
        CommMem* mems = nullptr;
        char** tags = nullptr;
        STEP(t, HcclChannelGetRemoteMems(comms[0], second[0], &num, &mems, &tags));
        CHECK(t, num == 2 && std::string(tags[0]) == "HcclBuffer" && std::string(tags[1]) == "later");
        Destroy(t, comms);
        STEP(t, aclrtFree(memory));
    });
    Add(f.name, 23, [f](Test& t) {
        const Comms comms = Impatient(t);
        STEP(t, HcclCommAddExchangeInfo(comms[0], "hello", 5));
        ChannelHandle channels[2] = {};
        CallBoth(t, f.call, comms, kEngine, DeviceDesc(t, 0), DeviceDesc(t, 1), channels);
        char text[8] = {};
        uint32_t length = 99;
        STEP(t, HcclCommGetExchangeInfo(comms[1], 0, 5, text, &length));
        CHECK(t, length == 5 && std::string(text) == "hello");
        STEP(t, HcclCommGetExchangeInfo(comms[0], 1, 5, text, &length));
        CHECK(t, length == 0);
        // Along a channel that exists nobody waits for the other end, so the bytes come a little later.
        STEP(t, HcclCommAddExchangeInfo(comms[0], "again", 5));
        CallBoth(t, f.call, comms, kEngine, DeviceDesc(t, 0), DeviceDesc(t, 1), channels);
        for (int tries = 0; tries < 10000 && length == 0; tries++) {
            STEP(t, HcclCommGetExchangeInfo(comms[1], 0, 5, text, &length));
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        CHECK(t, length == 5 && std::string(text) == "again");
        Destroy(t, comms);
    });
}

HcclChannelConfig SharedQueue(Test& t, const char* tag)
{
    HcclChannelConfig config = nullptr;
    STEP(t, HcclChannelConfigCreate(&config));
    STEP(t, HcclChannelConfigSetInt(config, HCCL_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE, 1));
    if (tag != nullptr) {
        STEP(t, HcclChannelConfigSetStr(config, HCCL_CHANNEL_CONFIG_TYPE_SHARED_QUEUE_TAG, tag));
    }
    return config;
}

void SharedQueueCases()
{
    const char* const name = "HcclChannelAcquireWithConfig";
    const auto one = [](Test& t, const char* tag, CommEngine engine, const HcclChannelDesc& desc) {
        const HcclChannelConfig config = SharedQueue(t, tag);
        t.Got(HcclChannelAcquireWithConfig(Shared(t)[0], engine, &desc, 1, config, t.Out<ChannelHandle>()));
        STEP(t, HcclChannelConfigDestroy(config));
    };
    Add(name, 24, [](Test& t) {
        HcclChannelConfig config = nullptr;
        STEP(t, HcclChannelConfigCreate(&config));
        const Ends& ends = Device(t);
        const HcclChannelDesc desc = DeviceDesc(t, 0);
        for (const HcclChannelConfig each : {HcclChannelConfig{nullptr}, config}) {
            ChannelHandle channel = 0;
            t.Got(HcclChannelAcquireWithConfig(Shared(t)[0], kEngine, &desc, 1, each, &channel));
            CHECK(t, channel == ends.channel[0]);
        }
        STEP(t, HcclChannelConfigDestroy(config));
    });
    Add(name, 25, [one](Test& t) { one(t, nullptr, COMM_ENGINE_AIV, DeviceDesc(t, 0)); });
    Add(name, 26, [one](Test& t) {
        one(t, "queue", COMM_ENGINE_AICPU_TS, DeviceDesc(t, 0));
        one(t, "queue", COMM_ENGINE_CPU, DeviceDesc(t, 0));
    });
    Add(name, 27, [one](Test& t) { one(t, "queue", COMM_ENGINE_AIV, DeviceDesc(t, 0)); }, kLegacy);
    Add(name, 28, [one](Test& t) {
        HcclChannelDesc desc = DeviceDesc(t, 0);
        desc.channelProtocol = COMM_PROTOCOL_UB_MEM;
        one(t, "queue", COMM_ENGINE_AIV, desc);
    });
    Add(name, 29, [](Test& t) {
        HcclChannelDesc descs[] = {DeviceDesc(t, 0), DeviceDesc(t, 0)};
        descs[1].localEndpoint.commAddr.eid[15] ^= 1;
        const HcclChannelConfig config = SharedQueue(t, "queue");
        t.Got(HcclChannelAcquireWithConfig(Shared(t)[0], COMM_ENGINE_AIV, descs, 2, config, t.Out<ChannelHandle>(2)));
        // With one endpoint they share the queue; they are the same again, and not those without the queue.
        const Comms comms = NewComms(t);
        const HcclChannelDesc good[] = {DeviceDesc(t, 0), DeviceDesc(t, 1)};
        ChannelHandle channels[3][2] = {};
        for (int call = 0; call < 3; call++) {
            HcclResult results[2] = {};
            Both([&](int rank) {
                results[rank] = HcclChannelAcquireWithConfig(comms[rank], COMM_ENGINE_AIV, &good[rank], 1,
                                                             call < 2 ? config : nullptr, &channels[call][rank]);
            });
            STEP(t, results[0]);
            STEP(t, results[1]);
        }
        CHECK(t, channels[0][0] == channels[1][0] && channels[0][1] == channels[1][1]);
        CHECK(t, channels[0][0] != channels[2][0] && channels[0][1] != channels[2][1]);
        Destroy(t, comms);
        STEP(t, HcclChannelConfigDestroy(config));
    });
    Add("HcclChannelConfigCreate", 1, [](Test& t) { t.Got(HcclChannelConfigCreate(nullptr)); }, kAll);
    Add("HcclChannelConfigDestroy", 1, [](Test& t) { t.Got(HcclChannelConfigDestroy(nullptr)); }, kAll);
    Add("HcclChannelConfigSetInt", 1, [](Test& t) {
        t.Got(HcclChannelConfigSetInt(nullptr, HCCL_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE, 1));
    }, kAll);
    Add("HcclChannelConfigSetInt", 2, [](Test& t) {
        const HcclChannelConfig config = SharedQueue(t, nullptr);
        for (const int type : {-1, 1, 77}) {
            t.Got(HcclChannelConfigSetInt(config, static_cast<HcclChannelConfigType>(type), 1));
        }
        STEP(t, HcclChannelConfigDestroy(config));
    });
    Add("HcclChannelConfigSetStr", 1, [](Test& t) {
        const HcclChannelConfig config = SharedQueue(t, nullptr);
        t.Got(HcclChannelConfigSetStr(nullptr, HCCL_CHANNEL_CONFIG_TYPE_SHARED_QUEUE_TAG, "tag"));
        t.Got(HcclChannelConfigSetStr(config, HCCL_CHANNEL_CONFIG_TYPE_SHARED_QUEUE_TAG, nullptr));
        STEP(t, HcclChannelConfigDestroy(config));
    }, kAll);
    Add("HcclChannelConfigSetStr", 2, [](Test& t) {
        const HcclChannelConfig config = SharedQueue(t, nullptr);
        for (const int type : {-1, 0, 77}) {
            t.Got(HcclChannelConfigSetStr(config, static_cast<HcclChannelConfigType>(type), "tag"));
        }
        STEP(t, HcclChannelConfigDestroy(config));
    });
    Add("HcclChannelConfigSetStr", 3, [](Test& t) {
        const HcclChannelConfig config = SharedQueue(t, nullptr);
        for (const std::string& text : {std::string(), std::string(256, 'x')}) {
            t.Got(HcclChannelConfigSetStr(config, HCCL_CHANNEL_CONFIG_TYPE_SHARED_QUEUE_TAG, text.c_str()));
        }
        STEP(t, HcclChannelConfigDestroy(config));
    });
}

void QueryCases()
{
    const char* const query = "HcclChannelQuery";
    Add(query, 1, [](Test& t) {
        const HcclChannelDesc desc = DeviceDesc(t, 0);
        t.Got(HcclChannelQuery(nullptr, kEngine, &desc, 1, t.Out<ChannelHandle>()));
        t.Got(HcclChannelQuery(Shared(t)[0], kEngine, nullptr, 1, t.Out<ChannelHandle>()));
        t.Got(HcclChannelQuery(Shared(t)[0], kEngine, &desc, 1, nullptr));
    }, kAll);
    Add(query, 2, [](Test& t) {
        const HcclChannelDesc desc = DeviceDesc(t, 0);
        for (const uint32_t num : {0u, 1048577u}) {
            t.Got(HcclChannelQuery(Shared(t)[0], kEngine, &desc, num, t.Out<ChannelHandle>()));
        }
    }, kAll);
    Add(query, 3, [](Test& t) {
        const HcclChannelDesc desc = DeviceDesc(t, 0);
        t.Got(HcclChannelQuery(Shared(t)[0], kEngine, &desc, 1, t.Out<ChannelHandle>()));
    }, kLegacy);
    NotProvoked(query, 4, "CCU: not built");
    Add(query, 5, [](Test& t) {
        HcclChannelDesc desc = DeviceDesc(t, 0);
        desc.header.magicWord = 0;
        t.Got(HcclChannelQuery(Shared(t)[0], kEngine, &desc, 1, t.Out<ChannelHandle>()));
    });
    Add(query, 6, [](Test& t) {
        const Ends& ends = Device(t);
        HcclChannelDesc descs[] = {DeviceDesc(t, 0), DeviceDesc(t, 0)};
        ChannelHandle channels[] = {7, 7};
        t.Got(HcclChannelQuery(Shared(t)[0], kEngine, descs, 2, channels));
        CHECK(t, channels[0] == ends.channel[0] && channels[1] == 0);
    });

    const char* const destroy = "HcclChannelDestroy";
    Add(destroy, 1, [](Test& t) {
        const ChannelHandle channel = kForged;
        t.Got(HcclChannelDestroy(nullptr, &channel, 1));
        t.Got(HcclChannelDestroy(Shared(t)[0], nullptr, 1));
    }, kAll);
    Add(destroy, 2, [](Test& t) {
        const ChannelHandle channel = kForged;
        for (const uint32_t num : {0u, 1048577u}) {
            t.Got(HcclChannelDestroy(Shared(t)[0], &channel, num));
        }
    }, kAll);
    Add(destroy, 3, [](Test& t) { t.Got(HcclChannelDestroy(Shared(t)[0], &Device(t).channel[0], 1)); }, kLegacy);
    Add(destroy, 4, [](Test& t) { t.Got(HcclChannelDestroy(Shared(t)[0], &Device(t).channel[0], 1)); });
    Add(destroy, 5, [](Test& t) {
        for (const ChannelHandle channel : {ChannelHandle{0}, ChannelHandle{kForged}, Device(t).channel[1]}) {
            t.Got(HcclChannelDestroy(Shared(t)[0], &channel, 1));
        }
    });

    const char* const buffer = "HcclChannelGetHcclBuffer";
    Add(buffer, 1, [](Test& t) {
        const ChannelHandle channel = Device(t).channel[0];
        t.Got(HcclChannelGetHcclBuffer(nullptr, channel, t.Out<void*>(), t.Out<uint64_t>()));
        t.Got(HcclChannelGetHcclBuffer(Shared(t)[0], channel, nullptr, t.Out<uint64_t>()));
        t.Got(HcclChannelGetHcclBuffer(Shared(t)[0], channel, t.Out<void*>(), nullptr));
    }, kAll);
    const auto buffer_of_unknown = [](Test& t) {
        for (const ChannelHandle channel : {ChannelHandle{kForged}, Device(t).channel[1], Device(t).thread[0]}) {
            t.Got(HcclChannelGetHcclBuffer(Shared(t)[0], channel, t.Out<void*>(), t.Out<uint64_t>()));
        }
    };
    Add(buffer, 2, buffer_of_unknown);
    Add(buffer, 3, buffer_of_unknown, kLegacy);
    NotProvoked(buffer, 4, "every rank with a peer offers its exchange buffer");

    const char* const mems = "HcclChannelGetRemoteMems";
    const auto get = [](Test& t, HcclComm comm, ChannelHandle channel) {
        t.Got(HcclChannelGetRemoteMems(comm, channel, t.Out<uint32_t>(), t.Out<CommMem*>(), t.Out<char**>()));
    };
    Add(mems, 1, [get](Test& t) {
        const ChannelHandle channel = Device(t).channel[0];
        const HcclComm comm = Shared(t)[0];
        get(t, nullptr, channel);
        t.Got(HcclChannelGetRemoteMems(comm, channel, nullptr, t.Out<CommMem*>(), t.Out<char**>()));
        t.Got(HcclChannelGetRemoteMems(comm, channel, t.Out<uint32_t>(), nullptr, t.Out<char**>()));
        t.Got(HcclChannelGetRemoteMems(comm, channel, t.Out<uint32_t>(), t.Out<CommMem*>(), nullptr));
    }, kAll);
    const auto mems_of_unknown = [get](Test& t) {
        for (const ChannelHandle channel : {ChannelHandle{kForged}, Device(t).channel[1], Device(t).thread[0]}) {
            get(t, Shared(t)[0], channel);
        }
    };
    Add(mems, 2, mems_of_unknown);
    Add(mems, 3, mems_of_unknown, kLegacy);
    Add(mems, 4, [](Test& t) {
        const Comms comms = NewComms(t);
        std::vector<HcclMemHandle> handles(257);
        auto* memory = static_cast<char*>(DeviceMemory(t));
        for (int i = 0; i < 257; i++) {
            const CommMem mem = {COMM_MEM_TYPE_DEVICE, memory + 64 * i, 64};
            STEP(t, HcclCommMemReg(comms[1], ("piece " + std::to_string(i)).c_str(), &mem, &handles[i]));
        }
        HcclChannelDesc descs[] = {DeviceDesc(t, 0), DeviceDesc(t, 1)};
        descs[1].memHandles = handles.data();
        descs[1].memHandleNum = 257;
        ChannelHandle channels[2] = {};
        Acquire(t, comms, kEngine, descs, channels);
        t.Got(HcclChannelGetRemoteMems(comms[0], channels[0], t.Out<uint32_t>(), t.Out<CommMem*>(), t.Out<char**>()));
        Destroy(t, comms);
    }, kLegacy);
}

} // namespace

void HcclChannelCases()
{
    for (const Function& acquire : kAcquires) {
        ArgumentCases(acquire);
        ConnectCases(acquire);
    }
    SharedQueueCases();
    QueryCases();
}
