/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hccl_types.rs.
 */
#ifndef HCCL_TYPES_H_
#define HCCL_TYPES_H_

/**
 * @file hccl_types.h
 * Types, results and constants that all hccl headers share.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Constants: typed in C++; macros in C, so that they can be array bounds. */
#ifdef __cplusplus
/** Constant HCCL_ROOT_INFO_BYTES. */
static const uint32_t HCCL_ROOT_INFO_BYTES = 0x100c;
/** Constant COMM_NAME_MAX_LENGTH. */
static const uint32_t COMM_NAME_MAX_LENGTH = 128;
/** Constant BUFFER_NAME_MAX_LENGTH. */
static const uint32_t BUFFER_NAME_MAX_LENGTH = 128;
/** Constant UDI_MAX_LENGTH. */
static const uint32_t UDI_MAX_LENGTH = 128;
/** Constant HCCL_COMM_ALGO_MAX_LENGTH. */
static const uint32_t HCCL_COMM_ALGO_MAX_LENGTH = 0x640;
/** Constant HCCL_COMM_RETRY_ENABLE_MAX_LENGTH. */
static const uint32_t HCCL_COMM_RETRY_ENABLE_MAX_LENGTH = 50;
/** Constant HCCL_COMM_RETRY_PARAMS_MAX_LENGTH. */
static const uint32_t HCCL_COMM_RETRY_PARAMS_MAX_LENGTH = 128;
/** Constant HCCL_COMM_CONFIG_INFO_BYTES. */
static const uint32_t HCCL_COMM_CONFIG_INFO_BYTES = 24;
/** Constant HCCL_COMM_CONFIG_MAGIC_WORD. */
static const uint32_t HCCL_COMM_CONFIG_MAGIC_WORD = 0xf0f0f0f0;
/** Constant HCCL_COMM_CONFIG_VERSION. */
static const uint32_t HCCL_COMM_CONFIG_VERSION = 11;
/** Constant HCCL_COMM_DEFAULT_BUFFSIZE. */
static const uint32_t HCCL_COMM_DEFAULT_BUFFSIZE = 200;
/** Constant HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET. */
static const uint32_t HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET = 0xffffffff;
/** Constant HCCL_COMM_DEFAULT_DETERMINISTIC. */
static const uint32_t HCCL_COMM_DEFAULT_DETERMINISTIC = 0;
/** Constant HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET. */
static const uint32_t HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET = 0xffffffff;
/** Constant HCCL_COMM_DEFAULT_OP_EXPANSION_MODE. */
static const uint32_t HCCL_COMM_DEFAULT_OP_EXPANSION_MODE = 0;
/** Constant HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET. */
static const uint32_t HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET = 0xffffffff;
/** Constant HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET. */
static const uint32_t HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET = 0xffffffff;
/** Constant HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET. */
static const int32_t HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET = -1;
/** Constant HCCL_COMM_QOS_CONFIG_NOT_SET. */
static const uint32_t HCCL_COMM_QOS_CONFIG_NOT_SET = 0xffffffff;
/** Constant HCCL_COMM_SQ_DEPTH_CONFIG_NOT_SET. */
static const uint32_t HCCL_COMM_SQ_DEPTH_CONFIG_NOT_SET = 0xffffffff;
/** Constant HCCL_DEFAULT_SYMMETRIC_MEMORY_STRIDE. */
static const uint64_t HCCL_DEFAULT_SYMMETRIC_MEMORY_STRIDE = 16;
#else
#define HCCL_ROOT_INFO_BYTES 0x100cu
#define COMM_NAME_MAX_LENGTH 128u
#define BUFFER_NAME_MAX_LENGTH 128u
#define UDI_MAX_LENGTH 128u
#define HCCL_COMM_ALGO_MAX_LENGTH 0x640u
#define HCCL_COMM_RETRY_ENABLE_MAX_LENGTH 50u
#define HCCL_COMM_RETRY_PARAMS_MAX_LENGTH 128u
#define HCCL_COMM_CONFIG_INFO_BYTES 24u
#define HCCL_COMM_CONFIG_MAGIC_WORD 0xf0f0f0f0u
#define HCCL_COMM_CONFIG_VERSION 11u
#define HCCL_COMM_DEFAULT_BUFFSIZE 200u
#define HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET 0xffffffffu
#define HCCL_COMM_DEFAULT_DETERMINISTIC 0u
#define HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET 0xffffffffu
#define HCCL_COMM_DEFAULT_OP_EXPANSION_MODE 0u
#define HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET 0xffffffffu
#define HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET 0xffffffffu
#define HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET (-1)
#define HCCL_COMM_QOS_CONFIG_NOT_SET 0xffffffffu
#define HCCL_COMM_SQ_DEPTH_CONFIG_NOT_SET 0xffffffffu
#define HCCL_DEFAULT_SYMMETRIC_MEMORY_STRIDE UINT64_C(16)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Enumeration HcclResult. */
typedef enum HcclResult {
    /** Value 0. */
    HCCL_SUCCESS = 0,
    /** Value 1. */
    HCCL_E_PARA = 1,
    /** Value 2. */
    HCCL_E_PTR = 2,
    /** Value 3. */
    HCCL_E_MEMORY = 3,
    /** Value 4. */
    HCCL_E_INTERNAL = 4,
    /** Value 5. */
    HCCL_E_NOT_SUPPORT = 5,
    /** Value 6. */
    HCCL_E_NOT_FOUND = 6,
    /** Value 7. */
    HCCL_E_UNAVAIL = 7,
    /** Value 8. */
    HCCL_E_SYSCALL = 8,
    /** Value 9. */
    HCCL_E_TIMEOUT = 9,
    /** Value 10. */
    HCCL_E_OPEN_FILE_FAILURE = 10,
    /** Value 11. */
    HCCL_E_TCP_CONNECT = 11,
    /** Value 12. */
    HCCL_E_ROCE_CONNECT = 12,
    /** Value 13. */
    HCCL_E_TCP_TRANSFER = 13,
    /** Value 14. */
    HCCL_E_ROCE_TRANSFER = 14,
    /** Value 15. */
    HCCL_E_RUNTIME = 15,
    /** Value 16. */
    HCCL_E_DRV = 16,
    /** Value 17. */
    HCCL_E_PROFILING = 17,
    /** Value 18. */
    HCCL_E_CCE = 18,
    /** Value 19. */
    HCCL_E_NETWORK = 19,
    /** Value 20. */
    HCCL_E_AGAIN = 20,
    /** Value 21. */
    HCCL_E_REMOTE = 21,
    /** Value 22. */
    HCCL_E_SUSPENDING = 22,
    /** Value 23. */
    HCCL_E_OPRETRY_FAIL = 23,
    /** Value 24. */
    HCCL_E_OOM = 24,
    /** Value 1041. */
    HCCL_E_IN_STATUS = 1041,
    /** Value 1042. */
    HCCL_E_RESERVED = 1042,
} HcclResult;

/** Enumeration HcclReduceOp. */
typedef enum HcclReduceOp {
    /** Value 0. */
    HCCL_REDUCE_SUM = 0,
    /** Value 1. */
    HCCL_REDUCE_PROD = 1,
    /** Value 2. */
    HCCL_REDUCE_MAX = 2,
    /** Value 3. */
    HCCL_REDUCE_MIN = 3,
    /** Value 255. */
    HCCL_REDUCE_RESERVED = 255,
} HcclReduceOp;

/** Enumeration HcclDataType. */
typedef enum HcclDataType {
    /** Value 0. */
    HCCL_DATA_TYPE_INT8 = 0,
    /** Value 1. */
    HCCL_DATA_TYPE_INT16 = 1,
    /** Value 2. */
    HCCL_DATA_TYPE_INT32 = 2,
    /** Value 3. */
    HCCL_DATA_TYPE_FP16 = 3,
    /** Value 4. */
    HCCL_DATA_TYPE_FP32 = 4,
    /** Value 5. */
    HCCL_DATA_TYPE_INT64 = 5,
    /** Value 6. */
    HCCL_DATA_TYPE_UINT64 = 6,
    /** Value 7. */
    HCCL_DATA_TYPE_UINT8 = 7,
    /** Value 8. */
    HCCL_DATA_TYPE_UINT16 = 8,
    /** Value 9. */
    HCCL_DATA_TYPE_UINT32 = 9,
    /** Value 10. */
    HCCL_DATA_TYPE_FP64 = 10,
    /** Value 11. */
    HCCL_DATA_TYPE_BFP16 = 11,
    /** Value 12. */
    HCCL_DATA_TYPE_INT128 = 12,
    /** Value 14. */
    HCCL_DATA_TYPE_HIF8 = 14,
    /** Value 15. */
    HCCL_DATA_TYPE_FP8E4M3 = 15,
    /** Value 16. */
    HCCL_DATA_TYPE_FP8E5M2 = 16,
    /** Value 17. */
    HCCL_DATA_TYPE_FP8E8M0 = 17,
    /** Value 255. */
    HCCL_DATA_TYPE_RESERVED = 255,
} HcclDataType;

/** Enumeration HcclConfig. */
typedef enum HcclConfig {
    /** Value 0. */
    HCCL_DETERMINISTIC = 0,
    /** Value 1. */
    HCCL_CONFIG_RESERVED = 1,
} HcclConfig;

/** Enumeration HcclCommConfigCapability. */
typedef enum HcclCommConfigCapability {
    /** Value 0. */
    HCCL_COMM_CONFIG_BUFFER_SIZE = 0,
    /** Value 1. */
    HCCL_COMM_CONFIG_DETERMINISTIC = 1,
    /** Value 2. */
    HCCL_COMM_CONFIG_COMM_NAME = 2,
    /** Value 3. */
    HCCL_COMM_CONFIG_OP_EXPANSION_MODE = 3,
    /** Value 4. */
    HCCL_COMM_CONFIG_SUPPORT_INIT_BY_ENV = 4,
    /** Value 5. */
    HCCL_COMM_CONFIG_WORLD_RANKID = 5,
    /** Value 6. */
    HCCL_COMM_CONFIG_JOBID = 6,
    /** Value 7. */
    HCCL_COMM_CONFIG_ACLGRAPH_ZEROCOPY_ENABLE = 7,
    /** Value 8. */
    HCCL_COMM_CONFIG_EXEC_TIMEOUT = 8,
    /** Value 9. */
    HCCL_COMM_CONFIG_ALGO = 9,
    /** Value 10. */
    HCCL_COMM_CONFIG_RETRY = 10,
    /** Value 11. */
    HCCL_COMM_CONFIG_BUFFER_NAME = 11,
    /** Value 12. */
    HCCL_COMM_CONFIG_RESERVED = 12,
} HcclCommConfigCapability;

/** Enumeration HcclSendRecvType. */
typedef enum HcclSendRecvType {
    /** Value 0. */
    HCCL_SEND = 0,
    /** Value 1. */
    HCCL_RECV = 1,
    /** Value 2. */
    HCCL_SEND_RECV_RESERVED = 2,
} HcclSendRecvType;

/** Enumeration HcclCMDType. */
typedef enum HcclCMDType {
    /** Value 0. */
    HCCL_CMD_INVALID = 0,
    /** Value 1. */
    HCCL_CMD_BROADCAST = 1,
    /** Value 2. */
    HCCL_CMD_ALLREDUCE = 2,
    /** Value 3. */
    HCCL_CMD_REDUCE = 3,
    /** Value 4. */
    HCCL_CMD_SEND = 4,
    /** Value 5. */
    HCCL_CMD_RECEIVE = 5,
    /** Value 6. */
    HCCL_CMD_ALLGATHER = 6,
    /** Value 7. */
    HCCL_CMD_REDUCE_SCATTER = 7,
    /** Value 8. */
    HCCL_CMD_ALLTOALLV = 8,
    /** Value 9. */
    HCCL_CMD_ALLTOALLVC = 9,
    /** Value 10. */
    HCCL_CMD_ALLTOALL = 10,
    /** Value 11. */
    HCCL_CMD_GATHER = 11,
    /** Value 12. */
    HCCL_CMD_SCATTER = 12,
    /** Value 13. */
    HCCL_CMD_BATCH_SEND_RECV = 13,
    /** Value 14. */
    HCCL_CMD_BATCH_PUT = 14,
    /** Value 15. */
    HCCL_CMD_BATCH_GET = 15,
    /** Value 16. */
    HCCL_CMD_ALLGATHER_V = 16,
    /** Value 17. */
    HCCL_CMD_REDUCE_SCATTER_V = 17,
    /** Value 18. */
    HCCL_CMD_BATCH_WRITE = 18,
    /** Value 20. */
    HCCL_CMD_HALF_ALLTOALLV = 20,
    /** Value 21. */
    HCCL_CMD_ALL = 21,
    /** Value 100. */
    HCCL_CMD_FINALIZE = 100,
    /** Value 101. */
    HCCL_CMD_INTER_GROUP_SYNC = 101,
    /** Value 102. */
    HCCL_CMD_INIT = 102,
    /** Value 103. */
    HCCL_CMD_BARRIER = 103,
    /** Value 104. */
    HCCL_CMD_MAX = 104,
} HcclCMDType;

/** Enumeration HcclCommStatus. */
typedef enum HcclCommStatus {
    /** Value 0. */
    HCCL_COMM_STATUS_READY = 0,
    /** Value 1. */
    HCCL_COMM_STATUS_SUSPENDING = 1,
    /** Value 254. */
    HCCL_COMM_STATUS_INVALID = 254,
    /** Value 255. */
    HCCL_COMM_STATUS_RESERVED = 255,
} HcclCommStatus;

/** Enumeration HcclCommStatePhase. */
typedef enum HcclCommStatePhase {
    /** Value -1. */
    HCCL_COMM_STATE_PHASE_INVALID = -1,
    /** Value 0. */
    HCCL_COMM_STATE_PHASE_DESTROY_PRE = 0,
    /** Value 1. */
    HCCL_COMM_STATE_PHASE_DESTROY_POST = 1,
    /** Value 2. */
    HCCL_COMM_STATE_PHASE_RESUME_PRE = 2,
    /** Value 3. */
    HCCL_COMM_STATE_PHASE_RESUME_POST = 3,
} HcclCommStatePhase;

/** Type HcclComm. */
typedef void *HcclComm;

/** Type HcclConn. */
typedef void *HcclConn;

/** Type HcclCommSymWindow. */
typedef void *HcclCommSymWindow;

/** Union HcclConfigValue: 4 bytes. */
typedef union HcclConfigValue {
    /** Member value. */
    int32_t value;
} HcclConfigValue;

/** Structure HcclRootInfo: 4108 bytes. */
typedef struct HcclRootInfoDef {
    /** Member internal. */
    char internal[4108];
} HcclRootInfoDef;

/** HcclRootInfo names HcclRootInfoDef. */
typedef HcclRootInfoDef HcclRootInfo;

/** Structure HcclCommConfig: 2248 bytes. */
typedef struct HcclCommConfigDef {
    /** Member reserved. */
    char reserved[24];
    /** Member hcclBufferSize. */
    uint32_t hcclBufferSize;
    /** Member hcclDeterministic. */
    uint32_t hcclDeterministic;
    /** Member hcclCommName. */
    char hcclCommName[128];
    /** Member hcclUdi. */
    char hcclUdi[128];
    /** Member hcclOpExpansionMode. */
    uint32_t hcclOpExpansionMode;
    /** Member hcclRdmaTrafficClass. */
    uint32_t hcclRdmaTrafficClass;
    /** Member hcclRdmaServiceLevel. */
    uint32_t hcclRdmaServiceLevel;
    /** Member hcclWorldRankID. */
    uint32_t hcclWorldRankID;
    /** Member hcclJobID. */
    uint64_t hcclJobID;
    /** Member aclGraphZeroCopyEnable. */
    uint8_t aclGraphZeroCopyEnable;
    /** Member hcclExecTimeOut. */
    int32_t hcclExecTimeOut;
    /** Member hcclAlgo. */
    char hcclAlgo[1600];
    /** Member hcclRetryEnable. */
    char hcclRetryEnable[50];
    /** Member hcclRetryParams. */
    char hcclRetryParams[128];
    /** Member hcclBufferName. */
    char hcclBufferName[128];
    /** Member hcclQos. */
    uint32_t hcclQos;
    /** Member hcclSymWinMaxMemSizePerRank. */
    uint64_t hcclSymWinMaxMemSizePerRank;
    /** Member hcclChannelSqDepth. */
    uint32_t hcclChannelSqDepth;
} HcclCommConfigDef;

/** HcclCommConfig names HcclCommConfigDef. */
typedef HcclCommConfigDef HcclCommConfig;

/** Structure HcclSendRecvItem: 32 bytes. */
typedef struct HcclSendRecvItemDef {
    /** Member sendRecvType. */
    HcclSendRecvType sendRecvType;
    /** Member buf. */
    void *buf;
    /** Member count. */
    uint64_t count;
    /** Member dataType. */
    HcclDataType dataType;
    /** Member remoteRank. */
    uint32_t remoteRank;
} HcclSendRecvItemDef;

/** HcclSendRecvItem names HcclSendRecvItemDef. */
typedef HcclSendRecvItemDef HcclSendRecvItem;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_TYPES_H_ */
