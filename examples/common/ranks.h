// Runs a test program's ranks: as threads of this process (ranks_threads.cpp) or as MPI processes (ranks_mpi.cpp).
#ifndef EXAMPLES_RANKS_H
#define EXAMPLES_RANKS_H

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "hccl/hccl_comm.h"

// Leaves the calling function with the value 1 after a line on stderr.
#define TEST_TRY(call)                                                                                 \
    do {                                                                                               \
        const int testResult = static_cast<int>(call);                                                 \
        if (testResult != 0) {                                                                         \
            const char* testDetail = aclGetRecentErrMsg();                                             \
            std::fprintf(stderr, "%s:%d: failed with code %d: %s%s%s\n", __FILE__, __LINE__, testResult, #call, \
                         testDetail == nullptr ? "" : ": ", testDetail == nullptr ? "" : testDetail);  \
            return 1;                                                                                  \
        }                                                                                              \
    } while (0)

namespace ranks {

struct Options {
    uint32_t rankNum = 0;     // --ranks N, threads only; 0: one per device
    bool injectError = false; // --inject-error: rank 0 sends one wrong value, so the test must fail
};

// What one rank works with. Made and destroyed on the thread that runs the rank.
class Session {
public:
    Session(uint32_t rank, uint32_t rankNum, const Options& options) : rank(rank), rankNum(rankNum), options(options) {}
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session() { Close(); }

    // Takes device rank % devices, joins the communicator and makes a stream. `bufferMiB` 0: the default HCCL buffer.
    int Open(const HcclRootInfo& root, uint32_t bufferMiB = 0);

    // Gives everything back; 0 if each step succeeded.
    int Close();

    // Waits for the work queued on the stream, for 120 s at most.
    int Synchronize() const;

    const uint32_t rank;
    const uint32_t rankNum;
    const Options& options;
    HcclComm comm = nullptr;
    aclrtStream stream = nullptr;

private:
    int32_t device_ = -1;
};

// Device memory that frees itself.
class DeviceMemory {
public:
    DeviceMemory() = default;
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    ~DeviceMemory();

    int Allocate(uint64_t size);
    int CopyIn(const void* host, uint64_t size);
    int CopyOut(void* host, uint64_t size) const;

    void* data = nullptr;

private:
    uint64_t size_ = 0;
};

// The body of one rank: opens a Session with `root`; 0 means success.
using Body = int (*)(uint32_t rank, uint32_t rankNum, const Options& options, const HcclRootInfo& root);

// Runs `body` on every rank, then `finish` once in each process. The value is the exit code of the program.
int Run(int argc, char** argv, Body body, int (*finish)());

bool ParseOptions(int argc, char** argv, Options* options);

} // namespace ranks

#endif
