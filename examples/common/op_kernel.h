// What the AICPU parts of the example operators share. Built with plain g++, linked with libccl_kernel.so only.
#ifndef EXAMPLES_OP_KERNEL_H
#define EXAMPLES_OP_KERNEL_H

#include <cstdint>
#include <cstdio>

#include "hccl/hccl_types.h"
#include "hcomm_primitives.h"

// Leaves the calling function with the code of a failed call, after a line on stderr.
#define KERNEL_TRY(call)                                                                                   \
    do {                                                                                                   \
        const int32_t kernelResult = static_cast<int32_t>(call);                                           \
        if (kernelResult != 0) {                                                                           \
            std::fprintf(stderr, "kernel: failed with code %d: %s\n", static_cast<int>(kernelResult), #call); \
            return kernelResult;                                                                           \
        }                                                                                                  \
    } while (0)

namespace op {

// Owns the communicator for the life of a kernel and hands its tasks over in one batch at the end.
class KernelScope {
public:
    KernelScope(const char* commName, const char* batchTag) : commName_(commName), batchTag_(batchTag) {}
    KernelScope(const KernelScope&) = delete;
    KernelScope& operator=(const KernelScope&) = delete;
    ~KernelScope() { Close(); }

    int32_t Open()
    {
        KERNEL_TRY(HcommAcquireComm(commName_));
        acquired_ = true;
        KERNEL_TRY(HcommBatchModeStart(batchTag_));
        batching_ = true;
        return 0;
    }

    // The first failure of the two steps.
    int32_t Close()
    {
        int32_t result = 0;
        if (batching_) {
            batching_ = false;
            result = HcommBatchModeEnd(batchTag_);
        }
        if (acquired_) {
            acquired_ = false;
            const int32_t released = HcommReleaseComm(commName_);
            result = result != 0 ? result : released;
        }
        return result;
    }

private:
    const char* commName_;
    const char* batchTag_;
    bool acquired_ = false;
    bool batching_ = false;
};

// Runs `body` between Open and Close. The value is what the kernel function returns: 0 means success.
template <typename Body>
uint32_t RunKernel(const char* commName, const char* batchTag, Body body)
{
    KernelScope scope(commName, batchTag);
    int32_t result = scope.Open();
    if (result == 0) {
        result = body();
    }
    const int32_t closed = scope.Close();
    return static_cast<uint32_t>(result != 0 ? result : closed);
}

inline void* At(uint64_t address, uint64_t offset) { return reinterpret_cast<void*>(address + offset); }

} // namespace op

#endif
