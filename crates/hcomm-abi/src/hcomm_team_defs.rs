//! Types and constants of `hcomm/hcomm_team_defs.h`.

/// Type `HcommTeamHandle`.
pub type HcommTeamHandle = *mut u64;

/// Type `HcommWindowHandle`.
pub type HcommWindowHandle = *mut u64;

/// Structure `HcommTeamSyncMemRequirement`: 32 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcommTeamSyncMemRequirement {
    /// Member `signalCount`.
    pub signalCount: u32,
    /// Member `counterCount`.
    pub counterCount: u32,
    /// Member `barrierCount`.
    pub barrierCount: u32,
    /// Member `reserved`.
    pub reserved: [u32; 5],
}

abi_struct!(HcommTeamSyncMemRequirement, size 32, align 4, { signalCount @ 0, counterCount @ 4, barrierCount @ 8, reserved @ 12 });
