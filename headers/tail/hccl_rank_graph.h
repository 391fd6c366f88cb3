/**
 * Prepares descriptions of links: the header, no endpoints, no protocol, one hop; the rest not set (0xFF bytes).
 *
 * @param commLink first of linkNum descriptions.
 * @param linkNum how many.
 * @return HCCL_SUCCESS, or HCCL_E_PTR if commLink is NULL and linkNum is not 0.
 */
static inline HcclResult CommLinkInit(CommLink *commLink, uint32_t linkNum)
{
    if (commLink == NULL && linkNum != 0) {
        return HCCL_E_PTR;
    }
    for (uint32_t i = 0; i < linkNum; i++) {
        CommLink *item = &commLink[i];
        memset(item, 0xFF, sizeof(CommLink));
        item->header.version = COMM_LINK_VERSION;
        item->header.magicWord = COMM_LINK_MAGIC_WORD;
        item->header.size = sizeof(CommLink);
        item->header.reserved = 0;
        item->linkAttr.hop = 1;
    }
    return HCCL_SUCCESS;
}
