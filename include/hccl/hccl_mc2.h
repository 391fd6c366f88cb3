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

/** HcclKfcAllocOpArgs. */
HcclResult HcclKfcAllocOpArgs(void **opArgs);

/** HcclKfcFreeOpArgs. */
HcclResult HcclKfcFreeOpArgs(void *opArgs);

/** HcclKfcOpArgsSetSrcDataType. */
HcclResult HcclKfcOpArgsSetSrcDataType(void *opArgs, uint8_t srcDataType);

/** HcclKfcOpArgsSetDstDataType. */
HcclResult HcclKfcOpArgsSetDstDataType(void *opArgs, uint8_t dstDataType);

/** HcclKfcOpArgsSetReduceType. */
HcclResult HcclKfcOpArgsSetReduceType(void *opArgs, uint32_t reduceType);

/** HcclKfcOpArgsSetCount. */
HcclResult HcclKfcOpArgsSetCount(void *opArgs, uint64_t count);

/** HcclKfcOpArgsSetAlgConfig. */
HcclResult HcclKfcOpArgsSetAlgConfig(void *opArgs, char *algConfig);

/** HcclKfcOpArgsSetCommEngine. */
HcclResult HcclKfcOpArgsSetCommEngine(void *opArgs, uint8_t commEngine);

/** HcclCreateOpResCtx. */
HcclResult HcclCreateOpResCtx(HcclComm comm, uint8_t opType, void *opArgs, void **opResCtx);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_MC2_H */
