// The C++ recording API makes exactly the C calls it should, in the right order and with the right operands.

#include <cstdio>
#include <string>
#include <type_traits>

#include "ccu_primitives.hpp"
#include "recorder.h"

using namespace AscendC::ccu;

namespace {

int checks = 0;
int failures = 0;

void Expect(const char* what, const std::string& got, const std::string& want)
{
    ++checks;
    if (got != want) {
        ++failures;
        std::printf("%s recorded\n%s--- instead of\n%s\n", what, got.c_str(), want.c_str());
    }
}

template <typename Kernel>
void Record(const char* what, Kernel kernel, const std::string& want)
{
    recorder::Reset();
    kernel();
    Expect(what, recorder::Take(), want);
}

// The code of the exception that `kernel` must throw.
template <typename Kernel>
void ExpectThrow(const char* what, CcuResult want, const char* text, Kernel kernel)
{
    recorder::Reset();
    ++checks;
    try {
        kernel();
        ++failures;
        std::printf("%s threw nothing\n", what);
    } catch (const detail::CcuException& error) {
        if (error.code() != want || std::string(error.what()).find(text) == std::string::npos) {
            ++failures;
            std::printf("%s threw %u \"%s\"\n", what, static_cast<unsigned>(error.code()), error.what());
        }
    }
}

void Same(const char* what, long long got, long long want)
{
    Expect(what, std::to_string(got) + "\n", std::to_string(want) + "\n");
}

void Registers()
{
    Record("naming", [] {
        Variable a;
        Variable b(a);
        Variable c(77, 3);
        c = Variable(b); // an rvalue renames
        c = 5;
    }, "CcuVariableAlloc -> 1\nCcuVariableGetByIndex 77 3 -> 2\nCcuVariableAssignImm 1 5\n");

    Record("arithmetic", [] {
        Variable a, b, c;
        c = a;
        c = a + b;
        c = a - b;
        c = a * b;
        c = a & b;
        c = a | b;
        c = a ^ b;
        c = a << b;
        c = a >> b;
        c = ~a;
        c = a + 65535;
        c = a - 1;
        c = a * 2;
        c += b;
        c -= 3;
        c <<= b;
    }, "CcuVariableAlloc -> 1\nCcuVariableAlloc -> 2\nCcuVariableAlloc -> 3\n"
       "CcuVariableAssignVar 3 1\nCcuVariableAddVarToVar 3 1 2\nCcuVariableSubVarToVar 3 1 2\n"
       "CcuVariableMulVarToVar 3 1 2\nCcuVariableAndVarToVar 3 1 2\nCcuVariableOrVarToVar 3 1 2\n"
       "CcuVariableXorVarToVar 3 1 2\nCcuVariableShlVarToVar 3 1 2\nCcuVariableShrVarToVar 3 1 2\n"
       "CcuVariableNotVar 3 1\nCcuVariableAddImmToVar 3 1 65535\nCcuVariableSubImmToVar 3 1 1\n"
       "CcuVariableMulImmToVar 3 1 2\nCcuVariableAddVarToVar 3 3 2\nCcuVariableSubImmToVar 3 3 3\n"
       "CcuVariableShlVarToVar 3 3 2\n");

    Record("addresses", [] {
        Address a, b;
        Variable v;
        a = uint64_t{4096};
        a = b;
        a = v;
        a = b + v;
        a = v + b;
        a = a + b;
        a = b + 8;
        a += v;
        a += b;
    }, "CcuAddressAlloc -> 1\nCcuAddressAlloc -> 2\nCcuVariableAlloc -> 3\n"
       "CcuAddressAssignImm 1 4096\nCcuAddressAssignAddr 1 2\nCcuAddressAssignVar 1 3\n"
       "CcuAddressAddVarToAddr 1 2 3\nCcuAddressAddVarToAddr 1 2 3\nCcuAddressAddAddrToAddr 1 1 2\n"
       "CcuAddressAddImmToAddr 1 2 8\nCcuAddressAddAssignVar 1 3\nCcuAddressAddAddrToAddr 1 1 2\n");

    Record("local and remote addresses", [] {
        LocalAddr a, b;
        a = b;
        a.token = 9;
        RemoteAddr r;
        r.addr = a.addr;
    }, "CcuLocalAddrAlloc -> 1 2 3\nCcuLocalAddrAlloc -> 4 5 6\nCcuAddressAssignAddr 2 5\n"
       "CcuVariableAssignVar 3 6\nCcuVariableAssignImm 3 9\nCcuRemoteAddrAlloc -> 7 8 9\nCcuAddressAssignAddr 8 2\n");

    Record("arrays", [] {
        Array<Variable> block(3);
        Array<Event> reserved(50, 2);
        Variable base;
        Same("Array::size", block.size(), 3);
        Same("Load of more than the array", Load(0, block, 4), CCU_E_PARA);
        Same("Store of nothing", Store(base, block, 0), CCU_E_PARA);
        Load(4096, block, 3);
        Store(base, block, 2);
        Load(base, block[1]);
        Store(64, block[2]);
        LoadArg(base, 2);
        EventWait(reserved[1], 3);
    }, "CcuBlockVariableAlloc 3 -> 1\nCcuEventGetByIndex 50 0 -> 4\nCcuEventGetByIndex 50 1 -> 5\n"
       "CcuVariableAlloc -> 6\nCcuLoadVar 4096 1 3\nCcuStoreVarToVarAddr 6 1 2\nCcuLoadVarFromVarAddr 6 2 1\n"
       "CcuStoreVar 64 3 1\nCcuLoadArg 6 2\nCcuEventWait 5 3\n");
}

void Movements()
{
    Record("movements", [] {
        LocalAddr dst, src;         // 1, 4
        RemoteAddr remote;          // 7
        Variable len;               // 10
        Event done;                 // 11
        Array<CcuBuffer> buffers(2); // 12, 13
        LocalCopy(dst, src, len, done);
        LocalCopy(buffers[0], src, len, done, 2);
        LocalCopy(dst, buffers[1], len, done, 4);
        LocalReduce(dst, src, len, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_MAX, done);
        LocalReduce(buffers.data(), 2, HCCL_DATA_TYPE_FP16, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, len, done);
        Same("LocalReduce without buffers",
             LocalReduce(nullptr, 2, HCCL_DATA_TYPE_FP16, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, len, done), CCU_E_PTR);
        Read(99, dst, remote, len, done);
        Read(99, buffers[0], remote, len, done);
        ReadReduce(99, dst, remote, len, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_MIN, done);
        Write(99, remote, src, len, done);
        Write(99, remote, buffers[1], len, done, 8);
        WriteReduce(99, remote, src, len, HCCL_DATA_TYPE_INT16, HCCL_REDUCE_SUM, done);
    }, "CcuLocalAddrAlloc -> 1 2 3\nCcuLocalAddrAlloc -> 4 5 6\nCcuRemoteAddrAlloc -> 7 8 9\nCcuVariableAlloc -> 10\n"
       "CcuEventAlloc -> 11\nCcuBlockBufferAlloc 2 -> 12\n"
       "CcuLocalCopyMemToMem 1 4 10 11 1\nCcuLocalCopyMemToBuffer 12 4 10 11 2\nCcuLocalCopyBufferToMem 1 13 10 11 4\n"
       "CcuLocalMemReduce 1 4 10 4 2 11 1\nCcuLocalBufferReduce 12,13 2 3 4 0 10 11 1\n"
       "CcuReadMemToMem 99 1 7 10 11 1\nCcuReadMemToBuffer 99 12 7 10 11 1\nCcuReadMemToMemReduce 99 1 7 10 2 3 11 1\n"
       "CcuWriteMemToMem 99 7 4 10 11 1\nCcuWriteBufferToMem 99 7 13 10 11 8\n"
       "CcuWriteMemToMemReduce 99 7 4 10 1 0 11 1\n");

    Record("notifies", [] {
        Event e;
        Variable shared = GetResByChannel<Variable>(99, 4);
        EventRecord(e);
        EventRecord("tag", 2);
        EventWait("tag");
        NotifyRecord(99, 1);
        NotifyWait(99, 2, 0x8000);
        WriteVariableWithNotify(99, shared, 4, 3, 6);
    }, "CcuEventAlloc -> 1\nCcuVariableCreateByChannel 99 4 -> 2\nCcuEventRecord 1 1\nCcuLocalNotifyRecord tag 2\n"
       "CcuLocalNotifyWait tag 1\nCcuNotifyRecord 99 1 1\nCcuNotifyWait 99 2 32768\n"
       "CcuWriteVariableWithNotify 99 2 4 3 6\n");
}

void ControlFlow()
{
    Record("if and else, nested", [] {
        Variable a, b;
        CCU_IF(a == 1) {
            CCU_IF(a != b) {
                b = 2;
            }
        } CCU_ELSE {
            b = 3;
        }
        b = 4;
    }, "CcuVariableAlloc -> 1\nCcuVariableAlloc -> 2\nCcuIfBegin 1 1 0 ccu_if_\nCcuIfBeginVar 1 2 1 ccu_if_\n"
       "CcuVariableAssignImm 2 2\nCcuIfEnd ccu_if_ (implied)\nCcuIfElse ccu_if_\nCcuVariableAssignImm 2 3\n"
       "CcuIfEnd ccu_if_\nCcuVariableAssignImm 2 4\n");

    Record("loops", [] {
        Variable i, n;
        CCU_WHILE(i != n) {
            CCU_DO {
                i += 1;
            } CCU_WHILE(i < 7);
        }
        CCU_DO {
            n = 0;
        } CCU_WHILE(i >= n);
        CCU_WHILE(i == 3) {
            i = 0;
        }
    }, "CcuVariableAlloc -> 1\nCcuVariableAlloc -> 2\nCcuWhileBeginVar 1 2 1 ccu_while_\nCcuDoWhileBegin ccu_do_\n"
       "CcuVariableAddImmToVar 1 1 1\nCcuDoWhileEnd 1 7 2 ccu_do_\nCcuWhileEnd ccu_while_\nCcuDoWhileBegin ccu_do_\n"
       "CcuVariableAssignImm 2 0\nCcuDoWhileEndVar 1 2 5 ccu_do_\nCcuWhileBegin 1 3 0 ccu_while_\n"
       "CcuVariableAssignImm 1 0\nCcuWhileEnd ccu_while_\n");

    Record("a block that cannot be opened", [] {
        Variable a;
        recorder::FailNext("CcuIfBegin", CCU_E_PARA);
        CCU_IF(a == 1) {
            a = 2;
        } CCU_ELSE {
            a = 3;
        }
        recorder::FailNext("CcuWhileBegin", CCU_E_PARA);
        CCU_WHILE(a == 1) {
            a = 4;
        }
    }, "CcuVariableAlloc -> 1\n");
}

Func noArguments([] { Variable scratch; });
Func twoArguments([](Variable& x, const Variable& y) { x = x + y; });

void Subroutines()
{
    Same("NumIn", twoArguments.NumIn(), 2);
    Record("CallFunc", [] {
        Variable a, b;
        CallFunc<twoArguments>(a, b);
        CallFunc<twoArguments>(b, a);
        CallFunc<noArguments>();
        Same("wrong number of arguments", CallFunc<noArguments>(a), CCU_E_PARA);
    }, "CcuVariableAlloc -> 1\nCcuVariableAlloc -> 2\n"
       "CcuFuncBlockLookup -> 0\nCcuFuncBlockBegin -> 3\nCcuVariableAlloc -> 4\nCcuVariableAlloc -> 5\n"
       "CcuFuncDefineInArg 3 4\nCcuFuncDefineInArg 3 5\nCcuVariableAddVarToVar 4 4 5\nCcuFuncBlockEnd 3\n"
       "CcuFuncCall 3 2 1,2\nCcuFuncBlockLookup -> 3\nCcuFuncCall 3 2 2,1\n"
       "CcuFuncBlockLookup -> 0\nCcuFuncBlockBegin -> 6\nCcuVariableAlloc -> 7\nCcuFuncBlockEnd 6\nCcuFuncCall 6 0 \n");
}

void Loops()
{
    Record("loop groups", [] {
        Variable a, b;
        Func body([&] { a += b; });
        CcuLoopConfig config{4096, 4};
        Loop constant(config, body);
        Loop packed(a, body);
        Loop separate(a, b, body);
        LoopGroup group(CcuLoopGroupConfig{1, 2, 3, 4, 5}, 6, {constant, packed, separate});
        LoopGroup fromVariables(a, b, 1, {});
        LoopGroup fromThree(a, b, a, 1, {});
        LoopCfg extensible{};
        extensible.iterNum = 7;
        LoopGroupCfg extensibleGroup{};
        extensibleGroup.varOffset = 9;
        LoopGroup other(extensibleGroup, 1, {Loop(extensible, body)});
    }, "CcuVariableAlloc -> 1\nCcuVariableAlloc -> 2\n"
       "CcuLoopCreate -> 3\n_CcuLoopBodyEnter 3\nCcuVariableAddVarToVar 1 1 2\n_CcuLoopBodyExit 3\n"
       "CcuLoopCreate -> 4\n_CcuLoopBodyEnter 4\nCcuVariableAddVarToVar 1 1 2\n_CcuLoopBodyExit 4\n"
       "CcuLoopCreate -> 5\n_CcuLoopBodyEnter 5\nCcuVariableAddVarToVar 1 1 2\n_CcuLoopBodyExit 5\nCcuVariableAlloc -> 6\n"
       "CcuLoopGroupCreateCfg 6 1 1 72 1 2 3 4 5 0 -> 7\nCcuLoopGroupAddLoopCfg 7 3 1 1 64 4096 4\n"
       "CcuLoopGroupAddLoopFromVar 7 4 1\nCcuLoopGroupAddLoopFromVarV2 7 5 1 2 6\n"
       "CcuLoopGroupCreateFromVar 1 1 2 -> 8\nCcuLoopGroupCreateFromVarV2 1 1 2 1 -> 9\n"
       "CcuLoopCreate -> 10\n_CcuLoopBodyEnter 10\nCcuVariableAddVarToVar 1 1 2\n_CcuLoopBodyExit 10\n"
       "CcuLoopGroupCreateCfg 1 1 1 72 0 0 0 0 0 9 -> 11\nCcuLoopGroupAddLoopCfg 11 10 1 1 64 0 7\n");
}

void Failures()
{
    ExpectThrow("an exhausted register file", CCU_E_UNAVAIL, "CCU_E_UNAVAIL (7)", [] {
        recorder::FailNext("CcuVariableAlloc", CCU_E_UNAVAIL);
        Variable v;
    });
    ExpectThrow("an operator", CCU_E_NOT_FOUND, "Variable + Variable", [] {
        Variable v;
        recorder::FailNext("CcuVariableAddVarToVar", CCU_E_NOT_FOUND);
        v = v + v;
    });
    ExpectThrow("an operand of 17 bits", CCU_E_PARA, "65535", [] {
        Variable v;
        v = v + 65536;
    });
    ExpectThrow("a loop body with a parameter", CCU_E_PARA, "parameters", [] {
        CcuLoopConfig config{};
        Loop loop(config, Func([](Variable) {}));
    });
    ExpectThrow("an element beyond a reserved block", CCU_E_PARA, "element 0", [] {
        recorder::FailNext("CcuVariableGetByIndex", CCU_E_PARA);
        Array<Variable> block(1, 4);
    });
    recorder::Reset();
    try {
        CcuLoopConfig config{};
        Loop loop(config, Func([] { throw 1; }));
    } catch (int) {
    }
    Expect("a loop body that throws", recorder::Take(), "CcuLoopCreate -> 1\n_CcuLoopBodyEnter 1\n_CcuLoopBodyExit 1\n");
    Same("the code of a failed call", [] {
        Event e;
        recorder::FailNext("CcuEventWait", CCU_E_NOT_FOUND);
        return EventWait(e);
    }(), CCU_E_NOT_FOUND);
}

} // namespace

static_assert(!std::is_copy_constructible<Func>::value, "a Func is one subroutine");
static_assert(!std::is_copy_constructible<Array<Event>>::value, "an Array owns its place");
static_assert(!std::is_copy_assignable<CcuBuffer>::value, "a buffer cannot be copied by assignment");
static_assert(sizeof(Loop) == 120 && sizeof(Func) == 40 && sizeof(LoopGroup) == 8, "sizes of the ABI");

int main()
{
    Registers();
    Movements();
    ControlFlow();
    Subroutines();
    Loops();
    Failures();
    std::printf("cpp_ccu_transcript: %d checks, %d failed\n", checks, failures);
    return failures == 0 ? 0 : 1;
}
