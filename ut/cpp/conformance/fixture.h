// What cases share: two ranks of this process on devices 0 and 1, with threads and channels. Made when a case first asks.
#ifndef HCOMM_UT_CONFORMANCE_FIXTURE_H
#define HCOMM_UT_CONFORMANCE_FIXTURE_H

#include <cstdint>
#include <functional>
#include <string>

#include "harness.h"

#include "acl/acl.h"
#include "hccl/hccl_channel.h"
#include "hccl/hccl_comm.h"
#include "hccl/hccl_res.h"
#include "hcomm_channel.h"
#include "hcomm_primitives.h"
#include "hcomm_res.h"

// Handles that nothing has.
constexpr uint64_t kForged = 0x1234567890ULL;
inline void* Forged() { return reinterpret_cast<void*>(kForged); }

constexpr uint32_t kNotifies = 4;

// A communicator of two ranks.
struct Comms {
    HcclComm comm[2];
    HcclComm operator[](int rank) const { return comm[rank]; }
};

// The ends of one channel with a thread each, and the exchange buffers as both see them.
struct Ends {
    ThreadHandle thread[2];
    ChannelHandle channel[2];
    void* local[2];
    void* remote[2];
    uint64_t size;
    char* Remote(int rank, uint64_t offset) const { return static_cast<char*>(remote[rank]) + offset; }
};

// Runs `body` for both ranks at once, on devices 0 and 1.
void Both(const std::function<void(int rank)>& body);

// The communicator of all cases.
const Comms& Shared(Test& t);
// One of its own for a case that uses it up; the case destroys it.
Comms NewComms(Test& t);
void Destroy(Test& t, const Comms& comms);
// A communicator of one rank.
HcclComm Single(Test& t);

// Description of a channel from `rank` to the other rank: memory semantics, or RoCE between ports of the host.
HcclChannelDesc DeviceDesc(Test& t, int rank);
HcclChannelDesc HostDesc(int rank, CommProtocol protocol = COMM_PROTOCOL_ROCE);
// Acquires a channel at both ranks.
void Acquire(Test& t, const Comms& comms, CommEngine engine, const HcclChannelDesc descs[2], ChannelHandle channels[2]);

// The shared communicator's channel of the engine AICPU_TS in device memory.
const Ends& Device(Test& t);
// The shared communicator's channels of the engine CPU: RoCE (protocol ROCE) and URMA (protocol UB_CTP).
const Ends& Host(Test& t, CommProtocol protocol = COMM_PROTOCOL_ROCE);

// Descriptions of ports for endpoints.
EndpointDesc DevicePort(CommProtocol protocol = COMM_PROTOCOL_UB_CTP, uint32_t device = 0);
EndpointDesc HostPort(CommProtocol protocol = COMM_PROTOCOL_ROCE);
// An endpoint that lives as long as the process.
EndpointHandle Endpoint(Test& t, CommProtocol protocol = COMM_PROTOCOL_UB_CTP);
EndpointHandle HostEndpoint(Test& t);
// A channel description towards such a port.
HcommChannelDesc BaseDesc(const EndpointDesc& remote);

// One end of a host RoCE channel of the base layer whose peer offers no memory.
ChannelHandle Bare(Test& t);
// One end whose peer offered kDeviceMemory bytes from DeviceMemory() on and is gone.
ChannelHandle Broken(Test& t);

// Device memory of device 0, and the stream of cases.
void* DeviceMemory(Test& t);
constexpr uint64_t kDeviceMemory = 1 << 20;
aclrtStream Stream(Test& t);

// Where this program and its kernels are, with the slash.
std::string FolderOfProgram();

// Ends what is shared.
void EndFixtures();

#endif
