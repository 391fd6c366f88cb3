//! Devices: choosing, resetting, numbering, peer access.

use super::guard::{guard, not_null, write_out};
use crate::engine::{config, context, device};
use crate::error::{Result, code, fail};

/// Makes a device current for the calling thread; claims it at its first use in the process.
///
/// 107001 if there is no such device. Each call counts as one user of the device.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSetDevice(device_id: i32) -> i32 {
    guard("aclrtSetDevice", || set_device(device_id))
}

/// As [`aclrtSetDevice`].
#[unsafe(no_mangle)]
pub extern "C" fn rtSetDevice(device_id: i32) -> i32 {
    guard("rtSetDevice", || set_device(device_id))
}

/// One user of the device less; the last one waits for all its work and frees its streams and events. The calling
/// thread has no device afterwards.
///
/// 107001 if there is no such device, 507007 if nobody has set it.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtResetDevice(device_id: i32) -> i32 {
    guard("aclrtResetDevice", || reset_device(device_id, false))
}

/// As [`aclrtResetDevice`].
#[unsafe(no_mangle)]
pub extern "C" fn rtDeviceReset(device_id: i32) -> i32 {
    guard("rtDeviceReset", || reset_device(device_id, false))
}

/// Ends the device for all its users at once and drops queued work.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtResetDeviceForce(device_id: i32) -> i32 {
    guard("aclrtResetDeviceForce", || reset_device(device_id, true))
}

/// The device of the calling thread; 107002 if it has none.
///
/// # Safety
/// `device_id` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetDevice(device_id: *mut i32) -> i32 {
    guard("aclrtGetDevice", || {
        not_null(device_id, "deviceId")?;
        let device = context::current_device()?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(device_id, "deviceId", device.id) }
    })
}

/// Number of devices of the program. Needs no device to be set.
///
/// # Safety
/// `count` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetDeviceCount(count: *mut u32) -> i32 {
    // SAFETY: the caller vouches for the pointer.
    guard("aclrtGetDeviceCount", || unsafe { write_out(count, "count", device::count()) })
}

/// Waits for all work of the current device.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSynchronizeDevice() -> i32 {
    guard("aclrtSynchronizeDevice", || context::current_device()?.synchronize(-1))
}

/// Waits for all work of the current device, at most `timeout` ms (-1: for ever); 507046 when the time is up, 107000 for
/// other values below 1.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSynchronizeDeviceWithTimeout(timeout: i32) -> i32 {
    guard("aclrtSynchronizeDeviceWithTimeout", || {
        if timeout < -1 || timeout == 0 {
            fail!(code::RT_PARAM_INVALID, "timeout is {timeout} ms but must be -1 or greater than 0");
        }
        context::current_device()?.synchronize(i64::from(timeout))
    })
}

/// Logical id of a physical device; 107001 if it is not visible.
///
/// # Safety
/// `logic_dev_id` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetLogicDevIdByPhyDevId(phy_dev_id: i32, logic_dev_id: *mut i32) -> i32 {
    guard("aclrtGetLogicDevIdByPhyDevId", || {
        not_null(logic_dev_id, "logicDevId")?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(logic_dev_id, "logicDevId", logical_of(phy_dev_id)?) }
    })
}

/// Id that the user counts by for a physical device; 107001 if it is not visible.
///
/// # Safety
/// `user_dev_id` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetUserDevIdByPhyDevId(phy_dev_id: i32, user_dev_id: *mut i32) -> i32 {
    guard("aclrtGetUserDevIdByPhyDevId", || {
        not_null(user_dev_id, "userDevId")?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(user_dev_id, "userDevId", logical_of(phy_dev_id)?) }
    })
}

/// Physical id of a logical device; 107001 if there is no such device.
///
/// # Safety
/// `phy_dev_id` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetPhyDevIdByLogicDevId(logic_dev_id: i32, phy_dev_id: *mut i32) -> i32 {
    guard("aclrtGetPhyDevIdByLogicDevId", || {
        not_null(phy_dev_id, "phyDevId")?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(phy_dev_id, "phyDevId", physical_of(logic_dev_id)? as i32) }
    })
}

/// Physical id of a logical device; 107001 if there is no such device.
///
/// # Safety
/// `phy_id` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtGetDevicePhyIdByIndex(dev_index: u32, phy_id: *mut u32) -> i32 {
    guard("rtGetDevicePhyIdByIndex", || {
        not_null(phy_id, "phyId")?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(phy_id, "phyId", physical_of(i32::try_from(dev_index).unwrap_or(-1))?) }
    })
}

/// Logical id of the device with this id for the user: the same number; 107001 if there is no such device.
///
/// # Safety
/// `logic_dev_id` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetLogicDevIdByUserDevId(user_dev_id: i32, logic_dev_id: *mut i32) -> i32 {
    guard("aclrtGetLogicDevIdByUserDevId", || {
        not_null(logic_dev_id, "logicDevId")?;
        device::check_id(user_dev_id)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(logic_dev_id, "logicDevId", user_dev_id) }
    })
}

/// As [`aclrtGetLogicDevIdByUserDevId`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtGetLogicDevIdByUserDevId(user_dev_id: i32, logic_dev_id: *mut i32) -> i32 {
    guard("rtGetLogicDevIdByUserDevId", || {
        not_null(logic_dev_id, "logicDevId")?;
        device::check_id(user_dev_id)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(logic_dev_id, "logicDevId", user_dev_id) }
    })
}

/// Tells whether a device can use the memory of another: always 1. 100000 if both are the same.
///
/// # Safety
/// `can_access_peer` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtDeviceCanAccessPeer(
    can_access_peer: *mut i32,
    device_id: i32,
    peer_device_id: i32,
) -> i32 {
    guard("aclrtDeviceCanAccessPeer", || {
        not_null(can_access_peer, "canAccessPeer")?;
        check_pair(device_id, peer_device_id)?;
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(can_access_peer, "canAccessPeer", 1) }
    })
}

/// Lets the current device use the memory of `peer_device_id`. Doing it again is no error. `flags` must be 0 (200006).
#[unsafe(no_mangle)]
pub extern "C" fn aclrtDeviceEnablePeerAccess(peer_device_id: i32, flags: u32) -> i32 {
    guard("aclrtDeviceEnablePeerAccess", || {
        if flags != 0 {
            fail!(code::FEATURE_UNSUPPORTED, "flags is {flags} but must be 0");
        }
        let device = context::current_device()?;
        check_pair(device.id, peer_device_id)?;
        device.set_peer_access(peer_device_id, true);
        Ok(())
    })
}

/// Ends what [`aclrtDeviceEnablePeerAccess`] began.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtDeviceDisablePeerAccess(peer_device_id: i32) -> i32 {
    guard("aclrtDeviceDisablePeerAccess", || {
        let device = context::current_device()?;
        check_pair(device.id, peer_device_id)?;
        device.set_peer_access(peer_device_id, false);
        Ok(())
    })
}

/// Tells whether `device_id` has peer access to `peer_device_id` switched on: 1 or 0.
///
/// # Safety
/// `status` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtDevicePeerAccessStatus(
    device_id: i32,
    peer_device_id: i32,
    status: *mut i32,
) -> i32 {
    guard("aclrtDevicePeerAccessStatus", || {
        not_null(status, "status")?;
        check_pair(device_id, peer_device_id)?;
        let on = device::device(device_id)?.peer_access(peer_device_id);
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(status, "status", i32::from(on)) }
    })
}

/// Lets logical device `dev_id_des` use the memory of physical device `phy_id_src`.
#[unsafe(no_mangle)]
pub extern "C" fn rtEnableP2P(dev_id_des: u32, phy_id_src: u32, _flag: u32) -> i32 {
    guard("rtEnableP2P", || set_p2p(dev_id_des, phy_id_src, true))
}

/// Ends what [`rtEnableP2P`] began.
#[unsafe(no_mangle)]
pub extern "C" fn rtDisableP2P(dev_id_des: u32, phy_id_src: u32) -> i32 {
    guard("rtDisableP2P", || set_p2p(dev_id_des, phy_id_src, false))
}

/// 1 if logical device `dev_id_des` may use the memory of physical device `phy_id_src`, else 0.
///
/// # Safety
/// `status` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtGetP2PStatus(dev_id_des: u32, phy_id_src: u32, status: *mut u32) -> i32 {
    guard("rtGetP2PStatus", || {
        not_null(status, "status")?;
        let (device, peer) = p2p_pair(dev_id_des, phy_id_src)?;
        let on = device == peer || device::device(device)?.peer_access(peer);
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(status, "status", u32::from(on)) }
    })
}

/// Process id of the caller, as other processes name it in lists of allowed importers.
///
/// # Safety
/// `pid` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtDeviceGetBareTgid(pid: *mut i32) -> i32 {
    // SAFETY: the caller vouches for the pointer.
    guard("aclrtDeviceGetBareTgid", || unsafe { write_out(pid, "pid", std::process::id() as i32) })
}

/// As [`aclrtDeviceGetBareTgid`].
///
/// # Safety
/// `pid` must be NULL or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtDeviceGetBareTgid(pid: *mut u32) -> i32 {
    // SAFETY: the caller vouches for the pointer.
    guard("rtDeviceGetBareTgid", || unsafe { write_out(pid, "pid", std::process::id()) })
}

fn set_device(id: i32) -> Result {
    let device = device::device(id)?;
    context::set_current(Some(device.set()));
    Ok(())
}

fn reset_device(id: i32, force: bool) -> Result {
    device::check_id(id)?;
    match device::existing(id) {
        Some(device) => device.reset(force)?,
        None => fail!(code::RT_CONTEXT_RELEASE, "device {id} is not set"),
    }
    context::leave(id);
    Ok(())
}

fn logical_of(physical: i32) -> Result<i32> {
    match config::get().visible.iter().position(|v| *v as i32 == physical) {
        Some(logical) => Ok(logical as i32),
        None => fail!(code::RT_INVALID_DEVICE, "physical device {physical} does not exist or is not visible"),
    }
}

fn physical_of(logical: i32) -> Result<u32> {
    device::check_id(logical)?;
    Ok(config::get().visible[logical as usize])
}

fn check_pair(device: i32, peer: i32) -> Result {
    device::check_id(device)?;
    device::check_id(peer)?;
    if device == peer {
        fail!(code::INVALID_PARAM, "the device and its peer are both {device}");
    }
    Ok(())
}

fn p2p_pair(device: u32, physical: u32) -> Result<(i32, i32)> {
    let device = i32::try_from(device).unwrap_or(-1);
    device::check_id(device)?;
    Ok((device, logical_of(i32::try_from(physical).unwrap_or(-1))?))
}

fn set_p2p(device: u32, physical: u32, on: bool) -> Result {
    let (device, peer) = p2p_pair(device, physical)?;
    if device != peer {
        device::device(device)?.set_peer_access(peer, on);
    }
    Ok(())
}
