//! Which vector extensions the CPU has, found once.

/// Vector extensions used by the loops, each including those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Level {
    /// What every CPU of the architecture has (SSE2, NEON), or what the compiler was told to assume.
    Base = 1,
    /// x86-64: AVX2, FMA and F16C.
    #[cfg(target_arch = "x86_64")]
    Avx2 = 2,
    /// x86-64: AVX-512 F, BW, DQ and VL.
    #[cfg(target_arch = "x86_64")]
    Avx512 = 3,
}

/// The level of this CPU; a relaxed load after the first call.
#[cfg(all(target_arch = "x86_64", feature = "std", not(miri)))]
#[inline]
pub fn level() -> Level {
    use core::sync::atomic::{AtomicU8, Ordering};
    static FOUND: AtomicU8 = AtomicU8::new(0);

    #[cold]
    fn detect() -> Level {
        use std::arch::is_x86_feature_detected as has;
        let avx2 = has!("avx2") && has!("fma") && has!("f16c");
        let avx512 = avx2 && has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl");
        let level = match (avx512, avx2) {
            (true, _) => Level::Avx512,
            (_, true) => Level::Avx2,
            _ => Level::Base,
        };
        FOUND.store(level as u8, Ordering::Relaxed);
        level
    }

    match FOUND.load(Ordering::Relaxed) {
        1 => Level::Base,
        2 => Level::Avx2,
        3 => Level::Avx512,
        _ => detect(),
    }
}

/// The level of this CPU.
#[cfg(not(all(target_arch = "x86_64", feature = "std", not(miri))))]
#[inline]
pub fn level() -> Level {
    Level::Base
}
