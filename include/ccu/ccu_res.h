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

/**
 * Reserves num variables of an instance on a die for the host. Errors: CCU_E_PTR for NULL or an unknown
 * instance, CCU_E_PARA for a die or a number out of range, CCU_E_UNAVAIL if there are not enough.
 */
CcuResult HcommCcuVariableAlloc(CcuInsHandle insHandle,
                                uint8_t dieId,
                                uint32_t num,
                                CcuVariableHandle *varHandle);

/** Reserves num events of an instance on a die for the host. Errors: as HcommCcuVariableAlloc. */
CcuResult HcommCcuEventAlloc(CcuInsHandle insHandle,
                             uint8_t dieId,
                             uint32_t num,
                             CcuEventHandle *eventHandle);

/**
 * Gives the address at which the host can reach a reserved variable. Errors: CCU_E_PTR for NULL,
 * CCU_E_NOT_FOUND for an unknown handle, CCU_E_PARA for an index out of range.
 */
CcuResult HcommCcuVariableGetAddr(CcuVariableHandle varHandle, uint32_t index, uint64_t *va);

/** Gives the address at which the host can reach a reserved event. Errors: as HcommCcuVariableGetAddr. */
CcuResult HcommCcuEventGetAddr(CcuEventHandle eventHandle, uint32_t index, uint64_t *va);

/**
 * Makes an empty description of resources on a die (0 or 1); the caller destroys it. Use it on one thread at
 * a time. Errors: CCU_E_PARA for another die, CCU_E_PTR for NULL.
 */
CcuResult HcommCcuInsResDescCreate(uint32_t dieId, HcommCcuResDescHandle *resDesc);

/** Destroys a description of resources. Errors: CCU_E_NOT_FOUND for an unknown one. */
CcuResult HcommCcuInsResDescDestroy(HcommCcuResDescHandle resDesc);

/** Gives the die of a description. Errors: CCU_E_NOT_FOUND for an unknown one, CCU_E_PTR for NULL. */
CcuResult HcommCcuInsResDescQueryDieId(HcommCcuResDescHandle resDesc, uint32_t *dieId);

/**
 * Sets how many resources of a kind a description has. Errors: CCU_E_NOT_FOUND for an unknown description,
 * CCU_E_PARA for an unknown kind.
 */
CcuResult HcommCcuInsResDescSetNum(HcommCcuResDescHandle resDesc, HcommCcuResType resType, uint32_t resNum);

/**
 * Gives how many resources of a kind a description has. Errors: as HcommCcuInsResDescSetNum, CCU_E_PTR
 * for NULL.
 */
CcuResult HcommCcuInsResDescQueryNum(HcommCcuResDescHandle resDesc,
                                     HcommCcuResType resType,
                                     uint32_t *resNum);

/**
 * Makes a CCU instance with the described resources, at most one description per die; the caller destroys
 * it. Errors: CCU_E_PTR for NULL or an unknown description, CCU_E_PARA for a number out of range or a
 * die twice, CCU_E_UNAVAIL if there are not enough.
 */
CcuResult HcommCcuInsCreate(const HcommCcuResDescHandle *resDescs,
                            uint32_t resDescNum,
                            CcuInsHandle *ccuInsHandle);

/** Makes a CCU instance with everything that is left on the given dies. */
CcuResult HcommCcuInsCreateDefault(const uint32_t *dieIds, uint32_t dieNum, CcuInsHandle *ccuInsHandle);

/** Destroys a CCU instance with its kernels. */
CcuResult HcommCcuInsDestroy(CcuInsHandle ccuInsHandle);

/** Writes the resources of an instance into a description; blocks may have been rounded up. */
CcuResult HcommCcuInsQueryResDesc(CcuInsHandle ccuInsHandle, HcommCcuResDescHandle resDesc);

/** Writes the resources that are left on the die of a description into it. */
CcuResult HcommCcuQueryRemainResDesc(HcommCcuResDescHandle resDesc);

/**
 * Runs a kernel function without keeping its instructions and writes the resources that it needs into a
 * description. Errors: CCU_E_PTR for NULL, CCU_E_PARA for more than one argument.
 */
CcuResult HcommCcuKernelQueryResReq(const void *kernelFunc,
                                    const void **kernelArgs,
                                    uint32_t argNum,
                                    HcommCcuResDescHandle resDesc);

/**
 * Gives the token that a kernel needs for size bytes of memory at srcVa. Errors: CCU_E_PTR for NULL,
 * CCU_E_PARA for 0.
 */
CcuResult HcommCcuGetMemToken(uint64_t srcVa, uint64_t size, uint64_t *tokenInfo);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* CCU_RES_H */
