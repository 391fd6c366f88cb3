/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hcomm_primitives.rs and src/capi/hcomm_primitives.rs.
 */
#ifndef HCOMM_PRIMITIVES_H
#define HCOMM_PRIMITIVES_H

/**
 * @file hcomm_primitives.h
 * Primitives: copies, reductions, notifies and fences on threads and channels.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "hcomm_res_defs.h"

/** Constant HCOMM_TIMEOUT_FLOAT_TYPE. */
#define HCOMM_TIMEOUT_FLOAT_TYPE 1

#ifdef __cplusplus
extern "C" {
#endif

/** Enumeration HcommDataType. */
typedef enum HcommDataType {
    /** Value 0. */
    HCOMM_DATA_TYPE_INT8 = 0,
    /** Value 1. */
    HCOMM_DATA_TYPE_INT16 = 1,
    /** Value 2. */
    HCOMM_DATA_TYPE_INT32 = 2,
    /** Value 3. */
    HCOMM_DATA_TYPE_FP16 = 3,
    /** Value 4. */
    HCOMM_DATA_TYPE_FP32 = 4,
    /** Value 5. */
    HCOMM_DATA_TYPE_INT64 = 5,
    /** Value 6. */
    HCOMM_DATA_TYPE_UINT64 = 6,
    /** Value 7. */
    HCOMM_DATA_TYPE_UINT8 = 7,
    /** Value 8. */
    HCOMM_DATA_TYPE_UINT16 = 8,
    /** Value 9. */
    HCOMM_DATA_TYPE_UINT32 = 9,
    /** Value 10. */
    HCOMM_DATA_TYPE_FP64 = 10,
    /** Value 11. */
    HCOMM_DATA_TYPE_BFP16 = 11,
    /** Value 12. */
    HCOMM_DATA_TYPE_INT128 = 12,
    /** Value 14. */
    HCOMM_DATA_TYPE_HIF8 = 14,
    /** Value 15. */
    HCOMM_DATA_TYPE_FP8E4M3 = 15,
    /** Value 16. */
    HCOMM_DATA_TYPE_FP8E5M2 = 16,
    /** Value 17. */
    HCOMM_DATA_TYPE_FP8E8M0 = 17,
    /** Value 255. */
    HCOMM_DATA_TYPE_RESERVED = 255,
} HcommDataType;

/** Enumeration HcommReduceOp. */
typedef enum HcommReduceOp {
    /** Value 0. */
    HCOMM_REDUCE_SUM = 0,
    /** Value 1. */
    HCOMM_REDUCE_PROD = 1,
    /** Value 2. */
    HCOMM_REDUCE_MAX = 2,
    /** Value 3. */
    HCOMM_REDUCE_MIN = 3,
    /** Value 255. */
    HCOMM_REDUCE_RESERVED = 255,
} HcommReduceOp;

/** Enumeration HcommTransferType. */
typedef enum HcommTransferType {
    /** Value -1. */
    HCOMM_TRANSFER_TYPE_INVALID = -1,
    /** Value 0. */
    HCOMM_TRANSFER_TYPE_WRITE = 0,
    /** Value 1. */
    HCOMM_TRANSFER_TYPE_WRITE_REDUCE = 1,
    /** Value 2. */
    HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY = 2,
    /** Value 3. */
    HCOMM_TRANSFER_TYPE_WRITE_REDUCE_WITH_NOTIFY = 3,
    /** Value 4. */
    HCOMM_TRANSFER_TYPE_READ = 4,
    /** Value 5. */
    HCOMM_TRANSFER_TYPE_READ_REDUCE = 5,
    /** Value 6. */
    HCOMM_TRANSFER_TYPE_NOTIFY_RECORD = 6,
} HcommTransferType;

/** Structure HcommBatchTransferDesc: 64 bytes. */
typedef struct HcommBatchTransferDesc {
    /** Member transType. */
    HcommTransferType transType;
    /** Member reserved. */
    uint8_t reserved[4];
    /** Member transferInfo. */
    union {
        /** Member raws. */
        uint8_t raws[56];
        /** Member write. */
        struct {
            /** Member len. */
            uint64_t len;
            /** Member dst. */
            void *dst;
            /** Member src. */
            void *src;
        } write;
        /** Member read. */
        struct {
            /** Member len. */
            uint64_t len;
            /** Member dst. */
            void *dst;
            /** Member src. */
            void *src;
        } read;
        /** Member reduce. */
        struct {
            /** Member count. */
            uint64_t count;
            /** Member dst. */
            void *dst;
            /** Member src. */
            void *src;
            /** Member reduceOp. */
            HcommReduceOp reduceOp;
            /** Member dataType. */
            HcommDataType dataType;
        } reduce;
        /** Member notifyRecord. */
        struct {
            /** Member notifyIdx. */
            uint32_t notifyIdx;
        } notifyRecord;
        /** Member writeWithNotify. */
        struct {
            /** Member len. */
            uint64_t len;
            /** Member dst. */
            void *dst;
            /** Member src. */
            void *src;
            /** Member notifyIdx. */
            uint32_t notifyIdx;
        } writeWithNotify;
        /** Member writeReduceWithNotify. */
        struct {
            /** Member count. */
            uint64_t count;
            /** Member dst. */
            void *dst;
            /** Member src. */
            void *src;
            /** Member reduceOp. */
            HcommReduceOp reduceOp;
            /** Member dataType. */
            HcommDataType dataType;
            /** Member notifyIdx. */
            uint32_t notifyIdx;
        } writeReduceWithNotify;
    } transferInfo;
} HcommBatchTransferDesc;

/** HcommLocalCopyOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommLocalCopyOnThread(ThreadHandle thread, void *dst, const void *src, uint64_t len);

/** HcommLocalReduceOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommLocalReduceOnThread(ThreadHandle thread,
                                 void *dst,
                                 const void *src,
                                 uint64_t count,
                                 HcommDataType dataType,
                                 HcommReduceOp reduceOp);

/** HcommThreadNotifyRecordOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommThreadNotifyRecordOnThread(ThreadHandle thread, ThreadHandle dstThread, uint32_t dstNotifyIdx);

/** HcommThreadNotifyWaitOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommThreadNotifyWaitOnThread(ThreadHandle thread, uint32_t notifyIdx, uint32_t timeOut);

/** HcommAclrtNotifyRecordOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommAclrtNotifyRecordOnThread(ThreadHandle thread, uint64_t dstNotifyId);

/** HcommAclrtNotifyWaitOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommAclrtNotifyWaitOnThread(ThreadHandle thread, uint64_t notifyId, uint32_t timeOut);

/** HcommWriteOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommWriteOnThread(ThreadHandle thread,
                           ChannelHandle channel,
                           void *dst,
                           const void *src,
                           uint64_t len);

/** HcommWriteReduceOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommWriteReduceOnThread(ThreadHandle thread,
                                 ChannelHandle channel,
                                 void *dst,
                                 const void *src,
                                 uint64_t count,
                                 HcommDataType dataType,
                                 HcommReduceOp reduceOp);

/** HcommWriteWithNotifyOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommWriteWithNotifyOnThread(ThreadHandle thread,
                                     ChannelHandle channel,
                                     void *dst,
                                     const void *src,
                                     uint64_t len,
                                     uint32_t remoteNotifyIdx);

/** HcommWriteReduceWithNotifyOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommWriteReduceWithNotifyOnThread(ThreadHandle thread,
                                           ChannelHandle channel,
                                           void *dst,
                                           const void *src,
                                           uint64_t count,
                                           HcommDataType dataType,
                                           HcommReduceOp reduceOp,
                                           uint32_t remoteNotifyIdx);

/** HcommReadOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommReadOnThread(ThreadHandle thread,
                          ChannelHandle channel,
                          void *dst,
                          const void *src,
                          uint64_t len);

/** HcommReadReduceOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommReadReduceOnThread(ThreadHandle thread,
                                ChannelHandle channel,
                                void *dst,
                                const void *src,
                                uint64_t count,
                                HcommDataType dataType,
                                HcommReduceOp reduceOp);

/** HcommWriteNbiOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommWriteNbiOnThread(ThreadHandle thread,
                              ChannelHandle channel,
                              void *dst,
                              const void *src,
                              uint64_t len);

/** HcommWriteNbi of hcomm/hcomm_primitives.h. */
int32_t HcommWriteNbi(ChannelHandle channel, void *dst, const void *src, uint64_t len);

/** HcommWriteWithNotifyNbiOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommWriteWithNotifyNbiOnThread(ThreadHandle thread,
                                        ChannelHandle channel,
                                        void *dst,
                                        const void *src,
                                        uint64_t len,
                                        uint32_t remoteNotifyIdx);

/** HcommWriteWithNotifyNbi of hcomm/hcomm_primitives.h. */
int32_t HcommWriteWithNotifyNbi(ChannelHandle channel,
                                void *dst,
                                const void *src,
                                uint64_t len,
                                uint32_t remoteNotifyIdx);

/** HcommReadNbiOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommReadNbiOnThread(ThreadHandle thread,
                             ChannelHandle channel,
                             void *dst,
                             const void *src,
                             uint64_t len);

/** HcommReadNbi of hcomm/hcomm_primitives.h. */
int32_t HcommReadNbi(ChannelHandle channel, void *dst, const void *src, uint64_t len);

/** HcommBatchTransferOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommBatchTransferOnThread(ThreadHandle thread,
                                   ChannelHandle channel,
                                   const HcommBatchTransferDesc *transferDescs,
                                   uint32_t transferDescNum);

/** HcommChannelNotifyRecordOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommChannelNotifyRecordOnThread(ThreadHandle thread,
                                         ChannelHandle channel,
                                         uint32_t remoteNotifyIdx);

/** HcommChannelNotifyRecord of hcomm/hcomm_primitives.h. */
int32_t HcommChannelNotifyRecord(ChannelHandle channel, uint32_t remoteNotifyIdx);

/** HcommChannelNotifyWaitOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommChannelNotifyWaitOnThread(ThreadHandle thread,
                                       ChannelHandle channel,
                                       uint32_t localNotifyIdx,
                                       uint32_t timeOut);

/** HcommChannelNotifyWait of hcomm/hcomm_primitives.h. */
int32_t HcommChannelNotifyWait(ChannelHandle channel, uint32_t localNotifyIdx, uint32_t timeOut);

/** HcommAicpuTsTaskCacheLookup of hcomm/hcomm_primitives.h. */
HcommResult HcommAicpuTsTaskCacheLookup(const char *tag, bool *isHit);

/** HcommAicpuTsTaskCacheStart of hcomm/hcomm_primitives.h. */
HcommResult HcommAicpuTsTaskCacheStart(const char *tag, void **addrs, uint64_t *sizes, uint64_t count);

/** HcommAicpuTsTaskCacheEnd of hcomm/hcomm_primitives.h. */
HcommResult HcommAicpuTsTaskCacheEnd(const char *tag);

/** HcommAicpuTsTaskCacheExecute of hcomm/hcomm_primitives.h. */
HcommResult HcommAicpuTsTaskCacheExecute(const char *tag, void **addrs, uint64_t *sizes, uint64_t count);

/** HcommAicpuTsTaskCacheClear of hcomm/hcomm_primitives.h. */
HcommResult HcommAicpuTsTaskCacheClear(const char *tag);

/** HcommBatchModeStart of hcomm/hcomm_primitives.h. */
int32_t HcommBatchModeStart(const char *batchTag);

/** HcommBatchModeEnd of hcomm/hcomm_primitives.h. */
int32_t HcommBatchModeEnd(const char *batchTag);

/** HcommAcquireComm of hcomm/hcomm_primitives.h. */
int32_t HcommAcquireComm(const char *commId);

/** HcommReleaseComm of hcomm/hcomm_primitives.h. */
int32_t HcommReleaseComm(const char *commId);

/** HcommFenceOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommFenceOnThread(ThreadHandle thread);

/** HcommChannelFenceOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommChannelFenceOnThread(ThreadHandle thread, ChannelHandle channel);

/** HcommChannelFence of hcomm/hcomm_primitives.h. */
int32_t HcommChannelFence(ChannelHandle channel);

/** HcommSetNotifyWaitTimeOut of hcomm/hcomm_primitives.h. */
int32_t HcommSetNotifyWaitTimeOut(float timeOut);

/** HcommThreadResAcquireTimeOut of hcomm/hcomm_primitives.h. */
int32_t HcommThreadResAcquireTimeOut(float timeOut);

/** HcommChannelNotifyWaitOnThreadWithDefaultTimeout of hcomm/hcomm_primitives.h. */
int32_t HcommChannelNotifyWaitOnThreadWithDefaultTimeout(ThreadHandle thread,
                                                         ChannelHandle channel,
                                                         uint32_t localNotifyIdx);

/** HcommThreadNotifyWaitOnThreadWithDefaultTimeout of hcomm/hcomm_primitives.h. */
int32_t HcommThreadNotifyWaitOnThreadWithDefaultTimeout(ThreadHandle thread, uint32_t notifyIdx);

/** HcommChannelDrainOnThread of hcomm/hcomm_primitives.h. */
int32_t HcommChannelDrainOnThread(ThreadHandle thread, ChannelHandle channel);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_PRIMITIVES_H */
