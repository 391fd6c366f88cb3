// Cases of hccl_comm.h and hccl_sym_win.h that belong to operators: groups, symmetric windows, memory ranges.

#include "hccl/hccl_sym_win.h"

#include <thread>

#include "fixture.h"

namespace {

constexpr uint64_t kWindow = 2 << 20;

// Memory that can be a window, on the device of each rank.
struct Pieces {
    void* memory[2];
};

const Pieces& Memory(Test& t)
{
    static Pieces pieces = {};
    if (pieces.memory[0] == nullptr) {
        for (int rank = 0; rank < 2; rank++) {
            STEP(t, aclrtSetDevice(rank));
            STEP(t, HcommMemAlloc(&pieces.memory[rank], kWindow));
        }
        STEP(t, aclrtSetDevice(0));
    }
    return pieces;
}

// A window of both ranks.
struct Windows {
    HcclCommSymWindow window[2];
};

Windows Register(Test& t, const Comms& comms)
{
    const Pieces& pieces = Memory(t);
    Windows windows = {};
    HcclResult results[2] = {};
    Both([&](int rank) {
        results[rank] = HcclCommSymWinRegister(comms[rank], pieces.memory[rank], kWindow, &windows.window[rank], 1);
    });
    t.Step(results[0], "HcclCommSymWinRegister of rank 0");
    t.Step(results[1], "HcclCommSymWinRegister of rank 1");
    return windows;
}

void Deregister(Test& t, const Windows& windows)
{
    Both([&](int rank) { (void)HcclCommSymWinDeregister(windows.window[rank]); });
    (void)t;
}

void GroupCases()
{
    Add("HcclGroupEnd", 1, [](Test& t) { t.Got(HcclGroupEnd()); }, kAll);
    Add("HcclGroupStatusGet", 1, [](Test& t) { t.Got(HcclGroupStatusGet(nullptr)); }, kAll);
}

void WindowCases()
{
    const char* const reg = "HcclCommSymWinRegister";
    Add(reg, 1, [](Test& t) {
        void* const memory = Memory(t).memory[0];
        t.Got(HcclCommSymWinRegister(nullptr, memory, kWindow, t.Out<HcclCommSymWindow>(), 1));
        t.Got(HcclCommSymWinRegister(Shared(t)[0], nullptr, kWindow, t.Out<HcclCommSymWindow>(), 1));
        t.Got(HcclCommSymWinRegister(Shared(t)[0], memory, kWindow, nullptr, 1));
    }, kAll);
    Add(reg, 2, [](Test& t) {
        t.Got(HcclCommSymWinRegister(Shared(t)[0], Memory(t).memory[0], 0, t.Out<HcclCommSymWindow>(), 1));
    }, kAll);
    Add(reg, 3, [](Test& t) {
        for (const uint32_t flag : {0u, 2u, UINT32_MAX}) {
            t.Got(HcclCommSymWinRegister(Shared(t)[0], Memory(t).memory[0], kWindow, t.Out<HcclCommSymWindow>(), flag));
        }
    }, kAll);
    Add(reg, 4, [](Test& t) {
        t.Got(HcclCommSymWinRegister(Shared(t)[0], Memory(t).memory[0], kWindow, t.Out<HcclCommSymWindow>(), 1));
    }, kA2);
    Add(reg, 5, [](Test& t) {
        HcclRootInfo root;
        STEP(t, HcclGetRootInfo(&root));
        HcclCommConfig config;
        HcclCommConfigInit(&config);
        config.hcclSymWinMaxMemSizePerRank = 0;
        HcclResult created[2] = {};
        Comms comms = {};
        Both([&](int rank) {
            created[rank] =
                HcclCommInitRootInfoConfig(2, &root, static_cast<uint32_t>(rank), &config, &comms.comm[rank]);
        });
        t.Step(created[0], "creating rank 0");
        t.Step(created[1], "creating rank 1");
        const Pieces& pieces = Memory(t);
        HcclResult results[2] = {};
        HcclCommSymWindow windows[2] = {};
        Both([&](int rank) {
            results[rank] = HcclCommSymWinRegister(comms[rank], pieces.memory[rank], kWindow, &windows[rank], 1);
        });
        t.Got(results[0]);
        t.Got(results[1]);
        Destroy(t, comms);
    }, kA3);
    Add(reg, 6, [](Test& t) {
        int here[64] = {};
        t.Got(HcclCommSymWinRegister(Shared(t)[0], here, sizeof(here), t.Out<HcclCommSymWindow>(), 1));
        t.Got(HcclCommSymWinRegister(Shared(t)[0], DeviceMemory(t), 4096, t.Out<HcclCommSymWindow>(), 1));
    }, kA3);
    NotProvoked(reg, 7, "the address space of a window is that of the device's memory, which no box exhausts");
    Add(reg, 8, [](Test& t) {
        const Comms comms = NewComms(t);
        void* other = nullptr;
        STEP(t, aclrtSetDevice(1));
        STEP(t, HcommMemAlloc(&other, 2 * kWindow));
        const Pieces& pieces = Memory(t);
        HcclResult results[2] = {};
        HcclCommSymWindow windows[2] = {};
        Both([&](int rank) {
            void* const memory = rank == 0 ? pieces.memory[0] : other;
            results[rank] = HcclCommSymWinRegister(comms[rank], memory, rank == 0 ? kWindow : 2 * kWindow,
                                                   &windows[rank], 1);
        });
        t.Got(results[0]);
        t.Got(results[1]);
        Destroy(t, comms);
        STEP(t, HcommMemFree(other));
    }, kA3);
    NotProvoked(reg, 9, "the software NPU exports and maps every block that exists");
    Add(reg, 10, [](Test& t) {
        setenv("HCOMM_TEST_CONNECT_TIMEOUT_MS", "1500", 1);
        const Comms comms = NewComms(t);
        setenv("HCOMM_TEST_CONNECT_TIMEOUT_MS", "10000", 1);
        t.Got(HcclCommSymWinRegister(comms[0], Memory(t).memory[0], kWindow, t.Out<HcclCommSymWindow>(), 1));
        Destroy(t, comms);
    }, kA3);

    Add("HcclCommSymWinDeregister", 1, [](Test& t) { t.Got(HcclCommSymWinDeregister(nullptr)); }, kAll);
    Add("HcclCommSymWinDeregister", 2, [](Test& t) {
        t.Got(HcclCommSymWinDeregister(Forged()));
    }, kAll);
    const char* const get = "HcclCommSymWinGet";
    Add(get, 1, [](Test& t) {
        void* const memory = Memory(t).memory[0];
        t.Got(HcclCommSymWinGet(nullptr, memory, 64, t.Out<HcclCommSymWindow>(), t.Out<size_t>()));
        t.Got(HcclCommSymWinGet(Shared(t)[0], nullptr, 64, t.Out<HcclCommSymWindow>(), t.Out<size_t>()));
        t.Got(HcclCommSymWinGet(Shared(t)[0], memory, 64, nullptr, t.Out<size_t>()));
        t.Got(HcclCommSymWinGet(Shared(t)[0], memory, 64, t.Out<HcclCommSymWindow>(), nullptr));
    }, kAll);
    Add(get, 2, [](Test& t) {
        t.Got(HcclCommSymWinGet(Shared(t)[0], Memory(t).memory[0], 0, t.Out<HcclCommSymWindow>(), t.Out<size_t>()));
    }, kAll);
    Add(get, 3, [](Test& t) {
        t.Got(HcclCommSymWinGet(Shared(t)[0], DeviceMemory(t), 64, t.Out<HcclCommSymWindow>(), t.Out<size_t>()));
    }, kA3);
    Add(get, 4, [](Test& t) {
        HcclCommSymWindow window = Forged();
        size_t offset = 0;
        t.Got(HcclCommSymWinGet(Shared(t)[0], DeviceMemory(t), 64, &window, &offset));
        CHECK(t, window == nullptr);
    });
    const char* const peer = "HcclSymWinGetPeerPointer";
    Add(peer, 1, [](Test& t) {
        const Comms comms = NewComms(t);
        const Windows windows = Register(t, comms);
        t.Got(HcclSymWinGetPeerPointer(nullptr, 0, 0, t.Out<void*>()));
        t.Got(HcclSymWinGetPeerPointer(windows.window[0], 0, 0, nullptr));
        Deregister(t, windows);
        Destroy(t, comms);
    }, kA950 | kA3);
    Add(peer, 2, [](Test& t) {
        const Comms comms = NewComms(t);
        const Windows windows = Register(t, comms);
        for (const uint32_t rank : {2u, UINT32_MAX}) {
            t.Got(HcclSymWinGetPeerPointer(windows.window[0], 0, rank, t.Out<void*>()));
        }
        Deregister(t, windows);
        Destroy(t, comms);
    }, kA950 | kA3);
    Add(peer, 3, [](Test& t) {
        const Comms comms = NewComms(t);
        const Windows windows = Register(t, comms);
        for (const uint64_t offset : {kWindow, UINT64_MAX}) {
            t.Got(HcclSymWinGetPeerPointer(windows.window[0], offset, 0, t.Out<void*>()));
        }
        Deregister(t, windows);
        Destroy(t, comms);
    }, kA950 | kA3);
    Add(peer, 4, [](Test& t) {
        const Comms comms = NewComms(t);
        const Windows windows = Register(t, comms);
        t.Got(HcclSymWinGetPeerPointer(windows.window[0], 0, 1, t.Out<void*>()));
        Deregister(t, windows);
        Destroy(t, comms);
    });
}

// ---- memory ranges for zero copy, on the A3 ----

struct Range {
    void* base;
    aclrtDrvMemHandle handle;
};

// A block of physical memory; it can be activated once, as the runtime exports it once.
aclrtDrvMemHandle Physical(Test& t)
{
    aclrtPhysicalMemProp prop = {};
    prop.handleType = ACL_MEM_HANDLE_TYPE_NONE;
    prop.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED;
    prop.memAttr = ACL_HBM_MEM_HUGE;
    prop.location.id = 0;
    prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    aclrtDrvMemHandle handle = nullptr;
    STEP(t, aclrtMallocPhysical(&handle, kWindow, &prop, 0));
    return handle;
}

// Reserved addresses and a block of physical memory.
const Range& Reserved(Test& t)
{
    static Range range = {};
    if (range.base == nullptr) {
        STEP(t, aclrtReserveMemAddress(&range.base, 4 * kWindow, 0, nullptr, 0));
        range.handle = Physical(t);
    }
    return range;
}

// Both ranks set their first range at once; it is collective.
void SetRanges(Test& t, const Comms& comms)
{
    const Range& range = Reserved(t);
    HcclResult results[2] = {};
    void* other = nullptr;
    STEP(t, aclrtSetDevice(1));
    STEP(t, aclrtReserveMemAddress(&other, 4 * kWindow, 0, nullptr, 0));
    Both([&](int rank) {
        results[rank] = HcclCommSetMemoryRange(comms[rank], rank == 0 ? range.base : other, 4 * kWindow, 0, 0);
    });
    t.Step(results[0], "HcclCommSetMemoryRange of rank 0");
    t.Step(results[1], "HcclCommSetMemoryRange of rank 1");
}

void RangeCases()
{
    constexpr unsigned kNotA3 = kA950 | kA2;
    const char* const set = "HcclCommSetMemoryRange";
    Add(set, 1, [](Test& t) {
        t.Got(HcclCommSetMemoryRange(nullptr, Forged(), kWindow, 0, 0));
        t.Got(HcclCommSetMemoryRange(Shared(t)[0], nullptr, kWindow, 0, 0));
    }, kAll);
    Add(set, 2, [](Test& t) { t.Got(HcclCommSetMemoryRange(Shared(t)[0], Reserved(t).base, kWindow, 0, 0)); }, kNotA3);
    Add(set, 3, [](Test& t) { t.Got(HcclCommSetMemoryRange(Shared(t)[0], Reserved(t).base, 0, 0, 0)); }, kA3);
    Add(set, 4, [](Test& t) {
        const Comms comms = NewComms(t);
        SetRanges(t, comms);
        char* const base = static_cast<char*>(Reserved(t).base);
        t.Got(HcclCommSetMemoryRange(comms[0], base, 4 * kWindow, 0, 0));
        t.Got(HcclCommSetMemoryRange(comms[0], base + kWindow, 4 * kWindow, 0, 0));
        STEP(t, HcclCommUnsetMemoryRange(comms[0], base));
        Destroy(t, comms);
    }, kA3);
    Add(set, 5, [](Test& t) {
        setenv("HCOMM_TEST_CONNECT_TIMEOUT_MS", "1500", 1);
        const Comms comms = NewComms(t);
        setenv("HCOMM_TEST_CONNECT_TIMEOUT_MS", "10000", 1);
        // The first range is collective, and rank 1 does not come.
        t.Got(HcclCommSetMemoryRange(comms[0], Reserved(t).base, kWindow, 0, 0));
        Destroy(t, comms);
    }, kA3);
    Add(set, 6, [](Test& t) { t.Got(HcclCommSetMemoryRange(Single(t), Reserved(t).base, kWindow, 0, 0)); }, kA3);
    const char* const unset = "HcclCommUnsetMemoryRange";
    Add(unset, 1, [](Test& t) {
        t.Got(HcclCommUnsetMemoryRange(nullptr, Forged()));
        t.Got(HcclCommUnsetMemoryRange(Shared(t)[0], nullptr));
    }, kAll);
    Add(unset, 2, [](Test& t) { t.Got(HcclCommUnsetMemoryRange(Shared(t)[0], Forged())); }, kNotA3);
    Add(unset, 3, [](Test& t) { t.Got(HcclCommUnsetMemoryRange(Shared(t)[0], Forged())); }, kA3);
    const char* const activate = "HcclCommActivateCommMemory";
    Add(activate, 1, [](Test& t) {
        const aclrtDrvMemHandle handle = Reserved(t).handle;
        t.Got(HcclCommActivateCommMemory(nullptr, Reserved(t).base, kWindow, 0, handle, 0));
        t.Got(HcclCommActivateCommMemory(Shared(t)[0], nullptr, kWindow, 0, handle, 0));
        t.Got(HcclCommActivateCommMemory(Shared(t)[0], Reserved(t).base, kWindow, 0, nullptr, 0));
    }, kAll);
    Add(activate, 2, [](Test& t) {
        t.Got(HcclCommActivateCommMemory(Shared(t)[0], Reserved(t).base, kWindow, 0, Reserved(t).handle, 0));
    }, kNotA3);
    Add(activate, 3, [](Test& t) {
        const Comms comms = NewComms(t);
        SetRanges(t, comms);
        char* const end = static_cast<char*>(Reserved(t).base) + 4 * kWindow;
        t.Got(HcclCommActivateCommMemory(comms[0], end, kWindow, 0, Reserved(t).handle, 0));
        t.Got(HcclCommActivateCommMemory(comms[0], end - kWindow, 2 * kWindow, 0, Reserved(t).handle, 0));
        STEP(t, HcclCommUnsetMemoryRange(comms[0], Reserved(t).base));
        Destroy(t, comms);
    }, kA3);
    Add(activate, 4, [](Test& t) {
        const Comms comms = NewComms(t);
        SetRanges(t, comms);
        STEP(t, HcclCommActivateCommMemory(comms[0], Reserved(t).base, kWindow, 0, Physical(t), 0));
        t.Got(HcclCommActivateCommMemory(comms[0], Reserved(t).base, kWindow, 0, Reserved(t).handle, 0));
        STEP(t, HcclCommDeactivateCommMemory(comms[0], Reserved(t).base));
        STEP(t, HcclCommUnsetMemoryRange(comms[0], Reserved(t).base));
        Destroy(t, comms);
    }, kA3);
    Add(activate, 5, [](Test& t) {
        // The range was set through another communicator of the process.
        const Comms setter = NewComms(t);
        const Comms comms = NewComms(t);
        SetRanges(t, setter);
        t.Got(HcclCommActivateCommMemory(comms[0], Reserved(t).base, kWindow, 0, Reserved(t).handle, 0));
        STEP(t, HcclCommUnsetMemoryRange(setter[0], Reserved(t).base));
        Destroy(t, comms);
        Destroy(t, setter);
    }, kA3);
    Add(activate, 6, [](Test& t) {
        const Comms comms = NewComms(t);
        SetRanges(t, comms);
        t.Got(HcclCommActivateCommMemory(comms[0], Reserved(t).base, kWindow, 0, Forged(), 0));
        STEP(t, HcclCommUnsetMemoryRange(comms[0], Reserved(t).base));
        Destroy(t, comms);
    }, kA3);
    NotProvoked(activate, 7, "needs a peer whose library does not answer any more");
    const char* const deactivate = "HcclCommDeactivateCommMemory";
    Add(deactivate, 1, [](Test& t) {
        t.Got(HcclCommDeactivateCommMemory(nullptr, Forged()));
        t.Got(HcclCommDeactivateCommMemory(Shared(t)[0], nullptr));
    }, kAll);
    Add(deactivate, 2, [](Test& t) { t.Got(HcclCommDeactivateCommMemory(Shared(t)[0], Forged())); }, kNotA3);
    Add(deactivate, 3, [](Test& t) {
        const Comms comms = NewComms(t);
        SetRanges(t, comms);
        char* const base = static_cast<char*>(Reserved(t).base);
        STEP(t, HcclCommActivateCommMemory(comms[0], base, kWindow, 0, Physical(t), 0));
        t.Got(HcclCommDeactivateCommMemory(comms[0], base + 4096));
        STEP(t, HcclCommDeactivateCommMemory(comms[0], base));
        t.Got(HcclCommDeactivateCommMemory(comms[0], base));
        STEP(t, HcclCommUnsetMemoryRange(comms[0], base));
        Destroy(t, comms);
    }, kA3);
}

} // namespace

void HcclCommCases()
{
    GroupCases();
    WindowCases();
    RangeCases();
}
