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

/** Defined for programs that test it; means nothing else. */
#define TEMP_WEAK_DEF 1

/* Constants: typed in C++; macros in C, so that they can be array bounds. */
#ifdef __cplusplus
/** Most ranks of an AlltoAllV in a graph. */
static const uint32_t ALLTOALLV_RANK_MAX_NUM = 0x100;
/** Most ranks of an AlltoAllVC in a graph. */
static const uint32_t ALLTOALLVC_RANK_MAX_NUM = 0x100;
/** Bytes for the tag of an operation, with its NUL. */
static const uint32_t CCL_OP_TAG_MAX_LEN = 0x200;
/** Bytes for the name of an algorithm, with its NUL. */
static const uint32_t ALG_NAME_MAX_LEN = 0x100;
/** Name of Broadcast in graphs. */
static const std::string HCCL_KERNEL_OP_TYPE_BROADCAST = "HcomBroadcast";
/** Name of Scatter in graphs. */
static const std::string HCCL_KERNEL_OP_TYPE_SCATTER = "HcomScatter";
/** Name of AllReduce in graphs. */
static const std::string HCCL_KERNEL_OP_TYPE_ALLREDUCE = "HcomAllReduce";
/** Name of AllGather in graphs. */
static const std::string HCCL_KERNEL_OP_TYPE_ALLGATHER = "HcomAllGather";
/** Name of AllGatherV in graphs. */
static const std::string HCCL_KERNEL_OP_TYPE_ALLGATHERV = "HcomAllGatherV";
/** Name of ReduceScatter in graphs. */
static const std::string HCCL_KERNEL_OP_TYPE_REDUCESCATTER = "HcomReduceScatter";
/** Name of Send in graphs. */
static const std::string HCCL_KERNEL_OP_TYPE_SEND = "HcomSend";
/** Name of Receive in graphs. */
static const std::string HCCL_KERNEL_OP_TYPE_RECEIVE = "HcomReceive";
/** Name of Reduce in graphs. */
static const std::string HCCL_KERNEL_OP_TYPE_REDUCE = "HcomReduce";
/** Name of AlltoAllV in graphs. */
static const std::string HCCL_KERNEL_OP_TYPE_ALLTOALLV = "HcomAllToAllV";
/** Name of AlltoAllVC in graphs. */
static const std::string HCCL_KERNEL_OP_TYPE_ALLTOALLVC = "HcomAllToAllVC";
/** Name of an AlltoAllV whose input is gathered, in graphs. */
static const std::string HCCL_KERNEL_OP_TYPE_GATHER_ALLTOALLV = "HcomGatherAllToAllV";
/** Name of AlltoAll in graphs. */
static const std::string HCCL_KERNEL_OP_TYPE_ALLTOALL = "HcomAllToAll";
/** Name of ReduceScatterV in graphs. */
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

/** Whether profiling is on. */
#ifdef __cplusplus
enum class HcomProfilingMode
#else
typedef enum HcomProfilingMode
#endif
{
    /** Off. */
    PROFILING_CLOSE = 0,
    /** On. */
    PROFILING_OPEN = 1,
    /** Bound of the values. */
    PROFILING_RESERVED = 2,
}
#ifndef __cplusplus
HcomProfilingMode
#endif
;

/** Special numbers of communicators. */
#ifdef __cplusplus
enum class CommNumHcom
#else
typedef enum CommNumHcom
#endif
{
    /** The world group. */
    COMM_VALUE_DEFAULT = 0,
    /** Bound of the values. */
    COMM_VALUE_RESERVED = 1,
}
#ifndef __cplusplus
CommNumHcom
#endif
;

/** An operation that a graph engine asks about. */
typedef struct HcomOpParamDef {
    /** Name of the group; NULL is the world group. */
    char *group HCOMM_CXX({});
    /** Name of the operation. */
    char *opType HCOMM_CXX({});
    /** Type of the elements. */
    HcclDataType dataType HCOMM_CXX({HCCL_DATA_TYPE_RESERVED});
    /** Reduction. */
    HcclReduceOp reduceOp HCOMM_CXX({HCCL_REDUCE_RESERVED});
    /** Whether results are the same in every run: 0, 1 or 2. */
    uint8_t geDeterministic HCOMM_CXX({});
    /** Vector cores that it may use. */
    uint32_t aivCoreLimit HCOMM_CXX({});
    /** Name of the chip. */
    char *socVersion HCOMM_CXX({});
    /** Path of the rank table. */
    char *rankTable HCOMM_CXX({});
    /** Ranks of the group. */
    uint32_t *groupList HCOMM_CXX({});
    /** How many ranks groupList has. */
    uint32_t groupListSize HCOMM_CXX({});
    /** Elements. */
    unsigned long long count HCOMM_CXX({});
    /** Ranks of the group. */
    unsigned long long rankSize HCOMM_CXX({});
    /** For the AlltoAll kinds. */
    struct {
        /** Type of the elements that are sent. */
        HcclDataType sendType HCOMM_CXX({HCCL_DATA_TYPE_RESERVED});
        /** Type of the elements that are received. */
        HcclDataType recvType HCOMM_CXX({HCCL_DATA_TYPE_RESERVED});
        /** Elements for each rank. */
        void *sendCounts HCOMM_CXX({});
        /** Elements from each rank. */
        void *recvCounts HCOMM_CXX({});
        /** Distances of the parts for each rank, in elements. */
        void *sendDispls HCOMM_CXX({});
        /** Distances of the parts from each rank, in elements. */
        void *recvDispls HCOMM_CXX({});
        /** Elements from each rank (row) to each rank. */
        void *sendCountMatrix HCOMM_CXX({});
    } All2AllDataDes;
    /** Room for later versions. */
    __extension__ union {
        /** Not used; 0. */
        uint8_t reserved[128] HCOMM_CXX({});
    };
} HcomOpParamDef;

/** HcomOpParam names HcomOpParamDef. */
typedef HcomOpParamDef HcomOpParam;

/** What an operation needs. */
typedef struct HcomResResponseDef {
    /** Streams besides its own. */
    unsigned long long streamNum HCOMM_CXX({});
    /** Tasks. */
    unsigned long long taskNum HCOMM_CXX({});
    /** Bytes of device memory. */
    unsigned long long opMemSize HCOMM_CXX({});
} HcomResResponseDef;

/** HcomResResponse names HcomResResponseDef. */
typedef HcomResResponseDef HcomResResponse;

/** Options for making the world group. */
typedef struct HcomInitConfig {
    /** Choice of algorithms, as HCCL_ALGO has it; NULL is not set. */
    char *algo HCOMM_CXX({});
    /** Execution time-out in seconds, as text; NULL is not set. */
    char *execTimeOut HCOMM_CXX({});
    /** Whether results are the same in every run: 0, 1 or 2. */
    uint8_t deterministic HCOMM_CXX({});
} HcomInitConfig;

/** A stream of the device runtime. */
typedef void *HcclRtStream;

#ifdef __cplusplus
namespace hccl {
#endif
/** A task, for dumps. */
typedef struct HcclDumpInfo {
    /** Number of the task. */
    uint32_t task_id;
    /** Number of its stream. */
    uint32_t stream_id;
    /** Kind. */
    uint32_t sub_task_type;
    /** Address of the output. */
    void *output_addr;
    /** Bytes of the output. */
    uint64_t output_size;
    /** Address of the input. */
    void *input_addr;
    /** Bytes of the input. */
    uint64_t input_size;
} HcclDumpInfo;
#ifdef __cplusplus
} // namespace hccl
#endif

/**
 * Number of ranks of a group; NULL is the world group hccl_world_group.
 *
 * As for all functions of this header: HCCL_E_PTR for required pointers that are NULL and before the world
 * group exists, HCCL_E_NOT_FOUND for an unknown group. Group names have 1 to 127 characters.
 */
HcclResult HcomGetRankSize(const char *group, uint32_t *rankSize);

/** Rank of the caller in a group; NULL is the world group. */
HcclResult HcomGetRankId(const char *group, uint32_t *rankId);

/**
 * Makes a group of rankNum ranks of the world; they get numbers in ascending order. All members call it.
 * Errors: HCCL_E_PARA for a name in use or ranks that do not exist, HCCL_E_NOT_FOUND if the caller is no
 * member.
 */
HcclResult HcomCreateGroup(const char *group, uint32_t rankNum, uint32_t *rankIds);

/** Ends a group. Errors: HCCL_E_PARA for the world group. */
HcclResult HcomDestroyGroup(const char *group);

/** Makes the world group of the process from a rank table. */
HcclResult HcomInitByRankTable(const char *rankTable, uint32_t rankId);

/** Ends the world group and all others of the process; without one it does nothing. */
HcclResult HcomDestroy(void);

/** Gives the communicator of a group; it stays the group's. */
HcclResult HcomGetCommHandleByGroup(const char *group, HcclComm *commHandle);

/** Gives the name of the group whose communicator has this number; the text stays the library's. */
HcclResult HcomGetGroupNameByOpBase(long long opBaseHcom, char **groupname);

/** As HcomGetGroupNameByOpBase, under an older name. */
HcclResult GetGroupNameByOpBaseHcom(long long opBaseHcom, char **groupname);

/**
 * Makes the resources that a fused operator needs on a communicator and gives the device address of their
 * description.
 */
HcclResult HcomCreateComResourceByComm(HcclComm comm,
                                       uint32_t streamMode,
                                       bool isOpbaseMode,
                                       void **commContext,
                                       bool isMC2 HCOMM_CXX(= false));

/**
 * Registers the functions that keep and drop the number of ranks of a group for a graph engine. Returns
 * nothing.
 */
void HcomTopoInfoRegCallback(HcclResult (*p1)(const char*, uint32_t), void (*p2)(const char*));

/** Mode of the process; the reserved value if none is set. */
HcclWorkflowMode HcomGetWorkflowMode(void);

/** Sets the mode of the process: operators one by one, or graphs. */
HcclResult HcomSetWorkflowMode(HcclWorkflowMode mode);

/**
 * Tells a graph engine, with a device at hand, how many streams, tasks and bytes of memory an operation
 * needs.
 */
HcclResult HcomCalcOpOnline(HcomOpParam *hcomOpParam, HcomResResponse *hcomResResponse);

/** Tells a graph engine, without a device, how many streams, tasks and bytes of memory an operation needs. */
HcclResult HcomCalcOpResOffline(HcomOpParam *hcomOpParam, HcomResResponse *hcomResResponse);

/** Tells which kind of memory a group needs for its buffers on a chip. */
HcclResult HcomGetMemType(const char *group,
                          const char *socVersion,
                          bool isMalloc,
                          uint32_t *memType,
                          bool *isTsMem,
                          bool withoutImplCompile HCOMM_CXX(= false),
                          bool level2Address HCOMM_CXX(= false));

/** Bandwidth of one device on a level of the network, in GB/s. */
HcclResult HcomGetBandWidthPerNPU(uint32_t level, float *bandWidth);

/** Number of servers, of devices per server and of devices that share a path. */
HcclResult HcomGetServerNumAndDeviceNumPerServer(uint32_t *serverNum,
                                                 uint32_t *deviceNumPerServer,
                                                 uint32_t *deviceNumPerAggregation);

/** Tells whether a chip needs second addresses to be copied; false if not known. */
bool HcomGetSecAddrCopyFlag(const char *socVersion);

/** Makes the world group from the text of a rank table; identify is the caller's rank as text. */
HcclResult HcomInitByString(const char *rankTableM,
                            const char *identify,
                            WorkMode commWorkMode HCOMM_CXX(= WorkMode::HCCL_MODE_NORMAL),
                            HcomInitConfig *initConfig HCOMM_CXX(= nullptr));

/**
 * Makes the world group with the help of a master: its address, port and device, the number of ranks and the
 * caller's address, all as text.
 */
HcclResult HcomInitByMasterInfo(const char *masterIp,
                                const char *masterPort,
                                const char *masterDeviceId,
                                const char *rankSize,
                                const char *rankIp,
                                HcomInitConfig *initConfig HCOMM_CXX(= nullptr));

/** Makes the exchange buffers of a group now instead of at the first operation. */
HcclResult HcomCreateCommCCLbuffer(const char *group);

/** Address and size in bytes of the input half of a group's exchange buffer. */
HcclResult HcomGetInCCLbuffer(const char *group, void **buffer, unsigned long long *size);

/** Address and size in bytes of the output half of a group's exchange buffer. */
HcclResult HcomGetOutCCLbuffer(const char *group, void **buffer, unsigned long long *size);

/** Tells whether operations launch kernels of their own. Returns nothing. */
void HcomSetLaunchKernelMode(bool state);

/** Gives the stream and aicpuNotifyNum notifies between the AICPU and a group. */
HcclResult HcomGetAicpuOpStreamNotify(const char *group,
                                      HcclRtStream *opStream,
                                      uint8_t aicpuNotifyNum,
                                      void **aicpuNotify);

/** Gives the AICPU stream of a group for fused operators, and makes it at the first call. */
HcclResult HcomMc2AiCpuStreamAllocAndGet(const char *group, uint32_t streamMode, rtStream_t *aiCpuStream);

/** Turns dumps for debugging on or off. Returns nothing. */
void HcomSetDumpDebugMode(bool dumpDebug);

/** Name of the algorithm for a level of the network; the text stays the library's. */
HcclResult HcomGetAlgorithm(uint32_t level, char **algo);

/** Prepares an operation for a kernel: device address and size in bytes of its parameters. */
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

/** Tells whether a tuning tool chooses parameters. Returns nothing. */
void HcomSetAutoTuneMode(bool autoTuneMode);

/** Kind of the current device; DEV_TYPE_NOSOC without one. */
DevType HcomGetDeviceType(void);

/** Turns profiling on or off, with options as text. */
HcclResult HcomSetProfilingMode(HcomProfilingMode profilingMode, const char *profilingOption);

/** Tells how the gradients of a model are split into segments for reduction; the array stays the library's. */
HcclResult HcomGetSplitStrategy(const char *group,
                                const model_feature *feature,
                                uint32_t **segmentIdxPtr,
                                uint32_t *len,
                                bool *configured,
                                GradSplitForceMode force HCOMM_CXX(= GradSplitForceMode::FORCE_NONE),
                                OriginalGraphShapeType shapeType HCOMM_CXX(= OriginalGraphShapeType::KNOWN_SHAPE));

/** Tells whether a group exists. */
bool HcomFindGroup(const char *group);

/** Chooses the algorithm of an operation: whether it runs on vector cores, and its name (room for 256 bytes). */
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

/** Number of vector cores that an operation with this algorithm uses. */
HcclResult HcomCalcAivCoreNum(const char *group,
                              HcclCMDType opType,
                              unsigned long long count,
                              void *counts,
                              HcclDataType dataType,
                              int32_t aivCoreLimit,
                              char *algName,
                              uint32_t *numBlocks);

/** Gives an operation the streams and the device memory that its graph reserved. */
HcclResult HcomSetWorkspaceResource(const char *tag,
                                    const char *group,
                                    rtStream_t *stream,
                                    int len,
                                    void *memPtr,
                                    unsigned long long maxSize);

/** Gives a group device memory that all its operations share. */
HcclResult HcomSetGlobalWorkSpace(const char *group, void **globalWorkSpaceAddr, uint32_t len);

/** Limits the vector cores that operations of a group may use. */
HcclResult HcomSetAivCoreLimit(const char *group, uint32_t aivCoreLimit);

/** Ends the communicators beneath all groups, while the groups stay. */
HcclResult HcomReleaseSubComms(void);

/** Frees what the operation with this tag holds. */
HcclResult HcomUnloadTask(const char *group, const char *tag);

/** Clears the memory with which vector cores of a group synchronise. */
HcclResult HcomClearAivSyncBuf(const char *group, bool aivClearEnable);

/** Gives a group the streams that a graph attached to it. */
HcclResult HcomSetAttachedStream(const char *group, uint32_t graphId, const rtStream_t *stream, int len);

/** Tells whether a group offers its faster deterministic reduction. */
HcclResult HcomSupportDeterministicOptim(const char *group, bool *isDeterministicOptim);

/** Queues the clearing of count ranges of device memory on a stream. */
HcclResult HcomTbeMemClean(int64_t *addrList,
                           int64_t *sizeList,
                           uint32_t count,
                           rtStream_t stream,
                           int32_t deviceLogicId);

/** Tells whether the world group exists. */
HcclResult HcomGetInitStatus(bool *initiated);

/**
 * Queues the collection of inputCount elements of every rank of a group on stream.
 *
 * tag (at most 191 characters) is the same on all ranks. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND
 * for an unknown group.
 */
HcclResult HcomAllGather(const char *tag,
                         void *inputPtr,
                         void *outputPtr,
                         unsigned long long inputCount,
                         HcclDataType dataType,
                         const char *group,
                         rtStream_t stream);

/**
 * As HcomAllGather, with counts and distances in elements for each rank.
 *
 * tag (at most 191 characters) is the same on all ranks. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND
 * for an unknown group.
 */
HcclResult HcomAllGatherV(const char *tag,
                          const void *sendBuf,
                          unsigned long long sendCount,
                          const void *recvBuf,
                          const void *recvCounts,
                          const void *rdispls,
                          HcclDataType dataType,
                          const char *group,
                          rtStream_t stream);

/**
 * Queues the reduction of count elements of every rank of a group on stream; every rank gets the result.
 *
 * tag (at most 191 characters) is the same on all ranks. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND
 * for an unknown group.
 */
HcclResult HcomAllReduce(const char *tag,
                         void *inputPtr,
                         void *outputPtr,
                         unsigned long long count,
                         HcclDataType dataType,
                         HcclReduceOp op,
                         const char *group,
                         rtStream_t stream);

/**
 * Queues the reduction of count elements of every rank of a group on stream; rank root gets the
 * result.
 *
 * tag (at most 191 characters) is the same on all ranks. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND
 * for an unknown group.
 */
HcclResult HcomReduce(const char *tag,
                      void *inputPtr,
                      void *outputPtr,
                      unsigned long long count,
                      HcclDataType dataType,
                      HcclReduceOp op,
                      uint32_t root,
                      const char *group,
                      rtStream_t stream);

/**
 * Queues a copy of count elements from rank root to all ranks of a group on stream.
 *
 * tag (at most 191 characters) is the same on all ranks. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND
 * for an unknown group.
 */
HcclResult HcomBroadcast(const char *tag,
                         void *ptr,
                         unsigned long long count,
                         HcclDataType dataType,
                         uint32_t root,
                         const char *group,
                         rtStream_t stream);

/**
 * Queues the reduction of all ranks' input on stream; each rank gets its part of count elements.
 *
 * tag (at most 191 characters) is the same on all ranks. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND
 * for an unknown group.
 */
HcclResult HcomReduceScatter(const char *tag,
                             void *inputPtr,
                             void *outputPtr,
                             unsigned long long count,
                             HcclDataType dataType,
                             HcclReduceOp op,
                             const char *group,
                             rtStream_t stream);

/**
 * As HcomReduceScatter, with counts and distances in elements for each rank.
 *
 * tag (at most 191 characters) is the same on all ranks. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND
 * for an unknown group.
 */
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

/**
 * Queues the sending of count elements to a rank of a group on stream; srTag matches the receiver's.
 *
 * tag (at most 191 characters) is the same on all ranks. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND
 * for an unknown group.
 */
HcclResult HcomSend(const char *tag,
                    void *inputPtr,
                    unsigned long long count,
                    HcclDataType dataType,
                    uint32_t destRank,
                    uint32_t srTag,
                    const char *group,
                    rtStream_t stream);

/**
 * Queues the receiving of count elements from a rank of a group on stream; srTag matches the sender's.
 *
 * tag (at most 191 characters) is the same on all ranks. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND
 * for an unknown group.
 */
HcclResult HcomReceive(const char *tag,
                       void *outputPtr,
                       unsigned long long count,
                       HcclDataType dataType,
                       uint32_t srcRank,
                       uint32_t srTag,
                       const char *group,
                       rtStream_t stream);

/**
 * Queues an exchange in a group on stream, with counts and distances in elements for each rank.
 *
 * tag (at most 191 characters) is the same on all ranks. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND
 * for an unknown group.
 */
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

/**
 * Queues an exchange in a group on stream, with a matrix of counts that is the same on all ranks.
 *
 * tag (at most 191 characters) is the same on all ranks. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND
 * for an unknown group.
 */
HcclResult HcomAlltoAllVC(const void *sendBuf,
                          const void *sendCountMatrix,
                          HcclDataType sendType,
                          const void *recvBuf,
                          HcclDataType recvType,
                          const char *group,
                          rtStream_t stream,
                          const char *tag);

/**
 * Queues an exchange of sendCount elements between every pair of ranks of a group on stream.
 *
 * tag (at most 191 characters) is the same on all ranks. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND
 * for an unknown group.
 */
HcclResult HcomAllToAll(const void *sendBuf,
                        unsigned long long sendCount,
                        HcclDataType sendType,
                        const void *recvBuf,
                        unsigned long long recvCount,
                        HcclDataType recvType,
                        const char *group,
                        rtStream_t stream,
                        const char *tag);

/** Makes a tag for an operation (room for 512 bytes). */
HcclResult HcomGenerateCclOpTag(const char *opType, long long hcomComm, const char *group, char *sTag);

/** Size in bytes of the exchange buffer of a group. */
HcclResult HcomGetCommCCLBufferSize(const char *group, uint64_t HCOMM_REF size);

/** How the ranks of a group are wired within a server. */
HcclResult HcomGetL0TopoTypeEx(const char *group, CommTopo *topoType, uint32_t flag);

/** Number of ranks of a group on the part of the network that flag names. */
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
