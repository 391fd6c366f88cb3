/*
 * All headers of the older runtime interface.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RUNTIME_RT_H
#define HCOMM_SDK_RUNTIME_RUNTIME_RT_H

#include "base.h"
#include "config.h"
#include "dev.h"
#include "event.h"
#include "kernel.h"
#include "mem.h"
#include "stream.h"
#include "rt_ffts.h"

#endif
