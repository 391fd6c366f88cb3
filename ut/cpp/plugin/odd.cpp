// A plug-in whose objects are odd in one way each; the protocol, or the notifies of a channel, say which.

#include "hcomm/hcomm_nic_plugin.h"

namespace {

int g_destroyed = 0;

int32_t Destroy(void*)
{
    g_destroyed++;
    return 0;
}

int32_t Fail(void*) { return 19; }

} // namespace

// How many objects have been destroyed.
extern "C" int OddDestroyed(void) { return g_destroyed; }

extern "C" const HcommNicPluginInfo* HcommNicPluginGetInfo(void)
{
    static HcommNicPluginInfo info = {};
    info.header.magicWord = HCOMM_NIC_PLUGIN_INFO_MAGIC_WORD;
    info.header.version = HCOMM_NIC_PLUGIN_INFO_VERSION;
    info.header.size = sizeof(info);
    info.name = "odd";
    info.protocolCount = 4;
    for (int i = 0; i < 4; i++) {
        info.protocols[i] = static_cast<CommProtocol>(COMM_PROTOCOL_CUSTOM_BASE + 100 + i);
    }
    return &info;
}

extern "C" int32_t HcommNicPluginCreateEndpoint(const EndpointDesc* desc, void** outCtx, HcommNicEndpointOps** outOps)
{
    static HcommNicEndpointOps all[5] = {};
    const uint32_t which = static_cast<uint32_t>(desc->protocol) - COMM_PROTOCOL_CUSTOM_BASE - 100;
    HcommNicEndpointOps& ops = all[which];
    ops.header.magicWord = HCOMM_NIC_ENDPOINT_OPS_MAGIC_WORD;
    ops.header.version = HCOMM_NIC_ENDPOINT_OPS_VERSION;
    ops.header.size = sizeof(ops);
    ops.destroy = Destroy;
    *outCtx = nullptr;
    *outOps = &ops;
    switch (which) {
        case 0: // a table that ends behind destroy
            ops.header.size = offsetof(HcommNicEndpointOps, registerMemory);
            ops.getListenPort = [](void*, uint32_t*) { return 99; };
            break;
        case 1: // init fails
            ops.init = Fail;
            break;
        case 2: // no destroy
            ops.header.size = offsetof(HcommNicEndpointOps, destroy);
            break;
        default: // another table
            ops.header.magicWord = HCOMM_NIC_CHANNEL_OPS_MAGIC_WORD;
            break;
    }
    return 0;
}

extern "C" int32_t HcommNicPluginCreateChannel(void*, const HcommChannelDesc* desc, void** outCtx,
                                               HcommNicChannelOps** outOps)
{
    static HcommNicChannelOps all[5] = {};
    HcommNicChannelOps& ops = all[desc->notifyNum % 5];
    ops.header.magicWord = HCOMM_NIC_CHANNEL_OPS_MAGIC_WORD;
    ops.header.version = HCOMM_NIC_CHANNEL_OPS_VERSION;
    ops.header.size = sizeof(ops);
    ops.destroy = Destroy;
    *outCtx = nullptr;
    *outOps = &ops;
    switch (desc->notifyNum) {
        case 0: // a table that ends behind destroy
            ops.header.size = offsetof(HcommNicChannelOps, getStatus);
            break;
        case 1: // init fails
            ops.init = Fail;
            break;
        case 2: // no destroy
            ops.destroy = nullptr;
            break;
        case 3: // another version
            ops.header.version++;
            break;
        default:
            return 14;
    }
    return 0;
}
