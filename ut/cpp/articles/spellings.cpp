// Every spelling of hcomm_ext.h resolves to the right C function. The calls run on handles that do not exist, so each
// must come back with a code.

#include <arpa/inet.h>

#include <cstdio>
#include <cstring>

#include "acl/acl.h"
#include "hcomm_ext.h"
#include "hcomm_ext.h"

HcclResult SecondUnit(ThreadHandle thread);

namespace {

int checks = 0;
int failures = 0;

void Check(const char* what, bool holds)
{
    ++checks;
    if (!holds) {
        ++failures;
        std::printf("wrong: %s\n", what);
    }
}

// Chapter 3.1: a description with named members. The address is written with HcommIpV4.
EndpointDesc Describe()
{
    EndpointDesc desc = {};
    desc.protocol = COMM_PROTOCOL_ROCE;
    desc.commAddr.type = COMM_ADDR_TYPE_IP_V4;
    desc.commAddr.addr = HcommIpV4(192, 168, 1, 100);
    desc.loc.locType = ENDPOINT_LOC_TYPE_DEVICE;
    desc.loc.device.devPhyId = 0;
    return desc;
}

// Chapter 3.6 and its like: no time-out argument.
void Waits(ThreadHandle thread, ChannelHandle channel)
{
    Check("channel wait on a thread", HcommChannelNotifyWaitOnThread(thread, channel, 0) != 0);
    Check("channel wait", HcommChannelNotifyWait(channel, 0) != 0);
    Check("thread wait", HcommThreadNotifyWaitOnThread(thread, 0) != 0);
    Check("aclrt notify wait", HcommAclrtNotifyWaitOnThread(thread, 0) != 0);
    Check("channel record", HcommChannelNotifyRecordOnThread(thread, channel, 0) != 0);
}

HcclResult ReturnsFirstFailure(int* step)
{
    CHK_RET(HCCL_SUCCESS);
    *step = 1;
    CHK_RET(static_cast<int32_t>(HCCL_E_PARA));
    *step = 2;
    return HCCL_SUCCESS;
}

HcclResult ReturnsRuntimeFailure(aclError error)
{
    ACLCHECK(error);
    return HCCL_SUCCESS;
}

} // namespace

int main()
{
    const EndpointDesc desc = Describe();
    char text[INET_ADDRSTRLEN] = {};
    inet_ntop(AF_INET, &desc.commAddr.addr, text, sizeof(text));
    Check("the address", std::strcmp(text, "192.168.1.100") == 0);
    EndpointHandle endpoint = nullptr;
    Check("an endpoint without a description", HcommEndpointCreate(nullptr, &endpoint) != HCCL_SUCCESS);

    Waits(0, 0);

    Check("HcclThreadFree(0)", HcclThreadFree(0) == HCCL_E_PARA);
    Check("HcclThreadFree(thread)", HcclThreadFree(ThreadHandle{1}) == HCCL_SUCCESS);
    Check("HcclChannelDestroy(0)", HcclChannelDestroy(ChannelHandle{0}) == HCCL_E_PARA);
    Check("HcclChannelDestroy(channel)", HcclChannelDestroy(ChannelHandle{1}) == HCCL_SUCCESS);
    Check("the C function of that name", HcclChannelDestroy(nullptr, nullptr, 1) != HCCL_SUCCESS);
    Check("HcommThreadFree(thread)", HcommThreadFree(ThreadHandle{1}) != HCCL_SUCCESS);
    Check("HcommChannelDestroy(channel)", HcommChannelDestroy(ChannelHandle{1}) != HCCL_SUCCESS);
    Check("a second translation unit", SecondUnit(1) == HCCL_SUCCESS);

    int step = 0;
    Check("CHK_RET", ReturnsFirstFailure(&step) == HCCL_E_PARA && step == 1);
    Check("ACLCHECK", ReturnsRuntimeFailure(ACL_SUCCESS) == HCCL_SUCCESS &&
                          ReturnsRuntimeFailure(ACL_ERROR_INVALID_PARAM) == HCCL_E_RUNTIME);
    std::printf("cpp_articles_spellings: %d checks, %d failed\n", checks, failures);
    return failures == 0 ? 0 : 1;
}
