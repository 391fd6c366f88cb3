// Reduces small whole numbers of each type, for which every order of the additions gives the same bits, and compares
// with a plain loop over all ranks. The HCCL buffer is 1 MiB, so that the largest sizes need several pieces.

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "allreduce.h"
#include "ranks.h"

namespace {

constexpr uint32_t kBufferMiB = 1;

// A number from -4 to 3 that depends on rank and index; sums over 16 ranks stay within one byte.
int32_t Value(uint32_t rank, uint64_t index)
{
    return static_cast<int32_t>((index * 7 + rank * 5 + index / 8 * 3) % 8) - 4;
}

int32_t Expected(uint32_t rankNum, uint64_t index, HcclReduceOp op)
{
    int32_t result = Value(0, index);
    for (uint32_t rank = 1; rank < rankNum; ++rank) {
        const int32_t value = Value(rank, index);
        result = op == HCCL_REDUCE_SUM ? result + value :
                 op == HCCL_REDUCE_MAX ? std::max(result, value) :
                                         std::min(result, value);
    }
    return result;
}

// The bits of a whole number in fp16 (10 bits of fraction): exact up to 2048.
uint16_t ToHalf(int32_t value)
{
    if (value == 0) {
        return 0;
    }
    const uint32_t magnitude = static_cast<uint32_t>(value < 0 ? -value : value);
    uint32_t exponent = 0;
    while (magnitude >> (exponent + 1) != 0) {
        ++exponent;
    }
    const uint32_t fraction = (magnitude << (10 - exponent)) & 0x3ff;
    return static_cast<uint16_t>((value < 0 ? 0x8000u : 0u) | (exponent + 15) << 10 | fraction);
}

// The bits of a whole number in bfp16, the upper half of fp32: exact up to 256.
uint16_t ToBrain(int32_t value)
{
    const float number = static_cast<float>(value);
    uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof(bits));
    return static_cast<uint16_t>(bits >> 16);
}

struct Type {
    HcclDataType id;
    const char* name;
    uint64_t size;
};

constexpr Type kTypes[] = {
    {HCCL_DATA_TYPE_INT8, "int8", 1},   {HCCL_DATA_TYPE_INT16, "int16", 2}, {HCCL_DATA_TYPE_INT32, "int32", 4},
    {HCCL_DATA_TYPE_FP16, "fp16", 2},   {HCCL_DATA_TYPE_BFP16, "bfp16", 2}, {HCCL_DATA_TYPE_FP32, "fp32", 4},
};

void Store(std::vector<uint8_t>& bytes, uint64_t index, const Type& type, int32_t value)
{
    uint32_t bits = static_cast<uint32_t>(value);
    if (type.id == HCCL_DATA_TYPE_FP16) {
        bits = ToHalf(value);
    } else if (type.id == HCCL_DATA_TYPE_BFP16) {
        bits = ToBrain(value);
    } else if (type.id == HCCL_DATA_TYPE_FP32) {
        const float number = static_cast<float>(value);
        std::memcpy(&bits, &number, sizeof(bits));
    }
    std::memcpy(&bytes[index * type.size], &bits, type.size); // little endian
}

// One reduction, in place or not. Counts a wrong result in `wrong`; the value is 1 if the operator failed.
int Check(const ranks::Session& session, const Type& type, HcclReduceOp op, uint64_t count, bool inPlace,
          uint32_t* wrong)
{
    const uint64_t size = count * type.size;
    std::vector<uint8_t> input(size);
    std::vector<uint8_t> expected(size);
    for (uint64_t i = 0; i < count; ++i) {
        Store(input, i, type, Value(session.rank, i));
        Store(expected, i, type, Expected(session.rankNum, i, op));
    }
    if (session.options.injectError && session.rank == 0) {
        Store(input, count / 2, type, 7);
    }
    ranks::DeviceMemory send;
    ranks::DeviceMemory receive;
    TEST_TRY(send.Allocate(size));
    TEST_TRY(send.CopyIn(input.data(), size));
    if (!inPlace) {
        TEST_TRY(receive.Allocate(size));
    }
    const ranks::DeviceMemory& result = inPlace ? send : receive;
    TEST_TRY(HcclAllReduceCustom(send.data, result.data, count, type.id, op, session.comm, session.stream));
    TEST_TRY(session.Synchronize());
    std::vector<uint8_t> output(size);
    TEST_TRY(result.CopyOut(output.data(), size));
    if (output == expected) {
        return 0;
    }
    // Not the end of this rank's test: the others would wait for it in the next reduction.
    const auto at = std::mismatch(output.begin(), output.end(), expected.begin()).first - output.begin();
    std::fprintf(stderr, "rank %u: %s, reduction %d, %llu elements%s: element %llu is wrong\n", session.rank, type.name,
                 static_cast<int>(op), static_cast<unsigned long long>(count), inPlace ? " in place" : "",
                 static_cast<unsigned long long>(static_cast<uint64_t>(at) / type.size));
    ++*wrong;
    return 0;
}

// What the operator must refuse.
int CheckArguments(const ranks::Session& session)
{
    char data = 0;
    const auto call = [&](void* buffer, HcclDataType type, HcclReduceOp op) {
        return HcclAllReduceCustom(buffer, &data, 1, type, op, session.comm, session.stream);
    };
    const bool refused = call(nullptr, HCCL_DATA_TYPE_INT8, HCCL_REDUCE_SUM) == HCCL_E_PTR &&
                         call(&data, HCCL_DATA_TYPE_FP64, HCCL_REDUCE_SUM) == HCCL_E_NOT_SUPPORT &&
                         call(&data, HCCL_DATA_TYPE_INT8, HCCL_REDUCE_PROD) == HCCL_E_NOT_SUPPORT;
    if (!refused) {
        std::fprintf(stderr, "rank %u: wrong arguments were not refused\n", session.rank);
    }
    return refused ? 0 : 1;
}

int RunRank(uint32_t rank, uint32_t rankNum, const ranks::Options& options, const HcclRootInfo& root)
{
    ranks::Session session(rank, rankNum, options);
    TEST_TRY(session.Open(root, kBufferMiB));
    TEST_TRY(CheckArguments(session));
    uint32_t checks = 0;
    uint32_t wrong = 0;
    for (const Type& type : kTypes) {
        for (const HcclReduceOp op : {HCCL_REDUCE_SUM, HCCL_REDUCE_MAX, HCCL_REDUCE_MIN}) {
            for (const uint64_t count : {uint64_t{1}, uint64_t{3}, uint64_t{1024}, uint64_t{4099}}) {
                TEST_TRY(Check(session, type, op, count, checks % 2 != 0, &wrong));
                ++checks;
            }
        }
        TEST_TRY(Check(session, type, HCCL_REDUCE_SUM, (5u << 19) / type.size + 1, false, &wrong));
        ++checks;
    }
    const std::string line = "rank " + std::to_string(rank) + ": " + std::to_string(checks) + " reductions checked, " +
                             std::to_string(wrong) + " wrong\n";
    std::fwrite(line.data(), 1, line.size(), stdout);
    return session.Close() + (wrong != 0);
}

int Finish() { return HcclAllReduceCustomFinalize(); }

} // namespace

int main(int argc, char** argv) { return ranks::Run(argc, argv, RunRank, Finish); }
