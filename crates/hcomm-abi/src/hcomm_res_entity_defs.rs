//! Types and constants of `hcomm/hcomm_res_entity_defs.h`.

use core::mem::MaybeUninit;

use crate::{CommAbiHeader, CommEngine, CommProtocol};

/// Device address of a channel's description.
pub type ChannelPtr = u64;

/// What network operations need to use memory.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProtectionType {
    /// Nothing.
    PROTECTION_TYPE_INVALID = -1,
    /// Keys of RDMA.
    PROTECTION_TYPE_ROCE = 0,
    /// A token of UB.
    PROTECTION_TYPE_UB = 1,
}

abi_enum!(ProtectionType { PROTECTION_TYPE_INVALID, PROTECTION_TYPE_ROCE, PROTECTION_TYPE_UB });
pub use ProtectionType::*;

/// Kinds of send queues.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SqContextType {
    /// None.
    SQ_CONTEXT_TYPE_INVALID = -1,
    /// UB.
    SQ_CONTEXT_TYPE_UB_JFS = 0,
    /// RoCE.
    SQ_CONTEXT_TYPE_ROCE = 1,
}

abi_enum!(SqContextType { SQ_CONTEXT_TYPE_INVALID, SQ_CONTEXT_TYPE_UB_JFS, SQ_CONTEXT_TYPE_ROCE });
pub use SqContextType::*;

/// Kinds of completion queues.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CqContextType {
    /// None.
    CQ_CONTEXT_TYPE_INVALID = -1,
    /// UB.
    CQ_CONTEXT_TYPE_UB_JFC = 0,
    /// RoCE.
    CQ_CONTEXT_TYPE_ROCE = 1,
}

abi_enum!(CqContextType { CQ_CONTEXT_TYPE_INVALID, CQ_CONTEXT_TYPE_UB_JFC, CQ_CONTEXT_TYPE_ROCE });
pub use CqContextType::*;

/// Kinds of notifies.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RegedNotifyType {
    /// None.
    REGED_NOTIFY_INVALID = -1,
    /// Of the runtime, reached by memory accesses.
    REGED_NOTIFY_IPC_RT = 0,
    /// A word of memory, reached by memory accesses.
    REGED_NOTIFY_IPC_MEM = 1,
    /// Of the runtime, reached through the network.
    REGED_NOTIFY_RMA_RT = 2,
    /// A word of memory, reached through the network.
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

/// Kinds of buffers.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RegedBufferType {
    /// None.
    REGED_BUFFER_INVALID = -1,
    /// Reached by memory accesses.
    REGED_BUFFER_IPC = 0,
    /// Reached through the network.
    REGED_BUFFER_RMA = 1,
}

abi_enum!(RegedBufferType { REGED_BUFFER_INVALID, REGED_BUFFER_IPC, REGED_BUFFER_RMA });
pub use RegedBufferType::*;

/// Unnamed struct inside [`ProtectionInfo`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_ProtectionInfo_memInfo_roce {
    /// Key for local use.
    pub lkey: u32,
    /// Key for use by the peer.
    pub rkey: u32,
}

/// Unnamed struct inside [`ProtectionInfo`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_ProtectionInfo_memInfo_ub {
    /// Number of the token.
    pub tokenId: u32,
    /// Its value.
    pub tokenValue: u32,
}

/// Unnamed union inside [`ProtectionInfo`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_ProtectionInfo_memInfo {
    /// For RoCE.
    pub roce: anon_ProtectionInfo_memInfo_roce,
    /// For UB.
    pub ub: anon_ProtectionInfo_memInfo_ub,
    /// All bytes; they fix the size.
    pub raws: [u8; 24],
}

/// What network operations need to use memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ProtectionInfo {
    /// Kind.
    pub r#type: MaybeUninit<ProtectionType>,
    /// Keys or token, by kind.
    pub memInfo: anon_ProtectionInfo_memInfo,
}

abi_struct!(ProtectionInfo, size 28, align 4, { r#type @ 0, memInfo @ 4, memInfo.roce @ 4, memInfo.roce.lkey @ 4, memInfo.roce.rkey @ 8, memInfo.ub @ 4, memInfo.ub.tokenId @ 4, memInfo.ub.tokenValue @ 8, memInfo.raws @ 4 });

/// Unnamed struct inside [`RegedBufferEntity`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_RegedBufferEntity_bufferInfo_ipc {
    /// Address.
    pub addr: u64,
    /// Bytes.
    pub size: u64,
}

/// Unnamed struct inside [`RegedBufferEntity`].
#[repr(C)]
#[derive(Clone, Copy)]
pub struct anon_RegedBufferEntity_bufferInfo_rma {
    /// Address.
    pub addr: u64,
    /// Bytes.
    pub size: u64,
    /// What network operations need to use the memory.
    pub protectionInfo: ProtectionInfo,
}

/// Unnamed union inside [`RegedBufferEntity`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_RegedBufferEntity_bufferInfo {
    /// For `REGED_BUFFER_IPC`.
    pub ipc: anon_RegedBufferEntity_bufferInfo_ipc,
    /// For `REGED_BUFFER_RMA`.
    pub rma: anon_RegedBufferEntity_bufferInfo_rma,
    /// All bytes; they fix the size.
    pub raws: [u8; 56],
}

/// A buffer, as kernels see it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RegedBufferEntity {
    /// Kind.
    pub r#type: MaybeUninit<RegedBufferType>,
    /// The buffer, by kind.
    pub bufferInfo: anon_RegedBufferEntity_bufferInfo,
}

abi_struct!(RegedBufferEntity, size 64, align 8, { r#type @ 0, bufferInfo @ 8, bufferInfo.ipc @ 8, bufferInfo.ipc.addr @ 8, bufferInfo.ipc.size @ 16, bufferInfo.rma @ 8, bufferInfo.rma.addr @ 8, bufferInfo.rma.size @ 16, bufferInfo.rma.protectionInfo @ 24, bufferInfo.raws @ 8 });

/// Unnamed struct inside [`RegedNotifyEntity`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_RegedNotifyEntity_notifyInfo_ipcRt {
    /// Address.
    pub addr: u64,
    /// Bytes.
    pub size: u32,
    /// Number of the notify in the runtime.
    pub notifyId: i32,
}

/// Unnamed struct inside [`RegedNotifyEntity`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_RegedNotifyEntity_notifyInfo_ipcMem {
    /// Address.
    pub addr: u64,
    /// Bytes.
    pub size: u32,
}

/// Unnamed struct inside [`RegedNotifyEntity`].
#[repr(C)]
#[derive(Clone, Copy)]
pub struct anon_RegedNotifyEntity_notifyInfo_rmaRt {
    /// Address.
    pub addr: u64,
    /// Bytes.
    pub size: u32,
    /// Number of the notify in the runtime.
    pub notifyId: i32,
    /// What network operations need to use the memory.
    pub protectionInfo: ProtectionInfo,
}

/// Unnamed struct inside [`RegedNotifyEntity`].
#[repr(C)]
#[derive(Clone, Copy)]
pub struct anon_RegedNotifyEntity_notifyInfo_rmaMem {
    /// Address.
    pub addr: u64,
    /// Bytes.
    pub size: u32,
    /// What network operations need to use the memory.
    pub protectionInfo: ProtectionInfo,
}

/// Unnamed union inside [`RegedNotifyEntity`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_RegedNotifyEntity_notifyInfo {
    /// For `REGED_NOTIFY_IPC_RT`.
    pub ipcRt: anon_RegedNotifyEntity_notifyInfo_ipcRt,
    /// For `REGED_NOTIFY_IPC_MEM`.
    pub ipcMem: anon_RegedNotifyEntity_notifyInfo_ipcMem,
    /// For `REGED_NOTIFY_RMA_RT`.
    pub rmaRt: anon_RegedNotifyEntity_notifyInfo_rmaRt,
    /// For `REGED_NOTIFY_RMA_MEM`.
    pub rmaMem: anon_RegedNotifyEntity_notifyInfo_rmaMem,
    /// All bytes; they fix the size.
    pub raws: [u8; 56],
}

/// A notify, as kernels see it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RegedNotifyEntity {
    /// Kind.
    pub r#type: MaybeUninit<RegedNotifyType>,
    /// The notify, by kind.
    pub notifyInfo: anon_RegedNotifyEntity_notifyInfo,
}

abi_struct!(RegedNotifyEntity, size 64, align 8, { r#type @ 0, notifyInfo @ 8, notifyInfo.ipcRt @ 8, notifyInfo.ipcRt.addr @ 8, notifyInfo.ipcRt.size @ 16, notifyInfo.ipcRt.notifyId @ 20, notifyInfo.ipcMem @ 8, notifyInfo.ipcMem.addr @ 8, notifyInfo.ipcMem.size @ 16, notifyInfo.rmaRt @ 8, notifyInfo.rmaRt.addr @ 8, notifyInfo.rmaRt.size @ 16, notifyInfo.rmaRt.notifyId @ 20, notifyInfo.rmaRt.protectionInfo @ 24, notifyInfo.rmaMem @ 8, notifyInfo.rmaMem.addr @ 8, notifyInfo.rmaMem.size @ 16, notifyInfo.rmaMem.protectionInfo @ 20, notifyInfo.raws @ 8 });

/// Unnamed struct inside [`SqContext`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_SqContext_contextInfo_ubJfs {
    /// Address of the queue.
    pub sqVa: u64,
    /// Address of the number of the oldest entry.
    pub headAddr: u64,
    /// Address of the number of the next entry.
    pub tailAddr: u64,
    /// Address of the doorbell.
    pub dbVa: u64,
    /// Number of the queue.
    pub jfsID: u32,
    /// Bytes of one entry.
    pub wqeSize: u32,
    /// Entries of the queue; for channels a power of two, 0xFFFFFFFF is the default.
    pub sqDepth: u32,
    /// Number of the transport.
    pub tpID: u32,
    /// Entity of the other side.
    pub remoteEID: [u8; 16],
}

/// Unnamed struct inside [`SqContext`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_SqContext_contextInfo_roceSq {
    /// Address of the queue.
    pub sqVa: u64,
    /// Address of the number of the oldest entry.
    pub headAddr: u64,
    /// Address of the number of the next entry.
    pub tailAddr: u64,
    /// Address of the doorbell of the hardware.
    pub dbHwVa: u64,
    /// Address of the doorbell record in memory.
    pub dbSwVa: u64,
    /// Number of the queue pair.
    pub qpn: u32,
    /// Bytes of one entry.
    pub wqeSize: u32,
    /// Entries of the queue.
    pub depth: u32,
    /// Service level of the network, 0 to 7; all bits set is the default.
    pub sl: u8,
    /// What the doorbell needs besides, as the vendor defines.
    pub dbVendorSpecified: u64,
}

/// Unnamed union inside [`SqContext`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_SqContext_contextInfo {
    /// For UB.
    pub ubJfs: anon_SqContext_contextInfo_ubJfs,
    /// For RoCE.
    pub roceSq: anon_SqContext_contextInfo_roceSq,
    /// All bytes; they fix the size.
    pub raws: [u8; 120],
}

/// A send queue, as kernels see it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct SqContext {
    /// Kind.
    pub r#type: MaybeUninit<SqContextType>,
    /// The queue, by kind.
    pub contextInfo: anon_SqContext_contextInfo,
}

abi_struct!(SqContext, size 128, align 8, { r#type @ 0, contextInfo @ 8, contextInfo.ubJfs @ 8, contextInfo.ubJfs.sqVa @ 8, contextInfo.ubJfs.headAddr @ 16, contextInfo.ubJfs.tailAddr @ 24, contextInfo.ubJfs.dbVa @ 32, contextInfo.ubJfs.jfsID @ 40, contextInfo.ubJfs.wqeSize @ 44, contextInfo.ubJfs.sqDepth @ 48, contextInfo.ubJfs.tpID @ 52, contextInfo.ubJfs.remoteEID @ 56, contextInfo.roceSq @ 8, contextInfo.roceSq.sqVa @ 8, contextInfo.roceSq.headAddr @ 16, contextInfo.roceSq.tailAddr @ 24, contextInfo.roceSq.dbHwVa @ 32, contextInfo.roceSq.dbSwVa @ 40, contextInfo.roceSq.qpn @ 48, contextInfo.roceSq.wqeSize @ 52, contextInfo.roceSq.depth @ 56, contextInfo.roceSq.sl @ 60, contextInfo.roceSq.dbVendorSpecified @ 64, contextInfo.raws @ 8 });

/// Unnamed struct inside [`CqContext`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_CqContext_contextInfo_ubJfc {
    /// Address of the queue.
    pub scqVa: u64,
    /// Address of the number of the oldest entry.
    pub headAddr: u64,
    /// Address of the number of the next entry.
    pub tailAddr: u64,
    /// Address of the doorbell.
    pub dbVa: u64,
    /// Number of the queue.
    pub jfcID: u32,
    /// Bytes of one entry.
    pub cqeSize: u32,
    /// Entries of the queue.
    pub cqDepth: u32,
}

/// Unnamed struct inside [`CqContext`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct anon_CqContext_contextInfo_roceCq {
    /// Address of the queue.
    pub cqVa: u64,
    /// Address of the number of the oldest entry.
    pub headAddr: u64,
    /// Address of the number of the next entry.
    pub tailAddr: u64,
    /// Address of the doorbell of the hardware.
    pub dbHwVa: u64,
    /// Address of the doorbell record in memory.
    pub dbSwVa: u64,
    /// Number of the queue.
    pub cqn: u32,
    /// Bytes of one entry.
    pub cqeSize: u32,
    /// Entries of the queue.
    pub cqDepth: u32,
    /// What the doorbell needs besides, as the vendor defines.
    pub dbVendorSpecified: u64,
}

/// Unnamed union inside [`CqContext`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_CqContext_contextInfo {
    /// For UB.
    pub ubJfc: anon_CqContext_contextInfo_ubJfc,
    /// For RoCE.
    pub roceCq: anon_CqContext_contextInfo_roceCq,
    /// All bytes; they fix the size.
    pub raws: [u8; 120],
}

/// A completion queue, as kernels see it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CqContext {
    /// Kind.
    pub r#type: MaybeUninit<CqContextType>,
    /// The queue, by kind.
    pub contextInfo: anon_CqContext_contextInfo,
}

abi_struct!(CqContext, size 128, align 8, { r#type @ 0, contextInfo @ 8, contextInfo.ubJfc @ 8, contextInfo.ubJfc.scqVa @ 8, contextInfo.ubJfc.headAddr @ 16, contextInfo.ubJfc.tailAddr @ 24, contextInfo.ubJfc.dbVa @ 32, contextInfo.ubJfc.jfcID @ 40, contextInfo.ubJfc.cqeSize @ 44, contextInfo.ubJfc.cqDepth @ 48, contextInfo.roceCq @ 8, contextInfo.roceCq.cqVa @ 8, contextInfo.roceCq.headAddr @ 16, contextInfo.roceCq.tailAddr @ 24, contextInfo.roceCq.dbHwVa @ 32, contextInfo.roceCq.dbSwVa @ 40, contextInfo.roceCq.cqn @ 48, contextInfo.roceCq.cqeSize @ 52, contextInfo.roceCq.cqDepth @ 56, contextInfo.roceCq.dbVendorSpecified @ 64, contextInfo.raws @ 8 });

/// A channel, as kernels see it: what a channel handle of vector cores points to.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ChannelEntity {
    /// Magic word, version and size.
    pub abiHeader: CommAbiHeader,
    /// Engine that uses it.
    pub engine: MaybeUninit<CommEngine>,
    /// Protocol.
    pub protocol: MaybeUninit<CommProtocol>,
    /// Notifies of this end.
    pub localNotifyNum: u32,
    /// Notifies of the other end.
    pub remoteNotifyNum: u32,
    /// Buffers of this end.
    pub localBufferNum: u32,
    /// Buffers of the other end.
    pub remoteBufferNum: u32,
    /// Send queues.
    pub sqNum: u32,
    /// Completion queues.
    pub cqNum: u32,
    /// Notifies of this end: `RegedNotifyEntity` each.
    pub localNotifyAddr: *mut RegedNotifyEntity,
    /// Notifies of the other end: `RegedNotifyEntity` each.
    pub remoteNotifyAddr: *mut RegedNotifyEntity,
    /// Buffers of this end: `RegedBufferEntity` each.
    pub localBufferAddr: *mut RegedBufferEntity,
    /// Buffers of the other end: `RegedBufferEntity` each.
    pub remoteBufferAddr: *mut RegedBufferEntity,
    /// Send queues: `SqContext` each.
    pub sqContextAddr: *mut SqContext,
    /// Completion queues: `CqContext` each.
    pub cqContextAddr: *mut CqContext,
    /// Not used; 0.
    pub reserve: [u8; 160],
}

abi_struct!(ChannelEntity, size 256, align 8, { abiHeader @ 0, engine @ 16, protocol @ 20, localNotifyNum @ 24, remoteNotifyNum @ 28, localBufferNum @ 32, remoteBufferNum @ 36, sqNum @ 40, cqNum @ 44, localNotifyAddr @ 48, remoteNotifyAddr @ 56, localBufferAddr @ 64, remoteBufferAddr @ 72, sqContextAddr @ 80, cqContextAddr @ 88, reserve @ 96 });
