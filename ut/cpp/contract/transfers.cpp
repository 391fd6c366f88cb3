// Data: every one-sided operation moves the right bytes, at any address and length, and nothing else.
#include <algorithm>

#include "pipe.h"

namespace contract {

namespace {

constexpr uint8_t kCanary = 0xe5;

// Each rank's patterns of one test.
uint64_t Seed(uint32_t rank, uint64_t what) { return what * 16 + rank; }

struct Piece {
    uint64_t dst;
    uint64_t src;
    uint64_t len;
};

// Pieces at odd addresses, with room between them.
std::vector<Piece> Pieces()
{
    std::vector<Piece> pieces;
    uint64_t at = 64;
    uint32_t turn = 0;
    for (const uint64_t len : {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 63, 64, 65, 127, 128, 255, 257, 1000, 4093, 4095, 4096,
                               4097, 4099, 65535, 65537, 300007, (1 << 20) + 3}) {
        const uint64_t dst = at + turn % 16;
        const uint64_t src = at + (turn * 7 + 3) % 16;
        pieces.push_back({dst, src, len});
        at += len + 64 - len % 64 + 64;
        ++turn;
    }
    return pieces;
}

// What a rank finds in its inbox (or scratch): the pieces of pattern `seed`, canaries around them.
void CheckPieces(const char* at, const std::vector<Piece>& pieces, uint64_t seed)
{
    uint64_t done = 0;
    for (const Piece& piece : pieces) {
        if (!UT_CHECK(ut::AllBytes(at + done, piece.dst - done, kCanary)) ||
            !UT_EQ(ut::FindWrong(at + piece.dst, piece.len, seed, piece.src), piece.len)) {
            std::fprintf(stderr, "  piece of %llu bytes at %llu from %llu\n", static_cast<unsigned long long>(piece.len),
                         static_cast<unsigned long long>(piece.dst), static_cast<unsigned long long>(piece.src));
            throw ut::Stop();
        }
        done = piece.dst + piece.len;
    }
    UT_REQUIRE(ut::AllBytes(at + done, 4096, kCanary));
}

void Prepare(const Pipe& pipe, uint64_t what)
{
    std::memset(pipe.mine.Inbox(), kCanary, kPart);
    std::memset(pipe.mine.Scratch(), kCanary, kPart);
    ut::FillPattern(pipe.mine.Outbox(), kPart, Seed(pipe.rank->rank, what));
    pipe.rank->Meet();
}

// Both ranks write to each other at the same time, with a notify behind the data.
void Writes(const Pipe& pipe)
{
    const std::vector<Piece> pieces = Pieces();
    uint64_t what = 1;
    for (const Form form : pipe.forms) {
        for (const bool together : {false, true}) {
            ut::Stage(std::string("write, form ") + Name(form) + (together ? ", with notify" : ""));
            Prepare(pipe, ++what);
            UT_OK(pipe.Do(form, [&] {
                for (const Piece& piece : pieces) {
                    char* const dst = pipe.theirs.Inbox() + piece.dst;
                    const char* const src = pipe.mine.Outbox() + piece.src;
                    const bool last = &piece == &pieces.back();
                    const int code = last && together ? pipe.WriteWithNotify(form, dst, src, piece.len, 1)
                                                      : pipe.Write(form, dst, src, piece.len);
                    if (code != 0) {
                        return code;
                    }
                }
                const int code = together ? 0 : pipe.Record(form, 1);
                return code != 0 ? code : pipe.Wait(form, 1);
            }));
            CheckPieces(pipe.mine.Inbox(), pieces, Seed(pipe.peer, what));
            UT_CHECK(ut::FindWrong(pipe.mine.Outbox(), kPart, Seed(pipe.rank->rank, what)) == kPart);
            pipe.rank->Meet();
        }
    }
}

// Both read what the other has.
void Reads(const Pipe& pipe)
{
    const std::vector<Piece> pieces = Pieces();
    uint64_t what = 100;
    for (const Form form : pipe.forms) {
        ut::Stage(std::string("read, form ") + Name(form));
        Prepare(pipe, ++what);
        UT_OK(pipe.Do(form, [&] {
            for (const Piece& piece : pieces) {
                const int code = pipe.Read(form, pipe.mine.Scratch() + piece.dst, pipe.theirs.Outbox() + piece.src, piece.len);
                if (code != 0) {
                    return code;
                }
            }
            return pipe.Fence(form);
        }));
        CheckPieces(pipe.mine.Scratch(), pieces, Seed(pipe.peer, what));
        pipe.rank->Meet();
    }
}

// A read sees what an earlier write of the same thread left at the peer, and a fence or drain between them.
void ReadBack(const Pipe& pipe)
{
    uint64_t what = 200;
    for (const Form form : pipe.forms) {
        ut::Stage(std::string("read back, form ") + Name(form));
        Prepare(pipe, ++what);
        const bool drain = form != Form::kNow;
        UT_OK(pipe.Do(form, [&] {
            int code = pipe.Write(form, pipe.theirs.Inbox() + 5, pipe.mine.Outbox() + 9, 70001);
            code = code != 0 ? code : pipe.Fence(form);
            code = code != 0 ? code : pipe.Read(form, pipe.mine.Scratch() + 3, pipe.theirs.Inbox() + 5, 70001);
            code = code != 0 ? code : drain ? HcommChannelDrainOnThread(pipe.thread, pipe.channel) : 0;
            return code;
        }));
        UT_EQ(ut::FindWrong(pipe.mine.Scratch() + 3, 70001, Seed(pipe.rank->rank, what), 9), 70001);
        // What was drained may be used by the next task.
        if (drain) {
            UT_OK(pipe.Do(form, [&] {
                int code = pipe.Read(form, pipe.mine.Scratch(), pipe.theirs.Outbox(), 4096);
                code = code != 0 ? code : HcommChannelDrainOnThread(pipe.thread, pipe.channel);
                return code != 0 ? code
                                 : HcommLocalCopyOnThread(pipe.thread, pipe.mine.Scratch() + 8192, pipe.mine.Scratch(), 4096);
            }));
            UT_EQ(ut::FindWrong(pipe.mine.Scratch() + 8192, 4096, Seed(pipe.peer, what)), 4096);
        }
        pipe.rank->Meet();
    }
}

// Writes with an AICPU kernel's or the host's batch of descriptors of all kinds.
void Batches(const Pipe& pipe)
{
    uint64_t what = 300;
    for (const Form form : pipe.forms) {
        if (form == Form::kNow) {
            continue;
        }
        ut::Stage(std::string("batch, form ") + Name(form));
        Prepare(pipe, ++what);
        auto* const inbox = reinterpret_cast<int32_t*>(pipe.mine.Inbox() + 1024);
        auto* const outbox = reinterpret_cast<int32_t*>(pipe.mine.Outbox() + (1 << 20));
        auto* const scratch = reinterpret_cast<int32_t*>(pipe.mine.Scratch() + 1024);
        for (int i = 0; i < 100; ++i) {
            inbox[i] = i;
            scratch[i] = -i;
            outbox[i] = 1000 + i;
        }
        pipe.rank->Meet();
        std::vector<HcommBatchTransferDesc> descs;
        const auto add = [&](HcommTransferType type) -> HcommBatchTransferDesc& {
            HcommBatchTransferDesc desc;
            std::memset(&desc, 0, sizeof(desc));
            desc.transType = type;
            descs.push_back(desc);
            return descs.back();
        };
        const auto plain = [&](HcommTransferType type, void* dst, void* src, uint64_t len) {
            HcommBatchTransferDesc& desc = add(type);
            desc.transferInfo.write = {len, dst, src};
        };
        const auto reduce = [&](HcommTransferType type, void* dst, void* src, uint64_t count) {
            HcommBatchTransferDesc& desc = add(type);
            desc.transferInfo.reduce = {count, dst, src, HCOMM_REDUCE_SUM, HCOMM_DATA_TYPE_INT32};
        };
        char* const theirInbox = pipe.theirs.Inbox();
        char* const theirOutbox = pipe.theirs.Outbox();
        plain(HCOMM_TRANSFER_TYPE_WRITE, theirInbox + 65536, pipe.mine.Outbox() + 1, 777);
        plain(HCOMM_TRANSFER_TYPE_WRITE, theirInbox + 70000, pipe.mine.Outbox() + 2, 0);
        reduce(HCOMM_TRANSFER_TYPE_WRITE_REDUCE, theirInbox + 1024, outbox, 50);
        plain(HCOMM_TRANSFER_TYPE_READ, pipe.mine.Scratch() + 65536, theirOutbox + 11, 5000);
        reduce(HCOMM_TRANSFER_TYPE_READ_REDUCE, scratch, theirOutbox + (1 << 20), 100);
        add(HCOMM_TRANSFER_TYPE_NOTIFY_RECORD).transferInfo.notifyRecord.notifyIdx = 0;
        HcommBatchTransferDesc& written = add(HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY);
        written.transferInfo.writeWithNotify = {4099, theirInbox + 131072, pipe.mine.Outbox() + 131, 2};
        HcommBatchTransferDesc& reduced = add(HCOMM_TRANSFER_TYPE_WRITE_REDUCE_WITH_NOTIFY);
        reduced.transferInfo.writeReduceWithNotify = {50,   theirInbox + 1024 + 200, outbox + 50, HCOMM_REDUCE_SUM,
                                                      HCOMM_DATA_TYPE_INT32, 3};
        UT_OK(pipe.Do(form, [&] {
            int code =
                HcommBatchTransferOnThread(pipe.thread, pipe.channel, descs.data(), static_cast<uint32_t>(descs.size()));
            for (const uint32_t notify : {3u, 0u, 2u}) {
                code = code != 0 ? code : pipe.Wait(form, notify);
            }
            return code;
        }));
        const uint64_t seed = Seed(pipe.peer, what);
        UT_EQ(ut::FindWrong(pipe.mine.Inbox() + 65536, 777, seed, 1), 777);
        UT_CHECK(ut::AllBytes(pipe.mine.Inbox() + 65536 + 777, 4096, kCanary));
        UT_EQ(ut::FindWrong(pipe.mine.Scratch() + 65536, 5000, seed, 11), 5000);
        UT_EQ(ut::FindWrong(pipe.mine.Inbox() + 131072, 4099, seed, 131), 4099);
        int wrong = 0;
        for (int i = 0; i < 100; ++i) {
            wrong += inbox[i] != 1000 + 2 * i;
            wrong += scratch[i] != 1000;
        }
        UT_EQ(wrong, 0);
        pipe.rank->Meet();
    }
}

// No data, but the notify comes and the order holds.
void ZeroLengths(const Pipe& pipe)
{
    for (const Form form : pipe.forms) {
        ut::Stage(std::string("zero lengths, form ") + Name(form));
        Prepare(pipe, 400);
        char* const dst = pipe.theirs.Inbox();
        char* const src = pipe.mine.Outbox();
        UT_OK(pipe.Do(form, [&] {
            int code = pipe.Write(form, dst, src, 0);
            code = code != 0 ? code : pipe.Read(form, pipe.mine.Scratch(), pipe.theirs.Outbox(), 0);
            code = code != 0 ? code : pipe.WriteWithNotify(form, dst, src, 0, 1);
            code = code != 0 ? code : pipe.Wait(form, 1);
            if (form != Form::kNow) {
                code = code != 0 ? code
                                 : HcommWriteReduceOnThread(pipe.thread, pipe.channel, dst, src, 0, HCOMM_DATA_TYPE_FP32,
                                                            HCOMM_REDUCE_SUM);
                code = code != 0 ? code
                                 : HcommReadReduceOnThread(pipe.thread, pipe.channel, pipe.mine.Scratch(),
                                                           pipe.theirs.Outbox(), 0, HCOMM_DATA_TYPE_INT8, HCOMM_REDUCE_MAX);
                code = code != 0 ? code
                                 : HcommWriteReduceWithNotifyOnThread(pipe.thread, pipe.channel, dst, src, 0,
                                                                      HCOMM_DATA_TYPE_FP32, HCOMM_REDUCE_SUM, 2);
                code = code != 0 ? code : pipe.Wait(form, 2);
                code = code != 0 ? code : HcommLocalCopyOnThread(pipe.thread, pipe.mine.Scratch(), src, 0);
                code = code != 0 ? code
                                 : HcommLocalReduceOnThread(pipe.thread, pipe.mine.Scratch(), src, 0, HCOMM_DATA_TYPE_FP32,
                                                            HCOMM_REDUCE_SUM);
            }
            return code;
        }));
        UT_CHECK(ut::AllBytes(pipe.mine.Inbox(), kPart, kCanary));
        UT_CHECK(ut::AllBytes(pipe.mine.Scratch(), kPart, kCanary));
        pipe.rank->Meet();
    }
}

// Whole parts at once, repeated: more than any queue or socket buffer holds, in both directions with nobody waiting
// before all is queued.
void Saturate(const Pipe& pipe)
{
    const uint32_t rounds = (pipe.net ? 8 : 16) * Soak();
    for (const Form form : pipe.forms) {
        ut::Stage(std::string("both directions at once, form ") + Name(form));
        Prepare(pipe, 500);
        UT_OK(pipe.Do(form, [&] {
            int code = 0;
            for (uint32_t round = 0; round < rounds && code == 0; ++round) {
                code = pipe.Write(form, pipe.theirs.Inbox(), pipe.mine.Outbox(), kPart);
                if (code == 0 && round % 4 == 3) {
                    code = pipe.Read(form, pipe.mine.Scratch(), pipe.theirs.Outbox(), kPart);
                }
            }
            code = code != 0 ? code : pipe.Fence(form);
            code = code != 0 ? code : pipe.Record(form, 0);
            return code != 0 ? code : pipe.Wait(form, 0);
        }));
        UT_EQ(ut::FindWrong(pipe.mine.Inbox(), kPart, Seed(pipe.peer, 500)), kPart);
        UT_EQ(ut::FindWrong(pipe.mine.Scratch(), kPart, Seed(pipe.peer, 500)), kPart);
        pipe.rank->Meet();
    }
}

// Ranges that the peer did not offer are refused and nothing is written.
void Refused(const Pipe& pipe)
{
    ut::Stage("ranges that were not offered");
    Prepare(pipe, 600);
    const Form form = pipe.forms[0];
    char* const end = pipe.theirs.base + pipe.theirs.size;
    int local = 0;
    std::vector<char*> refused = {end - 63, reinterpret_cast<char*>(&local)};
    if (pipe.alone) {
        refused.push_back(end);
        refused.push_back(pipe.theirs.base - 1);
    }
    for (char* far : refused) {
        UT_CHECK(pipe.Write(form, far, pipe.mine.Outbox(), 64) != 0);
        UT_CHECK(pipe.Read(form, pipe.mine.Scratch(), far, 64) != 0);
        UT_CHECK(pipe.WriteWithNotify(form, far, pipe.mine.Outbox(), 64, 0) != 0);
    }
    UT_CHECK(pipe.Write(form, pipe.theirs.base, pipe.mine.Outbox(), ~uint64_t{0}) != 0);
    UT_OK(pipe.Settle(form));
    pipe.rank->Meet();
    UT_CHECK(ut::AllBytes(pipe.mine.Inbox(), kPart, kCanary));
    pipe.rank->Meet();
}

}  // namespace

// Of reduce.cpp and notify.cpp.
void Reductions(const Pipe& pipe);
void NotifyStates(const Pipe& pipe);
void Visible(const Pipe& pipe);
void InOrder(const Pipe& pipe);
void Overwritten(const Pipe& pipe);

const std::vector<Test> kPipeTests = {
    {"writes", Writes},
    {"reads", Reads},
    {"read-back", ReadBack},
    {"batches", Batches},
    {"zero-lengths", ZeroLengths},
    {"reductions", Reductions},
    {"notify-states", NotifyStates},
    {"visible", Visible},
    {"in-order", InOrder},
    {"overwritten", Overwritten},
    {"refused", Refused},
    {"saturate", Saturate},
};

void ManyChannels(ut::Rank& rank, Transport& transport)
{
    constexpr uint32_t kChannels = 256;
    constexpr uint64_t kPiece = 4096;
    ut::Stage("many channels");
    const std::vector<Pipe> pipes = transport.Open(rank, kChannels, 2);
    const Pipe& first = pipes[0];
    for (const Form form : first.forms) {
        Prepare(first, 700);
        // Each channel carries a piece of its own, the later ones first.
        UT_OK(first.Do(form, [&] {
            int code = 0;
            for (uint32_t i = kChannels; i-- > 0 && code == 0;) {
                code = pipes[i].WriteWithNotify(form, first.theirs.Inbox() + i * kPiece, first.mine.Outbox() + i * kPiece + 1,
                                                kPiece - 1, 1);
            }
            for (uint32_t i = 0; i < kChannels && code == 0; ++i) {
                code = pipes[i].Wait(form, 1);
            }
            return code;
        }));
        for (uint32_t i = 0; i < kChannels; ++i) {
            UT_EQ(ut::FindWrong(first.mine.Inbox() + i * kPiece, kPiece - 1, Seed(first.peer, 700), i * kPiece + 1),
                  kPiece - 1);
        }
        if (form == Form::kNow) {
            for (const Pipe& pipe : pipes) {
                UT_OK(HcommChannelFence(pipe.channel));
            }
        }
        rank.Meet();
    }
    transport.Close();
}

}  // namespace contract
