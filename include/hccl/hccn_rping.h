/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hccn_rping.rs and src/capi/hccn_rping.rs.
 */
#ifndef HCCN_RPING_H_
#define HCCN_RPING_H_

/**
 * @file hccn_rping.h
 * Measuring round trips between network ports.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <netinet/in.h>

/** What an address member holds: HCCN_RPING_ADDR_TYPE_IP or HCCN_RPING_ADDR_TYPE_EID. */
#define HCCN_RPING_ADDR_TYPE

/** Constant HCCN_RPING_PAYLOAD_LEN_MAX. */
#define HCCN_RPING_PAYLOAD_LEN_MAX 0x5dc
/** Constant HCCN_RPING_ADDR_TYPE_IP. */
#define HCCN_RPING_ADDR_TYPE_IP 0u
/** Constant HCCN_RPING_ADDR_TYPE_EID. */
#define HCCN_RPING_ADDR_TYPE_EID 1u

#ifdef __cplusplus
extern "C" {
#endif

/** Enumeration HccnResult. */
typedef enum HccnResult {
    /** Value 0. */
    HCCN_SUCCESS = 0,
    /** Value 1. */
    HCCN_E_AGAIN = 1,
    /** Value 2. */
    HCCN_E_FAIL = 2,
    /** Value 3. */
    HCCN_E_PARA = 3,
    /** Value 4. */
    HCCN_E_MEM = 4,
    /** Value 5. */
    HCCN_E_RESERVED = 5,
} HccnResult;

/** Enumeration HccnRpingMode. */
typedef enum HccnRpingMode {
    /** Value 0. */
    HCCN_RPING_MODE_ROCE = 0,
    /** Value 1. */
    HCCN_RPING_MODE_UB = 1,
    /** Value 2. */
    PING_MODE_IPoUB = 2,
    /** Value 3. */
    HCCN_RPING_MODE_RESERVED = 3,
} HccnRpingMode;

/** Enumeration HccnRpingAddTargetState. */
typedef enum HccnRpingAddTargetState {
    /** Value 0. */
    HCCN_RPING_ADDTARGET_STATE_DONE = 0,
    /** Value 1. */
    HCCN_RPING_ADDTARGET_STATE_DOING = 1,
    /** Value 2. */
    HCCN_RPING_ADDTARGET_STATE_FAIL = 2,
    /** Value 3. */
    HCCN_RPING_ADDTARGET_STATE_TIMEOUT = 3,
    /** Value 4. */
    HCCN_RPING_ADDTARGET_STATE_RESERVED = 4,
} HccnRpingAddTargetState;

/** Enumeration HccnRpingResultState. */
typedef enum HccnRpingResultState {
    /** Value 0. */
    HCCN_RPING_RESULT_STATE_NOT_FOUND = 0,
    /** Value 1. */
    HCCN_RPING_RESULT_STATE_INVALID = 1,
    /** Value 2. */
    HCCN_RPING_RESULT_STATE_VALID = 2,
    /** Value 3. */
    HCCN_RPING_RESULT_STATE_RESERVED = 3,
} HccnRpingResultState;

/** Structure HccnRpingInitAttr: 32 bytes. */
typedef struct HccnRpingInitAttrDef {
    /** Member mode. */
    HccnRpingMode mode;
    /** Member port. */
    uint32_t port;
    /** Member npuNum. */
    uint32_t npuNum;
    /** Member bufferSize. */
    uint32_t bufferSize;
    /** Member sl. */
    uint32_t sl;
    /** Member tc. */
    uint32_t tc;
    /** Member anon_0. */
    __extension__ union {
        /** Member ipAddr. */
        char *ipAddr;
        /** Member eid. */
        char *eid;
    };
} HccnRpingInitAttrDef;

/** HccnRpingInitAttr names HccnRpingInitAttrDef. */
typedef HccnRpingInitAttrDef HccnRpingInitAttr;

/** Type HccnRpingCtx. */
typedef void *HccnRpingCtx;

/** Structure HccnRpingTargetInfo: 1544 bytes. */
typedef struct HccnRpingTargetInfoDef {
    /** Member srcPort. */
    uint32_t srcPort;
    /** Member anon_0. */
    __extension__ union {
        /** Member reserved. */
        uint32_t reserved;
        /** Member addrType. */
        uint32_t addrType;
    };
    /** Member sl. */
    uint32_t sl;
    /** Member tc. */
    uint32_t tc;
    /** Member port. */
    uint32_t port;
    /** Member payloadLen. */
    uint32_t payloadLen;
    /** Member payload. */
    char payload[1500];
    /** Member anon_1. */
    __extension__ union {
        /** Member srcIp. */
        char *srcIp;
        /** Member srcEid. */
        char *srcEid;
    };
    /** Member anon_2. */
    __extension__ union {
        /** Member dstIp. */
        char *dstIp;
        /** Member dstEid. */
        char *dstEid;
    };
} HccnRpingTargetInfoDef;

/** HccnRpingTargetInfo names HccnRpingTargetInfoDef. */
typedef HccnRpingTargetInfoDef HccnRpingTargetInfo;

/** Structure HccnRpingAddTargetConfig: 36 bytes. */
typedef struct HccnRpingAddTargetConfigDef {
    /** Member connectTimeout. */
    uint32_t connectTimeout;
    /** Member reserve. */
    uint8_t reserve[32];
} HccnRpingAddTargetConfigDef;

/** HccnRpingAddTargetConfig names HccnRpingAddTargetConfigDef. */
typedef HccnRpingAddTargetConfigDef HccnRpingAddTargetConfig;

/** Structure HccnRpingResultInfo: 44 bytes. */
typedef struct HccnRpingResultInfoDef {
    /** Member txPkt. */
    uint32_t txPkt;
    /** Member rxPkt. */
    uint32_t rxPkt;
    /** Member minRTT. */
    uint32_t minRTT;
    /** Member maxRTT. */
    uint32_t maxRTT;
    /** Member avgRTT. */
    uint32_t avgRTT;
    /** Member state. */
    HccnRpingResultState state;
    /** Member reserved. */
    uint32_t reserved[5];
} HccnRpingResultInfoDef;

/** HccnRpingResultInfo names HccnRpingResultInfoDef. */
typedef HccnRpingResultInfoDef HccnRpingResultInfo;

/** Structure HccnRpingTimestamp: 16 bytes. */
typedef struct HccnRpingTimestampDef {
    /** Member sec. */
    uint64_t sec;
    /** Member usec. */
    uint64_t usec;
} HccnRpingTimestampDef;

/** HccnRpingTimestamp names HccnRpingTimestampDef. */
typedef HccnRpingTimestampDef HccnRpingTimestamp;

/** Structure HccnRpingPayloadHead: 256 bytes. */
typedef struct HccnRpingPayloadHeadDef {
    /** Member anon_0. */
    __extension__ union {
        /** Member srcIp. */
        char srcIp[64];
        /** Member srcEid. */
        char srcEid[16];
    };
    /** Member anon_1. */
    __extension__ union {
        /** Member dstIp. */
        char dstIp[64];
        /** Member dstEid. */
        char dstEid[16];
    };
    /** Member payloadLen. */
    uint32_t payloadLen;
    /** Member resvd. */
    uint32_t resvd[3];
    /** Member t1. */
    HccnRpingTimestamp t1;
    /** Member t2. */
    HccnRpingTimestamp t2;
    /** Member t3. */
    HccnRpingTimestamp t3;
    /** Member t4. */
    HccnRpingTimestamp t4;
    /** Member rpingBatchId. */
    uint32_t rpingBatchId;
    /** Member addr_type. */
    uint32_t addr_type;
    /** Member reserved. */
    uint8_t reserved[40];
} HccnRpingPayloadHeadDef;

/** HccnRpingPayloadHead names HccnRpingPayloadHeadDef. */
typedef HccnRpingPayloadHeadDef HccnRpingPayloadHead;

/**
 * Opens a network port of a device for measuring; the caller ends that with HccnRpingDeinit.
 *
 * As for all functions of this header, what is not offered gives HCCN_E_FAIL.
 */
HccnResult HccnRpingInit(uint32_t devLogicId, HccnRpingInitAttr *initAttr, HccnRpingCtx *rpingCtx);

/** Ends what HccnRpingInit opened. */
HccnResult HccnRpingDeinit(HccnRpingCtx rpingCtx);

/** Adds ports of other devices to those that are measured. */
HccnResult HccnRpingAddTarget(HccnRpingCtx rpingCtx, uint32_t targetNum, HccnRpingTargetInfo *target);

/** As HccnRpingAddTarget, with a time limit for connecting. */
HccnResult HccnRpingAddTargetV2(HccnRpingCtx rpingCtx,
                                     uint32_t targetNum,
                                     HccnRpingTargetInfo *target,
                                     HccnRpingAddTargetConfig *config);

/** As HccnRpingAddTarget, with a configuration. */
HccnResult HccnRpingAddTargetWithCfg(HccnRpingCtx rpingCtx,
                                          uint32_t targetNum,
                                          HccnRpingTargetInfo *target,
                                          HccnRpingAddTargetConfig *config);

/** Removes ports from those that are measured. */
HccnResult HccnRpingRemoveTarget(HccnRpingCtx rpingCtx, uint32_t targetNum, HccnRpingTargetInfo *target);

/** Writes the state of each port: whether it can be measured yet. */
HccnResult HccnRpingGetTarget(HccnRpingCtx rpingCtx,
                                   uint32_t targetNum,
                                   HccnRpingTargetInfo *target,
                                   HccnRpingAddTargetState *targetState);

/**
 * Starts to send packets to all ports: how many, at which distance in milliseconds, and how long to wait for
 * each answer.
 */
HccnResult HccnRpingBatchPingStart(HccnRpingCtx rpingCtx,
                                        uint32_t pktNum,
                                        uint32_t interval,
                                        uint32_t timeout);

/** Stops to send packets. */
HccnResult HccnRpingBatchPingStop(HccnRpingCtx rpingCtx);

/** Writes the results of ports: packets sent and answered, round trip times. */
HccnResult HccnRpingGetResult(HccnRpingCtx rpingCtx,
                                   uint32_t targetNum,
                                   HccnRpingTargetInfo *target,
                                   HccnRpingResultInfo *result);

/** Gives the content of the newest answers; the memory stays the library's. */
HccnResult HccnRpingGetPayload(HccnRpingCtx rpingCtx, void **payload, uint32_t *payloadLen);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCN_RPING_H_ */
