// Field cases: what users of such libraries ran into, each as a test with the expected result, by its id. `cases ID` runs
// one. Ids and groups: DAT data plane, MEM memory, CHN channels, LIF life of objects, COL collectives.
#ifndef UT_CASES_H
#define UT_CASES_H

#include <string>
#include <vector>

#include "../contract/pipe.h"
#include "../ranks.h"

namespace cases {

// A case with ranks: started as threads, or as processes by ut/hosts.sh. `ranks` 0: the case starts what it needs itself.
struct Case {
    const char* id;
    uint32_t ranks;
    void (*run)(ut::Rank& rank);
};

extern const std::vector<Case> kDataCases;
extern const std::vector<Case> kMemoryCases;
extern const std::vector<Case> kChannelCases;
extern const std::vector<Case> kLifeCases;
extern const std::vector<Case> kCollectiveCases;

// Runs `body` for each transport that exists with these ranks, on `count` channels.
void OnTransports(ut::Rank& rank, uint32_t count, uint32_t notifies,
                  const std::function<void(const std::vector<contract::Pipe>&)>& body);

// What a process holds: for comparing before and after.
struct Holdings {
    int descriptors = 0;
    int threads = 0;
    int mappings = 0;
    long residentKiB = 0;
    long peakKiB = 0;
};
Holdings Held();
// A number of /proc/self/status, in the unit it has there.
long StatusValue(const char* name);
// Kibibytes that programs can still get.
long AvailableKiB();

// Starts this program again: `cases ID` with UT_PART and further variables "NAME=value" in the environment.
pid_t Again(const std::string& id, const std::string& part, const std::vector<std::string>& more = {});
// Waits for a child; the status of waitpid, or -1 after `seconds`, when it was killed.
int Reap(pid_t child, int seconds);

}  // namespace cases

#endif
