#include <dirent.h>
#include <sys/wait.h>

#include <algorithm>

#include "cases.h"

namespace cases {

namespace {
const std::vector<contract::Named>* g_transports = nullptr;
}

void OnTransports(ut::Rank& rank, uint32_t count, uint32_t notifies,
                  const std::function<void(const std::vector<contract::Pipe>&)>& body)
{
    const std::string stage = ut::t_stage;
    for (const contract::Named& named : *g_transports) {
        const auto began = ut::Clock::now();
        const std::unique_ptr<contract::Transport> transport = named.make();
        const std::string why = transport->WhyNot(rank);
        if (!why.empty()) {
            if (rank.rank == 0) {
                ut::Skip(named.name, why);
            }
            continue;
        }
        ut::Stage(stage + " over " + named.name);
        const std::vector<contract::Pipe> pipes = transport->Open(rank, count, notifies);
        body(pipes);
        rank.Meet();
        transport->Close();
        rank.Meet();
        if (rank.rank == 0) {
            std::printf("over %s: %.1f s\n", named.name, std::chrono::duration<double>(ut::Clock::now() - began).count());
        }
    }
    ut::Stage(stage);
}

long StatusValue(const char* name)
{
    std::ifstream in("/proc/self/status");
    std::string line;
    const std::string key = std::string(name) + ":";
    while (std::getline(in, line)) {
        if (line.compare(0, key.size(), key) == 0) {
            return std::strtol(line.c_str() + key.size(), nullptr, 10);
        }
    }
    return -1;
}

long AvailableKiB()
{
    std::ifstream in("/proc/meminfo");
    std::string line;
    while (std::getline(in, line)) {
        if (line.compare(0, 13, "MemAvailable:") == 0) {
            return std::strtol(line.c_str() + 13, nullptr, 10);
        }
    }
    return 0;
}

Holdings Held()
{
    Holdings held;
    if (DIR* directory = opendir("/proc/self/fd")) {
        while (readdir(directory) != nullptr) {
            ++held.descriptors;
        }
        closedir(directory);
        held.descriptors -= 3;  // ".", ".." and the directory itself
    }
    std::ifstream maps("/proc/self/maps");
    std::string line;
    while (std::getline(maps, line)) {
        ++held.mappings;
    }
    held.threads = static_cast<int>(StatusValue("Threads"));
    held.residentKiB = StatusValue("VmRSS");
    held.peakKiB = StatusValue("VmHWM");
    return held;
}

pid_t Again(const std::string& id, const std::string& part, const std::vector<std::string>& more)
{
    std::vector<std::string> variables = more;
    variables.push_back("UT_PART=" + part);
    for (char** one = environ; *one != nullptr; ++one) {
        const std::string text = *one;
        const std::string name = text.substr(0, text.find('=') + 1);
        const bool replaced = std::any_of(variables.begin(), variables.end(), [&](const std::string& variable) {
            return variable.compare(0, name.size(), name) == 0;
        });
        if (!replaced) {
            variables.push_back(text);
        }
    }
    std::vector<char*> environment;
    for (std::string& variable : variables) {
        environment.push_back(&variable[0]);
    }
    environment.push_back(nullptr);
    std::string name = "cases";
    std::string argument = id;
    char* arguments[] = {&name[0], &argument[0], nullptr};
    const pid_t child = fork();
    if (child == 0) {
        execve("/proc/self/exe", arguments, environment.data());
        _exit(126);
    }
    return child;
}

int Reap(pid_t child, int seconds)
{
    const auto until = ut::Clock::now() + std::chrono::seconds(seconds);
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (ut::Clock::now() >= until) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return -1;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return status;
}

}  // namespace cases

int main(int argc, char** argv)
{
    // Without names of transports: one of each kind.
    if (argc < 2) {
        std::fprintf(stderr, "usage: cases ID [TRANSPORT...]\n");
        return 2;
    }
    std::vector<contract::Named> chosen;
    for (const contract::Named& named : contract::kTransports) {
        if (std::find_if(argv + 2, argv + argc, [&](const char* name) { return std::strcmp(name, named.name) == 0; }) !=
            argv + argc) {
            chosen.push_back(named);
        }
    }
    if (argc == 2) {
        std::copy_if(contract::kTransports.begin(), contract::kTransports.end(), std::back_inserter(chosen),
                     [](const contract::Named& named) { return !named.brief || contract::Soak() > 1; });
    }
    cases::g_transports = &chosen;
    // Refused calls are part of the cases; ASCEND_GLOBAL_LOG_LEVEL=3 shows their lines.
    setenv("ASCEND_GLOBAL_LOG_LEVEL", "4", 0);
    if (std::strcmp(argv[1], "DAT-05") == 0) {
        setenv("SOFTNPU_MEM", "8G", 0);  // more in one piece than a device has by default
    }
    if (std::strcmp(argv[1], "CHN-05") == 0) {
        setenv("HCOMM_TEST_CONNECT_TIMEOUT_MS", "1500", 0);  // what it waits for is the end of this time
    }
    for (const auto* list : {&cases::kDataCases, &cases::kMemoryCases, &cases::kChannelCases, &cases::kLifeCases,
                             &cases::kCollectiveCases}) {
        for (const cases::Case& one : *list) {
            if (std::strcmp(one.id, argv[1]) != 0) {
                continue;
            }
            const auto body = [&](ut::Rank& rank) {
                ut::Stage(one.id);
                one.run(rank);
            };
            const unsigned seconds = 110 * contract::Soak();
            if (one.ranks != 0) {
                return ut::Run(one.id, one.ranks, seconds, body);
            }
            ut::Watchdog(seconds);
            ut::Rank alone(0, 1, std::make_shared<ut::MemoryBoard>());
            ut::RunRank(alone, body);
            return ut::Finish(one.id);
        }
    }
    std::fprintf(stderr, "there is no case %s\n", argv[1]);
    return 2;
}
