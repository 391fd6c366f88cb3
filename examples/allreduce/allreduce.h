// Sum, maximum or minimum over the ranks of a communicator, as an operator on top of hcomm.
#ifndef EXAMPLES_ALLREDUCE_H
#define EXAMPLES_ALLREDUCE_H

#include <cstdint>

#include "acl/acl_rt.h"
#include "hccl/hccl_types.h"

extern "C" {

// Queues on `stream`: recvBuf[i] = sendBuf[i] of rank 0 op ... op sendBuf[i] of the last rank, on every rank.
// Both addresses are device memory and may be equal. Types int8, int16, int32, fp16, bfp16, fp32; sum, max, min.
// Returns without waiting, except for the first call of a communicator, which connects the ranks.
HcclResult HcclAllReduceCustom(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType, HcclReduceOp op,
                               HcclComm comm, aclrtStream stream);

// Gives the kernels back. To be called once, after the last stream has been synchronised and before aclFinalize.
HcclResult HcclAllReduceCustomFinalize();
}

#endif
