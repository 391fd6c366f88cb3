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

/// `HcomGetRankSize` of `hccl/hcom.h`.
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

/// `HcomGetRankId` of `hccl/hcom.h`.
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

/// `HcomCreateGroup` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomCreateGroup(
    group: *const c_char,
    rankNum: u32,
    rankIds: *mut u32,
) -> HcclResult {
    stub!(HcomCreateGroup(group, rankNum, rankIds))
}

/// `HcomDestroyGroup` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomDestroyGroup(group: *const c_char) -> HcclResult {
    stub!(HcomDestroyGroup(group))
}

/// `HcomInitByRankTable` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomInitByRankTable(rankTable: *const c_char, rankId: u32) -> HcclResult {
    stub!(HcomInitByRankTable(rankTable, rankId))
}

/// `HcomDestroy` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomDestroy() -> HcclResult {
    stub!(HcomDestroy())
}

/// `HcomGetCommHandleByGroup` of `hccl/hcom.h`.
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

/// `HcomGetGroupNameByOpBase` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetGroupNameByOpBase(
    opBaseHcom: c_longlong,
    groupname: *mut *mut c_char,
) -> HcclResult {
    stub!(HcomGetGroupNameByOpBase(opBaseHcom, groupname))
}

/// `GetGroupNameByOpBaseHcom` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn GetGroupNameByOpBaseHcom(
    opBaseHcom: c_longlong,
    groupname: *mut *mut c_char,
) -> HcclResult {
    stub!(GetGroupNameByOpBaseHcom(opBaseHcom, groupname))
}

/// `HcomCreateComResourceByComm` of `hccl/hcom.h`.
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

/// `HcomTopoInfoRegCallback` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomTopoInfoRegCallback(
    p1: Option<unsafe extern "C" fn(*const c_char, u32) -> MaybeUninit<HcclResult>>,
    p2: Option<unsafe extern "C" fn(*const c_char)>,
) {
    stub!(HcomTopoInfoRegCallback(p1, p2), ())
}

/// `HcomGetWorkflowMode` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetWorkflowMode() -> HcclWorkflowMode {
    stub!(HcomGetWorkflowMode(), HcclWorkflowMode::HCCL_WORKFLOW_MODE_RESERVED)
}

/// `HcomSetWorkflowMode` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetWorkflowMode(mode: MaybeUninit<HcclWorkflowMode>) -> HcclResult {
    stub!(HcomSetWorkflowMode(mode))
}

/// `HcomCalcOpOnline` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomCalcOpOnline(
    hcomOpParam: *mut HcomOpParam,
    hcomResResponse: *mut HcomResResponse,
) -> HcclResult {
    stub!(HcomCalcOpOnline(hcomOpParam, hcomResResponse))
}

/// `HcomCalcOpResOffline` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomCalcOpResOffline(
    hcomOpParam: *mut HcomOpParam,
    hcomResResponse: *mut HcomResResponse,
) -> HcclResult {
    stub!(HcomCalcOpResOffline(hcomOpParam, hcomResResponse))
}

/// `HcomGetMemType` of `hccl/hcom.h`.
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

/// `HcomGetBandWidthPerNPU` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetBandWidthPerNPU(level: u32, bandWidth: *mut f32) -> HcclResult {
    stub!(HcomGetBandWidthPerNPU(level, bandWidth))
}

/// `HcomGetServerNumAndDeviceNumPerServer` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetServerNumAndDeviceNumPerServer(
    serverNum: *mut u32,
    deviceNumPerServer: *mut u32,
    deviceNumPerAggregation: *mut u32,
) -> HcclResult {
    stub!(HcomGetServerNumAndDeviceNumPerServer(serverNum, deviceNumPerServer, deviceNumPerAggregation))
}

/// `HcomGetSecAddrCopyFlag` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetSecAddrCopyFlag(socVersion: *const c_char) -> bool {
    stub!(HcomGetSecAddrCopyFlag(socVersion), false)
}

/// `HcomInitByString` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomInitByString(
    rankTableM: *const c_char,
    identify: *const c_char,
    commWorkMode: MaybeUninit<WorkMode>,
    initConfig: *mut HcomInitConfig,
) -> HcclResult {
    stub!(HcomInitByString(rankTableM, identify, commWorkMode, initConfig))
}

/// `HcomInitByMasterInfo` of `hccl/hcom.h`.
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

/// `HcomCreateCommCCLbuffer` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomCreateCommCCLbuffer(group: *const c_char) -> HcclResult {
    stub!(HcomCreateCommCCLbuffer(group))
}

/// `HcomGetInCCLbuffer` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetInCCLbuffer(
    group: *const c_char,
    buffer: *mut *mut c_void,
    size: *mut c_ulonglong,
) -> HcclResult {
    stub!(HcomGetInCCLbuffer(group, buffer, size))
}

/// `HcomGetOutCCLbuffer` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetOutCCLbuffer(
    group: *const c_char,
    buffer: *mut *mut c_void,
    size: *mut c_ulonglong,
) -> HcclResult {
    stub!(HcomGetOutCCLbuffer(group, buffer, size))
}

/// `HcomSetLaunchKernelMode` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetLaunchKernelMode(state: bool) {
    stub!(HcomSetLaunchKernelMode(state), ())
}

/// `HcomGetAicpuOpStreamNotify` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetAicpuOpStreamNotify(
    group: *const c_char,
    opStream: *mut HcclRtStream,
    aicpuNotifyNum: u8,
    aicpuNotify: *mut *mut c_void,
) -> HcclResult {
    stub!(HcomGetAicpuOpStreamNotify(group, opStream, aicpuNotifyNum, aicpuNotify))
}

/// `HcomMc2AiCpuStreamAllocAndGet` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomMc2AiCpuStreamAllocAndGet(
    group: *const c_char,
    streamMode: u32,
    aiCpuStream: *mut rtStream_t,
) -> HcclResult {
    stub!(HcomMc2AiCpuStreamAllocAndGet(group, streamMode, aiCpuStream))
}

/// `HcomSetDumpDebugMode` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetDumpDebugMode(dumpDebug: bool) {
    stub!(HcomSetDumpDebugMode(dumpDebug), ())
}

/// `HcomGetAlgorithm` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetAlgorithm(level: u32, algo: *mut *mut c_char) -> HcclResult {
    stub!(HcomGetAlgorithm(level, algo))
}

/// `HcomGetAlgExecParam` of `hccl/hcom.h`.
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

/// `HcomSetAutoTuneMode` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetAutoTuneMode(autoTuneMode: bool) {
    stub!(HcomSetAutoTuneMode(autoTuneMode), ())
}

/// `HcomGetDeviceType` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetDeviceType() -> DevType {
    stub!(HcomGetDeviceType(), DevType::DEV_TYPE_NOSOC)
}

/// `HcomSetProfilingMode` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetProfilingMode(
    profilingMode: MaybeUninit<HcomProfilingMode>,
    profilingOption: *const c_char,
) -> HcclResult {
    stub!(HcomSetProfilingMode(profilingMode, profilingOption))
}

/// `HcomGetSplitStrategy` of `hccl/hcom.h`.
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

/// `HcomFindGroup` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomFindGroup(group: *const c_char) -> bool {
    ffi_guard!(HcomFindGroup, false, {
        // SAFETY: the caller's promise, see the module.
        let name = unsafe { arg::string(group, config::NAME_MAX, "group") }?;
        Ok(registry::handle_by_name(name, comm::current_device()?).is_some())
    })
}

/// `HcomSelectAlg` of `hccl/hcom.h`.
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

/// `HcomCalcAivCoreNum` of `hccl/hcom.h`.
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

/// `HcomSetWorkspaceResource` of `hccl/hcom.h`.
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

/// `HcomSetGlobalWorkSpace` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetGlobalWorkSpace(
    group: *const c_char,
    globalWorkSpaceAddr: *mut *mut c_void,
    len: u32,
) -> HcclResult {
    stub!(HcomSetGlobalWorkSpace(group, globalWorkSpaceAddr, len))
}

/// `HcomSetAivCoreLimit` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetAivCoreLimit(group: *const c_char, aivCoreLimit: u32) -> HcclResult {
    stub!(HcomSetAivCoreLimit(group, aivCoreLimit))
}

/// `HcomReleaseSubComms` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomReleaseSubComms() -> HcclResult {
    stub!(HcomReleaseSubComms())
}

/// `HcomUnloadTask` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomUnloadTask(group: *const c_char, tag: *const c_char) -> HcclResult {
    stub!(HcomUnloadTask(group, tag))
}

/// `HcomClearAivSyncBuf` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomClearAivSyncBuf(group: *const c_char, aivClearEnable: bool) -> HcclResult {
    stub!(HcomClearAivSyncBuf(group, aivClearEnable))
}

/// `HcomSetAttachedStream` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSetAttachedStream(
    group: *const c_char,
    graphId: u32,
    stream: *const rtStream_t,
    len: c_int,
) -> HcclResult {
    stub!(HcomSetAttachedStream(group, graphId, stream, len))
}

/// `HcomSupportDeterministicOptim` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomSupportDeterministicOptim(
    group: *const c_char,
    isDeterministicOptim: *mut bool,
) -> HcclResult {
    stub!(HcomSupportDeterministicOptim(group, isDeterministicOptim))
}

/// `HcomTbeMemClean` of `hccl/hcom.h`.
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

/// `HcomGetInitStatus` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetInitStatus(initiated: *mut bool) -> HcclResult {
    stub!(HcomGetInitStatus(initiated))
}

/// `HcomAllGather` of `hccl/hcom.h`.
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

/// `HcomAllGatherV` of `hccl/hcom.h`.
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

/// `HcomAllReduce` of `hccl/hcom.h`.
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

/// `HcomReduce` of `hccl/hcom.h`.
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

/// `HcomBroadcast` of `hccl/hcom.h`.
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

/// `HcomReduceScatter` of `hccl/hcom.h`.
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

/// `HcomReduceScatterV` of `hccl/hcom.h`.
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

/// `HcomSend` of `hccl/hcom.h`.
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

/// `HcomReceive` of `hccl/hcom.h`.
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

/// `HcomAlltoAllV` of `hccl/hcom.h`.
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

/// `HcomAlltoAllVC` of `hccl/hcom.h`.
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

/// `HcomAllToAll` of `hccl/hcom.h`.
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

/// `HcomGenerateCclOpTag` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGenerateCclOpTag(
    opType: *const c_char,
    hcomComm: c_longlong,
    group: *const c_char,
    sTag: *mut c_char,
) -> HcclResult {
    stub!(HcomGenerateCclOpTag(opType, hcomComm, group, sTag))
}

/// `HcomGetCommCCLBufferSize` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetCommCCLBufferSize(group: *const c_char, size: *mut u64) -> HcclResult {
    stub!(HcomGetCommCCLBufferSize(group, size))
}

/// `HcomGetL0TopoTypeEx` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetL0TopoTypeEx(
    group: *const c_char,
    topoType: *mut MaybeUninit<CommTopo>,
    flag: u32,
) -> HcclResult {
    stub!(HcomGetL0TopoTypeEx(group, topoType, flag))
}

/// `HcomGetRankSizeEx` of `hccl/hcom.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcomGetRankSizeEx(
    group: *const c_char,
    rankSize: *mut u32,
    flag: u32,
) -> HcclResult {
    stub!(HcomGetRankSizeEx(group, rankSize, flag))
}
