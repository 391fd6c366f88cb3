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
/** Constant COMM_ADDR_EID_LEN. */
static const uint32_t COMM_ADDR_EID_LEN = 16;
/** Constant HCOMM_THREAD_CONFIG_MAGIC_WORD. */
static const uint32_t HCOMM_THREAD_CONFIG_MAGIC_WORD = 0xf0f0f2f;
/** Constant HCOMM_THREAD_CONFIG_VERSION. */
static const uint32_t HCOMM_THREAD_CONFIG_VERSION = 1;
#else
#define COMM_ADDR_EID_LEN 16u
#define HCOMM_THREAD_CONFIG_MAGIC_WORD 0xf0f0f2fu
#define HCOMM_THREAD_CONFIG_VERSION 1u
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Enumeration ThreadType. */
typedef enum ThreadType {
    /** Value -1. */
    THREAD_TYPE_INVALID = -1,
    /** Value 0. */
    THREAD_TYPE_TS = 0,
} ThreadType;

/** Enumeration CommEngine. */
typedef enum CommEngine {
    /** Value -1. */
    COMM_ENGINE_RESERVED = -1,
    /** Value 0. */
    COMM_ENGINE_CPU = 0,
    /** Value 1. */
    COMM_ENGINE_CPU_TS = 1,
    /** Value 2. */
    COMM_ENGINE_AICPU = 2,
    /** Value 3. */
    COMM_ENGINE_AICPU_TS = 3,
    /** Value 4. */
    COMM_ENGINE_AIV = 4,
    /** Value 5. */
    COMM_ENGINE_CCU = 5,
} CommEngine;

/** Enumeration CommProtocol. */
typedef enum CommProtocol {
    /** Value -1. */
    COMM_PROTOCOL_RESERVED = -1,
    /** Value 0. */
    COMM_PROTOCOL_HCCS = 0,
    /** Value 1. */
    COMM_PROTOCOL_ROCE = 1,
    /** Value 2. */
    COMM_PROTOCOL_PCIE = 2,
    /** Value 3. */
    COMM_PROTOCOL_SIO = 3,
    /** Value 4. */
    COMM_PROTOCOL_UB_CTP = 4,
    /** Same as COMM_PROTOCOL_UB_CTP. */
    COMM_PROTOCOL_UBC_CTP = COMM_PROTOCOL_UB_CTP,
    /** Value 5. */
    COMM_PROTOCOL_UBC_TP = 5,
    /** Value 6. */
    COMM_PROTOCOL_UB_MEM = 6,
    /** Value 7. */
    COMM_PROTOCOL_UBOE = 7,
    /** Value 8. */
    COMM_PROTOCOL_HCCS_ONLY = 8,
    /** Value 9. */
    COMM_PROTOCOL_UB_RTP = 9,
    /** Same as COMM_PROTOCOL_UB_RTP. */
    COMM_PROTOCOL_UBG = COMM_PROTOCOL_UB_RTP,
} CommProtocol;

/** Enumeration CommAddrType. */
typedef enum CommAddrType {
    /** Value -1. */
    COMM_ADDR_TYPE_RESERVED = -1,
    /** Value 0. */
    COMM_ADDR_TYPE_IP_V4 = 0,
    /** Value 1. */
    COMM_ADDR_TYPE_IP_V6 = 1,
    /** Value 2. */
    COMM_ADDR_TYPE_ID = 2,
    /** Value 3. */
    COMM_ADDR_TYPE_EID = 3,
} CommAddrType;

/** Enumeration EndpointLocType. */
typedef enum EndpointLocType {
    /** Value -1. */
    ENDPOINT_LOC_TYPE_RESERVED = -1,
    /** Value 0. */
    ENDPOINT_LOC_TYPE_DEVICE = 0,
    /** Value 1. */
    ENDPOINT_LOC_TYPE_HOST = 1,
} EndpointLocType;

/** Enumeration CommMemType. */
typedef enum CommMemType {
    /** Value -1. */
    COMM_MEM_TYPE_INVALID = -1,
    /** Value 0. */
    COMM_MEM_TYPE_DEVICE = 0,
    /** Value 1. */
    COMM_MEM_TYPE_HOST = 1,
} CommMemType;

/** Enumeration HcommSocketRole. */
typedef enum HcommSocketRole {
    /** Value -1. */
    HCOMM_SOCKET_ROLE_RESERVED = -1,
    /** Value 0. */
    HCOMM_SOCKET_ROLE_CLIENT = 0,
    /** Value 1. */
    HCOMM_SOCKET_ROLE_SERVER = 1,
} HcommSocketRole;

/** Enumeration HcommEndpointFeatureType. */
typedef enum HcommEndpointFeatureType {
    /** Value -1. */
    HCOMM_ENDPOINT_FEATURE_INVALID = -1,
    /** Value 0. */
    HCOMM_ENDPOINT_FEATURE_NDA = 0,
} HcommEndpointFeatureType;

/** Enumeration ThreadResType. */
typedef enum ThreadResType {
    /** Value -1. */
    THREAD_RES_TYPE_INVALID = -1,
    /** Value 0. */
    THREAD_RES_TYPE_STREAM = 0,
} ThreadResType;

/** Type HcommResult. */
typedef int32_t HcommResult;

/** Type EndpointHandle. */
typedef void *EndpointHandle;

/** Type HcommMemHandle. */
typedef void *HcommMemHandle;

/** Type HcommSocket. */
typedef void *HcommSocket;

#ifndef CHANNEL_HANDLE_DEFINED
#define CHANNEL_HANDLE_DEFINED
/** Type ChannelHandle. */
typedef uint64_t ChannelHandle;
#endif /* CHANNEL_HANDLE_DEFINED */

#ifndef THREAD_HANDLE_DEFINED
#define THREAD_HANDLE_DEFINED
/** Type ThreadHandle. */
typedef uint64_t ThreadHandle;
#endif /* THREAD_HANDLE_DEFINED */

/** Structure CommAbiHeader: 16 bytes. */
typedef struct CommAbiHeader {
    /** Member version. */
    uint32_t version;
    /** Member magicWord. */
    uint32_t magicWord;
    /** Member size. */
    uint32_t size;
    /** Member reserved. */
    uint32_t reserved;
} CommAbiHeader;

/** Structure ThreadConfig: 32 bytes. */
typedef struct ThreadConfig {
    /** Member header. */
    CommAbiHeader header;
    /** Member notifyNumPerThread. */
    uint16_t notifyNumPerThread;
    /** Member reserved. */
    uint8_t reserved[14];
} ThreadConfig;

/** Structure CommAddr: 40 bytes. */
typedef struct CommAddr {
    /** Member type. */
    CommAddrType type;
    /** Member anon_0. */
    __extension__ union {
        /** Member raws. */
        uint8_t raws[36];
        /** Member addr. */
        struct in_addr addr;
        /** Member addr6. */
        struct in6_addr addr6;
        /** Member id. */
        uint32_t id;
        /** Member eid. */
        uint8_t eid[16];
    };
} CommAddr;

/** Structure EndpointLoc: 64 bytes. */
typedef struct EndpointLoc {
    /** Member locType. */
    EndpointLocType locType;
    /** Member anon_0. */
    __extension__ union {
        /** Member raws. */
        uint8_t raws[60];
        /** Member device. */
        struct {
            /** Member devPhyId. */
            uint32_t devPhyId;
            /** Member superDevId. */
            uint32_t superDevId;
            /** Member serverIdx. */
            uint32_t serverIdx;
            /** Member superPodIdx. */
            uint32_t superPodIdx;
        } device;
        /** Member host. */
        struct {
            /** Member id. */
            uint32_t id;
        } host;
    };
} EndpointLoc;

/** Structure EndpointDesc: 160 bytes. */
typedef struct EndpointDesc {
    /** Member protocol. */
    CommProtocol protocol;
    /** Member commAddr. */
    CommAddr commAddr;
    /** Member loc. */
    EndpointLoc loc;
    /** Member anon_0. */
    __extension__ union {
        /** Member raws. */
        uint8_t raws[52];
    };
} EndpointDesc;

/** Structure CommMem: 24 bytes. */
typedef struct CommMem {
    /** Member type. */
    CommMemType type;
    /** Member addr. */
    void *addr;
    /** Member size. */
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
