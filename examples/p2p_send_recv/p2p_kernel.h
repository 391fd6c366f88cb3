// What the host part hands to the AICPU part. Plain data: it is copied bytewise to the device.
#ifndef EXAMPLES_P2P_KERNEL_H
#define EXAMPLES_P2P_KERNEL_H

#include <cstdint>

#include "hccl/hccl_types.h"
#include "hcomm_res_defs.h"

namespace p2p {

// Notifies of the channel. The sender of one is the side that records it at its peer.
enum ChannelNotify : uint32_t {
    kDataReady = 0, // by the sender: the piece is in its buffer
    kDataTaken = 1, // by the receiver: the buffer may be filled again
    kChannelNotifyNum = 2,
};

// The notify of the user's stream that the kernel's tasks record last.
constexpr uint32_t kDoneNotify = 0;

// The resources for one peer; lives on the device as an engine context, made once.
struct Resources {
    ThreadHandle thread;   // runs the transfers
    ChannelHandle channel; // to the peer
    uint64_t localPiece;   // this rank's part of its HCCL buffer for this peer
    uint64_t remotePiece;  // the peer's part for this rank
    uint64_t pieceSize;    // bytes of either
};

// The argument of the kernel.
struct Param {
    char commName[COMM_NAME_MAX_LENGTH];
    uint64_t resources;      // device address of Resources
    ThreadHandle userThread; // the user's stream, as the AICPU engine knows it
    uint64_t data;           // device address of the user's data
    uint64_t size;           // bytes
    uint32_t isSender;
    uint32_t timeoutSeconds;
};

} // namespace p2p

#endif
