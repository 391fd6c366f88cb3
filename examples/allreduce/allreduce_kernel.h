// What the host part hands to the AICPU part. Plain data: it is copied bytewise to the device.
#ifndef EXAMPLES_ALLREDUCE_KERNEL_H
#define EXAMPLES_ALLREDUCE_KERNEL_H

#include <cstdint>

#include "hccl/hccl_types.h"
#include "hcomm_res_defs.h"

namespace allreduce {

// Notifies of each channel, named after what the recorder says to its peer.
enum ChannelNotify : uint32_t {
    kMayReduce = 0, // "my slice is ready for your contribution"
    kReduced = 1,   // "my contribution is in your slice"
    kResult = 2,    // "the result of my slice is in your buffer"
    kTaken = 3,     // "I have copied the whole result out"
    kChannelNotifyNum = 4,
};

// The notify of the user's stream that the kernel's tasks record last.
constexpr uint32_t kDoneNotify = 0;

struct Peer {
    ChannelHandle channel; // 0 for the rank itself
    uint64_t buffer;       // its HCCL buffer
};

// The resources of a communicator; lives on the device as an engine context, made once. Behind it: one Peer per rank.
struct Resources {
    ThreadHandle thread; // runs the transfers
    uint64_t buffer;     // this rank's HCCL buffer
    uint64_t bufferSize; // bytes, the same on all ranks
    uint32_t rank;
    uint32_t rankNum;
};

inline Peer* Peers(Resources* resources) { return reinterpret_cast<Peer*>(resources + 1); }
inline const Peer* Peers(const Resources* resources) { return reinterpret_cast<const Peer*>(resources + 1); }

// The argument of the kernel.
struct Param {
    char commName[COMM_NAME_MAX_LENGTH];
    uint64_t resources;      // device address of Resources
    ThreadHandle userThread; // the user's stream, as the AICPU engine knows it
    uint64_t input;          // device address
    uint64_t output;         // device address
    uint64_t count;          // elements
    uint32_t elementSize;    // bytes
    int32_t dataType;        // HcommDataType
    int32_t reduceOp;        // HcommReduceOp
    uint32_t timeoutSeconds;
};

} // namespace allreduce

#endif
