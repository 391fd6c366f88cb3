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

/**
 * Registers size bytes of memory (type 0: device, 1: host) for access by one rank and describes it in desc, for
 * HcclExchangeMemDesc. The same memory again gives the same description and is counted. The memory must live until
 * HcclDeregisterMem or the end of the communicator. For this rank itself nothing is done.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for another type, 0 bytes, more than 64 GiB of device or 1 TiB of host
 * memory, or an unknown rank.
 */
HcclResult HcclRegisterMem(HcclComm comm,
                           uint32_t remoteRank,
                           int type,
                           void *addr,
                           unsigned long long size,
                           HcclMemDesc *desc);

/**
 * Takes one registration of HcclRegisterMem back. Peers must be done with the memory. Errors: HCCL_E_PTR for NULL,
 * HCCL_E_PARA for what is no description, HCCL_E_NOT_FOUND for memory that is not registered.
 */
HcclResult HcclDeregisterMem(HcclComm comm,
                             HcclMemDesc *desc);

/**
 * Sends descriptions of memory to a rank and receives its; both call it, and it blocks until they did. The first call
 * connects the two. timeout is in seconds, 0 for HCCL_CONNECT_TIMEOUT, -1 for none; remote->arrayLength is the
 * room, *actualNum how many came. With this rank itself nothing is done.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for another time-out, an unknown rank, a description of memory that is not
 * registered or too little room, HCCL_E_TIMEOUT if the peer does not come, and those of connecting.
 */
HcclResult HcclExchangeMemDesc(HcclComm comm,
                               uint32_t remoteRank,
                               HcclMemDescs *local,
                               int timeout,
                               HcclMemDescs *remote,
                               uint32_t *actualNum);

/**
 * Makes memory that a description of another rank names usable by puts and gets, and gives its address and size. May be
 * called several times; HcclDisableMemAccess takes each back.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for what is no description, HCCL_E_INTERNAL for one that no
 * HcclExchangeMemDesc of this communicator gave.
 */
HcclResult HcclEnableMemAccess(HcclComm comm,
                               HcclMemDesc *remoteMemDesc,
                               CommMem *remoteMem);

/**
 * Takes one HcclEnableMemAccess back; copies that are queued already are done. Errors: as there, and
 * HCCL_E_NOT_FOUND for memory that is not enabled.
 */
HcclResult HcclDisableMemAccess(HcclComm comm, HcclMemDesc *remoteMemDesc);

/**
 * Queues descNum copies of local memory to memory of a rank on stream. They run in order with
 * the stream's other work, all or (on an error) none of them; when the stream is synchronised they are complete. Remote
 * addresses lie in memory that was enabled, as HcclEnableMemAccess gave them or as the peer knows them.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for more than 256 copies, an unknown rank or this one, an unknown data type
 * or memory that was not enabled, HCCL_E_NOT_FOUND if the rank is not connected.
 */
HcclResult HcclBatchPut(HcclComm comm,
                        uint32_t remoteRank,
                        HcclOneSideOpDesc *desc,
                        uint32_t descNum,
                        rtStream_t stream);

/**
 * Queues descNum copies of memory of a rank to local memory on stream. They run in order with
 * the stream's other work, all or (on an error) none of them; when the stream is synchronised they are complete. Remote
 * addresses lie in memory that was enabled, as HcclEnableMemAccess gave them or as the peer knows them.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for more than 256 copies, an unknown rank or this one, an unknown data type
 * or memory that was not enabled, HCCL_E_NOT_FOUND if the rank is not connected.
 */
HcclResult HcclBatchGet(HcclComm comm,
                        uint32_t remoteRank,
                        HcclOneSideOpDesc *desc,
                        uint32_t descNum,
                        rtStream_t stream);

/**
 * Tells several communicators that the physical memory behind registered memory changed. Memory is reached through
 * mappings here, so nothing needs repair: the arguments are checked.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for 0 elements or a communicator that does not live.
 */
HcclResult HcclRemapRegistedMemory(HcclComm *comm,
                                   CommMem *memInfoArray,
                                   unsigned long long commSize,
                                   unsigned long long arraySize);

/**
 * Registers memory for all communicators of the process; bind it to each with HcclCommBindMem. The memory must live
 * until HcclDeregisterGlobalMem.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for an address of NULL, a size out of range, another type, or memory that
 * overlaps memory registered before.
 */
HcclResult HcclRegisterGlobalMem(const CommMem *mem,
                                 void **memHandle);

/**
 * Ends a registration of HcclRegisterGlobalMem. Errors: HCCL_E_PARA for an unknown handle or memory that is still
 * bound.
 */
HcclResult HcclDeregisterGlobalMem(void *memHandle);

/**
 * Lets a communicator use memory of HcclRegisterGlobalMem; HcclCommPrepare exchanges it. Errors: HCCL_E_PTR for
 * NULL, HCCL_E_PARA for an unknown handle or memory that is bound to it already.
 */
HcclResult HcclCommBindMem(HcclComm comm,
                           void *memHandle);

/**
 * Ends what HcclCommBindMem allowed; what the peers know of the memory stays until the communicator ends. Errors:
 * HCCL_E_PTR for NULL, HCCL_E_PARA for an unknown handle or memory that is not bound to it.
 */
HcclResult HcclCommUnbindMem(HcclComm comm,
                             void *memHandle);

/**
 * Connects all ranks of a communicator with each other for one-sided access and exchanges and enables the bound memory:
 * puts and gets take remote addresses as the peer knows them. All ranks call it, and it blocks until they did; a second
 * call does nothing. timeout is in seconds, 0 for HCCL_CONNECT_TIMEOUT, -1 for none.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for another time-out or topology, HCCL_E_TIMEOUT if a rank does not come,
 * and those of connecting.
 */
HcclResult HcclCommPrepare(HcclComm comm,
                           const HcclPrepareConfig *prepareConfig,
                           int timeout);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_ONE_SIDED_SERVICES_H */
