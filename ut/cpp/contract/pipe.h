// One end of a channel with all that is needed to use it, and the ways ("transports") to get one. The tests of the
// contract work on a Pipe and do not know what carries it.
#ifndef UT_CONTRACT_PIPE_H
#define UT_CONTRACT_PIPE_H

#include <memory>
#include <string>
#include <vector>

#include "../ranks.h"
#include "hccl/hccl_channel.h"
#include "hccl/hccl_res.h"
#include "hcomm_primitives.h"
#include "hcomm_res.h"

namespace contract {

// Bytes of each part of a window.
constexpr uint64_t kPart = 2U << 20;

// A window: memory of a rank that its peer may read and write.
struct Window {
    char* base = nullptr;
    uint64_t size = 0;

    // Written by the peer.
    char* Inbox() const { return base; }
    // Filled by its owner: source of writes, and what the peer reads.
    char* Outbox() const { return base + kPart; }
    // Where what was read lands.
    char* Scratch() const { return base + 2 * kPart; }
};
constexpr uint64_t kWindow = 3 * kPart;

// How the calls of a test are made.
enum class Form {
    kThread,  // functions with a thread, called by the host
    kKernel,  // the same, called by an AICPU kernel
    kNow,     // functions without a thread
};
const char* Name(Form form);

struct Pipe {
    ut::Rank* rank = nullptr;
    uint32_t peer = 0;
    HcclComm comm = nullptr;  // null: a channel of the base layer
    CommEngine engine = COMM_ENGINE_RESERVED;
    ChannelHandle channel = 0;
    ThreadHandle thread = 0;
    aclrtStream stream = nullptr;  // of the thread
    uint32_t notifies = 0;         // at each end
    Window mine;
    Window theirs;      // as the peer knows it, usable as remote address
    bool net = false;   // carried by a network: what it costs is another
    bool counted = false;  // each record counts; else notifies are latches
    bool alone = false;    // the peer's window is all that the peer offers around its address
    std::vector<Form> forms;

    // Makes the calls of `calls` in the given form and waits until they are done. `calls` answers the first code that is
    // not 0; the value is that, or the code of the waiting.
    int Do(Form form, const std::function<int()>& calls) const;
    // Waits until what the thread was given is done.
    int Settle(Form form) const;

    // The operations in the given form.
    int Write(Form form, void* dst, const void* src, uint64_t len) const;
    int Read(Form form, void* dst, const void* src, uint64_t len) const;
    int WriteWithNotify(Form form, void* dst, const void* src, uint64_t len, uint32_t notify) const;
    int Record(Form form, uint32_t notify) const;
    int Wait(Form form, uint32_t notify, uint32_t seconds = ut::kLongSeconds) const;
    int Fence(Form form) const;
};

// A way to connect ranks 0 and 1.
class Transport {
public:
    virtual ~Transport() = default;
    // Makes `count` channels, alike at both ends. Collective.
    virtual std::vector<Pipe> Open(ut::Rank& rank, uint32_t count, uint32_t notifies) = 0;
    // Gives everything back. Collective.
    virtual void Close() = 0;
    // Why it cannot run with these ranks, or "".
    virtual std::string WhyNot(const ut::Rank&) const { return ""; }
};

struct Named {
    const char* name;
    std::unique_ptr<Transport> (*make)();
    // Its waits are those of another one here: the tests that last seconds are left out, but for UT_SOAK.
    bool brief;
};
// All transports.
extern const std::vector<Named> kTransports;

// The endpoint of rank `of` for channels of the base layer.
EndpointDesc Port(const ut::Rank& rank, uint32_t of, CommProtocol protocol, EndpointLocType location,
                  CommAddrType address);
// Waits until all channels are ready; a failed one ends the rank.
void WaitReady(const std::vector<ChannelHandle>& channels);

// The tests. Each is collective and leaves the pipe as it was.
struct Test {
    const char* name;
    void (*run)(const Pipe& pipe);
};
extern const std::vector<Test> kPipeTests;
// Many channels at once.
void ManyChannels(ut::Rank& rank, Transport& transport);
// Waits that time out; spoils the thread of the pipe.
void TimeOuts(const Pipe& pipe);

// How many times the usual rounds; UT_SOAK.
uint32_t Soak();

}  // namespace contract

#endif
