/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hcomm_res_defs.rs.
 */
#ifndef HCOMM_RES_DEFS_H
#define HCOMM_RES_DEFS_H

/**
 * @file hcomm_res_defs.h
 * Handles, engines, protocols and endpoints.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <netinet/in.h>
#include <securec.h>

/* Constants: typed in C++; macros in C, so that they can be array bounds. */
#ifdef __cplusplus
/** Bytes of an EID. */
static const uint32_t COMM_ADDR_EID_LEN = 16;
/** Magic word of ThreadConfig. */
static const uint32_t HCOMM_THREAD_CONFIG_MAGIC_WORD = 0xf0f0f2f;
/** Version of ThreadConfig. */
static const uint32_t HCOMM_THREAD_CONFIG_VERSION = 1;
#else
#define COMM_ADDR_EID_LEN 16u
#define HCOMM_THREAD_CONFIG_MAGIC_WORD 0xf0f0f2fu
#define HCOMM_THREAD_CONFIG_VERSION 1u
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of threads. */
typedef enum ThreadType {
    /** None. */
    THREAD_TYPE_INVALID = -1,
    /** Run by the task scheduler. */
    THREAD_TYPE_TS = 0,
} ThreadType;

/** Who carries out operations. */
typedef enum CommEngine {
    /** Nobody. */
    COMM_ENGINE_RESERVED = -1,
    /** The host's CPU. */
    COMM_ENGINE_CPU = 0,
    /** The device's task scheduler, fed by the host. */
    COMM_ENGINE_CPU_TS = 1,
    /** The device's CPU. */
    COMM_ENGINE_AICPU = 2,
    /** The device's task scheduler, fed by the device's CPU. */
    COMM_ENGINE_AICPU_TS = 3,
    /** Vector cores. */
    COMM_ENGINE_AIV = 4,
    /** The collective communication unit. */
    COMM_ENGINE_CCU = 5,
} CommEngine;

/** How two endpoints exchange data. */
typedef enum CommProtocol {
    /** Not at all. */
    COMM_PROTOCOL_RESERVED = -1,
    /** HCCS: memory accesses between devices. */
    COMM_PROTOCOL_HCCS = 0,
    /** RDMA over Ethernet. */
    COMM_PROTOCOL_ROCE = 1,
    /** PCIe. */
    COMM_PROTOCOL_PCIE = 2,
    /** Between the dies of a device. */
    COMM_PROTOCOL_SIO = 3,
    /** UB with the compact transport. */
    COMM_PROTOCOL_UB_CTP = 4,
    /** Same as COMM_PROTOCOL_UB_CTP. */
    COMM_PROTOCOL_UBC_CTP = COMM_PROTOCOL_UB_CTP,
    /** UB with the reliable transport. */
    COMM_PROTOCOL_UBC_TP = 5,
    /** Memory accesses over UB. */
    COMM_PROTOCOL_UB_MEM = 6,
    /** UB over Ethernet. */
    COMM_PROTOCOL_UBOE = 7,
    /** HCCS and nothing else. */
    COMM_PROTOCOL_HCCS_ONLY = 8,
    /** UB with the routed transport. */
    COMM_PROTOCOL_UB_RTP = 9,
    /** Same as COMM_PROTOCOL_UB_RTP. */
    COMM_PROTOCOL_UBG = COMM_PROTOCOL_UB_RTP,
} CommProtocol;

/** Kinds of addresses. */
typedef enum CommAddrType {
    /** None. */
    COMM_ADDR_TYPE_RESERVED = -1,
    /** IPv4; member addr. */
    COMM_ADDR_TYPE_IP_V4 = 0,
    /** IPv6; member addr6. */
    COMM_ADDR_TYPE_IP_V6 = 1,
    /** Number; member id. */
    COMM_ADDR_TYPE_ID = 2,
    /** Entity of UB; member eid. */
    COMM_ADDR_TYPE_EID = 3,
} CommAddrType;

/** Where an endpoint is. */
typedef enum EndpointLocType {
    /** Nowhere. */
    ENDPOINT_LOC_TYPE_RESERVED = -1,
    /** At a device; member device. */
    ENDPOINT_LOC_TYPE_DEVICE = 0,
    /** At the host; member host. */
    ENDPOINT_LOC_TYPE_HOST = 1,
} EndpointLocType;

/** Kinds of memory. */
typedef enum CommMemType {
    /** None. */
    COMM_MEM_TYPE_INVALID = -1,
    /** Device memory. */
    COMM_MEM_TYPE_DEVICE = 0,
    /** Host memory. */
    COMM_MEM_TYPE_HOST = 1,
} CommMemType;

/** Which side of a connection listens. */
typedef enum HcommSocketRole {
    /** The library decides. */
    HCOMM_SOCKET_ROLE_RESERVED = -1,
    /** The other one. */
    HCOMM_SOCKET_ROLE_CLIENT = 0,
    /** This one. */
    HCOMM_SOCKET_ROLE_SERVER = 1,
} HcommSocketRole;

/** Features of endpoints. */
typedef enum HcommEndpointFeatureType {
    /** None. */
    HCOMM_ENDPOINT_FEATURE_INVALID = -1,
    /** The device starts RDMA of a host port itself. */
    HCOMM_ENDPOINT_FEATURE_NDA = 0,
} HcommEndpointFeatureType;

/** What lies beneath a thread. */
typedef enum ThreadResType {
    /** Nothing. */
    THREAD_RES_TYPE_INVALID = -1,
    /** An aclrtStream. */
    THREAD_RES_TYPE_STREAM = 0,
} ThreadResType;

/** Result of a function; the numbers of HcclResult. */
typedef int32_t HcommResult;

/** A local port of the network. */
typedef void *EndpointHandle;

/** Memory registered at an endpoint. */
typedef void *HcommMemHandle;

/** A connected socket. */
typedef void *HcommSocket;

#ifndef CHANNEL_HANDLE_DEFINED
#define CHANNEL_HANDLE_DEFINED
/** A connection of two ranks or endpoints. */
typedef uint64_t ChannelHandle;
#endif /* CHANNEL_HANDLE_DEFINED */

#ifndef THREAD_HANDLE_DEFINED
#define THREAD_HANDLE_DEFINED
/** A queue of tasks with its notifies. */
typedef uint64_t ThreadHandle;
#endif /* THREAD_HANDLE_DEFINED */

/** Start of structures that can grow; an initialiser writes it. */
typedef struct CommAbiHeader {
    /** Version of the structure. */
    uint32_t version;
    /** Which structure it is. */
    uint32_t magicWord;
    /** Bytes of the whole structure. */
    uint32_t size;
    /** Not used; 0. */
    uint32_t reserved;
} CommAbiHeader;

/** Options of a thread; prepare it with ThreadConfigInit. */
typedef struct ThreadConfig {
    /** Magic word, version and size; the initialiser of this type writes it. */
    CommAbiHeader header;
    /** Notifies of the thread. */
    uint16_t notifyNumPerThread;
    /** Not used; 0. */
    uint8_t reserved[14];
} ThreadConfig;

/** Address of an endpoint. */
typedef struct CommAddr {
    /** Kind. */
    CommAddrType type;
    /** The address, by kind. */
    __extension__ union {
        /** All bytes; they fix the size. */
        uint8_t raws[36];
        /** IPv4 address, network byte order. */
        struct in_addr addr;
        /** IPv6 address. */
        struct in6_addr addr6;
        /** Number. */
        uint32_t id;
        /** Entity of UB. */
        uint8_t eid[16];
    };
} CommAddr;

/** Where an endpoint is. */
typedef struct EndpointLoc {
    /** Kind. */
    EndpointLocType locType;
    /** The place, by kind. */
    __extension__ union {
        /** All bytes; they fix the size. */
        uint8_t raws[60];
        /** For device endpoints. */
        struct {
            /** Physical number of the device. */
            uint32_t devPhyId;
            /** Number of the device in its super pod. */
            uint32_t superDevId;
            /** Number of its server. */
            uint32_t serverIdx;
            /** Number of its super pod. */
            uint32_t superPodIdx;
        } device;
        /** For host endpoints. */
        struct {
            /** Number of the host. */
            uint32_t id;
        } host;
    };
} EndpointLoc;

/** An endpoint: prepare it with EndpointDescInit or copy it from the rank graph. */
typedef struct EndpointDesc {
    /** Protocol. */
    CommProtocol protocol;
    /** Address. */
    CommAddr commAddr;
    /** Place. */
    EndpointLoc loc;
    /** Room for later versions; copy it as it is. */
    __extension__ union {
        /** All bytes; they fix the size. */
        uint8_t raws[52];
    };
} EndpointDesc;

/** A range of memory. */
typedef struct CommMem {
    /** Kind. */
    CommMemType type;
    /** Address. */
    void *addr;
    /** Bytes. */
    uint64_t size;
} CommMem;

#ifdef __cplusplus
} /* extern "C" */
#endif

/**
 * Prepares configurations of threads: all bytes 0, then the header.
 *
 * @param config first of num configurations.
 * @param num how many.
 * @return 0, or 2 (HCCL_E_PTR) if config is NULL, whatever num is.
 */
static inline HcommResult ThreadConfigInit(ThreadConfig *config, uint32_t num)
{
    if (config == NULL) {
        return 2;
    }
    for (uint32_t i = 0; i < num; i++) {
        memset(&config[i], 0, sizeof(ThreadConfig));
        config[i].header.version = HCOMM_THREAD_CONFIG_VERSION;
        config[i].header.magicWord = HCOMM_THREAD_CONFIG_MAGIC_WORD;
        config[i].header.size = sizeof(ThreadConfig);
    }
    return 0;
}

/**
 * Prepares descriptions of endpoints: all bytes 0xFF, so that protocol, address type and location are "reserved".
 *
 * @param endpoint first of num descriptions.
 * @param num how many.
 * @return 0, or 2 (HCCL_E_PTR) if endpoint is NULL and num is not 0.
 */
static inline HcommResult EndpointDescInit(EndpointDesc *endpoint, uint32_t num)
{
    if (endpoint == NULL && num != 0) {
        return 2;
    }
    for (uint32_t i = 0; i < num; i++) {
        memset(&endpoint[i], 0xFF, sizeof(EndpointDesc));
    }
    return 0;
}

#endif /* HCOMM_RES_DEFS_H */
