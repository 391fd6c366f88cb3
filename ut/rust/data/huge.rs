//! One transfer of more than 4 GiB.

use std::ffi::c_void;
use std::ptr::null_mut;

use hcomm::capi::hcomm_primitives::*;
use hcomm::data::channel::{self, Range};

use crate::support::{Pair, pair, watchdog};

const LEN: usize = (4 << 30) + 3;

/// Kibibytes of memory that programs can still get.
fn available_kib() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

/// Zeroed memory that takes room only where it is written.
struct Sparse(*mut u8);

impl Sparse {
    const SIZE: usize = LEN + 4096;

    fn new() -> Sparse {
        // SAFETY: a new private mapping.
        let at = unsafe {
            libc::mmap(
                null_mut(),
                Self::SIZE,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        assert_ne!(at, libc::MAP_FAILED);
        Sparse(at.cast())
    }
}

impl Drop for Sparse {
    fn drop(&mut self) {
        // SAFETY: the mapping of `new`, not used any more.
        unsafe { libc::munmap(self.0.cast::<c_void>(), Self::SIZE) };
    }
}

#[test]
fn lengths_have_64_bits() {
    if available_kib() < 6 << 20 {
        println!("skipped: a transfer of 4 GiB needs 6 GiB of free memory, {} KiB are free", available_kib());
        return;
    }
    let _guard = watchdog("huge transfer", 240);
    let ranks = pair(Pair::default());
    let (near, far) = (Sparse::new(), Sparse::new());
    let range = Range::mapped(far.0 as u64, LEN as u64);
    channel::add_ranges(ranks[0].channel, &[range]).unwrap();
    let marks = [0, (1 << 31) - 1, 1 << 31, (1_usize << 32) - 1, 1 << 32, LEN - 1];
    // SAFETY: all offsets lie in the mappings, which live until the queue is empty.
    unsafe {
        for (value, &mark) in marks.iter().enumerate() {
            near.0.add(mark).write(value as u8 + 1);
        }
        far.0.add(LEN).write(99);
        let (dst, src) = (far.0.cast::<c_void>(), near.0.cast::<c_void>());
        assert_eq!(HcommWriteOnThread(ranks[0].thread, ranks[0].channel, dst, src, LEN as u64), 0);
        ranks[0].sync();
        for (value, &mark) in marks.iter().enumerate() {
            assert_eq!(far.0.add(mark).read(), value as u8 + 1, "byte {mark:#x}");
        }
        assert_eq!((far.0.add(1).read(), far.0.add((1 << 32) + 1).read(), far.0.add(LEN).read()), (0, 0, 99));
    }
}
