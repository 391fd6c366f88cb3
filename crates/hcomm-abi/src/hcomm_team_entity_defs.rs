//! Types and constants of `hcomm/hcomm_team_entity_defs.h`.

use core::mem::MaybeUninit;

use crate::{CommAbiHeader, CommEngine, CommMem, HcommTeamHandle, HcommTeamSyncMemRequirement};

/// Structure `HcommWindow`: 72 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcommWindow {
    /// Member `header`.
    pub header: CommAbiHeader,
    /// Member `memsNum`.
    pub memsNum: u32,
    /// Member `mems`.
    pub mems: *mut CommMem,
    /// Member `worldTeam`.
    pub worldTeam: HcommTeamHandle,
    /// Member `reserved`.
    pub reserved: [u32; 8],
}

abi_struct!(HcommWindow, size 72, align 8, { header @ 0, memsNum @ 16, mems @ 24, worldTeam @ 32, reserved @ 40 });

/// Structure `HcommTeamSyncMem`: 104 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcommTeamSyncMem {
    /// Member `remoteMems`.
    pub remoteMems: *mut CommMem,
    /// Member `remoteMemsNum`.
    pub remoteMemsNum: u32,
    /// Member `shadowMem`.
    pub shadowMem: CommMem,
    /// Member `syncMemReq`.
    pub syncMemReq: HcommTeamSyncMemRequirement,
    /// Member `syncMemSize`.
    pub syncMemSize: u64,
    /// Member `reserved`.
    pub reserved: [u32; 5],
}

abi_struct!(HcommTeamSyncMem, size 104, align 8, { remoteMems @ 0, remoteMemsNum @ 8, shadowMem @ 16, syncMemReq @ 40, syncMemSize @ 72, reserved @ 80 });

/// Structure `HcommTeam`: 200 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcommTeam {
    /// Member `header`.
    pub header: CommAbiHeader,
    /// Member `engine`.
    pub engine: MaybeUninit<CommEngine>,
    /// Member `memberNum`.
    pub memberNum: u32,
    /// Member `selfMemberId`.
    pub selfMemberId: u32,
    /// Member `channelsBaseAddr`.
    pub channelsBaseAddr: u64,
    /// Member `channelNumPerMember`.
    pub channelNumPerMember: *mut u32,
    /// Member `netLayer`.
    pub netLayer: u32,
    /// Member `worldTeamIds`.
    pub worldTeamIds: *mut u32,
    /// Member `syncMem`.
    pub syncMem: HcommTeamSyncMem,
    /// Member `reserved`.
    pub reserved: [u32; 8],
}

abi_struct!(HcommTeam, size 200, align 8, { header @ 0, engine @ 16, memberNum @ 20, selfMemberId @ 24, channelsBaseAddr @ 32, channelNumPerMember @ 40, netLayer @ 48, worldTeamIds @ 56, syncMem @ 64, reserved @ 168 });
