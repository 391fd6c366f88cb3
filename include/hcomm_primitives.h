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
 *
 * Lengths are in bytes, counts in elements, time-outs in seconds. All functions return 0 or a number of HcclResult.
 *
 * Functions ...OnThread append a task to the queue of a thread and return; 0 means that the task is queued. Tasks of one
 * thread run in order, those of different threads in any order unless notifies order them. A task that fails later
 * puts the thread's stream into its error state: aclrtSynchronizeStream and HcclGetCommAsyncError tell.
 *
 * A handle that does not live (any more) is refused, with HCCL_E_PTR unless said otherwise. Different threads and channels
 * may be used from different OS threads at the same time; one thread or channel must not.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "hcomm_res_defs.h"

/** Tells that the functions for time-outs take a float. */
#define HCOMM_TIMEOUT_FLOAT_TYPE 1

#ifdef __cplusplus
extern "C" {
#endif

/** Type of the elements of a buffer. */
typedef enum HcommDataType {
    /** 8-bit signed integer. */
    HCOMM_DATA_TYPE_INT8 = 0,
    /** 16-bit signed integer. */
    HCOMM_DATA_TYPE_INT16 = 1,
    /** 32-bit signed integer. */
    HCOMM_DATA_TYPE_INT32 = 2,
    /** 16-bit float (IEEE 754 binary16). */
    HCOMM_DATA_TYPE_FP16 = 3,
    /** 32-bit float. */
    HCOMM_DATA_TYPE_FP32 = 4,
    /** 64-bit signed integer. */
    HCOMM_DATA_TYPE_INT64 = 5,
    /** 64-bit unsigned integer. */
    HCOMM_DATA_TYPE_UINT64 = 6,
    /** 8-bit unsigned integer. */
    HCOMM_DATA_TYPE_UINT8 = 7,
    /** 16-bit unsigned integer. */
    HCOMM_DATA_TYPE_UINT16 = 8,
    /** 32-bit unsigned integer. */
    HCOMM_DATA_TYPE_UINT32 = 9,
    /** 64-bit float. */
    HCOMM_DATA_TYPE_FP64 = 10,
    /** 16-bit float with the exponent of a 32-bit float (bfloat16). */
    HCOMM_DATA_TYPE_BFP16 = 11,
    /** 128-bit signed integer. */
    HCOMM_DATA_TYPE_INT128 = 12,
    /** 8-bit float with a variable exponent. */
    HCOMM_DATA_TYPE_HIF8 = 14,
    /** 8-bit float, 4 bits of exponent, 3 of mantissa. */
    HCOMM_DATA_TYPE_FP8E4M3 = 15,
    /** 8-bit float, 5 bits of exponent, 2 of mantissa. */
    HCOMM_DATA_TYPE_FP8E5M2 = 16,
    /** 8-bit exponent without mantissa. */
    HCOMM_DATA_TYPE_FP8E8M0 = 17,
    /** No type. */
    HCOMM_DATA_TYPE_RESERVED = 255,
} HcommDataType;

/** How two elements become one. */
typedef enum HcommReduceOp {
    /** Sum. */
    HCOMM_REDUCE_SUM = 0,
    /** Product. */
    HCOMM_REDUCE_PROD = 1,
    /** Larger one. */
    HCOMM_REDUCE_MAX = 2,
    /** Smaller one. */
    HCOMM_REDUCE_MIN = 3,
    /** No reduction. */
    HCOMM_REDUCE_RESERVED = 255,
} HcommReduceOp;

/** Kinds of transfers of a batch. */
typedef enum HcommTransferType {
    /** None. */
    HCOMM_TRANSFER_TYPE_INVALID = -1,
    /** Write; member write. */
    HCOMM_TRANSFER_TYPE_WRITE = 0,
    /** Reduction into the peer's memory; member reduce. */
    HCOMM_TRANSFER_TYPE_WRITE_REDUCE = 1,
    /** Write, then notify; member writeWithNotify. */
    HCOMM_TRANSFER_TYPE_WRITE_WITH_NOTIFY = 2,
    /** Reduction, then notify; member writeReduceWithNotify. */
    HCOMM_TRANSFER_TYPE_WRITE_REDUCE_WITH_NOTIFY = 3,
    /** Read; member read. */
    HCOMM_TRANSFER_TYPE_READ = 4,
    /** Reduction from the peer's memory; member reduce. */
    HCOMM_TRANSFER_TYPE_READ_REDUCE = 5,
    /** Notify; member notifyRecord. */
    HCOMM_TRANSFER_TYPE_NOTIFY_RECORD = 6,
} HcommTransferType;

/** One transfer of HcommBatchTransferOnThread. */
typedef struct HcommBatchTransferDesc {
    /** Kind. */
    HcommTransferType transType;
    /** Not used; 0. */
    uint8_t reserved[4];
    /** Arguments, by kind. */
    union {
        /** All bytes; they fix the size. */
        uint8_t raws[56];
        /** For a write. */
        struct {
            /** Bytes. */
            uint64_t len;
            /** Where the result goes. */
            void *dst;
            /** Where the data comes from. */
            void *src;
        } write;
        /** For a read. */
        struct {
            /** Bytes. */
            uint64_t len;
            /** Where the result goes. */
            void *dst;
            /** Where the data comes from. */
            void *src;
        } read;
        /** For both reductions. */
        struct {
            /** Elements. */
            uint64_t count;
            /** Where the result goes. */
            void *dst;
            /** Where the data comes from. */
            void *src;
            /** Reduction. */
            HcommReduceOp reduceOp;
            /** Type of the elements. */
            HcommDataType dataType;
        } reduce;
        /** For a notify. */
        struct {
            /** Notify of the peer. */
            uint32_t notifyIdx;
        } notifyRecord;
        /** For a write with a notify. */
        struct {
            /** Bytes. */
            uint64_t len;
            /** Where the result goes. */
            void *dst;
            /** Where the data comes from. */
            void *src;
            /** Notify of the peer that is recorded behind the data. */
            uint32_t notifyIdx;
        } writeWithNotify;
        /** For a reduction with a notify. */
        struct {
            /** Elements. */
            uint64_t count;
            /** Where the result goes. */
            void *dst;
            /** Where the data comes from. */
            void *src;
            /** Reduction. */
            HcommReduceOp reduceOp;
            /** Type of the elements. */
            HcommDataType dataType;
            /** Notify of the peer that is recorded behind the data. */
            uint32_t notifyIdx;
        } writeReduceWithNotify;
    } transferInfo;
} HcommBatchTransferDesc;

/**
 * Queues a copy of len bytes inside this process's memory on thread and returns; it runs in the order of
 * the queue.
 *
 * dst and src must stay valid until it ran and must not overlap. A len of 0 copies nothing. Errors:
 * HCCL_E_PTR if dst, src or thread is NULL, 0 or no live thread.
 */
int32_t HcommLocalCopyOnThread(ThreadHandle thread, void *dst, const void *src, uint64_t len);

/**
 * Queues dst[i] = dst[i] op src[i] for count elements on thread and returns.
 *
 * Sums wrap for integers; floats are rounded once per element. Errors: HCCL_E_PTR for NULL pointers or a
 * thread that does not live, HCCL_E_PARA for a pair of type and operation that is not offered.
 */
int32_t HcommLocalReduceOnThread(ThreadHandle thread,
                                 void *dst,
                                 const void *src,
                                 uint64_t count,
                                 HcommDataType dataType,
                                 HcommReduceOp reduceOp);

/**
 * Queues the recording of notify dstNotifyIdx of dstThread, so that a wait there may pass once
 * everything queued on thread before is done.
 *
 * A notify is a latch: records before a wait are remembered, but count once. Errors: HCCL_E_PTR if a
 * thread does not live or has no such notify.
 */
int32_t HcommThreadNotifyRecordOnThread(ThreadHandle thread, ThreadHandle dstThread, uint32_t dstNotifyIdx);

/**
 * Queues a wait on thread for its own notify notifyIdx; later tasks of the thread run after it was
 * recorded, and the wait clears it.
 *
 * timeOut is in seconds; 0 waits for the default time. The call returns at once; a wait that runs out of
 * time puts the thread's stream into its error state. Errors: HCCL_E_PTR if the thread does not live or
 * has no such notify.
 */
int32_t HcommThreadNotifyWaitOnThread(ThreadHandle thread, uint32_t notifyIdx, uint32_t timeOut);

/**
 * Queues the recording of a notify of the runtime, given by the number that aclrtGetNotifyId returned, on
 * thread.
 *
 * Errors: HCCL_E_PTR if the thread does not live, HCCL_E_PARA if the device has no notify with this
 * number.
 */
int32_t HcommAclrtNotifyRecordOnThread(ThreadHandle thread, uint64_t dstNotifyId);

/**
 * Queues a wait for a notify of the runtime (number from aclrtGetNotifyId) on thread; the wait clears
 * it.
 *
 * timeOut is in seconds; 0 waits for the default time. Errors: HCCL_E_PTR if the thread does not live,
 * HCCL_E_PARA if the device has no notify with this number.
 */
int32_t HcommAclrtNotifyWaitOnThread(ThreadHandle thread, uint64_t notifyId, uint32_t timeOut);

/**
 * Queues a copy of len bytes from local memory src to memory dst of the rank at the other end of
 * channel.
 *
 * dst is an address as the channel's remote memories give it. The other rank may read the data after a
 * notify that was recorded later on the same thread and channel; src may be changed after
 * HcommChannelDrainOnThread or a notify back. Errors: HCCL_E_PTR for NULL pointers, a thread or a
 * channel that does not live, HCCL_E_INTERNAL for memory that the peer does not offer through the channel.
 */
int32_t HcommWriteOnThread(ThreadHandle thread,
                           ChannelHandle channel,
                           void *dst,
                           const void *src,
                           uint64_t len);

/**
 * Queues dst[i] = dst[i] op src[i] for count elements, where dst is memory of the rank at the other
 * end of channel.
 *
 * Concurrent reductions into the same elements through several channels are not atomic. Errors: as
 * HcommWriteOnThread, and HCCL_E_PARA for a pair of type and operation that is not offered.
 */
int32_t HcommWriteReduceOnThread(ThreadHandle thread,
                                 ChannelHandle channel,
                                 void *dst,
                                 const void *src,
                                 uint64_t count,
                                 HcommDataType dataType,
                                 HcommReduceOp reduceOp);

/**
 * Queues a write of len bytes followed by a record of the peer's notify remoteNotifyIdx of the channel,
 * as one operation.
 *
 * Whoever waited for the notify sees the data. Errors: as HcommWriteOnThread, and for an index that the
 * channel has not.
 */
int32_t HcommWriteWithNotifyOnThread(ThreadHandle thread,
                                     ChannelHandle channel,
                                     void *dst,
                                     const void *src,
                                     uint64_t len,
                                     uint32_t remoteNotifyIdx);

/**
 * Queues a reduction into memory of the peer followed by a record of its notify remoteNotifyIdx, as one
 * operation.
 *
 * Errors: those of HcommWriteReduceOnThread and HcommWriteWithNotifyOnThread.
 */
int32_t HcommWriteReduceWithNotifyOnThread(ThreadHandle thread,
                                           ChannelHandle channel,
                                           void *dst,
                                           const void *src,
                                           uint64_t count,
                                           HcommDataType dataType,
                                           HcommReduceOp reduceOp,
                                           uint32_t remoteNotifyIdx);

/**
 * Queues a copy of len bytes from memory src of the rank at the other end of channel to local memory
 * dst.
 *
 * On all protocols the data is there for the next task after HcommChannelDrainOnThread. Errors: as
 * HcommWriteOnThread.
 */
int32_t HcommReadOnThread(ThreadHandle thread,
                          ChannelHandle channel,
                          void *dst,
                          const void *src,
                          uint64_t len);

/**
 * Queues dst[i] = dst[i] op src[i] for count elements, where src is memory of the rank at the other
 * end of channel.
 *
 * Errors: as HcommWriteReduceOnThread.
 */
int32_t HcommReadReduceOnThread(ThreadHandle thread,
                                ChannelHandle channel,
                                void *dst,
                                const void *src,
                                uint64_t count,
                                HcommDataType dataType,
                                HcommReduceOp reduceOp);

/**
 * Starts a write at once, without waiting for the queue; thread only says for whom. Otherwise as
 * HcommWriteNbi.
 */
int32_t HcommWriteNbiOnThread(ThreadHandle thread,
                              ChannelHandle channel,
                              void *dst,
                              const void *src,
                              uint64_t len);

/**
 * Starts a write of len bytes to memory dst of the peer from the calling CPU and returns; for channels
 * of the CPU engine.
 *
 * src must not change until HcommChannelFence succeeded. Errors: HCCL_E_PTR for NULL pointers or a
 * channel that does not live, HCCL_E_NOT_SUPPORT for channels of device engines, HCCL_E_NOT_FOUND for
 * memory that the peer does not offer (HCCL_E_INTERNAL over UB, HCCL_E_ROCE_CONNECT over RoCE to a peer
 * that offers none), HCCL_E_AGAIN if the channel's queue is full: fence, then try again,
 * HCCL_E_NETWORK if the connection failed.
 */
int32_t HcommWriteNbi(ChannelHandle channel, void *dst, const void *src, uint64_t len);

/**
 * Starts a write with a notify at once, without waiting for the queue; thread only says for whom.
 * Otherwise as HcommWriteWithNotifyNbi.
 */
int32_t HcommWriteWithNotifyNbiOnThread(ThreadHandle thread,
                                        ChannelHandle channel,
                                        void *dst,
                                        const void *src,
                                        uint64_t len,
                                        uint32_t remoteNotifyIdx);

/**
 * Starts a write of len bytes and a record of the peer's notify remoteNotifyIdx behind it from the
 * calling CPU; for channels of the CPU engine.
 *
 * Errors: as HcommWriteNbi.
 */
int32_t HcommWriteWithNotifyNbi(ChannelHandle channel,
                                void *dst,
                                const void *src,
                                uint64_t len,
                                uint32_t remoteNotifyIdx);

/**
 * Starts a read at once, without waiting for the queue; thread only says for whom. Otherwise as
 * HcommReadNbi.
 */
int32_t HcommReadNbiOnThread(ThreadHandle thread,
                             ChannelHandle channel,
                             void *dst,
                             const void *src,
                             uint64_t len);

/**
 * Starts a read of len bytes from memory src of the peer from the calling CPU; for channels of the CPU
 * engine. dst holds the data after HcommChannelFence succeeded.
 *
 * Errors: as HcommWriteNbi.
 */
int32_t HcommReadNbi(ChannelHandle channel, void *dst, const void *src, uint64_t len);

/**
 * Queues transferDescNum transfers on one channel with one call: writes, reads, their reductions and
 * notifies in any mix.
 *
 * The descriptions are read before the call returns. Transfers of one batch have no order among each other,
 * except that the last one comes after all others. Errors: HCCL_E_PTR for NULL descriptions or members,
 * HCCL_E_PARA for 0 transfers or members out of range, HCCL_E_NOT_SUPPORT for an unknown kind; nothing
 * is queued then.
 */
int32_t HcommBatchTransferOnThread(ThreadHandle thread,
                                   ChannelHandle channel,
                                   const HcommBatchTransferDesc *transferDescs,
                                   uint32_t transferDescNum);

/**
 * Queues the recording of the peer's notify remoteNotifyIdx of channel behind everything queued on
 * thread.
 *
 * Writes on the same thread and channel before it are visible to the peer after its wait. Errors:
 * HCCL_E_PTR if thread or channel does not live, HCCL_E_PARA for an index that the channel has not.
 */
int32_t HcommChannelNotifyRecordOnThread(ThreadHandle thread,
                                         ChannelHandle channel,
                                         uint32_t remoteNotifyIdx);

/**
 * Records the peer's notify remoteNotifyIdx of channel from the calling CPU; for channels of the CPU
 * engine.
 *
 * Errors: HCCL_E_PTR if the channel does not live, HCCL_E_PARA for an index that it has not,
 * HCCL_E_NOT_SUPPORT for other engines.
 */
int32_t HcommChannelNotifyRecord(ChannelHandle channel, uint32_t remoteNotifyIdx);

/**
 * Queues a wait on thread until the peer records notify localNotifyIdx of this end of channel; the
 * wait clears it.
 *
 * timeOut is in seconds; 0 waits for the default time. The call returns at once; a wait that runs out of
 * time puts the thread's stream into its error state. On channels of the CPU engine over RoCE the caller
 * waits instead, whatever the thread, and 0 only looks. Errors: as HcommChannelNotifyRecordOnThread, and
 * HCCL_E_TIMEOUT where the caller waits.
 */
int32_t HcommChannelNotifyWaitOnThread(ThreadHandle thread,
                                       ChannelHandle channel,
                                       uint32_t localNotifyIdx,
                                       uint32_t timeOut);

/**
 * Blocks the calling CPU until the peer records notify localNotifyIdx of this end of channel, at most
 * timeOut seconds; for channels of the CPU engine.
 *
 * Errors: those of HcommChannelNotifyRecord, and HCCL_E_TIMEOUT.
 */
int32_t HcommChannelNotifyWait(ChannelHandle channel, uint32_t localNotifyIdx, uint32_t timeOut);

/**
 * Asks whether tasks were recorded under tag in this process; the answer decides between
 * HcommAicpuTsTaskCacheExecute and a recording, on the same OS thread.
 *
 * The cache holds 10 MiB of tasks of 64 bytes; what does not fit is carried out and not kept. Errors:
 * HCCL_E_NOT_SUPPORT for products without the cache (here and in the functions below), HCCL_E_PTR for
 * NULL arguments.
 */
HcommResult HcommAicpuTsTaskCacheLookup(const char *tag, bool *isHit);

/**
 * Starts recording the tasks of the calling thread under tag, after a look-up that found nothing.
 *
 * addrs and sizes (bytes) name count = 2 memory ranges, input and output, whose addresses may differ
 * at each execution. Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for another tag, count or range,
 * HCCL_E_INTERNAL after a hit or when already recording.
 */
HcommResult HcommAicpuTsTaskCacheStart(const char *tag, void **addrs, uint64_t *sizes, uint64_t count);

/**
 * Ends the recording that HcommAicpuTsTaskCacheStart began with the same tag.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_PARA for another tag, HCCL_E_INTERNAL if nothing is being
 * recorded.
 */
HcommResult HcommAicpuTsTaskCacheEnd(const char *tag);

/**
 * Queues the tasks recorded under tag again, with the given two ranges in place of those of the recording.
 *
 * Sizes must equal the recorded ones. Errors: HCCL_E_PTR for NULL or a missing record, HCCL_E_PARA for
 * another tag, HCCL_E_INTERNAL after a miss or if the sizes differ.
 */
HcommResult HcommAicpuTsTaskCacheExecute(const char *tag, void **addrs, uint64_t *sizes, uint64_t count);

/** Forgets what was recorded under tag; an unknown tag is no error. Errors: HCCL_E_PTR for NULL. */
HcommResult HcommAicpuTsTaskCacheClear(const char *tag);

/**
 * Starts a batch on the calling OS thread: what it queues may be held back until HcommBatchModeEnd, and
 * must not be relied on to be held back.
 *
 * batchTag names the batch; NULL and "" are a batch without a name. A batch inside a batch replaces the
 * name.
 */
int32_t HcommBatchModeStart(const char *batchTag);

/**
 * Ends the batch of the calling OS thread and hands over everything it queued. Without a batch it does
 * nothing and succeeds.
 *
 * Errors of the hand-over are returned here.
 */
int32_t HcommBatchModeEnd(const char *batchTag);

/**
 * Takes the communicator named commId for the calling kernel, so that no other kernel uses it before
 * HcommReleaseComm.
 *
 * Not recursive. The wait has a limit and ends when the communicator is suspended. Errors: HCCL_E_PTR for
 * NULL or an unknown name.
 */
int32_t HcommAcquireComm(const char *commId);

/** Gives back what HcommAcquireComm took. Errors: HCCL_E_PTR for NULL. */
int32_t HcommReleaseComm(const char *commId);

/**
 * Waits until data that network ports delivered to device memory of this process is visible to the device.
 * It does not wait for operations on channels: fence those first.
 *
 * Errors: HCCL_E_TIMEOUT, HCCL_E_NETWORK, HCCL_E_NOT_SUPPORT in a kernel.
 */
int32_t HcommFenceOnThread(ThreadHandle thread);

/**
 * Orders operations on one channel: what is queued on thread for channel afterwards starts after
 * everything before it completed, reads included. It does not block the caller on queued engines; on the
 * CPU engine it does.
 *
 * Errors: HCCL_E_PTR if thread or channel does not live.
 */
int32_t HcommChannelFenceOnThread(ThreadHandle thread, ChannelHandle channel);

/**
 * Blocks the calling CPU until everything it started on channel (...Nbi functions) completed; for
 * channels of the CPU engine.
 *
 * Errors: HCCL_E_PTR if the channel does not live, HCCL_E_NOT_SUPPORT for other engines,
 * HCCL_E_TIMEOUT if not everything completes within the execution time-out, HCCL_E_NETWORK if an
 * operation failed.
 */
int32_t HcommChannelFence(ChannelHandle channel);

/**
 * Sets the time-out of waits ...WithDefaultTimeout for the calling OS thread, in seconds; fractions are
 * cut off. Unset it is the execution time-out (HCCL_EXEC_TIMEOUT, 1836 s).
 *
 * Errors: HCCL_E_PARA for a value that is negative, no number or above 4294967295.
 */
int32_t HcommSetNotifyWaitTimeOut(float timeOut);

/**
 * Sets how long, in seconds, a kernel may wait for room in a full queue of tasks; 0 waits without a limit of
 * its own. For the calling OS thread.
 *
 * Errors: HCCL_E_PARA for a value out of range, HCCL_E_NOT_SUPPORT outside kernels.
 */
int32_t HcommThreadResAcquireTimeOut(float timeOut);

/** As HcommChannelNotifyWaitOnThread, with the time-out of HcommSetNotifyWaitTimeOut. */
int32_t HcommChannelNotifyWaitOnThreadWithDefaultTimeout(ThreadHandle thread,
                                                         ChannelHandle channel,
                                                         uint32_t localNotifyIdx);

/** As HcommThreadNotifyWaitOnThread, with the time-out of HcommSetNotifyWaitTimeOut. */
int32_t HcommThreadNotifyWaitOnThreadWithDefaultTimeout(ThreadHandle thread, uint32_t notifyIdx);

/**
 * Queues a point on thread that is reached when everything before it on channel completed: after it,
 * source buffers may be reused and data that was read is there.
 *
 * Errors: HCCL_E_PTR if thread or channel does not live, HCCL_E_NOT_SUPPORT for protocols without it.
 */
int32_t HcommChannelDrainOnThread(ThreadHandle thread, ChannelHandle channel);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_PRIMITIVES_H */
