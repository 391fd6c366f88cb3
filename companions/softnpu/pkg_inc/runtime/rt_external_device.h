/*
 * Device queries of the runtime.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RT_EXTERNAL_DEVICE_H
#define HCOMM_SDK_RUNTIME_RT_EXTERNAL_DEVICE_H

#include "rt_external_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tagRtDbgCoreInfo {
    uint64_t aicBitmap0;
    uint64_t aicBitmap1;
    uint64_t aivBitmap0;
    uint64_t aivBitmap1;
} rtDbgCoreInfo_t;

typedef enum rtDevResType_t {
    RT_RES_TYPE_STARS_NOTIFY_RECORD = 0,
    RT_RES_TYPE_STARS_CNT_NOTIFY_RECORD = 1,
    RT_RES_TYPE_STARS_RTSQ = 2,
    RT_RES_TYPE_CCU_CKE = 3,
    RT_RES_TYPE_CCU_XN = 4,
    RT_RES_TYPE_STARS_CNT_NOTIFY_BIT_WR = 5,
    RT_RES_TYPE_STARS_CNT_NOTIFY_ADD = 6,
    RT_RES_TYPE_STARS_CNT_NOTIFY_BIT_CLR = 7,
    RT_RES_TYPE_MAX = 8,
} rtDevResType_t;

typedef enum rtDevResProcType_t {
    RT_PROCESS_CP1 = 0,
    RT_PROCESS_CP2 = 1,
    RT_PROCESS_DEV_ONLY = 2,
    RT_PROCESS_QS = 3,
    RT_PROCESS_HCCP = 4,
    RT_PROCESS_USER = 5,
    RT_PROCESS_CPTYPE_MAX = 6,
} rtDevResProcType_t;

typedef enum rtDevStatus_t {
    RT_DEV_STATUS_INITING = 0,
    RT_DEV_STATUS_WORK = 1,
    RT_DEV_STATUS_EXCEPTION = 2,
    RT_DEV_STATUS_SLEEP = 3,
    RT_DEV_STATUS_COMMUNICATION_LOST = 4,
    RT_DEV_STATUS_RESERVED = 5,
} rtDevStatus_t;

typedef enum tagRtFeatureType {
    FEATURE_TYPE_MEMCPY = 0,
    FEATURE_TYPE_MEMORY = 1,
    FEATURE_TYPE_UPDATE_SQE = 2,
    FEATURE_TYPE_PERSISTENT_STREAM_UNLIMITED_DEPTH = 3,
    FEATURE_TYPE_AICPU_OVERFLOW_DUMP = 4,
    FEATURE_TYPE_RSV = 5,
} rtFeatureType_t;

typedef enum tagMemcpyInfo {
    MEMCPY_INFO_SUPPORT_ZEROCOPY = 0,
    MEMCPY_INFO_RSV = 1,
} rtMemcpyInfo_t;

typedef enum tagMemoryInfo {
    MEMORY_INFO_TS_LIMITED = 0,
    MEMORY_INFO_RSV = 1,
} rtMemoryInfo_t;

typedef enum tagUpdateSQEInfo {
    UPDATE_SQE_SUPPORT_DSA = 0,
} rtUpdateSQEInfo_t;

typedef struct rtDevResInfo {
    uint32_t dieId;
    rtDevResProcType_t procType;
    rtDevResType_t resType;
    uint32_t resId;
    uint32_t flag;
} rtDevResInfo;

typedef struct rtDevResAddrInfo {
    uint64_t *resAddress;
    uint32_t *len;
} rtDevResAddrInfo;

rtError_t rtGetDevResAddress(rtDevResInfo *const resInfo, rtDevResAddrInfo *const addrInfo);
rtError_t rtReleaseDevResAddress(rtDevResInfo *const resInfo);

typedef enum rtUbDevQueryCmd {
    QUERY_PROCESS_TOKEN = 0,
    QUERY_TYPE_BUFF = 1,
} rtUbDevQueryCmd;

rtError_t rtUbDevQueryInfo(rtUbDevQueryCmd cmd, void *devInfo);

typedef struct rtProcExtParam {
    const char *paramInfo;
    uint64_t paramLen;
} rtProcExtParam;

typedef struct rtNetServiceOpenArgs {
    rtProcExtParam *extParamList;
    uint64_t extParamCnt;
} rtNetServiceOpenArgs;

#define RT_EXT_PARAM_CNT_MAX 127U

rtError_t rtOpenNetService(const rtNetServiceOpenArgs *args);
rtError_t rtCloseNetService(void);

typedef void (*rtGetMsgCallback)(const char_t *, uint32_t);

typedef enum tagGetDevMsgType {
    RT_GET_DEV_ERROR_MSG = 0,
    RT_GET_DEV_RUNNING_STREAM_SNAPSHOT_MSG = 1,
    RT_GET_DEV_PID_SNAPSHOT_MSG = 2,
    RT_GET_DEV_MSG_RESERVE = 3,
} rtGetDevMsgType_t;

rtError_t rtGetDeviceInfo(uint32_t deviceId, int32_t moduleType, int32_t infoType, int64_t *val);

#define RT_DEVICE_FLAG_DEFAULT (0x0U)
#define RT_DEVICE_FLAG_NOT_START_CPU_SCHED (0x1U)

rtError_t rtEnableP2P(uint32_t devIdDes, uint32_t phyIdSrc, uint32_t flag);
rtError_t rtDisableP2P(uint32_t devIdDes, uint32_t phyIdSrc);
rtError_t rtGetP2PStatus(uint32_t devIdDes, uint32_t phyIdSrc, uint32_t *status);
rtError_t rtGetPairPhyDevicesInfo(uint32_t devId, uint32_t otherDevId, int32_t infoType, int64_t *val);
rtError_t rtGetPhyDeviceInfo(uint32_t phyId, int32_t moduleType, int32_t infoType, int64_t *val);
rtError_t rtGetPairDevicesInfo(uint32_t devId, uint32_t otherDevId, int32_t infoType, int64_t *val);
rtError_t rtGetServerIDBySDID(uint32_t sdid, uint32_t *srvId);

typedef enum rtDevFeatureType {
    RT_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV = 1,
    RT_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV = 21,
    RT_FEATURE_AICPU_SCHEDULE_TYPE = 10001,
    RT_FEATURE_SYSTEM_TASKID_BIT_WIDTH = 20001,
    RT_DEV_FEATURE_MAX = 20002,
} rtDevFeatureType;

typedef enum tagRtDeviceFeatureType {
    FEATURE_TYPE_SCHE = 0,
    FEATURE_TYPE_BLOCKING_OPERATOR = 1,
    FEATURE_TYPE_FFTS_MODE = 2,
    FEATURE_TYPE_MEMQ_EVENT_CROSS_DEV = 3,
    FEATURE_TYPE_MODEL_TASK_UPDATE = 4,
    FEATURE_TYPE_END = 5,
} rtDeviceFeatureType_t;

typedef enum tagRtDeviceModuleType {
    RT_MODULE_TYPE_SYSTEM = 0,
    RT_MODULE_TYPE_AICPU = 1,
    RT_MODULE_TYPE_CCPU = 2,
    RT_MODULE_TYPE_DCPU = 3,
    RT_MODULE_TYPE_AICORE = 4,
    RT_MODULE_TYPE_TSCPU = 5,
    RT_MODULE_TYPE_PCIE = 6,
    RT_MODULE_TYPE_VECTOR_CORE = 7,
    RT_MODULE_TYPE_HOST_AICPU = 8,
    RT_MODULE_TYPE_QOS = 9,
    RT_MODULE_TYPE_MEMORY = 10,
} rtDeviceModuleType_t;

typedef enum tagRtMemRequestFeature {
    MEM_REQUEST_FEATURE_DEFAULT = 0,
    MEM_REQUEST_FEATURE_OPP = 1,
    MEM_REQUEST_FEATURE_RESERVED = 2,
} rtMemRequestFeature_t;

#ifdef __cplusplus
}
#endif

#endif
