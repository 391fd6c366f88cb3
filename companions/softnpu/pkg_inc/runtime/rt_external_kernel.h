/*
 * Kernel launch structures of the runtime.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RT_EXTERNAL_KERNEL_H
#define HCOMM_SDK_RUNTIME_RT_EXTERNAL_KERNEL_H

#include "rt_external_base.h"
#include "rt_external_stars_define.h"

#ifdef __cplusplus
extern "C" {
#endif

rtError_t rtGetNotifyAddress(rtNotify_t notify, uint64_t *const notifyAddres);

#define RT_DEV_BINARY_MAGIC_ELF 0x43554245U
#define RT_DEV_BINARY_MAGIC_ELF_AICPU 0x41415243U
#define RT_DEV_BINARY_MAGIC_ELF_AIVEC 0x41415246U
#define RT_DEV_BINARY_MAGIC_ELF_AICUBE 0x41494343U

typedef struct tagRtDevBinary {
    uint32_t magic;
    uint32_t version;
    const void *data;
    uint64_t length;
} rtDevBinary_t;

#define RT_KERNEL_DEFAULT (0x00U)
#define RT_KERNEL_CONVERT (0x01U)
#define RT_KERNEL_DUMPFLAG (0x02U)
#define RT_FUSION_KERNEL_DUMPFLAG (0x04U)
#define RT_KERNEL_CUSTOM_AICPU (0x08U)
#define RT_KERNEL_FFTSPLUS_DYNAMIC_SHAPE_DUMPFLAG (0x10U)
#define RT_KERNEL_FFTSPLUS_STATIC_SHAPE_DUMPFLAG (0x20U)
#define RT_KERNEL_CMDLIST_NOT_FREE (0x40U)
#define RT_KERNEL_USE_SPECIAL_TIMEOUT (0x100U)

typedef struct rtHostInputInfo {
    uint32_t addrOffset;
    uint32_t dataOffset;
} rtHostInputInfo_t;

typedef struct tagRtArgsEx {
    void *args;
    rtHostInputInfo_t *hostInputInfoPtr;
    uint32_t argsSize;
    uint32_t tilingAddrOffset;
    uint32_t tilingDataOffset;
    uint16_t hostInputInfoNum;
    uint8_t hasTiling;
    uint8_t isNoNeedH2DCopy;
    uint8_t reserved[4];
} rtArgsEx_t;

typedef struct tagRtAicpuArgsEx {
    void *args;
    rtHostInputInfo_t *hostInputInfoPtr;
    rtHostInputInfo_t *kernelOffsetInfoPtr;
    uint32_t argsSize;
    uint16_t hostInputInfoNum;
    uint16_t kernelOffsetInfoNum;
    uint32_t soNameAddrOffset;
    uint32_t kernelNameAddrOffset;
    bool isNoNeedH2DCopy;
    uint16_t timeout;
    uint8_t reserved;
} rtAicpuArgsEx_t;

#define FUSION_SUB_TASK_MAX_NUM (2U)
#define FUSION_SUB_TASK_MAX_CPU_NUM (1U)

typedef struct tagRtAicpuArgs {
    uint16_t kfcArgsFmtOffset;
    uint16_t soNameAddrOffset;
    uint16_t kernelNameAddrOffset;
    uint16_t rev;
} rtAicpuArgs_t;

typedef struct tagRtFusionArgsEx {
    void *args;
    rtHostInputInfo_t *hostInputInfoPtr;
    uint32_t argsSize;
    uint16_t hostInputInfoNum;
    uint8_t aicpuNum;
    uint8_t isNoNeedH2DCopy;
    rtAicpuArgs_t aicpuArgs[1];
} rtFusionArgsEx_t;

typedef union rtLaunchAttributeValue_union {
    uint32_t blockDim;
    uint32_t dynamicShareMemSize;
    uint32_t dynUBufSize;
    struct {
        uint32_t groupDim;
        uint32_t groupBlockDim;
    } Group;
    uint8_t qos;
    uint8_t partId;
    uint8_t schemMode;
    uint32_t blockDimOffset;
    uint8_t dumpflag;
} rtLaunchAttributeValue_t;

typedef enum rtLaunchAttributeId {
    RT_LAUNCH_ATTRIBUTE_BLOCKDIM = 0,
    RT_LAUNCH_ATTRIBUTE_DYNAMIC_SHARE_MEM_SIZE = 1,
    RT_LAUNCH_ATTRIBUTE_DYN_UBUF_SIZE = 1,
    RT_LAUNCH_ATTRIBUTE_GROUP = 2,
    RT_LAUNCH_ATTRIBUTE_QOS = 3,
    RT_LAUNCH_ATTRIBUTE_PARTID = 4,
    RT_LAUNCH_ATTRIBUTE_SCHEMMODE = 5,
    RT_LAUNCH_ATTRIBUTE_BLOCKDIM_OFFSET = 6,
    RT_LAUNCH_ATTRIBUTE_DUMPFLAG = 7,
    RT_LAUNCH_ATTRIBUTE_MAX = 8,
} rtLaunchAttributeId_t;

typedef struct rtLaunchAttribute {
    rtLaunchAttributeId_t id;
    rtLaunchAttributeValue_t value;
} rtLaunchAttribute_t;

typedef struct rtLaunchConfig {
    rtLaunchAttribute_t *attrs;
    uint32_t numAttrs;
} rtLaunchConfig_t;

typedef struct tagRtAicoreTaskInfo {
    void *hdl;
    uint64_t tilingKey;
    rtLaunchConfig_t *config;
    void *stubFunc;
} rtAicoreFusionInfo_t;

typedef struct tagRtAicpuTaskInfo {
    uint32_t kernelType;
    uint32_t flags;
    uint32_t blockDim;
} rtAicpuFusionInfo_t;

#define RT_CCU_INST_CNT_INVALID (0U)
#define RT_CCU_INST_START_MAX (32768U)

typedef struct tagRtCcuTaskInfo {
    uint8_t dieId;
    uint8_t missionId;
    uint16_t timeout;
    uint16_t instStartId;
    uint16_t instCnt;
    uint32_t key;
    uint32_t argSize;
    uint64_t args[13];
} rtCcuTaskInfo_t;

typedef struct tagRtCcuTaskGroup {
    uint32_t taskNum;
    rtCcuTaskInfo_t ccuTaskInfo[8];
} rtCcuTaskGroup_t;

typedef union rtFusionSubTask_t {
    rtAicoreFusionInfo_t aicoreInfo;
    rtAicpuFusionInfo_t aicpuInfo;
    rtCcuTaskGroup_t ccuInfo;
} rtFusionSubTask_t;

typedef enum rtFusionType_t {
    RT_FUSION_HCOM_CPU = 0,
    RT_FUSION_AICPU = 1,
    RT_FUSION_AICORE = 2,
    RT_FUSION_CCU = 3,
    RT_FUSION_END = 4,
} rtFusionType_t;

typedef struct tagRtFusionSubTaskInfo {
    rtFusionType_t type;
    rtFusionSubTask_t task;
} rtFusionSubTaskInfo_t;

typedef struct tagRtFunsionTaskInfo {
    uint32_t subTaskNum;
    rtFusionSubTaskInfo_t subTask[2];
} rtFunsionTaskInfo_t;

typedef struct tagRtSmData {
    uint64_t L2_mirror_addr;
    uint32_t L2_data_section_size;
    uint8_t L2_preload;
    uint8_t modified;
    uint8_t priority;
    int8_t prev_L2_page_offset_base;
    uint8_t L2_page_offset_base;
    uint8_t L2_load_to_ddr;
    uint8_t reserved[2];
} rtSmData_t;

typedef struct tagRtSmCtrl {
    rtSmData_t data[8];
    uint64_t size;
    uint8_t remap[64];
    uint8_t l2_in_main;
    uint8_t reserved[3];
} rtSmDesc_t;

rtError_t rtGetDevArgsAddr(rtStream_t stm, rtArgsEx_t *argsInfo, void **devArgsAddr, void **argsHandle);
rtError_t rtCCULaunch(rtCcuTaskInfo_t *taskInfo, const rtStream_t stm);

typedef enum rtEngineType {
    RT_ENGINE_TYPE_AIC = 0,
    RT_ENGINE_TYPE_AIV = 1,
} rtEngineType;

typedef enum rtLaunchKernelAttrId {
    RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE = 1,
    RT_LAUNCH_KERNEL_ATTR_LOCAL_MEM_SIZE = 2,
    RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE = 2,
    RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE = 3,
    RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET = 4,
    RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH = 5,
    RT_LAUNCH_KERNEL_ATTR_DATA_DUMP = 6,
    RT_LAUNCH_KERNEL_ATTR_TIMEOUT = 7,
    RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US = 8,
    RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING = 9,
    RT_LAUNCH_KERNEL_ATTR_MAX = 10,
} rtLaunchKernelAttrId;

typedef struct rtTimeoutUs {
    uint32_t timeoutLow;
    uint32_t timeoutHigh;
} rtTimeoutUs;

typedef union rtLaunchKernelAttrVal_t {
    uint8_t schemMode;
    uint32_t localMemorySize;
    uint32_t dynUBufSize;
    rtEngineType engineType;
    uint32_t blockDimOffset;
    uint8_t isBlockTaskPrefetch;
    uint8_t isDataDump;
    uint16_t timeout;
    rtTimeoutUs timeoutUs;
    uint8_t enableProfiling;
    uint32_t rsv[4];
} rtLaunchKernelAttrVal_t;

typedef struct rtLaunchKernelAttr_t {
    rtLaunchKernelAttrId id;
    rtLaunchKernelAttrVal_t value;
} rtLaunchKernelAttr_t;

typedef struct rtKernelLaunchCfg_t {
    rtLaunchKernelAttr_t *attrs;
    size_t numAttrs;
} rtKernelLaunchCfg_t;

#ifdef __cplusplus
}
#endif

#endif
