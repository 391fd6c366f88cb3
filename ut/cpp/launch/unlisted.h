// Prototypes of functions that libhcomm.so exports without a header.
#ifndef UNLISTED_H
#define UNLISTED_H

#include <cstddef>
#include <cstdint>

#include "acl/acl.h"
#include "hccl/hccl_types.h"
#include "hcomm_res_defs.h"

extern "C" {
HcclResult HcclGetNotifyNumInThread(HcclComm comm, ThreadHandle thread, CommEngine engine, uint32_t* notifyNum);
HcclResult HcclAllocNotify(HcclComm comm, CommEngine engine, int32_t type, uint32_t num, uint64_t** list);
HcclResult HcommFreeNotify(HcclComm comm, uint32_t num, uint64_t* list);
HcclResult HcclCommDeregMem(HcclComm comm, const char* tag, const void* handle);
int32_t HcommThreadAllocWithConfig(CommEngine engine, uint32_t num, ThreadType type, const ThreadConfig* config,
                                   ThreadHandle* threads);
int32_t HcommThreadAllocWithStream(CommEngine engine, aclrtStream stream, uint32_t notifyNum, ThreadHandle* thread);
int32_t HcommThreadFreeWithStream(const ThreadHandle* threads, uint32_t num);
int32_t HcommThreadGetNotifyNum(ThreadHandle thread, uint32_t* num);
int32_t HcommFlush();
int32_t HcommSendRequest(uint64_t handle, const char* tag, const void* src, size_t size, uint32_t* id);
int32_t HcommWaitResponse(uint64_t handle, void* dst, size_t size, uint32_t* id);
int32_t HcommThreadSynchronize(ThreadHandle thread);
HcclResult HcommRegisterOpInfo(const char* commId, void* info, size_t size);
int32_t HcommThreadRegisterDfx(ThreadHandle thread, const void* callback);
HcclResult HcommProfilingInit(ThreadHandle* threads, uint32_t num);
HcclResult HcommProfilingReportMainStreamAndFirstTask(ThreadHandle thread);
}

#endif
