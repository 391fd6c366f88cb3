// Plug-ins that a loader must refuse; FAULT_x says which fault this one has. Their protocol is 1500.

#include "hcomm/hcomm_nic_plugin.h"

extern "C" const HcommNicPluginInfo* HcommNicPluginGetInfo(void)
{
    static HcommNicPluginInfo info = {};
    info.header.magicWord = HCOMM_NIC_PLUGIN_INFO_MAGIC_WORD;
    info.header.version = HCOMM_NIC_PLUGIN_INFO_VERSION;
    info.header.size = sizeof(info);
    info.protocolCount = 1;
    info.protocols[0] = static_cast<CommProtocol>(COMM_PROTOCOL_CUSTOM_BASE + 500);
#if defined(FAULT_MAGIC)
    info.header.magicWord++;
#elif defined(FAULT_VERSION)
    info.header.version++;
#elif defined(FAULT_SIZE)
    info.header.size = offsetof(HcommNicPluginInfo, protocols);
#elif defined(FAULT_NONE)
    info.protocolCount = 0;
#elif defined(FAULT_MANY)
    info.protocolCount = HCOMM_NIC_PLUGIN_MAX_PROTOCOLS + 1;
#elif defined(FAULT_PROTOCOL)
    info.protocolCount = 2;
    info.protocols[1] = static_cast<CommProtocol>(COMM_PROTOCOL_CUSTOM_BASE - 1);
#elif defined(FAULT_NULL)
    return nullptr;
#endif
    return &info;
}

extern "C" int32_t HcommNicPluginCreateEndpoint(const EndpointDesc*, void**, HcommNicEndpointOps**) { return 77; }

#if !defined(FAULT_SYMBOL)
extern "C" int32_t HcommNicPluginCreateChannel(void*, const HcommChannelDesc*, void**, HcommNicChannelOps**)
{
    return 77;
}
#endif
