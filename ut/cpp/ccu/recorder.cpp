#include "recorder.h"

#include <sstream>
#include <vector>

#include "ccu_primitives_impl.h"

namespace {

struct PendingIf {
    std::string label;
    bool bodyDone;
};

struct State {
    std::ostringstream text;
    uint64_t next = 1;
    std::vector<PendingIf> ifs;
    std::vector<std::string> doLabels;
    std::vector<std::pair<const void*, uint64_t>> blocks;
    std::string failing;
    CcuResult failure = CCU_SUCCESS;
    std::string answer; // keeps the label alive that is handed out
};

State& Now()
{
    static State state;
    return state;
}

// Labels hold the path of the test; only the part that tells blocks apart is written.
std::string Label(const char* label)
{
    const std::string text = label == nullptr ? "(none)" : label;
    const auto at = text.rfind(':');
    std::string uid = at == std::string::npos ? text : text.substr(at + 1);
    const auto digits = uid.find_first_of("0123456789");
    return digits == std::string::npos ? uid : uid.substr(0, digits);
}

void Put() { Now().text << '\n'; }

template <typename First, typename... Rest>
void Put(const First& first, const Rest&... rest)
{
    Now().text << ' ' << first;
    Put(rest...);
}

template <typename... Arguments>
CcuResult Call(const char* name, const Arguments&... arguments)
{
    if (Now().failing == name) {
        Now().failing.clear();
        return Now().failure;
    }
    Now().text << name;
    Put(arguments...);
    return CCU_SUCCESS;
}

template <typename... Arguments>
CcuResult Make(const char* name, uint64_t* handle, const Arguments&... arguments)
{
    const CcuResult result = Call(name, arguments..., "->", Now().next);
    if (result == CCU_SUCCESS) {
        *handle = Now().next++;
    }
    return result;
}

CcuResult MakeMany(const char* name, uint64_t* handles, uint32_t count)
{
    const CcuResult result = Call(name, count, "->", Now().next);
    for (uint32_t i = 0; result == CCU_SUCCESS && i < count; ++i) {
        handles[i] = Now().next++;
    }
    return result;
}

CcuResult MakeAddress(const char* name, uint64_t* handle, uint64_t* address, uint64_t* token)
{
    const CcuResult result = Call(name, "->", Now().next, Now().next + 1, Now().next + 2);
    if (result == CCU_SUCCESS) {
        *handle = Now().next++;
        *address = Now().next++;
        *token = Now().next++;
    }
    return result;
}

// What the library does before it records anything but CcuIfElse.
void CloseFinishedIfs()
{
    while (!Now().ifs.empty() && Now().ifs.back().bodyDone) {
        Call("CcuIfEnd", Label(Now().ifs.back().label.c_str()), "(implied)");
        Now().ifs.pop_back();
    }
}

template <typename... Arguments>
CcuResult Step(const char* name, const Arguments&... arguments)
{
    CloseFinishedIfs();
    return Call(name, arguments...);
}

} // namespace

namespace recorder {

void Reset()
{
    State& state = Now();
    state.text.str("");
    state.next = 1;
    state.ifs.clear();
    state.doLabels.clear();
    state.blocks.clear();
    state.failing.clear();
}

std::string Take()
{
    CloseFinishedIfs();
    const std::string text = Now().text.str();
    Now().text.str("");
    return text;
}

void FailNext(const char* function, CcuResult code)
{
    Now().failing = function;
    Now().failure = code;
}

} // namespace recorder

extern "C" {

CcuResult CcuVariableAlloc(CcuVariableHandle* h) { return Make(__func__, h); }
CcuResult CcuAddressAlloc(CcuAddressHandle* h) { return Make(__func__, h); }
CcuResult CcuEventAlloc(CcuEventHandle* h) { return Make(__func__, h); }
CcuResult CcuBufferAlloc(CcuBufferHandle* h) { return Make(__func__, h); }
CcuResult CcuLocalAddrAlloc(CcuLocalAddrHandle* h, CcuAddressHandle* a, CcuVariableHandle* t)
{
    return MakeAddress(__func__, h, a, t);
}
CcuResult CcuRemoteAddrAlloc(CcuRemoteAddrHandle* h, CcuAddressHandle* a, CcuVariableHandle* t)
{
    return MakeAddress(__func__, h, a, t);
}
CcuResult CcuBlockVariableAlloc(CcuVariableHandle* h, uint32_t n) { return MakeMany(__func__, h, n); }
CcuResult CcuBlockEventAlloc(CcuEventHandle* h, uint32_t n) { return MakeMany(__func__, h, n); }
CcuResult CcuBlockBufferAlloc(CcuBufferHandle* h, uint32_t n) { return MakeMany(__func__, h, n); }
CcuResult CcuVariableCreateByChannel(ChannelHandle c, uint32_t i, CcuVariableHandle* h)
{
    return Make(__func__, h, c, i);
}
CcuResult CcuVariableGetByIndex(CcuVariableHandle block, uint32_t i, CcuVariableHandle* h)
{
    return Make(__func__, h, block, i);
}
CcuResult CcuEventGetByIndex(CcuEventHandle block, uint32_t i, CcuEventHandle* h)
{
    return Make(__func__, h, block, i);
}

#define STEP_2(name, A, B) \
    CcuResult name(A a, B b) { return Step(__func__, a, b); }
#define STEP_3(name, A, B, C) \
    CcuResult name(A a, B b, C c) { return Step(__func__, a, b, c); }
#define STEP_5(name, A, B, C, D, E) \
    CcuResult name(A a, B b, C c, D d, E e) { return Step(__func__, a, b, c, d, e); }
#define STEP_6(name, A, B, C, D, E, F) \
    CcuResult name(A a, B b, C c, D d, E e, F f) { return Step(__func__, a, b, c, d, e, f); }

STEP_2(CcuVariableAssignImm, CcuVariableHandle, uint64_t)
STEP_2(CcuVariableAssignVar, CcuVariableHandle, CcuVariableHandle)
STEP_2(CcuVariableNotVar, CcuVariableHandle, CcuVariableHandle)
STEP_3(CcuVariableAddVarToVar, CcuVariableHandle, CcuVariableHandle, CcuVariableHandle)
STEP_3(CcuVariableSubVarToVar, CcuVariableHandle, CcuVariableHandle, CcuVariableHandle)
STEP_3(CcuVariableMulVarToVar, CcuVariableHandle, CcuVariableHandle, CcuVariableHandle)
STEP_3(CcuVariableAndVarToVar, CcuVariableHandle, CcuVariableHandle, CcuVariableHandle)
STEP_3(CcuVariableOrVarToVar, CcuVariableHandle, CcuVariableHandle, CcuVariableHandle)
STEP_3(CcuVariableXorVarToVar, CcuVariableHandle, CcuVariableHandle, CcuVariableHandle)
STEP_3(CcuVariableShlVarToVar, CcuVariableHandle, CcuVariableHandle, CcuVariableHandle)
STEP_3(CcuVariableShrVarToVar, CcuVariableHandle, CcuVariableHandle, CcuVariableHandle)
STEP_3(CcuVariableAddImmToVar, CcuVariableHandle, CcuVariableHandle, uint16_t)
STEP_3(CcuVariableSubImmToVar, CcuVariableHandle, CcuVariableHandle, uint16_t)
STEP_3(CcuVariableMulImmToVar, CcuVariableHandle, CcuVariableHandle, uint16_t)
STEP_2(CcuAddressAssignImm, CcuAddressHandle, uint64_t)
STEP_2(CcuAddressAssignAddr, CcuAddressHandle, CcuAddressHandle)
STEP_2(CcuAddressAssignVar, CcuAddressHandle, CcuVariableHandle)
STEP_2(CcuAddressAddAssignVar, CcuAddressHandle, CcuVariableHandle)
STEP_3(CcuAddressAddVarToAddr, CcuAddressHandle, CcuAddressHandle, CcuVariableHandle)
STEP_3(CcuAddressAddAddrToAddr, CcuAddressHandle, CcuAddressHandle, CcuAddressHandle)
STEP_3(CcuAddressAddImmToAddr, CcuAddressHandle, CcuAddressHandle, uint16_t)
STEP_2(CcuLoadArg, CcuVariableHandle, uint32_t)
STEP_3(CcuLoadVar, uint64_t, CcuVariableHandle, uint32_t)
STEP_3(CcuLoadVarFromVarAddr, CcuVariableHandle, CcuVariableHandle, uint32_t)
STEP_3(CcuStoreVar, uint64_t, CcuVariableHandle, uint32_t)
STEP_3(CcuStoreVarToVarAddr, CcuVariableHandle, CcuVariableHandle, uint32_t)
STEP_2(CcuEventRecord, CcuEventHandle, uint16_t)
STEP_2(CcuEventWait, CcuEventHandle, uint16_t)
STEP_2(CcuLocalNotifyRecord, const char*, uint16_t)
STEP_2(CcuLocalNotifyWait, const char*, uint16_t)
STEP_3(CcuNotifyRecord, ChannelHandle, uint32_t, uint16_t)
STEP_3(CcuNotifyWait, ChannelHandle, uint32_t, uint16_t)
STEP_5(CcuWriteVariableWithNotify, ChannelHandle, CcuVariableHandle, uint32_t, uint32_t, uint16_t)
STEP_5(CcuLocalCopyMemToMem, CcuLocalAddrHandle, CcuLocalAddrHandle, CcuVariableHandle, CcuEventHandle, uint16_t)
STEP_5(CcuLocalCopyMemToBuffer, CcuBufferHandle, CcuLocalAddrHandle, CcuVariableHandle, CcuEventHandle, uint16_t)
STEP_5(CcuLocalCopyBufferToMem, CcuLocalAddrHandle, CcuBufferHandle, CcuVariableHandle, CcuEventHandle, uint16_t)
STEP_6(CcuReadMemToMem, ChannelHandle, CcuLocalAddrHandle, CcuRemoteAddrHandle, CcuVariableHandle, CcuEventHandle,
       uint16_t)
STEP_6(CcuReadMemToBuffer, ChannelHandle, CcuBufferHandle, CcuRemoteAddrHandle, CcuVariableHandle, CcuEventHandle,
       uint16_t)
STEP_6(CcuWriteMemToMem, ChannelHandle, CcuRemoteAddrHandle, CcuLocalAddrHandle, CcuVariableHandle, CcuEventHandle,
       uint16_t)
STEP_6(CcuWriteBufferToMem, ChannelHandle, CcuRemoteAddrHandle, CcuBufferHandle, CcuVariableHandle, CcuEventHandle,
       uint16_t)

CcuResult CcuLocalMemReduce(CcuLocalAddrHandle d, CcuLocalAddrHandle s, CcuVariableHandle l, HcclDataType t,
                            HcclReduceOp o, CcuEventHandle e, uint16_t m)
{
    return Step(__func__, d, s, l, t, o, e, m);
}
CcuResult CcuLocalBufferReduce(CcuBufferHandle* b, uint32_t n, HcclDataType t, HcclDataType out, HcclReduceOp o,
                               CcuVariableHandle l, CcuEventHandle e, uint16_t m)
{
    std::string buffers;
    for (uint32_t i = 0; i < n; ++i) {
        buffers += (i == 0 ? "" : ",") + std::to_string(b[i]);
    }
    return Step(__func__, buffers, n, t, out, o, l, e, m);
}
CcuResult CcuReadMemToMemReduce(ChannelHandle c, CcuLocalAddrHandle d, CcuRemoteAddrHandle s, CcuVariableHandle l,
                                HcclDataType t, HcclReduceOp o, CcuEventHandle e, uint16_t m)
{
    return Step(__func__, c, d, s, l, t, o, e, m);
}
CcuResult CcuWriteMemToMemReduce(ChannelHandle c, CcuRemoteAddrHandle d, CcuLocalAddrHandle s, CcuVariableHandle l,
                                 HcclDataType t, HcclReduceOp o, CcuEventHandle e, uint16_t m)
{
    return Step(__func__, c, d, s, l, t, o, e, m);
}

CcuResult CcuIfBegin(CcuVariableHandle v, uint64_t i, CcuConditionType c, const char* label)
{
    return Step(__func__, v, i, c, Label(label));
}
CcuResult CcuIfBeginVar(CcuVariableHandle l, CcuVariableHandle r, CcuConditionType c, const char* label)
{
    return Step(__func__, l, r, c, Label(label));
}
CcuResult CcuIfElse(const char* label) { return Call(__func__, Label(label)); }
CcuResult CcuIfEnd(const char* label) { return Step(__func__, Label(label)); }
CcuResult CcuFlushPendingIfs()
{
    CloseFinishedIfs();
    return CCU_SUCCESS;
}
CcuResult CcuWhileBegin(CcuVariableHandle v, uint64_t i, CcuConditionType c, const char* label)
{
    return Step(__func__, v, i, c, Label(label));
}
CcuResult CcuWhileBeginVar(CcuVariableHandle l, CcuVariableHandle r, CcuConditionType c, const char* label)
{
    return Step(__func__, l, r, c, Label(label));
}
CcuResult CcuWhileEnd(const char* label) { return Step(__func__, Label(label)); }
CcuResult CcuDoWhileBegin(const char* label) { return Step(__func__, Label(label)); }
CcuResult CcuDoWhileEnd(CcuVariableHandle v, uint64_t i, CcuConditionType c, const char* label)
{
    return Step(__func__, v, i, c, Label(label));
}
CcuResult CcuDoWhileEndVar(CcuVariableHandle l, CcuVariableHandle r, CcuConditionType c, const char* label)
{
    return Step(__func__, l, r, c, Label(label));
}

void _CcuIfStackPush(const char* label) { Now().ifs.push_back({label, false}); }
void _CcuIfStackMarkBodyDone() { Now().ifs.back().bodyDone = true; }
const char* _CcuIfStackPopForElse()
{
    if (Now().ifs.empty() || !Now().ifs.back().bodyDone) {
        return nullptr;
    }
    Now().answer = Now().ifs.back().label;
    Now().ifs.pop_back();
    return Now().answer.c_str();
}
void _CcuDoWhileStackPush(const char* label) { Now().doLabels.push_back(label); }
const char* _CcuDoWhileStackPopForWhile()
{
    if (Now().doLabels.empty()) {
        return nullptr;
    }
    Now().answer = Now().doLabels.back();
    Now().doLabels.pop_back();
    return Now().answer.c_str();
}

CcuResult CcuFuncBlockLookup(const void* key, uint64_t* block)
{
    *block = 0;
    for (const auto& known : Now().blocks) {
        if (known.first == key) {
            *block = known.second;
        }
    }
    return Call(__func__, "->", *block);
}
CcuResult CcuFuncBlockBegin(const void* key, uint64_t* block)
{
    const CcuResult result = Make(__func__, block);
    if (result == CCU_SUCCESS) {
        Now().blocks.emplace_back(key, *block);
    }
    return result;
}
CcuResult CcuFuncBlockEnd(uint64_t block) { return Step(__func__, block); }
CcuResult CcuFuncDefineInArg(uint64_t block, CcuVariableHandle v) { return Step(__func__, block, v); }
CcuResult CcuFuncCall(uint64_t block, const CcuVariableHandle* in, uint32_t n)
{
    std::string handles;
    for (uint32_t i = 0; i < n; ++i) {
        handles += (i == 0 ? "" : ",") + std::to_string(in[i]);
    }
    return Step(__func__, block, n, handles);
}

CcuResult CcuLoopCreate(CcuLoop* loop) { return Make(__func__, loop); }
CcuResult _CcuLoopBodyEnter(CcuLoop loop) { return Step(__func__, loop); }
CcuResult _CcuLoopBodyExit(CcuLoop loop) { return Step(__func__, loop); }
CcuResult CcuLoopGroupCreateCfg(CcuLoopGroup* group, uint32_t max, const CcuLoopGroupCfg* c)
{
    return Make(__func__, group, max, c->header.magic == CCU_CFG_MAGIC_WORD, c->header.version, c->header.size,
                c->cloneNum, c->cloneLoopOffset, c->addrOffset, c->ccuBufferOffset, c->eventOffset, c->varOffset);
}
CcuResult CcuLoopGroupCreateFromVar(CcuLoopGroup* group, uint32_t max, CcuVariableHandle p, CcuVariableHandle o)
{
    return Make(__func__, group, max, p, o);
}
CcuResult CcuLoopGroupCreateFromVarV2(CcuLoopGroup* group, uint32_t max, CcuVariableHandle p, CcuVariableHandle o,
                                      CcuVariableHandle v)
{
    return Make(__func__, group, max, p, o, v);
}
CcuResult CcuLoopGroupAddLoopCfg(CcuLoopGroup group, CcuLoop loop, const CcuLoopCfg* c)
{
    return Step(__func__, group, loop, c->header.magic == CCU_CFG_MAGIC_WORD, c->header.version, c->header.size,
                c->addrOffset, c->iterNum);
}
CcuResult CcuLoopGroupAddLoopFromVar(CcuLoopGroup group, CcuLoop loop, CcuVariableHandle v)
{
    return Step(__func__, group, loop, v);
}
CcuResult CcuLoopGroupAddLoopFromVarV2(CcuLoopGroup group, CcuLoop loop, CcuVariableHandle i, CcuVariableHandle s,
                                       CcuVariableHandle c)
{
    return Step(__func__, group, loop, i, s, c);
}

} // extern "C"
