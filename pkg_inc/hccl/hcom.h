/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hcom.rs and src/capi/hcom.rs.
 */
#ifndef HCOM_H
#define HCOM_H

/**
 * @file hcom.h
 * Communication by group name, for graph engines.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hccl/hccl_rank_graph.h>
#include <hccl/hccl_types.h>
#include "base.h"
#include "dtype_common.h"
#include "workflow.h"
#ifdef __cplusplus
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>
#endif

/* Text that only C++ reads. */
#ifndef HCOMM_CXX
#ifdef __cplusplus
#define HCOMM_CXX(...) __VA_ARGS__
#else
#define HCOMM_CXX(...)
#endif
#endif

/* A reference in C++ is passed as a pointer, which is what C sees. */
#ifndef HCOMM_REF
#ifdef __cplusplus
#define HCOMM_REF &
#else
#define HCOMM_REF *
#endif
#endif

/** Constant TEMP_WEAK_DEF. */
#define TEMP_WEAK_DEF 1

/* Constants: typed in C++; macros in C, so that they can be array bounds. */
#ifdef __cplusplus
/** Constant ALLTOALLV_RANK_MAX_NUM. */
static const uint32_t ALLTOALLV_RANK_MAX_NUM = 0x100;
/** Constant ALLTOALLVC_RANK_MAX_NUM. */
static const uint32_t ALLTOALLVC_RANK_MAX_NUM = 0x100;
/** Constant CCL_OP_TAG_MAX_LEN. */
static const uint32_t CCL_OP_TAG_MAX_LEN = 0x200;
/** Constant ALG_NAME_MAX_LEN. */
static const uint32_t ALG_NAME_MAX_LEN = 0x100;
/** Constant HCCL_KERNEL_OP_TYPE_BROADCAST. */
static const std::string HCCL_KERNEL_OP_TYPE_BROADCAST = "HcomBroadcast";
/** Constant HCCL_KERNEL_OP_TYPE_SCATTER. */
static const std::string HCCL_KERNEL_OP_TYPE_SCATTER = "HcomScatter";
/** Constant HCCL_KERNEL_OP_TYPE_ALLREDUCE. */
static const std::string HCCL_KERNEL_OP_TYPE_ALLREDUCE = "HcomAllReduce";
/** Constant HCCL_KERNEL_OP_TYPE_ALLGATHER. */
static const std::string HCCL_KERNEL_OP_TYPE_ALLGATHER = "HcomAllGather";
/** Constant HCCL_KERNEL_OP_TYPE_ALLGATHERV. */
static const std::string HCCL_KERNEL_OP_TYPE_ALLGATHERV = "HcomAllGatherV";
/** Constant HCCL_KERNEL_OP_TYPE_REDUCESCATTER. */
static const std::string HCCL_KERNEL_OP_TYPE_REDUCESCATTER = "HcomReduceScatter";
/** Constant HCCL_KERNEL_OP_TYPE_SEND. */
static const std::string HCCL_KERNEL_OP_TYPE_SEND = "HcomSend";
/** Constant HCCL_KERNEL_OP_TYPE_RECEIVE. */
static const std::string HCCL_KERNEL_OP_TYPE_RECEIVE = "HcomReceive";
/** Constant HCCL_KERNEL_OP_TYPE_REDUCE. */
static const std::string HCCL_KERNEL_OP_TYPE_REDUCE = "HcomReduce";
/** Constant HCCL_KERNEL_OP_TYPE_ALLTOALLV. */
static const std::string HCCL_KERNEL_OP_TYPE_ALLTOALLV = "HcomAllToAllV";
/** Constant HCCL_KERNEL_OP_TYPE_ALLTOALLVC. */
static const std::string HCCL_KERNEL_OP_TYPE_ALLTOALLVC = "HcomAllToAllVC";
/** Constant HCCL_KERNEL_OP_TYPE_GATHER_ALLTOALLV. */
static const std::string HCCL_KERNEL_OP_TYPE_GATHER_ALLTOALLV = "HcomGatherAllToAllV";
/** Constant HCCL_KERNEL_OP_TYPE_ALLTOALL. */
static const std::string HCCL_KERNEL_OP_TYPE_ALLTOALL = "HcomAllToAll";
/** Constant HCCL_KERNEL_OP_TYPE_REDUCESCATTERV. */
static const std::string HCCL_KERNEL_OP_TYPE_REDUCESCATTERV = "HcomReduceScatterV";
#else
#define ALLTOALLV_RANK_MAX_NUM 0x100u
#define ALLTOALLVC_RANK_MAX_NUM 0x100u
#define CCL_OP_TAG_MAX_LEN 0x200u
#define ALG_NAME_MAX_LEN 0x100u
#define HCCL_KERNEL_OP_TYPE_BROADCAST "HcomBroadcast"
#define HCCL_KERNEL_OP_TYPE_SCATTER "HcomScatter"
#define HCCL_KERNEL_OP_TYPE_ALLREDUCE "HcomAllReduce"
#define HCCL_KERNEL_OP_TYPE_ALLGATHER "HcomAllGather"
#define HCCL_KERNEL_OP_TYPE_ALLGATHERV "HcomAllGatherV"
#define HCCL_KERNEL_OP_TYPE_REDUCESCATTER "HcomReduceScatter"
#define HCCL_KERNEL_OP_TYPE_SEND "HcomSend"
#define HCCL_KERNEL_OP_TYPE_RECEIVE "HcomReceive"
#define HCCL_KERNEL_OP_TYPE_REDUCE "HcomReduce"
#define HCCL_KERNEL_OP_TYPE_ALLTOALLV "HcomAllToAllV"
#define HCCL_KERNEL_OP_TYPE_ALLTOALLVC "HcomAllToAllVC"
#define HCCL_KERNEL_OP_TYPE_GATHER_ALLTOALLV "HcomGatherAllToAllV"
#define HCCL_KERNEL_OP_TYPE_ALLTOALL "HcomAllToAll"
#define HCCL_KERNEL_OP_TYPE_REDUCESCATTERV "HcomReduceScatterV"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Enumeration HcomProfilingMode. */
#ifdef __cplusplus
enum class HcomProfilingMode
#else
typedef enum HcomProfilingMode
#endif
{
    /** Value 0. */
    PROFILING_CLOSE = 0,
    /** Value 1. */
    PROFILING_OPEN = 1,
    /** Value 2. */
    PROFILING_RESERVED = 2,
}
#ifndef __cplusplus
HcomProfilingMode
#endif
;

/** Enumeration CommNumHcom. */
#ifdef __cplusplus
enum class CommNumHcom
#else
typedef enum CommNumHcom
#endif
{
    /** Value 0. */
    COMM_VALUE_DEFAULT = 0,
    /** Value 1. */
    COMM_VALUE_RESERVED = 1,
}
#ifndef __cplusplus
CommNumHcom
#endif
;

/** Structure HcomOpParam: 256 bytes. */
typedef struct HcomOpParamDef {
    /** Member group. */
    char *group HCOMM_CXX({});
    /** Member opType. */
    char *opType HCOMM_CXX({});
    /** Member dataType. */
    HcclDataType dataType HCOMM_CXX({HCCL_DATA_TYPE_RESERVED});
    /** Member reduceOp. */
    HcclReduceOp reduceOp HCOMM_CXX({HCCL_REDUCE_RESERVED});
    /** Member geDeterministic. */
    uint8_t geDeterministic HCOMM_CXX({});
    /** Member aivCoreLimit. */
    uint32_t aivCoreLimit HCOMM_CXX({});
    /** Member socVersion. */
    char *socVersion HCOMM_CXX({});
    /** Member rankTable. */
    char *rankTable HCOMM_CXX({});
    /** Member groupList. */
    uint32_t *groupList HCOMM_CXX({});
    /** Member groupListSize. */
    uint32_t groupListSize HCOMM_CXX({});
    /** Member count. */
    unsigned long long count HCOMM_CXX({});
    /** Member rankSize. */
    unsigned long long rankSize HCOMM_CXX({});
    /** Member All2AllDataDes. */
    struct {
        /** Member sendType. */
        HcclDataType sendType HCOMM_CXX({HCCL_DATA_TYPE_RESERVED});
        /** Member recvType. */
        HcclDataType recvType HCOMM_CXX({HCCL_DATA_TYPE_RESERVED});
        /** Member sendCounts. */
        void *sendCounts HCOMM_CXX({});
        /** Member recvCounts. */
        void *recvCounts HCOMM_CXX({});
        /** Member sendDispls. */
        void *sendDispls HCOMM_CXX({});
        /** Member recvDispls. */
        void *recvDispls HCOMM_CXX({});
        /** Member sendCountMatrix. */
        void *sendCountMatrix HCOMM_CXX({});
    } All2AllDataDes;
    /** Member anon_0. */
    __extension__ union {
        /** Member reserved. */
        uint8_t reserved[128] HCOMM_CXX({});
    };
} HcomOpParamDef;

/** HcomOpParam names HcomOpParamDef. */
typedef HcomOpParamDef HcomOpParam;

/** Structure HcomResResponse: 24 bytes. */
typedef struct HcomResResponseDef {
    /** Member streamNum. */
    unsigned long long streamNum HCOMM_CXX({});
    /** Member taskNum. */
    unsigned long long taskNum HCOMM_CXX({});
    /** Member opMemSize. */
    unsigned long long opMemSize HCOMM_CXX({});
} HcomResResponseDef;

/** HcomResResponse names HcomResResponseDef. */
typedef HcomResResponseDef HcomResResponse;

/** Structure HcomInitConfig: 24 bytes. */
typedef struct HcomInitConfig {
    /** Member algo. */
    char *algo HCOMM_CXX({});
    /** Member execTimeOut. */
    char *execTimeOut HCOMM_CXX({});
    /** Member deterministic. */
    uint8_t deterministic HCOMM_CXX({});
} HcomInitConfig;

/** Type HcclRtStream. */
typedef void *HcclRtStream;

#ifdef __cplusplus
namespace hccl {
#endif
/** Structure HcclDumpInfo: 48 bytes. */
typedef struct HcclDumpInfo {
    /** Member task_id. */
    uint32_t task_id;
    /** Member stream_id. */
    uint32_t stream_id;
    /** Member sub_task_type. */
    uint32_t sub_task_type;
    /** Member output_addr. */
    void *output_addr;
    /** Member output_size. */
    uint64_t output_size;
    /** Member input_addr. */
    void *input_addr;
    /** Member input_size. */
    uint64_t input_size;
} HcclDumpInfo;
#ifdef __cplusplus
} // namespace hccl
#endif

/** HcomGetRankSize of hccl/hcom.h. */
HcclResult HcomGetRankSize(const char *group, uint32_t *rankSize);

/** HcomGetRankId of hccl/hcom.h. */
HcclResult HcomGetRankId(const char *group, uint32_t *rankId);

/** HcomCreateGroup of hccl/hcom.h. */
HcclResult HcomCreateGroup(const char *group, uint32_t rankNum, uint32_t *rankIds);

/** HcomDestroyGroup of hccl/hcom.h. */
HcclResult HcomDestroyGroup(const char *group);

/** HcomInitByRankTable of hccl/hcom.h. */
HcclResult HcomInitByRankTable(const char *rankTable, uint32_t rankId);

/** HcomDestroy of hccl/hcom.h. */
HcclResult HcomDestroy(void);

/** HcomGetCommHandleByGroup of hccl/hcom.h. */
HcclResult HcomGetCommHandleByGroup(const char *group, HcclComm *commHandle);

/** HcomGetGroupNameByOpBase of hccl/hcom.h. */
HcclResult HcomGetGroupNameByOpBase(long long opBaseHcom, char **groupname);

/** GetGroupNameByOpBaseHcom of hccl/hcom.h. */
HcclResult GetGroupNameByOpBaseHcom(long long opBaseHcom, char **groupname);

/** HcomCreateComResourceByComm of hccl/hcom.h. */
HcclResult HcomCreateComResourceByComm(HcclComm comm,
                                       uint32_t streamMode,
                                       bool isOpbaseMode,
                                       void **commContext,
                                       bool isMC2 HCOMM_CXX(= false));

/** HcomTopoInfoRegCallback of hccl/hcom.h. */
void HcomTopoInfoRegCallback(HcclResult (*p1)(const char*, uint32_t), void (*p2)(const char*));

/** HcomGetWorkflowMode of hccl/hcom.h. */
HcclWorkflowMode HcomGetWorkflowMode(void);

/** HcomSetWorkflowMode of hccl/hcom.h. */
HcclResult HcomSetWorkflowMode(HcclWorkflowMode mode);

/** HcomCalcOpOnline of hccl/hcom.h. */
HcclResult HcomCalcOpOnline(HcomOpParam *hcomOpParam, HcomResResponse *hcomResResponse);

/** HcomCalcOpResOffline of hccl/hcom.h. */
HcclResult HcomCalcOpResOffline(HcomOpParam *hcomOpParam, HcomResResponse *hcomResResponse);

/** HcomGetMemType of hccl/hcom.h. */
HcclResult HcomGetMemType(const char *group,
                          const char *socVersion,
                          bool isMalloc,
                          uint32_t *memType,
                          bool *isTsMem,
                          bool withoutImplCompile HCOMM_CXX(= false),
                          bool level2Address HCOMM_CXX(= false));

/** HcomGetBandWidthPerNPU of hccl/hcom.h. */
HcclResult HcomGetBandWidthPerNPU(uint32_t level, float *bandWidth);

/** HcomGetServerNumAndDeviceNumPerServer of hccl/hcom.h. */
HcclResult HcomGetServerNumAndDeviceNumPerServer(uint32_t *serverNum,
                                                 uint32_t *deviceNumPerServer,
                                                 uint32_t *deviceNumPerAggregation);

/** HcomGetSecAddrCopyFlag of hccl/hcom.h. */
bool HcomGetSecAddrCopyFlag(const char *socVersion);

/** HcomInitByString of hccl/hcom.h. */
HcclResult HcomInitByString(const char *rankTableM,
                            const char *identify,
                            WorkMode commWorkMode HCOMM_CXX(= WorkMode::HCCL_MODE_NORMAL),
                            HcomInitConfig *initConfig HCOMM_CXX(= nullptr));

/** HcomInitByMasterInfo of hccl/hcom.h. */
HcclResult HcomInitByMasterInfo(const char *masterIp,
                                const char *masterPort,
                                const char *masterDeviceId,
                                const char *rankSize,
                                const char *rankIp,
                                HcomInitConfig *initConfig HCOMM_CXX(= nullptr));

/** HcomCreateCommCCLbuffer of hccl/hcom.h. */
HcclResult HcomCreateCommCCLbuffer(const char *group);

/** HcomGetInCCLbuffer of hccl/hcom.h. */
HcclResult HcomGetInCCLbuffer(const char *group, void **buffer, unsigned long long *size);

/** HcomGetOutCCLbuffer of hccl/hcom.h. */
HcclResult HcomGetOutCCLbuffer(const char *group, void **buffer, unsigned long long *size);

/** HcomSetLaunchKernelMode of hccl/hcom.h. */
void HcomSetLaunchKernelMode(bool state);

/** HcomGetAicpuOpStreamNotify of hccl/hcom.h. */
HcclResult HcomGetAicpuOpStreamNotify(const char *group,
                                      HcclRtStream *opStream,
                                      uint8_t aicpuNotifyNum,
                                      void **aicpuNotify);

/** HcomMc2AiCpuStreamAllocAndGet of hccl/hcom.h. */
HcclResult HcomMc2AiCpuStreamAllocAndGet(const char *group, uint32_t streamMode, rtStream_t *aiCpuStream);

/** HcomSetDumpDebugMode of hccl/hcom.h. */
void HcomSetDumpDebugMode(bool dumpDebug);

/** HcomGetAlgorithm of hccl/hcom.h. */
HcclResult HcomGetAlgorithm(uint32_t level, char **algo);

/** HcomGetAlgExecParam of hccl/hcom.h. */
HcclResult HcomGetAlgExecParam(const char *tag,
                               const char *group,
                               unsigned long long count,
                               void *inputPtr,
                               void *outputPtr,
                               HcclCMDType opType,
                               bool clearEnable,
                               HcclDataType dataType,
                               HcclReduceOp op,
                               void **commContext,
                               unsigned long long *len,
                               uint32_t aivCoreLimit);

/** HcomSetAutoTuneMode of hccl/hcom.h. */
void HcomSetAutoTuneMode(bool autoTuneMode);

/** HcomGetDeviceType of hccl/hcom.h. */
DevType HcomGetDeviceType(void);

/** HcomSetProfilingMode of hccl/hcom.h. */
HcclResult HcomSetProfilingMode(HcomProfilingMode profilingMode, const char *profilingOption);

/** HcomGetSplitStrategy of hccl/hcom.h. */
HcclResult HcomGetSplitStrategy(const char *group,
                                const model_feature *feature,
                                uint32_t **segmentIdxPtr,
                                uint32_t *len,
                                bool *configured,
                                GradSplitForceMode force HCOMM_CXX(= GradSplitForceMode::FORCE_NONE),
                                OriginalGraphShapeType shapeType HCOMM_CXX(= OriginalGraphShapeType::KNOWN_SHAPE));

/** HcomFindGroup of hccl/hcom.h. */
bool HcomFindGroup(const char *group);

/** HcomSelectAlg of hccl/hcom.h. */
HcclResult HcomSelectAlg(long long comm,
                         const char *group,
                         unsigned long long count,
                         void *counts,
                         HcclDataType dataType,
                         HcclReduceOp op,
                         HcclCMDType opType,
                         int32_t aivCoreLimit,
                         bool *ifAiv,
                         char *algName);

/** HcomCalcAivCoreNum of hccl/hcom.h. */
HcclResult HcomCalcAivCoreNum(const char *group,
                              HcclCMDType opType,
                              unsigned long long count,
                              void *counts,
                              HcclDataType dataType,
                              int32_t aivCoreLimit,
                              char *algName,
                              uint32_t *numBlocks);

/** HcomSetWorkspaceResource of hccl/hcom.h. */
HcclResult HcomSetWorkspaceResource(const char *tag,
                                    const char *group,
                                    rtStream_t *stream,
                                    int len,
                                    void *memPtr,
                                    unsigned long long maxSize);

/** HcomSetGlobalWorkSpace of hccl/hcom.h. */
HcclResult HcomSetGlobalWorkSpace(const char *group, void **globalWorkSpaceAddr, uint32_t len);

/** HcomSetAivCoreLimit of hccl/hcom.h. */
HcclResult HcomSetAivCoreLimit(const char *group, uint32_t aivCoreLimit);

/** HcomReleaseSubComms of hccl/hcom.h. */
HcclResult HcomReleaseSubComms(void);

/** HcomUnloadTask of hccl/hcom.h. */
HcclResult HcomUnloadTask(const char *group, const char *tag);

/** HcomClearAivSyncBuf of hccl/hcom.h. */
HcclResult HcomClearAivSyncBuf(const char *group, bool aivClearEnable);

/** HcomSetAttachedStream of hccl/hcom.h. */
HcclResult HcomSetAttachedStream(const char *group, uint32_t graphId, const rtStream_t *stream, int len);

/** HcomSupportDeterministicOptim of hccl/hcom.h. */
HcclResult HcomSupportDeterministicOptim(const char *group, bool *isDeterministicOptim);

/** HcomTbeMemClean of hccl/hcom.h. */
HcclResult HcomTbeMemClean(int64_t *addrList,
                           int64_t *sizeList,
                           uint32_t count,
                           rtStream_t stream,
                           int32_t deviceLogicId);

/** HcomGetInitStatus of hccl/hcom.h. */
HcclResult HcomGetInitStatus(bool *initiated);

/** HcomAllGather of hccl/hcom.h. */
HcclResult HcomAllGather(const char *tag,
                         void *inputPtr,
                         void *outputPtr,
                         unsigned long long inputCount,
                         HcclDataType dataType,
                         const char *group,
                         rtStream_t stream);

/** HcomAllGatherV of hccl/hcom.h. */
HcclResult HcomAllGatherV(const char *tag,
                          const void *sendBuf,
                          unsigned long long sendCount,
                          const void *recvBuf,
                          const void *recvCounts,
                          const void *rdispls,
                          HcclDataType dataType,
                          const char *group,
                          rtStream_t stream);

/** HcomAllReduce of hccl/hcom.h. */
HcclResult HcomAllReduce(const char *tag,
                         void *inputPtr,
                         void *outputPtr,
                         unsigned long long count,
                         HcclDataType dataType,
                         HcclReduceOp op,
                         const char *group,
                         rtStream_t stream);

/** HcomReduce of hccl/hcom.h. */
HcclResult HcomReduce(const char *tag,
                      void *inputPtr,
                      void *outputPtr,
                      unsigned long long count,
                      HcclDataType dataType,
                      HcclReduceOp op,
                      uint32_t root,
                      const char *group,
                      rtStream_t stream);

/** HcomBroadcast of hccl/hcom.h. */
HcclResult HcomBroadcast(const char *tag,
                         void *ptr,
                         unsigned long long count,
                         HcclDataType dataType,
                         uint32_t root,
                         const char *group,
                         rtStream_t stream);

/** HcomReduceScatter of hccl/hcom.h. */
HcclResult HcomReduceScatter(const char *tag,
                             void *inputPtr,
                             void *outputPtr,
                             unsigned long long count,
                             HcclDataType dataType,
                             HcclReduceOp op,
                             const char *group,
                             rtStream_t stream);

/** HcomReduceScatterV of hccl/hcom.h. */
HcclResult HcomReduceScatterV(const char *tag,
                              void *sendBuf,
                              const void *sendCounts,
                              const void *sdispls,
                              void *recvBuf,
                              unsigned long long recvCount,
                              HcclDataType dataType,
                              HcclReduceOp op,
                              const char *group,
                              rtStream_t stream);

/** HcomSend of hccl/hcom.h. */
HcclResult HcomSend(const char *tag,
                    void *inputPtr,
                    unsigned long long count,
                    HcclDataType dataType,
                    uint32_t destRank,
                    uint32_t srTag,
                    const char *group,
                    rtStream_t stream);

/** HcomReceive of hccl/hcom.h. */
HcclResult HcomReceive(const char *tag,
                       void *outputPtr,
                       unsigned long long count,
                       HcclDataType dataType,
                       uint32_t srcRank,
                       uint32_t srTag,
                       const char *group,
                       rtStream_t stream);

/** HcomAlltoAllV of hccl/hcom.h. */
HcclResult HcomAlltoAllV(const void *sendBuf,
                         const void *sendCounts,
                         const void *sdispls,
                         HcclDataType sendType,
                         const void *recvBuf,
                         const void *recvCounts,
                         const void *rdispls,
                         HcclDataType recvType,
                         const char *group,
                         rtStream_t stream,
                         const char *tag);

/** HcomAlltoAllVC of hccl/hcom.h. */
HcclResult HcomAlltoAllVC(const void *sendBuf,
                          const void *sendCountMatrix,
                          HcclDataType sendType,
                          const void *recvBuf,
                          HcclDataType recvType,
                          const char *group,
                          rtStream_t stream,
                          const char *tag);

/** HcomAllToAll of hccl/hcom.h. */
HcclResult HcomAllToAll(const void *sendBuf,
                        unsigned long long sendCount,
                        HcclDataType sendType,
                        const void *recvBuf,
                        unsigned long long recvCount,
                        HcclDataType recvType,
                        const char *group,
                        rtStream_t stream,
                        const char *tag);

/** HcomGenerateCclOpTag of hccl/hcom.h. */
HcclResult HcomGenerateCclOpTag(const char *opType, long long hcomComm, const char *group, char *sTag);

/** HcomGetCommCCLBufferSize of hccl/hcom.h. */
HcclResult HcomGetCommCCLBufferSize(const char *group, uint64_t HCOMM_REF size);

/** HcomGetL0TopoTypeEx of hccl/hcom.h. */
HcclResult HcomGetL0TopoTypeEx(const char *group, CommTopo *topoType, uint32_t flag);

/** HcomGetRankSizeEx of hccl/hcom.h. */
HcclResult HcomGetRankSizeEx(const char *group, uint32_t *rankSize, uint32_t flag);

#ifdef __cplusplus
} /* extern "C" */
#endif

#ifdef __cplusplus
/** Kinds of operators by the names that graphs give them. */
const std::map<std::string, HcclCMDType> HCCL_OPTYPE_NAME_MAP = {
    {HCCL_KERNEL_OP_TYPE_BROADCAST, HCCL_CMD_BROADCAST},
    {HCCL_KERNEL_OP_TYPE_SCATTER, HCCL_CMD_SCATTER},
    {HCCL_KERNEL_OP_TYPE_ALLREDUCE, HCCL_CMD_ALLREDUCE},
    {HCCL_KERNEL_OP_TYPE_ALLGATHER, HCCL_CMD_ALLGATHER},
    {HCCL_KERNEL_OP_TYPE_ALLGATHERV, HCCL_CMD_ALLGATHER_V},
    {HCCL_KERNEL_OP_TYPE_REDUCESCATTER, HCCL_CMD_REDUCE_SCATTER},
    {HCCL_KERNEL_OP_TYPE_REDUCESCATTERV, HCCL_CMD_REDUCE_SCATTER_V},
    {HCCL_KERNEL_OP_TYPE_SEND, HCCL_CMD_SEND},
    {HCCL_KERNEL_OP_TYPE_RECEIVE, HCCL_CMD_RECEIVE},
    {HCCL_KERNEL_OP_TYPE_REDUCE, HCCL_CMD_REDUCE},
    {HCCL_KERNEL_OP_TYPE_ALLTOALLV, HCCL_CMD_ALLTOALLV},
    {HCCL_KERNEL_OP_TYPE_ALLTOALLVC, HCCL_CMD_ALLTOALLVC},
    {HCCL_KERNEL_OP_TYPE_ALLTOALL, HCCL_CMD_ALLTOALL},
    {HCCL_KERNEL_OP_TYPE_GATHER_ALLTOALLV, HCCL_CMD_GATHER},
};
#endif /* __cplusplus */

#endif /* HCOM_H */
