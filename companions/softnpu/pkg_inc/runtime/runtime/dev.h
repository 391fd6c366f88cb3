/*
 * Devices, older interface.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RUNTIME_DEV_H
#define HCOMM_SDK_RUNTIME_RUNTIME_DEV_H

#include "base.h"
#include "../rt_external_device.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tagRtPhyDeviceInfoType {
    RT_PHY_INFO_TYPE_CHIPTYPE = 0,
    RT_PHY_INFO_TYPE_MASTER_ID = 1,
    RT_PHY_INFO_TYPE_PHY_CHIP_ID = 2,
    RT_PHY_INFO_TYPE_PHY_DIE_ID = 3,
} rtPhyDeviceInfoType_t;

typedef struct rtMemUbTokenInfo {
    uint64_t va;
    uint64_t size;
    uint32_t tokenId;
    uint32_t tokenValue;
} rtMemUbTokenInfo;

rtError_t rtSetDevice(int32_t devId);
rtError_t rtGetDevicePhyIdByIndex(uint32_t devIndex, uint32_t *phyId);
rtError_t rtDeviceGetBareTgid(uint32_t *pid);
rtError_t rtDeviceReset(int32_t devId);
rtError_t rtGetSocVersion(char_t *ver, const uint32_t maxLen);
rtError_t rtGetLogicDevIdByUserDevId(const int32_t userDevId, int32_t *const logicDevId);

#ifdef __cplusplus
}
#endif

#endif
