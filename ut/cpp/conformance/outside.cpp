// Rows that this library is not concerned with.

#include "harness.h"

void CcuCases()
{
    struct Function {
        const char* name;
        int rows;
    };
    const Function functions[] = {
        {"HcclCommQueryCcuIns", 3},
        {"HcclCommQueryAssignedCcuIns", 3},
        {"HcclCommAssignCcuIns", 5},
        {"HcommCcuInsResDescCreate", 2},
        {"HcommCcuInsResDescDestroy", 1},
        {"HcommCcuInsResDescSetNum", 2},
        {"HcommCcuInsResDescQueryNum", 4},
        {"HcommCcuInsResDescQueryDieId", 4},
        {"HcommCcuInsCreate", 5},
        {"HcommCcuInsCreateDefault", 2},
        {"HcommCcuInsDestroy", 1},
        {"HcommCcuInsQueryResDesc", 1},
        {"HcommCcuQueryRemainResDesc", 2},
        {"HcommCcuKernelQueryResReq", 3},
        {"HcommCcuVariableAlloc", 5},
        {"HcommCcuEventAlloc", 5},
        {"HcommCcuVariableGetAddr", 3},
        {"HcommCcuEventGetAddr", 3},
        {"HcommCcuGetMemToken", 3},
        {"HcommCcuKernelRegisterStart", 2},
        {"HcommCcuKernelRegister", 7},
        {"HcommCcuKernelRegisterEnd", 2},
        {"HcommCcuGetTaskArgsNum", 2},
        {"HcommCcuKernelLaunch", 5},
        {"Ccu_recording_functions", 10},
    };
    for (const Function& function : functions) {
        NotProvoked(function.name, 1, function.rows, "CCU: not built");
    }
}
