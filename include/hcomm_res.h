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
 * Endpoints, channels, threads and memory without a communicator.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "hcomm_channel.h"
#include "hcomm_res_defs.h"

#ifdef __cplusplus
extern "C" {
#endif

/** HcommEndpointCreate of hcomm/hcomm_res.h. */
HcommResult HcommEndpointCreate(const EndpointDesc *endpoint, EndpointHandle *endpointHandle);

/** HcommEndpointDestroy of hcomm/hcomm_res.h. */
HcommResult HcommEndpointDestroy(EndpointHandle endpointHandle);

/** HcommEndpointGetDescNum of hcomm/hcomm_res.h. */
HcommResult HcommEndpointGetDescNum(int32_t deviceLogicId, uint32_t *descNum);

/** HcommEndpointGetDescs of hcomm/hcomm_res.h. */
HcommResult HcommEndpointGetDescs(int32_t deviceLogicId, uint32_t *descNum, EndpointDesc *endpointDescs);

/** HcommMemReg of hcomm/hcomm_res.h. */
HcommResult HcommMemReg(EndpointHandle endpointHandle,
                        const char *memTag,
                        const CommMem *mem,
                        HcommMemHandle *memHandle);

/** HcommMemUnreg of hcomm/hcomm_res.h. */
HcommResult HcommMemUnreg(EndpointHandle endpointHandle, HcommMemHandle memHandle);

/** HcommMemExport of hcomm/hcomm_res.h. */
HcommResult HcommMemExport(EndpointHandle endpointHandle,
                           HcommMemHandle memHandle,
                           void **memDesc,
                           uint32_t *memDescLen);

/** HcommMemImport of hcomm/hcomm_res.h. */
HcommResult HcommMemImport(EndpointHandle endpointHandle,
                           const void *memDesc,
                           uint32_t descLen,
                           CommMem *outMem);

/** HcommMemUnimport of hcomm/hcomm_res.h. */
HcommResult HcommMemUnimport(EndpointHandle endpointHandle, const void *memDesc, uint32_t descLen);

/** HcommThreadAlloc of hcomm/hcomm_res.h. */
HcommResult HcommThreadAlloc(CommEngine engine,
                             uint32_t threadNum,
                             const uint32_t *notifyNumPerThread,
                             ThreadHandle *threads);

/** HcommThreadFree of hcomm/hcomm_res.h. */
HcommResult HcommThreadFree(const ThreadHandle *threads, uint32_t threadNum);

/** HcommEndpointGetListenPort of hcomm/hcomm_res.h. */
HcommResult HcommEndpointGetListenPort(EndpointHandle endpointHandle, uint32_t *port);

/** HcommThreadResGetInfo of hcomm/hcomm_res.h. */
HcommResult HcommThreadResGetInfo(ThreadHandle thread, ThreadResType resType, uint32_t infoLen, void **info);

/** HcommEndpointCheckFeature of hcomm/hcomm_res.h. */
HcommResult HcommEndpointCheckFeature(HcommEndpointFeatureType featureType,
                                      const EndpointDesc *endpointDesc,
                                      bool *value);

/** HcommMemAlloc of hcomm/hcomm_res.h. */
HcommResult HcommMemAlloc(void **ptr, size_t size);

/** HcommMemFree of hcomm/hcomm_res.h. */
HcommResult HcommMemFree(void *ptr);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_RES_H */
