// Each rank is a thread with a device of its own.

#include <atomic>
#include <thread>
#include <vector>

#include "ranks.h"

namespace ranks {

int Run(int argc, char** argv, Body body, int (*finish)())
{
    Options options;
    if (!ParseOptions(argc, argv, &options)) {
        return 2;
    }
    TEST_TRY(aclInit(nullptr));
    if (options.rankNum == 0) {
        TEST_TRY(aclrtGetDeviceCount(&options.rankNum));
    }
    // The root information names the listening socket of this process; any rank could make it.
    TEST_TRY(aclrtSetDevice(0));
    HcclRootInfo root;
    TEST_TRY(HcclGetRootInfo(&root));

    std::atomic<int> failures{0};
    std::vector<std::thread> threads;
    for (uint32_t rank = 0; rank < options.rankNum; ++rank) {
        threads.emplace_back([&, rank] { failures += body(rank, options.rankNum, options, root) != 0; });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    failures += finish() != 0;
    TEST_TRY(aclrtResetDevice(0));
    TEST_TRY(aclFinalize());
    std::printf("%u ranks as threads: %s\n", options.rankNum, failures == 0 ? "passed" : "FAILED");
    return failures == 0 ? 0 : 1;
}

} // namespace ranks
