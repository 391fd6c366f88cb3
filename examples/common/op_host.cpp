#include "op_host.h"

#include <dlfcn.h>

#include <cstdio>

#include "acl/acl.h"
#include "hccl/hccl_rank_graph.h"

namespace op {

void ReportFailure(const char* call, int code, const char* detail)
{
    std::fprintf(stderr, "failed with code %d: %s%s%s\n", code, call, detail == nullptr ? "" : ": ",
                 detail == nullptr ? "" : detail);
}

uint64_t DataTypeSize(HcclDataType dataType)
{
    switch (dataType) {
        case HCCL_DATA_TYPE_INT8:
        case HCCL_DATA_TYPE_UINT8:
            return 1;
        case HCCL_DATA_TYPE_INT16:
        case HCCL_DATA_TYPE_UINT16:
        case HCCL_DATA_TYPE_FP16:
        case HCCL_DATA_TYPE_BFP16:
            return 2;
        case HCCL_DATA_TYPE_INT32:
        case HCCL_DATA_TYPE_UINT32:
        case HCCL_DATA_TYPE_FP32:
            return 4;
        case HCCL_DATA_TYPE_INT64:
        case HCCL_DATA_TYPE_UINT64:
        case HCCL_DATA_TYPE_FP64:
            return 8;
        default:
            return 0;
    }
}

HcclResult DescribeChannel(HcclComm comm, uint32_t peer, uint32_t notifyNum, HcclChannelDesc* desc)
{
    uint32_t self = 0;
    OP_TRY_HCCL(HcclGetRankId(comm, &self));
    uint32_t* layers = nullptr;
    uint32_t layerNum = 0;
    OP_TRY_HCCL(HcclRankGraphGetLayers(comm, &layers, &layerNum));
    for (uint32_t i = 0; i < layerNum; ++i) {
        CommLink* links = nullptr;
        uint32_t linkNum = 0;
        OP_TRY_HCCL(HcclRankGraphGetLinks(comm, layers[i], self, peer, &links, &linkNum));
        if (linkNum == 0) {
            continue;
        }
        OP_TRY_HCCL(HcclChannelDescInit(desc, 1));
        desc->remoteRank = peer;
        desc->channelProtocol = links[0].linkAttr.linkProtocol;
        desc->localEndpoint = links[0].srcEndpointDesc;
        desc->remoteEndpoint = links[0].dstEndpointDesc;
        desc->notifyNum = notifyNum;
        return HCCL_SUCCESS;
    }
    std::fprintf(stderr, "the rank graph has no link from rank %u to rank %u\n", self, peer);
    return HCCL_E_NOT_FOUND;
}

HcclResult KernelBinary::Load()
{
    if (binary_ != nullptr) {
        return HCCL_SUCCESS;
    }
    Dl_info info;
    if (dladdr(anchor_, &info) == 0) {
        return HCCL_E_INTERNAL;
    }
    const std::string library = info.dli_fname;
    const std::size_t slash = library.rfind('/');
    const std::string json = (slash == std::string::npos ? "./" : library.substr(0, slash + 1)) + jsonName_;

    // Mode 0: the file describes the kernels, the .so it names lies next to it.
    aclrtBinaryLoadOption option = {};
    option.type = ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE;
    option.value.cpuKernelMode = 0;
    aclrtBinaryLoadOptions options = {};
    options.options = &option;
    options.numOpt = 1;
    OP_TRY_ACL(aclrtBinaryLoadFromFile(json.c_str(), &options, &binary_));
    return HCCL_SUCCESS;
}

HcclResult KernelBinary::Launch(const char* kernel, void* param, uint64_t size, aclrtStream stream)
{
    aclrtFuncHandle function = nullptr;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        OP_TRY_HCCL(Load());
        OP_TRY_ACL(aclrtBinaryGetFunction(binary_, kernel, &function));
    }
    aclrtArgsHandle args = nullptr;
    aclrtParamHandle appended = nullptr;
    OP_TRY_ACL(aclrtKernelArgsInit(function, &args));
    OP_TRY_ACL(aclrtKernelArgsAppend(args, param, size, &appended));
    OP_TRY_ACL(aclrtKernelArgsFinalize(args));

    aclrtLaunchKernelAttr attribute = {};
    attribute.id = ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT;
    attribute.value.timeout = kTimeoutSeconds;
    aclrtLaunchKernelCfg config = {};
    config.attrs = &attribute;
    config.numAttrs = 1;
    OP_TRY_ACL(aclrtLaunchKernelWithConfig(function, 1, stream, &config, args, nullptr));
    return HCCL_SUCCESS;
}

HcclResult KernelBinary::Unload()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (binary_ != nullptr) {
        OP_TRY_ACL(aclrtBinaryUnLoad(binary_));
        binary_ = nullptr;
    }
    return HCCL_SUCCESS;
}

} // namespace op
