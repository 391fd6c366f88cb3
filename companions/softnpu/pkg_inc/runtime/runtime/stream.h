/*
 * Streams, older interface.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RUNTIME_STREAM_H
#define HCOMM_SDK_RUNTIME_RUNTIME_STREAM_H

#include <stdlib.h>
#include "base.h"
#include "event.h"
#include "../rt_external_stream.h"
#include "../rt_external_model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tagRtClearStep {
    RT_STREAM_STOP = 0,
    RT_STREAM_CLEAR = 1,
} rtClearStep_t;

rtError_t rtStreamCreate(rtStream_t *stm, int32_t priority);
rtError_t rtStreamDestroy(rtStream_t stm);
rtError_t rtStreamSynchronize(rtStream_t stm);
rtError_t rtStreamClear(rtStream_t stm, rtClearStep_t step);

#ifdef __cplusplus
}
#endif

#endif
