/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hccl_res_expt.rs and src/capi/hccl_res_expt.rs.
 */
#ifndef HCCL_RES_EXPT_H
#define HCCL_RES_EXPT_H

/**
 * @file hccl_res_expt.h
 * Resources of a communicator that may still change.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hccl/hccl_res.h>

/** A function that the library calls for messages of kernels: address and number of the bytes. 0 is success. */
typedef int32_t Callback(uint64_t, int32_t);

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Address and size in bytes of the exchange buffer of another rank of this server. Errors: HCCL_E_PTR for
 * NULL, HCCL_E_PARA if there is none.
 */
HcclResult HcclGetRemoteIpcHcclBuf(HcclComm comm, uint64_t remoteRank, void **addr, uint64_t *size);

/**
 * Gives device memory of the communicator under a tag: new with *newCreated true, or that of an earlier
 * call with the same size. It lives as long as the communicator; the content of new memory is undefined.
 * memTag NULL is the empty tag; newCreated may be NULL.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for a long tag or another size.
 */
HcclResult HcclDevMemAcquire(HcclComm comm,
                             const char *memTag,
                             uint64_t *size,
                             void **addr,
                             bool *newCreated);

/**
 * Turns threads of one engine into handles that another engine can use in notify operations; at most 40 per
 * call. The handles live as long as the threads.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for numbers, engines or threads that do not fit.
 */
HcclResult HcclThreadExportToCommEngine(HcclComm comm,
                                        uint32_t threadNum,
                                        const ThreadHandle *threads,
                                        CommEngine dstCommEngine,
                                        ThreadHandle *exportedThreads);

/**
 * Registers a function that the library calls for messages with this tag that kernels send to the host
 * (HcommSendRequest): with the address and the number of the bytes, on a thread of the communicator, one
 * message after the other. The kernel gets what the function leaves in the bytes. A result that is not 0 is a
 * failure, which the kernel and the communicator's asynchronous error hear of. The function may register and
 * unregister.
 *
 * The first function of a tag stays. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for a tag of more than 255
 * characters.
 */
int32_t HcclTaskRegister(HcclComm comm, const char *msgTag, Callback cb);

/**
 * Ends the registration of a tag; a call that runs already goes on. Errors: HCCL_E_PTR for NULL,
 * HCCL_E_NOT_FOUND for an unknown tag.
 */
int32_t HcclTaskUnRegister(HcclComm comm, const char *msgTag);

/**
 * Sends length bytes (1 to 2048) along when this rank connects channels the next time; all ranks concerned
 * must do so. A second call replaces the bytes.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for another length.
 */
HcclResult HcclCommAddExchangeInfo(HcclComm comm, const void *data, uint32_t length);

/**
 * Takes the bytes that a peer sent with HcclCommAddExchangeInfo; *actualLength is 0 if there are none.
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for another length.
 */
HcclResult HcclCommGetExchangeInfo(HcclComm comm,
                                   uint32_t remoteRank,
                                   uint32_t length,
                                   void *data,
                                   uint32_t *actualLength);

/** Forgets the bytes of HcclCommAddExchangeInfo that were not sent yet. Errors: HCCL_E_PTR for NULL. */
HcclResult HcclCommResetExchangeInfo(HcclComm comm);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_RES_EXPT_H */
