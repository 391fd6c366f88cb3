//! Element-wise reductions.

use crate::float::{bf16_to_f32, f16_to_f32, f32_to_bf16, f32_to_f16};
use crate::level::{Level, level};
use crate::{dtype, op};

/// Bytes of one element, or `None` if there is no such type.
#[inline]
pub const fn size_of(dtype: u32) -> Option<usize> {
    Some(match dtype {
        dtype::INT8 | dtype::UINT8 | dtype::HIF8 | dtype::FP8E4M3 | dtype::FP8E5M2 | dtype::FP8E8M0 => 1,
        dtype::INT16 | dtype::UINT16 | dtype::FP16 | dtype::BFP16 => 2,
        dtype::INT32 | dtype::UINT32 | dtype::FP32 => 4,
        dtype::INT64 | dtype::UINT64 | dtype::FP64 => 8,
        dtype::INT128 => 16,
        _ => return None,
    })
}

/// True if [`reduce`] can combine elements of this type with this operation.
#[inline]
pub const fn supported(dtype: u32, op: u32) -> bool {
    dtype <= dtype::INT128 && op <= op::MIN
}

/// Combines `count` elements: `dst[i] = dst[i] op src[i]`; see the [crate] for what exactly is computed.
///
/// Returns false, and touches nothing, if the pair is not [`supported`]. `dst` and `src` may be equal; if they
/// overlap otherwise, the values that end up in `dst` are not defined.
///
/// # Safety
/// `src` must be readable, `dst` readable and writable, for `count` elements during the whole call, and
/// nobody may write either range meanwhile.
#[must_use]
pub unsafe fn reduce(dst: *mut u8, src: *const u8, count: usize, dtype: u32, op: u32) -> bool {
    // SAFETY: the caller vouches for `count` elements of the type the arm stands for.
    unsafe {
        match dtype {
            dtype::INT8 => by_op::<i8>(dst, src, count, op),
            dtype::INT16 => by_op::<i16>(dst, src, count, op),
            dtype::INT32 => by_op::<i32>(dst, src, count, op),
            dtype::INT64 => by_op::<i64>(dst, src, count, op),
            dtype::INT128 => by_op::<i128>(dst, src, count, op),
            dtype::UINT8 => by_op::<u8>(dst, src, count, op),
            dtype::UINT16 => by_op::<u16>(dst, src, count, op),
            dtype::UINT32 => by_op::<u32>(dst, src, count, op),
            dtype::UINT64 => by_op::<u64>(dst, src, count, op),
            dtype::FP16 => by_op::<F16>(dst, src, count, op),
            dtype::BFP16 => by_op::<Bf16>(dst, src, count, op),
            dtype::FP32 => by_op::<f32>(dst, src, count, op),
            dtype::FP64 => by_op::<f64>(dst, src, count, op),
            _ => false,
        }
    }
}

/// A type in which values are combined.
trait Number: Copy {
    fn sum(self, other: Self) -> Self;
    fn product(self, other: Self) -> Self;
    fn maximum(self, other: Self) -> Self;
    fn minimum(self, other: Self) -> Self;
}

macro_rules! integers {
    ($($t:ty)*) => {$(
        impl Number for $t {
            #[inline(always)]
            fn sum(self, other: Self) -> Self { self.wrapping_add(other) }
            #[inline(always)]
            fn product(self, other: Self) -> Self { self.wrapping_mul(other) }
            #[inline(always)]
            fn maximum(self, other: Self) -> Self { self.max(other) }
            #[inline(always)]
            fn minimum(self, other: Self) -> Self { self.min(other) }
        }
        impl Element for $t {
            type Wide = $t;
            #[inline(always)]
            fn widen(self) -> $t { self }
            #[inline(always)]
            fn narrow(wide: $t) -> Self { wide }
        }
    )*};
}
integers!(i8 i16 i32 i64 i128 u8 u16 u32 u64);

macro_rules! floats {
    ($($t:ty)*) => {$(
        impl Number for $t {
            #[inline(always)]
            fn sum(self, other: Self) -> Self { let r = self + other; if r.is_nan() { <$t>::NAN } else { r } }
            #[inline(always)]
            fn product(self, other: Self) -> Self { let r = self * other; if r.is_nan() { <$t>::NAN } else { r } }
            #[inline(always)]
            fn maximum(self, other: Self) -> Self {
                // Equal numbers differ at most in the sign of zero: AND gives +0 unless both are -0.
                let equal = <$t>::from_bits(self.to_bits() & other.to_bits());
                let ordered = if self > other { self } else if self < other { other } else { equal };
                if self.is_nan() | other.is_nan() { <$t>::NAN } else { ordered }
            }
            #[inline(always)]
            fn minimum(self, other: Self) -> Self {
                let equal = <$t>::from_bits(self.to_bits() | other.to_bits());
                let ordered = if self < other { self } else if self > other { other } else { equal };
                if self.is_nan() | other.is_nan() { <$t>::NAN } else { ordered }
            }
        }
    )*};
}
floats!(f32 f64);

/// A type as it lies in memory.
trait Element: Copy {
    type Wide: Number;
    fn widen(self) -> Self::Wide;
    fn narrow(wide: Self::Wide) -> Self;
}

macro_rules! float_elements {
    ($($t:ty, $wide:ty, $widen:expr, $narrow:expr;)*) => {$(
        impl Element for $t {
            type Wide = $wide;
            #[inline(always)]
            fn widen(self) -> $wide { $widen(self) }
            #[inline(always)]
            fn narrow(wide: $wide) -> Self { $narrow(wide) }
        }
    )*};
}

/// binary16 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct F16(u16);

/// bfloat16 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Bf16(u16);

float_elements! {
    f32, f32, core::convert::identity, core::convert::identity;
    f64, f64, core::convert::identity, core::convert::identity;
    F16, f32, |x: F16| f16_to_f32(x.0), |w| F16(f32_to_f16(w));
    Bf16, f32, |x: Bf16| bf16_to_f32(x.0), |w| Bf16(f32_to_bf16(w));
}

/// How two values are combined.
trait Combine {
    fn apply<N: Number>(a: N, b: N) -> N;
}

macro_rules! combinations {
    ($($name:ident $method:ident;)*) => {$(
        struct $name;
        impl Combine for $name {
            #[inline(always)]
            fn apply<N: Number>(a: N, b: N) -> N { a.$method(b) }
        }
    )*};
}
combinations! { Sum sum; Product product; Maximum maximum; Minimum minimum; }

/// # Safety
/// As [`reduce`], for elements of type `E`.
unsafe fn by_op<E: Element>(dst: *mut u8, src: *const u8, count: usize, op: u32) -> bool {
    // SAFETY: passed on from the caller.
    unsafe {
        match op {
            op::SUM => by_level::<E, Sum>(dst, src, count),
            op::PROD => by_level::<E, Product>(dst, src, count),
            op::MAX => by_level::<E, Maximum>(dst, src, count),
            op::MIN => by_level::<E, Minimum>(dst, src, count),
            _ => return false,
        }
    }
    true
}

/// # Safety
/// As [`reduce`], for elements of type `E`.
#[inline]
unsafe fn by_level<E: Element, C: Combine>(dst: *mut u8, src: *const u8, count: usize) {
    // SAFETY: passed on from the caller; `level` found the features that the chosen function needs.
    unsafe {
        match level() {
            Level::Base => run::<E, C>(dst, src, count),
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => run_avx2::<E, C>(dst, src, count),
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => run_avx512::<E, C>(dst, src, count),
        }
    }
}

/// # Safety
/// As [`reduce`], for elements of type `E`.
#[inline(always)]
unsafe fn run<E: Element, C: Combine>(dst: *mut u8, src: *const u8, count: usize) {
    let (dst, src) = (dst.cast::<E>(), src.cast::<E>());
    for i in 0..count {
        // SAFETY: `i < count`, and the caller vouches for `count` elements on both sides.
        unsafe {
            let a = dst.add(i).read_unaligned().widen();
            let b = src.add(i).read_unaligned().widen();
            dst.add(i).write_unaligned(E::narrow(C::apply(a, b)));
        }
    }
}

/// # Safety
/// As [`reduce`], for elements of type `E`, on a CPU of [`Level::Avx2`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,f16c")]
unsafe fn run_avx2<E: Element, C: Combine>(dst: *mut u8, src: *const u8, count: usize) {
    // SAFETY: passed on from the caller.
    unsafe { run::<E, C>(dst, src, count) }
}

/// # Safety
/// As [`reduce`], for elements of type `E`, on a CPU of [`Level::Avx512`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,f16c,avx512f,avx512bw,avx512dq,avx512vl")]
unsafe fn run_avx512<E: Element, C: Combine>(dst: *mut u8, src: *const u8, count: usize) {
    // SAFETY: passed on from the caller.
    unsafe { run::<E, C>(dst, src, count) }
}
