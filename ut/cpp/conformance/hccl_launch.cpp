// Cases of hccl_launch.h: launching AICPU kernels for a communicator.

#include "hccl/hccl_launch.h"

#include <string>
#include <vector>

#include "fixture.h"

namespace {

struct Launch {
    HcclOpDesc op;
    HcclKernelFuncInfo function;
    HcclKernelLaunchCfg config;
};

// The stream on which kernels of launches run.
aclrtStream UnfoldStream(Test& t)
{
    static aclrtStream stream = nullptr;
    if (stream == nullptr) {
        STEP(t, aclrtCreateStream(&stream));
    }
    return stream;
}

Launch Good(Test& t)
{
    Launch launch;
    (void)HcclOpDescInit(&launch.op);
    launch.op.opDescType = 0;
    std::memset(&launch.op.p2p, 0, sizeof(launch.op.p2p));
    launch.op.p2p.unfoldStream = UnfoldStream(t);
    launch.op.p2p.cmdType = HCCL_CMD_SEND;
    launch.op.p2p.remoteRank = 1;
    std::strcpy(launch.op.opName, "conformance");
    std::memset(&launch.function, 0, sizeof(launch.function));
    std::strcpy(launch.function.kernelSoName, "libconformance_kernel.so");
    std::strcpy(launch.function.kernelFuncName, "ConformanceNothing");
    (void)HcclKernelLaunchCfgInit(&launch.config);
    return launch;
}

// A thread of the communicator for kernels.
ThreadHandle Unfold(Test& t) { return Device(t).thread[0]; }

HcclResult Call(Test& t, const Launch& launch)
{
    return HcclAicpuKernelLaunch(Shared(t)[0], &launch.op, &launch.function, Unfold(t), Stream(t), &launch.config);
}

} // namespace

void HcclLaunchCases()
{
    const char* const name = "HcclAicpuKernelLaunch";
    Add(name, 1, [](Test& t) {
        const Launch l = Good(t);
        const HcclComm comm = Shared(t)[0];
        t.Got(HcclAicpuKernelLaunch(nullptr, &l.op, &l.function, Unfold(t), Stream(t), &l.config));
        t.Got(HcclAicpuKernelLaunch(comm, &l.op, &l.function, Unfold(t), nullptr, &l.config));
        t.Got(HcclAicpuKernelLaunch(comm, &l.op, nullptr, Unfold(t), Stream(t), &l.config));
        t.Got(HcclAicpuKernelLaunch(comm, nullptr, &l.function, Unfold(t), Stream(t), &l.config));
        t.Got(HcclAicpuKernelLaunch(comm, &l.op, &l.function, Unfold(t), Stream(t), nullptr));
    });
    Add(name, 2, [](Test& t) {
        Launch launch = Good(t);
        launch.function.argSize = 8;
        t.Got(Call(t, launch));
    });
    Add(name, 3, [](Test& t) {
        std::vector<unsigned char> args(8193);
        Launch launch = Good(t);
        launch.function.args = args.data();
        launch.function.argSize = 8193;
        STEP(t, HcclGroupStart());
        t.Got(Call(t, launch));
        (void)HcclGroupEnd();
    });
    Add(name, 4, [](Test& t) {
        Launch no_library = Good(t);
        std::strcpy(no_library.function.kernelSoName, "libno_such_kernel.so");
        t.Got(Call(t, no_library));
        Launch no_function = Good(t);
        std::strcpy(no_function.function.kernelFuncName, "NoSuchKernel");
        t.Got(Call(t, no_function));
    });
    Add(name, 5, [](Test& t) {
        const Launch l = Good(t);
        t.Got(HcclAicpuKernelLaunch(Shared(t)[0], &l.op, &l.function, 0, Stream(t), &l.config));
        Launch no_stream = l;
        no_stream.op.p2p.unfoldStream = nullptr;
        t.Got(Call(t, no_stream));
    });
    Add(name, 6, [](Test& t) {
        t.Got(Call(t, Good(t)));
        STEP(t, aclrtSynchronizeStream(Stream(t)));
    });
}
