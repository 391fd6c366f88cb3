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

/** HcclCommAssignCcuIns of hccl/hccl_ccu_res.h. */
HcclResult HcclCommAssignCcuIns(HcclComm comm, CcuInsHandle insHandle);

/** HcclCommQueryCcuIns of hccl/hccl_ccu_res.h. */
HcclResult HcclCommQueryCcuIns(HcclComm comm, CcuInsHandle *insHandles, uint32_t *insNum);

/** HcclCommQueryAssignedCcuIns of hccl/hccl_ccu_res.h. */
HcclResult HcclCommQueryAssignedCcuIns(HcclComm comm, CcuInsHandle *insHandles, uint32_t *insNum);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_CCU_RES_H */
