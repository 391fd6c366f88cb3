/**
 * Prepares descriptions of channels: the header, no remote rank, no protocol, no notifies, no memory; endpoints and
 * attributes not set (0xFF bytes).
 *
 * @param channelDesc first of descNum descriptions.
 * @param descNum how many.
 * @return HCCL_SUCCESS, or HCCL_E_PTR if channelDesc is NULL and descNum is not 0.
 */
static inline HcclResult HcclChannelDescInit(HcclChannelDesc *channelDesc, uint32_t descNum)
{
    if (channelDesc == NULL && descNum != 0) {
        return HCCL_E_PTR;
    }
    for (uint32_t i = 0; i < descNum; i++) {
        HcclChannelDesc *desc = &channelDesc[i];
        memset(desc, 0xFF, sizeof(HcclChannelDesc));
        desc->header.version = HCCL_CHANNEL_VERSION;
        desc->header.magicWord = HCCL_CHANNEL_MAGIC_WORD;
        desc->header.size = sizeof(HcclChannelDesc);
        desc->header.reserved = 0;
        desc->notifyNum = 0;
        desc->memHandles = NULL;
        desc->memHandleNum = 0;
    }
    return HCCL_SUCCESS;
}
