//! Types and constants of `hccl/hccl_launch.h`.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use crate::{CommAbiHeader, HcclCMDType, HcclDataType, ThreadHandle};

/// Most bytes of arguments of a kernel inside a group.
pub const P2P_MAX_ARG_SIZE: u32 = 0x2000;
/// Bytes for the name of an operator, with its NUL.
pub const HCCL_OP_DESC_OP_NAME_MAX_LEN: u32 = 0x100;
/// Magic word of `HcclOpDesc`.
pub const HCCL_OPDESC_MAGIC_WORD: u32 = 0xf0f0f0f;
/// Version of `HcclOpDesc`.
pub const HCCL_OPDESC_VERSION: u32 = 1;
/// Bytes for the name of a kernel's library, with its NUL.
pub const HCCL_KERNEL_SO_NAME_MAX_LEN: u32 = 0x100;
/// Bytes for the name of a kernel's function, with its NUL.
pub const HCCL_KERNEL_FUNC_NAME_MAX_LEN: u32 = 0x100;
/// Magic word of `HcclKernelLaunchCfg`.
pub const HCCL_KERNEL_LAUNCH_CFG_MAGIC_WORD: u32 = 0xf0f0f0f;
/// Version of `HcclKernelLaunchCfg`.
pub const HCCL_KERNEL_LAUNCH_CFG_VERSION: u32 = 1;

/// What a kernel of a group gets for each send or receive.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclP2pKernelParam {
    /// Thread on which it runs.
    pub sendRecvThread: ThreadHandle,
    /// The arguments of its launch.
    pub opParams: [u8; 8192],
}

abi_struct!(HcclP2pKernelParam, size 8200, align 8, { sendRecvThread @ 0, opParams @ 8 });

/// A send or receive, for groups.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclOpP2pDesc {
    /// Its buffer.
    pub buffer: *mut c_void,
    /// Not used; 0.
    pub reserved: [u8; 8],
    /// `HCCL_CMD_SEND` or `HCCL_CMD_RECEIVE`.
    pub cmdType: MaybeUninit<HcclCMDType>,
    /// Type of the elements.
    pub dataType: MaybeUninit<HcclDataType>,
    /// Elements.
    pub count: u64,
    /// The other rank.
    pub remoteRank: u32,
    /// Stream on which it is turned into tasks.
    pub unfoldStream: *mut c_void,
}

abi_struct!(HcclOpP2pDesc, size 48, align 8, { buffer @ 0, reserved @ 8, cmdType @ 16, dataType @ 20, count @ 24, remoteRank @ 32, unfoldStream @ 40 });

/// Unnamed union inside [`HcclOpDesc`].
#[repr(C)]
#[derive(Clone, Copy)]
pub union anon_HcclOpDesc_0 {
    /// All bytes; they fix the size.
    pub raws: [u8; 76],
    /// A send or receive.
    pub p2p: HcclOpP2pDesc,
}

/// The operator that a launch belongs to; prepare it with `HcclOpDescInit`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcclOpDesc {
    /// Magic word, version and size; the initialiser of this type writes it.
    pub header: CommAbiHeader,
    /// Kind of the following union: 1 for a send or receive.
    pub opDescType: u32,
    /// Name of the operator, a string.
    pub opName: [c_char; 256],
    /// What the kind adds.
    pub anon_0: anon_HcclOpDesc_0,
}

abi_struct!(HcclOpDesc, size 360, align 8, { header @ 0, opDescType @ 16, opName @ 20, anon_0.raws @ 280, anon_0.p2p @ 280 });

/// A kernel and its arguments.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclKernelFuncInfo {
    /// Library of the kernel, as its JSON description names it.
    pub kernelSoName: [c_char; 256],
    /// Function of the kernel.
    pub kernelFuncName: [c_char; 256],
    /// Arguments; copied at the launch.
    pub args: *mut c_void,
    /// Bytes of the arguments.
    pub argSize: u32,
}

abi_struct!(HcclKernelFuncInfo, size 528, align 8, { kernelSoName @ 0, kernelFuncName @ 256, args @ 512, argSize @ 520 });

/// Options of a launch; prepare it with `HcclKernelLaunchCfgInit`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclKernelLaunchCfg {
    /// Magic word, version and size; the initialiser of this type writes it.
    pub header: CommAbiHeader,
    /// Time limit of the kernel in seconds; all bits set is the default.
    pub timeOut: u64,
    /// Not used; 0.
    pub reserved: [u8; 104],
}

abi_struct!(HcclKernelLaunchCfg, size 128, align 8, { header @ 0, timeOut @ 16, reserved @ 24 });
