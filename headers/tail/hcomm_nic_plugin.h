/* What the shared library exports. */
#ifdef __cplusplus
extern "C" {
#endif

/** Tells what the plug-in is; the structure lives as long as the library. */
const HcommNicPluginInfo *HcommNicPluginGetInfo(void);

/**
 * Opens the host port that endpointDesc describes.
 *
 * @param endpointDesc the port; lives during the call.
 * @param outCtx receives what the functions of the table get as their first argument.
 * @param outOps receives the table; it is copied.
 * @return 0, or the code that HcommEndpointCreate is to return.
 */
int32_t HcommNicPluginCreateEndpoint(const EndpointDesc *endpointDesc, void **outCtx, HcommNicEndpointOps **outOps);

/**
 * Makes a channel from an endpoint and starts to connect it.
 *
 * @param epCtx what HcommNicPluginCreateEndpoint gave.
 * @param channelDesc the channel, as HcommChannelCreate understood it; lives during the call.
 * @param outCtx receives what the functions of the table get as their first argument.
 * @param outOps receives the table; it is copied.
 * @return 0, or the code that HcommChannelCreate is to return.
 */
int32_t HcommNicPluginCreateChannel(void *epCtx, const HcommChannelDesc *channelDesc, void **outCtx,
                                    HcommNicChannelOps **outOps);

#ifdef __cplusplus
} /* extern "C" */
#endif
