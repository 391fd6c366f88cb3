//! C functions of `hccl/hccl_team.h`, in the order of the header.

use hcomm_abi::{
    CommEngine, CommMem, CommMemType, EnumArg, HcclComm, HcclResult, HcclTeamCreateChannelsDesc,
    HcclTeamCreateDesc, HcommTeamHandle, HcommWindowHandle,
};
use hcomm_base::{Code, Result, bail};

use super::arg;
use crate::control::team::{self, Wanted};
use crate::control::{channels, registry};

/// Ranks of a team.
const RANKS_MIN: u32 = 2;

/// What a description asks for.
///
/// # Safety
/// `rankIds` points to the number of ranks that the description names.
unsafe fn wanted(desc: &HcclTeamCreateDesc) -> Result<Wanted<'_>> {
    if desc.rankNum < RANKS_MIN {
        bail!(PARA, "rankNum is {}, at least {RANKS_MIN} are expected", desc.rankNum);
    }
    // SAFETY: the caller's promise.
    let ranks = unsafe { arg::array(desc.rankIds, desc.rankNum as usize, "rankIds") }?;
    let requirement = desc.requirement;
    if requirement.signalCount != 0 || requirement.counterCount != 0 {
        bail!(
            PARA,
            "signalCount is {} and counterCount {}, both must be 0",
            requirement.signalCount,
            requirement.counterCount
        );
    }
    if requirement.barrierCount == 0 {
        bail!(PARA, "barrierCount is 0, at least 1 is expected");
    }
    Ok(Wanted { ranks, own: desc.selfRankId, layer: desc.netLayer, requirement })
}

/// Makes a team of ranks of a communicator, with zeroed memory for synchronising kernels: 8 bytes for each barrier and
/// member. Local; the handle is the device address of an `HcommTeam`, which kernels read, and lives until
/// `HcclTeamDestroy` or the end of the communicator. The members make teams of the same ranks in the same order.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for fewer than 2 ranks, more than the communicator has or a requirement
/// out of range, `HCCL_E_NOT_FOUND` if this rank is no member, `HCCL_E_MEMORY` without device memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclWorldTeamCreate(
    comm: HcclComm,
    desc: *const HcclTeamCreateDesc,
    worldTeam: *mut HcommTeamHandle,
) -> HcclResult {
    ffi_guard!(HcclWorldTeamCreate, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (desc, out) = unsafe { (arg::input(desc, "desc")?, arg::output(worldTeam, "worldTeam")?) };
        // SAFETY: as above.
        let wanted = unsafe { wanted(desc) }?;
        out.write(team::create(&*registry::find(comm as u64)?, &wanted)? as HcommTeamHandle);
        Ok(())
    })
}

/// Makes a team of some members of a world team; it uses the world team's channels and windows. Errors: as
/// `HcclWorldTeamCreate`, and `HCCL_E_PARA` for what is no world team or a rank outside of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclSubTeamCreate(
    worldTeam: HcommTeamHandle,
    desc: *const HcclTeamCreateDesc,
    team: *mut HcommTeamHandle,
) -> HcclResult {
    ffi_guard!(HcclSubTeamCreate, {
        arg::not_null(worldTeam, "worldTeam")?;
        // SAFETY: the caller's promise, see the module.
        let (desc, out) = unsafe { (arg::input(desc, "desc")?, arg::output(team, "team")?) };
        // SAFETY: as above.
        let wanted = unsafe { wanted(desc) }?;
        out.write(team::create_sub(worldTeam as u64, &wanted)? as HcommTeamHandle);
        Ok(())
    })
}

/// Destroys a team, with its sub-teams and windows if it is a world team. An unknown team is no error.
/// Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclTeamDestroy(team: HcommTeamHandle) -> HcclResult {
    ffi_guard!(HcclTeamDestroy, {
        arg::not_null(team, "team")?;
        team::destroy(team as u64)
    })
}

/// Registers device memory as a window of a world team. All members register in the same order, before
/// `HcclTeamChannelsCreate`, which fills the `HcommWindow` at the handle with the memory of all members. A range inside
/// a window of the team gives that window; the memory must outlive the window.
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
    ffi_guard!(HcclTeamWindowRegister, {
        arg::not_null(comm, "comm")?;
        arg::not_null(worldTeam, "worldTeam")?;
        // SAFETY: the caller's promise, see the module.
        let (mem, out) = unsafe { (arg::input(localMem, "localMem")?, arg::output(window, "window")?) };
        if flag != 0 {
            bail!(PARA, "flag is {flag}, 0 is expected");
        }
        if mem.r#type.known() != Some(CommMemType::COMM_MEM_TYPE_DEVICE) {
            bail!(PARA, "the type of localMem is {}, device memory (0) is expected", mem.r#type.raw());
        }
        arg::not_null(mem.addr, "the address of localMem")?;
        if mem.size == 0 {
            bail!(PARA, "the size of localMem is 0");
        }
        let comm = registry::find(comm as u64)?;
        let made = team::register(&comm, worldTeam as u64, mem.addr as u64, mem.size)?;
        out.write(made as HcommWindowHandle);
        Ok(())
    })
}

/// Ends a window; an unknown one is no error. Errors: `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclTeamWindowDeregister(
    worldTeam: HcommTeamHandle,
    window: HcommWindowHandle,
) -> HcclResult {
    ffi_guard!(HcclTeamWindowDeregister, {
        arg::not_null(worldTeam, "worldTeam")?;
        arg::not_null(window, "window")?;
        team::deregister(worldTeam as u64, window as u64)
    })
}

/// Connects the members of a team with `channelCnt` channels each, over the first link of the team's layer (`protocol`
/// is not looked at); all members must call it, and it blocks until they did. Afterwards kernels find in the `HcommTeam`
/// the channels, as `ChannelEntity` each whatever the engine, and everybody's synchronisation memory, and in the
/// windows everybody's memory.
///
/// Errors: `HCCL_E_PTR` for NULL or an unknown team, `HCCL_E_PARA` for 0 channels, another communicator's team, members
/// that made unequal teams or windows, or a team whose windows are bound already, `HCCL_E_NOT_FOUND` without a link, and
/// those of `HcclChannelAcquire`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclTeamChannelsCreate(
    comm: HcclComm,
    team: HcommTeamHandle,
    desc: *const HcclTeamCreateChannelsDesc,
) -> HcclResult {
    ffi_guard!(HcclTeamChannelsCreate, {
        arg::not_null(comm, "comm")?;
        arg::not_null(team, "team")?;
        // SAFETY: the caller's promise, see the module.
        let desc = unsafe { arg::input(desc, "desc") }?;
        if desc.channelCnt == 0 || desc.channelCnt > channels::CHANNELS_MAX {
            bail!(PARA, "channelCnt is {}, 1 to {} are expected", desc.channelCnt, channels::CHANNELS_MAX);
        }
        if desc.notifyNum > channels::NOTIFIES_MAX {
            bail!(PARA, "notifyNum is {}, at most {} are allowed", desc.notifyNum, channels::NOTIFIES_MAX);
        }
        let engine = arg::enumerator::<CommEngine>(desc.engine, Code::PARA, "engine")?;
        if engine == CommEngine::COMM_ENGINE_CCU {
            bail!(NOT_SUPPORT, "kernels of the engine CCU have no teams");
        }
        let comm = registry::find(comm as u64)?;
        team::connect(&comm, team as u64, engine, desc.notifyNum, desc.channelCnt)
    })
}
