// Notifies: what they mean, and what they promise about data. Litmus tests: each could fail only by a lost ordering.
#include <atomic>

#include "pipe.h"

namespace contract {

// A record before the wait is remembered. A second record before the wait is merged, or counted where records count.
void NotifyStates(const Pipe& pipe)
{
    for (const Form form : pipe.forms) {
        ut::Stage(std::string("notify states, form ") + Name(form));
        pipe.rank->Meet();
        // Every notify, recorded long before the wait, waited for in another order.
        UT_OK(pipe.Do(form, [&] {
            int code = 0;
            for (uint32_t i = 0; i < pipe.notifies && code == 0; ++i) {
                code = pipe.Record(form, i);
            }
            return code;
        }));
        pipe.rank->Meet();
        UT_OK(pipe.Do(form, [&] {
            int code = 0;
            for (uint32_t i = 0; i < pipe.notifies && code == 0; ++i) {
                // Counted notifies are taken in the order of their arrival.
                code = pipe.Wait(form, pipe.counted ? i : pipe.notifies - 1 - i);
            }
            return code;
        }));
        pipe.rank->Meet();
        // Two records.
        UT_OK(pipe.Do(form, [&] {
            const int code = pipe.Record(form, 0);
            return code != 0 ? code : pipe.Record(form, 0);
        }));
        UT_OK(pipe.Settle(form));
        pipe.rank->Meet();
        // Notify 1 comes behind both: when it is there they are, too.
        UT_OK(pipe.Do(form, [&] { return pipe.Record(form, 1); }));
        UT_OK(pipe.Do(form, [&] {
            int code = pipe.Wait(form, 0);
            code = code != 0 || !pipe.counted ? code : pipe.Wait(form, 0);
            return code != 0 ? code : pipe.Wait(form, 1);
        }));
        if (form == Form::kNow) {
            // There is no other: merged, or taken both.
            UT_EQ(HcommChannelNotifyWait(pipe.channel, 0, 1), HCCL_E_TIMEOUT);
        }
        pipe.rank->Meet();
        // Indexes that do not exist.
        for (const uint32_t index : {pipe.notifies, 1u << 31, ~0u}) {
            UT_CHECK(pipe.Record(form == Form::kKernel ? Form::kThread : form, index) != 0);
            UT_CHECK(pipe.Wait(form == Form::kKernel ? Form::kThread : form, index) != 0);
        }
        pipe.rank->Meet();
    }
}

namespace {

// One direction of `Visible`: the writer sends rounds, the reader checks each and answers.
void Send(const Pipe& pipe, Form form, uint64_t words, uint32_t rounds, bool together)
{
    auto* const out = reinterpret_cast<uint64_t*>(pipe.mine.Outbox());
    for (uint32_t round = 1; round <= rounds; ++round) {
        for (uint64_t i = 0; i < words; ++i) {
            out[i] = round * 0x100000001ULL;
        }
        UT_OK(pipe.Do(form, [&] {
            int code = 0;
            if (together) {
                code = pipe.WriteWithNotify(form, pipe.theirs.Inbox(), out, words * 8, 2);
            } else {
                // Two writes; the notify stands for both.
                const uint64_t half = words / 2;
                code = pipe.Write(form, pipe.theirs.Inbox() + half * 8, out + half, (words - half) * 8);
                code = code != 0 ? code : pipe.Write(form, pipe.theirs.Inbox(), out, half * 8);
                code = code != 0 ? code : pipe.Record(form, 2);
            }
            return code != 0 ? code : pipe.Wait(form, 3);
        }));
    }
}

void Receive(const Pipe& pipe, Form form, uint64_t words, uint32_t rounds)
{
    const volatile uint64_t* const in = reinterpret_cast<uint64_t*>(pipe.mine.Inbox());
    for (uint32_t round = 1; round <= rounds; ++round) {
        UT_OK(pipe.Do(form, [&] { return pipe.Wait(form, 2); }));
        for (uint64_t i = 0; i < words; ++i) {
            if (in[i] != round * 0x100000001ULL) {
                UT_EQ(in[i], round * 0x100000001ULL);
                std::fprintf(stderr, "  word %llu of round %u\n", static_cast<unsigned long long>(i), round);
                throw ut::Stop();
            }
        }
        UT_OK(pipe.Do(form, [&] { return pipe.Record(form, 3); }));
    }
}

}  // namespace

// When the wait is over, all bytes before the record are there.
void Visible(const Pipe& pipe)
{
    struct Size {
        uint64_t words;
        uint32_t rounds;
    };
    const Size sizes[] = {{1, 400}, {2, 200}, {9, 200}, {512, 100}, {8192, 20}, {kPart / 8, 3}};
    for (const Form form : pipe.forms) {
        for (const bool together : {false, true}) {
            ut::Stage(std::string("payload before notify, form ") + Name(form) + (together ? ", with notify" : ""));
            for (const Size& size : sizes) {
                uint32_t rounds = size.rounds * Soak();
                // A launch for each round takes its time, and so does a network.
                rounds = form == Form::kKernel || pipe.net ? (rounds + 9) / 10 : rounds;
                for (uint32_t writer = 0; writer < 2; ++writer) {
                    pipe.rank->Meet();
                    if (pipe.rank->rank == writer) {
                        Send(pipe, form, size.words, rounds, together);
                    } else {
                        Receive(pipe, form, size.words, rounds);
                    }
                }
            }
            UT_CHECK(true);
        }
        pipe.rank->Meet();
    }
}

// Work of a thread is done in the order of the calls: who watches the memory never sees an older value after a newer one,
// and the value behind several writes is the last.
void InOrder(const Pipe& pipe)
{
    constexpr uint64_t kWrites = 2000;
    for (const Form form : pipe.forms) {
        ut::Stage(std::string("order of writes, form ") + Name(form));
        auto* const out = reinterpret_cast<uint64_t*>(pipe.mine.Outbox());
        auto* const in = reinterpret_cast<std::atomic<uint64_t>*>(pipe.mine.Inbox());
        for (uint64_t i = 0; i <= kWrites; ++i) {
            out[i] = i;
        }
        in->store(0);
        pipe.rank->Meet();
        std::atomic<bool> done{false};
        uint64_t backwards = 0;
        std::thread watcher([&] {
            uint64_t last = 0;
            while (!done.load()) {
                const uint64_t now = in->load(std::memory_order_acquire);
                backwards += now < last ? 1 : 0;
                last = now;
            }
        });
        const int code = pipe.Do(form, [&] {
            int result = 0;
            for (uint64_t i = 1; i <= kWrites && result == 0; ++i) {
                result = pipe.Write(form, pipe.theirs.Inbox(), out + i, 8);
            }
            result = result != 0 ? result : pipe.Record(form, 0);
            return result != 0 ? result : pipe.Wait(form, 0);
        });
        done = true;
        watcher.join();
        UT_OK(code);
        UT_EQ(in->load(), kWrites);
        UT_EQ(backwards, 0);
        pipe.rank->Meet();
    }
}

// A chain of dependent work on one thread: what is read, added to and written on is that of the task before.
void Overwritten(const Pipe& pipe)
{
    constexpr int kSteps = 200;
    for (const Form form : pipe.forms) {
        if (form == Form::kNow) {
            continue;
        }
        ut::Stage(std::string("dependent tasks, form ") + Name(form));
        auto* const one = reinterpret_cast<int32_t*>(pipe.mine.Outbox());
        auto* const value = reinterpret_cast<int32_t*>(pipe.mine.Scratch());
        auto* const slot = reinterpret_cast<int32_t*>(pipe.theirs.Inbox());
        *one = 1;
        *value = 0;
        std::memset(pipe.mine.Inbox(), 0, 64);
        pipe.rank->Meet();
        UT_OK(pipe.Do(form, [&] {
            int code = 0;
            for (int i = 0; i < kSteps && code == 0; ++i) {
                code = HcommLocalReduceOnThread(pipe.thread, value, one, 1, HCOMM_DATA_TYPE_INT32, HCOMM_REDUCE_SUM);
                code = code != 0 ? code : pipe.Write(form, slot, value, 4);
                code = code != 0 ? code
                                 : HcommWriteReduceOnThread(pipe.thread, pipe.channel, slot, one, 1, HCOMM_DATA_TYPE_INT32,
                                                            HCOMM_REDUCE_SUM);
                code = code != 0 ? code : HcommChannelDrainOnThread(pipe.thread, pipe.channel);
                code = code != 0 ? code : pipe.Read(form, value, slot, 4);
                code = code != 0 ? code : HcommChannelDrainOnThread(pipe.thread, pipe.channel);
            }
            return code;
        }));
        UT_EQ(*value, 2 * kSteps);
        pipe.rank->Meet();
    }
}

// Waits that nobody answers end with an error after their time, by default and by explicit time-out; a notify of another
// index does not wake them; the thread keeps its first error.
void TimeOuts(const Pipe& pipe)
{
    ut::Stage("waits that time out");
    if (pipe.forms[0] == Form::kNow) {
        UT_EQ(HcommChannelNotifyWait(pipe.channel, 0, 1), HCCL_E_TIMEOUT);
        UT_EQ(HcommChannelNotifyWait(pipe.channel, 0, 0), HCCL_E_TIMEOUT);
        pipe.rank->Meet();
        // The channel goes on.
        UT_OK(pipe.Do(Form::kNow, [&] { return pipe.Record(Form::kNow, 0); }));
        UT_OK(HcommChannelNotifyWait(pipe.channel, 0, ut::kLongSeconds));
        pipe.rank->Meet();
        return;
    }
    UT_OK(pipe.Record(Form::kThread, 1));
    UT_OK(pipe.Settle(Form::kThread));
    pipe.rank->Meet();
    if (pipe.rank->rank == 0) {
        UT_OK(HcommSetNotifyWaitTimeOut(1.0f));
        UT_OK(HcommChannelNotifyWaitOnThreadWithDefaultTimeout(pipe.thread, pipe.channel, 0));
    } else {
        UT_OK(HcommChannelNotifyWaitOnThread(pipe.thread, pipe.channel, 0, 1));
    }
    UT_CHECK(pipe.Settle(Form::kThread) != 0);
    const char* text = aclGetRecentErrMsg();
    UT_CHECK(text != nullptr && std::strstr(text, "notify") != nullptr);
    // The first error stays.
    UT_CHECK(pipe.Settle(Form::kThread) != 0);
    if (pipe.comm != nullptr) {
        HcclResult error = HCCL_SUCCESS;
        UT_OK(HcclGetCommAsyncError(pipe.comm, &error));
        UT_CHECK(error != HCCL_SUCCESS);
    }
    pipe.rank->Meet();
}

}  // namespace contract
