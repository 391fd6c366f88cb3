//! C functions of `hccl/hcom.h`, in the order of the header.

use core::ffi::{c_char, c_int, c_longlong, c_ulonglong, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    CommTopo, DevType, GradSplitForceMode, HcclCMDType, HcclComm, HcclDataType, HcclReduceOp, HcclResult,
    HcclRtStream, HcclWorkflowMode, HcomInitConfig, HcomOpParam, HcomProfilingMode, HcomResResponse,
    OriginalGraphShapeType, WorkMode, model_feature, rtStream_t,
};
use hcomm_base::Code;

use super::arg;
use crate::control::{comm, config, registry};

/// Number of ranks of a group; NULL is the world group `hccl_world_group`.
///
/// As for all functions of this header: `HCCL_E_PTR` for required pointers that are NULL and before the world
/// group exists, `HCCL_E_NOT_FOUND` for an unknown group. Group names have 1 to 127 characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetRankSize(group: *const c_char, rankSize: *mut u32) -> HcclResult {
    ffi_guard!(HcomGetRankSize, {
        // SAFETY: the caller's promise, see the module.
        let (name, out) =
            unsafe { (arg::string(group, config::NAME_MAX, "group")?, arg::output(rankSize, "rankSize")?) };
        out.write(comm::named_here(name, Code::NOT_FOUND)?.size());
        Ok(())
    })
}

/// Rank of the caller in a group; NULL is the world group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetRankId(group: *const c_char, rankId: *mut u32) -> HcclResult {
    ffi_guard!(HcomGetRankId, {
        // SAFETY: the caller's promise, see the module.
        let (name, out) =
            unsafe { (arg::string(group, config::NAME_MAX, "group")?, arg::output(rankId, "rankId")?) };
        out.write(comm::named_here(name, Code::NOT_FOUND)?.rank());
        Ok(())
    })
}

/// Makes a group of `rankNum` ranks of the world; they get numbers in ascending order. All members call it.
/// Errors: `HCCL_E_PARA` for a name in use or ranks that do not exist, `HCCL_E_NOT_FOUND` if the caller is no
/// member.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomCreateGroup(
    group: *const c_char,
    rankNum: u32,
    rankIds: *mut u32,
) -> HcclResult {
    stub!(HcomCreateGroup(group, rankNum, rankIds))
}

/// Ends a group. Errors: `HCCL_E_PARA` for the world group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomDestroyGroup(group: *const c_char) -> HcclResult {
    stub!(HcomDestroyGroup(group))
}

/// Makes the world group of the process from a rank table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomInitByRankTable(rankTable: *const c_char, rankId: u32) -> HcclResult {
    stub!(HcomInitByRankTable(rankTable, rankId))
}

/// Ends the world group and all others of the process; without one it does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomDestroy() -> HcclResult {
    stub!(HcomDestroy())
}

/// Gives the communicator of a group; it stays the group's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetCommHandleByGroup(
    group: *const c_char,
    commHandle: *mut HcclComm,
) -> HcclResult {
    ffi_guard!(HcomGetCommHandleByGroup, {
        // SAFETY: the caller's promise, see the module.
        let (name, out) = unsafe {
            (arg::string(group, config::NAME_MAX, "group")?, arg::output(commHandle, "commHandle")?)
        };
        out.write(comm::named_here(name, Code::NOT_FOUND)?.handle() as HcclComm);
        Ok(())
    })
}

/// Gives the name of the group whose communicator has this number; the text stays the library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetGroupNameByOpBase(
    opBaseHcom: c_longlong,
    groupname: *mut *mut c_char,
) -> HcclResult {
    stub!(HcomGetGroupNameByOpBase(opBaseHcom, groupname))
}

/// As `HcomGetGroupNameByOpBase`, under an older name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn GetGroupNameByOpBaseHcom(
    opBaseHcom: c_longlong,
    groupname: *mut *mut c_char,
) -> HcclResult {
    stub!(GetGroupNameByOpBaseHcom(opBaseHcom, groupname))
}

/// Makes the resources that a fused operator needs on a communicator and gives the device address of their
/// description.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomCreateComResourceByComm(
    comm: HcclComm,
    streamMode: u32,
    isOpbaseMode: bool,
    commContext: *mut *mut c_void,
    isMC2: bool,
) -> HcclResult {
    stub!(HcomCreateComResourceByComm(comm, streamMode, isOpbaseMode, commContext, isMC2))
}

/// Registers the functions that keep and drop the number of ranks of a group for a graph engine. Returns
/// nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomTopoInfoRegCallback(
    p1: Option<unsafe extern "C" fn(*const c_char, u32) -> MaybeUninit<HcclResult>>,
    p2: Option<unsafe extern "C" fn(*const c_char)>,
) {
    stub!(HcomTopoInfoRegCallback(p1, p2), ())
}

/// Mode of the process; the reserved value if none is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetWorkflowMode() -> HcclWorkflowMode {
    stub!(HcomGetWorkflowMode(), HcclWorkflowMode::HCCL_WORKFLOW_MODE_RESERVED)
}

/// Sets the mode of the process: operators one by one, or graphs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetWorkflowMode(mode: MaybeUninit<HcclWorkflowMode>) -> HcclResult {
    stub!(HcomSetWorkflowMode(mode))
}

/// Tells a graph engine, with a device at hand, how many streams, tasks and bytes of memory an operation
/// needs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomCalcOpOnline(
    hcomOpParam: *mut HcomOpParam,
    hcomResResponse: *mut HcomResResponse,
) -> HcclResult {
    stub!(HcomCalcOpOnline(hcomOpParam, hcomResResponse))
}

/// Tells a graph engine, without a device, how many streams, tasks and bytes of memory an operation needs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomCalcOpResOffline(
    hcomOpParam: *mut HcomOpParam,
    hcomResResponse: *mut HcomResResponse,
) -> HcclResult {
    stub!(HcomCalcOpResOffline(hcomOpParam, hcomResResponse))
}

/// Tells which kind of memory a group needs for its buffers on a chip.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetMemType(
    group: *const c_char,
    socVersion: *const c_char,
    isMalloc: bool,
    memType: *mut u32,
    isTsMem: *mut bool,
    withoutImplCompile: bool,
    level2Address: bool,
) -> HcclResult {
    stub!(HcomGetMemType(group, socVersion, isMalloc, memType, isTsMem, withoutImplCompile, level2Address))
}

/// Bandwidth of one device on a level of the network, in GB/s.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetBandWidthPerNPU(level: u32, bandWidth: *mut f32) -> HcclResult {
    stub!(HcomGetBandWidthPerNPU(level, bandWidth))
}

/// Number of servers, of devices per server and of devices that share a path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetServerNumAndDeviceNumPerServer(
    serverNum: *mut u32,
    deviceNumPerServer: *mut u32,
    deviceNumPerAggregation: *mut u32,
) -> HcclResult {
    stub!(HcomGetServerNumAndDeviceNumPerServer(serverNum, deviceNumPerServer, deviceNumPerAggregation))
}

/// Tells whether a chip needs second addresses to be copied; false if not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetSecAddrCopyFlag(socVersion: *const c_char) -> bool {
    stub!(HcomGetSecAddrCopyFlag(socVersion), false)
}

/// Makes the world group from the text of a rank table; `identify` is the caller's rank as text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomInitByString(
    rankTableM: *const c_char,
    identify: *const c_char,
    commWorkMode: MaybeUninit<WorkMode>,
    initConfig: *mut HcomInitConfig,
) -> HcclResult {
    stub!(HcomInitByString(rankTableM, identify, commWorkMode, initConfig))
}

/// Makes the world group with the help of a master: its address, port and device, the number of ranks and the
/// caller's address, all as text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomInitByMasterInfo(
    masterIp: *const c_char,
    masterPort: *const c_char,
    masterDeviceId: *const c_char,
    rankSize: *const c_char,
    rankIp: *const c_char,
    initConfig: *mut HcomInitConfig,
) -> HcclResult {
    stub!(HcomInitByMasterInfo(masterIp, masterPort, masterDeviceId, rankSize, rankIp, initConfig))
}

/// Makes the exchange buffers of a group now instead of at the first operation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomCreateCommCCLbuffer(group: *const c_char) -> HcclResult {
    stub!(HcomCreateCommCCLbuffer(group))
}

/// Address and size in bytes of the input half of a group's exchange buffer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetInCCLbuffer(
    group: *const c_char,
    buffer: *mut *mut c_void,
    size: *mut c_ulonglong,
) -> HcclResult {
    stub!(HcomGetInCCLbuffer(group, buffer, size))
}

/// Address and size in bytes of the output half of a group's exchange buffer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetOutCCLbuffer(
    group: *const c_char,
    buffer: *mut *mut c_void,
    size: *mut c_ulonglong,
) -> HcclResult {
    stub!(HcomGetOutCCLbuffer(group, buffer, size))
}

/// Tells whether operations launch kernels of their own. Returns nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetLaunchKernelMode(state: bool) {
    stub!(HcomSetLaunchKernelMode(state), ())
}

/// Gives the stream and `aicpuNotifyNum` notifies between the AICPU and a group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetAicpuOpStreamNotify(
    group: *const c_char,
    opStream: *mut HcclRtStream,
    aicpuNotifyNum: u8,
    aicpuNotify: *mut *mut c_void,
) -> HcclResult {
    stub!(HcomGetAicpuOpStreamNotify(group, opStream, aicpuNotifyNum, aicpuNotify))
}

/// Gives the AICPU stream of a group for fused operators, and makes it at the first call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomMc2AiCpuStreamAllocAndGet(
    group: *const c_char,
    streamMode: u32,
    aiCpuStream: *mut rtStream_t,
) -> HcclResult {
    stub!(HcomMc2AiCpuStreamAllocAndGet(group, streamMode, aiCpuStream))
}

/// Turns dumps for debugging on or off. Returns nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetDumpDebugMode(dumpDebug: bool) {
    stub!(HcomSetDumpDebugMode(dumpDebug), ())
}

/// Name of the algorithm for a level of the network; the text stays the library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetAlgorithm(level: u32, algo: *mut *mut c_char) -> HcclResult {
    stub!(HcomGetAlgorithm(level, algo))
}

/// Prepares an operation for a kernel: device address and size in bytes of its parameters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetAlgExecParam(
    tag: *const c_char,
    group: *const c_char,
    count: c_ulonglong,
    inputPtr: *mut c_void,
    outputPtr: *mut c_void,
    opType: MaybeUninit<HcclCMDType>,
    clearEnable: bool,
    dataType: MaybeUninit<HcclDataType>,
    op: MaybeUninit<HcclReduceOp>,
    commContext: *mut *mut c_void,
    len: *mut c_ulonglong,
    aivCoreLimit: u32,
) -> HcclResult {
    stub!(HcomGetAlgExecParam(
        tag,
        group,
        count,
        inputPtr,
        outputPtr,
        opType,
        clearEnable,
        dataType,
        op,
        commContext,
        len,
        aivCoreLimit
    ))
}

/// Tells whether a tuning tool chooses parameters. Returns nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetAutoTuneMode(autoTuneMode: bool) {
    stub!(HcomSetAutoTuneMode(autoTuneMode), ())
}

/// Kind of the current device; `DEV_TYPE_NOSOC` without one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetDeviceType() -> DevType {
    stub!(HcomGetDeviceType(), DevType::DEV_TYPE_NOSOC)
}

/// Turns profiling on or off, with options as text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetProfilingMode(
    profilingMode: MaybeUninit<HcomProfilingMode>,
    profilingOption: *const c_char,
) -> HcclResult {
    stub!(HcomSetProfilingMode(profilingMode, profilingOption))
}

/// Tells how the gradients of a model are split into segments for reduction; the array stays the library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetSplitStrategy(
    group: *const c_char,
    feature: *const model_feature,
    segmentIdxPtr: *mut *mut u32,
    len: *mut u32,
    configured: *mut bool,
    force: MaybeUninit<GradSplitForceMode>,
    shapeType: MaybeUninit<OriginalGraphShapeType>,
) -> HcclResult {
    stub!(HcomGetSplitStrategy(group, feature, segmentIdxPtr, len, configured, force, shapeType))
}

/// Tells whether a group exists.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomFindGroup(group: *const c_char) -> bool {
    ffi_guard!(HcomFindGroup, false, {
        // SAFETY: the caller's promise, see the module.
        let name = unsafe { arg::string(group, config::NAME_MAX, "group") }?;
        Ok(registry::handle_by_name(name, comm::current_device()?).is_some())
    })
}

/// Chooses the algorithm of an operation: whether it runs on vector cores, and its name (room for 256 bytes).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSelectAlg(
    comm: c_longlong,
    group: *const c_char,
    count: c_ulonglong,
    counts: *mut c_void,
    dataType: MaybeUninit<HcclDataType>,
    op: MaybeUninit<HcclReduceOp>,
    opType: MaybeUninit<HcclCMDType>,
    aivCoreLimit: i32,
    ifAiv: *mut bool,
    algName: *mut c_char,
) -> HcclResult {
    stub!(HcomSelectAlg(comm, group, count, counts, dataType, op, opType, aivCoreLimit, ifAiv, algName))
}

/// Number of vector cores that an operation with this algorithm uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomCalcAivCoreNum(
    group: *const c_char,
    opType: MaybeUninit<HcclCMDType>,
    count: c_ulonglong,
    counts: *mut c_void,
    dataType: MaybeUninit<HcclDataType>,
    aivCoreLimit: i32,
    algName: *mut c_char,
    numBlocks: *mut u32,
) -> HcclResult {
    stub!(HcomCalcAivCoreNum(group, opType, count, counts, dataType, aivCoreLimit, algName, numBlocks))
}

/// Gives an operation the streams and the device memory that its graph reserved.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetWorkspaceResource(
    tag: *const c_char,
    group: *const c_char,
    stream: *mut rtStream_t,
    len: c_int,
    memPtr: *mut c_void,
    maxSize: c_ulonglong,
) -> HcclResult {
    stub!(HcomSetWorkspaceResource(tag, group, stream, len, memPtr, maxSize))
}

/// Gives a group device memory that all its operations share.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetGlobalWorkSpace(
    group: *const c_char,
    globalWorkSpaceAddr: *mut *mut c_void,
    len: u32,
) -> HcclResult {
    stub!(HcomSetGlobalWorkSpace(group, globalWorkSpaceAddr, len))
}

/// Limits the vector cores that operations of a group may use.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetAivCoreLimit(group: *const c_char, aivCoreLimit: u32) -> HcclResult {
    stub!(HcomSetAivCoreLimit(group, aivCoreLimit))
}

/// Ends the communicators beneath all groups, while the groups stay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomReleaseSubComms() -> HcclResult {
    stub!(HcomReleaseSubComms())
}

/// Frees what the operation with this tag holds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomUnloadTask(group: *const c_char, tag: *const c_char) -> HcclResult {
    stub!(HcomUnloadTask(group, tag))
}

/// Clears the memory with which vector cores of a group synchronise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomClearAivSyncBuf(group: *const c_char, aivClearEnable: bool) -> HcclResult {
    stub!(HcomClearAivSyncBuf(group, aivClearEnable))
}

/// Gives a group the streams that a graph attached to it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetAttachedStream(
    group: *const c_char,
    graphId: u32,
    stream: *const rtStream_t,
    len: c_int,
) -> HcclResult {
    stub!(HcomSetAttachedStream(group, graphId, stream, len))
}

/// Tells whether a group offers its faster deterministic reduction.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSupportDeterministicOptim(
    group: *const c_char,
    isDeterministicOptim: *mut bool,
) -> HcclResult {
    stub!(HcomSupportDeterministicOptim(group, isDeterministicOptim))
}

/// Queues the clearing of `count` ranges of device memory on a stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomTbeMemClean(
    addrList: *mut i64,
    sizeList: *mut i64,
    count: u32,
    stream: rtStream_t,
    deviceLogicId: i32,
) -> HcclResult {
    stub!(HcomTbeMemClean(addrList, sizeList, count, stream, deviceLogicId))
}

/// Tells whether the world group exists.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetInitStatus(initiated: *mut bool) -> HcclResult {
    stub!(HcomGetInitStatus(initiated))
}

/// Queues the collection of `inputCount` elements of every rank of a group on `stream`.
///
/// `tag` (at most 191 characters) is the same on all ranks. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND`
/// for an unknown group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomAllGather(
    tag: *const c_char,
    inputPtr: *mut c_void,
    outputPtr: *mut c_void,
    inputCount: c_ulonglong,
    dataType: MaybeUninit<HcclDataType>,
    group: *const c_char,
    stream: rtStream_t,
) -> HcclResult {
    stub!(HcomAllGather(tag, inputPtr, outputPtr, inputCount, dataType, group, stream))
}

/// As `HcomAllGather`, with counts and distances in elements for each rank.
///
/// `tag` (at most 191 characters) is the same on all ranks. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND`
/// for an unknown group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomAllGatherV(
    tag: *const c_char,
    sendBuf: *const c_void,
    sendCount: c_ulonglong,
    recvBuf: *const c_void,
    recvCounts: *const c_void,
    rdispls: *const c_void,
    dataType: MaybeUninit<HcclDataType>,
    group: *const c_char,
    stream: rtStream_t,
) -> HcclResult {
    stub!(HcomAllGatherV(tag, sendBuf, sendCount, recvBuf, recvCounts, rdispls, dataType, group, stream))
}

/// Queues the reduction of `count` elements of every rank of a group on `stream`; every rank gets the result.
///
/// `tag` (at most 191 characters) is the same on all ranks. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND`
/// for an unknown group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomAllReduce(
    tag: *const c_char,
    inputPtr: *mut c_void,
    outputPtr: *mut c_void,
    count: c_ulonglong,
    dataType: MaybeUninit<HcclDataType>,
    op: MaybeUninit<HcclReduceOp>,
    group: *const c_char,
    stream: rtStream_t,
) -> HcclResult {
    stub!(HcomAllReduce(tag, inputPtr, outputPtr, count, dataType, op, group, stream))
}

/// Queues the reduction of `count` elements of every rank of a group on `stream`; rank `root` gets the
/// result.
///
/// `tag` (at most 191 characters) is the same on all ranks. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND`
/// for an unknown group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomReduce(
    tag: *const c_char,
    inputPtr: *mut c_void,
    outputPtr: *mut c_void,
    count: c_ulonglong,
    dataType: MaybeUninit<HcclDataType>,
    op: MaybeUninit<HcclReduceOp>,
    root: u32,
    group: *const c_char,
    stream: rtStream_t,
) -> HcclResult {
    stub!(HcomReduce(tag, inputPtr, outputPtr, count, dataType, op, root, group, stream))
}

/// Queues a copy of `count` elements from rank `root` to all ranks of a group on `stream`.
///
/// `tag` (at most 191 characters) is the same on all ranks. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND`
/// for an unknown group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomBroadcast(
    tag: *const c_char,
    ptr: *mut c_void,
    count: c_ulonglong,
    dataType: MaybeUninit<HcclDataType>,
    root: u32,
    group: *const c_char,
    stream: rtStream_t,
) -> HcclResult {
    stub!(HcomBroadcast(tag, ptr, count, dataType, root, group, stream))
}

/// Queues the reduction of all ranks' input on `stream`; each rank gets its part of `count` elements.
///
/// `tag` (at most 191 characters) is the same on all ranks. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND`
/// for an unknown group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomReduceScatter(
    tag: *const c_char,
    inputPtr: *mut c_void,
    outputPtr: *mut c_void,
    count: c_ulonglong,
    dataType: MaybeUninit<HcclDataType>,
    op: MaybeUninit<HcclReduceOp>,
    group: *const c_char,
    stream: rtStream_t,
) -> HcclResult {
    stub!(HcomReduceScatter(tag, inputPtr, outputPtr, count, dataType, op, group, stream))
}

/// As `HcomReduceScatter`, with counts and distances in elements for each rank.
///
/// `tag` (at most 191 characters) is the same on all ranks. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND`
/// for an unknown group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomReduceScatterV(
    tag: *const c_char,
    sendBuf: *mut c_void,
    sendCounts: *const c_void,
    sdispls: *const c_void,
    recvBuf: *mut c_void,
    recvCount: c_ulonglong,
    dataType: MaybeUninit<HcclDataType>,
    op: MaybeUninit<HcclReduceOp>,
    group: *const c_char,
    stream: rtStream_t,
) -> HcclResult {
    stub!(HcomReduceScatterV(
        tag, sendBuf, sendCounts, sdispls, recvBuf, recvCount, dataType, op, group, stream
    ))
}

/// Queues the sending of `count` elements to a rank of a group on `stream`; `srTag` matches the receiver's.
///
/// `tag` (at most 191 characters) is the same on all ranks. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND`
/// for an unknown group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSend(
    tag: *const c_char,
    inputPtr: *mut c_void,
    count: c_ulonglong,
    dataType: MaybeUninit<HcclDataType>,
    destRank: u32,
    srTag: u32,
    group: *const c_char,
    stream: rtStream_t,
) -> HcclResult {
    stub!(HcomSend(tag, inputPtr, count, dataType, destRank, srTag, group, stream))
}

/// Queues the receiving of `count` elements from a rank of a group on `stream`; `srTag` matches the sender's.
///
/// `tag` (at most 191 characters) is the same on all ranks. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND`
/// for an unknown group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomReceive(
    tag: *const c_char,
    outputPtr: *mut c_void,
    count: c_ulonglong,
    dataType: MaybeUninit<HcclDataType>,
    srcRank: u32,
    srTag: u32,
    group: *const c_char,
    stream: rtStream_t,
) -> HcclResult {
    stub!(HcomReceive(tag, outputPtr, count, dataType, srcRank, srTag, group, stream))
}

/// Queues an exchange in a group on `stream`, with counts and distances in elements for each rank.
///
/// `tag` (at most 191 characters) is the same on all ranks. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND`
/// for an unknown group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomAlltoAllV(
    sendBuf: *const c_void,
    sendCounts: *const c_void,
    sdispls: *const c_void,
    sendType: MaybeUninit<HcclDataType>,
    recvBuf: *const c_void,
    recvCounts: *const c_void,
    rdispls: *const c_void,
    recvType: MaybeUninit<HcclDataType>,
    group: *const c_char,
    stream: rtStream_t,
    tag: *const c_char,
) -> HcclResult {
    stub!(HcomAlltoAllV(
        sendBuf, sendCounts, sdispls, sendType, recvBuf, recvCounts, rdispls, recvType, group, stream, tag
    ))
}

/// Queues an exchange in a group on `stream`, with a matrix of counts that is the same on all ranks.
///
/// `tag` (at most 191 characters) is the same on all ranks. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND`
/// for an unknown group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomAlltoAllVC(
    sendBuf: *const c_void,
    sendCountMatrix: *const c_void,
    sendType: MaybeUninit<HcclDataType>,
    recvBuf: *const c_void,
    recvType: MaybeUninit<HcclDataType>,
    group: *const c_char,
    stream: rtStream_t,
    tag: *const c_char,
) -> HcclResult {
    stub!(HcomAlltoAllVC(sendBuf, sendCountMatrix, sendType, recvBuf, recvType, group, stream, tag))
}

/// Queues an exchange of `sendCount` elements between every pair of ranks of a group on `stream`.
///
/// `tag` (at most 191 characters) is the same on all ranks. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND`
/// for an unknown group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomAllToAll(
    sendBuf: *const c_void,
    sendCount: c_ulonglong,
    sendType: MaybeUninit<HcclDataType>,
    recvBuf: *const c_void,
    recvCount: c_ulonglong,
    recvType: MaybeUninit<HcclDataType>,
    group: *const c_char,
    stream: rtStream_t,
    tag: *const c_char,
) -> HcclResult {
    stub!(HcomAllToAll(sendBuf, sendCount, sendType, recvBuf, recvCount, recvType, group, stream, tag))
}

/// Makes a tag for an operation (room for 512 bytes).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGenerateCclOpTag(
    opType: *const c_char,
    hcomComm: c_longlong,
    group: *const c_char,
    sTag: *mut c_char,
) -> HcclResult {
    stub!(HcomGenerateCclOpTag(opType, hcomComm, group, sTag))
}

/// Size in bytes of the exchange buffer of a group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetCommCCLBufferSize(group: *const c_char, size: *mut u64) -> HcclResult {
    stub!(HcomGetCommCCLBufferSize(group, size))
}

/// How the ranks of a group are wired within a server.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetL0TopoTypeEx(
    group: *const c_char,
    topoType: *mut MaybeUninit<CommTopo>,
    flag: u32,
) -> HcclResult {
    stub!(HcomGetL0TopoTypeEx(group, topoType, flag))
}

/// Number of ranks of a group on the part of the network that `flag` names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetRankSizeEx(
    group: *const c_char,
    rankSize: *mut u32,
    flag: u32,
) -> HcclResult {
    stub!(HcomGetRankSizeEx(group, rankSize, flag))
}
