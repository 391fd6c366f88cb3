//! Copy and reduction loops: the only code of the project that touches payload bytes.
//!
//! All functions take raw addresses, accept every alignment, never allocate, and touch no byte outside
//! `[dst, dst + n)` and `[src, src + n)`. Element types and operations are given by the numbers of
//! `HcclDataType` and `HcclReduceOp` ([`dtype`], [`op`]).
//!
//! # What a reduction computes
//!
//! `dst[i] = dst[i] op src[i]`, each element on its own, so the result does not depend on alignment, length
//! or CPU:
//!
//! | types | SUM, PROD | MAX, MIN |
//! |---|---|---|
//! | integers, 8 to 128 bits | wrap around (two's complement) | signed or unsigned order |
//! | FP32, FP64 | IEEE 754, round to nearest, ties to even; overflow gives infinity | see below |
//! | FP16, BFP16 | computed in FP32 and rounded once, to nearest, ties to even, which equals the correctly rounded result; overflow gives infinity | see below |
//!
//! * Subnormal numbers are kept, as operands and as results.
//! * A NaN operand makes the result NaN, for MAX and MIN too. Every NaN result is the positive quiet NaN
//!   without payload (FP32 `0x7fc0_0000`, FP64 `0x7ff8_0000_0000_0000`, FP16 `0x7e00`, BFP16 `0x7fc0`).
//! * MAX and MIN order -0 below +0. Both are therefore commutative and associative bit for bit: ranks may
//!   be combined in any order.
//! * HIF8 and the FP8 types have a size but no arithmetic.

#![cfg_attr(not(feature = "std"), no_std)]

mod copy;
mod float;
mod level;
mod reduce;

pub use copy::{LINE, STREAM_MIN, copy, copy_lines, set};
pub use float::{f16_to_f32, f32_to_f16};
pub use reduce::{reduce, size_of, supported};

/// Numbers of `HcclDataType`.
pub mod dtype {
    /// Signed 8-bit integer.
    pub const INT8: u32 = 0;
    /// Signed 16-bit integer.
    pub const INT16: u32 = 1;
    /// Signed 32-bit integer.
    pub const INT32: u32 = 2;
    /// IEEE 754 binary16.
    pub const FP16: u32 = 3;
    /// IEEE 754 binary32.
    pub const FP32: u32 = 4;
    /// Signed 64-bit integer.
    pub const INT64: u32 = 5;
    /// Unsigned 64-bit integer.
    pub const UINT64: u32 = 6;
    /// Unsigned 8-bit integer.
    pub const UINT8: u32 = 7;
    /// Unsigned 16-bit integer.
    pub const UINT16: u32 = 8;
    /// Unsigned 32-bit integer.
    pub const UINT32: u32 = 9;
    /// IEEE 754 binary64.
    pub const FP64: u32 = 10;
    /// bfloat16: the upper half of a binary32.
    pub const BFP16: u32 = 11;
    /// Signed 128-bit integer, little-endian.
    pub const INT128: u32 = 12;
    /// HiFloat8.
    pub const HIF8: u32 = 14;
    /// 8-bit float, 4 bits exponent, 3 bits mantissa.
    pub const FP8E4M3: u32 = 15;
    /// 8-bit float, 5 bits exponent, 2 bits mantissa.
    pub const FP8E5M2: u32 = 16;
    /// 8-bit exponent (scale factor).
    pub const FP8E8M0: u32 = 17;
}

/// Numbers of `HcclReduceOp`.
pub mod op {
    /// Addition.
    pub const SUM: u32 = 0;
    /// Multiplication.
    pub const PROD: u32 = 1;
    /// Maximum.
    pub const MAX: u32 = 2;
    /// Minimum.
    pub const MIN: u32 = 3;
}
