// What the C++ tests with several ranks share: ranks as threads of one process or as processes (ut/hosts.sh starts them,
// on one host or several), notes and meetings between them outside of the library, checks, a watchdog.
//
//     int main() { return ut::Run("name", 2, 60, [](ut::Rank& rank) { ... }); }
//
// Without UT_RANK in the environment `body` runs as that many threads; with it, as the one rank it names. A rank that
// fails ends the waits of all others, so nothing runs into the watchdog but a call of the library that hangs.
#ifndef UT_RANKS_H
#define UT_RANKS_H

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "hccl/hccl_comm.h"

namespace ut {

inline std::atomic<int> g_checks{0};
inline std::atomic<int> g_failed{0};
// What is going on, for the watchdog and for failed checks.
inline thread_local std::string t_stage = "start";
inline std::atomic<const char*> g_stage{"start"};

// Leaves the rank: going on makes no sense.
struct Stop : std::exception {
    const char* what() const noexcept override { return "stopped"; }
};

// Says what the thread does from here on.
inline void Stage(const std::string& text)
{
    t_stage = text;
    static std::mutex mutex;
    static std::map<std::string, int> names;  // Never freed: the watchdog may read one at any time.
    const std::lock_guard<std::mutex> lock(mutex);
    g_stage = names.emplace(text, 0).first->first.c_str();
}

template <typename T>
std::string Text(const T& value)
{
    std::ostringstream out;
    out << value;
    return out.str();
}
inline std::string Text(std::nullptr_t) { return "null"; }

inline bool Report(bool good, const char* file, int line, const std::string& text)
{
    ++g_checks;
    if (!good) {
        ++g_failed;
        const char* name = std::strrchr(file, '/');
        std::fprintf(stderr, "FAILED %s:%d [%s] %s\n", name == nullptr ? file : name + 1, line, t_stage.c_str(),
                     text.c_str());
    }
    return good;
}

template <typename A, typename B>
bool ReportEqual(const A& got, const B& want, const char* file, int line, const char* what)
{
    const bool good = static_cast<long long>(got) == static_cast<long long>(want);
    if (good) {
        ++g_checks;
        return true;
    }
    return Report(false, file, line,
                  std::string(what) + " is " + Text(static_cast<long long>(got)) + ", expected " +
                      Text(static_cast<long long>(want)));
}

#define UT_CHECK(condition) ::ut::Report((condition), __FILE__, __LINE__, #condition)
#define UT_EQ(got, want) ::ut::ReportEqual((got), (want), __FILE__, __LINE__, #got)
// These leave the rank.
#define UT_REQUIRE(condition)                                          \
    do {                                                               \
        if (!UT_CHECK(condition)) throw ::ut::Stop();                  \
    } while (0)
#define UT_NEED(got, want)                                             \
    do {                                                               \
        if (!UT_EQ(got, want)) throw ::ut::Stop();                     \
    } while (0)
#define UT_OK(call) UT_NEED(call, 0)

// A test whose machine cannot run it. The program says so and ends with 77 if nothing else was done.
inline std::atomic<int> g_skipped{0};
inline void Skip(const std::string& what, const std::string& why)
{
    ++g_skipped;
    std::printf("SKIPPED: %s: %s\n", what.c_str(), why.c_str());
}

using Clock = std::chrono::steady_clock;

// Deadline of everything that waits for another rank; far above what any test needs.
constexpr int kLongSeconds = 100;

// Notes that ranks leave for each other.
class Board {
public:
    virtual ~Board() = default;
    virtual void Put(const std::string& key, const std::string& bytes) = 0;
    virtual bool Look(const std::string& key, std::string* bytes) = 0;
    virtual void Pause() { std::this_thread::sleep_for(std::chrono::microseconds(200)); }

    std::string Get(const std::string& key, int seconds = kLongSeconds)
    {
        const auto until = Clock::now() + std::chrono::seconds(seconds);
        std::string bytes;
        while (!Look(key, &bytes)) {
            std::string who;
            if (Look("failed", &who)) {
                throw Stop();
            }
            if (Clock::now() >= until) {
                Report(false, __FILE__, __LINE__, "nobody put \"" + key + "\" on the board");
                throw Stop();
            }
            Pause();
        }
        return bytes;
    }
};

class MemoryBoard : public Board {
public:
    void Put(const std::string& key, const std::string& bytes) override
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        notes_[key] = bytes;
        changed_.notify_all();
    }
    bool Look(const std::string& key, std::string* bytes) override
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto found = notes_.find(key);
        if (found == notes_.end()) {
            return false;
        }
        *bytes = found->second;
        return true;
    }
    void Pause() override
    {
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait_for(lock, std::chrono::milliseconds(2));
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, std::string> notes_;
};

class DirectoryBoard : public Board {
public:
    explicit DirectoryBoard(std::string directory) : directory_(std::move(directory)) {}
    void Put(const std::string& key, const std::string& bytes) override
    {
        static std::atomic<unsigned> number{0};
        const std::string fresh =
            directory_ + "/new." + std::to_string(getpid()) + "." + std::to_string(number++);
        {
            std::ofstream out(fresh, std::ios::binary);
            out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        }
        std::rename(fresh.c_str(), (directory_ + "/" + key).c_str());
    }
    bool Look(const std::string& key, std::string* bytes) override
    {
        std::ifstream in(directory_ + "/" + key, std::ios::binary);
        if (!in) {
            return false;
        }
        bytes->assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
        return true;
    }

private:
    std::string directory_;
};

inline std::vector<std::string> Words(const char* text)
{
    std::istringstream in(text == nullptr ? "" : text);
    return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}

inline uint32_t Number(const char* variable, uint32_t otherwise)
{
    const char* text = std::getenv(variable);
    return text == nullptr ? otherwise : static_cast<uint32_t>(std::strtoul(text, nullptr, 10));
}

// One rank.
class Rank {
public:
    Rank(uint32_t rank, uint32_t size, std::shared_ptr<Board> board) : rank(rank), size(size), board(std::move(board)) {}

    const uint32_t rank;
    const uint32_t size;
    const std::shared_ptr<Board> board;
    // Where it runs, from ut/hosts.sh.
    uint32_t host = Number("UT_HOST", 0);
    uint32_t hosts = Number("UT_HOSTS", 1);
    bool process = std::getenv("UT_RANK") != nullptr;

    // Address of the host that `of` lies on, as UT_IPV4 and UT_IPV6 give it; the loopback for one host.
    std::string Address(bool six, uint32_t of) const
    {
        const auto all = Words(std::getenv(six ? "UT_IPV6" : "UT_IPV4"));
        const uint32_t on = of * hosts / size;
        return on < all.size() ? all[on] : six ? "::1" : "127.0.0.1";
    }

    void Put(const std::string& key, const std::string& bytes) { board->Put(key, bytes); }
    std::string Get(const std::string& key) { return board->Get(key); }
    template <typename T>
    void PutValue(const std::string& key, const T& value)
    {
        Put(key, std::string(reinterpret_cast<const char*>(&value), sizeof(value)));
    }
    template <typename T>
    T GetValue(const std::string& key)
    {
        const std::string bytes = Get(key);
        T value{};
        std::memcpy(static_cast<void*>(&value), bytes.data(), bytes.size() < sizeof(value) ? bytes.size() : sizeof(value));
        return value;
    }

    // Waits until all ranks are here.
    void Meet()
    {
        const std::string name = "meet." + std::to_string(meetings_++) + ".";
        Put(name + std::to_string(rank), "");
        for (uint32_t other = 0; other < size; ++other) {
            (void)Get(name + std::to_string(other));
        }
    }

    // Tells every rank something and returns what all said, by rank.
    template <typename T>
    std::vector<T> Exchange(const T& value)
    {
        const std::string name = "tell." + std::to_string(exchanges_++) + ".";
        PutValue(name + std::to_string(rank), value);
        std::vector<T> all;
        for (uint32_t other = 0; other < size; ++other) {
            all.push_back(GetValue<T>(name + std::to_string(other)));
        }
        return all;
    }
    std::vector<std::string> ExchangeBytes(const std::string& bytes)
    {
        const std::string name = "tell." + std::to_string(exchanges_++) + ".";
        Put(name + std::to_string(rank), bytes);
        std::vector<std::string> all;
        for (uint32_t other = 0; other < size; ++other) {
            all.push_back(Get(name + std::to_string(other)));
        }
        return all;
    }

    // The communicator of all ranks, in the world of the device that the thread has set.
    HcclComm Join(const char* name, uint32_t bufferMiB)
    {
        HcclRootInfo root{};
        const std::string key = std::string("root.") + name + "." + std::to_string(joins_++);
        if (rank == 0) {
            UT_OK(HcclGetRootInfo(&root));
            PutValue(key, root);
        } else {
            root = GetValue<HcclRootInfo>(key);
        }
        HcclCommConfig config;
        HcclCommConfigInit(&config);
        config.hcclBufferSize = bufferMiB;
        std::snprintf(config.hcclCommName, sizeof(config.hcclCommName), "%s", name);
        HcclComm comm = nullptr;
        UT_OK(HcclCommInitRootInfoConfig(size, &root, rank, &config, &comm));
        return comm;
    }

private:
    uint64_t meetings_ = 0;
    uint64_t exchanges_ = 0;
    uint64_t joins_ = 0;
};

inline void WatchdogRang(int)
{
    static const char text[] = "watchdog: the test did not end in time; it was at: ";
    const char* stage = g_stage;
    if (write(2, text, sizeof(text) - 1) < 0 || write(2, stage, std::strlen(stage)) < 0 || write(2, "\n", 1) < 0) {
        _exit(125);
    }
    _exit(124);
}

// Ends the process with 124 after `seconds`.
inline void Watchdog(unsigned seconds)
{
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    signal(SIGALRM, WatchdogRang);
    alarm(seconds);
}

// Runs `body` and tells the others if it fails.
inline void RunRank(Rank& rank, const std::function<void(Rank&)>& body)
{
    try {
        body(rank);
    } catch (const Stop&) {
        ++g_failed;
        rank.Put("failed", std::to_string(rank.rank));
    } catch (const std::exception& error) {
        Report(false, __FILE__, __LINE__, std::string("exception: ") + error.what());
        rank.Put("failed", std::to_string(rank.rank));
    }
}

// The exit code of a program, after a line with the number of checks.
inline int Finish(const char* name)
{
    std::printf("%s: %d checks, %d failed\n", name, g_checks.load(), g_failed.load());
    std::fflush(stdout);
    return g_failed != 0 ? 1 : g_checks == 0 && g_skipped != 0 ? 77 : 0;
}

// Runs `body` as `size` threads, or as the process that ut/hosts.sh made of this program. ACL is initialised meanwhile;
// every rank has device rank % devices. The value is the exit code.
inline int Run(const char* name, uint32_t size, unsigned seconds, const std::function<void(Rank&)>& body)
{
    Watchdog(seconds);
    if (Number("UT_HOSTS", 1) > 1) {
        setenv("HCCL_SOCKET_IFNAME", "eth0", 0);  // not the loopback: ranks of other hosts have to reach it
    }
    UT_EQ(aclInit(nullptr), ACL_SUCCESS);
    const auto ranked = [&](Rank& rank) {
        Stage("rank " + std::to_string(rank.rank));
        uint32_t devices = 0;
        UT_OK(aclrtGetDeviceCount(&devices));
        UT_REQUIRE(devices > 0);
        UT_OK(aclrtSetDevice(static_cast<int32_t>(rank.rank % devices)));
        body(rank);
        UT_OK(aclrtResetDevice(static_cast<int32_t>(rank.rank % devices)));
    };
    if (const char* number = std::getenv("UT_RANK")) {
        Rank rank(static_cast<uint32_t>(std::atoi(number)), Number("UT_RANKS", size),
                  std::make_shared<DirectoryBoard>(std::getenv("UT_BOARD")));
        RunRank(rank, ranked);
    } else {
        auto board = std::make_shared<MemoryBoard>();
        std::vector<std::thread> threads;
        for (uint32_t i = 0; i < size; ++i) {
            threads.emplace_back([&, i] {
                Rank rank(i, size, board);
                RunRank(rank, ranked);
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
    }
    UT_EQ(aclFinalize(), ACL_SUCCESS);
    return Finish(name);
}

// Waits until what was queued is done; the value is that of the runtime.
inline int Synchronize(aclrtStream stream) { return aclrtSynchronizeStreamWithTimeout(stream, kLongSeconds * 1000); }

// Bytes that tell their place: byte `i` of pattern `seed`.
inline uint8_t PatternByte(uint64_t seed, uint64_t i)
{
    return static_cast<uint8_t>(((i + 1) * 2654435761U + (seed + 1) * 40503U * (1 + (i >> 12))) >> 13);
}
inline void FillPattern(void* at, uint64_t bytes, uint64_t seed)
{
    auto* to = static_cast<uint8_t*>(at);
    for (uint64_t i = 0; i < bytes; ++i) {
        to[i] = PatternByte(seed, i);
    }
}
// Index of the first byte that is not that of the pattern from `start` on; `bytes` if all are.
inline uint64_t FindWrong(const void* at, uint64_t bytes, uint64_t seed, uint64_t start = 0)
{
    const auto* from = static_cast<const uint8_t*>(at);
    for (uint64_t i = 0; i < bytes; ++i) {
        if (from[i] != PatternByte(seed, start + i)) {
            return i;
        }
    }
    return bytes;
}
inline bool AllBytes(const void* at, uint64_t bytes, uint8_t value)
{
    const auto* from = static_cast<const uint8_t*>(at);
    return bytes == 0 || (from[0] == value && std::memcmp(from, from + 1, bytes - 1) == 0);
}

}  // namespace ut

#endif
