//! Types and constants of `hccl/dtype_common.h`.

/// Enumeration `DevType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DevType {
    /// Value 0.
    DEV_TYPE_910 = 0,
    /// Value 1.
    DEV_TYPE_310P3 = 1,
    /// Value 2.
    DEV_TYPE_910B = 2,
    /// Value 3.
    DEV_TYPE_310P1 = 3,
    /// Value 4.
    DEV_TYPE_910_93 = 4,
    /// Value 5.
    DEV_TYPE_NOSOC = 5,
    /// Value 6.
    DEV_TYPE_950 = 6,
    /// Value 7.
    DEV_TYPE_MC62 = 7,
    /// Value 8.
    DEV_TYPE_960 = 8,
    /// Value 9.
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
