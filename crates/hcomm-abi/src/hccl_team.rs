//! Types and constants of `hccl/hccl_team.h`.

use core::mem::MaybeUninit;

use crate::{CommAbiHeader, CommEngine, CommProtocol, HcommTeamSyncMemRequirement};

/// Magic word of `HcclTeamCreateDesc`.
pub const HCCL_TEAM_CREATE_DESC_MAGIC_WORD: u32 = 0xfcf0f14;
/// Version of `HcclTeamCreateDesc`.
pub const HCCL_TEAM_CREATE_DESC_VERSION: u32 = 1;
/// Magic word of `HcclTeamCreateChannelsDesc`.
pub const HCCL_TEAM_CREATE_CHANNELS_DESC_MAGIC_WORD: u32 = 0xfcf0f15;
/// Version of `HcclTeamCreateChannelsDesc`.
pub const HCCL_TEAM_CREATE_CHANNELS_DESC_VERSION: u32 = 1;

/// A team to be made; prepare it with `HcclTeamCreateDescInit`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclTeamCreateDesc {
    /// Magic word, version and size; the initialiser of this type writes it.
    pub header: CommAbiHeader,
    /// Its ranks; the position of a rank is its number in the team.
    pub rankIds: *const u32,
    /// How many ranks, at least 2.
    pub rankNum: u32,
    /// Rank of the caller.
    pub selfRankId: u32,
    /// Layer of the network that connects it, 0 to 2.
    pub netLayer: u32,
    /// Protocol.
    pub protocol: MaybeUninit<CommProtocol>,
    /// Memory for synchronising that its kernels need.
    pub requirement: HcommTeamSyncMemRequirement,
    /// Not used; 0.
    pub reserved: [u32; 4],
}

abi_struct!(HcclTeamCreateDesc, size 88, align 8, { header @ 0, rankIds @ 16, rankNum @ 24, selfRankId @ 28, netLayer @ 32, protocol @ 36, requirement @ 40, reserved @ 72 });

/// Channels of a team; prepare it with `HcclTeamCreateChannelsDescInit`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclTeamCreateChannelsDesc {
    /// Magic word, version and size; the initialiser of this type writes it.
    pub header: CommAbiHeader,
    /// Engine that uses it.
    pub engine: MaybeUninit<CommEngine>,
    /// Notifies of each channel end.
    pub notifyNum: u32,
    /// Protocol.
    pub protocol: MaybeUninit<CommProtocol>,
    /// Channels to each member, at least 1.
    pub channelCnt: u32,
    /// Not used; 0.
    pub reserved: [u32; 4],
}

abi_struct!(HcclTeamCreateChannelsDesc, size 48, align 4, { header @ 0, engine @ 16, notifyNum @ 20, protocol @ 24, channelCnt @ 28, reserved @ 32 });
