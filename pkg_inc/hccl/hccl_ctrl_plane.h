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

/** CommGetLocalCCLBuf of hccl/hccl_ctrl_plane.h. */
HcclResult CommGetLocalCCLBuf(HcclComm comm, void **addr, uint64_t *size);

/** CommGetRemoteCCLBuf of hccl/hccl_ctrl_plane.h. */
HcclResult CommGetRemoteCCLBuf(HcclComm comm, uint32_t remoteRank, void **addr, uint64_t *size);

/** CommGetKFCWorkSpace of hccl/hccl_ctrl_plane.h. */
HcclResult CommGetKFCWorkSpace(HcclComm comm, void **addr, uint64_t *size);

/** CommGetCCLBufSizeCfg of hccl/hccl_ctrl_plane.h. */
HcclResult CommGetCCLBufSizeCfg(HcclComm comm, uint64_t *cclBufSize);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_CTRL_PLANE_H_ */
