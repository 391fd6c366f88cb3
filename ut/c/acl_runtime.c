/* Begin and end, errors, versions, names, properties and stored settings of the ACL runtime. */
#include <pthread.h>

#include "acl/acl.h"
#include "check.h"

static void test_init(void)
{
    uint64_t left = 99;
    CHECK_INT(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    CHECK_INT(aclInit(NULL), ACL_SUCCESS);
    CHECK_INT(aclInit("/no/such/file.json"), ACL_ERROR_REPEAT_INITIALIZE);
    CHECK_INT(aclInit(NULL), ACL_ERROR_REPEAT_INITIALIZE);
    CHECK_INT(aclFinalizeReference(&left), ACL_SUCCESS);
    CHECK_INT(left, 2);
    CHECK_INT(aclFinalize(), ACL_SUCCESS);
    CHECK_INT(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    CHECK_INT(aclFinalizeReference(&left), ACL_ERROR_REPEAT_FINALIZE);
    CHECK_INT(left, 2);
    CHECK_INT(aclInit(NULL), ACL_SUCCESS);
}

static void *other_thread(void *code)
{
    *(int *)code = aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL);
    return NULL;
}

static void test_errors(void)
{
    aclrtRunMode mode = ACL_DEVICE;
    pthread_t thread;
    int seen = -1;
    (void)aclrtGetLastError(ACL_RT_THREAD_LEVEL);
    while (aclGetRecentErrMsg() != NULL) {
    }
    CHECK(aclGetRecentErrMsg() == NULL);
    CHECK_INT(aclrtGetRunMode(NULL), ACL_ERROR_INVALID_PARAM);
    const char *text = aclGetRecentErrMsg();
    CHECK(text != NULL && strstr(text, "aclrtGetRunMode") != NULL && strstr(text, "runMode is NULL") != NULL);
    CHECK(aclGetRecentErrMsg() == NULL);
    CHECK_INT(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(pthread_create(&thread, NULL, other_thread, &seen), 0);
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_INT(seen, ACL_SUCCESS);
    CHECK_INT(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
    CHECK_INT(aclrtGetRunMode(&mode), ACL_SUCCESS);
    CHECK_INT(mode, ACL_HOST);
}

static void test_versions(void)
{
    int32_t major = 0, minor = 0, patch = -1, number = 0;
    char text[128] = "";
    char hcomm[] = "hcomm", missing[] = "no_such_package", escape[] = "../../etc";
    aclCANNPackageVersion version;
    CHECK_INT(aclrtGetVersion(&major, &minor, &patch), ACL_SUCCESS);
    CHECK_INT(major, ACL_MAJOR_VERSION);
    CHECK_INT(minor, ACL_MINOR_VERSION);
    CHECK_INT(patch, ACL_PATCH_VERSION);
    CHECK_INT(aclrtGetVersion(&major, NULL, &patch), ACL_ERROR_INVALID_PARAM);
    unsetenv("SOFTNPU_HCOMM_VERSION");
    CHECK_INT(aclsysGetVersionNum(hcomm, &number), ACL_SUCCESS);
    CHECK_INT(number, 90200000);
    CHECK_INT(aclsysGetVersionStr(hcomm, text), ACL_SUCCESS);
    CHECK_STR(text, "9.2.0");
    setenv("SOFTNPU_HCOMM_VERSION", "80500000", 1);
    CHECK_INT(aclsysGetVersionNum(hcomm, &number), ACL_SUCCESS);
    CHECK_INT(number, 80500000);
    unsetenv("SOFTNPU_HCOMM_VERSION");
    CHECK_INT(aclsysGetVersionNum(NULL, &number), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(aclsysGetVersionNum(hcomm, NULL), ACL_ERROR_INVALID_PARAM);
    number = 7;
    CHECK_INT(aclsysGetVersionNum(missing, &number), ACL_ERROR_INVALID_FILE);
    CHECK_INT(aclsysGetVersionNum(escape, &number), ACL_ERROR_INVALID_FILE);
    CHECK_INT(number, 7);
    CHECK_INT(aclsysGetCANNVersion(ACL_PKG_NAME_HCCL, &version), ACL_SUCCESS);
    CHECK_STR(version.version, "9.2.0");
    CHECK_STR(version.majorVersion, "9");
    CHECK_STR(version.minorVersion, "2");
    CHECK_STR(version.releaseVersion, "0");
    CHECK_STR(version.patchVersion, "");
    CHECK_INT(aclsysGetCANNVersion(ACL_PKG_NAME_DRIVER, &version), ACL_ERROR_INVALID_FILE);
    CHECK_INT(aclsysGetCANNVersion((aclCANNPackageName)77, &version), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(aclsysGetCANNVersion(ACL_PKG_NAME_HCCL, NULL), ACL_ERROR_INVALID_PARAM);
}

static void test_types(void)
{
    char memory[8];
    const aclCannAttr *list = NULL;
    size_t count = 0;
    int32_t value = -1;
    CHECK_STR(aclrtGetSocName(), "Ascend950PR_9599");
    CHECK_INT(aclDataTypeSize(ACL_FLOAT), 4);
    CHECK_INT(aclDataTypeSize(ACL_BF16), 2);
    CHECK_INT(aclDataTypeSize(ACL_COMPLEX128), 16);
    CHECK_INT(aclDataTypeSize(ACL_DT_UNDEFINED), 0);
    CHECK(aclFloat16ToFloat(0xc000) == -2.0f);
    CHECK_INT(aclFloatToFloat16(1.0f), 0x3c00);
    aclDataBuffer *buffer = aclCreateDataBuffer(memory, sizeof(memory));
    CHECK(buffer != NULL);
    CHECK(aclGetDataBufferAddr(buffer) == memory);
    CHECK_INT(aclGetDataBufferSizeV2(buffer), 8);
    CHECK_INT(aclUpdateDataBuffer(buffer, memory + 4, 4), ACL_SUCCESS);
    CHECK(aclGetDataBufferAddr(buffer) == memory + 4);
    CHECK_INT(aclGetDataBufferSize(buffer), 4);
    CHECK_INT(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
    CHECK_INT(aclDestroyDataBuffer(NULL), ACL_ERROR_INVALID_PARAM);
    CHECK(aclGetDataBufferAddr(NULL) == NULL);
    CHECK_INT(aclGetCannAttributeList(&list, &count), ACL_SUCCESS);
    CHECK_INT(count, 3);
    CHECK_INT(list[count - 1], ACL_CANN_ATTR_JIT_COMPILE);
    CHECK_INT(aclGetCannAttribute(ACL_CANN_ATTR_BF16, &value), ACL_SUCCESS);
    CHECK_INT(value, 1);
    CHECK_INT(aclGetCannAttribute(ACL_CANN_ATTR_UNDEFINED, &value), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(aclGetCannAttribute(ACL_CANN_ATTR_BF16, NULL), ACL_ERROR_INVALID_PARAM);
    ACL_APP_LOG(ACL_INFO, "%s %d", "a line of the application", 1);
}

static int64_t property(uint32_t device, aclrtDevAttr attr)
{
    int64_t value = -1;
    CHECK_INT(aclrtGetDeviceInfo(device, attr, &value), ACL_SUCCESS);
    return value;
}

static void test_properties(uint32_t count)
{
    int64_t value = 5;
    uint64_t links = 0;
    aclrtUuid first, second;
    aclrtUtilizationInfo busy = {-1, -1, -1, -1, NULL};
    aclrtErrorInfo errors;
    aclrtMemUceInfo uce[2];
    size_t found = 9;
    CHECK_INT(property(0, ACL_DEV_ATTR_AICORE_CORE_NUM), 32);
    CHECK_INT(property(0, ACL_DEV_ATTR_VECTOR_CORE_NUM), 64);
    CHECK_INT(property(1, ACL_DEV_ATTR_PHY_CHIP_ID), 1);
    CHECK_INT(property(1, ACL_DEV_ATTR_SUPER_POD_DEVICE_ID), 1);
    CHECK_INT(property(1, ACL_DEV_ATTR_SUPER_POD_SERVER_ID), 0);
    CHECK_INT(property(1, ACL_DEV_ATTR_SUPER_POD_ID), 0);
    CHECK_INT(property(0, ACL_DEV_ATTR_CUST_OP_PRIVILEGE), 1);
    CHECK_INT(property(0, ACL_DEV_ATTR_NPU_ARCH), 3510);
    CHECK(property(0, ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE) > 0);
    CHECK_INT(aclrtGetDeviceInfo(0, (aclrtDevAttr)9999, &value), ACL_ERROR_RT_PARAM_INVALID);
    CHECK_INT(aclrtGetDeviceInfo(count, ACL_DEV_ATTR_SMP_ID, &value), ACL_ERROR_RT_INVALID_DEVICEID);
    CHECK_INT(aclrtGetDeviceInfo(UINT32_MAX, ACL_DEV_ATTR_SMP_ID, &value), ACL_ERROR_RT_INVALID_DEVICEID);
    CHECK_INT(aclrtGetDeviceInfo(count, ACL_DEV_ATTR_SMP_ID, NULL), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(value, 5);
    CHECK_INT(aclrtGetDevicesTopo(0, 1, &links), ACL_SUCCESS);
    CHECK_INT(links, ACL_RT_DEVS_TOPOLOGY_HCCS);
    CHECK_INT(aclrtGetDevicesTopo(0, count, &links), ACL_ERROR_RT_INVALID_DEVICEID);
    CHECK_INT(aclrtGetDevicesTopo(0, 1, NULL), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(aclGetDeviceCapability(0, ACL_DEVICE_INFO_VECTOR_CORE_NUM, &value), ACL_SUCCESS);
    CHECK_INT(value, 64);
    CHECK_INT(aclGetDeviceCapability(count, ACL_DEVICE_INFO_L2_SIZE, &value), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(aclGetDeviceCapability(0, ACL_DEVICE_INFO_UNDEFINED, &value), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(aclrtDeviceGetUuid(0, &first), ACL_SUCCESS);
    CHECK_INT(aclrtDeviceGetUuid(1, &second), ACL_SUCCESS);
    CHECK(memcmp(&first, &second, sizeof(first)) != 0);
    CHECK_INT(aclrtDeviceGetUuid(0, &second), ACL_SUCCESS);
    CHECK_INT(memcmp(&first, &second, sizeof(first)), 0);
    CHECK_INT(aclrtGetDeviceUtilizationRate(0, &busy), ACL_SUCCESS);
    CHECK(busy.cubeUtilization >= 0 && busy.memoryUtilization <= 100);
    CHECK_INT(aclrtGetErrorVerbose(0, &errors), ACL_SUCCESS);
    CHECK_INT(errors.errorType, ACL_RT_NO_ERROR);
    CHECK_INT(aclrtRepairError(0, &errors), ACL_SUCCESS);
    CHECK_INT(aclrtGetErrorVerbose((int32_t)count, &errors), ACL_ERROR_RT_INVALID_DEVICEID);
    CHECK_INT(aclrtGetMemUceInfo(0, uce, 2, &found), ACL_SUCCESS);
    CHECK_INT(found, 0);
    CHECK_INT(aclrtMemUceRepair(0, uce, 0), ACL_SUCCESS);
    CHECK_INT(aclrtGetTaskIdFromExceptionInfo(NULL), 0xFFFFFFFF);
    CHECK_INT(aclrtGetErrorCodeFromExceptionInfo(NULL), 0xFFFFFFFF);
}

static void *without_device(void *unused)
{
    aclrtFloatOverflowMode mode;
    uint32_t cores = 0;
    (void)unused;
    CHECK_INT(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), ACL_ERROR_RT_CONTEXT_NULL);
    CHECK_INT(aclrtGetDeviceSatMode(&mode), ACL_ERROR_RT_CONTEXT_NULL);
    CHECK_INT(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_ERROR_RT_CONTEXT_NULL);
    CHECK_INT(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_CUBE_CORE, &cores), ACL_ERROR_RT_CONTEXT_NULL);
    return NULL;
}

static void test_settings(uint32_t count)
{
    aclrtFloatOverflowMode mode = ACL_RT_OVERFLOW_MODE_UNDEF;
    pthread_t thread;
    int64_t value = 77;
    uint32_t cores = 0;
    void *flag = NULL;
    CHECK_INT(pthread_create(&thread, NULL, without_device, NULL), 0);
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_INT(aclrtGetDeviceSatMode(&mode), ACL_SUCCESS);
    CHECK_INT(mode, ACL_RT_OVERFLOW_MODE_INFNAN);
    CHECK_INT(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION), ACL_SUCCESS);
    CHECK_INT(aclrtGetDeviceSatMode(&mode), ACL_SUCCESS);
    CHECK_INT(mode, ACL_RT_OVERFLOW_MODE_SATURATION);
    CHECK_INT(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_UNDEF), ACL_ERROR_RT_PARAM_INVALID);
    CHECK_INT(aclrtGetDeviceSatMode(NULL), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(aclrtCtxGetFloatOverflowAddr(&flag), ACL_SUCCESS);
    CHECK(flag != NULL);

    CHECK_INT(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
    CHECK_INT(value, 77);
    CHECK_INT(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 3), ACL_SUCCESS);
    CHECK_INT(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_SUCCESS);
    CHECK_INT(value, 3);
    CHECK_INT(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 4), ACL_ERROR_RT_PARAM_INVALID);
    CHECK_INT(aclrtSetSysParamOpt(ACL_OPT_ENABLE_DEBUG_KERNEL, 2), ACL_ERROR_RT_PARAM_INVALID);
    CHECK_INT(aclrtSetSysParamOpt((aclSysParamOpt)9, 0), ACL_ERROR_RT_PARAM_INVALID);
    CHECK_INT(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_SUCCESS);
    CHECK_INT(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_SUCCESS);
    CHECK_INT(value, 1);
    CHECK_INT(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_SUCCESS);
    CHECK_INT(value, 3);
    CHECK_INT(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, NULL), ACL_ERROR_INVALID_PARAM);

    CHECK_INT(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, &cores), ACL_SUCCESS);
    CHECK_INT(cores, 64);
    CHECK_INT(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, 10), ACL_SUCCESS);
    CHECK_INT(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &cores), ACL_SUCCESS);
    CHECK_INT(cores, 10);
    CHECK_INT(aclrtSetStreamResLimit(NULL, ACL_RT_DEV_RES_VECTOR_CORE, 4), ACL_SUCCESS);
    CHECK_INT(aclrtGetStreamResLimit(NULL, ACL_RT_DEV_RES_VECTOR_CORE, &cores), ACL_SUCCESS);
    CHECK_INT(cores, 4);
    CHECK_INT(aclrtUseStreamResInCurrentThread(NULL), ACL_SUCCESS);
    CHECK_INT(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &cores), ACL_SUCCESS);
    CHECK_INT(cores, 4);
    CHECK_INT(aclrtUnuseStreamResInCurrentThread(NULL), ACL_SUCCESS);
    CHECK_INT(aclrtResetStreamResLimit(NULL), ACL_SUCCESS);
    CHECK_INT(aclrtGetStreamResLimit(NULL, ACL_RT_DEV_RES_VECTOR_CORE, &cores), ACL_SUCCESS);
    CHECK_INT(cores, 10);
    CHECK_INT(aclrtResetDeviceResLimit(0), ACL_SUCCESS);
    CHECK_INT(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, &cores), ACL_SUCCESS);
    CHECK_INT(cores, 64);
    CHECK_INT(aclrtSetDeviceResLimit(0, (aclrtDevResLimitType)2, 1), ACL_ERROR_RT_PARAM_INVALID);
    CHECK_INT(aclrtSetDeviceResLimit((int32_t)count, ACL_RT_DEV_RES_CUBE_CORE, 1), ACL_ERROR_RT_INVALID_DEVICEID);
    CHECK_INT(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, 0), ACL_ERROR_RT_PARAM_INVALID);
    CHECK_INT(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, 1000), ACL_ERROR_RT_PARAM_INVALID);
    CHECK_INT(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, NULL), ACL_ERROR_INVALID_PARAM);
}

static void test_time_outs(void)
{
    uint64_t step = 0, used = 0;
    uint32_t ms = 9;
    int32_t least = -1, greatest = -1, id = -1, feature = -1;
    CHECK_INT(aclrtGetOpTimeOutInterval(&step), ACL_SUCCESS);
    CHECK(step > 0 && step * 254 > 1000000000ULL);
    CHECK_INT(aclrtGetOpTimeOutInterval(NULL), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(aclrtGetOpExecuteTimeout(&ms), ACL_SUCCESS);
    CHECK_INT(ms, 0);
    CHECK_INT(aclrtSetOpExecuteTimeOut(3), ACL_SUCCESS);
    CHECK_INT(aclrtGetOpExecuteTimeout(&ms), ACL_SUCCESS);
    CHECK_INT(ms, 3000);
    CHECK_INT(aclrtSetOpExecuteTimeOutV2(step + 1, &used), ACL_SUCCESS);
    CHECK_INT(used, 2 * step);
    CHECK_INT(aclrtSetOpExecuteTimeOutV2(UINT64_MAX, &used), ACL_SUCCESS);
    CHECK_INT(used, 254 * step);
    CHECK_INT(aclrtSetOpExecuteTimeOutV2(0, NULL), ACL_ERROR_INVALID_PARAM);
    CHECK_INT(aclrtSetOpExecuteTimeOut(0), ACL_SUCCESS);
    CHECK_INT(aclrtDeviceGetStreamPriorityRange(&least, &greatest), ACL_SUCCESS);
    CHECK_INT(least, 7);
    CHECK_INT(greatest, 0);
    CHECK_INT(aclrtGetPhyDevIdByUserDevId(1, &id), ACL_SUCCESS);
    CHECK_INT(id, 1);
    CHECK_INT(aclrtGetPhyDevIdByUserDevId(-1, &id), ACL_ERROR_RT_INVALID_DEVICEID);
    CHECK_INT(aclrtGetUserDevIdByLogicDevId(1, &id), ACL_SUCCESS);
    CHECK_INT(aclrtGetDeviceCapability(0, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV, &feature), ACL_SUCCESS);
    CHECK_INT(feature, ACL_DEV_FEATURE_NOT_SUPPORT);
}

static void test_missing(void)
{
    uint32_t id = 0;
    /* Declared, not built: the same answer each time, with the name in the message. */
    for (int i = 0; i < 2; i++) {
        CHECK_INT(aclmdlLoadFromFile("model.om", &id), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
        const char *text = aclGetRecentErrMsg();
        CHECK(text != NULL && strstr(text, "aclmdlLoadFromFile") != NULL);
    }
    CHECK(aclCreateTensorDesc(ACL_FLOAT, 0, NULL, ACL_FORMAT_ND) == NULL);
    CHECK_INT(aclGetTensorDescNumDims(NULL), 0);
    CHECK_INT(aclGetTensorDescType(NULL), ACL_DT_UNDEFINED);
}

int main(void)
{
    uint32_t count = 0;
    check_watchdog(30);
    test_init();
    test_errors();
    test_versions();
    test_types();
    CHECK_INT(aclrtGetDeviceCount(&count), ACL_SUCCESS);
    test_properties(count);
    CHECK_INT(aclrtSetDevice(0), ACL_SUCCESS);
    test_settings(count);
    test_time_outs();
    test_missing();
    CHECK_INT(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_INT(aclFinalize(), ACL_SUCCESS);
    return check_report("acl_runtime");
}
