// Cases of hccl_res.h: threads, contexts and memory of a communicator.

#include <string>
#include <thread>
#include <vector>

#include "fixture.h"

namespace {

constexpr CommEngine kEngine = COMM_ENGINE_CPU_TS;
const std::string kLongTag(256, 't');

ThreadConfig Config(uint16_t notifies = 1)
{
    ThreadConfig config;
    (void)ThreadConfigInit(&config, 1);
    config.notifyNumPerThread = notifies;
    return config;
}

void ThreadCases()
{
    const char* const plain = "HcclThreadAcquire";
    Add(plain, 1, [](Test& t) {
        t.Got(HcclThreadAcquire(nullptr, kEngine, 1, 1, t.Out<ThreadHandle>()));
        t.Got(HcclThreadAcquire(nullptr, COMM_ENGINE_RESERVED, 0, 65536, nullptr));
    }, kAll);
    Add(plain, 2, [](Test& t) { t.Got(HcclThreadAcquire(Shared(t)[0], kEngine, 0, 1, nullptr)); }, kAll);
    Add(plain, 3, [](Test& t) {
        for (const int engine : {-1, 6, 77}) {
            t.Got(HcclThreadAcquire(Shared(t)[0], static_cast<CommEngine>(engine), 1, 1, t.Out<ThreadHandle>()));
        }
    }, kAll);
    Add(plain, 4, [](Test& t) { t.Got(HcclThreadAcquire(Shared(t)[0], kEngine, 0, 1, t.Out<ThreadHandle>())); }, kAll);
    Add(plain, 5, [](Test& t) {
        for (const uint32_t notifies : {65536u, UINT32_MAX}) {
            t.Got(HcclThreadAcquire(Shared(t)[0], kEngine, 1, notifies, t.Out<ThreadHandle>()));
        }
    }, kAll);
    Add(plain, 6, [](Test& t) {
        t.Got(HcclThreadAcquire(Shared(t)[0], kEngine, 201, 1, t.Out<ThreadHandle>(201)));
    });
    Add(plain, 7, [](Test& t) {
        const Comms comms = NewComms(t);
        std::vector<ThreadHandle> threads(200);
        STEP(t, HcclThreadAcquire(comms[0], COMM_ENGINE_CPU_TS, 199, 0, threads.data()));
        // 199 and 2 are more than 200, also when the first call left room for one.
        t.Got(HcclThreadAcquire(comms[0], COMM_ENGINE_AICPU_TS, 2, 0, t.Out<ThreadHandle>(2)));
        STEP(t, HcclThreadAcquire(comms[0], COMM_ENGINE_AICPU_TS, 1, 0, threads.data()));
        t.Got(HcclThreadAcquire(comms[0], COMM_ENGINE_AICPU_TS, 2, 0, t.Out<ThreadHandle>(2)));
        Destroy(t, comms);
    });
    Add(plain, 8, [](Test& t) {
        const Comms comms = NewComms(t);
        ThreadHandle threads[2] = {};
        STEP(t, HcclThreadAcquire(comms[0], kEngine, 1, 65535, threads));
        t.Got(HcclThreadAcquire(comms[0], kEngine, 2, 65535, t.Out<ThreadHandle>(2)));
        Destroy(t, comms);
    });
    Add(plain, 9, [](Test& t) {
        const Comms comms = NewComms(t);
        std::vector<ThreadHandle> threads(200);
        STEP(t, HcclThreadAcquire(comms[0], COMM_ENGINE_CPU_TS, 200, 0, threads.data()));
        t.Got(HcclThreadAcquire(comms[0], COMM_ENGINE_AICPU_TS, 1, 0, t.Out<ThreadHandle>()));
        STEP_IS(t, HcclThreadAcquire(comms[0], COMM_ENGINE_CCU, 1, 0, t.Out<ThreadHandle>()), HCCL_E_UNAVAIL);
        Destroy(t, comms);
    }, kLegacy);
    Add(plain, 10, [](Test& t) {
        ThreadHandle thread = 0;
        t.Got(HcclThreadAcquire(Shared(t)[0], COMM_ENGINE_AIV, 1, 1, &thread));
        CHECK(t, thread != 0);
    });

    const char* const config = "HcclThreadAcquireWithConfig";
    const auto call = [](HcclComm comm, int engine, uint32_t num, int type, const ThreadConfig* configs,
                         ThreadHandle* threads) {
        return HcclThreadAcquireWithConfig(comm, static_cast<CommEngine>(engine), num, static_cast<ThreadType>(type),
                                           configs, threads);
    };
    Add(config, 1, [call](Test& t) {
        const ThreadConfig good = Config();
        t.Got(call(nullptr, COMM_ENGINE_CPU, 1, THREAD_TYPE_TS, &good, t.Out<ThreadHandle>()));
    }, kAll);
    Add(config, 2, [call](Test& t) {
        const ThreadConfig good = Config();
        t.Got(call(Shared(t)[0], COMM_ENGINE_CPU, 1, THREAD_TYPE_TS, &good, nullptr));
    }, kAll);
    Add(config, 3, [call](Test& t) {
        const ThreadConfig good = Config();
        t.Got(call(Shared(t)[0], COMM_ENGINE_CPU, 1, THREAD_TYPE_INVALID, &good, t.Out<ThreadHandle>()));
    });
    Add(config, 4, [call](Test& t) {
        const ThreadConfig good = Config();
        for (const int engine : {-1, 6, 77}) {
            t.Got(call(Shared(t)[0], engine, 1, THREAD_TYPE_TS, &good, t.Out<ThreadHandle>()));
        }
    });
    Add(config, 5, [call](Test& t) {
        t.Got(call(Shared(t)[0], COMM_ENGINE_CPU, 0, THREAD_TYPE_TS, nullptr, t.Out<ThreadHandle>()));
    });
    Add(config, 6, [call](Test& t) {
        t.Got(call(Shared(t)[0], COMM_ENGINE_CPU, 1, THREAD_TYPE_TS, nullptr, t.Out<ThreadHandle>()));
    });
    Add(config, 7, [call](Test& t) {
        ThreadConfig configs[] = {Config(), Config()};
        configs[1].header.magicWord ^= 1;
        t.Got(call(Shared(t)[0], COMM_ENGINE_CPU, 2, THREAD_TYPE_TS, configs, t.Out<ThreadHandle>(2)));
    });
    for (const int number : {8, 9}) {
        Add(config, number, [call, number](Test& t) {
            const ThreadConfig good = Config();
            for (const int engine : {number == 8 ? COMM_ENGINE_CPU_TS : COMM_ENGINE_AIV,
                                     number == 8 ? COMM_ENGINE_AICPU_TS : COMM_ENGINE_CCU}) {
                t.Got(call(Shared(t)[0], engine, 1, THREAD_TYPE_TS, &good, t.Out<ThreadHandle>()));
            }
        });
    }
    Add(config, 10, [call](Test& t) {
        const Comms comms = NewComms(t);
        const ThreadConfig big[] = {Config(65535), Config(65535)};
        t.Got(call(comms[0], COMM_ENGINE_CPU, 2, THREAD_TYPE_TS, big, t.Out<ThreadHandle>(2)));
        Destroy(t, comms);
    });

    const char* const stream = "HcclThreadAcquireWithStream";
    Add(stream, 1, [](Test& t) {
        t.Got(HcclThreadAcquireWithStream(nullptr, kEngine, Stream(t), 1, t.Out<ThreadHandle>()));
        t.Got(HcclThreadAcquireWithStream(Shared(t)[0], kEngine, nullptr, 1, t.Out<ThreadHandle>()));
        t.Got(HcclThreadAcquireWithStream(Shared(t)[0], kEngine, Stream(t), 1, nullptr));
    }, kAll);
    Add(stream, 2, [](Test& t) {
        for (const int engine : {-1, 6, 77}) {
            t.Got(HcclThreadAcquireWithStream(Shared(t)[0], static_cast<CommEngine>(engine), Stream(t), 1,
                                              t.Out<ThreadHandle>()));
        }
    });
    Add(stream, 3, [](Test& t) {
        for (const CommEngine engine : {COMM_ENGINE_AICPU, COMM_ENGINE_AICPU_TS, COMM_ENGINE_AIV}) {
            t.Got(HcclThreadAcquireWithStream(Shared(t)[0], engine, Stream(t), 1, t.Out<ThreadHandle>()));
        }
    });

    const char* const dedicated = "HcclDedicatedThreadAcquire";
    Add(dedicated, 1, [](Test& t) {
        t.Got(HcclDedicatedThreadAcquire(nullptr, HCCL_DED_THREAD_TYPE_AICPU_LAUNCH, 1, t.Out<ThreadHandle>()));
        t.Got(HcclDedicatedThreadAcquire(Shared(t)[0], HCCL_DED_THREAD_TYPE_AICPU_LAUNCH, 1, nullptr));
    }, kAll);
    Add(dedicated, 2, [](Test& t) {
        t.Got(HcclDedicatedThreadAcquire(Shared(t)[0], HCCL_DED_THREAD_TYPE_INVALID, 1, t.Out<ThreadHandle>()));
    });
    NotProvoked(dedicated, 3, "every communicator of this library has its managers");
    Add(dedicated, 4, [](Test& t) {
        for (const int type : {6, 77}) {
            t.Got(HcclDedicatedThreadAcquire(Shared(t)[0], static_cast<HcclDedicatedThreadType>(type), 1,
                                             t.Out<ThreadHandle>()));
        }
    });
    Add(dedicated, 6, [](Test& t) {
        for (const int type : {1, 2, 3, 4}) {
            ThreadHandle thread = 7;
            t.Got(HcclDedicatedThreadAcquire(Shared(t)[0], static_cast<HcclDedicatedThreadType>(type), 1, &thread));
            CHECK(t, thread == 0);
        }
    });

    const char* const info = "HcclThreadResGetInfo";
    Add(info, 1, [](Test& t) {
        t.Got(HcclThreadResGetInfo(nullptr, Device(t).thread[0], THREAD_RES_TYPE_STREAM, 8, t.Out<void*>()));
        t.Got(HcclThreadResGetInfo(Shared(t)[0], Device(t).thread[0], THREAD_RES_TYPE_STREAM, 8, nullptr));
    }, kAll);
    Add(info, 2, [](Test& t) {
        t.Got(HcclThreadResGetInfo(Shared(t)[0], Device(t).thread[0], THREAD_RES_TYPE_STREAM, 8, t.Out<void*>()));
    }, kLegacy);
    Add(info, 3, [](Test& t) {
        for (const int type : {-1, 1, 77}) {
            t.Got(HcclThreadResGetInfo(Shared(t)[0], kForged, static_cast<ThreadResType>(type), 4, t.Out<void*>()));
        }
    });
    Add(info, 4, [](Test& t) {
        for (const ThreadHandle thread : {ThreadHandle{0}, ThreadHandle{kForged}, Device(t).thread[1],
                                          Device(t).channel[0]}) {
            t.Got(HcclThreadResGetInfo(Shared(t)[0], thread, THREAD_RES_TYPE_STREAM, 4, t.Out<void*>()));
        }
    });
    Add(info, 5, [](Test& t) {
        for (const uint32_t length : {0u, 4u, 9u}) {
            t.Got(HcclThreadResGetInfo(Shared(t)[0], Device(t).thread[0], THREAD_RES_TYPE_STREAM, length,
                                       t.Out<void*>()));
        }
    });
}

void ContextCases()
{
    Add("HcclEngineCtxCreate", 1, [](Test& t) {
        t.Got(HcclEngineCtxCreate(nullptr, "tag", kEngine, 64, t.Out<void*>()));
        t.Got(HcclEngineCtxCreate(Shared(t)[0], "tag", kEngine, 64, nullptr));
    }, kAll);
    Add("HcclEngineCtxCreate", 2, [](Test& t) {
        t.Got(HcclEngineCtxCreate(Shared(t)[0], kLongTag.c_str(), kEngine, 64, t.Out<void*>()));
    }, kAll);
    Add("HcclEngineCtxCreate", 3, [](Test& t) {
        t.Got(HcclEngineCtxCreate(Shared(t)[0], "empty", kEngine, 0, t.Out<void*>()));
    }, kAll);
    Add("HcclEngineCtxCreate", 4, [](Test& t) {
        void* ctx = nullptr;
        STEP(t, HcclEngineCtxCreate(Shared(t)[0], "twice", kEngine, 64, &ctx));
        t.Got(HcclEngineCtxCreate(Shared(t)[0], "twice", kEngine, 64, t.Out<void*>()));
        // The same tag under another engine is another context.
        STEP(t, HcclEngineCtxCreate(Shared(t)[0], "twice", COMM_ENGINE_AICPU_TS, 64, &ctx));
    }, kAll);
    Add("HcclEngineCtxCreate", 5, [](Test& t) {
        for (const int engine : {-1, 6, 77}) {
            t.Got(HcclEngineCtxCreate(Shared(t)[0], "tag", static_cast<CommEngine>(engine), 64, t.Out<void*>()));
        }
    }, kAll);
    Add("HcclEngineCtxCreate", 6, [](Test& t) {
        t.Got(HcclEngineCtxCreate(Shared(t)[0], "huge", kEngine, uint64_t{1} << 60, t.Out<void*>()));
        // The device says it otherwise.
        STEP_IS(t, HcclEngineCtxCreate(Shared(t)[0], "huge", COMM_ENGINE_AICPU_TS, uint64_t{1} << 60, t.Out<void*>()),
                HCCL_E_OOM);
    });
    Add("HcclEngineCtxCreate", 7, [](Test& t) {
        void* ctx = nullptr;
        t.Got(HcclEngineCtxCreate(Shared(t)[0], nullptr, kEngine, 64, &ctx));
        void* found = nullptr;
        uint64_t size = 0;
        STEP(t, HcclEngineCtxGet(Shared(t)[0], "", kEngine, &found, &size));
        CHECK(t, found == ctx && size == 64);
        STEP(t, HcclEngineCtxDestroy(Shared(t)[0], nullptr, kEngine));
    });
    Add("HcclEngineCtxGet", 1, [](Test& t) {
        t.Got(HcclEngineCtxGet(nullptr, "tag", kEngine, t.Out<void*>(), t.Out<uint64_t>()));
        t.Got(HcclEngineCtxGet(Shared(t)[0], "tag", kEngine, nullptr, t.Out<uint64_t>()));
        t.Got(HcclEngineCtxGet(Shared(t)[0], "tag", kEngine, t.Out<void*>(), nullptr));
    }, kAll);
    Add("HcclEngineCtxGet", 2, [](Test& t) {
        t.Got(HcclEngineCtxGet(Shared(t)[0], kLongTag.c_str(), kEngine, t.Out<void*>(), t.Out<uint64_t>()));
    }, kAll);
    const auto get_missing = [](Test& t) {
        t.Got(HcclEngineCtxGet(Shared(t)[0], "missing", kEngine, t.Out<void*>(), t.Out<uint64_t>()));
    };
    Add("HcclEngineCtxGet", 3, get_missing);
    Add("HcclEngineCtxGet", 4, get_missing, kLegacy);

    const char bytes[64] = {};
    Add("HcclEngineCtxCopy", 1, [bytes](Test& t) {
        t.Got(HcclEngineCtxCopy(nullptr, kEngine, "tag", bytes, 8, 0));
        t.Got(HcclEngineCtxCopy(Shared(t)[0], kEngine, "tag", nullptr, 8, 0));
    }, kAll);
    Add("HcclEngineCtxCopy", 2, [bytes](Test& t) {
        t.Got(HcclEngineCtxCopy(Shared(t)[0], kEngine, kLongTag.c_str(), bytes, 8, 0));
    }, kAll);
    Add("HcclEngineCtxCopy", 3, [bytes](Test& t) {
        t.Got(HcclEngineCtxCopy(Shared(t)[0], kEngine, "missing", bytes, 0, 0));
    }, kAll);
    const auto copy_missing = [bytes](Test& t) { t.Got(HcclEngineCtxCopy(Shared(t)[0], kEngine, "missing", bytes, 8, 0)); };
    Add("HcclEngineCtxCopy", 4, copy_missing);
    Add("HcclEngineCtxCopy", 5, copy_missing, kLegacy);
    const auto copy_beyond = [bytes](Test& t) {
        void* ctx = nullptr;
        STEP(t, HcclEngineCtxCreate(Shared(t)[0], "small", kEngine, 32, &ctx));
        t.Got(HcclEngineCtxCopy(Shared(t)[0], kEngine, "small", bytes, 33, 0));
        t.Got(HcclEngineCtxCopy(Shared(t)[0], kEngine, "small", bytes, 8, 25));
        t.Got(HcclEngineCtxCopy(Shared(t)[0], kEngine, "small", bytes, 8, UINT64_MAX - 3));
        STEP(t, HcclEngineCtxCopy(Shared(t)[0], kEngine, "small", bytes, 8, 24));
        STEP(t, HcclEngineCtxDestroy(Shared(t)[0], "small", kEngine));
    };
    Add("HcclEngineCtxCopy", 6, copy_beyond);
    Add("HcclEngineCtxCopy", 7, copy_beyond, kLegacy);
    Add("HcclEngineCtxDestroy", 1, [](Test& t) { t.Got(HcclEngineCtxDestroy(nullptr, "tag", kEngine)); }, kAll);
    Add("HcclEngineCtxDestroy", 2, [](Test& t) {
        t.Got(HcclEngineCtxDestroy(Shared(t)[0], kLongTag.c_str(), kEngine));
    }, kAll);
    Add("HcclEngineCtxDestroy", 3, [](Test& t) { t.Got(HcclEngineCtxDestroy(Shared(t)[0], "missing", kEngine)); }, kAll);
}

void MemoryCases()
{
    struct Buffer {
        const char* name;
        HcclResult (*call)(HcclComm, void**, uint64_t*);
    };
    for (const Buffer& f : {Buffer{"HcclGetHcclBuffer", HcclGetHcclBuffer},
                            Buffer{"HcclGetHcclBufferCleared", HcclGetHcclBufferCleared}}) {
        Add(f.name, 1, [f](Test& t) {
            t.Got(f.call(nullptr, t.Out<void*>(), t.Out<uint64_t>()));
            t.Got(f.call(Shared(t)[0], nullptr, t.Out<uint64_t>()));
            t.Got(f.call(Shared(t)[0], t.Out<void*>(), nullptr));
        }, kAll);
    }

    const char* const name = "HcclCommMemReg";
    const auto reg = [](Test& t, const char* tag, CommMem mem) {
        t.Got(HcclCommMemReg(Shared(t)[0], tag, &mem, t.Out<HcclMemHandle>()));
    };
    const auto good = [](Test& t) { return CommMem{COMM_MEM_TYPE_DEVICE, DeviceMemory(t), 4096}; };
    Add(name, 1, [good](Test& t) {
        const CommMem mem = good(t);
        t.Got(HcclCommMemReg(nullptr, "tag", &mem, t.Out<HcclMemHandle>()));
        t.Got(HcclCommMemReg(nullptr, nullptr, nullptr, nullptr));
    }, kAll);
    Add(name, 2, [](Test& t) { t.Got(HcclCommMemReg(Shared(t)[0], nullptr, nullptr, t.Out<HcclMemHandle>())); }, kAll);
    Add(name, 3, [reg, good](Test& t) {
        reg(t, "", good(t));
        reg(t, kLongTag.c_str(), good(t));
    }, kAll);
    Add(name, 4, [reg, good](Test& t) {
        for (const char* const tag : {"__hccl_sym_win__", "__hccl_team_syncmem__1", "__hccl_team_usermem__x"}) {
            reg(t, tag, good(t));
        }
    }, kAll);
    Add(name, 5, [](Test& t) { t.Got(HcclCommMemReg(Shared(t)[0], "tag", nullptr, t.Out<HcclMemHandle>())); }, kAll);
    Add(name, 6, [good](Test& t) {
        const CommMem mem = good(t);
        t.Got(HcclCommMemReg(Shared(t)[0], "tag", &mem, nullptr));
    }, kAll);
    Add(name, 7, [reg, good](Test& t) {
        for (const int type : {-1, 2, 77}) {
            CommMem mem = good(t);
            mem.type = static_cast<CommMemType>(type);
            reg(t, "tag", mem);
        }
    }, kAll);
    Add(name, 8, [reg](Test& t) { reg(t, "tag", {COMM_MEM_TYPE_DEVICE, nullptr, 0}); }, kAll);
    Add(name, 9, [reg](Test& t) { reg(t, "tag", {COMM_MEM_TYPE_DEVICE, DeviceMemory(t), 0}); }, kAll);
    Add(name, 10, [reg, good](Test& t) {
        const CommMem mem = good(t);
        HcclMemHandle handle = nullptr;
        STEP(t, HcclCommMemReg(Shared(t)[0], "registered", &mem, &handle));
        reg(t, "registered", mem);
        reg(t, "registered", {COMM_MEM_TYPE_DEVICE, mem.addr, 64});
    });
    Add(name, 11, [good](Test& t) {
        const CommMem mem = good(t);
        HcclMemHandle first = nullptr;
        HcclMemHandle second = nullptr;
        STEP(t, HcclCommMemReg(Shared(t)[0], "same", &mem, &first));
        t.Got(HcclCommMemReg(Shared(t)[0], "same", &mem, &second));
        CHECK(t, first == second && first != nullptr);
    }, kLegacy);
    Add(name, 12, [reg, good](Test& t) {
        const CommMem mem = good(t);
        HcclMemHandle first = nullptr;
        STEP(t, HcclCommMemReg(Shared(t)[0], "overlap", &mem, &first));
        reg(t, "overlap", {COMM_MEM_TYPE_DEVICE, static_cast<char*>(mem.addr) + 64, 4096});
    }, kLegacy);
}

} // namespace

void HcclResCases()
{
    ThreadCases();
    ContextCases();
    MemoryCases();
    Add("HcclGetHcclBufferCleared", 2, [](Test& t) {
        t.Got(HcclGetHcclBufferCleared(Shared(t)[0], t.Out<void*>(), t.Out<uint64_t>()));
    }, kLegacy);
    Add("HcclDedicatedThreadAcquire", 5, [](Test& t) {
        // The runtime gives each device a context of its own; a thread without one has none.
        HcclResult result = HCCL_SUCCESS;
        std::thread([&] {
            result = HcclDedicatedThreadAcquire(Shared(t)[0], HCCL_DED_THREAD_TYPE_AICPU_ORDER_LAUNCH_OPBASE, 1,
                                                t.Out<ThreadHandle>());
        }).join();
        t.Got(result);
    });
}
