// A second plug-in for a protocol of the loopback plug-in: the one that is loaded later serves it. It gives no name.

#include "hcomm/hcomm_nic_plugin.h"

extern "C" const HcommNicPluginInfo* HcommNicPluginGetInfo(void)
{
    static HcommNicPluginInfo info = {};
    info.header.magicWord = HCOMM_NIC_PLUGIN_INFO_MAGIC_WORD;
    info.header.version = HCOMM_NIC_PLUGIN_INFO_VERSION;
    // Members behind the protocols may be missing.
    info.header.size = offsetof(HcommNicPluginInfo, reserved);
    info.protocolCount = 1;
    info.protocols[0] = static_cast<CommProtocol>(COMM_PROTOCOL_CUSTOM_BASE + 1);
    return &info;
}

extern "C" int32_t HcommNicPluginCreateEndpoint(const EndpointDesc*, void** outCtx, HcommNicEndpointOps** outOps)
{
    static HcommNicEndpointOps ops = {};
    ops.header.magicWord = HCOMM_NIC_ENDPOINT_OPS_MAGIC_WORD;
    ops.header.version = HCOMM_NIC_ENDPOINT_OPS_VERSION;
    ops.header.size = sizeof(ops);
    ops.destroy = [](void*) { return 0; };
    ops.getListenPort = [](void*, uint32_t* port) {
        *port = 4242;
        return 0;
    };
    *outCtx = nullptr;
    *outOps = &ops;
    return 0;
}

extern "C" int32_t HcommNicPluginCreateChannel(void*, const HcommChannelDesc*, void**, HcommNicChannelOps**)
{
    return 5;
}
