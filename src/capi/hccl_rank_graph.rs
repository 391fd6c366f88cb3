//! C functions of `hccl/hccl_rank_graph.h`, in the order of the header.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use hcomm_abi::{CommLink, CommTopo, EndpointAttr, EndpointDesc, HcclComm, HcclHeterogMode, HcclResult};

/// `HcclRankGraphGetLayers` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetLayers(
    comm: HcclComm,
    netLayers: *mut *mut u32,
    netLayerNum: *mut u32,
) -> HcclResult {
    stub!(HcclRankGraphGetLayers(comm, netLayers, netLayerNum))
}

/// `HcclRankGraphGetRanksByLayer` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetRanksByLayer(
    comm: HcclComm,
    netLayer: u32,
    ranks: *mut *mut u32,
    rankNum: *mut u32,
) -> HcclResult {
    stub!(HcclRankGraphGetRanksByLayer(comm, netLayer, ranks, rankNum))
}

/// `HcclRankGraphGetRankSizeByLayer` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetRankSizeByLayer(
    comm: HcclComm,
    netLayer: u32,
    rankNum: *mut u32,
) -> HcclResult {
    stub!(HcclRankGraphGetRankSizeByLayer(comm, netLayer, rankNum))
}

/// `HcclRankGraphGetTopoTypeByLayer` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetTopoTypeByLayer(
    comm: HcclComm,
    netLayer: u32,
    topoType: *mut MaybeUninit<CommTopo>,
) -> HcclResult {
    stub!(HcclRankGraphGetTopoTypeByLayer(comm, netLayer, topoType))
}

/// `HcclRankGraphGetInstSizeListByLayer` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetInstSizeListByLayer(
    comm: HcclComm,
    netLayer: u32,
    instSizeList: *mut *mut u32,
    listSize: *mut u32,
) -> HcclResult {
    stub!(HcclRankGraphGetInstSizeListByLayer(comm, netLayer, instSizeList, listSize))
}

/// `HcclRankGraphGetLinks` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetLinks(
    comm: HcclComm,
    netLayer: u32,
    srcRank: u32,
    dstRank: u32,
    links: *mut *mut CommLink,
    linkNum: *mut u32,
) -> HcclResult {
    stub!(HcclRankGraphGetLinks(comm, netLayer, srcRank, dstRank, links, linkNum))
}

/// `HcclRankGraphGetTopoInstsByLayer` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetTopoInstsByLayer(
    comm: HcclComm,
    netLayer: u32,
    topoInsts: *mut *mut u32,
    topoInstNum: *mut u32,
) -> HcclResult {
    stub!(HcclRankGraphGetTopoInstsByLayer(comm, netLayer, topoInsts, topoInstNum))
}

/// `HcclRankGraphGetTopoType` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetTopoType(
    comm: HcclComm,
    netLayer: u32,
    topoInstId: u32,
    topoType: *mut MaybeUninit<CommTopo>,
) -> HcclResult {
    stub!(HcclRankGraphGetTopoType(comm, netLayer, topoInstId, topoType))
}

/// `HcclRankGraphGetRanksByTopoInst` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetRanksByTopoInst(
    comm: HcclComm,
    netLayer: u32,
    topoInstId: u32,
    ranks: *mut *mut u32,
    rankNum: *mut u32,
) -> HcclResult {
    stub!(HcclRankGraphGetRanksByTopoInst(comm, netLayer, topoInstId, ranks, rankNum))
}

/// `HcclGetHeterogMode` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetHeterogMode(
    comm: HcclComm,
    mode: *mut MaybeUninit<HcclHeterogMode>,
) -> HcclResult {
    stub!(HcclGetHeterogMode(comm, mode))
}

/// `HcclRankGraphGetEndpointNum` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetEndpointNum(
    comm: HcclComm,
    layer: u32,
    topoInstId: u32,
    num: *mut u32,
) -> HcclResult {
    stub!(HcclRankGraphGetEndpointNum(comm, layer, topoInstId, num))
}

/// `HcclRankGraphGetEndpointDesc` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetEndpointDesc(
    comm: HcclComm,
    layer: u32,
    topoInstId: u32,
    descNum: *mut u32,
    endpointDesc: *mut EndpointDesc,
) -> HcclResult {
    stub!(HcclRankGraphGetEndpointDesc(comm, layer, topoInstId, descNum, endpointDesc))
}

/// `HcclRankGraphGetEndpointInfo` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetEndpointInfo(
    comm: HcclComm,
    rankId: u32,
    endpointDesc: *const EndpointDesc,
    endpointAttr: MaybeUninit<EndpointAttr>,
    infoLen: u32,
    info: *mut c_void,
) -> HcclResult {
    stub!(HcclRankGraphGetEndpointInfo(comm, rankId, endpointDesc, endpointAttr, infoLen, info))
}
