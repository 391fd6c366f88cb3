//! Types and constants of `hcomm/hcomm_res_entity_defs.h`.

use core::mem::MaybeUninit;

use crate::{CommAbiHeader, CommEngine, CommProtocol};

/// Type `ChannelPtr`.
pub type ChannelPtr = u64;

/// Enumeration `ProtectionType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProtectionType {
    /// Value -1.
    PROTECTION_TYPE_INVALID = -1,
    /// Value 0.
    PROTECTION_TYPE_ROCE = 0,
    /// Value 1.
    PROTECTION_TYPE_UB = 1,
}

abi_enum!(ProtectionType { PROTECTION_TYPE_INVALID, PROTECTION_TYPE_ROCE, PROTECTION_TYPE_UB });
pub use ProtectionType::*;

/// Enumeration `SqContextType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SqContextType {
    /// Value -1.
    SQ_CONTEXT_TYPE_INVALID = -1,
    /// Value 0.
    SQ_CONTEXT_TYPE_UB_JFS = 0,
    /// Value 1.
    SQ_CONTEXT_TYPE_ROCE = 1,
}

abi_enum!(SqContextType { SQ_CONTEXT_TYPE_INVALID, SQ_CONTEXT_TYPE_UB_JFS, SQ_CONTEXT_TYPE_ROCE });
pub use SqContextType::*;

/// Enumeration `CqContextType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CqContextType {
    /// Value -1.
    CQ_CONTEXT_TYPE_INVALID = -1,
    /// Value 0.
    CQ_CONTEXT_TYPE_UB_JFC = 0,
    /// Value 1.
    CQ_CONTEXT_TYPE_ROCE = 1,
}

abi_enum!(CqContextType { CQ_CONTEXT_TYPE_INVALID, CQ_CONTEXT_TYPE_UB_JFC, CQ_CONTEXT_TYPE_ROCE });
pub use CqContextType::*;

/// Enumeration `RegedNotifyType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RegedNotifyType {
    /// Value -1.
    REGED_NOTIFY_INVALID = -1,
    /// Value 0.
    REGED_NOTIFY_IPC_RT = 0,
    /// Value 1.
    REGED_NOTIFY_IPC_MEM = 1,
    /// Value 2.
    REGED_NOTIFY_RMA_RT = 2,
    /// Value 3.
    REGED_NOTIFY_RMA_MEM = 3,
}

abi_enum!(RegedNotifyType {
    REGED_NOTIFY_INVALID,
    REGED_NOTIFY_IPC_RT,
    REGED_NOTIFY_IPC_MEM,
    REGED_NOTIFY_RMA_RT,
    REGED_NOTIFY_RMA_MEM
});
pub use RegedNotifyType::*;

/// Enumeration `RegedBufferType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RegedBufferType {
    /// Value -1.
    REGED_BUFFER_INVALID = -1,
    /// Value 0.
    REGED_BUFFER_IPC = 0,
    /// Value 1.
    REGED_BUFFER_RMA = 1,
}

abi_enum!(RegedBufferType { REGED_BUFFER_INVALID, REGED_BUFFER_IPC, REGED_BUFFER_RMA });
pub use RegedBufferType::*;

/// Unnamed struct inside [`ProtectionInfo`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_ProtectionInfo_memInfo_roce {
    /// Member `lkey`.
    pub lkey: u32,
    /// Member `rkey`.
    pub rkey: u32,
}

/// Unnamed struct inside [`ProtectionInfo`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_ProtectionInfo_memInfo_ub {
    /// Member `tokenId`.
    pub tokenId: u32,
    /// Member `tokenValue`.
    pub tokenValue: u32,
}

/// Unnamed union inside [`ProtectionInfo`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_ProtectionInfo_memInfo {
    /// Member `roce`.
    pub roce: anon_ProtectionInfo_memInfo_roce,
    /// Member `ub`.
    pub ub: anon_ProtectionInfo_memInfo_ub,
    /// Member `raws`.
    pub raws: [u8; 24],
}

/// Structure `ProtectionInfo`: 28 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ProtectionInfo {
    /// Member `type`.
    pub r#type: MaybeUninit<ProtectionType>,
    /// Member `memInfo`.
    pub memInfo: anon_ProtectionInfo_memInfo,
}

abi_struct!(ProtectionInfo, size 28, align 4, { r#type @ 0, memInfo @ 4, memInfo.roce @ 4, memInfo.roce.lkey @ 4, memInfo.roce.rkey @ 8, memInfo.ub @ 4, memInfo.ub.tokenId @ 4, memInfo.ub.tokenValue @ 8, memInfo.raws @ 4 });

/// Unnamed struct inside [`RegedBufferEntity`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_RegedBufferEntity_bufferInfo_ipc {
    /// Member `addr`.
    pub addr: u64,
    /// Member `size`.
    pub size: u64,
}

/// Unnamed struct inside [`RegedBufferEntity`].
#[repr(C)]
#[derive(Clone, Copy)]
pub struct anon_RegedBufferEntity_bufferInfo_rma {
    /// Member `addr`.
    pub addr: u64,
    /// Member `size`.
    pub size: u64,
    /// Member `protectionInfo`.
    pub protectionInfo: ProtectionInfo,
}

/// Unnamed union inside [`RegedBufferEntity`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_RegedBufferEntity_bufferInfo {
    /// Member `ipc`.
    pub ipc: anon_RegedBufferEntity_bufferInfo_ipc,
    /// Member `rma`.
    pub rma: anon_RegedBufferEntity_bufferInfo_rma,
    /// Member `raws`.
    pub raws: [u8; 56],
}

/// Structure `RegedBufferEntity`: 64 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RegedBufferEntity {
    /// Member `type`.
    pub r#type: MaybeUninit<RegedBufferType>,
    /// Member `bufferInfo`.
    pub bufferInfo: anon_RegedBufferEntity_bufferInfo,
}

abi_struct!(RegedBufferEntity, size 64, align 8, { r#type @ 0, bufferInfo @ 8, bufferInfo.ipc @ 8, bufferInfo.ipc.addr @ 8, bufferInfo.ipc.size @ 16, bufferInfo.rma @ 8, bufferInfo.rma.addr @ 8, bufferInfo.rma.size @ 16, bufferInfo.rma.protectionInfo @ 24, bufferInfo.raws @ 8 });

/// Unnamed struct inside [`RegedNotifyEntity`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_RegedNotifyEntity_notifyInfo_ipcRt {
    /// Member `addr`.
    pub addr: u64,
    /// Member `size`.
    pub size: u32,
    /// Member `notifyId`.
    pub notifyId: i32,
}

/// Unnamed struct inside [`RegedNotifyEntity`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_RegedNotifyEntity_notifyInfo_ipcMem {
    /// Member `addr`.
    pub addr: u64,
    /// Member `size`.
    pub size: u32,
}

/// Unnamed struct inside [`RegedNotifyEntity`].
#[repr(C)]
#[derive(Clone, Copy)]
pub struct anon_RegedNotifyEntity_notifyInfo_rmaRt {
    /// Member `addr`.
    pub addr: u64,
    /// Member `size`.
    pub size: u32,
    /// Member `notifyId`.
    pub notifyId: i32,
    /// Member `protectionInfo`.
    pub protectionInfo: ProtectionInfo,
}

/// Unnamed struct inside [`RegedNotifyEntity`].
#[repr(C)]
#[derive(Clone, Copy)]
pub struct anon_RegedNotifyEntity_notifyInfo_rmaMem {
    /// Member `addr`.
    pub addr: u64,
    /// Member `size`.
    pub size: u32,
    /// Member `protectionInfo`.
    pub protectionInfo: ProtectionInfo,
}

/// Unnamed union inside [`RegedNotifyEntity`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_RegedNotifyEntity_notifyInfo {
    /// Member `ipcRt`.
    pub ipcRt: anon_RegedNotifyEntity_notifyInfo_ipcRt,
    /// Member `ipcMem`.
    pub ipcMem: anon_RegedNotifyEntity_notifyInfo_ipcMem,
    /// Member `rmaRt`.
    pub rmaRt: anon_RegedNotifyEntity_notifyInfo_rmaRt,
    /// Member `rmaMem`.
    pub rmaMem: anon_RegedNotifyEntity_notifyInfo_rmaMem,
    /// Member `raws`.
    pub raws: [u8; 56],
}

/// Structure `RegedNotifyEntity`: 64 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RegedNotifyEntity {
    /// Member `type`.
    pub r#type: MaybeUninit<RegedNotifyType>,
    /// Member `notifyInfo`.
    pub notifyInfo: anon_RegedNotifyEntity_notifyInfo,
}

abi_struct!(RegedNotifyEntity, size 64, align 8, { r#type @ 0, notifyInfo @ 8, notifyInfo.ipcRt @ 8, notifyInfo.ipcRt.addr @ 8, notifyInfo.ipcRt.size @ 16, notifyInfo.ipcRt.notifyId @ 20, notifyInfo.ipcMem @ 8, notifyInfo.ipcMem.addr @ 8, notifyInfo.ipcMem.size @ 16, notifyInfo.rmaRt @ 8, notifyInfo.rmaRt.addr @ 8, notifyInfo.rmaRt.size @ 16, notifyInfo.rmaRt.notifyId @ 20, notifyInfo.rmaRt.protectionInfo @ 24, notifyInfo.rmaMem @ 8, notifyInfo.rmaMem.addr @ 8, notifyInfo.rmaMem.size @ 16, notifyInfo.rmaMem.protectionInfo @ 20, notifyInfo.raws @ 8 });

/// Unnamed struct inside [`SqContext`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_SqContext_contextInfo_ubJfs {
    /// Member `sqVa`.
    pub sqVa: u64,
    /// Member `headAddr`.
    pub headAddr: u64,
    /// Member `tailAddr`.
    pub tailAddr: u64,
    /// Member `dbVa`.
    pub dbVa: u64,
    /// Member `jfsID`.
    pub jfsID: u32,
    /// Member `wqeSize`.
    pub wqeSize: u32,
    /// Member `sqDepth`.
    pub sqDepth: u32,
    /// Member `tpID`.
    pub tpID: u32,
    /// Member `remoteEID`.
    pub remoteEID: [u8; 16],
}

/// Unnamed struct inside [`SqContext`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_SqContext_contextInfo_roceSq {
    /// Member `sqVa`.
    pub sqVa: u64,
    /// Member `headAddr`.
    pub headAddr: u64,
    /// Member `tailAddr`.
    pub tailAddr: u64,
    /// Member `dbHwVa`.
    pub dbHwVa: u64,
    /// Member `dbSwVa`.
    pub dbSwVa: u64,
    /// Member `qpn`.
    pub qpn: u32,
    /// Member `wqeSize`.
    pub wqeSize: u32,
    /// Member `depth`.
    pub depth: u32,
    /// Member `sl`.
    pub sl: u8,
    /// Member `dbVendorSpecified`.
    pub dbVendorSpecified: u64,
}

/// Unnamed union inside [`SqContext`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_SqContext_contextInfo {
    /// Member `ubJfs`.
    pub ubJfs: anon_SqContext_contextInfo_ubJfs,
    /// Member `roceSq`.
    pub roceSq: anon_SqContext_contextInfo_roceSq,
    /// Member `raws`.
    pub raws: [u8; 120],
}

/// Structure `SqContext`: 128 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct SqContext {
    /// Member `type`.
    pub r#type: MaybeUninit<SqContextType>,
    /// Member `contextInfo`.
    pub contextInfo: anon_SqContext_contextInfo,
}

abi_struct!(SqContext, size 128, align 8, { r#type @ 0, contextInfo @ 8, contextInfo.ubJfs @ 8, contextInfo.ubJfs.sqVa @ 8, contextInfo.ubJfs.headAddr @ 16, contextInfo.ubJfs.tailAddr @ 24, contextInfo.ubJfs.dbVa @ 32, contextInfo.ubJfs.jfsID @ 40, contextInfo.ubJfs.wqeSize @ 44, contextInfo.ubJfs.sqDepth @ 48, contextInfo.ubJfs.tpID @ 52, contextInfo.ubJfs.remoteEID @ 56, contextInfo.roceSq @ 8, contextInfo.roceSq.sqVa @ 8, contextInfo.roceSq.headAddr @ 16, contextInfo.roceSq.tailAddr @ 24, contextInfo.roceSq.dbHwVa @ 32, contextInfo.roceSq.dbSwVa @ 40, contextInfo.roceSq.qpn @ 48, contextInfo.roceSq.wqeSize @ 52, contextInfo.roceSq.depth @ 56, contextInfo.roceSq.sl @ 60, contextInfo.roceSq.dbVendorSpecified @ 64, contextInfo.raws @ 8 });

/// Unnamed struct inside [`CqContext`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_CqContext_contextInfo_ubJfc {
    /// Member `scqVa`.
    pub scqVa: u64,
    /// Member `headAddr`.
    pub headAddr: u64,
    /// Member `tailAddr`.
    pub tailAddr: u64,
    /// Member `dbVa`.
    pub dbVa: u64,
    /// Member `jfcID`.
    pub jfcID: u32,
    /// Member `cqeSize`.
    pub cqeSize: u32,
    /// Member `cqDepth`.
    pub cqDepth: u32,
}

/// Unnamed struct inside [`CqContext`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_CqContext_contextInfo_roceCq {
    /// Member `cqVa`.
    pub cqVa: u64,
    /// Member `headAddr`.
    pub headAddr: u64,
    /// Member `tailAddr`.
    pub tailAddr: u64,
    /// Member `dbHwVa`.
    pub dbHwVa: u64,
    /// Member `dbSwVa`.
    pub dbSwVa: u64,
    /// Member `cqn`.
    pub cqn: u32,
    /// Member `cqeSize`.
    pub cqeSize: u32,
    /// Member `cqDepth`.
    pub cqDepth: u32,
    /// Member `dbVendorSpecified`.
    pub dbVendorSpecified: u64,
}

/// Unnamed union inside [`CqContext`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_CqContext_contextInfo {
    /// Member `ubJfc`.
    pub ubJfc: anon_CqContext_contextInfo_ubJfc,
    /// Member `roceCq`.
    pub roceCq: anon_CqContext_contextInfo_roceCq,
    /// Member `raws`.
    pub raws: [u8; 120],
}

/// Structure `CqContext`: 128 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CqContext {
    /// Member `type`.
    pub r#type: MaybeUninit<CqContextType>,
    /// Member `contextInfo`.
    pub contextInfo: anon_CqContext_contextInfo,
}

abi_struct!(CqContext, size 128, align 8, { r#type @ 0, contextInfo @ 8, contextInfo.ubJfc @ 8, contextInfo.ubJfc.scqVa @ 8, contextInfo.ubJfc.headAddr @ 16, contextInfo.ubJfc.tailAddr @ 24, contextInfo.ubJfc.dbVa @ 32, contextInfo.ubJfc.jfcID @ 40, contextInfo.ubJfc.cqeSize @ 44, contextInfo.ubJfc.cqDepth @ 48, contextInfo.roceCq @ 8, contextInfo.roceCq.cqVa @ 8, contextInfo.roceCq.headAddr @ 16, contextInfo.roceCq.tailAddr @ 24, contextInfo.roceCq.dbHwVa @ 32, contextInfo.roceCq.dbSwVa @ 40, contextInfo.roceCq.cqn @ 48, contextInfo.roceCq.cqeSize @ 52, contextInfo.roceCq.cqDepth @ 56, contextInfo.roceCq.dbVendorSpecified @ 64, contextInfo.raws @ 8 });

/// Structure `ChannelEntity`: 256 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ChannelEntity {
    /// Member `abiHeader`.
    pub abiHeader: CommAbiHeader,
    /// Member `engine`.
    pub engine: MaybeUninit<CommEngine>,
    /// Member `protocol`.
    pub protocol: MaybeUninit<CommProtocol>,
    /// Member `localNotifyNum`.
    pub localNotifyNum: u32,
    /// Member `remoteNotifyNum`.
    pub remoteNotifyNum: u32,
    /// Member `localBufferNum`.
    pub localBufferNum: u32,
    /// Member `remoteBufferNum`.
    pub remoteBufferNum: u32,
    /// Member `sqNum`.
    pub sqNum: u32,
    /// Member `cqNum`.
    pub cqNum: u32,
    /// Member `localNotifyAddr`.
    pub localNotifyAddr: *mut RegedNotifyEntity,
    /// Member `remoteNotifyAddr`.
    pub remoteNotifyAddr: *mut RegedNotifyEntity,
    /// Member `localBufferAddr`.
    pub localBufferAddr: *mut RegedBufferEntity,
    /// Member `remoteBufferAddr`.
    pub remoteBufferAddr: *mut RegedBufferEntity,
    /// Member `sqContextAddr`.
    pub sqContextAddr: *mut SqContext,
    /// Member `cqContextAddr`.
    pub cqContextAddr: *mut CqContext,
    /// Member `reserve`.
    pub reserve: [u8; 160],
}

abi_struct!(ChannelEntity, size 256, align 8, { abiHeader @ 0, engine @ 16, protocol @ 20, localNotifyNum @ 24, remoteNotifyNum @ 28, localBufferNum @ 32, remoteBufferNum @ 36, sqNum @ 40, cqNum @ 44, localNotifyAddr @ 48, remoteNotifyAddr @ 56, localBufferAddr @ 64, remoteBufferAddr @ 72, sqContextAddr @ 80, cqContextAddr @ 88, reserve @ 96 });
