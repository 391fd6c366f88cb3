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

/** Enumeration HcclConfigType. */
typedef enum HcclConfigType {
    /** Value -1. */
    HCCL_CONFIG_TYPE_INVALID = -1,
    /** Value 0. */
    HCCL_CONFIG_TYPE_OP_EXPANSION_MODE = 0,
    /** Value 1. */
    HCCL_CONFIG_TYPE_HCCL_ALGO = 1,
} HcclConfigType;

/** Enumeration HcclOpExpansionMode. */
typedef enum HcclOpExpansionMode {
    /** Value -1. */
    HCCL_OP_EXPANSION_MODE_INVALID = -1,
    /** Value 0. */
    HCCL_OP_EXPANSION_MODE_AI_CPU = 0,
    /** Value 1. */
    HCCL_OP_EXPANSION_MODE_AIV = 1,
    /** Value 2. */
    HCCL_OP_EXPANSION_MODE_HOST = 2,
    /** Value 3. */
    HCCL_OP_EXPANSION_MODE_HOST_TS = 3,
    /** Value 4. */
    HCCL_OP_EXPANSION_MODE_CCU_MS = 4,
    /** Value 5. */
    HCCL_OP_EXPANSION_MODE_CCU_SCHED = 5,
    /** Value 6. */
    HCCL_OP_EXPANSION_AIV_ONLY = 6,
} HcclOpExpansionMode;

/** Type HcclCommStateCallback. */
typedef HcclResult (*HcclCommStateCallback)(HcclComm, HcclCommStatePhase, void*);

/** Type HcclConfigTypeOpExpansionMode. */
typedef HcclOpExpansionMode HcclConfigTypeOpExpansionMode;

/** HcclCommInitClusterInfo of hccl/hccl_comm.h. */
HcclResult HcclCommInitClusterInfo(const char *clusterInfo, uint32_t rank, HcclComm *comm) HCOMM_WEAK_SYMBOL;

/** HcclCommInitClusterInfoConfig of hccl/hccl_comm.h. */
HcclResult HcclCommInitClusterInfoConfig(const char *clusterInfo,
                                         uint32_t rank,
                                         HcclCommConfig *config,
                                         HcclComm *comm)
HCOMM_WEAK_SYMBOL;

/** HcclCreateSubCommConfig of hccl/hccl_comm.h. */
HcclResult HcclCreateSubCommConfig(HcclComm *comm,
                                   uint32_t rankNum,
                                   uint32_t *rankIds,
                                   uint64_t subCommId,
                                   uint32_t subCommRankId,
                                   HcclCommConfig *config,
                                   HcclComm *subComm)
HCOMM_WEAK_SYMBOL;

/** HcclGetRootInfo of hccl/hccl_comm.h. */
HcclResult HcclGetRootInfo(HcclRootInfo *rootInfo) HCOMM_WEAK_SYMBOL;

/** HcclCommInitRootInfo of hccl/hccl_comm.h. */
HcclResult HcclCommInitRootInfo(uint32_t nRanks,
                                const HcclRootInfo *rootInfo,
                                uint32_t rank,
                                HcclComm *comm)
HCOMM_WEAK_SYMBOL;

/** HcclCommInitRootInfoConfig of hccl/hccl_comm.h. */
HcclResult HcclCommInitRootInfoConfig(uint32_t nRanks,
                                      const HcclRootInfo *rootInfo,
                                      uint32_t rank,
                                      const HcclCommConfig *config,
                                      HcclComm *comm)
HCOMM_WEAK_SYMBOL;

/** HcclSetConfig of hccl/hccl_comm.h. */
HcclResult HcclSetConfig(HcclConfig config, HcclConfigValue configValue) HCOMM_WEAK_SYMBOL;

/** HcclGetConfig of hccl/hccl_comm.h. */
HcclResult HcclGetConfig(HcclConfig config, HcclConfigValue *configValue) HCOMM_WEAK_SYMBOL;

/** HcclGetCommName of hccl/hccl_comm.h. */
HcclResult HcclGetCommName(HcclComm comm, char *commName) HCOMM_WEAK_SYMBOL;

/** HcclCommGetHandleWithName of hccl/hccl_comm.h. */
HcclResult HcclCommGetHandleWithName(const char *commName, HcclComm *comm);

/** HcclGetRankSize of hccl/hccl_comm.h. */
HcclResult HcclGetRankSize(HcclComm comm, uint32_t *rankSize) HCOMM_WEAK_SYMBOL;

/** HcclGetRankId of hccl/hccl_comm.h. */
HcclResult HcclGetRankId(HcclComm comm, uint32_t *rank) HCOMM_WEAK_SYMBOL;

/** HcclBarrier of hccl/hccl_comm.h. */
HcclResult HcclBarrier(HcclComm comm, aclrtStream stream) HCOMM_WEAK_SYMBOL;

/** HcclCommDestroy of hccl/hccl_comm.h. */
HcclResult HcclCommDestroy(HcclComm comm) HCOMM_WEAK_SYMBOL;

/** HcclCommInitAll of hccl/hccl_comm.h. */
HcclResult HcclCommInitAll(uint32_t ndev, int32_t *devices, HcclComm *comms) HCOMM_WEAK_SYMBOL;

/** HcclGetCommAsyncError of hccl/hccl_comm.h. */
HcclResult HcclGetCommAsyncError(HcclComm comm, HcclResult *asyncError) HCOMM_WEAK_SYMBOL;

/** HcclGetErrorString of hccl/hccl_comm.h. */
const char *HcclGetErrorString(HcclResult code) HCOMM_WEAK_SYMBOL;

/** HcclGetCommConfigCapability of hccl/hccl_comm.h. */
uint32_t HcclGetCommConfigCapability(void) HCOMM_WEAK_SYMBOL;

/** HcclCommSuspend of hccl/hccl_comm.h. */
HcclResult HcclCommSuspend(HcclComm comm) HCOMM_WEAK_SYMBOL;

/** HcclCommRegCommStateCallback of hccl/hccl_comm.h. */
HcclResult HcclCommRegCommStateCallback(const char *regName, HcclCommStateCallback cb, void *args);

/** HcclCommResume of hccl/hccl_comm.h. */
HcclResult HcclCommResume(HcclComm comm) HCOMM_WEAK_SYMBOL;

/** HcclCommGetStatus of hccl/hccl_comm.h. */
HcclResult HcclCommGetStatus(const char *commId, HcclCommStatus *status);

/** HcclCommSetMemoryRange of hccl/hccl_comm.h. */
HcclResult HcclCommSetMemoryRange(HcclComm comm,
                                  void *baseVirPtr,
                                  size_t size,
                                  size_t alignment,
                                  uint64_t flags)
HCOMM_WEAK_SYMBOL;

/** HcclCommUnsetMemoryRange of hccl/hccl_comm.h. */
HcclResult HcclCommUnsetMemoryRange(HcclComm comm, void *baseVirPtr) HCOMM_WEAK_SYMBOL;

/** HcclCommActivateCommMemory of hccl/hccl_comm.h. */
HcclResult HcclCommActivateCommMemory(HcclComm comm,
                                      void *virPtr,
                                      size_t size,
                                      size_t offset,
                                      aclrtDrvMemHandle handle,
                                      uint64_t flags)
HCOMM_WEAK_SYMBOL;

/** HcclCommDeactivateCommMemory of hccl/hccl_comm.h. */
HcclResult HcclCommDeactivateCommMemory(HcclComm comm, void *virPtr) HCOMM_WEAK_SYMBOL;

/** HcclCommWorkingDevNicSet of hccl/hccl_comm.h. */
HcclResult HcclCommWorkingDevNicSet(HcclComm comm,
                                    uint32_t *ranks,
                                    bool *useBackup,
                                    uint32_t nRanks)
HCOMM_WEAK_SYMBOL;

/** HcclGroupStart of hccl/hccl_comm.h. */
HcclResult HcclGroupStart(void);

/** HcclGroupEnd of hccl/hccl_comm.h. */
HcclResult HcclGroupEnd(void);

/** HcclGroupStatusGet of hccl/hccl_comm.h. */
HcclResult HcclGroupStatusGet(bool *isGroupEnabled);

/** HcclCommSymWinRegister of hccl/hccl_comm.h. */
HcclResult HcclCommSymWinRegister(HcclComm comm,
                                  void *addr,
                                  uint64_t size,
                                  HcclCommSymWindow *winHandle,
                                  uint32_t flag);

/** HcclCommSymWinDeregister of hccl/hccl_comm.h. */
HcclResult HcclCommSymWinDeregister(HcclCommSymWindow winHandle);

/** HcclCommSymWinGet of hccl/hccl_comm.h. */
HcclResult HcclCommSymWinGet(HcclComm comm,
                             void *ptr,
                             size_t size,
                             HcclCommSymWindow *winHandle,
                             size_t *offset);

/** HcclConfigGetInfo of hccl/hccl_comm.h. */
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
