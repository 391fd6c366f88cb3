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

typedef int32_t rtError_t;
typedef char char_t;

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

#define RT_CCU_SQE_ARGS_LEN (13U)

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
typedef void (*rtTaskFailCallback)(rtExceptionInfo_t *);
typedef rtError_t (*rtProfCtrlHandle)(uint32_t, void *, uint32_t);
typedef void *rtEvent_t;
typedef void *rtModel_t;

typedef struct rtCommandHandleParams {
    uint32_t pathLen;
    uint32_t storageLimit;
    uint32_t profDataLen;
    char_t path[1024];
    char_t profData[4096];
} rtCommandHandleParams_t;

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

/** Numbers of the task that the thread pushed last, and of its stream. */
rtError_t rtGetTaskIdAndStreamID(uint32_t *taskId, uint32_t *streamId);

/** Makes a function of a module hear of failed tasks; NULL takes it away. */
rtError_t rtRegTaskFailCallbackByModule(const char_t *moduleName, rtTaskFailCallback callback);

#ifdef __cplusplus
}
#endif

#endif
