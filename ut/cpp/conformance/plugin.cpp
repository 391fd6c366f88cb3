// A NIC plug-in that can do nothing but exist: its endpoints have no operation besides their end.

#include "hcomm/hcomm_nic_plugin.h"

namespace {

int32_t Destroy(void*) { return 0; }

HcommNicEndpointOps g_endpoint = {};
HcommNicPluginInfo g_info = {};

} // namespace

extern "C" const HcommNicPluginInfo* HcommNicPluginGetInfo(void)
{
    g_info.header.magicWord = HCOMM_NIC_PLUGIN_INFO_MAGIC_WORD;
    g_info.header.version = HCOMM_NIC_PLUGIN_INFO_VERSION;
    g_info.header.size = sizeof(g_info);
    g_info.name = "conformance";
    g_info.protocolCount = 1;
    g_info.protocols[0] = static_cast<CommProtocol>(COMM_PROTOCOL_CUSTOM_BASE);
    return &g_info;
}

extern "C" int32_t HcommNicPluginCreateEndpoint(const EndpointDesc*, void** outCtx, HcommNicEndpointOps** outOps)
{
    g_endpoint.header.magicWord = HCOMM_NIC_ENDPOINT_OPS_MAGIC_WORD;
    g_endpoint.header.version = HCOMM_NIC_ENDPOINT_OPS_VERSION;
    g_endpoint.header.size = sizeof(g_endpoint);
    g_endpoint.destroy = Destroy;
    *outCtx = &g_endpoint;
    *outOps = &g_endpoint;
    return 0;
}

extern "C" int32_t HcommNicPluginCreateChannel(void*, const HcommChannelDesc*, void**, HcommNicChannelOps**)
{
    return 5;
}
