// An AICPU kernel that calls back into the program that launched it, so that a test makes its calls inside a kernel.
#include <cstdint>
#include <cstring>

#include "hcomm_primitives.h"

extern "C" {

struct ContractKernelArgument {
    int32_t (*call)(void*);
    void* context;
    char comm[128];  // empty: none
};

uint32_t ContractKernel(void* args)
{
    ContractKernelArgument argument;
    std::memcpy(&argument, args, sizeof(argument));
    if (argument.comm[0] != 0) {
        const int32_t code = HcommAcquireComm(argument.comm);
        if (code != 0) {
            return static_cast<uint32_t>(code);
        }
    }
    (void)HcommBatchModeStart("contract");
    int32_t code = argument.call(argument.context);
    const int32_t end = HcommBatchModeEnd("contract");
    code = code != 0 ? code : end;
    if (argument.comm[0] != 0) {
        const int32_t released = HcommReleaseComm(argument.comm);
        code = code != 0 ? code : released;
    }
    return static_cast<uint32_t>(code);
}
}
