// Cases of hccl_diag.h, hcomm_diag.h, hcomm_exception.h and hcomm_primitives_expt.h.

#include "hccl/hccl_diag.h"
#include "hccl/hcomm_diag.h"
#include "hcomm/hcomm_exception.h"
#include "hcomm/hcomm_primitives_expt.h"

#include <string>

#include "fixture.h"

namespace {

void Format(const void*, char*, size_t) {}
void Exception(const HcommExceptionInfo*, void*) {}

std::string NameOf(Test& t)
{
    char name[COMM_NAME_MAX_LENGTH] = {};
    STEP(t, HcclGetCommName(Shared(t)[0], name));
    return name;
}

void ReportCases()
{
    Add("HcclProfilingReportOp", 1, [](Test& t) { t.Got(HcclProfilingReportOp(nullptr, 0)); }, kAll);
    const auto report = [](Test& t) { t.Got(HcclProfilingReportOp(Shared(t)[0], 0)); };
    Add("HcclProfilingReportOp", 2, report, kA2);
    Add("HcclProfilingReportOp", 3, report, kA3);
    Add("HcclProfilingReportOp", 4, report);
    static char kernel[] = "kernel";
    Add("HcclReportAicpuKernel", 1, [](Test& t) { t.Got(HcclReportAicpuKernel(nullptr, 0, kernel)); }, kAll);
    Add("HcclReportAicpuKernel", 2, [](Test& t) { t.Got(HcclReportAicpuKernel(Shared(t)[0], 0, nullptr)); }, kAll);
    Add("HcclReportAicpuKernel", 3, [](Test& t) { t.Got(HcclReportAicpuKernel(Shared(t)[0], 0, kernel)); }, kLegacy);
    Add("HcclReportAivKernel", 1, [](Test& t) { t.Got(HcclReportAivKernel(nullptr, 0)); }, kAll);
    Add("HcclReportAivKernel", 2, [](Test& t) { t.Got(HcclReportAivKernel(Shared(t)[0], 0)); }, kLegacy);

    const char* const dfx = "HcclDfxRegOpInfoByCommId";
    Add(dfx, 1, [](Test& t) {
        HcclDfxOpInfo info;
        char name[] = "no communicator has this name";
        t.Got(HcclDfxRegOpInfoByCommId(name, &info));
        t.Got(HcclDfxRegOpInfoByCommId(nullptr, &info));
    });
    Add(dfx, 2, [](Test& t) { t.Got(HcclDfxRegOpInfoByCommId(&NameOf(t)[0], nullptr)); });
    const auto reg = [](Test& t) {
        HcclDfxOpInfo info;
        std::string name = NameOf(t);
        t.Got(HcclDfxRegOpInfoByCommId(&name[0], &info));
    };
    Add(dfx, 3, reg, kA2);
    Add(dfx, 4, reg, kA3);
    Add(dfx, 5, [](Test& t) {
        HcclDfxOpInfo info;
        std::string name = NameOf(t);
        InKernel(t, [&] {
            t.Got(HcclDfxRegOpInfoByCommId(nullptr, &info));
            t.Got(HcclDfxRegOpInfoByCommId(&name[0], nullptr));
        });
    });
}

void KernelCases()
{
    const char* const op = "HcommProfilingReportDeviceOp";
    Add(op, 1, [](Test& t) { InKernel(t, [&] { t.Got(HcommProfilingReportDeviceOp(nullptr)); }); });
    Add(op, 2, [](Test& t) { InKernel(t, [&] { t.Got(HcommProfilingReportDeviceOp("group")); }); }, kLegacy);
    Add(op, 3, [](Test& t) {
        const std::string name = NameOf(t);
        InKernel(t, [&] { t.Got(HcommProfilingReportDeviceOp(name.c_str())); });
    });
    struct Report {
        const char* name;
        HcclResult (*call)(uint64_t, const char*);
        bool group;
    };
    for (const Report& f : {Report{"HcommProfilingReportKernelStartTask", HcommProfilingReportKernelStartTask, false},
                            Report{"HcommProfilingReportKernelEndTask", HcommProfilingReportKernelEndTask, true}}) {
        Add(f.name, 1, [f](Test& t) {
            InKernel(t, [&] {
                t.Got(f.call(0, "group"));
                // Only the end looks at the name before it looks at the product.
                t.Step(f.call(0, nullptr), "the call without a name", f.group ? HCCL_E_PTR : HCCL_SUCCESS);
            });
        }, kLegacy);
        Add(f.name, 2, [f](Test& t) {
            const uint64_t thread = Device(t).thread[0];
            InKernel(t, [&] { t.Got(f.call(thread, nullptr)); });
        });
        Add(f.name, 3, [f](Test& t) { InKernel(t, [&] { t.Got(f.call(0, "group")); }); });
    }
    Add("HcommRegOpInfo", 1, [](Test& t) {
        InKernel(t, [&] {
            char info[8] = {};
            t.Got(HcommRegOpInfo(nullptr, info, sizeof(info)));
            t.Got(HcommRegOpInfo("group", nullptr, sizeof(info)));
        });
    });
    Add("HcommRegOpTaskException", 1, [](Test& t) {
        InKernel(t, [&] {
            t.Got(HcommRegOpTaskException(nullptr, Format));
            t.Got(HcommRegOpTaskException("group", nullptr));
        });
    });
    Add("HcommRegOpTaskException", 2, [](Test& t) { t.Got(HcommRegOpTaskException(NameOf(t).c_str(), Format)); });

    Add("HcommExceptionRegisterCallback", 1, [](Test& t) {
        t.Got(HcommExceptionRegisterCallback(nullptr, nullptr));
        InKernel(t, [&] { t.Got(HcommExceptionRegisterCallback(nullptr, nullptr)); });
    });
    Add("HcommExceptionRegisterCallback", 2, [](Test& t) {
        int data = 0;
        STEP(t, HcommExceptionRegisterCallback(Exception, nullptr));
        t.Got(HcommExceptionRegisterCallback(Exception, &data));
        STEP(t, HcommExceptionUnregisterCallback(Exception));
    });
    Add("HcommExceptionUnregisterCallback", 1, [](Test& t) { t.Got(HcommExceptionUnregisterCallback(nullptr)); });
    Add("HcommExceptionUnregisterCallback", 2, [](Test& t) { t.Got(HcommExceptionUnregisterCallback(Exception)); });

    Add("HcommThreadJoin", 1, [](Test& t) { InKernel(t, [&] { t.Got(HcommThreadJoin(0, 1)); }); }, kAll);
    Add("HcommThreadJoin", 2, [](Test& t) {
        const ThreadHandle thread = Device(t).thread[0];
        InKernel(t, [&] { t.Got(HcommThreadJoin(thread, 1)); });
    }, kLegacy);
    const auto waits = [](Test& t, uint32_t seconds) {
        const Comms comms = NewComms(t);
        ThreadHandle threads[2] = {};
        STEP(t, HcclThreadAcquire(comms[0], COMM_ENGINE_AICPU_TS, 2, 1, threads));
        InKernel(t, [&] {
            t.Step(HcommThreadNotifyWaitOnThread(threads[0], 0, 60), "the wait");
            t.Got(HcommThreadJoin(threads[0], seconds));
            t.Step(HcommThreadNotifyRecordOnThread(threads[1], threads[0], 0), "the record");
            t.Step(HcommThreadJoin(threads[0], 30), "HcommThreadJoin");
        });
        Destroy(t, comms);
    };
    Add("HcommThreadJoin", 3, [waits](Test& t) { waits(t, 1); });
    Add("HcommThreadJoin", 4, [waits](Test& t) { waits(t, 0); });
}

} // namespace

void DiagCases()
{
    ReportCases();
    KernelCases();
}
