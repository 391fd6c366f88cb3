/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hcomm_team_defs.rs.
 */
#ifndef HCOMM_TEAM_DEFS_H
#define HCOMM_TEAM_DEFS_H

/**
 * @file hcomm_team_defs.h
 * Handles and descriptions of teams.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A team: the device address of an HcommTeam. */
typedef uint64_t *HcommTeamHandle;

/** A window: the device address of an HcommWindow. */
typedef uint64_t *HcommWindowHandle;

/** Memory for synchronising that the kernels of a team need. */
typedef struct HcommTeamSyncMemRequirement {
    /** Signals; 0. */
    uint32_t signalCount;
    /** Counters; 0. */
    uint32_t counterCount;
    /** Barriers, at least 1. */
    uint32_t barrierCount;
    /** Not used; 0. */
    uint32_t reserved[5];
} HcommTeamSyncMemRequirement;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_TEAM_DEFS_H */
