//! Copying and filling memory.

use core::mem::MaybeUninit;

/// Copies of this many bytes and more bypass the caches.
pub const STREAM_MIN: usize = 8 << 20;

/// Largest copy done by straight-line code in the caller.
const SMALL_MAX: usize = 128;

/// A 16-byte register.
#[cfg(target_arch = "x86_64")]
type Vec16 = MaybeUninit<core::arch::x86_64::__m128i>;
#[cfg(target_arch = "aarch64")]
type Vec16 = MaybeUninit<core::arch::aarch64::uint8x16_t>;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
type Vec16 = MaybeUninit<u128>;

/// Copies `len` bytes from `src` to `dst`.
///
/// An aligned copy of 1, 2, 4 or 8 bytes is one load and one store, so a reader of that word never sees half
/// of it. The order in which the bytes of other copies appear is not defined. If the ranges overlap without
/// being equal, the bytes that end up in `dst` are not defined, but nothing outside `dst` changes.
///
/// # Safety
/// `src` must be readable and `dst` writable for `len` bytes, both for the whole call. Nobody may write
/// either range meanwhile.
#[inline]
pub unsafe fn copy(dst: *mut u8, src: *const u8, len: usize) {
    // SAFETY: the caller vouches for both ranges; every branch stays inside them because its two ends are at
    // most `len` long.
    unsafe {
        if len <= 16 {
            if len >= 8 {
                ends::<MaybeUninit<u64>, 1>(dst, src, len);
            } else if len >= 4 {
                ends::<MaybeUninit<u32>, 1>(dst, src, len);
            } else if len >= 2 {
                ends::<MaybeUninit<u16>, 1>(dst, src, len);
            } else if len == 1 {
                ends::<MaybeUninit<u8>, 1>(dst, src, len);
            }
        } else if len <= 32 {
            ends::<Vec16, 1>(dst, src, len);
        } else if len <= 64 {
            ends::<Vec16, 2>(dst, src, len);
        } else if len <= SMALL_MAX {
            ends::<Vec16, 4>(dst, src, len);
        } else {
            large(dst, src, len);
        }
    }
}

/// Copies the first and the last `N` words of `len` bytes; they cover everything if `len` is at most twice
/// that. All loads come before the stores.
///
/// # Safety
/// As [`copy`]; `len` is at least `N * size_of::<W>()`.
#[inline(always)]
unsafe fn ends<W: Copy, const N: usize>(dst: *mut u8, src: *const u8, len: usize) {
    let tail = len - N * size_of::<W>();
    // SAFETY: `N` words fit in `len` bytes, so both ends lie inside the ranges given by the caller.
    unsafe {
        let first: [W; N] = src.cast::<[W; N]>().read_unaligned();
        let last: [W; N] = src.add(tail).cast::<[W; N]>().read_unaligned();
        dst.cast::<[W; N]>().write_unaligned(first);
        dst.add(tail).cast::<[W; N]>().write_unaligned(last);
    }
}

/// # Safety
/// As [`copy`].
#[inline(never)]
unsafe fn large(dst: *mut u8, src: *const u8, len: usize) {
    // SAFETY: the caller vouches for both ranges.
    unsafe { core::ptr::copy(src, dst, len) }
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
