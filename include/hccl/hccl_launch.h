/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hccl_launch.rs and src/capi/hccl_launch.rs.
 */
#ifndef HCCL_LAUNCH_H
#define HCCL_LAUNCH_H

/**
 * @file hccl_launch.h
 * Launching the AICPU kernel of an operator.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <acl/acl.h>
#include <securec.h>
#include "hccl_types.h"
#include "hcomm_res_defs.h"

/* Constants: typed in C++; macros in C, so that they can be array bounds. */
#ifdef __cplusplus
/** Constant P2P_MAX_ARG_SIZE. */
static const uint32_t P2P_MAX_ARG_SIZE = 0x2000;
/** Constant HCCL_OP_DESC_OP_NAME_MAX_LEN. */
static const uint32_t HCCL_OP_DESC_OP_NAME_MAX_LEN = 0x100;
/** Constant HCCL_OPDESC_MAGIC_WORD. */
static const uint32_t HCCL_OPDESC_MAGIC_WORD = 0xf0f0f0f;
/** Constant HCCL_OPDESC_VERSION. */
static const uint32_t HCCL_OPDESC_VERSION = 1;
/** Constant HCCL_KERNEL_SO_NAME_MAX_LEN. */
static const uint32_t HCCL_KERNEL_SO_NAME_MAX_LEN = 0x100;
/** Constant HCCL_KERNEL_FUNC_NAME_MAX_LEN. */
static const uint32_t HCCL_KERNEL_FUNC_NAME_MAX_LEN = 0x100;
/** Constant HCCL_KERNEL_LAUNCH_CFG_MAGIC_WORD. */
static const uint32_t HCCL_KERNEL_LAUNCH_CFG_MAGIC_WORD = 0xf0f0f0f;
/** Constant HCCL_KERNEL_LAUNCH_CFG_VERSION. */
static const uint32_t HCCL_KERNEL_LAUNCH_CFG_VERSION = 1;
#else
#define P2P_MAX_ARG_SIZE 0x2000u
#define HCCL_OP_DESC_OP_NAME_MAX_LEN 0x100u
#define HCCL_OPDESC_MAGIC_WORD 0xf0f0f0fu
#define HCCL_OPDESC_VERSION 1u
#define HCCL_KERNEL_SO_NAME_MAX_LEN 0x100u
#define HCCL_KERNEL_FUNC_NAME_MAX_LEN 0x100u
#define HCCL_KERNEL_LAUNCH_CFG_MAGIC_WORD 0xf0f0f0fu
#define HCCL_KERNEL_LAUNCH_CFG_VERSION 1u
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Structure HcclOpP2pDesc: 48 bytes. */
typedef struct HcclOpP2pDesc {
    /** Member buffer. */
    void *buffer;
    /** Member reserved. */
    uint8_t reserved[8];
    /** Member cmdType. */
    HcclCMDType cmdType;
    /** Member dataType. */
    HcclDataType dataType;
    /** Member count. */
    uint64_t count;
    /** Member remoteRank. */
    uint32_t remoteRank;
    /** Member unfoldStream. */
    void *unfoldStream;
} HcclOpP2pDesc;

/** Structure HcclOpDesc: 360 bytes. */
typedef struct HcclOpDesc {
    /** Member header. */
    CommAbiHeader header;
    /** Member opDescType. */
    uint32_t opDescType;
    /** Member opName. */
    char opName[256];
    /** Member anon_0. */
    __extension__ union {
        /** Member raws. */
        uint8_t raws[76];
        /** Member p2p. */
        HcclOpP2pDesc p2p;
    };
} HcclOpDesc;

/** Structure HcclKernelFuncInfo: 528 bytes. */
typedef struct HcclKernelFuncInfo {
    /** Member kernelSoName. */
    char kernelSoName[256];
    /** Member kernelFuncName. */
    char kernelFuncName[256];
    /** Member args. */
    void *args;
    /** Member argSize. */
    uint32_t argSize;
} HcclKernelFuncInfo;

/** Structure HcclKernelLaunchCfg: 128 bytes. */
typedef struct HcclKernelLaunchCfg {
    /** Member header. */
    CommAbiHeader header;
    /** Member timeOut. */
    uint64_t timeOut;
    /** Member reserved. */
    uint8_t reserved[104];
} HcclKernelLaunchCfg;

/** Structure HcclP2pKernelParam: 8200 bytes. */
typedef struct HcclP2pKernelParam {
    /** Member sendRecvThread. */
    ThreadHandle sendRecvThread;
    /** Member opParams. */
    uint8_t opParams[8192];
} HcclP2pKernelParam;

/**
 * Launches the kernel that funcInfo names on the AICPU of the communicator's device, behind what
 * userStream holds; later work of the stream waits for it. Arguments are copied before the call returns.
 *
 * Errors: HCCL_E_PTR for NULL, HCCL_E_RUNTIME if the runtime refuses the launch.
 */
HcclResult HcclAicpuKernelLaunch(HcclComm comm,
                                 const HcclOpDesc *opInfo,
                                 const HcclKernelFuncInfo *funcInfo,
                                 ThreadHandle aicpuThreadHandle,
                                 aclrtStream userStream,
                                 const HcclKernelLaunchCfg *kernelLaunchCfg);

#ifdef __cplusplus
} /* extern "C" */
#endif

/**
 * Prepares the description of an operator: the header; everything else not set (0xFF bytes), so opName is no string
 * until the caller writes one.
 *
 * @param opDesc the description.
 * @return HCCL_SUCCESS, or HCCL_E_PTR if opDesc is NULL.
 */
static inline HcclResult HcclOpDescInit(HcclOpDesc *opDesc)
{
    if (opDesc == NULL) {
        return HCCL_E_PTR;
    }
    memset(opDesc, 0xFF, sizeof(HcclOpDesc));
    opDesc->header.version = HCCL_OPDESC_VERSION;
    opDesc->header.magicWord = HCCL_OPDESC_MAGIC_WORD;
    opDesc->header.size = sizeof(HcclOpDesc);
    opDesc->header.reserved = 0;
    return HCCL_SUCCESS;
}

/**
 * Prepares the configuration of a launch: the header; the time limit and the rest not set (0xFF bytes).
 *
 * @param kernelLaunchCfg the configuration.
 * @return HCCL_SUCCESS, or HCCL_E_PTR if kernelLaunchCfg is NULL.
 */
static inline HcclResult HcclKernelLaunchCfgInit(HcclKernelLaunchCfg *kernelLaunchCfg)
{
    if (kernelLaunchCfg == NULL) {
        return HCCL_E_PTR;
    }
    memset(kernelLaunchCfg, 0xFF, sizeof(HcclKernelLaunchCfg));
    kernelLaunchCfg->header.version = HCCL_KERNEL_LAUNCH_CFG_VERSION;
    kernelLaunchCfg->header.magicWord = HCCL_KERNEL_LAUNCH_CFG_MAGIC_WORD;
    kernelLaunchCfg->header.size = sizeof(HcclKernelLaunchCfg);
    kernelLaunchCfg->header.reserved = 0;
    return HCCL_SUCCESS;
}

#endif /* HCCL_LAUNCH_H */
