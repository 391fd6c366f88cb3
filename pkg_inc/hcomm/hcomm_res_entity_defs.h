/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hcomm_res_entity_defs.rs.
 */
#ifndef HCOMM_RES_ENTITY_DEFS_H
#define HCOMM_RES_ENTITY_DEFS_H

/**
 * @file hcomm_res_entity_defs.h
 * Layouts of the objects behind handles that kernels read.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hcomm/hcomm_res_defs.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Enumeration ProtectionType. */
typedef enum ProtectionType {
    /** Value -1. */
    PROTECTION_TYPE_INVALID = -1,
    /** Value 0. */
    PROTECTION_TYPE_ROCE = 0,
    /** Value 1. */
    PROTECTION_TYPE_UB = 1,
} ProtectionType;

/** Enumeration SqContextType. */
typedef enum SqContextType {
    /** Value -1. */
    SQ_CONTEXT_TYPE_INVALID = -1,
    /** Value 0. */
    SQ_CONTEXT_TYPE_UB_JFS = 0,
    /** Value 1. */
    SQ_CONTEXT_TYPE_ROCE = 1,
} SqContextType;

/** Enumeration CqContextType. */
typedef enum CqContextType {
    /** Value -1. */
    CQ_CONTEXT_TYPE_INVALID = -1,
    /** Value 0. */
    CQ_CONTEXT_TYPE_UB_JFC = 0,
    /** Value 1. */
    CQ_CONTEXT_TYPE_ROCE = 1,
} CqContextType;

/** Enumeration RegedNotifyType. */
typedef enum RegedNotifyType {
    /** Value -1. */
    REGED_NOTIFY_INVALID = -1,
    /** Value 0. */
    REGED_NOTIFY_IPC_RT = 0,
    /** Value 1. */
    REGED_NOTIFY_IPC_MEM = 1,
    /** Value 2. */
    REGED_NOTIFY_RMA_RT = 2,
    /** Value 3. */
    REGED_NOTIFY_RMA_MEM = 3,
} RegedNotifyType;

/** Enumeration RegedBufferType. */
typedef enum RegedBufferType {
    /** Value -1. */
    REGED_BUFFER_INVALID = -1,
    /** Value 0. */
    REGED_BUFFER_IPC = 0,
    /** Value 1. */
    REGED_BUFFER_RMA = 1,
} RegedBufferType;

/** Type ChannelPtr. */
typedef uint64_t ChannelPtr;

/** Structure ProtectionInfo: 28 bytes. */
typedef struct ProtectionInfo {
    /** Member type. */
    ProtectionType type;
    /** Member memInfo. */
    union {
        /** Member roce. */
        struct {
            /** Member lkey. */
            uint32_t lkey;
            /** Member rkey. */
            uint32_t rkey;
        } roce;
        /** Member ub. */
        struct {
            /** Member tokenId. */
            uint32_t tokenId;
            /** Member tokenValue. */
            uint32_t tokenValue;
        } ub;
        /** Member raws. */
        uint8_t raws[24];
    } memInfo;
} ProtectionInfo;

/** Structure RegedBufferEntity: 64 bytes. */
typedef struct RegedBufferEntity {
    /** Member type. */
    RegedBufferType type;
    /** Member bufferInfo. */
    union {
        /** Member ipc. */
        struct {
            /** Member addr. */
            uint64_t addr;
            /** Member size. */
            uint64_t size;
        } ipc;
        /** Member rma. */
        struct {
            /** Member addr. */
            uint64_t addr;
            /** Member size. */
            uint64_t size;
            /** Member protectionInfo. */
            ProtectionInfo protectionInfo;
        } rma;
        /** Member raws. */
        uint8_t raws[56];
    } bufferInfo;
} RegedBufferEntity;

/** Structure RegedNotifyEntity: 64 bytes. */
typedef struct RegedNotifyEntity {
    /** Member type. */
    RegedNotifyType type;
    /** Member notifyInfo. */
    union {
        /** Member ipcRt. */
        struct {
            /** Member addr. */
            uint64_t addr;
            /** Member size. */
            uint32_t size;
            /** Member notifyId. */
            int32_t notifyId;
        } ipcRt;
        /** Member ipcMem. */
        struct {
            /** Member addr. */
            uint64_t addr;
            /** Member size. */
            uint32_t size;
        } ipcMem;
        /** Member rmaRt. */
        struct {
            /** Member addr. */
            uint64_t addr;
            /** Member size. */
            uint32_t size;
            /** Member notifyId. */
            int32_t notifyId;
            /** Member protectionInfo. */
            ProtectionInfo protectionInfo;
        } rmaRt;
        /** Member rmaMem. */
        struct {
            /** Member addr. */
            uint64_t addr;
            /** Member size. */
            uint32_t size;
            /** Member protectionInfo. */
            ProtectionInfo protectionInfo;
        } rmaMem;
        /** Member raws. */
        uint8_t raws[56];
    } notifyInfo;
} RegedNotifyEntity;

/** Structure SqContext: 128 bytes. */
typedef struct SqContext {
    /** Member type. */
    SqContextType type;
    /** Member contextInfo. */
    union {
        /** Member ubJfs. */
        struct {
            /** Member sqVa. */
            uint64_t sqVa;
            /** Member headAddr. */
            uint64_t headAddr;
            /** Member tailAddr. */
            uint64_t tailAddr;
            /** Member dbVa. */
            uint64_t dbVa;
            /** Member jfsID. */
            uint32_t jfsID;
            /** Member wqeSize. */
            uint32_t wqeSize;
            /** Member sqDepth. */
            uint32_t sqDepth;
            /** Member tpID. */
            uint32_t tpID;
            /** Member remoteEID. */
            uint8_t remoteEID[16];
        } ubJfs;
        /** Member roceSq. */
        struct {
            /** Member sqVa. */
            uint64_t sqVa;
            /** Member headAddr. */
            uint64_t headAddr;
            /** Member tailAddr. */
            uint64_t tailAddr;
            /** Member dbHwVa. */
            uint64_t dbHwVa;
            /** Member dbSwVa. */
            uint64_t dbSwVa;
            /** Member qpn. */
            uint32_t qpn;
            /** Member wqeSize. */
            uint32_t wqeSize;
            /** Member depth. */
            uint32_t depth;
            /** Member sl. */
            uint8_t sl;
            /** Member dbVendorSpecified. */
            uint64_t dbVendorSpecified;
        } roceSq;
        /** Member raws. */
        uint8_t raws[120];
    } contextInfo;
} SqContext;

/** Structure CqContext: 128 bytes. */
typedef struct CqContext {
    /** Member type. */
    CqContextType type;
    /** Member contextInfo. */
    union {
        /** Member ubJfc. */
        struct {
            /** Member scqVa. */
            uint64_t scqVa;
            /** Member headAddr. */
            uint64_t headAddr;
            /** Member tailAddr. */
            uint64_t tailAddr;
            /** Member dbVa. */
            uint64_t dbVa;
            /** Member jfcID. */
            uint32_t jfcID;
            /** Member cqeSize. */
            uint32_t cqeSize;
            /** Member cqDepth. */
            uint32_t cqDepth;
        } ubJfc;
        /** Member roceCq. */
        struct {
            /** Member cqVa. */
            uint64_t cqVa;
            /** Member headAddr. */
            uint64_t headAddr;
            /** Member tailAddr. */
            uint64_t tailAddr;
            /** Member dbHwVa. */
            uint64_t dbHwVa;
            /** Member dbSwVa. */
            uint64_t dbSwVa;
            /** Member cqn. */
            uint32_t cqn;
            /** Member cqeSize. */
            uint32_t cqeSize;
            /** Member cqDepth. */
            uint32_t cqDepth;
            /** Member dbVendorSpecified. */
            uint64_t dbVendorSpecified;
        } roceCq;
        /** Member raws. */
        uint8_t raws[120];
    } contextInfo;
} CqContext;

/** Structure ChannelEntity: 256 bytes. */
typedef struct ChannelEntity {
    /** Member abiHeader. */
    CommAbiHeader abiHeader;
    /** Member engine. */
    CommEngine engine;
    /** Member protocol. */
    CommProtocol protocol;
    /** Member localNotifyNum. */
    uint32_t localNotifyNum;
    /** Member remoteNotifyNum. */
    uint32_t remoteNotifyNum;
    /** Member localBufferNum. */
    uint32_t localBufferNum;
    /** Member remoteBufferNum. */
    uint32_t remoteBufferNum;
    /** Member sqNum. */
    uint32_t sqNum;
    /** Member cqNum. */
    uint32_t cqNum;
    /** Member localNotifyAddr. */
    RegedNotifyEntity *localNotifyAddr;
    /** Member remoteNotifyAddr. */
    RegedNotifyEntity *remoteNotifyAddr;
    /** Member localBufferAddr. */
    RegedBufferEntity *localBufferAddr;
    /** Member remoteBufferAddr. */
    RegedBufferEntity *remoteBufferAddr;
    /** Member sqContextAddr. */
    SqContext *sqContextAddr;
    /** Member cqContextAddr. */
    CqContext *cqContextAddr;
    /** Member reserve. */
    uint8_t reserve[160];
} ChannelEntity;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_RES_ENTITY_DEFS_H */
