//! C functions of `hccl/hccl_rank_graph.h`, in the order of the header.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use hcomm_abi::{
    AbiEnum, CommLink, CommTopo, EndpointAttr, EndpointDesc, EnumArg, HcclComm, HcclHeterogMode, HcclResult,
};
use hcomm_base::bail;

use super::arg;
use crate::control::registry;

/// Lists the layers of the network that this rank takes part in. The array belongs to the communicator.
///
/// As for all functions of this header: a pure look-up; `HCCL_E_PTR` for NULL arguments, `HCCL_E_PARA` for a
/// communicator that does not live; copy returned arrays before the next call.
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

/// Lists the ranks that this rank reaches on a layer, itself included. Errors: `HCCL_E_PARA` for a layer that
/// it has not.
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

/// Number of ranks that this rank reaches on a layer, itself included. Errors: `HCCL_E_PARA` for a layer that
/// it has not.
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

/// How the ranks of a layer are wired. Errors: `HCCL_E_PARA` for a layer that this rank has not.
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

/// Lists how many ranks each instance of a layer has. Errors: `HCCL_E_PARA` for a layer that this rank has
/// not.
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

/// Lists the links from one rank to another on a layer: endpoints, protocol, hops. No link is no error: the
/// number is 0.
///
/// The array belongs to the communicator. Errors: `HCCL_E_PARA` for an unknown layer or rank, or the same
/// rank twice.
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

/// Lists the numbers of the topology instances of a layer. Errors: `HCCL_E_PARA` for a layer that this rank
/// has not.
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

/// How the ranks of one topology instance are wired. Errors: `HCCL_E_PARA` for an unknown layer or instance.
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

/// Lists the ranks of one topology instance. Errors: `HCCL_E_PARA` for an unknown layer or instance.
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

/// Tells whether all ranks have the same kind of device.
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

/// Number of endpoints that this rank has in a topology instance; 0 for an unknown instance. Errors:
/// `HCCL_E_PARA` for a layer that it has not.
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

/// Writes the endpoints of this rank in a topology instance. `*descNum` is the room of `endpointDesc` on
/// entry and the number on return.
///
/// Errors: `HCCL_E_PARA` for an unknown layer or too little room.
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

/// Reads an attribute of an endpoint of a rank into 4 bytes: bandwidth, die or location. `infoLen` is 4.
///
/// Errors: `HCCL_E_NOT_FOUND` if no endpoint matches, `HCCL_E_PARA` for another length or attribute.
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
