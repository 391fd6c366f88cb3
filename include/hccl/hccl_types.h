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
/** Bytes of HcclRootInfo. */
static const uint32_t HCCL_ROOT_INFO_BYTES = 0x100c;
/** Bytes for the name of a communicator, with its NUL. */
static const uint32_t COMM_NAME_MAX_LENGTH = 128;
/** Bytes for the name of an exchange buffer, with its NUL. */
static const uint32_t BUFFER_NAME_MAX_LENGTH = 128;
/** Bytes for the user's own description of a communicator, with its NUL. */
static const uint32_t UDI_MAX_LENGTH = 128;
/** Bytes for the choice of algorithms, with its NUL. */
static const uint32_t HCCL_COMM_ALGO_MAX_LENGTH = 0x640;
/** Bytes for switching repetition on, with its NUL. */
static const uint32_t HCCL_COMM_RETRY_ENABLE_MAX_LENGTH = 50;
/** Bytes for the numbers of repetition, with its NUL. */
static const uint32_t HCCL_COMM_RETRY_PARAMS_MAX_LENGTH = 128;
/** Bytes of the header of HcclCommConfig. */
static const uint32_t HCCL_COMM_CONFIG_INFO_BYTES = 24;
/** Magic word of HcclCommConfig. */
static const uint32_t HCCL_COMM_CONFIG_MAGIC_WORD = 0xf0f0f0f0;
/** Version of HcclCommConfig. */
static const uint32_t HCCL_COMM_CONFIG_VERSION = 11;
/** Size of half an exchange buffer unless set, in MiB. */
static const uint32_t HCCL_COMM_DEFAULT_BUFFSIZE = 200;
/** No buffer size is set. */
static const uint32_t HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET = 0xffffffff;
/** Determinism unless set. */
static const uint32_t HCCL_COMM_DEFAULT_DETERMINISTIC = 0;
/** No determinism is set. */
static const uint32_t HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET = 0xffffffff;
/** The device's own mode of expanding operators. */
static const uint32_t HCCL_COMM_DEFAULT_OP_EXPANSION_MODE = 0;
/** No traffic class is set. */
static const uint32_t HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET = 0xffffffff;
/** No service level is set. */
static const uint32_t HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET = 0xffffffff;
/** No execution time-out is set. */
static const int32_t HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET = -1;
/** No quality of service is set. */
static const uint32_t HCCL_COMM_QOS_CONFIG_NOT_SET = 0xffffffff;
/** No depth of send queues is set. */
static const uint32_t HCCL_COMM_SQ_DEPTH_CONFIG_NOT_SET = 0xffffffff;
/** Address space of symmetric windows for each rank unless set, in GiB. */
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

/** What most functions return. The log holds one sentence about each error. */
typedef enum HcclResult {
    /** Success. */
    HCCL_SUCCESS = 0,
    /** An argument, a file or an environment variable is out of range. */
    HCCL_E_PARA = 1,
    /** A required pointer is NULL, or a handle does not live. */
    HCCL_E_PTR = 2,
    /** Host memory or address space could not be had. */
    HCCL_E_MEMORY = 3,
    /** Something went wrong that has no code of its own. */
    HCCL_E_INTERNAL = 4,
    /** The device, the mode or this release does not offer it. */
    HCCL_E_NOT_SUPPORT = 5,
    /** A named thing does not exist. */
    HCCL_E_NOT_FOUND = 6,
    /** A limit is reached, or the thing is in use. */
    HCCL_E_UNAVAIL = 7,
    /** A system call failed. */
    HCCL_E_SYSCALL = 8,
    /** A time limit passed. */
    HCCL_E_TIMEOUT = 9,
    /** A file could not be opened. */
    HCCL_E_OPEN_FILE_FAILURE = 10,
    /** A TCP connection could not be made. */
    HCCL_E_TCP_CONNECT = 11,
    /** An RDMA connection could not be made. */
    HCCL_E_ROCE_CONNECT = 12,
    /** A TCP transfer failed. */
    HCCL_E_TCP_TRANSFER = 13,
    /** An RDMA transfer failed. */
    HCCL_E_ROCE_TRANSFER = 14,
    /** The device runtime failed. */
    HCCL_E_RUNTIME = 15,
    /** The driver failed. */
    HCCL_E_DRV = 16,
    /** The profiler failed. */
    HCCL_E_PROFILING = 17,
    /** A function of the compute engine failed. */
    HCCL_E_CCE = 18,
    /** A network operation failed. */
    HCCL_E_NETWORK = 19,
    /** Not now: try again. */
    HCCL_E_AGAIN = 20,
    /** The other side failed. */
    HCCL_E_REMOTE = 21,
    /** The communicator is suspended. */
    HCCL_E_SUSPENDING = 22,
    /** Repeating an operation failed. */
    HCCL_E_OPRETRY_FAIL = 23,
    /** Device memory is exhausted. */
    HCCL_E_OOM = 24,
    /** The object is in a state that forbids the call. */
    HCCL_E_IN_STATUS = 1041,
    /** Bound of the values; never returned. */
    HCCL_E_RESERVED = 1042,
} HcclResult;

/** How two elements become one. */
typedef enum HcclReduceOp {
    /** Sum. */
    HCCL_REDUCE_SUM = 0,
    /** Product. */
    HCCL_REDUCE_PROD = 1,
    /** Larger one. */
    HCCL_REDUCE_MAX = 2,
    /** Smaller one. */
    HCCL_REDUCE_MIN = 3,
    /** No reduction. */
    HCCL_REDUCE_RESERVED = 255,
} HcclReduceOp;

/** Type of the elements of a buffer. */
typedef enum HcclDataType {
    /** 8-bit signed integer. */
    HCCL_DATA_TYPE_INT8 = 0,
    /** 16-bit signed integer. */
    HCCL_DATA_TYPE_INT16 = 1,
    /** 32-bit signed integer. */
    HCCL_DATA_TYPE_INT32 = 2,
    /** 16-bit float (IEEE 754 binary16). */
    HCCL_DATA_TYPE_FP16 = 3,
    /** 32-bit float. */
    HCCL_DATA_TYPE_FP32 = 4,
    /** 64-bit signed integer. */
    HCCL_DATA_TYPE_INT64 = 5,
    /** 64-bit unsigned integer. */
    HCCL_DATA_TYPE_UINT64 = 6,
    /** 8-bit unsigned integer. */
    HCCL_DATA_TYPE_UINT8 = 7,
    /** 16-bit unsigned integer. */
    HCCL_DATA_TYPE_UINT16 = 8,
    /** 32-bit unsigned integer. */
    HCCL_DATA_TYPE_UINT32 = 9,
    /** 64-bit float. */
    HCCL_DATA_TYPE_FP64 = 10,
    /** 16-bit float with the exponent of a 32-bit float (bfloat16). */
    HCCL_DATA_TYPE_BFP16 = 11,
    /** 128-bit signed integer. */
    HCCL_DATA_TYPE_INT128 = 12,
    /** 8-bit float with a variable exponent. */
    HCCL_DATA_TYPE_HIF8 = 14,
    /** 8-bit float, 4 bits of exponent, 3 of mantissa. */
    HCCL_DATA_TYPE_FP8E4M3 = 15,
    /** 8-bit float, 5 bits of exponent, 2 of mantissa. */
    HCCL_DATA_TYPE_FP8E5M2 = 16,
    /** 8-bit exponent without mantissa. */
    HCCL_DATA_TYPE_FP8E8M0 = 17,
    /** No type. */
    HCCL_DATA_TYPE_RESERVED = 255,
} HcclDataType;

/** Options of HcclSetConfig. */
typedef enum HcclConfig {
    /** Whether results are the same in every run: 0 no, 1 yes, 2 yes and in a strict order. */
    HCCL_DETERMINISTIC = 0,
    /** Bound of the values. */
    HCCL_CONFIG_RESERVED = 1,
} HcclConfig;

/** Features of HcclCommConfig; see HcclGetCommConfigCapability. */
typedef enum HcclCommConfigCapability {
    /** Size of the exchange buffer. */
    HCCL_COMM_CONFIG_BUFFER_SIZE = 0,
    /** Determinism. */
    HCCL_COMM_CONFIG_DETERMINISTIC = 1,
    /** Name of the communicator. */
    HCCL_COMM_CONFIG_COMM_NAME = 2,
    /** Mode of expanding operators. */
    HCCL_COMM_CONFIG_OP_EXPANSION_MODE = 3,
    /** Values that are not set come from the environment. */
    HCCL_COMM_CONFIG_SUPPORT_INIT_BY_ENV = 4,
    /** Rank in the job. */
    HCCL_COMM_CONFIG_WORLD_RANKID = 5,
    /** Number of the job. */
    HCCL_COMM_CONFIG_JOBID = 6,
    /** Captured graphs without copies. */
    HCCL_COMM_CONFIG_ACLGRAPH_ZEROCOPY_ENABLE = 7,
    /** Execution time-out. */
    HCCL_COMM_CONFIG_EXEC_TIMEOUT = 8,
    /** Choice of algorithms. */
    HCCL_COMM_CONFIG_ALGO = 9,
    /** Repetition of operators. */
    HCCL_COMM_CONFIG_RETRY = 10,
    /** Name of the exchange buffer. */
    HCCL_COMM_CONFIG_BUFFER_NAME = 11,
    /** Bound of the values. */
    HCCL_COMM_CONFIG_RESERVED = 12,
} HcclCommConfigCapability;

/** Direction of an HcclSendRecvItem. */
typedef enum HcclSendRecvType {
    /** Send. */
    HCCL_SEND = 0,
    /** Receive. */
    HCCL_RECV = 1,
    /** Bound of the values. */
    HCCL_SEND_RECV_RESERVED = 2,
} HcclSendRecvType;

/** Kinds of operators. */
typedef enum HcclCMDType {
    /** None. */
    HCCL_CMD_INVALID = 0,
    /** Broadcast. */
    HCCL_CMD_BROADCAST = 1,
    /** AllReduce. */
    HCCL_CMD_ALLREDUCE = 2,
    /** Reduce. */
    HCCL_CMD_REDUCE = 3,
    /** Send. */
    HCCL_CMD_SEND = 4,
    /** Receive. */
    HCCL_CMD_RECEIVE = 5,
    /** AllGather. */
    HCCL_CMD_ALLGATHER = 6,
    /** ReduceScatter. */
    HCCL_CMD_REDUCE_SCATTER = 7,
    /** AlltoAllV. */
    HCCL_CMD_ALLTOALLV = 8,
    /** AlltoAllVC. */
    HCCL_CMD_ALLTOALLVC = 9,
    /** AlltoAll. */
    HCCL_CMD_ALLTOALL = 10,
    /** Gather. */
    HCCL_CMD_GATHER = 11,
    /** Scatter. */
    HCCL_CMD_SCATTER = 12,
    /** BatchSendRecv. */
    HCCL_CMD_BATCH_SEND_RECV = 13,
    /** BatchPut. */
    HCCL_CMD_BATCH_PUT = 14,
    /** BatchGet. */
    HCCL_CMD_BATCH_GET = 15,
    /** AllGatherV. */
    HCCL_CMD_ALLGATHER_V = 16,
    /** ReduceScatterV. */
    HCCL_CMD_REDUCE_SCATTER_V = 17,
    /** BatchWrite. */
    HCCL_CMD_BATCH_WRITE = 18,
    /** AlltoAllV of which one half is computed meanwhile. */
    HCCL_CMD_HALF_ALLTOALLV = 20,
    /** All kinds. */
    HCCL_CMD_ALL = 21,
    /** End of a fused operator. */
    HCCL_CMD_FINALIZE = 100,
    /** Synchronisation between groups. */
    HCCL_CMD_INTER_GROUP_SYNC = 101,
    /** Start of a fused operator. */
    HCCL_CMD_INIT = 102,
    /** Barrier. */
    HCCL_CMD_BARRIER = 103,
    /** Bound of the values. */
    HCCL_CMD_MAX = 104,
} HcclCMDType;

/** State of a communicator. */
typedef enum HcclCommStatus {
    /** Usable. */
    HCCL_COMM_STATUS_READY = 0,
    /** Suspended. */
    HCCL_COMM_STATUS_SUSPENDING = 1,
    /** Unknown. */
    HCCL_COMM_STATUS_INVALID = 254,
    /** Bound of the values. */
    HCCL_COMM_STATUS_RESERVED = 255,
} HcclCommStatus;

/** What happens to a communicator while a callback runs. */
typedef enum HcclCommStatePhase {
    /** Nothing. */
    HCCL_COMM_STATE_PHASE_INVALID = -1,
    /** It will be destroyed. */
    HCCL_COMM_STATE_PHASE_DESTROY_PRE = 0,
    /** It was destroyed; the handle is dead. */
    HCCL_COMM_STATE_PHASE_DESTROY_POST = 1,
    /** It will be resumed. */
    HCCL_COMM_STATE_PHASE_RESUME_PRE = 2,
    /** It was resumed. */
    HCCL_COMM_STATE_PHASE_RESUME_POST = 3,
} HcclCommStatePhase;

/** A communicator. */
typedef void *HcclComm;

/** A connection between two processes, outside of communicators. */
typedef void *HcclConn;

/** A symmetric window. */
typedef void *HcclCommSymWindow;

/** Value of an option. */
typedef union HcclConfigValue {
    /** The value. */
    int32_t value;
} HcclConfigValue;

/**
 * Address and secret of a communicator that is being made. Opaque: copy it as it is to all ranks, and to
 * nobody else.
 */
typedef struct HcclRootInfoDef {
    /** The bytes. */
    char internal[4108];
} HcclRootInfoDef;

/** HcclRootInfo names HcclRootInfoDef. */
typedef HcclRootInfoDef HcclRootInfo;

/** Configuration of a communicator. Prepare it with HcclCommConfigInit, then change members. */
typedef struct HcclCommConfigDef {
    /** Header; for the library. */
    char reserved[24];
    /** Size of half the exchange buffer, in MiB. */
    uint32_t hcclBufferSize;
    /** Whether results are the same in every run: 0, 1 or 2 as for HCCL_DETERMINISTIC. */
    uint32_t hcclDeterministic;
    /** Name; "" lets the library make one. */
    char hcclCommName[128];
    /** Text of the user for diagnosis. */
    char hcclUdi[128];
    /**
     * Where operators are turned into tasks: 0 default, 1 host, 2 AICPU, 3 vector cores, 4 vector cores
     * only, 5 and 6 CCU.
     */
    uint32_t hcclOpExpansionMode;
    /** Traffic class, 0 to 255 and a multiple of 4. */
    uint32_t hcclRdmaTrafficClass;
    /** Service level, 0 to 7. */
    uint32_t hcclRdmaServiceLevel;
    /** Rank in the job, for diagnosis. */
    uint32_t hcclWorldRankID;
    /** Number of the job, for diagnosis. */
    uint64_t hcclJobID;
    /** 1 if captured graphs run without copies. */
    uint8_t aclGraphZeroCopyEnable;
    /** Execution time-out in seconds; negative is not set. */
    int32_t hcclExecTimeOut;
    /** Choice of algorithms, as HCCL_ALGO has it. */
    char hcclAlgo[1600];
    /** Switches repetition on, as HCCL_OP_RETRY_ENABLE has it. */
    char hcclRetryEnable[50];
    /** Numbers of repetition, as HCCL_OP_RETRY_PARAMS has them. */
    char hcclRetryParams[128];
    /**
     * Communicators with the same name share the exchange buffer and must not be used together; "" shares
     * none.
     */
    char hcclBufferName[128];
    /** Quality of service, 0 to 7. */
    uint32_t hcclQos;
    /** Address space of symmetric windows for each rank, in GiB. */
    uint64_t hcclSymWinMaxMemSizePerRank;
    /** Depth of send queues, a power of two. */
    uint32_t hcclChannelSqDepth;
} HcclCommConfigDef;

/** HcclCommConfig names HcclCommConfigDef. */
typedef HcclCommConfigDef HcclCommConfig;

/** One send or receive of a batch. */
typedef struct HcclSendRecvItemDef {
    /** Direction. */
    HcclSendRecvType sendRecvType;
    /** Buffer. */
    void *buf;
    /** Elements. */
    uint64_t count;
    /** Type of the elements. */
    HcclDataType dataType;
    /** The other rank. */
    uint32_t remoteRank;
} HcclSendRecvItemDef;

/** HcclSendRecvItem names HcclSendRecvItemDef. */
typedef HcclSendRecvItemDef HcclSendRecvItem;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_TYPES_H_ */
