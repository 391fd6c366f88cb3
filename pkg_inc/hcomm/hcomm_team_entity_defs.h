/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hcomm_team_entity_defs.rs.
 */
#ifndef HCOMM_TEAM_ENTITY_DEFS_H
#define HCOMM_TEAM_ENTITY_DEFS_H

/**
 * @file hcomm_team_entity_defs.h
 * Layouts of teams and windows that kernels read.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hcomm/hcomm_res_defs.h>
#include <hcomm/hcomm_team_defs.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Structure HcommWindow: 72 bytes. */
typedef struct HcommWindow {
    /** Member header. */
    CommAbiHeader header;
    /** Member memsNum. */
    uint32_t memsNum;
    /** Member mems. */
    CommMem *mems;
    /** Member worldTeam. */
    HcommTeamHandle worldTeam;
    /** Member reserved. */
    uint32_t reserved[8];
} HcommWindow;

/** Structure HcommTeamSyncMem: 104 bytes. */
typedef struct HcommTeamSyncMem {
    /** Member remoteMems. */
    CommMem *remoteMems;
    /** Member remoteMemsNum. */
    uint32_t remoteMemsNum;
    /** Member shadowMem. */
    CommMem shadowMem;
    /** Member syncMemReq. */
    HcommTeamSyncMemRequirement syncMemReq;
    /** Member syncMemSize. */
    uint64_t syncMemSize;
    /** Member reserved. */
    uint32_t reserved[5];
} HcommTeamSyncMem;

/** Structure HcommTeam: 200 bytes. */
typedef struct HcommTeam {
    /** Member header. */
    CommAbiHeader header;
    /** Member engine. */
    CommEngine engine;
    /** Member memberNum. */
    uint32_t memberNum;
    /** Member selfMemberId. */
    uint32_t selfMemberId;
    /** Member channelsBaseAddr. */
    uint64_t channelsBaseAddr;
    /** Member channelNumPerMember. */
    uint32_t *channelNumPerMember;
    /** Member netLayer. */
    uint32_t netLayer;
    /** Member worldTeamIds. */
    uint32_t *worldTeamIds;
    /** Member syncMem. */
    HcommTeamSyncMem syncMem;
    /** Member reserved. */
    uint32_t reserved[8];
} HcommTeam;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_TEAM_ENTITY_DEFS_H */
