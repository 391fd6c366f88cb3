// Cases of hcomm_res.h: endpoints, their memory, threads of the base layer.

#include <vector>

#include "fixture.h"

namespace {

// A registration of device memory at the shared endpoint, and how to end it.
HcommMemHandle Register(Test& t, EndpointHandle endpoint, uint64_t offset = 0, uint64_t size = 4096)
{
    const CommMem mem = {COMM_MEM_TYPE_DEVICE, static_cast<char*>(DeviceMemory(t)) + offset, size};
    HcommMemHandle handle = nullptr;
    STEP(t, HcommMemReg(endpoint, "conformance", &mem, &handle));
    return handle;
}

struct Exported {
    HcommMemHandle handle;
    std::vector<unsigned char> bytes;
};

Exported Export(Test& t, EndpointHandle endpoint)
{
    Exported exported = {Register(t, endpoint), {}};
    void* bytes = nullptr;
    uint32_t length = 0;
    STEP(t, HcommMemExport(endpoint, exported.handle, &bytes, &length));
    const auto* first = static_cast<unsigned char*>(bytes);
    exported.bytes.assign(first, first + length);
    t.Check(length > sizeof(EndpointDesc) && length <= 504, "the descriptor has 161 to 504 bytes");
    return exported;
}

void EndpointCases()
{
    Add("HcommEndpointCreate", 1, [](Test& t) { t.Got(HcommEndpointCreate(nullptr, t.Out<EndpointHandle>())); }, kAll);
    Add("HcommEndpointCreate", 2, [](Test& t) {
        const EndpointDesc desc = DevicePort();
        t.Got(HcommEndpointCreate(&desc, nullptr));
        t.Got(HcommEndpointCreate(nullptr, nullptr));
    });
    Add("HcommEndpointCreate", 3, [](Test& t) {
        for (const int where : {-1, 2, 77}) {
            EndpointDesc desc = DevicePort();
            desc.loc.locType = static_cast<EndpointLocType>(where);
            t.Got(HcommEndpointCreate(&desc, t.Out<EndpointHandle>()));
        }
    });
    Add("HcommEndpointCreate", 4, [](Test& t) {
        for (const int protocol : {-1, 0, 2, 3, 6, 7, 8, 9, 55}) {
            EndpointDesc desc = HostPort();
            desc.protocol = static_cast<CommProtocol>(protocol);
            t.Got(HcommEndpointCreate(&desc, t.Out<EndpointHandle>()));
        }
        for (const int protocol : {-1, 3, 8, 55}) {
            EndpointDesc desc = DevicePort();
            desc.protocol = static_cast<CommProtocol>(protocol);
            t.Got(HcommEndpointCreate(&desc, t.Out<EndpointHandle>()));
        }
    });
    Add("HcommEndpointCreate", 5, [](Test& t) {
        for (const CommAddrType type : {COMM_ADDR_TYPE_ID, COMM_ADDR_TYPE_RESERVED}) {
            EndpointDesc desc = DevicePort(COMM_PROTOCOL_UBOE);
            desc.commAddr.type = type;
            t.Got(HcommEndpointCreate(&desc, t.Out<EndpointHandle>()));
        }
    });
    NotProvoked("HcommEndpointCreate", 6, "needs a network device whose driver fails to open");

    Add("HcommEndpointDestroy", 1, [](Test& t) {
        t.Got(HcommEndpointDestroy(nullptr));
        t.Got(HcommEndpointDestroy(Forged()));
        EndpointHandle gone = nullptr;
        const EndpointDesc desc = DevicePort();
        STEP(t, HcommEndpointCreate(&desc, &gone));
        STEP(t, HcommEndpointDestroy(gone));
        t.Got(HcommEndpointDestroy(gone));
    }, kAll);
    Add("HcommEndpointDestroy", 2, [](Test& t) {
        EndpointHandle endpoint = nullptr;
        const EndpointDesc port = DevicePort();
        STEP(t, HcommEndpointCreate(&port, &endpoint));
        HcommChannelConfig config = nullptr;
        STEP(t, HcommChannelConfigCreate(&config));
        STEP(t, HcommChannelConfigSetInt(config, HCOMM_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE, 1));
        HcommChannelDesc desc = BaseDesc(DevicePort(COMM_PROTOCOL_UB_CTP, 1));
        ChannelHandle channel = 0;
        STEP(t, HcommChannelCreateWithConfig(endpoint, COMM_ENGINE_AIV, &desc, 1, config, &channel));
        t.Got(HcommEndpointDestroy(endpoint));
        STEP(t, HcommChannelDestroy(&channel, 1));
        STEP(t, HcommEndpointDestroy(endpoint));
        STEP(t, HcommChannelConfigDestroy(config));
    });
    Add("HcommEndpointDestroy", 3, [](Test& t) {
        EndpointHandle endpoint = nullptr;
        const EndpointDesc port = DevicePort();
        STEP(t, HcommEndpointCreate(&port, &endpoint));
        HcommChannelDesc desc = BaseDesc(DevicePort(COMM_PROTOCOL_UB_CTP, 1));
        ChannelHandle channel = 0;
        STEP(t, HcommChannelCreate(endpoint, COMM_ENGINE_AICPU_TS, &desc, 1, &channel));
        t.Got(HcommEndpointDestroy(endpoint));
        STEP(t, HcommChannelDestroy(&channel, 1));
    });

    Add("HcommEndpointGetDescNum", 1, [](Test& t) { t.Got(HcommEndpointGetDescNum(0, nullptr)); }, kAll);
    // The number is 0 after an error, which the interface promises.
    Add("HcommEndpointGetDescNum", 2, [](Test& t) {
        for (const int32_t device : {-1, INT32_MIN}) {
            uint32_t num = 7;
            t.Got(HcommEndpointGetDescNum(device, &num));
            CHECK(t, num == 0);
        }
    });
    Add("HcommEndpointGetDescNum", 3, [](Test& t) {
        uint32_t num = 7;
        t.Got(HcommEndpointGetDescNum(0, &num));
        CHECK(t, num == 0);
    }, kLegacy);
    NotProvoked("HcommEndpointGetDescNum", 4, "every device of the software NPU has an EID");
    Add("HcommEndpointGetDescs", 1, [](Test& t) {
        t.Got(HcommEndpointGetDescs(0, nullptr, t.Out<EndpointDesc>()));
        t.Got(HcommEndpointGetDescs(0, t.InOut(1u), nullptr));
    }, kAll);
    Add("HcommEndpointGetDescs", 2, [](Test& t) {
        t.Got(HcommEndpointGetDescs(-1, t.InOut(1u), t.Out<EndpointDesc>()));
    });
    Add("HcommEndpointGetDescs", 3, [](Test& t) {
        t.Got(HcommEndpointGetDescs(0, t.InOut(1u), t.Out<EndpointDesc>()));
    }, kLegacy);
    NotProvoked("HcommEndpointGetDescs", 4, "every device of the software NPU has an EID");
    Add("HcommEndpointGetDescs", 5, [](Test& t) {
        uint32_t num = 0;
        STEP(t, HcommEndpointGetDescNum(0, &num));
        CHECK(t, num > 0);
        t.Got(HcommEndpointGetDescs(0, t.InOut(num - 1), t.Out<EndpointDesc>(num)));
    });

    Add("HcommEndpointGetListenPort", 1, [](Test& t) {
        t.Got(HcommEndpointGetListenPort(Forged(), t.Out<uint32_t>()));
        t.Got(HcommEndpointGetListenPort(nullptr, nullptr));
    }, kAll);
    Add("HcommEndpointGetListenPort", 2, [](Test& t) { t.Got(HcommEndpointGetListenPort(Endpoint(t), nullptr)); });
    Add("HcommEndpointGetListenPort", 3, [](Test& t) {
        t.Got(HcommEndpointGetListenPort(Endpoint(t, COMM_PROTOCOL_UB_MEM), t.Out<uint32_t>()));
    });
    Add("HcommEndpointCheckFeature", 1, [](Test& t) {
        const EndpointDesc port = HostPort();
        t.Got(HcommEndpointCheckFeature(HCOMM_ENDPOINT_FEATURE_NDA, nullptr, t.Out<bool>()));
        t.Got(HcommEndpointCheckFeature(HCOMM_ENDPOINT_FEATURE_NDA, &port, nullptr));
    }, kAll);
    Add("HcommEndpointCheckFeature", 2, [](Test& t) {
        const EndpointDesc port = HostPort();
        const EndpointDesc device = DevicePort();
        bool value = true;
        t.Got(HcommEndpointCheckFeature(static_cast<HcommEndpointFeatureType>(77), &port, &value));
        CHECK(t, !value);
        value = true;
        t.Got(HcommEndpointCheckFeature(HCOMM_ENDPOINT_FEATURE_NDA, &device, &value));
        CHECK(t, !value);
    });
}

void MemoryCases()
{
    Add("HcommMemReg", 1, [](Test& t) {
        const CommMem mem = {COMM_MEM_TYPE_DEVICE, DeviceMemory(t), 4096};
        t.Got(HcommMemReg(Forged(), "tag", &mem, t.Out<HcommMemHandle>()));
        t.Got(HcommMemReg(nullptr, nullptr, nullptr, nullptr));
    }, kAll);
    Add("HcommMemReg", 2, [](Test& t) {
        const CommMem mem = {COMM_MEM_TYPE_DEVICE, DeviceMemory(t), 4096};
        t.Got(HcommMemReg(Endpoint(t), "tag", nullptr, t.Out<HcommMemHandle>()));
        t.Got(HcommMemReg(Endpoint(t), "tag", &mem, nullptr));
    });
    Add("HcommMemReg", 3, [](Test& t) {
        const CommMem mem = {COMM_MEM_TYPE_DEVICE, nullptr, 0};
        t.Got(HcommMemReg(Endpoint(t), "tag", &mem, t.Out<HcommMemHandle>()));
    });
    Add("HcommMemReg", 4, [](Test& t) {
        const CommMem empty = {COMM_MEM_TYPE_DEVICE, DeviceMemory(t), 0};
        const CommMem untyped = {COMM_MEM_TYPE_INVALID, DeviceMemory(t), 4096};
        t.Got(HcommMemReg(Endpoint(t), "tag", &empty, t.Out<HcommMemHandle>()));
        t.Got(HcommMemReg(Endpoint(t), "tag", &untyped, t.Out<HcommMemHandle>()));
    });
    Add("HcommMemReg", 5, [](Test& t) {
        EndpointDesc port = HostPort();
        port.protocol = static_cast<CommProtocol>(1000);
        EndpointHandle endpoint = nullptr;
        STEP(t, HcommEndpointCreate(&port, &endpoint));
        const CommMem mem = {COMM_MEM_TYPE_DEVICE, DeviceMemory(t), 4096};
        t.Got(HcommMemReg(endpoint, "tag", &mem, t.Out<HcommMemHandle>()));
        STEP(t, HcommEndpointDestroy(endpoint));
    }, kPlugin);
    NotProvoked("HcommMemReg", 6, "needs a network device that refuses to register memory");
    Add("HcommMemReg", 7, [](Test& t) {
        const HcommMemHandle first = Register(t, Endpoint(t), 0, 8192);
        const CommMem mem = {COMM_MEM_TYPE_DEVICE, static_cast<char*>(DeviceMemory(t)) + 4096, 8192};
        HcommMemHandle second = nullptr;
        t.Got(HcommMemReg(Endpoint(t), nullptr, &mem, &second));
        CHECK(t, second != nullptr && second != first);
        STEP(t, HcommMemUnreg(Endpoint(t), first));
        STEP(t, HcommMemUnreg(Endpoint(t), second));
    });
    Add("HcommMemReg", 8, [](Test& t) {
        const HcommMemHandle outer = Register(t, Endpoint(t), 0, 8192);
        const CommMem mem = {COMM_MEM_TYPE_DEVICE, static_cast<char*>(DeviceMemory(t)) + 4096, 4096};
        HcommMemHandle inner = nullptr;
        t.Got(HcommMemReg(Endpoint(t), "inner", &mem, &inner));
        CHECK(t, inner != nullptr);
        // Each of them lives until it is unregistered.
        STEP(t, HcommMemUnreg(Endpoint(t), outer));
        void* bytes = nullptr;
        uint32_t length = 0;
        STEP(t, HcommMemExport(Endpoint(t), inner, &bytes, &length));
        STEP(t, HcommMemUnreg(Endpoint(t), inner));
    });
    Add("HcommMemUnreg", 1, [](Test& t) {
        t.Got(HcommMemUnreg(Forged(), Register(t, Endpoint(t))));
        t.Got(HcommMemUnreg(nullptr, nullptr));
    });
    Add("HcommMemUnreg", 2, [](Test& t) { t.Got(HcommMemUnreg(Endpoint(t), nullptr)); });
    Add("HcommMemUnreg", 3, [](Test& t) {
        const HcommMemHandle handle = Register(t, Endpoint(t));
        STEP(t, HcommMemUnreg(Endpoint(t), handle));
        t.Got(HcommMemUnreg(Endpoint(t), handle));
        t.Got(HcommMemUnreg(Endpoint(t), Forged()));
    });

    Add("HcommMemExport", 1, [](Test& t) {
        t.Got(HcommMemExport(Forged(), Register(t, Endpoint(t)), t.Out<void*>(), t.Out<uint32_t>()));
    });
    Add("HcommMemExport", 2, [](Test& t) {
        const HcommMemHandle handle = Register(t, Endpoint(t));
        t.Got(HcommMemExport(Endpoint(t), nullptr, t.Out<void*>(), t.Out<uint32_t>()));
        t.Got(HcommMemExport(Endpoint(t), handle, nullptr, t.Out<uint32_t>()));
        t.Got(HcommMemExport(Endpoint(t), handle, t.Out<void*>(), nullptr));
    });
    Add("HcommMemExport", 3, [](Test& t) {
        t.Got(HcommMemExport(Endpoint(t), Forged(), t.Out<void*>(), t.Out<uint32_t>()));
    });
    Add("HcommMemExport", 4, [](Test& t) {
        for (const CommProtocol protocol : {COMM_PROTOCOL_UB_MEM, COMM_PROTOCOL_PCIE}) {
            const HcommMemHandle handle = Register(t, Endpoint(t, protocol));
            t.Got(HcommMemExport(Endpoint(t, protocol), handle, t.Out<void*>(), t.Out<uint32_t>()));
        }
    });

    Add("HcommMemImport", 1, [](Test& t) {
        const Exported exported = Export(t, Endpoint(t));
        const auto length = static_cast<uint32_t>(exported.bytes.size());
        t.Got(HcommMemImport(Forged(), exported.bytes.data(), length, t.Out<CommMem>()));
    });
    Add("HcommMemImport", 2, [](Test& t) {
        const Exported exported = Export(t, Endpoint(t));
        const auto length = static_cast<uint32_t>(exported.bytes.size());
        t.Got(HcommMemImport(Endpoint(t), nullptr, length, t.Out<CommMem>()));
        t.Got(HcommMemImport(Endpoint(t), exported.bytes.data(), length, nullptr));
    });
    Add("HcommMemImport", 3, [](Test& t) {
        const Exported exported = Export(t, Endpoint(t));
        t.Got(HcommMemImport(Endpoint(t), exported.bytes.data(), 0, t.Out<CommMem>()));
    });
    Add("HcommMemImport", 4, [](Test& t) {
        const unsigned char bytes[sizeof(EndpointDesc) - 1] = {};
        t.Got(HcommMemImport(Endpoint(t, COMM_PROTOCOL_HCCS), bytes, sizeof(bytes), t.Out<CommMem>()));
        t.Got(HcommMemImport(Endpoint(t, COMM_PROTOCOL_ROCE), bytes, sizeof(bytes), t.Out<CommMem>()));
        CommMem mem = {};
        STEP_IS(t, HcommMemImport(Endpoint(t), bytes, sizeof(bytes), &mem), HCCL_E_PARA);
    });
    Add("HcommMemImport", 5, [](Test& t) {
        for (const EndpointHandle endpoint : {Endpoint(t), Endpoint(t, COMM_PROTOCOL_ROCE)}) {
            const Exported exported = Export(t, endpoint);
            const auto length = static_cast<uint32_t>(exported.bytes.size());
            CommMem first = {};
            CommMem second = {};
            STEP(t, HcommMemImport(endpoint, exported.bytes.data(), length, &first));
            t.Got(HcommMemImport(endpoint, exported.bytes.data(), length, &second));
            CHECK(t, first.addr == second.addr && second.size == 4096);
            STEP_IS(t, HcommMemUnimport(endpoint, exported.bytes.data(), length), HCCL_E_AGAIN);
            STEP(t, HcommMemUnimport(endpoint, exported.bytes.data(), length));
        }
    });
    Add("HcommMemImport", 6, [](Test& t) {
        const EndpointHandle endpoint = Endpoint(t, COMM_PROTOCOL_HCCS);
        const Exported exported = Export(t, endpoint);
        const auto length = static_cast<uint32_t>(exported.bytes.size());
        CommMem mem = {};
        STEP(t, HcommMemImport(endpoint, exported.bytes.data(), length, &mem));
        t.Got(HcommMemImport(endpoint, exported.bytes.data(), length, &mem));
    });
    Add("HcommMemUnimport", 1, [](Test& t) {
        const Exported exported = Export(t, Endpoint(t));
        t.Got(HcommMemUnimport(Forged(), exported.bytes.data(), static_cast<uint32_t>(exported.bytes.size())));
    });
    Add("HcommMemUnimport", 2, [](Test& t) { t.Got(HcommMemUnimport(Endpoint(t), nullptr, 200)); });
    Add("HcommMemUnimport", 3, [](Test& t) {
        const Exported exported = Export(t, Endpoint(t));
        t.Got(HcommMemUnimport(Endpoint(t), exported.bytes.data(), static_cast<uint32_t>(exported.bytes.size())));
        const unsigned char noise[300] = {1, 2, 3};
        t.Got(HcommMemUnimport(Endpoint(t), noise, sizeof(noise)));
        t.Got(HcommMemUnimport(Endpoint(t), noise, 0));
    });
    Add("HcommMemUnimport", 4, [](Test& t) {
        const Exported exported = Export(t, Endpoint(t));
        const auto length = static_cast<uint32_t>(exported.bytes.size());
        CommMem mem = {};
        STEP(t, HcommMemImport(Endpoint(t), exported.bytes.data(), length, &mem));
        STEP_IS(t, HcommMemImport(Endpoint(t), exported.bytes.data(), length, &mem), HCCL_E_AGAIN);
        t.Got(HcommMemUnimport(Endpoint(t), exported.bytes.data(), length));
        STEP(t, HcommMemUnimport(Endpoint(t), exported.bytes.data(), length));
    });

    Add("HcommMemAlloc", 1, [](Test& t) { t.Got(HcommMemAlloc(nullptr, 64)); }, kAll);
    Add("HcommMemAlloc", 2, [](Test& t) { t.Got(HcommMemAlloc(t.Out<void*>(), 0)); }, kAll);
    Add("HcommMemAlloc", 3, [](Test& t) {
        t.Got(HcommMemAlloc(t.Out<void*>(), std::size_t{1} << 60));
        t.Got(HcommMemAlloc(t.Out<void*>(), SIZE_MAX));
    });
    Add("HcommMemFree", 1, [](Test& t) { t.Got(HcommMemFree(nullptr)); }, kAll);
    Add("HcommMemFree", 2, [](Test& t) {
        int here = 0;
        t.Got(HcommMemFree(&here));
        t.Got(HcommMemFree(Forged()));
        void* memory = nullptr;
        STEP(t, HcommMemAlloc(&memory, 64));
        t.Got(HcommMemFree(static_cast<char*>(memory) + 64));
        STEP(t, HcommMemFree(memory));
        t.Got(HcommMemFree(memory));
    });
}

void ThreadCases()
{
    Add("HcommThreadAlloc", 1, [](Test& t) {
        t.Got(HcommThreadAlloc(COMM_ENGINE_CPU_TS, 1, t.InOut(1u), nullptr));
        t.Got(HcommThreadAlloc(COMM_ENGINE_RESERVED, 0, nullptr, nullptr));
    }, kAll);
    Add("HcommThreadAlloc", 2, [](Test& t) {
        t.Got(HcommThreadAlloc(COMM_ENGINE_CPU_TS, 0, nullptr, t.Out<ThreadHandle>()));
    }, kAll);
    Add("HcommThreadAlloc", 3, [](Test& t) {
        for (const uint32_t num : {0u, 1001u, UINT32_MAX}) {
            t.Got(HcommThreadAlloc(COMM_ENGINE_CPU_TS, num, t.InOut(1u), t.Out<ThreadHandle>()));
        }
    });
    Add("HcommThreadAlloc", 4, [](Test& t) {
        for (const uint32_t notifies : {65u, UINT32_MAX}) {
            t.Got(HcommThreadAlloc(COMM_ENGINE_CPU_TS, 1, t.InOut(notifies), t.Out<ThreadHandle>()));
        }
    });
    Add("HcommThreadAlloc", 5, [](Test& t) {
        for (const int engine : {-1, 4, 6, 77}) {
            t.Got(HcommThreadAlloc(static_cast<CommEngine>(engine), 1, t.InOut(1u), t.Out<ThreadHandle>()));
        }
    });
    Add("HcommThreadAlloc", 6, [](Test& t) {
        std::vector<uint32_t> notifies(201, 1);
        for (const CommEngine engine : {COMM_ENGINE_AICPU, COMM_ENGINE_AICPU_TS}) {
            t.Got(HcommThreadAlloc(engine, 201, notifies.data(), t.Out<ThreadHandle>(201)));
        }
    });
    Add("HcommThreadFree", 1, [](Test& t) { t.Got(HcommThreadFree(nullptr, 1)); }, kAll);
    Add("HcommThreadFree", 2, [](Test& t) {
        const ThreadHandle thread = kForged;
        for (const uint32_t num : {0u, 1001u}) {
            t.Got(HcommThreadFree(&thread, num));
        }
    });
    Add("HcommThreadFree", 3, [](Test& t) {
        const uint32_t notifies[] = {1, 1};
        ThreadHandle threads[3] = {};
        STEP(t, HcommThreadAlloc(COMM_ENGINE_CPU_TS, 2, notifies, threads));
        const ThreadHandle list[] = {threads[0], kForged, threads[1]};
        t.Got(HcommThreadFree(list, 3));
        // The one before the forged one is gone, the one behind it is not.
        t.Got(HcommThreadFree(&threads[0], 1));
        STEP(t, HcommThreadFree(&threads[1], 1));
    });
    Add("HcommThreadResGetInfo", 1, [](Test& t) {
        t.Got(HcommThreadResGetInfo(Device(t).thread[0], THREAD_RES_TYPE_STREAM, 8, nullptr));
        t.Got(HcommThreadResGetInfo(0, THREAD_RES_TYPE_STREAM, 8, t.Out<void*>()));
    });
    Add("HcommThreadResGetInfo", 2, [](Test& t) {
        for (const int type : {-1, 1, 77}) {
            t.Got(HcommThreadResGetInfo(Device(t).thread[0], static_cast<ThreadResType>(type), 8, t.Out<void*>()));
        }
    });
    Add("HcommThreadResGetInfo", 3, [](Test& t) {
        for (const uint32_t length : {0u, 4u, 7u, 9u, 16u}) {
            t.Got(HcommThreadResGetInfo(Device(t).thread[0], THREAD_RES_TYPE_STREAM, length, t.Out<void*>()));
        }
    });
    Add("HcommThreadResGetInfo", 4, [](Test& t) {
        t.Got(HcommThreadResGetInfo(kForged, THREAD_RES_TYPE_STREAM, 8, t.Out<void*>()));
        t.Got(HcommThreadResGetInfo(Device(t).channel[0], THREAD_RES_TYPE_STREAM, 8, t.Out<void*>()));
    });
}

} // namespace

void HcommResCases()
{
    EndpointCases();
    MemoryCases();
    ThreadCases();
}
