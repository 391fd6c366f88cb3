//! Types and constants of `hccl/dtype_common.h`.

/// Kinds of devices.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DevType {
    /// Ascend 910.
    DEV_TYPE_910 = 0,
    /// Ascend 310P3.
    DEV_TYPE_310P3 = 1,
    /// Ascend 910B (A2).
    DEV_TYPE_910B = 2,
    /// Ascend 310P1.
    DEV_TYPE_310P1 = 3,
    /// Ascend 910_93 (A3).
    DEV_TYPE_910_93 = 4,
    /// No device.
    DEV_TYPE_NOSOC = 5,
    /// Ascend 950.
    DEV_TYPE_950 = 6,
    /// Ascend MC62.
    DEV_TYPE_MC62 = 7,
    /// Ascend 960.
    DEV_TYPE_960 = 8,
    /// Bound of the values.
    DEV_TYPE_COUNT = 9,
}

abi_enum!(DevType {
    DEV_TYPE_910,
    DEV_TYPE_310P3,
    DEV_TYPE_910B,
    DEV_TYPE_310P1,
    DEV_TYPE_910_93,
    DEV_TYPE_NOSOC,
    DEV_TYPE_950,
    DEV_TYPE_MC62,
    DEV_TYPE_960,
    DEV_TYPE_COUNT
});
