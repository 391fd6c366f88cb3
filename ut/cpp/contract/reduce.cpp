// Reductions: every type and operation of the documented matrix, into the peer's memory, from it, and locally; the rest is
// refused.
#include "pipe.h"

namespace contract {

namespace {

struct Type {
    HcommDataType type;
    uint32_t size;
    bool sign;
    // Writes a small whole number in this type.
    void (*put)(void* at, int value);
};

template <typename T>
void PutInteger(void* at, int value)
{
    const T number = static_cast<T>(value);
    std::memcpy(at, &number, sizeof(number));
}

// The half with the given number of bits of exponent and mantissa, for whole numbers below 256.
template <int exponentBits, int mantissaBits>
void PutHalf(void* at, int value)
{
    uint16_t bits = 0;
    if (value < 0) {
        bits = 0x8000;
        value = -value;
    }
    if (value != 0) {
        int exponent = 0;
        while ((value >> (exponent + 1)) != 0) {
            ++exponent;
        }
        const int bias = (1 << (exponentBits - 1)) - 1;
        const int mantissa = exponent <= mantissaBits ? (value << (mantissaBits - exponent)) & ((1 << mantissaBits) - 1)
                                                      : (value >> (exponent - mantissaBits)) & ((1 << mantissaBits) - 1);
        bits = static_cast<uint16_t>(bits | ((exponent + bias) << mantissaBits) | mantissa);
    }
    std::memcpy(at, &bits, sizeof(bits));
}

__extension__ typedef __int128 Wide;

const Type kTypes[] = {
    {HCOMM_DATA_TYPE_INT8, 1, true, PutInteger<int8_t>},
    {HCOMM_DATA_TYPE_INT16, 2, true, PutInteger<int16_t>},
    {HCOMM_DATA_TYPE_INT32, 4, true, PutInteger<int32_t>},
    {HCOMM_DATA_TYPE_FP16, 2, true, PutHalf<5, 10>},
    {HCOMM_DATA_TYPE_FP32, 4, true, PutInteger<float>},
    {HCOMM_DATA_TYPE_INT64, 8, true, PutInteger<int64_t>},
    {HCOMM_DATA_TYPE_UINT64, 8, false, PutInteger<uint64_t>},
    {HCOMM_DATA_TYPE_UINT8, 1, false, PutInteger<uint8_t>},
    {HCOMM_DATA_TYPE_UINT16, 2, false, PutInteger<uint16_t>},
    {HCOMM_DATA_TYPE_UINT32, 4, false, PutInteger<uint32_t>},
    {HCOMM_DATA_TYPE_FP64, 8, true, PutInteger<double>},
    {HCOMM_DATA_TYPE_BFP16, 2, true, PutHalf<8, 7>},
    {HCOMM_DATA_TYPE_INT128, 16, true, PutInteger<Wide>},
};
const HcommReduceOp kOps[] = {HCOMM_REDUCE_SUM, HCOMM_REDUCE_PROD, HCOMM_REDUCE_MAX, HCOMM_REDUCE_MIN};

int Combine(HcommReduceOp op, int a, int b)
{
    switch (op) {
        case HCOMM_REDUCE_SUM:
            return a + b;
        case HCOMM_REDUCE_PROD:
            return a * b;
        case HCOMM_REDUCE_MAX:
            return a > b ? a : b;
        default:
            return a < b ? a : b;
    }
}

// Element `i` that `rank` has before: small enough that sums and products are exact in each type.
int Value(const Type& type, uint32_t rank, uint64_t i, bool stored)
{
    const int value = 1 + static_cast<int>((i * 7 + rank * 3 + (stored ? 5 : 0)) % 11);
    return type.sign && (i + rank) % 3 == 0 ? -value : value;
}

enum Way { kWriteReduce, kWriteReduceWithNotify, kReadReduce, kLocalReduce, kWays };
const char* const kWayNames[] = {"write-reduce", "write-reduce with notify", "read-reduce", "local reduce"};

constexpr uint64_t kCount = 37;
// One combination of type and operation; the last bytes are room between two.
constexpr uint64_t kStride = kCount * 16 + 48;

}  // namespace

void Reductions(const Pipe& pipe)
{
    const uint32_t self = pipe.rank->rank;
    for (const Form form : pipe.forms) {
        if (form == Form::kNow) {
            continue;
        }
        for (int way = 0; way < kWays; ++way) {
            for (const uint64_t shift : {uint64_t{0}, uint64_t{1}}) {
                ut::Stage(std::string(kWayNames[way]) + ", form " + Name(form) + (shift == 0 ? "" : ", odd addresses"));
                // Where the operands that are stored to lie, at their owner.
                char* const stored = way == kWriteReduce || way == kWriteReduceWithNotify ? pipe.mine.Inbox()
                                                                                          : pipe.mine.Scratch();
                std::memset(stored, 0x5a, kPart);
                std::memset(pipe.mine.Outbox(), 0x77, kPart);
                uint64_t at = shift;
                for (const Type& type : kTypes) {
                    for (size_t op = 0; op < 4; ++op, at += kStride) {
                        for (uint64_t i = 0; i < kCount; ++i) {
                            type.put(stored + at + i * type.size, Value(type, self, i, true));
                            type.put(pipe.mine.Outbox() + at + i * type.size, Value(type, self, i, false));
                        }
                    }
                }
                pipe.rank->Meet();
                UT_OK(pipe.Do(form, [&] {
                    uint64_t place = shift;
                    int code = 0;
                    for (const Type& type : kTypes) {
                        for (const HcommReduceOp op : kOps) {
                            char* const source = (way == kReadReduce ? pipe.theirs : pipe.mine).Outbox() + place;
                            char* const remote = pipe.theirs.Inbox() + place;
                            char* const local = pipe.mine.Scratch() + place;
                            switch (way) {
                                case kWriteReduce:
                                    code = HcommWriteReduceOnThread(pipe.thread, pipe.channel, remote, source, kCount,
                                                                    type.type, op);
                                    break;
                                case kWriteReduceWithNotify:
                                    code = HcommWriteReduceWithNotifyOnThread(pipe.thread, pipe.channel, remote, source,
                                                                              kCount, type.type, op, 1);
                                    code = code != 0 ? code : pipe.Wait(form, 1);
                                    // The next record must not meet one that was not taken yet.
                                    code = code != 0 ? code : pipe.Record(form, 2);
                                    code = code != 0 ? code : pipe.Wait(form, 2);
                                    break;
                                case kReadReduce:
                                    code = HcommReadReduceOnThread(pipe.thread, pipe.channel, local, source, kCount,
                                                                   type.type, op);
                                    break;
                                default:
                                    code = HcommLocalReduceOnThread(pipe.thread, local, source, kCount, type.type, op);
                                    break;
                            }
                            if (code != 0) {
                                std::fprintf(stderr, "  type %d, operation %d: code %d\n", type.type, op, code);
                                return code;
                            }
                            place += kStride;
                        }
                    }
                    code = pipe.Fence(form);
                    code = code != 0 ? code : pipe.Record(form, 0);
                    return code != 0 ? code : pipe.Wait(form, 0);
                }));
                at = shift;
                const uint32_t other = way == kLocalReduce ? self : pipe.peer;
                for (const Type& type : kTypes) {
                    for (const HcommReduceOp op : kOps) {
                        char want[kStride];
                        std::memset(want, 0x5a, sizeof(want));
                        for (uint64_t i = 0; i < kCount; ++i) {
                            type.put(want + i * type.size,
                                     Combine(op, Value(type, self, i, true), Value(type, other, i, false)));
                        }
                        if (!UT_CHECK(std::memcmp(stored + at, want, kStride) == 0)) {
                            std::fprintf(stderr, "  type %d, operation %d\n", type.type, op);
                        }
                        at += kStride;
                    }
                }
                pipe.rank->Meet();
            }
        }
        // The rest is refused before anything is queued.
        ut::Stage(std::string("reductions that do not exist, form ") + Name(form));
        for (const int type : {13, 14, 15, 16, 17, 255}) {
            const auto bad = static_cast<HcommDataType>(type);
            UT_EQ(HcommWriteReduceOnThread(pipe.thread, pipe.channel, pipe.theirs.Inbox(), pipe.mine.Outbox(), 1, bad,
                                           HCOMM_REDUCE_SUM), HCCL_E_PARA);
            UT_EQ(HcommReadReduceOnThread(pipe.thread, pipe.channel, pipe.mine.Scratch(), pipe.theirs.Outbox(), 1, bad,
                                          HCOMM_REDUCE_SUM), HCCL_E_PARA);
        }
        UT_EQ(HcommWriteReduceOnThread(pipe.thread, pipe.channel, pipe.theirs.Inbox(), pipe.mine.Outbox(), 1,
                                       HCOMM_DATA_TYPE_FP32, HCOMM_REDUCE_RESERVED), HCCL_E_PARA);
        pipe.rank->Meet();
    }
}

}  // namespace contract
