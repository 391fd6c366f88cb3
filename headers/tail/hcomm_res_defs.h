/**
 * Prepares configurations of threads: all bytes 0, then the header.
 *
 * @param config first of num configurations.
 * @param num how many.
 * @return 0, or 2 (HCCL_E_PTR) if config is NULL, whatever num is.
 */
static inline HcommResult ThreadConfigInit(ThreadConfig *config, uint32_t num)
{
    if (config == NULL) {
        return 2;
    }
    for (uint32_t i = 0; i < num; i++) {
        memset(&config[i], 0, sizeof(ThreadConfig));
        config[i].header.version = HCOMM_THREAD_CONFIG_VERSION;
        config[i].header.magicWord = HCOMM_THREAD_CONFIG_MAGIC_WORD;
        config[i].header.size = sizeof(ThreadConfig);
    }
    return 0;
}

/**
 * Prepares descriptions of endpoints: all bytes 0xFF, so that protocol, address type and location are "reserved".
 *
 * @param endpoint first of num descriptions.
 * @param num how many.
 * @return 0, or 2 (HCCL_E_PTR) if endpoint is NULL and num is not 0.
 */
static inline HcommResult EndpointDescInit(EndpointDesc *endpoint, uint32_t num)
{
    if (endpoint == NULL && num != 0) {
        return 2;
    }
    for (uint32_t i = 0; i < num; i++) {
        memset(&endpoint[i], 0xFF, sizeof(EndpointDesc));
    }
    return 0;
}
