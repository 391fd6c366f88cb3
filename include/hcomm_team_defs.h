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

/** Type HcommTeamHandle. */
typedef uint64_t *HcommTeamHandle;

/** Type HcommWindowHandle. */
typedef uint64_t *HcommWindowHandle;

/** Structure HcommTeamSyncMemRequirement: 32 bytes. */
typedef struct HcommTeamSyncMemRequirement {
    /** Member signalCount. */
    uint32_t signalCount;
    /** Member counterCount. */
    uint32_t counterCount;
    /** Member barrierCount. */
    uint32_t barrierCount;
    /** Member reserved. */
    uint32_t reserved[5];
} HcommTeamSyncMemRequirement;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_TEAM_DEFS_H */
