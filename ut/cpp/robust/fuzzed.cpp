// Bytes that come from others, changed at random: memory descriptors, and what strangers send to the listeners.
//
//   fuzzed [SECONDS [SEED]]      default: kSeconds for each target
//
// Descriptors are real ones with flipped, cut, doubled, joined and overwritten parts. Listeners are all TCP ports that this
// process listens on: the hub of a communicator, links of the network transport, channels of the base layer. Whatever is
// answered, nothing may crash or hang, and communicator, channels and memory must work afterwards.
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <dirent.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "world.h"

extern "C" {
#include "check.h"
}

namespace {

constexpr double kSeconds = 4.0;

uint64_t g_state = 1;
uint64_t Next()
{
    g_state += 0x9e3779b97f4a7c15ULL;
    uint64_t z = g_state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}
uint64_t Below(uint64_t n) { return Next() % n; }

using Bytes = std::vector<uint8_t>;

Bytes Mutate(const std::vector<Bytes> &corpus)
{
    static const uint64_t edges[] = {0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, ~uint64_t{0}};
    Bytes bytes = corpus[Below(corpus.size())];
    for (uint64_t changes = 1 + Below(6); changes > 0; changes--) {
        const uint64_t at = bytes.empty() ? 0 : Below(bytes.size());
        switch (bytes.empty() ? 5 : Below(7)) {
            case 0: bytes[at] ^= static_cast<uint8_t>(1 << Below(8)); break;
            case 1: bytes[at] = static_cast<uint8_t>(Next()); break;
            case 2: {
                const uint64_t edge = edges[Below(sizeof(edges) / sizeof(edges[0]))];
                const uint64_t width = 1 << Below(4);
                for (uint64_t i = 0; i < width && at + i < bytes.size(); i++) {
                    bytes[at + i] = static_cast<uint8_t>(edge >> (8 * i));
                }
                break;
            }
            case 3: bytes.resize(at); break;
            case 4: bytes.erase(bytes.begin() + static_cast<long>(at)); break;
            case 5: {
                const Bytes &other = corpus[Below(corpus.size())];
                const uint64_t from = other.empty() ? 0 : Below(other.size());
                bytes.insert(bytes.begin() + static_cast<long>(at), other.begin() + static_cast<long>(from), other.end());
                break;
            }
            default: bytes.insert(bytes.begin() + static_cast<long>(at), Below(40), static_cast<uint8_t>(Next())); break;
        }
    }
    if (bytes.size() > 1 << 16) {
        bytes.resize(1 << 16);
    }
    return bytes;
}

class Clock {
public:
    explicit Clock(double seconds) : seconds_(seconds), began_(std::chrono::steady_clock::now()) {}
    bool Runs() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count() < seconds_;
    }

private:
    double seconds_;
    std::chrono::steady_clock::time_point began_;
};

// Registers memory at endpoints of several kinds; what they export is the corpus.
void Descriptors(const world::Rank *ranks, double seconds)
{
    const EndpointDesc descs[] = {world::DeviceEndpoint(0), world::DeviceEndpoint(1), world::HostEndpoint()};
    std::vector<Bytes> corpus;
    std::vector<EndpointHandle> endpoints;
    static char host[4096];
    for (const EndpointDesc &desc : descs) {
        EndpointHandle endpoint = nullptr;
        const HcommResult made = HcommEndpointCreate(&desc, &endpoint);
        if (made == HCCL_E_NOT_SUPPORT) {
            std::printf("SKIPPED: descriptors of host endpoints: not built yet\n");
            continue;
        }
        CHECK_INT(made, 0);
        endpoints.push_back(endpoint);
        const bool local = desc.loc.locType == ENDPOINT_LOC_TYPE_HOST;
        CommMem memory;
        memory.type = local ? COMM_MEM_TYPE_HOST : COMM_MEM_TYPE_DEVICE;
        memory.addr = local ? host : ranks[0].local;
        memory.size = 4096;
        HcommMemHandle handle = nullptr;
        void *bytes = nullptr;
        uint32_t length = 0;
        CHECK_INT(HcommMemReg(endpoint, "fuzzed", &memory, &handle), 0);
        CHECK_INT(HcommMemExport(endpoint, handle, &bytes, &length), 0);
        const auto *from = static_cast<const uint8_t *>(bytes);
        corpus.emplace_back(from, from + length);
    }
    if (check_failed != 0) {
        return;
    }
    uint64_t runs = 0;
    uint64_t accepted = 0;
    for (const Clock clock(seconds); clock.Runs();) {
        for (int i = 0; i < 64; i++, runs++) {
            const Bytes bytes = Mutate(corpus);
            const EndpointHandle endpoint = endpoints[Below(endpoints.size())];
            CommMem found;
            const int32_t code = HcommMemImport(endpoint, bytes.data(), static_cast<uint32_t>(bytes.size()), &found);
            if (code == HCCL_SUCCESS || code == HCCL_E_AGAIN) {
                accepted++;
                (void)HcommMemUnimport(endpoint, bytes.data(), static_cast<uint32_t>(bytes.size()));
            } else {
                CHECK(HcommMemUnimport(endpoint, bytes.data(), static_cast<uint32_t>(bytes.size())) != HCCL_SUCCESS);
            }
        }
    }
    std::printf("fuzzed: memory descriptors: %llu executions, %llu were accepted\n", static_cast<unsigned long long>(runs),
                static_cast<unsigned long long>(accepted));
    // The real ones still can be imported.
    CommMem found;
    EndpointHandle fresh = nullptr;
    CHECK_INT(HcommEndpointCreate(&descs[0], &fresh), 0);
    const int32_t again = HcommMemImport(fresh, corpus[0].data(), static_cast<uint32_t>(corpus[0].size()), &found);
    CHECK(again == HCCL_SUCCESS || again == HCCL_E_AGAIN);
    for (EndpointHandle endpoint : endpoints) {
        CHECK_INT(HcommEndpointDestroy(endpoint), 0);
    }
    CHECK_INT(HcommEndpointDestroy(fresh), 0);
}

// Listening TCP ports of this process, as (IPv6, port).
std::set<std::pair<bool, uint16_t>> Listeners()
{
    std::set<std::string> own;
    if (DIR *directory = opendir("/proc/self/fd")) {
        while (const dirent *entry = readdir(directory)) {
            char target[128] = {};
            const std::string path = std::string("/proc/self/fd/") + entry->d_name;
            if (readlink(path.c_str(), target, sizeof(target) - 1) > 8 && std::strncmp(target, "socket:[", 8) == 0) {
                own.insert(std::string(target + 8, std::strlen(target + 8) - 1));
            }
        }
        closedir(directory);
    }
    std::set<std::pair<bool, uint16_t>> found;
    for (const bool six : {false, true}) {
        std::ifstream table(six ? "/proc/self/net/tcp6" : "/proc/self/net/tcp");
        for (std::string line; std::getline(table, line);) {
            std::istringstream words(line);
            std::string slot, local, remote, state, queues, timer, retries, uid, timeout, inode;
            words >> slot >> local >> remote >> state >> queues >> timer >> retries >> uid >> timeout >> inode;
            if (state == "0A" && own.count(inode) != 0) {
                found.emplace(six, static_cast<uint16_t>(std::strtoul(local.substr(local.find(':') + 1).c_str(), nullptr, 16)));
            }
        }
    }
    return found;
}

int Dial(bool six, uint16_t port)
{
    sockaddr_storage address{};
    socklen_t length = 0;
    if (six) {
        auto *to = reinterpret_cast<sockaddr_in6 *>(&address);
        to->sin6_family = AF_INET6;
        to->sin6_port = htons(port);
        to->sin6_addr = in6addr_loopback;
        length = sizeof(*to);
    } else {
        auto *to = reinterpret_cast<sockaddr_in *>(&address);
        to->sin_family = AF_INET;
        to->sin_port = htons(port);
        to->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        length = sizeof(*to);
    }
    const int fd = socket(six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const timeval patience{1, 0};
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    if (connect(fd, reinterpret_cast<const sockaddr *>(&address), length) != 0) {
        (void)close(fd);
        return -1;
    }
    return fd;
}

// Sends what strangers send: garbage, lengths that lie, the other side's own bytes, silence, and hangs up at any point.
void Strangers(double seconds)
{
    const auto listeners = Listeners();
    if (listeners.empty()) {
        std::printf("SKIPPED: strangers: nothing listens on TCP here\n");
        return;
    }
    std::vector<Bytes> corpus = {Bytes(4, 0), Bytes(64, 0xff), {0x10, 0, 0, 0}, {0, 0, 0, 0x10}, {'G', 'E', 'T', ' ', '/'}};
    std::vector<int> silent;
    uint64_t runs = 0;
    uint64_t refused = 0;
    for (const Clock clock(seconds); clock.Runs(); runs++) {
        auto target = listeners.begin();
        std::advance(target, static_cast<long>(Below(listeners.size())));
        const int fd = Dial(target->first, target->second);
        if (fd < 0) {
            refused++;
            continue;
        }
        if (silent.size() < 32 && Below(8) == 0) {
            silent.push_back(fd);
            continue;
        }
        // What a listener says first becomes part of the corpus.
        uint8_t heard[256];
        const ssize_t first = recv(fd, heard, sizeof(heard), MSG_DONTWAIT);
        if (first > 0 && corpus.size() < 256) {
            corpus.emplace_back(heard, heard + first);
        }
        for (uint64_t pieces = Below(4); pieces > 0; pieces--) {
            const Bytes bytes = Mutate(corpus);
            if (send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0) {
                break;
            }
            const ssize_t answer = recv(fd, heard, sizeof(heard), MSG_DONTWAIT);
            if (answer > 0 && corpus.size() < 256) {
                corpus.emplace_back(heard, heard + answer);
            }
        }
        if (Below(2) == 0) {
            const linger hard{1, 0};
            (void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof(hard));
        }
        (void)close(fd);
    }
    for (int fd : silent) {
        (void)close(fd);
    }
    std::printf("fuzzed: strangers at %zu listeners: %llu connections, %llu refused\n", listeners.size(),
                static_cast<unsigned long long>(runs), static_cast<unsigned long long>(refused));
}

} // namespace

int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? std::strtod(argv[1], nullptr) : kSeconds;
    g_state = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : static_cast<uint64_t>(std::time(nullptr));
    std::printf("fuzzed: seed %llu\n", static_cast<unsigned long long>(g_state));
    check_watchdog(static_cast<unsigned>(seconds * 2) + 200);
    setenv("ASCEND_GLOBAL_LOG_LEVEL", "4", 0);
    setenv("HCCL_BUFFSIZE", "1", 1);
    world::Rank ranks[2];
    CHECK_INT(aclInit(nullptr), 0);
    // A hub that listens while strangers come: a root info whose communicator is made at the end.
    HcclRootInfo info;
    CHECK(world::Make(ranks));
    CHECK_INT(aclrtSetDevice(0), 0);
    CHECK_INT(HcclGetRootInfo(&info), 0);
    // A listener of the network transport, where it is built.
    const EndpointDesc host = world::HostEndpoint();
    EndpointHandle endpoint = nullptr;
    uint32_t port = 0;
    if (HcommEndpointCreate(&host, &endpoint) == HCCL_SUCCESS) {
        (void)HcommEndpointGetListenPort(endpoint, &port);
    }
    if (check_failed == 0) {
        Descriptors(ranks, seconds);
        Strangers(seconds);
        CHECK(world::Transfer(ranks, 3));
        CHECK(world::Both([&](uint32_t index) {
            HcclComm comm = nullptr;
            return WORLD(HcclCommInitRootInfo(2, &info, index, &comm)) && WORLD(HcclCommDestroy(comm));
        }));
        if (endpoint != nullptr) {
            CHECK_INT(HcommEndpointDestroy(endpoint), 0);
        }
        CHECK(world::Destroy(ranks));
    }
    return check_report("fuzzed");
}
