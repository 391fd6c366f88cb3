/*
 * Layout of scheduler queue entries.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RT_EXTERNAL_STARS_DEFINE_H
#define HCOMM_SDK_RUNTIME_RT_EXTERNAL_STARS_DEFINE_H

#include "rt_external_base.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma pack(push, 1)
typedef struct tagStarsSqeHeader {
    uint8_t type : 6;
    uint8_t l1Lock : 1;
    uint8_t l1Unlock : 1;
    uint8_t ie : 2;
    uint8_t preP : 2;
    uint8_t postP : 2;
    uint8_t wrCqe : 1;
    uint8_t reserved : 1;
    uint16_t blockDim;
    uint16_t rtStreamId;
    uint16_t taskId;
} rtStarsSqeHeader_t;
#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif
