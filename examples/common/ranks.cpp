#include "ranks.h"

#include <cstdlib>
#include <cstring>

namespace ranks {

namespace {
constexpr int32_t kSynchronizeMilliseconds = 120000;
}

int Session::Open(const HcclRootInfo& root, uint32_t bufferMiB)
{
    uint32_t devices = 0;
    TEST_TRY(aclrtGetDeviceCount(&devices));
    if (devices == 0) {
        std::fprintf(stderr, "there is no device\n");
        return 1;
    }
    const int32_t device = static_cast<int32_t>(rank % devices);
    TEST_TRY(aclrtSetDevice(device));
    device_ = device;
    TEST_TRY(aclrtCreateStream(&stream));
    if (bufferMiB == 0) {
        TEST_TRY(HcclCommInitRootInfo(rankNum, &root, rank, &comm));
    } else {
        HcclCommConfig config;
        HcclCommConfigInit(&config);
        config.hcclBufferSize = bufferMiB;
        TEST_TRY(HcclCommInitRootInfoConfig(rankNum, &root, rank, &config, &comm));
    }
    return 0;
}

int Session::Close()
{
    // The communicator borrows the stream, so it goes first.
    int failures = 0;
    if (comm != nullptr) {
        failures += HcclCommDestroy(comm) != HCCL_SUCCESS;
        comm = nullptr;
    }
    if (stream != nullptr) {
        failures += aclrtDestroyStream(stream) != ACL_SUCCESS;
        stream = nullptr;
    }
    if (device_ >= 0) {
        failures += aclrtResetDevice(device_) != ACL_SUCCESS;
        device_ = -1;
    }
    if (failures != 0) {
        std::fprintf(stderr, "rank %u: %d steps of the clean-up failed\n", rank, failures);
    }
    return failures;
}

int Session::Synchronize() const
{
    TEST_TRY(aclrtSynchronizeStreamWithTimeout(stream, kSynchronizeMilliseconds));
    return 0;
}

DeviceMemory::~DeviceMemory()
{
    if (data != nullptr) {
        aclrtFree(data);
    }
}

int DeviceMemory::Allocate(uint64_t size)
{
    TEST_TRY(aclrtMalloc(&data, size, ACL_MEM_MALLOC_HUGE_FIRST));
    size_ = size;
    return 0;
}

int DeviceMemory::CopyIn(const void* host, uint64_t size)
{
    TEST_TRY(aclrtMemcpy(data, size_, host, size, ACL_MEMCPY_HOST_TO_DEVICE));
    return 0;
}

int DeviceMemory::CopyOut(void* host, uint64_t size) const
{
    TEST_TRY(aclrtMemcpy(host, size, data, size, ACL_MEMCPY_DEVICE_TO_HOST));
    return 0;
}

bool ParseOptions(int argc, char** argv, Options* options)
{
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--inject-error") == 0) {
            options->injectError = true;
        } else if (std::strcmp(argv[i], "--ranks") == 0 && i + 1 < argc) {
            options->rankNum = static_cast<uint32_t>(std::strtoul(argv[++i], nullptr, 10));
        } else {
            std::fprintf(stderr, "usage: %s [--ranks N] [--inject-error]\n", argv[0]);
            return false;
        }
    }
    return true;
}

} // namespace ranks
