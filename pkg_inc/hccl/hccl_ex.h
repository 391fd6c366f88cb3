/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from src/capi/hccl_ex.rs.
 */
#ifndef HCCL_EX_H
#define HCCL_EX_H

/**
 * @file hccl_ex.h
 * Older extensions of communicators.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Makes a communicator from the text of a rank table, for services between hosts. */
HcclResult HcclInitComm(const char *rankTableM, uint32_t rank, const CommAttr *attr, HcclComm *comm);

/** Ends a communicator of HcclInitComm. */
HcclResult HcclFinalizeComm(HcclComm comm);

/**
 * Registers host memory for all connections of the process. size is in bytes. Errors: HCCL_E_PTR for NULL,
 * HCCL_E_PARA for 0 bytes, more than 1 TiB, or memory that overlaps memory registered before.
 */
HcclResult HcclRegisterGlobalMemory(void *addr,
                                    unsigned long long size);

/**
 * Ends a registration of HcclRegisterGlobalMemory, given by its first byte. Errors: HCCL_E_PTR for NULL,
 * HCCL_E_NOT_FOUND for another address.
 */
HcclResult HcclUnregisterGlobalMemory(void *addr);

/** Registers host memory for one communicator. size is in bytes. */
HcclResult HcclRegisterMemory(HcclComm comm, void *buffer, uint64_t size);

/** Ends a registration of HcclRegisterMemory. */
HcclResult HcclUnregisterMemory(HcclComm comm, void *buffer);

/** Starts to send count elements to a rank and returns a request for HcclTestSome. */
int HcclIsend(void *buffer,
              int count,
              HcclDataType dataType,
              int dstRank,
              int tag,
              HcclComm comm,
              HcclRequest *request);

/** Starts to receive the message that HcclImprobe found and returns a request for HcclTestSome. */
int HcclImrecv(void *buffer, int count, HcclDataType dataType, HcclMessage *msg, HcclRequest *request);

/** Looks for a message of a rank with a tag, without waiting; *flag tells whether there is one. */
int HcclImprobe(int srcRank, int tag, HcclComm comm, int *flag, HcclMessage *msg, HcclStatus *status);

/** Number of elements of a message, from its status. */
int HcclGetCount(const HcclStatus *status, HcclDataType dataType, int *count);

/** Tells which of count requests are complete, without waiting; those are gone afterwards. */
int HcclTestSome(int count,
                 HcclRequest *requestArray,
                 int *compCount,
                 int *compIndices,
                 HcclStatus *compStatus);

/** Makes a connection object outside of communicators; HcclRawClose ends it. */
HcclResult HcclRawOpen(HcclConn *conn);

/** Ends a connection when its operations are complete. */
HcclResult HcclRawClose(HcclConn conn);

/** Ends a connection at once. */
HcclResult HcclRawForceClose(HcclConn conn);

/** Gives a connection its local address. */
HcclResult HcclRawBind(HcclConn conn, HcclAddr *bindAddr);

/** Connects to the address of a listening process. */
HcclResult HcclRawConnect(HcclConn conn, HcclAddr *connectAddr);

/** Waits for connections; at most backLog may wait to be accepted. */
HcclResult HcclRawListen(HcclConn conn, int backLog);

/** Takes one waiting connection, with the address that it comes from. */
HcclResult HcclRawAccept(HcclConn listenConn, HcclAddr *acceptAddr, HcclConn *acceptConn);

/** Starts to send count elements through a connection. */
HcclResult HcclRawIsend(const void *buf,
                        int count,
                        HcclDataType dataType,
                        HcclConn conn,
                        HcclRequest *request);

/** Looks for a message of a connection, without waiting. */
HcclResult HcclRawImprobe(HcclConn conn, int *flag, HcclMessage *msg, HcclStatus *status);

/** Starts to receive the message that HcclRawImprobe found. */
HcclResult HcclRawImrecv(void *buf, int count, HcclDataType datatype, HcclMessage *msg, HcclRequest *request);

/** Starts to receive the message that HcclRawImprobe found into bufCount buffers. */
HcclResult HcclRawImrecvScatter(void **buf,
                                int *count,
                                int bufCount,
                                HcclDataType datatype,
                                HcclMessage *msg,
                                HcclRequest *request);

/** Number of elements of a message, from its status. */
HcclResult HcclRawGetCount(const HcclStatus *status, HcclDataType dataType, int *count);

/** Tells which of count requests are complete, without waiting. */
HcclResult HcclRawTestSome(int count,
                           HcclRequest *requestArray,
                           int *compCount,
                           int *compIndices,
                           HcclStatus *compStatus);

/**
 * Registers a function that gives the library the group of a device; it replaces the former one. Groups of devices do not
 * exist here, so it is kept but not called. Errors: HCCL_E_PTR for NULL.
 */
HcclResult HcclSetGrpIdCallback(int (*grpIdCallback)(int, int*, int*));

/**
 * Makes the resources that a fused operator needs on the communicator with this name and gives the device
 * address of their description.
 */
HcclResult HcclCreateComResource(const char *commName, uint32_t streamMode, void **commContext);

/** Gives the stream and the notify between the AICPU and the communicator with this name. */
HcclResult HcclGetAicpuOpStreamNotify(const char *commName, rtStream_t *Opstream, void **aicpuNotify);

/** Declared for older programs; answers HCCL_E_NOT_SUPPORT. Use HcclAllocComResourceByTiling. */
HcclResult HcclAllocComResource(HcclComm comm, uint32_t streamMode, void **commContext);

/**
 * Makes the resources that the tiling data of a fused operator asks for and gives the device address of
 * their description.
 */
HcclResult HcclAllocComResourceByTiling(HcclComm comm, void *stream, void *Mc2Tiling, void **commContext);

/** Gives the stream and aicpuNotifyNum notifies between the AICPU and a communicator. */
HcclResult HcclGetAicpuOpStreamAndNotify(HcclComm comm,
                                         rtStream_t *opstream,
                                         uint8_t aicpuNotifyNum,
                                         void **aicpuNotify);

/** Writes what the layers of the communicator's network can do; topoSize is the room of the array. */
HcclResult HcclGetTopoDesc(HcclComm comm, HcclTopoDescs *topoDescs, uint32_t topoSize);

/**
 * Registers device memory of the user with a communicator; gives a handle. HcclCommExchangeMem makes it known to ranks;
 * flag is not looked at. The memory must live until HcclCommDeregister or the end of the communicator.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for 0 bytes or more than 64 GiB.
 */
HcclResult HcclCommRegister(HcclComm comm,
                            void *addr,
                            uint64_t size,
                            void **handle,
                            uint32_t flag);

/** Takes one registration of HcclCommRegister back. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for an unknown handle. */
HcclResult HcclCommDeregister(HcclComm comm,
                              void *handle);

/**
 * Exchanges registered memory with the listed ranks; all of them call it, each with its own memory, and it blocks until
 * they did. HcclBatchPut and HcclBatchGet reach the memory of the others afterwards, at the addresses that they know.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for an unknown handle or rank or no ranks, HCCL_E_TIMEOUT if a rank does
 * not come, and those of connecting.
 */
HcclResult HcclCommExchangeMem(HcclComm comm,
                               void *windowHandle,
                               uint32_t *peerRanks,
                               uint32_t peerRankNum);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_EX_H */
