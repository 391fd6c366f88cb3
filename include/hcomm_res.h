/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from src/capi/hcomm_res.rs.
 */
#ifndef HCOMM_RES_H
#define HCOMM_RES_H

/**
 * @file hcomm_res.h
 * Endpoints, threads and memory without a communicator.
 *
 * All functions are called on the host, may be called from any OS thread at the same time, and return 0 or a number of
 * HcclResult. What they make is the caller's. Outputs are written only on success.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "hcomm_channel.h"
#include "hcomm_res_defs.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Opens the port that endpoint describes and returns a handle for it; the caller destroys it with
 * HcommEndpointDestroy. Each call makes a new handle. Thread-safe.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for a location or a pair of protocol and location that does
 * not exist, HCCL_E_NOT_SUPPORT for an address that the protocol cannot use.
 */
HcommResult HcommEndpointCreate(const EndpointDesc *endpoint, EndpointHandle *endpointHandle);

/**
 * Closes an endpoint. Destroy its channels first.
 *
 * Errors: HCCL_E_NOT_FOUND if the handle does not live, HCCL_E_UNAVAIL while it has channels.
 */
HcommResult HcommEndpointDestroy(EndpointHandle endpointHandle);

/**
 * Number of endpoints of the device with this logical id. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for a
 * negative id, HCCL_E_NOT_SUPPORT for devices without a list.
 */
HcommResult HcommEndpointGetDescNum(int32_t deviceLogicId, uint32_t *descNum);

/**
 * Writes the endpoints of a device. *descNum is the room of endpointDescs on entry and the number
 * written on return.
 *
 * Errors: those of HcommEndpointGetDescNum, and HCCL_E_PARA if the room is too small; nothing is written
 * then.
 */
HcommResult HcommEndpointGetDescs(int32_t deviceLogicId, uint32_t *descNum, EndpointDesc *endpointDescs);

/**
 * Registers memory at an endpoint, so that channels of it may use the range; the caller ends that with
 * HcommMemUnreg. A range inside a registered one shares its registration.
 *
 * memTag is text for diagnosis and may be NULL. The memory must outlive the registration. Errors, in this
 * order: HCCL_E_NOT_FOUND for an endpoint that does not live, HCCL_E_PTR for NULL, HCCL_E_PARA for an
 * empty range or no type.
 */
HcommResult HcommMemReg(EndpointHandle endpointHandle,
                        const char *memTag,
                        const CommMem *mem,
                        HcommMemHandle *memHandle);

/**
 * Ends a registration. Errors: HCCL_E_PTR for a NULL handle, HCCL_E_NOT_FOUND for one that does not
 * live.
 */
HcommResult HcommMemUnreg(EndpointHandle endpointHandle, HcommMemHandle memHandle);

/**
 * Describes registered memory for another process: *memDesc points to *memDescLen bytes of the library,
 * valid until the memory is unregistered; send a copy.
 *
 * Errors: HCCL_E_NOT_FOUND for handles that do not live, HCCL_E_PTR for NULL.
 */
HcommResult HcommMemExport(EndpointHandle endpointHandle,
                           HcommMemHandle memHandle,
                           void **memDesc,
                           uint32_t *memDescLen);

/**
 * Makes memory that another process exported usable at this endpoint; outMem gets its address, as
 * operations of channels take it, and its size in bytes.
 *
 * Importing the same description again gives HCCL_E_AGAIN and counts. Errors: HCCL_E_NOT_FOUND for an
 * endpoint that does not live, HCCL_E_PTR for NULL, HCCL_E_PARA for a length of 0.
 */
HcommResult HcommMemImport(EndpointHandle endpointHandle,
                           const void *memDesc,
                           uint32_t descLen,
                           CommMem *outMem);

/**
 * Ends one import. Errors: HCCL_E_PTR for NULL, HCCL_E_NOT_FOUND for a description that is not imported,
 * HCCL_E_AGAIN while other imports of it remain.
 */
HcommResult HcommMemUnimport(EndpointHandle endpointHandle, const void *memDesc, uint32_t descLen);

/**
 * Makes threadNum threads (1 to 1000) of an engine on the current device, each a queue of tasks with as
 * many notifies as its element of notifyNumPerThread says (at most 64). The caller frees them with
 * HcommThreadFree.
 *
 * On failure no thread is made. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for numbers or engines out of
 * range.
 */
HcommResult HcommThreadAlloc(CommEngine engine,
                             uint32_t threadNum,
                             const uint32_t *notifyNumPerThread,
                             ThreadHandle *threads);

/**
 * Frees threads. It does not wait for what they still have to do: synchronise first.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for a number of 0 or above 1000, HCCL_E_NOT_FOUND at the
 * first handle that does not live; those before it are freed.
 */
HcommResult HcommThreadFree(const ThreadHandle *threads, uint32_t threadNum);

/**
 * TCP port on which the endpoint waits for channels, for HcommChannelDesc.port of the other side. The
 * first call opens it.
 *
 * Errors: HCCL_E_NOT_FOUND for an endpoint that does not live, HCCL_E_PTR for NULL, HCCL_E_NOT_SUPPORT
 * for endpoints that do not listen.
 */
HcommResult HcommEndpointGetListenPort(EndpointHandle endpointHandle, uint32_t *port);

/**
 * Gives what lies beneath a thread: with THREAD_RES_TYPE_STREAM its aclrtStream, which stays the
 * thread's.
 *
 * infoLen is the size of a pointer. Errors: HCCL_E_PTR for NULL or a thread of 0, HCCL_E_NOT_SUPPORT
 * for other kinds, HCCL_E_PARA for another length.
 */
HcommResult HcommThreadResGetInfo(ThreadHandle thread, ThreadResType resType, uint32_t infoLen, void **info);

/**
 * Tells whether an endpoint offers a feature; unknown features are not offered, which is no error. Errors:
 * HCCL_E_PTR for NULL.
 */
HcommResult HcommEndpointCheckFeature(HcommEndpointFeatureType featureType,
                                      const EndpointDesc *endpointDesc,
                                      bool *value);

/**
 * Allocates size bytes of device memory that other ranks can map; the size is rounded up to the
 * granularity of the device. The caller frees it with HcommMemFree.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for 0 bytes, HCCL_E_RUNTIME if the device has no room.
 */
HcommResult HcommMemAlloc(void **ptr, size_t size);

/** Frees memory of HcommMemAlloc; NULL is no error. Errors: HCCL_E_RUNTIME for other addresses. */
HcommResult HcommMemFree(void *ptr);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_RES_H */
