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

/** A window, as kernels see it. */
typedef struct HcommWindow {
    /** Magic word, version and size; the initialiser of this type writes it. */
    CommAbiHeader header;
    /** Members of the team. */
    uint32_t memsNum;
    /** Memory of each member. */
    CommMem *mems;
    /** Team that it belongs to. */
    HcommTeamHandle worldTeam;
    /** Not used; 0. */
    uint32_t reserved[8];
} HcommWindow;

/** Memory for synchronising, as kernels see it. */
typedef struct HcommTeamSyncMem {
    /** That of each member. */
    CommMem *remoteMems;
    /** Members. */
    uint32_t remoteMemsNum;
    /** Memory of this member for its own counts. */
    CommMem shadowMem;
    /** What was asked for. */
    HcommTeamSyncMemRequirement syncMemReq;
    /** Bytes for each member. */
    uint64_t syncMemSize;
    /** Not used; 0. */
    uint32_t reserved[5];
} HcommTeamSyncMem;

/** A team, as kernels see it. */
typedef struct HcommTeam {
    /** Magic word, version and size; the initialiser of this type writes it. */
    CommAbiHeader header;
    /** Engine that uses it. */
    CommEngine engine;
    /** Members. */
    uint32_t memberNum;
    /** Number of this member. */
    uint32_t selfMemberId;
    /** Channels: ChannelEntity each, those to member 0 first. */
    uint64_t channelsBaseAddr;
    /** Channels to each member. */
    uint32_t *channelNumPerMember;
    /** Layer of the network that connects it. */
    uint32_t netLayer;
    /** Numbers of the members in the world team. */
    uint32_t *worldTeamIds;
    /** Memory for synchronising. */
    HcommTeamSyncMem syncMem;
    /** Not used; 0. */
    uint32_t reserved[8];
} HcommTeam;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_TEAM_ENTITY_DEFS_H */
