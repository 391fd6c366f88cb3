/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hcomm_nic_plugin.rs.
 */
#ifndef HCOMM_NIC_PLUGIN_H
#define HCOMM_NIC_PLUGIN_H

/**
 * @file hcomm_nic_plugin.h
 * What a shared library provides to serve network protocols of the host; see docs/nic-plugin.md.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hcomm/hcomm_channel.h>
#include <hcomm/hcomm_primitives.h>
#include <hcomm/hcomm_res_defs.h>

/* Constants: typed in C++; macros in C, so that they can be array bounds. */
#ifdef __cplusplus
/** Protocols from this number on belong to plug-ins. */
static const uint32_t COMM_PROTOCOL_CUSTOM_BASE = 1000;
/** Protocols that one plug-in may serve. */
static const uint32_t HCOMM_NIC_PLUGIN_MAX_PROTOCOLS = 4;
/** Magic word of HcommNicPluginInfo. */
static const uint32_t HCOMM_NIC_PLUGIN_INFO_MAGIC_WORD = 0xfcf0f1f;
/** Version of HcommNicPluginInfo. */
static const uint32_t HCOMM_NIC_PLUGIN_INFO_VERSION = 1;
/** Magic word of HcommNicEndpointOps. */
static const uint32_t HCOMM_NIC_ENDPOINT_OPS_MAGIC_WORD = 0xfcf0f2f;
/** Version of HcommNicEndpointOps. */
static const uint32_t HCOMM_NIC_ENDPOINT_OPS_VERSION = 1;
/** Magic word of HcommNicChannelOps. */
static const uint32_t HCOMM_NIC_CHANNEL_OPS_MAGIC_WORD = 0xfcf0f3f;
/** Version of HcommNicChannelOps. */
static const uint32_t HCOMM_NIC_CHANNEL_OPS_VERSION = 1;
#else
#define COMM_PROTOCOL_CUSTOM_BASE 1000u
#define HCOMM_NIC_PLUGIN_MAX_PROTOCOLS 4u
#define HCOMM_NIC_PLUGIN_INFO_MAGIC_WORD 0xfcf0f1fu
#define HCOMM_NIC_PLUGIN_INFO_VERSION 1u
#define HCOMM_NIC_ENDPOINT_OPS_MAGIC_WORD 0xfcf0f2fu
#define HCOMM_NIC_ENDPOINT_OPS_VERSION 1u
#define HCOMM_NIC_CHANNEL_OPS_MAGIC_WORD 0xfcf0f3fu
#define HCOMM_NIC_CHANNEL_OPS_VERSION 1u
#endif

#ifdef __cplusplus
extern "C" {
#endif

/**
 * What an endpoint of a plug-in can do. The first argument of every function is the outCtx of
 * HcommNicPluginCreateEndpoint; all but destroy may be NULL.
 */
typedef struct HcommNicEndpointOps {
    /** Magic word, version and the size of the table in the plug-in. */
    CommAbiHeader header;
    /** Called once, before everything else. */
    int32_t (*init)(void*);
    /** Called once, after everything else. */
    int32_t (*destroy)(void*);
    /** HcommMemReg. */
    int32_t (*registerMemory)(void*, const CommMem*, const char*, void**);
    /** HcommMemUnreg. */
    int32_t (*unregisterMemory)(void*, void*);
    /** HcommMemExport. */
    int32_t (*memoryExport)(void*, void*, void**, uint32_t*);
    /** HcommMemImport. */
    int32_t (*memoryImport)(void*, const void*, uint32_t, CommMem*);
    /** HcommMemUnimport. */
    int32_t (*memoryUnimport)(void*, const void*, uint32_t);
    /** HcommEndpointGetListenPort. */
    int32_t (*getListenPort)(void*, uint32_t*);
} HcommNicEndpointOps;

/**
 * What a channel of a plug-in can do. The first argument of every function is the outCtx of
 * HcommNicPluginCreateChannel; all but destroy may be NULL.
 */
typedef struct HcommNicChannelOps {
    /** Magic word, version and the size of the table in the plug-in. */
    CommAbiHeader header;
    /** Called once, before everything else. */
    int32_t (*init)(void*);
    /** Called once, after everything else. */
    int32_t (*destroy)(void*);
    /** HcommChannelGetStatus. */
    int32_t (*getStatus)(void*, int32_t*);
    /** HcommWriteNbi. */
    int32_t (*writeNbi)(void*, void*, const void*, uint64_t);
    /** HcommWriteNbiOnThread. */
    int32_t (*writeNbiOnThread)(void*, ThreadHandle, void*, const void*, uint64_t);
    /** HcommWriteOnThread. */
    int32_t (*writeOnThread)(void*, ThreadHandle, void*, const void*, uint64_t);
    /** HcommWriteWithNotifyNbi. */
    int32_t (*writeWithNotifyNbi)(void*, void*, const void*, uint64_t, uint32_t);
    /** HcommWriteWithNotifyNbiOnThread. */
    int32_t (*writeWithNotifyNbiOnThread)(void*, ThreadHandle, void*, const void*, uint64_t, uint32_t);
    /** HcommWriteWithNotifyOnThread. */
    int32_t (*writeWithNotifyOnThread)(void*, ThreadHandle, void*, const void*, uint64_t, uint32_t);
    /** HcommWriteReduceOnThread. */
    int32_t (*writeReduceOnThread)(void*,
                                   ThreadHandle,
                                   void*,
                                   const void*,
                                   uint64_t,
                                   HcommDataType,
                                   HcommReduceOp);
    /** HcommWriteReduceWithNotifyOnThread. */
    int32_t (*writeReduceWithNotifyOnThread)(void*,
                                             ThreadHandle,
                                             void*,
                                             const void*,
                                             uint64_t,
                                             HcommDataType,
                                             HcommReduceOp,
                                             uint32_t);
    /** HcommReadNbi. */
    int32_t (*readNbi)(void*, void*, const void*, uint64_t);
    /** HcommReadNbiOnThread. */
    int32_t (*readNbiOnThread)(void*, ThreadHandle, void*, const void*, uint64_t);
    /** HcommReadOnThread. */
    int32_t (*readOnThread)(void*, ThreadHandle, void*, const void*, uint64_t);
    /** HcommReadReduceOnThread. */
    int32_t (*readReduceOnThread)(void*,
                                  ThreadHandle,
                                  void*,
                                  const void*,
                                  uint64_t,
                                  HcommDataType,
                                  HcommReduceOp);
    /** HcommChannelNotifyRecord. */
    int32_t (*notifyRecord)(void*, uint32_t);
    /** HcommChannelNotifyRecordOnThread. */
    int32_t (*notifyRecordOnThread)(void*, ThreadHandle, uint32_t);
    /** HcommChannelNotifyWait: index and seconds. */
    int32_t (*notifyWait)(void*, uint32_t, uint32_t);
    /** HcommChannelNotifyWaitOnThread: index and seconds. */
    int32_t (*notifyWaitOnThread)(void*, ThreadHandle, uint32_t, uint32_t);
    /** HcommChannelNotifyWaitOnThreadWithDefaultTimeout. */
    int32_t (*notifyWaitOnThreadWithDefaultTimeout)(void*, ThreadHandle, uint32_t);
    /** HcommBatchTransferOnThread. */
    int32_t (*batchTransferOnThread)(void*, ThreadHandle, const HcommBatchTransferDesc*, uint32_t);
    /** HcommChannelFence. */
    int32_t (*fence)(void*);
    /** HcommChannelFenceOnThread. */
    int32_t (*fenceOnThread)(void*, ThreadHandle);
    /** HcommChannelDrainOnThread. */
    int32_t (*drainOnThread)(void*, ThreadHandle);
} HcommNicChannelOps;

/** What a plug-in is. */
typedef struct HcommNicPluginInfo {
    /** Magic word, version and the size of the structure in the plug-in. */
    CommAbiHeader header;
    /** Its name, for the log; may be NULL. */
    const char *name;
    /** Protocols it serves, 1 to 4. */
    uint32_t protocolCount;
    /** The protocols: those of CommProtocol, or own ones from COMM_PROTOCOL_CUSTOM_BASE on. */
    CommProtocol protocols[4];
    /** Not used; 0. */
    uint64_t reserved[8];
} HcommNicPluginInfo;

/** Type of HcommNicPluginGetInfo. */
typedef const HcommNicPluginInfo *(*HcommNicPluginGetInfoFunc)(void);

/** Type of HcommNicPluginCreateEndpoint. */
typedef int32_t (*HcommNicPluginCreateEndpointFunc)(const EndpointDesc*, void**, HcommNicEndpointOps**);

/** Type of HcommNicPluginCreateChannel. */
typedef int32_t (*HcommNicPluginCreateChannelFunc)(void*,
                                                   const HcommChannelDesc*,
                                                   void**,
                                                   HcommNicChannelOps**);

#ifdef __cplusplus
} /* extern "C" */
#endif

/* What the shared library exports. */
#ifdef __cplusplus
extern "C" {
#endif

/** Tells what the plug-in is; the structure lives as long as the library. */
const HcommNicPluginInfo *HcommNicPluginGetInfo(void);

/**
 * Opens the host port that endpointDesc describes.
 *
 * @param endpointDesc the port; lives during the call.
 * @param outCtx receives what the functions of the table get as their first argument.
 * @param outOps receives the table; it is copied.
 * @return 0, or the code that HcommEndpointCreate is to return.
 */
int32_t HcommNicPluginCreateEndpoint(const EndpointDesc *endpointDesc, void **outCtx, HcommNicEndpointOps **outOps);

/**
 * Makes a channel from an endpoint and starts to connect it.
 *
 * @param epCtx what HcommNicPluginCreateEndpoint gave.
 * @param channelDesc the channel, as HcommChannelCreate understood it; lives during the call.
 * @param outCtx receives what the functions of the table get as their first argument.
 * @param outOps receives the table; it is copied.
 * @return 0, or the code that HcommChannelCreate is to return.
 */
int32_t HcommNicPluginCreateChannel(void *epCtx, const HcommChannelDesc *channelDesc, void **outCtx,
                                    HcommNicChannelOps **outOps);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HCOMM_NIC_PLUGIN_H */
