// Cases of hcomm_primitives.h: the data plane. Its rules differ between host and kernels, and between products.

#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <thread>

#include "fixture.h"

namespace {

constexpr HcommDataType kType = HCOMM_DATA_TYPE_FP32;
constexpr HcommReduceOp kSum = HCOMM_REDUCE_SUM;
constexpr uint32_t kWaitSeconds = 10;

// Arguments of a transfer. Reductions take len / 4 elements.
struct Args {
    ThreadHandle thread;
    ChannelHandle channel;
    void* dst;
    void* src;
    uint64_t len;
    int type;  // An HcommDataType, or a number that is none.
    uint32_t notify;
};

HcommDataType TypeOf(const Args& a) { return static_cast<HcommDataType>(a.type); }

using Transfer = int32_t (*)(const Args&);

// A transfer from rank 0 that is right: `reads` says that src is the remote side.
Args Good(const Ends& ends, bool reads)
{
    Args args = {ends.thread[0], ends.channel[0], ends.remote[0], ends.local[0], 64, kType, 0};
    if (reads) {
        std::swap(args.dst, args.src);
    }
    return args;
}

// ---- functions with a thread and a channel ----

struct OnThread {
    const char* name;
    Transfer call;
    bool reads;
    // Numbers of the rows: thread 0, channel 0, range not exported, no registration, empty wrapper, reduction; 0 is none.
    int thread, channel, range, local, wrapper, reduction;
};

const OnThread kOnThread[] = {
    {"HcommWriteOnThread", [](const Args& a) { return HcommWriteOnThread(a.thread, a.channel, a.dst, a.src, a.len); },
     false, 2, 3, 4, 5, 6, 0},
    {"HcommReadOnThread", [](const Args& a) { return HcommReadOnThread(a.thread, a.channel, a.dst, a.src, a.len); },
     true, 2, 3, 4, 5, 6, 0},
    {"HcommWriteReduceOnThread",
     [](const Args& a) {
         return HcommWriteReduceOnThread(a.thread, a.channel, a.dst, a.src, a.len / 4, TypeOf(a), kSum);
     },
     false, 3, 4, 5, 0, 0, 2},
    {"HcommReadReduceOnThread",
     [](const Args& a) {
         return HcommReadReduceOnThread(a.thread, a.channel, a.dst, a.src, a.len / 4, TypeOf(a), kSum);
     },
     true, 3, 4, 5, 0, 0, 2},
    {"HcommWriteWithNotifyOnThread",
     [](const Args& a) {
         return HcommWriteWithNotifyOnThread(a.thread, a.channel, a.dst, a.src, a.len, a.notify);
     },
     false, 2, 0, 0, 0, 0, 0},
    {"HcommWriteReduceWithNotifyOnThread",
     [](const Args& a) {
         return HcommWriteReduceWithNotifyOnThread(a.thread, a.channel, a.dst, a.src, a.len / 4, TypeOf(a), kSum,
                                                   a.notify);
     },
     false, 2, 0, 0, 0, 0, 3},
};

void OnThreadCases(const OnThread& f)
{
    const auto pointers = [f](Test& t) {
        for (const uint64_t len : {0, 64}) {
            Args args = Good(Device(t), f.reads);
            args.len = len;
            args.dst = nullptr;
            t.Got(f.call(args));
            args = Good(Device(t), f.reads);
            args.src = nullptr;
            args.thread = 0;
            t.Got(f.call(args));
        }
    };
    Add(f.name, 1, pointers, kAll);
    Add(f.name, 1, [pointers](Test& t) { InKernel(t, [&] { pointers(t); }); });
    Add(f.name, f.thread, [f](Test& t) {
        Args args = Good(Device(t), f.reads);
        args.thread = 0;
        t.Got(f.call(args));
        InKernel(t, [&] { t.Got(f.call(args)); });
    });
    if (f.channel != 0) {
        Add(f.name, f.channel, [f](Test& t) {
            Args args = Good(Device(t), f.reads);
            args.channel = 0;
            t.Got(f.call(args));
            InKernel(t, [&] { t.Got(f.call(args)); });
        }, kAll);
    }
    if (f.reduction != 0) {
        Add(f.name, f.reduction, [f](Test& t) {
            for (const int type : {13, 14, 15, 16, 17, 255, -1}) {
                Args args = Good(Device(t), f.reads);
                args.type = type;
                t.Got(f.call(args));
                InKernel(t, [&] { t.Got(f.call(args)); });
            }
        });
    }
    if (f.range != 0) {
        Add(f.name, f.range, [f](Test& t) {
            const Ends& ends = Device(t);
            int here[16] = {};
            for (void* far : {static_cast<void*>(here), static_cast<void*>(ends.Remote(0, ends.size)),
                              static_cast<void*>(ends.Remote(0, ends.size - 63))}) {
                Args args = Good(ends, f.reads);
                (f.reads ? args.src : args.dst) = far;
                InKernel(t, [&] { t.Got(f.call(args)); });
                t.Got(f.call(args));
            }
        });
    }
    if (f.local != 0) {
        // Memory that nobody registered is fine on the local side.
        Add(f.name, f.local, [f](Test& t) {
            int here[16] = {};
            Args args = Good(Device(t), f.reads);
            (f.reads ? args.dst : args.src) = here;
            t.Got(f.call(args));
            aclrtStream stream = nullptr;
            STEP(t, HcommThreadResGetInfo(args.thread, THREAD_RES_TYPE_STREAM, 8, &stream));
            STEP(t, aclrtSynchronizeStream(stream));
        });
        NotProvoked(f.name, f.wrapper, "channels have one form for host and device, so there is no wrapper to be empty");
        Add(f.name, 7, [f](Test& t) {
            const Ends& ends = Host(t);
            t.Got(f.call(Good(ends, f.reads)));
            STEP(t, HcommChannelFence(ends.channel[0]));
        });
    }
}

void OrdinaryTransferCases()
{
    for (const OnThread& function : kOnThread) {
        OnThreadCases(function);
    }
    const char* const legacy = "the older products' RoCE transport with its smaller table of types does not exist here";
    NotProvoked("HcommWriteReduceOnThread", 6, legacy);
    NotProvoked("HcommReadReduceOnThread", 6, legacy);
    // On the host and on older products they work as well.
    const auto write_notify = [](Test& t) {
        const Args args = Good(Device(t), false);
        t.Got(HcommWriteWithNotifyOnThread(args.thread, args.channel, args.dst, args.src, args.len, 0));
        STEP(t, HcommChannelNotifyWaitOnThread(Device(t).thread[1], Device(t).channel[1], 0, kWaitSeconds));
    };
    const auto reduce_notify = [](Test& t) {
        const Args args = Good(Device(t), false);
        t.Got(HcommWriteReduceWithNotifyOnThread(args.thread, args.channel, args.dst, args.src, 16, kType, kSum, 0));
        STEP(t, HcommChannelNotifyWaitOnThread(Device(t).thread[1], Device(t).channel[1], 0, kWaitSeconds));
    };
    Add("HcommWriteWithNotifyOnThread", 3, write_notify, kAll);
    Add("HcommWriteReduceWithNotifyOnThread", 4, reduce_notify, kAll);
    Add("HcommWriteWithNotifyOnThread", 4, [](Test& t) {
        for (const uint32_t notify : {kNotifies, UINT32_MAX}) {
            Args args = Good(Device(t), false);
            args.notify = notify;
            InKernel(t, [&] {
                t.Got(HcommWriteWithNotifyOnThread(args.thread, args.channel, args.dst, args.src, args.len, notify));
            });
        }
    });
}

void LocalCases()
{
    Add("HcommLocalCopyOnThread", 1, [](Test& t) {
        const Ends& ends = Device(t);
        t.Got(HcommLocalCopyOnThread(ends.thread[0], nullptr, ends.local[0], 64));
        t.Got(HcommLocalCopyOnThread(ends.thread[0], ends.local[0], nullptr, 64));
        t.Got(HcommLocalCopyOnThread(0, nullptr, nullptr, 0));
    }, kAll);
    Add("HcommLocalCopyOnThread", 2, [](Test& t) {
        t.Got(HcommLocalCopyOnThread(0, Device(t).local[0], Device(t).local[0], 64));
        t.Got(HcommLocalCopyOnThread(0, Device(t).local[0], Device(t).local[0], 0));
    }, kAll);
    Add("HcommLocalCopyOnThread", 3, [](Test& t) {
        const Ends& ends = Device(t);
        t.Got(HcommLocalCopyOnThread(ends.thread[0], ends.local[0], static_cast<char*>(ends.local[0]) + 64, 0));
        t.Got(HcommLocalCopyOnThread(ends.thread[0], ends.local[0], ends.local[0], 64));
        InKernel(t, [&] { t.Got(HcommLocalCopyOnThread(ends.thread[0], ends.local[0], ends.local[0], 64)); });
    });
    Add("HcommLocalCopyOnThread", 4, [](Test& t) {
        for (const ThreadHandle thread : {ThreadHandle{kForged}, Device(t).channel[0], ~ThreadHandle{0}}) {
            t.Got(HcommLocalCopyOnThread(thread, Device(t).local[0], Device(t).local[0], 64));
        }
    });
    Add("HcommLocalReduceOnThread", 1, [](Test& t) {
        const Ends& ends = Device(t);
        t.Got(HcommLocalReduceOnThread(ends.thread[0], nullptr, ends.local[0], 16, kType, kSum));
        t.Got(HcommLocalReduceOnThread(ends.thread[0], ends.local[0], nullptr, 16, kType, kSum));
        t.Got(HcommLocalReduceOnThread(0, nullptr, nullptr, 0, static_cast<HcommDataType>(-1), kSum));
    }, kAll);
    // The pairs beyond the documented ones that are offered are refused by no row; those that do not exist are.
    Add("HcommLocalReduceOnThread", 2, [](Test& t) {
        const Ends& ends = Device(t);
        for (const int type : {13, 14, 15, 16, 17, 255, -1}) {
            t.Got(HcommLocalReduceOnThread(0, ends.local[0], ends.local[0], 16, static_cast<HcommDataType>(type), kSum));
        }
        for (const int op : {4, 255, -1}) {
            t.Got(HcommLocalReduceOnThread(0, ends.local[0], ends.local[0], 16, kType, static_cast<HcommReduceOp>(op)));
        }
    }, kAll);
    Add("HcommLocalReduceOnThread", 3, [](Test& t) {
        const Ends& ends = Device(t);
        t.Got(HcommLocalReduceOnThread(0, ends.local[0], ends.local[0], 16, kType, kSum));
        // In a kernel the thread comes before the type.
        InKernel(t, [&] {
            t.Got(HcommLocalReduceOnThread(0, ends.local[0], ends.local[0], 16, HCOMM_DATA_TYPE_HIF8, kSum));
        });
    }, kAll);
}

void NotifyCases()
{
    Add("HcommThreadNotifyRecordOnThread", 1, [](Test& t) {
        t.Got(HcommThreadNotifyRecordOnThread(0, Device(t).thread[0], 0));
        t.Got(HcommThreadNotifyRecordOnThread(0, 0, UINT32_MAX));
    }, kAll);
    Add("HcommThreadNotifyRecordOnThread", 2, [](Test& t) {
        t.Got(HcommThreadNotifyRecordOnThread(Device(t).thread[0], 0, 0));
    }, kAll);
    Add("HcommThreadNotifyRecordOnThread", 3, [](Test& t) {
        for (const uint32_t index : {65535u, UINT32_MAX}) {
            t.Got(HcommThreadNotifyRecordOnThread(Device(t).thread[0], Device(t).thread[1], index));
        }
    });
    Add("HcommThreadNotifyWaitOnThread", 1, [](Test& t) { t.Got(HcommThreadNotifyWaitOnThread(0, 0, 1)); }, kAll);
    Add("HcommThreadNotifyWaitOnThread", 2, [](Test& t) {
        for (const uint32_t index : {65535u, UINT32_MAX}) {
            t.Got(HcommThreadNotifyWaitOnThread(Device(t).thread[0], index, 1));
        }
    });
    Add("HcommThreadNotifyWaitOnThread", 3, [](Test& t) {
        const Comms comms = NewComms(t);
        ThreadHandle thread = 0;
        STEP(t, HcclThreadAcquire(comms[0], COMM_ENGINE_CPU_TS, 1, 1, &thread));
        t.Got(HcommThreadNotifyWaitOnThread(thread, 0, 1));
        aclrtStream stream = nullptr;
        STEP(t, HcommThreadResGetInfo(thread, THREAD_RES_TYPE_STREAM, 8, &stream));
        CHECK(t, aclrtSynchronizeStream(stream) != 0);
        HcclResult error = HCCL_SUCCESS;
        STEP(t, HcclGetCommAsyncError(comms[0], &error));
        CHECK(t, error == HCCL_E_TIMEOUT);
        Destroy(t, comms);
    });
    Add("HcommThreadNotifyWaitOnThreadWithDefaultTimeout", 1, [](Test& t) {
        t.Got(HcommThreadNotifyWaitOnThreadWithDefaultTimeout(0, 0));
    }, kAll);
    Add("HcommThreadNotifyWaitOnThreadWithDefaultTimeout", 2, [](Test& t) {
        t.Got(HcommThreadNotifyWaitOnThreadWithDefaultTimeout(Device(t).thread[0], 65535));
    });
    Add("HcommAclrtNotifyRecordOnThread", 1, [](Test& t) { t.Got(HcommAclrtNotifyRecordOnThread(0, 1)); }, kAll);
    Add("HcommAclrtNotifyRecordOnThread", 2, [](Test& t) {
        for (const uint64_t id : {uint64_t{0x7fffffff}, UINT64_MAX}) {
            t.Got(HcommAclrtNotifyRecordOnThread(Device(t).thread[0], id));
        }
    });
    Add("HcommAclrtNotifyWaitOnThread", 1, [](Test& t) { t.Got(HcommAclrtNotifyWaitOnThread(0, 1, 1)); }, kAll);
    Add("HcommAclrtNotifyWaitOnThread", 2, [](Test& t) {
        for (const uint64_t id : {uint64_t{0x7fffffff}, UINT64_MAX}) {
            t.Got(HcommAclrtNotifyWaitOnThread(Device(t).thread[0], id, 1));
        }
    });

    struct ChannelNotify {
        const char* name;
        int32_t (*call)(ThreadHandle, ChannelHandle, uint32_t);
    };
    const ChannelNotify functions[] = {
        {"HcommChannelNotifyRecordOnThread", HcommChannelNotifyRecordOnThread},
        {"HcommChannelNotifyWaitOnThread",
         [](ThreadHandle thread, ChannelHandle channel, uint32_t index) {
             return HcommChannelNotifyWaitOnThread(thread, channel, index, 1);
         }},
    };
    for (const ChannelNotify& f : functions) {
        Add(f.name, 1, [f](Test& t) {
            t.Got(f.call(Device(t).thread[0], 0, 0));
            InKernel(t, [&] { t.Got(f.call(Device(t).thread[0], 0, 0)); });
        }, kAll);
        Add(f.name, 2, [f](Test& t) { t.Got(f.call(0, Device(t).channel[0], 0)); }, kA3);
        Add(f.name, 2, [f](Test& t) { InKernel(t, [&] { t.Got(f.call(0, Device(t).channel[0], 0)); }); });
        Add(f.name, 3, [f](Test& t) { t.Got(f.call(Host(t).thread[0], Host(t).channel[0], kNotifies)); });
        Add(f.name, 4, [f](Test& t) { t.Got(f.call(Device(t).thread[0], Device(t).channel[0], kNotifies)); }, kLegacy);
        Add(f.name, 5, [f](Test& t) {
            InKernel(t, [&] {
                t.Got(f.call(Device(t).thread[0], Device(t).channel[0], kNotifies));
                t.Got(f.call(Device(t).thread[0], Device(t).channel[0], UINT32_MAX));
            });
        });
        Add(f.name, 6, [f](Test& t) {
            const Ends& ends = Host(t, COMM_PROTOCOL_UB_CTP);
            t.Got(f.call(ends.thread[0], ends.channel[0], 0));
        });
    }
    Add("HcommChannelNotifyWaitOnThread", 7, [](Test& t) {
        t.Got(HcommChannelNotifyWaitOnThread(0, Host(t).channel[0], 0, 1));
    });
    Add("HcommChannelNotifyWaitOnThread", 8, [](Test& t) {
        STEP(t, HcommChannelNotifyRecord(Host(t).channel[1], 1));
        STEP(t, HcommChannelNotifyRecord(Host(t).channel[1], 0));
        t.Got(HcommChannelNotifyWaitOnThread(0, Host(t).channel[0], 0, kWaitSeconds));
        STEP(t, HcommChannelNotifyWait(Host(t).channel[0], 1, kWaitSeconds));
    });
    Add("HcommChannelNotifyWaitOnThread", 9, [](Test& t) {
        t.Got(HcommChannelNotifyWaitOnThread(0, Host(t).channel[0], 0, 0));
    });
    Add("HcommChannelNotifyWait", 1, [](Test& t) { t.Got(HcommChannelNotifyWait(Host(t).channel[0], 0, 1)); });
    Add("HcommChannelNotifyWait", 2, [](Test& t) {
        STEP(t, HcommChannelNotifyRecord(Host(t).channel[1], 1));
        STEP(t, HcommChannelNotifyRecord(Host(t).channel[1], 0));
        t.Got(HcommChannelNotifyWait(Host(t).channel[0], 0, kWaitSeconds));
        STEP(t, HcommChannelNotifyWait(Host(t).channel[0], 1, kWaitSeconds));
    });
    Add("HcommChannelNotifyWait", 3, [](Test& t) { t.Got(HcommChannelNotifyWait(Host(t).channel[0], 0, 0)); });
    Add("HcommChannelNotifyWait", 4, [](Test& t) { t.Got(HcommChannelNotifyWait(0, 0, 1)); });
    Add("HcommChannelNotifyWait", 7, [](Test& t) { t.Got(HcommChannelNotifyWait(Host(t).channel[0], kNotifies, 1)); });
    Add("HcommChannelNotifyRecord", 1, [](Test& t) { t.Got(HcommChannelNotifyRecord(0, 0)); });
    Add("HcommChannelNotifyRecord", 4, [](Test& t) { t.Got(HcommChannelNotifyRecord(Host(t).channel[0], kNotifies)); });
    // Channels of kernels, and those of products whose host has no such engine.
    Add("HcommChannelNotifyWait", 5, [](Test& t) {
        InKernel(t, [&] { t.Got(HcommChannelNotifyWait(Device(t).channel[0], 1, 0)); });
    });
    Add("HcommChannelNotifyWait", 6, [](Test& t) { t.Got(HcommChannelNotifyWait(Device(t).channel[0], 1, 0)); }, kLegacy);
    Add("HcommChannelNotifyRecord", 2, [](Test& t) {
        InKernel(t, [&] { t.Got(HcommChannelNotifyRecord(Device(t).channel[0], 1)); });
    });
    Add("HcommChannelNotifyRecord", 3, [](Test& t) { t.Got(HcommChannelNotifyRecord(Device(t).channel[0], 1)); }, kLegacy);
    Add("HcommChannelNotifyWaitOnThreadWithDefaultTimeout", 1, [](Test& t) {
        const Ends& ends = Device(t);
        STEP(t, HcommChannelNotifyRecordOnThread(ends.thread[1], ends.channel[1], 2));
        t.Got(HcommChannelNotifyWaitOnThreadWithDefaultTimeout(ends.thread[0], ends.channel[0], 2));
    });
    Add("HcommChannelNotifyWaitOnThreadWithDefaultTimeout", 2, [](Test& t) {
        InKernel(t, [&] {
            t.Got(HcommChannelNotifyWaitOnThreadWithDefaultTimeout(0, Device(t).channel[0], 0));
            t.Got(HcommChannelNotifyWaitOnThreadWithDefaultTimeout(Device(t).thread[0], 0, 0));
        });
    });
    const float bad[] = {-1.0f, 5e9f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()};
    Add("HcommSetNotifyWaitTimeOut", 1, [bad](Test& t) {
        for (const float value : bad) {
            t.Got(HcommSetNotifyWaitTimeOut(value));
            InKernel(t, [&] { t.Got(HcommSetNotifyWaitTimeOut(value)); });
        }
    });
    Add("HcommThreadResAcquireTimeOut", 1, [](Test& t) { t.Got(HcommThreadResAcquireTimeOut(1)); }, kAll);
    Add("HcommThreadResAcquireTimeOut", 2, [bad](Test& t) {
        for (const float value : bad) {
            InKernel(t, [&] { t.Got(HcommThreadResAcquireTimeOut(value)); });
        }
    });
}

// ---- operations that start at once ----

struct Nbi {
    const char* name;
    Transfer call;
    bool reads;
    bool notifies;
};

const Nbi kNbi[] = {
    {"HcommWriteNbi", [](const Args& a) { return HcommWriteNbi(a.channel, a.dst, a.src, a.len); }, false, false},
    {"HcommWriteNbiOnThread",
     [](const Args& a) { return HcommWriteNbiOnThread(a.thread, a.channel, a.dst, a.src, a.len); }, false, false},
    {"HcommReadNbi", [](const Args& a) { return HcommReadNbi(a.channel, a.dst, a.src, a.len); }, true, false},
    {"HcommReadNbiOnThread",
     [](const Args& a) { return HcommReadNbiOnThread(a.thread, a.channel, a.dst, a.src, a.len); }, true, false},
    {"HcommWriteWithNotifyNbi",
     [](const Args& a) { return HcommWriteWithNotifyNbi(a.channel, a.dst, a.src, a.len, a.notify); }, false, true},
    {"HcommWriteWithNotifyNbiOnThread",
     [](const Args& a) { return HcommWriteWithNotifyNbiOnThread(a.thread, a.channel, a.dst, a.src, a.len, a.notify); },
     false, true},
};

// The first code that is not success: the end of a peer is noticed a moment after it.
int32_t Refusal(const std::function<int32_t()>& call)
{
    int32_t code = 0;
    for (int tries = 0; tries < 10000 && code == 0; tries++) {
        code = call();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return code;
}

// A transfer on a channel whose peer is gone.
Args OnBroken(Test& t, bool reads)
{
    Args args = Good(Host(t), reads);
    args.channel = Broken(t);
    args.dst = DeviceMemory(t);
    args.src = static_cast<char*>(DeviceMemory(t)) + 4096;
    return args;
}

void NbiCases(const Nbi& f)
{
    Add(f.name, 1, [f](Test& t) {
        Args args = Good(Host(t), f.reads);
        args.channel = 0;
        t.Got(f.call(args));
    });
    Add(f.name, 2, [f](Test& t) {
        for (const uint64_t len : {0, 64}) {
            Args args = Good(Host(t), f.reads);
            args.len = len;
            args.dst = nullptr;
            t.Got(f.call(args));
            args = Good(Host(t), f.reads);
            args.src = nullptr;
            t.Got(f.call(args));
        }
    });
    Add(f.name, 3, [f](Test& t) { InKernel(t, [&] { t.Got(f.call(Good(Device(t), f.reads))); }); });
    Add(f.name, 4, [f](Test& t) { t.Got(f.call(Good(Device(t), f.reads))); }, kLegacy);
    const auto unregistered = [f](Test& t, const Ends& ends) {
        int here[16] = {};
        for (void* far : {static_cast<void*>(here), static_cast<void*>(ends.Remote(0, ends.size - 63))}) {
            Args args = Good(ends, f.reads);
            (f.reads ? args.src : args.dst) = far;
            t.Got(f.call(args));
        }
    };
    if (f.notifies) {
        Add(f.name, 5, [f](Test& t) { t.Got(f.call(Good(Host(t, COMM_PROTOCOL_UB_CTP), f.reads))); });
        Add(f.name, 6, [f](Test& t) {
            Args args = Good(Host(t), f.reads);
            args.notify = kNotifies;
            t.Got(f.call(args));
        });
        Add(f.name, 7, [unregistered](Test& t) { unregistered(t, Host(t)); });
        Add(f.name, 8, [f](Test& t) { t.Got(Refusal([&] { return f.call(OnBroken(t, f.reads)); })); });
        return;
    }
    Add(f.name, 5, [unregistered](Test& t) { unregistered(t, Host(t)); });
    Add(f.name, 6, [unregistered](Test& t) { unregistered(t, Host(t, COMM_PROTOCOL_UB_CTP)); });
    Add(f.name, 7, [f](Test& t) {
        Args args = Good(Host(t), f.reads);
        args.channel = Bare(t);
        t.Got(f.call(args));
    });
    Add(f.name, 8, [f](Test& t) {
        Args args = Good(Host(t), f.reads);
        args.len = 0;
        t.Got(f.call(args));
    });
    Add(f.name, 9, [f](Test& t) {
        Args args = Good(Host(t, COMM_PROTOCOL_UB_CTP), f.reads);
        args.len = 0;
        t.Got(f.call(args));
    });
    Add(f.name, 10, [f](Test& t) {
        Args args = Good(Host(t), f.reads);
        args.len = 1 << 20;
        int32_t code = 0;
        for (int posts = 0; posts < 100000 && code == 0; posts++) {
            code = f.call(args);
        }
        t.Got(code);
        // There is room again behind a fence.
        t.Step(HcommChannelFence(args.channel), "the fence");
        t.Step(f.call(args), "the transfer behind the fence");
        t.Step(HcommChannelFence(args.channel), "the fence behind it");
    });
    Add(f.name, 11, [f](Test& t) { t.Got(Refusal([&] { return f.call(OnBroken(t, f.reads)); })); });
    Add(f.name, 12, [f](Test& t) { t.Got(f.call(Good(Device(t), f.reads))); });
}

// ---- batches of transfers ----

HcommBatchTransferDesc Entry(const Ends& ends, int type)
{
    HcommBatchTransferDesc desc = {};
    desc.transType = static_cast<HcommTransferType>(type);
    if (type == HCOMM_TRANSFER_TYPE_NOTIFY_RECORD) {
        desc.transferInfo.notifyRecord.notifyIdx = 0;
        return desc;
    }
    auto& info = desc.transferInfo.writeReduceWithNotify;
    const bool reads = type == HCOMM_TRANSFER_TYPE_READ || type == HCOMM_TRANSFER_TYPE_READ_REDUCE;
    info.count = 16;
    info.dst = reads ? ends.local[0] : ends.remote[0];
    info.src = reads ? ends.remote[0] : ends.local[0];
    if (type == HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY) {
        desc.transferInfo.writeWithNotify.notifyIdx = 0;
    } else {
        info.reduceOp = kSum;
        info.dataType = kType;
        info.notifyIdx = 0;
    }
    return desc;
}

int32_t Batch(const Ends& ends, const HcommBatchTransferDesc& desc)
{
    return HcommBatchTransferOnThread(ends.thread[0], ends.channel[0], &desc, 1);
}

void BatchTransferCases()
{
    const char* const name = "HcommBatchTransferOnThread";
    Add(name, 1, [](Test& t) { t.Got(Batch(Device(t), Entry(Device(t), HCOMM_TRANSFER_TYPE_WRITE))); }, kAll);
    Add(name, 2, [](Test& t) {
        const Ends& ends = Device(t);
        t.Got(HcommBatchTransferOnThread(ends.thread[0], ends.channel[0], nullptr, 1));
        InKernel(t, [&] { t.Got(HcommBatchTransferOnThread(0, 0, nullptr, 0)); });
    });
    Add(name, 3, [](Test& t) {
        const Ends& ends = Device(t);
        const HcommBatchTransferDesc desc = Entry(ends, HCOMM_TRANSFER_TYPE_WRITE);
        t.Got(HcommBatchTransferOnThread(ends.thread[0], 0, &desc, 1));
        InKernel(t, [&] { t.Got(HcommBatchTransferOnThread(0, 0, &desc, 0)); });
    });
    Add(name, 4, [](Test& t) {
        const Ends& ends = Device(t);
        const HcommBatchTransferDesc desc = Entry(ends, HCOMM_TRANSFER_TYPE_WRITE);
        InKernel(t, [&] { t.Got(HcommBatchTransferOnThread(0, ends.channel[0], &desc, 0)); });
    });
    Add(name, 5, [](Test& t) {
        const Ends& ends = Device(t);
        const HcommBatchTransferDesc desc = Entry(ends, HCOMM_TRANSFER_TYPE_WRITE);
        InKernel(t, [&] { t.Got(HcommBatchTransferOnThread(0, ends.channel[0], &desc, 1)); });
    });
    Add(name, 6, [](Test& t) {
        for (const int type : {-1, 7, 1000}) {
            InKernel(t, [&] { t.Got(Batch(Device(t), Entry(Device(t), type))); });
        }
    });
    Add(name, 7, [](Test& t) {
        for (int type = 0; type <= 5; type++) {
            HcommBatchTransferDesc no_dst = Entry(Device(t), type);
            HcommBatchTransferDesc no_src = no_dst;
            no_dst.transferInfo.write.dst = nullptr;
            no_src.transferInfo.write.src = nullptr;
            InKernel(t, [&] {
                t.Got(Batch(Device(t), no_dst));
                t.Got(Batch(Device(t), no_src));
            });
        }
    });
    Add(name, 8, [](Test& t) {
        for (const int type : {2, 3, 6}) {
            HcommBatchTransferDesc desc = Entry(Device(t), type);
            if (type == 6) {
                desc.transferInfo.notifyRecord.notifyIdx = UINT32_MAX;
            } else if (type == 2) {
                desc.transferInfo.writeWithNotify.notifyIdx = UINT32_MAX;
            } else {
                desc.transferInfo.writeReduceWithNotify.notifyIdx = UINT32_MAX;
            }
            InKernel(t, [&] { t.Got(Batch(Device(t), desc)); });
        }
    });
    Add(name, 9, [](Test& t) {
        for (const int type : {1, 3, 5}) {
            HcommBatchTransferDesc bad_type = Entry(Device(t), type);
            HcommBatchTransferDesc bad_op = bad_type;
            bad_type.transferInfo.reduce.dataType = HCOMM_DATA_TYPE_HIF8;
            bad_op.transferInfo.reduce.reduceOp = static_cast<HcommReduceOp>(4);
            InKernel(t, [&] {
                t.Got(Batch(Device(t), bad_type));
                t.Got(Batch(Device(t), bad_op));
            });
        }
    });
    Add(name, 10, [](Test& t) {
        InKernel(t, [&] { t.Got(Batch(Device(t), Entry(Device(t), HCOMM_TRANSFER_TYPE_READ_REDUCE))); });
    }, kLegacy);
}

// ---- fences, batches, names ----

void FenceCases()
{
    Add("HcommFenceOnThread", 1, [](Test& t) { InKernel(t, [&] { t.Got(HcommFenceOnThread(Device(t).thread[0])); }); });
    Add("HcommFenceOnThread", 2, [](Test& t) {
        t.Got(HcommFenceOnThread(0));
        t.Got(HcommFenceOnThread(Device(t).thread[0]));
    }, kAll);
    NotProvoked("HcommFenceOnThread", 3, 4, "no network device writes behind the library's back, so nothing is flushed");

    struct Fence {
        const char* name;
        int32_t (*call)(ThreadHandle, ChannelHandle);
    };
    const Fence fences[] = {
        {"HcommChannelFence", [](ThreadHandle, ChannelHandle channel) { return HcommChannelFence(channel); }},
        {"HcommChannelFenceOnThread", HcommChannelFenceOnThread},
    };
    for (const Fence& f : fences) {
        Add(f.name, 1, [f](Test& t) { t.Got(f.call(Device(t).thread[0], 0)); }, kAll);
        Add(f.name, 2, [f](Test& t) { t.Got(f.call(Device(t).thread[0], Device(t).channel[0])); }, kLegacy);
        Add(f.name, 3, [f](Test& t) {
            t.Got(Refusal([&] { return f.call(Host(t).thread[0], Broken(t)); }));
        });
        NotProvoked(f.name, 4, "needs a peer that stays connected but answers nothing");
    }
    Add("HcommChannelFence", 5, [](Test& t) { InKernel(t, [&] { t.Got(HcommChannelFence(Device(t).channel[0])); }); });
    Add("HcommChannelFenceOnThread", 5, [](Test& t) {
        InKernel(t, [&] { t.Got(HcommChannelFenceOnThread(0, Device(t).channel[0])); });
    });
    Add("HcommChannelFenceOnThread", 6, [](Test& t) {
        InKernel(t, [&] { t.Got(HcommChannelFenceOnThread(Device(t).thread[0], Device(t).channel[0])); });
    }, kLegacy);
    Add("HcommChannelDrainOnThread", 1, [](Test& t) { t.Got(HcommChannelDrainOnThread(Device(t).thread[0], 0)); }, kAll);
    Add("HcommChannelDrainOnThread", 2, [](Test& t) { t.Got(HcommChannelDrainOnThread(0, Device(t).channel[0])); }, kAll);
    Add("HcommChannelDrainOnThread", 3, [](Test& t) {
        t.Got(HcommChannelDrainOnThread(Device(t).thread[0], Device(t).channel[0]));
    }, kLegacy);
    Add("HcommChannelDrainOnThread", 4, [](Test& t) {
        InKernel(t, [&] { t.Got(HcommChannelDrainOnThread(Device(t).thread[0], Device(t).channel[0])); });
    });
}

void BatchModeCases()
{
    const char* const start = "HcommBatchModeStart";
    const char* const end = "HcommBatchModeEnd";
    Add(start, 1, [](Test& t) {
        t.Got(HcommBatchModeStart(nullptr));
        STEP(t, HcommBatchModeEnd(nullptr));
    }, kAll);
    Add(end, 1, [](Test& t) {
        STEP(t, HcommBatchModeStart("tag"));
        t.Got(HcommBatchModeEnd(nullptr));
    }, kAll);
    for (const char* const name : {start, end}) {
        Add(name, 2, [](Test& t) { t.Got(HcommBatchModeEnd("never started")); }, kAll);
        Add(name, 3, [](Test& t) {
            STEP(t, HcommBatchModeStart("one"));
            t.Got(HcommBatchModeEnd("other"));
        }, kAll);
        NotProvoked(name, 4, "handing tasks of live threads over cannot fail");
    }
    Add("HcommAcquireComm", 1, [](Test& t) {
        t.Got(HcommAcquireComm(nullptr));
        InKernel(t, [&] { t.Got(HcommAcquireComm(nullptr)); });
    }, kAll);
    Add("HcommAcquireComm", 2, [](Test& t) {
        for (const char* const name : {"", "no communicator has this name"}) {
            t.Got(HcommAcquireComm(name));
            InKernel(t, [&] { t.Got(HcommAcquireComm(name)); });
        }
    });
    Add("HcommAcquireComm", 3, [](Test& t) {
        char name[COMM_NAME_MAX_LENGTH] = {};
        STEP(t, HcclGetCommName(Shared(t)[0], name));
        // One kernel after the other holds it.
        for (int turn = 0; turn < 2; turn++) {
            InKernel(t, [&] {
                t.Got(HcommAcquireComm(name));
                t.Step(HcommReleaseComm(name), "HcommReleaseComm");
            });
        }
    });
    Add("HcommReleaseComm", 1, [](Test& t) { t.Got(HcommReleaseComm(nullptr)); }, kAll);
    Add("HcommReleaseComm", 2, [](Test& t) { t.Got(HcommReleaseComm("no communicator has this name")); }, kAll);
}

// ---- the cache of tasks ----

struct Ranges {
    void* addrs[3];
    uint64_t sizes[3];
};

Ranges Two(Test& t) { return {{DeviceMemory(t), static_cast<char*>(DeviceMemory(t)) + 4096, nullptr}, {4096, 4096, 0}}; }

// Looks a tag up that the cache does not know, or does: `recorded` runs through a recording first.
void LookUp(Test& t, const char* tag, bool recorded)
{
    bool hit = true;
    t.Step(HcommAicpuTsTaskCacheClear(tag), "Clear");
    t.Step(HcommAicpuTsTaskCacheLookup(tag, &hit), "Lookup");
    t.Check(!hit, "a tag that was cleared is unknown");
    if (!recorded) {
        return;
    }
    Ranges ranges = Two(t);
    t.Step(HcommAicpuTsTaskCacheStart(tag, ranges.addrs, ranges.sizes, 2), "Start");
    t.Step(HcommLocalCopyOnThread(Device(t).thread[0], ranges.addrs[1], ranges.addrs[0], 4096), "LocalCopy");
    t.Step(HcommAicpuTsTaskCacheEnd(tag), "End");
    t.Step(HcommAicpuTsTaskCacheLookup(tag, &hit), "Lookup");
    t.Check(hit, "a recorded tag is known");
}

void TaskCacheCases()
{
    const char* const kTag = "conformance";
    Add("HcommAicpuTsTaskCacheLookup", 1, [](Test& t) {
        InKernel(t, [&] { t.Got(HcommAicpuTsTaskCacheLookup(nullptr, nullptr)); });
    }, kLegacy);
    Add("HcommAicpuTsTaskCacheLookup", 2, [kTag](Test& t) {
        InKernel(t, [&] {
            t.Got(HcommAicpuTsTaskCacheLookup(nullptr, t.Out<bool>()));
            t.Got(HcommAicpuTsTaskCacheLookup(kTag, nullptr));
        });
    });
    Add("HcommAicpuTsTaskCacheLookup", 3, [](Test& t) {
        // Tags alone fill the cache at some time; look-ups go on to succeed.
        InKernel(t, [&] {
            const std::string longest(4000, 'x');
            for (int i = 0; i < 4000; i++) {
                const std::string tag = longest + std::to_string(i);
                bool hit = true;
                t.Got(HcommAicpuTsTaskCacheLookup(tag.c_str(), &hit));
                t.Check(!hit, "a new tag is unknown");
                t.Step(HcommAicpuTsTaskCacheClear(tag.c_str()), "Clear");
            }
        });
    });
    Add("HcommAicpuTsTaskCacheStart", 1, [](Test& t) {
        InKernel(t, [&] { t.Got(HcommAicpuTsTaskCacheStart(nullptr, nullptr, nullptr, 0)); });
    }, kLegacy);
    Add("HcommAicpuTsTaskCacheStart", 2, [kTag](Test& t) {
        InKernel(t, [&] {
            Ranges r = Two(t);
            LookUp(t, kTag, false);
            t.Got(HcommAicpuTsTaskCacheStart(nullptr, r.addrs, r.sizes, 2));
            t.Got(HcommAicpuTsTaskCacheStart(kTag, nullptr, r.sizes, 2));
            t.Got(HcommAicpuTsTaskCacheStart(kTag, r.addrs, nullptr, 2));
        });
    });
    Add("HcommAicpuTsTaskCacheStart", 3, [kTag](Test& t) {
        InKernel(t, [&] {
            Ranges r = Two(t);
            LookUp(t, kTag, false);
            t.Got(HcommAicpuTsTaskCacheStart("another", r.addrs, r.sizes, 2));
        });
    });
    Add("HcommAicpuTsTaskCacheStart", 4, [kTag](Test& t) {
        InKernel(t, [&] {
            Ranges r = Two(t);
            LookUp(t, kTag, true);
            t.Got(HcommAicpuTsTaskCacheStart(kTag, r.addrs, r.sizes, 2));
        });
    });
    Add("HcommAicpuTsTaskCacheStart", 5, [kTag](Test& t) {
        InKernel(t, [&] {
            Ranges r = Two(t);
            for (const uint64_t count : {0, 1, 3}) {
                LookUp(t, kTag, false);
                t.Got(HcommAicpuTsTaskCacheStart(kTag, r.addrs, r.sizes, count));
            }
        });
    });
    Add("HcommAicpuTsTaskCacheStart", 6, [kTag](Test& t) {
        InKernel(t, [&] {
            LookUp(t, kTag, false);
            Ranges r = Two(t);
            r.addrs[1] = nullptr;
            t.Got(HcommAicpuTsTaskCacheStart(kTag, r.addrs, r.sizes, 2));
            LookUp(t, kTag, false);
            r = Two(t);
            r.sizes[0] = UINT64_MAX;
            t.Got(HcommAicpuTsTaskCacheStart(kTag, r.addrs, r.sizes, 2));
        });
    });
    Add("HcommAicpuTsTaskCacheStart", 7, [kTag](Test& t) {
        InKernel(t, [&] {
            Ranges r = Two(t);
            LookUp(t, kTag, false);
            t.Step(HcommAicpuTsTaskCacheStart(kTag, r.addrs, r.sizes, 2), "Start");
            t.Got(HcommAicpuTsTaskCacheStart(kTag, r.addrs, r.sizes, 2));
            (void)HcommAicpuTsTaskCacheEnd(kTag);
        });
    });
    Add("HcommAicpuTsTaskCacheEnd", 1, [](Test& t) {
        InKernel(t, [&] { t.Got(HcommAicpuTsTaskCacheEnd(nullptr)); });
    }, kLegacy);
    Add("HcommAicpuTsTaskCacheEnd", 2, [](Test& t) {
        InKernel(t, [&] { t.Got(HcommAicpuTsTaskCacheEnd(nullptr)); });
    });
    Add("HcommAicpuTsTaskCacheEnd", 3, [kTag](Test& t) {
        InKernel(t, [&] {
            Ranges r = Two(t);
            LookUp(t, kTag, false);
            t.Step(HcommAicpuTsTaskCacheStart(kTag, r.addrs, r.sizes, 2), "Start");
            t.Got(HcommAicpuTsTaskCacheEnd("another"));
            (void)HcommAicpuTsTaskCacheEnd(kTag);
        });
    });
    Add("HcommAicpuTsTaskCacheEnd", 4, [kTag](Test& t) {
        InKernel(t, [&] {
            LookUp(t, kTag, true);
            t.Got(HcommAicpuTsTaskCacheEnd(kTag));
        });
    });
    NotProvoked("HcommAicpuTsTaskCacheEnd", 5, "handing recorded tasks of live threads over cannot fail");
    Add("HcommAicpuTsTaskCacheExecute", 1, [](Test& t) {
        InKernel(t, [&] { t.Got(HcommAicpuTsTaskCacheExecute(nullptr, nullptr, nullptr, 0)); });
    }, kLegacy);
    Add("HcommAicpuTsTaskCacheExecute", 2, [kTag](Test& t) {
        InKernel(t, [&] {
            Ranges r = Two(t);
            LookUp(t, kTag, true);
            t.Got(HcommAicpuTsTaskCacheExecute(nullptr, r.addrs, r.sizes, 2));
            t.Got(HcommAicpuTsTaskCacheExecute(kTag, nullptr, r.sizes, 2));
            t.Got(HcommAicpuTsTaskCacheExecute(kTag, r.addrs, nullptr, 2));
        });
    });
    Add("HcommAicpuTsTaskCacheExecute", 3, [kTag](Test& t) {
        InKernel(t, [&] {
            Ranges r = Two(t);
            LookUp(t, kTag, true);
            t.Got(HcommAicpuTsTaskCacheExecute("another", r.addrs, r.sizes, 2));
        });
    });
    Add("HcommAicpuTsTaskCacheExecute", 4, [kTag](Test& t) {
        InKernel(t, [&] {
            Ranges r = Two(t);
            LookUp(t, kTag, false);
            t.Got(HcommAicpuTsTaskCacheExecute(kTag, r.addrs, r.sizes, 2));
        });
    });
    Add("HcommAicpuTsTaskCacheExecute", 5, [kTag](Test& t) {
        InKernel(t, [&] {
            Ranges r = Two(t);
            LookUp(t, kTag, true);
            // The entry goes between the look-up and the execution.
            t.Step(HcommAicpuTsTaskCacheClear(kTag), "Clear");
            t.Got(HcommAicpuTsTaskCacheExecute(kTag, r.addrs, r.sizes, 2));
        });
    });
    Add("HcommAicpuTsTaskCacheExecute", 6, [kTag](Test& t) {
        InKernel(t, [&] {
            Ranges r = Two(t);
            LookUp(t, kTag, true);
            t.Got(HcommAicpuTsTaskCacheExecute(kTag, r.addrs, r.sizes, 1));
            LookUp(t, kTag, true);
            r.sizes[1] = 4095;
            t.Got(HcommAicpuTsTaskCacheExecute(kTag, r.addrs, r.sizes, 2));
        });
    });
    Add("HcommAicpuTsTaskCacheClear", 1, [](Test& t) {
        InKernel(t, [&] { t.Got(HcommAicpuTsTaskCacheClear(nullptr)); });
    }, kLegacy);
    Add("HcommAicpuTsTaskCacheClear", 2, [](Test& t) {
        InKernel(t, [&] { t.Got(HcommAicpuTsTaskCacheClear(nullptr)); });
    });
    Add("HcommAicpuTsTaskCacheClear", 3, [](Test& t) {
        InKernel(t, [&] { t.Got(HcommAicpuTsTaskCacheClear("never recorded")); });
    });
}

} // namespace

void HcommPrimitivesCases()
{
    LocalCases();
    OrdinaryTransferCases();
    NotifyCases();
    for (const Nbi& nbi : kNbi) {
        NbiCases(nbi);
    }
    BatchTransferCases();
    FenceCases();
    BatchModeCases();
    TaskCacheCases();
}
