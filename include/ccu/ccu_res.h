/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from src/capi/ccu_res.rs.
 */
#ifndef CCU_RES_H
#define CCU_RES_H

/**
 * @file ccu_res.h
 * Resources of CCU instances.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ccu_res_defs.h"
#include "ccu_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** HcommCcuVariableAlloc of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuVariableAlloc(CcuInsHandle insHandle,
                                uint8_t dieId,
                                uint32_t num,
                                CcuVariableHandle *varHandle);

/** HcommCcuEventAlloc of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuEventAlloc(CcuInsHandle insHandle,
                             uint8_t dieId,
                             uint32_t num,
                             CcuEventHandle *eventHandle);

/** HcommCcuVariableGetAddr of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuVariableGetAddr(CcuVariableHandle varHandle, uint32_t index, uint64_t *va);

/** HcommCcuEventGetAddr of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuEventGetAddr(CcuEventHandle eventHandle, uint32_t index, uint64_t *va);

/** HcommCcuInsResDescCreate of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuInsResDescCreate(uint32_t dieId, HcommCcuResDescHandle *resDesc);

/** HcommCcuInsResDescDestroy of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuInsResDescDestroy(HcommCcuResDescHandle resDesc);

/** HcommCcuInsResDescQueryDieId of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuInsResDescQueryDieId(HcommCcuResDescHandle resDesc, uint32_t *dieId);

/** HcommCcuInsResDescSetNum of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuInsResDescSetNum(HcommCcuResDescHandle resDesc, HcommCcuResType resType, uint32_t resNum);

/** HcommCcuInsResDescQueryNum of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuInsResDescQueryNum(HcommCcuResDescHandle resDesc,
                                     HcommCcuResType resType,
                                     uint32_t *resNum);

/** HcommCcuInsCreate of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuInsCreate(const HcommCcuResDescHandle *resDescs,
                            uint32_t resDescNum,
                            CcuInsHandle *ccuInsHandle);

/** HcommCcuInsCreateDefault of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuInsCreateDefault(const uint32_t *dieIds, uint32_t dieNum, CcuInsHandle *ccuInsHandle);

/** HcommCcuInsDestroy of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuInsDestroy(CcuInsHandle ccuInsHandle);

/** HcommCcuInsQueryResDesc of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuInsQueryResDesc(CcuInsHandle ccuInsHandle, HcommCcuResDescHandle resDesc);

/** HcommCcuQueryRemainResDesc of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuQueryRemainResDesc(HcommCcuResDescHandle resDesc);

/** HcommCcuKernelQueryResReq of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuKernelQueryResReq(const void *kernelFunc,
                                    const void **kernelArgs,
                                    uint32_t argNum,
                                    HcommCcuResDescHandle resDesc);

/** HcommCcuGetMemToken of hcomm/ccu/ccu_res.h. */
CcuResult HcommCcuGetMemToken(uint64_t srcVa, uint64_t size, uint64_t *tokenInfo);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* CCU_RES_H */
