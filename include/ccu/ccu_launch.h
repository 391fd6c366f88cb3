/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from src/capi/ccu_launch.rs.
 */
#ifndef CCU_LAUNCH_H
#define CCU_LAUNCH_H

/**
 * @file ccu_launch.h
 * Registering and launching CCU kernels.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../../hccl/hccl_res.h"
#include "../../hccl/hccl_types.h"
#include "ccu_types.h"

/*
 * Functions with this mark are weak references: a program that is linked with libhccl.so alone still finds them at
 * run time, because libhccl.so needs libhcomm.so.
 */
#ifndef HCOMM_WEAK_SYMBOL
#define HCOMM_WEAK_SYMBOL __attribute__((weak))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** HcommCcuKernelRegisterStart of hcomm/ccu/ccu_launch.h. */
CcuResult HcommCcuKernelRegisterStart(CcuInsHandle insHandle) HCOMM_WEAK_SYMBOL;

/** HcommCcuKernelRegister of hcomm/ccu/ccu_launch.h. */
CcuResult HcommCcuKernelRegister(CcuInsHandle insHandle,
                                 uint32_t dieId,
                                 const char *kernelFuncName,
                                 const void *kernelFunc,
                                 const void **kernelArgs,
                                 uint32_t argNum,
                                 CcuKernelHandle *kernelHandle)
HCOMM_WEAK_SYMBOL;

/** HcommCcuKernelRegisterEnd of hcomm/ccu/ccu_launch.h. */
CcuResult HcommCcuKernelRegisterEnd(CcuInsHandle insHandle) HCOMM_WEAK_SYMBOL;

/** HcommCcuGetTaskArgsNum of hcomm/ccu/ccu_launch.h. */
CcuResult HcommCcuGetTaskArgsNum(CcuKernelHandle kernelHandle, uint32_t *taskArgsNum);

/** HcommCcuKernelLaunch of hcomm/ccu/ccu_launch.h. */
CcuResult HcommCcuKernelLaunch(ThreadHandle threadHandle,
                               CcuKernelHandle kernelHandle,
                               const void *taskArgs,
                               uint32_t argNum)
HCOMM_WEAK_SYMBOL;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* CCU_LAUNCH_H */
