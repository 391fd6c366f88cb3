/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hcomm_channel.rs and src/capi/hcomm_channel.rs.
 */
#ifndef HCOMM_CHANNEL_H
#define HCOMM_CHANNEL_H

/**
 * @file hcomm_channel.h
 * Descriptions of channels between endpoints.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <securec.h>
#include "hcomm_res_defs.h"

/** Bytes of the first version of HcommChannelDesc. */
#define HCOMM_CHANNEL_DESC_ABI_V1_SIZE ((size_t)344)

/* Constants: typed in C++; macros in C, so that they can be array bounds. */
#ifdef __cplusplus
/** Magic word of HcommChannelDesc. */
static const uint32_t HCOMM_CHANNEL_MAGIC_WORD = 0xfcf0f0f;
/** First version of HcommChannelDesc, without the members from qos on. */
static const uint32_t HCOMM_CHANNEL_VERSION_ONE = 1;
/** Version of HcommChannelDesc. */
static const uint32_t HCOMM_CHANNEL_VERSION = 4;
/** Longest name of a channel, without its NUL. */
static const uint32_t HCOMM_CHANNEL_NAME_MAX_LEN = 191;
/** Bytes for attributes of protocols in HcommChannelDesc. */
static const uint32_t HCOMM_CHANNEL_DESC_RAW_MAX_LEN = 128;
#else
#define HCOMM_CHANNEL_MAGIC_WORD 0xfcf0f0fu
#define HCOMM_CHANNEL_VERSION_ONE 1u
#define HCOMM_CHANNEL_VERSION 4u
#define HCOMM_CHANNEL_NAME_MAX_LEN 191u
#define HCOMM_CHANNEL_DESC_RAW_MAX_LEN 128u
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Which option. */
typedef enum HcommChannelConfigType {
    /** None. */
    HCOMM_CHANNEL_CONFIG_TYPE_INVALID = -1,
    /** 1 if channels share a send queue, 0 (default) if not. */
    HCOMM_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE = 0,
} HcommChannelConfigType;

/** A channel to be made; prepare it with HcommChannelDescInit. */
typedef struct HcommChannelDesc {
    /** Magic word, version and size; the initialiser of this type writes it. */
    CommAbiHeader header;
    /** The other end. */
    EndpointDesc remoteEndpoint;
    /** Notifies of each channel end. */
    uint32_t notifyNum;
    /** True offers all memory registered at the endpoint, false that of memHandles. */
    bool exchangeAllMems;
    /** Memory to offer to the peer; NULL if memHandleNum is 0. */
    HcommMemHandle *memHandles;
    /** Number of memHandles. */
    uint32_t memHandleNum;
    /** Connected socket to use for connecting; NULL lets the library make one. */
    HcommSocket socket;
    /** Which side listens; reserved lets the library decide. */
    HcommSocketRole role;
    /** TCP port of the listening side; 0 is the default. */
    uint16_t port;
    /** Attributes of the protocol; bytes 0xFF are defaults. */
    __extension__ union {
        /** All bytes; they fix the size. */
        uint8_t raws[128];
        /** For RoCE. */
        struct {
            /** Queue pairs of the channel; 0xFFFFFFFF is the default, 1. */
            uint32_t queueNum;
            /** How often a packet is sent again, 1 to 7; 0xFFFFFFFF is the default. */
            uint32_t retryCnt;
            /** Exponent of the time between repetitions, 5 to 24; 0xFFFFFFFF is the default. */
            uint32_t retryInterval;
            /** Traffic class of the network, 0 to 255 and a multiple of 4; all bits set is the default. */
            uint8_t tc;
            /** Service level of the network, 0 to 7; all bits set is the default. */
            uint8_t sl;
            /** Bytes from which a transfer is split over queue pairs; 0xFFFFFFFF is the default. */
            uint32_t qpThreshold;
            /** Flags of the completion queue; 0xFFFFFFFF is the default, 0. */
            uint32_t cqAttrFlags;
            /** UDP source port of each queue pair; NULL is the default. */
            uint16_t *srcPortList;
        } roceAttr;
        /** For HCCS. */
        struct {
            /** Quality of service; 0xFFFFFFFF is the default. */
            uint32_t qos;
        } hccsAttr;
        /** For UB. */
        struct {
            /** Entries of the queue; for channels a power of two, 0xFFFFFFFF is the default. */
            uint32_t sqDepth;
        } ubAttr;
        /** For memory accesses over UB. */
        struct {
            /** Which path memory accesses take, 0 to 2; 0xFF is the default. */
            uint8_t pathMode;
        } ubMemAttr;
    };
    /** Quality of service; 0xFFFFFFFF is the default. */
    uint32_t qos;
    /** Name that both sides use to find each other; NULL is a common one. Copied. */
    const char *channelName;
} HcommChannelDesc;

/** Options for HcommChannelCreateWithConfig. */
typedef void *HcommChannelConfig;

/**
 * Makes channelNum channels from an endpoint and starts to connect them; poll HcommChannelGetStatus
 * until they are ready. Both sides must do so, with the same number of notifies.
 *
 * The caller destroys them with HcommChannelDestroy. If one cannot be made, none is. Errors: HCCL_E_PTR
 * for NULL, HCCL_E_PARA for a number of 0 or a description with another magic word or values out of range,
 * HCCL_E_NOT_SUPPORT for an engine that has no such protocol.
 */
HcommResult HcommChannelCreate(EndpointHandle endpointHandle,
                               CommEngine engine,
                               HcommChannelDesc *channelDescs,
                               uint32_t channelNum,
                               ChannelHandle *channels);

/**
 * Makes options for HcommChannelCreateWithConfig, all unset; the caller destroys them. Errors:
 * HCCL_E_PTR for NULL.
 */
HcommResult HcommChannelConfigCreate(HcommChannelConfig *config);

/** Destroys options; NULL is no error. */
HcommResult HcommChannelConfigDestroy(HcommChannelConfig config);

/**
 * Sets an option that is a number. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for an option that does not
 * exist.
 */
HcommResult HcommChannelConfigSetInt(HcommChannelConfig config,
                                     HcommChannelConfigType type,
                                     uint32_t value);

/**
 * As HcommChannelCreate, with options; NULL options set none. With a shared queue all channels of the
 * endpoint use one send queue, and their user must serialise them.
 *
 * Errors: those of HcommChannelCreate, and HCCL_E_NOT_SUPPORT for engines or protocols without shared
 * queues.
 */
HcommResult HcommChannelCreateWithConfig(EndpointHandle endpointHandle,
                                         CommEngine engine,
                                         HcommChannelDesc *channelDescs,
                                         uint32_t channelNum,
                                         HcommChannelConfig config,
                                         ChannelHandle *channels);

/**
 * Drives the connecting of channels one step, without blocking, and writes their states: 0 ready, 1
 * connecting, 2 failed, 3 timed out, 4 no local resources, 5 no remote resources. Use it from one thread at
 * a time.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for a number of 0, HCCL_E_INTERNAL for a channel that does
 * not live.
 */
HcommResult HcommChannelGetStatus(const ChannelHandle *channelList, uint32_t listNum, int32_t *statusList);

/**
 * Destroys channels on this side; the peer is not told. Let their operations complete first.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for a number of 0, HCCL_E_NOT_FOUND at the first channel
 * that does not live; those before it are destroyed.
 */
HcommResult HcommChannelDestroy(const ChannelHandle *channels, uint32_t channelNum);

#ifdef __cplusplus
} /* extern "C" */
#endif

/**
 * Prepares descriptions of channels: the header, no notifies, no memory, no socket, no name; all attributes of
 * protocols and the quality of service not set (0xFF bytes).
 *
 * @param channelDesc first of descNum descriptions.
 * @param descNum how many.
 * @return 0, or 2 (HCCL_E_PTR) if channelDesc is NULL and descNum is not 0.
 */
static inline HcommResult HcommChannelDescInit(HcommChannelDesc *channelDesc, uint32_t descNum)
{
    if (channelDesc == NULL && descNum != 0) {
        return 2;
    }
    for (uint32_t i = 0; i < descNum; i++) {
        HcommChannelDesc *desc = &channelDesc[i];
        memset(desc, 0xFF, sizeof(HcommChannelDesc));
        desc->header.version = HCOMM_CHANNEL_VERSION;
        desc->header.magicWord = HCOMM_CHANNEL_MAGIC_WORD;
        desc->header.size = sizeof(HcommChannelDesc);
        desc->header.reserved = 0;
        desc->notifyNum = 0;
        desc->exchangeAllMems = false;
        desc->memHandles = NULL;
        desc->memHandleNum = 0;
        desc->socket = NULL;
        desc->role = HCOMM_SOCKET_ROLE_RESERVED;
        desc->port = 0;
        desc->roceAttr.srcPortList = NULL;
        desc->channelName = NULL;
    }
    return 0;
}

#endif /* HCOMM_CHANNEL_H */
