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

/**
 * Begins a round of registering kernels in an instance. Errors: CCU_E_PTR for an unknown instance,
 * CCU_E_INTERNAL inside a round.
 */
CcuResult HcommCcuKernelRegisterStart(CcuInsHandle insHandle) HCOMM_WEAK_SYMBOL;

/**
 * Runs a kernel function once and records its instructions as a kernel of the instance. An error ends the
 * whole round. Errors: CCU_E_PTR for NULL, CCU_E_PARA for more than one argument, CCU_E_INTERNAL
 * outside of a round or if the function throws, CCU_E_UNAVAIL if resources do not suffice.
 */
CcuResult HcommCcuKernelRegister(CcuInsHandle insHandle,
                                 uint32_t dieId,
                                 const char *kernelFuncName,
                                 const void *kernelFunc,
                                 const void **kernelArgs,
                                 uint32_t argNum,
                                 CcuKernelHandle *kernelHandle)
HCOMM_WEAK_SYMBOL;

/**
 * Ends a round: resources are assigned and the kernels can be launched. Errors: CCU_E_INTERNAL outside of
 * a round.
 */
CcuResult HcommCcuKernelRegisterEnd(CcuInsHandle insHandle) HCOMM_WEAK_SYMBOL;

/**
 * Number of arguments that a launch of a kernel takes. Errors: CCU_E_NOT_FOUND for an unknown kernel,
 * CCU_E_PTR for NULL.
 */
CcuResult HcommCcuGetTaskArgsNum(CcuKernelHandle kernelHandle, uint32_t *taskArgsNum);

/**
 * Queues a kernel on a thread, in the order of its other tasks, with argNum 64-bit arguments. Errors:
 * CCU_E_PARA for handles of 0, CCU_E_PTR for NULL or an unknown kernel, CCU_E_INTERNAL for another
 * number of arguments.
 */
CcuResult HcommCcuKernelLaunch(ThreadHandle threadHandle,
                               CcuKernelHandle kernelHandle,
                               const void *taskArgs,
                               uint32_t argNum)
HCOMM_WEAK_SYMBOL;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* CCU_LAUNCH_H */
