// DAT: the data plane.
#include <sched.h>
#include <sys/mman.h>

#include <algorithm>

#include "cases.h"
#include "wire.h"

namespace cases {

using contract::Form;
using contract::kPart;
using contract::Pipe;
using contract::Soak;

namespace {

void PinTo(int cores)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int i = 0; i < cores; ++i) {
        CPU_SET(i, &set);
    }
    (void)sched_setaffinity(0, sizeof(set), &set);
}

// One round trip: `words` words with the round's number, then the notify; the reader looks at every word.
void Ping(const Pipe& pipe, Form form, char* out, uint64_t words, uint64_t round, bool together)
{
    auto* const values = reinterpret_cast<uint64_t*>(out);
    std::fill(values, values + words, round);
    int code = 0;
    char* const there = pipe.theirs.Inbox() + (out - pipe.mine.Outbox());
    if (together) {
        code = pipe.WriteWithNotify(form, there, out, words * 8, 0);
    } else {
        code = pipe.Write(form, there, out, words * 8);
        code = code != 0 ? code : pipe.Record(form, 0);
    }
    code = code != 0 ? code : pipe.Wait(form, 1);
    UT_OK(code);
    UT_OK(pipe.Settle(form));
}

void Pong(const Pipe& pipe, Form form, const char* in, uint64_t words, uint64_t round)
{
    UT_OK(pipe.Wait(form, 0));
    UT_OK(pipe.Settle(form));
    const auto* const values = reinterpret_cast<const volatile uint64_t*>(in);
    uint64_t stale = 0;
    for (uint64_t i = 0; i < words; ++i) {
        stale += values[i] != round ? 1 : 0;
    }
    UT_REQUIRE(stale == 0);
    UT_OK(pipe.Record(form, 1));
    UT_OK(pipe.Settle(form));
}

// DAT-01. A payload is written, then its notify; after the wait every word of the payload is the new one. Sizes from one
// word to 4 MiB, both ways to notify, 1, 2 and 4 channels at once, on one core and on all. Expected: no stale word, no
// missing notify.
void VisiblePayload(ut::Rank& rank)
{
    OnTransports(rank, 4, 2, [&](const std::vector<Pipe>& pipes) {
        // A thread belongs to one caller at a time, so each queue gets one of its own.
        for (const int cores : {1, 2}) {
            for (const uint32_t queues : {1u, 2u, 4u}) {
                std::vector<std::thread> callers;
                std::atomic<bool> stopped{false};
                rank.Meet();
                for (uint32_t q = 0; q < queues; ++q) {
                    callers.emplace_back([&, q] {
                        try {
                            uint32_t devices = 0;
                            UT_OK(aclrtGetDeviceCount(&devices));
                            UT_OK(aclrtSetDevice(static_cast<int32_t>(rank.rank % devices)));
                            PinTo(cores);
                            Pipe pipe = pipes[q];
                            ThreadHandle threads[4] = {};
                            if (pipe.comm != nullptr) {
                                UT_OK(HcclThreadAcquire(pipe.comm, pipe.engine, 4, 0, threads));
                                UT_OK(HcclThreadResGetInfo(pipe.comm, threads[q], THREAD_RES_TYPE_STREAM,
                                                           sizeof(pipe.stream), reinterpret_cast<void**>(&pipe.stream)));
                            } else {
                                const uint32_t none = 0;
                                UT_OK(HcommThreadAlloc(pipe.engine, 1, &none, &threads[q]));
                                UT_OK(HcommThreadResGetInfo(threads[q], THREAD_RES_TYPE_STREAM, sizeof(pipe.stream),
                                                            reinterpret_cast<void**>(&pipe.stream)));
                            }
                            pipe.thread = threads[q];
                            const uint64_t room = kPart / 4;
                            for (const Form form : pipe.forms) {
                                if (form == Form::kKernel) {
                                    continue;  // the contract has it
                                }
                                uint64_t round = 0;
                                for (const uint64_t words : {uint64_t{1}, uint64_t{3}, uint64_t{512}, room / 8}) {
                                    const uint64_t rounds = (words <= 3 ? 600 : words <= 512 ? 100 : 3) * Soak() / (pipe.net ? 10 : 1);
                                    for (uint64_t i = 0; i < std::max<uint64_t>(rounds, 2); ++i) {
                                        ++round;
                                        if ((i + rank.rank) % 2 == 0) {
                                            Ping(pipe, form, pipe.mine.Outbox() + q * room, words, round, i % 4 < 2);
                                        } else {
                                            Pong(pipe, form, pipe.mine.Inbox() + q * room, words, round);
                                        }
                                    }
                                }
                            }
                            if (pipe.comm == nullptr) {
                                UT_OK(HcommThreadFree(&threads[q], 1));
                            }
                        } catch (const ut::Stop&) {
                            stopped = true;
                        }
                    });
                }
                for (std::thread& caller : callers) {
                    caller.join();
                }
                UT_REQUIRE(!stopped);
            }
        }
    });
}

// DAT-02. A notify is recorded twice before anybody waits. Expected: a latch, so the second wait times out; on channels of
// the engine CPU over RoCE every record counts, so both waits succeed and a third times out. The same on every transport;
// notifies of threads are latches. With one notify for each chunk in flight a pipeline of four chunks is right in every
// round.
void TwoRecords(ut::Rank& rank)
{
    OnTransports(rank, 1, 8, [&](const std::vector<Pipe>& pipes) {
        const Pipe& pipe = pipes[0];
        const Form form = pipe.forms[0] == Form::kNow ? Form::kNow : Form::kThread;
        // The pipeline first: a wait that times out spoils a thread.
        const uint32_t rounds = (pipe.net ? 300 : 2500) * Soak();
        auto* const out = reinterpret_cast<uint64_t*>(pipe.mine.Outbox());
        auto* const in = reinterpret_cast<volatile uint64_t*>(pipe.mine.Inbox());
        uint64_t sum = 0;
        if (rank.rank == 0) {
            for (uint32_t chunk = 0; chunk < 4 * rounds; ++chunk) {
                const uint32_t slot = chunk % 4;
                if (chunk >= 4) {
                    UT_OK(pipe.Wait(form, 4 + slot));  // the chunk before in this slot was taken
                    UT_OK(pipe.Settle(form));
                }
                out[slot * 64] = chunk;
                UT_OK(pipe.WriteWithNotify(form, pipe.theirs.Inbox() + slot * 512, out + slot * 64, 8, slot));
            }
            for (uint32_t slot = 0; slot < 4; ++slot) {
                UT_OK(pipe.Wait(form, 4 + slot));
            }
            UT_OK(pipe.Settle(form));
        } else {
            for (uint32_t chunk = 0; chunk < 4 * rounds; ++chunk) {
                const uint32_t slot = chunk % 4;
                UT_OK(pipe.Wait(form, slot));
                UT_OK(pipe.Settle(form));
                UT_REQUIRE(in[slot * 64] == chunk);
                sum += in[slot * 64];
                UT_OK(pipe.Record(form, 4 + slot));
            }
            UT_OK(pipe.Settle(form));
            UT_EQ(sum, uint64_t{4} * rounds * (4 * rounds - 1) / 2);
        }
        rank.Meet();
        // Notifies of a thread.
        if (form == Form::kThread) {
            UT_OK(HcommThreadNotifyRecordOnThread(pipe.thread, pipe.thread, 0));
            UT_OK(HcommThreadNotifyRecordOnThread(pipe.thread, pipe.thread, 0));
            UT_OK(HcommThreadNotifyWaitOnThread(pipe.thread, 0, 1));
            UT_OK(pipe.Settle(form));
        }
        // Notifies of the channel.
        UT_OK(pipe.Record(form, 3));
        UT_OK(pipe.Record(form, 3));
        UT_OK(pipe.Record(form, 2));
        UT_OK(pipe.Settle(form));
        rank.Meet();
        UT_OK(pipe.Wait(form, 3, ut::kLongSeconds));
        if (pipe.counted) {
            UT_OK(pipe.Wait(form, 3, ut::kLongSeconds));
        }
        UT_OK(pipe.Wait(form, 2, ut::kLongSeconds));
        UT_OK(pipe.Settle(form));
        if (form == Form::kNow) {
            UT_EQ(HcommChannelNotifyWait(pipe.channel, 3, 1), HCCL_E_TIMEOUT);
        } else {
            UT_OK(pipe.Wait(form, 3, 1));
            UT_CHECK(pipe.Settle(form) != 0);
        }
    });
}

// DAT-03. Operations of length 0, with pointers and with NULL. Expected: with pointers they succeed, move nothing, and the
// notify that belongs to them arrives; NULL pointers answer PTR whatever the length is, and a batch of no entries PARA, as
// the interface documents.
void ZeroLengths(ut::Rank& rank)
{
    OnTransports(rank, 1, 4, [&](const std::vector<Pipe>& pipes) {
        const Pipe& pipe = pipes[0];
        char* const there = pipe.theirs.Inbox();
        char* const here = pipe.mine.Outbox();
        std::memset(pipe.mine.Inbox(), 0x3c, 4096);
        rank.Meet();
        for (const Form form : pipe.forms) {
            if (form == Form::kKernel) {
                continue;
            }
            UT_OK(pipe.Write(form, there, here, 0));
            UT_EQ(pipe.Write(form, nullptr, here, 0), HCCL_E_PTR);
            UT_EQ(pipe.Write(form, there, nullptr, 0), HCCL_E_PTR);
            UT_OK(pipe.WriteWithNotify(form, there, here, 0, 1));
            UT_EQ(pipe.WriteWithNotify(form, nullptr, nullptr, 0, 1), HCCL_E_PTR);
            UT_OK(pipe.Wait(form, 1));
            UT_OK(pipe.Settle(form));
            rank.Meet();
            if (form == Form::kNow) {
                continue;
            }
            UT_OK(HcommWriteReduceOnThread(pipe.thread, pipe.channel, there, here, 0, HCOMM_DATA_TYPE_FP32, HCOMM_REDUCE_SUM));
            HcommBatchTransferDesc descs[3];
            std::memset(descs, 0, sizeof(descs));
            descs[0].transType = HCOMM_TRANSFER_TYPE_WRITE;
            descs[0].transferInfo.write = {0, there, here};
            descs[1].transType = HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY;
            descs[1].transferInfo.writeWithNotify = {0, there, here, 2};
            descs[2].transType = HCOMM_TRANSFER_TYPE_NOTIFY_RECORD;
            descs[2].transferInfo.notifyRecord.notifyIdx = 3;
            UT_OK(HcommBatchTransferOnThread(pipe.thread, pipe.channel, descs, 3));
            UT_EQ(HcommBatchTransferOnThread(pipe.thread, pipe.channel, descs, 0), HCCL_E_PARA);
            UT_OK(pipe.Wait(form, 2));
            UT_OK(pipe.Wait(form, 3));
            UT_OK(pipe.Settle(form));
            rank.Meet();
        }
        UT_CHECK(ut::AllBytes(pipe.mine.Inbox(), 4096, 0x3c));
    });
}

// DAT-04. Every pair of offsets 0 to 15, lengths 0 to 257 and 4093 to 4099, for local copies, writes and reads, with
// canaries between; reductions at addresses that are off by 1 and 2. Expected: every byte right, canaries intact.
void OddAddresses(ut::Rank& rank)
{
    OnTransports(rank, 1, 4, [&](const std::vector<Pipe>& pipes) {
        const Pipe& pipe = pipes[0];
        const Form form = pipe.forms[0] == Form::kNow ? Form::kNow : Form::kThread;
        std::vector<uint64_t> lengths;
        // Over a network each of these is a message; a part of the lengths has to do.
        for (uint64_t len = 0; len <= 257; len += pipe.net ? 37 : 1) {
            lengths.push_back(len);
        }
        for (uint64_t len = 4093; len <= 4099; ++len) {
            lengths.push_back(len);
        }
        uint64_t room = 0;
        for (const uint64_t len : lengths) {
            room += len / 16 * 16 + 48;
        }
        UT_REQUIRE(room <= kPart);
        ut::FillPattern(pipe.mine.Outbox(), kPart, rank.rank);
        const int step = pipe.net ? 5 : 1;
        // 0 write, 1 read, 2 local copy
        for (int way = 0; way < (form == Form::kNow ? 2 : 3); ++way) {
            char* const landing = way == 0 ? pipe.mine.Inbox() : pipe.mine.Scratch();
            const uint32_t author = way == 2 ? rank.rank : pipe.peer;
            for (int dst = 0; dst < 16; dst += step) {
                for (int src = 0; src < 16; src += step) {
                    std::memset(landing, 0xab, room + 64);
                    rank.Meet();
                    uint64_t at = 0;
                    for (const uint64_t len : lengths) {
                        int code = 0;
                        if (way == 0) {
                            code = pipe.Write(form, pipe.theirs.Inbox() + at + dst, pipe.mine.Outbox() + at + src, len);
                        } else if (way == 1) {
                            code = pipe.Read(form, landing + at + dst, pipe.theirs.Outbox() + at + src, len);
                        } else {
                            code = HcommLocalCopyOnThread(pipe.thread, landing + at + dst, pipe.mine.Outbox() + at + src, len);
                        }
                        UT_OK(code);
                        at += len / 16 * 16 + 48;
                    }
                    UT_OK(pipe.Fence(form));
                    UT_OK(pipe.Record(form, 0));
                    UT_OK(pipe.Wait(form, 0));
                    UT_OK(pipe.Settle(form));
                    at = 0;
                    for (const uint64_t len : lengths) {
                        const uint64_t slot = len / 16 * 16 + 48;
                        const bool good = ut::AllBytes(landing + at, dst, 0xab) &&
                                          ut::FindWrong(landing + at + dst, len, author, at + src) == len &&
                                          ut::AllBytes(landing + at + dst + len, slot - dst - len, 0xab);
                        if (!good) {
                            std::fprintf(stderr, "  way %d, dst +%d, src +%d, length %llu\n", way, dst, src,
                                         static_cast<unsigned long long>(len));
                        }
                        UT_REQUIRE(good);
                        at += slot;
                    }
                }
            }
        }
        if (form == Form::kNow) {
            return;
        }
        for (const int off : {1, 2}) {
            float mine[5];
            float theirs[5];
            for (int i = 0; i < 5; ++i) {
                mine[i] = static_cast<float>(i + 1);
                theirs[i] = static_cast<float>(10 * (i + 1));
            }
            std::memcpy(pipe.mine.Inbox() + off, theirs, sizeof(theirs));
            std::memcpy(pipe.mine.Outbox() + off, mine, sizeof(mine));
            rank.Meet();
            UT_OK(HcommWriteReduceOnThread(pipe.thread, pipe.channel, pipe.theirs.Inbox() + off, pipe.mine.Outbox() + off, 5,
                                           HCOMM_DATA_TYPE_FP32, HCOMM_REDUCE_SUM));
            UT_OK(pipe.Record(form, 1));
            UT_OK(pipe.Wait(form, 1));
            UT_OK(pipe.Settle(form));
            float got[5];
            std::memcpy(got, pipe.mine.Inbox() + off, sizeof(got));
            for (int i = 0; i < 5; ++i) {
                UT_EQ(got[i], 11 * (i + 1));
            }
            rank.Meet();
        }
    });
}

// DAT-05. One write of 4 GiB + 3 bytes: marks at 0, 2 GiB - 1, 2 GiB, 4 GiB - 1, 4 GiB and the end arrive, nothing beyond
// the end is touched. The source is sparse. Over a network one write and one read of 64 MiB + 3 bytes (4 GiB + 3 with
// UT_SOAK).
void OverNetwork(ut::Rank& rank)
{
    const uint64_t length = Soak() > 1 ? (uint64_t{4} << 30) + 3 : (uint64_t{64} << 20) + 3;
    void* mapped = mmap(nullptr, length + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    UT_REQUIRE(mapped != MAP_FAILED);
    auto* const at = static_cast<uint8_t*>(mapped);
    const EndpointHandle port = OpenPort(rank, PortKind::kHost);
    const HcommMemHandle handle = Register(port, at, length);
    const auto all = rank.ExchangeBytes(Exported(port, handle));
    Wire wire = Connect(rank, port, PortKind::kHost, "dat05", {handle}, rank.rank ^ 1);
    char* const theirs = Imported(port, all[rank.rank ^ 1]);
    const uint64_t marks[] = {0, 1, 4095, length / 2 - 1, length / 2, length - 1};
    for (const uint64_t mark : marks) {
        at[mark] = rank.rank == 0 ? static_cast<uint8_t>(0x80 | (mark % 61)) : 0;
    }
    at[length] = 0xff;
    rank.Meet();
    if (rank.rank == 0) {
        UT_OK(wire.WriteAndSettle(theirs, at, length));
        UT_OK(wire.Record(0));
        UT_OK(wire.Wait(1));
    } else {
        UT_OK(wire.Wait(0));
        for (const uint64_t mark : marks) {
            UT_EQ(at[mark], 0x80 | (mark % 61));
        }
        UT_EQ(at[length], 0xff);
        // Back into memory that was cleared.
        std::memset(at, 0, length);
        UT_OK(wire.Read(at, theirs, length));
        UT_OK(wire.Settle());
        for (const uint64_t mark : marks) {
            UT_EQ(at[mark], 0x80 | (mark % 61));
        }
        UT_EQ(at[length], 0xff);
        UT_OK(wire.Record(1));
    }
    UT_OK(wire.Settle());
    rank.Meet();
    Disconnect(wire);
    UT_OK(HcommEndpointDestroy(port));
    UT_EQ(munmap(mapped, length + 4096), 0);
}

void MoreThanFourGiB(ut::Rank& rank)
{
    ut::Stage("DAT-05, network");
    OverNetwork(rank);
    ut::Stage("DAT-05, shared memory");
    constexpr uint64_t kLength = (uint64_t{4} << 30) + 3;
    constexpr uint64_t kSize = kLength + 4096;
    if (AvailableKiB() < (long{7} << 20)) {
        if (rank.rank == 0) {
            ut::Skip("DAT-05", "4 GiB of memory are written, 7 GiB must be free, " + std::to_string(AvailableKiB() >> 10) +
                                   " MiB are");
        }
        return;
    }
    HcclComm comm = rank.Join("huge", 1);
    void* target = nullptr;
    HcclMemHandle handle = nullptr;
    if (rank.rank == 1) {
        UT_OK(aclrtMalloc(&target, kSize, ACL_MEM_MALLOC_HUGE_FIRST));
        const CommMem mem = {COMM_MEM_TYPE_DEVICE, target, kSize};
        UT_OK(HcclCommMemReg(comm, "target", &mem, &handle));
    }
    HcclChannelDesc desc;
    UT_OK(HcclChannelDescInit(&desc, 1));
    desc.remoteRank = 1 - rank.rank;
    desc.channelProtocol = COMM_PROTOCOL_UB_CTP;
    desc.notifyNum = 2;
    desc.memHandles = handle == nullptr ? nullptr : &handle;
    desc.memHandleNum = handle == nullptr ? 0 : 1;
    ChannelHandle channel = 0;
    UT_OK(HcclChannelAcquire(comm, COMM_ENGINE_AICPU_TS, &desc, 1, &channel));
    ThreadHandle thread = 0;
    aclrtStream stream = nullptr;
    UT_OK(HcclThreadAcquire(comm, COMM_ENGINE_AICPU_TS, 1, 0, &thread));
    UT_OK(HcclThreadResGetInfo(comm, thread, THREAD_RES_TYPE_STREAM, sizeof(stream), reinterpret_cast<void**>(&stream)));
    const uint64_t marks[] = {0, (1ULL << 31) - 1, 1ULL << 31, (1ULL << 32) - 1, 1ULL << 32, kLength - 1};
    if (rank.rank == 0) {
        uint32_t num = 0;
        CommMem* mems = nullptr;
        char** tags = nullptr;
        UT_OK(HcclChannelGetRemoteMems(comm, channel, &num, &mems, &tags));
        UT_NEED(num, 2);
        UT_EQ(mems[1].size, kSize);
        void* source = mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        UT_REQUIRE(source != MAP_FAILED);
        for (const uint64_t mark : marks) {
            static_cast<uint8_t*>(source)[mark] = static_cast<uint8_t>(0x80 | (mark % 61));
        }
        static_cast<uint8_t*>(source)[kLength] = 0xff;  // not sent
        UT_OK(HcommWriteOnThread(thread, channel, mems[1].addr, source, kLength));
        UT_OK(HcommChannelNotifyRecordOnThread(thread, channel, 0));
        UT_OK(HcommChannelNotifyWaitOnThread(thread, channel, 1, ut::kLongSeconds));
        UT_OK(ut::Synchronize(stream));
        UT_EQ(munmap(source, kSize), 0);
    } else {
        UT_OK(HcommChannelNotifyWaitOnThread(thread, channel, 0, ut::kLongSeconds));
        UT_OK(ut::Synchronize(stream));
        const auto* got = static_cast<const uint8_t*>(target);
        for (const uint64_t mark : marks) {
            UT_EQ(got[mark], 0x80 | (mark % 61));
        }
        UT_EQ(got[kLength], 0);
        UT_EQ(got[(1ULL << 31) + 4096], 0);
        UT_OK(HcommChannelNotifyRecordOnThread(thread, channel, 1));
        UT_OK(ut::Synchronize(stream));
    }
    UT_OK(HcclCommDestroy(comm));
    if (target != nullptr) {
        UT_OK(aclrtFree(target));
    }
}

}  // namespace

const std::vector<Case> kDataCases = {
    {"DAT-01", 2, VisiblePayload}, {"DAT-02", 2, TwoRecords},      {"DAT-03", 2, ZeroLengths},
    {"DAT-04", 2, OddAddresses},   {"DAT-05", 2, MoreThanFourGiB},
};

}  // namespace cases
