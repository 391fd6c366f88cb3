/*
 * All rt_external headers.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RT_EXTERNAL_H
#define HCOMM_SDK_RUNTIME_RT_EXTERNAL_H

#include "rt_external_base.h"
#include "rt_external_stars_define.h"
#include "rt_external_device.h"
#include "rt_external_event.h"
#include "rt_external_kernel.h"
#include "rt_external_mem.h"
#include "rt_external_model.h"
#include "rt_external_stream.h"

#endif
