/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from src/capi/hccl_sym_win.rs.
 */
#ifndef HCCL_SYM_WIN_H
#define HCCL_SYM_WIN_H

/**
 * @file hccl_sym_win.h
 * Symmetric windows, seen from a kernel.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "hccl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * For kernels: address at which peerRank's part of a symmetric window can be reached, offset bytes from
 * its start. Pure arithmetic, callable on the host as well; any number of threads may call it.
 *
 * Loads, stores and operations on channels to that rank take the address; in a network channel to another host it is a
 * remote address only. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for a rank or an offset outside, an unknown window,
 * or a part that its rank has not exchanged yet.
 */
HcclResult HcclSymWinGetPeerPointer(HcclCommSymWindow winHandle,
                                    size_t offset,
                                    uint32_t peerRank,
                                    void **ptr);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCCL_SYM_WIN_H */
