// Cases of functions that no header declares; docs/unlisted.md has their prototypes.

#include <vector>

#include "fixture.h"

extern "C" {
HcclResult HcclGetNotifyNumInThread(HcclComm comm, ThreadHandle thread, CommEngine engine, uint32_t* num);
HcclResult HcclAllocNotify(HcclComm comm, CommEngine engine, int32_t type, uint32_t num, uint64_t** list);
HcclResult HcommFreeNotify(HcclComm comm, uint32_t num, uint64_t* list);
HcclResult HcclChannelGetNotifyNum(HcclComm comm, ChannelHandle channel, uint32_t* num);
HcclResult HcclCommDeregMem(HcclComm comm, const char* tag, const void* handle);
}

namespace {

// Kinds of notifies: of the runtime, for engines fed by the host, and in device memory.
constexpr int32_t kRuntime = 0;
constexpr int32_t kInMemory = 2;

void NotifyCases()
{
    const char* const num = "HcclGetNotifyNumInThread";
    const CommEngine engine = COMM_ENGINE_AICPU_TS;
    Add(num, 1, [engine](Test& t) {
        t.Got(HcclGetNotifyNumInThread(nullptr, Device(t).thread[0], engine, t.Out<uint32_t>()));
    });
    Add(num, 2, [](Test& t) {
        for (const int bad : {-1, 6, 77}) {
            t.Got(HcclGetNotifyNumInThread(Shared(t)[0], Device(t).thread[0], static_cast<CommEngine>(bad),
                                           t.Out<uint32_t>()));
        }
    });
    Add(num, 3, [engine](Test& t) {
        t.Got(HcclGetNotifyNumInThread(Shared(t)[0], Device(t).thread[0], engine, nullptr));
    });
    Add(num, 4, [engine](Test& t) { t.Got(HcclGetNotifyNumInThread(Shared(t)[0], 0, engine, t.Out<uint32_t>())); });
    Add("HcclChannelGetNotifyNum", 1, [](Test& t) {
        t.Got(HcclChannelGetNotifyNum(nullptr, Device(t).channel[0], t.Out<uint32_t>()));
        t.Got(HcclChannelGetNotifyNum(Shared(t)[0], Device(t).channel[0], nullptr));
    });

    const char* const alloc = "HcclAllocNotify";
    const auto one = [](Test& t, HcclComm comm, int engine, int32_t type, uint32_t count) {
        t.Got(HcclAllocNotify(comm, static_cast<CommEngine>(engine), type, count, t.InOut<uint64_t*>(nullptr)));
    };
    Add(alloc, 1, [one](Test& t) { one(t, nullptr, COMM_ENGINE_CPU_TS, kRuntime, 1); });
    Add(alloc, 2, [one](Test& t) {
        for (const int bad : {-1, 6, 77}) {
            one(t, Shared(t)[0], bad, kRuntime, 1);
        }
    });
    Add(alloc, 3, [one](Test& t) {
        for (const int32_t type : {-1, 3, 77}) {
            one(t, Shared(t)[0], COMM_ENGINE_CPU_TS, type, 1);
        }
    });
    Add(alloc, 4, [one](Test& t) {
        for (const uint32_t count : {0u, 2049u}) {
            one(t, Shared(t)[0], COMM_ENGINE_CPU_TS, kRuntime, count);
        }
    });
    Add(alloc, 5, [](Test& t) {
        t.Got(HcclAllocNotify(Shared(t)[0], COMM_ENGINE_CPU_TS, kRuntime, 1, nullptr));
        uint64_t id = 0;
        t.Got(HcclAllocNotify(Shared(t)[0], COMM_ENGINE_CPU_TS, kRuntime, 1, t.InOut(&id)));
    });
    Add(alloc, 6, [one](Test& t) {
        one(t, Shared(t)[0], COMM_ENGINE_CPU_TS, kInMemory, 1);
        one(t, Shared(t)[0], COMM_ENGINE_AICPU_TS, kRuntime, 1);
    });
    Add("HcommFreeNotify", 1, [](Test& t) {
        uint64_t id = 0;
        t.Got(HcommFreeNotify(nullptr, 1, &id));
        t.Got(HcommFreeNotify(Shared(t)[0], 1, nullptr));
    });
    Add("HcommFreeNotify", 2, [](Test& t) {
        uint64_t id = 0;
        for (const uint32_t count : {0u, 2049u}) {
            t.Got(HcommFreeNotify(Shared(t)[0], count, &id));
        }
    });
    Limit("alloc_notify_per_call", [](Test& t) {
        uint64_t* list = nullptr;
        STEP(t, HcclAllocNotify(Shared(t)[0], COMM_ENGINE_CPU_TS, kRuntime, 2048, &list));
        t.Got(HcclAllocNotify(Shared(t)[0], COMM_ENGINE_CPU_TS, kRuntime, 2049, t.InOut<uint64_t*>(nullptr)));
        t.Got(HcommFreeNotify(Shared(t)[0], 2049, list));
        STEP(t, HcommFreeNotify(Shared(t)[0], 2048, list));
    });
}

void MemoryCases()
{
    const char* const name = "HcclCommDeregMem";
    Add(name, 1, [](Test& t) {
        t.Got(HcclCommDeregMem(nullptr, "tag", Forged()));
        t.Got(HcclCommDeregMem(Shared(t)[0], "tag", nullptr));
    });
    Add(name, 2, [](Test& t) {
        for (const char* const tag : {static_cast<const char*>(nullptr), ""}) {
            t.Got(HcclCommDeregMem(Shared(t)[0], tag, Forged()));
        }
    });
    Add(name, 3, [](Test& t) {
        t.Got(HcclCommDeregMem(Shared(t)[0], "never registered", Forged()));
        const CommMem mem = {COMM_MEM_TYPE_DEVICE, DeviceMemory(t), 64};
        HcclMemHandle handle = nullptr;
        STEP(t, HcclCommMemReg(Shared(t)[0], "deregistered", &mem, &handle));
        STEP(t, HcclCommDeregMem(Shared(t)[0], "deregistered", handle));
        t.Got(HcclCommDeregMem(Shared(t)[0], "deregistered", handle));
    });
}

} // namespace

void UnlistedCases()
{
    NotifyCases();
    MemoryCases();
}
