//! Types and constants of `hcomm/hcomm_team_defs.h`.

/// A team: the device address of an `HcommTeam`.
pub type HcommTeamHandle = *mut u64;

/// A window: the device address of an `HcommWindow`.
pub type HcommWindowHandle = *mut u64;

/// Memory for synchronising that the kernels of a team need.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcommTeamSyncMemRequirement {
    /// Signals; 0.
    pub signalCount: u32,
    /// Counters; 0.
    pub counterCount: u32,
    /// Barriers, at least 1.
    pub barrierCount: u32,
    /// Not used; 0.
    pub reserved: [u32; 5],
}

abi_struct!(HcommTeamSyncMemRequirement, size 32, align 4, { signalCount @ 0, counterCount @ 4, barrierCount @ 8, reserved @ 12 });
