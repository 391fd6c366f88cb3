//! C functions of `hccl/hccl_rank_graph.h`, in the order of the header.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use hcomm_abi::{
    AbiEnum, CommLink, CommTopo, EndpointAttr, EndpointDesc, EnumArg, HcclComm, HcclHeterogMode, HcclResult,
};
use hcomm_base::bail;

use super::arg;
use crate::control::registry;

/// `HcclRankGraphGetLayers` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetLayers(
    comm: HcclComm,
    netLayers: *mut *mut u32,
    netLayerNum: *mut u32,
) -> HcclResult {
    ffi_guard!(HcclRankGraphGetLayers, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (list, num) =
            unsafe { (arg::output(netLayers, "netLayers")?, arg::output(netLayerNum, "netLayerNum")?) };
        let comm = registry::find(comm as u64)?;
        let values = comm.graph().layers();
        list.write(values.as_ptr().cast_mut());
        num.write(values.len() as u32);
        Ok(())
    })
}

/// `HcclRankGraphGetRanksByLayer` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetRanksByLayer(
    comm: HcclComm,
    netLayer: u32,
    ranks: *mut *mut u32,
    rankNum: *mut u32,
) -> HcclResult {
    ffi_guard!(HcclRankGraphGetRanksByLayer, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (list, num) = unsafe { (arg::output(ranks, "ranks")?, arg::output(rankNum, "rankNum")?) };
        let comm = registry::find(comm as u64)?;
        let values = comm.graph().ranks(netLayer)?;
        list.write(values.as_ptr().cast_mut());
        num.write(values.len() as u32);
        Ok(())
    })
}

/// `HcclRankGraphGetRankSizeByLayer` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetRankSizeByLayer(
    comm: HcclComm,
    netLayer: u32,
    rankNum: *mut u32,
) -> HcclResult {
    ffi_guard!(HcclRankGraphGetRankSizeByLayer, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(rankNum, "rankNum") }?;
        out.write(registry::find(comm as u64)?.graph().ranks(netLayer)?.len() as u32);
        Ok(())
    })
}

/// `HcclRankGraphGetTopoTypeByLayer` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetTopoTypeByLayer(
    comm: HcclComm,
    netLayer: u32,
    topoType: *mut MaybeUninit<CommTopo>,
) -> HcclResult {
    ffi_guard!(HcclRankGraphGetTopoTypeByLayer, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(topoType, "topoType") }?;
        out.write(registry::find(comm as u64)?.graph().layer_topo(netLayer)?.abi());
        Ok(())
    })
}

/// `HcclRankGraphGetInstSizeListByLayer` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetInstSizeListByLayer(
    comm: HcclComm,
    netLayer: u32,
    instSizeList: *mut *mut u32,
    listSize: *mut u32,
) -> HcclResult {
    ffi_guard!(HcclRankGraphGetInstSizeListByLayer, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (list, num) =
            unsafe { (arg::output(instSizeList, "instSizeList")?, arg::output(listSize, "listSize")?) };
        let comm = registry::find(comm as u64)?;
        let values = comm.graph().instance_sizes(netLayer)?;
        list.write(values.as_ptr().cast_mut());
        num.write(values.len() as u32);
        Ok(())
    })
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
    ffi_guard!(HcclRankGraphGetLinks, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (list, num) = unsafe { (arg::output(links, "links")?, arg::output(linkNum, "linkNum")?) };
        let (first, count) = registry::find(comm as u64)?.graph().links(netLayer, srcRank, dstRank)?;
        list.write(first);
        num.write(count);
        Ok(())
    })
}

/// `HcclRankGraphGetTopoInstsByLayer` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetTopoInstsByLayer(
    comm: HcclComm,
    netLayer: u32,
    topoInsts: *mut *mut u32,
    topoInstNum: *mut u32,
) -> HcclResult {
    ffi_guard!(HcclRankGraphGetTopoInstsByLayer, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (list, num) =
            unsafe { (arg::output(topoInsts, "topoInsts")?, arg::output(topoInstNum, "topoInstNum")?) };
        let comm = registry::find(comm as u64)?;
        let values = comm.graph().topo_instances(netLayer)?;
        list.write(values.as_ptr().cast_mut());
        num.write(values.len() as u32);
        Ok(())
    })
}

/// `HcclRankGraphGetTopoType` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetTopoType(
    comm: HcclComm,
    netLayer: u32,
    topoInstId: u32,
    topoType: *mut MaybeUninit<CommTopo>,
) -> HcclResult {
    ffi_guard!(HcclRankGraphGetTopoType, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(topoType, "topoType") }?;
        out.write(registry::find(comm as u64)?.graph().topo(netLayer, topoInstId)?.abi());
        Ok(())
    })
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
    ffi_guard!(HcclRankGraphGetRanksByTopoInst, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (list, num) = unsafe { (arg::output(ranks, "ranks")?, arg::output(rankNum, "rankNum")?) };
        let comm = registry::find(comm as u64)?;
        let values = comm.graph().topo_ranks(netLayer, topoInstId)?;
        list.write(values.as_ptr().cast_mut());
        num.write(values.len() as u32);
        Ok(())
    })
}

/// `HcclGetHeterogMode` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclGetHeterogMode(
    comm: HcclComm,
    mode: *mut MaybeUninit<HcclHeterogMode>,
) -> HcclResult {
    ffi_guard!(HcclGetHeterogMode, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(mode, "mode") }?;
        // Creating a communicator of different SoCs fails, so there is one kind only.
        registry::find(comm as u64)?;
        out.write(HcclHeterogMode::HCCL_HETEROG_MODE_HOMOGENEOUS.abi());
        Ok(())
    })
}

/// `HcclRankGraphGetEndpointNum` of `hccl/hccl_rank_graph.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclRankGraphGetEndpointNum(
    comm: HcclComm,
    layer: u32,
    topoInstId: u32,
    num: *mut u32,
) -> HcclResult {
    ffi_guard!(HcclRankGraphGetEndpointNum, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let out = unsafe { arg::output(num, "num") }?;
        out.write(registry::find(comm as u64)?.graph().endpoints(layer, topoInstId)?.len() as u32);
        Ok(())
    })
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
    ffi_guard!(HcclRankGraphGetEndpointDesc, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let room = *unsafe { arg::input(descNum, "descNum") }?;
        // SAFETY: as above; `descNum` says how many elements there are.
        let out = unsafe { arg::output_array(endpointDesc, room as usize, "endpointDesc") }?;
        let endpoints = registry::find(comm as u64)?.graph().endpoints(layer, topoInstId)?;
        if endpoints.len() > room as usize {
            bail!(PARA, "*descNum is {room}, room for {} endpoints is needed", endpoints.len());
        }
        // SAFETY: as above; nobody reads it in between.
        unsafe { arg::output(descNum, "descNum") }?.write(endpoints.len() as u32);
        out.iter_mut().zip(endpoints).for_each(|(to, endpoint)| {
            to.write(endpoint);
        });
        Ok(())
    })
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
    ffi_guard!(HcclRankGraphGetEndpointInfo, {
        arg::not_null(comm, "comm")?;
        arg::not_null(info, "info")?;
        // SAFETY: the caller's promise, see the module.
        let endpoint = unsafe { arg::input(endpointDesc, "endpointDesc") }?;
        let comm = registry::find(comm as u64)?;
        let value = comm.graph().endpoint_attribute(rankId, endpoint, endpointAttr.raw())?;
        if infoLen as usize != size_of::<u32>() {
            bail!(PARA, "infoLen is {infoLen}, an attribute has {} bytes", size_of::<u32>());
        }
        // SAFETY: the caller's promise: `infoLen` writable bytes, of any alignment.
        unsafe { info.cast::<u32>().write_unaligned(value) };
        Ok(())
    })
}
