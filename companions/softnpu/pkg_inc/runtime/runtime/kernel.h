/*
 * Kernels, older interface.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_RUNTIME_RUNTIME_KERNEL_H
#define HCOMM_SDK_RUNTIME_RUNTIME_KERNEL_H

#include "base.h"
#include "stream.h"
#include "../rt_external_kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rtKernelType {
    KERNEL_TYPE_CCE = 0,
    KERNEL_TYPE_FWK = 1,
    KERNEL_TYPE_AICPU = 2,
    KERNEL_TYPE_AICPU_CUSTOM = 4,
    KERNEL_TYPE_AICPU_KFC = 5,
    KERNEL_TYPE_CUSTOM_KFC = 6,
    KERNEL_TYPE_HWTS = 10,
    KERNEL_TYPE_RESERVED = 99,
} rtKernelType_t;

#define RT_DEV_BINARY_MAGIC_PLAIN 0xabceed50U
#define RT_DEV_BINARY_MAGIC_PLAIN_AICPU 0xabceed51U
#define RT_DEV_BINARY_MAGIC_PLAIN_AIVEC 0xabceed52U

rtError_t rtDevBinaryRegister(const rtDevBinary_t *bin, void **hdl);
rtError_t rtFunctionRegister(void *binHandle, const void *stubFunc, const char_t *stubName,
    const void *kernelInfoExt, uint32_t funcMode);
rtError_t rtKernelLaunch(const void *stubFunc, uint32_t numBlocks, void *args, uint32_t argsSize,
    rtSmDesc_t *smDesc, rtStream_t stm);
rtError_t rtKernelLaunchWithFlag(const void *stubFunc, uint32_t numBlocks, rtArgsEx_t *argsInfo,
    rtSmDesc_t *smDesc, rtStream_t stm, uint32_t flags);
rtError_t rtKernelLaunchWithFlagV2(const void *stubFunc, uint32_t numBlocks, rtArgsEx_t *argsInfo,
    rtSmDesc_t *smDesc, rtStream_t stm, uint32_t flags, const rtTaskCfgInfo_t *cfgInfo);

#ifdef __cplusplus
}
#endif

#endif
