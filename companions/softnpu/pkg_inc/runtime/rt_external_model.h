/*
 * Captured models of the runtime.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RT_EXTERNAL_MODEL_H
#define HCOMM_SDK_RUNTIME_RT_EXTERNAL_MODEL_H

#include "rt_external_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tagModelQueueFlag {
    RT_MODEL_INPUT_QUEUE = 0,
    RT_MODEL_OUTPUT_QUEUE = 1,
} rtModelQueueFlag_t;

typedef struct tagMdlLoad {
    uint8_t overflow_en;
    uint16_t totalTaskNum;
    void *taskDescBaseAddr;
    void *pcBaseAddr;
    void *paramBaseAddr;
    void *weightBaseAddr;
    uint8_t weightPrefetch;
} rtMdlLoad_t;

typedef struct tagMdlExecute {
    void *ioaSrcAddr;
    void *dynamicTaskPtr;
    void *workPtr;
    bool sync;
    uint16_t vld;
    uint16_t taskProf;
    uint8_t mid;
    uint32_t ioaSize;
    uint32_t sqid;
    uint8_t meType;
    uintptr_t cbFn;
    void *cbData;
    size_t mpamId;
    size_t aicQos;
    size_t aicOst;
    size_t mecTimeThreshHold;
} rtMdlExecute_t;

/** Makes a stream part of a running capture. */
rtError_t rtStreamAddToModel(rtStream_t stm, rtModel_t captureMdl);
rtError_t rtModelGetId(rtModel_t mdl, uint32_t *modelId);

#ifdef __cplusplus
}
#endif

#endif
