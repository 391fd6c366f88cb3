// What the host part of the launch test tells its kernels: it follows the thread handle of HcclP2pKernelParam.
#ifndef LAUNCH_KERNEL_H
#define LAUNCH_KERNEL_H

#include <cstdint>

namespace launch {

// Notifies of a channel, as the side that waits for them counts.
constexpr uint32_t kMayWrite = 0;
constexpr uint32_t kWritten = 1;
constexpr uint32_t kChannelNotifies = 2;

struct Param {
    char comm[128];
    // Copy: both local. Send: from data to remote. Receive: from piece to data.
    uint64_t data;
    uint64_t piece;
    uint64_t size;
    uint64_t channel;
    // Where a kernel tells what it got, or 0.
    uint64_t report;
};

struct Report {
    uint64_t thread;
    uint64_t sum;
};

} // namespace launch

#endif
