//! Types and constants of `hccl/hccl_team.h`.

use core::mem::MaybeUninit;

use crate::{CommAbiHeader, CommEngine, CommProtocol, HcommTeamSyncMemRequirement};

/// Constant `HCCL_TEAM_CREATE_DESC_MAGIC_WORD`.
pub const HCCL_TEAM_CREATE_DESC_MAGIC_WORD: u32 = 0xfcf0f14;
/// Constant `HCCL_TEAM_CREATE_DESC_VERSION`.
pub const HCCL_TEAM_CREATE_DESC_VERSION: u32 = 1;
/// Constant `HCCL_TEAM_CREATE_CHANNELS_DESC_MAGIC_WORD`.
pub const HCCL_TEAM_CREATE_CHANNELS_DESC_MAGIC_WORD: u32 = 0xfcf0f15;
/// Constant `HCCL_TEAM_CREATE_CHANNELS_DESC_VERSION`.
pub const HCCL_TEAM_CREATE_CHANNELS_DESC_VERSION: u32 = 1;

/// Structure `HcclTeamCreateDesc`: 88 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclTeamCreateDesc {
    /// Member `header`.
    pub header: CommAbiHeader,
    /// Member `rankIds`.
    pub rankIds: *const u32,
    /// Member `rankNum`.
    pub rankNum: u32,
    /// Member `selfRankId`.
    pub selfRankId: u32,
    /// Member `netLayer`.
    pub netLayer: u32,
    /// Member `protocol`.
    pub protocol: MaybeUninit<CommProtocol>,
    /// Member `requirement`.
    pub requirement: HcommTeamSyncMemRequirement,
    /// Member `reserved`.
    pub reserved: [u32; 4],
}

abi_struct!(HcclTeamCreateDesc, size 88, align 8, { header @ 0, rankIds @ 16, rankNum @ 24, selfRankId @ 28, netLayer @ 32, protocol @ 36, requirement @ 40, reserved @ 72 });

/// Structure `HcclTeamCreateChannelsDesc`: 48 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclTeamCreateChannelsDesc {
    /// Member `header`.
    pub header: CommAbiHeader,
    /// Member `engine`.
    pub engine: MaybeUninit<CommEngine>,
    /// Member `notifyNum`.
    pub notifyNum: u32,
    /// Member `protocol`.
    pub protocol: MaybeUninit<CommProtocol>,
    /// Member `channelCnt`.
    pub channelCnt: u32,
    /// Member `reserved`.
    pub reserved: [u32; 4],
}

abi_struct!(HcclTeamCreateChannelsDesc, size 48, align 4, { header @ 0, engine @ 16, notifyNum @ 20, protocol @ 24, channelCnt @ 28, reserved @ 32 });
