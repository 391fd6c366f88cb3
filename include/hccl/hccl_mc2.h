/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from companions/hccl/src/hccl_mc2.rs.
 */
#ifndef HCCL_MC2_H
#define HCCL_MC2_H

/**
 * @file hccl_mc2.h
 * Arguments of operators that fuse computing and communication.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "hccl_res.h"
#include "hccl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Makes an empty set of arguments for HcclCreateOpResCtx; the caller frees it with HcclKfcFreeOpArgs.
 * Errors: HCCL_E_PTR for NULL.
 */
HcclResult HcclKfcAllocOpArgs(void **opArgs);

/** Frees a set of arguments. Errors: HCCL_E_PTR for NULL. */
HcclResult HcclKfcFreeOpArgs(void *opArgs);

/** Sets the type of the input elements, a number of HcclDataType. Errors: HCCL_E_PTR for NULL. */
HcclResult HcclKfcOpArgsSetSrcDataType(void *opArgs, uint8_t srcDataType);

/** Sets the type of the output elements, a number of HcclDataType. Errors: HCCL_E_PTR for NULL. */
HcclResult HcclKfcOpArgsSetDstDataType(void *opArgs, uint8_t dstDataType);

/** Sets the reduction, a number of HcclReduceOp. Errors: HCCL_E_PTR for NULL. */
HcclResult HcclKfcOpArgsSetReduceType(void *opArgs, uint32_t reduceType);

/** Sets the number of elements. Errors: HCCL_E_PTR for NULL. */
HcclResult HcclKfcOpArgsSetCount(void *opArgs, uint64_t count);

/** Sets the choice of algorithms, as text that is copied. Errors: HCCL_E_PTR for NULL. */
HcclResult HcclKfcOpArgsSetAlgConfig(void *opArgs, char *algConfig);

/** Sets the engine, a number of CommEngine. Errors: HCCL_E_PTR for NULL. */
HcclResult HcclKfcOpArgsSetCommEngine(void *opArgs, uint8_t commEngine);

/**
 * Makes the resources that an operator which fuses computing and communication needs, and gives the device
 * address of their description; it lives as long as the communicator. Errors: HCCL_E_PTR for NULL.
 */
HcclResult HcclCreateOpResCtx(HcclComm comm, uint8_t opType, void *opArgs, void **opResCtx);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_MC2_H */
