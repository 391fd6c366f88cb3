// Cases of hcomm_channel.h: channels of the base layer.

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "fixture.h"

namespace {

// Both functions that make channels, with the same arguments.
struct Create {
    const char* name;
    HcommResult (*call)(EndpointHandle, CommEngine, HcommChannelDesc*, uint32_t, ChannelHandle*);
};

const Create kCreates[] = {
    {"HcommChannelCreate", HcommChannelCreate},
    {"HcommChannelCreateWithConfig",
     [](EndpointHandle endpoint, CommEngine engine, HcommChannelDesc* descs, uint32_t num, ChannelHandle* channels) {
         return HcommChannelCreateWithConfig(endpoint, engine, descs, num, nullptr, channels);
     }},
};

constexpr CommEngine kEngine = COMM_ENGINE_AICPU_TS;

// A description of a channel to the port of device 1.
HcommChannelDesc Good() { return BaseDesc(DevicePort(COMM_PROTOCOL_UB_CTP, 1)); }

void CreateCases(const Create& f)
{
    Add(f.name, 1, [f](Test& t) {
        HcommChannelDesc desc = Good();
        t.Got(f.call(nullptr, kEngine, &desc, 1, t.Out<ChannelHandle>()));
        t.Got(f.call(Endpoint(t), kEngine, nullptr, 1, t.Out<ChannelHandle>()));
        t.Got(f.call(Endpoint(t), kEngine, &desc, 1, nullptr));
    });
    Add(f.name, 2, [f](Test& t) {
        HcommChannelDesc desc = Good();
        t.Got(f.call(Endpoint(t), kEngine, &desc, 0, t.Out<ChannelHandle>()));
    });
    Add(f.name, 3, [f](Test& t) {
        // The number is refused before the descriptions are looked at.
        HcommChannelDesc desc = Good();
        for (const uint32_t num : {1048577u, UINT32_MAX}) {
            t.Got(f.call(Endpoint(t), kEngine, &desc, num, t.Out<ChannelHandle>()));
        }
    });
    Add(f.name, 4, [f](Test& t) {
        for (const uint32_t size : {0u, 15u}) {
            HcommChannelDesc desc = Good();
            desc.header.size = size;
            t.Got(f.call(Endpoint(t), kEngine, &desc, 1, t.Out<ChannelHandle>()));
        }
    });
    Add(f.name, 5, [f](Test& t) {
        for (const uint32_t magic : {0u, 0x0f0f0f0fu, UINT32_MAX}) {
            HcommChannelDesc descs[] = {Good(), Good()};
            descs[1].header.magicWord = magic;
            t.Got(f.call(Endpoint(t), kEngine, descs, 2, t.Out<ChannelHandle>(2)));
        }
    });
    Add(f.name, 6, [f](Test& t) {
        const std::string name(192, 'n');
        HcommChannelDesc desc = Good();
        desc.channelName = name.c_str();
        t.Got(f.call(Endpoint(t), kEngine, &desc, 1, t.Out<ChannelHandle>()));
    });
    Add(f.name, 7, [f](Test& t) {
        for (const int mode : {3, 0xfe}) {
            HcommChannelDesc desc = BaseDesc(DevicePort(COMM_PROTOCOL_UB_MEM, 1));
            desc.ubMemAttr.pathMode = static_cast<uint8_t>(mode);
            t.Got(f.call(Endpoint(t, COMM_PROTOCOL_UB_MEM), COMM_ENGINE_AIV, &desc, 1, t.Out<ChannelHandle>()));
        }
    });
    Add(f.name, 8, [f](Test& t) {
        HcommChannelDesc desc = Good();
        t.Got(f.call(Endpoint(t), COMM_ENGINE_CPU_TS, &desc, 1, t.Out<ChannelHandle>()));
        HcommChannelDesc memory = BaseDesc(DevicePort(COMM_PROTOCOL_UB_MEM, 1));
        t.Got(f.call(Endpoint(t, COMM_PROTOCOL_UB_MEM), kEngine, &memory, 1, t.Out<ChannelHandle>()));
        t.Got(f.call(Endpoint(t, COMM_PROTOCOL_UB_MEM), COMM_ENGINE_CPU, &memory, 1, t.Out<ChannelHandle>()));
    });
    Add(f.name, 9, [f](Test& t) {
        for (const int engine : {-1, 6, 77}) {
            HcommChannelDesc desc = Good();
            t.Got(f.call(Endpoint(t), static_cast<CommEngine>(engine), &desc, 1, t.Out<ChannelHandle>()));
        }
    });
    Add(f.name, 10, [f](Test& t) {
        HcommChannelDesc desc = Good();
        t.Got(f.call(Forged(), kEngine, &desc, 1, t.Out<ChannelHandle>()));
        EndpointHandle gone = nullptr;
        const EndpointDesc port = DevicePort();
        STEP(t, HcommEndpointCreate(&port, &gone));
        STEP(t, HcommEndpointDestroy(gone));
        t.Got(f.call(gone, kEngine, &desc, 1, t.Out<ChannelHandle>()));
    });
}

HcommChannelConfig SharedQueue(Test& t)
{
    HcommChannelConfig config = nullptr;
    STEP(t, HcommChannelConfigCreate(&config));
    STEP(t, HcommChannelConfigSetInt(config, HCOMM_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE, 1));
    return config;
}

} // namespace

void HcommChannelCases()
{
    for (const Create& create : kCreates) {
        CreateCases(create);
    }
    Add("HcommChannelCreateWithConfig", 11, [](Test& t) {
        HcommChannelDesc desc = Good();
        ChannelHandle channel = 0;
        t.Got(HcommChannelCreateWithConfig(Endpoint(t), kEngine, &desc, 1, nullptr, &channel));
        CHECK(t, channel != 0);
        STEP(t, HcommChannelDestroy(&channel, 1));
    });
    Add("HcommChannelCreateWithConfig", 12, [](Test& t) {
        const HcommChannelConfig config = SharedQueue(t);
        for (const CommEngine engine : {COMM_ENGINE_CPU, COMM_ENGINE_AICPU, COMM_ENGINE_AICPU_TS}) {
            HcommChannelDesc desc = Good();
            t.Got(HcommChannelCreateWithConfig(Endpoint(t), engine, &desc, 1, config, t.Out<ChannelHandle>()));
        }
        STEP(t, HcommChannelConfigDestroy(config));
    });
    Add("HcommChannelCreateWithConfig", 13, [](Test& t) {
        const HcommChannelConfig config = SharedQueue(t);
        for (const CommProtocol protocol : {COMM_PROTOCOL_UB_MEM, COMM_PROTOCOL_UB_RTP, COMM_PROTOCOL_ROCE}) {
            HcommChannelDesc desc = BaseDesc(DevicePort(protocol, 1));
            t.Got(HcommChannelCreateWithConfig(Endpoint(t, protocol), COMM_ENGINE_AIV, &desc, 1, config,
                                               t.Out<ChannelHandle>()));
        }
        STEP(t, HcommChannelConfigDestroy(config));
    });

    Add("HcommChannelGetStatus", 1, [](Test& t) {
        const ChannelHandle channel = kForged;
        t.Got(HcommChannelGetStatus(nullptr, 1, t.Out<int32_t>()));
        t.Got(HcommChannelGetStatus(&channel, 1, nullptr));
    }, kAll);
    Add("HcommChannelGetStatus", 2, [](Test& t) {
        const ChannelHandle channel = kForged;
        t.Got(HcommChannelGetStatus(&channel, 0, t.Out<int32_t>()));
    }, kAll);
    Add("HcommChannelGetStatus", 3, [](Test& t) {
        for (const ChannelHandle channel : {ChannelHandle{0}, ChannelHandle{kForged}, ~ChannelHandle{0} >> 1}) {
            t.Got(HcommChannelGetStatus(&channel, 1, t.Out<int32_t>()));
        }
    });
    Add("HcommChannelGetStatus", 4, [](Test& t) {
        setenv("HCOMM_TEST_CONNECT_TIMEOUT_MS", "500", 1);
        HcommChannelDesc desc = Good();
        ChannelHandle channel = 0;
        STEP(t, HcommChannelCreate(Endpoint(t), kEngine, &desc, 1, &channel));
        int32_t status = 1;
        for (int tries = 0; tries < 3000 && status == 1; tries++) {
            t.Got(HcommChannelGetStatus(&channel, 1, &status));
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        setenv("HCOMM_TEST_CONNECT_TIMEOUT_MS", "10000", 1);
        CHECK(t, status == 3);
        STEP(t, HcommChannelDestroy(&channel, 1));
    });

    Add("HcommChannelDestroy", 1, [](Test& t) { t.Got(HcommChannelDestroy(nullptr, 1)); }, kAll);
    Add("HcommChannelDestroy", 2, [](Test& t) {
        const ChannelHandle channel = kForged;
        t.Got(HcommChannelDestroy(&channel, 0));
    }, kAll);
    Add("HcommChannelDestroy", 3, [](Test& t) {
        HcommChannelDesc descs[] = {Good(), Good()};
        ChannelHandle made[2] = {};
        STEP(t, HcommChannelCreate(Endpoint(t), kEngine, descs, 2, made));
        const ChannelHandle list[] = {made[0], kForged, made[1]};
        t.Got(HcommChannelDestroy(list, 3));
        // The one before the forged one is gone, the one behind it is not.
        t.Got(HcommChannelDestroy(&made[0], 1));
        STEP(t, HcommChannelDestroy(&made[1], 1));
    });
    Add("HcommChannelConfigCreate", 1, [](Test& t) { t.Got(HcommChannelConfigCreate(nullptr)); }, kAll);
    Add("HcommChannelConfigDestroy", 1, [](Test& t) { t.Got(HcommChannelConfigDestroy(nullptr)); }, kAll);
    Add("HcommChannelConfigSetInt", 1, [](Test& t) {
        t.Got(HcommChannelConfigSetInt(nullptr, HCOMM_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE, 1));
    }, kAll);
    Add("HcommChannelConfigSetInt", 2, [](Test& t) {
        HcommChannelConfig config = nullptr;
        STEP(t, HcommChannelConfigCreate(&config));
        for (const int type : {-1, 1, 77}) {
            t.Got(HcommChannelConfigSetInt(config, static_cast<HcommChannelConfigType>(type), 1));
        }
        STEP(t, HcommChannelConfigDestroy(config));
    });
}
