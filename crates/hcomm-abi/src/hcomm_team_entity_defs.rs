//! Types and constants of `hcomm/hcomm_team_entity_defs.h`.

use core::mem::MaybeUninit;

use crate::{CommAbiHeader, CommEngine, CommMem, HcommTeamHandle, HcommTeamSyncMemRequirement};

/// A window, as kernels see it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcommWindow {
    /// Magic word, version and size; the initialiser of this type writes it.
    pub header: CommAbiHeader,
    /// Members of the team.
    pub memsNum: u32,
    /// Memory of each member.
    pub mems: *mut CommMem,
    /// Team that it belongs to.
    pub worldTeam: HcommTeamHandle,
    /// Not used; 0.
    pub reserved: [u32; 8],
}

abi_struct!(HcommWindow, size 72, align 8, { header @ 0, memsNum @ 16, mems @ 24, worldTeam @ 32, reserved @ 40 });

/// Memory for synchronising, as kernels see it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcommTeamSyncMem {
    /// That of each member.
    pub remoteMems: *mut CommMem,
    /// Members.
    pub remoteMemsNum: u32,
    /// Memory of this member for its own counts.
    pub shadowMem: CommMem,
    /// What was asked for.
    pub syncMemReq: HcommTeamSyncMemRequirement,
    /// Bytes for each member.
    pub syncMemSize: u64,
    /// Not used; 0.
    pub reserved: [u32; 5],
}

abi_struct!(HcommTeamSyncMem, size 104, align 8, { remoteMems @ 0, remoteMemsNum @ 8, shadowMem @ 16, syncMemReq @ 40, syncMemSize @ 72, reserved @ 80 });

/// A team, as kernels see it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcommTeam {
    /// Magic word, version and size; the initialiser of this type writes it.
    pub header: CommAbiHeader,
    /// Engine that uses it.
    pub engine: MaybeUninit<CommEngine>,
    /// Members.
    pub memberNum: u32,
    /// Number of this member.
    pub selfMemberId: u32,
    /// Channels: `ChannelEntity` each, those to member 0 first.
    pub channelsBaseAddr: u64,
    /// Channels to each member.
    pub channelNumPerMember: *mut u32,
    /// Layer of the network that connects it.
    pub netLayer: u32,
    /// Numbers of the members in the world team.
    pub worldTeamIds: *mut u32,
    /// Memory for synchronising.
    pub syncMem: HcommTeamSyncMem,
    /// Not used; 0.
    pub reserved: [u32; 8],
}

abi_struct!(HcommTeam, size 200, align 8, { header @ 0, engine @ 16, memberNum @ 20, selfMemberId @ 24, channelsBaseAddr @ 32, channelNumPerMember @ 40, netLayer @ 48, worldTeamIds @ 56, syncMem @ 64, reserved @ 168 });
