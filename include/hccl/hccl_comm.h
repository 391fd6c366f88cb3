/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hccl_comm.rs and src/capi/hccl_comm.rs.
 */
#ifndef HCCL_COMM_H_
#define HCCL_COMM_H_

/**
 * @file hccl_comm.h
 * Communicators: making, asking, configuring and destroying them.
 *
 * All functions are called on the host, with a device set (aclrtSetDevice). Outputs are written only on success. Strings end
 * with a NUL. Different communicators may be used from different OS threads at the same time; calls on one communicator
 * must follow each other. NULL for a communicator gives HCCL_E_PTR, one that does not live (any more) HCCL_E_PARA.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <acl/acl.h>
#include <securec.h>
#include "hccl_launch.h"
#include "hccl_res.h"
#include "hccl_types.h"

/*
 * Functions with this mark are weak references: a program that is linked with libhccl.so alone still finds them at
 * run time, because libhccl.so needs libhcomm.so.
 */
#ifndef HCOMM_WEAK_SYMBOL
#define HCOMM_WEAK_SYMBOL __attribute__((weak))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** What HcclConfigGetInfo reads. */
typedef enum HcclConfigType {
    /** Nothing. */
    HCCL_CONFIG_TYPE_INVALID = -1,
    /** An HcclOpExpansionMode, 4 bytes. */
    HCCL_CONFIG_TYPE_OP_EXPANSION_MODE = 0,
    /** The choice of algorithms, text of at most HCCL_COMM_ALGO_MAX_LENGTH bytes. */
    HCCL_CONFIG_TYPE_HCCL_ALGO = 1,
} HcclConfigType;

/** Where operators are turned into tasks. */
typedef enum HcclOpExpansionMode {
    /** Unknown. */
    HCCL_OP_EXPANSION_MODE_INVALID = -1,
    /** On the AICPU. */
    HCCL_OP_EXPANSION_MODE_AI_CPU = 0,
    /** On vector cores. */
    HCCL_OP_EXPANSION_MODE_AIV = 1,
    /** On the host. */
    HCCL_OP_EXPANSION_MODE_HOST = 2,
    /** On the host, run by the device's task scheduler. */
    HCCL_OP_EXPANSION_MODE_HOST_TS = 3,
    /** On the CCU, with its own memory. */
    HCCL_OP_EXPANSION_MODE_CCU_MS = 4,
    /** On the CCU, as a scheduler. */
    HCCL_OP_EXPANSION_MODE_CCU_SCHED = 5,
    /** On vector cores and nowhere else. */
    HCCL_OP_EXPANSION_AIV_ONLY = 6,
} HcclOpExpansionMode;

/**
 * Called with the communicator, the phase and the registered argument; a result other than success is passed
 * on.
 */
typedef HcclResult (*HcclCommStateCallback)(HcclComm, HcclCommStatePhase, void*);

/** What HcclConfigGetInfo writes for HCCL_CONFIG_TYPE_OP_EXPANSION_MODE. */
typedef HcclOpExpansionMode HcclConfigTypeOpExpansionMode;

/**
 * Makes the world communicator from a rank table file (JSON) and returns it in *comm. Every rank of the
 * table calls it with the same file; a device must be set. The caller ends it with HcclCommDestroy.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_INTERNAL for a file that cannot be read, HCCL_E_PARA for a table
 * or a rank that does not fit, HCCL_E_UNAVAIL for another device.
 */
HcclResult HcclCommInitClusterInfo(const char *clusterInfo, uint32_t rank, HcclComm *comm) HCOMM_WEAK_SYMBOL;

/** As HcclCommInitClusterInfo, with a configuration prepared by HcclCommConfigInit. */
HcclResult HcclCommInitClusterInfoConfig(const char *clusterInfo,
                                         uint32_t rank,
                                         HcclCommConfig *config,
                                         HcclComm *comm)
HCOMM_WEAK_SYMBOL;

/**
 * Makes a communicator of rankNum ranks of *comm; the order of rankIds gives their new numbers, the
 * caller's is subCommRankId. All members call it with the same list and the same subCommId; ranks
 * outside call it with NULL and 0xFFFFFFFF and get nothing.
 *
 * The caller ends it with HcclCommDestroy. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for ranks that are
 * twice or not in the parent, a name in use or a configuration out of range.
 */
HcclResult HcclCreateSubCommConfig(HcclComm *comm,
                                   uint32_t rankNum,
                                   uint32_t *rankIds,
                                   uint64_t subCommId,
                                   uint32_t subCommRankId,
                                   HcclCommConfig *config,
                                   HcclComm *subComm)
HCOMM_WEAK_SYMBOL;

/**
 * Makes the address of a new communicator and starts to wait for its ranks in this process, which must live
 * until all of them joined. One rank calls it and sends the bytes to all others, in any way it likes.
 *
 * A device must be set. Errors: HCCL_E_RUNTIME without a device, HCCL_E_PTR for NULL, HCCL_E_PARA for an
 * environment variable out of range, HCCL_E_INTERNAL if no port or no address of this host is usable.
 */
HcclResult HcclGetRootInfo(HcclRootInfo *rootInfo)
HCOMM_WEAK_SYMBOL;

/**
 * Joins the communicator that rootInfo (of HcclGetRootInfo) names, as rank of nRanks, and returns it
 * in *comm. All ranks call it, as threads or processes, each with its own device set; it blocks until all
 * came or HCCL_CONNECT_TIMEOUT (120 s) passed.
 *
 * The caller ends it with HcclCommDestroy. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for numbers out of
 * range, a damaged rootInfo or a name in use, HCCL_E_INTERNAL if ranks contradict each other, cannot reach
 * the root or do not come (HCCL_E_TIMEOUT on products before the 950): the log names them.
 */
HcclResult HcclCommInitRootInfo(uint32_t nRanks,
                                const HcclRootInfo *rootInfo,
                                uint32_t rank,
                                HcclComm *comm)
HCOMM_WEAK_SYMBOL;

/**
 * As HcclCommInitRootInfo, with a configuration prepared by HcclCommConfigInit; it must be the same on
 * all ranks.
 */
HcclResult HcclCommInitRootInfoConfig(uint32_t nRanks,
                                      const HcclRootInfo *rootInfo,
                                      uint32_t rank,
                                      const HcclCommConfig *config,
                                      HcclComm *comm)
HCOMM_WEAK_SYMBOL;

/**
 * Sets an option of the process and of the communicators of the current device; only HCCL_DETERMINISTIC
 * exists, with values 0, 1 and 2. An environment variable wins over it.
 *
 * Errors: HCCL_E_PARA for another value, HCCL_E_NOT_SUPPORT for one that the device does not offer.
 */
HcclResult HcclSetConfig(HcclConfig config, HcclConfigValue configValue) HCOMM_WEAK_SYMBOL;

/** Reads an option of HcclSetConfig. Errors: HCCL_E_PTR for NULL. */
HcclResult HcclGetConfig(HcclConfig config, HcclConfigValue *configValue) HCOMM_WEAK_SYMBOL;

/**
 * Writes the name of a communicator with its NUL; commName has room for 128 bytes. Errors: HCCL_E_PTR
 * for NULL.
 */
HcclResult HcclGetCommName(HcclComm comm, char *commName) HCOMM_WEAK_SYMBOL;

/**
 * Finds a communicator of the current device by its name. The handle does not keep it alive. Errors:
 * HCCL_E_PTR for NULL, HCCL_E_PARA for an unknown name.
 */
HcclResult HcclCommGetHandleWithName(const char *commName, HcclComm *comm);

/** Number of ranks of a communicator. Errors: HCCL_E_PTR for NULL. */
HcclResult HcclGetRankSize(HcclComm comm, uint32_t *rankSize) HCOMM_WEAK_SYMBOL;

/** Rank of the caller in a communicator, from 0. Errors: HCCL_E_PTR for NULL. */
HcclResult HcclGetRankId(HcclComm comm, uint32_t *rank) HCOMM_WEAK_SYMBOL;

/**
 * Queues a barrier of all ranks on stream: later work of the stream runs after every rank reached it.
 * Asynchronous; all ranks call it.
 *
 * Errors: HCCL_E_PTR for NULL. A rank that does not come in time puts the stream into its error state.
 */
HcclResult HcclBarrier(HcclComm comm, aclrtStream stream) HCOMM_WEAK_SYMBOL;

/**
 * Ends a communicator on this rank and frees everything that it owns: threads, channels, buffers.
 * Synchronise its streams first, on all ranks. NULL is no error.
 *
 * Errors: HCCL_E_PARA if it does not live any more, HCCL_E_AGAIN while another call uses it: repeat.
 */
HcclResult HcclCommDestroy(HcclComm comm) HCOMM_WEAK_SYMBOL;

/**
 * Makes a communicator of ndev ranks in this process: comms[i] is rank i on device devices[i]. The
 * calling thread's device is devices[0] afterwards.
 *
 * If one rank fails, all are ended and HCCL_E_INTERNAL is returned. Errors: HCCL_E_PTR for NULL,
 * HCCL_E_PARA for 0 devices or one that is named twice.
 */
HcclResult HcclCommInitAll(uint32_t ndev, int32_t *devices, HcclComm *comms) HCOMM_WEAK_SYMBOL;

/**
 * Newest error that happened in queued operations of a communicator; HCCL_SUCCESS if there was none.
 * Errors: HCCL_E_PTR for NULL.
 */
HcclResult HcclGetCommAsyncError(HcclComm comm, HcclResult *asyncError) HCOMM_WEAK_SYMBOL;

/** Short English text for a result; never NULL, constant for the life of the process. Thread-safe. */
const char *HcclGetErrorString(HcclResult code) HCOMM_WEAK_SYMBOL;

/**
 * Number of members of HcclCommConfig that this library reads: a feature of HcclCommConfigCapability
 * below it is offered.
 */
uint32_t HcclGetCommConfigCapability(void) HCOMM_WEAK_SYMBOL;

/**
 * Stops a communicator: what waits ends with HCCL_E_SUSPENDING, and new operations are refused with it,
 * until HcclCommResume. Errors: HCCL_E_PTR for NULL.
 */
HcclResult HcclCommSuspend(HcclComm comm) HCOMM_WEAK_SYMBOL;

/**
 * Registers a function that the library calls when a communicator is destroyed or resumed; the same name
 * replaces the former one. regName has 1 to 159 characters.
 *
 * The first result that is not success is returned by the call that changes the state. Errors: HCCL_E_PTR
 * for NULL, HCCL_E_PARA for a name of another length.
 */
HcclResult HcclCommRegCommStateCallback(const char *regName, HcclCommStateCallback cb, void *args);

/**
 * Makes a suspended communicator usable again, with all notifies cleared. All ranks call it, after all
 * suspended. Errors: HCCL_E_PTR for NULL.
 */
HcclResult HcclCommResume(HcclComm comm) HCOMM_WEAK_SYMBOL;

/**
 * State of the communicator with this name. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND for an unknown
 * name.
 */
HcclResult HcclCommGetStatus(const char *commId, HcclCommStatus *status);

/**
 * Names a range of this rank's virtual addresses, size bytes from baseVirPtr, in which it will show memory to the
 * other ranks of the server; alignment and flags are not looked at. A range is set once in a process; it ends with
 * HcclCommUnsetMemoryRange or the communicator, whose destruction then waits for the ranks of the server.
 *
 * The first call in a communicator is made by all ranks of the server and blocks until they did; later ones, and the
 * calls below, block until the other ranks have answered, which need not be in a call. A communicator of one rank does
 * nothing. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_SUPPORT on other products than the A3, HCCL_E_PARA for an empty
 * range or one that overlaps another, HCCL_E_TCP_TRANSFER if a rank does not come or answer in time.
 */
HcclResult HcclCommSetMemoryRange(HcclComm comm,
                                  void *baseVirPtr,
                                  size_t size,
                                  size_t alignment,
                                  uint64_t flags)
HCOMM_WEAK_SYMBOL;

/**
 * Ends a range of HcclCommSetMemoryRange. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_SUPPORT on other products than
 * the A3, HCCL_E_PARA for an unknown range or one with active memory, HCCL_E_TCP_TRANSFER without an answer.
 */
HcclResult HcclCommUnsetMemoryRange(HcclComm comm,
                                    void *baseVirPtr)
HCOMM_WEAK_SYMBOL;

/**
 * Shows physical memory (handle, mapped at virPtr as a whole, size bytes; offset 0, flags not looked at) inside
 * a range of HcclCommSetMemoryRange to the ranks of the server, which map it. Deactivate it before the memory is freed.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_SUPPORT on other products than the A3, HCCL_E_PARA outside of a range or
 * over an active block, HCCL_E_INTERNAL if no range was set through this communicator, HCCL_E_RUNTIME if the memory
 * cannot be exported or a rank cannot map it, HCCL_E_TCP_TRANSFER without an answer.
 */
HcclResult HcclCommActivateCommMemory(HcclComm comm,
                                      void *virPtr,
                                      size_t size,
                                      size_t offset,
                                      aclrtDrvMemHandle handle,
                                      uint64_t flags)
HCOMM_WEAK_SYMBOL;

/**
 * Hides a block of HcclCommActivateCommMemory, given by its start. Errors: HCCL_E_PTR for NULL,
 * HCCL_E_NOT_SUPPORT on other products than the A3, HCCL_E_PARA for another address, HCCL_E_TCP_TRANSFER without an
 * answer.
 */
HcclResult HcclCommDeactivateCommMemory(HcclComm comm,
                                        void *virPtr)
HCOMM_WEAK_SYMBOL;

/**
 * Switches the listed ranks between their first network port and the spare one. All ranks call it. Errors:
 * HCCL_E_PTR for NULL, HCCL_E_NOT_SUPPORT for devices without spare ports.
 */
HcclResult HcclCommWorkingDevNicSet(HcclComm comm,
                                    uint32_t *ranks,
                                    bool *useBackup,
                                    uint32_t nRanks)
HCOMM_WEAK_SYMBOL;

/**
 * Starts a group on the calling OS thread: creations and destructions of communicators until HcclGroupEnd
 * are collected. Groups may lie inside each other.
 */
HcclResult HcclGroupStart(void);

/**
 * Ends a group; the outermost end carries out what was collected. Arguments given by pointer must live until
 * then. Errors: HCCL_E_NOT_SUPPORT without a start, or the first error of what was collected.
 */
HcclResult HcclGroupEnd(void);

/** Tells whether the calling OS thread is inside a group. Errors: HCCL_E_PTR for NULL. */
HcclResult HcclGroupStatusGet(bool *isGroupEnabled);

/**
 * Registers size bytes at addr as a window that every rank can reach at an address that
 * HcclSymWinGetPeerPointer computes; flag is 1. All ranks register windows of equal size in the same order.
 *
 * On the A3 all ranks call it together, it blocks until they did, and the whole physical memory
 * (aclrtMallocPhysical, HcommMemAlloc) that holds addr becomes the window. On the 950 it is local; the next
 * HcclChannelAcquire of an AICPU engine over UB exchanges it and answers HCCL_E_PARA if the peer has no window of
 * this size at the same place of its device's memory. A range inside a window of the 950 gives that window.
 *
 * The window ends with HcclCommSymWinDeregister or the communicator. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA
 * for an empty range, another flag, or (A3) memory that is not physical memory or an impossible
 * hcclSymWinMaxMemSizePerRank, HCCL_E_NOT_SUPPORT for other devices; A3: HCCL_E_MEMORY without address space,
 * HCCL_E_INTERNAL if ranks register unequal memory, HCCL_E_DRV if memory cannot be shared, HCCL_E_TCP_TRANSFER
 * if a rank does not come.
 */
HcclResult HcclCommSymWinRegister(HcclComm comm,
                                  void *addr,
                                  uint64_t size,
                                  HcclCommSymWindow *winHandle,
                                  uint32_t flag);

/**
 * Ends a window on this rank; all ranks must be done with it. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA
 * for an unknown window.
 */
HcclResult HcclCommSymWinDeregister(HcclCommSymWindow winHandle);

/**
 * Finds the window that holds size bytes at ptr, and the distance in bytes from its start. On the 950 a range that
 * is in no window is no error: the window is NULL then. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for an empty
 * range, HCCL_E_NOT_FOUND on other devices if no window holds it.
 */
HcclResult HcclCommSymWinGet(HcclComm comm,
                             void *ptr,
                             size_t size,
                             HcclCommSymWindow *winHandle,
                             size_t *offset);

/**
 * Reads what a communicator uses: its mode of expanding operators into 4 bytes, or its choice of algorithms
 * as text into at least 1600 bytes. infoLen is the room in bytes.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for another kind or length.
 */
HcclResult HcclConfigGetInfo(HcclComm comm, HcclConfigType cfgType, uint32_t infoLen, void *info);

#ifdef __cplusplus
} /* extern "C" */
#endif

/**
 * Sets every member of a configuration to "not set" or its default. Call it before changing members: the header it
 * writes tells the library which members the structure has. Strings become empty (their first byte only), padding
 * keeps what it was.
 *
 * @param config the configuration; NULL is ignored.
 */
static inline void HcclCommConfigInit(HcclCommConfig *config)
{
    /* Layout of the bytes that the structure reserves for the library. */
    struct {
        size_t size;
        uint32_t magicWord;
        uint32_t version;
        uint64_t reserved;
    } head;
    if (config == NULL) {
        return;
    }
    head.size = sizeof(HcclCommConfig);
    head.magicWord = HCCL_COMM_CONFIG_MAGIC_WORD;
    head.version = HCCL_COMM_CONFIG_VERSION;
    head.reserved = 0;
    memcpy(config->reserved, &head, sizeof(head));
    config->hcclBufferSize = HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET;
    config->hcclDeterministic = HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET;
    config->hcclCommName[0] = '\0';
    config->hcclUdi[0] = '\0';
    config->hcclOpExpansionMode = HCCL_COMM_DEFAULT_OP_EXPANSION_MODE;
    config->hcclRdmaTrafficClass = HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET;
    config->hcclRdmaServiceLevel = HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET;
    config->hcclWorldRankID = 0;
    config->hcclJobID = 0;
    config->aclGraphZeroCopyEnable = 0;
    config->hcclExecTimeOut = HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET;
    config->hcclAlgo[0] = '\0';
    config->hcclRetryEnable[0] = '\0';
    config->hcclRetryParams[0] = '\0';
    config->hcclBufferName[0] = '\0';
    config->hcclQos = HCCL_COMM_QOS_CONFIG_NOT_SET;
    config->hcclSymWinMaxMemSizePerRank = HCCL_DEFAULT_SYMMETRIC_MEMORY_STRIDE;
    config->hcclChannelSqDepth = HCCL_COMM_SQ_DEPTH_CONFIG_NOT_SET;
}

#endif /* HCCL_COMM_H_ */
