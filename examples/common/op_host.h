// What the host parts of the example operators share: checks, the kernel binary, launching, and choosing a link.
#ifndef EXAMPLES_OP_HOST_H
#define EXAMPLES_OP_HOST_H

#include <cstdint>
#include <mutex>
#include <string>

#include "acl/acl_rt.h"
#include "hccl/hccl_channel.h"
#include "hccl/hccl_comm.h"

// Leaves the calling function with the code of a failed call, after a line on stderr. The call is made once.
#define OP_TRY_HCCL(call)                                                          \
    do {                                                                           \
        const HcclResult opResult = static_cast<HcclResult>(call);                 \
        if (opResult != HCCL_SUCCESS) {                                            \
            ::op::ReportFailure(#call, static_cast<int>(opResult), nullptr);       \
            return opResult;                                                       \
        }                                                                          \
    } while (0)

#define OP_TRY_ACL(call)                                                           \
    do {                                                                           \
        const aclError opError = (call);                                           \
        if (opError != ACL_SUCCESS) {                                              \
            ::op::ReportFailure(#call, static_cast<int>(opError), aclGetRecentErrMsg()); \
            return HCCL_E_RUNTIME;                                                 \
        }                                                                          \
    } while (0)

namespace op {

// Seconds that any step of an operator may wait for another rank.
constexpr uint32_t kTimeoutSeconds = 120;

void ReportFailure(const char* call, int code, const char* detail);

// Bytes of one element; 0 for types these operators do not move.
uint64_t DataTypeSize(HcclDataType dataType);

// Fills in the connection to `peer` over the first link that the rank graph knows.
HcclResult DescribeChannel(HcclComm comm, uint32_t peer, uint32_t notifyNum, HcclChannelDesc* desc);

// The kernels of one operator: <directory of the operator's library>/<jsonName>, loaded at the first launch.
class KernelBinary {
public:
    // `anchor` is any function of the operator's library.
    KernelBinary(const char* jsonName, const void* anchor) : jsonName_(jsonName), anchor_(anchor) {}

    // Queues the kernel on `stream` with a copy of the `size` bytes at `param`.
    HcclResult Launch(const char* kernel, void* param, uint64_t size, aclrtStream stream);

    // Gives the binary back. No launch may be in flight.
    HcclResult Unload();

private:
    HcclResult Load();

    const char* jsonName_;
    const void* anchor_;
    std::mutex mutex_;
    aclrtBinHandle binary_ = nullptr;
};

} // namespace op

#endif
