// Cases of limits.inc: the last value that is allowed works, the first one beyond it answers the code.

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "fixture.h"

#include "hccl/hccl_launch.h"
#include "hccl/hccl_rank_graph.h"
#include "hccl/hccl_res_expt.h"
#include "hccl/hccl_team.h"
#include "hcomm/hcomm_exception.h"
#include "hcomm/hcomm_nic_plugin.h"
#include "hcomm/hcomm_res_entity_defs.h"
#include "hcomm/hcomm_team_entity_defs.h"

namespace {

// A number of the headers.
void Value(const char* name, uint64_t actual)
{
    Limit(name, [name, actual](Test& t) {
        t.Check(actual == LimitValue(name), "the header has this value");
        t.Got(HCCL_SUCCESS);
    });
}

// Sets an environment variable while it lives.
class Variable {
public:
    Variable(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
    ~Variable() { unsetenv(name_); }

private:
    const char* name_;
};

// Creates a communicator of one rank with a value of the environment, or with a configuration.
int CreateWith(const char* name, const char* value)
{
    const Variable variable(name, value);
    int32_t device = 0;
    HcclComm comm = nullptr;
    const HcclResult result = HcclCommInitAll(1, &device, &comm);
    if (comm != nullptr) {
        (void)HcclCommDestroy(comm);
    }
    return result;
}

int CreateWith(void (*change)(HcclCommConfig&, uint32_t), uint32_t value)
{
    HcclRootInfo root;
    HcclCommConfig config;
    HcclCommConfigInit(&config);
    change(config, value);
    HcclComm comm = nullptr;
    HcclResult result = HcclGetRootInfo(&root);
    if (result == HCCL_SUCCESS) {
        result = HcclCommInitRootInfoConfig(1, &root, 0, &config, &comm);
    }
    if (comm != nullptr) {
        (void)HcclCommDestroy(comm);
    }
    return result;
}

void ThreadLimits()
{
    Limit("threads_per_comm", [](Test& t) {
        const Comms comms = NewComms(t);
        std::vector<ThreadHandle> threads(201);
        STEP(t, HcclThreadAcquire(comms[0], COMM_ENGINE_CPU_TS, 200, 0, threads.data()));
        STEP(t, HcclThreadAcquire(comms[0], COMM_ENGINE_CPU_TS, 200, 0, threads.data()));
        t.Got(HcclThreadAcquire(comms[0], COMM_ENGINE_AICPU_TS, 1, 0, t.Out<ThreadHandle>()));
        t.Got(HcclThreadAcquire(comms[1], COMM_ENGINE_CPU_TS, 201, 0, t.Out<ThreadHandle>(201)));
        Destroy(t, comms);
    });
    Limit("notifies_per_comm", [](Test& t) {
        const Comms comms = NewComms(t);
        ThreadHandle threads[2] = {};
        STEP(t, HcclThreadAcquire(comms[0], COMM_ENGINE_CPU_TS, 1, 65535, threads));
        STEP(t, HcclThreadAcquire(comms[0], COMM_ENGINE_CPU_TS, 2, 1, threads));
        t.Got(HcclThreadAcquire(comms[0], COMM_ENGINE_CPU_TS, 2, 2, t.Out<ThreadHandle>(2)));
        STEP(t, HcommThreadNotifyRecordOnThread(threads[1], threads[0], 65534));
        STEP(t, HcommThreadNotifyWaitOnThread(threads[0], 65534, 30));
        Destroy(t, comms);
    });
    Limit("notify_per_thread_hccl", [](Test& t) {
        const Comms comms = NewComms(t);
        ThreadHandle thread = 0;
        STEP(t, HcclThreadAcquire(comms[0], COMM_ENGINE_AICPU_TS, 1, 65535, &thread));
        t.Got(HcclThreadAcquire(comms[0], COMM_ENGINE_AICPU_TS, 1, 65536, t.Out<ThreadHandle>()));
        Destroy(t, comms);
    });
    NotLimited("aicpu_hidden_notify_950", "threads of this library need no notify of their own");
    Limit("export_threads_per_call", [](Test& t) {
        const std::vector<ThreadHandle> threads(41, Device(t).thread[0]);
        std::vector<ThreadHandle> exported(40);
        STEP(t, HcclThreadExportToCommEngine(Shared(t)[0], 40, threads.data(), COMM_ENGINE_CPU, exported.data()));
        t.Got(HcclThreadExportToCommEngine(Shared(t)[0], 41, threads.data(), COMM_ENGINE_CPU, t.Out<ThreadHandle>(41)));
    });
    Limit("base_threads_per_call", [](Test& t) {
        const std::vector<uint32_t> notifies(1001);
        std::vector<ThreadHandle> threads(1001);
        STEP(t, HcommThreadAlloc(COMM_ENGINE_CPU_TS, 1000, notifies.data(), threads.data()));
        t.Got(HcommThreadFree(threads.data(), 1001));
        STEP(t, HcommThreadFree(threads.data(), 1000));
        t.Got(HcommThreadAlloc(COMM_ENGINE_CPU_TS, 1001, notifies.data(), t.Out<ThreadHandle>(1001)));
        // 200 on the device.
        STEP(t, HcommThreadAlloc(COMM_ENGINE_AICPU_TS, 200, notifies.data(), threads.data()));
        STEP(t, HcommThreadFree(threads.data(), 200));
        t.Got(HcommThreadAlloc(COMM_ENGINE_AICPU_TS, 201, notifies.data(), t.Out<ThreadHandle>(201)));
    });
    Limit("base_notifies_per_thread", [](Test& t) {
        ThreadHandle threads[2] = {};
        const uint32_t good[] = {64, 3};
        const uint32_t bad[] = {64, 65};
        STEP(t, HcommThreadAlloc(COMM_ENGINE_CPU_TS, 2, good, threads));
        STEP(t, HcommThreadNotifyRecordOnThread(threads[0], threads[0], 63));
        // Each thread has the notifies of its own element.
        STEP_IS(t, HcommThreadNotifyRecordOnThread(threads[0], threads[1], 3), HCCL_E_PTR);
        STEP(t, HcommThreadFree(threads, 2));
        t.Got(HcommThreadAlloc(COMM_ENGINE_CPU_TS, 2, bad, t.Out<ThreadHandle>(2)));
    });
    Limit("dedicated_thread_notifies", [](Test& t) {
        ThreadHandle thread = 0;
        STEP(t, HcclDedicatedThreadAcquire(Shared(t)[0], HCCL_DED_THREAD_TYPE_AICPU_LAUNCH, 64, &thread));
        t.Got(HcclDedicatedThreadAcquire(Shared(t)[0], HCCL_DED_THREAD_TYPE_AICPU_LAUNCH, 65, t.Out<ThreadHandle>()));
    });
    Limit("thread_res_info_len", [](Test& t) {
        void* stream = nullptr;
        STEP(t, HcclThreadResGetInfo(Shared(t)[0], Device(t).thread[0], THREAD_RES_TYPE_STREAM, 8, &stream));
        STEP(t, HcommThreadResGetInfo(Device(t).thread[0], THREAD_RES_TYPE_STREAM, 8, &stream));
        for (const uint32_t length : {7u, 9u}) {
            t.Got(HcclThreadResGetInfo(Shared(t)[0], Device(t).thread[0], THREAD_RES_TYPE_STREAM, length,
                                       t.Out<void*>()));
            t.Got(HcommThreadResGetInfo(Device(t).thread[0], THREAD_RES_TYPE_STREAM, length, t.Out<void*>()));
        }
    });
}

void ChannelLimits()
{
    Limit("channels_per_call", [](Test& t) {
        // That many connected channels would fill the memory of the machine, so the handles are of none.
        const std::vector<ChannelHandle> forged(1048577, kForged);
        STEP_IS(t, HcclChannelDestroy(Shared(t)[0], forged.data(), 1048576), HCCL_E_NOT_FOUND);
        t.Got(HcclChannelDestroy(Shared(t)[0], forged.data(), 1048577));
        const HcclChannelDesc desc = DeviceDesc(t, 0);
        t.Got(HcclChannelAcquire(Shared(t)[0], COMM_ENGINE_AICPU_TS, &desc, 1048577, t.Out<ChannelHandle>()));
        t.Got(HcclChannelQuery(Shared(t)[0], COMM_ENGINE_AICPU_TS, &desc, 1048577, t.Out<ChannelHandle>()));
    });
    Limit("notifies_per_channel", [](Test& t) {
        const Comms comms = NewComms(t);
        HcclChannelDesc descs[] = {DeviceDesc(t, 0), DeviceDesc(t, 1)};
        descs[0].notifyNum = descs[1].notifyNum = 64;
        ChannelHandle channels[2] = {};
        Acquire(t, comms, COMM_ENGINE_AICPU_TS, descs, channels);
        ThreadHandle threads[2] = {};
        for (int rank = 0; rank < 2; rank++) {
            STEP(t, HcclThreadAcquire(comms[rank], COMM_ENGINE_AICPU_TS, 1, 0, &threads[rank]));
        }
        STEP(t, HcommChannelNotifyRecordOnThread(threads[0], channels[0], 63));
        STEP(t, HcommChannelNotifyWaitOnThread(threads[1], channels[1], 63, 30));
        descs[0].notifyNum = 65;
        t.Got(HcclChannelAcquire(comms[0], COMM_ENGINE_AICPU_TS, descs, 1, t.Out<ChannelHandle>()));
        Destroy(t, comms);
    });
    // `num` registered pieces of memory that rank 1 offers on a channel.
    const auto offer = [](Test& t, const Comms& comms, CommEngine engine, uint32_t num, ChannelHandle channels[2]) {
        std::vector<HcclMemHandle> handles[2];
        HcclChannelDesc descs[] = {DeviceDesc(t, 0), DeviceDesc(t, 1)};
        auto* memory = static_cast<char*>(DeviceMemory(t));
        for (int rank = 0; rank < 2; rank++) {
            handles[rank].resize(num);
            for (uint32_t i = 0; i < num; i++) {
                const CommMem mem = {COMM_MEM_TYPE_DEVICE, memory + 64 * i, 64};
                t.Step(HcclCommMemReg(comms[rank], ("piece " + std::to_string(i)).c_str(), &mem, &handles[rank][i]),
                       "HcclCommMemReg");
            }
            descs[rank].memHandles = handles[rank].data();
            descs[rank].memHandleNum = num;
        }
        Acquire(t, comms, engine, descs, channels);
    };
    Limit("aiv_mem_handles_per_channel", [offer](Test& t) {
        const Comms comms = NewComms(t);
        ChannelHandle channels[2] = {};
        offer(t, comms, COMM_ENGINE_AIV, 256, channels);
        uint32_t num = 0;
        CommMem* mems = nullptr;
        char** tags = nullptr;
        STEP(t, HcclChannelGetRemoteMems(comms[0], channels[0], &num, &mems, &tags));
        CHECK(t, num == 257);
        std::vector<HcclMemHandle> handles(257, Forged());
        HcclChannelDesc desc = DeviceDesc(t, 0);
        desc.memHandles = handles.data();
        desc.memHandleNum = 257;
        t.Got(HcclChannelAcquire(comms[0], COMM_ENGINE_AIV, &desc, 1, t.Out<ChannelHandle>()));
        Destroy(t, comms);
    });
    Limit("legacy_remote_mems", [offer](Test& t) {
        for (const uint32_t pieces : {255u, 256u}) {
            const Comms comms = NewComms(t);
            ChannelHandle channels[2] = {};
            offer(t, comms, COMM_ENGINE_AICPU_TS, pieces, channels);
            uint32_t num = 0;
            CommMem* mems = nullptr;
            char** tags = nullptr;
            if (pieces == 255) {
                STEP(t, HcclChannelGetRemoteMems(comms[0], channels[0], &num, &mems, &tags));
                CHECK(t, num == 256);
            } else {
                t.Got(HcclChannelGetRemoteMems(comms[0], channels[0], t.Out<uint32_t>(), t.Out<CommMem*>(),
                                               t.Out<char**>()));
            }
            Destroy(t, comms);
        }
    }, kLegacy);
    Limit("channel_name_len", [](Test& t) {
        HcommChannelDesc desc = BaseDesc(DevicePort(COMM_PROTOCOL_UB_CTP, 1));
        const std::string longest(191, 'n');
        const std::string longer(192, 'n');
        ChannelHandle channel = 0;
        desc.channelName = longest.c_str();
        STEP(t, HcommChannelCreate(Endpoint(t), COMM_ENGINE_AICPU_TS, &desc, 1, &channel));
        STEP(t, HcommChannelDestroy(&channel, 1));
        desc.channelName = longer.c_str();
        t.Got(HcommChannelCreate(Endpoint(t), COMM_ENGINE_AICPU_TS, &desc, 1, t.Out<ChannelHandle>()));
    });
    Limit("shared_queue_tag_len", [](Test& t) {
        HcclChannelConfig config = nullptr;
        STEP(t, HcclChannelConfigCreate(&config));
        const std::string longest(255, 'q');
        const std::string longer(256, 'q');
        STEP(t, HcclChannelConfigSetStr(config, HCCL_CHANNEL_CONFIG_TYPE_SHARED_QUEUE_TAG, longest.c_str()));
        t.Got(HcclChannelConfigSetStr(config, HCCL_CHANNEL_CONFIG_TYPE_SHARED_QUEUE_TAG, longer.c_str()));
        STEP(t, HcclChannelConfigDestroy(config));
    });
    Value("channel_desc_raw", sizeof(HcommChannelDesc::raws));
    Limit("ub_path_mode", [](Test& t) {
        const EndpointHandle endpoint = Endpoint(t, COMM_PROTOCOL_UB_MEM);
        for (const int mode : {0, 1, 2, 255}) {
            HcommChannelDesc desc = BaseDesc(DevicePort(COMM_PROTOCOL_UB_MEM, 1));
            desc.ubMemAttr.pathMode = static_cast<uint8_t>(mode);
            ChannelHandle channel = 0;
            STEP(t, HcommChannelCreate(endpoint, COMM_ENGINE_AIV, &desc, 1, &channel));
            STEP(t, HcommChannelDestroy(&channel, 1));
        }
        for (const int mode : {3, 254}) {
            HcommChannelDesc desc = BaseDesc(DevicePort(COMM_PROTOCOL_UB_MEM, 1));
            desc.ubMemAttr.pathMode = static_cast<uint8_t>(mode);
            t.Got(HcommChannelCreate(endpoint, COMM_ENGINE_AIV, &desc, 1, t.Out<ChannelHandle>()));
        }
    });
    const char* const inner = "the library takes no notifies of a channel for itself";
    NotLimited("p2p_notify_max", inner);
    NotLimited("rdma_notify_min", inner);
    NotLimited("dpu_notify_ids", "notifies of host RoCE channels are those of the device and not limited for a process");
    Limit("host_roce_preposted_recv", [](Test& t) {
        // Notifies that nobody consumes yet are counted, however many they are.
        for (int i = 0; i < 40; i++) {
            t.Got(HcommChannelNotifyRecord(Host(t).channel[1], 3));
        }
        for (int i = 0; i < 40; i++) {
            STEP(t, HcommChannelNotifyWait(Host(t).channel[0], 3, 30));
        }
        STEP_IS(t, HcommChannelNotifyWait(Host(t).channel[0], 3, 0), HCCL_E_TIMEOUT);
    });
    NotLimited("host_roce_port", "ends of one host meet without a port; ut/hosts.sh runs ends on two hosts");
    NotLimited("cluster_hybrid_qp_timeout", "there are no queue pairs");
    Limit("rdma_timeout", [](Test& t) {
        const Comms comms = NewComms(t);
        for (const uint32_t interval : {5u, 24u}) {
            HcclChannelDesc descs[] = {HostDesc(0), HostDesc(1)};
            descs[0].roceAttr.retryInterval = descs[1].roceAttr.retryInterval = interval;
            ChannelHandle channels[2] = {};
            Acquire(t, comms, COMM_ENGINE_CPU, descs, channels);
        }
        for (const uint32_t interval : {4u, 25u}) {
            HcclChannelDesc desc = HostDesc(0);
            desc.roceAttr.retryInterval = interval;
            t.Got(HcclChannelAcquire(comms[0], COMM_ENGINE_CPU, &desc, 1, t.Out<ChannelHandle>()));
        }
        Destroy(t, comms);
    });
    Limit("rdma_retry_cnt", [](Test& t) {
        const Comms comms = NewComms(t);
        for (const uint32_t count : {1u, 7u}) {
            HcclChannelDesc descs[] = {HostDesc(0), HostDesc(1)};
            descs[0].roceAttr.retryCnt = descs[1].roceAttr.retryCnt = count;
            ChannelHandle channels[2] = {};
            Acquire(t, comms, COMM_ENGINE_CPU, descs, channels);
        }
        for (const uint32_t count : {0u, 8u}) {
            HcclChannelDesc desc = HostDesc(0);
            desc.roceAttr.retryCnt = count;
            t.Got(HcclChannelAcquire(comms[0], COMM_ENGINE_CPU, &desc, 1, t.Out<ChannelHandle>()));
        }
        Destroy(t, comms);
    });
    NotLimited("qps_per_connection", "there are no queue pairs");
    NotLimited("multi_qp_threshold", "there are no queue pairs");
    Limit("plugin_handle_bit", [](Test& t) {
        t.Got(Device(t).channel[0] >> 63);
        t.Got(Host(t).channel[0] >> 63);
    });
    Limit("nic_plugin_protocol_base", [](Test& t) {
        EndpointDesc port = HostPort();
        EndpointHandle endpoint = nullptr;
        port.protocol = static_cast<CommProtocol>(999);
        STEP_IS(t, HcommEndpointCreate(&port, &endpoint), HCCL_E_PARA);
        port.protocol = static_cast<CommProtocol>(1000);
        t.Got(HcommEndpointCreate(&port, &endpoint));
        STEP(t, HcommEndpointDestroy(endpoint));
    }, kPlugin);
}

void MemoryLimits()
{
    Limit("res_tag_len", [](Test& t) {
        const std::string longest(255, 'r');
        const std::string longer(256, 'r');
        const CommMem mem = {COMM_MEM_TYPE_DEVICE, DeviceMemory(t), 64};
        HcclMemHandle handle = nullptr;
        void* ctx = nullptr;
        STEP(t, HcclCommMemReg(Shared(t)[0], longest.c_str(), &mem, &handle));
        STEP(t, HcclEngineCtxCreate(Shared(t)[0], longest.c_str(), COMM_ENGINE_CPU_TS, 64, &ctx));
        STEP(t, HcclEngineCtxDestroy(Shared(t)[0], longest.c_str(), COMM_ENGINE_CPU_TS));
        t.Got(HcclCommMemReg(Shared(t)[0], longer.c_str(), &mem, t.Out<HcclMemHandle>()));
        t.Got(HcclEngineCtxCreate(Shared(t)[0], longer.c_str(), COMM_ENGINE_CPU_TS, 64, t.Out<void*>()));
    });
    Limit("dev_mem_tag_len", [](Test& t) {
        const std::string longest(255, 'd');
        const std::string longer(256, 'd');
        uint64_t size = 64;
        void* memory = nullptr;
        bool created = false;
        STEP(t, HcclDevMemAcquire(Shared(t)[0], longest.c_str(), &size, &memory, &created));
        t.Got(HcclDevMemAcquire(Shared(t)[0], longer.c_str(), t.InOut(size), t.Out<void*>(), t.Out<bool>()));
    });
    Limit("mem_export_desc_len", [](Test& t) {
        for (const CommProtocol protocol : {COMM_PROTOCOL_UB_CTP, COMM_PROTOCOL_ROCE, COMM_PROTOCOL_HCCS}) {
            const CommMem mem = {COMM_MEM_TYPE_DEVICE, DeviceMemory(t), 64};
            const EndpointHandle endpoint = Endpoint(t, protocol);
            HcommMemHandle handle = nullptr;
            void* bytes = nullptr;
            uint32_t length = 0;
            STEP(t, HcommMemReg(endpoint, std::string(200, 'm').c_str(), &mem, &handle));
            t.Got(HcommMemExport(endpoint, handle, &bytes, &length));
            CHECK(t, length > sizeof(EndpointDesc) && length <= 504);
            STEP(t, HcommMemUnreg(endpoint, handle));
        }
    });
    Limit("hccl_buffer_config_default", [](Test& t) {
        const Variable variable("HCCL_BUFFSIZE", "1");
        const Comms comms = NewComms(t);
        void* buffer = nullptr;
        uint64_t size = 0;
        t.Got(HcclGetHcclBuffer(comms[0], &buffer, &size));
        CHECK(t, size == 2 << 20);
        Destroy(t, comms);
    });
    Limit("hccl_buffer_returned_default", [](Test& t) {
        void* buffer = nullptr;
        uint64_t size = 0;
        t.Got(HcclGetHcclBuffer(Shared(t)[0], &buffer, &size));
        CHECK(t, size == LimitValue("hccl_buffer_returned_default"));
    }, kAll);
    Limit("exchange_info_len", [](Test& t) {
        const std::vector<char> bytes(2049);
        STEP(t, HcclCommAddExchangeInfo(Shared(t)[0], bytes.data(), 2048));
        STEP(t, HcclCommResetExchangeInfo(Shared(t)[0]));
        t.Got(HcclCommAddExchangeInfo(Shared(t)[0], bytes.data(), 2049));
    });
    Limit("sym_win_stride_default", [](Test& t) {
        HcclCommConfig config;
        HcclCommConfigInit(&config);
        t.Check(config.hcclSymWinMaxMemSizePerRank == LimitValue("sym_win_stride_default"), "the initialiser sets it");
        t.Got(HCCL_SUCCESS);
    });
    NotLimited("sym_win_va_hint", "where in the address space windows lie is the device runtime's matter");
    const char* const big = "needs more than that much memory at both ends; transfers are never split in a visible way";
    NotLimited("sdma_task_max", big);
    NotLimited("rdma_wr_max_aicpu", big);
    NotLimited("rdma_wr_max_host", big);
    Limit("endpoint_attr_info_len", [](Test& t) {
        const EndpointDesc port = DeviceDesc(t, 0).localEndpoint;
        uint32_t value = 0;
        STEP(t, HcclRankGraphGetEndpointInfo(Shared(t)[0], 0, &port, ENDPOINT_ATTR_BW_COEFF, 4, &value));
        for (const uint32_t length : {3u, 5u}) {
            t.Got(HcclRankGraphGetEndpointInfo(Shared(t)[0], 0, &port, ENDPOINT_ATTR_BW_COEFF, length,
                                               t.Out<uint32_t>(2)));
        }
    });
}

void TimeLimits()
{
    const char* const waits = "the limit is half an hour, which no test waits";
    NotLimited("notify_wait_default_aicpu", waits);
    NotLimited("notify_wait_default_host", waits);
    NotLimited("legacy_wait_max", "the limit is hours, which no test waits");
    NotLimited("sq_full_default", "queues grow, so nothing waits for room in one");
    NotLimited("hybrid_roce_notify_wait0", "there is one kind of host RoCE channel; with 0 its waits return at once");
    NotLimited("comm_destroy_aicpu_wait", "ending a communicator does not wait for kernels");
    NotLimited("acquire_comm_poll", "the wait for a communicator sleeps until it is released");
    Limit("connect_timeout", [](Test& t) {
        unsetenv("HCOMM_TEST_CONNECT_TIMEOUT_MS");
        for (const char* const good : {"120", "7200"}) {
            t.Step(CreateWith("HCCL_CONNECT_TIMEOUT", good), "a communicator with an allowed time");
        }
        for (const char* const bad : {"119", "7201"}) {
            t.Got(CreateWith("HCCL_CONNECT_TIMEOUT", bad));
        }
        setenv("HCOMM_TEST_CONNECT_TIMEOUT_MS", "10000", 1);
    });
    Limit("exec_timeout", [](Test& t) {
        for (const char* const good : {"0", "1836", "2147483647"}) {
            t.Step(CreateWith("HCCL_EXEC_TIMEOUT", good), "a communicator with an allowed time");
        }
        t.Got(CreateWith("HCCL_EXEC_TIMEOUT", "2147483648"));
    });
    Limit("rdma_tc", [](Test& t) {
        const auto change = [](HcclCommConfig& config, uint32_t value) { config.hcclRdmaTrafficClass = value; };
        for (const uint32_t good : {0u, 132u, 252u}) {
            t.Step(CreateWith(change, good), "a communicator with an allowed traffic class");
        }
        for (const uint32_t bad : {133u, 255u, 256u}) {
            t.Got(CreateWith(change, bad));
        }
    });
    Limit("rdma_sl", [](Test& t) {
        const auto change = [](HcclCommConfig& config, uint32_t value) { config.hcclRdmaServiceLevel = value; };
        for (const uint32_t good : {0u, 4u, 7u}) {
            t.Step(CreateWith(change, good), "a communicator with an allowed service level");
        }
        t.Got(CreateWith(change, 8));
    });
}

void KernelLimits()
{
    Limit("task_cache_bytes", [](Test& t) {
        // Recordings fill the cache; beyond that look-ups miss and recording is a no-op, but nothing fails.
        InKernel(t, [&] {
            void* addrs[] = {DeviceMemory(t), static_cast<char*>(DeviceMemory(t)) + 4096};
            uint64_t sizes[] = {4096, 4096};
            bool full = false;
            int made = 0;
            for (; made < 64 && !full; made++) {
                const std::string tag = "fill " + std::to_string(made);
                bool hit = true;
                t.Got(HcommAicpuTsTaskCacheLookup(tag.c_str(), &hit));
                t.Step(HcommAicpuTsTaskCacheStart(tag.c_str(), addrs, sizes, 2), "Start");
                for (int i = 0; i < 8192; i++) {
                    t.Step(HcommLocalCopyOnThread(Device(t).thread[0], addrs[1], addrs[0], 8), "LocalCopy");
                }
                t.Step(HcommAicpuTsTaskCacheEnd(tag.c_str()), "End");
                t.Step(HcommAicpuTsTaskCacheLookup(tag.c_str(), &hit), "Lookup");
                full = !hit;
            }
            t.Check(full, "the cache is full at some time");
            t.Check(made > 1, "the cache holds something");
            for (int i = 0; i < made; i++) {
                t.Step(HcommAicpuTsTaskCacheClear(("fill " + std::to_string(i)).c_str()), "Clear");
            }
        });
    });
    Limit("task_cache_addr_count", [](Test& t) {
        InKernel(t, [&] {
            void* addrs[] = {DeviceMemory(t), DeviceMemory(t), DeviceMemory(t)};
            uint64_t sizes[] = {64, 64, 64};
            bool hit = true;
            t.Step(HcommAicpuTsTaskCacheClear("ranges"), "Clear");
            t.Step(HcommAicpuTsTaskCacheLookup("ranges", &hit), "Lookup");
            t.Got(HcommAicpuTsTaskCacheStart("ranges", addrs, sizes, 3));
            t.Step(HcommAicpuTsTaskCacheStart("ranges", addrs, sizes, 2), "Start");
            t.Step(HcommAicpuTsTaskCacheEnd("ranges"), "End");
            t.Step(HcommAicpuTsTaskCacheClear("ranges"), "Clear");
        });
    });
    Limit("p2p_kernel_arg_max", [](Test& t) {
        std::vector<unsigned char> args(8193);
        aclrtStream unfold = nullptr;
        STEP(t, aclrtCreateStream(&unfold));
        HcclOpDesc op;
        (void)HcclOpDescInit(&op);
        std::memset(&op.p2p, 0, sizeof(op.p2p));
        op.opDescType = 0;
        std::strcpy(op.opName, "limits");
        op.p2p.cmdType = HCCL_CMD_SEND;
        op.p2p.remoteRank = 1;
        op.p2p.unfoldStream = unfold;
        HcclKernelFuncInfo function = {};
        std::strcpy(function.kernelSoName, "libconformance_kernel.so");
        std::strcpy(function.kernelFuncName, "ConformanceNothing");
        function.args = args.data();
        HcclKernelLaunchCfg config;
        (void)HcclKernelLaunchCfgInit(&config);
        STEP(t, HcclGroupStart());
        function.argSize = 8193;
        t.Got(HcclAicpuKernelLaunch(Shared(t)[0], &op, &function, Device(t).thread[0], Stream(t), &config));
        function.argSize = 8192;
        STEP(t, HcclAicpuKernelLaunch(Shared(t)[0], &op, &function, Device(t).thread[0], Stream(t), &config));
        STEP(t, HcclGroupEnd());
        STEP(t, aclrtSynchronizeStream(Stream(t)));
        STEP(t, aclrtDestroyStream(unfold));
    });
    const auto team = [](uint32_t ranks, uint32_t barriers) {
        static const uint32_t ids[] = {0, 1};
        HcclTeamCreateDesc desc;
        (void)HcclTeamCreateDescInit(&desc);
        desc.rankIds = ids;
        desc.rankNum = ranks;
        desc.selfRankId = 0;
        desc.requirement.barrierCount = barriers;
        return desc;
    };
    Limit("memory_team_rank_min", [team](Test& t) {
        const HcclTeamCreateDesc two = team(2, 1);
        const HcclTeamCreateDesc one = team(1, 1);
        HcommTeamHandle handle = nullptr;
        STEP(t, HcclWorldTeamCreate(Shared(t)[0], &two, &handle));
        t.Got(HcclWorldTeamCreate(Shared(t)[0], &one, t.Out<HcommTeamHandle>()));
        t.Got(HcclSubTeamCreate(handle, &one, t.Out<HcommTeamHandle>()));
        STEP(t, HcclTeamDestroy(handle));
    });
    Limit("team_sync_mem", [team](Test& t) {
        const HcclTeamCreateDesc desc = team(2, 5);
        HcommTeamHandle handle = nullptr;
        t.Got(HcclWorldTeamCreate(Shared(t)[0], &desc, &handle));
        if (handle != nullptr) {
            const auto* entity = reinterpret_cast<const HcommTeam*>(handle);
            CHECK(t, entity->syncMem.syncMemSize == 5 * 8 * 2);
            STEP(t, HcclTeamDestroy(handle));
        }
    });
}

void HeaderValues()
{
#define SIZE(type) Value("sizeof_" #type, sizeof(type))
    SIZE(CommAbiHeader);
    SIZE(ThreadConfig);
    SIZE(CommAddr);
    SIZE(EndpointLoc);
    SIZE(EndpointDesc);
    SIZE(CommMem);
    SIZE(HcommChannelDesc);
    SIZE(HcclChannelDesc);
    SIZE(CommLink);
    SIZE(HcommBatchTransferDesc);
    SIZE(HcclTeamCreateDesc);
    SIZE(HcclTeamCreateChannelsDesc);
    SIZE(HcclOpDesc);
    SIZE(HcclKernelLaunchCfg);
    SIZE(HcclKernelFuncInfo);
    SIZE(HcclOpP2pDesc);
    SIZE(HcclP2pKernelParam);
    SIZE(HcommTeam);
    SIZE(HcommWindow);
    SIZE(HcommTeamSyncMem);
    SIZE(ChannelEntity);
    SIZE(SqContext);
    SIZE(CqContext);
    SIZE(RegedNotifyEntity);
    SIZE(RegedBufferEntity);
    SIZE(HcommExceptionInfo);
#undef SIZE
    Value("magic_ThreadConfig", HCOMM_THREAD_CONFIG_MAGIC_WORD);
    Value("magic_HcommChannelDesc", HCOMM_CHANNEL_MAGIC_WORD);
    Value("magic_HcclChannelDesc", HCCL_CHANNEL_MAGIC_WORD);
    Value("magic_CommLink", COMM_LINK_MAGIC_WORD);
    Value("magic_HcclTeamCreateDesc", HCCL_TEAM_CREATE_DESC_MAGIC_WORD);
    Value("magic_HcclTeamCreateChannelsDesc", HCCL_TEAM_CREATE_CHANNELS_DESC_MAGIC_WORD);
    Value("magic_HcclOpDesc", HCCL_OPDESC_MAGIC_WORD);
    Value("magic_HcclKernelLaunchCfg", HCCL_KERNEL_LAUNCH_CFG_MAGIC_WORD);
    Value("magic_NicPluginInfo", HCOMM_NIC_PLUGIN_INFO_MAGIC_WORD);
    Value("magic_NicEndpointOps", HCOMM_NIC_ENDPOINT_OPS_MAGIC_WORD);
    Value("magic_NicChannelOps", HCOMM_NIC_CHANNEL_OPS_MAGIC_WORD);
    NotLimited("magic_AicpuChannelCtx", "channels have one form for host and device, so there is no wrapper");
    const auto team = [](Test& t, bool window) {
        const uint32_t ids[] = {0, 1};
        HcclTeamCreateDesc desc;
        (void)HcclTeamCreateDescInit(&desc);
        desc.rankIds = ids;
        desc.rankNum = 2;
        desc.selfRankId = 0;
        desc.requirement.barrierCount = 1;
        HcommTeamHandle handle = nullptr;
        t.Got(HcclWorldTeamCreate(Shared(t)[0], &desc, &handle));
        const CommMem mem = {COMM_MEM_TYPE_DEVICE, DeviceMemory(t), 64};
        HcommWindowHandle memory = nullptr;
        STEP(t, HcclTeamWindowRegister(Shared(t)[0], handle, &mem, &memory, 0));
        if (memory != nullptr) {
            const auto* header = reinterpret_cast<const CommAbiHeader*>(window ? memory : handle);
            t.Check(header->magicWord == LimitValue(window ? "magic_HcommWindow" : "magic_HcommTeam"), "the magic word");
            STEP(t, HcclTeamDestroy(handle));
        }
    };
    Limit("magic_HcommTeam", [team](Test& t) { team(t, false); });
    Limit("magic_HcommWindow", [team](Test& t) { team(t, true); });
    for (const char* const name :
         {"ccu_channel_notifies", "ccu_channels_per_kernel", "ccu_base_mem_handles", "ccu_remote_len_max",
          "ccu_buffer_size", "ccu_buffer_reduce_inputs", "ccu_event_mask_bits", "ccu_kernel_args",
          "ccu_task_args_per_sqe", "ccu_task_timeout_cap", "ccu_dies", "ccu_sq_depth", "ccu_ms_comms_per_device",
          "ccu_alloc_block_loop", "ccu_alloc_block_event", "ccu_alloc_block_ccu_buffer", "ccu_alloc_block_variable",
          "ccu_alloc_block_address", "ccu_alloc_block_mission", "ccu_missions_per_die", "sizeof_CcuLoopConfig",
          "sizeof_CcuLoopGroupConfig", "sizeof_CcuLoopCfg", "sizeof_CcuLoopGroupCfg", "magic_CcuLoopCfg"}) {
        NotLimited(name, "CCU: not built");
    }
}

} // namespace

void LimitCases()
{
    ThreadLimits();
    ChannelLimits();
    MemoryLimits();
    TimeLimits();
    KernelLimits();
    HeaderValues();
}
