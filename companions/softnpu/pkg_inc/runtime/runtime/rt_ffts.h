/*
 * Address of the chip-to-chip control page.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RUNTIME_RT_FFTS_H
#define HCOMM_SDK_RUNTIME_RUNTIME_RT_FFTS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

rtError_t rtGetC2cCtrlAddr(uint64_t *addr, uint32_t *len);

#ifdef __cplusplus
}
#endif

#endif
