/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/dtype_common.rs and src/capi/dtype_common.rs.
 */
#ifndef DTYPE_COMMON_H
#define DTYPE_COMMON_H

/**
 * @file dtype_common.h
 * Sizes of data types, kinds of devices.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base.h"
#ifdef __cplusplus
#include <unordered_map>
#endif

/* A reference in C++ is passed as a pointer, which is what C sees. */
#ifndef HCOMM_REF
#ifdef __cplusplus
#define HCOMM_REF &
#else
#define HCOMM_REF *
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of devices. */
#ifdef __cplusplus
enum class DevType
#else
typedef enum DevType
#endif
{
    /** Ascend 910. */
    DEV_TYPE_910 = 0,
    /** Ascend 310P3. */
    DEV_TYPE_310P3 = 1,
    /** Ascend 910B (A2). */
    DEV_TYPE_910B = 2,
    /** Ascend 310P1. */
    DEV_TYPE_310P1 = 3,
    /** Ascend 910_93 (A3). */
    DEV_TYPE_910_93 = 4,
    /** No device. */
    DEV_TYPE_NOSOC = 5,
    /** Ascend 950. */
    DEV_TYPE_950 = 6,
    /** Ascend MC62. */
    DEV_TYPE_MC62 = 7,
    /** Ascend 960. */
    DEV_TYPE_960 = 8,
    /** Bound of the values. */
    DEV_TYPE_COUNT = 9,
}
#ifndef __cplusplus
DevType
#endif
;

/**
 * Kind of the current device, from the name of its SoC. Errors: HCCL_E_PTR for NULL, HCCL_E_RUNTIME without a
 * device.
 */
HcclResult hrtGetDeviceType(DevType HCOMM_REF devType);

#ifdef __cplusplus
} /* extern "C" */
#endif

#ifdef __cplusplus
/** Bytes of one element by HcclDataType; 0 for numbers that are no type. */
constexpr u32 SIZE_TABLE[HCCL_DATA_TYPE_RESERVED] = {
    1, 2, 4, 2, 4, 8, 8, 1, 2, 4, 8, 2, 16, 0, 1, 1, 1, 1,
};
#endif /* __cplusplus */

#endif /* DTYPE_COMMON_H */
