//! Conversions between binary32 and the 16-bit floats, branch-free so that loops over them vectorise.

/// Smallest binary32 magnitude that is a normal binary16 number (2^-14).
const F16_MIN_NORMAL: u32 = 0x3880_0000;
/// Smallest binary32 magnitude that rounds to infinity in binary16 (65520).
const F16_OVERFLOW: u32 = 0x477f_f000;
/// 0.5, whose last mantissa bit has the weight of the smallest binary16 subnormal (2^-24).
const HALF: u32 = 0x3f00_0000;
const F32_INFINITY: u32 = 0x7f80_0000;

/// binary16 to binary32, exact. NaN payloads are carried along.
#[inline(always)]
pub fn f16_to_f32(h: u16) -> f32 {
    let h = u32::from(h);
    let magnitude = (h & 0x7fff) << 13;
    // Read as binary32 the exponent is 112 too small, for subnormals too; the product is exact.
    let finite = (f32::from_bits(magnitude) * f32::from_bits((127 + 112) << 23)).to_bits();
    let special = magnitude | F32_INFINITY;
    let bits = if h & 0x7c00 == 0x7c00 { special } else { finite };
    f32::from_bits(bits | (h & 0x8000) << 16)
}

/// binary32 to binary16, to nearest, ties to even; overflow gives infinity, NaN gives 0x7e00.
#[inline(always)]
pub fn f32_to_f16(x: f32) -> u16 {
    let bits = x.to_bits();
    let sign = (bits >> 16) & 0x8000;
    let abs = bits & 0x7fff_ffff;
    let normal = abs.wrapping_sub(112 << 23).wrapping_add(0xfff + ((abs >> 13) & 1)) >> 13;
    // The addition rounds to a multiple of 2^-24, which is the subnormal grid.
    let subnormal = (f32::from_bits(abs) + f32::from_bits(HALF)).to_bits().wrapping_sub(HALF);
    let finite = if abs < F16_MIN_NORMAL { subnormal } else { normal };
    let number = sign | if abs >= F16_OVERFLOW { 0x7c00 } else { finite };
    (if abs > F32_INFINITY { 0x7e00 } else { number }) as u16
}

/// bfloat16 to binary32, exact.
#[inline(always)]
pub fn bf16_to_f32(h: u16) -> f32 {
    f32::from_bits(u32::from(h) << 16)
}

/// binary32 to bfloat16, to nearest, ties to even; overflow gives infinity, NaN gives 0x7fc0.
#[inline(always)]
pub fn f32_to_bf16(x: f32) -> u16 {
    let bits = x.to_bits();
    let number = bits.wrapping_add(0x7fff + ((bits >> 16) & 1)) >> 16;
    (if bits & 0x7fff_ffff > F32_INFINITY { 0x7fc0 } else { number }) as u16
}
