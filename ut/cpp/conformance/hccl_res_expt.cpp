// Cases of hccl_res_expt.h and of HcclConfigGetInfo.

#include "hccl/hccl_res_expt.h"

#include <string>
#include <vector>

#include "fixture.h"

namespace {

int32_t Message(uint64_t, int32_t) { return 0; }
int32_t OtherMessage(uint64_t, int32_t) { return 0; }

void MemoryCases()
{
    const char* const name = "HcclDevMemAcquire";
    Add(name, 1, [](Test& t) {
        const HcclComm comm = Shared(t)[0];
        t.Got(HcclDevMemAcquire(nullptr, "tag", t.InOut(uint64_t{64}), t.Out<void*>(), t.Out<bool>()));
        t.Got(HcclDevMemAcquire(comm, "tag", nullptr, t.Out<void*>(), t.Out<bool>()));
        t.Got(HcclDevMemAcquire(comm, "tag", t.InOut(uint64_t{64}), nullptr, t.Out<bool>()));
    }, kAll);
    const auto nullable = [](Test& t) {
        const Comms comms = NewComms(t);
        uint64_t size = 64;
        void* untagged = nullptr;
        void* tagged = nullptr;
        bool created = false;
        t.Got(HcclDevMemAcquire(comms[0], nullptr, &size, &untagged, &created));
        CHECK(t, untagged != nullptr && created);
        t.Got(HcclDevMemAcquire(comms[0], "tag", &size, &tagged, nullptr));
        CHECK(t, tagged != nullptr && tagged != untagged);
        Destroy(t, comms);
    };
    Add(name, 2, nullable);
    Add(name, 3, [](Test& t) {
        const std::string tag(256, 't');
        t.Got(HcclDevMemAcquire(Shared(t)[0], tag.c_str(), t.InOut(uint64_t{64}), t.Out<void*>(), t.Out<bool>()));
    });
    Add(name, 4, [](Test& t) {
        uint64_t size = 64;
        void* memory = nullptr;
        bool created = false;
        STEP(t, HcclDevMemAcquire(Shared(t)[0], "sized", &size, &memory, &created));
        t.Got(HcclDevMemAcquire(Shared(t)[0], "sized", t.InOut(uint64_t{65}), t.Out<void*>(), t.Out<bool>()));
    });
    Add(name, 5, nullable, kLegacy);

    const char* const ipc = "HcclGetRemoteIpcHcclBuf";
    Add(ipc, 1, [](Test& t) {
        t.Got(HcclGetRemoteIpcHcclBuf(nullptr, 1, t.Out<void*>(), t.Out<uint64_t>()));
        t.Got(HcclGetRemoteIpcHcclBuf(Shared(t)[0], 1, nullptr, t.Out<uint64_t>()));
        t.Got(HcclGetRemoteIpcHcclBuf(Shared(t)[0], 1, t.Out<void*>(), nullptr));
    }, kAll);
    Add(ipc, 2, [](Test& t) {
        for (const uint64_t rank : {uint64_t{2}, UINT64_MAX}) {
            t.Got(HcclGetRemoteIpcHcclBuf(Shared(t)[0], rank, t.Out<void*>(), t.Out<uint64_t>()));
        }
    }, kAll);
    NotProvoked(ipc, 3, "what a channel knows of its peer always holds an address");
}

void ThreadCases()
{
    const char* const name = "HcclThreadExportToCommEngine";
    const auto one = [](Test& t, uint32_t num, const ThreadHandle* threads, int engine) {
        t.Got(HcclThreadExportToCommEngine(Shared(t)[0], num, threads, static_cast<CommEngine>(engine),
                                           t.Out<ThreadHandle>(41)));
    };
    Add(name, 1, [](Test& t) {
        const ThreadHandle thread = Device(t).thread[0];
        t.Got(HcclThreadExportToCommEngine(nullptr, 1, &thread, COMM_ENGINE_CPU, t.Out<ThreadHandle>()));
        t.Got(HcclThreadExportToCommEngine(Shared(t)[0], 1, nullptr, COMM_ENGINE_CPU, t.Out<ThreadHandle>()));
        t.Got(HcclThreadExportToCommEngine(Shared(t)[0], 1, &thread, COMM_ENGINE_CPU, nullptr));
    }, kAll);
    Add(name, 2, [one](Test& t) {
        for (const int engine : {-1, 6, 77}) {
            one(t, 1, &Device(t).thread[0], engine);
        }
    });
    Add(name, 3, [one](Test& t) {
        const std::vector<ThreadHandle> threads(41, Device(t).thread[0]);
        one(t, 0, threads.data(), COMM_ENGINE_CPU);
        one(t, 41, threads.data(), COMM_ENGINE_CPU);
    });
    Add(name, 4, [one](Test& t) { one(t, 1, &Device(t).thread[0], COMM_ENGINE_AIV); });
    Add(name, 5, [one](Test& t) {
        for (const ThreadHandle thread : {ThreadHandle{0}, ThreadHandle{kForged}, Device(t).thread[1],
                                          Device(t).channel[0]}) {
            one(t, 1, &thread, COMM_ENGINE_CPU);
        }
    });
}

void MessageCases()
{
    Add("HcclTaskRegister", 1, [](Test& t) { t.Got(HcclTaskRegister(nullptr, "tag", Message)); }, kAll);
    NotProvoked("HcclTaskRegister", 2, "every communicator of this library has its managers");
    Add("HcclTaskRegister", 3, [](Test& t) {
        STEP(t, HcclTaskRegister(Shared(t)[0], "twice", Message));
        t.Got(HcclTaskRegister(Shared(t)[0], "twice", OtherMessage));
        STEP(t, HcclTaskUnRegister(Shared(t)[0], "twice"));
    });
    Add("HcclTaskUnRegister", 1, [](Test& t) { t.Got(HcclTaskUnRegister(nullptr, "tag")); }, kAll);
    Add("HcclTaskUnRegister", 2, [](Test& t) { t.Got(HcclTaskUnRegister(Shared(t)[0], "never registered")); });

    const char* const add = "HcclCommAddExchangeInfo";
    const char bytes[64] = {};
    Add(add, 1, [bytes](Test& t) {
        t.Got(HcclCommAddExchangeInfo(nullptr, bytes, 8));
        t.Got(HcclCommAddExchangeInfo(Shared(t)[0], nullptr, 8));
    }, kAll);
    Add(add, 2, [](Test& t) {
        const std::vector<char> many(2049);
        for (const uint32_t length : {0u, 2049u}) {
            t.Got(HcclCommAddExchangeInfo(Shared(t)[0], many.data(), length));
        }
    });
    const char* const get = "HcclCommGetExchangeInfo";
    Add(get, 1, [](Test& t) {
        const HcclComm comm = Shared(t)[0];
        t.Got(HcclCommGetExchangeInfo(nullptr, 1, 8, t.Out<char>(8), t.Out<uint32_t>()));
        t.Got(HcclCommGetExchangeInfo(comm, 1, 8, nullptr, t.Out<uint32_t>()));
        t.Got(HcclCommGetExchangeInfo(comm, 1, 8, t.Out<char>(8), nullptr));
    }, kAll);
    Add(get, 2, [](Test& t) {
        char data[8] = {};
        uint32_t length = 9;
        t.Got(HcclCommGetExchangeInfo(Shared(t)[0], 1, 8, data, &length));
        CHECK(t, length == 0);
    });
    Add(get, 3, [](Test& t) {
        const Comms comms = NewComms(t);
        STEP(t, HcclCommAddExchangeInfo(comms[0], "left", 4));
        STEP(t, HcclCommAddExchangeInfo(comms[1], "right", 5));
        const HcclChannelDesc descs[] = {DeviceDesc(t, 0), DeviceDesc(t, 1)};
        ChannelHandle channels[2] = {};
        Acquire(t, comms, COMM_ENGINE_AICPU_TS, descs, channels);
        for (const uint32_t length : {4u, 6u}) {
            t.Got(HcclCommGetExchangeInfo(comms[0], 1, length, t.Out<char>(8), t.Out<uint32_t>()));
        }
        // Neither took it.
        char data[8] = {};
        uint32_t length = 0;
        STEP(t, HcclCommGetExchangeInfo(comms[0], 1, 5, data, &length));
        CHECK(t, length == 5 && std::string(data) == "right");
        Destroy(t, comms);
    });
    Add("HcclCommResetExchangeInfo", 1, [](Test& t) { t.Got(HcclCommResetExchangeInfo(nullptr)); }, kAll);
}

void ConfigCases()
{
    const char* const name = "HcclConfigGetInfo";
    const auto one = [](Test& t, int type, uint32_t length) {
        t.Got(HcclConfigGetInfo(Shared(t)[0], static_cast<HcclConfigType>(type), length, t.Out<char>(1600)));
    };
    Add(name, 1, [](Test& t) {
        t.Got(HcclConfigGetInfo(nullptr, HCCL_CONFIG_TYPE_OP_EXPANSION_MODE, 4, t.Out<char>(4)));
        t.Got(HcclConfigGetInfo(Shared(t)[0], HCCL_CONFIG_TYPE_OP_EXPANSION_MODE, 4, nullptr));
    }, kAll);
    Add(name, 2, [one](Test& t) {
        for (const uint32_t length : {0u, 3u, 5u, 8u}) {
            one(t, HCCL_CONFIG_TYPE_OP_EXPANSION_MODE, length);
        }
    });
    Add(name, 3, [one](Test& t) { one(t, HCCL_CONFIG_TYPE_HCCL_ALGO, 1599); });
    Add(name, 4, [one](Test& t) {
        for (const int type : {-1, 2, 77}) {
            one(t, type, 4);
        }
    });
    NotProvoked(name, 5, "creating a communicator refuses modes that do not exist");
}

} // namespace

void HcclResExptCases()
{
    MemoryCases();
    ThreadCases();
    MessageCases();
    ConfigCases();
}
