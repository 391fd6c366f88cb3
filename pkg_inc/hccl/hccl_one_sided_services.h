/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hccl_one_sided_services.rs and src/capi/hccl_one_sided_services.rs.
 */
#ifndef HCCL_ONE_SIDED_SERVICES_H
#define HCCL_ONE_SIDED_SERVICES_H

/**
 * @file hccl_one_sided_services.h
 * One-sided access to memory of other ranks.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hccl/hccl_types.h>
#include <hcomm/hcomm_res_defs.h>
#include "base.h"

/* Constants: typed in C++; macros in C, so that they can be array bounds. */
#ifdef __cplusplus
/** Bytes of a description of memory. */
static const uint32_t HCCL_MEM_DESC_LENGTH = 0x1ff;
#else
#define HCCL_MEM_DESC_LENGTH 0x1ffu
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** How HcclCommPrepare connects the ranks. */
typedef enum HcclTopoType {
    /** Each with each. */
    HCCL_TOPO_FULLMESH = 0,
    /** Bound of the values. */
    HCCL_TOPO_NUM = 1,
} HcclTopoType;

/** Description of registered memory for another rank; opaque. */
typedef struct HcclMemDesc {
    /** The bytes. */
    char desc[512];
} HcclMemDesc;

/** Several descriptions. */
typedef struct HcclMemDescs {
    /** The first. */
    HcclMemDesc *array;
    /** How many. */
    uint32_t arrayLength;
} HcclMemDescs;

/** One copy of HcclBatchPut or HcclBatchGet. */
typedef struct HcclOneSideOpDesc {
    /** Address here. */
    void *localAddr;
    /** Address at the other rank. */
    void *remoteAddr;
    /** Elements. */
    unsigned long long count;
    /** Type of the elements. */
    HcclDataType dataType;
} HcclOneSideOpDesc;

/** Options of HcclCommPrepare. */
typedef struct HcclPrepareConfig {
    /** How to connect. */
    HcclTopoType topoType;
    /** Not used; 0. */
    unsigned long long rsvd0;
    /** Not used; 0. */
    unsigned long long rsvd1;
    /** Not used; 0. */
    unsigned long long rsvd2;
} HcclPrepareConfig;

/** Registers memory for access by one rank and describes it in desc, for HcclExchangeMemDesc. */
HcclResult HcclRegisterMem(HcclComm comm,
                           uint32_t remoteRank,
                           int type,
                           void *addr,
                           unsigned long long size,
                           HcclMemDesc *desc);

/** Ends a registration of HcclRegisterMem. */
HcclResult HcclDeregisterMem(HcclComm comm, HcclMemDesc *desc);

/**
 * Sends descriptions of memory to a rank and receives its; both call it. timeout is in seconds,
 * *actualNum how many came.
 */
HcclResult HcclExchangeMemDesc(HcclComm comm,
                               uint32_t remoteRank,
                               HcclMemDescs *local,
                               int timeout,
                               HcclMemDescs *remote,
                               uint32_t *actualNum);

/** Makes memory that a description of another rank names usable, and gives its address. */
HcclResult HcclEnableMemAccess(HcclComm comm, HcclMemDesc *remoteMemDesc, CommMem *remoteMem);

/** Ends what HcclEnableMemAccess made. */
HcclResult HcclDisableMemAccess(HcclComm comm, HcclMemDesc *remoteMemDesc);

/** Queues descNum copies of local memory to memory of a rank on stream. */
HcclResult HcclBatchPut(HcclComm comm,
                        uint32_t remoteRank,
                        HcclOneSideOpDesc *desc,
                        uint32_t descNum,
                        rtStream_t stream);

/** Queues descNum copies of memory of a rank to local memory on stream. */
HcclResult HcclBatchGet(HcclComm comm,
                        uint32_t remoteRank,
                        HcclOneSideOpDesc *desc,
                        uint32_t descNum,
                        rtStream_t stream);

/** Registers memory again for several communicators after its physical memory changed. */
HcclResult HcclRemapRegistedMemory(HcclComm *comm,
                                   CommMem *memInfoArray,
                                   unsigned long long commSize,
                                   unsigned long long arraySize);

/** Registers memory for all communicators of the process; bind it to each with HcclCommBindMem. */
HcclResult HcclRegisterGlobalMem(const CommMem *mem, void **memHandle);

/** Ends a registration of HcclRegisterGlobalMem; it must not be bound any more. */
HcclResult HcclDeregisterGlobalMem(void *memHandle);

/** Lets a communicator use memory of HcclRegisterGlobalMem. */
HcclResult HcclCommBindMem(HcclComm comm, void *memHandle);

/** Ends what HcclCommBindMem allowed. */
HcclResult HcclCommUnbindMem(HcclComm comm, void *memHandle);

/**
 * Connects the ranks of a communicator for one-sided access and exchanges the bound memory; all ranks call
 * it. timeout is in seconds.
 */
HcclResult HcclCommPrepare(HcclComm comm, const HcclPrepareConfig *prepareConfig, int timeout);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_ONE_SIDED_SERVICES_H */
