// The contract of the data plane: the same tests over every transport, with ranks as threads or processes, on one host or
// two (ut/hosts.sh). Arguments are names of transports; none: all. UT_SOAK=N makes it N times as long.
#include "pipe.h"

int main(int argc, char** argv)
{
    std::vector<contract::Named> chosen;
    for (const contract::Named& named : contract::kTransports) {
        bool wanted = argc == 1;
        for (int i = 1; i < argc; ++i) {
            wanted = wanted || std::strcmp(argv[i], named.name) == 0;
        }
        if (wanted) {
            chosen.push_back(named);
        }
    }
    if (chosen.empty()) {
        std::fprintf(stderr, "there is no such transport\n");
        return 2;
    }
    // Refused calls are part of the tests; their lines would hide others. ASCEND_GLOBAL_LOG_LEVEL=3 shows them.
    setenv("ASCEND_GLOBAL_LOG_LEVEL", "4", 0);
    const char* only = std::getenv("UT_ONLY");
    return ut::Run("contract", 2, 150 * contract::Soak(), [&](ut::Rank& rank) {
        for (const contract::Named& named : chosen) {
            const auto began = ut::Clock::now();
            ut::Stage(std::string("connecting ") + named.name);
            const std::unique_ptr<contract::Transport> transport = named.make();
            const std::string why = transport->WhyNot(rank);
            if (!why.empty()) {
                if (rank.rank == 0) {
                    ut::Skip(named.name, why);
                }
                continue;
            }
            const std::vector<contract::Pipe> pipes = transport->Open(rank, 1, 4);
            for (const contract::Test& test : contract::kPipeTests) {
                if (only == nullptr || std::strcmp(only, test.name) == 0) {
                    const auto start = ut::Clock::now();
                    test.run(pipes[0]);
                    if (rank.rank == 0 && std::getenv("UT_TIMES") != nullptr) {
                        std::printf("  %s %s: %.0f ms\n", named.name, test.name,
                                    std::chrono::duration<double, std::milli>(ut::Clock::now() - start).count());
                    }
                }
            }
            if ((only == nullptr && (!named.brief || contract::Soak() > 1)) ||
                (only != nullptr && std::strcmp(only, "time-outs") == 0)) {
                contract::TimeOuts(pipes[0]);
            }
            rank.Meet();
            ut::Stage(std::string("closing ") + named.name);
            transport->Close();
            rank.Meet();
            if (only == nullptr || std::strcmp(only, "many-channels") == 0) {
                contract::ManyChannels(rank, *named.make());
            }
            rank.Meet();
            if (rank.rank == 0) {
                std::printf("%s: done in %.1f s\n", named.name,
                            std::chrono::duration<double>(ut::Clock::now() - began).count());
            }
        }
    });
}
