/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_EXT_H
#define HCOMM_EXT_H

/**
 * @file hcomm_ext.h
 * Shorter C++ spellings of calls of the C API, as articles and tutorials write them. Inline over the C functions, so
 * that a program that uses them also runs with another libhcomm.so. In C this header only includes the C API.
 *
 * docs/articles.md lists each spelling.
 */

#include "../hccl/hccl_channel.h"
#include "../hccl/hccl_comm.h"
#include "../hccl/hccl_rank_graph.h"
#include "../hccl/hccl_res.h"
#include "../hccl/hccl_sym_win.h"
#include "../hcomm/hcomm_primitives.h"
#include "../hcomm/hcomm_res.h"

#ifdef __cplusplus

#include <netinet/in.h>

#include <cstdint>
#include <cstring>

/**
 * The time-out, in seconds, of the waits below that name none: the default execution time-out. May be defined before
 * this header is included.
 */
#ifndef HCOMM_EXT_NOTIFY_TIMEOUT_S
#define HCOMM_EXT_NOTIFY_TIMEOUT_S 1836
#endif

/** @name Waits without a time-out argument @{ */

/** HcommChannelNotifyWaitOnThread with HCOMM_EXT_NOTIFY_TIMEOUT_S seconds. */
inline int32_t HcommChannelNotifyWaitOnThread(ThreadHandle thread, ChannelHandle channel, uint32_t localNotifyIdx)
{
    return HcommChannelNotifyWaitOnThread(thread, channel, localNotifyIdx, HCOMM_EXT_NOTIFY_TIMEOUT_S);
}

/** HcommChannelNotifyWait with HCOMM_EXT_NOTIFY_TIMEOUT_S seconds. */
inline int32_t HcommChannelNotifyWait(ChannelHandle channel, uint32_t localNotifyIdx)
{
    return HcommChannelNotifyWait(channel, localNotifyIdx, HCOMM_EXT_NOTIFY_TIMEOUT_S);
}

/** HcommThreadNotifyWaitOnThread with HCOMM_EXT_NOTIFY_TIMEOUT_S seconds. */
inline int32_t HcommThreadNotifyWaitOnThread(ThreadHandle thread, uint32_t notifyIdx)
{
    return HcommThreadNotifyWaitOnThread(thread, notifyIdx, HCOMM_EXT_NOTIFY_TIMEOUT_S);
}

/** HcommAclrtNotifyWaitOnThread with HCOMM_EXT_NOTIFY_TIMEOUT_S seconds. */
inline int32_t HcommAclrtNotifyWaitOnThread(ThreadHandle thread, uint64_t notifyId)
{
    return HcommAclrtNotifyWaitOnThread(thread, notifyId, HCOMM_EXT_NOTIFY_TIMEOUT_S);
}
/** @} */

/** @name Giving back what a communicator lent @{ */

/**
 * Says that the caller is done with `thread`, one of HcclThreadAcquire. The communicator keeps it, hands it out again
 * on the next acquire and frees it in HcclCommDestroy; tasks already in its queue still run.
 *
 * @return HCCL_E_PARA for the handle 0, else HCCL_SUCCESS
 */
inline HcclResult HcclThreadFree(ThreadHandle thread) { return thread == 0 ? HCCL_E_PARA : HCCL_SUCCESS; }

/**
 * Says that the caller is done with `channel`, one of HcclChannelAcquire. The communicator keeps the connection, hands
 * it out again on the next acquire and closes it in HcclCommDestroy. To close a channel of the CCU engine at once, use
 * HcclChannelDestroy with a communicator.
 *
 * @return HCCL_E_PARA for the handle 0, else HCCL_SUCCESS
 */
inline HcclResult HcclChannelDestroy(ChannelHandle channel) { return channel == 0 ? HCCL_E_PARA : HCCL_SUCCESS; }

/** HcommThreadFree of one thread. */
inline HcommResult HcommThreadFree(ThreadHandle thread) { return HcommThreadFree(&thread, 1); }

/** HcommChannelDestroy of one channel. */
inline HcommResult HcommChannelDestroy(ChannelHandle channel) { return HcommChannelDestroy(&channel, 1); }
/** @} */

/** The IPv4 address a.b.c.d, for CommAddr::addr. */
inline in_addr HcommIpV4(uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
    const uint8_t bytes[4] = {a, b, c, d}; // network byte order
    in_addr address;
    std::memcpy(&address, bytes, sizeof(address));
    return address;
}

/** @name Checks that leave the calling function with the code of the failed call @{ */

/** The code is a HcclResult, or an int32_t of the data plane. */
#ifndef CHK_RET
#define CHK_RET(call)                                            \
    do {                                                         \
        const HcclResult chkRet = static_cast<HcclResult>(call); \
        if (chkRet != HCCL_SUCCESS) {                            \
            return chkRet;                                       \
        }                                                        \
    } while (0)
#endif

/** The call is one of the ACL runtime; the function returns HCCL_E_RUNTIME. */
#ifndef ACLCHECK
#define ACLCHECK(call)             \
    do {                           \
        if ((call) != 0) {         \
            return HCCL_E_RUNTIME; \
        }                          \
    } while (0)
#endif
/** @} */

#endif // __cplusplus

#endif // HCOMM_EXT_H
