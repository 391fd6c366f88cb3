//! How long waits may take.

use std::cell::Cell;
use std::time::Duration;

use hcomm_base::{Result, bail};

use crate::driver::{self, Driver};

/// Seconds that a host adds to the execution time-out when a wait has no time-out of its own.
const HOST_EXTRA: u64 = 27;

thread_local! {
    /// Seconds set by [`set_default`]; `None`: never set.
    static DEFAULT: Cell<Option<u32>> = const { Cell::new(None) };
}

/// Time-out of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timeout {
    /// Seconds; 0 stands for the execution time-out.
    Seconds(u32),
    /// What [`set_default`] set on the calling thread, else the execution time-out, on the host 27 s more.
    Default,
}

impl Timeout {
    /// Nanoseconds for a task, 0: no limit. `exec` is the execution time-out in seconds, 0: none.
    pub(super) fn nanos(self, exec: u64, in_kernel: impl FnOnce() -> bool) -> u64 {
        let seconds = match self {
            Timeout::Seconds(0) => exec,
            Timeout::Seconds(seconds) => u64::from(seconds),
            Timeout::Default => match DEFAULT.get() {
                Some(0) => exec,
                Some(seconds) => u64::from(seconds),
                None if exec == 0 || in_kernel() => exec,
                None => exec + HOST_EXTRA,
            },
        };
        seconds * Duration::from_secs(1).as_nanos() as u64
    }
}

/// Sets the time-out of waits with [`Timeout::Default`] on the calling thread, in seconds; the fraction is dropped and
/// 0 stands for the execution time-out. NaN, negative values and values above `u32::MAX`: PARA.
pub fn set_default(seconds: f32) -> Result {
    DEFAULT.set(Some(seconds_of(seconds)?));
    Ok(())
}

/// Makes the default time-out of the calling thread what it is when it was never set.
pub(super) fn forget_default() {
    DEFAULT.set(None);
}

/// Whole seconds of a time-out given as a float.
pub fn seconds_of(seconds: f32) -> Result<u32> {
    if !(0.0..=u32::MAX as f32).contains(&seconds) {
        bail!(PARA, "a time-out of {seconds} s is not usable: give 0 to {} s", u32::MAX);
    }
    // `u32::MAX as f32` is 2^32, which the cast saturates to the largest value.
    Ok(seconds as u32)
}

/// True if the calling thread runs an AICPU kernel.
pub fn in_kernel() -> bool {
    driver::current().is_some_and(Driver::in_kernel)
}

/// Logical device of the calling thread (in a kernel: the kernel's), if it has one.
pub fn device() -> Option<i32> {
    driver::current().and_then(Driver::current_device)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hcomm_base::Code;

    const SECOND: u64 = 1_000_000_000;

    #[test]
    fn zero_means_the_execution_time_out_and_never_set_means_a_little_more_on_the_host() {
        assert_eq!(Timeout::Seconds(3).nanos(9, || false), 3 * SECOND);
        assert_eq!(Timeout::Seconds(0).nanos(9, || false), 9 * SECOND);
        assert_eq!(Timeout::Seconds(0).nanos(0, || false), 0);
        assert_eq!(Timeout::Default.nanos(1836, || true), 1836 * SECOND);
        assert_eq!(Timeout::Default.nanos(1836, || false), 1863 * SECOND);
        assert_eq!(Timeout::Default.nanos(0, || false), 0);
        set_default(2.9).unwrap();
        assert_eq!(Timeout::Default.nanos(9, || false), 2 * SECOND);
        set_default(0.5).unwrap();
        assert_eq!(Timeout::Default.nanos(9, || false), 9 * SECOND);
        assert_eq!(Timeout::Seconds(u32::MAX).nanos(9, || false), u64::from(u32::MAX) * SECOND);
    }

    #[test]
    fn a_default_belongs_to_its_thread_and_must_be_a_time() {
        set_default(5.0).unwrap();
        std::thread::spawn(|| assert_eq!(Timeout::Default.nanos(1, || true), SECOND)).join().unwrap();
        for bad in [f32::NAN, -1.0, -f32::MIN_POSITIVE, f32::INFINITY, 4.3e9] {
            assert_eq!(set_default(bad).unwrap_err().code, Code::PARA, "{bad}");
        }
        assert_eq!(seconds_of(4_294_967_000.0).unwrap(), 4_294_967_040);
        assert_eq!(Timeout::Default.nanos(1, || true), 5 * SECOND);
    }
}
