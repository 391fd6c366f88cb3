//! Time-outs of kernels.
//!
//! Hardware counts them in steps: a time-out is rounded up to a whole number of steps, of which there are at most 254.

use super::guard::{guard, not_null, write_out};
use crate::engine::kernel;
use crate::error::Result;
use std::sync::atomic::{AtomicU64, Ordering};

/// One step in µs.
const STEP_US: u64 = 4_300_000;
/// Most steps.
const MOST_STEPS: u64 = 254;

/// The time-out in µs; 0: kernels may run for ever.
static TIMEOUT_US: AtomicU64 = AtomicU64::new(0);

/// The time-out that is used when `us` is asked for; 0 stays 0.
fn rounded(us: u64) -> u64 {
    us.div_ceil(STEP_US).min(MOST_STEPS) * STEP_US
}

fn set(us: u64) {
    TIMEOUT_US.store(us, Ordering::Relaxed);
    kernel::set_default_timeout_ns(us.saturating_mul(1000));
}

/// Time that later kernels may run unless their launch says otherwise, in seconds; 0: for ever.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSetOpExecuteTimeOut(seconds: u32) -> i32 {
    guard("aclrtSetOpExecuteTimeOut", || {
        set(u64::from(seconds) * 1_000_000);
        Ok(())
    })
}

/// Like [`aclrtSetOpExecuteTimeOut`], in ms.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSetOpExecuteTimeOutWithMs(ms: u32) -> i32 {
    guard("aclrtSetOpExecuteTimeOutWithMs", || {
        set(u64::from(ms) * 1000);
        Ok(())
    })
}

/// Like [`aclrtSetOpExecuteTimeOut`], in µs, rounded up to steps; writes the time-out that is used.
///
/// # Safety
/// `actual` is NULL or points to a `uint64_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtSetOpExecuteTimeOutV2(us: u64, actual: *mut u64) -> i32 {
    guard("aclrtSetOpExecuteTimeOutV2", || {
        not_null(actual, "actualTimeout")?;
        set(rounded(us));
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(actual, "actualTimeout", rounded(us)) }
    })
}

/// One step of the time-outs in µs.
///
/// # Safety
/// `interval` is NULL or points to a `uint64_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetOpTimeOutInterval(interval: *mut u64) -> i32 {
    // SAFETY: the caller vouches for the pointer.
    guard("aclrtGetOpTimeOutInterval", || unsafe { write_out(interval, "interval", STEP_US) })
}

/// The time-out in ms that was set; 0: for ever.
///
/// # Safety
/// `ms` is NULL or points to a `uint32_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetOpExecuteTimeout(ms: *mut u32) -> i32 {
    guard("aclrtGetOpExecuteTimeout", || -> Result {
        let value = TIMEOUT_US.load(Ordering::Relaxed).div_ceil(1000);
        // SAFETY: the caller vouches for the pointer.
        unsafe { write_out(ms, "timeoutMs", u32::try_from(value).unwrap_or(u32::MAX)) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_outs_are_whole_steps() {
        assert_eq!(rounded(0), 0);
        assert_eq!(rounded(1), STEP_US);
        assert_eq!(rounded(STEP_US), STEP_US);
        assert_eq!(rounded(STEP_US + 1), 2 * STEP_US);
        assert_eq!(rounded(u64::MAX), 254 * STEP_US);
    }
}
