//! C functions of `hccl/hccl_team.h`, in the order of the header.

use hcomm_abi::{
    CommMem, HcclComm, HcclResult, HcclTeamCreateChannelsDesc, HcclTeamCreateDesc, HcommTeamHandle,
    HcommWindowHandle,
};

/// Makes a team of ranks of a communicator, with memory for synchronising kernels. Local; the handle is the
/// device address of the team's description and lives until `HcclTeamDestroy` or the end of the communicator.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for fewer than 2 ranks or a requirement out of range,
/// `HCCL_E_NOT_FOUND` if this rank is no member.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclWorldTeamCreate(
    comm: HcclComm,
    desc: *const HcclTeamCreateDesc,
    worldTeam: *mut HcommTeamHandle,
) -> HcclResult {
    stub!(HcclWorldTeamCreate(comm, desc, worldTeam))
}

/// Makes a team of some members of a world team; it uses the world team's channels. Errors: as
/// `HcclWorldTeamCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclSubTeamCreate(
    worldTeam: HcommTeamHandle,
    desc: *const HcclTeamCreateDesc,
    team: *mut HcommTeamHandle,
) -> HcclResult {
    stub!(HcclSubTeamCreate(worldTeam, desc, team))
}

/// Destroys a team, with its sub-teams and windows if it is a world team. An unknown team is no error.
/// Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclTeamDestroy(team: HcommTeamHandle) -> HcclResult {
    stub!(HcclTeamDestroy(team))
}

/// Registers device memory as a window of a world team. All members register in the same order, before
/// `HcclTeamChannelsCreate`.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a flag that is not 0, memory that is not on the device,
/// or another team.
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

/// Ends a window; an unknown one is no error. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclTeamWindowDeregister(
    worldTeam: HcommTeamHandle,
    window: HcommWindowHandle,
) -> HcclResult {
    stub!(HcclTeamWindowDeregister(worldTeam, window))
}

/// Connects the members of a team with channels; all members must call it, and it blocks until they did.
///
/// Errors: `HCCL_E_PTR` for NULL or an unknown team, `HCCL_E_PARA` for 0 channels, `HCCL_E_NOT_FOUND` without
/// a link, and those of `HcclChannelAcquire`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclTeamChannelsCreate(
    comm: HcclComm,
    team: HcommTeamHandle,
    desc: *const HcclTeamCreateChannelsDesc,
) -> HcclResult {
    stub!(HcclTeamChannelsCreate(comm, team, desc))
}
