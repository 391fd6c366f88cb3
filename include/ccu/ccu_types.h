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

/** First word of the configurations with a header. */
#define CCU_CFG_MAGIC_WORD 0xcc0cf000u
/** Version of CcuLoopCfg. */
#define CCU_LOOP_CFG_VERSION 1u
/** Version of CcuLoopGroupCfg. */
#define CCU_LOOPGROUP_CFG_VERSION 1u

#ifdef __cplusplus
extern "C" {
#endif

/** What functions of the CCU return; the numbers below 16 mean what they mean in HcclResult. */
typedef enum CcuResult {
    /** Success. */
    CCU_SUCCESS = 0,
    /** An argument is out of range. */
    CCU_E_PARA = 1,
    /** A required pointer is NULL, or there is no such instance or recording. */
    CCU_E_PTR = 2,
    /** A call that does not belong here, or an error without a code of its own. */
    CCU_E_INTERNAL = 4,
    /** Not offered by this CCU or release. */
    CCU_E_NOT_SUPPORT = 5,
    /** A handle is unknown. */
    CCU_E_NOT_FOUND = 6,
    /** Resources do not suffice. */
    CCU_E_UNAVAIL = 7,
    /** The device runtime failed. */
    CCU_E_RUNTIME = 15,
    /** First number of the driver. */
    CCU_E_DRV_START = 4096,
    /** The driver could not start. */
    CCU_E_DRV_INIT_FAILED = 4097,
    /** The driver is busy. */
    CCU_E_DRV_BUSY = 4098,
    /** Last number of the driver. */
    CCU_E_DRV_END = 4224,
    /** Bound of the values; never returned. */
    CCU_E_RESERVED = 9216,
} CcuResult;

/** How a condition compares; the first version of the CCU has EQ and NE only. */
typedef enum CcuConditionType {
    /** Equal. */
    CCU_CONDITION_EQ = 0,
    /** Not equal. */
    CCU_CONDITION_NE = 1,
    /** Less. */
    CCU_CONDITION_LT = 2,
    /** Less or equal. */
    CCU_CONDITION_LE = 3,
    /** Greater. */
    CCU_CONDITION_GT = 4,
    /** Greater or equal. */
    CCU_CONDITION_GE = 5,
} CcuConditionType;

/** A loop of the hardware. */
typedef uint64_t CcuLoop;

/** A group of loops that run together. */
typedef uint64_t CcuLoopGroup;

/** The units that run loops. */
typedef uint64_t CcuLoopExecutors;

/** A CCU instance: a share of the CCU's resources with its kernels. */
typedef uint64_t CcuInsHandle;

/** A registered kernel. */
typedef uint64_t CcuKernelHandle;

/** A variable, or a block of variables that the host reserved. */
typedef uint64_t CcuVariableHandle;

/** An address register. */
typedef uint64_t CcuAddressHandle;

/** An event, or a block of events that the host reserved. */
typedef uint64_t CcuEventHandle;

/** A buffer inside the CCU. */
typedef uint64_t CcuBufferHandle;

/** A local address with its token. */
typedef uint64_t CcuLocalAddrHandle;

/** A remote address with its token. */
typedef uint64_t CcuRemoteAddrHandle;

/** Argument of a kernel function. */
typedef void *CcuKernelArg;

/** How often a loop runs and how its addresses move. */
typedef struct CcuLoopConfig {
    /** Bytes by which addresses move from turn to turn or copy to copy. */
    uint64_t addrOffset;
    /** Turns. */
    uint64_t iterNum;
} CcuLoopConfig;

/** How the copies of a loop differ. */
typedef struct CcuLoopGroupConfig {
    /** Further copies of the loops. */
    uint32_t cloneNum;
    /** First loop that is copied. */
    uint32_t cloneLoopOffset;
    /** Bytes by which addresses move from turn to turn or copy to copy. */
    uint32_t addrOffset;
    /** By how many buffers copies differ. */
    uint32_t ccuBufferOffset;
    /** By how many events copies differ. */
    uint32_t eventOffset;
} CcuLoopGroupConfig;

/** Header of configurations. */
typedef struct CcuCfgHeader {
    /** CCU_CFG_MAGIC_WORD. */
    uint32_t magic;
    /** Version of the structure. */
    uint32_t version;
    /** Bytes of the whole configuration. */
    uint32_t size;
    /** Not used; 0. */
    uint32_t reserved;
} CcuCfgHeader;

/** As CcuLoopConfig, with a header; prepare it with CcuLoopCfgInit. */
typedef struct CcuLoopCfg {
    /** Magic word, version and size; the initialiser of this type writes it. */
    CcuCfgHeader header;
    /** Bytes by which addresses move from turn to turn or copy to copy. */
    uint64_t addrOffset;
    /** Turns. */
    uint64_t iterNum;
    /** Not used; 0. */
    uint64_t reserved[4];
} CcuLoopCfg;

/** As CcuLoopGroupConfig, with a header; prepare it with CcuLoopGroupCfgInit. */
typedef struct CcuLoopGroupCfg {
    /** Magic word, version and size; the initialiser of this type writes it. */
    CcuCfgHeader header;
    /** Further copies of the loops. */
    uint32_t cloneNum;
    /** First loop that is copied. */
    uint32_t cloneLoopOffset;
    /** Bytes by which addresses move from turn to turn or copy to copy. */
    uint32_t addrOffset;
    /** By how many buffers copies differ. */
    uint32_t ccuBufferOffset;
    /** By how many events copies differ. */
    uint32_t eventOffset;
    /** By how many variables copies differ. */
    uint32_t varOffset;
    /** Not used; 0. */
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
