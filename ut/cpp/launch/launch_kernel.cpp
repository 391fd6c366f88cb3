// Kernels of the launch test.

#include "launch_kernel.h"

#include <chrono>
#include <thread>

#include "hccl/hccl_launch.h"
#include "hcomm_primitives.h"
#include "unlisted.h"

namespace {

template <typename Body>
uint32_t Run(void* args, Body body)
{
    const HcclP2pKernelParam& block = *static_cast<const HcclP2pKernelParam*>(args);
    const launch::Param& param = *reinterpret_cast<const launch::Param*>(block.opParams);
    if (HcommAcquireComm(param.comm) != 0) {
        return 1;
    }
    const bool good = HcommBatchModeStart("launch") == 0 && body(block.sendRecvThread, param) &&
                      HcommBatchModeEnd("launch") == 0;
    return HcommReleaseComm(param.comm) == 0 && good ? 0 : 1;
}

void* At(uint64_t address) { return reinterpret_cast<void*>(address); }

} // namespace

extern "C" uint32_t LaunchCopy(void* args)
{
    return Run(args, [](ThreadHandle thread, const launch::Param& param) {
        return HcommLocalCopyOnThread(thread, At(param.piece), At(param.data), param.size) == 0;
    });
}

// Adds up all bytes of the arguments behind the parameters: as many as `size` says.
extern "C" uint32_t LaunchReport(void* args)
{
    const HcclP2pKernelParam& block = *static_cast<const HcclP2pKernelParam*>(args);
    const launch::Param& param = *reinterpret_cast<const launch::Param*>(block.opParams);
    launch::Report& report = *static_cast<launch::Report*>(At(param.report));
    const uint8_t* bytes = reinterpret_cast<const uint8_t*>(&block) + sizeof(ThreadHandle);
    report.thread = block.sendRecvThread;
    for (uint64_t i = sizeof(launch::Param); i < param.size; i++) {
        report.sum += bytes[i];
    }
    return 0;
}

extern "C" uint32_t LaunchFail(void*)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return 7;
}

extern "C" uint32_t LaunchSend(void* args)
{
    return Run(args, [](ThreadHandle thread, const launch::Param& param) {
        return HcommChannelNotifyWaitOnThread(thread, param.channel, launch::kMayWrite, 60) == 0 &&
               HcommWriteWithNotifyOnThread(thread, param.channel, At(param.piece), At(param.data), param.size,
                                            launch::kWritten) == 0;
    });
}

extern "C" uint32_t LaunchReceive(void* args)
{
    return Run(args, [](ThreadHandle thread, const launch::Param& param) {
        return HcommChannelNotifyRecordOnThread(thread, param.channel, launch::kMayWrite) == 0 &&
               HcommChannelNotifyWaitOnThread(thread, param.channel, launch::kWritten, 60) == 0 &&
               HcommLocalCopyOnThread(thread, At(param.data), At(param.piece), param.size) == 0;
    });
}

// Sends the bytes at `data` with the tag "reverse" through the block at `piece` and reports the sum of the answer; the
// thread is the number of the message.
extern "C" uint32_t LaunchMessage(void* args)
{
    return Run(args, [](ThreadHandle thread, const launch::Param& param) {
        launch::Report& report = *static_cast<launch::Report*>(At(param.report));
        uint8_t answer[16] = {};
        uint32_t sent = 0;
        uint32_t received = 1;
        if (HcommThreadSynchronize(thread) != 0 ||
            HcommSendRequest(param.piece, "reverse", At(param.data), param.size, &sent) != 0 ||
            HcommWaitResponse(param.piece + 4096, answer, sizeof(answer), &received) != 0 || sent != received) {
            return false;
        }
        for (uint64_t i = 0; i < sizeof(answer); i++) {
            report.sum += answer[i] * (i + 1);
        }
        report.thread = 1;
        return true;
    });
}
