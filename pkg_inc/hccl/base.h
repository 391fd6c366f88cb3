/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/base.rs.
 */
#ifndef HCCL_BASE_H
#define HCCL_BASE_H

/**
 * @file base.h
 * Older types shared between CANN components.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hccl/hccl_types.h>
#ifdef __cplusplus
#include <string>
#endif

/* Text that only C++ reads. */
#ifndef HCOMM_CXX
#ifdef __cplusplus
#define HCOMM_CXX(...) __VA_ARGS__
#else
#define HCOMM_CXX(...)
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Short names of integers, as older CANN headers use them. */
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long long s64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

/** A connection between two processes, outside of communicators. */
typedef void *HcclConn;

/** A request that does not exist. */
#ifdef __cplusplus
#define HCCL_REQUEST_NULL nullptr
#else
#define HCCL_REQUEST_NULL NULL
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif

/** Longest name of a group, without its NUL. */
#define HCOM_GROUP_NAME_MAX_LEN 127
/** Tag that matches every message. */
#define HCCL_TAG_ANY 0x40000000

/* Constants: typed in C++; macros in C, so that they can be array bounds. */
#ifdef __cplusplus
/** Most segments into which gradients are split. */
static const uint32_t HCCL_MAX_SEGMENT_NUM = 8;
/** Most ranges of memory that one call registers. */
static const uint32_t HCCL_MAX_MEM_REGISTER_NUM = 32;
/** Longest tag, without its NUL. */
static const uint32_t TAG_MAX_LEN = 191;
#else
#define HCCL_MAX_SEGMENT_NUM 8u
#define HCCL_MAX_MEM_REGISTER_NUM 32u
#define TAG_MAX_LEN 191u
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Reductions as Horovod numbers them. */
typedef enum HorovodReduceOp {
    /** Mean. */
    HOROVOD_REDUCE_AVERAGE = 0,
    /** Sum. */
    HOROVOD_REDUCE_SUM = 1,
    /** Adaptive sum. */
    HOROVOD_REDUCE_ADASUM = 2,
    /** Smallest. */
    HOROVOD_REDUCE_MIN = 3,
    /** Largest. */
    HOROVOD_REDUCE_MAX = 4,
    /** Product. */
    HOROVOD_REDUCE_PROD = 5,
    /** Bound of the values. */
    HOROVOD_REDUCE_RESERVED = 6,
} HorovodReduceOp;

/** Whether a split of gradients is forced. */
typedef enum GradSplitForceMode {
    /** Not forced. */
    FORCE_NONE = 0,
    /** By size. */
    FORCE_SIZE = 1,
    /** Bound of the values. */
    FORCE_RESERVED = 2,
} GradSplitForceMode;

/** Whether the shapes of a graph are known. */
typedef enum OriginalGraphShapeType {
    /** Known. */
    KNOWN_SHAPE = 0,
    /** Known at run time only. */
    UNKNOWN_SHAPE = 1,
    /** Bound of the values. */
    SHAPE_RESERVED = 2,
} OriginalGraphShapeType;

/** Kinds of events of services between hosts. */
typedef enum HcclEventType {
    /** Sending is complete. */
    HCCL_EVENT_SEND_COMPLETION = 0,
    /** A message came. */
    HCCL_EVENT_RECV_REQUEST = 1,
    /** Receiving is complete. */
    HCCL_EVENT_RECV_COMPLETION = 2,
    /** There is room to send again. */
    HCCL_EVENT_CONGESTION_RELIEF = 3,
    /** Bound of the values. */
    HCCL_EVENT_RESERVED = 4,
} HcclEventType;

/** What a communicator is for. */
typedef enum workMode {
    /** Collectives. */
    HCCL_MODE_NORMAL = 0,
    /** Messages with any rank. */
    HCCL_MODE_ANY = 1,
    /** Parameter servers. */
    HCCL_MODE_PS = 2,
    /** Operators expanded on the AICPU. */
    HCCL_MODE_AI_CPU = 3,
    /** Operators scheduled by the host. */
    HCCL_MODE_SCHED_OS = 4,
} workMode;

/** Who schedules an operation. */
typedef enum HcomSchedType {
    /** The host. */
    HCOM_SCHED_TYPE_OS = 0,
    /** The device's task scheduler, as part of a graph. */
    HCOM_SCHED_TYPE_NPU_TS_OFFLOAD = 1,
    /** The device's task scheduler. */
    HCOM_SCHED_TYPE_NPU_TS = 2,
    /** Bound of the values. */
    HCOM_SCHED_TYPE_NUM = 3,
} HcomSchedType;

/** Kinds of operations of HcomOpDesc. */
typedef enum HcomOperationType {
    /** Send. */
    HCOM_OP_TYPE_SEND = 0,
    /** Receive. */
    HCOM_OP_TYPE_RECV = 1,
    /** Broadcast. */
    HCOM_OP_TYPE_BROADCAST = 2,
    /** Gather. */
    HCOM_OP_TYPE_GATHER = 3,
    /** Bound of the values. */
    HCOM_OP_TYPE_NUM = 4,
} HcomOperationType;

/** Kinds of addresses of HcclAddr. */
typedef enum HcclAddrType {
    /** IPv4 address and port. */
    HCCL_ADDR_TYPE_ROCE = 0,
    /** Bound of the values. */
    HCCL_ADDR_TYPE_NUM = 1,
} HcclAddrType;

/** A stream of the device runtime. */
typedef void *rtStream_t;

/** A graph of the device runtime. */
typedef void *rtModel_t;

/** A message that was found and not yet received. */
typedef void *HcclMessage;

/** An operation that was started and may not be complete. */
typedef void *HcclRequest;

/** A service of remote look-ups. */
typedef void *ServiceHandle;

/** An operation of a group that was started and may not be complete. */
typedef void *HcomRequest;

/** WorkMode names workMode. */
typedef workMode WorkMode;

/** What is known about the gradients of a model. */
typedef struct model_feature {
    /** Name of the model. */
    const char *model_name;
    /** Number of gradients. */
    uint32_t gradient_num;
    /** Bytes of each gradient. */
    float *gradient_size;
    /** When each gradient is ready, in microseconds. */
    float *gradient_time;
} model_feature;

/** A range of memory. */
typedef struct MemRegisterAddr {
    /** Address. */
    unsigned long long addr;
    /** Bytes. */
    unsigned long long length;
} MemRegisterAddr;

/** Options of a tag. */
typedef struct TagAttrDef {
    /** Name of the tag, with its NUL. */
    char name[192];
    /** 1 if the receiver asks for messages. */
    uint32_t activeRecv;
    /** Messages that may be sent before one is received. */
    uint32_t sendCredit;
    /** Number of the event that tells about messages. */
    uint32_t eventId;
} TagAttrDef;

/** TagAttr names TagAttrDef. */
typedef TagAttrDef TagAttr;

/** An event of a service between hosts. */
typedef struct HcclEventMsgDef {
    /** Communicator that it happened in. */
    HcclComm comm;
    /** The other rank. */
    uint32_t peerRank;
    /** Tag that matches both sides. */
    uint32_t tag;
    /** Kind, a number of HcclEventType. */
    uint32_t hcclEventType;
    /** What the kind adds. */
    union {
        /** For HCCL_EVENT_SEND_COMPLETION. */
        struct {
            /** Not used; 0. */
            uint32_t reserver;
        } sendCompletionItem;
        /** For HCCL_EVENT_RECV_REQUEST. */
        struct {
            /** Not used; 0. */
            uint32_t reserver;
        } recvRequestItem;
        /** For HCCL_EVENT_RECV_COMPLETION. */
        struct {
            /** Not used; 0. */
            uint32_t reserver;
        } recvCompletionItem;
        /** For HCCL_EVENT_CONGESTION_RELIEF. */
        struct {
            /** Not used; 0. */
            uint32_t reserver;
        } congestionReliefItem;
    } desc;
} HcclEventMsgDef;

/** HcclEventMsg names HcclEventMsgDef. */
typedef HcclEventMsgDef HcclEventMsg;

/** Addresses of a remote look-up or update. */
typedef struct HcomRemoteOperation {
    /** Description of the operation. */
    void *opdesc HCOMM_CXX({});
    /** Keys. */
    void *keyAddr HCOMM_CXX({});
    /** Number of the table. */
    int *tableId HCOMM_CXX({});
    /** Number of keys. */
    long long *keyNumInput HCOMM_CXX({});
    /** Positions of the keys that differ. */
    int *uniqueIndices HCOMM_CXX({});
    /** How often each key came. */
    int *keyCount HCOMM_CXX({});
    /** Values. */
    void *value HCOMM_CXX({});
    /** Positions of the keys. */
    void *indices HCOMM_CXX({});
    /** How many keys differ. */
    void *numUniqued HCOMM_CXX({});
    /** Segments of the parameter servers. */
    void *psSeg HCOMM_CXX({});
    /** How many segments. */
    void *psSegNum HCOMM_CXX({});
} HcomRemoteOperation;

/** One transfer between local and remote memory. */
typedef struct HcomRemoteAccessAddrInfo {
    /** The other rank. */
    uint32_t remotetRankID;
    /** Address there. */
    unsigned long long remoteAddr;
    /** Address here. */
    unsigned long long localAddr;
    /** Bytes. */
    unsigned long long length;
} HcomRemoteAccessAddrInfo;

/** Arguments of an AlltoAllV. */
typedef struct HcomAllToAllVParams {
    /** Send buffer. */
    void *sendbuf HCOMM_CXX({});
    /** Elements for each rank. */
    void *sendcounts HCOMM_CXX({});
    /** Distances of the parts for each rank from the start, in elements. */
    void *sdispls HCOMM_CXX({});
    /** Type of the elements that are sent. */
    HcclDataType sendtype HCOMM_CXX({HCCL_DATA_TYPE_RESERVED});
    /** Receive buffer. */
    void *recvbuf HCOMM_CXX({});
    /** Elements from each rank. */
    void *recvcounts HCOMM_CXX({});
    /** Distances of the parts from each rank from the start, in elements. */
    void *rdispls HCOMM_CXX({});
    /** Type of the elements that are received. */
    HcclDataType recvtype HCOMM_CXX({HCCL_DATA_TYPE_RESERVED});
    /** Name of the group; NULL is the world group. */
    const char *group HCOMM_CXX({});
} HcomAllToAllVParams;

/** Arguments of an AlltoAllVC. */
typedef struct HcomAllToAllVCParams {
    /** Send buffer. */
    void *sendbuf HCOMM_CXX({});
    /** Type of the elements that are sent. */
    HcclDataType sendtype HCOMM_CXX({HCCL_DATA_TYPE_RESERVED});
    /** Receive buffer. */
    void *recvbuf HCOMM_CXX({});
    /** Type of the elements that are received. */
    HcclDataType recvtype HCOMM_CXX({HCCL_DATA_TYPE_RESERVED});
    /** Elements from each rank (row) to each rank, the same on all ranks. */
    void *sendcountmatrix HCOMM_CXX({});
    /** Name of the group; NULL is the world group. */
    const char *group HCOMM_CXX({});
} HcomAllToAllVCParams;

/** Arguments of an AlltoAllV whose input is gathered first. */
typedef struct HcomGatherAllToAllVParams {
    /** Addresses and sizes of the pieces to gather. */
    void *addrInfo;
    /** How many pieces go to each rank. */
    void *addrInfoCountPerRank;
    /** Receive buffer. */
    void *recvbuf;
    /** Elements from each rank. */
    void *recvcounts;
    /** Distances of the parts from each rank from the start, in elements. */
    void *rdispls;
    /** Buffer for the gathered input. */
    void *gatheredbuf;
    /** Bytes of each piece; negative if they differ. */
    int addrLength;
    /** Type of the elements that are received. */
    HcclDataType recvtype;
    /** Name of the group; NULL is the world group. */
    const char *group;
} HcomGatherAllToAllVParams;

/** Options of a communicator for services between hosts. */
typedef struct tagCommAttr {
    /** What it is for. */
    WorkMode mode HCOMM_CXX({});
    /** Device, logical id. */
    uint32_t deviceId HCOMM_CXX({});
} tagCommAttr;

/** CommAttr names tagCommAttr. */
typedef tagCommAttr CommAttr;

/** What came with a message. */
typedef struct HcclStatus {
    /** Rank that sent it. */
    int srcRank;
    /** Tag that matches both sides. */
    int tag;
    /** Result, a number of HcclResult. */
    int error;
    /** Not 0 if it was cancelled. */
    int cancelled;
    /** Elements. */
    int count;
} HcclStatus;

/** What came with a request to a table. */
typedef struct tagReqStatus {
    /** Number of the table. */
    int tableId;
    /** Tag that matches both sides. */
    int tag;
    /** Bytes that came. */
    int actualSize;
    /** Not used; 0. */
    int rsvd0;
    /** Step of the training. */
    long long globalStep;
} tagReqStatus;

/** ReqStatus names tagReqStatus. */
typedef tagReqStatus ReqStatus;

/** What came with a look-up. */
typedef struct tagLookupReqStatus {
    /** Number of the table. */
    int tableId;
    /** Tag that matches both sides. */
    int tag;
    /** Keys that came. */
    int actualCount;
    /** Not used; 0. */
    int rsvd0;
    /** Number of the asking process. */
    int workerId;
} tagLookupReqStatus;

/** LookupReqStatus names tagLookupReqStatus. */
typedef tagLookupReqStatus LookupReqStatus;

/** What came with an update. */
typedef struct tagUpdateReqStatus {
    /** Number of the table. */
    int tableId;
    /** Tag that matches both sides. */
    int tag;
    /** Keys that came. */
    int actualKeyCount;
    /** Values that came. */
    int actualValueCount;
    /** Step of the training. */
    long long globalStep;
} tagUpdateReqStatus;

/** UpdateReqStatus names tagUpdateReqStatus. */
typedef tagUpdateReqStatus UpdateReqStatus;

/** Costs that a look-up measured. */
typedef struct tagCalcParams {
    /** Removing equal keys, first part. */
    int uniqueCost0;
    /** Gathering, first part. */
    int gatherCost0;
    /** Removing equal keys, second part. */
    int uniqueCost1;
    /** Gathering, second part. */
    int gatherCost1;
} tagCalcParams;

/** CalcParams names tagCalcParams. */
typedef tagCalcParams CalcParams;

/** A send or receive of HcomOpDesc. */
typedef struct HcomP2pOpInfo {
    /** Name of the group, at most 126 characters. */
    char group[127];
    /** Tag that matches both sides. */
    uint32_t tag;
    /** The other rank. */
    uint32_t peerRank;
    /** Address. */
    void *addr;
    /** Elements. */
    uint64_t count;
    /** Type of the elements. */
    HcclDataType dataType;
    /** Not used; 0. */
    int32_t rsv0;
    /** Not used; 0. */
    int32_t rsv1;
    /** Not used; 0. */
    int32_t rsv2;
} HcomP2pOpInfo;

/** A collective of HcomOpDesc. */
typedef struct HcomCollOpInfo {
    /** Name of the group, at most 126 characters. */
    char group[127];
    /** Input buffer. */
    void *inputAddr;
    /** Output buffer. */
    void *outputAddr;
    /** Elements. */
    uint64_t count;
    /** Type of the elements. */
    HcclDataType dataType;
    /** Root rank, for operations that have one. */
    uint32_t root;
    /** Reduction. */
    HcclReduceOp reduceOp;
    /** Elements between the parts of two ranks; 0 if they follow each other. */
    uint64_t strideCount;
} HcomCollOpInfo;

/** An operation for a scheduler outside of the library. */
typedef struct HcomOpDesc {
    /** Kind. */
    HcomOperationType opType;
    /** Who schedules it. */
    HcomSchedType schedType;
    /** Number of the scheduler's context. */
    int32_t cxtId;
    /** Options; 0. */
    uint64_t flag;
    /** Arguments. */
    union {
        /** For send and receive. */
        HcomP2pOpInfo p2p;
        /** For collectives. */
        HcomCollOpInfo coll;
    } info;
} HcomOpDesc;

/** State of an operation. */
typedef struct HcomStatus {
    /** Result, a number of HcclResult. */
    uint32_t status;
    /** Not used; 0. */
    uint32_t rsv0;
    /** Not used; 0. */
    uint32_t rsv1;
    /** Not used; 0. */
    uint32_t rsv2;
} HcomStatus;

/** What one layer of the network can do. */
typedef struct HcclTopoDescs {
    /** Bit set of usable algorithms. */
    uint32_t algSets;
    /** Ranks of the layer. */
    uint32_t rankSize;
} HcclTopoDescs;

/** Address of a connection outside of communicators. */
typedef struct HcclAddr {
    /** Kind. */
    HcclAddrType type;
    /** The address. */
    union {
        /** For HCCL_ADDR_TYPE_ROCE. */
        struct {
            /** IPv4 address, network byte order. */
            uint32_t ipv4Addr;
            /** TCP port. */
            uint16_t port;
        } tcp;
        /** All bytes; they fix the size. */
        uint8_t bytes[28];
    } info;
} HcclAddr;

#ifdef __cplusplus
} /* extern "C" */
#endif

#ifdef __cplusplus
/** An operation of a graph on one group. Holds a std::string, so its size follows _GLIBCXX_USE_CXX11_ABI. */
struct HcomOperation {
    /** Kind of operation, e.g. "HcomAllReduce". */
    std::string hcclType;
    /** Input buffer, device memory. */
    void *inputPtr{nullptr};
    /** Output buffer, device memory. */
    void *outputPtr{nullptr};
    /** Elements per rank. */
    u64 count{0};
    /** Type of the elements. */
    HcclDataType dataType{HCCL_DATA_TYPE_RESERVED};
    /** Reduction, for operations that reduce. */
    HcclReduceOp opType{HCCL_REDUCE_RESERVED};
    /** Root rank, for operations that have one. */
    u32 root{0};
    /** Name of the group; NULL is the world group. */
    const char *group{nullptr};
};

/** Parameters of a remote look-up or update in a table of embeddings. Holds std::string members as above. */
struct HcomRemoteOperationParams {
    /** Keys. */
    void *keyAddr{nullptr};
    /** Number of the table. */
    int *tableId{nullptr};
    /** Values. */
    void *value{nullptr};
    /** Name of the group. */
    std::string group;
    /** Elements. */
    int count{0};
    /** Keys. */
    u64 keyNum{0};
    /** Elements of one value. */
    int valueDim{0};
    /** Type of the keys. */
    HcclDataType keyType{HCCL_DATA_TYPE_RESERVED};
    /** Type of the values. */
    HcclDataType valueType{HCCL_DATA_TYPE_RESERVED};
    /** Tag that matches both sides. */
    int tag{0};
    /** Stream that orders the operation. */
    rtStream_t stream{nullptr};
    /** Flags. */
    u64 flag{0};
    /** What happens with keys that the table has not. */
    s32 insertOption{0};
    /** Positions of the keys. */
    void *indices{nullptr};
    /** How many keys differ. */
    void *numUniqued{nullptr};
    /** Segments of the parameter servers. */
    void *psSeg{nullptr};
    /** How many segments. */
    void *psSegNum{nullptr};
    /** Keys put in. */
    s64 *keyNumInput{nullptr};
    /** Positions of the keys that differ. */
    s32 *uniqueIndices{nullptr};
    /** How often each key came. */
    s32 *keyCount{nullptr};
    /** Kind of operation. */
    std::string hcclType;
    /** Flags of the operation. */
    s32 flags{0};
    /** Address of the global step. */
    void *globalStepAddr{nullptr};
    /** Not 0: input without a copy. */
    s32 intZerocpyFlag{0};
    /** Not 0: output without a copy. */
    s32 outZerocpyFlag{0};
    /** Largest number of elements of a value. */
    s32 maxEmbeddingDim{0};
    /** Tag of the step that removes equal keys. */
    std::string uniqueTag;
    /** True: equal keys are not removed. */
    bool disableUnique{false};
    /** True: the caller removed equal keys. */
    bool uniqued{false};
};
#endif /* __cplusplus */

#endif /* HCCL_BASE_H */
