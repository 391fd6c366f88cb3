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

rtError_t rtOpenNetService(const rtNetServiceOpenArgs *args);
rtError_t rtCloseNetService(void);
rtError_t rtGetDeviceInfo(uint32_t deviceId, int32_t moduleType, int32_t infoType, int64_t *val);
rtError_t rtEnableP2P(uint32_t devIdDes, uint32_t phyIdSrc, uint32_t flag);
rtError_t rtDisableP2P(uint32_t devIdDes, uint32_t phyIdSrc);
rtError_t rtGetP2PStatus(uint32_t devIdDes, uint32_t phyIdSrc, uint32_t *status);
rtError_t rtGetPairPhyDevicesInfo(uint32_t devId, uint32_t otherDevId, int32_t infoType, int64_t *val);
rtError_t rtGetPhyDeviceInfo(uint32_t phyId, int32_t moduleType, int32_t infoType, int64_t *val);
rtError_t rtGetPairDevicesInfo(uint32_t devId, uint32_t otherDevId, int32_t infoType, int64_t *val);
rtError_t rtGetServerIDBySDID(uint32_t sdid, uint32_t *srvId);

#ifdef __cplusplus
}
#endif

#endif
