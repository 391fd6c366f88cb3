/*
 * Copyright (c) 2026 the hcomm authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written by `cargo xtask headers` from crates/hcomm-abi/src/hccl_rank_graph.rs and src/capi/hccl_rank_graph.rs.
 */
#ifndef HCCL_RANK_GRAPH_H
#define HCCL_RANK_GRAPH_H

/**
 * @file hccl_rank_graph.h
 * The rank graph: layers, links and endpoints of the ranks of a communicator.
 *
 * All functions are look-ups on the host without traffic. Arrays that they return belong to the communicator; copy them
 * before the next call on it. Calls on one communicator must follow each other.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <securec.h>
#include "hccl_res.h"

/* Constants: typed in C++; macros in C, so that they can be array bounds. */
#ifdef __cplusplus
/** Magic word of CommLink. */
static const uint32_t COMM_LINK_MAGIC_WORD = 0xf0e0f0f;
/** Version of CommLink. */
static const uint32_t COMM_LINK_VERSION = 1;
#else
#define COMM_LINK_MAGIC_WORD 0xf0e0f0fu
#define COMM_LINK_VERSION 1u
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** How ranks are wired. */
typedef enum CommTopo {
    /** Unknown. */
    COMM_TOPO_RESERVED = -1,
    /** Through switches. */
    COMM_TOPO_CLOS = 0,
    /** Each with each. */
    COMM_TOPO_1DMESH = 1,
    /** Pairs of dies through switches (A3). */
    COMM_TOPO_910_93 = 2,
    /** Through PCIe (310P). */
    COMM_TOPO_310P = 3,
    /** Two meshes in one server (A2). */
    COMM_TOPO_A2AXSERVER = 4,
    /** As the topology says. */
    COMM_TOPO_CUSTOM = 5,
} CommTopo;

/** Whether ranks have different devices. */
typedef enum HcclHeterogMode {
    /** Unknown. */
    HCCL_HETEROG_MODE_INVALID = -1,
    /** All the same. */
    HCCL_HETEROG_MODE_HOMOGENEOUS = 0,
    /** A2 and A3. */
    HCCL_HETEROG_MODE_MIX_A2_A3 = 1,
} HcclHeterogMode;

/** What HcclRankGraphGetEndpointInfo reads. */
typedef enum EndpointAttr {
    /** Nothing. */
    ENDPOINT_ATTR_INVALID = -1,
    /** An EndpointAttrBwCoeff. */
    ENDPOINT_ATTR_BW_COEFF = 0,
    /** An EndpointAttrDieId. */
    ENDPOINT_ATTR_DIE_ID = 1,
    /** An EndpointAttrLocation. */
    ENDPOINT_ATTR_LOCATION = 2,
} EndpointAttr;

/** A link of the rank graph. */
typedef struct CommLink {
    /** Magic word, version and size; the initialiser of this type writes it. */
    CommAbiHeader header;
    /** End at the source rank. */
    EndpointDesc srcEndpointDesc;
    /** End at the destination rank. */
    EndpointDesc dstEndpointDesc;
    /** Attributes. */
    union {
        /** All bytes; they fix the size. */
        uint8_t raws[128];
        /** What is known about the link. */
        __extension__ struct {
            /** Protocol of the link. */
            CommProtocol linkProtocol;
            /** Hops from end to end; 1 is a direct link. */
            uint8_t hop;
        };
    } linkAttr;
} CommLink;

/** Relative bandwidth of an endpoint. */
typedef uint32_t EndpointAttrBwCoeff;

/** Die of an endpoint. */
typedef uint32_t EndpointAttrDieId;

/** Location of an endpoint. */
typedef uint32_t EndpointAttrLocation;

/**
 * Lists the layers of the network that this rank takes part in. The array belongs to the communicator.
 *
 * As for all functions of this header: a pure look-up; HCCL_E_PTR for NULL arguments, HCCL_E_PARA for a
 * communicator that does not live; copy returned arrays before the next call.
 */
HcclResult HcclRankGraphGetLayers(HcclComm comm, uint32_t **netLayers, uint32_t *netLayerNum);

/**
 * Lists the ranks that this rank reaches on a layer, itself included. Errors: HCCL_E_PARA for a layer that
 * it has not.
 */
HcclResult HcclRankGraphGetRanksByLayer(HcclComm comm,
                                        uint32_t netLayer,
                                        uint32_t **ranks,
                                        uint32_t *rankNum);

/**
 * Number of ranks that this rank reaches on a layer, itself included. Errors: HCCL_E_PARA for a layer that
 * it has not.
 */
HcclResult HcclRankGraphGetRankSizeByLayer(HcclComm comm, uint32_t netLayer, uint32_t *rankNum);

/** How the ranks of a layer are wired. Errors: HCCL_E_PARA for a layer that this rank has not. */
HcclResult HcclRankGraphGetTopoTypeByLayer(HcclComm comm, uint32_t netLayer, CommTopo *topoType);

/**
 * Lists how many ranks each instance of a layer has. Errors: HCCL_E_PARA for a layer that this rank has
 * not.
 */
HcclResult HcclRankGraphGetInstSizeListByLayer(HcclComm comm,
                                               uint32_t netLayer,
                                               uint32_t **instSizeList,
                                               uint32_t *listSize);

/**
 * Lists the links from one rank to another on a layer: endpoints, protocol, hops. No link is no error: the
 * number is 0.
 *
 * The array belongs to the communicator. Errors: HCCL_E_PARA for an unknown layer or rank, or the same
 * rank twice.
 */
HcclResult HcclRankGraphGetLinks(HcclComm comm,
                                 uint32_t netLayer,
                                 uint32_t srcRank,
                                 uint32_t dstRank,
                                 CommLink **links,
                                 uint32_t *linkNum);

/**
 * Lists the numbers of the topology instances of a layer. Errors: HCCL_E_PARA for a layer that this rank
 * has not.
 */
HcclResult HcclRankGraphGetTopoInstsByLayer(HcclComm comm,
                                            uint32_t netLayer,
                                            uint32_t **topoInsts,
                                            uint32_t *topoInstNum);

/** How the ranks of one topology instance are wired. Errors: HCCL_E_PARA for an unknown layer or instance. */
HcclResult HcclRankGraphGetTopoType(HcclComm comm,
                                    uint32_t netLayer,
                                    uint32_t topoInstId,
                                    CommTopo *topoType);

/** Lists the ranks of one topology instance. Errors: HCCL_E_PARA for an unknown layer or instance. */
HcclResult HcclRankGraphGetRanksByTopoInst(HcclComm comm,
                                           uint32_t netLayer,
                                           uint32_t topoInstId,
                                           uint32_t **ranks,
                                           uint32_t *rankNum);

/** Tells whether all ranks have the same kind of device. */
HcclResult HcclGetHeterogMode(HcclComm comm, HcclHeterogMode *mode);

/**
 * Number of endpoints that this rank has in a topology instance; 0 for an unknown instance. Errors:
 * HCCL_E_PARA for a layer that it has not.
 */
HcclResult HcclRankGraphGetEndpointNum(HcclComm comm, uint32_t layer, uint32_t topoInstId, uint32_t *num);

/**
 * Writes the endpoints of this rank in a topology instance. *descNum is the room of endpointDesc on
 * entry and the number on return.
 *
 * Errors: HCCL_E_PARA for an unknown layer or too little room.
 */
HcclResult HcclRankGraphGetEndpointDesc(HcclComm comm,
                                        uint32_t layer,
                                        uint32_t topoInstId,
                                        uint32_t *descNum,
                                        EndpointDesc *endpointDesc);

/**
 * Reads an attribute of an endpoint of a rank into 4 bytes: bandwidth, die or location. infoLen is 4.
 *
 * Errors: HCCL_E_NOT_FOUND if no endpoint matches, HCCL_E_PARA for another length or attribute.
 */
HcclResult HcclRankGraphGetEndpointInfo(HcclComm comm,
                                        uint32_t rankId,
                                        const EndpointDesc *endpointDesc,
                                        EndpointAttr endpointAttr,
                                        uint32_t infoLen,
                                        void *info);

#ifdef __cplusplus
} /* extern "C" */
#endif

/**
 * Prepares descriptions of links: the header, no endpoints, no protocol, one hop; the rest not set (0xFF bytes).
 *
 * @param commLink first of linkNum descriptions.
 * @param linkNum how many.
 * @return HCCL_SUCCESS, or HCCL_E_PTR if commLink is NULL and linkNum is not 0.
 */
static inline HcclResult CommLinkInit(CommLink *commLink, uint32_t linkNum)
{
    if (commLink == NULL && linkNum != 0) {
        return HCCL_E_PTR;
    }
    for (uint32_t i = 0; i < linkNum; i++) {
        CommLink *item = &commLink[i];
        memset(item, 0xFF, sizeof(CommLink));
        item->header.version = COMM_LINK_VERSION;
        item->header.magicWord = COMM_LINK_MAGIC_WORD;
        item->header.size = sizeof(CommLink);
        item->header.reserved = 0;
        item->linkAttr.hop = 1;
    }
    return HCCL_SUCCESS;
}

#endif /* HCCL_RANK_GRAPH_H */
