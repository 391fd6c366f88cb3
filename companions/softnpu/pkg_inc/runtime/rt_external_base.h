/*
 * Runtime types shared by the rt_external headers.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RT_EXTERNAL_BASE_H
#define HCOMM_SDK_RUNTIME_RT_EXTERNAL_BASE_H

#include <stdbool.h>
#include <stdint.h>
#include "../profiling/aprof_pub.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    rt_ext_base_common_begin_line_guard_ = 29,
};

#ifndef CCE_RUNTIME_BASE_COMMON_DATA
#define CCE_RUNTIME_BASE_COMMON_DATA
#endif
#ifndef RTS_API
#define RTS_API
#endif

typedef int32_t rtError_t;

static const int32_t RT_ERROR_NONE = 0;

typedef char char_t;
typedef float float32_t;
typedef double float64_t;

#ifndef RT_DEPRECATED
#define RT_DEPRECATED
#endif

typedef enum tagRtDeviceMode {
    RT_DEVICE_MODE_SINGLE_DIE = 0,
    RT_DEVICE_MODE_MULTI_DIE = 1,
    RT_DEVICE_MODE_RESERVED = 2,
} rtDeviceMode;

typedef enum tagRtDeviceStatus {
    RT_DEVICE_STATUS_NORMAL = 0,
    RT_DEVICE_STATUS_ABNORMAL = 1,
    RT_DEVICE_STATUS_END = 65535,
} rtDeviceStatus;

typedef enum tagRtExceptionType {
    RT_EXCEPTION_NONE = 0,
    RT_EXCEPTION_TS_DOWN = 1,
    RT_EXCEPTION_TASK_TIMEOUT = 2,
    RT_EXCEPTION_TASK_FAILURE = 3,
    RT_EXCEPTION_DEV_RUNNING_DOWN = 4,
    RT_EXCEPTION_STREAM_ID_FREE_FAILED = 5,
} rtExceptionType;

typedef enum tagRtCondition {
    RT_EQUAL = 0,
    RT_NOT_EQUAL = 1,
    RT_GREATER = 2,
    RT_GREATER_OR_EQUAL = 3,
    RT_LESS = 4,
    RT_LESS_OR_EQUAL = 5,
} rtCondition_t;

typedef enum schemModeType {
    RT_SCHEM_MODE_NORMAL = 0,
    RT_SCHEM_MODE_BATCH = 1,
    RT_SCHEM_MODE_END = 2,
} rtschemModeType_t;

typedef enum tagSysParamOpt {
    SYS_OPT_DETERMINISTIC = 0,
    SYS_OPT_ENABLE_DEBUG_KERNEL = 1,
    SYS_OPT_STRONG_CONSISTENCY = 2,
    SYS_OPT_ENABLE_KERNEL_EARLY_START = 3,
    SYS_OPT_RESERVED = 4,
} rtSysParamOpt;

typedef enum tagSysParamValue {
    SYS_OPT_DISABLE = 0,
    SYS_OPT_ENABLE = 1,
    SYS_OPT_MAX = 2,
} rtSysParamValue;

typedef struct tagRtTaskCfgInfo {
    uint8_t qos;
    uint8_t partId;
    uint8_t schemMode;
    bool d2dCrossFlag;
    uint32_t blockDimOffset;
    uint8_t dumpflag;
    uint8_t neverTimeout;
    uint8_t enableProfiling;
    uint8_t rev;
    uint32_t localMemorySize;
} rtTaskCfgInfo_t;

typedef struct tagRtLaunchTaskCfgInfo {
    uint32_t blockDim;
    uint32_t dynamicShareMemSize;
    struct {
        uint32_t groupDim;
        uint32_t groupBlockDim;
    } Group;
    uint8_t qos;
    uint8_t partId;
    uint8_t schemMode;
    uint8_t dumpflag;
    uint32_t blockDimOffset;
} LaunchTaskCfgInfo_t;

typedef enum tagRtSwitchDataType {
    RT_SWITCH_INT32 = 0,
    RT_SWITCH_INT64 = 1,
} rtSwitchDataType_t;

typedef enum tagRtStreamFlagType {
    RT_HEAD_STREAM = 0,
    RT_INVALID_FLAG = 2147483647,
} rtStreamFlagType_t;

typedef enum tagRtLimitType {
    RT_LIMIT_TYPE_LOW_POWER_TIMEOUT = 0,
    RT_LIMIT_TYPE_SIMT_STACK_SIZE = 1,
    RT_LIMIT_TYPE_SIMT_DVG_WARP_STACK_SIZE = 2,
    RT_LIMIT_TYPE_STACK_SIZE = 3,
    RT_LIMIT_TYPE_SIMD_PRINTF_FIFO_SIZE_PER_CORE = 4,
    RT_LIMIT_TYPE_SIMT_PRINTF_FIFO_SIZE = 5,
    RT_LIMIT_TYPE_RESERVED = 6,
} rtLimitType_t;

typedef enum tagRtStreamlistType {
    RT_NOTSINKED_STREAM = 0,
    RT_STREAM_TYPE_MAX = 1,
} rtStreamlistType_t;

typedef enum tagRtFloatOverflowMode {
    RT_OVERFLOW_MODE_SATURATION = 0,
    RT_OVERFLOW_MODE_INFNAN = 1,
    RT_OVERFLOW_MODE_UNDEF = 2,
} rtFloatOverflowMode_t;

typedef enum tagRtExceptionExpandType {
    RT_EXCEPTION_INVALID = 0,
    RT_EXCEPTION_FFTS_PLUS = 1,
    RT_EXCEPTION_AICORE = 2,
    RT_EXCEPTION_UB = 3,
    RT_EXCEPTION_CCU = 4,
    RT_EXCEPTION_FUSION = 5,
    RT_EXCEPTION_AICPU = 6,
} rtExceptionExpandType_t;

typedef struct rtArgsSizeInfo {
    void *infoAddr;
    uint32_t atomicIndex;
} rtArgsSizeInfo_t;

typedef enum tagRtCoreType {
    RT_CORE_TYPE_AIC = 0,
    RT_CORE_TYPE_AIV = 1,
} rtCoreType_t;

typedef enum rtDevResLimitType_t {
    RT_DEV_RES_CUBE_CORE = 0,
    RT_DEV_RES_VECTOR_CORE = 1,
    RT_DEV_RES_TYPE_MAX = 2,
} rtDevResLimitType_t;

typedef void *rtBinHandle;
typedef void *rtFuncHandle;

typedef struct rtExceptionKernelInfo {
    uint32_t binSize;
    rtBinHandle bin;
    uint32_t kernelNameSize;
    const char *kernelName;
    const void *dfxAddr;
    uint16_t dfxSize;
    uint8_t reserved[2];
    int32_t elfDataFlag;
} rtExceptionKernelInfo_t;

typedef struct rtExceptionArgsInfo {
    uint32_t argsize;
    void *argAddr;
    rtArgsSizeInfo_t sizeInfo;
    rtExceptionKernelInfo_t exceptionKernelInfo;
} rtExceptionArgsInfo_t;

typedef struct rtFftsPlusExDetailInfo {
    uint16_t contextId;
    uint16_t threadId;
    rtExceptionArgsInfo_t exceptionArgs;
} rtFftsPlusExDetailInfo_t;

#define UB_DB_SEND_MAX_NUM (4)
#define FUSION_SUB_TASK_MAX_CCU_NUM (8U)
#define RT_CCU_SQE_ARGS_LEN (13U)
#define MAX_CCU_EXCEPTION_INFO_SIZE (128U)

typedef enum rtFusionType {
    RT_FUSION_AICORE_CCU = 0,
    RT_FUSION_AICORE_AICPU = 1,
} rtFusionExType_t;

typedef struct rtUbInfo {
    uint8_t functionId;
    uint8_t dieId;
    uint16_t jettyId;
    uint16_t piValue;
} rtUbInfo_t;

typedef enum rtUbExType {
    RT_UB_TYPE_DOORBELL = 0,
    RT_UB_TYPE_DIRECT_WQE = 1,
} rtUbExType_t;

typedef struct rtUbExDetailInfo {
    rtUbExType_t ubType;
    uint8_t ubNum;
    uint8_t resv[3];
    rtUbInfo_t info[4];
} rtUbExDetailInfo_t;

typedef struct rtCCUExDetailInfo {
    uint8_t dieId;
    uint8_t missionId;
    uint16_t instrId;
    uint64_t args[13];
    uint8_t status;
    uint8_t subStatus;
    uint8_t panicLog[128];
} rtCcuMissionDetailInfo_t;

typedef struct rtMultiCCUExDetailInfo {
    uint16_t ccuMissionNum;
    rtCcuMissionDetailInfo_t missionInfo[8];
} rtMultiCCUExDetailInfo_t;

typedef struct rtAicoreExDetailInfo {
    rtExceptionArgsInfo_t exceptionArgs;
} rtAicoreExDetailInfo_t;

typedef struct rtAicpuExDetailInfo {
    rtFuncHandle funcHandle;
    const char *soName;
    const char *functionName;
    const char *kernelName;
    void *argAddr;
    uint32_t argsize;
} rtAicpuExDetailInfo_t;

typedef struct rtFusionAICoreCCUExDetailInfo {
    rtExceptionArgsInfo_t exceptionArgs;
    rtMultiCCUExDetailInfo_t ccuDetailMsg;
} rtFusionAICoreCCUExDetailInfo_t;

typedef struct rtFusionExDetailInfo {
    rtFusionExType_t type;
    union {
        rtFusionAICoreCCUExDetailInfo_t aicoreCcuInfo;
    } u;
} rtFusionExDetailInfo_t;

typedef struct rtExceptionExpandInfo {
    rtExceptionExpandType_t type;
    union {
        rtFftsPlusExDetailInfo_t fftsPlusInfo;
        rtAicoreExDetailInfo_t aicoreInfo;
        rtAicpuExDetailInfo_t aicpuInfo;
        rtUbExDetailInfo_t ubInfo;
        rtMultiCCUExDetailInfo_t ccuInfo;
        rtFusionExDetailInfo_t fusionInfo;
    } u;
} rtExceptionExpandInfo_t;

typedef struct rtExceptionInfo {
    uint32_t taskid;
    uint32_t streamid;
    uint32_t tid;
    uint32_t deviceid;
    uint32_t retcode;
    rtExceptionExpandInfo_t expandInfo;
} rtExceptionInfo_t;

typedef void *rtStream_t;
typedef void *rtMemcpyDesc_t;
typedef void (*rtErrorCallback)(rtExceptionType);
typedef void (*rtTaskFailCallback)(rtExceptionInfo_t *);
typedef void (*rtDeviceStateCallback)(uint32_t, bool);
typedef void (*rtStreamStateCallback)(rtStream_t, const bool);
typedef void (*rtOpExceptionCallback)(rtExceptionInfo_t *, void *);
typedef rtError_t (*rtProfCtrlHandle)(uint32_t, void *, uint32_t);
typedef void *rtLaunchArgsHandle;
typedef void *rtArgsHandle;
typedef void *rtParaHandle;
typedef void *rtEvent_t;
typedef void *rtLabel_t;
typedef void *rtModel_t;
typedef void *rtMemHandle;
typedef void *rtTaskGrp_t;

#define RT_PROF_MAX_DEV_NUM 64
#define PATH_LEN_MAX 1023
#define PARAM_LEN_MAX 4095

typedef struct rtCommandHandleParams {
    uint32_t pathLen;
    uint32_t storageLimit;
    uint32_t profDataLen;
    char_t path[1024];
    char_t profData[4096];
} rtCommandHandleParams_t;

typedef struct rtServerPid {
    uint32_t sdid;
    int32_t *pid;
    size_t num;
} rtServerPid;

typedef struct rtProfCommandHandle {
    uint64_t profSwitch;
    uint64_t profSwitchHi;
    uint32_t devNums;
    uint32_t devIdList[64];
    uint32_t modelId;
    uint32_t type;
    uint32_t cacheFlag;
    rtCommandHandleParams_t commandHandleParams;
} rtProfCommandHandle_t;

typedef enum rtProfCtrlType_t {
    RT_PROF_CTRL_INVALID = 0,
    RT_PROF_CTRL_SWITCH = 1,
    RT_PROF_CTRL_REPORTER = 2,
    RT_PROF_CTRL_BUTT = 3,
} rtProfCtrlType_t;

rtError_t rtProfRegisterCtrlCallback(uint32_t moduleId, rtProfCtrlHandle callback);

typedef void *rtNotify_t;
typedef void *rtCntNotify_t;

/** Numbers of the task that the thread pushed last, and of its stream. */
rtError_t rtGetTaskIdAndStreamID(uint32_t *taskId, uint32_t *streamId);

#define RT_PROCESS_SIGN_LENGTH (49)

typedef enum tagRtDevDrvProcessType {
    RT_DEVDRV_PROCESS_CP1 = 0,
    RT_DEVDRV_PROCESS_CP2 = 1,
    RT_DEVDRV_PROCESS_DEV_ONLY = 2,
    RT_DEVDRV_PROCESS_QS = 3,
    RT_DEVDRV_PROCESS_HCCP = 4,
    RT_DEVDRV_PROCESS_USER = 5,
    RT_DEVDRV_PROCESS_CPTYPE_MAX = 6,
} rtDevDrvProcessType_t;

typedef struct tagRtBindHostpidInfo {
    int32_t hostPid;
    uint32_t vfId;
    uint32_t chipId;
    int32_t mode;
    rtDevDrvProcessType_t cpType;
    uint32_t len;
    char sign[49];
} rtBindHostpidInfo;

/** Makes a function of a module hear of failed tasks; NULL takes it away. */
rtError_t rtRegTaskFailCallbackByModule(const char_t *moduleName, rtTaskFailCallback callback);

enum {
    rt_ext_base_common_end_line_guard_ = 586,
};

typedef enum rtBinaryMetaType {
    RT_BINARY_TYPE_BIN_VERSION = 0,
    RT_BINARY_TYPE_DEBUG_INFO = 1,
    RT_BINARY_TYPE_DYNAMIC_PARAM = 2,
    RT_BINARY_TYPE_OPTIONAL_PARAM = 3,
    RT_BINARY_TYPE_RUNTIME_IMPLICIT_INFO = 4,
    RT_BINARY_TYPE_SK_INFO = 5,
    RT_BINARY_TYPE_MAX = 6,
} rtBinaryMetaType;

typedef enum rtFunctionMetaType {
    RT_FUNCTION_TYPE_INVALID = 0,
    RT_FUNCTION_TYPE_KERNEL_TYPE = 1,
    RT_FUNCTION_TYPE_CROSS_CORE = 2,
    RT_FUNCTION_TYPE_MIX_TASK_RATION = 3,
    RT_FUNCTION_TYPE_DFX_TYPE = 4,
    RT_FUNCTION_TYPE_DFX_ARG_INFO = 5,
    RT_FUNCTION_TYPE_L0_EXCEPTION_DFX_IS_TIK = 6,
    RT_FUNCTION_TYPE_COMPILER_ALLOC_UB_SIZE = 7,
    RT_FUNCTION_TYPE_SU_STACK_SIZE = 8,
    RT_FUNCTION_TYPE_SIMT_WARP_STACK_SIZE = 9,
    RT_FUNCTION_TYPE_SIMT_DVG_WARP_STACK_SIZE = 10,
    RT_FUNCTION_TYPE_EARLY_START_ENABLE = 11,
    RT_FUNCTION_TYPE_AIV_TYPE_FLAG = 12,
    RT_FUNCTION_TYPE_DETERMINISTIC_INFO = 13,
    RT_FUNCTION_TYPE_FUNCTION_ENTRY_INFO = 14,
    RT_FUNCTION_TYPE_BLOCK_DIM_INFO = 15,
    RT_FUNCTION_TYPE_PARAM_SUMMARY = 16,
    RT_FUNCTION_TYPE_PARAM_INFO = 17,
    RT_FUNCTION_TYPE_SCHED_MODE_INFO = 18,
} rtFunctionMetaType;

typedef enum tagRtXpuDevType {
    RT_DEV_TYPE_DPU = 0,
    RT_DEV_TYPE_REV = 1,
} rtXpuDevType;

#ifdef __cplusplus
}
#endif

#endif
