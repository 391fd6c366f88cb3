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

/** Constant HCOM_GROUP_NAME_MAX_LEN. */
#define HCOM_GROUP_NAME_MAX_LEN 127
/** Constant HCCL_TAG_ANY. */
#define HCCL_TAG_ANY 0x40000000

/* Constants: typed in C++; macros in C, so that they can be array bounds. */
#ifdef __cplusplus
/** Constant HCCL_MAX_SEGMENT_NUM. */
static const uint32_t HCCL_MAX_SEGMENT_NUM = 8;
/** Constant HCCL_MAX_MEM_REGISTER_NUM. */
static const uint32_t HCCL_MAX_MEM_REGISTER_NUM = 32;
/** Constant TAG_MAX_LEN. */
static const uint32_t TAG_MAX_LEN = 191;
#else
#define HCCL_MAX_SEGMENT_NUM 8u
#define HCCL_MAX_MEM_REGISTER_NUM 32u
#define TAG_MAX_LEN 191u
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Enumeration HorovodReduceOp. */
typedef enum HorovodReduceOp {
    /** Value 0. */
    HOROVOD_REDUCE_AVERAGE = 0,
    /** Value 1. */
    HOROVOD_REDUCE_SUM = 1,
    /** Value 2. */
    HOROVOD_REDUCE_ADASUM = 2,
    /** Value 3. */
    HOROVOD_REDUCE_MIN = 3,
    /** Value 4. */
    HOROVOD_REDUCE_MAX = 4,
    /** Value 5. */
    HOROVOD_REDUCE_PROD = 5,
    /** Value 6. */
    HOROVOD_REDUCE_RESERVED = 6,
} HorovodReduceOp;

/** Enumeration GradSplitForceMode. */
typedef enum GradSplitForceMode {
    /** Value 0. */
    FORCE_NONE = 0,
    /** Value 1. */
    FORCE_SIZE = 1,
    /** Value 2. */
    FORCE_RESERVED = 2,
} GradSplitForceMode;

/** Enumeration OriginalGraphShapeType. */
typedef enum OriginalGraphShapeType {
    /** Value 0. */
    KNOWN_SHAPE = 0,
    /** Value 1. */
    UNKNOWN_SHAPE = 1,
    /** Value 2. */
    SHAPE_RESERVED = 2,
} OriginalGraphShapeType;

/** Enumeration HcclEventType. */
typedef enum HcclEventType {
    /** Value 0. */
    HCCL_EVENT_SEND_COMPLETION = 0,
    /** Value 1. */
    HCCL_EVENT_RECV_REQUEST = 1,
    /** Value 2. */
    HCCL_EVENT_RECV_COMPLETION = 2,
    /** Value 3. */
    HCCL_EVENT_CONGESTION_RELIEF = 3,
    /** Value 4. */
    HCCL_EVENT_RESERVED = 4,
} HcclEventType;

/** Enumeration WorkMode. */
typedef enum workMode {
    /** Value 0. */
    HCCL_MODE_NORMAL = 0,
    /** Value 1. */
    HCCL_MODE_ANY = 1,
    /** Value 2. */
    HCCL_MODE_PS = 2,
    /** Value 3. */
    HCCL_MODE_AI_CPU = 3,
    /** Value 4. */
    HCCL_MODE_SCHED_OS = 4,
} workMode;

/** Enumeration HcomSchedType. */
typedef enum HcomSchedType {
    /** Value 0. */
    HCOM_SCHED_TYPE_OS = 0,
    /** Value 1. */
    HCOM_SCHED_TYPE_NPU_TS_OFFLOAD = 1,
    /** Value 2. */
    HCOM_SCHED_TYPE_NPU_TS = 2,
    /** Value 3. */
    HCOM_SCHED_TYPE_NUM = 3,
} HcomSchedType;

/** Enumeration HcomOperationType. */
typedef enum HcomOperationType {
    /** Value 0. */
    HCOM_OP_TYPE_SEND = 0,
    /** Value 1. */
    HCOM_OP_TYPE_RECV = 1,
    /** Value 2. */
    HCOM_OP_TYPE_BROADCAST = 2,
    /** Value 3. */
    HCOM_OP_TYPE_GATHER = 3,
    /** Value 4. */
    HCOM_OP_TYPE_NUM = 4,
} HcomOperationType;

/** Enumeration HcclAddrType. */
typedef enum HcclAddrType {
    /** Value 0. */
    HCCL_ADDR_TYPE_ROCE = 0,
    /** Value 1. */
    HCCL_ADDR_TYPE_NUM = 1,
} HcclAddrType;

/** Type rtStream_t. */
typedef void *rtStream_t;

/** Type rtModel_t. */
typedef void *rtModel_t;

/** Type HcclMessage. */
typedef void *HcclMessage;

/** Type HcclRequest. */
typedef void *HcclRequest;

/** Type ServiceHandle. */
typedef void *ServiceHandle;

/** Type HcomRequest. */
typedef void *HcomRequest;

/** WorkMode names workMode. */
typedef workMode WorkMode;

/** Structure model_feature: 32 bytes. */
typedef struct model_feature {
    /** Member model_name. */
    const char *model_name;
    /** Member gradient_num. */
    uint32_t gradient_num;
    /** Member gradient_size. */
    float *gradient_size;
    /** Member gradient_time. */
    float *gradient_time;
} model_feature;

/** Structure MemRegisterAddr: 16 bytes. */
typedef struct MemRegisterAddr {
    /** Member addr. */
    unsigned long long addr;
    /** Member length. */
    unsigned long long length;
} MemRegisterAddr;

/** Structure TagAttr: 204 bytes. */
typedef struct TagAttrDef {
    /** Member name. */
    char name[192];
    /** Member activeRecv. */
    uint32_t activeRecv;
    /** Member sendCredit. */
    uint32_t sendCredit;
    /** Member eventId. */
    uint32_t eventId;
} TagAttrDef;

/** TagAttr names TagAttrDef. */
typedef TagAttrDef TagAttr;

/** Structure HcclEventMsg: 24 bytes. */
typedef struct HcclEventMsgDef {
    /** Member comm. */
    HcclComm comm;
    /** Member peerRank. */
    uint32_t peerRank;
    /** Member tag. */
    uint32_t tag;
    /** Member hcclEventType. */
    uint32_t hcclEventType;
    /** Member desc. */
    union {
        /** Member sendCompletionItem. */
        struct {
            /** Member reserver. */
            uint32_t reserver;
        } sendCompletionItem;
        /** Member recvRequestItem. */
        struct {
            /** Member reserver. */
            uint32_t reserver;
        } recvRequestItem;
        /** Member recvCompletionItem. */
        struct {
            /** Member reserver. */
            uint32_t reserver;
        } recvCompletionItem;
        /** Member congestionReliefItem. */
        struct {
            /** Member reserver. */
            uint32_t reserver;
        } congestionReliefItem;
    } desc;
} HcclEventMsgDef;

/** HcclEventMsg names HcclEventMsgDef. */
typedef HcclEventMsgDef HcclEventMsg;

/** Structure HcomRemoteOperation: 88 bytes. */
typedef struct HcomRemoteOperation {
    /** Member opdesc. */
    void *opdesc HCOMM_CXX({});
    /** Member keyAddr. */
    void *keyAddr HCOMM_CXX({});
    /** Member tableId. */
    int *tableId HCOMM_CXX({});
    /** Member keyNumInput. */
    long long *keyNumInput HCOMM_CXX({});
    /** Member uniqueIndices. */
    int *uniqueIndices HCOMM_CXX({});
    /** Member keyCount. */
    int *keyCount HCOMM_CXX({});
    /** Member value. */
    void *value HCOMM_CXX({});
    /** Member indices. */
    void *indices HCOMM_CXX({});
    /** Member numUniqued. */
    void *numUniqued HCOMM_CXX({});
    /** Member psSeg. */
    void *psSeg HCOMM_CXX({});
    /** Member psSegNum. */
    void *psSegNum HCOMM_CXX({});
} HcomRemoteOperation;

/** Structure HcomRemoteAccessAddrInfo: 32 bytes. */
typedef struct HcomRemoteAccessAddrInfo {
    /** Member remotetRankID. */
    uint32_t remotetRankID;
    /** Member remoteAddr. */
    unsigned long long remoteAddr;
    /** Member localAddr. */
    unsigned long long localAddr;
    /** Member length. */
    unsigned long long length;
} HcomRemoteAccessAddrInfo;

/** Structure HcomAllToAllVParams: 72 bytes. */
typedef struct HcomAllToAllVParams {
    /** Member sendbuf. */
    void *sendbuf HCOMM_CXX({});
    /** Member sendcounts. */
    void *sendcounts HCOMM_CXX({});
    /** Member sdispls. */
    void *sdispls HCOMM_CXX({});
    /** Member sendtype. */
    HcclDataType sendtype HCOMM_CXX({HCCL_DATA_TYPE_RESERVED});
    /** Member recvbuf. */
    void *recvbuf HCOMM_CXX({});
    /** Member recvcounts. */
    void *recvcounts HCOMM_CXX({});
    /** Member rdispls. */
    void *rdispls HCOMM_CXX({});
    /** Member recvtype. */
    HcclDataType recvtype HCOMM_CXX({HCCL_DATA_TYPE_RESERVED});
    /** Member group. */
    const char *group HCOMM_CXX({});
} HcomAllToAllVParams;

/** Structure HcomAllToAllVCParams: 48 bytes. */
typedef struct HcomAllToAllVCParams {
    /** Member sendbuf. */
    void *sendbuf HCOMM_CXX({});
    /** Member sendtype. */
    HcclDataType sendtype HCOMM_CXX({HCCL_DATA_TYPE_RESERVED});
    /** Member recvbuf. */
    void *recvbuf HCOMM_CXX({});
    /** Member recvtype. */
    HcclDataType recvtype HCOMM_CXX({HCCL_DATA_TYPE_RESERVED});
    /** Member sendcountmatrix. */
    void *sendcountmatrix HCOMM_CXX({});
    /** Member group. */
    const char *group HCOMM_CXX({});
} HcomAllToAllVCParams;

/** Structure HcomGatherAllToAllVParams: 64 bytes. */
typedef struct HcomGatherAllToAllVParams {
    /** Member addrInfo. */
    void *addrInfo;
    /** Member addrInfoCountPerRank. */
    void *addrInfoCountPerRank;
    /** Member recvbuf. */
    void *recvbuf;
    /** Member recvcounts. */
    void *recvcounts;
    /** Member rdispls. */
    void *rdispls;
    /** Member gatheredbuf. */
    void *gatheredbuf;
    /** Member addrLength. */
    int addrLength;
    /** Member recvtype. */
    HcclDataType recvtype;
    /** Member group. */
    const char *group;
} HcomGatherAllToAllVParams;

/** Structure CommAttr: 8 bytes. */
typedef struct tagCommAttr {
    /** Member mode. */
    WorkMode mode HCOMM_CXX({});
    /** Member deviceId. */
    uint32_t deviceId HCOMM_CXX({});
} tagCommAttr;

/** CommAttr names tagCommAttr. */
typedef tagCommAttr CommAttr;

/** Structure HcclStatus: 20 bytes. */
typedef struct HcclStatus {
    /** Member srcRank. */
    int srcRank;
    /** Member tag. */
    int tag;
    /** Member error. */
    int error;
    /** Member cancelled. */
    int cancelled;
    /** Member count. */
    int count;
} HcclStatus;

/** Structure ReqStatus: 24 bytes. */
typedef struct tagReqStatus {
    /** Member tableId. */
    int tableId;
    /** Member tag. */
    int tag;
    /** Member actualSize. */
    int actualSize;
    /** Member rsvd0. */
    int rsvd0;
    /** Member globalStep. */
    long long globalStep;
} tagReqStatus;

/** ReqStatus names tagReqStatus. */
typedef tagReqStatus ReqStatus;

/** Structure LookupReqStatus: 20 bytes. */
typedef struct tagLookupReqStatus {
    /** Member tableId. */
    int tableId;
    /** Member tag. */
    int tag;
    /** Member actualCount. */
    int actualCount;
    /** Member rsvd0. */
    int rsvd0;
    /** Member workerId. */
    int workerId;
} tagLookupReqStatus;

/** LookupReqStatus names tagLookupReqStatus. */
typedef tagLookupReqStatus LookupReqStatus;

/** Structure UpdateReqStatus: 24 bytes. */
typedef struct tagUpdateReqStatus {
    /** Member tableId. */
    int tableId;
    /** Member tag. */
    int tag;
    /** Member actualKeyCount. */
    int actualKeyCount;
    /** Member actualValueCount. */
    int actualValueCount;
    /** Member globalStep. */
    long long globalStep;
} tagUpdateReqStatus;

/** UpdateReqStatus names tagUpdateReqStatus. */
typedef tagUpdateReqStatus UpdateReqStatus;

/** Structure CalcParams: 16 bytes. */
typedef struct tagCalcParams {
    /** Member uniqueCost0. */
    int uniqueCost0;
    /** Member gatherCost0. */
    int gatherCost0;
    /** Member uniqueCost1. */
    int uniqueCost1;
    /** Member gatherCost1. */
    int gatherCost1;
} tagCalcParams;

/** CalcParams names tagCalcParams. */
typedef tagCalcParams CalcParams;

/** Structure HcomP2pOpInfo: 168 bytes. */
typedef struct HcomP2pOpInfo {
    /** Member group. */
    char group[127];
    /** Member tag. */
    uint32_t tag;
    /** Member peerRank. */
    uint32_t peerRank;
    /** Member addr. */
    void *addr;
    /** Member count. */
    uint64_t count;
    /** Member dataType. */
    HcclDataType dataType;
    /** Member rsv0. */
    int32_t rsv0;
    /** Member rsv1. */
    int32_t rsv1;
    /** Member rsv2. */
    int32_t rsv2;
} HcomP2pOpInfo;

/** Structure HcomCollOpInfo: 176 bytes. */
typedef struct HcomCollOpInfo {
    /** Member group. */
    char group[127];
    /** Member inputAddr. */
    void *inputAddr;
    /** Member outputAddr. */
    void *outputAddr;
    /** Member count. */
    uint64_t count;
    /** Member dataType. */
    HcclDataType dataType;
    /** Member root. */
    uint32_t root;
    /** Member reduceOp. */
    HcclReduceOp reduceOp;
    /** Member strideCount. */
    uint64_t strideCount;
} HcomCollOpInfo;

/** Structure HcomOpDesc: 200 bytes. */
typedef struct HcomOpDesc {
    /** Member opType. */
    HcomOperationType opType;
    /** Member schedType. */
    HcomSchedType schedType;
    /** Member cxtId. */
    int32_t cxtId;
    /** Member flag. */
    uint64_t flag;
    /** Member info. */
    union {
        /** Member p2p. */
        HcomP2pOpInfo p2p;
        /** Member coll. */
        HcomCollOpInfo coll;
    } info;
} HcomOpDesc;

/** Structure HcomStatus: 16 bytes. */
typedef struct HcomStatus {
    /** Member status. */
    uint32_t status;
    /** Member rsv0. */
    uint32_t rsv0;
    /** Member rsv1. */
    uint32_t rsv1;
    /** Member rsv2. */
    uint32_t rsv2;
} HcomStatus;

/** Structure HcclTopoDescs: 8 bytes. */
typedef struct HcclTopoDescs {
    /** Member algSets. */
    uint32_t algSets;
    /** Member rankSize. */
    uint32_t rankSize;
} HcclTopoDescs;

/** Structure HcclAddr: 32 bytes. */
typedef struct HcclAddr {
    /** Member type. */
    HcclAddrType type;
    /** Member info. */
    union {
        /** Member tcp. */
        struct {
            /** Member ipv4Addr. */
            uint32_t ipv4Addr;
            /** Member port. */
            uint16_t port;
        } tcp;
        /** Member bytes. */
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
