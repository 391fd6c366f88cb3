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
/** Most bytes of arguments of a kernel inside a group. */
static const uint32_t P2P_MAX_ARG_SIZE = 0x2000;
/** Bytes for the name of an operator, with its NUL. */
static const uint32_t HCCL_OP_DESC_OP_NAME_MAX_LEN = 0x100;
/** Magic word of HcclOpDesc. */
static const uint32_t HCCL_OPDESC_MAGIC_WORD = 0xf0f0f0f;
/** Version of HcclOpDesc. */
static const uint32_t HCCL_OPDESC_VERSION = 1;
/** Bytes for the name of a kernel's library, with its NUL. */
static const uint32_t HCCL_KERNEL_SO_NAME_MAX_LEN = 0x100;
/** Bytes for the name of a kernel's function, with its NUL. */
static const uint32_t HCCL_KERNEL_FUNC_NAME_MAX_LEN = 0x100;
/** Magic word of HcclKernelLaunchCfg. */
static const uint32_t HCCL_KERNEL_LAUNCH_CFG_MAGIC_WORD = 0xf0f0f0f;
/** Version of HcclKernelLaunchCfg. */
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

/** A send or receive, for groups. */
typedef struct HcclOpP2pDesc {
    /** Its buffer. */
    void *buffer;
    /** Not used; 0. */
    uint8_t reserved[8];
    /** HCCL_CMD_SEND or HCCL_CMD_RECEIVE. */
    HcclCMDType cmdType;
    /** Type of the elements. */
    HcclDataType dataType;
    /** Elements. */
    uint64_t count;
    /** The other rank. */
    uint32_t remoteRank;
    /** Stream on which it is turned into tasks. */
    void *unfoldStream;
} HcclOpP2pDesc;

/** The operator that a launch belongs to; prepare it with HcclOpDescInit. */
typedef struct HcclOpDesc {
    /** Magic word, version and size; the initialiser of this type writes it. */
    CommAbiHeader header;
    /** Kind of the following union: 1 for a send or receive. */
    uint32_t opDescType;
    /** Name of the operator, a string. */
    char opName[256];
    /** What the kind adds. */
    __extension__ union {
        /** All bytes; they fix the size. */
        uint8_t raws[76];
        /** A send or receive. */
        HcclOpP2pDesc p2p;
    };
} HcclOpDesc;

/** A kernel and its arguments. */
typedef struct HcclKernelFuncInfo {
    /** Library of the kernel, as its JSON description names it. */
    char kernelSoName[256];
    /** Function of the kernel. */
    char kernelFuncName[256];
    /** Arguments; copied at the launch. */
    void *args;
    /** Bytes of the arguments. */
    uint32_t argSize;
} HcclKernelFuncInfo;

/** Options of a launch; prepare it with HcclKernelLaunchCfgInit. */
typedef struct HcclKernelLaunchCfg {
    /** Magic word, version and size; the initialiser of this type writes it. */
    CommAbiHeader header;
    /** Time limit of the kernel in seconds; all bits set is the default. */
    uint64_t timeOut;
    /** Not used; 0. */
    uint8_t reserved[104];
} HcclKernelLaunchCfg;

/** What a kernel of a group gets for each send or receive. */
typedef struct HcclP2pKernelParam {
    /** Thread on which it runs. */
    ThreadHandle sendRecvThread;
    /** The arguments of its launch. */
    uint8_t opParams[8192];
} HcclP2pKernelParam;

/**
 * Launches the kernel that funcInfo names on the AICPU of the communicator's device, behind what
 * userStream holds; later work of the stream waits until all is done that the kernel queued on
 * aicpuThreadHandle, a thread of this communicator. Does not wait itself; arguments are copied.
 *
 * The kernel runs on opInfo->p2p.unfoldStream and gets the address of an HcclP2pKernelParam: the thread,
 * then the arguments, filled up with 0. A description kernelSoName with the ending .json among the
 * installed kernels tells which function of the library kernelFuncName is; without one it is the function
 * itself. kernelLaunchCfg->timeOut is in seconds, 0 is any time, more than 65535 counts as 65535. When the
 * kernel fails, the user's stream fails as well.
 *
 * Inside a group the launch must be a send or a receive (cmdType, remoteRank) with at most
 * P2P_MAX_ARG_SIZE bytes of arguments. The outermost HcclGroupEnd launches all of them: sends on one
 * thread of the library, receives on another, whose handle the kernels get instead of aicpuThreadHandle.
 *
 * Not thread-safe for one communicator. Errors: HCCL_E_PTR for NULL, a thread of 0 or a stream that does not
 * live, HCCL_E_PARA for a thread of another communicator and for what a group does not take,
 * HCCL_E_RUNTIME if there is no such kernel or the runtime refuses the launch.
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
