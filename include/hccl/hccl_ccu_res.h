/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from src/capi/hccl_ccu_res.rs.
 */
#ifndef HCCL_CCU_RES_H
#define HCCL_CCU_RES_H

/**
 * @file hccl_ccu_res.h
 * CCU instances of a communicator.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "hccl_types.h"
#include "../hcomm/ccu/ccu_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Gives a CCU instance to a communicator, which destroys it at its end. Errors: HCCL_E_PTR for NULL,
 * HCCL_E_PARA for 0 or if there is one already, HCCL_E_NOT_FOUND for an unknown instance.
 */
HcclResult HcclCommAssignCcuIns(HcclComm comm, CcuInsHandle insHandle);

/**
 * Gives the CCU instance that a communicator makes for itself at the first call; it stays the
 * communicator's. Errors: HCCL_E_PTR for NULL, HCCL_E_UNAVAIL if the communicator does not use the CCU.
 */
HcclResult HcclCommQueryCcuIns(HcclComm comm, CcuInsHandle *insHandles, uint32_t *insNum);

/**
 * Gives the CCU instance of HcclCommAssignCcuIns. Errors: HCCL_E_PTR for NULL, HCCL_E_UNAVAIL if there
 * is none.
 */
HcclResult HcclCommQueryAssignedCcuIns(HcclComm comm, CcuInsHandle *insHandles, uint32_t *insNum);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_CCU_RES_H */
