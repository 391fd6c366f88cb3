/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from src/capi/hccl_ctrl_plane.rs.
 */
#ifndef HCCL_CTRL_PLANE_H_
#define HCCL_CTRL_PLANE_H_

/**
 * @file hccl_ctrl_plane.h
 * Control plane: exchanging data of the host between ranks.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hccl/hccl_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Address and size in bytes of the exchange buffer of this rank; it stays the communicator's. */
HcclResult CommGetLocalCCLBuf(HcclComm comm, void **addr, uint64_t *size);

/** Address, as this rank can use it, and size in bytes of the exchange buffer of another rank. */
HcclResult CommGetRemoteCCLBuf(HcclComm comm, uint32_t remoteRank, void **addr, uint64_t *size);

/**
 * Address and size in bytes of the device memory in which fused operators keep their state. It is made, zeroed, at the
 * first call and belongs to the communicator. Errors: HCCL_E_PTR for NULL, HCCL_E_OOM without memory.
 */
HcclResult CommGetKFCWorkSpace(HcclComm comm,
                               void **addr,
                               uint64_t *size);

/** Configured size in bytes of one half of the exchange buffer. */
HcclResult CommGetCCLBufSizeCfg(HcclComm comm, uint64_t *cclBufSize);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_CTRL_PLANE_H_ */
