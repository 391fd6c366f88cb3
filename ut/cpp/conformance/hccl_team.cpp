// Cases of hccl_team.h: teams, their windows and channels.

#include "hccl/hccl_team.h"

#include <cstdlib>

#include "fixture.h"

namespace {

const uint32_t kRanks[] = {0, 1};

HcclTeamCreateDesc Desc(uint32_t self = 0)
{
    HcclTeamCreateDesc desc;
    (void)HcclTeamCreateDescInit(&desc);
    desc.rankIds = kRanks;
    desc.rankNum = 2;
    desc.selfRankId = self;
    desc.netLayer = 0;
    desc.protocol = COMM_PROTOCOL_UB_CTP;
    desc.requirement.signalCount = 0;
    desc.requirement.counterCount = 0;
    desc.requirement.barrierCount = 1;
    return desc;
}

HcclTeamCreateChannelsDesc ChannelsDesc()
{
    HcclTeamCreateChannelsDesc desc;
    (void)HcclTeamCreateChannelsDescInit(&desc);
    desc.engine = COMM_ENGINE_AIV;
    desc.notifyNum = 1;
    desc.protocol = COMM_PROTOCOL_UB_CTP;
    desc.channelCnt = 1;
    return desc;
}

HcommTeamHandle World(Test& t, HcclComm comm, uint32_t self = 0)
{
    const HcclTeamCreateDesc desc = Desc(self);
    HcommTeamHandle team = nullptr;
    STEP(t, HcclWorldTeamCreate(comm, &desc, &team));
    return team;
}

// The world team of rank 0 that most cases use.
HcommTeamHandle Team(Test& t)
{
    static HcommTeamHandle team = nullptr;
    if (team == nullptr) {
        team = World(t, Shared(t)[0]);
    }
    return team;
}

HcommTeamHandle ForgedTeam() { return reinterpret_cast<HcommTeamHandle>(kForged); }

CommMem Window(Test& t) { return {COMM_MEM_TYPE_DEVICE, DeviceMemory(t), 4096}; }

// Rules that both functions which make teams have: `number` of the NULL row, numbers of the others behind it.
void DescCases(const char* name, HcclResult (*call)(Test&, const HcclTeamCreateDesc&), int ranks, int ids)
{
    Add(name, ranks, [call](Test& t) {
        for (const uint32_t num : {0u, 1u}) {
            HcclTeamCreateDesc desc = Desc();
            desc.rankNum = num;
            desc.rankIds = nullptr;
            t.Got(call(t, desc));
        }
    });
    Add(name, ids, [call](Test& t) {
        HcclTeamCreateDesc desc = Desc();
        desc.rankIds = nullptr;
        desc.requirement.barrierCount = 0;
        t.Got(call(t, desc));
    });
}

HcclResult CallWorld(Test& t, const HcclTeamCreateDesc& desc)
{
    return HcclWorldTeamCreate(Shared(t)[0], &desc, t.Out<HcommTeamHandle>());
}

HcclResult CallSub(Test& t, const HcclTeamCreateDesc& desc)
{
    return HcclSubTeamCreate(Team(t), &desc, t.Out<HcommTeamHandle>());
}

void CreateCases()
{
    const char* const world = "HcclWorldTeamCreate";
    Add(world, 1, [](Test& t) {
        const HcclTeamCreateDesc desc = Desc();
        t.Got(HcclWorldTeamCreate(nullptr, &desc, t.Out<HcommTeamHandle>()));
        t.Got(HcclWorldTeamCreate(Shared(t)[0], nullptr, t.Out<HcommTeamHandle>()));
        t.Got(HcclWorldTeamCreate(Shared(t)[0], &desc, nullptr));
    });
    DescCases(world, CallWorld, 2, 3);
    Add(world, 4, [](Test& t) {
        HcclTeamCreateDesc signal = Desc();
        signal.requirement.signalCount = 1;
        t.Got(CallWorld(t, signal));
        HcclTeamCreateDesc counter = Desc();
        counter.requirement.counterCount = 1;
        t.Got(CallWorld(t, counter));
    });
    Add(world, 5, [](Test& t) {
        HcclTeamCreateDesc desc = Desc();
        desc.requirement.barrierCount = 0;
        t.Got(CallWorld(t, desc));
    });
    NotProvoked(world, 6, "every communicator of this library has its managers");
    Add(world, 7, [](Test& t) {
        const uint32_t ranks[] = {0, 1, 2};
        HcclTeamCreateDesc desc = Desc();
        desc.rankIds = ranks;
        desc.rankNum = 3;
        t.Got(CallWorld(t, desc));
    });
    Add(world, 8, [](Test& t) {
        HcclTeamCreateDesc desc = Desc();
        desc.selfRankId = 7;
        t.Got(CallWorld(t, desc));
    });
    Add(world, 9, [](Test& t) {
        const uint32_t twice[] = {0, 0};
        const uint32_t unknown[] = {0, 7};
        for (const uint32_t* const ranks : {twice, unknown}) {
            HcclTeamCreateDesc desc = Desc();
            desc.rankIds = ranks;
            t.Got(CallWorld(t, desc));
        }
    });
    Add(world, 10, [](Test& t) {
        HcclTeamCreateDesc desc = Desc();
        desc.requirement.barrierCount = UINT32_MAX;
        t.Got(CallWorld(t, desc));
    });

    const char* const sub = "HcclSubTeamCreate";
    Add(sub, 1, [](Test& t) {
        const HcclTeamCreateDesc desc = Desc();
        t.Got(HcclSubTeamCreate(nullptr, &desc, t.Out<HcommTeamHandle>()));
        t.Got(HcclSubTeamCreate(Team(t), nullptr, t.Out<HcommTeamHandle>()));
        t.Got(HcclSubTeamCreate(Team(t), &desc, nullptr));
    });
    DescCases(sub, CallSub, 2, 3);
    Add(sub, 4, [](Test& t) {
        HcclTeamCreateDesc signal = Desc();
        signal.requirement.signalCount = 1;
        t.Got(CallSub(t, signal));
        HcclTeamCreateDesc barrier = Desc();
        barrier.requirement.barrierCount = 0;
        t.Got(CallSub(t, barrier));
    });
    Add(sub, 5, [](Test& t) {
        const HcclTeamCreateDesc desc = Desc();
        HcommTeamHandle team = nullptr;
        STEP(t, HcclSubTeamCreate(Team(t), &desc, &team));
        t.Got(HcclSubTeamCreate(team, &desc, t.Out<HcommTeamHandle>()));
        t.Got(HcclSubTeamCreate(ForgedTeam(), &desc, t.Out<HcommTeamHandle>()));
        STEP(t, HcclTeamDestroy(team));
    });
    Add(sub, 6, [](Test& t) {
        HcclTeamCreateDesc desc = Desc();
        desc.selfRankId = 7;
        t.Got(CallSub(t, desc));
    });
    Add(sub, 7, [](Test& t) {
        const uint32_t ranks[] = {0, 7};
        HcclTeamCreateDesc desc = Desc();
        desc.rankIds = ranks;
        t.Got(CallSub(t, desc));
    });
    Add("HcclTeamDestroy", 1, [](Test& t) { t.Got(HcclTeamDestroy(nullptr)); }, kAll);
    Add("HcclTeamDestroy", 2, [](Test& t) {
        t.Got(HcclTeamDestroy(ForgedTeam()));
        const HcommTeamHandle gone = World(t, Shared(t)[0]);
        STEP(t, HcclTeamDestroy(gone));
        t.Got(HcclTeamDestroy(gone));
    });
}

void WindowCases()
{
    const char* const reg = "HcclTeamWindowRegister";
    const auto call = [](Test& t, const CommMem& mem, uint32_t flag = 0) {
        t.Got(HcclTeamWindowRegister(Shared(t)[0], Team(t), &mem, t.Out<HcommWindowHandle>(), flag));
    };
    Add(reg, 1, [](Test& t) {
        const CommMem mem = Window(t);
        t.Got(HcclTeamWindowRegister(nullptr, Team(t), &mem, t.Out<HcommWindowHandle>(), 0));
        t.Got(HcclTeamWindowRegister(Shared(t)[0], nullptr, &mem, t.Out<HcommWindowHandle>(), 0));
        t.Got(HcclTeamWindowRegister(Shared(t)[0], Team(t), nullptr, t.Out<HcommWindowHandle>(), 0));
        t.Got(HcclTeamWindowRegister(Shared(t)[0], Team(t), &mem, nullptr, 0));
    });
    Add(reg, 2, [call](Test& t) { call(t, Window(t), 1); });
    Add(reg, 3, [call](Test& t) {
        for (const CommMemType type : {COMM_MEM_TYPE_HOST, COMM_MEM_TYPE_INVALID}) {
            CommMem mem = Window(t);
            mem.type = type;
            call(t, mem);
        }
    });
    Add(reg, 4, [call](Test& t) { call(t, {COMM_MEM_TYPE_DEVICE, nullptr, 0}); });
    Add(reg, 5, [call](Test& t) { call(t, {COMM_MEM_TYPE_DEVICE, DeviceMemory(t), 0}); });
    Add(reg, 6, [](Test& t) {
        const CommMem mem = Window(t);
        t.Got(HcclTeamWindowRegister(Shared(t)[0], ForgedTeam(), &mem, t.Out<HcommWindowHandle>(), 0));
        t.Got(HcclTeamWindowRegister(Shared(t)[1], Team(t), &mem, t.Out<HcommWindowHandle>(), 0));
        const HcclTeamCreateDesc desc = Desc();
        HcommTeamHandle sub = nullptr;
        STEP(t, HcclSubTeamCreate(Team(t), &desc, &sub));
        t.Got(HcclTeamWindowRegister(Shared(t)[0], sub, &mem, t.Out<HcommWindowHandle>(), 0));
        STEP(t, HcclTeamDestroy(sub));
    });
    Add(reg, 7, [](Test& t) {
        const HcommTeamHandle team = World(t, Shared(t)[0]);
        const CommMem outer = Window(t);
        const CommMem inner = {COMM_MEM_TYPE_DEVICE, static_cast<char*>(outer.addr) + 64, 64};
        HcommWindowHandle first = nullptr;
        HcommWindowHandle second = nullptr;
        STEP(t, HcclTeamWindowRegister(Shared(t)[0], team, &outer, &first, 0));
        t.Got(HcclTeamWindowRegister(Shared(t)[0], team, &inner, &second, 0));
        CHECK(t, first == second && first != nullptr);
        STEP(t, HcclTeamDestroy(team));
    });
    const char* const dereg = "HcclTeamWindowDeregister";
    const auto window = reinterpret_cast<HcommWindowHandle>(kForged);
    Add(dereg, 1, [window](Test& t) {
        t.Got(HcclTeamWindowDeregister(nullptr, window));
        t.Got(HcclTeamWindowDeregister(Team(t), nullptr));
    });
    Add(dereg, 2, [window](Test& t) { t.Got(HcclTeamWindowDeregister(ForgedTeam(), window)); });
    Add(dereg, 3, [window](Test& t) { t.Got(HcclTeamWindowDeregister(Team(t), window)); });
}

void ChannelCases()
{
    const char* const name = "HcclTeamChannelsCreate";
    Add(name, 1, [](Test& t) {
        const HcclTeamCreateChannelsDesc desc = ChannelsDesc();
        t.Got(HcclTeamChannelsCreate(nullptr, Team(t), &desc));
        t.Got(HcclTeamChannelsCreate(Shared(t)[0], nullptr, &desc));
        t.Got(HcclTeamChannelsCreate(Shared(t)[0], Team(t), nullptr));
    });
    Add(name, 2, [](Test& t) {
        HcclTeamCreateChannelsDesc desc = ChannelsDesc();
        desc.channelCnt = 0;
        t.Got(HcclTeamChannelsCreate(Shared(t)[0], Team(t), &desc));
    });
    Add(name, 3, [](Test& t) {
        const HcclTeamCreateChannelsDesc desc = ChannelsDesc();
        t.Got(HcclTeamChannelsCreate(Shared(t)[0], ForgedTeam(), &desc));
    });
    Add(name, 4, [](Test& t) {
        const HcclTeamCreateChannelsDesc desc = ChannelsDesc();
        t.Got(HcclTeamChannelsCreate(Shared(t)[1], Team(t), &desc));
    });
    NotProvoked(name, 5, "a team whose creator is no member cannot be made");
    NotProvoked(name, 6, "all ranks that exist are linked on every layer they share; one that does not exist is PARA");
    Add(name, 7, [](Test& t) {
        const Comms comms = NewComms(t);
        HcommTeamHandle teams[2] = {};
        HcommWindowHandle windows[2] = {};
        for (int rank = 0; rank < 2; rank++) {
            STEP(t, aclrtSetDevice(rank));
            teams[rank] = World(t, comms[rank], static_cast<uint32_t>(rank));
            void* memory = nullptr;
            STEP(t, aclrtMalloc(&memory, 4096, ACL_MEM_MALLOC_HUGE_FIRST));
            const CommMem mem = {COMM_MEM_TYPE_DEVICE, memory, 4096};
            STEP(t, HcclTeamWindowRegister(comms[rank], teams[rank], &mem, &windows[rank], 0));
        }
        const HcclTeamCreateChannelsDesc desc = ChannelsDesc();
        HcclResult first[2] = {};
        HcclResult second[2] = {};
        Both([&](int rank) { first[rank] = HcclTeamChannelsCreate(comms[rank], teams[rank], &desc); });
        t.Step(first[0], "the first call of rank 0");
        t.Step(first[1], "the first call of rank 1");
        Both([&](int rank) { second[rank] = HcclTeamChannelsCreate(comms[rank], teams[rank], &desc); });
        t.Got(second[0]);
        t.Got(second[1]);
        Destroy(t, comms);
    });
    Add(name, 8, [](Test& t) {
        setenv("HCOMM_TEST_CONNECT_TIMEOUT_MS", "1500", 1);
        const Comms comms = NewComms(t);
        setenv("HCOMM_TEST_CONNECT_TIMEOUT_MS", "10000", 1);
        const HcclTeamCreateChannelsDesc desc = ChannelsDesc();
        const HcommTeamHandle team = World(t, comms[0]);
        t.Got(HcclTeamChannelsCreate(comms[0], team, &desc));
        Destroy(t, comms);
    });
}

} // namespace

void HcclTeamCases()
{
    CreateCases();
    WindowCases();
    ChannelCases();
}
