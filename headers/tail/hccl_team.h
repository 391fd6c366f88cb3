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
