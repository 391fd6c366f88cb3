/*
 * Memory kinds of the runtime.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RT_EXTERNAL_MEM_H
#define HCOMM_SDK_RUNTIME_RT_EXTERNAL_MEM_H

#include <stddef.h>
#include "rt_external_base.h"
#include "rt_external_stars_define.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RT_MEMORY_DEFAULT (0x0U)
#define RT_MEMORY_HBM (0x2U)
#define RT_MEMORY_RDMA_HBM (0x3U)
#define RT_MEMORY_DDR (0x4U)
#define RT_MEMORY_SPM (0x8U)
#define RT_MEMORY_P2P_HBM (0x10U)
#define RT_MEMORY_P2P_DDR (0x11U)
#define RT_MEMORY_DDR_NC (0x20U)
#define RT_MEMORY_TS (0x40U)
#define RT_MEMORY_TS_4G (0x40U)
#define RT_MEMORY_HOST (0x81U)
#define RT_MEMORY_SVM (0x90U)
#define RT_MEMORY_HOST_SVM (0x90U)
#define RT_MEMORY_ATTACH_GLOBAL (0x01U)
#define RT_MEMORY_RESERVED (0x100U)
#define RT_MEMORY_L1 (0x1U << 16U)
#define RT_MEMORY_L2 (0x1U << 17U)
#define RT_MEM_INFO_TYPE_DDR_SIZE (0x1U)
#define RT_MEM_INFO_TYPE_HBM_SIZE (0x2U)
#define RT_MEM_INFO_TYPE_DDR_P2P_SIZE (0x3U)
#define RT_MEM_INFO_TYPE_HBM_P2P_SIZE (0x4U)
#define RT_MEM_INFO_TYPE_ADDR_CHECK (0x5U)
#define RT_MEM_INFO_TYPE_CTRL_NUMA_INFO (0x6U)
#define RT_MEM_INFO_TYPE_AI_NUMA_INFO (0x7U)
#define RT_MEM_INFO_TYPE_BAR_NUMA_INFO (0x8U)
#define RT_MEM_INFO_TYPE_SVM_GRP_INFO (0x9U)
#define RT_MEM_INFO_TYPE_UB_TOKEN_INFO (0xAU)
#define RT_MEM_INFO_TYPE_SYS_NUMA_INFO (0xBU)
#define RT_MEM_INFO_TYPE_MAX (0xCU)
#define RT_MEMORY_POLICY_NONE (0x0U)
#define RT_MEMORY_POLICY_HUGE_PAGE_FIRST (0x400U)
#define RT_MEMORY_POLICY_HUGE_PAGE_ONLY (0x800U)
#define RT_MEMORY_POLICY_DEFAULT_PAGE_ONLY (0x1000U)
#define RT_MEMORY_POLICY_HUGE_PAGE_FIRST_P2P (0x2000U)
#define RT_MEMORY_POLICY_HUGE_PAGE_ONLY_P2P (0x4000U)
#define RT_MEMORY_POLICY_DEFAULT_PAGE_ONLY_P2P (0x8000U)
#define RT_MEMORY_POLICY_HUGE1G_PAGE_ONLY (0x10000U)
#define RT_MEMORY_POLICY_HUGE1G_PAGE_ONLY_P2P (0x20000U)
#define RT_MEMORY_ATTRIBUTE_DEFAULT (0x0U)
#define RT_MEMORY_ATTRIBUTE_READONLY (0x100000U)
#define MEM_ALLOC_TYPE_BIT (0x3FFU)
#define RT_MEM_DVPP (0x0U)
#define RT_MEM_DEV (0x4000000U)
#define RT_MEMORY_ALIGN_SIZE_BIT (27U)
#define RT_MEMORY_ALIGN_SIZE_MASK (0xf8000000U)

typedef uint32_t rtMemType_t;

#define RT_MEMORY_ADVISE_EXE (0x02U)
#define RT_MEMORY_ADVISE_THP (0x04U)
#define RT_MEMORY_ADVISE_PLE (0x08U)
#define RT_MEMORY_ADVISE_PIN (0x16U)
#define RT_MEM_MASK_SVM_TYPE (0x1U)
#define RT_MEM_MASK_DEV_TYPE (0x2U)
#define RT_MEM_MASK_HOST_TYPE (0x4U)
#define RT_MEM_MASK_DVPP_TYPE (0x8U)
#define RT_MEM_MASK_HOST_AGENT_TYPE (0x10U)
#define RT_MEM_MASK_RSVD_TYPE (0x20U)

typedef struct tagInitFlowGwInfo {
    const char_t *groupName;
    uint64_t schedPolicy;
    uint64_t reschedInterval;
    char_t rsv[128];
} rtInitFlowGwInfo_t;

typedef enum tagBuffGetCmdType {
    RT_BUFF_GET_MBUF_TIMEOUT_INFO = 0,
    RT_BUFF_GET_MBUF_USE_INFO = 1,
    RT_BUFF_GET_MBUF_TYPE_INFO = 2,
    RT_BUFF_GET_MBUF_BUILD_INFO = 3,
    RT_BUFF_GET_MAX = 4,
} rtBuffGetCmdType;

typedef struct tagBuffBuildInfo {
    uint32_t status;
} rtBuffBuildInfo;

typedef void *rtMbufPtr_t;

#define RT_MEM_BUFF_MAX_CFG_NUM 64

typedef struct rtMemZoneCfg_t {
    uint32_t cfgId;
    uint32_t totalSize;
    uint32_t blkSize;
    uint32_t maxBufSize;
    uint32_t pageType;
    int32_t elasticEnable;
    int32_t elasticRate;
    int32_t elasticRateMax;
    int32_t elasticHighLevel;
    int32_t elasticLowLevel;
} rtMemZoneCfg_t;

typedef struct rtMemBuffCfg_t {
    rtMemZoneCfg_t cfg[64];
} rtMemBuffCfg_t;

#define RT_DEV_PROCESS_CP1 0
#define RT_DEV_PROCESS_CP2 1
#define RT_DEV_PROCESS_DEV_ONLY 2
#define RT_DEV_PROCESS_QS 3
#define RT_DEV_PROCESS_SIGN_LENGTH 49

typedef struct tagBindHostpidInfo {
    int32_t hostPid;
    uint32_t vfid;
    uint32_t chipId;
    int32_t cpType;
} rtBindHostpidInfo_t;

#define RT_MQ_EVENT_QS_MSG 27
#define RT_MQ_SCHED_PRIORITY_LEVEL0 0
#define RT_MQ_SCHED_PRIORITY_LEVEL1 1
#define RT_MQ_SCHED_PRIORITY_LEVEL2 2
#define RT_MQ_SCHED_PRIORITY_LEVEL3 3
#define RT_MQ_SCHED_PRIORITY_LEVEL4 4
#define RT_MQ_SCHED_PRIORITY_LEVEL5 5
#define RT_MQ_SCHED_PRIORITY_LEVEL6 6
#define RT_MQ_SCHED_PRIORITY_LEVEL7 7
#define RT_MQ_DST_ENGINE_ACPU_DEVICE 0
#define RT_MQ_DST_ENGINE_ACPU_HOST 1
#define RT_MQ_DST_ENGINE_CCPU_DEVICE 2
#define RT_MQ_DST_ENGINE_CCPU_HOST 3
#define RT_MQ_DST_ENGINE_DCPU_DEVICE 4
#define RT_MQ_DST_ENGINE_TS_CPU 5
#define RT_MQ_DST_ENGINE_DVPP_CPU 6
#define RT_MQ_SCHED_EVENT_QS_MSG 25
#define RT_MQ_SCHED_EVENT_DRV_CUSTOM_MSG 56
#define RT_SCHEDULE_POLICY_ONLY 0
#define RT_SCHEDULE_POLICY_FIRST 1

typedef struct tagEschedEventSummary {
    int32_t pid;
    uint32_t grpId;
    int32_t eventId;
    uint32_t subeventId;
    uint32_t msgLen;
    char_t *msg;
    uint32_t dstEngine;
    int32_t policy;
} rtEschedEventSummary_t;

typedef struct tagEschedEventReply {
    char_t *buf;
    uint32_t bufLen;
    uint32_t replyLen;
} rtEschedEventReply_t;

#define RT_MEM_GRP_NAME_LEN 32
#define RT_MEM_CACHE_MAX_NUM 1024

typedef struct rtMemGrpConfig_t {
    uint64_t maxMemSize;
    uint32_t cacheAllocFlag;
    uint32_t addGrpTimeout;
    int32_t rsv[30];
} rtMemGrpConfig_t;

typedef struct rtMemGrpCacheAllocPara {
    uint64_t memSize;
    uint32_t memFlag;
    int32_t rsv[1024];
} rtMemGrpCacheAllocPara;

typedef struct rtMemGrpShareAttr_t {
    uint32_t admin : 1;
    uint32_t read : 1;
    uint32_t write : 1;
    uint32_t alloc : 1;
    uint32_t rsv : 28;
} rtMemGrpShareAttr_t;

typedef enum tagGroupQueryCmdType {
    RT_MEM_GRP_QUERY_GROUP = 0,
    RT_MEM_GRP_QUERY_GROUPS_OF_PROCESS = 1,
    RT_MEM_GRP_QUERY_GROUP_ID = 2,
    RT_MEM_GRP_QUERY_GROUP_ADDR_INFO = 3,
    RT_MEM_GRP_QUERY_CMD_MAX = 4,
} rtGroupQueryCmdType;

typedef struct rtMemGrpQueryByProc_t {
    int32_t pid;
} rtMemGrpQueryByProc_t;

typedef struct rtMemGrpQueryGroupId_t {
    char grpName[32];
} rtMemGrpQueryGroupId_t;

typedef struct rtMemGrpQueryGroupAddrPara_t {
    char grpName[32];
    uint32_t devId;
} rtMemGrpQueryGroupAddrPara_t;

typedef struct rtMemGrpQueryInput_t {
    int32_t cmd;
    union {
        rtMemGrpQueryByProc_t grpQueryByProc;
        rtMemGrpQueryGroupId_t grpQueryGroupId;
        rtMemGrpQueryGroupAddrPara_t grpQueryGroupAddrPara;
    };
} rtMemGrpQueryInput_t;

typedef struct rtMemGrpOfProc_t {
    char_t groupName[32];
    rtMemGrpShareAttr_t attr;
} rtMemGrpOfProc_t;

typedef struct rtMemGrpQueryGroupIdInfo_t {
    int32_t groupId;
} rtMemGrpQueryGroupIdInfo_t;

typedef struct rtMemGrpQueryGroupAddrInfo_t {
    uint64_t addr;
    uint64_t size;
} rtMemGrpQueryGroupAddrInfo_t;

typedef struct rtMemGrpQueryOutput_t {
    size_t maxNum;
    size_t resultNum;
    union {
        rtMemGrpOfProc_t *groupsOfProc;
        rtMemGrpQueryGroupIdInfo_t *groupIdInfo;
        rtMemGrpQueryGroupAddrInfo_t *groupAddrInfo;
    };
} rtMemGrpQueryOutput_t;

typedef enum rtEventIdType {
    RT_EVENT_RANDOM_KERNEL = 0,
    RT_EVENT_DVPP_MSG = 1,
    RT_EVENT_FR_MSG = 2,
    RT_EVENT_TS_HWTS_KERNEL = 3,
    RT_EVENT_AICPU_MSG = 4,
    RT_EVENT_TS_CTRL_MSG = 5,
    RT_EVENT_QUEUE_ENQUEUE = 6,
    RT_EVENT_QUEUE_FULL_TO_NOT_FULL = 7,
    RT_EVENT_QUEUE_EMPTY_TO_NOT_EMPTY = 8,
    RT_EVENT_TDT_ENQUEUE = 9,
    RT_EVENT_TIMER = 10,
    RT_EVENT_HCFI_SCHED_MSG = 11,
    RT_EVENT_HCFI_EXEC_MSG = 12,
    RT_EVENT_ROS_MSG_LEVEL0 = 13,
    RT_EVENT_ROS_MSG_LEVEL1 = 14,
    RT_EVENT_ROS_MSG_LEVEL2 = 15,
    RT_EVENT_ACPU_MSG_TYPE0 = 16,
    RT_EVENT_ACPU_MSG_TYPE1 = 17,
    RT_EVENT_ACPU_MSG_TYPE2 = 18,
    RT_EVENT_CCPU_CTRL_MSG = 19,
    RT_EVENT_SPLIT_KERNEL = 20,
    RT_EVENT_DVPP_MPI_MSG = 21,
    RT_EVENT_CDQ_MSG = 22,
    RT_EVENT_TEST = 23,
    RT_EVENT_MAX_NUM = 24,
} rtEventIdType_t;

typedef enum rtGroupType {
    RT_GRP_TYPE_BIND_DP_CPU = 1,
    RT_GRP_TYPE_BIND_CP_CPU = 2,
    RT_GRP_TYPE_BIND_DP_CPU_EXCLUSIVE = 3,
} rtGroupType_t;

#define EVENT_MAX_GRP_NAME_LEN 16

typedef enum tagEschedQueryType {
    RT_QUERY_TYPE_LOCAL_GRP_ID = 0,
    RT_QUERY_TYPE_REMOTE_GRP_ID = 1,
    RT_QUERY_TYPE_MAX = 2,
} rtEschedQueryType;

typedef struct tagEschedInputInfo {
    void *inBuff;
    unsigned int inLen;
} rtEschedInputInfo;

typedef struct tagEschedOutputInfo {
    void *outBuff;
    unsigned int outLen;
} rtEschedOutputInfo;

typedef struct tagEschedQueryGidInput {
    int pid;
    char grpName[16];
} rtEschedQueryGidInput;

typedef struct tagEschedQueryGidOutput {
    unsigned int grpId;
} rtEschedQueryGidOutput;

typedef enum tagRtDebugMemoryType {
    RT_MEM_TYPE_L0A = 1,
    RT_MEM_TYPE_L0B = 2,
    RT_MEM_TYPE_L0C = 3,
    RT_MEM_TYPE_UB = 4,
    RT_MEM_TYPE_L1 = 5,
    RT_MEM_TYPE_DCACHE = 10,
    RT_MEM_TYPE_ICACHE = 11,
    RT_MEM_TYPE_REGISTER = 101,
    RT_MEM_TYPE_REGISTER_DIRECT = 102,
    RT_MEM_TYPE_MAX = 103,
} rtDebugMemoryType_t;

typedef struct tagRtDebugMemoryParam {
    uint8_t coreType;
    uint8_t reserve;
    uint16_t coreId;
    rtDebugMemoryType_t debugMemType;
    uint32_t elementSize;
    uint32_t reserved;
    uint64_t srcAddr;
    uint64_t dstAddr;
    uint64_t memLen;
} rtDebugMemoryParam_t;

rtError_t rtRDMASend(uint32_t sqIndex, uint32_t wqeIndex, rtStream_t stm);
rtError_t rtRDMADBSend(uint32_t dbIndex, uint64_t dbInfo, rtStream_t stm);

typedef struct tagUbDbDetailInfo {
    uint16_t functionId : 7;
    uint16_t dieId : 1;
    uint16_t rsv : 8;
    uint16_t jettyId;
    uint16_t piValue;
} rtUbDbDetailInfo_t;

typedef struct tagUbDbInfo {
    uint8_t dbNum;
    uint8_t wrCqe;
    rtUbDbDetailInfo_t info[4];
} rtUbDbInfo_t;

typedef struct tagUbWqeInfo {
    uint16_t wrCqe : 1;
    uint16_t functionId : 7;
    uint16_t dieId : 1;
    uint16_t wqeSize : 1;
    uint16_t rsv : 6;
    uint16_t jettyId;
    uint8_t *wqe;
    uint16_t wqePtrLen;
} rtUbWqeInfo_t;

typedef enum rtMallocPolicy {
    RT_MEM_MALLOC_HUGE_FIRST = 0,
    RT_MEM_MALLOC_HUGE_ONLY = 1,
    RT_MEM_MALLOC_NORMAL_ONLY = 2,
    RT_MEM_MALLOC_HUGE_FIRST_P2P = 3,
    RT_MEM_MALLOC_HUGE_ONLY_P2P = 4,
    RT_MEM_MALLOC_NORMAL_ONLY_P2P = 5,
    RT_MEM_MALLOC_HUGE1G_ONLY = 6,
    RT_MEM_MALLOC_HUGE1G_ONLY_P2P = 7,
    RT_MEM_TYPE_LOW_BAND_WIDTH = 256,
    RT_MEM_TYPE_HIGH_BAND_WIDTH = 4096,
    RT_MEM_ACCESS_USER_SPACE_READONLY = 1048576,
} rtMallocPolicy;

typedef enum rtMallocAdvise {
    RT_MEM_ADVISE_NONE = 0,
    RT_MEM_ADVISE_DVPP = 1,
    RT_MEM_ADVISE_TS = 2,
    RT_MEM_ADVISE_CACHED = 3,
} rtMallocAdvise;

typedef enum rtMallocAttr {
    RT_MEM_MALLOC_ATTR_RSV = 0,
    RT_MEM_MALLOC_ATTR_MODULE_ID = 1,
    RT_MEM_MALLOC_ATTR_DEVICE_ID = 2,
    RT_MEM_MALLOC_ATTR_VA_FLAG = 3,
    RT_MEM_MALLOC_ATTR_MAX = 4,
} rtMallocAttr;

typedef union rtMallocAttrValue {
    uint16_t moduleId;
    uint32_t deviceId;
    uint32_t vaFlag;
    uint8_t rsv[8];
} rtMallocAttrValue;

typedef struct rtMallocAttribute_t {
    rtMallocAttr attr;
    rtMallocAttrValue value;
} rtMallocAttribute_t;

typedef struct rtMallocConfig_t {
    rtMallocAttribute_t *attrs;
    size_t numAttrs;
} rtMallocConfig_t;

typedef struct rtConfigValue_t {
    uint16_t moduleId;
    uint32_t deviceId;
} rtConfigValue_t;

#define RT_MQ_MAX_NAME_LEN 128
#define RT_MQ_DEPTH_MIN 2U
#define RT_MQ_MODE_PUSH 1
#define RT_MQ_MODE_PULL 2
#define RT_MQ_MODE_DEFAULT RT_MQ_MODE_PUSH
#define RT_EVENT_SUMMARY_RSV 4
#define RT_EVENT_MAX_MSG_LEN 128
#define RT_MQ_LOCAL_QUEUE_DEPLOY 1U
#define RT_MQ_CLIENT_QUEUE_DEPLOY 0U

typedef struct tagMemQueueAttr {
    char_t name[128];
    uint32_t depth;
    uint32_t workMode;
    uint32_t flowCtrlDropTime;
    bool flowCtrlFlag;
    bool overWriteFlag;
    uint32_t deployType : 1;
    uint32_t resv : 31;
} rtMemQueueAttr_t;

typedef enum tagMemQueueSetCmdType {
    RT_MQ_QUEUE_SET_WORK_MODE = 0,
    RT_MQ_QUEUE_ENABLE_LOCAL_QUEUE = 1,
    RT_MQ_QUEUE_SET_CMD_MAX = 2,
} rtMemQueueSetCmdType;

typedef struct tagMemQueueSetInputPara {
    void *inBuff;
    uint32_t inLen;
} rtMemQueueSetInputPara;

typedef struct tagMemQueueBuffInfo {
    void *addr;
    size_t len;
} rtMemQueueBuffInfo;

typedef struct tagMemQueueBuff {
    void *contextAddr;
    size_t contextLen;
    rtMemQueueBuffInfo *buffInfo;
    uint32_t buffCount;
} rtMemQueueBuff_t;

typedef struct tagMemQueueInfo {
    int32_t id;
    int32_t size;
    uint32_t depth;
    int32_t status;
} rtMemQueueInfo_t;

typedef enum tagMemQueueQueryCmd {
    RT_MQ_QUERY_QUE_ATTR_OF_CUR_PROC = 0,
    RT_MQ_QUERY_QUES_OF_CUR_PROC = 1,
    RT_MQ_QUERY_QUES_ATTR_ENTITY_TYPE = 2,
    RT_MQ_QUERY_CMD_MAX = 3,
} rtMemQueueQueryCmd_t;

typedef struct tagMemQueueShareAttr {
    uint32_t manage : 1;
    uint32_t read : 1;
    uint32_t write : 1;
    uint32_t rsv : 29;
} rtMemQueueShareAttr_t;

typedef enum tagRtMemcpyKind {
    RT_MEMCPY_HOST_TO_HOST = 0,
    RT_MEMCPY_HOST_TO_DEVICE = 1,
    RT_MEMCPY_DEVICE_TO_HOST = 2,
    RT_MEMCPY_DEVICE_TO_DEVICE = 3,
    RT_MEMCPY_MANAGED = 4,
    RT_MEMCPY_ADDR_DEVICE_TO_DEVICE = 5,
    RT_MEMCPY_HOST_TO_DEVICE_EX = 6,
    RT_MEMCPY_DEVICE_TO_HOST_EX = 7,
    RT_MEMCPY_DEFAULT = 8,
    RT_MEMCPY_RESERVED = 9,
} rtMemcpyKind_t;

rtError_t rtMemcpyEx(void *dst, uint64_t destMax, const void *src, uint64_t cnt, rtMemcpyKind_t kind);
rtError_t rtMemcpy(void *dst, uint64_t destMax, const void *src, uint64_t cnt, rtMemcpyKind_t kind);

typedef void *rtDrvMemHandle;

typedef struct DrvMemProp {
    uint32_t side;
    uint32_t devid;
    uint32_t module_id;
    uint32_t pg_type;
    uint32_t mem_type;
    uint64_t reserve;
} rtDrvMemProp_t;

#ifdef __cplusplus
}
#endif

#endif
