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

/** What network operations need to use memory. */
typedef enum ProtectionType {
    /** Nothing. */
    PROTECTION_TYPE_INVALID = -1,
    /** Keys of RDMA. */
    PROTECTION_TYPE_ROCE = 0,
    /** A token of UB. */
    PROTECTION_TYPE_UB = 1,
} ProtectionType;

/** Kinds of send queues. */
typedef enum SqContextType {
    /** None. */
    SQ_CONTEXT_TYPE_INVALID = -1,
    /** UB. */
    SQ_CONTEXT_TYPE_UB_JFS = 0,
    /** RoCE. */
    SQ_CONTEXT_TYPE_ROCE = 1,
} SqContextType;

/** Kinds of completion queues. */
typedef enum CqContextType {
    /** None. */
    CQ_CONTEXT_TYPE_INVALID = -1,
    /** UB. */
    CQ_CONTEXT_TYPE_UB_JFC = 0,
    /** RoCE. */
    CQ_CONTEXT_TYPE_ROCE = 1,
} CqContextType;

/** Kinds of notifies. */
typedef enum RegedNotifyType {
    /** None. */
    REGED_NOTIFY_INVALID = -1,
    /** Of the runtime, reached by memory accesses. */
    REGED_NOTIFY_IPC_RT = 0,
    /** A word of memory, reached by memory accesses. */
    REGED_NOTIFY_IPC_MEM = 1,
    /** Of the runtime, reached through the network. */
    REGED_NOTIFY_RMA_RT = 2,
    /** A word of memory, reached through the network. */
    REGED_NOTIFY_RMA_MEM = 3,
} RegedNotifyType;

/** Kinds of buffers. */
typedef enum RegedBufferType {
    /** None. */
    REGED_BUFFER_INVALID = -1,
    /** Reached by memory accesses. */
    REGED_BUFFER_IPC = 0,
    /** Reached through the network. */
    REGED_BUFFER_RMA = 1,
} RegedBufferType;

/** Device address of a channel's description. */
typedef uint64_t ChannelPtr;

/** What network operations need to use memory. */
typedef struct ProtectionInfo {
    /** Kind. */
    ProtectionType type;
    /** Keys or token, by kind. */
    union {
        /** For RoCE. */
        struct {
            /** Key for local use. */
            uint32_t lkey;
            /** Key for use by the peer. */
            uint32_t rkey;
        } roce;
        /** For UB. */
        struct {
            /** Number of the token. */
            uint32_t tokenId;
            /** Its value. */
            uint32_t tokenValue;
        } ub;
        /** All bytes; they fix the size. */
        uint8_t raws[24];
    } memInfo;
} ProtectionInfo;

/** A buffer, as kernels see it. */
typedef struct RegedBufferEntity {
    /** Kind. */
    RegedBufferType type;
    /** The buffer, by kind. */
    union {
        /** For REGED_BUFFER_IPC. */
        struct {
            /** Address. */
            uint64_t addr;
            /** Bytes. */
            uint64_t size;
        } ipc;
        /** For REGED_BUFFER_RMA. */
        struct {
            /** Address. */
            uint64_t addr;
            /** Bytes. */
            uint64_t size;
            /** What network operations need to use the memory. */
            ProtectionInfo protectionInfo;
        } rma;
        /** All bytes; they fix the size. */
        uint8_t raws[56];
    } bufferInfo;
} RegedBufferEntity;

/** A notify, as kernels see it. */
typedef struct RegedNotifyEntity {
    /** Kind. */
    RegedNotifyType type;
    /** The notify, by kind. */
    union {
        /** For REGED_NOTIFY_IPC_RT. */
        struct {
            /** Address. */
            uint64_t addr;
            /** Bytes. */
            uint32_t size;
            /** Number of the notify in the runtime. */
            int32_t notifyId;
        } ipcRt;
        /** For REGED_NOTIFY_IPC_MEM. */
        struct {
            /** Address. */
            uint64_t addr;
            /** Bytes. */
            uint32_t size;
        } ipcMem;
        /** For REGED_NOTIFY_RMA_RT. */
        struct {
            /** Address. */
            uint64_t addr;
            /** Bytes. */
            uint32_t size;
            /** Number of the notify in the runtime. */
            int32_t notifyId;
            /** What network operations need to use the memory. */
            ProtectionInfo protectionInfo;
        } rmaRt;
        /** For REGED_NOTIFY_RMA_MEM. */
        struct {
            /** Address. */
            uint64_t addr;
            /** Bytes. */
            uint32_t size;
            /** What network operations need to use the memory. */
            ProtectionInfo protectionInfo;
        } rmaMem;
        /** All bytes; they fix the size. */
        uint8_t raws[56];
    } notifyInfo;
} RegedNotifyEntity;

/** A send queue, as kernels see it. */
typedef struct SqContext {
    /** Kind. */
    SqContextType type;
    /** The queue, by kind. */
    union {
        /** For UB. */
        struct {
            /** Address of the queue. */
            uint64_t sqVa;
            /** Address of the number of the oldest entry. */
            uint64_t headAddr;
            /** Address of the number of the next entry. */
            uint64_t tailAddr;
            /** Address of the doorbell. */
            uint64_t dbVa;
            /** Number of the queue. */
            uint32_t jfsID;
            /** Bytes of one entry. */
            uint32_t wqeSize;
            /** Entries of the queue; for channels a power of two, 0xFFFFFFFF is the default. */
            uint32_t sqDepth;
            /** Number of the transport. */
            uint32_t tpID;
            /** Entity of the other side. */
            uint8_t remoteEID[16];
        } ubJfs;
        /** For RoCE. */
        struct {
            /** Address of the queue. */
            uint64_t sqVa;
            /** Address of the number of the oldest entry. */
            uint64_t headAddr;
            /** Address of the number of the next entry. */
            uint64_t tailAddr;
            /** Address of the doorbell of the hardware. */
            uint64_t dbHwVa;
            /** Address of the doorbell record in memory. */
            uint64_t dbSwVa;
            /** Number of the queue pair. */
            uint32_t qpn;
            /** Bytes of one entry. */
            uint32_t wqeSize;
            /** Entries of the queue. */
            uint32_t depth;
            /** Service level of the network, 0 to 7; all bits set is the default. */
            uint8_t sl;
            /** What the doorbell needs besides, as the vendor defines. */
            uint64_t dbVendorSpecified;
        } roceSq;
        /** All bytes; they fix the size. */
        uint8_t raws[120];
    } contextInfo;
} SqContext;

/** A completion queue, as kernels see it. */
typedef struct CqContext {
    /** Kind. */
    CqContextType type;
    /** The queue, by kind. */
    union {
        /** For UB. */
        struct {
            /** Address of the queue. */
            uint64_t scqVa;
            /** Address of the number of the oldest entry. */
            uint64_t headAddr;
            /** Address of the number of the next entry. */
            uint64_t tailAddr;
            /** Address of the doorbell. */
            uint64_t dbVa;
            /** Number of the queue. */
            uint32_t jfcID;
            /** Bytes of one entry. */
            uint32_t cqeSize;
            /** Entries of the queue. */
            uint32_t cqDepth;
        } ubJfc;
        /** For RoCE. */
        struct {
            /** Address of the queue. */
            uint64_t cqVa;
            /** Address of the number of the oldest entry. */
            uint64_t headAddr;
            /** Address of the number of the next entry. */
            uint64_t tailAddr;
            /** Address of the doorbell of the hardware. */
            uint64_t dbHwVa;
            /** Address of the doorbell record in memory. */
            uint64_t dbSwVa;
            /** Number of the queue. */
            uint32_t cqn;
            /** Bytes of one entry. */
            uint32_t cqeSize;
            /** Entries of the queue. */
            uint32_t cqDepth;
            /** What the doorbell needs besides, as the vendor defines. */
            uint64_t dbVendorSpecified;
        } roceCq;
        /** All bytes; they fix the size. */
        uint8_t raws[120];
    } contextInfo;
} CqContext;

/** A channel, as kernels see it: what a channel handle of vector cores points to. */
typedef struct ChannelEntity {
    /** Magic word, version and size. */
    CommAbiHeader abiHeader;
    /** Engine that uses it. */
    CommEngine engine;
    /** Protocol. */
    CommProtocol protocol;
    /** Notifies of this end. */
    uint32_t localNotifyNum;
    /** Notifies of the other end. */
    uint32_t remoteNotifyNum;
    /** Buffers of this end. */
    uint32_t localBufferNum;
    /** Buffers of the other end. */
    uint32_t remoteBufferNum;
    /** Send queues. */
    uint32_t sqNum;
    /** Completion queues. */
    uint32_t cqNum;
    /** Notifies of this end: RegedNotifyEntity each. */
    RegedNotifyEntity *localNotifyAddr;
    /** Notifies of the other end: RegedNotifyEntity each. */
    RegedNotifyEntity *remoteNotifyAddr;
    /** Buffers of this end: RegedBufferEntity each. */
    RegedBufferEntity *localBufferAddr;
    /** Buffers of the other end: RegedBufferEntity each. */
    RegedBufferEntity *remoteBufferAddr;
    /** Send queues: SqContext each. */
    SqContext *sqContextAddr;
    /** Completion queues: CqContext each. */
    CqContext *cqContextAddr;
    /** Not used; 0. */
    uint8_t reserve[160];
} ChannelEntity;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_RES_ENTITY_DEFS_H */
