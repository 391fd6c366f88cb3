//! C functions of `hccl/hccl_team.h`, in the order of the header.

use hcomm_abi::{
    CommMem, HcclComm, HcclResult, HcclTeamCreateChannelsDesc, HcclTeamCreateDesc, HcommTeamHandle,
    HcommWindowHandle,
};

/// `HcclWorldTeamCreate` of `hccl/hccl_team.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclWorldTeamCreate(
    comm: HcclComm,
    desc: *const HcclTeamCreateDesc,
    worldTeam: *mut HcommTeamHandle,
) -> HcclResult {
    stub!(HcclWorldTeamCreate(comm, desc, worldTeam))
}

/// `HcclSubTeamCreate` of `hccl/hccl_team.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclSubTeamCreate(
    worldTeam: HcommTeamHandle,
    desc: *const HcclTeamCreateDesc,
    team: *mut HcommTeamHandle,
) -> HcclResult {
    stub!(HcclSubTeamCreate(worldTeam, desc, team))
}

/// `HcclTeamDestroy` of `hccl/hccl_team.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclTeamDestroy(team: HcommTeamHandle) -> HcclResult {
    stub!(HcclTeamDestroy(team))
}

/// `HcclTeamWindowRegister` of `hccl/hccl_team.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclTeamWindowRegister(
    comm: HcclComm,
    worldTeam: HcommTeamHandle,
    localMem: *const CommMem,
    window: *mut HcommWindowHandle,
    flag: u32,
) -> HcclResult {
    stub!(HcclTeamWindowRegister(comm, worldTeam, localMem, window, flag))
}

/// `HcclTeamWindowDeregister` of `hccl/hccl_team.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclTeamWindowDeregister(
    worldTeam: HcommTeamHandle,
    window: HcommWindowHandle,
) -> HcclResult {
    stub!(HcclTeamWindowDeregister(worldTeam, window))
}

/// `HcclTeamChannelsCreate` of `hccl/hccl_team.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclTeamChannelsCreate(
    comm: HcclComm,
    team: HcommTeamHandle,
    desc: *const HcclTeamCreateChannelsDesc,
) -> HcclResult {
    stub!(HcclTeamChannelsCreate(comm, team, desc))
}
