/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/ccu_types.rs.
 */
#ifndef CCU_TYPES_H
#define CCU_TYPES_H

/**
 * @file ccu_types.h
 * Handles, results and configurations of CCU programs.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Constant CCU_CFG_MAGIC_WORD. */
#define CCU_CFG_MAGIC_WORD 0xcc0cf000u
/** Constant CCU_LOOP_CFG_VERSION. */
#define CCU_LOOP_CFG_VERSION 1u
/** Constant CCU_LOOPGROUP_CFG_VERSION. */
#define CCU_LOOPGROUP_CFG_VERSION 1u

#ifdef __cplusplus
extern "C" {
#endif

/** Enumeration CcuResult. */
typedef enum CcuResult {
    /** Value 0. */
    CCU_SUCCESS = 0,
    /** Value 1. */
    CCU_E_PARA = 1,
    /** Value 2. */
    CCU_E_PTR = 2,
    /** Value 4. */
    CCU_E_INTERNAL = 4,
    /** Value 5. */
    CCU_E_NOT_SUPPORT = 5,
    /** Value 6. */
    CCU_E_NOT_FOUND = 6,
    /** Value 7. */
    CCU_E_UNAVAIL = 7,
    /** Value 15. */
    CCU_E_RUNTIME = 15,
    /** Value 4096. */
    CCU_E_DRV_START = 4096,
    /** Value 4097. */
    CCU_E_DRV_INIT_FAILED = 4097,
    /** Value 4098. */
    CCU_E_DRV_BUSY = 4098,
    /** Value 4224. */
    CCU_E_DRV_END = 4224,
    /** Value 9216. */
    CCU_E_RESERVED = 9216,
} CcuResult;

/** Enumeration CcuConditionType. */
typedef enum CcuConditionType {
    /** Value 0. */
    CCU_CONDITION_EQ = 0,
    /** Value 1. */
    CCU_CONDITION_NE = 1,
    /** Value 2. */
    CCU_CONDITION_LT = 2,
    /** Value 3. */
    CCU_CONDITION_LE = 3,
    /** Value 4. */
    CCU_CONDITION_GT = 4,
    /** Value 5. */
    CCU_CONDITION_GE = 5,
} CcuConditionType;

/** Type CcuLoop. */
typedef uint64_t CcuLoop;

/** Type CcuLoopGroup. */
typedef uint64_t CcuLoopGroup;

/** Type CcuLoopExecutors. */
typedef uint64_t CcuLoopExecutors;

/** Type CcuInsHandle. */
typedef uint64_t CcuInsHandle;

/** Type CcuKernelHandle. */
typedef uint64_t CcuKernelHandle;

/** Type CcuVariableHandle. */
typedef uint64_t CcuVariableHandle;

/** Type CcuAddressHandle. */
typedef uint64_t CcuAddressHandle;

/** Type CcuEventHandle. */
typedef uint64_t CcuEventHandle;

/** Type CcuBufferHandle. */
typedef uint64_t CcuBufferHandle;

/** Type CcuLocalAddrHandle. */
typedef uint64_t CcuLocalAddrHandle;

/** Type CcuRemoteAddrHandle. */
typedef uint64_t CcuRemoteAddrHandle;

/** Type CcuKernelArg. */
typedef void *CcuKernelArg;

/** Structure CcuLoopConfig: 16 bytes. */
typedef struct CcuLoopConfig {
    /** Member addrOffset. */
    uint64_t addrOffset;
    /** Member iterNum. */
    uint64_t iterNum;
} CcuLoopConfig;

/** Structure CcuLoopGroupConfig: 20 bytes. */
typedef struct CcuLoopGroupConfig {
    /** Member cloneNum. */
    uint32_t cloneNum;
    /** Member cloneLoopOffset. */
    uint32_t cloneLoopOffset;
    /** Member addrOffset. */
    uint32_t addrOffset;
    /** Member ccuBufferOffset. */
    uint32_t ccuBufferOffset;
    /** Member eventOffset. */
    uint32_t eventOffset;
} CcuLoopGroupConfig;

/** Structure CcuCfgHeader: 16 bytes. */
typedef struct CcuCfgHeader {
    /** Member magic. */
    uint32_t magic;
    /** Member version. */
    uint32_t version;
    /** Member size. */
    uint32_t size;
    /** Member reserved. */
    uint32_t reserved;
} CcuCfgHeader;

/** Structure CcuLoopCfg: 64 bytes. */
typedef struct CcuLoopCfg {
    /** Member header. */
    CcuCfgHeader header;
    /** Member addrOffset. */
    uint64_t addrOffset;
    /** Member iterNum. */
    uint64_t iterNum;
    /** Member reserved. */
    uint64_t reserved[4];
} CcuLoopCfg;

/** Structure CcuLoopGroupCfg: 72 bytes. */
typedef struct CcuLoopGroupCfg {
    /** Member header. */
    CcuCfgHeader header;
    /** Member cloneNum. */
    uint32_t cloneNum;
    /** Member cloneLoopOffset. */
    uint32_t cloneLoopOffset;
    /** Member addrOffset. */
    uint32_t addrOffset;
    /** Member ccuBufferOffset. */
    uint32_t ccuBufferOffset;
    /** Member eventOffset. */
    uint32_t eventOffset;
    /** Member varOffset. */
    uint32_t varOffset;
    /** Member reserved. */
    uint32_t reserved[8];
} CcuLoopGroupCfg;

#ifdef __cplusplus
} /* extern "C" */
#endif

/** Writes the header of a loop's configuration; the other members keep what they were. cfg must not be NULL. */
static inline void CcuLoopCfgInit(CcuLoopCfg *cfg)
{
    cfg->header.magic = CCU_CFG_MAGIC_WORD;
    cfg->header.version = CCU_LOOP_CFG_VERSION;
    cfg->header.size = sizeof(CcuLoopCfg);
    cfg->header.reserved = 0;
}

/** Writes the header of a loop group's configuration; the other members keep what they were. cfg must not be NULL. */
static inline void CcuLoopGroupCfgInit(CcuLoopGroupCfg *cfg)
{
    cfg->header.magic = CCU_CFG_MAGIC_WORD;
    cfg->header.version = CCU_LOOPGROUP_CFG_VERSION;
    cfg->header.size = sizeof(CcuLoopGroupCfg);
    cfg->header.reserved = 0;
}

#endif /* CCU_TYPES_H */
