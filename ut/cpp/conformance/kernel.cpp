// An AICPU kernel that calls back into the conformance program.

#include <cstdint>
#include <functional>

namespace {

struct KernelArgs {
    void (*run)(const std::function<void()>*);
    const std::function<void()>* body;
};

} // namespace

extern "C" uint32_t ConformanceKernel(void* args)
{
    const KernelArgs& param = *static_cast<const KernelArgs*>(args);
    param.run(param.body);
    return 0;
}

// A kernel that does nothing, for launches.
extern "C" uint32_t ConformanceNothing(void*) { return 0; }
