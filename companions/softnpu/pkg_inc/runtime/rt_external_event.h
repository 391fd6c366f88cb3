/*
 * Notify queries of the runtime.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RT_EXTERNAL_EVENT_H
#define HCOMM_SDK_RUNTIME_RT_EXTERNAL_EVENT_H

#include "rt_external_base.h"
#include "rt_external_stars_define.h"

#ifdef __cplusplus
extern "C" {
#endif

rtError_t rtNotifyGetAddrOffset(rtNotify_t notify, uint64_t *devAddrOffset);
rtError_t rtNotifyGetPhyInfo(rtNotify_t notify, uint32_t *phyDevId, uint32_t *tsId);

typedef struct tagNotifyPhyInfo {
    uint32_t phyId;
    uint32_t tsId;
    uint32_t idType;
    uint32_t shrId;
    uint32_t flag;
    uint32_t rsv[3];
} rtNotifyPhyInfo;

rtError_t rtNotifyGetPhyInfoExt(rtNotify_t notify, rtNotifyPhyInfo *notifyInfo);

#define TASK_TAG_MAX_LEN 1024U

rtError_t rtNotifyResetAll(void);

#ifdef __cplusplus
}
#endif

#endif
