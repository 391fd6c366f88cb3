/*
 * Notify flags.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RUNTIME_EVENT_H
#define HCOMM_SDK_RUNTIME_RUNTIME_EVENT_H

#include "base.h"
#include "../rt_external_event.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RT_NOTIFY_FLAG_DEFAULT (0x00U)
#define RT_NOTIFY_FLAG_DOWNLOAD_TO_DEV (0x01U)

#ifdef __cplusplus
}
#endif

#endif
