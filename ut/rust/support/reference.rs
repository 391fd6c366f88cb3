//! Reductions written for clarity: each element is decoded, combined exactly (128-bit integers, f64), and rounded once.

use hcomm_kernels::{dtype, op};

/// A floating-point format.
#[derive(Clone, Copy)]
struct Format {
    exponent: u32,
    mantissa: u32,
    /// The only NaN that results are.
    nan: u64,
}

const FP16: Format = Format { exponent: 5, mantissa: 10, nan: 0x7e00 };
const BFP16: Format = Format { exponent: 8, mantissa: 7, nan: 0x7fc0 };

impl Format {
    fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    fn decode(self, bits: u64) -> f64 {
        let sign = if bits >> (self.exponent + self.mantissa) & 1 == 1 { -1.0 } else { 1.0 };
        let exponent = (bits >> self.mantissa & ((1 << self.exponent) - 1)) as i32;
        let mantissa = (bits & ((1 << self.mantissa) - 1)) as f64;
        let step = 2_f64.powi(1 - self.bias() - self.mantissa as i32);
        let implied = 2_f64.powi(self.mantissa as i32);
        sign * match exponent {
            0 => mantissa * step,
            e if e == (1 << self.exponent) - 1 => {
                if mantissa == 0.0 {
                    f64::INFINITY
                } else {
                    f64::NAN
                }
            }
            e => (implied + mantissa) * step * 2_f64.powi(e - 1),
        }
    }

    /// Nearest, ties to even; too large is infinity.
    fn encode(self, value: f64) -> u64 {
        if value.is_nan() {
            return self.nan;
        }
        let sign = u64::from(value.is_sign_negative()) << (self.exponent + self.mantissa);
        let infinity = ((1_u64 << self.exponent) - 1) << self.mantissa;
        let size = value.abs();
        if size.is_infinite() {
            return sign | infinity;
        }
        // Magnitudes are ordered like their bits: the largest that is not above the value, and the one after it.
        let (mut low, mut high) = (0, infinity);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.decode(middle) <= size { low = middle } else { high = middle }
        }
        let below = self.decode(low);
        // The one after the largest number would be twice the largest power of two.
        let above = if high == infinity { 2_f64.powi(self.bias() + 1) } else { self.decode(high) };
        let rounded = match (size - below).total_cmp(&(above - size)) {
            std::cmp::Ordering::Less => low,
            std::cmp::Ordering::Greater => high,
            std::cmp::Ordering::Equal => low + (low & 1),
        };
        sign | rounded
    }
}

fn float(a: f64, b: f64, operation: u32) -> f64 {
    if a.is_nan() || b.is_nan() {
        return f64::NAN;
    }
    match operation {
        op::SUM => a + b,
        op::PROD => a * b,
        op::MAX => std::cmp::max_by(a, b, f64::total_cmp),
        _ => std::cmp::min_by(a, b, f64::total_cmp),
    }
}

fn signed(a: i128, b: i128, operation: u32) -> i128 {
    match operation {
        op::SUM => a.wrapping_add(b),
        op::PROD => a.wrapping_mul(b),
        op::MAX => a.max(b),
        _ => a.min(b),
    }
}

fn bits(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | u128::from(byte))
}

/// One element, `dst op src`.
fn element(a: &[u8], b: &[u8], data_type: u32, operation: u32) -> u128 {
    let width = a.len() as u32 * 8;
    let extend = |bytes: &[u8]| (bits(bytes) as i128) << (128 - width) >> (128 - width);
    match data_type {
        dtype::FP16 | dtype::BFP16 => {
            let format = if data_type == dtype::FP16 { FP16 } else { BFP16 };
            let (a, b) = (format.decode(bits(a) as u64), format.decode(bits(b) as u64));
            u128::from(format.encode(float(a, b, operation)))
        }
        dtype::FP32 => {
            let (a, b) = (f32::from_bits(bits(a) as u32), f32::from_bits(bits(b) as u32));
            // The sum and the product of two FP32 rounded to FP64 and then to FP32 are correctly rounded.
            let result = float(f64::from(a), f64::from(b), operation) as f32;
            u128::from(if result.is_nan() { 0x7fc0_0000 } else { result.to_bits() })
        }
        dtype::FP64 => {
            let result = float(f64::from_bits(bits(a) as u64), f64::from_bits(bits(b) as u64), operation);
            u128::from(if result.is_nan() { 0x7ff8 << 48 } else { result.to_bits() })
        }
        dtype::UINT8 | dtype::UINT16 | dtype::UINT32 | dtype::UINT64 => {
            signed(bits(a) as i128, bits(b) as i128, operation) as u128
        }
        _ => signed(extend(a), extend(b), operation) as u128,
    }
}

/// `dst[i] = dst[i] op src[i]` for elements of `size` bytes.
pub fn reduce(dst: &mut [u8], src: &[u8], size: usize, data_type: u32, operation: u32) {
    for (a, b) in dst.chunks_exact_mut(size).zip(src.chunks_exact(size)) {
        let result = element(a, b, data_type, operation).to_le_bytes();
        a.copy_from_slice(&result[..size]);
    }
}
