/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hccl_channel.rs and src/capi/hccl_channel.rs.
 */
#ifndef HCCL_CHANNEL_H
#define HCCL_CHANNEL_H

/**
 * @file hccl_channel.h
 * Channels between the ranks of a communicator.
 *
 * All functions are called on the host. Calls on one communicator must follow each other. Outputs are written only on
 * success. NULL for a communicator gives HCCL_E_PTR, one that does not live (any more) HCCL_E_PARA.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <securec.h>
#include "hccl_types.h"
#include "hcomm_channel.h"
#include "hcomm_res_defs.h"

/* Hints for the compiler about conditions that nearly always, or nearly never, hold. */
#ifndef LIKELY
#define LIKELY(x) (__builtin_expect(!!(x), 1))
#define UNLIKELY(x) (__builtin_expect(!!(x), 0))
#endif

/* Constants: typed in C++; macros in C, so that they can be array bounds. */
#ifdef __cplusplus
/** Magic word of HcclChannelDesc. */
static const uint32_t HCCL_CHANNEL_MAGIC_WORD = 0xf0f0f0f;
/** Version of HcclChannelDesc. */
static const uint32_t HCCL_CHANNEL_VERSION = 1;
/** Bytes for attributes of protocols in HcclChannelDesc. */
static const uint32_t HCCL_CHANNEL_DESC_RAW_MAX_LEN = 128;
/** Longest tag of a shared queue, without its NUL. */
static const uint32_t HCCL_CHANNEL_CONFIG_SHARED_QUEUE_TAG_MAX_LEN = 255;
#else
#define HCCL_CHANNEL_MAGIC_WORD 0xf0f0f0fu
#define HCCL_CHANNEL_VERSION 1u
#define HCCL_CHANNEL_DESC_RAW_MAX_LEN 128u
#define HCCL_CHANNEL_CONFIG_SHARED_QUEUE_TAG_MAX_LEN 255u
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Which option. */
typedef enum HcclChannelConfigType {
    /** None. */
    HCCL_CHANNEL_CONFIG_TYPE_INVALID = -1,
    /** Number: 1 if channels share a send queue, 0 (default) if not. */
    HCCL_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE = 0,
    /** Text: channels with the same tag share a queue. */
    HCCL_CHANNEL_CONFIG_TYPE_SHARED_QUEUE_TAG = 1,
} HcclChannelConfigType;

/** Memory registered with HcclCommMemReg. */
typedef void *HcclMemHandle;

/** A channel to be acquired; prepare it with HcclChannelDescInit. */
typedef struct HcclChannelDesc {
    /** Magic word, version and size; the initialiser of this type writes it. */
    CommAbiHeader header;
    /** Rank at the other end. */
    uint32_t remoteRank;
    /** Protocol, as a link of the rank graph gives it. */
    CommProtocol channelProtocol;
    /** This end, as a link of the rank graph gives it. */
    EndpointDesc localEndpoint;
    /** The other end, as a link of the rank graph gives it. */
    EndpointDesc remoteEndpoint;
    /** Notifies at each end, at most 64; the same on both sides. */
    uint32_t notifyNum;
    /** Memory to offer to the peer besides the exchange buffer; NULL if memHandleNum is 0. */
    HcclMemHandle *memHandles;
    /** Number of memHandles. */
    uint32_t memHandleNum;
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
        } roceAttr;
        /** For memory accesses over UB. */
        struct {
            /** Which path memory accesses take, 0 to 2; 0xFF is the default. */
            uint8_t pathMode;
        } ubMemAttr;
    };
} HcclChannelDesc;

/** Options for HcclChannelAcquireWithConfig. */
typedef void *HcclChannelConfig;

/**
 * Gives channels to the ranks that the descriptions name and connects those that are new; both ends must
 * call it with matching descriptions, and it blocks until they did (HCCL_CONNECT_TIMEOUT, 120 s). Prepare
 * descriptions with HcclChannelDescInit.
 *
 * Channels belong to the communicator. The same description gives the same channel again, without traffic;
 * twice the same in one call gives two channels. Serialise calls on one communicator. A channel of the engine AIV is
 * the device address of a ChannelEntity, which kernels read. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for descriptions out of range, HCCL_E_NOT_SUPPORT for an engine without the
 * protocol, HCCL_E_TIMEOUT if a peer does not come, HCCL_E_NETWORK if connecting fails.
 */
HcclResult HcclChannelAcquire(HcclComm comm,
                              CommEngine engine,
                              const HcclChannelDesc *channelDescs,
                              uint32_t channelNum,
                              ChannelHandle *channels);

/**
 * Makes options for HcclChannelAcquireWithConfig, all unset; the caller destroys them. Errors:
 * HCCL_E_PTR for NULL.
 */
HcclResult HcclChannelConfigCreate(HcclChannelConfig *config);

/** Destroys options; NULL is no error. */
HcclResult HcclChannelConfigDestroy(HcclChannelConfig config);

/** Sets an option that is a number. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for an option that is none. */
HcclResult HcclChannelConfigSetInt(HcclChannelConfig config, HcclChannelConfigType type, uint32_t value);

/**
 * Sets an option that is text of 1 to 255 characters; the text is copied. Errors: HCCL_E_PTR for NULL,
 * HCCL_E_PARA for an option that is none or text of another length.
 */
HcclResult HcclChannelConfigSetStr(HcclChannelConfig config,
                                   HcclChannelConfigType type,
                                   const char *value);

/**
 * As HcclChannelAcquire, with options; NULL options set none. Channels with a shared queue need a tag for
 * it, and their user must serialise them; with another tag they are other channels.
 *
 * Errors: those of HcclChannelAcquire, HCCL_E_PARA without a tag or with different local endpoints,
 * HCCL_E_NOT_SUPPORT for engines but AIV, protocols but UB_CTP and UBC_TP, and products before the 950.
 */
HcclResult HcclChannelAcquireWithConfig(HcclComm comm,
                                        CommEngine engine,
                                        const HcclChannelDesc *channelDescs,
                                        uint32_t channelNum,
                                        HcclChannelConfig config,
                                        ChannelHandle *channels);

/**
 * Writes the channels that HcclChannelAcquire would return without connecting, and 0 where there is none
 * yet. No traffic.
 *
 * Errors: those of HcclChannelAcquire about arguments.
 */
HcclResult HcclChannelQuery(HcclComm comm,
                            CommEngine engine,
                            const HcclChannelDesc *channelDescs,
                            uint32_t channelNum,
                            ChannelHandle *channels);

/**
 * Destroys channels on this side; the peer is not told. Unknown handles are skipped and reported.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for a number out of range, HCCL_E_NOT_FOUND if a channel
 * does not live.
 */
HcclResult HcclChannelDestroy(HcclComm comm, const ChannelHandle *channels, uint32_t channelNum);

/**
 * The buffer of HcclGetHcclBuffer of the rank at the other end, as operations on this channel take its
 * address; *size is in bytes.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND for a channel that does not live.
 */
HcclResult HcclChannelGetHcclBuffer(HcclComm comm, ChannelHandle channel, void **buffer, uint64_t *size);

/**
 * Lists the memory that the peer offers through the channel, with the tags it registered; its buffer of
 * HcclGetHcclBuffer comes first, under the tag "HcclBuffer". Find memory by tag.
 *
 * The arrays belong to the channel and live as long as it. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND
 * for a channel that does not live.
 */
HcclResult HcclChannelGetRemoteMems(HcclComm comm,
                                    ChannelHandle channel,
                                    uint32_t *memNum,
                                    CommMem **remoteMems,
                                    char ***memTags);

#ifdef __cplusplus
} /* extern "C" */
#endif

/**
 * Prepares descriptions of channels: the header, no remote rank, no protocol, no notifies, no memory; endpoints and
 * attributes not set (0xFF bytes).
 *
 * @param channelDesc first of descNum descriptions.
 * @param descNum how many.
 * @return HCCL_SUCCESS, or HCCL_E_PTR if channelDesc is NULL and descNum is not 0.
 */
static inline HcclResult HcclChannelDescInit(HcclChannelDesc *channelDesc, uint32_t descNum)
{
    if (channelDesc == NULL && descNum != 0) {
        return HCCL_E_PTR;
    }
    for (uint32_t i = 0; i < descNum; i++) {
        HcclChannelDesc *desc = &channelDesc[i];
        memset(desc, 0xFF, sizeof(HcclChannelDesc));
        desc->header.version = HCCL_CHANNEL_VERSION;
        desc->header.magicWord = HCCL_CHANNEL_MAGIC_WORD;
        desc->header.size = sizeof(HcclChannelDesc);
        desc->header.reserved = 0;
        desc->notifyNum = 0;
        desc->memHandles = NULL;
        desc->memHandleNum = 0;
    }
    return HCCL_SUCCESS;
}

#endif /* HCCL_CHANNEL_H */
