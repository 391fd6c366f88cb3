//! Types and constants of `hccl/hccl_launch.h`.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use crate::{CommAbiHeader, HcclCMDType, HcclDataType, ThreadHandle};

/// Constant `P2P_MAX_ARG_SIZE`.
pub const P2P_MAX_ARG_SIZE: u32 = 0x2000;
/// Constant `HCCL_OP_DESC_OP_NAME_MAX_LEN`.
pub const HCCL_OP_DESC_OP_NAME_MAX_LEN: u32 = 0x100;
/// Constant `HCCL_OPDESC_MAGIC_WORD`.
pub const HCCL_OPDESC_MAGIC_WORD: u32 = 0xf0f0f0f;
/// Constant `HCCL_OPDESC_VERSION`.
pub const HCCL_OPDESC_VERSION: u32 = 1;
/// Constant `HCCL_KERNEL_SO_NAME_MAX_LEN`.
pub const HCCL_KERNEL_SO_NAME_MAX_LEN: u32 = 0x100;
/// Constant `HCCL_KERNEL_FUNC_NAME_MAX_LEN`.
pub const HCCL_KERNEL_FUNC_NAME_MAX_LEN: u32 = 0x100;
/// Constant `HCCL_KERNEL_LAUNCH_CFG_MAGIC_WORD`.
pub const HCCL_KERNEL_LAUNCH_CFG_MAGIC_WORD: u32 = 0xf0f0f0f;
/// Constant `HCCL_KERNEL_LAUNCH_CFG_VERSION`.
pub const HCCL_KERNEL_LAUNCH_CFG_VERSION: u32 = 1;

/// Structure `HcclP2pKernelParam`: 8200 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclP2pKernelParam {
    /// Member `sendRecvThread`.
    pub sendRecvThread: ThreadHandle,
    /// Member `opParams`.
    pub opParams: [u8; 8192],
}

abi_struct!(HcclP2pKernelParam, size 8200, align 8, { sendRecvThread @ 0, opParams @ 8 });

/// Structure `HcclOpP2pDesc`: 48 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclOpP2pDesc {
    /// Member `buffer`.
    pub buffer: *mut c_void,
    /// Member `reserved`.
    pub reserved: [u8; 8],
    /// Member `cmdType`.
    pub cmdType: MaybeUninit<HcclCMDType>,
    /// Member `dataType`.
    pub dataType: MaybeUninit<HcclDataType>,
    /// Member `count`.
    pub count: u64,
    /// Member `remoteRank`.
    pub remoteRank: u32,
    /// Member `unfoldStream`.
    pub unfoldStream: *mut c_void,
}

abi_struct!(HcclOpP2pDesc, size 48, align 8, { buffer @ 0, reserved @ 8, cmdType @ 16, dataType @ 20, count @ 24, remoteRank @ 32, unfoldStream @ 40 });

/// Unnamed union inside [`HcclOpDesc`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcclOpDesc_0 {
    /// Member `raws`.
    pub raws: [u8; 76],
    /// Member `p2p`.
    pub p2p: HcclOpP2pDesc,
}

/// Structure `HcclOpDesc`: 360 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcclOpDesc {
    /// Member `header`.
    pub header: CommAbiHeader,
    /// Member `opDescType`.
    pub opDescType: u32,
    /// Member `opName`.
    pub opName: [c_char; 256],
    /// Member `anon_0`.
    pub anon_0: anon_HcclOpDesc_0,
}

abi_struct!(HcclOpDesc, size 360, align 8, { header @ 0, opDescType @ 16, opName @ 20, anon_0.raws @ 280, anon_0.p2p @ 280 });

/// Structure `HcclKernelFuncInfo`: 528 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclKernelFuncInfo {
    /// Member `kernelSoName`.
    pub kernelSoName: [c_char; 256],
    /// Member `kernelFuncName`.
    pub kernelFuncName: [c_char; 256],
    /// Member `args`.
    pub args: *mut c_void,
    /// Member `argSize`.
    pub argSize: u32,
}

abi_struct!(HcclKernelFuncInfo, size 528, align 8, { kernelSoName @ 0, kernelFuncName @ 256, args @ 512, argSize @ 520 });

/// Structure `HcclKernelLaunchCfg`: 128 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclKernelLaunchCfg {
    /// Member `header`.
    pub header: CommAbiHeader,
    /// Member `timeOut`.
    pub timeOut: u64,
    /// Member `reserved`.
    pub reserved: [u8; 104],
}

abi_struct!(HcclKernelLaunchCfg, size 128, align 8, { header @ 0, timeOut @ 16, reserved @ 24 });
