// A kernel written with the C++ recording API builds in two translation units and links against the library, which
// does not record CCU kernels yet: each call says CCU_E_NOT_SUPPORT, and what cannot return a code throws it.

#include <cstdio>

#include "ccu_launch.h"
#include "ccu_primitives.hpp"
#include "ccu_primitives.hpp"
#include "ccu_res.h"
#include "second_unit.h"

using namespace AscendC::ccu;

namespace {

int checks = 0;
int failures = 0;

void Same(const char* what, unsigned got, unsigned want)
{
    ++checks;
    if (got != want) {
        ++failures;
        std::printf("%s is %u, expected %u\n", what, got, want);
    }
}

Func doubled([](Variable x) { x = x + x; });

// Adds what the peer has to what this rank has, 4 KiB at a time.
CcuResult Kernel(ChannelHandle channel)
{
    Variable size, left, step;
    LocalAddr here;
    RemoteAddr there;
    Event done;
    LoadArg(here.addr.handle == 0 ? size : left, 0);
    step = 4096;
    CcuResult result = CallFunc<doubled>(step);
    CCU_WHILE(left != 0) {
        CCU_IF(left == size) {
            result = NotifyWait(channel, 0);
        } CCU_ELSE {
            result = NotifyRecord(channel, 1);
        }
        result = ReadReduce(channel, here, there, step, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, done);
        result = EventWait(done);
        here.addr += step;
        left = left - step;
    }
    return result;
}

template <typename Step>
unsigned Thrown(Step step)
{
    try {
        step();
    } catch (const detail::CcuException& error) {
        return error.code();
    }
    return CCU_SUCCESS;
}

} // namespace

int main()
{
    Same("a kernel", Thrown([] { Kernel(1); }), CCU_E_NOT_SUPPORT);
    Same("a kernel of another unit", Thrown([] { SecondKernel(1); }), CCU_E_NOT_SUPPORT);
    Same("an Array", Thrown([] { Array<CcuBuffer> buffers(2); }), CCU_E_NOT_SUPPORT);
    Same("a reserved Event", Thrown([] { Event e(1, 0); }), CCU_E_NOT_SUPPORT);
    Same("a shared Variable", Thrown([] { GetResByChannel<Variable>(1, 0); }), CCU_E_NOT_SUPPORT);
    Same("a subroutine", Thrown([] { CallFunc<doubledTwice>(); }), CCU_E_NOT_SUPPORT);
    Same("a Loop", Thrown([] { Loop(CcuLoopConfig{}, doubledTwice); }), CCU_E_NOT_SUPPORT);
    Same("NotifyWait", NotifyWait(1, 0), CCU_E_NOT_SUPPORT);

    CcuInsHandle instance = 7;
    const uint32_t die = 0;
    Same("HcommCcuInsCreateDefault", HcommCcuInsCreateDefault(&die, 1, &instance), CCU_E_NOT_SUPPORT);
    Same("the instance it did not make", static_cast<unsigned>(instance), 7);
    Same("HcommCcuKernelRegisterStart", HcommCcuKernelRegisterStart(instance), CCU_E_NOT_SUPPORT);

    // A block that cannot be opened is skipped.
    bool ran = false;
    CCU_DO {
        ran = true;
    }
    Same("a block that cannot be opened ran", ran, 0);

    std::printf("cpp_ccu_library: %d checks, %d failed\n", checks, failures);
    return failures == 0 ? 0 : 1;
}
