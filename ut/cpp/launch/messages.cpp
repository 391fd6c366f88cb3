// Messages of kernels, functions that hear of failed tasks, operator names in error texts, threads for ordering, and
// functions that no header declares.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "hccl/hccl_comm.h"
#include "hccl/hccl_diag.h"
#include "hccl/hccl_launch.h"
#include "hccl/hccl_res.h"
#include "hccl/hccl_res_expt.h"
#include "hccl/hcomm_diag.h"
#include "hcomm/hcomm_exception.h"
#include "hcomm/hcomm_res.h"
#include "hcomm_primitives.h"
#include "launch_kernel.h"
#include "unlisted.h"

extern "C" {
#include "check.h"
}

namespace {

constexpr int32_t kLong = 30 * 1000;
constexpr uint64_t kBlock = 8192;

HcclComm g_comm = nullptr;
char g_name[128];
std::atomic<int> g_calls{0};
std::atomic<int> g_failures{0};
std::atomic<uint64_t> g_failed{0};
std::atomic<uint32_t> g_failedCode{0};

template <typename Condition>
bool Soon(Condition condition)
{
    for (int i = 0; i < 3000; i++) {
        if (condition()) {
            return true;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

int32_t Reverse(uint64_t address, int32_t size)
{
    uint8_t* bytes = reinterpret_cast<uint8_t*>(address);
    for (int32_t i = 0; i < size / 2; i++) {
        std::swap(bytes[i], bytes[size - 1 - i]);
    }
    g_calls++;
    // Registering here must not wait for itself.
    CHECK_INT(HcclTaskRegister(g_comm, "inside", [](uint64_t, int32_t) { return 0; }), 0);
    CHECK_INT(HcclTaskUnRegister(g_comm, "inside"), 0);
    return 0;
}

int32_t Other(uint64_t, int32_t)
{
    g_calls += 100;
    return 0;
}

int32_t Fail(uint64_t, int32_t) { return 3; }

void CheckMessages()
{
    void* block = nullptr;
    uint64_t size = kBlock;
    bool created = false;
    CHECK_INT(HcclDevMemAcquire(g_comm, "messages", &size, &block, &created), 0);
    CHECK(created);
    CHECK_INT(HcclDevMemAcquire(g_comm, nullptr, &size, &block, nullptr), 0);
    CHECK_INT(HcclDevMemAcquire(g_comm, "messages", &size, &block, &created), 0);
    CHECK(!created);
    const uint64_t at = reinterpret_cast<uint64_t>(block);

    CHECK_INT(HcclTaskRegister(nullptr, "reverse", Reverse), HCCL_E_PTR);
    CHECK_INT(HcclTaskRegister(g_comm, nullptr, Reverse), HCCL_E_PTR);
    CHECK_INT(HcclTaskRegister(g_comm, "reverse", nullptr), HCCL_E_PTR);
    CHECK_INT(HcclTaskRegister(g_comm, std::string(256, 'x').c_str(), Reverse), HCCL_E_PARA);
    CHECK_INT(HcclTaskUnRegister(nullptr, "reverse"), HCCL_E_PTR);
    CHECK_INT(HcclTaskUnRegister(g_comm, "reverse"), HCCL_E_NOT_FOUND);
    const uint8_t data[5] = {1, 2, 3, 4, 5};
    uint32_t id = 0;
    CHECK_INT(HcommSendRequest(at, "reverse", data, sizeof(data), &id), HCCL_E_NOT_FOUND);
    CHECK_INT(HcclTaskRegister(g_comm, "reverse", Reverse), 0);
    CHECK_INT(HcclTaskRegister(g_comm, "reverse", Other), 0);
    CHECK_INT(HcclTaskRegister(g_comm, "fail", Fail), 0);

    CHECK_INT(HcommSendRequest(0, "reverse", data, sizeof(data), &id), HCCL_E_PTR);
    CHECK_INT(HcommSendRequest(at, nullptr, data, sizeof(data), &id), HCCL_E_PTR);
    CHECK_INT(HcommSendRequest(at, "reverse", nullptr, sizeof(data), &id), HCCL_E_PTR);
    CHECK_INT(HcommSendRequest(at, "reverse", data, sizeof(data), nullptr), HCCL_E_PTR);
    CHECK_INT(HcommSendRequest(at, "nobody", data, sizeof(data), &id), HCCL_E_NOT_FOUND);
    CHECK_INT(HcommSendRequest(reinterpret_cast<uint64_t>(data), "reverse", data, sizeof(data), &id), HCCL_E_PARA);
    const std::vector<uint8_t> large(kBlock / 2);
    CHECK_INT(HcommSendRequest(at, "reverse", large.data(), large.size(), &id), HCCL_E_PARA);
    CHECK_INT(HcommWaitResponse(0, nullptr, 0, &id), HCCL_E_PTR);
    CHECK_INT(HcommWaitResponse(at, nullptr, 1, &id), HCCL_E_PTR);
    CHECK_INT(HcommWaitResponse(at, nullptr, 0, nullptr), HCCL_E_PTR);

    // From a kernel; the first function of the tag has stayed.
    ThreadHandle threads[2] = {};
    CHECK_INT(HcclThreadAcquire(g_comm, COMM_ENGINE_AICPU_TS, 1, 0, &threads[0]), 0);
    CHECK_INT(HcclThreadAcquire(g_comm, COMM_ENGINE_CPU, 1, 0, &threads[1]), 0);
    aclrtStream unfold = nullptr;
    aclrtStream user = nullptr;
    CHECK_INT(HcclThreadResGetInfo(g_comm, threads[1], THREAD_RES_TYPE_STREAM, sizeof(unfold), &unfold), 0);
    CHECK_INT(aclrtCreateStream(&user), 0);
    launch::Report report = {};
    launch::Param param = {};
    std::memcpy(param.comm, g_name, sizeof(param.comm));
    param.data = reinterpret_cast<uint64_t>(data);
    param.size = sizeof(data);
    param.piece = at;
    param.report = reinterpret_cast<uint64_t>(&report);
    HcclOpDesc desc;
    HcclKernelFuncInfo info = {};
    HcclKernelLaunchCfg config;
    (void)HcclOpDescInit(&desc);
    (void)HcclKernelLaunchCfgInit(&config);
    desc.p2p.unfoldStream = unfold;
    std::strcpy(info.kernelSoName, "liblaunch_kernel.so");
    std::strcpy(info.kernelFuncName, "LaunchMessage");
    info.args = &param;
    info.argSize = sizeof(param);
    CHECK_INT(HcclAicpuKernelLaunch(g_comm, &desc, &info, threads[0], user, &config), 0);
    CHECK_INT(aclrtSynchronizeStreamWithTimeout(user, kLong), 0);
    CHECK_INT(report.thread, 1);
    CHECK_INT(report.sum, 5 * 1 + 4 * 2 + 3 * 3 + 2 * 4 + 1 * 5);
    CHECK_INT(g_calls, 1);

    // A failure comes back, and is the communicator's error.
    CHECK_INT(HcommSendRequest(at, "fail", data, sizeof(data), &id), 0);
    CHECK_INT(HcommWaitResponse(at, nullptr, 0, &id), HCCL_E_INTERNAL);
    HcclResult asynchronous = HCCL_SUCCESS;
    CHECK_INT(HcclGetCommAsyncError(g_comm, &asynchronous), 0);
    CHECK_INT(asynchronous, HCCL_E_INTERNAL);
    CHECK_INT(HcclTaskUnRegister(g_comm, "fail"), 0);
    CHECK_INT(HcommSendRequest(at, "fail", data, sizeof(data), &id), HCCL_E_NOT_FOUND);
    CHECK_INT(aclrtDestroyStream(user), 0);
}

void First(const HcommExceptionInfo* info, void* user)
{
    *static_cast<std::atomic<int>*>(user) += 1;
    g_failed = info->thread;
    g_failedCode = info->retCode;
    CHECK_INT(info->expandInfo.type, HCOMM_EXCEPTION_STARS);
    CHECK(info->expandInfo.detail.starsInfo.starsErrcode != 0);
    // Registering and unregistering here must not wait for itself.
    auto second = [](const HcommExceptionInfo*, void*) {};
    CHECK_INT(HcommExceptionRegisterCallback(second, nullptr), 0);
    CHECK_INT(HcommExceptionUnregisterCallback(second), 0);
}

void Explain(const void* info, char* text, size_t size)
{
    std::snprintf(text, size, "told %s", static_cast<const char*>(info));
}

void CheckFailures()
{
    std::atomic<int> unused{0};
    CHECK_INT(HcommExceptionRegisterCallback(nullptr, nullptr), HCCL_E_PTR);
    CHECK_INT(HcommExceptionUnregisterCallback(nullptr), HCCL_E_PTR);
    CHECK_INT(HcommExceptionUnregisterCallback(First), 0);
    CHECK_INT(HcommExceptionRegisterCallback(First, &unused), 0);
    CHECK_INT(HcommExceptionRegisterCallback(First, &g_failures), 0);

    HcclDfxOpInfo operation = {};
    operation.dataCount = 77;
    std::strcpy(operation.algTag, "MyRing");
    CHECK_INT(HcclDfxRegOpInfoByCommId(g_name, &operation), 0);
    char unknown[] = "nobody";
    CHECK_INT(HcclDfxRegOpInfoByCommId(unknown, &operation), HCCL_E_PTR);
    CHECK_INT(HcclDfxRegOpInfoByCommId(nullptr, &operation), HCCL_E_PTR);
    CHECK_INT(HcclDfxRegOpInfoByCommId(g_name, nullptr), HCCL_E_PTR);
    char information[] = "everything";
    CHECK_INT(HcommRegOpInfo(nullptr, information, sizeof(information)), HCCL_E_PTR);
    CHECK_INT(HcommRegOpInfo(g_name, nullptr, sizeof(information)), HCCL_E_PTR);
    CHECK_INT(HcommRegOpInfo(g_name, information, sizeof(information)), 0);
    CHECK_INT(HcommRegOpTaskException(g_name, Explain), 0);
    CHECK_INT(HcommRegisterOpInfo(g_name, information, sizeof(information)), 0);

    ThreadHandle thread = 0;
    aclrtStream stream = nullptr;
    ThreadHandle threads[2] = {};
    CHECK_INT(HcclThreadAcquire(g_comm, COMM_ENGINE_CPU, 2, 1, threads), 0);
    thread = threads[1];
    CHECK_INT(HcclThreadResGetInfo(g_comm, thread, THREAD_RES_TYPE_STREAM, sizeof(stream), &stream), 0);
    CHECK_INT(HcommThreadNotifyWaitOnThread(thread, 0, 1), 0);
    CHECK(aclrtSynchronizeStreamWithTimeout(stream, kLong) != 0);
    const char* text = aclGetRecentErrMsg();
    const std::string sentence = text == nullptr ? "" : text;
    for (const char* part : {"MyRing", "77 elements", "told everything"}) {
        if (sentence.find(part) == std::string::npos) {
            std::printf("\"%s\" is not in: %s\n", part, sentence.c_str());
            CHECK(false);
        }
    }
    CHECK(Soon([] { return g_failures != 0; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    CHECK_INT(g_failures, 1);
    CHECK_INT(unused, 0);
    CHECK_INT(g_failed, thread);
    CHECK_INT(g_failedCode, HCCL_E_INTERNAL);
    CHECK_INT(HcommExceptionUnregisterCallback(First), 0);
}

void CheckThreads()
{
    ThreadHandle thread = 1;
    const auto dedicated = [&](int type) {
        return HcclDedicatedThreadAcquire(g_comm, static_cast<HcclDedicatedThreadType>(type), 2, &thread);
    };
    CHECK_INT(HcclDedicatedThreadAcquire(nullptr, HCCL_DED_THREAD_TYPE_AICPU_LAUNCH, 1, &thread), HCCL_E_PTR);
    CHECK_INT(HcclDedicatedThreadAcquire(g_comm, HCCL_DED_THREAD_TYPE_AICPU_LAUNCH, 1, nullptr), HCCL_E_PTR);
    CHECK_INT(dedicated(-1), HCCL_E_PARA);
    CHECK_INT(dedicated(6), HCCL_E_NOT_SUPPORT);
    CHECK_INT(dedicated(0), 0);
    CHECK(thread != 0);
    for (int type = 1; type < 6; type++) {
        thread = 1;
        CHECK_INT(dedicated(type), 0);
        CHECK_INT(thread, 0);
    }
    std::thread([&] {
        // No device, so no context.
        for (int type : {2, 3}) {
            CHECK_INT(HcclDedicatedThreadAcquire(g_comm, static_cast<HcclDedicatedThreadType>(type), 2, &thread),
                      HCCL_E_RUNTIME);
        }
    }).join();

    // More communicators on the device than it has processors for kernels.
    int64_t cores = 0;
    CHECK_INT(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_AICPU_CORE_NUM, &cores), 0);
    std::vector<HcclComm> many(static_cast<std::size_t>(cores));
    for (HcclComm& comm : many) {
        HcclRootInfo root;
        CHECK_INT(HcclGetRootInfo(&root), 0);
        CHECK_INT(HcclCommInitRootInfo(1, &root, 0, &comm), 0);
    }
    ThreadHandle ordering[6] = {};
    for (int type : {2, 3, 5}) {
        CHECK_INT(dedicated(type), 0);
        CHECK(thread != 0);
        ordering[type] = thread;
        CHECK_INT(HcclDedicatedThreadAcquire(many[0], static_cast<HcclDedicatedThreadType>(type), 1, &thread), 0);
        // One for the context, but one for each communicator on the device.
        CHECK_INT(thread == ordering[type], type != 5);
    }
    CHECK(ordering[2] != ordering[3]);
    for (HcclComm comm : many) {
        CHECK_INT(HcclCommDestroy(comm), 0);
    }

    // Streams of the caller.
    aclrtStream stream = nullptr;
    CHECK_INT(aclrtCreateStream(&stream), 0);
    uint32_t num = 0;
    CHECK_INT(HcommThreadAllocWithStream(COMM_ENGINE_CPU, nullptr, 1, &thread), HCCL_E_PTR);
    CHECK_INT(HcommThreadAllocWithStream(COMM_ENGINE_AIV, stream, 1, &thread), HCCL_E_PARA);
    CHECK_INT(HcommThreadAllocWithStream(COMM_ENGINE_CPU, stream, 65, &thread), HCCL_E_PARA);
    CHECK_INT(HcommThreadAllocWithStream(COMM_ENGINE_CPU, stream, 3, &thread), 0);
    CHECK_INT(HcommThreadGetNotifyNum(thread, &num), 0);
    CHECK_INT(num, 3);
    CHECK_INT(HcommThreadNotifyRecordOnThread(thread, thread, 2), 0);
    CHECK_INT(HcommThreadNotifyWaitOnThread(thread, 2, 5), 0);
    CHECK_INT(HcommThreadSynchronize(thread), 0);
    CHECK_INT(HcommThreadRegisterDfx(thread, nullptr), 0);
    CHECK_INT(HcommThreadFreeWithStream(&thread, 1), 0);
    CHECK_INT(HcommThreadFreeWithStream(&thread, 1), HCCL_E_NOT_FOUND);
    CHECK_INT(HcommThreadGetNotifyNum(thread, &num), HCCL_E_NOT_FOUND);
    CHECK_INT(HcommThreadSynchronize(thread), HCCL_E_PTR);
    CHECK_INT(HcommThreadRegisterDfx(thread, nullptr), HCCL_E_PTR);
    CHECK_INT(aclrtSynchronizeStream(stream), 0);
    CHECK_INT(aclrtDestroyStream(stream), 0);

    ThreadConfig config[2];
    CHECK_INT(ThreadConfigInit(config, 2), 0);
    config[0].notifyNumPerThread = 1;
    config[1].notifyNumPerThread = 4;
    ThreadHandle threads[2] = {};
    CHECK_INT(HcommThreadAllocWithConfig(COMM_ENGINE_CPU, 2, THREAD_TYPE_TS, nullptr, threads), HCCL_E_PTR);
    CHECK_INT(HcommThreadAllocWithConfig(COMM_ENGINE_CPU, 0, THREAD_TYPE_TS, config, threads), HCCL_E_PARA);
    CHECK_INT(HcommThreadAllocWithConfig(COMM_ENGINE_CPU, 2, THREAD_TYPE_TS, config, threads), 0);
    CHECK_INT(HcommThreadGetNotifyNum(threads[1], &num), 0);
    CHECK_INT(num, 4);
    CHECK_INT(HcommThreadFree(threads, 2), 0);
    config[1].header.magicWord = 1;
    CHECK_INT(HcommThreadAllocWithConfig(COMM_ENGINE_CPU, 2, THREAD_TYPE_TS, config, threads), HCCL_E_PARA);
}

void CheckUnlisted()
{
    ThreadHandle thread = 0;
    uint32_t num = 0;
    CHECK_INT(HcclThreadAcquire(g_comm, COMM_ENGINE_CCU, 1, 7, &thread), 0);
    CHECK_INT(HcclGetNotifyNumInThread(nullptr, thread, COMM_ENGINE_CPU, &num), HCCL_E_PTR);
    CHECK_INT(HcclGetNotifyNumInThread(g_comm, thread, COMM_ENGINE_RESERVED, &num), HCCL_E_PARA);
    CHECK_INT(HcclGetNotifyNumInThread(g_comm, thread, COMM_ENGINE_CPU, nullptr), HCCL_E_PTR);
    CHECK_INT(HcclGetNotifyNumInThread(g_comm, 0, COMM_ENGINE_CPU, &num), HCCL_E_PTR);
    CHECK_INT(HcclGetNotifyNumInThread(g_comm, thread, COMM_ENGINE_CPU, &num), 0);
    CHECK_INT(num, 7);

    uint64_t* list = nullptr;
    uint64_t* taken = &list[0] + 1;
    CHECK_INT(HcclAllocNotify(nullptr, COMM_ENGINE_CPU, 0, 1, &list), HCCL_E_PARA);
    CHECK_INT(HcclAllocNotify(g_comm, COMM_ENGINE_RESERVED, 0, 1, &list), HCCL_E_PARA);
    CHECK_INT(HcclAllocNotify(g_comm, COMM_ENGINE_CPU, 2, 1, &list), HCCL_E_PARA);
    CHECK_INT(HcclAllocNotify(g_comm, COMM_ENGINE_AICPU, 0, 1, &list), HCCL_E_PARA);
    CHECK_INT(HcclAllocNotify(g_comm, COMM_ENGINE_CPU, 0, 0, &list), HCCL_E_PARA);
    CHECK_INT(HcclAllocNotify(g_comm, COMM_ENGINE_CPU, 0, 2049, &list), HCCL_E_PARA);
    CHECK_INT(HcclAllocNotify(g_comm, COMM_ENGINE_CPU, 0, 1, nullptr), HCCL_E_PARA);
    CHECK_INT(HcclAllocNotify(g_comm, COMM_ENGINE_CPU, 0, 1, &taken), HCCL_E_PARA);
    CHECK_INT(HcclAllocNotify(g_comm, COMM_ENGINE_CPU, 0, 3, &list), 0);
    CHECK(list != nullptr && list[0] != list[2]);
    CHECK_INT(HcommAclrtNotifyRecordOnThread(thread, list[1]), 0);
    CHECK_INT(HcommAclrtNotifyWaitOnThread(thread, list[1], 5), 0);
    CHECK_INT(HcommThreadSynchronize(thread), 0);
    CHECK_INT(HcommFreeNotify(g_comm, 2, list), HCCL_E_PARA);
    CHECK_INT(HcommFreeNotify(g_comm, 3, nullptr), HCCL_E_PARA);
    CHECK_INT(HcommFreeNotify(nullptr, 3, list), HCCL_E_PARA);
    CHECK_INT(HcommFreeNotify(g_comm, 3, list), 0);
    CHECK_INT(HcommFreeNotify(g_comm, 3, list), HCCL_E_PARA);

    uint8_t bytes[64];
    CommMem memory = {};
    memory.type = COMM_MEM_TYPE_HOST;
    memory.addr = bytes;
    memory.size = sizeof(bytes);
    HcclMemHandle handle = nullptr;
    CHECK_INT(HcclCommMemReg(g_comm, "bytes", &memory, &handle), 0);
    CHECK_INT(HcclCommDeregMem(nullptr, "bytes", handle), HCCL_E_PTR);
    CHECK_INT(HcclCommDeregMem(g_comm, "bytes", nullptr), HCCL_E_PTR);
    CHECK_INT(HcclCommDeregMem(g_comm, nullptr, handle), HCCL_E_PARA);
    CHECK_INT(HcclCommDeregMem(g_comm, "", handle), HCCL_E_PARA);
    CHECK_INT(HcclCommMemReg(g_comm, "bytes", &memory, &handle), HCCL_E_PARA);
    CHECK_INT(HcclCommDeregMem(g_comm, "other", handle), 0);
    CHECK_INT(HcclCommDeregMem(g_comm, "bytes", handle), 0);
    CHECK_INT(HcclCommDeregMem(g_comm, "bytes", handle), 0);
    CHECK_INT(HcclCommMemReg(g_comm, "bytes", &memory, &handle), 0);

    CHECK_INT(HcommFlush(), 0);
    CHECK_INT(HcommProfilingInit(nullptr, 1), HCCL_E_PTR);
    CHECK_INT(HcommProfilingReportMainStreamAndFirstTask(0), HCCL_E_PTR);
    CHECK_INT(HcommProfilingReportMainStreamAndFirstTask(thread), 0);
    CHECK_INT(HcommProfilingReportDeviceOp(nullptr), HCCL_E_PTR);
    CHECK_INT(HcommProfilingReportDeviceOp(g_name), HCCL_E_PTR);
    CHECK_INT(HcommAcquireComm(g_name), 0);
    CHECK_INT(HcommProfilingReportDeviceOp(g_name), 0);
    CHECK_INT(HcommReleaseComm(g_name), 0);
    CHECK_INT(HcommProfilingReportKernelStartTask(0, g_name), HCCL_E_PTR);
    CHECK_INT(HcommProfilingReportKernelEndTask(thread, g_name), 0);
}

} // namespace

int main()
{
    check_watchdog(55);
    CHECK_INT(aclInit(nullptr), 0);
    CHECK_INT(aclrtSetDevice(0), 0);
    HcclRootInfo root;
    CHECK_INT(HcclGetRootInfo(&root), 0);
    CHECK_INT(HcclCommInitRootInfo(1, &root, 0, &g_comm), 0);
    if (g_comm != nullptr) {
        CHECK_INT(HcclGetCommName(g_comm, g_name), 0);
        CheckUnlisted();
        CheckThreads();
        CheckMessages();
        CheckFailures();
        CHECK_INT(HcclCommDestroy(g_comm), 0);
        uint32_t id = 0;
        CHECK_INT(HcclTaskRegister(g_comm, "late", Reverse), HCCL_E_PARA);
        CHECK_INT(HcommWaitResponse(0x1000, nullptr, 0, &id), HCCL_E_PARA);
    }
    return check_report("messages");
}
