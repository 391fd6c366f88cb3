//! Copying and filling memory.

use core::mem::MaybeUninit;

#[cfg(all(target_arch = "x86_64", not(miri)))]
use crate::level::{Level, level};

/// Copies of this many bytes and more bypass the caches.
pub const STREAM_MIN: usize = 8 << 20;

/// Largest copy done by straight-line code in the caller.
const SMALL_MAX: usize = 128;

/// A 16-byte register. Not `MaybeUninit` of one, which compilers keep in memory between load and store.
#[cfg(target_arch = "x86_64")]
type Vec16 = core::arch::x86_64::__m128i;
#[cfg(target_arch = "aarch64")]
type Vec16 = core::arch::aarch64::uint8x16_t;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
type Vec16 = u128;

/// Copies the first and the last words of `len` bytes, as many each as offsets are given in words; they cover everything
/// if `len` is at most twice that. All loads come before the stores, through a register each (an array of words would
/// go through the stack). `len` is at least the size of these words.
macro_rules! ends {
    ($word:ty, [$($first:ident, $last:ident: $index:literal),+], $dst:ident, $src:ident, $len:ident) => {
        $(
            let $first = $src.cast::<$word>().add($index).read_unaligned();
            let $last = $src.add($len).cast::<$word>().sub($index + 1).read_unaligned();
        )+
        $(
            $dst.cast::<$word>().add($index).write_unaligned($first);
            $dst.add($len).cast::<$word>().sub($index + 1).write_unaligned($last);
        )+
    };
}

/// Copies `len` bytes from `src` to `dst`.
///
/// An aligned copy of 1, 2, 4 or 8 bytes is one load and one store, so a reader of that word never sees half
/// of it. The order in which the bytes of other copies appear is not defined. If the ranges overlap without
/// being equal, the bytes that end up in `dst` are not defined, but nothing outside `dst` changes.
///
/// # Safety
/// `src` must be readable, with all bytes initialised, and `dst` writable for `len` bytes, both for the whole call.
/// Nobody may write either range meanwhile.
#[inline]
pub unsafe fn copy(dst: *mut u8, src: *const u8, len: usize) {
    // SAFETY: the caller vouches for both ranges; every branch stays inside them because its two ends are at
    // most `len` long.
    unsafe {
        if len <= 16 {
            if len >= 8 {
                ends!(MaybeUninit<u64>, [a, b: 0], dst, src, len);
            } else if len >= 4 {
                ends!(MaybeUninit<u32>, [a, b: 0], dst, src, len);
            } else if len >= 2 {
                ends!(MaybeUninit<u16>, [a, b: 0], dst, src, len);
            } else if len == 1 {
                ends!(MaybeUninit<u8>, [a, b: 0], dst, src, len);
            }
        } else if len <= 32 {
            ends!(Vec16, [a, b: 0], dst, src, len);
        } else if len <= 64 {
            ends!(Vec16, [a, b: 0, c, d: 1], dst, src, len);
        } else if len <= SMALL_MAX {
            ends!(Vec16, [a, b: 0, c, d: 1, e, f: 2, g, h: 3], dst, src, len);
        } else {
            large(dst, src, len);
        }
    }
}

/// Bytes of a cache line, the message of [`copy_lines`].
pub const LINE: usize = 64;

/// Copies [`LINE`] bytes for each pair of target and source, one pair after the other.
///
/// # Safety
/// As [`copy`], for each pair.
#[inline]
pub unsafe fn copy_lines(pairs: impl Iterator<Item = (*mut u8, *const u8)>) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if level() >= Level::Avx2 {
        // SAFETY: the CPU has AVX2, and the caller vouches for all ranges.
        unsafe { avx2::copy_lines(pairs) };
        return;
    }
    for (dst, src) in pairs {
        // SAFETY: the caller vouches for all ranges.
        unsafe { copy(dst, src, LINE) };
    }
}

/// # Safety
/// As [`copy`]; `len` is more than [`SMALL_MAX`].
#[inline(never)]
unsafe fn large(dst: *mut u8, src: *const u8, len: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if level() >= Level::Avx2 {
        // SAFETY: the CPU has AVX2, and the caller vouches for both ranges.
        unsafe {
            if len < STREAM_MIN {
                avx2::copy::<false>(dst, src, len)
            } else {
                avx2::copy::<true>(dst, src, len)
            }
        }
        return;
    }
    // SAFETY: the caller vouches for both ranges.
    unsafe { core::ptr::copy(src, dst, len) }
}

/// Copies with 32-byte registers. `memcpy` of the C library uses `rep movsb` at these sizes, which some CPUs slow down
/// more than tenfold when the destination lies a few bytes after the source modulo 4096.
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod avx2 {
    use core::arch::x86_64::{
        __m256i, _mm_sfence, _mm256_loadu_si256, _mm256_store_si256, _mm256_storeu_si256, _mm256_stream_si256,
    };

    /// Bytes of a register.
    const REGISTER: usize = size_of::<__m256i>();
    /// Bytes of a round.
    const ROUND: usize = 4 * REGISTER;

    /// # Safety
    /// As [`super::copy_lines`], and the CPU has AVX2.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn copy_lines(pairs: impl Iterator<Item = (*mut u8, *const u8)>) {
        const { assert!(2 * REGISTER == super::LINE) };
        for (dst, src) in pairs {
            let (from, to) = (src.cast::<__m256i>(), dst.cast::<__m256i>());
            // SAFETY: two registers make up the line that the caller vouches for.
            unsafe {
                let (first, last) = (_mm256_loadu_si256(from), _mm256_loadu_si256(from.add(1)));
                _mm256_storeu_si256(to, first);
                _mm256_storeu_si256(to.add(1), last);
            }
        }
    }

    /// Past the caches if `STREAM`; all stores are visible before later ones then, too.
    ///
    /// # Safety
    /// As [`super::copy`], `len` is at least [`ROUND`], and the CPU has AVX2.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn copy<const STREAM: bool>(dst: *mut u8, src: *const u8, len: usize) {
        // SAFETY: the first register, whole rounds that end before `len`, and the last round lie inside both ranges.
        // The destination of the rounds is aligned to a register.
        unsafe {
            _mm256_storeu_si256(dst.cast(), _mm256_loadu_si256(src.cast()));
            let mut at = REGISTER - dst as usize % REGISTER;
            while at + ROUND <= len {
                let from = src.add(at).cast::<__m256i>();
                let to = dst.add(at).cast::<__m256i>();
                let words = [
                    _mm256_loadu_si256(from),
                    _mm256_loadu_si256(from.add(1)),
                    _mm256_loadu_si256(from.add(2)),
                    _mm256_loadu_si256(from.add(3)),
                ];
                for (index, word) in words.into_iter().enumerate() {
                    if STREAM {
                        _mm256_stream_si256(to.add(index), word);
                    } else {
                        _mm256_store_si256(to.add(index), word);
                    }
                }
                at += ROUND;
            }
            if STREAM {
                _mm_sfence();
            }
            let from = src.add(len - ROUND).cast::<__m256i>();
            let to = dst.add(len - ROUND).cast::<__m256i>();
            for index in 0..ROUND / REGISTER {
                _mm256_storeu_si256(to.add(index), _mm256_loadu_si256(from.add(index)));
            }
        }
    }
}

/// Sets `len` bytes at `dst` to `value`.
///
/// # Safety
/// `dst` must be writable for `len` bytes during the call, and nobody else may touch it meanwhile.
#[inline]
pub unsafe fn set(dst: *mut u8, value: u8, len: usize) {
    // SAFETY: the caller vouches for the range.
    unsafe { core::ptr::write_bytes(dst, value, len) }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    /// Copies `len` bytes at these offsets and compares both buffers with what must be there.
    fn check(len: usize, to: usize, from: usize) {
        let source: Vec<u8> = (0..len + 96).map(|i| (i * 31 + i / 251) as u8).collect();
        let mut target = vec![0xA5_u8; len + 96];
        let mut want = target.clone();
        want[to..to + len].copy_from_slice(&source[from..from + len]);
        // SAFETY: both ranges lie in their vectors.
        unsafe { copy(target.as_mut_ptr().add(to), source.as_ptr().add(from), len) };
        assert!(target == want, "{len} bytes to offset {to} from {from}");
    }

    #[test]
    fn every_length_and_alignment_is_exact_and_nothing_else_changes() {
        let longest = if cfg!(miri) { 200 } else { 1200 };
        for len in 0..longest {
            for (to, from) in [(0, 0), (1, 0), (0, 1), (7, 13), (16, 0), (31, 32), (33, 65)] {
                check(len, to, from);
            }
        }
    }

    #[test]
    fn lines_are_exact_and_nothing_else_changes() {
        let source: Vec<u8> = (0..40 * LINE).map(|i| (i * 7 + i / 64) as u8).collect();
        let mut target = vec![0x5A_u8; 40 * LINE];
        let mut want = target.clone();
        // Backwards, with a gap of 3 bytes between lines of the target.
        let places: Vec<(usize, usize)> = (0..20).rev().map(|i| (5 + i * (LINE + 3), 1 + i * LINE)).collect();
        for &(to, from) in &places {
            want[to..to + LINE].copy_from_slice(&source[from..from + LINE]);
        }
        let (to, from) = (target.as_mut_ptr(), source.as_ptr());
        // SAFETY: all lines lie in their vectors.
        unsafe { copy_lines(places.iter().map(|&(at, of)| (to.add(at), from.add(of)))) };
        assert_eq!(target, want);
    }

    #[test]
    fn streaming_copies_are_exact() {
        if cfg!(miri) {
            println!("skipped: too much memory for an interpreter");
            return;
        }
        for extra in [0, 1, 31, 127, 4096 + 77] {
            check(STREAM_MIN + extra, 16, 0);
            check(STREAM_MIN - 1 - extra, 5, 3);
        }
    }

    #[test]
    fn a_copy_onto_itself_changes_nothing() {
        for len in [0, 3, 64, 128, 129, 5000] {
            let mut bytes: Vec<u8> = (0..len).map(|i| i as u8).collect();
            let want = bytes.clone();
            let at = bytes.as_mut_ptr();
            // SAFETY: the whole vector.
            unsafe { copy(at, at, len) };
            assert_eq!(bytes, want);
        }
    }
}
