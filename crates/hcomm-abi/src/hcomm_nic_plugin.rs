//! Types and constants of `hcomm/hcomm_nic_plugin.h`.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use crate::{
    CommAbiHeader, CommMem, CommProtocol, EndpointDesc, HcommBatchTransferDesc, HcommChannelDesc,
    HcommDataType, HcommReduceOp, ThreadHandle,
};

/// Protocols from this number on belong to plug-ins.
pub const COMM_PROTOCOL_CUSTOM_BASE: u32 = 1000;
/// Protocols that one plug-in may serve.
pub const HCOMM_NIC_PLUGIN_MAX_PROTOCOLS: u32 = 4;
/// Magic word of `HcommNicPluginInfo`.
pub const HCOMM_NIC_PLUGIN_INFO_MAGIC_WORD: u32 = 0xfcf0f1f;
/// Version of `HcommNicPluginInfo`.
pub const HCOMM_NIC_PLUGIN_INFO_VERSION: u32 = 1;
/// Magic word of `HcommNicEndpointOps`.
pub const HCOMM_NIC_ENDPOINT_OPS_MAGIC_WORD: u32 = 0xfcf0f2f;
/// Version of `HcommNicEndpointOps`.
pub const HCOMM_NIC_ENDPOINT_OPS_VERSION: u32 = 1;
/// Magic word of `HcommNicChannelOps`.
pub const HCOMM_NIC_CHANNEL_OPS_MAGIC_WORD: u32 = 0xfcf0f3f;
/// Version of `HcommNicChannelOps`.
pub const HCOMM_NIC_CHANNEL_OPS_VERSION: u32 = 1;

/// What an endpoint of a plug-in can do. The first argument of every function is the `outCtx` of
/// `HcommNicPluginCreateEndpoint`; all but `destroy` may be NULL.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcommNicEndpointOps {
    /// Magic word, version and the size of the table in the plug-in.
    pub header: CommAbiHeader,
    /// Called once, before everything else.
    pub init: Option<unsafe extern "C" fn(*mut c_void) -> i32>,
    /// Called once, after everything else.
    pub destroy: Option<unsafe extern "C" fn(*mut c_void) -> i32>,
    /// `HcommMemReg`.
    pub registerMemory:
        Option<unsafe extern "C" fn(*mut c_void, *const CommMem, *const c_char, *mut *mut c_void) -> i32>,
    /// `HcommMemUnreg`.
    pub unregisterMemory: Option<unsafe extern "C" fn(*mut c_void, *mut c_void) -> i32>,
    /// `HcommMemExport`.
    pub memoryExport:
        Option<unsafe extern "C" fn(*mut c_void, *mut c_void, *mut *mut c_void, *mut u32) -> i32>,
    /// `HcommMemImport`.
    pub memoryImport: Option<unsafe extern "C" fn(*mut c_void, *const c_void, u32, *mut CommMem) -> i32>,
    /// `HcommMemUnimport`.
    pub memoryUnimport: Option<unsafe extern "C" fn(*mut c_void, *const c_void, u32) -> i32>,
    /// `HcommEndpointGetListenPort`.
    pub getListenPort: Option<unsafe extern "C" fn(*mut c_void, *mut u32) -> i32>,
}

abi_struct!(HcommNicEndpointOps, size 80, align 8, { header @ 0, init @ 16, destroy @ 24, registerMemory @ 32, unregisterMemory @ 40, memoryExport @ 48, memoryImport @ 56, memoryUnimport @ 64, getListenPort @ 72 });

/// What a channel of a plug-in can do. The first argument of every function is the `outCtx` of
/// `HcommNicPluginCreateChannel`; all but `destroy` may be NULL.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(clippy::type_complexity)] // Prototypes are given.
pub struct HcommNicChannelOps {
    /// Magic word, version and the size of the table in the plug-in.
    pub header: CommAbiHeader,
    /// Called once, before everything else.
    pub init: Option<unsafe extern "C" fn(*mut c_void) -> i32>,
    /// Called once, after everything else.
    pub destroy: Option<unsafe extern "C" fn(*mut c_void) -> i32>,
    /// `HcommChannelGetStatus`.
    pub getStatus: Option<unsafe extern "C" fn(*mut c_void, *mut i32) -> i32>,
    /// `HcommWriteNbi`.
    pub writeNbi: Option<unsafe extern "C" fn(*mut c_void, *mut c_void, *const c_void, u64) -> i32>,
    /// `HcommWriteNbiOnThread`.
    pub writeNbiOnThread:
        Option<unsafe extern "C" fn(*mut c_void, ThreadHandle, *mut c_void, *const c_void, u64) -> i32>,
    /// `HcommWriteOnThread`.
    pub writeOnThread:
        Option<unsafe extern "C" fn(*mut c_void, ThreadHandle, *mut c_void, *const c_void, u64) -> i32>,
    /// `HcommWriteWithNotifyNbi`.
    pub writeWithNotifyNbi:
        Option<unsafe extern "C" fn(*mut c_void, *mut c_void, *const c_void, u64, u32) -> i32>,
    /// `HcommWriteWithNotifyNbiOnThread`.
    pub writeWithNotifyNbiOnThread:
        Option<unsafe extern "C" fn(*mut c_void, ThreadHandle, *mut c_void, *const c_void, u64, u32) -> i32>,
    /// `HcommWriteWithNotifyOnThread`.
    pub writeWithNotifyOnThread:
        Option<unsafe extern "C" fn(*mut c_void, ThreadHandle, *mut c_void, *const c_void, u64, u32) -> i32>,
    /// `HcommWriteReduceOnThread`.
    pub writeReduceOnThread: Option<
        unsafe extern "C" fn(
            *mut c_void,
            ThreadHandle,
            *mut c_void,
            *const c_void,
            u64,
            MaybeUninit<HcommDataType>,
            MaybeUninit<HcommReduceOp>,
        ) -> i32,
    >,
    /// `HcommWriteReduceWithNotifyOnThread`.
    pub writeReduceWithNotifyOnThread: Option<
        unsafe extern "C" fn(
            *mut c_void,
            ThreadHandle,
            *mut c_void,
            *const c_void,
            u64,
            MaybeUninit<HcommDataType>,
            MaybeUninit<HcommReduceOp>,
            u32,
        ) -> i32,
    >,
    /// `HcommReadNbi`.
    pub readNbi: Option<unsafe extern "C" fn(*mut c_void, *mut c_void, *const c_void, u64) -> i32>,
    /// `HcommReadNbiOnThread`.
    pub readNbiOnThread:
        Option<unsafe extern "C" fn(*mut c_void, ThreadHandle, *mut c_void, *const c_void, u64) -> i32>,
    /// `HcommReadOnThread`.
    pub readOnThread:
        Option<unsafe extern "C" fn(*mut c_void, ThreadHandle, *mut c_void, *const c_void, u64) -> i32>,
    /// `HcommReadReduceOnThread`.
    pub readReduceOnThread: Option<
        unsafe extern "C" fn(
            *mut c_void,
            ThreadHandle,
            *mut c_void,
            *const c_void,
            u64,
            MaybeUninit<HcommDataType>,
            MaybeUninit<HcommReduceOp>,
        ) -> i32,
    >,
    /// `HcommChannelNotifyRecord`.
    pub notifyRecord: Option<unsafe extern "C" fn(*mut c_void, u32) -> i32>,
    /// `HcommChannelNotifyRecordOnThread`.
    pub notifyRecordOnThread: Option<unsafe extern "C" fn(*mut c_void, ThreadHandle, u32) -> i32>,
    /// `HcommChannelNotifyWait`: index and seconds.
    pub notifyWait: Option<unsafe extern "C" fn(*mut c_void, u32, u32) -> i32>,
    /// `HcommChannelNotifyWaitOnThread`: index and seconds.
    pub notifyWaitOnThread: Option<unsafe extern "C" fn(*mut c_void, ThreadHandle, u32, u32) -> i32>,
    /// `HcommChannelNotifyWaitOnThreadWithDefaultTimeout`.
    pub notifyWaitOnThreadWithDefaultTimeout:
        Option<unsafe extern "C" fn(*mut c_void, ThreadHandle, u32) -> i32>,
    /// `HcommBatchTransferOnThread`.
    pub batchTransferOnThread:
        Option<unsafe extern "C" fn(*mut c_void, ThreadHandle, *const HcommBatchTransferDesc, u32) -> i32>,
    /// `HcommChannelFence`.
    pub fence: Option<unsafe extern "C" fn(*mut c_void) -> i32>,
    /// `HcommChannelFenceOnThread`.
    pub fenceOnThread: Option<unsafe extern "C" fn(*mut c_void, ThreadHandle) -> i32>,
    /// `HcommChannelDrainOnThread`.
    pub drainOnThread: Option<unsafe extern "C" fn(*mut c_void, ThreadHandle) -> i32>,
}

abi_struct!(HcommNicChannelOps, size 208, align 8, { header @ 0, init @ 16, destroy @ 24, getStatus @ 32, writeNbi @ 40, writeNbiOnThread @ 48, writeOnThread @ 56, writeWithNotifyNbi @ 64, writeWithNotifyNbiOnThread @ 72, writeWithNotifyOnThread @ 80, writeReduceOnThread @ 88, writeReduceWithNotifyOnThread @ 96, readNbi @ 104, readNbiOnThread @ 112, readOnThread @ 120, readReduceOnThread @ 128, notifyRecord @ 136, notifyRecordOnThread @ 144, notifyWait @ 152, notifyWaitOnThread @ 160, notifyWaitOnThreadWithDefaultTimeout @ 168, batchTransferOnThread @ 176, fence @ 184, fenceOnThread @ 192, drainOnThread @ 200 });

/// What a plug-in is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcommNicPluginInfo {
    /// Magic word, version and the size of the structure in the plug-in.
    pub header: CommAbiHeader,
    /// Its name, for the log; may be NULL.
    pub name: *const c_char,
    /// Protocols it serves, 1 to 4.
    pub protocolCount: u32,
    /// The protocols: those of `CommProtocol`, or own ones from `COMM_PROTOCOL_CUSTOM_BASE` on.
    pub protocols: [MaybeUninit<CommProtocol>; 4],
    /// Not used; 0.
    pub reserved: [u64; 8],
}

abi_struct!(HcommNicPluginInfo, size 112, align 8, { header @ 0, name @ 16, protocolCount @ 24, protocols @ 28, reserved @ 48 });

/// Type of `HcommNicPluginGetInfo`.
pub type HcommNicPluginGetInfoFunc = Option<unsafe extern "C" fn() -> *const HcommNicPluginInfo>;

/// Type of `HcommNicPluginCreateEndpoint`.
pub type HcommNicPluginCreateEndpointFunc =
    Option<unsafe extern "C" fn(*const EndpointDesc, *mut *mut c_void, *mut *mut HcommNicEndpointOps) -> i32>;

/// Type of `HcommNicPluginCreateChannel`.
pub type HcommNicPluginCreateChannelFunc = Option<
    unsafe extern "C" fn(
        *mut c_void,
        *const HcommChannelDesc,
        *mut *mut c_void,
        *mut *mut HcommNicChannelOps,
    ) -> i32,
>;
