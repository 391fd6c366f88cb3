/*
 * Reports to the profiler, host side.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_PROFILING_APROF_PUB_H
#define HCOMM_SDK_PROFILING_APROF_PUB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void *VOID_PTR;

struct MsprofApi {
    uint16_t magicNumber;
    uint16_t level;
    uint32_t type;
    uint32_t threadId;
    uint32_t reserve;
    uint64_t beginTime;
    uint64_t endTime;
    uint64_t itemId;
};

struct MsprofEvent {
    uint16_t magicNumber;
    uint16_t level;
    uint32_t type;
    uint32_t threadId;
    uint32_t requestId;
    uint64_t timeStamp;
    uint64_t eventFlag;
    uint64_t itemId;
};

typedef int32_t (*ProfCommandHandle)(uint32_t, void *, uint32_t);

int32_t MsprofInit(uint32_t dataType, void *data, uint32_t dataLen);
int32_t MsprofFinalize(void);
int32_t MsprofRegisterCallback(uint32_t moduleId, ProfCommandHandle handle);

/** Reports the call of a function. */
int32_t MsprofReportApi(uint32_t nonPersistantFlag, const struct MsprofApi *api);
int32_t MsprofReportEvent(uint32_t nonPersistantFlag, const struct MsprofEvent *event);
int32_t MsprofReportCompactInfo(uint32_t nonPersistantFlag, const VOID_PTR data, uint32_t length);
int32_t MsprofReportAdditionalInfo(uint32_t nonPersistantFlag, const VOID_PTR data, uint32_t length);
int32_t MsprofReportBatchAdditionalInfo(uint32_t nonPersistantFlag, const VOID_PTR data, uint32_t length);
size_t MsprofGetBatchReportMaxSize(uint32_t type);
int32_t MsprofRegTypeInfo(uint16_t level, uint32_t typeId, const char *typeName);
int32_t MsprofRegDataFormat(uint16_t level, uint32_t typeId, const char *dataFormat);

/** Number of a text of length bytes. */
uint64_t MsprofGetHashId(const char *hashInfo, size_t length);
uint64_t MsprofStr2Id(const char *hashInfo, size_t length);
char *MsprofId2Str(const uint64_t Id);
char *MsprofGetPath(void);
int32_t MsprofSetDeviceIdByGeModelIdx(const uint32_t geModelIdx, const uint32_t deviceId);
int32_t MsprofUnsetDeviceIdByGeModelIdx(const uint32_t geModelIdx, const uint32_t deviceId);

/** Time stamp for reports. */
uint64_t MsprofSysCycleTime(void);
bool MsprofCheckOpSwitch(uint32_t type, const char *op, size_t len);

#ifdef __cplusplus
}
#endif

#endif
