// Calls every function of the operator half with forged handles and random arguments, beside live objects.
//
//   forged [CALLS [SEED [FUNCTION]]]      calls of each function (default kCalls), first random number, one function only
//
// The table of functions is written by table.py from the facts of the ABI, so that a new function takes part at once.
// Of the handles of a call at least one is forged: NULL, random, stale, of another kind, one bit or a few numbers beside a
// live one, bit 63, an address of this program or of the kernel. Pointers are NULL or lead to memory that the call may use,
// however large the numbers beside them are; everything else is random. Functions that only look are called with live
// handles, too. After each function a transfer between the live objects must still work. What a call answers does not
// matter here; that it answers, and harms nobody, does.
#include <csignal>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "acl/acl.h"
#include "hccl/hccl_types.h"
#include "world.h"

namespace {

constexpr uint64_t kCalls = 10000;
// No call of these may take longer, even on a loaded machine.
constexpr int kHangSeconds = 100;
// Memory behind the pointers of a call: reserved, and there once it is touched.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr uint64_t kSlice = uint64_t{1} << 36;
#else
constexpr uint64_t kSlice = uint64_t{1} << 37;
#endif
constexpr uint32_t kSlices = 8;

enum class Kind {
    Comm, Thread, Channel, Endpoint, EndpointMemory, CommMemory, ChannelConfig, Window, Team, TeamWindow, Stream,
    Other, Count
};
enum class Rule { Scalar, Handle, Handles, Text, Record, Room, Numbers, Callback };

// Members of records, by what they hold; handles have their kind added.
namespace Member {
enum : int { Scalar = 0, Pointer = 1, Header = 2, Text = 3, Handle = 100, Handles = 200 };
}
struct Leaf {
    uint32_t offset;
    uint32_t size;
    int what;
};
struct Record {
    const char *name;
    uint32_t size;
    void (*initialise)(void *);  // that of the header, or nullptr
    std::vector<Leaf> leaves;
};
struct Argument {
    Rule rule;
    int detail;
};

}  // namespace

#define FORGED_RECORDS
#include "forged_table.inc"
#undef FORGED_RECORDS

namespace {

// Records that a function would accept, from which others are made.
std::vector<char> g_examples[64];

class Random {
public:
    explicit Random(uint64_t seed) : state_(seed) {}
    uint64_t Next()
    {
        state_ += 0x9e3779b97f4a7c15ULL;
        uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    uint64_t Below(uint64_t n) { return Next() % n; }

private:
    uint64_t state_;
};

// Live handles of each kind, and those of destroyed objects.
std::vector<uint64_t> g_live[static_cast<int>(Kind::Count)];
std::vector<uint64_t> g_all;
std::vector<uint64_t> g_stale;
std::vector<std::string> g_texts;
char *g_room = nullptr;

// What is running, for the one who explains a crash or a hang.
std::atomic<const char *> g_function{"setting up"};
std::atomic<uint64_t> g_call{0};
uint64_t g_seed = 1;
uint64_t g_arguments[8];

void Say(const char *what)
{
    char text[512];
    int n = std::snprintf(text, sizeof(text), "forged: %s in %s, call %llu, seed %llu, arguments", what, g_function.load(),
                          static_cast<unsigned long long>(g_call.load()), static_cast<unsigned long long>(g_seed));
    for (uint64_t argument : g_arguments) {
        n += std::snprintf(text + n, sizeof(text) - static_cast<size_t>(n), " %#llx", static_cast<unsigned long long>(argument));
    }
    text[n++] = '\n';
    if (write(2, text, static_cast<size_t>(n)) < 0) {
        _exit(125);
    }
}

void Crashed(int signal)
{
    Say(signal == SIGABRT ? "SIGABRT" : signal == SIGSEGV ? "SIGSEGV" : "a deadly signal");
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

// Ends the program when one call does not come back.
void Watch()
{
    uint64_t before = ~uint64_t{0};
    int same = 0;
    for (;;) {
        std::this_thread::sleep_for(std::chrono::seconds(1));
        const uint64_t now = g_call.load();
        same = now == before ? same + 1 : 0;
        before = now;
        if (same == kHangSeconds) {
            Say("a hang");
            _exit(124);
        }
    }
}

uint64_t Number(Random &random)
{
    static const uint64_t edges[] = {0, 1, 2, 7, 8, 63, 64, 65, 255, 256, 4095, 4096, 65535, 65536, 0x7fffffff, 0x80000000,
                                     0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, ~uint64_t{0}};
    switch (random.Below(4)) {
        case 0: return random.Below(16);
        case 1: return edges[random.Below(sizeof(edges) / sizeof(edges[0]))];
        case 2: return random.Next() >> random.Below(64);
        default: return random.Next();
    }
}

// A number that is no live handle.
uint64_t Forge(Random &random, int kind)
{
    for (;;) {
        const auto &own = g_live[kind];
        const uint64_t live = own.empty() ? g_all[random.Below(g_all.size())] : own[random.Below(own.size())];
        uint64_t handle = 0;
        switch (random.Below(12)) {
            case 0: break;
            case 1: handle = random.Next(); break;
            case 2: handle = live ^ (uint64_t{1} << (16 + random.Below(48))); break;
            case 3: handle = live + ((1 + random.Below(255)) << 32); break;  // another generation
            case 4: handle = live + 4096 + random.Below(1 << 20); break;     // another index
            case 5: handle = g_stale[random.Below(g_stale.size())]; break;
            case 6: handle = g_all[random.Below(g_all.size())]; break;
            case 7: handle = random.Next() | (uint64_t{1} << 63); break;
            case 8: handle = 0xffff888000000000 + (random.Below(uint64_t{1} << 36) & ~uint64_t{7}); break;
            case 9: handle = reinterpret_cast<uint64_t>(g_room) + random.Below(4096); break;
            case 10: handle = random.Below(4096); break;
            default: handle = (live & ~uint64_t{0xffffffff}) | (random.Next() >> 32 | 0x10000); break;
        }
        bool taken = false;
        for (uint64_t other : own) {
            taken = taken || other == handle;
        }
        // Windows are streams' and teams' neighbours only in name: a live handle of its own kind is never forged.
        if (!taken) {
            return handle;
        }
    }
}

uint64_t Live(Random &random, int kind)
{
    const auto &own = g_live[kind];
    return own.empty() ? Forge(random, kind) : own[random.Below(own.size())];
}

// Where the pointer argument number `index` leads.
char *Slice(size_t index) { return g_room + kSlice * (index % (kSlices - 1)); }

void FillRecord(Random &random, const Record &record, int number, char *to, char *behind)
{
    // From an example, from what the initialiser writes, or from nothing; then some members are changed.
    const std::vector<char> &example = g_examples[number];
    const uint64_t base = random.Below(4);
    std::memset(to, 0, record.size);
    if (!example.empty() && base < 2) {
        std::memcpy(to, example.data(), record.size);
    } else if (record.initialise != nullptr && base < 3) {
        record.initialise(to);
    }
    const uint64_t keep = random.Below(5);  // in 4
    for (const Leaf &leaf : record.leaves) {
        const bool follow = leaf.what == Member::Pointer || leaf.what >= Member::Handle;
        if (!follow && random.Below(4) < keep) {
            continue;
        }
        uint64_t value = Number(random);
        if (leaf.what == Member::Header) {
            if (random.Below(4) == 0) {
                std::memcpy(to + leaf.offset + random.Below(4) * 4, &value, 4);
            }
            continue;
        }
        if (leaf.what == Member::Text) {
            for (uint32_t i = 0; i < leaf.size; i++) {
                to[leaf.offset + i] = static_cast<char>(random.Below(16) == 0 ? 0 : random.Next());
            }
            continue;
        }
        if (leaf.what == Member::Pointer) {
            value = random.Below(4) == 0 ? 0 : reinterpret_cast<uint64_t>(behind);
        } else if (leaf.what >= Member::Handles) {
            value = random.Below(4) == 0 ? 0 : reinterpret_cast<uint64_t>(behind);
            const uint64_t handle = Forge(random, leaf.what - Member::Handles);
            std::memcpy(behind, &handle, sizeof(handle));
        } else if (leaf.what >= Member::Handle) {
            value = Forge(random, leaf.what - Member::Handle);
        }
        std::memcpy(to + leaf.offset, &value, leaf.size < 8 ? leaf.size : 8);
    }
}

uint64_t Text(Random &random, char *to)
{
    const uint64_t form = random.Below(8);
    if (form == 0) {
        return 0;
    }
    size_t length = 0;
    if (form == 1) {
        length = 4096;
        std::memset(to, 'x', length);
    } else if (form < 5) {
        const std::string &text = g_texts[random.Below(g_texts.size())];
        length = text.size();
        std::memcpy(to, text.data(), length);
    } else {
        length = random.Below(300);
        for (size_t i = 0; i < length; i++) {
            to[i] = static_cast<char>(form == 5 ? 1 + random.Below(255) : ' ' + random.Below(95));
        }
    }
    to[length] = 0;
    return reinterpret_cast<uint64_t>(to);
}

template <class R, class... A>
R Nothing(A...)
{
    return R();
}

template <class T>
struct Callback {
    static T Pointer() { return nullptr; }
};
template <class R, class... A>
struct Callback<R (*)(A...)> {
    static R (*Pointer())(A...) { return Nothing<R, A...>; }
};

template <class T>
T As(uint64_t bits, bool callback)
{
    if constexpr (std::is_pointer_v<T> && std::is_function_v<std::remove_pointer_t<T>>) {
        return callback && bits != 0 ? Callback<T>::Pointer() : nullptr;
    } else if constexpr (std::is_pointer_v<T>) {
        return reinterpret_cast<T>(bits);
    } else {
        T value{};
        std::memcpy(static_cast<void *>(&value), &bits, sizeof(T) < 8 ? sizeof(T) : 8);
        if constexpr (std::is_same_v<T, bool>) {
            value = bits % 2 != 0;
        }
        return value;
    }
}

struct Function {
    const char *name;
    uint64_t most;  // calls at most, 0: no limit
    std::vector<Argument> arguments;
    uint64_t (*call)(const void *function, const uint64_t *bits);
    const void *function;
};

template <class R, class... A, size_t... I>
R Apply(R (*function)(A...), const uint64_t *bits, std::index_sequence<I...>)
{
    return function(As<A>(bits[I], true)...);
}

template <class R, class... A>
Function Entry(const char *name, R (*function)(A...), uint64_t most, std::vector<Argument> arguments)
{
    const auto call = [](const void *f, const uint64_t *bits) -> uint64_t {
        const auto typed = reinterpret_cast<R (*)(A...)>(reinterpret_cast<uintptr_t>(f));
        if constexpr (std::is_pointer_v<R>) {
            return reinterpret_cast<uint64_t>(Apply(typed, bits, std::index_sequence_for<A...>()));
        } else {
            return static_cast<uint64_t>(Apply(typed, bits, std::index_sequence_for<A...>()));
        }
    };
    static_assert(sizeof...(A) <= 8, "arguments of a function");
    return {name, most, std::move(arguments), call, reinterpret_cast<const void *>(function)};
}

#define FORGED_FUNCTIONS
#include "forged_table.inc"
#undef FORGED_FUNCTIONS


// What a call that succeeded made is undone, so that a run of any length needs no more than one call.
void Undo(const Function &function, const uint64_t *bits)
{
    const std::string name = function.name;
    const auto pointer = [&](int i) { return reinterpret_cast<void **>(bits[i]); };
    if (name == "HcommEndpointCreate") {
        (void)HcommEndpointDestroy(*pointer(1));
    } else if (name == "HcommMemAlloc") {
        (void)HcommMemFree(*pointer(0));
    } else if (name == "HcclChannelConfigCreate") {
        (void)HcclChannelConfigDestroy(*pointer(0));
    } else if (name == "HcommChannelConfigCreate") {
        (void)HcommChannelConfigDestroy(*pointer(0));
    } else if (name == "HcommThreadAlloc") {
        (void)HcommThreadFree(reinterpret_cast<const ThreadHandle *>(bits[3]), static_cast<uint32_t>(bits[1]));
    } else if (name == "HcommBatchModeStart") {
        (void)HcommBatchModeEnd(reinterpret_cast<const char *>(bits[0]));
    } else if (name == "HcommAcquireComm") {
        (void)HcommReleaseComm(reinterpret_cast<const char *>(bits[0]));
    } else if (name == "HcommAicpuTsTaskCacheStart") {
        (void)HcommAicpuTsTaskCacheEnd(reinterpret_cast<const char *>(bits[0]));
        (void)HcommAicpuTsTaskCacheClear(reinterpret_cast<const char *>(bits[0]));
    } else if (name == "HcclRegisterGlobalMem") {
        (void)HcclDeregisterGlobalMem(*pointer(1));
    } else if (name == "HcclRegisterGlobalMemory") {
        (void)HcclUnregisterGlobalMemory(reinterpret_cast<void *>(bits[0]));
    } else if (name == "HcommExceptionRegisterCallback") {
        (void)HcommExceptionUnregisterCallback(Callback<HcommExceptionCallback>::Pointer());
    } else if (name == "HcclCommInitAll") {
        const auto *comms = reinterpret_cast<HcclComm *>(bits[2]);
        for (uint64_t i = 0; i < bits[0] % (uint64_t{1} << 32); i++) {
            (void)HcclCommDestroy(comms[i]);
        }
        (void)aclrtSetDevice(0);
    } else if (name == "HcommSetNotifyWaitTimeOut") {
        (void)HcommSetNotifyWaitTimeOut(1836.0F);
    }
}

bool OnlyLooks(const std::string &name)
{
    for (const char *word : {"RankGraph", "GetInfo", "Query", "GetStatus", "CheckFeature", "GetLayers", "GetRank",
                             "GetCommName", "GetHeterog", "GetListenPort", "GetDesc", "GetEndpoint", "GetPeerPointer",
                             "GetRemote", "GetConfig", "GetCCLBuf"}) {
        if (name.find(word) != std::string::npos) {
            return true;
        }
    }
    return false;
}

// One call. Pointer arguments have a slice of memory each.
void CallOnce(Random &random, const Function &function)
{
    uint64_t bits[8] = {};
    uint32_t handles = 0;
    for (const Argument &argument : function.arguments) {
        handles += argument.rule == Rule::Handle || argument.rule == Rule::Handles;
    }
    // Which handle is forged: one, or all of them; none only where nothing can be harmed.
    const bool looks = OnlyLooks(function.name) && random.Below(3) == 0;
    const uint32_t one = handles == 0 ? 0 : static_cast<uint32_t>(random.Below(handles + 1));
    uint32_t seen = 0;
    for (size_t i = 0; i < function.arguments.size(); i++) {
        const Argument &argument = function.arguments[i];
        char *slice = Slice(i);
        bool forge = true;
        if (argument.rule == Rule::Handle || argument.rule == Rule::Handles) {
            forge = !looks && (one == handles || one == seen);
            seen++;
        }
        const bool null = random.Below(12) == 0;
        switch (argument.rule) {
            case Rule::Scalar: bits[i] = Number(random); break;
            case Rule::Handle: bits[i] = forge ? Forge(random, argument.detail) : Live(random, argument.detail); break;
            case Rule::Handles:
                for (int n = 0; n < 4; n++) {
                    const uint64_t handle = forge ? Forge(random, argument.detail) : Live(random, argument.detail);
                    std::memcpy(slice + n * 8, &handle, 8);
                }
                bits[i] = null ? 0 : reinterpret_cast<uint64_t>(slice);
                break;
            case Rule::Text: bits[i] = Text(random, slice); break;
            case Rule::Record:
                for (uint32_t n = 0; n < 2; n++) {
                    const Record &record = kRecords[static_cast<size_t>(argument.detail)];
                    FillRecord(random, record, argument.detail, slice + n * record.size, Slice(kSlices - 1));
                }
                bits[i] = null ? 0 : reinterpret_cast<uint64_t>(slice);
                break;
            case Rule::Numbers:
                for (int n = 0; n < 4; n++) {
                    const auto number = static_cast<uint32_t>(Number(random));
                    std::memcpy(slice + n * 4, &number, 4);
                }
                bits[i] = null ? 0 : reinterpret_cast<uint64_t>(slice);
                break;
            case Rule::Room:
                for (int n = 0; n < 4; n++) {
                    const uint64_t inner = random.Below(3) == 0 ? 0 : reinterpret_cast<uint64_t>(Slice(i + 1));
                    std::memcpy(slice + n * 8, &inner, 8);
                }
                bits[i] = null ? 0 : reinterpret_cast<uint64_t>(slice);
                break;
            case Rule::Callback: bits[i] = random.Below(4) != 0; break;
        }
    }
    std::memcpy(g_arguments, bits, sizeof(bits));
    if (function.call(function.function, bits) == 0) {
        Undo(function, bits);
    }
}

void Keep(Kind kind, const void *handle)
{
    g_live[static_cast<int>(kind)].push_back(reinterpret_cast<uint64_t>(handle));
}
void Keep(Kind kind, uint64_t handle) { g_live[static_cast<int>(kind)].push_back(handle); }

template <class T>
void Example(RecordOf record, const T &value)
{
    const auto *bytes = reinterpret_cast<const char *>(&value);
    g_examples[static_cast<int>(record)].assign(bytes, bytes + sizeof(T));
}

// One of each kind that lives as long as the program, one of each that is gone again.
bool Populate(world::Rank *ranks)
{
    if (!world::Make(ranks)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        Keep(Kind::Comm, ranks[i].comm);
        Keep(Kind::Thread, ranks[i].thread);
        Keep(Kind::Channel, ranks[i].channel);
        Keep(Kind::CommMemory, ranks[i].memory);
        Keep(Kind::Stream, ranks[i].stream);
        Keep(Kind::Other, ranks[i].registered);
        Keep(Kind::Other, ranks[i].local);
    }
    const EndpointDesc endpoint = world::DeviceEndpoint(0);
    const uint32_t notifies = 2;
    for (int turn = 0; turn < 2; turn++) {
        EndpointHandle handle = nullptr;
        HcommMemHandle memory = nullptr;
        ThreadHandle thread = 0;
        HcclChannelConfig hccl = nullptr;
        HcommChannelConfig hcomm = nullptr;
        CommMem range;
        range.type = COMM_MEM_TYPE_DEVICE;
        range.addr = ranks[0].local;
        range.size = 64;
        if (!WORLD(HcommEndpointCreate(&endpoint, &handle)) || !WORLD(HcommMemReg(handle, "forged", &range, &memory)) ||
            !WORLD(HcommThreadAlloc(COMM_ENGINE_CPU_TS, 1, &notifies, &thread)) || !WORLD(HcclChannelConfigCreate(&hccl))) {
            return false;
        }
        const bool base = HcommChannelConfigCreate(&hcomm) == HCCL_SUCCESS;
        if (turn == 0) {
            g_stale = {reinterpret_cast<uint64_t>(handle), reinterpret_cast<uint64_t>(memory), thread,
                       reinterpret_cast<uint64_t>(hccl)};
            if (!WORLD(HcommMemUnreg(handle, memory)) || !WORLD(HcommEndpointDestroy(handle)) ||
                !WORLD(HcommThreadFree(&thread, 1)) || !WORLD(HcclChannelConfigDestroy(hccl))) {
                return false;
            }
            if (base) {
                g_stale.push_back(reinterpret_cast<uint64_t>(hcomm));
                if (!WORLD(HcommChannelConfigDestroy(hcomm))) {
                    return false;
                }
            }
        } else {
            Keep(Kind::Endpoint, handle);
            Keep(Kind::EndpointMemory, memory);
            Keep(Kind::Thread, thread);
            Keep(Kind::ChannelConfig, hccl);
            if (base) {
                Keep(Kind::ChannelConfig, hcomm);
            }
        }
    }
    Example(RecordOf::EndpointDesc, endpoint);
    Example(RecordOf::HcclChannelDesc, world::ChannelTo(1));
    for (const auto &kind : g_live) {
        g_all.insert(g_all.end(), kind.begin(), kind.end());
    }
    char name[COMM_NAME_MAX_LENGTH] = {};
    if (!WORLD(HcclGetCommName(ranks[0].comm, name))) {
        return false;
    }
    g_texts = {"", "a", name, "world", "../../../../dev/null", "%s%n%p", "0", "{\"version\":\"1.0\"}"};
    return true;
}

// The live objects answer as before.
bool Unharmed(const world::Rank *ranks, uint32_t seed)
{
    uint32_t number = 0;
    bool good = world::Transfer(ranks, seed);
    for (int i = 0; i < 2; i++) {
        good = WORLD(HcclGetRankId(ranks[i].comm, &number)) && number == static_cast<uint32_t>(i) && good;
        good = WORLD(HcclGetRankSize(ranks[i].comm, &number)) && number == 2 && good;
    }
    void *bytes = nullptr;
    aclrtStream stream = nullptr;
    good = WORLD(HcommMemExport(reinterpret_cast<EndpointHandle>(g_live[static_cast<int>(Kind::Endpoint)][0]),
                                reinterpret_cast<HcommMemHandle>(g_live[static_cast<int>(Kind::EndpointMemory)][0]),
                                &bytes, &number)) && good;
    good = WORLD(HcommThreadResGetInfo(g_live[static_cast<int>(Kind::Thread)].back(), THREAD_RES_TYPE_STREAM, sizeof(stream),
                                       &stream)) && good;
    good = WORLD(HcclChannelConfigSetInt(reinterpret_cast<HcclChannelConfig>(g_live[static_cast<int>(Kind::ChannelConfig)][0]),
                                         HCCL_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE, 1)) && good;
    return good;
}

}  // namespace

int main(int argc, char **argv)
{
    const uint64_t calls = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : kCalls;
    g_seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : static_cast<uint64_t>(std::time(nullptr));
    const std::string only = argc > 3 ? argv[3] : "";
    // Refusals are what is asked for here: they would fill the log. Small buffers, short waits.
    setenv("ASCEND_GLOBAL_LOG_LEVEL", "4", 0);
    setenv("HCCL_BUFFSIZE", "1", 1);
    setenv("HCOMM_TEST_CONNECT_TIMEOUT_MS", "200", 1);
    for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
        std::signal(signal, Crashed);
    }
    void *room = mmap(nullptr, kSlice * kSlices, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) {
        std::perror("forged: address space for the arguments");
        return 1;
    }
    g_room = static_cast<char *>(room);
    std::thread(Watch).detach();
    world::Rank ranks[2];
    if (!WORLD(aclInit(nullptr)) || !Populate(ranks) || !WORLD(aclrtSetDevice(0)) || !Unharmed(ranks, 0)) {
        return 1;
    }
    Random random(g_seed);
    uint64_t total = 0;
    uint32_t tested = 0;
    int failed = 0;
    for (const Function &function : kFunctions) {
        if (!only.empty() && only != function.name) {
            continue;
        }
        g_function = function.name;
        const auto began = std::chrono::steady_clock::now();
        const uint64_t count = function.most != 0 && function.most < calls ? function.most : calls;
        for (uint64_t i = 0; i < count; i++) {
            ++g_call;
            CallOnce(random, function);
        }
        total += count;
        tested++;
        (void)madvise(g_room, kSlice * kSlices, MADV_DONTNEED);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        if (seconds > 1.0) {
            std::printf("forged: %s needs %.0f us a call\n", function.name, seconds * 1e6 / static_cast<double>(count));
        }
        if (!Unharmed(ranks, tested)) {
            std::printf("forged: after %s live objects do not work any more (seed %llu)\n", function.name,
                        static_cast<unsigned long long>(g_seed));
            failed++;
            break;
        }
    }
    if (tested == 0) {
        std::printf("forged: no function is called %s\n", only.c_str());
        return 1;
    }
    g_function = "tearing down";
    failed += world::Destroy(ranks) ? 0 : 1;
    std::printf("forged: %u functions, %llu calls, seed %llu, %d failed\n", tested, static_cast<unsigned long long>(total),
                static_cast<unsigned long long>(g_seed), failed);
    return failed == 0 ? 0 : 1;
}
