/**
 * Sets every member of a configuration to "not set" or its default. Call it before changing members: the header it
 * writes tells the library which members the structure has. Strings become empty (their first byte only), padding
 * keeps what it was.
 *
 * @param config the configuration; NULL is ignored.
 */
static inline void HcclCommConfigInit(HcclCommConfig *config)
{
    /* Layout of the bytes that the structure reserves for the library. */
    struct {
        size_t size;
        uint32_t magicWord;
        uint32_t version;
        uint64_t reserved;
    } head;
    if (config == NULL) {
        return;
    }
    head.size = sizeof(HcclCommConfig);
    head.magicWord = HCCL_COMM_CONFIG_MAGIC_WORD;
    head.version = HCCL_COMM_CONFIG_VERSION;
    head.reserved = 0;
    memcpy(config->reserved, &head, sizeof(head));
    config->hcclBufferSize = HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET;
    config->hcclDeterministic = HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET;
    config->hcclCommName[0] = '\0';
    config->hcclUdi[0] = '\0';
    config->hcclOpExpansionMode = HCCL_COMM_DEFAULT_OP_EXPANSION_MODE;
    config->hcclRdmaTrafficClass = HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET;
    config->hcclRdmaServiceLevel = HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET;
    config->hcclWorldRankID = 0;
    config->hcclJobID = 0;
    config->aclGraphZeroCopyEnable = 0;
    config->hcclExecTimeOut = HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET;
    config->hcclAlgo[0] = '\0';
    config->hcclRetryEnable[0] = '\0';
    config->hcclRetryParams[0] = '\0';
    config->hcclBufferName[0] = '\0';
    config->hcclQos = HCCL_COMM_QOS_CONFIG_NOT_SET;
    config->hcclSymWinMaxMemSizePerRank = HCCL_DEFAULT_SYMMETRIC_MEMORY_STRIDE;
    config->hcclChannelSqDepth = HCCL_COMM_SQ_DEPTH_CONFIG_NOT_SET;
}
