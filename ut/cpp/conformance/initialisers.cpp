// Cases of the initialisers that the headers bring along.

#include "hccl/hccl_launch.h"
#include "hccl/hccl_rank_graph.h"
#include "hccl/hccl_team.h"

#include "fixture.h"

namespace {

// Initialisers of `num` structures.
template <class T, class Init>
void Array(const char* name, Init init)
{
    Add(name, 1, [init](Test& t) {
        t.Got(init(nullptr, 1));
        t.Got(init(nullptr, UINT32_MAX));
    });
    Add(name, 2, [init](Test& t) {
        T value;
        std::memset(&value, 0x5a, sizeof(value));
        const T before = value;
        t.Got(init(nullptr, 0));
        t.Got(init(&value, 0));
        CHECK(t, std::memcmp(&before, &value, sizeof(value)) == 0);
    });
}

template <class Init>
void One(const char* name, Init init)
{
    Add(name, 1, [init](Test& t) { t.Got(init(nullptr)); });
}

} // namespace

void InitialiserCases()
{
    Array<HcclChannelDesc>("HcclChannelDescInit", HcclChannelDescInit);
    Array<HcommChannelDesc>("HcommChannelDescInit", HcommChannelDescInit);
    Array<EndpointDesc>("EndpointDescInit", EndpointDescInit);
    Array<CommLink>("CommLinkInit", CommLinkInit);
    Add("ThreadConfigInit", 1, [](Test& t) {
        t.Got(ThreadConfigInit(nullptr, 0));
        t.Got(ThreadConfigInit(nullptr, 3));
    });
    One("HcclTeamCreateDescInit", HcclTeamCreateDescInit);
    One("HcclTeamCreateChannelsDescInit", HcclTeamCreateChannelsDescInit);
    One("HcclOpDescInit", HcclOpDescInit);
    One("HcclKernelLaunchCfgInit", HcclKernelLaunchCfgInit);
    const char* const nothing = "the initialiser returns nothing, so it cannot refuse a pointer";
    NotProvoked("CcuLoopCfgInit", 1, nothing);
    NotProvoked("CcuLoopGroupCfgInit", 1, nothing);
}
