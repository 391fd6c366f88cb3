/* The profiling entry points: accepted, and nothing happens. */
#include "acl/acl.h"
#include "acl/acl_prof.h"
#include "check.h"
#include "profiling/aprof_pub.h"
#include "profiling/devprof_pub.h"

static int32_t command(uint32_t type, void *data, uint32_t length)
{
    (void)type;
    (void)data;
    (void)length;
    return 0;
}

int main(void)
{
    uint32_t device = 0, range = 9;
    struct MsprofApi api;
    uint64_t before = MsprofSysCycleTime();
    memset(&api, 0, sizeof(api));
    check_watchdog(30);
    CHECK_INT(aclprofInit("/tmp", 4), ACL_SUCCESS);
    CHECK_INT(aclprofInit(NULL, 4), ACL_ERROR_INVALID_PARAM);
    aclprofConfig *config = aclprofCreateConfig(&device, 1, ACL_AICORE_NONE, NULL, ACL_PROF_ACL_API);
    CHECK(config != NULL);
    CHECK(aclprofCreateConfig(NULL, 1, ACL_AICORE_NONE, NULL, ACL_PROF_ACL_API) == NULL);
    CHECK_INT(aclprofStart(config), ACL_SUCCESS);
    CHECK_INT(aclprofStop(config), ACL_SUCCESS);
    CHECK_INT(aclprofStart(NULL), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(aclprofDestroyConfig(config), ACL_SUCCESS);
    CHECK_INT(aclprofDestroyConfig(NULL), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(aclprofSetConfig(ACL_PROF_STORAGE_LIMIT, "200MB", 5), ACL_SUCCESS);
    aclprofStepInfo *step = aclprofCreateStepInfo();
    CHECK_INT(aclprofGetStepTimestamp(step, ACL_STEP_START, NULL), ACL_SUCCESS);
    CHECK_INT(aclprofGetStepTimestamp(NULL, ACL_STEP_START, NULL), ACL_ERROR_INVALID_PARAM);
    aclprofDestroyStepInfo(step);
    aclprofDestroyStepInfo(NULL);
    CHECK_INT(aclprofMarkEx("here", 4, NULL), ACL_SUCCESS);
    void *stamp = aclprofCreateStamp();
    CHECK_INT(aclprofSetStampTraceMessage(stamp, "x", 1), ACL_SUCCESS);
    CHECK_INT(aclprofPush(stamp), ACL_SUCCESS);
    CHECK_INT(aclprofPop(), ACL_SUCCESS);
    CHECK_INT(aclprofRangeStart(stamp, &range), ACL_SUCCESS);
    CHECK_INT(aclprofRangeStop(range), ACL_SUCCESS);
    CHECK_INT(aclprofMark(NULL), ACL_ERROR_INVALID_PARAM);
    aclprofDestroyStamp(stamp);
    CHECK_INT(aclprofFinalize(), ACL_SUCCESS);

    CHECK_INT(MsprofRegisterCallback(3, command), 0);
    CHECK_INT(MsprofRegisterCallback(3, NULL), -1);
    CHECK_INT(MsprofReportApi(0, &api), 0);
    CHECK_INT(MsprofReportApi(0, NULL), -1);
    CHECK_INT(MsprofReportCompactInfo(1, &api, sizeof(api)), 0);
    CHECK_INT(MsprofReportAdditionalInfo(1, &api, sizeof(api)), 0);
    CHECK_INT(MsprofReportBatchAdditionalInfo(1, &api, sizeof(api)), 0);
    CHECK_INT(AdprofReportAdditionalInfo(1, &api, sizeof(api)), 0);
    CHECK_INT(AdprofReportBatchAdditionalInfo(1, NULL, 0), -1);
    CHECK_INT(MsprofRegTypeInfo(5000, 1, "task"), 0);
    CHECK(MsprofGetHashId("AllReduce", 9) == MsprofStr2Id("AllReduce", 9));
    CHECK(MsprofGetHashId("AllReduce", 9) != MsprofGetHashId("AllGather", 9));
    CHECK(!MsprofCheckOpSwitch(0, "AllReduce", 9));
    CHECK(MsprofSysCycleTime() >= before);
    return check_report("prof");
}
