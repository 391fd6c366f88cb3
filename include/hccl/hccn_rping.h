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

/** Most bytes of a packet's content. */
#define HCCN_RPING_PAYLOAD_LEN_MAX 0x5dc
/** The address is an IP address. */
#define HCCN_RPING_ADDR_TYPE_IP 0u
/** The address is an EID. */
#define HCCN_RPING_ADDR_TYPE_EID 1u

#ifdef __cplusplus
extern "C" {
#endif

/** What functions of this header return. */
typedef enum HccnResult {
    /** Success. */
    HCCN_SUCCESS = 0,
    /** Not now: try again. */
    HCCN_E_AGAIN = 1,
    /** Failure, also of what is not offered. */
    HCCN_E_FAIL = 2,
    /** An argument is out of range. */
    HCCN_E_PARA = 3,
    /** Memory could not be had. */
    HCCN_E_MEM = 4,
    /** Bound of the values; never returned. */
    HCCN_E_RESERVED = 5,
} HccnResult;

/** Which network. */
typedef enum HccnRpingMode {
    /** RoCE. */
    HCCN_RPING_MODE_ROCE = 0,
    /** UB. */
    HCCN_RPING_MODE_UB = 1,
    /** IP over UB. */
    PING_MODE_IPoUB = 2,
    /** Bound of the values. */
    HCCN_RPING_MODE_RESERVED = 3,
} HccnRpingMode;

/** Whether a port can be measured yet. */
typedef enum HccnRpingAddTargetState {
    /** Yes. */
    HCCN_RPING_ADDTARGET_STATE_DONE = 0,
    /** Not yet. */
    HCCN_RPING_ADDTARGET_STATE_DOING = 1,
    /** No, it failed. */
    HCCN_RPING_ADDTARGET_STATE_FAIL = 2,
    /** No, it did not answer in time. */
    HCCN_RPING_ADDTARGET_STATE_TIMEOUT = 3,
    /** Bound of the values. */
    HCCN_RPING_ADDTARGET_STATE_RESERVED = 4,
} HccnRpingAddTargetState;

/** Whether a result means something. */
typedef enum HccnRpingResultState {
    /** The port is not among those that are measured. */
    HCCN_RPING_RESULT_STATE_NOT_FOUND = 0,
    /** No: nothing was measured. */
    HCCN_RPING_RESULT_STATE_INVALID = 1,
    /** Yes. */
    HCCN_RPING_RESULT_STATE_VALID = 2,
    /** Bound of the values. */
    HCCN_RPING_RESULT_STATE_RESERVED = 3,
} HccnRpingResultState;

/** The port to open. */
typedef struct HccnRpingInitAttrDef {
    /** Network. */
    HccnRpingMode mode;
    /** UDP or TCP port of the control connection. */
    uint32_t port;
    /** Devices that will be measured. */
    uint32_t npuNum;
    /** Bytes for answers. */
    uint32_t bufferSize;
    /** Service level of the network, 0 to 7; all bits set is the default. */
    uint32_t sl;
    /** Traffic class of the network, 0 to 255 and a multiple of 4; all bits set is the default. */
    uint32_t tc;
    /** Address of the port. */
    __extension__ union {
        /** IP address, as text. */
        char *ipAddr;
        /** EID, as text. */
        char *eid;
    };
} HccnRpingInitAttrDef;

/** HccnRpingInitAttr names HccnRpingInitAttrDef. */
typedef HccnRpingInitAttrDef HccnRpingInitAttr;

/** An opened port. */
typedef void *HccnRpingCtx;

/** A port to measure. */
typedef struct HccnRpingTargetInfoDef {
    /** UDP source port; chooses the path. */
    uint32_t srcPort;
    /** Kind of addresses. */
    __extension__ union {
        /** Not used; 0. */
        uint32_t reserved;
        /** HCCN_RPING_ADDR_TYPE_IP or HCCN_RPING_ADDR_TYPE_EID. */
        uint32_t addrType;
    };
    /** Service level of the network, 0 to 7; all bits set is the default. */
    uint32_t sl;
    /** Traffic class of the network, 0 to 255 and a multiple of 4; all bits set is the default. */
    uint32_t tc;
    /** Port of the other side's control connection. */
    uint32_t port;
    /** Bytes of content. */
    uint32_t payloadLen;
    /** Content of the packets. */
    char payload[1500];
    /** Address of this side. */
    __extension__ union {
        /** Address of this side, if it is an IP address. */
        char *srcIp;
        /** Address of this side, if it is an EID. */
        char *srcEid;
    };
    /** Address of the other side. */
    __extension__ union {
        /** Address of the other side, if it is an IP address. */
        char *dstIp;
        /** Address of the other side, if it is an EID. */
        char *dstEid;
    };
} HccnRpingTargetInfoDef;

/** HccnRpingTargetInfo names HccnRpingTargetInfoDef. */
typedef HccnRpingTargetInfoDef HccnRpingTargetInfo;

/** Options for adding ports. */
typedef struct HccnRpingAddTargetConfigDef {
    /** Time limit for connecting in milliseconds. */
    uint32_t connectTimeout;
    /** Not used; 0. */
    uint8_t reserve[32];
} HccnRpingAddTargetConfigDef;

/** HccnRpingAddTargetConfig names HccnRpingAddTargetConfigDef. */
typedef HccnRpingAddTargetConfigDef HccnRpingAddTargetConfig;

/** What was measured for a port. */
typedef struct HccnRpingResultInfoDef {
    /** Packets sent. */
    uint32_t txPkt;
    /** Packets answered. */
    uint32_t rxPkt;
    /** Shortest round trip in microseconds. */
    uint32_t minRTT;
    /** Longest round trip in microseconds. */
    uint32_t maxRTT;
    /** Mean round trip in microseconds. */
    uint32_t avgRTT;
    /** Whether the result means something. */
    HccnRpingResultState state;
    /** Not used; 0. */
    uint32_t reserved[5];
} HccnRpingResultInfoDef;

/** HccnRpingResultInfo names HccnRpingResultInfoDef. */
typedef HccnRpingResultInfoDef HccnRpingResultInfo;

/** A time. */
typedef struct HccnRpingTimestampDef {
    /** Seconds. */
    uint64_t sec;
    /** Microseconds. */
    uint64_t usec;
} HccnRpingTimestampDef;

/** HccnRpingTimestamp names HccnRpingTimestampDef. */
typedef HccnRpingTimestampDef HccnRpingTimestamp;

/** Start of an answer's content. */
typedef struct HccnRpingPayloadHeadDef {
    /** Address of this side. */
    __extension__ union {
        /** Address of this side, if it is an IP address. */
        char srcIp[64];
        /** Address of this side, if it is an EID. */
        char srcEid[16];
    };
    /** Address of the other side. */
    __extension__ union {
        /** Address of the other side, if it is an IP address. */
        char dstIp[64];
        /** Address of the other side, if it is an EID. */
        char dstEid[16];
    };
    /** Bytes of content behind this header. */
    uint32_t payloadLen;
    /** Not used; 0. */
    uint32_t resvd[3];
    /** When the packet was sent. */
    HccnRpingTimestamp t1;
    /** When the other side got it. */
    HccnRpingTimestamp t2;
    /** When the other side answered. */
    HccnRpingTimestamp t3;
    /** When the answer came. */
    HccnRpingTimestamp t4;
    /** Number of the measurement. */
    uint32_t rpingBatchId;
    /** HCCN_RPING_ADDR_TYPE_IP or HCCN_RPING_ADDR_TYPE_EID. */
    uint32_t addr_type;
    /** Not used; 0. */
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
