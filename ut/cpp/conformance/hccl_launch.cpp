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

Launch Good()
{
    Launch launch;
    (void)HcclOpDescInit(&launch.op);
    launch.op.opDescType = 0;
    std::memset(&launch.op.p2p, 0, sizeof(launch.op.p2p));
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
        const Launch l = Good();
        const HcclComm comm = Shared(t)[0];
        t.Got(HcclAicpuKernelLaunch(nullptr, &l.op, &l.function, Unfold(t), Stream(t), &l.config));
        t.Got(HcclAicpuKernelLaunch(comm, &l.op, &l.function, Unfold(t), nullptr, &l.config));
        t.Got(HcclAicpuKernelLaunch(comm, &l.op, nullptr, Unfold(t), Stream(t), &l.config));
        t.Got(HcclAicpuKernelLaunch(comm, nullptr, &l.function, Unfold(t), Stream(t), &l.config));
        t.Got(HcclAicpuKernelLaunch(comm, &l.op, &l.function, Unfold(t), Stream(t), nullptr));
    });
    Add(name, 2, [](Test& t) {
        Launch launch = Good();
        launch.function.argSize = 8;
        t.Got(Call(t, launch));
    });
    Add(name, 3, [](Test& t) {
        std::vector<unsigned char> args(8193);
        Launch launch = Good();
        launch.function.args = args.data();
        launch.function.argSize = 8193;
        STEP(t, HcclGroupStart());
        t.Got(Call(t, launch));
        (void)HcclGroupEnd();
    });
    Add(name, 4, [](Test& t) {
        Launch no_library = Good();
        std::strcpy(no_library.function.kernelSoName, "libno_such_kernel.so");
        t.Got(Call(t, no_library));
        Launch no_function = Good();
        std::strcpy(no_function.function.kernelFuncName, "NoSuchKernel");
        t.Got(Call(t, no_function));
    });
    Add(name, 5, [](Test& t) {
        const Launch l = Good();
        t.Got(HcclAicpuKernelLaunch(Shared(t)[0], &l.op, &l.function, 0, Stream(t), &l.config));
    });
    Add(name, 6, [](Test& t) {
        t.Got(Call(t, Good()));
        STEP(t, aclrtSynchronizeStream(Stream(t)));
    });
}
