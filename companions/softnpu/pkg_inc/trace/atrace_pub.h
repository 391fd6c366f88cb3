/*
 * The trace recorder.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_TRACE_ATRACE_PUB_H
#define HCOMM_SDK_TRACE_ATRACE_PUB_H

#include "atrace_types.h"

#ifdef __cplusplus
extern "C" {
#endif

TraHandle AtraceCreateWithAttr(TracerType tracerType, const char *objName, const TraceAttr *attr);
TraStatus AtraceSubmit(TraHandle handle, const void *buffer, uint32_t bufSize);
void AtraceDestroy(TraHandle handle);

#ifdef __cplusplus
}
#endif

#endif
