#include "pipe.h"

#include <arpa/inet.h>
#include <sys/mman.h>

#include <mutex>

#include "hccl/hccl_rank_graph.h"

namespace contract {

uint32_t Soak() { return std::max<uint32_t>(1, ut::Number("UT_SOAK", 1)); }

const char* Name(Form form)
{
    switch (form) {
        case Form::kThread:
            return "thread";
        case Form::kKernel:
            return "kernel";
        default:
            return "now";
    }
}

namespace {

// The kernel library lies next to the program.
aclrtFuncHandle KernelFunction()
{
    static std::mutex mutex;
    static std::map<int32_t, aclrtFuncHandle> functions;
    int32_t device = -1;
    UT_OK(aclrtGetDevice(&device));
    const std::lock_guard<std::mutex> lock(mutex);
    aclrtFuncHandle& function = functions[device];
    if (function == nullptr) {
        char program[4096] = {};
        UT_REQUIRE(readlink("/proc/self/exe", program, sizeof(program) - 1) > 0);
        const std::string path = program;
        const std::string json = path.substr(0, path.rfind('/')) + "/contract_kernel.json";
        aclrtBinaryLoadOption option = {};
        option.type = ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE;
        option.value.cpuKernelMode = 0;
        aclrtBinaryLoadOptions options = {};
        options.options = &option;
        options.numOpt = 1;
        aclrtBinHandle binary = nullptr;
        UT_OK(aclrtBinaryLoadFromFile(json.c_str(), &options, &binary));
        UT_OK(aclrtBinaryGetFunction(binary, "ContractKernel", &function));
    }
    return function;
}

struct KernelArgument {
    int32_t (*call)(void*);
    void* context;
    char comm[COMM_NAME_MAX_LENGTH];
};

int32_t CallFromKernel(void* context)
{
    try {
        return (*static_cast<const std::function<int()>*>(context))();
    } catch (const ut::Stop&) {
        return -1;
    }
}

int RunInKernel(HcclComm comm, const std::function<int()>& calls)
{
    int result = 0;
    const std::function<int()> kept = [&] { return result = calls(); };
    KernelArgument argument = {CallFromKernel, const_cast<std::function<int()>*>(&kept), {}};
    if (comm != nullptr) {
        UT_OK(HcclGetCommName(comm, argument.comm));
    }
    const aclrtFuncHandle function = KernelFunction();
    aclrtArgsHandle args = nullptr;
    aclrtParamHandle appended = nullptr;
    aclrtStream stream = nullptr;
    UT_OK(aclrtCreateStream(&stream));
    UT_OK(aclrtKernelArgsInit(function, &args));
    UT_OK(aclrtKernelArgsAppend(args, &argument, sizeof(argument), &appended));
    UT_OK(aclrtKernelArgsFinalize(args));
    aclrtLaunchKernelAttr attribute = {};
    attribute.id = ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT;
    attribute.value.timeout = ut::kLongSeconds;
    aclrtLaunchKernelCfg config = {};
    config.attrs = &attribute;
    config.numAttrs = 1;
    UT_OK(aclrtLaunchKernelWithConfig(function, 1, stream, &config, args, nullptr));
    const int waited = ut::Synchronize(stream);
    UT_OK(aclrtDestroyStream(stream));
    return result != 0 ? result : waited;
}

}  // namespace

int Pipe::Settle(Form form) const { return form == Form::kNow ? HcommChannelFence(channel) : ut::Synchronize(stream); }

int Pipe::Do(Form form, const std::function<int()>& calls) const
{
    const int code = form == Form::kKernel ? RunInKernel(comm, calls) : calls();
    return code != 0 ? code : Settle(form);
}

int Pipe::Write(Form form, void* dst, const void* src, uint64_t len) const
{
    return form == Form::kNow ? HcommWriteNbi(channel, dst, src, len) : HcommWriteOnThread(thread, channel, dst, src, len);
}

int Pipe::Read(Form form, void* dst, const void* src, uint64_t len) const
{
    return form == Form::kNow ? HcommReadNbi(channel, dst, src, len) : HcommReadOnThread(thread, channel, dst, src, len);
}

int Pipe::WriteWithNotify(Form form, void* dst, const void* src, uint64_t len, uint32_t notify) const
{
    return form == Form::kNow ? HcommWriteWithNotifyNbi(channel, dst, src, len, notify)
                              : HcommWriteWithNotifyOnThread(thread, channel, dst, src, len, notify);
}

int Pipe::Record(Form form, uint32_t notify) const
{
    return form == Form::kNow ? HcommChannelNotifyRecord(channel, notify)
                              : HcommChannelNotifyRecordOnThread(thread, channel, notify);
}

int Pipe::Wait(Form form, uint32_t notify, uint32_t seconds) const
{
    return form == Form::kNow ? HcommChannelNotifyWait(channel, notify, seconds)
                              : HcommChannelNotifyWaitOnThread(thread, channel, notify, seconds);
}

int Pipe::Fence(Form form) const
{
    return form == Form::kNow ? HcommChannelFence(channel) : HcommChannelFenceOnThread(thread, channel);
}

EndpointDesc Port(const ut::Rank& rank, uint32_t of, CommProtocol protocol, EndpointLocType location, CommAddrType address)
{
    EndpointDesc desc;
    UT_OK(EndpointDescInit(&desc, 1));
    desc.protocol = protocol;
    desc.commAddr.type = address;
    std::string text = rank.Address(address == COMM_ADDR_TYPE_IP_V6, of);
    if (text == "127.0.0.1") {
        text.back() = static_cast<char>('1' + of);  // the loopback has many addresses
    }
    switch (address) {
        case COMM_ADDR_TYPE_IP_V4:
            UT_REQUIRE(inet_pton(AF_INET, text.c_str(), &desc.commAddr.addr) == 1);
            break;
        case COMM_ADDR_TYPE_IP_V6:
            UT_REQUIRE(inet_pton(AF_INET6, text.c_str(), &desc.commAddr.addr6) == 1);
            break;
        case COMM_ADDR_TYPE_EID:
            std::memset(desc.commAddr.eid, 0, sizeof(desc.commAddr.eid));
            desc.commAddr.eid[0] = 0xfd;
            desc.commAddr.eid[15] = static_cast<uint8_t>(1 + of);
            break;
        default:
            desc.commAddr.id = of;
            break;
    }
    desc.loc.locType = location;
    if (location == ENDPOINT_LOC_TYPE_DEVICE) {
        desc.loc.device = {of, of, of * rank.hosts / rank.size, 0};
    } else {
        desc.loc.host.id = of * rank.hosts / rank.size;
    }
    return desc;
}

void WaitReady(const std::vector<ChannelHandle>& channels)
{
    const auto count = static_cast<uint32_t>(channels.size());
    const auto until = ut::Clock::now() + std::chrono::seconds(ut::kLongSeconds);
    std::vector<int32_t> status(count);
    for (;;) {
        UT_OK(HcommChannelGetStatus(channels.data(), count, status.data()));
        bool ready = true;
        for (const int32_t one : status) {
            UT_REQUIRE(one == 0 || one == 1);
            ready = ready && one == 0;
        }
        if (ready) {
            return;
        }
        UT_REQUIRE(ut::Clock::now() < until);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

namespace {

// Memory for windows.
enum class Place { kBuffer, kDevice, kMalloc };

// Channels of a communicator.
class CommTransport : public Transport {
public:
    CommTransport(CommEngine engine, CommProtocol protocol, Place place, bool now)
        : engine_(engine), protocol_(protocol), place_(place), now_(now)
    {
    }

    std::vector<Pipe> Open(ut::Rank& rank, uint32_t count, uint32_t notifies) override
    {
        const uint32_t peer = 1 - rank.rank;
        comm_ = rank.Join("contract", kWindow >> 20);
        rank_ = &rank;
        Window mine;
        HcclMemHandle handle = nullptr;
        mine.size = kWindow;
        if (place_ == Place::kBuffer) {
            void* buffer = nullptr;
            UT_OK(HcclGetHcclBuffer(comm_, &buffer, &mine.size));
            UT_REQUIRE(mine.size >= kWindow);
            mine.base = static_cast<char*>(buffer);
        } else {
            void* memory = nullptr;
            if (place_ == Place::kDevice) {
                UT_OK(aclrtMalloc(&memory, kWindow, ACL_MEM_MALLOC_HUGE_FIRST));
            } else {
                memory = std::malloc(kWindow);
            }
            mine.base = static_cast<char*>(memory);
            const CommMem mem = {place_ == Place::kDevice ? COMM_MEM_TYPE_DEVICE : COMM_MEM_TYPE_HOST, memory, kWindow};
            UT_OK(HcclCommMemReg(comm_, "window", &mem, &handle));
        }
        own_ = mine.base;

        std::vector<HcclChannelDesc> descs(count, Describe(peer, notifies));
        for (HcclChannelDesc& desc : descs) {
            desc.memHandles = handle == nullptr ? nullptr : &handle;
            desc.memHandleNum = handle == nullptr ? 0 : 1;
        }
        std::vector<ChannelHandle> channels(count);
        UT_OK(HcclChannelAcquire(comm_, engine_, descs.data(), count, channels.data()));
        ThreadHandle thread = 0;
        UT_OK(HcclThreadAcquire(comm_, engine_, 1, 4, &thread));
        aclrtStream stream = nullptr;
        UT_OK(HcclThreadResGetInfo(comm_, thread, THREAD_RES_TYPE_STREAM, sizeof(stream),
                                   reinterpret_cast<void**>(&stream)));

        std::vector<Pipe> pipes;
        for (const ChannelHandle channel : channels) {
            Pipe pipe;
            pipe.rank = &rank;
            pipe.peer = peer;
            pipe.comm = comm_;
            pipe.engine = engine_;
            pipe.channel = channel;
            pipe.thread = thread;
            pipe.stream = stream;
            pipe.notifies = notifies;
            pipe.mine = mine;
            pipe.theirs = Theirs(channel);
            pipe.net = rank.hosts > 1 || protocol_ == COMM_PROTOCOL_ROCE || protocol_ == COMM_PROTOCOL_UBOE;
            pipe.counted = engine_ == COMM_ENGINE_CPU && protocol_ == COMM_PROTOCOL_ROCE;
            pipe.alone = place_ == Place::kBuffer;
            pipe.forms = {Form::kThread};
            if (engine_ == COMM_ENGINE_AICPU_TS) {
                pipe.forms.push_back(Form::kKernel);
            }
            if (now_) {
                pipe.forms = {Form::kNow, Form::kThread};
            }
            pipes.push_back(pipe);
        }
        return pipes;
    }

    void Close() override
    {
        UT_OK(HcclCommDestroy(comm_));
        if (place_ == Place::kDevice) {
            UT_OK(aclrtFree(own_));
        } else if (place_ == Place::kMalloc) {
            std::free(own_);
        }
    }

private:
    // A link of the rank graph that has the protocol, else the protocol alone.
    HcclChannelDesc Describe(uint32_t peer, uint32_t notifies) const
    {
        HcclChannelDesc desc;
        UT_OK(HcclChannelDescInit(&desc, 1));
        desc.remoteRank = peer;
        desc.channelProtocol = protocol_;
        desc.notifyNum = notifies;
        uint32_t* layers = nullptr;
        uint32_t layerNum = 0;
        UT_OK(HcclRankGraphGetLayers(comm_, &layers, &layerNum));
        const std::vector<uint32_t> kept(layers, layers + layerNum);
        for (const uint32_t layer : kept) {
            CommLink* links = nullptr;
            uint32_t linkNum = 0;
            UT_OK(HcclRankGraphGetLinks(comm_, layer, rank_->rank, peer, &links, &linkNum));
            for (uint32_t i = 0; i < linkNum; ++i) {
                if (links[i].linkAttr.linkProtocol == protocol_) {
                    desc.localEndpoint = links[i].srcEndpointDesc;
                    desc.remoteEndpoint = links[i].dstEndpointDesc;
                    return desc;
                }
            }
        }
        return desc;
    }

    Window Theirs(ChannelHandle channel) const
    {
        Window window;
        if (place_ == Place::kBuffer) {
            void* buffer = nullptr;
            UT_OK(HcclChannelGetHcclBuffer(comm_, channel, &buffer, &window.size));
            window.base = static_cast<char*>(buffer);
            return window;
        }
        uint32_t num = 0;
        CommMem* mems = nullptr;
        char** tags = nullptr;
        UT_OK(HcclChannelGetRemoteMems(comm_, channel, &num, &mems, &tags));
        for (uint32_t i = 0; i < num; ++i) {
            if (std::strcmp(tags[i], "window") == 0) {
                window.base = static_cast<char*>(mems[i].addr);
                window.size = mems[i].size;
            }
        }
        UT_EQ(window.size, kWindow);
        UT_REQUIRE(window.base != nullptr);
        return window;
    }

    CommEngine engine_;
    CommProtocol protocol_;
    Place place_;
    bool now_;
    ut::Rank* rank_ = nullptr;
    HcclComm comm_ = nullptr;
    char* own_ = nullptr;
};

// Channels of the base layer.
class BaseTransport : public Transport {
public:
    BaseTransport(CommEngine engine, CommProtocol protocol, EndpointLocType location, CommAddrType address, Place place)
        : engine_(engine), protocol_(protocol), location_(location), address_(address), place_(place)
    {
    }

    std::vector<Pipe> Open(ut::Rank& rank, uint32_t count, uint32_t notifies) override
    {
        const uint32_t peer = 1 - rank.rank;
        const EndpointDesc local = Port(rank, rank.rank, protocol_, location_, address_);
        const EndpointDesc remote = Port(rank, peer, protocol_, location_, address_);
        UT_OK(HcommEndpointCreate(&local, &endpoint_));
        Window mine;
        mine.size = kWindow;
        void* memory = nullptr;
        if (place_ == Place::kDevice) {
            UT_OK(aclrtMalloc(&memory, kWindow, ACL_MEM_MALLOC_HUGE_FIRST));
        } else {
            memory = std::malloc(kWindow);
        }
        own_ = mine.base = static_cast<char*>(memory);
        const CommMem mem = {place_ == Place::kDevice ? COMM_MEM_TYPE_DEVICE : COMM_MEM_TYPE_HOST, memory, kWindow};
        UT_OK(HcommMemReg(endpoint_, "window", &mem, &memory_));

        std::vector<std::string> names(count);
        std::vector<HcommChannelDesc> descs(count);
        UT_OK(HcommChannelDescInit(descs.data(), count));
        for (uint32_t i = 0; i < count; ++i) {
            names[i] = "contract." + std::to_string(i);
            descs[i].remoteEndpoint = remote;
            descs[i].notifyNum = notifies;
            descs[i].exchangeAllMems = false;
            descs[i].memHandles = &memory_;
            descs[i].memHandleNum = 1;
            descs[i].role = rank.rank == 0 ? HCOMM_SOCKET_ROLE_SERVER : HCOMM_SOCKET_ROLE_CLIENT;
            descs[i].channelName = names[i].c_str();
        }
        channels_.assign(count, 0);
        UT_OK(HcommChannelCreate(endpoint_, engine_, descs.data(), count, channels_.data()));
        WaitReady(channels_);

        // The memory of the peer, as its descriptor says.
        void* desc = nullptr;
        uint32_t descLen = 0;
        UT_OK(HcommMemExport(endpoint_, memory_, &desc, &descLen));
        const auto all = rank.ExchangeBytes(std::string(static_cast<char*>(desc), descLen));
        imported_ = all[peer];
        CommMem theirs{};
        UT_OK(HcommMemImport(endpoint_, imported_.data(), static_cast<uint32_t>(imported_.size()), &theirs));
        UT_EQ(theirs.size, kWindow);

        const uint32_t threadNotifies = 4;
        UT_OK(HcommThreadAlloc(engine_, 1, &threadNotifies, &thread_));
        aclrtStream stream = nullptr;
        UT_OK(HcommThreadResGetInfo(thread_, THREAD_RES_TYPE_STREAM, sizeof(stream), reinterpret_cast<void**>(&stream)));

        std::vector<Pipe> pipes;
        for (const ChannelHandle channel : channels_) {
            Pipe pipe;
            pipe.rank = &rank;
            pipe.peer = peer;
            pipe.engine = engine_;
            pipe.channel = channel;
            pipe.thread = thread_;
            pipe.stream = stream;
            pipe.notifies = notifies;
            pipe.mine = mine;
            pipe.theirs.base = static_cast<char*>(theirs.addr);
            pipe.theirs.size = theirs.size;
            pipe.net = rank.hosts > 1 || location_ == ENDPOINT_LOC_TYPE_HOST || protocol_ == COMM_PROTOCOL_ROCE ||
                       protocol_ == COMM_PROTOCOL_UBOE;
            pipe.counted = engine_ == COMM_ENGINE_CPU && protocol_ == COMM_PROTOCOL_ROCE;
            pipe.alone = true;
            pipe.forms = engine_ == COMM_ENGINE_CPU ? std::vector<Form>{Form::kNow, Form::kThread}
                                                    : std::vector<Form>{Form::kThread, Form::kKernel};
            pipes.push_back(pipe);
        }
        return pipes;
    }

    void Close() override
    {
        UT_OK(HcommChannelDestroy(channels_.data(), static_cast<uint32_t>(channels_.size())));
        UT_OK(HcommThreadFree(&thread_, 1));
        UT_OK(HcommMemUnimport(endpoint_, imported_.data(), static_cast<uint32_t>(imported_.size())));
        UT_OK(HcommMemUnreg(endpoint_, memory_));
        UT_OK(HcommEndpointDestroy(endpoint_));
        if (place_ == Place::kDevice) {
            UT_OK(aclrtFree(own_));
        } else {
            std::free(own_);
        }
    }

    std::string WhyNot(const ut::Rank& rank) const override
    {
        const bool network = address_ == COMM_ADDR_TYPE_IP_V4 || address_ == COMM_ADDR_TYPE_IP_V6;
        return rank.hosts > 1 && !network ? "its endpoints have no IP address, by which another host is found" : "";
    }

private:
    CommEngine engine_;
    CommProtocol protocol_;
    EndpointLocType location_;
    CommAddrType address_;
    Place place_;
    EndpointHandle endpoint_ = nullptr;
    HcommMemHandle memory_ = nullptr;
    std::vector<ChannelHandle> channels_;
    ThreadHandle thread_ = 0;
    std::string imported_;
    char* own_ = nullptr;
};

template <CommEngine engine, CommProtocol protocol, Place place, bool now>
std::unique_ptr<Transport> Comm()
{
    return std::unique_ptr<Transport>(new CommTransport(engine, protocol, place, now));
}

template <CommEngine engine, CommProtocol protocol, EndpointLocType location, CommAddrType address, Place place>
std::unique_ptr<Transport> Base()
{
    return std::unique_ptr<Transport>(new BaseTransport(engine, protocol, location, address, place));
}

constexpr EndpointLocType kHost = ENDPOINT_LOC_TYPE_HOST;
constexpr EndpointLocType kNpu = ENDPOINT_LOC_TYPE_DEVICE;

}  // namespace

const std::vector<Named> kTransports = {
    {"ub", Comm<COMM_ENGINE_AICPU_TS, COMM_PROTOCOL_UB_CTP, Place::kBuffer, false>, false},
    {"ub-device", Comm<COMM_ENGINE_AICPU_TS, COMM_PROTOCOL_UB_CTP, Place::kDevice, false>, true},
    {"ub-malloc", Comm<COMM_ENGINE_AICPU_TS, COMM_PROTOCOL_UB_CTP, Place::kMalloc, false>, true},
    {"base-ub", Base<COMM_ENGINE_AICPU_TS, COMM_PROTOCOL_UB_CTP, kNpu, COMM_ADDR_TYPE_EID, Place::kDevice>, false},
    {"base-hccs", Base<COMM_ENGINE_AICPU_TS, COMM_PROTOCOL_HCCS, kNpu, COMM_ADDR_TYPE_ID, Place::kDevice>, true},
    {"base-ub-malloc", Base<COMM_ENGINE_AICPU_TS, COMM_PROTOCOL_UB_CTP, kNpu, COMM_ADDR_TYPE_EID, Place::kMalloc>, true},
    {"base-ub-ip", Base<COMM_ENGINE_AICPU_TS, COMM_PROTOCOL_UB_CTP, kNpu, COMM_ADDR_TYPE_IP_V4, Place::kDevice>, true},
    {"base-roce4", Base<COMM_ENGINE_CPU, COMM_PROTOCOL_ROCE, kHost, COMM_ADDR_TYPE_IP_V4, Place::kMalloc>, false},
    {"base-roce6", Base<COMM_ENGINE_CPU, COMM_PROTOCOL_ROCE, kHost, COMM_ADDR_TYPE_IP_V6, Place::kMalloc>, true},
    {"base-ub-host", Base<COMM_ENGINE_CPU, COMM_PROTOCOL_UB_CTP, kHost, COMM_ADDR_TYPE_IP_V4, Place::kMalloc>, false},
    {"base-roce-npu", Base<COMM_ENGINE_AICPU_TS, COMM_PROTOCOL_ROCE, kNpu, COMM_ADDR_TYPE_IP_V4, Place::kDevice>, true},
    {"base-uboe", Base<COMM_ENGINE_AICPU_TS, COMM_PROTOCOL_UBOE, kNpu, COMM_ADDR_TYPE_IP_V6, Place::kDevice>, true},
    {"roce", Comm<COMM_ENGINE_CPU, COMM_PROTOCOL_ROCE, Place::kMalloc, true>, false},
    {"uboe", Comm<COMM_ENGINE_AICPU_TS, COMM_PROTOCOL_UBOE, Place::kBuffer, false>, false},
};

}  // namespace contract
