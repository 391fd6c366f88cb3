// Point-to-point send and receive of device memory, as an operator on top of hcomm.
#ifndef EXAMPLES_P2P_H
#define EXAMPLES_P2P_H

#include <cstdint>

#include "acl/acl_rt.h"
#include "hccl/hccl_types.h"

extern "C" {

// Queues the sending of `count` elements at the device address `sendBuf` to `destRank` on `stream`. The stream goes on
// once the receiver has the data. Returns without waiting, except for the first call with this peer: it connects, and
// needs the peer's matching HcclRecvCustom.
HcclResult HcclSendCustom(void* sendBuf, uint64_t count, HcclDataType dataType, uint32_t destRank, HcclComm comm,
                          aclrtStream stream);

// The other side: the stream goes on once `recvBuf` holds the data. `count` and `dataType` must be the sender's.
HcclResult HcclRecvCustom(void* recvBuf, uint64_t count, HcclDataType dataType, uint32_t srcRank, HcclComm comm,
                          aclrtStream stream);

// Gives the kernels back. To be called once, after the last stream has been synchronised and before aclFinalize.
HcclResult HcclP2pCustomFinalize();
}

#endif
