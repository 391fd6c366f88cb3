/**
 * Prepares descriptions of channels: the header, no notifies, no memory, no socket, no name; all attributes of
 * protocols and the quality of service not set (0xFF bytes).
 *
 * @param channelDesc first of descNum descriptions.
 * @param descNum how many.
 * @return 0, or 2 (HCCL_E_PTR) if channelDesc is NULL and descNum is not 0.
 */
static inline HcommResult HcommChannelDescInit(HcommChannelDesc *channelDesc, uint32_t descNum)
{
    if (channelDesc == NULL && descNum != 0) {
        return 2;
    }
    for (uint32_t i = 0; i < descNum; i++) {
        HcommChannelDesc *desc = &channelDesc[i];
        memset(desc, 0xFF, sizeof(HcommChannelDesc));
        desc->header.version = HCOMM_CHANNEL_VERSION;
        desc->header.magicWord = HCOMM_CHANNEL_MAGIC_WORD;
        desc->header.size = sizeof(HcommChannelDesc);
        desc->header.reserved = 0;
        desc->notifyNum = 0;
        desc->exchangeAllMems = false;
        desc->memHandles = NULL;
        desc->memHandleNum = 0;
        desc->socket = NULL;
        desc->role = HCOMM_SOCKET_ROLE_RESERVED;
        desc->port = 0;
        desc->roceAttr.srcPortList = NULL;
        desc->channelName = NULL;
    }
    return 0;
}
