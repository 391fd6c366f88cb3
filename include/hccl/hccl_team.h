/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hccl_team.rs and src/capi/hccl_team.rs.
 */
#ifndef HCCL_TEAM_H
#define HCCL_TEAM_H

/**
 * @file hccl_team.h
 * Teams: groups of ranks of a communicator with own channels.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <securec.h>
#include "hccl_types.h"
#include "hcomm_res_defs.h"
#include "hcomm_team_defs.h"

/* Constants: typed in C++; macros in C, so that they can be array bounds. */
#ifdef __cplusplus
/** Magic word of HcclTeamCreateDesc. */
static const uint32_t HCCL_TEAM_CREATE_DESC_MAGIC_WORD = 0xfcf0f14;
/** Version of HcclTeamCreateDesc. */
static const uint32_t HCCL_TEAM_CREATE_DESC_VERSION = 1;
/** Magic word of HcclTeamCreateChannelsDesc. */
static const uint32_t HCCL_TEAM_CREATE_CHANNELS_DESC_MAGIC_WORD = 0xfcf0f15;
/** Version of HcclTeamCreateChannelsDesc. */
static const uint32_t HCCL_TEAM_CREATE_CHANNELS_DESC_VERSION = 1;
#else
#define HCCL_TEAM_CREATE_DESC_MAGIC_WORD 0xfcf0f14u
#define HCCL_TEAM_CREATE_DESC_VERSION 1u
#define HCCL_TEAM_CREATE_CHANNELS_DESC_MAGIC_WORD 0xfcf0f15u
#define HCCL_TEAM_CREATE_CHANNELS_DESC_VERSION 1u
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** A team to be made; prepare it with HcclTeamCreateDescInit. */
typedef struct HcclTeamCreateDesc {
    /** Magic word, version and size; the initialiser of this type writes it. */
    CommAbiHeader header;
    /** Its ranks; the position of a rank is its number in the team. */
    const uint32_t *rankIds;
    /** How many ranks, at least 2. */
    uint32_t rankNum;
    /** Rank of the caller. */
    uint32_t selfRankId;
    /** Layer of the network that connects it, 0 to 2. */
    uint32_t netLayer;
    /** Protocol. */
    CommProtocol protocol;
    /** Memory for synchronising that its kernels need. */
    HcommTeamSyncMemRequirement requirement;
    /** Not used; 0. */
    uint32_t reserved[4];
} HcclTeamCreateDesc;

/** Channels of a team; prepare it with HcclTeamCreateChannelsDescInit. */
typedef struct HcclTeamCreateChannelsDesc {
    /** Magic word, version and size; the initialiser of this type writes it. */
    CommAbiHeader header;
    /** Engine that uses it. */
    CommEngine engine;
    /** Notifies of each channel end. */
    uint32_t notifyNum;
    /** Protocol. */
    CommProtocol protocol;
    /** Channels to each member, at least 1. */
    uint32_t channelCnt;
    /** Not used; 0. */
    uint32_t reserved[4];
} HcclTeamCreateChannelsDesc;

/**
 * Makes a team of ranks of a communicator, with zeroed memory for synchronising kernels: 8 bytes for each barrier and
 * member. Local; the handle is the device address of an HcommTeam, which kernels read, and lives until
 * HcclTeamDestroy or the end of the communicator. The members make teams of the same ranks in the same order.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for fewer than 2 ranks, more than the communicator has or a requirement
 * out of range, HCCL_E_NOT_FOUND if this rank is no member, HCCL_E_MEMORY without device memory.
 */
HcclResult HcclWorldTeamCreate(HcclComm comm,
                               const HcclTeamCreateDesc *desc,
                               HcommTeamHandle *worldTeam);

/**
 * Makes a team of some members of a world team; it uses the world team's channels and windows. Errors: as
 * HcclWorldTeamCreate, and HCCL_E_PARA for what is no world team or a rank outside of it.
 */
HcclResult HcclSubTeamCreate(HcommTeamHandle worldTeam,
                             const HcclTeamCreateDesc *desc,
                             HcommTeamHandle *team);

/**
 * Destroys a team, with its sub-teams and windows if it is a world team. An unknown team is no error.
 * Errors: HCCL_E_PTR for NULL.
 */
HcclResult HcclTeamDestroy(HcommTeamHandle team);

/**
 * Registers device memory as a window of a world team. All members register in the same order, before
 * HcclTeamChannelsCreate, which fills the HcommWindow at the handle with the memory of all members. A range inside
 * a window of the team gives that window; the memory must outlive the window.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for a flag that is not 0, memory that is not on the device,
 * or another team.
 */
HcclResult HcclTeamWindowRegister(HcclComm comm,
                                  HcommTeamHandle worldTeam,
                                  const CommMem *localMem,
                                  HcommWindowHandle *window,
                                  uint32_t flag);

/** Ends a window; an unknown one is no error. Errors: HCCL_E_PTR for NULL. */
HcclResult HcclTeamWindowDeregister(HcommTeamHandle worldTeam, HcommWindowHandle window);

/**
 * Connects the members of a team with channelCnt channels each, over the first link of the team's layer (protocol
 * is not looked at); all members must call it, and it blocks until they did. Afterwards kernels find in the HcommTeam
 * the channels, as ChannelEntity each whatever the engine, and everybody's synchronisation memory, and in the
 * windows everybody's memory.
 *
 * Errors: HCCL_E_PTR for NULL or an unknown team, HCCL_E_PARA for 0 channels, another communicator's team, members
 * that made unequal teams or windows, or a team whose windows are bound already, HCCL_E_NOT_FOUND without a link, and
 * those of HcclChannelAcquire.
 */
HcclResult HcclTeamChannelsCreate(HcclComm comm,
                                  HcommTeamHandle team,
                                  const HcclTeamCreateChannelsDesc *desc);

#ifdef __cplusplus
} /* extern "C" */
#endif

/**
 * Prepares the description of a team: the header, no ranks, layer 0, no protocol, no synchronisation memory; the
 * reserved members of the requirement are not set (0xFF bytes).
 *
 * @param desc the description.
 * @return HCCL_SUCCESS, or HCCL_E_PTR if desc is NULL.
 */
static inline HcclResult HcclTeamCreateDescInit(HcclTeamCreateDesc *desc)
{
    if (desc == NULL) {
        return HCCL_E_PTR;
    }
    memset(desc, 0xFF, sizeof(HcclTeamCreateDesc));
    desc->header.version = HCCL_TEAM_CREATE_DESC_VERSION;
    desc->header.magicWord = HCCL_TEAM_CREATE_DESC_MAGIC_WORD;
    desc->header.size = sizeof(HcclTeamCreateDesc);
    desc->header.reserved = 0;
    desc->rankIds = NULL;
    desc->rankNum = 0;
    desc->selfRankId = 0;
    desc->netLayer = 0;
    desc->protocol = COMM_PROTOCOL_RESERVED;
    desc->requirement.signalCount = 0;
    desc->requirement.counterCount = 0;
    desc->requirement.barrierCount = 0;
    memset(desc->reserved, 0, sizeof(desc->reserved));
    return HCCL_SUCCESS;
}

/**
 * Prepares the description of a team's channels: the header, no engine, no protocol, no notifies, no channels.
 *
 * @param desc the description.
 * @return HCCL_SUCCESS, or HCCL_E_PTR if desc is NULL.
 */
static inline HcclResult HcclTeamCreateChannelsDescInit(HcclTeamCreateChannelsDesc *desc)
{
    if (desc == NULL) {
        return HCCL_E_PTR;
    }
    memset(desc, 0, sizeof(HcclTeamCreateChannelsDesc));
    desc->header.version = HCCL_TEAM_CREATE_CHANNELS_DESC_VERSION;
    desc->header.magicWord = HCCL_TEAM_CREATE_CHANNELS_DESC_MAGIC_WORD;
    desc->header.size = sizeof(HcclTeamCreateChannelsDesc);
    desc->engine = COMM_ENGINE_RESERVED;
    desc->protocol = COMM_PROTOCOL_RESERVED;
    return HCCL_SUCCESS;
}

#endif /* HCCL_TEAM_H */
